"""Forced moves: made automatically for players alone with bots, once they agree, and until a key is pressed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cardtable.match.seen import UNASKED
from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.protocol import Settings
from cardtable.tui.table.match_flow import MatchFlow
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid
from tests.tui.tables import played_until, seated

WORDS = Words("en")


def at(preset: str, seats: int, wanted: Callable[[Table], bool]) -> Table:
    """A table at which this player has only one possible move, of the wanted kind."""

    def found(table: Table) -> bool:
        seat = table.to_act[0]
        return len(table.legal(seat)) == 1 and not table.aside and wanted(table)

    for seed in range(40):
        table = seated(preset, seats, people=(), seed=seed)
        if played_until(table, found):
            table.people = frozenset((table.to_act[0],))
            return table
    raise AssertionError("nobody can do only one thing")


def verb(table: Table) -> str:
    """The verb of the only move."""
    return table.legal(table.to_act[0])[0].verb


def hidden_pass(table: Table) -> bool:
    """The player can only pass, and the others do not know it."""
    return verb(table) == "pass" and table.plain_pass(table.to_act[0]) is None


def last_card(table: Table) -> bool:
    """Only one card is legal."""
    return bool(table.legal(table.to_act[0])[0].cards)


CASES = {
    "a pass": ("throw_in", 3, hidden_pass),
    "a take": ("throw_in", 2, lambda table: verb(table) == "take"),
    "a draw": ("classic", 3, lambda table: verb(table) == "draw"),
    "a card": ("nizhny_plain", 4, last_card),
}


def app_at(table: Table, way: str, chosen: list[tuple[str, object]] | None = None) -> CardtableApp:
    """An app at this table that records the chosen preferences; no bot moves there during the test."""

    def choose(name: str, value: object) -> Settings:
        if chosen is not None:
            chosen.append((name, value))
        return Settings(delay=60, forced=str(value))

    return CardtableApp(table, WORDS, Settings(delay=60, forced=way, choose=choose))


async def due(pilot: Any, app: CardtableApp) -> bool:
    """Lets the pause before a forced move end; returns whether there was one."""
    await pilot.pause()
    made = flow(app).forced
    waited = made._timer is not None
    if waited:
        made._due(flow(app).picture.viewer)
        await pilot.pause()
    return waited


def flow(app: CardtableApp) -> MatchFlow:
    """The match's flow in the app's table."""
    screen = app.screen
    assert isinstance(screen, TableScreen)
    return screen.flow


@pytest.mark.parametrize("case", list(CASES))
@pytest.mark.parametrize("way", ["asked", "words", "all"])
@pytest.mark.every(3)
async def test_the_one_move_there_is_is_made_where_that_is_agreed(case: str, way: str) -> None:
    table = at(*CASES[case])
    seat, before = table.to_act[0], len(table._match.made)
    is_made = way == "all" or (way == "words" and case != "a card")
    app = app_at(table, way)
    async with app.run_test(size=(80, 24)) as pilot:
        assert await due(pilot, app) == is_made
        assert len(table._match.made) == before + is_made
        if is_made:
            told = [event.kind for event in table.events(seat)]
            assert UNASKED in told, "the log says why"
            assert not any(event.kind == UNASKED for event in table.about_to(seat, table._match.made[-1][1]).events)


async def test_any_key_stops_it_and_the_player_is_asked() -> None:
    table = at(*CASES["a take"])
    before = len(table._match.made)
    app = app_at(table, "words")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert flow(app).forced._timer is not None
        await pilot.press("right")
        await pilot.pause()
        assert flow(app).forced._timer is None
        flow(app).advance()
        await pilot.pause()
        assert flow(app).forced._timer is None, "the same question is not answered for them after all"
        assert len(table._match.made) == before
        await pilot.press("t")
        await pilot.pause()
        assert len(table._match.made) > before


async def test_who_does_not_wait_for_bots_does_not_wait_for_the_table_either() -> None:
    table = at(*CASES["a take"])
    before = len(table._match.made)
    app = app_at(table, "words")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("space")
        await pilot.pause()
        assert len(table._match.made) == before + 1


@pytest.mark.parametrize(
    ("case", "key", "value"),
    [
        ("a pass", "1", "words"),
        ("a take", "2", "all"),
        ("a draw", "1", "words"),
        ("a card", "1", "words"),
        ("a card", "2", "all"),
    ],
)
@pytest.mark.every(2)
async def test_it_is_offered_in_one_line_at_the_second_time(case: str, key: str, value: str) -> None:
    table = at(*CASES[case])
    chosen: list[tuple[str, object]] = []
    before = len(table._match.made)
    app = app_at(table, "undecided", chosen)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert "Only one move again" not in grid(app)
        flow(app).forced._last = None  # As if the question had come before, and this were the second time.
        flow(app).advance()
        await pilot.pause()
        assert "Only one move again" in grid(app)
        assert "3 no" in grid(app), "no answer is cut"
        await pilot.press(key)
        await pilot.pause()
        assert (len(table._match.made) > before) == (value == "all" or case != "a card")
        assert chosen == [("forced", value)]


@pytest.mark.parametrize("key", ["3", "right"])
async def test_no_is_no_for_this_evening_and_another_key_is_the_tables(key: str) -> None:
    table = at(*CASES["a pass"])
    chosen: list[tuple[str, object]] = []
    app = app_at(table, "undecided", chosen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        flow(app).forced._last = None
        flow(app).advance()
        await pilot.press(key)
        await pilot.pause()
        assert "Only one move again" not in grid(app)
        assert chosen == []
        for offered in (True, True, False):  # A player who does not answer three times is not asked again.
            await pilot.press("right")
            flow(app).forced._last = None
            flow(app).advance()
            await pilot.pause()
            assert ("Only one move again" in grid(app)) == (key == "right" and offered)


@pytest.mark.parametrize("way", ["undecided", "all"])
async def test_nothing_is_made_or_offered_where_other_people_play(way: str) -> None:
    table = at(*CASES["a take"])
    seat = table.to_act[0]
    table.people = frozenset((0, 1))
    assert table.only_move(seat) is None
    app = app_at(table, way)
    before = len(table._match.made)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert flow(app).forced._timer is None
        flow(app).forced._last = None
        flow(app).advance()
        await pilot.pause()
        assert "Only one move again" not in grid(app)
        assert len(table._match.made) == before


async def test_undo_goes_back_to_a_decision_and_not_to_a_move_that_is_made_again() -> None:
    table = at("throw_in", 3, lambda table: hidden_pass(table) and table._match.decided_ago(table.to_act[0]) > 0)
    seat, made = table.to_act[0], len(table._match.made)
    app = app_at(table, "words")
    async with app.run_test(size=(80, 24)) as pilot:
        assert await due(pilot, app)
        assert len(table._match.made) == made + 1
        await pilot.press("u")
        await pilot.pause()
        assert len(table._match.made) < made
        assert len(table.legal(seat)) > 1


def test_where_somebody_learns_or_a_day_is_compared_everything_is_asked() -> None:
    table = at(*CASES["a take"])
    seat = table.to_act[0]
    assert table.is_spared(seat, "words")
    for kind in ("day", "lesson", "puzzle", "exercise"):
        other = type("Other", (type(table),), {"kind": kind})
        table.__class__ = other
        assert not table.is_spared(seat, "all"), kind
