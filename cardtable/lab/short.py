"""Deals with a few cards, for exact algorithms: the highest of the pack; the others are gone, as late in a real deal.

In Durak they are in the discard; in Bura and Kozel they were taken, in shares as equal as possible; in King they count
for nobody. In King and Kozel all cards are dealt, so the deal has `hand` tricks; King's contract is the first of the
programme.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from cardtable.cards import SUITS, Card, Cards, card_text, cards_of, cards_text, suit_of
from cardtable.engine.draft import BadPosition
from cardtable.engine.moves import Log
from cardtable.engine.position import put_down
from cardtable.games.durak import dealing
from cardtable.games.tricks import points_of

WITH_STOCK: Final = ("durak", "bura")
"""The families whose short packs leave a stock."""


def short_size(preset: str, family: str, seats: int, pack: int, short: int, hand: int) -> int:
    """The number of cards in a short pack. Raises ValueError if there is no such pack."""
    dealt = hand * seats
    if family in WITH_STOCK:
        least, most, usual = max(dealt, 1), pack, short
    elif family in _FACTS:
        least, most, usual = max(dealt, seats), dealt, short or dealt
    else:
        raise ValueError(f"{preset}: Durak, Bura, Kozel and King are dealt with a short pack")
    if not (hand > 0 and least <= usual <= min(most, pack)):
        allowed = f"short from {least} to {most}" if family in WITH_STOCK else f"at most {pack // seats}, and no short"
        raise ValueError(f"short={short}, hand={hand}: hand is 1 at least, {allowed}")
    return usual


def short_order(deck: Sequence[Card], short: int, seed: int) -> tuple[Card, ...]:
    """The cards of a short pack, the highest ones of the pack, in this seed's order."""
    cards = list(deck[-short:])
    Random(f"{seed} short").shuffle(cards)
    return tuple(cards)


def short_deal(rules: Any, family: str, order: Sequence[Card], hand: int, log: Log = None) -> Any:
    """The deal of these cards: `hand` to each in turn, the rest as stock."""
    if family == "durak":
        return _durak(rules, order, hand, log)
    dealt = hand * rules.seats
    hands = {f"P{seat}": " ".join(map(card_text, order[seat : dealt : rules.seats])) for seat in range(rules.seats)}
    keys = {"preset": "short", "hands": hands, **_FACTS[family](rules, order, order[dealt:])}
    try:
        return put_down(keys, lambda *_: rules)[1]
    except BadPosition as error:
        raise ValueError(f"these rules have no deal of so few cards: {error}") from None


def _durak(rules: Any, order: Sequence[Card], hand: int, log: Log) -> Any:
    """A deal of Durak; the last card of the stock is turned up."""
    seats, dealt = rules.seats, hand * rules.seats
    out = rules.all_cards & ~cards_of(order)
    places = [cards_of(order[seat:dealt:seats]) for seat in range(seats)] + [0, out, cards_of(order[dealt:])]
    state = dealing.new_state(rules, places, tuple(order[dealt:]), seats - 1)
    assert state.known is not None  # Cards in the discard were seen by everybody.
    state.known = [known | out for known in state.known]
    state.first_deal, state.beaten_once, state.bout = False, True, 2
    dealing.set_trump(rules, state, order[-1], log)
    opener = dealing.choose_opener(rules, state, rules.start(), log)
    place = rules.seating.places[opener][opener]
    state.parts = rules.parts(place, rules.seating.defender(state.active, place), opener)
    state.to_act = state.parts.to_open
    rules.set_limit(state)
    rules.set_room(state)
    return state


def _bura(rules: Any, order: Sequence[Card], stock: Sequence[Card]) -> Mapping[str, Any]:
    """The position's facts for Bura: the last card fixes trumps, and the points of cards gone are shared equally."""
    share = points_of(rules.all_cards & ~cards_of(order)) // rules.seats
    trump = {"trump_card": card_text(order[-1])} if stock else {"trump": _suit(rules)}
    points = " ".join([str(share)] * rules.seats)
    return {**trump, "stock": " ".join(map(card_text, stock)), "moment": "bura", "points": points}


def _kozel(rules: Any, order: Sequence[Card], stock: Sequence[Card]) -> Mapping[str, Any]:
    trump = {} if rules.options.always_clubs else {"trump": _suit(rules)}
    half = {"half": 2} if rules.options.halves else {}
    taken = [f"P{side} {cards_text(cards)}" for side, cards in enumerate(_shared(rules, order))]
    return {**trump, **half, "taken": taken, "stock": 0}


def _shared(rules: Any, order: Sequence[Card]) -> list[Cards]:
    """The cards gone, by side, each given to the side with the fewest points."""
    taken = [0] * rules.sides
    for card in sorted(set(rules.deck) - set(order), key=lambda card: (-points_of(1 << card), card)):
        side = min(range(rules.sides), key=lambda side: (points_of(taken[side]), taken[side].bit_count()))
        taken[side] |= 1 << card
    return taken


def _king(rules: Any, order: Sequence[Card], stock: Sequence[Card]) -> Mapping[str, Any]:
    contract = rules.programme.contracts[0]
    trump = {"trump": _suit(rules)} if rules.has_trump(contract) else {}
    return {"contract": contract, **trump, **({"stock": 0} if rules.domino else {})}


def _suit(rules: Any) -> str:
    """The suit of the highest card of the pack, always the same, so that no seat is likelier to hold it."""
    return next(SUITS[suit] for card in reversed(rules.deck) if (suit := suit_of(card)) is not None)


_FACTS: Final[Mapping[str, Callable[[Any, Sequence[Card], Sequence[Card]], Mapping[str, Any]]]] = {
    "bura": _bura,
    "kozel": _kozel,
    "king": _king,
}
"""For each family, the facts of a position besides the hands."""
