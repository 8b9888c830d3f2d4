"""Durak: a match of several deals (D-80 to D-83), its dealers and first attackers, and an evening of matches."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from cardtable.cards import bits
from cardtable.engine.rules import Rules
from cardtable.engine.text import Text, say_as
from cardtable.engine.verdict import places_by
from cardtable.games.durak import ending
from cardtable.games.durak.ranking import ladder_top
from cardtable.games.durak.state import DurakStanding, DurakState
from cardtable.games.durak.table import DurakTable


def start(rules: DurakTable) -> DurakStanding:
    """The standing of a new match: nobody has been the fool."""
    nothing = (0,) * rules.seats
    return DurakStanding(fools=nothing, firsts=nothing, epaulettes=nothing)


def again(rules: DurakTable, standing: DurakStanding) -> DurakStanding:
    """Carries the last fool over, who deals and decides the opener; sixes already hung stay (D-03, D-11, D-71).

    For D-42 only the first deal of the evening is the first deal of a match. A ladder starts again from the bottom.
    """
    begun = dataclasses.replace(Rules.again(rules, standing), fool=standing.fool, first=standing.first)
    if rules.options.match == "ladder":
        return dataclasses.replace(begun, deals=standing.deals)
    return dataclasses.replace(begun, deals=standing.deals, epaulettes=standing.epaulettes)


def tally(rules: DurakTable, ended: Sequence[DurakStanding], now: DurakStanding) -> tuple[Text, tuple[int, ...]]:
    """How often each was the fool; with a ladder, how often each lost the match (D-80)."""
    if rules.options.match == "ladder":
        lost = [sum(bool(one.winners) and seat not in one.winners for one in ended) for seat in range(rules.seats)]
        return say_as("evening", "lost"), tuple(lost)
    matches = ended if now.over else (*ended, now)
    fools = [sum(match.fools[seat] for match in matches) for seat in range(rules.seats)]
    return say_as("evening", "fool"), tuple(fools)


def match_places(rules: DurakTable, standing: DurakStanding) -> tuple[int, ...]:
    """With a fixed number of deals, ordered by fewest times as the fool; otherwise only the loser counts (D-80)."""
    if rules.options.match == "deals":
        return places_by([-count for count in standing.fools])
    return Rules.match_places(rules, standing)


def standing_after(rules: DurakTable, standing: DurakStanding, state: DurakState) -> DurakStanding:
    """Adds fools, first finishers and draws; sets the next dealer and opener (D-80 to D-82, D-03, D-11)."""
    options = rules.options
    drawn = state.fool < 0
    first = ending.first_finisher(rules, state)
    fools = tuple(count + (state.losers >> seat & 1) for seat, count in enumerate(standing.fools))
    winners = 0 if drawn or first is None else rules.seating.side[first]
    firsts = tuple(count + (winners >> seat & 1) for seat, count in enumerate(standing.firsts))
    worn = list(standing.epaulettes)
    if state.epaulettes:
        worn[state.defender] += state.epaulettes
    if state.awarded >= 0:
        for seat in bits(rules.seating.side[state.awarded]):
            worn[seat] += 1
    dealer = state.dealer
    if not drawn:
        dealer = state.fool if options.next_dealer == "loser" else (dealer + 1) % rules.seats
    deals = standing.deals + 1
    over = (
        options.match == "single"
        or (options.match == "deals" and deals >= options.match_length)
        or (options.match == "fools" and max(fools) >= options.match_length)
        or (options.match == "ladder" and max(worn) > ladder_top(options))
    )
    counts = worn if options.match == "ladder" else list(fools)
    bar = min(counts) if options.match in ("single", "deals") else max(counts) - 1
    won = tuple([seat for seat in range(rules.seats) if counts[seat] <= bar])
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
