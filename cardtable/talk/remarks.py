"""The lines that bots say, and who of them talks how; both languages stand in one file, `remarks.tsv`."""

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
"""Ways to talk; they have nothing to do with how somebody plays."""


class Remark(NamedTuple):
    """A line: in which games, on which occasion and by which character it is said, and its words by language."""

    group: str
    trigger: str
    character: str
    said: Mapping[str, str]


@cache
def remarks() -> tuple[Remark, ...]:
    """All lines, in the order of the file. Its columns after the third are languages."""
    head, *rows = FILE.read_text("utf-8").splitlines()
    languages = head.split("\t")[3:]
    return tuple(_remark(row.split("\t"), languages) for row in rows)


def _remark(cells: Sequence[str], languages: Sequence[str]) -> Remark:
    group, trigger, character, *said = cells
    return Remark(group, trigger, character, dict(zip(languages, said, strict=True)))


def cast_at(names: Sequence[str], bots: frozenset[Seat]) -> dict[Seat, int]:
    """By seat of a bot the character it has, by its place: two alike only at a table with more bots than characters."""
    found: dict[Seat, int] = {}
    for seat in sorted(bots):
        own = _character(names[seat])
        wanted = [(own + step) % len(CHARACTERS) for step in range(len(CHARACTERS))]
        found[seat] = next((one for one in wanted if one not in found.values()), own)
    return found


def _character(name: str) -> int:
    """How somebody of this name talks at a table of their own: always alike, in either alphabet."""
    order = sorted(spelled.latin for spelled in NAMES)
    latin = next((spelled.latin for spelled in NAMES if name in spelled), None)
    number = Random(f"character {name}").randrange(len(CHARACTERS)) if latin is None else order.index(latin)
    return number % len(CHARACTERS)
