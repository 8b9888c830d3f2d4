"""What may vary in Bura. The defaults are the preset `burkozel`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cardtable.engine.options import BadOption, BadSeats, Options, Range, option
from cardtable.engine.text import mark

HAND = 4
"""Cards dealt to everybody, and drawn up to after a trick (B-04, B-13)."""
MOST_SEATS = 6
"""B-02."""
COMBINATIONS = ("molodka", "moscow", "four_ends")
"""The combinations that may be announced (B-16); their numbers are the arguments of `announce`."""
MOLODKA, MOSCOW, FOUR_ENDS = range(len(COMBINATIONS))


@dataclass(frozen=True, slots=True)
class BuraOptions(Options):
    """The options of section 4 of the catalogue."""

    trump_place: Literal["bottom", "top"] = option("bottom", "B-05", mark("where the trump card lies in the stock"))
    next_deal_lead: Literal["last_trick_winner", "left_of_dealer"] = option(
        "last_trick_winner", "B-06", mark("who leads first in later deals")
    )
    multi_beat: Literal["each_card", "uniform"] = option(
        "each_card", "B-11", mark("whether rank and trumps may be mixed to beat several cards")
    )
    target: Literal[61] = option(61, "B-14 B-19", mark("card points that win a deal"))
    win_detection: Literal["claim", "auto"] = option(
        "claim", "B-14 B-15", mark("whether a player must say that he has won, or the table counts")
    )
    nobody_61: Literal["dead", "most_points"] = option(
        "dead", "B-19", mark("who wins a deal in which nobody has enough points")
    )
    combo_order: Literal[
        "four_ends>molodka>moscow",
        "four_ends>moscow>molodka",
        "molodka>four_ends>moscow",
        "molodka>moscow>four_ends",
        "moscow>four_ends>molodka",
        "moscow>molodka>four_ends",
    ] = option("four_ends>molodka>moscow", "B-16", mark("which announced combination is the higher"))
    combo_lead: Literal["any_lawful", "whole_combo"] = option(
        "any_lawful", "B-16", mark("what may be led after an announcement")
    )
    manual_draw: bool = option(False, "B-18", mark("players draw by hand, and at their own risk"))
    pretend_draw: bool = option(False, "B-18", mark("a player may pretend to draw"))
    fault_result: Literal["others_win", "loss_only"] = option(
        "others_win", "B-17", mark("what the others get when a player has lost by a fault")
    )
    open_hands: Literal["none", "all", 0, 1, 2, 3, 4, 5] = option(
        "none", "B-20", mark("whose cards lie face up: nobody's, everybody's, or one seat's")
    )
    open_bonus: Annotated[int, Range(0, 20)] = option(5, "B-20", mark("points added to the count of the open player"))
    target_wins: Literal[1, 3, 5, 7, 11] = option(1, "B-21", mark("deals that win the match"))
    show_counts: bool = option(False, "B-22", mark("the table shows everybody's card points"))
    show_bought: bool = option(True, "B-22", mark("played cards that were just drawn are marked"))

    def check_more(self, seats: int) -> None:
        """Raises BadOption when these options do not go together, or not with so many players (B-02, B-18, B-20)."""
        if not 2 <= seats <= MOST_SEATS:
            raise BadSeats(
                "{seats} players are not possible here; allowed: 2 to {most_seats}", seats=seats, most_seats=MOST_SEATS
            )
        if self.pretend_draw and not self.manual_draw:
            raise BadOption("pretend_draw=true needs manual_draw=true")
        if isinstance(self.open_hands, int) and self.open_hands >= seats:
            raise BadOption(
                "open_hands={open_hands}: there are only seats 0 to {seats}",
                open_hands=self.open_hands,
                seats=seats - 1,
            )
