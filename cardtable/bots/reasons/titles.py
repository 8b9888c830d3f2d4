"""Reasons in King, Prince, Soldier, Peasant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtable.bots.reasons.said import Said, elsewhere, last_of_suit, suit_with
from cardtable.cards import SUIT_CARDS, Card, only_card
from cardtable.engine.moves import Move
from cardtable.engine.state import STOCK, Observation
from cardtable.engine.text import faces, say
from cardtable.games.titles.rules import TitlesRules
from cardtable.games.titles.state import TitlesState


def told(rules: TitlesRules, seen: Observation, legal: Sequence[Move], move: Move) -> Iterator[Said]:
    """The reasons for a card that is played."""
    state = seen.state
    assert isinstance(state, TitlesState)
    if move.verb != "play":
        return
    out, card = elsewhere(rules, seen) | state.places[STOCK], only_card(move.cards)
    trumps = SUIT_CARDS[state.trump]
    stands = not rules.beaters(state, card) & out
    if not state.trick:
        if stands:
            yield Said("stands", 90, say("nothing that is out beats {cards} any more", cards=faces(move.cards)))
        elif not rules.beaters(state, card) & out & ~trumps:
            yield Said("only trump", 70, say("only a trump beats it"))
        lengths = [(state.places[seen.seat] & suit).bit_count() for suit in SUIT_CARDS]
        own = SUIT_CARDS.index(suit_with(card))
        if lengths[own] == max(lengths) and lengths.count(max(lengths)) == 1 and not move.cards & trumps:
            yield Said("long suit", 50, say("from your longest suit"), say("from the longest suit"))
        yield from last_of_suit(seen, move, 45)
        return
    beaters = rules.beaters(state, best_laid(rules, state))
    winners = [one for one in legal if one.cards & beaters]
    last = len(state.trick) == state.staying.bit_count() - 1
    height = {one: rules.height(only_card(one.cards), state.trump) for one in legal}
    if move in winners:
        if last:
            yield Said(
                "last takes", 85, say("you are the last: the trick is yours"), say("the last to play takes the trick")
            )
        elif stands:
            yield Said("safe", 80, say("nobody after you can beat it"), say("nobody after can beat it"))
        if len(winners) > 1 and last and height[move] == min(height[one] for one in winners):
            yield Said("cheapest", 60, say("the lowest of yours that takes it"), say("the lowest that takes it"))
        if not move.cards & trumps and any(one.cards & trumps for one in winners):
            yield Said("plain does", 50, say("a plain card is enough to beat it"))
    elif not winners:
        if height[move] == min(height.values()):
            yield Said(
                "cannot take",
                70,
                say("you cannot take it: give the lowest"),
                say("the trick cannot be taken: the lowest goes"),
            )
        if not move.cards & suit_with(state.trick[0]):
            yield from last_of_suit(seen, move, 45)
    elif height[move] == min(height.values()):
        yield Said("keeps high", 40, say("your lowest: the higher ones stay"), say("the lowest: the higher ones stay"))


def best_laid(rules: TitlesRules, state: TitlesState) -> Card:
    """The card that wins the trick so far."""
    best = state.trick[0]
    for card in state.trick[1:]:
        if rules.beaters(state, best) >> card & 1:
            best = card
    return best
