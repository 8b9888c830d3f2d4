"""What any player would do at a Durak table, and what would be laughed at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtable.bots.reasons.said import elsewhere
from cardtable.bots.styles.durak.hand import LOW, Prices
from cardtable.cards import RANK_MATES, RANKS, SUIT_CARDS, Card, Cards, bits, only_card, rank_of
from cardtable.engine.moves import Move
from cardtable.engine.state import Observation
from cardtable.games.durak.ranking import JOKERS
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState

EARLY: Final = 8
"""With at least this many cards in the stock the deal is young, and high cards are kept."""
TAKING: Final = 105
"""The price of taking: more than the lowest trumps, less than the others."""
HIGH_LEAD: Final = 4
"""A lead this many ranks above the lowest plain card is high."""
LAST_PLAIN: Final = RANKS.index("J")
"""The highest rank worth spending on a cover: nobody takes a card to keep one of these."""
KING: Final = RANKS.index("K")


def by_price(prices: Prices, seen: Observation, moves: Sequence[Move]) -> list[Move]:
    """The moves, likeliest first: the smallest cover, plain before trump, and taking rather than spending a high trump.

    Leads are a low pair or a low single card; plain cards up to the jack are thrown in, and attacks are transferred
    whenever possible.
    """
    trumps = _trumps(seen)
    worth = prices[seen.state.trump] if isinstance(seen.state, DurakState) else []

    def price(move: Move) -> float:
        cards = bits(move.cards)
        cost = sum(worth[card] for card in cards)
        has_trump = move.cards & trumps
        match move.verb:
            case "attack" if has_trump:
                return 1_000 + cost
            case "attack":
                return cost / len(cards) + (0 if len(cards) == 1 else 2 if move.cards & ~LOW else -0.5)
            case "cover":
                return cost
            case "take":
                return TAKING
            case "throw" | "add":
                return 1_000 + cost if has_trump else cost - 10.5 * len(cards)
            case "transfer" | "show":
                return cost - 50
        return 0

    return sorted(moves, key=price)


def is_odd(rules: DurakRules, prices: Prices, seen: Observation, moves: Sequence[Move], move: Move) -> bool:
    """Whether people would laugh at the move, early in a deal and with nothing to excuse it."""
    state = seen.state
    assert isinstance(state, DurakState)
    if len(state.stock) < EARLY:
        return False
    trumps, worth = _trumps(seen), prices[state.trump]
    match move.verb:
        case "cover":
            return _covers_oddly(rules, seen, worth, move)
        case "take" if state.uncovered.bit_count() == 1:
            plain = state.places[seen.seat] & ~trumps & rules.beaters_of(state, only_card(state.uncovered))
            alone = state.places[rules.table].bit_count() < 2
            return alone and any(rank_of(card) <= LAST_PLAIN for card in bits(plain))
        case "attack":
            plain = _laid("attack", moves) & ~trumps
            if not plain or move.cards & trumps:
                return bool(plain)
            if move.cards & (move.cards - 1):
                return False
            card = only_card(move.cards)
            low = min(worth[other] for other in bits(plain))
            return worth[card] - low >= HIGH_LEAD and not _mates(card, state.places[seen.seat] & ~trumps)
        case "throw" | "add":
            return bool(move.cards & trumps) or any(rank_of(card) >= KING for card in bits(move.cards))
    return False


def _covers_oddly(rules: DurakRules, seen: Observation, worth: list[int], move: Move) -> bool:
    """Whether a cover is a trump where a lower card would do, or a plain card higher than necessary."""
    state = seen.state
    assert isinstance(state, DurakState)
    hand, trumps = state.places[seen.seat], _trumps(seen)
    card = only_card(move.cards)
    others = bits(state.uncovered & ~(1 << move.arg))
    if others or state.ranks >> card & 1 or not RANK_MATES[card] & elsewhere(rules, seen):
        # Excuses: several cards are open, its rank is on the table already, or nothing can be thrown in to it.
        return False
    lower = [
        other for other in bits(hand & rules.beaters_of(state, move.arg) & ~move.cards) if worth[other] < worth[card]
    ]
    if trumps >> card & 1:
        return bool(lower)
    # A player who keeps pairs together may skip over them.
    keeps = not _mates(card, hand & ~trumps) and all(_mates(other, hand & ~trumps) for other in lower)
    return bool(lower) and not keeps


def _trumps(seen: Observation) -> Cards:
    state = seen.state
    assert isinstance(state, DurakState)
    return (SUIT_CARDS[state.trump] if state.trump >= 0 else 0) | JOKERS


def _laid(verb: str, moves: Sequence[Move]) -> Cards:
    cards = 0
    for move in moves:
        if move.verb == verb:
            cards |= move.cards
    return cards


def _mates(card: Card, among: Cards) -> Cards:
    """The other cards of its rank."""
    return RANK_MATES[card] & among & ~(1 << card)
