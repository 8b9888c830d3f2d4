"""The command line.

Command modules import what they need when a command runs, so that `--help` stays fast. The modules they share
(`tables`, `cups`, `replays`, `screen`) import at the top, except for what the first picture of a table does not need.
"""

from __future__ import annotations

import gettext
import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

import click

from cardtable import told_version
from cardtable.cli.commands import COMMANDS
from cardtable.desk import speech
from cardtable.language import LANGUAGES

if TYPE_CHECKING:
    from cardtable.player.saved import SavedTable


class LazyGroup(click.Group):
    """Knows the commands by name and summary, and imports each only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, in the player's language."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"cardtable.cli.{COMMANDS[cmd_name][0]}"), cmd_name)
        assert isinstance(command, click.Command)
        return speech.in_words(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggests the closest name for a command that does not exist."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from cardtable.engine.options import closest

            raise speech.Usage(
                "{name}: no such command{near}; there are {allowed}",
                name=args[0],
                near=closest(args[0], COMMANDS),
                allowed=", ".join(COMMANDS),
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands without importing them."""
        with formatter.section(gettext.gettext("Commands")):
            formatter.write_dl([(name, gettext.gettext(line)) for name, (_, line) in COMMANDS.items()])


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    subcommand_metavar="[COMMAND] [ARGS]...",
    epilog="Example: cardtable play throw_in --seat Anna --seat bot:steady",
)
@click.option("--lang", type=click.Choice([*LANGUAGES]), help="The language; the locale's unless given.")
@click.version_option(told_version(), message="cardtable %(version)s", help="Show the version and exit.")
@click.pass_context
def cli(ctx: click.Context, lang: str | None) -> None:
    """Durak and other Russian card games at a terminal table.

    Without a command the table opens with a menu, the last game first.

    Exit status 0 where all was done, 1 where something failed, 2 for wrong usage, 130 where Ctrl+C ended it.
    """
    if ctx.invoked_subcommand is None:
        from cardtable.desk.screen import menu

        menu(_host_agreed)


def _host_agreed(agreed: SavedTable, everybody: bool) -> None:
    """Opens a table for friends; its imports are loaded only now."""
    from cardtable.cli.host import host_agreed

    host_agreed(agreed, everybody)


def main() -> NoReturn:
    """Runs the command line and exits with its status; errors take one line, a crash takes three."""
    locale = speech.begin(sys.argv[1:])
    try:
        status = speech.in_words(cli).main(prog_name="cardtable", standalone_mode=False, obj=locale)
    except click.Abort:
        status = 130
    except click.ClickException as error:
        from cardtable.engine.text import clean

        line = f"cardtable: {clean(error.format_message())}"
        click.echo(line, err=True)
        status = error.exit_code
        from cardtable.web import in_page, tell_page

        if in_page():
            tell_page(line)
    except OSError as error:
        from cardtable.engine.text import clean

        if not isinstance(error, BrokenPipeError):
            where = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
            click.echo(f"cardtable: {clean(where + gettext.gettext(error.strerror or str(error)))}", err=True)
        # The remaining output has no reader: the pipe is closed, or the disk is full.
        with suppress(OSError):  # The fault may be that no more files can be opened.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except Exception as error:
        from cardtable.cli import crash
        from cardtable.engine.book import BadBook

        # A family's own file is invalid: its author needs the place, not a crash report.
        for line in [f"cardtable: {error}"] if isinstance(error, BadBook) else crash.lines(error):
            click.echo(line, err=True)
        status = 1
    sys.exit(status if isinstance(status, int) else 0)
