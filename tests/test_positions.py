"""The worked positions of the catalogues, and a check that a test names every rule.

Some rules of Durak that no single position can show - dealing, secrecy, the course of a match - are tested here.
"""

from __future__ import annotations

import ast
import re
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cardtable.cards import cards_of, cards_text, named_order, parse_card, parse_cards, shuffled
from cardtable.cli.positions import rules_of
from cardtable.engine.draft import BadPosition
from cardtable.engine.moves import DEALER, SHUFFLE, Event, Move
from cardtable.engine.options import BadOption
from cardtable.engine.position import put_down, run
from cardtable.engine.rules import RuleBroken, attempt
from cardtable.engine.state import observe
from cardtable.engine.text import plain
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakStanding, DurakState
from cardtable.match.match import Match
from cardtable.match.snapshot import read_position

TESTS = Path(__file__).parent
FILES = sorted((TESTS / "positions").glob("*/*.toml"))


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in FILES])
def test_position(path: Path) -> None:
    keys = read_position(path)
    assert keys["id"] == path.stem
    assert run(keys, rules_of).problems == ()


def test_no_two_positions_have_one_id() -> None:
    assert len({path.stem for path in FILES}) == len(FILES) > 0


# Every rule is named by a test


def ids(letter: str, *spans: tuple[int, int]) -> set[str]:
    """The rule ids of some ranges, both ends included."""
    return {f"{letter}-{number:02}" for first, last in spans for number in range(first, last + 1)}


BUILT = {
    "durak": ids("D", (1, 31), (33, 37), (40, 56), (60, 67), (70, 76), (80, 89)),
    "one_oh_one": ids("O", (1, 36)),
    "bura": ids("B", (1, 29)),
    "kozel": ids("K", (1, 31)),
    "king": ids("G", (1, 33), (40, 67)) | {f"G-M{number:02}" for number in range(1, 17)},
}
"""For each family, the implemented rules of its catalogue."""
LATER = {
    "durak": {
        "play styles, which are advice and no rules": ids("D", (90, 94)),
    }
}
"""For each family and reason, the rules not implemented yet."""


def named_by_tests() -> frozenset[str]:
    """The rule ids in the bodies and parameters of test functions, and in the `rules` of positions."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                first = min(part.lineno for part in (node, *node.decorator_list))
                found.update(re.findall(r"\b[A-Z]+-M?\d\d\b", "\n".join(lines[first - 1 : node.end_lineno])))
    for path in FILES:
        found.update(tomllib.loads(path.read_text(encoding="utf-8")).get("rules", ()))
    return frozenset(found)


def test_every_rule_that_is_built_is_named_by_a_test() -> None:
    named = named_by_tests()
    assert {family: sorted(built - named) for family, built in BUILT.items()} == {family: [] for family in BUILT}


@pytest.mark.parametrize("family", sorted(BUILT))
def test_no_rule_is_both_built_and_left_for_later(family: str) -> None:
    later = [rule for rules in LATER.get(family, {}).values() for rule in rules]
    assert len(set(later)) == len(later)
    assert not BUILT[family] & set(later)


def test_positions_name_only_rules_that_are_built() -> None:
    built = set().union(*BUILT.values())
    for path in FILES:
        named = set(tomllib.loads(path.read_text(encoding="utf-8")).get("rules", ()))
        assert named, f"{path.stem} names no rule"
        assert named <= built, f"{path.stem} names {sorted(named - built)}: of a new rule BUILT tells, above"


# Durak: the deal


def durak(preset: str, seats: int, **options: Any) -> DurakRules:
    """The rules of a preset with some options changed."""
    rules = rules_of(preset, options, seats)
    assert isinstance(rules, DurakRules)
    return rules


ORDER = "6s 7s 8s 9s Ts Js Qs Ks As 6h 7h 8h 9h Th Jh Qh Kh Ah 6d 7d 8d 9d Td Jd Qd Kd Ad 6c 7c 8c 9c Tc Jc Qc Kc Ac"
"""A pack in an order that is easy to follow."""


def deal(rules: DurakRules, dealer: int, log: list[Event] | None = None) -> DurakState:
    """The first deal of a match with the cards of `ORDER`."""
    return rules.deal([parse_card(word) for word in ORDER.split()], dealer, rules.start(), log)


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    """D-04: with three players P1, the dealer, gets every third card from the third on."""
    state = deal(durak("throw_in", 3), dealer=1)
    words = ORDER.split()
    assert [cards_text(state.places[seat]) for seat in (2, 0, 1)] == [
        cards_text(parse_cards(" ".join(words[first:18:3]))) for first in range(3)
    ]


@pytest.mark.parametrize(
    ("turn_up", "card", "first"),
    [pytest.param("top", "9h", "Th", id="top"), pytest.param("bottom", "Ac", "9h", id="bottom")],
)
def test_the_turn_up_lies_under_the_stock(turn_up: str, card: str, first: str) -> None:
    """D-05: the card after those dealt, or the last one; all see it, and it is drawn last."""
    state = deal(durak("throw_in", 2, turn_up=turn_up), dealer=0)
    assert state.turn_up == state.stock[-1] == parse_card(card)
    assert state.stock[0] == parse_card(first)
    assert len(state.stock) == 24
    for seat in range(2):
        assert observe(state, seat).state.stock.count(-1) == 23


def test_with_six_players_the_dealers_last_card_fixes_trumps() -> None:
    """D-06: it is shown, stays in the hand, and there is no stock."""
    log: list[Event] = []
    state = deal(durak("throw_in", 6), 3, log)
    assert state.stock == ()
    assert state.turn_up == parse_card("Ac")
    assert state.places[3] >> state.turn_up & 1
    assert [event.kind for event in log[:3]] == ["deal", "turn_up", "lowest_trump"]
    for seat in range(6):
        assert observe(state, seat).state.places[3] >> state.turn_up & 1


@pytest.mark.parametrize("seats", [1, 7, 8])
def test_a_game_of_one_or_seven_is_refused(seats: int) -> None:
    """D-01: two to six players, as many as the pack feeds."""
    with pytest.raises(BadOption):
        durak("throw_in", seats)


def test_a_pack_feeds_only_so_many() -> None:
    """D-01, D-60: 24 cards are enough for four players."""
    assert len(durak("throw_in", 4, deck=24).deck) == 24
    with pytest.raises(BadOption, match="deck=24 gives six cards to 4 players at most, not to 5"):
        durak("throw_in", 5, deck=24)


def test_the_discard_pile_shows_nothing_but_its_size() -> None:
    """D-07: only the players remember the cards beaten off; the table shows how many there are."""
    rules = durak("throw_in", 2)
    state = deal(rules, 0)
    while not state.places[rules.discard]:
        seat = state.to_act[0]
        moves = rules.legal(state, seat)
        rules.play(state, seat, next((move for move in moves if move.verb == "cover"), moves[-1]))
    scene = rules.scene(observe(state, 0))
    pile = next(pile for pile in scene.piles if pile.key == "discard")
    assert pile.cards == ()
    assert pile.size == state.places[rules.discard].bit_count() > 0


def test_what_was_taken_and_shown_stays_known() -> None:
    """D-07: all remember the cards that a player was seen to take."""
    rules = durak("throw_in", 3)
    state = deal(rules, 0)
    attacker = state.to_act[0]
    attack = rules.legal(state, attacker)[0]
    rules.play(state, attacker, attack)
    defender = state.to_act[0]
    rules.play(state, defender, Move("take"))
    while state.bout == 1:
        rules.play(state, state.to_act[0], Move("pass"))
    for seat in range(3):
        assert observe(state, seat).state.places[defender] & attack.cards


def laid(hands: dict[int, str], turn_up: str, rules: DurakRules, dealer: int) -> list[int]:
    """A deck that deals these hands, with this card turned up, or dealt last if all cards are dealt."""
    held = {seat: [parse_card(word) for word in words.split()] for seat, words in hands.items()}
    used = {card for cards in held.values() for card in cards} | {parse_card(turn_up)}
    rest = [card for card in rules.deck if card not in used]
    order = rules.from_left[dealer]
    # The rest is dealt so that no hand gets five of a suit.
    rest.sort(key=lambda card: (card % 13, card))
    for seat in order:
        held.setdefault(seat, [])
        while len(held[seat]) < 6 - (rules.seats * 6 == len(rules.deck) and seat == dealer):
            held[seat].append(rest.pop(0))
    deck = [held[seat][number] for number in range(6) for seat in order if number < len(held[seat])]
    return [*deck, parse_card(turn_up), *rest]


ONE_SUIT = "6s 9s Js Qs As 7d"


@pytest.mark.parametrize(
    ("preset", "seats", "hands", "turn_up", "reason"),
    [
        pytest.param("throw_in", 2, {}, "Ah", "ace", id="an ace"),
        pytest.param("throw_in", 2, {}, "Kh", None, id="a king"),
        pytest.param("throw_in", 6, {}, "Ac", "ace", id="an ace dealt last"),
        pytest.param("jokers_any", 2, {}, "Xr", None, id="a joker"),
        pytest.param("japanese_spades", 2, {}, "As", "ace", id="an ace that fixes no trumps"),
        pytest.param("throw_in", 3, {1: ONE_SUIT}, "Kh", "five P1", id="five spades"),
        pytest.param("throw_in", 3, {2: "6h 7h 9h Jh Kh 7d"}, "Qh", "five P2", id="five trumps"),
        pytest.param(
            "throw_in", 3, {1: ONE_SUIT, 0: "6d 9d Jd Qd Ad 7s"}, "Kh", "five P0", id="from the dealer's left"
        ),
        pytest.param("throw_in", 3, {1: "6s 9s Js Qs 7d 8h"}, "Kh", None, id="four spades"),
        pytest.param("jokers_any", 3, {1: "Xb 3s 6s 9s Qs Kd"}, "Kh", None, id="four spades and a joker"),
        pytest.param("throw_in", 3, {1: ONE_SUIT}, "Ah", "ace", id="the ace comes first"),
    ],
)
def test_what_is_dealt_again(preset: str, seats: int, hands: dict[int, str], turn_up: str, reason: str | None) -> None:
    """D-85: positions D-P50 and D-P51 of the catalogue."""
    rules = durak(preset, seats, redeal_ace=True, redeal_five=True)
    dealer = seats - 1
    found = rules.misdeal(laid(hands, turn_up, rules, dealer), dealer)
    told = None if found is None else found.reason if found.seat < 0 else f"{found.reason} P{found.seat}"
    assert told == reason
    assert durak(preset, seats).misdeal(laid(hands, turn_up, rules, dealer), dealer) is None


@pytest.mark.parametrize(
    ("options", "turn_up", "reason"),
    [
        pytest.param({}, "7c", "no_trump", id="nobody holds a trump"),
        pytest.param({"deck": 54}, "Xb", None, id="a joker: there are no trumps"),
        pytest.param({"redeal_no_trump": False}, "7c", None, id="not played"),
    ],
)
def test_a_deal_without_a_trump_in_any_hand(options: dict[str, Any], turn_up: str, reason: str | None) -> None:
    """D-85, D-10: position D-P52 of the catalogue; where the deal stands P2 opens."""
    hands = {0: "6d 9h Ks Jd Qs Ah", 1: "7h 8s Td Kd Js As", 2: "6s 8d 9d Th Qh Kh"}
    rules = durak("throw_in", 3, **{"redeal_no_trump": True, **options})
    deck = laid(hands, turn_up, rules, 0)
    found = rules.misdeal(deck, 0)
    assert (found and found.reason) == reason
    assert rules.deal(deck, 0, rules.start()).attacker == 2


def test_a_match_deals_again_until_a_deal_stands_and_tells_why() -> None:
    """D-85: the same dealer, the same deal number, and all are told, but of no card."""
    rules = durak("house_transfer", 6)
    again = 0
    for seed in range(60):
        match = Match(rules, seed)
        (_, dealer, deck), misdeals = match.next_cards(), match.misdeals()
        assert rules.misdeal(deck, dealer) is None
        log: list[Event] = []
        match.deal(deck, dealer, log, misdeals)
        assert match.deals == 1
        told = log[: len(misdeals)]
        assert [(event.kind, event.seat) for event in told] == [(f"misdeal_{why}", seat) for why, seat in misdeals]
        assert not any(event.cards or event.size for event in told)
        assert log[len(misdeals)].kind == "deal"
        again += len(misdeals)
    assert 3 < again < 25


# Durak: the match


def played(rules: DurakRules, seed: int) -> tuple[Match, list[tuple[int, int | None, int]]]:
    """A whole match of random moves; the dealer, the fool and the first attacker of every deal."""
    match = Match(rules, seed)
    deals = []
    while not match.over:
        _, dealer, deck = match.next_cards()
        match.deal(deck, dealer)
        opener = match.state.to_act[0]
        number = seed
        while not match.deal_over:
            seat = match.state.to_act[0]
            moves = match.rules.legal(match.state, seat)
            number += 1
            match.play(seat, moves[number * 7 % len(moves)])
        assert isinstance(match.standing, DurakStanding)
        deals.append((dealer, match.standing.fool, opener))
        assert len(deals) <= 100
    return match, deals


def test_a_single_deal_is_a_match() -> None:
    """D-80: `single`; all but the fool win it."""
    match, deals = played(durak("simple", 3), 1)
    assert len(deals) == 1
    fool = deals[0][1]
    assert match.standing.winners == tuple(seat for seat in range(3) if seat != fool)


def test_a_match_of_deals_is_won_with_the_fewest_fools() -> None:
    """D-80: `deals(n)`; ties share it."""
    match, deals = played(durak("simple", 3, match="deals", match_length=7), 2)
    assert len(deals) == 7
    fools = [sum(fool == seat for _, fool, _ in deals) for seat in range(3)]
    standing = match.standing
    assert isinstance(standing, DurakStanding)
    assert list(standing.fools) == fools
    assert sum(fools) + standing.draws == 7
    assert standing.winners == tuple(seat for seat in range(3) if fools[seat] == min(fools))


def test_a_match_of_fools_ends_when_somebody_has_been_it_so_often() -> None:
    """D-80: `fools(n)`; that seat loses the match and all others win it."""
    match, deals = played(durak("simple", 3, match="fools", match_length=3), 3)
    fools = [sum(fool == seat for _, fool, _ in deals) for seat in range(3)]
    assert max(fools) == 3
    loser = fools.index(3)
    assert deals[-1][1] == loser
    assert match.standing.winners == tuple(seat for seat in range(3) if seat != loser)


@pytest.mark.parametrize(
    ("rule", "columns"), [("loser_only", ["Fool", "Out first"]), ("first_out", ["Out first", "Fool"])]
)
def test_the_score_sheet_headlines_fools_or_first_finishers(rule: str, columns: list[str]) -> None:
    """D-81: with `first_out` the first finisher is named the winner of the deal."""
    rules = durak("simple", 3, winner_rule=rule, match="deals", match_length=5)
    match, _ = played(rules, 4)
    totals = match.rules.totals(match.standing)
    assert [title.source for title, _ in totals] == columns
    standing = match.standing
    assert isinstance(standing, DurakStanding)
    assert sum(standing.firsts) == 5 - standing.draws
    state = match.state
    assert isinstance(state, DurakState)
    names_winner = any("wins the deal" in line.source for line in rules.result_lines(state))
    assert names_winner == (rule == "first_out" and state.fool >= 0)


@pytest.mark.parametrize("next_dealer", ["loser", "rotate"])
def test_the_next_dealer_and_attacker_follow_from_the_deal_before(next_dealer: str) -> None:
    """D-82, D-03, D-11: the fool deals, or the deal moves left; the seat left of the fool attacks first."""
    _, deals = played(durak("simple", 4, next_dealer=next_dealer, match="deals", match_length=20), 5)
    for (dealer, fool, _), (next_one, _, opener) in pairwise(deals):
        if fool is None:
            assert next_one == dealer
        else:
            assert next_one == (fool if next_dealer == "loser" else (dealer + 1) % 4)
            assert opener == (fool + 1) % 4


def test_nobody_may_act_when_the_deal_is_over() -> None:
    """D-35: every move of every seat is refused with the rule that ends a deal."""
    rules = durak("simple", 2)
    match, _ = played(rules, 6)
    for seat in range(2):
        for verb in rules.verbs:
            broken = match.rules.why_not(match.state, seat, Move(verb))
            assert isinstance(broken, RuleBroken)
            assert broken.rule == "D-35"


def test_the_first_dealer_is_drawn_by_lot() -> None:
    """D-03: every seat is dealer of some match."""
    rules = durak("throw_in", 5)
    assert {Match(rules, seed).next_cards()[1] for seed in range(60)} == set(range(5))


def test_every_deal_of_a_match_has_a_deck_of_its_own() -> None:
    """D-04: the deck is shuffled anew, always as the seed says."""
    rules = durak("throw_in", 2, match="deals", match_length=3)
    match, other = Match(rules, 7), Match(rules, 7)
    seen = set()
    for _ in range(3):
        seed, dealer, deck = match.next_cards()
        assert (seed, dealer, deck) == other.next_cards()
        assert deck == shuffled(rules.deck, seed)
        assert cards_of(deck) == rules.all_cards
        seen.add(deck)
        for each in (match, other):
            each.deal(deck, dealer)
            while not each.deal_over:
                seat = each.state.to_act[0]
                each.play(seat, each.rules.legal(each.state, seat)[0])
    assert len(seen) == 3


# Durak: positions that play does not reach


def put(**keys: Any) -> tuple[DurakRules, DurakState]:
    """A two-player position with spades as trumps and no stock, unless given otherwise."""
    rules, state = put_down({"trump": "s", "stock": 0, **keys}, rules_of)
    assert isinstance(rules, DurakRules)
    assert isinstance(state, DurakState)
    return rules, state


def test_who_is_asked_where_nobody_would_be_gets_the_moves_that_are_not_refused() -> None:
    """D-25: even without windows a position may say that a player is asked before the defender goes on."""
    rules, state = put(
        preset="throw_in", hands={"P0": "7s 8c 9c", "P1": "9d Tc Jc"}, trump="h", table="7d", asking=["P0"]
    )
    assert [rules.move_text(move) for move in rules.legal(state, 0)] == ["throw 7s", "hold"]
    assert all(rules.why_not(state, 0, move) is None for move in rules.legal(state, 0))


def test_of_two_players_he_who_has_passed_is_not_asked_again() -> None:
    """D-22, D-23: the position says that the attacker has passed, so the bout is beaten."""
    rules, state = put(preset="throw_in", hands={"P0": "7s 8c 9c", "P1": "9d Tc"}, table="7d", passed=["P0"])
    rules.play(state, 1, rules.parse_move("cover 7d with 9d"))
    assert (state.bout, state.attacker) == (3, 1)


def test_only_who_may_throw_in_can_have_thrown_last() -> None:
    """D-21, D-22: not the defender and, where only the attacker throws in, no other player."""
    hands = {"P0": "7s 8c", "P1": "9d Tc", "P2": "Jc Qc"}
    for keys in ({"thrower": "P1"}, {"thrower": "P2", "options": {"who_throws": "attacker_only"}}):
        with pytest.raises(BadPosition, match=r"thrower: P. may not throw in; allowed: P0"):
            put(preset="throw_in", seats=3, hands=hands, table="7d", **keys)


def test_a_position_may_end_the_bout_at_once() -> None:
    """D-22, D-26, D-33: everything is covered, and the only player who could add a card is out."""
    _, state = put(
        preset="throw_in",
        seats=3,
        options={"who_throws": "attacker_only"},
        hands={"P0": "", "P1": "9d Tc", "P2": "Jc Qc"},
        table="7d/8d",
    )
    assert (state.out, state.attacks, state.attacker) == ((0,), (), 1)


@pytest.mark.parametrize("stock", [0, 4])
@pytest.mark.parametrize(
    ("empty", "refusal"),
    [
        ("P0", r"attacker: P0 (is out and cannot open|holds no cards, and a bout is about to begin)"),
        ("P1", r"defender: P1 (cannot defend against P0|holds no cards, and a bout is about to begin)"),
    ],
)
def test_a_bout_begins_between_two_who_hold_cards(stock: int, empty: str, refusal: str) -> None:
    """D-08, D-12, D-29: even with a stock, since hands are filled before a bout begins."""
    hands = {"P0": "7s 8c", "P1": "9d Tc", "P2": "Jc Qc", empty: ""}
    facts = {"attacker": "P0", "defender": "P1", "bout": 3}
    with pytest.raises(BadPosition, match=refusal):
        put(preset="throw_in", seats=3, hands=hands, stock=stock, **facts)


@pytest.mark.parametrize(
    ("keys", "refusal"),
    [
        ({"turn_up": "6h", "preset": "japanese_diamonds", "trump": "d"}, "turn_up: no card is turned up"),
        ({"emptied": ["P0"], "stock": 3}, "emptied: P0 has no empty hand"),
        ({"emptied": ["P2"], "hands": {"P2": ""}}, "emptied: P2 has no empty hand that the stock may fill"),
        ({"limit": 3}, "limit: 3 is not possible; allowed: 6"),
        ({"settled": "Ks", "preset": "cheaters"}, "settled: Ks do not lie there"),
        ({"self_thrown": "7d 6c"}, "self_thrown: 6c do not lie there"),
        ({"handed": "7d over 7c from P0", "preset": "cheaters"}, "handed: '7d over 7c from P0' is not possible"),
        ({"handed": "7d"}, "handed: '7d' is not possible"),
        ({"handed": "7d over 7x from P0", "preset": "cheaters"}, "handed: '7x' is no card"),
        ({"table": "7d/8d", "calling": ["P1"], "preset": "cheaters"}, "calling: P1 is no opponent of P1"),
        ({"table": "7d 7h 7c", "preset": "cheaters"}, "table: 3 open attack cards, but the defender P1 holds 2 cards"),
    ],
)
def test_what_cannot_lie_so_is_refused_with_its_name(keys: dict[str, Any], refusal: str) -> None:
    """D-13, D-33, D-66, D-74, D-75."""
    hands = {"P0": "7s 8c", "P1": "9d Tc", "P2": "Jc Qc", **keys.get("hands", {})}
    with pytest.raises(BadPosition, match=refusal):
        put(**{"preset": "throw_in", "seats": 3, "table": "7d", **keys, "hands": hands})


@pytest.mark.parametrize(
    ("play", "refusal"),
    [
        ("dealer shuffle 6h 7s", "7s is none of the 4 cards that are shuffled"),
        ("dealer shuffle ?4 6h", "5 cards are named, but 4 are shuffled"),
        ("dealer shuffle 6h 6h", "6h is named twice"),
        ("dealer shuffle 6h Zz", "'Zz' is no card"),
    ],
)
def test_an_order_that_the_shuffled_cards_do_not_have_is_refused(play: str, refusal: str) -> None:
    """O-11: all of the pile but its top card is shuffled."""
    keys = {
        "id": "order",
        "preset": "classic",
        "options": {"recycle": "shuffle", "until_crosses_recycle": True},
        "seats": 2,
        "pile": "6h 9c Tc Qd 8c",
        "stock": "Js",
        "hands": {"P0": "7d Kd", "P1": "Td"},
        "then": [{"play": ["P0 draw", play]}],
    }
    with pytest.raises(BadPosition, match=refusal):
        run(keys, rules_of)


def test_an_order_is_named_in_positions_only() -> None:
    """O-11: at a table the dealer shuffles by a seed, and only if the deal asks for it."""
    keys = {"id": "order", "preset": "classic", "seats": 2, "hands": {"P0": "7d Kd", "P1": "Td"}, "pile": "8c"}
    early = {**keys, "then": [{"play": ["dealer shuffle 6h"]}]}
    assert ["Only the dealer shuffles" in plain(problem) for problem in run(early, rules_of).problems] == [True]
    waits = {"options": {"recycle": "shuffle"}, "stock": 0, "shuffle": True, "pile": "6s 9s 8s Ks", "owed": 2}
    rules, state = put_down({**keys, **waits}, rules_of)
    with pytest.raises(RuleBroken, match="by a seed"):
        attempt(rules, state, DEALER, Move(SHUFFLE, 0, named_order([parse_card("6s")])))
