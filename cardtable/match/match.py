"""A match: deal after deal at one table, until the standing says that it is over."""

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
    """A decision, with what its seat knew when it was made."""

    seen: Observation
    move: Move
    events: tuple[Event, ...]
    """What had happened in the deal, as the seat may know it."""


class Match:
    """The deals of one match and their totals. Holds the full state: only a table or a replay owns a match.

    In an evening the next match follows the one that ends, until nobody stays; the deals are counted through.
    """

    def __init__(self, rules: AnyRules, seed: int, *, evening: bool = False) -> None:
        self.evening = evening
        self.risen = False
        """The evening is over: nobody has stayed."""
        self.past: list[Standing] = []
        """How the matches ended that came before this one."""
        self.deals_before = 0
        """How many deals they had."""
        self.rules = rules
        self.seed = seed
        self.standing: Standing = rules.start()
        self.deals = 0
        self._shuffles = 0
        self._state: State | None = None
        self._begin: Callable[[Log], State] | None = None
        """Makes the deal that goes on as it was at its beginning, and tells it."""
        self._before: Standing = self.standing
        """The standing before it."""
        self._made: list[tuple[Seat, Move]] = []
        self._idle: set[int] = set()
        """Of these, by number, those by which a seat kept silent that had nothing new to say."""

    def copy(self) -> Match:
        """An independent match that stands so, with the same chance to come."""
        new = copy(self)
        new.past, new._made, new._idle = self.past[:], self._made[:], set(self._idle)
        new._state = None if self._state is None else self._state.copy()
        return new

    @property
    def state(self) -> State:
        """The deal that goes on, or the last one."""
        assert self._state is not None, "no deal has begun"
        return self._state

    @property
    def deal_over(self) -> bool:
        """No deal goes on."""
        return self._state is None or not self._state.to_act

    @property
    def standing_before(self) -> Standing:
        """How the match stood before the deal that goes on, or was the last one."""
        return self._before

    @property
    def over(self) -> bool:
        """The match has ended."""
        return self.standing.over

    @property
    def is_closed(self) -> bool:
        """Nothing is dealt any more."""
        return self.risen or (self.over and not self.evening)

    @property
    def deal_name(self) -> Text:
        """What the deal is called that goes on, or was the last one: in a later match of an evening with its match."""
        rules = self.rules
        if rules.one_deal or not self.deals_before:
            return rules.deal_name(self.deals)
        match, deal = len(self.past) + 1, rules.deal_name(self.deals - self.deals_before)
        return say("match {match}, {deal}", match=match, deal=deal)

    @property
    def ended(self) -> list[Standing]:
        """How the matches ended that are over."""
        return [*self.past, self.standing] if self.over else [*self.past]

    def next_cards(self) -> tuple[int, Seat, tuple[Card, ...]]:
        """The seed, the dealer and the deck of the next deal, which follow from the match's seed."""
        *_, (seed, deck, _) = self._dealt()
        return seed, self._next_dealer(), deck

    def misdeals(self) -> tuple[Misdeal, ...]:
        """Why cards are dealt again until those of `next_cards` stand, in order (D-85)."""
        return tuple(misdeal for *_, misdeal in self._dealt() if misdeal is not None)

    def rise(self) -> None:
        """The evening is over; only between two deals."""
        assert self.evening, "there is no evening"
        assert self.deal_over, "a deal goes on"
        self.risen = True

    def _next_dealer(self) -> Seat:
        dealer = self.standing.dealer
        return int(Random(f"{self.seed} lot").random() * self.rules.seats) if dealer is None else dealer

    def _dealt(self) -> Iterator[tuple[int, tuple[Card, ...], Misdeal | None]]:
        """The decks that are dealt, each with its seed, until one stands: that is the last, with None."""
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
        """Begins the next deal with this deck; before it there were these misdeals, which everybody is told."""
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
        """Begins the next deal in the middle: with this position, before which nothing has happened."""
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
        """The dealer must shuffle before anybody may act."""
        return self._state is not None and self._state.to_act == BY_DEALER

    def next_shuffle(self) -> Move:
        """The dealer's chance move, which follows from the match's seed."""
        return shuffle_move(Random(f"{self.seed} deal {self.deals} shuffle {self._shuffles + 1}"))

    def check(self, seat: Seat, move: Move) -> None:
        """Raises RuleBroken for a move that is not legal now."""
        check(self.rules, self.state, seat, move)

    def play(self, seat: Seat, move: Move, log: Log = None) -> None:
        """Makes a move that was checked; the standing is settled with the last one of a deal."""
        self._shuffles += seat == DEALER
        if move == self.rules.silence(self.state) and not self.rules.has_news(self.state, seat):
            self._idle.add(len(self._made))
        self._made.append((seat, move))
        self.rules.play(self.state, seat, move, log)
        self._settle()

    @property
    def made(self) -> Sequence[tuple[Seat, Move]]:
        """The moves of this deal, the dealer's among them."""
        return self._made

    def decided_ago(self, seat: Seat) -> int:
        """How many moves ago this seat decided something last in this deal; 0 when it has not yet."""
        made = self._made
        mine = [at for at, (mover, _) in enumerate(made) if mover == seat and at not in self._idle]
        return len(made) - mine[-1] if mine else 0

    def take_back(self, count: int, log: Log = None) -> None:
        """The deal as it was before its last `count` moves; the log tells it from its beginning."""
        assert self._begin is not None, "no deal has begun"
        kept = self._made[: len(self._made) - count]
        self.deals -= 1
        self.standing = self._before
        self._begin_with(self._begin, log)
        for seat, move in kept:
            self.play(seat, move, log)

    def decided(self) -> Iterator[Decided]:
        """The moves of this deal but the dealer's, each with what its seat knew when it was made."""
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
