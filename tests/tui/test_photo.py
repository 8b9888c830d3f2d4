"""A picture of the screen, taken by a key when a deal is over."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.protocol import Settings
from cardtable.words import Words
from tests.tui.helpers import grid
from tests.tui.tables import played_until, seated


def over() -> Table:
    """A finished deal."""
    table = seated("throw_in", 3)
    assert not played_until(table, lambda table: False)
    return table


def told(app: CardtableApp) -> str:
    """The text of the latest notice."""
    return list(app._notifications)[-1].message


@pytest.mark.posix
@pytest.mark.parametrize("key", ["p", "з"])
@pytest.mark.every(2)
async def test_it_is_a_file_that_asks_nobody_for_a_font_and_no_other_is_lost(key: str, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    app = CardtableApp(over(), Words("en"), Settings(delay=0, pictures=folder))
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        assert "p picture" in grid(app)
        for nth in range(1, 4):
            await pilot.press(key)
            assert len(list(folder.iterdir())) == nth
            assert str(folder) in told(app)
    for path in folder.iterdir():
        text = path.read_text(encoding="utf-8")
        assert text.startswith("<svg")
        assert "Throw-in" in text
        assert "url(" not in text.replace("url(#", "")
        assert "font-face" not in text
        assert path.stat().st_mode & 0o077 == 0


async def test_where_it_cannot_be_written_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("a file", encoding="utf-8")
    app = CardtableApp(over(), Words("en"), Settings(delay=0, pictures=tmp_path / "pictures"))
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        await pilot.press("p")
        assert told(app).startswith("The picture cannot be written: ")
        assert isinstance(app.screen, DealResult)


async def test_guests_write_nothing_here() -> None:
    app = CardtableApp(over(), Words("en"), Settings(delay=0))
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        assert "picture" not in grid(app)
        await pilot.press("p")
        assert not app._notifications
