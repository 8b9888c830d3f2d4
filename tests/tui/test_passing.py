"""An evening of several people: passes that need no key, and what each of them reveals."""

from __future__ import annotations

from typing import Any

import pytest
from textual.screen import Screen

from cardtable.cli.positions import rules_of
from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.position import put_down
from cardtable.engine.rules import attempt
from cardtable.engine.state import observe
from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Choose
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.protocol import Settings
from cardtable.tui.table.passing import OFTEN, Passing
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid
from tests.tui.tables import played_until, seated

POSITION = {
    "preset": "throw_in",
    "seats": 3,
    "trump": "h",
    "stock": 6,
    "attacker": "P0",
    "defender": "P1",
    "hands": {"P0": "9s 9d Kd Qc", "P1": "Ts Td Jc As", "P2": "7c 8c Qd Kc"},
}


@pytest.mark.parametrize("when_i_cannot", [False, True])
def test_only_who_can_do_nothing_else_passes_unasked(when_i_cannot: bool) -> None:
    rules, state = put_down(POSITION, rules_of)
    for seat, text in ((0, "attack 9s"), (1, "cover 9s with Ts")):
        attempt(rules, state, seat, rules.parse_move(text))
    passing = Passing(rules)
    passing.when_i_cannot = when_i_cannot
    assert passing.move(0, lambda: rules.scene(observe(state, 0))) is None
    attempt(rules, state, 0, Move("pass"))
    assert state.to_act == (2,)
    assert passing.move(2, lambda: rules.scene(observe(state, 2))) == (Move("pass") if when_i_cannot else None)


def test_a_promise_holds_until_the_bout_ends() -> None:
    rules, state = put_down(POSITION, rules_of)
    for seat, text in ((0, "attack 9s"), (1, "cover 9s with Ts")):
        attempt(rules, state, seat, rules.parse_move(text))
    passing = Passing(rules)
    passing.promise(0)
    scene = rules.scene(observe(state, 0))
    assert passing.move(0, lambda: scene) == Move("pass")
    assert passing.move(2, lambda: rules.scene(observe(state, 2))) is None
    passing.notice([Event("cover", 1)])
    assert passing.move(0, lambda: scene) == Move("pass")
    passing.notice([Event("bout", 1)])
    assert passing.move(0, lambda: scene) is None


def test_nothing_but_a_pass_is_ever_decided_for_anybody() -> None:
    rules, state = put_down(POSITION, rules_of)
    passing = Passing(rules)
    passing.when_i_cannot = True
    passing.promise(0)
    passing.promise(1)
    assert passing.move(0, lambda: rules.scene(observe(state, 0))) is None
    attempt(rules, state, 0, rules.parse_move("attack 9s"))
    assert passing.move(1, lambda: rules.scene(observe(state, 1))) is None


def at_a_pass(plain: bool, people: tuple[Seat, ...] = ()) -> tuple[Table, Seat]:
    """A table at which the player to act can only pass, known to all or not; that player and these are people."""

    def found(table: Table) -> bool:
        seat = table.to_act[0]
        forced = [move.verb for move in table.legal(seat)] == ["pass"]
        return forced and (table.plain_pass(seat) is not None) == plain

    for seed in range(20):
        table = seated("throw_in", 2, people=(), seed=seed)
        if played_until(table, found):
            table.people = frozenset((table.to_act[0], *people))
            return table, table.to_act[0]
    raise AssertionError("nobody can only pass")


def app_at(table: Table, forced: str = "undecided") -> CardtableApp:
    """An app at this table; no bot moves there during the test."""
    return CardtableApp(table, Words("en"), Settings(delay=60, forced=forced))


def passes(table: Table) -> int:
    """How often a player has passed in this deal."""
    return sum(event.kind == "pass" for event in table.events(0, 0))


@pytest.mark.parametrize("plain", [True, False])
async def test_a_pass_that_everybody_knows_to_be_the_only_move_needs_no_key(plain: bool) -> None:
    table, seat = at_a_pass(plain)
    before = passes(table)
    app = app_at(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert passes(table) == before + plain
        assert (table.to_act[0] == seat) != plain or table.deal_over


def needless(screen: Screen[Any], seat: Seat, times: int) -> None:
    """As if this seat had been asked so often before when it could only pass."""
    assert isinstance(screen, TableScreen)
    for _ in range(times):
        screen.flow.passing.count(Move("pass"), lambda: screen.table.scene(seat))


@pytest.mark.parametrize(("key", "agreed"), [("1", False), ("2", True), ("escape", False)])
@pytest.mark.every(3)
async def test_several_people_are_offered_it_between_two_deals_and_no_box_tells_who_could_only_pass(
    key: str, agreed: bool
) -> None:
    table, seat = at_a_pass(plain=False, people=(0, 1))
    app = app_at(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        needless(app.screen, seat, OFTEN)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        course = screen.flow
        await pilot.press("d")
        await pilot.pause()
        assert not isinstance(app.screen, Choose)
        assert played_until(table, lambda table: False) is False
        assert table.deal_over
        while app.screen is not screen:
            await pilot.press("enter")
            await pilot.pause()
        course.advance()
        await pilot.pause()
        assert "you could only pass" in grid(app)
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen_stack[-1], DealResult)
        assert course.passing.when_i_cannot == agreed
        needless(screen, seat, OFTEN)
        assert not course.passing.is_offer_due, "it is offered once"


async def test_who_wants_to_be_asked_is_offered_nothing() -> None:
    table, seat = at_a_pass(plain=False, people=(0, 1))
    app = app_at(table, "asked")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        needless(app.screen, seat, OFTEN)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert played_until(table, lambda table: False) is False
        screen.flow.advance()
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
