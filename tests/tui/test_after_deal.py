"""The box after a deal: the winner, every key that works there, and another match at the same table."""

from __future__ import annotations

import pytest
from textual import events
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtable.engine.moves import Seat
from cardtable.engine.rules import SheetRow
from cardtable.engine.text import say
from cardtable.games import games_of
from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Choose, Read, broken
from cardtable.tui.boxes.rules_reader import GameCard
from cardtable.tui.boxes.sheet import ScoreSheet
from cardtable.tui.ends.ended import End, headline, match_won
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.protocol import Home, Settings
from cardtable.words import Words
from tests.tui.helpers import booklet, grid, seat
from tests.tui.tables import WatchedTable, played_until, seated, write_down

RULES = Settings(delay=0, rules=lambda _: booklet())


def ended(last: bool = True, seats: int = 3) -> WatchedTable:
    """A deal of Durak that has just ended, the last of the match or not; the points are on the sheet."""
    given = {} if last else {"match": "deals", "match_length": 2}
    table = seated("throw_in", seats, given=given)
    assert not played_until(table, lambda table: False)
    assert table.deal_over
    assert table.match_over == last
    write_down(table, [SheetRow(say("a deal"), tuple(range(seats)), (say("so much for that"),))])
    return table


def opened(table: Table, settings: Settings = RULES, home: Home | None = None) -> CardtableApp:
    return CardtableApp(table, Words("en"), settings, home)


def in_words(winners: tuple[Seat, ...]) -> str:
    return Words("en").text(match_won(winners), ("Ann", "Bob", "Cid"))


def test_winners_are_named_in_a_sentence() -> None:
    assert in_words((1,)) == "Bob wins the match."
    assert in_words((0, 2)) == "Ann and Cid win the match."
    assert in_words((0, 1, 2)) == "Ann, Bob and Cid win the match."


@pytest.mark.asyncio
async def test_the_end_of_a_match_says_who_won_it() -> None:
    table = ended()
    assert table.winners
    app = opened(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        assert table.winners == (0, 2)
        assert app.words.text(headline(app.screen.end), table.names) == "You are out first"
        assert all(row.strip() in grid(app) for row in app.screen.picture.large)
        assert "n again" not in grid(app), "without a menu nobody opens the table anew"


async def test_a_box_answered_twice_takes_no_more_than_itself_away() -> None:
    """Seen on a busy machine: Escape came while Enter was still being handled, and closed the table itself."""
    app = opened(seated("throw_in", 2))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table = app.screen
        taken: list[int | None] = []
        box = Choose(app.words, "Which?", ["one", "two"])
        app.push_screen(box, taken.append)
        await pilot.pause()
        box.action_leave()
        box.on_option_list_option_selected(OptionList.OptionSelected(box.query_one(OptionList), Option("two"), 1))
        await pilot.pause()
        assert app.screen is table
        assert taken == [None]


async def test_a_key_typed_ahead_does_not_close_the_box() -> None:
    """Seen on a busy machine: Enter closed the box while it was being built, and the program ended."""
    app = opened(seated("throw_in", 2))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        box = DealResult(app.words, End("Sham", ended(seats=2).outcome(0), ("Ann", "Bob"), ((0,), (1,))))
        app.push_screen(box)
        assert app.screen is box
        await box.run_action("done(True)")
        await pilot.pause()
        await pilot.press("space")
        assert app.screen is box, "whoever hurries the bots must not miss how the deal ended"
        await pilot.press("enter")
        assert app.screen is not box


@pytest.mark.asyncio
async def test_within_a_match_nobody_has_won() -> None:
    app = opened(ended(last=False))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "next deal" in grid(app)
        assert "wins the match" not in grid(app)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("key", "box"), [("f7", ScoreSheet), ("o", GameCard), ("щ", GameCard), ("O", GameCard), ("f5", Read)]
)
@pytest.mark.every(2)
async def test_other_keys_work_after_a_deal(key: str, box: type[object]) -> None:
    app = opened(ended())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert {"F7 score", "o rules", "F5 log", "Esc menu"} <= {
            shown for shown in ("F7 score", "o rules", "F5 log", "Esc menu") if shown in grid(app)
        }
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, box)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, DealResult)


@pytest.mark.asyncio
@pytest.mark.parametrize("key", ["f5", "f7", "o"])
async def test_a_key_pressed_twice_after_a_deal_opens_one_box(key: str) -> None:
    app = opened(ended())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        result, under = app.screen, len(app.screen_stack)
        for _ in range(2):
            result.post_message(events.Key(key, None))
        await pilot.pause()
        assert len(app.screen_stack) == under + 1


@pytest.mark.asyncio
async def test_own_keys_work_after_a_deal() -> None:
    app = opened(ended(), RULES._replace(keys={"rules": "r"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "r rules" in grid(app)
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(app.screen, GameCard)


@pytest.mark.asyncio
@pytest.mark.parametrize("key", ["n", "т"])
async def test_another_match_at_the_same_table(key: str) -> None:
    first, second = ended(), seated("throw_in", 2)

    def home() -> Home:
        return Home(games_of("durak"), lambda preset, seats: first, same="Sham", same_table=lambda: second, again=home)

    app = opened(first, home=home())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "n again" in grid(app)
        await pilot.press(key)
        await pilot.pause()
        await pilot.pause()
        assert first.closed
        assert seat(app).table is second


@pytest.mark.asyncio
async def test_a_long_result_leaves_the_keys_in_sight() -> None:
    table = ended(seats=6)
    app = opened(table)
    async with app.run_test(size=(80, 29)) as pilot:
        await pilot.pause()
        told = table.outcome(0)
        verdict = told.ending.verdict._replace(story=(say("Line."),) * 30)
        longer = told._replace(ending=told.ending._replace(verdict=verdict))
        table.outcome = lambda seat: longer  # type: ignore[method-assign]  # a longer ending
        app.pop_screen()
        await pilot.pause()
        seat(app).flow.advance()
        await pilot.pause()
        shown = grid(app)
        assert "Y O U   A R E" in shown
        assert "leave the table" in shown


def test_broken_lines_keep_their_indent() -> None:
    assert broken("Heading\n\n  one two three four", 12) == ["Heading", "", "  one two", "  three four"]


@pytest.mark.asyncio
async def test_what_is_to_be_said_of_a_deal_is_never_cut() -> None:
    table = seated("king_simple", 4)
    said = "the King was kept back by somebody who had to play him long ago"
    write_down(table, [SheetRow(say("no King"), (0, -16, -120, 7), (say(said),))])
    app = opened(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f7")
        await pilot.pause()
        await pilot.pause()
        shown = " ".join(row.strip(" │") for row in grid(app).splitlines())
        for word in said.split():
            assert word in shown
        assert "−120 −120" in grid(app)
