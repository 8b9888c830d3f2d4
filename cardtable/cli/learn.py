"""The command that teaches: lessons that are played at the table."""

from __future__ import annotations

import sys

import click

from cardtable.cli import completing
from cardtable.cli.commands import PLAIN
from cardtable.desk.speech import Usage, words


@click.command(epilog="Example: cardtable learn durak")
@click.argument("name", required=False, metavar="[FAMILY|LESSON]", shell_complete=completing.lessons)
@PLAIN
def learn(name: str | None, plain: bool) -> None:
    """Learn a game by playing: the next lesson of FAMILY, or LESSON. Without a name the lessons are listed.

    You can leave a lesson at any time; it goes on where you left it.
    """
    from cardtable.desk.lessons import next_of, open_lesson, rows_of
    from cardtable.engine.text import say
    from cardtable.games import GROUPS, family
    from cardtable.lessons import ids
    from cardtable.tui.offers import LessonRow, wanted

    speech = words()
    if name is None:
        widest = max(map(len, ids()))
        listed: list[LessonRow] = []
        for group in GROUPS:
            rows, troubles = rows_of(group)
            listed += rows
            if rows:
                click.secho(speech.say(family(group).title), bold=True)
            for row in rows:
                sign = "✓" if row.done and speech.glyphs == "suits" else "x" if row.done else " "
                minutes = speech.text(say("{count} min", count=row.minutes))
                click.echo(f"  {sign} {row.id:{widest}}  {speech.text(row.title)} ({minutes})")
            for line in troubles:
                click.echo(f"cardtable: {speech.text(line)}", err=True)
        if listed:
            click.echo()
            click.echo(speech.text(say("Next for you: cardtable learn {lesson}", lesson=listed[wanted(listed)].id)))
            click.echo(speech.say("You can leave a lesson with Esc at any time; it goes on where you left it."))
        return
    from cardtable.desk import lines
    from cardtable.desk.screen import need_terminal, settings_for
    from cardtable.lessons import BadLesson, UnknownLesson
    from cardtable.tui import run

    try:
        table = open_lesson(next_of(name))
    except (UnknownLesson, BadLesson) as error:
        raise Usage(error) from None
    if plain:
        lines.play(table)
        return
    need_terminal("cardtable learn LESSON --plain")
    sys.exit(run(table, speech, settings_for(speech)))
