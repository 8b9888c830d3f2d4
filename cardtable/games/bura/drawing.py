"""Drawing in Bura: automatic after a trick, or by hand at the player's own risk (B-13, B-18, B-20)."""

from __future__ import annotations

from cardtable.cards import ONE, cards_of
from cardtable.engine.moves import Event, Log, Move, Seat
from cardtable.engine.state import STOCK, draw
from cardtable.games.bura.calls import BuraCalls
from cardtable.games.bura.state import DRAWING, BuraState

DRAW, PRETEND, WAIT, BEGIN = Move("draw"), Move("pretend_draw"), Move("wait"), Move("begin")


def due(rules: BuraCalls, state: BuraState) -> Seat:
    """The seat due to draw the next card; -1 if nobody is (B-13)."""
    ring = rules.clockwise_from[state.leader]
    most = state.size(ring[0])
    for seat in ring:
        if state.size(seat) < most:
            return seat
    return ring[0] if most < rules.filled_hand and len(state.stock) >= rules.seats else -1


def moves(rules: BuraCalls, state: BuraState, seat: Seat) -> tuple[Move, ...]:
    """The moves of a seat while cards are drawn by hand; the stock is not empty then (B-18)."""
    next_seat = due(rules, state)
    if seat == next_seat:
        return (DRAW, PRETEND) if rules.options.pretend_draw and not state.pretended else (DRAW,)
    return (BEGIN, DRAW) if next_seat < 0 and seat == state.leader else (DRAW, WAIT)


def fill_hands(rules: BuraCalls, state: BuraState, log: Log) -> None:
    """Draws cards after W1, or lets the players start to draw by hand (B-13, B-18, B-19)."""
    stock, places, leader = state.stock, state.places, state.leader
    size = places[leader].bit_count()
    rounds = rules.filled_hand - size if stock else 0
    if len(stock) < rounds * rules.seats:
        rounds = len(stock) // rules.seats
    if not (size or rounds):
        rules.count_up(state, log)
        return
    if rules.options.manual_draw and stock:
        if rounds:
            state.bought = 0
        go_on(rules, state, log)
        return
    if rounds:
        # One card at a time, clockwise from the winner of the trick (B-13).
        order = rules.dealing_order[leader][rounds]
        together = 0
        known, lacks = state.known, state.lacks
        if log is None and (known is None or not rules.open_seats):
            for step, seat in enumerate(order):
                card = ONE[stock[step]]
                places[seat] |= card
                together |= card
                if known is not None and lacks is not None:
                    known[seat] |= card
                    lacks[seat] = 0
            places[STOCK] ^= together
            state.stock = stock[len(order) :]
        else:
            together = cards_of(stock[: len(order)])
            _draw_rounds(rules, state, rounds, log)
        if rules.options.show_bought:
            state.bought = together
    rules.open_calls(state, log)


def _draw_rounds(rules: BuraCalls, state: BuraState, rounds: int, log: Log) -> None:
    """Deals the cards of all rounds player by player: the same cards, with one event per player (B-13)."""
    seats, stock = rules.seats, state.stock
    drawn = rounds * seats
    state.stock = sum((stock[step:drawn:seats] for step in range(seats)), ()) + stock[drawn:]
    for seat in rules.clockwise_from[state.leader]:
        _take(rules, state, seat, rounds, log)


def _take(rules: BuraCalls, state: BuraState, seat: Seat, count: int, log: Log) -> None:
    """Gives the seat cards from the stock; everybody sees those of an open hand (B-20)."""
    if seat in rules.open_seats and state.known is not None:
        cards = cards_of(state.stock[:count])
        state.known = [known | cards for known in state.known]
    draw(state, seat, count, log)


def go_on(rules: BuraCalls, state: BuraState, log: Log) -> None:
    """Goes on to the next card drawn by hand; when the stock is empty, W2 opens (B-18)."""
    state.pretended = False
    if not state.stock:
        rules.open_calls(state, log)
        return
    state.moment = DRAWING
    next_seat = due(rules, state)
    state.to_act = rules.clockwise_from[state.leader if next_seat < 0 else next_seat]


def draw_card(rules: BuraCalls, state: BuraState, seat: Seat, log: Log) -> None:
    """Draws a card by hand; out of turn this is a fault, and the card stays in the stock (B-17, B-18)."""
    next_seat = due(rules, state)
    if seat != next_seat:
        rules.fault(state, seat, "fault", log, int(next_seat < 0 or state.size(seat) >= rules.filled_hand))
        return
    if rules.options.show_bought:
        state.bought |= 1 << state.stock[0]
    _take(rules, state, seat, 1, log)
    go_on(rules, state, log)


def pretend(state: BuraState, seat: Seat, log: Log) -> None:
    """Logs a draw that did not happen; only the size of the hand gives it away (B-18)."""
    state.pretended = True
    if log is not None:
        log.append(Event("draw", seat, 0, 1, 1 << seat))
