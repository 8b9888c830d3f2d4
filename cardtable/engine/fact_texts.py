"""The text form of a deal's facts in positions and JSON: `P0`, `none`, `["P0", "P2 P3"]`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardtable.cards import BadCard, Card, card_text, parse_card
from cardtable.engine.draft import BadPosition, FactReader, refuse_doubles, seat_text
from cardtable.engine.moves import Seat
from cardtable.engine.scene import NO_CARD

NONE = "none"
"""Stands for a missing seat or card."""


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
    """One number per seat: `"55 0"`."""
    return " ".join(map(str, numbers))


def ranking(places: Sequence[int]) -> list[str]:
    """The seats in order of their places, lowest first, with equal places in one text; place 0 is left out.

    >>> ranking([2, 1, 2, 0])
    ['P1', 'P0 P2']
    """
    return [
        " ".join(seat_text(seat) for seat, other in enumerate(places) if other == place)
        for place in sorted({place for place in places if place})
    ]


def bout_text(attacks: Iterable[Card], covers: Iterable[Card]) -> str:
    """`"8s/9s 9d"`: 8s covered by 9s, and 9d open."""
    return " ".join(
        card_text(attack) if cover == NO_CARD else f"{card_text(attack)}/{card_text(cover)}"
        for attack, cover in zip(attacks, covers, strict=True)
    )


def read_bout(facts: FactReader, name: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Parses the attack cards and covers from such a text. Raises BadPosition."""
    attacks, covers = [], []
    for word in facts.words(name, "8s/9s 9d"):
        attack, _, cover = word.partition("/")
        try:
            attacks.append(parse_card(attack))
            covers.append(parse_card(cover) if cover else NO_CARD)
        except BadCard as error:
            raise BadPosition("{name}: {why}", name=name, why=error) from None
    refuse_doubles([card for card in (*attacks, *covers) if card != NO_CARD], name)
    return tuple(attacks), tuple(covers)
