"""Terminals with few colours: every mixed colour is replaced by one of theirs.

Of 256 colours, it is the one that looks most similar. Otherwise dark green would become black, and a slightly lighter
one a garish green: distance is measured as the eye perceives it, and readable text stays readable.

A style keeps the codes of the first terminal it was rendered for, since rich caches them in it. Guests have terminals
of different kinds, so a style must not contain colours that some of them lack.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from rich.color import Color as RichColor
from rich.color import ColorSystem, ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color, Lab, rgb_to_lab
from textual.filter import LineFilter

from cardtable.tui.terminal.palette import TEXT, contrast

FIRST = 16
"""The colours below this number belong to the terminal and look the way its user likes."""


class Fitting(LineFilter):
    """Turns the colours of every line into those the terminal has."""

    def __init__(self, fit: Callable[[Style], Style]) -> None:
        super().__init__()
        self._fit = fit

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Returns the same texts in those colours."""
        fit = self._fit
        return [Segment(text, None if style is None else fit(style), control) for text, style, control in segments]


@lru_cache(1024)
def coarse(style: Style) -> Style:
    """Returns the style in the sixteen colours that nearly every terminal has."""
    fore, ground = style.color, style.bgcolor
    return style + Style(
        color=None if fore is None else fore.downgrade(ColorSystem.STANDARD),
        bgcolor=None if ground is None else ground.downgrade(ColorSystem.STANDARD),
    )


@lru_cache(1024)
def fitted(style: Style) -> Style:
    fore, ground = style.color, style.bgcolor
    if ground is not None and ground.type is ColorType.TRUECOLOR:
        ground = RichColor.from_ansi(_by_likeness(Color.from_rich_color(ground))[0])
    if fore is not None and fore.type is ColorType.TRUECOLOR:
        wanted = Color.from_rich_color(fore)
        found = _by_likeness(wanted)
        number = found[0]
        if ground is not None and style.bgcolor is not None and not ground.is_default:
            least = min(TEXT, contrast(wanted, Color.from_rich_color(style.bgcolor)))
            on = Color.from_rich_color(ground)
            number = next((one for one in found if contrast(_colours()[one][0], on) >= least), number)
        fore = RichColor.from_ansi(number)
    return style + Style(color=fore, bgcolor=ground)


@cache
def _colours() -> dict[int, tuple[Color, Lab]]:
    """Returns the colours that are the same everywhere, by number, with their position in Lab space."""
    colours = {number: Color(*RichColor.from_ansi(number).get_truecolor()) for number in range(FIRST, 256)}
    return {number: (colour, rgb_to_lab(colour)) for number, colour in colours.items()}


@lru_cache(1024)
def _by_likeness(wanted: Color) -> bytes:
    """Returns the numbers of the colours, most similar first."""
    sought = rgb_to_lab(wanted)

    def unlike(number: int) -> float:
        lab = _colours()[number][1]
        return (lab.L - sought.L) ** 2 + (lab.a - sought.a) ** 2 + (lab.b - sought.b) ** 2

    found = sorted(_colours(), key=unlike)
    return bytes(found)


FITTINGS = {"standard": Fitting(coarse), "256": Fitting(fitted)}
"""By rich's name for a colour system. Shared: filters are compared by identity to tell whether styles look the same."""
