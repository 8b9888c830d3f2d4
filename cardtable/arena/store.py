"""A file of results: every deck ever played, so that nothing is played twice and all of it can be rated.

A deck's key is what its result depends on: the code that played it, the preset with its options, the number of players,
the line-up with the identity of each bot (see `identity`), and the seed. A deck lost through a timeout is not stored:
another day the bot may be in time.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from cardtable.arena.deals import Arena, Deal, DeckSeating, LineUp, deck_seed
from cardtable.arena.identity import code, identity
from cardtable.arena.ratings import Outcome, meetings, outcome
from cardtable.engine.faults import Fault
from cardtable.engine.text import Text, clean, mark, say
from cardtable.files import Unreadable, check_regular
from cardtable.games import FAMILIES

FORMAT = 1
SIGN = 0x63617264
"""Marks an SQLite file as one of these."""
SCHEMA = f"""
pragma application_id = {SIGN};
pragma user_version = {FORMAT};
create table if not exists setting(
    id integer primary key, code text, family text, preset text, options text, seats int, matches int,
    unique(code, family, preset, options, seats, matches)
);
create table if not exists lineup(id integer primary key, setting int, styles text, unique(setting, styles));
create table if not exists deck(
    lineup int, seed int, scores text not null, failed text, primary key(lineup, seed)
) without rowid;
"""
PAUSE = 1.0
"""The most seconds for which a finished deck stays unwritten, keeping other writers waiting."""
SILENT, PATIENCE = 2.0, 30.0
"""Seconds to wait for a lock held by another program: silently, and at most."""

TOLD = {
    sqlite3.SQLITE_NOTADB: mark("{path}: this is no file of the arena's results"),
    sqlite3.SQLITE_CORRUPT: mark("{path}: the file is damaged"),
    sqlite3.SQLITE_CANTOPEN: mark("{path}: it cannot be opened as a file"),
    sqlite3.SQLITE_READONLY: mark("{path}: it cannot be written to"),
    sqlite3.SQLITE_BUSY: mark("{path}: another program keeps it locked"),
}
"""Our messages for SQLite's error codes; other errors keep SQLite's own message."""

BAD_ROW = (ValueError, TypeError, LookupError, RecursionError)
"""Errors that parsing an invalid row may raise."""


class BadStore(Fault):
    """A file that cannot store results or be read."""


class Setting(NamedTuple):
    """The results of one kind of game."""

    code: str
    family: str
    preset: str
    outcomes: Counter[Outcome]
    deals: Counter[LineUp]
    """The number of deals per line-up."""


class Store:
    """The open file. Every method raises BadStore if the file cannot be used."""

    def __init__(
        self, path: Path, *, must_exist: bool = False, waits: Callable[[Text], None] = lambda told: None
    ) -> None:
        """`waits` is called once if another program has locked the file, before waiting for it."""
        self._path, self._waits = path, waits
        self._due = 0.0
        self._has_waited = False
        self._bots: dict[str, str] = {}
        """The identity of each bot that plays."""
        with self._told():
            if path.exists():
                check_regular(path)
            is_new = not path.exists() or not path.stat().st_size
            if is_new and must_exist:
                raise BadStore("{path}: there is no such file of results", path=path)
            self._db = sqlite3.connect(path, timeout=SILENT, isolation_level=None)
            try:
                if is_new:  # Another run may have created it by now.
                    self._do("begin immediate")
                    for statement in filter(str.strip, SCHEMA.split(";")):
                        self._do(statement)
                    self._do("commit")
                (sign,), (version,) = [
                    self._do(f"pragma {name}").fetchone() for name in ("application_id", "user_version")
                ]
                if sign != SIGN:
                    raise BadStore("{path}: this is no file of the arena's results", path=path)
                if version != FORMAT:
                    raise BadStore(
                        "{path}: its format is {found}, this program reads {known}",
                        path=path,
                        found=version,
                        known=FORMAT,
                    )
            except BaseException:  # Release the file. The error is raised again.
                self._db.close()
                raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Converts errors of the file to BadStore."""
        try:
            yield
        except (sqlite3.Error, OSError, Unreadable) as error:
            # The higher bytes hold an extended code.
            number = getattr(error, "sqlite_errorcode", 0) & 0xFF
            raise BadStore(TOLD.get(number, "{path}: {why}"), path=self._path, why=error) from None
        except UnicodeDecodeError:  # SQLite quotes damaged data, which need not be UTF-8.
            raise BadStore(TOLD[sqlite3.SQLITE_CORRUPT], path=self._path) from None

    def _do(self, statement: str, values: Sequence[str | int | None] = ()) -> sqlite3.Cursor:
        """Executes a statement; if another program has locked the file, reports that and waits."""
        end = monotonic() + PATIENCE
        while True:
            try:
                return self._db.execute(statement, values)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() >= end:
                    raise
            if not self._has_waited:
                self._has_waited = True
                self._waits(say("{path}: another program keeps it locked; waiting for it", path=str(self._path)))

    def damaged(self, why: Exception) -> BadStore:
        """The error for an invalid row."""
        return BadStore("{path}: a row of it is damaged: {why}", path=self._path, why=why)

    def close(self) -> None:
        """Writes pending decks and closes the file."""
        try:
            with self._told():
                self._commit()
        finally:
            self._db.close()

    def _commit(self) -> None:
        """Commits pending decks unless a bot has changed meanwhile: its results would have a wrong key.

        A program is restarted after a failure, and so is the process of a third-party style, so new code may have run.
        """
        if not self._db.in_transaction:
            return
        changed = next((style for style, was in self._bots.items() if identity(style) != was), None)
        if changed is not None:
            self._do("rollback")
            raise BadStore(
                "{path}: the bot {style} has changed while it was playing; what was played since is not kept",
                path=self._path,
                style=clean(changed),
            )
        self._do("commit")

    def _id(self, table: str, **values: str | int) -> int:
        names = ", ".join(values)
        marks = ", ".join("?" * len(values))
        self._do(f"insert or ignore into {table}({names}) values ({marks})", tuple(values.values()))
        where = " and ".join(f"{name} = ?" for name in values)
        (found,) = self._do(f"select id from {table} where {where}", tuple(values.values())).fetchone()
        return int(found)

    def shelf(self, arena: Arena, seats: int, line_ups: Sequence[LineUp]) -> Shelf:
        """Access to the decks of one arena."""
        options = json.dumps(arena.options, sort_keys=True, separators=(",", ":"))
        with self._told():
            setting = self._id(
                "setting",
                code=code(),
                family=arena.family,
                preset=arena.preset,
                options=options,
                seats=seats,
                matches=int(arena.matches),
            )
            self._bots |= {style: identity(style) for style in chain.from_iterable(line_ups)}
            ids = {
                line_up: self._id("lineup", setting=setting, styles=json.dumps([self._bots[one] for one in line_up]))
                for line_up in line_ups
            }
        return Shelf(self, arena.seed, ids)

    def read(self, line_up: int, seed: int) -> tuple[str, str | None] | None:
        """The scores and failures of a deck, if it was played."""
        with self._told():
            query = "select scores, failed from deck where lineup = ? and seed = ?"
            row: tuple[str, str | None] | None = self._do(query, (line_up, seed)).fetchone()
            return row

    def write(self, line_up: int, seed: int, scores: str, failed: str | None) -> None:
        """Stores a deck unless it has been stored in the meantime."""
        with self._told():
            if not self._db.in_transaction:
                self._do("begin")
                self._due = monotonic() + PAUSE
            self._do("insert or ignore into deck values (?, ?, ?, ?)", (line_up, seed, scores, failed))
        self.write_due()

    def write_due(self) -> None:
        """Commits decks that have waited long enough: otherwise nobody could write while the next one is played."""
        if monotonic() >= self._due:
            with self._told():
                self._commit()

    def settings(self) -> list[Setting]:
        """Everything ever played, by kind of game."""
        found: list[Setting] = []
        with self._told():
            rows = self._do("select id, code, family, preset from setting order by id").fetchall()
            for ident, played_by, family, preset in rows:
                outcomes: Counter[Outcome] = Counter()
                deals: Counter[LineUp] = Counter()
                query = (
                    "select styles, scores, count(*) from deck join lineup on lineup.id = deck.lineup"
                    " where lineup.setting = ? group by lineup.id, scores"
                )
                try:
                    _check_texts(played_by, family, preset)
                    if family not in FAMILIES:
                        raise ValueError(family)
                    for styles, scores, count in self._do(query, (ident,)):
                        line_up, turns = tuple(json.loads(styles)), _scores(scores)
                        _check_texts(*line_up)
                        outcomes[outcome(meetings((line_up, turn) for turn in turns))] += count
                        deals[line_up] += count * len(turns)
                except BAD_ROW as error:
                    raise self.damaged(error) from None
                found.append(Setting(played_by, family, preset, outcomes, deals))
        return found


class Shelf:
    """Access to the decks of one arena in a store."""

    def __init__(self, store: Store, seed: int, ids: dict[LineUp, int]) -> None:
        self._store, self._seed, self._ids = store, seed, ids

    def deck(self, line_up: LineUp, deck: Sequence[DeckSeating]) -> list[Deal] | None:
        """The deals of a deck played before; None if it was not."""
        row = self._store.read(self._ids[line_up], deck_seed(self._seed, deck[0].deck))
        if row is None:
            return None
        deals = []
        try:
            failed = {turn: (style, what) for turn, style, what in json.loads(row[1] or "[]")}
            for seating, scores in zip(deck, _scores(row[0]), strict=True):
                by_seat = tuple(scores[spot] for spot in _spots(line_up, seating))
                deals.append(Deal(seating.styles, by_seat, *failed.get(seating.turn, ())))
        except BAD_ROW as error:
            raise self._store.damaged(error) from None
        return deals

    def keep(self, line_up: LineUp, deck: Sequence[DeckSeating], deals: Sequence[Deal]) -> None:
        """Stores the deals of a deck, unless one ended in a timeout."""
        if any(deal.late for deal in deals):
            return
        scores = []
        for seating, deal in zip(deck, deals, strict=True):
            by_spot = dict(zip(_spots(line_up, seating), deal.scores, strict=True))
            scores.append([by_spot[spot] for spot in range(len(line_up))])
        failed = [[one.turn, deal.failed, deal.what] for one, deal in zip(deck, deals, strict=True) if deal.failed]
        self._store.write(
            self._ids[line_up],
            deck_seed(self._seed, deck[0].deck),
            json.dumps(scores, separators=(",", ":")),
            json.dumps(failed) if failed else None,
        )


def _check_texts(*texts: object) -> None:
    """Raises ValueError if a value is not text."""
    for text in texts:
        if not isinstance(text, str):
            raise ValueError(text)


def _scores(text: str) -> list[list[float]]:
    """The scores of a deck, by rotation, each from 0 to 1. Raises one of BAD_ROW."""
    turns: list[list[float]] = json.loads(text)
    if not isinstance(turns, list):
        raise TypeError(text)
    for score in chain.from_iterable(turns):
        if not 0 <= score <= 1:
            raise ValueError(score)
    return turns


def _spots(line_up: LineUp, seating: DeckSeating) -> list[int]:
    """For each seat, the index of its style in the line-up."""
    if len(set(line_up)) == len(line_up):
        return [line_up.index(style) for style in seating.styles]
    return [(seat + seating.turn) % len(line_up) for seat in range(len(line_up))]
