"""Games and house rules as somebody types them: what is meant, or what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cardtable.desk.speech import Usage, words

if TYPE_CHECKING:
    from cardtable.engine.family import Family
    from cardtable.engine.presets import Preset


def preset_meant(name: str) -> str:
    """The preset of a PRESET that was typed, which may be the name of a game: its first preset. Raises Usage."""
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
    """The same for an argument that may be left out."""
    return name and preset_meant(name)


def group_meant(name: str | None) -> list[list[Family]]:
    """The families of a FAMILY that was typed, by its id or its title, or of all: those of one game together.

    Raises Usage.
    """
    from cardtable.games import GROUPS, UnknownGame, group, group_called

    try:
        return [group(group_called(known)) for known in ([name] if name else GROUPS)]
    except UnknownGame as error:
        raise Usage(error) from None


def preset_of(name: str) -> tuple[Family, Preset]:
    """The preset of this id. Raises Usage."""
    from cardtable.games import UnknownGame, find_preset

    try:
        return find_preset(name)
    except UnknownGame as error:
        raise Usage(error) from None


def options_of(name: str, given: tuple[str, ...], seats: int | None = None) -> tuple[Family, Any]:
    """The family and the options of a preset with `OPTION=VALUE` changes. Raises Usage.

    With `seats`, refuses what does not go together at such a table.
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
    """These house rules, and those by which a match has so many deals; None leaves them as they are. Raises Usage."""
    if deals is None:
        return given
    length = preset_of(preset)[0].length
    if length is None:
        raise Usage(
            "--deals {deals}: {preset} ends by its score; see `cardtable options {preset}`", deals=deals, preset=preset
        )
    return (*given, *(f"{name}={value}" for name, value in length(deals).items()))


def warn_of_idle(game: Family, preset: str, options: Any, seats: int) -> None:
    """Says on standard error which of the changed house rules make no difference at this table."""
    from cardtable.games import without_effect

    speech = words()
    for line in without_effect(game, game.presets[preset].options, options, seats).values():
        click.echo(f"cardtable: {speech.text(line)}", err=True)
