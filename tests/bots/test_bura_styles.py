"""The styles of Bura do what section 8 of the catalogue says of them, measured on seeded deals.

`pytest -m slow tests/bots` measures at the catalogue's size, `-s` shows the figures.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from statistics import fmean
from typing import NamedTuple

import pytest

from cardtable.bots.finding import make_bot
from cardtable.bots.styles.bura.endgame import Endgame
from cardtable.bots.styles.bura.player import BuraLook
from cardtable.bots.styles.bura.styles import Interceptor
from cardtable.cards import SUIT_CARDS, Cards, shuffled
from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.rules import attempt
from cardtable.engine.state import EVERYBODY, observe
from cardtable.games import family, find_preset
from cardtable.games.bura import FAMILY
from cardtable.games.bura.beating import ACES, TENS
from cardtable.games.bura.drawing import DRAW, PRETEND
from cardtable.games.bura.game import Bura
from cardtable.games.bura.options import BuraOptions
from cardtable.games.bura.rules import CLAIM, SILENT
from cardtable.games.bura.state import BuraState
from cardtable.games.tricks import points_of
from cardtable.match.record import make_header
from cardtable.match.table import Table

STYLES = ("trump_keeper", "interceptor", "point_counter", "purchase_watcher", "point_taker", "combiner")
TABLES = [(preset, seats) for preset in FAMILY.presets for seats in FAMILY.presets[preset].seats]
SAMPLES = (
    pytest.param(100, id="small"),
    pytest.param(300, id="full", marks=pytest.mark.slow),
)
"""The number of deals; the catalogue asks for 300."""


class Turn(NamedTuple):
    """A decision by the style being measured, with the deal as it was at that moment."""

    deal: int
    state: BuraState
    seat: Seat
    choices: tuple[Move, ...]
    move: Move
    fresh: tuple[bool, ...]
    """For each of the opponent's plays so far, whether all its cards had just been drawn."""

    @property
    def hand(self) -> Cards:
        return self.state.places[self.seat]

    @property
    def trumps(self) -> Cards:
        return self.hand & SUIT_CARDS[self.state.trump]

    @property
    def laying(self) -> bool:
        return self.state.moment in ("lead", "replies")


@cache
def measured(style: str, deals: int, preset: str = "burkozel", against: str = "steady") -> tuple[list[Turn], list[str]]:
    """The turns of a style over so many two-player deals, half from each seat, and how each deal ended for it."""
    turns: list[Turn] = []
    ends = []
    rules = Bura(FAMILY.presets[preset].options, 2)
    for deal in range(deals):
        seat = deal % 2
        bots = {seat: make_bot(style, "bura", rules), 1 - seat: make_bot(against, "bura", rules)}
        state = rules.deal(shuffled(rules.deck, deal), deal // 2 % 2, rules.start())
        fresh: tuple[bool, ...] = ()
        log: list[Event] = []
        while state.to_act:
            mover = state.to_act[0]
            choices = tuple(rules.legal(state, mover))
            bot = bots[mover]
            if isinstance(bot, Interceptor):
                bot.watch([event.for_seat(mover) for event in log])
            move = bot.choose(observe(state, mover), choices, Random(deal)).move
            if mover == seat:
                turns.append(Turn(deal, state.copy(), seat, choices, move, fresh))
            elif move.cards:
                fresh += (not move.cards & ~state.bought,)
            rules.play(state, mover, move, log)
        won = "won" if state.won >> seat & 1 else "fault" if state.culprit == seat else "not won"
        ends.append(f"{won} by {state.ended}")
    return turns, ends


def takes(turn: Turn, move: Move) -> bool:
    rules = Bura(FAMILY.presets["burkozel"].options, 2)
    return rules.wins_over(turn.state, turn.state.best, move.cards)


def share(what: str, turns: list[Turn], holds: Callable[[Turn], bool], least: int = 10) -> Fraction:
    """The share of these turns in which a condition holds; there must be enough of them to judge by."""
    assert len(turns) >= least, f"{what}: only {len(turns)} chances"
    found = Fraction(sum(map(holds, turns)), len(turns))
    print(f"{what}: {float(found):.3f} of {len(turns)}")
    return found


def has_trumps(turn: Turn) -> bool:
    return bool(turn.move.cards & turn.trumps)


@pytest.mark.parametrize("deals", SAMPLES)
def test_trump_keeper_keeps_trumps(deals: int) -> None:
    """With two or more trumps it plays them in at most 3 % of turns that leave a choice; the point taker plays many."""

    def collecting(turn: Turn) -> bool:
        plain = any(not move.cards & turn.trumps for move in turn.choices)
        return turn.laying and bool(turn.state.stock) and turn.trumps.bit_count() >= 2 and plain

    turns = [turn for turn in measured("trump_keeper", deals)[0] if collecting(turn)]
    assert share("trump_keeper lays trumps", turns, has_trumps) <= 0.03
    for turn in filter(has_trumps, turns):
        on_table = sum(map(points_of, turn.state.plays)) if turn.state.moment == "replies" else 0
        at_stake = on_table + points_of(turn.move.cards)
        assert max(turn.state.points) + at_stake >= 61, "a trump was laid that decided nothing"
    turns = [turn for turn in measured("point_taker", deals)[0] if collecting(turn)]
    assert share("point_taker lays trumps there", turns, has_trumps) >= 0.25


@pytest.mark.slow
def test_trump_keeper_wins_by_bura() -> None:
    """At least three times as often as the point taker, against the same opponent."""
    keeper = measured("trump_keeper", 600)[1].count("won by bura")
    taker = measured("point_taker", 600)[1].count("won by bura")
    print(f"won by bura: trump_keeper {keeper}, point_taker {taker} of 600")
    assert keeper >= 3 * taker


@pytest.mark.parametrize("preset", ["burkozel", "burkozel_casual"])
@pytest.mark.parametrize("deals", SAMPLES)
@pytest.mark.every(2)
@pytest.mark.slow
def test_interceptor_waits_and_then_attacks(deals: int, preset: str) -> None:
    """Plays single cards and takes few tricks until it suspects the opponent, then leads several and takes every trick.

    Where nobody claims, it is not asked after each trick, but has still seen what was played.
    """
    turns = [turn for turn in measured("interceptor", deals, preset, "trump_keeper")[0] if turn.laying]
    for after in (False, True):
        now = [turn for turn in turns if after == (len(turn.fresh) > 1 and all(turn.fresh[-2:]))]
        leads = [turn for turn in now if turn.state.moment == "lead"]
        if after:
            leads = [turn for turn in leads if any(move.cards.bit_count() > 1 for move in turn.choices)]
        several = share(f"interceptor leads several, {after=}", leads, lambda turn: turn.move.cards.bit_count() > 1)
        beatable = [
            turn for turn in now if turn.state.moment == "replies" and any(takes(turn, move) for move in turn.choices)
        ]
        taken = share(f"interceptor takes what it can, {after=}", beatable, lambda turn: takes(turn, turn.move))
        if after:
            assert several >= 0.95
            assert taken >= 0.95
        else:
            assert several <= 0.1
            assert taken <= 0.7


def test_interceptor_knows_what_was_laid_in_this_deal_alone() -> None:
    """It forgets what it was shown when it is shown a new deal, or one in which a move was taken back (B-22)."""
    card = 1
    bought, kept = (Event("reply", 1, card, 1, EVERYBODY, mark) for mark in (card, 0))
    bot = Interceptor(Bura(FAMILY.presets["burkozel"].options, 2))
    for events, suspected in (
        ([bought, kept, bought, bought], True),
        ([bought, kept, bought], False),
        ([bought, bought, kept], False),
        ([bought, bought], True),
        ([], False),
    ):
        bot.watch(events)
        assert bot.suspects(0) is suspected
        assert not bot.suspects(1)


def test_interceptor_is_shown_at_a_table_what_its_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is shown the events before each of its decisions, and before a hint too."""
    shown: list[list[Event]] = []
    monkeypatch.setattr(Interceptor, "watch", lambda self, events: shown.append(list(events)))
    game, (_, preset) = family("bura"), find_preset("burkozel_casual")
    kinds = ("bot:interceptor", "bot:steady")
    header = make_header(game, "burkozel_casual", preset.options, ("A", "B"), kinds, 1)
    table = Table.begin(game.rules(preset.options, 2), header)
    asked = 0
    while table.to_act:
        seat = table.to_act[0]
        known = table.events(seat)
        move = table.bot_move(seat) if seat == 0 else table.hint(seat, "interceptor").move
        assert shown.pop() == known
        table.submit(seat, move)
        asked += 1
    assert asked > 5
    assert not shown


@pytest.mark.parametrize("deals", SAMPLES)
def test_point_counter_gives_nothing_and_risks_nothing(deals: int) -> None:
    """Losing replies have the fewest points; it leads aces and tens only where no unseen card beats them."""
    turns = [turn for turn in measured("point_counter", deals)[0] if turn.laying]
    lost = [turn for turn in turns if turn.state.moment == "replies" and not takes(turn, turn.move)]

    def fewest(turn: Turn) -> bool:
        return points_of(turn.move.cards) == min(points_of(move.cards) for move in turn.choices)

    assert share("point_counter loses with the fewest points", lost, fewest) == 1

    def safe(turn: Turn) -> bool:
        rules = Bura(FAMILY.presets["burkozel"].options, 2)
        places = observe(turn.state, turn.seat).state.places
        unseen = [card for card in rules.deck if not any(cards >> card & 1 for cards in places)]
        return not any(
            rules.wins_over(turn.state, turn.move.cards, sum(1 << card for card in reply))
            for reply in combinations(unseen, turn.move.cards.bit_count())
        )

    risky = [
        turn
        for turn in turns
        if turn.state.moment == "lead"
        and turn.move.cards & (ACES | TENS)
        and any(not move.cards & (ACES | TENS) for move in turn.choices)
    ]
    assert share("point_counter leads aces and tens that stand", risky, safe, 1) == 1


def spread(rules: Bura, state: BuraState) -> int:
    """P0's final lead in points if both play for the most points and nobody says anything."""
    while state.to_act and SILENT in rules.legal(state, state.to_act[0]):
        rules.play(state, state.to_act[0], SILENT)
    if not state.to_act:
        return state.points[0] - state.points[1]
    seat = state.to_act[0]
    ends = []
    for move in rules.legal(state, seat):
        after = state.bare()
        rules.play(after, seat, move)
        ends.append(spread(rules, after))
    return min(ends) if seat else max(ends)


@pytest.mark.parametrize("multi_beat", ["each_card", "uniform"])
def test_point_counter_plays_the_last_tricks_exactly(multi_beat: str) -> None:
    """Its search agrees with one that plays the deal itself out to the end."""
    rules = Bura(dataclasses.replace(FAMILY.presets["burkozel"].options, multi_beat=multi_beat), 2)
    looked = 0
    for deal in range(30):
        bots = [make_bot("steady", "bura", rules) for _ in range(2)]
        state = rules.deal(shuffled(rules.deck, deal), deal % 2, rules.start())
        while state.to_act:
            seat = state.to_act[0]
            seen = observe(state, seat).state
            assert isinstance(seen, BuraState)
            look = BuraLook(rules, seen, seat)
            other = Endgame(rules).other_hand(look)
            assert (other is None) == bool(state.stock)
            if other is not None and state.moment in ("lead", "replies") and look.hand.bit_count() <= 3:
                assert other == state.places[1 - seat]
                endgame = Endgame(rules)
                value = endgame.lead if state.moment == "lead" else endgame.reply
                ahead = max(value(look, other, move) for move in rules.legal(state, seat))
                ahead += state.points[seat] - state.points[1 - seat]
                assert spread(rules, state.bare()) == (-ahead if seat else ahead)
                looked += 1
            choices = rules.legal(state, seat)
            move = SILENT if SILENT in choices else bots[seat].choose(observe(state, seat), choices, Random(1)).move
            rules.play(state, seat, move)
    assert looked > 50


def result(rules: Bura, state: BuraState, seat: int) -> float:
    """A seat's result if both play for themselves and claim as soon as they have enough; every line is searched."""
    if not state.to_act:
        return rules.scores(state)[seat]
    mover = state.to_act[0]
    ends = []
    for move in rules.legal(state, mover):
        after = state.bare()
        rules.play(after, mover, move)
        ends.append(result(rules, after, seat))
    return max(ends) if mover == seat else min(ends)


def test_where_both_may_have_enough_the_last_tricks_are_a_race() -> None:
    """More points are not better there: the first to reach 31 wins, and the other's points come too late."""
    rules = Bura(FAMILY.presets["bura_31"].options, 2)
    looked, rng = 0, Random(3)
    for deal in range(120):
        state = rules.deal(shuffled(rules.deck, deal), deal % 2, rules.start())
        while state.to_act:
            seat, choices = state.to_act[0], rules.legal(state, state.to_act[0])
            if state.moment in ("lead", "replies") and not state.stock and len(choices) > 1:
                look, endgame = BuraLook(rules, state, seat), Endgame(rules)
                worth = endgame.lead if state.moment == "lead" else endgame.reply
                best = max(choices, key=lambda move: worth(look, state.places[1 - seat], move))
                after = state.bare()
                rules.play(after, seat, best)
                assert result(rules, after, seat) == result(rules, state.bare(), seat)
                looked += 1
            rules.play(state, seat, SILENT if SILENT in choices else rng.choice(choices))
    assert looked > 100


@pytest.mark.slow
def test_point_taker_claims_on_what_it_has_not_seen_and_is_seldom_wrong() -> None:
    """The catalogue allows it 2 to 15 % wrong claims where replies are face down (B-27); all the others know."""
    shares = {}
    for style in STYLES:
        turns, ends = measured(style, 400, "bura_11")
        claims = sum(turn.move == CLAIM for turn in turns)
        assert claims > 60
        shares[style] = Fraction(ends.count("fault by false_claim"), claims)
    assert 0.02 <= shares.pop("point_taker") <= 0.15
    assert not any(shares.values())


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("deals", SAMPLES)
@pytest.mark.every(2)
def test_claims_are_true_and_at_once(style: str, deals: int) -> None:
    """It claims in the first W1 in which it has 61 points, and never before."""
    turns, ends = measured(style, deals)
    windows = [turn for turn in turns if turn.state.moment == "claims"]
    for turn in windows:
        assert turn.move == (CLAIM if turn.state.points[turn.seat] >= 61 else SILENT)
    assert not any(end.startswith("fault") for end in ends)
    assert any(end == "won by claim" for end in ends)


def test_nobody_is_tricked_in_drawing() -> None:
    """A neighbour pretends to draw whenever it can: a believer commits a fault, a player who watches hands waits."""
    rules = Bura(FAMILY.presets["burkozel_strict"].options, 2)
    chances = believed = 0
    for deal in range(60):
        watcher, other = make_bot("purchase_watcher", "bura", rules), make_bot("steady", "bura", rules)
        state = rules.deal(shuffled(rules.deck, deal), deal % 2, rules.start())
        while state.to_act:
            seat = state.to_act[0]
            if seat == 1 and PRETEND in rules.legal(state, 1):
                rules.play(state, 1, PRETEND)
                chances += 1
                # A player who believes it would draw the next card, given room in the hand for one.
                believed += state.places[0].bit_count() < 4
                seen = observe(state, 0)
                assert watcher.choose(seen, rules.legal(state, 0), Random(1)).move != DRAW
                continue
            bot = other if seat else watcher
            attempt(rules, state, seat, bot.choose(observe(state, seat), rules.legal(state, seat), Random(1)).move)
        assert state.culprit < 0
    print(f"pretended {chances} times; who believes it commits {believed} faults")
    assert believed >= chances / 2


@pytest.mark.parametrize("deals", SAMPLES)
@pytest.mark.slow
def test_point_taker_takes(deals: int) -> None:
    """It takes every trick that it can, and leads the most points it has in one suit."""
    turns = [turn for turn in measured("point_taker", deals)[0] if turn.laying]
    replies = [turn for turn in turns if turn.state.moment == "replies"]
    beatable = [turn for turn in replies if any(takes(turn, move) for move in turn.choices)]
    assert share("point_taker takes", beatable, lambda turn: takes(turn, turn.move)) == 1

    def most(turn: Turn) -> bool:
        return points_of(turn.move.cards) == max(points_of(move.cards) for move in turn.choices)

    leads = [turn for turn in turns if turn.state.moment == "lead"]
    assert share("point_taker leads the most points", leads, most) == 1


@pytest.mark.parametrize("deals", SAMPLES)
def test_combiner_announces_and_collects(deals: int) -> None:
    """It announces whenever it can without R, and holds longer suits than the point taker."""
    chances = [
        turn
        for turn in measured("combiner", deals)[0]
        if turn.state.moment == "combinations" and turn.seat != turn.state.leader
    ]
    assert share("combiner announces", chances, lambda turn: turn.move.verb == "announce", 1) == 1
    longest = {
        style: fmean(
            max((turn.hand & suit).bit_count() for suit in SUIT_CARDS)
            for turn in measured(style, deals)[0]
            if turn.laying and turn.state.stock
        )
        for style in ("combiner", "point_taker")
    }
    print(f"longest suit: {longest}")
    assert longest["combiner"] > longest["point_taker"]


def to_the_end(style: str, options: BuraOptions, seats: int) -> None:
    """Moves are checked, bots see only observations; asked twice they choose the same, and out of turn they wait."""
    rules = Bura(options, seats)
    for deal in range(3):
        bots = [make_bot(style, "bura", rules) for _ in range(seats)]
        state = rules.deal(shuffled(rules.deck, deal), deal % seats, rules.start())
        while state.to_act:
            for seat in reversed(state.to_act):
                seen = observe(state, seat)
                choices = rules.legal(state, seat)
                decision = bots[seat].choose(seen, choices, Random(1))
                assert seen == observe(state, seat), "the bot changed what it was shown"
                assert bots[seat].choose(seen, choices, Random(2)) == decision
                assert decision.move in choices
            attempt(rules, state, state.to_act[0], decision.move)
        assert state.culprit < 0


MIXTURES = {
    "unmarked": BuraOptions(show_bought=False, win_detection="auto", next_deal_lead="left_of_dealer"),
    "whole combinations": BuraOptions(combo_lead="whole_combo", combo_order="moscow>molodka>four_ends"),
    "one open": BuraOptions(open_hands=1, open_bonus=20, manual_draw=True, pretend_draw=True, trump_place="top"),
    "uniform": BuraOptions(multi_beat="uniform", nobody_61="most_points", open_hands="all", fault_result="loss_only"),
}


@pytest.mark.parametrize(("preset", "seats"), TABLES)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.every(20)
def test_styles_play_legally_to_the_end(style: str, preset: str, seats: int) -> None:
    """In every preset."""
    to_the_end(style, FAMILY.presets[preset].options, seats)


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("mixture", MIXTURES)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.every(4)
def test_styles_play_legally_by_house_rules(style: str, mixture: str, seats: int) -> None:
    """In mixtures of options too."""
    to_the_end(style, MIXTURES[mixture], seats)


@pytest.mark.parametrize("preset", ["burkozel", "burkozel_casual", "burkozel_strict"])
def test_lowest_is_a_measure_that_plays(preset: str) -> None:
    """It loses by its cards, not by a false claim: a player who claims at once would be no yardstick."""
    game, found = find_preset(preset)
    rules = game.rules(found.options, 2)
    said: Counter[str] = Counter()
    for seed in range(20):
        bots = [make_bot(style, "bura", rules) for style in ("lowest", "steady")]
        rng = Random(seed)
        state = rules.deal(shuffled(rules.deck, seed), seed % 2, rules.start())
        while state.to_act:
            seat = state.to_act[0]
            move = bots[seat].choose(observe(state, seat), rules.legal(state, seat), rng).move
            said[move.verb] += not seat
            attempt(rules, state, seat, move)
    assert said["lead"] + said["reply"] > 40
    assert not said["claim"]
    assert not said["pretend_draw"]
