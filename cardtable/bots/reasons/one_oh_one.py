"""Reasons in 101."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cardtable.bots.reasons.said import Said, longest
from cardtable.cards import SUIT_CARDS, Cards, only_card
from cardtable.engine.moves import Move
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, Suit, faces, say, say_count
from cardtable.games.one_oh_one.rules import OneOhOneRules
from cardtable.games.one_oh_one.scoring import card_points
from cardtable.games.one_oh_one.state import LAY, OneOhOneState
from cardtable.games.one_oh_one.tables import ASKS_ACE, REPLAYS, STRIKES

CLOSE: Final = 2
"""A player with this many cards or fewer is about to go out."""


def told(rules: OneOhOneRules, seen: Observation, legal: Sequence[Move], move: Move) -> Iterator[Said]:
    """The reasons for laying a card, ordering a suit, or going out with all cards at once."""
    state = seen.state
    assert isinstance(state, OneOhOneState)
    hand = state.places[seen.seat]
    if move.verb == "dump":
        yield Said("all at once", 99, say("all of them go at once: you are out"), say("all of them go at once"))
    if not move.cards:
        return
    rest = hand & ~move.cards
    orders = rules.order_cards
    if not rest and not move.cards & rules.must_cover:
        yield Said("goes out", 99, say("your last card: you are out"), say("the last card"))
        return
    laying = [one for one in legal if one.cards]
    plain = {one.cards for one in laying if not one.cards & orders}
    close = [
        seat
        for seat in range(rules.seats)
        if seat != seen.seat and state.active >> seat & 1 and state.size(seat) <= CLOSE
    ]
    if move.cards in plain:
        worth = card_points(rules.options, move.cards)
        dearest_laid = max(card_points(rules.options, one.cards) for one in laying)
        if len(plain) > 1 and worth > 0 and worth == dearest_laid:
            dearest = say_count(
                "the dearest that fits: one point less", "the dearest that fits: {count} points less", worth
            )
            yield Said("dearest", 60, dearest)
        if any(one.cards & orders for one in laying):
            yield Said("order waits", 50, say("it fits too, and {cards} can wait", cards=_waiting(laying, orders)))
        yield from _effect(rules, seen, state, rest, only_card(move.cards))
    if len(laying) == 1:
        yield Said("only one", 80, say("nothing else fits"))
    if move.cards & orders and move.cards & hand:
        if not plain and len(laying) > 1:
            yield Said("must order", 45, say("nothing else fits but what orders"))
        if close:
            yield Said(
                "before it counts",
                65,
                say("somebody is nearly out: it would count against you"),
                say("somebody is nearly out: it would count"),
            )
    elif move.cards & hand:
        left = _left(hand, orders, move)
        if left and left == max(_left(hand, orders, one) for one in laying if one.cards & hand & ~orders):
            more = say_count("you keep one more of its suit", "you keep {count} more of its suit", left)
            held = say_count("one more of its suit is held", "{count} more of its suit are held", left)
            yield Said("more of it", 30, more, held)
    yield from _order(orders, rest, move)


def _left(hand: Cards, orders: Cards, move: Move) -> int:
    """How many more cards of its suit stay in the hand, not counting cards that order a suit."""
    suit = next(suit for suit in SUIT_CARDS if suit & move.cards)
    return (hand & ~move.cards & suit & ~orders).bit_count()


def _waiting(laying: Sequence[Move], orders: int) -> Faces:
    cards = 0
    for one in laying:
        cards |= one.cards & orders
    return faces(cards)


def _order(orders: int, rest: int, move: Move) -> Iterator[Said]:
    """The reason for ordering the suit with most cards left, not counting cards that order a suit."""
    if not 0 < move.arg <= len(SUIT_CARDS):
        return
    yield from longest(Suit(move.arg - 1), [(rest & ~orders & suit).bit_count() for suit in SUIT_CARDS])


def _effect(rules: OneOhOneRules, seen: Observation, state: OneOhOneState, rest: int, card: int) -> Iterator[Said]:
    effect = rules.effects[card]
    following = rules.after[state.active][seen.seat]
    if state.step != LAY or (rules.english and rules.ace_is_open(state)):
        return
    if effect.kind == REPLAYS and rest & rules.fitting[card]:
        yield Said(
            "follows itself", 60, say("you can follow it yourself"), say("it can be followed from the same hand")
        )
    near = state.size(following) <= CLOSE
    if effect.kind == STRIKES and 0 < effect.draws <= len(state.stock):
        if near:
            yield Said(
                "strikes",
                75,
                say("the next player is nearly out: let them draw"),
                say("the next player is nearly out, and draws"),
            )
        else:
            drawn = say_count("the next player draws a card", "the next player draws {count} cards", effect.draws)
            yield Said("draws", 42, drawn)
    elif effect.kind == ASKS_ACE:
        yield Said("asks ace", 42, say("the next player needs an ace, or misses a turn"))
    elif effect.kind == STRIKES and near and effect.skips:
        yield Said("skips", 75, say("the next player is nearly out, and misses a turn"))
