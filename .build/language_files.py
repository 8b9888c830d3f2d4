"""The language files: `python .build/language_files.py` brings them up to date with the source texts in the code.

It extracts the texts that `say`, `say_count`, `mark` and `_` are given, merges them into every
`cardtable/locale/*/LC_MESSAGES/cardtable.po` (new texts come in untranslated, texts no longer used go out) and compiles
them. Then translate what is new; `tests/test_language_files.py` names what is missing. No template (`.pot`) is stored:
the code is the template.

A new language: `pybabel init` is not needed, make `cardtable/locale/<language>/LC_MESSAGES/cardtable.po` an empty
file and run this.
"""

from __future__ import annotations

import io
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

DOMAIN = "cardtable"
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "say": None,
    "say_count": (1, 2),
    "mark": None,
    "_": None,
}


def source_texts(top: Path) -> Catalog:
    """Every source text in the package, with the files it stands in."""
    texts = Catalog(domain=DOMAIN)
    found = extract_from_dir(top / "cardtable", [("**.py", "python")], keywords=KEYWORDS)
    for name, _, message, comments, context in found:
        # Files without line numbers: a moved line should not change the language files.
        texts.add(message, locations=[(f"cardtable/{name}", 0)], auto_comments=comments, context=context)
    return texts


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
