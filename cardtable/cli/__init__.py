"""The command line. Commands import what they need when they run, so that `--help` stays quick."""

from __future__ import annotations

import codecs
import gettext
import os
import sys
from collections.abc import Callable, Sequence
from copy import copy
from importlib import import_module
from inspect import cleandoc
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from cardtable import __version__
from cardtable.language import DOMAIN, LOCALE, language_from_locale

if TYPE_CHECKING:
    from cardtable.engine.text import Text
    from cardtable.words import Glyphs, Words


def mark(line: str) -> str:
    """The same line; marks it for translation, as the engine's `mark` does, which takes longer to import."""
    return line


COMMANDS = {
    "play": ("play", mark("Play a game at this terminal.")),
    "resume": ("play", mark("Play the last match or tournament on, or the match of a record.")),
    "tournament": ("tournament", mark("Play a knock-out tournament, people and computer players.")),
    "serve": ("serve", mark("Show the table in a web page of this computer.")),
    "games": ("about", mark("List the games.")),
    "rules": ("about", mark("Read the rules of a game.")),
    "options": ("about", mark("List the house rules of a game.")),
    "bots": ("about", mark("List the computer players.")),
    "themes": ("about", mark("List the themes.")),
    "settings": ("about", mark("Show your settings, and where they are kept.")),
    "replay": ("records", mark("Go through a record move by move.")),
    "check": ("records", mark("Check that records are whole and follow the rules.")),
    "stats": ("stats", mark("Tell how you have fared.")),
    "position": ("positions", mark("Put positions down and check what must hold in them.")),
    "help": ("formats", mark("Describe the files, and the output for other programs.")),
    "arena": ("arena", mark("Let computer players play each other.")),
    "bench": ("bench", mark("Measure the speed of the rules by random play.")),
}
"""By command its module here, and the line that `--help` shows of it."""


NUMBERS = (mark("integer"), mark("integer range"), mark("float"), mark("float range"))
"""What click calls the numbers that it asks for; it does not translate them itself."""


class Failure(click.ClickException):
    """Something that failed, in one line; exit status 1."""

    def __init__(self, source: str | Exception, /, **facts: Any) -> None:
        super().__init__(_worded(source, facts))


class Usage(click.UsageError):
    """Wrong usage in one line that says what is allowed; exit status 2."""

    def __init__(self, source: str | Exception, /, **facts: Any) -> None:
        super().__init__(_worded(source, facts))


FoundT = TypeVar("FoundT")


def or_value_error(done: Callable[..., FoundT]) -> Callable[..., FoundT]:
    """The same, with the error of a command as the line that the screen shows."""

    def tried(*given: Any) -> FoundT:
        try:
            return done(*given)
        except click.ClickException as error:
            raise ValueError(error.message) from None

    return tried


def _worded(source: str | Exception, facts: dict[str, Any]) -> str:
    from cardtable.engine.faults import sentence

    return words().text(sentence(source, facts))


class LazyGroup(click.Group):
    """Knows its commands by name and line; imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, in the player's language."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"cardtable.cli.{COMMANDS[cmd_name][0]}"), cmd_name)
        assert isinstance(command, click.Command)
        return in_words(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Offers the closest name for a command that does not exist."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from cardtable.engine.options import closest

            raise Usage(
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
@click.option("--lang", type=click.Choice(["en", "ru"]), help="The language; the locale's unless given.")
@click.version_option(__version__, message="cardtable %(version)s", help="Show the version and exit.")
@click.pass_context
def cli(ctx: click.Context, lang: str | None) -> None:
    """Durak and other Russian card games at a terminal table.

    Without a command the table opens with a menu, the last game first.
    """
    if ctx.invoked_subcommand is None:
        from cardtable.cli.screen import menu

        menu()


def main() -> NoReturn:
    """Runs the command line and ends the program with its exit status; every error is one line, a crash is three."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=PLAINER)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # What is no text in the terminal's encoding means no move.
    locale = language_from_locale(os.environ)
    _speak(_asked(sys.argv[1:]) or _chosen() or locale)
    try:
        status = in_words(cli).main(prog_name="cardtable", standalone_mode=False, obj=locale)
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
        # Nobody reads what is still to be written: the pipe is closed, or the disk is full.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except Exception as error:
        from cardtable.cli import crash

        for line in crash.lines(error):
            click.echo(line, err=True)
        status = 1
    sys.exit(status if isinstance(status, int) else 0)


# In which language, and in which signs

PLAINER = "cardtable"
"""How streams are told to write what their encoding lacks."""
PLAIN_SIGNS = str.maketrans("–—−«»…×•", '---"".x*')


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """Dashes, quotation marks and the like as every encoding has them, and a question mark for the rest."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end].translate(PLAIN_SIGNS)
    return "".join(sign if sign.isascii() else "?" for sign in lacking), error.end


codecs.register_error(PLAINER, _plainer)


def _asked(args: Sequence[str]) -> str | None:
    """The language of --lang. Looked for before anything is parsed, because errors of parsing are told in it too."""
    for nth, arg in enumerate(args):
        name, _, value = arg.partition("=")
        if name == "--lang":
            asked = value or "".join(args[nth + 1 : nth + 2])
            return asked if asked in ("en", "ru") else None
    return None


def _chosen() -> str | None:
    """The language in the player's settings; `settings` would take longer to import than help takes to show."""
    from cardtable.paths import config_dir

    path = config_dir() / "settings.toml"
    if not os.path.exists(path):
        return None
    from cardtable.files import Unreadable, read_toml

    try:
        found = read_toml(path)[1].get("language")
    except (OSError, Unreadable):
        return None
    return found if isinstance(found, str) and found in ("en", "ru") else None


def _speak(language: str) -> None:
    """Lets gettext, which click asks for its own texts too, speak this language from now on."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, str(LOCALE))
    gettext.textdomain(DOMAIN)


def in_words(command: click.Command) -> click.Command:
    """The same command with everything that its help says in the language that gettext speaks."""

    def worded(text: str | None) -> str | None:
        return gettext.gettext(cleandoc(text)) if text else text

    told = copy(command)
    told.help, told.epilog = worded(command.help), worded(command.epilog)
    told.options_metavar = worded(command.options_metavar)
    if isinstance(told, click.Group):
        told.subcommand_metavar = gettext.gettext(told.subcommand_metavar)
    told.params = []
    for param in command.params:
        param = copy(param)
        param.metavar = worded(param.metavar)
        if isinstance(param, click.Option):
            param.help = worded(param.help)
        if param.type.name in NUMBERS:
            param.type = copy(param.type)
            param.type.name = gettext.gettext(param.type.name)
        told.params.append(param)
    return told


def say_json(row: object) -> None:
    """Writes a line of JSON; what a terminal would obey is written by its number, which JSON allows anywhere."""
    import json

    from cardtable.engine.text import clean

    told = json.dumps(row, ensure_ascii=False)
    click.echo("".join(sign if clean(sign) == sign else json.dumps(sign)[1:-1] for sign in told))


def words() -> Words:
    """The words in the language asked for, or else the player's or the locale's, with his letters and signs."""
    from cardtable.words import Words

    speech = Words()
    follow_settings(speech, terminal_signs())
    return speech


def tell_trouble(trouble: Text) -> None:
    """Says on the error stream what is wrong with one of several things, while the command goes on with the rest."""
    click.echo(f"cardtable: {words().text(trouble)}", err=True)


def terminal_signs() -> Glyphs:
    """The signs that can be written here.

    The console of Linux lacks some of ours in most of its fonts, and in the locale C nobody knows what there is.
    """
    from cardtable.words import glyphs_for

    locale = next((os.environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if os.environ.get(name)), "")
    if os.environ.get("TERM") == "linux" or locale in ("C", "POSIX"):
        return "ascii"
    # While the screen is open something without an encoding takes what is printed.
    stream = sys.stdout if hasattr(sys.stdout, "encoding") else sys.__stdout__
    return glyphs_for(stream.encoding if stream is not None else None)


def follow_settings(speech: Words, signs: Glyphs) -> None:
    """Lets these words follow the player's settings as they are now; `signs` where those leave it to the terminal."""
    from cardtable.paths import config_dir
    from cardtable.settings import FILE, load

    found, _ = load(config_dir() / FILE)
    context = click.get_current_context(silent=True)
    root = context.find_root() if context is not None else None
    asked, locale = (root.params.get("lang"), root.obj) if root is not None else (None, None)
    language = asked or (found.language if found.language != "auto" else locale or language_from_locale(os.environ))
    letters = None if found.letters == "auto" else found.letters
    speech.change(language, letters=letters, glyphs=signs if found.signs == "auto" else found.signs)
