"""A long evening on the screen keeps nothing of what is over: the tests count objects, not bytes of memory."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from random import Random

import pytest
from rich.cells import cached_cell_len
from rich.segment import Segment
from textual._styles_cache import StylesCache
from textual.geometry import Region
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget
from textual.worker import Worker

from cardtable.engine.moves import Event
from cardtable.engine.scene import Scene
from cardtable.tui.app import CardtableApp
from cardtable.tui.draw.cells import Sheet
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import seat, table_app
from tests.tui.tables import played_until, seated

KINDS = (Scene, Event, Widget, Screen, Sheet, Strip, StylesCache, Worker, Timer, Message, Region)


@pytest.fixture(autouse=True)
def from_now_on() -> None:
    """Objects that exist before the evening begins are neither counted nor scanned."""
    gc.collect()
    gc.freeze()


def kept() -> Counter[str]:
    """The number of new objects of each kind."""
    gc.collect()
    found = [thing for thing in gc.get_objects() if isinstance(thing, KINDS)]
    return Counter(kind.__name__ for thing in found for kind in KINDS if isinstance(thing, kind))


@pytest.mark.slow
async def test_what_changed_on_the_screen_is_not_kept_for_ever() -> None:
    """Every position that ever changed was kept: an hour of cards and lines is an hour of positions."""
    rng = Random(7)
    app = table_app(seated("throw_in", 2))
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.pause()
        history = seat(app).picture.history
        found = []
        for _ in range(5):
            for _ in range(100):
                history.add([" ".join("x" * rng.randrange(1, 9) for _ in range(rng.randrange(1, 9)))])
                history.repaint()
                await asyncio.sleep(0)
            await pilot.pause()
            found.append(kept()["Region"])
        assert found[4] - found[3] < 100, found


@pytest.mark.slow
async def test_deals_that_are_over_leave_nothing_behind() -> None:
    table = seated("throw_in", 2, given={"match": "deals", "match_length": 100})
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(100, 30)) as pilot:
        found: list[Counter[str]] = [Counter(), Counter()]
        for deal in range(1, 13):
            while not isinstance(app.screen, DealResult):
                if isinstance(app.screen, TableScreen) and table.to_act[:1] == (0,):
                    app.screen.flow.make(0, table.legal(0)[0])
                await asyncio.sleep(0)
            if deal > 4:
                await pilot.pause()
                now = kept()
                # The events of the deal still on the table, which is as long as it is: as they were, as the viewer may
                # know them, and as all may.
                now["Event"] -= len({*map(id, [*table._told.all, *table.events(0), *table.public_events()])})
                # The most of four deals: one may need more objects than another.
                found[deal > 8] |= now
            app.screen.dismiss(True)
            await pilot.pause()
    more = found[1] - found[0]
    # Some positions have never changed before, depending on how much was painted; the test above counts them.
    more.pop("Region", 0)
    # A leaked deal is a hundred events; what was asked about the last bout is a few.
    assert more.pop("Event", 0) < 50
    assert max(more.values(), default=0) <= 8, more


async def test_what_was_drawn_is_forgotten_with_the_box_that_was_over_it() -> None:
    """Terminal output is cut out of lines, and rich caches sixteen thousand such pieces."""
    table = seated("throw_in", 2)
    assert not played_until(table, lambda table: False)
    for number in range(3000):
        Strip([Segment(f"zz ♠ {number} ♥ zz")]).crop(2, 6)
    assert cached_cell_len.cache_info().currsize > 2000
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        await pilot.press("escape")
        await pilot.pause()
    assert cached_cell_len.cache_info().currsize < 1000
    assert Segment._split_cells.cache_info().currsize < 1000


async def test_a_box_that_is_gone_keeps_nothing_of_what_was_drawn_of_it() -> None:
    """Its parts refer to each other: whatever they keep would be garbage to collect."""
    table = seated("throw_in", 2)
    assert not played_until(table, lambda table: False)
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        box = app.screen
        assert isinstance(box, DealResult)
        parts = list(box.walk_children(Widget, with_self=True))
        assert any(part._styles_cache._cache for part in parts)
        await pilot.press("escape")
        for _ in range(100):
            if not any(part._styles_cache._cache for part in parts):
                break
            await pilot.pause()
        else:
            pytest.fail("it is kept")
        assert app.screen is not box
