"""The questions on a family's screen, and the table that they set up."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.desk.screen import home
from cardtable.desk.tables import open_agreed
from cardtable.games import GROUPS
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Choose
from cardtable.tui.menus.family_screen import FamilyScreen
from cardtable.tui.menus.table_setup import TableSetup
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid


async def asked(pilot: Pilot[Any], name: str, words: Words) -> CardtableApp:
    """The first question of a family."""
    app = pilot.app
    assert isinstance(app, CardtableApp)
    app.push_screen(FamilyScreen(words, home(words), name))
    await pilot.pause()
    await pilot.press("up", "enter")
    await pilot.pause()
    return app


def opened(words: Words) -> CardtableApp:
    return CardtableApp(None, words, Settings(delay=0, open_agreed=open_agreed), home(words))


async def answer(pilot: Pilot[Any], keys: str) -> None:
    for key in keys:
        await pilot.press("escape" if key == "-" else key)
        await pilot.pause()


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("name", GROUPS)
@pytest.mark.every(9)
async def test_every_question_is_whole_on_a_small_terminal(name: str, language: str) -> None:
    words = Words(language)
    async with opened(words).run_test(size=(80, 24)) as pilot:
        app = await asked(pilot, name, words)
        headings: list[str] = []
        while isinstance(app.screen, Choose) and len(headings) < 9:
            headings.append(app.screen.heading)
            assert "…" not in grid(app)
            await answer(pilot, "1")
        # A deal of Bura may be over as it is dealt: its result then covers the table.
        assert any(isinstance(screen, TableScreen | TableSetup) for screen in app.screen_stack)
        assert len(headings) > 3


async def test_a_table_is_set_up_with_what_is_changed() -> None:
    words = Words("en")
    async with opened(words).run_test(size=(80, 24)) as pilot:
        app = await asked(pilot, "durak", words)
        await answer(pilot, "11211")
        assert "Throw-in Fool" in grid(app)
        assert "Most attack cards in the first bout: no limit" in grid(app)
        await answer(pilot, "1")
        assert isinstance(app.screen, TableSetup)
        assert (app.screen.preset, app.screen.changed) == ("throw_in", {"first_limit": None})


async def test_escape_goes_back_a_question_at_a_time() -> None:
    words = Words("en")
    async with opened(words).run_test(size=(80, 24)) as pilot:
        app = await asked(pilot, "durak", words)
        await answer(pilot, "21-")
        assert "Who may throw in?" in grid(app)
        await answer(pilot, "--")
        assert isinstance(app.screen, FamilyScreen)


async def test_what_does_not_go_with_the_rest_is_told() -> None:
    words = Words("en")
    async with opened(words).run_test(size=(80, 24)) as pilot:
        app = await asked(pilot, "kozel", words)
        await answer(pilot, "24111")
        assert "Shama" in grid(app)
        assert "does not go with the rest" in grid(app)
