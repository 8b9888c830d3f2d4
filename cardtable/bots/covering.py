"""Which card covers which, where several lie open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardtable.cards import Card


def cheapest_covers(ways: Mapping[Card, Sequence[Card]]) -> dict[Card, Card] | None:
    """A cover for every attack card, from those that beat it, the one that is rather laid first; None when one is left.

    >>> cheapest_covers({1: [5, 8], 2: [5]})
    {2: 5, 1: 8}
    >>> cheapest_covers({1: [5], 2: [5]})
    """
    if len(ways) == 1:
        ((attack, cards),) = ways.items()
        return {attack: cards[0]} if cards else None
    owner: dict[Card, Card] = {}

    def place(attack: Card, tried: set[Card]) -> bool:
        """Finds this attack a cover, moving others to their next best where needed."""
        for card in ways[attack]:
            if card not in tried:
                tried.add(card)
                if card not in owner or place(owner[card], tried):
                    owner[card] = attack
                    return True
        return False

    # The attack that is hardest to cover chooses first, so that a chain of swaps is seldom needed.
    for attack in sorted(ways, key=lambda attack: (len(ways[attack]), attack)):
        if not place(attack, set()):
            return None
    return {attack: card for card, attack in owner.items()}
