"""Settings on the screen: what is changed is kept at once, and the table follows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.events import CursorPosition

from cardtable.cli.screen import settings_from
from cardtable.settings import load
from cardtable.tui.app import CardtableApp
from cardtable.tui.protocol import Settings
from cardtable.tui.settings_screen import SHOWN, SettingsScreen
from cardtable.tui.terminal import PROBE_ROW
from cardtable.words import Words
from tests.tui.helpers import grid, seat
from tests.tui.tables import attacking

pytestmark = pytest.mark.asyncio


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings file of a player who has none yet."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    return tmp_path / "config" / "settings.toml"


def opened() -> CardtableApp:
    words = Words("en")
    return CardtableApp(attacking("7h 9d Jc Qs"), words, settings_from(Settings(delay=0), words, "suits"))


async def test_what_is_changed_is_kept_and_the_table_follows(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_settings()
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)
        assert "◄ as it fits ►" in grid(app).splitlines()[5]
        worn = app.theme
        await pilot.press(*["down"] * SHOWN.index("theme"), "right")
        await pilot.pause()
        assert app.theme != worn
        await pilot.press(*["о"] * (SHOWN.index("order") - SHOWN.index("theme")), "д")
        await pilot.pause()
        found, troubles = load(file)
        assert troubles == []
        assert (found.theme, found.order) == (app.theme, "suit")
        await pilot.press("escape")
        await pilot.pause()
        assert seat(app).picture.order == "suit"


async def test_another_language_is_spoken_at_once(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(110, 30)) as pilot:
        app.open_settings()
        await pilot.pause()
        before = grid(app)
        await pilot.press("left")
        await pilot.pause()
        assert "◄ Русский ►" in grid(app)
        assert not set(re.findall("[A-Za-z]{4,}", before)) & set(re.findall("[A-Za-z]{4,}", grid(app)))
        await pilot.press("escape")
        await pilot.pause()
        assert "Журнал" in grid(app)
        assert "помощь" in grid(app)
        app.choose("letters", "latin")
        app.choose("signs", "ascii")
        await pilot.pause()
        assert "+-----+" in grid(app)
        assert not re.search("[♠♥♦♣╭│]", grid(app))


@pytest.mark.parametrize(("column", "letters"), [(2, False), (4, True)])
async def test_a_terminal_that_shows_suits_two_columns_wide_gets_letters(
    file: Path, column: int, letters: bool
) -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.terminal.asked_width = True
        app.post_message(CursorPosition(column, PROBE_ROW))
        await pilot.pause()
        assert ("╭" not in grid(app)) == letters
        # Shift+F3 looks like a second answer; nothing was asked.
        app.post_message(CursorPosition(4, PROBE_ROW))
        await pilot.pause()
        assert ("╭" not in grid(app)) == letters


async def test_small_cards_and_four_colours_are_seen(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "╭─────╮" in grid(app)
        suits = app.palette.suits
        app.choose("cards", "small")
        app.choose("suits", "two")
        await pilot.pause()
        assert "╭─────╮" not in grid(app)
        assert app.palette.suits[0] == app.palette.suits[3]
        app.choose("suits", "four")
        assert len(set(app.palette.suits)) == 4
        assert app.palette.suits != suits


async def test_a_file_that_cannot_be_changed_is_told(file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_text("pace = brisk", encoding="utf-8")
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_settings()
        await pilot.pause()
        await pilot.press("right")
        await pilot.pause()
        assert "is not changed" in grid(app)
        assert file.read_text(encoding="utf-8") == "pace = brisk"


async def test_own_keys_replace_ours_on_both_layouts(file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_text('[keys]\nmoves = "y"\n', encoding="utf-8")
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "y moves" in grid(app)
        screen = app.screen
        await pilot.press("m")
        assert app.screen is screen
        await pilot.press("н")
        assert app.screen is not screen
