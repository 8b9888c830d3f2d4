"""F4: the last bot's move is marked, and written out once all hands may be seen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardtable.match.record import read_record
from cardtable.match.table import Table
from cardtable.player.silly import Marked, last_of_bots, let_wait, waiting
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.typed_line import TypedLine
from cardtable.tui.protocol import Settings
from cardtable.tui.table.silly import written_of
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.test_silly import record
from tests.tui.helpers import grid


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A recorded table at which a bot has moved and Anna is to act."""
    path = record(tmp_path / "2026-11-27-200000-throw_in.jsonl", "throw_in", moves=6)
    table = Table.resume(path)
    while table.to_act[0] != 0:
        table.submit(table.to_act[0], table.bot_move(table.to_act[0]))
    return table


async def test_a_move_is_marked_and_written_when_the_deal_is_over(table: Table, tmp_path: Path) -> None:
    folder = tmp_path / "silly"
    app = CardtableApp(table, Words("en"), Settings(delay=60, silly=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("f4")
        await pilot.pause()
        assert isinstance(app.screen, TypedLine)
        await pilot.press("t", "r", "u", "m", "p", "enter")
        await pilot.pause()
        told = list(app._notifications)[-1].message
        assert "once the deal is over it is written down" in told, "no prompt covers it"
        (kept,) = folder.iterdir()
        assert kept.is_file(), "the folder of a move would show every hand"
        assert json.loads(kept.read_text("utf-8"))[0][1] == "trump"
    # The program is killed; the mark is still there when the match goes on.
    table.close()
    assert table.path is not None
    table = Table.resume(table.path)
    app = CardtableApp(table, Words("en"), Settings(delay=60, silly=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        while not table.deal_over:
            seat = table.to_act[0]
            table.submit(seat, table.hint(seat, "steady").move)
        screen.flow.advance()
        await pilot.pause()
        (written,) = folder.iterdir()
        assert "better: trump" in (written / "note.txt").read_text("utf-8")
        screen.flow.silly.write()
        assert len(list(folder.iterdir())) == 1, "it is written once"


async def test_escape_marks_nothing_and_without_a_record_it_says_so(table: Table, tmp_path: Path) -> None:
    folder = tmp_path / "silly"
    app = CardtableApp(table, Words("en"), Settings(delay=60, silly=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("f4", "escape")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert screen.flow.silly.marked == []
        screen.picture.settings = Settings()
        await pilot.press("f4")
        await pilot.pause()
        assert "there is none here" in grid(app)


def test_what_is_marked_after_the_end_of_a_deal_waits_for_its_own(table: Table, tmp_path: Path) -> None:
    folder, path = tmp_path / "silly", table.path
    assert path is not None
    first = Marked(last_of_bots(read_record(path)), "a trump")
    let_wait(path, folder, [first, Marked(first.line + 20, "an ace")])
    (written,) = written_of(path, folder, [first])
    assert isinstance(written, Path)
    assert "better: a trump" in (written / "note.txt").read_text("utf-8")
    assert [one.better for one in waiting(path, folder)] == ["an ace"]
