"""A player's own keys at the table: which can be set, and which are already taken."""

from __future__ import annotations

from collections.abc import Mapping

from cardtable.engine.text import Text, say
from cardtable.tui.felt.table_keys import KEYS, TABLE_KEYS, changeable
from cardtable.tui.keys import ANYWHERE_KEYS, SAY_KEY, TWINS, Key

LETTERS = {cyrillic: latin for latin, cyrillic in TWINS.items()}
"""The Latin letter on the same key as a Russian one."""


def pressed(key: str) -> str:
    """Returns a key in the form it is saved: lower case, and the Latin letter for a Russian one.

    >>> pressed("F"), pressed("а"), pressed("f9")
    ('f', 'f', 'f9')
    """
    key = key.lower()
    return LETTERS.get(key, key)


def key_of(row: Key, own: Mapping[str, str]) -> str:
    """Returns the current keys of a key table row, separated by commas."""
    return own.get(row.id) or ",".join(keys for keys, _ in row.binds)


def taken_by(name: str, key: str, own: Mapping[str, str]) -> Key | None:
    """Returns the other row of the key table that has a key now; None if none has."""
    for row in (*TABLE_KEYS, SAY_KEY, *ANYWHERE_KEYS):
        if row.id != name and set(key.split(",")) & set(key_of(row, own).split(",")):
            return row
    return None


def clash(name: str, key: str, own: Mapping[str, str]) -> Text | None:
    """Returns a message naming the other action with this key; None if there is none."""
    other = taken_by(name, key, own) if key else None
    if other is None:
        return None
    return say("keys.{key} = {own} is the key of keys.{other}", key=name, own=key, other=other.id)


def rows() -> list[Key]:
    """Returns the key table rows whose key may be changed, in order."""
    return [KEYS[name] for name in changeable()]
