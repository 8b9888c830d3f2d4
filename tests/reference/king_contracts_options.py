"""King, contract tricks, the slow second implementation: cards, packs, amounts, lists of contracts (G-04, G-14, G-21).

Everything here is read off the rules catalogue alone.  A card is a string (``Th``, jokers ``Xr Xb``), a suit one
letter, no trump the empty string.  `given` holds every option of section 4 under its name there; an amount that is
None follows from ``values``.
"""

from __future__ import annotations

from typing import Any

RANKS = "23456789TJQKA"
SUITS = ("s", "h", "d", "c")
FACE_VALUE = {"J": 11, "Q": 12, "K": 13, "A": 14, "T": 10}
HIGH_HEARTS = ("Jh", "Qh", "Kh", "Ah")
THE_KING = "Kh"
PASSED_OUT_LIMIT = 20
DOMINO_CYCLE = 14
BOY_KINGS = ("Ks", "Kh", "Kd", "Kc")

NEGATIVES = ("no_tricks", "no_jacks", "no_queens", "no_hearts", "no_king", "no_last_two", "no_all")
POSITIVES = tuple(name.replace("no_", "take_") for name in NEGATIVES)

SIMPLE14 = (*NEGATIVES, *POSITIVES)
SHORT14 = (
    "no_tricks",
    "no_queens",
    "no_jacks",
    "no_hearts",
    "no_king",
    "no_last_two",
    "no_all",
    "take_tricks",
    "take_jacks",
    "take_queens",
    "take_hearts",
    "take_king",
    "take_last_two",
    "take_all",
)
TWELVE_NEGATIVES = ("no_tricks", "no_hearts", "no_jacks", "no_queens", "no_last_two", "no_king", "no_all")

# G-14: the amounts in the order trick, jack, queen, heart, King, each of the last two tricks.
AMOUNTS = {"v16": (2, 4, 4, 2, 16, 8), "v20": (2, 5, 5, 2, 20, 10), "v40": (4, 10, 10, 5, 40, 20)}
AMOUNT_NAMES = ("trick_value", "jack_value", "queen_value", "heart_value", "king_value", "last_two_value")


def is_joker(card: str) -> bool:
    """G-04: `Xr` and `Xb`."""
    return card[0] == "X"


def suit_of(card: str) -> str:
    """The suit of a card that is no joker."""
    return card[1]


def height(card: str) -> int:
    """G-04: ace high, then K Q J T 9 and so on."""
    return RANKS.index(card[0])


def pack_cards(name: str) -> list[str]:
    """G-04: the cards of a pack."""
    lowest = {"p30": "7", "p32": "7", "p36": "6", "p40": "5", "p48": "3"}.get(name, "2")
    cards = [rank + suit for rank in RANKS[RANKS.index(lowest) :] for suit in SUITS]
    missing = {
        "p30": ["As", "Ac"],
        "p51": ["2c"],
        "pj52": ["2c"],
        "pj51": ["2c", "3c"],
        "pj52b": ["2c", "3c"],
    }.get(name, [])
    jokers = {"pj52": ["Xr"], "pj51": ["Xr"], "pj52b": ["Xr", "Xb"]}.get(name, [])
    return [card for card in cards if card not in missing] + jokers


def usual_pack(given: dict[str, Any], seats: int) -> str:
    """Sections 5 and 6: the pack of a game for this number of players; empty if there is none."""
    contract = given["single_contract"] if given["programme"] == "single" else ""
    if contract == "spot_hearts":
        three = "pj52b" if given["joker_count"] == 2 else "pj51"
        return {3: three, 4: "pj52"}.get(seats, "")
    if contract in ("trade_suit", "omnibus"):
        return {3: "p51", 4: "p52"}.get(seats, "")
    if given["widow_size"] or is_domino(given):
        return "p32"
    if seats in (5, 6) and given["crowd_pack"] == "short":
        return "p30"
    return {3: "p30", 4: "p32", 5: "p40", 6: "p48"}.get(seats, "")


def is_domino(given: dict[str, Any]) -> bool:
    """G-28: whether the hand size leaves a stock to draw from."""
    return bool(given["hand_size"])


def amounts(given: dict[str, Any]) -> dict[str, float]:
    """G-14: the value of a trick, a jack and so on; an amount given explicitly takes precedence over the table."""
    found: dict[str, float] = {}
    for name, amount in zip(AMOUNT_NAMES, AMOUNTS[given["values"]], strict=True):
        found[name] = amount if given[name] is None else given[name]
    if is_domino(given) and given["domino_contracts"] == "hearts_only":
        # domino_contracts: every deal -1 a heart. Reading: an amount given explicitly takes precedence over that too.
        found["heart_value"] = 1 if given["heart_value"] is None else given["heart_value"]
    if given["last_two_split"] == "total":
        found["last_two_value"] = found["last_two_value"] / 2
    if given["forced_king_penalty"] is None:
        found["forced_king_penalty"] = found["king_value"]
    else:
        found["forced_king_penalty"] = given["forced_king_penalty"]
    return found


def with_yeralash(contracts: list[str], kept: str) -> list[str]:
    """The option yeralash: which of the two contracts are on the list."""
    banned = {"none": ["no_all", "take_all"], "negative": ["take_all"], "positive": ["no_all"], "both": []}[kept]
    return [name for name in contracts if name not in banned]


def fixed_contracts(given: dict[str, Any], seats: int) -> list[str]:
    """G-21: the contracts of a fixed programme, deal by deal."""
    if is_domino(given) and given["domino_contracts"] == "hearts_only":
        return ["no_hearts"] * DOMINO_CYCLE
    if given["programme"] == "simple14":
        names = list(SIMPLE14)
    elif given["programme"] == "short14":
        names = list(SHORT14)
    else:
        names = [*TWELVE_NEGATIVES, *["praise"] * (given["praise_count"] * seats), "take_all"]
    return with_yeralash(names, given["yeralash"])


# G-22: Long and Custom King order all fourteen; the lists of Atomic (G-M13) and of Minsk (G-M08) have praises instead
# of six of the positive ones. Reading: where the option yeralash keeps some, Minsk lists them after its six.
ORDER_LISTS = {
    "fourteen": (*SHORT14, "praise"),
    "atomic": (*TWELVE_NEGATIVES, "praise", "take_all"),
    "minsk": (
        "no_tricks",
        "no_last_two",
        "no_queens",
        "no_jacks",
        "no_king",
        "no_hearts",
        "no_all",
        "praise",
        "take_all",
    ),
}


def orders_of_each(given: dict[str, Any]) -> list[str]:
    """G-22: what each player orders in a match, in the listed order, with each praise as often as it is due."""
    names: list[str] = []
    for name in ORDER_LISTS[given["order_list"]]:
        names += [name] * (given["praise_count"] if name == "praise" else 1)
    return with_yeralash(names, given["yeralash"])


def scores(given: dict[str, Any], contract: str, penalty_suit: str, card: str) -> bool:
    """Whether a captured card is counted in this contract (G-14, G-29 to G-31)."""
    kind = contract.split("_", 1)[1] if "_" in contract else contract
    jack = card[0] == "J" or (given["kings_as_boys"] and card in BOY_KINGS)
    if contract == "spot_hearts":
        return is_joker(card) or suit_of(card) == "h"
    if contract == "trade_suit":
        return card[1] == penalty_suit
    if contract == "omnibus":
        return card[1] == "h" or card in ("Qs", given["omnibus_bonus_card"])
    return {
        "jacks": jack,
        "queens": card[0] == "Q",
        "hearts": card[1] == "h",
        "king": card == THE_KING,
        "all": jack or card[0] == "Q" or card[1] == "h",
    }.get(kind, False)
