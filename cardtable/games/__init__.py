"""The families of games. `FAMILIES` is the only list of them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from cardtable.engine.family import Family, Preset
from cardtable.engine.faults import Fault
from cardtable.engine.options import BadSeats, changed, closest, make_options

FAMILIES = ("durak", "one_oh_one", "kozel", "bura", "king")
"""The families in the order of the menu; each is a package here that holds `FAMILY`."""


class UnknownGame(Fault):
    """A family or preset that does not exist; the message offers the closest name."""


def family(name: str) -> Family:
    """The family of this id. Raises UnknownGame."""
    if name not in FAMILIES:
        raise UnknownGame(
            "family {name}: there is none{near}; there are {allowed}",
            name=name,
            near=closest(name, FAMILIES),
            allowed=", ".join(FAMILIES),
        )
    found = import_module(f"cardtable.games.{name}").FAMILY
    assert isinstance(found, Family)
    return found


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
