"""Helpers of the screen tests: an app on a table, and the screen as rows of characters."""

from __future__ import annotations

from textual._context import visible_screen_stack
from textual.app import App
from textual.strip import Strip

from cardtable.games import find_preset
from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.offers import Booklet
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words


def table_app(table: Table, words: Words | None = None, delay: float = 0) -> CardtableApp:
    """The app as a player starts it for this table."""
    return CardtableApp(table, words or Words("en"), Settings(delay=delay))


def strips(app: App[int]) -> list[Strip]:
    """The cells of the screen, row by row, including what is under a box, as the app itself draws them.

    Unless the lower screen is named, a box not yet drawn would be drawn on nothing, and stay so.
    """
    visible_screen_stack.set(app._background_screens)
    return app.screen._compositor.render_strips()


def grid(app: App[int]) -> str:
    """The text of the screen, row by row."""
    return "\n".join(strip.text.rstrip() for strip in strips(app))


def seat(app: CardtableApp) -> TableScreen:
    """The table's screen, which must be on top."""
    assert isinstance(app.screen, TableScreen)
    return app.screen


def booklet(preset: str = "throw_in", seats: int = 3) -> Booklet:
    """The rules of a game as the menu and the table show them."""
    game, found = find_preset(preset)
    return Booklet(game.title, found.title, game.card(found.options, seats), game.explain(found.options, seats))


def place_of(app: CardtableApp, nth: int) -> tuple[int, int]:
    """A cell of the nth card in the hand, inside its frame."""
    place = next(place for place, action in seat(app).picture.hand._places if action == f"card({nth})")
    return place.x + 1, place.y + 1
