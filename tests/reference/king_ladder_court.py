"""The ladder of the court, the slow second implementation: cards, places, and the first hand.

Written from the rules catalogue alone (G-50 to G-67).  The bouts are in ``king_ladder.py``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

SUITS = "shdc"
VOTE_TIES = "scdh"
RANKS = "23456789TJQKA"
CHANCE = -1


def is_joker(card: str) -> bool:
    """`Xr` and `Xb`, of whatever pack."""
    return card[0] == "X"


def height(card: str) -> int:
    """Two low, ace high."""
    return RANKS.index(card[0])


def writing_order(card: str) -> tuple[int, int]:
    """The order of the cards of one rank in a move: pack by pack spades, hearts, diamonds, clubs."""
    return len(card), SUITS.index(card[1])


@dataclass
class LadderStanding:
    """The standing of a match between two deals: G-67, G-M16."""

    ladder: list[int] | None
    """King to stablehand; None before the first hand."""
    kings: list[int] = field(default_factory=list)
    stablehands: list[int] = field(default_factory=list)
    played: int = 0
    dealer: int | None = None
    over: bool = False


class Court:
    """The players on the ladder, with their cards."""

    def __init__(self, given: dict[str, Any], seats: int) -> None:
        self.given = given
        self.seats = seats
        ranks = RANKS[4:] if self.given["palace_pack"] == 36 else RANKS
        faces = [rank + suit for rank in ranks for suit in SUITS]
        if self.given["palace_pack"] == 54:
            faces += ["Xb", "Xr"]
        # G-65: identical copies are separate cards.
        self.whole_deck = [face + "'" * copy for copy in range(self.given["palace_decks"]) for face in faces]
        self.ladder: list[int] = []
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.packets: list[list[str]] = [[] for _ in range(seats)]

    # ---------------------------------------------------------------- places (G-50, G-52, G-53)

    def place_names(self) -> list[str]:
        """G-50: the first names and, last, the stablehand."""
        names = ["king", "jack", "ten", "nine", "eight", "seven", "six"]
        if self.given["palace_pack"] == 54:
            names += ["five", "four", "three", "two"]
        if self.given["queen_place"]:
            names.insert(1, "queen")
        return [*names[: self.seats - 1], "stablehand"]

    def king(self) -> int:
        """The seat at the top."""
        return self.ladder[0]

    def stablehand(self) -> int:
        """The seat at the bottom."""
        return self.ladder[-1]

    def above(self, one: int, other: int) -> bool:
        """Whether one seat is above the other."""
        return self.ladder.index(one) < self.ladder.index(other)

    def active(self) -> list[int]:
        """G-58: the seats that hold cards, from the top."""
        return [seat for seat in self.ladder if self.hands[seat]]

    def next_up(self, seat: int) -> int | None:
        """G-58: the nearest active player above."""
        higher = [other for other in self.active() if self.above(other, seat)]
        return higher[-1] if higher else None

    def turn_above(self, seat: int) -> int:
        """G-61: the turn passes upwards from this seat; if nobody above is active, to the highest active player."""
        found = self.next_up(seat)
        return self.active()[0] if found is None else found

    def falls(self, seat: int) -> None:
        """G-62, G-63: the seat becomes stablehand, and those below it rise one place."""
        self.ladder.remove(seat)
        self.ladder.append(seat)

    # ---------------------------------------------------------------- the first hand (G-51, G-52)

    def voted_suit(self, votes: list[str]) -> str:
        """G-51: plurality; ties in the order s c d h."""
        most = max(votes.count(suit) for suit in SUITS)
        return next(suit for suit in VOTE_TIES if votes.count(suit) == most)

    def give_places(self, deck: list[str], dealer: int, trump: str) -> list[int]:
        """G-51, G-52: the ladder from a pack dealt out by this dealer."""
        holders = [(card, (dealer + 1 + number) % self.seats) for number, card in enumerate(deck)]
        places: list[int | None] = [None] * self.seats

        def holders_of(rank: str) -> list[int]:
            """The seats holding these cards, in the order dealt."""
            return [seat for card, seat in holders if card[:2] == rank + trump]

        # (1) the holder of the king dealt first.
        king = holders_of("K")[0]
        places[0] = king
        # (2) the holder of the first ace not held by the king.
        for seat in holders_of("A"):
            if seat != king:
                places[-1] = seat
                break
        # (3) the others take the highest free place.
        ranks = "QJT98765432" if self.given["queen_place"] else "JT98765432"
        for rank in ranks:
            for seat in holders_of(rank):
                if seat not in places:
                    places[places.index(None)] = seat
        # (4) anyone left, clockwise from the king.
        for number in range(self.seats):
            seat = (king + number) % self.seats
            if seat not in places:
                places[places.index(None)] = seat
        return [seat for seat in places if seat is not None]

    # ---------------------------------------------------------------- the deal (G-54)

    def deal_packets(self, deck: list[str]) -> list[list[str]]:
        """G-54: one by one from the king downwards, or from the stablehand upwards."""
        order = list(self.ladder)
        if self.given["extra_cards_to"] == "stablehand":
            order.reverse()
        packets: list[list[str]] = [[] for _ in range(self.seats)]
        for number, card in enumerate(deck):
            packets[order[number % self.seats]].append(card)
        return packets
