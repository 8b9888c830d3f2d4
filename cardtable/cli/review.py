"""The command that reviews a player's decisions."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtable.cli.waiting import progress, stoppable
from cardtable.desk.speech import Failure, Usage, say_json, tell_trouble, words

if TYPE_CHECKING:
    from cardtable.coach.advice import Advice
    from cardtable.coach.kept import KeptReviews
    from cardtable.coach.review import Judged, SeatReview
    from cardtable.engine.text import Text
    from cardtable.match.replay import Replay


ALL = "all"
"""Selects every seat, including bots."""


class _SeatOrAll(click.IntRange):
    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Keeps ALL as it is, and converts anything else to a number."""
        return ALL if value == ALL else super().convert(value, param, ctx)


@click.command(epilog="Example: cardtable review match.jsonl --deal 3")
@click.argument("record", metavar="RECORD", type=click.Path(path_type=Path))
@click.option(
    "--seat",
    type=_SeatOrAll(0),
    metavar="NUMBER|all",
    help="Only this seat, the first is 0, or all of them, bots too; else all people.",
)
@click.option("--deal", type=click.IntRange(1), metavar="NUMBER", help="Only this deal; the first of the record is 1.")
@click.option("--open", "open_cards", is_flag=True, help="Say too what would have been best with every card seen.")
@click.option("--luck", is_flag=True, help="Say too what of the results was cards, and what was play; takes long.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a deal; `cardtable help json` describes it.")
def review(record: Path, seat: int | str | None, deal: int | None, open_cards: bool, luck: bool, as_json: bool) -> None:
    """Say what decisions in RECORD have cost, the dearest first, judged by what could be known when they were made.

    Only deals that are over are reviewed. The review is kept beside RECORD and made once; stopped by Ctrl+C (exit
    status 130) it goes on from there. Every loss is a share of the score, with its interval of 95 %; nothing is called
    dear unless a second search confirms it. What is proven holds for certain.
    """
    from cardtable.coach.kept import KeptReviews
    from cardtable.coach.review import left_out
    from cardtable.desk.reading import deals_over, replay_at

    replay = replay_at(record, secret=True)
    seats = _seats(replay, seat)
    deals = deals_over(replay, deal)
    kept = KeptReviews(replay)
    reviews = [kept.review(number, one) for number in deals for one in seats]
    came = go_through(kept, reviews, open_cards=open_cards, hidden=as_json)
    for one in reviews:
        if one.done:
            _tell_json(replay, one) if as_json else _tell(replay, one)
    lines = left_out(replay, reviews)
    if as_json:
        _tell_match_json(reviews, lines)
    else:
        _tell_match(replay, reviews, lines)
    if luck and not came:
        came = _tell_luck(replay, deals, seats, as_json=as_json)
    if came:
        _tell_stopped(reviews)
        click.get_current_context().exit(128 + came)


def _tell_stopped(reviews: list[SeatReview]) -> None:
    """Reports that not everything was judged; silent if the reviews are complete and only extras were interrupted."""
    from cardtable.engine.text import say

    done, total = sum(one.done for one in reviews), sum(one.total for one in reviews)
    if done < total:
        tell_trouble(
            say(
                "stopped: {done} of {total} decisions are reviewed; the same command goes on from there",
                done=done,
                total=total,
            )
        )


def _seats(replay: Replay, seat: int | str | None) -> list[int]:
    """The seats to review. Raises Usage and Failure."""
    if seat == ALL:
        return list(range(len(replay.names)))
    if isinstance(seat, int):
        if seat >= len(replay.names):
            raise Usage("--seat {seat}: the seats are 0 to {last}", seat=seat, last=len(replay.names) - 1)
        return [seat]
    if not replay.people:
        raise Failure("{path}: only bots play this match; name one with --seat, or all", path=replay.record.path)
    return list(replay.people)


def go_through(kept: KeptReviews, reviews: list[SeatReview], *, open_cards: bool, hidden: bool) -> int:
    """Completes the reviews and stores them, until a signal arrives; returns its number, or 0."""
    left = sum(one.total - one.done for one in reviews)
    with ExitStack() as stack:
        stopped = stack.enter_context(stoppable())
        advance = stack.enter_context(progress(words().say("review"), left, hidden=hidden or not left))
        for one in reviews:
            if one.is_whole and not (open_cards and any(found.open_cards is None for found in one.found)):
                continue
            _go_on(one, stopped, advance)
            if open_cards and not stopped():
                _open_up(one, stopped)
            try:
                kept.keep(one)
            except OSError as error:
                from cardtable.engine.faults import told
                from cardtable.engine.text import say

                tell_trouble(say("{path}: the review could not be kept: {why}", path=str(kept.path), why=told(error)))
            if stopped():
                break
        return stopped()


def _open_up(one: SeatReview, stopped: Callable[[], int]) -> None:
    for _ in one.open_up():
        if stopped():
            return


def _go_on(one: SeatReview, stopped: Callable[[], int], advance: Callable[[], None]) -> None:
    done = one.done
    for _ in one.go_on():
        for _ in range(one.done - done):
            advance()
        done = one.done
        if stopped():
            return
    for _ in range(one.done - done):
        advance()


# Output


def _opinions(replay: Replay, one: SeatReview, told: list[Judged]) -> dict[int, Advice]:
    """The styles' opinions of the decisions shown."""
    from cardtable.coach.advice import of_replay

    numbers = {found.number for found in told}
    if not numbers:
        return {}
    return {advice.number: advice for advice in of_replay(replay, replay.deals[one.deal - 1], {one.seat}, numbers)}


def _text(replay: Replay, text: Text | None) -> str:
    return "" if text is None else words().text(text, replay.names)


def _tell(replay: Replay, one: SeatReview) -> None:
    """Shows a seat's deal: how well it was played, then the costly decisions, the costliest first."""
    from cardtable.coach import told
    from cardtable.coach.review import ENOUGH, told_of_likest, told_of_votes
    from cardtable.engine.text import capital, clean, say

    good = sum(not found.verdict.is_dear for found in one.found)
    facts: dict[str, Text | str | int] = {
        "deal": replay.deal_name(one.deal),
        "who": clean(replay.names[one.seat]),
        "good": good,
        "all": len(one.found),
    }
    share = one.accuracy if len(one.found) >= ENOUGH else None
    if share is not None:
        heading = say("{deal}, {who}: {good} of {all} good, accuracy {share} %", share=round(100 * share), **facts)
    elif one.found:
        heading = say("{deal}, {who}: {good} of {all} judged decisions good", **facts)
    elif one.asked:
        heading = say("{deal}, {who}: what the styles would have done", **facts)
    else:
        heading = say("{deal}, {who}: there was nothing to decide.", **facts)
    click.echo(click.style(capital(_text(replay, heading)), bold=True))
    for line in (*told_of_votes([one]), *told_of_likest(one), *told.voted_lines(replay, one)):
        click.echo(f"  {_text(replay, line)}")
    opinions = _opinions(replay, one, one.dearest)
    for found in one.dearest:
        row = say(
            "  {number}. {word}: {done}; better: {better}; {cost}",
            number=found.number,
            word=told.word(found.verdict),
            done=told.done(replay, found.moment, found.verdict.move),
            better=told.better(replay, found) or "",
            cost=told.cost(found.verdict),
        )
        click.echo(_text(replay, row))
        for line in _notes(replay, found, opinions[found.number]):
            click.echo(f"     {capital(_text(replay, line))}")
    for found in one.found:
        if found.verdict.word in ("brilliant", "only"):
            row = say(
                "  {number}. {word}: {done}",
                number=found.number,
                word=told.word(found.verdict),
                done=told.done(replay, found.moment, found.verdict.move),
            )
            click.echo(_text(replay, row))


def _notes(replay: Replay, found: Judged, advice: Advice) -> list[Text]:
    """The notes below a costly decision."""
    from cardtable.coach import told
    from cardtable.coach.review import told_of_styles
    from cardtable.engine.text import Text, say

    why, open_cards = told.why(replay, found), told.with_open_cards(replay, found)
    notes = [] if why is None else [Text("{why}.", {"why": why})]
    line = told.told_line(replay, found)
    if line:
        said = "; ".join(words().text(one, replay.names) for one in line)
        notes.append(say("The line: {line}", line=Text("{line}", {"line": said})))
    if advice.opinions:
        same = sum(opinion.same for opinion in advice.opinions)
        notes.append(told_of_styles(same, len(advice.opinions)))
    if open_cards is not None:
        notes.append(say("With every card seen, which nobody could: {move}", move=open_cards))
    return notes


def _match_accuracy(reviews: list[SeatReview], seat: int) -> float | None:
    from cardtable.coach.review import accuracy

    return accuracy([found.verdict for one in reviews if one.seat == seat for found in one.found])


def _tell_match(replay: Replay, reviews: list[SeatReview], lines: list[Text]) -> None:
    from cardtable.coach.review import ENOUGH
    from cardtable.engine.text import clean, say

    for seat in dict.fromkeys(one.seat for one in reviews):
        share = _match_accuracy(reviews, seat)
        judged = sum(len(one.found) for one in reviews if one.seat == seat)
        if share is not None and judged >= ENOUGH and len({one.deal for one in reviews}) > 1:
            facts: dict[str, str | int] = {"who": clean(replay.names[seat]), "share": round(100 * share)}
            click.echo(_text(replay, say("The match, {who}: accuracy {share} %", **facts)))
    for line in lines:
        click.echo(_text(replay, line))


def _tell_json(replay: Replay, one: SeatReview) -> None:
    from cardtable.coach import told
    from cardtable.coach.kept import row_of, votes_row
    from cardtable.engine.text import plain

    opinions = _opinions(replay, one, one.found)

    def row(found: Judged) -> dict[str, Any]:
        why = told.why(replay, found)
        return {
            **row_of(replay.rules, found),
            "loss": found.verdict.loss,
            "reason": None if why is None else plain(why),
            "styles": {opinion.style: opinion.same for opinion in opinions[found.number].opinions},
        }

    say_json(
        {
            "kind": "deal",
            "deal": one.deal,
            "seat": one.seat,
            "accuracy": one.accuracy,
            "whole": one.is_whole,
            "searched": one.trusted,
            "found": [row(found) for found in one.found],
            "asked": [votes_row(replay.rules, found) for found in one.asked],
        }
    )


def _tell_match_json(reviews: list[SeatReview], lines: list[Text]) -> None:
    from cardtable.engine.text import plain

    seats = dict.fromkeys(one.seat for one in reviews)
    shares = {str(seat): _match_accuracy(reviews, seat) for seat in seats}
    say_json({"kind": "match", "accuracy": shares, "left_out": [plain(line) for line in lines]})


def _tell_luck(replay: Replay, deals: list[int], seats: list[int], *, as_json: bool) -> int:
    """Shows how much of the results was due to the cards; returns the number of the signal that stopped it, or 0."""
    from cardtable.coach.luck import TIMES, CardsOrPlay, worth_of
    from cardtable.engine.text import clean, say

    found = CardsOrPlay()
    with stoppable() as stopped, progress(words().say("luck"), len(deals) * TIMES, hidden=as_json) as advance:
        for deal in deals:
            for one in worth_of(replay, deal):
                if one is not None:
                    found.add(replay, deal, one)
                    advance()
                if stopped():
                    return stopped()
    for seat in seats:
        cards, play, error = found.shares(seat)
        if as_json:
            say_json({"kind": "luck", "seat": seat, "cards": cards, "play": play, "error": error})
            continue
        above, made = (f"{share:+.2f}".replace("-", "\N{MINUS SIGN}") for share in (cards, play))
        facts = {"who": clean(replay.names[seat]), "cards": above, "play": made}
        said = say("{who}: cards {cards} ± {error}, play {play} ± {error} of a deal", error=f"{error:.2f}", **facts)
        click.echo(_text(replay, said))
    return 0
