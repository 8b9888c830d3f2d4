"""The bots' lines and their characters; the lines in all languages are in one file, `remarks.tsv`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from cardtable.bots.people import NAMES
from cardtable.engine.moves import Seat

FILE: Final = Path(__file__).with_name("remarks.tsv")
CHARACTERS: Final = ("joker", "grumbler", "kind soul", "old hand", "quiet one")
"""Ways of talking, unrelated to the style of play."""


class Remark(NamedTuple):
    """A line: its group of games, its occasion, its character, and its words by language."""

    group: str
    trigger: str
    character: str
    said: Mapping[str, str]


@cache
def remarks() -> tuple[Remark, ...]:
    """All lines, in the order of the file. The columns after the third are languages."""
    head, *rows = FILE.read_text("utf-8").splitlines()
    languages = head.split("\t")[3:]
    return tuple(_remark(row.split("\t"), languages) for row in rows)


def _remark(cells: Sequence[str], languages: Sequence[str]) -> Remark:
    group, trigger, character, *said = cells
    return Remark(group, trigger, character, dict(zip(languages, said, strict=True)))


def cast_at(names: Sequence[str], bots: frozenset[Seat]) -> dict[Seat, int]:
    """The character of each bot, by seat; two are alike only if there are more bots than characters."""
    found: dict[Seat, int] = {}
    for seat in sorted(bots):
        own = _character(names[seat])
        wanted = [(own + step) % len(CHARACTERS) for step in range(len(CHARACTERS))]
        found[seat] = next((one for one in wanted if one not in found.values()), own)
    return found


def _character(name: str) -> int:
    """The character of this name at a table of its own: always the same, in either alphabet."""
    order = sorted(spelled.latin for spelled in NAMES)
    latin = next((spelled.latin for spelled in NAMES if name in spelled), None)
    number = Random(f"character {name}").randrange(len(CHARACTERS)) if latin is None else order.index(latin)
    return number % len(CHARACTERS)
