"""Without colours the place in a list is still visible; and colours are not dropped without need."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.tui.app import CardtableApp
from cardtable.tui.guests import environ_of
from cardtable.tui.menus.commands import Anything
from cardtable.words import Words
from tests.tui.helpers import strips
from tests.tui.test_every_key import at_home


@pytest.mark.parametrize("colours", ["none", "standard"])
@pytest.mark.every(2)
async def test_the_cursor_of_a_list_stands_out_by_more_than_colour(
    colours: str, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the palette Enter used to run a line that nobody could see was selected."""
    if colours == "none":
        monkeypatch.setenv("NO_COLOR", "1")
    else:
        monkeypatch.setattr("textual.constants.COLOR_SYSTEM", colours)
    app = at_home(Words("en"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down")
        assert len(lines_marked(app)) == 1
        await pilot.press("ctrl+p", "down")
        await pilot.pause()
        assert isinstance(app.screen, Anything)
        (marked,) = lines_marked(app)
        assert "Puzzles" in marked, "the second line; that of the menu lies under the palette"


def lines_marked(app: CardtableApp) -> list[str]:
    """The rows with highlighted characters, apart from colour."""
    return [
        "".join(part.text for part in row)
        for row in strips(app)
        if any(part.style is not None and part.style.underline and part.text.strip() for part in row)
    ]


@pytest.mark.parametrize(
    ("term", "full"),
    [
        ("alacritty", True),
        ("foot", True),
        ("xterm-ghostty", True),
        ("wezterm", True),
        ("konsole-256color", True),
        ("xterm-kitty", True),
        ("xterm-direct", True),
        ("xterm-256color", False),
        ("screen-256color", False),
        ("xterm", False),
        ("direct", False),
        ("footing", False),
    ],
)
def test_a_terminal_that_has_all_colours_gets_them_without_saying_so(term: str, full: bool) -> None:
    """`ssh` passes on the name of a terminal, but not what it can do."""
    assert ("COLORTERM" in environ_of(term, {})) == full
    assert environ_of(term, {"COLORTERM": "no"})["COLORTERM"] == "no"
