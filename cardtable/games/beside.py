"""The side panel that every family uses: sections of short lines made of names, cards and numbers.

A line is at most 26 cells wide with seven-letter names, in every language: the column is hardly wider than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardtable.cards import SUIT_CARDS, Card, Cards
from cardtable.engine.moves import Seat
from cardtable.engine.scene import NO_CARD, Section
from cardtable.engine.text import Faces, Suit, Text, Who, say, say_as, say_count

Line = tuple[Text, ...]

BLANK, WINS = Text(""), Text("▲")
"""An empty cell, and the mark after the card that is winning the trick."""
AGAINST, OPEN = Text("›"), Text("?")
"""The sign between attacker and defender or attack card and cover, and the sign for a missing cover."""
OUT, GONE = say("to come"), say_as("cards", "gone")
"""The headings for cards that others may hold, and for cards that are out of play."""
CARDS_A_LINE = 8
"""The number of cards on a line."""
CARDS_BEHIND = 5
"""The number of cards on a line that starts with a word."""


def name(seat: Seat) -> Text:
    """A player's name, as a cell."""
    return Text("{who}", {"who": Who(seat)})


def amount(number: int) -> Text:
    """A number, as a cell."""
    return Text("{number}", {"number": number})


def shown(cards: Sequence[Card]) -> Text:
    """Cards in this order, as a cell."""
    return Text("{cards}", {"cards": Faces(tuple(cards))})


def holding(cards: Cards, suit: int) -> Text:
    """The number of cards of a suit among these, to show its worth when naming it."""
    return say_count("you hold {count}", "you hold {count}", (cards & SUIT_CARDS[suit]).bit_count())


def rows(cards: Sequence[Card]) -> list[Line]:
    """Cards, on as many lines as they need."""
    return [(shown(cards[begin : begin + CARDS_A_LINE]),) for begin in range(0, len(cards), CARDS_A_LINE)]


def listed(head: Text, cards: Sequence[Card]) -> list[Line]:
    """Cards under a heading, on as many lines as they need; no lines without cards."""
    return [
        (BLANK if begin else head, shown(cards[begin : begin + CARDS_BEHIND]))
        for begin in range(0, len(cards), CARDS_BEHIND)
    ]


def out_and_gone(section: Section) -> tuple[list[Card], list[Card]]:
    """Reads back from a section the cards that `listed` put there: those others may hold, and those that are gone."""
    out: list[Card] = []
    gone: list[Card] = []
    head = None
    for first, *cells in section.lines:
        head = head if first == BLANK else first
        for cell in cells:
            cards = cell.facts.get("cards")
            if isinstance(cards, Faces):
                (out if head == OUT else gone if head == GONE else []).extend(cards.cards)
    return out, gone


def trick(laid: Iterable[tuple[Seat, Card]], winning: Card | None, more: Iterable[Line] = ()) -> Section:
    """The current trick: each player's card, and which card is winning."""
    lines = [
        (name(seat), shown((card,)), WINS) if card == winning else (name(seat), shown((card,))) for seat, card in laid
    ]
    return Section(say("This trick"), (*lines, *more), 1, laid=True)


def bout(attacker: Seat, defender: Seat, pairs: Iterable[tuple[Card, Card]]) -> Section:
    """The current bout: attacker and defender, and every attack card with its cover."""
    lines: list[Line] = [(name(attacker), AGAINST, name(defender))]
    for attack, cover in pairs:
        lines.append((shown((attack,)), AGAINST, OPEN if cover == NO_CARD else shown((cover,))))
    return Section(say("This bout"), tuple(lines), 1, laid=True)


def lacking(deck: Cards, lacks: Sequence[Cards], viewer: Seat) -> list[Line]:
    """The suits that other players are known to be void in; players who may hold every suit are left out."""
    lines: list[Line] = []
    for seat, lacked in enumerate(lacks):
        gone = [suit for suit, cards in enumerate(SUIT_CARDS) if not cards & deck & ~lacked]
        if seat != viewer and 0 < len(gone) < len(SUIT_CARDS):
            # Without suit signs, suits are spelled out, and only two fit on a line.
            cells = [Text("{suit}", {"suit": Suit(suit)}) for suit in gone]
            lines += [(BLANK if begin else name(seat), *cells[begin : begin + 2]) for begin in range(0, len(cells), 2)]
    return lines
