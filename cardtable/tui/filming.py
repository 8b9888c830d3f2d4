"""Films of the replay screen: for asciinema, or as an animated picture that needs no program."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.console import Console
from textual import constants
from textual.strip import Strip

from cardtable.engine.moves import Seat
from cardtable.match.replay import Replay
from cardtable.tui.app import CardtableApp
from cardtable.tui.protocol import Archive, Settings
from cardtable.tui.table.replay_screen import ReplayScreen
from cardtable.tui.terminal.textual_inside import rows_of
from cardtable.words import Words

SECONDS: Final = 0.9
"""Seconds each moment is shown."""
LAST: Final = 2.0
"""Extra seconds for the last one."""
WIDE, HIGH = 8.4, 18
"""The size of a cell in an animated picture."""
PIECE: Final = 10
"""Columns of a row that change together in it."""
INK, GROUND = "#d0d0d0", "#101010"
"""The default colours of the screen."""


class Shots(NamedTuple):
    """The rows of a screen at several moments."""

    size: tuple[int, int]
    """Columns and rows."""
    title: str
    rows: Sequence[Sequence[Strip]]
    """By moment."""


async def film(
    replay: Replay,
    moments: Sequence[int],
    size: tuple[int, int],
    words: Words,
    archive: Archive,
    viewer: Seat,
    *,
    open_hands: bool,
) -> Shots:
    """Renders the replay screen at these moments, as seen from a seat, without a terminal and in true colours."""
    screen = ReplayScreen(replay, words, archive, moments[0])
    screen.viewer, screen.open_hands = viewer, open_hands
    # Independent of the actual terminal: both are read when an app is created.
    constants.COLOR_SYSTEM = "truecolor"  # type: ignore[misc]
    os.environ.pop("NO_COLOR", None)
    app = CardtableApp(None, words, Settings(archive=archive), first=screen)
    found = []
    async with app.run_test(size=size) as pilot:
        for at in moments:
            screen.go(at)
            await pilot.pause()
            found.append(rows_of(screen))
    return Shots(size, words.text(replay.title), found)


def cast(shots: Shots) -> str:
    """Returns an asciinema file (version 2), with only the span from first to last changed cell of each row."""
    width, height = shots.size
    console = Console(color_system="truecolor", force_terminal=True, legacy_windows=False)
    head = {"version": 2, "width": width, "height": height, "title": shots.title, "env": {"TERM": "xterm-256color"}}
    lines = [json.dumps(head, ensure_ascii=False)]
    last: Sequence[Strip] = [Strip.blank(width)] * height
    for nth, shot in enumerate(shots.rows):
        out = "" if nth else "\x1b[2J\x1b[?25l"
        for row, (old, new) in enumerate(zip(last, shot, strict=True)):
            both = zip(_cells(old), _cells(new), strict=False)
            changed = [at for at, (one, other) in enumerate(both) if one != other]
            if changed:
                piece = new.crop(changed[0], changed[-1] + 1).render(console)
                out += f"\x1b[{row + 1};{changed[0] + 1}H{piece}"
        lines.append(json.dumps([round(nth * SECONDS, 2), "o", out], ensure_ascii=False))
        last = shot
    return "\n".join(lines) + "\n"


def _cells(row: Strip) -> list[tuple[str, object]]:
    """Returns the contents of each column; a wide character is in its first one."""
    found: list[tuple[str, object]] = []
    for segment in row:
        for sign in segment.text:
            found += [(sign, segment.style), *[("", None)] * (cell_len(sign) - 1)]
    return found


def moving(shots: Shots) -> str:
    """Returns an animated picture; a piece of a row is stored once for each period it stays the same."""
    (columns, rows), styles = shots.size, _Styles()
    runs: dict[tuple[int, int], list[str]] = {}
    """The pieces shown from one moment up to another, by those two moments."""
    for row in range(rows):
        for column in range(0, columns, PIECE):
            begun, seen = 0, ""
            for nth, shot in enumerate([*shots.rows, None]):
                piece = None if shot is None else _piece(shot[row].crop(column, column + PIECE), row, column, styles)
                if nth and piece != seen:
                    runs.setdefault((begun, nth), []).append(seen)
                    begun = nth
                if piece is not None:
                    seen = piece
    count = len(shots.rows)
    whole = count * SECONDS + LAST
    body = [_shown(begin, end, count, whole, "".join(pieces)) for (begin, end), pieces in sorted(runs.items())]
    width, height = columns * WIDE, rows * HIGH
    font = "text{font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" role="img">'
        f"<title>{escape(shots.title)}</title><style>{font}{styles.css()}</style>"
        f'<rect width="100%" height="100%" fill="{GROUND}"/>{"".join(body)}</svg>\n'
    )


def _shown(begin: int, end: int, count: int, whole: float, pieces: str) -> str:
    """Returns the pieces shown from one moment up to another."""
    if (begin, end) == (0, count):
        return pieces
    until = 1.0 if end == count else end * SECONDS / whole
    return (
        '<g visibility="hidden"><animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" '
        f'dur="{whole:.1f}s" values="hidden;visible;hidden" keyTimes="0;{begin * SECONDS / whole:.4f};{until:.4f}"/>'
        f"{pieces}</g>"
    )


class _Styles:
    """The CSS classes of the cells, each rule once."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def name(self, rule: str) -> str:
        return self._names.setdefault(rule, f"c{len(self._names)}")

    def css(self) -> str:
        return "".join(f".{name}{{{rule}}}" for rule, name in self._names.items())


def _piece(strip: Strip, row: int, column: int, styles: _Styles) -> str:
    """Returns a piece of a row: backgrounds first, then text."""
    grounds, signs = [], []
    for segment in strip.simplify():
        style, wide = segment.style, segment.cell_length
        ink = style.color.get_truecolor().hex if style and style.color else INK
        ground = style.bgcolor.get_truecolor().hex if style and style.bgcolor else ""
        if style and style.reverse:
            ink, ground = ground or GROUND, ink
        left, top = column * WIDE, row * HIGH
        if ground:
            # A little larger than the cells, so that no line of the background shows through.
            path = f"M{left:.4g} {top}h{wide * WIDE + 0.3:.4g}v{HIGH + 0.3}H{left:.4g}z"
            grounds.append(f'<path d="{path}" class="{styles.name(f"fill:{ground}")}"/>')
        text = segment.text.strip()
        if text:
            blank = cell_len(segment.text) - cell_len(segment.text.lstrip())
            name = styles.name(f"fill:{ink}" + (";font-weight:bold" if style and style.bold else ""))
            place = f'x="{(column + blank) * WIDE:.4g}" y="{top + 13}" textLength="{cell_len(text) * WIDE:.4g}"'
            signs.append(f'<text {place} class="{name}">{escape(text)}</text>')
        column += wide
    return "".join(grounds + signs)
