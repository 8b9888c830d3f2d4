"""Options in words: each has a name, each value a word, and the rulebook mentions all of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from cardtable.engine.family import Family
from cardtable.engine.option_words import value_text
from cardtable.engine.options import BadOption, Options, OptionSpec, specs
from cardtable.engine.text import plain
from cardtable.games import FAMILIES, family

NAMED_ANYWAY = {("king", "pack")}
"""Options with a value that another one equals: the pack for the number of players, by its name."""


every_family = pytest.mark.parametrize("game", [*map(family, FAMILIES)], ids=FAMILIES)


@every_family
def test_an_option_has_a_name_a_group_and_words_for_its_values(game: Family) -> None:
    for name, spec in specs(game.options).items():
        assert spec.title, name
        assert spec.group, name
        listed = () if spec.open else spec.values
        # Numbers need no words, nor do yes and no where the name asks for them.
        worded = [value for value in listed if isinstance(value, str) or (isinstance(value, bool) and spec.labels)]
        unnamed = [value for value in worded if value_text(value) not in spec.labels]
        assert spec.told is not None or not unnamed, name
        # They are read by people, so no identifiers.
        read = (spec.title, spec.group, *(plain(spec.label(value)) for value in worded))
        assert not [text for text in read if "_" in text or "=" in text], name


@every_family
@pytest.mark.every(6)
def test_the_rulebook_speaks_of_every_value_of_an_option(game: Family) -> None:
    for name, spec in specs(game.options).items():
        values = spec.values if spec.range is None else tuple(spec.range)
        silent = [value for value in values if value != spec.default and not is_spoken_of(game, spec, value)]
        # A value that no table tried allows cannot be in the rules.
        silent = [value for value in silent if any(tables(game, spec, value))]
        assert not silent or (game.id, name) in NAMED_ANYWAY, name


def is_spoken_of(game: Family, spec: OptionSpec, value: Any) -> bool:
    """Whether some table with this value has other rules than with another value."""
    return any(
        game.explain(with_value, seats) != game.explain(without, seats)
        for with_value, without, seats in tables(game, spec, value)
    )


def tables(game: Family, spec: OptionSpec, value: Any) -> Iterator[tuple[Options, Options, int]]:
    """Allowed tables with this value, each paired with another value: the presets, then one more option changed.

    The other value need not be allowed: some options only go together.
    """
    others = (spec.default, *(other for other in spec.values if other not in (value, spec.default)))
    for base in bases(game):
        with_value = dataclasses.replace(base, **{spec.name: value})
        allowed = []
        for seats in {seats for preset in game.presets.values() for seats in preset.seats}:
            with suppress(BadOption):
                with_value.check(seats)
                allowed.append(seats)
        for other in others if allowed else ():
            for seats in allowed:
                yield with_value, dataclasses.replace(base, **{spec.name: other}), seats


def bases(game: Family) -> Iterator[Options]:
    """The options of the presets, then each preset with one of them changed."""
    presets = [preset.options for preset in game.presets.values()]
    yield from presets
    for options in presets:
        for spec in specs(game.options).values():
            for value in spec.values:
                yield dataclasses.replace(options, **{spec.name: value})
