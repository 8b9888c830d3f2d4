"""Kozel: forbidden combinations of options, who deals, laws that hold in every hand, and who knows what."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import pytest

from cardtable.cards import (
    CLUBS,
    HIDDEN,
    Cards,
    bits,
    card_text,
    cards_of,
    only_card,
    pack,
    parse_card,
    parse_cards,
    shuffled,
)
from cardtable.cli.positions import rules_of
from cardtable.desk.games import options_of
from cardtable.desk.speech import Usage
from cardtable.engine.moves import Event, Move
from cardtable.engine.options import BadOption
from cardtable.engine.rules import run_chance
from cardtable.engine.state import observe
from cardtable.engine.text import plain
from cardtable.games.kozel import FAMILY, scene
from cardtable.games.kozel.rules import KozelRules
from cardtable.games.kozel.state import KozelState
from cardtable.games.kozel.words import sheet_row, tell
from cardtable.match.match import Match


def kozel(preset: str, seats: int = 4, **options: Any) -> KozelRules:
    """The rules of a preset with some options changed."""
    rules = rules_of(preset, options, seats)
    assert isinstance(rules, KozelRules)
    return rules


# Refused options (section 4)


@pytest.mark.parametrize(
    ("preset", "seats", "options", "named"),
    [
        ("nizhny_plain", 4, {"trump_system": "turned_jacks", "shamka_capture": False}, ["deal_mode", "trump_system"]),
        ("goat_sixes", 4, {"trump_system": "turned_jacks"}, ["deal_mode", "trump_system"]),
        ("goat_sixes", 4, {"deck": 36}, ["deal_mode", "deck"]),
        ("goat32_halves", 4, {"deck": 36}, ["deal_mode", "deck"]),
        ("goat_accounts", 4, {"deck": 36}, ["deal_mode", "deck"]),
        ("nizhny", 4, {"deck": 32}, ["praise", "deck"]),
        ("goat_accounts", 4, {"praise": "pants"}, ["praise", "deck"]),
        ("goat32_stock", 4, {"praise": "pants", "deck": 36, "partners": True}, ["praise", "deal_mode"]),
        (
            "nizhny",
            4,
            {"partners": False, "scoring": "sixty", "shamka_capture": False, "redeal_no_queens": False},
            ["praise", "partners"],
        ),
        ("goat32_halves", 4, {"first_lead": "ace_of_diamonds"}, ["first_lead", "deal_mode"]),
        ("goat32_stock", 2, {"first_lead": "ace_of_diamonds"}, ["first_lead", "deal_mode"]),
        ("goat_accounts", 4, {"redeal_no_queens": True}, ["redeal_no_queens", "deal_mode"]),
        ("nizhny_plain", 4, {"partners": False, "scoring": "sixty", "shamka_capture": False}, ["redeal", "partners"]),
        ("goat32_stock", 4, {"single_trump_exchange": True}, ["single_trump_exchange", "partners"]),
        ("goat32_stock", 3, {"scoring": "ladder"}, ["scoring", "partners"]),
        ("goat32_stock", 2, {"cut_step": "manual"}, ["cut_step", "scoring"]),
        ("nizhny", 4, {"scoring": "sixty"}, ["shamka_capture", "scoring"]),
        ("goat_sixes", 4, {"shamka_capture": True}, ["shamka_capture", "trump_system"]),
        ("goat32_halves", 4, {"count_span": "each_half"}, ["count_span", "scoring"]),
        ("goat32_stock", 4, {"count_span": "each_half", "scoring": "accounts"}, ["count_span", "halves"]),
        ("nizhny", 3, {}, ["4 players"]),
        ("goat32_stock", 7, {}, ["players", "not for 7"]),
        ("goat32_stock", 1, {}, ["players", "not for 1"]),
        ("goat32_stock", 3, {"partners": True}, ["partners"]),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    preset: str, seats: int, options: dict[str, Any], named: list[str]
) -> None:
    with pytest.raises(BadOption) as refused:
        kozel(preset, seats, **options)
    for name in named:
        assert name in str(refused.value)


# Dealers


def test_the_first_dealer_is_drawn_by_lot_or_agreed() -> None:
    """K-03: option first_dealer."""
    lots = {Match(kozel("nizhny"), seed).next_cards()[1] for seed in range(40)}
    assert lots == set(range(4))
    agreed = kozel("nizhny", first_dealer="p2")
    assert {Match(agreed, seed).next_cards()[1] for seed in range(5)} == {2}


def test_a_redeal_keeps_the_dealer() -> None:
    """K-03, K-09: the deal moves to the left only after completed hands, however often cards are redealt."""
    match = Match(kozel("nizhny"), 3)
    rng = Random(3)
    dealers = []
    while not match.over:
        _, dealer, deck = match.next_cards()
        match.deal(deck, dealer)
        while not match.deal_over:
            run_chance(match.rules, match.state, rng)
            moves = match.rules.legal(match.state, match.state.to_act[0])
            match.play(match.state.to_act[0], next((move for move in moves if move.verb == "call_redeal"), moves[-1]))
        state = match.state
        assert isinstance(state, KozelState)
        assert state.dealer == dealer
        dealers.append(dealer)
    assert dealers == [(dealers[0] + number) % 4 for number in range(len(dealers))]


@pytest.mark.parametrize("preset", ["nizhny_plain", "nizhny"])
def test_where_a_call_brings_a_new_deal_at_once_the_log_says_so(preset: str) -> None:
    """K-09: every call but the last that counts, which is punished instead.

    Where a game may have a praise, only deals without one are redealt at once. The first deal of a match has none.
    """
    rules, rng, stages = kozel(preset), Random(3), set()
    for seed in range(400):
        match = Match(rules, seed)
        _, dealer, deck = match.next_cards()
        match.deal(deck, dealer)
        while "call_redeal" in {move.verb for move in match.rules.legal(match.state, match.state.to_act[0])}:
            state, log = match.state, list[Event]()
            assert isinstance(state, KozelState)
            offered = scene.scene(rules, observe(state, state.to_act[0])).choices
            assert [choice.move.verb for choice in offered] == ["no_call", "call_redeal"], "no call by Enter alone"
            rules.play(state, state.to_act[0], Move("call_redeal"), log)
            line = tell(rules, log[0])
            assert line is not None
            assert ("dealt again" in line.source) is (state.stage == "shuffle")
            stages.add(state.stage)
            run_chance(rules, state, rng)
            if not state.to_act:
                break
    assert "shuffle" in stages


# Laws of section 6


TRUMPS = {"clubs_seven": (14,), "named_jacks": (13, 12)}
"""The number of trumps in each system (K-25, K-29)."""


def lead_is_sound(rules: KozelRules, state: KozelState, hand: Cards, moves: list[Move]) -> bool:
    """K-12, K-13: only trumps lead a trump; following, the suit led is legal or, if void, the whole hand."""
    suits = rules.suits(state)
    legal = 0
    for move in moves:
        legal |= move.cards
    if state.trick:
        if rules.options.follow_suit == "free":
            return legal == hand
        same = suits.follow[state.trick[0]] & hand
        if rules.options.must_trump:
            same = same or suits.trumps & hand
        return legal == (same or hand) != 0
    dealers = rules.options.trump_lead_who == "everybody" or state.hand == 1
    dealers = dealers or rules.side[state.leader] == rules.side[state.dealer]
    if rules.options.trump_lead_restricted and dealers and not (state.opening and state.praise_winner < 0):
        return legal == (hand & ~suits.trumps or hand) != 0
    return legal != 0


@pytest.mark.parametrize(
    ("preset", "seats"), [(name, seats) for name, preset in FAMILY.presets.items() for seats in preset.seats]
)
def test_laws_of_every_hand(preset: str, seats: int) -> None:
    """K-01, K-10, K-12, K-13, K-17 to K-19, K-25, K-29 to K-31: the laws (a) to (l)."""
    rules = kozel(preset, seats)
    rng = Random(7)
    for seed in range(6):
        match = Match(rules, seed)
        while not match.over:
            _, dealer, deck = match.next_cards()
            match.deal(deck, dealer)
            state = match.state
            assert isinstance(state, KozelState)
            last: Cards = 0
            while not match.deal_over:
                run_chance(rules, state, rng)
                seat = state.to_act[0]
                hand = state.places[seat]
                moves = list(rules.legal(state, seat))
                assert sum(state.places) == cards_of(rules.deck)
                if state.stage == "praise":
                    assert all(
                        state.size(other) <= 9 - max(1, len(state.columns)) for other in range(4) if other != seat
                    )
                elif state.stage == "play":
                    assert lead_is_sound(rules, state, hand, moves)
                    if rules.options.trump_system in TRUMPS:
                        assert rules.suits(state).trumps.bit_count() in TRUMPS[rules.options.trump_system]
                    if rules.options.trump_system == "named_jacks" and state.opening:
                        assert hand & parse_cards("6c")
                move = rng.choice(moves)
                last = sum(1 << card for card in state.trick) | move.cards
                match.play(seat, move)
            if state.ended == "captured":
                capture = 1 << rules.shamok | parse_cards("Qc")
                assert last & capture == capture
            elif state.ended == "counted":
                undrawn = preset == "goat32_stock" and seats in (3, 5, 6)
                points = sum(rules.facts(state)["card_points"])
                assert points <= 120 if undrawn else points == 120
            assert sum(gain > 0 for gain in state.gains) <= 1
            if state.ended == "counted" and any(state.gains):
                lost = rules.facts(state)["card_points"][state.gains.index(max(state.gains))]
                assert lost <= 60 if rules.options.scoring == "shama" else lost < 60
            if rules.options.scoring == "shama":
                assert sum(gain > 0 for gain in state.gains) == 1


# Knowledge


def hand_from(rules: KozelRules, top: str, bottom: str = "", hands_done: int = 0) -> KozelState:
    """A hand dealt by P0 from a deck with these cards on top and at the bottom."""
    first, last = ([parse_card(card) for card in text.split()] for text in (top, bottom))
    rest = [card for card in pack(rules.options.deck) if card not in first + last]
    standing = dataclasses.replace(rules.start(), deals=hands_done)
    return rules.deal((*first, *rest, *last), 0, standing)


def known_in(state: KozelState, seat: int, place: int) -> int:
    """The cards of a place that a seat can name."""
    return observe(state, seat).state.places[place]


def test_the_boasters_card_lies_hidden_until_all_have_laid() -> None:
    """K-10, K-24: only the boaster knows it; all see face-up cards and the number of cards drawn."""
    rules = kozel("nizhny")
    state = hand_from(rules, "8c Js 6s Ts As Qs Qh", "9h Jd Ah Ks Qd", hands_done=1)
    column = rules.columns[0]
    rules.play(state, 1, rules.parse_move("lay Ks"))
    rules.play(state, 2, rules.parse_move("lay 6s"))
    hidden, laid = parse_cards("Ks"), parse_cards("6s")
    assert known_in(state, 1, column) == hidden | laid
    for seat in (0, 2, 3):
        assert known_in(state, seat, column) == laid
        seen = observe(state, seat).state
        assert seen.size(column) == 2
        assert [seen.size(other) for other in (1, 2, 3)] == [3, 1, 2]
        pile = next(pile for pile in rules.scene(observe(state, seat)).piles if pile.key == "column1")
        assert pile.cards == (HIDDEN, only_card(laid))
    rules.play(state, 3, rules.parse_move("lay Ts"))
    rules.play(state, 0, rules.parse_move("lay As"))
    for seat in range(4):
        assert known_in(state, seat, rules.taken) == parse_cards("Ks 6s Ts As")


def test_a_praise_that_wins_the_match_leaves_no_column_on_the_table() -> None:
    """K-10, K-21: each card is with the player who took it, and only there."""
    rules = kozel("nizhny", scoring="sixty", target_check="at_once", shamka_capture=False)
    state = hand_from(rules, "8c Js 6s Ts As Qs Qh", "9h Jd Ah Ks Qd", hands_done=1)
    state.totals = (55, 55)
    for seat, move in ((1, "lay Ks"), (2, "lay 6s"), (3, "lay Ts"), (0, "lay As")):
        rules.play(state, seat, rules.parse_move(move))
    assert state.ended == "counted"
    assert state.columns == ()
    assert not [pile.key for pile in rules.scene(observe(state, 0)).piles if pile.key.startswith("column")]


def test_a_card_turned_up_is_known_to_all_and_the_stock_to_nobody() -> None:
    """K-05, K-24: the turned trump, under the stock or in a hand."""
    stock = hand_from(kozel("goat32_stock", 3), "7s 8s 9s Ts Js Qs Ks As 7h 8h 9h Th Qd")
    for seat in range(3):
        assert observe(stock, seat).state.stock == (*[HIDDEN] * 19, parse_card("Qd"))
    for preset, holder in (("goat32_halves", 1), ("goat_accounts", 0)):
        rules = kozel(preset)
        halves = hand_from(rules, "7s 8s 9s Ts Js Qs Ks As 7h 8h 9h Th Jh Qh Kh Ah")
        for seat in range(4):
            assert known_in(halves, seat, holder) & parse_cards("Ah")
            assert set(observe(halves, seat).state.stock) == {HIDDEN}


def test_cards_dealt_face_up_in_the_search_for_trumps_are_known_to_all() -> None:
    """K-07, K-24: the left neighbour's first cards, and no others."""
    rules = kozel("goat_sixes")
    state = hand_from(rules, "Qh 7c Ts")
    for seat in (0, 2, 3):
        assert known_in(state, seat, 1) == parse_cards("Qh 7c Ts")
        assert known_in(state, 1, seat) == 0


def test_only_the_partners_see_the_cards_they_exchange() -> None:
    """K-08, K-24: the others learn only that one card went over and one came back."""
    rules = kozel("goat_sixes")
    # The first card makes hearts trumps; each player gets one more card, then seven rounds of one. P2 has one trump.
    hands = ("Jc 8h 9h Kh 7h Ah 8c 9c", "Th Qs Kc 7d 8d Kd Td Ad", "7s 9d 9s Ks Ts As 8s Jd", "Tc Ac Js Qd Jh Qh Qc 7c")
    state = hand_from(rules, " ".join(hands[seat].split()[number] for number in range(8) for seat in (1, 2, 3, 0)))
    log: list[Event] = []
    giver = state.to_act[0]
    assert giver == 2
    partner = (giver + 2) % 4
    offered = rules.parse_move("offer Jd")
    rules.play(state, giver, offered, log)
    for seat in range(4):
        inside = seat in (giver, partner)
        assert bool(known_in(state, seat, partner) & offered.cards) == inside
        assert bool(log[0].for_seat(seat).cards) == inside
        if not inside:
            seen = observe(state, seat).state
            assert isinstance(seen, KozelState)
            assert seen.offered == HIDDEN
    returned = rules.legal(state, partner)[0]
    rules.play(state, partner, returned, log)
    for seat in range(4):
        assert bool(known_in(state, seat, giver) & returned.cards) == (seat in (giver, partner))


@pytest.mark.parametrize("open_counts", [False, True])
def test_card_points_are_counted_aloud_only_where_agreed(open_counts: bool) -> None:
    """K-24: running card points are shown with open_counts alone."""
    rules = kozel("goat_sixes", open_counts=open_counts, single_trump_exchange=False)
    state = hand_from(rules, "7s 8s 9s Ts")
    for _ in range(4):
        seat = state.to_act[0]
        rules.play(state, seat, rules.legal(state, seat)[0])
    facts = [plain(fact) for fact in rules.scene(observe(state, 0)).facts]
    assert any("card point" in fact for fact in facts) == open_counts


# The rules in words


def told(rules: KozelRules) -> list[str]:
    """The rules of this game, as sentences."""
    return [plain(part.text) for _, parts in FAMILY.explain(rules.options, rules.seats) for part in parts]


@pytest.mark.parametrize(
    ("preset", "options", "trump", "told"),
    [
        ("nizhny", {}, "c", "trumps c, Q J"),
        ("goat32_halves", {}, "h", "trumps h, J"),
        ("goat32_halves", {"club_jack": "plain"}, "h", "trumps h, Js Jd"),
        ("goat_sixes", {"trump_system": "seven_queens_jacks", "deal_mode": "open_first"}, "d", "trumps d, Q J, 7c"),
        ("goat_sixes", {"trump_system": "seven_queens_jacks", "deal_mode": "open_first"}, "c", "trumps c, Q J"),
    ],
)
def test_every_trump_is_told(preset: str, options: dict[str, Any], trump: str, told: str) -> None:
    """K-06: the suit alone would not show that queens and jacks of the other suits are trumps too."""
    rules = kozel(preset, **options)
    state = rules.deal(shuffled(rules.deck, 1), 0, rules.start())
    state.trump = "shdc".index(trump)
    assert plain(rules.scene(observe(state, 0)).facts[0]) == told


def test_what_the_ladder_gives_is_explained() -> None:
    """K-19: the box after a hand says what a chiper is; the sheet names it and explains it at the foot."""
    rules = kozel("nizhny")
    standing = rules.start()
    seen = set()
    for seed in range(12):
        state = rules.deal(shuffled(rules.deck, seed), 0, standing)
        rng = Random(seed)
        run_chance(rules, state, rng)
        while state.to_act:
            seat = state.to_act[0]
            rules.play(state, seat, rng.choice(rules.legal(state, seat)))
            run_chance(rules, state, rng)
        told, named = rules.result_lines(state)[0], sheet_row(rules, standing, state).label
        seen.add((plain(told), plain(named)))
    assert seen >= {
        ("Chiper: the losers have 30 card points or fewer", "Chiper"),
        ("Pair: the losers have 31 to 59 card points", "Pair"),
    }
    assert any("Chiper, 30 card points or fewer: 4" in plain(note) for note in rules.sheet_notes(standing))


@pytest.mark.parametrize(
    ("preset", "changed"),
    [
        ("nizhny", {"cut_step": "manual"}),
        ("nizhny", {"cut_step": "manual", "cut_penalty": 0}),
        ("nizhny", {"first_dealer": "p1"}),
        ("nizhny", {"redeal_no_queens": False}),
        ("nizhny", {"redeal_penalty": 0}),
        ("nizhny", {"praise": "none"}),
        ("nizhny", {"praise_leader_may_lead_trump": True}),
        ("nizhny", {"first_lead": "left_of_dealer"}),
        ("nizhny", {"trump_lead_restricted": False}),
        ("nizhny", {"follow_suit": "free"}),
        ("nizhny", {"shamka_capture": False}),
        ("nizhny", {"shutout_basis": "tricks"}),
        ("nizhny", {"eggs_double": False}),
        ("nizhny", {"eggs_compound": True}),
        ("nizhny", {"match_points": 20}),
        ("nizhny", {"single_trump_exchange": True}),
        ("nizhny", {"open_counts": True}),
        ("nizhny_plain", {"deck": 32}),
        ("goat32_stock", {"partners": True}),
        ("goat32_stock", {"jack_order": "shdc"}),
        ("goat32_stock", {"club_jack": "plain"}),
        ("goat32_stock", {"trump_system": "fixed_clubs"}),
        ("goat32_stock", {"target": 61}),
        ("goat32_stock", {"target_check": "at_once"}),
        ("goat32_stock", {"below_target": "cancel"}),
        ("goat_accounts", {"second_half_lead": "last_trick_winner"}),
        ("goat_accounts", {"deal_mode": "halves_left"}),
        ("goat_accounts", {"count_span": "each_half"}),
        ("goat_accounts", {"account_start": 20}),
        ("goat_accounts", {"account_take": 3}),
        ("goat_accounts", {"account_take_dealer": 2}),
        ("goat_accounts", {"account_rule": "pool"}),
    ],
)
def test_the_rules_in_words_are_those_of_the_options(preset: str, changed: dict[str, Any]) -> None:
    assert told(kozel(preset, **changed)) != told(kozel(preset))


@pytest.mark.parametrize(("preset", "seats"), [(name, found.players) for name, found in FAMILY.presets.items()])
def test_where_points_lose_the_heading_says_so(preset: str, seats: int) -> None:
    rules = kozel(preset, seats)
    scene = rules.scene(observe(rules.deal(shuffled(rules.deck, 1), 0, rules.start()), 1))
    assert scene.low_is_good == any("points lose" in plain(fact) for fact in scene.facts)


# A pack without the capturing card


def test_a_new_table_needs_the_card_that_captures_and_an_old_one_does_not() -> None:
    """K-25: position K-P36 of the catalogue; only new tables are refused, and the refusal names both ways out."""
    old = kozel("nizhny_plain", deck=32)
    with pytest.raises(BadOption) as refused:
        old.options.check_new(4)
    told = plain(refused.value.text)
    assert all(word in told for word in ("deck=32", "shamka_capture=false", "trump_system=clubs_seven"))
    uncaught = kozel("nizhny_plain", deck=32, shamka_capture=False)
    uncaught.options.check_new(4)
    for rules in (old, uncaught):
        suits = rules.by_trump[CLUBS]
        ranked = sorted(bits(suits.trumps), key=suits.strength.__getitem__)
        assert " ".join(map(card_text, ranked)) == "7c 8c 9c Kc Tc Ac Jd Jh Js Jc Qd Qh Qs Qc"
    on_top = kozel("nizhny_plain", deck=32, trump_system="clubs_seven")
    on_top.options.check_new(4)
    assert on_top.shamok == parse_card("7c")


def test_the_commands_make_no_such_table() -> None:
    """K-25."""
    with pytest.raises(Usage) as refused:
        options_of("nizhny_plain", ("deck=32",), 4)
    assert "trump_system=clubs_seven" in str(refused.value)
