"""Shell completion of names: presets, house rules and their values, styles, lessons, settings.

`eval "$(_CARDTABLE_COMPLETE=bash_source cardtable)"` enables it in bash (`zsh_source` and `fish_source` in others). It
runs at every Tab, so nothing is imported that the answer does not need.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import click


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def _game_before() -> Any:
    """The family of the preset typed so far; None if there is none.

    Reads the words themselves, because click parses no argument while an option still lacks its value.
    """
    from cardtable.games import UnknownGame, find_preset

    for word in os.environ.get("COMP_WORDS", "").split()[2:]:
        try:
            return find_preset(word)[0]
        except UnknownGame:
            continue
    return None


def presets(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The presets, and the families, whose names stand for their first games."""
    from cardtable.games import FAMILIES, GROUPS, family

    return _beginning([*GROUPS, *(preset for name in FAMILIES for preset in family(name).presets)], incomplete)


def families(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from cardtable.games import GROUPS

    return _beginning(GROUPS, incomplete)


def lessons(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from cardtable.games import GROUPS
    from cardtable.lessons import ids

    return _beginning([*GROUPS, *ids()], incomplete)


def house_rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """OPTION= for the preset typed before it, and then the option's values."""
    from cardtable.engine.option_words import value_text
    from cardtable.engine.options import specs

    game = _game_before()
    if game is None:
        return []
    known = specs(game.options)
    name, equals, begun = incomplete.partition("=")
    if not equals:
        return [f"{option}=" for option in _beginning(known, name)]
    values = map(value_text, known[name].values) if name in known else ()
    return [f"{name}={value}" for value in _beginning(values, begun)]


def styles(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The styles that play the preset; completes the last one in a comma-separated list."""
    return _styles(incomplete, "")


def seats(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The styles as seats: `bot:STYLE`; names of people cannot be completed."""
    return _styles(incomplete, "bot:")


def _styles(incomplete: str, prefix: str) -> list[str]:
    from cardtable.bots.finding import own_styles

    game = _game_before()
    if game is None:
        return []
    before, comma, begun = "", "", incomplete
    if not prefix:
        before, comma, begun = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in _beginning((prefix + one.style for one in own_styles(game.id)), begun)]


def settings(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from dataclasses import fields

    from cardtable.player.settings import Preferences

    return _beginning([field.name for field in fields(Preferences)], incomplete)


def values(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The allowed values of the setting typed before it, if they are a list."""
    from cardtable.player.settings import allowed
    from cardtable.tui.terminal.themes import load

    name = str(ctx.params.get("name"))
    if name == "theme":
        return _beginning([theme.name for theme in load()[0]], incomplete)
    if name not in settings(ctx, param, ""):
        return []
    return _beginning([str(value).lower() for value in allowed(name)], incomplete)
