"""The verbs of a game's moves: how a player makes each of them, and how it is called where it is done."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple


class Gesture(Enum):
    """How a player makes a move, whatever the game calls it.

    Every gesture but LAY has a key of its own. Its value is the name under which players keep a key of their own for
    it in their settings, so it stays as it is.
    """

    LAY = "lay"
    """The chosen cards are laid."""
    TAKE = "take"
    """Cards on the table are taken up."""
    DONE = "pass"
    """Nothing more is done or said; what is offered stays as it is."""
    HAND_ON = "transfer"
    """The chosen card hands on to somebody else what the player should answer."""
    SHOW = "show"
    """The chosen card is shown and not laid."""
    OBJECT = "accuse"
    """Something that another player has done is objected to."""
    CHEAT = "cheat"
    """The chosen card is laid against the rules."""
    GO_ON = "turn"
    """What comes next is begun or turned up."""
    DRAW = "draw"
    PRETEND = "pretend"
    """Something is only seemingly done."""
    CLAIM = "claim"
    """The player says what they hold, have won or are entitled to."""
    SAY = "say"
    """What is asked is answered in words."""
    WILD = "joker"
    """A card is played that can stand for others."""
    ALLOW = "allow"
    """Leave is given, or asked for."""
    REFUSE = "refuse"
    ALL = "all"
    """The whole hand is laid."""


class Verb(NamedTuple):
    """What a family says of one verb of its moves."""

    gesture: Gesture
    label: str = ""
    """One or two words for the foot of the screen; empty where the choice's own words are short enough."""
    about: str = ""
    """What its key does, for the list of keys."""
    quiet: bool = False
    """Done by its own key or from the list of moves alone: no card is raised for it, laying a card never means it."""
    early: bool = False
    """Wished for at any moment, though it can be done at some only: who tries it too early is asked when it can."""
    with_card: bool = False
    """Done with the chosen card: where it may not be done, the refusal speaks of that card."""
    declines: bool = False
    """Nothing is added or bid: the one thing that may be done for a player without asking them."""
    for_bout: bool = False
    """It can be promised for the rest of a bout."""
    unasked: str = ""
    """Why there is nothing else to do, where it lays no card and may be done without a question; empty: never so."""
    who: str = ""
    """Asks who does it, where anybody at the keyboard may do it out of turn: it shows nothing of a hand."""


Verbs = Mapping[str, Verb]
"""What a family says of its verbs, by the word that stands in moves."""


def made_by(verbs: Verbs, gesture: Gesture) -> tuple[str, ...]:
    """The verbs of the moves that are made by this gesture."""
    return tuple(name for name, verb in verbs.items() if verb.gesture is gesture)
