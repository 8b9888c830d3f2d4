"""The styles of a theme, in the form the canvases use."""

# Without `from __future__ import annotations`: NamedTuple compiles each annotation that is a text, at every start.

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from rich.color import Color as RichColor
from rich.style import Style
from textual.color import Color, ColorParseError

FALLBACKS: dict[str, str] = {
    "table": "#12352a",
    "rim": "#0a1f17",
    "partner": "#8fc4f0",
    "danger": "#ff9a8a",
    "card-face": "#f4f1e6",
    "card-edge": "#8a8577",
    "back": "#8fb0d8",
    "back-dark": "#27466f",
    "card-cursor": "#b8860b",
    "card-legal": "#2f7d4f",
    "suit-spades": "#1c1c1c",
    "suit-hearts": "#b3261e",
    "suit-diamonds": "#a8480c",
    "suit-clubs": "#1b5e20",
    "figure-gold": "#d6a028",
    "figure-skin": "#ecc4a0",
    "figure-hair": "#6e4a2c",
    "figure-mouth": "#b8443c",
    "figure-eye": "#4a3022",
    "figure-shade": "#d9a47c",
    "figure-beard": "#a09a90",
    "figure-fair": "#a8692e",
    "figure-ink": "#18181e",
    "figure-white": "#ffffff",
    "figure-robe": "#2c3e66",
}
"""The colours a theme may name in addition to Textual's, with their default values."""
FINE, COARSE = "▚", "▒"
"""The pattern on card backs: two-toned with many colours, otherwise a sign that old consoles have."""
GREY = 0.15
"""Saturation below which a suit counts as black or grey, and its court cards wear the theme's own robe."""
FAINTNESS = 0.25
"""How far the face of a card that cannot be played is blended into the cloth."""
SHADOW = 0.35
"""How much darker than the cloth a shadow is."""
DEEPER, ON_PALE = 0.22, 0.1
"""How much darker than the cloth a plate is; less on a cloth as pale as paper, where it would turn grey."""
PALE = 0.4
"""Minimum lightness of such a pale cloth."""
PLANED = 0.22
"""How much white is mixed into wood that stands out from other wood."""
DEEPEST = 0.41
"""How much darker than the cloth a banner is."""
MOST_SEATS = 256
"""Maximum number of painted seats kept in the cache, a few kilobytes each."""
TEXT, SHAPE = 4.5, 3.0
"""Minimum contrast of text, and of frames, with their background, as in the web's accessibility guidelines."""


def lightness(colour: Color) -> float:
    """Returns the relative luminance of a colour, from 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour.rgb)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """Returns the contrast ratio of two colours; 1 if they are equally light."""
    dark, light = sorted((lightness(one), lightness(other)))
    return (light + 0.05) / (dark + 0.05)


def clear(colour: Color, ground: Color, least: float) -> Color:
    """Returns the colour, mixed with as little black or white as it takes to stand out from the background."""
    if ground.ansi is not None:
        return colour
    away = max((Color(0, 0, 0), Color(255, 255, 255)), key=lambda end: contrast(end, ground))
    for share in range(10):
        found = colour.blend(away, share / 10) if share else colour
        if contrast(found, ground) >= least:
            return found
    return away


def ink(fore: Color, back: Color, *, bold: bool = False) -> Style:
    """Returns the style of one colour on another."""
    return Style(color=fore.rich_color, bgcolor=back.rich_color, bold=bold)


def written(fore: Color, back: Color, *, bold: bool = False) -> Style:
    """Returns the style of readable text, in this colour or one close to it."""
    return ink(clear(fore, back, TEXT), back, bold=bold)


Picture = tuple[tuple[list[str], list[Style]], ...]
"""Rows of cells: their signs and their styles."""


class Inks(NamedTuple):
    """The styles of a card."""

    edge: Style
    legal: Style
    cursor: Style
    back: Style
    signs: Sequence[Style]
    """For the four suits, the black joker and the red one."""
    dyes: Sequence[Mapping[str, RichColor]] = ()
    """The colours of the letters in pictures, for each of those six; empty if there are too few colours."""
    hem: Style = Style()
    """The white edge of a back without a frame."""
    pattern: str = COARSE
    """The sign that fills a back."""


class Ground(NamedTuple):
    """The styles of text on one background: the cloth, a darker plate on it, or a bar."""

    text: Style
    bold: Style
    dim: Style
    edge: Style
    now: Style
    """The one accent: the cursor, the next key, the player to act, a victory."""
    good: Style
    danger: Style
    partner: Style
    lit_now: Style
    """The button under the cursor, and the next key."""


class Palette:
    """The styles of a theme. Without colours, only weight and reverse video remain."""

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
    """For cards that cannot be played, or are beaten."""
    cloth: Ground
    plate: Ground
    """A surface one step darker than the cloth."""
    foot: Ground
    """The bars at the top and bottom of a screen."""
    banner: Ground
    """A banner over a table."""
    mat: Style
    """The border half a cell wide around a plate's frame."""

    def __init__(self, variables: Mapping[str, str], *, colours: bool, suits: str = "theme", fine: bool = True) -> None:
        """`fine`: whether there are enough colours to mix them."""
        self._grounds: tuple[Callable[[Color], Ground], Color] | None = None
        """A function that makes a ground, and the colour of the rim; None without colours."""
        self.pictures: dict[object, Picture] = {}
        """The cache of painted cards."""
        self.seats: dict[object, Picture] = {}
        """The cache of painted seats: most look the same after a move as before."""
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
            self.cloth = self.plate = self.foot = self.banner = Ground(
                plain, bold, self.dim, plain, bold, plain, bold, bold, Style(reverse=True, bold=True)
            )
            self.mat = plain
            return

        def colour(name: str, fallback: str = "") -> Color:
            usual = FALLBACKS.get(name, fallback)
            try:
                return Color.parse(variables.get(name, usual))
            except ColorParseError:
                return Color.parse(usual)

        table = colour("table")
        # The terminal's own colours are unknown, so they cannot be mixed.
        self.fine = fine and table.ansi is None
        text = colour("foreground", "#e0e0e0")
        panel = colour("panel", "#1e1e1e")
        dim = text if text.ansi is not None else colour("dim", text.blend(table, 0.35).hex)

        self.table = written(text, table)
        self.bold = written(text, table, bold=True)
        self.dim = self.edge = written(dim, table)
        self.bar = written(text, panel)
        self.key = written(text, panel, bold=True)
        self.prompt = self.bold
        self.warning = written(colour("warning", "#ffa62b"), table)
        self.acting = written(colour("accent", "#ffd75f"), table, bold=True)
        self.partner = written(colour("partner"), table, bold=True)
        self.danger = written(colour("danger"), table, bold=True)
        self.shadow = ink(table.blend(Color(0, 0, 0), SHADOW), table)
        self.rim = ink(colour("rim"), table)
        accent = colour("accent", "#ffd75f")
        success, danger, partner = colour("success", "#a8e0a0"), colour("danger"), colour("partner")

        def on(ground: Color) -> Ground:
            """Returns the styles of text on this background."""
            quiet = dim if text.ansi is not None else text.blend(ground, 0.38)
            return Ground(
                written(text, ground),
                written(text, ground, bold=True),
                written(quiet, ground),
                ink(clear(quiet, ground, SHAPE), ground),
                written(accent, ground, bold=True),
                written(success, ground),
                written(danger, ground, bold=True),
                written(partner, ground, bold=True),
                written(panel, accent, bold=True),
            )

        by = ON_PALE if lightness(table) >= PALE else DEEPER
        deeper = table.blend(Color(0, 0, 0), by) if self.fine else table
        self.cloth, self.plate, self.foot = on(table), on(deeper), on(panel)
        self.mat = ink(deeper, table)
        self.banner = on(table.blend(Color(0, 0, 0), DEEPEST) if self.fine else table)
        self._grounds = on, colour("rim")

        face = colour("card-face")
        signs = [colour(f"suit-{suit}") for suit in ("spades", "hearts", "diamonds", "clubs")]
        if suits == "two":
            signs = [signs[0], signs[1], signs[1], signs[0]]
        elif suits == "four":
            # As printed on four-colour packs; both contrast with any card face.
            blue, green = ("#6ab0ff", "#5fd080") if sum(face.rgb) < 3 * 128 else ("#1040b0", "#0f5a26")
            signs[2:] = (Color.parse(blue), Color.parse(green))
        dyes = _dyes(colour, signs) if self.fine else []

        def inks(share: float) -> Inks:
            """Returns the styles of a card blended this far into the cloth."""
            ground = face.blend(table, share)
            edge, legal, cursor = (clear(colour(f"card-{what}"), ground, SHAPE) for what in ("edge", "legal", "cursor"))
            spades, hearts, diamonds, clubs = (written(sign, ground, bold=True) for sign in signs)
            light, dark = (colour(what).blend(table, share) for what in ("back", "back-dark"))
            return Inks(
                ink(edge, ground),
                ink(legal, ground),
                ink(cursor, ground, bold=True),
                ink(clear(light, dark, SHAPE), dark),
                (spades, hearts, diamonds, clubs, spades, hearts),
                [{letter: dye.blend(table, share).rich_color for letter, dye in kind.items()} for kind in dyes],
                ink(clear(ground, dark, SHAPE), dark),
                FINE if self.fine else COARSE,
            )

        self.bright = inks(0)
        self.faint = inks(FAINTNESS) if self.fine else self.bright
        self.suits, self.rank = self.bright.signs[:4], self.bright.signs[0]

    # Made when first shown, so that they do not delay the first screen.

    @cached_property
    def wood(self) -> Ground:
        """Wood in the colour of the rim."""
        return self.cloth if self._grounds is None else self._grounds[0](self._grounds[1])

    @cached_property
    def own_wood(self) -> Ground:
        """The viewer's own wood, lighter."""
        if self._grounds is None or not self.fine:
            return self.wood
        on, rim = self._grounds
        return on(rim.blend(Color(255, 255, 255), PLANED))


def _dyes(colour: Callable[[str], Color], signs: Sequence[Color]) -> list[dict[str, Color]]:
    """Returns the colours of the letters in pictures, for the four suits, the black joker and the red one."""
    letters = {"g": "gold", "s": "skin", "n": "shade", "e": "eye", "m": "mouth", "h": "hair", "l": "fair", "o": "beard"}
    common = {letter: colour(f"figure-{name}") for letter, name in (*letters.items(), ("w", "white"))}
    ink = colour("figure-ink")
    robe = colour("figure-robe")
    robes = [robe if sign.hsl.s < GREY else sign for sign in signs]
    return [
        *(common | {"a": sign, "r": robe, "d": robe.darken(0.12)} for sign, robe in zip(signs, robes, strict=True)),
        common | {"r": ink, "b": ink.lighten(0.4)},
        common | {"r": robes[1], "b": robe},
    ]
