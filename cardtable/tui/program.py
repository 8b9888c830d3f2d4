"""What screens and widgets may ask of the program that shows them: how it looks, at which table somebody sits, and
where one goes from there. The ways themselves are in `app.py`, which knows the screens.
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
    """A scroll bar of whole cells: the signs for parts of one are not in every terminal."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]


ScrollBar.renderer = WholeCells


class WayBack(Screen[None]):
    """A screen to which whoever leaves a table comes back that was opened from it."""

    def come_back(self) -> None:
        """What is to be done then."""


class Program(App[int]):
    """The program in its player's words, theme and settings."""

    ALLOW_SELECT = False
    is_host = False
    """Whether this is the screen of who may send others from the table."""
    # Without colours nothing can be dimmed: the table stays in sight around a box.
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
    """What the terminal says of itself."""
    table: Table | None
    """The table that somebody sits at."""
    home: Home | None
    tournament: Tournament | None
    clock: Callable[[], float]
    """Tells in seconds how long something has been on the screen."""

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
        # What is styled first is styled by this theme, and no style sheet is read by another one before.
        self.stylesheet.set_variables(self.get_css_variables())
        # Where colours fall away, or fall together, the cursor of a list stands out by more than them.
        self.set_class(self.no_color or self.console.color_system in (None, "standard"), "-few-colours")

    def _has_theme(self, name: str) -> bool:
        """Whether there is a theme of this name. A shipped one is read now: all of them would delay the first picture.

        A theme of the player's goes before a shipped one of the same name.
        """
        if name in themes.TITLES and name not in self.available_themes:
            try:
                self.register_theme(themes.shipped(name))
            except Fault as why:
                self.theme_problems.append(why.text)
        return name in self.available_themes

    @property
    def cloths(self) -> list[str]:
        """The names of the themes that are made for a card table, the player's own among them."""
        made = {name for name, theme in self.available_themes.items() if "suit-hearts" in theme.variables}
        return sorted(made | themes.TITLES.keys())

    def _wear(self) -> None:
        """Puts on the theme that was chosen, or else one that the terminal has the colours for."""
        if not self._colours:
            self.theme = "ansi-dark"
            return
        fitting = "sixteen" if self.console.color_system == "standard" else "felt"
        for name in (self.settings.theme, fitting):
            if self._has_theme(name):
                self.theme = name
                return

    def refresh_css(self, animate: bool = True) -> None:
        """Styles everything anew, once there is something: Textual asks for it before there is any screen."""
        if self.screen_stack:
            super().refresh_css(animate)

    def wear_next(self) -> Text | None:
        """Puts on the theme after this one and keeps it; says which it is, None where none can be chosen."""
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
        """Those of the theme, which are the same for everybody who wears it; Textual asks several times for them."""
        key = repr(self.current_theme), tuple(self.get_theme_variable_defaults().items())
        if (found := self._variables.get(key)) is None:
            found = self._variables[key] = super().get_css_variables()
        self.theme_variables = dict(found)
        return dict(found)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our colours where a theme does not name them."""
        if self.current_theme.ansi:
            return dict.fromkeys(FALLBACKS, "ansi_default")
        return FALLBACKS

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's, and ours where there are few colours."""
        filters = super().get_line_filters()
        if self.console.color_system == "truecolor":
            return filters
        from cardtable.tui.terminal.fitting import FITTINGS

        fitting = FITTINGS.get(self.console.color_system or "")
        return filters if fitting is None else [*filters, fitting]

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
        """Whether cards move to their places."""
        raise NotImplementedError  # A Textual app cannot be an ABC too: the metaclasses differ.

    def warn(self, what: Text | Exception) -> None:
        """Says what went wrong, over whatever is shown."""
        text = what if isinstance(what, Text) else told(what)
        self.notify(self.words.text(text, ()), severity="warning", markup=False)

    @property
    def idle_settings(self) -> frozenset[str]:
        """The settings that change nothing here."""
        return frozenset()

    # Where it leads

    def action_leave(self) -> None:
        """Ends the program; everything is saved already."""
        self.exit(0)

    def choose(self, name: str, value: object) -> None:
        """Keeps a preference and shows everything by it. Raises OSError and ValueError."""
        raise NotImplementedError

    def table_screen(self) -> Screen[None] | None:
        """The screen of the table that somebody sits at, whatever stands over it."""
        raise NotImplementedError

    def sit_down(self, table: Table, *, open_hands: bool = False) -> None:
        """Plays at a table; with every hand face up where that was agreed."""
        raise NotImplementedError

    def set_up_again(self, table: Table, then: Callable[[SavedTable | None], None]) -> None:
        """Asks who sits where at another table like this one; `then` is told nothing where nobody sits down."""
        raise NotImplementedError

    def rise(self) -> None:
        """Leaves the table that somebody sits at, and with it all that was still to happen there."""
        raise NotImplementedError

    def leave_table(self) -> None:
        raise NotImplementedError

    def go_on(self) -> None:
        """Lets the table go on that was only looked away from."""
        raise NotImplementedError

    def open_tournament(self, tournament: Tournament) -> None:
        """Shows the bracket of a tournament."""
        raise NotImplementedError

    def leave_tournament(self) -> None:
        raise NotImplementedError

    def open_review(self, replay: Replay, deal: int, seat: Seat) -> None:
        """Shows what a seat's decisions in a deal that is over have cost."""
        raise NotImplementedError

    def open_help(self, keys: Sequence[Key] | None = None) -> None:
        """Shows the keys of a screen; unless others are given, those that the game at hand can use."""
        raise NotImplementedError

    def open_menu(self) -> None:
        """Go on, look at something, leave."""
        raise NotImplementedError

    def open_settings(self) -> None:
        raise NotImplementedError

    def open_search(self, home: Home) -> None:
        raise NotImplementedError


def program(node: MessagePump) -> Program:
    """The program that shows this screen or widget."""
    app = node.app
    assert isinstance(app, Program)
    return app
