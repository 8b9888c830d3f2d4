"""What may vary in every King by contracts (section 4 of the catalogue). The defaults are the preset `king_simple`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from cardtable.engine.options import Need, Open, Options, Range, option
from cardtable.engine.text import Text, listed, mark, say
from cardtable.games.king.contracts import CONTRACTS, FORCED_KINGS, LEAD_BANS, contract_text, spelled

# Long lists in parts, so that they stay tables.
Negative = Literal["no_tricks", "no_jacks", "no_queens", "no_hearts", "no_king", "no_last_two", "no_all"]
Positive = Literal["take_tricks", "take_jacks", "take_queens", "take_hearts", "take_king", "take_last_two", "take_all"]
Contract = Literal[Negative, Positive, "praise", "spot_hearts", "trade_suit", "omnibus"]
Pack = Literal["by_players", "p30", "p32", "p36", "p40", "p48", "p51", "p52", "pj51", "pj52", "pj52b"]
AMOUNTS = ("by_values", *(f"{halves / 2:g}" for halves in range(11)), "8", "10", "12", "16", "20", "40")
MOST = 1000


def _read_amount(text: str) -> str | None:
    if re.fullmatch(r"[0-9]{1,4}(\.[05]0*)?", text) and float(text) <= MOST:
        return f"{float(text):g}"
    return None


Amount = Annotated[str, Open(AMOUNTS, _read_amount, say("any number of halves up to {most}", most=MOST))]
"""What one of the things counts that a contract asks for; `by_values`: as `values` says."""


def _sets(sets: Mapping[str, tuple[str, ...]]) -> Open:
    return Open(tuple(sets), lambda text: spelled(sets, text), say("contracts with commas between them"))


LeadBan = Annotated[str, _sets(LEAD_BANS)]
ForcedKing = Annotated[str, _sets(FORCED_KINGS)]
Points = Annotated[int, Range(0, 100)]

# Names of groups; most are chapters of the rulebook.
DEAL, TRICKS, HEARTS = mark("Cards and deal"), mark("Tricks"), mark("Hearts and the king of hearts")
CONTRACT, POINTS, ORDERING = mark("The contracts"), mark("Points"), mark("Ordering")
TRUMPS, WIDOW = mark("Trumps"), mark("The widow")

# What the options of one kind of game need.
ORDERED, SINGLE = 'programme == "ordered"', 'programme == "single"'
PRAISES = Need(
    'programme == "single" and single_contract == "praise" or programme != "single" and praise_count > 0',
    mark("praises in the programme"),
)
TRUMP = Need('trump_scope != "none"', mark("contracts with trumps"))
FORCED = Need('forced_king != "none"', mark("a king that is forced"))
TWO_CARDS = "widow_size == 2"
TRADE_SUIT = Need(
    'programme == "single" and single_contract == "trade_suit"', mark("single_contract=trade_suit in programme=single")
)

WORTH = {"by_values": mark("as the scale of points says")}
LEAD_BAN = {
    "seven": mark("all with hearts or the King"),
    "but_no_hearts": mark("with hearts or the King, except no hearts"),
    "but_take_king": mark("with hearts or the King, except take the King"),
    "negative": mark("with hearts or the King, if they cost points"),
    "hearts_and_king": mark("no hearts and no King"),
    "none": mark("in no contract"),
}
FORCED_KING = {
    "four": mark("all with the King"),
    "negative": mark("with the King, if they cost points"),
    "none": mark("in no contract"),
}


def _contracts(named: Mapping[str, str], value: str) -> Text:
    """A set of contracts in words."""
    return Text(named[value]) if value in named else listed(map(contract_text, value.split(",")))


@dataclass(frozen=True, slots=True)
class Fields(Options):
    """The options that any King by contracts may have: cards and leads, contracts and points, orders, trumps, widow."""

    # Cards, leads and duties

    pack: Pack = option(
        "by_players",
        "G-04",
        mark("the pack; by_players takes the one this game has for so many"),
        title=mark("Pack"),
        labels={
            "by_players": mark("the usual one for so many players"),
            "p30": mark("30 cards, without two black aces"),
            "p32": mark("32 cards"),
            "p36": mark("36 cards"),
            "p40": mark("40 cards"),
            "p48": mark("48 cards"),
            "p51": mark("51 cards, without a two"),
            "p52": mark("52 cards"),
            "pj51": mark("51 cards, one joker"),
            "pj52": mark("52 cards, one joker"),
            "pj52b": mark("52 cards, two jokers"),
        },
        group=DEAL,
    )
    crowd_pack: Literal["stretched", "short"] = option(
        "stretched",
        "G-32 G-M06",
        mark("five or six play with more cards, or with smaller hands"),
        title=mark("Five or six players have"),
        labels={"stretched": mark("a larger pack"), "short": mark("smaller hands")},
        group=DEAL,
        needs=Need('seats > 4 and pack == "by_players"', mark("five or six players and pack=by_players")),
    )
    deal_packet: Literal[1, 2] = option(
        1,
        "G-05",
        mark("cards dealt at a time"),
        title=mark("Dealing"),
        labels={1: mark("one card at a time"), 2: mark("two cards at a time")},
        group=DEAL,
    )
    hand_size: Annotated[int, Range(1, 20)] | None = option(
        None,
        "G-28",
        mark("Domino: cards dealt before the rest becomes a stock; none deals the whole pack"),
        title=mark("Cards dealt to everybody"),
        labels={None: mark("the whole pack")},
        group=DEAL,
        needs=(
            Need('programme not in ("ordered", "single")', mark("a fixed programme of several contracts")),
            Need('heart_lead_ban == "none"', mark("heart_lead_ban=none: Domino bans no leads")),
            Need("not early_end", mark("early_end=false: Domino is played to the last cards")),
            Need("widow_size == 0", mark("widow_size=0: Domino has no widow")),
        ),
    )
    first_leader: Literal["eldest", "orderer", "bid_winner"] = option(
        "eldest",
        "G-06",
        mark("who leads first"),
        title=mark("First lead"),
        labels={
            "eldest": mark("the dealer's left"),
            "orderer": mark("the player who orders"),
            "bid_winner": mark("the highest bidder"),
        },
        group=TRICKS,
        needs=TRADE_SUIT._replace(value="bid_winner"),
    )
    heart_lead_ban: LeadBan = option(
        "seven",
        "G-11",
        mark("contracts in which hearts are not led while another suit is held"),
        title=mark("Hearts are not led in"),
        labels=lambda value: _contracts(LEAD_BAN, value),
        group=HEARTS,
    )
    forced_king: ForcedKing = option(
        "four",
        "G-12",
        mark("contracts in which a void player must play the king of hearts"),
        title=mark("The king of hearts must be played in"),
        labels=lambda value: _contracts(FORCED_KING, value),
        group=HEARTS,
    )
    forced_king_mode: Literal["enforce", "penalty"] = option(
        "enforce",
        "G-12",
        mark("whether keeping the king of hearts back is illegal, or costs points"),
        title=mark("Keeping the king of hearts back"),
        labels={"enforce": mark("is not allowed"), "penalty": mark("costs points")},
        group=HEARTS,
        needs=FORCED,
    )
    forced_king_penalty: Points | None = option(
        None,
        "G-12",
        mark("points for keeping the king back; none: what the king counts"),
        title=mark("Points for keeping it back"),
        labels={None: mark("what the king counts")},
        group=HEARTS,
        needs='forced_king_mode == "penalty"',
    )
    early_end: bool = option(
        True,
        "G-13",
        mark("a deal stops once nothing that counts is left"),
        title=mark("End of a deal"),
        labels={True: mark("when nothing that counts is left"), False: mark("with the last card")},
        group=TRICKS,
    )
    must_trump: bool = option(
        True,
        "G-15",
        mark("who cannot follow must play a trump"),
        title=mark("A trump when you cannot follow"),
        labels={True: mark("required"), False: mark("not required")},
        group=TRUMPS,
        needs=TRUMP,
    )
    must_overtrump: bool = option(
        False,
        "G-15",
        mark("and a higher one than lies there, if they can"),
        title=mark("A trump must beat those in the trick"),
        labels={True: mark("yes, if possible"), False: mark("no")},
        group=TRUMPS,
        needs=(TRUMP, "must_trump"),
    )
    king_before_trump: bool = option(
        True,
        "G-16",
        mark("the forced king comes before the duty to trump"),
        title=mark("A player who owes a trump and the king"),
        labels={True: mark("plays the king"), False: mark("plays a trump")},
        group=HEARTS,
        needs=(TRUMP, FORCED),
    )
    trump_lead_privilege: bool = option(
        False,
        "G-27",
        mark("in a praise only the orderer may lead trumps"),
        title=mark("In a praise trumps are led by"),
        labels={True: mark("the player who ordered it"), False: mark("everybody")},
        group=TRUMPS,
        needs=(PRAISES, TRUMP),
    )

    # The contracts, and what they count

    programme: Literal["simple14", "short14", "twelve", "ordered", "single"] = option(
        "simple14",
        "G-21 G-22",
        mark("the contracts of a match, deal by deal, or ordered by the players"),
        title=mark("Contracts of a match"),
        labels={
            "simple14": mark("fourteen, in the order of Simple King"),
            "short14": mark("fourteen, in the order of Short King"),
            "twelve": mark("those of Ladies' Preference"),
            "ordered": mark("what the players order"),
            "single": mark("one and the same"),
        },
        group=CONTRACT,
    )
    single_contract: Contract = option(
        "spot_hearts",
        "G-14 G-21",
        mark("the contract of every deal of programme=single"),
        title=mark("The one contract"),
        labels={name: row.title for name, row in CONTRACTS.items()},
        group=CONTRACT,
        needs=SINGLE,
    )
    yeralash: Literal["none", "negative", "positive", "both"] = option(
        "both",
        "G-17 G-21",
        mark("which deals of all contracts at once are played"),
        title=mark("Yeralash"),
        labels={
            "none": mark("none"),
            "negative": mark("the one that costs"),
            "positive": mark("the one that earns"),
            "both": mark("both"),
        },
        group=CONTRACT,
        needs=Need('programme != "single"', mark("a programme of several contracts")),
    )
    values: Literal["by_players", "v16", "v20", "v40"] = option(
        "by_players",
        "G-14",
        mark("what a contract of cards is worth; by_players: 20 for three, else 16"),
        title=mark("Scale of points"),
        labels={
            "by_players": mark("20 with three players, else 16"),
            "v16": mark("the King 16"),
            "v20": mark("the King 20"),
            "v40": mark("the King 40"),
        },
        group=POINTS,
    )
    trick_value: Amount = option(
        "by_values", "G-14", mark("points a trick"), title=mark("A trick"), labels=WORTH, group=POINTS
    )
    jack_value: Amount = option(
        "by_values", "G-14", mark("points a jack"), title=mark("A jack"), labels=WORTH, group=POINTS
    )
    queen_value: Amount = option(
        "by_values", "G-14", mark("points a queen"), title=mark("A queen"), labels=WORTH, group=POINTS
    )
    heart_value: Amount = option(
        "by_values", "G-14", mark("points a heart"), title=mark("A heart"), labels=WORTH, group=POINTS
    )
    king_value: Amount = option(
        "by_values",
        "G-14",
        mark("points for the king of hearts"),
        title=mark("The king of hearts"),
        labels=WORTH,
        group=POINTS,
    )
    last_two_value: Amount = option(
        "by_values",
        "G-14 G-18",
        mark("points for each of the last two tricks"),
        title=mark("The last two tricks"),
        labels=WORTH,
        group=POINTS,
    )
    last_two_split: Literal["each", "total"] = option(
        "each",
        "G-18",
        mark("whether that amount is for each of the two tricks, or for both together"),
        title=mark("That amount is for"),
        labels={"each": mark("each of the two tricks"), "total": mark("both together")},
        group=POINTS,
    )
    kings_as_boys: bool = option(
        False,
        "G-14",
        mark("kings count as jacks, each half as much"),
        title=mark("Kings count with the jacks"),
        labels={True: mark("yes, each for half"), False: mark("no")},
        group=POINTS,
    )
    praise_value: Points = option(
        3, "G-19", mark("points a trick in a praise"), title=mark("A trick in a praise"), group=POINTS, needs=PRAISES
    )
    praise_count: Annotated[int, Range(0, 6)] = option(
        0,
        "G-19 G-21",
        mark("praises for every player"),
        title=mark("Praises for every player"),
        group=CONTRACT,
        needs=Need('programme in ("twelve", "ordered")', mark("programme=twelve or programme=ordered")),
    )

    # Trumps, orders, the widow

    trump_scope: Literal["none", "praise", "positive", "all"] = option(
        "none",
        "G-25",
        mark("contracts in which a trump suit is named"),
        title=mark("Trumps are named in"),
        labels={
            "none": mark("in no contract"),
            "praise": mark("a praise"),
            "positive": mark("contracts that earn points"),
            "all": mark("every contract"),
        },
        group=TRUMPS,
        needs=PRAISES._replace(value="praise"),
    )
    allow_no_trump: bool = option(
        False,
        "G-25",
        mark("the player who names trumps may name none"),
        title=mark("Naming no trumps"),
        labels={True: mark("allowed"), False: mark("not allowed")},
        group=TRUMPS,
        needs=TRUMP,
    )
    praise_trump_mode: Literal["full_hand", "third_card"] = option(
        "full_hand",
        "G-26",
        mark("the trump of a praise is named by the whole hand, or at the third card"),
        title=mark("Trumps of a praise are named"),
        labels={"full_hand": mark("by the whole hand"), "third_card": mark("at the third card")},
        group=TRUMPS,
        needs=(
            PRAISES,
            TRUMP,
            Need(
                'programme != "ordered" or order_timing == "before_deal"',
                mark("contracts that are known before the deal"),
            ),
            'orderer == "eldest"',
            Need("hand_size is None or hand_size >= 3", mark("three cards at least")),
        ),
    )
    order_timing: Literal["after_look", "before_deal"] = option(
        "after_look",
        "G-22",
        mark("whether contracts are ordered with cards in hand"),
        title=mark("A contract is ordered"),
        labels={"after_look": mark("with the cards in hand"), "before_deal": mark("before the deal")},
        group=ORDERING,
        needs=ORDERED,
    )
    order_list: Literal["fourteen", "atomic", "minsk"] = option(
        "fourteen",
        "G-22 G-M05 G-M08 G-M13",
        mark("what everybody orders: all contracts, or those to avoid"),
        title=mark("What everybody orders"),
        labels={
            "fourteen": mark("all fourteen contracts"),
            "atomic": mark("the list of Atomic King"),
            "minsk": mark("the list of Minsk King"),
        },
        group=ORDERING,
        needs=ORDERED,
    )
    order_sequence: Literal["free", "listed"] = option(
        "free",
        "G-22",
        mark("everybody orders as they like, or in the order of the list"),
        title=mark("Order of the contracts"),
        labels={"free": mark("any order"), "listed": mark("that of the list")},
        group=ORDERING,
        needs=ORDERED,
    )
    orderer: Literal["eldest", "right_of_dealer"] = option(
        "eldest",
        "G-22 G-23",
        mark("who orders, names trumps and takes the widow"),
        title=mark("Who orders and takes the widow"),
        labels={"eldest": mark("the dealer's left"), "right_of_dealer": mark("the dealer's right")},
        group=ORDERING,
    )
    widow_size: Literal[0, 2] = option(
        0,
        "G-23",
        mark("cards set aside for the orderer"),
        title=mark("Widow"),
        labels={0: mark("none"), 2: mark("two cards")},
        group=WIDOW,
    )
    widow_position: Literal["not_first_or_last", "any"] = option(
        "not_first_or_last",
        "G-23",
        mark("which cards of the pack may be the widow"),
        title=mark("Which cards may be the widow"),
        labels={"not_first_or_last": mark("not the first or the last"), "any": mark("any cards")},
        group=WIDOW,
        needs=TWO_CARDS,
    )
    widow_shown: bool = option(
        True,
        "G-23",
        mark("everybody sees the widow before it is taken"),
        title=mark("The widow is seen by"),
        labels={True: mark("everybody"), False: mark("the player who takes it")},
        group=WIDOW,
        needs=TWO_CARDS,
    )
    discard_mode: Literal["hidden_choice", "random"] = option(
        "hidden_choice",
        "G-24",
        mark("two cards are laid out by choice, or drawn blindly"),
        title=mark("Two cards are laid out"),
        labels={"hidden_choice": mark("by choice"), "random": mark("blindly")},
        group=WIDOW,
        needs=TWO_CARDS,
    )
    discard_ban: bool = option(
        True,
        "G-24",
        mark("cards that count may not be laid out"),
        title=mark("Laying out cards that count"),
        labels={True: mark("not allowed"), False: mark("allowed")},
        group=WIDOW,
        needs=TWO_CARDS,
    )
