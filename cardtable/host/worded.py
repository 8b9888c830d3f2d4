"""Guests without a screen of ours: they play in lines, or in a page drawn by their browser.

Events at their table and in the hall are passed on as they happen; nothing here waits for anybody.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial

from cardtable.bots.hints import Hint
from cardtable.engine.text import Text, say
from cardtable.host.hall import Guest
from cardtable.match.seat import SeatTable
from cardtable.match.shared import News, SharedTable
from cardtable.tui.menus.hall_screen import HallRow
from cardtable.words import Words


class Worded(ABC):
    """The display of such a guest, in place of a screen."""

    def __init__(self, guest: Guest, words: Words) -> None:
        self.words = words
        self.why_closed = ""
        self._guest = guest
        self._ended = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._has_news = False
        """Whether there is an event still to be reported."""
        self._listed: Sequence[HallRow] | None = None
        """The tables last reported."""

    def begin(self) -> None:
        """Reports what there is to see; from here on the guest may act."""
        table = self._guest.first()
        if table is None:
            self.tell_hall()
        else:
            self.sit_down(table)

    async def end(self) -> None:
        """Waits until the guest has left."""
        await self._ended.wait()

    @property
    def is_over(self) -> bool:
        """Whether the guest has left."""
        return self._ended.is_set()

    # For subclasses to define

    @property
    @abstractmethod
    def table(self) -> SeatTable | None:
        """The table they play at or watch."""

    @abstractmethod
    def tell(self, line: str) -> None:
        """Sends a line."""

    @abstractmethod
    def tell_news(self) -> None:
        """Reports the events at the table since the last time."""

    @abstractmethod
    def tell_hall(self) -> None:
        """Reports everything in the hall."""

    @abstractmethod
    def tell_tables(self) -> None:
        """Reports the tables of the hall again."""

    @abstractmethod
    def sit_down(self, table: SeatTable) -> None:
        """Starts showing a table."""

    @abstractmethod
    def rise_from(self, table: SeatTable) -> None:
        """Stops showing this table."""

    @abstractmethod
    def tell_hint(self, hint: Hint) -> None:
        """Reports a hint that was asked for."""

    # Events

    def tell_text(self, text: Text) -> None:
        """Sends a text in words."""
        self.tell(self.words.text(text))

    def exit(self, result: int = 0, /) -> None:
        self._ended.set()

    def hear(self, news: News) -> None:
        """Takes note of an event at the table."""
        if news == "closed":
            self.why_closed = self.why_closed or self.words.say("The table is shown to you elsewhere now.")
            self.exit()
        elif not self._has_news:
            self._has_news = True
            self._loop.call_soon(self._take_news)

    def _take_news(self) -> None:
        self._has_news = False
        if self.table is not None and not self.is_over:
            self.tell_news()

    def hall_changed(self) -> None:
        """Takes note of people who come or go, and of matches that start or end."""
        self._loop.call_soon(self._tell_changes)

    def _tell_changes(self) -> None:
        """Reports the tables again to a guest in the hall, if they have changed."""
        waits = self._listed is not None and self.table is None and not self.is_over
        if waits and self._listed != self._guest.tables():
            self.tell_tables()

    def listed(self) -> Sequence[HallRow]:
        """Returns the tables, noting them as reported."""
        self._listed = self._guest.tables()
        return self._listed

    def called_to(self, sit: Callable[[], SeatTable]) -> None:
        """Seats the guest when the match they wait for starts."""

        def sit_there() -> None:
            if self.table is None and not self.is_over:
                self.sit_down(sit())

        self._loop.call_soon(sit_there)

    # Actions

    def go_to(self, number: int, *, watches: bool = False) -> None:
        """Sits down at a table of the hall, or watches one. Raises ValueError and OSError."""
        table = self._guest.watch(number) if watches else self._guest.sit(number)
        if table is not None:
            self.sit_down(table)
        else:
            self.tell_text(say("You sit down; the match begins when nobody is missing."))

    def rise(self) -> None:
        """Goes back to the hall, or leaves if there is nothing in it."""
        table = self.table
        assert table is not None
        table.close()
        self.rise_from(table)
        self._guest.rise()
        if self._guest.is_alone:
            self.exit()
        else:
            self.tell_hall()

    def advise(self) -> None:
        """Requests a hint from the adviser, without waiting for it."""
        table = self.table
        if table is None or not table.shared.hints or table.watches:
            self.tell_text(say("There are no hints at this table."))
            return
        task = self._loop.create_task(self._find_hint(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _find_hint(self, table: SeatTable) -> None:
        number = table.shared.number
        try:
            hint = await asyncio.to_thread(table.hint, table.seat, None, partial(_stands, table.shared, number))
        except Exception:  # Thinking about a table that has changed may fail in any way; nobody needs the result.
            return
        if number == table.shared.number and self.table is table:
            self.tell_hint(hint)


def _stands(shared: SharedTable, number: int) -> bool:
    """Returns whether nothing has happened at a table since this moment."""
    return shared.number == number
