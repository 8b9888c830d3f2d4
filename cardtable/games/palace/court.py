"""The places at court: their names, and how the first hand assigns them (G-50 to G-52)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cardtable.cards import RANK_CARDS, RANKS, SUIT_CARDS, Card, Cards, bits
from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, say, say_as
from cardtable.games.palace.options import PalaceOptions

_BY_RANK: Final = {
    "K": say("king"),
    "Q": say("queen"),
    "J": say("jack"),
    "T": say("ten"),
    "9": say("nine"),
    "8": say("eight"),
    "7": say("seven"),
    "6": say("six"),
    "5": say("five"),
    "4": say_as("a place", "four"),
    "3": say("three"),
    "2": say_as("a place", "two"),
}
"""The places above the lowest one, by the rank of the card that each is named after."""
_STABLEHAND: Final = say("stablehand")


def ranks_of(options: PalaceOptions, cards: Cards) -> str:
    """The ranks that give places below the king, highest first (G-52)."""
    return "".join(
        rank
        for rank in reversed(RANKS)
        if rank not in "AK" and (rank != "Q" or options.queen_place) and RANK_CARDS[RANKS.index(rank)] & cards
    )


def names(ranks: str, seats: int) -> tuple[Text, ...]:
    """The names of the places for this many players, from the king down (G-50)."""
    return (*[_BY_RANK[rank] for rank in ("K" + ranks)[: seats - 1]], _STABLEHAND)


class Ladder:
    """The ladder given by the trumps of a first hand, and the cards that had to be shown for it."""

    def __init__(self, hands: Sequence[Cards], dealt: Sequence[Card], trump: int, ranks: str) -> None:
        self.cards: list[tuple[Seat, Card, int]] = []
        """Every card asked for, with its holder and the place it gave them; -1 for none."""
        self._seats = len(hands)
        self._owner = {card: seat for seat, hand in enumerate(hands) for card in bits(hand)}
        self._dealt = [card for card in dealt if SUIT_CARDS[trump] >> card & 1]
        self._free = list(range(self._seats))
        self._places: dict[Seat, int] = {}
        self._give_top_and_bottom()
        for rank in ranks:
            if not self._free:
                break
            for card, seat in self._holders(rank):
                self._give(card, seat, self._free[0] if self._free and seat not in self._places else -1)
        self._fill_up()

    @property
    def ladder(self) -> tuple[Seat, ...]:
        """The seats from the king down."""
        return tuple(sorted(self._places, key=self._places.__getitem__))

    def _give_top_and_bottom(self) -> None:
        """Makes the holder of the first trump king dealt king, and the first other holder of a trump ace stablehand."""
        for card, seat in self._holders("K"):
            self._give(card, seat, -1 if self._places else 0)
        for card, seat in self._holders("A"):
            lowest = self._seats - 1
            self._give(card, seat, lowest if seat not in self._places and lowest in self._free else -1)

    def _holders(self, rank: str) -> Iterator[tuple[Card, Seat]]:
        """The trumps of a rank in the order of dealing, with their holders."""
        for card in self._dealt:
            if RANK_CARDS[RANKS.index(rank)] >> card & 1:
                yield card, self._owner[card]

    def _give(self, card: Card, seat: Seat, place: int) -> None:
        self.cards.append((seat, card, place))
        if place >= 0:
            self._places[seat] = place
            self._free.remove(place)

    def _fill_up(self) -> None:
        """Gives the free places from the top to the remaining players, clockwise from the king."""
        king = next(seat for seat, place in self._places.items() if place == 0)
        for step in range(1, self._seats):
            seat = (king + step) % self._seats
            if seat not in self._places:
                self._places[seat] = self._free.pop(0)
