"""The points of a deal of King by contracts, and the match standing (G-10, G-14 to G-20, G-M02)."""

from __future__ import annotations

import dataclasses

from cardtable.cards import Cards
from cardtable.games.king.counting import LAST, as_number
from cardtable.games.king.state import KingStanding, KingState
from cardtable.games.king.table import KingTable


def points(table: KingTable, state: KingState) -> tuple[float, ...]:
    """The points of this deal by seat: charges, captured cards, tricks; the last two tricks once the deal is over."""
    count = table.count(state)
    found = list(state.charged)
    places = state.places
    over = state.moment == "over"
    for seat in range(table.seats):
        captured = state.captured[seat]
        if over and seat == state.orderer:
            captured |= places[table.laid_out] & table.not_laid_out(state)
        if count.slam is not None and captured & count.cards == count.cards & table.all_cards:
            found = [charge + count.slam * (other == seat) for other, charge in enumerate(state.charged)]
            break
        for cards, worth in count.groups:
            found[seat] += worth * (captured & cards).bit_count()
        found[seat] += count.trick * state.winners.count(seat)
        if over and count.last_two:
            found[seat] += count.last_two * state.winners[-LAST:].count(seat)
    return tuple([as_number(amount) for amount in found])


def still_counts(table: KingTable, state: KingState) -> Cards:
    """The cards that count in this deal and are not captured yet; none before a penalty suit is named."""
    if state.contract == "trade_suit" and state.penalty < 0:
        return 0
    return table.count(state).cards & table.all_cards & ~state.places[table.captured]


def scores(table: KingTable, state: KingState) -> tuple[float, ...]:
    """For each seat, the share of opponents with fewer points, counting half for equal points."""
    found = points(table, state)
    scores = []
    for own in found:
        beaten = sum(other < own for other in found) + (sum(other == own for other in found) - 1) / 2
        scores.append(beaten / (table.seats - 1))
    return tuple(scores)


def signed(amount: float) -> str:
    """Points in the form used on the score sheet: `"+8"`, `"-16"`, `"0"`."""
    return f"{amount:+g}".replace("-", "\N{MINUS SIGN}") if amount else "0"


def is_passed_out(state: KingState) -> bool:
    """Whether nobody bid, so that the deal was not played (G-30)."""
    return state.moment == "over" and state.contract == "trade_suit" and state.penalty < 0


def standing_after(table: KingTable, standing: KingStanding, state: KingState) -> KingStanding:
    """The match after this deal: its points are added to the totals, and the deal passes to the left (G-01, G-20)."""
    found = points(table, state)
    totals = tuple([as_number(total + more) for total, more in zip(standing.totals, found, strict=True)])
    deals = standing.deals + 1
    passed_out = standing.passed_out + 1 if is_passed_out(state) else 0
    ordered = standing.ordered
    if table.programme.ordered:
        ordered = tuple(
            [(*names, state.contract) if seat == state.orderer else names for seat, names in enumerate(ordered)]
        )
    over = table.programme.is_over(deals, totals, passed_out)
    best = max(totals)
    return dataclasses.replace(
        standing,
        deals=deals,
        dealer=(state.dealer + 1) % table.seats,
        over=over,
        winners=tuple([seat for seat, total in enumerate(totals) if total == best]) if over else (),
        totals=totals,
        ordered=ordered,
        passed_out=passed_out,
    )
