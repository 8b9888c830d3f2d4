"""A decision with its reason, to be checked against the real hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from cardtable.bots.reasons.said import Said
from cardtable.cards import RANKS, SUIT_CARDS, Card, Cards, bits, only_card, rank_of
from cardtable.engine.moves import DEALER, Move
from cardtable.engine.rules import AnyRules


class At(NamedTuple):
    """A decision with a reason for one of its moves, and the full state, which its seat cannot see."""

    rules: Any
    full: Any
    seat: int
    legal: Sequence[Move]
    move: Move
    said: Said

    @property
    def card(self) -> Card:
        return only_card(self.move.cards)

    @property
    def hand(self) -> Cards:
        cards: Cards = self.full.places[self.seat]
        return cards

    @property
    def others(self) -> Cards:
        """The cards in the other hands."""
        cards = 0
        for seat in range(self.rules.seats):
            cards |= 0 if seat == self.seat else self.full.places[seat]
        return cards

    @property
    def stock(self) -> Cards:
        cards: Cards = self.full.places[-1]
        return cards

    @property
    def after(self) -> Any:
        """The full state after the move."""
        state = self.full.copy()
        self.rules.play(state, self.seat, self.move)
        return state

    @property
    def trumps(self) -> Cards:
        """All cards of the trump suit."""
        return SUIT_CARDS[self.full.trump] if self.full.trump >= 0 else 0

    def number(self) -> int:
        """The number in the sentence."""
        (found,) = [fact for fact in self.said.text.facts.values() if isinstance(fact, int)]
        return found


Truth = Callable[[At], bool]


def who_takes(at: At) -> set[int]:
    """The seats that could take the trick after the move, whichever of their cards the others play."""
    rules, name = at.rules, family_of(at.rules)
    lying: Callable[[Any], int] = {
        "bura": lambda state: len(state.plays) if state.moment == "replies" else 0,
    }.get(name, lambda state: len(state.trick))
    taker: Callable[[Any], int] = {
        "kozel": lambda state: state.last_winner,
        "king": lambda state: state.winners[len(at.full.winners)],
        "bura": lambda state: state.winner,
        "titles": lambda state: next(who for who in range(rules.seats) if state.tricks[who] > at.full.tricks[who]),
    }[name]

    def ends(state: Any, before: int) -> Iterator[int]:
        if not state.to_act or lying(state) < before or state.to_act[0] == DEALER:
            yield taker(state)
            return
        for one in rules.legal(state, state.to_act[0]):
            following = state.copy()
            rules.play(following, state.to_act[0], one)
            yield from ends(following, lying(state) + (not lying(state)))

    return set(ends(at.after, 1))


def family_of(rules: AnyRules) -> str:
    return type(rules).__module__.split(".")[2]


def is_mine(at: At) -> bool:
    return who_takes(at) == {at.seat}


def is_not_mine(at: At) -> bool:
    return at.seat not in who_takes(at)


def is_ours(at: At) -> bool:
    return {at.rules.side[seat] for seat in who_takes(at)} == {at.rules.side[at.seat]}


def nobody_would_take(at: At) -> bool:
    """None of the legal moves takes the trick so far."""
    return all(
        is_not_mine(at._replace(move=one)) for one in at.legal if one.cards.bit_count() == at.move.cards.bit_count()
    )


def least(at: At, worth: Callable[[Move], float], among: Sequence[Move] | None = None) -> bool:
    return worth(at.move) == min(map(worth, at.legal if among is None else among))


def points(move: Move) -> int:
    """Card points, counted card by card."""
    return sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(RANKS[rank_of(card)], 0) for card in bits(move.cards))
