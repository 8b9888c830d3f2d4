"""The contracts of King: what each counts, and what it is worth at a table (G-11, G-12, G-14, G-17, G-29 to G-31)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from cardtable.cards import HEARTS, RANK_CARDS, RANKS, SPADES, SUIT_CARDS, Card, Cards, parse_card
from cardtable.engine.text import Suit, Text, mark, say

if TYPE_CHECKING:
    from cardtable.games.king.options import KingOptions


class Contract(NamedTuple):
    """A row of the table of contracts."""

    title: str
    short: str
    """What it is about, where its sign or its neighbours tell the rest."""
    counts: tuple[str, ...]
    sign: int = -1


SIX = ("tricks", "jacks", "queens", "hearts", "king", "last_two")
"""What a yeralash counts all at once (G-17)."""
CONTRACTS: dict[str, Contract] = {
    "no_tricks": Contract(mark("no tricks"), mark("tricks"), ("tricks",)),
    "no_jacks": Contract(mark("no jacks"), mark("jacks"), ("jacks",)),
    "no_queens": Contract(mark("no queens"), mark("queens"), ("queens",)),
    "no_hearts": Contract(mark("no hearts"), mark("hearts"), ("hearts",)),
    "no_king": Contract(mark("no King"), mark("King"), ("king",)),
    "no_last_two": Contract(mark("not the last two"), mark("last two"), ("last_two",)),
    "no_all": Contract(mark("nothing at all"), mark("all"), SIX),
    "take_tricks": Contract(mark("take tricks"), mark("tricks"), ("tricks",), 1),
    "take_jacks": Contract(mark("take jacks"), mark("jacks"), ("jacks",), 1),
    "take_queens": Contract(mark("take queens"), mark("queens"), ("queens",), 1),
    "take_hearts": Contract(mark("take hearts"), mark("hearts"), ("hearts",), 1),
    "take_king": Contract(mark("take the King"), mark("King"), ("king",), 1),
    "take_last_two": Contract(mark("take the last two"), mark("last two"), ("last_two",), 1),
    "take_all": Contract(mark("take everything"), mark("all"), SIX, 1),
    "praise": Contract(mark("praise"), mark("praise"), ("praise",), 1),
    "spot_hearts": Contract(mark("hearts by face value"), mark("hearts"), ("spots",)),
    "trade_suit": Contract(mark("penalty suit"), mark("suit"), ("suit",)),
    "omnibus": Contract(mark("Omnibus"), mark("Omnibus"), ("omnibus",)),
}
"""Every contract by its id."""
ORDERABLE = tuple(CONTRACTS)[:15]
"""The contracts that a player may order: all but those that are a game of their own."""

LEAD_BANS = {
    "seven": ("no_hearts", "no_king", "no_all", "take_hearts", "take_king", "take_all", "spot_hearts"),
    "but_no_hearts": ("no_king", "no_all", "take_hearts", "take_king", "take_all", "spot_hearts"),
    "but_take_king": ("no_hearts", "no_king", "no_all", "take_hearts", "take_all", "spot_hearts"),
    "negative": ("no_hearts", "no_king", "no_all", "spot_hearts"),
    "hearts_and_king": ("no_hearts", "no_king"),
    "none": (),
}
"""By the option heart_lead_ban the contracts in which hearts are not led (G-11)."""
FORCED_KINGS = {"four": ("no_king", "no_all", "take_king", "take_all"), "negative": ("no_king", "no_all"), "none": ()}
"""By the option forced_king the contracts in which a void player must play the king of hearts (G-12)."""


def has_trumps(contract: str, options: KingOptions) -> bool:
    """Whether trumps are named in this contract (G-25)."""
    match options.trump_scope:
        case "none":
            return False
        case "praise":
            return contract == "praise"
        case "positive":
            return CONTRACTS[contract].sign > 0
    return True


def chosen(sets: Mapping[str, tuple[str, ...]], value: str) -> tuple[str, ...]:
    """The contracts of a value of such an option: one of these sets, or contracts named with commas between them."""
    return sets[value] if value in sets else tuple(value.split(","))


def spelled(sets: Mapping[str, tuple[str, ...]], text: str) -> str | None:
    """The value that names the contracts of a text, a set's own name where it has one; None where it does not."""
    named = set(text.replace(",", " ").split())
    if named - set(CONTRACTS):
        return None
    for name, contracts in sets.items():
        if named == set(contracts):
            return name
    return ",".join([name for name in CONTRACTS if name in named])


AMOUNTS: dict[str, dict[str, float]] = {
    "v16": {"trick": 2, "jack": 4, "queen": 4, "heart": 2, "king": 16, "last_two": 8},
    "v20": {"trick": 2, "jack": 5, "queen": 5, "heart": 2, "king": 20, "last_two": 10},
    "v40": {"trick": 4, "jack": 10, "queen": 10, "heart": 5, "king": 40, "last_two": 20},
}
"""The columns of G-14."""

KING: Card = parse_card("Kh")
"""The King himself."""
JOKERS: Cards = 3 << 52
LAST = 2
"""The last two tricks of a deal (G-18)."""
_JACKS, _QUEENS, _KINGS = (RANK_CARDS[RANKS.index(rank)] for rank in "JQK")
_HEARTS = SUIT_CARDS[HEARTS]


class Count(NamedTuple):
    """What a contract counts at one table, in points that are written down: negative ones cost."""

    groups: tuple[tuple[Cards, float], ...]
    """Captured cards, and the points for each of them."""
    cards: Cards
    """All cards that count; one that is worth nothing by agreement counts too (G-13)."""
    trick: float = 0
    last_two: float = 0
    """Points for each of the last two tricks."""
    stops: bool = False
    """The deal may stop when none of these cards is left in the hands (G-13)."""
    ban: Cards = 0
    """What may not be led while anything else is held (G-11)."""
    forced: bool = False
    """A void player must play the King (G-12)."""
    slam: float | None = None
    """What one player writes who captured all these cards; all others nothing then (G-31)."""

    def worth(self, deck: Cards, tricks: int) -> float:
        """All points of a deal of so many tricks together."""
        of_cards = sum(each * (cards & deck).bit_count() for cards, each in self.groups)
        return of_cards + self.trick * tricks + self.last_two * LAST


def as_number(amount: float) -> float:
    """The same amount, an int where it is a whole number."""
    return int(amount) if amount == int(amount) else amount


def amounts(options: KingOptions, seats: int) -> dict[str, float]:
    """What a trick, a jack ... counts at this table, without its sign (G-14)."""
    column = options.values
    if column == "by_players":
        column = "v20" if seats == 3 else "v16"
    found = dict(AMOUNTS[column])
    if options.hand_size is not None and options.domino_contracts == "hearts_only":
        found["heart"] = 1
    for name in found:
        own = getattr(options, f"{name}_value")
        if own != "by_values":
            found[name] = as_number(float(own))
    if options.last_two_split == "total":
        found["last_two"] = as_number(found["last_two"] / 2)
    return found


def count(contract: str, options: KingOptions, seats: int, suit: int = -1) -> Count:
    """What this contract counts at this table; `suit` is the penalty suit of a game with bidding."""
    row = CONTRACTS[contract]
    values = {name: as_number(row.sign * amount) for name, amount in amounts(options, seats).items()}
    jacks = _JACKS, values["jack"]
    if options.kings_as_boys:
        jacks = _JACKS | _KINGS, as_number(values["jack"] / 2)
    groups_of: dict[str, tuple[tuple[Cards, float], ...]] = {
        "jacks": (jacks,),
        "queens": ((_QUEENS, values["queen"]),),
        "hearts": ((_HEARTS, values["heart"]),),
        "king": ((1 << KING, values["king"]),),
        "spots": (
            *((_HEARTS & cards, -rank - 2) for rank, cards in enumerate(RANK_CARDS[:13])),
            (JOKERS, -options.joker_value),
        ),
        "suit": ((SUIT_CARDS[suit], -1),),
        "omnibus": (
            (_HEARTS, -1),
            (_QUEENS & SUIT_CARDS[SPADES], -options.queen_spades_value),
            (1 << parse_card(options.omnibus_bonus_card), options.omnibus_bonus),
        ),
    }
    groups = tuple(group for element in row.counts for group in groups_of.get(element, ()))
    counting = 0
    for cards, _ in groups:
        counting |= cards
    ban = 0
    if contract in chosen(LEAD_BANS, options.heart_lead_ban):
        ban = _HEARTS | (JOKERS if options.joker_play == "as_heart" else 0)
    if "suit" in row.counts and options.penalty_lead_ban:
        ban = SUIT_CARDS[suit]
    trick = values["trick"] if "tricks" in row.counts else options.praise_value if "praise" in row.counts else 0
    return Count(
        groups,
        counting,
        trick=trick,
        last_two=values["last_two"] if "last_two" in row.counts else 0,
        stops=options.early_end and not {"tricks", "last_two", "praise"} & set(row.counts),
        ban=ban,
        forced=contract in chosen(FORCED_KINGS, options.forced_king),
        slam=options.slam_bonus if "omnibus" in row.counts else None,
    )


def contract_text(contract: str, trump: int = -1) -> Text:
    """The contract in words, with its trump suit."""
    title = Text(CONTRACTS[contract].title)
    return title if trump < 0 else say("{contract}, trumps {suit}", contract=title, suit=Suit(trump))


def short_text(contract: str, times: int = 1) -> Text:
    """The contract in a list: `-hearts`, `+King`, `praise ×2`."""
    row = CONTRACTS[contract]
    name = Text(row.short)
    if contract == "praise":
        return name if times == 1 else say("{contract} ×{times}", contract=name, times=times)
    return say("\N{MINUS SIGN}{contract}", contract=name) if row.sign < 0 else say("+{contract}", contract=name)
