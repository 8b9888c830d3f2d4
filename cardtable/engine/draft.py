"""The cards and facts of a position before it is put down: what is named, and what is still to be filled in."""

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
"""The keys of a position that every family has."""


MOST_CARDS = 999
"""A number of cards that no position needs, to be refused before so many are imagined."""


class BadPosition(Fault):
    """A position file that does not describe a position; the message names the key, the value and what is allowed."""


@dataclass(slots=True)
class Draft:
    """The cards of a position before those that do not matter are filled in.

    `hands` are the named cards, `unknown` how many more each hand has (None: it does not matter), `stock` the stock in
    draw order with HIDDEN for cards that do not matter (None: whatever is left).
    """

    deck: tuple[Card, ...]
    hands: list[Cards]
    unknown: list[int | None]
    stock: list[Card] | None
    filled_hand: int
    used: Cards = 0
    last: Card | None = None
    """The card at the end of a stock that is whatever is left."""
    left_over: Cards = 0
    """After `fill`: the cards that lie nowhere."""
    _owner: dict[Card, str] = field(default_factory=dict)

    def use(self, cards: Cards, where: str) -> None:
        """These cards lie there. Raises BadPosition for one that is not in the deck or lies somewhere already."""
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
        """Some free card of this kind, from now on used there. Raises BadPosition when all of them lie elsewhere."""
        for card in self._pool():
            if wanted(card):
                self.use(1 << card, where)
                return card
        raise BadPosition("{where}: every card that could lie here is named elsewhere", where=where)

    def _pool(self) -> list[Card]:
        # Mixed, so that a hand filled in is no run of spades; always the same, so that a report can be repeated.
        return [card for card in shuffled(self.deck, 1) if not self.used >> card & 1]

    @property
    def sizes(self) -> list[int | None]:
        """By seat how many cards the position gives to it; None where it says nothing."""
        both = zip(self.hands, self.unknown, strict=True)
        return [None if unknown is None else hand.bit_count() + unknown for hand, unknown in both]

    def size(self, seat: Seat, usual: int) -> int:
        """How many cards this hand gets: so many where the position says nothing."""
        named, unknown = self.hands[seat].bit_count(), self.unknown[seat]
        if unknown is None:
            unknown = self.unknown[seat] = usual - named
        return named + unknown

    def fill(self) -> tuple[list[Cards], tuple[Card, ...]]:
        """The hands and the stock with every card named. Raises BadPosition when there are too few cards.

        A hand that nobody named gets up to `filled_hand` cards.
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
    """The seat that `"P0"` names. Raises BadPosition."""
    match = re.fullmatch(r"[Pp](\d{1,3})", text) if isinstance(text, str) else None
    if match is None or int(match[1]) >= seats:
        raise BadPosition(
            "{where}: {text!r} is no seat; there are P0 to P{seats}", where=where, text=text, seats=seats - 1
        )
    return int(match[1])


def refuse_doubles(cards: Sequence[Card], where: str) -> None:
    """Raises BadPosition when a card is named twice."""
    for index, card in enumerate(cards):
        if card in cards[:index]:
            raise BadPosition("{where}: {card} is named twice", where=where, card=card_text(card))


def check_count(text: str, count: int, where: str) -> None:
    """Raises BadPosition for more cards than any game has; `text` is how they are written."""
    if count > MOST_CARDS:
        raise BadPosition(
            "{where}: {text} are too many cards; no game has more than {most}",
            where=where,
            text=text[:20],
            most=MOST_CARDS,
        )


def parse_some(text: Any, where: str) -> list[Card]:
    """The different cards that a text names, in order, with HIDDEN for each that does not matter (`?` or `?3`)."""
    if not isinstance(text, str):
        raise BadPosition('{where}: {text!r} is no text with cards, such as "6s Th ?2"', where=where, text=text)
    cards: list[Card] = []
    for word in text.split():
        if re.fullmatch(r"\?\d*", word):
            # Not all of it: Python reads no number of thousands of digits.
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
"""Public facts of a deal under their names in position files and JSON: numbers, texts, lists of them."""


class AnyOrder(str):
    """The text of a fact, such as the cards of a pile, that may be expected with its words in any order."""


class FactReader:
    """Reads the facts that a position names, one by one, and refuses what is left over."""

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
        """Whether the position says that there is none, which is then read; the same as not to name it."""
        return self._facts.get(name) == "none" and self._take(name) == "none"

    def text(self, name: str, default: str, allowed: Sequence[str]) -> str:
        """One of the texts allowed; a number may be written as it is."""
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
        """The words of a text, or the words and numbers of a list; none when the position does not name it."""
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
        """Different cards in order; none when the position does not name them."""
        cards = []
        for word in self.words(name, "6s Th"):
            try:
                cards.append(parse_card(word))
            except BadCard as error:
                raise BadPosition("{name}: {why}", name=name, why=error) from None
        refuse_doubles(cards, name)
        return cards

    def card(self, name: str) -> Card:
        """One card; -1 for `"none"`, and when the position does not name it."""
        cards = [] if self.is_none(name) else self.cards(name)
        if len(cards) > 1:
            given = " ".join(map(card_text, cards))
            raise BadPosition("{name}: {cards} is more than one card", name=name, cards=given)
        return cards[0] if cards else -1

    def held(self, name: str, held: Cards) -> Cards:
        """Cards that must be among those held; none when the position does not name them."""
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
        """A whole number a seat, or `count` of them, as a text or a list; the default may be one number for all."""
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
        """True or false."""
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
        """A seat; -1 for `"none"`, and when the position does not name it."""
        value = self._take(name)
        return -1 if value in (None, "none") else parse_seat(value, self._seats, name)

    def seat_list(self, name: str) -> tuple[Seat, ...] | None:
        """Different seats in order; None when the position does not name them."""
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
        """Raises BadPosition for a key that nobody asked for; `facts` are those that may be expected."""
        for name in self._facts:
            if name in facts:
                raise BadPosition("{name}: it follows from the rest, so it can only be expected", name=name)
            raise BadPosition(
                "{name} is no key of a position{near}", name=name, near=closest(name, [*POSITION_KEYS, *self._asked])
            )
