"""Rulebooks: how their text is parsed, and what it may not contain."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import pytest

from cardtable.engine.book import BadBook
from cardtable.engine.options import Options, Range, option_class
from cardtable.engine.rulebook import Rulebook, source_texts
from cardtable.engine.text import plain

BOOK = """\
# a remark
== The aim

O-01
Be the first
without cards.

== Throwing in ? throw_in

D-13 D-14 ? limit is not None and limit <= half : count = limit
At most {count} card.
| At most {count} cards.

D-15 ? who in ("all", "none") or not throw_in
Anybody may throw in.

== Nothing ? seats > 9

D-16
Not at this table.
"""


@option_class
class SomeOptions(Options):
    throw_in: bool = True
    who: Literal["all", "none", "left"] = "all"
    limit: Annotated[int, Range(1, 9)] | None = None
    most: Literal[1, 2] = 1


def book(tmp_path: Path, text: str) -> Rulebook:
    file = tmp_path / "rulebook.txt"
    file.write_text(text, encoding="utf-8")
    return Rulebook(file, SomeOptions, {"half": lambda options, seats: seats // 2})


def told(rules: Rulebook, options: SomeOptions, seats: int) -> list[tuple[str, list[tuple[str, str]]]]:
    return [
        (plain(title), [(" ".join(part.ids), plain(part.text)) for part in parts])
        for title, parts in rules.explain(options, seats)
    ]


def test_paragraphs_are_said_under_their_conditions(tmp_path: Path) -> None:
    rules = book(tmp_path, BOOK)
    aim = ("The aim", [("O-01", "Be the first without cards.")])
    anybody = ("D-15", "Anybody may throw in.")
    assert told(rules, SomeOptions(), 4) == [aim, ("Throwing in", [anybody])]
    assert told(rules, SomeOptions(limit=1), 4) == [aim, ("Throwing in", [("D-13 D-14", "At most 1 card."), anybody])]
    assert told(rules, SomeOptions(limit=2), 4)[1][1][0] == ("D-13 D-14", "At most 2 cards.")
    assert told(rules, SomeOptions(limit=3), 4) == [aim, ("Throwing in", [anybody])]
    assert told(rules, SomeOptions(throw_in=False), 4) == [aim]
    assert told(rules, SomeOptions(who="left"), 4) == [aim]
    assert told(rules, SomeOptions(throw_in=False), 10) == [aim, ("Nothing", [("D-16", "Not at this table.")])]


class Special(NamedTuple):
    rank: int
    draws: int


def test_paragraphs_are_said_for_each_of_several_things_in_their_order(tmp_path: Path) -> None:
    file = tmp_path / "rulebook.txt"
    text = """\
== Special cards

D-1
Some cards are special.

D-2 * specials ? draws : count = draws
{rank}: draw {count} card.
| {rank}: draw {count} cards.

D-3 * specials ? not draws or throw_in
{rank}: the turn is over for {seats}.

D-4
All others are not.
"""
    file.write_text(text, encoding="utf-8")
    derived = {"specials": lambda options, seats: [Special(rank, rank % 3) for rank in range(8, 5, -1)]}
    rules = Rulebook(file, SomeOptions, derived, each={"specials": Special._fields})
    ((_, parts),) = told(rules, SomeOptions(throw_in=False), 3)
    assert parts == [
        ("D-1", "Some cards are special."),
        ("D-2", "8: draw 2 cards."),
        ("D-2", "7: draw 1 card."),
        ("D-3", "6: the turn is over for 3."),
        ("D-4", "All others are not."),
    ]
    assert [ids for ids, _ in told(rules, SomeOptions(), 3)[0][1]] == ["D-1", *["D-2", "D-3"] * 2, "D-3", "D-4"]


def test_the_texts_are_found_for_translation(tmp_path: Path) -> None:
    assert list(source_texts(book(tmp_path, BOOK).file)) == [
        "The aim",
        "Be the first without cards.",
        "Throwing in",
        ("At most {count} card.", "At most {count} cards."),
        "Anybody may throw in.",
        "Nothing",
        "Not at this table.",
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("D-1 ? thrown", "line 3: thrown is no option and nothing derived"),
        ("D-1 ? who == 'some'", "line 3: who is never 'some'"),
        ("D-1 ? who ==", "line 3: 'who ==' is no condition"),
        ("D-1 ? __import__('os')", "line 3: \"__import__('os')\" may not stand in a condition"),
        ("D-1 ? who.upper == 'ALL'", "line 3: 'who.upper' may not stand in a condition"),
        ("D-1\n{count} cards.", "line 3: nothing fills {count}"),
        ("D-1 : count = thrown", "line 3: count = thrown names no option and nothing derived"),
        ("D-1 * half", "line 3: half names nothing of which there are several"),
        ("D-1 ? rank == 6", "line 3: rank is no option and nothing derived"),
        ("D-1\nOf {rank}.", "line 3: nothing fills {rank}"),
    ],
)
def test_a_condition_that_cannot_hold_is_refused_with_its_line(tmp_path: Path, line: str, told: str) -> None:
    with pytest.raises(BadBook) as refused:
        _ = book(tmp_path, f"== Title\n\n{line}\nText.\n").chapters
    assert str(refused.value) == f"{tmp_path.name}/rulebook.txt, {told}"


@pytest.mark.parametrize(
    "text", ["D-1\nNo chapter.\n", "== Title\n\nD-1\n", "== Title\nText\n", "== T\n\nD-1\na\n|b\n"]
)
def test_a_block_in_a_wrong_form_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadBook, match="line"):
        _ = book(tmp_path, text).chapters
