"""The knock-out tournament (D-83): stage after stage at several tables, until the last player takes the pool.

`Bracket` is the pure part: seats, advancement, points; its draws follow from the seed. `Tournament` is a folder with
one record per table and one small file with the agreed terms. Nothing else is stored: results follow from the records,
so however the program ends, reading the folder continues from the last move.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from cardtable import files
from cardtable.bots.seated import Overtaken
from cardtable.engine.family import Family
from cardtable.engine.options import make_options
from cardtable.engine.text import Text, say
from cardtable.files import Unreadable
from cardtable.games import family
from cardtable.match.match import Match
from cardtable.match.record import BadRecord, Header, Journal, agreed_options, make_header, never_begun, read_record
from cardtable.match.table import Table
from cardtable.match.tournament.agreement import (
    FILE,
    Agreement,
    BadTournament,
    Finishers,
    TournamentOptions,
    agree,
    agreement_line,
    decisive,
    largest_table,
    read_agreement,
)
from cardtable.match.tournament.bracket import Advance, Bracket, Draw, Finish, goes_on, table_sizes

__all__ = [
    "FILE",
    "Advance",
    "Agreement",
    "BadTournament",
    "Bracket",
    "Draw",
    "Finish",
    "Tournament",
    "TournamentOptions",
    "agree",
    "decisive",
    "goes_on",
    "largest_table",
    "read_agreement",
    "table_sizes",
]


@dataclass(slots=True)
class _Attempts:
    """Matches of a table without a decision, and the number of their deals."""

    matches: int = 0
    deals: int = 0


@dataclass(slots=True)
class Tournament:
    """A tournament in a folder. Its file is locked while it is open, so only one program runs it at a time."""

    folder: Path
    agreed: Agreement
    bracket: Bracket
    _lock: Journal
    _attempts: dict[tuple[int, int], _Attempts] = field(default_factory=dict)
    stood_in: set[int] = field(default_factory=set)
    """The entrants whose bots failed at tables without people and needed a stand-in."""
    closed: bool = False
    _playing: Table | None = None
    """The table at which bots are playing now."""

    @classmethod
    def create(cls, folder: Path, agreed: Agreement) -> Tournament:
        """Creates a tournament in an empty or new folder. Raises OSError, including FileExistsError."""
        files.create_whole(folder / FILE, agreement_line(agreed))
        return cls.resume(folder)

    @classmethod
    def resume(cls, folder: Path) -> Tournament:
        """Reopens the tournament of a folder. Raises BadTournament, and OSError (including InUse)."""
        try:
            lock = Journal.reopen(folder / FILE)
        except Unreadable as error:
            raise BadTournament("{path}: {why}", path=folder / FILE, why=error) from None
        try:
            agreed = read_agreement(folder)
            cup = cls(folder, agreed, Bracket(len(agreed.entrants), agreed.table_size, agreed.seed), lock)
            settled = True
            while settled:
                settled = False
                for draw in cup.bracket.undecided:
                    settled |= cup.settle(draw)
            return cup
        except BaseException:  # The file must not stay locked. The error is raised again.
            lock.close()
            raise

    # Queries

    @property
    def game(self) -> Family:
        """The family being played."""
        return family(self.agreed.family)

    @property
    def title(self) -> Text:
        """The name of the game."""
        return Text(self.game.presets[self.agreed.preset].title)

    def name(self, entrant: int) -> str:
        return self.agreed.entrants[entrant].name

    def names(self, entrants: Sequence[int]) -> list[str]:
        return [self.name(entrant) for entrant in entrants]

    def for_people(self, draw: Draw) -> bool:
        """Whether a person sits at this table."""
        return any(self.agreed.entrants[one].bot is None for one in draw.entrants)

    def records(self, draw: Draw) -> list[Path]:
        """The records of a table: just one, unless matches ended without a decision."""
        return [path for nth in range(self._attempt(draw).matches + 1) if (path := self._path(draw, nth)).exists()]

    # Playing

    def table(self, draw: Draw) -> Table:
        """Opens an undecided table, new or from its last move. Raises OSError and BadTournament."""
        path = self._path(draw, self._attempt(draw).matches)
        if os.path.lexists(path) and not _unbegun(path):
            try:
                table = Table.resume(path)
            except (BadRecord, Unreadable) as error:
                raise BadTournament("{path}: {why}", path=path, why=error) from None
        else:
            path.unlink(missing_ok=True)
            header = self._header(draw)
            rules = self.game.rules(make_options(self.game.options(), header.options), len(draw.entrants))
            table = Table.begin(rules, header, path)
        table.title = say("{game} · stage {stage}, table {table}", game=self.title, stage=draw.stage, table=draw.number)
        return table

    def settle(self, draw: Draw) -> bool:
        """Reads a table's result and feeds the bracket; False if it is undecided. Raises OSError, BadTournament."""
        attempt = self._attempt(draw)
        while os.path.lexists(path := self._path(draw, attempt.matches)) and not _unbegun(path):
            match = self._played(path, draw)
            if not match.over:
                return False
            attempt.deals += match.deals
            standing = match.standing
            first = standing.first if isinstance(standing, Finishers) else None
            seats = goes_on(self.agreed.advance, len(draw.entrants), standing.winners, first)
            if seats:
                draw.deals = attempt.deals
                self.bracket.feed(draw, [draw.entrants[seat] for seat in seats])
                return True
            attempt.matches += 1
        return False

    def play(self, draw: Draw) -> None:
        """Lets the bots of a table without people play until it is decided.

        May be called from another thread. Raises OSError and BadTournament, and Overtaken once the tournament is
        closed.
        """
        assert not self.for_people(draw)
        while not self.settle(draw):
            table = self._playing = self.table(draw)
            try:
                if self.closed:  # `close` did not know about this table.
                    raise Overtaken
                while True:
                    while table.to_act:
                        seat = table.to_act[0]
                        table.submit(seat, table.bot_move(seat))
                    if table.match_over:
                        break
                    table.next_deal()
            finally:
                self.stood_in |= {draw.entrants[seat] for seat in table.stood_in}
                table.close()

    def close(self) -> None:
        """Closes the folder, and the table at which bots play. Everything is already on disk."""
        self.closed = True
        if self._playing is not None:
            self._playing.close()
        self._lock.close()

    def _attempt(self, draw: Draw) -> _Attempts:
        return self._attempts.setdefault((draw.stage, draw.number), _Attempts())

    def _path(self, draw: Draw, attempt: int) -> Path:
        again = f"-again-{attempt}" if attempt else ""
        return self.folder / f"stage-{draw.stage:02}-table-{draw.number:02}{again}.jsonl"

    def _header(self, draw: Draw) -> Header:
        agreed = self.agreed
        plans = [agreed.entrants[one] for one in draw.entrants]
        lot = f"{agreed.seed} stage {draw.stage} table {draw.number} match {self._attempt(draw).matches}"
        return make_header(
            self.game,
            agreed.preset,
            make_options(self.game.options(), agreed.options),
            tuple(plan.name for plan in plans),
            tuple(plan.kind for plan in plans),
            # A player could find a 32-bit seed by trying all against their own cards; old tournaments still use such
            # seeds.
            Random(lot).getrandbits(32 if agreed.format < 2 else 63),
            memory="after_bout" if any(plan.bot is None for plan in plans) else "all",
        )

    def _played(self, path: Path, draw: Draw) -> Match:
        """The match of a record, up to the last move played."""
        try:
            record = read_record(path)
            due = self._header(draw)
            found = record.header._replace(options=agreed_options(record.header))
            for name in ("family", "preset", "options", "names", "kinds", "seed"):
                if getattr(found, name) != getattr(due, name):
                    raise BadRecord(1, "this is not the table that was drawn: {name} differs", name=name)
            match = record.match()
            for _ in record.replay(match):
                pass
        except (BadRecord, Unreadable) as error:
            raise BadTournament("{path}: {why}", path=path, why=error) from None
        return match


def _unbegun(path: Path) -> bool:
    """Whether the program was killed while writing the header of this record. Raises BadTournament."""
    try:
        return never_begun(path)
    except (Unreadable, OSError) as error:
        raise BadTournament("{path}: {why}", path=path, why=error) from None
