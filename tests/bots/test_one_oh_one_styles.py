"""The styles of 101: their fingerprints by section 8 of the catalogue, and how they play where options ask for more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from statistics import fmean
from typing import Any

import pytest

from cardtable.bots import Bot, Decision
from cardtable.bots.finding import make_bot, styles
from cardtable.cards import SUIT_CARDS, Card, Cards, bits, only_card, parse_cards, shuffled
from cardtable.cli.positions import rules_of
from cardtable.engine.moves import Move
from cardtable.engine.position import put_down
from cardtable.engine.rules import attempt, run_chance
from cardtable.engine.state import Observation, observe
from cardtable.engine.text import plain
from cardtable.games.one_oh_one import FAMILY
from cardtable.games.one_oh_one.game import OneOhOne
from cardtable.games.one_oh_one.scoring import card_points, loser_points
from cardtable.games.one_oh_one.state import OneOhOneState
from cardtable.games.one_oh_one.tables import QUEENS

STYLES = ("lady_keeper", "unloader", "harasser", "suit_steerer", "reset_seeker")
SAMPLES = [pytest.param(60, id="sample"), pytest.param(1_000, id="full", marks=pytest.mark.slow)]
"""The number of deals: a small sample in the ordinary run, and one above the 300 of the catalogue."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One decision of a style."""

    rules: OneOhOne
    state: OneOhOneState
    seat: int
    choices: Sequence[Move]
    move: Move

    @property
    def hand(self) -> Cards:
        """The cards held before the move."""
        return self.state.places[self.seat]

    @property
    def playable(self) -> Cards:
        """The cards that may be played in this turn."""
        return sum({move.cards for move in self.choices if move.verb == "play"})

    @property
    def steerable(self) -> bool:
        """Whether the turn has at least two different playable cards."""
        return self.playable.bit_count() > 1

    @property
    def rest(self) -> Cards:
        """The hand after the move."""
        return self.hand & ~self.move.cards

    @property
    def next_hand(self) -> int:
        """The size of the next player's hand."""
        return self.state.size(self.rules.after[self.state.active][self.seat])


@dataclass(slots=True)
class Deal:
    """A finished deal with every decision made in it."""

    rules: OneOhOne
    styles: tuple[str, ...]
    state: OneOhOneState
    turns: list[Turn] = field(default_factory=list)

    def turns_of(self, style: str) -> Iterator[Turn]:
        """The turns of this style."""
        return (turn for turn in self.turns if self.styles[turn.seat] == style)


def play_deal(rules: OneOhOne, seated: tuple[str, ...], bots: Sequence[Bot], state: Any, rng: Random) -> Deal:
    """Plays a deal to its end with checked moves."""
    deal = Deal(rules, seated, state)
    while state.to_act:
        run_chance(rules, state, rng)
        if not state.to_act:
            break
        seat = state.to_act[0]
        seen = observe(state, seat)
        choices = rules.legal(state, seat)
        move = bots[seat].choose(seen, choices, rng).move
        assert isinstance(seen.state, OneOhOneState)
        deal.turns.append(Turn(rules, seen.state, seat, choices, move))
        attempt(rules, state, seat, move)
    return deal


@cache
def deals(table: tuple[str, ...], count: int, preset: str = "classic") -> list[Deal]:
    """Seeded deals between these styles: every deck in every rotation, with the same dealer."""
    rules = OneOhOne(FAMILY.presets[preset].options, len(table))
    bots = {style: make_bot(style, "one_oh_one", rules) for style in table}
    played = []
    for seed in range(count):
        turn = seed % len(table)
        seated = table[turn:] + table[:turn]
        deck = seed // len(table)
        state = rules.deal(shuffled(rules.deck, deck), deck % len(table), rules.start())
        played.append(play_deal(rules, seated, [bots[style] for style in seated], state, Random(seed)))
    return played


TABLES = (("lady_keeper", "unloader", "uniform"), ("harasser", "suit_steerer", "unloader", "lady_keeper"))
"""One table of three and one of four."""


def turns(style: str, count: int) -> list[Turn]:
    """The decisions of a style over so many deals at tables of three and four."""
    tables = [table for table in (*TABLES, ("suit_steerer", "harasser", "uniform")) if style in table]
    return [turn for table in tables for deal in deals(table, count) for turn in deal.turns_of(style)]


def share(found: Sequence[bool]) -> float:
    """The share of turns in which a condition holds."""
    assert found, "the sample holds no such turn"
    return sum(found) / len(found)


@pytest.mark.parametrize("count", SAMPLES)
def test_the_lady_keeper_keeps_queens(count: int) -> None:
    """It plays the queen in at most 2 % of the turns with a queen and another playable card."""
    both = [turn for turn in turns("lady_keeper", count) if turn.playable & QUEENS and turn.playable & ~QUEENS]
    assert share([bool(turn.move.cards & QUEENS) for turn in both]) <= 0.02


def queen_wins(style: str, table: tuple[str, ...], count: int) -> float:
    """The share of a style's own wins whose last card was a queen."""
    won = [deal for deal in deals(table, count) if deal.state.winner >= 0]
    own = [deal for deal in won if deal.styles[deal.state.winner] == style]
    return share([bool(deal.state.went_out_with & QUEENS) for deal in own])


@pytest.mark.parametrize(
    ("table", "count"),
    [
        pytest.param(TABLES[0], 400, id="sample"),
        pytest.param(TABLES[0], 2_000, id="full, three", marks=pytest.mark.slow),
        pytest.param(TABLES[1], 2_000, id="full, four", marks=pytest.mark.slow),
        pytest.param(
            ("lady_keeper", "unloader", "steady", "uniform"), 2_000, id="full, baseline", marks=pytest.mark.slow
        ),
    ],
)
@pytest.mark.slow
def test_the_lady_keeper_goes_out_with_queens(table: tuple[str, ...], count: int) -> None:
    """At least twice as often as the unloader at the same table.

    The catalogue says about 20 % against 6 %, but not who else is at the table: here it is 19 or 20 % against 4 to 8 %.
    Few deals end like this, so 300 of them are too few to tell.
    """
    assert queen_wins("lady_keeper", table, count) >= 2 * queen_wins("unloader", table, count)


@pytest.mark.parametrize("count", SAMPLES)
@pytest.mark.parametrize("style", ["unloader", "reset_seeker"])
def test_the_unloader_plays_its_dearest_card(style: str, count: int) -> None:
    """In every steerable turn; the seeker does the same where there is no reset."""
    table = ("unloader", "reset_seeker", "uniform")
    found = [turn for deal in deals(table, count) for turn in deal.turns_of(style) if turn.steerable]
    assert found
    for turn in found:
        options = turn.rules.options
        assert card_points(options, turn.move.cards) == max(
            card_points(options, 1 << card) for card in bits(turn.playable)
        )


@pytest.mark.parametrize("count", [pytest.param(300, id="sample"), *SAMPLES[1:]])
def test_the_unloader_is_left_with_little(count: int) -> None:
    """In deals it loses it has at least two points fewer than a random player at the same table."""
    left: dict[str, list[int]] = {"unloader": [], "uniform": []}
    for deal in deals(TABLES[0], count):
        for seat, style in enumerate(deal.styles):
            if style in left and seat != deal.state.winner:
                left[style].append(loser_points(deal.rules.options, deal.state.places[seat]))
    assert fmean(left["unloader"]) <= fmean(left["uniform"]) - 2


PENALTIES = parse_cards("Ks 7s 7h 7d 7c 6s 6h 6d 6c As Ah Ad Ac")
STRENGTH = [parse_cards(cards) for cards in ("Ks", "7s 7h 7d 7c", "6s 6h 6d 6c", "As Ah Ad Ac")]


@pytest.mark.parametrize("count", SAMPLES)
def test_the_harasser_strikes_who_is_about_to_go_out(count: int) -> None:
    """It plays a penalty in at least 98 % of the turns with one playable while the next hand has two cards or fewer.

    It chooses the strongest: king of spades, seven, six, ace.
    """
    chances = [turn for turn in turns("harasser", count) if turn.playable & PENALTIES and turn.next_hand <= 2]
    assert share([bool(turn.move.cards & PENALTIES) for turn in chances]) >= 0.98
    for turn in chances:
        assert turn.move.cards & next(cards for cards in STRENGTH if cards & turn.playable)


@pytest.mark.parametrize("count", SAMPLES)
def test_the_harasser_holds_back(count: int) -> None:
    """At most 5 % of the turns with another playable card are a penalty while the next hand has four cards or more."""
    found = [turn for turn in turns("harasser", count) if turn.next_hand >= 4 and turn.playable & ~PENALTIES]
    both = [turn for turn in found if turn.playable & PENALTIES]
    assert share([bool(turn.move.cards & PENALTIES) for turn in both]) <= 0.05


def followers(turn: Turn, card: Card) -> int:
    """How many other cards of the hand could follow this card, with the best legal order if it orders a suit."""
    rest = turn.hand & ~(1 << card)
    if not rules_order(turn, card) or not rest:
        return (turn.rules.fitting[card] & rest).bit_count()
    lengths = [(rest & suit).bit_count() for suit in SUIT_CARDS]
    suits = [suit for suit in range(4) if lengths[suit] == max(lengths)]
    return max((turn.rules.obeying[suit] & rest).bit_count() for suit in suits)


def rules_order(turn: Turn, card: Card) -> bool:
    """Whether the card orders a suit."""
    return bool(turn.rules.order_cards >> card & 1)


@pytest.mark.parametrize("count", SAMPLES)
def test_the_steerer_orders_its_longest_suit(count: int) -> None:
    """In every order that it makes."""
    orders = [turn for turn in turns("suit_steerer", count) if turn.move.arg]
    assert orders
    for turn in orders:
        lengths = [(turn.rest & suit).bit_count() for suit in SUIT_CARDS]
        assert lengths[turn.move.arg - 1] == max(lengths)


@pytest.mark.parametrize("count", SAMPLES)
def test_the_steerer_lays_what_it_can_follow(count: int) -> None:
    """In every steerable turn."""
    found = [turn for turn in turns("suit_steerer", count) if turn.steerable]
    assert found
    for turn in found:
        counts = {card: followers(turn, card) for card in bits(turn.playable)}
        assert counts[only_card(turn.move.cards)] == max(counts.values())


@cache
def matches(count: int, preset: str = "exact_reset") -> list[Deal]:
    """The deals of so many matches, in which totals come near the limit."""
    table = ("reset_seeker", "unloader", "uniform")
    rules = OneOhOne(FAMILY.presets[preset].options, len(table))
    bots = [make_bot(style, "one_oh_one", rules) for style in table]
    played = []
    for number in range(count):
        rng = Random(number)
        standing = rules.start()
        while not standing.over:
            dealer = number % len(table) if standing.dealer is None else standing.dealer
            state = rules.deal(shuffled(rules.deck, rng.getrandbits(48)), dealer, standing)
            played.append(play_deal(rules, table, bots, state, rng))
            standing = rules.settle(standing, state)
    return played


def exact(turn: Turn) -> Cards:
    """The playable cards after which total plus hand is exactly the limit."""
    options = turn.rules.options
    missing = options.limit - turn.state.totals[turn.seat]
    return sum(1 << card for card in bits(turn.playable) if loser_points(options, turn.hand & ~(1 << card)) == missing)


@pytest.mark.parametrize("count", [pytest.param(40, id="sample"), pytest.param(400, id="full", marks=pytest.mark.slow)])
@pytest.mark.slow
def test_the_seeker_keeps_what_brings_it_to_the_limit(count: int) -> None:
    """It plays such a card in every turn in which one is playable; otherwise the dearest."""
    found = [turn for deal in matches(count) for turn in deal.turns_of("reset_seeker") if turn.playable]
    chances = [turn for turn in found if exact(turn)]
    assert chances
    assert all(turn.move.cards & exact(turn) for turn in chances)
    for turn in found:
        if not exact(turn):
            points = {card: card_points(turn.rules.options, 1 << card) for card in bits(turn.playable)}
            assert points[only_card(turn.move.cards)] == max(points.values())


# Under any house rules

MIXTURES: dict[str, tuple[str, dict[str, Any]]] = {
    **{preset: (preset, {}) for preset in FAMILY.presets},
    "drawing by choice": ("classic", {"draw_when_able": True, "queens_together": True, "recycle": "shuffle"}),
    "a nine must be covered": ("dealer_opens", {"nine_as_last": "must_cover", "last_card_effect": True}),
    "jacks, English aces and an opening": (
        "jack_orders",
        {
            "ace_effect": "english",
            "opening": "dealer_card",
            "queens_together": True,
            "draw_when_able": True,
            "deck": 52,
        },
    ),
    "an English ace on few cards": ("english_fool", {"hand_size": 3, "recycle": "none", "exact_resets": True}),
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("mixture", MIXTURES)
@pytest.mark.every(15)
def test_a_style_plays_everything_to_the_end(style: str, mixture: str) -> None:
    """With checked moves; asked again it chooses the same, and every decision has a reason."""
    preset, changed = MIXTURES[mixture]
    for seats in (2, 4):
        rules = OneOhOne(replace(FAMILY.presets[preset].options, **changed), seats)
        bot = Checked(make_bot(style, "one_oh_one", rules))
        for seed in range(2):
            state = rules.deal(shuffled(rules.deck, seed), seed % seats, rules.start())
            play_deal(rules, (style,) * seats, [bot] * seats, state, Random(seed))


class Checked:
    """A bot that is asked twice."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Returns its choice, after checking that it makes the same again and gives a reason."""
        before = seen.state.copy()
        decision = self.bot.choose(seen, choices, rng)
        assert seen.state == before, "the bot changed what it was shown"
        assert self.bot.choose(seen, choices, rng).move == decision.move
        assert plain(decision.why)
        return decision


def decided(style: str, preset: str, hand: str, **position: Any) -> str:
    """The decision of a style as P0 in a position, with its reason."""
    rules, state = put_down({"preset": preset, "hands": {"P0": hand}, **position}, rules_of)
    decision = make_bot(style, "one_oh_one", rules).choose(observe(state, 0), rules.legal(state, 0), Random(1))
    return f"{rules.move_text(decision.move)}: {plain(decision.why)}"


@pytest.mark.parametrize("style", STYLES)
def test_a_hand_of_queens_goes_out_at_once(style: str) -> None:
    """O-23."""
    options = {"queens_together": True}
    assert decided(style, "classic", "Qh Qs", seats=3, pile="7h", options=options).startswith("dump: ")


def test_the_queen_of_spades_stays_to_the_last() -> None:
    why = "has nothing else that fits and parts with Qh"
    said = decided("lady_keeper", "classic", "Qh Qs 6d", seats=3, pile="Tc")
    assert said == f"play Qh→d: {why}; orders d, its longest suit"


def test_where_jacks_order_they_are_kept() -> None:
    """A queen has no special worth there."""
    assert decided("lady_keeper", "jack_orders", "Js Qs Kd", seats=3, pile="Ts") == "play Qs: keeps Js for the end"


def test_the_strongest_blow_falls_on_a_short_hand() -> None:
    short = {"preset": "classic", "seats": 3, "pile": "Ts"}
    rules, state = put_down({**short, "hands": {"P0": "Ks 7s 6s As Th", "P1": "?2"}}, rules_of)
    bot = make_bot("harasser", "one_oh_one", rules)
    choices = rules.legal(state, 0)
    assert rules.move_text(bot.choose(observe(state, 0), choices, Random(1)).move) == "play Ks"
    rules, state = put_down({**short, "hands": {"P0": "Ks 7s 6s As Th", "P1": "?5"}}, rules_of)
    assert rules.move_text(bot.choose(observe(state, 0), choices, Random(1)).move) == "play Th"


def test_what_strikes_depends_on_the_options() -> None:
    """Crocodile has another king, and the light small deck has eights instead of sixes."""
    rules, state = put_down(
        {"preset": "crocodile", "seats": 3, "pile": "Kd", "hands": {"P0": "Ks Kh 6d Jd", "P1": "?1"}}, rules_of
    )
    bot = make_bot("harasser", "one_oh_one", rules)
    assert rules.move_text(bot.choose(observe(state, 0), rules.legal(state, 0), Random(1)).move) == "play Kh"
    assert decided("harasser", "small_deck_a", "8d Jd 7c", seats=3, pile="Td").startswith("play Jd: ")


def test_orders_differ() -> None:
    """One counts points, the other counts cards."""
    hand, position = "Qh 6d 9d 8s Ac", {"seats": 3, "pile": "Qs", "order": "h"}
    assert decided("unloader", "classic", hand, **position).startswith("play Qh→c: ")
    assert decided("suit_steerer", "classic", hand, **position).startswith("play Qh→d: ")


def test_the_seeker_counts() -> None:
    """At 83 it keeps the ace and the seven, where the unloader gets rid of the ace."""
    position = {"seats": 3, "pile": "Ts", "totals": "83 0 0"}
    assert decided("unloader", "exact_reset", "As 7s 8s", **position).startswith("play As: ")
    assert decided("reset_seeker", "exact_reset", "As 7s 8s", **position).startswith("play 8s: keeps exactly the 18 ")
    assert decided("reset_seeker", "classic", "As 7s 8s", **position).startswith("play As: ")


def test_every_style_says_how_it_plays_and_how_it_is_beaten() -> None:
    entries = {entry.style: entry for entry in styles("one_oh_one")}
    for style in STYLES:
        assert entries[style].about
        assert entries[style].beat
