"""What may vary in Durak. The defaults are the preset `throw_in`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cardtable.engine.options import BadOption, BadSeats, Options, Range, option
from cardtable.engine.text import mark

HAND = 6
"""Cards dealt to everybody, and drawn up to after a bout (D-04, D-29)."""

Limit = Annotated[int, Range(1, 52)] | None


@dataclass(frozen=True, slots=True)
class DurakOptions(Options):
    """The options of section 4 of the catalogue, as far as they are built."""

    deck: Literal[36, 24, 52] = option(36, "D-02 D-60", mark("cards in the pack"))
    turn_up: Literal["top", "bottom"] = option("top", "D-05", mark("which card of the rest is turned up for trumps"))
    next_first_attacker: Literal["left_of_fool", "right_of_fool", "winner", "lowest_trump"] = option(
        "left_of_fool", "D-11", mark("who attacks first in later deals")
    )
    next_dealer: Literal["loser", "rotate"] = option("loser", "D-03", mark("who deals the next deal"))
    opening_cards: Literal["any_same_rank", "one", "one_or_two"] = option(
        "any_same_rank", "D-14", mark("how many cards of one rank may open a bout")
    )
    throw_in: bool = option(True, "D-18", mark("cards may be thrown in after the opening"))
    who_throws: Literal["all", "neighbours", "attacker_only"] = option("all", "D-21", mark("who may throw in"))
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
    winner_rule: Literal["loser_only", "first_out"] = option("loser_only", "D-81", mark("what the score sheet names"))
    match: Literal["single", "deals", "fools"] = option("single", "D-80", mark("when a match ends"))
    match_length: Annotated[int, Range(1, 100)] = option(5, "D-80", mark("deals, or fools of one player, in a match"))

    def check(self, seats: int) -> None:
        """Refuses what section 4 of the catalogue refuses, and more players than the pack feeds (D-01)."""
        if seats < 2:
            raise BadSeats(f"Durak is a game for two players and more, not for {seats}")
        if seats * HAND > self.deck:
            raise BadOption(f"deck={self.deck} gives six cards to {self.deck // HAND} players at most, not to {seats}")
        if self.late_transfer and not self.throw_in:
            raise BadOption("late_transfer=true needs throw_in=true")
        if not self.transfer:
            plain = DurakOptions()
            for name in TRANSFER_OPTIONS:
                if getattr(self, name) != getattr(plain, name):
                    raise BadOption(f"{name}={getattr(self, name)} needs transfer=true".replace("True", "true"))
        if self.match == "single" and self.match_length != DurakOptions().match_length:
            raise BadOption(f"match_length={self.match_length} needs match=deals or match=fools")


TRANSFER_OPTIONS = (
    "transfer_first_bout",
    "transfer_over_trump",
    "late_transfer",
    "travel_card",
    "travel_scope",
    "travel_again",
)
