"""The command line. Commands import what they need when they run, so that `--help` stays quick."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

import click

from cardtable import __version__
from cardtable.web import in_page, tell_page

if TYPE_CHECKING:
    from cardtable.words import Words

COMMANDS = {
    "play": ("play", "Play a game at this terminal."),
    "resume": ("play", "Play the last match on, or the match of a record."),
    "tournament": ("tournament", "Play a knock-out tournament, people and computer players."),
    "serve": ("serve", "Show the table in a web page of this computer."),
    "games": ("about", "List the games."),
    "rules": ("about", "Read the rules of a game."),
    "options": ("about", "List the house rules of a game."),
    "bots": ("about", "List the computer players."),
    "themes": ("about", "List the themes."),
    "settings": ("about", "Show your settings, and where they are kept."),
    "replay": ("records", "Go through a record move by move."),
    "check": ("records", "Check that records are whole and follow the rules."),
    "stats": ("stats", "Tell how you have fared."),
    "position": ("positions", "Put positions down and check what must hold in them."),
    "arena": ("arena", "Let computer players play each other."),
    "bench": ("bench", "Measure the speed of the rules by random play."),
}
"""By command its module here, and the line that `--help` shows of it."""


class Failure(click.ClickException):
    """Something that failed, in one line; exit status 1."""


class Usage(click.UsageError):
    """Wrong usage in one line that says what is allowed; exit status 2."""


class LazyGroup(click.Group):
    """Knows its commands by name and line; imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"cardtable.cli.{COMMANDS[cmd_name][0]}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Offers the closest name for a command that does not exist."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from cardtable.engine.options import closest

            raise Usage(f"{args[0]}: no such command{closest(args[0], COMMANDS)}; there are {', '.join(COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: cardtable play throw_in --seat Anna --seat bot:steady",
)
@click.option("--lang", type=click.Choice(["en", "ru"]), help="The language; the locale's unless given.")
@click.version_option(__version__, message="cardtable %(version)s")
@click.pass_context
def cli(ctx: click.Context, lang: str | None) -> None:
    """Durak and other Russian card games at a terminal table.

    Without a command the table opens with a menu, the last game first.
    """
    ctx.obj = lang
    if ctx.invoked_subcommand is None:
        from cardtable.cli.play import menu

        menu()


def main() -> NoReturn:
    """Runs the command line and ends the program with its exit status; every error is one line."""
    try:
        status = cli.main(prog_name="cardtable", standalone_mode=False)
    except click.Abort:
        status = 130
    except click.ClickException as error:
        line = f"cardtable: {error.format_message()}"
        click.echo(line, err=True)
        status = error.exit_code
        if in_page():
            tell_page(line)
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            click.echo(f"cardtable: {error.strerror or error}", err=True)
        # Nobody reads what is still to be written: the pipe is closed, or the disk is full.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status if isinstance(status, int) else 0)


def words() -> Words:
    """The words in the language asked for, or else the locale's."""
    from cardtable.paths import config_dir
    from cardtable.settings import FILE, load
    from cardtable.words import Words, glyphs_for, language_from_locale

    found, _ = load(config_dir() / FILE)
    lang = click.get_current_context().find_root().obj
    language = lang or (language_from_locale(os.environ) if found.language == "auto" else found.language)
    glyphs = glyphs_for(sys.stdout.encoding or "ascii") if found.signs == "auto" else found.signs
    return Words(language, letters=None if found.letters == "auto" else found.letters, glyphs=glyphs)
