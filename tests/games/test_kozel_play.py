"""Kozel: tricks, the praise, whole matches, secret questions, and the baseline player."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cardtable.bots.finding import make_bot
from cardtable.cards import bits, card_text, cards_text, pack, parse_card, parse_cards, shuffled
from cardtable.engine.draft import BadPosition
from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.options import make_options
from cardtable.engine.position import put_down
from cardtable.engine.rules import BY_DEALER, run_chance
from cardtable.engine.state import observe
from cardtable.engine.text import plain
from cardtable.games.kozel import FAMILY, scoring
from cardtable.games.kozel.cards import suits_of
from cardtable.games.kozel.game import Kozel
from cardtable.games.kozel.options import KozelOptions
from cardtable.games.kozel.state import ASKING, PRAISE, KozelStanding, KozelState
from cardtable.games.tricks import Suits, points_of

GAMES = [(name, seats) for name, preset in FAMILY.presets.items() for seats in preset.seats]
every_preset = pytest.mark.parametrize(("name", "seats"), GAMES)


def kozel(name: str, seats: int = 4, **options: Any) -> Kozel:
    """The rules of a preset with some options changed."""
    return Kozel(make_options(FAMILY.presets[name].options, options), seats)


def moments(rules: Kozel, hands: int, seed: int = 1) -> Iterator[tuple[KozelState, Seat, Move]]:
    """Each decision before it is played, over so many random hands of matches; seat -1 marks the end of a hand."""
    rng = Random(seed)
    standing = rules.start()
    for number in range(hands):
        dealer = standing.dealer if standing.dealer is not None else 0
        state = rules.deal(shuffled(rules.deck, seed * 1000 + number), dealer, standing)
        run_chance(rules, state, rng)
        while state.to_act:
            seat = state.to_act[0]
            move = rng.choice(rules.legal(state, seat))
            yield state, seat, move
            rules.play(state, seat, move)
            run_chance(rules, state, rng)
        yield state, -1, Move("")
        standing = rules.settle(standing, state)
        if standing.over:
            standing = rules.start()


# Suits and tricks


def test_all_trumps_are_one_suit() -> None:
    """K-06, K-13: a jack does not follow its printed suit; there are fifteen trumps and twenty-one plain cards."""
    suits = suits_of(KozelOptions(), 3)
    assert (suits.trumps.bit_count(), suits.plain.bit_count()) == (15, 21)
    assert suits.follow[parse_card("Th")] == parse_cards("6h 7h 8h 9h Kh Th Ah")
    assert suits.follow[parse_card("Jh")] == suits.trumps
    assert suits.beaters[parse_card("Qs")] == parse_cards("Qc 6c")
    assert suits.beaters[parse_card("Kd")] == parse_cards("Td Ad") | suits.trumps


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("Ad Td 7c Jd", 3), ("Kh 6h As 9h", 0), ("Tc Ac Qd Kc", 2), ("8s 6c 9s Qc", 1), ("9s As", 1), ("6h", 0)],
)
def test_the_highest_trump_or_else_the_highest_of_the_suit_wins(trick: str, winner: int) -> None:
    """K-14."""
    assert suits_of(KozelOptions(), 3).winner([parse_card(card) for card in trick.split()]) == winner


def test_a_game_without_trumps_has_tricks_too() -> None:
    """The shared part needs no trump suit, and uses the usual order of the ranks."""
    suits = Suits(pack(32), ())
    assert suits.trumps == 0
    assert suits.winner([parse_card(card) for card in ("Jh", "As", "Kh", "Qh")]) == 2
    assert suits.follow[parse_card("7c")].bit_count() == 8


# The praise


def test_a_praise_lays_as_many_plain_cards_from_everybody() -> None:
    """K-10: no player holds more than a full hand, and the columns go to the players who win them."""
    rules = kozel("nizhny")
    seen = set()
    for state, seat, move in moments(rules, 60):
        if seat < 0 or state.stage != PRAISE:
            continue
        columns = len(state.columns) or move.cards.bit_count()
        seen.add(columns)
        assert move.cards & rules.suits(state).plain == move.cards
        assert move.cards.bit_count() == columns
        for other in range(4):
            assert state.places[other].bit_count() <= 9 - columns + (columns if other == seat else 0)
    assert seen == {1, 2}


# Matches


@every_preset
def test_a_match_ends_with_winners_and_a_row_for_every_hand(name: str, seats: int) -> None:
    """K-03, K-21 to K-23: the deal goes round; each hand settled on its own gives the same standing."""
    rules = kozel(name, seats)
    rng = Random(name)
    standing: KozelStanding = rules.start()
    dealer = 1 % seats
    for number in range(400):
        state = rules.deal(shuffled(rules.deck, number), dealer, standing)
        while state.to_act:
            run_chance(rules, state, rng)
            seat = state.to_act[0]
            rules.play(state, seat, rng.choice(rules.legal(state, seat)))
        alone = rules.settle(rules.standing_before(state), state)
        standing = rules.settle(standing, state)
        assert dataclasses.replace(standing, sheet=()) == dataclasses.replace(alone, sheet=())
        even = state.ended == "counted" and scoring.card_points(state) == (60, 60)
        again = even and rules.options.eggs_dealer == "same"
        assert standing.dealer == (dealer if again else (dealer + 1) % seats)
        assert len(standing.sheet) == standing.deals == number + 1
        assert len(standing.sheet[-1].points) == seats
        assert [plain(line) for line in (*rules.sheet_notes(standing), *rules.result_lines(state))]
        dealer = standing.dealer
        if standing.over:
            break
    assert standing.over
    assert set(standing.winners) in [set(rules.members(side)) for side in range(rules.sides)]
    if rules.options.scoring == "ladder":
        assert min(standing.score) < rules.options.match_points <= max(standing.score)


# Secrecy


def asked(rules: Kozel, wanted: str) -> Iterator[KozelState]:
    """Moments of random hands at which a player is asked because of their cards."""
    for state, seat, _ in moments(rules, 400, seed=3):
        if seat >= 0 and state.stage == wanted:
            yield state


@pytest.mark.parametrize(
    ("name", "stage", "declined"), [("nizhny", "redeal", "no_call"), ("goat_sixes", "exchange", "keep")]
)
@pytest.mark.every(2)
def test_who_is_asked_in_secret_leaves_no_trace(name: str, stage: str, declined: str) -> None:
    """K-08, K-09: for the others the first lead is due, before and after; only the leader has to wait."""
    rules = kozel(name)
    found = 0
    for state in asked(rules, stage):
        [player] = state.to_act
        after = state.copy()
        log: list[Event] = []
        rules.play(after, player, Move(declined), log)
        if after.stage in ASKING:
            continue
        found += 1
        assert log == []
        for seat in range(4):
            before = observe(state, seat)
            if seat not in (player, state.leader):
                assert before == observe(after, seat)
                assert rules.scene(before) == rules.scene(observe(after, seat))
            if seat != player:
                assert not any(chair.acting for chair in rules.scene(before).chairs if chair.seat != state.leader)
                for verb in rules.verbs:
                    broken = rules.why_not(state, seat, Move(verb))
                    assert broken is not None
                    assert f"P{player}" not in str(broken) or player == state.leader
    assert found > 5


def test_who_does_not_follow_is_known_to_lack_the_suit() -> None:
    """K-13: this treats trumps as one suit too."""
    rules = kozel("nizhny_plain")
    learnt = 0
    for state, seat, move in moments(rules, 15):
        if seat >= 0 and state.trick and not move.cards & state.prefer:
            after = state.copy()
            rules.play(after, seat, move)
            if after.lacks is not None and after.to_act:
                assert not rules.suits(state).follow[state.trick[0]] & ~after.lacks[seat]
                learnt += 1
    assert learnt > 50


def test_the_boaster_is_known_to_have_laid_plain_cards() -> None:
    """K-10: no player counts the hidden cards as trumps; a boaster who laid two of them has only trumps left."""
    rules = kozel("nizhny")
    laid = set()
    for state, seat, _ in moments(rules, 30):
        if seat >= 0 and state.stage == PRAISE and state.columns:
            assert state.lacks is not None
            suits = rules.suits(state)
            for place in rules.columns[: len(state.columns)]:
                assert state.lacks[place] == suits.trumps
                assert not state.places[place] & suits.trumps
            if len(state.columns) == 2:
                assert state.lacks[rules.left_of(state.dealer)] == suits.plain
            laid.add(len(state.columns))
    assert laid == {1, 2}


# The baseline player


@every_preset
def test_the_baseline_player_plays_whole_matches(name: str, seats: int) -> None:
    """Whatever it is asked, with a reason for each decision."""
    rules = kozel(name, seats)
    bot = make_bot("steady", "kozel", rules)
    rng = Random(1)
    standing = rules.start()
    for number in range(8):
        state = rules.deal(shuffled(rules.deck, number), number % seats, standing)
        while state.to_act:
            run_chance(rules, state, rng)
            seat = state.to_act[0]
            choices = rules.legal(state, seat)
            decision = bot.choose(observe(state, seat), choices, rng)
            assert decision.move in choices
            assert plain(decision.why)
            if len(state.trick) == seats - 1:
                assert_no_present(rules, state, seat, decision.move)
            rules.play(state, seat, decision.move)
        standing = rules.settle(standing, state)


def assert_no_present(rules: Kozel, state: KozelState, seat: Seat, move: Move) -> None:
    """When playing last to an opponents' trick that cannot be won, it gives the fewest points."""
    beaters = rules.suits(state).beaters[state.best]
    legal = rules.legal(state, seat)
    if rules.side[state.winning] != rules.side[seat] and not any(other.cards & beaters for other in legal):
        assert points_of(move.cards) == min(points_of(other.cards) for other in legal)


def test_the_shuffle_gathers_all_but_praise_tricks_that_are_kept() -> None:
    """K-09: after it, nothing of the earlier deal is known."""
    rules = kozel("nizhny")
    kept = 0
    rng = Random(4)
    for state, seat, _ in moments(rules, 300, seed=7):
        if seat >= 0 and state.stage == "repraise":
            for verb in ("keep_praise", "repraise"):
                after = state.copy()
                rules.play(after, seat, Move(verb))
                assert after.to_act == BY_DEALER
                run_chance(rules, after, rng)
                assert after.known is not None
                if verb == "keep_praise":
                    assert (after.won, after.praise_winner) == (state.won, state.praise_winner)
                    common = after.known[0] & after.known[1] & after.known[2] & after.known[3]
                    assert bits(common) == bits(after.places[rules.taken])
                    kept += 1
                else:
                    assert not any(after.won) or after.stage != PRAISE
    assert kept > 3


# Positions


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        *((name, seats, {}) for name, seats in GAMES),
        ("nizhny", 4, {"cut_step": "manual", "praise_leader_may_lead_trump": True}),
        ("goat_accounts", 4, {"count_span": "each_half"}),
        ("goat_sixes", 4, {"redeal_no_queens": True, "first_lead": "ace_of_diamonds"}),
    ],
)
@pytest.mark.every(4)
def test_a_position_carries_any_moment(name: str, seats: int, options: dict[str, Any]) -> None:
    """Set up from its own facts, a hand is the same and goes on in the same way."""
    rules = kozel(name, seats, **options)
    for state, seat, _ in moments(rules, 8, seed=5):
        if seat < 0:
            continue
        facts = rules.facts(state)
        keys = {name: facts[name] for name in SET_AS_TOLD}
        keys |= {name: facts[name] for name in SET_IF_ANY if facts[name] != "none"}
        keys |= {name: " ".join(map(str, facts[name])) for name in SET_AS_TEXT}
        keys["hands"] = {f"P{other}": cards_text(state.places[other]) for other in range(seats)}
        keys["stock"] = " ".join(map(card_text, state.stock))
        _, other_state = put_down({"preset": name, "seats": seats, **keys}, lambda *_: rules)
        assert other_state.places == state.places
        assert other_state.to_act == state.to_act
        assert other_state.prefer == state.prefer
        assert all(rules.legal(other_state, seat) == rules.legal(state, seat) for seat in state.to_act)
        # The winner of the last trick is recorded, but no longer affects anything.
        assert {**rules.facts(other_state), "last_winner": ""} == {**facts, "last_winner": ""}


SET_AS_TOLD = ("stage", "dealer", "hand", "half", "calls", "eggs", "taken", "columns", "trick", "opening", "booked")
SET_IF_ANY = ("leader", "praise_winner", "namer", "turned", "trump", "asked", "offered")
SET_AS_TEXT = ("score", "totals", "first_half")


def test_points_so_far_may_be_put_down_without_cards() -> None:
    """K-18, K-19: cards outside all places make up the points; where they cannot, the position is refused."""
    keys = {"preset": "nizhny_plain", "leader": "P1", "hands": {"P0": "Ah", "P1": "Th", "P2": "Kd", "P3": "Kh"}}
    rules = kozel("nizhny_plain")
    _, state = put_down({**keys, "card_points": "60 31"}, lambda *_: rules)
    assert rules.facts(state)["card_points"] == [60, 31]
    for text in ("Th", "Kd", "Kh", "Ah"):
        rules.play(state, state.to_act[0], Move("play", parse_cards(text)))
    assert rules.facts(state)["game_points"] == [0, 2]
    with pytest.raises(BadPosition, match="card_points"):
        put_down({**keys, "card_points": "80 80"}, lambda *_: rules)
    with pytest.raises(BadPosition, match="card_points"):
        put_down({**keys, "card_points": "sixty"}, lambda *_: rules)


def test_a_position_may_begin_with_the_deal() -> None:
    """K-05: from the whole deck; apart from the match's facts nothing else can be set up then."""
    rules = kozel("goat32_halves")
    deck = " ".join(map(card_text, pack(32)))
    _, state = put_down({"preset": "goat32_halves", "stage": "deal", "dealer": "P0", "stock": deck}, lambda *_: rules)
    assert state == rules.deal(pack(32), 0, rules.start())
    with pytest.raises(BadPosition, match="stock"):
        put_down({"preset": "goat32_halves", "stage": "deal", "stock": "7s"}, lambda *_: rules)
    with pytest.raises(BadPosition, match="hands"):
        put_down({"preset": "goat32_halves", "stage": "deal", "hands": {"P0": "7s"}}, lambda *_: rules)
