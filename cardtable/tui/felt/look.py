"""What to draw of a table."""

# Without `from __future__ import annotations`: NamedTuple compiles each annotation that is a text, at every start.

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
"""Rows of a caption, filled or not, so that nothing jumps; more only where there are fewer columns."""


class Caption(NamedTuple):
    """A lesson's text about the table, in place of the prompt."""

    said: str
    task: str = ""
    """The task, on a row of its own."""
    meant: Cards = 0
    """The cards pointed at."""
    to_read: bool = False
    """Whether Enter continues."""
    rows: int = CAPTION

    @property
    def told(self) -> str:
        """The whole text, with the task on a row of its own."""
        return f"{self.said}\n► {self.task}" if self.task else f"{self.said}\n"


class TableLook(NamedTuple):
    """What to draw: the view of the player at the keyboard, and their choices so far."""

    view: View
    names: Sequence[str]
    cards: tuple[Card, ...]
    legal: tuple[Card, ...] = ()
    marked: Cards = 0
    cursor: int = -1
    target: Card | None = None
    seated: bool = True
    """Whether the viewer of the scene is at the keyboard."""
    hidden: bool = False
    """Whether they have turned their cards over."""
    with_known: bool = False
    has_rules: bool = False
    others_may: bool = False
    """Whether other people at the keyboard may do something out of turn."""
    verbs: Verbs = MappingProxyType({})
    """The game's descriptions of its verbs."""
    kinds: Sequence[str] = ()
    """By seat: the kind of player, as in a record's header."""
    caption: Caption | None = None
    spoken: tuple[Seat, str] | None = None
    """A player's remark."""
    terms: tuple[Text, ...] = ()
    """Conditions at this table that are not rules: how much it remembers, whether a player is about to get up."""
    standing: Text | None = None
    """The standings of the evening, worded for the viewer; None until somebody has scored."""

    @property
    def scene(self) -> Scene:
        """The table as the viewer sees it."""
        return self.view.scene

    @property
    def closed(self) -> bool:
        """Whether the viewer's cards must be hidden."""
        return self.hidden or not self.seated

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices open at the keyboard now."""
        return () if self.closed else self.scene.choices
