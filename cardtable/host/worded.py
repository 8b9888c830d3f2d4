"""A guest who has no screen of ours but words: in lines, or in a page that their browser draws.

What happens at their table, and in the hall, is passed on as it comes; nothing here waits for anybody.
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
    """What such a guest has in the place of a screen."""

    def __init__(self, guest: Guest, words: Words) -> None:
        self.words = words
        self.why_closed = ""
        self._guest = guest
        self._ended = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._has_news = False
        """Whether something has happened that is still to be told."""
        self._listed: Sequence[HallRow] | None = None
        """The tables as they were told last."""

    def begin(self) -> None:
        """Tells what there is to see; the guest may act from now on."""
        table = self._guest.first()
        if table is None:
            self.tell_hall()
        else:
            self.sit_down(table)

    async def end(self) -> None:
        """Waits until the guest has gone."""
        await self._ended.wait()

    @property
    def is_over(self) -> bool:
        """Whether the guest has gone."""
        return self._ended.is_set()

    # What each kind does in its own way

    @property
    @abstractmethod
    def table(self) -> SeatTable | None:
        """The table at which they sit, or that they watch."""

    @abstractmethod
    def tell(self, line: str) -> None:
        """Says a line."""

    @abstractmethod
    def tell_news(self) -> None:
        """Tells what has happened at the table since the last time."""

    @abstractmethod
    def tell_hall(self) -> None:
        """Tells all that there is to see in the hall."""

    @abstractmethod
    def tell_tables(self) -> None:
        """Tells the tables of the hall anew."""

    @abstractmethod
    def sit_down(self, table: SeatTable) -> None:
        """Shows a table from now on."""

    @abstractmethod
    def rise_from(self, table: SeatTable) -> None:
        """Shows this table no more."""

    @abstractmethod
    def tell_hint(self, hint: Hint) -> None:
        """Tells a hint that was asked for."""

    # What happens

    def tell_text(self, text: Text) -> None:
        """Says a sentence."""
        self.tell(self.words.text(text))

    def exit(self, result: int = 0, /) -> None:
        self._ended.set()

    def hear(self, news: News) -> None:
        """Something has happened at the table."""
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
        """Somebody has come or gone, or a match has begun or ended."""
        self._loop.call_soon(self._tell_changes)

    def _tell_changes(self) -> None:
        """Tells the tables anew to whoever waits in the hall, if they have changed."""
        waits = self._listed is not None and self.table is None and not self.is_over
        if waits and self._listed != self._guest.tables():
            self.tell_tables()

    def listed(self) -> Sequence[HallRow]:
        """The tables, which are told now."""
        self._listed = self._guest.tables()
        return self._listed

    def called_to(self, sit: Callable[[], SeatTable]) -> None:
        """A match begins for which they wait in the hall."""

        def sit_there() -> None:
            if self.table is None and not self.is_over:
                self.sit_down(sit())

        self._loop.call_soon(sit_there)

    # What they do

    def go_to(self, number: int, *, watches: bool = False) -> None:
        """Sits down at a table of the hall, or watches one. Raises ValueError and OSError."""
        table = self._guest.watch(number) if watches else self._guest.sit(number)
        if table is not None:
            self.sit_down(table)
        else:
            self.tell_text(say("You sit down; the match begins when nobody is missing."))

    def rise(self) -> None:
        """Back to the hall, or away where there is nothing in it."""
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
        """A hint, as soon as the adviser has one; nobody waits for it."""
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
        except Exception:  # Thinking about a table that has changed may fail in any way, and matters to nobody.
            return
        if number == table.shared.number and self.table is table:
            self.tell_hint(hint)


def _stands(shared: SharedTable, number: int) -> bool:
    """Whether nothing has happened at a table since this."""
    return shared.number == number
