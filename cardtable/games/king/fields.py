"""The options of King by contracts (section 4 of the catalogue). The defaults are the preset `king_simple`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from cardtable.cards import BadCard, card_text, parse_card
from cardtable.engine.options import Open, Options, Range, Told, option_class
from cardtable.engine.text import Faces, Text, listed, say
from cardtable.games.king.contracts import FORCED_KINGS, LEAD_BANS, contract_text, spelled

# Long lists are split into parts, so that they stay readable as tables.
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
"""The points for one of the things that a contract counts; with `by_values`, as the option `values` says."""


def _sets(sets: Mapping[str, tuple[str, ...]]) -> Open:
    return Open(tuple(sets), lambda text: spelled(sets, text), say("contracts with commas between them"))


def _listed(value: str) -> Text:
    return listed(map(contract_text, value.split(",")))


LeadBan = Annotated[str, _sets(LEAD_BANS), Told(_listed)]
ForcedKing = Annotated[str, _sets(FORCED_KINGS), Told(_listed)]
Points = Annotated[int, Range(0, 100)]


def _read_card(text: str) -> str | None:
    try:
        return card_text(parse_card(text))
    except BadCard:
        return None


def _card(value: str) -> Text:
    return Text("{card}", {"card": Faces((parse_card(value),))})


CardName = Annotated[str, Open(("Td", "Jd", "Ad", "Tc", "Ts"), _read_card, say("any card of the pack")), Told(_card)]
Limit = Annotated[int, Range(1, 1000)]


@option_class
class KingFields(Options):
    """All options of King by contracts; `KingOptions` checks which of them go together."""

    BOOK: ClassVar[Path] = Path(__file__).with_name("options.toml")

    # Cards, leads and obligations

    pack: Pack = "by_players"
    crowd_pack: Literal["stretched", "short"] = "stretched"
    deal_packet: Literal[1, 2] = 1
    hand_size: Annotated[int, Range(1, 20)] | None = None
    first_leader: Literal["eldest", "orderer", "bid_winner"] = "eldest"
    heart_lead_ban: LeadBan = "seven"
    forced_king: ForcedKing = "four"
    forced_king_mode: Literal["enforce", "penalty"] = "enforce"
    forced_king_penalty: Points | None = None
    early_end: bool = True
    must_trump: bool = True
    must_overtrump: bool = False
    king_before_trump: bool = True
    trump_lead_privilege: bool = False

    # The contracts, and what they count

    programme: Literal["simple14", "short14", "twelve", "ordered", "single"] = "simple14"
    single_contract: Annotated[Contract, Told(contract_text)] = "spot_hearts"
    yeralash: Literal["none", "negative", "positive", "both"] = "both"
    values: Literal["by_players", "v16", "v20", "v40"] = "by_players"
    trick_value: Amount = "by_values"
    jack_value: Amount = "by_values"
    queen_value: Amount = "by_values"
    heart_value: Amount = "by_values"
    king_value: Amount = "by_values"
    last_two_value: Amount = "by_values"
    last_two_split: Literal["each", "total"] = "each"
    kings_as_boys: bool = False
    praise_value: Points = 3
    praise_count: Annotated[int, Range(0, 6)] = 0

    # Trumps, orders, the widow

    trump_scope: Literal["none", "praise", "positive", "all"] = "none"
    allow_no_trump: bool = False
    praise_trump_mode: Literal["full_hand", "third_card"] = "full_hand"
    order_timing: Literal["after_look", "before_deal"] = "after_look"
    order_list: Literal["fourteen", "atomic", "minsk"] = "fourteen"
    order_sequence: Literal["free", "listed"] = "free"
    orderer: Literal["eldest", "right_of_dealer"] = "eldest"
    widow_size: Literal[0, 2] = 0
    widow_position: Literal["not_first_or_last", "any"] = "not_first_or_last"
    widow_shown: bool = True
    discard_mode: Literal["hidden_choice", "random"] = "hidden_choice"
    discard_ban: bool = True

    # Domino, jokers, bidding, Omnibus

    domino_contracts: Literal["cycle14", "hearts_only"] = "cycle14"
    domino_limit: Limit = 31
    domino_after_cycle: Literal["stop", "repeat"] = "stop"
    domino_leftover_is_trick: bool = False
    joker_count: Literal[1, 2] = 1
    joker_value: Points = 20
    joker_play: Literal["as_heart", "free", "void_only"] = "as_heart"
    joker_sunk_winner: Literal["led_suit", "top_heart"] = "led_suit"
    joker_tie: Literal["first", "second"] = "first"
    jokers_deals: Annotated[int, Range(1, 100)] = 12
    bid_rounds: Literal["single", "until_passes"] = "single"
    bid_max: Annotated[int, Range(1, 100)] = 13
    bid_effect: Literal["pay", "gain"] = "pay"
    all_pass: Literal["redeal", "eldest_names"] = "redeal"
    penalty_lead_ban: bool = True
    trade_limit: Limit = 77
    omnibus_bonus_card: CardName = "Td"
    omnibus_bonus: Points = 10
    queen_spades_value: Points = 13
    slam_bonus: Points = 26
    omnibus_limit: Limit = 100

    @property
    def domino(self) -> bool:
        """Whether there is a stock to draw from (G-28)."""
        return self.hand_size is not None

    @property
    def one_contract(self) -> str:
        """The contract of every deal, if the options fix one; otherwise empty."""
        return self.single_contract if self.programme == "single" else ""

    @property
    def special(self) -> bool:
        """Whether every deal has one of the contracts that are a game of their own (G-29 to G-31)."""
        return self.one_contract in ("spot_hearts", "trade_suit", "omnibus")

    def scale(self, seats: int) -> str:
        """The column of the points table that applies (G-14)."""
        if self.values == "by_players":
            return "v20" if seats == 3 else "v16"
        return self.values
