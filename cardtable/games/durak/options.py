"""What may vary in Durak. The defaults are the preset `throw_in`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cardtable.engine.options import BadOption, BadSeats, Options, Range, option, value_text
from cardtable.engine.text import Text, mark

HAND = 6
"""Cards dealt to everybody, and drawn up to after a bout (D-04, D-29)."""

Limit = Annotated[int, Range(1, 52)] | None
TEAM_SEATS = {"2x2": 4, "3x3": 6, "2x2x2": 6, "4x4": 8, "5x5": 10}
"""The seats of each form of team play (D-50)."""


@dataclass(frozen=True, slots=True)
class DurakOptions(Options):
    """The options of section 4 of the catalogue, as far as they are built."""

    deck: Literal[36, 24, 52, 54] = option(36, "D-02 D-60 D-61", mark("cards in the pack; 54 has two jokers"))
    packs: Literal[1, 2] = option(1, "D-67", mark("packs that are played with together"))
    overload_limit: Annotated[int, Range(7, 108)] | None = option(
        None, "D-67", mark("who holds so many cards after a bout is the fool at once")
    )
    turn_up: Literal["top", "bottom"] = option("top", "D-05", mark("which card of the rest is turned up for trumps"))
    trump_source: Literal["turn_up", "diamonds"] = option("turn_up", "D-05 D-66", mark("what fixes trumps"))
    spade_turn_up: Literal["normal", "no_trump"] = option(
        "normal", "D-65", mark("what a spade that is turned up means")
    )
    spades_only_by_spades: bool = option(False, "D-15", mark("spades are beaten by spades alone"))
    queen_rule: Literal["normal", "top_of_spades", "top_of_every_suit"] = option(
        "normal", "D-65", mark("where the queen stands above the ace")
    )
    jokers: Literal["any", "by_colour"] = option("any", "D-62", mark("what a joker beats"))
    joker_attack: Literal["allowed", "cover_only"] = option("allowed", "D-63", mark("whether jokers may attack"))
    next_first_attacker: Literal["left_of_fool", "right_of_fool", "winner", "lowest_trump"] = option(
        "left_of_fool", "D-11", mark("who attacks first in later deals")
    )
    next_dealer: Literal["loser", "rotate"] = option("loser", "D-03", mark("who deals the next deal"))
    opening_cards: Literal["any_same_rank", "one", "one_or_two"] = option(
        "any_same_rank", "D-14", mark("how many cards of one rank may open a bout")
    )
    throw_in: bool = option(True, "D-18", mark("cards may be thrown in after the opening"))
    who_throws: Literal["all", "neighbours", "attacker_only", "attacking_team"] = option(
        "all", "D-21", mark("who may throw in")
    )
    throw_timing: Literal["all_covered", "after_first_cover", "any_time"] = option(
        "all_covered", "D-20 D-25", mark("when cards may be thrown in")
    )
    throw_order: Literal["ring", "attacker_first", "last_thrower_first"] = option(
        "ring", "D-22", mark("who has the word when everything is covered again")
    )
    throw_pass: Literal["until_new_card", "final"] = option("until_new_card", "D-22", mark("how long a pass holds"))
    throw_batch: Literal["any", "one"] = option("any", "D-22", mark("how many cards are thrown in at a time"))
    throw_after_take: bool = option(True, "D-24", mark("cards may be added once the defender takes"))
    max_attack: Limit = option(6, "D-13", mark("most attack cards in a bout"))
    first_limit: Limit = option(5, "D-13", mark("most attack cards in the first bout"))
    first_limit_scope: Literal["first_bout", "until_first_discard"] = option(
        "first_bout", "D-13", mark("how long the limit of the first bout holds")
    )
    first_limit_on_take: Literal["keep", "lift"] = option(
        "keep", "D-13 D-24", mark("the limit of the first bout once the defender takes")
    )
    limit_when_stock_empty: Literal["keep", "lift"] = option(
        "keep", "D-13", mark("the limit of attack cards once the stock is empty")
    )
    transfer: bool = option(False, "D-40", mark("the defender may pass the attack on with a card of its rank"))
    transfer_first_bout: Literal["banned", "banned_first_deal", "allowed"] = option(
        "banned", "D-42", mark("transfers in the first bout")
    )
    transfer_over_trump: Literal["allowed", "banned"] = option(
        "allowed", "D-45", mark("transfers while a trump lies on the table")
    )
    late_transfer: bool = option(False, "D-46", mark("transfers after some cards are covered"))
    travel_card: bool = option(False, "D-47", mark("a trump may be shown to transfer without laying it down"))
    travel_scope: Literal["bout", "deal"] = option("bout", "D-47", mark("a trump is shown once per bout or per deal"))
    travel_again: Literal["must_lay", "no_transfer"] = option(
        "must_lay", "D-48", mark("the trump that was shown, when the attack comes back")
    )
    draw_order: Literal["attacker_first_defender_last", "clockwise_from_attacker", "defender_first"] = option(
        "attacker_first_defender_last", "D-30", mark("in which order hands are filled")
    )
    draw_anchor: Literal["opener", "last_attacker"] = option("opener", "D-30", mark("who draws first after a transfer"))
    scarce_stock: Literal["in_order", "equal"] = option("in_order", "D-31", mark("a stock too small for everybody"))
    leave_when: Literal["stock_empty", "hand_empty"] = option("stock_empty", "D-08", mark("when a player is out"))
    teams: Literal["none", "2x2", "3x3", "2x2x2", "4x4", "5x5"] = option("none", "D-50", mark("who plays together"))
    team_vacant_seat: Literal["partner_plays", "skip"] = option(
        "partner_plays", "D-51", mark("the seat of a partner who is out")
    )
    pass_hands: Literal["none", "clockwise"] = option("none", "D-70", mark("hands go round after every bout"))
    epaulettes: Literal["off", "sixes", "ladder"] = option(
        "off", "D-71 D-72", mark("what is hung on a fool who took sixes last")
    )
    cheating: bool = option(False, "D-73", mark("the defender may lay a card that does not fit"))
    cheats_per_deal: Annotated[int, Range(1, 20)] = option(2, "D-73", mark("cheats of one player in a deal"))
    catching: bool = option(True, "D-74", mark("others may accuse a cheat"))
    caught_penalty: Literal["return_card", "take_all"] = option(
        "return_card", "D-74", mark("what happens to a cheat who is caught")
    )
    self_throw: bool = option(False, "D-75", mark("the defender may add cards against himself"))
    lead_from_stock: bool = option(False, "D-76", mark("the top card of the stock may open a bout"))
    winner_rule: Literal["loser_only", "first_out"] = option("loser_only", "D-81", mark("what the score sheet names"))
    match: Literal["single", "deals", "fools", "ladder"] = option("single", "D-80", mark("when a match ends"))
    match_length: Annotated[int, Range(1, 100)] = option(5, "D-80", mark("deals, or fools of one player, in a match"))

    def check_more(self, seats: int) -> None:
        """Refuses what section 4 of the catalogue refuses, and more players than the pack feeds (D-01)."""
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
        plain = DurakOptions()
        for names, needed, fits in (
            (("jokers", "joker_attack"), "deck=54", self.deck == 54),
            (
                ("spades_only_by_spades", "spade_turn_up", "queen_rule", "trump_source"),
                mark("a deck without jokers"),
                self.deck != 54,
            ),
            (("late_transfer", "self_throw"), "throw_in=true", self.throw_in),
            (TRANSFER_OPTIONS, "transfer=true", self.transfer),
            (("team_vacant_seat",), "teams", self.teams != "none"),
            (("pass_hands",), "teams=none", self.teams == "none"),
            (("cheats_per_deal", "catching", "caught_penalty"), "cheating=true", self.cheating),
            (("match_length",), mark("match=deals or match=fools"), self.match in ("deals", "fools")),
        ):
            for name in names:
                if not fits and getattr(self, name) != getattr(plain, name):
                    raise BadOption(
                        "{name}={value} needs {needed}",
                        name=name,
                        value=value_text(getattr(self, name)),
                        needed=Text(needed),
                    )
        if self.who_throws == "attacking_team" and self.teams == "none":
            raise BadOption("who_throws=attacking_team needs teams")
        if (self.epaulettes == "ladder") != (self.match == "ladder"):
            raise BadOption("epaulettes=ladder and match=ladder go together only")


TRANSFER_OPTIONS = (
    "transfer_first_bout",
    "transfer_over_trump",
    "late_transfer",
    "travel_card",
    "travel_scope",
    "travel_again",
)
