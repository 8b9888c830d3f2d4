"""The search through all games: by name in any language, by what is special, and by house rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from cardtable.engine.options import changed, specs
from cardtable.engine.text import folded, mark, say, say_count
from cardtable.games import ListedGame, family
from cardtable.language import LOCALE
from cardtable.tui.draw.cells import width_of
from cardtable.tui.draw.keyline import KeyHint
from cardtable.tui.draw.lines import Line
from cardtable.tui.keys import quiet
from cardtable.tui.menus.family_screen import FamilyScreen
from cardtable.tui.menus.game_facts import players
from cardtable.tui.menus.game_menu import GameMenu
from cardtable.tui.menus.game_panel import Shown
from cardtable.tui.protocol import Home
from cardtable.words import Words

TITLE = 46
"""Columns of a game's name."""
FAMILY = 9
NAME, SPECIAL, AIM, RULES = range(4)
"""The kinds of text searched, the most telling first."""
WHY = (mark("by its name"), mark("by what is special"), mark("by its aim"), mark("by its house rules"))


class Found(NamedTuple):
    """A game that matches a search, and the kind of text that did."""

    where: int
    game: ListedGame


class Index:
    """Everything the games say about themselves, in every language available."""

    def __init__(self, games: Sequence[ListedGame]) -> None:
        languages = [Words(folder.name) for folder in sorted(LOCALE.iterdir()) if folder.is_dir()]
        self._texts = [(game, tuple(_texts(game, [Words("en"), *languages]))) for game in games]

    def search(self, sought: str) -> list[Found]:
        """Returns games that mention every word, matches by name first; all games if the search is empty.

        If none matches, returns those with similar names.
        """
        words = _words(sought)
        found = []
        for game, texts in self._texts:
            # Texts count together with those before them: one word may match the name, another what is special.
            together = ""
            for where, text in enumerate(texts):
                together += f" {text}"
                if all(f" {word}" in together for word in words):
                    found.append(Found(where, game))
                    break
        if not found:
            found = self._alike(words)
        return sorted(found, key=lambda one: one.where)

    def _alike(self, words: Sequence[str]) -> list[Found]:
        named = [(word, game) for game, texts in self._texts for word in texts[NAME].split()]
        near = {close for word in words for close in get_close_matches(word, {name for name, _ in named}, 3, 0.7)}
        return [Found(NAME, game) for game in {game.id: game for name, game in named if name in near}.values()]


def _texts(game: ListedGame, languages: Sequence[Words]) -> Iterator[str]:
    """Yields the game's name, what is special, its aim and its house rules, each in all these languages."""
    preset = game.preset
    yield _said(languages, family(game.group).title, preset.title)
    yield _said(languages, preset.special)
    yield _said(languages, preset.aim)
    known = specs(game.family.options)
    yield " ".join(
        word
        for words in languages
        for name, value in changed(preset.options, game.family.options()).items()
        for word in _words(f"{words.say(known[name].title)} {words.text(known[name].label(value))}")
    )


def _said(languages: Sequence[Words], *sources: str) -> str:
    return " ".join(word for words in languages for source in sources for word in _words(words.say(source)))


def _words(text: str) -> list[str]:
    """Returns the words of a text, folded for comparison and without punctuation."""
    return "".join(sign if sign.isalnum() else " " for sign in folded(text)).split()


class Finder(GameMenu):
    """A search line and the games that match; Enter plays the current one."""

    DEFAULT_CSS = """
    Finder Input, Finder Input:focus { height: 3; border: round $primary; background: $table; }
    Finder Input > .input--placeholder { color: $foreground; text-style: italic; }
    Finder.-ascii Input, Finder.-ascii Input:focus { border: ascii $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("down", "step(1)", priority=True),
        quiet("up", "step(-1)", priority=True),
        quiet("tab", "its_family", priority=True),
        quiet("escape", "back", priority=True),
    ]

    def __init__(self, words: Words, home: Home) -> None:
        super().__init__(words, home)
        self.index = Index(home.games)
        self.found: list[Found] = []
        self.heading = Line(words, "bar")
        self.line = Input(placeholder=words.say("a name, or what is special: joker, pairs, transfer"))

    def compose(self) -> ComposeResult:
        yield self.heading
        yield from self.body(self.line)

    def on_mount(self) -> None:
        """Lists all games while nothing is typed."""
        self.rows.can_focus = False
        self.line.focus()
        self.keys.show(
            [
                KeyHint("↑↓", self.words.say("game"), "step(1)", 1),
                KeyHint("⏎", self.words.say("play"), "take", 0),
                KeyHint("Tab", self.words.say("its family"), "its_family", 3),
                KeyHint("Esc", self.words.say("clear, back"), "back", 0),
            ]
        )
        self._search()

    def on_resize(self, event: events.Resize) -> None:
        """Fits the columns to the new width."""
        self._search()

    def on_new_words(self) -> None:
        self._search()

    @property
    def game(self) -> ListedGame | None:
        """The game under the cursor."""
        nth = self.rows.highlighted
        return self.found[nth].game if nth is not None and nth < len(self.found) else None

    def _search(self) -> None:
        self.found = self.index.search(self.line.value)
        count = self.words.text(say_count("{count} game", "{count} games", len(self.found)), ())
        self.heading.show(self.words.say("Search all games"), [count])
        self.list_rows([Option(self.plain(self._row(one))) for one in self.found], 0 if self.found else None)
        self.describe()

    def _row(self, one: Found) -> str:
        title, group = self.words.say(one.game.preset.title), self.words.say(family(one.game.group).title)
        row = title + " " * (TITLE - width_of(title)) + group + " " * (FAMILY - width_of(group))
        return row + self.words.say(WHY[one.where]) if self.line.value.strip() else row

    def describe(self, told: str = "") -> None:
        """Describes the current game."""
        game = self.game
        if game is None:
            self.panel.show(None, told or self.words.say("No game speaks of this."))
            return
        heading = None
        if len(game.preset.seats) > 1:
            title = self.words.say(game.preset.title)
            heading = say("{game} · {players} players", game=title, players=players(game))
        self.panel.show(Shown(game, self.seats_for(game), heading=heading), told)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._search()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if self.game is not None:
            self.play(self.game)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.describe()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.play(self.found[event.option_index].game)

    def action_its_family(self) -> None:
        """Opens the family of the current game, with the cursor on it."""
        if self.game is not None:
            self.app.switch_screen(FamilyScreen(self.words, self.home, self.game.group, self.game.id))

    def action_back(self) -> None:
        """Clears the search; if it is empty, goes back."""
        if self.line.value:
            self.line.value = ""
        else:
            self.app.pop_screen()
