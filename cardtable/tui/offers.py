"""What the functions of `protocol.py` return on request; the first picture needs none of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from cardtable.coach.mistakes import ExerciseTable
    from cardtable.engine.rulebook import RulePart
    from cardtable.engine.text import Text
    from cardtable.match.table import Table
    from cardtable.match.tournament import Advance, Tournament
    from cardtable.puzzles.day_told import DayTold
    from cardtable.puzzles.dayline import DayLine


class Booklet(NamedTuple):
    """The rules of one particular table: a summary card, and the full text."""

    family: str
    title: str
    """Source texts of the family's and the game's name."""
    card: list[tuple[Text, list[RulePart]]]
    rules: list[tuple[Text, list[RulePart]]]
    house: tuple[RulePart, ...] = ()
    """The parts of card and rules that apply to this table only: usually the game is played differently."""


class PresetRow(NamedTuple):
    """A game that can be played as a tournament, with the possible table sizes."""

    id: str
    title: str
    seats: tuple[int, ...]


class CupForm(NamedTuple):
    """A tournament as set up on the screen."""

    preset: str
    people: tuple[str, ...]
    """The players' names."""
    bots: int
    table_size: int
    advance: Advance


class Tournaments(NamedTuple):
    """The menu's tournaments and the functions that open them.

    Both callables may raise OSError or ValueError with a message, which the screen shows.
    """

    presets: Sequence[PresetRow]
    """The games available as tournaments, each with the possible table sizes."""
    begin: Callable[[CupForm], Tournament]
    person: str
    """The name of the player at the keyboard."""
    last: str | None = None
    """The title of the unfinished tournament, if there is one."""
    resume_last: Callable[[], Tournament] | None = None


class Unfinished(NamedTuple):
    """A match that can be resumed."""

    path: Path
    title: str
    """The source text of the game's name."""
    names: tuple[str, ...]
    deal: Text | None
    """The title of the current or last deal; None before the first."""
    totals: tuple[Text, tuple[int, ...]] | None = None
    """The match score: its heading and every seat's number; None while there is none."""


class Tally(NamedTuple):
    """A player's results in a game so far, in deals."""

    won: int
    lost: int


class Exercise(NamedTuple):
    """A position the player once got wrong."""

    table: ExerciseTable
    note: Callable[[bool], Text | None]
    """Saves whether it was solved; returns an error message if it cannot."""


class Mistakes(NamedTuple):
    """The player's own mistakes as exercises. Both callables may raise OSError or ValueError with a message."""

    next: Callable[[], Exercise | None]
    """Returns the exercise due next; None if none is due today."""
    rest: Callable[[], Text]
    """Returns the message for a day with none due: when the next one is."""


class LessonRow(NamedTuple):
    """A lesson as shown in lists."""

    id: str
    title: Text
    minutes: int
    step: int = 0
    """The number of steps done, if the lesson is under way."""
    done: bool = False
    """Whether the lesson has been completed."""
    steps: int = 0
    """The number of steps it has."""


def wanted(lessons: Sequence[LessonRow]) -> int:
    """Returns the index of the lesson to do next: one under way, or else the first not done."""
    begun = next((nth for nth, row in enumerate(lessons) if row.step), None)
    return next((nth for nth, row in enumerate(lessons) if not row.done), 0) if begun is None else begun


class Lessons(NamedTuple):
    """The lessons and the functions that open them. The callables may raise OSError or ValueError with a message."""

    of: Callable[[str], tuple[Sequence[LessonRow], Sequence[Text]]]
    """Returns a family's lessons in order, and a message for each thing wrong with them."""
    open: Callable[[str], Table]
    """Opens the table of a lesson at the step the learner reached."""
    play: Callable[[str], Table]
    """Opens a table of this preset with bots, for the usual number of players."""
    done: Callable[[], Mapping[str, tuple[int, int]]]
    """Returns by family how many lessons have been completed, and how many there are; fast."""


class Puzzles(NamedTuple):
    """Puzzles and the deal of the day, and the functions that open them. These may raise OSError or ValueError."""

    begin: Callable[[str | None], Table]
    """Opens the next puzzle of a family, or of any."""
    after: Callable[[Table], Table]
    """Opens what follows the puzzle of a table."""
    day: Callable[[], Table]
    """Opens what is due today: the puzzle first, then the deal."""
    day_told: Callable[[Table, Callable[[], bool]], DayTold]
    """Returns how the deal of a day compares; takes a while, and can be told to give up."""
    board: Callable[[Table], Sequence[tuple[DayLine, Text]]]
    """Returns friends' results for the day of a table, one line each."""
    add_friend: Callable[[str], DayLine]
    """Saves a friend's line on the board."""
    deal_of: Callable[[DayLine], Path]
    """Returns the record of a friend's deal, rebuilt from their line."""
    week: Callable[[], tuple[int, Sequence[bool]]]
    """Returns the number of days played in a row, and which of the last seven were played, today last."""
    figures_told: Callable[[], Sequence[Text]]
    """Returns the player's rating, puzzles solved and days, as lines."""
