"""The tutor: what a move costs, said at once while a deal is played, or not at all.

It judges as a review does, but with a fifth of the work; the work is counted and not timed, so that the same decision
is always answered alike. What is not settled by then is not said.
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
"""The part of a review's work on a decision that is done."""
SLICES: Final = 100
"""Slices of some three milliseconds after which nothing is said any more."""
MUCH: Final = 0.10
"""A move that has cost less is not spoken of."""
EVEN: Final = 0.5
"""What a side scores where nobody wins."""
SURE: Final = 0.05
"""Nor one that may have cost less than this."""


def certainly_lost(
    thoughts: AnyThoughts, decided: Decided, is_wanted: Callable[[], bool] = lambda: True
) -> Verdict | None:
    """The verdict on a move that is about to be made and loses for certain; None where nothing can be proven."""
    seen, move, _ = decided
    moves = thoughts.rules.legal(seen.state, seen.seat)
    if len(moves) <= 1:
        return None
    proven = _answer(prove(thoughts, seen, moves, move, 2 * SHARE), is_wanted)
    if proven is None or proven.better.value - proven.made.value < NEAR:
        return None
    return lost_by(seen.seat, move, proven)


def is_lost(thoughts: AnyThoughts, seen: Observation, is_wanted: Callable[[], bool] = lambda: True) -> bool:
    """Whether this seat, which is to act, loses the deal for certain whatever it does; False where nothing is proven.

    Between two sides a deal is lost with less than half of what there is.
    """
    moves = thoughts.rules.legal(seen.state, seen.seat)
    proven = _answer(prove(thoughts, seen, moves, moves[0]), is_wanted)
    # Where more than two sides play, what is proven is only what one of them is sure of.
    return proven is not None and not proven.whatever and proven.better.value < EVEN - NEAR


def asked(rules: AnyRules, decided: Decided, verdict: Verdict) -> Text:
    """What is asked before a move that certainly loses: what it loses, and nothing of what would be better."""
    move = move_name(rules, decided.seen, decided.move)
    return say("{move} – {cost}. Play it all the same?", move=move, cost=cost(verdict))


def cost_much(
    thoughts: AnyThoughts, decided: Decided, *, trusted: bool, is_wanted: Callable[[], bool] = lambda: True
) -> Verdict | None:
    """The verdict on a move that has cost much; None for any other, and where that is not settled soon."""
    verdict = _answer(judge(thoughts, decided, trusted=trusted, share=SHARE), is_wanted)
    if verdict is None or verdict.better is None or verdict.loss < MUCH or verdict.low < SURE:
        return None
    return verdict


def _answer(thought: Generator[None, None, ThoughtT | None], is_wanted: Callable[[], bool]) -> ThoughtT | None:
    """What a thought comes to; None if that takes too long, or is not wanted any more."""
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
    """What is said of a move that has cost much, in full, and then ever shorter for a line that has no room for it."""
    assert verdict.better is not None
    assert verdict.loss >= DEAR[-1][1]
    better = move_name(rules, decided.seen, verdict.better)
    why = why_better(rules, decided.seen, verdict.move, verdict.better)
    costs = cost(verdict), loss(verdict)
    lines = [say("Cost: {cost}. Better: {better}.", cost=each, better=better) for each in costs]
    if why is None:
        return lines
    return [say("Cost: {cost}. Better: {better} – {why}.", cost=each, better=better, why=why) for each in costs] + lines
