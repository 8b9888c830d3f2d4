"""Reasons in King, Prince, Soldier, Peasant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cardtable.bots.reasons.said import (
    HIGHER_TRUMP,
    HIGHEST,
    ONLY_TAKER,
    Said,
    cannot_take,
    draws_trumps,
    elsewhere,
    equals,
    fewest_beat,
    held_by,
    keeps_high,
)
from cardtable.cards import SUIT_CARDS, Card, cards_of, only_card
from cardtable.engine.moves import Move
from cardtable.engine.state import STOCK, Observation
from cardtable.engine.text import Suit, say, say_count
from cardtable.games.titles.rules import TitlesRules
from cardtable.games.titles.state import KING, PRINCE, TITLES, TitlesState

FEW_TRUMPS: Final = 2
"""So few trumps among nine cards are too few for a king."""


def told(rules: TitlesRules, seen: Observation, legal: Sequence[Move], move: Move) -> Iterator[Said]:
    """The reasons for a card to play, for a title, or for a card handed over before the reign."""
    state = seen.state
    assert isinstance(state, TitlesState)
    if move.verb in ("give", "return"):
        yield from _handed_over(rules, seen, state, legal, move)
    if move.verb in TITLES:
        yield from _given(rules, seen, state, move)
    if move.verb != "play":
        return
    out, card = elsewhere(rules, seen) | state.places[STOCK], only_card(move.cards)
    trumps, strict = SUIT_CARDS[state.trump], rules.options.rank_follow == "strict"
    height = {one: rules.height(only_card(one.cards), state.trump) for one in legal}
    yield from equals(card, sum(one.cards for one in legal), out | cards_of(state.trick))
    stands = not rules.beaters(state, card) & out
    if not state.trick:
        if stands:
            yield Said("stands", 90, say("nothing that is out beats it any more"))
        elif not rules.beaters(state, card) & out & ~trumps:
            yield Said("only trump", 70, say("only a trump beats it"))
        lengths = [(state.places[seen.seat] & suit).bit_count() for suit in SUIT_CARDS]
        own = SUIT_CARDS.index(_suit(card))
        if lengths[own] == max(lengths) and lengths.count(max(lengths)) == 1 and not move.cards & trumps:
            yield Said("long suit", 50, say("from your longest suit"), say("from the longest suit"))
        if strict and move.cards & trumps and out & trumps:
            yield draws_trumps(out & trumps)
        yield from keeps_high(height.values(), height[move])
        yield from _last_of_suit(seen, move)
        return
    beaters = rules.beaters(state, best_laid(rules, state))
    winners = [one for one in legal if one.cards & beaters]
    last = len(state.trick) == state.staying.bit_count() - 1
    later = held_by(rules, seen, rules.players(state)[len(state.trick) + 1 :])
    beating = {one: rules.beaters(state, only_card(one.cards)) & later for one in winners}
    if move in winners:
        if (last or not beating[move]) and _fills(rules, state, seen.seat):
            yield Said("fills", 95, say("with this trick your quota is full"), say("with this trick the quota is full"))
        if last:
            yield Said(
                "last takes", 85, say("you are the last: the trick is yours"), say("the last to play takes the trick")
            )
        elif not beating[move]:
            yield Said("safe", 80, say("nobody after you can beat it"), say("nobody after can beat it"))
        elif move.cards & trumps:
            yield HIGHER_TRUMP
        elif not beating[move] & ~trumps:
            yield Said("only trump", 65, say("only a trump beats it"))
        elif fewest_beat(beating[move], [beating[one] for one in winners if one != move]):
            yield HIGHEST
        if len(winners) == 1:
            yield ONLY_TAKER
        if len(winners) > 1 and last and height[move] == min(height[one] for one in winners):
            yield Said("cheapest", 60, say("the lowest of yours that takes it"), say("the lowest that takes it"))
        elif len(winners) > 1 and height[move] == min(height[one] for one in winners):
            yield Said(
                "lowest beating",
                42,
                say("the lowest of yours that beats what lies there"),
                say("the lowest that beats what lies there"),
            )
        if not move.cards & trumps and any(one.cards & trumps for one in winners):
            yield Said("plain does", 50, say("a plain card is enough to beat it"))
    elif not winners:
        if height[move] == min(height.values()):
            yield cannot_take(state.places[seen.seat], _suit(state.trick[0]), trumps, best_laid(rules, state))
        if not move.cards & _suit(state.trick[0]):
            yield from _last_of_suit(seen, move)
    else:
        yield from keeps_high(height.values(), height[move])


def _given(rules: TitlesRules, seen: Observation, state: TitlesState, move: Move) -> Iterator[Said]:
    """The reasons to give a title to this player before any card is played."""
    own = move.arg == seen.seat
    trumps = (state.places[seen.seat] & SUIT_CARDS[state.trump]).bit_count()
    highest = rules.quotas[KING] > max(rules.quotas[PRINCE:])
    if move.verb == TITLES[KING] and highest and own and trumps > FEW_TRUMPS:
        many = say_count(
            "the king needs most tricks, and you hold one trump",
            "the king needs most tricks, and you hold {count} trumps",
            trumps,
        )
        held = say_count(
            "the king needs most tricks, and one trump is held",
            "the king needs most tricks, and {count} trumps are held",
            trumps,
        )
        yield Said("many trumps", 60, many, held)
    if move.verb == TITLES[KING] and highest and not own and trumps <= FEW_TRUMPS:
        few = say("the king needs most tricks: you have too few trumps for it")
        yield Said("few trumps", 60, few, say("the king needs most tricks: there are too few trumps for it"))
    if not own:
        yield Said("unknown", 30, say("nobody’s hand but your own is known yet"), say("no other hand is known yet"))


def _handed_over(
    rules: TitlesRules, seen: Observation, state: TitlesState, legal: Sequence[Move], move: Move
) -> Iterator[Said]:
    height = {one: rules.height(only_card(one.cards), state.trump) for one in legal}
    if height[move] == min(height.values()) < max(height.values()):
        yield Said(
            "lowest given", 60, say("nothing lower of yours may be given"), say("nothing lower in hand may be given")
        )
    yield from _last_of_suit(seen, move)


def _fills(rules: TitlesRules, state: TitlesState, seat: int) -> bool:
    """Whether the seat needs exactly one more trick to fill its quota."""
    return not state.reign and rules.total(state)[seat] + 1 == rules.quotas[state.titles[seat]]


def _last_of_suit(seen: Observation, move: Move) -> Iterator[Said]:
    """The reason for playing the last card of a suit."""
    suit = _suit(only_card(move.cards))
    if seen.state.places[seen.seat] & suit == move.cards:
        named = Suit(SUIT_CARDS.index(suit))
        yield Said(
            "gone suit",
            45,
            say("with it your last {suit} goes", suit=named),
            say("with it the last {suit} goes", suit=named),
        )


def best_laid(rules: TitlesRules, state: TitlesState) -> Card:
    """The card now winning the trick."""
    best = state.trick[0]
    for card in state.trick[1:]:
        if rules.beaters(state, best) >> card & 1:
            best = card
    return best


def _suit(card: Card) -> int:
    return next(suit for suit in SUIT_CARDS if suit >> card & 1)
