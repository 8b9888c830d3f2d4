"""The table for guests over a network: in their own language, colours and settings.

A guest's choices last as long as their connection; they touch none of the host's files.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from cardtable.engine.text import clean
from cardtable.language import language_from_locale
from cardtable.player.settings import Preferences
from cardtable.tui.protocol import Settings, as_preferred, booklet_of
from cardtable.tui.terminal.colours import with_colours
from cardtable.words import Glyphs, Words, glyphs_for

HEARD = ("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "NO_COLOR", "COLORTERM")
"""The variables accepted from a guest's environment, besides TERM."""
LONGEST = 64
"""Maximum characters of each."""


def environ_of(term: str, given: Mapping[str, str]) -> dict[str, str]:
    """Returns what a guest's terminal says about itself, cut and cleaned."""
    found = {name: _plain(given[name]) for name in HEARD if name in given}
    return with_colours({"TERM": _plain(term), **found})


def _plain(text: str) -> str:
    return "".join(sign for sign in clean(text)[:LONGEST] if sign.isascii())


def words_for(environ: Mapping[str, str]) -> Words:
    return Words(language_from_locale(environ), glyphs=_signs(environ))


def _signs(environ: Mapping[str, str]) -> Glyphs:
    """Returns the signs for a terminal; assumes UTF-8 if it does not say, as `ssh` often does not pass it on."""
    locale = next((environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "")
    if environ.get("TERM") == "linux" or locale in ("C", "POSIX"):
        return "ascii"
    return glyphs_for(locale.partition(".")[2].partition("@")[0]) if "." in locale else "suits"


def settings_for_guest(words: Words, environ: Mapping[str, str], found: Preferences | None = None) -> Settings:
    """Returns the settings with this guest's preferences."""
    found = found or Preferences(forced="asked", motion=False)

    def choose(name: str, value: Any) -> Settings:
        if isinstance(value, Mapping):
            kept = {**getattr(found, name), **value}
            value = {key: own for key, own in kept.items() if own is not None}
        chosen = dataclasses.replace(found, **{name: value})
        language = language_from_locale(environ) if chosen.language == "auto" else chosen.language
        signs = chosen.signs if chosen.signs in ("suits", "ascii") else _signs(environ)
        words.change(language, letters=None if chosen.letters == "auto" else chosen.letters, glyphs=signs)
        return settings_for_guest(words, environ, chosen)

    settings = as_preferred(Settings(rules=booklet_of), found)
    return settings._replace(choose=choose)
