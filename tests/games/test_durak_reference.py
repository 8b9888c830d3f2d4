"""The engine against the slow second implementation, step by step in random deals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardtable.cards import card_text, parse_cards, shuffled
from cardtable.engine.moves import Move
from cardtable.engine.options import BadOption, changed, make_options, specs
from cardtable.engine.scene import NO_CARD
from cardtable.games.durak import FAMILY
from cardtable.games.durak.game import durak
from cardtable.games.durak.options import TEAM_SEATS, DurakOptions
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakStanding, DurakState
from tests.lots import blocks
from tests.reference.durak import Durak
from tests.reference.texts import by_suit

LEFT_OUT = ("next_dealer", "winner_rule", "match", "match_length")
VARIED = [name for name in specs(DurakOptions) if name not in LEFT_OUT]


def agree(rules: DurakRules, fast: DurakState, slow: Durak, seat: int, rng: Random) -> list[Move]:
    """The legal moves of a seat, on which both agree; of very many throws a random few."""
    moves = list(rules.legal(fast, seat))
    single = [move for move in moves if move.verb == "add"]
    if not single:
        assert {by_suit(move) for move in moves} == slow.legal(seat)
        return moves
    moves = [move for move in moves if move.verb != "add"]
    assert all(slow.allows(seat, by_suit(move)) for move in moves)
    for size in range(2, len(single) + 1):
        move = Move("throw", sum(move.cards for move in rng.sample(single, size)))
        allowed = rules.why_not(fast, seat, move) is None
        assert allowed == slow.allows(seat, by_suit(move))
        if allowed:
            moves.append(move)
    return moves


def same(rules: DurakRules, fast: DurakState, slow: Durak) -> None:
    """Asserts that both agree on the deal."""
    for seat in range(rules.seats):
        assert fast.places[seat] == parse_cards(" ".join(slow.hands[seat]))
    assert [card_text(card) for card in fast.stock] == slow.stock
    assert fast.places[rules.discard] == parse_cards(" ".join(slow.discard))
    table = [
        (card_text(attack), None if cover == NO_CARD else card_text(cover))
        for attack, cover in zip(fast.attacks, fast.covers, strict=True)
    ]
    # Cards played together have no order among themselves.
    assert sorted(table, key=str) == sorted(slow.table, key=str)
    assert list(fast.to_act) == slow.to_act()
    assert list(fast.out) == slow.out
    assert (not fast.to_act) == slow.over
    if slow.over:
        assert fast.fool == (-1 if slow.fool is None else slow.fool)
        assert [seat for seat in range(rules.seats) if fast.losers >> seat & 1] == sorted(slow.losers)
        hung = int(fast.awarded >= 0) if rules.options.epaulettes == "ladder" else fast.epaulettes
        assert hung == slow.epaulettes
    else:
        assert (fast.attacker, fast.defender) == (slow.attacker, slow.defender)
        assert (fast.attacker_seat, fast.defender_seat) == (slow.attacker_seat, slow.defender_seat)


def compare(options: DurakOptions, given: dict[str, Any], seats: int, seed: int, bold: bool) -> None:
    """Compares two deals of a match in both; a difference is reported with the options."""
    try:
        _compare(options, given, seats, seed, bold)
    except AssertionError as error:
        error.add_note(f"{seats} players, {changed(options, DurakOptions())}")
        raise


def _compare(options: DurakOptions, given: dict[str, Any], seats: int, seed: int, bold: bool) -> None:
    """Plays two deals of a match in both implementations; `bold` players take less often, so that bouts grow."""
    rng = Random(seed)
    rules = durak(options, seats)
    standing: DurakStanding = rules.start()
    previous: dict[str, int | None] | None = None
    for number in range(2):
        dealer = rng.randrange(seats) if standing.dealer is None else standing.dealer
        deck = shuffled(rules.deck, seed * 10 + number)
        assert rules.misdeal(deck, dealer) == Durak(given, seats).misdeal([card_text(card) for card in deck], dealer)
        fast = rules.deal(deck, dealer, standing)
        slow = Durak(given, seats)
        needs = list(standing.epaulettes) if options.epaulettes == "ladder" else None
        slow.deal([card_text(card) for card in deck], dealer, number == 0, previous, needs)
        while True:
            same(rules, fast, slow)
            if not fast.to_act:
                break
            agreed = {seat: agree(rules, fast, slow, seat, rng) for seat in fast.to_act}
            # Now and then a player acts out of turn, where the rules allow it.
            seat = fast.to_act[0] if rng.random() < 0.9 else rng.choice(fast.to_act)
            moves = agreed[seat]
            kept = [move for move in moves if move.verb not in ("take", "pass", "hold", "accuse")]
            move = rng.choice(kept if bold and kept and rng.random() < 0.8 else moves)
            rules.play(fast, seat, move)
            slow.play(seat, by_suit(move))
        standing = rules.settle(standing, fast)
        previous = {"fool": standing.fool, "first": standing.first}
        if standing.over and options.match == "ladder":
            break


TABLES = [(name, seats) for name, preset in FAMILY.presets.items() for seats in preset.seats]


@pytest.mark.parametrize("other", [0, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("preset", "seats"), TABLES)
@pytest.mark.every(40)
def test_every_preset_agrees(preset: str, seats: int, other: int) -> None:
    """Bold players at every other number of seats; the long run has them at the other half too."""
    options = FAMILY.presets[preset].options
    given = {name: getattr(options, name) for name in VARIED}
    seed = (len(preset) + seats + other) % 2
    compare(options, given, seats, seed, bold=seed == 0)


def any_options(rng: Random) -> tuple[DurakOptions, dict[str, Any], int]:
    """A random set of options that are allowed together, with a number of seats to suit."""
    while True:
        given: dict[str, Any] = {}
        for name in VARIED:
            spec = specs(DurakOptions)[name]
            if name == "teams":
                given[name] = rng.choice(["none"] * 4 + list(spec.values))
            elif name == "overload_limit":
                given[name] = rng.choice([None, None, 20])
            elif spec.range is not None:
                values = [value for value in (1, 2, 3, 4, 5, 6, 6, 8) if spec.range.least <= value <= spec.range.most]
                given[name] = rng.choice([None, *values] if spec.optional else values)
            else:
                given[name] = rng.choice([spec.default, *spec.values])
        given["epaulettes"] = rng.choice(["off", "sixes"])
        for needs, needed in ((NEEDS_TRANSFER, "transfer"), (NEEDS_THROWS, "throw_in"), (NEEDS_CHEATS, "cheating")):
            if not given[needed]:
                given.update({name: specs(DurakOptions)[name].default for name in needs})
        if given["deck"] == 54:
            given.update({name: specs(DurakOptions)[name].default for name in NEEDS_NO_JOKERS})
        else:
            given.update({name: specs(DurakOptions)[name].default for name in ("jokers", "joker_attack")})
        if given["draws"] == "on" or given["cheating"]:
            given["last_card"] = "answered"
        if given["trump_source"] != "turn_up":
            given["trump_exchange"], given["redeal_ace"] = "off", False
        if given["teams"] == "none":
            given["team_vacant_seat"] = "partner_plays"
            given["who_throws"] = "all" if given["who_throws"] == "attacking_team" else given["who_throws"]
        else:
            given["pass_hands"] = "none"
        seats = TEAM_SEATS.get(given["teams"], rng.randint(2, 6))
        try:
            options = make_options(DurakOptions(), given)
            options.check(seats)
        except BadOption:
            continue
        return options, given, seats


NEEDS_TRANSFER = (
    "transfer_cards",
    "transfer_first_bout",
    "transfer_over_trump",
    "late_transfer",
    "travel_card",
    "travel_scope",
    "travel_again",
)
NEEDS_THROWS = ("late_transfer", "self_throw")
NEEDS_CHEATS = ("cheats_per_deal", "catching", "caught_penalty")
NEEDS_NO_JOKERS = ("spades_only_by_spades", "spade_turn_up", "queen_rule", "trump_source")


def late_cheats(rng: Random) -> tuple[DurakOptions, dict[str, Any], int]:
    """Options that allow false covers and transfers to follow one another in a bout."""
    given = {name: spec.default for name, spec in specs(DurakOptions).items() if name in VARIED}
    given |= {"transfer": True, "late_transfer": True, "cheating": True, "cheats_per_deal": 9, "first_limit": None}
    given |= {"transfer_first_bout": "allowed", "caught_penalty": rng.choice(["return_card"] * 3 + ["take_all"])}
    given |= {name: rng.random() < 0.5 for name in ("self_throw", "travel_card", "lead_from_stock")}
    given |= {"throw_timing": rng.choice(["all_covered", "any_time"]), "max_attack": rng.choice([6, None])}
    seats = rng.randint(2, 5)
    if rng.random() < 0.3:
        seats, given["teams"] = 4, "2x2"
    return make_options(DurakOptions(), given), given, seats


def test_cheats_and_late_transfers_agree() -> None:
    """D-46, D-73, D-74, D-75: what may be accused once the attack has gone round, and what an accusation undoes."""
    rng = Random(74)
    for seed in range(24):
        options, given, seats = late_cheats(rng)
        compare(options, given, seats, 9000 + seed, bold=rng.random() < 0.7)


@pytest.mark.parametrize("block", blocks(4, 8))
@pytest.mark.every(4)
def test_any_mixture_of_options_agrees(block: int) -> None:
    rng = Random(block)
    for seed in range(8):
        options, given, seats = any_options(rng)
        compare(options, given, seats, 1000 * block + seed, bold=rng.random() < 0.5)
