"""The cards of Kozel for the slow second implementation (catalogue K-01, K-02, K-06): strings such as ``Th``."""

from __future__ import annotations

from typing import Any

SUITS = "shdc"
PLAIN_ORDER = "6789JQKTA"
"""K-06: the ranks of a suit from the lowest; jacks and queens only if they are not trumps."""
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}

FIXED = ["7c", "8c", "9c", "Kc", "Tc", "Ac", "Jd", "Jh", "Js", "Jc", "Qd", "Qh", "Qs", "Qc", "6c"]
JACKS = ["Jd", "Jh", "Js", "Jc"]
QUEENS = ["Qd", "Qh", "Qs", "Qc"]


def points_of(cards: list[str]) -> int:
    """K-01: the card points of these cards."""
    return sum(POINTS.get(card[0], 0) for card in cards)


class KozelCards:
    """The options, the seats and the order of the cards."""

    def __init__(self, given: dict[str, Any], seats: int) -> None:
        self.given = given
        self.seats = seats
        ranks = "6789TJQKA" if given["deck"] == 36 else "789TJQKA"
        self.whole_deck = [rank + suit for rank in ranks for suit in SUITS]
        self.trump: str | None = None

    # ---------------------------------------------------------------- seats and sides (K-02)

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % self.seats

    def clockwise_from(self, seat: int) -> list[int]:
        """All seats, beginning with this one."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    def side_of(self, seat: int) -> int:
        """K-02: the team of a seat, or with single players the seat itself."""
        return seat % 2 if self.given["partners"] else seat

    def sides(self) -> int:
        """K-02: how many sides there are."""
        return 2 if self.given["partners"] else self.seats

    def players_of(self, side: int) -> list[int]:
        """K-02: the seats of a side."""
        return [seat for seat in range(self.seats) if self.side_of(seat) == side]

    # ---------------------------------------------------------------- trumps (K-06)

    def trump_order(self) -> list[str]:
        """K-06: the trumps of this hand, lowest first."""
        system = self.given["trump_system"]
        if system == "fixed_clubs":
            order = list(FIXED)
        elif system == "clubs_seven":
            # K-25
            order = [card for card in FIXED if card not in ("7c", "6c")] + ["7c"]
        elif self.trump is None:
            order = []
        elif system == "named_jacks":
            # K-29: with clubs there is no second 6c.
            order = [rank + self.trump for rank in "6789QKTA" if rank + self.trump != "6c"] + JACKS + ["6c"]
        elif system == "turned_jacks":
            jacks = ["J" + suit for suit in reversed(self.given["jack_order"])]
            ranks = "6789QKTA"
            if self.given["club_jack"] == "plain":
                jacks.remove("Jc")
                ranks = "6789JQKTA" if self.trump == "c" else ranks
            order = [rank + self.trump for rank in ranks] + jacks
        else:
            suit = [rank + self.trump for rank in "6789KTA" if rank + self.trump != "7c"]
            order = [*suit, *JACKS, *QUEENS, "7c"]
        return [card for card in order if card in self.whole_deck]

    def is_trump(self, card: str) -> bool:
        """K-06: whether a card is a trump."""
        return card in self.trump_order()

    def suit_of(self, card: str) -> str:
        """The suit a card belongs to; all trumps are one suit."""
        return "trump" if self.is_trump(card) else card[1]

    def plain_cards(self, hand: list[str]) -> list[str]:
        """The cards of a hand that are not trumps."""
        return [card for card in hand if not self.is_trump(card)]

    def winner_of(self, trick: list[tuple[int, str]]) -> int:
        """K-14: the seat with the highest trump, or with the highest card of the suit led."""
        trumps = self.trump_order()
        led = trick[0][1]

        def height(card: str) -> int:
            if card in trumps:
                return 100 + trumps.index(card)
            return PLAIN_ORDER.index(card[0]) if card[1] == led[1] else -1

        return max(trick, key=lambda laid: height(laid[1]))[0]
