"""The neutral baseline of Durak, B0 of section 8 of the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from cardtable.bots import Decision
from cardtable.cards import PACK, RANK_CARDS, RANKS, SUIT_CARDS, Card, Cards, bits, only_card
from cardtable.engine.moves import Move
from cardtable.engine.rules import Rules
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, faces, say
from cardtable.games.durak.ranking import JOKERS
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState

HIGH = sum(RANK_CARDS[RANKS.index("Q") :])
"""Queens, kings and aces (and jokers): kept back while there is a stock."""


class Steady:
    """Leads low, covers all or takes, throws in what is cheap, and transfers whenever it can."""

    def __init__(self, rules: DurakRules) -> None:
        self._rules = rules

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Decides by rule; never by lot. Neither cheats nor accuses."""
        choices = [move for move in choices if move.verb not in ("cheat_cover", "cheat_transfer", "accuse")]
        state = seen.state
        assert isinstance(state, DurakState)
        trumps = SUIT_CARDS[state.trump] if state.trump >= 0 else 0
        if not state.attacks:
            return self._open(choices, trumps)
        if any(move.verb == "take" for move in choices):
            return self._defend(state, seen.seat, choices, trumps)
        if state.self_asked:
            return Decision(Move("pass"), say("adds nothing against itself"))
        return self._throw(state, choices, trumps)

    def _open(self, choices: Sequence[Move], trumps: Cards) -> Decision:
        singles = [move for move in choices if move.cards and not move.cards & (move.cards - 1)]
        move = min(singles, key=lambda move: _price(only_card(move.cards), trumps))
        return Decision(move, say("leads its lowest card, {cards}", cards=faces(move.cards)))

    def _defend(self, state: DurakState, seat: int, choices: Sequence[Move], trumps: Cards) -> Decision:
        for verb, wanted in (("show", trumps), ("transfer", ~(trumps | JOKERS))):
            for move in choices:
                if move.verb == verb and move.cards & wanted:
                    return Decision(move, say("hands the attack on"))
        covers = self._cheapest(bits(state.uncovered), state.places[seat], state.trump, trumps)
        if covers is None:
            return Decision(Move("take"), say("cannot cover everything"))
        attack, card = min(covers.items(), key=lambda pair: _price(pair[1], trumps))
        move = Move("cover", 1 << card, attack)
        return Decision(move, say("covers with its cheapest, {card}", card=Faces((card,))))

    def _cheapest(self, attacks: list[Card], hand: Cards, trump: int, trumps: Cards) -> dict[Card, Card] | None:
        """A cover for every attack card, as cheap as can be: few trumps, low cards. None when one stays open."""
        ways: dict[int, list[Card]] = {
            attack: sorted(
                (card for card in bits(hand) if self._rules.beats(trump, card, attack)),
                key=lambda card: _price(card, trumps),
            )
            for attack in attacks
        }
        # The attack that is hardest to cover chooses first, so that a chain of swaps is seldom needed.
        order = sorted(attacks, key=lambda attack: len(ways[attack]))
        owner: dict[Card, Card] = {}

        def place(attack: Card, tried: set[Card]) -> bool:
            for card in ways[attack]:
                if card not in tried:
                    tried.add(card)
                    if card not in owner or place(owner[card], tried):
                        owner[card] = attack
                        return True
            return False

        for attack in order:
            if not place(attack, set()):
                return None
        return {attack: card for card, attack in owner.items()}

    def _throw(self, state: DurakState, choices: Sequence[Move], trumps: Cards) -> Decision:
        cheap = ~(trumps | HIGH) if state.stock else ~0
        fitting = [move for move in choices if move.cards and not move.cards & ~cheap]
        if fitting:
            move = min(fitting, key=lambda move: (-move.cards.bit_count(), move.cards))
            return Decision(move, say("adds what it can spare, {cards}", cards=faces(move.cards)))
        decline = next(move for move in choices if not move.cards)
        return Decision(decline, say("keeps its cards"))


def _price(card: Card, trumps: Cards) -> int:
    """What a card is worth keeping: plain cards by rank, then trumps, jokers most of all."""
    if JOKERS >> card & 1:
        return card + 2000
    return card % PACK + (1000 if trumps >> card & 1 else 0)


def make(rules: Rules[Any]) -> Steady:
    """A player of Durak."""
    assert isinstance(rules, DurakRules)
    return Steady(rules)
