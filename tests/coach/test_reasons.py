"""Reasons: each sentence is said of moves that can be made, and none of moves between which it does not tell."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest

from cardtable.cards import CLUBS, RANKS, bits, cards_of, parse_card, rank_of, shuffled, suit_of
from cardtable.coach import reasons
from cardtable.coach.reasons import reason
from cardtable.engine.moves import DEALER, Move
from cardtable.engine.options import make_options
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation, observe
from cardtable.games import find_preset
from tests.coach.deals import choices, played, rules_of

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
    ("stack_sevens", 2),
    ("four_ranks", 4),
    ("palace_ladder", 5),
)
SENTENCES = frozenset(re.findall(r'say\("([^"]+)"\)', inspect.getsource(reasons)))
HIGH_OR_LOW = {
    "A lower card would have covered.": 1,
    "A high card was given away early.": 1,
    "That card came too low: it was easy to beat.": -1,
    "A higher lead would have won more.": -1,
    "Led too high.": 1,
    "The high card should have gone now.": -1,
}
"""What speaks of high and low, and which of the two moves it calls the higher: 1 the one that was made."""


FACTS: dict[str, Callable[[Any, Move, Move], bool]] = {
    "The attack could have been covered.": lambda state, made, better: state.uncovered == 1 << better.arg,
    "That rank was new on the table: more could be thrown in to it.": lambda state, made, better: (
        bool(better.cards & state.ranks) and not made.cards & state.ranks
    ),
    "One card would have been enough.": lambda state, made, better: made.cards & better.cards == better.cards,
    "A high card was given away early.": lambda state, made, better: bool(state.stock),
    "That card came too low: it was easy to beat.": lambda state, made, better: suits(made) == suits(better),
    "Led too high.": lambda state, made, better: suits(made) == suits(better),
    "A higher lead would have won more.": lambda state, made, better: suits(made) == suits(better),
    "The high card should have gone now.": lambda state, made, better: suits(made) == suits(better),
    "More cards could have been led at once.": lambda state, made, better: (
        better.cards.bit_count() > made.cards.bit_count()
    ),
}
"""What must hold of a position and of two moves where a sentence is said."""
LAST: dict[str, Callable[[Any], int]] = {
    "king_simple": lambda state: len(state.trick),
    "nizhny": lambda state: len(state.trick),
    "burkozel": lambda state: len(state.plays),
}
CERTAIN = frozenset(
    (
        "A certain trick was missed.",
        "The trick was the partner's already.",
        "The trick was not worth the card that took it.",
        "The trick was not worth its card.",
        "It was cheaper to take this trick.",
    )
)
"""What is known only by the last to play to a trick."""


def suits(move: Move) -> set[int | None]:
    """The suits of its cards."""
    return {suit_of(card) for card in bits(move.cards)}


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


def may_be_beaten(rules: Any, seen: Observation, made: Move) -> bool:
    """Whether some card that does not lie open, is not the seat's own and is not gone takes the trick from its side."""
    state: Any = seen.state
    elsewhere = [card for card in bits(rules.all_cards) if not any(cards >> card & 1 for cards in state.places)]
    elsewhere += [card for seat in range(rules.seats) if seat != seen.seat for card in bits(state.places[seat])]
    if hasattr(rules, "by_trump"):
        beaters = rules.by_trump[state.trump].beaters
        laid = bits(made.cards)[0]
        best = laid if state.best < 0 or beaters[state.best] >> laid & 1 else state.best
        theirs = best == state.best and state.winning % 2 != seen.seat % 2
        return theirs or any(beaters[best] >> card & 1 for card in elsewhere)
    return all(any(rules.wins_over(state, 1 << card, 1 << other) for other in elsewhere) for card in bits(made.cards))


@pytest.mark.parametrize(
    ("made", "better", "trick", "why"),
    [
        ("Qc", "7c", "", None),
        ("Jc", "7c", "", "Points were put at risk."),
        ("Qh", "9c", "Ks Qc", "A high trump was wasted on a trick that it did not take."),
        ("Tc", "9c", "Ks Qc", "Points were given away."),
        ("Qc", "Jd", "9s 7s 8s", "A lower trump would have taken it too."),
        ("Jd", "9c", "9s 8c", "Points were put at risk."),
    ],
)
def test_trumps_of_kozel_are_spoken_of_by_what_beats_them(made: str, better: str, trick: str, why: str | None) -> None:
    """The two highest trumps are the seat's own: nobody takes a trick from the queen of clubs (K-06)."""
    rules: Any = rules_of("nizhny", 4)
    hand = cards_of(map(parse_card, ("6c", "Qc", "Jc", "Qh", "Tc", "9c", "7c", "Jd")))
    laid = tuple(map(parse_card, trick.split()))
    seat = 0
    for seed in range(99):
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        if state.trump == CLUBS and not state.trick:
            break
    suits = rules.by_trump[CLUBS]
    best = -1
    for card in laid:
        best = card if best < 0 or suits.beaters[best] >> card & 1 else best
    state.trick, state.best = laid, best
    state.winning = (seat - len(laid) + laid.index(best)) % 4 if laid else -1
    state.places[: rules.seats] = [hand, 0, 0, 0]
    seen = Observation(seat, state)
    play = {name: Move("play", 1 << parse_card(name)) for name in (made, better)}
    found = reason(rules, seen, play[made], play[better])
    assert (found and found.source) == why


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
    ("preset", "anywhere", "ranks"), [("classic", True, {"Q"}), ("jack_orders", True, {"J"}), ("classic", False, set())]
)
def test_only_the_card_that_goes_on_anything_is_said_to(preset: str, anywhere: bool, ranks: set[str]) -> None:
    game, found = find_preset(preset)
    options = make_options(found.options, {"order_card_anywhere": anywhere})
    rules: AnyRules = game.rules(options, 3)
    said = set()
    for seed in range(8):
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        while state.to_act and state.to_act[0] != DEALER:
            seat = state.to_act[0]
            legal = rules.legal(state, seat)
            for made, better in permutations(legal, 2):
                why = reason(rules, observe(state, seat), made, better)
                if why is not None and "goes on anything" in why.source:
                    said |= {RANKS[rank_of(card)] for card in bits(made.cards)}
            rules.play(state, seat, legal[0])
    assert said == ranks


@pytest.mark.parametrize(
    ("preset", "seats", "sentence"),
    [
        ("four_ranks", 4, "The trick could have been taken."),
        ("four_ranks", 4, "The trick was not worth the card that took it."),
        ("four_ranks", 4, "A trump was spent too early."),
        ("palace_ladder", 5, "The attack could have been covered."),
        ("palace_ladder", 5, "A lower card would have covered."),
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


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_what_a_sentence_says_holds_where_it_is_said(preset: str, seats: int) -> None:
    for rules_, seen, made, better, why in told(preset, seats, range(6)):
        state: Any = seen.state
        if why == "Points were put at risk.":
            assert may_be_beaten(rules_, seen, made), (why, made, better)
        assert why not in FACTS or FACTS[why](state, made, better), (why, made, better)
        if preset in LAST and why in CERTAIN:
            assert LAST[preset](state) == seats - 1, (why, made, better)
        if why == "A more dangerous card could have been got rid of.":
            rules: Any = rules_of(preset, seats)
            counted = rules.count(state).cards
            assert better.cards & counted or not made.cards & counted, (made, better)
        if preset == "nizhny" and why == "Points were given away.":
            assert len(state.trick) != 1, "the partner is still to play"


def test_a_lower_card_is_no_reason_and_a_rank_that_lies_there_is() -> None:
    """Of two cards that cover, the higher one may be right: the rank, or what is left in the hand, says why."""
    said = set()
    for _, seen, made, better, why in told("throw_in", 2, range(8)):
        if made.verb == better.verb == "cover" and max(bits(made.cards)) < max(bits(better.cards)):
            said.add(why)
            if why == "Cards of one rank are stronger together.":
                assert mates(seen, made)
                assert not mates(seen, better)
    assert "The lower card was worth keeping." not in said
    assert {
        "That rank was new on the table: more could be thrown in to it.",
        "Cards of one rank are stronger together.",
    } <= said


def mates(seen: Observation, move: Move) -> bool:
    """Whether the seat holds another card of the rank of a move's only card."""
    (card,) = bits(move.cards)
    return any(other != card and rank_of(other) == rank_of(card) for other in bits(seen.state.places[seen.seat]))
