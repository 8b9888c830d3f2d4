"""What the screen is given from outside: how tables are opened, records kept and settings remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from cardtable.engine.moves import Seat
from cardtable.engine.text import Text
from cardtable.games import ListedGame, family
from cardtable.player.settings import PACES

if TYPE_CHECKING:
    from pathlib import Path

    from cardtable.coach.advice import Advice
    from cardtable.coach.kept import Accuracy
    from cardtable.coach.mistakes import ExerciseTable
    from cardtable.engine.rulebook import RulePart
    from cardtable.match.replay import Replay, SavedRecord
    from cardtable.match.table import Table
    from cardtable.match.tournament import Advance, Tournament
    from cardtable.player.saved import SavedTable
    from cardtable.player.settings import Preferences
    from cardtable.player.stats import Stats
    from cardtable.puzzles.day_told import DayTold
    from cardtable.puzzles.dayline import DayLine
    from cardtable.talk import Level


class Booklet(NamedTuple):
    """The rules of exactly one table: on a card, and in full."""

    family: str
    title: str
    """Source texts of the family's name and the game's."""
    card: list[tuple[Text, list[RulePart]]]
    rules: list[tuple[Text, list[RulePart]]]
    house: tuple[RulePart, ...] = ()
    """What the card and the rules say of this table alone: its game says otherwise as it is usually played."""


class PresetRow(NamedTuple):
    """A game that can be played as a tournament, with the sizes that a table may have."""

    id: str
    title: str
    seats: tuple[int, ...]


class CupForm(NamedTuple):
    """A tournament as it was put together on the screen."""

    preset: str
    people: tuple[str, ...]
    """Their names."""
    bots: int
    table_size: int
    advance: Advance


class Tournaments(NamedTuple):
    """What the menu offers of tournaments, and who opens them.

    Both callables may raise OSError or ValueError with a line that the screen then shows.
    """

    presets: Sequence[PresetRow]
    """The games that can be played so, each with the sizes that a table may have."""
    begin: Callable[[CupForm], Tournament]
    person: str
    """How the one at the keyboard is called."""
    last: str | None = None
    """How the unfinished tournament is called, if there is one."""
    resume_last: Callable[[], Tournament] | None = None


class Unfinished(NamedTuple):
    """A match that can be gone on with."""

    path: Path
    title: str
    """The source text of the game's name."""
    names: tuple[str, ...]
    deal: Text | None
    """What the deal is called that is played or was played last; None before the first."""
    totals: tuple[Text, tuple[int, ...]] | None = None
    """What is counted over the match: heading, and the number of every seat; None while nothing is."""


class Tally(NamedTuple):
    """How somebody has fared in a game so far, in deals."""

    won: int
    lost: int


class Exercise(NamedTuple):
    """A position in which the player went wrong."""

    table: ExerciseTable
    note: Callable[[bool], Text | None]
    """Keeps whether it was solved; says why it cannot."""


class Mistakes(NamedTuple):
    """The player's own mistakes as exercises. Both may raise OSError or ValueError with a line."""

    next: Callable[[], Exercise | None]
    """The exercise that is due first; None where none is due today."""
    rest: Callable[[], Text]
    """What is said where none is due: when one comes back."""


class Home(NamedTuple):
    """What the menu offers, and who opens the tables.

    The callables may raise OSError or ValueError with a line that the menu then shows.
    """

    games: Sequence[ListedGame]
    open_table: Callable[[str, int], Table]
    short_table: Callable[[str, int], Table] | None = None
    """Opens a game as the short evening that its preset names."""
    unfinished: Sequence[Unfinished] = ()
    """The last matches that are not over, the one that was played last first."""
    resume: Callable[[Path], Table] | None = None
    """Goes on with one of them."""
    person: str = ""
    """Who sits at the keyboard, unless another name is typed."""
    newcomer: bool = False
    """Whether they have never said what they are called."""
    saved: Sequence[SavedTable] = ()
    """The tables that were kept."""
    same: str | None = None
    """How the table at which somebody sat last is called."""
    same_table: Callable[[], Table] | None = None
    """Opens a new match at that table: the same game, players and house rules."""
    same_game: tuple[str, int] | None = None
    """Its preset, and how many sat there."""
    again: Callable[[], Home] | None = None
    """The menu as it is after a table was left."""
    tournaments: Callable[[], Tournaments] | None = None
    """What can be played as a tournament; looked up only when somebody asks."""
    stats: Callable[[], tuple[Stats, Sequence[Text]]] | None = None
    """People's results, and a line for every record that cannot be read."""
    accuracy: Callable[[str | None], Sequence[Accuracy]] | None = None
    """By family and month how accurately somebody decided, or everybody, in what has been reviewed."""
    mistakes: Mistakes | None = None
    """The player's own mistakes as exercises; None where nothing has been reviewed."""
    tallies: Callable[[], Mapping[str, Tally]] | None = None
    """By preset how the person has fared; reads every record that is new, so it is called in a thread."""
    booklet: Callable[[str, int], Booklet] | None = None
    """The rules of a preset for so many players."""
    host: Callable[[], Callable[[SavedTable, bool], None]] | None = None
    """What hosts a table for friends elsewhere once the menu is left, for everybody who reaches this computer or only
    at this computer."""


class LessonRow(NamedTuple):
    """A lesson as lists of lessons show it."""

    id: str
    title: Text
    minutes: int
    step: int = 0
    """How many steps of it are behind the learner, if they have begun it and not ended."""
    done: bool = False
    """Whether they have played it to its end."""
    steps: int = 0
    """How many steps it has."""


def wanted(lessons: Sequence[LessonRow]) -> int:
    """Which of these lessons comes next: one that was begun, or else the first that is not done."""
    begun = next((nth for nth, row in enumerate(lessons) if row.step), None)
    return next((nth for nth, row in enumerate(lessons) if not row.done), 0) if begun is None else begun


class Lessons(NamedTuple):
    """The lessons, and who opens them. The callables may raise OSError or ValueError with a line."""

    of: Callable[[str], tuple[Sequence[LessonRow], Sequence[Text]]]
    """A family's lessons in order, and a line for everything that is wrong with them."""
    open: Callable[[str], Table]
    """The table of a lesson, where the learner left it."""
    play: Callable[[str], Table]
    """A table of this preset with bots, as many players as usual."""
    done: Callable[[], Mapping[str, tuple[int, int]]]
    """By family how many of its lessons were played to their ends, and how many there are; read quickly."""


class Puzzles(NamedTuple):
    """The puzzles and the deal of the day, and who opens them. The callables may raise OSError or ValueError."""

    begin: Callable[[str | None], Table]
    """The table of the next puzzle of a family, or of any."""
    after: Callable[[Table], Table]
    """What comes after the puzzle of a table."""
    day: Callable[[], Table]
    """What is to be played today: the puzzle first, then the deal."""
    day_told: Callable[[Table, Callable[[], bool]], DayTold]
    """How the deal of a day compares; it takes a while, and may be told that nobody waits any more."""
    board: Callable[[Table], Sequence[tuple[DayLine, Text]]]
    """What friends have made of the day of a table, each by their line."""
    add_friend: Callable[[str], DayLine]
    """Keeps a friend's line on the board."""
    deal_of: Callable[[DayLine], Path]
    """The record of a friend's deal, made anew from their line."""
    week: Callable[[], tuple[int, Sequence[bool]]]
    """How many days in a row were played, and of the last seven days which were; the last of them is today."""
    figures_told: Callable[[], Sequence[Text]]
    """The player's rating, what they have solved and their days, in lines."""


class Archive(NamedTuple):
    """What can be done with records, and who does it. Every callable may raise OSError or ValueError with a line."""

    kept: Callable[[], Sequence[SavedRecord]]
    """The player's records, the newest first."""
    read: Callable[..., Replay]
    """Reads a record by its path; with the number of a deal, of a long match the moments of that deal alone."""
    play_on: Callable[[Replay, int, Seat], Table]
    """Opens a practice table that goes on from a moment, with a person in this seat."""
    save_position: Callable[[Replay, int], tuple[Path, Sequence[str]]]
    """Writes the position of a moment; gives where, and what it could not put down."""
    go_on: Callable[[Path], Table]
    """Opens the match of a record that is not over."""
    write_page: Callable[[Replay, int, Seat, str], Path]
    """Writes a deal that is over as a web page, as a seat saw it, which opens in a language; gives where."""
    line_to_share: Callable[[Replay, int, Seat], Text]
    """A deal that is over in one line for friends."""


class Settings(NamedTuple):
    """How the screen behaves."""

    delay: float = 0.5
    """Seconds that the table stands still before a bot's move; thinking counts. Longer while somebody may object."""
    theme: str = ""
    """A theme's name; empty: one of our own that the terminal has the colours for."""
    rules: Callable[[Table], Booklet] | None = None
    """Gives the rules of a table, for the rules key."""
    advice: Callable[[Table], Iterator[Advice]] | None = None
    """Asks the bots about the decisions of a table's deal that is over."""
    archive: Archive | None = None
    """What can be done with records."""
    open_agreed: Callable[[SavedTable], Table] | None = None
    """Opens a table that was put together; keeps it if it has a name. Raises OSError and ValueError."""
    lessons: Callable[[], Lessons] | None = None
    """The lessons that can be played; looked up only when somebody asks, as are puzzles."""
    puzzles: Callable[[], Puzzles] | None = None
    """The puzzles that can be solved."""
    adviser: str = "auto"
    """The style that gives hints, where it plays; auto: the best that was measured."""
    tutor: str = "off"
    """Whether a tutor says `after` a move that it cost much, or asks `before` one that certainly loses; or `off`."""
    order: str = "game"
    """How a hand is sorted at first."""
    small: bool = False
    """Whether cards are small even where large ones fit."""
    suits: str = "theme"
    """How many colours the suits have: two, four, or as the theme says."""
    forced: str = "asked"
    """Which moves are made for somebody who can do nothing else: none (`asked`), `words`, that is what lays no card, or
    `all`; `undecided` for none until they have been offered it."""
    trainer: bool = False
    """Whether it is asked once a deal which trumps are gone."""
    remember: Callable[[int, int], None] | None = None
    """Counts an answer: about how many cards, and how much of it was right. Raises OSError and ValueError."""
    talk: Level = "off"
    """How much bots say at the table in an evening."""
    motion: bool = False
    """Whether cards that are laid, taken and dealt move to their places."""
    log: bool = True
    """Whether the log is shown where there is room."""
    bell: bool = False
    """Whether the terminal's bell rings for somebody whose turn comes after they have waited long."""
    keys: Mapping[str, str] = MappingProxyType({})
    """Own keys by the ids of the key table."""
    troubles: Sequence[Text] = ()
    """What was wrong in the player's files, a line each."""
    pictures: Path | None = None
    """Where pictures of the screen are put; None where nothing may be written."""
    silly: Path | None = None
    """Where bots' moves are written down that somebody finds silly; None where nothing may be written."""
    themes: Path | None = None
    """The folder of the player's own themes."""
    preferences: Preferences | None = None
    """What the player has chosen, as the settings screen shows it."""
    choose: Callable[[str, object], Settings] | None = None
    """Keeps a preference and gives the settings as they then are. Raises OSError and ValueError."""
    write_letters: Callable[[], Settings] | None = None
    """Writes letters and plain frames from now on, for a terminal that shows our signs two columns wide; None where
    that is settled, so that the terminal need not be asked."""


def as_preferred(base: Settings, found: Preferences) -> Settings:
    """These settings with a player's preferences."""
    return base._replace(
        delay=PACES[found.pace],
        theme="" if found.theme == "auto" else found.theme,
        adviser=found.adviser,
        tutor=found.tutor,
        order=found.order,
        small=found.cards == "small",
        suits=found.suits,
        forced=found.forced,
        talk=found.talk,
        trainer=found.trainer,
        motion=found.motion,
        log=found.log,
        bell=found.bell,
        keys=found.keys,
        preferences=found,
    )


def booklet_of(table: Table) -> Booklet:
    header, rules = table.header, table.rules
    game = family(header.family)
    preset = game.presets[header.preset]
    card, told = game.card(rules.options, rules.seats), game.explain(rules.options, rules.seats)
    usual = [game.card(preset.options, rules.seats), game.explain(preset.options, rules.seats)]
    known = [part for chapters in usual for _, parts in chapters for part in parts]
    house = [part for chapters in (card, told) for _, parts in chapters for part in parts if part not in known]
    return Booklet(game.title, preset.title, card, told, tuple(house))
