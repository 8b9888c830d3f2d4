"""The `options.toml` of a family: the names of its options and their values, with rules, groups and needs.

    [who_throws]
    title = "Who may throw in"
    about = "who may throw in"
    rules = "D-21"
    group = "Throwing in"
    values.all = "everybody who does not defend"
    values.attacking_team = "the attacker's team"
    needs.attacking_team = "teams"

There is one table per option, named as in the class. `values` gives the words for each value as it is written. `needs`
gives conditions (`cardtable.engine.conditions`, on the options and `seats`) for every value but the default, or for
single values; a condition that cannot be put into words automatically has its own:
`{ condition = "teams != 'none'", words = "teams" }`. Entries that several options share are defined once and used by
name: `values = "effects"` for `[shared.values.effects]`, `needs = "teams"` for `[shared.needs.teams]`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from cardtable.engine.book import Book
from cardtable.engine.conditions import BadCondition, Condition
from cardtable.engine.text import Text

KEYS = ("title", "about", "rules", "group", "values", "needs")
SHARED = "shared"
"""The table of shared entries, which is not an option."""


class Need(NamedTuple):
    """A condition on other options that an option's value depends on."""

    condition: Condition
    words: str
    """The requirement in words, if it cannot be derived from the condition."""
    value: str
    """The value with this need, as written; empty for every value but the default."""

    def told(self) -> Text:
        """The requirement in words: `deck=54`, `match=deals or match=fools`."""
        return Text(self.words or _as_settings(self.condition.tree.body))


def value_text(value: Any) -> str:
    """An option's value in written form: `true`, `none`, `all`, `6`, `9,7,5,3`."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return ",".join(map(value_text, value))
    return str(value)


def _as_settings(node: ast.expr) -> str:
    """A condition as option settings: `transfer` as `transfer=true`, `scoring == "ladder"` as `scoring=ladder`."""
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


class OptionWords(NamedTuple):
    rules: str
    """Rule ids of the catalogue."""
    about: str
    """One line saying what it does."""
    title: str = ""
    group: str = ""
    """The heading it is shown under."""
    labels: Mapping[str, str] = MappingProxyType({})
    """The names of its values, by written value."""
    needs: tuple[Need, ...] = ()


IsValue = Callable[[str], bool]
"""Tests whether an option can have a value, given as text."""


class _Reader:
    """Reads one file, with the arguments of `read_words`."""

    def __init__(self, file: Path, values: Mapping[str, IsValue], names: Mapping[str, tuple[Any, ...]]) -> None:
        self.book = Book(f"{file.parent.name}/{file.name}", file.read_text(encoding="utf-8"))
        self.values, self.names = values, names
        shared = self.book.tables.get(SHARED, {})
        self.book.check_keys((SHARED,), shared, ("values", "needs"))
        self.shared_values = shared.get("values", {})
        self.shared_needs = shared.get("needs", {})

    def words(self) -> dict[str, OptionWords]:
        """The words of all options, by name."""
        found = {}
        for name, table in self.book.tables.items():
            if name == SHARED:
                continue
            if name not in self.values:
                raise self.book.error(f"{name} is no option of the class", name)
            self.book.check_keys((name,), table, KEYS)
            texts = {key: self._text((name, key), table.get(key)) for key in KEYS[:4] if key in table}
            if "about" not in texts or "rules" not in texts:
                raise self.book.error(f"{name} lacks about or rules", name)
            needs = tuple(self._needs(name, table.get("needs", [])))
            found[name] = OptionWords(**texts, labels=self._labels(name, table.get("values", {})), needs=needs)
        for name in self.values:
            if name not in found:
                raise self.book.error(f"there is no table for the option {name}", name)
        return found

    def _text(self, path: tuple[str, ...], text: Any) -> str:
        if not isinstance(text, str) or not text:
            raise self.book.error(f"{path[-1]} must be a text", *path)
        return text

    def _labels(self, name: str, labels: Any) -> Mapping[str, str]:
        if isinstance(labels, str):
            if labels not in self.shared_values:
                raise self.book.error(f"{labels} is none of shared.values", name, "values")
            return {value: self._text((SHARED, value), text) for value, text in self.shared_values[labels].items()}
        self._check_values((name, "values"), labels)
        return {value: self._text((name, value), text) for value, text in labels.items()}

    def _check_values(self, path: tuple[str, str], table: Any) -> None:
        self.book.check_keys(path, table, table)
        for value in table:
            if not self.values[path[0]](value):
                raise self.book.error(f"{value} is no value of {path[0]}", *path, value)

    def _needs(self, name: str, needs: Any, value: str = "") -> Iterator[Need]:
        if isinstance(needs, dict) and "condition" not in needs and not value:
            self._check_values((name, "needs"), needs)
            for value, some in needs.items():
                yield from self._needs(name, some, value)
            return
        for need in needs if isinstance(needs, list) else [needs]:
            table = need if isinstance(need, dict) else self.shared_needs.get(need, {"condition": need})
            self.book.check_keys((name, "needs"), table, ("condition", "words"))
            texts = {key: self._text((name, "needs"), text) for key, text in table.items()}
            try:
                found = Need(Condition(texts.get("condition", ""), self.names), texts.get("words", ""), value)
                found.told()
            except BadCondition as error:
                raise self.book.error(f"needs: {error}", name, "needs") from None
            yield found


def read_words(
    file: Path, values: Mapping[str, IsValue], names: Mapping[str, tuple[Any, ...]]
) -> dict[str, OptionWords]:
    """The words of a family's options, by name.

    `values` tests for each option whether it can have a written value; `names` are those that conditions may use.
    Raises BadBook.
    """
    return _Reader(file, values, names).words()


def source_texts(file: Path) -> Iterator[str]:
    """The texts of an options file, for translation."""
    tables = Book(file.name, file.read_text(encoding="utf-8")).tables
    shared = tables.get(SHARED, {})
    for labels in shared.get("values", {}).values():
        yield from labels.values()
    yield from _words(shared.get("needs", {}))
    for name, table in tables.items():
        if name == SHARED:
            continue
        yield from (table[key] for key in ("title", "about", "group") if key in table)
        if isinstance(labels := table.get("values", {}), dict):
            yield from labels.values()
        yield from _words(table.get("needs", []))


def _words(needs: Any) -> Iterator[str]:
    """The words of needs at any depth."""
    if isinstance(needs, dict) and "words" in needs:
        yield needs["words"]
    elif isinstance(needs, (dict, list)):
        for need in needs.values() if isinstance(needs, dict) else needs:
            yield from _words(need)
