"""What may vary in Domino, in King with jokers, with bidding, and in Omnibus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cardtable.cards import BadCard, card_text, parse_card
from cardtable.engine.options import Need, Open, Range, option
from cardtable.engine.text import Faces, Text, mark, say
from cardtable.games.king.fields import CONTRACT, SINGLE, TRADE_SUIT, Fields, Points


def _read_card(text: str) -> str | None:
    try:
        return card_text(parse_card(text))
    except BadCard:
        return None


CardName = Annotated[str, Open(("Td", "Jd", "Ad", "Tc", "Ts"), _read_card, say("any card of the pack"))]
Limit = Annotated[int, Range(1, 1000)]
DOMINO, JOKER, BIDDING, OMNIBUS = mark("Domino"), mark("Jokers"), mark("Bidding"), mark("Omnibus")

STOCK = Need("hand_size is not None", mark("Domino, hand_size=6"))
SPOT_HEARTS = Need(
    'programme == "single" and single_contract == "spot_hearts"',
    mark("single_contract=spot_hearts in programme=single"),
)
IN_OMNIBUS = Need(
    'programme == "single" and single_contract == "omnibus"', mark("single_contract=omnibus in programme=single")
)


def _card(value: str) -> Text:
    return Text("{card}", {"card": Faces((parse_card(value),))})


@dataclass(frozen=True, slots=True)
class KingFields(Fields):
    """All options of King by contracts; `KingOptions` says which of them go together."""

    domino_contracts: Literal["cycle14", "hearts_only"] = option(
        "cycle14",
        "G-28 G-M09",
        mark("Domino: the contracts of the programme, or a point a heart in every deal"),
        title=mark("Contracts"),
        labels={"cycle14": mark("those of the programme"), "hearts_only": mark("no hearts, a point for each")},
        group=DOMINO,
        needs=STOCK,
    )
    domino_limit: Limit = option(
        31,
        "G-M09",
        mark("Domino ends after a deal in which somebody is so far below zero"),
        title=mark("Points below zero that end a match"),
        group=DOMINO,
        needs=STOCK,
    )
    domino_after_cycle: Literal["stop", "repeat"] = option(
        "stop",
        "G-M09",
        mark("Domino: what follows when all contracts were played without that"),
        title=mark("When all contracts were played"),
        labels={"stop": mark("the match is over"), "repeat": mark("they begin anew")},
        group=DOMINO,
        needs=STOCK,
    )
    domino_leftover_is_trick: bool = option(
        False,
        "G-28",
        mark("Domino: the last cards of a hand are a trick too"),
        title=mark("Cards left in the last hand"),
        labels={True: mark("are a trick"), False: mark("are no trick")},
        group=DOMINO,
        needs=STOCK,
    )
    joker_count: Literal[1, 2] = option(
        1,
        "G-29",
        mark("jokers in the pack of three players"),
        title=mark("Jokers with three players"),
        labels={1: mark("one joker"), 2: mark("two jokers")},
        group=JOKER,
        needs=(SPOT_HEARTS, Need("seats == 3", mark("three players"))),
    )
    joker_value: Points = option(
        20, "G-29", mark("points a joker costs"), title=mark("A joker costs"), group=JOKER, needs=SPOT_HEARTS
    )
    joker_play: Literal["as_heart", "free", "void_only"] = option(
        "as_heart",
        "G-29",
        mark("a joker is a heart, may be played at any turn, or only by who cannot follow"),
        title=mark("A joker is played"),
        labels={
            "as_heart": mark("as a heart"),
            "free": mark("at any turn"),
            "void_only": mark("when you cannot follow"),
        },
        group=JOKER,
        needs=SPOT_HEARTS,
    )
    joker_sunk_winner: Literal["led_suit", "top_heart"] = option(
        "led_suit",
        "G-29",
        mark("who wins a trick whose joker is beaten by a high heart"),
        title=mark("When a high heart beats the joker"),
        labels={"led_suit": mark("the suit led wins"), "top_heart": mark("the highest heart wins")},
        group=JOKER,
        needs=SPOT_HEARTS,
    )
    joker_tie: Literal["first", "second"] = option(
        "first",
        "G-29",
        mark("which of two jokers is higher"),
        title=mark("Of two jokers the higher is"),
        labels={"first": mark("the one played first"), "second": mark("the one played last")},
        group=JOKER,
        needs=(SPOT_HEARTS, "joker_count == 2"),
    )
    jokers_deals: Annotated[int, Range(1, 100)] = option(
        12,
        "G-M10",
        mark("deals of a match of one contract that has no limit"),
        title=mark("Deals of a match of one contract"),
        group=CONTRACT,
        needs=(SINGLE, Need('single_contract not in ("trade_suit", "omnibus")', mark("a contract without a limit"))),
    )
    bid_rounds: Literal["single", "until_passes"] = option(
        "single",
        "G-30",
        mark("how often everybody may bid"),
        title=mark("Everybody may bid"),
        labels={"single": mark("once"), "until_passes": mark("until all others have passed")},
        group=BIDDING,
        needs=TRADE_SUIT,
    )
    bid_max: Annotated[int, Range(1, 100)] = option(
        13, "G-30", mark("the highest bid"), title=mark("Highest bid"), group=BIDDING, needs=TRADE_SUIT
    )
    bid_effect: Literal["pay", "gain"] = option(
        "pay",
        "G-30",
        mark("the highest bidder pays the bid, or gains it"),
        title=mark("The highest bidder"),
        labels={"pay": mark("pays the bid"), "gain": mark("gains the bid")},
        group=BIDDING,
        needs=TRADE_SUIT,
    )
    all_pass: Literal["redeal", "eldest_names"] = option(
        "redeal",
        "G-30",
        mark("what happens when nobody bids"),
        title=mark("When nobody bids"),
        labels={"redeal": mark("nothing is played"), "eldest_names": mark("the dealer's left names the suit")},
        group=BIDDING,
        needs=TRADE_SUIT,
    )
    penalty_lead_ban: bool = option(
        True,
        "G-11 G-30",
        mark("the penalty suit is not led while another suit is held"),
        title=mark("Leading the penalty suit"),
        labels={True: mark("only with nothing else in hand"), False: mark("at any time")},
        group=BIDDING,
        needs=TRADE_SUIT,
    )
    trade_limit: Limit = option(
        77,
        "G-M11",
        mark("points at which a match with bidding ends"),
        title=mark("Points that end a match"),
        group=BIDDING,
        needs=TRADE_SUIT,
    )
    omnibus_bonus_card: CardName = option(
        "Td",
        "G-31",
        mark("the card that wins points in Omnibus"),
        title=mark("The card that earns points"),
        labels=_card,
        group=OMNIBUS,
        needs=IN_OMNIBUS,
    )
    omnibus_bonus: Points = option(
        10, "G-31", mark("what it wins"), title=mark("What it earns"), group=OMNIBUS, needs=IN_OMNIBUS
    )
    queen_spades_value: Points = option(
        13,
        "G-31",
        mark("points the queen of spades costs in Omnibus"),
        title=mark("The queen of spades costs"),
        group=OMNIBUS,
        needs=IN_OMNIBUS,
    )
    slam_bonus: Points = option(
        26,
        "G-31",
        mark("points for capturing all cards that count in Omnibus"),
        title=mark("Capturing all cards that count earns"),
        group=OMNIBUS,
        needs=IN_OMNIBUS,
    )
    omnibus_limit: Limit = option(
        100,
        "G-M12",
        mark("Omnibus ends when somebody is so far below zero"),
        title=mark("Points below zero that end a match"),
        group=OMNIBUS,
        needs=IN_OMNIBUS,
    )

    @property
    def domino(self) -> bool:
        """Whether a stock is left to draw from (G-28)."""
        return self.hand_size is not None

    @property
    def one_contract(self) -> str:
        """The contract of every deal, where the options name one; else nothing."""
        return self.single_contract if self.programme == "single" else ""

    @property
    def special(self) -> bool:
        """Whether every deal has one of the contracts that are a game of their own (G-29 to G-31)."""
        return self.one_contract in ("spot_hearts", "trade_suit", "omnibus")

    def scale(self, seats: int) -> str:
        """The column of the table of points (G-14)."""
        if self.values == "by_players":
            return "v20" if seats == 3 else "v16"
        return self.values
