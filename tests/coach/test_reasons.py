"""Reasons: each sentence is said of moves that can be made, and none of moves between which it does not tell."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from itertools import permutations

import pytest

from cardtable.cards import bits, shuffled
from cardtable.coach import reasons
from cardtable.coach.reasons import reason
from cardtable.engine.moves import Move
from cardtable.engine.options import make_options
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation, observe
from cardtable.games import find_preset
from tests.coach.deals import choices, played

TABLES = (
    ("throw_in", 2),
    ("transfer", 3),
    ("nizhny", 4),
    ("burkozel", 2),
    ("king_simple", 4),
    ("king_short", 4),
    ("king_long", 4),
    ("king_custom", 4),
    ("classic", 2),
    ("english_fool", 2),
    ("four_ranks", 4),
    ("palace_ladder", 5),
)
SENTENCES = frozenset(re.findall(r'say\("([^"]+)"\)', inspect.getsource(reasons)))
HIGH_OR_LOW = {
    "A lower card would have covered.": 1,
    "The lower card was worth keeping.": -1,
    "A high card was given away early.": 1,
    "That card came too low: it was easy to beat.": -1,
    "A lower lead would have been enough.": 1,
    "A higher lead would have won more.": -1,
    "Led too high.": 1,
    "The high card should have gone now.": -1,
}
"""What speaks of high and low, and which of the two moves it calls the higher: 1 the one that was made."""


def told(preset: str, seats: int, seeds: range) -> Iterator[tuple[AnyRules, Observation, Move, Move, str]]:
    """What is said of pairs of moves, one made and one better, at the decisions of some deals."""
    for seed in seeds:
        # A match of the ladder begins with a vote; and any moves at all break its etiquette, which ends a deal at once.
        match = played(preset, seats, seed, "steady", 2) if preset == "palace_ladder" else played(preset, seats, seed)
        for decided in choices(match):
            seen = decided.seen
            for made, better in permutations(match.rules.legal(seen.state, seen.seat)[:8], 2):
                why = reason(match.rules, seen, made, better)
                if why is not None:
                    yield match.rules, seen, made, better, why.source


def test_every_sentence_is_said_of_some_legal_moves() -> None:
    said = {why for preset, seats in TABLES for *_, why in told(preset, seats, range(8))}
    assert len(SENTENCES) > 30
    assert said == SENTENCES


def test_a_card_may_be_drawn_by_choice_and_kept() -> None:
    """Only where the rules let somebody draw who could lay (O-09)."""
    game, found = find_preset("classic")
    rules: AnyRules = game.rules(make_options(found.options, {"draw_when_able": True}), 2)
    said = set()
    for seed in range(5):
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        for _ in range(3):
            seat = state.to_act[0]
            legal = rules.legal(state, seat)
            *_, last = legal
            for pair in ((last, legal[0]), (legal[0], last)) if legal[0].cards and not last.cards else ():
                why = reason(rules, observe(state, seat), *pair)
                said.add((last.verb, why and why.source))
            rules.play(state, seat, last)
    sentences = "There was a card to lay.", "That card was worth keeping."
    assert said == {(verb, sentence) for verb in ("draw", "pass") for sentence in sentences}


@pytest.mark.parametrize(
    ("preset", "seats", "sentence"),
    [
        ("four_ranks", 4, "The trick could have been taken."),
        ("four_ranks", 4, "The trick was not worth the card that took it."),
        ("four_ranks", 4, "A trump was spent too early."),
        ("palace_ladder", 5, "The attack could have been covered."),
        ("palace_ladder", 5, "A high card was given away early."),
    ],
)
def test_the_games_of_the_court_have_words_of_their_own_play(preset: str, seats: int, sentence: str) -> None:
    assert sentence in {why for *_, why in told(preset, seats, range(8))}


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_only_where_one_card_is_higher_is_it_said_to_be(preset: str, seats: int) -> None:
    """Of the same card on another target, or of equal ranks of two suits, nothing is high or low."""
    for rules, seen, made, better, why in told(preset, seats, range(3)):
        if why in HIGH_OR_LOW:
            trump = getattr(seen.state, "trump", -1)
            made_at, better_at = [
                max(rules.height(card, trump if trump >= 0 else None) for card in bits(move.cards))
                for move in (made, better)
            ]
            assert (made_at - better_at) * HIGH_OR_LOW[why] > 0, (made, better, why)
            assert made.arg == better.arg, "of cards that cover different attacks neither is too high"
