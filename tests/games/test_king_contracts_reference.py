"""King by contracts: the engine against the slow second implementation, step by step in random deals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardtable.cards import Card, card_text, cards_text, parse_card, parse_cards, shuffled
from cardtable.engine.moves import DEALER, Event, Move
from cardtable.engine.options import BadOption, make_options, specs
from cardtable.engine.rules import shuffle_move
from cardtable.games.king import FAMILY
from cardtable.games.king.game import King as Engine
from cardtable.games.king.options import KingOptions
from cardtable.games.king.state import KingStanding as EngineStanding
from cardtable.games.king.state import KingState
from tests.lots import blocks
from tests.reference.king_contracts import KingContracts, KingStanding
from tests.reference.king_contracts_options import NEGATIVES, usual_pack
from tests.reference.texts import by_suit

SEVEN = {"no_hearts", "no_king", "no_all", "take_hearts", "take_king", "take_all", "spot_hearts"}
LEAD_BANS = {
    "seven": SEVEN,
    "but_no_hearts": SEVEN - {"no_hearts"},
    "but_take_king": SEVEN - {"take_king"},
    "negative": SEVEN & {*NEGATIVES, "spot_hearts"},
    "hearts_and_king": {"no_hearts", "no_king"},
    "none": set(),
}
FOUR = {"no_king", "no_all", "take_king", "take_all"}
FORCED_KINGS = {"four": FOUR, "negative": FOUR & set(NEGATIVES), "none": set()}
NOT_VARIED = ("programme", "single_contract")


def given_to_the_reference(options: KingOptions, seats: int) -> dict[str, Any]:
    """Every option under the catalogue's name, with the catalogue's value."""
    given: dict[str, Any] = {name: getattr(options, name) for name in specs(KingOptions)}
    for name, sets in (("heart_lead_ban", LEAD_BANS), ("forced_king", FORCED_KINGS)):
        given[name] = sets[given[name]] if given[name] in sets else set(given[name].split(","))
    given["omnibus_bonus_card"] = card_text(parse_card(options.omnibus_bonus_card))
    for name in ("trick", "jack", "queen", "heart", "king", "last_two"):
        amount = given[f"{name}_value"]
        given[f"{name}_value"] = None if amount == "by_values" else float(amount)
    if options.values == "by_players":
        given["values"] = "v20" if seats == 3 else "v16"
    if options.pack == "by_players":
        given["pack"] = usual_pack(given, seats)
    return given


def written(rules: Engine, move: Move) -> str:
    """A move in the reference's notation."""
    return by_suit(move) if move.verb == "lay_out" else rules.move_text(move)


def same(rules: Engine, fast: KingState, slow: KingContracts) -> None:
    """Asserts that both agree on the deal."""
    assert list(fast.to_act) == slow.to_act()
    for seat in range(rules.seats):
        assert fast.places[seat] == parse_cards(" ".join(slow.hands[seat]))
        assert fast.captured[seat] == parse_cards(" ".join(slow.captures[seat]))
    assert fast.places[rules.laid_out] == parse_cards(" ".join(slow.laid_out))
    set_aside = slow.widow if slow.phase in ("order", "trump") else slow.set_aside
    assert fast.places[rules.aside] == parse_cards(" ".join(set_aside))
    assert [card_text(card) for card in fast.stock] == slow.stock
    assert [card_text(card) for card in fast.trick] == [card for _, card in slow.trick]
    assert (fast.contract, fast.orderer) == (slow.contract, slow.orderer)
    assert fast.trump == "shdc".find(slow.trump or "?")
    assert fast.penalty == "shdc".find(slow.penalty_suit or "?")
    assert [(seat, number or None) for seat, number in fast.bids] == slow.bids
    assert list(fast.winners) == slow.trick_winners
    assert list(fast.charged) == slow.charges


def move_by_chance(rules: Engine, fast: KingState, slow: KingContracts, rng: Random) -> None:
    """Plays the dealer's shuffle: the reference is given its outcome, and refuses an impossible one."""
    log: list[Event] = []
    rules.play(fast, DEALER, shuffle_move(rng), log)
    # Where nothing is ordered, the widow is taken at once.
    taken = next((event.cards for event in log if event.kind == "widow"), 0)
    place = rules.aside if slow.phase == "widow" else rules.laid_out
    slow.reshuffle(cards_text(fast.places[place] or taken).split())


def play_deal(rules: Engine, slow: KingContracts, fast: KingState, rng: Random, bold: bool) -> None:
    """Plays a whole deal with random moves; bold bidders do not pass."""
    while True:
        same(rules, fast, slow)
        if not fast.to_act:
            return
        seat = fast.to_act[0]
        if seat == DEALER:
            move_by_chance(rules, fast, slow, rng)
            continue
        moves = rules.legal(fast, seat)
        texts = [written(rules, move) for move in moves]
        assert len(set(texts)) == len(texts)
        assert set(texts) == slow.legal(seat)
        kept = [move for move in moves if move.verb != "pass"]
        move = rng.choice(kept if bold and kept else moves)
        rules.play(fast, seat, move)
        slow.play(seat, written(rules, move))


def same_standing(fast: EngineStanding, slow: KingStanding) -> None:
    """Asserts that both agree on the match."""
    assert list(fast.totals) == slow.totals
    assert [list(names) for names in fast.ordered] == slow.ordered
    assert (fast.deals, fast.passed_out, fast.dealer) == (slow.deals, slow.passed_out, slow.dealer)
    assert (fast.over, list(fast.winners)) == (slow.over, slow.winners)


def stacked(deck: tuple[Card, ...], seats: int) -> tuple[Card, ...]:
    """The same cards, with hearts and court cards dealt to eldest while they last."""
    strong = [card for card in deck if card_text(card)[1] == "h" or card_text(card)[0] in "JQKX"]
    rest = [card for card in deck if card not in strong]
    return tuple((strong or rest).pop() if turn % seats == 0 or not rest else rest.pop() for turn in range(len(deck)))


def compare(options: KingOptions, seats: int, seed: int, deals: int) -> int:
    """Plays some deals of a match in both implementations and returns how many there were."""
    rng = Random(seed)
    rules = Engine(options, seats)
    slow = KingContracts(given_to_the_reference(options, seats), seats)
    assert sorted(slow.whole_deck) == sorted(map(card_text, rules.deck))
    standing, slow_standing = rules.start(), slow.start()
    dealer = rng.randrange(seats)
    for number in range(deals):
        deck = shuffled(rules.deck, seed * 1000 + number)
        if seed % 3 == 0:
            deck = stacked(deck, seats)
        fast = rules.deal(deck, dealer, standing)
        slow.deal([card_text(card) for card in deck], dealer, slow_standing)
        play_deal(rules, slow, fast, rng, bold=seed % 2 == 0)
        standing, slow_standing = rules.settle(standing, fast), slow.after()
        assert isinstance(standing, EngineStanding)
        assert list(standing.sheet[-1].points) == slow.points
        same_standing(standing, slow_standing)
        if standing.over:
            return number + 1
        assert standing.dealer is not None
        dealer = standing.dealer
    return deals


TABLES = [(name, seats) for name, preset in FAMILY.presets.items() for seats in preset.seats]
LENGTHS = {
    "king_simple": 14,
    "king_three": 14,
    "king_short": 14,
    "king_crowd": 14,
    "king_long": 14,
    "king_custom": 14,
    "king_minsk": 9,
    "king_minsk_privilege": 9,
    "king_jokers": 12,
    "king_atomic": 14,
    "king_atomic_boys": 14,
    "king_atomic_short": 9,
}
"""The deals of a match; per player where contracts are ordered. The other games have no fixed number."""


@pytest.mark.parametrize(("preset", "seats"), TABLES)
@pytest.mark.every(5)
def test_a_whole_match_of_every_preset_agrees(preset: str, seats: int) -> None:
    options = FAMILY.presets[preset].options
    played = compare(options, seats, seed=1, deals=100)
    if preset.startswith("king_twelve"):
        assert played == 8 + seats
    elif preset in LENGTHS:
        assert played == LENGTHS[preset] * (seats if options.programme == "ordered" else 1)


STRUCTURES: list[dict[str, Any]] = [
    {"programme": "simple14"},
    {"programme": "short14"},
    {"programme": "twelve", "praise_count": 1},
    {"programme": "twelve", "praise_count": 1, "deal_packet": 2, "trump_scope": "all",
     "praise_trump_mode": "third_card"},
    {"programme": "twelve", "praise_count": 1, "widow_size": 2, "trump_scope": "positive"},
    {"programme": "ordered", "trump_scope": "all"},
    {"programme": "ordered", "order_list": "minsk", "praise_count": 2, "trump_scope": "praise"},
    {"programme": "ordered", "order_list": "atomic", "praise_count": 2, "trump_scope": "all", "widow_size": 2},
    {"programme": "ordered", "praise_count": 2, "trump_scope": "praise", "order_timing": "before_deal",
     "praise_trump_mode": "third_card"},
    {"programme": "ordered", "order_timing": "before_deal", "trump_scope": "positive", "widow_size": 2},
    {"programme": "single", "single_contract": "no_king"},
    {"programme": "single", "single_contract": "take_all", "trump_scope": "all"},
    {"programme": "single", "single_contract": "praise", "trump_scope": "all"},
    {"programme": "single", "single_contract": "no_all", "widow_size": 2, "values": "v40"},
    {"programme": "single", "single_contract": "spot_hearts"},
    {"programme": "single", "single_contract": "spot_hearts", "joker_count": 2},
    {"programme": "single", "single_contract": "trade_suit"},
    {"programme": "single", "single_contract": "omnibus"},
    {"hand_size": 6, "heart_lead_ban": "none", "early_end": False},
    {"hand_size": 4, "heart_lead_ban": "none", "early_end": False, "programme": "twelve", "praise_count": 1,
     "trump_scope": "all"},
]  # fmt: skip
"""Kinds of games that cannot be reached from one another by single changes of options."""
VARIED = [spec for name, spec in specs(KingOptions).items() if name not in NOT_VARIED]


def fits(options: KingOptions, seats: int) -> bool:
    """Whether these options are allowed together."""
    try:
        options.check(seats)
    except BadOption:
        return False
    return True


def any_options(rng: Random) -> tuple[KingOptions, int]:
    """A random set of options that are allowed together, with a number of seats to suit."""
    options = make_options(KingOptions(), rng.choice(STRUCTURES))
    seats = rng.choice([seats for seats in (3, 3, 3, 4, 4, 5, 6) if fits(options, seats)])
    value: Any
    for _ in range(3):
        for spec in VARIED:
            if spec.range is not None:
                values = [value for value in (1, 2, 5, 12, 20) if spec.range.least <= value <= spec.range.most]
                value = rng.choice([None, *values] if spec.optional else values)
            elif spec.open and "none" in spec.values and rng.random() < 0.5:
                value = ",".join(rng.sample((*NEGATIVES, "take_hearts", "take_king", "praise", "spot_hearts"), 4))
            else:
                value = rng.choice(spec.values)
            changed = make_options(options, {spec.name: value})
            if rng.random() < 0.3 and fits(changed, seats):
                options = changed
    return options, seats


@pytest.mark.parametrize("block", blocks(4, 10))
@pytest.mark.every(4)
def test_any_mixture_of_options_agrees(block: int) -> None:
    rng = Random(block)
    for number in range(40):
        options, seats = any_options(rng)
        compare(options, seats, 100 * block + number, deals=3)
