"""Verdicts in sentences, for whatever shows them: the command line, and the screen."""

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
    """What was done at a moment, as it was offered."""
    return labels_of(replay.rules, replay.before(moment))[move]


def named(replay: Replay, moment: int, move: Move) -> Text:
    """The same as it stands in a sentence: its cards, where they tell it from all others."""
    return move_name(replay.rules, replay.before(moment), move)


def move_name(rules: AnyRules, seen: Observation, move: Move) -> Text:
    """A move that could be chosen as it stands in a sentence."""
    return MoveNames(rules, seen, rules.legal(seen.state, seen.seat))[move]


def better(replay: Replay, one: Judged) -> Text | None:
    """What would have been better; None where nothing was."""
    move = one.verdict.better
    return None if move is None else labels_of(replay.rules, replay.before(one.moment))[move]


def voted_lines(replay: Replay, review: SeatReview) -> list[Text]:
    """What is said of the decisions that most would have made otherwise, in the order of the deal."""
    told = sorted(review.told, key=lambda one: one.number)
    return [Text("{number}. {told}", {"number": one.number, "told": voted(replay, one)}) for one in told]


def voted(replay: Replay, one: Unjudged) -> Text:
    """What most would rather have done, and why: as a partner would speak where there is one."""
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
    """What would have been best for one who saw every card; None where that was not asked."""
    move = one.open_cards
    return None if move is None else labels_of(replay.rules, replay.before(one.moment))[move]


def why(replay: Replay, one: Judged) -> Text | None:
    """Why the other move was better, where a word is known for that."""
    verdict = one.verdict
    return (
        None
        if verdict.better is None
        else why_better(replay.rules, replay.before(one.moment), verdict.move, verdict.better)
    )


def why_better(rules: AnyRules, seen: Observation, made: Move, better: Move) -> Text | None:
    """What speaks for a move and not for the one that was made; None where no word is known for that."""
    found = reasons_against(rules, seen, rules.legal(seen.state, seen.seat), better, (made,))
    return found[0].text if found else None


def word(verdict: Verdict) -> Text:
    """What the decision is called."""
    return Text(WORDS[verdict.word])


def cost(verdict: Verdict) -> Text:
    """What it cost: chances of 100 with their interval, or what was proven lost."""
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
    """The loss as a difference of the two values as they are shown."""
    return round(100 * verdict.best) - round(100 * verdict.value)


def _half(verdict: Verdict) -> int:
    """Half of the interval of a loss; rounded so that it never seems to hold nothing, which it does not."""
    return max(1, min(round(50 * (verdict.high - verdict.low)), _points_lost(verdict) - 1))


def loss(verdict: Verdict) -> Text:
    """The same in a few signs, for a list."""
    if not verdict.is_dear:
        return Text("0")
    lost = _points_lost(verdict)
    if verdict.exact:
        return say("−{loss}, proven", loss=lost)
    return Text("−{loss} ± {half}", {"loss": lost, "half": _half(verdict)})


def in_a_line(replay: Replay, one: Judged) -> Text:
    """A decision that was costly, what it cost, and what would have been better."""
    return say(
        "The costliest: {done} – {word}, {cost}. Better: {better}.",
        done=done(replay, one.moment, one.verdict.move),
        word=word(one.verdict),
        cost=cost(one.verdict),
        better=better(replay, one) or "",
    )


def standing(value: float) -> Text:
    """What a proven score comes to."""
    if value == 1:
        return say("a win")
    if value == 0:
        return say("a defeat")
    return say("a draw") if value == 0.5 else say("{value} of 100", value=round(100 * value))


def told_line(replay: Replay, one: Judged) -> list[Text]:
    """The line that proves it, move by move; empty where nothing is proven. It lays hands open: the deal is over."""
    assert replay.over(replay.deal_at(one.moment)[-1]), "hands are still secret"
    state, lines = replay.moments[one.moment - 1].state.copy(), []
    for seat, move in one.verdict.line:
        labels = labels_of(replay.rules, observe(state, seat))
        lines.append(say("{who}: {move}", who=Who(seat), move=labels[move]))
        replay.rules.play(state, seat, move)
    return lines
