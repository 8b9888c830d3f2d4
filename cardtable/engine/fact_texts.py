"""How the facts of a deal are written in positions and JSON: `P0`, `none`, `["P0", "P2 P3"]`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardtable.cards import Card, card_text
from cardtable.engine.draft import seat_text
from cardtable.engine.moves import Seat

NONE = "none"
"""What stands for a seat or card that there is not."""


def seat_or_none(seat: Seat | None) -> str:
    """`"P0"`; `"none"` for None and -1."""
    return NONE if seat is None or seat < 0 else seat_text(seat)


def card_or_none(card: Card) -> str:
    """`"8c"`; `"none"` for -1."""
    return NONE if card < 0 else card_text(card)


def seat_texts(seats: Iterable[Seat]) -> list[str]:
    """`["P0", "P2"]`."""
    return [seat_text(seat) for seat in seats]


def numbers_text(numbers: Iterable[int]) -> str:
    """A number a seat: `"55 0"`."""
    return " ".join(map(str, numbers))


def ranking(places: Sequence[int]) -> list[str]:
    """The seats by place, the lowest number first, those of one place together; place 0 is none.

    >>> ranking([2, 1, 2, 0])
    ['P1', 'P0 P2']
    """
    return [
        " ".join(seat_text(seat) for seat, other in enumerate(places) if other == place)
        for place in sorted({place for place in places if place})
    ]
