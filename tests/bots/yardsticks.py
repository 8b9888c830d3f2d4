"""Three simple players of Durak that never change: experts are measured against them year after year.

`flat` plays every move out in the same deals that fit what it has seen, without a tree, and solves endings exactly.
`habit` makes the cheapest move by a table of prices; so does `hoarder`, but it takes rather than spend a trump. They
are offered to no player; `offer` lets an arena seat them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

from cardtable.bots import Decision, entries
from cardtable.bots.entries import STRONG, BotEntry
from cardtable.bots.styles.durak.ending import best_moves
from cardtable.bots.styles.durak.foresight import Model
from cardtable.cards import SUIT_CARDS, bits
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation, Unseen, only_world
from cardtable.engine.text import mark, say
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState

PLAYOUTS: Final = 1_000
"""The number of deals that `flat` plays out for a decision, however many moves it has."""
POSITIONS: Final = 40_000
"""The positions that it searches in an ending before it falls back to playouts."""
TRUMP: Final = 100
"""The extra cost of a trump over a plain card of its rank: a six costs 4, an ace 12."""
TAKE: Final = 40
"""The cost of taking: more than covering with any plain card or a low trump."""
SPARED: Final = 10
"""Cards up to this price, that of a jack, are thrown in."""


class Habit:
    """Makes the cheapest move."""

    def __init__(self, rules: AnyRules) -> None:
        assert isinstance(rules, DurakRules)
        assert rules.seats == 2
        self.rules = rules

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Chooses the cheapest move; of several the first."""
        assert isinstance(seen.state, DurakState)
        trump = seen.state.trump
        return Decision(min(choices, key=lambda move: self.cost(move, trump)), say("lays what costs least"))

    def cost(self, move: Move, trump: int) -> float:
        """The cost of a move with this suit as trumps."""
        verb, cards, _ = move
        cost = sum(card // 4 + TRUMP * (card % 4 == trump) for card in bits(cards))
        match verb:
            case "take":
                return TAKE
            case "attack":
                return cost / cards.bit_count() ** 2
            case "cover":
                return cost if cost < TRUMP else TAKE - 1 + (cost - TRUMP) / 8
            case "throw":
                return cost - SPARED * cards.bit_count()
            case _:
                return 0


class Hoarder(Habit):
    """Covers with no trump if it can take: whatever beats it has learned to make it pick up."""

    def cost(self, move: Move, trump: int) -> float:
        """The cost as in `habit`, but covering with a trump is dearer than taking."""
        cost = super().cost(move, trump)
        is_trump = move.verb == "cover" and bool(move.cards & SUIT_CARDS[trump])
        return cost + TAKE if is_trump else cost


class Flat(Habit):
    """Plays every move out in the same deals, unless there is only one or the ending can be solved."""

    def __init__(self, rules: AnyRules) -> None:
        super().__init__(rules)
        self._models: dict[int, Model] = {}

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Chooses the move with the best playouts; of several the cheapest."""
        state = seen.state
        assert isinstance(state, DurakState)
        moves = sorted(choices, key=lambda move: self.cost(move, state.trump))
        world = only_world(self.rules.all_cards, seen)
        if isinstance(world, DurakState) and len(world.stock) <= 1:
            proven = best_moves(self.rules, world, seen.seat, moves, POSITIONS)
            moves = moves if proven is None else proven[1]
        if len(moves) == 1:
            return Decision(moves[0], say("has counted every card"))
        totals = [0.0] * len(moves)
        unseen = Unseen(self.rules.all_cards, seen)
        for _ in range(PLAYOUTS // len(moves)):
            world = unseen.deal(rng)
            for index, move in enumerate(moves):
                after = world.copy()
                assert isinstance(after, DurakState)
                self.rules.play(after, seen.seat, move)
                totals[index] += self._played_out(after)[seen.seat]
        return Decision(moves[totals.index(max(totals))], say("does best over the deals that fit"))

    def _played_out(self, state: DurakState) -> Sequence[float]:
        rules = self.rules
        if state.to_act and not state.attacks:
            seat = state.to_act[0]
            rules.play(state, seat, min(rules.legal(state, seat), key=lambda move: self.cost(move, state.trump)))
        if not state.to_act:
            return rules.scores(state)
        if state.trump not in self._models:
            self._models[state.trump] = Model(rules, state.trump, SUIT_CARDS[state.trump])
        value = self._models[state.trump].play_on(state)
        return (value, 1 - value)


def offer() -> None:
    """Lets `make_bot` and its users make the three, in this process and in its child processes."""
    styles = {"flat": "plays moves out", "habit": "lays what costs least", "hoarder": "never spends a trump"}
    for style, about in styles.items():
        entry = BotEntry(
            style=style,
            families=("durak",),
            module=f"tests.bots.yardsticks:{style.title()}",
            strength=STRONG,
            about=mark(about),
        )
        if entry not in entries.bots():
            offered = (*entries.bots(), entry)
            entries.bots = partial(tuple, offered)
