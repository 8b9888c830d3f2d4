"""The options of Bura. The defaults are the preset `burkozel`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar, Literal

from cardtable.engine.options import BadOption, BadSeats, Options, Range, option_class

MOST_CARDS = 4
"""The size of the largest hand (B-04, B-23)."""
MOST_SEATS = 6
"""The largest number of players (B-02)."""
COMBINATIONS = ("molodka", "moscow", "four_ends")
"""The combinations that may be announced (B-16); the argument of `announce` is an index into this."""
MOLODKA, MOSCOW, FOUR_ENDS = range(len(COMBINATIONS))


@option_class
class BuraOptions(Options):
    """The options in section 4 of the catalogue."""

    BOOK: ClassVar[Path] = Path(__file__).with_name("options.toml")

    trump_place: Literal["bottom", "top"] = "bottom"
    next_deal_lead: Literal["last_trick_winner", "left_of_dealer"] = "last_trick_winner"
    multi_beat: Literal["each_card", "uniform"] = "each_card"
    hand_size: Literal[4, 3] = 4
    target: Literal[61, 31] = 61
    win_detection: Literal["claim", "auto"] = "claim"
    nobody_61: Literal["dead", "most_points"] = "dead"
    combo_order: Literal[
        "four_ends>molodka>moscow",
        "four_ends>moscow>molodka",
        "molodka>four_ends>moscow",
        "molodka>moscow>four_ends",
        "moscow>four_ends>molodka",
        "moscow>molodka>four_ends",
    ] = "four_ends>molodka>moscow"
    combo_lead: Literal["any_lawful", "whole_combo"] = "any_lawful"
    moscow: Literal["any_aces", "trump_ace"] = "any_aces"
    four_ends: Literal["aces", "aces_or_tens", "aces_and_tens"] = "aces"
    combo_redeal: bool = False
    manual_draw: bool = False
    pretend_draw: bool = False
    fault_result: Literal["others_win", "loss_only"] = "others_win"
    open_hands: Literal["none", "all", 0, 1, 2, 3, 4, 5] = "none"
    open_bonus: Annotated[int, Range(0, 20)] = 5
    scoring: Literal["wins", "penalties"] = "wins"
    penalty_limit: Literal[12, 8, 6] = 12
    target_wins: Literal[1, 3, 5, 7, 11, 21] = 1
    hide_losing_replies: bool = False
    show_counts: bool = False
    show_bought: bool = True

    def check_more(self, seats: int) -> None:
        """Refuses a number of players not allowed in Bura, and an open hand for a missing seat (B-02, B-20)."""
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


OPTIONS = BuraOptions
