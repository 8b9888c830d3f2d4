"""The end of a deal at a table: the result, the costliest decision, and the choices from there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual.screen import Screen

from cardtable.engine.faults import told
from cardtable.engine.moves import Seat
from cardtable.engine.text import say_count
from cardtable.match.replay import Replay
from cardtable.match.seen import REMARK
from cardtable.tui.boxes.full import Way
from cardtable.tui.boxes.thinking import keys_first
from cardtable.tui.ends.curve import ENOUGH
from cardtable.tui.ends.ended import Again, End
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.felt.table_picture import TablePicture
from cardtable.tui.keys import AGAIN_KEY, LINE_KEY, PAGE_KEY, PICTURE_KEY, SAME_KEY, Key, shown_key, twins
from cardtable.tui.program import Program, program
from cardtable.tui.protocol import Archive
from cardtable.tui.table.afterwards import deal_again, may_deal_again, may_play_again, open_record, play_again
from cardtable.tui.table.sharing import line_of, page_of
from cardtable.tui.terminal.photo import take

if TYPE_CHECKING:
    from cardtable.coach.course import DealCourse
    from cardtable.coach.review import SeatReview

RANKS = {
    name: nth
    for nth, name in enumerate(
        ("review", "again", "same", "speak", "picture", "advice", "page", "line", "last", "rules"), 2
    )
}
"""The rank of each action, the most wanted first; the log and the score sheet come after these."""
Offered = tuple[Key, bool, Callable[[], None]]
"""A key, whether it works now, and its action."""


def result_box(
    picture: TablePicture, offered: Sequence[Offered], instead: Callable[[Callable[[], object]], None], then: str = ""
) -> DealResult:
    """Returns the box with the result of the deal and its keys; `then` labels Enter if it leads to no next deal."""
    words, table, app, evening = picture.words, picture.table, program(picture.screen), picture.table.evening
    again = (
        (AGAIN_KEY, table.is_closed and may_play_again(app), lambda: instead(partial(play_again, app))),
        (SAME_KEY, may_deal_again(app), lambda: instead(partial(deal_again, app))),
    )
    line = LINE_KEY, table.path is not None and picture.settings.archive is not None, partial(_share, picture, line_of)
    ways = ways_of(picture, (*again, *offered, *to_share(picture), line))
    label, away = f"⏎ {words.say(then)}" if then else "", ""
    if evening is not None:
        another = picture.view.match_over and not evening.one_deal
        label = words.say("⏎ another match") if another else words.say("⏎ next deal")
        enough = words.say("Esc all or one gets up") if picture.is_shared else words.say("Esc enough for today")
        away = enough if picture.has_cursor else ""
        if picture.view.match_over:
            ways.append(Way(twins(AGAIN_KEY.binds[0][0]), "", partial(_go_on, picture.screen)))
    return DealResult(words, end_of(picture), ways, look_back(picture), label, away)


def to_share(picture: TablePicture) -> tuple[Offered, ...]:
    """Returns the keys for a picture and a web page."""
    recorded = picture.table.path is not None and picture.settings.archive is not None
    return (
        (PICTURE_KEY, picture.settings.pictures is not None, partial(take_picture, picture)),
        (PAGE_KEY, recorded, partial(_share, picture, page_of)),
    )


def ways_of(picture: TablePicture, offered: Sequence[Offered]) -> list[Way]:
    """Returns the keys that work now, with their labels."""
    ways, words, keys = [], picture.words, picture.settings.keys
    for key, does_something, act in offered:
        if does_something:
            label = f"{shown_key(key, words, keys)} {words.say(key.label)}"
            ways.append(Way(twins(keys.get(key.id, key.binds[0][0])), label, act, RANKS.get(key.id, 9)))
    return ways


def take_picture(picture: TablePicture) -> None:
    """Saves a picture of the screen, and says where."""
    table, folder = picture.table, picture.settings.pictures
    if folder is not None:
        name = f"{table.header.preset if table.path is None else table.path.stem}-{table.deals}"
        app = program(picture.screen)
        app.notify(picture.line(take(app, folder, name)), markup=False)


def _share(picture: TablePicture, make: Callable[[Program, Archive, Replay, int, Seat], str]) -> None:
    """Makes something to share out of the finished deal, and reports the outcome."""
    table, archive, app = picture.table, picture.settings.archive, program(picture.screen)
    if archive is None or table.path is None:
        return
    try:
        said = make(app, archive, archive.read(table.path, table.deals), table.deals, picture.viewer)
    except (OSError, ValueError) as wrong:
        said = picture.line(told(wrong))
    app.notify(said, markup=False)


def _go_on(screen: Screen[object]) -> None:
    """Goes on from the end of a match, as Enter does."""
    if isinstance(screen.app.screen, DealResult):
        screen.app.screen.action_done(True)


def end_of(picture: TablePicture) -> End:
    """Returns the facts of the finished deal, for the only person here or for the whole table."""
    table = picture.table
    me = picture.viewer if table.here == {picture.viewer} else None
    view, rounds = table.view(picture.viewer), table.rules.rounds
    scene, last = view.scene, view.last_round
    return End(
        f"{picture.line(scene.title)} · {picture.line(table.deal_name)}",
        table.outcome(me),
        table.names,
        table.sides,
        scene.low_is_good,
        scene.goal,
        me,
        table.deals_of_match,
        view.sheet,
        None if last is not None and last.gone and rounds.shut_by else last,
        table.evening,
        rounds.title,
        table.tell(view.events[-1]) if view.events and view.events[-1].kind == REMARK else None,
        picture.changes,
    )


def judged(picture: TablePicture) -> Callable[[Callable[[], bool]], SeatReview | None] | None:
    """Returns a function that reviews the only person's decisions in the finished deal; None if there are none.

    The function takes a while, and saves the review. It returns None if it was stopped, or if the record cannot be read
    or written.
    """
    archive, table = picture.settings.archive, picture.table
    path, deal = table.path, table.deals
    if archive is None or path is None or len(table.people) != 1:
        return None
    from cardtable.coach.kept import KeptReviews

    def find(is_enough: Callable[[], bool]) -> SeatReview | None:
        try:
            kept = KeptReviews(archive.read(path, deal))
            review = kept.review(deal, min(table.people))
            done = review.done
            with keys_first():
                for _ in review.go_on():
                    if is_enough():
                        break
            if review.done > done:
                kept.keep(review)
        except (OSError, ValueError):  # Nobody asked for this, so nobody is told; opening the review reports the error.
            return None
        return review if review.is_whole else None

    return find


def look_back(picture: TablePicture) -> Callable[[Callable[[], bool]], Iterator[Again]] | None:
    """Returns a function that yields the course of the finished deal, then its costliest decision; for one person only.

    The counts come at once if no search judges the game, and otherwise if too little could be judged; nothing is said
    about decisions then, unless one certainly lost something.
    """
    review_of, table = judged(picture), picture.table
    path, me = table.path, picture.viewer if table.here == {picture.viewer} else None
    if path is None or picture.settings.archive is None:
        return None
    from cardtable.coach import told as coach
    from cardtable.coach.course import course_of
    from cardtable.coach.trust import is_trusted
    from cardtable.tui.table.review_cards import shown_moves

    deal, sides = table.deals, table.sides  # While this runs, the next deal may begin.

    def course(replay: Replay) -> DealCourse | None:
        return course_of(replay, deal, me, sides)

    def find(is_enough: Callable[[], bool]) -> Iterator[Again]:
        counted = None
        if review_of is None or not is_trusted(table.header.preset, table.rules.seats):
            replay = _read(picture, deal)
            counted = None if replay is None else course(replay)
            if counted is not None:
                yield Again(course=counted)
        review = None if review_of is None else review_of(is_enough)
        if review is None:
            return
        last = max((number for number, _ in review.decisions), default=1)
        judged = len(review.found)
        if counted is None and judged < ENOUGH:
            counted = course(review.replay)
        if not review.dearest:
            said = say_count(
                "{count} decision judged, none of them costly.",
                "{count} decisions judged, none of them costly.",
                judged,
            )
            yield Again(said if judged >= ENOUGH else None, chances=review.chances, decisions=last, course=counted)
            return
        one = review.dearest[0]
        made, better = coach.done(review.replay, one.moment, one.verdict.move), coach.better(review.replay, one)
        moves = shown_moves(picture.words, review.replay, one, (made, *([] if better is None else [better])))
        yield Again(
            coach.in_a_line(review.replay, one),
            lambda: open_record(program(picture.screen), path, lambda _: one.moment - 1),
            one.number,
            moves,
            review.chances,
            last,
            counted,
        )

    return find


def _read(picture: TablePicture, deal: int) -> Replay | None:
    """Reads the record up to a finished deal; returns None if there is none, or it cannot be read."""
    archive, table = picture.settings.archive, picture.table
    try:
        return None if archive is None or table.path is None else archive.read(table.path, deal)
    except (OSError, ValueError):  # Nobody asked for this, so nobody is told; opening the review reports the error.
        return None
