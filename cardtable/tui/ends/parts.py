"""The parts of the picture at the end of a deal, and how large cards are there."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style

from cardtable.cards import Card
from cardtable.tui.draw.painter import BIG, HUGE, LARGE, SMALL, Size
from cardtable.tui.felt.layout import Spread

LOW, ROOMY, HIGH, LOFTY = 22, 30, 36, 46
"""Rows of a screen from which cards are drawn; from which more is told; from which words, and then cards are larger."""
Piece = tuple[str, Style]


def sizes(height: int) -> tuple[Size, ...]:
    """The sizes in which cards may be drawn on a screen of so many rows, the largest first; none on a low one."""
    if height < LOW:
        return ()
    return (BIG, SMALL) if height < HIGH else (LARGE, BIG, SMALL)


def staging(height: int) -> tuple[Size, ...]:
    """The same for the cards that are what the end is about."""
    return (HUGE, *sizes(height)) if height >= LOFTY else sizes(height)


class Group(NamedTuple):
    """The cards that somebody was left with, above the plates."""

    line: int
    x: int
    cards: tuple[Card, ...]
    lie: Spread
    said: str
    """Whose they are; nothing where only one player has any."""


class PlayersPlate(NamedTuple):
    """A player, or those who play together, on a plate."""

    line: int
    x: int
    width: int
    title: str
    left: str
    right: str
    tone: Style | None
    heavy: bool
