"""Learning from one's own mistakes: positions from reviews return as exercises until they are solved twice.

`mistakes.json` among the player's files counts the tries of each position. A table of four intervals is enough for two
solutions; a spaced-repetition library would have nothing to fit.
"""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from cardtable import files
from cardtable.coach.kept import KeptReviews, reviews_in
from cardtable.coach.review import Judged, reviewed_deals
from cardtable.engine.moves import Move, Seat
from cardtable.engine.scene import Scene
from cardtable.engine.text import say
from cardtable.games import family
from cardtable.match.practice import NotMade, PracticeTable
from cardtable.match.replay import Replay
from cardtable.match.table import Kind

FILE: Final = "mistakes.json"
DAYS: Final = (1, 3, 7, 21)
"""Days from the mistake to its first exercise, and from each try to the next; the last one repeats."""
ENOUGH: Final = 2
"""After this many solutions, a position does not return."""


class Mistake(NamedTuple):
    """A costly decision in a record."""

    record: Path
    deal: int
    seat: Seat
    number: int

    @property
    def key(self) -> str:
        """Its key in the file."""
        return f"{self.record.stem} {self.deal} {self.seat} {self.number}"


class Tried(NamedTuple):
    """How often a position was tried and solved, and the day of the last try; without a try, the day of the mistake."""

    tries: int
    solved: int
    day: date

    @property
    def due(self) -> date | None:
        """The day it returns; None if it has been solved often enough."""
        if self.solved >= ENOUGH:
            return None
        pause = timedelta(days=DAYS[min(self.tries, len(DAYS) - 1)])
        return self.day + min(pause, date.max - self.day)


def load(path: Path) -> dict[str, Tried]:
    """Loads the tries by mistake; empty if there is no file. Raises Unreadable and OSError."""
    try:
        found = files.parse_json(files.read(path, files.SMALL))
    except FileNotFoundError:
        return {}
    rows = {}
    for key, row in found.items() if isinstance(found, dict) else [("", None)]:
        match row:
            case {"tries": int(tries), "solved": int(solved), "day": str(day)} if tries >= 0 and solved >= 0:
                try:
                    rows[key] = Tried(tries, solved, date.fromisoformat(day))
                except ValueError:
                    raise files.Unreadable("it does not say how exercises went") from None
            case _:
                raise files.Unreadable("it does not say how exercises went")
    return rows


def note(path: Path, mistake: Mistake, *, solved: bool, today: date) -> None:
    """Stores the result of an exercise. Raises Unreadable and OSError."""
    # Reload first: another window may have stored something meanwhile.
    with files.alone(path):
        rows = load(path)
        before = rows.get(mistake.key, Tried(0, 0, today))
        rows[mistake.key] = Tried(before.tries + 1, before.solved + solved, today)
        told = {key: {**row._asdict(), "day": row.day.isoformat()} for key, row in sorted(rows.items())}
        files.replace(path, json.dumps(told, indent=1) + "\n")


def waiting(folder: Path, name: str, tried: dict[str, Tried]) -> list[tuple[date, Mistake]]:
    """A person's mistakes in the reviews of a folder that still return, each with its day; the earliest first."""
    found = []
    for record, deal, seat, numbers in reviews_in(folder, name):
        for number in numbers:
            mistake = Mistake(record, deal, seat, number)
            try:
                made = date.fromisoformat(record.name[:10])
            except ValueError:
                continue
            due = tried.get(mistake.key, Tried(0, 0, made)).due
            if due is not None:
                found.append((due, mistake))
    return sorted(found)


def judged(replay: Replay, mistake: Mistake) -> Judged | None:
    """The decision from its review; None if that is gone, or if the position cannot be set up on its own."""
    # The record may have been cut since: the deal may be gone, or unfinished again with its hands secret.
    if mistake.deal not in reviewed_deals(replay) or mistake.seat >= len(replay.names):
        return None
    review = KeptReviews(replay).review(mistake.deal, mistake.seat)
    one = next((one for one in review.dearest if one.number == mistake.number), None)
    if one is None:
        return None
    state = replay.moments[one.moment - 1].state
    alone = state.to_act[:1] == (mistake.seat,) and replay.rules.silence(state) is None
    return one if alone else None


class ExerciseTable(PracticeTable):
    """The table just before a mistake. No move is made: the choice is the answer."""

    kind: ClassVar[Kind] = "exercise"

    def __init__(self, replay: Replay, one: Judged) -> None:
        header, state = replay.header, replay.moments[one.moment - 1].state
        game, seat = family(header.family), one.verdict.seat
        super().__init__(game, header.preset, replay.rules, state, seat, header.names, header.seed)
        self.replay = replay
        self.one = one

    def scene(self, seat: Seat) -> Scene:
        """Draws the table, under a heading that says it is an exercise."""
        scene = super().scene(seat)
        return scene._replace(title=say("Exercise · {game}", game=scene.title))

    def submit(self, seat: Seat, move: Move) -> None:
        """Raises RuleBroken for a move against the rules, and NotMade for any other, which is then judged."""
        self._match.check(seat, move)
        raise NotMade(move, say("Let us see ..."))
