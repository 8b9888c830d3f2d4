"""Moves and events, and the one text of a move."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from cardtable.cards import (
    ONE,
    PACK,
    RANK_CARDS,
    SUITS,
    Cards,
    bits,
    card_text,
    cards_text,
    parse_card,
    parse_cards,
)
from cardtable.engine.faults import Fault

Seat = int
DEALER: Final[Seat] = -1
"""The seat that makes the chance moves."""
Seats = int
"""A set of seats, one bit a seat."""


class Move(NamedTuple):
    """A whole decision of one seat.

    What `arg` means is fixed per verb by the family's `Notation`: the card that is covered, a suit, a bid; 0 where a
    verb has none.
    """

    verb: str
    cards: Cards = 0
    arg: int = 0


class Event(NamedTuple):
    """What happened. `to` are the seats that are told the cards; the others learn only the `size`, how many.

    Of cards without a size they do not even learn that something happened (G-66).
    """

    kind: str
    seat: Seat
    cards: Cards = 0
    size: int = 0
    to: Seats = 0
    arg: int = 0

    def for_seat(self, seat: Seat) -> Event:
        """The event as this seat may know it."""
        return self if self.to >> seat & 1 or not self.cards else self._replace(cards=0)

    def for_everybody(self, seats: int) -> Event:
        """The event as it may be told aloud: its cards only if every seat was told them."""
        everybody = (1 << seats) - 1
        return self if self.to & everybody == everybody else self._replace(cards=0)

    @property
    def is_secret(self) -> bool:
        """Whether those who are not told the cards do not know either that it happened."""
        return bool(self.cards) and not self.size


def told_to(seat: Seat, events: Iterable[Event]) -> list[Event]:
    """What of all this the seat may know, each as it may know it."""
    return [event.for_seat(seat) for event in events if event.to >> seat & 1 or not event.is_secret]


def told_aloud(seats: int, events: Iterable[Event]) -> list[Event]:
    """What of all this everybody may know, each as it may be told aloud."""
    return [event.for_everybody(seats) for event in events if not event.is_secret]


Log = list[Event] | None
"""Events are written only when somebody wants them."""


class BadMove(Fault):
    """A text that is no move at all; whether a move is legal is another question."""


class Notation(NamedTuple):
    """How a move is written whose text is more than its verb and its cards.

    The template holds `{cards}` and one placeholder for `Move.arg`: `{card}` a card; `{suit}` a suit (arg is the suit
    plus one; 0 names none, and the text is then the verb and the cards); `{number}`; `{seat}`; `{word}` one of `words`,
    by its index; or `{ordered}`, the cards with the card `arg` written first.
    """

    template: str
    words: tuple[str, ...] = ()

    def write(self, move: Move) -> str:
        """The text of a move: `"cover 9s with Ts"`, `"bid 4"`."""
        arg = move.arg
        if "{suit}" in self.template and not arg:
            return _plain_text(move)
        return self.template.format_map(_Values(self, move))

    def read(self, verb: str, text: str) -> Move:
        """The move that a text of this form names. Raises BadMove and BadCard."""
        match = _pattern(self.template).fullmatch(text.replace("->", "\N{RIGHTWARDS ARROW}"))
        if match is None:
            raise BadMove("{text!r} is no move: write it as {example!r}", text=text, example=self.example())
        found = match.groupdict()
        cards = parse_cards(found.get("cards") or found.get("ordered") or "")
        if (value := found.get("card")) is not None:
            return Move(verb, cards, parse_card(value))
        if (value := found.get("suit")) is not None:
            return Move(verb, cards, _among(tuple(SUITS), value, text) + 1)
        if (value := found.get("number")) is not None or (value := found.get("seat")) is not None:
            return Move(verb, cards, int(value))
        if (value := found.get("word")) is not None:
            return Move(verb, cards, _among(self.words, value, text))
        return Move(verb, cards, parse_card(found["ordered"].split()[0]) if "ordered" in found else 0)

    def example(self) -> str:
        """A text of this form."""
        samples = {"cards": "Ts", "card": "9s", "suit": "h", "number": 4, "seat": "P1", "ordered": "Ts 9s"}
        return self.template.format(word=self.words[0] if self.words else "", **samples)


class _Values(dict[str, str]):
    """What stands for the placeholders of a form, in one move."""

    def __init__(self, form: Notation, move: Move) -> None:
        super().__init__()
        self._form, self._move = form, move

    def __missing__(self, name: str) -> str:
        cards, arg = self._move.cards, self._move.arg
        match name:
            case "cards":
                return cards_text(cards)
            case "card":
                return card_text(arg)
            case "suit":
                return SUITS[arg - 1]
            case "seat":
                return f"P{arg}"
            case "word":
                return self._form.words[arg]
            case "ordered":
                return " ".join([card_text(arg), *(card_text(card) for card in bits(cards & ~(1 << arg)))])
            case _:
                return str(arg)


_PLACEHOLDERS: Final = {
    "cards": r"(?P<cards>.+)",
    "card": r"(?P<card>\S+)",
    "suit": r"(?P<suit>\S+)",
    "number": r"(?P<number>\d{1,15})",
    "seat": r"[Pp](?P<seat>\d{1,2})",
    "word": r"(?P<word>.+)",
    "ordered": r"(?P<ordered>.+)",
}


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """What a text of this form looks like."""
    pattern = re.escape(template)
    for name, part in _PLACEHOLDERS.items():
        pattern = pattern.replace(re.escape(f"{{{name}}}"), part)
    return re.compile(pattern)


def _among(words: Sequence[str], word: str, text: str) -> int:
    """The index of a word. Raises BadMove with those that there are."""
    if word not in words:
        raise BadMove(
            "{text!r} is no move: {word!r} is none of {allowed}", text=text, word=word, allowed=", ".join(words)
        )
    return words.index(word)


Forms = Mapping[str, Notation]
"""The forms of a family's moves, by verb; a verb that is missing has its cards behind it, or nothing."""
SHUFFLE: Final = "shuffle"
"""The verb of the dealer's chance move; its `arg` is the seed."""
SEEDS: Final = 1 << 48
"""How many seeds a chance move may have."""
_SHUFFLE_FORM: Final = Notation("shuffle {number}")


def _plain_text(move: Move) -> str:
    return f"{move.verb} {cards_text(move.cards)}" if move.cards else move.verb


def move_text(move: Move, forms: Forms) -> str:
    """`"cover 9s with Ts"`, `"attack 7s 7h"`, `"take"`."""
    if move.verb == SHUFFLE:
        return _SHUFFLE_FORM.write(move)
    form = forms.get(move.verb)
    return _plain_text(move) if form is None else form.write(move)


def parse_move(text: str, verbs: Iterable[str], forms: Forms) -> Move:
    """The move that a text names, one of these verbs or the dealer's shuffle. Raises BadMove or BadCard."""
    words = " ".join(text.split())
    verb, _, rest = words.partition(" ")
    if verb == SHUFFLE:
        return _SHUFFLE_FORM.read(verb, words)
    if verb not in verbs:
        raise BadMove("{text!r} is no move: it must begin with one of {allowed}", text=text, allowed=", ".join(verbs))
    form = forms.get(verb)
    if form is not None and not ("{suit}" in form.template and not re.search("\N{RIGHTWARDS ARROW}|->", words)):
        return form.read(verb, words)
    return Move(verb, parse_cards(rest))


@lru_cache(maxsize=5_000)
def _shared(verb: str, cards: Cards, arg: int) -> Move:
    # Equal moves are one object: thousands of them in the sets kept below would keep the garbage collector busy.
    return Move(verb, cards, arg)


def one_card_moves(verb: str, packs: int, arg: int = 0) -> list[tuple[Move, ...]]:
    """By the `bit_length` of a set of one card, the move that lays it; of an empty set, none."""
    return [(), *[(Move(verb, ONE[card], arg),) for card in range(PACK * packs)]]


def single_moves(verb: str, cards: Cards, arg: int = 0) -> tuple[Move, ...]:
    """One move for each of these cards, the lowest first."""
    return tuple([_shared(verb, ONE[card], arg) for card in bits(cards)])


_TwoRanks = list[tuple[Move, ...]]
"""Moves by the cards of two neighbouring ranks, a byte of a pack."""


def _of_two_ranks(verb: str, most: int, pair: int, pack: int = 0) -> _TwoRanks:
    """The moves that lay a single card, then those that lay several of a rank."""
    lower, higher = [
        [
            (single_moves(verb, held), set_moves(verb, held, most, 2) if most > 1 else ())
            for held in (chosen << 8 * pair + shift + PACK * pack for chosen in range(16))
        ]
        for shift in (0, 4)
    ]
    return [low + high + sets + more_sets for high, more_sets in higher for low, sets in lower]


@cache
def rank_moves(verb: str, most: int, deck: Cards) -> Callable[[Cards], tuple[Move, ...]]:
    """A function from a set of cards of a deck to the moves that lay one of them, or up to `most` of one rank.

    It looks up two neighbouring ranks at a time, because `legal` is called a million times in a search. Larger tables
    would save look-ups and cost more time: they do not stay in the processor's cache.
    """
    if deck >> PACK:
        return _moves_of_packs(verb, most, deck)
    sixes, eights, tens, queens, aces = [_of_two_ranks(verb, most, pair) for pair in range(2, 7)]

    def moves_of_short_pack(cards: Cards) -> tuple[Move, ...]:
        of = cards.to_bytes(7, "little")
        return sixes[of[2]] + eights[of[3]] + tens[of[4]] + queens[of[5]] + aces[of[6]]

    if not deck & 0xFFFF:
        return moves_of_short_pack
    twos, fours = [_of_two_ranks(verb, most, pair) for pair in range(2)]
    return lambda cards: twos[cards & 255] + fours[cards >> 8 & 255] + moves_of_short_pack(cards)


@cache
def _singles_of_pack(verb: str, pack: int) -> list[_TwoRanks]:
    """By pair of ranks the moves that lay a single card of a pack."""
    return [_of_two_ranks(verb, 1, pair, pack) for pair in range(7)]


def _moves_of_packs(verb: str, most: int, deck: Cards) -> Callable[[Cards], tuple[Move, ...]]:
    """The same for cards of several packs: the single cards pack by pack, then the sets of each rank."""
    packs = [_singles_of_pack(verb, pack) for pack in range(deck.bit_length() // PACK + 1)]
    ranks = [rank for rank in RANK_CARDS if rank & deck] if most > 1 else []

    def moves_of_packs(cards: Cards) -> tuple[Move, ...]:
        moves: tuple[Move, ...] = ()
        rest = cards
        for twos, fours, sixes, eights, tens, queens, aces in packs:
            of = (rest & _ONE_PACK).to_bytes(7, "little")
            moves += twos[of[0]] + fours[of[1]] + sixes[of[2]] + eights[of[3]]
            moves += tens[of[4]] + queens[of[5]] + aces[of[6]]
            rest >>= PACK
            if not rest:
                break
        for rank in ranks:
            mates = cards & rank
            if mates & (mates - 1):
                moves += set_moves(verb, mates, most, 2)
        return moves

    return moves_of_packs


_ONE_PACK: Final = (1 << PACK) - 1
_SETS: Final[dict[tuple[str, Cards, int, int], tuple[Move, ...]]] = {}
_kept: Final = [0]
_KEPT_MOST: Final = 20_000
"""So many moves are kept in all: a deal searched by the expert asks for some two thousand."""


def set_moves(verb: str, cards: Cards, most: int, least: int = 1) -> tuple[Move, ...]:
    """One move for every subset of these cards with `least` to `most` of them, smaller sets first."""
    key = (verb, cards, most, least)
    moves = _SETS.get(key)
    if moves is None:
        singles = [ONE[card] for card in bits(cards)]
        moves = tuple(
            [
                _shared(verb, sum(chosen), 0)
                for size in range(least, min(most, len(singles)) + 1)
                for chosen in combinations(singles, size)
            ]
        )
        _kept[0] += len(moves)
        if _kept[0] > _KEPT_MOST:
            _SETS.clear()
            _kept[0] = len(moves)
        _SETS[key] = moves
    return moves
