"""Dealing: complete hands, with a stock, in packets, or face up until trumps are known (K-05, K-07)."""

from __future__ import annotations

from cardtable.cards import Card, Cards, cards_of, suit_of
from cardtable.engine.moves import Event, Log, Seat
from cardtable.engine.rules import BY_DEALER
from cardtable.engine.state import EVERYBODY, STOCK, move_cards, show
from cardtable.games.kozel.cards import SPECIAL
from cardtable.games.kozel.state import SHUFFLING, KozelState
from cardtable.games.kozel.table import KozelTable

PACKET = 16
"""Half of the deck, for four players (K-05)."""


def deal(rules: KozelTable, state: KozelState, log: Log) -> bool:
    """Deals from the top of the stock as agreed; False if the dealer has to deal again (K-05, K-07)."""
    mode = rules.options.deal_mode
    if mode == "open_first":
        return _search_trump(rules, state, log)
    if rules.options.halves:
        deal_packet(rules, state, log)
        return True
    deal_rest(rules, state, rules.full_hand, log)
    if mode == "stock4":
        state.stock = (*state.stock[1:], state.stock[0])
        _turn_up(rules, state, state.stock[-1], state.dealer, log)
    return True


def _turn_up(rules: KozelTable, state: KozelState, card: Card, seat: Seat, log: Log) -> None:
    """Shows this card to everybody; its suit becomes trumps, unless trumps are fixed (K-05, K-06)."""
    state.turned = card
    if not rules.options.always_clubs:
        suit = suit_of(card)
        assert suit is not None
        state.trump = suit
    show(state, 1 << card, seat, log, "turn_up", state.trump)


def _give(state: KozelState, seat: Seat, cards: Cards, log: Log) -> None:
    """Deals these cards to a player; the caller has already taken them out of the stock's order."""
    places = state.places
    places[STOCK] -= cards
    places[seat] += cards
    if state.known is not None and state.lacks is not None:
        state.known[seat] |= cards
        state.lacks[seat] = 0
    if log is not None and cards:
        log.append(Event("dealt", seat, cards, cards.bit_count(), 1 << seat))


def deal_rest(rules: KozelTable, state: KozelState, size: int, log: Log) -> None:
    """Deals one card at a time from the dealer's left, until everybody holds `size` cards (K-05, K-10 d)."""
    order = rules.from_left[state.dealer]
    missing = [size - state.places[seat].bit_count() for seat in order]
    most = max(missing)
    stock, end = state.stock, sum(missing)
    state.stock = stock[end:]
    if end == most * rules.seats:
        for turn, seat in enumerate(order):
            _give(state, seat, cards_of(stock[turn : end : rules.seats]), log)
        return
    dealt = [0] * rules.seats
    deck = iter(stock)
    for number in range(most):
        for turn, wanted in enumerate(missing):
            if number < wanted:
                dealt[turn] |= 1 << next(deck)
    for seat, cards in zip(order, dealt, strict=True):
        _give(state, seat, cards, log)


def deal_packet(rules: KozelTable, state: KozelState, log: Log) -> None:
    """Deals sixteen cards, four to each; in the first half the last one is shown and fixes trumps (K-05, K-16)."""
    packet, state.stock = state.stock[:PACKET], state.stock[PACKET:]
    first, step = (state.dealer, -1) if rules.options.deal_mode == "halves_left" else (state.dealer + 1, 1)
    for number in range(rules.seats):
        seat = (first + step * number) % rules.seats
        _give(state, seat, cards_of(packet[number :: rules.seats]), log)
    if state.half == 1:
        _turn_up(rules, state, packet[-1], seat, log)


def _search_trump(rules: KozelTable, state: KozelState, log: Log) -> bool:
    """Deals cards face up until one of them fixes trumps; False if none does (K-07)."""
    order = rules.from_left[state.dealer]
    count = 1
    while SPECIAL >> state.stock[count - 1] & 1 and count < rules.full_hand:
        count += 1
    last = state.stock[count - 1]
    open_cards = cards_of(state.stock[:count])
    state.stock = state.stock[count:]
    move_cards(state, open_cards, STOCK, order[0], EVERYBODY, log, "dealt_open", order[0])
    if SPECIAL >> last & 1:
        shuffle_again(state, log, "no_trump_found", state.dealer)
        return False
    _turn_up(rules, state, last, order[0], log)
    for seat in order[1:]:
        _give(state, seat, cards_of(state.stock[:count]), log)
        state.stock = state.stock[count:]
    deal_rest(rules, state, rules.full_hand, log)
    return True


def shuffle_again(state: KozelState, log: Log, kind: str, seat: Seat) -> None:
    """Makes the same dealer shuffle and deal this hand again (K-07, K-09, K-10 g)."""
    state.stage = SHUFFLING
    state.to_act = BY_DEALER
    if log is not None:
        log.append(Event(kind, seat))
