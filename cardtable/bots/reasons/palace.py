"""Reasons in the ladder of the court."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cardtable.bots.covering import cheapest_covers
from cardtable.bots.reasons.said import Said, at_once, elsewhere, last_of_hand, longest, only_trumps_fit, spares
from cardtable.cards import RANK_CARDS, RANK_MATES, RANKS, SUIT_CARDS, Card, Cards, bits, only_card, rank_of
from cardtable.engine.moves import Move
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, Suit, Who, faces, say
from cardtable.games.palace.course import victims
from cardtable.games.palace.rules import PalaceRules
from cardtable.games.palace.state import JOKERS, PalaceState

HIGH: Final[Cards] = sum(RANK_CARDS[RANKS.index("Q") :])
"""Queens, kings, aces and jokers: too good to spare."""
LITTLE: Final = 2
"""The most cards on the table that count as little to take."""


def told(rules: PalaceRules, seen: Observation, legal: Sequence[Move], move: Move) -> Iterator[Said]:
    """The reasons for a move of a bout."""
    state = seen.state
    assert isinstance(state, PalaceState)
    trumps: Cards = (SUIT_CARDS[state.trump] if state.trump >= 0 else 0) | JOKERS
    hand = state.places[seen.seat]
    if move.verb in ("attack", "throw", "cover") and move.cards == hand:
        yield last_of_hand(move.cards)
    lying = state.uncovered.bit_count() + move.cards.bit_count()
    if move.verb in ("attack", "throw") and not state.taking and lying == state.size(state.defender):
        need = say("{who} would need every card to beat it all", who=Who(state.defender))
        yield Said("every card", 45, need)
    match move.verb:
        case "vote" if not hand:
            yield Said("unseen", 30, say("nobody has seen a card yet"))
        case "trump":
            yield from longest(Suit(move.arg), [(hand & suit).bit_count() for suit in SUIT_CARDS])
        case "choose" if move.arg == victims(state, seen.seat)[-1]:
            yield Said("lowest place", 60, say("{who} has the lowest place", who=Who(move.arg)))
        case "refuse" if state.defender == seen.seat:
            yield Said("attacked", 80, say("you are the one attacked"), say("the king is the one attacked"))
        case "allow" if state.defender != seen.seat:
            who = Who(state.defender)
            told = say("it goes against {who}, not against you", who=who)
            yield Said("attacks another", 60, told, say("it goes against {who}", who=who))
        case "ask":
            if spare := rules.throwable(state, seen.seat) & ~(trumps | HIGH):
                cards = faces(spare)
                told = say("you can spare {cards}", cards=cards)
                yield Said("may spare", 60, told, say("{cards} can be spared", cards=cards))
        case "attack":
            yield from _attack(rules, seen, state, legal, move, trumps)
        case "cover":
            yield from _cover(rules, seen, state, move, trumps)
        case "take":
            yield from _take(rules, seen, state, trumps)
        case "throw":
            yield from _throw(rules, seen, state, legal, move, trumps)
        case "pass" if state.moment == "throw":
            if any(one.verb == "ask" for one in legal):
                told = say("asking would show that you hold a card that fits")
                yield Said("asking shows", 45, told, say("asking would show that there is a card that fits"))
            fitting = bits(rules.throwable(state, seen.seat))
            if fitting and all(trumps >> card & 1 for card in fitting):
                yield only_trumps_fit(rules.throwable(state, seen.seat))
            elif len(fitting) == 1 and HIGH >> fitting[0] & 1:
                card = Faces((fitting[0],))
                yield Said(
                    "only high fit",
                    50,
                    say("{card} is high: keep it", card=card),
                    say("{card} is high, and it stays", card=card),
                )
            elif fitting and all((trumps | HIGH) >> card & 1 for card in fitting):
                yield Said(
                    "only high fit",
                    50,
                    say("only high cards fit: keep them"),
                    say("only high cards fit, and they stay"),
                )


def price(card: Card, trumps: Cards) -> tuple[bool, bool, int]:
    """How much a card is worth keeping: plain cards by rank, then trumps, and jokers above all."""
    return bool(JOKERS >> card & 1), bool(trumps >> card & 1), rank_of(card)


def _attack(
    rules: PalaceRules, seen: Observation, state: PalaceState, legal: Sequence[Move], move: Move, trumps: Cards
) -> Iterator[Said]:
    cards, out = bits(move.cards), elsewhere(rules, seen)
    plain = 0
    for one in legal:
        plain |= one.cards & ~trumps if one.verb == "attack" else 0
    if state.defender == state.king:
        yield Said("at the king", 60, say("it goes against the king"))
    if not out & JOKERS and all(not out & rules.beaters[state.trump][card] for card in cards):
        yield Said("stands", 90, say("nothing that is out beats it"))
    if len(cards) == 1 and plain and not move.cards & trumps:
        if move.cards == plain and state.places[seen.seat] & trumps:
            told = say("your only plain card: the trumps stay"), say("the only plain card: the trumps stay")
            yield Said("only plain", 45, *told)
        elif price(cards[0], trumps) == min(price(card, trumps) for card in bits(plain)):
            yield Said("lowest lead", 40, say("your lowest plain card"), say("the lowest plain card"))
    elif len(cards) > 1:
        yield Said("several", 55, at_once(len(cards)))


def _throw(
    rules: PalaceRules, seen: Observation, state: PalaceState, legal: Sequence[Move], move: Move, trumps: Cards
) -> Iterator[Said]:
    spared = not move.cards & (trumps | HIGH)
    if not state.taking and not elsewhere(rules, seen) & (JOKERS | rules.beaters[state.trump][only_card(move.cards)]):
        yield Said("stands", 75, say("nothing that is out beats it"))
    if not spared:
        if not move.cards & trumps and not state.taking:
            yield Said("gone", 35, say("whatever goes is gone for good"))
    elif state.taking:
        yield Said(
            "takes anyway",
            70,
            say("it is taken anyway: give what you can spare"),
            say("what is taken anyway can be spared"),
        )
    elif state.defender == state.king:
        yield Said("at the king", 60, say("it goes against the king"))
    else:
        yield spares(move.cards)
    prices = [price(only_card(one.cards), trumps) for one in legal if one.verb == "throw"]
    if price(only_card(move.cards), trumps) == min(prices) < max(prices):
        yield Said("lowest fits", 30, say("the lowest of yours that fits"), say("the lowest that fits"))


def _cover(rules: PalaceRules, seen: Observation, state: PalaceState, move: Move, trumps: Cards) -> Iterator[Said]:
    card, hand = only_card(move.cards), state.places[seen.seat]
    if state.ranks >> card & 1:
        yield Said("known rank", 70, say("its rank lies there already: it invites nothing new"))
    elif not RANK_MATES[card] & elsewhere(rules, seen) and state.uncovered.bit_count() == 1:
        one = Faces((card,))
        yield Said(
            "closed",
            90,
            say("nothing can be thrown in to {cards}: the others are gone or yours", cards=one),
            say("nothing can be thrown in to {cards}: the others are gone or in the same hand", cards=one),
        )
    beating = hand & rules.beaters[state.trump][move.arg] & ~JOKERS
    attack = Faces((move.arg,))
    if not move.cards & trumps and beating & trumps:
        if move.cards == beating & ~trumps:
            yield Said(
                "only plain beats",
                50,
                say("your only plain card that beats {card}", card=attack),
                say("the only plain card that beats {card}", card=attack),
            )
        else:
            yield Said("plain does", 38, say("a plain card does: the trump stays"))
    if price(card, trumps) == min(price(other, trumps) for other in bits(beating | move.cards)):
        yield Said(
            "smallest",
            40,
            say("the smallest of yours that beats {card}", card=attack),
            say("the smallest that beats {card}", card=attack),
        )


def _take(rules: PalaceRules, seen: Observation, state: PalaceState, trumps: Cards) -> Iterator[Said]:
    hand, beaters = state.places[seen.seat], rules.beaters[state.trump]
    if hand & JOKERS:
        return  # A joker beats anything, or changes the trump suit.
    ways = {card: bits(hand & beaters[card]) for card in bits(state.uncovered)}
    if len(ways) > 1:
        if cheapest_covers(ways) is None:
            yield Said("not all", 80, say("not all of them can be beaten"))
    elif not any(ways.values()):
        yield Said("cannot", 90, say("nothing of yours beats it"), say("nothing in hand beats it"))
    elif (
        state.places[rules.table].bit_count() <= LITTLE
        and not state.uncovered & trumps
        and all(trumps >> card & 1 for cards in ways.values() for card in cards)
    ):
        yield Said("too dear", 60, say("only a trump would beat it, and there is little to take"))
