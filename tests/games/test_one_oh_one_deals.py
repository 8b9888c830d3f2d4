"""101 beyond single positions: dealing, leading, secrecy, the course of a match, and what always holds."""

from __future__ import annotations

import dataclasses
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from cardtable.cards import HIDDEN, bits, card_text, cards_of, parse_card, parse_cards, rank_of, shuffled
from cardtable.engine.moves import DEALER, Event, Move
from cardtable.engine.options import BadOption, as_dict
from cardtable.engine.rules import run_chance
from cardtable.engine.state import observe
from cardtable.games.one_oh_one import FAMILY
from cardtable.games.one_oh_one.game import OneOhOne
from cardtable.games.one_oh_one.options import OneOhOneOptions
from cardtable.games.one_oh_one.state import OneOhOneStanding, OneOhOneState
from cardtable.match.match import Match

ORDER = "6s 7s 8s 9s Ts Js Qs Ks As 6h 7h 8h 9h Th Jh Qh Kh Ah 6d 7d 8d 9d Td Jd Qd Kd Ad 6c 7c 8c 9c Tc Jc Qc Kc Ac"
"""A pack in an order that is easy to follow."""


def made(preset: str, seats: int, **options: Any) -> OneOhOne:
    """The rules of a preset with some options changed."""
    rules = FAMILY.rules(dataclasses.replace(FAMILY.presets[preset].options, **options), seats)
    assert isinstance(rules, OneOhOne)
    return rules


def dealt(rules: OneOhOne, dealer: int, standing: OneOhOneStanding | None = None) -> OneOhOneState:
    """A deal with the cards of `ORDER`."""
    return rules.deal([parse_card(word) for word in ORDER.split()], dealer, standing or rules.start())


def play_on(rules: OneOhOne, state: OneOhOneState, rng: Random) -> None:
    """Plays one random move, after the dealer's shuffle if one is due."""
    seat = state.to_act[0]
    if seat == DEALER:
        run_chance(rules, state, rng)
    else:
        rules.play(state, seat, rng.choice(list(rules.legal(state, seat))))


@pytest.mark.parametrize(("deck", "lowest"), [(36, "6"), (32, "7"), (52, "2")])
def test_the_pack(deck: int, lowest: str) -> None:
    """O-01: four suits from the lowest rank to the ace."""
    cards = made("classic", 3, deck=deck).deck
    assert len(cards) == deck
    assert card_text(min(cards, key=rank_of))[0] == lowest


@pytest.mark.parametrize(
    ("seats", "options", "fits"),
    [
        (1, {}, False),
        (7, {}, False),
        (6, {}, True),
        (6, {"hand_size": 6}, False),
        (5, {"hand_size": 6}, True),
        (5, {"deck": 32}, True),
        (5, {"deck": 32, "hand_size": 6}, False),
        (6, {"deck": 32}, False),
        (6, {"deck": 32, "hand_size": 4}, True),
        (6, {"deck": 52, "hand_size": 6}, True),
    ],
)
def test_two_to_six_players_as_far_as_six_cards_are_left(seats: int, options: dict[str, Any], fits: bool) -> None:
    """O-02"""
    if fits:
        assert made("classic", seats, **options).seats == seats
    else:
        with pytest.raises(BadOption):
            made("classic", seats, **options)


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    """O-03: P1 deals to three players; the rest is the stock, its top card drawn first."""
    words = ORDER.split()
    state = dealt(made("classic", 3), dealer=1)
    for place, seat in enumerate((2, 0, 1)):
        assert state.places[seat] == parse_cards(" ".join(words[place:15:3]))
    assert [card_text(card) for card in state.stock] == words[15:]
    assert state.pile == ()


def test_who_is_out_of_the_match_gets_no_cards() -> None:
    """O-03, O-32"""
    rules = made("classic", 4, hand_size=3)
    standing = dataclasses.replace(rules.start(), deals=1, gone=(0, 1, 0, 0), totals=(0, 120, 0, 0), leader=0)
    state = dealt(rules, 0, standing)
    assert [state.size(seat) for seat in range(4)] == [3, 0, 3, 3]
    assert state.places[2] == parse_cards("6s 9s Qs")
    assert state.to_act == (0,)


def test_the_first_dealer_and_leader_are_found_by_lot() -> None:
    """O-04, O-05: every seat deals and leads the first deal of some match."""
    dealers, leaders = set(), set()
    for seed in range(60):
        match = Match(made("classic", 5), seed)
        _, dealer, deck = match.next_cards()
        match.deal(deck, dealer)
        dealers.add(dealer)
        leaders |= set(match.state.to_act)
    assert dealers == leaders == set(range(5))


def test_the_dealers_last_card_is_his_first_move() -> None:
    """O-05: it acts like any card played; an order card asks the dealer for a suit."""
    acts = set()
    for seed in range(80):
        rules = made("dealer_opens", 3)
        deck = shuffled(rules.deck, seed)
        log: list[Event] = []
        state = rules.deal(deck, 1, rules.start(), log)
        card = deck[14]
        text = card_text(card)
        # The log does not say that the dealer played it: there was no choice.
        assert [(event.kind, event.seat) for event in log if event.cards == 1 << card][-1] == ("opened", 1)
        if text[0] == "Q":
            assert state.to_act == (1,)
            assert {rules.move_text(move) for move in rules.legal(state, 1)} == {
                f"play {text}→{suit}" for suit in "shdc"
            }
            assert state.size(1) == 4
        elif text[0] == "9":
            assert state.to_act == (1,)
        elif text[0] == "6" or text == "Ks":
            assert state.to_act == (0,)
            assert state.size(2) == 5 + (1 if text[0] == "6" else 4)
        elif text[0] == "7":
            assert state.to_act == (2,)
            assert state.size(2) == 7
        elif text[0] == "A":
            assert rules.facts(state)["ace"] == "pending"
        else:
            assert state.to_act == (2,)
            assert [state.size(seat) for seat in range(3)] == [5, 4, 5]
        assert not state.places[1] >> card & 1
        assert state.pile == (card,)
        acts.add("Ks" if text == "Ks" else text[0])
    assert acts >= {"Q", "9", "6", "7", "A", "Ks", "8"}


def test_hands_and_stock_are_secret_and_the_pile_is_open() -> None:
    """O-07: all see how many cards the others and the stock have, and any that were once open."""
    rules = made("classic", 3)
    state = dealt(rules, 0)
    rng = Random(3)
    for _ in range(25):
        for seat in range(3):
            seen = observe(state, seat).state
            assert isinstance(seen, OneOhOneState)
            assert seen.pile == state.pile
            assert seen.places[seat] == state.places[seat]
            assert set(seen.stock) <= {HIDDEN}
            assert len(seen.stock) == len(state.stock)
            for other in range(3):
                assert seen.size(other) == state.size(other)
                if other != seat:
                    assert not seen.places[other]
            assert (seen.ordered, seen.totals) == (state.ordered, state.totals)
        if not state.to_act:
            break
        play_on(rules, state, rng)


@pytest.mark.parametrize(("recycle", "known"), [("turn_over", True), ("shuffle", False)])
def test_who_saw_the_pile_knows_the_stock_that_it_became(recycle: str, known: bool) -> None:
    """O-07, O-11: turned over, the pile is drawn in an order that all have seen; shuffled, it is unknown to all."""
    rules = made("classic", 2, recycle=recycle)
    for seed in range(40):
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        rng = Random(seed)
        stock = len(state.stock)
        while state.to_act and len(state.stock) <= stock:
            stock = len(state.stock)
            play_on(rules, state, rng)
        if state.to_act and state.stock and state.to_act[0] != DEALER:
            seen = observe(state, 0).state.stock
            assert (seen == state.stock) if known else set(seen) == {HIDDEN}
            return
    raise AssertionError("no pile became a stock")


def whole_match(preset: str, seats: int, seed: int, **options: Any) -> list[tuple[OneOhOneState, OneOhOneStanding]]:
    """A match of random moves: the end of every deal, and the standing after it."""
    rules = made(preset, seats, **options)
    match = Match(rules, seed)
    rng = Random(seed)
    deals = []
    while not match.over:
        _, dealer, deck = match.next_cards()
        match.deal(deck, dealer)
        while not match.deal_over:
            if match.shuffle_due:
                match.play(DEALER, match.next_shuffle())
                continue
            seat = match.state.to_act[0]
            match.play(seat, rng.choice(list(match.rules.legal(match.state, seat))))
        assert isinstance(match.state, OneOhOneState)
        assert isinstance(match.standing, OneOhOneStanding)
        deals.append((match.state, match.standing))
        assert len(deals) < 100
    return deals


@pytest.mark.parametrize("preset", sorted(FAMILY.presets))
def test_a_match_runs_to_its_last_player(preset: str) -> None:
    """O-04, O-05, O-31 to O-33: the next dealer and leader, who is out, and a sheet that adds up."""
    options = FAMILY.presets[preset].options
    deals = whole_match(preset, 4, 5, limit=60)
    for (_, standing), (state, after) in pairwise(deals):
        active = [seat for seat in range(4) if not standing.gone[seat]]
        assert list(bits(state.active)) == active
        assert state.dealer == standing.dealer
        assert state.dealer in active
        assert all(seat in active for seat in after.winners)
        if options.opening == "winner_leads" and state.winner >= 0 and not after.over:
            assert after.leader == state.winner
    last = deals[-1][1]
    assert len(last.sheet) == len(deals)
    assert sum(last.wins) == sum(state.winner >= 0 for state, _ in deals)
    assert sorted(last.places)[0] == 1
    if not options.exact_resets:
        for seat in range(4):
            assert sum(row.points[seat] or 0 for row in last.sheet) == last.totals[seat]


@pytest.mark.parametrize("seed", range(12))
def test_what_always_holds(seed: int) -> None:
    """O-01, O-08, O-09, O-13, O-24, O-28: section 6 of the catalogue, in random games with random options."""
    rng = Random(seed)
    preset = rng.choice(sorted(FAMILY.presets))
    rules = made(preset, rng.choice(FAMILY.presets[preset].seats))
    able = rules.options.draw_when_able
    for number in range(4):
        state = rules.deal(shuffled(rules.deck, 10 * seed + number), 0, rules.start())
        while state.to_act:
            held = [card for place in state.places for card in bits(place)]
            assert sorted(held) == sorted(rules.deck)
            assert cards_of(state.pile) == state.places[rules.pile]
            seat = state.to_act[0]
            if seat != DEALER:
                moves = rules.legal(state, seat)
                assert moves
                assert len(set(moves)) == len(moves)
                verbs = {move.verb for move in moves}
                assert able or "draw" not in verbs or verbs == {"draw"}
                for move in moves:
                    assert rules.parse_move(rules.move_text(move)) == move
                    assert rules.why_not(state, seat, move) is None
                assert rules.why_not(state, seat, Move("dump")) is not None
            if state.ordered >= 0:
                top = state.pile[-1]
                assert rules.order_cards >> top & 1 or rules.english
            play_on(rules, state, rng)
        empty = [seat for seat in range(rules.seats) if not state.places[seat]]
        assert empty == ([state.winner] if state.winner >= 0 else [])
        points = rules.settle(rules.start(), state).sheet[-1].points
        for seat, point in enumerate(points):
            assert point is not None
            assert point <= 0 if seat == state.winner else point >= 0


def test_nobody_may_act_when_the_deal_is_over() -> None:
    """O-24: every move of every seat is refused."""
    rules = made("classic", 2)
    state = dealt(rules, 0)
    rng = Random(1)
    while state.to_act:
        play_on(rules, state, rng)
    for seat in range(2):
        for verb in rules.verbs:
            broken = rules.why_not(state, seat, Move(verb))
            assert broken is not None
            assert broken.rule == "O-24"


def test_the_rules_of_any_options_name_every_rule() -> None:
    """Every preset explains what it plays, and over all options each rule has its paragraph."""
    named: set[str] = set()
    rng = Random(4)
    for preset in FAMILY.presets.values():
        for seats in preset.seats:
            chapters = FAMILY.explain(preset.options, seats)
            assert all(parts for _, parts in chapters)
            titles = {title.source for title, _ in chapters}
            assert ("The English ace" in titles) == (preset.options.ace_effect == "english")
            named |= {rule for _, parts in chapters for part in parts for rule in part.ids}
    for _ in range(200):
        given = as_dict(OneOhOneOptions())
        given.update(
            queens_together=rng.random() < 0.5,
            queen_follow=rng.choice(["normal", "king_or_jack"]),
            order_rank=rng.choice(["Q", "J"]),
            nine_as_last="must_cover",
            six_effect=rng.choice(["replay", "draw2_skip"]),
            seven_effect=rng.choice(["draw2", "stack", "stack_skip"]),
            eight_effect=rng.choice(["draw1", "skip"]),
        )
        chapters = FAMILY.explain(OneOhOneOptions(**given), 3)
        named |= {rule for _, parts in chapters for part in parts for rule in part.ids}
    assert named == {f"O-{number:02}" for number in range(1, 37)}


def test_the_log_tells_no_card_that_was_drawn() -> None:
    """O-07: while the stock is unseen, a draw event is visible to the drawer alone."""
    rules = made("classic", 3, recycle="none")
    state = dealt(rules, 0)
    rng = Random(5)
    log: list[Event] = []
    while state.to_act:
        seat = state.to_act[0]
        rules.play(state, seat, rng.choice(list(rules.legal(state, seat))), log)
    drawn = [event for event in log if event.kind == "draw"]
    assert drawn
    for event in drawn:
        assert event.to == 1 << event.seat
