"""The picture of a bracket: stages as columns of tables, including future ones, joined by lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from rich.style import Style
from textual.geometry import Region, Size

from cardtable.bots.entries import name_of
from cardtable.engine.text import Text, clean, say, say_count
from cardtable.match.tournament.bracket import course
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import HEAVY, LIGHT, Sheet, cut, width_of
from cardtable.tui.draw.letters import half_blocks
from cardtable.tui.draw.plates import plate
from cardtable.words import Words

if TYPE_CHECKING:
    from cardtable.match.tournament import Draw, Tournament

Stage: TypeAlias = "list[tuple[Draw | None, int]]"
"""The tables of a stage, each with its number of players; None for a table not drawn by lot yet."""
LONGEST: Final = 20
"""Maximum letters of a name."""
NARROW, WIDE = 2, 6
"""Columns between two stages: without lines, and wide enough for lines between them."""
BROADEST: Final = 40
"""Maximum columns of a table."""
STEPS: Final = (3, 2, 1)
"""Rows from one name to the next; the first that fits is used."""
STYLED: Final = 24
"""Minimum columns of a table for showing the styles of bots beside their names."""
CROWN: Final = ("#....#....#", "##..###..##", "###.###.###", "###########", "#.##.#.##.#", "###########")
"""The crown above the champion, one square per dot."""
COMING: Final = "┄" * 6
"""Placeholder for a name not yet known."""
LINES: Final = {
    frozenset(sides): sign
    for sign, sides in {
        "│": "ud", "─": "lr", "├": "udr", "┤": "udl", "┼": "udlr", "┬": "dlr", "┴": "ulr",
        "╭": "dr", "╮": "dl", "╰": "ur", "╯": "ul",
    }.items()
}  # fmt: skip
"""Line-drawing signs by the sides they connect to."""


class Spot(NamedTuple):
    """The region of a table; `draw` is None if its players are not drawn by lot yet."""

    draw: Draw | None
    region: Region
    seats: int
    number: int


class BracketPicture(Canvas):
    """All stages on one sheet, as large as needed but at least as the screen, which scrolls over it."""

    DEFAULT_CSS = "BracketPicture { width: auto; height: auto; }"

    def __init__(self, words: Words, cup: Tournament) -> None:
        super().__init__(words)
        self.cup = cup
        names = [width_of(clean(plan.name)) for plan in cup.agreed.entrants]
        self.least = min(LONGEST, max(12, *names)) + 6
        """Minimum columns of a table."""
        self.column, self.gap, self.step = self.least, NARROW, 1
        self.stages: list[list[Spot]] = []
        self.skipped = 0
        """The number of future stages without space for a column."""
        self.needs = 0
        """Rows of the picture."""
        self.fit(Size(0, 0))

    @property
    def spots(self) -> list[Spot]:
        """All tables."""
        return [spot for stage in self.stages for spot in stage]

    def left_of(self, stage: int) -> int:
        """Returns the first column of a stage, counted from 0."""
        return 1 + self.gap // 3 + stage * (self.column + self.gap)

    def fit(self, room: Size) -> None:
        """Places all tables in a picture that fills this space, or exceeds it."""
        cup = self.cup
        tables: list[Stage] = [[(draw, len(draw.entrants)) for draw in stage] for stage in cup.bracket.stages]
        coming = self._to_come()
        fitting = (room.width - 2) // (self.least + WIDE)
        columns = min(fitting, len(tables) + len(coming) + 1)  # The last column is the champion's.
        shown = columns - 1 - len(tables)
        if shown >= 0:
            self.column, self.gap = min(BROADEST, (room.width - 2) // columns - WIDE), WIDE
            self.skipped = len(coming) - shown
            coming = coming[:shown]
        else:
            self.column, self.gap, self.skipped = self.least, NARROW, 0
            coming, columns = [], len(tables) + (cup.bracket.champion is not None)
        every = [*tables, *coming]
        high = room.height
        self.step = next((step for step in STEPS if max(_height(stage, step) for stage in every) <= high), 1)
        height = max(high, *(_height(stage, self.step) for stage in every))
        self.stages = [self._column(nth, stage, height) for nth, stage in enumerate(every)]
        self.styles.width = max(room.width, self.left_of(columns) - self.gap + 1)
        self.styles.height = self.needs = height

    def _to_come(self) -> list[Stage]:
        """Returns the tables of the future stages, as far as the number of players going on is known."""
        bracket, agreed = self.cup.bracket, self.cup.agreed
        players = sum(len(draw.entrants) for draw in bracket.stages[-1])
        stages = course(players, agreed.table_size, agreed.advance)[1:]
        return [[(None, seats) for seats, _ in stage.tables] for stage in stages]

    def _column(self, nth: int, stage: Stage, height: int) -> list[Spot]:
        """Returns the tables of a stage, evenly spaced; close together if there are no lines."""
        spare = height - _height(stage, self.step)
        between = spare // (len(stage) + 1) if self.gap == WIDE else 0
        y, found = between + (1 if between else 0), []
        for number, (draw, seats) in enumerate(stage, 1):
            high = table_rows(seats, self.step)
            found.append(Spot(draw, Region(self.left_of(nth), y, self.column, high), seats, number))
            y += high + between + (self.gap == WIDE)
        return found

    # Painting

    def paint(self, sheet: Sheet) -> None:
        """Draws a column of tables for every stage, and one for the champion."""
        if self.gap == WIDE:
            for one, next_one in zip(self.stages, self.stages[1:], strict=False):
                joined(sheet, [spot.region for spot in one], [spot.region for spot in next_one], self.palette.edge)
        for spot in self.spots:
            if spot.draw is None:
                self._paint_coming(sheet, spot)
            else:
                self._paint_table(sheet, spot, spot.draw)
        champion = self.cup.bracket.champion
        if champion is not None or self.gap == WIDE:
            self._paint_champion(sheet, "" if champion is None else self.cup.name(champion))

    def _paint_frame(self, sheet: Sheet, region: Region, title: str, *, now: bool) -> None:
        look = self.palette
        if self.gap == WIDE:
            place = region.x, region.y, region.width, region.height
            plate(sheet, place, self.painter, title=title, heavy=now)
            return
        style = look.acting if now else look.edge
        sheet.frame(region.x, region.y, region.width, region.height, HEAVY if now else LIGHT, style)
        sheet.put(region.x + 2, region.y, f" {cut(title, region.width - 6)} ", style)

    def _paint_table(self, sheet: Sheet, spot: Spot, draw: Draw) -> None:
        cup, look, region = self.cup, self.palette, spot.region
        ground = look.plate if self.gap == WIDE else look.cloth
        people = sum(plan.bot is None for plan in cup.agreed.entrants)
        self._paint_frame(sheet, region, self._heading(spot), now=draw.through is None and cup.for_people(draw))
        for row, one in enumerate(draw.entrants):
            plan = cup.agreed.entrants[one]
            # The sign says the same on terminals without strikethrough or bold.
            sign, ink, tone = "  ", ground.bold if plan.bot is None else ground.text, ground.text
            if one in draw.out:
                sign, ink, tone = "× ", ground.dim + Style(strike=True), ground.danger
            elif draw.through is not None:
                sign, tone = "✓ ", ground.good
            y = region.y + 1 + (self.step > 1) + row * self.step
            after = sheet.put(region.x + 2, y, sign, tone)
            name = clean(cup.name(one))
            own = f"{name} ({self.words.say('you')})"
            if plan.bot is None and people == 1 and width_of(own) <= region.width - 6:
                name = own
            after = sheet.put(after, y, cut(name, region.width - 6), ink)
            told = self._beside(draw, one) if region.width >= STYLED else ""
            room = region.x + region.width - 2 - after - 2
            if told and width_of(told) <= room:
                sheet.put(
                    region.x + region.width - 2 - width_of(told), y, told, tone if one in draw.out else ground.dim
                )

    def _beside(self, draw: Draw, one: int) -> str:
        """Returns the text after a name: the player's result, or the style of a bot yet to play."""
        words = self.words
        if one in draw.out:
            return (
                words.say("the fool")
                if self.cup.agreed.advance == "fool_out" and len(draw.out) == 1
                else words.say("out")
            )
        if draw.through is not None:
            return words.say("goes on")
        bot = self.cup.agreed.entrants[one].bot
        if bot is None:
            return words.say("plays here")
        style = clean(words.say(name_of(bot)))
        return style[:1].lower() + style[1:]

    def _paint_coming(self, sheet: Sheet, spot: Spot) -> None:
        region, ground = spot.region, self.palette.plate
        self._paint_frame(sheet, region, "", now=False)
        sheet.put(region.x + 2, region.y, f" {self._heading(spot)} ", ground.dim)
        for row in range(spot.seats):
            sheet.put(region.x + 4, region.y + 1 + (self.step > 1) + row * self.step, COMING, ground.dim)

    def _paint_champion(self, sheet: Sheet, name: str) -> None:
        """Draws the champion with the pool; before there is one, the waiting crown."""
        look, bracket = self.palette, self.cup.bracket
        x = self.left_of(len(self.stages))
        pool = self._line(say_count("pool: {count} point", "pool: {count} points", bracket.pool))
        if self.gap != WIDE:
            sheet.frame(x, 0, self.column, 4, HEAVY, look.acting)
            sheet.put(x + 2, 1, "★ " + cut(clean(name), self.column - 6), look.acting)
            sheet.put(x + 2, 2, cut(pool, self.column - 4), look.table)
            return
        middle = sheet.height // 2
        region = Region(x, middle - 2, self.column, 4)
        self._paint_frame(sheet, region, "", now=bool(name))
        ground = look.plate
        said = "★ " + cut(clean(name), self.column - 6) if name else COMING
        sheet.put(x + 2, region.y + 1, said, ground.now if name else ground.dim)
        sheet.put(x + 2, region.y + 2, cut(pool, self.column - 4), ground.text if name else ground.dim)
        if not self.ascii_only:
            crowned(sheet, region, look.acting)
        if self.skipped:
            more = say_count("after {count} more stage", "after {count} more stages", self.skipped)
            sheet.put(x + 2, region.bottom + 1, cut(self._line(more), sheet.width - x - 2), look.dim)
            return
        last = self.stages[-1][-1].region if len(self.stages[-1]) == 1 else None
        if last is not None:
            y = last.y + last.height // 2
            sheet.put(last.right + 1, y, "─" * (self.gap - 3) + "►", look.edge)

    def _heading(self, spot: Spot) -> str:
        """Returns the title of a table; numbered only if its stage has several."""
        draw = spot.draw
        if draw is not None and draw.bye:
            return self.words.say("bye")
        called = say("Table {table}", table=spot.number)
        if [spot] in self.stages:
            is_last = [spot] == self.stages[-1] and self.gap == WIDE and not self.skipped
            called = say("Final") if is_last else say("Table")
        if draw is not None and draw.deals > 1:
            called = Text(
                "{table}, {deals}",
                {"table": called, "deals": say_count("{count} deal", "{count} deals", draw.deals)},
            )
        return self._line(called)

    def _line(self, text: Text) -> str:
        return self.words.text(text, ())


def joined(sheet: Sheet, stage: Sequence[Region], following: Sequence[Region], style: Style) -> None:
    """Joins every table to every one of the next stage, since these are drawn by lot: one line with branches."""
    ends = {table.y + table.height // 2 for table in stage}
    begins = {table.y + table.height // 2 for table in following}
    left, right = stage[0].right, following[0].x
    bus = left + (right - left) // 2 - 1
    first, last = min(ends | begins), max(ends | begins)
    for y in range(first, last + 1):
        sides = {
            side for side, there in zip("udlr", (y > first, y < last, y in ends, y in begins), strict=True) if there
        }
        sheet.put(bus, y, LINES.get(frozenset(sides), "─"), style)
    for y in ends:
        sheet.put(left + 1, y, "─" * (bus - left - 1), style)
    for y in begins:
        sheet.put(bus + 1, y, "─" * (right - bus - 3) + "►", style)


def crowned(sheet: Sheet, champion: Region, style: Style) -> None:
    """Draws the crown above the champion's place."""
    crown = half_blocks(CROWN)
    for row, line in enumerate(crown, champion.y - len(crown) - 1):
        sheet.put(champion.x + (champion.width - len(CROWN[0])) // 2, row, line, style)


def _height(stage: Stage, step: int) -> int:
    """Returns the rows of a stage's tables stacked up, with a row between them."""
    return sum(table_rows(seats, step) + 1 for _, seats in stage)


def table_rows(seats: int, step: int) -> int:
    """Returns the rows of a table: names are as far from its frame as from each other."""
    return (seats - 1) * step + 3 + 2 * (step > 1)


class StageNames(Canvas):
    """The headings of the stages, which stay visible above the tables and scroll sideways with them."""

    def __init__(self, words: Words, picture: BracketPicture) -> None:
        super().__init__(words)
        self.drawn = picture
        self.left = 0
        """The first visible column of the bracket."""

    def move(self, left: float) -> None:
        """Follows the tables when they scroll."""
        self.left = round(left)
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Draws a heading above each column, that of the current stage highlighted."""
        drawn, look = self.drawn, self.palette
        now = len(drawn.cup.bracket.stages) - (drawn.cup.bracket.champion is None)
        for nth, heading in enumerate(self._headings()):
            style = look.acting if nth == now else look.bold if nth < now else look.dim
            sheet.put(drawn.left_of(nth) - self.left, 0, cut(heading, drawn.column + drawn.gap - 1), style)

    def _headings(self) -> list[str]:
        drawn = self.drawn
        found = []
        for nth, stage in enumerate(drawn.stages, 1):
            number = sum(spot.seats for spot in stage)
            players = say_count("{count} player", "{count} players", number)
            heading = self.words.text(say("Stage {stage}: {players}", stage=nth, players=players), ())
            if width_of(heading) >= drawn.column + drawn.gap:
                heading = self.words.text(say("Stage {stage}: {players}", stage=nth, players=number), ())
            found.append(heading)
        with_champion = drawn.gap == WIDE or drawn.cup.bracket.champion is not None
        return [*found, self.words.say("Champion")] if with_champion else found
