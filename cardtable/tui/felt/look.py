"""What is to be drawn of a table."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple

from cardtable.cards import Card, Cards
from cardtable.engine.moves import Seat
from cardtable.engine.scene import Choice, Scene
from cardtable.engine.text import Text
from cardtable.engine.verbs import Verbs
from cardtable.match.view import View

CAPTION = 4
"""Rows that a caption has, whether it fills them or not, so that nothing jumps; more only where columns are fewer."""


class Caption(NamedTuple):
    """What a lesson says of the table, in the place of the prompt."""

    said: str
    task: str = ""
    """What is to be done, in a row of its own."""
    meant: Cards = 0
    """The cards that are pointed at."""
    to_read: bool = False
    """Whether Enter goes on."""
    rows: int = CAPTION

    @property
    def told(self) -> str:
        """All of it, with the task in a row of its own."""
        return f"{self.said}\n► {self.task}" if self.task else f"{self.said}\n"


class TableLook(NamedTuple):
    """What is to be drawn: what the player at the keyboard sees, and what they have chosen so far."""

    view: View
    names: Sequence[str]
    cards: tuple[Card, ...]
    legal: tuple[Card, ...] = ()
    marked: Cards = 0
    cursor: int = -1
    target: Card | None = None
    seated: bool = True
    """Whether the viewer of the scene sits at the keyboard."""
    hidden: bool = False
    """Whether they have turned their cards over."""
    with_known: bool = False
    has_rules: bool = False
    others_may: bool = False
    """Whether other people at the keyboard may do something out of turn."""
    verbs: Verbs = MappingProxyType({})
    """What the game says of its verbs."""
    kinds: Sequence[str] = ()
    """By seat who plays there, as a record's header has it."""
    caption: Caption | None = None
    spoken: tuple[Seat, str] | None = None
    """What somebody says just now."""
    terms: tuple[Text, ...] = ()
    """What holds at this table and is no rule: what it remembers, whether somebody gets up."""
    standing: Text | None = None
    """How the evening stands, as it is told to whoever sits here; None before anybody has anything."""

    @property
    def scene(self) -> Scene:
        """The table as the viewer sees it."""
        return self.view.scene

    @property
    def closed(self) -> bool:
        """Whether the viewer's cards must not be seen."""
        return self.hidden or not self.seated

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What may be chosen at the keyboard now."""
        return () if self.closed else self.scene.choices
