"""A table of a hall: its seating, and its match once nobody is missing."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor
from typing import Protocol

from cardtable.engine.faults import Fault
from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, say
from cardtable.games import find_preset
from cardtable.match.shared import SharedTable
from cardtable.player.saved import SavedTable
from cardtable.tui.menus.hall_screen import HallRow

OPEN = ""
"""The name in an open seat, and of everybody who comes with the code of the hall."""


class NotNow(Fault):
    """An action that is not possible in the hall; the message says why."""


class Opener(Protocol):
    """Starts the match of a table with nobody missing. May raise ValueError and OSError."""

    def __call__(self, agreed: SavedTable, thoughts: Executor | None, /) -> SharedTable:
        """Returns the table, its first deal dealt; its bots think in `thoughts`, or else in a thread of their own."""


class HallTable:
    """A table: its seating, and its match once nobody is missing."""

    def __init__(self, agreed: SavedTable, owner: str = OPEN, shared: SharedTable | None = None) -> None:
        self.agreed = agreed
        """A seat without a name is open."""
        self.offered = agreed
        """The table before any open seat was taken; players who leave before the match starts give theirs back."""
        self.owner = owner
        """The guest who opened it; empty for the host's tables."""
        self.shared = shared
        self.number = 0
        """The number of the table in the hall, never reused."""
        self.going: asyncio.Task[None] | None = None

    @property
    def title(self) -> Text:
        return Text(find_preset(self.agreed.preset)[1].title)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be dealt here."""
        return self.shared is not None and self.shared.is_closed

    @property
    def is_kept(self) -> bool:
        """Whether a restarted host resumes it; a guest's table that has not started is not kept."""
        return self.shared is not None or self.owner == OPEN

    @property
    def people(self) -> list[str]:
        """The people with a seat."""
        seats = zip(self.agreed.names, self.agreed.styles, strict=True)
        return [name for name, style in seats if style is None and name != OPEN]

    def seat_of(self, name: str) -> Seat | None:
        """Returns this person's seat."""
        return self.agreed.names.index(name) if name in self.people else None

    def row_for(self, name: str) -> HallRow:
        """Returns the table's row in the hall as this person sees it."""
        shared, seats = self.shared, []
        for seat, (who, style) in enumerate(zip(self.agreed.names, self.agreed.styles, strict=True)):
            if who == OPEN:
                seats.append(say("(open)"))
            elif style is not None or (shared is not None and seat in shared.played_by_bots):
                seats.append(say("{name} (bot)", name=who))
            elif shared is not None and seat not in shared.present:
                seats.append(say("{name} (away)", name=who))
            else:
                seats.append(Text("{name}", {"name": who}))
        if shared is None:
            standing = say("waits for players")
        else:
            standing = say("over") if shared.is_closed else shared.table.deal_name
        may_sit = self.seat_of(name) is not None or (shared is None and OPEN in self.agreed.names)
        return HallRow(self.number, self.title, tuple(seats), standing, may_sit)

    def give(self, seat: Seat, name: str, style: str | None = None) -> None:
        """Assigns a seat of a match that has not started; without a name it becomes open."""
        names, styles = list(self.agreed.names), list(self.agreed.styles)
        names[seat], styles[seat] = name, style
        self.agreed = self.agreed._replace(names=tuple(names), styles=tuple(styles))
