"""People's results: a small database beside the records, filled from them; it can be deleted and is then rebuilt."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from cardtable.bots.names import name_of
from cardtable.engine.faults import told
from cardtable.engine.text import Text, say
from cardtable.files import Unreadable, check_regular, make_folder
from cardtable.games import group_of
from cardtable.record import BadRecord, EndLine, Record, UndoLine, read_record
from cardtable.record.lines import DealLine, Header
from cardtable.terms import PERSON

VERSION = 3
"""Raised when the tables change; a database of another version is filled anew."""
_TABLES = """
CREATE TABLE records (name TEXT PRIMARY KEY, size INTEGER, changed TEXT, trouble TEXT);
CREATE TABLE results (
    record TEXT, deal INTEGER, day TEXT, family TEXT, preset TEXT, seats INTEGER, seat INTEGER, name TEXT,
    style TEXT, opponents TEXT, score REAL, won INTEGER, drawn INTEGER, undone INTEGER
);
CREATE INDEX results_of ON results (record);
"""


@dataclass(frozen=True, slots=True)
class Results:
    """Somebody's results in some deals: how many, the shares won and drawn, and the mean score between 0 and 1."""

    what: str
    deals: int
    won: float
    drawn: float
    score: float


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
        # A name may hold bytes that are no letters.
        found = {os.fsencode(path.name).decode(errors="backslashreplace"): path for path in folder.glob("*.jsonl")}
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

    def _take_in(self, name: str, path: Path, size: int, changed: str) -> None:
        self._forget(name)
        trouble = ""
        try:
            rows = list(_results(name, read_record(path)))
        except (BadRecord, Unreadable, OSError) as error:
            rows, trouble = [], str(error) or type(error).__name__
        self._db.execute("INSERT INTO records VALUES (?, ?, ?, ?)", (name, size, changed, trouble))
        self._db.executemany(f"INSERT INTO results VALUES ({', '.join('?' * 14)})", rows)

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
        rows = self._db.execute(
            "SELECT score FROM results WHERE style IS NULL AND (?1 IS NULL OR name = ?1) "
            "ORDER BY record DESC, deal DESC LIMIT ?2",
            (name, last),
        )
        return [score for (score,) in rows][::-1]

    def _grouped(self, by: str, name: str | None, order: str = "2 DESC, 1") -> list[Results]:
        rows = self._db.execute(
            f"SELECT {by}, count(*), avg(won), avg(drawn), avg(score) FROM results "
            f"WHERE style IS NULL AND (?1 IS NULL OR name = ?1) GROUP BY 1 ORDER BY {order}",
            (name,),
        )
        return [Results(*row) for row in rows]


IN_MEMORY = Path(":memory:")


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
        list(_results(path.name, read_record(path)))
    except (BadRecord, Unreadable, OSError) as error:
        return say("{path}: {why}", path=str(path), why=told(error))
    return Text("{path}", {"path": str(path)})


def _results(name: str, record: Record) -> Iterator[tuple[object, ...]]:
    """A row a seat for every deal that was played to its end."""
    header = record.header
    if header.copied:
        # Practice: the first deals are another record's, and the cards of the next were known.
        return
    day = match[0] if (match := re.match(r"\d{4}-\d\d-\d\d", name)) else ""
    deal = undone = 0
    for number, line in enumerate(record.lines, 2):
        match line:
            case DealLine():
                deal, undone = deal + 1, 0
            case UndoLine():
                undone += 1
            case EndLine(scores=scores):
                if len(scores) != len(header.names):
                    raise BadRecord(
                        number, "{count} results of {seats} players", count=len(scores), seats=len(header.names)
                    )
                drawn = len(set(scores)) == 1
                for seat, score in enumerate(scores):
                    kind = header.kinds[seat]
                    yield (
                        *(name, deal, day, group_of(header.family), header.preset),
                        *(len(scores), seat, header.names[seat]),
                        None if kind == PERSON else kind.removeprefix("bot:"),
                        _opponents(header, seat),
                        *(score, not drawn and score == max(scores), drawn, undone),
                    )


def _opponents(header: Header, seat: int) -> str:
    """Who sat with somebody: styles of bots, names of people, each once."""
    others = {
        name if kind == PERSON else kind
        for other, (name, kind) in enumerate(zip(header.names, header.kinds, strict=True))
        if other != seat
    }
    return ", ".join(sorted(others))


def opponents_named(opponents: str, say: Callable[[str], str]) -> str:
    """The same as it is read, bots by the names of their styles.

    >>> opponents_named("Boris, bot:trump_keeper", str)
    'Boris, Trump keeper'
    """
    return ", ".join(
        say(name_of(who.removeprefix("bot:"))) if who.startswith("bot:") else who for who in opponents.split(", ")
    )
