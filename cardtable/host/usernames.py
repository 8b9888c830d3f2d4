"""The friends meant by `ssh NAME@HOST`, also by the usual spellings of their names in Latin letters."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cardtable.engine.text import folded

LONGEST = 80
"""Maximum letters of a user name that are compared."""
_LATIN = str.maketrans(
    {
        **dict(zip("абвгдезиклмнопрстуф", "abvgdeziklmnoprstuf", strict=True)),
        **dict(zip("жхцчшщыэюя", ("zh", "kh", "ts", "ch", "sh", "shch", "y", "e", "yu", "ya"), strict=True)),
        **dict.fromkeys("ьъ", ""),
        "і": "i",
        "є": "ye",
        "ґ": "g",
    }
)
"""For Cyrillic letters without accents: `й` is `и` there, `ё` is `е`."""
_SPELLINGS = (
    (r"s(hc|c)h", "sh"),
    (r"zh", "q"),
    (r"kh", "h"),
    (r"t[sz]", "c"),
    (r"x", "ks"),
    (r"w", "v"),
    (r"[yij]+([au])", r"Y\1"),
    (r"[yij]+[eo]", "e"),
    (r"[yij]+", "i"),
    (r"(.)\1+", r"\1"),
)
"""Spelling variants, and the form used for comparing them."""


def names_meant(user: str, names: Iterable[str]) -> list[str]:
    """Returns the names a user name means: an equal one, otherwise those spelled like it.

    >>> names_meant("sergey", ["Сергей", "Серёжа"])
    ['Сергей']
    """
    names = list(names)
    same = [name for name in names if name.casefold() == user.casefold()]
    spelled = _spelled(user[:LONGEST])
    return same or [name for name in names if spelled and _spelled(name) == spelled]


def user_name(name: str, names: Iterable[str]) -> str:
    """Returns a user name in plain Latin letters for this friend; empty if it would mean somebody else.

    >>> user_name("Серёжа", ["Серёжа", "Анна"]), user_name("王", ["王"])
    ('serezha', '')
    """
    spelled = "".join(sign for sign in folded(name).translate(_LATIN) if sign.isascii() and sign.isalnum())
    return spelled if spelled and names_meant(spelled, names) == [name] else ""


def _spelled(name: str) -> str:
    text = "".join(sign for sign in folded(name).translate(_LATIN) if sign.isalnum())
    for found, meant in _SPELLINGS:
        text = re.sub(found, meant, text)
    return text
