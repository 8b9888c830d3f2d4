"""The styles of a theme, as the canvases use them."""

from __future__ import annotations

from collections.abc import Mapping

from rich.style import Style
from textual.color import Color, ColorParseError

FRAMES = ("edge", "card_edge", "legal", "cursor", "back")
"""The styles that no text is written in: a shape is seen where a letter could not be read."""


class Palette:
    """The styles of a theme. Without colours, weight and reversal remain."""

    def __init__(self, variables: Mapping[str, str], *, colours: bool, suits: str = "theme") -> None:
        def colour(name: str, fallback: str) -> Color:
            try:
                return Color.parse(variables.get(name, fallback))
            except ColorParseError:
                return Color.parse(fallback)

        if not colours:
            plain = Style()
            bold = Style(bold=True)
            self.table = self.bar = self.edge = self.back = self.legal = self.card_edge = plain
            self.dim = Style(dim=True)
            self.bold = self.key = self.prompt = self.acting = self.cursor = bold
            self.warning = bold
            self.suits = (plain, plain, plain, plain)
            self.rank = plain
            return
        table = colour("table", "#12352a")
        text = colour("foreground", "#e0e0e0")
        panel = colour("panel", "#1e1e1e")
        face = colour("card-face", "#f4f1e6")
        dim = text if text.ansi is not None else colour("dim", text.blend(table, 0.35).hex)
        accent = colour("accent", "#ffd75f")

        def ink(fore: Color, back: Color, *, bold: bool = False) -> Style:
            return Style(color=fore.rich_color, bgcolor=back.rich_color, bold=bold)

        self.table = ink(text, table)
        self.bold = ink(text, table, bold=True)
        self.dim = ink(dim, table)
        self.bar = ink(text, panel)
        self.key = ink(text, panel, bold=True)
        self.prompt = ink(text, table, bold=True)
        self.warning = ink(colour("warning", "#ffa62b"), table)
        self.edge = ink(dim, table)
        self.acting = ink(accent, table, bold=True)
        edge = colour("card-edge", "#8a8577")
        self.card_edge = ink(edge, face)
        self.legal = ink(colour("card-legal", "#2f7d4f"), face)
        self.cursor = ink(colour("card-cursor", "#b8860b"), face, bold=True)
        self.back = ink(colour("card-back", "#5a78a8"), face)
        self.rank = ink(colour("suit-spades", "#1c1c1c"), face, bold=True)
        spades, hearts, diamonds, clubs = (
            ink(colour(name, fallback), face, bold=True)
            for name, fallback in (
                ("suit-spades", "#1c1c1c"),
                ("suit-hearts", "#b3261e"),
                ("suit-diamonds", "#a8480c"),
                ("suit-clubs", "#1b5e20"),
            )
        )
        if suits == "two":
            diamonds, clubs = hearts, spades
        elif suits == "four":
            # As four-colour packs are printed; both are dark enough, and light enough, for any face.
            dark_face = sum(face.rgb) < 3 * 128
            diamonds = ink(Color.parse("#6ab0ff" if dark_face else "#1040b0"), face, bold=True)
            clubs = ink(Color.parse("#5fd080" if dark_face else "#0f5a26"), face, bold=True)
        self.suits = (spades, hearts, diamonds, clubs)

    table: Style
    bold: Style
    dim: Style
    bar: Style
    key: Style
    prompt: Style
    warning: Style
    edge: Style
    acting: Style
    card_edge: Style
    legal: Style
    cursor: Style
    back: Style
    rank: Style
    suits: tuple[Style, Style, Style, Style]
