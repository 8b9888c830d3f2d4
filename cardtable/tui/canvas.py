"""A sheet of character cells, the canvas that shows one, and the painter of cards.

Everything is painted with Unicode signs; a canvas puts them into ASCII at the very end when the terminal needs it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.cells import cached_cell_len, get_character_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual._styles_cache import StylesCache
from textual.geometry import Region
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from cardtable.cards import HIDDEN, Card, suit_of
from cardtable.tui.faces import closed, inside
from cardtable.tui.palette import Palette, Picture
from cardtable.words import Words


def forget_drawn() -> None:
    """Empties what Textual and rich remember of all that was ever drawn: many megabytes after an evening.

    Textual remembers the colours of a thousand widgets, and with them the lines of those that are gone; rich remembers
    sixteen thousand pieces that were cut out of lines, and four thousand that were measured.
    """
    for remembered in (StylesCache.get_inner_outer, Segment._split_cells, cached_cell_len):
        remembered.cache_clear()


class Frame(NamedTuple):
    """The signs of a frame."""

    left_top: str
    right_top: str
    left_foot: str
    right_foot: str
    flat: str
    upright: str


LIGHT = Frame(*"╭╮╰╯─│")
DOTTED = Frame(*"╭╮╰╯┄┆")
HEAVY = Frame(*"┏┓┗┛━┃")
BACK = "▒"
MARKED = "●"
POINTER = "▼▼▼"

ASCII = str.maketrans(
    {
        **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼", "+"),
        # The cursor's frame must differ by shape, not by weight.
        **dict.fromkeys("┏┗", ">"),
        **dict.fromkeys("┓┛", "<"),
        **dict.fromkeys("─–—", "-"),
        "━": "=",
        **dict.fromkeys("│┃", "|"),
        **dict.fromkeys("▒▚█■", "#"),
        "▣": "@",
        **dict.fromkeys("°●", "o"),
        "○": ".",
        "□": "o",
        **dict.fromkeys("▌▐", "|"),
        "┄": ".",
        "┆": ":",
        "▼": "v",
        "›": ">",
        "♠": "s",
        "♥": "h",
        "♦": "d",
        "♣": "c",
        "·": "-",
        "►": ">",
        "◄": "<",
        "▲": "^",
        "←": "<",
        "→": ">",
        "↑": "^",
        "↓": "v",
        "✓": "*",
        "★": "*",
        "…": "~",
        "⏎": "Enter",
        "×": "x",
        "−": "-",
    }
)
"""What stands for each sign where only ASCII is safe."""
ONE_BACK = "▐▌"
"""The back of a card in a row of one line: two halves that belong together."""


class Size(NamedTuple):
    """A card's size in cells, and how far a cover is shifted on the card it lies on."""

    width: int
    height: int
    cover_right: int
    cover_down: int


SMALL = Size(5, 3, 2, 2)
BIG = Size(7, 5, 4, 2)
LARGE = Size(9, 7, 5, 2)
HUGE = Size(11, 9, 5, 2)
SIZES = (SMALL, BIG, LARGE, HUGE)
"""The sizes that a card can be painted in. Its index shows whole in the leftmost four columns of each."""


def width_of(text: str) -> int:
    """Cells that a text takes."""
    return len(text) if text.isascii() else sum(map(get_character_cell_size, text))


def cut(text: str, width: int) -> str:
    """The text in at most so many cells, with … where it is cut."""
    if width_of(text) <= width:
        return text
    kept, room = "", width - 1
    for sign in text:
        room -= get_character_cell_size(sign)
        if room < 0:
            break
        kept += sign
    return kept.rstrip() + "…" if width > 0 else ""


def short_names(names: Sequence[str], width: int) -> list[str]:
    """The names in at most so many cells each; names that would look alike keep their number, or their last letters.

    >>> short_names(["Steady", "Steady 2", "Steady 10", "Ann"], 7)
    ['Steady', 'Stead…2', 'Stea…10', 'Ann']
    >>> short_names(["Steady 2", "Steady 3"], 8)
    ['Steady 2', 'Steady 3']
    """
    found = [cut(name, width) for name in names]
    for least in range(1, width):
        alike = {name for name in found if found.count(name) > 1}
        if not alike:
            break
        for nth, name in enumerate(names):
            tail = name[-max(least, len(name) - len(name.rstrip("0123456789"))) :]
            room = width - 1 - width_of(tail)
            if found[nth] in alike and found[nth] != name and room >= 0:
                found[nth] = cut(name, room + 1).removesuffix("…") + "…" + tail
    return found


_KEPT = "\0"
_LONE_SIGN = re.compile(r" (?=[^\w\s](?: |$))")
"""The blank before a sign that stands alone, such as that of a suit."""


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most so many cells, broken at blanks where possible, but not before a sign alone.

    >>> wrap("pile 3, ordered ♠", 16)
    ['pile 3,', 'ordered ♠']
    """
    lines: list[str] = []
    line, taken = "", 0
    for kept in _LONE_SIGN.sub(_KEPT, text).split():
        word = kept.replace(_KEPT, " ")
        wide = width_of(word)
        while wide > width > 0:
            room = width - (taken + 1 if line else 0)
            if room < 2:
                lines.append(line)
                line, taken, room = "", 0, width
            lines.append(f"{line} {word[:room]}".strip())
            line, taken, word = "", 0, word[room:]
            wide = width_of(word)
        if line and taken + 1 + wide > width:
            lines.append(line)
            line, taken = word, wide
        else:
            line, taken = (f"{line} {word}", taken + 1 + wide) if line else (word, wide)
    return [*lines, line] if line else lines


def in_ascii(text: str) -> str:
    """A row of a picture in ASCII, in as many columns; a back stays one thing.

    >>> in_ascii("▐▌▐▌ 2")
    '[][] 2'
    """
    return text.replace(ONE_BACK, "[]").translate(ASCII)


class Sheet:
    """Cells to paint on. What lies outside is dropped."""

    def __init__(self, width: int, height: int, ground: Style) -> None:
        self.width = width
        self.height = height
        self.ground = ground
        self.signs = [[" "] * width for _ in range(height)]
        self.styles = [[ground] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Writes a text; gives the column after it."""
        if not 0 <= y < self.height:
            return x + width_of(text)
        signs, styles = self.signs[y], self.styles[y]
        for sign in text:
            cells = 1 if sign < "\u0300" else get_character_cell_size(sign)
            if not cells:
                if 0 < x <= self.width:
                    signs[x - 1] += sign
                continue
            if x >= 0 and x + cells <= self.width:
                signs[x] = sign
                styles[x] = style
                if cells == 2:
                    signs[x + 1] = ""
                    styles[x + 1] = style
            x += cells
        return x

    def frame(self, x: int, y: int, width: int, height: int, signs: Frame, style: Style) -> None:
        """Draws a frame and leaves its inside alone."""
        self.put(x, y, signs.left_top + signs.flat * (width - 2) + signs.right_top, style)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, signs.upright, style)
            self.put(x + width - 1, row, signs.upright, style)
        self.put(x, y + height - 1, signs.left_foot + signs.flat * (width - 2) + signs.right_foot, style)

    def stamp(self, x: int, y: int, picture: Picture) -> None:
        """Puts a picture of cells one column wide here, with all its styles."""
        begin, end = max(-x, 0), self.width - x
        for row, (signs, styles) in enumerate(picture, y):
            if 0 <= row < self.height and begin < end:
                shown = signs[begin:end]
                self.signs[row][x + begin : x + begin + len(shown)] = shown
                self.styles[row][x + begin : x + begin + len(shown)] = styles[begin:end]

    def shade(self, x: int, y: int, height: int, style: Style) -> None:
        """Half a column of shadow downwards from here, where nothing has been painted yet."""
        if 0 <= x < self.width:
            for row in range(max(y, 0), min(y + height, self.height)):
                if self.signs[row][x] == " " and self.styles[row][x] is self.ground:
                    self.signs[row][x], self.styles[row][x] = "▌", style

    def hem(self, style: Style) -> None:
        """A rim along the edges, where nothing lies on them or touches them there."""
        right, foot = self.width - 1, self.height - 1
        edges = (
            [("▀", x, 0) for x in range(1, right)],
            [("▄", x, foot) for x in range(1, right)],
            [("▌", 0, y) for y in range(1, foot)],
            [("▐", right, y) for y in range(1, foot)],
            [("▛", 0, 0)],
            [("▜", right, 0)],
            [("▙", 0, foot)],
            [("▟", right, foot)],
        )
        for edge in edges:
            bare = [self.signs[y][x] == " " and self.styles[y][x] is self.ground for _, x, y in edge]
            for nth, (sign, x, y) in enumerate(edge):
                if all(bare[max(nth - 1, 0) : nth + 2]):
                    self.signs[y][x], self.styles[y][x] = sign, style

    def strips(self, *, ascii_only: bool) -> list[Strip]:
        """The rows as Textual shows them."""
        found = []
        for signs, styles in zip(self.signs, self.styles, strict=True):
            segments, begin = [], 0
            for x in range(1, self.width + 1):
                if x == self.width or styles[x] is not styles[begin]:
                    text = "".join(signs[begin:x])
                    segments.append(Segment(in_ascii(text) if ascii_only else text, styles[begin]))
                    begin = x
            found.append(
                Strip(segments, self.width) if not ascii_only else Strip(segments).adjust_cell_length(self.width)
            )
        return found


class Painter:
    """Paints cards: how they look depends on the words (letters, signs) and on the palette."""

    def __init__(self, words: Words, palette: Palette) -> None:
        self.words = words
        self.palette = palette
        self.pixels = palette.fine and words.glyphs != "ascii"
        """Whether there are colours and signs for pictures and shadows."""

    def card(
        self,
        sheet: Sheet,
        x: int,
        y: int,
        card: Card,
        size: Size,
        *,
        heavy: bool = False,
        legal: bool = False,
        marked: bool = False,
        faint: bool = False,
    ) -> None:
        """One card with its top left corner here.

        A `heavy` frame is for the cursor, for what takes the trick and for what is to be beaten; `legal` and `marked`
        cards are raised by whoever says where they lie. A `faint` card cannot be played, or is beaten.
        """
        picture = self._kept(card, size, heavy, legal, faint)
        sheet.stamp(x, y, picture)
        if marked:
            sheet.put(x + size.width // 2, y, MARKED, picture[0][1][0])
        if self.pixels:
            sheet.shade(x + size.width, y + 1, size.height - 1, self.palette.shadow)

    def point(self, sheet: Sheet, x: int, y: int, seen: int) -> None:
        """An arrow down to the card whose corner this is, over the middle of the columns that are seen of it."""
        arrow = POINTER[: max(1, seen - 2)]
        sheet.put(x + max(1, (seen - len(arrow)) // 2), y, arrow, self.palette.acting)

    def _kept(self, card: Card, size: Size, heavy: bool = False, legal: bool = False, faint: bool = False) -> Picture:
        """A card as it is painted, which is put together once."""
        index = "" if card == HIDDEN else self.words.card(card)
        key = (index, size, heavy, legal, faint)
        picture = self.palette.pictures.get(key)
        if picture is None:
            picture = self.palette.pictures[key] = self._picture(card, index, size, heavy, legal, faint)
        return picture

    def fan(self, sheet: Sheet, x: int, y: int, cards: int, step: int, size: Size) -> None:
        """So many closed cards under the one that lies here: of each so many columns peep out, below zero at its left.

        The lowest lies farthest away.
        """
        back = self._kept(HIDDEN, size)
        wide = abs(step)
        seen = slice(wide) if step < 0 else slice(-wide, None)
        part = tuple([(signs[seen], styles[seen]) for signs, styles in back])
        for nth in range(cards):
            sheet.stamp(x - wide * (nth + 1) if step < 0 else x + size.width + wide * nth, y, part)
        if self.pixels and step > 0:
            sheet.shade(x + size.width + wide * cards, y + 1, size.height - 1, self.palette.shadow)

    def _picture(self, card: Card, index: str, size: Size, heavy: bool, legal: bool, faint: bool) -> Picture:
        """A card as it is kept."""
        inks = self.palette.faint if faint else self.palette.bright
        if not self.pixels:
            inks = inks._replace(dyes=())
        width, height = size.width - 2, size.height - 2
        if card == HIDDEN:
            rows = closed(width, height, inks)
        else:
            suit = suit_of(card)
            sign = index[0] if suit is None else self.words.suit(suit)
            rows = inside(card, index, sign, self.words.say("joker").upper(), width, height, inks)
        style = inks.cursor if heavy else inks.legal if legal else inks.edge
        signs = HEAVY if heavy else LIGHT
        edge = (signs.upright, style)
        framed = [
            [(sign, style) for sign in signs.left_top + signs.flat * width + signs.right_top],
            *([edge, *row, edge] for row in rows),
            [(sign, style) for sign in signs.left_foot + signs.flat * width + signs.right_foot],
        ]
        return tuple(([sign for sign, _ in row], [style for _, style in row]) for row in framed)

    def empty(self, sheet: Sheet, x: int, y: int, size: Size, sign: str, style: Style) -> None:
        """An empty place for a card."""
        flat = (" ─" * size.width)[: size.width - 2]
        sheet.put(x, y, f"┌{flat}┐", style)
        for row in range(1, size.height - 1):
            inside = sign if row == size.height // 2 else ""
            sheet.put(x, y + row, f"│{inside:^{size.width - 2}}│", style)
        sheet.put(x, y + size.height - 1, f"└{flat}┘", style)


class NewWords(Message):
    """The words have changed: a screen that gets this says everything anew."""


HEMMED = 16
"""Rows from which a cloth has a rim: on a lower one its rows are too dear."""
BLOCK = 8
"""Columns that are sent together. Textual keeps every region that ever changed, here and in its caches; of whole blocks
there are so few that an evening does not fill the memory with them."""


class Canvas(Widget, can_focus=False):
    """A widget that paints a sheet, and sends to the terminal only the cells that changed."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Canvas { height: 1; }"
    CLOTH = False
    """Whether this is the cloth that is played on: where it is high enough, it has a rim."""

    class Clicked(Message):
        """A place that answers to the mouse was clicked."""

        def __init__(self, canvas: Canvas, action: str) -> None:
            super().__init__()
            self.canvas = canvas
            self.action = action

        async def obey(self, screen: Screen[Any]) -> None:
            """Does it on its screen, unless something lies over that by now: the first half of a double click did."""
            self.stop()
            if screen.app.screen is screen:
                await screen.run_action(self.action)

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.words = words
        self._sheet: Sheet | None = None
        self._strips: list[Strip] = []
        self._places: list[tuple[Region, str]] = []

    def paint(self, sheet: Sheet) -> None:
        """Paints everything this canvas shows; every kind of canvas has its own."""
        raise NotImplementedError  # A Textual widget cannot be an ABC too: the metaclasses differ.

    @property
    def palette(self) -> Palette:
        """The styles of the theme shown."""
        palette: Palette = self.app.palette  # type: ignore[attr-defined]  # our own app
        return palette

    @property
    def small(self) -> bool:
        """Whether the player wants small cards everywhere."""
        small: bool = self.app.settings.small  # type: ignore[attr-defined]  # our own app
        return small

    @property
    def painter(self) -> Painter:
        """The painter of cards."""
        return Painter(self.words, self.palette)

    @property
    def ascii_only(self) -> bool:
        """Whether the terminal gets ASCII signs only."""
        return self.words.glyphs == "ascii"

    def answers(self, region: Region, action: str) -> None:
        """Says, while painting, that a click here means this action. What is painted later lies on top."""
        self._places.append((region, action))

    def _painted(self) -> Sheet:
        self._places.clear()
        sheet = Sheet(self.size.width, self.size.height, self.palette.table)
        self.paint(sheet)
        if self.CLOTH and sheet.height >= HEMMED and self.painter.pixels:
            sheet.hem(self.palette.rim)
        return sheet

    def repaint(self) -> None:
        """Paints again after something changed."""
        if not self.is_mounted or not self.size:
            return
        old, new = self._sheet, self._painted()
        self._sheet = new
        self._strips = new.strips(ascii_only=self.ascii_only)
        if old is None or old.width != new.width or old.height != new.height:
            self.refresh()
            return
        changed = []
        for y in range(new.height):
            if old.signs[y] != new.signs[y] or old.styles[y] != new.styles[y]:
                columns = [
                    x
                    for x in range(new.width)
                    if old.signs[y][x] != new.signs[y][x] or old.styles[y][x] is not new.styles[y][x]
                ]
                if columns:
                    first, end = columns[0] // BLOCK * BLOCK, min(columns[-1] // BLOCK * BLOCK + BLOCK, new.width)
                    changed.append(Region(first, y, end - first, 1))
        if changed:
            self.refresh(*changed)

    def forget(self) -> None:
        """Drops what was painted, so that all is painted anew: another theme, or cards that must go at once."""
        self._sheet = None
        self._strips = []
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of the sheet."""
        sheet = self._sheet
        if sheet is None or (sheet.width, sheet.height) != (self.size.width, self.size.height):
            sheet = self._sheet = self._painted()
            self._strips = sheet.strips(ascii_only=self.ascii_only)
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, self.palette.table)

    def on_click(self, event: events.Click) -> None:
        """Finds what lies uppermost under the mouse."""
        for region, action in reversed(self._places):
            if region.contains(event.x, event.y):
                self.post_message(self.Clicked(self, action))
                return
