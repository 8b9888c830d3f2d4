"""The part of the program its screens and widgets may use: its look, the current table, and ways to other screens.
These are implemented in `app.py`, which knows the screens.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.cache import LRUCache
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.theme import Theme

from cardtable.engine.faults import Fault, told
from cardtable.engine.options import closest
from cardtable.engine.text import Text, say
from cardtable.tui.keys import Key
from cardtable.tui.protocol import Home, Settings
from cardtable.tui.terminal import themes
from cardtable.tui.terminal.palette import FALLBACKS, Palette
from cardtable.words import Words

if TYPE_CHECKING:
    from textual.filter import LineFilter

    from cardtable.engine.moves import Seat
    from cardtable.match.replay import Replay
    from cardtable.match.table import Table
    from cardtable.match.tournament import Tournament
    from cardtable.player.saved import SavedTable


class WholeCells(ScrollBarRender):
    """A scroll bar made of whole cells: not every terminal has the signs for parts of one."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]


ScrollBar.renderer = WholeCells


class WayBack(Screen[None]):
    """A screen a table can be opened from, and returned to."""

    def come_back(self) -> None:
        """Called when the player returns from the table."""


class Program(App[int]):
    """The program, with its player's words, theme and settings."""

    ALLOW_SELECT = False
    is_host = False
    """Whether this is the host's screen: the host may send others from the table."""
    # Without colours nothing can be dimmed: the table stays visible around a box.
    CSS = """
    .-few-colours OptionList > .option-list--option-highlighted { text-style: bold underline; }
    Screen { background: $table; }
    Widget { scrollbar-color: $primary; scrollbar-color-hover: $primary; scrollbar-color-active: $primary; }
    ModalScreen { background: $background 50%; }
    ModalScreen:ansi { background: transparent; }
    /* At the top: at the bottom lie the player's own cards. */
    ToastRack { dock: top; align: right top; margin: 0; }
    FullBox ToastRack { dock: bottom; align: right bottom; margin: 0 0 1 0; }
    Toast { width: auto; max-width: 90%; }
    Box.-alone, Box.-alone:ansi { background: $table; }
    """
    _variables: ClassVar[LRUCache[tuple[object, ...], dict[str, str]]] = LRUCache(64)

    environ: Mapping[str, str] = os.environ
    """What the terminal says about itself."""
    table: Table | None
    """The current table; None if there is none."""
    home: Home | None
    tournament: Tournament | None
    clock: Callable[[], float]
    """The clock, in seconds, that times how long something has been on the screen."""

    def __init__(self, words: Words, settings: Settings) -> None:
        self._colours = not self.environ.get("NO_COLOR")
        self._palette: Palette | None = None
        super().__init__(ansi_color=None if self._colours else True)
        self.words = words
        self.settings = settings
        self.theme_problems: list[Text] = []

    # Looks

    def _choose_theme(self) -> None:
        found: list[Theme] = []
        if self.settings.themes is not None:
            found, self.theme_problems = themes.load(self.settings.themes)
        self.theme_problems += self.settings.troubles
        for theme in found:
            self.register_theme(theme)
        if self.settings.theme and not self._has_theme(self.settings.theme):
            self.theme_problems.append(
                say(
                    "there is no theme {name!r}{near}",
                    name=self.settings.theme,
                    near=closest(self.settings.theme, (*themes.TITLES, *(theme.name for theme in found))),
                )
            )
        self._wear()
        # Otherwise the first styling would use another theme, and the style sheet would be read twice.
        self.stylesheet.set_variables(self.get_css_variables())
        # With few colours or none, the cursor of a list needs more than colour to stand out.
        self.set_class(self.no_color or self.console.color_system in (None, "standard"), "-few-colours")

    def _has_theme(self, name: str) -> bool:
        """Returns whether there is such a theme. A shipped one is loaded only now: all would delay the first picture.

        A player's theme takes precedence over a shipped one of the same name.
        """
        if name in themes.TITLES and name not in self.available_themes:
            try:
                self.register_theme(themes.shipped(name))
            except Fault as why:
                self.theme_problems.append(why.text)
        return name in self.available_themes

    @property
    def cloths(self) -> list[str]:
        """The names of all themes made for a card table, including the player's own."""
        made = {name for name, theme in self.available_themes.items() if "suit-hearts" in theme.variables}
        return sorted(made | themes.TITLES.keys())

    def _wear(self) -> None:
        """Applies the chosen theme, or else one that suits the terminal's colours."""
        if not self._colours:
            self.theme = "ansi-dark"
            return
        fitting = "sixteen" if self.console.color_system == "standard" else "felt"
        for name in (self.settings.theme, fitting):
            if self._has_theme(name):
                self.theme = name
                return

    def refresh_css(self, animate: bool = True) -> None:
        """Applies the style sheet again, once there is a screen: Textual calls this even before that."""
        if self.screen_stack:
            super().refresh_css(animate)

    def wear_next(self) -> Text | None:
        """Switches to the next theme and saves it; returns a message naming it, or None if themes cannot be chosen."""
        if self.settings.choose is None:
            return None
        names = self.cloths
        name = names[(names.index(self.theme) + 1) % len(names)] if self.theme in names else names[0]
        try:
            self.choose("theme", name)
        except (OSError, ValueError) as wrong:
            self.warn(wrong)
            return None
        return say("Theme: {name}", name=self.words.say(themes.TITLES.get(name, name)))

    def get_css_variables(self) -> dict[str, str]:
        """Returns the theme's variables, cached for all who use it, since Textual asks for them several times."""
        key = repr(self.current_theme), tuple(self.get_theme_variable_defaults().items())
        if (found := self._variables.get(key)) is None:
            found = self._variables[key] = super().get_css_variables()
        self.theme_variables = dict(found)
        return dict(found)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Returns our colours for those a theme leaves out."""
        if self.current_theme.ansi:
            return dict.fromkeys(FALLBACKS, "ansi_default")
        return FALLBACKS

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Returns Textual's filters, plus ours if there are few colours."""
        filters = super().get_line_filters()
        if self.console.color_system == "truecolor":
            return filters
        from cardtable.tui.terminal.fitting import FITTINGS

        fitting = FITTINGS.get(self.console.color_system or "")
        return filters if fitting is None else [*filters, fitting]

    @property
    def palette(self) -> Palette:
        """The styles of the current theme."""
        if self._palette is None:
            fine = self.console.color_system != "standard"
            self._palette = Palette(
                self.get_css_variables(), colours=self._colours, suits=self.settings.suits, fine=fine
            )
        return self._palette

    @property
    def moving(self) -> bool:
        """Whether cards move to their places."""
        raise NotImplementedError  # A Textual app cannot be an ABC too: the metaclasses differ.

    def warn(self, what: Text | Exception) -> None:
        """Reports a problem on top of whatever is shown."""
        text = what if isinstance(what, Text) else told(what)
        self.notify(self.words.text(text, ()), severity="warning", markup=False)

    @property
    def idle_settings(self) -> frozenset[str]:
        """The settings that have no effect here."""
        return frozenset()

    # Ways to other screens

    def action_leave(self) -> None:
        """Ends the program; everything is saved already."""
        self.exit(0)

    def choose(self, name: str, value: object) -> None:
        """Saves a preference and applies it. Raises OSError and ValueError."""
        raise NotImplementedError

    def table_screen(self) -> Screen[None] | None:
        """Returns the screen of the current table, whatever is on top of it."""
        raise NotImplementedError

    def sit_down(self, table: Table, *, open_hands: bool = False) -> None:
        """Opens a table; with every hand face up if that was agreed."""
        raise NotImplementedError

    def set_up_again(self, table: Table, then: Callable[[SavedTable | None], None]) -> None:
        """Asks for the seating of another table like this one; `then` is called with None if the player backs out."""
        raise NotImplementedError

    def rise(self) -> None:
        """Leaves the current table and cancels everything still due to happen there."""
        raise NotImplementedError

    def leave_table(self) -> None:
        raise NotImplementedError

    def go_on(self) -> None:
        """Resumes the table after another screen covered it."""
        raise NotImplementedError

    def open_tournament(self, tournament: Tournament) -> None:
        """Opens the bracket of a tournament."""
        raise NotImplementedError

    def leave_tournament(self) -> None:
        raise NotImplementedError

    def open_review(self, replay: Replay, deal: int, seat: Seat) -> None:
        """Opens the review of a seat's decisions in a finished deal."""
        raise NotImplementedError

    def open_help(self, keys: Sequence[Key] | None = None) -> None:
        """Lists the keys of a screen; without `keys`, those of the current table or the menu."""
        raise NotImplementedError

    def open_menu(self) -> None:
        """Opens the menu: go on, look something up, leave."""
        raise NotImplementedError

    def open_settings(self) -> None:
        raise NotImplementedError

    def open_search(self, home: Home) -> None:
        raise NotImplementedError


def program(node: MessagePump) -> Program:
    """Returns the program that shows this screen or widget."""
    app = node.app
    assert isinstance(app, Program)
    return app
