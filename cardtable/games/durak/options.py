"""What may vary in Durak. The defaults are the preset `throw_in`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cardtable.engine.options import BadOption, BadSeats, Need, Options, Range, option
from cardtable.engine.text import mark

HAND = 6
"""Cards dealt to everybody, and drawn up to after a bout (D-04, D-29)."""

Limit = Annotated[int, Range(1, 52)] | None
TEAM_SEATS = {"2x2": 4, "3x3": 6, "2x2x2": 6, "4x4": 8, "5x5": 10}
"""The seats of each form of team play (D-50)."""
DEAL, FIRST, ATTACK, DEFENCE = mark("Cards and deal"), mark("Who attacks first"), mark("Attacking"), mark("Defending")
TRANSFER, THROWING, TAKING, CHEATING = mark("Transferring"), mark("Throwing in"), mark("Taking"), mark("Cheating")
AFTER, END, MATCH, TEAMS = mark("After the bout"), mark("The end of the deal"), mark("The match"), mark("Teams")
"""The groups of options are the chapters of the rulebook, and the teams."""
PLAIN_DECK = Need("deck != 54", mark("a deck without jokers"))
IN_TEAMS = "teams != 'none'"
HOLDS = {"keep": mark("still holds"), "lift": mark("no longer holds")}


@dataclass(frozen=True, slots=True)
class DurakOptions(Options):
    """The options of section 4 of the catalogue, as far as they are built."""

    deck: Literal[36, 24, 52, 54] = option(
        36,
        "D-02 D-60 D-61",
        mark("cards in the pack; 54 has two jokers"),
        title=mark("Cards in the pack"),
        labels={54: mark("54, with two jokers")},
        group=DEAL,
    )
    packs: Literal[1, 2] = option(
        1, "D-67", mark("packs that are played with together"), title=mark("Packs"), group=DEAL
    )
    overload_limit: Annotated[int, Range(7, 108)] | None = option(
        None,
        "D-67",
        mark("who holds so many cards after a bout is the fool at once"),
        title=mark("Holding so many cards loses"),
        labels={None: mark("never")},
        group=END,
    )
    turn_up: Literal["top", "bottom"] = option(
        "top",
        "D-05",
        mark("which card of the rest is turned up for trumps"),
        title=mark("The card turned up for trumps"),
        labels={"top": mark("the one after those dealt"), "bottom": mark("the bottom one of the pack")},
        group=DEAL,
    )
    trump_source: Literal["turn_up", "diamonds"] = option(
        "turn_up",
        "D-05 D-66",
        mark("what fixes trumps"),
        title=mark("Trumps"),
        labels={"turn_up": mark("the suit of the card turned up"), "diamonds": mark("always diamonds")},
        group=DEAL,
        needs=PLAIN_DECK,
    )
    spade_turn_up: Literal["normal", "no_trump"] = option(
        "normal",
        "D-65",
        mark("what a spade that is turned up means"),
        title=mark("A spade turned up means"),
        labels={"normal": mark("that spades are trumps"), "no_trump": mark("that there are no trumps")},
        group=DEAL,
        needs=PLAIN_DECK,
    )
    spades_only_by_spades: bool = option(
        False,
        "D-15",
        mark("spades are beaten by spades alone"),
        title=mark("Spades are beaten"),
        labels={False: mark("by spades and trumps"), True: mark("by spades only")},
        group=DEFENCE,
        needs=PLAIN_DECK,
    )
    queen_rule: Literal["normal", "top_of_spades", "top_of_every_suit"] = option(
        "normal",
        "D-65",
        mark("where the queen stands above the ace"),
        title=mark("The queen is above the ace"),
        labels={
            "normal": mark("in no suit"),
            "top_of_spades": mark("in spades"),
            "top_of_every_suit": mark("in every suit"),
        },
        group=DEAL,
        needs=PLAIN_DECK,
    )
    jokers: Literal["any", "by_colour"] = option(
        "any",
        "D-62",
        mark("what a joker beats"),
        title=mark("A joker beats"),
        labels={"any": mark("every card"), "by_colour": mark("cards of its colour")},
        group=DEFENCE,
        needs="deck == 54",
    )
    joker_attack: Literal["allowed", "cover_only"] = option(
        "allowed",
        "D-63",
        mark("whether jokers may attack"),
        title=mark("A joker may"),
        labels={"allowed": mark("attack and cover"), "cover_only": mark("only cover")},
        group=ATTACK,
        needs="deck == 54",
    )
    next_first_attacker: Literal["left_of_fool", "right_of_fool", "winner", "lowest_trump"] = option(
        "left_of_fool",
        "D-11",
        mark("who attacks first in later deals"),
        title=mark("First attacker of later deals"),
        labels={
            "left_of_fool": mark("the fool's left neighbour"),
            "right_of_fool": mark("the fool's right neighbour"),
            "winner": mark("the player who was out first"),
            "lowest_trump": mark("the player with the lowest trump"),
        },
        group=FIRST,
    )
    next_dealer: Literal["loser", "rotate"] = option(
        "loser",
        "D-03",
        mark("who deals the next deal"),
        title=mark("Next dealer"),
        labels={"loser": mark("the fool"), "rotate": mark("the dealer's left neighbour")},
        group=MATCH,
    )
    opening_cards: Literal["any_same_rank", "one", "one_or_two"] = option(
        "any_same_rank",
        "D-14",
        mark("how many cards of one rank may open a bout"),
        title=mark("A bout is opened with"),
        labels={
            "any_same_rank": mark("any number of cards of one rank"),
            "one": mark("one card"),
            "one_or_two": mark("one card, or two of one rank"),
        },
        group=ATTACK,
    )
    throw_in: bool = option(
        True,
        "D-18",
        mark("cards may be thrown in after the opening"),
        title=mark("Cards may be thrown in"),
        group=THROWING,
    )
    who_throws: Literal["all", "neighbours", "attacker_only", "attacking_team"] = option(
        "all",
        "D-21",
        mark("who may throw in"),
        title=mark("Who may throw in"),
        labels={
            "all": mark("everybody who does not defend"),
            "neighbours": mark("the defender's neighbours"),
            "attacker_only": mark("the attacker only"),
            "attacking_team": mark("the attacker's team"),
        },
        group=THROWING,
        needs=Need(IN_TEAMS, "teams", value="attacking_team"),
    )
    throw_timing: Literal["all_covered", "after_first_cover", "any_time"] = option(
        "all_covered",
        "D-20 D-25",
        mark("when cards may be thrown in"),
        title=mark("Cards are thrown in"),
        labels={
            "all_covered": mark("when every card is covered"),
            "after_first_cover": mark("after any cover too"),
            "any_time": mark("right after the opening too"),
        },
        group=THROWING,
    )
    throw_order: Literal["ring", "attacker_first", "last_thrower_first"] = option(
        "ring",
        "D-22",
        mark("who has the word when everything is covered again"),
        title=mark("Who throws in first"),
        labels={
            "ring": mark("the last to throw in, then the next on the left"),
            "attacker_first": mark("the attacker, then the next on the left"),
            "last_thrower_first": mark("the last to throw in, then the attacker"),
        },
        group=THROWING,
    )
    throw_pass: Literal["until_new_card", "final"] = option(
        "until_new_card",
        "D-22",
        mark("how long a pass holds"),
        title=mark("A pass holds"),
        labels={"until_new_card": mark("until a card is thrown in"), "final": mark("to the end of the bout")},
        group=THROWING,
    )
    throw_batch: Literal["any", "one"] = option(
        "any",
        "D-22",
        mark("how many cards are thrown in at a time"),
        title=mark("Thrown in at a time"),
        labels={"any": mark("any number of cards"), "one": mark("one card")},
        group=THROWING,
    )
    throw_after_take: bool = option(
        True,
        "D-24",
        mark("cards may be added once the defender takes"),
        title=mark("Adding cards after a take"),
        group=TAKING,
    )
    max_attack: Limit = option(
        6,
        "D-13",
        mark("most attack cards in a bout"),
        title=mark("Most attack cards in a bout"),
        labels={None: mark("no limit")},
        group=ATTACK,
    )
    first_limit: Limit = option(
        5,
        "D-13",
        mark("most attack cards in the first bout"),
        title=mark("Most attack cards in the first bout"),
        labels={None: mark("no limit")},
        group=ATTACK,
    )
    first_limit_scope: Literal["first_bout", "until_first_discard"] = option(
        "first_bout",
        "D-13",
        mark("how long the limit of the first bout holds"),
        title=mark("The first bout's limit holds"),
        labels={"first_bout": mark("in the first bout"), "until_first_discard": mark("until a bout is beaten")},
        group=ATTACK,
    )
    first_limit_on_take: Literal["keep", "lift"] = option(
        "keep",
        "D-13 D-24",
        mark("the limit of the first bout once the defender takes"),
        title=mark("After a take the first bout's limit"),
        labels=HOLDS,
        group=TAKING,
    )
    limit_when_stock_empty: Literal["keep", "lift"] = option(
        "keep",
        "D-13",
        mark("the limit of attack cards once the stock is empty"),
        title=mark("With an empty stock the limit"),
        labels=HOLDS,
        group=ATTACK,
    )
    transfer: bool = option(
        False,
        "D-40",
        mark("the defender may pass the attack on with a card of its rank"),
        title=mark("Transfers"),
        group=TRANSFER,
    )
    transfer_first_bout: Literal["banned", "banned_first_deal", "allowed"] = option(
        "banned",
        "D-42",
        mark("transfers in the first bout"),
        title=mark("Transfers in the first bout"),
        labels={
            "banned": mark("never"),
            "banned_first_deal": mark("from the second deal on"),
            "allowed": mark("in every deal"),
        },
        group=TRANSFER,
        needs="transfer",
    )
    transfer_over_trump: Literal["allowed", "banned"] = option(
        "allowed",
        "D-45",
        mark("transfers while a trump lies on the table"),
        title=mark("A trump on the table"),
        labels={"allowed": mark("stops no transfer"), "banned": mark("stops transfers")},
        group=TRANSFER,
        needs="transfer",
    )
    late_transfer: bool = option(
        False,
        "D-46",
        mark("transfers after some cards are covered"),
        title=mark("Transfers after covering"),
        group=TRANSFER,
        needs=("throw_in", "transfer"),
    )
    travel_card: bool = option(
        False,
        "D-47",
        mark("a trump may be shown to transfer without laying it down"),
        title=mark("Travel cards"),
        group=TRANSFER,
        needs="transfer",
    )
    travel_scope: Literal["bout", "deal"] = option(
        "bout",
        "D-47",
        mark("a trump is shown once per bout or per deal"),
        title=mark("A player shows a travel card"),
        labels={"bout": mark("once in a bout"), "deal": mark("once in a deal")},
        group=TRANSFER,
        needs="transfer",
    )
    travel_again: Literal["must_lay", "no_transfer"] = option(
        "must_lay",
        "D-48",
        mark("the trump that was shown, when the attack comes back"),
        title=mark("A trump that was shown"),
        labels={"must_lay": mark("transfers only by being laid"), "no_transfer": mark("does not transfer again")},
        group=TRANSFER,
        needs="transfer",
    )
    draw_order: Literal["attacker_first_defender_last", "clockwise_from_attacker", "defender_first"] = option(
        "attacker_first_defender_last",
        "D-30",
        mark("in which order hands are filled"),
        title=mark("Order of drawing"),
        labels={
            "attacker_first_defender_last": mark("the attacker first, the defender last"),
            "clockwise_from_attacker": mark("clockwise from the attacker"),
            "defender_first": mark("the defender first"),
        },
        group=AFTER,
    )
    draw_anchor: Literal["opener", "last_attacker"] = option(
        "opener",
        "D-30",
        mark("who draws first after a transfer"),
        title=mark("First to draw after a transfer"),
        labels={"opener": mark("who opened the bout"), "last_attacker": mark("who transferred last")},
        group=AFTER,
    )
    scarce_stock: Literal["in_order", "equal"] = option(
        "in_order",
        "D-31",
        mark("a stock too small for everybody"),
        title=mark("A stock too small for everybody"),
        labels={"in_order": mark("is used up in order"), "equal": mark("is shared card by card")},
        group=AFTER,
    )
    leave_when: Literal["stock_empty", "hand_empty"] = option(
        "stock_empty",
        "D-08",
        mark("when a player is out"),
        title=mark("Without cards a player is out"),
        labels={"stock_empty": mark("once the stock is gone"), "hand_empty": mark("at once")},
        group=END,
    )
    teams: Literal["none", "2x2", "3x3", "2x2x2", "4x4", "5x5"] = option(
        "none",
        "D-50",
        mark("who plays together"),
        title=mark("Who plays together"),
        labels={
            "none": mark("nobody"),
            "2x2": mark("two pairs"),
            "3x3": mark("three against three"),
            "2x2x2": mark("three pairs"),
            "4x4": mark("four against four"),
            "5x5": mark("five against five"),
        },
        group=TEAMS,
    )
    team_vacant_seat: Literal["partner_plays", "skip"] = option(
        "partner_plays",
        "D-51",
        mark("the seat of a partner who is out"),
        title=mark("The seat of a partner who is out"),
        labels={"partner_plays": mark("is played by a partner"), "skip": mark("is skipped")},
        group=TEAMS,
        needs=Need(IN_TEAMS, "teams"),
    )
    pass_hands: Literal["none", "clockwise"] = option(
        "none",
        "D-70",
        mark("hands go round after every bout"),
        title=mark("After every bout hands"),
        labels={"none": mark("stay where they are"), "clockwise": mark("go to the next player")},
        group=AFTER,
        needs="teams == 'none'",
    )
    epaulettes: Literal["off", "sixes", "ladder"] = option(
        "off",
        "D-71 D-72",
        mark("what is hung on a fool who took sixes last"),
        title=mark("Epaulettes"),
        labels={
            "off": mark("none"),
            "sixes": mark("for sixes taken last"),
            "ladder": mark("one rank after the other, up to the ace"),
        },
        group=END,
    )
    cheating: bool = option(
        False, "D-73", mark("the defender may lay a card that does not fit"), title=mark("Cheating"), group=CHEATING
    )
    cheats_per_deal: Annotated[int, Range(1, 20)] = option(
        2,
        "D-73",
        mark("cheats of one player in a deal"),
        title=mark("Cheats of one player in a deal"),
        group=CHEATING,
        needs="cheating",
    )
    catching: bool = option(
        True,
        "D-74",
        mark("others may accuse a cheat"),
        title=mark("Cheats may be accused"),
        group=CHEATING,
        needs="cheating",
    )
    caught_penalty: Literal["return_card", "take_all"] = option(
        "return_card",
        "D-74",
        mark("what happens to a cheat who is caught"),
        title=mark("A cheat who is caught takes"),
        labels={"return_card": mark("the card back"), "take_all": mark("the whole table")},
        group=CHEATING,
        needs="cheating",
    )
    self_throw: bool = option(
        False,
        "D-75",
        mark("the defender may add cards against themselves"),
        title=mark("The defender may add attack cards"),
        group=DEFENCE,
        needs="throw_in",
    )
    lead_from_stock: bool = option(
        False,
        "D-76",
        mark("the top card of the stock may open a bout"),
        title=mark("Opening from the stock"),
        group=ATTACK,
    )
    winner_rule: Literal["loser_only", "first_out"] = option(
        "loser_only",
        "D-81",
        mark("what the score sheet names"),
        title=mark("The score sheet names"),
        labels={"loser_only": mark("the fool"), "first_out": mark("the first to be out too")},
        group=MATCH,
    )
    match: Literal["single", "deals", "fools", "ladder"] = option(
        "single",
        "D-80",
        mark("when a match ends"),
        title=mark("A match ends"),
        labels={
            "single": mark("after one deal"),
            "deals": mark("after a number of deals"),
            "fools": mark("when somebody has been the fool so often"),
            "ladder": mark("with the epaulette of the ace"),
        },
        group=MATCH,
    )
    match_length: Annotated[int, Range(1, 100)] = option(
        5,
        "D-80",
        mark("deals, or fools of one player, in a match"),
        title=mark("Deals, or times as the fool"),
        group=MATCH,
        needs=Need("match in ('deals', 'fools')", mark("match=deals or match=fools")),
    )

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
        # No need of one of the two: each would wait for the other.
        if (self.epaulettes == "ladder") != (self.match == "ladder"):
            raise BadOption("epaulettes=ladder and match=ladder go together only")
