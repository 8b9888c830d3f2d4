"""The whole screen, row by row, for every family at three sizes in both languages, compared with stored grids.

After an intended change `pytest tests/tui/test_grids.py --write` rewrites the grids; check the result with `git diff`.
The grids are text, so that a change is readable; they hold everything about a screen but its colours.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid
from tests.tui.tables import played_until, seated

GRIDS = Path(__file__).parent / "grids"
SIZES = ((80, 24), (100, 30), (140, 40))
LANGUAGES = ("en", "ru")


class Kept(NamedTuple):
    """A table whose screen is stored."""

    preset: str
    seats: int
    seed: int
    after: int
    """The moment is searched for after so many moves of the person's."""


TABLES = (
    Kept("throw_in", 4, 3, 2),
    Kept("classic", 3, 5, 2),
    Kept("nizhny", 4, 1, 2),
    Kept("burkozel_casual", 3, 2, 1),
    Kept("king_simple", 4, 4, 2),
    Kept("four_ranks", 4, 6, 2),
    Kept("palace_ladder", 5, 7, 2),
)


def opened(kept: Kept) -> Table:
    """The table during a trick or a bout: it is the person's turn, and there are cards on the table."""
    table = seated(kept.preset, kept.seats, seed=kept.seed)
    turns = 0

    def in_the_middle(table: Table) -> bool:
        nonlocal turns
        if table.to_act[0] != 0:
            return False
        turns += 1
        scene = table.scene(0)
        lies = any(pile.layout in ("trick", "pairs") and pile.cards for pile in scene.piles)
        if not any(pile.layout in ("trick", "pairs") for pile in scene.piles):
            lies = True  # A game with one open pile is always in progress.
        return turns > kept.after and lies and scene.verb not in ("", "lead")

    while not played_until(table, in_the_middle):
        assert not table.match_over, kept
        table.next_deal()
    return table


async def shown(kept: Kept, size: tuple[int, int], language: str) -> str:
    """The grid at a size."""
    app = CardtableApp(opened(kept), Words(language), Settings(delay=0))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        return grid(app) + "\n"


def file_of(kept: Kept, size: tuple[int, int], language: str) -> Path:
    """The file of a stored grid."""
    return GRIDS / f"{kept.preset}-{size[0]}x{size[1]}-{language}.txt"


CASES = tuple((kept, size, language) for kept in TABLES for size in SIZES for language in LANGUAGES)


@pytest.mark.parametrize(("kept", "size", "language"), [pytest.param(*case, id=file_of(*case).stem) for case in CASES])
@pytest.mark.every(3)
async def test_the_screen_is_as_it_was(
    kept: Kept, size: tuple[int, int], language: str, same_as_kept: Callable[[str, Path], None]
) -> None:
    same_as_kept(await shown(kept, size, language), file_of(kept, size, language))


def test_no_grid_is_left_over(write: bool) -> None:
    left_over = set(GRIDS.iterdir()) - {file_of(*case) for case in CASES}
    if write:
        for path in left_over:
            path.unlink()
    else:
        assert not left_over
