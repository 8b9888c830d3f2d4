"""The list of the player's records; Enter looks at one."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtable.engine.faults import told
from cardtable.engine.text import clean
from cardtable.games import family
from cardtable.replay import SavedRecord
from cardtable.tui.canvas import ASCII, Canvas, Line, cut, width_of
from cardtable.tui.keyline import Hint, KeyLine
from cardtable.tui.menu import Menu
from cardtable.tui.protocol import Archive
from cardtable.tui.replay_screen import ReplayScreen
from cardtable.words import Words

TITLE = 34
"""Columns of the game's name."""


class ArchiveScreen(Screen[None]):
    """A line a record: when, which game, who played, and whether the match goes on."""

    DEFAULT_CSS = """
    ArchiveScreen { background: $table; }
    ArchiveScreen OptionList { height: 1fr; border: none; background: $table; padding: 0 1; scrollbar-size: 1 1; }
    ArchiveScreen OptionList:focus { border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j,J,о,О", "step(1)", show=False, priority=True),
        Binding("up,k,K,л,Л", "step(-1)", show=False, priority=True),
        Binding("escape,q,Q,й,Й", "leave", show=False),
    ]

    def __init__(self, words: Words, archive: Archive) -> None:
        super().__init__()
        self.words = words
        self.archive = archive
        self.kept = list(archive.kept())
        self.note = Line(words, "dim", id="note")
        self.rows = Menu(markup=False)

    def compose(self) -> ComposeResult:
        """Heading, the list, a note and keys."""
        heading = Line(self.words, "bar", id="heading")
        heading.show(self.words.say("Replays"), [str(len(self.kept))])
        yield heading
        self.rows.add_options(Option(self._row(record)) for record in self.kept)
        yield self.rows
        self.note.styles.height = 2
        yield self.note
        keys = KeyLine(self.words)
        keys.show(
            [
                Hint("↑↓", self.words.say("record"), "step(1)"),
                Hint("⏎", self.words.say("look"), "take"),
                Hint("Esc", self.words.say("back"), "leave"),
            ]
        )
        yield keys

    def on_mount(self) -> None:
        """The newest record is under the cursor."""
        self.rows.focus()
        if self.kept:
            self.rows.highlighted = 0
        else:
            self._note(self.words.say("No match has been recorded yet."))

    def _row(self, record: SavedRecord) -> str:
        header = record.header
        try:
            title = self.words.say(family(header.family).presets[header.preset].title)
        except (ValueError, KeyError):
            title = header.preset
        title = cut(clean(title), TITLE)
        row = f"{record.changed:%Y-%m-%d %H:%M}  {title}{' ' * (TITLE + 2 - width_of(title))}"
        row += cut(clean(", ".join(header.names)), self.app.size.width - width_of(row) - 4)
        return row.translate(ASCII) if self.words.glyphs == "ascii" else row

    def _note(self, text: str) -> None:
        self.note.show(text)

    def action_step(self, by: int) -> None:
        """The line above or below."""
        rows = self.rows
        if by > 0:
            rows.action_cursor_down()
        else:
            rows.action_cursor_up()

    def action_take(self) -> None:
        """Looks at the record under the cursor."""
        self.rows.action_select()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Where the record lies, and whether the match goes on."""
        record = self.kept[event.option_index]
        notes = []
        if not record.over:
            notes.append(self.words.say("The match is not over."))
        if record.header.copied:
            notes.append(self.words.say("Played on from another record, for practice."))
        self._note(" ".join([*notes, str(record.path)]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Opens the record, or says what is wrong with it."""
        path = self.kept[event.option_index].path
        try:
            replay = self.archive.read(path)
        except (OSError, ValueError) as wrong:
            self._note(self.words.text(told(wrong), ()))
            return
        self.app.push_screen(ReplayScreen(replay, self.words, self.archive))

    def action_leave(self) -> None:
        """Back to the menu."""
        self.app.pop_screen()

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """A click on the key line."""
        message.stop()
        await self.run_action(message.action)
