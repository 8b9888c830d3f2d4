"""The parts that all reasons are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from cardtable.cards import ONE, RANK_CARDS, RANKS, SUIT_CARDS, Card, Cards, bits, suit_of
from cardtable.engine.moves import Seat
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, Suit, Text, faces, say, say_count


class Said(NamedTuple):
    """One reason for a move."""

    key: str
    """Identifies the reason within its family."""
    weight: int
    """Sorts the reasons: facts about other hands weigh more than facts about the own hand."""
    text: Text
    """The sentence for the player who has the move."""
    of_another: Text | None = None
    """The sentence about another player; None if it is the same."""

    @property
    def told(self) -> Text:
        """The reason worded for another player's move."""
        return self.of_another or self.text


EQUALS: Final = "equals"
"""The key of the reason given only among moves that are all as good."""
CHEAP: Final = 4
"""A trick of fewer card points is not worth a trump."""


def elsewhere(rules: Any, seen: Observation) -> Cards:
    """The cards that other hands may hold as far as the seat knows, including those it has seen there."""
    places = seen.state.places
    gone = places[seen.seat]
    for cards in places[rules.seats :]:
        gone |= cards
    out: Cards = rules.all_cards & ~gone
    return out


def held_by(rules: Any, seen: Observation, seats: Iterable[Seat]) -> Cards:
    """The cards that one of these seats may hold, from what everybody could see of their cards and voids."""
    state = seen.state
    unplaced: Cards = rules.all_cards
    for cards in state.places:
        unplaced &= ~cards
    held = 0
    for seat in seats:
        held |= state.places[seat] | unplaced & ~(state.lacks[seat] if state.lacks is not None else 0)
    return held


def fewest_beat(beaters: Cards, of_others: Iterable[Cards]) -> bool:
    """Whether fewer cards beat this one than any of the others that take the trick too; False if there are none."""
    counts = [cards.bit_count() for cards in of_others]
    return bool(counts) and beaters.bit_count() < min(counts)


def longest(suit: Suit, lengths: Sequence[int]) -> Iterator[Said]:
    """The reason for naming a suit of which the hand has at least as many cards (`lengths`) as of any other."""
    count = lengths[suit.suit]
    if not count or count < max(lengths):
        return
    if count == 1:
        yield Said(
            "own card",
            40,
            say("you can follow {suit} yourself", suit=suit),
            say("{suit} can be followed from the same hand", suit=suit),
        )
    elif lengths.count(count) > 1:
        yield Said(
            "own suit",
            40,
            say("no suit of yours is longer than {suit}", suit=suit),
            say("no suit in hand is longer than {suit}", suit=suit),
        )
    else:
        yield Said(
            "longest",
            70,
            say_count(
                "your longest suit is {suit}: one card", "your longest suit is {suit}: {count} cards", count, suit=suit
            ),
            say_count(
                "the longest suit is {suit}: one card", "the longest suit is {suit}: {count} cards", count, suit=suit
            ),
        )


HIGHEST: Final = Said(
    "highest",
    57,
    say("your highest that takes it: fewer cards beat it"),
    say("the highest that takes it: fewer cards beat it"),
)
BRINGS_MOST: Final = Said("brings most", 52, say("of those that take it, it brings most"))
HIGHER_TRUMP: Final = Said("higher trump", 48, say("only a higher trump beats it"))
ONLY_TAKER: Final = Said(
    "only taker", 46, say("no other card you may play takes it"), say("no other card that may be played takes it")
)


ONLY_TRUMP: Final = Said("only trump", 65, say("only a trump beats it"))
FEWEST: Final = Said(
    "fewest",
    45,
    say("let the trick go, and give as little as you can"),
    say("the trick may go, with as little as can be"),
)
ECHOES: Final = {
    "fewest": {"not worth it"},
    "highest": {"only trump"},
    "rid highest": {"rid"},
    "keeps high": {"fewest", "fewest of losers", "not worth it", "not yet", "gives lowest", "risks little"},
    "trumps stay": {"not worth it"},
}
"""For each reason, the reasons beside which it adds nothing."""


MIDDLING: Final[Cards] = RANK_CARDS[RANKS.index("T")] | RANK_CARDS[RANKS.index("J")]
"""Tens and jacks: neither low nor high."""


def spares(cards: Cards) -> Said:
    """The reason for throwing in plain cards, none of them a queen or higher."""
    if cards & MIDDLING:
        if cards & (cards - 1):
            told = say("plain and not high: you can spare them"), say("plain and not high: they can be spared")
        else:
            told = say("plain and not high: you can spare it"), say("plain and not high: it can be spared")
    elif cards & (cards - 1):
        told = say("low and plain: you can spare them"), say("low and plain: they can be spared")
    else:
        told = say("low and plain: you can spare it"), say("low and plain: it can be spared")
    return Said("spare", 40, *told)


def at_once(count: int) -> Text:
    """The reason for leading this many cards of a rank together (at least two)."""
    if count == 2:
        return say("two at once: each must be beaten")
    if count == 3:
        return say("three at once: each must be beaten")
    return say("several at once: each must be beaten")


def only_trumps_fit(fitting: Cards) -> Said:
    """The reason for throwing in nothing when only these cards fit and all of them are trumps."""
    if fitting & (fitting - 1):
        told = say("only trumps fit: keep them"), say("only trumps fit, and they stay")
    else:
        card = faces(fitting)
        told = say("{card} is a trump: keep it", card=card), say("{card} is a trump, and it stays", card=card)
    return Said("only trumps fit", 60, *told)


def last_of_hand(cards: Cards) -> Said:
    """The reason for playing all the cards in hand, when there are no more to draw."""
    if cards & (cards - 1):
        return Said("last of hand", 92, say("your last cards"), say("the last cards in hand"))
    return Said("last of hand", 92, say("your last card"), say("the last card in hand"))


def keeps_high(heights: Iterable[int], height: int) -> Iterator[Said]:
    """The reason for playing one of the lowest of the cards allowed (by height), while a higher one stays in hand.

    Weighs less than more specific reasons.
    """
    found = [*heights]
    above = sum(one > height for one in found)
    if height > min(found) or not above:
        return
    if above == 1:
        yield Said(
            "keeps high",
            38,
            say("the lowest you may play: the higher one stays"),
            say("the lowest that may be played: the higher one stays"),
        )
    else:
        yield Said(
            "keeps high",
            38,
            say("the lowest you may play: the higher ones stay"),
            say("the lowest that may be played: the higher ones stay"),
        )


def draws_trumps(out: Cards) -> Said:
    """The reason for leading a trump where all must follow, given the trumps still out."""
    count = out.bit_count()
    told = say_count("it draws trumps: one of them is out", "it draws trumps: {count} of them are out", count)
    return Said("draws trumps", 50, told)


def cannot_take(hand: Cards, led: Cards, trumps: Cards, best: Card) -> Said:
    """The reason for playing the lowest card when none in hand beats `best`; suits are sets of cards."""
    if not hand & (led | trumps) and led != trumps:
        suit = Suit(SUIT_CARDS.index(led))
        if not trumps:
            lowest, goes = say("no {suit}: give the lowest", suit=suit), say("no {suit}: the lowest goes", suit=suit)
        else:
            lowest = say("no {suit} and no trump: give the lowest", suit=suit)
            goes = say("no {suit} and no trump: the lowest goes", suit=suit)
        return Said("cannot take", 70, lowest, goes)
    card = Faces((best,))
    return Said(
        "cannot take",
        70,
        say("nothing of yours beats {card}: give the lowest", card=card),
        say("nothing in hand beats {card}: the lowest goes", card=card),
    )


def equals(card: Card, playable: Cards, between: Cards) -> Iterator[Said]:
    """The reason for a card worth as much as others that may be played: no card of `between` ranks between them."""
    suit = SUIT_CARDS[suit_of(card) or 0]
    alike = ONE[card]
    for step in (1, -1):
        following = [one for one in bits(suit & (playable | between)) if (one - card) * step > 0]
        for one in sorted(following, key=lambda one: (one - card) * step):
            if between >> one & 1:
                break
            alike |= ONE[one]
    if alike != ONE[card]:
        yield Said(
            EQUALS, 20, say("{cards} are worth the same: nothing that is out stands between", cards=faces(alike))
        )
