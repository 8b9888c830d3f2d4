"""The review on the screen: where it opens, what it says, how it is left and kept, and where it leads."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from pathlib import Path

import pytest

from cardtable.bots.search.explained import Labels, labels_of
from cardtable.bots.search.thoughts import AnyThoughts
from cardtable.coach.kept import KeptReviews, path_of
from cardtable.coach.review import Judged, SeatReview
from cardtable.coach.verdicts import Verdict
from cardtable.desk.replays import archive
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.match.match import Decided
from cardtable.match.record import read_record
from cardtable.match.replay import Replay
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.advice import AdviceList
from cardtable.tui.draw.cells import cut, width_of
from cardtable.tui.draw.graph import curve
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.menus.archive import ArchiveScreen
from cardtable.tui.menus.home import HomeScreen
from cardtable.tui.protocol import Home, Settings
from cardtable.tui.table.replay_screen import ReplayScreen
from cardtable.tui.table.review_rows import told_apart
from cardtable.tui.table.review_screen import ReviewScreen
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.test_replay import play
from tests.tui.helpers import grid
from tests.tui.strangers import Stranger, thoughts
from tests.tui.test_ending import ended
from tests.waiting import drawn


@pytest.fixture
def record(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A match of two two-player deals among a player's files; every decision was dear, and certainly so."""
    folder = own_home / "data" / "records"
    folder.mkdir(parents=True)
    path = folder / "2026-11-14-120000-throw_in.jsonl"
    play(path, seats=2).close()

    def judge(
        thoughts: AnyThoughts, decided: Decided, *, trusted: bool = True
    ) -> Generator[None, None, Verdict | None]:
        """The last decision lost everything, and a line of one move proves it; the others cost nothing."""
        seen, made, _ = decided
        yield
        legal = thoughts.rules.legal(seen.state, seen.seat)
        if len(legal) < 2:
            return None
        better = next(move for move in legal if move != made)
        if seen.state.stock:
            return Verdict(seen.seat, made, "fine", 0.6, 0.6, 0.0, 0.0, tried=9)
        line = ((seen.seat, better),)
        return Verdict(seen.seat, made, "blunder", 0.0, 1.0, 1.0, 1.0, better, exact=True, line=line)

    monkeypatch.setattr("cardtable.coach.review.judge", judge)
    return path


def opened(path: Path, deal: int = 1, language: str = "en") -> tuple[CardtableApp, ReviewScreen]:
    """The program at a review."""
    store, words = archive(), Words(language)
    screen = ReviewScreen(store.read(path), words, store, deal, 0)
    return CardtableApp(None, words, Settings(delay=0, archive=store), first=screen), screen


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        ((18, 18, 18), ["lay Q♠ and order ♠", "lay Q♠ and order ♥", "lay Q♠ and order ♥"]),
        ((15, 16, 16), ["lay Q♠ and or…♠", "lay Q♠ and or…♥", "lay Q♠ and or…♥"]),
        ((18, 12, 8), ["lay Q♠…♠", "lay Q♠…♥", "lay Q♠…♥"]),
        ((12, 18, 0), ["lay Q♠ and…♠", "lay Q♠ and…♥", ""]),
    ],
)
def test_moves_that_differ_at_their_end_are_told_apart_where_they_are_cut(
    room: tuple[int, int, int], shown: list[str]
) -> None:
    assert told_apart(["lay Q♠ and order ♠", *["lay Q♠ and order ♥"] * 2], room) == shown
    texts = ["cover 6♠ with 10♠", "take", ""]
    told = told_apart(texts, room)
    assert told[1:] == [cut("take", room[1]), ""]
    assert told[0].endswith("10♠"), "which card it was is never cut away"
    assert width_of(told[0]) <= room[0]


@pytest.mark.parametrize("size", [(80, 24), (140, 40), (200, 50), (60, 18)])
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.every(9)
async def test_the_dearest_stands_first_with_what_it_cost_and_what_would_have_been_better(
    record: Path, size: tuple[int, int], language: str
) -> None:
    app, screen = opened(record, language=language)
    async with app.run_test(size=size) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        if size[0] < 80:
            return  # The sign that the terminal is too small covers it.
        first = screen.listed[0]
        assert isinstance(first, Judged)
        assert first.verdict.word == "blunder"
        assert "−100" in grid(app)
        marks = [str(screen.rows.get_option_at_index(nth).prompt)[0] for nth in range(len(screen.listed))]
        dear = len(screen.review.dearest)
        assert marks == [*"□" * dear, *"■" * (len(marks) - dear)], "by its square each can be told without colours"
        assert f"{screen.review.total}" in screen.progress.left
        assert screen.words.say("blunder") in grid(app)
        assert screen.rows.highlighted == 0
        assert max(map(len, grid(app).split("\n"))) <= size[0]


async def test_what_was_offered_is_looked_up_once_for_each_verdict(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every verdict redraws the list; a verdict comes again where its cards are viewed open."""
    asked: list[Observation] = []

    def noted(rules: AnyRules, seen: Observation) -> Labels:
        asked.append(seen)
        return labels_of(rules, seen)

    monkeypatch.setattr("cardtable.coach.told.labels_of", noted)
    app, screen = opened(record)
    async with app.run_test(size=(100, 30)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert len(screen.review.found) > 12
        assert len(asked) <= 2 * 3 * len(screen.review.found)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.every(2)
async def test_what_one_column_leaves_over_is_the_others(
    record: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fine(thoughts: AnyThoughts, decided: Decided, *, trusted: bool = True) -> Generator[None, None, Verdict | None]:
        """Nothing was dear, so there is no better move to name."""
        yield
        return Verdict(decided.seen.seat, decided.move, "fine", 0.6, 0.6, 0.0, 0.0, tried=9)

    monkeypatch.setattr("cardtable.coach.review.judge", fine)
    app, screen = opened(record, language=language)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        rows = [str(screen.rows.get_option_at_index(nth).prompt) for nth in range(screen.rows.option_count)]
        assert rows
        assert not any("…" in row for row in rows)
        assert len({len(row) for row in rows}) == 1


async def test_it_is_kept_and_opens_again_without_being_made(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app, screen = opened(record)
    async with app.run_test(size=(80, 24)):
        await app.workers.wait_for_complete()
    assert path_of(record).exists()
    found = screen.review.found
    assert found

    def nothing(*given: object, **more: object) -> object:
        raise AssertionError("it was kept")

    monkeypatch.setattr("cardtable.coach.review.judge", nothing)
    monkeypatch.setattr("cardtable.coach.review.with_open_cards", nothing)
    app, screen = opened(record)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert screen.review.is_whole
        assert screen.review.found == found


async def test_who_leaves_in_the_middle_keeps_what_was_done(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app, screen = opened(record)
    third = screen.review.decisions[2][0]
    go_on = SeatReview.go_on

    def until_left(review: SeatReview) -> object:
        for found in go_on(review):
            yield found
            if review.done >= third:
                app.call_from_thread(screen.workers.cancel_group, screen, "review")

    monkeypatch.setattr(SeatReview, "go_on", until_left)
    async with app.run_test(size=(80, 24)) as pilot:
        while not path_of(record).exists():
            await pilot.pause()
        await pilot.press("escape")
    kept = KeptReviews(Replay(read_record(record))).review(1, 0)
    assert third <= kept.done < kept.total
    assert kept.found == screen.review.found


async def test_a_full_disk_loses_the_review_and_says_so(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(kept: KeptReviews, review: SeatReview) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(KeptReviews, "keep", full)
    app, _ = opened(record)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "The review could not be kept: No space left on device" in grid(app)


async def test_enter_leads_to_the_moment_before_the_decision_and_back(record: Path) -> None:
    app, screen = opened(record)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.press("enter")
        await pilot.pause()
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        assert replay.at == screen.listed[0].moment - 1
        assert replay.viewer == 0
        await pilot.press("v")
        await pilot.pause()
        assert app.screen is screen


async def test_what_others_would_have_done_is_told_of_the_decision_under_the_cursor(record: Path) -> None:
    app, screen = opened(record)
    async with app.run_test(size=(100, 30)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.press("down", "a")
        await app.workers.wait_for_complete()
        await pilot.pause()
        advice = app.screen
        assert isinstance(advice, AdviceList)
        number = screen.listed[1].number
        assert number < screen.review.total, "others follow, and are not asked about"
        assert [line.split(".")[0] for line in advice.lines if line[:1].isdigit()] == [str(number)]
        assert "The time is up" not in grid(app)


async def test_the_line_that_proves_it_can_be_gone_through(record: Path) -> None:
    app, screen = opened(record)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.press("l")
        await pilot.pause()
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        assert replay.replay.is_branch
        assert replay.open_hands
        await pilot.press("right")
        moment = replay.replay.moments[replay.at]
        proven = screen.listed[0]
        assert isinstance(proven, Judged)
        assert (moment.seat, moment.move) == proven.verdict.line[0]
        await pilot.press("p", "a")
        assert app.screen is replay, "nothing of it was played: it is neither played on nor judged"


async def test_a_table_goes_on_from_before_the_decision_and_leads_back_to_its_line(record: Path) -> None:
    app, screen = opened(record)
    before = record.read_bytes()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.press("down", "p")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        table = app.screen.table
        assert table.people == {0}
        replay, one = screen.replay, screen.listed[1]
        assert table.observe(0).state.places == replay.before(one.moment).state.places
        app.leave_table()
        await pilot.pause()
        assert app.screen_stack[-1] is screen
        assert screen.chosen == one
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("p")
        await pilot.pause()
        # An Enter alone might come too soon.
        await pilot.press("down", "up", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        app.leave_table()
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.at == one.moment - 1
    assert record.read_bytes() == before


@pytest.mark.parametrize("from_menu", [True, False])
@pytest.mark.slow
async def test_whoever_plays_on_from_a_deal_that_has_just_ended_comes_back_to_its_review(
    record: Path, from_menu: bool
) -> None:
    table = ended("throw_in", 2, record.with_name("2026-11-15-120000-throw_in.jsonl"))
    menu = Home((), lambda preset, seats: table) if from_menu else None
    app = CardtableApp(None if from_menu else table, Words("en"), Settings(delay=0, archive=archive()), menu)
    async with app.run_test(size=(100, 30)) as pilot:
        if from_menu:
            app.sit_down(table)
        await pilot.pause()
        await pilot.press("v")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        await pilot.press("down", "p")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.table is not table
        app.leave_table()
        await app.workers.wait_for_complete()
        await pilot.pause()
        back = app.screen
        assert isinstance(back, ReviewScreen)
        assert back.chosen == back.listed[1]
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen) if from_menu else app.return_code == 0


@pytest.mark.slow
async def test_other_deals_and_other_seats_are_reviewed(record: Path) -> None:
    app, screen = opened(record, deal=2)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("pageup", "tab")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert (screen.review.deal, screen.review.seat) == (1, 1)
        assert "deal 1" in grid(app)


async def test_it_opens_from_the_list_of_records_and_from_the_replay(record: Path) -> None:
    store, words = archive(), Words("en")
    app = CardtableApp(None, words, Settings(delay=0, archive=store), first=ArchiveScreen(words, store))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        assert app.screen.review.deal == 2
        await pilot.press("escape")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)


async def test_it_opens_after_a_deal(record: Path) -> None:
    table = ended("throw_in", 3, record.with_name("2026-11-15-120000-throw_in.jsonl"))
    app = CardtableApp(table, Words("en"), Settings(delay=0, archive=archive()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        assert "v review" in grid(app)
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
    table.close()


async def test_the_dearest_decision_is_told_in_a_line_at_the_end_of_a_deal(record: Path) -> None:
    table = ended("throw_in", 2, record.with_name("2026-11-15-120000-throw_in.jsonl"))
    app = CardtableApp(table, Words("en"), Settings(delay=0, archive=archive()))
    async with app.run_test(size=(100, 30)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "The costliest: " in grid(app)
        assert "a win → a defeat, proven. Better: " in " ".join(grid(app).replace("┃", " ").split())
        assert table.path is not None
        review = KeptReviews(Replay(read_record(table.path))).review(table.deals, 0)
        assert review.is_whole, "it is kept, so that the review is there when it is asked for"
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.at == review.dearest[0].moment - 1
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
    table.close()


@pytest.mark.parametrize("enough", [8, 99])
async def test_where_nothing_was_dear_that_is_said_of_enough_decisions_and_of_few_nothing(
    enough: int, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SeatReview, "dearest", property(lambda review: []))
    monkeypatch.setattr("cardtable.tui.table.results.ENOUGH", enough)
    table = ended("throw_in", 2, record.with_name("2026-11-15-120000-throw_in.jsonl"))
    app = CardtableApp(table, Words("en"), Settings(delay=0, archive=archive()))
    async with app.run_test(size=(140, 46)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        assert ("decisions judged, none of them costly." in grid(app)) == (enough == 8) == app.screen.curve.display
        assert "l look there" not in grid(app)
        assert "▲" not in grid(app)
    table.close()


@pytest.mark.parametrize("size", [(80, 24), (100, 36), (140, 44)], ids=str)
async def test_the_curve_of_a_deal_turns_where_its_cards_are_drawn(size: tuple[int, int], record: Path) -> None:
    table = ended("throw_in", 2, record.with_name("2026-11-15-120000-throw_in.jsonl"))
    app = CardtableApp(table, Words("en"), Settings(delay=0, archive=archive()))
    async with app.run_test(size=size) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        curve = app.screen.curve
        assert curve.again is not None
        assert curve.again.turned is not None
        assert ("▲" in grid(app)) == curve.display == (size[1] > 24)
        drawn = all(word in grid(app) for word in ("YOURS", "BETTER"))
        assert drawn == (size[0] == 140)
        assert drawn or not curve.display or f"▲ {curve.again.moves[0].said}" in grid(app)
    table.close()


def test_a_branch_never_leaves_a_deal_that_goes_on(record: Path) -> None:
    replay = Replay(read_record(record))
    last = replay.deals[1]
    assert replay.branch(last, ()).moments[-1] is replay.moments[last]
    del replay.moments[-1]
    with pytest.raises(AssertionError):
        replay.branch(last, ())


def test_a_curve_stands_where_its_points_are() -> None:
    rows = curve([(0, 0.5), (0.5, 1), (1, 0)], 20, 4)
    assert [len(row) for row in rows] == [20] * 4
    assert " " not in (rows[0][10], rows[3][19])
    assert rows[3][0] == " "
    slow = curve([(nth / 7, 0.4 + nth / 50) for nth in range(8)], 90, 5)
    assert all(any(row[x] != " " for row in slow) for x in range(90)), "a curve has no gaps"
    assert curve([], 3, 2) == ["   ", "   "]


def test_the_end_of_the_program_waits_for_no_style_that_a_review_asks(record: Path, stranger: type[Stranger]) -> None:
    """The verdicts so far are kept, and shown meanwhile."""
    before = thoughts()

    async def look() -> None:
        app, screen = opened(record, deal=2)
        async with app.run_test(size=(100, 30)):
            await stranger.is_asked()
            await drawn(app)
            assert screen.review.is_whole
            assert "COSTLIEST" in grid(app)
            app.exit(0)

    asyncio.run(look())
    assert thoughts() - before, "it was waited for"
    assert path_of(record).exists()
