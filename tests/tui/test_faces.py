"""Cards at every size: what can be read on them, and how they differ, with colours and without."""

from __future__ import annotations

import pytest
from rich.style import Style

from cardtable.cards import HIDDEN, PACK, Card
from cardtable.tui import themes
from cardtable.tui.canvas import BIG, SIZES, SMALL, Painter, Sheet, Size
from cardtable.tui.palette import Palette
from cardtable.words import Glyphs, Words

CARDS = (*range(PACK), HIDDEN)
WORDS = {glyphs: Words("ru", glyphs=glyphs) for glyphs in ("suits", "ascii")}


def drawn(card: Card, size: Size, glyphs: Glyphs = "suits", *, colours: bool = True, **state: bool) -> list[str]:
    """The rows of a card as they are shown, on a sheet with a column more at every side."""
    words = WORDS[glyphs]
    sheet = Sheet(size.width + 2, size.height + 2, Style())
    Painter(words, Palette(themes.FALLBACKS, colours=colours)).card(sheet, 1, 1, card, size, **state)
    return [strip.text for strip in sheet.strips(ascii_only=glyphs == "ascii")]


@pytest.mark.parametrize("colours", [True, False])
@pytest.mark.parametrize("glyphs", ["suits", "ascii"])
@pytest.mark.parametrize("size", SIZES)
def test_every_card_is_told_by_the_left_edge_that_a_fan_shows_of_it(size: Size, glyphs: Glyphs, colours: bool) -> None:
    words = WORDS[glyphs]
    for card in range(PACK):
        rows = drawn(card, size, glyphs, colours=colours)
        assert rows[2][2:5].strip().startswith(words.card(card)), rows
    edges = {"\n".join(row[:5] for row in drawn(card, size, glyphs, colours=colours)) for card in CARDS}
    assert len(edges) == len(CARDS)


@pytest.mark.parametrize("glyphs", ["suits", "ascii"])
@pytest.mark.parametrize("size", SIZES)
def test_a_card_fills_its_size_and_nothing_beside_it(size: Size, glyphs: Glyphs) -> None:
    for card in CARDS:
        rows = drawn(card, size, glyphs)
        assert {len(row) for row in rows} == {size.width + 2}
        assert not (rows[0] + rows[-1]).strip()
        assert {row[0] for row in rows} == {" "}
        assert all(row[1] != " " != row[-2] for row in rows[1:-1]), "the frame is closed"
        if glyphs == "ascii":
            assert all(sign.isascii() or sign.isalpha() for sign in "".join(rows)), "letters are the language's own"


@pytest.mark.parametrize("glyphs", ["suits", "ascii"])
@pytest.mark.parametrize("size", SIZES)
def test_a_state_is_told_without_colour(size: Size, glyphs: Glyphs) -> None:
    for card in CARDS:
        plain = drawn(card, size, glyphs, colours=False)
        assert drawn(card, size, glyphs, colours=False, heavy=True) != plain
        assert drawn(card, size, glyphs, colours=False, marked=True) != plain


@pytest.mark.parametrize("size", [size for size in SIZES if size not in (SMALL, BIG)])
def test_a_large_card_shows_as_many_pips_as_it_counts(size: Size) -> None:
    for card in range(9 * 4):
        sign = WORDS["suits"].suit(card % 4)
        assert "".join(drawn(card, size)).count(sign) == card // 4 + 2 + 2, "pips and two indexes"
