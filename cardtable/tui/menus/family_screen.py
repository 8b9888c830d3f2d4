"""The games of a family: what each is like, the number of players, the length, and the player's results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option
from textual.worker import Worker, WorkerState

from cardtable.engine.scene import Scene
from cardtable.engine.text import Text, say, say_count
from cardtable.games import ListedGame, family
from cardtable.games.questions import Answer
from cardtable.tui.draw.canvas import RIMMED, Canvas
from cardtable.tui.draw.cells import Sheet, cut, width_of
from cardtable.tui.draw.keyline import KeyHint
from cardtable.tui.draw.letters import large
from cardtable.tui.draw.lines import Line
from cardtable.tui.draw.painter import SMALL
from cardtable.tui.keys import HOME_CARD, HOME_SEARCH, HOME_SETUP, HOME_TOURNAMENT, quiet
from cardtable.tui.menus.game_facts import LEVELS, length, players
from cardtable.tui.menus.game_menu import WIDE, GameMenu
from cardtable.tui.menus.game_panel import PANEL, About, Shown
from cardtable.tui.menus.lesson_plate import LessonPlate
from cardtable.tui.menus.shop import emblem_of
from cardtable.tui.menus.worth import Worth
from cardtable.tui.offers import LessonRow, Tally, wanted
from cardtable.tui.program import program
from cardtable.tui.protocol import Home
from cardtable.words import Words

LESSON = -2
"""The cursor's position on the lessons; the questions are at -1, and the games start at 0."""
LEARNER = 0
"""The learner's seat at a lesson's table."""
HEAD = 5
"""Rows of the family's heading."""
LEAST = 7
"""Minimum visible rows of games below the heading and the next lesson."""
COLUMNS = (9, 9, 12)
"""Columns for players, length and results."""


class FamilyHead(Canvas):
    """The family's name in large letters, its cards, what its games are about, and how hard they are."""

    DEFAULT_CSS = "FamilyHead { height: 5; display: none; }"

    def __init__(self, words: Words, name: str, first: ListedGame) -> None:
        super().__init__(words)
        self.family = family(name)
        self.first = first

    def paint(self, sheet: Sheet) -> None:
        """Draws, from left to right, the name, the text and the cards."""
        look, words = self.palette.cloth, self.words
        letters = large(words.say(self.family.title), sheet.width // 2, 3, ascii_only=self.ascii_only)
        for row, line in enumerate(letters, 1):
            sheet.put(2, row, line, look.now)
        x = 2 + max(map(width_of, letters)) + 4
        emblem = [card for stack in emblem_of(self.family.emblem) for card in stack]
        wide = (len(emblem) - 1) * 4 + SMALL.width
        end = sheet.width - 2
        if emblem and x + 34 + wide <= end:
            for nth, card in enumerate(emblem):
                self.painter.card(sheet, end - wide + 4 * nth, 1, card, SMALL)
            end -= wide + 2
        dots, level = LEVELS[self.first.preset.level]
        sheet.put(x, 1, cut(words.say(self.family.about), end - x), look.bold)
        facts = [f"{dots} {words.say(level)}", words.text(length(self.first.preset.minutes), ())]
        sheet.put(x, 3, cut(" · ".join(facts), end - x), look.dim)


class Heads(Canvas):
    """The headings of the columns."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.text = ""

    def show(self, text: str) -> None:
        if text != self.text:
            self.text = text
            self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Draws them aligned with the list below."""
        sheet.put(1, 0, self.text, self.palette.dim)


def lesson_line(row: LessonRow) -> Text:
    """Returns a lesson's title with its length and the player's progress."""
    told = say("{title} ({count} min)", title=row.title, count=row.minutes)
    if row.step:
        return say("{lesson}: go on", lesson=told)
    return say("{lesson}: done", lesson=told) if row.done else told


class FamilyScreen(GameMenu):
    """A line for each game; Enter plays it, left and right change the number of players, Tab the length."""

    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("left,h", "seats(-1)"),
        quiet("right,l", "seats(1)"),
        quiet("tab", "short", priority=True),
        quiet("enter", "take", priority=True),
    ]

    def __init__(self, words: Words, home: Home, name: str, at: str = "") -> None:
        super().__init__(words, home)
        self.name_of_family = name
        self.at = at
        self.games = [game for game in home.games if game.group == name]
        self.lessons: Sequence[LessonRow] = ()
        """The lessons of the family, on one line above its games."""
        self.cursor = next((nth for nth, game in enumerate(self.games) if game.id == at), 0)
        """The current game, or `LESSON`, or the questions after that."""
        self.wanted: int | None = None
        """The number of players chosen by the player."""
        self.short = False
        """Whether the short evening is chosen, for games that have one."""
        self.tallies: Mapping[str, Tally] = {}
        self.heading = Line(words, "bar")
        self.head = FamilyHead(words, name, self.games[0])
        self.columns = Heads(words)
        self.plate = LessonPlate(words)
        self.worth = Worth(words, family(name).worth)
        self.chosen = 0
        """The lesson on the plate."""

    def compose(self) -> ComposeResult:
        yield self.heading
        yield from self.body(self.head, self.plate, self.columns, below=self.worth)

    def on_mount(self) -> None:
        """Lists the games; results are added once they have been read."""
        self._find_lessons()
        if self.lessons:
            self.chosen = wanted(self.lessons)
            new = self.home.same is None and not any(row.done or row.step for row in self.lessons)
            self.cursor = LESSON if new and not self.at else self.cursor
        self.rows.focus()
        self._make_room()
        if self.home.tallies is not None:
            self.run_worker(self.home.tallies, thread=True, exclusive=True, exit_on_error=False)

    def _make_room(self) -> None:
        """Shows the heading and the next lesson above the games if enough of these stay visible."""
        rows = self.size.height
        low = PANEL if self.size.width < WIDE else 0
        left = rows - low - 3 - (2 if rows >= RIMMED else 0)
        learns = bool(self.lessons) and not all(row.done for row in self.lessons)
        self.plate.display = learns and rows >= RIMMED and left - HEAD - self.plate.fit(rows) >= LEAST
        self.head.display = self.plate.display or left - HEAD >= len(self.games) + self.above
        above = HEAD + (self.plate.fit(rows) if self.plate.display else 0)
        self.worth.fit(self.room, left - above - len(self.games) - self.above if self.head.display else 0)

    def on_resize(self) -> None:
        """Refits the columns; the lesson goes on its plate or becomes a line of the list."""
        self._make_room()
        self._list()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Shows the results that have been read; none if they could not be."""
        if event.state is WorkerState.SUCCESS and event.worker.result is not None:
            self.tallies = event.worker.result
            self._list()

    def on_new_words(self) -> None:
        self._list()

    @property
    def game(self) -> ListedGame | None:
        """The game under the cursor."""
        return self.games[self.cursor] if 0 <= self.cursor < len(self.games) else None

    @property
    def above(self) -> int:
        """The number of lines above the games: the questions, and the lessons unless they are on the plate."""
        return 2 if self.lessons and not self.plate.display else 1

    def _find_lessons(self) -> None:
        """Reads the lessons, and reports those that cannot be played."""
        lessons = program(self).settings.lessons
        if lessons is not None:
            self.lessons, troubles = lessons().of(self.name_of_family)
            for line in troubles:
                program(self).warn(line)

    def seats_for(self, game: ListedGame) -> int:
        """Returns the players for this game: the chosen number, or the nearest one it allows."""
        wanted = self.wanted if self.wanted is not None else game.preset.players
        return min(game.preset.seats, key=lambda count: abs(count - wanted))

    def _list(self) -> None:
        text = self.words.text
        count = text(say_count("{count} game", "{count} games", len(self.games)), ())
        self.heading.show(self.words.say(family(self.name_of_family).title), [count])
        heads = (self.words.say("Players"), self.words.say("Length"), self.words.say("Won : lost"))
        self.columns.show(self.row_of(self.words.say("Game"), heads))
        rows = [Option(self.plain(self._lesson_row()))] if self.above > 1 else []
        rows.append(Option(self.plain(self.words.say("The rules of your table: a few questions"))))
        rows += [Option(self.plain(self._row(game))) for game in self.games]
        self.list_rows(rows, None if self.on_plate else max(0, self.cursor + self.above))
        self.describe()

    def _show_keys(self) -> None:
        """Shows Enter with its action, then the other keys."""
        sideways = self.words.say("lesson") if self.on_plate else self.words.say("players")
        self.keys.show(
            [
                KeyHint("↑↓", self.words.say("game"), "step(1)", 2),
                KeyHint("←→", sideways, "seats(1)", 2),
                self.hint(HOME_SETUP),
                self.hint(HOME_CARD),
                self.hint(HOME_SEARCH),
                self.hint(HOME_TOURNAMENT),
                KeyHint("Esc", self.words.say("back"), "back", 0),
            ],
            KeyHint("⏎", self.plain(self.words.text(self._does(), ())), "take", 0),
        )

    def _does(self) -> Text:
        """Returns what Enter does now."""
        game = self.game
        if game is not None:
            count = say_count("{count} player", "{count} players", self.seats_for(game))
            return say("play {game}: {players}", game=Text(game.preset.title), players=count)
        if self.on_plate:
            title = self.plate.row.title
            return (
                say("go on with {lesson}", lesson=title) if self.plate.row.step else say("begin {lesson}", lesson=title)
            )
        if self.cursor == LESSON:
            return say("choose a lesson") if len(self.lessons) > 1 else say("begin the lesson")
        return say("answer a few questions")

    def row_of(self, title: str, cells: tuple[str, ...]) -> str:
        """Returns a title with its columns at the right edge of the list."""
        row = title + " " * (self.room - sum(COLUMNS) - width_of(title))
        return row + "".join(" " * (each - width_of(cell)) + cell for cell, each in zip(cells, COLUMNS, strict=True))

    def _lesson_row(self) -> str:
        game = Text(family(self.name_of_family).title)
        if any(row.done or row.step for row in self.lessons):
            done = sum(row.done for row in self.lessons)
            told = say("Lessons of {game}: {done} of {count} done", game=game, done=done, count=len(self.lessons))
        else:
            told = say("New to {game}? Play the lesson", game=game)
        sign = "" if all(row.done for row in self.lessons) else "► "
        return sign + self.words.text(told, ())

    def _row(self, game: ListedGame) -> str:
        tally = self.tallies.get(game.id)
        results = f"{tally.won} : {tally.lost}" if tally is not None else ""
        cells = (players(game), self.words.text(length(game.preset.minutes), ()), results)
        return self.row_of(self.words.say(game.preset.title), cells)

    def describe(self, told: str = "") -> None:
        """Describes the current game, and what Enter does with it."""
        if self.lessons:
            self.plate.show(self.lessons, self.chosen, lit=self.cursor == LESSON)
        self._show_keys()
        game = self.game
        if game is not None:
            short = self.short and bool(game.preset.short)
            self.panel.show(Shown(game, self.seats_for(game), short, True, self.tallies.get(game.id)), told)
        elif self.cursor == LESSON:
            lesson = self.words.say("A lesson is played at the table with chosen cards; it says what to do, and why.")
            title = self.words.text(self.plate.row.title, ()) if self.on_plate else ""
            self.panel.show(About(title, (lesson,), self._table_then() if self.on_plate else None), told)
        else:
            asked = self.words.say(
                "Say how you play at home, and the nearest game is set up, with what is changed in it."
            )
            self.panel.show(About("", (asked,)), told)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if self.rows.highlighted is not None:
            self.cursor = self.rows.highlighted - self.above
        self.describe()

    @property
    def on_plate(self) -> bool:
        """Whether the cursor is on the next lesson above the games."""
        return self.cursor == LESSON and self.plate.display

    def _table_then(self) -> Scene | None:
        """Returns the table at the point where the lesson on the plate starts or continues."""
        lessons = program(self).settings.lessons
        return None if lessons is None else lessons().open(self.plate.row.id).scene(LEARNER)

    # Actions

    def action_seats(self, by: int) -> None:
        """Changes the number of players by one, if the game allows it; on the plate, the lesson."""
        if self.on_plate:
            self.chosen = (self.chosen + by) % len(self.lessons)
            self.describe()
        if self.game is not None:
            seats = sorted(self.game.preset.seats)
            at = seats.index(self.seats_for(self.game)) + by
            self.wanted = seats[max(0, min(at, len(seats) - 1))]
            self.describe()

    def action_short(self) -> None:
        """Switches between the short evening and the full length."""
        self.short = not self.short
        self.describe()

    def play(self, game: ListedGame) -> None:
        """Plays the game at the chosen length."""
        if not (self.short and game.preset.short and self.home.short_table is not None):
            super().play(game)
            return
        opener, seats = self.home.short_table, self.seats_for(game)
        self.sit_down(lambda: opener(game.id, seats))

    def action_step(self, by: int) -> None:
        """Moves the cursor up or down; the lesson is above the first line."""
        last = len(self.games) + self.above - 1
        if self.plate.display and self.rows.highlighted == (0 if by < 0 else last):
            self.action_learn()
        else:
            self.rows.step(by)

    def action_learn(self) -> None:
        """Moves the cursor to the lesson on its plate."""
        self.cursor, self.rows.highlighted = LESSON, None
        self.describe()

    def action_take(self) -> None:
        """Starts the lesson on the plate, or plays the current line."""
        lessons = program(self).settings.lessons
        if self.on_plate and lessons is not None:
            self.sit_down(partial(lessons().open, self.plate.row.id))
        else:
            super().action_take()

    def action_back(self) -> None:
        self.app.pop_screen()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Plays the game, or asks which lesson."""
        self._take(event.option_index - self.above)

    def _take(self, at: int) -> None:
        if at >= 0:
            self.play(self.games[at])
        elif at == LESSON:
            self._choose_lesson()
        else:
            self._ask(())

    def _ask(self, answers: tuple[Answer, ...]) -> None:
        """Asks the question after these answers; after the last one, offers the nearest game. Esc goes back a step."""
        from cardtable.games.questions import questions_of
        from cardtable.tui.boxes.dialogs import Choose

        asked = questions_of(self.name_of_family)
        if len(answers) == len(asked) or (answers and answers[-1].last):
            self._offer(answers)
            return
        question = asked[len(answers)]

        def answered(nth: int | None) -> None:
            if nth is not None:
                self._ask((*answers, question.answers[nth]))
            elif answers:
                self._ask(answers[:-1])

        lines = [self.words.say(answer.say) for answer in question.answers]
        self.app.push_screen(Choose(self.words, self.words.say(question.ask), lines), answered)

    def _offer(self, answers: tuple[Answer, ...]) -> None:
        """Offers the nearest game with the changes to its rules: to set up, or to play as it is."""
        from cardtable.games.questions import nearest
        from cardtable.tui.boxes.dialogs import Choose
        from cardtable.tui.menus.house_rules import HouseRules

        found, words = nearest(self.name_of_family, answers), self.words
        rules = HouseRules(words, found.game.family.options, ())
        told = [words.say(found.game.preset.title)]
        for name, value in found.options.items():
            spec = rules.specs[name]
            told.append(f"  {rules.title(spec)}: {rules.value(spec, value)}")
        apart = [say("{rule}: does not go with the rest", rule=rules.title(rules.specs[name])) for name in found.unfit]
        told += [f"  {words.text(line, ())}" for line in apart]
        lines = [words.say("set the table up"), words.say("read it on one page")]
        if not found.options:
            lines.insert(0, words.say("play"))

        def taken(nth: int | None) -> None:
            if nth is None:
                self._ask(answers[:-1])
            elif nth == len(lines) - 1:
                self.read_about(found.game)
            elif nth == len(lines) - 2:
                self.set_up(found.game.id, found.seats, changed=found.options)
            else:
                self.sit_down(lambda: self.home.open_table(found.game.id, found.seats))

        self.app.push_screen(Choose(words, "\n".join(told), lines), taken)

    def _choose_lesson(self) -> None:
        """Offers the lessons, with the cursor on the next one; starts it at once if there is only one."""
        from cardtable.tui.boxes.dialogs import Choose

        lessons = program(self).settings.lessons
        if lessons is None:
            return
        words, opener = self.words, lessons().open
        lines = [words.text(lesson_line(row), ()) for row in self.lessons]

        def take(nth: int | None) -> None:
            if nth is not None:
                self.sit_down(lambda: opener(self.lessons[nth].id))

        if len(lines) == 1:
            take(0)
        else:
            self.app.push_screen(Choose(words, words.say("Lessons"), lines, first=wanted(self.lessons)), take)
