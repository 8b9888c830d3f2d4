"""King, Prince, Soldier, Peasant: the engine against the slow second implementation, step by step in random games."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cardtable.cards import card_text, parse_cards, shuffled
from cardtable.engine.moves import DEALER
from cardtable.engine.options import specs
from cardtable.engine.rules import shuffle_move
from cardtable.games.titles import FAMILY
from cardtable.games.titles.game import Titles
from cardtable.games.titles.options import TitlesOptions
from cardtable.games.titles.state import TitlesStanding, TitlesState
from tests.lots import blocks
from tests.reference.king_ranks import TITLES, KingRanks
from tests.reference.king_ranks import RanksStanding as SlowStanding

SEATS = 4


def same(rules: Titles, fast: TitlesState, slow: KingRanks) -> None:
    """Asserts that both agree on the deal."""
    assert list(fast.to_act) == slow.to_act()
    for seat in range(SEATS):
        assert fast.places[seat] == parse_cards(" ".join(slow.hands[seat]))
        assert set(map(rules.move_text, rules.legal(fast, seat))) == slow.legal(seat)
    assert fast.places[rules.aside] == parse_cards(" ".join(slow.aside))
    facts = rules.facts(fast)
    assert facts["stage"] == ("reign" if slow.is_reign else "first")
    assert facts["trump"] == slow.trump
    assert facts["turn_up"] == slow.turn_up
    assert facts["dealer"] == f"P{slow.dealer}"
    assert facts["titles"] == " ".join(title or "-" for title in slow.titles)
    assert facts["before"] == " ".join(map(str, slow.before))
    assert facts["tricks"] == " ".join(map(str, slow.tricks))
    assert facts["exchange"] == slow.exchange
    assert facts["left"] == [f"P{seat}" for seat in range(SEATS) if seat not in slow.staying]
    assert facts["order"] == [f"P{seat}" for seat in slow.order]
    assert facts["trick"] == " ".join(card for _, card in slow.trick)
    assert facts["winner"] == ("none" if slow.winner is None else f"P{slow.winner}")
    if not slow.is_reign:
        assert facts["reign"] == [f"P{seat}" for seat in slow.reign]
    if slow.to_act() and slow.phase == "play":
        assert facts["leader"] == f"P{slow.leader}"


def play_deal(rules: Titles, slow: KingRanks, fast: TitlesState, rng: Random) -> None:
    """Plays a whole deal with random moves."""
    while True:
        same(rules, fast, slow)
        if not fast.to_act:
            return
        seat = fast.to_act[0]
        if seat == DEALER:
            rules.play(fast, DEALER, shuffle_move(rng))
            slow.draw([TITLES[title] for title in fast.titles])
            continue
        move = rng.choice(rules.legal(fast, seat))
        rules.play(fast, seat, move)
        slow.play(seat, rules.move_text(move))


def same_standing(fast: TitlesStanding, slow: SlowStanding) -> None:
    """Asserts that both agree on the game."""
    assert fast.over == slow.over
    assert list(fast.tricks) == slow.tricks
    assert fast.reign == bool(slow.reign)
    if slow.over:
        assert list(fast.winners) == [slow.winner]
        return
    assert fast.dealer == slow.dealer
    titles = [TITLES[slow.reign.index(seat)] for seat in range(SEATS)] if slow.reign else slow.titles
    assert [TITLES[title] for title in fast.titles] == titles


def compare(options: TitlesOptions, seed: int) -> int:
    """Plays a whole game in both implementations and returns the number of deals."""
    rng = Random(seed)
    rules = Titles(options, SEATS)
    slow = KingRanks({name: getattr(options, name) for name in specs(TitlesOptions)}, SEATS)
    standing, slow_standing = rules.start(), slow.start()
    dealer = rng.randrange(SEATS)
    deals = 0
    while not standing.over:
        deals += 1
        deck = shuffled(rules.deck, seed * 1000 + deals)
        fast = rules.deal(deck, dealer, standing)
        slow.deal([card_text(card) for card in deck], dealer, slow_standing)
        play_deal(rules, slow, fast, rng)
        standing, slow_standing = rules.settle(standing, fast), slow.after()
        assert isinstance(standing, TitlesStanding)
        same_standing(standing, slow_standing)
        dealer = -1 if standing.dealer is None else standing.dealer
    return deals


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.every(4)
def test_whole_games_of_the_preset_agree(seed: int) -> None:
    """G-40 to G-49, G-M15: at most three deals of stage one, and the reign."""
    assert 3 <= compare(FAMILY.presets["four_ranks"].options, seed) <= 4


def any_options(rng: Random) -> TitlesOptions:
    """A random set of this game's options."""
    changes: dict[str, Any] = {}
    for name in specs(TitlesOptions):
        spec = specs(TitlesOptions)[name]
        changes[name] = rng.choice([1, 1, 2, 3, 4, 5, 9, 12]) if spec.range else rng.choice(spec.values)
    return replace(TitlesOptions(), **changes)


@pytest.mark.parametrize("block", blocks(3, 5))
@pytest.mark.every(2)
def test_any_mixture_of_options_agrees(block: int) -> None:
    """G-41, G-43, G-46, G-48: other quotas, one deal, titles at random or by seat, free play, other exchanges."""
    rng = Random(block)
    for number in range(25):
        compare(any_options(rng), 100 * block + number)
