"""The tutor: what a move costs, reported at once during the deal or not at all.

It judges like a review, but with a fifth of the work; work is counted, not timed, so that the same decision always gets
the same answer. Anything not settled by then goes unsaid.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Final, TypeVar

from cardtable.bots.search.thoughts import AnyThoughts
from cardtable.coach.proof import NEAR, prove
from cardtable.coach.told import cost, loss, move_name, why_better
from cardtable.coach.verdicts import DEAR, Verdict, judge, lost_by
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.engine.text import Text, say
from cardtable.match.match import Decided

ThoughtT = TypeVar("ThoughtT")
SHARE: Final = 0.2
"""The share of a review's work spent on a decision."""
SLICES: Final = 100
"""Slices of about three milliseconds after which it stays silent."""
MUCH: Final = 0.10
"""A move that cost less is not mentioned."""
EVEN: Final = 0.5
"""A side's score when nobody wins."""
SURE: Final = 0.05
"""Nor is a move that may have cost less than this."""


def certainly_lost(
    thoughts: AnyThoughts, decided: Decided, is_wanted: Callable[[], bool] = lambda: True
) -> Verdict | None:
    """The verdict on a move about to be made if it certainly loses something; None if nothing can be proven."""
    seen, move, _ = decided
    moves = thoughts.rules.legal(seen.state, seen.seat)
    if len(moves) <= 1:
        return None
    proven = _answer(prove(thoughts, seen, moves, move, 2 * SHARE), is_wanted)
    if proven is None or proven.better.value - proven.made.value < NEAR:
        return None
    return lost_by(seen.seat, move, proven)


def is_lost(thoughts: AnyThoughts, seen: Observation, is_wanted: Callable[[], bool] = lambda: True) -> bool:
    """Whether the seat to act certainly loses the deal whatever it does; False if nothing is proven.

    Between two sides, a deal is lost with less than half of the score.
    """
    moves = thoughts.rules.legal(seen.state, seen.seat)
    proven = _answer(prove(thoughts, seen, moves, moves[0]), is_wanted)
    # With more than two sides, a proof gives only a lower bound.
    return proven is not None and not proven.whatever and proven.better.value < EVEN - NEAR


def asked(rules: AnyRules, decided: Decided, verdict: Verdict) -> Text:
    """The question before a move that certainly loses: it tells the loss but not the better move."""
    move = move_name(rules, decided.seen, decided.move)
    return say("{move} – {cost}. Play it all the same?", move=move, cost=cost(verdict))


def cost_much(
    thoughts: AnyThoughts, decided: Decided, *, trusted: bool, is_wanted: Callable[[], bool] = lambda: True
) -> Verdict | None:
    """The verdict on a move that cost much; None for any other, or if it is not settled in time."""
    verdict = _answer(judge(thoughts, decided, trusted=trusted, share=SHARE), is_wanted)
    if verdict is None or verdict.better is None or verdict.loss < MUCH or verdict.low < SURE:
        return None
    return verdict


def _answer(thought: Generator[None, None, ThoughtT | None], is_wanted: Callable[[], bool]) -> ThoughtT | None:
    """Runs a computation to its result; None if it takes too long or is no longer wanted."""
    for _ in range(SLICES):
        if not is_wanted():
            return None
        try:
            next(thought)
        except StopIteration as end:
            answer: ThoughtT | None = end.value
            return answer
    return None


def told(rules: AnyRules, decided: Decided, verdict: Verdict) -> list[Text]:
    """The tutor's line about a costly move, followed by ever shorter versions for narrower spaces."""
    assert verdict.better is not None
    assert verdict.loss >= DEAR[-1][1]
    better = move_name(rules, decided.seen, verdict.better)
    why = why_better(rules, decided.seen, verdict.move, verdict.better)
    costs = cost(verdict), loss(verdict)
    lines = [say("Cost: {cost}. Better: {better}.", cost=each, better=better) for each in costs]
    if why is None:
        return lines
    return [say("Cost: {cost}. Better: {better} – {why}.", cost=each, better=better, why=why) for each in costs] + lines
