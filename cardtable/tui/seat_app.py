"""The program of one guest: a seat, the hall, a look back, at the other end of a link or at the host's own terminal."""

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
    """A look back for those who are guests: they are not told where the record lies."""

    def copy_path(self) -> None:
        """Tells nothing."""
        self.action_silly()

    def action_silly(self) -> None:
        """Writes nothing."""
        self.show(self.words.say("That is for whoever has the record."))


def _only_for_owners(*_given: object) -> Any:
    raise Fault("That is for whoever has the record.")


NO_ARCHIVE = Archive(tuple, *[_only_for_owners] * 6)
"""What guests may do with records: nothing."""


LATER = 5.0
"""Seconds after which nobody asks a closed box for anything any more."""


class CommonRules(Stylesheet):
    """A style sheet whose rules are parsed once for all screens that wear the same colours."""

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
        """Takes the rules for other colours."""
        self.parse()


class NoSignals(Terminal):
    """The terminal of one among many: the signals of this process are none of its business."""

    may_stop = False

    def listen(self) -> None:
        """Does nothing."""


class SeatApp(CardtableApp):
    """Shows one seat, or the hall, at the other end of a link. Many of them run in one loop.

    The one without a link has the terminal of this process.
    """

    def __init__(
        self, link: Link | None, table: SeatTable | None, words: Words, settings: Settings, hall: HallDoor | None = None
    ) -> None:
        self.link = link
        self.hall = hall
        self.is_host = hall is not None and hall.is_host
        self.environ = os.environ if link is None else {**link.environ, "SSH_CONNECTION": "elsewhere"}
        self.why_closed = ""
        """What is said on the terminal once the screen is gone."""
        self.told_code = ""
        """The code for coming back that they have read."""
        self.is_shown = asyncio.Event()
        """Whether the first picture has been laid out."""
        self._news: set[News] = set()
        self._drawn: list[DOMNode] = []
        # A screen asks a seat's table less than there is to ask of a table, and never for another seat.
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
        """Textual has looked at the terminal of this process: where that is another one, its colours count."""
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
        """A guest has no shell here to go to."""
        return [key for key in ANYWHERE_KEYS if self.link is None or key.id != "suspend"]

    @property
    def idle_settings(self) -> frozenset[str]:
        """One is called as in the hall, bots have one pace for the whole table, and where others play no tutor speaks.

        Over a link no card moves.
        """
        idle = frozenset(("name", "pace", "tutor"))
        return idle if self.link is None else idle | {"motion"}

    def get_driver_class(self) -> type[Driver]:
        """That of a link, or of this terminal."""
        return super().get_driver_class() if self.link is None else improved(LinkDriver, self.frames, self._listen)

    def _screen_of(self, table: Table, *, open_hands: bool = False) -> TableScreen:
        return SeatScreen(table, self.words, self.settings)

    # The hall

    def get_default_screen(self) -> Screen[Any]:
        """The table; for whoever has none yet, the hall."""
        return super().get_default_screen() if self.table is not None or self.hall is None else self._hall_screen()

    def _hall_screen(self) -> Screen[Any]:
        """The tables; for the host the list of people, with the tables one key away."""
        assert self.hall is not None, "nobody comes without a table where there is no hall"
        return (HostScreen if self.hall.is_host else HallScreen)(self.words, self.hall)

    def on_ready(self) -> None:
        """Before they play the host reads how the others come."""
        self.is_shown.set()
        if self.table is not None and self.is_host:
            self.show_people()

    def show_table(self, table: SeatTable) -> None:
        """A seat, or what is to be watched, in place of all that is shown; back to it where only lists cover it."""
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
        """The hall in place of all that is shown."""
        self.rise()
        self._show_alone(self._hall_screen())

    def _show_alone(self, screen: Screen[Any]) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()
        await_answer(self.screen)
        self.switch_screen(screen)
        forget_all_drawn()

    def called_to(self, sit: Callable[[], SeatTable]) -> None:
        """A match begins for which they wait in the hall; may be called by whatever task lets it begin."""
        told_code = self.told_code  # A code that the hall shows from now on is gone before it can be read.

        def sit_down() -> None:
            if self.table is None:
                self.told_code = told_code
                self.show_table(sit())

        self.call_later(sit_down)

    def rise(self) -> None:
        """Leaves the table, whoever else goes on there."""
        super().rise()
        if self.hall is not None:
            self.hall.rise()

    def leave_table(self) -> None:
        """Leaves the table for the hall, if there is anything there."""
        if self.hall is None or self.hall.is_alone:
            self.exit(0)
        else:
            self.show_hall()

    def leave_hall(self) -> None:
        """Back to what the tables cover; else leaves altogether."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        else:
            self.exit(0)

    def menu_lines(self) -> list[tuple[str, Callable[[], object]]]:
        """After a deal also a look back, where the table allows it; for the host also who is here.

        Where those who watch are heard, each player may stop hearing them.
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
        """This player hears those who watch, or does not any more; nobody else is told."""
        table.hears_watchers = not table.hears_watchers
        self.go_on()

    @work
    async def _look_back(self, table: SeatTable) -> None:
        """The deals that are over; the next one may begin meanwhile, and is not among them."""
        try:
            replay = await asyncio.to_thread(table.look_back)
        except (OSError, ValueError) as wrong:
            self.warn(wrong)
            return
        if replay is not None:
            self.push_screen(SharedReplay(replay, self.words, NO_ARCHIVE, len(replay.moments) - 1))

    def show_people(self) -> None:
        """The host's list, over the table."""
        if self.hall is not None:
            self.push_screen(HostScreen(self.words, self.hall))

    def tell(self, line: str) -> None:
        """Says something to the host, whose terminal this is; may be called by whatever task has something to say."""
        self.call_later(self.notify, line, markup=False)

    def hall_changed(self) -> None:
        """Somebody has come or gone, or a match has begun or ended; may be called by whatever task made it so."""
        if self.screen_stack and isinstance(self.screen, ListScreen):
            self.call_later(self._show_hall_anew)

    def _show_hall_anew(self) -> None:
        if self.is_running and isinstance(self.screen, ListScreen) and self.screen.is_mounted:
            self.screen.show()

    # News

    def hear(self, news: News) -> None:
        """Something has happened at the table; may be called by whatever task made it happen."""
        if news == "closed":
            self.why_closed = self.why_closed or self.words.say("The table is shown to you elsewhere now.")
            self.exit(0)
            return
        if not self._news:
            # Not by `call_later`, which looks up anew with all news how many things what it calls would be told.
            self.post_message(events.Callback(callback=self._take_news))
        self._news.add(news)

    def _take_news(self) -> None:
        news, self._news = self._news, set()
        screen = self.table_screen()
        if isinstance(screen, SeatScreen) and screen.is_mounted:
            screen.flow.hear(news)

    async def _replace_screen(self, screen: Screen[Any]) -> Screen[Any]:
        """As ever; a box that has gone is taken to pieces."""
        parts = parts_of(screen)
        gone = await super()._replace_screen(screen)
        if isinstance(screen, ModalScreen) and not screen.is_running:
            asyncio.get_running_loop().call_later(LATER, take_apart, parts)
        return gone

    async def _shutdown(self) -> None:
        """Ends, and notes all that was drawn."""
        self._drawn = [part for screen in self.screen_stack for part in parts_of(screen)]
        await super()._shutdown()

    def let_go(self) -> None:
        """Takes all to pieces once it has ended."""
        driver: Any = self._driver
        take_apart(self._drawn)
        parser = [driver._parser] if driver is not None else []  # It is kept for the keys that it has made out.
        for part in (*parser, self):
            vars(part).clear()


def _print_as_ever(stream: str = "stdout") -> Any:
    """What is printed goes where it always goes: a screen that took it would take that of the whole process."""
    import sys

    return getattr(sys, stream)
