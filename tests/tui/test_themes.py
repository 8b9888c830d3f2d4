"""Theme files, and the screen without colours or with files from strangers."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.css.stylesheet import Stylesheet
from textual.theme import Theme

from cardtable.engine.text import plain
from cardtable.tui.app import CardtableApp
from cardtable.tui.protocol import Settings
from cardtable.tui.terminal import themes
from cardtable.tui.terminal.palette import FALLBACKS
from cardtable.words import Words
from tests.tui.helpers import grid, strips, table_app
from tests.tui.tables import seated


def test_the_shipped_themes_are_sound() -> None:
    found, wrong = themes.load()
    assert not wrong
    assert {theme.name for theme in found} == set(themes.TITLES)
    assert len([theme for theme in found if not theme.dark]) >= 2
    for theme in found:
        assert {name for name in FALLBACKS if not name.startswith("figure")} <= set(theme.variables)


def test_only_the_theme_that_is_worn_is_read_and_all_of_them_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    really = themes.read

    def noted(path: Path, *, checked: bool) -> Theme:
        read.append(path.stem)
        return really(path, checked=checked)

    monkeypatch.setattr(themes, "read", noted)
    themes.shipped.cache_clear()
    app = table_app(seated("throw_in", 2, seed=7))
    assert read == ["felt"]
    assert app.cloths == sorted(themes.TITLES)
    assert read == ["felt"]


def test_a_theme_of_ones_own_goes_before_a_shipped_one_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('name = "felt"\nprimary = "#3366aa"', encoding="utf-8")
    app = CardtableApp(seated("throw_in", 2, seed=7), Words("en"), Settings(themes=tmp_path))
    assert (app.theme, app.current_theme.primary) == ("felt", "#3366aa")
    assert not app.theme_problems


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('primary = "no-such-colour"', "no-such-colour"),
        ("primary = ", "bad.toml"),
        ('primary = "#ffffff"\nunknown = 1', "unknown"),
        ('primary = "#ffffff"\n[variables]\nsuit-hearts = "reddish"', "suit-hearts"),
        ('primary = "#ffffff"\n[variables]\nother = "#0[]{0000"', "other"),
        ('primary = "#ffffff"\n[variables]\ndark = true', "dark"),
        ('primary = "#ffffff"\n[variables]\n"a b" = "#ffffff"', "a b"),
        ('primary = "#ffffff"\n[variables]\nblock-cursor-text-style = "#ffffff"', "block-cursor-text-style"),
        ('primary = "#ffffff"\nvariables = 7', "variables"),
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


@pytest.mark.asyncio
async def test_no_color_means_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = table_app(seated("throw_in", 2, seed=7))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for strip in strips(app):
            for segment in strip:
                style = segment.style
                assert style is None or style.color is None or style.color.is_default
                assert style is None or style.bgcolor is None or style.bgcolor.is_default
        await pilot.press("m")
        await pilot.pause()
        assert len(app.screen_stack) > 1
        assert "(you)" in grid(app), "the table stays in sight around a box"


@pytest.mark.asyncio
async def test_names_cannot_command_the_terminal() -> None:
    table = seated("throw_in", 2, names=("Mila", "V\x1b[31mera"))
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "\x1b" not in grid(app)


async def test_a_key_steps_through_the_themes_at_the_table_and_round() -> None:
    kept: list[str] = []

    def choose(name: str, value: object) -> Settings:
        assert name == "theme"
        kept.append(str(value))
        return Settings(delay=0, theme=str(value), choose=choose)

    app = CardtableApp(seated("throw_in", 2), Words("en"), Settings(delay=0, choose=choose))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("equals_sign")
        await pilot.pause()
        assert app.theme == "felt-dark"
        assert "Theme: dark green cloth" in grid(app)
        for _ in range(len(themes.TITLES) - 1):
            await pilot.press("equals_sign")
        await pilot.pause()
        assert app.theme == "felt"
    assert kept[0] == "felt-dark"
    assert sorted(kept) == sorted(themes.TITLES)


async def test_where_no_theme_can_be_chosen_the_key_changes_none() -> None:
    app = CardtableApp(seated("throw_in", 2), Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("equals_sign")
        await pilot.pause()
        assert app.theme == "felt"


async def test_style_sheets_are_read_once_before_the_first_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    read_again: list[Stylesheet] = []
    monkeypatch.setattr(Stylesheet, "reparse", read_again.append)
    async with table_app(seated("throw_in", 2)).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not read_again
