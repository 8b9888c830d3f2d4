"""The contracts of King: what each one counts, and its name (G-11, G-12, G-17, G-29 to G-31)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cardtable.cards import Card, Cards, parse_card
from cardtable.engine.text import Suit, Text, mark, say


class Contract(NamedTuple):
    """A row of the table of contracts."""

    title: str
    short: str
    """What it counts, short, for places where a sign or its neighbours make the rest clear."""
    counts: tuple[str, ...]
    sign: int = -1


LAST_TWO = 2
"""With this many cards left in hand, a trick is one of the last two."""
SIX = ("tricks", "jacks", "queens", "hearts", "king", "last_two")
"""Everything that a yeralash counts at once (G-17)."""
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
"""Every contract, by id."""
ORDERABLE = tuple(CONTRACTS)[:15]
"""The contracts that can be ordered: all except those that are a game of their own."""

LEAD_BANS = {
    "seven": ("no_hearts", "no_king", "no_all", "take_hearts", "take_king", "take_all", "spot_hearts"),
    "but_no_hearts": ("no_king", "no_all", "take_hearts", "take_king", "take_all", "spot_hearts"),
    "but_take_king": ("no_hearts", "no_king", "no_all", "take_hearts", "take_all", "spot_hearts"),
    "negative": ("no_hearts", "no_king", "no_all", "spot_hearts"),
    "hearts_and_king": ("no_hearts", "no_king"),
    "none": (),
}
"""For each value of the option heart_lead_ban, the contracts in which hearts may not be led (G-11)."""
FORCED_KINGS = {"four": ("no_king", "no_all", "take_king", "take_all"), "negative": ("no_king", "no_all"), "none": ()}
"""For each value of the option forced_king, the contracts that force the king of hearts on a void player (G-12)."""


def chosen(sets: Mapping[str, tuple[str, ...]], value: str) -> tuple[str, ...]:
    """The contracts for an option value: one of these sets, or contract names separated by commas."""
    return sets[value] if value in sets else tuple(value.split(","))


def spelled(sets: Mapping[str, tuple[str, ...]], text: str) -> str | None:
    """The option value for the contracts in a text, preferring a set's name; None if the text is invalid."""
    named = set(text.replace(",", " ").split())
    if named - set(CONTRACTS):
        return None
    for name, contracts in sets.items():
        if named == set(contracts):
            return name
    return ",".join([name for name in CONTRACTS if name in named])


KING: Card = parse_card("Kh")
"""The king of hearts, the King of the game."""
JOKERS: Cards = 3 << 52


def contract_text(contract: str, trump: int = -1) -> Text:
    """The contract in words, with its trump suit."""
    title = Text(CONTRACTS[contract].title)
    return title if trump < 0 else say("{contract}, trumps {suit}", contract=title, suit=Suit(trump))


def short_text(contract: str, times: int = 1) -> Text:
    """The contract in short form for lists: `-hearts`, `+King`, `praise ×2`."""
    row = CONTRACTS[contract]
    name = Text(row.short)
    if contract == "praise":
        return name if times == 1 else say("{contract} ×{times}", contract=name, times=times)
    return say("\N{MINUS SIGN}{contract}", contract=name) if row.sign < 0 else say("+{contract}", contract=name)
