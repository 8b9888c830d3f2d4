"""A table as one seat sees it between two moves."""

from __future__ import annotations

from typing import NamedTuple

from cardtable.engine.moves import Event
from cardtable.engine.rounds import LastRound
from cardtable.engine.rules import SheetRow
from cardtable.engine.scene import Scene


class View(NamedTuple):
    """All that a program shows a seat's player until the next move, and nothing more."""

    scene: Scene
    events: tuple[Event, ...]
    """What has happened in this deal, as the seat may know it."""
    last_round: LastRound | None
    """The trick, bout or turn that was over last."""
    is_turn: bool
    """Whether the seat comes first among those who may act; it may have choices out of turn too."""
    may_take_back: bool
    """Whether the seat's last decision can be taken back."""
    is_alone: bool
    """Whether everybody else is a bot."""
    deal_over: bool
    match_over: bool
    sheet: tuple[SheetRow, ...]
    """The score sheet, a row a deal; empty where no points are written down."""
    aside: bool = False
    """Whether the seat is asked in secret, or looks whether it is, while it is another player's turn."""
