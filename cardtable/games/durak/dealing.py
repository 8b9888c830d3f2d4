"""Durak: deals cards, determines trumps and finds the first attacker (D-02 to D-11, D-85)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtable.cards import DIAMONDS, SUIT_CARDS, Card, Cards, cards_of, rank_of
from cardtable.engine.moves import Event, Log, Seat
from cardtable.engine.rules import Misdeal
from cardtable.engine.state import STOCK, show
from cardtable.games.durak.options import HAND
from cardtable.games.durak.ranking import ACE, JOKERS, lowest
from cardtable.games.durak.state import DurakStanding, DurakState
from cardtable.games.durak.table import DurakTable

OF_ONE_SUIT: Final = 5
"""The number of cards of one suit in a hand that leads to a new deal, if that is played (D-85)."""


def deal(rules: DurakTable, deck: Sequence[Card], dealer: Seat, standing: DurakStanding, log: Log = None) -> DurakState:
    """Deals six cards to each, fixes the trump suit and finds the first attacker (D-04 to D-06, D-09 to D-11)."""
    hands, stock = _dealt(rules, deck, dealer)
    places = [*hands, *[0] * len(rules.place_names)]
    places[STOCK] = rules.all_cards - sum(hands)
    turn_up = stock[-1] if stock else deck[-1]
    state = new_state(rules, places, stock, dealer)
    state.first_deal = standing.deals == 0
    state.needs = standing.epaulettes
    if log is not None:
        log.append(Event("deal", dealer, arg=rules.seats))
    if rules.options.trump_source == "diamonds":
        state.trump = DIAMONDS
    else:
        set_trump(rules, state, turn_up, log)
    opener = choose_opener(rules, state, standing, log)
    place = rules.seating.places[opener][opener]
    parts = state.parts = rules.parts(place, rules.seating.defender(state.active, place), opener)
    state.to_act = parts.to_open
    state.bout = 1
    rules.set_limit(state)
    rules.set_room(state)
    if log is not None:
        log.append(Event("bout", opener, size=1, arg=parts.defender))
    return state


def _dealt(rules: DurakTable, deck: Sequence[Card], dealer: Seat) -> tuple[list[Cards], tuple[Card, ...]]:
    """The hands by seat, and the stock with the turn-up last (D-04 to D-06)."""
    dealt = rules.seats * HAND
    hands = [0] * rules.seats
    for first, seat in enumerate(rules.from_left[dealer]):
        hands[seat] = cards_of(deck[first : dealt : rules.seats])
    stock = tuple(deck[dealt:])
    if stock and rules.options.turn_up == "top" and rules.options.trump_source == "turn_up":
        stock = (*stock[1:], stock[0])
    return hands, stock


def misdeal(rules: DurakTable, deck: Sequence[Card], dealer: Seat) -> Misdeal | None:
    """An ace fixing trumps, five of one suit in a hand, or no trump dealt to anybody: the first that holds (D-85).

    If several hands qualify, the first from the dealer's left is named.
    """
    if not rules.misdeals:
        return None
    hands, stock = _dealt(rules, deck, dealer)
    fixes = stock[-1] if stock else deck[-1]
    if "ace" in rules.misdeals and rank_of(fixes) == ACE:
        return Misdeal("ace")
    if "five" in rules.misdeals:
        for seat in rules.from_left[dealer]:
            if any((hands[seat] & suit).bit_count() >= OF_ONE_SUIT for suit in SUIT_CARDS):
                return Misdeal("five", seat)
    if "no_trump" in rules.misdeals:
        trump = DIAMONDS if rules.options.trump_source == "diamonds" else rules.trump_of(fixes)
        if trump >= 0 and not any(hand & SUIT_CARDS[trump] for hand in hands):
            return Misdeal("no_trump")
    return None


def new_state(rules: DurakTable, places: list[Cards], stock: tuple[Card, ...], dealer: Seat) -> DurakState:
    """A deal before its first bout, without attacker and defender and without trumps."""
    nothing = (0,) * rules.seats
    return DurakState(
        places,
        stock,
        places[: rules.seats],
        [0] * rules.seats,
        dealer=dealer,
        active=(1 << rules.seats) - 1,
        needs=nothing,
        cheated=nothing,
    )


def set_trump(rules: DurakTable, state: DurakState, turn_up: Card, log: Log) -> None:
    """Fixes the trump suit by this card, which everybody sees (D-05, D-06)."""
    state.turn_up = turn_up
    state.trump = rules.trump_of(turn_up)
    show(state, 1 << turn_up, state.dealer, log, "turn_up", int(state.trump < 0))


def choose_opener(rules: DurakTable, state: DurakState, standing: DurakStanding, log: Log) -> Seat:
    """The first attacker: by the cards dealt, or by the end of the previous deal (D-09 to D-11)."""
    rule = rules.options.next_first_attacker
    fool, first = standing.fool, standing.first
    if fool is None or rule == "lowest_trump" or (rule == "winner" and first is None):
        return _lowest_opens(rules, state, log)
    if rule == "winner":
        assert first is not None
        return first
    if rule != "left_of_fool":
        return (fool - 1) % rules.seats
    opener = (fool + 1) % rules.seats
    if log is not None:
        log.append(Event("from_under", opener, arg=fool))
    return opener


def _lowest_opens(rules: DurakTable, state: DurakState, log: Log) -> Seat:
    """The holder of the lowest trump attacks first; without trumps, the holder of the lowest card (D-09, D-10).

    They show that card, as at a real table, so everybody knows it, and knows that nobody holds a lower one.
    """
    hands = state.places[: rules.seats]
    trumps = SUIT_CARDS[state.trump] if state.trump >= 0 else 0
    held = 0
    for hand in hands:
        held |= hand
    if held & trumps:
        wanted, nobody_has = lowest(rules.by_value, held & trumps, trumps)
        kind = "lowest_trump"
    else:
        wanted, nobody_has = lowest(rules.by_value, held & ~JOKERS, ~JOKERS)
        nobody_has |= trumps
        kind = "lowest_card"
    lacks = [nobody_has] * rules.seats
    for seat in rules.from_left[state.dealer]:
        if hands[seat] & wanted:
            break
        lacks[seat] |= wanted
    if state.lacks is not None:
        state.lacks = lacks
    found = hands[seat] & wanted
    show(state, found & -found, seat, log, kind)
    return seat
