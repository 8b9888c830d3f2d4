"""The screen with the player's settings, and its menu."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtable.desk.replays import advice_on, archive
from cardtable.desk.results import accuracy_of, opened, tallies
from cardtable.desk.speech import Failure, follow_settings, or_value_error, terminal_signs, words
from cardtable.desk.tables import (
    called,
    last_agreed,
    open_again,
    open_agreed,
    open_table,
    played_at,
    reopen,
    saved_tables,
    seat_plans,
    unfinished,
    user,
)
from cardtable.engine.faults import Fault
from cardtable.engine.option_words import value_text
from cardtable.engine.text import say
from cardtable.games import FAMILIES, GROUPS, family, find_preset, games_of
from cardtable.games.own import file_of, trouble
from cardtable.paths import config_dir, data_dir, pictures_dir, silly_dir
from cardtable.player import saved
from cardtable.player import settings as own
from cardtable.player.saved import SavedTable
from cardtable.tui.protocol import Home, Settings, as_preferred, booklet_of
from cardtable.web import in_page, leave_with_server
from cardtable.words import Glyphs, Words

if TYPE_CHECKING:
    from cardtable.match.table import Table
    from cardtable.tui.offers import Booklet, Lessons, Puzzles, Tournaments

SHOWN = 6
"""Unfinished matches offered in the menu."""
NO_CURSOR = ("", "dumb", "unknown")
"""Values of TERM for terminals that cannot move the cursor. Windows does not set it, and every console can."""


def menu(host: Callable[[SavedTable, bool], None]) -> None:
    """Runs the menu, with the last game first; `host` hosts a table set up there for friends."""
    from cardtable.tui import run

    need_terminal()
    speech = words()
    settings = settings_for(speech)
    newcomer = settings.preferences is not None and not settings.preferences.name
    asked: list[tuple[SavedTable, bool]] = []
    status = run(None, speech, settings, home(speech, asked)._replace(newcomer=newcomer))
    if asked:
        host(*asked[-1])
    sys.exit(status)


def home(speech: Words, asked: list[tuple[SavedTable, bool]] | None = None) -> Home:
    """Returns the current menu: every game, and the last unfinished matches.

    A table to be hosted after leaving the menu is appended to `asked`.
    """
    from cardtable.desk.mistakes import mistakes

    newest = last_agreed()

    def open_short(preset: str, seats: int) -> Table:
        short = find_preset(preset)[1].short
        return open_preset(preset, seats, tuple(f"{name}={value_text(value)}" for name, value in short.items()))

    def booklet(preset: str, seats: int) -> Booklet:
        from cardtable.tui.offers import Booklet

        game, found = find_preset(preset)
        return Booklet(game.title, found.title, game.card(found.options, seats), game.explain(found.options, seats))

    def tournaments() -> Tournaments:
        from cardtable.desk.cups import offered

        return offered(speech)

    def host() -> Callable[[SavedTable, bool], None]:
        from importlib.util import find_spec

        if find_spec("asyncssh") is None:
            raise Fault("friends elsewhere need what `pip install '.[host]'` installs")
        return lambda agreed, everybody: None if asked is None else asked.append((agreed, everybody))

    return Home(
        games=[game for name in GROUPS for game in games_of(name)],
        open_table=or_value_error(open_preset),
        short_table=or_value_error(open_short),
        unfinished=unfinished(SHOWN),
        resume=or_value_error(reopen),
        person=user(),
        saved=saved_tables(),
        same=None if newest is None else called(newest, speech),
        same_game=None if newest is None else played_at(newest),
        same_table=None if newest is None else lambda: or_value_error(open_again)(newest),
        again=lambda: home(speech, asked),
        tournaments=tournaments,
        stats=or_value_error(opened),
        accuracy=accuracy_of,
        mistakes=mistakes(),
        tallies=tallies,
        booklet=booklet,
        host=None if asked is None or in_page() else host,
    )


def open_usual(preset: str) -> Table:
    """Opens a table of this preset with bots, for the usual number of players."""
    return or_value_error(open_preset)(preset, find_preset(preset)[1].players)


def open_preset(preset: str, seats: int, given: tuple[str, ...] = ()) -> Table:
    """Opens a table of this preset with bots."""
    return open_table(preset, seat_plans((), preset, players=seats), given, None)


def moves_cursor() -> bool:
    """Returns whether the terminal can move its cursor, according to the environment."""
    return os.name == "nt" or os.environ.get("TERM", "") not in NO_CURSOR


def need_terminal(instead: str = "cardtable play PRESET --plain") -> None:
    """Raises Failure, naming a command that works, if there is no terminal that can show the table."""
    if in_page():
        leave_with_server()
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failure(
            "the table needs a terminal; here input or output is a file or a pipe (`{command}` plays in lines)",
            command=instead,
        )
    if not moves_cursor():
        raise Failure(
            "TERM={term}: the table needs a terminal that can move its cursor (`{command}` plays in lines)",
            term=os.environ.get("TERM", ""),
            command=instead,
        )


def lessons() -> Lessons:
    """Returns the lessons, read only on request."""
    from cardtable.desk import lessons as ours
    from cardtable.tui.offers import Lessons

    return Lessons(ours.rows_of, ours.open_lesson, open_usual, ours.done)


def puzzles() -> Puzzles:
    """Returns the puzzles and the deal of the day, read only on request."""
    from cardtable.desk import puzzles as ours
    from cardtable.tui.offers import Puzzles

    return Puzzles(
        ours.open_next,
        ours.open_after,
        ours.open_day,
        ours.day_told,
        ours.board_at,
        ours.add_friend,
        ours.replay_of,
        ours.week,
        ours.figures_told,
    )


def settings_for(speech: Words) -> Settings:
    """Returns the player's settings, with the errors in their files."""
    base = Settings(
        rules=booklet_of,
        advice=advice_on,
        archive=archive(),
        open_agreed=or_value_error(open_agreed),
        lessons=lessons,
        puzzles=puzzles,
    )
    return settings_from(base, speech, terminal_signs())


def _remember(folder: Path, cards: int, right: int) -> None:
    """Counts an answer to the memory trainer. Raises OSError and Unreadable."""
    from cardtable.player.trainer import FILE, keep

    keep(folder / FILE, cards, right)


def settings_from(base: Settings, speech: Words, signs: Glyphs) -> Settings:
    """Returns these settings with the preferences in the player's file; later choices change the words as well.

    `signs` are the terminal's, for a player who has not chosen any.
    """
    from cardtable.tui.menus.own_keys import clash, rows

    path = config_dir() / own.FILE
    found, troubles = own.load(path, tuple(row.id for row in rows()))
    troubles += filter(None, (clash(name, key, found.keys) for name, key in found.keys.items()))
    troubles += saved.load(config_dir() / saved.FILE)[1]
    troubles += filter(None, (trouble(family(name)) for name in FAMILIES if file_of(name).exists()))

    if not _can_write(speech):
        speech.change("en", letters="latin", glyphs="ascii")
        troubles.append(
            say("The encoding of this terminal has no Russian letters, so the table speaks English; UTF-8 has them.")
        )

    def choose(name: str, value: object) -> Settings:
        own.save(path, {name: value})
        if name == "language" and (context := click.get_current_context(silent=True)) is not None:
            # The player's choice now replaces the option given at start.
            context.find_root().params["lang"] = None
        follow_settings(speech, signs)
        return settings_from(base, speech, signs)

    def write_letters() -> Settings:
        follow_settings(speech, "ascii")
        return settings_from(base, speech, "ascii")

    return as_preferred(base, found)._replace(
        troubles=tuple(troubles),
        pictures=pictures_dir(),
        silly=silly_dir(),
        remember=partial(_remember, data_dir()),
        themes=config_dir() / "themes",
        choose=choose,
        write_letters=write_letters if found.signs == "auto" and signs == "suits" else None,
    )


def _can_write(speech: Words) -> bool:
    """Returns whether the screen, which Textual writes to stderr, can encode the letters of the language."""
    try:
        speech.say("Menu").encode(getattr(sys.__stderr__, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
