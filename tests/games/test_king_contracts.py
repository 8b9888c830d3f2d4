"""King by contracts: what positions cannot show: whole matches, their sums, lengths and limits, refused options."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from cardtable.bots.finding import make_bot
from cardtable.cards import HEARTS, SUIT_CARDS, parse_card, shuffled
from cardtable.cli.positions import rules_of as find_rules
from cardtable.engine.moves import Move
from cardtable.engine.options import BadOption, make_options
from cardtable.engine.position import put_down
from cardtable.engine.rules import run_chance
from cardtable.engine.state import observe
from cardtable.engine.text import plain
from cardtable.games import find_preset
from cardtable.games.king import FAMILY
from cardtable.games.king.contracts import CONTRACTS
from cardtable.games.king.options import KingOptions
from cardtable.games.king.rules import KingRules
from cardtable.games.king.state import KingStanding, KingState
from cardtable.words import Words

CONTRACT_PRESETS = [(name, seats) for name, preset in FAMILY.presets.items() for seats in preset.seats]


def rules_of(preset: str, seats: int, **given: Any) -> KingRules:
    """The rules of a preset with some options changed."""
    family, found = find_preset(preset)
    rules = family.rules(make_options(found.options, given), seats)
    assert isinstance(rules, KingRules)
    return rules


class Deal(NamedTuple):
    """A deal of a match, played to its end."""

    state: KingState
    points: tuple[float, ...]
    standing: KingStanding


def deals(rules: KingRules, seed: int, most: int = 200) -> Iterator[Deal]:
    """A match of random moves, deal by deal."""
    rng = Random(seed)
    standing = rules.start()
    for number in range(most):
        if standing.over:
            return
        dealer = 0 if standing.dealer is None else standing.dealer
        assert dealer == number % rules.seats
        state = rules.deal(shuffled(rules.deck, rng.getrandbits(40)), dealer, standing)
        run_chance(rules, state, rng)
        while state.to_act:
            seat = state.to_act[0]
            rules.play(state, seat, rng.choice(list(rules.legal(state, seat))))
            run_chance(rules, state, rng)
        standing = rules.settle(standing, state)
        yield Deal(state, rules.points(state), standing)


SIX = ("no_tricks", "no_jacks", "no_queens", "no_hearts", "no_king", "no_last_two")
V16 = dict.fromkeys(SIX, -16) | {"no_all": -96, "praise": 24}
V20 = dict.fromkeys(SIX, -20) | {"no_hearts": -16, "no_all": -116, "praise": 30}
V40 = dict.fromkeys(SIX, -40) | {"no_all": -240, "praise": 40}
WORTH = {
    ("king_simple", 4): V16,
    ("king_short", 4): V16,
    ("king_long", 4): V16,
    ("king_custom", 4): V16,
    ("king_three", 3): V20,
    ("king_short", 3): V20,
    ("king_long", 3): V20,
    ("king_custom", 3): V20,
    ("king_crowd", 5): V16 | {"no_hearts": -20, "no_all": -100},
    ("king_crowd", 6): V16 | {"no_hearts": -24, "no_all": -104},
    ("king_twelve", 4): V16,
    ("king_twelve_boys", 4): V16,
    ("king_twelve", 3): V20,
    ("king_minsk", 3): V40 | {"praise": 80},
    ("king_minsk_privilege", 3): V40 | {"praise": 80},
    ("king_atomic", 3): V40,
    ("king_atomic_boys", 3): V40,
    ("king_atomic_short", 3): V40,
}
"""The total points of a deal, by game and contract (the table of section 6); take_ is worth what no_ costs."""
MATCH_SUMS = {("king_twelve", 3): -26, ("king_atomic_short", 3): -360}
"""The total of a whole match, where it is not zero (G-M13, G-M14)."""
LENGTHS = {
    ("king_simple", 4): 14,
    ("king_three", 3): 14,
    ("king_short", 3): 14,
    ("king_short", 4): 14,
    ("king_crowd", 5): 14,
    ("king_crowd", 6): 14,
    ("king_long", 3): 42,
    ("king_long", 4): 56,
    ("king_custom", 3): 42,
    ("king_custom", 4): 56,
    ("king_minsk", 3): 27,
    ("king_minsk_privilege", 3): 27,
    ("king_atomic", 3): 42,
    ("king_atomic_boys", 3): 42,
    ("king_atomic_short", 3): 27,
    ("king_twelve", 3): 11,
    ("king_twelve", 4): 12,
    ("king_twelve_boys", 4): 12,
    ("king_jokers", 3): 12,
    ("king_jokers", 4): 12,
}
"""The number of deals in a match (G-M01 to G-M14)."""


@pytest.mark.parametrize(("preset", "seats"), list(WORTH))
def test_every_deal_is_worth_what_its_contract_says(preset: str, seats: int) -> None:
    """G-14, G-17 to G-20, G-M01 to G-M08, G-M13, G-M14: no points are lost, nor scored for another's cards."""
    rules = rules_of(preset, seats)
    match = list(deals(rules, 1))
    for deal in match:
        contract = deal.state.contract
        positive = contract.startswith("take_")
        worth = WORTH[preset, seats][contract.replace("take_", "no_")]
        assert sum(deal.points) == (-worth if positive else worth)
    last = match[-1].standing
    assert len(match) == LENGTHS[preset, seats]
    assert sum(last.totals) == MATCH_SUMS.get((preset, seats), 0)
    assert list(last.totals) == [sum(deal.points[seat] for deal in match) for seat in range(seats)]
    assert last.winners == tuple(seat for seat in range(seats) if last.totals[seat] == max(last.totals))


@pytest.mark.parametrize(
    ("preset", "seats"), [game for game in WORTH if FAMILY.presets[game[0]].options.programme == "ordered"]
)
def test_everybody_orders_every_contract_as_often_as_agreed(preset: str, seats: int) -> None:
    """G-01, G-22: the right to order goes round, and by the end all have ordered the same number."""
    rules = rules_of(preset, seats)
    match = list(deals(rules, 2))
    step = -1 if rules.options.orderer == "right_of_dealer" else 1
    for number, deal in enumerate(match):
        assert deal.state.orderer == (number + step) % seats
    for ordered in match[-1].standing.ordered:
        assert sorted(ordered) == sorted(rules.programme.contracts)


@pytest.mark.parametrize(("preset", "seats"), CONTRACT_PRESETS)
@pytest.mark.every(4)
def test_tricks_and_cards_add_up(preset: str, seats: int) -> None:
    """G-05, G-10, G-13: cards left by an early end count nothing; otherwise all tricks are played."""
    rules = rules_of(preset, seats)
    for deal in list(deals(rules, 3))[:15]:
        state = deal.state
        held = sum(state.places[:seats])
        counted = rules.count(state)
        if rules.domino:
            assert not held
        elif state.penalty >= 0 or state.contract != "trade_suit":
            assert not held or counted.stops
            assert not held & counted.cards
            assert len(state.winners) <= rules.filled_hand
        assert sum(map(int.bit_count, state.captured)) == state.places[rules.captured].bit_count()


def test_jokers_cost_what_they_show() -> None:
    """G-29, G-M10: 104 for the hearts, 20 for every joker, and an odd card of the pack that counts as captured."""
    for seats, given, worth in ((4, {}, -124), (3, {}, -124), (3, {"joker_count": 2}, -144)):
        rules = rules_of("king_jokers", seats, **given)
        for deal in deals(rules, 4):
            assert sum(deal.points) == worth
    assert len(rules_of("king_jokers", 3, joker_count=2).dealing) == 51


def test_bidding_costs_the_bid_and_a_point_a_card() -> None:
    """G-30, G-M11: thirteen cards, with three players twelve clubs; the match ends at -77, after a complete deal."""
    for seats in (3, 4):
        rules = rules_of("king_trade", seats)
        for seed in range(3):
            match = list(deals(rules, seed))
            for deal in match:
                bid = max((said for _, said in deal.state.bids), default=0)
                suit = deal.state.penalty
                cards = 12 if seats == 3 and suit == 3 else 13
                assert sum(deal.points) == (0 if suit < 0 else -cards - bid)
            assert all(min(deal.standing.totals) > -77 for deal in match[:-1])
            assert min(match[-1].standing.totals) <= -77


def test_a_gain_from_bidding_may_end_the_match_too() -> None:
    """G-30: with bid_effect=gain the bid is credited, and +77 ends a match as well."""
    rules = rules_of("king_trade", 4, bid_effect="gain", trade_limit=20)
    match = list(deals(rules, 5))
    assert not any(max(map(abs, deal.standing.totals)) >= 20 for deal in match[:-1])
    assert max(map(abs, match[-1].standing.totals)) >= 20


def passed_out(rules: KingRules, standing: KingStanding, dealer: int) -> KingState:
    """A deal in which every player passes."""
    state = rules.deal(shuffled(rules.deck, 6), dealer, standing)
    while state.moment == "bid":
        rules.play(state, state.to_act[0], Move("pass"))
    return state


def test_twenty_deals_passed_out_in_a_row_end_a_match() -> None:
    """G-30: nothing is scored, the deal passes on, and after twenty the totals stand."""
    rules = rules_of("king_trade", 4)
    standing = rules.start()
    for number in range(20):
        assert not standing.over
        state = passed_out(rules, standing, number % 4)
        assert not state.to_act
        assert rules.points(state) == (0, 0, 0, 0)
        standing = rules.settle(standing, state)
    assert standing.over
    assert standing.winners == (0, 1, 2, 3)


def test_eldest_names_a_suit_that_nobody_bid_for() -> None:
    """G-30: with all_pass=eldest_names the deal is played, free of charge."""
    rules = rules_of("king_trade", 4, all_pass="eldest_names", first_leader="bid_winner")
    state = passed_out(rules, rules.start(), 0)
    assert (state.moment, state.to_act) == ("name", (1,))
    rules.play(state, 1, rules.parse_move("name d"))
    assert state.charged == (0, 0, 0, 0)
    assert state.to_act == (1,)


def test_bidding_goes_round_until_one_is_left() -> None:
    """G-30: with bid_rounds=until_passes a pass is final and the others go on; the highest bid ends it at once."""
    rules = rules_of("king_trade", 4, bid_rounds="until_passes")
    state = rules.deal(shuffled(rules.deck, 7), 0, rules.start())
    for seat, said in ((1, "bid 2"), (2, "pass"), (3, "bid 3"), (0, "pass"), (1, "bid 5"), (3, "pass")):
        assert state.to_act == (seat,)
        rules.play(state, seat, rules.parse_move(said))
    assert (state.moment, state.to_act, state.charged) == ("name", (1,), (0, -5, 0, 0))
    state = rules.deal(shuffled(rules.deck, 7), 0, rules.start())
    rules.play(state, 1, rules.parse_move("bid 13"))
    assert (state.moment, state.to_act) == ("name", (1,))


def test_omnibus_ends_at_a_hundred() -> None:
    """G-31, G-M12: a deal is worth -16, or +26 for a slam; the match ends after the deal that reaches -100."""
    for seats in (3, 4):
        match = list(deals(rules_of("king_omnibus", seats), 8))
        assert {sum(deal.points) for deal in match} <= {-16, 26}
        assert all(min(deal.standing.totals) > -100 for deal in match[:-1])
        assert min(match[-1].standing.totals) <= -100


def test_domino_ends_below_its_limit_or_after_its_cycle() -> None:
    """G-28, G-M09: checked after a deal; otherwise after 14 deals, or never."""
    for seats in (3, 4):
        for seed in range(6):
            match = list(deals(rules_of("king_domino", seats), seed))
            assert all(min(deal.standing.totals) > -31 for deal in match[:-1])
            assert min(match[-1].standing.totals) <= -31 or len(match) == 14
    long = list(deals(rules_of("king_domino", 4, domino_limit=1000), 9))
    assert len(long) == 14
    repeated = deals(rules_of("king_domino", 4, domino_limit=1000, domino_after_cycle="repeat"), 9, most=30)
    assert [deal.state.contract for deal in repeated][14:16] == ["no_tricks", "no_jacks"]
    hearts = list(deals(rules_of("king_domino", 4, domino_contracts="hearts_only", domino_limit=1000), 9))
    assert {deal.state.contract for deal in hearts} == {"no_hearts"}
    assert all(-8 <= sum(deal.points) <= 0 for deal in hearts)


def test_amounts_may_be_halves() -> None:
    """G-14, D-05: heart_value=2.5 makes the hearts of three players worth 20, and the yeralash 120."""
    rules = rules_of("king_three", 3, heart_value=2.5)
    assert rules.worth("no_hearts") == -20
    assert rules.worth("no_all") == -120
    assert rules_of("king_minsk", 3, last_two_split="total").worth("no_last_two") == -20


def test_a_yeralash_may_be_left_out() -> None:
    """G-21: yeralash leaves fixed programmes and orders alike."""
    assert rules_of("king_simple", 4, yeralash="none").programme.deals == 12
    assert rules_of("king_simple", 4, yeralash="negative").programme.contracts[6] == "no_all"
    assert "no_all" not in rules_of("king_long", 4, yeralash="positive").programme.contracts


def test_contracts_may_be_ordered_in_the_order_of_the_list() -> None:
    """G-22: with order_sequence=listed a player's k-th order is the k-th of the list; the short one for Long King."""
    rules = rules_of("king_long", 4, order_sequence="listed")
    orders = [deal.state.contract for deal in deals(rules, 10)]
    assert orders[::4] == list(rules.programme.contracts)
    assert orders[:12:4] == ["no_tricks", "no_queens", "no_jacks"]


def test_a_contract_may_be_ordered_before_the_deal() -> None:
    """G-22, G-25: no player holds a card at that point, and trumps are named with the whole hand."""
    rules = rules_of("king_custom", 4, order_timing="before_deal")
    state = rules.deal(shuffled(rules.deck, 11), 0, rules.start())
    assert [state.size(seat) for seat in range(4)] == [0, 0, 0, 0]
    rules.play(state, 1, rules.parse_move("order take_queens"))
    assert [state.size(seat) for seat in range(4)] == [8, 8, 8, 8]
    assert [rules.move_text(move) for move in rules.legal(state, 1)] == ["trump s", "trump h", "trump d", "trump c"]


def test_a_packet_is_cut_to_what_a_hand_still_lacks() -> None:
    """G-05: a thirteen-card hand dealt in twos ends with one card each."""
    rules = rules_of("king_omnibus", 4, deal_packet=2)
    assert rules.dealing[:5] == (0, 0, 1, 1, 2)
    assert rules.dealing[-4:] == (0, 1, 2, 3)


def test_the_widow_is_never_the_first_or_the_last_card() -> None:
    """G-23: two cards of the pack, by the dealer's seed; widow_position=any allows all of them."""
    rules = rules_of("king_minsk", 3)
    deck = shuffled(rules.deck, 12)
    found = set()
    for seed in range(300):
        state = rules.deal(deck, 0, rules.start())
        rules.play(state, -1, Move("shuffle", 0, seed))
        found.add(state.places[rules.aside])
        assert state.places[rules.aside].bit_count() == 2
        assert [state.size(seat) for seat in range(3)] == [10, 10, 10]
    together = 0
    for widow in found:
        together |= widow
    assert together == rules.all_cards & ~(1 << deck[0] | 1 << deck[-1])


def test_cards_may_be_laid_out_by_lot() -> None:
    """G-24: with discard_mode=random two cards are drawn blindly, never a counting card while there are others."""
    rules = rules_of("king_minsk", 3, discard_mode="random")
    for seed in range(40):
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        run_chance(rules, state, Random(seed))
        rules.play(state, 1, rules.parse_move("order no_hearts"))
        assert state.moment == "draw_out"
        run_chance(rules, state, Random(seed))
        assert state.places[rules.laid_out].bit_count() == 2
        assert not state.places[rules.laid_out] & rules.count(state).cards


def test_what_was_laid_out_is_known_to_one_alone() -> None:
    """G-24, G-33: the widow is shown to all, the discard to nobody."""
    rules = rules_of("king_minsk", 3)
    state = rules.deal(shuffled(rules.deck, 13), 0, rules.start())
    run_chance(rules, state, Random(1))
    widow = state.places[rules.aside]
    rules.play(state, 1, rules.parse_move("order no_tricks"))
    assert observe(state, 0).state.places[1] == widow
    move = rules.legal(state, 1)[0]
    rules.play(state, 1, move)
    assert observe(state, 1).state.places[rules.laid_out] == move.cards
    assert observe(state, 2).state.places[rules.laid_out] == 0
    assert observe(state, 2).state.size(rules.laid_out) == 2


def test_the_score_sheet_tells_the_match() -> None:
    """G-22, G-M02: a row for each deal with its contract and orderer, and what each player has still to order."""
    rules = rules_of("king_custom", 3)
    state = rules.deal(shuffled(rules.deck, 14), 0, rules.start())
    rules.play(state, 1, rules.parse_move("order take_tricks d"))
    rng = Random(14)
    while state.to_act:
        rules.play(state, state.to_act[0], rng.choice(list(rules.legal(state, state.to_act[0]))))
    standing = rules.settle(rules.start(), state)
    row = standing.sheet[0]
    assert plain(row.label) == "+tricks d P1"
    assert row.points == standing.totals
    assert sum(row.points) == 20  # type: ignore[arg-type]  # all players took part in this deal
    notes = [plain(note) for note in rules.sheet_notes(standing)]
    assert notes[0] == "Deal 1 of 42"
    assert notes[1:] == ["P0 has ordered: nothing", "P1 has ordered: +tricks", "P2 has ordered: nothing"]
    most = KingStanding(deals=40, totals=(0,) * 3, ordered=(rules.programme.contracts[:-1],) * 3)
    assert plain(rules.sheet_notes(most)[1]) == "P0 still orders: +all"


def test_everything_is_worded() -> None:
    """Every contract has a title, and every event and decision a sentence."""
    assert all(row.title for row in CONTRACTS.values())
    for preset, seats in CONTRACT_PRESETS:
        rules = rules_of(preset, seats)
        bot = make_bot("steady", "king", rules)
        rng = Random(15)
        log: list[Any] = []
        state = rules.deal(shuffled(rules.deck, 15), 0, rules.start(), log)
        run_chance(rules, state, rng, log)
        while state.to_act:
            seat = state.to_act[0]
            choices = rules.legal(state, seat)
            decision = bot.choose(observe(state, seat), choices, rng)
            assert decision.move in choices
            assert plain(decision.why)
            rules.play(state, seat, decision.move, log)
            run_chance(rules, state, rng, log)
        assert all(text is None or plain(text) for text in map(rules.tell, log))
        assert all(plain(line) for line in rules.result_lines(state))


def test_the_refusal_of_a_lead_names_the_suit_that_is_banned() -> None:
    """G-11, G-30: the penalty suit, or hearts where a table bans them with bidding too."""
    bids = ["P1 1", "P2 pass", "P3 pass", "P0 pass"]
    spoken = {"preset": "king_trade", "seats": 4, "bids": bids, "penalty_suit": "d"}
    told = {}
    for options in ({}, {"penalty_lead_ban": False, "heart_lead_ban": "trade_suit"}):
        keys = spoken | {"contract": "trade_suit", "leader": "P1", "hands": {"P1": "9d 4h Kc"}, "options": options}
        rules, state = put_down(keys, find_rules)
        for card in ("9d", "4h"):
            if broken := rules.why_not(state, 1, rules.parse_move(f"play {card}")):
                told[card, len(options)] = broken.rule, Words().text(broken.text)
    assert told == {
        ("9d", 0): ("G-11", "♦ may not be led while you hold another suit."),
        ("4h", 2): ("G-11", "♥ may not be led while you hold another suit."),
    }


@pytest.mark.parametrize("banned", ["seven", "trade_suit"])
@pytest.mark.parametrize("penalty_lead_ban", [True, False])
def test_the_rulebook_bans_the_leads_that_are_refused(penalty_lead_ban: bool, banned: str) -> None:
    """G-11, G-30: with bidding the ban is on the penalty suit; on hearts only where it is not on that suit."""
    rules = rules_of("king_trade", 4, penalty_lead_ban=penalty_lead_ban, heart_lead_ban=banned)
    state = rules.new_state(0)
    state.contract, state.penalty = "trade_suit", 2
    told = " ".join(plain(part.text) for _, parts in FAMILY.explain(rules.options, 4) for part in parts)
    suits = {"The penalty suit may not be led": SUIT_CARDS[2], "Hearts may not be led": SUIT_CARDS[HEARTS]}
    banned_cards = sum(cards for words, cards in suits.items() if words in told)
    assert (rules.count(state).ban ^ banned_cards) & rules.all_cards == 0


def test_the_steady_player_ducks() -> None:
    """Section 8: one steady player against three random ones loses clearly less in negative deals (G-14)."""
    rules = rules_of("king_simple", 4)
    bots = [make_bot(style, "king", rules) for style in ("steady", "uniform", "uniform", "uniform")]
    rng = Random(16)
    taken = 0.0
    for contract in range(6):
        standing = KingStanding(deals=contract, totals=(0,) * 4, ordered=((),) * 4)
        for number in range(40):
            state = rules.deal(shuffled(rules.deck, rng.getrandbits(40)), number % 4, standing)
            while state.to_act:
                seat = state.to_act[0]
                move = bots[seat].choose(observe(state, seat), rules.legal(state, seat), rng).move
                rules.play(state, seat, move)
            taken += rules.points(state)[0]
    assert taken / 240 > -3.2


ENDLESS = {"hand_size": 6, "heart_lead_ban": "none", "early_end": False, "domino_after_cycle": "repeat"}
"""Domino that goes on until a player is far below zero (G-M09)."""
THIRD_CARD = {"programme": "twelve", "praise_count": 1, "trump_scope": "praise", "praise_trump_mode": "third_card"}
"""Praises with trumps named at the third card (G-26)."""
REFUSED = [
    ({"must_overtrump": True}, "contracts with trumps", 4),
    ({"single_contract": "omnibus"}, "programme=single", 4),
    ({"joker_value": 10}, "spot_hearts", 4),
    ({"bid_max": 5}, "trade_suit", 4),
    ({"slam_bonus": 10}, "omnibus", 4),
    ({"domino_limit": 40}, "Domino", 4),
    ({"praise_count": 2}, "programme=twelve or programme=ordered", 4),
    ({"praise_value": 8}, "praises", 4),
    ({"trump_scope": "praise"}, "praises", 4),
    ({"order_timing": "before_deal"}, "programme=ordered", 4),
    ({"widow_shown": False}, "widow_size=2", 4),
    ({"widow_size": 2}, "evenly", 4),
    ({"pack": "p30"}, "evenly", 4),
    ({"pack": "pj52"}, "jokers", 4),
    ({"kings_as_boys": True}, "halved", 3),
    ({"hand_size": 6}, "heart_lead_ban=none", 4),
    ({"hand_size": 6, "heart_lead_ban": "none"}, "early_end=false", 4),
    ({"hand_size": 6, "programme": "ordered"}, "fixed programme", 4),
    ({"hand_size": 6, "heart_lead_ban": "none", "early_end": False, "widow_size": 2}, "widow_size=0", 4),
    (THIRD_CARD | {"hand_size": 2, "heart_lead_ban": "none", "early_end": False}, "three cards at least", 4),
    (THIRD_CARD | {"orderer": "right_of_dealer"}, "orderer=eldest", 4),
    ({"forced_king_penalty": 5}, "forced_king_mode=penalty", 4),
    ({"forced_king": "none", "forced_king_mode": "penalty"}, "a king that is forced", 4),
    ({"crowd_pack": "short"}, "five or six", 4),
    ({"programme": "single"}, "three or four", 5),
    (
        {"programme": "ordered", "praise_count": 1, "trump_scope": "praise", "praise_trump_mode": "third_card"},
        "before the deal",
        4,
    ),
    (
        {"programme": "single", "single_contract": "omnibus", "omnibus_bonus": 26},
        "no end",
        4,
    ),
    (ENDLESS | {"domino_contracts": "hearts_only", "heart_value": 0}, "no end", 4),
    (ENDLESS | {f"{thing}_value": 0 for thing in ("trick", "jack", "queen", "heart", "king", "last_two")}, "no end", 4),
    (ENDLESS | {"yeralash": "positive"}, "cost 92 points and bring 184", 4),
    (ENDLESS | {"programme": "twelve", "praise_count": 6}, "no end", 3),
    (
        {"programme": "single", "single_contract": "omnibus", "omnibus_bonus_card": "2c"},
        "not in the pack",
        3,
    ),
    ({"programme": "single", "trump_scope": "all"}, "does not go with", 4),
]


@pytest.mark.parametrize(("given", "told", "seats"), REFUSED)
def test_options_that_do_not_go_together_are_refused_in_words(given: dict[str, Any], told: str, seats: int) -> None:
    """Section 4: the message names the option and what it needs."""
    with pytest.raises(BadOption, match=told):
        make_options(KingOptions(), given).check(seats)


@pytest.mark.parametrize(
    "given", [{}, {"yeralash": "negative"}, {"yeralash": "none"}, {"domino_contracts": "hearts_only"}]
)
def test_domino_may_go_on_as_long_as_its_contracts_cost_no_less_than_they_bring(given: dict[str, Any]) -> None:
    """G-M09."""
    for seats in (3, 4):
        make_options(KingOptions(), ENDLESS | given).check(seats)


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("heart_lead_ban", "no_king, no_all", "no_king,no_all"),
        ("heart_lead_ban", ["no_king", "no_hearts"], "hearts_and_king"),
        ("heart_lead_ban", [], "none"),
        ("forced_king", "take_all,no_all,no_king,take_king", "four"),
        ("king_value", 17.5, "17.5"),
        ("trick_value", "3.0", "3"),
        ("omnibus_bonus_card", "JD", "Jd"),
    ],
)
def test_an_option_has_one_spelling_of_a_value(name: str, given: Any, value: Any) -> None:
    assert getattr(make_options(KingOptions(), {name: given}), name) == value


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("heart_lead_ban", "no_king,hearts"),
        ("trick_value", "2.25"),
        ("trick_value", "-1"),
        ("king_value", "1000.5"),
        ("omnibus_bonus_card", "Zd"),
    ],
)
def test_other_values_are_refused(name: str, given: Any) -> None:
    with pytest.raises(BadOption, match=given.split(",")[-1]):
        make_options(KingOptions(), {name: given})


def test_the_packs_have_their_cards() -> None:
    """G-04, G-32: thirty cards without two black aces, a joker for the lowest club, bigger packs for more players."""
    assert parse_card("As") not in rules_of("king_three", 3).deck
    assert parse_card("Ad") in rules_of("king_three", 3).deck
    assert len(rules_of("king_crowd", 6).deck) == 48
    assert len(rules_of("king_crowd", 5, crowd_pack="short").dealing) == 30
    assert rules_of("king_crowd", 6, crowd_pack="short").filled_hand == 5
    assert parse_card("Xr") in rules_of("king_jokers", 4).deck
    assert parse_card("2c") not in rules_of("king_jokers", 4).deck
