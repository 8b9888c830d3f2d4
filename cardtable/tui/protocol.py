"""The screen's interface to the outside: opening tables, keeping records, saving settings."""

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
    from cardtable.match.replay import Replay, SavedRecord
    from cardtable.match.table import Table
    from cardtable.player.saved import SavedTable
    from cardtable.player.settings import Preferences
    from cardtable.player.stats import Stats
    from cardtable.talk import Level
    from cardtable.tui.offers import Booklet, Lessons, Mistakes, Puzzles, Tally, Tournaments, Unfinished


class Archive(NamedTuple):
    """Actions on records. Every callable may raise OSError or ValueError with a message."""

    kept: Callable[[], Sequence[SavedRecord]]
    """Returns the player's records, newest first."""
    read: Callable[..., Replay]
    """Reads a record by path; given a deal number, only the moments of that deal in a long match."""
    play_on: Callable[[Replay, int, Seat], Table]
    """Opens a practice table that continues from a moment, with the player in this seat."""
    save_position: Callable[[Replay, int], tuple[Path, Sequence[str]]]
    """Writes the position of a moment to a file; returns its path, and what could not be written."""
    go_on: Callable[[Path], Table]
    """Opens the match of an unfinished record."""
    write_page: Callable[[Replay, int, Seat, str], Path]
    """Writes a finished deal, from a seat's view, as a web page opening in this language; returns its path."""
    line_to_share: Callable[[Replay, int, Seat], Text]
    """Returns a finished deal as one line to share with friends."""


class Home(NamedTuple):
    """The menu's contents and the functions that open tables.

    The callables may raise OSError or ValueError with a message, which the menu shows.
    """

    games: Sequence[ListedGame]
    open_table: Callable[[str, int], Table]
    short_table: Callable[[str, int], Table] | None = None
    """Opens a game as the short evening defined by its preset."""
    unfinished: Sequence[Unfinished] = ()
    """The most recent unfinished matches, latest first."""
    resume: Callable[[Path], Table] | None = None
    """Resumes one of them."""
    person: str = ""
    """The name of the player at the keyboard, unless another is typed."""
    newcomer: bool = False
    """Whether they have never given their name."""
    saved: Sequence[SavedTable] = ()
    """The saved tables."""
    same: str | None = None
    """The name of the table played at last."""
    same_table: Callable[[], Table] | None = None
    """Opens a new match at that table: same game, players and house rules."""
    same_game: tuple[str, int] | None = None
    """Its preset and number of seats."""
    again: Callable[[], Home] | None = None
    """Returns the refreshed menu after a table is left."""
    tournaments: Callable[[], Tournaments] | None = None
    """The games available as tournaments; looked up only on request."""
    stats: Callable[[], tuple[Stats, Sequence[Text]]] | None = None
    """Everybody's results, and a message for every unreadable record."""
    accuracy: Callable[[str | None], Sequence[Accuracy]] | None = None
    """The accuracy of one player's or everybody's reviewed decisions, by family and month."""
    mistakes: Mistakes | None = None
    """The player's own mistakes as exercises; None if nothing has been reviewed."""
    tallies: Callable[[], Mapping[str, Tally]] | None = None
    """The player's results by preset; reads every new record, so it is called in a thread."""
    booklet: Callable[[str, int], Booklet] | None = None
    """Returns the rules of a preset for this many players."""
    host: Callable[[], Callable[[SavedTable, bool], None]] | None = None
    """Returns the function that hosts a table once the menu closes, open to everybody who can reach this computer or
    only to players on it.
    """


class Settings(NamedTuple):
    """The screen's settings."""

    delay: float = 0.5
    """Seconds before a bot's move, thinking included. Longer while a player may object."""
    theme: str = ""
    """The name of a theme; if empty, one of ours that suits the terminal's colours."""
    rules: Callable[[Table], Booklet] | None = None
    """Returns the rules of a table, for the rules key."""
    advice: Callable[[Table], Iterator[Advice]] | None = None
    """Asks the bots about the decisions of a table's finished deal."""
    archive: Archive | None = None
    """Actions on records."""
    open_agreed: Callable[[SavedTable], Table] | None = None
    """Opens a table that was set up; saves it if it has a name. Raises OSError and ValueError."""
    lessons: Callable[[], Lessons] | None = None
    """The available lessons; looked up only on request, as are puzzles."""
    puzzles: Callable[[], Puzzles] | None = None
    """The available puzzles."""
    adviser: str = "auto"
    """The style of bot that gives hints, if it plays the game; `auto`: the best one by measurement."""
    tutor: str = "off"
    """Whether a tutor speaks `after` a costly move, asks `before` one that is sure to lose, or is `off`."""
    order: str = "game"
    """The initial sorting of a hand."""
    small: bool = False
    """Whether cards are small even if large ones would fit."""
    suits: str = "theme"
    """The number of suit colours: two, four, or whatever the theme says."""
    forced: str = "asked"
    """The forced moves made automatically: none (`asked`), those without a card (`words`), or `all`; `undecided`: none
    until the player has been offered the choice.
    """
    trainer: bool = False
    """Whether the trainer asks once per deal which trumps are gone."""
    remember: Callable[[int, int], None] | None = None
    """Counts an answer: the number of cards asked about, and how many were right. Raises OSError and ValueError."""
    talk: Level = "off"
    """How much bots talk at the table during an evening."""
    motion: bool = False
    """Whether cards move to their places when played, taken and dealt."""
    log: bool = True
    """Whether the log is shown if it fits."""
    bell: bool = False
    """Whether the terminal bell rings when a player's turn comes after a long wait."""
    keys: Mapping[str, str] = MappingProxyType({})
    """The player's own keys, by the ids of the key table."""
    troubles: Sequence[Text] = ()
    """Errors in the player's files, one message each."""
    pictures: Path | None = None
    """The folder for pictures of the screen; None if nothing may be written."""
    silly: Path | None = None
    """The file for bot moves a player finds silly; None if nothing may be written."""
    themes: Path | None = None
    """The folder of the player's own themes."""
    preferences: Preferences | None = None
    """The player's choices, as shown on the settings screen."""
    choose: Callable[[str, object], Settings] | None = None
    """Saves a preference and returns the new settings. Raises OSError and ValueError."""
    write_letters: Callable[[], Settings] | None = None
    """Switches to letters and plain frames, for a terminal that shows our signs two columns wide; None if the choice is
    already made and the terminal need not be asked.
    """


def as_preferred(base: Settings, found: Preferences) -> Settings:
    """Returns these settings with a player's preferences applied."""
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
    from cardtable.tui.offers import Booklet

    header, rules = table.header, table.rules
    game = family(header.family)
    preset = game.presets[header.preset]
    card, told = game.card(rules.options, rules.seats), game.explain(rules.options, rules.seats)
    usual = [game.card(preset.options, rules.seats), game.explain(preset.options, rules.seats)]
    known = [part for chapters in usual for _, parts in chapters for part in parts]
    house = [part for chapters in (card, told) for _, parts in chapters for part in parts if part not in known]
    return Booklet(game.title, preset.title, card, told, tuple(house))
