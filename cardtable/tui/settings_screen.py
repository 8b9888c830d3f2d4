"""The player's settings, changed line by line; some cards show at once how the table will look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from cardtable.cards import parse_card
from cardtable.engine.faults import told
from cardtable.engine.text import mark
from cardtable.settings import Preferences, allowed, names
from cardtable.tui.canvas import Canvas, Line
from cardtable.tui.form import LESS, MORE, Form
from cardtable.tui.hand import Hand
from cardtable.tui.keyline import Hint, KeyLine
from cardtable.tui.themes import TITLES
from cardtable.words import Words

SHOWN = tuple(name for name in names() if name != "keys")
"""The settings that are chosen here; own keys are written into the file."""
HEADINGS = {
    "language": mark("Language"),
    "letters": mark("Letters on cards"),
    "signs": mark("Suit signs and frames"),
    "theme": mark("Colours"),
    "suits": mark("Colours of the suits"),
    "cards": mark("Faces of cards"),
    "pace": mark("Pace of bots"),
    "order": mark("Your hand"),
    "passes": mark("Who can throw nothing in"),
    "motion": mark("Motion of cards"),
    "log": mark("Log beside the table"),
}
VALUES = {
    "auto": mark("as it fits"),
    "en": "English",
    "ru": "Русский",
    "latin": "J Q K A",
    "cyrillic": "В Д К Т",
    "suits": "♠ ♥ ♦ ♣",
    "ascii": mark("plain ASCII"),
    "theme": mark("as the theme has them"),
    "two": mark("two"),
    "four": mark("four"),
    "small": mark("small"),
    "instant": mark("at once"),
    "brisk": mark("brisk"),
    "human": mark("as people play"),
    "game": mark("as the game lays it"),
    "suit": mark("by suit, trumps at the right"),
    "rank": mark("by rank"),
    "undecided": mark("is asked, until you choose"),
    "asked": mark("is asked"),
    "when_i_cannot": mark("passes; the table sees it"),
    "true": mark("yes"),
    "false": mark("no"),
}
SAMPLE = tuple(parse_card(card) for card in ("As", "Th", "Jd", "6c", "Ks", "Qh", "8d", "7c"))


class SettingsScreen(Screen[None]):
    """Lines with the settings above a few cards."""

    DEFAULT_CSS = "SettingsScreen { background: $table; } SettingsScreen #note { height: 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j,J,о,О", "step(1)", show=False),
        Binding("up,k,K,л,Л", "step(-1)", show=False),
        Binding("right,l,L,д,Д,enter,space", "change(1)", show=False),
        Binding("left,h,H,р,Р", "change(-1)", show=False),
        Binding("escape,q,Q,й,Й", "leave", show=False),
    ]

    def __init__(self, words: Words, themes: Sequence[str]) -> None:
        super().__init__()
        self.words = words
        self.themes = list(themes)
        self.at = 0
        self.heading = Line(words, "bar", id="heading")
        self.form = Form(words)
        self.note = Line(words, "dim", id="note")
        self.hand = Hand(words)
        self.keys = KeyLine(words)

    @property
    def preferences(self) -> Preferences:
        """What is chosen now."""
        found: Preferences | None = self.app.settings.preferences  # type: ignore[attr-defined]  # our own app
        return found or Preferences()

    def compose(self) -> ComposeResult:
        """Heading, the lines, a note, some cards and keys."""
        yield self.heading
        yield self.form
        yield self.note
        yield self.hand
        yield self.keys

    def on_mount(self) -> None:
        """Shows the lines and the cards."""
        self.show()

    def show(self) -> None:
        """Draws everything as it is chosen now."""
        self.heading.show(self.words.say("Settings"))
        self.keys.show(
            [
                Hint("↑↓", self.words.say("line"), "step(1)"),
                Hint("←→", self.words.say("change"), "change(1)"),
                Hint("Esc", self.words.say("back"), "leave"),
            ]
        )
        self.form.show([(self.words.say(HEADINGS[name]), self._value(name)) for name in SHOWN], self.at)
        self.hand.show(SAMPLE, SAMPLE[2:4], 0, 1, False)

    def on_new_words(self) -> None:
        """Says everything anew."""
        self.show()

    def _value(self, name: str) -> str:
        value = str(getattr(self.preferences, name))
        if name == "theme" and value != "auto":
            title = self.words.say(TITLES[value]) if value in TITLES else value
            return f"{LESS} {title} {MORE}"
        if name == "language" and value == "auto":
            followed = self.words.say("as the computer speaks")
            return f"{LESS} {followed} {MORE}"
        shown = self.words.say(VALUES[value.lower()])
        return f"{LESS} {shown} {MORE}"

    def action_step(self, by: int) -> None:
        """The line above or below."""
        self.at = max(0, min(self.at + by, len(SHOWN) - 1))
        self.note.show("")
        self.show()

    def action_line(self, nth: int) -> None:
        """A click on a line."""
        self.at = nth
        self.action_step(0)

    def action_change(self, by: int, nth: int | None = None) -> None:
        """The next value of a setting, kept in the file at once."""
        if nth is not None:
            self.at = nth
        name = SHOWN[self.at]
        values: list[Any] = self.themes if name == "theme" else list(allowed(name))
        now = getattr(self.preferences, name)
        value = values[(values.index(now) + by) % len(values)] if now in values else values[0]
        try:
            self.app.choose(name, value)  # type: ignore[attr-defined]  # our own app
        except (OSError, ValueError) as wrong:
            self.note.show(self.words.text(told(wrong), ()))
            return
        self.show()

    def action_leave(self) -> None:
        """Back; everything is kept already."""
        self.dismiss(None)

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """A click does what a key does."""
        message.stop()
        await self.run_action(message.action)
