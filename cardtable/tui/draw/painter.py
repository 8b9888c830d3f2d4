"""The painter of cards, and the sizes it paints."""

from __future__ import annotations

from sys import intern
from typing import NamedTuple

from rich.style import Style

from cardtable.cards import HIDDEN, Card, suit_of
from cardtable.tui.draw.cells import Sheet
from cardtable.tui.draw.faces import Edge, closed, face
from cardtable.tui.terminal.palette import Palette, Picture
from cardtable.words import Words

BACK = "▒"
MARKED = "●"
POINTER = "▼▼▼"


class Size(NamedTuple):
    """A card's size in cells, and the shift of a cover relative to the card it beats."""

    width: int
    height: int
    cover_right: int
    cover_down: int


SMALL = Size(5, 3, 2, 2)
BIG = Size(7, 5, 4, 2)
LARGE = Size(9, 7, 5, 2)
HUGE = Size(11, 9, 5, 2)
SIZES = (SMALL, BIG, LARGE, HUGE)
"""The sizes of painted cards. The leftmost four columns always show the index in full."""


class Painter:
    """Paints cards; their look depends on the words (letters, signs) and the palette."""

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
        """Paints a card with its top left corner here.

        A `heavy` frame marks the cursor, the card that takes the trick, or the one to be beaten; `legal` and `marked`
        cards are raised by the caller, who chooses their place. A `faint` card cannot be played, or is beaten.
        """
        picture = self._kept(card, size, heavy, legal, faint)
        sheet.stamp(x, y, picture)
        if marked:
            at = (x + 1, y + size.height - 1) if self.pixels and size is SMALL else (x + size.width // 2, y)
            sheet.put(*at, MARKED, picture[0][1][0])
        if self.pixels:
            sheet.shade(x + size.width, y + 1, size.height - 1, self.palette.shadow)

    def point(self, sheet: Sheet, x: int, y: int, seen: int) -> None:
        """Paints an arrow pointing down at the card with this corner, centred on its visible columns."""
        arrow = POINTER[: max(1, seen - 2)]
        sheet.put(x + max(1, (seen - len(arrow)) // 2), y, arrow, self.palette.acting)

    def _kept(self, card: Card, size: Size, heavy: bool = False, legal: bool = False, faint: bool = False) -> Picture:
        """Returns a painted card from the cache, painting it the first time."""
        index = "" if card == HIDDEN else self.words.card(card)
        key = (index, size, heavy, legal, faint)
        picture = self.palette.pictures.get(key)
        if picture is None:
            picture = self.palette.pictures[key] = self._picture(card, index, size, heavy, legal, faint)
        return picture

    def fan(self, sheet: Sheet, x: int, y: int, cards: int, step: int, size: Size) -> None:
        """Paints face-down cards below the one at this place, each sticking out by `step` columns (left if negative).

        The lowest card is farthest out.
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
        """Paints a card for the cache."""
        inks = self.palette.faint if faint else self.palette.bright
        if not self.pixels:
            inks = inks._replace(dyes=())
        edge = Edge(inks.cursor if heavy else inks.legal if legal else inks.edge, heavy)
        if card == HIDDEN:
            rows = closed(size.width, size.height, inks, edge)
        else:
            suit = suit_of(card)
            sign = index[0] if suit is None else self.words.suit(suit)
            joker = self.words.say("joker").upper()
            rows = face(card, index, sign, joker, size.width, size.height, inks, edge)
        return tuple(([intern(sign) for sign, _ in row], [style for _, style in row]) for row in rows)

    def empty(self, sheet: Sheet, x: int, y: int, size: Size, sign: str, style: Style) -> None:
        """Paints an empty outline for a card."""
        flat = (" ─" * size.width)[: size.width - 2]
        sheet.put(x, y, f"┌{flat}┐", style)
        for row in range(1, size.height - 1):
            inside = sign if row == size.height // 2 else ""
            sheet.put(x, y + row, f"│{inside:^{size.width - 2}}│", style)
        sheet.put(x, y + size.height - 1, f"└{flat}┘", style)
