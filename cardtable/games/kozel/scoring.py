"""The result of a hand of Kozel: the ladder, sixty, accounts, and the match score (K-18 to K-23)."""

from __future__ import annotations

import dataclasses

from cardtable.engine.moves import Event, Log, Seat
from cardtable.games.kozel.cards import HALF
from cardtable.games.kozel.state import PLAY, Booked, Ended, KozelStanding, KozelState
from cardtable.games.kozel.table import KozelTable
from cardtable.games.tricks import points_of

SHUTOUT, CHIPER, PAIR = 6, 4, 2
"""The game points of the ladder (K-19)."""
CHIPER_MOST = 30
"""The loser's most card points for a chiper rather than a pair (K-19)."""
NAMERS, OTHERS = (12, 6, 3), (6, 3, 1)
"""Game points if the side that named trumps loses, and if the other does: with no card points, below thirty, below half
(K-31)."""
EVEN = 2
"""Game points if the side that named trumps took exactly half (K-31)."""
EGGS_FACTOR = 2
"""The factor of the next result after 60 to 60 (K-20)."""


def card_points(state: KozelState) -> tuple[int, ...]:
    """The card points of this hand so far, by side (K-18)."""
    return tuple([points_of(cards) for cards in state.won])


def total(state: KozelState, side: int) -> int:
    """The card points of a side, including those carried from earlier hands (K-21)."""
    return state.totals[side] + points_of(state.won[side])


def write_down(rules: KozelTable, state: KozelState, side: int, points: int) -> None:
    """Adds game points to a side; without the ladder there is no sheet to add them to."""
    if rules.options.game_points:
        state.gains = tuple([points if other == side else 0 for other in range(rules.sides)])


def complete(state: KozelState, how: Ended) -> None:
    """Ends the hand (K-03)."""
    state.ended = how
    state.stage = PLAY
    state.to_act = ()


def take(rules: KozelTable, state: KozelState, place: int, winner: Seat) -> bool:
    """Gives a trick to the winner's side; True if that ends the match at once (K-18, K-21)."""
    side = rules.side[winner]
    places = state.places
    cards = places[place]
    places[rules.taken] |= cards
    places[place] = 0
    won = [*state.won]
    won[side] |= cards
    state.won = (*won,)
    if not rules.wins_at_once or total(state, side) < rules.options.target:
        return False
    state.match_winner = side
    complete(state, "counted")
    return True


def punish(rules: KozelTable, state: KozelState, side: int, points: int, how: Ended) -> None:
    """Gives penalty game points, which are never doubled, and ends the hand (K-04, K-09, K-20)."""
    write_down(rules, state, side, points)
    complete(state, how)


def count(rules: KozelTable, state: KozelState, log: Log) -> None:
    """Works out the result when all cards are played (K-18 to K-22)."""
    scoring = rules.options.scoring
    if scoring == "ladder":
        _count_ladder(rules, state)
    elif scoring == "shama":
        side, points = shama_step(rules, state)
        write_down(rules, state, side, points)
    elif scoring == "accounts":
        if rules.options.count_span == "each_half":
            book_half(rules, state, log)
        else:
            _book(rules, state, card_points(state), log)
    elif rules.options.target_check == "deal_end":
        totals = [total(state, side) for side in range(rules.sides)]
        best = max(totals)
        if best >= rules.options.target and totals.count(best) == 1:
            state.match_winner = totals.index(best)


def _count_ladder(rules: KozelTable, state: KozelState) -> None:
    """Scores six, chiper, pair, or nothing at sixty to sixty (K-19, K-20)."""
    points = card_points(state)
    if points[0] == points[1]:
        return
    loser = points.index(min(points))
    base = ladder_step(rules, state, loser)
    write_down(rules, state, loser, base * state.eggs)


def ladder_step(rules: KozelTable, state: KozelState, loser: int) -> int:
    """The game points of the side with fewer card points, before doubling (K-19)."""
    points = points_of(state.won[loser])
    shut_out = not state.won[loser] if rules.options.shutout_basis == "tricks" else not points
    if shut_out:
        return SHUTOUT
    return CHIPER if points <= CHIPER_MOST else PAIR


def shama_step(rules: KozelTable, state: KozelState) -> tuple[int, int]:
    """The losing side in a game with named trumps, and its game points (K-31)."""
    points = card_points(state)
    named = rules.side[state.namer]
    loser = named if points[named] <= HALF else 1 - named
    if points[loser] == HALF:
        return loser, EVEN
    if not state.won[loser] if rules.options.shutout_basis == "tricks" else not points[loser]:
        step = 0
    else:
        step = 1 if points[loser] < CHIPER_MOST else 2
    return loser, (NAMERS if loser == named else OTHERS)[step]


def book_half(rules: KozelTable, state: KozelState, log: Log) -> bool:
    """Scores the half just played on its own; returns whether it ends the match (K-18, K-22)."""
    points = card_points(state)
    if state.half == 1:
        state.first_half = points
    else:
        points = tuple([now - before for now, before in zip(points, state.first_half, strict=True)])
    return _book(rules, state, points, log)


def _book(rules: KozelTable, state: KozelState, points: tuple[int, ...], log: Log) -> bool:
    """Lets the side above sixty take from each opponent; returns whether that wins the match (K-22)."""
    options = rules.options
    taker = points.index(max(points))
    if points[taker] <= HALF:
        return False
    booked = [list(row) for row in state.booked]
    for payer in range(rules.seats):
        if rules.side[payer] != taker:
            amount = options.account_take_dealer if payer == state.dealer else options.account_take
            booked[taker][payer] += amount
            if log is not None and amount:
                log.append(Event("takes", payer, size=amount, arg=taker))
    state.booked = tuple(map(tuple, booked))
    if options.account_rule == "pool":
        won = min(accounts(rules, state.booked)) <= 0
    else:
        won = max(booked[taker]) >= options.account_start
    if won:
        state.match_winner = taker
    return won


def accounts(rules: KozelTable, booked: Booked) -> tuple[int, ...]:
    """The account of each seat: the starting amount less everything paid (K-22)."""
    return tuple([rules.options.account_start - sum([row[seat] for row in booked]) for seat in range(rules.seats)])


def scores(rules: KozelTable, state: KozelState) -> tuple[float, ...]:
    """The winning side scores 1, the losing side 0; both score 0.5 if nothing is decided.

    On the ladder the side without game points wins, otherwise the one with more card points; with more than two sides
    each scores the share of the others that it beat.
    """
    if state.ended != "counted" or rules.options.game_points:
        # Game points are bad: a side that got any has lost, and if nobody got any it is a draw.
        bad = max(state.gains)
        sides = [0.5 if not bad else float(not gain) for gain in state.gains]
    else:
        points = card_points(state)
        others = rules.sides - 1
        sides = [(sum(p > q for q in points) + (sum(p == q for q in points) - 1) / 2) / others for p in points]
    return tuple([sides[side] for side in rules.side])


def standing_before(rules: KozelTable, state: KozelState) -> KozelStanding:
    """The standing before this hand, except that account points include what it has brought so far."""
    return dataclasses.replace(
        rules.start(),
        deals=state.hand - 1,
        dealer=state.dealer,
        score=state.score,
        eggs=state.eggs,
        totals=state.totals,
        booked=state.booked,
    )


def settle(rules: KozelTable, standing: KozelStanding, state: KozelState) -> KozelStanding:
    """The standing after a finished hand (K-03, K-19 to K-23)."""
    options = rules.options
    score, eggs, totals = after(rules, state)
    winner = state.match_winner
    if options.game_points:
        losers = [side for side, points in enumerate(score) if points >= options.match_points]
        winner = 1 - losers[0] if losers else -1
    return dataclasses.replace(
        standing,
        deals=standing.deals + 1,
        dealer=state.dealer if deals_again(rules, state) else rules.left_of(state.dealer),
        over=winner >= 0,
        winners=rules.members(winner) if winner >= 0 else (),
        score=score,
        eggs=eggs,
        totals=totals,
        booked=state.booked,
    )


def deals_again(rules: KozelTable, state: KozelState) -> bool:
    """Whether the same player deals the next hand, because this one ended sixty to sixty (K-28)."""
    return rules.options.eggs_dealer == "same" and state.ended == "counted" and not any(state.gains)


def after(rules: KozelTable, state: KozelState) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
    """Game points, the factor of the next result, and card points carried over after this hand (K-19 to K-21)."""
    options = rules.options
    score = tuple([before + gain for before, gain in zip(state.score, state.gains, strict=True)])
    totals = state.totals
    if options.scoring == "sixty" and state.ended == "counted":
        totals = tuple([total(state, side) for side in range(rules.sides)])
        if options.below_target == "cancel" and state.match_winner < 0:
            totals = (0,) * rules.sides
    return score, _next_eggs(rules, state), totals


def _next_eggs(rules: KozelTable, state: KozelState) -> int:
    """The next factor: a penalty leaves it alone, a result uses it up, sixty to sixty sets it (K-20)."""
    options = rules.options
    if options.scoring != "ladder" or state.ended not in ("counted", "captured"):
        return state.eggs
    if any(state.gains) or not options.eggs_double:
        return 1
    return state.eggs * EGGS_FACTOR if options.eggs_compound else EGGS_FACTOR


def losers(rules: KozelTable, state: KozelState) -> tuple[Seat, ...]:
    """The seats of the side that got game points (K-19)."""
    return tuple(seat for seat in range(rules.seats) if state.gains[rules.side[seat]])
