"""The families of games. `FAMILIES` is the only list of them, `group_of` says as which game one is known."""

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
"""The families in the order of the menu; each is a package here that holds `FAMILY`."""
KIN = {"titles": "king", "palace": "king"}
"""The families that people know as another one: they are listed and counted under its id."""


def group_of(family_id: str) -> str:
    """The id under which a family is listed and counted."""
    return KIN.get(family_id, family_id)


GROUPS = tuple(dict.fromkeys(map(group_of, FAMILIES)))
"""The games as people know them, in the order of the menu."""


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
    """The family of this id. Raises UnknownGame."""
    if name not in FAMILIES:
        raise _unknown(name, FAMILIES)
    found = import_module(f"cardtable.games.{name}").FAMILY
    assert isinstance(found, Family)
    return found


def group(name: str) -> list[Family]:
    """The families that are listed under this id. Raises UnknownGame."""
    if name not in GROUPS:
        raise _unknown(name, GROUPS)
    return [family(member) for member in FAMILIES if group_of(member) == name]


def _told(title: str) -> list[str]:
    """A title as it may be typed: in every language, without capitals."""
    speeches = (gettext.translation(DOMAIN, LOCALE, [language], fallback=True) for language in LANGUAGES)
    return [speech.gettext(title).casefold() for speech in speeches]


def group_called(name: str) -> str:
    """The id of the group that is meant: by its id, or by its title in any language, as with 101 and Козёл.

    The name itself where there is none.
    """
    meant = folded(name.strip())
    if meant in GROUPS:
        return meant
    return next((group for group in GROUPS if meant in map(folded, _told(family(group).title))), name)


class ListedGame(NamedTuple):
    """A preset as it is listed: with its id and its family."""

    id: str
    family: Family
    preset: Preset

    @property
    def group(self) -> str:
        """The id under which it is listed."""
        return group_of(self.family.id)


def games_of(group_id: str) -> list[ListedGame]:
    """The games that are listed under this id, the one to learn first before the others. Raises UnknownGame."""
    return [
        ListedGame(name, game, game.presets[name])
        for game in group(group_id)
        for name in sorted(game.presets, key=lambda name: name != game.default)
    ]


def find_preset(name: str) -> tuple[Family, Preset]:
    """The preset of this id and its family. Raises UnknownGame."""
    names: list[str] = []
    for game in map(family, FAMILIES):
        if name in game.presets:
            return game, game.presets[name]
        names += game.presets
    raise UnknownGame(
        "preset {name}: there is none{near}; `cardtable games` lists them all", name=name, near=closest(name, names)
    )


def preset_id(name: str) -> str:
    """The id of the preset that somebody means: by its own id, by a game's, which is its first preset, or by a title.

    Titles are known in every language. Raises UnknownGame, which offers the closest of them all.
    """
    meant = folded(name.strip())
    called: dict[str, str] = {}
    for game in map(family, FAMILIES):  # One after the other: a table needs no other family than its own.
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
    """The family and the options of a preset with some of them changed, at a table of so many.

    An unchanged preset is for the numbers of players that it names; with other options, for those that they allow.
    Raises UnknownGame, and BadOption (BadSeats among them).
    """
    game, preset = find_preset(name)
    options = make_options(preset.options, given)
    if seats not in preset.seats and not changed(options, preset.options):
        raise BadSeats(
            "{name} is a game for {allowed} players, not for {seats}",
            name=name,
            allowed=", ".join(map(str, preset.seats)),
            seats=seats,
        )
    options.check(seats)
    return game, options


OFF = ("none", False, 0)
"""Values that switch a rule off, where an option has one."""


def without_effect(game: Family, base: Options, options: Any, seats: int) -> dict[str, Text]:
    """By name the options changed from `base` that make no difference to the rules of this table, in words.

    The rules as they are told decide: where they are the same with the value of `base`, or with the rule switched off,
    the change does nothing: it counts only beside another option, or names what never comes up.
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
