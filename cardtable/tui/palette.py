"""The styles of a theme, as the canvases use them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rich.color import Color as RichColor
from rich.style import Style
from textual.color import Color, ColorParseError

FINE, COARSE = "▚", "▒"
"""What backs are covered with: in two tones where there are many, else by a sign that old consoles have."""
GREY = 0.15
"""Below so much of colour a suit's sign is black or grey, and its court wears the theme's own robe."""
FAINTNESS = 0.25
"""How far the face of a card that cannot be played is on its way to the cloth."""
SHADOW = 0.35
"""How much darker than the cloth a shadow on it is."""
TEXT, SHAPE = 4.5, 3.0
"""How many times lighter or darker than its ground a text must be, and a frame, as the web's guidelines have it."""


def lightness(colour: Color) -> float:
    """How light a colour looks, from 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour.rgb)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """How many times lighter one of two colours is than the other; 1 where they are alike."""
    dark, light = sorted((lightness(one), lightness(other)))
    return (light + 0.05) / (dark + 0.05)


def clear(colour: Color, ground: Color, least: float) -> Color:
    """The colour, or where it does not stand out from its ground, as little of black or white in it as is needed."""
    if ground.ansi is not None:
        return colour
    away = max((Color(0, 0, 0), Color(255, 255, 255)), key=lambda end: contrast(end, ground))
    for share in range(10):
        found = colour.blend(away, share / 10) if share else colour
        if contrast(found, ground) >= least:
            return found
    return away


def ink(fore: Color, back: Color, *, bold: bool = False) -> Style:
    """The style of one colour on another."""
    return Style(color=fore.rich_color, bgcolor=back.rich_color, bold=bold)


class Inks(NamedTuple):
    """The styles of a card."""

    edge: Style
    legal: Style
    cursor: Style
    back: Style
    signs: Sequence[Style]
    """Of the four suits, the black joker and the red one."""
    dyes: Sequence[Mapping[str, RichColor]] = ()
    """What the letters of a picture mean, for each of the six; nothing where there are too few colours."""
    pattern: str = COARSE
    """The sign that a back is covered with."""


class Palette:
    """The styles of a theme. Without colours, weight and reversal remain."""

    fine: bool
    table: Style
    bold: Style
    dim: Style
    bar: Style
    key: Style
    prompt: Style
    warning: Style
    edge: Style
    shadow: Style
    rim: Style
    acting: Style
    partner: Style
    danger: Style
    rank: Style
    suits: Sequence[Style]
    bright: Inks
    faint: Inks
    """Of cards that cannot be played, or are beaten."""

    def __init__(self, variables: Mapping[str, str], *, colours: bool, suits: str = "theme", fine: bool = True) -> None:
        """`fine` where there are so many colours that they can be mixed."""
        self.pictures: dict[Any, Any] = {}
        """Cards as they were painted: a theme's are painted once."""
        if not colours:
            plain = Style()
            bold = Style(bold=True)
            self.table = self.bar = self.edge = self.shadow = self.rim = plain
            self.dim = Style(dim=True)
            self.bold = self.key = self.prompt = self.acting = self.partner = self.danger = self.warning = bold
            self.suits = (plain,) * 4
            self.rank = plain
            self.fine = False
            self.bright = self.faint = Inks(plain, plain, bold, plain, (plain,) * 6)
            return

        def colour(name: str, fallback: str) -> Color:
            try:
                return Color.parse(variables.get(name, fallback))
            except ColorParseError:
                return Color.parse(fallback)

        table = colour("table", "#12352a")
        # The terminal's own colours are not known, and so cannot be mixed.
        self.fine = fine and table.ansi is None
        text = colour("foreground", "#e0e0e0")
        panel = colour("panel", "#1e1e1e")
        face = colour("card-face", "#f4f1e6")
        dim = text if text.ansi is not None else colour("dim", clear(text.blend(table, 0.35), table, TEXT).hex)

        self.table = ink(text, table)
        self.bold = ink(text, table, bold=True)
        self.dim = ink(dim, table)
        self.bar = ink(text, panel)
        self.key = ink(text, panel, bold=True)
        self.prompt = ink(text, table, bold=True)
        self.warning = ink(colour("warning", "#ffa62b"), table)
        self.edge = ink(dim, table)
        self.shadow = ink(table.blend(Color(0, 0, 0), SHADOW), table)
        self.rim = ink(colour("rim", "#0a1f17"), table)
        self.acting = ink(colour("accent", "#ffd75f"), table, bold=True)
        self.partner = ink(colour("partner", "#8fc4f0"), table, bold=True)
        self.danger = ink(colour("danger", "#ff9a8a"), table, bold=True)
        signs = [
            colour(name, fallback)
            for name, fallback in (
                ("suit-spades", "#1c1c1c"),
                ("suit-hearts", "#b3261e"),
                ("suit-diamonds", "#a8480c"),
                ("suit-clubs", "#1b5e20"),
            )
        ]
        if suits == "two":
            signs = [signs[0], signs[1], signs[1], signs[0]]
        elif suits == "four":
            # As four-colour packs are printed; both are dark enough, and light enough, for any face.
            dark_face = sum(face.rgb) < 3 * 128
            signs[2:] = [
                Color.parse(sign) for sign in (("#6ab0ff", "#5fd080") if dark_face else ("#1040b0", "#0f5a26"))
            ]

        edges = (colour("card-edge", "#8a8577"), colour("card-legal", "#2f7d4f"), colour("card-cursor", "#b8860b"))
        common = {
            "g": colour("figure-gold", "#d6a028"),
            "s": colour("figure-skin", "#ecc4a0"),
            "h": colour("figure-hair", "#6e4a2c"),
            "m": colour("figure-mouth", "#b8443c"),
            "k": colour("figure-ink", "#18181e"),
            "w": colour("figure-white", "#ffffff"),
        }
        navy = colour("figure-robe", "#2c3e66")
        robes = [(navy if sign.hsl.s < GREY else sign) for sign in signs]
        dyes = [
            common | {"a": sign, "r": robe, "d": robe.darken(0.12)} for sign, robe in zip(signs, robes, strict=True)
        ]
        dyes.append(common | {"r": common["k"], "b": common["k"].lighten(0.4)})
        dyes.append(common | {"r": robes[1], "b": navy})
        if not self.fine:
            dyes = []
        back = (colour("back", "#8fb0d8"), colour("back-dark", "#27466f"))

        def inks(face: Color, share: float) -> Inks:
            edge, legal, cursor = (clear(edge, face, SHAPE) for edge in edges)
            spades, hearts, diamonds, clubs = (ink(clear(sign, face, TEXT), face, bold=True) for sign in signs)
            light, dark = (tone.blend(table, share) for tone in back)
            return Inks(
                ink(edge, face),
                ink(legal, face),
                ink(cursor, face, bold=True),
                ink(clear(light, dark, SHAPE), dark),
                (spades, hearts, diamonds, clubs, spades, hearts),
                [{letter: dye.blend(table, share).rich_color for letter, dye in kind.items()} for kind in dyes],
                FINE if self.fine else COARSE,
            )

        self.bright = inks(face, 0)
        self.faint = inks(face.blend(table, FAINTNESS), FAINTNESS) if self.fine else self.bright
        self.suits, self.rank = self.bright.signs[:4], self.bright.signs[0]
