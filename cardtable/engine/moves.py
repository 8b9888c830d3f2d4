"""Moves and events, and the text form of a move."""

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
"""A set of seats, one bit per seat."""


class Move(NamedTuple):
    """A complete decision by one seat.

    The family's `Notation` of a verb defines the meaning of `arg`: the card to cover, a suit, a bid; 0 if there is
    none.
    """

    verb: str
    cards: Cards = 0
    arg: int = 0


class Event(NamedTuple):
    """Something that happened. The seats in `to` are told the cards; the others learn only `size`, the number of cards.

    If there are cards but no size, the others do not even learn that anything happened (G-66).
    """

    kind: str
    seat: Seat
    cards: Cards = 0
    size: int = 0
    to: Seats = 0
    arg: int = 0

    def for_seat(self, seat: Seat) -> Event:
        """The event as this seat may see it."""
        return self if self.to >> seat & 1 or not self.cards else self._replace(cards=0)

    def for_everybody(self, seats: int) -> Event:
        """The event as it may be announced: with its cards only if every seat was told them."""
        everybody = (1 << seats) - 1
        return self if self.to & everybody == everybody else self._replace(cards=0)

    @property
    def is_secret(self) -> bool:
        """Whether seats that are not told the cards do not learn of the event at all."""
        return bool(self.cards) and not self.size


def told_to(seat: Seat, events: Iterable[Event]) -> list[Event]:
    """The events that a seat may see, each as it may see it."""
    return [event.for_seat(seat) for event in events if event.to >> seat & 1 or not event.is_secret]


def told_aloud(seats: int, events: Iterable[Event]) -> list[Event]:
    """The events that everybody may see, each as it may be announced."""
    return [event.for_everybody(seats) for event in events if not event.is_secret]


Log = list[Event] | None
"""A list to add events to, or None if nobody needs them."""


class BadMove(Fault):
    """A text that is not a move at all; whether a move is legal is a different question."""


class Notation(NamedTuple):
    """The text form of a move that has more than its verb and cards.

    The template holds `{cards}` and one placeholder for `Move.arg`: `{card}` a card; `{suit}` a suit (arg is the suit
    plus one; 0 is no suit, and the text is then the verb and the cards); `{number}`; `{seat}`; `{word}` one of `words`,
    by index; or `{ordered}`, the cards with the card `arg` first.
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
        """Parses a text in this form. Raises BadMove and BadCard."""
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
        """An example text in this form."""
        samples = {"cards": "Ts", "card": "9s", "suit": "h", "number": 4, "seat": "P1", "ordered": "Ts 9s"}
        return self.template.format(word=self.words[0] if self.words else "", **samples)


class _Values(dict[str, str]):
    """The values of the placeholders in one move."""

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
    """A regular expression that matches texts in this form."""
    pattern = re.escape(template)
    for name, part in _PLACEHOLDERS.items():
        pattern = pattern.replace(re.escape(f"{{{name}}}"), part)
    return re.compile(pattern)


def _among(words: Sequence[str], word: str, text: str) -> int:
    """The index of a word. Raises BadMove listing the valid ones."""
    if word not in words:
        raise BadMove(
            "{text!r} is no move: {word!r} is none of {allowed}", text=text, word=word, allowed=", ".join(words)
        )
    return words.index(word)


Forms = Mapping[str, Notation]
"""The notations of a family's moves, by verb; a verb without one is followed by its cards, or by nothing."""
SHUFFLE: Final = "shuffle"
"""The verb of the dealer's chance move; its `arg` is the seed."""
SEEDS: Final = 1 << 48
"""The number of seeds for a chance move."""
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
    """Parses a move with one of these verbs, or the dealer's shuffle. Raises BadMove or BadCard."""
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
    # Equal moves are one object: thousands of copies in the caches below would burden the garbage collector.
    return Move(verb, cards, arg)


def one_card_moves(verb: str, packs: int, arg: int = 0) -> list[tuple[Move, ...]]:
    """For each `bit_length` of a set of one card, the move that plays it; no move for the empty set."""
    return [(), *[(Move(verb, ONE[card], arg),) for card in range(PACK * packs)]]


def single_moves(verb: str, cards: Cards, arg: int = 0) -> tuple[Move, ...]:
    """One move for each of these cards, lowest first."""
    return tuple([_shared(verb, ONE[card], arg) for card in bits(cards)])


_TwoRanks = list[tuple[Move, ...]]
"""Moves indexed by the cards of two neighbouring ranks, which are one byte of a pack."""


def _of_two_ranks(verb: str, most: int, pair: int, pack: int = 0) -> _TwoRanks:
    """Moves with a single card, followed by moves with several cards of a rank."""
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
    """Returns a function from a set of cards to the moves that play one of them, or up to `most` of one rank.

    It looks up two neighbouring ranks at a time, because `legal` is called a million times in a search. Larger tables
    would need fewer look-ups but take longer, because they do not fit in the processor's cache.
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
    """For each pair of ranks, the moves that play a single card of a pack."""
    return [_of_two_ranks(verb, 1, pair, pack) for pair in range(7)]


def _moves_of_packs(verb: str, most: int, deck: Cards) -> Callable[[Cards], tuple[Move, ...]]:
    """The same for several packs: the single cards pack by pack, then the sets of each rank."""
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
"""The total number of moves cached; a deal searched by the expert needs about two thousand."""


def set_moves(verb: str, cards: Cards, most: int, least: int = 1) -> tuple[Move, ...]:
    """One move for every subset with `least` to `most` of these cards, smaller sets first."""
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
