"""The description of a game beside a list: two sentences, difficulty, length, number of players, and a picture."""

from __future__ import annotations

from typing import NamedTuple

from cardtable.engine.options import specs
from cardtable.engine.scene import Scene
from cardtable.engine.text import Text, clean, say, say_count
from cardtable.games import ListedGame
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import LIGHT, Sheet, width_of, wrap
from cardtable.tui.menus.game_facts import LEVELS, length
from cardtable.tui.offers import Tally
from cardtable.words import Words

PANEL = 6
"""Rows of a low panel."""
HIGH = 15
"""Minimum rows for a framed panel with a picture: chairs, table, hand and a line or two of text."""


def house_rules(game: ListedGame, given: dict[str, object]) -> list[Text]:
    """Returns some options of a game in words: `Ends at: 6`."""
    known = specs(game.family.options)
    return [
        say("{name}: {value}", name=Text(known[name].title), value=known[name].label(value))
        for name, value in given.items()
    ]


class Shown(NamedTuple):
    """The contents of the panel: a game, the number of players, and the player's results in it."""

    game: ListedGame
    seats: int
    short: bool = False
    """Whether the short evening is chosen."""
    chosen: bool = False
    """Whether the arrows change the number of players here, and Tab the length."""
    tally: Tally | None = None
    heading: Text | None = None
    """The heading in place of the game's name."""


class About(NamedTuple):
    """The panel's text about a line that is not a game."""

    title: str
    sentences: tuple[str, ...]
    scene: Scene | None = None
    """A table drawn below the text if it fits."""


class GamePanel(Canvas):
    """The description of a game. A low panel has a line and some sentences; a high one adds a picture and results."""

    DEFAULT_CSS = f"GamePanel {{ height: {PANEL}; }}"

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.shown: Shown | About | None = None
        self.told = ""

    def show(self, shown: Shown | About | None, told: str = "") -> None:
        """Shows a game or another line's description; `told` goes below it."""
        if (shown, told) != (self.shown, self.told):
            self.shown, self.told = shown, told
            self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Draws a rule with the name if the panel is low, a frame if it is high."""
        high = sheet.height >= HIGH
        look = self.palette
        if high:
            sheet.frame(0, 0, sheet.width, sheet.height, LIGHT, look.edge)
        else:
            sheet.put(0, 0, "─" * sheet.width, look.edge)
        y = 2 if high else 1
        if isinstance(self.shown, About):
            y = self._title(sheet, y, self.shown.title)
            for sentence in self.shown.sentences:
                y = self._lines(sheet, y, sentence) + high
            if high and self.shown.scene is not None:
                self._table(sheet, y, sheet.height - 2, self.shown.scene)
        elif self.shown is not None:
            y = self._head(sheet, y, self.shown, framed=high)
            for text in (self.shown.game.preset.aim, self.shown.game.preset.special):
                y = self._lines(sheet, y, self.words.say(text))
            y = self._lines(sheet, y + high, self._at_table(self.shown))
            if high:
                self._picture(sheet, y, self.shown)
        if self.told:
            lines = wrap(clean(self.told), sheet.width - 4)
            at = max(1, min(y, sheet.height - len(lines) - high)) if not high else sheet.height - 1 - len(lines)
            for row, line in enumerate(lines):
                sheet.put(0, at + row, " " * sheet.width if not high else "", look.table)
                sheet.put(2, at + row, line, look.warning)

    def _head(self, sheet: Sheet, y: int, shown: Shown, *, framed: bool) -> int:
        """Draws the heading on the left and the difficulty on the right; if too long, the heading is only the name.

        A name that is still too long goes below the line. Returns the row below.
        """
        look, words = self.palette, self.words
        preset = shown.game.preset
        name = words.say(preset.title) if shown.heading is None else words.text(shown.heading, ())
        if width_of(name) + 6 > sheet.width:
            name = words.say(preset.title)
        dots, level = LEVELS[preset.level]
        rest = f" {dots} {words.say(level)} "
        y = self._title(sheet, y, name)
        if width_of(name) + 6 > sheet.width:
            name = ""
        if 4 + width_of(name) + 2 + width_of(rest) + framed <= sheet.width:
            sheet.put(sheet.width - width_of(rest) - 1 - framed, 0, rest, look.table)
        return y

    def _title(self, sheet: Sheet, y: int, title: str) -> int:
        """Draws a title in the line or frame at the top, or below it if it is too long; returns the next row."""
        look = self.palette
        if title and width_of(title) + 6 <= sheet.width:
            sheet.put(2, 0, f" {title} ", look.bold)
            return y
        for line in wrap(title, sheet.width - 4) if title else []:
            sheet.put(2, y, line, look.bold)
            y += 1
        return y

    def _lines(self, sheet: Sheet, y: int, text: str) -> int:
        """Draws a sentence on as many lines as it takes; returns the row below."""
        for line in wrap(text, sheet.width - 4):
            sheet.put(2, y, line, self.palette.table)
            y += 1
        return y

    def _at_table(self, shown: Shown) -> str:
        """Returns the number of players and the length, with `◄ ►` if the arrows change them."""
        text = self.words.text
        game = shown.game
        count = text(say_count("{count} player", "{count} players", shown.seats), ())
        parts = [f"◄ {count} ►" if shown.chosen and len(game.preset.seats) > 1 else count]
        if shown.short:
            parts += [text(rule, ()) for rule in house_rules(game, dict(game.preset.short))]
        else:
            parts.append(text(length(game.preset.minutes), ()))
        if shown.chosen and game.preset.short:
            parts.append(self.words.say("Tab: full length") if shown.short else self.words.say("Tab: short evening"))
        return " · ".join(parts)

    def _picture(self, sheet: Sheet, y: int, shown: Shown) -> None:
        """Draws the game's table between the sentences and the player's results."""
        # Computed only once it is needed: the first screen should appear at once.
        from cardtable.tui.draw.bars import bar
        from cardtable.tui.felt.miniature import moment

        look, words = self.palette, self.words
        foot = sheet.height - 2
        if shown.tally is not None and shown.tally.won + shown.tally.lost:
            won, lost = shown.tally
            told = words.text(say("You here: {won} won, {lost} lost", won=won, lost=lost), ())
            filled, rest = bar(won / (won + lost), max(4, sheet.width - width_of(told) - 8))
            at = sheet.put(sheet.put(2, foot, told, look.table) + 2, foot, filled, look.acting)
            sheet.put(at, foot, rest, look.dim)
            foot -= 2
        if self.told:
            foot -= len(wrap(clean(self.told), sheet.width - 4))
        if foot - y - 1 >= HIGH - 2:
            self._table(sheet, y, foot, moment(shown.game.id, shown.seats))

    def _table(self, sheet: Sheet, y: int, foot: int, scene: Scene) -> None:
        """Draws a small picture of a table between these rows, if it fits."""
        from cardtable.tui.felt import miniature

        room = foot - y - 1
        if room >= HIGH - 2:
            miniature.paint(sheet, 2, y + 1, sheet.width - 4, min(room, 30), scene, self.words, self.painter)
