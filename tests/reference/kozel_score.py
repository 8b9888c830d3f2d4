"""The score sheet of Kozel for the slow second implementation (catalogue K-18 to K-23)."""

from __future__ import annotations

from typing import Any

from tests.reference.kozel_cards import KozelCards, points_of


class KozelScore(KozelCards):
    """What the sides took in this hand, and the sheet of the match."""

    standing: dict[str, Any]
    dealer: int
    next_dealer: int
    over: bool
    ended_by: str
    taken: list[list[str]]
    tricks: list[int]
    half_points: list[int]
    namer: int | None

    def start(self) -> dict[str, Any]:
        """The sheet before the first hand: what `deal` expects and `standing` holds afterwards."""
        return {
            "hands_done": 0,
            "eggs": 1,
            "game_points": [0] * self.sides(),
            "totals": [0] * self.sides(),
            "taken": {},
            "over": False,
            "winners": [],
        }

    # ---------------------------------------------------------------- scoring (K-18 to K-23)

    def points(self) -> list[int]:
        """K-18: by side the card points of this hand."""
        return [points_of(cards) for cards in self.taken]

    def count(self) -> None:
        """K-18: the cards are played out."""
        if self.given["scoring"] == "ladder":
            self._count_ladder()
        elif self.given["scoring"] == "shama":
            self._count_shama()
            self.complete("count")
        elif self.given["scoring"] == "sixty":
            self._count_sixty()
            self.complete("count")
        else:
            self.count_accounts()
            self.complete("count")

    def _count_ladder(self) -> None:
        """K-19, K-20: six, chiper, pair or eggs."""
        points = self.points()
        if points == [60, 60]:
            if self.given["eggs_double"]:
                self.standing["eggs"] = self.standing["eggs"] * 2 if self.given["eggs_compound"] else 2
            self.complete("eggs")
            return
        loser = points.index(min(points))
        if self.given["shutout_basis"] == "tricks":
            shut_out = self.tricks[loser] == 0
        else:
            shut_out = points[loser] == 0
        self.ladder_result(loser, 6 if shut_out else 4 if points[loser] <= 30 else 2)
        self.complete("count")

    def _count_shama(self) -> None:
        """K-31: the side with fewer card points, at 60 to 60 that of the namer."""
        assert self.namer is not None
        points = self.points()
        namers = self.side_of(self.namer)
        loser = namers if points[namers] <= 60 else 1 - namers
        took = self.tricks[loser] if self.given["shutout_basis"] == "tricks" else points[loser]
        if points[loser] == 60:
            written = 2
        elif took == 0:
            written = 12 if loser == namers else 6
        elif points[loser] < 30:
            written = 6 if loser == namers else 3
        else:
            written = 3 if loser == namers else 1
        self.standing["game_points"][loser] += written

    def ladder_result(self, side: int, points: int) -> None:
        """K-17, K-19, K-20: game points, doubled after eggs."""
        self.standing["game_points"][side] += points * self.standing["eggs"]
        self.standing["eggs"] = 1

    def penalty(self, side: int, points: int, why: str) -> None:
        """K-04, K-09, K-20: never doubled. Reading: without the ladder there is nowhere to write them."""
        if self.given["scoring"] == "ladder":
            self.standing["game_points"][side] += points
        self.complete(why)

    def add_totals(self) -> None:
        for side, points in enumerate(self.points()):
            self.standing["totals"][side] += points

    def _count_sixty(self) -> None:
        """K-21: the highest total at or above the target wins; a tie, or no total there, leads to another hand."""
        self.add_totals()
        totals = self.standing["totals"]
        best = max(totals)
        if best >= self.given["target"] and totals.count(best) == 1 and self.given["target_check"] == "deal_end":
            self.win(totals.index(best))
        elif self.given["below_target"] == "cancel":
            self.standing["totals"] = [0] * self.sides()

    def count_accounts(self) -> None:
        """K-22: the side above 60 takes from every other player, less from the dealer."""
        points = self.half_points if self.given["count_span"] == "each_half" else self.points()
        for taker in range(self.sides()):
            if points[taker] <= 60:
                continue
            taken = self.standing["taken"]
            for payer in range(self.seats):
                if self.side_of(payer) != taker:
                    name = "account_take_dealer" if payer == self.dealer else "account_take"
                    taken[taker, payer] = taken.get((taker, payer), 0) + self.given[name]
            if self.given["account_rule"] == "pool":
                won = min(self.accounts()) <= 0
            else:
                won = any(amount >= self.given["account_start"] for (side, _), amount in taken.items() if side == taker)
            if won:
                self.win(taker)

    def accounts(self) -> list[int]:
        """K-22: each seat's account: the starting amount less all that was paid."""
        paid = [0] * self.seats
        for (_, payer), amount in self.standing["taken"].items():
            paid[payer] += amount
        return [self.given["account_start"] - amount for amount in paid]

    def win(self, side: int) -> None:
        self.standing["over"] = True
        self.standing["winners"] = self.players_of(side)

    def complete(self, why: str) -> None:
        """K-03, K-23: the hand is completed, the next seat deals, and the match may be lost."""
        self.over = True
        self.ended_by = why
        self.standing["hands_done"] += 1
        # K-28
        again = self.given["eggs_dealer"] == "same" and why == "eggs"
        self.next_dealer = self.dealer if again else self.left_of(self.dealer)
        if self.given["scoring"] in ("ladder", "shama"):
            for side, points in enumerate(self.standing["game_points"]):
                if points >= self.given["match_points"]:
                    self.win(1 - side)
