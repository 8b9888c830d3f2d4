"""Tables in lines, for `--plain`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from cardtable.desk.speech import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardtable.engine.family import Family
    from cardtable.match.table import Table
    from cardtable.plain import PlainTable
    from cardtable.puzzles.daily import DayTable
    from cardtable.words import Words


def rules_text(speech: Words, game: Family, preset: str, options: Any, seats: int) -> str:
    """Returns the rules in words, chapter by chapter, each paragraph with its rule ids."""
    lines = [f"{speech.say(game.title)}: {speech.say(game.presets[preset].title)}"]
    for heading, parts in game.explain(options, seats):
        lines += ["", click.style(speech.text(heading), bold=True)]
        for part in parts:
            text = f"{speech.text(part.text)} [{', '.join(part.ids)}]"
            lines.append(click.wrap_text(text, width=78, initial_indent="  ", subsequent_indent="  "))
    return "\n".join(lines)


def play(table: Table) -> bool:
    """Plays at a table of any kind line by line; returns True at its end, False if the player has left."""
    from cardtable.games import family
    from cardtable.paths import config_dir
    from cardtable.plain import Left
    from cardtable.player.settings import FILE, load

    speech, header = words(), table.header
    rules = rules_text(speech, family(header.family), header.preset, table.rules.options, table.rules.seats)
    liked = load(config_dir() / FILE)[0]
    speech.spoken = liked.signs == "words"
    with suppress(OSError, ValueError):  # If the record cannot be read, the bots stay silent.
        table.begin_talk(liked.talk)
    seated = _kind(table)(table, speech, sys.stdin.readline, click.echo, click.unstyle(rules), _cover, liked.adviser)
    seated.forced = liked.forced
    with suppress(Left):
        seated.play()
        return True
    return False


def _kind(table: Table) -> type[PlainTable]:
    from cardtable.plain import PlainTable
    from cardtable.plain.practice import PlainLesson, PlainPuzzle

    return {"lesson": PlainLesson, "puzzle": PlainPuzzle}.get(table.kind, PlainTable)


def play_puzzles(table: Table, after: Callable[[Table], Table]) -> None:
    """Plays one puzzle after another, or those of a day, until the player leaves."""
    from cardtable.engine.text import say
    from cardtable.puzzles.daily import DayTable
    from cardtable.puzzles.table import PuzzleTable

    speech = words()
    while True:
        try:
            if not play(table):
                return
        finally:
            table.close()
        if isinstance(table, DayTable):
            _compare(table)
            return
        assert isinstance(table, PuzzleTable)
        following = say("The deal of the day") if table.of_day else say("Next puzzle")
        click.echo(speech.text(say("{what}: press Enter; `quit` leaves.", what=following)))
        if (typed := sys.stdin.readline()).strip() or not typed:
            return
        table = after(table)


def _compare(table: DayTable) -> None:
    """Prints how the deal of a day compares with the strongest bot's result."""
    from cardtable.desk.puzzles import day_lines, day_told

    if table.trouble is not None:
        click.echo(words().text(table.trouble))
    click.echo(words().say("The strongest bot plays the same cards in your seat…"))
    click.echo("\n".join(day_lines(day_told(table, lambda: False))))


def _cover() -> None:
    """Hides what was said: clears the terminal and its history, or if that is impossible, scrolls it away."""
    from cardtable.desk.screen import moves_cursor

    if sys.stdout.isatty() and moves_cursor():
        click.echo("\x1b[H\x1b[2J\x1b[3J", nl=False)
    else:
        click.echo("\n" * max(map(_rows, (0, 1, 2))))


def _rows(stream: int) -> int:
    """Returns the rows of the terminal behind a stream; the usual number if there is none."""
    try:
        return os.get_terminal_size(stream).lines
    except OSError:
        return 50
