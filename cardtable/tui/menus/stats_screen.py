"""Players' results as pictures: form over time, bars by game and opponent, winning streaks, achievements."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen

from cardtable.engine.text import Text, capital, clean, listed, mark, say, say_count
from cardtable.games import family, group_of
from cardtable.player.achievements import ACHIEVEMENTS
from cardtable.player.stats import Outcome, Results, Stats, people_told, titled
from cardtable.tui.draw.bars import bar
from cardtable.tui.draw.canvas import RIMMED, Canvas
from cardtable.tui.draw.cells import Sheet, width_of, wrap
from cardtable.tui.draw.empty_table import EmptyTable
from cardtable.tui.draw.keyline import KeyHint, KeyLine, hint_of
from cardtable.tui.draw.letters import large
from cardtable.tui.draw.lines import Line
from cardtable.tui.ends.parts import Piece
from cardtable.tui.keys import STATS_KEYS, bindings, quiet
from cardtable.words import Words

if TYPE_CHECKING:
    from cardtable.coach.kept import Accuracy

BY = (
    ("family", mark("By game")),
    ("preset", mark("By variant")),
    ("opponents", mark("Against")),
    ("month", mark("By month")),
)
LAST = 100
"""Maximum number of deals with a mark of their own."""
MARKS = {"won": "■", "drawn": "□", "lost": "□", "fool": "●"}
"""The marks of deals, recognisable by shape without colour."""
FIGURE = 3
"""Rows of a large number."""
APART = 6
"""Columns between large numbers."""
TWO_COLUMNS = 120
"""Minimum columns for groups side by side."""
FEW = 20
"""Deals below which each gets a mark, in place of a share and a bar."""
WON, OTHER = "▮", "▯"
"""The mark of a deal won, and of any other."""
ENOUGH = 3
"""Minimum deals to qualify as best partner or most feared bot."""


class StatsPicture(Canvas):
    """Lines of styled text at full height: the widget around it scrolls."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.lines: list[list[Piece]] = []

    def show(self, lines: list[list[Piece]]) -> None:
        self.lines = lines
        self.styles.height = max(1, len(lines))
        self.forget()

    def paint(self, sheet: Sheet) -> None:
        """Draws the lines."""
        for y, line in enumerate(self.lines):
            x = 2
            for text, style in line:
                x = sheet.put(x, y, text, style)


class StatsScreen(Screen[None]):
    """The results of all players side by side, and of one player at a time."""

    DEFAULT_CSS = """
    StatsScreen { background: $table; }
    StatsScreen #note { height: 1; }
    StatsScreen VerticalScroll { height: 1fr; scrollbar-size: 1 1; }
    StatsScreen.-rimmed VerticalScroll { border: outer $rim; }
    StatsScreen.-ascii.-rimmed VerticalScroll { border: ascii $rim; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-low"), (RIMMED, "-rimmed")]  # noqa: RUF012  (Textual declares it so)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(STATS_KEYS), quiet("enter", "to_games")]

    def __init__(
        self,
        words: Words,
        stats: Stats,
        troubles: Sequence[Text] = (),
        accuracy: Callable[[str | None], Sequence[Accuracy]] | None = None,
        puzzles: Sequence[Text] = (),
    ) -> None:
        super().__init__()
        self.accuracy = cache(accuracy) if accuracy is not None else lambda name: ()
        """The accuracy of a player's decisions by month."""
        self.puzzles = puzzles
        """Lines about puzzles and days: they belong to the owner of these files, so they go with the results of all."""
        self.words = words
        self.stats = stats
        self.troubles = troubles
        self.people = [row.what for row in stats.people()]
        self.set_class(words.glyphs == "ascii", "-ascii")
        self.nth = 0
        """The selection: 0 for all players side by side, otherwise one of them."""
        self.heading = Line(words, "bar", id="heading")
        self.picture = StatsPicture(words)
        self.scrolled = VerticalScroll(self.picture, can_focus=False)

    @property
    def room(self) -> int:
        """Columns of a line."""
        return self.app.size.width - 6 - (2 if self.app.size.height >= RIMMED else 0)

    def compose(self) -> ComposeResult:
        yield self.heading
        yield self.scrolled
        nothing = not (self.stats.marks(None, LAST) or self.puzzles)
        if nothing:
            self.scrolled.display = False
            missing = say("No deal of a match has been finished yet.")
            how = say("After the first one here stands who wins and how often, who was the fool, and what was earned.")
            yield EmptyTable(self.words, missing, how)
        if self.troubles:
            note = Line(self.words, "warning", id="note")
            unread = say_count("{count} record cannot be read.", "{count} records cannot be read.", len(self.troubles))
            note.show(self.words.text(unread, ()) + " " + self.words.text(self.troubles[0], ()))
            yield note
        keys = KeyLine(self.words)
        games = KeyHint("⏎", self.words.say("to the games"), "leave", 0) if nothing else None
        keys.show([hint_of(row, self.words) for row in STATS_KEYS[-1 if nothing else 0 :]], games)
        yield keys

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        self.show()

    def show(self) -> None:
        name = self.people[self.nth - 1] if self.nth else None
        who = clean(name or self.people[0]) if name or len(self.people) == 1 else self.words.say("all players")
        self.heading.show(self.words.say("Statistics"), [f"◄ {who} ►" if len(self.people) > 1 else who])
        if name is None and len(self.people) > 1:
            # Nothing is added up: a deal would count once per player.
            everybody = self._group("", self.words.say("By player"), self.stats.people(), self.room)
            self.picture.show([*everybody, *self._people(), *self._puzzles()])
            return
        marks = self.stats.marks(name, LAST)
        if not marks:
            none = wrap(self.words.say("No deal of a match has been finished yet."), self.room)
            self.picture.show([*([(line, self.picture.palette.bold)] for line in none), *self._puzzles()])
            return
        lines = [*self._figures(name), *self._marks(marks), *self._summary(name), *self._puzzles()]
        self.picture.show([*lines, *self._groups(name), *self._accuracy(name), *self._earned(name)])

    # The figures

    def _figures(self, name: str | None) -> list[list[Piece]]:
        """Returns the main figures as large numbers: deals won, times the fool, the longest winning streak."""
        words, look = self.words, self.picture.palette
        results = self.stats.results("family", name)
        deals, won = sum(row.deals for row in results), sum(row.count(row.won) for row in results)
        found = [(str(won), say("of {deals} won", deals=deals), look.cloth.good)]
        glory = self.stats.glory(name or self.people[0])
        if glory.deals:
            found.append((str(glory.fool), say("times the fool"), look.cloth.danger))
        found.append((str(self.stats.rows(name).best), say("won in a row at best"), look.cloth.now))
        lines: list[list[Piece]] = [[] for _ in range(FIGURE + 1)]
        for nth, (figure, told, style) in enumerate(found):
            drawn = large(figure, self.app.size.width, FIGURE, ascii_only=words.glyphs == "ascii")
            drawn = [""] * (FIGURE - len(drawn)) + drawn
            caption = words.text(told, ())
            wide = max(map(width_of, (*drawn, caption))) + (APART if nth < len(found) - 1 else 0)
            for line, text in zip(lines, (*drawn, caption), strict=True):
                line.append((text + " " * (wide - width_of(text)), look.dim if text is caption else style))
        return [[], *lines, []]

    def _marks(self, marks: Sequence[Outcome]) -> list[list[Piece]]:
        """Returns a mark for each deal, oldest first, with a legend."""
        words, look = self.words, self.picture.palette
        styles = {"won": look.cloth.good, "drawn": look.dim, "lost": look.dim, "fool": look.cloth.danger}
        heading = words.say("The last deals, old to new")
        legend: list[Piece] = [(heading, look.bold), ("   ■ ", styles["won"]), (words.say("won"), look.dim)]
        legend += [("   □ ", look.dim), (words.say("not won"), look.dim)]
        if "fool" in marks:
            legend += [("   ● ", styles["fool"]), (words.say("the fool"), look.dim)]
        per_row = max(1, (self.room) // 2)
        rows = [marks[begin : begin + per_row] for begin in range(0, len(marks), per_row)]
        return [legend, *([(f"{MARKS[mark]} ", styles[mark]) for mark in row] for row in rows)]

    def _summary(self, name: str | None) -> list[list[Piece]]:
        """Returns winning streaks, best partners and the most feared bot."""
        look, words = self.picture.palette, self.words
        told: list[Text] = []
        glory = self.stats.glory(name or self.people[0]).told(lambda who: titled("met", who, words.say))
        told += [listed(glory)] if glory else []
        rows = self.stats.rows(name)
        told.append(say("Won in a row: {now} now, {best} at best", now=rows.now, best=rows.best))
        partners = [row for row in self.stats.with_partners(name) if row.deals >= ENOUGH]
        people = [row for row in partners if not row.what.startswith("bot:")]
        styles = [row for row in partners if row.what.startswith("bot:")]
        if people:
            told.append(self._said_of(say("Best partner"), max(people, key=lambda row: row.score)))
        if len(styles) > 1:
            told.append(self._said_of(say("Best partner among bots"), max(styles, key=lambda row: row.score)))
        bots = [row for row in self.stats.against(name) if row.deals >= ENOUGH]
        if len(bots) > 1:
            told.append(self._said_of(say("Most feared bot"), min(bots, key=lambda row: row.score)))
        lines = [line for text in told for line in wrap(capital(words.text(text, ())), self.room)]
        return [[], *([(line, look.table)] for line in lines)]

    def _people(self) -> list[list[Piece]]:
        """Returns comparisons between the players: who was the fool, and who does better against whom."""
        room = self.room
        told = people_told(self.stats, self.people, self.words)
        return [[], *([(line, self.picture.palette.table)] for text in told for line in wrap(text, room))]

    def _puzzles(self) -> list[list[Piece]]:
        """Returns the puzzle rating, puzzles solved and days in a row, once there are any."""
        told = [self.words.text(text, ()) for text in self.puzzles] if not self.nth else []
        room = self.room
        lines = [line for text in told for line in (wrap(text, room) if text.lstrip() == text else [text])]
        return [[], *([(line, self.picture.palette.table)] for line in lines)] if lines else []

    def _said_of(self, what: Text, row: Results) -> Text:
        who = clean(titled("met", row.what, self.words.say))
        return say_count(
            "{what}: {who} – {won} won of {count} deal",
            "{what}: {who} – {won} won of {count} deals",
            row.deals,
            what=what,
            who=who,
            won=row.count(row.won),
        )

    def _groups(self, name: str | None) -> list[list[Piece]]:
        """Returns the groups one below another, or two side by side."""
        words = self.words
        found = [(group, words.say(heading), self.stats.results(group, name)) for group, heading in BY]
        styles = self.stats.against(name)
        # If a player has met only bots of one style at a time, it would repeat the group by opponents.
        tables = self.stats.results("opponents", name)
        if len(styles) > 1 and [[row.what] for row in styles] != [json.loads(row.what) for row in tables]:
            found.insert(-1, ("met", words.say("By style of bot"), styles))
        room = self.room
        # Their columns line up.
        names = [[heading, *self._names(group, results)] for group, heading, results in found]
        if room < TWO_COLUMNS:
            least = max(width_of(name) for each in names for name in each)
            return [line for group in found for line in self._group(*group, room, least)]
        half = room // 2 - 2
        sides = [max(width_of(name) for each in names[side::2] for name in each) for side in range(2)]
        groups = [self._group(*group, half, sides[nth % 2]) for nth, group in enumerate(found)]
        return [line for nth in range(0, len(groups), 2) for line in self._beside(groups[nth : nth + 2], half)]

    def _beside(self, columns: Sequence[list[list[Piece]]], half: int) -> list[list[Piece]]:
        """Puts one or two columns of lines side by side, each this many cells wide."""
        lines: list[list[Piece]] = []
        for row in range(max(map(len, columns))):
            left, *others = (column[row] if row < len(column) else [] for column in columns)
            gap = half + 4 - sum(width_of(text) for text, _ in left)
            lines.append(
                [*left, (" " * gap, self.picture.palette.table), *(piece for other in others for piece in other)]
            )
        return lines

    def _names(self, group: str, results: Sequence[Results]) -> list[str]:
        return [clean(titled(group, row.what, self.words.say)) for row in results]

    def _group(
        self, group: str, heading: str, results: Sequence[Results], room: int, least: int = 0
    ) -> list[list[Piece]]:
        """Returns a heading and a line per result: name, thin bar of wins, share, deals.

        Names take at least `least` columns, space permitting.
        """
        look = self.picture.palette
        headings = (self.words.say("won"), self.words.say("drawn"), self.words.say("deals"))
        wide = 2 + max(5, *map(width_of, headings))
        names = self._names(group, results)
        name = min(max(least, *map(width_of, [heading, *names])), room - 3 * wide - 8)
        length = min(40, room - name - 3 * wide - 2)
        columns = "".join(f"{column:>{wide}}" for column in headings)
        lines: list[list[Piece]] = [
            [],
            [(heading + " " * (name + length + 2 - width_of(heading)), look.bold), (columns, look.dim)],
        ]
        for row, told in zip(results, names, strict=True):
            first, *more = wrap(told, name) or [""]
            if row.deals < FEW:
                # A percentage of few deals would claim too much: draw a mark for each.
                filled, rest = WON * row.count(row.won), OTHER * (row.deals - row.count(row.won))
                filled, rest = (filled, rest) if row.deals <= length else ("", "")
                rest += " " * (length - len(filled) - len(rest))
                numbers = f"{row.count(row.won):>{wide}}{row.count(row.drawn):>{wide}}{row.deals:>{wide}}"
            else:
                filled, rest = bar(row.won, length)
                numbers = f"{row.won:>{wide}.0%}{row.drawn:>{wide}.0%}{row.deals:>{wide}}"
            lines.append(
                [
                    (first + " " * (name + 2 - width_of(first)), look.table),
                    (filled, self._won(row)),
                    (rest, look.dim),
                    (numbers, look.table),
                ]
            )
            lines += [[(line, look.table)] for line in more]
        return lines

    def _accuracy(self, name: str | None) -> list[list[Piece]]:
        """Returns a bar for every month of a family with reviewed decisions, oldest first."""
        look, words = self.picture.palette, self.words
        found = self.accuracy(name)
        if not found:
            return []
        games = [clean(words.say(family(row.family).title)) for row in found]
        wide = max(map(width_of, games))
        length = min(40, self.room - wide - 34)
        lines: list[list[Piece]] = [[], [(words.say("Accuracy of the decisions that were reviewed"), look.bold)]]
        for nth, (row, game) in enumerate(zip(found, games, strict=True)):
            first = nth == 0 or games[nth - 1] != game
            enough = row.decisions >= FEW
            filled, rest = bar(row.accuracy, length) if enough else ("", " " * length)
            share = f"{row.accuracy:4.0%}" if enough else "    "
            count = say_count("{count} decision", "{count} decisions", row.decisions)
            lines.append(
                [
                    ((game if first else "") + " " * (wide + 2 - (width_of(game) if first else 0)), look.table),
                    (f"{row.month}  ", look.dim),
                    (filled, look.acting),
                    (rest, look.dim),
                    (f"  {share}  ", look.table),
                    (words.text(count, ()), look.dim),
                ]
            )
        return lines

    def _won(self, row: Results) -> Style:
        return self.picture.palette.acting if row.won >= 0.5 else self.picture.palette.table

    def _earned(self, name: str | None) -> list[list[Piece]]:
        """Returns the achievements: those earned, with the date, then those still open."""
        look, words = self.picture.palette, self.words
        earned = self.stats.earned(name)
        count = say("Achievements: {count} of {total}", count=len(earned), total=len(ACHIEVEMENTS))
        room = self.room
        wide = room // 2 - 2 if room >= TWO_COLUMNS else room
        blocks = []
        for one in sorted(ACHIEVEMENTS, key=lambda one: one.id not in earned):
            game = words.say(family(group_of(one.family)).title)
            day = earned.get(one.id)
            if day is None:
                block = [[(f"· {words.say(one.title)}  {game}", look.dim)]]
            else:
                block = [[(f"★ {words.say(one.title)}", look.acting), (f"  {game}  {day}", look.dim)]]
            told = wrap(words.say(one.sentence), wide - 2)
            blocks.append(block + [[(f"  {line}", look.dim if day is None else look.table)] for line in told])
        step = 1 if wide == room else 2
        rows = [line for nth in range(0, len(blocks), step) for line in self._beside(blocks[nth : nth + step], wide)]
        return [[], [(words.text(count, ()), look.bold)], *rows]

    def action_scroll(self, by: int) -> None:
        """Scrolls up or down."""
        self.scrolled.scroll_relative(y=by, animate=False)

    def action_player(self, by: int) -> None:
        """Switches to the next player, or to everybody."""
        self.nth = (self.nth + by) % (len(self.people) + 1) if len(self.people) > 1 else 0
        self.show()
        self.scrolled.scroll_home(animate=False)

    def action_to_games(self) -> None:
        """Goes back to choosing a game if there are no results."""
        if not (self.stats.marks(None, LAST) or self.puzzles):
            self.action_leave()

    def action_leave(self) -> None:
        """Goes back to the menu."""
        self.stats.close()
        self.app.pop_screen()
