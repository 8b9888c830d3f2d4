"""The program on the screen: themes, signals, and the stack of screens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.geometry import Size
from textual.screen import Screen
from textual.theme import Theme
from textual.widget import Widget
from textual.worker import WorkerFailed

from cardtable.tui.boxes.too_small import TooSmall, check_size
from cardtable.tui.draw.canvas import Canvas, NewWords
from cardtable.tui.draw.motion import bearable
from cardtable.tui.felt.table_keys import keys_at, keys_told
from cardtable.tui.keys import ANYWHERE_KEYS, Key, bindings, quiet, twins
from cardtable.tui.program import Program, WayBack
from cardtable.tui.protocol import Home, Settings
from cardtable.tui.table import afterwards
from cardtable.tui.terminal.driver import improved
from cardtable.tui.terminal.frames import Frames
from cardtable.tui.terminal.gate import Gate
from cardtable.tui.terminal.terminal import Terminal
from cardtable.tui.terminal.textual_inside import LayoutUpdate, forget_all_drawn, forget_drawn
from cardtable.words import Words

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.driver import Driver

    from cardtable.engine.moves import Seat
    from cardtable.match.replay import Replay
    from cardtable.match.table import Table
    from cardtable.match.tournament import Tournament
    from cardtable.player.saved import SavedTable
    from cardtable.tui.table.table_screen import TableScreen

MENDED = 0.5
"""Seconds during which a screen sent in full is not sent in full again: Textual lays it out several times."""
SAID = ("language", "letters", "signs")
"""The settings that affect the words."""


class CardtableApp(Program):
    """Shows one table, a tournament with its tables, or the home menu and the screens opened from it."""

    TITLE = "cardtable"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(ANYWHERE_KEYS, priority=True),
        quiet("f1", "help"),
    ]

    def __init__(
        self,
        table: Table | None,
        words: Words,
        settings: Settings | None = None,
        home: Home | None = None,
        tournament: Tournament | None = None,
        first: Screen[Any] | None = None,
    ) -> None:
        self.frames = Frames()
        self._mended = Size(), 0.0
        """The size of the screen last sent in full, and when that was."""
        super().__init__(words, settings or Settings())
        self.table = table
        self.home = home
        self.tournament = tournament
        self.first = first
        """The screen shown without a table or tournament; the menu if None."""
        self.once_drawn: Callable[[], object] | None = None
        """Called after the first picture."""
        self.clock = monotonic
        self.gate = Gate(self, super().on_event)
        self.terminal = Terminal(self)
        self._choose_theme()

    # Looks

    @property
    def moving(self) -> bool:
        """Whether cards move to their places: a setting, and TEXTUAL_ANIMATIONS; never on a slow terminal."""
        wanted = self.settings.motion and self.animation_level != "none"
        return wanted and bearable(self.console.color_system, self.environ)

    def _new_theme(self, _theme: Theme) -> None:
        self._look_anew()

    def _look_anew(self) -> None:
        """Draws everything again in new colours or sizes."""
        self._palette = None
        for screen in self.screen_stack:
            for canvas in screen.query(Canvas):
                canvas.forget()

    # Coming and going

    def get_driver_class(self) -> type[Driver]:
        """Returns Textual's driver for this terminal, improved."""
        return improved(super().get_driver_class(), self.frames, self._listen)

    def _listen(self) -> None:
        """Handles signals; the driver calls this, and it is chosen before there is a `terminal`."""
        self.terminal.listen()

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Sends full updates unconditionally to repair whatever is on the screen, as after a resize; once is enough."""
        if isinstance(renderable, LayoutUpdate):
            size, now = renderable.region.size, asyncio.get_running_loop().time()
            if size != self._mended[0] or now - self._mended[1] > MENDED:
                self._mended = size, now
                self.frames.forget()
        super()._display(screen, renderable)

    async def on_event(self, event: events.Event) -> None:
        """Sends keys, clicks and pasted text through the gate; drops those left over when the last screen closes."""
        is_typed = isinstance(event, (events.InputEvent, events.Paste))
        if is_typed and not event.is_forwarded:
            await self.gate.take(event)
        elif self.screen_stack or not is_typed:
            await super().on_event(event)

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """Runs the action of a click, unless another screen is on top by now: a double click's first half opened it."""
        if message.canvas.is_attached and message.canvas.screen is self.screen:
            await self.screen.run_action(message.action)

    def exit(self, result: int | None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Ends the program; first waits for a screen still being built, whose parts would otherwise fail."""
        self.gate.shut()
        leave = partial(super().exit, result, return_code, message)
        opening = next((screen for screen in self.screen_stack if not screen.is_mounted), None)
        if opening is None or not opening.call_later(leave):
            leave()

    def on_ready(self) -> None:
        """Runs `once_drawn`: the first picture is on the screen."""
        if self.once_drawn is not None:
            self.once_drawn()

    def on_mount(self) -> None:
        """Reports errors in theme files, and asks a newcomer for their name."""
        self.theme_changed_signal.subscribe(self, self._new_theme)
        self._take_keys()
        for problem in self.theme_problems:
            self.warn(problem)
        check_size(self, self._players, *self.size)
        if self.settings.write_letters is not None:
            self.terminal.ask_width()
        if self.home is not None and self.home.newcomer:
            self._ask_name(self.home.person)

    def on_cursor_position(self, event: events.CursorPosition) -> None:
        """Takes the terminal's answer: if it shows our signs two columns wide, letters replace them."""
        if self.terminal.is_too_wide(event) and self.settings.write_letters is not None:
            self.settings = self.settings.write_letters()
            self._say_anew()
            self._look_anew()
            self.refresh(layout=True)

    def _take_keys(self) -> None:
        """Replaces our keys by the player's own, with their twins on the Russian layout."""
        self.set_keymap({f"{name}-0": twins(own) for name, own in self.settings.keys.items()})

    def choose(self, name: str, value: object) -> None:
        """Saves a preference and applies it. Raises OSError and ValueError."""
        if self.settings.choose is None:
            return
        self.settings = self.settings.choose(name, value)
        if name == "theme":
            self._wear()
        for screen in self._tables():
            screen.take_settings(self.settings)
        if name in SAID:
            self._say_anew()
        self._take_keys()
        self._look_anew()

    def _say_anew(self) -> None:
        """Makes every screen render its text in the current words."""
        for screen in self.screen_stack:
            screen.post_message(NewWords())

    def open_search(self, home: Home) -> None:
        from cardtable.tui.menus.finding import Finder

        self.push_screen(Finder(self.words, home))

    def open_settings(self) -> None:
        """Opens the settings, with some cards to try them on."""
        from cardtable.tui.menus.settings_screen import SettingsScreen

        self.push_screen(SettingsScreen(self.words, ["auto", *self.cloths]), lambda _: self.call_next(self.go_on))

    def action_suspend_process(self) -> None:
        """Gives the terminal back to the shell, whose `fg` resumes the match."""
        if self.terminal.may_stop:
            self._hide_hands()
            self.terminal.stop()

    def get_default_screen(self) -> Screen[Any]:
        """Returns the table, the bracket or the menu as the first screen, so that no empty one is drawn before it."""
        if self.table is not None:
            return self._screen_of(self.table)
        if self.tournament is not None:
            from cardtable.tui.menus.bracket import BracketScreen

            return BracketScreen(self.tournament, self.words)
        if self.first is not None:
            return self.first
        from cardtable.tui.menus.home import HomeScreen

        return HomeScreen(self.words, self.home or Home((), _nothing_to_open))

    def sit_down(self, table: Table, *, open_hands: bool = False) -> None:
        """Opens a table from the menu or a bracket; with every hand face up if that was agreed."""
        self.table = table
        self.push_screen(self._screen_of(table, open_hands=open_hands))

    def set_up_again(self, table: Table, then: Callable[[SavedTable | None], None]) -> None:
        """Asks for the seating of another table like this one; `then` is called with None if the player backs out."""
        from cardtable.player.saved import table_of
        from cardtable.tui.menus.table_setup import TableSetup

        header, person = table.header, table.names[min(table.people)]
        self.push_screen(TableSetup(self.words, header.preset, len(header.names), person, table_of(header)), then)

    def _screen_of(self, table: Table, *, open_hands: bool = False) -> TableScreen:
        """Returns the screen of a table; lessons, puzzles and the deal of the day have their own."""
        match table.kind:
            case "lesson":
                from cardtable.tui.table.lesson_screen import LessonScreen

                return LessonScreen(table, self.words, self.settings)
            case "puzzle":
                from cardtable.tui.table.puzzle_screen import PuzzleScreen

                return PuzzleScreen(table, self.words, self.settings)
            case "day":
                from cardtable.tui.table.day_screen import DayScreen

                return DayScreen(table, self.words, self.settings)
        from cardtable.tui.table.table_screen import TableScreen

        return TableScreen(table, self.words, self.settings, open_hands=open_hands)

    def open_review(self, replay: Replay, deal: int, seat: Seat) -> None:
        """Opens the review of a seat's decisions in a finished deal."""
        from cardtable.tui.table.review_screen import ReviewScreen

        if self.settings.archive is not None:
            self.push_screen(ReviewScreen(replay, self.words, self.settings.archive, deal, seat))

    def open_tournament(self, tournament: Tournament) -> None:
        """Opens the bracket of a tournament from the menu."""
        from cardtable.tui.menus.bracket import BracketScreen

        self.tournament = tournament
        self.push_screen(BracketScreen(tournament, self.words))

    def leave_table(self) -> None:
        """Leaves the table for the screen it was opened from: tournament, review or replay; otherwise for the menu.

        Without a menu, leaves for the shell.
        """
        self.rise()
        back = self._way_back()
        if back is None:
            self._leave_for_menu()
            return
        while self.screen is not back:
            self.pop_screen()
        back.come_back()
        self._renew_home()

    def rise(self) -> None:
        """Leaves the current table and cancels everything still due to happen there."""
        screen = self.table_screen()
        if self.table is not None and screen is not None:
            screen.flow.leave()
        self.table = None

    async def _shutdown(self) -> None:
        """Shuts down, for whatever reason; first leaves every table, so that nothing waits for a bot thinking there."""
        self.gate.shut()
        for screen in self._tables():
            screen.flow.leave()
        if self.tournament is not None:
            self.tournament.close()
        await super()._shutdown()

    def leave_tournament(self) -> None:
        """Leaves the bracket for the menu, or for the shell if there is none."""
        if self.tournament is not None:
            self.tournament.close()
            self.tournament = None
        self._leave_for_menu()

    def _way_back(self) -> WayBack | None:
        """Returns the screen to go back to when leaving the table; only screens below the table count."""
        table = self.table_screen()
        below = self.screen_stack if table is None else self.screen_stack[: self.screen_stack.index(table)]
        return next((screen for screen in reversed(below) if isinstance(screen, WayBack)), None)

    def _leave_for_menu(self) -> None:
        if self.home is None:
            self.exit(0)
            return
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self._renew_home()

    def _ask_name(self, person: str) -> None:
        """Asks for the player's name and saves it."""
        from cardtable.tui.boxes.name_question import NameQuestion

        def keep(name: str | None) -> None:
            try:
                self.choose("name", name or person)
            except (OSError, ValueError) as wrong:
                self.warn(wrong)
            self._renew_home()

        self.push_screen(NameQuestion(self.words, person), keep)

    def _renew_home(self) -> None:
        """Refreshes the menu."""
        from cardtable.tui.menus.home import HomeScreen

        if self.home is not None and self.home.again is not None:
            self.home = self.home.again()
        for screen in self.screen_stack:
            if self.home is not None and isinstance(screen, HomeScreen):
                screen.renew(self.home)

    async def _replace_screen(self, screen: Screen[Any]) -> Screen[Any]:
        """Empties the caches of a screen that closes: otherwise they become garbage for the collector."""
        drawn = list(screen.walk_children(Widget, with_self=True))
        gone = await super()._replace_screen(screen)
        for widget in drawn:
            forget_drawn(widget)
        return gone

    def pop_screen(self) -> AwaitComplete:
        """Closes the top screen and empties the caches of what it drew."""
        popped = super().pop_screen()
        forget_all_drawn()
        return popped

    def on_app_blur(self) -> None:
        """Hides the cards: other people may walk up to a window its player has left."""
        self._hide_hands()

    def _hide_hands(self) -> None:
        """Turns the cards face down if several people share the keyboard, and closes boxes that tell about them."""
        from cardtable.tui.boxes.dialogs import Read
        from cardtable.tui.boxes.hint_card import HintCard
        from cardtable.tui.boxes.offer import Offer

        screen = self.table_screen()
        if screen is None or len(screen.table.here) == 1:
            return
        screen.picture.hide_cards()
        above = self.screen_stack[self.screen_stack.index(screen) + 1 :]
        telling = next((box for box in above if isinstance(box, (HintCard, Offer, Read))), None)
        while telling in self.screen_stack:
            self.pop_screen()
        check_size(self, self._players, *self.size)

    def table_screen(self) -> TableScreen | None:
        """Returns the screen of the current table, whatever is on top of it."""
        return next(iter(self._tables()), None)

    def _tables(self) -> list[TableScreen]:
        """Returns the screens of tables, topmost first."""
        from cardtable.tui.table.table_screen import TableScreen

        return [screen for screen in reversed(self.screen_stack) if isinstance(screen, TableScreen)]

    def action_command_palette(self) -> None:
        """Opens the search for every available action; not over the handover, nor while the terminal is too small."""
        from cardtable.tui.boxes.handover import HandOver
        from cardtable.tui.menus.commands import Anything

        if not isinstance(self.screen, (Anything, HandOver, TooSmall)):
            placeholder = self.words.say("type what you want to do")
            self.push_screen(Anything(placeholder, ascii_only=self.words.glyphs == "ascii"))

    # Errors in the program

    def _handle_exception(self, error: Exception) -> None:
        """Ends the screen and leaves the report to `run`: Textual's own shows local variables, including hands."""
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        """Ends the screen and drops the report Textual has already rendered."""
        self._handle_exception(RuntimeError("the terminal cannot be read"))

    @property
    def failure(self) -> BaseException | None:
        """The error that ended the screen; None if there was none."""
        error = self._exception
        return error.error if isinstance(error, WorkerFailed) else error

    # Sizes

    def on_resize(self, event: events.Resize) -> None:
        """Shows or removes the note that the terminal is too small."""
        check_size(self, self._players, *event.size)

    @property
    def _players(self) -> int:
        return len(self.table.names) if self.table is not None else 0

    # Boxes that open over any screen

    @property
    def anywhere_keys(self) -> Sequence[Key]:
        """The keys that work on every screen."""
        return ANYWHERE_KEYS

    def open_help(self, keys: Sequence[Key] | None = None) -> None:
        """Lists the keys of a screen and their actions; without `keys`, those of the current table or the menu."""
        from cardtable.tui.boxes.dialogs import Read
        from cardtable.tui.menus.places import MENU_KEYS

        table = self.table if keys is None else None
        screen = self.table_screen()
        if table is not None:
            keys = keys_at(table) if screen is None else screen.keys
        # The box takes nine tenths of the screen, its frame and margins eight columns.
        room = self.size.width * 9 // 10 - 8
        rules = None if table is None else table.rules
        rows = (*(MENU_KEYS if keys is None else keys), *self.anywhere_keys)
        text = keys_told(self.words, rows, rules, self.settings.keys, room)
        self.push_screen(Read(self.words, self.words.say("Keys"), text))

    def action_help(self) -> None:
        self.open_help()

    def open_menu(self) -> None:
        """Opens the menu of the table: go on, look something up, leave."""
        from cardtable.tui.boxes.dialogs import Choose

        words, lines = self.words, self.menu_lines()

        def take(nth: int | None) -> None:
            if nth is not None:
                lines[nth][1]()
            else:
                self.go_on()

        self.push_screen(Choose(words, words.say("Menu"), [line for line, _ in lines]), take)

    def menu_lines(self) -> list[tuple[str, Callable[[], object]]]:
        """Returns the lines of the menu and their actions."""
        words = self.words
        return [
            (words.say("Go on"), self.go_on),
            *self._getting_up(),
            (words.say("Keys"), self.open_help),
            (words.say("Settings"), self.open_settings),
            *afterwards.of_record(self),
            *afterwards.ways_out(self),
        ]

    def _getting_up(self) -> list[tuple[str, Callable[[], object]]]:
        """Returns the menu lines for getting up after the current deal (or staying after all), and for giving it up."""
        screen = self.table_screen()
        if screen is None or screen.table.evening is None or screen.table.deal_over or not screen.picture.has_cursor:
            return []
        flow = screen.flow
        gives_up = screen.table.may_resign(screen.picture.viewer)
        resign = [(self.words.say("I give this deal up"), flow.tutoring.give_up)] if gives_up else []
        return [(flow.rising.line, flow.get_up_later), *resign]

    def go_on(self) -> None:
        """Resumes the table after another screen covered it."""
        screen = self.table_screen()
        if screen is not None and self.screen is screen and screen.table.deal_over:
            screen.call_next(screen.flow.advance)


def _nothing_to_open(preset: str, seats: int) -> Table:
    raise ValueError(f"{preset} for {seats}: there is nothing to play here")
