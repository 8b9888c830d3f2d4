"""Durak: the end of a deal and the fool (D-35 to D-37, D-55, D-56, D-67, D-71, D-72, D-84)."""

from __future__ import annotations

from cardtable.cards import SUIT_CARDS, Cards, bits
from cardtable.engine.moves import Event, Log, Seat
from cardtable.games.durak.ranking import first_step, step_rank
from cardtable.games.durak.state import GUARD, DurakState
from cardtable.games.durak.table import DurakTable


def end_if_decided(rules: DurakTable, state: DurakState, unbeaten: Cards, log: Log) -> None:
    """Ends the deal if this bout decided it, or if it would never end (D-35 to D-37, D-67)."""
    if is_played_out(rules, state):
        _end_deal(rules, state, unbeaten, log)
    elif rules.overload_limit is not None and (player := overloaded(rules, state)) >= 0:
        if log is not None:
            log.append(Event("overloaded", player, size=state.size(player), arg=rules.overload_limit))
        side = state.active & rules.seating.side[player]
        _lose(rules, state, rules.seating.nearest_of(side, state.defender), unbeaten, log)
    elif state.idle_takes >= GUARD:
        _end_deal(rules, state, unbeaten, log)


def overloaded(rules: DurakTable, state: DurakState) -> Seat:
    """The nearest player clockwise from the defender who holds too many cards; -1 for none (D-67)."""
    limit = rules.overload_limit
    return -1 if limit is None else _holding(rules, state, limit)


def _holding(rules: DurakTable, state: DurakState, count: int) -> Seat:
    """The first player clockwise from the defender, who counts too, with at least this many cards; -1 for none."""
    heavy = 0
    for seat in range(rules.seats):
        if state.size(seat) >= count:
            heavy |= 1 << seat
    return rules.seating.nearest_of(heavy, state.defender) if heavy else -1


def is_played_out(rules: DurakTable, state: DurakState) -> bool:
    """Whether at most one side is left, and no stock that could change this (D-35, D-36, D-55)."""
    return (not state.stock or rules.leaves_at_once) and rules.seating.decided(state.active)


def _end_deal(rules: DurakTable, state: DurakState, unbeaten: Cards, log: Log) -> None:
    """The side that still holds cards has lost; otherwise, or if it would never end, a draw (D-35 to D-37, D-55).

    Without draws the fool is the last player to get rid of their cards, or the one who holds the most (D-84).
    """
    active = state.active
    if active and rules.seating.decided(active):
        _lose(rules, state, rules.seating.nearest_of(active, state.defender), unbeaten, log)
    elif rules.options.draws == "on":
        state.to_act = ()
        if log is not None:
            log.append(Event("drawn", -1))
    elif active:
        _lose(rules, state, _holding(rules, state, max(map(state.size, bits(active)))), 0, log)
    else:
        # The last attack card was played before the defender's last cover.
        _lose(rules, state, state.defender, 0, log)


def wins_at_once(rules: DurakTable, state: DurakState, log: Log) -> bool:
    """Whether attacking with a player's last card has just ended the deal (D-84).

    The only side left has lost, as if its defender had taken all uncovered cards.
    """
    if not is_played_out(rules, state):
        return False
    _lose(rules, state, rules.seating.nearest_of(state.active, state.defender), state.uncovered, log)
    return True


def _lose(rules: DurakTable, state: DurakState, fool: Seat, unbeaten: Cards, log: Log) -> None:
    """Makes this player the fool, with their team, and hangs any epaulettes (D-55, D-56, D-67, D-71, D-72)."""
    taker = state.defender
    state.to_act = ()
    state.fool = fool
    state.losers = rules.seating.side[fool]
    if log is not None:
        log.append(Event("fool", fool))
    if rules.options.epaulettes == "off" or not state.losers >> taker & 1:
        return
    if rules.options.epaulettes == "sixes":
        state.epaulettes = min(2, (unbeaten & step_rank(rules.options, 0)).bit_count())
    else:
        plain = unbeaten & ~(SUIT_CARDS[state.trump] if state.trump >= 0 else 0)
        if plain and unbeaten & step_rank(rules.options, state.needs[taker]):
            state.awarded = taker
    if log is not None and (state.epaulettes or state.awarded >= 0):
        kind = "epaulettes" if state.awarded < 0 else "step"
        rank = first_step(rules.options) + state.needs[taker]
        log.append(Event(kind, taker, size=state.epaulettes, arg=rank))


def first_finisher(rules: DurakTable, state: DurakState) -> Seat | None:
    """The first winner to finish; with three teams, the first of the team that was out first (D-56, D-81)."""
    side = rules.seating.side
    if rules.options.teams == "2x2x2":
        gone = 0
        for seat in state.out:
            gone |= 1 << seat
            if side[seat] & ~gone == 0:
                return next(mate for mate in state.out if side[seat] >> mate & 1)
        return None
    return next((seat for seat in state.out if not state.losers >> seat & 1), None)
