"""What the contracts count at a table, and the points for it (G-14, G-17, G-18, G-29 to G-31)."""

from __future__ import annotations

from typing import NamedTuple

from cardtable.cards import HEARTS, RANK_CARDS, RANKS, SPADES, SUIT_CARDS, Cards, parse_card
from cardtable.games.king.contracts import CONTRACTS, FORCED_KINGS, JOKERS, KING, LEAD_BANS, chosen
from cardtable.games.king.fields import KingFields

AMOUNTS: dict[str, dict[str, float]] = {
    "v16": {"trick": 2, "jack": 4, "queen": 4, "heart": 2, "king": 16, "last_two": 8},
    "v20": {"trick": 2, "jack": 5, "queen": 5, "heart": 2, "king": 20, "last_two": 10},
    "v40": {"trick": 4, "jack": 10, "queen": 10, "heart": 5, "king": 40, "last_two": 20},
}
"""The columns of G-14."""

LAST = 2
"""The number of tricks that count as the last of a deal (G-18)."""
_JACKS, _QUEENS, _KINGS = (RANK_CARDS[RANKS.index(rank)] for rank in "JQK")
_HEARTS = SUIT_CARDS[HEARTS]


class Count(NamedTuple):
    """What a contract counts at one table, as points on the score sheet; negative points are a cost."""

    groups: tuple[tuple[Cards, float], ...]
    """Sets of cards, with the points for capturing each card in them."""
    cards: Cards
    """All cards that count, even those agreed to be worth nothing (G-13)."""
    trick: float = 0
    last_two: float = 0
    """Points for each of the last two tricks."""
    stops: bool = False
    """Whether the deal may stop when none of these cards is left in the hands (G-13)."""
    ban: Cards = 0
    """Cards that may not be led by a player who holds any others (G-11)."""
    forced: bool = False
    """Whether a void player must play the King (G-12)."""
    slam: float | None = None
    """The points of a player who captured all these cards; the others then score nothing (G-31)."""

    def worth(self, deck: Cards, tricks: int) -> float:
        """The total points of a deal with this many tricks."""
        of_cards = sum(each * (cards & deck).bit_count() for cards, each in self.groups)
        return of_cards + self.trick * tricks + self.last_two * LAST


def as_number(amount: float) -> float:
    """The amount, as an int if it is a whole number."""
    return int(amount) if amount == int(amount) else amount


def amounts(options: KingFields, seats: int) -> dict[str, float]:
    """The unsigned points for a trick, a jack and so on at this table (G-14)."""
    found = dict(AMOUNTS[options.scale(seats)])
    if options.domino and options.domino_contracts == "hearts_only":
        found["heart"] = 1
    for name in found:
        own = getattr(options, f"{name}_value")
        if own != "by_values":
            found[name] = as_number(float(own))
    if options.last_two_split == "total":
        found["last_two"] = as_number(found["last_two"] / 2)
    return found


def count(contract: str, options: KingFields, seats: int, suit: int = -1) -> Count:
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


def has_trumps(contract: str, options: KingFields) -> bool:
    """Whether this contract has trumps to be named (G-25)."""
    match options.trump_scope:
        case "none":
            return False
        case "praise":
            return contract == "praise"
        case "positive":
            return CONTRACTS[contract].sign > 0
    return True
