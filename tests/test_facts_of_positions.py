"""Position facts shared by several games, read and refused in the same way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from cardtable.cards import parse_cards
from cardtable.engine.draft import BadPosition, FactReader
from cardtable.engine.fact_texts import card_or_none, numbers_text, ranking, seat_or_none, seat_texts
from cardtable.engine.position import put_down
from cardtable.engine.rules import AnyRules
from cardtable.games import agree


@pytest.mark.parametrize(
    ("preset", "keys"), [("classic", {}), ("burkozel", {"trump": "h"}), ("throw_in", {"trump": "h"})]
)
def test_open_cards_are_known_to_everybody_and_must_be_held(preset: str, keys: dict[str, Any]) -> None:
    hands = {"P0": "Td 9c Jc Kc", "P1": "6s 7s 8s 9s", "P2": "6d 7d 8d 9d"}

    def known(cards: str) -> list[int]:
        """What each seat knows of the first hand."""
        given = {"preset": preset, "seats": 3, "hands": hands, "open": cards, **keys}
        state = put_down(given, rules_of)[1]
        assert state.known is not None
        return [known & parse_cards(hands["P0"]) for known in state.known]

    assert known("") == [parse_cards(hands["P0"]), 0, 0]
    assert known("Td 9c") == [parse_cards(hands["P0"]), *[parse_cards("Td 9c")] * 2]
    with pytest.raises(BadPosition, match=r"^open: nobody holds 6c$"):
        known("Td 6c")


@pytest.mark.parametrize(
    ("preset", "fact"),
    [("throw_in", "turn_up"), ("burkozel", "trump_card"), ("goat32_halves", "turned"), ("four_ranks", "turn_up")],
)
def test_the_card_that_fixed_trumps_is_one_card_or_nobody_can_tell(preset: str, fact: str) -> None:
    given = {"preset": preset, "trump": "h", "stock": 0}
    if preset == "goat32_halves":
        given["half"] = 2
    rules, state = put_down({**given, fact: "none"}, rules_of)
    assert rules.facts(state)[fact] == "none"
    with pytest.raises(BadPosition, match=f"^{fact}: 9h 8h is more than one card$"):
        put_down({**given, fact: "9h 8h"}, rules_of)


def rules_of(name: str, options: Mapping[str, Any], seats: int) -> AnyRules:
    """The rules of a preset with some options changed."""
    family, agreed = agree(name, options, seats)
    return family.rules(agreed, seats)


def test_a_number_a_seat_is_read_from_a_text_or_a_list() -> None:
    def read(value: Any) -> tuple[int, ...]:
        return FactReader({"totals": value}, 3).numbers("totals", 0, -99, 99)

    assert read("3 -4 99") == read([3, -4, 99]) == (3, -4, 99)
    assert FactReader({}, 3).numbers("totals", 7, -99, 99) == (7, 7, 7)
    assert FactReader({}, 2).numbers("totals", (1, 2), -99, 99) == (1, 2)
    assert FactReader({"totals": "3 4"}, 4).numbers("totals", 0, 0, 99, count=2) == (3, 4)
    assert FactReader({}, 4).numbers("totals", 0, 0, 99, count=2) == (0, 0)
    for bad in ("3 4", "3 4 5 6", "3 4 100", "3 -100 4", "3 4 five", "1_0 2 3", "9999999999 0 0"):
        with pytest.raises(BadPosition, match=f"^totals: '{bad}' is not possible; allowed: 3 numbers from -99 to 99"):
            read(bad)


def test_facts_are_written_as_they_are_read() -> None:
    assert [seat_or_none(seat) for seat in (2, 0, -1, None)] == ["P2", "P0", "none", "none"]
    assert [card_or_none(card) for card in (parse_cards("9h").bit_length() - 1, -1)] == ["9h", "none"]
    assert seat_texts([2, 0]) == ["P2", "P0"]
    assert numbers_text([55, -1]) == "55 -1"
    assert ranking([2, 1, 2, 0]) == ["P1", "P0 P2"]
