"""King, Prince, Soldier, Peasant over whole games: who deals, who gets which title, who sees which card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cardtable.bots.finding import make_bot
from cardtable.cards import HIDDEN, SUIT_CARDS, cards_of, only_card
from cardtable.cli.positions import rules_of
from cardtable.engine.moves import DEALER, Event
from cardtable.engine.options import BadOption, make_options
from cardtable.engine.position import put_down
from cardtable.engine.scene import for_onlookers
from cardtable.engine.state import common_knowledge, observe, observe_public
from cardtable.engine.text import plain
from cardtable.games.titles import FAMILY
from cardtable.games.titles.game import Titles
from cardtable.games.titles.options import TitlesOptions
from cardtable.games.titles.state import NOT_GIVEN, TitlesStanding, TitlesState
from cardtable.match.match import Match
from cardtable.words import Words


def four_ranks(**options: Any) -> Titles:
    """The rules with some options changed."""
    return Titles(make_options(FAMILY.presets["four_ranks"].options, options), 4)


def moments(match: Match, rng: Random) -> Iterator[TitlesState]:
    """Every state of the next deal, played with random moves."""
    _, dealer, deck = match.next_cards()
    match.deal(deck, dealer)
    while not match.deal_over:
        assert isinstance(match.state, TitlesState)
        yield match.state
        if match.shuffle_due:
            match.play(DEALER, match.next_shuffle())
        else:
            seat = match.state.to_act[0]
            match.play(seat, rng.choice(match.rules.legal(match.state, seat)))
    assert isinstance(match.state, TitlesState)
    yield match.state


def standing(match: Match) -> TitlesStanding:
    """The standing of the game."""
    assert isinstance(match.standing, TitlesStanding)
    return match.standing


@pytest.mark.parametrize("options", [{}, {"quota_mode": "single_deal"}, {"rank_follow": "free"}])
def test_a_game_is_some_deals_for_the_quotas_and_one_reign(options: dict[str, Any]) -> None:
    rules = four_ranks(**options)
    for seed in range(30):
        match, rng = Match(rules, seed), Random(seed)
        while not match.over:
            before = standing(match)
            *_, end = moments(match, rng)
            after = standing(match)
            if before.reign:
                assert sum(after.reign_tricks) == 9
                most = max(after.reign_tricks)
                # Ties go to the lowest title (G-49).
                tied = [seat for seat in range(4) if after.reign_tricks[seat] == most]
                assert after.winners == (max(tied, key=lambda seat: before.titles[seat]),)
            elif after.reign:
                assert after.dealer == after.titles.index(3)
                assert sorted(after.titles) == [0, 1, 2, 3]
                for high, low in zip(end.successors, end.successors[1:], strict=False):
                    lower_title = end.titles[high] > end.titles[low]
                    assert (after.tricks[high], lower_title) > (after.tricks[low], False)
            else:
                assert after.dealer is not None
                assert end.staying >> after.dealer & 1
                assert end.staying.bit_count() >= 2
        first_stage = sum(standing(match).tricks)
        assert first_stage == 9 if options.get("quota_mode") == "single_deal" else first_stage <= 23
        assert match.deals <= 4
        assert len(match.standing.sheet) == match.deals


def test_quotas_that_add_up_to_nine_tricks_take_one_deal() -> None:
    rules = four_ranks(quota_king=4, quota_prince=3, quota_soldier=1, quota_peasant=1)
    for seed in range(20):
        match = Match(rules, seed)
        *_, end = moments(match, Random(seed))
        assert end.successors
        assert standing(match).reign


def test_titles_by_lot_differ_and_titles_by_seat_do_not() -> None:
    for assignment, kinds in (("random", 10), ("seats", 1)):
        rules = four_ranks(role_assignment=assignment)
        found = set()
        for seed in range(40):
            *_, end = moments(Match(rules, seed), Random(seed))
            found.add(tuple(end.titles[(end.dealer + step) % 4] for step in range(1, 5)))
            assert NOT_GIVEN not in end.titles
        assert len(found) >= kinds
        assert assignment == "random" or found == {(0, 1, 2, 3)}


def test_an_exchanged_card_is_seen_by_two_players_only() -> None:
    rules = four_ranks(quota_mode="single_deal")
    exchanges = 0
    for seed in range(12):
        match, rng = Match(rules, seed), Random(seed)
        list(moments(match, rng))
        for state in moments(match, rng):
            if not state.exchange.endswith("gets"):
                continue
            exchanges += 1
            received = state.received
            king, partner = state.seat_of(0), state.seat_of(state.partner_title())
            for seat in range(4):
                seen = observe(state, seat).state
                assert isinstance(seen, TitlesState)
                # Even a card turned up is lost from sight: no other player can tell whether it was given away.
                assert bool(seen.places[king] >> received & 1) == (seat in (king, partner))
                assert (seen.received == received) == (seat in (king, partner))
    assert exchanges > 12


@pytest.mark.parametrize("king_return", ["free", "good"])
def test_whoever_watches_an_exchange_sees_no_card_of_it_from_any_chair(king_return: str) -> None:
    rules = four_ranks(quota_mode="single_deal", king_return=king_return)
    looked = Counter[str]()
    for seed in range(4):
        match, rng = Match(rules, seed), Random(seed)
        list(moments(match, rng))
        for state in moments(match, rng):
            if state.exchange == "none":
                continue
            looked[state.exchange] += 1
            for chair in range(4):
                scene = for_onlookers(rules.scene(observe_public(state, chair)), state.size(chair))
                hands = [pile for pile in scene.piles if pile.layout == "fan"]
                assert [len(hand.cards) for hand in hands] == [state.size(chair)]
                shown = cards_of(card for hand in hands for card in hand.cards if card != HIDDEN)
                assert shown == state.places[chair] & common_knowledge(state)
    assert set(looked) == {"soldier_gives", "soldier_gets", "peasant_gives", "peasant_gets"}


def test_a_soldier_without_trumps_who_gives_a_card_all_the_same_does_not_tell_of_it() -> None:
    """Cards go to the king face down (G-48): players who do not see this one assume it is a trump."""
    for rule, told in (("highest_card", False), ("skip", True)):
        rules = four_ranks(soldier_no_trump=rule)
        # King to peasant in seat order, trumps hearts, none of them dealt to the soldier P2.
        plain_cards = [card for card in rules.deck if not SUIT_CARDS[1] >> card & 1]
        trumps = [card for card in rules.deck if SUIT_CARDS[1] >> card & 1]
        deck = [(plain_cards if turn % 4 != 3 else trumps).pop() for turn in range(36)]
        log: list[Event] = []
        reign = TitlesStanding(1, 3, titles=(0, 1, 2, 3), reign=True)
        state = rules.deal(deck, 3, reign, log)
        assert state.trump == 1
        assert state.exchange == ("peasant_gives" if told else "soldier_gives")
        assert any(event.kind == "no_trump" for event in log) == told
        assert state.lacks is not None
        assert bool(state.lacks[2]) == told


@pytest.mark.parametrize(
    ("king", "move", "says"),
    [
        ("Ah Td 9s 8s", "return 9s", "A good card is returned to the soldier: 10♦."),
        ("Ah 9d 9s 8s", "return 8s", "Without another good card one of your highest rank goes to the soldier: 9♠ 9♦."),
        ("Ah 9d 9s 8s", "return Ah", "A♥ came from the soldier: return another card."),
    ],
)
def test_what_the_king_may_not_return_is_told_with_what_he_may(king: str, move: str, says: str) -> None:
    """G-48: a nine is not called a good card."""
    keys = {"preset": "four_ranks", "options": {"king_return": "good"}, "stage": "reign", "trump": "h", "dealer": "P0"}
    exchange = {"exchange": "soldier_gets", "received": "Ah", "hands": {"P1": f"{king} 6s 7s 6c 7c 8c 6d"}}
    rules, state = put_down(keys | exchange, rules_of)
    broken = rules.why_not(state, 1, rules.parse_move(move))
    assert broken is not None
    assert (broken.rule, Words().text(broken.text)) == ("G-48", says)


def test_everybody_knows_who_leads_the_reign_and_why() -> None:
    rules = four_ranks(quota_mode="single_deal")
    for seed in range(12):
        match, rng = Match(rules, seed), Random(seed)
        list(moments(match, rng))
        opened = next(state.copy() for state in moments(match, rng) if state.exchange == "none")
        ace = only_card(SUIT_CARDS[opened.trump] & rules.all_cards)
        for seat in range(4):
            assert observe(opened, seat).state.places[opened.leader] >> ace & 1


def test_a_player_who_leaves_alone_knows_the_cards_that_he_sets_aside() -> None:
    rules = four_ranks()
    seen_leaving = 0
    for seed in range(10):
        match, rng = Match(rules, seed), Random(seed)
        staying = 15
        for state in moments(match, rng):
            gone = staying & ~state.staying
            staying = state.staying
            if gone and state.size(rules.aside) and state.to_act:
                seen_leaving += 1
                leaver = gone.bit_length() - 1
                aside = state.places[rules.aside]
                assert observe(state, leaver).state.places[rules.aside].bit_count() >= 1
                for seat in range(4):
                    if seat != leaver and state.staying >> seat & 1:
                        assert not observe(state, seat).state.places[rules.aside] & aside & ~(1 << state.turn_up)
    assert seen_leaving


def test_the_sheet_says_who_still_needs_how_many_tricks() -> None:
    rules = four_ranks()
    match = Match(rules, 5)
    *_, end = moments(match, Random(1))
    notes = [plain(note) for note in match.rules.sheet_notes(match.standing)]
    assert len(notes) == 4
    king = end.titles.index(0)
    missing = 9 - end.tricks[king]
    assert notes[0] == f"P{king} is king and needs {missing} trick{'s' * (missing > 1)} more"


def test_at_the_end_of_a_deal_everybodys_quota_is_told_theirs_too_who_have_it() -> None:
    """Players who left with a full quota were missing from the list."""
    rules, done = four_ranks(), 0
    for seed in range(20):
        match, rng = Match(rules, seed), Random(seed)
        *_, end = moments(match, rng)
        if end.successors:
            continue
        total = rules.total(end)
        said = [plain(line) for line in rules.verdict(end, 0).story]
        assert said == [f"P{seat}: {total[seat]} of {rules.quotas[end.titles[seat]]} tricks" for seat in range(4)]
        done += any(not end.staying >> seat & 1 for seat in range(4))
    assert done


def test_whoever_keeps_the_title_in_the_reign_stays_what_they_are() -> None:
    said: dict[bool, set[str]] = {True: set(), False: set()}
    for seed in range(20):
        match, rng = Match(four_ranks(), seed), Random(seed)
        while not standing(match).reign:
            *_, end = moments(match, rng)
        for seat in range(4):
            stayed = end.successors[end.titles[seat]] == seat
            said[stayed].add(plain(match.rules.verdict(end, seat).headline).split(":")[0])
    assert said == {True: {"You stay"}, False: {"You are now"}}


def test_steady_players_finish_their_games_and_beat_players_by_lot() -> None:
    rules = four_ranks()
    won = 0
    for seed in range(60):
        match, rng = Match(rules, seed), Random(seed)
        bots = [make_bot("steady" if seat == seed % 4 else "uniform", "titles", rules) for seat in range(4)]
        while not match.over:
            _, dealer, deck = match.next_cards()
            match.deal(deck, dealer)
            while not match.deal_over:
                seat = match.state.to_act[0]
                seen = observe(match.state, seat)
                decision = bots[seat].choose(seen, match.rules.legal(match.state, seat), rng)
                assert plain(decision.why)
                match.check(seat, decision.move)
                match.play(seat, decision.move)
        won += seed % 4 in match.standing.winners
    assert won > 20


def test_the_game_is_for_four() -> None:
    """G-40."""
    with pytest.raises(BadOption, match="four players"):
        TitlesOptions().check(3)


@pytest.mark.parametrize("given", ["9,7,5", "9,7,5,0"])
def test_four_quotas_are_four_numbers_from_one_on(given: str) -> None:
    with pytest.raises(BadOption, match=given.rsplit(",", maxsplit=1)[-1]):
        make_options(TitlesOptions(), {"rank_quotas": given})


def test_four_quotas_are_named_in_one() -> None:
    """G-41: rank_quotas, as the catalogue writes it."""
    made = make_options(TitlesOptions(), {"rank_quotas": "4,3,2,1"})
    assert (made.quota_king, made.quota_prince, made.quota_soldier, made.quota_peasant) == (4, 3, 2, 1)
    assert make_options(TitlesOptions(), {"rank_quotas": [4, 3, 2, 1]}) == made
    assert make_options(TitlesOptions(), {"quota_king": "9"}).quota_king == 9
