"""The first screen: what the player most likely wants, the families of games, and the way to everything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.worker import Worker, WorkerState

from cardtable.engine.text import Text, clean, number, say, say_count
from cardtable.games import GROUPS, ListedGame, family, games_of, group
from cardtable.tui.draw.fresh import Fresh
from cardtable.tui.draw.keyline import KeyHint
from cardtable.tui.keys import (
    AGAIN_KEY,
    HELP_KEY,
    HOME_CARD,
    HOME_DAY,
    HOME_GO_ON,
    HOME_HOST,
    HOME_MISTAKES,
    HOME_PUZZLE,
    HOME_SETUP,
    bindings,
    quiet,
    shown_key,
)
from cardtable.tui.menus.doors import Doors
from cardtable.tui.menus.game_facts import LEVELS, length
from cardtable.tui.menus.places import GREETINGS, LONGEST, PLACES, Entry, LookedUp
from cardtable.tui.menus.shop import Box, Command, ShopWindow, Shown, Spot, Tile, emblem_of
from cardtable.tui.program import program
from cardtable.tui.protocol import Home
from cardtable.words import Words

if TYPE_CHECKING:
    from cardtable.tui.offers import Unfinished


class HomeScreen(Doors):
    """What was last played and the day's puzzle and deal, then the families with their lessons, then all the rest.

    Arrows move between the items in two dimensions; Enter does what the key line says.
    """

    DEFAULT_CSS = "HomeScreen { background: $table; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("left,h", "move(-1, 0)"),
        quiet("right,l", "move(1, 0)"),
        quiet("up,k", "move(0, -1)"),
        quiet("down,j", "move(0, 1)"),
        quiet("home", "first"),
        quiet("enter", "take"),
        quiet("escape", "once_more"),
        quiet("q", "back"),
        *bindings((AGAIN_KEY, HOME_GO_ON, HOME_DAY, HOME_PUZZLE, HOME_MISTAKES, HOME_HOST, HELP_KEY)),
    ]

    def __init__(self, words: Words, home: Home) -> None:
        super().__init__(words, home)
        self.window = ShopWindow(words)
        self.fresh = Fresh(self)
        self.looked: LookedUp | None = None
        self._leaving = False
        """Whether Esc was the last key: a second one quits."""
        self._told = ""
        self.families: dict[str, list[ListedGame]] = {}
        """The games by the family they are listed under."""
        self.entries: dict[Spot, Entry] = {}
        """The items by their place in the window."""

    def compose(self) -> ComposeResult:
        yield self.window
        yield self.keys

    def on_mount(self) -> None:
        """Puts the cursor on the most likely item."""
        self.fresh.begin()
        self._list(None)
        self.call_after_refresh(self._look_up)

    def on_screen_resume(self) -> None:
        """Looks everything up again: a lesson, or the puzzle of the day, may have been played meanwhile."""
        if self.looked is not None:
            self._look_up()

    def renew(self, home: Home) -> None:
        """Shows the menu as it is after a table was left, with the cursor on the most likely item."""
        self.home = home
        self._list(None)

    def on_new_words(self) -> None:
        self.home = self.home.again() if self.home.again is not None else self.home
        self._list(self.window.cursor)

    # Looking things up

    def _look_up(self) -> None:
        self.run_worker(self._look, thread=True, exclusive=True, exit_on_error=False)

    def _look(self) -> LookedUp:
        """Reads lessons, results and days. Errors are ignored: these are only decoration here."""
        settings, tallies = program(self).settings, self.home.tallies
        lessons, puzzles = settings.lessons, settings.puzzles
        found = LookedUp()
        with suppress(OSError, ValueError):
            found = found._replace(lessons={} if lessons is None else lessons().done())
        with suppress(OSError, ValueError):
            found = found._replace(tallies={} if tallies is None else tallies())
        with suppress(OSError, ValueError):
            if puzzles is not None:
                days, week = puzzles().week()
                found = found._replace(days=days, week=week)
        return found

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Shows what has been read."""
        if event.state is WorkerState.SUCCESS and isinstance(event.worker.result, LookedUp):
            self.looked = event.worker.result
            self._list(self.window.cursor)

    # The items

    @property
    def entry(self) -> Entry | None:
        """The current item."""
        return self.entries.get(self.window.cursor)

    @property
    def game(self) -> ListedGame | None:
        """The game under the cursor; for a family, the one to learn first."""
        entry = self.entry
        if entry is None or not entry.family:
            return None
        return next(iter(self.families.get(entry.family, ())), None)

    @property
    def places(self) -> list[str]:
        """Those of `PLACES` that are available."""
        home = self.home
        puzzles = program(self).settings.puzzles
        missing = {
            "puzzle": puzzles is None,
            "day": puzzles is None,
            "replays": home.stats is None,
            "stats": home.stats is None,
            "mistakes": home.mistakes is None,
            "tournament": home.tournaments is None,
            "host": home.host is None,
        }
        return [place for place in PLACES if not missing.get(place)]

    def _begun(self) -> list[Entry]:
        """Returns the items above the families: a match to resume, or another like the last, and the day."""
        home, found = self.home, list[Entry]()
        if home.unfinished:
            found.append(Entry("continue", self._go_on, unfinished=home.unfinished[0]))
        elif (same := self._same()) is not None:
            found.append(same)
        elif home.games:
            # Anyone who has played knows the way.
            found.append(Entry("learn", partial(self.learn, home.games[0]), home.games[0].group))
        if "day" in self.places:
            found.append(Entry("day", self.action_day))
        return found

    def _same(self) -> Entry | None:
        opener = self.home.same_table
        if opener is None or self.home.same is None:
            return None
        return Entry("same", partial(self.sit_down, opener))

    def _others(self) -> list[Entry]:
        """Returns the items below the families: the last table again if a match is unfinished, saved tables, places."""
        same = self._same() if self.home.unfinished else None
        saved = [Entry("saved", partial(self.agree, table), saved=table) for table in self.home.saved]
        places = [Entry(place, partial(PLACES[place].open, self)) for place in self.places if place != "day"]
        return [*([same] if same is not None else []), *saved, *places]

    def _list(self, at: Spot | None) -> None:
        """Shows the current items, with the cursor at `at` if that is still possible."""
        self.families = {}
        for game in self.home.games:
            self.families.setdefault(game.group, []).append(game)
        begun, others = self._begun(), self._others()
        self.entries = {("begun", nth): entry for nth, entry in enumerate(begun)}
        tiles = [self._tile(name) for name in self.families]
        for nth, (name, tile) in enumerate(zip(self.families, tiles, strict=True)):
            self.entries["family", nth] = Entry("family", partial(self.open_family, name), name)
            if tile.progress:
                self.entries["lesson", nth] = Entry("lesson", partial(self.learn, self.families[name][0]), name)
        self.entries |= {("command", nth): entry for nth, entry in enumerate(others)}
        wanted: tuple[Spot, ...] = (("begun", 0), ("family", 0), ("command", 0))
        cursor = next(spot for spot in (at, *wanted) if spot in self.entries)
        games = sum(len(games_of(name)) for name in GROUPS)
        about = say_count("{count} Russian card game at one table", "{count} Russian card games at one table", games)
        self._shown = Shown(
            self._greeting(),
            self.words.text(about, ()),
            tuple(map(self._box, begun)),
            tuple(tiles),
            tuple(map(self._command, others)),
        )
        self._point(cursor)

    def _point(self, cursor: Spot) -> None:
        """Moves the cursor."""
        self.window.cursor = cursor if cursor in self.entries else self.window.cursor
        self.window.show(self._shown._replace(told=self._told), cursor)
        self.window.repaint()
        self._show_keys()

    # Texts

    def _greeting(self) -> str:
        words, hour = self.words, datetime.now().hour
        told = words.say(next(said for end, said in GREETINGS if hour < end))
        if self.home.newcomer or not self.home.person:
            return told
        return words.text(say("{greeting}, {name}", greeting=told, name=clean(self.home.person)), ())

    def _box(self, entry: Entry) -> Box:
        """Returns the box for what was begun, or for the day."""
        words, text = self.words, self.words.text
        key = shown_key(HOME_GO_ON if entry.unfinished else HOME_DAY, words)
        if entry.unfinished is not None:
            match, count = entry.unfinished, len(self.home.unfinished)
            title = say("Go on") if count == 1 else say("Go on ({count})", count=count)
            first = (
                say("{match}, {deal}", match=Text(match.title), deal=match.deal) if match.deal else Text(match.title)
            )
            numbers = "" if match.totals is None else self._numbers(match, match.totals[1])
            return Box(text(title, ()), key, (text(first, ()), text(self._counted(match), ())), short=numbers)
        if entry.kind == "same":
            return Box(words.say("Again"), "", (clean(self.home.same or ""),))
        if entry.kind == "learn":
            lines = (self._to_learn(entry.family), words.say("or open a family, and play"))
            return Box(words.say("New here?"), "", lines)
        looked = self.looked or LookedUp()
        told = [words.say("a puzzle and a deal")]
        if looked.days:
            told.append(text(say_count("{count} day in a row", "{count} days in a row", looked.days), ()))
        return Box(words.say("Today"), key, tuple(told), tuple(looked.week))

    def _to_learn(self, name: str) -> str:
        """Returns the best start for a newcomer."""
        games = self.families[name]
        if program(self).settings.lessons is None:
            return self.words.text(say("Begin with {game}", game=Text(games[0].preset.title)), ())
        return self.words.text(say("Learn {game} in a lesson", game=Text(family(name).title)), ())

    def _counted(self, match: Unfinished) -> Text:
        """Returns the players, with their scores once there are any."""
        if match.totals is None:
            return Text(", ".join(map(clean, match.names)))
        heading, numbers = match.totals
        return say("{heading}: {numbers}", heading=heading, numbers=self._numbers(match, numbers))

    def _numbers(self, match: Unfinished, numbers: Sequence[int]) -> str:
        counted = zip(match.names, numbers, strict=True)
        return ", ".join(f"{clean(name)} {number(total)}" for name, total in counted)

    def _tile(self, name: str) -> Tile:
        """Returns the tile of a family."""
        words, text = self.words, self.words.text
        games, first = self.families[name], self.families[name][0].preset
        dots, level = LEVELS[first.level]
        looked = self.looked or LookedUp()
        done, count = looked.lessons.get(name, (0, 0))
        lesson, progress = "", ""
        if count and done >= count:
            lesson = words.say("lessons done")
        elif count or (self.looked is None and program(self).settings.lessons is not None):
            lesson = words.say("next lesson") if done else words.say("first lesson")
            progress = f"{done}/{count}" if count else " "
        of_family = [looked.tallies[game.id] for game in games if game.id in looked.tallies]
        won, lost = (sum(counts) for counts in zip(*of_family, strict=True)) if of_family else (0, 0)
        score = text(say("you {won} : {lost}", won=won, lost=lost), ()) if won + lost else ""
        head = group(name)[0]
        return Tile(
            words.say(family(name).title),
            tuple(emblem_of(head.emblem)),
            words.say(head.about),
            dots,
            words.say(level),
            text(length(first.minutes), ()),
            text(say_count("{count} game", "{count} games", len(games)), ()),
            score,
            lesson,
            progress,
        )

    def _command(self, entry: Entry) -> Command:
        words = self.words
        if entry.kind == "same":
            return Command(shown_key(AGAIN_KEY, words), words.say("again"), gives_way=True)
        if entry.saved is not None:
            name = clean(entry.saved.name)
            return Command("", name if len(name) <= LONGEST else name[: LONGEST - 1] + "…")
        key = PLACES[entry.kind].key
        return Command(shown_key(key, words), words.say(key.label))

    def describe(self, told: str = "") -> None:
        """Shows a message until the next key."""
        self._told = told
        self._point(self.window.cursor)

    def _does(self) -> str:
        """Returns what Enter does now."""
        entry, text = self.entry, self.words.text
        if entry is None:
            return ""
        if entry.unfinished is not None:
            count = len(self.home.unfinished)
            if count > 1:
                return text(say("choose among {count} matches that were begun", count=count), ())
            return text(say("go on with {game}", game=Text(entry.unfinished.title)), ())
        if entry.kind == "same":
            return text(say("another match: {match}", match=clean(self.home.same or "")), ())
        if entry.saved is not None:
            names = ", ".join(map(clean, entry.saved.names))
            return text(say("{name}: {what}", name=clean(entry.saved.name), what=names), ())
        if entry.kind == "learn":
            return self._to_learn(entry.family)
        if entry.family:
            game, title = self.families[entry.family][0], Text(family(entry.family).title)
            if entry.kind == "lesson":
                done = (self.looked or LookedUp()).lessons.get(entry.family, (0, 0))[0]
                told = say("{game}: next lesson", game=title) if done else say("{game}: first lesson", game=title)
                return text(told, ())
            games = say_count("{count} game", "{count} games", len(self.families[entry.family]))
            first = Text(game.preset.title)
            return text(say("open {family}: {games}, first {game}", family=title, games=games, game=first), ())
        return self.words.say(PLACES[entry.kind].line)

    def _show_keys(self) -> None:
        """Shows Enter with its action, then the other keys."""
        self._leaving = False
        game = self.game is not None
        kept = self.entry is not None and self.entry.saved is not None
        hints = [
            *([self.hint(HOME_GO_ON)] if self.home.unfinished else []),
            *([self.hint(HOME_SETUP)] if game or kept else []),
            *([self.hint(HOME_CARD)] if self._told_of is not None else []),
            KeyHint("←→↑↓", self.words.say("choose"), "move(1, 0)", 4),
            KeyHint("Ctrl+P", self.words.say("anything"), "app.command_palette", 6),
            self.hint(HELP_KEY),
            KeyHint("Esc", self.words.say("quit"), "back", 0),
        ]
        self.keys.show(hints, KeyHint("⏎", self.plain(self._does()), "take", 0))

    def standing(self, match: Unfinished) -> Text:
        """Returns a match with its players, the current deal, and the scores once there are any."""
        told = Text(match.title)
        if match.totals is None:
            told = say("{game} ({names})", game=told, names=", ".join(match.names))
        if match.deal is not None:
            told = say("{match}, {deal}", match=told, deal=match.deal)
        if match.totals is not None:
            heading, numbers = match.totals
            counted = ", ".join(f"{name} {number(total)}" for name, total in zip(match.names, numbers, strict=True))
            told = say("{match}. {heading}: {numbers}", match=told, heading=heading, numbers=counted)
        return told

    # Actions

    def action_move(self, across: int, down: int) -> None:
        """Moves the cursor to the item next to it."""
        self._told = ""
        self._point(self.window.beside(across, down))

    def action_first(self) -> None:
        """Moves the cursor to the most likely item."""
        self._told = ""
        self._point(next(iter(self.entries)))

    def action_press(self, part: str, nth: int) -> None:
        """Moves the cursor on the first click and opens the item on the second."""
        spot = next((spot for spot in self.entries if spot == (part, nth)), None)
        if spot is None:
            return
        if spot != self.window.cursor or self.fresh.too_soon:
            self._told = ""
            self._point(spot)
        else:
            self.action_take()

    def action_take(self) -> None:
        """Opens the current item."""
        if self.entry is not None:
            self._told = ""
            self.entry.do()

    def action_go_on(self) -> None:
        """Resumes the match last played."""
        if self.home.unfinished:
            self.going_on(self.home.unfinished[0])()

    def on_screen_suspend(self) -> None:
        self._show_keys()

    def on_key(self, event: events.Key) -> None:
        """Cancels quitting if a key other than Esc is pressed after it."""
        if self._leaving and event.key != "escape":
            self._show_keys()

    def action_once_more(self) -> None:
        """Quits at the second Esc: on the way back from somewhere it is easy to press one too many."""
        if self._leaving:
            self.action_back()
            return
        self._leaving = True
        self.keys.show([], KeyHint("Esc", self.words.say("once more to quit (q quits at once)"), "back", 0))

    def action_back(self) -> None:
        """Quits the program."""
        self.app.exit(0)

    @property
    def _told_of(self) -> ListedGame | None:
        """The game whose summary card can be shown: under the cursor, or of a begun match or a saved table."""
        entry = self.entry
        if entry is None or entry.family:
            return self.game
        games = self.home.games
        if entry.unfinished is not None:
            return next((game for game in games if game.preset.title == entry.unfinished.title), None)
        if entry.kind == "same":
            return next((game for game in games if self.home.same_game and game.id == self.home.same_game[0]), None)
        if entry.saved is not None:
            return next((game for game in games if game.id == entry.saved.preset), None)
        return None

    def seats_for(self, game: ListedGame) -> int:
        """Returns the usual number of players, or that of the table under the cursor."""
        entry = self.entry
        if entry is not None and entry.unfinished is not None:
            return len(entry.unfinished.names)
        if entry is not None and entry.saved is not None:
            return len(entry.saved.names)
        return super().seats_for(game)

    def action_again(self) -> None:
        """Starts another match at the last table."""
        if (same := self._same()) is not None:
            same.do()

    def action_card(self) -> None:
        """Opens the summary card of the current game."""
        if self._told_of is not None:
            self.read_about(self._told_of)

    def action_setup(self) -> None:
        """Opens the set-up of a saved table, or of the current game."""
        entry = self.entry
        if entry is not None and entry.saved is not None:
            self.set_up(entry.saved.preset, len(entry.saved.names), entry.saved)
        else:
            super().action_setup()

    def _go_on(self) -> None:
        """Resumes the unfinished match; if there are several, asks which."""
        from cardtable.tui.boxes.dialogs import Choose

        matches = self.home.unfinished
        if len(matches) == 1:
            self.going_on(matches[0])()
            return

        def take(nth: int | None) -> None:
            if nth is not None:
                self.going_on(matches[nth])()

        lines = [self.words.text(self.standing(match), ()) for match in matches]
        self.app.push_screen(Choose(self.words, self.words.say("Go on with"), lines), take)

    def going_on(self, match: Unfinished) -> Callable[[], None]:
        """Returns the action that resumes a match."""

        def go_on() -> None:
            resume = self.home.resume
            if resume is not None:
                self.sit_down(lambda: resume(match.path))

        return go_on

    def open_family(self, name: str) -> None:
        from cardtable.tui.menus.family_screen import FamilyScreen

        self.app.push_screen(FamilyScreen(self.words, self.home, name))
