"""Matching covers to attack cards when several are open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardtable.cards import Card


def cheapest_covers(ways: Mapping[Card, Sequence[Card]]) -> dict[Card, Card] | None:
    """Assigns a cover to every attack card; each list of beaters is in order of preference. None if a card stays open.

    >>> cheapest_covers({1: [5, 8], 2: [5]})
    {2: 5, 1: 8}
    >>> cheapest_covers({1: [5], 2: [5]})
    """
    if len(ways) == 1:
        ((attack, cards),) = ways.items()
        return {attack: cards[0]} if cards else None
    owner: dict[Card, Card] = {}

    def place(attack: Card, tried: set[Card]) -> bool:
        """Finds a cover for this attack, moving other attacks to their next choice where needed."""
        for card in ways[attack]:
            if card not in tried:
                tried.add(card)
                if card not in owner or place(owner[card], tried):
                    owner[card] = attack
                    return True
        return False

    # The attack with the fewest covers chooses first, so that long chains of swaps are rare.
    for attack in sorted(ways, key=lambda attack: (len(ways[attack]), attack)):
        if not place(attack, set()):
            return None
    return {attack: card for card, attack in owner.items()}
