"""The questions of a page: its viewer's decisions, with the choices and a review's verdict on each.

A question is a JSON object: `frame`, after which it is asked; `choices`, a sentence for each; `made`, the one that was
played; `values`, the value of each in chances of 100, null if it was not weighed; `best`, one of the best ones, or
null; `proven`, whether a choice without a value is certainly worth less; `votes`, the number of `voters` styles that
would play each, if no search can judge; `word`, `cost` and `why`, the verdict on the move that was made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from cardtable.bots.search.explained import labels_of
from cardtable.coach import told
from cardtable.coach.review import Judged, SeatReview, Unjudged
from cardtable.coach.votes import Votes
from cardtable.engine.moves import Move
from cardtable.engine.state import Observation
from cardtable.engine.text import Text
from cardtable.film.sentences import NOTHING, Sentences

MOST: Final = 9
"""The maximum number of choices, since each has a digit. The move played, the best and the most valuable are kept."""


def curve(review: SeatReview, made: Sequence[int]) -> list[list[int]]:
    """The viewer's chances: after which frame, before the decision and after it, in chances of 100."""
    return [
        [made.index(one.moment) - 1, round(100 * one.verdict.best), round(100 * one.verdict.value)]
        for one in review.found
    ]


def marks(review: SeatReview, made: Sequence[int]) -> list[list[Any]]:
    """The frames of moves with a label: costly, the only move, brilliant."""
    return [[made.index(one.moment), one.verdict.word] for one in review.found if one.verdict.word != "fine"]


def questions(review: SeatReview, made: Sequence[int], said: Sentences) -> Iterator[dict[str, Any]]:
    """All questions from a review, in the order of the deal; `made` are the moments of the frames."""
    decisions: list[Judged | Unjudged] = [*review.found, *review.asked]
    for one in sorted(decisions, key=lambda one: one.number):
        seen, frame = review.replay.before(one.moment), made.index(one.moment) - 1
        if isinstance(one, Judged):
            yield {"frame": frame, **_judged(review, one, seen, said)}
        else:
            yield {"frame": frame, **_asked(review, one, seen, said)}


def _judged(review: SeatReview, one: Judged, seen: Observation, said: Sentences) -> dict[str, Any]:
    verdict = one.verdict
    # The first pass may have found a better move than the longer passes, which decide.
    values = {move: min(value, verdict.best) for move, value in verdict.weighed}
    best = verdict.better or verdict.move
    values |= {verdict.move: verdict.value, best: verdict.best}
    choices = _choices(review, seen, (verdict.move, best), values)
    return {
        **_offered(review, seen, choices, said),
        "made": choices.index(verdict.move),
        "best": choices.index(best),
        "values": [round(100 * values[move]) if move in values else None for move in choices],
        "proven": verdict.exact and not verdict.whatever,
        "word": verdict.word,
        "called": said.part(told.word(verdict)),
        "cost": said.line(told.cost(verdict)) if verdict.is_dear else NOTHING,
        "why": said.line(told.why(review.replay, one)),
    }


def _asked(review: SeatReview, one: Unjudged, seen: Observation, said: Sentences) -> dict[str, Any]:
    votes, agreed = one.votes, one.votes.agreed
    why: Text | None = None
    if agreed is not None:
        why = told.why_better(review.replay.rules, seen, one.move, agreed)
    heads = Counter(votes.by_style.values())
    choices = _choices(review, seen, (one.move, votes.favourite), dict(heads))
    return {
        **_offered(review, seen, choices, said),
        "made": choices.index(one.move),
        "best": None if agreed is None else choices.index(agreed),
        "values": [None for _ in choices],
        **_counted(votes, choices),
        "why": said.line(why),
    }


def _counted(votes: Votes, choices: Sequence[Move]) -> dict[str, Any]:
    return {"votes": [votes.alike(move) for move in choices], "voters": len(votes.by_style)}


def _offered(review: SeatReview, seen: Observation, choices: Sequence[Move], said: Sentences) -> dict[str, Any]:
    labels = labels_of(review.replay.rules, seen)
    return {"choices": [said.part(labels[move]) for move in choices]}


def _choices(review: SeatReview, seen: Observation, kept: Sequence[Move], worth: Mapping[Move, float]) -> list[Move]:
    """The legal moves in table order, limited to the most wanted ones if there are many."""
    legal = list(review.replay.rules.legal(seen.state, seen.seat))
    wanted = sorted(legal, key=lambda move: (move not in kept, -worth.get(move, -1)))[:MOST]
    return [move for move in legal if move in wanted]
