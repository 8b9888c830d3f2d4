"""The cards and facts of a position before it is set up: what is named, and what still has to be filled in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardtable.cards import HIDDEN, BadCard, Card, Cards, bits, card_text, cards_of, cards_text, parse_card, shuffled
from cardtable.engine.faults import Fault
from cardtable.engine.moves import Seat
from cardtable.engine.options import closest

POSITION_KEYS = (
    "id",
    "about",
    "name",
    "rules",
    "preset",
    "options",
    "seats",
    "hands",
    "stock",
    "expect",
    "then",
    "variant",
)
"""The keys that positions of every family may have."""


MOST_CARDS = 999
"""A larger number of cards is refused before memory is used for that many."""


class BadPosition(Fault):
    """A file that does not describe a position; the message names the key, the value and what is allowed."""


@dataclass(slots=True)
class Draft:
    """The cards of a position before the open ones are filled in.

    `hands` are the named cards, `unknown` is how many more each hand has (None: not specified), `stock` is the stock in
    draw order with HIDDEN for open cards (None: whatever is left over).
    """

    deck: tuple[Card, ...]
    hands: list[Cards]
    unknown: list[int | None]
    stock: list[Card] | None
    filled_hand: int
    used: Cards = 0
    last: Card | None = None
    """The last card of a stock that consists of whatever is left over."""
    left_over: Cards = 0
    """After `fill`: the cards that are in no place."""
    _owner: dict[Card, str] = field(default_factory=dict)

    def use(self, cards: Cards, where: str) -> None:
        """Marks these cards as used there. Raises BadPosition if one is not in the deck or already used."""
        for card in bits(cards):
            if card not in self.deck:
                raise BadPosition(
                    "{where}: {card} is not among the {count} cards of this game",
                    where=where,
                    card=card_text(card),
                    count=len(self.deck),
                )
            if self.used >> card & 1:
                raise BadPosition(
                    "{where}: {card} lies in {owner} already",
                    where=where,
                    card=card_text(card),
                    owner=self._owner[card],
                )
            self.used |= 1 << card
            self._owner[card] = where

    def take(self, wanted: Callable[[Card], bool], where: str) -> Card:
        """Takes a free card of this kind and marks it as used. Raises BadPosition if none is free."""
        for card in self._pool():
            if wanted(card):
                self.use(1 << card, where)
                return card
        raise BadPosition("{where}: every card that could lie here is named elsewhere", where=where)

    def _pool(self) -> list[Card]:
        # Shuffled, so that a filled-in hand is not a run of spades; with a fixed seed, so that a report can be
        # reproduced.
        return [card for card in shuffled(self.deck, 1) if not self.used >> card & 1]

    @property
    def sizes(self) -> list[int | None]:
        """The number of cards that the position gives each seat; None where it does not say."""
        both = zip(self.hands, self.unknown, strict=True)
        return [None if unknown is None else hand.bit_count() + unknown for hand, unknown in both]

    def size(self, seat: Seat, usual: int) -> int:
        """The size of this hand; the usual size is set if the position does not give one."""
        named, unknown = self.hands[seat].bit_count(), self.unknown[seat]
        if unknown is None:
            unknown = self.unknown[seat] = usual - named
        return named + unknown

    def fill(self) -> tuple[list[Cards], tuple[Card, ...]]:
        """The complete hands and the stock. Raises BadPosition if there are too few cards.

        A hand without any specification gets up to `filled_hand` cards.
        """
        pool = self._pool()
        wanted = sum(count for count in self.unknown if count is not None)
        if self.stock is not None:
            wanted += self.stock.count(HIDDEN)
        if wanted > len(pool):
            raise BadPosition(
                "hands and stock need {wanted} more cards, but only {count} are left", wanted=wanted, count=len(pool)
            )
        open_hands = self.unknown.count(None)
        share = min(self.filled_hand, (len(pool) - wanted) // open_hands) if open_hands else 0
        hands = []
        for hand, count in zip(self.hands, self.unknown, strict=True):
            size = share if count is None else count
            hands.append(hand | cards_of(pool[:size]))
            del pool[:size]
        if self.stock is None:
            stock, pool = [*pool, *([] if self.last is None else [self.last])], []
        else:
            stock = [pool.pop(0) if card == HIDDEN else card for card in self.stock]
        self.left_over = cards_of(pool)
        return hands, tuple(stock)


def seat_text(seat: Seat) -> str:
    """`"P0"`; `"dealer"` for the seat that makes the chance moves."""
    return f"P{seat}" if seat >= 0 else "dealer"


def parse_seat(text: Any, seats: int, where: str) -> Seat:
    """Parses a seat such as `"P0"`. Raises BadPosition."""
    match = re.fullmatch(r"[Pp](\d{1,3})", text) if isinstance(text, str) else None
    if match is None or int(match[1]) >= seats:
        raise BadPosition(
            "{where}: {text!r} is no seat; there are P0 to P{seats}", where=where, text=text, seats=seats - 1
        )
    return int(match[1])


def refuse_doubles(cards: Sequence[Card], where: str) -> None:
    """Raises BadPosition if a card is named twice."""
    for index, card in enumerate(cards):
        if card in cards[:index]:
            raise BadPosition("{where}: {card} is named twice", where=where, card=card_text(card))


def check_count(text: str, count: int, where: str) -> None:
    """Raises BadPosition for more cards than any game has; `text` is the notation used."""
    if count > MOST_CARDS:
        raise BadPosition(
            "{where}: {text} are too many cards; no game has more than {most}",
            where=where,
            text=text[:20],
            most=MOST_CARDS,
        )


def parse_some(text: Any, where: str) -> list[Card]:
    """Parses a text into distinct cards in order, with HIDDEN for each open one (`?` or `?3`)."""
    if not isinstance(text, str):
        raise BadPosition('{where}: {text!r} is no text with cards, such as "6s Th ?2"', where=where, text=text)
    cards: list[Card] = []
    for word in text.split():
        if re.fullmatch(r"\?\d*", word):
            # Only the first digits: Python refuses to parse numbers with thousands of digits.
            count = 1 if word == "?" else int(word[1:].lstrip("0")[:5] or 0)
            check_count(word, count, where)
            cards += [HIDDEN] * count
        else:
            try:
                cards.append(parse_card(word))
            except BadCard as error:
                raise BadPosition("{where}: {why}", where=where, why=error) from None
    refuse_doubles([card for card in cards if card != HIDDEN], where)
    return cards


Facts = dict[str, Any]
"""Public facts of a deal, by their names in position files and JSON: numbers, texts, or lists of them."""


class AnyOrder(str):
    """A fact, such as the cards of a pile, that may be expected with its words in any order."""


class FactReader:
    """Reads the facts that a position names, one at a time, and refuses any that are left over."""

    def __init__(self, facts: Mapping[str, Any], seats: int) -> None:
        self._facts = dict(facts)
        self._seats = seats
        self._asked: list[str] = []

    def _take(self, name: str) -> Any:
        self._asked.append(name)
        return self._facts.pop(name, None)

    def has(self, name: str) -> bool:
        """Whether the position names this fact."""
        return name in self._facts

    def is_none(self, name: str) -> bool:
        """Whether the position says `none`, which is the same as leaving the fact out; marks it as read."""
        return self._facts.get(name) == "none" and self._take(name) == "none"

    def text(self, name: str, default: str, allowed: Sequence[str]) -> str:
        """One of the allowed texts; a number may be given without quotes."""
        value = self._take(name)
        if value is None:
            return default
        if str(value) not in allowed:
            raise BadPosition(
                "{name}: {value!r} is not possible; allowed: {allowed}",
                name=name,
                value=value,
                allowed=", ".join(allowed),
            )
        return str(value)

    def words(self, name: str, example: str) -> list[str]:
        """The words of a text, or the words and numbers of a list; empty if the position does not name the fact."""
        value = self._take(name)
        if value is None:
            return []
        if isinstance(value, list) and all(type(word) in (int, str) for word in value):
            return list(map(str, value))
        if not isinstance(value, str):
            raise BadPosition(
                "{name}: {value!r} is not possible; allowed: a text such as {example!r}",
                name=name,
                value=value,
                example=example,
            )
        return value.split()

    def cards(self, name: str) -> list[Card]:
        """Distinct cards in order; empty if the position does not name the fact."""
        cards = []
        for word in self.words(name, "6s Th"):
            try:
                cards.append(parse_card(word))
            except BadCard as error:
                raise BadPosition("{name}: {why}", name=name, why=error) from None
        refuse_doubles(cards, name)
        return cards

    def card(self, name: str) -> Card:
        """One card; -1 for `"none"`, or if the position does not name the fact."""
        cards = [] if self.is_none(name) else self.cards(name)
        if len(cards) > 1:
            given = " ".join(map(card_text, cards))
            raise BadPosition("{name}: {cards} is more than one card", name=name, cards=given)
        return cards[0] if cards else -1

    def held(self, name: str, held: Cards) -> Cards:
        """Cards that must be among those held; empty if the position does not name the fact."""
        cards = cards_of(self.cards(name))
        if cards & ~held:
            raise BadPosition("{name}: nobody holds {cards}", name=name, cards=cards_text(cards & ~held))
        return cards

    def number(self, name: str, default: int, least: int, most: int) -> int:
        value = self._take(name)
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise BadPosition(
                "{name}: {value!r} is not possible; allowed: a number from {least} to {most}",
                name=name,
                value=value,
                least=least,
                most=most,
            )
        return value

    def numbers(
        self, name: str, default: int | Sequence[int], least: int, most: int, *, count: int | None = None
    ) -> tuple[int, ...]:
        """One whole number per seat, or `count` of them, from a text or a list; a single default applies to all."""
        wanted = self._seats if count is None else count
        given = self.words(name, " ".join(["0"] * wanted))
        if not given:
            return (default,) * wanted if isinstance(default, int) else tuple(default)
        numbers = [int(word) for word in given if re.fullmatch(r"-?[0-9]{1,9}", word)]
        if not len(numbers) == len(given) == wanted or not all(least <= number <= most for number in numbers):
            raise BadPosition(
                "{name}: {given!r} is not possible; allowed: {count} numbers from {least} to {most}",
                name=name,
                given=" ".join(given),
                count=wanted,
                least=least,
                most=most,
            )
        return tuple(numbers)

    def flag(self, name: str, default: bool) -> bool:
        """A boolean."""
        value = self._take(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise BadPosition("{name}: {value!r} is not possible; allowed: true, false", name=name, value=value)
        return value

    def seat(self, name: str, default: Seat) -> Seat:
        value = self._take(name)
        return default if value is None else parse_seat(value, self._seats, name)

    def seat_or_none(self, name: str) -> Seat:
        """A seat; -1 for `"none"`, or if the position does not name the fact."""
        value = self._take(name)
        return -1 if value in (None, "none") else parse_seat(value, self._seats, name)

    def seat_list(self, name: str) -> tuple[Seat, ...] | None:
        """Distinct seats in order; None if the position does not name the fact."""
        value = self._take(name)
        if value is None:
            return None
        if not isinstance(value, list):
            raise BadPosition('{name}: {value!r} is no list of seats such as ["P0", "P2"]', name=name, value=value)
        seats = tuple(parse_seat(entry, self._seats, name) for entry in value)
        if len(set(seats)) < len(seats):
            raise BadPosition("{name}: a seat is named twice in {value}", name=name, value=value)
        return seats

    def texts(self, name: str) -> list[str]:
        value = self._take(name)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            raise BadPosition("{name}: {value!r} is no list of texts", name=name, value=value)
        return value

    def finish(self, facts: Facts) -> None:
        """Raises BadPosition if a key was never read; `facts` are those that can be expected."""
        for name in self._facts:
            if name in facts:
                raise BadPosition("{name}: it follows from the rest, so it can only be expected", name=name)
            raise BadPosition(
                "{name} is no key of a position{near}", name=name, near=closest(name, [*POSITION_KEYS, *self._asked])
            )
