"""Records of whole deals for the tests of pages: some seats are people, who decide as a bot would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from cardtable.bots.finding import make_bot
from cardtable.engine.moves import Seat
from cardtable.engine.state import observe
from cardtable.games import agree
from cardtable.match.record import make_header
from cardtable.match.table import Table

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dasha", "Egor", "Zoya", "Ilya", "Kira", "Lev", "Maya", "Nina")


def recorded(
    folder: Path,
    preset: str,
    seats: int,
    seed: int = 1,
    *,
    people: Sequence[Seat] = (0,),
    deals: int = 1,
    names: Sequence[str] = NAMES,
    given: Mapping[str, Any] | None = None,
    undone: int = 0,
) -> Path:
    """The record of a match after so many deals, or at its end if that comes first.

    The first person's first moves, so many of them, are each taken back once.
    """
    game, options = agree(preset, given or {}, seats)
    rules = game.rules(options, seats)
    kinds = tuple("person" if seat in people else "bot:steady" for seat in range(seats))
    path = folder / f"{preset}-{seats}-{seed}.jsonl"
    table = Table.begin(rules, make_header(game, preset, options, tuple(names[:seats]), kinds, seed), path)
    bots = [make_bot("steady", game.id, rules) for _ in range(seats)]
    rng = Random(seed)
    for deal in range(deals):
        while table.to_act:
            seat = table.to_act[0]
            seen = observe(table._match.state, seat)
            table.submit(seat, bots[seat].choose(seen, rules.legal(seen.state, seat), rng).move)
            if undone and table.to_act and table.to_take_back(people[0]):
                table.take_back(people[0])
                undone -= 1
        if table.match_over or deal == deals - 1:
            break
        table.next_deal()
    table.close()
    return path
