"""The engine against the slow second implementation, step by step in random matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from cardtable.cards import RANK_CARDS, RANKS, Cards, card_text, parse_card, parse_cards, shuffled
from cardtable.engine.moves import DEALER, Move
from cardtable.engine.options import as_dict, specs
from cardtable.games.one_oh_one import FAMILY, game
from cardtable.games.one_oh_one.options import OneOhOneOptions
from cardtable.games.one_oh_one.state import CHAIN, COVER, OneOhOneStanding, OneOhOneState
from tests.lots import blocks
from tests.reference.one_oh_one import OneOhOne

SUITS = "shdc"
NINES = RANK_CARDS[RANKS.index("9")]


def same(rules: game.OneOhOne, fast: OneOhOneState, slow: OneOhOne) -> None:
    """Asserts that both agree on the deal."""
    assert list(fast.to_act) == slow.to_act()
    for seat in range(rules.seats):
        assert fast.places[seat] == parse_cards(" ".join(slow.hands[seat]))
    assert [card_text(card) for card in fast.stock] == slow.stock
    # Cards dumped together have no order among themselves.
    assert [card_text(card) for card in fast.pile][: len(slow.pile) - len(slow.last_cards)] == (
        slow.pile[: len(slow.pile) - len(slow.last_cards)]
    )
    assert fast.places[rules.pile] == parse_cards(" ".join(slow.pile))
    assert fast.actions == slow.actions
    if slow.over:
        assert fast.winner == (-1 if slow.winner is None else slow.winner)
        assert fast.went_out_with == parse_cards(" ".join(slow.last_cards))
    else:
        assert fast.ordered == (SUITS.index(slow.ordered) if slow.ordered else -1)
        assert fast.passes == slow.idle_passes
        assert rules.facts(fast)["open_ace"] == slow.ace_is_open
        assert (fast.step == CHAIN) == (slow.step == "seven")
        assert (fast.step == COVER) == (slow.step == "cover" or (slow.shuffling and slow.todo[0][0] == "draw for ace"))


def same_match(
    rules: game.OneOhOne, standing: OneOhOneStanding, slow: OneOhOne, points: Sequence[float | None]
) -> None:
    """Asserts that both agree on the match after a deal."""
    assert [0 if point is None else point for point in points] == slow.points()
    assert [seat for seat in range(rules.seats) if points[seat] is None] == sorted(
        seat for seat in range(rules.seats) if seat not in slow.active
    )
    assert list(standing.totals) == slow.totals
    assert [seat for seat in range(rules.seats) if standing.gone[seat]] == sorted(
        seat for out in slow.out for seat in out
    )
    assert standing.over == slow.match_over
    if slow.match_over:
        assert list(standing.winners) == slow.ranking[0]
        ranking = [[seat for seat in range(rules.seats) if standing.places[seat] == place] for place in range(1, 7)]
        assert [seats for seats in ranking if seats] == slow.ranking
    else:
        assert standing.dealer == slow.next_dealer
        assert standing.winners == ()
        if rules.options.opening == "winner_leads":
            assert standing.leader == slow.next_leader


@dataclass
class Mover:
    """Chooses moves at random, or with a bias that makes rare things happen."""

    rng: Random
    order_cards: Cards
    leaning: int

    def choose(self, moves: list[Move]) -> Move:
        """Chooses a legal move; 1 avoids draws and passes, 2 also keeps order cards and nines for the end."""
        kept = moves
        if self.leaning >= 1:
            kept = [move for move in kept if move.verb not in ("draw", "pass", "decline")] or kept
        if self.leaning == 2:
            late = self.order_cards | NINES
            kept = [move for move in kept if not move.cards & late] or kept
        return self.rng.choice(kept)


def compare(options: OneOhOneOptions, seats: int, seed: int, deals: int) -> None:
    """Plays up to so many deals of a match in both implementations."""
    rng = Random(seed)
    rules = game.OneOhOne(options, seats)
    mover = Mover(rng, rules.order_cards, seed % 3)
    standing = rules.start()
    slow = OneOhOne(as_dict(options), seats)
    totals = [0] * seats
    for number in range(deals):
        dealer = rng.randrange(seats) if standing.dealer is None else standing.dealer
        deck = shuffled(rules.deck, seed * 100 + number)
        fast = rules.deal(deck, dealer, standing)
        leader = fast.to_act[0] if number == 0 else slow.next_leader
        slow.deal([card_text(card) for card in deck], dealer, leader, totals, slow.out)
        while True:
            same(rules, fast, slow)
            if not fast.to_act:
                break
            seat = fast.to_act[0]
            if seat == DEALER:
                shuffle = Move("shuffle", 0, rng.randrange(1 << 48))
                packet = shuffled([parse_card(word) for word in slow.pile[:-1]], shuffle.arg)
                rules.play(fast, DEALER, shuffle)
                slow.reshuffle([card_text(card) for card in packet])
                continue
            moves = list(rules.legal(fast, seat))
            texts = {rules.move_text(move) for move in moves}
            assert len(texts) == len(moves)
            assert texts == slow.legal(seat)
            move = mover.choose(moves)
            rules.play(fast, seat, move)
            slow.play(seat, rules.move_text(move))
        before, standing = standing, rules.settle(standing, fast)
        points = standing.sheet[-1].points
        assert len(standing.sheet) == len(before.sheet) + 1
        same_match(rules, standing, slow, points)
        totals = slow.totals
        if standing.over:
            break


TABLES = [(name, seats) for name, preset in FAMILY.presets.items() for seats in preset.seats]


@pytest.mark.parametrize(("preset", "seats"), TABLES)
@pytest.mark.every(15)
def test_every_preset_agrees(preset: str, seats: int) -> None:
    compare(FAMILY.presets[preset].options, seats, seats, deals=3)


def test_a_whole_match_of_every_preset_agrees() -> None:
    """O-31 to O-33: eliminations, resets and the ranking, with a low limit."""
    for number, preset in enumerate(FAMILY.presets.values()):
        given = {**as_dict(preset.options), "limit": 50}
        compare(OneOhOneOptions(**given), 2 + number % 4, number, deals=40)


def any_options(rng: Random) -> tuple[OneOhOneOptions, int]:
    """Random options, each at its default half of the time, and a number of seats for which there are cards enough."""
    given: dict[str, Any] = {}
    for name, spec in specs(OneOhOneOptions).items():
        given[name] = rng.choice([spec.default, rng.choice(spec.values or (50, 101, 77))])
    if given["six_effect"] != "replay":
        given["six_as_last"] = "wins"
    options = OneOhOneOptions(**given)
    most = min(6, (options.deck - 6) // options.hand_size)
    return options, rng.randint(2, most)


@pytest.mark.parametrize("block", blocks(3, 8))
@pytest.mark.every(3)
def test_any_mixture_of_options_agrees(block: int) -> None:
    rng = Random(block)
    for seed in range(25):
        options, seats = any_options(rng)
        compare(options, seats, 1000 * block + seed, deals=3)
