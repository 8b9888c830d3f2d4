"""Prints a digest of random deals and short searches for every preset: `python .build/same_moves.py`.

Two installs of the same source, one of them compiled, must print the same. A digest covers all legal moves, events,
everybody's knowledge at the end, scores and totals, guesses, and search results; after it come the families that the
rules belong to. It uses the package that Python finds first: set PYTHONPATH to test another one.
"""

from __future__ import annotations

import argparse
from hashlib import sha256
from random import Random
from typing import Any

from cardtable.bots.search.search import Tree
from cardtable.bots.search.thoughts import thoughts_of
from cardtable.cards import shuffled
from cardtable.engine.moves import Event
from cardtable.engine.rules import AnyRules, run_chance
from cardtable.engine.state import State, guess, observe
from cardtable.games import FAMILIES, family, find_preset

ITERATIONS = 24
SEARCHED = (3, 8)
"""The moves of the first deals at which a search runs."""


def _plain(value: Any) -> str:
    """A fact as text; an int that became another kind of number shows up as a difference."""
    if isinstance(value, tuple | list):
        return f"({','.join(map(_plain, value))})"
    if isinstance(value, dict):
        return _plain(sorted(value.items()))
    return str(value)


def _state(state: State) -> str:
    facts = [getattr(state, name) for name in state.FACTS]
    return _plain([state.places, state.stock, state.known, state.lacks, state.hidden, state.to_act, *facts])


def _search(rules: AnyRules, state: State, seat: int, number: int, events: list[Event]) -> str:
    seen, thoughts = observe(state, seat), thoughts_of(rules)
    told = _state(guess(rules.all_cards, seen, Random(number)))
    moves = thoughts.order(seen.state, seat, thoughts.prune(seen.state, seat, rules.legal(seen.state, seat)))
    if len(moves) > 1:
        tree = Tree(thoughts, rules.all_cards, seen, moves, odds=thoughts.odds(seen, events))
        list(tree.think(ITERATIONS, Random(number)))
        told += _plain(tree.weighed())
    return told


def digest(rules: AnyRules, deals: int) -> str:
    """The digest of this many deals: every third one bare, every second one with its events."""
    found = sha256()
    standing = rules.start()
    for number in range(deals):
        rng, bare = Random(number), number % 3 == 2
        log: list[Event] | None = [] if number % 2 else None
        state = rules.deal(shuffled(rules.deck, number), number % rules.seats, standing, log)
        if bare:
            state = state.bare()
        made = 0
        while state.to_act:
            run_chance(rules, state, rng, log)
            if not state.to_act:
                break
            seat = state.to_act[0]
            moves = rules.legal(state, seat)
            found.update(_plain(moves).encode())
            if not bare and number < 2 and made in SEARCHED:
                found.update(_search(rules, state, seat, number, log or []).encode())
            move = moves[int(rng.random() * len(moves))]
            rules.play(state.copy(), seat, move)
            rules.play(state, seat, move, log)
            made += 1
        standing = rules.standing_after(standing, state)
        found.update(_plain([_state(state), log, rules.scores(state), standing]).encode())
    return found.hexdigest()[:16]


def main() -> None:
    """Prints a line for every preset at its smallest and its largest table."""
    parser = argparse.ArgumentParser(description="Print a digest of random deals and searches for every preset.")
    parser.add_argument("presets", nargs="*", metavar="PRESET", help="all of them unless some are named")
    parser.add_argument("--deals", type=int, default=6, metavar="NUMBER")
    given = parser.parse_args()
    kinds: dict[str, type] = {}
    for name in given.presets or [name for game in map(family, FAMILIES) for name in game.presets]:
        game, preset = find_preset(name)
        for seats in sorted({min(preset.seats), max(preset.seats)}):
            rules = game.rules(preset.options, seats)
            found = digest(rules, given.deals)
            kinds.setdefault(game.id, type(rules).__mro__[1])
            print(name, seats, found, *[kind for kind, made in kinds.items() if isinstance(rules, made)], flush=True)


if __name__ == "__main__":
    main()
