"""The screen is readable: every colour against its background, in every shipped theme.

Both are taken from what is drawn: the styles of our own pictures, and the cells of every screen of the program. The
colours of `sixteen`, which its file gives as numbers, are taken as xterm shows them unless stated otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import dist
from operator import mul
from pathlib import Path
from typing import Any

import pytest
from rich.color import ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.containers import Vertical
from textual.geometry import Region
from textual.screen import Screen

from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Box
from cardtable.tui.menus.settings_screen import SettingsScreen
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.tui.terminal import themes
from cardtable.tui.terminal.fitting import fitted
from cardtable.tui.terminal.palette import SHAPE, TEXT, Palette
from cardtable.tui.terminal.palette import contrast as between
from tests.tui.helpers import strips
from tests.tui.screens import SCREENS, at_menu, on_nothing, record_a_match

SHAPES = {"edge", "legal", "cursor", "back", "hem"}
"""The styles of a card that hold no text: a shape is visible where a letter could not be read."""
BARE = ("shadow", "rim", "mat")
"""Decoration of the cloth that carries no information."""
PIXELS = set("▀▄█ ")
"""The colours of card pictures, whose cards are identified by the index."""
THEMES = [theme.name for theme in themes.load()[0]]


@cache
def contrast(style: Style) -> float:
    """The contrast between a style's colour and its background; 1 if they are the same."""
    assert style.color is not None
    assert style.bgcolor is not None
    return between(*(Color(*colour.get_truecolor()) for colour in (style.color, style.bgcolor)))


def is_frame(sign: str) -> bool:
    """Whether a character is a shape: a line, a block or the back of a card."""
    return "\u2500" <= sign <= "\u259f"


def palette_of(name: str, suits: str = "theme") -> Palette:
    """The styles of a shipped theme."""
    app = CardtableApp(None, at_menu().words, Settings(theme=name))
    return Palette(app.get_css_variables(), colours=True, suits=suits)


@pytest.mark.parametrize("suits", ["theme", "two", "four"])
@pytest.mark.parametrize("name", THEMES)
@pytest.mark.every(4)
def test_every_style_of_ours_can_be_read(name: str, suits: str) -> None:
    palette = palette_of(name, suits)
    styles = {name: style for name, style in vars(palette).items() if isinstance(style, Style) and name not in BARE}
    for name, inks in (("bright", palette.bright), ("faint", palette.faint)):
        styles |= {f"{name} {what}": style for what, style in inks._asdict().items() if isinstance(style, Style)}
        styles |= {f"{name} {nth}": style for nth, style in enumerate(inks.signs)}
    for name in ("cloth", "plate", "foot", "banner", "wood", "own_wood"):
        styles |= {f"{name} {what}": style for what, style in getattr(palette, name)._asdict().items()}
    styles |= {f"{what} of 256": fitted(style) for what, style in styles.items()}
    found = {
        what: f"{style}: {contrast(style):.1f}"
        for what, style in styles.items()
        if contrast(style) < (SHAPE if not SHAPES.isdisjoint(what.split()) else TEXT)
    }
    assert not found


@pytest.mark.parametrize("name", ["felt", "paper", "spring", "signal"])
def test_a_plate_is_seen_on_its_cloth_and_is_no_slab_on_a_pale_one(name: str) -> None:
    palette = palette_of(name)
    cloth, plate = (style.bgcolor for style in (palette.table, palette.plate.text))
    assert cloth is not None
    assert plate is not None
    apart = between(*(Color(*colour.get_truecolor()) for colour in (cloth, plate)))
    assert 1.2 < apart < 1.3


@pytest.mark.parametrize("text", ["#000000", "#ffffff", "#808080"])
def test_texts_of_a_theme_that_nobody_tried_can_be_read(text: str) -> None:
    for cloth in ("#ffffff", "#14503a", "#777777"):
        palette = Palette({"foreground": text, "accent": text, "partner": text, "table": cloth}, colours=True)
        for style in (palette.table, palette.dim, palette.acting, palette.partner, palette.danger, palette.bar):
            assert contrast(style) >= TEXT


def cells(app: CardtableApp) -> Iterator[tuple[str, Style]]:
    """The texts of the top screen with their styles; for a box only its own."""
    screen = app.screen
    part = screen.query_one(Vertical).region if isinstance(screen, Box) else Region(0, 0, *app.size)
    for strip in strips(app)[part.y : part.bottom]:
        for text, style, _ in strip.crop(part.x, part.right):
            if style is not None and text.strip():
                yield text, style


def unreadable(app: CardtableApp) -> Iterator[str]:
    """The unreadable text on the top screen."""
    plain = (app.palette.shadow, app.palette.rim, app.palette.mat)
    adornments = {(style.color, style.bgcolor) for one in plain for style in (one, fitted(one))}
    for text, style in cells(app):
        if (style.color, style.bgcolor) in adornments or set(text) <= PIXELS:
            continue
        least = SHAPE if all(sign == " " or is_frame(sign) for sign in text) else TEXT
        if contrast(style) < least:
            yield f"{type(app.screen).__name__}: {text.strip()!r} {style} {contrast(style):.1f}"


async def check(
    names: Sequence[str], home: Path, screens: Mapping[type[Screen[Any]], Callable[[], Screen[Any]]], every: int = 1
) -> set[str]:
    """The unreadable text on these screens in these themes, on a usual terminal and on a large one.

    Each screen is opened once and changes its theme, as for a player who tries them: it goes through every n-th theme
    (`every`), the next screen through others, and the table through three times as many.
    """
    record_a_match(home)
    app = on_nothing()
    found: set[str] = set()
    async with app.run_test(size=(100, 30)) as pilot:

        async def try_all(names: Sequence[str]) -> None:
            for name in names:
                app.settings = app.settings._replace(theme=name)
                app._wear()
                await pilot.pause()
                assert app.theme == name
                found.update(f"{name}: {line}" for line in unreadable(app))

        for nth, (kind, make) in enumerate(screens.items()):
            step = max(1, every // 3) if kind is TableScreen else every
            some = names[nth % step :: step]
            app.push_screen(make())
            app.notify("A file is damaged.", severity="warning", markup=False)
            await pilot.pause()
            assert isinstance(app.screen, kind)
            if isinstance(app.screen, TableScreen):
                # Text under a banner is dimmed and not meant to be read; the banner's own styles are tested above.
                app.screen.picture.settle()
            await try_all(some)
            if kind is TableScreen:
                await pilot.resize_terminal(140, 44)
                await try_all(some)
                await pilot.resize_terminal(100, 30)
            app.pop_screen()
            app.clear_notifications()
            await pilot.pause()
    return found


@pytest.mark.parametrize("every", [24, pytest.param(1, marks=pytest.mark.slow)])
async def test_every_screen_can_be_read_in_every_theme(every: int, own_home: Path) -> None:
    """One theme on every other screen; the slow run tests in all themes a style that only one screen uses."""
    assert not await check(THEMES, own_home, SCREENS, every)


async def test_256_colours_are_enough(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "256")
    names = ("felt", "night", "paper")
    assert not await check(names, own_home, {kind: SCREENS[kind] for kind in (TableScreen, SettingsScreen)})


async def test_where_there_are_256_colours_no_mixed_one_is_left_to_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "256")
    app = at_menu()
    async with app.run_test(size=(100, 30)) as pilot:
        app.push_screen(SCREENS[TableScreen]())
        await pilot.pause()
        for _, style in cells(app):
            for colour in (style.color, style.bgcolor):
                assert colour is None or colour.type is ColorType.EIGHT_BIT, style


def test_the_search_finds_what_cannot_be_read() -> None:
    assert contrast(Style.parse("#000000 on #ffffff")) == pytest.approx(21)
    assert contrast(Style.parse("#000000 on #1a1a1a")) < 1.3, "what the theme `grey` once showed"
    assert all(map(is_frame, "─│╭╮┏┃▒█"))
    assert not any(map(is_frame, "A7♠►◄·?"))
    assert Segment("x").style is None


def test_a_cloth_is_neither_black_nor_loud_where_there_are_256_colours() -> None:
    for name in ("felt", "blue", "wine"):
        ground = fitted(palette_of(name).table).bgcolor
        assert ground is not None
        red, green, blue = ground.get_truecolor()
        assert max(red, green, blue) > 64, "black"
        assert max(red, green, blue) < 160, "loud"


REDS, GREENS = (
    ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
)
"""How eyes without cones for red, or without those for green, see a colour (Machado, Oliveira, Fernandes 2009)."""


@pytest.mark.parametrize("missing", [REDS, GREENS])
def test_the_suits_of_the_theme_for_the_colour_blind_stay_apart(missing: Sequence[Sequence[float]]) -> None:
    seen = []
    for style in palette_of("signal").suits:
        assert style.color is not None
        seen.append([sum(map(mul, row, style.color.get_truecolor())) for row in missing])
    for one, other in combinations(seen, 2):
        assert dist(one, other) > 50
    hearts, diamonds = (between(Color.parse("#fff"), Color(*map(round, map(abs, seen[suit])))) for suit in (1, 2))
    assert hearts > 1.5 * diamonds, "apart in lightness too"
