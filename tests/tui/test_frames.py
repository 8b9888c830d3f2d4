"""Output to the terminal is shorter than what Textual draws, and the terminal shows the same."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import get_character_cell_size

from cardtable.tui.terminal.frames import LINED, Cell, Frames, pen, told

WIDTH, HEIGHT = 12, 3
PIECE = re.compile(r"\x1b\[([\d;]*)([HCm])|(.)", re.DOTALL)
Look = tuple[str, frozenset[str], str, str]


class Screen:
    """A terminal that handles positions, steps to the right, styles and text, each code by itself."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], Look] = {}
        self.x = self.y = 1
        self.manner: frozenset[str] = frozenset()
        self.ink = self.ground = ""

    def feed(self, data: str) -> None:
        """Processes output."""
        for numbers, what, sign in PIECE.findall(data):
            if what == "H":
                self.y, self.x = map(int, numbers.split(";"))
            elif what == "C":
                self.x += int(numbers or 1)
            elif what == "m":
                self._style(numbers.split(";"))
            elif sign != "\n":
                self._write(sign)

    def _style(self, codes: list[str]) -> None:
        while codes:
            code = codes.pop(0)
            colour = code
            if code in ("38", "48"):
                count = 4 if codes[0] == "2" else 2
                colour, codes = " ".join([code, *codes[:count]]), codes[count:]
            if code in ("", "0"):
                self.manner, self.ink, self.ground = frozenset(), "", ""
            elif code in ("39", "49"):
                self.ink, self.ground = ("", self.ground) if code == "39" else (self.ink, "")
            elif code == "38" or re.fullmatch("[39][0-7]", code):
                self.ink = colour
            elif code == "48" or re.fullmatch("(4|10)[0-7]", code):
                self.ground = colour
            else:
                self.manner |= {code}

    def _write(self, sign: str) -> None:
        width = get_character_cell_size(sign)
        if not width:
            before = next(at for at in ((self.y, self.x - 1), (self.y, self.x - 2)) if self.cells[at][0])
            self.cells[before] = (self.cells[before][0] + sign, *self.cells[before][1:])
            return
        style = (self.manner, self.ink, self.ground)
        for x in (self.x, self.x + width - 1):
            if self._sign(x) == "":
                self.cells.pop((self.y, x - 1), None)
            if self._sign(x + 1) == "":
                self.cells.pop((self.y, x + 1), None)
        self.cells[self.y, self.x] = (sign, *style)
        if width == 2:
            self.cells[self.y, self.x + 1] = ("", *style)
        self.x += width

    def _sign(self, x: int) -> str | None:
        return self.cells[self.y, x][0] if (self.y, x) in self.cells else None

    def shown(self) -> dict[tuple[int, int], Look]:
        """The visible part of a cell: an empty one without a line has no foreground."""
        return {
            at: (sign, frozenset(), "", ground) if sign == " " and not manner & LINED else (sign, manner, ink, ground)
            for at, (sign, manner, ink, ground) in self.cells.items()
        }


CODES = ["1", "2", "1;4", "7", "38;2;1;2;3", "31", "97", "38;5;9;48;5;200", "48;2;1;2;3", "1;31;44", "39;49", "100"]
TEXTS = st.text(st.sampled_from(["a", " ", " ", "▀", "♥", "ё", "中"]), min_size=1, max_size=4)
ACCENTED = st.builds(str.__add__, TEXTS, st.sampled_from(["", "", "\u0301"]))
RUNS = st.lists(st.tuples(st.sampled_from(["", *CODES]), ACCENTED), min_size=1, max_size=3)
ROWS = st.lists(st.tuples(st.integers(1, HEIGHT), st.integers(1, WIDTH), RUNS), min_size=1, max_size=3)


def frame(rows: list[tuple[int, int, list[tuple[str, str]]]]) -> str:
    """The frame as Textual writes it: a position for each part of a row, a style and its reset for each text."""
    parts = [
        f"\x1b[{y};{x}H" + "".join(f"\x1b[{codes}m{text}\x1b[0m" if codes else text for codes, text in runs)
        for y, x, runs in rows
    ]
    return "\n".join(parts) + "\x1b[1;1H"


@given(st.lists(st.one_of(ROWS.map(frame), st.just("\x1b[?2026l")), min_size=1, max_size=6))
def test_the_terminal_shows_what_was_drawn(drawn: list[str]) -> None:
    frames, meant, found = Frames(), Screen(), Screen()
    for data in drawn:
        sent = frames.shortened(data)
        if data.startswith("\x1b[?"):
            assert sent == data
            continue
        meant.feed(data)
        found.feed(sent)
        assert found.shown() == meant.shown()
        assert (found.x, found.y, found.manner, found.ink, found.ground) == (1, 1, frozenset(), "", "")


def told_cells(y: int, x: int, runs: list[tuple[str, str]]) -> tuple[int, int, list[Cell]]:
    """A part of a row, cell by cell."""
    return y, x, [cell for codes, text in runs for cell in told(text, pen(codes))]


@given(st.lists(st.tuples(ROWS, st.booleans()), min_size=1, max_size=6))
@pytest.mark.slow
def test_cells_are_shown_as_texts_are(drawn: list[tuple[list[tuple[int, int, list[tuple[str, str]]]], bool]]) -> None:
    frames, meant, found = Frames(), Screen(), Screen()
    for rows, by_cells in drawn:
        text = frame(rows)
        meant.feed(text)
        # Every part is written to its end, so that none cuts another's wide character in two.
        made = frames.made_of([told_cells(*row) for row in rows]) if by_cells and len(rows) == 1 else None
        found.feed(frames.shortened(text if made is None else f"{made}\x1b[1;1H"))
        assert found.shown() == meant.shown()


def test_a_frame_of_cells_is_written_as_it_was_made() -> None:
    frames = Frames()
    patch = told_cells(2, 3, [("31", "Ab"), ("", " c")])
    made = frames.made_of([patch])
    assert made == "\x1b[2;6Hc\x1b[31m\x1b[2;3HAb \x1b[0m"
    assert frames.shortened(f"{made}\x1b[1;1H") == f"{made}\x1b[1;1H"
    assert frames.made_of([patch]) == "", "it stands there"
    assert frames.shortened("\x1b[1;1H") == "\x1b[1;1H"


def test_only_what_changed_is_sent_and_only_the_colour_that_changed() -> None:
    frames = Frames()
    paper = "48;2;9;9;9"
    frames.shortened(f"\x1b[3;5H\x1b[31;{paper}mA \x1b[0m\x1b[32;{paper}mK \x1b[0m\x1b[1;1H")
    sent = frames.shortened(f"\x1b[3;5H\x1b[31;{paper}mB \x1b[0m\x1b[32;{paper}mQ \x1b[0m\x1b[1;1H")
    assert sent == f"\x1b[31;{paper}m\x1b[3;5HB\x1b[32m Q\x1b[0m\x1b[1;1H"
    ways = frames.shortened(f"\x1b[3;1H{'x' * 12}\x1b[1;1H") and frames.shortened(f"\x1b[3;1Hyx{'x' * 9}y\x1b[1;1H")
    assert ways == "\x1b[3;1Hy\x1b[10Cy\x1b[1;1H"
    frames.shortened(f"\x1b[3;5H\x1b[31;{paper}mB \x1b[0m\x1b[1;1H")
    assert frames.shortened(f"\x1b[3;5H\x1b[31;{paper}mB \x1b[0m\x1b[1;1H") == "\x1b[1;1H"


@pytest.mark.parametrize(
    "other", ["\x1b[?1049h", "\x1b[2J", "\x1b]0;title\x07", "text without a place", "\x1b[1;1H\r\n"]
)
def test_after_anything_but_a_frame_everything_is_sent_again(other: str) -> None:
    frames = Frames()
    drawn = "\x1b[1;1H\x1b[1mAbc\x1b[0m\x1b[1;1H"
    first = frames.shortened(drawn)
    assert frames.shortened(drawn) == "\x1b[1;1H"
    assert frames.shortened(other) == other
    assert frames.shortened(drawn) == first
