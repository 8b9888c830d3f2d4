"""Settings on the screen: every change is saved at once, and the table follows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.events import CursorPosition, Paste

from cardtable.desk.screen import home, settings_from
from cardtable.desk.tables import user
from cardtable.player.settings import load, names
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.name_question import NameQuestion
from cardtable.tui.menus.home import HomeScreen
from cardtable.tui.menus.keys_screen import KeysScreen
from cardtable.tui.menus.settings_screen import SHOWN, SettingsScreen
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.tui.terminal.terminal import PROBE_ROW
from cardtable.words import Words
from tests.tui.helpers import grid, seat
from tests.tui.tables import attacking, seated

pytestmark = pytest.mark.asyncio


@pytest.fixture
def file(own_home: Path) -> Path:
    """The settings file of a player who has none yet."""
    return own_home / "config" / "settings.toml"


def opened() -> CardtableApp:
    words = Words("en")
    return CardtableApp(attacking("7h 9d Jc Qs"), words, settings_from(Settings(delay=0), words, "suits"))


async def test_what_is_changed_is_kept_and_the_table_follows(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_settings()
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)
        assert "◄ as the system ►" in grid(app).splitlines()[2]
        worn = app.theme
        await pilot.press(*["down"] * (SHOWN.index("theme") - SHOWN.index("language")), "right")
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
        await pilot.press("down", "up")
        assert not set(re.findall("[A-Za-z]{4,}", before)) & set(re.findall("[A-Za-z]{4,}", grid(app)))
        await pilot.press("escape")
        await pilot.pause()
        assert "Этот кон" in grid(app)
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
        # Shift+F3 looks like a second answer, but nothing was asked.
        app.post_message(CursorPosition(4, PROBE_ROW))
        await pilot.pause()
        assert ("╭" not in grid(app)) == letters


async def test_small_cards_and_four_colours_are_seen(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        seat(app).picture.settle()
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


async def test_a_name_is_typed_and_the_next_match_has_it(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_settings()
        await pilot.press("up", *"Zoya", "enter", "down")
        assert load(file)[0].name == "Zoya"
        assert user() == "Zoya"
        await pilot.press("up", "up", *["backspace"] * 4, "a")
        app.post_message(Paste("\u200b"))
        await pilot.press("down")
        assert "a name has 1 to 20 printable letters" in grid(app)
        assert load(file)[0].name == "Zoya"
        await pilot.press("up", *["backspace"] * 2, "escape")
        assert load(file)[0].name == "", "nothing typed: by the login again"


async def test_keys_are_chosen_by_pressing_them_and_given_back(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(100, 30)) as pilot:
        app.open_settings()
        await pilot.press("up", "up", *["down"] * len(SHOWN), "enter")
        keys = app.screen
        assert isinstance(keys, KeysScreen)
        take = keys.lines().index("take")
        after = keys.lines()[take + 1]
        await pilot.press(*["down"] * take, "enter")
        assert "press the new key" in grid(app)
        await pilot.press("ш")
        assert "i is the key for hint. Press another one." in grid(app), "by its place, on either layout"
        assert load(file)[0].keys == {}
        await pilot.press("enter", "escape")
        assert app.screen is keys, "Escape keeps the key"
        await pilot.press("enter", "f12")
        assert load(file)[0].keys == {"take": "f12"}
        assert "* Take" in grid(app)
        await pilot.press("down", "enter", "t")
        assert load(file)[0].keys == {"take": "f12", after: "t"}, "a key that was given away is free"
        await pilot.press("d")
        assert load(file)[0].keys == {"take": "f12"}
        await pilot.press("enter", "f12", "a")
        assert load(file)[0].keys == {}
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, TableScreen)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 34), (140, 40), (180, 46), (200, 50)])
@pytest.mark.every(12)
async def test_settings_and_keys_are_whole_at_every_size(file: Path, size: tuple[int, int], language: str) -> None:
    words = Words(language)
    app = CardtableApp(seated("throw_in", 2), words, settings_from(Settings(delay=0), words, "suits"))
    async with app.run_test(size=size) as pilot:
        for screen, keys in (
            (SettingsScreen(words, ["auto", "felt"]), ["down"] * 13),
            (KeysScreen(words), ["pagedown"] * 3),
        ):
            app.push_screen(screen)
            for key in keys:
                await pilot.press(key)
                assert "…" not in grid(app)
                assert not re.search("[a-z]_[a-z]|[a-z]=", grid(app))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.every(2)
async def test_what_can_be_chosen_stands_beside_the_settings_where_there_is_room(file: Path, language: str) -> None:
    assert set(SHOWN) == {name for name in names() if name != "keys"}
    words = Words(language)
    app = CardtableApp(seated("throw_in", 2), words, settings_from(Settings(delay=0), words, "suits"))
    async with app.run_test(size=(140, 40)) as pilot:
        screen = SettingsScreen(words, ["auto", "felt", "blue"])
        await app.push_screen(screen)
        for line in screen.lines():
            screen.go(line)
            await pilot.pause()
            shown = grid(app)
            told = screen.beside.lines(screen.beside.size.width)
            assert len(told) <= screen.beside.size.height - 3
            assert all(text.strip() in shown for text, _ in told)
            assert len(screen.choices(line)) != 1
            values = [text for text, kind in told if kind == "chosen"]
            assert len(values) == bool(screen.choices(line))
            assert words.say("Cards and colours") in shown
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert words.say("Cards and colours") not in grid(app)
        assert not screen.beside.display


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_the_keys_stand_in_one_column_behind_what_they_are_called(file: Path, language: str) -> None:
    words = Words(language)
    app = CardtableApp(seated("throw_in", 2), words, settings_from(Settings(delay=0), words, "suits"))
    async with app.run_test(size=(80, 24)):
        screen = KeysScreen(words)
        await app.push_screen(screen)
        places = screen.form.places(80)
        assert len({place.x for place in places}) == 1
        assert all(place.heading == place.value for place in places)
        assert not re.search("[◄►] *$", grid(app), re.MULTILINE), "a key is pressed, not gone through"


@pytest.mark.parametrize(
    ("typed", "kept"), [([*"Zoya", "enter"], "Zoya"), (["end", "1", "enter"], "Login1"), (["escape"], None)]
)
@pytest.mark.every(2)
async def test_a_name_is_asked_once(file: Path, typed: list[str], kept: str | None) -> None:
    words = Words("en")
    menu = home(words)
    app = CardtableApp(
        None, words, settings_from(Settings(), words, "suits"), menu._replace(newcomer=True, person="Login")
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, NameQuestion)
        assert "Login" in grid(app)
        await pilot.press(*typed)
        assert isinstance(app.screen, HomeScreen)
        assert load(file)[0].name == (kept or "Login")
        assert app.home is not None
        assert app.home.person == user() == (kept or "Login")


async def test_a_name_that_is_none_is_asked_again(file: Path) -> None:
    words = Words("en")
    app = CardtableApp(
        None,
        words,
        settings_from(Settings(), words, "suits"),
        home(words)._replace(newcomer=True, person="I"),
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("backspace", "enter")
        assert isinstance(app.screen, NameQuestion)
        assert "a name has 1 to 20 printable letters" in grid(app)


async def test_no_two_values_of_a_setting_are_called_the_same_and_words_of_lines_leave_the_screen_its_signs(
    file: Path,
) -> None:
    app = opened()
    async with app.run_test(size=(120, 34)) as pilot:
        app.open_settings()
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, SettingsScreen)
        for line in SHOWN:
            called = [screen.called(line, value) for value in screen.choices(line)]
            assert len(set(called)) == len(called), line
        await pilot.press(*["down"] * (SHOWN.index("signs") - SHOWN.index("language")), *["right"] * 3)
        await pilot.pause()
        assert load(file)[0].signs == "words"
        assert "in lines, cards in words" in grid(app)
        assert "♦" in grid(app), "the sample cards are drawn as before"
