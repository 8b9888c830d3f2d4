"""The styles of Kozel do what section 8 of the catalogue says of them, measured on seeded hands.

`pytest -m slow tests/bots` measures at the catalogue's size, `-s` shows the figures.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from cardtable.bots.finding import make_bot
from cardtable.cards import Card, Cards, only_card, shuffled
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import attempt, run_chance
from cardtable.engine.state import observe
from cardtable.games.kozel import FAMILY
from cardtable.games.kozel.calls import EXECUTED_CALLS
from cardtable.games.kozel.cards import SHAMKA, SHAMOK
from cardtable.games.kozel.game import Kozel
from cardtable.games.kozel.options import KozelOptions
from cardtable.games.kozel.state import KozelState
from cardtable.games.tricks import points_of

STYLES = ("feeder", "miser", "collector", "jack_spender", "queen_asker", "shamka_guard", "shamok_hunter")
TABLES = [(preset, seats) for preset in FAMILY.presets for seats in FAMILY.presets[preset].seats]
SAMPLES = (
    pytest.param(40, id="small"),
    pytest.param(200, id="full", marks=pytest.mark.slow),
)
"""The number of hands; the catalogue asks for 200."""
PARTNERS = ("nizhny", "nizhny_plain", "goat_accounts", "goat_sixes")
STOCK = ("goat32_stock", "goat32_halves")
CAPTURE = ("nizhny", "nizhny_plain")


class Turn(NamedTuple):
    """A decision by the style being measured, with the hand as it was at that moment."""

    rules: Kozel
    state: KozelState
    seat: Seat
    choices: Sequence[Move]
    move: Move

    @property
    def playing(self) -> bool:
        return self.move.verb == "play"

    @property
    def following(self) -> bool:
        return self.playing and bool(self.state.trick)

    @property
    def last(self) -> bool:
        return len(self.state.trick) == self.rules.seats - 1

    @property
    def in_trick(self) -> int:
        """Card points in the trick."""
        return points_of(self.state.places[self.rules.table])

    @property
    def ours(self) -> bool:
        return self.rules.side[self.state.winning] == self.rules.side[self.seat]

    @property
    def trumps(self) -> Cards:
        return self.rules.suits(self.state).trumps

    def wins(self, move: Move) -> bool:
        """Whether this card would win the trick so far, by the rules' own order of cards."""
        trick = (*self.state.trick, only_card(move.cards))
        return self.rules.suits(self.state).winner(trick) == len(trick) - 1

    def unseen(self, card: Card) -> bool:
        """Whether another player may hold it."""
        places = observe(self.state, self.seat).state.places
        return not any(cards >> card & 1 for cards in places)

    def laid_by_enemy(self, card: Card) -> bool:
        """Whether an opponent has played this card to the trick."""
        if card not in self.state.trick:
            return False
        layer = (self.state.leader + self.state.trick.index(card)) % self.rules.seats
        return self.rules.side[layer] != self.rules.side[self.seat]

    @property
    def opponents_to_come(self) -> bool:
        after = range(self.seat + 1, self.seat + self.rules.seats - len(self.state.trick))
        return any(self.rules.side[seat % self.rules.seats] != self.rules.side[self.seat] for seat in after)


@cache
def measured(style: str, hands: int, presets: tuple[str, ...]) -> list[Turn]:
    """The turns of a style over so many hands of each preset, taking every seat of one side in turn.

    In games with a praise every other hand is a second one, so that it begins with a praise.
    """
    turns: list[Turn] = []
    for preset in presets:
        seats = 2 if preset == "goat32_stock" else 4
        rules = Kozel(FAMILY.presets[preset].options, seats)
        for hand in range(hands):
            side = hand % rules.sides
            bots = [make_bot(style if rules.side[seat] == side else "steady", "kozel", rules) for seat in range(seats)]
            standing = dataclasses.replace(rules.start(), deals=hand // 2 % 2)
            state = rules.deal(shuffled(rules.deck, hand), hand // 4 % seats, standing)
            rng = Random(hand)
            while True:
                run_chance(rules, state, rng)
                if not state.to_act:
                    break
                seat = state.to_act[0]
                choices = rules.legal(state, seat)
                move = bots[seat].choose(observe(state, seat), choices, rng).move
                if rules.side[seat] == side:
                    turns.append(Turn(rules, state.copy(), seat, choices, move))
                rules.play(state, seat, move)
    return turns


def share(what: str, turns: list[Turn], holds: Callable[[Turn], bool], least: int = 10) -> Fraction:
    """The share of these turns in which a condition holds; there must be enough of them to judge by."""
    assert len(turns) >= least, f"{what}: only {len(turns)} chances"
    found = Fraction(sum(map(holds, turns)), len(turns))
    print(f"{what}: {float(found):.3f} of {len(turns)}")
    return found


def beats(turn: Turn, move: Move, other: Move) -> bool:
    """Whether the card of one move would beat the card of the other."""
    return bool(turn.rules.suits(turn.state).beaters[only_card(other.cards)] & move.cards)


@pytest.mark.parametrize("hands", SAMPLES)
def test_feeder_feeds(hands: int) -> None:
    """Playing last to the partner's trick it plays a ten or an ace, if one of them does not overtake."""

    def dear(turn: Turn, move: Move) -> bool:
        return points_of(move.cards) >= 10 and not turn.wins(move)

    turns = [
        turn
        for turn in measured("feeder", hands, PARTNERS)
        if turn.following and turn.last and turn.ours and any(dear(turn, move) for move in turn.choices)
    ]
    assert share("feeder lays a ten or an ace", turns, lambda turn: dear(turn, turn.move)) >= 0.98


@pytest.mark.parametrize("hands", SAMPLES)
def test_miser_gives_nothing(hands: int) -> None:
    """On an opponents' trick that it cannot beat it plays the fewest points, and of equal cards the weakest."""
    turns = [
        turn
        for turn in measured("miser", hands, tuple(FAMILY.presets))
        if turn.following and not turn.ours and not any(turn.wins(move) for move in turn.choices)
    ]

    def fewest(turn: Turn) -> bool:
        return points_of(turn.move.cards) == min(points_of(move.cards) for move in turn.choices)

    assert share("miser lays the fewest points", turns, fewest) == 1
    for turn in turns:
        equal = [move for move in turn.choices if points_of(move.cards) == points_of(turn.move.cards)]
        assert not any(beats(turn, turn.move, move) for move in equal), "there was a weaker card as empty"


def could_collect(turn: Turn) -> bool:
    return turn.following and not turn.ours and any(turn.wins(move) for move in turn.choices)


@pytest.mark.parametrize("hands", SAMPLES)
def test_collector_takes_what_is_worth_it(hands: int) -> None:
    """It beats tricks of ten points, and leaves those of less than four if it has a pointless card that loses."""
    turns = [turn for turn in measured("collector", hands, STOCK) if could_collect(turn)]
    dear = [turn for turn in turns if turn.in_trick >= 10]
    assert share("collector beats ten points", dear, lambda turn: turn.wins(turn.move)) >= 0.98
    for turn in dear:
        weaker = [move for move in turn.choices if turn.wins(move) and beats(turn, turn.move, move)]
        assert not weaker, "there was a weaker card that won"
    cheap = [
        turn
        for turn in turns
        if turn.in_trick < 4 and any(not points_of(move.cards) and not turn.wins(move) for move in turn.choices)
    ]
    assert share("collector beats less than four points", cheap, lambda turn: turn.wins(turn.move)) <= 0.05


@pytest.mark.parametrize("hands", SAMPLES)
def test_jack_spender_spends_jacks(hands: int) -> None:
    """From four points up it takes, and with a jack even where another trump would win too."""

    def jacks(turn: Turn) -> Cards:
        return turn.trumps & sum(1 << card for card in range(52) if card // 4 == 9)

    turns = measured("jack_spender", hands, tuple(FAMILY.presets))
    worth = [turn for turn in turns if could_collect(turn) and turn.in_trick >= 4]
    assert share("jack_spender beats four points", worth, lambda turn: turn.wins(turn.move)) >= 0.98
    both = [
        turn
        for turn in turns
        if turn.following
        and turn.in_trick >= 4
        and turn.wins(turn.move)
        and any(turn.wins(move) and move.cards & jacks(turn) for move in turn.choices)
        and any(turn.wins(move) and move.cards & turn.trumps & ~jacks(turn) for move in turn.choices)
    ]
    assert share("jack_spender takes with a jack", both, lambda turn: bool(turn.move.cards & jacks(turn))) >= 0.95


@pytest.mark.parametrize("hands", SAMPLES)
def test_queen_asker_asks(hands: int) -> None:
    """It calls every redeal that does not cost its own team, and keeps a praise of 15 points or more."""
    turns = measured("queen_asker", 5 * hands, CAPTURE)
    chances = [turn for turn in turns if turn.move.verb in ("call_redeal", "no_call")]

    def costs(turn: Turn) -> bool:
        own = turn.rules.side[turn.state.dealer] == turn.rules.side[turn.seat]
        return own and turn.state.calls >= EXECUTED_CALLS

    free = [turn for turn in chances if not costs(turn)]
    assert share("queen_asker calls", free, lambda turn: turn.move.verb == "call_redeal", 1) == 1
    assert all(turn.move.verb == "no_call" for turn in chances if costs(turn))
    for turn in turns:
        if turn.move.verb in ("repraise", "keep_praise"):
            good = points_of(turn.state.won[turn.rules.side[turn.seat]]) >= 15
            assert (turn.move.verb == "keep_praise") == good


@pytest.mark.parametrize("hands", SAMPLES)
def test_shamka_guard_holds_the_queen_of_clubs_back(hands: int) -> None:
    """While the six of clubs is unseen and an opponent is still to play, if another card is legal."""
    turns = [
        turn
        for turn in measured("shamka_guard", hands, CAPTURE)
        if turn.playing
        and len(turn.choices) > 1
        and any(move.cards >> SHAMKA & 1 for move in turn.choices)
        and turn.unseen(SHAMOK)
        and turn.opponents_to_come
    ]
    assert share("shamka_guard lays Qc", turns, lambda turn: bool(turn.move.cards >> SHAMKA & 1)) <= 0.01


@pytest.mark.parametrize("hands", SAMPLES)
def test_shamok_hunter_waits_for_the_queen_of_clubs(hands: int) -> None:
    """It always plays the six of clubs on an enemy's queen of clubs, and before that only when it must."""
    turns = [
        turn
        for turn in measured("shamok_hunter", hands, CAPTURE)
        if turn.playing and len(turn.choices) > 1 and any(move.cards >> SHAMOK & 1 for move in turn.choices)
    ]

    def lays(turn: Turn) -> bool:
        return bool(turn.move.cards >> SHAMOK & 1)

    chances = [turn for turn in turns if turn.laid_by_enemy(SHAMKA)]
    assert share("shamok_hunter catches Qc", chances, lays, 1) == 1
    early = [turn for turn in turns if turn.unseen(SHAMKA)]
    assert share("shamok_hunter lays 6c early", early, lays) <= 0.02


MIXTURES = {
    "by hand": dataclasses.replace(FAMILY.presets["nizhny"].options, cut_step="manual", redeal_penalty=0),
    "a trump may be led": dataclasses.replace(FAMILY.presets["nizhny"].options, praise_leader_may_lead_trump=True),
    "no capture": dataclasses.replace(FAMILY.presets["nizhny"].options, shamka_capture=False, follow_suit="free"),
    "plain club jack": dataclasses.replace(
        FAMILY.presets["goat32_halves"].options, club_jack="plain", target_check="at_once"
    ),
    "halves apart": dataclasses.replace(
        FAMILY.presets["goat_accounts"].options, partners=False, count_span="each_half"
    ),
}


def to_the_end(style: str, options: KozelOptions, seats: int) -> None:
    """Moves are checked, bots see only observations; asked twice they choose the same."""
    rules = Kozel(options, seats)
    bots = [make_bot(style, "kozel", rules) for _ in range(seats)]
    standing = rules.start()
    for hand in range(4):
        state = rules.deal(shuffled(rules.deck, hand), hand % seats, standing)
        rng = Random(hand)
        while True:
            run_chance(rules, state, rng)
            if not state.to_act:
                break
            seat = state.to_act[0]
            seen = observe(state, seat)
            choices = rules.legal(state, seat)
            decision = bots[seat].choose(seen, choices, Random(1))
            assert seen == observe(state, seat), "the bot changed what it was shown"
            assert bots[seat].choose(seen, choices, Random(2)) == decision
            attempt(rules, state, seat, decision.move)
        standing = rules.settle(standing, state)


@pytest.mark.parametrize(("preset", "seats"), TABLES)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.every(5)
def test_styles_play_legally_to_the_end(style: str, preset: str, seats: int) -> None:
    """In every preset."""
    to_the_end(style, FAMILY.presets[preset].options, seats)


@pytest.mark.parametrize("mixture", MIXTURES)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.every(4)
def test_styles_play_legally_by_house_rules(style: str, mixture: str) -> None:
    """In mixtures of options too."""
    to_the_end(style, MIXTURES[mixture], 4)
