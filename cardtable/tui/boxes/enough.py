"""The scene at the end of an evening: how it stands, in large words, and how one leaves the table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, clean
from cardtable.match.evening import Evening
from cardtable.tui.boxes.dialogs import Box
from cardtable.tui.boxes.evening_picture import EveningPicture
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.keyline import Hint, KeyLine
from cardtable.tui.draw.lines import Line
from cardtable.tui.keys import TWINS, quiet, twins
from cardtable.tui.program import program
from cardtable.tui.terminal.photo import take
from cardtable.words import Words


class Enough(Box[str]):
    """That was the evening. Gives `rise` to get up, `keep` to leave the table as it is, `new` for another evening.

    Nothing where one goes back to the table.
    """

    DEFAULT_CSS = """
    Enough { background: $table; }
    Enough > Vertical { width: 100%; max-width: 100%; height: 1fr; max-height: 100%; background: $table;
        border: outer $rim; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("enter", "leave('rise')"),
        quiet("escape", "back"),
        quiet(twins("n"), "leave('new')"),
        quiet(twins("k"), "leave('keep')"),
        quiet(twins("c"), "copy"),
        quiet(twins("p"), "picture"),
    ]
    alone = True

    def __init__(
        self,
        words: Words,
        game: str,
        evening: Evening,
        names: Sequence[str],
        me: Seat | None,
        *,
        again: bool = False,
        more: Sequence[Text] = (),
    ) -> None:
        """`again`: whether these people may begin another evening from here; `more`: what else there is to tell."""
        super().__init__(words, game)
        self.again = again
        self.evening = evening
        self.head = Line(words, "bar")
        self.picture = EveningPicture(words, evening, names, me, more)
        self.keys = KeyLine(words)

    def compose(self) -> ComposeResult:
        yield self.head
        with Vertical():
            yield self.picture
        yield self.keys

    def on_mount(self) -> None:
        """Says what can be done."""
        self.head.show(clean(self.heading))
        self._show_keys()

    def _show_keys(self) -> None:
        """How one gets up, and what else can be done."""
        say = self.words.say
        hints = [
            *([Hint("n", say("a new evening"), "leave('new')", 3)] if self.again else []),
            Hint("k", say("keep the table for tomorrow"), "leave('keep')", 2),
            Hint("c", say("copy"), "copy", 4),
            *([Hint("p", say("picture"), "picture", 5)] if self._pictures is not None else []),
            Hint("Esc", say("stay"), "back", 0),
        ]
        shown = [hint._replace(key=self._key(hint.key)) for hint in hints]
        self.keys.show(shown, Hint("⏎", say("get up"), "leave('rise')", 0))

    def _key(self, key: str) -> str:
        """A key with its twin where the words are Russian."""
        return f"{key}/{TWINS[key]}" if self.words.language.startswith("ru") and key in TWINS else key

    @property
    def _pictures(self) -> Path | None:
        return program(self).settings.pictures

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """A click on a key's label does what the key does."""
        await message.obey(self)

    def action_picture(self) -> None:
        """Writes a picture of this screen, at home."""
        if self._pictures is not None and not self.fresh.too_soon:
            told = take(self.app, self._pictures, "evening")
            self.notify(self.words.text(told, ()), markup=False)

    def action_leave(self, how: str) -> None:
        """Leaves the table; not by the key that ended the deal."""
        if not self.fresh.too_soon and (self.again or how != "new"):
            self.dismiss(how)

    def action_back(self) -> None:
        """Back to the deal that is over."""
        self.dismiss(None)

    def action_copy(self) -> None:
        """Puts what is told into the clipboard."""
        if not self.fresh.too_soon:
            headline = self.picture.said(self.evening.headline)
            lines = [f"{clean(self.heading)}: {headline}", *self.picture.lines()]
            self.app.copy_to_clipboard("\n".join(lines))
            self.notify(self.words.say("The evening lies in the clipboard."))
