"""Putting a tournament together: the game, who takes part, how large the tables are, who goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from cardtable.engine.faults import told
from cardtable.engine.text import mark, say
from cardtable.tournament.agreement import LEAST, MOST, TournamentOptions
from cardtable.tui.canvas import Canvas, Line, clean
from cardtable.tui.form import LESS, MORE, Form
from cardtable.tui.keyline import Hint, KeyLine
from cardtable.tui.keys import SETUP_KEYS, bindings, shown_key
from cardtable.tui.protocol import Tournaments, Wish, WordsLike

if TYPE_CHECKING:
    from cardtable.tournament import Advance, Tournament

MOST_PEOPLE = 8
"""People at one keyboard; the command takes as many as wanted."""
BOTS = 7
"""Bots that are offered first: with one person eight entrants."""
NAME = 20
"""Letters of a name."""
ADVANCE: tuple[tuple[Advance, str], ...] = (
    ("fool_out", mark("all but the fool")),
    ("winner_only", mark("only the first to finish")),
)


class TournamentSetup(Screen["Tournament | None"]):
    """Gives the tournament that was begun, or None."""

    DEFAULT_CSS = "TournamentSetup { background: $table; } TournamentSetup #note { height: 2; }"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(SETUP_KEYS)]

    def __init__(self, words: WordsLike, offered: Tournaments, preset: str = "") -> None:
        """Offers this preset first, where it can be played so."""
        super().__init__()
        self.words = words
        self.offered = offered
        self.at = 0
        self.preset = next((nth for nth, row in enumerate(offered.presets) if row.id == preset), 0)
        self.names = [offered.person, *(self._player(nth) for nth in range(2, MOST_PEOPLE + 1))]
        self.people = 1
        self.bots = BOTS
        self.table_size = TournamentOptions().table_size
        self.advance = 0
        self.form = Form(words)

    def _player(self, nth: int) -> str:
        return self.words.text(say("Player {number}", number=nth), ())

    def compose(self) -> ComposeResult:
        """Heading, the lines, a note and keys."""
        heading = Line(self.words, "bar", id="heading")
        heading.show(self.words.say("Tournament"), [self.words.say("Enter begins")])
        yield heading
        yield self.form
        note = Line(self.words, "dim", id="note")
        note.show(self.words.say("Every table plays one deal, a drawn one again. Who is left takes the pool."))
        yield note
        keys = KeyLine(self.words)
        russian = str(getattr(self.words, "language", "en")).startswith("ru")
        keys.show(
            [Hint(shown_key(row, russian), self.words.say(row.label), row.binds[-1][1], row.rank) for row in SETUP_KEYS]
        )
        yield keys

    def on_mount(self) -> None:
        """Shows the lines."""
        self.show()

    # The lines

    def lines(self) -> list[str]:
        """What each line is about; `name-2` is the name of the third person."""
        names = [f"name-{nth}" for nth in range(self.people)]
        last = ["last"] if self.offered.resume_last is not None else []
        return [*last, "game", "people", *names, "bots", "table_size", "advance"]

    @property
    def line(self) -> str:
        """What the line under the cursor is about."""
        return self.lines()[self.at]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many may sit at a table of this game."""
        return self.offered.presets[self.preset].seats

    def show(self) -> None:
        """Draws the lines."""
        self.at = max(0, min(self.at, len(self.lines()) - 1))
        self.form.show([self._row(line) for line in self.lines()], self.at)

    def _row(self, line: str) -> tuple[str, str]:
        words = self.words
        if line.startswith("name-"):
            nth = int(line.removeprefix("name-"))
            heading = words.text(say("Name of person {number}", number=nth + 1), ())
            return heading, clean(self.names[nth]) + ("_" if line == self.line else "")
        if line == "last":
            return words.say("Continue"), clean(self.offered.last or "")
        entrants = self.people + self.bots
        heading, value = {
            "game": (words.say("Game"), clean(self.offered.presets[self.preset].title)),
            "people": (words.say("People at this keyboard"), str(self.people)),
            "bots": (words.say("Bots"), words.text(say("{bots} (entrants: {all})", bots=self.bots, all=entrants), ())),
            "table_size": (words.say("Most players at a table"), str(min(self.table_size, self.sizes[-1]))),
            "advance": (words.say("Who goes on"), words.say(ADVANCE[self.advance][1])),
        }[line]
        return heading, f"{LESS} {value} {MORE}"

    # What is done

    def action_step(self, by: int) -> None:
        """The line above or below."""
        self.at += by
        self.show()

    def action_line(self, nth: int) -> None:
        """A click on a line."""
        self.at = nth
        self.show()

    def action_change(self, by: int, nth: int | None = None) -> None:
        """Changes what the line says; of another line where a click names it."""
        if nth is not None:
            self.at = nth
        match self.line:
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
        self.bots = max(LEAST - self.people, 0, min(self.bots, MOST - self.people))
        self.show()

    def on_key(self, event: events.Key) -> None:
        """Types a name; letters are no keys then."""
        if not self.line.startswith("name-"):
            return
        nth = int(self.line.removeprefix("name-"))
        if event.key == "backspace":
            self.names[nth] = self.names[nth][:-1]
        elif event.character is not None and event.is_printable:
            self.names[nth] = (self.names[nth] + event.character)[:NAME]
        else:
            return
        event.stop()
        event.prevent_default()
        self.show()

    def action_begin(self) -> None:
        """Begins, or goes on with the last one when the cursor is on its line."""
        cup: Tournament
        try:
            if self.line == "last" and self.offered.resume_last is not None:
                cup = self.offered.resume_last()
            else:
                cup = self.offered.begin(
                    Wish(
                        self.offered.presets[self.preset].id,
                        tuple(self.names[: self.people]),
                        self.bots,
                        min(self.table_size, self.sizes[-1]),
                        ADVANCE[self.advance][0],
                    )
                )
        except (OSError, ValueError) as wrong:
            self.query_one("#note", Line).show(self.words.text(told(wrong), ()))
            return
        self.dismiss(cup)

    def action_leave(self) -> None:
        """Back to the menu."""
        self.dismiss(None)

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """A click on the key line."""
        message.stop()
        await self.run_action(message.action)
