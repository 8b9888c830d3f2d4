"""Occasions for table talk, game by game: events that everybody at the table can see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from cardtable.cards import HEARTS, RANK_CARDS, RANKS, SUIT_CARDS, Card, Cards, bits, rank_of
from cardtable.engine.moves import Event, Seat

HEAP: Final = 5
"""The number of cards that makes a big take in Durak."""
HELD: Final = 6
"""The number of cards in a bout that makes beating it an achievement."""
FAT: Final = 25
"""Card points that make a trick in Kozel remarkable."""
WHOLE: Final = 120
"""Card points in a deal of Kozel."""
ARMFUL: Final = 6
"""The number of cards in a large trick in Bura."""
MANY: Final = {"no_hearts": 3, "no_jacks": 2, "no_queens": 2}
"""For each penalty contract of King, the number of its cards in one trick that hurts."""


class Known(NamedTuple):
    """What everybody knows at a moment."""

    cards: tuple[int, ...]
    """The number of cards in every hand, by seat."""
    stock: int
    sides: tuple[int, ...]
    """The side of each seat; without partnerships every seat has its own."""
    contract: str = ""
    """The contract, in King."""
    deal_over: bool = False
    match_over: bool = False
    lost: tuple[Seat, ...] = ()
    """After a deal: the losers of the deal or match, in games that have any."""
    gone: tuple[Seat, ...] = ()
    """After a deal of 101: the players who passed the limit with it."""
    ladder: bool = False
    """Whether Kozel is scored so that an even deal counts for nobody."""


class Occasion(NamedTuple):
    """Something worth a remark."""

    trigger: str
    about: Seat | None = None
    by: Seat | None = None
    """The only seat that may make the remark; None for any suitable one."""


class Occasions:
    """The occasions of one deal; each game defines its own."""

    def of(self, event: Event, known: Known) -> Iterator[Occasion]:
        """Yields the occasions in a public event."""
        yield from ()

    def ends(self, known: Known) -> Iterator[Occasion]:
        """Yields the occasions in the way the deal ended."""
        yield from ()


class _Durak(Occasions):
    def of(self, event: Event, known: Known) -> Iterator[Occasion]:
        kind, seat, size = event.kind, event.seat, event.size
        if kind in ("attack", "throw", "cover", "transfer"):
            if known.cards[seat] == 1 and known.stock == 0 and not known.deal_over:
                yield Occasion("last", seat)
            elif kind == "transfer":
                yield Occasion("transfer", seat)
        elif kind == "taken" and size >= HEAP:
            yield Occasion("heap", seat)
            yield Occasion("self_take", seat)
        elif kind == "beaten" and size >= HELD and not known.deal_over:
            yield Occasion("beaten", seat)
        elif kind == "fool":
            yield Occasion("self_fool", seat)
            yield Occasion("fool", seat)
        elif kind in ("epaulettes", "step"):
            yield Occasion("epaulettes", seat)


class _OneOhOne(Occasions):
    def __init__(self) -> None:
        self._striker: Seat | None = None
        """The player of the last card."""

    def of(self, event: Event, known: Known) -> Iterator[Occasion]:
        kind, seat = event.kind, event.seat
        if kind == "play":
            self._striker = seat
            if known.cards[seat] == 1 and not known.deal_over:
                yield Occasion("last", seat)
            elif event.arg:
                yield Occasion("order", seat)
        elif kind == "takes" and event.size >= 2 and seat != self._striker and self._striker is not None:
            yield Occasion("hit", seat, by=self._striker)
        elif kind in ("misses", "skip"):
            yield Occasion("miss", seat)
        elif kind == "names":
            yield Occasion("order", seat)
        elif kind == "out":
            yield Occasion("out", seat)

    def ends(self, known: Known) -> Iterator[Occasion]:
        for seat in known.gone:
            yield Occasion("bust", seat)


class _Kozel(Occasions):
    def __init__(self) -> None:
        self._laid: list[tuple[Seat, Cards]] = []
        self._tricks: Counter[int] = Counter()
        """By side."""
        self._points: Counter[int] = Counter()

    def of(self, event: Event, known: Known) -> Iterator[Occasion]:
        if event.kind == "play" and event.cards:
            self._laid.append((event.seat, event.cards))
        if event.kind != "trick":
            return
        winner, laid, self._laid = event.seat, self._laid, []
        side = known.sides[winner]
        worth = {seat: sum(map(_points, bits(cards))) for seat, cards in laid}
        self._tricks[side] += 1
        self._points[side] += sum(worth.values())
        if sum(worth.values()) >= FAT:
            yield Occasion("big", winner)
            if any(points >= 10 and seat != winner and known.sides[seat] == side for seat, points in worth.items()):
                yield Occasion("ours", winner)
        if any(points == 11 and known.sides[seat] != side for seat, points in worth.items()):
            yield Occasion("ace_fell", winner)

    def ends(self, known: Known) -> Iterator[Occasion]:
        sides = dict.fromkeys(known.sides)
        if len(sides) == 2 and not any(known.cards) and self._points.total() == WHOLE:
            without = [side for side in sides if not self._tricks[side]]
            if known.ladder and set(self._points.values()) == {WHOLE // 2}:
                yield Occasion("eggs")
            for side in without:
                yield Occasion("shutout", known.sides.index(side))
        if known.ladder and known.match_over and known.lost:
            yield Occasion("goat", known.lost[0])


def _points(card: Card) -> int:
    rank = rank_of(card)
    return _WORTH.get(RANKS[rank], 0) if rank < len(RANKS) else 0


_WORTH: Final[Mapping[str, int]] = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


class _Bura(Occasions):
    def __init__(self) -> None:
        self._led: tuple[Seat, int] | None = None
        """The seat that led to the trick, and the number of cards led."""

    def of(self, event: Event, known: Known) -> Iterator[Occasion]:
        kind, seat = event.kind, event.seat
        if kind == "lead":
            self._led = seat, event.cards.bit_count()
        elif kind == "trick":
            if event.size >= ARMFUL:
                yield Occasion("big", seat)
            if self._led is not None and self._led[1] >= 3 and self._led[0] != seat:
                yield Occasion("beat", seat)
        elif kind in _CALLS:
            yield Occasion(_CALLS[kind], None if kind == "dead" else seat)


_CALLS: Final = {"claim": "right", "false_claim": "wrong", "bura": "bura", "dead": "dead"}


class _King(Occasions):
    def of(self, event: Event, known: Known) -> Iterator[Occasion]:
        kind, seat, cards, contract = event.kind, event.seat, event.cards, known.contract
        if kind == "begin":
            yield Occasion("begin")
        if kind != "trick":
            return
        counted = {
            "no_hearts": (cards & SUIT_CARDS[HEARTS]).bit_count(),
            "no_jacks": (cards & RANK_CARDS[RANKS.index("J")]).bit_count(),
            "no_queens": (cards & RANK_CARDS[RANKS.index("Q")]).bit_count(),
        }
        is_king = bool(cards & RANK_CARDS[RANKS.index("K")] & SUIT_CARDS[HEARTS])
        if contract in ("no_king", "no_all") and is_king:
            yield Occasion("king", seat)
        elif contract in MANY and counted[contract] >= MANY[contract]:
            yield Occasion("bad", seat)
        elif not known.deal_over and set(known.cards) == {1}:
            yield Occasion("final")
        elif contract == "take_tricks":
            yield Occasion("plus", seat)

    def ends(self, known: Known) -> Iterator[Occasion]:
        if known.match_over:
            yield Occasion("end")


class _Court(Occasions):
    def __init__(self) -> None:
        self._stable: Seat | None = None
        """The lowest seat; a player who has been there all along gets no welcome."""

    def of(self, event: Event, known: Known) -> Iterator[Occasion]:
        kind, seat = event.kind, event.seat
        lowest = len(known.cards) - 1
        if kind in ("place", "title") and event.arg == 0:
            yield Occasion("crowned", seat)
        elif kind == "swap":  # The player climbing to the throne pushes the king off it.
            yield Occasion("rises", seat)
            if event.size == 0:
                yield Occasion("fell", event.arg)
        elif kind in ("falls", "offence") or (kind == "place" and event.arg == lowest):
            before, self._stable = self._stable, seat
            if kind == "falls" and before != seat:
                yield Occasion("low", seat)
        elif kind == "give":
            yield Occasion("tribute", event.arg)
        elif kind == "again":
            yield Occasion("again")


OCCASIONS: Final[Mapping[str, Callable[[], Occasions]]] = {
    "durak": _Durak,
    "one_oh_one": _OneOhOne,
    "kozel": _Kozel,
    "bura": _Bura,
    "king": _King,
    "court": _Court,
}
"""The occasions of each group of games; in other games bots make only remarks that suit any game."""
