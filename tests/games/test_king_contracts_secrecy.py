"""King by contracts: random choices, shuffles and secrecy over whole deals, and the rules in words."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cardtable.cards import CLUBS, HIDDEN, SUIT_CARDS, parse_cards, shuffled
from cardtable.cli.positions import rules_of
from cardtable.engine.moves import DEALER, Move
from cardtable.engine.options import make_options
from cardtable.engine.position import put_down
from cardtable.engine.rules import attempt
from cardtable.engine.state import guess, observe
from cardtable.games.king import FAMILY
from cardtable.games.king.contracts import contract_text
from cardtable.games.king.game import King
from cardtable.games.king.state import KingState
from cardtable.match.match import Match
from cardtable.words import Words


def king(preset: str, seats: int, **options: Any) -> King:
    """The rules of a preset with some options changed."""
    return King(make_options(FAMILY.presets[preset].options, options), seats)


def begin(match: Match) -> int:
    """Begins the next deal and returns its dealer."""
    _, dealer, deck = match.next_cards()
    match.deal(deck, dealer)
    return dealer


def moments(match: Match, rng: Random) -> Iterator[KingState]:
    """Every state of a deal played with random moves."""
    while not match.deal_over:
        assert isinstance(match.state, KingState)
        yield match.state
        if match.shuffle_due:
            match.play(DEALER, match.next_shuffle())
        else:
            seat = match.state.to_act[0]
            match.play(seat, rng.choice(match.rules.legal(match.state, seat)))
    assert isinstance(match.state, KingState)
    yield match.state


def test_the_first_dealer_is_drawn_by_lot_and_then_the_deal_passes_to_the_left() -> None:
    """G-01, G-02."""
    rules = king("king_simple", 4)
    assert {Match(rules, seed).next_cards()[1] for seed in range(60)} == {0, 1, 2, 3}
    match, rng = Match(rules, 5), Random(5)
    dealers = []
    for _ in range(6):
        dealers.append(begin(match))
        for _ in moments(match, rng):
            pass
    assert dealers == [(dealers[0] + number) % 4 for number in range(6)]


def test_the_pack_is_shuffled_anew_for_every_deal_as_the_seed_says() -> None:
    """G-03."""
    rules = king("king_minsk", 3)
    matches = Match(rules, 7), Match(rules, 7)
    decks = set()
    for number in range(3):
        seed, dealer, deck = matches[0].next_cards()
        assert (seed, dealer, deck) == matches[1].next_cards()
        assert deck == shuffled(rules.deck, seed)
        decks.add(deck)
        ends = []
        for match in matches:
            begin(match)
            ends.append([repr(state) for state in moments(match, Random(number))])
        assert ends[0] == ends[1]
    assert len(decks) == 3


@pytest.mark.parametrize(
    ("preset", "seats", "options"),
    [
        pytest.param("king_simple", 4, {}, id="plain"),
        pytest.param("king_minsk", 3, {}, id="widow shown"),
        pytest.param("king_atomic", 3, {"widow_shown": False}, id="widow hidden"),
        pytest.param("king_minsk", 3, {"discard_mode": "random"}, id="drawn blindly"),
        pytest.param("king_domino", 4, {}, id="stock"),
        pytest.param("king_twelve", 4, {}, id="third card"),
        pytest.param("king_jokers", 3, {"joker_count": 2}, id="odd card"),
        pytest.param("king_custom", 4, {"order_timing": "before_deal"}, id="ordered before the deal"),
    ],
)
def test_hands_stock_and_what_was_laid_out_are_hidden(preset: str, seats: int, options: dict[str, Any]) -> None:
    """G-33, G-23, G-24, G-26: players see only their own hand and what was shown to all."""
    rules = king(preset, seats, **options)
    match, rng = Match(rules, 3), Random(3)
    for _ in range(12):
        begin(match)
        widow, public = 0, 0
        for state in moments(match, rng):
            if widow and not state.places[rules.aside] and rules.options.widow_shown:
                public = widow
            widow = state.places[rules.aside] if rules.options.widow_size else 0
            for seat in range(seats):
                seen = observe(state, seat).state
                assert seen.places[seat] == state.places[seat]
                assert set(seen.stock) <= {HIDDEN}
                assert not seen.places[rules.aside]
                assert seat == state.orderer or not seen.places[rules.laid_out]
                for other in set(range(seats)) - {seat}:
                    hidden = seen.places[other] & ~public
                    # The card that fixed the trumps of a praise is open in one hand.
                    assert hidden.bit_count() <= (preset == "king_twelve" and state.contract == "praise")


@pytest.mark.parametrize("shown", [True, False])
def test_whoever_saw_the_widow_knows_that_nobody_but_the_orderer_has_its_cards(shown: bool) -> None:
    """G-23, G-24, G-33: its cards are in that hand or face down, until a hidden card reaches another player."""
    rules = king("king_minsk", 3, widow_shown=shown)
    match, rng = Match(rules, 4), Random(4)
    for _ in range(6):
        begin(match)
        widow = 0
        for state in moments(match, rng):
            assert state.lacks is not None
            widow |= state.places[rules.aside]
            if state.moment != "play" or state.trick or state.winners:
                continue
            assert widow.bit_count() == 2
            others = {0, 1, 2} - {state.orderer}
            assert [state.lacks[seat] for seat in others] == [widow * shown] * 2
            assert not state.lacks[state.orderer]
            for seat in others if shown else ():
                guessed = guess(rules.all_cards, observe(state, seat), rng)
                assert not widow & ~(guessed.places[state.orderer] | guessed.places[rules.laid_out])


def test_whether_the_last_card_of_the_stock_follows_is_seen_when_it_is_played_and_not_before() -> None:
    """G-28, G-33: the others see that the stock is empty, as it is in either case."""
    position = {"preset": "king_domino", "seats": 4, "contract": "no_queens", "leader": "P3", "trick": "9c"}
    told = []
    for last, other, played in (("7s", "7c", "play 8d"), ("7c", "7s", "play 7c")):
        hands = {"P0": "Kh 8d", "P1": "8h 9h", "P2": f"As {other}", "P3": "Ad"}
        rules, state = put_down({**position, "stock": last, "hands": hands}, rules_of)
        attempt(rules, state, 0, Move("draw"))
        told.append([(observe(state, seat), rules.scene(observe(state, seat))) for seat in (1, 3)])
        attempt(rules, state, 0, rules.parse_move(played))
        assert state.lacks is not None
        assert not SUIT_CARDS[CLUBS] & rules.all_cards & ~state.lacks[0] & ~parse_cards("7c 9c")
    assert told[0] == told[1]


@pytest.mark.parametrize("preset", sorted(name for name, preset in FAMILY.presets.items()))
def test_the_rules_of_every_preset_name_each_of_its_contracts(preset: str) -> None:
    """The rulebook says what every contract of the programme is worth."""
    for seats in FAMILY.presets[preset].seats:
        rules = king(preset, seats)
        chapters = FAMILY.explain(rules.options, seats)
        told = [Words().text(part.text) for _, parts in chapters for part in parts]
        for contract in rules.programme.contracts:
            name = Words().text(contract_text(contract))
            assert any(f", {name}: " in sentence for sentence in told)
