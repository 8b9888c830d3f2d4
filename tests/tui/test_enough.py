"""The end of an evening on the screen: Enter goes on, Esc asks for confirmation, and nothing is written before."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.engine.text import say
from cardtable.games import games_of
from cardtable.match.evening import Evening
from cardtable.match.table import Table
from cardtable.player.saved import SavedTable
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.handover import HandOver
from cardtable.tui.draw import fresh
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.ends.enough import Enough
from cardtable.tui.menus.table_setup import TableSetup
from cardtable.tui.protocol import Home, Settings
from cardtable.words import Words
from tests.tui.helpers import grid, table_app
from tests.tui.tables import WatchedTable, played_until, seated


def over(preset: str = "throw_in", people: tuple[int, ...] = (0,)) -> WatchedTable:
    """A table of an evening whose first deal is over."""
    table = seated(preset, 3, people, evening=True)
    assert not played_until(table, lambda table: False)
    return table


@pytest.fixture(autouse=True)
def _read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key press does not wait for the time needed to read."""
    monkeypatch.setattr(fresh, "PAUSE", 0)


async def read(pilot: Pilot[Any]) -> None:
    """Waits for the box that opens next."""
    for _ in range(3):
        await pilot.pause()


async def test_enter_deals_the_next_deal_and_the_head_says_how_it_stands() -> None:
    table = over()
    app = table_app(table)
    async with app.run_test(size=(100, 30)) as pilot:
        await read(pilot)
        assert "⏎  next deal" in grid(app)
        assert "Esc enough for today" in grid(app)
        assert "leave the table" not in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        assert table.deals == 2
        assert "fool: " in grid(app)
        assert "deal 2" in grid(app)


@pytest.mark.parametrize("key", ["n", "т"])
@pytest.mark.every(2)
async def test_another_key_goes_on_as_enter_does_and_is_not_shown(key: str) -> None:
    table = over()
    app = table_app(table)
    async with app.run_test(size=(100, 30)) as pilot:
        await read(pilot)
        assert "n again" not in grid(app)
        await pilot.press(key)
        await pilot.pause()
        assert table.deals == 2


async def test_escape_twice_leads_back_and_writes_nothing() -> None:
    table = over()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await read(pilot)
        await pilot.press("escape")
        await read(pilot)
        assert isinstance(app.screen, Enough)
        assert "1 deal" in grid(app)
        await pilot.press("escape")
        await read(pilot)
        assert isinstance(app.screen, DealResult)
        assert not table.is_closed
        await pilot.press("escape")
        await read(pilot)
        await pilot.press("escape")
        await read(pilot)
        assert not table.is_closed
        assert table.deals == 1


async def test_of_several_at_one_keyboard_one_gets_up_and_comes_back() -> None:
    table = over(people=(0, 1))
    app = table_app(table)
    async with app.run_test(size=(100, 30)) as pilot:
        for key in ("escape", "enter", "3"):
            await read(pilot)
            await pilot.press(key)
        await read(pilot)
        assert isinstance(app.screen, DealResult)
        assert table.here == {0}
        await pilot.press("enter")
        await read(pilot)
        assert not isinstance(app.screen, HandOver), "nobody else looks"
        assert f"{table.names[1]} (bot)" in grid(app)
        assert not played_until(table, lambda table: False)
        screen = app.table_screen()
        assert screen is not None
        screen.flow.advance()
        for key in ("escape", "enter", "2"):
            await read(pilot)
            await pilot.press(key)
        await read(pilot)
        assert table.here == {0, 1}
        await pilot.press("escape")
        await read(pilot)
        await pilot.press("enter")
        await read(pilot)
        assert "Everybody" in grid(app)
        await pilot.press("1")
        await read(pilot)
    assert table.is_closed


@pytest.mark.parametrize(("key", "closed"), [("enter", True), ("k", False), ("л", False)])
@pytest.mark.every(2)
async def test_one_gets_up_or_keeps_the_table(key: str, closed: bool) -> None:
    table = over()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await read(pilot)
        await pilot.press("escape")
        await read(pilot)
        await pilot.press(key)
        await pilot.pause()
    assert table.is_closed is closed
    assert table.closed


@pytest.mark.parametrize("from_menu", [True, False])
async def test_another_evening_begins_with_who_sits_where(from_menu: bool) -> None:
    table = over()
    agreed: list[SavedTable] = []

    def opener(chosen: SavedTable) -> Table:
        agreed.append(chosen)
        return seated("throw_in", 3, evening=True)

    def home() -> Home:
        return Home(games_of("durak"), lambda preset, seats: table, again=home)

    settings = Settings(open_agreed=opener)
    begun = (None, home()) if from_menu else (table, None)
    app = CardtableApp(begun[0], Words("en"), settings, home=begun[1])
    async with app.run_test(size=(100, 30)) as pilot:
        if from_menu:
            app.sit_down(table)
        await read(pilot)
        await pilot.press("escape")
        await read(pilot)
        assert "a new evening" in grid(app)
        await pilot.press("n")
        await read(pilot)
        await pilot.press("escape")
        await read(pilot)
        assert isinstance(app.screen, DealResult), "who sets up no other evening stays in this one"
        assert not table.is_closed
        await pilot.press("escape")
        await read(pilot)
        await pilot.press("n")
        await read(pilot)
        assert isinstance(app.screen, TableSetup)
        assert all(name in grid(app) for name in table.names)
        await pilot.press("enter")
        await read(pilot)
        (chosen,) = agreed
        assert (chosen.preset, chosen.names) == ("throw_in", table.names)
        assert table.is_closed
        assert app.table is not table


async def test_the_evening_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    table = over()
    app = table_app(table)
    copied: list[str] = []
    monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
    async with app.run_test(size=(80, 24)) as pilot:
        await read(pilot)
        await pilot.press("escape")
        await read(pilot)
        await pilot.press("c")
        await pilot.pause()
        assert isinstance(app.screen, Enough)
    (text,) = copied
    assert text.startswith("Throw-in Fool · the evening: Enough for today\n1 deal")
    assert "fool" in text


async def test_who_said_so_during_the_deal_is_asked_at_once_when_it_is_over() -> None:
    table = seated("throw_in", 3, evening=True)
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape")
        await pilot.pause()
        assert "After this deal I get up" in grid(app)
        await pilot.press("2")
        await pilot.pause()
        assert "You get up after this deal." in grid(app)
        assert "the last deal" in grid(app).splitlines()[0]
        assert not played_until(table, lambda table: False)
        screen = app.table_screen()
        assert screen is not None
        screen.flow.advance()
        await pilot.pause()
        assert isinstance(app.screen, Enough)
        await read(pilot)
        assert re.search(r"The last deal: .+\.", grid(app)), "nobody leaves without knowing how it ended"
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        await read(pilot)
        await pilot.press("escape")
        await read(pilot)
        assert isinstance(app.screen, Enough)
        assert "The last deal" not in grid(app)


async def test_at_one_keyboard_it_is_asked_who_gets_up_after_the_deal() -> None:
    """Those who do not change their minds leave once the deal is over, and a bot plays for them."""
    table = seated("throw_in", 3, (0, 1), evening=True)
    app = table_app(table)

    async def say_who(key: str) -> None:
        screen = app.table_screen()
        assert screen is not None
        if isinstance(app.screen, HandOver):
            await pilot.press("enter")
            await read(pilot)
        await pilot.press("escape")
        await read(pilot)
        assert "After this deal somebody gets up" in grid(app)
        await pilot.press("2")
        await read(pilot)
        assert "Who gets up?" in grid(app)
        await pilot.press(key)
        await read(pilot)

    async with app.run_test(size=(100, 30)) as pilot:
        await read(pilot)
        await say_who("1")
        assert "the last deal" in grid(app).splitlines()[0]
        await say_who("2")
        assert "the last deal" not in grid(app).splitlines()[0]
        assert list(app._notifications)[-1].message.startswith(f"{table.names[0]} gets up after this deal")
        await say_who("2")
        assert list(app._notifications)[-1].message == f"{table.names[0]} plays the next deal."
        await say_who("3")
        assert table.up == frozenset()
        assert not played_until(table, lambda table: False)
        screen = app.table_screen()
        assert screen is not None
        screen.flow.advance()
        await read(pilot)
        assert isinstance(app.screen, DealResult)
        assert table.up == frozenset(), "the end of this deal is told to both"
        assert "Esc all or one gets up" in grid(app)
        assert f"{table.names[1]} gets up after this deal; a bot takes the seat." in grid(app), "and it is told again"
        for key in ("escape", "enter", "escape"):
            await pilot.press(key)
            await read(pilot)
        assert isinstance(app.screen, DealResult)
        await pilot.press("enter")
        await read(pilot)
        assert table.up == {1}, "to look who might get up now takes nothing back"
        assert screen.picture.changes == ()
        assert f"{table.names[1]} (bot)" in grid(app)
        await say_who("2")
        assert not played_until(table, lambda table: False)
        screen.flow.advance()
        await read(pilot)
        await pilot.press("enter")
        await read(pilot)
        assert table.up == frozenset()


async def test_without_an_evening_escape_opens_the_menu_as_ever() -> None:
    table: Table = seated("throw_in", 3)
    assert not played_until(table, lambda table: False)
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await read(pilot)
        assert "⏎  leave the table" in grid(app)
        assert "Esc menu" in grid(app)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, Enough)
        assert "After this deal I get up" not in grid(app)


async def test_a_match_of_several_deals_says_another_match_only_when_it_is_over() -> None:
    table = seated("burkozel", 2, evening=True)
    app = table_app(table)
    assert not played_until(table, lambda table: False)
    async with app.run_test(size=(100, 30)) as pilot:
        await read(pilot)
        assert ("⏎  another match" in grid(app)) is (table.match_over and not table.rules.one_deal)
        while not table.match_over:
            table.next_deal()
            assert not played_until(table, lambda table: False)
        app.screen.dismiss(None)
        await pilot.pause()
        app.pop_screen()
        screen = app.table_screen()
        assert screen is not None
        screen.flow.advance()
        await pilot.pause()
        assert ("⏎  another match" in grid(app)) is not table.rules.one_deal


@pytest.mark.parametrize("size", [(80, 24), (140, 40)], ids=str)
async def test_every_match_of_an_evening_has_its_mark(size: tuple[int, int]) -> None:
    """Twelve players and forty matches: every name and number is shown, and the latest of the marks."""
    names = [f"Player {nth}" for nth in range(12)]
    ended = tuple([tuple([nth % 11 == seat for seat in range(12)]) for nth in range(40)])
    counts = tuple([sum(match[seat] for match in ended) for seat in range(12)])
    sides = tuple([(seat,) for seat in range(12)])
    shame = say("The fool of the evening")
    evening = Evening(say("fool"), counts, sides, ended, 40, say("deal 40"), True, shame)
    app = table_app(seated("throw_in", 3))
    async with app.run_test(size=size) as pilot:
        app.push_screen(Enough(app.words, "Sham", evening, names, 11, more=[say("The evening was long.")]))
        await pilot.pause()
        rows = grid(app).splitlines()
        for name, number in zip([*names[:11], "you"], counts, strict=True):
            (row,) = [row for row in rows if re.search(rf"\b{name}\b +\d", row)]
            assert re.search(rf"{name} +{number} ", row)
            assert row.count("●") == number or size[0] == 80
        assert any("The evening was long." in row for row in rows)
        assert any("40 deals" in row for row in rows)
