"""A table of a hall: who has its seats, and its match once nobody is missing."""

from __future__ import annotations

import asyncio
import dataclasses
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
"""The name in an open seat, and of whoever comes with the code of the hall."""


class NotNow(Fault):
    """Something that cannot be done in the hall; the message says why."""


class Opener(Protocol):
    """Begins the match of a table that has nobody missing. May raise ValueError and OSError."""

    def __call__(self, agreed: SavedTable, thoughts: Executor | None, /) -> SharedTable:
        """Its first deal is dealt; its bots think there, or else in a thread of their own."""


class HallTable:
    """A table: who has its seats, and its match once nobody is missing."""

    def __init__(self, agreed: SavedTable, owner: str = OPEN, shared: SharedTable | None = None) -> None:
        self.agreed = agreed
        """A seat without a name is open."""
        self.offered = agreed
        """The same before anybody took an open seat; who leaves before the match begins gives it back."""
        self.owner = owner
        """The guest who opened it; the host's tables have none."""
        self.shared = shared
        self.number = 0
        """By which the hall knows it, and no other one of its tables ever after."""
        self.going: asyncio.Task[None] | None = None

    @property
    def title(self) -> Text:
        return Text(find_preset(self.agreed.preset)[1].title)

    @property
    def is_over(self) -> bool:
        """Nothing is dealt here any more."""
        return self.shared is not None and self.shared.is_closed

    @property
    def is_kept(self) -> bool:
        """Whether a host who is started again goes on with it; nobody waits at a guest's table that has not begun."""
        return self.shared is not None or self.owner == OPEN

    @property
    def people(self) -> list[str]:
        """The people who have a seat."""
        seats = zip(self.agreed.names, self.agreed.styles, strict=True)
        return [name for name, style in seats if style is None and name != OPEN]

    def seat_of(self, name: str) -> Seat | None:
        """Where this person sits."""
        return self.agreed.names.index(name) if name in self.people else None

    def row_for(self, name: str) -> HallRow:
        """The line of it in the hall of somebody of this name."""
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
        """Gives a seat of a match that has not begun; without a name it is open again."""
        names, styles = list(self.agreed.names), list(self.agreed.styles)
        names[seat], styles[seat] = name, style
        self.agreed = dataclasses.replace(self.agreed, names=tuple(names), styles=tuple(styles))
