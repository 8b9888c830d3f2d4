"""A seat's knowledge as numbers between -1 and 1: planes with one number per card, then the facts of `facts.toml`.

Seats are counted clockwise from the observer, so that one network can play all seats. The numbers follow from an
observation, which holds nothing that its seat may not know; they do not remember who played which card when.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardtable.cards import SUITS
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.files import read_toml
from cardtable.games.bura.state import COUNT_BITS, POINTS, SEAT_BITS
from cardtable.games.king.contracts import CONTRACTS
from cardtable.lab.needed import needed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

FACTS: Final = Path(__file__).with_name("facts.toml")
CHUNK: Final = 9
"""The number of cards looked up at once."""
CHUNK_BITS: Final = (1 << CHUNK) - 1
HAND: Final = 36
"""The number of cards by which the size of a place is scaled; larger sizes are cut to it."""


class Part(NamedTuple):
    """A range of related numbers in an observation, from `first` up to but not including `last`."""

    name: str
    first: int
    last: int
    about: str
    most: tuple[int, ...] = (1,)
    """The value that a 1 stands for; larger ones are cut to it. Several if numbers of different kinds alternate."""


Read = Callable[[Any, int, Sequence[int], list[int], list[float]], None]
"""Takes a fact's value, the observing seat and the seats clockwise; appends to the planes and the numbers."""


class Reader(NamedTuple):
    """Converts a fact to planes and numbers."""

    planes: tuple[str, ...]
    """The suffix of the fact's name for each plane of cards."""
    scales: tuple[float, ...]
    """The factor for each number, applied before it is cut to -1..1."""
    read: Read


@cache
def written(family: str) -> tuple[tuple[Mapping[str, Any], ...], frozenset[str]]:
    """The facts of a family in `facts.toml`, and the names of those left out."""
    _, tables = read_toml(FACTS)
    return tuple(tables[family]["facts"]), frozenset(tables[family]["left_out"])


class ObservationLayout:
    """The layout of an observation at one table."""

    def __init__(self, family: str, rules: AnyRules, actions: int) -> None:
        self._seats, self._deck = rules.seats, tuple(rules.deck)
        self._all = rules.all_cards
        self._clockwise = rules.clockwise_from
        others = range(1, rules.seats)
        planes = [("mine", "the looking seat's hand")]
        planes += [(f"with {other}", f"cards known to be with the {other}. seat clockwise") for other in others]
        planes += [(name, f"cards known to lie in `{name}`") for name in rules.place_names]
        planes += [(f"lacked by {other}", f"cards that the {other}. seat is known to lack") for other in others]
        places = rules.seats + len(rules.place_names)
        numbers: list[tuple[str, tuple[float, ...], str]] = [
            ("sizes", (1 / HAND,) * places, "cards in each hand and place"),
            ("asked", (1.0,) * (rules.seats + 1), "whose turn it is, nobody's last"),
        ]
        self._readers: list[tuple[Callable[[Any], Any], Read]] = []
        for fact in written(family)[0]:
            if not _matters(fact, rules):
                continue
            name, reader = fact["from"], _reader(fact, rules)
            self._readers.append((attrgetter(name), reader.read))
            planes += [(f"{name}{more}", fact["about"]) for more in reader.planes]
            if reader.scales:
                numbers.append((name, reader.scales, fact["about"]))
        self._scales = [scale for _, scales, _ in numbers for scale in scales]
        numbers.append(("begun", (1.0,) * actions, "the words of a move that the looking seat has begun"))
        self.legend = tuple(_parts(planes, len(self._deck), numbers))
        """The parts of an observation, in order."""
        self._planes = len(planes)
        self.size = self.legend[-1].last
        """The length of an observation."""
        self._pack = struct.Struct(f"{len(self._scales)}f").pack
        self._begun = [0.0] * actions
        self._pack_begun = struct.Struct(f"{actions}f").pack
        self._not_begun = self._pack_begun(*self._begun)
        self._hot = _hot(rules.seats + 1)
        self._chunks: tuple[tuple[int, tuple[bytes, ...]], ...] = ()
        """For each chunk, its lowest card and the numbers of every set of its cards; built on first use."""
        self._arrays: Any = None
        """numpy and the scales; set on first use."""

    def _read(self, seen: Observation) -> tuple[list[int], list[float]]:
        """The sets of cards for the planes, and the facts as numbers before scaling."""
        state, seat, seats = seen.state, seen.seat, self._seats
        hidden, places, lacks = state.hidden, state.places, state.lacks
        assert hidden is not None, "somebody's own state"
        assert lacks is not None, "a state without anybody's knowledge"
        order, every = self._clockwise[seat], self._all
        sets = [places[other] for other in order]
        sets += places[seats:]
        sets += [lacks[other] & every for other in order[1:]]
        numbers: list[float] = [places[at].bit_count() + hidden[at] for at in order]
        numbers += [places[at].bit_count() + hidden[at] for at in range(seats, len(places))]
        to_act = state.to_act
        numbers += self._hot[(to_act[0] - seat) % seats if to_act and to_act[0] >= 0 else seats]
        for value, read in self._readers:
            read(value(state), seat, order, sets, numbers)
        return sets, numbers

    def _words_of(self, begun: Sequence[int]) -> bytes:
        """The numbers for the actions of a partly chosen move."""
        row = self._begun[:]
        for action in begun:
            row[action] = 1.0
        return self._pack_begun(*row)

    def observation(self, seen: Observation, begun: Sequence[int] = ()) -> Numbers:
        """One observation, with the actions of its seat's partly chosen move."""
        found: Numbers = self.observations([(seen, begun)])[0]
        return found

    def observations(self, seen: Sequence[tuple[Observation, Sequence[int]]]) -> Numbers:
        """Many observations at once, one per row: the same numbers in less time."""
        if self._arrays is None:
            np = needed("numpy", "numpy")
            self._arrays = np, np.array(self._scales, np.float32)
            self._chunks = _chunks(self._deck)
        np, scales = self._arrays
        chunks, pack = self._chunks, self._pack
        rows: list[bytes] = []
        for one, begun in seen:
            sets, facts = self._read(one)
            rows += [numbers[cards >> lowest & CHUNK_BITS] for cards in sets for lowest, numbers in chunks]
            rows += (pack(*facts), self._words_of(begun) if begun else self._not_begun)
        found: Numbers = np.frombuffer(bytearray(b"".join(rows)), np.float32).reshape(len(seen), self.size)
        cards = self._planes * len(self._deck)
        facts_of_all = found[:, cards : cards + len(scales)]
        facts_of_all *= scales
        np.minimum(facts_of_all, 1, out=facts_of_all)
        np.maximum(facts_of_all, -1, out=facts_of_all)
        return found


@cache
def _chunks(deck: tuple[int, ...]) -> tuple[tuple[int, tuple[bytes, ...]], ...]:
    """For each chunk, its lowest card and, for every set of cards in it, packed 4-byte numbers, one per card of the
    pack: a lookup is faster than building them.
    """
    assert list(deck) == sorted(deck), "numbers stand in the order of the pack"
    none, one = struct.pack("f", 0), struct.pack("f", 1)
    return tuple(
        (
            lowest,
            tuple(
                b"".join(
                    [one if cards >> card - lowest & 1 else none for card in deck if lowest <= card < lowest + CHUNK]
                )
                for cards in range(1 << CHUNK)
            ),
        )
        for lowest in range(deck[0], deck[-1] + 1, CHUNK)
    )


def _parts(
    planes: Sequence[tuple[str, str]], cards: int, numbers: Sequence[tuple[str, tuple[float, ...], str]]
) -> list[Part]:
    found, at = [], 0
    for name, about in planes:
        found.append(Part(f"cards {name}", at, at + cards, about))
        at += cards
    for name, scales, about in numbers:
        most = tuple(round(1 / scale) for scale in dict.fromkeys(scales))
        found.append(Part(name, at, at + len(scales), about, most))
        at += len(scales)
    return found


def _matters(fact: Mapping[str, Any], rules: AnyRules) -> bool:
    """Whether the fact can vary under the house rules of this table."""
    name, _, wanted = fact.get("where", "").partition("=")
    if not name:
        return True
    value = getattr(rules.options, name)
    return value == wanted if wanted else bool(value)


def _hot(count: int) -> list[tuple[float, ...]]:
    """One-hot rows, by the position of the 1."""
    return [tuple(float(at == place) for at in range(count)) for place in range(count)]


def _sum(cards: Sequence[int]) -> int:
    """These cards as a set, ignoring values that are not cards."""
    return sum({1 << card for card in cards if card >= 0})


def _reader(fact: Mapping[str, Any], rules: AnyRules) -> Reader:
    """The reader for a fact of this kind."""
    kind, most, seats = fact["kind"], fact.get("most", 1), rules.seats
    hot, suits = _hot(seats + 1), _hot(len(SUITS) + 1)
    each = (1.0,) * seats
    scales = each if isinstance(most, list) else (1 / most,) * seats

    match kind:
        case "flag" | "count":
            return Reader((), scales[:1], lambda v, seat, order, sets, out: out.append(v))
        case "one_of":
            rows = _hot(most)
            return Reader((), (1.0,) * most, lambda v, seat, order, sets, out: out.extend(rows[v]))
        case "suit":
            return Reader((), (1.0,) * len(suits), lambda v, seat, order, sets, out: out.extend(suits[v]))
        case "suits":

            def each_suit(v: Any, seat: int, order: Sequence[int], sets: list[int], out: list[float]) -> None:
                for other in order:
                    out.extend(suits[v[other]])

            return Reader((), each * len(suits), each_suit)
        case "seat":

            def one_seat(v: Any, seat: int, order: Sequence[int], sets: list[int], out: list[float]) -> None:
                out.extend(hot[(v - seat) % seats if v >= 0 else seats])

            return Reader((), (*each, 1.0), one_seat)
        case "seats":
            return Reader((), each, lambda v, seat, order, sets, out: out.extend([v >> s & 1 for s in order]))
        case "turns":

            def in_turn(v: Any, seat: int, order: Sequence[int], sets: list[int], out: list[float]) -> None:
                out.extend([1 - v.index(s) / seats if s in v else 0.0 for s in order] if v else none)

            none = [0.0] * seats
            return Reader((), each, in_turn)
        case "often":
            return Reader((), scales, lambda v, seat, order, sets, out: out.extend([v.count(s) for s in order]))
        case "numbers":
            return Reader(
                (), scales, lambda v, seat, order, sets, out: out.extend([v[s] if s < len(v) else 0 for s in order])
            )
        case "said":

            def said_last(v: Any, seat: int, order: Sequence[int], sets: list[int], out: list[float]) -> None:
                last = dict(v)
                out.extend([last.get(s, -1) + 1 for s in order])

            return Reader((), scales, said_last)
        case "sides":
            return Reader((), scales, lambda v, seat, order, sets, out: out.extend(_by_side(v, seat, seats)))
        case "booked":

            def by_taker(v: Any, seat: int, order: Sequence[int], sets: list[int], out: list[float]) -> None:
                out.extend(_by_side([sum(row) for row in v], seat, seats))

            return Reader((), (1 / 12,) * seats, by_taker)
        case "word":
            words = dict(zip(fact["words"], _hot(len(fact["words"])), strict=True))
            return Reader((), (1.0,) * len(words), lambda v, seat, order, sets, out: out.extend(words[v]))
        case "contract":
            contracts = dict(zip(("", *CONTRACTS), _hot(len(CONTRACTS) + 1), strict=True))
            return Reader((), (1.0,) * len(contracts), lambda v, seat, order, sets, out: out.extend(contracts[v]))
        case "contracts":

            def ordered(v: Any, seat: int, order: Sequence[int], sets: list[int], out: list[float]) -> None:
                for other in order:
                    out.extend([float(contract in v[other]) for contract in CONTRACTS])

            return Reader((), each * len(CONTRACTS), ordered)
        case "tally":

            def counted(v: Any, seat: int, order: Sequence[int], sets: list[int], out: list[float]) -> None:
                for other in order:
                    own = v >> SEAT_BITS * other
                    out.extend((own & POINTS, own >> COUNT_BITS & POINTS))

            points, tricks = most
            return Reader((), (1 / points, 1 / tricks) * seats, counted)
    return _of_cards(kind, seats, rules.all_cards)


def _by_side(values: Sequence[float], seat: int, seats: int) -> list[float]:
    """One number per side, the observer's own first; sides sit alternately."""
    sides = len(values)
    return [values[(seat + other) % sides] if other < sides else 0 for other in range(seats)]


def _of_cards(kind: str, seats: int, every: int) -> Reader:
    """The reader for a fact that consists of cards."""
    match kind:
        case "card":
            return Reader(("",), (), lambda v, seat, order, sets, out: sets.append(1 << v if v >= 0 else 0))
        case "cards":
            return Reader(("",), (), lambda v, seat, order, sets, out: sets.append(v & every))
        case "cards_of":
            return Reader(("",), (), lambda v, seat, order, sets, out: sets.append(_sum(v)))
        case "pile":
            return Reader(
                ("", ", last"),
                (),
                lambda v, seat, order, sets, out: sets.extend((_sum(v), _sum(v[-1:]))),
            )
        case "covers":
            return Reader(
                (", below", ", above"),
                (),
                lambda v, seat, order, sets, out: sets.extend((_sum([c for c, _ in v]), sum([a for _, a in v]))),
            )
        case "shown":
            return Reader(("",), (), lambda v, seat, order, sets, out: sets.append(_sum([card for _, card in v])))
        case "transfer":
            return Reader(("",), (), lambda v, seat, order, sets, out: sets.append(0 if v is None else 1 << v.card))
        case "columns":
            return Reader(
                (" 1", " 2"),
                (),
                lambda v, seat, order, sets, out: sets.extend([_sum(v[k]) if k < len(v) else 0 for k in (0, 1)]),
            )
        case "by_seat":
            return Reader(
                tuple(f", {other}" for other in range(seats)),
                (),
                lambda v, seat, order, sets, out: sets.extend([v[s] if s < len(v) else 0 for s in order]),
            )
        case "won":
            return Reader(
                tuple(f", {other}" for other in range(seats)),
                (),
                lambda v, seat, order, sets, out: sets.extend(
                    [v[(seat + k) % len(v)] if k < len(v) else 0 for k in range(seats)]
                ),
            )
        case "from_starter":
            return Reader(
                tuple(f", {nth}" for nth in range(seats)),
                (),
                lambda v, seat, order, sets, out: sets.extend([v[k] if k < len(v) else 0 for k in range(seats)]),
            )
    raise AssertionError(f"{kind}: no kind of fact")
