"""The host's list: what is done to somebody is done to whoever stood under the cursor."""

from __future__ import annotations

from typing import cast

import pytest

from cardtable.engine.text import Text, say
from cardtable.tui.app import CardtableApp
from cardtable.tui.hall_screen import HallDoor, HostScreen, PersonRow
from cardtable.tui.protocol import Settings
from tests.tui.screens import WORDS, Door


class Changing(Door):
    """A hall whose host's list changes; it notes what was done to whom."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(is_host=True)
        self.names = names
        self.done: list[tuple[str, str]] = []

    def people(self) -> list[PersonRow]:
        """Those who are here now."""
        return [PersonRow(name, say("in the hall"), say("here"), "") for name in self.names]

    def act(self, name: str, what: str) -> Text:
        """Only notes it."""
        self.done.append((name, what))
        return say("here")


@pytest.mark.parametrize("seen", [True, False], ids=["and it was drawn", "and it was not drawn yet"])
@pytest.mark.parametrize(
    "after",
    [["", "Vera", "Mila"], ["", "Anna", "Boris", "Vera", "Mila"], ["", "Anna", "Mila"]],
    ids=["somebody above has gone", "somebody above has come", "they have gone themselves"],
)
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
