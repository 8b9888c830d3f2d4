"""Verdicts in sentences, for the command line and the screen."""

from __future__ import annotations

from cardtable.bots.reasons import reasons_against
from cardtable.bots.search.explained import labels_of
from cardtable.bots.search.hinted import MoveNames
from cardtable.coach.review import Judged, SeatReview, Unjudged
from cardtable.coach.verdicts import WORDS, Verdict
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation, observe
from cardtable.engine.text import Text, Who, say, say_count
from cardtable.match.replay import Replay


def done(replay: Replay, moment: int, move: Move) -> Text:
    """The label of the move made at a moment."""
    return labels_of(replay.rules, replay.before(moment))[move]


def named(replay: Replay, moment: int, move: Move) -> Text:
    """The same move within a sentence: its cards, if they identify it."""
    return move_name(replay.rules, replay.before(moment), move)


def move_name(rules: AnyRules, seen: Observation, move: Move) -> Text:
    """The name of a legal move within a sentence."""
    return MoveNames(rules, seen, rules.legal(seen.state, seen.seat))[move]


def better(replay: Replay, one: Judged) -> Text | None:
    """The label of the better move; None if there was none."""
    move = one.verdict.better
    return None if move is None else labels_of(replay.rules, replay.before(one.moment))[move]


def voted_lines(replay: Replay, review: SeatReview) -> list[Text]:
    """The sentences about decisions that most styles would have made otherwise, in the order of the deal."""
    told = sorted(review.told, key=lambda one: one.number)
    return [Text("{number}. {told}", {"number": one.number, "told": voted(replay, one)}) for one in told]


def voted(replay: Replay, one: Unjudged) -> Text:
    """The move that most styles preferred, and why; worded as from a partner in games with partners."""
    rules, seen, better = replay.rules, replay.before(one.moment), one.votes.agreed
    assert better is not None
    facts: dict[str, Text | int] = {
        "done": move_name(rules, seen, one.move),
        "better": move_name(rules, seen, better),
        "why": why_better(rules, seen, one.move, better) or Text(""),
    }
    alike, count = one.votes.alike(better), len(one.votes.by_style)
    if getattr(rules, "sides", rules.seats) < rules.seats:
        return say("{done}. A partner would rather have seen {better} – {why}.", **facts)
    if alike == count:
        return say_count(
            "{done}. The only style would have chosen {better} – {why}.",
            "{done}. All {count} styles would have chosen {better} – {why}.",
            count,
            **facts,
        )
    return say("{done}. {count} of {all} styles would have chosen {better} – {why}.", count=alike, all=count, **facts)


def with_open_cards(replay: Replay, one: Judged) -> Text | None:
    """The best move for a player who sees every card; None if not worked out."""
    move = one.open_cards
    return None if move is None else labels_of(replay.rules, replay.before(one.moment))[move]


def why(replay: Replay, one: Judged) -> Text | None:
    """The reason why the other move was better, if known."""
    verdict = one.verdict
    return (
        None
        if verdict.better is None
        else why_better(replay.rules, replay.before(one.moment), verdict.move, verdict.better)
    )


def why_better(rules: AnyRules, seen: Observation, made: Move, better: Move) -> Text | None:
    """The reason for a move that does not apply to the move made; None if none is known."""
    found = reasons_against(rules, seen, rules.legal(seen.state, seen.seat), better, (made,))
    return found[0].text if found else None


def word(verdict: Verdict) -> Text:
    """The name of the verdict."""
    return Text(WORDS[verdict.word])


def cost(verdict: Verdict) -> Text:
    """The cost of a decision: chances out of 100 with their interval, or what was proven lost."""
    if verdict.whatever and verdict.is_dear:
        best, value = standing(verdict.best), standing(verdict.value)
        return say("at least {before} → at most {now}, proven", before=best, now=value)
    if verdict.exact and verdict.is_dear:
        return say("{before} → {now}, proven", before=standing(verdict.best), now=standing(verdict.value))
    return say(
        "chances {before} → {now} of 100 (−{loss} ± {half})",
        before=round(100 * verdict.best),
        now=round(100 * verdict.value),
        loss=_points_lost(verdict),
        half=_half(verdict),
    )


def _points_lost(verdict: Verdict) -> int:
    """The loss as the difference of the two values as shown."""
    return round(100 * verdict.best) - round(100 * verdict.value)


def _half(verdict: Verdict) -> int:
    """Half the interval of a loss, rounded so that it never seems to include zero: the real interval does not."""
    return max(1, min(round(50 * (verdict.high - verdict.low)), _points_lost(verdict) - 1))


def loss(verdict: Verdict) -> Text:
    """The cost in a short form, for a list."""
    if not verdict.is_dear:
        return Text("0")
    lost = _points_lost(verdict)
    if verdict.exact:
        return say("−{loss}, proven", loss=lost)
    return Text("−{loss} ± {half}", {"loss": lost, "half": _half(verdict)})


def in_a_line(replay: Replay, one: Judged) -> Text:
    """A costly decision in one line: what it cost, and what would have been better."""
    return say(
        "The costliest: {done} – {word}, {cost}. Better: {better}.",
        done=done(replay, one.moment, one.verdict.move),
        word=word(one.verdict),
        cost=cost(one.verdict),
        better=better(replay, one) or "",
    )


def standing(value: float) -> Text:
    """A proven score in words."""
    if value == 1:
        return say("a win")
    if value == 0:
        return say("a defeat")
    return say("a draw") if value == 0.5 else say("{value} of 100", value=round(100 * value))


def told_line(replay: Replay, one: Judged) -> list[Text]:
    """The line that proves the verdict, move by move; empty if none is proven. It reveals hands: the deal is over."""
    assert replay.over(replay.deal_at(one.moment)[-1]), "hands are still secret"
    state, lines = replay.moments[one.moment - 1].state.copy(), []
    for seat, move in one.verdict.line:
        labels = labels_of(replay.rules, observe(state, seat))
        lines.append(say("{who}: {move}", who=Who(seat), move=labels[move]))
        replay.rules.play(state, seat, move)
    return lines
