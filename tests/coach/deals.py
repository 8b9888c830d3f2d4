"""Deals for the coach's tests: played by bots, and what a seat decided in them."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from random import Random
from typing import TypeVar

from cardtable.bots import Bot
from cardtable.bots.finding import make_bot
from cardtable.engine.moves import DEALER
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import observe
from cardtable.games import find_preset
from cardtable.match import Decided, Match

FoundT = TypeVar("FoundT")


def rules_of(preset: str, seats: int) -> AnyRules:
    """The rules of a preset for so many."""
    game, found = find_preset(preset)
    return game.rules(found.options, seats)


def played(preset: str, seats: int, seed: int, style: str = "uniform", deals: int = 1) -> Match:
    """A match after its first deal, or some more, all seats played in this style."""
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
    """The decisions of its deal at which there was a choice."""
    for decided in match.decided():
        if len(match.rules.legal(decided.seen.state, decided.seen.seat)) > 1:
            yield decided


def ended(thought: Generator[None, None, FoundT]) -> FoundT:
    """What a thought comes to in the end."""
    while True:
        try:
            next(thought)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
