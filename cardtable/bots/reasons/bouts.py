"""Reasons that Durak and the ladder share: of attacking, covering, throwing in and taking."""

from __future__ import annotations

from typing import Final

from cardtable.bots.reasons.said import Said
from cardtable.cards import RANK_CARDS, RANKS, Card, Cards
from cardtable.engine.text import Faces, say

HIGH: Final[Cards] = sum(RANK_CARDS[RANKS.index("Q") :])
"""Queens, kings, aces and jokers: not to be spared while there is a stock."""
LITTLE: Final = 2
"""So few cards on the table are little to take."""

LOWEST_LEAD: Final = Said("lowest lead", 40, say("your lowest plain card"), say("the lowest plain card"))
KNOWN_RANK: Final = Said("known rank", 70, say("its rank lies there already: it invites nothing new"))
PLAIN_DOES: Final = Said("plain does", 50, say("a plain card does: the trump stays"))
TAKES_ANYWAY: Final = Said(
    "takes anyway",
    70,
    say("it is taken anyway: give what you can spare"),
    say("what is taken anyway can be spared"),
)
SPARE: Final = Said("spare", 40, say("low and plain: you can spare it"), say("low and plain: it can be spared"))
ONLY_TRUMPS_FIT: Final = Said(
    "only trumps fit", 60, say("only trumps fit: keep them"), say("only trumps fit, and they stay")
)
NOT_ALL: Final = Said("not all", 80, say("not all of them can be beaten"))
CANNOT: Final = Said("cannot", 90, say("nothing of yours beats it"), say("nothing in hand beats it"))
TOO_DEAR: Final = Said("too dear", 60, say("only a trump would beat it, and there is little to take"))


def closed(card: Card) -> Said:
    """Of a cover to whose rank nobody can throw in."""
    return Said(
        "closed",
        90,
        say("nothing can be thrown in to {cards}: the others are gone or yours", cards=Faces((card,))),
        say("nothing can be thrown in to {cards}: the others are gone or in the same hand", cards=Faces((card,))),
    )


def smallest(attack: Card) -> Said:
    """Of the lowest cover for this card."""
    return Said(
        "smallest",
        40,
        say("the smallest of yours that beats {card}", card=Faces((attack,))),
        say("the smallest that beats {card}", card=Faces((attack,))),
    )
