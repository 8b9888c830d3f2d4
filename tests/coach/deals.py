"""Deals for the coach's tests: played by bots, their decisions, and endings searched by every line."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from cardtable.bots import Bot
from cardtable.bots.finding import make_bot
from cardtable.cards import ALL_CARDS, shuffled
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import observe
from cardtable.games import find_preset
from cardtable.match.match import Decided, Match

FoundT = TypeVar("FoundT")
COUNTED = ("bout", "idle_takes")
"""Facts of a state that record how long it took, and cannot matter in so short an ending."""


def rules_of(preset: str, seats: int) -> AnyRules:
    """The rules of a preset at a table of this many seats."""
    game, found = find_preset(preset)
    return game.rules(found.options, seats)


def played(preset: str, seats: int, seed: int, style: str = "uniform", deals: int = 1) -> Match:
    """A match after its first deal or deals, with this style in all seats."""
    rules = rules_of(preset, seats)
    family_id = find_preset(preset)[0].id
    match, rng = Match(rules, seed), Random(seed)
    bots = [make_bot(style, family_id, rules) for _ in range(seats)]
    for _ in range(deals):
        _, dealer, deck = match.next_cards()
        match.deal(deck, dealer)
        play_out(match, bots, rng)
    return match


def play_out(match: Match, bots: Sequence[Bot], rng: Random) -> None:
    """Plays the deal to its end."""
    rules = match.rules
    while not match.deal_over:
        if match.shuffle_due:
            match.play(DEALER, match.next_shuffle())
            continue
        seat = match.state.to_act[0]
        seen = observe(match.state, seat)
        match.play(seat, bots[seat].choose(seen, rules.legal(seen.state, seat), rng).move)


def choices(match: Match) -> Iterator[Decided]:
    """The decisions of the match's deal that had a choice."""
    for decided in match.decided():
        if len(match.rules.legal(decided.seen.state, decided.seen.seat)) > 1:
            yield decided


def ended(thought: Generator[None, None, FoundT]) -> FoundT:
    """Runs a thought to its end and returns its result."""
    while True:
        try:
            next(thought)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def late(rules: Any, seeds: range, most: int) -> Iterator[Any]:
    """States of random deals that have a choice and few cards in the hands and on the table, all of them open."""
    for seed in seeds:
        rng = Random(seed)
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        while state.to_act and state.to_act[0] != DEALER:
            seat = state.to_act[0]
            legal = rules.legal(state, seat)
            left = sum(cards.bit_count() for cards in (*state.places[: rules.seats], state.places[rules.table]))
            few = not state.stock and left <= most
            if few and len(legal) > 1:
                shown = state.copy()
                shown.known = [ALL_CARDS] * rules.seats
                yield shown
            # Random claims of having enough would end most deals early.
            quiet = rules.silence(state)
            rules.play(state, seat, legal[int(rng.random() * len(legal))] if quiet is None else quiet)


def best(rules: AnyRules, state: Any, seat: Seat, mine: frozenset[Seat], known: dict[Any, float]) -> float:
    """The seat's score with best play by its side and by the other, over every line."""
    if not state.to_act:
        return rules.scores(state)[seat]
    mover = state.to_act[0]
    assert mover != DEALER
    facts = [getattr(state, name) for name in state.FACTS if name not in COUNTED]
    key = (state.to_act, tuple(state.places), state.stock, *facts)
    if key not in known:
        values = []
        for move in rules.legal(state, mover):
            after = state.copy()
            rules.play(after, mover, move)
            values.append(best(rules, after, seat, mine, known))
        known[key] = max(values) if mover in mine else min(values)
    return known[key]


def after(rules: AnyRules, state: Any, seat: Seat, move: Move) -> Any:
    """The state after this move."""
    made = state.copy()
    rules.play(made, seat, move)
    return made
