"""Statistics on the screen: bars, the line of recent results, one person after another."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cardtable.coach.kept import Accuracy
from cardtable.engine.text import Text
from cardtable.games import FAMILIES, family
from cardtable.player.achievements import ACHIEVEMENTS
from cardtable.player.stats import Stats
from cardtable.tui.app import CardtableApp
from cardtable.tui.draw.bars import bar, both_ways
from cardtable.tui.menus.stats_screen import StatsScreen
from cardtable.tui.protocol import Settings
from cardtable.words import Words
from tests.test_replay import play
from tests.tui.helpers import grid


@pytest.fixture
def stats(tmp_path: Path) -> Stats:
    """Statistics of two of Anna's matches: two deals of Durak, one of 101."""
    folder = tmp_path / "records"
    folder.mkdir()
    play(folder / "2026-10-14-120000-throw_in.jsonl").close()
    play(folder / "2026-11-15-120000-classic.jsonl", "classic", 2, deals=1).close()
    found = Stats(tmp_path / "stats.sqlite")
    assert found.read(folder) == []
    return found


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 0.99, 1.0])
def test_a_bar_is_as_wide_as_it_may_be(share: float) -> None:
    filled, rest = bar(share, 12)
    assert len(filled + rest) == 12
    assert bool(filled) == (share > 0), "what happened once is seen"
    assert bool(rest) == (share < 0.99)


@pytest.mark.parametrize("value", [-7, -1, 0, 3, 7])
def test_a_bar_goes_both_ways_from_nothing(value: int) -> None:
    before, filled, rest = both_ways(value, 7, 15)
    assert len(before + filled + rest) == 15
    assert (before + filled).index("│") == 7
    assert len(filled) - 1 == abs(value)


def opened(stats: Stats, words: Words | None = None, troubles: tuple[Text, ...] = ()) -> CardtableApp:
    words = words or Words("en")
    return CardtableApp(None, words, Settings(), first=StatsScreen(words, stats, troubles))


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40), (200, 50)])
async def test_the_numbers_of_all_groups_stand_under_one_another(stats: Stats, size: tuple[int, int]) -> None:
    app = opened(stats)
    async with app.run_test(size=size) as pilot:
        rows = (await read_through(app, pilot)).splitlines()
        heads = {tuple(found.end() for found in re.finditer("deals", row)) for row in rows if "drawn  deals" in row}
        # Where an odd group is left over it is on the left.
        longest = max(heads, key=len)
        assert all(longest[: len(ends)] == ends for ends in heads), heads


async def test_where_every_record_can_be_read_there_is_no_row_for_what_is_wrong(stats: Stats) -> None:
    app = opened(stats)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not app.screen.query("#note")
    app = opened(stats, troubles=(Text("No space."),))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "No space." in grid(app)


@pytest.mark.asyncio
async def read_through(app: CardtableApp, pilot: Pilot[int]) -> str:
    """Everything from the top to the end."""
    await pilot.pause()
    pages = [grid(app)]
    while True:
        await pilot.press("pagedown")
        await pilot.pause()
        if grid(app) == pages[-1]:
            return "\n".join(pages)
        pages.append(grid(app))


@pytest.mark.asyncio
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 34), (140, 40), (180, 46), (200, 50)])
@pytest.mark.every(4)
async def test_everything_is_told_whole_and_in_words(stats: Stats, size: tuple[int, int], language: str) -> None:
    """No name is cut, and nothing is called by its identifier."""
    words = Words(language)
    app = opened(stats, words)
    async with app.run_test(size=size) as pilot:
        shown = await read_through(app, pilot)
    titles = ["By game", "By variant", "Throw-in Fool", "Against", "Steady", "By month"]
    for text in [*map(words.say, titles), "Durak" if language == "en" else "Дурак", "101", "2026-10", "2026-11"]:
        assert text in shown
    for one in ACHIEVEMENTS:
        assert words.say(one.title) in shown
    assert "…" not in shown
    assert not any(f" {preset} " in shown for game in map(family, FAMILIES) for preset in game.presets if "_" in preset)
    assert all(len(line) <= size[0] for line in shown.splitlines())


@pytest.mark.asyncio
async def test_what_was_earned_stands_before_what_was_not_with_its_day(stats: Stats) -> None:
    stats._db.execute("INSERT INTO earned VALUES ('one', '2026-11-15', 'Anna', 'farewell')")
    app = opened(stats)
    async with app.run_test(size=(100, 40)) as pilot:
        shown = await read_through(app, pilot)
    earned = next(line for line in shown.splitlines() if "The lady says goodbye" in line)
    assert "★" in earned
    assert "2026-11-15" in earned
    assert shown.index("The lady says goodbye") < shown.index("· Epaulettes")


@pytest.mark.asyncio
async def test_ascii_is_enough(stats: Stats) -> None:
    app = opened(stats, Words("en", glyphs="ascii"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert grid(app).isascii()
        assert "##" in grid(app), "a mark for each deal that was won"
        assert any(set(line.strip()) <= set("#o ") and "#" in line for line in grid(app).splitlines()), "the last deals"


@pytest.mark.asyncio
async def test_nothing_played_and_records_that_cannot_be_read(tmp_path: Path) -> None:
    app = opened(Stats(tmp_path / "stats.sqlite"), troubles=(Text("bad.jsonl: line 1: this is no record"),))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "down")
        await pilot.pause()
        assert "No deal of a match has been finished yet." in grid(app)
        assert "1 record cannot be read. bad.jsonl" in grid(app)
        assert "⏎  to the games" in grid(app)
        below = app.screen
        app.push_screen(StatsScreen(app.words, Stats(tmp_path / "others.sqlite")))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen is below


@pytest.mark.asyncio
async def test_puzzles_and_days_are_told_even_before_a_deal_is_finished(tmp_path: Path) -> None:
    told = (Text("Puzzles: rating 1612"), Text("  Durak: 1 of 1"), Text("Days played: 2"))
    stats = Stats(tmp_path / "stats.sqlite")
    app = CardtableApp(None, Words(), Settings(), first=StatsScreen(Words(), stats, puzzles=told))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        lines = [line.strip() for line in grid(app).splitlines()]
        at = lines.index("Puzzles: rating 1612")
        assert lines[at : at + 3] == [text.source.strip() for text in told]


@pytest.mark.asyncio
async def test_one_person_after_the_other(stats: Stats, tmp_path: Path) -> None:
    """The top says whose results are shown; both arrows go round."""
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
        told = await read_through(app, pilot)
        assert not re.search(r"of \d+ won|By game|Achievements", told), "a deal of two people is not two deals"
        seen = []
        for key in ("right", "д", "l", "р"):
            await pilot.press(key)
            await pilot.pause()
            seen.append(grid(app).splitlines()[0].split("◄")[1].strip(" ►"))
        assert seen == ["Anna", "Zoya", "all players", "Zoya"]
        assert "By player" not in grid(app)


async def test_every_deal_has_a_mark_and_what_matters_stands_large(tmp_path: Path) -> None:
    stats = Stats(tmp_path / "stats.sqlite")
    scores = [1, 0, 1, 1, 0]
    for deal, score in enumerate(scores):
        met(stats, deal, ["bot:steady"], score=score)
    stats._db.execute("INSERT INTO fooled VALUES ('met', 1, 1, 'Anna', 1, 'bot:steady', 0, 0, 3)")
    assert stats.marks("Anna") == ["won", "fool", "won", "won", "lost"]
    assert stats.marks("Anna", 2) == ["won", "lost"]
    assert stats.marks("Nobody") == []
    app = opened(stats)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows = grid(app).splitlines()
        assert any(row.strip() == "■ ● ■ ■ □" for row in rows)
        (captions,) = [row for row in rows if "times the fool" in row]
        assert captions.split("   ")[0].strip() == "of 5 won"
        assert "won in a row at best" in captions
        above = rows[rows.index(captions) - 3 : rows.index(captions)]
        assert all("█" in row or "▀" in row for row in above), "numbers in half blocks"


async def test_accuracy_is_told_by_family_and_month(stats: Stats) -> None:
    rows = [
        Accuracy("durak", "2026-10", 40, 0.81),
        Accuracy("durak", "2026-11", 20, 0.93),
        Accuracy("king", "2026-11", 1, 0.5),
    ]
    words = Words("en")
    app = CardtableApp(None, words, Settings(), first=StatsScreen(words, stats, (), lambda name: rows))
    async with app.run_test(size=(80, 24)) as pilot:
        told = await read_through(app, pilot)
    assert re.search(r"Durak +2026-10 .* 81%  40 decisions", told)
    assert re.search(r" +2026-11 .* 93%  20 decisions", told)
    assert re.search(r"King +2026-11 +1 decision", told), "a share of one decision says nothing"


async def test_nothing_is_said_of_accuracy_before_anything_was_reviewed(stats: Stats) -> None:
    app = opened(stats)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Accuracy" not in await read_through(app, pilot)


def met(stats: Stats, deal: int, foes: list[str], partners: Sequence[str] = (), score: float = 1) -> None:
    """One more deal of Anna's, with and against these players."""
    who = [json.dumps(sorted(names)) for names in ({*foes, *partners}, foes, partners)]
    row = ("met", deal, deal, "2026-11-20", "kozel", "nizhny", "Anna", *who, score, score, 0)
    stats._db.execute(f"INSERT INTO results VALUES ({', '.join('?' * len(row))})", row)


@pytest.mark.asyncio
async def test_styles_are_told_apart_only_where_that_says_more_than_who_was_met(tmp_path: Path) -> None:
    """After matches against one style at a time the same table appeared twice."""
    stats = Stats(tmp_path / "stats.sqlite")
    for deal, style in enumerate(("bot:steady", "bot:steady", "bot:uniform")):
        met(stats, deal, [style])
    app = opened(stats)
    async with app.run_test(size=(100, 40)) as pilot:
        shown = await read_through(app, pilot)
    assert "Against" in shown
    assert "By style of bot" not in shown
    met(stats, 4, ["bot:steady", "bot:uniform"])
    app = opened(stats)
    async with app.run_test(size=(100, 40)) as pilot:
        assert "By style of bot" in await read_through(app, pilot)


@pytest.mark.asyncio
async def test_a_style_of_bot_is_not_taken_for_somebody_who_is_the_best_partner(tmp_path: Path) -> None:
    stats = Stats(tmp_path / "stats.sqlite")
    for deal in range(3):
        met(stats, deal, ["bot:steady"], ["bot:uniform"])
    app = opened(stats)
    async with app.run_test(size=(100, 40)) as pilot:
        assert "Best partner" not in await read_through(app, pilot), "there was one style alone"
    for deal in range(3, 6):
        met(stats, deal, ["bot:steady"], ["bot:steady"], 0)
        met(stats, deal + 3, ["bot:steady"], ["Lee, Zoya"], 0)
    app = opened(stats)
    async with app.run_test(size=(100, 40)) as pilot:
        shown = await read_through(app, pilot)
    assert "Best partner: Lee, Zoya" in shown
    assert "Best partner among bots: Uniform" in shown
