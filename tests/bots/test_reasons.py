"""Reasons are true: every sentence for every legal move of random deals, compared with the real cards.

`TRUE` states, in other words than `bots/reasons`, when each sentence is true in the full state: it looks up what others
hold, and where a sentence says how a trick goes on, it plays the trick out in every way with the real hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from cardtable.bots.finding import make_bot
from cardtable.bots.reasons import reasons
from cardtable.cards import shuffled
from cardtable.engine.moves import Move
from cardtable.engine.rules import run_chance
from cardtable.engine.state import Observation, observe
from cardtable.games import FAMILIES, family
from cardtable.games.titles.state import PEASANT, TitlesStanding
from tests.bots.reasons.at import At
from tests.bots.reasons.bouts import DURAK, PALACE
from tests.bots.reasons.king import KING, TITLES
from tests.bots.reasons.one_oh_one import ONE_OH_ONE
from tests.bots.reasons.tricks import BURA, KOZEL
from tests.lots import odd

LONGEST: Final = 400
"""The move at which a random deal is broken off."""
MOST_MOVES: Final = 40
"""The most legal moves of a decision whose reasons are checked."""


TRUE: Final = {
    "durak": DURAK,
    "palace": PALACE,
    "kozel": KOZEL,
    "bura": BURA,
    "king": KING,
    "titles": TITLES,
    "one_oh_one": ONE_OH_ONE,
}


def decisions(name: str, number: int) -> Iterator[tuple[Any, Any, Observation, Sequence[Move]]]:
    """Every decision of a random deal at a random table with random players: rules, full state, observation."""
    rng = Random(f"{name} {number}")
    table = odd(name, rng) if number % 2 else None
    game = family(name)
    preset = game.presets[rng.choice(sorted(game.presets))]
    rules: Any = (
        game.rules(table.options, table.seats) if table else game.rules(preset.options, rng.choice(preset.seats))
    )
    bots = [make_bot(rng.choice(("uniform", "lowest", "steady", "steady")), name, rules) for _ in range(rules.seats)]
    deck, dealer = shuffled(rules.deck, rng.randrange(10**9)), rng.randrange(rules.seats)
    standing = rules.start()
    if name == "titles" and not number % 3:
        # In a match only the last deal has exchanges, and no quota.
        standing = TitlesStanding(deals=1, titles=tuple(shuffled(range(rules.seats), number)), reign=True)
        dealer = standing.titles.index(PEASANT)
    if name == "king" and rules.programme.deals and not rules.programme.ordered:
        standing = replace(standing, deals=number % rules.programme.deals)  # each deal has its own contract
    state = rules.deal(deck, dealer, standing)
    run_chance(rules, state, rng)
    for _ in range(LONGEST):
        if not state.to_act:
            return
        seat = state.to_act[0]
        legal = rules.legal(state, seat)
        seen = observe(state, seat)
        if len(legal) > 1:
            yield rules, state, seen, legal
        rules.play(state, seat, bots[seat].choose(seen, legal, rng).move if len(legal) > 1 else legal[0])
        run_chance(rules, state, rng)


def false_ones(name: str, numbers: Sequence[int], met: Counter[str]) -> list[str]:
    """The false sentences."""
    found = []
    for number in numbers:
        for rules, full, seen, legal in decisions(name, number):
            moves = legal if len(legal) <= MOST_MOVES else Random(number).sample(list(legal), MOST_MOVES)
            for move in moves:
                for said in reasons(rules, seen, legal, move):
                    met[said.key] += 1
                    if not TRUE[name][said.key](At(rules, full, seen.seat, legal, move, said)):
                        found.append(f"deal {number}: {rules.move_text(move)}: {said.key}")
    return found


@pytest.mark.parametrize(
    ("name", "deals"),
    [(name, range(24)) for name in FAMILIES]
    + [pytest.param(name, range(24, 300), marks=pytest.mark.slow) for name in FAMILIES],
)
@pytest.mark.every(3)
def test_no_reason_is_false(name: str, deals: Sequence[int]) -> None:
    met: Counter[str] = Counter()
    assert not false_ones(name, deals, met)
    assert sum(met.values()) > 100
