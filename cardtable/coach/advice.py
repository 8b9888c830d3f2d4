"""Advice after a deal: what every bot style of the family would have done with what the seat knew at the time."""

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
    """The move of one style, and its reason."""

    style: str
    label: Text
    why: Text
    same: bool
    """Whether the player made the same move."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A decision of a deal with the bots' opinions of it."""

    number: int
    """Counts the decisions asked about, from 1."""
    total: int
    seat: Seat
    label: Text
    """The move made."""
    opinions: tuple[Opinion, ...]
    """Empty if there was only one legal move."""


def asked(family: str, *, ours: bool = False) -> list[str]:
    """The styles to ask: those made for the family, or else all that play it.

    `ours` leaves out the styles of other packages: they may fail, and no verdict should depend on them.
    """
    offered = [entry for entry in own_styles(family) if not (ours and entry.package)]
    return [entry.style for entry in offered if entry.families] or [entry.style for entry in offered]


def of_table(table: Table) -> Iterator[Advice]:
    """Yields advice on every decision that people made in the finished deal, in order; asking takes time."""
    return advise(table.rules, table.header.family, table.decided(), table.header.seed)


def of_replay(
    replay: Replay, at: int, seats: Collection[Seat], only: Collection[int] | None = None
) -> Iterator[Advice]:
    """Yields advice on the decisions of these seats in the deal containing moment `at`, in order; `only` selects by
    number.

    Asking takes time.
    """
    decided = [replay.decided(moment) for moment in replay.decisions(at, seats)]
    return advise(replay.rules, replay.header.family, decided, replay.header.seed, only)


def advise(
    rules: AnyRules, family: str, decided: Sequence[Decided], seed: int, only: Collection[int] | None = None
) -> Iterator[Advice]:
    """Yields what each style would have done; every bot gets only what its seat knew, and always the same random
    numbers.

    A bot that uses the history has watched this deal from its seat, as it would have at the table.
    """
    bots: dict[tuple[str, Seat], Bot | None] = {}
    for number, (seen, move, events) in enumerate(decided, 1):
        if only is not None and number not in only:
            continue
        legal = rules.legal(seen.state, seen.seat)
        labels = labels_of(rules, seen)
        opinions = []
        for style in asked(family):
            # One bot per seat: none may remember what another seat knew.
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
            except BaseException as error:  # A bot may fail in any way; it then has no opinion.
                keep_report(style, error)
                bots[place] = None
            else:
                if len(legal) > 1:
                    opinions.append(Opinion(style, label, why, chosen == move))
        yield Advice(number, len(decided), seen.seat, labels[move], tuple(opinions))
