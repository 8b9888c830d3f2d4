"""What the tests of the screen share: an app on a fake table, and the screen as rows of characters."""

from __future__ import annotations

from textual.app import App

from cardtable.tui.app import CardtableApp
from cardtable.tui.protocol import Settings
from cardtable.tui.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.fakes import FakeTable


def table_app(table: FakeTable, words: Words | None = None, delay: float = 0) -> CardtableApp:
    """The app as somebody starts it for this table."""
    return CardtableApp(table, words or Words("en"), Settings(delay=delay))


def grid(app: App[int]) -> str:
    """What stands on the screen, row by row."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


def seat(app: CardtableApp) -> TableScreen:
    """The table's screen, on top."""
    assert isinstance(app.screen, TableScreen)
    return app.screen


def place_of(app: CardtableApp, nth: int) -> tuple[int, int]:
    """A cell of the nth card in the hand, inside its frame."""
    place = next(place for place, action in seat(app).picture.hand._places if action == f"card({nth})")
    return place.x + 1, place.y + 1
