"""Real tables for the screen tests: any preset, brought to a given moment by a fixed seed and by bots."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from cardtable.cards import bits, card_text
from cardtable.cli.positions import rules_of
from cardtable.engine.expectations import parse_play
from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.position import put_down
from cardtable.engine.rules import AnyRules, RuleBroken, SheetRow
from cardtable.engine.scene import Scene
from cardtable.engine.state import State
from cardtable.games import FAMILIES, agree, family
from cardtable.match.match import Match
from cardtable.match.record import Header, Journal, make_header
from cardtable.match.snapshot import read_position
from cardtable.match.table import Table
from tests.waiting import PATIENCE

POSITIONS = Path(__file__).parent.parent / "positions"
NAMES = ("Mila", "Vera", "Anna", "Boris", "Gleb", "Zoya", "Olga", "Ivan")


class Gate(threading.Event):
    """A gate that is open until it is closed; a copied table gets an open gate of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.set()

    def __deepcopy__(self, memo: dict[int, object]) -> Gate:
        return Gate()


class WatchedTable(Table):
    """A real table that records the calls to it, and whose bots move when the test lets them."""

    def __init__(self, match: Match, header: Header, journal: Journal | None = None) -> None:
        super().__init__(match, header, journal)
        self.held_back = Gate()
        self.asked: list[Seat] = []
        """The bots that were asked for a move, in order."""
        self.looked: list[Seat] = []
        """The seats whose scenes were asked for, in order."""
        self.closed = False

    def scene(self, seat: Seat) -> Scene:
        """The scene as this seat sees it."""
        self.looked.append(seat)
        return super().scene(seat)

    def bot_move(self, seat: Seat) -> Move:
        """The bot's move, once the gate is open."""
        self.asked.append(seat)
        move = super().bot_move(seat)
        assert self.held_back.wait(PATIENCE)
        return move

    def submit(self, seat: Seat, move: Move) -> None:
        """Plays a move."""
        assert not self.closed, "a move was made at a table that was left"
        super().submit(seat, move)

    def next_deal(self) -> None:
        """Begins the next deal."""
        assert not self.closed, "cards were dealt at a table that was left"
        super().next_deal()

    def close(self) -> None:
        """Records that the table was closed."""
        self.closed = True
        super().close()


@cache
def _rules(name: str, options: Any, seats: int) -> AnyRules:
    """The rules of a family's game; they hold no position, so all tables can share them."""
    return family(name).rules(options, seats)


def seated(
    preset: str,
    seats: int,
    people: Sequence[Seat] = (0,),
    seed: int = 1,
    given: Mapping[str, Any] | None = None,
    names: Sequence[str] = NAMES,
    kind: type[WatchedTable] = WatchedTable,
    *,
    evening: bool = False,
) -> WatchedTable:
    """A table of a preset with its first deal dealt; all seats but the people's are steady bots."""
    game, options = agree(preset, given or {}, seats)
    rules = _rules(game.id, options, seats)
    kinds = tuple("person" if seat in people else "bot:steady" for seat in range(seats))
    called = (*names, *(f"Player {seat}" for seat in range(len(names), seats)))[:seats]
    table = kind.begin(rules, make_header(game, preset, options, called, kinds, seed, evening=evening))
    assert isinstance(table, kind)
    return table


def placed(
    position: Mapping[str, Any], people: Sequence[Seat] = (0,), kind: type[WatchedTable] = WatchedTable
) -> WatchedTable:
    """A table with this position, which has no history."""
    rules, state = put_down(position, rules_of)
    table = seated(position["preset"], rules.seats, people, given=position.get("options"), kind=kind)
    put(table, state)
    return table


def attacking(hand: str, seats: int = 2, people: Sequence[Seat] = (0,), **facts: Any) -> WatchedTable:
    """Durak with spades as trumps: seat 0 leads a bout with this hand. Further facts are as in a position."""
    hands = {"P0": hand, **facts.pop("hands", {})}
    return placed(
        {"preset": "throw_in", "seats": seats, "trump": "s", "attacker": "P0", "hands": hands, **facts}, people
    )


def defending(hand: str, open_cards: str, seats: int = 2, people: Sequence[Seat] = (0,), **facts: Any) -> WatchedTable:
    """The same with seat 0 defending against the last seat, and cards such as 8s/9s 9d on the table."""
    return attacking(hand, seats, people, **{"attacker": f"P{seats - 1}", "table": open_cards, **facts})


def put(table: Table, state: State, events: Sequence[Event] = ()) -> None:
    """Puts a state at a table, which otherwise deals its own cards."""
    table._begin_log()
    table._told.all += events
    table._match._state = state
    table._match._made = []


def write_down(table: Table, rows: Sequence[SheetRow]) -> None:
    """Writes these rows on the score sheet."""
    table._match.standing = replace(table._match.standing, sheet=tuple(rows))


def made(table: Table) -> list[tuple[Seat, Move]]:
    """The moves of this deal, or those since a position was set up."""
    return list(table._match.made)


def held(table: Table, seat: Seat) -> list[str]:
    """The hand of a seat as words."""
    return [card_text(card) for card in bits(table._match.state.places[seat])]


def played_until(table: Table, wanted: Callable[[Table], bool], moves: int = 400) -> bool:
    """Lets steady bots play for every seat until the table is as wanted; returns whether that happened."""
    for _ in range(moves):
        if table.deal_over:
            return False
        if wanted(table):
            return True
        seat = table.to_act[0]
        table.submit(seat, table.hint(seat, "steady").move)
    return False


def strayed_until(table: Table, wanted: Callable[[Table], bool], moves: int = 200) -> bool:
    """The same with random moves, which reach more of what a game has."""
    rng = Random(table.header.seed)
    for _ in range(moves):
        if table.deal_over:
            return False
        if wanted(table):
            return True
        seat = table.to_act[0]
        table.submit(seat, rng.choice(list(table.legal(seat))))
    return False


def offering(verb: str) -> WatchedTable | None:
    """A table whose only person may use this verb, reached at random or as a worked position."""
    for name in FAMILIES:
        for preset, found in family(name).presets.items():
            if verb not in _rules(name, found.options, found.seats[0]).verbs:
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
    """The first seat that may use this verb."""
    return next((seat for seat in table.to_act if any(move.verb == verb for move in table.legal(seat))), None)


def _for_one(table: WatchedTable, verb: str) -> WatchedTable:
    seat = who_may(table, verb)
    assert seat is not None
    table.people = frozenset((seat,))
    return table


def _in_position(path: Path) -> Iterator[WatchedTable]:
    """The table of a worked position and of its variants, as set up and after each of its moves."""
    keys = read_position(path)
    shared = {key: value for key, value in keys.items() if key not in ("expect", "then", "variant")}
    # A position that only its variants complete is not a table by itself.
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
        put(table, state)
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
