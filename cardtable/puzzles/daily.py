"""A puzzle and a deal for every day, the same for everybody: they follow from the date and need no network.

A day is the date where the player is. The deal is the first one of a match whose seed follows from the date; the bots
in the other seats are fixed. Clubs have deals of their own, from a number that their members share. Kept for each day
(`kept.Kept.days`) are `score`, the player's; `par`, the score of the strongest bot with the same cards in the same
seat; `style`, the style of that bot, and `version`, the version of the program; `in_turn`, whether no later day had
been played before this one: only such days count for a streak, so that setting the clock back gains and costs none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

from cardtable import __version__
from cardtable.bots.finding import usual
from cardtable.bots.people import names_for
from cardtable.bots.ratings import best
from cardtable.engine.faults import Fault, told
from cardtable.engine.moves import Move, Seat
from cardtable.engine.scene import Scene
from cardtable.engine.text import Text, say, say_count
from cardtable.files import Unreadable, alone, make_folder
from cardtable.games import agree, find_preset
from cardtable.match.memory import Memory
from cardtable.match.record import Header, agreed_options, make_header, read_header, read_record
from cardtable.match.table import Kind, Table
from cardtable.match.terms import PERSON
from cardtable.puzzles import Puzzle, load
from cardtable.puzzles.dayline import DayLine, code_of, play_again
from cardtable.puzzles.kept import KeptPuzzles, save
from cardtable.puzzles.kept import load as load_kept

FIRST: Final = date(2026, 11, 1)
"""The first day. This and everything below must not change for days in the past: it would change everybody's days."""
_SEVEN: Final = (
    ("throw_in", 2),
    ("burkozel", 2),
    ("nizhny_plain", 4),
    ("king_simple", 4),
    ("transfer", 3),
    ("nizhny", 4),
    ("throw_in", 4),
)
ROTATIONS: Final = (
    (
        date(2027, 1, 1),
        (
            *_SEVEN[:3],
            ("stack_sevens", 3),
            *_SEVEN[3:5],
            ("goat32_clubs", 4),
            ("bura_31", 2),
            _SEVEN[5],
            ("no_draws", 2),
            ("shama", 4),
            _SEVEN[6],
        ),
    ),
    (FIRST, _SEVEN),
)
"""The games in daily rotation, each with its number of players, and each rotation's first day; newest first."""


class Turn(NamedTuple):
    """Puzzles that share a day, in the order of their files."""

    slices: tuple[tuple[str, int, int], ...]
    """Slices of the families' puzzles: family, start and end."""
    before: int = 0
    """The number of times they were used before the start date of this rotation."""


def _turns(*families: str, before: int = 0) -> tuple[Turn, ...]:
    """One turn for each family, with the puzzles it had at first."""
    most = {"durak": 160, "one_oh_one": 90, "kozel": 160, "bura": 150, "king": 150}
    return tuple(Turn(((name, 0, most[name]),), before) for name in families)


PUZZLES: Final = (
    (
        date(2027, 1, 1),
        (
            *_turns("durak", "one_oh_one", "kozel", "bura", "king", before=15),
            Turn((("bura", 150, 182), ("kozel", 160, 192))),
        ),
    ),
    (date(2026, 12, 1), _turns("durak", "one_oh_one", "kozel", "bura", "king", before=8)),
    (FIRST, _turns("durak", "kozel", "bura", "king")),
)
"""The puzzle turns in rotation, and the first day of each rotation; the newest first."""
STEP: Final = 37
"""The step between one day's puzzle of a family and the next: prime, and not a factor of their number, so that none is
repeated."""


HASHED: Final = date(2027, 1, 1)
"""From this day on the seed is a hash of the date: with its number, as before, one could rehearse a day by chance."""
REMEMBERED: Final = HASHED
"""From this day on the day's deal is played from memory: the table shows what is gone only after each bout."""


class NoSuchDay(Fault):
    """A day that has no deal."""


class Day(NamedTuple):
    """What is played on a day."""

    date: date
    preset: str
    players: int
    seed: int
    club: str = ""
    """The number of a club that has a deal of its own on this day."""

    @property
    def name(self) -> str:
        """The date in written form."""
        return self.date.isoformat()

    @property
    def file(self) -> str:
        """The name of its record."""
        return f"{self.name}-club-{self.seed:012x}.jsonl" if self.club else f"{self.name}.jsonl"


def day_of(wanted: date, today: date, club: str = "") -> Day:
    """The deal and puzzle of a day, or of a club on that day.

    Raises NoSuchDay for a day before the first one, or in the future.
    """
    if today < FIRST:
        raise NoSuchDay(
            "the clock says {today}; the first day is {first}", today=today.isoformat(), first=FIRST.isoformat()
        )
    if not FIRST <= wanted <= today:
        raise NoSuchDay(
            "{day}: there are days from {first} to today, {today}",
            day=wanted.isoformat(),
            first=FIRST.isoformat(),
            today=today.isoformat(),
        )
    since, games = next(row for row in ROTATIONS if wanted >= row[0])
    preset, players = games[(wanted - since).days % len(games)]
    return Day(wanted, preset, players, _seed_of(wanted, club), club)


def _seed_of(day: date, club: str) -> int:
    """The seed of a day's deal.

    An offline program can always compute a day ahead of time: days rely on honesty. A club's number is not known to
    anybody before its members share it.
    """
    if club:
        named = f"cardtable day {day.isoformat()} club {club}"
    elif day >= HASHED:
        named = f"cardtable day {day.isoformat()}"
    else:
        return (day - FIRST).days + 1
    return int.from_bytes(hashlib.sha256(named.encode()).digest()[:6], "big")


def puzzle_of(day: Day) -> Puzzle | None:
    """The puzzle of a day; None if its file cannot be read."""
    since, turns = next(row for row in PUZZLES if day.date >= row[0])
    round_, nth = divmod((day.date - since).days, len(turns))
    turn = turns[nth]
    puzzles = [puzzle for name, first, end in turn.slices for puzzle in load(name)[0][first:end]]
    return puzzles[(turn.before + round_) * STEP % len(puzzles)] if puzzles else None


class DayTable(Table):
    """The table of a day's deal. It ends with the deal, and the result is saved before it is shown."""

    kind: ClassVar[Kind] = "day"
    day: Day
    counted: Path | None = None
    """The file for the result; None if this day was counted before."""
    troubles: Sequence[Text] = ()
    """The problems with the puzzle of the day, if it cannot be played."""
    trouble: Text | None = None
    """Why the result could not be saved."""

    @property
    def seat(self) -> Seat:
        """The player's seat."""
        return min(self.people)

    @property
    def unaided(self) -> bool:
        """Whether hints are off: while the deal counts, because it is compared with results made without help."""
        return self.counted is not None

    def scene(self, seat: Seat) -> Scene:
        """The scene for the player, titled as the day's deal."""
        return super().scene(seat)._replace(title=say("The deal of the day · {game}", game=self.title))

    def to_take_back(self, seat: Seat) -> int:
        """The number of moves that can be taken back: none while the deal counts."""
        return 0 if self.unaided else super().to_take_back(seat)

    @property
    def match_over(self) -> bool:
        """The match ends with its first deal."""
        return self.deal_over

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats with the best result in the deal."""
        return self.outcome(None).ending.won

    def submit(self, seat: Seat, move: Move) -> None:
        """Makes a move; after the last one the deal is counted."""
        super().submit(seat, move)
        if self.deal_over:
            self.count()

    def count(self) -> None:
        """Saves the result, once."""
        if self.counted is None or self.day.club:
            return
        try:
            keep(self.counted, self.day, {"score": self.scores()[self.seat]})
        except (OSError, Unreadable) as wrong:
            self.trouble = say("It is not kept how the day went: {why}.", why=told(wrong))


def keep(path: Path, day: Day, row: Mapping[str, Any]) -> None:
    """Saves values for a day; an existing score stays. Raises OSError and Unreadable."""
    with alone(path):
        kept = load_kept(path)
        before = kept.days.get(day.name, {"in_turn": max(kept.days, default="") <= day.name})
        kept.days[day.name] = {**row, **before}
        save(path, kept)


def open_day(day: Day, person: str, language: str, kept: Path, folder: Path) -> DayTable:
    """Opens the table of a day, where it was left or at the start. Raises OSError and Unreadable."""
    record = folder / day.file
    counted = not day.club and "score" in load_kept(kept).days.get(day.name, {})
    if (record.exists() or record.is_symlink()) and not counted:
        try:
            _check(read_header(record), day)
            table = DayTable.resume(record)
        except (OSError, Fault) as wrong:
            raise Unreadable("{path}: {why}", path=record, why=wrong) from None
        assert isinstance(table, DayTable)
        table.day, table.counted = day, kept
        if not table.deal_over:
            return table
        # The program ended between the last move and the result.
        table.count()
        table.close()
        counted = True
    make_folder(folder)
    table = DayTable.begin(*_terms(day, person, language), None if counted else record)
    assert isinstance(table, DayTable)
    table.day, table.counted = day, None if counted else kept
    return table


def _check(header: Header, day: Day) -> None:
    """Raises Unreadable for the record of another match, which would be counted for this day."""
    agreed = _terms(day, "x", "en")[1]
    same = all(getattr(header, fact) == getattr(agreed, fact) for fact in ("preset", "kinds", "seed"))
    if not same or agreed_options(header) != agreed_options(agreed):
        raise Unreadable("it is the record of another match")


def _terms(day: Day, person: str, language: str) -> tuple[Any, Any]:
    """The rules and the header of a day's match; without a person, the strongest bot sits in the player's seat."""
    game, options = agree(day.preset, {}, day.players)
    others = names_for(day.players - 1, language, [person], seed=day.seed)
    kinds = (PERSON if person else f"bot:{strongest(day)}", *[f"bot:{usual(game.id)}"] * (day.players - 1))
    memory: Memory = "after_bout" if day.date >= REMEMBERED else "all"
    header = make_header(game, day.preset, options, (person or "Bot", *others), kinds, day.seed, memory=memory)
    return game.rules(options, day.players), header


def strongest(day: Day) -> str:
    """The bot style that the player is compared with."""
    return best(find_preset(day.preset)[0].id)


def line_of(day: Day, record: Path) -> DayLine | None:
    """The line for friends, from the deal in this record; None if the deal is not over.

    Raises BadRecord, Unreadable and OSError.
    """
    read = read_record(record)
    _check(read.header, day)
    match = read.match()
    for _ in read.replay(match):
        pass
    if not match.deal_over or match.deals != 1:
        return None
    seat = read.header.kinds.index(PERSON)
    anew = read.match()
    _, dealer, deck = anew.next_cards()
    anew.deal(deck, dealer)
    name = read.header.names[seat]
    return DayLine(day.date, name, code_of(day.name, name, read.rules(), anew, seat, match.made), day.club)


def played_by(line: DayLine, today: date, language: str, record: Path | None = None) -> DayTable:
    """Replays a friend's day to its end as given in the line, recording it if `record` is given.

    Raises NoSuchDay, Otherwise and OSError.
    """
    day = day_of(line.day, today, line.club)
    table = DayTable.begin(*_terms(day, line.name, language), record, durable=False)
    assert isinstance(table, DayTable)
    table.day, table.counted = day, None
    try:
        play_again(table, day.name, line, table.seat)
    except BaseException:  # Whatever the error, nothing is left behind, and it is raised again.
        table.close()
        if record is not None:
            record.unlink(missing_ok=True)
        raise
    return table


def par(day: Day, is_enough: Callable[[], bool] = lambda: False) -> float | None:
    """The strongest bot's score with the same cards in the same seat; None if `is_enough` stops the wait."""
    table = Table.begin(*_terms(day, "", "en"))
    try:
        while table.to_act:
            if is_enough():
                return None
            seat = table.to_act[0]
            table.submit(seat, table.bot_decision(seat).move)
        return table.scores()[0]
    finally:
        table.close()


def keep_par(path: Path, day: Day, score: float) -> None:
    """Saves the strongest bot's score. Raises OSError and Unreadable."""
    keep(path, day, {"par": score, "style": strongest(day), "version": __version__})


def streak(kept: KeptPuzzles, today: date, earliest: date | None = None) -> int:
    """The number of days played in a row, up to today or yesterday; today is at least the last day played.

    `earliest` is the date in the earliest time zone on earth: a day that is still yesterday somewhere has not been
    missed yet, so that flying does not break a streak.
    """
    played = _in_turn(kept)
    if not played:
        return 0
    now = max(today, *played)
    before = min(now, earliest or now) - timedelta(days=1)
    return max(_row_to(day, played) for day in (now, now - timedelta(days=1), before))


def is_played(kept: KeptPuzzles, day: date) -> bool:
    """Whether the deal of this date has been played."""
    return "score" in kept.days.get(day.isoformat(), {})


def best_streak(kept: KeptPuzzles) -> int:
    """The longest streak ever."""
    played = _in_turn(kept)
    return max((_row_to(day, played) for day in played), default=0)


def _in_turn(kept: KeptPuzzles) -> set[date]:
    """The days that count for a streak."""
    played = [name for name, row in kept.days.items() if row.get("in_turn") is True and "score" in row]
    return {day for day in map(date.fromisoformat, played) if day >= FIRST}


def _row_to(day: date, played: set[date]) -> int:
    """The number of days in a row that end with this one."""
    count = 0
    while day in played:
        count += 1
        day -= timedelta(days=1)
    return count


def score_text(score: float) -> Text:
    if score >= 1:
        return say("a win")
    return say("a loss") if score <= 0 else say("{percent} %", percent=round(100 * score))


def share(day: Day, kept: KeptPuzzles, puzzle: Puzzle | None, days: int) -> Text:
    """A line to share: how the day went and the `days` in a row, without giving away any cards."""
    row = kept.days.get(day.name, {})
    solved = None if puzzle is None else kept.done.get(puzzle.id)
    signs = {True: say("puzzle solved"), False: say("puzzle missed"), None: say("puzzle not tried")}
    title = Text(find_preset(day.preset)[1].title)
    deal = say("deal not played")
    if isinstance(row.get("score"), int | float):
        deal = say("deal: {score}", score=score_text(row["score"]))
        if isinstance(row.get("par"), int | float):
            deal = say("{deal} (the strongest bot: {par})", deal=deal, par=score_text(row["par"]))
    line = say(
        "cardtable {day} · {game} · {puzzle} · {deal}", day=day.name, game=title, puzzle=signs[solved], deal=deal
    )
    return (
        line
        if days < 2
        else say_count("{line} · {count} day in a row", "{line} · {count} days in a row", days, line=line)
    )
