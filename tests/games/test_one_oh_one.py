"""101: what holds in every deal and match, and what a position cannot show."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

from cardtable.bots.finding import make_bot
from cardtable.cards import (
    PACK,
    RANK_CARDS,
    RANKS,
    Card,
    bits,
    card_text,
    cards_of,
    cards_text,
    parse_card,
    parse_cards,
    shuffled,
)
from cardtable.engine.moves import DEALER, Event, Move
from cardtable.engine.options import BadOption, BadSeats, make_options, specs
from cardtable.engine.position import put_down
from cardtable.engine.rules import BY_DEALER, RuleBroken, attempt, run_chance
from cardtable.engine.state import EVERYBODY, observe
from cardtable.engine.text import plain
from cardtable.games.one_oh_one import FAMILY
from cardtable.games.one_oh_one.game import OneOhOne
from cardtable.games.one_oh_one.options import GUARD, LEAST_STOCK, OneOhOneOptions
from cardtable.games.one_oh_one.scoring import match_places, score
from cardtable.games.one_oh_one.state import ANSWER, CHAIN, COVER, NAME, OneOhOneStanding, OneOhOneState
from cardtable.match.match import Match
from cardtable.words import Words
from tests.test_battery import SAME, Game, Mirror, play_in_the_mirror

TABLES = [(name, seats) for name, preset in FAMILY.presets.items() for seats in preset.seats]
ACES, QUEENS = RANK_CARDS[RANKS.index("A")], RANK_CARDS[RANKS.index("Q")]
SIXES, SEVENS = RANK_CARDS[RANKS.index("6")], RANK_CARDS[RANKS.index("7")]
every_table = pytest.mark.parametrize(("preset", "seats"), TABLES)


def rules_of(preset: str, seats: int, **given: Any) -> OneOhOne:
    """The rules of a preset with some options changed."""
    return OneOhOne(make_options(FAMILY.presets[preset].options, given), seats)


def position(preset: str, seats: int = 3, **keys: Any) -> tuple[OneOhOne, OneOhOneState]:
    """Sets up a deal; `options` is one of the keys."""
    rules, state = put_down(
        {"preset": preset, "seats": seats, **keys},
        lambda name, options, count: rules_of(name, count, **options),
    )
    assert isinstance(rules, OneOhOne)
    assert isinstance(state, OneOhOneState)
    return rules, state


def do(rules: OneOhOne, state: OneOhOneState, *plays: str) -> list[Event]:
    """Plays moves such as `"P0 play 7h"` after checking them, and returns the events."""
    log: list[Event] = []
    for text in plays:
        name, _, move = text.partition(" ")
        attempt(rules, state, int(name[1:]), rules.parse_move(move), log)
    return log


def texts(rules: OneOhOne, state: OneOhOneState) -> set[str]:
    """The legal moves of the player to act."""
    return {rules.move_text(move) for move in rules.legal(state, state.to_act[0])}


def deal_of(
    rules: OneOhOne, seed: int, standing: OneOhOneStanding | None = None
) -> Iterator[tuple[OneOhOneState, Move | None]]:
    """Every moment of a random deal with the move played there; the last one has no move."""
    rng = Random(seed)
    standing = standing or rules.start()
    dealer = seed % rules.seats if standing.dealer is None else standing.dealer
    state = rules.deal(shuffled(rules.deck, seed), dealer, standing)
    while state.to_act:
        move = rng.choice(rules.legal(state, state.to_act[0]))
        yield state, move
        rules.play(state, state.to_act[0], move)
        run_chance(rules, state, rng)
    yield state, None


def last_of(rules: OneOhOne, seed: int, standing: OneOhOneStanding | None = None) -> OneOhOneState:
    """A finished random deal."""
    *_, (state, _) = deal_of(rules, seed, standing)
    return state


# The invariants of section 6


@every_table
@pytest.mark.every(4)
def test_hands_stock_and_pile_hold_every_card_once(preset: str, seats: int) -> None:
    """Invariant (a): in a real deal no card is aside."""
    rules = rules_of(preset, seats)
    for seed in range(3):
        for state, _ in deal_of(rules, seed):
            assert not state.places[rules.aside]
            lying = [*state.stock, *state.pile]
            hands = state.places[:seats]
            assert sum(map(int.bit_count, hands)) + len(lying) == len(rules.deck)
            assert cards_of(lying) == rules.all_cards & ~sum(hands)
            assert cards_of(state.pile) == state.places[rules.pile]


@every_table
@pytest.mark.every(5)
def test_there_is_always_a_move_and_of_the_right_kind(preset: str, seats: int) -> None:
    """Invariants (b) and (e), O-09, O-10, O-12, O-18: cards that fit, else a draw, else a pass, a skip, a decline."""
    for able in (False, True):
        rules = rules_of(preset, seats, draw_when_able=able)
        for seed in range(3):
            for state, _ in deal_of(rules, seed):
                if not state.to_act:
                    continue
                seat = state.to_act[0]
                verbs = {move.verb for move in rules.legal(state, seat)}
                fits = bool(state.places[seat] & state.fits)
                assert verbs
                if state.step == NAME:
                    assert verbs == {"play"}
                elif state.step == ANSWER:
                    assert verbs == ({"play"} if fits else {"skip"})
                elif state.step == COVER:
                    assert verbs == {"cover", "decline"}
                elif state.step == CHAIN:
                    assert verbs == ({"play", "take"} if fits else {"take"})
                elif not fits:
                    assert verbs == {"pass"} if state.drawn or not rules.can_draw(state) else {"draw"}
                else:
                    assert verbs - {"play"} <= ({"draw", "pass"} if able else set())
                    assert not {"draw", "pass"} <= verbs


@pytest.mark.parametrize("seats", range(2, 7))
def test_sevens_are_counted_and_a_six_is_covered_by_its_player(seats: int) -> None:
    """Invariants (i) and (j), O-34, O-35: two cards for each seven on top; after a six the same player plays again."""
    rules = rules_of("six_covered", seats)
    longest = covered = 0
    for seed in range(60):
        player = -1
        for state, move in deal_of(rules, seed):
            if state.to_act and player >= 0 and state.places[player]:
                assert state.to_act == (player,)
                covered += 1
            player = state.turn if move and move.cards & SIXES else -1
            if state.step == CHAIN:
                assert all(SEVENS >> card & 1 for card in state.pile[-state.chain :])
                longest = max(longest, state.chain)
                asked = state.copy()
                size, stock = asked.size(state.turn), len(state.stock) + len(state.pile) - 1
                rules.play(asked, state.turn, Move("take"))
                assert asked.size(state.turn) - size == min(2 * state.chain, stock)
    assert longest > 1
    assert covered


@every_table
@pytest.mark.every(5)
def test_one_player_goes_out_and_only_he_writes_nothing_down(preset: str, seats: int) -> None:
    """Invariant (c), O-24, O-27, O-28: the winner's points are never above zero, all others' never below."""
    rules = rules_of(preset, seats)
    for seed in range(20):
        state = last_of(rules, seed)
        points = score(rules.options, state).points
        empty = [seat for seat in range(seats) if not state.places[seat]]
        assert empty == ([state.winner] if state.winner >= 0 else [])
        for seat, own in enumerate(points):
            assert own is not None
            assert own <= 0 if seat == state.winner else own >= 0


@every_table
@pytest.mark.every(4)
def test_a_suit_is_ordered_only_by_the_card_on_top(preset: str, seats: int) -> None:
    """Invariant (d): by a card of the order rank, or one played by right of O-21."""
    rules = rules_of(preset, seats)
    for seed in range(4):
        before: OneOhOneState | None = None
        for state, _ in deal_of(rules, seed):
            if state.ordered >= 0 and not rules.order_cards >> state.pile[-1] & 1:
                assert rules.english
                assert not ACES >> state.pile[-1] & 1
                if before is not None and before.ordered < 0:
                    assert before.pile[-1] & 3 == state.pile[-1] & 3 or len(state.pile) == 1
            before = state.copy()


@pytest.mark.parametrize("preset", ["classic", "exact_reset", "pharaoh", "pentagon", "jack_orders"])
@pytest.mark.every(2)
def test_totals_change_by_the_points_and_resets_alone(preset: str) -> None:
    """Invariant (f), O-31: and with resets no total is exactly the limit, or minus the limit."""
    rules = rules_of(preset, 3, limit=60)
    options = rules.options
    for seed in range(25):
        standing = rules.start()
        for number in range(60):
            if standing.over:
                break
            state = last_of(rules, 100 * seed + number, standing)
            deal = score(options, state)
            after = rules.settle(standing, state)
            for seat in range(rules.seats):
                points = deal.points[seat]
                assert (points is None) == bool(standing.gone[seat])
                exact = standing.totals[seat] + (points or 0)
                if seat in deal.resets:
                    assert abs(exact) == options.limit
                    assert after.totals[seat] == 0
                else:
                    assert after.totals[seat] == exact
                assert not (options.exact_resets and after.totals[seat] == options.limit)
                assert not (options.minus_exact_resets and after.totals[seat] == -options.limit)
            assert after.sheet[-1].points == deal.points
            standing = after
        assert standing.over


@pytest.mark.parametrize(
    ("preset", "keys", "plays"),
    [
        ("classic", {"pile": "9d", "hands": {"P0": "6d Kd 9s", "P1": "7h Ac"}}, ["P0 play 6d"]),
        ("classic", {"pile": "8s", "hands": {"P0": "Ks Kd 9s", "P1": "7h Ac"}}, ["P0 play Ks"]),
        ("classic", {"pile": "8s", "hands": {"P0": "As Ts 8d", "P1": "Kd 7c"}}, ["P0 play As", "P1 skip"]),
        ("pentagon", {"pile": "9d", "hands": {"P0": "Qd Kh 7s", "P1": "8c Ac"}}, ["P0 play Qd→h"]),
    ],
)
def test_at_a_table_of_two_a_missed_turn_comes_back(preset: str, keys: dict[str, Any], plays: list[str]) -> None:
    """Invariant (g), O-06: six, king of spades, an ace without an answer, in Pentagon a queen."""
    rules, state = position(preset, 2, **keys)
    do(rules, state, *plays)
    assert state.to_act == (0,)


def test_what_would_fit_is_named_as_a_person_names_it() -> None:
    """O-08: a suit, and ranks in words."""
    rules, state = position("english_fool", 2, pile="8c", hands={"P0": "9s 7h"})
    broken = rules.why_not(state, 0, rules.parse_move("play 9s"))
    assert broken is not None
    assert plain(broken.text) == "9s does not fit on 8c: lay a card of c, an eight or a queen."


# Options


def test_refused_combinations() -> None:
    """O-02: two to six players, and six cards left at least."""
    for deck in (32, 36, 52):
        for hand_size in (3, 4, 5, 6):
            options = make_options(OneOhOneOptions(), {"deck": deck, "hand_size": hand_size})
            for seats in range(2, 7):
                if deck - seats * hand_size >= LEAST_STOCK:
                    options.check(seats)
                    continue
                with pytest.raises(BadOption, match="players at most"):
                    options.check(seats)
    for seats in (1, 7):
        with pytest.raises(BadSeats):
            OneOhOneOptions().check(seats)


def test_the_deck_and_the_deal() -> None:
    """O-01, O-03: one card at a time, clockwise from the dealer's left; the rest is the stock."""
    for deck, lowest in ((36, "6s"), (32, "7s"), (52, "2s")):
        rules = rules_of("classic", 3, deck=deck, hand_size=3)
        assert len(rules.deck) == deck
        assert rules.deck[0] == parse_card(lowest)
        cards = shuffled(rules.deck, 5)
        state = rules.deal(cards, 1, rules.start())
        assert [state.places[seat] for seat in (2, 0, 1)] == [cards_of(cards[first:9:3]) for first in range(3)]
        assert state.stock == cards[9:]


# Drawing and recycling


def is_turned(rules: OneOhOne, state: OneOhOneState, seat: int) -> object:
    """Whether a seat knows that the stock is the pile turned over."""
    seen = observe(state, seat).state
    assert isinstance(seen, OneOhOneState)
    return rules.facts(seen)["turned"]


def test_a_pile_turned_over_is_known_and_a_shuffled_one_is_not() -> None:
    """O-11: all have seen the pile, and nobody knows the order after the dealer's shuffle."""
    keys: dict[str, Any] = {"pile": "6h Tc 7h 8c", "stock": 0, "hands": {"P0": "9d As", "P1": "Td Kh", "P2": "Jd Js"}}
    rules, state = position("classic", **keys)
    log = do(rules, state, "P0 draw")
    assert [event.kind for event in log] == ["turned", "draw", "draw", "drew"]
    assert all(event.to == EVERYBODY for event in log if event.kind == "draw")
    assert observe(state, 1).state.stock == (parse_card("7h"),)
    assert observe(state, 1).state.places[0] == parse_cards("6h Tc")
    assert rules.facts(state)["turned"]
    assert [is_turned(rules, state, seat) for seat in range(3)] == [True] * 3

    rules, state = position("classic", options={"recycle": "shuffle"}, **keys)
    do(rules, state, "P0 draw")
    assert state.to_act == BY_DEALER
    assert [is_turned(rules, state, seat) for seat in range(3)] == [False] * 3
    assert rules.legal(state, 0) == rules.legal(state, DEALER) == ()
    with pytest.raises(RuleBroken, match="dealer shuffles"):
        do(rules, state, "P0 draw")
    log = []
    attempt(rules, state, DEALER, Move("shuffle", 0, 5), log)
    assert log[0].kind == "shuffled"
    assert state.to_act == (0,)
    for seat in (1, 2):
        seen = observe(state, seat).state
        assert not seen.places[0] & parse_cards("6h Tc 7h")
        assert not set(seen.stock) - {-1}
    assert observe(state, 0).state.places[0] == state.places[0]
    # A card drawn in vain is known not to fit, whatever it is.
    if texts(rules, state) == {"pass"}:
        do(rules, state, "P0 pass")
        assert state.lacks is not None
        assert state.lacks[0] & parse_cards("8c 7c Jc Qd") == parse_cards("8c 7c Jc Qd")


def test_a_shuffle_in_the_middle_of_a_penalty() -> None:
    """O-11, O-15, O-19: the cards owed stay a public fact, and the turn moves on once they are drawn."""
    rules, state = position(
        "classic",
        options={"recycle": "shuffle"},
        pile="7d 9c 8s",
        stock="Ah",
        hands={"P0": "Ks Kd", "P1": "7h Ac", "P2": "Jd Js"},
    )
    do(rules, state, "P0 play Ks")
    assert (state.to_act, state.owed, state.size(1)) == (BY_DEALER, 3, 3)
    seen = observe(state, 2).state
    assert isinstance(seen, OneOhOneState)
    assert seen.owed == 3
    attempt(rules, state, DEALER, Move("shuffle", 0, 1))
    assert (state.to_act, state.owed, state.size(1), state.stock) == ((2,), 0, 6, ())


@pytest.mark.parametrize("recycle", ["turn_over", "shuffle", "none"])
@pytest.mark.parametrize("draw_rule", ["until", "one"])
def test_a_penalty_that_cannot_be_paid_is_dropped(recycle: str, draw_rule: str) -> None:
    """O-11: once stock and pile are used up, nothing more is owed."""
    rules, state = position(
        "classic",
        options={"recycle": recycle, "draw_rule": draw_rule, "king_spades_draw": 6},
        pile="8s",
        stock="Ah",
        hands={"P0": "Ks Kd", "P1": "7h Ac", "P2": "Jd Js"},
    )
    do(rules, state, "P0 play Ks")
    run_chance(rules, state, Random(1))
    left = 0 if recycle == "none" else 1
    assert (state.to_act, state.owed, state.size(1)) == ((2,), 0, 3 + left)


def test_nobody_sees_why_somebody_drew_where_that_is_a_choice() -> None:
    """`draw_when_able`: a forced draw and a chosen one look alike to all others."""
    given = {"draw_rule": "one", "draw_when_able": True}
    keys: dict[str, Any] = {"pile": "8c", "stock": "9c ?5", "options": given}
    others = {"P1": "Td Kh", "P2": "Jd Js"}
    rules, state = position("classic", hands={"P0": "7d Ks", **others}, **keys)
    do(rules, state, "P0 draw")
    assert texts(rules, state) == {"play 9c"}
    _, other = position("classic", hands={"P0": "7d 8s", **others}, **keys)
    do(rules, other, "P0 draw")
    assert texts(rules, other) == {"play 9c", "play 8s", "pass"}
    for seat in (1, 2):
        seen, also = observe(state, seat).state, observe(other, seat).state
        assert isinstance(seen, OneOhOneState)
        assert isinstance(also, OneOhOneState)
        assert (seen.drawn, seen.drew, seen.lacks) == (also.drawn, also.drew, also.lacks)


def test_a_draw_tells_what_the_hand_lacks() -> None:
    """O-10, O-12, O-18: passing shows no fit, playing a drawn card no other fit, skipping no ace."""
    hands = {"P0": "7d Ks 9d", "P1": "Td Kh 6h", "P2": "Jd Js 6d"}
    rules, state = position("draw_one", pile="8c", stock="Jh 8s ?4", hands=hands)
    do(rules, state, "P0 draw", "P0 pass")
    assert state.lacks is not None
    assert state.lacks[0] & parse_cards("6c 7c 8d Qs Ac") == parse_cards("6c 7c 8d Qs Ac")
    assert not state.lacks[0] & state.places[0]
    do(rules, state, "P1 draw", "P1 play 8s")
    assert state.lacks[1] & parse_cards("6c 7c 8d Qs Ac") == parse_cards("6c 7c 8d Qs Ac")
    assert not state.lacks[1] & state.places[1]

    rules, state = position("classic", pile="8h", hands={"P0": "Ah 9h", "P1": "Kd 7c", "P2": "Td Tc"})
    do(rules, state, "P0 play Ah", "P1 skip")
    assert state.lacks is not None
    assert state.lacks[1] & ACES == ACES & rules.all_cards


# The end of a deal


def test_the_guard_ends_a_deal_once_the_effect_is_carried_out() -> None:
    """O-26: the five-hundredth action still makes the next player draw; passes are not counted as actions."""
    hands = {"P0": "7c Ks", "P1": "Ah 9h", "P2": "6d"}
    rules, state = position("classic", pile="8c", stock="Ts Td ?3", actions=GUARD - 1, hands=hands)
    log = do(rules, state, "P0 play 7c")
    assert not state.to_act
    assert state.winner < 0
    assert state.places[1] == parse_cards("Ah 9h Ts Td")
    assert log[-4].kind == "blocked"
    assert score(rules.options, state).points == (4, 31, 6)
    assert rules.settle(rules.standing_before(state), state).leader == 0

    rules, state = position("draw_one", pile="8c", stock="Ts Jd ?3", actions=GUARD - 1, hands={**hands, "P0": "7d 9d"})
    do(rules, state, "P0 draw")
    assert not state.to_act

    rules, state = position("classic", pile="8c", actions=GUARD - 1, hands={**hands, "P0": "7c"})
    do(rules, state, "P0 play 7c")
    assert state.winner == 0


def test_a_deal_is_blocked_when_nobody_can_draw() -> None:
    """O-26: as soon as every active player has passed in succession with nothing to draw."""
    rules, state = position(
        "classic", 4, pile="8c", stock=0, hands={"P0": "7d", "P1": "Td", "P2": "Js"}, out=["P3"], totals="0 50 0 101"
    )
    assert texts(rules, state) == {"pass"}
    do(rules, state, "P0 pass", "P1 pass")
    assert state.to_act == (2,)
    do(rules, state, "P2 pass")
    assert not state.to_act
    after = rules.settle(rules.standing_before(state), state)
    assert after.totals == (7, 60, 2, 101)
    assert after.leader == 2
    assert rules.scores(state) == (0.465, 0.45, 0.49, 0.0)


def test_after_a_blocked_deal_the_first_from_the_dealers_left_leads() -> None:
    """O-26: the first among those with the fewest points, and only players still in the match."""
    for dealer, leader in ((0, 1), (1, 2), (2, 1)):
        rules, state = position(
            "classic",
            pile="8c",
            stock=0,
            hands={"P0": "6d", "P1": "7d", "P2": "7s"},
            dealer=f"P{dealer}",
            totals="99 0 0",
        )
        do(rules, state, "P0 pass", "P1 pass", "P2 pass")
        after = rules.settle(rules.standing_before(state), state)
        assert after.gone == (1, 0, 0)
        assert after.leader == leader
        assert after.dealer == (2 if dealer == 1 else 1)


def test_hands_are_laid_open_once_the_deal_is_over() -> None:
    """O-27: the cards counted are shown, with their points."""
    rules, state = position("classic", pile="8h", hands={"P0": "Th", "P1": "Ac Kd", "P2": "Qh Qd"})
    log = do(rules, state, "P0 play Th")
    assert [(event.seat, event.arg) for event in log if event.kind == "left"] == [(1, 15), (2, 40)]
    assert observe(state, 0).state.places[:3] == state.places[:3]


# The match


def standing_of(rules: OneOhOne, totals: tuple[int, ...], gone: tuple[int, ...], deals: int) -> OneOhOneStanding:
    """A match in progress."""
    return dataclasses.replace(rules.start(), totals=totals, gone=gone, deals=deals, leader=None)


def test_places_of_a_match() -> None:
    """O-33: a later elimination is better, in one deal the lower total, and equal totals share."""
    assert match_places((80, 101, 101), (0, 3, 3)) == (1, 2, 2)
    assert match_places((120, 101, 99, 130), (2, 5, 0, 5)) == (4, 2, 1, 3)
    assert match_places((101, 101), (4, 4)) == (1, 1)
    assert match_places((30, 20, 140), (0, 0, 1)) == (2, 1, 3)


def test_who_is_out_gets_no_more_cards_and_is_passed_over() -> None:
    """O-04, O-06, O-32: such a player is not dealt to, does not deal, and cannot be struck."""
    rules = rules_of("classic", 4)
    standing = standing_of(rules, (10, 120, 20, 30), (0, 1, 0, 0), 1)
    for seed in range(10):
        dealer = (0, 2, 3)[seed % 3]
        for state, _ in deal_of(rules, seed, dataclasses.replace(standing, dealer=dealer)):
            assert not state.places[1]
            assert 1 not in state.to_act
        after = rules.settle(standing, state)
        assert after.totals[1] == 120
        assert after.sheet[-1].points[1] is None
        assert after.dealer == {0: 2, 2: 3, 3: 0}[dealer]


@pytest.mark.parametrize("preset", ["classic", "exact_reset", "jack_orders", "dealer_opens", "english_fool"])
@pytest.mark.parametrize("after_bust", ["continue", "stop"])
@pytest.mark.every(3)
def test_a_match_ends_as_it_should(preset: str, after_bust: str) -> None:
    """O-05, O-32, O-33: with one player left, or when the first is out; the winner of a deal leads the next."""
    for seed in range(6):
        rules = rules_of(preset, 3, after_bust=after_bust)
        match = Match(rules, seed)
        rng = Random(seed)
        while not match.over:
            assert isinstance(match.standing, OneOhOneStanding)
            leader = match.standing.leader if match.deals else None
            _, dealer, deck = match.next_cards()
            match.deal(deck, dealer)
            assert isinstance(match.state, OneOhOneState)
            if leader is not None:
                assert match.state.to_act == (leader,)
            elif not match.deals and preset != "dealer_opens":
                assert match.state.to_act == ((dealer + 1) % 3,)
            while not match.deal_over:
                if match.shuffle_due:
                    match.play(DEALER, match.next_shuffle())
                    continue
                seat = match.state.to_act[0]
                match.play(seat, rng.choice(rules.legal(match.state, seat)))
        standing = match.standing
        assert isinstance(standing, OneOhOneStanding)
        left = standing.gone.count(0)
        assert left <= 1 if after_bust == "continue" else left < 3
        assert standing.winners == tuple(seat for seat in range(3) if standing.places[seat] == 1)
        if left:
            best = min(total for total, gone in zip(standing.totals, standing.gone, strict=True) if not gone)
            assert all(standing.totals[seat] == best and not standing.gone[seat] for seat in standing.winners)
        assert sum(standing.wins) <= standing.deals == len(standing.sheet)
        assert rules.sheet_notes(standing)
        assert {column.source: values for column, values in rules.totals(standing)}["Points"] == standing.totals


def test_queens_that_went_out_are_counted() -> None:
    """Section 6: for each player, how often they went out with a queen, and separately with the queen of spades."""
    rules, state = position("classic", pile="8h", hands={"P0": "Qs", "P1": "Ac Kd", "P2": "7h 8d"})
    do(rules, state, "P0 play Qs")
    after = rules.settle(rules.standing_before(state), state)
    assert (after.wins, after.queens_out, after.spades_out) == ((1, 0, 0), (0, 0, 0), (1, 0, 0))
    assert rules.verdict(state, 0).story[0].facts["count"] == -after.totals[0] == 40
    rules, state = position("classic", pile="8h", hands={"P0": "Qh", "P1": "Ac Kd", "P2": "7h 8d"})
    do(rules, state, "P0 play Qh")
    after = rules.settle(rules.standing_before(state), state)
    assert (after.queens_out, after.spades_out) == ((1, 0, 0), (0, 0, 0))


# The same game with other suits


@every_table
@pytest.mark.every(5)
def test_diamonds_and_clubs_may_change_their_names(preset: str, seats: int) -> None:
    """O-01: no rule distinguishes these two suits; kings and the queen of spades are another matter."""

    def other(card: Card) -> Card:
        return card ^ 1 if card % PACK < 52 and card % PACK % 4 >= 2 else card

    faces = {card: other(card) for card in SAME}
    # Card ids of a second pack begin at 54, which shifts suits by two places; 101 has one pack.
    faces = {card: face if card < PACK else card for card, face in faces.items()}
    game = Game(f"{preset}-{seats}", FAMILY.id, FAMILY.presets[preset].options, seats)
    mirror = Mirror(rules_of(preset, seats), faces, 0)
    play_in_the_mirror(game, mirror, lambda deck, *_: [faces[card] for card in deck])


# The baseline


@every_table
@pytest.mark.every(15)
def test_the_baseline_plays_and_says_why(preset: str, seats: int) -> None:
    rules = rules_of(preset, seats, queens_together=True, draw_when_able=seats % 2 == 0)
    bot = make_bot("steady", FAMILY.id, rules)
    rng = Random(1)
    for seed in range(3):
        state = rules.deal(shuffled(rules.deck, seed), seed % seats, rules.start())
        while state.to_act:
            seat = state.to_act[0]
            choices = rules.legal(state, seat)
            decision = bot.choose(observe(state, seat), choices, rng)
            assert decision.move in choices
            assert decision.why.source
            rules.play(state, seat, decision.move)
            run_chance(rules, state, rng)


def test_the_baseline_goes_out_more_often_than_chance() -> None:
    rules = rules_of("classic", 2)
    bot = make_bot("steady", FAMILY.id, rules)
    won = 0
    for seed in range(100):
        rng = Random(seed)
        state = rules.deal(shuffled(rules.deck, seed), seed % 2, rules.start())
        while state.to_act:
            seat = state.to_act[0]
            choices = rules.legal(state, seat)
            move = bot.choose(observe(state, seat), choices, rng).move if seat == seed // 2 % 2 else rng.choice(choices)
            rules.play(state, seat, move)
        won += state.winner == seed // 2 % 2
    assert won > 60


# Positions


PUT_DOWN = (
    *("pile", "turn", "order", "ace", "own_nine", "own_six", "chain", "drew", "drawn", "opened"),
    *("actions", "passes", "dealer", "turned", "shuffle", "owed", "out"),
)
"""The facts of a moment that may be set up as they are; the totals are written as text."""


def written(rules: OneOhOne, state: OneOhOneState) -> dict[str, Any]:
    """The keys of a position that describes this moment."""
    facts = rules.facts(state)
    return {
        "hands": {f"P{seat}": cards_text(state.places[seat]) for seat in bits(state.active)},
        "stock": " ".join(map(card_text, state.stock)),
        "totals": " ".join(map(str, state.totals)),
        **{name: facts[name] for name in PUT_DOWN},
    }


def any_options(rng: Random) -> tuple[dict[str, Any], int]:
    """Random options, with a number of seats to suit."""
    while True:
        given = {name: rng.choice(spec.values) for name, spec in specs(OneOhOneOptions).items() if spec.values}
        seats = rng.randint(2, 6)
        try:
            make_options(OneOhOneOptions(), given).check(seats)
        except BadOption:
            continue
        return given, seats


@pytest.mark.parametrize("block", range(10))
@pytest.mark.every(9)
def test_any_moment_can_be_put_down(block: int) -> None:
    """With any options, the facts of a moment, written and read again, give the same moment.

    Every fourth moment of a deal is tried.
    """
    for seed in range(100 * block, 100 * block + 1):
        rng = Random(seed)
        given, seats = any_options(rng)
        rules = rules_of("classic", seats, **given)
        standing = rules.start()
        if seats > 2:
            gone = [0] * seats
            gone[rng.randrange(seats)] = 1
            totals = tuple(120 if deal else rng.randint(-60, 90) for deal in gone)
            standing = dataclasses.replace(standing, deals=1, totals=totals, gone=tuple(gone))
        dealer = rng.choice([seat for seat in range(seats) if not standing.gone[seat]])
        state = rules.deal(shuffled(rules.deck, seed), dealer, standing)
        for number in count(block):
            if not state.to_act:
                break
            if number % 4 == 0:
                _, again = position("classic", seats, options=given, **written(rules, state))
                assert rules.facts(again) == rules.facts(state)
                for name in ("places", "stock", "to_act", *OneOhOneState.FACTS):
                    assert getattr(again, name) == getattr(state, name), name
            if state.to_act == BY_DEALER:
                run_chance(rules, state, rng)
            else:
                rules.play(state, state.to_act[0], rng.choice(rules.legal(state, state.to_act[0])))


def test_the_prompt_says_when_one_may_draw_though_a_card_fits() -> None:
    """Not without the option (O-09)."""
    for able, words in (
        (True, "Lay a card that fits on {card}, or draw one."),
        (False, "Lay a card that fits on {card}."),
    ):
        rules, state = position("classic", hands={"P0": "8c Ks"}, pile="8h", options={"draw_when_able": able})
        assert rules.scene(observe(state, 0)).prompt.source == words


@pytest.mark.parametrize("preset", ["classic", "small_deck_a"])
def test_beside_the_table_stand_the_cards_that_are_still_out_as_the_seat_may_know_them(preset: str) -> None:
    rules = rules_of(preset, 3)
    for state, _ in deal_of(rules, 5):
        if not state.to_act:
            continue
        for seat in range(3):
            sections = {section.title.source: section for section in rules.scene(observe(state, seat)).sections}
            told = [card for (cell,) in sections["Still out"].lines for card in cell.facts["cards"].cards]  # type: ignore[union-attr]
            others = sum(state.places[other] for other in range(3) if other != seat)
            assert cards_of(told) == others | cards_of(state.stock)


def test_special_cards_that_do_the_same_are_told_together() -> None:
    """O-14 to O-19: beside the table and on the card."""
    options = {"six_effect": "draw1", "eight_effect": "draw1", "nine_effect": "draw1", "king_hearts_draw": 4}
    rules, english = rules_of("classic", 3, **options), Words("en")
    state = next(state for state, _ in deal_of(rules, 5))
    sections = {section.title.source: section for section in rules.scene(observe(state, 0)).sections}
    assert [" ".join(map(english.text, line)) for line in sections["Special cards"].lines] == [
        "6 8 9 next draws 1",
        "7 next draws 2",
        "A an ace, or no turn",
        "Q orders a suit",
        "K♠ K♥ draws 4, no turn",
    ]
    parts = [english.text(part.text) for _, chapter in FAMILY.card(rules.options, 3) for part in chapter]
    assert [part for part in parts if ": the next player" in part] == [
        "6 8 9: the next player draws 1 card, then plays.",
        "7: the next player draws 2 cards, then plays.",
        "K♠ K♥: the next player draws 4 cards and loses the turn.",
        "A: the next player answers with an ace, or loses the turn.",
    ]


def test_a_rank_that_is_not_in_the_pack_is_no_special_card() -> None:
    rules, english = rules_of("classic", 3, deck="32"), Words("en")
    state = next(state for state, _ in deal_of(rules, 5))
    sections = {section.title.source: section for section in rules.scene(observe(state, 0)).sections}
    assert english.text(sections["Special cards"].lines[0][0]) == "7"


def test_a_card_that_orders_a_suit_is_an_action_when_it_is_opened() -> None:
    """O-05, O-26."""
    rules = rules_of("dealer_opens", 2)
    opened = (rules.deal(shuffled(rules.deck, seed), 0, rules.start()) for seed in count())
    state = next(state for state in opened if state.step == NAME)
    assert state.actions == 1
    rules.play(state, 0, rules.legal(state, 0)[0])
    assert state.actions == 1
