"""The parts of the picture at the end of a deal, and the sizes of its cards."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style

from cardtable.cards import Card
from cardtable.tui.draw.painter import BIG, HUGE, LARGE, SMALL, Size
from cardtable.tui.felt.layout import Spread

LOW, ROOMY, HIGH, LOFTY = 22, 30, 36, 46
"""Minimum rows of a screen for cards, for more text, for larger words and cards, and for the largest cards."""
Piece = tuple[str, Style]


def sizes(height: int) -> tuple[Size, ...]:
    """Returns the card sizes for a screen of this many rows, the largest first; empty if the screen is too low."""
    if height < LOW:
        return ()
    return (BIG, SMALL) if height < HIGH else (LARGE, BIG, SMALL)


def staging(height: int) -> tuple[Size, ...]:
    """Returns the sizes for the cards that the ending is about."""
    return (HUGE, *sizes(height)) if height >= LOFTY else sizes(height)


class Group(NamedTuple):
    """The cards a player was left with, drawn above the plates."""

    line: int
    x: int
    cards: tuple[Card, ...]
    lie: Spread
    said: str
    """The name of their owner; empty if only one player has any."""


class PlayersPlate(NamedTuple):
    """The plate of a player, or of partners."""

    line: int
    x: int
    width: int
    title: str
    left: str
    right: str
    tone: Style | None
    heavy: bool
