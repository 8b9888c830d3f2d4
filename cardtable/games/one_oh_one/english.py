"""The English ace: its player may cover it, otherwise it stays open for everybody (O-21)."""

from __future__ import annotations

from cardtable.cards import SUIT_CARDS, only_card
from cardtable.engine.moves import Event, Log, Move, Seat
from cardtable.engine.state import EVERYBODY, move_cards
from cardtable.games.one_oh_one import drawing
from cardtable.games.one_oh_one.state import COVER, LAY, OneOhOneState
from cardtable.games.one_oh_one.turns import OneOhOneTurns


def open_ace(rules: OneOhOneTurns, state: OneOhOneState, seat: Seat, log: Log) -> None:
    """Lets the player of the ace cover it with a card of its suit, held or drawn (O-21 a, b)."""
    state.step = COVER
    state.fits = SUIT_CARDS[rules.ace_suit(state)] & rules.all_cards
    state.to_act = rules.turns[seat]
    if state.places[seat] & state.fits:
        return
    if rules.can_draw(state):
        state.actions += 1
        draw_for_ace(rules, state, log)
    else:
        leave_open(rules, state, log)


def draw_for_ace(rules: OneOhOneTurns, state: OneOhOneState, log: Log) -> None:
    """Draws one card; if it is of another suit, the ace stays open (O-21 b)."""
    if not state.stock and not drawing.recycle(rules, state, log):
        return
    seat = state.turn
    taken = drawing.take(state, seat, 1, 0, log)
    if log is not None:
        log.append(Event("drew", seat, taken, 1, 1 << seat))
    if not taken & state.fits:
        if state.lacks is not None:
            state.lacks[seat] |= state.fits
        leave_open(rules, state, log)


def leave_open(rules: OneOhOneTurns, state: OneOhOneState, log: Log) -> None:
    """Passes the turn and leaves the ace open for anybody to cover (O-21 d)."""
    if log is not None:
        log.append(Event("open", state.turn, arg=rules.ace_suit(state)))
    rules.follow_ace(state)


def cover(rules: OneOhOneTurns, state: OneOhOneState, seat: Seat, move: Move, log: Log) -> None:
    """Covers the ace with a card of its suit, which orders another suit and has no other effect (O-21 a, c)."""
    move_cards(state, move.cards, seat, rules.pile, EVERYBODY, log, "cover", seat, move.arg)
    state.pile += (only_card(move.cards),)
    state.step = LAY
    rules.count(state)
    if not state.places[seat]:
        rules.win(state, seat, move.cards, log)
        return
    state.ordered = move.arg - 1
    state.fits = rules.obeying[state.ordered]
    rules.pass_turn(state, rules.after[state.active][seat])
    rules.guard(state, log)


def decline(rules: OneOhOneTurns, state: OneOhOneState, seat: Seat, move: Move, log: Log) -> None:
    """Leaves the ace uncovered (O-21 a, d)."""
    rules.count(state)
    leave_open(rules, state, log)
    rules.guard(state, log)
