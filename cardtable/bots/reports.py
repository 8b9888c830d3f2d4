"""Reports of failed bots for their authors, stored in the player's data."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from traceback import extract_tb, format_list

from cardtable.files import make_folder
from cardtable.paths import data_dir


def keep_report(style: str, error: BaseException) -> None:
    """Stores where a bot failed, for its author; only the latest failure of each style is kept.

    Only source lines of the program: an error message might name cards.
    """
    report = data_dir() / "reports" / f"bot-{re.sub(r'[^a-z0-9_]+', '-', style.lower())[:60]}.txt"
    kind = type(error)
    lines = [f"{kind.__module__}.{kind.__qualname__}\n", *format_list(extract_tb(error.__traceback__))]
    with suppress(OSError):  # A report is not worth losing a match over.
        make_folder(report.parent)
        report.unlink(missing_ok=True)
        with open(report, "x", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.writelines(lines)
