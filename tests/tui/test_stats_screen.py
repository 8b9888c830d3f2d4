"""Statistics on the screen: bars, the line of the last results, one person after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.engine.text import Text
from cardtable.stats import Stats
from cardtable.tui.app import CardtableApp
from cardtable.tui.protocol import Settings
from cardtable.tui.stats_screen import StatsScreen, bar, line_of
from cardtable.words import Words
from tests.test_replay import play
from tests.tui.helpers import grid


@pytest.fixture
def stats(tmp_path: Path) -> Stats:
    """What two matches of Anna's say: two deals of Durak, one of 101."""
    folder = tmp_path / "records"
    folder.mkdir()
    play(folder / "2026-10-14-120000-throw_in.jsonl").close()
    play(folder / "2026-11-15-120000-classic.jsonl", "classic", 2, deals=1).close()
    found = Stats(tmp_path / "stats.sqlite")
    assert found.read(folder) == []
    return found


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 0.99, 1.0])
def test_a_bar_is_as_wide_as_it_may_be(share: float, ascii_only: bool) -> None:
    shown = bar(share, 12, ascii_only=ascii_only)
    assert len(shown) == 12
    assert shown.isascii() == ascii_only or not shown.strip("█·")


def test_a_line_of_results_rises_and_falls() -> None:
    assert line_of([], ascii_only=False) == ""
    assert line_of([0] * 5, ascii_only=False) == "▁▁▁▁▁"
    assert line_of([1] * 5, ascii_only=True) == "#####"
    rising = line_of([0, 0, 1, 1, 1, 1, 1], ascii_only=False)
    assert list(rising) == sorted(rising)


def opened(stats: Stats, words: Words | None = None, troubles: tuple[Text, ...] = ()) -> CardtableApp:
    words = words or Words("en")
    return CardtableApp(None, words, Settings(), first=StatsScreen(words, stats, troubles))


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_every_group_is_shown(stats: Stats, size: tuple[int, int]) -> None:
    app = opened(stats)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        shown = grid(app)
        await pilot.press("pagedown", "pagedown", "о")
        await pilot.pause()
        shown += "\n" + grid(app)
        for text in ("By game", "Durak", "101", "By preset", "Throw-in Fool", "Against", "Steady", "By month"):
            assert text in shown
        for month in ("2026-10", "2026-11"):
            assert month in shown
        assert "the last 3 deals" in shown
        durak = next(line for line in shown.splitlines() if line.strip().startswith("Durak"))
        fare = stats.results("family")[0]
        assert f"{fare.deals}" in durak
        assert f"{fare.score:.2f}" in durak
        assert all(len(line) <= size[0] for line in shown.splitlines())


@pytest.mark.asyncio
async def test_ascii_is_enough(stats: Stats) -> None:
    app = opened(stats, Words("en", glyphs="ascii"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert grid(app).isascii()
        assert "##" in grid(app)


@pytest.mark.asyncio
async def test_nothing_played_and_records_that_cannot_be_read(tmp_path: Path) -> None:
    app = opened(Stats(tmp_path / "stats.sqlite"), troubles=(Text("bad.jsonl: line 1: this is no record"),))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "down")
        await pilot.pause()
        assert "No deal has been finished yet." in grid(app)
        assert "1 record cannot be read. bad.jsonl" in grid(app)


@pytest.mark.asyncio
async def test_one_person_after_the_other(stats: Stats, tmp_path: Path) -> None:
    """Whose results are shown is said at the top; both arrows go round."""
    app = opened(stats)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right")
        await pilot.pause()
        assert "Anna" in grid(app).splitlines()[0], "she alone has played"
    folder = tmp_path / "records"
    play(folder / "2026-11-16-120000-throw_in.jsonl", deals=1, person="Zoya").close()
    found = Stats(tmp_path / "other.sqlite")
    assert found.read(folder) == []
    app = opened(found)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "all players" in grid(app)
        assert "By player" in grid(app)
        seen = []
        for key in ("right", "д", "l", "р"):
            await pilot.press(key)
            await pilot.pause()
            seen.append(grid(app).splitlines()[0].split("◄")[1].strip(" ►"))
        assert seen == ["Anna", "Zoya", "all players", "Zoya"]
        assert "the last deal" in grid(app)
        assert "By player" not in grid(app)
