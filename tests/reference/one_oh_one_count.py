"""101, the slow second implementation: the points of a deal, totals, eliminations and the match (O-26 to O-33)."""

from __future__ import annotations

from typing import Any

SUITS = "shdc"
STANDARD_POINTS = {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10, "9": 0}
PENTAGON_POINTS = {"A": 11, "K": 4, "Q": 20, "J": 2, "T": 10}


def rank_of(card: str) -> str:
    """The rank of `7h` is `7`."""
    return card[0]


def suit_of(card: str) -> str:
    """The suit of `7h` is `h`."""
    return card[1]


class OneOhOneCount:
    """The result of a finished deal, and the standing of the match after it."""

    hands: list[list[str]]
    over: bool
    winner: int | None
    last_cards: list[str]

    def __init__(self, given: dict[str, Any], seats: int) -> None:
        self.options = given
        self.seats = seats
        self.dealer = 0
        self.active = list(range(seats))
        self.totals = [0] * seats
        self.out: list[list[int]] = []
        self.eliminated: list[int] = []
        self.match_over = False
        self.ranking: list[list[int]] = []
        self.next_leader: int | None = None
        self.next_dealer: int | None = None

    # ---------------------------------------------------------------- points of the deal

    def card_points(self, card: str) -> int:
        """O-27."""
        rank = rank_of(card)
        if self.options["points_table"] == "pentagon":
            return PENTAGON_POINTS.get(rank, 0)
        return STANDARD_POINTS[rank] if rank in STANDARD_POINTS else int(rank)

    def _hand_points(self, seat: int) -> int:
        """O-27, O-29: the count of a loser's hand."""
        hand = self.hands[seat]
        points = sum(self.card_points(card) for card in hand)
        penalty: int = self.options["only_queens_penalty"]
        only_queens = bool(hand) and all(rank_of(card) == "Q" for card in hand)
        if self.options["only_queens_scope"] == "single" and len(hand) != 1:
            only_queens = False
        if penalty and only_queens:
            special = penalty * len(hand)
            return points + special if self.options["only_queens_mode"] == "add" else special
        return points

    def _bonus(self) -> int:
        """O-28: the bonus for the winner's last cards."""
        bonus = 0
        for card in self.last_cards:
            if card == "Qs":
                bonus += self.options["queen_spades_out_bonus"]
            elif rank_of(card) == "Q":
                bonus += self.options["queen_out_bonus"]
        return bonus

    def points(self) -> list[int]:
        """O-26 to O-30: each player's score for this deal; 0 for a player who was not dealt in."""
        written = [0] * self.seats
        doubled = (
            self.winner is not None
            and self.options["jack_out_doubles"]
            and any(rank_of(card) == "J" for card in self.last_cards)
        )
        for seat in self.active:
            if seat == self.winner:
                written[seat] = -self._bonus()
            else:
                written[seat] = self._hand_points(seat) * (2 if doubled else 1)
        return written

    # ---------------------------------------------------------------- the match

    def _end(self, winner: int | None) -> None:
        """O-24, O-26: the deal is over; the points are written down."""
        self.over = True
        self.winner = winner
        if winner is None:
            self.last_cards = []
        points = self.points()
        limit: int = self.options["limit"]
        # O-31
        for seat in self.active:
            new = self.totals[seat] + points[seat]
            if self.options["exact_resets"] and new == limit:
                new = 0
            if self.options["minus_exact_resets"] and new == -limit:
                new = 0
            self.totals[seat] = new
        # O-32, O-30
        self.eliminated = [seat for seat in self.active if self._is_bust(seat) or self._lost_by_jack(seat)]
        left = [seat for seat in self.active if seat not in self.eliminated]
        # O-33
        stop = self.options["after_bust"] == "stop" and bool(self.eliminated)
        self.match_over = stop or len(left) <= 1
        self.ranking = []
        self.next_leader = None
        self.next_dealer = None
        if self.match_over:
            groups = [left, self.eliminated, *reversed(self.out)]
            self.ranking = [shared for group in groups for shared in self._by_total(group)]
        else:
            self.next_leader = winner if winner is not None else self._leader_after_block(points, left)
            self.next_dealer = self._first_from(self.dealer, left)
        if self.eliminated:
            self.out.append(self.eliminated)

    def _is_bust(self, seat: int) -> bool:
        """O-32."""
        limit: int = self.options["limit"]
        return self.totals[seat] > limit if self.options["bust_rule"] == "over" else self.totals[seat] >= limit

    def _lost_by_jack(self, seat: int) -> bool:
        """O-30, jack_left_loses."""
        hand = self.hands[seat]
        jacks = [card for card in hand if rank_of(card) == "J"]
        if seat == self.winner or not jacks:
            return False
        rule: str = self.options["jack_left_loses"]
        return rule == "any_jack" or (rule == "only_jacks" and len(jacks) == len(hand))

    def _by_total(self, group: list[int]) -> list[list[int]]:
        """O-33: lower totals are better, equal ones share."""
        totals = sorted({self.totals[seat] for seat in group})
        return [[seat for seat in sorted(group) if self.totals[seat] == total] for total in totals]

    def _first_from(self, seat: int, wanted: list[int]) -> int:
        """The first of these seats clockwise from the left of a given seat."""
        for step in range(1, self.seats + 1):
            if (seat + step) % self.seats in wanted:
                return (seat + step) % self.seats
        raise ValueError("nobody is left")

    def _leader_after_block(self, points: list[int], left: list[int]) -> int:
        """O-26: of the active players with the fewest points, the first from the dealer's left."""
        fewest = min(points[seat] for seat in left)
        return self._first_from(self.dealer, [seat for seat in left if points[seat] == fewest])
