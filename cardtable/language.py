"""The languages, the location of their texts, and the one the environment asks for.

Kept small, because the command line uses it before it prints anything, including `--help`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

LANGUAGES: Final = {"en": "English", "ru": "Русский"}
"""The languages by their own names, which are never translated. The texts of all but English are in `LOCALE`."""
DOMAIN = "cardtable"
"""The gettext domain of our texts."""
LOCALE = Path(__file__).parent / "locale"


def _of_windows() -> str:
    """The language of the Windows user interface, such as "ru-RU"; empty on other systems."""
    if sys.platform != "win32":
        return ""
    import ctypes

    name = ctypes.create_unicode_buffer(85)
    ctypes.windll.kernel32.GetUserDefaultLocaleName(name, len(name))
    return name.value


def language_from_locale(environ: Mapping[str, str]) -> str:
    """The language the environment asks for, in gettext's way: LANGUAGE in order, then the locale.

    English if it asks for none that exists, or for the locale C.
    """
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return "en"
    for wanted in (*environ.get("LANGUAGE", "").split(":"), locale or _of_windows()):
        language = wanted.replace("-", "_").partition(".")[0].partition("_")[0].lower()
        if language in LANGUAGES:
            return language
    return "en"
