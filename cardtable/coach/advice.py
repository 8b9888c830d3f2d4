"""Advice after a deal: what every bot style of the family would have done, from what the seat knew at the time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from cardtable.bots import Bot
from cardtable.bots.finding import make_bot, own_styles
from cardtable.bots.reports import keep_report
from cardtable.bots.search.explained import labels_of
from cardtable.engine.moves import Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import Text
from cardtable.match.match import Decided

if TYPE_CHECKING:
    from cardtable.match.replay import Replay
    from cardtable.match.table import Table


class Opinion(NamedTuple):
    """What a bot of some style would have done, and why."""

    style: str
    label: Text
    why: Text
    same: bool
    """It is what was done."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A decision of a deal, and what the bots think of it."""

    number: int
    """1 for the first decision that was asked about."""
    total: int
    seat: Seat
    label: Text
    """What was done."""
    opinions: tuple[Opinion, ...]
    """Empty where there was nothing to choose."""


def asked(family: str, *, ours: bool = False) -> list[str]:
    """The styles that are asked: those made for the family, or whatever plays it where there is none.

    `ours` leaves out those of other packages, which may fail, and on which no verdict is to depend.
    """
    offered = [entry for entry in own_styles(family) if not (ours and entry.package)]
    return [entry.style for entry in offered if entry.families] or [entry.style for entry in offered]


def of_table(table: Table) -> Iterator[Advice]:
    """Every decision that people made in the deal that is over, one after the other; asking takes time."""
    return advise(table.rules, table.header.family, table.decided(), table.header.seed)


def of_replay(
    replay: Replay, at: int, seats: Collection[Seat], only: Collection[int] | None = None
) -> Iterator[Advice]:
    """Every decision of these seats in the deal of a moment, one after the other, or `only` those of these numbers.

    Asking takes time.
    """
    decided = [replay.decided(moment) for moment in replay.decisions(at, seats)]
    return advise(replay.rules, replay.header.family, decided, replay.header.seed, only)


def advise(
    rules: AnyRules, family: str, decided: Sequence[Decided], seed: int, only: Collection[int] | None = None
) -> Iterator[Advice]:
    """What each style would have done; every bot gets what its seat knew alone, and the same chance every time.

    A bot that goes by what was played has watched this deal from its seat, as it would have at the table.
    """
    bots: dict[tuple[str, Seat], Bot | None] = {}
    for number, (seen, move, events) in enumerate(decided, 1):
        if only is not None and number not in only:
            continue
        legal = rules.legal(seen.state, seen.seat)
        labels = labels_of(rules, seen)
        opinions = []
        for style in asked(family):
            # A bot for every seat: none may remember what another one knew.
            place = style, seen.seat
            try:
                bot = bots[place] if place in bots else bots.setdefault(place, make_bot(style, family, rules))
                if bot is None:
                    continue
                if hasattr(bot, "watch"):
                    bot.watch(events)
                chosen, why = bot.choose(seen, legal, Random(f"{seed} advice {number} {style}"))
                label = labels[chosen]
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # A bot may fail in any way; it has then no opinion.
                keep_report(style, error)
                bots[place] = None
            else:
                if len(legal) > 1:
                    opinions.append(Opinion(style, label, why, chosen == move))
        yield Advice(number, len(decided), seen.seat, labels[move], tuple(opinions))
