"""The output of every command: the player's language and signs, errors in one line, JSON."""

from __future__ import annotations

import codecs
import gettext
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from inspect import cleandoc
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cardtable.language import DOMAIN, LANGUAGES, LOCALE, language_from_locale

if TYPE_CHECKING:  # `--help` does without them.
    from cardtable.engine.text import Text
    from cardtable.words import Glyphs, Words


def mark(line: str) -> str:
    """Returns the line; marks it for translation, like the engine's `mark`, which takes longer to import."""
    return line


FoundT = TypeVar("FoundT")
NUMBERS = (mark("integer"), mark("integer range"), mark("float"), mark("float range"))
"""Click's names for numeric types; it does not translate them itself."""
PLAINER = "cardtable"
"""The name of the error handler for characters that an encoding lacks."""
PLAIN_SIGNS = str.maketrans("–—−«»…×•", '---"".x*') | {ord("→"): "->", ord("±"): "+-"}


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """Replaces dashes, quotation marks and the like by ASCII ones, and the rest by question marks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end].translate(PLAIN_SIGNS)
    return "".join(sign if sign.isascii() else "?" for sign in lacking), error.end


codecs.register_error(PLAINER, _plainer)


def begin(args: Sequence[str]) -> str:
    """Sets up streams and gettext for the player before parsing; returns the locale's language."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=PLAINER)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # Input that is not valid text becomes an invalid move.
    locale = language_from_locale(os.environ)
    _speak(_asked(args) or _chosen() or locale)
    return locale


def _asked(args: Sequence[str]) -> str | None:
    """Returns the language of --lang. Needed before parsing, because parsing errors use it too."""
    for nth, arg in enumerate(args):
        name, _, value = arg.partition("=")
        if name == "--lang":
            asked = value or "".join(args[nth + 1 : nth + 2])
            return asked if asked in LANGUAGES else None
    return None


def _chosen() -> str | None:
    """Returns the language in the player's settings; importing `settings` would take longer than showing help."""
    from cardtable.paths import config_dir

    try:
        path = config_dir() / "settings.toml"
    except OSError:  # Help does not need the player's files; commands that do report the error.
        return None
    if not os.path.exists(path):
        return None
    from cardtable.files import Unreadable, read_toml

    try:
        found = read_toml(path)[1].get("language")
    except (OSError, Unreadable):
        return None
    return found if isinstance(found, str) and found in LANGUAGES else None


def _speak(language: str) -> None:
    """Makes gettext, which click uses for its own texts too, speak this language."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, str(LOCALE))
    gettext.textdomain(DOMAIN)


def words() -> Words:
    """Returns the words in the requested language, or the player's, or the locale's, with their letters and signs."""
    from cardtable.words import Words

    speech = Words()
    follow_settings(speech, terminal_signs())
    return speech


def terminal_signs() -> Glyphs:
    """Returns the signs that can be written here.

    The Linux console lacks some of ours in most of its fonts, and the locale C says nothing about what there is.
    """
    from cardtable.words import glyphs_for

    locale = next((os.environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if os.environ.get(name)), "")
    if os.environ.get("TERM") == "linux" or locale in ("C", "POSIX"):
        return "ascii"
    # While the screen is open, printed output goes to an object without an encoding.
    stream = sys.stdout if hasattr(sys.stdout, "encoding") else sys.__stdout__
    return glyphs_for(stream.encoding if stream is not None else None)


def follow_settings(speech: Words, signs: Glyphs) -> None:
    """Applies the player's current settings to these words; `signs` is used if they leave that to the terminal."""
    from cardtable.paths import config_dir
    from cardtable.player.settings import FILE, load

    found, _ = load(config_dir() / FILE)
    context = click.get_current_context(silent=True)
    root = context.find_root() if context is not None else None
    asked, locale = (root.params.get("lang"), root.obj) if root is not None else (None, None)
    language = asked or (found.language if found.language != "auto" else locale or language_from_locale(os.environ))
    letters = None if found.letters == "auto" else found.letters
    speech.change(language, letters=letters, glyphs=found.signs if found.signs in ("suits", "ascii") else signs)


class Failure(click.ClickException):
    """A failure, in one line; exit status 1."""

    def __init__(self, source: str | Exception, /, **facts: Any) -> None:
        super().__init__(_worded(source, facts))


class Usage(click.UsageError):
    """Wrong usage, in one line that says what is allowed; exit status 2."""

    def __init__(self, source: str | Exception, /, **facts: Any) -> None:
        super().__init__(_worded(source, facts))


def or_value_error(done: Callable[..., FoundT]) -> Callable[..., FoundT]:
    """Wraps a function so that a command's error becomes a ValueError with the line for the screen."""

    def tried(*given: Any) -> FoundT:
        try:
            return done(*given)
        except click.ClickException as error:
            raise ValueError(_on_screen(error)) from None

    return tried


def _on_screen(error: click.ClickException) -> str:
    """Returns a command's error without names of files and commands that mean nothing in the screen's lists."""
    from cardtable.match.record import InUse, SecretDeal

    if isinstance(error.__cause__, InUse):
        return words().say("This is already open in another window.")
    if isinstance(error.__cause__, SecretDeal):
        return words().say("The deal is not over, and its cards are secret: g goes on with it.")
    return error.message


def _worded(source: str | Exception, facts: dict[str, Any]) -> str:
    from cardtable.engine.faults import sentence

    return words().text(sentence(source, facts))


def tell_trouble(trouble: Text) -> None:
    """Prints an error about one of several things, while the command goes on with the rest."""
    click.echo(f"cardtable: {words().text(trouble)}", err=True)


JSON_FORM = 1
"""The version of every object written with --json: within a major version it only gains keys."""


def say_json(row: Mapping[str, Any]) -> None:
    """Writes a line of JSON; characters a terminal would obey are escaped, which JSON allows anywhere."""
    import json

    from cardtable.engine.text import clean

    told = json.dumps({"form": JSON_FORM, **row}, ensure_ascii=False)
    click.echo("".join(sign if clean(sign) == sign else json.dumps(sign)[1:-1] for sign in told))


def in_words(command: click.Command) -> click.Command:
    """Returns the command with all the text of its help in gettext's language."""
    if os.environ.get("LANGUAGE") == "en":  # There gettext would search the disk for each text, and find none.
        return command

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
