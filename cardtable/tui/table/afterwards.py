"""What can follow a finished deal or match: another one, the same cards again, a look at its record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from cardtable.engine.moves import Seat
    from cardtable.engine.text import Text
    from cardtable.match.replay import Replay
    from cardtable.match.table import Table
    from cardtable.player.saved import SavedTable
    from cardtable.tui.felt.table_picture import TablePicture
    from cardtable.tui.program import Program


def ways_out(app: Program) -> list[tuple[str, Callable[[], object]]]:
    """Returns the menu lines for leaving the table and the program; they mention saving only if the table is saved."""
    say = app.words.say
    if app.table is None or app.table.kept:
        return [
            (say("Leave the table (it is saved)"), app.leave_table),
            (say("Quit (everything is saved)"), app.action_leave),
        ]
    return [(say("Leave the table"), app.leave_table), (say("Quit"), app.action_leave)]


def go_where(
    app: Program,
    instead: Callable[[Callable[[], object]], None],
    heading: str,
    ways: Sequence[tuple[str, Callable[[], object]]],
) -> None:
    """Asks where to go from a table where nothing is left to do: one of these ways, or just away."""
    from cardtable.tui.boxes.dialogs import Choose

    away = app.words.say("Leave"), app.leave_table
    labels, goals = zip(*ways, away, strict=True)
    choose = Choose(app.words, heading, labels)
    app.push_screen(choose, lambda nth: instead(goals[-1 if nth is None else nth]))


def told_of_evening(picture: TablePicture, me: Seat | None) -> list[Text]:
    """Returns further lines about the evening: the end of its last deal, highlights of its record, and a farewell.

    The end of the deal is for players who have not been shown it. Guests get nothing from the record, nor does anyone
    if it cannot be read.
    """
    from cardtable.player.evenings import told_of
    from cardtable.tui.ends.ended import last_deal

    table, told = picture.table, []
    if picture.gets_up:
        told.append(last_deal(table.outcome(me).ending.verdict, picture.words, table.names))
    with suppress(OSError, ValueError):
        told += [] if table.path is None else told_of(table.path, me)
    farewell = table.farewell()
    return told if farewell is None else [*told, farewell]


def may_play_again(app: Program) -> bool:
    """Returns whether a finished match can be followed by another at the same table."""
    return app.tournament is None and app.home is not None and app.home.again is not None


def play_again(app: Program) -> None:
    """Leaves the table, and opens the same table for a new match."""
    app.leave_table()
    if app.home is None or app.home.same_table is None:
        return
    try:
        table = app.home.same_table()
    except (OSError, ValueError) as wrong:
        app.warn(wrong)
    else:
        app.sit_down(table)


def may_begin_anew(app: Program) -> bool:
    """Returns whether another evening can be started from this one."""
    return app.tournament is None and app.settings.open_agreed is not None


def another_evening(app: Program, rise: Callable[[], bool]) -> None:
    """Asks for the seating of another evening with the same people and house rules, and moves there.

    `rise` records that this evening is over, and returns whether it could.
    """
    table, opener = app.table, app.settings.open_agreed
    if table is None or opener is None:
        return

    def sit_down(agreed: SavedTable | None) -> None:
        if agreed is not None and rise():
            try:
                move_to(app, opener(agreed), open_hands=agreed.open_hands)
                return
            except (OSError, ValueError) as wrong:
                app.warn(wrong)
        app.go_on()

    app.set_up_again(table, lambda agreed: app.call_next(sit_down, agreed))


def may_deal_again(app: Program) -> bool:
    """Returns whether the finished deal can be dealt again: it must be recorded, and against bots."""
    table = app.table
    alone = table is not None and table.path is not None and len(table.people) == 1
    return alone and app.tournament is None and app.settings.archive is not None


def deal_again(app: Program) -> None:
    """Leaves the table for a practice table: the finished deal from the start, with the same cards."""
    table, archive = app.table, app.settings.archive
    if table is None or table.path is None or archive is None:
        return
    try:
        replay = archive.read(table.path)
        again = archive.play_on(replay, replay.deals[table.deals - 1], min(table.people))
    except (OSError, ValueError) as wrong:
        app.warn(wrong)
        return
    move_to(app, again)


def move_to(app: Program, table: Table, *, open_hands: bool = False) -> None:
    """Leaves the table for another one; with every hand face up if that was agreed."""
    app.rise()
    screen = app.table_screen()
    while app.screen is not screen:
        app.pop_screen()
    if len(app.screen_stack) > 1:  # The bottom screen, where the program started, stays.
        app.pop_screen()
    app.sit_down(table, open_hands=open_hands)


def open_and_move(app: Program, opened: Callable[[], Table]) -> None:
    """Leaves the table for one still to be opened; if that fails, reports the error and stays."""
    try:
        table = opened()
    except (OSError, ValueError) as wrong:
        app.warn(wrong)
    else:
        move_to(app, table)


def of_record(app: Program) -> list[tuple[str, Callable[[], object]]]:
    """Returns the menu lines for the table's record, available while no hand is secret."""
    table = app.table
    if app.settings.archive is None or table is None or not table.deal_over or table.path is None:
        return []
    path = table.path
    return [(app.words.say("Look at the match again, export"), lambda: open_record(app, path))]


def open_record(
    app: Program, path: Path, find: Callable[[Replay], int] = lambda _: -1, back: Callable[[], object] | None = None
) -> None:
    """Opens a record at the moment found by `find`, by default its end. Only while no deal is going on.

    `back` returns to the caller's screen; without it the table goes on.
    """
    from cardtable.tui.table.replay_screen import ReplayScreen

    replay, archive = _read(app, path), app.settings.archive
    if replay is not None and archive is not None:
        app.push_screen(
            ReplayScreen(replay, app.words, archive, find(replay)), lambda _: app.call_next(back or app.go_on)
        )


def open_review(app: Program, path: Path, deal: int, seat: Seat) -> None:
    """Opens the review of a seat's decisions in a finished deal."""
    replay = _read(app, path)
    if replay is not None:
        app.open_review(replay, deal, seat)


def _read(app: Program, path: Path) -> Replay | None:
    """Reads the record of a match; returns None without an archive, or, after reporting it, on an error."""
    if app.settings.archive is None:
        return None
    try:
        return app.settings.archive.read(path)
    except (OSError, ValueError) as wrong:
        app.warn(wrong)
        return None
