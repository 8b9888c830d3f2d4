"""Every available action, found by typing: Textual's command palette with our commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any, ClassVar, NamedTuple

from textual import events, on
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.css.query import NoMatches
from textual.message import Message
from textual.widgets import Button, Input, OptionList
from textual.worker import Worker

from cardtable.engine.text import Text, clean, folded, mark, say
from cardtable.games import GROUPS
from cardtable.language import LANGUAGES
from cardtable.tui.draw.cells import ASCII
from cardtable.tui.felt.table_keys import abouts
from cardtable.tui.keys import shown_key
from cardtable.tui.program import program
from cardtable.tui.table.afterwards import ways_out
from cardtable.tui.table.table_screen import TableScreen
from cardtable.tui.terminal import themes
from cardtable.words import Words

CLOSE = 1.75
"""Minimum score, per letter typed, of a match that does not start at words.

Runs of letters and initials of words reach it; letters scattered over a title do not.
"""
HIDDEN = ("card", "first", "legal", "target", "pick", "menu", "help")
"""Keys of the table that only move the cursor, or that the palette lists under another name."""


class Command(NamedTuple):
    """An action: its title, a description, and the function that runs it."""

    title: str
    about: str
    do: Callable[[], Any]


class Commands(Provider):
    """The actions available here; games are included only while the player is at no table."""

    @cached_property
    def _found(self) -> Sequence[Command]:
        """All commands, collected once when the palette opens and not at every letter, since this reads the lessons."""
        return tuple(self.commands())

    @property
    def _words(self) -> Words:
        return program(self.screen).words

    @property
    def _may_change_words(self) -> bool:
        """Whether all open screens can switch to other words; boxes cannot, but are soon closed."""
        return all(
            hasattr(screen, "on_new_words") for screen in self.app.screen_stack if not isinstance(screen, Anything)
        )

    def commands(self) -> Iterator[Command]:
        """Yields all commands, those of the table first."""
        app = program(self.screen)
        words = app.words
        if isinstance(self.screen, TableScreen):
            yield from self._of_table(self.screen)
        elif app.table is None and app.tournament is None and app.home is not None:
            yield from self._of_menu()
        if app.settings.choose is not None:
            if self._may_change_words:
                title = mark("Settings") if app.idle_settings else mark("Settings: colours, letters, pace, sorting")
                yield Command(words.say(title), "", app.open_settings)
            for name in app.cloths:
                title = words.text(say("Theme: {name}", name=words.say(themes.TITLES.get(name, name))), ())
                yield Command(title, "", partial(self._choose, "theme", name))
            for code, name in LANGUAGES.items() if self._may_change_words else ():
                yield Command(
                    words.text(say("Language: {name}", name=name), ()), "", partial(self._choose, "language", code)
                )
        yield Command(words.say("Keys"), "", app.open_help)
        away, out = ways_out(app)
        if isinstance(self.screen, TableScreen):
            yield Command(away[0], "", away[1])
        yield Command(out[0], "", out[1])

    def _choose(self, name: str, value: str) -> None:
        """Changes a setting, or says why it cannot be saved."""
        app = program(self.screen)
        try:
            app.choose(name, value)
        except (OSError, ValueError) as wrong:
            app.warn(wrong)

    def _of_table(self, screen: TableScreen) -> Iterator[Command]:
        """Yields the keys of the table, as far as this game uses them."""
        app = program(self.screen)
        words = app.words
        for key in screen.keys:
            if key.id not in HIDDEN and len(key.binds) == 1:
                told = "; ".join(map(words.say, abouts(key, screen.table.rules)))
                shown = shown_key(key, words, app.settings.keys)
                yield Command(told, shown, partial(screen.call_later, screen.run_action, key.binds[0][1]))

    def _of_menu(self) -> Iterator[Command]:
        """Yields every game, its rules, and the destinations of the menu."""
        from cardtable.tui.menus.home import HomeScreen
        from cardtable.tui.menus.places import PLACES

        app = program(self.screen)
        words = app.words
        menu = app.screen_stack[0]
        if not isinstance(menu, HomeScreen):
            return
        for match in menu.home.unfinished:
            yield Command(words.text(say("Go on: {match}", match=menu.standing(match)), ()), "", menu.going_on(match))
        for place in menu.places:
            if place != "settings":  # The settings are listed everywhere anyway.
                yield Command(words.say(PLACES[place].line), "", partial(PLACES[place].open, menu))
        if (lessons := app.settings.lessons) is not None:
            for row in (row for group in GROUPS for row in lessons().of(group)[0]):
                title = words.text(say("Lesson: {title}", title=row.title), ())
                yield Command(title, "", partial(menu.sit_down, partial(lessons().open, row.id)))
        doing: tuple[tuple[str, Callable[[Any], Any]], ...] = (
            (mark("Play {game}"), menu.play),
            (mark("Rules of {game}"), menu.read_about),
            (mark("Set up {game}"), lambda game: menu.set_up(game.id, menu.seats_for(game))),
        )
        for source, do in doing:
            for game in menu.home.games:
                title = words.text(Text(source, {"game": Text(game.preset.title)}), ())
                yield Command(title, words.say(game.preset.special), partial(do, game))

    async def discover(self) -> Hits:
        """Yields all commands in order."""
        for command in self._found:
            yield DiscoveryHit(self._plain(command.title), command.do, help=self._plain(command.about) or None)

    async def search(self, query: str) -> Hits:
        """Yields the commands that match the query, or a line saying that none does."""
        matcher = self.matcher(query)
        titled = [(self._plain(command.title), command) for command in self._found]
        scored = [(matcher.match(title), title, command) for title, command in titled]
        found = [(score, title, command) for score, title, command in scored if _begins(title, query)]
        found = found or [hit for hit in scored if hit[0] >= CLOSE * len(query)]
        for score, title, command in found:
            # Among equal scores, titles starting with the query come first, then shorter ones.
            score += 2 + title.lower().startswith(query.lower()) - len(title) / 1000
            yield Hit(score, matcher.highlight(title), command.do, help=self._plain(command.about) or None)
        if not found:
            yield Hit(0.01, self._plain(self._words.say("Nothing is called so.")), _nothing)

    def _plain(self, text: str) -> str:
        text = clean(text)
        return text.translate(ASCII) if self._words.glyphs == "ascii" else text


def _begins(title: str, query: str) -> bool:
    """Returns whether each word typed begins some word of the title.

    >>> _begins("Set up Transfer at any point", "stat"), _begins("Rules of Burkozel", "rul burk")
    (False, True)
    """
    return all(re.search(rf"\b{re.escape(word)}", folded(title)) for word in folded(query).split())


def _nothing() -> None:
    """Does nothing, for a line that is only a message."""


class Anything(CommandPalette):
    """The command palette in our words."""

    DEFAULT_CSS = """
    Anything SearchIcon { display: none; }
    Anything > Vertical, Anything:dark > Vertical {
        width: 84; max-width: 94%; margin-top: 2; background: transparent;
    }
    Anything #--input { border: round $primary; background: $surface; }
    Anything #--input.--list-visible { border: round $primary; border-bottom: none; }
    Anything CommandInput { padding-left: 0; border: none; height: 1; }
    Anything CommandInput:focus { border: none; }
    Anything CommandInput > .input--placeholder { color: $foreground; text-style: italic; }
    Anything CommandList, Anything CommandList:focus {
        min-width: 8; max-height: 60vh; background: $surface; border: round $primary; border-top: none;
        scrollbar-size: 1 1; scrollbar-background: $surface; scrollbar-color: $primary;
    }
    Anything CommandList > .option-list--option { padding: 0 1; text-style: none; }
    Anything CommandList > .option-list--option-highlighted { background: $primary; color: $panel; }
    Anything.-ascii #--input { border: ascii $primary; border-bottom: none; }
    Anything.-ascii CommandList { border: ascii $primary; border-top: none; scrollbar-size: 0 0; }
    """
    PROVIDERS: ClassVar = {Commands}

    def __init__(self, placeholder: str, *, ascii_only: bool) -> None:
        super().__init__(providers=self.PROVIDERS, placeholder=placeholder)
        self.set_class(ascii_only, "-ascii")

    def run_worker(self, work: Any, *given: Any, **how: Any) -> Worker[Any]:
        """Searches in a worker; does nothing if the list has disappeared with the program meanwhile."""

        async def look() -> None:
            try:
                await work()
            except NoMatches:
                if self.query(CommandList):
                    raise

        return super().run_worker(look, *given, **how)

    @on(events.Click)
    @on(Input.Submitted)
    @on(Button.Pressed)
    @on(OptionList.OptionSelected)
    def heed_once(self, event: Message) -> None:
        """Ignores events that arrive after the palette was left but before it is gone."""
        if not self.is_active:
            event.prevent_default().stop()

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Closes the palette, only once."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Blocks paging while the list has not been laid out."""
        return "page" not in str(parameters) or bool(self.query_one(CommandList).scrollable_content_region)
