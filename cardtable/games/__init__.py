"""The families of games. `FAMILIES` is the only list of them; `group_of` gives the game each one is listed under."""

from __future__ import annotations

import dataclasses
import gettext
from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

from cardtable.engine.family import Family
from cardtable.engine.faults import Fault
from cardtable.engine.option_words import value_text
from cardtable.engine.options import BadOption, BadSeats, Options, changed, closest, make_options, specs
from cardtable.engine.presets import Preset
from cardtable.engine.text import Text, folded, say
from cardtable.games.own import presets_of
from cardtable.language import DOMAIN, LANGUAGES, LOCALE

FAMILIES = ("durak", "one_oh_one", "kozel", "bura", "king", "titles", "palace")
"""The families in menu order; each is a package here that defines `FAMILY`."""
KIN = {"titles": "king", "palace": "king"}
"""Families that are listed and counted under another family's id, because players know them as one game."""


def group_of(family_id: str) -> str:
    """The id that a family is listed and counted under."""
    return KIN.get(family_id, family_id)


GROUPS = tuple(dict.fromkeys(map(group_of, FAMILIES)))
"""The games as players know them, in menu order."""


Family.own = presets_of


class UnknownGame(Fault):
    """A family or preset that does not exist; the message offers the closest name."""


def _unknown(name: str, allowed: tuple[str, ...]) -> UnknownGame:
    return UnknownGame(
        "family {name}: there is none{near}; there are {allowed}",
        name=name,
        near=closest(name, allowed),
        allowed=", ".join(allowed),
    )


def family(name: str) -> Family:
    """Returns the family with this id. Raises UnknownGame."""
    if name not in FAMILIES:
        raise _unknown(name, FAMILIES)
    found = import_module(f"cardtable.games.{name}").FAMILY
    assert isinstance(found, Family)
    return found


def group(name: str) -> list[Family]:
    """Returns the families listed under this id. Raises UnknownGame."""
    if name not in GROUPS:
        raise _unknown(name, GROUPS)
    return [family(member) for member in FAMILIES if group_of(member) == name]


def _told(title: str) -> list[str]:
    """The ways to type a title: in every language, in lower case."""
    speeches = (gettext.translation(DOMAIN, LOCALE, [language], fallback=True) for language in LANGUAGES)
    return [speech.gettext(title).casefold() for speech in speeches]


def group_called(name: str) -> str:
    """Finds a group by its id, or by its title in any language, such as 101 or Козёл.

    Returns the name unchanged if no group matches.
    """
    meant = folded(name.strip())
    if meant in GROUPS:
        return meant
    return next((group for group in GROUPS if meant in map(folded, _told(family(group).title))), name)


class ListedGame(NamedTuple):
    """A preset as it is listed, with its id and its family."""

    id: str
    family: Family
    preset: Preset

    @property
    def group(self) -> str:
        """The id the preset is listed under."""
        return group_of(self.family.id)


def games_of(group_id: str) -> list[ListedGame]:
    """The games listed under this id, the one to learn first at the top. Raises UnknownGame."""
    return [
        ListedGame(name, game, game.presets[name])
        for game in group(group_id)
        for name in sorted(game.presets, key=lambda name: name != game.default)
    ]


def find_preset(name: str) -> tuple[Family, Preset]:
    """Returns the preset with this id, and its family. Raises UnknownGame."""
    names: list[str] = []
    for game in map(family, FAMILIES):
        if name in game.presets:
            return game, game.presets[name]
        names += game.presets
    raise UnknownGame(
        "preset {name}: there is none{near}; `cardtable games` lists them all", name=name, near=closest(name, names)
    )


def preset_id(name: str) -> str:
    """Resolves a preset by its id, by a game's id (its first preset), or by a title.

    Titles are recognised in every language. Raises UnknownGame, which offers the closest name.
    """
    meant = folded(name.strip())
    if meant in GROUPS and meant not in family(meant).presets:
        return family(meant).default
    called: dict[str, str] = {}
    for game in map(family, FAMILIES):  # One at a time: a table needs only its own family.
        if meant in game.presets:
            return meant
        called |= {own: own for own in game.presets}
    for game in map(family, GROUPS):
        called |= dict.fromkeys((game.id, *_told(game.title)), game.default)
    for game in map(family, FAMILIES):
        called = {title: own for own, preset in game.presets.items() for title in _told(preset.title)} | called
    for title, own in called.items():
        if folded(title) == meant:
            return own
    raise UnknownGame(
        "there is no game {name}{near}; `cardtable games` lists them all",
        name=name,
        near=closest(name.strip().casefold(), called),
    )


def agree(name: str, given: Mapping[str, Any], seats: int) -> tuple[Family, Any]:
    """Returns the family, and the preset's options with the given changes, checked for this number of seats.

    An unchanged preset allows only the numbers of players it lists, for which it has been checked: ours by the tests, a
    player's own when it was read. With changes, any number is possible that its options allow. Raises UnknownGame, and
    BadOption (BadSeats among them).
    """
    game, preset = find_preset(name)
    options = make_options(preset.options, given)
    if changed(options, preset.options):
        options.check(seats)
    elif seats not in preset.seats:
        raise BadSeats(
            "{name} is a game for {allowed} players, not for {seats}",
            name=name,
            allowed=", ".join(map(str, preset.seats)),
            seats=seats,
        )
    return game, options


OFF = ("none", False, 0)
"""Values that switch a rule off, for options that have such a value."""


def without_effect(game: Family, base: Options, options: Any, seats: int) -> dict[str, Text]:
    """Options that differ from `base` but change nothing in the rules at this table: a sentence for each name.

    The rulebook text decides: if it stays the same with the value of `base`, or with the rule switched off, the change
    has no effect. It needs another option to matter, or concerns something that never comes up.
    """
    differing = changed(options, base)
    if not differing:
        return {}
    told = game.explain(options, seats)
    found = {}
    for name, value in differing.items():
        values = specs(game.options)[name].values
        for other in dict.fromkeys([getattr(base, name), *(off for off in values if off in OFF)]):
            instead = dataclasses.replace(options, **{name: other})
            if other != value and _goes_together(instead, seats) and game.explain(instead, seats) == told:
                found[name] = say(
                    "{name}={value} makes no difference here: the rules are those of {name}={other}",
                    name=name,
                    value=value_text(value),
                    other=value_text(other),
                )
                break
    return found


def _goes_together(options: Options, seats: int) -> bool:
    try:
        options.check(seats)
    except BadOption:
        return False
    return True
