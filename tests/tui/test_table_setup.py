"""Putting a table together on the screen, and keeping it for another evening."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.cli.screen import home, settings_from
from cardtable.cli.tables import open_agreed
from cardtable.engine.text import plain
from cardtable.games import FAMILIES, family
from cardtable.record import read_record
from cardtable.saved import FILE, SavedTable, load, save
from cardtable.tui.app import CardtableApp
from cardtable.tui.canvas import wrap
from cardtable.tui.form import NOTE
from cardtable.tui.home import HomeScreen
from cardtable.tui.protocol import Settings
from cardtable.tui.table_screen import TableScreen
from cardtable.tui.table_setup import TableSetup
from cardtable.words import Words
from tests.tui.helpers import grid


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where kept tables stand."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    return tmp_path / "config" / FILE


def opened() -> CardtableApp:
    words = Words("en")
    return CardtableApp(None, words, settings_from(Settings(delay=0), words, "suits"), home(words))


async def test_a_table_is_put_together_kept_and_played(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableSetup)
        assert "◄ a person ►" in grid(app)
        # Three players: a person called Ada, another person called Bo, a bot.
        await pilot.press("right", "down", "down", *["backspace"] * 20, "A", "d", "a")
        await pilot.press("down", "left", "down", *["backspace"] * 20, "B", "o")
        lines = screen.lines()
        assert lines[:6] == ["players", "seat-0", "name-0", "seat-1", "name-1", "seat-2"]
        await pilot.press("down", "down", "T", "h", "u")
        await pilot.press(*["down"] * (lines.index("option-first_limit") - lines.index("keep")), "right")
        await pilot.pause()
        assert "* Most attack cards in the first bout" in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        found, troubles = load(file)
        assert troubles == []
        assert [(table.name, table.names[:2], table.styles[:2]) for table in found] == [
            ("Thu", ("Ada", "Bo"), (None, None))
        ]
        assert set(found[0].options) == {"first_limit"}
        app.leave_table()
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert "Thu" in grid(app)


async def test_what_cannot_be_played_is_explained_at_once(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableSetup)
        await pilot.press(*["down"] * screen.lines().index("option-teams"), "right", "enter")
        await pilot.pause()
        assert app.screen is screen
        assert "teams=" in "".join(grid(app).splitlines()[-1 - NOTE :])


async def test_cards_by_number_pace_and_open_hands_are_agreed(file: Path) -> None:
    agreed: list[SavedTable | None] = []
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = TableSetup(Words("en"), "throw_in", 2, "Anna")
        app.push_screen(screen, agreed.append)
        await pilot.pause()
        await pilot.press(*["down"] * screen.lines().index("cards"), "7", "x", "enter")
        await pilot.pause()
        assert app.screen is screen, "a number has digits only"
        await pilot.press("backspace", "7", "down", "right", "down", "right", "enter")
        await pilot.pause()
        assert app.settings.preferences is not None
        assert app.settings.preferences.pace == "human"
    (table,) = agreed
    assert table is not None
    assert (table.seed, table.open_hands) == (77, True)
    decks = []
    for _ in range(2):
        again = open_agreed(table)
        assert again.path is not None
        decks.append(read_record(again.path).lines[0])
        again.close()
    assert decks[0] == decks[1]


async def test_a_kept_table_is_played_from_the_menu(file: Path) -> None:
    save(file, SavedTable("transfer", ("Ada", "Bot"), (None, "steady"), {"first_limit": None}, "Our Thursday"))
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Our Thursday" in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.table.names == ("Ada", "Bot")


@pytest.mark.parametrize("text", ["[[table]]\nname = 'x'", "[[table]]\nname = 3\npreset = 'a'\nseats = 5", "table = "])
async def test_a_wrong_file_is_told_in_a_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / FILE
    path.write_text(text, encoding="utf-8")
    found, troubles = load(path)
    assert found == []
    assert len(troubles) == 1
    assert str(path) in plain(troubles[0])


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_house_rule_is_explained_whole_at_80_columns(language: str) -> None:
    for name in FAMILIES:
        preset, found = next(iter(family(name).presets.items()))
        screen = TableSetup(Words(language), preset, found.players, "Anna")
        for line in screen.lines():
            assert len(wrap(screen.about(line), 78)) <= NOTE, line


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_house_rule_without_effect_says_so_on_its_line_at_80_columns(language: str) -> None:
    options = {"heart_lead_ban": "omnibus", "forced_king": "praise"}
    agreed = SavedTable("king_simple", ("Anna", "B", "C", "D"), (None, "steady", "steady", "steady"), options)
    screen = TableSetup(Words(language), "king_simple", 4, "Anna", agreed)
    for name, value in options.items():
        about = screen.about(f"option-{name}")
        assert about.startswith(f"{name}={value} ")
        assert f"{name}=none" in about
        assert len(wrap(about, 78)) <= NOTE
    assert "=" not in screen.about("option-early_end")
