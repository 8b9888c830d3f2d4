"""The engine against the slow second implementation, step by step in random matches."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardtable.cards import Card, card_text, parse_card, parse_cards, shuffled
from cardtable.engine.moves import DEALER, Move
from cardtable.engine.options import BadOption, make_options, specs
from cardtable.engine.rules import BY_DEALER
from cardtable.games.kozel import FAMILY, game
from cardtable.games.kozel.options import KozelOptions
from cardtable.games.kozel.state import KozelStanding, KozelState
from tests.lots import blocks
from tests.reference.kozel import Kozel

SPECS = specs(KozelOptions)
WITH_ALL = ("fixed_clubs", "fixed_clubs", "clubs_seven", "named_jacks")
WITH_REST = ("fixed_clubs", "turned_jacks", "seven_queens_jacks")
"""The trump systems that allow dealing everything, and those that allow a stock or halves."""
ENDED = {"count": "counted", "eggs": "counted", "capture": "captured", "cut": "cut", "redeal": "redeal", "": ""}
"""The names of the end of a hand in the reference and in the engine."""


def stacked(deck: tuple[Card, ...], rng: Random) -> tuple[Card, ...]:
    """Sometimes a deck that makes rare things happen: trumps at both ends, or the queens in every other seat."""
    chance = rng.random()
    if chance < 0.7:
        return deck
    cards = list(deck)
    if chance < 0.8:
        special = [card for card in cards if card_text(card)[0] in "JQ"]
        rest = [card for card in cards if card not in special]
        half = rng.choice((4, 8))
        return (*special[:half], *rest, *special[half:])
    even, odd = range(0, len(cards), 2), range(1, len(cards), 2)
    queens = [place for place in odd if card_text(cards[place]) in ("Qs", "Qh", "Qc")]
    others = [place for place in even if card_text(cards[place])[0] != "Q"]
    for place, other in zip(queens, others, strict=False):
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def same(rules: game.Kozel, fast: KozelState, slow: Kozel) -> None:
    """Asserts that both agree on the hand and on its legal moves."""
    assert list(fast.to_act) == slow.to_act()
    for seat in fast.to_act:
        if seat != DEALER:
            assert {rules.move_text(move) for move in rules.legal(fast, seat)} == slow.legal(seat)
    if fast.to_act == BY_DEALER:
        return
    for seat in range(rules.seats):
        assert fast.places[seat] == parse_cards(" ".join(slow.hands[seat]))
    for side in range(rules.sides):
        assert fast.won[side] == parse_cards(" ".join(slow.taken[side]))
    assert [card_text(card) for card in fast.stock] == slow.stock + slow.packet
    assert [card_text(card) for card in fast.trick] == [card for _, card in slow.trick]
    if not rules.options.always_clubs:
        assert ("" if fast.trump < 0 else "shdc"[fast.trump]) == (slow.trump or "")
    assert ("" if fast.turned < 0 else card_text(fast.turned)) == (slow.turned or "")
    assert fast.calls == slow.calls
    if fast.to_act and not slow.revealed:
        for place, column in zip(rules.columns, slow.columns, strict=False):
            assert fast.places[place] == parse_cards(" ".join(card for _, card in column))


def same_sheet(rules: game.Kozel, standing: KozelStanding, slow: Kozel) -> None:
    """Asserts that both have the same score sheet."""
    sheet = slow.standing
    assert standing.deals == sheet["hands_done"]
    assert standing.over == sheet["over"]
    assert list(standing.winners) == sheet["winners"]
    if not standing.over:
        assert standing.dealer == slow.next_dealer
    assert standing.eggs == sheet["eggs"]
    if rules.options.game_points:
        assert list(standing.score) == sheet["game_points"]
    elif rules.options.scoring == "sixty":
        assert list(standing.totals) == sheet["totals"]
    else:
        booked = [[sheet["taken"].get((side, seat), 0) for seat in range(rules.seats)] for side in range(rules.sides)]
        assert [list(row) for row in standing.booked] == booked


def compare(options: KozelOptions, given: dict[str, Any], seats: int, seed: int, hands: int) -> None:
    """Plays at most so many hands of a match in both implementations."""
    rng = Random(seed)
    rules = game.Kozel(options, seats)
    slow = Kozel(given, seats)
    standing = rules.start()
    sheet = slow.start()
    dealer = rng.randrange(seats) if standing.dealer is None else standing.dealer
    for number in range(hands):
        deck = stacked(shuffled(rules.deck, seed * 100 + number), rng)
        fast = rules.deal(deck, dealer, standing)
        slow.deal([card_text(card) for card in deck], dealer, sheet)
        while True:
            same(rules, fast, slow)
            if not fast.to_act:
                break
            if fast.to_act == BY_DEALER:
                move = Move("shuffle", 0, rng.getrandbits(40))
                cards = shuffled(sorted(parse_card(card) for card in slow.to_shuffle), move.arg)
                rules.play(fast, DEALER, move)
                slow.reshuffle([card_text(card) for card in cards])
                continue
            # Only a cut may be made out of turn, and it rarely is.
            seat = fast.to_act[0] if rng.random() < 0.9 else rng.choice(fast.to_act)
            moves = rules.legal(fast, seat)
            calls = [move for move in moves if move.verb in ("call_redeal", "offer")]
            move = calls[0] if calls and rng.random() < 0.8 else rng.choice(moves)
            rules.play(fast, seat, move)
            slow.play(seat, rules.move_text(move))
        assert fast.ended == ENDED.get(slow.ended_by, "cut")
        standing = rules.settle(standing, fast)
        sheet = slow.standing
        same_sheet(rules, standing, slow)
        if standing.over:
            break
        dealer = slow.next_dealer


TABLES = [(name, seats) for name, preset in FAMILY.presets.items() for seats in preset.seats]


@pytest.mark.parametrize(("preset", "seats"), TABLES)
@pytest.mark.every(4)
def test_every_preset_agrees(preset: str, seats: int) -> None:
    options = FAMILY.presets[preset].options
    given = {name: getattr(options, name) for name in SPECS}
    for seed in range(8):
        compare(options, given, seats, seed, hands=20)


def any_options(rng: Random) -> tuple[KozelOptions, dict[str, Any], int]:
    """A random set of options that are allowed together, with a number of seats to suit."""
    while True:
        given: dict[str, Any] = {}
        for name, spec in SPECS.items():
            if spec.range is not None:
                given[name] = rng.choice(
                    (spec.default, max(spec.range.least, min(spec.range.most, rng.randint(0, 20))))
                )
            else:
                given[name] = rng.choice(spec.values)
        given["first_dealer"] = "random"
        # Half of the games have the most rules: partners, game points, everything dealt.
        if rng.random() < 0.5:
            given.update(partners=True, scoring="ladder", deal_mode=rng.choice(("all", "all", "open_first")))
            given["deck"] = rng.choice((36, 36, 36, 32))
        everything = {"all": rng.choice(WITH_ALL), "open_first": "seven_queens_jacks"}
        given["trump_system"] = everything.get(given["deal_mode"], rng.choice(WITH_REST))
        if given["trump_system"] == "clubs_seven":
            given["deck"] = 32
        if given["trump_system"] == "named_jacks":
            given.update(deck=36, partners=True, praise="none", redeal_no_queens=False, single_trump_exchange=False)
            given.update(shamka_capture=False, scoring=rng.choice(("shama", "shama", "ladder", given["scoring"])))
        elif given["scoring"] == "shama":
            given["scoring"] = "ladder"
        if given["deal_mode"] not in ("all", "stock4"):
            given["deck"] = 32
        if given["deal_mode"] not in ("all", "open_first"):
            given.update(redeal_no_queens=False, first_lead="left_of_dealer")
        if given["deck"] == 32 or given["deal_mode"] != "all" or not given["partners"]:
            given["praise"] = "none"
        seats = rng.randint(2, 6) if given["deal_mode"] == "stock4" and not given["partners"] else 4
        if not given["partners"]:
            given.update(redeal_no_queens=False, single_trump_exchange=False)
            if given["scoring"] == "ladder" and seats != 2:
                given["scoring"] = rng.choice(("sixty", "accounts"))
        if given["scoring"] != "ladder":
            given.update(cut_step="auto", shamka_capture=False)
        if given["trump_system"] not in ("fixed_clubs", "clubs_seven"):
            given["shamka_capture"] = False
        if not given["shamka_capture"]:
            given["first_capture"] = "chiper"
        if not given["trump_lead_restricted"]:
            given["trump_lead_who"] = "everybody"
        if given["follow_suit"] == "free":
            given["must_trump"] = False
        if given["scoring"] != "ladder":
            given["eggs_dealer"] = "next"
        if given["scoring"] != "accounts" or not given["deal_mode"].startswith("halves"):
            given["count_span"] = "both_halves"
        try:
            options = make_options(KozelOptions(), given)
            options.check(seats)
        except BadOption:
            continue
        return options, given, seats


@pytest.mark.parametrize("block", blocks(3, 8))
@pytest.mark.every(3)
def test_any_mixture_of_options_agrees(block: int) -> None:
    rng = Random(block)
    for seed in range(60):
        options, given, seats = any_options(rng)
        compare(options, given, seats, 1000 * block + seed, hands=6)
