"""Options: one frozen dataclass a family, read from texts and refused in words.

A field is `name: type = default`; its words, its rules and what it needs of other options stand in `options.toml`
(`cardtable.engine.option_words`). Types: bool, a Literal of values, `Limit` (an int or None, written `none`), or an
int; ints with `Range` metadata through `Annotated`. A text with `Open` metadata has listed values and others of a form
of its own, such as a set of names; with `Told`, values are put into words by a function.

A new option's default, in the class, is the game as it was before there was the option: a record lacks the options that
came after it, and is read with their defaults.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar

from cardtable.engine.conditions import Names
from cardtable.engine.faults import Fault
from cardtable.engine.option_words import Need, read_words, value_text
from cardtable.engine.text import Text, say

LONGEST_SHOWN = 80
"""Letters of a wrong value that are said again."""


class Range(NamedTuple):
    """The least and the greatest value of a whole-number option."""

    least: int
    most: int


class Open(NamedTuple):
    """The values of a text option that may be more than a list can hold."""

    listed: tuple[str, ...]
    """Those that are offered."""
    read: Callable[[str], str | None]
    """Any value, in its one spelling, from a text in small letters; None where it is no value."""
    form: Text
    """In words what a value may be beside the listed ones."""


class Told(NamedTuple):
    """How values are put into words that `options.toml` has no words for."""

    words: Callable[[Any], Text]


@dataclass(frozen=True, slots=True)
class Options:
    """What may vary in a family; subclasses hold the fields and refuse combinations in `check`."""

    BOOK: ClassVar[Path | None] = None
    """The `options.toml` of the class; None for options that nobody is shown."""
    TOGETHER: ClassVar[Mapping[str, tuple[str, ...]]] = types.MappingProxyType({})
    """By a name that sets several options at once, with commas between the values, the names of these options."""

    def check(self, seats: int) -> None:
        """Raises BadOption when these options do not go together, or not with so many players."""
        names = Names(self, seats, {})
        for spec in specs(type(self)).values():
            if spec.needs and (need := spec.unmet(getattr(self, spec.name), names)) is not None:
                raise BadOption(
                    "{name}={value} needs {needed}",
                    name=spec.name,
                    value=value_text(getattr(self, spec.name)),
                    needed=need.told(),
                )
        self.check_more(seats)

    def check_more(self, seats: int) -> None:
        """Raises BadOption for what goes together by other reasons than the needs of single options."""

    def check_new(self, seats: int) -> None:
        """Raises BadOption for what nobody wants by accident, and a new table is not made with; old ones are kept."""


OptionsT = TypeVar("OptionsT", bound=Options)


class BadOption(Fault):
    """An option, value or combination that is not allowed; the message names it and what is."""


class BadSeats(BadOption):
    """A game that is not for so many players."""


class OptionSpec(NamedTuple):
    """One option of a family, as shown to people."""

    name: str
    default: Any
    values: tuple[Any, ...]
    """The allowed values, or those of them that are offered; empty for a whole number, which has a range."""
    range: Range | None
    optional: bool
    """A whole number that may be `none` too."""
    open: Open | None = None
    told: Told | None = None
    rules: str = ""
    about: str = ""
    title: str = ""
    group: str = ""
    labels: Mapping[str, str] = types.MappingProxyType({})
    needs: tuple[Need, ...] = ()

    def unmet(self, value: Any, names: Mapping[str, Any]) -> Need | None:
        """The first need of this value that the others, given by name, do not meet."""
        for need in self.needs:
            concerned = need.value == value_text(value) if need.value else value != self.default
            if concerned and not need.condition.holds(names):
                return need
        return None

    def label(self, value: Any) -> Text:
        written = value_text(value)
        if written in self.labels:
            return Text(self.labels[written])
        if self.told is not None:
            return self.told.words(value)
        if isinstance(value, bool):
            return say("yes") if value else say("no")
        return say("none") if value is None else Text("{value}", {"value": written})

    def allowed(self) -> Text:
        """The allowed values in words: `all, neighbours` or `1 to 20, none`."""
        if self.range is None:
            listed = ", ".join(map(value_text, self.values))
            if self.open is None:
                return Text("{listed}", {"listed": listed})
            return say("{listed}, or {form}", listed=listed, form=self.open.form)
        least, most = self.range
        if self.optional:
            return say("{least} to {most}, none", least=least, most=most)
        return say("{least} to {most}", least=least, most=most)


_SPECS: dict[str, dict[str, OptionSpec]] = {}


def specs(options: type[Options]) -> dict[str, OptionSpec]:
    """The options of a family by name, in the order of its class."""
    name = f"{options.__module__}.{options.__qualname__}"
    known = _SPECS.get(name)
    if known is None:
        known = _SPECS[name] = _read_specs(options)
    return known


def _read_specs(options: type[Options]) -> dict[str, OptionSpec]:
    hints = typing.get_type_hints(options, include_extras=True)
    found = {
        field.name: _of_type(field.name, field.default, hints[field.name]) for field in dataclasses.fields(options)
    }
    if options.BOOK is None:
        return found
    values = {name: partial(_is_value, spec) for name, spec in found.items()}
    words = read_words(options.BOOK, values, comparable(found))
    return {name: spec._replace(**words[name]._asdict()) for name, spec in found.items()}


def _is_value(spec: OptionSpec, written: str) -> bool:
    """Whether an option can have the value that is written so, by itself or as one of those listed."""
    if spec.range is not None:
        if not written.isdecimal():
            return spec.optional and written == "none"
        return spec.range.least <= int(written) <= spec.range.most
    return written in map(value_text, spec.values)


def comparable(specs: Mapping[str, OptionSpec]) -> dict[str, tuple[Any, ...]]:
    """The names that a condition may use: `seats` and the options, with the values of those that have only these."""
    return {"seats": (), **{name: () if spec.open else spec.values for name, spec in specs.items()}}


def _of_type(name: str, default: Any, hint: Any) -> OptionSpec:
    hint, *more = typing.get_args(hint) if typing.get_origin(hint) is Annotated else (hint,)
    told = next((one for one in more if isinstance(one, Told)), None)
    for one in more:
        if isinstance(one, Range):
            return OptionSpec(name, default, (), one, False, told=told)
        if isinstance(one, Open):
            return OptionSpec(name, default, one.listed, None, False, one, told)
    if hint is bool:
        return OptionSpec(name, default, (False, True), None, False, told=told)
    origin = typing.get_origin(hint)
    if origin is Literal:
        return OptionSpec(name, default, typing.get_args(hint), None, False, told=told)
    if origin in (typing.Union, types.UnionType):
        inner = next(part for part in typing.get_args(hint) if part is not type(None))
        return _of_type(name, default, inner)._replace(optional=True)
    raise TypeError(f"{hint} is no type of option")


def make_options(base: OptionsT, given: Mapping[str, Any]) -> OptionsT:
    """These options with some values changed; values may be texts. Raises BadOption, naming the closest name."""
    known = specs(type(base))
    changes = {}
    for name, value in _one_by_one(type(base), given):
        spec = known.get(name)
        if spec is None:
            raise BadOption(
                "{name} is no option{near}; see `cardtable options`",
                name=name,
                near=closest(name, [*known, *base.TOGETHER]),
            )
        changes[name] = _read(spec, value)
    return dataclasses.replace(base, **changes)


def _one_by_one(options: type[Options], given: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in given.items():
        parts = options.TOGETHER.get(name)
        if parts is None:
            yield name, value
            continue
        values = value_text(value).replace(",", " ").split()
        if len(values) != len(parts):
            raise BadOption(
                "{name}={value} is not possible; it is {allowed} in one",
                name=name,
                value=value_text(value)[:LONGEST_SHOWN],
                allowed=",".join(parts),
            )
        yield from zip(parts, values, strict=True)


def _read(spec: OptionSpec, value: Any) -> Any:
    text = value_text(value).strip().lower()
    if isinstance(value, (list, tuple)) and spec.open is None:
        raise BadOption(
            "{name}={text} is not possible: it takes one value; allowed: {allowed}",
            name=spec.name,
            text=text[:LONGEST_SHOWN],
            allowed=spec.allowed(),
        )
    if spec.range is not None:
        if spec.optional and text == "none":
            return None
        # Python reads no number of thousands of digits.
        if re.fullmatch(r"-?[0-9]{1,9}", text) and spec.range.least <= int(text) <= spec.range.most:
            return int(text)
    else:
        for allowed in spec.values:
            if value_text(allowed).lower() == text:
                return allowed
        found = spec.open.read(text) if spec.open else None
        if found is not None:
            return found
    near = closest(text, map(value_text, spec.values)) if spec.values else Text("")
    raise BadOption(
        "{name}={value} is not possible{near}; allowed: {allowed}",
        name=spec.name,
        value=value_text(value)[:LONGEST_SHOWN],
        near=near,
        allowed=spec.allowed(),
    )


def closest(name: str, names: Iterable[str]) -> Text:
    """`" (did you mean X?)"` with the closest of these names, or nothing."""
    near = difflib.get_close_matches(name, list(names), n=1)
    return say(" (did you mean {name}?)", name=near[0]) if near else Text("")


def changed(options: Options, base: Options) -> dict[str, Any]:
    """The options that differ from `base`, by name."""
    return {
        name: getattr(options, name) for name in specs(type(options)) if getattr(options, name) != getattr(base, name)
    }


def only_changes(options: Options, names: Collection[str]) -> bool:
    """Whether no option but these is another than where nothing is agreed.

    For what holds under the house rules that somebody has gone through: one that is not named stops it, and so does one
    that comes later.
    """
    return changed(options, type(options)()).keys() <= set(names)


def as_dict(options: Options) -> dict[str, Any]:
    """Every option by name, for records and JSON."""
    return {name: getattr(options, name) for name in specs(type(options))}
