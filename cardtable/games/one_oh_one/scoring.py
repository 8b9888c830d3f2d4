"""The points of a deal of 101, and their effect on the match (O-27 to O-33)."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from cardtable.cards import RANK_CARDS, RANKS, SPADES, SUIT_CARDS, Cards, bits
from cardtable.engine.moves import Seat, Seats
from cardtable.games.one_oh_one.options import OneOhOneOptions
from cardtable.games.one_oh_one.state import OneOhOneStanding, OneOhOneState
from cardtable.games.one_oh_one.tables import JACKS, QUEENS

QUEEN_OF_SPADES = QUEENS & SUIT_CARDS[SPADES]

_COURT = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
_VALUES = {
    "standard": {**_COURT, **{str(face): face for face in range(2, 9)}, "9": 0},
    "pentagon": {**_COURT, "Q": 20},
}
"""For each table of points, the value of every rank that counts (O-27)."""


class DealScore(NamedTuple):
    """The result of a finished deal, by seat."""

    points: tuple[int | None, ...]
    """The points of the deal; None for a seat that was not in it."""
    totals: tuple[int, ...]
    """The totals after the deal and any resets (O-31)."""
    resets: tuple[Seat, ...]
    """The seats whose totals were reset (O-31)."""
    eliminated: Seats
    """The seats eliminated from the match by this deal (O-30, O-32)."""


def card_points(options: OneOhOneOptions, hand: Cards) -> int:
    """The card points of a hand (O-27)."""
    values = _VALUES[options.points_table]
    return sum((hand & RANK_CARDS[RANKS.index(rank)]).bit_count() * value for rank, value in values.items())


def loser_points(options: OneOhOneOptions, hand: Cards) -> int:
    """The points for the player left with a hand, before doubling (O-27, O-29)."""
    points = card_points(options, hand)
    only_queens = hand and not hand & ~QUEENS
    if not options.only_queens_penalty or not only_queens:
        return points
    if options.only_queens_scope == "single" and hand & (hand - 1):
        return points
    penalty = options.only_queens_penalty * hand.bit_count()
    return points + penalty if options.only_queens_mode == "add" else penalty


def bonus(options: OneOhOneOptions, cards: Cards) -> int:
    """The points taken off for going out with these cards (O-28)."""
    plain = (cards & QUEENS & ~QUEEN_OF_SPADES).bit_count()
    return plain * options.queen_out_bonus + (cards & QUEEN_OF_SPADES).bit_count() * options.queen_spades_out_bonus


def deal_points(options: OneOhOneOptions, state: OneOhOneState, seat: Seat) -> int:
    """A player's points in this finished deal (O-26 to O-30)."""
    if seat == state.winner:
        return -bonus(options, state.went_out_with)
    doubled = options.jack_out_doubles and state.went_out_with & JACKS
    return loser_points(options, state.places[seat]) * (2 if doubled else 1)


def _left_with_jacks(options: OneOhOneOptions, hand: Cards) -> bool:
    if options.jack_left_loses == "any_jack":
        return bool(hand & JACKS)
    return options.jack_left_loses == "only_jacks" and bool(hand) and not hand & ~JACKS


def score(options: OneOhOneOptions, state: OneOhOneState) -> DealScore:
    """Points, new totals, resets and eliminations of a finished deal (O-26 to O-32)."""
    points: list[int | None] = [None] * len(state.totals)
    totals = list(state.totals)
    resets = []
    eliminated = 0
    limit = options.limit
    for seat in bits(state.active):
        gained = points[seat] = deal_points(options, state, seat)
        total = totals[seat] + gained
        if (options.exact_resets and total == limit) or (options.minus_exact_resets and total == -limit):
            total = 0
            resets.append(seat)
        totals[seat] = total
        bust = total >= limit if options.bust_rule == "reach" else total > limit
        if bust or (seat != state.winner and _left_with_jacks(options, state.places[seat])):
            eliminated |= 1 << seat
    return DealScore(tuple(points), tuple(totals), tuple(resets), eliminated)


def match_places(totals: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    """Each seat's place in a finished match: 1 is best, and equal players share one (O-33).

    Players still in the match come first, then later eliminations before earlier ones, then the lower total.
    """
    last = max(gone) + 1
    rank = [(-(deal or last), total) for deal, total in zip(gone, totals, strict=True)]
    return tuple(1 + sum(other < mine for other in rank) for mine in rank)


def settle(
    options: OneOhOneOptions, standing: OneOhOneStanding, state: OneOhOneState, deal: DealScore
) -> OneOhOneStanding:
    """The match after this deal, without its score sheet (O-04, O-05, O-26, O-31 to O-33)."""
    seats = len(deal.totals)
    number = standing.deals + 1
    gone = tuple(
        number if deal.eliminated >> seat & 1 else was for seat, was in zip(range(seats), standing.gone, strict=True)
    )
    left = [seat for seat in range(seats) if not gone[seat]]
    over = len(left) <= 1 or (options.after_bust == "stop" and bool(deal.eliminated))
    places = match_places(deal.totals, gone) if over else (0,) * seats
    won = [int(seat == state.winner) for seat in range(seats)]
    queens = (state.went_out_with & QUEENS & ~QUEEN_OF_SPADES) != 0
    spades = (state.went_out_with & QUEEN_OF_SPADES) != 0
    clockwise = [(state.dealer + step) % seats for step in range(1, seats + 1)]
    return dataclasses.replace(
        standing,
        deals=number,
        dealer=next((seat for seat in clockwise if not gone[seat]), state.dealer),
        over=over,
        winners=tuple(seat for seat in range(seats) if places[seat] == 1),
        totals=deal.totals,
        gone=gone,
        leader=None if over else _next_leader(options, state, deal, [seat for seat in clockwise if not gone[seat]]),
        wins=_added(standing.wins, won),
        queens_out=_added(standing.queens_out, [one * queens for one in won]),
        spades_out=_added(standing.spades_out, [one * spades for one in won]),
        places=places,
    )


def _next_leader(options: OneOhOneOptions, state: OneOhOneState, deal: DealScore, left: list[Seat]) -> Seat | None:
    """The winner; after a blocked deal the player with the fewest points, the first from the dealer's left (O-26)."""
    if options.opening == "dealer_card":
        return None
    if state.winner >= 0:
        return state.winner
    return min(left, key=lambda seat: deal.points[seat] or 0)


def _added(counts: tuple[int, ...], more: list[int]) -> tuple[int, ...]:
    return tuple(count + one for count, one in zip(counts, more, strict=True))
