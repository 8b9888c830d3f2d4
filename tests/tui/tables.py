"""Real tables for the tests of the screen: any preset, brought to a moment by a fixed seed and by bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from cardtable.cli.positions import rules_of
from cardtable.engine.expectations import parse_play
from cardtable.engine.moves import Seat
from cardtable.engine.position import put_down
from cardtable.engine.rules import RuleBroken
from cardtable.games import FAMILIES, agree, family
from cardtable.record import make_header
from cardtable.snapshot import read_position
from cardtable.table import Table

POSITIONS = Path(__file__).parent.parent / "positions"
NAMES = ("Mila", "Vera", "Anna", "Boris", "Gleb", "Zoya", "Olga", "Ivan")


def seated(
    preset: str, seats: int, people: Sequence[Seat] = (0,), seed: int = 1, given: Mapping[str, Any] | None = None
) -> Table:
    """A table of a preset, its first deal dealt; whoever is no person is a steady bot."""
    game, options = agree(preset, given or {}, seats)
    kinds = tuple("person" if seat in people else "bot:steady" for seat in range(seats))
    return Table.begin(game.rules(options, seats), make_header(game, preset, options, NAMES[:seats], kinds, seed))


def played_until(table: Table, wanted: Callable[[Table], bool], moves: int = 400) -> bool:
    """Lets steady players go on for every seat until the table is as wanted; says whether it came to that."""
    for _ in range(moves):
        if table.deal_over:
            return False
        if wanted(table):
            return True
        seat = table.to_act[0]
        table.submit(seat, table.hint(seat, "steady").move)
    return False


def strayed_until(table: Table, wanted: Callable[[Table], bool], moves: int = 200) -> bool:
    """The same with moves at random, which come to more of what a game knows."""
    rng = Random(table.header.seed)
    for _ in range(moves):
        if table.deal_over:
            return False
        if wanted(table):
            return True
        seat = table.to_act[0]
        table.submit(seat, rng.choice(list(table.legal(seat))))
    return False


def offering(verb: str) -> Table | None:
    """A table at which somebody, the only person there, may do what this verb says: by chance, or as in a position."""
    for name in FAMILIES:
        for preset, found in family(name).presets.items():
            if verb not in family(name).rules(found.options, found.seats[0]).verbs:
                continue
            for seed in range(3):
                table = seated(preset, found.seats[0], people=(), seed=seed)
                if strayed_until(table, lambda table: who_may(table, verb) is not None):
                    return _for_one(table, verb)
    for path in sorted(POSITIONS.glob("*/*.toml")):
        if verb in path.read_text(encoding="utf-8"):
            for table in _in_position(path):
                if who_may(table, verb) is not None:
                    return _for_one(table, verb)
    return None


def who_may(table: Table, verb: str) -> Seat | None:
    """The first seat that may do what this verb says."""
    return next((seat for seat in table.to_act if any(move.verb == verb for move in table.legal(seat))), None)


def _for_one(table: Table, verb: str) -> Table:
    seat = who_may(table, verb)
    assert seat is not None
    table.people = frozenset((seat,))
    return table


def _in_position(path: Path) -> Iterator[Table]:
    """The table of a worked position and of its variants, as it is put down and after each of its moves."""
    keys = read_position(path)
    shared = {key: value for key, value in keys.items() if key not in ("expect", "then", "variant")}
    # A position that only its variants make whole says nothing of its own.
    whole = "expect" in keys or "then" in keys or "variant" not in keys
    for variant in (*([{"then": keys.get("then", ())}] if whole else []), *keys.get("variant", ())):
        merged = {**shared, **variant}
        for part in ("hands", "options"):
            if part in shared and part in variant:
                merged[part] = {**shared[part], **variant[part]}
        rules, state = put_down(merged, rules_of)
        if not state.to_act:
            continue
        table = seated(merged["preset"], rules.seats, (), given=merged.get("options"))
        # A table deals its cards itself; nothing that is played puts down a position.
        table._match._state = state
        yield table
        for text in (play for stage in variant.get("then", ()) for play in stage.get("play", ())):
            seat, move = parse_play(rules, text, "play")
            if seat not in table.to_act:
                break
            try:
                table.submit(seat, move)
            except RuleBroken:
                break
            yield table
