"""The language files: `python .build/language_files.py` updates them with the source texts in the code.

It extracts the texts passed to `say`, `say_count`, `mark`, `gettext` and the errors, the rulebooks, options and
presets, the lessons, the commands' help, and click's messages to users; merges them into every
`cardtable/locale/*/LC_MESSAGES/cardtable.po` (new texts are added untranslated, unused texts are removed) and compiles
them. Then translate what is new; `tests/test_language_files.py` names what is missing. No template (`.pot`) is stored:
the code is the template.

To add a language, `pybabel init` is not needed: create an empty file
`cardtable/locale/<language>/LC_MESSAGES/cardtable.po` and run this.
"""

from __future__ import annotations

import ast
import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr
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
"""Functions that take texts: the arguments that are texts, by default the first; `c` marks another's context."""
CLICK = ("core", "decorators", "exceptions", "formatting", "parser", "types")
"""The modules of click whose texts are shown to users of commands."""


def source_texts(top: Path) -> Catalog:
    """All source texts in the package, with the files they are in."""
    texts = Catalog(domain=DOMAIN)
    # Babel writes to stderr about every f-string in a call of these names; none of those needs translating.
    with redirect_stderr(io.StringIO()):
        found = list(extract_from_dir(top / "cardtable", [("**.py", "python")], keywords=KEYWORDS))
    for name, _, message, comments, context in found:
        # Files without line numbers: a moved line should not change the language files.
        texts.add(message, locations=[(f"cardtable/{name}", 0)], auto_comments=comments, context=context)
    for file in sorted((top / "cardtable" / "cli").glob("*.py")):
        for message in help_texts(ast.parse(file.read_text(encoding="utf-8"))):
            texts.add(message, locations=[(f"cardtable/cli/{file.name}", 0)])
    from cardtable import lessons  # Not needed when the package is only being built.
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
    """Whether a text has anything to translate besides its placeholders."""
    return any(sign.isalpha() or sign in "“”" for sign in re.sub(r"\{.*?\}", "", text))


def help_texts(module: ast.Module) -> Iterator[str]:
    """The help texts of a module's commands: their docstrings, and the texts in click's decorators."""
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
    """click's gettext messages to users, not to programmers."""
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
                    case _:  # Here the text is a variable, set from a literal elsewhere.
                        pass


def language_files(top: Path) -> list[Path]:
    """The language files of the package."""
    return sorted((top / "cardtable" / "locale").glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def read(file: Path) -> Catalog:
    """Reads the catalogue of a language file, whose folder names the language."""
    with file.open("rb") as stream:
        catalogue = read_po(stream, locale=file.parent.parent.name, domain=DOMAIN, abort_invalid=True)
    catalogue.creation_date = datetime(2026, 1, 1, tzinfo=UTC)  # fixed, so that equal files compile to equal bytes
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
    """A catalogue as file content: sorted by text, so that the order of the code does not matter."""
    stream = io.BytesIO()
    # Our own header: Babel's contains dates and versions, which would change the file without a change of texts.
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
    """A language file's catalogue, updated with these source texts."""
    catalogue = read(file)
    catalogue.update(texts, no_fuzzy_matching=True, update_creation_date=False)
    return catalogue


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue compiled for gettext, without fuzzy translations."""
    stream = io.BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def compile_all(top: Path) -> list[Path]:
    """Writes the .mo file beside every language file and returns their paths."""
    made = []
    for file in language_files(top):
        target = file.with_suffix(".mo")
        _replace(target, compiled(read(file)))
        made.append(target)
    return made


def update_all(top: Path) -> None:
    """Updates every language file and prints what is left to translate."""
    texts = source_texts(top)
    for file in language_files(top):
        catalogue = updated(file, texts)
        _replace(file, written(catalogue))
        bare = [message for message in catalogue if message.id and not is_translated(message)]
        for message in bare:
            print(f"  {message.id!r}")
        print(f"{file.relative_to(top)}: {len(catalogue)} texts, {len(bare)} to translate")


def is_translated(message: Message) -> bool:
    """Whether all forms of a text have translations that are not fuzzy."""
    return not message.fuzzy and all(forms(message.string))


def forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """The plural forms of a text, or its single form."""
    return tuple(text) if isinstance(text, (list, tuple)) else (text or "",)


def _replace(file: Path, content: bytes) -> None:
    # Atomic: a game starting meanwhile reads the old file or the new one, never half of one.
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
