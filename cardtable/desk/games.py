"""Games and house rules as typed: their meaning, or what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cardtable.desk.speech import Usage, words

if TYPE_CHECKING:
    from cardtable.engine.family import Family
    from cardtable.engine.presets import Preset


def preset_meant(name: str) -> str:
    """Returns the id of a typed PRESET; a game's name means its first preset. Raises Usage."""
    from cardtable.games import FAMILIES, UnknownGame, family, preset_id
    from cardtable.games.own import trouble

    try:
        return preset_id(name)
    except UnknownGame as error:
        for known in FAMILIES:
            if name.startswith(f"{known}_") and (wrong := trouble(family(known))) is not None:
                raise Usage("{what}", what=wrong) from None
        raise Usage(error) from None


def game_meant(_context: click.Context, _param: click.Parameter, name: str | None) -> str | None:
    """The same for an optional argument."""
    return name and preset_meant(name)


def group_meant(name: str | None) -> list[list[Family]]:
    """Returns the families of a typed FAMILY (its id or title), or all; families of one game together.

    Raises Usage.
    """
    from cardtable.games import GROUPS, UnknownGame, group, group_called

    try:
        return [group(group_called(known)) for known in ([name] if name else GROUPS)]
    except UnknownGame as error:
        raise Usage(error) from None


def preset_of(name: str) -> tuple[Family, Preset]:
    """Returns the family and the preset with this id. Raises Usage."""
    from cardtable.games import UnknownGame, find_preset

    try:
        return find_preset(name)
    except UnknownGame as error:
        raise Usage(error) from None


def options_of(name: str, given: tuple[str, ...], seats: int | None = None) -> tuple[Family, Any]:
    """Returns the family and the options of a preset with `OPTION=VALUE` changes. Raises Usage.

    With `seats`, refuses combinations that do not work at a table of that size.
    """
    from cardtable.engine.options import BadOption, make_options
    from cardtable.games import agree

    game, preset = preset_of(name)
    changes = {}
    for text in given:
        option, sign, value = text.partition("=")
        if not sign:
            raise Usage("--set {text}: write it as OPTION=VALUE, such as first_limit=none", text=text)
        changes[option.strip()] = value
    try:
        if seats is None:
            return game, make_options(preset.options, changes)
        game, options = agree(name, changes, seats)
        options.check_new(seats)
        return game, options
    except BadOption as error:
        raise Usage(error) from None


def of_deals(preset: str, given: tuple[str, ...], deals: int | None) -> tuple[str, ...]:
    """Adds the house rules for a match of this many deals; None adds nothing. Raises Usage."""
    if deals is None:
        return given
    length = preset_of(preset)[0].length
    if length is None:
        raise Usage(
            "--deals {deals}: {preset} ends by its score; see `cardtable options {preset}`", deals=deals, preset=preset
        )
    return (*given, *(f"{name}={value}" for name, value in length(deals).items()))


def warn_of_idle(game: Family, preset: str, options: Any, seats: int) -> None:
    """Prints, on standard error, the changed house rules that make no difference at this table."""
    from cardtable.games import without_effect

    speech = words()
    for line in without_effect(game, game.presets[preset].options, options, seats).values():
        click.echo(f"cardtable: {speech.text(line)}", err=True)
