"""The clock of a shared table: a bot moves for a player who runs out of time, and everybody can see it."""

from __future__ import annotations

import asyncio
import os
from datetime import datetime
from pathlib import Path
from time import time

import pytest

from cardtable.bots.finding import UnknownBot
from cardtable.desk.hosted import Terms, begun
from cardtable.desk.speech import Usage
from cardtable.match.clock import LOOK, BadClock, Clock, clock_of
from cardtable.match.record import CLOCK, MoveLine, read_record
from cardtable.match.replay import Replay
from cardtable.match.seat import SeatTable
from cardtable.match.shared import SharedTable
from cardtable.match.table import Table
from cardtable.plain.seat import PlainSeat
from cardtable.player.saved import SavedTable
from cardtable.words import Words
from tests.host.helpers import new_table
from tests.host.test_screens import on_screen
from tests.host.time import AtOnce, Time
from tests.waiting import quiet

PEOPLE = ("person", "person")


def clocked(table: Table) -> SharedTable:
    """A minute for every move."""
    return SharedTable(table, executor=AtOnce(), clock=Clock(60, "steady"), delay=0)


async def test_a_bot_makes_the_move_that_is_not_made_in_time(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    table = new_table("throw_in", *PEOPLE, path=path)
    time, shared = Time(), clocked(table)
    shared.time = lambda: time.now
    first, late = table.to_act[0], []
    for seat in (0, 1):
        shared.sit(seat, lambda news: late.append(time.now))
    due = table.hint(first, "steady").move
    await time.go(shared, lambda: table._moves > 0)
    assert 60 <= late[-1] <= 61
    move = read_record(path).lines[-1]
    assert move == MoveLine(first, table.rules.move_text(due), by_clock=True)
    told = [table.tell(event) for event in table.public_events() if event.kind == CLOCK]
    said = "{who}: the time is over, a bot makes this move."
    assert [line.source for line in told if line] == [said]
    table.close()
    again = Table.resume(path)
    assert [event.kind for event in again.public_events()].count(CLOCK) == 1
    assert all(event.kind != CLOCK for event in again.about_to(again.to_act[0], due).events), "no rule knows it"
    again.close()
    replay = Replay(read_record(path))
    assert said in [line.source for line in replay.log(1, 0)]
    assert not replay.decisions(0, {0, 1}), "a player is not blamed for what a bot did"
    assert not any(event.kind == CLOCK for event in replay.decided(1).events)


async def test_a_clock_waits_until_everybody_has_come_and_while_nobody_is_there() -> None:
    table = new_table("throw_in", *PEOPLE)
    time, shared = Time(), clocked(table)
    shared.time = lambda: time.now
    seats = {0: SeatTable(shared, 0, lambda news: None)}
    time.now = 500.0
    assert shared.left is None, "Boris has not come yet"
    seats[1] = SeatTable(shared, 1, lambda news: None)
    assert shared.left == 60
    time.now += 20
    seats[1].close()
    shared.sit(1, lambda news: None)
    assert shared.left == 40, "coming back gives no time"
    other = 1 - table.to_act[0]
    assert shared.left is not None
    assert SharedTable(new_table("throw_in", *PEOPLE)).left is None
    for seat in (0, 1):
        shared.rise(seat, shared._screens[seat])
    assert shared.left is None
    time.now = 9000.0
    assert SeatTable(shared, other, lambda news: None).left is None, "it is not their turn"
    assert shared.left == 60


DAY = 86_400


def of_days(table: Table) -> SharedTable:
    """Three days for every move."""
    return SharedTable(table, executor=AtOnce(), clock=Clock(3 * DAY, "steady"), delay=0)


async def test_a_clock_of_days_runs_while_nobody_is_there_and_on_through_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    table = new_table("classic", *PEOPLE, path=path)
    shared = of_days(table)
    assert shared.left == pytest.approx(3 * DAY, abs=60), "nobody has come yet"
    shared.close()
    moved = time() - 2 * DAY
    os.utime(path, (moved, moved))
    again = of_days(Table.resume(path))
    assert again.left == pytest.approx(DAY, abs=60), "the host was away for two days"
    turn = again.table.to_act[0]
    seat = SeatTable(again, turn, lambda news: None)
    assert again.left == pytest.approx(DAY, abs=60), "coming gives no time"
    assert seat.days_left is not None
    assert Words("en").text(seat.days_left) == "23 hours left."
    seat.close()
    clockwork, due = Time(), moved + 3 * DAY
    clockwork.now = due - 130
    await clockwork.go(again, lambda: again.table._moves > 0)
    assert 0 <= clockwork.now - due <= LOOK
    last = next(line for line in reversed(read_record(path).lines) if isinstance(line, MoveLine))
    assert last.by_clock
    assert last.seat == turn
    again.close()


def test_a_record_that_cannot_be_looked_at_leaves_all_the_time(tmp_path: Path) -> None:
    table = new_table("classic", *PEOPLE, path=tmp_path / "match.jsonl")
    (tmp_path / "match.jsonl").unlink()
    assert of_days(table).left == pytest.approx(3 * DAY, abs=60)
    table.close()


@pytest.mark.parametrize("preset", ["throw_in", "palace_ladder", "burkozel", "nizhny"])
def test_what_asks_everybody_or_in_secret_has_no_clock_of_days(preset: str) -> None:
    seats = 4 if preset == "nizhny" else 6 if preset == "palace_ladder" else 2
    with pytest.raises(BadClock, match="a clock of days is for games"):
        of_days(new_table(preset, *["person"] * seats))
    assert clocked(new_table(preset, *["person"] * seats)).clock == Clock(60, "steady")


def test_a_guests_table_that_has_no_clock_of_days_leaves_no_record(own_home: Path) -> None:
    terms = Terms(clock=Clock(3 * DAY))
    with pytest.raises(Usage, match="a clock of days"):
        begun(SavedTable("throw_in", ("Anna", "Boris"), (None, None)), terms)
    assert not list(own_home.rglob("*.jsonl"))
    shared = begun(SavedTable("classic", ("Anna", "Boris"), (None, None)), terms)
    assert shared.clock == Clock(3 * DAY, "steady")
    assert len(list(own_home.rglob("*.jsonl"))) == 1
    shared.close()


def test_a_time_is_said_with_a_letter() -> None:
    meant = {"90": 90, "90s": 90, "5m": 300, "12h": 12 * 3600, "3d": 3 * DAY, "60d": 60 * DAY}
    assert {given: clock_of(given) for given in meant} == {given: Clock(seconds) for given, seconds in meant.items()}
    assert clock_of("3d:expert") == Clock(3 * DAY, "expert")
    assert clock_of("off") is None
    for wrong in ("4", "61d", "d", "3 d", "-3d", "3dd", "1.5d", "", "3d@", "3d@8", "3d@24:00", "3d@08:60", "@08:00"):
        with pytest.raises(BadClock):
            clock_of(wrong)


def test_a_time_of_the_day_stands_behind_a_time_of_days() -> None:
    assert clock_of("3d@08:00") == clock_of("3d@8:00") == Clock(3 * DAY, "", 480)
    assert clock_of("24h@23:59:expert") == Clock(DAY, "expert", 23 * 60 + 59)
    for quick in ("60@08:00", "12h@08:00:expert", "12h@00:00"):
        with pytest.raises(BadClock, match="waits for a time of the day"):
            clock_of(quick)


@pytest.mark.parametrize(
    ("begins", "ends"),
    [
        ((2026, 3, 10, 3, 30), (2026, 3, 12, 8, 15)),
        ((2026, 3, 10, 8, 14), (2026, 3, 12, 8, 15)),
        ((2026, 3, 10, 8, 16), (2026, 3, 12, 8, 16)),
        ((2026, 3, 10, 23, 0), (2026, 3, 12, 23, 0)),
        ((2026, 3, 10, 0, 0), (2026, 3, 12, 8, 15)),
    ],
)
def test_no_time_is_over_in_the_night(begins: tuple[int, ...], ends: tuple[int, ...]) -> None:
    since, end = (datetime(*when).timestamp() for when in (begins, ends))  # type: ignore[arg-type]  # year to minute
    assert Clock(2 * DAY, "", 8 * 60 + 15).ends(since) == pytest.approx(end)
    assert Clock(2 * DAY).ends(since) == since + 2 * DAY


async def test_no_bot_moves_before_the_morning(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    new_table("classic", *PEOPLE, path=path).close()
    begun, morning = datetime(2026, 3, 10, 2, 0).timestamp(), datetime(2026, 3, 12, 8, 0).timestamp()
    os.utime(path, (begun, begun))
    shared = SharedTable(Table.resume(path), executor=AtOnce(), clock=Clock(2 * DAY, "steady", 480), delay=0)
    clockwork = Time()
    clockwork.now = morning - 5 * 3_600
    await clockwork.go(shared, lambda: shared.table._moves > 0)
    assert 0 <= clockwork.now - morning <= LOOK
    shared.close()


async def test_who_comes_back_hears_what_happened_since_their_last_move() -> None:
    table = new_table("classic", *PEOPLE)
    shared = of_days(table)
    mine = table.to_act[0]
    while table.to_act[0] == mine:
        table.submit(mine, table.hint(mine, "lowest").move)
    before = len(table.public_events())
    other = 1 - mine
    while table.to_act[0] == other:
        table.submit(other, table.hint(other, "lowest").move)
    seat = SeatTable(shared, mine, lambda news: None)
    events, since = seat.view(mine).events, seat.since_own_move()
    assert since <= before < len(events)
    assert (events[since - 1].seat, events[since].seat) == (mine, other)
    lines: list[str] = []
    plain = PlainSeat(seat, Words("en"), lines.append, lambda: None)
    plain.hear()
    at = lines.index("Since your last move:")
    assert lines[at + 1].startswith(table.names[other])
    assert lines[-1] == "2 days left."
    async with on_screen(shared, mine) as one:
        assert "Since your last move: " in one.text
        assert "days left." in one.text
    await quiet()


async def test_who_moves_in_time_has_moved_themselves(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    table = new_table("throw_in", *PEOPLE, path=path)
    time, shared = Time(), clocked(table)
    shared.time = lambda: time.now
    seats = {seat: SeatTable(shared, seat, lambda news: None) for seat in (0, 1)}
    for nth in range(4):

        def act() -> None:
            seat = table.to_act[0]
            seats[seat].submit(seat, table.legal(seat)[0])

        time.after(50.0 * (nth + 1), act)
    await time.go(shared, lambda: time.now > 215)
    moves = [line for line in read_record(path).lines if isinstance(line, MoveLine)]
    assert moves
    assert not any(move.by_clock for move in moves)


async def test_the_last_seconds_are_told_to_whom_they_run_out() -> None:
    table = new_table("throw_in", *PEOPLE)
    shared = clocked(table)
    now = 100.0
    shared.time = lambda: now
    turn = table.to_act[0]
    async with on_screen(shared, turn) as one, on_screen(shared, 1 - turn) as other:
        now += 52.5
        for shown in (one, other):
            assert shown.app is not None
            screen = shown.app.table_screen()
            assert screen is not None
            with shown.app._context():
                screen.flow._tell_time()  # type: ignore[attr-defined]  # a seat's
            await shown.drawn()
        assert "8 seconds left" in one.text
        assert "seconds left" not in other.text
    await asyncio.sleep(0)
    await quiet()


def test_the_bot_of_a_clock_must_play_the_game() -> None:
    with pytest.raises(UnknownBot):
        SharedTable(new_table("throw_in", *PEOPLE), clock=Clock(60, "nobody"))
