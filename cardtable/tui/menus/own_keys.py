"""A player's own keys at the table: which may be given, and what has a key already."""

from __future__ import annotations

from collections.abc import Mapping

from cardtable.engine.text import Text, say
from cardtable.tui.felt.table_keys import KEYS, TABLE_KEYS, changeable
from cardtable.tui.keys import ANYWHERE_KEYS, SAY_KEY, TWINS, Key

LETTERS = {cyrillic: latin for latin, cyrillic in TWINS.items()}
"""The Latin letter on the key of a Russian one."""


def pressed(key: str) -> str:
    """A key that was pressed, as it is kept: small, and by the Latin letter in its place.

    >>> pressed("F"), pressed("а"), pressed("f9")
    ('f', 'f', 'f9')
    """
    key = key.lower()
    return LETTERS.get(key, key)


def key_of(row: Key, own: Mapping[str, str]) -> str:
    """The keys of a line of the key table as they are now, with commas between."""
    return own.get(row.id) or ",".join(keys for keys, _ in row.binds)


def taken_by(name: str, key: str, own: Mapping[str, str]) -> Key | None:
    """The other line of the key table that a key belongs to now."""
    for row in (*TABLE_KEYS, SAY_KEY, *ANYWHERE_KEYS):
        if row.id != name and set(key.split(",")) & set(key_of(row, own).split(",")):
            return row
    return None


def clash(name: str, key: str, own: Mapping[str, str]) -> Text | None:
    """A line that says which other action has this key; nothing where none has."""
    other = taken_by(name, key, own) if key else None
    if other is None:
        return None
    return say("keys.{key} = {own} is the key of keys.{other}", key=name, own=key, other=other.id)


def rows() -> list[Key]:
    """The lines of the key table that may have a key of one's own, in their order."""
    return [KEYS[name] for name in changeable()]
