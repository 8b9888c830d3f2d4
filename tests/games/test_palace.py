"""The ladder of the court over whole matches: places, secrecy, chores, deals that never end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from cardtable.bots.finding import make_bot
from cardtable.cards import HIDDEN, PACK, RANKS, SUITS, card_text, parse_card, shuffled, suit_of
from cardtable.engine.moves import DEALER, Event, Move, told_aloud, told_to
from cardtable.engine.options import BadOption, make_options
from cardtable.engine.state import guess, observe
from cardtable.engine.text import plain
from cardtable.games.palace import FAMILY
from cardtable.games.palace.court import Ladder
from cardtable.games.palace.game import Palace
from cardtable.games.palace.options import PalaceOptions
from cardtable.games.palace.state import PalaceStanding, PalaceState
from cardtable.match.match import Match
from cardtable.words import Words

Choose = Callable[[PalaceState, list[Move]], Move]


def palace(preset: str = "palace_ladder", seats: int = 6, **options: Any) -> Palace:
    """The rules of a preset with some options changed."""
    return Palace(make_options(FAMILY.presets[preset].options, options), seats)


def begin(match: Match, log: list[Event] | None = None) -> PalaceState:
    """Begins the next deal of the match."""
    _, dealer, deck = match.next_cards()
    match.deal(deck, dealer, log)
    if match.shuffle_due:
        match.play(DEALER, match.next_shuffle(), log)
    assert isinstance(match.state, PalaceState)
    return match.state


def moments(match: Match, rng: Random, log: list[Event] | None = None) -> Iterator[PalaceState]:
    """Every state of the next deal, played with random moves by the seats that are asked."""
    state = begin(match, log)
    while not match.deal_over:
        yield state
        seat = state.to_act[0]
        match.play(seat, rng.choice(match.rules.legal(state, seat)), log)
    yield state


def second_deal(rules: Palace, seed: int = 1, log: list[Event] | None = None) -> tuple[Match, PalaceState]:
    """A match whose first hand has given the places, with its next deal begun."""
    match = Match(rules, seed)
    list(moments(match, Random(seed)))
    return match, begin(match, log)


def standing(match: Match) -> PalaceStanding:
    """The standing of the match."""
    assert isinstance(match.standing, PalaceStanding)
    return match.standing


# Places and matches


@pytest.mark.parametrize("played", [False, True])
def test_a_match_has_its_number_of_deals_and_a_first_hand(played: bool) -> None:
    """G-67: a first hand counts only when it is played."""
    rules = palace(palace_deals=3, first_hand_played=played)
    for seed in range(3):
        match, rng = Match(rules, seed), Random(seed)
        ladder: tuple[int, ...] = ()
        while not match.over:
            state = begin(match)
            assert state.ladder[: len(ladder)] == ladder
            while not match.deal_over:
                match.play(state.to_act[0], rng.choice(rules.legal(state, state.to_act[0])))
            ladder = standing(match).ladder
            assert match.standing.dealer == ladder[-1]
        assert match.deals == 3 + (not played)
        assert sum(standing(match).kings) == sum(standing(match).stablehands) == 3
        assert match.standing.winners == ladder[:1]
        _, places = match.rules.totals(match.standing)[0]
        assert [places[seat] for seat in ladder] == list(range(1, 7))


def test_the_places_have_the_names_of_the_ranks() -> None:
    def names(rules: Palace) -> list[str]:
        return [plain(title) for title in rules.place_titles]

    assert names(palace(seats=5)) == ["king", "jack", "ten", "nine", "stablehand"]
    assert names(palace(seats=5, queen_place=True)) == ["king", "queen", "jack", "ten", "stablehand"]
    assert names(palace("palace_packs", 12))[-4:] == ["four", "three", "two", "stablehand"]
    called = [Words("ru").text(title) for title in palace("palace_packs", 12).place_titles]
    assert called[2:-1] == [name for name in called if name.endswith("ка")], "places are things, not numbers"


def ladder_of(hands: list[str], dealt: str, ranks: str = "JT9876") -> tuple[int, ...]:
    """The ladder from these hands with spades, dealt in this order."""
    held = [sum(1 << parse_card(card) for card in hand.split()) for hand in hands]
    return Ladder(held, [parse_card(card) for card in dealt.split()], SUITS.index("s"), ranks).ladder


def test_who_holds_king_and_ace_is_king() -> None:
    """G-52: the lowest place then goes to the player who is left."""
    assert ladder_of(["Js", "Ks As", "6s", "Ts", "9s"], "Ks As Js Ts 9s 6s") == (1, 0, 3, 4, 2)


def test_of_several_copies_the_first_dealt_decides() -> None:
    """G-52: the king by the first copy, the stablehand by the first ace outside the king's hand."""
    hands = ["Ks'", "Ks As'", "As", "Js' Js", "9s"]
    dealt = "As' As Ks Ks' Js Js' 9s"
    assert ladder_of(hands, dealt) == (1, 3, 4, 0, 2)


def test_the_rest_is_filled_clockwise_from_the_king() -> None:
    assert ladder_of(["9h", "Qs", "Ks", "8h", "As"], "Ks As Qs") == (2, 3, 0, 1, 4)


def test_a_suit_is_worth_nothing_before_there_are_cards() -> None:
    rules = palace()
    state = begin(Match(rules, 3))
    seat = state.to_act[0]
    assert state.moment == "vote"
    assert [choice.worth for choice in rules.scene(observe(state, seat)).choices] == [None] * 4


def test_votes_decide_by_number_and_then_by_the_order_of_suits() -> None:
    """G-51: plurality; ties in the order s c d h."""
    for said, wanted in (("hhdcd", "d"), ("hhhds", "h"), ("hhccd", "c"), ("shdch", "h"), ("sshhd", "s")):
        rules = palace(seats=5)
        match = Match(rules, 3)
        state = begin(match)
        for name in said:
            match.play(state.to_act[0], Move("vote", 0, SUITS.index(name)))
        assert SUITS[state.trump] == wanted


def test_every_trump_that_gave_a_place_was_shown() -> None:
    rules = palace()
    for seed in range(10):
        log: list[Event] = []
        *_, end = moments(Match(rules, seed), Random(seed), log)
        placed = [event for event in log if event.kind == "place" and event.arg >= 0]
        assert sorted(event.arg for event in placed) == list(range(6))
        for event in placed:
            assert end.ladder[event.arg] == event.seat
            for seat in range(6):
                assert not event.cards & ~observe(end, seat).state.places[event.seat]


# Knowledge


def test_nobody_but_the_king_sees_his_cards_before_trumps_are_named() -> None:
    """G-55."""
    rules = palace()
    _, state = second_deal(rules)
    assert state.moment == "trump"
    for seat in range(6):
        seen = observe(state, seat).state
        assert isinstance(seen, PalaceState)
        assert set(seen.stock) == {HIDDEN}
        king = seat == state.king
        assert seen.places[seat].bit_count() == (6 if king else 0)
        scene = rules.scene(observe(state, seat))
        assert [chair.cards for chair in scene.chairs] == [6] * 6
        assert bool(scene.choices) == king
        guessed = {guess(rules.all_cards, observe(state, seat), Random(number)).stock for number in range(4)}
        assert len(guessed) == 4
    rules.play(state, state.king, Move("trump", 0, 2))
    assert not state.stock
    assert all(observe(state, seat).state.places[seat].bit_count() == 6 for seat in range(6))
    assert state.attacker == state.king


def test_a_card_shown_secretly_is_known_to_one_player_and_told_to_nobody_else() -> None:
    """G-66."""
    rules = palace(secret_show=True)
    match, state = second_deal(rules)
    match.play(state.king, Move("trump", 0, 0))
    seat, other = state.ladder[0], state.ladder[3]
    show = next(move for move in rules.legal(state, seat) if move.verb == "show" and move.arg == other)
    log: list[Event] = []
    match.play(seat, show, log)
    assert state.to_act == (seat,)
    for reader in range(6):
        knows = reader in (seat, other)
        assert bool(observe(state, reader).state.places[seat] & show.cards) == knows
        lines = [rules.tell(event) for event in told_to(reader, log)]
        assert len(lines) == knows
        assert None not in lines
        seen = observe(state, reader).state
        assert isinstance(seen, PalaceState)
        assert bool(seen.shown) == (reader == seat)
    assert not any(move.verb == "show" for move in rules.legal(state, seat))
    assert told_aloud(6, log) == []


def test_packets_are_dealt_from_the_king_down_or_from_the_other_end() -> None:
    """G-54: whoever is dealt to first gets the surplus."""
    for extra, first in (("king", 0), ("stablehand", -1)):
        rules = palace(seats=8, extra_cards_to=extra)
        match, state = second_deal(rules)
        order = state.ladder if first == 0 else state.ladder[::-1]
        match.play(state.king, Move("trump", 0, 1))
        assert [state.places[seat].bit_count() for seat in order] == [5] * 4 + [4] * 4


# Chores and offences


def test_the_court_does_its_chores_in_order() -> None:
    """G-53."""
    rules = palace(court_chores="manual")
    match, state = second_deal(rules)
    done = []
    while state.moment != "attack":
        seat = state.to_act[0]
        assert state.to_act == (seat,)
        move = rules.legal(state, seat)[0]
        done.append((move.verb, "king" if seat == state.king else "stablehand"))
        match.play(seat, move)
    assert done == [
        ("mix", "stablehand"),
        ("cut", "king"),
        ("deal", "stablehand"),
        ("look", "king"),
        ("trump", "king"),
    ]


def test_a_king_who_deals_himself_is_king_no_more() -> None:
    """G-63: the next place becomes king, looks at the cards and names trumps."""
    rules = palace(court_chores="manual", etiquette=True)
    match, state = second_deal(rules)
    before = state.ladder
    match.play(before[-1], Move("mix"))
    match.play(before[0], Move("cut"))
    assert state.to_act[0] == before[-1]
    assert sorted(state.to_act) == list(range(6))
    match.play(before[0], Move("deal"))
    assert state.ladder == (*before[1:], before[0])
    assert state.to_act[0] == before[1]
    assert state.owners[0] == before[1]


def test_who_looks_too_early_falls_and_plays_on_with_his_cards() -> None:
    rules = palace(court_chores="manual", etiquette=True)
    match, state = second_deal(rules)
    for chore in ("mix", "cut", "deal"):
        match.play(state.to_act[0], Move(chore))
    offender = state.ladder[2]
    match.play(offender, Move("look"))
    assert state.stablehand == offender
    assert observe(state, offender).state.places[offender].bit_count() == 6
    assert offender not in state.to_act
    match.play(state.king, Move("look"))
    match.play(state.king, Move("trump", 0, 3))
    assert state.defender == offender


def test_random_courts_without_manners_come_to_an_end() -> None:
    rules = palace("palace_jokers", 7, court_chores="manual", etiquette=True, joker_actor="anyone", joker_covers=True)
    rng = Random(4)
    match, state = second_deal(rules)
    while not match.deal_over:
        seat = rng.choice(state.to_act)
        match.play(seat, rng.choice(rules.legal(state, seat)))
    assert state.fell >= 0 or not any(state.places[:7])


# Deals that never end


def test_a_deal_in_which_everybody_takes_ends_by_the_number_of_bouts() -> None:
    """G-67: the player with the most cards then counts as the last one holding cards."""
    rules = palace(palace_bout_cap=20)
    match, state = second_deal(rules)
    match.play(state.king, Move("trump", 0, 0))
    while not match.deal_over:
        seat = state.to_act[0]
        moves = rules.legal(state, seat)
        wanted = next((move for move in moves if move.verb in ("take", "pass")), moves[0])
        match.play(seat, wanted)
    assert state.bout == 20
    assert state.fell == state.ladder[-1]
    assert state.places[state.fell].bit_count() == max(cards.bit_count() for cards in state.places[:6])


def test_whoever_keeps_a_place_in_a_deal_stays_what_they_are() -> None:
    """A king who stayed king was told that he had now become king."""
    said: dict[bool, set[str]] = {True: set(), False: set()}
    match, rng = Match(palace(), 1), Random(1)
    while not match.over:
        before = standing(match).ladder
        *_, end = moments(match, rng)
        for place, seat in enumerate(end.ladder):
            stayed = bool(before) and before[place] == seat
            said[stayed].add(plain(match.rules.verdict(end, seat).headline).split(":")[0])
    assert said == {True: {"You stay"}, False: {"You are now"}}


@pytest.mark.parametrize(("preset", "seats"), [("palace_ladder", 6), ("palace_jokers", 8), ("palace_packs", 7)])
def test_steady_players_end_above_players_by_lot(preset: str, seats: int) -> None:
    rules = palace(preset, seats, palace_deals=4)
    score, deals = 0.0, 0
    for seed in range(4):
        match, rng = Match(rules, seed), Random(seed)
        bots = [make_bot("steady" if seat == seed else "uniform", "palace", rules) for seat in range(seats)]
        while not match.over:
            state = begin(match)
            while not match.deal_over:
                seat = state.to_act[0]
                seen = observe(state, seat)
                decision = bots[seat].choose(seen, rules.legal(state, seat), rng)
                assert plain(decision.why)
                match.check(seat, decision.move)
                match.play(seat, decision.move)
            if state.bout:
                score, deals = score + rules.scores(state)[seed], deals + 1
    assert score / deals > 0.55


def test_twin_cards_lie_side_by_side_in_a_hand() -> None:
    rules = palace("palace_packs", 7)
    match, state = second_deal(rules)
    match.play(state.king, Move("trump", 0, 0))
    for seat in range(7):
        scene = rules.scene(observe(state, seat))
        hand = next(pile.cards for pile in scene.piles if pile.key == "hand")
        plain_cards = [card % PACK for card in hand if suit_of(card) != 0]
        assert plain_cards == sorted(plain_cards), [card_text(card) for card in hand]


def test_the_whole_pack_is_dealt_whatever_the_number_of_players() -> None:
    for preset in ("palace_ladder", "palace_jokers", "palace_packs"):
        for seats in FAMILY.presets[preset].seats:
            rules = palace(preset, seats)
            state = rules.deal(shuffled(rules.deck, 1), 0, rules.start())
            assert len(state.stock) == len(rules.deck)
            assert len(rules.place_titles) == seats
            assert len(rules.place_ranks) <= len(RANKS)


def test_an_offence_is_found_among_the_moves_and_never_proposed() -> None:
    """G-63: a player's duty is offered; what is none of their business is named for what it is."""
    rules = palace(court_chores="manual", etiquette=True)
    match, state = second_deal(rules)
    match.play(state.to_act[0], Move("mix"))
    asked, other = state.to_act[0], state.to_act[1]
    own = rules.scene(observe(state, asked)).choices
    assert [(plain(choice.label), choice.quiet) for choice in own] == [("cut the pack", False)]
    offence = rules.scene(observe(state, other)).choices
    assert [(plain(choice.label), choice.quiet) for choice in offence] == [
        ("cut the pack, without a right to it", True)
    ]


def test_a_card_to_be_shown_secretly_raises_no_hand() -> None:
    """G-66: the card can be shown with its key; nothing is offered."""
    rules = palace(secret_show=True)
    match, state = second_deal(rules)
    match.play(state.king, Move("trump", 0, 0))
    choices = rules.scene(observe(state, state.to_act[0])).choices
    assert {choice.quiet for choice in choices if choice.move.verb == "show"} == {True}
    assert not any(choice.quiet for choice in choices if choice.move.verb != "show")


@pytest.mark.parametrize(
    ("given", "told", "seats"),
    [
        ({"joker_covers": True}, "joker_covers=true needs a pack with jokers", 6),
        ({"joker_actor": "anyone", "palace_pack": "by_players"}, "joker_actor=anyone needs a pack with jokers", 8),
        ({"etiquette": True}, "court_chores=manual", 6),
        ({}, "places for 8", 9),
        ({}, "five to twelve", 4),
        ({"trump_scope": "all"}, "trump_scope is no option", 6),
    ],
)
def test_options_that_do_not_go_together_are_refused_in_words(given: dict[str, Any], told: str, seats: int) -> None:
    """Section 4: the message names the option and what it needs."""
    with pytest.raises(BadOption, match=told):
        make_options(PalaceOptions(), given).check(seats)


def test_a_pack_by_the_number_of_players_has_its_jokers_from_nine_on() -> None:
    """G-50, G-64."""
    make_options(PalaceOptions(), {"joker_actor": "anyone", "palace_pack": "by_players"}).check(9)
