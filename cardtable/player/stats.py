"""People's results: a small database beside the records, filled from them; if deleted, it is rebuilt."""

from __future__ import annotations

import gc
import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import fmean
from typing import Literal

from cardtable.bots.entries import name_of
from cardtable.engine.faults import told
from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, clean, listed, say
from cardtable.files import Unreadable, check_regular, make_folder
from cardtable.games import family, find_preset, group_of
from cardtable.match.record import (
    BadRecord,
    EndLine,
    Record,
    read_record,
)
from cardtable.match.record.lines import LAST_SECOND, DealLine, Header, ResignLine
from cardtable.match.replay import RecordStanding
from cardtable.match.terms import PERSON
from cardtable.player.glory import Glory
from cardtable.player.played import Agreed, Ended, players_of, replayed_with_care
from cardtable.words import Words

VERSION = 8
"""Raised when the tables change; a database of another version is rebuilt."""
_TABLES = """
CREATE TABLE records (name TEXT PRIMARY KEY, stamp TEXT, trouble TEXT);
CREATE TABLE results (
    record TEXT, deal INTEGER, ended INTEGER, day TEXT, family TEXT, preset TEXT, name TEXT, opponents TEXT, foes TEXT,
    partners TEXT, score REAL, won INTEGER, drawn INTEGER
);
CREATE TABLE fooled (
    record TEXT, deal INTEGER, ended INTEGER, name TEXT, fool INTEGER, left_by TEXT, worn INTEGER, hung INTEGER,
    armful INTEGER
);
CREATE TABLE earned (record TEXT, day TEXT, name TEXT, achievement TEXT);
CREATE TABLE matches (record TEXT PRIMARY KEY, deals INTEGER, over INTEGER, winners TEXT, places TEXT, tally TEXT);
CREATE INDEX results_of ON results (record);
CREATE INDEX fooled_of ON fooled (record);
CREATE INDEX earned_of ON earned (record);
"""


@dataclass(frozen=True, slots=True)
class Results:
    """A person's results in a group of deals: the number, the shares won and drawn, and the mean score from 0 to 1."""

    what: str
    """The key of the group; several opponents are a JSON list, since a name may contain any character."""
    deals: int
    won: float
    drawn: float
    score: float

    def count(self, share: float) -> int:
        """The number of deals in a share of them."""
        return round(share * self.deals)


Outcome = Literal["won", "drawn", "lost", "fool"]
"""The outcome of a deal for a person."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The current and the longest run of deals won."""

    now: int
    best: int


class Stats:
    """The results of people in every recorded deal. Kept in memory if the disk cannot be used."""

    def __init__(self, path: Path) -> None:
        """Opens or creates the database; rebuilds it if it is damaged or of another version."""
        self._db = _on_disk(path) or _opened(IN_MEMORY)

    def close(self) -> None:
        """Closes the database."""
        self._db.close()

    def read(self, folder: Path) -> list[Text]:
        """Reads records that are new or have grown, and forgets those that are gone.

        Returns a message for each record that cannot be read.
        """
        try:
            return self._read(folder)
        except sqlite3.Error:
            # It is read-only, or damaged inside: everything is read again.
            self._db.close()
            self._db = _opened(IN_MEMORY)
            return self._read(folder)

    def _read(self, folder: Path) -> list[Text]:
        known = dict(self._db.execute("SELECT name, stamp FROM records"))
        found = _found(folder)
        agreed = Agreed()
        with self._db, _unswept():
            for name in known.keys() - found.keys():
                self._forget(name)
            for name, (path, stamp) in sorted(found.items()):
                if known.get(name) != stamp:
                    if name in known:
                        self._forget(name)
                    self._take_in(name, Path(path), stamp, agreed)
        bad = self._db.execute("SELECT name FROM records WHERE trouble <> '' ORDER BY name")
        return [_trouble(Path(found[name][0])) for (name,) in bad]

    def _forget(self, name: str) -> None:
        self._db.execute("DELETE FROM records WHERE name = ?", (name,))
        self._db.execute("DELETE FROM results WHERE record = ?", (name,))
        self._db.execute("DELETE FROM fooled WHERE record = ?", (name,))
        self._db.execute("DELETE FROM earned WHERE record = ?", (name,))
        self._db.execute("DELETE FROM matches WHERE record = ?", (name,))

    def _take_in(self, name: str, path: Path, stamp: str, agreed: Agreed) -> None:
        trouble = ""
        try:
            record = read_record(path)
            ended, outcome = agreed.replayed(record)
            rows, earned, fooled = _results(path, record, ended)
        except (BadRecord, Unreadable, OSError) as error:
            rows, earned, fooled, outcome, trouble = [], [], [], None, str(error) or type(error).__name__
        self._db.execute("INSERT INTO records VALUES (?, ?, ?)", (name, stamp, trouble))
        self._db.executemany(f"INSERT INTO results VALUES ({', '.join('?' * 13)})", rows)
        self._db.executemany("INSERT INTO earned VALUES (?, ?, ?, ?)", earned)
        self._db.executemany(f"INSERT INTO fooled VALUES ({', '.join('?' * 9)})", fooled)
        if outcome is not None:
            tally = (
                None if outcome.tally is None else (outcome.tally[0].context, outcome.tally[0].source, outcome.tally[1])
            )
            told = map(json.dumps, (outcome.winners, outcome.places, tally))
            self._db.execute(
                "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?)", (name, outcome.deals, outcome.over, *told)
            )

    def outcome(self, path: Path) -> RecordStanding | None:
        """The state of the match in this record; None if it could not be read."""
        rows = self._db.execute(
            "SELECT deals, over, winners, places, tally FROM matches WHERE record = ?", (_name(path.name),)
        )
        for deals, over, *kept in rows:
            winners, places, tally = map(json.loads, kept)
            counted = None if tally is None else (Text(tally[1], context=tally[0]), tuple(tally[2]))
            return RecordStanding(deals, bool(over), tuple(winners), tuple(places), counted)
        return None

    def people(self) -> list[Results]:
        """Everybody who has played at this keyboard, the busiest first."""
        return self._grouped("name", None)

    def results(self, by: str, name: str | None = None) -> list[Results]:
        """The results of a person, or of everybody together, by `family`, `preset`, `opponents` or `month`.

        Months are in order; other groups come with the most deals first.
        """
        return self._grouped({"month": "substr(day, 1, 7)"}.get(by, by), name, "1" if by == "month" else "2 DESC, 1")

    def run(self, name: str | None = None, last: int = 50) -> list[float]:
        """The scores of the latest deals, oldest first."""
        return self._run("score", name, last)

    def marks(self, name: str | None = None, last: int = 50) -> list[Outcome]:
        """The outcomes of the latest deals, oldest first."""
        rows = self._db.execute(
            "SELECT won, drawn, (SELECT fool FROM fooled WHERE fooled.record = results.record "
            "AND fooled.deal = results.deal AND fooled.name = results.name) FROM results "
            "WHERE (?1 IS NULL OR name = ?1) ORDER BY ended DESC, record DESC, deal DESC LIMIT ?2",
            (name, last),
        )
        found: list[Outcome] = [
            "fool" if fool else "won" if won else "drawn" if drawn else "lost" for won, drawn, fool in rows
        ]
        return found[::-1]

    def rows(self, name: str | None = None) -> Rows:
        """The runs of deals won, over everything played."""
        best = now = 0
        for score in self._run("won", name, -1):
            now = now + 1 if score else 0
            best = max(best, now)
        return Rows(now, best)

    def against(self, name: str | None = None) -> list[Results]:
        """The results against each style of bot, the most frequent first."""
        return self._with("foes", "bot:", name)

    def with_partners(self, name: str | None = None) -> list[Results]:
        """The results with each partner, the most frequent first."""
        return self._with("partners", "", name)

    def _with(self, column: str, prefix: str, name: str | None) -> list[Results]:
        """The results grouped by the players in this column whose names have this prefix."""
        found: dict[str, list[tuple[float, float, float]]] = {}
        for named, *row in self._db.execute(
            f"SELECT {column}, won, drawn, score FROM results WHERE (?1 IS NULL OR name = ?1)",
            (name,),
        ):
            for who in json.loads(named):
                if who.startswith(prefix):
                    found.setdefault(who, []).append((row[0], row[1], row[2]))
        results = [Results(who, len(rows), *map(fmean, zip(*rows, strict=True))) for who, rows in found.items()]
        return sorted(results, key=lambda one: (-one.deals, one.what))

    def glory(self, name: str) -> Glory:
        """A person's record in the deals of Durak with a fool."""
        found = Glory()
        for row in self._db.execute(
            "SELECT fool, left_by, worn, hung, armful FROM fooled WHERE name = ? ORDER BY ended, record, deal", (name,)
        ):
            found.add(bool(row[0]), *row[1:])
        return found

    def duels(self) -> list[tuple[str, str, int, int]]:
        """For any two people who have met, not as partners: the deals in which the first did better, and the second.

        Those who have met most often come first.
        """
        return self._db.execute(
            "SELECT one.name, other.name, sum(one.score > other.score), sum(one.score < other.score) "
            "FROM results AS one JOIN results AS other ON one.record = other.record AND one.deal = other.deal "
            "WHERE one.name < other.name AND instr(one.partners, json_quote(other.name)) = 0 "
            "GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2"
        ).fetchall()

    def evenings(self) -> dict[tuple[str, str], tuple[int, int]]:
        """For the same pairs: the evenings (records) in which the first did better, and those in which the second did.

        Compares the mean scores over the deals in which both played.
        """
        rows = self._db.execute(
            "SELECT first, second, sum(better > 0), sum(better < 0) FROM ("
            "SELECT one.name AS first, other.name AS second, round(sum(one.score - other.score), 6) AS better "
            "FROM results AS one JOIN results AS other ON one.record = other.record AND one.deal = other.deal "
            "WHERE one.name < other.name AND instr(one.partners, json_quote(other.name)) = 0 "
            "GROUP BY one.record, 1, 2) GROUP BY 1, 2"
        )
        return {(one, other): (better, worse) for one, other, better, worse in rows}

    def earned(self, name: str | None = None) -> dict[str, str]:
        """The ids of the achievements, each with the day it was first earned; the day may be unknown."""
        rows = self._db.execute(
            "SELECT achievement, min(day) FROM earned WHERE ?1 IS NULL OR name = ?1 GROUP BY 1", (name,)
        )
        return dict(rows.fetchall())

    def _run(self, what: str, name: str | None, last: int) -> list[float]:
        rows = self._db.execute(
            f"SELECT {what} FROM results WHERE (?1 IS NULL OR name = ?1) "
            "ORDER BY ended DESC, record DESC, deal DESC LIMIT ?2",
            (name, last),
        )
        return [value for (value,) in rows][::-1]

    def _grouped(self, by: str, name: str | None, order: str = "2 DESC, 1") -> list[Results]:
        rows = self._db.execute(
            f"SELECT {by}, count(*), avg(won), avg(drawn), avg(score) FROM results "
            f"WHERE (?1 IS NULL OR name = ?1) GROUP BY 1 ORDER BY {order}",
            (name,),
        )
        return [Results(*row) for row in rows]


IN_MEMORY = Path(":memory:")


@contextmanager
def _unswept() -> Iterator[None]:
    """Disables garbage collection meanwhile: records leave no cycles, and it took a fifth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _name(name: str) -> str:
    """A record's key in the database: its file name, which may contain undecodable bytes."""
    return os.fsencode(name).decode(errors="backslashreplace")


def _found(folder: Path) -> dict[str, tuple[str, str]]:
    """The path of each record by name, and its stamp: its size and modification time."""
    found = {}
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".jsonl"):
                stamp = ""
                with suppress(OSError):
                    stat = entry.stat()
                    stamp = f"{stat.st_size} {stat.st_mtime_ns}"
                found[_name(entry.name)] = entry.path, stamp
    return found


def _written(path: Path) -> int:
    """The Unix time at which a file was written."""
    try:
        return min(max(int(path.stat().st_mtime), 0), LAST_SECOND)
    except OSError:
        return 0


def _on_disk(path: Path) -> sqlite3.Connection | None:
    """Opens the database file and recreates it if damaged; None if it can be neither read nor created."""
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
        made = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
        if version != VERSION or made != {one.strip() for one in _TABLES.split(";") if one.strip()}:
            with closing(db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")) as tables:
                for (table,) in tables.fetchall():
                    db.execute(f'DROP TABLE "{table}"')
            db.executescript(f"{_TABLES} PRAGMA user_version = {VERSION};")
    except sqlite3.Error:
        db.close()
        raise
    return db


def _trouble(path: Path) -> Text:
    """The reason why a record cannot be read; computed again, because the database stores no sentences."""
    try:
        record = read_record(path)
        _results(path, record, replayed_with_care(record)[0])
    except (BadRecord, Unreadable, OSError) as error:
        return say("{path}: {why}", path=str(path), why=told(error))
    return Text("{path}", {"path": str(path)})


def _results(
    path: Path, record: Record, ended: list[Ended]
) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]], list[tuple[object, ...]]]:
    """Three lists of rows: one row per person and finished deal, one per achievement earned, and one per player of a
    deal with a fool.
    """
    header, name = record.header, _name(path.name)
    if header.copied:
        # Practice: the first deals belong to another record, and the cards of the next were known.
        return [], [], []
    day = match[0] if (match := re.match(r"\d{4}-\d\d-\d\d", name)) else ""
    played, everybody = players_of(record), set(range(len(header.names)))
    results: list[tuple[object, ...]] = []
    earned: list[tuple[object, ...]] = []
    fooled: list[tuple[object, ...]] = []
    deal, latest, written = 0, 0, None
    gave_up: Seat | None = None
    """The seat that gave up the deal, which counts as lost for it however a bot finished it."""
    for number, line in enumerate(record.lines, 2):
        match line:
            case DealLine():
                deal += 1
                gave_up = None
            case ResignLine(seat=seat):
                gave_up = seat
            case EndLine(scores=scores, ended=second):
                if not deal:
                    raise BadRecord(number, "a result is given, but no deal has just ended")
                if len(scores) != len(header.names):
                    raise BadRecord(
                        number, "{count} results of {seats} players", count=len(scores), seats=len(header.names)
                    )
                if second is None:
                    second = written = _written(path) if written is None else written
                latest = max(latest, second)  # Deals end one after another, whatever the clock was set to.
                end = ended[deal - 1] if deal <= len(ended) else Ended()
                if not end.counts:
                    continue
                people = played[deal - 1]
                for seat in sorted(people):
                    own = end.partners.get(seat, set())
                    around = (everybody - {seat}, everybody - own - {seat}, own)
                    results.append(
                        (
                            *(name, deal, latest, day, group_of(header.family), header.preset, header.names[seat]),
                            *(_named(header.names, header.kinds, frozenset(others)) for others in around),
                            *((0.0, False, False) if seat == gave_up else _brought(scores, seat)),
                        )
                    )
                earned += [(name, day, header.names[seat], one) for seat, one in end.earned]
                fooled += [
                    (name, deal, latest, header.names[one.seat], one.fool, _called(header, one.left_by), *one[3:])
                    for one in end.fooled
                    if one.seat in people
                ]
    return results, earned, fooled


def _called(header: Header, seat: Seat | None) -> str | None:
    """A person's name, or a bot's style: bots get new names at every table."""
    if seat is None:
        return None
    return header.names[seat] if header.kinds[seat] == PERSON else header.kinds[seat]


def _brought(scores: tuple[float, ...], seat: Seat) -> tuple[float, bool, bool]:
    """The result of a deal for a seat: its score, whether it won, and whether the deal was drawn."""
    drawn = len(set(scores)) == 1
    return scores[seat], not drawn and scores[seat] == max(scores), drawn


@lru_cache(maxsize=500)
def _named(names: tuple[str, ...], kinds: tuple[str, ...], seats: frozenset[Seat]) -> str:
    """The players in these seats as a JSON list: names of people and styles of bots, without duplicates."""
    others = {names[seat] if kinds[seat] == PERSON else kinds[seat] for seat in seats}
    return json.dumps(sorted(others), ensure_ascii=False)


def _told(players: Iterable[str], say: Callable[[str], str]) -> str:
    """A readable list of players, bots by the names of their styles.

    >>> _told(["Boris", "bot:trump_keeper"], str)
    'Boris, Trump keeper'
    """
    return ", ".join(say(name_of(who.removeprefix("bot:"))) if who.startswith("bot:") else who for who in players)


def people_told(found: Stats, names: Sequence[str], words: Words) -> list[str]:
    """These people's stories: how often they were the fool, left by whom, and their scores against each other."""
    lines = []
    for name in names:
        told = found.glory(name).told(lambda who: titled("met", who, words.say))
        if told:
            lines.append(f"{clean(name)}: {words.text(listed(told))}")
    evenings = found.evenings()
    for one, other, better, worse in found.duels():
        if {one, other} & set(names):
            first, second = evenings[one, other]
            in_evenings = words.text(say("evenings {better} : {worse}", better=first, worse=second))
            lines.append(f"{clean(one)} {better} : {worse} {clean(other)}; {in_evenings}")
    return lines


def titled(group: str, what: str, say: Callable[[str], str]) -> str:
    """A group's readable title: of a game, of opponents, or of one player who was `met`; months and people stay as they
    are.
    """
    if group == "family":
        return say(family(what).title)
    if group == "preset":
        return say(find_preset(what)[1].title)
    if group == "opponents":
        return _told(json.loads(what), say)
    return _told([what], say) if group == "met" else what
