"""The scene at the end of an evening: how it stands, in large words, and how one leaves the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, clean, say
from cardtable.match.evening import Evening
from cardtable.tui.boxes.dialogs import Box
from cardtable.tui.boxes.ending import side_by_side
from cardtable.tui.draw.cells import width_of
from cardtable.tui.draw.letters import large
from cardtable.tui.keys import quiet, twins
from cardtable.words import Words

MARKS = 12
"""One mark for each that is counted, up to so many."""
TALL = 28
"""Rows of a screen from which its headline is drawn in large letters."""


class Enough(Box[str]):
    """That was the evening. Gives `rise` to get up, `keep` to leave the table as it is, `new` for another evening.

    Nothing where one goes back to the table.
    """

    DEFAULT_CSS = """
    Enough > Vertical { border: heavy $primary; padding: 1 2 0 2; max-width: 100%; background: $table; }
    Enough .-rows { margin-top: 1; margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("enter", "leave('rise')"),
        quiet("escape", "back"),
        quiet(twins("n"), "leave('new')"),
        quiet(twins("k"), "leave('keep')"),
        quiet(twins("c"), "copy"),
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
        self.names = names
        self.me = me
        self.headline = self.line("")
        self.more = [self._said(line) for line in more]
        self.rows = self.line("\n".join(self.told()))
        self.rows.add_class("-rows")
        self.keys = Static("", markup=False)
        self.frame = Vertical()

    def compose(self) -> ComposeResult:
        with self.frame:
            yield self.headline
            yield self.rows
            yield self.keys

    def _said(self, text: Text) -> str:
        return clean(self.words.text(text, self.names))

    def told(self) -> list[str]:
        """What is told of the evening, line by line: how long it was, and who has how many."""
        evening = self.evening
        lines = [self._said(evening.length), ""]
        rows = evening.rows(self.names, self.me)
        if not evening.ended and not any(evening.counts):
            return [lines[0], *self.more]
        called = [self._said(who) for who, _, _ in rows]
        title, wide = self._said(evening.title), max(map(width_of, called))
        for nth, (name, (_, count, in_a_row)) in enumerate(zip(called, rows, strict=True)):
            before = title if not nth else " " * width_of(title)
            row = f"{before}  {name}{' ' * (wide - width_of(name))}  {count:>2}  {'▮' * min(count, MARKS)}"
            if in_a_row > 1:
                row += "  " + self._said(say("{count} in a row", count=in_a_row))
            lines.append(row.rstrip())
        return [*lines, *([""] if self.more else []), *self.more]

    def on_mount(self) -> None:
        """Says it as large as there is room."""
        self.frame.border_title = clean(self.heading).replace("[", "(").replace("]", ")")
        self._fit(self.app.size.width, self.app.size.height)

    def on_resize(self, event: events.Resize) -> None:
        """Keeps headline and keys in sight."""
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        room = max(20, width - 8)
        said = self._said(self.evening.headline)
        rows = large(said, room, 3 if height >= TALL else 1, ascii_only=self.has_class("-ascii"))
        self.headline.update("\n".join(rows))
        # The frame, the blank lines, and two of keys.
        self.rows.update(self.plain("\n".join(self.told()[: max(1, height - len(rows) - 7)])))
        say = self.words.say
        labels = [
            say("⏎ get up"),
            say("Esc stay"),
            *([say("n a new evening")] if self.again else []),
            say("k keep the table for tomorrow"),
            say("c copy"),
        ]
        self.keys.update(self.plain("\n".join(side_by_side(labels, room))))

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
            headline = self._said(self.evening.headline)
            self.app.copy_to_clipboard("\n".join([f"{clean(self.heading)}: {headline}", *filter(None, self.told())]))
            self.notify(self.words.say("The evening lies in the clipboard."))
