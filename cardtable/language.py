"""Which languages there are, where their texts lie, and which one the environment asks for.

Small, because the command line asks it before it says anything, its `--help` among them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

LANGUAGES: Final = {"en": "English", "ru": "Русский"}
"""The languages by their own names, which nobody translates. The texts of all but English lie in `LOCALE`."""
DOMAIN = "cardtable"
"""What gettext calls our texts."""
LOCALE = Path(__file__).parent / "locale"


def _of_windows() -> str:
    """The language that a player of Windows reads, such as "ru-RU"; nothing elsewhere."""
    if sys.platform != "win32":
        return ""
    import ctypes

    name = ctypes.create_unicode_buffer(85)
    ctypes.windll.kernel32.GetUserDefaultLocaleName(name, len(name))
    return name.value


def language_from_locale(environ: Mapping[str, str]) -> str:
    """The language that the environment asks for, as gettext reads it: LANGUAGE in order, then the locale.

    English where it asks for nothing we have, and in the locale C.
    """
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return "en"
    for wanted in (*environ.get("LANGUAGE", "").split(":"), locale or _of_windows()):
        language = wanted.replace("-", "_").partition(".")[0].partition("_")[0].lower()
        if language in LANGUAGES:
            return language
    return "en"
