"""Presets: named sets of options, as listed in a family's `presets.toml`.

    [simple]
    from = "throw_in"
    title = "Simple Fool"
    minutes = 1
    special = "Nothing is thrown in: one card or a pair attacks, and once it is beaten the turn moves on."
    options = { throw_in = false, opening_cards = "one_or_two" }

There is one table per preset, named by its id. Anything left out is inherited from the preset named in `from`; a preset
without one must give everything. `players` is a number or `"2-6"`, `usual` the usual number of players, `level` how
hard it is to learn and `minutes` how long it takes; `aim` is what everybody tries to do and `special` what is different
about it, one sentence each. `options` are the options it changes, `short` those that make a long match fit a short
evening.

A player's own presets are tables of the same form, each based on one of the family's. Their ids begin with the
family's id, as in `durak_kitchen`, so that no preset added later can clash with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

from cardtable.engine.book import Book
from cardtable.engine.faults import Fault
from cardtable.engine.options import BadOption, Options, make_options
from cardtable.engine.text import clean, say

Level = Literal["easy", "medium", "hard"]
LONGEST: Mapping[str, int] = {"title": 60, "aim": 200, "special": 200}
"""The texts of a preset, with their maximum lengths in characters."""
WHOLE = (*LONGEST, "players", "level", "minutes")
"""The keys that a preset without `from` must have."""
KEYS = ("from", *WHOLE, "usual", "options", "short")
LONGEST_ID = 30
"""The maximum length of an id of a player's own preset."""
SEATS = range(2, 13)
"""The numbers of players that a file may give."""
LONG = 10_000
"""The maximum number of minutes."""


@dataclass(frozen=True, eq=False)
class Preset:
    """A named set of options, as players know the game, with what would make a newcomer want to play it."""

    base: Callable[[], Options]
    """Returns the defaults of the family."""
    given: Mapping[str, Any]
    """The options it changes, in any form they can be written in."""
    title: str
    seats: tuple[int, ...]
    aim: str
    """One sentence: what everybody tries to do."""
    special: str
    """One sentence: what distinguishes it from the plainest game of its family."""
    level: Level
    """How hard it is to learn."""
    minutes: int
    """The length of a match against bots with the default number of players.

    Measured on matches of bots at the usual pace by a test of the presets: four seconds for a decision, one if there is
    no choice, half a second for a bot's move, five between deals. The mean, in multiples of five from ten minutes on.
    """
    short: Mapping[str, Any] = field(default_factory=dict)
    """The options that make a long match fit a short evening; empty if there are none."""
    usual: int | None = None
    """The usual number of players; None for the fewest."""
    made_from: str = ""
    """For a player's own preset, the id of the family's preset it is based on; otherwise empty."""

    @cached_property
    def options(self) -> Any:
        """All options. Raises BadOption."""
        return make_options(self.base(), self.given)

    @property
    def players(self) -> int:
        """The default number of players."""
        return self.usual if self.usual in self.seats else self.seats[0]


def read_presets(
    book: Book, base: Callable[[], Options], listed: Mapping[str, Preset] = MappingProxyType({}), prefix: str = ""
) -> dict[str, Preset]:
    """The presets of a family, by id. Raises BadBook; `check` tests whether the options go together.

    A player's own are based on those in `listed`, and their ids begin with a prefix.
    """
    found: dict[str, Preset] = {}
    for name in book.tables:
        said = _said(book, name)
        above = book.tables[name].get("from")
        known = {**listed, **found}
        if above is not None and not (isinstance(above, str) and above in known):
            raise book.error(say("from: there is no preset {name} above", name=str(above)), name, "from")
        lacking = [] if above else ["from"] if listed else [key for key in WHOLE if key not in book.tables[name]]
        if lacking:
            raise book.error(say("{key} is missing", key=lacking[0]), name)
        if listed and not re.fullmatch(rf"{prefix}[a-z0-9_]{{1,{LONGEST_ID - len(prefix)}}}", name):
            facts: dict[str, Any] = {"name": clean(name)[:60], "prefix": prefix, "most": LONGEST_ID}
            raise book.error(say("{name}: call it {prefix}NAME, in at most {most} small letters", **facts), name)
        if above:
            found[name] = _made(known[above], said)
        else:
            found[name] = Preset(base, given=said.pop("options", {}), **said)
        if listed and above:
            found[name] = replace(found[name], made_from=known[above].made_from or above)
        if said.get("usual") not in (None, *found[name].seats):
            raise book.error(say("usual must be one of the numbers of players"), name, "usual")
    return found


def check(book: Book, name: str, preset: Preset) -> None:
    """Raises BadBook for options that do not exist, or do not go together with these numbers of players."""
    for key in ("options", "short"):
        for option, value in book.tables[name].get(key, {}).items():
            try:
                make_options(preset.base(), {option: value})
            except BadOption as error:
                raise book.error(error, name, key, option) from None
    for key, options in (("options", preset.options), ("short", make_options(preset.options, preset.short))):
        for seats in preset.seats:
            try:
                options.check(seats)
            except BadOption as error:
                raise book.error(error, name, key) from None


def _made(above: Preset, said: dict[str, Any]) -> Preset:
    """A preset derived from another, with the given values changed."""
    return replace(above, given={**above.given, **said.pop("options", {})}, **said)


def _said(book: Book, name: str) -> dict[str, Any]:
    """The values in a table, by the field names of a preset. Raises BadBook."""
    table = book.tables[name]
    book.check_keys((name,), table, KEYS)
    said = {}
    for key, value in table.items():
        if key == "from":
            continue
        try:
            said["seats" if key == "players" else key] = _value(key, value)
        except Fault as error:
            raise book.error(error, name, key) from None
    return said


def _value(key: str, value: Any) -> Any:
    """The value of a key in the form that a preset uses. Raises Fault."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if key in LONGEST:
        if isinstance(value, str) and 0 < len(value) <= LONGEST[key] and value.strip() and clean(value) == value:
            if "{" in value or "}" in value:  # Braces mark the facts in a sentence.
                raise Fault("{key} must have no braces", key=key)
            return value
        raise Fault("{key} must have 1 to {most} printable letters", key=key, most=LONGEST[key])
    if key == "players":
        ends = re.fullmatch(r"(\d{1,2})-(\d{1,2})", f"{value}-{value}" if whole else str(value))
        seats = tuple(range(int(ends[1]), int(ends[2]) + 1)) if ends else ()
        if seats and seats[0] in SEATS and seats[-1] in SEATS:
            return seats
        raise Fault('{key} must be a number from {least} to {most}, or two such as "2-6"', key=key, **_ends(SEATS))
    if key == "level":
        if value in get_args(Level):
            return value
        raise Fault("{key} must be one of {allowed}", key=key, allowed=", ".join(get_args(Level)))
    if key in ("options", "short"):
        if isinstance(value, dict):
            return value
        raise Fault("{key} must be a table", key=key)
    span = SEATS if key == "usual" else range(1, LONG + 1)
    if whole and value in span:
        return value
    raise Fault("{key} must be a number from {least} to {most}", key=key, **_ends(span))


def _ends(span: range) -> dict[str, int]:
    return {"least": span[0], "most": span[-1]}


def source_texts(file: Path) -> Iterator[str]:
    """The texts of a family's presets, for translation."""
    for table in Book(file.name, file.read_text(encoding="utf-8")).tables.values():
        yield from (table[key] for key in LONGEST if key in table)
