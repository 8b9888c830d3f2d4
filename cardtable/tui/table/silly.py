"""Silly bot moves: marked by the player during the deal, written to files once it is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, ClassVar

from textual.screen import Screen

from cardtable.engine.faults import told
from cardtable.engine.text import Text, clean, mark, say
from cardtable.match.record import read_record
from cardtable.tui.felt.table_picture import TablePicture
from cardtable.tui.program import Program, program

if TYPE_CHECKING:
    from cardtable.player.silly import Marked
    from cardtable.tui.boxes.typed_line import TypedLine
    from cardtable.words import Words


MOST = 20
"""Maximum moves marked in a deal."""
WRITING = Lock()
"""Several screens of one table write the same file, and no mark made meanwhile may be lost."""


class Silly:
    """The bot moves marked in the current deal: files written now would reveal every hand."""

    promise: ClassVar[str] = mark("Marked: once the deal is over it is written down.")

    def __init__(self, screen: Screen[None], picture: TablePicture) -> None:
        self.screen = screen
        self.picture = picture

    @property
    def place(self) -> tuple[Path, Path] | None:
        """The record, and the folder for moves marked in it; None if nothing may be written."""
        path, folder = self.picture.table.path, self.picture.settings.silly
        return None if path is None or folder is None else (path, folder)

    @property
    def marked(self) -> list[Marked]:
        """The marked moves of this deal; kept in a file, so they survive a crash."""
        if self.place is None or not self.place[1].exists():
            return []
        from cardtable.player.silly import waiting

        return waiting(*self.place)

    def ask(self) -> None:
        """Asks what the player would have played in place of the last bot to move."""
        from cardtable.player.silly import Marked, last_of_bots, let_wait

        picture, table = self.picture, self.picture.table
        if self.place is None:
            picture.remark(picture.words.say("Moves are marked in a record, and there is none here."))
            return
        path, folder = self.place
        try:
            line = last_of_bots(read_record(path))
        except (OSError, ValueError) as wrong:
            picture.remark(picture.line(told(wrong)))
            return
        reason = table.reason_of_last()

        def keep(better: str) -> Text | None:
            one = Marked(line, clean(better).strip(), "" if reason is None else picture.line(reason))
            with WRITING:
                marked = [known for known in self.marked if known.line != line]
                if len(marked) >= MOST:
                    return say("{count} moves are marked in this deal: that is enough.", count=MOST)
                try:
                    let_wait(path, folder, [*marked, one])
                except OSError as wrong:
                    return told(wrong)
            return None

        def after(taken: bool | None) -> None:
            if taken and table.deal_over:
                self.write()
            elif taken:
                # A remark under the hand would be replaced by that of the next move at once.
                program(self.screen).notify(picture.words.say(self.promise), markup=False)

        self.screen.app.push_screen(asks(picture.words, keep), after)

    def write(self) -> None:
        """Writes the moves marked in a finished deal to files, and says where."""
        if self.place is not None and (marked := self.marked):
            for written in written_of(*self.place, marked):
                show(program(self.screen), written)


def written_of(path: Path, folder: Path, marked: Sequence[Marked]) -> list[Path | Exception]:
    """Writes the moves marked in a finished deal; returns each folder, or the error that prevented it.

    Moves marked since then may belong to the next deal, and stay in the waiting file.
    """
    from cardtable.player.silly import let_wait, waiting

    with WRITING:
        waits = waiting(path, folder)
        found = [_written(path, folder, one) for one in waits if one in marked]
        with suppress(OSError):  # If an entry cannot be removed, it is written again later, to the same folder.
            let_wait(path, folder, [one for one in waits if one not in marked])
    return found


def _written(path: Path, folder: Path, marked: Marked) -> Path | Exception:
    from cardtable.player.silly import write

    try:
        return write(path, folder, marked)
    except (OSError, ValueError) as wrong:
        return wrong


def asks(words: Words, keep: Callable[[str], Text | None]) -> TypedLine:
    """Returns the question for a better move."""
    from cardtable.tui.boxes.typed_line import TypedLine

    heading = words.say("What would you have played? (Enter: nothing)")
    return TypedLine(words, heading, words.say("⏎ mark the move  Esc back"), keep)


def tell(app: Program, path: Path, folder: Path, marked: Marked) -> None:
    """Writes the folder of a move; says where it is, or why it cannot be written."""
    show(app, _written(path, folder, marked))


def show(app: Program, written: Path | Exception) -> None:
    """Says where the folder of a move is, or why there is none."""
    if isinstance(written, Exception):
        app.warn(written)
    else:
        app.notify(app.words.text(say("The bot's move is written to {path}", path=str(written)), ()), markup=False)
