"""The files of options and presets: their content is read, and a mistake is reported with file and line."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from cardtable.engine.book import BadBook, Book
from cardtable.engine.options import BadOption, Options, Range, make_options, option_class, specs
from cardtable.engine.presets import Preset, check, read_presets
from cardtable.engine.text import plain
from cardtable.games import FAMILIES, family

WORDS = """\
# A remark.
[shared.values.numbers]
1 = "one"
2 = "two"

[shared.needs.crowd]
condition = "seats > 2"
words = "three players"

[throw_in]
title = "Throwing in"
about = "cards may be thrown in"
rules = "D-18"
group = "Attack"

[who]
about = "who may"
rules = "D-21 D-22"
values.all = "everybody"
values.left = "the left"
needs = "throw_in"

[limit]
about = "how many"
rules = "D-13"
values.none = "no limit"
values.9 = "the whole hand"
needs.7 = 'who == "all"'

[most]
about = "most"
rules = "D-14"
values = "numbers"
needs = ["crowd", { condition = "not throw_in or seats > 3", words = "four players" }]
"""


@option_class
class SomeOptions(Options):
    throw_in: bool = True
    who: Literal["all", "none", "left"] = "all"
    limit: Annotated[int, Range(1, 9)] | None = None
    most: Literal[1, 2] = 1


def told(tmp_path: Path, text: str) -> type[Any]:
    """The class with these words."""
    path = tmp_path / "some" / "options.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return dataclasses.make_dataclass(
        path.parent.parent.name, [], bases=(SomeOptions,), namespace={"BOOK": path}, frozen=True, slots=True
    )


def test_options_are_told_in_the_words_of_their_file(tmp_path: Path) -> None:
    found = specs(told(tmp_path, WORDS))
    throwing, who = found["throw_in"], found["who"]
    assert (throwing.title, throwing.about, throwing.rules, throwing.group) == (
        *("Throwing in", "cards may be thrown in", "D-18", "Attack"),
    )
    assert (who.title, who.group) == ("", "")
    values = ["all", "none", None, 9, 8, 2, True]
    names = ["who", "who", "limit", "limit", "limit", "most", "throw_in"]
    labels = [plain(found[name].label(value)) for name, value in zip(names, values, strict=True)]
    assert labels == ["everybody", "none", "no limit", "the whole hand", "8", "two", "yes"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"throw_in": False, "who": "none"}, "who=none needs throw_in=true"),
        ({"who": "left", "limit": 7}, "limit=7 needs who=all"),
        ({"most": 2}, "most=2 needs three players"),
        ({"who": "left", "limit": 6}, None),
    ],
)
def test_an_option_says_what_it_needs(given: dict[str, object], message: str | None, tmp_path: Path) -> None:
    options = make_options(told(tmp_path, WORDS)(), given)
    if message is None:
        options.check(2)
        return
    with pytest.raises(BadOption) as refused:
        options.check(2)
    assert str(refused.value) == message


def test_every_need_is_asked_and_those_that_are_met_refuse_nothing(tmp_path: Path) -> None:
    options = make_options(told(tmp_path, WORDS)(), {"most": 2})
    with pytest.raises(BadOption, match="four players"):
        options.check(3)
    options.check(4)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('rules = "D-18"', "rules = ", "some/options.toml: not valid TOML from line 13, column 9"),
        ("[throw_in]", "[throw_out]", "line 10: throw_out is no option of the class"),
        ('rules = "D-18"\n', "", "line 10: throw_in lacks about or rules"),
        ('group = "Attack"', 'groop = "Attack"', "line 14: groop is none of title, about, rules, group, values, needs"),
        ('group = "Attack"', "group = 3", "line 14: group must be a text"),
        ("values.left", "values.right", "line 20: right is no value of who"),
        ("values.9", "values.10", "line 27: 10 is no value of limit"),
        ("needs.7", "needs.x", "line 28: x is no value of limit"),
        ('values = "numbers"', 'values = "figures"', "line 33: figures is none of shared.values"),
        ('needs = "throw_in"', 'needs = "throw"', "line 21: needs: throw is no option and nothing derived"),
        ('needs = "throw_in"', 'needs = "most == 3"', "line 21: needs: most is never 3"),
        ('needs = "throw_in"', 'needs = "seats > 2"', "line 21: needs: 'seats > 2' needs words of its own"),
        ('words = "four players"', "words = 4", "line 34: needs must be a text"),
        ('[most]\nabout = "most"', "[[most]]", "line 30: most must be a table"),
    ],
)
def test_a_mistake_in_the_words_is_told_with_its_line(right: str, wrong: str, said: str, tmp_path: Path) -> None:
    assert WORDS.count(right) == 1
    with pytest.raises(BadBook) as refused:
        specs(told(tmp_path, WORDS.replace(right, wrong)))
    assert str(refused.value).endswith(said)
    assert str(refused.value).startswith("some/options.toml")


def test_an_option_without_words_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(BadBook, match="there is no table for the option most"):
        specs(told(tmp_path, WORDS[: WORDS.index("[most]")]))


PRESETS = """\
[plain]
title = "Plain"
players = "2-4"
level = "easy"
minutes = 5
aim = "Win."
special = "Plain."
short = { limit = 3 }

# The same with less.
[less]
from = "plain"
title = "Less"
special = "Less is more."
usual = 3
options = { throw_in = false, limit = "none" }

[least]
from = "less"
title = "Least"
players = 2
options.most = 1
options.who = "all"
short = {}
"""


def read(text: str) -> dict[str, Preset]:
    """The presets of a text, after checking."""
    book = Book("presets.toml", text)
    found = read_presets(book, SomeOptions)
    for name, preset in found.items():
        check(book, name, preset)
    return found


def test_a_preset_is_as_the_one_it_is_made_from_but_for_what_it_says() -> None:
    plainest, less, least = read(PRESETS).values()
    assert plainest.options == SomeOptions()
    assert (plainest.seats, plainest.players, plainest.short) == ((2, 3, 4), 2, {"limit": 3})
    assert less.options == SomeOptions(throw_in=False, limit=None)
    assert (less.seats, less.players, less.aim, less.minutes) == ((2, 3, 4), 3, "Win.", 5)
    assert (less.special, less.short) == ("Less is more.", {"limit": 3})
    assert least.options == less.options
    assert (least.seats, least.players, least.special, least.short) == ((2,), 2, "Less is more.", {})


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('title = "Plain"', "title", ": not valid TOML from line 2, column 6"),
        ('title = "Plain"', 'title = ""', ", line 2: title must have 1 to 60 printable letters"),
        ('title = "Plain"', 'title = "\\u001b[2J"', ", line 2: title must have 1 to 60 printable letters"),
        ('aim = "Win."\n', "", ", line 1: aim is missing"),
        ('"2-4"', '"4-2"', ', line 3: players must be a number from 2 to 12, or two such as "2-6"'),
        ('"2-4"', "true", ', line 3: players must be a number from 2 to 12, or two such as "2-6"'),
        ('level = "easy"', 'level = "hard "', ", line 4: level must be one of easy, medium, hard"),
        ("minutes = 5", "minutes = 0.5", ", line 5: minutes must be a number from 1 to 10000"),
        ("usual = 3", "usual = 5", ", line 15: usual must be one of the numbers of players"),
        ('from = "plain"', 'from = "least"', ", line 12: from: there is no preset least above"),
        ('from = "plain"', "from = []", ", line 12: from: there is no preset [] above"),
        ("usual", "usually", ", line 15: usually is none of from, title, aim, special, players, level, minutes, usual"),
        ("throw_in = false", 'throw_in = "maybe"', ", line 16: throw_in=maybe is not possible; allowed: false, true"),
        ("throw_in = false", "throw = false", ", line 16: throw is no option (did you mean throw_in?)"),
        ("options.most = 1", "options.most = 3", ", line 22: most=3 is not possible; allowed: 1, 2"),
        ("options.most = 1", "options.most = [1, 2]", ", line 22: most=1,2 is not possible: it takes one value"),
        ("{ limit = 3 }", "{ limit = 10 }", ", line 8: limit=10 is not possible; allowed: 1 to 9, none"),
        ("{ limit = 3 }", "3", ", line 8: short must be a table"),
    ],
)
def test_a_mistake_in_a_preset_is_told_with_its_line(right: str, wrong: str, said: str) -> None:
    assert PRESETS.count(right) == 1
    with pytest.raises(BadBook) as refused:
        read(PRESETS.replace(right, wrong))
    assert str(refused.value).startswith(f"presets.toml{said}")


@pytest.mark.parametrize("name", FAMILIES)
def test_the_presets_of_a_family_say_nothing_wrong(name: str) -> None:
    game = family(name)
    path = game.folder / "presets.toml"
    book = Book(path.name, path.read_text(encoding="utf-8"))
    for preset_id, preset in game.presets.items():
        check(book, preset_id, preset)
