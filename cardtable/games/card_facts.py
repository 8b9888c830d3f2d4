"""Facts for a game's rules card, taken from the rules themselves: how cards rank, and what they are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cardtable.cards import HEARTS, JOKER_RANK, SPADES, Card, rank_of, suit_of
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import Faces, Ranks, Suit, Text, listed, say


def rank_order(rules: AnyRules, suit: int = HEARTS, trump: int | None = None) -> Ranks:
    """The ranks of a suit from the highest down, as the rules compare them under this trump suit, if any."""
    cards = {rank_of(card): card for card in rules.deck if suit_of(card) == suit and rank_of(card) != JOKER_RANK}
    return Ranks(tuple(sorted(cards, key=lambda rank: rules.height(cards[rank], trump), reverse=True)))


def descending(rules: AnyRules, trump: int | None = None) -> Text:
    """The card order on one line, highest first: the trump suit, if there is one, and the ranks of a suit."""
    ranks = rank_order(rules, SPADES if trump == HEARTS else HEARTS, trump).ranks
    return above(() if trump is None else (Suit(trump),), ranks)


def by_rank(ranks: tuple[int, ...]) -> Text:
    """Ranks in a text that also counts cards: "5 cards of rank 6, 8 or K" is clearer than "5 cards of 6 8 K"."""
    *others, last = (Text("{rank}", {"rank": Ranks((rank,))}) for rank in ranks)
    return say("rank {ranks} or {last}", ranks=listed(others), last=last) if others else say("rank {ranks}", ranks=last)


def above(trumps: Iterable[Suit | Ranks | Faces], ranks: tuple[int, ...]) -> Text:
    """The cards above the plain suits, then the plain ranks, all from high to low: `♣ › A K Q J 10`."""
    line = Text("{ranks}", {"ranks": Ranks(ranks)})
    parts = [Text("{part}", {"part": part}) for part in trumps]
    if parts:
        line = Text("{first} › {next}", {"first": spaced(parts), "next": line})
    return line


def spaced(parts: Iterable[Text]) -> Text:
    """Texts joined with spaces; there must be at least one."""
    first, *others = parts
    for other in others:
        first = Text("{first} {next}", {"first": first, "next": other})
    return first


def worths(points: Callable[[Card], int], deck: Iterable[Card]) -> Text:
    """The ranks of a pack that are worth points, the highest first: `A 11, 10 10, K 4`."""
    by_rank = {rank_of(card): points(card) for card in deck if suit_of(card) == SPADES}
    dear = sorted((rank for rank, worth in by_rank.items() if worth), key=lambda rank: (-by_rank[rank], -rank))
    return listed(Text("{rank} {points}", {"rank": Ranks((rank,)), "points": by_rank[rank]}) for rank in dear)
