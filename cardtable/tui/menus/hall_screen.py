"""The hall, where guests see the tables and sit down or watch; and the host's list of people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtable.engine.faults import told
from cardtable.engine.text import Text, clean, mark, say, say_count
from cardtable.match.seat import SeatTable
from cardtable.player.saved import SavedTable
from cardtable.tui.boxes.dialogs import Read
from cardtable.tui.draw.cells import ASCII, cut, width_of, wrap
from cardtable.tui.draw.keyline import KeyLine, hint_of
from cardtable.tui.draw.lines import Line
from cardtable.tui.draw.menu import Menu
from cardtable.tui.keys import Key, bindings
from cardtable.tui.menus.hall_picture import Beside, HallPicture
from cardtable.tui.menus.shared_setup import GuestSetup
from cardtable.tui.menus.which_game import choose_game
from cardtable.words import Words

WIDE = 78
"""Maximum columns of a table's plate."""
AROUND = 5
"""Columns of the rim, with a blank on either side and the scroll bar."""
NOTES = 4
"""Rows for the notes under a list."""
BROAD = 130
"""Minimum columns for details of the line under the cursor beside the list."""
STEP = Key(
    "hall-step",
    (("up,k", "step(-1)"), ("down,j", "step(1)")),
    "↑↓",
    mark("choose"),
    mark("choose a line (also k j)"),
    rank=3,
)
HELP = Key("hall-help", (("question_mark,f1", "help"),), "?", mark("help"), mark("these keys (also F1)"), rank=0)
HALL_KEYS: tuple[Key, ...] = (
    STEP,
    Key(
        "hall-take",
        (("enter,space", "take"),),
        "⏎",
        mark("sit down"),
        mark("sit down, or watch where no seat is yours"),
    ),
    Key("hall-watch", (("w", "watch"),), "w", mark("watch"), mark("watch this table")),
    Key("hall-own", (("n", "own"),), "n", mark("own table"), mark("open a table of your own")),
    Key("hall-leave", (("escape,q", "leave"),), "Esc", mark("leave"), mark("leave the hall"), rank=1),
    HELP,
)
HOST_KEYS: tuple[Key, ...] = (
    STEP,
    Key(
        "host-code",
        (("n", "act('code')"),),
        "n",
        mark("new code"),
        mark("give them a new code; the old one opens nothing any more, nor do their keys"),
    ),
    Key(
        "host-message",
        (("i", "message"),),
        "i",
        mark("invitation"),
        mark("copy the message that tells them how to come"),
    ),
    Key("host-away", (("x", "act('away')"),), "x", mark("send away"), mark("close their screen; they may come back")),
    Key("host-bot", (("b", "act('bot')"),), "b", mark("bot"), mark("let a bot play until they come back")),
    Key(
        "host-close",
        (("c", "act('close')"),),
        "c",
        mark("close seat"),
        mark("send them away for good: no code and no key of theirs opens anything"),
    ),
    Key(
        "host-watchers",
        (("w", "watchers"),),
        "w",
        mark("watchers"),
        mark("let those who watch say lines at the tables, or not any more"),
    ),
    Key("host-hall", (("t", "hall"),), "t", mark("tables"), mark("the tables of the hall")),
    Key("host-leave", (("escape,q", "leave"),), "Esc", mark("back"), mark("back to the table"), rank=1),
    HELP,
)


class HallRow(NamedTuple):
    """A table as listed in the hall."""

    number: int
    """Unique among all tables, including closed ones."""
    title: Text
    seats: tuple[Text, ...]
    """The players, clockwise."""
    standing: Text
    may_sit: bool
    """Whether one of the seats is the viewer's, or open."""


class PersonRow(NamedTuple):
    """A person on the host's list: name, location, state, and code if known."""

    name: str
    where: Text
    state: Text
    code: str
    message: str = ""
    """The message the host sends them so that they can join; empty if they have no code."""


class HallDoor(Protocol):
    """The hall as one guest or the host sees it. Actions may raise ValueError and OSError."""

    name: str
    is_host: bool
    """Whether they may send others away."""

    @property
    def own_code(self) -> str:
        """Their own code for coming back, if they need one."""

    @property
    def may_open(self) -> bool:
        """Whether they may open a table of their own."""

    @property
    def is_alone(self) -> bool:
        """Whether the hall has nothing but the table they are at."""

    def tables(self) -> Sequence[HallRow]:
        """Returns the tables."""

    def here(self) -> int:
        """Returns the number of people here."""

    def notes(self) -> Sequence[Text]:
        """Returns messages for them: how to join, and their own code."""

    def rise(self) -> None:
        """Leaves the table they were playing or watching."""

    def sit(self, number: int) -> SeatTable | None:
        """Takes their own seat or an open one; returns None while others are missing there."""

    def watch(self, number: int) -> SeatTable:
        """Watches a table."""

    def open_own(self, agreed: SavedTable) -> None:
        """Opens a table of their own."""

    def people(self) -> Sequence[PersonRow]:
        """For the host: returns everybody who has a seat or is here."""

    def act(self, name: str, what: str) -> Text:
        """For the host: acts on a person (`code`, `away`, `bot`, `close`) or lets spectators speak (`watchers`).

        Returns a message saying what was done.
        """


class ListScreen(Screen[None]):
    """A heading, a list to choose from, notes below it, and keys."""

    DEFAULT_CSS = """
    ListScreen { background: $table; }
    ListScreen > Vertical { width: 100%; height: 1fr; background: $table; border: outer $rim; align: center top; }
    ListScreen OptionList { height: 1fr; border: none; background: $table; padding: 0 1; scrollbar-size: 1 1; }
    ListScreen OptionList:focus { border: none; }
    ListScreen Horizontal { height: 1fr; }
    """
    KEYS: ClassVar[tuple[Key, ...]] = ()

    def __init__(self, words: Words, door: HallDoor) -> None:
        super().__init__()
        self.words = words
        self.door = door
        self.heading = Line(words, "bar", id="heading")
        self.list = Menu(markup=False)
        self.picture = HallPicture(words)
        """The details of the line under the cursor, if there is room for them."""
        self.note = Line(words, "table", id="note")
        self.listed: list[str] = []
        """The key of each line of the list."""
        self.keys = KeyLine(words)
        self._said: Text | None = None

    def compose(self) -> ComposeResult:
        yield self.heading
        with Vertical():
            with Horizontal():
                yield self.list
                yield self.picture
            self.note.styles.height = NOTES
            yield self.note
        yield self.keys

    def on_mount(self) -> None:
        self.show()
        self.list.focus()

    def on_new_words(self) -> None:
        self.show()

    def on_screen_resume(self) -> None:
        """Redraws: things may have changed while another screen covered this one."""
        self.show()

    def rows(self) -> dict[str, tuple[str, ...]]:
        """Returns the cells of every line of the list, by its key."""
        raise NotImplementedError  # A Textual screen cannot be an ABC too: the metaclasses differ.

    def headings(self) -> tuple[str, list[str]]:
        """Returns the heading and the facts on its right."""
        raise NotImplementedError

    def offers(self, key: Key) -> bool:
        """Returns whether a key does something now."""
        return True

    def show(self, said: Text | None = None) -> None:
        """Draws the current state; the cursor stays on the same person or table."""
        self._said = said or self._said
        self.keys.show([hint_of(key, self.words) for key in self.KEYS if self.offers(key)])
        self.heading.show(*self.headings())
        rows, chosen = self.rows(), self.chosen
        lines = self.drawn(rows) if rows else []
        lines = [line.translate(ASCII) if self.words.glyphs == "ascii" else line for line in lines]
        if (self.listed, [str(option.prompt) for option in self.list.options]) != (list(rows), lines):
            begins, self.listed = not self.listed, list(rows)
            self.list.clear_options().add_options(map(Option, lines))
            # If its line has gone, the cursor disappears: the next key was not meant for the neighbouring line.
            self.list.highlighted = self.listed.index(chosen) if chosen in rows else 0 if begins and rows else None
        self.seat_app.told_code = self.door.own_code
        notes = [*([self._said] if self._said is not None else []), *self.door.notes()]
        self.note.show("\n".join(self.line(note) for note in notes))
        self._draw_beside()

    def _draw_beside(self) -> None:
        """Draws the details of the line under the cursor; the notes from under the list then move there too."""
        broad = self.app.size.width >= BROAD
        self.picture.display, self.note.display = broad, not broad
        self.list.styles.width = self.app.size.width // 2 if broad else None
        notes = [*([self._said] if self._said is not None else []), *self.door.notes()]
        self.picture.show(self.beside()._replace(notes=tuple(map(self.line, notes))))

    def beside(self) -> Beside:
        """Returns the details of the line under the cursor."""
        return Beside()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The cursor has moved to another line."""
        self._draw_beside()

    def on_resize(self) -> None:
        """Draws everything again for the new width."""
        self.show()

    @property
    def chosen(self) -> str | None:
        """The key of the current line."""
        nth = self.list.highlighted
        return None if nth is None else self.listed[nth]

    def line(self, text: Text) -> str:
        """Returns a text in words."""
        return clean(self.words.text(text, ()))

    def drawn(self, rows: Mapping[str, Sequence[str]]) -> list[str]:
        """Returns the lines of the list: cells side by side, every column as wide as needed."""
        widths = [max(map(width_of, column)) for column in zip(*rows.values(), strict=True)]
        return [
            "  ".join(cell + " " * (width - width_of(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows.values()
        ]

    def attempt(self, do: Callable[[], Text | None]) -> None:
        """Runs an action, and shows its message or its error."""
        try:
            self._said = do()
        except (OSError, ValueError) as wrong:
            self._said = told(wrong)
        if self.is_attached:
            self.show()

    @property
    def seat_app(self) -> Any:
        """The program around this screen, which shows tables too (`seat_app`)."""
        return self.app

    def action_step(self, by: int) -> None:
        """Moves the cursor a line up or down."""
        self.list.step(by)

    def action_help(self) -> None:
        self.seat_app.open_help([key for key in self.KEYS if self.offers(key)])


class HallScreen(ListScreen):
    """The tables: sit down, watch, or open one."""

    DEFAULT_CSS = "HallScreen OptionList { max-width: 81; padding: 1 1 0 1; scrollbar-gutter: stable; }"
    KEYS = HALL_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(HALL_KEYS)]

    def headings(self) -> tuple[str, list[str]]:
        """Returns the title, the viewer's name, and the number of people here."""
        here = self.door.here()
        return self.words.say("The hall"), [self.door.name, self.line(say_count("{count} here", "{count} here", here))]

    def rows(self) -> dict[str, tuple[str, ...]]:
        """Returns the cells for each table, by number: game, state, players, and whether the viewer may sit down."""
        return {
            str(row.number): (
                *(self.line(row.title), self.line(row.standing), ", ".join(map(self.line, row.seats))),
                self.words.say("a seat for you") if row.may_sit else "",
            )
            for row in self.door.tables()
        }

    def drawn(self, rows: Mapping[str, Sequence[str]]) -> list[str]:
        """Returns a plate for each table."""
        screen = self.app.size.width
        width = max(20, min(WIDE, (screen // 2 if screen >= BROAD else screen) - AROUND))
        return [
            framed(cut(title, max(1, width - width_of(standing) - 8)), standing, (seats, seat), width)
            for title, standing, seats, seat in rows.values()
        ]

    def beside(self) -> Beside:
        """Returns the table under the cursor, and its players."""
        row = next((row for row in self.door.tables() if str(row.number) == self.chosen), None)
        if row is None:
            return Beside()
        seat = (self.words.say("a seat for you"),) if row.may_sit else ()
        return Beside(self.line(row.title), tuple(map(self.line, row.seats)), told=(self.line(row.standing), *seat))

    def offers(self, key: Key) -> bool:
        """Hides the key for opening tables from those who may not."""
        return self.door.may_open if key.id == "hall-own" else True

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_take()

    def action_take(self) -> None:
        """Sits down; watches if there is no seat for them."""
        chosen = self.chosen
        if chosen is None:
            return
        if not any(row.may_sit for row in self.door.tables() if str(row.number) == chosen):
            self.action_watch()
            return

        def sit() -> Text | None:
            table = self.door.sit(int(chosen))
            if table is not None:
                self.seat_app.show_table(table)
                return None
            return say("You have a seat. The match begins when nobody is missing.")

        self.attempt(sit)

    def action_watch(self) -> None:
        """Watches the current table."""
        chosen = self.chosen
        if chosen is not None:

            def watch() -> None:
                table = self.door.watch(int(chosen))
                self.seat_app.show_table(table)

            self.attempt(watch)

    def action_own(self) -> None:
        """Opens a table: asks for the game first, then for the rules and the players."""
        if self.door.may_open:
            choose_game(self.seat_app, lambda game: self.set_up(game.id, game.preset.players))

    def set_up(self, preset: str, seats: int) -> None:
        """Opens the form for a table."""

        def opened(agreed: SavedTable | None) -> None:
            if agreed is not None:
                self.attempt(lambda: self.door.open_own(agreed))

        self.app.push_screen(GuestSetup(self.words, preset, seats, self.door.name), opened)

    def action_leave(self) -> None:
        """Leaves, or goes back to the screen below."""
        self.seat_app.leave_hall()


def framed(title: str, note: str, said: Sequence[str], width: int) -> str:
    """Puts texts into a frame with a title and a note in its upper edge.

    >>> print(framed("101", "deal 2", ["Ann, Bob", ""], 24))
    ╭─ 101 ─────── deal 2 ─╮
    │ Ann, Bob             │
    ╰──────────────────────╯
    """
    rows = [row for text in said if text for row in wrap(text, width - 4)]
    blank = width - 8 - width_of(title) - width_of(note)
    return "\n".join(
        (
            f"╭─ {title} {'─' * blank} {note} ─╮",
            *(f"│ {row}{' ' * (width - 4 - width_of(row))} │" for row in rows),
            f"╰{'─' * (width - 2)}╯",
        )
    )


class HostScreen(ListScreen):
    """Everybody who has a seat or is here, and the host's actions on them."""

    KEYS = HOST_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(HOST_KEYS)]

    def headings(self) -> tuple[str, list[str]]:
        """Returns the title and the number of people here."""
        return self.words.say("The host"), [self.line(say_count("{count} here", "{count} here", self.door.here()))]

    def rows(self) -> dict[str, tuple[str, ...]]:
        """Returns a line for each person, by name."""
        others, before = self.words.say("everybody else"), self.words.say("the code of last time")
        return {
            row.name: (
                row.name or others,
                row.code or (before if row.message else ""),
                self.line(row.state),
                self.line(row.where),
            )
            for row in self.door.people()
        }

    def offers(self, key: Key) -> bool:
        """Hides the key for going back on the bottom screen."""
        return key.id != "host-leave" or len(self.app.screen_stack) > 1

    def beside(self) -> Beside:
        """Returns the person under the cursor, with their code to be read out."""
        row = next((row for row in self.door.people() if row.name == self.chosen), None)
        if row is None:
            return Beside()
        name, told = row.name or self.words.say("everybody else"), (self.line(row.state), self.line(row.where))
        return Beside(name, large=row.code or row.name, told=(" · ".join(told),))

    def action_act(self, what: str) -> None:
        """Runs an action on the current person."""
        name = self.chosen
        if name is not None:
            self.attempt(lambda: self.door.act(name, what))

    def action_watchers(self) -> None:
        """Lets spectators speak, or stops them."""
        self.attempt(lambda: self.door.act("", "watchers"))

    def action_message(self) -> None:
        """Copies the message for the current person, and shows it, since some terminals refuse to copy."""
        message = next((row.message for row in self.door.people() if row.name == self.chosen), "")
        if message:
            self.app.copy_to_clipboard(message)
            self.app.push_screen(Read(self.words, self.words.say("Copied, to be sent"), message))
        else:
            self.attempt(lambda: say("They have no code: n gives them one."))

    def action_hall(self) -> None:
        self.app.push_screen(HallScreen(self.words, self.door))

    def action_leave(self) -> None:
        """Goes back to the screen below."""
        if len(self.app.screen_stack) > 1:
            self.app.pop_screen()
