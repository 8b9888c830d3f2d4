"""Keys that come faster than boxes open and close: each does what it would have done after a pause, or nothing."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from textual import events
from textual.command import CommandList, Hit
from textual.widgets import Input
from textual.worker import WorkerFailed

from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Read
from cardtable.tui.menus.commands import Anything
from cardtable.words import Words
from tests.tui.screens import record_a_match
from tests.tui.test_every_key import at_home, at_replay, at_table

HASTE = (
    ("ctrl+p", "pagedown"),
    ("ctrl+p", "enter", "enter"),
    ("ctrl+p", "pageup", "escape", "enter"),
    ("ctrl+p", "escape", "ctrl+p", "ctrl+p"),
    ("ctrl+p", "down", "enter", "pagedown", "escape"),
    ("question_mark", "ctrl+p", "pagedown", "escape", "escape"),
    ("question_mark", "enter", "enter", "question_mark", "pagedown"),
    ("ctrl+q", "ctrl+p"),
    ("ctrl+q", "ctrl+p", "pagedown", "enter"),
)


@pytest.fixture(autouse=True)
def with_a_match(own_home: Path) -> None:
    """Writes a record to look at; other actions may write files too."""
    record_a_match(own_home)


def typed(app: CardtableApp, keys: tuple[str, ...]) -> None:
    """Types keys without waiting for the effect of each."""
    for key in keys:
        app.post_message(events.Key(key, key if len(key) == 1 else None))


@pytest.mark.parametrize(("place", "keys"), list(product((at_home, at_table, at_replay), HASTE)))
@pytest.mark.every(10)
async def test_no_key_meets_a_box_that_is_not_ready(place: object, keys: tuple[str, ...]) -> None:
    """Textual's palette raised four different errors, and the program ended."""
    assert callable(place)
    app = place(Words("en"))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        typed(app, keys)
        await pilot.pause()
        assert not app.is_running or app.screen.is_mounted


async def test_what_is_typed_ahead_goes_to_the_box_that_it_was_typed_for() -> None:
    app = at_table(Words("en"))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        typed(app, ("ctrl+p", *"keys", "enter"))
        await pilot.pause()
        assert isinstance(app.screen, Read), "the palette found the list of keys"
        typed(app, ("escape", "ctrl+p"))
        await pilot.pause()
        assert isinstance(app.screen, Anything)


async def test_the_palette_does_once_what_it_is_told_twice() -> None:
    app, done = at_home(Words("en")), list[str]()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("ctrl+p", *"keys")
        palette = app.screen
        assert isinstance(palette, Anything)
        palette._selected_command = Hit(1, "keys", lambda: done.append("keys"), text="keys")
        palette._list_visible = False
        field = palette.query_one(Input)
        palette.post_message(Input.Submitted(field, "keys"))
        palette.post_message(Input.Submitted(field, "keys"))
        palette.post_message(click(palette))
        await pilot.pause()
        assert done == ["keys"]
        assert app.is_running
        assert len(app.screen_stack) == 1


@pytest.mark.parametrize("gone", [True, False])
@pytest.mark.every(2)
async def test_what_the_palette_looks_for_ends_with_its_list(gone: bool) -> None:
    app = at_home(Words("en"))

    async def fails() -> None:
        if gone:
            await app.screen.query_one(CommandList).remove()
        app.screen.query_one("#nowhere")

    async def looked() -> None:
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.press("ctrl+p")
            assert isinstance(app.screen, Anything)
            app.screen.run_worker(fails)
            await pilot.pause()

    if gone:
        await looked()
    else:
        with pytest.raises(WorkerFailed):
            await looked()


def click(on: Anything) -> events.Click:
    """Clicks outside everything, which closes the palette."""
    return events.Click(on, 0, 0, 0, 0, 1, False, False, False, 0, 0)


async def test_a_list_of_the_palette_is_drawn_in_a_terminal_of_few_columns() -> None:
    app = at_home(Words("en"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        for columns in range(11, 0, -1):
            await pilot.resize_terminal(columns, 24)
            await pilot.pause()
        assert any(isinstance(screen, Anything) for screen in app.screen_stack)


async def test_a_key_that_a_screen_has_left_over_is_nobodys_after_the_end() -> None:
    app = at_home(Words("en"))
    async with app.run_test():
        pass
    key = events.Key("x", "x")
    key._set_forwarded()
    await app.on_event(key)
