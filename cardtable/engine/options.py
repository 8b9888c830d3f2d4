"""Options: one frozen dataclass a family, read from texts and refused in words.

A field is `name: type = option(default, rules, about)`, with its name and those of its values in words, the group it is
shown in, and what it needs of other options. Types: bool, a Literal of values, `Limit` (an int or None, written
`none`), or an int; ints with `Range` metadata through `Annotated`. A text with `Open` metadata has listed values and
others of a form of its own, such as a set of names.

A new option's default, in the class, is the game as it was before there was the option: a record lacks the options that
came after it, and is read with their defaults.
"""

from __future__ import annotations

import ast
import dataclasses
import difflib
import re
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, TypeVar

from cardtable.engine.conditions import BadCondition, Condition, Names
from cardtable.engine.faults import Fault
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


@dataclass(frozen=True, slots=True)
class Options:
    """What may vary in a family; subclasses hold the fields and refuse combinations in `check`."""

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


OptionsT = TypeVar("OptionsT", bound=Options)


class BadOption(Fault):
    """An option, value or combination that is not allowed; the message names it and what is."""


class BadSeats(BadOption):
    """A game that is not for so many players."""


Labels = Mapping[Any, str] | Callable[[Any], Text]
"""The names of an option's values in words, or how they are found."""
ANY_OTHER: Final = object()
"""Every value of an option but its default."""


class Need(NamedTuple):
    """What an option needs of the others before it may have a value."""

    condition: str
    """Over the options and `seats` (`cardtable.engine.conditions`)."""
    words: str = ""
    """What is needed, where that is not to be read off the condition."""
    value: Any = ANY_OTHER
    """The value that needs it; every value but the default unless given."""

    def told(self) -> Text:
        """What is needed: `deck=54`, `match=deals or match=fools`."""
        return Text(self.words or _as_settings(ast.parse(self.condition, mode="eval").body))


def _as_settings(node: ast.expr) -> str:
    """A condition as options are written: `transfer` as `transfer=true`, `scoring == "ladder"` as `scoring=ladder`."""
    match node:
        case ast.Name(name):
            return f"{name}=true"
        case ast.UnaryOp(ast.Not(), ast.Name(name)):
            return f"{name}=false"
        case ast.BoolOp(operator, parts):
            return (" and " if isinstance(operator, ast.And) else " or ").join(map(_as_settings, parts))
        case ast.Compare(ast.Name(name), [ast.Eq() | ast.Is()], [ast.Constant(value)]):
            return f"{name}={value_text(value)}"
        case ast.Compare(ast.Name(name), [ast.In()], [ast.Tuple(values)]):
            return " or ".join(f"{name}={value_text(ast.literal_eval(value))}" for value in values)
    raise BadCondition(f"{ast.unparse(node)!r} needs words of its own")


def option(
    default: Any,
    rules: str,
    about: str,
    *,
    title: str = "",
    labels: Labels = types.MappingProxyType({}),
    group: str = "",
    needs: str | Need | tuple[str | Need, ...] = (),
) -> Any:
    """A field of an options class: default, rule ids of the catalogue, and one line that says what it does.

    `title` is its name in words, `labels` the names of its values, `group` the heading under which it is shown, `needs`
    what other values than the default need of the other options.
    """
    needed = needs if isinstance(needs, tuple) and not isinstance(needs, Need) else (needs,)
    return dataclasses.field(
        default=default,
        metadata={
            "rules": rules,
            "about": about,
            "title": title,
            "labels": labels,
            "group": group,
            "needs": tuple(Need(need) if isinstance(need, str) else need for need in needed),
        },
    )


class OptionSpec(NamedTuple):
    """One option of a family, as shown to people."""

    name: str
    default: Any
    values: tuple[Any, ...]
    """The allowed values, or those of them that are offered; empty for a whole number, which has a range."""
    range: Range | None
    optional: bool
    """A whole number that may be `none` too."""
    rules: str
    about: str
    open: Open | None = None
    title: str = ""
    labels: Labels = types.MappingProxyType({})
    group: str = ""
    needs: tuple[tuple[Need, Condition], ...] = ()

    def unmet(self, value: Any, names: Mapping[str, Any]) -> Need | None:
        """The first need of this value that the others, given by name, do not meet."""
        for need, condition in self.needs:
            concerned = value != self.default if need.value is ANY_OTHER else value == need.value
            if concerned and not condition.holds(names):
                return need
        return None

    def label(self, value: Any) -> Text:
        """A value in words."""
        if callable(self.labels):
            return self.labels(value)
        if value in self.labels:
            return Text(self.labels[value])
        if isinstance(value, bool):
            return say("yes") if value else say("no")
        return say("none") if value is None else Text("{value}", {"value": value_text(value)})

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


def value_text(value: Any) -> str:
    """An option's value as it is written: `true`, `none`, `all`, `6`, `9,7,5,3`."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return ",".join(map(value_text, value))
    return str(value)


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
        field.name: OptionSpec(
            field.name,
            field.default,
            *_values(hints[field.name]),
            rules=field.metadata["rules"],
            about=field.metadata["about"],
            open=_open(hints[field.name]),
            title=field.metadata["title"],
            labels=field.metadata["labels"],
            group=field.metadata["group"],
        )
        for field in dataclasses.fields(options)
    }
    values = comparable(found)
    needs = {
        field.name: tuple((need, Condition(need.condition, values)) for need in field.metadata["needs"])
        for field in dataclasses.fields(options)
    }
    return {name: spec._replace(needs=needs[name]) for name, spec in found.items()}


def comparable(specs: Mapping[str, OptionSpec]) -> dict[str, tuple[Any, ...]]:
    """The names that a condition may use: `seats` and the options, with the values of those that have only these."""
    return {"seats": (), **{name: () if spec.open else spec.values for name, spec in specs.items()}}


def _values(hint: Any) -> tuple[tuple[Any, ...], Range | None, bool]:
    if hint is bool:
        return (False, True), None, False
    origin = typing.get_origin(hint)
    if origin is Literal:
        return typing.get_args(hint), None, False
    if found := _open(hint):
        return found.listed, None, False
    if origin is Annotated:
        return (), typing.get_args(hint)[1], False
    if origin in (typing.Union, types.UnionType):
        inner = [part for part in typing.get_args(hint) if part is not type(None)]
        values, span, _ = _values(inner[0])
        return values, span, True
    raise TypeError(f"{hint} is no type of option")


def _open(hint: Any) -> Open | None:
    if typing.get_origin(hint) is Annotated and isinstance(typing.get_args(hint)[1], Open):
        return typing.cast(Open, typing.get_args(hint)[1])
    return None


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
