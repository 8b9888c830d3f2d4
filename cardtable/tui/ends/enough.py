"""The screen at the end of an evening: the standings in large words, and the ways to leave the table."""

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
from cardtable.tui.boxes.full import FullBox
from cardtable.tui.draw.keyline import KeyHint
from cardtable.tui.ends.evening_picture import EveningPicture
from cardtable.tui.keys import quiet, twins, with_twin
from cardtable.tui.program import program
from cardtable.tui.terminal.photo import take
from cardtable.words import Words


class Enough(FullBox[str]):
    """The end of the evening. Returns `rise` to get up, `keep` to keep the table for tomorrow, `new` to start another.

    Returns None if the player goes back to the table.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("enter", "leave('rise')"),
        quiet("escape", "back"),
        quiet(twins("n"), "leave('new')"),
        quiet(twins("k"), "leave('keep')"),
        quiet(twins("c"), "copy"),
        quiet(twins("p"), "picture"),
    ]

    def __init__(
        self,
        words: Words,
        game: str,
        evening: Evening,
        names: Sequence[str],
        me: Seat | None,
        *,
        again: bool = False,
        shared: bool = False,
        more: Sequence[Text] = (),
    ) -> None:
        """`again`: whether these players may start another evening from here; `more`: further lines to show.

        `shared`: whether the program asks who is getting up.
        """
        super().__init__(words, game)
        self.shared = shared
        self.again = again
        self.evening = evening
        self.picture = EveningPicture(words, evening, names, me, more)

    def compose(self) -> ComposeResult:
        yield self.head
        with Vertical():
            yield self.picture
        yield self.keys

    def on_mount(self) -> None:
        """Shows the heading and the keys."""
        self.head.show(clean(self.heading))
        self._show_keys()

    def _show_keys(self) -> None:
        """Shows the key for getting up, then the others."""
        say = self.words.say
        hints = [
            *([KeyHint("n", say("a new evening"), "leave('new')", 3)] if self.again else []),
            KeyHint("k", say("keep the table for tomorrow"), "leave('keep')", 2),
            KeyHint("c", say("copy"), "copy", 4),
            *([KeyHint("p", say("picture"), "picture", 5)] if self._pictures is not None else []),
            KeyHint("Esc", say("stay"), "back", 0),
        ]
        shown = [hint._replace(key=with_twin(hint.key, self.words)) for hint in hints]
        rise = say("get up, all or one") if self.shared else say("get up")
        self.keys.show(shown, KeyHint("⏎", rise, "leave('rise')", 0))

    @property
    def _pictures(self) -> Path | None:
        return program(self).settings.pictures

    def action_picture(self) -> None:
        """Saves a picture of this screen; only in the local program."""
        if self._pictures is not None and not self.fresh.too_soon:
            told = take(self.app, self._pictures, "evening")
            self.notify(self.words.text(told, ()), markup=False)

    def action_leave(self, how: str) -> None:
        """Leaves the table; ignores the key that ended the deal."""
        if not self.fresh.too_soon and (self.again or how != "new"):
            self.dismiss(how)

    def action_back(self) -> None:
        """Goes back to the finished deal."""
        self.dismiss(None)

    def action_copy(self) -> None:
        """Copies the text of the evening to the clipboard."""
        if not self.fresh.too_soon:
            headline = self.picture.said(self.evening.headline)
            lines = [f"{clean(self.heading)}: {headline}", *self.picture.lines()]
            self.app.copy_to_clipboard("\n".join(lines))
            self.notify(self.words.say("The evening lies in the clipboard."))
