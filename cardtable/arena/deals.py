"""How the arena plays a deck: once for every rotation of the players round the table, whatever its bots do."""

from __future__ import annotations

import re
from collections.abc import MutableSequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from random import Random
from statistics import fmean
from time import monotonic
from typing import Any, NamedTuple

from cardtable.bots.commands import short
from cardtable.bots.finding import name_program
from cardtable.engine.faults import Fault, foreign, shown
from cardtable.engine.moves import Move, Seat
from cardtable.engine.options import make_options
from cardtable.engine.rules import AnyRules, RuleBroken
from cardtable.engine.text import LONGEST_NAME, plain
from cardtable.games import family
from cardtable.match.record import make_header
from cardtable.match.table import Table

LineUp = tuple[str, ...]
"""The styles that sit together, by seat."""

SEAT, SINCE = range(2)
Thinking = MutableSequence[float]
"""Who decides now: the seat, and since when by the clock; 0 then while nobody does.

Numbers in a row, since they lie in memory that another process looks at: see `workers`.
"""


class DeckSeating(NamedTuple):
    """What is played in one go: a deck, and who sits where."""

    deck: int
    styles: LineUp
    turn: int
    """How far the line-up is rotated."""


def deck_seed(seed: int, deck: int) -> int:
    """The cards of a deck, as a number from 0 to 2^63 - 1.

    Two seeds share no deck, as they would if their numbers were added: who repeats an experiment with the next seed
    has another sample.
    """
    return int.from_bytes(blake2b(f"{seed} {deck}".encode(), digest_size=8).digest()) >> 1


def seatings(line_up: LineUp, deck: int, seed: int = 0) -> list[DeckSeating]:
    """A deck from all sides, so that every style has every seat.

    Who sits beside whom changes with the cards, which follow from seed and deck together: a weak neighbour is worth
    more than most differences between styles. Where a style sits twice, as partners do, the order stays, and a turn
    that seats all as an earlier one does is left out: it would be the same deal again.
    """
    turns = range(next(turn for turn in range(1, len(line_up) + 1) if line_up[turn:] + line_up[:turn] == line_up))
    if len(set(line_up)) == len(line_up):
        others = list(line_up[1:])
        Random(deck_seed(seed, deck)).shuffle(others)
        line_up = (line_up[0], *others)
    return [DeckSeating(deck, line_up[turn:] + line_up[:turn], turn) for turn in turns]


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal or a match: the styles by seat, their scores, and which bot raised, moved illegally or was too slow."""

    styles: tuple[str, ...]
    scores: tuple[float, ...]
    failed: str = ""
    what: str = ""
    late: bool = False
    """Somebody failed by time, which may be the machine's doing."""

    @classmethod
    def lost(cls, seating: DeckSeating, seat: Seat, what: str, *, late: bool = False) -> Deal:
        """A deal that a bot has lost by failing; all others have won it."""
        failed = seating.styles[seat]
        scores = tuple(float(style != failed) for style in seating.styles)
        return cls(seating.styles, scores, failed, f"deck {seating.deck}: {what}", late)


class _Failed(Exception):
    """A bot has lost what is played by its own doing."""

    def __init__(self, seat: Seat, what: str, *, late: bool = False) -> None:
        super().__init__(what)
        self.seat = seat
        self.late = late


@dataclass(frozen=True, slots=True)
class Arena:
    """What is played: a preset with its options, and from which seed."""

    family: str
    preset: str
    options: dict[str, Any]
    seed: int
    records: Path | None = None
    limit: float = 10.0
    """Seconds that a decision may take."""
    matches: bool = False
    """Whether whole matches are played; their winners share one point."""

    def rules(self, seats: int) -> AnyRules:
        """The game. Made once: its tables, such as what beats what, cost as much as a deal or two."""
        game = family(self.family)
        return game.rules(make_options(game.options(), self.options), seats)

    def play(self, rules: AnyRules, seating: DeckSeating, thinking: Thinking) -> Deal:
        """A deal, or a match; a bot that fails has lost it. Raises OSError where its record cannot be written."""
        try:
            return Deal(seating.styles, self._scores(rules, seating, thinking))
        except _Failed as failure:
            return Deal.lost(seating, failure.seat, str(failure), late=failure.late)

    def _scores(self, rules: AnyRules, seating: DeckSeating, thinking: Thinking) -> tuple[float, ...]:
        styles = seating.styles
        for style in styles:
            name_program(style)  # by the user, in the process that has started this one
        names = tuple(f"{short(style)[:LONGEST_NAME]} {seat}" for seat, style in enumerate(styles))
        kinds = tuple(f"bot:{style}" for style in styles)
        seed = deck_seed(self.seed, seating.deck)
        header = make_header(family(self.family), self.preset, rules.options, names, kinds, seed)
        path = None
        if self.records is not None:
            line_up = "-".join(re.sub(r"[^\w.]+", "-", short(style)) for style in sorted(set(styles)))
            path = self.records / f"{line_up}-{seating.deck:06}-{seating.turn}.jsonl"
        table = Table.begin(rules, header, path, durable=False)
        table.bots.limit = self.limit
        try:
            counted = []
            while True:
                self._play_deal(table, thinking)
                if table.deal_counts:
                    counted.append(table.scores())
                if table.match_over or (counted and not self.matches and not rules.deals_differ):
                    break
                table.next_deal()
            if self.matches:
                winners = table.winners or tuple(range(len(styles)))
                return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(styles)))
            return tuple(map(fmean, zip(*counted or [table.scores()], strict=True)))
        finally:
            table.close()

    def _play_deal(self, table: Table, thinking: Thinking) -> None:
        while table.to_act:
            seat = table.to_act[0]
            thinking[SEAT] = seat
            thinking[SINCE] = began = monotonic()
            try:
                decision = table.bot_decision(seat)
                took = monotonic() - began
                move = move_of(decision)
            except BaseException as error:  # a bot may fail in any way, sys.exit too; it has lost, and the rest goes on
                raise _Failed(seat, what_failed(error), late=isinstance(error, TimeoutError)) from None
            finally:
                thinking[SINCE] = 0
            if took > self.limit:
                raise _Failed(seat, too_slow(self.limit), late=True)
            try:
                table.submit(seat, move)
            except OSError:  # no bot's doing: the record cannot be written
                raise
            except RuleBroken as broken:
                raise _Failed(seat, one_line(f"no legal move: {broken}")) from None
            except Exception:  # Its parts are of the right kinds, and yet no rule can read them.
                raise _Failed(seat, one_line(f"{shown(move)} is no move")) from None


def move_of(decision: Any) -> Move:
    """The move of what a bot has answered. Raises Fault where there is none in it."""
    if not hasattr(decision, "move"):
        raise Fault("it answered {what}, which is no decision", what=shown(decision))
    move = decision.move
    if isinstance(move, Move) and all(map(isinstance, move, (str, int, int))):
        return move
    raise Fault("{what} is no move", what=shown(move))


def what_failed(error: BaseException) -> str:
    """Why a bot has lost, in one line: what is refused here in words, an error of its own with its class."""
    return one_line(plain(error.text) if isinstance(error, Fault) else foreign(error))


def one_line(text: str) -> str:
    """A text in one line that a terminal only shows."""
    line = " ".join(text.split())
    return "".join(sign if sign.isprintable() else "?" for sign in line[:200])


def too_slow(limit: float) -> str:
    """What a bot has done that takes longer than this. Says nothing of how long, so that it is the same every time."""
    return f"a decision took more than {limit:g} s"
