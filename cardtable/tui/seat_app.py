"""The program of one guest: a seat, the hall or a replay, at the other end of a link or on the host's own terminal."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rich.console import Console
from textual import events, work
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.filter import Monochrome, NoColor
from textual.screen import ModalScreen, Screen

from cardtable.engine.faults import Fault
from cardtable.match.seat import SeatTable
from cardtable.match.shared import News
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Read
from cardtable.tui.keys import ANYWHERE_KEYS, Key
from cardtable.tui.menus.hall_screen import HallDoor, HallScreen, HostScreen, ListScreen
from cardtable.tui.protocol import Archive, Settings
from cardtable.tui.table.replay_screen import ReplayScreen
from cardtable.tui.table.seat_screen import SeatScreen
from cardtable.tui.table.table_screen import TableScreen
from cardtable.tui.terminal.driver import improved
from cardtable.tui.terminal.link import Link, LinkDriver
from cardtable.tui.terminal.terminal import Terminal
from cardtable.tui.terminal.textual_inside import await_answer, forget_all_drawn, parts_of, take_apart
from cardtable.words import Words

if TYPE_CHECKING:
    from textual.driver import Driver

    from cardtable.match.table import Table


class SharedReplay(ReplayScreen):
    """A replay for guests: they are not told where the record is."""

    def copy_path(self) -> None:
        """Reveals nothing."""
        self.action_silly()

    def action_silly(self) -> None:
        """Writes nothing."""
        self.show(self.words.say("That is for whoever has the record."))


def _only_for_owners(*_given: object) -> Any:
    raise Fault("That is for whoever has the record.")


NO_ARCHIVE = Archive(tuple, *[_only_for_owners] * 6)
"""A guest's actions on records: none."""


LATER = 5.0
"""Seconds after closing by which nothing refers to a box any more."""


class CommonRules(Stylesheet):
    """A style sheet whose rules are parsed only once for all screens with the same colours."""

    _parsed: ClassVar[LRUCache[tuple[object, ...], list[RuleSet]]] = LRUCache(1024)

    def _parse_rules(self, *source: Any, **given: Any) -> list[RuleSet]:
        key = (tuple(self._variables.items()), *source, *given.values())
        if (rules := self._parsed.get(key)) is None:
            rules = self._parsed[key] = super()._parse_rules(*source, **given)
        return rules

    def _process_component_classes(self, node: DOMNode) -> None:
        gone = [styles.node for styles in node._component_styles.values() if styles.node is not None]
        super()._process_component_classes(node)
        take_apart(gone)

    def reparse(self) -> None:
        """Parses the rules for other colours."""
        self.parse()


class NoSignals(Terminal):
    """The terminal of one guest among many, which must leave the signals of this process alone."""

    may_stop = False

    def listen(self) -> None:
        """Does nothing."""


class SeatApp(CardtableApp):
    """Shows one seat, or the hall, at the other end of a link. Many of these run in one event loop.

    The one without a link uses the terminal of this process.
    """

    def __init__(
        self, link: Link | None, table: SeatTable | None, words: Words, settings: Settings, hall: HallDoor | None = None
    ) -> None:
        self.link = link
        self.hall = hall
        self.is_host = hall is not None and hall.is_host
        self.environ = os.environ if link is None else {**link.environ, "SSH_CONNECTION": "elsewhere"}
        self.why_closed = ""
        """Printed on the terminal after the screen has closed."""
        self.told_code = ""
        """The last code for coming back shown to this guest."""
        self.is_shown = asyncio.Event()
        """Set once the first picture has been laid out."""
        self._news: set[News] = set()
        self._drawn: list[DOMNode] = []
        # A screen needs less of a seat's table than `Table` offers, and never asks about another seat.
        super().__init__(cast("Table", table), words, settings)
        if link is not None:
            self.stylesheet = CommonRules(variables=self.get_css_variables())
        self.terminal = NoSignals(self)
        self._capture_stdout: Any = _print_as_ever()
        self._capture_stderr: Any = _print_as_ever("stderr")

    def _choose_theme(self) -> None:
        self._look_at_terminal()
        super()._choose_theme()

    def _look_at_terminal(self) -> None:
        """Replaces Textual's findings, which are about the terminal of this process, by those for the link's."""
        if self.link is None:
            return
        shown = {name: value for name, value in self.environ.items() if name != "NO_COLOR"}
        self.no_color = not self._colours
        self._filters = [one for one in self._filters if not isinstance(one, (NoColor, Monochrome))]
        if self.no_color:
            self._filters.append(NoColor() if self.native_ansi_color else Monochrome())
        self.console = Console(
            file=self.console.file,
            highlight=False,
            emoji=False,
            legacy_windows=False,
            _environ=shown,
            force_terminal=True,
            safe_box=False,
        )

    @property
    def anywhere_keys(self) -> Sequence[Key]:
        """The keys that work everywhere; a guest has no shell here to go to."""
        return [key for key in ANYWHERE_KEYS if self.link is None or key.id != "suspend"]

    @property
    def idle_settings(self) -> frozenset[str]:
        """The settings without effect: the hall sets the name and the pace of bots, and no tutor speaks among others.

        Over a link no card moves.
        """
        idle = frozenset(("name", "pace", "tutor"))
        return idle if self.link is None else idle | {"motion"}

    def get_driver_class(self) -> type[Driver]:
        """Returns the driver of the link, or of this terminal."""
        return super().get_driver_class() if self.link is None else improved(LinkDriver, self.frames, self._listen)

    def _screen_of(self, table: Table, *, open_hands: bool = False) -> TableScreen:
        return SeatScreen(table, self.words, self.settings)

    # The hall

    def get_default_screen(self) -> Screen[Any]:
        """Returns the table; the hall for a guest without one."""
        return super().get_default_screen() if self.table is not None or self.hall is None else self._hall_screen()

    def _hall_screen(self) -> Screen[Any]:
        """Returns the hall; for the host the list of people, from where the tables are one key away."""
        assert self.hall is not None, "nobody comes without a table where there is no hall"
        return (HostScreen if self.hall.is_host else HallScreen)(self.words, self.hall)

    def on_ready(self) -> None:
        """Shows the host, before play starts, how the others can join."""
        self.is_shown.set()
        if self.table is not None and self.is_host:
            self.show_people()

    def show_table(self, table: SeatTable) -> None:
        """Replaces every screen by a table to play at or watch; if only lists cover it already, closes them."""
        shown = cast("Table", table)
        if shown is self.table:
            while isinstance(self.screen, ListScreen):
                self.pop_screen()
            return
        super().rise()
        self.table = shown
        self._show_alone(self._screen_of(shown))
        code = "" if self.hall is None else self.hall.own_code
        if self.hall is not None and code not in ("", self.told_code):
            self.told_code = code
            text = "\n".join(self.words.text(note, ()) for note in self.hall.notes())
            self.push_screen(Read(self.words, self.words.say("Your seat"), text))

    def show_hall(self) -> None:
        """Replaces every screen by the hall."""
        self.rise()
        self._show_alone(self._hall_screen())

    def _show_alone(self, screen: Screen[Any]) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()
        await_answer(self.screen)
        self.switch_screen(screen)
        forget_all_drawn()

    def called_to(self, sit: Callable[[], SeatTable]) -> None:
        """Seats the guest when the match they wait for starts; may be called from any task."""
        told_code = self.told_code  # A code the hall shows in the meantime would be gone before it can be read.

        def sit_down() -> None:
            if self.table is None:
                self.told_code = told_code
                self.show_table(sit())

        self.call_later(sit_down)

    def rise(self) -> None:
        """Leaves the table; the others may go on."""
        super().rise()
        if self.hall is not None:
            self.hall.rise()

    def leave_table(self) -> None:
        """Leaves the table for the hall, if anything is happening there."""
        if self.hall is None or self.hall.is_alone:
            self.exit(0)
        else:
            self.show_hall()

    def leave_hall(self) -> None:
        """Goes back to the screen below; leaves altogether if there is none."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        else:
            self.exit(0)

    def menu_lines(self) -> list[tuple[str, Callable[[], object]]]:
        """Adds, after a deal, a look back if the table allows it; for the host, the list of people.

        If spectators can be heard, each player may stop hearing them.
        """
        lines = super().menu_lines()
        table = cast("SeatTable | None", self.table)
        if table is not None and table.shared.may_look_back:
            lines.insert(1, (self.words.say("Look back with open cards"), partial(self._look_back, table)))
        if table is not None and table.shared.hears_watchers and not table.watches:
            say = self.words.say
            told = say("Hear nothing of those who watch") if table.hears_watchers else say("Hear those who watch again")
            lines.insert(-2, (told, partial(self._hear_watchers, table)))
        if self.hall is not None and self.hall.is_host:
            lines[-1] = (self.words.say("Close the tables for everybody (they are kept)"), self.action_leave)
            lines.insert(1, (self.words.say("Who is here, and their codes"), self.show_people))
        return lines

    def _hear_watchers(self, table: SeatTable) -> None:
        """Switches whether this player hears spectators; nobody else is told."""
        table.hears_watchers = not table.hears_watchers
        self.go_on()

    @work
    async def _look_back(self, table: SeatTable) -> None:
        """Shows the finished deals; the next one may start meanwhile and is not included."""
        try:
            replay = await asyncio.to_thread(table.look_back)
        except (OSError, ValueError) as wrong:
            self.warn(wrong)
            return
        if replay is not None:
            self.push_screen(SharedReplay(replay, self.words, NO_ARCHIVE, len(replay.moments) - 1))

    def show_people(self) -> None:
        """Opens the host's list of people over the table."""
        if self.hall is not None:
            self.push_screen(HostScreen(self.words, self.hall))

    def tell(self, line: str) -> None:
        """Shows a message on the host's screen; may be called from any task."""
        self.call_later(self.notify, line, markup=False)

    def hall_changed(self) -> None:
        """Updates the hall when people come or go, or matches start or end; may be called from any task."""
        if self.screen_stack and isinstance(self.screen, ListScreen):
            self.call_later(self._show_hall_anew)

    def _show_hall_anew(self) -> None:
        if self.is_running and isinstance(self.screen, ListScreen) and self.screen.is_mounted:
            self.screen.show()

    # News

    def hear(self, news: News) -> None:
        """Takes note of an event at the table; may be called from any task."""
        if news == "closed":
            self.why_closed = self.why_closed or self.words.say("The table is shown to you elsewhere now.")
            self.exit(0)
            return
        if not self._news:
            # Not `call_later`, which inspects the callback's signature anew for every event.
            self.post_message(events.Callback(callback=self._take_news))
        self._news.add(news)

    def _take_news(self) -> None:
        news, self._news = self._news, set()
        screen = self.table_screen()
        if isinstance(screen, SeatScreen) and screen.is_mounted:
            screen.flow.hear(news)

    async def _replace_screen(self, screen: Screen[Any]) -> Screen[Any]:
        """Also breaks up a box that has closed, after a while."""
        parts = parts_of(screen)
        gone = await super()._replace_screen(screen)
        if isinstance(screen, ModalScreen) and not screen.is_running:
            asyncio.get_running_loop().call_later(LATER, take_apart, parts)
        return gone

    async def _shutdown(self) -> None:
        """Shuts down, keeping a list of everything drawn."""
        self._drawn = [part for screen in self.screen_stack for part in parts_of(screen)]
        await super()._shutdown()

    def let_go(self) -> None:
        """Breaks up everything drawn, after the end."""
        driver: Any = self._driver
        take_apart(self._drawn)
        parser = [driver._parser] if driver is not None else []  # The cache of recognised keys keeps it alive.
        for part in (*parser, self):
            vars(part).clear()


def _print_as_ever(stream: str = "stdout") -> Any:
    """Returns the stream itself: a screen that captured it would capture that of the whole process."""
    import sys

    return getattr(sys, stream)
