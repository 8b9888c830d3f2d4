"""The player's settings, changed line by line; sample cards show at once what the table will look like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from cardtable.bots.entries import name_of
from cardtable.bots.finding import USUAL
from cardtable.bots.ratings import AUTO, EXPERTS
from cardtable.cards import parse_card
from cardtable.engine.faults import told
from cardtable.engine.text import capital, clean, is_name, mark, say, say_count, why_no_name
from cardtable.language import LANGUAGES
from cardtable.player.settings import Preferences, about, allowed
from cardtable.tui.boxes.explanation import BESIDE, Explanation, ExplanationPart, width_beside
from cardtable.tui.boxes.form import FormLine, SetupScreen
from cardtable.tui.felt.hand import Hand
from cardtable.tui.felt.layout import largest_card
from cardtable.tui.keys import SETTINGS_KEYS, Key, quiet
from cardtable.tui.menus.keys_screen import KeysScreen
from cardtable.tui.program import program
from cardtable.tui.terminal.themes import TITLES
from cardtable.words import Words

GROUPS = {
    mark("You"): ("name", "language"),
    mark("Cards and colours"): ("theme", "suits", "cards", "letters", "signs"),
    mark("Help"): ("adviser", "tutor", "trainer"),
    mark("At the table"): ("pace", "motion", "bell", "log", "order", "forced", "memory", "talk", "keys"),
}
"""The settings in order, under headings if these fit."""
SHOWN = tuple(name for settings in GROUPS.values() for name in settings if name != "keys")
"""The settings with a line of their own; the keys have a screen."""
GROUPED = 40
"""Minimum rows of the screen for headings."""
HEADINGS = {
    "name": mark("Your name"),
    "language": mark("Language"),
    "letters": mark("Letters on cards"),
    "signs": mark("Suit signs and frames"),
    "theme": mark("Colours"),
    "suits": mark("Colours of the suits"),
    "cards": mark("Faces of cards"),
    "pace": mark("Pace of bots"),
    "adviser": mark("Your adviser"),
    "order": mark("Your hand"),
    "forced": mark("Where one move is left"),
    "memory": mark("Memory of new tables"),
    "talk": mark("Talk of the bots"),
    "tutor": mark("Tutor"),
    "trainer": mark("Trainer of memory"),
    "motion": mark("Motion of cards"),
    "bell": mark("Bell when it is your turn"),
    "log": mark("Log beside the table"),
}
VALUES = {
    "auto": mark("automatic"),
    **LANGUAGES,
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
    "undecided": mark("you are asked, until you decide"),
    "asked": mark("you are asked"),
    "after_bout": mark("what is out, after each bout"),
    "none": mark("everybody for themselves"),
    "words": mark("the table does it, but lays no card for you"),
    "all": mark("all of it"),
    "little": mark("a word now and then"),
    "lively": mark("lively"),
    "off": mark("says nothing"),
    "after": mark("says what a move has cost"),
    "before": mark("asks before a certain loss"),
    "true": mark("yes"),
    "false": mark("no"),
}
ADVISERS = (AUTO, USUAL, *EXPERTS)
"""The advisers offered here: those that play every game."""
SAMPLE = tuple(parse_card(card) for card in ("As", "Th", "Jd", "6c", "Ks", "Qh", "8d", "7c"))


class SettingsScreen(SetupScreen[None]):
    """The lines of settings above a few cards."""

    DEFAULT_CSS = "SettingsScreen #note { height: 2; }"
    KEYS: ClassVar[tuple[Key, ...]] = SETTINGS_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [quiet("space", "change(1)")]

    def __init__(self, words: Words, themes: Sequence[str]) -> None:
        super().__init__(words, words.say("Settings"))
        self.themes = list(themes)
        self.hand = Hand(words)
        self.beside = Explanation(words)
        self.wrong = ""
        """Why a setting cannot be saved."""
        self.line = "language"

    @property
    def preferences(self) -> Preferences:
        """The current choices."""
        return program(self).settings.preferences or Preferences()

    def body(self) -> ComposeResult:
        """Composes the lines, a note and some cards."""
        yield Horizontal(self.form, self.beside)
        yield self.note
        yield self.hand

    def show(self) -> None:
        """Draws the current settings; possible values go beside the lines if they fit."""
        self.texts.setdefault("name", self.preferences.name)
        self.heading = self.words.say("Settings")
        super().show()
        width = self.app.size.width
        self.beside.display = width >= BESIDE
        self.beside.styles.width = width_beside(width)
        self.beside.show(self.row(self.line).heading, self.parts(self.line))
        if self.beside.display:
            self.note.show(self.wrong)
        self.hand.show(SAMPLE, SAMPLE[2:4], 0, 1, False)

    def on_resize(self) -> None:
        """Makes the cards as large as at a table of this size."""
        self.hand.largest = largest_card(*self.size)
        self.hand.styles.height = 2 + self.hand.largest.height
        self.show()

    def on_new_words(self) -> None:
        self.show()

    def lines(self) -> list[str]:
        """Returns the names of the settings that have an effect here, and `keys`."""
        idle = program(self).idle_settings
        return [*(name for name in SHOWN if name not in idle), "keys"]

    def group(self, line: str) -> str:
        """Returns the heading of a setting, if the screen has space for headings."""
        if self.app.size.height < GROUPED:
            return ""
        return next(self.words.say(heading) for heading, settings in GROUPS.items() if line in settings)

    def row(self, line: str) -> FormLine:
        """Returns a setting and its value."""
        words = self.words
        if line == "keys":
            own = len(self.preferences.keys)
            count = say_count("{count} of your own", "{count} of your own", own) if own else say("as shipped")
            return FormLine(words.say("Keys at the table"), words.text(count, ()), opens=True)
        heading = words.say(HEADINGS[line])
        if line == "name":
            return FormLine(heading, clean(self.texts[line]), typed=True)
        return FormLine(heading, self.called(line, getattr(self.preferences, line)))

    def called(self, line: str, value: object) -> str:
        """Returns a value of a setting in words."""
        words, name = self.words, str(value)
        if line == "theme" and name != "auto":
            return words.say(TITLES.get(name, "")) or clean(name)
        if line == "adviser":
            return words.say("the best of each game") if name == AUTO else words.say(name_of(name))
        if line == "language" and name == "auto":
            return words.say("as the system")
        if line == "signs" and name == "words":
            return words.say("in lines, cards in words")
        return words.say(VALUES[name.lower()])

    def choices(self, line: str) -> list[Any]:
        """Returns the possible values of a setting in order; empty if it is typed or has a screen."""
        if line in ("name", "keys"):
            return []
        return {"theme": self.themes, "adviser": list(ADVISERS)}.get(line) or list(allowed(line))

    def parts(self, line: str) -> list[ExplanationPart]:
        """Returns the explanation of a setting, and its possible values."""
        now = getattr(self.preferences, line)
        choices = [(value, self.called(line, value)) for value in self.choices(line)]
        values = [ExplanationPart("chosen" if value == now else "value", called) for value, called in choices]
        return [ExplanationPart("text", self.about(line)), *values]

    def about(self, line: str) -> str:
        """Returns why a setting cannot be saved, or what it does."""
        if self.wrong:
            return self.wrong
        if line == "keys":
            return self.words.say("Enter shows the keys; each can be another one.")
        return capital(self.words.say(about(line))) + "."

    def change(self, line: str, by: int) -> None:
        """Switches a setting to its next value and saves it at once; opens the screen for keys."""
        if line == "keys":
            self.app.push_screen(KeysScreen(self.words), lambda _: self.show())
            return
        values = self.choices(line)
        if values:
            now = getattr(self.preferences, line)
            self._keep(line, values[(values.index(now) + by) % len(values)] if now in values else values[0])

    def _keep(self, name: str, value: object) -> None:
        """Saves a setting."""
        self.wrong = ""
        try:
            program(self).choose(name, value)
        except (OSError, ValueError) as wrong:
            self.wrong = self.words.text(told(wrong), ())

    def _keep_name(self) -> None:
        """Saves the typed name once it is complete."""
        name = self.texts["name"].strip()
        if name == self.preferences.name:
            return
        if name and not is_name(name):
            self.wrong = self.words.text(why_no_name(name), ())
        else:
            self._keep("name", name)

    def go(self, line: str) -> None:
        """Moves the cursor to a line; saves a typed name."""
        self.wrong = ""
        self._keep_name()
        super().go(line)

    def begin(self) -> None:
        """Switches to the next value, like the arrow; after a typed name, moves to the next line."""
        if self.typed:
            self.action_step(1)
        else:
            self.action_change(1)

    def action_leave(self) -> None:
        """Goes back; everything is saved already."""
        self._keep_name()
        self.dismiss(None)
