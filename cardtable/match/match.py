"""A match: deal after deal at one table, until the standing says it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from random import Random
from typing import NamedTuple

from cardtable.cards import Card, shuffled
from cardtable.engine.moves import DEALER, Event, Log, Move, Seat, told_to
from cardtable.engine.rules import BY_DEALER, MOST_MISDEALS, AnyRules, Misdeal, Standing, check, shuffle_move
from cardtable.engine.state import Observation, State, observe
from cardtable.engine.text import Text, say


class Decided(NamedTuple):
    """A decision with what its seat knew at the time."""

    seen: Observation
    move: Move
    events: tuple[Event, ...]
    """The earlier events of the deal, as the seat may know them."""


class Match:
    """The deals of one match and its totals. It holds the full state, so only a table or a replay owns a match.

    In an evening, matches follow one another until nobody stays; deals are numbered throughout.
    """

    def __init__(self, rules: AnyRules, seed: int, *, evening: bool = False) -> None:
        self.evening = evening
        self.risen = False
        """Whether the evening is over because nobody stayed."""
        self.past: list[Standing] = []
        """The final standings of the earlier matches."""
        self.deals_before = 0
        """The number of deals in those matches."""
        self.rules = rules
        self.seed = seed
        self.standing: Standing = rules.start()
        self.deals = 0
        self._shuffles = 0
        self._state: State | None = None
        self._begin: Callable[[Log], State] | None = None
        """Recreates the current deal as it began, and logs it."""
        self._before: Standing = self.standing
        """The standing before the current deal."""
        self._made: list[tuple[Seat, Move]] = []
        self._idle: set[int] = set()
        """The indices in `_made` of moves by which a seat without news stayed silent."""

    def copy(self) -> Match:
        """An independent copy, with the same random events to come."""
        new = copy(self)
        new.past, new._made, new._idle = self.past[:], self._made[:], set(self._idle)
        new._state = None if self._state is None else self._state.copy()
        return new

    @property
    def state(self) -> State:
        """The current deal, or the last one."""
        assert self._state is not None, "no deal has begun"
        return self._state

    @property
    def deal_over(self) -> bool:
        """Whether no deal is in progress."""
        return self._state is None or not self._state.to_act

    @property
    def standing_before(self) -> Standing:
        """The standing before the current or last deal."""
        return self._before

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.standing.over

    @property
    def is_closed(self) -> bool:
        """Whether no more deals will follow."""
        return self.risen or (self.over and not self.evening)

    @property
    def deal_name(self) -> Text:
        """The name of the current or last deal; in later matches of an evening it includes the match."""
        rules = self.rules
        if rules.one_deal or not self.deals_before:
            return rules.deal_name(self.deals)
        match, deal = len(self.past) + 1, rules.deal_name(self.deals - self.deals_before)
        return say("match {match}, {deal}", match=match, deal=deal)

    @property
    def ended(self) -> list[Standing]:
        """The final standings of the finished matches."""
        return [*self.past, self.standing] if self.over else [*self.past]

    def next_cards(self) -> tuple[int, Seat, tuple[Card, ...]]:
        """The seed, dealer and deck of the next deal, derived from the match's seed."""
        *_, (seed, deck, _) = self._dealt()
        return seed, self._next_dealer(), deck

    def misdeals(self) -> tuple[Misdeal, ...]:
        """The misdeals before the cards of `next_cards`, in order (D-85)."""
        return tuple(misdeal for *_, misdeal in self._dealt() if misdeal is not None)

    def rise(self) -> None:
        """Ends the evening; only between two deals."""
        assert self.evening, "there is no evening"
        assert self.deal_over, "a deal goes on"
        self.risen = True

    def _next_dealer(self) -> Seat:
        dealer = self.standing.dealer
        return int(Random(f"{self.seed} lot").random() * self.rules.seats) if dealer is None else dealer

    def _dealt(self) -> Iterator[tuple[int, tuple[Card, ...], Misdeal | None]]:
        """Yields the decks dealt, each with its seed and misdeal; the last one stands and has None."""
        dealer = self._next_dealer()
        for again in range(MOST_MISDEALS + 1):
            named = f"{self.seed} deal {self.deals + 1}"
            seed = Random(f"{named} again {again}" if again else named).getrandbits(48)
            deck = shuffled(self.rules.deck, seed)
            misdeal = self.rules.misdeal(deck, dealer) if again < MOST_MISDEALS else None
            yield seed, deck, misdeal
            if misdeal is None:
                return

    def deal(self, deck: tuple[Card, ...], dealer: Seat, log: Log = None, misdeals: Sequence[Misdeal] = ()) -> None:
        """Starts the next deal with this deck, after these misdeals, which everybody is told about."""
        if self.over and self.evening:
            self.past.append(self.standing)
            self.standing = self.rules.again(self.standing)
            self.deals_before = self.deals
        standing = self.standing

        def begin(log: Log) -> State:
            if log is not None:
                log += [Event(f"misdeal_{reason}", seat) for reason, seat in misdeals]
            dealt: State = self.rules.deal(deck, dealer, standing, log)
            return dealt

        self._begin_with(begin, log)

    def put_down(self, state: State) -> None:
        """Starts the next deal in the middle: from this position, with no earlier events."""
        self.standing = self.rules.standing_before(state)
        self._begin_with(lambda log: state.copy(), None)

    def _begin_with(self, begin: Callable[[Log], State], log: Log) -> None:
        self._begin, self._before = begin, self.standing
        self._made = []
        self._idle = set()
        self._state = begin(log)
        self.deals += 1
        self._shuffles = 0
        self._settle()

    @property
    def shuffle_due(self) -> bool:
        """Whether the dealer must shuffle before anybody may act."""
        return self._state is not None and self._state.to_act == BY_DEALER

    def next_shuffle(self) -> Move:
        """The dealer's chance move, derived from the match's seed."""
        return shuffle_move(Random(f"{self.seed} deal {self.deals} shuffle {self._shuffles + 1}"))

    def check(self, seat: Seat, move: Move) -> None:
        """Raises RuleBroken if the move is not legal now."""
        check(self.rules, self.state, seat, move)

    def play(self, seat: Seat, move: Move, log: Log = None) -> None:
        """Makes a checked move; the last move of a deal also settles the standing."""
        self._shuffles += seat == DEALER
        if move == self.rules.silence(self.state) and not self.rules.has_news(self.state, seat):
            self._idle.add(len(self._made))
        self._made.append((seat, move))
        self.rules.play(self.state, seat, move, log)
        self._settle()

    @property
    def made(self) -> Sequence[tuple[Seat, Move]]:
        """The moves of this deal, including the dealer's."""
        return self._made

    def decided_ago(self, seat: Seat) -> int:
        """How many moves ago this seat made its latest decision in this deal; 0 if it has not made one."""
        made = self._made
        mine = [at for at, (mover, _) in enumerate(made) if mover == seat and at not in self._idle]
        return len(made) - mine[-1] if mine else 0

    def take_back(self, count: int, log: Log = None) -> None:
        """Restores the deal to the point before its last `count` moves, and logs it from its beginning."""
        assert self._begin is not None, "no deal has begun"
        kept = self._made[: len(self._made) - count]
        self.deals -= 1
        self.standing = self._before
        self._begin_with(self._begin, log)
        for seat, move in kept:
            self.play(seat, move, log)

    def decided(self) -> Iterator[Decided]:
        """Yields the moves of this deal, except the dealer's, each with what its seat knew at the time."""
        assert self._begin is not None, "no deal has begun"
        events: list[Event] = []
        state = self._begin(events)
        for seat, move in self._made:
            if seat != DEALER:
                yield Decided(observe(state, seat), move, tuple(told_to(seat, events)))
            self.rules.play(state, seat, move, events)

    def _settle(self) -> None:
        if not self.state.to_act:
            self.standing = self.rules.settle(self.standing, self.state)
