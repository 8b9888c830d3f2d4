"""A table of Durak: what the agreed options mean for seats, limits and ranking."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from cardtable.cards import SPADES, Card, Cards, suit_of
from cardtable.engine.moves import Seat, Seats
from cardtable.engine.rules import Rules
from cardtable.games.durak.options import DurakOptions
from cardtable.games.durak.ranking import JOKERS, Beaters, by_value, deck_of, lowest_trumps
from cardtable.games.durak.seating import Parts, Place, Seating
from cardtable.games.durak.state import NO_LIMIT, DurakStanding, DurakState


class DurakTable(Rules[DurakState, DurakStanding]):
    """The constants of a table from bout to bout: seating, number of attack cards, and what beats what."""

    place_names: tuple[str, ...] = ("table", "discard", "stock")
    # Slots here and below: the rules read so many attributes so often that an instance dictionary is too slow.
    __slots__ = (
        "_after_beat",
        "_after_take",
        "_beaters",
        "_first_limit",
        "_first_until_discard",
        "_hand_limits",
        "_lifts",
        "_limit_changes",
        "_neighbours",
        "_opener_draws",
        "banned_attacks",
        "by_value",
        "discard",
        "leaves_at_once",
        "lowest_trumps",
        "max_attack",
        "misdeals",
        "overload_limit",
        "parts",
        "seating",
        "table",
        "throws_in",
    )
    options: DurakOptions

    def __init__(self, options: DurakOptions, seats: int) -> None:
        super().__init__(options, seats, deck_of(options))
        self.seating = Seating(options, seats)
        self.table = seats
        self.discard = seats + 1
        self.max_attack = options.max_attack or NO_LIMIT
        self._lifts = options.limit_when_stock_empty == "lift"
        self._first_limit = options.first_limit or NO_LIMIT
        self._first_until_discard = options.first_limit_scope == "until_first_discard"
        self._hand_limits = options.hand_limit == "on"
        self._limit_changes = self._lifts or self._first_until_discard
        self._beaters = Beaters(options)
        self.parts: Callable[[Place, Place, Seat], Parts] = cache(self._parts)
        # The parts of the next bout for each defender's place and set of active players, cached as they come up.
        self._after_take: list[dict[Seats, Parts]] = [{} for _ in range(seats * seats)]
        self._after_beat: list[dict[Seats, Parts]] = [{} for _ in range(seats * seats)]
        self._opener_draws = options.draw_anchor == "opener"
        self._neighbours = options.who_throws == "neighbours"
        self.lowest_trumps = lowest_trumps(options)
        self.by_value = by_value(options)
        again = {"ace": options.redeal_ace, "five": options.redeal_five, "no_trump": options.redeal_no_trump}
        self.misdeals = {reason: reason == "five" for reason, deals_again in again.items() if deals_again}
        self.leaves_at_once = options.leave_when == "hand_empty"
        self.overload_limit = options.overload_limit
        self.throws_in = options.throw_in
        self.banned_attacks = JOKERS if options.joker_attack == "cover_only" else 0

    # The seating

    def _parts(self, attacker: Place, defender: Place, opener: Seat) -> Parts:
        anchor = opener if self._opener_draws and opener != defender.player else attacker.player
        return Parts(
            *attacker,
            *defender,
            opener,
            ring=self._ring(attacker.player, defender.seat),
            draw_order=self._draw_order(anchor, defender.player),
            to_open=(attacker.player,),
            to_defend=(defender.player,),
            place=defender.player * self.seats + defender.seat,
        )

    def parts_after(self, parts: Parts, active: Seats, taken: bool) -> Parts:
        """The attacker and defender of the next bout, which are cached (D-12, D-27, D-28)."""
        attacker = self.seating.opens_next(active, Place(parts.defender, parts.defender_seat), taken)
        found = self.parts(attacker, self.seating.defender(active, attacker), attacker.player)
        (self._after_take if taken else self._after_beat)[parts.place][active] = found
        return found

    def _ring(self, attacker: Seat, defender_seat: Seat) -> tuple[Seat, ...]:
        """The seats that may throw in by their place at the table, in ring order (D-21, D-53)."""
        ring = self.seating.ring(attacker, defender_seat)
        if self.options.who_throws == "attacking_team":
            return tuple(seat for seat in ring if self.seating.side[attacker] >> seat & 1)
        return ring[:1] if self.options.who_throws == "attacker_only" else ring

    def throwers(self, state: DurakState) -> tuple[Seat, ...]:
        """E: the seats that may throw in, in ring order (D-21, D-53)."""
        ring = self._neighbours_of(state) if self._neighbours else state.parts.ring
        # Players who have left hold no cards, so it is enough to check for cards.
        if state.barred or state.hidden is not None:
            return tuple(seat for seat in filter(state.size, ring) if not state.barred >> seat & 1)
        for seat in ring:
            if not state.places[seat]:
                return tuple(filter(state.places.__getitem__, ring))
        return ring

    def _neighbours_of(self, state: DurakState) -> tuple[Seat, ...]:
        """The seats that may throw in if only the defender's neighbours may, with or without cards (D-21)."""
        neighbour = self.seating.neighbour(state.active, self.seating.places[state.defender][state.defender_seat])
        return (state.attacker,) if neighbour in (state.attacker, -1) else (state.attacker, neighbour)

    def transfer_target(self, state: DurakState) -> Place | None:
        """The defender after a transfer, and the seat they act from (D-43, D-54); None if nobody is left."""
        return self.seating.target(state.active, self.seating.places[state.defender][state.defender_seat])

    def draw_order(self, state: DurakState) -> tuple[Seat, ...]:
        """The seats that fill their hands after a bout, in order (D-30); only seats still in the deal."""
        order = state.parts.draw_order
        return tuple([seat for seat in order if state.active >> seat & 1]) if state.out else order

    def _draw_order(self, anchor: Seat, defender: Seat) -> tuple[Seat, ...]:
        order = [*self.clockwise_from[anchor]]
        if self.options.draw_order != "clockwise_from_attacker":
            order.remove(defender)
            order.insert(0 if self.options.draw_order == "defender_first" else len(order), defender)
        return tuple(order)

    # The number of attack cards

    def set_room(self, state: DurakState) -> None:
        """Sets `cap` to min(L - A, H - U), not below 0 (D-13); to L - A if the hand sets no limit (D-89).

        This number alone says whether anything may be thrown in now: 0 if nothing may be after the opening (D-19). A
        cover takes one from H and one from U, so within a bout only added cards, a transfer or a new L change it.
        """
        if state.attacks and not self.throws_in:
            state.room = 0
            return
        left = state.limit - len(state.attacks)
        if self._hand_limits:
            room = state.places[state.defender].bit_count() - state.uncovered.bit_count()
        else:
            room = len(self.deck) - len(state.attacks)
        if left < room:
            room = left
        state.room = room if room > 0 else 0

    def limits(self, state: DurakState) -> bool:
        """Whether the attack cards of this bout are limited by anything besides fitting cards (D-13, D-89)."""
        return self._hand_limits or state.limit < NO_LIMIT

    def transfer_room(self, state: DurakState) -> int:
        """The number of cards that may be used to transfer; below 0 if none may even be shown (D-44, D-89)."""
        target = self.transfer_target(state)
        hand = 0 if target is None else state.size(target.player)
        room = hand - state.uncovered.bit_count() if self._hand_limits else len(self.deck) if hand else -1
        return min(room, max(0, state.limit - len(state.attacks)))

    def set_limit(self, state: DurakState) -> None:
        """Sets L for the bout that is about to begin (D-13)."""
        limit = self.max_attack
        if self._lifts and not state.stock:
            limit = NO_LIMIT
        state.most = state.limit = limit
        if state.bout == 1 or self._first_until_discard:
            first = self._first_limit
            if first < limit and not (self._first_until_discard and state.beaten_once):
                state.limit = first

    # What beats what

    def trump_of(self, turn_up: Card) -> int:
        """The trump suit fixed by a turn-up; -1 for no trumps (D-05, D-64, D-65)."""
        suit = suit_of(turn_up)
        if suit is None or (suit == SPADES and self.options.spade_turn_up == "no_trump"):
            return -1
        return suit

    def beats(self, trump: int, card: Card, attack: Card) -> bool:
        """Whether the card covers the attack card under this trump suit, -1 for none (D-15)."""
        return bool(self._beaters[trump][attack] >> card & 1)

    def beaters_of(self, state: DurakState, attack: Card) -> Cards:
        """The cards that beat an attack card in this deal (D-15)."""
        return self._beaters[state.trump][attack]
