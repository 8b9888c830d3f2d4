"""The ceremony of a deal: cards fly to everybody, and what is announced stands over the cloth for a moment.

Nothing of it is state: the deal is dealt and the contract holds before the first frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

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
"""Frames in which a deal is dealt: six tenths of a second."""
TURNS = 5
"""The last of them, in which everybody's own cards are turned over."""
FLIGHT = 3
"""Frames that cards fly from the pack to a seat."""
FLIGHTS = 8
"""So many packets fly, or one to each seat: no more than four are in the air at once."""
OPENS = 6
"""Frames in which a banner opens."""
STANDS = 2.0
"""Seconds that it stands then, unless a key is pressed."""
CLOSES = ("enter", "space", "escape")
"""Keys that only take a banner away; all others are obeyed too."""
HEADLINE = 3
"""Rows of what is announced, in large letters."""
MOST_MARKS = 30
"""With more deals than these there is no mark for each."""
BETWEEN = 2
"""Columns between the cards of a banner."""


class Flights:
    """Who gets cards, and which packets of them are where so many frames after the first."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self.flights = [seat for _ in range(max(1, FLIGHTS // len(seats))) for seat in seats]

    def _begin(self, nth: int) -> float:
        """The frame in which a packet leaves the pack; the last one lands when the turning over begins."""
        return nth * (FRAMES - TURNS - FLIGHT) / max(1, len(self.flights) - 1)

    def in_air(self, passed: int) -> list[tuple[Seat, float]]:
        """For whom packets are under way, and which part of their way they have gone."""
        parts = [(seat, (passed - self._begin(nth)) / FLIGHT) for nth, seat in enumerate(self.flights)]
        return [(seat, part) for seat, part in parts if 0 <= part < 1]

    def landed(self, seat: Seat, cards: int, passed: int) -> int:
        """How many of their cards somebody has before them; all, if none fly to them."""
        mine = [nth for nth, to in enumerate(self.flights) if to == seat]
        there = sum(passed >= self._begin(nth) + FLIGHT for nth in mine)
        return cards * there // len(mine) if mine else cards


class Banner(NamedTuple):
    """What is announced, in words."""

    headline: str
    said: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    number: int = 0
    """The number of this deal, 1 the first; 0 where deals are not counted."""
    deals: int = 0
    """So many are played; 0 where that is open."""
    counted: str = ""
    """The same in words."""


class Ceremony(Moving):
    """A felt on which cards are dealt and contracts announced."""

    class Changed(Message):
        """A banner has come or is gone: the next key does something else."""

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self._dealing: Flights | None = None
        self.banner: Banner | None = None
        """What stands over the cloth."""
        self._opened = 0
        """Frames since it began to open."""
        self._next: Banner | None = None
        """What is announced once all cards are dealt."""
        self._opens: Timer | None = None
        self._until = 0.0

    @property
    def solemn(self) -> float:
        """Seconds until the ceremony is over, if nobody presses a key: so long bots wait."""
        return max(0.0, self._until - monotonic())

    def start_dealing(self, seats: Sequence[Seat]) -> None:
        """Lets cards fly to these."""
        if seats:
            self._dealing = Flights(seats)
            self.start(FRAMES)
            self._until = monotonic() + self.frames_left * STEP

    @property
    def dealing(self) -> Flights | None:
        """The deal that is being dealt just now."""
        return self._dealing if self.frames_left else None

    @property
    def passed(self) -> int:
        """Frames since the dealing began."""
        return FRAMES - self.frames_left

    def stop(self) -> None:
        """Moves no more; what was to be announced after the cards are dealt is announced."""
        super().stop()
        self._dealing = None
        after, self._next = self._next, None
        if after is not None:
            self._open(after)

    def announce(self, banner: Banner) -> None:
        """Lets this stand over the cloth for a moment, after the cards are dealt; nowhere where nothing moves."""
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
        """Takes the banner away; whether one stood there."""
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
        """Ends all of it at once, for a key; whether a banner stood there."""
        self._next, self._until = None, 0.0
        self.settle()
        return self.close()

    def paint_banner(self, sheet: Sheet, sizes: Sequence[Size]) -> None:
        """The banner over what lies on the cloth, which is dimmed: nothing of it can be taken for what goes on."""
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
        # Half blocks have no sign in ASCII.
        edges = "==" if self.ascii_only else "▀▄"
        for y, sign in zip((top, top + rows - 1), edges, strict=True):
            sheet.put(0, y, sign * sheet.width, ground.text + Style(color=art.palette.rim.color))


class Block(NamedTuple):
    """What stands on a banner, put together for some room."""

    banner: Banner
    marked: bool
    """Whether every deal has a mark."""
    counted: bool
    large: tuple[str, ...]
    said: tuple[str, ...]
    size: Size | None
    """The size of the cards; None where they have no room."""

    @classmethod
    def of(cls, banner: Banner, width: int, height: int, sizes: Sequence[Size], *, ascii_only: bool) -> Block:
        """The fullest that has room: the marks give way first, then the larger cards, then the cards."""
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
        """All rows."""
        above = self.marked + self.counted
        cards = 0 if self.size is None else self.size.height + 2 * (len(self.said) > 1) + (len(self.said) <= 1)
        return above + bool(above) + len(self.large) + 1 + cards + len(self.said)

    def paint(self, sheet: Sheet, art: Painter, y: int) -> None:
        """Everything in the middle, from this row on."""
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
"""How much of its light everything under a banner keeps."""


def dim(sheet: Sheet) -> None:
    """Draws everything on a sheet darker."""
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
