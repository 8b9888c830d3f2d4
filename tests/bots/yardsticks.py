"""Three simple players of Durak that stay as they are: experts are measured against them year after year.

`flat` plays every move out in the same deals that fit what it has seen, without a tree, and works endings out exactly.
`habit` makes the cheapest move by a table of prices; `hoarder` too, but it takes rather than spend a trump. Nobody is
offered them; `offer` lets an arena seat them.
"""

from __future__ import annotations

from collections.abc import Sequence
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
"""How many deals `flat` plays out for a decision, whatever it has to choose among."""
POSITIONS: Final = 40_000
"""Positions of an ending that it looks at before it plays out instead."""
TRUMP: Final = 100
"""By how much a trump costs more than a plain card of its rank: a six costs 4, an ace 12."""
TAKE: Final = 40
"""What it costs to take: more than to cover with any plain card, or with a low trump."""
SPARED: Final = 10
"""Up to this price a card is thrown in: that of a jack."""


class Habit:
    """Makes the move that costs least."""

    def __init__(self, rules: AnyRules) -> None:
        assert isinstance(rules, DurakRules)
        assert rules.seats == 2
        self.rules = rules

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """The cheapest move; of several the first."""
        assert isinstance(seen.state, DurakState)
        trump = seen.state.trump
        return Decision(min(choices, key=lambda move: self.cost(move, trump)), say("lays what costs least"))

    def cost(self, move: Move, trump: int) -> float:
        """What a move costs while this suit is trumps."""
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
    """Covers with no trump while it may take: what beats it has learned to make it pick up."""

    def cost(self, move: Move, trump: int) -> float:
        """As `habit` reckons; a trump as cover is dearer than to take."""
        cost = super().cost(move, trump)
        is_trump = move.verb == "cover" and bool(move.cards & SUIT_CARDS[trump])
        return cost + TAKE if is_trump else cost


class Flat(Habit):
    """Plays every move out in the same deals; without a choice to make where an ending can be worked out."""

    def __init__(self, rules: AnyRules) -> None:
        super().__init__(rules)
        self._models: dict[int, Model] = {}

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """The move that does best over the playouts; of several the cheapest."""
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
    """Lets `make_bot` and all that is built on it make the three, in this process and those that come of it."""
    styles = {"flat": "plays moves out", "habit": "lays what costs least", "hoarder": "never spends a trump"}
    for style, about in styles.items():
        entry = BotEntry(
            style=style,
            families=("durak",),
            module=f"tests.bots.yardsticks:{style.title()}",
            strength=STRONG,
            about=mark(about),
        )
        if entry not in entries.BOTS:
            entries.BOTS = (*entries.BOTS, entry)
