"""The ceremony of a deal: cards fly to everybody, and a banner covers the cloth for a moment.

None of this is state: the deal is dealt and the contract fixed before the first frame.
"""

# Without `from __future__ import annotations`: NamedTuple compiles each annotation that is a text, at every start.

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple, Self

from rich.style import Style
from textual.message import Message
from textual.timer import Timer

from cardtable.cards import Card
from cardtable.engine.moves import Seat
from cardtable.tui.draw.cells import Sheet, width_of, wrap
from cardtable.tui.draw.letters import large
from cardtable.tui.draw.motion import STEP, Moving
from cardtable.tui.draw.painter import Painter, Size
from cardtable.tui.program import program
from cardtable.words import Words

FRAMES = 15
"""Frames of the dealing: six tenths of a second."""
TURNS = 5
"""The last of those frames, in which the viewer's cards are turned over."""
FLIGHT = 3
"""Frames a packet of cards flies from the pack to a seat."""
FLIGHTS = 8
"""Number of packets, or one per seat if that is more: no more than four are in the air at once."""
OPENS = 6
"""Frames in which a banner opens."""
STANDS = 2.0
"""Seconds an open banner stays, unless a key is pressed."""
CLOSES = ("enter", "space", "escape")
"""Keys that only close a banner; any other key also takes effect."""
HEADLINE = 3
"""Rows of the headline in large letters."""
MOST_MARKS = 30
"""Maximum number of deals for a mark each."""
BETWEEN = 2
"""Columns between the cards of a banner."""


class Flights:
    """The players being dealt to, and the position of each packet after a number of frames."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self.flights = [seat for _ in range(max(1, FLIGHTS // len(seats))) for seat in seats]

    def _begin(self, nth: int) -> float:
        """Returns the frame in which a packet leaves the pack; the last lands when the cards start turning over."""
        return nth * (FRAMES - TURNS - FLIGHT) / max(1, len(self.flights) - 1)

    def in_air(self, passed: int) -> list[tuple[Seat, float]]:
        """Returns the packets in the air: the seat each flies to, and the part of its way it has gone."""
        parts = [(seat, (passed - self._begin(nth)) / FLIGHT) for nth, seat in enumerate(self.flights)]
        return [(seat, part) for seat, part in parts if 0 <= part < 1]

    def landed(self, seat: Seat, cards: int, passed: int) -> int:
        """Returns how many of a player's cards have arrived; all if none fly to them."""
        mine = [nth for nth, to in enumerate(self.flights) if to == seat]
        there = sum(passed >= self._begin(nth) + FLIGHT for nth in mine)
        return cards * there // len(mine) if mine else cards


class Banner(NamedTuple):
    """An announcement as text."""

    headline: str
    said: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    number: int = 0
    """The number of this deal, from 1; 0 if deals are not counted."""
    deals: int = 0
    """The number of deals in the match; 0 if open."""
    counted: str = ""
    """The same as text."""


class Ceremony(Moving):
    """A felt with animated dealing and announcements."""

    class Changed(Message):
        """A banner has opened or closed, so the next key has a different effect."""

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self._dealing: Flights | None = None
        self.banner: Banner | None = None
        """The banner over the cloth."""
        self._opened = 0
        """Frames since it began to open."""
        self._next: Banner | None = None
        """The banner to open after the dealing."""
        self._opens: Timer | None = None
        self._until = 0.0

    @property
    def solemn(self) -> float:
        """Seconds until the ceremony ends if no key is pressed: bots wait that long."""
        return max(0.0, self._until - monotonic())

    def start_dealing(self, seats: Sequence[Seat]) -> None:
        """Animates the dealing to these seats."""
        if seats:
            self._dealing = Flights(seats)
            self.start(FRAMES)
            self._until = monotonic() + self.frames_left * STEP

    @property
    def dealing(self) -> Flights | None:
        """The dealing being animated; None if none is."""
        return self._dealing if self.frames_left else None

    @property
    def passed(self) -> int:
        """Frames since the dealing began."""
        return FRAMES - self.frames_left

    def stop(self) -> None:
        """Stops the motion and opens the banner that was waiting for the end of the dealing."""
        super().stop()
        self._dealing = None
        after, self._next = self._next, None
        if after is not None:
            self._open(after)

    def announce(self, banner: Banner) -> None:
        """Opens a banner for a moment, after the dealing; does nothing if motion is off."""
        if not (self.moves and self.is_mounted and program(self).moving):
            return
        self._until = max(self._until, monotonic()) + OPENS * STEP + STANDS
        if self.dealing is not None:
            self._next = banner
        else:
            self._open(banner)

    def _open(self, banner: Banner) -> None:
        self.close()
        self.banner, self._opened = banner, 0
        self._until = monotonic() + OPENS * STEP + STANDS
        self._opens = self.set_interval(STEP, self._open_on)
        self.post_message(self.Changed())

    def _open_on(self) -> None:
        self._opened += 1
        if self._opened == OPENS and self._opens is not None:
            self._opens.stop()
            self._opens = self.set_timer(STANDS, self.close)
        self.repaint()

    def close(self) -> bool:
        """Closes the banner; returns whether there was one."""
        was, self.banner = self.banner, None
        if self._opens is not None:
            self._opens.stop()
            self._opens = None
        if was is not None:
            self._until = 0.0
            self.repaint()
            self.post_message(self.Changed())
        return was is not None

    def end(self) -> bool:
        """Ends everything at once, because of a key; returns whether a banner was open."""
        self._next, self._until = None, 0.0
        self.settle()
        return self.close()

    def paint_banner(self, sheet: Sheet, sizes: Sequence[Size]) -> None:
        """Draws the banner over the dimmed cloth, so that nothing below can be mistaken for the game going on."""
        if self.banner is None:
            return
        art = self.painter
        if art.palette.fine:
            dim(sheet)
        block = Block.of(self.banner, sheet.width, sheet.height - 2, sizes, ascii_only=self.ascii_only)
        rows = max(1, (block.height + 2) * min(self._opened + 1, OPENS) // OPENS)
        top = (sheet.height - rows) // 2
        ground = art.palette.banner
        for y in range(top, top + rows):
            sheet.put(0, y, " " * sheet.width, ground.text)
        if rows == block.height + 2:
            block.paint(sheet, art, top + 1)
        # Half blocks have no ASCII replacement of their own.
        edges = "==" if self.ascii_only else "▀▄"
        for y, sign in zip((top, top + rows - 1), edges, strict=True):
            sheet.put(0, y, sign * sheet.width, ground.text + Style(color=art.palette.rim.color))


class Block(NamedTuple):
    """The contents of a banner, laid out for the available space."""

    banner: Banner
    marked: bool
    """Whether every deal has a mark."""
    counted: bool
    large: tuple[str, ...]
    said: tuple[str, ...]
    size: Size | None
    """The size of the cards; None if they do not fit."""

    @classmethod
    def of(cls, banner: Banner, width: int, height: int, sizes: Sequence[Size], *, ascii_only: bool) -> Self:
        """Returns the fullest version that fits: it drops the marks first, then larger cards, then all cards."""
        said = tuple([line for text in banner.said for line in wrap(text, width - 4)])
        marks = 1 < banner.deals <= MOST_MARKS and 2 * banner.deals <= width - 4
        found = None
        for rows in (HEADLINE, 1):
            letters = tuple(large(banner.headline, width - 4, rows, ascii_only=ascii_only))
            for size in (*(sizes if banner.cards else ()), None):
                for marked, counted in ((marks, True), (False, True), (False, False)):
                    found = cls(banner, marked, counted and bool(banner.counted), letters, said, size)
                    if found.height <= height and found.wide <= width - 4:
                        return found
        assert found is not None
        return found._replace(said=said[: max(0, height - len(found.large))])

    @property
    def wide(self) -> int:
        """Columns of the cards."""
        if self.size is None:
            return 0
        return len(self.banner.cards) * (self.size.width + BETWEEN) - BETWEEN

    @property
    def height(self) -> int:
        """Total rows."""
        above = self.marked + self.counted
        cards = 0 if self.size is None else self.size.height + 2 * (len(self.said) > 1) + (len(self.said) <= 1)
        return above + bool(above) + len(self.large) + 1 + cards + len(self.said)

    def paint(self, sheet: Sheet, art: Painter, y: int) -> None:
        """Draws everything centred, from this row down."""
        ground = art.palette.banner

        def put(text: str, style: Style) -> None:
            nonlocal y
            sheet.put((sheet.width - width_of(text)) // 2, y, text, style)
            y += 1

        if self.marked:
            x = (sheet.width - 2 * self.banner.deals + 1) // 2
            for deal in range(1, self.banner.deals + 1):
                here = deal == self.banner.number
                style = ground.now if here else ground.dim
                sheet.put(x + 2 * deal - 2, y, "□" if deal > self.banner.number else "■", style)
            y += 1
        if self.counted:
            put(self.banner.counted, ground.dim)
        y += self.marked or self.counted
        wide = max(map(width_of, self.large))
        for row in self.large:
            sheet.put((sheet.width - wide) // 2, y, row, ground.now)
            y += 1
        y += 1
        for text in self.said[:1]:
            put(text, ground.bold)
        if self.size is not None:
            y += 1
            x = (sheet.width - self.wide) // 2
            for nth, card in enumerate(self.banner.cards):
                art.card(sheet, x + nth * (self.size.width + BETWEEN), y, card, self.size)
            y += self.size.height + 1
        for text in self.said[1:]:
            put(text, ground.text)


SHADE = 0.55
"""The share of brightness that everything below a banner keeps."""


def dim(sheet: Sheet) -> None:
    """Darkens everything on a sheet."""
    darker: dict[Style, Style] = {}
    for row in sheet.styles:
        for x, style in enumerate(row):
            found = darker.get(style)
            if found is None:
                found = darker[style] = _darker(style)
            row[x] = found


def _darker(style: Style) -> Style:
    parts: list[str | None] = []
    for colour in (style.color, style.bgcolor):
        if colour is None:
            parts.append(None)
        else:
            red, green, blue = (int(part * SHADE) for part in colour.get_truecolor())
            parts.append(f"#{red:02x}{green:02x}{blue:02x}")
    return Style(color=parts[0], bgcolor=parts[1], bold=style.bold)
