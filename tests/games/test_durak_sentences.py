"""The sentences of Durak: each refusal names the broken rule, and is true of the cards that it names."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from cardtable.cards import PACK, shuffled
from cardtable.cli.positions import rules_of
from cardtable.engine.moves import Event, Move
from cardtable.engine.position import put_down
from cardtable.engine.rules import attempt
from cardtable.engine.text import Faces, Text, plain
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState
from cardtable.words import Words


def position(**keys: Any) -> tuple[DurakRules, DurakState]:
    """A position with hearts as trumps and no stock, unless given otherwise."""
    rules, state = put_down({"trump": "h", "stock": 0, **keys}, rules_of)
    assert isinstance(rules, DurakRules)
    assert isinstance(state, DurakState)
    return rules, state


def refusal(rules: DurakRules, state: DurakState, text: str) -> str:
    """The refusal of a move such as `"P1 take"`, with its rule, as a player reads it."""
    seat, _, move = text.partition(" ")
    broken = rules.why_not(state, int(seat[1:]), rules.parse_move(move))
    assert broken is not None, f"{text} is legal"
    return f"{Words().text(broken.text)} [{broken.rule}]"


def result(rules: DurakRules, state: DurakState) -> list[str]:
    """The lines of a result, as players read them."""
    return [Words().text(line, ["Anna", "Boris", "Vera", "Gleb", "Zoya", "Olga"]) for line in rules.result_lines(state)]


# Cards with the same face from two packs


def named(text: Text) -> list[int]:
    """All the cards that a sentence names."""
    cards: list[int] = []
    for fact in text.facts.values():
        if isinstance(fact, Faces):
            cards += fact.cards
        elif isinstance(fact, Text):
            cards += named(fact)
    return cards


@pytest.mark.parametrize(("preset", "seats"), [("two_packs", 2), ("big_teams_ten", 10)])
def test_no_refusal_sets_a_card_against_one_with_the_same_face(preset: str, seats: int) -> None:
    """D-15, D-67: "9♥ is lower than 9♥" would explain nothing; tries every cover of random deals."""
    rules = rules_of(preset, {}, seats)
    twins = 0
    for seed in range(6):
        rng = Random(seed)
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        while state.to_act:
            seat = state.to_act[0]
            defends = Move("take") in rules.legal(state, seat)
            for attack in state.attacks if defends else ():
                for card in rules.deck:
                    if state.places[seat] >> card & 1:
                        broken = rules.why_not(state, seat, Move("cover", 1 << card, attack))
                        if broken is not None and card % PACK == attack % PACK and state.uncovered >> attack & 1:
                            twins += broken.rule == "D-67"
                            assert plain(broken.text).endswith("does not beat the same card of the other pack.")
                        elif broken is not None:
                            pairs = combinations(named(broken.text), 2)
                            assert all(one % PACK != other % PACK for one, other in pairs)
            rules.play(state, seat, rng.choice(rules.legal(state, seat)))
    assert twins


def test_an_equal_card_is_no_lower_card() -> None:
    """D-67."""
    rules, state = position(preset="two_packs", seats=2, hands={"P0": "7s", "P1": "9h' 8s 6h"}, table="9h")
    assert refusal(rules, state, "P1 cover 9h with 9h'") == ("9♥ does not beat the same card of the other pack. [D-67]")
    assert refusal(rules, state, "P1 cover 9h with 6h") == "6♥ is lower than 9♥. [D-15]"


def test_who_holds_the_card_of_the_other_pack_is_told_how_it_is_written() -> None:
    """D-67: as far as the player can see, 9♥ is in the hand."""
    rules, state = position(preset="two_packs", seats=2, hands={"P0": "7s", "P1": "9h' 8s 6h"}, table="8h")
    assert refusal(rules, state, "P1 cover 8h with 9h") == (
        "Of the 9♥ of both packs you hold the other one: write 9h'. [D-16]"
    )
    assert refusal(rules, state, "P1 cover 8h with Th") == "You do not hold 10♥. [D-16]"
    rules, state = position(preset="two_packs", seats=2, hands={"P0": "9h' 8s 6h", "P1": "7s"})
    assert refusal(rules, state, "P0 attack 9c 9h") == (
        "Of the 9♥ of both packs you hold the other one: write 9h'. [D-14]"
    )
    assert refusal(rules, state, "P0 attack 9c 9d") == "You do not hold 9♦ 9♣. [D-14]"


# Transfers


TRANSFER = {"preset": "transfer", "seats": 3, "bout": 3, "options": {"max_attack": 2}}


@pytest.mark.parametrize(
    ("keys", "text", "said"),
    [
        pytest.param(
            {"table": "8s 8c", "hands": {"P0": "Ks", "P1": "8d 8h 9s", "P2": "7s 7d 7c"}},
            "P1 transfer 8d",
            "This bout has at most 2 attack cards. [D-44]",
            id="the limit, and the hand is large enough",
        ),
        pytest.param(
            {"table": "8s 8c", "hands": {"P0": "Ks", "P1": "8d 8h 9s", "P2": "7s"}},
            "P1 show 8h",
            "P2 has only 1 card, too few for this attack. [D-44]",
            id="a card that is shown adds none, so that only the hand is too small",
        ),
        pytest.param(
            {"table": "8s", "hands": {"P0": "Ks", "P1": "8d 8h 9s", "P2": "7s"}},
            "P1 transfer 8d",
            "P2 has only 1 card, too few for this attack. [D-44]",
            id="the hand, and there is room for a card",
        ),
    ],
)
def test_a_transfer_is_refused_for_what_is_in_its_way(keys: dict[str, Any], text: str, said: str) -> None:
    """D-44, D-47."""
    assert refusal(*position(**{**TRANSFER, **keys}), text) == said


CHEATS = {"preset": "cheaters", "seats": 3, "bout": 3, "hands": {"P0": "Ks 7d", "P1": "8d 8h 9s", "P2": "7s 6c 6s"}}


@pytest.mark.parametrize(
    ("keys", "text", "said"),
    [
        pytest.param(
            {
                "table": "9h 9c",
                "options": {"travel_card": True, "travel_again": "no_transfer"},
                "shown": ["P1 8h"],
            },
            "P1 cheat_transfer 8h",
            "8♥ was shown before and cannot transfer again. [D-48]",
            id="D-48",
        ),
        pytest.param(
            {
                "table": "9h",
                "options": {"deck": 54, "joker_attack": "cover_only"},
                "hands": {"P0": "Ks", "P1": "Xr 8h 9s", "P2": "7s 6c"},
            },
            "P1 cheat_transfer Xr",
            "Jokers only cover here; they may not be laid to attack. [D-63]",
            id="D-63",
        ),
        pytest.param(
            {"table": "9h", "hands": {"P0": "Ks", "P1": "8d 8h 9s", "P2": "7s"}},
            "P1 cheat_transfer 8d",
            "P2 has only 1 card, too few for this attack. [D-44]",
            id="D-44",
        ),
        pytest.param(
            {"table": "9h"},
            "P1 cheat_transfer 9s",
            "9♠ transfers anyway: no cheat is needed. [D-73]",
            id="D-73-transfer",
        ),
    ],
)
def test_a_false_transfer_is_refused_by_the_rule_that_forbids_it(keys: dict[str, Any], text: str, said: str) -> None:
    """D-48, D-63, D-73: everything but the ranks must be in order."""
    assert refusal(*position(**{**CHEATS, **keys}), text) == said


@pytest.mark.parametrize(
    ("cheat", "said"),
    [
        ("P1 cheat_cover 7h with 8h", "8♥ beats 7♥ anyway: no cheat is needed. [D-73]"),
        ("P1 cheat_cover 9h with 8h", "Choose an open attack card to cover. [D-16]"),
    ],
)
def test_a_cover_that_holds_by_the_rules_is_no_cheat(cheat: str, said: str) -> None:
    """D-73."""
    assert refusal(*position(**{**CHEATS, "table": "7h"}), cheat) == said


# Other refusals


@pytest.mark.parametrize(
    ("keys", "text", "said"),
    [
        ({"preset": "jokers_any", "table": "Xb"}, "P1 cover Xb with Ah", "Nothing beats a joker: take it. [D-63]"),
        (
            {"preset": "jokers_any", "table": "Xb", "options": {"transfer": True}},
            "P1 cover Xb with Ah",
            "Nothing beats a joker: take it, or hand it on with another one. [D-63]",
        ),
        ({"preset": "throw_in", "table": "7d"}, "P1 take Ah", "No card goes with this move. [D-16]"),
        ({"preset": "throw_in", "table": "7d/8d", "word": "P0"}, "P0 pass 7s", "No card goes with this move. [D-22]"),
        ({"preset": "armenian", "stock": 3}, "P0 turn 7s", "No card goes with this move. [D-76]"),
        (
            {"preset": "throw_in", "table": "7d"},
            "P0 throw 7s",
            "It is P1's turn to defend; cards are added once all are covered. [D-16]",
        ),
        (
            {"preset": "throw_in", "table": "7d", "options": {"throw_timing": "any_time"}},
            "P0 throw 7s",
            "It is P1's turn to defend. [D-16]",
        ),
    ],
)
def test_a_refusal_is_true_at_this_table_and_names_its_rule(keys: dict[str, Any], text: str, said: str) -> None:
    """D-16, D-20, D-22, D-25, D-63, D-76."""
    hands = {"P0": "7s 9c Kc", "P1": "Ah 9s Js"}
    assert refusal(*position(seats=2, hands=hands, **keys), text) == said


# Ends of deals


@pytest.mark.parametrize(
    ("preset", "keys", "lines"),
    [
        pytest.param(
            "double",
            {"hands": {"P0": "", "P1": "7d", "P2": "9s", "P3": "6c"}, "out": ["P0"], "attacker": "P2"},
            [
                "The fools are Boris and Gleb.",
                "Anna and Vera were out first and win the deal.",
            ],
            id="2x2",
        ),
        pytest.param(
            "triple",
            {
                "hands": {"P0": "", "P1": "7d", "P2": "9s", "P3": "6c", "P4": "", "P5": "8c"},
                "out": ["P4", "P0"],
                "attacker": "P2",
                "defender": "P3",
            },
            ["Anna, Vera and Zoya were out first and win the deal."],
            id="3x3",
        ),
        pytest.param(
            "throw_in",
            {"seats": 3, "hands": {"P0": "9s", "P1": "7d", "P2": ""}, "out": ["P2"]},
            ["Boris is the fool.", "Vera was out first and wins the deal."],
            id="alone",
        ),
    ],
)
def test_a_team_that_was_out_first_wins_with_all_its_players(
    preset: str, keys: dict[str, Any], lines: list[str]
) -> None:
    """D-81: the team is named, not only the player who was out first."""
    options = {"winner_rule": "first_out"}
    rules, state = position(preset=preset, options=options, **keys)
    attacker = state.to_act[0]
    attempt(rules, state, attacker, rules.parse_move("attack 9s"))
    attempt(rules, state, state.to_act[0], Move("take"))
    while state.to_act:
        attempt(rules, state, state.to_act[0], Move("pass"))
    told = result(rules, state)
    assert [line for line in told if line in lines] == lines
    assert sum("win" in line for line in told) == 1


def test_a_deal_that_too_many_cards_ended_says_so() -> None:
    """D-67: in the log and in the result; a deal that is played out says nothing about it."""
    hands = {"P0": "9s 9d", "P1": "7d 7c 8c Tc Jc Qc Kc"}
    rules, state = position(preset="two_packs", options={"overload_limit": 8}, seats=2, hands=hands)
    log: list[Event] = []
    attempt(rules, state, 0, rules.parse_move("attack 9s"), log)
    attempt(rules, state, 1, Move("take"), log)
    attempt(rules, state, 0, Move("pass"), log)
    said = "Boris holds 8 cards, and with 8 or more the deal is lost at once."
    assert result(rules, state) == [said, "Boris is the fool."]
    lines = [rules.tell(event) for event in log]
    assert said in [Words().text(line, ["Anna", "Boris"]) for line in lines if line is not None]

    rules, state = position(preset="two_packs", options={"overload_limit": 8}, seats=2, hands={**hands, "P0": "9s"})
    for seat, text in ((0, "attack 9s"), (1, "take")):
        attempt(rules, state, seat, rules.parse_move(text))
    assert result(rules, state) == ["Boris is the fool.", "1. Anna"]


def test_a_team_loses_with_the_player_who_holds_too_many() -> None:
    """D-56, D-67: the sentence names the fool, and the whole team loses."""
    hands = {"P0": "9s 9d", "P1": "7d 7c 8c Tc Jc Qc Kc", "P2": "6d", "P3": "6c"}
    options = {"packs": 2, "overload_limit": 8, "winner_rule": "first_out"}
    rules, state = position(preset="double", options=options, hands=hands)
    attempt(rules, state, 0, rules.parse_move("attack 9s"))
    attempt(rules, state, 1, Move("take"))
    while state.to_act:
        attempt(rules, state, state.to_act[0], Move("pass"))
    assert result(rules, state) == [
        "Boris holds 8 cards, and with 8 or more the deal is lost at once.",
        "The fools are Boris and Gleb.",
    ]
