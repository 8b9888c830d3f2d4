"""Puzzles at their table, the files they keep, and the puzzle and the deal of the day."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from cardtable.cards import cards_text
from cardtable.cli import cli
from cardtable.engine.text import plain
from cardtable.files import Unreadable
from cardtable.match.practice import NotMade
from cardtable.puzzles import Puzzle, chosen, families, load
from cardtable.puzzles.daily import (
    FIRST,
    ROTATIONS,
    DayTable,
    NoSuchDay,
    best_streak,
    day_of,
    keep,
    keep_par,
    open_day,
    par,
    puzzle_of,
    share,
    streak,
)
from cardtable.puzzles.glicko import PUZZLE_DEVIATION, GlickoRating, RatedGame, after
from cardtable.puzzles.kept import KeptPuzzles, count, next_of, save
from cardtable.puzzles.kept import load as load_kept
from cardtable.puzzles.table import PuzzleKeyboard, PuzzleTable

SOME = [puzzle for family in families() for puzzle in Random(family).sample(chosen(family, None)[0], 10)]
LATER = date(2027, 3, 1)
some_puzzles = pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)


def played_out(table: PuzzleTable, rng: Random) -> int:
    """Plays a puzzle as its solver may: any move until one is accepted. Returns the number refused."""
    keyboard, refused = PuzzleKeyboard(table), 0
    while not table.deal_over:
        step = keyboard.next()
        if step.kind == "bot":
            table.submit(step.seat, table.bot_move(step.seat))
            continue
        if step.kind == "kept":
            keyboard.make_kept(step)
            continue
        moves = list(table.legal(table.seat))
        rng.shuffle(moves)
        for move in moves:
            before = table.observe(table.seat)
            try:
                table.submit(table.seat, move)
            except NotMade:
                refused += 1
                assert table.observe(table.seat) == before
            else:
                break
        else:
            pytest.fail("no move keeps what is to be had")
    return refused


@some_puzzles
@pytest.mark.every(5)
def test_a_puzzle_can_be_played_to_its_end_by_whoever_tries_every_move(puzzle: Puzzle) -> None:
    outcomes: list[bool] = []

    def note(puzzle: Puzzle, solved: bool) -> None:
        outcomes.append(solved)

    table = PuzzleTable(puzzle, "Anna", count=note)
    refused = played_out(table, Random(puzzle.id))
    assert outcomes == [not refused]


@some_puzzles
@pytest.mark.every(5)
def test_only_the_best_move_is_taken_at_first_and_every_other_one_says_what_it_gives_away(puzzle: Puzzle) -> None:
    table = PuzzleTable(puzzle, "Anna")
    best = table.rules.parse_move(puzzle.best)
    for move in table.legal(table.seat):
        if move != best:
            with pytest.raises(NotMade) as wrong:
                table.submit(table.seat, move)
            assert plain(wrong.value.text)
    table.submit(table.seat, best)
    assert table.failed


@some_puzzles
@pytest.mark.every(4)
def test_the_solution_is_played_out_and_keeps_what_was_promised(puzzle: Puzzle) -> None:
    table = PuzzleTable(puzzle, "Anna")
    table.show_solution()
    keyboard = PuzzleKeyboard(table)
    while not table.deal_over:
        step = keyboard.next()
        assert step.kind == "bot"
        table.submit(step.seat, table.bot_move(step.seat))
    assert table.failed
    if puzzle.family in ("durak", "bura"):
        assert 2 * table.scores()[table.seat] - 1 >= puzzle.worth


# Kept files


def test_a_rating_changes_as_in_the_example_of_the_description_of_glicko_2() -> None:
    now = after(
        GlickoRating(1500, 200, 0.06), [RatedGame(1400, 30, 1), RatedGame(1550, 100, 0), RatedGame(1700, 300, 0)]
    )
    assert now.rating == pytest.approx(1464.06, abs=0.1)
    assert now.deviation == pytest.approx(151.52, abs=0.1)
    assert now.volatility == pytest.approx(0.05999, abs=0.0001)


def test_a_puzzle_is_counted_once_whatever_comes_after(tmp_path: Path) -> None:
    path, puzzle = tmp_path / "puzzles.json", replace(SOME[0], plain=False)
    first = count(path, puzzle, False)
    assert first is not None
    assert first.now < first.before
    before = path.read_bytes()
    assert count(path, puzzle, True) is None
    assert path.read_bytes() == before
    assert load_kept(path).done == {puzzle.id: False}


def test_a_puzzle_that_can_be_guessed_leaves_the_rating(tmp_path: Path) -> None:
    """At most it counts as tried on its day, so that the deal of the day follows it."""
    path, puzzle = tmp_path / "puzzles.json", replace(SOME[0], plain=True)
    rated = count(path, puzzle, True)
    assert rated is not None
    assert rated.now == rated.before
    assert load_kept(path).done == {puzzle.id: True}


def test_a_wrong_first_try_is_counted_before_the_puzzle_is_solved(tmp_path: Path) -> None:
    path, puzzle = tmp_path / "puzzles.json", SOME[0]
    table = PuzzleTable(puzzle, "Anna", count=partial(count, path))
    best = table.rules.parse_move(puzzle.best)
    with pytest.raises(NotMade):
        table.submit(table.seat, next(move for move in table.legal(table.seat) if move != best))
    assert load_kept(path).done == {puzzle.id: False}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"rating": [1, 2, 3], "done": {}, "days": {}}', "\xff"])
def test_a_file_that_does_not_say_what_was_solved_is_refused_and_stays(text: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(Unreadable):
        load_kept(path)
    table = PuzzleTable(SOME[0], "Anna", count=partial(count, path))
    played_out(table, Random(1))
    assert table.trouble is not None
    assert path.read_text(encoding="latin-1") == text


@pytest.mark.parametrize(
    "rating",
    [
        [1e300, 350.0, 0.06],
        [9e3, 350.0, 0.06],
        [-1e6, 50.0, 0.06],
        [1500.0, 1e300, 0.06],
        [1500.0, 1e-300, 0.06],
        [1500.0, 350.0, 1e-300],
        [1500.0, 350.0, 1.0],
    ],
)
def test_a_rating_that_nothing_can_be_counted_with_is_refused_and_stays(rating: list[float], tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    path.write_text(json.dumps({"rating": rating, "done": {}, "days": {}}))
    before = path.read_bytes()
    with pytest.raises(Unreadable):
        count(path, SOME[0], solved=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize("rating", [-4999.0, 0.0, 4999.0])
@pytest.mark.parametrize("deviation", [1.0, 350.0, 1000.0])
@pytest.mark.parametrize("volatility", [0.00011, 0.06, 0.999])
@pytest.mark.every(4)
def test_with_every_rating_that_is_not_refused_a_puzzle_can_be_counted(
    rating: float, deviation: float, volatility: float, tmp_path: Path
) -> None:
    path = tmp_path / "puzzles.json"
    for nth, puzzle in enumerate(SOME[::4]):
        path.write_text(json.dumps({"rating": [rating, deviation, volatility], "done": {}, "days": {}}))
        assert count(path, puzzle, solved=bool(nth % 2)) is not None


@pytest.mark.parametrize("solved", [True, False])
def test_whoever_solves_every_puzzle_or_none_keeps_a_rating_that_can_be_read(solved: bool, tmp_path: Path) -> None:
    path, kept = tmp_path / "puzzles.json", KeptPuzzles()
    for puzzle in (puzzle for family in families() for puzzle in load(family)[0]):
        kept.rating = after(kept.rating, [RatedGame(puzzle.rating, PUZZLE_DEVIATION, float(solved))])
    save(path, kept)
    assert load_kept(path).rating == kept.rating


def test_the_next_puzzle_is_a_new_one_near_the_rating_and_a_failed_one_once_all_are_tried() -> None:
    puzzles = load("durak")[0]
    kept = KeptPuzzles()
    first = next_of(puzzles, kept)
    assert abs(first.rating - 1500) == min(abs(puzzle.rating - 1500) for puzzle in puzzles)
    kept.done[first.id] = True
    assert next_of(puzzles, kept).id != first.id
    kept.done = {puzzle.id: puzzle.id != puzzles[5].id for puzzle in puzzles}
    assert next_of(puzzles, kept) is puzzles[5]
    assert next_of(puzzles, kept, puzzles[5].id) is not puzzles[5]


# The day

WERE = ["nizhny", "throw_in", "throw_in", "burkozel", "nizhny_plain", "king_simple", "transfer"]
WERE_PUZZLES = ["king-145", "durak-002", "101-032", "kozel-002", "bura-032", "king-032", "durak-039"]
"""The deals and puzzles of the week before 2027."""
HANDS = [
    "throw_in: 6h 8h 8d Ts Td Qh",
    "burkozel: 7h 9s 9h Jd",
    "nizhny_plain: 6h 7s 7h 7c Ts Jc Qh Ks Ah",
    "king_simple: 7d 7c 9s 9h Jd Jc Ks Kh",
]
"""The hands that the first days deal to the player. They must never change."""


def test_there_is_no_day_before_the_first_and_none_that_is_still_to_come() -> None:
    with pytest.raises(NoSuchDay, match=FIRST.isoformat()):
        day_of(FIRST - timedelta(days=1), LATER)
    with pytest.raises(NoSuchDay, match=LATER.isoformat()):
        day_of(LATER + timedelta(days=1), LATER)
    assert day_of(FIRST, FIRST).preset == ROTATIONS[-1][1][0][0]


def test_the_cards_of_a_day_are_the_same_for_everybody_and_for_ever(tmp_path: Path) -> None:
    hands = []
    for nth in range(4):
        table = open_day(day_of(FIRST + timedelta(days=nth), LATER), "Anna", "en", tmp_path / "k.json", tmp_path / "d")
        hands.append(f"{table.header.preset}: {cards_text(table.observe(0).state.places[0])}")
        table.close()
    assert hands == HANDS


@pytest.mark.slow
def test_no_puzzle_is_that_of_two_days_before_all_were() -> None:
    names = [puzzle.id for nth in range(400) if (puzzle := puzzle_of(day_of(FIRST + timedelta(days=nth), date.max)))]
    assert len(set(names)) == len(names) == 400


def test_a_family_of_puzzles_that_is_new_changes_no_day_that_was() -> None:
    first, new = date(2026, 11, 22), date(2026, 12, 1)
    days = [*(first + timedelta(days=nth) for nth in range(4)), *(new + timedelta(days=nth) for nth in range(5))]
    found = [puzzle_of(day_of(day, date.max)) for day in days]
    assert [puzzle.id for puzzle in found if puzzle] == [
        *("kozel-026", "bura-036", "king-036", "durak-063"),
        *("durak-137", "101-027", "kozel-137", "bura-147", "king-147"),
    ]


def test_games_and_puzzles_that_are_new_change_no_day_that_was() -> None:
    """The seven games and the puzzles of the first year, as recorded before there were others."""
    was, new = date(2026, 12, 25), date(2027, 1, 1)
    days = [*(was + timedelta(days=nth) for nth in range(7)), *(new + timedelta(days=nth) for nth in range(12))]
    found = [day_of(day, date.max) for day in days]
    assert [day.preset for day in found[:7]] == WERE
    assert {day.preset for day in found[7:]} >= {"bura_31", "goat32_clubs", "shama", "stack_sevens", "no_draws", *WERE}
    puzzles = [puzzle_of(day) for day in found]
    assert [puzzle.id for puzzle in puzzles[:7] if puzzle] == WERE_PUZZLES
    assert any(puzzle and puzzle.preset in ("bura_31", "goat32_clubs") for puzzle in puzzles[7:])


def test_a_clock_before_the_first_day_and_a_day_that_is_none_are_named_with_those_there_are() -> None:
    with pytest.raises(NoSuchDay, match=r"the clock says 2020-01-01; the first day is 2026-11-01"):
        day_of(date(2020, 1, 1), date(2020, 1, 1))
    with pytest.raises(NoSuchDay, match=r"2020-01-01: there are days from 2026-11-01 to today, 2027-03-01"):
        day_of(date(2020, 1, 1), LATER)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("learn 101", "(`cardtable learn LESSON --plain` plays in lines)"),
        ("learn 102", "there is no lesson '102'; there are those of durak, one_oh_one, kozel, bura, king"),
        ("puzzle 101", "(`cardtable puzzle --plain` plays in lines)"),
        ("puzzle --family Durak", "the table needs a terminal"),
        ("puzzle x", "x: there are no puzzles of it; there are those of durak, one_oh_one, kozel, bura, king"),
        ("puzzle durak --family king", "--family king: durak is asked for already; name one"),
        ("daily 2020-01-01", "2020-01-01: there are days from 2026-11-01 to today, 2027-03-01"),
        ("daily --date 2027-03-02", "2027-03-02: there are days from 2026-11-01 to today, 2027-03-01"),
        ("daily 2026-13-45", "2026-13-45: no date; write it as 2026-11-22"),
        ("daily 2026-11-02 --share", "cardtable 2026-11-02 · Burkozel · puzzle not tried · deal not played"),
    ],
)
def test_the_commands_say_in_a_line_what_is_allowed(
    command: str, said: str, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtable.desk.puzzles.today", lambda: LATER)
    told = CliRunner().invoke(cli, command.split()).output
    assert said in told.splitlines()[-1]


def test_nothing_of_a_day_is_taken_back_while_it_counts(tmp_path: Path) -> None:
    day = day_of(FIRST, LATER)
    for nth in range(2):
        table = open_day(day, "Anna", "en", tmp_path / "puzzles.json", tmp_path / "days")
        assert table.unaided is (nth == 0)
        while table.to_act[0] != table.seat:
            table.submit(table.to_act[0], table.bot_move(table.to_act[0]))
        table.submit(table.seat, table.legal(table.seat)[0])
        assert (table.to_take_back(table.seat) > 0) is (nth == 1 and not table.deal_over)
        finished(table)


def finished(table: DayTable) -> DayTable:
    """Plays a day's deal to its end as its adviser would."""
    while not table.deal_over:
        seat = table.to_act[0]
        table.submit(seat, table.hint(seat, "steady").move if seat in table.people else table.bot_move(seat))
    table.close()
    return table


def test_a_deal_of_a_day_is_counted_once_goes_on_where_it_was_left_and_compares_with_the_best_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtable.bots.search.expert.SHALLOW", 60)
    kept, folder, day = tmp_path / "puzzles.json", tmp_path / "days", day_of(FIRST, LATER)
    table = open_day(day, "Anna", "en", kept, folder)
    table.submit(table.to_act[0], table.hint(table.to_act[0]).move)
    seen = table.observe(0)
    table.close()
    table = open_day(day, "Anna", "en", kept, folder)
    assert table.observe(0) == seen
    score = finished(table).scores()[0]
    assert table.match_over
    assert load_kept(kept).days[day.name] == {"score": score, "in_turn": True}
    again = open_day(day, "Anna", "en", kept, folder)
    assert again.counted is None
    assert again.path is None
    before = kept.read_bytes()
    finished(again)
    assert kept.read_bytes() == before
    best = par(day)
    assert best == par(day)
    assert best is not None
    keep_par(kept, day, best)
    row = load_kept(kept).days[day.name]
    assert (row["score"], row["par"], row["style"]) == (score, best, "expert")


def test_a_deal_that_was_over_when_the_program_ended_is_counted_and_not_dealt_once_more_for_counting(
    tmp_path: Path,
) -> None:
    kept, folder, day = tmp_path / "puzzles.json", tmp_path / "days", day_of(FIRST, LATER)
    table = open_day(day, "Anna", "en", kept, folder)
    table.counted = None
    score = finished(table).scores()[0]
    assert not kept.exists()
    assert open_day(day, "Anna", "en", kept, folder).counted is None
    assert load_kept(kept).days[day.name]["score"] == score


def test_the_record_of_another_match_is_not_counted_as_a_day(tmp_path: Path) -> None:
    kept, folder, day = tmp_path / "puzzles.json", tmp_path / "days", day_of(FIRST, LATER)
    for nth in (0, len(ROTATIONS[-1][1])):  # The same game with the same bots, but other cards.
        other = day_of(FIRST + timedelta(days=1 + nth), LATER)
        finished(open_day(other, "Anna", "en", tmp_path / "other.json", folder))
        record = folder / f"{day.name}.jsonl"
        (folder / f"{other.name}.jsonl").rename(record)
        before = record.read_bytes()
        with pytest.raises(Unreadable, match=f"{day.name}.jsonl: it is the record of another match"):
            open_day(day, "Anna", "en", kept, folder)
        assert record.read_bytes() == before
        assert not kept.exists()


@pytest.mark.parametrize("name", [date.min.isoformat(), date.max.isoformat()])
def test_days_that_cannot_have_been_played_stop_nobody(name: str, tmp_path: Path) -> None:
    kept = kept_after(tmp_path / "puzzles.json", 0, 1)
    kept.days[name] = {"score": 1.0, "in_turn": True}
    assert best_streak(kept) == 2
    assert streak(kept, FIRST) >= 0


def kept_after(path: Path, *days: int) -> KeptPuzzles:
    """The file after these days of the rotation, played in this order."""
    for nth in days:
        keep(path, day_of(FIRST + timedelta(days=nth), LATER), {"score": 1.0})
    return load_kept(path)


@pytest.mark.parametrize(
    ("played", "today", "days"),
    [
        ((), 3, 0),
        ((0, 1, 2), 2, 3),
        ((0, 1, 2), 3, 3),
        ((0, 1, 2), 4, 0),
        ((0, 2), 2, 1),
        # A clock set back neither fills the missed day nor loses what there is.
        ((0, 2, 1), 2, 1),
        ((0, 1, 2), 0, 3),
        ((3, 4, 0, 1, 2), 4, 2),
    ],
)
def test_a_streak_is_of_days_that_were_played_in_turn(
    played: tuple[int, ...], today: int, days: int, tmp_path: Path
) -> None:
    kept = kept_after(tmp_path / "puzzles.json", *played)
    assert streak(kept, FIRST + timedelta(days=today)) == days
    assert best_streak(kept) >= days


def test_the_best_row_of_days_stays_when_a_day_is_left_out(tmp_path: Path) -> None:
    kept = kept_after(tmp_path / "puzzles.json", 0, 1, 2, 5, 6)
    assert (streak(kept, FIRST + timedelta(days=6)), best_streak(kept)) == (2, 3)


def test_the_line_to_share_says_how_it_went_and_names_no_card(tmp_path: Path) -> None:
    path, day = tmp_path / "puzzles.json", day_of(FIRST + timedelta(days=1), LATER)
    kept_after(path, 0, 1)
    keep_par(path, day, 0.0)
    puzzle = puzzle_of(day)
    assert puzzle is not None
    count(path, puzzle, True)
    kept = load_kept(path)
    line = plain(share(day, kept, puzzle, streak(kept, day.date)))
    assert line == (
        "cardtable 2026-11-02 · Burkozel · puzzle solved · deal: a win (the strongest bot: a loss) · 2 days in a row"
    )
