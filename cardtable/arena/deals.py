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
"""The styles at a table, by seat."""

SEAT, SINCE = range(2)
Thinking = MutableSequence[float]
"""The seat that is thinking, and the clock time since when; 0 while none is.

A flat array, because another process reads this memory: see `workers`.
"""


class DeckSeating(NamedTuple):
    """One game to play: a deck and its seating."""

    deck: int
    styles: LineUp
    turn: int
    """How far the line-up is rotated."""


def deck_seed(seed: int, deck: int) -> int:
    """The seed of a deck's cards, from 0 to 2^63 - 1.

    Different seeds share no decks, as they would if the numbers were added: repeating an experiment with the next seed
    gives a fresh sample.
    """
    return int.from_bytes(blake2b(f"{seed} {deck}".encode(), digest_size=8).digest()) >> 1


def seatings(line_up: LineUp, deck: int, seed: int = 0) -> list[DeckSeating]:
    """A deck in all rotations, so that every style gets every seat.

    The neighbours change with the deck, depending on seed and deck: a weak neighbour is worth more than most
    differences between styles. If a style sits twice, as partners do, the order stays, and rotations with the same
    seating as an earlier one are left out, as they would repeat the same deal.
    """
    turns = range(next(turn for turn in range(1, len(line_up) + 1) if line_up[turn:] + line_up[:turn] == line_up))
    if len(set(line_up)) == len(line_up):
        others = list(line_up[1:])
        Random(deck_seed(seed, deck)).shuffle(others)
        line_up = (line_up[0], *others)
    return [DeckSeating(deck, line_up[turn:] + line_up[:turn], turn) for turn in turns]


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal or match: the styles by seat, their scores, and the bot that raised, moved illegally or was too slow."""

    styles: tuple[str, ...]
    scores: tuple[float, ...]
    failed: str = ""
    what: str = ""
    late: bool = False
    """Whether the failure was a timeout, which may be the machine's fault."""

    @classmethod
    def lost(cls, seating: DeckSeating, seat: Seat, what: str, *, late: bool = False) -> Deal:
        """The result of a deal that a bot lost by failing; all others won it."""
        failed = seating.styles[seat]
        scores = tuple(float(style != failed) for style in seating.styles)
        return cls(seating.styles, scores, failed, f"deck {seating.deck}: {what}", late)


class _Failed(Exception):
    """A bot has lost the game through a failure of its own."""

    def __init__(self, seat: Seat, what: str, *, late: bool = False) -> None:
        super().__init__(what)
        self.seat = seat
        self.late = late


@dataclass(frozen=True, slots=True)
class Arena:
    """What is played: a preset with its options, starting from a seed."""

    family: str
    preset: str
    options: dict[str, Any]
    seed: int
    records: Path | None = None
    limit: float = 10.0
    """Seconds allowed for a decision."""
    matches: bool = False
    """Whether whole matches are played; their winners share one point."""

    def rules(self, seats: int) -> AnyRules:
        """The rules. Build them once: their tables, such as what beats what, cost as much as a deal or two."""
        game = family(self.family)
        return game.rules(make_options(game.options(), self.options), seats)

    def play(self, rules: AnyRules, seating: DeckSeating, thinking: Thinking) -> Deal:
        """Plays a deal or a match; a bot that fails loses it. Raises OSError if its record cannot be written."""
        try:
            return Deal(seating.styles, self._scores(rules, seating, thinking))
        except _Failed as failure:
            return Deal.lost(seating, failure.seat, str(failure), late=failure.late)

    def _scores(self, rules: AnyRules, seating: DeckSeating, thinking: Thinking) -> tuple[float, ...]:
        styles = seating.styles
        for style in styles:
            name_program(style)  # The user named it in the process that started this one.
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
            except BaseException as error:  # Even by sys.exit; it has lost, and the rest goes on.
                raise _Failed(seat, what_failed(error), late=isinstance(error, TimeoutError)) from None
            finally:
                thinking[SINCE] = 0
            if took > self.limit:
                raise _Failed(seat, too_slow(self.limit), late=True)
            try:
                table.submit(seat, move)
            except OSError:  # Not the bot's fault: the record cannot be written.
                raise
            except RuleBroken as broken:
                raise _Failed(seat, one_line(f"no legal move: {broken}")) from None
            except Exception:  # Its fields have the right types, but no rules can read them.
                raise _Failed(seat, one_line(f"{shown(move)} is no move")) from None


def move_of(decision: Any) -> Move:
    """The move in a bot's answer. Raises Fault if there is none."""
    if not hasattr(decision, "move"):
        raise Fault("it answered {what}, which is no decision", what=shown(decision))
    move = decision.move
    if isinstance(move, Move) and all(map(isinstance, move, (str, int, int))):
        return move
    raise Fault("{what} is no move", what=shown(move))


def what_failed(error: BaseException) -> str:
    """Why a bot lost, in one line: our own messages as text, the bot's own errors with their class."""
    return one_line(plain(error.text) if isinstance(error, Fault) else foreign(error))


def one_line(text: str) -> str:
    """The text as one line without control characters."""
    line = " ".join(text.split())
    return "".join(sign if sign.isprintable() else "?" for sign in line[:200])


def too_slow(limit: float) -> str:
    """The failure of taking longer than the limit, without the actual time, so that the text is always the same."""
    return f"a decision took more than {limit:g} s"
