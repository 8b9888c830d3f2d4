"""The language files: `python .build/language_files.py` brings them up to date with the source texts in the code.

It extracts the texts that `say`, `say_count`, `mark`, `gettext` and the errors are given, the rulebooks, options and
presets, the lessons, what the commands say of themselves in their help, and what click says to a user; merges them into
every `cardtable/locale/*/LC_MESSAGES/cardtable.po` (new texts come in untranslated, texts no longer used go out) and
compiles them. Then translate what is new; `tests/test_language_files.py` names what is missing. No template (`.pot`) is
stored: the code is the template.

A new language: `pybabel init` is not needed, make `cardtable/locale/<language>/LC_MESSAGES/cardtable.po` an empty
file and run this.
"""

from __future__ import annotations

import ast
import io
import os
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

DOMAIN = "cardtable"
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "gettext": None,
    "say": None,
    "say_as": ((1, "c"), 2),
    "say_count": (1, 2),
    "mark": None,
    "Fault": None,
    "NotNow": None,
    "NoSuchMove": None,
    "BadBoard": None,
    "BadClock": None,
    "BadFriends": None,
    "BadKey": None,
    "BadLeague": None,
    "BadLesson": (2,),
    "BadMove": None,
    "BadOption": None,
    "BadPosition": None,
    "BadPuzzle": None,
    "BadRecord": (2,),
    "BadSeats": None,
    "BadTable": None,
    "BadTerms": None,
    "BadNotice": None,
    "BadTournament": None,
    "BadTunnel": None,
    "BadStore": None,
    "BadTest": None,
    "BadCluster": None,
    "WorkerLost": None,
    "Mistyped": None,
    "Otherwise": None,
    "ProgramFailed": None,
    "ProgramLate": None,
    "BotFailed": None,
    "OtherRules": (2,),
    "SecretsTakeNoThought": None,
    "UnknownBot": None,
    "UnknownGame": None,
    "UnknownLesson": None,
    "UnknownPuzzle": None,
    "NoSuchDay": None,
    "Unreadable": None,
    "Failure": None,
    "Usage": None,
}
"""What is called with a text: which arguments are one, the first unless named; `c` is the context of another."""
CLICK = ("core", "decorators", "exceptions", "formatting", "parser", "types")
"""The modules of click whose texts a user of a command meets."""


def source_texts(top: Path) -> Catalog:
    """Every source text in the package, with the files it stands in."""
    texts = Catalog(domain=DOMAIN)
    found = extract_from_dir(top / "cardtable", [("**.py", "python")], keywords=KEYWORDS)
    for name, _, message, comments, context in found:
        # Files without line numbers: a moved line should not change the language files.
        texts.add(message, locations=[(f"cardtable/{name}", 0)], auto_comments=comments, context=context)
    for file in sorted((top / "cardtable" / "cli").glob("*.py")):
        for message in help_texts(ast.parse(file.read_text(encoding="utf-8"))):
            texts.add(message, locations=[(f"cardtable/cli/{file.name}", 0)])
    from cardtable import lessons  # not where the package is only being built
    from cardtable.bots import entries
    from cardtable.cli import formats
    from cardtable.engine import option_words, position, presets, rulebook
    from cardtable.film import pages
    from cardtable.games import questions
    from cardtable.player import achievements

    for name, read_texts in (
        ("rulebook.txt", rulebook.source_texts),
        ("card.txt", rulebook.source_texts),
        ("positions.txt", position.form_texts),
        ("cli/help/*.md", formats.source_texts),
        ("options.toml", option_words.source_texts),
        ("presets.toml", presets.source_texts),
        ("questions.toml", questions.source_texts),
        ("lessons/*/*.toml", lessons.source_texts),
        ("achievements.toml", achievements.source_texts),
        ("film/page.toml", pages.source_texts),
        ("host/seat.toml", pages.source_texts),
    ):
        for file in sorted((top / "cardtable").glob(f"**/{name}")):
            for message in read_texts(file):
                texts.add(message, locations=[(file.relative_to(top).as_posix(), 0)])
    for message in entries.source_texts():
        texts.add(message, locations=[("cardtable/bots/styles.toml", 0)])
    for message in click_texts():
        texts.add(message, locations=[("click", 0)])
    for bare in [found for found in texts if found.id and not any(map(has_words, forms(found.id)))]:
        texts.delete(bare.id, bare.context)
    return texts


def has_words(text: str) -> bool:
    """Whether there is anything to translate in a text beside the facts that it is filled with."""
    return any(sign.isalpha() or sign in "“”" for sign in re.sub(r"\{.*?\}", "", text))


def help_texts(module: ast.Module) -> Iterator[str]:
    """What the commands of a module say of themselves: their docstrings, and the texts given to click's decorators."""
    for node in ast.walk(module):
        if not isinstance(node, ast.FunctionDef):
            continue
        calls = [call for call in node.decorator_list if isinstance(call, ast.Call)]
        for call in calls:
            decorator = ast.unparse(call.func)
            if decorator in ("click.command", "click.group"):
                yield ast.get_docstring(node) or ""
                yield "[OPTIONS]"
            for keyword in call.keywords:
                match keyword:
                    case ast.keyword("help" | "epilog" | "metavar" | "subcommand_metavar", ast.Constant(str(text))):
                        yield text


def click_texts() -> Iterator[str | tuple[str, str]]:
    """What click says in the words of gettext, to a user and not to a programmer."""
    import click

    folder = Path(click.__file__).parent
    for name in CLICK:
        with (folder / f"{name}.py").open("rb") as stream:
            for _, _, message, _ in extract_python(stream, {"_": None, "ngettext": (1, 2)}, [], {}):
                match message:
                    case str(text):
                        yield text
                    case (str(one), str(many), *_):
                        yield one, many
                    case _:  # the text is a variable here, and a literal where the variable is set
                        pass


def language_files(top: Path) -> list[Path]:
    """The language files of the package."""
    return sorted((top / "cardtable" / "locale").glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def read(file: Path) -> Catalog:
    """The catalogue in a language file; its folder names the language."""
    with file.open("rb") as stream:
        catalogue = read_po(stream, locale=file.parent.parent.name, domain=DOMAIN, abort_invalid=True)
    catalogue.creation_date = datetime(2026, 1, 1, tzinfo=UTC)  # not now: equal files compile to equal bytes
    return catalogue


HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms}\\n"

"""


def written(catalogue: Catalog) -> bytes:
    """A catalogue as its file holds it: sorted by text, so that the order of the code does not matter."""
    stream = io.BytesIO()
    # Our own header: Babel's holds dates and versions, which would change the file when no text did.
    header = HEADER.format(language=catalogue.locale_identifier, plural_forms=catalogue.plural_forms)
    stream.write(header.encode())
    write_po(
        stream,
        catalogue,
        width=120,
        omit_header=True,
        sort_output=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    return stream.getvalue()


def updated(file: Path, texts: Catalog) -> Catalog:
    """The catalogue in a language file, brought up to date with these source texts."""
    catalogue = read(file)
    catalogue.update(texts, no_fuzzy_matching=True, update_creation_date=False)
    return catalogue


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue as gettext reads it; fuzzy translations are left out."""
    stream = io.BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def compile_all(top: Path) -> list[Path]:
    """Writes the .mo file beside every language file and gives their paths."""
    made = []
    for file in language_files(top):
        target = file.with_suffix(".mo")
        _replace(target, compiled(read(file)))
        made.append(target)
    return made


def update_all(top: Path) -> None:
    """Brings every language file up to date and says what is left to translate."""
    texts = source_texts(top)
    for file in language_files(top):
        catalogue = updated(file, texts)
        _replace(file, written(catalogue))
        bare = [message for message in catalogue if message.id and not is_translated(message)]
        print(f"{file.relative_to(top)}: {len(catalogue)} texts, {len(bare)} to translate")


def is_translated(message: Message) -> bool:
    """Whether every form of a text has a translation that nobody doubts."""
    return not message.fuzzy and all(forms(message.string))


def forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """A text's plural forms, or the one text it is."""
    return tuple(text) if isinstance(text, (list, tuple)) else (text or "",)


def _replace(file: Path, content: bytes) -> None:
    # A game that starts meanwhile reads the old file or the new one, never half of one.
    new = file.with_name(f"{file.name}.{os.getpid()}")
    new.write_bytes(content)
    new.replace(file)


if __name__ == "__main__":
    project = Path(__file__).resolve().parent.parent
    if sys.argv[1:] not in ([], ["--compile"]):
        sys.exit("usage: language_files.py [--compile]")
    if not sys.argv[1:]:
        update_all(project)
    compile_all(project)
