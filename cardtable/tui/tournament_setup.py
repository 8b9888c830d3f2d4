"""Putting a tournament together: the game, who takes part, how large the tables are, who goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.engine.faults import told
from cardtable.engine.text import clean, mark, say
from cardtable.tournament.agreement import ENTRANTS, TournamentOptions
from cardtable.tui.form import Row, SetupScreen
from cardtable.tui.protocol import CupForm, Tournaments
from cardtable.words import Words

if TYPE_CHECKING:
    from cardtable.tournament import Advance, Tournament

MOST_PEOPLE = 8
"""People at one keyboard; the command takes as many as wanted."""
BOTS = 7
"""Bots that are offered first: with one person eight entrants."""
ADVANCE: tuple[tuple[Advance, str], ...] = (
    ("fool_out", mark("all but the fool")),
    ("winner_only", mark("only the first to finish")),
)


class TournamentSetup(SetupScreen["Tournament"]):
    """Gives the tournament that was begun, or None."""

    def __init__(self, words: Words, offered: Tournaments, preset: str = "") -> None:
        """Offers this preset first, where it can be played so."""
        super().__init__(words, words.say("Tournament"))
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
        """What each line is about; `name-2` is the name of the third person."""
        names = [f"name-{nth}" for nth in range(self.people)]
        last = ["last"] if self.offered.resume_last is not None else []
        return [*last, "game", "people", *names, "bots", "table_size", "advance"]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many may sit at a table of this game."""
        return self.offered.presets[self.preset].seats

    def row(self, line: str) -> Row:
        """A line as it is shown."""
        words = self.words
        if line in self.texts:
            number = int(line.removeprefix("name-")) + 1
            heading = words.text(say("Name of person {number}", number=number), ())
            return Row(heading, clean(self.texts[line]), typed=True)
        if line == "last":
            return Row(words.say("Continue"), clean(self.offered.last or ""), idle=True)
        entrants = self.people + self.bots
        heading, value = {
            "game": (words.say("Game"), clean(self.offered.presets[self.preset].title)),
            "people": (words.say("People at this keyboard"), str(self.people)),
            "bots": (words.say("Bots"), words.text(say("{bots} (entrants: {all})", bots=self.bots, all=entrants), ())),
            "table_size": (words.say("Most players at a table"), str(min(self.table_size, self.sizes[-1]))),
            "advance": (words.say("Who goes on"), words.say(ADVANCE[self.advance][1])),
        }[line]
        return Row(heading, value)

    def about(self, line: str) -> str:
        """How it is played."""
        return self.words.say("Every table plays one deal, a drawn one again. Who is left takes the pool.")

    # What is done

    def change(self, line: str, by: int) -> None:
        """The game, who takes part, and who goes on."""
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
        """Begins, or goes on with the last one when the cursor is on its line."""
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
