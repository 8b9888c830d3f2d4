"""Room at the end of a deal: a plate for every player, the fool's cards on a low screen, the whole match."""

from __future__ import annotations

import pytest

from cardtable.cards import bits
from cardtable.engine.text import plain, say
from cardtable.tui.app import CardtableApp
from cardtable.tui.draw.cells import Sheet
from cardtable.tui.draw.painter import HUGE
from cardtable.tui.ends.ended import Again
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.ends.sparks import CELEBRATION, SIGNS, sparks
from cardtable.tui.protocol import Settings
from cardtable.words import Words
from tests.tui.helpers import grid
from tests.tui.tables import played_until, seated
from tests.tui.test_ending import ended

pytestmark = pytest.mark.usefixtures("own_home")


def test_no_spark_falls_between_the_letters_of_the_headline() -> None:
    look = CardtableApp(None, Words("en"), Settings()).palette
    letters, seen = range(10, 50), set()
    for left in range(CELEBRATION, 0, -1):
        sheet = Sheet(60, 8, look.table)
        sparks(sheet, 5, letters, left, look)
        seen |= {(x, y) for y, row in enumerate(sheet.signs) for x, sign in enumerate(row) if sign in SIGNS}
    assert not [(x, y) for x, y in seen if y < 5 and x in letters]
    assert {y for _, y in seen} == set(range(6)), "they fall through all rows beside it, and the one under it"


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)])
async def test_where_one_plate_is_too_narrow_all_players_are_lines(size: tuple[int, int]) -> None:
    """Four of five had plates, and the fifth, whose title was too long, was missing."""
    app = CardtableApp(ended("palace_ladder", 5, deals=1), Words("en"), Settings(delay=0))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        picture = app.screen.picture
        assert len(picture.plates) in (0, 5)
        for name in ("you", "Vera", "Boris", "Galya", "Zoya"):
            assert name in grid(app)
        assert sum(one.tone == app.palette.plate.danger for one in picture.plates) <= 1, "the lowest title alone"


async def test_on_a_low_screen_the_cards_stay_when_the_dearest_decision_is_found() -> None:
    table = seated("throw_in", 2, seed=4)
    assert not played_until(table, lambda table: False)
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        box = app.screen
        assert isinstance(box, DealResult)
        assert box.picture.stage
        held = [len(group.cards) for group in box.picture.stage]
        assert held == [len(bits(hand)) for hand in box.end.outcome.ending.left if hand]
        box._found(Again(say("The costliest: {why}", why="cover 6♠ with 7♠, mistake, " * 4)))
        await pilot.pause()
        assert box.picture.stage, "what a decision cost is told in the review too"
        assert box.picture.plates


@pytest.mark.parametrize("size", [(100, 30), (140, 40), (200, 50)])
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_the_end_of_a_match_of_kozel_has_its_deals_by_sides(size: tuple[int, int], language: str) -> None:
    words = Words(language)
    table = ended("nizhny", 3, deals=99)
    app = CardtableApp(table, words, Settings(delay=0))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        rows = grid(app).splitlines()
        assert words.say("Score sheet") in grid(app)
        above = next(nth for nth, row in enumerate(rows) if words.say("Score sheet") in row)
        assert rows[above + 1].count("Boris") == 1


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40), (200, 50)])
async def test_an_evening_of_durak_is_told_deal_by_deal_where_there_is_room(size: tuple[int, int]) -> None:
    table = seated("throw_in", 3, evening=True)
    for nth in range(5):
        assert not played_until(table, lambda table: False)
        if nth < 4:
            table.next_deal()
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        told = grid(app)
        assert ("The evening, deal by deal" in told) == (size[1] > 24)
        if size[1] > 24:
            assert table.evening is not None
            marks = [row.count("● ") + row.count("· ") for row in told.splitlines() if "● " in row or "· · " in row]
            assert marks == [5, 5, 5]
            assert told.count("●") == sum(table.evening.counts)


async def test_where_nobody_is_the_fool_nobody_has_a_place() -> None:
    """The player out last had a plate in the colour of defeat."""
    table = next(
        table
        for table in (seated("throw_in", 4, seed=seed) for seed in range(200))
        if not played_until(table, lambda table: False) and not table.outcome(0).ending.won
    )
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        plates = app.screen.picture.plates
        assert {one.title for one in plates} == {"you", "Vera", "Anna", "Boris"}
        assert not [one for one in plates if one.tone == app.palette.plate.danger]


async def test_what_is_told_of_the_last_deal_is_not_read_as_said_of_the_match() -> None:
    table = ended("king_simple", 3, deals=99)
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        story = plain(table.outcome(0).ending.verdict.story[0])
        row = next(row for row in grid(app).splitlines() if story in row)
        assert "The last deal: " in row


async def test_a_place_in_the_last_deal_is_told_as_one_of_that_deal() -> None:
    """A player whose plate said third in the match also read "You come last"."""
    table = next(
        table
        for table in (ended("king_simple", seed, deals=99) for seed in range(20))
        if max(scores := table.outcome(0).ending.scores) > scores[0] and len(set(scores)) > 2
    )
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        (told,) = [row for row in grid(app).splitlines() if "The last deal: " in row]
        assert " of 4 in this deal." in told


async def test_who_holds_which_title_is_told_once() -> None:
    table = ended("palace_ladder", 5, deals=1)
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert "10 deals are left" in grid(app)
        assert grid(app).count("Vera") == 1


async def test_a_drawn_deal_of_an_evening_names_everybody_in_one_order() -> None:
    for seed in range(200):
        table = seated("throw_in", 4, seed=seed, evening=True)
        for _ in range(6):
            assert not played_until(table, lambda table: False)
            evening = table.evening
            assert evening is not None
            if not table.outcome(0).ending.won and len(set(evening.counts)) > 2:
                break
            table.next_deal()
        else:
            continue
        break
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        rows = grid(app).splitlines()
        below = next(nth for nth, row in enumerate(rows) if "The evening, deal by deal" in row)
        assert [row.split()[1] for row in rows[below + 1 : below + 5]] == [
            one.title for one in app.screen.picture.plates
        ]


async def test_the_cards_of_the_fool_are_largest_on_the_largest_screen() -> None:
    table = seated("throw_in", 2, seed=4)
    assert not played_until(table, lambda table: False)
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(200, 50)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        assert {group.lie.size for group in app.screen.picture.stage} == {HUGE}
        assert "Out first" not in grid(app), "of two players one is the fool, and nothing else is to be told"
