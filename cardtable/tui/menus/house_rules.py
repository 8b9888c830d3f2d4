"""House rules in words: never by their ids, which are for the command line and for files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cardtable.engine.conditions import Names
from cardtable.engine.option_words import value_text
from cardtable.engine.options import Options, OptionSpec, changed, specs
from cardtable.engine.text import Text, say, say_count
from cardtable.words import Words

SPAN = 110
"""A number with a wider range than this is changed in steps of ten; it can also be typed."""
MANY = 14
"""Maximum values of a house rule that are listed."""
SETTING = re.compile(r"\b([a-z][a-z0-9_]*)=(\w+(?:[.,]\w+)*)")
"""A house rule with its value, in command-line form."""
NAME = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b")
"""The id of a house rule or of a value."""


class HouseRules:
    """The house rules of a family in one player's words. `names` are the players' names, by seat."""

    def __init__(self, words: Words, options: type[Options], names: Sequence[str] = ()) -> None:
        self.words = words
        self.options = options
        self.specs = specs(options)
        self.names = names

    def value(self, spec: OptionSpec, value: Any) -> str:
        return self.words.text(spec.label(value), self.names)

    def title(self, spec: OptionSpec) -> str:
        """Returns the title of a house rule."""
        return self.words.say(spec.title)

    def told(self, text: Text) -> str:
        """Returns a sentence with command-line ids of house rules replaced by their titles."""

        def setting(found: re.Match[str]) -> str:
            spec = self.specs.get(found[1])
            if spec is None:
                return found[0]
            value = _read(spec, found[2])
            told = found[2] if value is None and found[2] != "none" else self.value(spec, value)
            return self.words.text(say('"{rule}: {value}"', rule=self.title(spec), value=told), ())

        def name(found: re.Match[str]) -> str:
            if found[0] in self.specs:
                return self.words.text(say('"{rule}"', rule=self.title(self.specs[found[0]])), ())
            holders = [spec for spec in self.specs.values() if found[0] in spec.values]
            return self.words.text(say('"{rule}"', rule=self.value(holders[0], found[0])), ()) if holders else found[0]

        return NAME.sub(name, SETTING.sub(setting, self.words.text(text, self.names)))

    def needs(self, spec: OptionSpec, value: Any, options: Options, seats: int) -> str:
        """Returns what a value needs from the other house rules but does not get; empty if nothing."""
        need = spec.unmet(value, Names(options, seats, {}))
        return "" if need is None else self.told(say("needs {what}", what=need.told()))

    def possible(self, spec: OptionSpec, options: Options, seats: int) -> tuple[Any, ...]:
        """Returns the listed values whose needs are met; for a number, the default and the ends of its range."""
        values = spec.values or (spec.default, *(edge for edge in spec.range or () if edge != spec.default))
        names = Names(options, seats, {})
        return tuple(value for value in values if spec.unmet(value, names) is None)

    def summary(self, options: Options, seats: int, width: int, rows: int) -> str:
        """Sums the game up in a sentence: its players, and its differences from the plainest game of its family."""
        players = self.words.text(say_count("{count} player", "{count} players", seats), ())
        differs = changed(options, self.options())
        parts = [
            f"{self.title(spec)}: {self.value(spec, differs[name])}"
            for name, spec in self.specs.items()
            if name in differs
        ]
        if not parts:
            return self.words.text(say("{players}, as the family is played at its plainest.", players=players), ())
        for kept in range(len(parts), -1, -1):
            left = len(parts) - kept
            more = [self.words.text(say_count("{count} more rule", "{count} more rules", left), ())] if left else []
            told = f"{players}. " + "; ".join([*parts[:kept], *more]) + "."
            if len(told) <= (width - 2) * rows - 12 * (rows - 1):
                break
        return told


def _read(spec: OptionSpec, text: str) -> Any:
    """Reads a value in command-line form; returns None if the option has no such value."""
    if spec.range is not None:
        return int(text) if text.isdecimal() else None
    listed: Mapping[str, Any] = {value_text(value): value for value in spec.values}
    return listed.get(text, spec.open.read(text) if spec.open and text not in listed else None)


def following(spec: OptionSpec, value: Any, by: int, possible: Sequence[Any]) -> Any:
    """Returns the value of an option after or before this one; for listed values, only possible ones."""
    if spec.range is None:
        values = [other for other in spec.values if other in possible or other == value]
        if value not in values:
            values.insert(0, value)
        return values[(values.index(value) + by) % len(values)]
    least, most = spec.range
    if value is None:
        return least if by > 0 else most
    new = value + by * (10 if most - least > SPAN else 1)
    if least <= new <= most:
        return new
    return None if spec.optional else least if by > 0 else most


def near(value: Any, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Returns the values; if there are very many, those around the current one."""
    if len(values) <= MANY or value not in values:
        return values[:MANY]
    first = max(0, min(values.index(value) - MANY // 2, len(values) - MANY))
    return values[first : first + MANY]
