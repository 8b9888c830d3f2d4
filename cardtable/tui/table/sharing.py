"""A finished deal made into something for friends who were not there: a web page, or a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.engine.text import say

if TYPE_CHECKING:
    from cardtable.engine.moves import Seat
    from cardtable.match.replay import Replay
    from cardtable.tui.program import Program
    from cardtable.tui.protocol import Archive


def page_of(app: Program, archive: Archive, replay: Replay, deal: int, seat: Seat) -> str:
    """Writes the deal as a web page; returns a message with path and contents. Raises OSError and ValueError."""
    path = archive.write_page(replay, deal, seat, app.words.language)
    alone = len(replay.people) <= 1
    text = (
        say("The page lies in {path}. Every hand of this deal can be opened in it.", path=str(path))
        if alone
        else say("The page lies in {path}. It shows what one seat could see, and nothing else.", path=str(path))
    )
    return app.words.text(text, replay.names)


def line_of(app: Program, archive: Archive, replay: Replay, deal: int, seat: Seat) -> str:
    """Copies the deal's line, and returns it, since some terminals refuse to copy. Raises OSError and ValueError."""
    line = app.words.text(archive.line_to_share(replay, deal, seat), replay.names)
    app.copy_to_clipboard(line)
    return app.words.text(say("Copied: {line}", line=line))
