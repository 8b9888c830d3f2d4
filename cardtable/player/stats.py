"""People's results: a small database beside the records, filled from them; it can be deleted and is then rebuilt."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Set
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from cardtable.bots.entries import name_of
from cardtable.engine.faults import told
from cardtable.engine.moves import Event, Seat
from cardtable.engine.state import observe
from cardtable.engine.text import Text, say
from cardtable.files import Unreadable, check_regular, make_folder
from cardtable.games import family, find_preset, group_of
from cardtable.match.record import CLOCK, BadRecord, EndLine, Record, read_record
from cardtable.match.record.lines import DealLine, Header
from cardtable.match.replay import RecordStanding
from cardtable.match.terms import PERSON
from cardtable.player.achievements import FinishedDeal, earned_in

VERSION = 5
"""Raised when the tables change; a database of another version is filled anew."""
_TABLES = """
CREATE TABLE records (name TEXT PRIMARY KEY, size INTEGER, changed TEXT, trouble TEXT);
CREATE TABLE results (
    record TEXT, deal INTEGER, day TEXT, family TEXT, preset TEXT, seats INTEGER, seat INTEGER, name TEXT,
    style TEXT, opponents TEXT, foes TEXT, partners TEXT, score REAL, won INTEGER, drawn INTEGER
);
CREATE TABLE earned (record TEXT, day TEXT, name TEXT, achievement TEXT);
CREATE TABLE matches (record TEXT PRIMARY KEY, deals INTEGER, over INTEGER, winners TEXT, places TEXT);
CREATE INDEX results_of ON results (record);
CREATE INDEX earned_of ON earned (record);
"""


@dataclass(frozen=True, slots=True)
class Results:
    """Somebody's results in some deals: how many, the shares won and drawn, and the mean score between 0 and 1."""

    what: str
    """What they are counted by; everybody at a table as a JSON list, for a name may hold any sign."""
    deals: int
    won: float
    drawn: float
    score: float


@dataclass(frozen=True, slots=True)
class Rows:
    """How many deals in a row somebody won: lately, and at the best of times."""

    now: int
    best: int


class Stats:
    """The results of every recorded deal, by seat. What cannot be kept on the disk is kept in memory."""

    def __init__(self, path: Path) -> None:
        """Opens or makes the database; one of another version or damaged is made anew."""
        self._path = path
        self._db = _on_disk(path) or _opened(IN_MEMORY)

    def close(self) -> None:
        """Lets go of the database."""
        self._db.close()

    def read(self, folder: Path) -> list[Text]:
        """Takes in the records that are new or have grown, forgets those that are gone.

        Gives a line for every record that cannot be read.
        """
        try:
            return self._read(folder)
        except sqlite3.Error:
            # It cannot be written to, or was damaged inside: everything is read anew.
            self._db.close()
            self._db = _opened(IN_MEMORY)
            return self._read(folder)

    def _read(self, folder: Path) -> list[Text]:
        known = {
            name: (size, changed) for name, size, changed in self._db.execute("SELECT name, size, changed FROM records")
        }
        found = {_name(path): path for path in folder.glob("*.jsonl")}
        with self._db:
            for name in known.keys() - found.keys():
                self._forget(name)
            for name, path in sorted(found.items()):
                size, changed = _stamp(path)
                if known.get(name) != (size, changed):
                    self._take_in(name, path, size, changed)
        bad = self._db.execute("SELECT name FROM records WHERE trouble <> '' ORDER BY name")
        return [_trouble(found[name]) for (name,) in bad]

    def _forget(self, name: str) -> None:
        self._db.execute("DELETE FROM records WHERE name = ?", (name,))
        self._db.execute("DELETE FROM results WHERE record = ?", (name,))
        self._db.execute("DELETE FROM earned WHERE record = ?", (name,))
        self._db.execute("DELETE FROM matches WHERE record = ?", (name,))

    def _take_in(self, name: str, path: Path, size: int, changed: str) -> None:
        self._forget(name)
        trouble = ""
        try:
            record = read_record(path)
            ended, outcome = _replayed(record)
            rows, earned = _results(name, record, ended)
        except (BadRecord, Unreadable, OSError) as error:
            rows, earned, outcome, trouble = [], [], None, str(error) or type(error).__name__
        self._db.execute("INSERT INTO records VALUES (?, ?, ?, ?)", (name, size, changed, trouble))
        self._db.executemany(f"INSERT INTO results VALUES ({', '.join('?' * 15)})", rows)
        self._db.executemany("INSERT INTO earned VALUES (?, ?, ?, ?)", earned)
        if outcome is not None:
            winners, places = json.dumps(outcome.winners), json.dumps(outcome.places)
            self._db.execute(
                "INSERT INTO matches VALUES (?, ?, ?, ?, ?)", (name, outcome.deals, outcome.over, winners, places)
            )

    def outcome(self, path: Path) -> RecordStanding | None:
        """How the match of this record stands; None where that could not be read."""
        rows = self._db.execute("SELECT deals, over, winners, places FROM matches WHERE record = ?", (_name(path),))
        for deals, over, winners, places in rows:
            return RecordStanding(deals, bool(over), tuple(json.loads(winners)), tuple(json.loads(places)))
        return None

    def people(self) -> list[Results]:
        """Everybody who has played at this keyboard, the busiest first."""
        return self._grouped("name", None)

    def results(self, by: str, name: str | None = None) -> list[Results]:
        """The results of a person, or of all together, by `family`, `preset`, `opponents` or `month`.

        Months are in order; elsewhere what was played most comes first.
        """
        return self._grouped({"month": "substr(day, 1, 7)"}.get(by, by), name, "1" if by == "month" else "2 DESC, 1")

    def run(self, name: str | None = None, last: int = 50) -> list[float]:
        """The scores of the last deals, oldest first."""
        return self._run("score", name, last)

    def rows(self, name: str | None = None) -> Rows:
        """How many deals in a row were won, over everything that was played."""
        best = now = 0
        for score in self._run("won", name, -1):
            now = now + 1 if score else 0
            best = max(best, now)
        return Rows(now, best)

    def against(self, name: str | None = None) -> list[Results]:
        """The results against bots of each style, the style met most first."""
        return self._with("foes", "bot:", name)

    def with_partners(self, name: str | None = None) -> list[Results]:
        """The results with each partner, the commonest first."""
        return self._with("partners", "", name)

    def _with(self, column: str, prefix: str, name: str | None) -> list[Results]:
        """The results by everybody who is named in this column with this before the name."""
        found: dict[str, list[tuple[float, float, float]]] = {}
        for listed, *row in self._db.execute(
            f"SELECT {column}, won, drawn, score FROM results WHERE style IS NULL AND (?1 IS NULL OR name = ?1)",
            (name,),
        ):
            for who in json.loads(listed):
                if who.startswith(prefix):
                    found.setdefault(who, []).append((row[0], row[1], row[2]))
        results = [Results(who, len(rows), *map(fmean, zip(*rows, strict=True))) for who, rows in found.items()]
        return sorted(results, key=lambda one: (-one.deals, one.what))

    def earned(self, name: str | None = None) -> dict[str, str]:
        """The achievements by their ids, each with the day on which it was first earned; the day may be unknown."""
        rows = self._db.execute(
            "SELECT achievement, min(day) FROM earned WHERE ?1 IS NULL OR name = ?1 GROUP BY 1", (name,)
        )
        return dict(rows.fetchall())

    def _run(self, what: str, name: str | None, last: int) -> list[float]:
        rows = self._db.execute(
            f"SELECT {what} FROM results WHERE style IS NULL AND (?1 IS NULL OR name = ?1) "
            "ORDER BY record DESC, deal DESC LIMIT ?2",
            (name, last),
        )
        return [value for (value,) in rows][::-1]

    def _grouped(self, by: str, name: str | None, order: str = "2 DESC, 1") -> list[Results]:
        rows = self._db.execute(
            f"SELECT {by}, count(*), avg(won), avg(drawn), avg(score) FROM results "
            f"WHERE style IS NULL AND (?1 IS NULL OR name = ?1) GROUP BY 1 ORDER BY {order}",
            (name,),
        )
        return [Results(*row) for row in rows]


IN_MEMORY = Path(":memory:")


def _name(path: Path) -> str:
    """How a record is called here: the name of its file, which may hold bytes that are no letters."""
    return os.fsencode(path.name).decode(errors="backslashreplace")


def _stamp(path: Path) -> tuple[int, str]:
    """The size of a file and when it was written, as text: a time may be too far for a number of the database."""
    try:
        stat = path.stat()
    except OSError:
        return 0, ""
    return stat.st_size, str(stat.st_mtime_ns)


def _on_disk(path: Path) -> sqlite3.Connection | None:
    """The database in this file, made anew where it is damaged; None where it can be neither read nor made."""
    try:
        make_folder(path.parent)
        if path.exists():
            check_regular(path)
        try:
            return _opened(path)
        except sqlite3.OperationalError:
            return None
        except sqlite3.DatabaseError:
            path.unlink(missing_ok=True)
            return _opened(path)
    except (OSError, Unreadable, sqlite3.Error):
        return None


def _opened(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path)
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version != VERSION:
            with closing(db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")) as tables:
                for (table,) in tables.fetchall():
                    db.execute(f'DROP TABLE "{table}"')
            db.executescript(f"{_TABLES} PRAGMA user_version = {VERSION};")
    except sqlite3.Error:
        db.close()
        raise
    return db


def _trouble(path: Path) -> Text:
    """Why a record cannot be read; asked anew, because the database keeps no sentences."""
    try:
        record = read_record(path)
        _results(path.name, record, _replayed(record)[0])
    except (BadRecord, Unreadable, OSError) as error:
        return say("{path}: {why}", path=str(path), why=told(error))
    return Text("{path}", {"path": str(path)})


def _results(
    name: str, record: Record, ended: dict[int, _Ended]
) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """A row a seat for every deal that was played to its end, and a row for everything that a person earned in it."""
    header = record.header
    if header.copied:
        # Practice: the first deals are another record's, and the cards of the next were known.
        return [], []
    day = match[0] if (match := re.match(r"\d{4}-\d\d-\d\d", name)) else ""
    results: list[tuple[object, ...]] = []
    earned: list[tuple[object, ...]] = []
    deal = 0
    for number, line in enumerate(record.lines, 2):
        match line:
            case DealLine():
                deal += 1
            case EndLine(scores=scores):
                if len(scores) != len(header.names):
                    raise BadRecord(
                        number, "{count} results of {seats} players", count=len(scores), seats=len(header.names)
                    )
                end = ended.get(deal, _Ended())
                if not end.counts:
                    continue
                drawn, everybody = len(set(scores)) == 1, set(range(len(scores)))
                for seat, score in enumerate(scores):
                    kind = header.kinds[seat]
                    results.append(
                        (
                            *(name, deal, day, group_of(header.family), header.preset),
                            *(len(scores), seat, header.names[seat]),
                            None if kind == PERSON else kind.removeprefix("bot:"),
                            _named(header, everybody - {seat}),
                            _named(header, everybody - end.partners.get(seat, set()) - {seat}),
                            _named(header, end.partners.get(seat, set())),
                            *(score, not drawn and score == max(scores), drawn),
                        )
                    )
                earned += [(name, day, header.names[seat], one) for seat, one in end.earned]
    return results, earned


@dataclass(slots=True)
class _Ended:
    """What only the cards of a deal can tell; this much is known of one that cannot be replayed."""

    counts: bool = True
    partners: dict[Seat, set[Seat]] = field(default_factory=dict)
    earned: list[tuple[Seat, str]] = field(default_factory=list)


def _replayed(record: Record) -> tuple[dict[int, _Ended], RecordStanding]:
    """By its number every deal that was played to its end, and the match, as far as today's rules follow the record."""
    header = record.header
    people = [seat for seat, kind in enumerate(header.kinds) if kind == PERSON]
    found: dict[int, _Ended] = {}
    match, before = record.match(), None
    events: list[Event] = []
    helped = False
    with suppress(BadRecord):
        for step in record.replay(match):
            if step.kind in ("deal", "undo"):
                events = []
            by_clock = any(event.kind == CLOCK for event in step.events)
            helped = step.kind in ("undo", "help") or by_clock or (helped and step.kind != "deal")
            events += step.events
            if step.kind == "deal" and not match.deal_over:
                before = match.standing
            if match.deal_over and match.deals not in found:
                state, rules = match.state, match.rules
                ended = found[match.deals] = _Ended(rules.counts(state))
                for seat in people:
                    chairs = rules.scene(observe(state, seat)).chairs
                    ended.partners[seat] = {chair.seat for chair in chairs if chair.side == 0} - {seat}
                played = FinishedDeal(rules, state, before, match.standing, events)
                # What somebody earned with a move taken back, or with a bot's reasons or moves, is no great thing.
                for seat in () if helped else people:
                    ended.earned += [(seat, one) for one in earned_in(played, header.family, seat)]
    alone = match.over and match.deals == 1
    places = match.rules.places(match.state) if alone else ()
    return found, RecordStanding(match.deals, match.over, match.standing.winners if match.over else (), places)


def _named(header: Header, seats: Set[Seat]) -> str:
    """Who sat in these seats: styles of bots, names of people, each once, as a JSON list."""
    others = {header.names[seat] if header.kinds[seat] == PERSON else header.kinds[seat] for seat in seats}
    return json.dumps(sorted(others), ensure_ascii=False)


def _told(players: Iterable[str], say: Callable[[str], str]) -> str:
    """Players as they are read, bots by the names of their styles.

    >>> _told(["Boris", "bot:trump_keeper"], str)
    'Boris, Trump keeper'
    """
    return ", ".join(say(name_of(who.removeprefix("bot:"))) if who.startswith("bot:") else who for who in players)


def titled(group: str, what: str, say: Callable[[str], str]) -> str:
    """What was counted as it is read: the title of a game, the names of opponents or of one who was `met`; months and
    people as they are.
    """
    if group == "family":
        return say(family(what).title)
    if group == "preset":
        return say(find_preset(what)[1].title)
    if group == "opponents":
        return _told(json.loads(what), say)
    return _told([what], say) if group == "met" else what
