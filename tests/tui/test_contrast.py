"""What stands on the screen can be read: every colour against the ground it stands on, in every shipped theme.

Both are taken from what is drawn: the styles of our own pictures, and the cells of every screen of the program. The
colours of `sixteen` are counted as xterm shows them unless told otherwise, which its file names by their numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.containers import Vertical
from textual.geometry import Region

from cardtable.tui import themes
from cardtable.tui.app import CardtableApp
from cardtable.tui.dialogs import Box
from cardtable.tui.palette import SHAPE, TEXT, Palette
from cardtable.tui.palette import contrast as between
from tests.tui.screens import SCREENS, at_menu, record_a_match

SHAPES = ("edge", "legal", "cursor", "back")
"""The styles of a card that no text is written in: a shape is seen where a letter could not be read."""
PIXELS = set("▀▄ ")
"""What pictures on cards are painted with: their cards are told by the index."""
THEMES = [theme.name for theme in themes.load()[0]]


def contrast(style: Style) -> float:
    """How a style's colour stands out from its ground; 1 where they are alike."""
    assert style.color is not None
    assert style.bgcolor is not None
    return between(*(Color(*colour.get_truecolor()) for colour in (style.color, style.bgcolor)))


def is_frame(sign: str) -> bool:
    """Whether a sign is drawn for its shape: lines, blocks and backs of cards."""
    return "\u2500" <= sign <= "\u259f"


@pytest.mark.parametrize("suits", ["theme", "two", "four"])
@pytest.mark.parametrize("name", THEMES)
def test_every_style_of_ours_can_be_read(name: str, suits: str) -> None:
    app = CardtableApp(None, at_menu().words)
    app.theme = name
    palette = Palette(app.get_css_variables(), colours=True, suits=suits)
    styles = {name: style for name, style in vars(palette).items() if isinstance(style, Style) and name != "shadow"}
    for name, inks in (("bright", palette.bright), ("faint", palette.faint)):
        styles |= {f"{name} {what}": style for what, style in inks._asdict().items() if isinstance(style, Style)}
        styles |= {f"{name} {nth}": style for nth, style in enumerate(inks.signs)}
    found = {
        what: f"{style}: {contrast(style):.1f}"
        for what, style in styles.items()
        if contrast(style) < (SHAPE if what.partition(" ")[2] in SHAPES or what == "edge" else TEXT)
    }
    assert not found


def cells(app: CardtableApp) -> Iterator[tuple[str, Style]]:
    """The texts of the uppermost screen with their styles; of a box none but its own."""
    screen = app.screen
    part = screen.query_one(Vertical).region if isinstance(screen, Box) else Region(0, 0, *app.size)
    for strip in screen._compositor.render_strips()[part.y : part.bottom]:
        for text, style, _ in strip.crop(part.x, part.right):
            if style is not None and text.strip():
                yield text, style


@pytest.mark.parametrize("name", THEMES)
async def test_every_screen_can_be_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    record_a_match(tmp_path)
    app = at_menu()
    app.settings = replace(app.settings, theme=name)
    app._wear()
    found = set()
    async with app.run_test(size=(100, 30)) as pilot:
        for kind, make in SCREENS.items():
            app.push_screen(make())
            app.notify("A file is damaged.", severity="warning", markup=False)
            await pilot.pause()
            assert isinstance(app.screen, kind)
            for text, style in cells(app):
                if style == app.palette.shadow or set(text) <= PIXELS:
                    continue
                least = SHAPE if all(sign == " " or is_frame(sign) for sign in text) else TEXT
                if contrast(style) < least:
                    found.add(f"{kind.__name__}: {text.strip()!r} {style} {contrast(style):.1f}")
            app.pop_screen()
            app.clear_notifications()
            await pilot.pause()
    assert not found


def test_the_search_finds_what_cannot_be_read() -> None:
    assert contrast(Style.parse("#000000 on #ffffff")) == pytest.approx(21)
    assert contrast(Style.parse("#000000 on #1a1a1a")) < 1.3, "what the theme `grey` once showed"
    assert all(map(is_frame, "─│╭╮┏┃▒█"))
    assert not any(map(is_frame, "A7♠►◄·?"))
    assert Segment("x").style is None
