"""Options: one frozen dataclass per family (`option_class`), parsed from text, with errors in words.

A field is `name: type = default`; its words, its rules and its needs are in `options.toml`
(`cardtable.engine.option_words`). Types: bool, a Literal of values, `Limit` (an int or None, written `none`), or an
int; ints have `Range` metadata through `Annotated`. A text with `Open` metadata has listed values and others of a form
of its own, such as a set of names; with `Told`, a function puts values into words.

The default of a new option, in the class, must be the game as it was before the option existed: older records lack the
option, and are read with its default.
"""

# Without `from __future__ import annotations`: NamedTuple compiles each annotation that is a text, at every start.

import dataclasses
import difflib
import re
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar, dataclass_transform

from cardtable.engine.conditions import Names
from cardtable.engine.faults import Fault
from cardtable.engine.option_words import Need, read_words, value_text
from cardtable.engine.text import Text, say

LONGEST_SHOWN = 80
"""The number of characters of a wrong value that are repeated in the error."""


class Range(NamedTuple):
    """The smallest and the greatest value of a whole-number option."""

    least: int
    most: int


class Open(NamedTuple):
    """A text option with more values than can be listed."""

    listed: tuple[str, ...]
    """The values that are offered."""
    read: Callable[[str], str | None]
    """Returns the canonical spelling of a lower-case text; None if it is not a value."""
    form: Text
    """A description of the values besides the listed ones."""


class Told(NamedTuple):
    """A function that words values for which `options.toml` has no words."""

    words: Callable[[Any], Text]


ClassT = TypeVar("ClassT")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def option_class(options: type[ClassT]) -> type[ClassT]:
    """Makes a subclass of `Options` a frozen dataclass that inherits its methods.

    Python would write and compile them for every class, which with dozens of fields takes milliseconds at each start.
    """
    return dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)(options)


@option_class
class Options:
    """The options of a family; subclasses hold the fields and refuse combinations in `check`."""

    BOOK: ClassVar[Path | None] = None
    """The `options.toml` of the class; None for options that are never displayed."""
    TOGETHER: ClassVar[Mapping[str, tuple[str, ...]]] = types.MappingProxyType({})
    """Names that set several options at once, with the values separated by commas; each maps to those options."""

    def __init__(self, **values: Any) -> None:
        for field in dataclasses.fields(self):
            object.__setattr__(self, field.name, values.pop(field.name, field.default))
        if values:
            raise TypeError(f"no such options: {', '.join(values)}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Options) or type(other) is not type(self):
            return NotImplemented
        return as_dict(self) == as_dict(other)

    def __hash__(self) -> int:
        return hash(tuple(as_dict(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in as_dict(self).items())})"

    def check(self, seats: int) -> None:
        """Raises BadOption if these options do not go together, or do not allow this number of players."""
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
        """Raises BadOption for combinations that the needs of single options cannot express."""

    def check_new(self, seats: int) -> None:
        """Raises BadOption for combinations chosen only by accident, when a table is new; old tables stay valid."""


OptionsT = TypeVar("OptionsT", bound=Options)


class BadOption(Fault):
    """An option, value or combination that is not allowed; the message names it and what is allowed."""


class BadSeats(BadOption):
    """A game that is not for this number of players."""


class OptionSpec(NamedTuple):
    """One option of a family, as it is displayed."""

    name: str
    default: Any
    values: tuple[Any, ...]
    """The allowed values, or those that are offered; empty for a whole number, which has a range."""
    range: Range | None
    optional: bool
    """Whether a whole number may also be `none`."""
    open: Open | None = None
    told: Told | None = None
    rules: str = ""
    about: str = ""
    title: str = ""
    group: str = ""
    labels: Mapping[str, str] = types.MappingProxyType({})
    needs: tuple[Need, ...] = ()

    def unmet(self, value: Any, names: Mapping[str, Any]) -> Need | None:
        """The first need of this value that the other options do not meet."""
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


_SHAPES: dict[str, dict[str, OptionSpec]] = {}
_SPECS: dict[str, dict[str, OptionSpec]] = {}


def _path(options: type[Options]) -> str:
    return f"{options.__module__}.{options.__qualname__}"


def _shapes(options: type[Options]) -> dict[str, OptionSpec]:
    """The options without what `options.toml` says about them: enough to read values, and much quicker to find out."""
    known = _SHAPES.get(_path(options))
    if known is None:
        hints = typing.get_type_hints(options, include_extras=True)
        known = _SHAPES[_path(options)] = {
            field.name: _of_type(field.name, field.default, hints[field.name]) for field in dataclasses.fields(options)
        }
    return known


def specs(options: type[Options]) -> dict[str, OptionSpec]:
    """The options of a family by name, in the order of the class."""
    known = _SPECS.get(_path(options))
    if known is None:
        known = _SPECS[_path(options)] = _read_specs(options)
    return known


def _read_specs(options: type[Options]) -> dict[str, OptionSpec]:
    found = _shapes(options)
    if options.BOOK is None:
        return found
    values = {name: partial(_is_value, spec) for name, spec in found.items()}
    words = read_words(options.BOOK, values, comparable(found))
    return {name: spec._replace(**words[name]._asdict()) for name, spec in found.items()}


def _is_value(spec: OptionSpec, written: str) -> bool:
    """Whether an option can have this written value, including the offered ones."""
    if spec.range is not None:
        if not written.isdecimal():
            return spec.optional and written == "none"
        return spec.range.least <= int(written) <= spec.range.most
    return written in map(value_text, spec.values)


def comparable(specs: Mapping[str, OptionSpec]) -> dict[str, tuple[Any, ...]]:
    """The names that a condition may use: `seats` and the options, with their values if these are limited."""
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
    """These options with some values changed; values may be texts. Raises BadOption, naming the closest option."""
    if not given:
        return base
    known = _shapes(type(base))
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
        # Python refuses to parse numbers with thousands of digits.
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
    """`" (did you mean X?)"` with the closest of these names; empty if none is close."""
    near = difflib.get_close_matches(name, list(names), n=1)
    return say(" (did you mean {name}?)", name=near[0]) if near else Text("")


def changed(options: Options, base: Options) -> dict[str, Any]:
    """The options that differ from `base`, by name."""
    values = ((name, getattr(options, name), getattr(base, name)) for name in _names(options))
    return {name: value for name, value, usual in values if value != usual}


def only_changes(options: Options, names: Collection[str]) -> bool:
    """Whether all options except these have their default values.

    For checks made for particular house rules: any other changed option, including one added later, makes it False.
    """
    return changed(options, type(options)()).keys() <= set(names)


def as_dict(options: Options) -> dict[str, Any]:
    """All options by name, for records and JSON."""
    return {name: getattr(options, name) for name in _names(options)}


def _names(options: Options) -> list[str]:
    return [field.name for field in dataclasses.fields(options)]
