"""House rules that mention a card missing from the pack: refused, or explained without it (O-14, O-35, K-25)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from cardtable.cards import HIDDEN, RANKS, rank_of
from cardtable.engine.options import BadOption, make_options, specs
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import Faces, Ranks, Text
from cardtable.games import FAMILIES, family

NAMES = {"2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine"}
PLURALS = {**{rank: f"{name}s" for rank, name in NAMES.items()}, "6": "sixes"}
ABSENT = "Left out of it: "
"""The start of a sentence that names cards because they are not dealt."""


def tables(name: str) -> Iterator[tuple[str, AnyRules]]:
    """The default preset of a family with each option value and each pack, and every other preset with each pack.

    Only those that a new table may use.
    """
    game = family(name)
    options = specs(game.options)
    packs: tuple[Any, ...] = options["deck"].values if "deck" in options else (None,)
    for named_as, preset in game.presets.items():
        for pack in packs:
            for option, spec in options.items():
                for value in (spec.values or ()) if named_as == game.default or option == "deck" else ():
                    given = {option: value} if pack is None or option == "deck" else {option: value, "deck": pack}
                    seats = preset.seats[0]
                    try:
                        agreed = make_options(preset.options, given)
                        agreed.check(seats)
                        agreed.check_new(seats)
                    except BadOption:
                        continue
                    yield f"{named_as} {given}", game.rules(agreed, seats)


def named(text: Text) -> Iterator[int]:
    """The ranks that a sentence names: by cards, by ranks or in English words."""
    for fact in text.facts.values():
        if isinstance(fact, Text):
            yield from named(fact)
        elif isinstance(fact, Ranks):
            yield from fact.ranks
        elif isinstance(fact, Faces):
            yield from [rank_of(card) for card in fact.cards if card != HIDDEN]
    for rank, one in NAMES.items():
        several = PLURALS[rank]
        suits = "spades|hearts|diamonds|clubs"
        spoken = rf"\b{several}\b|\b(?:an?|own) {one}\b|\bany {one} fits\b|\b{one} of (?:{suits})\b|^{one}:"
        if re.search(spoken, text.source.casefold()):
            yield RANKS.index(rank)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name == "durak" else name for name in FAMILIES]
)
@pytest.mark.every(6)
def test_the_rules_of_a_table_name_no_card_that_is_not_in_its_pack(name: str) -> None:
    game = family(name)
    told = 0
    for table, rules in tables(name):
        there = {rank_of(card) for card in rules.deck}
        for book in (game.explain, game.card):
            for _, parts in book(rules.options, rules.seats):
                for part in parts:
                    if not part.text.source.startswith(ABSENT):
                        found = set(named(part.text))
                        assert found <= there, f"{table}: {part.text.source}"
                        told += bool(found)
    assert told > 20


def test_sentences_that_name_a_card_are_found() -> None:
    """Shows that the check above can fail."""
    names = ("A six is no last card.", "The six of clubs captures.", "Six: the next player draws.", "All sixes.")
    assert all(set(named(Text(source))) == {RANKS.index("6")} for source in names)
    assert not set(named(Text("Six game points, and seven cards to each.")))
