"""The commands for puzzles, and for the daily puzzle and deal."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

import click

from cardtable.cli import completing
from cardtable.cli.commands import PLAIN
from cardtable.desk.speech import Failure, Usage, words

if TYPE_CHECKING:
    from cardtable.match.table import Table


@click.command(epilog="Example: cardtable puzzle durak --theme lead_trump")
@click.argument("name", required=False, metavar="[FAMILY]", shell_complete=completing.families)
@click.option("--family", metavar="FAMILY", help="Only puzzles of this family: durak, 101, kozel, bura or king.")
@click.option("--theme", metavar="THEME", help="Only puzzles with this theme; `--themes` lists them.")
@click.option("--themes", is_flag=True, help="List the themes with how many puzzles they have.")
@PLAIN
def puzzle(name: str | None, family: str | None, theme: str | None, themes: bool, plain: bool) -> None:
    """Solve puzzles, of all games or of FAMILY: one move alone is best, whatever others do.

    Every card is seen; or you see your own cards only, and the move is best however the others lie. The next one is as
    hard as your rating says. Only the first try at a puzzle counts.
    """
    family = once("--family", name, family)
    if themes:
        _list_themes(family)
        return
    from cardtable.desk.puzzles import open_next

    _play(lambda: open_next(family, theme), plain=plain)


@click.command(epilog="Example: cardtable daily")
@click.argument("name", required=False, metavar="[YYYY-MM-DD]")
@click.option("--date", "day", metavar="YYYY-MM-DD", help="An earlier day; the same as without --date.")
@click.option("--share", is_flag=True, help="Print the lines to share instead of playing.")
@click.option("--friend", metavar="LINE", help="Keep a friend's line, and show the board of its day.")
@click.option(
    "--club", metavar="NUMBER", help="A deal of a club's own: its members tell each other a number; `new` draws one."
)
@PLAIN
def daily(name: str | None, day: str | None, share: bool, friend: str | None, club: str | None, plain: bool) -> None:
    """Play the puzzle and the deal of the day, the same for everybody by the date where you are.

    Your result is compared with what the strongest bot makes of the same cards in your seat, and with what friends have
    made of them: each sends the other a line (`--share`). Days can be looked at before: a day is a matter of honour.
    """
    if club == "new":
        click.echo(_drawn())
        return
    if club is not None and not re.fullmatch(r"\S{1,30}", club):
        raise Usage("--club {club}: a number has 1 to 30 signs and no blanks", club=repr(club[:40]))
    day = once("--date", name, day)
    wanted = None
    if day is not None:
        try:
            wanted = date.fromisoformat(day)
        except ValueError:
            raise Usage("{day}: no date; write it as 2026-11-22", day=day) from None
    from cardtable.desk import puzzles
    from cardtable.desk.screen import need_terminal
    from cardtable.files import Unreadable
    from cardtable.puzzles import daily as days
    from cardtable.puzzles.daily import NoSuchDay

    try:
        if friend is not None:
            _tell_board(friend)
            return
        found = days.day_of(wanted or puzzles.today(), puzzles.today(), club or "")
    except NoSuchDay as error:
        raise Usage(error) from None
    if share:
        try:
            lines = puzzles.share(found, puzzles.kept())
        except Unreadable as error:
            raise Failure(error) from None
        click.echo("\n".join(lines) or words().say("This deal has not been played yet."))
        return
    if not plain:
        need_terminal("cardtable daily --plain")  # Opening the deal already writes it to disk.
    _play(lambda: puzzles.open_day(wanted, club or ""), plain=plain)


def _drawn() -> str:
    """A random number whose deal nobody can have seen."""
    import secrets

    from cardtable.puzzles.dayline import SIGNS

    drawn = "".join(secrets.choice(SIGNS) for _ in range(8))
    return f"{drawn[:4]}-{drawn[4:]}"


def _tell_board(text: str) -> None:
    """Stores a friend's line, and shows the friends' results of its day."""
    from cardtable.desk import puzzles
    from cardtable.engine.faults import Fault
    from cardtable.engine.text import say
    from cardtable.puzzles.daily import day_of

    speech = words()
    try:
        line = puzzles.add_friend(text)
        rows = puzzles.board_of(day_of(line.day, puzzles.today(), line.club))
    except (Fault, OSError) as error:
        raise Failure(error) from None
    click.echo(speech.text(say("{day} among friends, by honour", day=line.day.isoformat())))
    for _, row in rows:
        click.echo(f"  {speech.text(row)}")


def once(option: str, name: str | None, value: str | None) -> str | None:
    """The value given as an argument or as an option, but not both."""
    if name is not None and value is not None and name != value:
        raise Usage("{option} {value}: {name} is asked for already; name one", option=option, value=value, name=name)
    return value if name is None else name


def _list_themes(family: str | None) -> None:
    from collections import Counter

    from cardtable.games import group_called
    from cardtable.puzzles import THEMES, UnknownPuzzle, chosen

    try:
        puzzles, troubles = chosen(None if family is None else group_called(family), None)
    except UnknownPuzzle as error:
        raise Usage(error) from None
    for line in troubles:
        click.echo(f"cardtable: {words().text(line)}", err=True)
    counts = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    for theme, title in THEMES.items():
        if counts[theme]:
            click.echo(f"{theme:12} {counts[theme]:4}  {words().say(title)}")


def _play(opener: Callable[[], Table], *, plain: bool) -> None:
    """Opens a table on the screen, or line by line, and then any that follow."""
    from cardtable.desk.lines import play_puzzles
    from cardtable.desk.puzzles import open_after
    from cardtable.desk.screen import need_terminal, settings_for
    from cardtable.files import Unreadable
    from cardtable.puzzles import BadPuzzle, UnknownPuzzle
    from cardtable.puzzles.daily import NoSuchDay
    from cardtable.tui import run

    speech = words()
    try:
        table = opener()
        if plain:
            play_puzzles(table, open_after)
            return
    except (UnknownPuzzle, NoSuchDay) as error:
        raise Usage(error) from None
    except (BadPuzzle, Unreadable) as error:
        raise Failure(error) from None
    need_terminal("cardtable puzzle --plain")
    sys.exit(run(table, speech, settings_for(speech)))
