"""The rules of a game in words: a text file of chapters and paragraphs, each with a condition.

    == Throwing in ? throw_in

    D-13 ? max_attack is not None : count = max_attack
    A bout has at most {count} attack card, beaten or not.
    | A bout has at most {count} attack cards, beaten or not.

A chapter begins with `==` and its title, a paragraph with its rule ids. The condition follows `?`: names, comparisons,
`and`, `or`, `not`. The facts that fill the text follow `:`, each given by a name. Names are the options, `seats`, and
values the family derives from them; a placeholder that is such a name needs no fact. If there is a text after `|`, the
fact `count` chooses between singular and plural. A line that begins with `#` is a remark.

    O-13 * specials ? rank == "6"
    {name}: the next player draws a card.

Consecutive paragraphs marked `*` with the same derived name are repeated for each item of that value, one item after
the other; the item's field names (here `rank` and `name`) may be used in conditions and texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Any

from cardtable.engine.book import BadBook
from cardtable.engine.conditions import BadCondition, Condition, Derived, Names
from cardtable.engine.options import Options, comparable, specs
from cardtable.engine.text import Text


@dataclass(frozen=True, slots=True)
class RulePart:
    """A paragraph of the rules under certain options: its rule ids, and its text."""

    ids: tuple[str, ...]
    text: Text


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph as in the file; a title has no ids."""

    line: int
    ids: tuple[str, ...]
    condition: Condition
    facts: Mapping[str, str]
    """The name that fills each placeholder of the text."""
    source: str
    plural: str | None = None
    each: str = ""
    """The derived name whose items the paragraph is repeated for; empty if it is not repeated."""

    def filled(self, names: Mapping[str, Any]) -> RulePart:
        """The paragraph filled with the facts of one table."""
        return RulePart(
            self.ids, Text(self.source, {key: names[name] for key, name in self.facts.items()}, self.plural)
        )


@dataclass(slots=True)
class Chapter:
    """A title and its paragraphs."""

    title: Paragraph
    paragraphs: list[Paragraph] = field(default_factory=list)


class Rulebook:
    """The rulebook of a family, read on first use."""

    def __init__(
        self,
        file: Path,
        options: type[Options],
        derived: Derived,
        each: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    ) -> None:
        """`each` gives, for each derived name, the field names of its items, which are named tuples."""
        self.file = file
        self.derived = derived
        self._values = comparable(specs(options)) | dict.fromkeys(derived, ())
        self._each = each

    @cached_property
    def chapters(self) -> list[Chapter]:
        """The chapters as in the file. Raises BadBook."""
        chapters: list[Chapter] = []
        for number, head, texts in _blocks(self.file):
            if head.startswith("=="):
                if texts:
                    raise self._error(number, "a title stands alone")
                head = head.removeprefix("==")
                title, _, condition = head.partition("?")
                holds = self._condition(number, condition, self._values)
                chapters.append(Chapter(Paragraph(number, (), holds, {}, title.strip())))
            elif not chapters or not 1 <= len(texts) <= 2:
                raise self._error(number, "a paragraph needs a chapter and its text")
            else:
                chapters[-1].paragraphs.append(self._paragraph(number, head, texts))
        return chapters

    def _paragraph(self, number: int, head: str, texts: list[str]) -> Paragraph:
        head, _, given = head.partition(":")
        head, _, condition = head.partition("?")
        ids, _, each = map(str.strip, head.partition("*"))
        if each and each not in self._each:
            raise self._error(number, f"{each} names nothing of which there are several")
        values = self._values | dict.fromkeys(self._each.get(each, ()), ())
        facts = {}
        for entry in filter(None, map(str.strip, given.split(","))):
            placeholder, equals, name = map(str.strip, entry.partition("="))
            if not equals or name not in values:
                raise self._error(number, f"{entry} names no option and nothing derived")
            facts[placeholder] = name
        for text in texts:
            for _, hole, _, _ in Formatter().parse(text):
                if hole is not None and facts.setdefault(hole, hole) == hole and hole not in values:
                    raise self._error(number, f"nothing fills {{{hole}}}")
        plural = texts[1] if len(texts) == 2 else None
        if plural is not None and "count" not in facts:
            raise self._error(number, "a plural needs a count")
        holds = self._condition(number, condition, values)
        return Paragraph(number, tuple(ids.split()), holds, facts, texts[0], plural, each)

    def _condition(self, number: int, text: str, values: Mapping[str, tuple[Any, ...]]) -> Condition:
        try:
            return Condition(text if text.strip() else "True", values)
        except BadCondition as error:
            raise self._error(number, str(error)) from None

    def _error(self, number: int, what: str) -> BadBook:
        name = f"{self.file.parent.name}/{self.file.name}"
        return BadBook("{name}, line {line}: {what}", name=name, line=number, what=what)

    def explain(self, options: Any, seats: int) -> list[tuple[Text, list[RulePart]]]:
        """The rules under exactly these options, by chapter; chapters with nothing that applies are left out."""
        names = Names(options, seats, self.derived)
        told = []
        for chapter in self.chapters:
            if not chapter.title.condition.holds(names):
                continue
            parts = []
            for each, group in groupby(chapter.paragraphs, lambda paragraph: paragraph.each):
                paragraphs = list(group)
                for thing in names[each] if each else (None,):
                    if thing is not None:
                        names.update(thing._asdict())
                    parts += [paragraph.filled(names) for paragraph in paragraphs if paragraph.condition.holds(names)]
            if parts:
                told.append((Text(chapter.title.source), parts))
        return told


def _blocks(file: Path) -> Iterator[tuple[int, str, list[str]]]:
    """The blocks between empty lines: the number of the first line, that line, and the texts below it."""
    head, number = "", 0
    texts: list[str] = []
    for at, line in enumerate([*file.read_text(encoding="utf-8").splitlines(), ""], 1):
        if line.startswith("#"):
            continue
        if not line.strip():
            if head:
                yield number, head, texts
            head, texts = "", []
        elif not head:
            head, number = line, at
        elif line.startswith("|") or not texts:
            texts.append(line.removeprefix("|").strip())
        else:
            texts[-1] += f" {line.strip()}"


def source_texts(file: Path) -> Iterator[str | tuple[str, str]]:
    """The texts of a rulebook, for translation: titles, paragraphs, and pairs of singular and plural."""
    for _, head, texts in _blocks(file):
        if head.startswith("=="):
            yield head.removeprefix("==").partition("?")[0].strip()
        else:
            yield texts[0] if len(texts) == 1 else (texts[0], texts[1])
