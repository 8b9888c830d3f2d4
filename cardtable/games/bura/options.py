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

DEAL, TRICKS, DRAWING = mark("Cards and deal"), mark("Tricks"), mark("Drawing")
CALLS, END, OPEN = mark("Bura and combinations"), mark("The end of the deal"), mark("Open hands")
SEEN, MATCH = mark("What can be seen"), mark("The match")
"""The groups of options are the chapters of the rulebook."""


@dataclass(frozen=True, slots=True)
class BuraOptions(Options):
    """The options of section 4 of the catalogue."""

    trump_place: Literal["bottom", "top"] = option(
        "bottom",
        "B-05",
        mark("where the trump card lies in the stock"),
        title=mark("The trump card lies"),
        labels={"bottom": mark("under the stock"), "top": mark("on top of the stock")},
        group=DEAL,
    )
    next_deal_lead: Literal["last_trick_winner", "left_of_dealer"] = option(
        "last_trick_winner",
        "B-06",
        mark("who leads first in later deals"),
        title=mark("First lead of later deals"),
        labels={
            "last_trick_winner": mark("the winner of the last trick"),
            "left_of_dealer": mark("the dealer's left neighbour"),
        },
        group=DEAL,
    )
    multi_beat: Literal["each_card", "uniform"] = option(
        "each_card",
        "B-11",
        mark("whether rank and trumps may be mixed to beat several cards"),
        title=mark("Several cards are beaten"),
        labels={"each_card": mark("by rank and trumps, mixed"), "uniform": mark("all by rank, or all by trumps")},
        group=TRICKS,
    )
    target: Literal[61] = option(
        61, "B-14 B-19", mark("card points that win a deal"), title=mark("Card points that win"), group=END
    )
    win_detection: Literal["claim", "auto"] = option(
        "claim",
        "B-14 B-15",
        mark("whether a player must say that they have won, or the table counts"),
        title=mark("Who counts the points"),
        labels={"claim": mark("players, who claim the win"), "auto": mark("the table")},
        group=END,
    )
    nobody_61: Literal["dead", "most_points"] = option(
        "dead",
        "B-19",
        mark("who wins a deal in which nobody has enough points"),
        title=mark("When nobody has enough points"),
        labels={"dead": mark("nobody wins the deal"), "most_points": mark("the most points win")},
        group=END,
    )
    combo_order: Literal[
        "four_ends>molodka>moscow",
        "four_ends>moscow>molodka",
        "molodka>four_ends>moscow",
        "molodka>moscow>four_ends",
        "moscow>four_ends>molodka",
        "moscow>molodka>four_ends",
    ] = option(
        "four_ends>molodka>moscow",
        "B-16",
        mark("which announced combination is the higher"),
        title=mark("Combinations, highest first"),
        labels={
            "four_ends>molodka>moscow": mark("four ends, molodka, Moscow"),
            "four_ends>moscow>molodka": mark("four ends, Moscow, molodka"),
            "molodka>four_ends>moscow": mark("molodka, four ends, Moscow"),
            "molodka>moscow>four_ends": mark("molodka, Moscow, four ends"),
            "moscow>four_ends>molodka": mark("Moscow, four ends, molodka"),
            "moscow>molodka>four_ends": mark("Moscow, molodka, four ends"),
        },
        group=CALLS,
    )
    combo_lead: Literal["any_lawful", "whole_combo"] = option(
        "any_lawful",
        "B-16",
        mark("what may be led after an announcement"),
        title=mark("Lead after an announcement"),
        labels={"any_lawful": mark("any cards of one suit"), "whole_combo": mark("the whole combination")},
        group=CALLS,
    )
    manual_draw: bool = option(
        False,
        "B-18",
        mark("players draw by hand, and at their own risk"),
        title=mark("Cards are drawn"),
        labels={False: mark("by the table"), True: mark("by hand, at one's own risk")},
        group=DRAWING,
    )
    pretend_draw: bool = option(
        False,
        "B-18",
        mark("a player may pretend to draw"),
        title=mark("Pretending to draw"),
        labels={False: mark("not allowed"), True: mark("allowed")},
        group=DRAWING,
        needs="manual_draw",
    )
    fault_result: Literal["others_win", "loss_only"] = option(
        "others_win",
        "B-17",
        mark("what the others get when a player has lost by a fault"),
        title=mark("For a fault the others get"),
        labels={"others_win": mark("a won deal"), "loss_only": mark("nothing")},
        group=END,
    )
    open_hands: Literal["none", "all", 0, 1, 2, 3, 4, 5] = option(
        "none",
        "B-20",
        mark("whose cards lie face up: nobody's, everybody's, or one seat's"),
        title=mark("Cards lie face up"),
        labels={
            "none": mark("nobody's"),
            "all": mark("everybody's"),
            0: mark("the first player's"),
            1: mark("the second player's"),
            2: mark("the third player's"),
            3: mark("the fourth player's"),
            4: mark("the fifth player's"),
            5: mark("the sixth player's"),
        },
        group=OPEN,
    )
    open_bonus: Annotated[int, Range(0, 20)] = option(
        5,
        "B-20",
        mark("points added to the count of the open player"),
        title=mark("Points for the open hand"),
        group=OPEN,
    )
    target_wins: Literal[1, 3, 5, 7, 11] = option(
        1, "B-21", mark("deals that win the match"), title=mark("Won deals that win the match"), group=MATCH
    )
    show_counts: bool = option(
        False,
        "B-22",
        mark("the table shows everybody's card points"),
        title=mark("Card points are shown"),
        group=SEEN,
    )
    show_bought: bool = option(
        True,
        "B-22",
        mark("played cards that were just drawn are marked"),
        title=mark("Cards just drawn are marked"),
        group=SEEN,
    )

    def check_more(self, seats: int) -> None:
        """Refuses a number of players that Bura is not for, and an open hand of an absent seat (B-02, B-20)."""
        if not 2 <= seats <= MOST_SEATS:
            raise BadSeats(
                "{seats} players are not possible here; allowed: 2 to {most_seats}", seats=seats, most_seats=MOST_SEATS
            )
        if isinstance(self.open_hands, int) and self.open_hands >= seats:
            raise BadOption(
                "open_hands={open_hands}: there are only seats 0 to {seats}",
                open_hands=self.open_hands,
                seats=seats - 1,
            )
