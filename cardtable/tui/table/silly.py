"""A bot's move that the player finds silly: marked while the deal goes on, written down once it is over."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from textual.screen import Screen

from cardtable.engine.faults import told
from cardtable.engine.text import Text, say
from cardtable.match.record import read_record
from cardtable.tui.felt.table_picture import TablePicture
from cardtable.tui.program import Program, program

if TYPE_CHECKING:
    from cardtable.player.silly import Marked
    from cardtable.tui.boxes.typed_line import TypedLine
    from cardtable.words import Words


class Silly:
    """The moves of bots that were marked in the deal that goes on: the files would show every hand."""

    def __init__(self, screen: Screen[None], picture: TablePicture) -> None:
        self.screen = screen
        self.picture = picture

    @property
    def marked(self) -> list[Marked]:
        """Those of this deal; they wait in a file, and so are not lost with the program."""
        path, folder = self.picture.table.path, self.picture.settings.silly
        if path is None or folder is None or not folder.exists():
            return []
        from cardtable.player.silly import waiting

        return waiting(path, folder)

    def ask(self) -> None:
        """Asks what the player would have played in the place of the bot that has moved last."""
        from cardtable.player.silly import Marked, last_of_bots, let_wait

        picture, table = self.picture, self.picture.table
        path, folder = table.path, picture.settings.silly
        if path is None or folder is None:
            picture.remark(picture.words.say("Moves are marked in a record, and there is none here."))
            return
        try:
            line = last_of_bots(read_record(path))
        except (OSError, ValueError) as wrong:
            picture.remark(picture.line(told(wrong)))
            return
        reason = table.reason_of_last()

        def keep(better: str) -> Text | None:
            one = Marked(line, better.strip(), "" if reason is None else picture.line(reason))
            try:
                let_wait(path, folder, [*self.marked, one])
            except OSError as wrong:
                return told(wrong)
            return None

        def after(taken: bool | None) -> None:
            if taken and table.deal_over:
                self.write()
            elif taken:
                picture.remark(picture.words.say("Marked: once the deal is over it is written down."), "dim")

        self.screen.app.push_screen(asks(picture.words, keep), after)

    def write(self) -> None:
        """Writes down what was marked in a deal that is over, and says where."""
        marked, path, folder = self.marked, self.picture.table.path, self.picture.settings.silly
        if marked and path is not None and folder is not None:
            from cardtable.player.silly import let_wait

            for one in marked:
                tell(program(self.screen), path, folder, one)
            with suppress(OSError):  # What cannot be taken away is written once more, into the same folder.
                let_wait(path, folder, ())


def asks(words: Words, keep: Callable[[str], Text | None]) -> TypedLine:
    """The question what would have been better."""
    from cardtable.tui.boxes.typed_line import TypedLine

    heading = words.say("What would you have played? (Enter: nothing)")
    return TypedLine(words, heading, words.say("⏎ mark the move  Esc back"), keep)


def tell(app: Program, path: Path, folder: Path, marked: Marked) -> None:
    """Writes the folder of a move, and says where it lies, or why it cannot be written."""
    from cardtable.player.silly import write

    try:
        written = write(path, folder, marked)
    except (OSError, ValueError) as wrong:
        app.warn(wrong)
    else:
        app.notify(app.words.text(say("The bot's move is written to {path}", path=str(written)), ()), markup=False)
