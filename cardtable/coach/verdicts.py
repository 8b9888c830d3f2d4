"""The cost of one decision, judged by what its seat knew: proven where possible, else searched repeatedly.

A verdict is given only if the interval of the loss excludes zero. A loss found by one look is looked at again with
fresh random numbers before it is named, and further ahead before it is called a mistake. The same observation always
gets the same verdict.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from cardtable.bots.finding import make_bot
from cardtable.bots.search.natural import NATURAL, Looked, plain_order, settled
from cardtable.bots.search.search import Tree
from cardtable.bots.search.thoughts import AnyThoughts, family_of
from cardtable.coach.advice import asked
from cardtable.coach.chances import CLEAR, Loss, first_look, second_look, third_look
from cardtable.coach.proof import NEAR, Line, Proven, prove
from cardtable.coach.votes import Voters
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import CannotGuess
from cardtable.engine.text import mark
from cardtable.match.match import Decided

Word = Literal["blunder", "mistake", "inaccuracy", "fine", "only", "brilliant"]
"""The name of a decision: a costly one, or one that cost nothing."""
MISTAKE: Final = 0.10
DEAR: Final[tuple[tuple[Word, float], ...]] = (("blunder", 0.15), ("mistake", MISTAKE), ("inaccuracy", 0.05))
"""The least loss for each name, as a share of the score."""
DOUBT: Final = 0.03
"""A loss of this much in the first look gets a second look."""
SURELY: Final = 0.02
"""For a slight loss, the interval must begin above this: of 29 inaccuracies, a longer look refuted 11; of the 13 whose
interval begins above it, three.
"""
SHALLOW: Final = 300
"""Iterations of the search that must miss a move before it is called brilliant."""
WORDS: Final[dict[Word, str]] = {
    "blunder": mark("blunder"),
    "mistake": mark("mistake"),
    "inaccuracy": mark("inaccuracy"),
    "fine": mark("fine"),
    "only": mark("the only move"),
    "brilliant": mark("brilliant"),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision and its cost. Values are expected scores, from 0 to 1."""

    seat: Seat
    move: Move
    """The move made."""
    word: Word
    value: float
    """Its value."""
    best: float
    """The value of the best move; equal to `value` if nothing was lost."""
    low: float
    high: float
    """The 95 % interval of the loss; both ends equal the loss if it is proven."""
    better: Move | None = None
    """The better move; None if nothing was certainly lost."""
    exact: bool = False
    """Every card was known, and the values are proven."""
    line: Line = ()
    """For a proven loss: the better move, followed by best play to the end."""
    tried: int = 0
    """The number of deals sampled; 0 if proven."""
    whatever: bool = False
    """With more than two sides: `best` is a proven lower bound and `value` a proven upper bound."""
    weighed: tuple[tuple[Move, float], ...] = ()
    """The value of each move tried in the first look, best first; if proven, only the best moves."""

    @property
    def loss(self) -> float:
        """The certain loss: zero if the interval includes zero."""
        return self.best - self.value

    @property
    def is_dear(self) -> bool:
        """Whether it is called a blunder, a mistake or an inaccuracy."""
        return self.better is not None


def judge(
    thoughts: AnyThoughts, decided: Decided, *, trusted: bool = True, share: float = 1
) -> Generator[None, None, Verdict | None]:
    """Judges a decision, in slices of a few milliseconds; None if there was no choice or nothing to say.

    Unless searches are `trusted`, only proofs count. `share` is the fraction of the usual work to do.
    """
    seen, made, _ = decided
    rules, state, seat = thoughts.rules, seen.state, seen.seat
    if not is_choice(rules, decided):
        return None
    legal = rules.legal(state, seat)
    proven = yield from prove(thoughts, seen, legal, made, min(1, 2 * share))
    if proven is not None:
        value, best = proven.made.value, proven.better.value
        if best - value < NEAR:
            only = len(proven.best) == 1
            word: Word = "fine" if not only else "brilliant" if (yield from _is_hard(thoughts, decided)) else "only"
            return Verdict(
                seat, made, word, value, value, 0.0, 0.0, exact=True, whatever=proven.whatever, weighed=_best_of(proven)
            )
        return lost_by(seat, made, proven)
    if not trusted:
        return None
    moves = list(thoughts.order(state, seat, thoughts.prune(state, seat, legal)))
    if made not in moves:
        moves.append(made)
    if len(moves) == 1:
        return None
    try:
        return (yield from _searched(thoughts, decided, moves, share))
    except CannotGuess:
        return None


def is_choice(rules: AnyRules, decided: Decided) -> bool:
    """Whether there was a choice, and one that may be mentioned."""
    state, seat = decided.seen.state, decided.seen.seat
    return len(rules.legal(state, seat)) > 1 and (decided.move != rules.silence(state) or rules.has_news(state, seat))


def lost_by(seat: Seat, made: Move, proven: Proven) -> Verdict:
    """The verdict on a move that is proven to lose something."""
    value, best = proven.made.value, proven.better.value
    lost, better, line = best - value, proven.best[0], proven.better.line
    return Verdict(
        seat,
        made,
        _word(lost),
        value,
        best,
        lost,
        lost,
        better,
        exact=True,
        line=line,
        whatever=proven.whatever,
        weighed=_best_of(proven),
    )


def _best_of(proven: Proven) -> tuple[tuple[Move, float], ...]:
    return tuple((move, proven.better.value) for move in proven.best)


def _searched(
    thoughts: AnyThoughts, decided: Decided, moves: list[Move], share: float
) -> Generator[None, None, Verdict | None]:
    seen, made, _ = decided
    seat, lot = seen.seat, lot_of(thoughts.rules, decided)
    first = yield from first_look(thoughts, seen, moves, made, lot, share)
    if first.is_one:
        return None
    loss, tried = first.made, first.tried
    weighed = tuple((one.move, one.value) for one in first.weighed)
    better = first.best
    if better != made and loss.loss >= DOUBT:
        # A verdict never recommends a move that a hint would not advise and that people would laugh at.
        looked = Looked(thoughts, seen, moves, first.weighed, first.spread)
        legal = thoughts.rules.legal(seen.state, seat)
        plain = plain_order(thoughts, seen, legal)
        better = (yield from settled(looked, plain, legal, NATURAL, Random(f"{lot} settled"))).move
    if better == made:
        word: Word = "only" if first.best == made and -loss.high >= CLEAR else "fine"
        return Verdict(seat, made, word, loss.value, loss.value, 0.0, 0.0, tried=tried, weighed=weighed)
    if loss.loss >= DOUBT:
        second = yield from second_look(thoughts, seen, made, better, lot, share)
        unsettled = second.made.low <= 0 < second.agreed and second.made.loss >= DEAR[-1][1]
        # The tutor has no time for a third look; it stays silent unless the interval begins higher. If the whole
        # interval is in the range of mistakes, a longer search has never disagreed.
        doubtful = second.made.loss >= MISTAKE and 0 < second.made.low <= MISTAKE
        if share == 1 and (unsettled or doubtful):
            second = yield from third_look(thoughts, seen, made, better, lot, second)
        loss, tried = second.made, tried + second.tried
        if loss.low > 0 and loss.loss >= DEAR[-1][1]:
            called = _called(thoughts.rules, decided, loss, lot)
            if called is not None:
                return Verdict(
                    seat,
                    made,
                    called,
                    loss.value,
                    loss.best,
                    loss.low,
                    loss.high,
                    better,
                    tried=tried,
                    weighed=weighed,
                )
    low, high = min(loss.low, 0.0), max(loss.high, 0.0)
    return Verdict(seat, made, "fine", loss.value, loss.value, low, high, tried=tried, weighed=weighed)


def lot_of(rules: AnyRules, decided: Decided) -> str:
    """The seed of a judgement: only what the seat knew, so that it reveals nothing else."""
    state = decided.seen.state
    return f"{decided.seen.seat} {len(decided.events)} {rules.move_text(decided.move)} {state.places}"


def _called(rules: AnyRules, decided: Decided, loss: Loss, lot: str) -> Word | None:
    """The name of a loss found by search; None if it is not worth mentioning.

    An inaccuracy must certainly have cost more than a trifle. If half of the styles would have made the same move, the
    name is one step milder.
    """
    words = [word for word, _ in DEAR]
    at = words.index(_word(loss.loss))
    asked_of = Voters(rules)
    if asked_of:
        votes = asked_of.ask(decided, lot)
        at += 2 * votes.alike(decided.move) >= len(votes.by_style)
    if at == len(words) or (words[at] == words[-1] and loss.low <= SURELY):
        return None
    return words[at]


def _word(loss: float) -> Word:
    return next((word for word, least in DEAR if loss >= least), "inaccuracy")


def _is_hard(thoughts: AnyThoughts, decided: Decided) -> Generator[None, None, bool]:
    """Whether a proven only move is missed by every style and by a shallow search."""
    seen, made, events = decided
    rules = thoughts.rules
    family = family_of(rules)
    legal = rules.legal(seen.state, seen.seat)
    lot = lot_of(rules, decided)
    for style in asked(family, ours=True):
        bot = make_bot(style, family, rules)
        if hasattr(bot, "watch"):
            bot.watch(events)
        if bot.choose(seen, legal, Random(f"{lot} {style}")).move == made:
            return False
        yield
    moves = thoughts.order(seen.state, seen.seat, legal)
    tree = Tree(thoughts, rules.all_cards, seen, moves)
    yield from tree.think(SHALLOW, Random(f"{lot} shallow"))
    return tree.weighed()[0].move != made
