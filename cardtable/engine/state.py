"""A deal in progress: the place of each card, and which seats know it.

Everything shown is *added* from what a seat knows (`observe`); nothing is hidden by deleting. Cards move through
`move_cards` and `draw`, which keep place, knowledge and event consistent. In the hot paths of a search, rules may move
the bits of open cards themselves; `all_see` then does the rest, if knowledge is being tracked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, dataclass_transform

from cardtable.cards import ALL_CARDS, HIDDEN, ONE, Card, Cards, bits, cards_of, only_card, shuffle
from cardtable.engine.moves import Event, Log, Seat, Seats

EVERYBODY: Seats = (1 << 32) - 1
NOBODY: Seats = 0
STOCK = -1
"""The place of the stock in `State.places`."""


@dataclass(slots=True, eq=False, repr=False)
class State:
    """The state of one deal. A family adds only public facts, all of them immutable values (`facts`).

    `places` holds the hands by seat, then the family's own places, and the stock last (`STOCK`). `known[seat]` are the
    cards whose place that seat knows (in the stock: whose position); `lacks[seat]` are the cards that everybody can
    infer the seat does not hold. A *bare* state has neither (both None) and is for search: `move_cards` then only moves
    bits. `hidden` is None in a real state; in an observed one it is the number of cards in each place that the observer
    does not know.
    """

    FACTS: ClassVar[tuple[str, ...]] = ()
    """The public facts that a family adds, as its slots."""

    places: list[Cards]
    stock: tuple[Card, ...]
    """In draw order; HIDDEN for cards that an observer does not know."""
    known: list[Cards] | None
    lacks: list[Cards] | None
    hidden: tuple[int, ...] | None = None
    to_act: tuple[Seat, ...] = ()
    """The seats that may act now, in order of precedence; empty when the deal is over."""

    def copy(self) -> Self:
        """An independent copy. `facts` generates an unrolled version for every family, which is faster."""
        new = object.__new__(type(self))
        new.places = self.places[:]
        new.known = None if self.known is None else self.known[:]
        new.lacks = None if self.lacks is None else self.lacks[:]
        new.hidden = self.hidden
        new.stock = self.stock
        new.to_act = self.to_act
        return new

    def bare(self) -> Self:
        """A copy without knowledge, for search and playouts."""
        new = self.copy()
        new.known = new.lacks = None
        return new

    def redact(self, seat: Seat) -> None:
        """Removes a family's secret facts from a state that is about to be shown to an observer."""

    def size(self, place: int) -> int:
        """The number of cards in a place, seen or unseen."""
        count = self.places[place].bit_count()
        return count if self.hidden is None else count + self.hidden[place]

    def _values(self) -> list[Any]:
        return [self.places, self.known, self.lacks, self.hidden, self.stock, self.to_act] + [
            getattr(self, name) for name in self.FACTS
        ]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, State) and self._values() == other._values()

    def __hash__(self) -> int:
        raise TypeError("a state changes: it has no hash")

    def __repr__(self) -> str:
        # No cards: players read tracebacks too.
        return f"<{type(self).__name__} to_act={self.to_act} stock={len(self.stock)}>"


StateT = TypeVar("StateT", bound=State)


@dataclass_transform(eq_default=False, kw_only_default=True, field_specifiers=(field,))
def facts(family_state: type[StateT]) -> type[StateT]:
    """Builds a family's state class from its annotated facts: slots, `FACTS`, `__init__` and `copy`.

    A fact with a value starts a deal with it; the others are passed by name, after places, stock and knowledge.
    """
    made = dataclass(slots=True, eq=False, repr=False, kw_only=True)(family_state)
    inherited = [entry.name for entry in fields(State)]
    made.FACTS = tuple(entry.name for entry in fields(made) if entry.name not in inherited)
    # A single function without a loop: a search copies a hundred thousand times a second.
    lines = ["def copy(self):", " new = create(made)"]
    lines += [f" new.{name} = self.{name}" for name in ("hidden", "stock", "to_act", *made.FACTS)]
    lines += [" new.places = self.places[:]"]
    lines += [f" new.{name} = None if self.{name} is None else self.{name}[:]" for name in ("known", "lacks")]
    written: dict[str, Any] = {}
    exec("\n".join([*lines, " return new"]), {"create": object.__new__, "made": made}, written)
    made.copy = written["copy"]  # type: ignore[method-assign]  # the written-out method
    return made


class Observation(NamedTuple):
    """A seat's knowledge of a deal: a state with only the cards it can place, and counts of the others."""

    seat: Seat
    state: State


def move_cards(
    state: State,
    cards: Cards,
    src: int,
    dst: int,
    seen_by: Seats,
    log: Log,
    kind: str,
    seat: Seat,
    arg: int = 0,
) -> None:
    """Moves cards from one place to another, updates what each seat knows, and logs the event.

    The seats in `seen_by` see which cards these are. The others lose track of what they knew in `src`, unless the whole
    place is moved; if everybody knew a card there, they still know that it is in one of the two places.
    """
    places = state.places
    was = places[src]
    places[src] = was ^ cards
    places[dst] |= cards
    known = state.known
    if known is None and log is None:
        return
    if seen_by == EVERYBODY:
        all_see(state, cards, dst, log, kind, seat, arg)
        return
    if known is not None:
        lacks = state.lacks
        if lacks is not None:
            lost = common_knowledge(state) & was if was != cards else 0
            if lost:
                for other in range(len(lacks)):
                    if other not in (src, dst):
                        lacks[other] |= lost
            if 0 <= dst < len(lacks):
                lacks[dst] = 0
        for observer in range(len(known)):
            if seen_by >> observer & 1:
                known[observer] |= cards
            elif was != cards:
                known[observer] &= ~was
    if log is not None:
        log.append(Event(kind, seat, cards, cards.bit_count(), seen_by, arg))


def all_see(state: State, cards: Cards, place: int, log: Log, kind: str, seat: Seat, arg: int = 0) -> None:
    """Makes these cards, now in `place`, known to everybody, and logs the event."""
    known = state.known
    if known is not None:
        for observer, had in enumerate(known):
            known[observer] = had | cards
        if state.lacks is not None and 0 <= place < len(state.lacks):
            state.lacks[place] &= ~cards
    if log is not None:
        log.append(Event(kind, seat, cards, cards.bit_count(), EVERYBODY, arg))


def draw(state: State, seat: Seat, count: int, log: Log) -> None:
    """Draws `count` cards from the top of the stock for the seat.

    The others see how many; a card whose place in the stock was public (the turn-up) stays known.
    """
    stock = state.stock
    cards = 0
    for card in stock[:count]:
        cards += ONE[card]
    state.stock = stock[count:]
    places = state.places
    places[STOCK] -= cards
    places[seat] += cards
    if state.known is not None:
        state.known[seat] |= cards
        if state.lacks is not None:
            state.lacks[seat] = 0
    if log is not None:
        public = cards & common_knowledge(state)
        for part, to in ((cards & ~public, 1 << seat), (public, EVERYBODY)):
            if part:
                log.append(Event("draw", seat, part, part.bit_count(), to))


def show(state: State, cards: Cards, seat: Seat, log: Log, kind: str, arg: int = 0) -> None:
    """Shows cards to everybody without moving them."""
    known = state.known
    if known is not None:
        for observer, had in enumerate(known):
            known[observer] = had | cards
    if log is not None:
        log.append(Event(kind, seat, cards, cards.bit_count(), EVERYBODY, arg))


def hand_round(state: State, seats: Sequence[Seat], log: Log) -> None:
    """Passes each seat's whole hand to the next of these seats, all at once; only giver and receiver see it."""
    hands = [state.places[seat] for seat in seats]
    lacks = None if state.lacks is None else [state.lacks[seat] for seat in seats]
    for index, giver in enumerate(seats):
        receiver = seats[(index + 1) % len(seats)]
        state.places[receiver] = hands[index]
        if state.known is not None:
            state.known[receiver] |= hands[index]
        if state.lacks is not None and lacks is not None:
            state.lacks[receiver] = lacks[index]
        if log is not None:
            to = 1 << giver | 1 << receiver
            log.append(Event("hand_on", giver, hands[index], hands[index].bit_count(), to, receiver))


def common_knowledge(state: State) -> Cards:
    """The cards whose place every seat knows; none on a bare state."""
    if state.known is None:
        return 0
    common = ALL_CARDS
    for known in state.known:
        common &= known
    return common


def observe(state: State, seat: Seat) -> Observation:
    """The state as this seat may know it. Of the others' knowledge it contains only what everybody shares.

    Needs a state with knowledge, which a bare one lacks.
    """
    if state.known is None:
        raise ValueError("a bare state cannot be observed")
    mine = state.known[seat]
    common = common_knowledge(state)
    seen = state.copy()
    seen.places = [cards & mine for cards in state.places]
    seen.hidden = tuple([(cards & ~mine).bit_count() for cards in state.places])
    seen.known = [common] * len(state.known)
    seen.known[seat] = mine
    seen.redact(seat)
    seen.stock = tuple([card if mine >> card & 1 else HIDDEN for card in state.stock])
    return Observation(seat, seen)


def observe_public(state: State, chair: Seat) -> Observation:
    """The state as a viewer without a seat may know it, seen from this chair: only what everybody knows.

    Seats asked in secret must have been silent (`if_silent`), because they know that they are asked.
    """
    if state.known is None:
        raise ValueError("a bare state cannot be observed")
    common = common_knowledge(state)
    seen = state.copy()
    seen.places = [cards & common for cards in state.places]
    seen.hidden = tuple([(cards & ~common).bit_count() for cards in state.places])
    seen.known = [common] * len(state.known)
    for seat in range(len(state.known)):
        # Each call removes what that seat may not know, so that no seat's secret remains.
        seen.redact(seat)
    seen.stock = tuple([card if common >> card & 1 else HIDDEN for card in state.stock])
    return Observation(chair, seen)


class CannotGuess(ValueError):
    """An observation that fits no possible deal of the cards."""


Odds = Mapping[Seat, Mapping[Card, float]]
"""For each seat and card, how many times more likely the card is in that hand than one nothing is known about; 1 if
missing. Derived from the play so far."""


class _Lots:
    """Chooses cards of a pool; the probability of a set is proportional to the product of its cards' odds."""

    def __init__(self, pool: Sequence[Card], odds: Mapping[Card, float], lacked: Cards, count: int) -> None:
        self._pool = pool
        self._count = count
        ratios = [0.0 if lacked >> card & 1 else odds.get(card, 1.0) for card in pool]
        # Indexed by the number of leading cards and how many of them are chosen: the sum over all such choices.
        sums = [[1.0] + [0.0] * count]
        for ratio in ratios:
            before = sums[-1]
            sums.append([1.0, *[before[size + 1] + ratio * before[size] for size in range(count)]])
        self._chances = [
            [0.0, *[ratio * before[size] / after[size + 1] if after[size + 1] else 0.0 for size in range(count)]]
            for ratio, before, after in zip(ratios, sums, sums[1:], strict=False)
        ]
        """For each card and the number of cards still to be chosen from it and those before it, its chance."""

    def draw(self, rng: Random) -> list[Card]:
        """The cards chosen; fewer than asked for if too few have odds above 0."""
        chosen: list[Card] = []
        left = self._count
        for number in range(len(self._pool) - 1, -1, -1):
            if rng.random() < self._chances[number][left]:
                chosen.append(self._pool[number])
                left -= 1
                if not left:
                    break
        return chosen


class Unseen:
    """The cards that an observer cannot place, for dealing them in many different ways; `deck` is all the cards.

    With odds, likely hands are dealt more often. Raises CannotGuess.
    """

    def __init__(self, deck: Cards, seen: Observation, odds: Odds | None = None) -> None:
        state, lacks, hidden = seen.state, seen.state.lacks, seen.state.hidden
        if state.known is None or lacks is None or hidden is None:
            raise ValueError("only an observation can be guessed from")
        unseen = deck
        for cards in state.places:
            unseen &= ~cards
        self._pool = bits(unseen)
        if len(self._pool) != sum(hidden):
            raise CannotGuess(f"{len(self._pool)} cards are out of sight, but {sum(hidden)} places are hidden")
        self._hidden, self._lacks = hidden, lacks
        self._dealt: list[tuple[int, int, int, Cards]] = []
        """For each place: the slice of the pool with its hidden cards, and the cards it is known to lack."""
        start, seats = 0, len(lacks)
        for place, count in enumerate(hidden):
            if count:
                end = start + count
                self._dealt.append((place, start, end, lacks[place] if place < seats else 0))
                start = end
        self._seen = state
        self._odds = odds
        self._lots: _Lots | None = None

    def deal(self, rng: Random) -> State:
        """A bare full state that the observer cannot tell from the real one; no hand gets a card it is known to lack.

        Raises CannotGuess.
        """
        pool = self._pool[:]
        shuffle(pool, rng)
        if self._odds is not None:
            pool = self._by_odds(pool, self._odds, rng)
        state = self._in_order(pool) or self._in_order(_respecting(pool, self._hidden, self._lacks))
        assert state is not None
        return state

    def _by_odds(self, pool: list[Card], odds: Odds, rng: Random) -> list[Card]:
        """The shuffled pool, reordered so that each hand in turn gets likely cards."""
        order: list[Card] = []
        for place, start, end, lacked in self._dealt:
            known, count = odds.get(place), end - start
            if known is not None:
                if order:
                    lots = _Lots(pool, known, lacked, count)
                else:
                    # The first hand is chosen from the same cards in every deal.
                    lots = self._lots = self._lots or _Lots(self._pool, known, lacked, count)
                order += lots.draw(rng)
            short = end - len(order)
            chosen = cards_of(order)
            pool = [card for card in pool if not chosen >> card & 1]
            order += pool[:short]
            pool = pool[short:]
        return order

    def _in_order(self, pool: list[Card]) -> State | None:
        """The state with these cards in the hidden places in order; None if a place would get a card it lacks."""
        state = self._seen.bare()
        state.hidden = None
        places = state.places
        for place, start, end, lacked in self._dealt:
            cards = 0
            for card in pool[start:end]:
                cards += ONE[card]
            if cards & lacked:
                return None
            places[place] |= cards
        if self._hidden[STOCK]:
            # The hidden cards of the stock are last in the pool, and usually all above its known cards.
            bottom = state.stock[self._hidden[STOCK] :]
            if HIDDEN not in bottom:
                state.stock = (*pool[start:], *bottom)
            else:
                rest = iter(pool[start:])
                state.stock = tuple([next(rest) if card == HIDDEN else card for card in state.stock])
        return state


def guess(deck: Cards, seen: Observation, rng: Random) -> State:
    """A full state that the observer cannot tell from the real one; `deck` is all the cards of the deal.

    Every card that the observer cannot place is dealt at random to the hidden places, but never to a hand known to lack
    it. The other seats know their own hands and what everybody knows. Raises CannotGuess.
    """
    state = Unseen(deck, seen).deal(rng)
    known, lacks = seen.state.known, seen.state.lacks
    assert known is not None
    assert lacks is not None
    state.known = [cards | state.places[seat] for seat, cards in enumerate(known)]
    state.lacks = lacks[:]
    return state


def only_world(deck: Cards, seen: Observation) -> State | None:
    """The full state if only one is possible; None if there may be others.

    Only one is possible if all unseen cards are in one place, or if known voids leave a single place for each card. The
    state is bare, for playing a deal out to its end.
    """
    observed = seen.state
    hidden = observed.hidden
    assert hidden is not None, "only an observation leaves anything open"
    if hidden[STOCK] > 1:
        return None
    unseen = deck
    for cards in observed.places:
        unseen &= ~cards
    if unseen.bit_count() != sum(hidden):
        return None
    found = _placed(unseen, hidden, observed.lacks or [])
    if found is None:
        return None
    state = observed.bare()
    state.hidden = None
    for place, cards in found.items():
        state.places[place] |= cards
    if hidden[STOCK]:
        state.stock = tuple([only_card(found[len(hidden) - 1]) if card == HIDDEN else card for card in state.stock])
    return state


def _placed(unseen: Cards, hidden: tuple[int, ...], lacks: Sequence[Cards]) -> dict[int, Cards] | None:
    """The unseen cards in each place, worked out place by place; None if they cannot all be determined."""
    may = {
        place: unseen & ~lacks[place] if place < len(lacks) else unseen for place, count in enumerate(hidden) if count
    }
    found: dict[int, Cards] = {}
    while may:
        for place, cards in may.items():
            elsewhere = 0
            for other, those in may.items():
                if other != place:
                    elsewhere |= those
            only_here = cards & ~elsewhere
            here = cards if cards.bit_count() == hidden[place] else only_here
            if here.bit_count() == hidden[place]:
                break
        else:
            return None
        found[place] = here
        del may[place]
        for other in may:
            may[other] &= ~here
    return found


def _respecting(pool: list[Card], hidden: tuple[int, ...], lacks: list[Cards]) -> list[Card]:
    """Reorders the pool so that no hand gets a card it lacks, by swapping wrongly placed cards away.

    A swap may run through several places (an augmenting path), so a solution is found whenever there is one.
    """
    banned: list[Cards] = []
    for place, count in enumerate(hidden):
        banned += [lacks[place] if place < len(lacks) else 0] * count
    order = list(pool)
    for wrong, lacked in enumerate(banned):
        if not lacked >> order[wrong] & 1:
            continue
        came_from: dict[int, int] = {wrong: wrong}
        front = [wrong]
        end = None
        while front and end is None:
            slot = front.pop()
            for other in range(len(order)):
                if other not in came_from and not banned[other] >> order[slot] & 1:
                    came_from[other] = slot
                    if not banned[wrong] >> order[other] & 1:
                        end = other
                        break
                    front.append(other)
        if end is None:
            raise CannotGuess("the hidden cards cannot be dealt as it is known")
        # The card of `wrong` moves one step along the path, and so on; the last card comes back to `wrong`.
        path = [end]
        while path[-1] != wrong:
            path.append(came_from[path[-1]])
        path.reverse()
        cards = [order[slot] for slot in path]
        for slot, card in zip(path, [cards[-1], *cards[:-1]], strict=True):
            order[slot] = card
    return order
