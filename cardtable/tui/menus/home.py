"""The first screen: what one most likely wants, the families of games, and the way to everything else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtable.cards import parse_card
from cardtable.engine.text import Text, clean, mark, number, say, say_count
from cardtable.games import GROUPS, Game, family, games_of, group
from cardtable.player.saved import SavedTable
from cardtable.tui.boxes.dialogs import Choose
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import KEPT, Sheet, width_of, wrap
from cardtable.tui.draw.keyline import Hint
from cardtable.tui.draw.painter import BIG, SMALL
from cardtable.tui.keys import HOME_CARD, HOME_KEYS, HOME_SEARCH, HOME_SETUP, bindings, quiet
from cardtable.tui.menus.family_screen import FamilyScreen
from cardtable.tui.menus.game_menu import WIDE, GameMenu
from cardtable.tui.menus.game_panel import LEVELS, PANEL, About, Shown, length
from cardtable.tui.program import program
from cardtable.tui.protocol import Home, Lessons, Unfinished, wanted
from cardtable.words import Words

ROOMY = 30
"""Rows from which the mark is large."""
DENSE, GROUPED, APART, NAMED, HIGH = range(5)
"""How much room the lines take: none between them; groups apart; families apart; a line of games each; two lines."""
ABOUT = 27
"""The column of what one does in a family."""
MARK = tuple(parse_card(card) for card in ("Qs", "Kh", "Jc", "Ad"))


class Destination(NamedTuple):
    """Where a line of the menu leads that is no game."""

    open: Callable[[GameMenu], None]
    line: str
    title: str
    behind: str
    """What is there, in a sentence or two."""
    more: str = ""


PLACES: dict[str, Destination] = {
    "search": Destination(
        GameMenu.action_search,
        mark("Search all games"),
        mark("Search all games"),
        mark("Every game by its name in either language, by what is special (joker, pairs), or by a house rule."),
    ),
    "puzzle": Destination(
        GameMenu.action_puzzle,
        mark("Puzzles: one move alone is best; find it"),
        mark("Puzzles"),
        mark("Endings of all five games: find the one move that is best."),
        mark("A wrong one is said at once, the solution is shown if you like, and the first try changes your rating."),
    ),
    "day": Destination(
        GameMenu.action_day,
        mark("Today: a puzzle and a deal, the same for everybody"),
        mark("Today"),
        mark("The same cards for everybody on this date. Nothing is sent anywhere."),
        mark("Afterwards the strongest bot plays your hand, and you see who did better with it."),
    ),
    "replays": Destination(
        GameMenu.action_replays,
        mark("Replays: look at your matches again, and play on from any move"),
        mark("Replays"),
        mark("Every match is kept as it was played."),
        mark("Go through one move by move, look at what others would have done, and play on from any move."),
    ),
    "stats": Destination(
        GameMenu.action_stats,
        mark("Statistics: your results"),
        mark("Statistics"),
        mark("Won and lost by game and by opponent, your form, your best partner and your most feared bot."),
        mark("And your achievements, each with the day on which you earned it."),
    ),
    "mistakes": Destination(
        GameMenu.action_mistakes,
        mark("Learn from your mistakes: the positions come back until you solve them"),
        mark("Learn from your mistakes"),
        mark("What a review has found costly comes back as an exercise, after 1, 3, 7 and 21 days."),
        mark("A position solved twice is done with."),
    ),
    "tournament": Destination(
        GameMenu.action_tournament,
        mark("Tournament: people and bots, several tables, the fool is out"),
        mark("Tournament"),
        mark("Up to 64 take part, people at this keyboard and bots, at tables of a few."),
        mark("Who loses is out, until one is left who takes the pool. It can be left and gone on with at any time."),
    ),
    "host": Destination(
        GameMenu.action_host,
        mark("Host a table for friends elsewhere, who come by SSH"),
        mark("Friends elsewhere"),
        mark("Each friend plays at a terminal of their own, in their own language, with nothing but `ssh` and a code."),
        mark("You play at this one. Whoever is cut off comes back; the match can be gone on with at any time."),
    ),
    "settings": Destination(
        GameMenu.action_settings,
        mark("Settings: colours, letters, pace, sorting"),
        mark("Settings"),
        mark("Your name, the language, colours and faces of the cards, how fast bots play, who gives you hints, keys."),
        mark("What is changed is kept at once, and holds at every table."),
    ),
}
"""By the name of a line; of those that the menu has, the order is this."""


class Mark(Canvas):
    """The mark of the program: its four cards, its name and what it is."""

    DEFAULT_CSS = "Mark { height: 3; }"

    def paint(self, sheet: Sheet) -> None:
        """The cards overlap; name and sentence stand beside them."""
        look = self.palette
        size, step = (BIG, 5) if sheet.height >= BIG.height else (SMALL, 4)
        for nth, card in enumerate(MARK):
            self.painter.card(sheet, 1 + nth * step, 0, card, size)
        x = 1 + step * (len(MARK) - 1) + size.width + 3
        y = sheet.height // 2
        sheet.put(x, y - 1, "c a r d t a b l e", look.bold)
        games = sum(len(games_of(name)) for name in GROUPS)
        told = say_count("{count} Russian card game", "{count} Russian card games", games)
        sheet.put(x, y, self.words.text(told, ()), look.dim)


@dataclass(frozen=True)
class Entry:
    """A line of the menu: what kind it is, what it does, and what it stands for."""

    kind: str
    """`continue`, `same`, `saved`, `learn`, `family`, `gap`, or one of `PLACES`."""
    do: Callable[[], object] = field(compare=False)
    family: str = ""
    saved: SavedTable | None = None
    unfinished: Unfinished | None = None


class HomeScreen(GameMenu):
    """What was played last, then the families; Enter goes on, plays, or lists the games of a family."""

    DEFAULT_CSS = "HomeScreen.-roomy Mark { height: 5; }"
    BINDINGS: ClassVar[list[BindingType]] = [quiet("escape", "once_more"), *bindings(HOME_KEYS)]

    def __init__(self, words: Words, home: Home) -> None:
        super().__init__(words, home)
        self._leaving = False
        """Whether Esc was the last key: once more, and the program ends."""
        self.entries: list[Entry] = []
        self._families: dict[str, list[Game]] = {}
        """The games by the family under which they are listed."""
        self.mark = Mark(words)

    def compose(self) -> ComposeResult:
        yield self.mark
        yield from self.body()

    def on_mount(self) -> None:
        """The first line is the one most wanted."""
        self._list(None)
        self.rows.focus()

    def on_resize(self, event: events.Resize) -> None:
        """Lines are broken anew, and stand apart where there is room."""
        self.set_class(event.size.height >= ROOMY, "-roomy")
        self._list(self.entry)

    def renew(self, home: Home) -> None:
        """The menu as it is after a table was left, the cursor on its first line."""
        self.home = home
        self._list(None)

    def on_new_words(self) -> None:
        self.home = self.home.again() if self.home.again is not None else self.home
        self._list(self.entry)

    # The lines

    @property
    def entry(self) -> Entry | None:
        """The line under the cursor."""
        nth = self.rows.highlighted
        return self.entries[nth] if nth is not None and nth < len(self.entries) else None

    @property
    def game(self) -> Game | None:
        """The game of the line under the cursor, of a family the one to learn first."""
        entry = self.entry
        if entry is None:
            return None
        if entry.kind == "family":
            return next((game for game in self.home.games if game.group == entry.family), None)
        return self.home.games[0] if entry.kind == "learn" else None

    @property
    def places(self) -> list[str]:
        """Those of `PLACES` that there are."""
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

    def _groups(self) -> list[list[Entry]]:
        """The lines as they are now, those that belong together together."""
        home = self.home
        begun = [Entry("continue", self._go_on, unfinished=home.unfinished[0])] if home.unfinished else []
        if home.same_table is not None and home.same is not None:
            begun.append(Entry("same", partial(self.sit_down, home.same_table)))
        begun += [Entry("saved", partial(self.agree, table), saved=table) for table in home.saved]
        # Whoever has played knows the way; the lessons stand above the games of their family too.
        if home.games and not begun:
            begun.append(Entry("learn", partial(self._learn, home.games[0])))
        families = [Entry("family", partial(self.open_family, name), family=name) for name in self._families]
        others = [Entry(place, partial(PLACES[place].open, self)) for place in self.places]
        return [entries for entries in (begun, families, others) if entries]

    def _list(self, at: Entry | None) -> None:
        """Lists the lines as they are now, the cursor on this one if it is still there."""
        room = self.size.height - self._around
        self._families = {}
        for game in self.home.games:
            self._families.setdefault(game.group, []).append(game)
        groups = self._groups()
        rows: list[list[tuple[Entry, str]]] = []
        for looseness in (HIGH, NAMED, APART, GROUPED, DENSE):
            if looseness >= APART:  # Below it only the gaps differ.
                rows = [[(entry, self._row(entry, looseness - APART)) for entry in entries] for entries in groups]
            spaced = _spaced(rows, looseness)
            if sum(row.count("\n") + 1 for _, row in spaced) <= room:
                break
        self.entries = [entry for entry, _ in spaced]
        options = [Option(row, disabled=entry.kind == "gap") for entry, row in spaced]
        self.list_rows(options, self.entries.index(at) if at in self.entries else 0)
        self.describe()

    @property
    def _around(self) -> int:
        """Rows of the screen that are not the list's: the mark, the keys, and the panel where it stands below."""
        return (5 if self.size.height >= ROOMY else 3) + 1 + (0 if self.size.width >= WIDE else PANEL)

    def _show_keys(self) -> None:
        """What can be done with the line under the cursor."""
        self._leaving = False
        game = self.game is not None
        kept = self.entry is not None and self.entry.saved is not None
        hints = [
            Hint("↑↓", self.words.say("choose"), "step(1)", 1),
            Hint("⏎", self.words.say("go"), "take", 0),
            *([self.hint(HOME_SETUP)] if game or kept else []),
            *([self.hint(HOME_CARD)] if self._told_of is not None else []),
            self.hint(HOME_SEARCH),
            Hint("Ctrl+P", self.words.say("anything"), "app.command_palette", 4),
            Hint("Esc", self.words.say("quit"), "back", 0),
        ]
        self.keys.show(hints)

    def _row(self, entry: Entry, lines: int) -> str:
        """A line of the menu; a family has up to so many more, which name its games."""
        text = self.words.text
        if entry.unfinished is not None:
            match, count = self.standing(entry.unfinished), len(self.home.unfinished)
            row = text(say("Go on: {match}", match=match), ())
            if count > 1:
                row = text(say("Go on ({count}): {match}", match=match, count=count), ())
        elif entry.kind == "same":
            row = text(say("Again: {match}", match=clean(self.home.same or "")), ())
        elif entry.saved is not None:
            row = f"{clean(entry.saved.name)}: {', '.join(map(clean, entry.saved.names))}"
        elif entry.kind == "learn":
            first = self.home.games[0]
            if self._lessons is None:
                row = text(say("New here? Begin with {game}", game=Text(first.preset.title)), ())
            else:
                row = text(say("New here? Learn {game} in a lesson", game=Text(family(first.group).title)), ())
        elif entry.kind == "family":
            return self._family_row(entry.family, lines)
        else:
            row = self.words.say(PLACES[entry.kind].line) if entry.kind in PLACES else ""
        # What is broken goes on under its beginning.
        return self.plain("\n  ".join(wrap(row, self.room - 2)))

    def standing(self, match: Unfinished) -> Text:
        """A match with its players, and how it stands: what each of them has, once something is counted."""
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

    def _family_row(self, name: str, lines: int) -> str:
        """A family: how hard, how long, what one does, how many games it has where there is room, and some of these."""
        text = self.words.text
        games = self._families[name]
        first = games[0].preset
        dots, level = LEVELS[first.level]
        cells = (
            (self.words.say(family(name).title), 7),
            (f"{dots} {self.words.say(level)}", 12),
            (text(length(first.minutes), ()), 8),
        )
        begins = "".join(cell + " " * (width - width_of(cell)) for cell, width in cells)
        first_line, *more = wrap(self.words.say(group(name)[0].about), self.room - ABOUT)
        row = begins + first_line
        count = text(say_count("{count} game", "{count} games", len(games)), ())
        gap = self.room - width_of(row) - width_of(count)
        if gap >= 2:
            row += " " * gap + count
        if lines:
            # No line ends inside a name.
            titles = " · ".join(self.words.say(game.preset.title).replace(" ", KEPT) for game in games)
            more += _whole(wrap(titles, self.room - ABOUT - width_of(" ...")), lines)
        return self.plain("\n".join([row, *(" " * ABOUT + line for line in more)]))

    # What is done

    def describe(self, told: str = "") -> None:
        """The game to learn first of the family under the cursor, or that of a match begun."""
        self._tell(told)
        self._show_keys()

    def _tell(self, told: str) -> None:
        match = self.entry.unfinished if self.entry is not None else None
        if match is not None:
            of_match = next((game for game in self.home.games if game.preset.title == match.title), None)
            self.panel.show(None if of_match is None else Shown(of_match, len(match.names)), told)
            return
        game = self.game
        if game is None:
            self.panel.show(self._known() or self._behind(), told)
            return
        heading = say(
            "{family}: begin with {game}", family=Text(family(game.group).title), game=Text(game.preset.title)
        )
        self.panel.show(Shown(game, self.seats_for(game), heading=heading), told)

    def _known(self) -> Shown | None:
        """The game of a table that is kept, or that was sat at last, where the cursor is on it."""
        entry = self.entry
        if entry is None or entry.kind not in ("saved", "same"):
            return None
        table = entry.saved
        preset, seats = (table.preset, len(table.names)) if table else self.home.same_game or ("", 0)
        return next((Shown(game, seats) for game in self.home.games if game.id == preset), None)

    def _behind(self) -> About | None:
        """What stands behind the line under the cursor, where that is no game."""
        kind = "" if self.entry is None else self.entry.kind
        if kind not in PLACES:
            return None
        place = PLACES[kind]
        return About(
            self.words.say(place.title), tuple(self.words.say(said) for said in (place.behind, place.more) if said)
        )

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.describe()

    def on_screen_suspend(self) -> None:
        self._show_keys()

    def on_key(self, event: events.Key) -> None:
        """Whoever presses another key after Esc stays."""
        if self._leaving and event.key != "escape":
            self._show_keys()

    def action_once_more(self) -> None:
        """Ends the program at the second Esc: one too many is soon pressed on the way back from somewhere."""
        if self._leaving:
            self.action_back()
            return
        self._leaving = True
        self.keys.show([Hint("Esc", self.words.say("once more to quit (q quits at once)"), "back", 0)])

    def action_back(self) -> None:
        """Ends the program."""
        self.app.exit(0)

    @property
    def _told_of(self) -> Game | None:
        """The game that the panel shows: of a match begun too."""
        return self.panel.shown.game if isinstance(self.panel.shown, Shown) else None

    def action_card(self) -> None:
        """The game that the panel shows, on one page."""
        if self._told_of is not None:
            self.read_about(self._told_of)

    def action_setup(self) -> None:
        """Sets a kept table up again, or the game under the cursor."""
        entry = self.entry
        if entry is not None and entry.saved is not None:
            self.set_up(entry.saved.preset, len(entry.saved.names), entry.saved)
        else:
            super().action_setup()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.entries[event.option_index].do()

    def _go_on(self) -> None:
        """Goes on with the match that was begun; where there are several, asks with which."""
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
        """What goes on with a match."""

        def go_on() -> None:
            resume = self.home.resume
            if resume is not None:
                self.sit_down(lambda: resume(match.path))

        return go_on

    @property
    def _lessons(self) -> Callable[[], Lessons] | None:
        return program(self).settings.lessons

    def _learn(self, game: Game) -> None:
        """Opens the lesson of this game that comes next; plays the game where there is none."""
        lessons = self._lessons
        rows = [] if lessons is None else lessons().of(game.group)[0]
        if lessons is not None and rows:
            self.sit_down(partial(lessons().open, rows[wanted(rows)].id))
        else:
            self.play(game)

    def open_family(self, name: str) -> None:
        """The games of a family."""
        self.app.push_screen(FamilyScreen(self.words, self.home, name))


def _spaced(groups: list[list[tuple[Entry, str]]], looseness: int) -> list[tuple[Entry, str]]:
    """The lines with gaps between them as far as they are to take room."""
    gap, spaced = (Entry("gap", lambda: None), ""), list[tuple[Entry, str]]()
    for rows in groups:
        if spaced and looseness >= GROUPED:
            spaced.append(gap)
        for nth, (entry, row) in enumerate(rows):
            if nth and entry.kind == "family" and looseness >= APART:
                spaced.append(gap)
            spaced.append((entry, row))
    return spaced


def _whole(lines: list[str], most: int) -> list[str]:
    """So many lines of names; what is left out is told by three dots after a whole name."""
    if len(lines) <= most:
        return lines
    kept = lines[:most]
    kept[-1] = kept[-1].rpartition(" ·")[0] + " ..."
    return kept
