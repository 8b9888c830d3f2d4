"""The course of a deal on its end screen: the count, trick by trick, where no search judges."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.desk.replays import archive
from cardtable.engine.text import capital
from cardtable.tui.app import CardtableApp
from cardtable.tui.ends.course import DIGITS, EIGHTHS, heights
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.protocol import Settings
from cardtable.tui.table.results import look_back
from cardtable.words import Glyphs, Words
from tests.test_replay import play
from tests.tui.helpers import grid

SIZES = ((80, 24), (100, 30), (140, 40), (200, 50))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(
    ("preset", "seats"),
    [("nizhny_plain", 4), ("burkozel_casual", 3), ("king_three", 3), ("classic", 3), ("throw_in", 5), ("throw_in", 2)],
)
@pytest.mark.every(5)
async def test_what_was_counted_is_drawn_where_there_is_room(
    preset: str, seats: int, language: str, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtable.coach.review.judge", lambda *given, **more: iter(()))
    folder = own_home / "data" / "records"
    folder.mkdir(parents=True)
    table, words = play(folder / "2026-11-15-120000-match.jsonl", preset, seats, 1), Words(language)
    app = CardtableApp(table, words, Settings(delay=0, archive=archive()))
    async with app.run_test(size=SIZES[0]) as pilot:
        await app.workers.wait_for_complete()
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert isinstance(app.screen, DealResult)
            drawn, told = app.screen.course, grid(app)
            assert drawn.course is not None
            assert not app.screen.curve.display
            title = capital(words.text(drawn.course.called))
            assert (title in told) == drawn.display
            assert size[1] > 24 or not drawn.display
            assert size[1] < 50 or drawn.display
            assert "…" not in told
            if drawn.display:
                rows = told.splitlines()
                region = drawn.region
                bars = [row for row in rows[region.y + 1 : region.bottom] if set(row) & set(EIGHTHS[1:-1])]
                assert len(bars) >= len(drawn.course.sides)
                turned = drawn.course.turned
                assert turned is None or f"▲ {words.text(turned.said, table.names)}" in told
                assert region.bottom <= size[1] - 2, "nothing of it under the foot"
    table.close()


@pytest.mark.parametrize("glyphs", ["suits", "ascii"])
async def test_bars_stand_as_high_as_what_was_counted(
    glyphs: Glyphs, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtable.coach.review.judge", lambda *given, **more: iter(()))
    folder = own_home / "data" / "records"
    folder.mkdir(parents=True)
    table, words = play(folder / "2026-11-15-120000-match.jsonl", "king_three", 3, 1), Words("en", glyphs=glyphs)
    app = CardtableApp(table, words, Settings(delay=0, archive=archive()))
    async with app.run_test(size=(140, 40)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        drawn = app.screen.course
        assert drawn.course is not None
        assert drawn.display
        signs = DIGITS if glyphs == "ascii" else EIGHTHS
        rows = grid(app).splitlines()[drawn.region.y + 1 :]
        least = min(map(min, drawn.course.rounds))
        for nth, row in enumerate(rows[: len(drawn.course.sides)]):
            bar = "".join(sign for sign in row[row.index("  ", 40) :] if sign in signs[0 if glyphs == "ascii" else 1 :])
            counts = [one[nth] for one in drawn.course.rounds]
            high = heights(counts, least, 0, len(DIGITS) if glyphs == "ascii" else len(EIGHTHS) - 2)
            step = 1 if glyphs == "ascii" else 4
            wanted = "".join(signs[at - 1 if glyphs == "ascii" else at] * step for at in high)
            assert bar.startswith(wanted)
    table.close()


@pytest.mark.parametrize(
    ("counts", "least", "most", "shown"),
    [
        ((0, 5, 10), 0, 10, [1, 4, 7]),
        ((0, -5, -10), -10, 0, [1, 4, 7]),
        ((-4, 0, 8), -4, 8, [1, 3, 7]),
        ((0, 0), 0, 0, [1, 1]),
    ],
)
def test_what_costs_grows_too(counts: tuple[float, ...], least: float, most: float, shown: list[int]) -> None:
    assert heights(counts, least, most, 7) == shown


@pytest.mark.parametrize(("preset", "seats"), [("king_three", 3), ("throw_in", 2)])
async def test_the_next_deal_may_begin_while_it_is_counted(
    preset: str, seats: int, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtable.coach.review.judge", lambda *given, **more: iter(()))
    folder = own_home / "data" / "records"
    folder.mkdir(parents=True)
    table = play(folder / "2026-11-15-120000-match.jsonl", preset, seats, 1)
    app = CardtableApp(table, Words("en"), Settings(delay=0, archive=archive()))
    async with app.run_test(size=SIZES[0]):
        await app.workers.wait_for_complete()
        screen = app.table_screen()
        assert screen is not None
        find = look_back(screen.picture)
        assert find is not None
        before = [again.course for again in find(lambda: False)]
        assert any(before)
        find = look_back(screen.picture)
        assert find is not None
        table.next_deal()
        assert [again.course for again in find(lambda: False)] == before
    table.close()
