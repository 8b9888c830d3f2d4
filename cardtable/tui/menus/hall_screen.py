"""The hall, where those who have come see the tables and sit down or watch; and the host's list of who is there."""

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
"""Columns of a table's plate at most."""
AROUND = 5
"""Columns that the rim takes, with the blanks at both sides and the scrollbar."""
NOTES = 4
"""Rows of what is said under a list."""
BROAD = 130
"""Columns from which what is under the cursor is drawn beside the list."""
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
    """A table as the hall lists it."""

    number: int
    """By which it is told from all others, those that are gone too."""
    title: Text
    seats: tuple[Text, ...]
    """Who sits there, clockwise."""
    standing: Text
    may_sit: bool
    """Whether a seat is theirs who look, or open."""


class PersonRow(NamedTuple):
    """Somebody as the host has them on the list: the name, where they are, and their code if it is known."""

    name: str
    where: Text
    state: Text
    code: str
    message: str = ""
    """What the host sends them, so that they can come; empty where they have no code."""


class HallDoor(Protocol):
    """What the hall is for one who has come. What is done may raise ValueError and OSError."""

    name: str
    is_host: bool
    """Whether they may send others away."""

    @property
    def own_code(self) -> str:
        """A code of their own for coming back, where they need one."""

    @property
    def may_open(self) -> bool:
        """Whether they may open a table of their own."""

    @property
    def is_alone(self) -> bool:
        """Whether there is nothing in the hall but the table they sit at."""

    def tables(self) -> Sequence[HallRow]:
        """The tables there are."""

    def here(self) -> int:
        """How many have come."""

    def notes(self) -> Sequence[Text]:
        """What is to be told to them: how one comes, their own code."""

    def rise(self) -> None:
        """They have left the table that they sat at or watched."""

    def sit(self, number: int) -> SeatTable | None:
        """Takes the seat that is theirs, or an open one; None while others are missing there."""

    def watch(self, number: int) -> SeatTable:
        """Watches a table."""

    def open_own(self, agreed: SavedTable) -> None:
        """Opens a table of their own."""

    def people(self) -> Sequence[PersonRow]:
        """For the host: everybody who has a seat or has come."""

    def act(self, name: str, what: str) -> Text:
        """For the host: does something with somebody (`code`, `away`, `bot`, `close`), or lets all who watch speak
        (`watchers`); says what was done.
        """


class ListScreen(Screen[None]):
    """A heading, lines of which one is chosen, what is to be said under them, and keys."""

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
        """What is under the cursor, where there is room for it."""
        self.note = Line(words, "table", id="note")
        self.listed: list[str] = []
        """What each line of the list stands for."""
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
        """Things may have changed under what covered the list."""
        self.show()

    def rows(self) -> dict[str, tuple[str, ...]]:
        """The cells of every line of the list, by what it stands for."""
        raise NotImplementedError  # A Textual screen cannot be an ABC too: the metaclasses differ.

    def headings(self) -> tuple[str, list[str]]:
        """What stands above, and at its right."""
        raise NotImplementedError

    def offers(self, key: Key) -> bool:
        """Whether a key does something now."""
        return True

    def show(self, said: Text | None = None) -> None:
        """Draws everything as it is now; the cursor stays on whom or what it stood on."""
        self._said = said or self._said
        self.keys.show([hint_of(key, self.words) for key in self.KEYS if self.offers(key)])
        self.heading.show(*self.headings())
        rows, chosen = self.rows(), self.chosen
        lines = self.drawn(rows) if rows else []
        lines = [line.translate(ASCII) if self.words.glyphs == "ascii" else line for line in lines]
        if (self.listed, [str(option.prompt) for option in self.list.options]) != (list(rows), lines):
            begins, self.listed = not self.listed, list(rows)
            self.list.clear_options().add_options(map(Option, lines))
            # Whose line is gone leaves the cursor nowhere: what is pressed next was not meant for their neighbour.
            self.list.highlighted = self.listed.index(chosen) if chosen in rows else 0 if begins and rows else None
        self.seat_app.told_code = self.door.own_code
        notes = [*([self._said] if self._said is not None else []), *self.door.notes()]
        self.note.show("\n".join(self.line(note) for note in notes))
        self._draw_beside()

    def _draw_beside(self) -> None:
        """Draws what is under the cursor; what is told under the list stands there then."""
        broad = self.app.size.width >= BROAD
        self.picture.display, self.note.display = broad, not broad
        self.list.styles.width = self.app.size.width // 2 if broad else None
        notes = [*([self._said] if self._said is not None else []), *self.door.notes()]
        self.picture.show(self.beside()._replace(notes=tuple(map(self.line, notes))))

    def beside(self) -> Beside:
        """What is under the cursor."""
        return Beside()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Something else is under the cursor."""
        self._draw_beside()

    def on_resize(self) -> None:
        """Draws everything as wide as there is room."""
        self.show()

    @property
    def chosen(self) -> str | None:
        """What the line under the cursor stands for."""
        nth = self.list.highlighted
        return None if nth is None else self.listed[nth]

    def line(self, text: Text) -> str:
        """A sentence in words."""
        return clean(self.words.text(text, ()))

    def drawn(self, rows: Mapping[str, Sequence[str]]) -> list[str]:
        """The lines of the list: cells side by side, every column as wide as it must be."""
        widths = [max(map(width_of, column)) for column in zip(*rows.values(), strict=True)]
        return [
            "  ".join(cell + " " * (width - width_of(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows.values()
        ]

    def attempt(self, do: Callable[[], Text | None]) -> None:
        """Does it, and says what it gives, or why it cannot be."""
        try:
            self._said = do()
        except (OSError, ValueError) as wrong:
            self._said = told(wrong)
        if self.is_attached:
            self.show()

    @property
    def seat_app(self) -> Any:
        """The program that shows this, which shows tables too (`seat_app`)."""
        return self.app

    def action_step(self, by: int) -> None:
        """The line above or below."""
        self.list.step(by)

    def action_help(self) -> None:
        self.seat_app.open_help([key for key in self.KEYS if self.offers(key)])


class HallScreen(ListScreen):
    """The tables: sit down, watch, open one."""

    DEFAULT_CSS = "HallScreen OptionList { max-width: 81; padding: 1 1 0 1; scrollbar-gutter: stable; }"
    KEYS = HALL_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(HALL_KEYS)]

    def headings(self) -> tuple[str, list[str]]:
        """The hall, who looks at it, and how many are here."""
        here = self.door.here()
        return self.words.say("The hall"), [self.door.name, self.line(say_count("{count} here", "{count} here", here))]

    def rows(self) -> dict[str, tuple[str, ...]]:
        """A table, by its number: its game, how it stands, who sits there, and whether one may sit down."""
        return {
            str(row.number): (
                *(self.line(row.title), self.line(row.standing), ", ".join(map(self.line, row.seats))),
                self.words.say("a seat for you") if row.may_sit else "",
            )
            for row in self.door.tables()
        }

    def drawn(self, rows: Mapping[str, Sequence[str]]) -> list[str]:
        """A plate a table."""
        screen = self.app.size.width
        width = max(20, min(WIDE, (screen // 2 if screen >= BROAD else screen) - AROUND))
        return [
            framed(cut(title, max(1, width - width_of(standing) - 8)), standing, (seats, seat), width)
            for title, standing, seats, seat in rows.values()
        ]

    def beside(self) -> Beside:
        """The table, and who sits round it."""
        row = next((row for row in self.door.tables() if str(row.number) == self.chosen), None)
        if row is None:
            return Beside()
        seat = (self.words.say("a seat for you"),) if row.may_sit else ()
        return Beside(self.line(row.title), tuple(map(self.line, row.seats)), told=(self.line(row.standing), *seat))

    def offers(self, key: Key) -> bool:
        """Not everybody opens tables."""
        return self.door.may_open if key.id == "hall-own" else True

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_take()

    def action_take(self) -> None:
        """Sits down; watches where no seat is theirs."""
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
        """Watches the table under the cursor."""
        chosen = self.chosen
        if chosen is not None:

            def watch() -> None:
                table = self.door.watch(int(chosen))
                self.seat_app.show_table(table)

            self.attempt(watch)

    def action_own(self) -> None:
        """Opens a table: first which game, then how it is played and by whom."""
        if self.door.may_open:
            choose_game(self.seat_app, lambda game: self.set_up(game.id, game.preset.players))

    def set_up(self, preset: str, seats: int) -> None:
        """The form of a table."""

        def opened(agreed: SavedTable | None) -> None:
            if agreed is not None:
                self.attempt(lambda: self.door.open_own(agreed))

        self.app.push_screen(GuestSetup(self.words, preset, seats, self.door.name), opened)

    def action_leave(self) -> None:
        """Leaves, or goes back to what was covered."""
        self.seat_app.leave_hall()


def framed(title: str, note: str, said: Sequence[str], width: int) -> str:
    """Sentences in a frame with a title and a note in its upper edge.

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
    """Everybody who has a seat, or has come, and what the host may do with them."""

    KEYS = HOST_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(HOST_KEYS)]

    def headings(self) -> tuple[str, list[str]]:
        """How many are here."""
        return self.words.say("The host"), [self.line(say_count("{count} here", "{count} here", self.door.here()))]

    def rows(self) -> dict[str, tuple[str, ...]]:
        """A line a person, by their name."""
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
        """There is nowhere to go back to from the lowest screen."""
        return key.id != "host-leave" or len(self.app.screen_stack) > 1

    def beside(self) -> Beside:
        """Who is under the cursor, and their code, to be read out."""
        row = next((row for row in self.door.people() if row.name == self.chosen), None)
        if row is None:
            return Beside()
        name, told = row.name or self.words.say("everybody else"), (self.line(row.state), self.line(row.where))
        return Beside(name, large=row.code or row.name, told=(" · ".join(told),))

    def action_act(self, what: str) -> None:
        """Does it with who stands under the cursor."""
        name = self.chosen
        if name is not None:
            self.attempt(lambda: self.door.act(name, what))

    def action_watchers(self) -> None:
        """Lets those who watch speak, or not."""
        self.attempt(lambda: self.door.act("", "watchers"))

    def action_message(self) -> None:
        """Copies what is to be sent to who stands under the cursor, and shows it: some terminals refuse to copy."""
        message = next((row.message for row in self.door.people() if row.name == self.chosen), "")
        if message:
            self.app.copy_to_clipboard(message)
            self.app.push_screen(Read(self.words, self.words.say("Copied, to be sent"), message))
        else:
            self.attempt(lambda: say("They have no code: n gives them one."))

    def action_hall(self) -> None:
        self.app.push_screen(HallScreen(self.words, self.door))

    def action_leave(self) -> None:
        """Back to what was covered."""
        if len(self.app.screen_stack) > 1:
            self.app.pop_screen()
