"""Lists that change under the cursor: an action applies to the person or table that the cursor was on."""

from __future__ import annotations

from typing import cast

import pytest

from cardtable.engine.faults import Fault
from cardtable.engine.text import Text, say
from cardtable.match.seat import SeatTable
from cardtable.tui.app import CardtableApp
from cardtable.tui.draw.letters import large
from cardtable.tui.menus.hall_screen import HallDoor, HallRow, HallScreen, HostScreen, PersonRow
from cardtable.tui.protocol import Settings
from tests.tui.helpers import grid
from tests.tui.screens import WORDS, Door


class Changing(Door):
    """A hall whose host's list changes; it records the actions."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(is_host=True)
        self.names = names
        self.done: list[tuple[str, str]] = []

    def people(self) -> list[PersonRow]:
        """The people here now."""
        return [PersonRow(name, say("in the hall"), say("here"), "") for name in self.names]

    def act(self, name: str, what: str) -> Text:
        """Only records the action."""
        self.done.append((name, what))
        return say("here")


@pytest.mark.parametrize("seen", [True, False], ids=["and it was drawn", "and it was not drawn yet"])
@pytest.mark.parametrize(
    "after",
    [["", "Vera", "Mila"], ["", "Anna", "Boris", "Vera", "Mila"], ["", "Anna", "Mila"]],
    ids=["somebody above has gone", "somebody above has come", "they have gone themselves"],
)
@pytest.mark.every(2)
async def test_a_list_that_changes_under_the_cursor_sends_nobody_else_away(after: list[str], seen: bool) -> None:
    door = Changing(["", "Anna", "Vera", "Mila"])
    screen = HostScreen(WORDS, cast(HallDoor, door))
    app = CardtableApp(None, WORDS, Settings(), first=screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "down")
        door.names = after
        if seen:
            screen.show()
        await pilot.press("x")
    assert door.done == ([("Vera", "away")] if "Vera" in after or not seen else [])


async def test_the_message_for_somebody_is_copied_and_shown() -> None:
    class Inviting(Changing):
        def people(self) -> list[PersonRow]:
            """Anna has last time's code, Vera has none."""
            return [
                row._replace(message="Hello Anna,\ntype ssh." if row.name == "Anna" else "") for row in super().people()
            ]

    screen = HostScreen(WORDS, cast(HallDoor, Inviting(["Anna", "Vera"])))
    app = CardtableApp(None, WORDS, Settings(), first=screen)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "i invitation" in grid(app)
        assert grid(app).count("the code of last time") == 1
        await pilot.press("i")
        assert app.clipboard == "Hello Anna,\ntype ssh."
        assert "type ssh." in grid(app)
        await pilot.press("escape", "down", "i")
        assert "They have no code: n gives them one." in grid(app)


class Emptying(Door):
    """A hall with three waiting tables at first; it records at which one a person sits down."""

    def __init__(self) -> None:
        super().__init__(is_host=False)
        self.numbers = [0, 1, 2]
        self.done: list[int] = []

    def tables(self) -> list[HallRow]:
        """The current tables, all alike."""
        return [HallRow(number, say("a game"), (say("(open)"),), say("waits"), True) for number in self.numbers]

    def sit(self, number: int) -> SeatTable:
        """Only records the table."""
        if number in self.numbers:
            self.done.append(number)
        raise Fault("this table is gone")

    watch = sit


@pytest.mark.parametrize("seen", [True, False], ids=["and it was drawn", "and it was not drawn yet"])
@pytest.mark.parametrize(
    "after", [[1, 2], [1, 2, 3], [0, 2]], ids=["one above is gone", "one more has come", "it is gone itself"]
)
@pytest.mark.parametrize("key", ["enter", "w"])
@pytest.mark.every(3)
async def test_when_tables_go_nobody_sits_down_at_another_one(after: list[int], seen: bool, key: str) -> None:
    door = Emptying()
    screen = HallScreen(WORDS, cast(HallDoor, door))
    app = CardtableApp(None, WORDS, Settings(), first=screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down")
        door.numbers = after
        if seen:
            screen.show()
        await pilot.press(key)
    assert door.done == ([1] if 1 in after else [])


async def test_a_click_on_a_key_of_a_list_is_the_key() -> None:
    door = Changing(["", "Anna"])
    app = CardtableApp(None, WORDS, Settings(), first=HostScreen(WORDS, cast(HallDoor, door)))
    async with app.run_test(size=(120, 24)) as pilot:
        await pilot.press("down")
        foot = grid(app).splitlines()[-1]
        await pilot.click(offset=(foot.index("send away"), 23))
        await pilot.pause()
    assert door.done == [("Anna", "away")]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (200, 50)])
async def test_the_cursor_is_as_wide_as_the_plate_it_stands_on(size: tuple[int, int]) -> None:
    screen = HallScreen(WORDS, cast(HallDoor, Door(is_host=False)))
    app = CardtableApp(None, WORDS, Settings(), first=screen)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        plate = str(screen.list.options[0].prompt).splitlines()[0]
        assert screen.list.scrollable_content_region.width == len(plate)


async def test_on_a_wide_screen_the_table_under_the_cursor_stands_beside_the_list_with_all_who_sit_there() -> None:
    screen = HallScreen(WORDS, cast(HallDoor, Door(is_host=False)))
    app = CardtableApp(None, WORDS, Settings(), first=screen)
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        shown = grid(app)
        assert all(shown.count(name) == 3 + (name == "Mila") for name in ("Mila", "Anna")), "two plates, and the table"
        assert shown.count("deal 2") == 2
        assert shown.count("Friends type") == 2, "what is to be told stands there, and nowhere else"
        await pilot.press("down")
        assert grid(app).count("a seat for you") == 2
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert grid(app).count("a seat for you") == 1
        assert grid(app).count("Friends type") == 2


async def test_a_code_is_read_out_from_large_letters_on_a_wide_screen() -> None:
    screen = HostScreen(WORDS, cast(HallDoor, Door(is_host=True)))
    app = CardtableApp(None, WORDS, Settings(), first=screen)
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        assert all(row in grid(app) for row in large(Door.own_code, 60, 3))
        await pilot.press("down")
        assert "─ Mila ─" in grid(app)
