"""Cards at every size: what can be read on them, and how they differ, with colours and without."""

from __future__ import annotations

import pytest
from rich.style import Style

from cardtable.cards import BLACK_JOKER, HIDDEN, PACK, RED_JOKER, Card, card_text
from cardtable.tui.draw.cells import Sheet
from cardtable.tui.draw.figures import FIGURES, Pictures
from cardtable.tui.draw.painter import BIG, HUGE, LARGE, SIZES, SMALL, Painter, Size
from cardtable.tui.terminal.palette import COARSE, FALLBACKS, Palette
from cardtable.words import Glyphs, Words

CARDS = (*range(PACK), HIDDEN)
COURTS = (*range(9 * 4, 12 * 4), BLACK_JOKER, RED_JOKER)
"""The cards with faces, which may extend beyond their frames."""
WORDS = {glyphs: Words("ru", glyphs=glyphs) for glyphs in ("suits", "ascii")}


def drawn(card: Card, size: Size, glyphs: Glyphs = "suits", *, colours: bool = True, **state: bool) -> list[str]:
    """The rows of a card as shown, with an extra column at each side."""
    words = WORDS[glyphs]
    sheet = Sheet(size.width + 2, size.height + 2, Style())
    Painter(words, Palette(FALLBACKS, colours=colours)).card(sheet, 1, 1, card, size, **state)
    return [sheet.row(y, ascii_only=glyphs == "ascii").text for y in range(sheet.height)]


def is_bare(size: Size, glyphs: Glyphs, colours: bool) -> bool:
    """Whether a card of this size has no frame."""
    return size is SMALL and colours and glyphs != "ascii"


@pytest.mark.parametrize("colours", [True, False])
@pytest.mark.parametrize("glyphs", ["suits", "ascii"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.every(8)
def test_every_card_is_told_by_the_left_edge_that_a_fan_shows_of_it(size: Size, glyphs: Glyphs, colours: bool) -> None:
    words = WORDS[glyphs]
    for card in range(PACK):
        rows = drawn(card, size, glyphs, colours=colours)
        first = 1 if is_bare(size, glyphs, colours) else 2
        assert rows[first][2:5].strip().startswith(words.card(card)), rows
    edges = {"\n".join(row[:5] for row in drawn(card, size, glyphs, colours=colours)) for card in CARDS}
    assert len(edges) == len(CARDS)


@pytest.mark.parametrize("glyphs", ["suits", "ascii"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.every(2)
def test_a_card_fills_its_size_and_nothing_beside_it(size: Size, glyphs: Glyphs) -> None:
    for card in CARDS:
        rows = drawn(card, size, glyphs)
        assert {len(row) for row in rows} == {size.width + 2}
        assert not (rows[0] + rows[-1]).strip()
        assert {row[0] for row in rows} == {" "}
        if is_bare(size, glyphs, True):
            assert {row[1] for row in rows[1:-1]} <= {"▏", "▌"}, "its edge is seen where it lies on another"
        elif card not in COURTS:
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


@pytest.mark.parametrize(
    ("size", "colours"),
    [(size, colours) for size in SIZES for colours in (True, False) if colours or size is not SMALL],
)
def test_jack_queen_king_ace_and_joker_differ_by_more_than_their_letters(size: Size, colours: bool) -> None:
    figures = set()
    for card in (*range(9 * 4, 13 * 4, 4), BLACK_JOKER):
        index = WORDS["suits"].card(card)
        sheet = Sheet(*size[:2], Style())
        Painter(WORDS["suits"], Palette(FALLBACKS, colours=colours)).card(sheet, 0, 0, card, size)
        rows = "\n".join(map("".join, sheet.signs)).replace(index, "  ")
        figures.add((rows, str([[(style.color, style.bgcolor) for style in row] for row in sheet.styles])))
    assert len(figures) == 5


@pytest.mark.parametrize("picture", FIGURES.values())
def test_pictures_are_painted_with_known_colours_only(picture: Pictures) -> None:
    for dyes in Palette(FALLBACKS, colours=True).bright.dyes[4:]:
        assert {letter for rows in picture.values() for row in rows for letter in row} <= {".", "a", "d", *dyes}


@pytest.mark.parametrize("size", SIZES)
def test_a_picture_shows_the_pixels_that_it_is_made_of(size: Size) -> None:
    palette = Palette(FALLBACKS, colours=True)
    frame = 1 if size in (LARGE, HUGE) else 0
    for card in (*range(9 * 4, 12 * 4), BLACK_JOKER):
        dyes, ground = palette.bright.dyes[4 if card == BLACK_JOKER else card % 4], palette.bright.signs[0]
        sheet = Sheet(*size[:2], Style())
        Painter(WORDS["suits"], palette).card(sheet, 0, 0, card, size)
        picture = FIGURES[size[:2]][card_text(card)[0]]
        assert len(picture) == 2 * (size.height - 2 * frame)
        for y in range(size.height - 2 * frame):
            for x in range(size.width - 2 * frame):
                sign, style = sheet.signs[y + frame][x + frame], sheet.styles[y + frame][x + frame]
                shown = {
                    " ": (style.bgcolor, style.bgcolor),
                    "█": (style.color, style.color),
                    "▀": (style.color, style.bgcolor),
                    "▄": (style.bgcolor, style.color),
                }.get(sign)
                wanted = tuple(dyes.get(picture[row][x], ground.bgcolor) for row in (2 * y, 2 * y + 1))
                assert shown in (wanted, None), "what is neither is a letter of the index, or the frame"


def test_mixed_colours_are_left_to_terminals_that_have_them() -> None:
    coarse = Palette(FALLBACKS, colours=True, fine=False)
    assert not coarse.bright.dyes
    assert coarse.faint is coarse.bright
    assert drawn(HIDDEN, BIG, colours=False)[3].count(COARSE) == BIG.width - 2


def test_rim_and_shadow_lie_only_where_the_cloth_is_bare() -> None:
    palette = Palette(FALLBACKS, colours=True)
    sheet = Sheet(20, 7, palette.table)
    sheet.put(0, 0, "Vera", palette.dim)
    Painter(WORDS["suits"], palette).card(sheet, 13, 1, HIDDEN, BIG)
    sheet.put(12, 3, "x", palette.table)
    Painter(WORDS["suits"], palette).card(sheet, 5, 1, HIDDEN, BIG)
    sheet.hem(palette.rim)
    rows = [sheet.row(y, ascii_only=False).text for y in range(sheet.height)]
    assert rows[0] == "Vera " + "▀" * 14 + "▜", "a word has air round it"
    assert rows[3][12] == "x"
    assert rows[4][12] == "▌"
    assert rows[2][0] == "▌"
    assert rows[2][-1] == "│", "the rim goes under the card"
    assert rows[6] == "▙" + "▄" * 18 + "▟"


def test_the_rim_comes_up_to_frames_and_leaves_the_gaps_in_them_alone() -> None:
    palette = Palette(FALLBACKS, colours=True)
    sheet = Sheet(16, 5, palette.table)
    sheet.put(10, 0, "╭─ 0 ╮", palette.dim)
    sheet.put(2, 4, "└", palette.dim)
    sheet.put(4, 4, "─", palette.dim)
    sheet.put(6, 4, "┘", palette.dim)
    sheet.hem(palette.rim)
    assert sheet.row(0, ascii_only=False).text == "▛" + "▀" * 9 + "╭─ 0 ╮"
    assert sheet.row(4, ascii_only=False).text == "▙▄└ ─ ┘" + "▄" * 8 + "▟"
