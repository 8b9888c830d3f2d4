"""The ladder of the court: the engine against the slow second implementation, step by step in random deals."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cardtable.cards import card_text, parse_cards, shuffled
from cardtable.engine.moves import DEALER, Move
from cardtable.engine.options import BadOption, specs
from cardtable.engine.rules import shuffle_move
from cardtable.games.palace import FAMILY
from cardtable.games.palace.game import Palace
from cardtable.games.palace.options import PalaceOptions
from cardtable.games.palace.state import PalaceStanding, PalaceState
from tests.lots import blocks
from tests.reference.king_ladder import KingLadder
from tests.reference.king_ladder_court import LadderStanding as SlowStanding

MANNERS = ("plain", "bold", "rude")
MANY_MOVES = 300
"""Where a seat has more moves than this, only some positions are asked for all of them."""


def seat_names(seats: list[int]) -> list[str]:
    """`["P0", "P2"]`."""
    return [f"P{seat}" for seat in seats]


def same(rules: Palace, fast: PalaceState, slow: KingLadder) -> None:
    """Asserts that both agree on the deal."""
    facts = rules.facts(fast)
    assert facts["ladder"] == " ".join(seat_names(slow.ladder))
    if slow.ladder:
        names = [f"P{seat} {name}" for seat, name in zip(slow.ladder, slow.place_names(), strict=True)]
        assert facts["court"] == names
    assert facts["trump"] == slow.trump
    over = slow.phase == "over"
    assert (not fast.to_act) == over
    assert list(fast.to_act[:1]) == slow.to_act()[:1]
    assert sorted(fast.to_act) == sorted(slow.to_act())
    for seat in range(rules.seats):
        assert fast.places[seat] == parse_cards(" ".join(slow.hands[seat]))
    assert fast.places[rules.discard] == parse_cards(" ".join(slow.discard))
    if over:
        assert facts["fell"] == ("none" if slow.fell is None else f"P{slow.fell}")
        return
    if slow.phase in ("vote", "lot"):
        assert facts["votes"] == " ".join(slow.votes.get(seat, "-") for seat in range(rules.seats))
        return
    assert facts["moment"] == slow.phase
    assert facts["packets"] == " ".join(str(len(packet)) for packet in slow.packets)
    if slow.attacker < 0:
        return
    assert facts["bout"] == slow.bout
    assert facts["attacker"] == f"P{slow.attacker}"
    if slow.phase == "choose":
        return
    assert facts["defender"] == f"P{slow.defender}"
    assert facts["climbs"] == slow.climbs
    assert facts["table"].split() == [attack if not cover else f"{attack}/{cover}" for attack, cover in slow.table]
    waiting = [slow.joker_waiting] if slow.joker_waiting else []
    assert parse_cards(facts["jokers"]) == parse_cards(" ".join(slow.jokers + waiting))
    assert facts["held"] == slow.held
    assert facts["taking"] == slow.taking
    assert facts["leave"] == seat_names(sorted(slow.leave))
    assert facts["no_leave"] == seat_names(sorted(slow.no_leave))
    assert facts["offended"] == seat_names(sorted(slow.offended))
    if slow.phase in ("throw", "leave"):
        assert facts["asking"] == seat_names(slow.queue)


def same_moves(rules: Palace, fast: PalaceState, slow: KingLadder) -> None:
    """Asserts that both agree on the moves."""
    for seat in fast.to_act:
        moves = rules.legal(fast, seat)
        if len(moves) <= MANY_MOVES or slow.bout % 8 == 1:
            texts = [rules.move_text(move) for move in moves]
            assert len(set(texts)) == len(texts)
            assert set(texts) == slow.legal(seat)


def some_move(rules: Palace, fast: PalaceState, rng: Random, manners: str) -> tuple[int, Move]:
    """A random player's move: rude ones offend often, others rarely, and bold ones take and pass less often."""
    rude = manners == "rude"
    seat = fast.to_act[0] if rng.random() < (0.8 if rude else 0.97) else rng.choice(fast.to_act)
    moves = [move for move in rules.legal(fast, seat) if move.verb != "show" or rng.random() < 0.05]
    honest = [move for move in moves if move.verb != "clear"]
    kept = [move for move in honest if move.verb not in ("take", "pass")]
    if manners == "bold" and kept and rng.random() < 0.8:
        return seat, rng.choice(kept)
    return seat, rng.choice(honest if honest and not (rude and rng.random() < 0.3) else moves)


def play_deal(rules: Palace, slow: KingLadder, fast: PalaceState, rng: Random, manners: str) -> None:
    """Plays a whole deal with random moves."""
    while True:
        same(rules, fast, slow)
        if not fast.to_act:
            return
        if fast.to_act == (DEALER,):
            rules.play(fast, DEALER, shuffle_move(rng))
            slow.draw(rules.facts(fast)["trump"])
            continue
        same_moves(rules, fast, slow)
        seat, move = some_move(rules, fast, rng, manners)
        rules.play(fast, seat, move)
        slow.play(seat, rules.move_text(move))


def same_standing(fast: PalaceStanding, slow: SlowStanding) -> None:
    """Asserts that both agree on the match."""
    assert list(fast.ladder) == slow.ladder
    assert fast.dealer == slow.dealer
    assert (fast.played, list(fast.kings), list(fast.stablehands)) == (slow.played, slow.kings, slow.stablehands)
    assert fast.over == slow.over
    if fast.over:
        assert fast.winners == fast.ladder[:1]


def compare(options: PalaceOptions, seats: int, seed: int, deals: int) -> None:
    """Plays the first hand and some more deals in both implementations."""
    rng = Random(seed)
    rules = Palace(options, seats)
    given: dict[str, Any] = {name: getattr(options, name) for name in specs(PalaceOptions)}
    slow = KingLadder(given | {"palace_pack": options.pack_size(seats)}, seats)
    standing, slow_standing = rules.start(), slow.start()
    dealer = rng.randrange(seats)
    for number in range(deals):
        deck = shuffled(rules.deck, seed * 1000 + number)
        fast = rules.deal(deck, dealer, standing)
        slow.deal([card_text(card) for card in deck], dealer, slow_standing)
        play_deal(rules, slow, fast, rng, MANNERS[seed % 3])
        standing, slow_standing = rules.settle(standing, fast), slow.after()
        assert isinstance(standing, PalaceStanding)
        same_standing(standing, slow_standing)
        if standing.over:
            return
        assert standing.dealer is not None
        dealer = standing.dealer


TABLES = [(name, seats) for name, preset in FAMILY.presets.items() for seats in preset.seats]


@pytest.mark.parametrize(("preset", "seats"), TABLES)
@pytest.mark.every(8)
def test_every_preset_agrees(preset: str, seats: int) -> None:
    """The first hand and one deal."""
    compare(FAMILY.presets[preset].options, seats, seed=seats, deals=2)


def any_options(rng: Random) -> tuple[PalaceOptions, int]:
    """A random set of this game's options that are allowed together, with a number of seats to suit."""
    while True:
        changes: dict[str, Any] = {"palace_deals": rng.randint(1, 3), "palace_bout_cap": rng.choice([10, 25])}
        for name in specs(PalaceOptions):
            spec = specs(PalaceOptions)[name]
            if spec.range is None:
                changes[name] = rng.choice(spec.values)
        options, seats = replace(PalaceOptions(), **changes), rng.randint(5, 12)
        try:
            options.check(seats)
        except BadOption:
            continue
        return options, seats


@pytest.mark.parametrize("block", blocks(3, 6))
@pytest.mark.every(3)
def test_any_mixture_of_options_agrees(block: int) -> None:
    """Other packs, chores by hand, offences, jokers, shown cards, throw-ins without leave."""
    rng = Random(block)
    for number in range(4):
        options, seats = any_options(rng)
        compare(options, seats, 100 * block + number, deals=3)


def test_places_that_change_while_throw_ins_are_asked_agree() -> None:
    """G-57, G-63: rude players clear the table during an asking round, and the king gives or refuses leave."""
    rng = Random(99)
    for number in range(4):
        options, seats = any_options(rng)
        options = replace(options, court_chores="manual", etiquette=True, throw_permission="king")
        compare(options, seats, 9900 + 3 * number + MANNERS.index("rude"), deals=2)
