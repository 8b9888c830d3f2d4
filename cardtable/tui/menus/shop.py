"""The window of the first screen: matches begun, the day, a tile for each family, and the way to everything else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from rich.style import Style
from textual.geometry import Region

from cardtable.cards import Card, parse_card
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, cut, width_of, wrap
from cardtable.tui.draw.letters import large
from cardtable.tui.draw.painter import BIG, HUGE, LARGE, SMALL, Size
from cardtable.tui.draw.plates import plate
from cardtable.tui.terminal.palette import Ground
from cardtable.words import Words

MARK = tuple(parse_card(card) for card in ("Js", "Qh", "Kd", "Ac"))
"""The cards in the program's logo."""
WINDOW = 130, 35
"""Minimum columns and rows, without the key line, for all tiles side by side."""
SHELVES = 100, 29
"""Minimum columns and rows for two rows of three tiles; on a smaller screen they are lines of a list."""
NARROWEST, WIDEST = 22, 34
"""Minimum and maximum columns of a tile side by side with the others."""
GAP = 2
"""Columns between tiles."""
ABOVE = 15
"""Rows above a single row of tiles."""
HIGHEST = 26
"""Maximum rows of a tile in a single row."""
STAMP = 10
"""Rows of a tile in two rows."""
WEEK = "■□"
"""A day played, and one not played."""
LIST_CARDS = 22
"""Columns of the cards in the list, with the blanks on either side."""

Part = Literal["begun", "family", "lesson", "command"]
Spot = tuple[Part, int]
"""A place for the cursor: the part of the window, and an index."""


class Box(NamedTuple):
    """A plate for a match begun, or for the day."""

    title: str
    key: str
    lines: tuple[str, ...]
    week: Sequence[bool] = ()
    """Which of the last days were played, today last."""
    short: str = ""
    """The second line, for when everything has to fit on one row."""


class Tile(NamedTuple):
    """A family as shown in the window."""

    title: str
    emblem: tuple[tuple[Card, ...], ...]
    """Its cards from left to right, each with its cover."""
    aim: str
    dots: str
    level: str
    length: str
    games: str
    score: str = ""
    """The player's results: `you 24 : 9`; empty if they have never played it."""
    lesson: str = ""
    """The label of the lesson button, or that all are done; empty without lessons."""
    progress: str = ""
    """Lessons done: `1/3`; empty if all are."""


class Command(NamedTuple):
    """The way to another screen: a key and a label."""

    key: str
    label: str
    gives_way: bool = False
    """Whether it is dropped first if space is short."""


class Shown(NamedTuple):
    """Everything the window shows."""

    greeting: str = ""
    about: str = ""
    """The program in one line."""
    begun: tuple[Box, ...] = ()
    tiles: tuple[Tile, ...] = ()
    commands: tuple[Command, ...] = ()
    told: str = ""
    """An error message."""


class ShopWindow(Canvas):
    """Draws the window, and finds the neighbours of each item."""

    DEFAULT_CSS = "ShopWindow { height: 1fr; }"

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.shown = Shown()
        self.cursor: Spot = ("family", 0)
        self._spots: dict[Spot, Region] = {}
        """The regions of everything the cursor can be on."""

    def show(self, shown: Shown, cursor: Spot) -> None:
        if (shown, cursor) != (self.shown, self.cursor):
            self.shown, self.cursor = shown, cursor
            self.repaint()

    def beside(self, across: int, down: int) -> Spot:
        """Returns the item next to the cursor: in its row, wrapping around, or in the row above or below."""
        _ = self.sheet
        rows: dict[int, list[Spot]] = {}
        for spot, place in sorted(self._spots.items(), key=lambda item: (item[1].y, item[1].x)):
            rows.setdefault(place.y, []).append(spot)
        lines = list(rows.values())
        at = next((nth for nth, line in enumerate(lines) if self.cursor in line), None)
        if at is None:
            return self.cursor
        if across:
            return lines[at][(lines[at].index(self.cursor) + across) % len(lines[at])]
        left = self._spots[self.cursor].x
        line = lines[(at + down) % len(lines)]
        return min(line, key=lambda spot: (abs(self._spots[spot].x - left), self._spots[spot].x))

    # Painting

    def paint(self, sheet: Sheet) -> None:
        """Draws, depending on the space, all tiles side by side, in two rows, or as a list."""
        self._spots.clear()
        count, (width, height) = len(self.shown.tiles), (sheet.width, sheet.height)
        each = min(WIDEST, (width - 6 - GAP * (count - 1)) // max(count, 1))
        self.CLOTH = width >= SHELVES[0] and height >= SHELVES[1]
        if width >= WINDOW[0] and height >= WINDOW[1] and each >= NARROWEST:
            self._window(sheet, each)
        elif self.CLOTH and count + bool(self.shown.begun) <= 6 and len(self.shown.begun) <= 2:
            self._shelves(sheet)
        else:
            self.CLOTH = False
            self._list(sheet)
        if self.shown.told:
            lines = wrap(self.shown.told, sheet.width - 4)
            for row, line in enumerate(lines, sheet.height - 1 - self.CLOTH - len(lines)):
                sheet.put(1, row, " " * (sheet.width - 2), self.palette.table)
                sheet.put(2, row, line, self.palette.warning)

    def _spot(self, spot: Spot, place: Region) -> bool:
        """Registers an item's region; returns whether the cursor is on it."""
        self._spots[spot] = place
        self.answers(place, f"press('{spot[0]}', {spot[1]})")
        return spot == self.cursor

    def _pointed(self, style: Style) -> Style:
        """Returns the style of the current item; underlined too if there are few colours."""
        return style if self.painter.pixels else style + Style(underline=True)

    def _head(self, sheet: Sheet, y: int, rows: int, left: int) -> None:
        """Draws the program's name in large letters, the greeting beside it, and the cards on the right."""
        look, shown = self.palette.cloth, self.shown
        letters = large("cardtable", sheet.width * 3 // 5, rows, ascii_only=self.ascii_only)
        for row, line in enumerate(letters, y + max(0, (rows - len(letters)) // 2)):
            sheet.put(left, row, line, look.now)
        x, end = left + max(map(width_of, letters)) + 4, sheet.width - left
        size, step = (LARGE, 7) if rows > 3 else (SMALL, 4)
        wide = step * (len(MARK) - 1) + size.width
        lines = wrap(shown.about, max(10, end - wide - 3 - x))
        if x + 26 + wide <= end:
            for nth, card in enumerate(MARK):
                self.painter.card(sheet, end - wide + nth * step, max(1, y + (rows - size.height) // 2), card, size)
        else:
            lines = wrap(shown.about, max(10, end - x))
        middle = y + rows // 2
        sheet.put(x, middle - 1, cut(shown.greeting, end - x), look.bold)
        for row, line in enumerate(lines[:2], middle + (len(lines) < 3 <= rows - 2)):
            sheet.put(x, row, line, look.dim)

    def _window(self, sheet: Sheet, each: int) -> None:
        """Draws all tiles in one row."""
        count = len(self.shown.tiles)
        wide = each * count + GAP * (count - 1)
        left, head = (sheet.width - wide) // 2, 5
        room = sheet.height - ABOVE - 3
        tall = min(HIGHEST, room)
        gap = (room - tall) // 4
        y = 2 + gap
        self._head(sheet, y, head, left)
        y += head + 2 + gap
        boxes = self.shown.begun
        for nth, box in enumerate(boxes):
            half = (wide - GAP * (len(boxes) - 1)) // len(boxes)
            rest = wide - nth * (half + GAP) if nth == len(boxes) - 1 else half
            self._box(sheet, nth, box, Region(left + nth * (half + GAP), y, rest, 5))
        y += (6 if boxes else 0) + gap
        for nth, tile in enumerate(self.shown.tiles):
            self._tile(sheet, nth, tile, Region(left + nth * (each + GAP), y, each, tall))
        self._commands(sheet, min(sheet.height - 2, y + tall + 1 + gap))

    def _shelves(self, sheet: Sheet) -> None:
        """Draws two rows of three tiles; the boxes share the place after the last tile."""
        tiles, boxes = self.shown.tiles, self.shown.begun
        each = min(WIDEST + 6, (sheet.width - 6 - 2 * GAP) // 3)
        left = (sheet.width - 3 * each - 2 * GAP) // 2
        gap = max(0, min(2, (sheet.height - SHELVES[1]) // 4))
        y = 1 + gap
        self._head(sheet, y, 3, left)
        y += 4 + gap
        places = [
            Region(left + column * (each + GAP), y + row * (STAMP + 1 + gap), each, STAMP)
            for row in range(2)
            for column in range(3)
        ]
        for nth, tile in enumerate(tiles):
            self._stamp(sheet, nth, tile, places[nth])
        if boxes:
            x, top, width, height = places[len(tiles)]
            half = (height + 1) // len(boxes)
            for nth, box in enumerate(boxes):
                last = nth == len(boxes) - 1
                rows = height - half * nth if last else half
                self._box(sheet, nth, box, Region(x, top + nth * (half + 1), width, rows - (last and nth > 0)))
        self._commands(sheet, y + 2 * (STAMP + 1) + gap + gap // 2)

    def _box(self, sheet: Sheet, nth: int, box: Box, place: Region) -> None:
        """Draws a box for a match begun, or for the day."""
        heavy = self._spot(("begun", nth), place)
        x, y, width, height = place
        look = self.palette.plate
        plate(sheet, (x, y, width, height), self.painter, title=box.title, note=box.key, heavy=heavy)
        week = " ".join(WEEK[not played] for played in box.week)
        rows = height - 2
        room = width - 4
        lines = [part for line in box.lines for part in wrap(line, room)]
        if len(lines) > rows:  # Then the lines are run together.
            lines = wrap(" · ".join(box.lines), room)
            lines = [*lines[: rows - 1], " ".join(lines[rows - 1 :])]
        if week and len(lines) < rows:
            self._squares(sheet, x + width - 2 - width_of(week), y + height - 2, box.week, look)
        for row, line in enumerate(lines[:rows]):
            sheet.put(x + 2, y + 1 + row, cut(line, room), look.bold if row == 0 else look.dim)

    def _squares(self, sheet: Sheet, x: int, y: int, week: Sequence[bool], look: Ground) -> None:
        """Draws a square for each day, with today in the colour of things to do."""
        for nth, played in enumerate(week):
            today = nth == len(week) - 1
            style = look.good if played else look.now if today else look.dim
            sheet.put(x + 2 * nth, y, WEEK[not played], style)

    def _tile(self, sheet: Sheet, nth: int, tile: Tile, place: Region) -> None:
        """Draws a family from top to bottom: name, emblem, aim, difficulty and length, lessons."""
        at = self._spot(("family", nth), place)
        x, y, width, height = place
        look, inner = self.palette.plate, width - 4
        plate(sheet, (x, y, width, height), self.painter, heavy=at)
        letters = large(tile.title, inner, 3, ascii_only=self.ascii_only)[:3]
        name = look.now if at else look.bold
        indent = (width - max(map(width_of, letters))) // 2
        for row, line in enumerate(letters, y + 1):
            sheet.put(x + indent, row, line, name)
        aim = wrap(tile.aim, inner)[:2]
        foot = y + height - 4
        room = foot - len(aim) - 2 - (y + 5)
        size = next((size for size in (HUGE, LARGE, BIG) if _fits(tile.emblem, size, inner, room)), SMALL)
        tall, wide = _area(tile.emblem, size)
        top = y + 5 + max(0, room - tall) // 2
        self._emblem(sheet, x + (width - wide) // 2, top, tile, size)
        for row, line in enumerate(aim, foot - len(aim) - 1):
            sheet.put(x + (width - width_of(line)) // 2, row, line, look.bold if at else look.text)
        end = x + width - 2
        sheet.put(sheet.put(x + 2, foot, tile.dots, name if at else look.text) + 1, foot, tile.level, look.dim)
        sheet.put(end - width_of(tile.length), foot, tile.length, look.dim)
        sheet.put(x + 2, foot + 1, tile.games, look.dim)
        self._score(sheet, end, foot + 1, tile.score or "–", look)
        self._lesson(sheet, nth, tile, x + 2, foot + 2, end, look)

    def _stamp(self, sheet: Sheet, nth: int, tile: Tile, place: Region) -> None:
        """Draws a family on a low tile: emblem on the left, name and numbers beside it, aim and lessons below."""
        at = self._spot(("family", nth), place)
        x, y, width, height = place
        look = self.palette.plate
        plate(sheet, (x, y, width, height), self.painter, heavy=at)
        self._emblem(sheet, x + 2, y + 1, tile._replace(emblem=tile.emblem[:3]), BIG)
        column = x + 2 + 2 * 4 + BIG.width + 1
        spaced = " ".join(tile.title.upper())
        title = spaced if width_of(spaced) <= x + width - 1 - column else tile.title.upper()
        sheet.put(column, y + 1, title, look.now if at else look.bold)
        sheet.put(sheet.put(column, y + 2, tile.dots, look.now if at else look.text) + 1, y + 2, tile.level, look.dim)
        for row, line in enumerate((tile.length, tile.games), y + 3):
            sheet.put(column, row, line, look.dim)
        if tile.score:
            self._score(sheet, column + width_of(tile.score), y + 5, tile.score, look)
        aim = wrap(tile.aim, width - 4)[:2]
        for row, line in enumerate(aim, y + height - 2 - len(aim)):
            sheet.put(x + 2, row, line, look.bold if at else look.text)
        self._lesson(sheet, nth, tile, x + 2, y + height - 2, x + width - 2, look)

    def _score(self, sheet: Sheet, end: int, y: int, score: str, look: Ground) -> None:
        """Draws the player's results, ending at this column, with the numbers in the colour of victory."""
        word, _, numbers = score.partition(" ")
        x = end - width_of(score)
        if numbers:
            x = sheet.put(x, y, word, look.dim) + 1
        sheet.put(x, y, numbers or word, look.good if numbers else look.dim)

    def _lesson(self, sheet: Sheet, nth: int, tile: Tile, x: int, y: int, end: int, look: Ground) -> None:
        """Draws a button for the next lesson, highlighted under the cursor, or says that all are done."""
        if not tile.lesson:
            return
        if not tile.progress:
            sheet.put(x, y, f"✓ {tile.lesson}", look.good)
            return
        button = f" {tile.lesson} "
        if self._spot(("lesson", nth), Region(x, y, width_of(button), 1)):
            sheet.put(x, y, button, self._pointed(look.lit_now))
        else:
            # Not filled: among five filled buttons nobody would find the cursor.
            sheet.put(x, y, f"► {tile.lesson}", look.good)
        sheet.put(end - width_of(tile.progress), y, tile.progress, look.dim)

    def _emblem(self, sheet: Sheet, x: int, y: int, tile: Tile, size: Size) -> None:
        """Draws the cards of a family, each partly over the one before, as a cover on the card it beats."""
        for nth, stack in enumerate(tile.emblem):
            for row, card in enumerate(stack):
                right, down = (_step(size), 0) if size is SMALL else (size.cover_right, 1)
                self.painter.card(sheet, x + nth * _step(size) + row * right, y + row * down, card, size)

    def _commands(self, sheet: Sheet, y: int) -> None:
        """Draws the ways to everything else in one row; the command palette has those that do not fit."""
        look, gaps = self.palette.cloth, (5, 3, 2, 1)
        commands = list(enumerate(self.shown.commands))
        while commands:
            needed = sum(width_of(_label(one)) for _, one in commands)
            gap = next((gap for gap in gaps if needed + gap * (len(commands) - 1) <= sheet.width - 4), 0)
            if gap:
                break
            commands.pop(0 if commands[0][1].gives_way else -1)
        else:
            return
        x = (sheet.width - needed - gap * (len(commands) - 1)) // 2
        for nth, one in commands:
            label = _label(one)
            at = self._spot(("command", nth), Region(x, y, width_of(label), 1))
            if at:
                sheet.put(x, y, label, self._pointed(look.lit_now))
            else:
                after = sheet.put(x, y, one.key, look.bold)
                sheet.put(after + bool(one.key), y, one.label, look.dim)
            x += width_of(label) + gap

    # The list

    def _list(self, sheet: Sheet) -> None:
        """Draws a line each for matches begun and the day, then the families as high as fits, then the keys."""
        look, shown = self.palette, self.shown
        sheet.put(0, 0, " " * sheet.width, look.bar)
        sheet.put(1, 0, "cardtable", look.foot.now)
        said = cut(shown.greeting, max(0, sheet.width - 14))
        sheet.put(sheet.width - 1 - width_of(said), 0, said, look.foot.text)
        y = 1
        for nth, box in enumerate(shown.begun):
            self._line(sheet, nth, box, y)
            y += 1
        room, count = sheet.height - y - 1, max(1, len(shown.tiles))
        tall = next((tall for tall in (4, 3, 2, 1) if tall * count - (tall == 4) <= room), 1)
        for nth, tile in enumerate(shown.tiles):
            if y + 1 < sheet.height:
                self._entry(sheet, nth, tile, y, min(tall, 3))
            y += tall
        self._commands(sheet, sheet.height - 1)

    def _line(self, sheet: Sheet, nth: int, box: Box, y: int) -> None:
        at = self._spot(("begun", nth), Region(0, y, sheet.width, 1))
        look = self.palette.plate if at else self.palette.cloth
        sheet.put(0, y, " " * sheet.width, look.text)
        x = sheet.put(2, y, box.key, look.bold)
        x = sheet.put(x + 1, y, box.title, self._pointed(look.now) if at else look.bold) + 2
        week = 2 * len(box.week)
        said, room = " · ".join(box.lines), sheet.width - x - 2 - week
        said = cut(said if width_of(said) <= room or not box.short else f"{box.lines[0]} · {box.short}", room)
        x = (
            sheet.put(max(x, 14), y, said, look.text)
            if width_of(said) + 14 < sheet.width - week
            else sheet.put(x, y, said, look.text)
        )
        if week and x + 2 + week <= sheet.width:
            self._squares(sheet, x + 2, y, box.week, look)

    def _entry(self, sheet: Sheet, nth: int, tile: Tile, y: int, rows: int) -> None:
        """Draws a family in this many rows, with its emblem from three on."""
        width = sheet.width
        at = self._spot(("family", nth), Region(0, y, width, rows))
        look = self.palette.plate if at else self.palette.cloth
        for row in range(y, y + rows):
            sheet.put(0, row, " " * width, look.text)
            if at:
                sheet.put(0, row, "▌", look.now if self.painter.pixels else look.bold)
        x = 2
        if rows >= SMALL.height and width >= 70:
            self._emblem(sheet, 2, y, tile, SMALL)
            x = LIST_CARDS
        end = width - 2
        cells = (
            (tile.title, 8, self._pointed(look.now) if at else look.bold),
            (tile.dots, 4, look.now if at else look.text),
        )
        for text, wide, style in (*cells, (tile.level, 9, look.dim), (tile.length, 9, look.dim)):
            sheet.put(x, y, text, style)
            x += max(wide, width_of(text) + 1)
        score = width_of(tile.score)
        if x + width_of(tile.games) + 2 + score <= end:
            sheet.put(x, y, tile.games, look.dim)
        if tile.score and x + score <= end:
            self._score(sheet, end, y, tile.score, look)
        if rows > 1:
            first = LIST_CARDS if rows >= SMALL.height and width >= 70 else 2
            longest = max(width_of(one.aim) for one in self.shown.tiles)
            button = min(first + longest + 2, end - width_of(tile.lesson) - 7)
            sheet.put(first, y + 1, cut(tile.aim, button - first - 2), look.text)
            self._lesson(sheet, nth, tile, button, y + 1, end, look)


def _label(one: Command) -> str:
    return f"{one.key} {one.label}" if one.key else one.label


def _step(size: Size) -> int:
    """Returns the columns from card to card of an emblem: less than a card's width."""
    return {SMALL: 4, BIG: 4, LARGE: 4, HUGE: 6}[size]


def _area(emblem: Sequence[Sequence[Card]], size: Size) -> tuple[int, int]:
    """Returns the rows and columns of an emblem."""
    covered = any(len(stack) > 1 for stack in emblem)
    wide = (len(emblem) - 1) * _step(size) + size.width + covered * size.cover_right
    return size.height + covered, wide


def _fits(emblem: Sequence[Sequence[Card]], size: Size, width: int, height: int) -> bool:
    tall, wide = _area(emblem, size)
    return wide <= width and tall <= height


def emblem_of(text: str) -> Iterator[tuple[Card, ...]]:
    """Yields the cards of a family's emblem, parsed from `Family.emblem`."""
    for word in text.split():
        yield tuple(map(parse_card, word.split("/")))
