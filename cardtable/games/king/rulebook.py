"""The rulebook of King by contracts, and the values that its conditions and texts use besides the options."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import NamedTuple

from cardtable.cards import HEARTS, RANKS, bits, cards_of, parse_card, rank_of, suit_of
from cardtable.engine.conditions import Derived
from cardtable.engine.text import Faces, Ranks, Text, listed, say, say_count
from cardtable.games.card_facts import rank_order
from cardtable.games.king.contracts import (
    CONTRACTS,
    FORCED_KINGS,
    JOKERS,
    LEAD_BANS,
    chosen,
    contract_text,
)
from cardtable.games.king.counting import amounts, as_number, has_trumps
from cardtable.games.king.game import King
from cardtable.games.king.options import KingOptions
from cardtable.games.king.packs import pack_of
from cardtable.games.king.programme import PASSED_OUT, Programme


def _jokers(options: KingOptions, seats: int) -> Faces:
    return Faces(tuple(bits(cards_of(pack_of(options, seats)) & JOKERS)))


def _ranks(options: KingOptions, seats: int) -> Ranks:
    """The ranks of the pack, from the lowest (G-04)."""
    return Ranks(tuple(sorted({rank_of(card) for card in pack_of(options, seats) if not JOKERS >> card & 1})))


def _left_out(options: KingOptions, seats: int) -> Faces | None:
    """The cards missing from the pack's ranks."""
    ranks = _ranks(options, seats).ranks
    full = cards_of(card for card in range(52) if rank_of(card) in ranks)
    missing = full & ~cards_of(pack_of(options, seats))
    return Faces(tuple(bits(missing))) if missing else None


def _hand(options: KingOptions, seats: int) -> int:
    """The number of cards dealt to each player."""
    return options.hand_size or (len(pack_of(options, seats)) - options.widow_size) // seats


def _contracts(options: KingOptions, seats: int) -> tuple[str, ...]:
    """The contracts of this game, without repeats."""
    return tuple(dict.fromkeys(Programme(options, seats).contracts))


def _has_sign(sign: int) -> Callable[[KingOptions, int], bool]:
    return lambda options, seats: any(CONTRACTS[name].sign == sign for name in _contracts(options, seats))


def _listed(options: KingOptions, seats: int, names: tuple[str, ...]) -> Text | None:
    """Those of the given contracts that this game has, separated by commas; None if it has none of them."""
    found = [name for name in _contracts(options, seats) if name in names]
    return listed(map(contract_text, found)) if found else None


def _forcing(options: KingOptions) -> tuple[str, ...]:
    """The contracts that force the king of hearts on a void player (G-12)."""
    return chosen(FORCED_KINGS, options.forced_king)


def _king_or_trump(options: KingOptions, seats: int) -> bool:
    """Whether a player can be obliged to play both the king of hearts and a trump (G-16)."""
    forcing = set(_contracts(options, seats)).intersection(_forcing(options))
    return options.must_trump and any(has_trumps(name, options) for name in forcing)


def _stopping(options: KingOptions, seats: int) -> tuple[str, ...]:
    """The contracts whose deals may stop early (G-13)."""
    return tuple(
        name
        for name in _contracts(options, seats)
        if not {"tricks", "last_two", "praise"} & set(CONTRACTS[name].counts)
    )


# The contracts one by one


class ListedContract(NamedTuple):
    """A contract in the programme of a match."""

    contract: str
    name: Text
    """Its name, and when or how often it is played."""


def _played(options: KingOptions, seats: int) -> list[ListedContract]:
    """The contracts in order, with adjacent ones of one kind grouped together."""
    programme = Programme(options, seats)
    same = len(set(programme.contracts)) == 1
    found = []
    first = 1
    for contract, group in groupby(programme.contracts):
        times = len(list(group))
        title = contract_text(contract)
        if programme.ordered and times > 1:
            name = say_count("{count} time, {contract}", "{count} times, {contract}", times, contract=title)
        elif programme.ordered:
            name = say("Once, {contract}", contract=title)
        elif same:
            name = say("Every deal, {contract}", contract=title)
        elif times > 1:
            name = say("Deals {first} to {last}, {contract}", first=first, last=first + times - 1, contract=title)
        else:
            name = say("Deal {number}, {contract}", number=first, contract=title)
        found.append(ListedContract(contract, name))
        first += times
    return found


def _worth(element: str) -> Callable[[KingOptions, int], str]:
    """The points for one of the things that contracts count (G-14)."""

    def points(options: KingOptions, seats: int) -> str:
        amount = amounts(options, seats)[element]
        return str(as_number(amount / 2) if element == "jack" and options.kings_as_boys else amount)

    return points


def _everything(options: KingOptions, seats: int) -> str:
    """The points for a complete yeralash in which every card is played (G-17)."""
    pack = pack_of(options, seats)
    worth = amounts(options, seats)
    ranks = [RANKS[rank_of(card)] for card in pack]
    boys = ranks.count("J") + (ranks.count("K") if options.kings_as_boys else 0)
    total = (
        _hand(options, seats) * worth["trick"]
        + boys * float(_worth("jack")(options, seats))
        + ranks.count("Q") * worth["queen"]
        + sum(suit_of(card) == HEARTS for card in pack) * worth["heart"]
        + worth["king"]
        + 2 * worth["last_two"]
    )
    return str(as_number(total))


def _fine(options: KingOptions, seats: int) -> str:
    """The fine for keeping the king of hearts back (G-12)."""
    fine = options.forced_king_penalty
    return str(amounts(options, seats)["king"] if fine is None else fine)


_ELEMENTS = {"tricks": "trick", "jacks": "jack", "queens": "queen", "hearts": "heart", "king": "king"}
"""The things that contracts count, with the name of their points (G-14)."""


def _pays(sign: int) -> Callable[[KingOptions, int], Text | None]:
    """The contracts that cost or earn points, each with the points for one of its things; None if there are none."""

    def told(options: KingOptions, seats: int) -> Text | None:
        found = [name for name in dict.fromkeys(Programme(options, seats).contracts) if CONTRACTS[name].sign == sign]
        return listed([_paid(name, options, seats) for name in found]) if found else None

    return told


def _paid(name: str, options: KingOptions, seats: int) -> Text:
    """A contract with the points for one of the things it counts (G-14, G-17)."""
    row = CONTRACTS[name]
    if name == "praise":
        return say("{contract} {points} a trick", contract=Text(row.short), points=options.praise_value)
    if name in ("no_all", "take_all"):
        points = "" if options.domino else _everything(options, seats)
        return Text("{contract} {points}", {"contract": Text(row.short), "points": points})
    element = _ELEMENTS.get(row.counts[0], row.counts[0])
    return Text("{contract} {points}", {"contract": Text(row.short), "points": _worth(element)(options, seats)})


DERIVED: Derived = {
    "domino": lambda options, _: options.domino,
    "one_contract": lambda options, _: options.one_contract,
    "special": lambda options, _: options.special,
    # The aim
    "earns": _has_sign(1),
    "costs": _has_sign(-1),
    "bonus_card": lambda options, _: options.one_contract == "omnibus" and options.omnibus_bonus > 0,
    # Cards and deal
    "pack_size": lambda options, seats: len(pack_of(options, seats)),
    "ranks": _ranks,
    "jokers": lambda options, seats: len(_jokers(options, seats).cards),
    "joker_cards": _jokers,
    "left_out": _left_out,
    "hand": _hand,
    # The contracts
    "several_contracts": lambda options, seats: len(_contracts(options, seats)) > 1,
    "played": _played,
    "trick": _worth("trick"),
    "jack": _worth("jack"),
    "queen": _worth("queen"),
    "heart": _worth("heart"),
    "king": _worth("king"),
    "last_two": _worth("last_two"),
    "everything": _everything,
    "the_king": lambda *_: Faces((parse_card("Kh"),)),
    "queen_of_spades": lambda *_: Faces((parse_card("Qs"),)),
    "bonus": lambda options, _: Faces((parse_card(options.omnibus_bonus_card),)),
    # Tricks
    "has_praises": lambda options, seats: "praise" in _contracts(options, seats),
    "banned": lambda options, seats: _listed(options, seats, chosen(LEAD_BANS, options.heart_lead_ban)),
    "enforced": lambda options, seats: (
        _listed(options, seats, _forcing(options)) if options.forced_king_mode == "enforce" else None
    ),
    "fined": lambda options, seats: (
        _listed(options, seats, _forcing(options)) if options.forced_king_mode == "penalty" else None
    ),
    "penalty": _fine,
    "king_or_trump": _king_or_trump,
    # The end
    "stopping": lambda options, seats: _listed(options, seats, _stopping(options, seats)),
    "playing_on": lambda options, seats: len(_stopping(options, seats)) < len(_contracts(options, seats)),
    "deals": lambda options, seats: Programme(options, seats).deals,
    "passed_out": lambda *_: PASSED_OUT,
    # The rules card
    "order": lambda options, seats: rank_order(King(options, seats)),
    "costing": _pays(-1),
    "earning": _pays(1),
}
EACH = {"played": ListedContract._fields}
"""For each derived name, the field names of its items, which get a paragraph each."""
