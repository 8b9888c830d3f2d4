"""The options of Durak. The defaults are the preset `throw_in`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar, Literal

from cardtable.engine.options import BadOption, BadSeats, Options, Range, option_class

HAND = 6
"""The number of cards dealt to each player, and drawn up to after a bout (D-04, D-29)."""

Limit = Annotated[int, Range(1, 52)] | None
DrawOrder = Literal["attacker_first_defender_last", "clockwise_from_attacker", "defender_first"]
TEAM_SEATS = {"2x2": 4, "3x3": 6, "2x2x2": 6, "4x4": 8, "5x5": 10}
"""The number of seats for each form of team play (D-50)."""


@option_class
class DurakOptions(Options):
    """The options in section 4 of the catalogue, as far as they are implemented."""

    BOOK: ClassVar[Path] = Path(__file__).with_name("options.toml")

    deck: Literal[36, 24, 52, 54] = 36
    packs: Literal[1, 2] = 1
    overload_limit: Annotated[int, Range(7, 108)] | None = None
    turn_up: Literal["top", "bottom"] = "top"
    trump_source: Literal["turn_up", "diamonds"] = "turn_up"
    spade_turn_up: Literal["normal", "no_trump"] = "normal"
    spades_only_by_spades: bool = False
    redeal_ace: bool = False
    redeal_five: bool = False
    redeal_no_trump: bool = False
    low_trump_over_ace: bool = False
    trump_exchange: Literal["off", "opener"] = "off"
    queen_rule: Literal["normal", "top_of_spades", "top_of_every_suit"] = "normal"
    jokers: Literal["any", "by_colour"] = "any"
    joker_attack: Literal["allowed", "cover_only"] = "allowed"
    next_first_attacker: Literal["left_of_fool", "right_of_fool", "winner", "lowest_trump"] = "left_of_fool"
    next_dealer: Literal["loser", "rotate"] = "loser"
    opening_cards: Literal["any_same_rank", "one", "one_or_two"] = "any_same_rank"
    throw_in: bool = True
    who_throws: Literal["all", "neighbours", "attacker_only", "attacking_team"] = "all"
    throw_timing: Literal["all_covered", "after_first_cover", "any_time"] = "all_covered"
    throw_order: Literal["ring", "attacker_first", "last_thrower_first"] = "ring"
    throw_pass: Literal["until_new_card", "final"] = "until_new_card"
    throw_batch: Literal["any", "one"] = "any"
    throw_after_take: bool = True
    max_attack: Limit = 6
    first_limit: Limit = 5
    first_limit_scope: Literal["first_bout", "until_first_discard"] = "first_bout"
    first_limit_on_take: Literal["keep", "lift"] = "keep"
    limit_when_stock_empty: Literal["keep", "lift"] = "keep"
    hand_limit: Literal["on", "off"] = "on"
    transfer: bool = False
    transfer_cards: Literal["one", "several"] = "one"
    transfer_first_bout: Literal["banned", "banned_first_deal", "allowed"] = "banned"
    transfer_over_trump: Literal["allowed", "banned"] = "allowed"
    late_transfer: bool = False
    travel_card: bool = False
    travel_scope: Literal["bout", "deal"] = "bout"
    travel_again: Literal["must_lay", "no_transfer"] = "must_lay"
    draw_order: DrawOrder = "attacker_first_defender_last"
    draw_anchor: Literal["opener", "last_attacker"] = "opener"
    scarce_stock: Literal["in_order", "equal"] = "in_order"
    leave_when: Literal["stock_empty", "hand_empty"] = "stock_empty"
    draws: Literal["on", "off"] = "on"
    last_card: Literal["answered", "at_once"] = "answered"
    teams: Literal["none", "2x2", "3x3", "2x2x2", "4x4", "5x5"] = "none"
    team_vacant_seat: Literal["partner_plays", "skip"] = "partner_plays"
    pass_hands: Literal["none", "clockwise"] = "none"
    epaulettes: Literal["off", "sixes", "ladder"] = "off"
    cheating: bool = False
    cheats_per_deal: Annotated[int, Range(1, 20)] = 2
    catching: bool = True
    caught_penalty: Literal["return_card", "take_all"] = "return_card"
    self_throw: bool = False
    lead_from_stock: bool = False
    winner_rule: Literal["loser_only", "first_out"] = "loser_only"
    match: Literal["single", "deals", "fools", "ladder"] = "single"
    match_length: Annotated[int, Range(1, 100)] = 5

    def check_more(self, seats: int) -> None:
        """Refuses what section 4 of the catalogue refuses, and more players than the pack has cards for (D-01)."""
        if seats < 2:
            raise BadSeats("Durak is a game for two players and more, not for {seats}", seats=seats)
        cards = self.deck * self.packs
        if seats * HAND > cards:
            what = f"deck={self.deck}" if self.packs == 1 else f"deck={self.deck} packs={self.packs}"
            raise BadOption(
                "{what} gives six cards to {cards} players at most, not to {seats}",
                what=what,
                cards=cards // HAND,
                seats=seats,
            )
        if self.teams != "none" and TEAM_SEATS[self.teams] != seats:
            raise BadOption(
                "teams={teams} is for {team_seats} players, not for {seats}",
                teams=self.teams,
                team_seats=TEAM_SEATS[self.teams],
                seats=seats,
            )
        # Either option without the other would have no effect.
        if (self.epaulettes == "ladder") != (self.match == "ladder"):
            raise BadOption("epaulettes=ladder and match=ladder go together only")


OPTIONS = DurakOptions
