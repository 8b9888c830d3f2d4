"""What the expert reads from the plays in Durak: which cards the other hands are unlikely to hold."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, islice
from math import log, prod
from random import Random
from statistics import fmean

import pytest

from cardtable.bots.styles.durak.clues import COVERED, LED, MATES, PASSED, TAKEN, TRUMPED, Clues
from cardtable.bots.styles.durak.hand import Prices
from cardtable.bots.styles.durak.thoughts import DurakThoughts
from cardtable.cards import RANK_MATES, SPADES, Cards, bits, parse_card, parse_cards, shuffled
from cardtable.engine.moves import Event
from cardtable.engine.state import EVERYBODY, Observation, Unseen, observe
from cardtable.games.durak.game import durak
from cardtable.games.durak.rules import DurakRules
from tests.bots.durak_deals import bot, rules_for
from tests.lots import odd

RULES = rules_for("throw_in", 2)


def first_seen() -> Observation:
    """Seat 0's observation of a deal with spades as trumps, before anything is played."""
    rest = [card for card in RULES.deck if not MINE >> card & 1 and card != parse_card("7s")]
    state = RULES.deal(shuffled(RULES.deck, 1), 0, RULES.start())
    state.places[0], state.places[1] = MINE, sum(1 << card for card in rest[:6])
    state.turn_up = parse_card("7s")
    state.trump = SPADES
    state.stock = (*rest[6:], parse_card("7s"))
    state.places[-1] = sum(1 << card for card in state.stock)
    state.known = [MINE | 1 << parse_card("7s"), state.places[1] | 1 << parse_card("7s")]
    state.lacks = [0, 0]
    return observe(state, 0)


MINE = parse_cards("6c 7d 8d Jh Qh Kh")


def event(kind: str, cards: str = "", on: str = "", size: int = 0) -> Event:
    """A public event of seat 1."""
    found = parse_cards(cards) if cards else 0
    return Event(kind, 1, found, size or found.bit_count(), EVERYBODY, parse_card(on) if on else 0)


def led_by_me(card: str) -> Event:
    return Event("attack", 0, parse_cards(card), 1, EVERYBODY)


def read(*events: Event) -> Mapping[int, float]:
    """For each card, how likely seat 1 is to hold it after these events."""
    return Clues(RULES, Prices(RULES), first_seen()).read(events)[1]


def ratio(odds: Mapping[int, float], card: str) -> float:
    return odds.get(parse_card(card), 1.0)


def test_who_leads_a_card_has_hardly_lower_ones_nor_its_mates() -> None:
    odds = read(event("attack", "9c"))
    assert ratio(odds, "6d") == ratio(odds, "8h") == LED[0]
    assert ratio(odds, "9h") == MATES[0]
    assert ratio(odds, "Td") == ratio(odds, "6s") == ratio(odds, "9s") == 1
    assert ratio(read(event("attack", "Kc")), "Qd") == LED[1]


def test_several_cards_and_trumps_are_led_for_other_reasons() -> None:
    odds = read(event("attack", "9c 9d"))
    assert ratio(odds, "6d") == 1
    assert ratio(odds, "9h") == MATES[0]
    assert not read(event("attack", "9s"))


def test_who_throws_nothing_in_has_hardly_what_fits() -> None:
    odds = read(event("attack", "9c"), Event("cover", 0, parse_cards("Qh"), 1, EVERYBODY), event("pass"))
    assert ratio(odds, "Qd") == pytest.approx(PASSED[1])
    assert ratio(odds, "9h") == pytest.approx(MATES[0] * PASSED[0])
    assert ratio(odds, "Qs") == pytest.approx(PASSED[2])
    assert ratio(odds, "Td") == 1


def test_who_throws_in_a_queen_has_hardly_the_nine_that_fits_too() -> None:
    odds = read(event("attack", "9c"), Event("cover", 0, parse_cards("Qh"), 1, EVERYBODY), event("throw", "Qc"))
    assert ratio(odds, "9h") == pytest.approx(MATES[0] * PASSED[0])
    assert ratio(odds, "Qd") == 1


def test_a_cover_tells_of_cheaper_ones_and_a_trump_of_plain_ones() -> None:
    odds = read(led_by_me("8d"), event("cover", "Kd", "8d"))
    assert ratio(odds, "9d") == COVERED[0]
    assert ratio(odds, "Qd") == COVERED[1]
    assert ratio(odds, "Ad") == ratio(odds, "9h") == 1
    odds = read(led_by_me("8d"), event("cover", "9s", "8d"))
    assert ratio(odds, "9d") == TRUMPED[0]
    assert ratio(odds, "Ad") == TRUMPED[1]
    assert ratio(odds, "6s") == TRUMPED[2]
    assert ratio(odds, "Ts") == 1


def test_who_takes_one_card_has_hardly_what_beats_it() -> None:
    odds = read(led_by_me("8d"), event("take"))
    assert (ratio(odds, "9d"), ratio(odds, "Ad"), ratio(odds, "6s")) == TAKEN
    several = Event("attack", 0, parse_cards("8d 8c"), 2, EVERYBODY)
    assert not read(several, event("take"))


def test_what_is_drawn_later_is_new() -> None:
    """In a hand of five that draws one, nothing is known of one card in six."""
    odds = read(event("attack", "9c"), event("beaten", "9c Jc"), event("draw", size=1))
    assert ratio(odds, "6d") == pytest.approx((LED[0] * 5 + 1) / 6)


def test_what_was_taken_is_no_news() -> None:
    """Four of its ten cards are known to all; the other six are no newer than before."""
    led = Event("attack", 0, parse_cards("6c"), 1, EVERYBODY)
    taken = event("taken", "6c 7d 8d Jh")
    odds = read(led, event("take"), taken, event("attack", "9c"), event("draw", size=1))
    assert ratio(odds, "6d") == pytest.approx((LED[0] * 5 + 1) / 6)


@pytest.mark.parametrize(("preset", "seats"), [("throw_in", 2), ("transfer", 3), ("double", 4), ("two_packs", 4)])
@pytest.mark.every(2)
def test_it_reads_only_what_its_observer_was_told(preset: str, seats: int) -> None:
    """The others' draws change nothing, and no card in sight gets odds."""
    rules = rules_for(preset, seats)
    prices = Prices(rules)
    for seed in range(3 if seats == 2 else 1):
        events: list[Event] = []
        rng = Random(seed)
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start(), events)
        read = 0
        while state.to_act:
            seat = state.to_act[0]
            seen = observe(state, seat)
            told = Clues(rules, prices, seen).read([event.for_seat(seat) for event in events])
            assert told == Clues(rules, prices, seen).read(events)
            assert all(0 < ratio <= 1 for odds in told.values() for ratio in odds.values())
            assert not any(cards >> card & 1 for odds in told.values() for card in odds for cards in seen.state.places)
            read += any(told.values())
            rules.play(state, seat, rng.choice(rules.legal(state, seat)), events)
        assert read


@pytest.mark.parametrize("cheating", [False, True])
@pytest.mark.every(2)
def test_odds_are_odds_whatever_two_have_agreed(cheating: bool) -> None:
    """Under random house rules: cards that were caught go back to a hand, hands go round, and much more."""
    tables = (odd("durak", Random(f"clues {number}")) for number in count())
    for table in islice((one for one in tables if one.seats == 2 and one.options.cheating == cheating), 10):
        rules = durak(table.options, 2)
        thoughts = DurakThoughts(rules)
        events: list[Event] = []
        rng = Random(table.agreed)
        state = rules.deal(shuffled(rules.deck, 1), 0, rules.start(), events)
        for _ in range(120):
            if not state.to_act:
                break
            seat = state.to_act[0]
            odds = thoughts.odds(observe(state, seat), events) or {}
            assert all(0 < one <= 1 for hand in odds.values() for one in hand.values()), table.agreed
            rules.play(state, seat, rng.choice(rules.legal(state, seat)), events)


def chance(odds: Mapping[int, float], hand: Cards, unseen: Cards) -> float:
    """How likely this hand is among all hands of its size from the cards out of sight."""
    size = hand.bit_count()
    sums = [1.0] + [0.0] * size
    for card in bits(unseen):
        for number in range(size, 0, -1):
            sums[number] += odds.get(card, 1.0) * sums[number - 1]
    return prod(odds.get(card, 1.0) for card in bits(hand)) / sums[size]


@pytest.mark.parametrize("style", ["lowest", "steady", "pair_collector", "counter_player"])
def test_real_hands_are_likelier_than_by_chance(style: str) -> None:
    """With any style they are at least a third likelier, in the geometric mean."""
    gains = []
    for seed in range(12):
        events: list[Event] = []
        players = [bot(style, RULES), bot("steady", RULES)]
        state = RULES.deal(shuffled(RULES.deck, seed), seed % 2, RULES.start(), events)
        while state.to_act:
            seat = state.to_act[0]
            seen = observe(state, seat)
            if seat == 1 and len(state.stock) > 1:
                odds = Clues(RULES, Prices(RULES), seen).read(events)[0]
                unseen = (state.places[0] | state.places[-1]) & ~(seen.state.places[0] | seen.state.places[-1])
                hidden = state.places[0] & unseen
                gains.append(log(chance(odds, hidden, unseen) / chance({}, hidden, unseen)))
            move = players[seat].choose(seen, RULES.legal(state, seat), Random(seed)).move
            RULES.play(state, seat, move, events)
    assert len(gains) > 50
    assert fmean(gains) > log(4 / 3)


def test_a_search_deals_by_the_odds_and_gives_nobody_what_they_lack() -> None:
    """The shares, in a thousand hands of six, of a card four times rarer than others and of one that is lacking."""
    seen = first_seen()
    rare, lacking, usual = (parse_card(text) for text in ("6d", "9c", "Ac"))
    assert seen.state.lacks is not None
    seen.state.lacks[1] = 1 << lacking
    unseen = Unseen(RULES.all_cards, seen, {1: {rare: 0.25}})
    rng = Random(2)
    hands = [unseen.deal(rng).places[1] for _ in range(1000)]
    assert all(hand.bit_count() == 6 and not hand >> lacking & 1 for hand in hands)
    share = fmean(hand >> usual & 1 for hand in hands)
    seldom = fmean(hand >> rare & 1 for hand in hands)
    # There are 28 unplaced cards, and the hand holds six of them; the rare card has a quarter of the others' odds.
    assert share == pytest.approx(6 / 27.3, abs=0.04)
    assert seldom == pytest.approx(share / (4 - 3 * share), abs=0.03)


def test_odds_of_several_hands_leave_each_its_cards() -> None:
    rules: DurakRules = rules_for("throw_in", 4)
    state = rules.deal(shuffled(rules.deck, 5), 0, rules.start())
    seen = observe(state, 0)
    sixes = dict.fromkeys(bits(RANK_MATES[parse_card("6c")] & rules.all_cards), 0.0)
    unseen = Unseen(rules.all_cards, seen, {1: sixes, 3: sixes})
    for number in range(50):
        world = unseen.deal(Random(number))
        assert [cards.bit_count() for cards in world.places] == [cards.bit_count() for cards in state.places]
        assert world.places[0] == state.places[0]
        assert not any((world.places[1] | world.places[3]) >> card & 1 for card in sixes)
