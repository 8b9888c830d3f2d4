"""The conditions under which the reasons of 101 are true."""

from __future__ import annotations

from typing import Final

from cardtable.cards import SUIT_CARDS, Cards
from cardtable.engine.moves import Move
from cardtable.games.one_oh_one.scoring import card_points
from tests.bots.reasons.at import At, Truth
from tests.bots.reasons.king import suit_cards

# 101


def laid(at: At) -> list[Move]:
    return [one for one in at.legal if one.cards]


def is_near(at: At, seat: int) -> bool:
    return bool(at.full.active >> seat & 1) and at.full.places[seat].bit_count() <= 2


def next_seat(at: At) -> int:
    seats: list[int] = [(at.seat + step) % at.rules.seats for step in range(1, at.rules.seats + 1)]
    return next(seat for seat in seats if at.full.active >> seat & 1)


def stays(at: At) -> int:
    """How many other cards of its suit the hand keeps, not counting those that order a suit."""
    rest: Cards = at.hand & ~at.move.cards & suit_cards(at) & ~at.rules.order_cards
    return rest.bit_count()


ONE_OH_ONE: Final[dict[str, Truth]] = {
    "all at once": lambda at: not at.after.places[at.seat],
    "goes out": lambda at: (
        at.after.winner == at.seat or (not at.after.places[at.seat] and at.after.to_act[:1] != (at.seat,))
    ),
    "dearest": lambda at: (
        at.number()
        == card_points(at.rules.options, at.move.cards)
        == max(card_points(at.rules.options, one.cards) for one in laid(at))
        > 0
        and len({one.cards for one in laid(at) if not one.cards & at.rules.order_cards}) > 1
    ),
    "order waits": lambda at: (
        any(one.cards & at.rules.order_cards for one in laid(at)) and not at.move.cards & at.rules.order_cards
    ),
    "only one": lambda at: len(laid(at)) == 1,
    "must order": lambda at: len(laid(at)) > 1 and all(one.cards & at.rules.order_cards for one in laid(at)),
    "more of it": lambda at: (
        bool(at.number())
        and at.number() == stays(at)
        and all(stays(at._replace(move=one)) <= stays(at) for one in laid(at) if not one.cards & at.rules.order_cards)
    ),
    "draws": lambda at: (
        at.after.places[next_seat(at)].bit_count() == at.full.places[next_seat(at)].bit_count() + at.number()
        and at.number() > 0
    ),
    "asks ace": lambda at: at.after.step == 1 and at.after.to_act[:1] == (next_seat(at),),
    "before it counts": lambda at: any(is_near(at, seat) for seat in range(at.rules.seats) if seat != at.seat),
    "own card": lambda at: bool(
        at.after.places[at.seat] & ~at.rules.order_cards & SUIT_CARDS[at.said.text.facts["suit"].suit]  # type: ignore[union-attr]
    ),
    "own suit": lambda at: (
        0
        < max((at.after.places[at.seat] & ~at.rules.order_cards & suit).bit_count() for suit in SUIT_CARDS)
        == (at.after.places[at.seat] & ~at.rules.order_cards & SUIT_CARDS[at.move.arg - 1]).bit_count()
    ),
    "longest": lambda at: (
        at.number() == max((at.after.places[at.seat] & ~at.rules.order_cards & suit).bit_count() for suit in SUIT_CARDS)
    ),
    "follows itself": lambda at: (
        at.after.to_act[:1] == (at.seat,) and any(one.cards for one in at.rules.legal(at.after, at.seat))
    ),
    "strikes": lambda at: (
        is_near(at, next_seat(at))
        and at.after.places[next_seat(at)].bit_count() > at.full.places[next_seat(at)].bit_count()
    ),
    "skips": lambda at: is_near(at, next_seat(at)) and at.after.to_act[:1] != (next_seat(at),),
}
