"""Durak: the end of a deal, the fool, and the standing of the match."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import ClassVar

from cardtable.cards import SUIT_CARDS, Cards, bits
from cardtable.engine.moves import Event, Log, Seat
from cardtable.engine.text import Text, say, say_as
from cardtable.engine.verdict import places_by
from cardtable.games.durak.options import DurakOptions
from cardtable.games.durak.ranking import first_step, ladder_top, step_rank
from cardtable.games.durak.state import GUARD, DurakStanding, DurakState
from cardtable.games.durak.table import DurakTable


class DealEnds(DurakTable):
    """The end of a deal, and a match of several deals (D-35 to D-37, D-55, D-56, D-67, D-71, D-72, D-80 to D-84)."""

    __slots__ = ("_draws", "_last_card_wins", "_leave_at_once", "_overload_limit")

    def __init__(self, options: DurakOptions, seats: int) -> None:
        super().__init__(options, seats)
        self._leave_at_once = options.leave_when == "hand_empty"
        self._overload_limit = options.overload_limit
        self._draws = options.draws == "on"
        self._last_card_wins = options.last_card == "at_once"

    def _test_end(self, state: DurakState, unbeaten: Cards, log: Log) -> None:
        """Ends the deal if this bout decided it, or if it would never end (D-35 to D-37, D-67)."""
        if self.is_played_out(state):
            self._end_deal(state, unbeaten, log)
        elif self._overload_limit is not None and (player := self.overloaded(state)) >= 0:
            if log is not None:
                log.append(Event("overloaded", player, size=state.size(player), arg=self._overload_limit))
            side = state.active & self.seating.side[player]
            self._lose(state, self.seating.nearest_of(side, state.defender), unbeaten, log)
        elif state.idle_takes >= GUARD:
            self._end_deal(state, unbeaten, log)

    def overloaded(self, state: DurakState) -> Seat:
        """The nearest player clockwise from the defender who holds too many cards; -1 for none (D-67)."""
        limit = self._overload_limit
        return -1 if limit is None else self._holding(state, limit)

    def _holding(self, state: DurakState, count: int) -> Seat:
        """The first player clockwise from the defender, who counts too, with at least this many cards; -1 for none."""
        heavy = 0
        for seat in range(self.seats):
            if state.size(seat) >= count:
                heavy |= 1 << seat
        return self.seating.nearest_of(heavy, state.defender) if heavy else -1

    def is_played_out(self, state: DurakState) -> bool:
        """Whether at most one side is left, and no stock that could change this (D-35, D-36, D-55)."""
        return (not state.stock or self._leave_at_once) and self.seating.decided(state.active)

    def _end_deal(self, state: DurakState, unbeaten: Cards, log: Log) -> None:
        """The side that still holds cards has lost; otherwise, or if it would never end, a draw (D-35 to D-37, D-55).

        Without draws the fool is the last player to get rid of their cards, or the one who holds the most (D-84).
        """
        active = state.active
        if active and self.seating.decided(active):
            self._lose(state, self.seating.nearest_of(active, state.defender), unbeaten, log)
        elif self._draws:
            state.to_act = ()
            if log is not None:
                log.append(Event("drawn", -1))
        elif active:
            self._lose(state, self._holding(state, max(map(state.size, bits(active)))), 0, log)
        else:
            # The last attack card was played before the defender's last cover.
            self._lose(state, state.defender, 0, log)

    def wins_at_once(self, state: DurakState, log: Log) -> bool:
        """Whether attacking with a player's last card has just ended the deal (D-84).

        The only side left has lost, as if its defender had taken all uncovered cards.
        """
        if not self.is_played_out(state):
            return False
        self._lose(state, self.seating.nearest_of(state.active, state.defender), state.uncovered, log)
        return True

    def _lose(self, state: DurakState, fool: Seat, unbeaten: Cards, log: Log) -> None:
        """Makes this player the fool, with their team, and hangs any epaulettes (D-55, D-56, D-67, D-71, D-72)."""
        taker = state.defender
        state.to_act = ()
        state.fool = fool
        state.losers = self.seating.side[fool]
        if log is not None:
            log.append(Event("fool", fool))
        if self.options.epaulettes == "off" or not state.losers >> taker & 1:
            return
        if self.options.epaulettes == "sixes":
            state.epaulettes = min(2, (unbeaten & step_rank(self.options, 0)).bit_count())
        else:
            plain = unbeaten & ~(SUIT_CARDS[state.trump] if state.trump >= 0 else 0)
            if plain and unbeaten & step_rank(self.options, state.needs[taker]):
                state.awarded = taker
        if log is not None and (state.epaulettes or state.awarded >= 0):
            kind = "epaulettes" if state.awarded < 0 else "step"
            rank = first_step(self.options) + state.needs[taker]
            log.append(Event(kind, taker, size=state.epaulettes, arg=rank))

    def first_finisher(self, state: DurakState) -> Seat | None:
        """The first winner to finish; with three teams, the first of the team that was out first (D-56, D-81)."""
        side = self.seating.side
        if self.options.teams == "2x2x2":
            gone = 0
            for seat in state.out:
                gone |= 1 << seat
                if side[seat] & ~gone == 0:
                    return next(mate for mate in state.out if side[seat] >> mate & 1)
            return None
        return next((seat for seat in state.out if not state.losers >> seat & 1), None)

    shame: ClassVar[Text | None] = say("The fool of the evening")

    def start(self) -> DurakStanding:
        """The standing of a new match: nobody has been the fool."""
        nothing = (0,) * self.seats
        return DurakStanding(fools=nothing, firsts=nothing, epaulettes=nothing)

    @property
    def one_deal(self) -> bool:
        """Whether nothing beyond a single deal was agreed (D-80)."""
        return self.options.match == "single"

    def again(self, standing: DurakStanding) -> DurakStanding:
        """Carries the last fool over, who deals and decides the opener; sixes already hung stay (D-03, D-11, D-71).

        For D-42 only the first deal of the evening is the first deal of a match. A ladder starts again from the bottom.
        """
        begun = dataclasses.replace(super().again(standing), fool=standing.fool, first=standing.first)
        if self.options.match == "ladder":
            return dataclasses.replace(begun, deals=standing.deals)
        return dataclasses.replace(begun, deals=standing.deals, epaulettes=standing.epaulettes)

    def tally(self, ended: Sequence[DurakStanding], now: DurakStanding) -> tuple[Text, tuple[int, ...]]:
        """How often each was the fool; with a ladder, how often each lost the match (D-80)."""
        if self.options.match == "ladder":
            lost = [sum(bool(one.winners) and seat not in one.winners for one in ended) for seat in range(self.seats)]
            return say_as("evening", "lost"), tuple(lost)
        matches = ended if now.over else (*ended, now)
        fools = [sum(match.fools[seat] for match in matches) for seat in range(self.seats)]
        return say_as("evening", "fool"), tuple(fools)

    def match_places(self, standing: DurakStanding) -> tuple[int, ...]:
        """With a fixed number of deals, ordered by fewest times as the fool; otherwise only the loser counts (D-80)."""
        if self.options.match == "deals":
            return places_by([-count for count in standing.fools])
        return super().match_places(standing)

    def standing_after(self, standing: DurakStanding, state: DurakState) -> DurakStanding:
        """Adds fools, first finishers and draws; sets the next dealer and opener (D-80 to D-82, D-03, D-11)."""
        options = self.options
        drawn = state.fool < 0
        first = self.first_finisher(state)
        fools = tuple(count + (state.losers >> seat & 1) for seat, count in enumerate(standing.fools))
        winners = 0 if drawn or first is None else self.seating.side[first]
        firsts = tuple(count + (winners >> seat & 1) for seat, count in enumerate(standing.firsts))
        worn = list(standing.epaulettes)
        if state.epaulettes:
            worn[state.defender] += state.epaulettes
        if state.awarded >= 0:
            for seat in bits(self.seating.side[state.awarded]):
                worn[seat] += 1
        dealer = state.dealer
        if not drawn:
            dealer = state.fool if options.next_dealer == "loser" else (dealer + 1) % self.seats
        deals = standing.deals + 1
        over = (
            options.match == "single"
            or (options.match == "deals" and deals >= options.match_length)
            or (options.match == "fools" and max(fools) >= options.match_length)
            or (options.match == "ladder" and max(worn) > ladder_top(options))
        )
        counts = worn if options.match == "ladder" else list(fools)
        bar = min(counts) if options.match in ("single", "deals") else max(counts) - 1
        won = tuple([seat for seat in range(self.seats) if counts[seat] <= bar])
        if not over or (drawn and options.match == "single"):
            won = ()
        return dataclasses.replace(
            standing,
            deals=deals,
            dealer=dealer,
            over=over,
            winners=won,
            fools=fools,
            firsts=firsts,
            draws=standing.draws + drawn,
            fool=None if drawn else state.fool,
            first=None if drawn else first,
            epaulettes=tuple(worn),
        )
