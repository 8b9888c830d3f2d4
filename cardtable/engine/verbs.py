"""The verbs of a game's moves: how a player makes each of them, and its label on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple


class Gesture(Enum):
    """How a player makes a move, whatever the game calls it.

    Every gesture except LAY has a key of its own. Players' settings store keys under the gesture's value, so values
    must not change.
    """

    LAY = "lay"
    """Plays the chosen cards."""
    TAKE = "take"
    """Takes up cards from the table."""
    DONE = "pass"
    """Does or says no more; what is offered stays as it is."""
    HAND_ON = "transfer"
    """Uses the chosen card to pass on an attack that the player should answer."""
    SHOW = "show"
    """Shows the chosen card without playing it."""
    OBJECT = "accuse"
    """Objects to something that another player has done."""
    CHEAT = "cheat"
    """Plays the chosen card against the rules."""
    GO_ON = "turn"
    """Starts or turns up what comes next."""
    DRAW = "draw"
    PRETEND = "pretend"
    """Only pretends to do something."""
    CLAIM = "claim"
    """States what the player holds, has won or is entitled to."""
    SAY = "say"
    """Answers a question in words."""
    WILD = "joker"
    """Plays a card that can stand for others."""
    ALLOW = "allow"
    """Gives leave, or asks for it."""
    REFUSE = "refuse"
    ALL = "all"
    """Plays the whole hand."""


class Verb(NamedTuple):
    """A family's description of one verb."""

    gesture: Gesture
    label: str = ""
    """One or two words for the footer; empty if the choice's own words are short enough."""
    about: str = ""
    """What its key does, for the list of keys."""
    quiet: bool = False
    """Whether it can be done only by its own key or from the list of moves: no card is raised for it or means it."""
    early: bool = False
    """Whether players may want it at any moment, although it is possible only at some; if too early, they are asked
    later."""
    with_card: bool = False
    """Whether it uses the chosen card: if it is not allowed, the refusal is about that card."""
    declines: bool = False
    """Whether it adds or bids nothing, and can therefore be done for a player without asking."""
    for_bout: bool = False
    """Whether it can be promised for the rest of a bout."""
    unasked: str = ""
    """Why there is nothing else to do, for a move without a card that may be made automatically; empty: never
    automatic."""
    who: str = ""
    """The question who makes it, if anybody at the keyboard may do so out of turn; it reveals nothing about a hand."""


Verbs = Mapping[str, Verb]
"""The description of each of a family's verbs, by the word used in moves."""


def made_by(verbs: Verbs, gesture: Gesture) -> tuple[str, ...]:
    """The verbs of moves made with this gesture."""
    return tuple(name for name, verb in verbs.items() if verb.gesture is gesture)
