"""The score during a deal, trick by trick, and its turning points: only what follows from the numbers."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from cardtable.coach.course import FEWEST, DealCourse, _dearest, _lead, course_of
from cardtable.engine.text import plain, say
from cardtable.match.record import read_record
from cardtable.match.replay import Replay
from tests.test_replay import play

ALONE = ((0,), (1,))


def course(*rounds: tuple[float, ...]) -> DealCourse:
    """A course with these numbers, each player alone."""
    return DealCourse(say("points"), tuple((seat,) for seat in range(len(rounds[0]))), rounds)


def sides_of(replay: Replay) -> tuple[tuple[int, ...], ...]:
    """The sides of a game of two against two: players with the same numbers are partners."""
    seats = range(replay.rules.seats)
    if getattr(replay.rules, "sides", replay.rules.seats) == 2:
        return tuple(tuple(seat for seat in seats if seat % 2 == side) for side in (0, 1))
    return tuple((seat,) for seat in seats)


@pytest.mark.parametrize(
    ("preset", "seats", "seed_deals"),
    [
        ("nizhny_plain", 4, 1),
        ("burkozel_casual", 3, 1),
        ("king_simple", 4, 1),
        ("classic", 3, 1),
        ("throw_in", 3, 2),
        ("palace_ladder", 5, 2),
        ("four_ranks", 4, 1),
    ],
)
def test_the_last_numbers_are_those_of_the_deal(preset: str, seats: int, seed_deals: int, tmp_path: Path) -> None:
    table = play(tmp_path / f"{preset}.jsonl", preset, seats, seed_deals)
    table.close()
    replay = Replay(read_record(tmp_path / f"{preset}.jsonl"))
    sides = sides_of(replay)
    found = course_of(replay, seed_deals, 1, sides)
    assert found is not None
    assert found.sides[0] == next(side for side in sides if 1 in side), "the own side first"
    assert set(found.sides) == set(sides)
    assert len(found.rounds) >= FEWEST
    end = replay.moments[-1].state
    so_far = replay.rules.so_far(end)
    assert so_far is not None
    counts = so_far.counts
    assert found.rounds[-1] == tuple(counts[side[0]] for side in found.sides)
    if preset == "king_simple":
        assert counts == table.outcome(1).ending.points
    if preset in ("classic", "throw_in"):
        assert counts == tuple(hand.bit_count() for hand in end.places[:seats])
        assert found.turned is None, "cards left are no score"


@pytest.mark.parametrize(("deal", "costs"), [(1, [-2] * 8), (6, [0] * 6 + [-8] * 2)])
def test_every_trick_of_king_is_counted_when_it_is_taken(deal: int, costs: list[float], tmp_path: Path) -> None:
    """The last two as well, although only the end of the deal shows that they are."""
    play(tmp_path / "king.jsonl", "king_simple", 4, deal).close()
    replay = Replay(read_record(tmp_path / "king.jsonl"))
    found = course_of(replay, deal, 0, sides_of(replay))
    assert found is not None
    totals = [0, *map(sum, found.rounds)]
    assert [after - before for before, after in pairwise(totals)] == costs


def test_the_lead_is_taken_where_it_is_kept_and_only_by_who_was_behind() -> None:
    turn = _lead(course((10, 0), (10, 14), (21, 14), (21, 30), (31, 59)), 0)
    assert turn is not None
    assert (turn.nth, turn.for_me) == (3, False)
    assert "trick 4" in plain(turn.said)
    mine = _lead(course((0, 10), (0, 10), (30, 10)), 0)
    assert mine is not None
    assert (mine.nth, mine.for_me, plain(mine.said)) == (2, True, "trick 3: you take the lead and keep it")
    assert _lead(course((10, 0), (20, 0), (31, 11)), 0) is None, "ahead from the first trick on"
    assert _lead(course((0, 0), (10, 0), (10, 10), (20, 10)), 0) is None, "level, but never behind"
    assert _lead(course((0, 10), (10, 10)), 0) is None, "nobody is ahead"


def test_the_dearest_trick_is_one_and_its_sign_says_for_whom() -> None:
    rounds = course((0, -4), (0, -4), (-16, -4), (-20, -4))
    turn = _dearest(rounds, (0, 0), 0)
    assert turn is not None
    assert (turn.nth, turn.for_me, plain(turn.said)) == (2, False, "the dearest was trick 3: you −16")
    other = _dearest(rounds, (0, 0), 1)
    assert other is not None
    assert other.for_me
    assert _dearest(course((0, -4), (-4, -4)), (0, 0), 0) is None, "two were alike"


def test_a_deal_in_which_hands_are_secret_has_none(tmp_path: Path) -> None:
    table = play(tmp_path / "open.jsonl", "nizhny_plain", 4, 1)
    table.next_deal()
    table.close()
    replay = Replay(read_record(tmp_path / "open.jsonl"))
    assert course_of(replay, 1, 0, sides_of(replay)) is not None
    with pytest.raises(AssertionError, match="secret"):
        course_of(replay, 2, 0, sides_of(replay))


@pytest.mark.parametrize("preset", ["king_simple", "classic"])
def test_told_to_everybody_nobody_is_you(preset: str, tmp_path: Path) -> None:
    play(tmp_path / "match.jsonl", preset, 4, 1).close()
    replay = Replay(read_record(tmp_path / "match.jsonl"))
    found = course_of(replay, 1, None, sides_of(replay))
    assert found is not None
    assert found.sides == tuple((seat,) for seat in range(4))
    if found.turned is not None:
        assert "you" not in plain(found.turned.said).split()
        assert not found.turned.for_me
