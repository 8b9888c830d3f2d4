"""Setting up a tournament: the game, the players, the size of the tables, and who goes on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.geometry import Region

from cardtable.engine.faults import told
from cardtable.engine.text import clean, mark, say, say_count
from cardtable.match.tournament.agreement import ENTRANTS, TournamentOptions
from cardtable.match.tournament.bracket import Round, course
from cardtable.tui.boxes.form import INDENT, FormLine, SetupScreen
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, cut, width_of
from cardtable.tui.draw.plates import plate
from cardtable.tui.menus.bracket_picture import BROADEST, COMING, STEPS, WIDE, crowned, joined, table_rows
from cardtable.tui.offers import CupForm, Tournaments
from cardtable.words import Words

if TYPE_CHECKING:
    from cardtable.match.tournament import Advance, Tournament

MOST_PEOPLE = 8
"""Maximum people at one keyboard; the command line has no such limit."""
LEAST = 14
"""Minimum columns of a table in the bracket."""
BELOW_HEADS = 5
"""Rows above the tables of the bracket: the heading, the legend, and the stages above their columns."""
BOTS = 7
"""The default number of bots: eight entrants with one person."""
ADVANCE: tuple[tuple[Advance, str], ...] = (
    ("fool_out", mark("all but the fool")),
    ("winner_only", mark("only the first to finish")),
)


class Course(Canvas):
    """The course of a tournament: at every table, a full sign for those who go on, an empty one for those who are out.

    The stages are side by side as in the bracket, up to the crown; if that does not fit, one stage per line. Tables
    that do not fit on the line are only counted, and so are further stages.
    """

    DEFAULT_CSS = "Course { height: 1fr; }"

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.stages: list[Round] = []

    def show(self, stages: list[Round]) -> None:
        self.stages = stages
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Draws the bracket, or else the lines, spaced out if they fit."""
        look, words, count = self.palette, self.words, len(self.stages)
        room = sheet.height - 3
        if room < 1 or not count:
            return
        sheet.put(INDENT, 0, words.say("How it goes"), look.bold)
        sheet.put(INDENT, 1, words.say("● goes on   ○ is out"), look.dim)
        heads = [
            words.text(say("Stage {stage}: {players}", stage=nth, players=self._players(stage.players)), ())
            for nth, stage in enumerate(self.stages, 1)
        ]
        if self._bracket(sheet, heads):
            return
        column = INDENT + max(map(width_of, heads)) + 3
        pitch = 2 if 2 * count - 1 <= room else 1
        most = max(2 * stage.players + 2 * len(stage.tables) for stage in self.stages)
        air = " " if column + most <= sheet.width else ""
        for nth, (head, stage) in enumerate(zip(heads, self.stages, strict=True)):
            y = 3 + nth * pitch
            if nth == room - 1 and count > room:
                more = words.text(say_count("and {count} more stage", "and {count} more stages", count - nth), ())
                sheet.put(INDENT, y, more, look.dim)
                return
            sheet.put(INDENT, y, head, look.table)
            if column + stage.players + 2 * (len(stage.tables) - 1) >= sheet.width:
                tables = say_count("{count} table", "{count} tables", len(stage.tables))
                sheet.put(column, y, words.text(tables, ()), look.table)
                continue
            x = column
            for seats, through in stage.tables:
                x = sheet.put(x, y, f"●{air}" * through, look.acting)
                x = sheet.put(x, y, f"○{air}" * (seats - through), look.dim) + 2

    def _bracket(self, sheet: Sheet, heads: Sequence[str]) -> bool:
        """Draws the stages as columns of tables, with the crown at the end; returns whether all of them fit."""
        look, columns = self.palette, len(self.stages) + 1
        wide = min(BROADEST, (sheet.width - INDENT) // columns - WIDE)
        top = BELOW_HEADS
        room = sheet.height - top
        steps = [step for step in STEPS if max(map(partial(_high, step), self.stages)) <= room]
        if not steps or wide < LEAST or max(map(width_of, heads)) >= wide + WIDE:
            return False
        step, before = steps[0], list[Region]()
        for nth, (head, stage) in enumerate(zip(heads, self.stages, strict=True)):
            x = INDENT + nth * (wide + WIDE)
            sheet.put(x, top - 2, head, look.bold)
            between = (room - _high(step, stage)) // (len(stage.tables) + 1)
            y, tables = top + between, list[Region]()
            for seats, through in stage.tables:
                tables.append(Region(x, y, wide, table_rows(seats, step)))
                plate(sheet, (x, y, wide, tables[-1].height), self.painter)
                for row in range(seats):
                    sign, tone = ("●", look.plate.now) if row < through else ("○", look.plate.dim)
                    after = sheet.put(x + 3, y + 1 + (step > 1) + row * step, sign, tone)
                    sheet.put(after + 1, y + 1 + (step > 1) + row * step, COMING, look.plate.dim)
                y += tables[-1].height + between + 1
            if before:
                joined(sheet, before, tables, look.edge)
            before = tables
        x, middle = INDENT + len(self.stages) * (wide + WIDE), top + room // 2
        champion = Region(x, middle - 1, wide, 3)
        plate(sheet, (x, middle - 1, wide, 3), self.painter, heavy=True)
        sheet.put(x + 3, middle, cut(self.words.say("Champion"), wide - 6), look.plate.now)
        joined(sheet, before, [champion], look.edge)
        if not self.ascii_only:
            crowned(sheet, champion, look.acting)
        return True

    def _players(self, count: int) -> str:
        return self.words.text(say_count("{count} player", "{count} players", count), ())


def _high(step: int, stage: Round) -> int:
    """Returns the rows of a stage's tables, with a row between them."""
    return sum(table_rows(seats, step) + 1 for seats, _ in stage.tables) - 1


class TournamentSetup(SetupScreen["Tournament"]):
    """Returns the tournament that was started, or None."""

    def __init__(self, words: Words, offered: Tournaments, preset: str = "") -> None:
        """Starts with this preset if it can be played as a tournament."""
        super().__init__(words, words.say("Tournament"))
        self.course = Course(words)
        self.offered = offered
        self.preset = next((nth for nth, row in enumerate(offered.presets) if row.id == preset), 0)
        self.texts = {f"name-{nth}": self._player(nth + 1) for nth in range(MOST_PEOPLE)}
        self.texts["name-0"] = offered.person
        self.people = 1
        self.bots = BOTS
        self.table_size = TournamentOptions().table_size
        self.advance = 0

    def _player(self, nth: int) -> str:
        return self.words.text(say("Player {number}", number=nth), ())

    # The lines

    def lines(self) -> list[str]:
        """Returns the ids of the lines; `name-2` is the name of the third person."""
        names = [f"name-{nth}" for nth in range(self.people)]
        last = ["last"] if self.offered.resume_last is not None else []
        return [*last, "game", "people", *names, "bots", "table_size", "advance"]

    @property
    def sizes(self) -> tuple[int, ...]:
        """The possible numbers of players at a table of this game."""
        return self.offered.presets[self.preset].seats

    def row(self, line: str) -> FormLine:
        words = self.words
        if line in self.texts:
            number = int(line.removeprefix("name-")) + 1
            heading = words.text(say("Name of person {number}", number=number), ())
            return FormLine(heading, clean(self.texts[line]), typed=True)
        if line == "last":
            return FormLine(words.say("Continue"), clean(self.offered.last or ""), idle=True)
        entrants = self.people + self.bots
        heading, value = {
            "game": (words.say("Game"), clean(self.offered.presets[self.preset].title)),
            "people": (words.say("People at this keyboard"), str(self.people)),
            "bots": (words.say("Bots"), words.text(say("{bots} (entrants: {all})", bots=self.bots, all=entrants), ())),
            "table_size": (words.say("Most players at a table"), str(min(self.table_size, self.sizes[-1]))),
            "advance": (words.say("Who goes on"), words.say(ADVANCE[self.advance][1])),
        }[line]
        return FormLine(heading, value)

    def body(self) -> ComposeResult:
        """Composes the lines, the stages below them, and a note."""
        yield self.form
        yield self.course
        self.note.styles.height = 1
        yield self.note

    def show(self) -> None:
        super().show()
        self.form.styles.height = self.form.places(self.form.size.width)[-1].value + 2
        size = min(self.table_size, self.sizes[-1])
        self.course.show(course(self.people + self.bots, size, ADVANCE[self.advance][0]))

    def about(self, line: str) -> str:
        """Returns how a tournament is played."""
        return self.words.say("Every table plays one deal, a drawn one again. Who is left takes the pool.")

    # Actions

    def change(self, line: str, by: int) -> None:
        """Changes the game, the players, or who goes on."""
        match line:
            case "game":
                self.preset = (self.preset + by) % len(self.offered.presets)
            case "people":
                self.people = max(0, min(self.people + by, MOST_PEOPLE))
            case "bots":
                self.bots += by
            case "table_size":
                self.table_size = max(self.sizes[0], min(min(self.table_size, self.sizes[-1]) + by, self.sizes[-1]))
            case "advance":
                self.advance = (self.advance + by) % len(ADVANCE)
        self.bots = max(ENTRANTS.least - self.people, 0, min(self.bots, ENTRANTS.most - self.people))

    def begin(self) -> None:
        """Starts the tournament, or resumes the last one if the cursor is on its line."""
        cup: Tournament
        try:
            if self.line == "last" and self.offered.resume_last is not None:
                cup = self.offered.resume_last()
            else:
                cup = self.offered.begin(
                    CupForm(
                        self.offered.presets[self.preset].id,
                        tuple(self.texts[f"name-{nth}"] for nth in range(self.people)),
                        self.bots,
                        min(self.table_size, self.sizes[-1]),
                        ADVANCE[self.advance][0],
                    )
                )
        except (OSError, ValueError) as wrong:
            self.note.show(self.words.text(told(wrong), ()))
            return
        self.dismiss(cup)
