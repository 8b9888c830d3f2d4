"""Drawing cards in 101, and turning the pile into a new stock (O-10, O-11)."""

from __future__ import annotations

from cardtable.cards import Card, Cards
from cardtable.engine.moves import Event, Log, Seat
from cardtable.engine.rules import BY_DEALER
from cardtable.engine.state import STOCK, draw
from cardtable.games.one_oh_one.state import CHAIN, MAY, OneOhOneState
from cardtable.games.one_oh_one.turns import OneOhOneTurns


def take_owed(rules: OneOhOneTurns, state: OneOhOneState, log: Log) -> bool:
    """Makes the next player take the cards owed, as far as there are any; False while waiting for a shuffle (O-11).

    The cards for a chain of sevens go to the player whose turn it is (O-34).
    """
    victim = state.turn if state.step == CHAIN else rules.after[state.active][state.turn]
    taken = 0
    while state.owed and (state.stock or recycle(rules, state, log)):
        got = take(state, victim, state.owed, 0, log)
        state.owed -= got.bit_count()
        taken |= got
    if log is not None and taken:
        log.append(Event("takes", victim, taken, taken.bit_count(), 1 << victim))
    if state.to_act == BY_DEALER:
        return False
    state.owed = 0
    return True


def go_on_drawing(rules: OneOhOneTurns, state: OneOhOneState, log: Log) -> None:
    """Draws one card, or until one fits or there are no more; the draw may wait for a shuffle (O-10)."""
    seat, fits = state.turn, state.fits
    until = state.drawn != MAY and (rules.until or bool(rules.keeps_until >> state.pile[-1] & 1))
    most = len(rules.deck) if until else 1
    taken = 0
    while state.stock or ((not taken or rules.crosses) and recycle(rules, state, log)):
        got = take(state, seat, most, fits, log)
        taken |= got
        if got & fits or not until:
            break
    if log is not None and taken:
        log.append(Event("drew", seat, taken, taken.bit_count(), 1 << seat))


def take(state: OneOhOneState, seat: Seat, most: int, stop: Cards, log: Log) -> Cards:
    """Draws up to `most` cards from the stock for the seat, stopping after one of `stop`."""
    stock = state.stock
    taken = count = 0
    for card in stock:
        bit = 1 << card
        taken |= bit
        count += 1
        if bit & stop or count == most:
            break
    if log is None and state.known is None:
        places = state.places
        state.stock = stock[count:]
        places[STOCK] ^= taken
        places[seat] |= taken
    elif log is None:
        draw(state, seat, count, log)
    else:
        # One by one, so that the screen can show each card as it comes.
        for _ in range(count):
            draw(state, seat, 1, log)
    return taken


def recycle(rules: OneOhOneTurns, state: OneOhOneState, log: Log) -> bool:
    """Turns the pile, except its top card, into the stock; False if it does not, or must shuffle first (O-11)."""
    if not rules.can_draw(state):
        return False
    if rules.shuffles:
        state.to_act = BY_DEALER
        return False
    renew_stock(rules, state, state.pile[:-1])
    if log is not None:
        log.append(Event("turned", -1, size=len(state.stock)))
    return True


def renew_stock(rules: OneOhOneTurns, state: OneOhOneState, stock: tuple[Card, ...]) -> None:
    """Makes these cards the stock; they are the pile without its top card, which stays."""
    state.stock = stock
    state.pile = state.pile[-1:]
    top = 1 << state.pile[0]
    state.places[STOCK] = state.places[rules.pile] ^ top
    state.places[rules.pile] = top
