"""The message after a bug in the program: three lines, and a report that reveals no cards.

Neither shows a local variable, and exception messages are masked: whoever sits at the keyboard reads them, and a hand
may be somebody else's.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import tempfile
import traceback
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from cardtable import told_version
from cardtable.cli.commands import COMMANDS
from cardtable.desk.speech import words

OURS = Path(__file__).parents[1]
"""The folder of the package."""
MASK = "·"
_TELLING = re.compile(r"\b(10|[2-9tjqkax])[shdcbr]\b|\S*[♠♥♦♣★]|\d+", re.IGNORECASE)
"""What may reveal a card: numbers, suit signs, cards as they are typed."""


def lines(error: Exception) -> list[str]:
    """Stores the report; returns what failed, that the match is saved and how to continue, and where the report is."""
    from cardtable.engine.faults import told
    from cardtable.engine.text import say
    from cardtable.words import Words

    try:
        speech = words()
    except Exception:  # The same bug may strike here too.
        speech = Words()
    what = say("the program has failed: {kind} in {place}", kind=type(error).__name__, place=_place(error))
    kept = say("What was played is kept; `cardtable resume` goes on with the last match.")
    try:
        where = say("The report, without any cards, is {path}", path=str(keep(report(error))))
    except OSError as wrong:
        where = say("The report could not be kept: {why}", why=told(wrong))
    return [f"cardtable: {speech.text(what)}", speech.text(kept), speech.text(where)]


def keep(text: str) -> Path:
    """Writes a report to a file that only its user can read. Raises OSError."""
    from cardtable.files import make_folder
    from cardtable.paths import data_dir

    folder = data_dir()
    make_folder(folder)
    number, path = tempfile.mkstemp(".txt", f"crash-{datetime.now():%Y-%m-%d-%H%M%S}-", folder)  # has mode 0600
    with open(number, "w", encoding="utf-8", errors="replace") as file:
        file.write(text)
    return Path(path)


def report(error: BaseException) -> str:
    """The tracebacks of the chain of exceptions, the first one first."""
    system = f"{platform.system()} {platform.release()}"
    python = f"Python {platform.python_version()}, {system}, TERM={os.environ.get('TERM', '')}"
    command = next((arg for arg in sys.argv[1:] if arg in COMMANDS), "")
    return "\n".join([f"cardtable {told_version()} {command}, {python}", "", *_told(error)])


def _told(error: BaseException) -> Iterator[str]:
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if earlier is not None:
        yield from _told(earlier)
    yield from (line.rstrip("\n") for line in traceback.format_tb(error.__traceback__))
    for line in traceback.format_exception_only(error):
        yield _TELLING.sub(MASK, line.rstrip("\n"))
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _told(one)
    yield ""


def _place(error: BaseException) -> str:
    """The innermost line of our code in the traceback."""
    ours = [
        f"{Path(frame.filename).relative_to(OURS.parent).as_posix()}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(OURS)
    ]
    return ours[-1] if ours else OURS.name
