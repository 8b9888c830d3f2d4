"""What is written down for a deal of King by contracts, and the match it belongs to (G-10, G-14 to G-20, G-M02)."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from cardtable.engine.rules import Result, SheetRow
from cardtable.engine.text import Suit, Text, Who, say
from cardtable.games.king.contracts import CONTRACTS, LAST, as_number, short_text
from cardtable.games.king.contracts_dealing import highest
from cardtable.games.king.contracts_state import ContractsStanding, ContractsState

if TYPE_CHECKING:
    from cardtable.games.king.contracts_rules import KingContracts


def points(rules: KingContracts, state: ContractsState) -> tuple[float, ...]:
    """By seat the points of this deal: charges, captured cards, tricks; the last two once the deal is over."""
    count = rules.count(state)
    found = list(state.charged)
    places = state.places
    over = state.moment == "over"
    for seat in range(rules.seats):
        captured = state.captured[seat]
        if over and seat == state.orderer:
            captured |= places[rules.laid_out] & rules.not_laid_out(state)
        if count.slam is not None and captured & count.cards == count.cards & rules.all_cards:
            return tuple([count.slam if other == seat else 0 for other in range(rules.seats)])
        for cards, worth in count.groups:
            found[seat] += worth * (captured & cards).bit_count()
        found[seat] += count.trick * state.winners.count(seat)
        if over and count.last_two:
            found[seat] += count.last_two * state.winners[-LAST:].count(seat)
    return tuple([as_number(amount) for amount in found])


def result(rules: KingContracts, state: ContractsState) -> Result:
    """For everybody the share of the others who wrote less, half of one for each who wrote as much."""
    found = points(rules, state)
    scores = []
    for own in found:
        beaten = sum(other < own for other in found) + (sum(other == own for other in found) - 1) / 2
        scores.append(beaten / (rules.seats - 1))
    lines = [say("{who}: {points}", who=Who(seat), points=signed(amount)) for seat, amount in enumerate(found)]
    if is_passed_out(state):
        lines = [say("Everybody passed: nothing is written down.")]
    return Result(tuple(scores), tuple(lines))


def signed(amount: float) -> str:
    """Points as they are written down: `"+8"`, `"-16"`, `"0"`."""
    return f"{amount:+g}".replace("-", "\N{MINUS SIGN}") if amount else "0"


def is_passed_out(state: ContractsState) -> bool:
    """Whether nobody bid, so that the deal was not played (G-30)."""
    return state.moment == "over" and state.contract == "trade_suit" and state.penalty < 0


def settle(rules: KingContracts, standing: ContractsStanding, state: ContractsState) -> ContractsStanding:
    """The match after this deal."""
    found = points(rules, state)
    totals = tuple([as_number(total + more) for total, more in zip(standing.totals, found, strict=True)])
    deals = standing.deals + 1
    passed_out = standing.passed_out + 1 if is_passed_out(state) else 0
    ordered = standing.ordered
    if rules.programme.ordered:
        ordered = tuple(
            [(*names, state.contract) if seat == state.orderer else names for seat, names in enumerate(ordered)]
        )
    over = rules.programme.is_over(deals, totals, passed_out)
    best = max(totals)
    return dataclasses.replace(
        standing,
        deals=deals,
        dealer=(state.dealer + 1) % rules.seats,
        over=over,
        winners=tuple([seat for seat, total in enumerate(totals) if total == best]) if over else (),
        sheet=(*standing.sheet, SheetRow(_label(rules, state), found, _notes(state))),
        totals=totals,
        ordered=ordered,
        passed_out=passed_out,
    )


def _label(rules: KingContracts, state: ContractsState) -> Text:
    """A deal as it stands on the score sheet: contract, trumps, and who ordered."""
    if is_passed_out(state):
        return say("passed out")
    bidder, amount = highest(state)
    if state.penalty >= 0:
        suit = Suit(state.penalty)
        if bidder < 0:
            return say("{suit}", suit=suit)
        return say("{suit}, {bid} {who}", suit=suit, bid=amount, who=Who(bidder))
    if not rules.programme.ordered and not rules.has_trump(state.contract):
        return Text(CONTRACTS[state.contract].title)
    contract = short_text(state.contract)
    if state.trump < 0:
        return say("{contract} {who}", contract=contract, who=Who(state.orderer))
    return say("{contract} {suit} {who}", contract=contract, suit=Suit(state.trump), who=Who(state.orderer))


def _notes(state: ContractsState) -> tuple[Text, ...]:
    """What else is worth a word."""
    return (say("the King was kept back"),) if state.fined else ()
