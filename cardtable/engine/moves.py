"""Moves and events, and the one text form of a move."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Final, NamedTuple

from cardtable.cards import PACK, RANK_CARDS, Cards, bits, card_text, cards_of, cards_text, parse_card, parse_cards

Seat = int
DEALER: Final[Seat] = -1
"""The seat that makes the chance moves."""
Seats = int
"""A set of seats, one bit a seat."""


class Move(NamedTuple):
    """A whole decision of one seat.

    `arg` is fixed per verb by `FORMS`: for `cover` it is the card that is covered; 0 where a verb has none.
    """

    verb: str
    cards: Cards = 0
    arg: int = 0


class Event(NamedTuple):
    """What happened. `to` are the seats that are told the cards; the others learn only the `size`, how many."""

    kind: str
    seat: Seat
    cards: Cards = 0
    size: int = 0
    to: Seats = 0
    arg: int = 0

    def for_seat(self, seat: Seat) -> Event:
        """The event as this seat may know it."""
        return self if self.to >> seat & 1 or not self.cards else self._replace(cards=0)


Log = list[Event] | None
"""Events are written only when somebody wants them."""


class BadMove(ValueError):
    """A text that is no move at all; whether a move is legal is another question."""


# Verbs whose text is more than the verb and its cards. {arg} is a card here.
FORMS: Final[dict[str, str]] = {
    "cover": "cover {arg} with {cards}",
    "cheat_cover": "cheat_cover {arg} with {cards}",
}
_PATTERNS: Final = {
    verb: re.compile(re.escape(form).replace(r"\{arg\}", r"(?P<arg>\S+)").replace(r"\{cards\}", "(?P<cards>.+)"))
    for verb, form in FORMS.items()
}


def move_text(move: Move) -> str:
    """`"cover 9s with Ts"`, `"attack 7s 7h"`, `"take"`."""
    form = FORMS.get(move.verb)
    if form is not None:
        return form.format(arg=card_text(move.arg), cards=cards_text(move.cards))
    return f"{move.verb} {cards_text(move.cards)}" if move.cards else move.verb


def parse_move(text: str, verbs: Iterable[str]) -> Move:
    """The move that a text names, one of these verbs. Raises BadMove or BadCard."""
    words = " ".join(text.split())
    verb, _, rest = words.partition(" ")
    if verb not in verbs:
        raise BadMove(f"{text!r} is no move: it must begin with one of {', '.join(verbs)}")
    if verb in _PATTERNS:
        match = _PATTERNS[verb].fullmatch(words)
        if match is None:
            raise BadMove(f"{text!r} is no move: write it as {FORMS[verb].format(arg='9s', cards='Ts')!r}")
        return Move(verb, parse_cards(match["cards"]), parse_card(match["arg"]))
    return Move(verb, parse_cards(rest))


_CHUNK_CARDS: Final = 16
_CHUNK: Final = (1 << _CHUNK_CARDS) - 1


class _MovesOfChunk(dict[Cards, tuple[Move, ...]]):
    """The moves with the cards of four neighbouring ranks, made when a set of them is first asked for."""

    def __init__(self, verb: str, first: int, most: int, arg: int) -> None:
        super().__init__()
        self._verb, self._first, self._most, self._arg = verb, first, most, arg

    def __missing__(self, chunk: Cards) -> tuple[Move, ...]:
        moves = self[chunk] = tuple(_rank_moves(self._verb, chunk << self._first, self._most, self._arg))
        return moves


def rank_moves(verb: str, most: int = 1, arg: int = 0) -> Callable[[Cards], tuple[Move, ...]]:
    """A function from a set of cards to the shared moves that lay one of them, or up to `most` of one rank.

    It looks up four ranks of a pack at a time, because `legal` is called a million times in a search.
    """
    low, mid, high, top = (_MovesOfChunk(verb, first, most, arg) for first in range(0, PACK, _CHUNK_CARDS))

    def moves(cards: Cards) -> tuple[Move, ...]:
        if cards >> PACK:
            return tuple(_rank_moves(verb, cards, most, arg))
        return low[cards & _CHUNK] + mid[cards >> 16 & _CHUNK] + high[cards >> 32 & _CHUNK] + top[cards >> 48]

    return moves


def _rank_moves(verb: str, cards: Cards, most: int, arg: int) -> list[Move]:
    moves = [Move(verb, 1 << card, arg) for card in bits(cards)]
    if most > 1:
        for rank in RANK_CARDS:
            moves += set_moves(verb, cards & rank, most, 2)
    return moves


_SETS: Final[dict[tuple[str, Cards, int, int], tuple[Move, ...]]] = {}
_SETS_LIMIT: Final = 50_000


def set_moves(verb: str, cards: Cards, most: int, least: int = 1) -> tuple[Move, ...]:
    """One move for every subset of these cards with `least` to `most` of them, smaller sets first."""
    key = (verb, cards, most, least)
    moves = _SETS.get(key)
    if moves is None:
        if len(_SETS) >= _SETS_LIMIT:
            _SETS.clear()
        found = bits(cards)
        moves = _SETS[key] = tuple(
            [
                Move(verb, cards_of(chosen))
                for size in range(least, min(most, len(found)) + 1)
                for chosen in combinations(found, size)
            ]
        )
    return moves
