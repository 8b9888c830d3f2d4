"""What one decision cost, judged by what its seat knew: proven where that can be, else searched, and searched again.

A verdict is said only where the interval of the loss holds nothing above "nothing lost". Whatever one look finds is
looked at again with other lots before it is called anything, and further ahead before it is called a mistake. From the
same observation comes the same verdict.
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
"""What a decision is called: costly, or one of those that cost nothing."""
MISTAKE: Final = 0.10
DEAR: Final[tuple[tuple[Word, float], ...]] = (("blunder", 0.15), ("mistake", MISTAKE), ("inaccuracy", 0.05))
"""From which loss on a decision is called so, as a share of the score."""
DOUBT: Final = 0.03
"""A loss of so much in the first look is looked at again."""
SURELY: Final = 0.02
"""Where the interval of a slight loss begins no higher, nothing is said: of 29 inaccuracies 11 were none on a longer
look, of the 13 that begin above it three."""
SHALLOW: Final = 300
"""Iterations of a search that must miss a move before it is called brilliant."""
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
    """A decision and what it cost. Values are expected scores, from 0 to 1."""

    seat: Seat
    move: Move
    """What was done."""
    word: Word
    value: float
    """What it brings."""
    best: float
    """What the best move brings; the same where nothing was lost."""
    low: float
    high: float
    """The interval of 95 % of the loss; both are the loss where it is proven."""
    better: Move | None = None
    """What would have brought more; None where nothing was lost for certain."""
    exact: bool = False
    """Every card was known, and the values are proven."""
    line: Line = ()
    """Where something is proven lost: the better move, and how both sides best go on to the end."""
    tried: int = 0
    """Deals that were looked at; 0 where it is proven."""
    whatever: bool = False
    """More than two sides play: proven is what the best move brings at least, and the move made at most."""
    weighed: tuple[tuple[Move, float], ...] = ()
    """What every move brings that the first look has tried, what did best first; where it is proven, all the best."""

    @property
    def loss(self) -> float:
        """What was lost for certain: nothing where the interval holds nothing."""
        return self.best - self.value

    @property
    def is_dear(self) -> bool:
        """Whether it is called a blunder, a mistake or an inaccuracy."""
        return self.better is not None


def judge(
    thoughts: AnyThoughts, decided: Decided, *, trusted: bool = True, share: float = 1
) -> Generator[None, None, Verdict | None]:
    """The verdict on a decision, after slices of some milliseconds; None where there was nothing to decide or to say.

    Where searches are not `trusted`, only what is proven is said. `share` is how much of the usual work is done.
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
    """Whether there was anything to decide, and it may be spoken of."""
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
        # Nobody is told to do what a hint would not advise, and at which people would laugh.
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
        # The tutor has no time for it; it is silent unless the interval begins higher. Where all of the interval is a
        # mistake a longer search has never said anything else.
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
    """What the lots of a judgement follow from: only what the seat knew, so that it says nothing of what it did not."""
    state = decided.seen.state
    return f"{decided.seen.seat} {len(decided.events)} {rules.move_text(decided.move)} {state.places}"


def _called(rules: AnyRules, decided: Decided, loss: Loss, lot: str) -> Word | None:
    """What a loss is called that a search has found; None where it is not worth a word.

    An inaccuracy is one only where it has surely cost more than nothing to speak of. Where half of the styles would
    have done the same, the word is one milder.
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
    """Whether a move that is proven the only one is missed by every style, and by a search that looks not so far."""
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
