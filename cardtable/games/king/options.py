"""What may vary in King. The defaults are the preset `king_simple`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from cardtable.cards import BadCard, card_text, parse_card
from cardtable.engine.options import Open, Options, Range, option
from cardtable.engine.text import mark, say
from cardtable.games.king import checks
from cardtable.games.king.contracts import FORCED_KINGS, LEAD_BANS, spelled

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


def _read_card(text: str) -> str | None:
    try:
        return card_text(parse_card(text))
    except BadCard:
        return None


CardName = Annotated[str, Open(("Td", "Jd", "Ad", "Tc", "Ts"), _read_card, say("any card of the pack"))]
Points = Annotated[int, Range(0, 100)]
Limit = Annotated[int, Range(1, 1000)]


@dataclass(frozen=True, slots=True)
class KingOptions(Options):
    """The options of the contracts, of section 4 of the catalogue."""

    # Cards, leads and duties

    pack: Pack = option("by_players", "G-04", mark("the pack; by_players takes the one this game has for so many"))
    crowd_pack: Literal["stretched", "short"] = option(
        "stretched", "G-32 G-M06", mark("five or six play with more cards, or with smaller hands")
    )
    deal_packet: Literal[1, 2] = option(1, "G-05", mark("cards dealt at a time"))
    hand_size: Annotated[int, Range(1, 20)] | None = option(
        None, "G-28", mark("Domino: cards dealt before the rest becomes a stock; none deals the whole pack")
    )
    first_leader: Literal["eldest", "orderer", "bid_winner"] = option("eldest", "G-06", mark("who leads first"))
    heart_lead_ban: LeadBan = option(
        "seven", "G-11", mark("contracts in which hearts are not led while another suit is held")
    )
    forced_king: ForcedKing = option(
        "four", "G-12", mark("contracts in which a void player must play the king of hearts")
    )
    forced_king_mode: Literal["enforce", "penalty"] = option(
        "enforce", "G-12", mark("whether keeping the king of hearts back is illegal, or costs points")
    )
    forced_king_penalty: Points | None = option(
        None, "G-12", mark("points for keeping the king back; none: what the king counts")
    )
    early_end: bool = option(True, "G-13", mark("a deal stops once nothing that counts is left"))
    must_trump: bool = option(True, "G-15", mark("who cannot follow must play a trump"))
    must_overtrump: bool = option(False, "G-15", mark("and a higher one than lies there, if he can"))
    king_before_trump: bool = option(True, "G-16", mark("the forced king comes before the duty to trump"))
    trump_lead_privilege: bool = option(False, "G-27", mark("in a praise only the orderer may lead trumps"))

    # The contracts, and what they count

    programme: Literal["simple14", "short14", "twelve", "ordered", "single"] = option(
        "simple14", "G-21 G-22", mark("the contracts of a match, deal by deal, or ordered by the players")
    )
    single_contract: Contract = option(
        "spot_hearts", "G-14 G-21", mark("the contract of every deal of programme=single")
    )
    yeralash: Literal["none", "negative", "positive", "both"] = option(
        "both", "G-17 G-21", mark("which deals of all contracts at once are played")
    )
    values: Literal["by_players", "v16", "v20", "v40"] = option(
        "by_players", "G-14", mark("what a contract of cards is worth; by_players: 20 for three, else 16")
    )
    trick_value: Amount = option("by_values", "G-14", mark("points a trick"))
    jack_value: Amount = option("by_values", "G-14", mark("points a jack"))
    queen_value: Amount = option("by_values", "G-14", mark("points a queen"))
    heart_value: Amount = option("by_values", "G-14", mark("points a heart"))
    king_value: Amount = option("by_values", "G-14", mark("points for the king of hearts"))
    last_two_value: Amount = option("by_values", "G-14 G-18", mark("points for each of the last two tricks"))
    last_two_split: Literal["each", "total"] = option(
        "each", "G-18", mark("whether that amount is for each of the two tricks, or for both together")
    )
    kings_as_boys: bool = option(False, "G-14", mark("kings count as jacks, each half as much"))
    praise_value: Points = option(3, "G-19", mark("points a trick in a praise"))
    praise_count: Annotated[int, Range(0, 6)] = option(0, "G-19 G-21", mark("praises for every player"))

    # Orders, trumps, the widow

    trump_scope: Literal["none", "praise", "positive", "all"] = option(
        "none", "G-25", mark("contracts in which a trump suit is named")
    )
    allow_no_trump: bool = option(False, "G-25", mark("whoever names trumps may name none"))
    praise_trump_mode: Literal["full_hand", "third_card"] = option(
        "full_hand", "G-26", mark("the trump of a praise is named by the whole hand, or at the third card")
    )
    order_timing: Literal["after_look", "before_deal"] = option(
        "after_look", "G-22", mark("whether contracts are ordered with cards in hand")
    )
    order_list: Literal["fourteen", "atomic", "minsk"] = option(
        "fourteen", "G-22 G-M05 G-M08 G-M13", mark("what everybody orders: all contracts, or those to avoid")
    )
    order_sequence: Literal["free", "listed"] = option(
        "free", "G-22", mark("everybody orders as he likes, or in the order of the list")
    )
    orderer: Literal["eldest", "right_of_dealer"] = option(
        "eldest", "G-22 G-23", mark("who orders, names trumps and takes the widow")
    )
    widow_size: Literal[0, 2] = option(0, "G-23", mark("cards set aside for the orderer"))
    widow_position: Literal["not_first_or_last", "any"] = option(
        "not_first_or_last", "G-23", mark("which cards of the pack may be the widow")
    )
    widow_shown: bool = option(True, "G-23", mark("everybody sees the widow before it is taken"))
    discard_mode: Literal["hidden_choice", "random"] = option(
        "hidden_choice", "G-24", mark("two cards are laid out by choice, or drawn blindly")
    )
    discard_ban: bool = option(True, "G-24", mark("cards that count may not be laid out"))

    # Domino, jokers, bidding, Omnibus

    domino_contracts: Literal["cycle14", "hearts_only"] = option(
        "cycle14", "G-28 G-M09", mark("Domino: the contracts of the programme, or a point a heart in every deal")
    )
    domino_limit: Limit = option(31, "G-M09", mark("Domino ends after a deal in which somebody is so far below zero"))
    domino_after_cycle: Literal["stop", "repeat"] = option(
        "stop", "G-M09", mark("Domino: what follows when all contracts were played without that")
    )
    domino_leftover_is_trick: bool = option(False, "G-28", mark("Domino: the last cards of a hand are a trick too"))
    joker_count: Literal[1, 2] = option(1, "G-29", mark("jokers in the pack of three players"))
    joker_value: Points = option(20, "G-29", mark("points a joker costs"))
    joker_play: Literal["as_heart", "free", "void_only"] = option(
        "as_heart", "G-29", mark("a joker is a heart, may be played at any turn, or only by who cannot follow")
    )
    joker_sunk_winner: Literal["led_suit", "top_heart"] = option(
        "led_suit", "G-29", mark("who wins a trick whose joker is beaten by a high heart")
    )
    joker_tie: Literal["first", "second"] = option("first", "G-29", mark("which of two jokers is higher"))
    jokers_deals: Annotated[int, Range(1, 100)] = option(
        12, "G-M10", mark("deals of a match of one contract that has no limit")
    )
    bid_rounds: Literal["single", "until_passes"] = option("single", "G-30", mark("how often everybody may bid"))
    bid_max: Annotated[int, Range(1, 100)] = option(13, "G-30", mark("the highest bid"))
    bid_effect: Literal["pay", "gain"] = option("pay", "G-30", mark("the highest bidder pays his bid, or gains it"))
    all_pass: Literal["redeal", "eldest_names"] = option("redeal", "G-30", mark("what happens when nobody bids"))
    penalty_lead_ban: bool = option(True, "G-11 G-30", mark("the penalty suit is not led while another suit is held"))
    trade_limit: Limit = option(77, "G-M11", mark("points at which a match with bidding ends"))
    omnibus_bonus_card: CardName = option("Td", "G-31", mark("the card that wins points in Omnibus"))
    omnibus_bonus: Points = option(10, "G-31", mark("what it wins"))
    queen_spades_value: Points = option(13, "G-31", mark("points the queen of spades costs in Omnibus"))
    slam_bonus: Points = option(26, "G-31", mark("points for capturing all cards that count in Omnibus"))
    omnibus_limit: Limit = option(100, "G-M12", mark("Omnibus ends when somebody is so far below zero"))

    def check_more(self, seats: int) -> None:
        """Refuses what does not go together, and numbers of players that a game is not for."""
        checks.check(self, seats)
