"""Bots' remarks on the screen: in a balloon on free cloth, or under the hand, until a key is pressed."""

from __future__ import annotations

import pytest
from textual.geometry import Region

from cardtable.engine.moves import Event
from cardtable.match.seen import REMARK
from cardtable.match.table import Table
from cardtable.talk.occasions import Known
from cardtable.tui.app import CardtableApp
from cardtable.tui.felt.balloon import balloon_at
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid
from tests.tui.tables import WatchedTable, played_until, seated

WORDS = Words("en")


def at_a_remark(preset: str = "throw_in", seats: int = 3) -> tuple[WatchedTable, str]:
    """A table at which a bot has just made a remark, and the remark."""
    for seed in range(60):
        table = seated(preset, seats, people=(), seed=seed, evening=True)
        table.people = frozenset((0,))
        table.begin_talk("lively")

        def said(table: Table) -> bool:
            events = table.public_events()
            return bool(events) and events[-1].kind == REMARK and not table.deal_over

        if played_until(table, said):
            event = table.public_events()[-1]
            return table, WORDS.text(table.tell(event) or pytest.fail("no words"), table.names)
    raise AssertionError("nobody says anything")


def screen_of(app: CardtableApp) -> TableScreen:
    """The table's screen."""
    assert isinstance(app.screen, TableScreen)
    return app.screen


def under_the_hand(app: CardtableApp) -> str:
    """The line under the hand."""
    return grid(app).splitlines()[-2].strip()


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_a_remark_is_seen_until_a_key_is_pressed_and_stays_in_the_log(size: tuple[int, int]) -> None:
    table, line = at_a_remark()
    app = CardtableApp(table, WORDS, Settings(delay=60, talk="lively"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        picture = screen_of(app).picture
        # The table was opened after the remark, which is shown as if just made.
        picture._listen([event for event in table.events(0) if event.kind == REMARK])
        picture.redraw()
        picture.say_nothing()
        await pilot.pause()
        assert under_the_hand(app) == line or size[0] > 80
        words = line.split("“")[1].rstrip("”").split()
        assert all(word in grid(app) for word in words)
        await pilot.press("right")
        await pilot.pause()
        assert picture.spoken is None
        assert line in picture.history.lines


async def test_after_a_while_it_is_gone() -> None:
    table, line = at_a_remark()
    app = CardtableApp(table, WORDS, Settings(delay=60, talk="lively"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        picture = screen_of(app).picture
        picture._listen([event for event in table.events(0) if event.kind == REMARK])
        picture.say_nothing()
        await pilot.pause()
        assert under_the_hand(app) == line
        picture.hush()
        await pilot.pause()
        assert under_the_hand(app) != line


def test_a_balloon_has_its_place_on_free_cloth_only() -> None:
    seat = Region(2, 10, 20, 4)
    room, taken = (80, 30), [seat.corners]
    free = balloon_at(room, taken, seat, "One.")
    assert free is not None
    assert free.pointer[2] == "◄"
    beside = (*taken, Region(23, 8, 20, 8).corners)
    above = balloon_at(room, beside, seat, "One.")
    assert above is not None
    assert above.pointer[2] == "▼"
    assert not any(above.place.overlaps(Region.from_corners(*one)) for one in beside)
    assert balloon_at(room, [Region(0, 0, 80, 9).corners, Region(22, 9, 60, 21).corners, seat.corners], seat, "One.")
    assert balloon_at((30, 14), [seat.corners, Region(0, 0, 30, 9).corners], seat, "Quite a long remark.") is None


async def test_settings_silence_a_table_at_once() -> None:
    table, _ = at_a_remark()
    app = CardtableApp(table, WORDS, Settings(delay=60, talk="lively"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = screen_of(app)
        screen.take_settings(Settings(delay=60, talk="off"))
        assert table.talk is not None
        assert table.talk.level == "off"
        assert table.talk.hear([Event("fool", 0)], Known((0, 0, 0), 0, (0, 1, 2))) is None
