"""The program on the screen: themes, signals, what stands on top of what."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.theme import Theme
from textual.worker import WorkerFailed

from cardtable.engine.faults import told
from cardtable.engine.text import Text, say
from cardtable.tui import themes
from cardtable.tui.canvas import Canvas, NewWords, forget_drawn, wrap
from cardtable.tui.driver import passing_over
from cardtable.tui.keys import ANYWHERE_KEYS, TABLE_KEYS, Key, bindings, shown_key, twins, used_by
from cardtable.tui.motion import bearable
from cardtable.tui.palette import FALLBACKS, Palette
from cardtable.tui.protocol import Home, Settings, TableLike, WordsLike
from cardtable.tui.table_screen import TableScreen

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import RenderableType
    from textual.driver import Driver
    from textual.filter import LineFilter

    from cardtable.tournament import Tournament
    from cardtable.tui.bracket import BracketScreen

WIDTH, HEIGHT = 80, 24
"""The terminal that every table of up to seven players fits into."""
PATIENCE = 5.0
"""Seconds after a signal until the program ends even if the terminal is stuck; everything is saved long before."""
PROBE, PROBE_ROW = "♠╭", 1
"""Signs of which terminals that show one too wide show it, and the row in which they are written to ask."""
SAID = ("language", "letters", "signs")
"""The settings that change the words."""
SIGNALS = (signal.SIGTERM, *((signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ()))


def needed_size(players: int) -> tuple[int, int]:
    """Columns and rows that a table needs, measured by `.build/sizes.py`; beyond six, others take a second row."""
    return WIDTH, HEIGHT if players <= 7 else HEIGHT + 2


class CardtableApp(App[int]):
    """Shows one table, a tournament and its tables, or the home menu and what is opened from it."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    TITLE = "cardtable"
    # Without colours nothing can be dimmed: the table stays in sight around a box.
    CSS = """
    Screen { background: $table; }
    Widget { scrollbar-color: $primary; scrollbar-color-hover: $primary; scrollbar-color-active: $primary; }
    ModalScreen { background: $background 50%; }
    ModalScreen:ansi { background: transparent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(ANYWHERE_KEYS, priority=True),
        Binding("f1", "help", show=False),
    ]

    def __init__(
        self,
        table: TableLike | None,
        words: WordsLike,
        settings: Settings | None = None,
        home: Home | None = None,
        tournament: Tournament | None = None,
        first: Screen[Any] | None = None,
    ) -> None:
        self._colours = not os.environ.get("NO_COLOR")
        self._palette: Palette | None = None
        super().__init__(ansi_color=None if self._colours else True)
        self.table = table
        self.words = words
        self.settings = settings or Settings()
        self.home = home
        self.tournament = tournament
        self.first = first
        """What is shown where there is neither table nor tournament; else the menu."""
        self.clock: Callable[[], float] = monotonic
        """Tells in seconds how long something has been on the screen."""
        self.theme_problems: list[Text] = []
        self._hung_up = False
        self._asked_width = False
        self._choose_theme()

    # Looks

    def _choose_theme(self) -> None:
        found, self.theme_problems = themes.load()
        if self.settings.themes is not None:
            own_themes, wrong = themes.load(self.settings.themes)
            found += own_themes
            self.theme_problems += wrong
        self.theme_problems += self.settings.troubles
        for theme in found:
            self.register_theme(theme)
        if self.settings.theme and self.settings.theme not in self.available_themes:
            self.theme_problems.append(say("there is no theme {name!r}", name=self.settings.theme))
        self._wear()

    def _wear(self) -> None:
        """Puts on the theme that was chosen, or else one that the terminal has the colours for."""
        if not self._colours:
            self.theme = "ansi-dark"
            return
        fitting = "sixteen" if self.console.color_system == "standard" else "felt"
        for name in (self.settings.theme, fitting):
            if name in self.available_themes:
                self.theme = name
                return

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our colours where a theme does not name them."""
        if self.current_theme.ansi:
            return dict.fromkeys(FALLBACKS, "ansi_default")
        return FALLBACKS

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's, and ours where there are 256 colours and no more."""
        filters = super().get_line_filters()
        if self.console.color_system != "256":
            return filters
        from cardtable.tui.fitting import Fitting

        return [*filters, Fitting()]

    @property
    def palette(self) -> Palette:
        """The styles of the theme shown."""
        if self._palette is None:
            fine = self.console.color_system != "standard"
            self._palette = Palette(
                self.get_css_variables(), colours=self._colours, suits=self.settings.suits, fine=fine
            )
        return self._palette

    @property
    def moving(self) -> bool:
        """Whether cards move to their places: a setting, and TEXTUAL_ANIMATIONS; never on a slow terminal."""
        wanted = self.settings.motion and self.animation_level != "none"
        return wanted and bearable(self.console.color_system, os.environ)

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
        """Textual's for this terminal."""
        return passing_over(super().get_driver_class())

    def on_mount(self) -> None:
        """Listens to signals, and tells what was wrong with theme files."""
        self.theme_changed_signal.subscribe(self, self._new_theme)
        self._take_keys()
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            for number in SIGNALS:
                loop.add_signal_handler(number, self._hang_up, number)
            # Textual answers these in the middle of whatever they interrupt, a write to the terminal for one, which
            # then waits for itself. From the loop it is safe.
            if hasattr(signal, "SIGTSTP"):
                loop.add_signal_handler(signal.SIGTSTP, self.action_suspend_process)
                loop.add_signal_handler(signal.SIGCONT, self._come_back)
        for problem in self.theme_problems:
            self.notify(self.words.text(problem, ()), severity="warning", markup=False)
        self._check_size(self.size.width, self.size.height)
        self._ask_width()

    def _ask_width(self) -> None:
        """Asks the terminal how wide it shows our signs. It answers, if at all, like a key that is pressed, so nobody
        waits for it, and no key is lost; the first picture covers what is written for it."""
        if self.settings.write_letters is not None and self._driver is not None and not self.is_headless:
            self._driver.write(f"\x1b7\x1b[{PROBE_ROW + 1};1H{PROBE}\x1b[6n\x1b8")
            self._driver.flush()
            self._asked_width = True

    def on_cursor_position(self, event: events.CursorPosition) -> None:
        """The terminal's answer: in wide columns nothing of ours would stand where it should."""
        asked, self._asked_width = self._asked_width, False
        if asked and event.y == PROBE_ROW and event.x != len(PROBE) and self.settings.write_letters is not None:
            self.settings = self.settings.write_letters()
            self._say_anew()
            self._look_anew()
            self.refresh(layout=True)

    def _take_keys(self) -> None:
        """Puts the player's own keys in place of ours, with their twins on the Russian layout."""
        self.set_keymap({f"{name}-0": twins(own) for name, own in self.settings.keys.items()})

    def choose(self, name: str, value: object) -> None:
        """Keeps a preference and shows the table by it. Raises OSError and ValueError."""
        if self.settings.choose is None:
            return
        self.settings = self.settings.choose(name, value)
        if name == "theme":
            self._wear()
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen):
                screen.settings = self.settings
                screen.order, screen.log_wanted = self.settings.order, self.settings.log
                screen.course.passing.when_i_cannot = self.settings.pass_when_i_cannot
        if name in SAID:
            self._say_anew()
        self._take_keys()
        self._look_anew()

    def _say_anew(self) -> None:
        """Lets every screen speak as the words now do."""
        for screen in self.screen_stack:
            screen.post_message(NewWords())

    def open_settings(self) -> None:
        """The settings, with some cards to try them on."""
        from cardtable.tui.settings_screen import SettingsScreen

        ours = (
            name for name in sorted(self.available_themes) if "suit-hearts" in self.available_themes[name].variables
        )
        names = ["auto", *ours]
        self.push_screen(SettingsScreen(self.words, names), lambda _: self.call_next(self._go_on))

    def _hang_up(self, number: int) -> None:
        """Ends the program on a signal; a terminal that takes nothing any more does not hold it for ever."""
        self._hung_up = True
        stuck = threading.Timer(PATIENCE, os._exit, (128 + number,))
        stuck.daemon = True
        stuck.start()
        self.exit(128 + number)

    def action_suspend_process(self) -> None:
        """Gives the terminal back to the shell, whose `fg` goes on with the match."""
        if self._driver is not None and self._driver.can_suspend and hasattr(signal, "SIGTSTP"):
            from cardtable.tui import job

            self._hide_hands()
            # Not every terminal has a second screen for us, and what stands on the first one stays there.
            self._driver.write("\x1b[H\x1b[2J")
            with self.suspend():
                job.stop()

    def _come_back(self) -> None:
        """After a stop that nobody could foresee: the terminal is made ready again, and all is drawn anew.

        A window that closes sends the same signal together with SIGHUP.
        """
        if not self._hung_up:
            from cardtable.tui import job

            with self.suspend():
                job.forget_typed()

    def get_default_screen(self) -> Screen[Any]:
        """The table, the bracket or the menu: nothing empty is drawn before it."""
        if self.table is not None:
            return TableScreen(self.table, self.words, self.settings)
        if self.tournament is not None:
            from cardtable.tui.bracket import BracketScreen

            return BracketScreen(self.tournament, self.words)
        if self.first is not None:
            return self.first
        from cardtable.tui.home import HomeScreen

        return HomeScreen(self.words, self.home or Home((), _nothing_to_open))

    def sit_down(self, table: TableLike, *, open_hands: bool = False) -> None:
        """Plays at a table opened from the menu or from a bracket; with every hand face up where that was agreed."""
        self.table = table
        self.push_screen(TableScreen(table, self.words, self.settings, open_hands=open_hands))

    def open_tournament(self, tournament: Tournament) -> None:
        """Shows the bracket of a tournament opened from the menu."""
        from cardtable.tui.bracket import BracketScreen

        self.tournament = tournament
        self.push_screen(BracketScreen(tournament, self.words))

    def leave_table(self) -> None:
        """Leaves the table for its tournament, or else for the menu, or for the shell where there is neither."""
        self._rise()
        bracket = self._bracket()
        if bracket is None:
            self._leave_for_menu()
            return
        while self.screen is not bracket:
            self.pop_screen()
        bracket.come_back()

    def _rise(self) -> None:
        """Leaves the table that somebody sits at, and with it all that was still to happen there."""
        screen = self._table_screen()
        if self.table is not None and screen is not None:
            screen.course.leave()
        self.table = None

    def leave_tournament(self) -> None:
        """Leaves the bracket for the menu, or for the shell where there is none."""
        if self.tournament is not None:
            self.tournament.close()
            self.tournament = None
        self._leave_for_menu()

    @property
    def may_play_again(self) -> bool:
        """Whether a match that is over can be followed by another one at the same table."""
        return self.tournament is None and self.home is not None and self.home.again is not None

    def play_again(self) -> None:
        """Leaves the table, and sits down at the same table for a new match."""
        self.leave_table()
        if self.home is None or self.home.same_table is None:
            return
        try:
            table = self.home.same_table()
        except (OSError, ValueError) as wrong:
            self.notify(self.words.text(told(wrong), ()), severity="warning", markup=False)
        else:
            self.sit_down(table)

    @property
    def may_deal_again(self) -> bool:
        """Whether the deal that is over can be dealt once more: a recorded one against bots."""
        table = self.table
        alone = table is not None and table.path is not None and len(table.people) == 1
        return alone and self.tournament is None and self.settings.archive is not None

    def deal_again(self) -> None:
        """Leaves the table for a practice table: the deal that is over, with the same cards, from its beginning."""
        table, archive = self.table, self.settings.archive
        assert table is not None
        assert table.path is not None
        assert archive is not None
        try:
            replay = archive.read(table.path)
            again = archive.play_on(replay, replay.deals[table.deals - 1], min(table.people))
        except (OSError, ValueError) as wrong:
            self.notify(self.words.text(told(wrong), ()), severity="warning", markup=False)
            return
        self._rise()
        while not isinstance(self.screen, TableScreen):
            self.pop_screen()
        if len(self.screen_stack) > 1:  # The lowest screen stays, with which the program began.
            self.pop_screen()
        self.sit_down(again)

    def _bracket(self) -> BracketScreen | None:
        if self.tournament is None:
            return None
        from cardtable.tui.bracket import BracketScreen

        return next((screen for screen in self.screen_stack if isinstance(screen, BracketScreen)), None)

    def _leave_for_menu(self) -> None:
        if self.home is None:
            self.exit(0)
            return
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if self.home.again is not None:
            self.home = self.home.again()
        from cardtable.tui.home import HomeScreen

        if isinstance(self.screen, HomeScreen):
            self.screen.renew(self.home)

    def pop_screen(self) -> AwaitComplete:
        """Takes the uppermost screen away, and with it what was drawn of it."""
        popped = super().pop_screen()
        forget_drawn()
        return popped

    def action_leave(self) -> None:
        """Ends the program; everything is saved already."""
        self.exit(0)

    def on_app_blur(self) -> None:
        """Other people may walk up to a window that its player has left."""
        self._hide_hands()

    def _hide_hands(self) -> None:
        """Turns the cards over where several people play."""
        screen = self._table_screen()
        if screen is not None and len(screen.table.people) > 1:
            screen.hide_cards()

    def _table_screen(self) -> TableScreen | None:
        return next((screen for screen in reversed(self.screen_stack) if isinstance(screen, TableScreen)), None)

    # When the program is at fault

    def _handle_exception(self, error: Exception) -> None:
        """Ends the screen for `run` to say what failed: Textual's own report shows local variables, hands too."""
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        """Ends the screen where Textual has already drawn its report, which nobody is shown."""
        self._handle_exception(RuntimeError("the terminal cannot be read"))

    @property
    def failure(self) -> BaseException | None:
        """What ended the screen, if anything went wrong."""
        error = self._exception
        return error.error if isinstance(error, WorkerFailed) else error

    # Sizes

    def on_resize(self, event: events.Resize) -> None:
        """Puts up or takes away the note about the size."""
        self._check_size(event.size.width, event.size.height)

    def _check_size(self, width: int, height: int) -> None:
        try:
            top = self.screen
        except NoMatches:
            return
        needed = needed_size(len(self.table.names) if self.table is not None else 0)
        small = width < needed[0] or height < needed[1]
        if not small and len(self.screen_stack) == 1:
            return
        from cardtable.tui.too_small import TooSmall

        if small and not isinstance(top, TooSmall):
            self.push_screen(TooSmall(self.words, needed))
        elif not small and isinstance(top, TooSmall):
            self.pop_screen()

    # What opens over everything

    def open_help(self, keys: Sequence[Key] | None = None) -> None:
        """The keys of a screen with what they do; unless others are given, those that the game at hand can use."""
        from cardtable.tui.dialogs import Read

        if keys is None:
            keys = TABLE_KEYS if self.table is None else used_by({*self.table.rules.verbs} - self.table.rules.unused)

        russian = str(getattr(self.words, "language", "en")).startswith("ru")
        own = self.settings.keys
        rows = [(shown_key(key, russian, own), self.words.say(key.help)) for key in (*keys, *ANYWHERE_KEYS)]
        wide = max(len(shown) for shown, _ in rows)
        room = self.size.width - 16 - wide
        text = "\n".join(
            f"{shown if not nth else '':<{wide}}  {line}"
            for shown, told in rows
            for nth, line in enumerate(wrap(told, room))
        )
        self.push_screen(Read(self.words, self.words.say("Keys"), text))

    def action_help(self) -> None:
        """All keys."""
        self.open_help()

    def open_menu(self) -> None:
        """Go on, look at something, leave."""
        from cardtable.tui.dialogs import Choose

        words = self.words
        lines: list[tuple[str, Callable[[], object]]] = [
            (words.say("Go on"), self._go_on),
            (words.say("Keys"), self.open_help),
            (words.say("Settings"), self.open_settings),
            *self._records(),
            (words.say("Leave the table (it is saved)"), self.leave_table),
            (words.say("Quit (everything is saved)"), self.action_leave),
        ]

        def take(nth: int | None) -> None:
            if nth is not None:
                lines[nth][1]()
            else:
                self._go_on()

        self.push_screen(Choose(words, words.say("Menu"), [line for line, _ in lines]), take)

    def _records(self) -> list[tuple[str, Callable[[], object]]]:
        """What can be done with the table's record while no hand is secret."""
        screen = self._table_screen()
        if self.settings.archive is None or screen is None or not screen.table.deal_over:
            return []
        path = screen.table.path
        if path is None:
            return []
        return [(self.words.say("Look at the match again, export"), lambda: self.open_record(path))]

    def open_record(self, path: Path) -> None:
        """Looks at the end of a record. Only where no deal goes on."""
        from cardtable.tui.replay_screen import ReplayScreen

        archive = self.settings.archive
        if archive is None:
            return
        try:
            replay = archive.read(path)
        except (OSError, ValueError) as wrong:
            self.notify(self.words.text(told(wrong), ()), severity="warning", markup=False)
            return
        self.push_screen(ReplayScreen(replay, self.words, archive, -1), lambda _: self.call_next(self._go_on))

    def _go_on(self) -> None:
        screen = self._table_screen()
        if screen is not None and self.screen is screen and screen.table.deal_over:
            screen.call_next(screen.course.advance)


def _nothing_to_open(preset: str, seats: int) -> TableLike:
    raise ValueError(f"{preset} for {seats}: there is nothing to play here")
