"""Facts that the card of a game takes from the rules themselves: which card is higher, and what cards are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cardtable.cards import HEARTS, JOKER_RANK, SPADES, Card, rank_of, suit_of
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import Faces, Ranks, Suit, Text, listed, say


def rank_order(rules: AnyRules, suit: int = HEARTS, trump: int | None = None) -> Ranks:
    """The ranks of a suit from the highest, as the rules compare them while this suit is trumps, if any is."""
    cards = {rank_of(card): card for card in rules.deck if suit_of(card) == suit and rank_of(card) != JOKER_RANK}
    return Ranks(tuple(sorted(cards, key=lambda rank: rules.height(cards[rank], trump), reverse=True)))


def descending(rules: AnyRules, trump: int | None = None) -> Text:
    """The order of the cards from the highest in a line: the trump suit, if there is one, and the ranks of a suit."""
    ranks = rank_order(rules, SPADES if trump == HEARTS else HEARTS, trump).ranks
    return above(() if trump is None else (Suit(trump),), ranks)


def by_rank(ranks: tuple[int, ...]) -> Text:
    """Ranks where cards are counted too: a newcomer reads "5 cards of rank 6, 8 or K", not "5 cards of 6 8 K"."""
    *others, last = (Text("{rank}", {"rank": Ranks((rank,))}) for rank in ranks)
    return say("rank {ranks} or {last}", ranks=listed(others), last=last) if others else say("rank {ranks}", ranks=last)


def above(trumps: Iterable[Suit | Ranks | Faces], ranks: tuple[int, ...]) -> Text:
    """What is higher than the plain suits, and the ranks of those, all from high to low: `♣ › A K Q J 10`."""
    line = Text("{ranks}", {"ranks": Ranks(ranks)})
    parts = [Text("{part}", {"part": part}) for part in trumps]
    if parts:
        line = Text("{first} › {next}", {"first": spaced(parts), "next": line})
    return line


def spaced(parts: Iterable[Text]) -> Text:
    """Texts with blanks between; there is one at least."""
    first, *others = parts
    for other in others:
        first = Text("{first} {next}", {"first": first, "next": other})
    return first


def worths(points: Callable[[Card], int], deck: Iterable[Card]) -> Text:
    """What the ranks of a pack are worth that are worth anything, the highest first: `A 11, 10 10, K 4`."""
    by_rank = {rank_of(card): points(card) for card in deck if suit_of(card) == SPADES}
    dear = sorted((rank for rank, worth in by_rank.items() if worth), key=lambda rank: (-by_rank[rank], -rank))
    return listed(Text("{rank} {points}", {"rank": Ranks((rank,)), "points": by_rank[rank]}) for rank in dear)
