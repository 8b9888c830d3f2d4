"""What all menus share: the ways to every other screen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import BindingType
from textual.screen import Screen

from cardtable.engine.faults import told
from cardtable.engine.text import Text
from cardtable.games import ListedGame
from cardtable.player.saved import SavedTable
from cardtable.tui.draw.cells import ASCII
from cardtable.tui.draw.keyline import KeyHint, KeyLine, hint_of
from cardtable.tui.keys import HOME_KEYS, Key, bindings
from cardtable.tui.program import program
from cardtable.tui.protocol import Home
from cardtable.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardtable.match.table import Table
    from cardtable.match.tournament import Tournament


class Doors(Screen[Any]):
    """A screen that leads to everything: tables, games, puzzles, replays, statistics, friends, settings."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(HOME_KEYS)]

    def __init__(self, words: Words, home: Home) -> None:
        super().__init__()
        self.words = words
        self.home = home
        self.keys = KeyLine(words)

    # For subclasses to define

    @property
    def game(self) -> ListedGame | None:
        """The game the cursor stands for."""
        raise NotImplementedError  # A Textual screen cannot be an ABC too: the metaclasses differ.

    def seats_for(self, game: ListedGame) -> int:
        """Returns the number of players for this game."""
        return game.preset.players

    def describe(self, told: str = "") -> None:
        """Describes the current line."""
        raise NotImplementedError

    # Showing things

    def plain(self, text: str) -> str:
        """Returns the text in characters this terminal can show."""
        return text.translate(ASCII) if self.words.glyphs == "ascii" else text

    def hint(self, key: Key) -> KeyHint:
        """Returns a key for the key line."""
        return hint_of(key, self.words)._replace(action=key.binds[0][1])

    def complain(self, wrong: Exception) -> None:
        """Reports an error."""
        self.describe(self.words.text(told(wrong), ()))

    # Actions

    def sit_down(self, opener: Callable[[], Table], *, open_hands: bool = False) -> None:
        """Opens a table and sits down, or reports an error: a full disk, a damaged record, one open elsewhere."""
        try:
            table = opener()
        except (OSError, ValueError) as wrong:
            self.complain(wrong)
            return
        program(self).sit_down(table, open_hands=open_hands)

    def agree(self, table: SavedTable) -> None:
        """Sits down at a table that was set up."""
        opener = program(self).settings.open_agreed
        if opener is not None:
            self.sit_down(lambda: opener(table), open_hands=table.open_hands)

    def play(self, game: ListedGame) -> None:
        """Plays this game."""
        self.sit_down(lambda: self.home.open_table(game.id, self.seats_for(game)))

    def learn(self, game: ListedGame) -> None:
        """Opens this game's next lesson; plays the game if there is none."""
        from cardtable.tui.offers import wanted

        lessons = program(self).settings.lessons
        rows = [] if lessons is None else lessons().of(game.group)[0]
        if lessons is not None and rows:
            self.sit_down(partial(lessons().open, rows[wanted(rows)].id))
        else:
            self.play(game)

    def action_setup(self) -> None:
        """Sets up the current game: players, bots, house rules."""
        if self.game is not None:
            self.set_up(self.game.id, self.seats_for(self.game))

    def set_up(
        self, preset: str, seats: int, table: SavedTable | None = None, changed: Mapping[str, Any] | None = None
    ) -> None:
        """Opens the set-up of a table, perhaps a saved one, or with some house rules changed already."""
        if program(self).settings.open_agreed is None:
            return
        from cardtable.tui.menus.table_setup import TableSetup

        def agreed(table: SavedTable | None) -> None:
            if table is not None:
                self.agree(table)

        self.app.push_screen(TableSetup(self.words, preset, seats, self.home.person, table, changed), agreed)

    def action_card(self) -> None:
        """Opens the summary card of the current game."""
        if self.game is not None:
            self.read_about(self.game)

    def read_about(self, game: ListedGame) -> None:
        """Opens the summary card of a game."""
        if self.home.booklet is not None:
            from cardtable.tui.boxes.rules_reader import GameCard

            self.app.push_screen(GameCard(self.words, self.home.booklet(game.id, self.seats_for(game))))

    def action_search(self) -> None:
        program(self).open_search(self.home)

    def action_puzzle(self) -> None:
        puzzles = program(self).settings.puzzles
        if puzzles is not None:
            self.sit_down(lambda: puzzles().begin(None))

    def action_day(self) -> None:
        """Opens today's puzzle, or its deal."""
        puzzles = program(self).settings.puzzles
        if puzzles is not None:
            self.sit_down(puzzles().day)

    def action_tournament(self) -> None:
        """Sets up a tournament."""
        if self.home.tournaments is None:
            return
        from cardtable.tui.menus.tournament_setup import TournamentSetup

        def begun(cup: Tournament | None) -> None:
            if cup is not None:
                program(self).open_tournament(cup)

        preset = self.game.id if self.game is not None else ""
        self.app.push_screen(TournamentSetup(self.words, self.home.tournaments(), preset), begun)

    def action_host(self) -> None:
        """Sets up a table for friends elsewhere, and leaves the menu to host it."""
        if self.home.host is None:
            return
        from cardtable.tui.boxes.dialogs import Choose
        from cardtable.tui.menus.shared_setup import SharedSetup
        from cardtable.tui.menus.which_game import choose_game

        words, app = self.words, program(self)
        try:
            begin = self.home.host()
        except (OSError, ValueError) as wrong:
            self.complain(wrong)
            return

        def set_up(game: ListedGame) -> None:
            app.push_screen(SharedSetup(words, game.id, self.seats_for(game), self.home.person), ask)

        def ask(agreed: SavedTable | None) -> None:
            if agreed is not None:
                lines = [words.say("Everybody who reaches this computer"), words.say("Only at this computer")]
                app.push_screen(Choose(words, words.say("Who may come?"), lines), lambda nth: go(agreed, nth))

        def go(agreed: SavedTable, nth: int | None) -> None:
            if nth is not None:
                begin(agreed, nth == 0)
                app.exit(0)

        if self.game is not None:
            set_up(self.game)
        else:
            choose_game(app, set_up)

    def action_replays(self) -> None:
        """Opens the records of past matches."""
        from cardtable.tui.menus.archive import ArchiveScreen

        archive = program(self).settings.archive
        if archive is not None:
            try:
                self.app.push_screen(ArchiveScreen(self.words, archive))
            except (OSError, ValueError) as wrong:
                self.complain(wrong)

    def action_stats(self) -> None:
        from cardtable.tui.menus.stats_screen import StatsScreen

        if self.home.stats is not None:
            try:
                puzzles = program(self).settings.puzzles
                told_of = () if puzzles is None else puzzles().figures_told()
                self.app.push_screen(StatsScreen(self.words, *self.home.stats(), self.home.accuracy, told_of))
            except (OSError, ValueError) as wrong:
                self.complain(wrong)

    def action_mistakes(self) -> None:
        """Opens the exercise due next, or says when one will be."""
        if (said := self._open_exercise()) is not None:
            self.describe(self.words.text(said, ()))

    def _open_exercise(self) -> Text | None:
        """Opens the exercise due next; returns a message if there is none."""
        app = program(self)
        mistakes = self.home.mistakes
        if mistakes is None:
            return None
        from cardtable.tui.table.exercise_screen import ExerciseScreen

        try:
            found = mistakes.next()
            if found is None:
                return mistakes.rest()
        except (OSError, ValueError) as wrong:
            return told(wrong)

        def following() -> None:
            app.leave_table()
            if (said := self._open_exercise()) is not None:
                app.notify(self.words.text(said, ()), markup=False)

        app.table = found.table
        app.push_screen(ExerciseScreen(found.table, self.words, app.settings, found.note, following))
        return None

    def action_settings(self) -> None:
        program(self).open_settings()
