"""Theme files, and the menu that opens without a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.engine.text import plain
from cardtable.tui import themes
from cardtable.tui.app import CardtableApp
from cardtable.tui.palette import FALLBACKS
from cardtable.tui.protocol import Home, PresetRow, Settings
from cardtable.tui.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.fakes import FakeTable
from tests.tui.helpers import grid, table_app


def test_the_shipped_themes_are_sound() -> None:
    found, wrong = themes.load()
    assert not wrong
    assert {theme.name for theme in found} == set(themes.TITLES)
    assert len([theme for theme in found if not theme.dark]) >= 2
    for theme in found:
        assert {name for name in FALLBACKS if not name.startswith("figure")} <= set(theme.variables)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('primary = "no-such-colour"', "no-such-colour"),
        ("primary = ", "bad.toml"),
        ('primary = "#ffffff"\nunknown = 1', "unknown"),
        ('primary = "#ffffff"\n[variables]\nsuit-hearts = "reddish"', "suit-hearts"),
        ("", "primary"),
    ],
)
def test_a_bad_theme_is_one_line_and_the_others_stay(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "bad.toml").write_text(text, encoding="utf-8")
    (tmp_path / "good.toml").write_text('primary = "#3366aa"', encoding="utf-8")
    found, wrong = themes.load(tmp_path)
    assert [theme.name for theme in found] == ["good"]
    assert len(wrong) == 1
    assert "\n" not in plain(wrong[0])
    assert said in plain(wrong[0])


def home(opened: list[tuple[str, int]], last: str | None = None) -> Home:
    rows = [PresetRow("sham", "Sham", "A game.", (2, 3, 4)), PresetRow("duel", "Duel", "For two.", (2,))]

    def open_table(preset: str, seats: int) -> FakeTable:
        opened.append((preset, seats))
        return FakeTable(seats)

    return Home(rows, open_table, lambda: FakeTable(5), last)


@pytest.mark.asyncio
async def test_enter_plays_the_first_game() -> None:
    opened: list[tuple[str, int]] = []
    app = CardtableApp(None, Words("en"), Settings(delay=0), home(opened))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Sham" in grid(app)
        assert "A game." in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        assert opened == [("sham", 2)]
        assert isinstance(app.screen, TableScreen)


@pytest.mark.asyncio
async def test_right_adds_a_player_where_the_game_allows() -> None:
    opened: list[tuple[str, int]] = []
    app = CardtableApp(None, Words("en"), Settings(delay=0), home(opened, "Sham, deal 2"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "right", "right", "right")
        await pilot.pause()
        assert "◄ 4 players ►" in grid(app)
        assert "◄ 2 players ►" in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        assert opened == [("sham", 4)]


@pytest.mark.asyncio
async def test_the_last_match_is_the_first_line() -> None:
    app = CardtableApp(None, Words("en"), Settings(delay=0), home([], "Sham, deal 2"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Continue: Sham, deal 2" in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert len(app.screen.table.names) == 5


@pytest.mark.asyncio
async def test_no_color_means_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = table_app(FakeTable(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for strip in app.screen._compositor.render_strips():
            for segment in strip:
                style = segment.style
                assert style is None or style.color is None or style.color.is_default
                assert style is None or style.bgcolor is None or style.bgcolor.is_default
        await pilot.press("m")
        await pilot.pause()
        assert len(app.screen_stack) > 1
        assert "Mila" in grid(app), "the table stays in sight around a box"


@pytest.mark.asyncio
async def test_names_cannot_command_the_terminal() -> None:
    table = FakeTable(2, names=("Mila", "V\x1b[31mera"))
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "\x1b" not in grid(app)
