"""The engine against the slow second implementation, step by step on random deals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardtable.cards import bits, card_text, parse_cards, shuffled, suit_of
from cardtable.engine.moves import Move
from cardtable.engine.options import make_options, specs
from cardtable.engine.scene import NO_CARD
from cardtable.games.durak import FAMILY
from cardtable.games.durak.options import DurakOptions
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakStanding, DurakState
from tests.reference.durak import Durak

VARIED = [name for name in specs(DurakOptions) if name not in ("next_dealer", "winner_rule", "match", "match_length")]
LONG_LISTS = 3_000
"""Where a hand allows more throws than this, the reference is asked about single moves instead of all of them."""


def by_suit(move: Move) -> str:
    """The move's text with the reference's order of cards, suit by suit."""
    cards = sorted(bits(move.cards), key=lambda card: (suit_of(card), card))
    text = " ".join(card_text(card) for card in cards)
    if move.verb == "cover":
        return f"cover {card_text(move.arg)} with {text}"
    return f"{move.verb} {text}".strip()


def same(rules: DurakRules, fast: DurakState, slow: Durak) -> None:
    """Both tell the same deal."""
    for seat in range(rules.seats):
        assert fast.places[seat] == parse_cards(" ".join(slow.hands[seat]))
    assert [card_text(card) for card in fast.stock] == slow.stock
    assert fast.places[rules.discard] == parse_cards(" ".join(slow.discard))
    table = [
        (card_text(attack), None if cover == NO_CARD else card_text(cover))
        for attack, cover in zip(fast.attacks, fast.covers, strict=True)
    ]
    # Cards laid at once have no order of their own.
    assert sorted(table, key=str) == sorted(slow.table, key=str)
    assert list(fast.to_act) == slow.to_act()
    assert list(fast.out) == slow.out
    assert (not fast.to_act) == slow.over
    if slow.over:
        assert fast.fool == (-1 if slow.fool is None else slow.fool)
    else:
        assert (fast.attacker, fast.defender) == (slow.attacker, slow.defender)


def compare(options: DurakOptions, given: dict[str, Any], seats: int, seed: int, bold: bool) -> None:
    """Plays two deals of a match in both implementations; `bold` movers take less often, so that bouts grow."""
    rng = Random(seed)
    rules = DurakRules(options, seats)
    standing: DurakStanding = rules.start()
    previous: dict[str, int | None] | None = None
    for number in range(2):
        dealer = rng.randrange(seats) if standing.dealer is None else standing.dealer
        deck = shuffled(rules.deck, seed * 10 + number)
        fast = rules.deal(deck, dealer, standing)
        slow = Durak(given, seats)
        slow.deal([card_text(card) for card in deck], dealer, number == 0, previous)
        while True:
            same(rules, fast, slow)
            if not fast.to_act:
                break
            seat = fast.to_act[0]
            moves = rules.legal(fast, seat)
            if len(moves) <= LONG_LISTS:
                assert {by_suit(move) for move in moves} == slow.legal(seat)
            kept = [move for move in moves if move.verb not in ("take", "pass", "hold")]
            move = rng.choice(kept if bold and kept and rng.random() < 0.8 else moves)
            rules.play(fast, seat, move)
            slow.play(seat, by_suit(move))
        standing = rules.settle(standing, fast)
        previous = {"fool": standing.fool, "first": standing.first}


@pytest.mark.parametrize("preset", FAMILY.presets)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_preset_agrees(preset: str, seats: int) -> None:
    options = FAMILY.presets[preset].options
    given = {name: getattr(options, name) for name in VARIED}
    for seed in range(12):
        compare(options, given, seats, seed, bold=seed % 2 == 0)


@pytest.mark.parametrize("block", range(8))
def test_any_mixture_of_options_agrees(block: int) -> None:
    rng = Random(block)
    for seed in range(40):
        given: dict[str, Any] = {}
        for name in VARIED:
            spec = specs(DurakOptions)[name]
            if spec.range is not None:
                given[name] = rng.choice([None, 1, 2, 3, 4, 5, 6, 6, 8])
            else:
                given[name] = rng.choice(spec.values)
        if not given["throw_in"]:
            given["late_transfer"] = False
        if not given["transfer"]:
            for name in ("transfer_first_bout", "transfer_over_trump", "late_transfer", "travel_card"):
                given[name] = specs(DurakOptions)[name].default
            given["travel_scope"] = given["travel_again"] = None
            given["travel_scope"], given["travel_again"] = "bout", "must_lay"
        seats = rng.randint(2, given["deck"] // 6 if given["deck"] < 36 else 6)
        compare(make_options(DurakOptions(), given), given, seats, 1000 * block + seed, bold=rng.random() < 0.5)
