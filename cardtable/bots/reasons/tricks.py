"""Reasons that games of tricks share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cardtable.bots.reasons.said import Said
from cardtable.cards import SUIT_CARDS, Card, Cards, only_card
from cardtable.engine.moves import Move
from cardtable.engine.state import Observation
from cardtable.engine.text import Suit, say, say_count

CHEAP: Final = 4
"""Tricks of fewer card points are not worth a trump."""

STANDS: Final = Said("stands", 90, say("nothing that is out beats it any more"))
LONG_SUIT: Final = Said("long suit", 50, say("from your longest suit"), say("from the longest suit"))
SAFE: Final = Said("safe", 80, say("nobody after you can beat it"), say("nobody after can beat it"))
HIGHEST: Final = Said(
    "highest",
    57,
    say("your highest that takes it: fewer cards beat it"),
    say("the highest that takes it: fewer cards beat it"),
)
HIGHER_TRUMP: Final = Said("higher trump", 48, say("only a higher trump beats it"))
ONLY_TAKER: Final = Said(
    "only taker", 46, say("no other card you may play takes it"), say("no other card that may be played takes it")
)
CANNOT_TAKE: Final = Said(
    "cannot take",
    70,
    say("you cannot take it: give the lowest"),
    say("the trick cannot be taken: the lowest goes"),
)
GIVES_LITTLE: Final = Said(
    "cannot take",
    60,
    say("you cannot take it: give as little as you can"),
    say("the trick cannot be taken: it gets as little as can be"),
)


def last_takes(points: int) -> Said:
    """Of the last card of a trick, which takes it with so many card points."""
    if not points:
        return Said(
            "last takes", 85, say("you are the last: the trick is yours"), say("the last to play takes the trick")
        )
    return Said(
        "last takes",
        85,
        say("you are the last: {count} points are yours", count=points),
        say("the last to play takes {count} points", count=points),
    )


def not_worth(points: int) -> Said:
    """Of a trick of so few card points that only a trump would take."""
    if not points:
        return Said("not worth it", 55, say("an empty trick is not worth a trump"))
    return Said("not worth it", 55, say("{points} points are not worth a trump", points=points))


def fewest_beat(beaters: Cards, of_others: Iterable[Cards]) -> bool:
    """Whether fewer cards beat this one than any of the others that take the trick too; never where there are none."""
    counts = [cards.bit_count() for cards in of_others]
    return bool(counts) and beaters.bit_count() < min(counts)


def keeps_high(heights: Iterable[int], height: int) -> Iterator[Said]:
    """Of a card that stands so high, with those that may be played: none of them stands lower, and one stands higher.

    It comes after what tells more.
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
    """Of a trump that is led where all must follow, with these trumps out."""
    count = out.bit_count()
    told = say_count("it draws trumps: one of them is out", "it draws trumps: {count} of them are out", count)
    return Said("draws trumps", 50, told)


def whole_suit(card: Card) -> Cards:
    """All cards of its suit."""
    return next(suit for suit in SUIT_CARDS if suit >> card & 1)


def last_of_suit(seen: Observation, move: Move, weight: int) -> Iterator[Said]:
    """With the card the hand is rid of its suit."""
    suit = whole_suit(only_card(move.cards))
    if seen.state.places[seen.seat] & suit == move.cards:
        named = Suit(SUIT_CARDS.index(suit))
        yield Said(
            "gone suit",
            weight,
            say("with it your last {suit} goes", suit=named),
            say("with it the last {suit} goes", suit=named),
        )
