"""Sharing a finished deal with friends by a key: as a page, and as a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.desk.replays import archive
from cardtable.tui.app import CardtableApp
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.protocol import Settings
from cardtable.tui.seat_app import NO_ARCHIVE, SharedReplay
from cardtable.tui.table.replay_screen import ReplayScreen
from cardtable.words import Words
from tests.film.records import recorded
from tests.test_replay import play
from tests.tui.helpers import grid


def pages(home: Path) -> list[Path]:
    """The pages among the player's files."""
    return sorted(home.glob("**/pages/*.html"))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    return tmp_path


async def test_the_page_and_the_line_of_a_deal_that_is_over(home: Path) -> None:
    table = play(home / "record.jsonl", deals=1)
    app = CardtableApp(table, Words("en"), Settings(delay=0, archive=archive()))
    async with app.run_test(size=(140, 30), notifications=True) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        assert "w web page" in grid(app)
        await pilot.press("w")
        await pilot.pause()
        (page,) = pages(home)
        assert page.name == "record-deal1.html"
        assert "Every hand of this deal" in next(iter(app._notifications)).message
        assert "Boris" not in page.read_text("utf-8")
        await pilot.press("c")
        await pilot.pause()
        assert app.clipboard.startswith("cardtable · Throw-in Fool · ")
        assert app.clipboard in list(app._notifications)[-1].message, "some terminals refuse to copy"
    table.close()


async def test_of_several_peoples_deal_the_page_holds_one_hand(home: Path) -> None:
    record = recorded(home, "throw_in", 3, people=(0, 1))
    store = archive()
    app = CardtableApp(
        None, Words("ru"), Settings(delay=0, archive=store), first=ReplayScreen(store.read(record), Words("ru"), store)
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("w")
        await pilot.pause()
        assert "видно с одного места" in grid(app).replace("\n", " ")
        (page,) = pages(home)
        assert '"hands"' not in page.read_text("utf-8").split('id="data">')[1].split("</script>")[0]


async def test_a_guest_writes_nothing_at_the_host(home: Path) -> None:
    replay = archive().read(recorded(home, "throw_in", 2))
    app = CardtableApp(None, Words("en"), Settings(delay=0), first=SharedReplay(replay, Words("en"), NO_ARCHIVE))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("w")
        await pilot.pause()
        assert "That is for whoever has the record." in grid(app)
    assert pages(home) == []
