"""Learning from one's own mistakes: positions of reviews come back as exercises until they were solved twice.

`mistakes.json` among the player's files says how often each was tried. A table of four intervals is all that two
solutions need; a library that fits forgetting curves would have nothing to fit.
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
"""Days from the mistake to its first exercise, and from each try to the next; the last one again and again."""
ENOUGH: Final = 2
"""So often solved, a position does not come back."""


class Mistake(NamedTuple):
    """A decision of a record that was costly."""

    record: Path
    deal: int
    seat: Seat
    number: int

    @property
    def key(self) -> str:
        """How it is called in the file."""
        return f"{self.record.stem} {self.deal} {self.seat} {self.number}"


class Tried(NamedTuple):
    """How often a position was tried and solved, and when it was tried last; made, where it never was."""

    tries: int
    solved: int
    day: date

    @property
    def due(self) -> date | None:
        """When it comes back; None for one that was solved often enough."""
        if self.solved >= ENOUGH:
            return None
        pause = timedelta(days=DAYS[min(self.tries, len(DAYS) - 1)])
        return self.day + min(pause, date.max - self.day)


def load(path: Path) -> dict[str, Tried]:
    """By mistake how often it was tried. Raises Unreadable and OSError, but for a file that is not there."""
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
    """Keeps how an exercise went. Raises Unreadable and OSError."""
    # Read anew: another window may have kept something meanwhile.
    with files.alone(path):
        rows = load(path)
        before = rows.get(mistake.key, Tried(0, 0, today))
        rows[mistake.key] = Tried(before.tries + 1, before.solved + solved, today)
        told = {key: {**row._asdict(), "day": row.day.isoformat()} for key, row in sorted(rows.items())}
        files.replace(path, json.dumps(told, indent=1) + "\n")


def waiting(folder: Path, name: str, tried: dict[str, Tried]) -> list[tuple[date, Mistake]]:
    """The mistakes of a person in the reviews of a folder that still come back, each with its day; soonest first."""
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
    """The decision as it is kept in its review; None where that is gone, or the moment cannot be set up by itself."""
    # The record may have been cut since: the deal is not there any more, or goes on, and hands are secret.
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
    """The table as it was before a mistake. No move is made: what is chosen is the answer."""

    kind: ClassVar[Kind] = "exercise"

    def __init__(self, replay: Replay, one: Judged) -> None:
        header, state = replay.header, replay.moments[one.moment - 1].state
        game, seat = family(header.family), one.verdict.seat
        super().__init__(game, header.preset, replay.rules, state, seat, header.names, header.seed)
        self.replay = replay
        self.one = one

    def scene(self, seat: Seat) -> Scene:
        """What is seen, under a heading that says what it is."""
        scene = super().scene(seat)
        return scene._replace(title=say("Exercise · {game}", game=scene.title))

    def submit(self, seat: Seat, move: Move) -> None:
        """Raises RuleBroken for a move against the rules, and NotMade for any other: it is judged."""
        self._match.check(seat, move)
        raise NotMade(move, say("Let us see ..."))
