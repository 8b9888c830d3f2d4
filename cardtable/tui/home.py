"""The menu that opens when no game was named."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtable.engine.faults import told
from cardtable.engine.text import clean, say, say_count
from cardtable.tui.canvas import ASCII, Canvas, Line, cut, width_of
from cardtable.tui.keyline import Hint, KeyLine
from cardtable.tui.keys import HOME_SETUP, HOME_TOURNAMENT, bindings, shown_key
from cardtable.tui.menu import Menu
from cardtable.tui.protocol import Home, PresetRow
from cardtable.words import Words

if TYPE_CHECKING:
    from cardtable.saved import SavedTable
    from cardtable.table import Table
    from cardtable.tournament import Tournament


class Entry(NamedTuple):
    """A line of the menu: what kind it is, and the preset or the family that it stands for."""

    kind: Literal["continue", "same", "saved", "family", "preset", "tournament", "replays", "stats", "settings"]
    preset: PresetRow | None = None
    family: str = ""
    saved: SavedTable | None = None


class HomeScreen(Screen[None]):
    """Families, then their games by name; Enter plays, left and right change the number of players."""

    DEFAULT_CSS = """
    HomeScreen { background: $table; }
    HomeScreen OptionList { height: 1fr; border: none; background: $table; padding: 0 1; scrollbar-size: 1 1; }
    HomeScreen OptionList:focus { border: none; }
    HomeScreen Line { height: 1; }
    HomeScreen #note { height: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,H,р,Р", "seats(-1)", show=False),
        Binding("right,l,L,д,Д", "seats(1)", show=False),
        Binding("down,j,J,о,О", "step(1)", show=False, priority=True),
        Binding("up,k,K,л,Л", "step(-1)", show=False, priority=True),
        Binding("escape,q,Q,й,Й", "back", show=False),
        *bindings((HOME_SETUP, HOME_TOURNAMENT)),
    ]

    def __init__(self, words: Words, home: Home) -> None:
        super().__init__()
        self.words = words
        self.home = home
        self.wanted: int | None = None
        """The number of players that was chosen by hand."""
        self.family: str | None = None
        """The family whose games are listed."""
        self.entries: list[Entry] = self._entries()
        self.heading = Line(words, "bar", id="heading")
        self.rows = Menu(*(Option(self._row(entry)) for entry in self.entries), markup=False)
        self.note = Line(words, "dim", id="note")
        self.keys = KeyLine(words)

    def _entries(self) -> list[Entry]:
        """The lines as they are now."""
        presets = self.home.presets
        if self.family is not None:
            return [Entry("preset", preset) for preset in presets if preset.family == self.family]
        entries = [Entry("continue")] if self.home.resume_last is not None and self.home.last is not None else []
        if self.home.same_table is not None and self.home.same is not None:
            entries.append(Entry("same"))
        entries += [Entry("saved", saved=table) for table in self.home.saved]
        families = list(dict.fromkeys(preset.family for preset in presets))
        if len(families) > 1:
            entries += [Entry("family", family=family) for family in families]
        else:
            entries += [Entry("preset", preset) for preset in presets]
        if self.home.stats is not None:
            entries += [Entry("replays"), Entry("stats")]
        if self.home.tournaments is not None:
            entries.append(Entry("tournament"))
            entries.append(Entry("settings"))
        return entries

    @property
    def entry(self) -> Entry | None:
        """The line under the cursor."""
        nth = self.rows.highlighted
        return self.entries[nth] if nth is not None and nth < len(self.entries) else None

    def compose(self) -> ComposeResult:
        """Heading, the list, a note and keys."""
        yield self.heading
        yield self.rows
        yield self.note
        yield self.keys

    def _frame(self) -> None:
        """The heading and the keys."""
        self.heading.show("cardtable", [self.words.say("Enter plays; ? at the table tells the keys")])
        hints = [
            Hint("↑↓", self.words.say("game"), "step(1)"),
            Hint("←→", self.words.say("players"), "seats(1)"),
            Hint("⏎", self.words.say("play"), "take"),
            Hint("Esc", self.words.say("back, quit"), "back"),
        ]
        russian = self.words.language.startswith("ru")
        if self.home.open_agreed is not None:
            hints.insert(3, Hint(shown_key(HOME_SETUP, russian), self.words.say("set up"), "setup"))
        if self.home.tournaments is not None:
            hints.insert(3, Hint(shown_key(HOME_TOURNAMENT, russian), self.words.say("tournament"), "tournament"))
        self.keys.show(hints)

    def on_mount(self) -> None:
        """The first line is the one most wanted."""
        self._frame()
        self.rows.highlighted = 0
        self.rows.focus()

    def renew(self, home: Home) -> None:
        """The menu as it is after a table was left, the cursor on its first line."""
        self.home = home
        self.family = None
        self._list(0)

    def on_new_words(self) -> None:
        """Says everything anew; the cursor stays."""
        at = self.rows.highlighted or 0
        self._frame()
        self.renew(self.home.again() if self.home.again is not None else self.home)
        self.rows.highlighted = at

    def _list(self, highlighted: int) -> None:
        """Lists the lines as they are now."""
        self.entries = self._entries()
        rows = self.rows
        rows.clear_options()
        rows.add_options(Option(self._row(entry)) for entry in self.entries)
        rows.highlighted = highlighted
        rows.focus()

    def seats_for(self, preset: PresetRow) -> int:
        """The players that this game would seat."""
        wanted = self.wanted if self.wanted is not None else preset.usual or preset.seats[0]
        return min(preset.seats, key=lambda count: abs(count - wanted))

    def _row(self, entry: Entry) -> str:
        preset = entry.preset
        if entry.kind == "continue":
            text = self.words.text(say("Continue: {match}", match=clean(self.home.last or "")), ())
        elif entry.kind == "same":
            text = self.words.text(say("Again: {match}", match=clean(self.home.same or "")), ())
        elif entry.kind == "tournament":
            text = self.words.say("Tournament: people and bots, several tables, the fool is out")
        elif entry.saved is not None:
            text = self._columns(entry.saved.name, ", ".join(entry.saved.names))
        elif entry.kind == "replays":
            text = self.words.say("Replays: look at your matches again, and play on from any move")
        elif entry.kind == "stats":
            text = self.words.say("Statistics: your results")
        elif entry.kind == "settings":
            text = self.words.say("Settings: colours, letters, pace, sorting")
        elif preset is None:
            games = [other for other in self.home.presets if other.family == entry.family]
            count = self.words.text(say_count("{count} game", "{count} games", len(games)), ())
            text = self._columns(entry.family, count)
        else:
            players = self.words.text(say_count("{count} player", "{count} players", self.seats_for(preset)), ())
            text = self._columns(preset.title, f"◄ {players} ►")
        return text.translate(ASCII) if self.words.glyphs == "ascii" else text

    def _columns(self, left: str, right: str) -> str:
        title = cut(clean(left), 40)
        return title + " " * (42 - width_of(title)) + clean(right)

    def action_back(self) -> None:
        """From the games of a family to the families, from there out."""
        if self.family is None:
            self.app.exit(0)
            return
        family, self.family = self.family, None
        self._list(next(nth for nth, entry in enumerate(self._entries()) if entry.family == family))

    def action_step(self, by: int) -> None:
        """The line above or below."""
        rows = self.rows
        if by > 0:
            rows.action_cursor_down()
        else:
            rows.action_cursor_up()

    def action_seats(self, by: int) -> None:
        """One player more or fewer, where the game allows it."""
        entry = self.entry
        if entry is None or entry.preset is None:
            return
        seats = sorted(entry.preset.seats)
        at = seats.index(self.seats_for(entry.preset)) + by
        self.wanted = seats[max(0, min(at, len(seats) - 1))]
        rows = self.rows
        for nth, other in enumerate(self.entries):
            rows.replace_option_prompt_at_index(nth, self._row(other))

    def action_setup(self) -> None:
        """Sets the table under the cursor up: players, bots, house rules."""
        entry = self.entry
        if entry is None or self.home.open_agreed is None:
            return
        from cardtable.tui.table_setup import TableSetup

        person = self.home.person
        if entry.saved is not None:
            table = entry.saved
            screen = TableSetup(self.words, table.preset, len(table.names), person, table)
        elif entry.preset is not None:
            screen = TableSetup(self.words, entry.preset.id, self.seats_for(entry.preset), person)
        else:
            return
        self.app.push_screen(screen, self._open_agreed)

    def _open_agreed(self, table: SavedTable | None) -> None:
        if table is None or self.home.open_agreed is None:
            return
        try:
            opened = self.home.open_agreed(table)
        except (OSError, ValueError) as wrong:
            self.note.show(self.words.text(told(wrong), ()))
            return
        self.app.sit_down(opened, open_hands=table.open_hands)  # type: ignore[attr-defined]  # our own app

    def action_tournament(self) -> None:
        """Sets a tournament up."""
        if self.home.tournaments is None:
            return
        from cardtable.tui.tournament_setup import TournamentSetup

        entry = self.entry
        preset = entry.preset.id if entry is not None and entry.preset is not None else ""
        self.app.push_screen(TournamentSetup(self.words, self.home.tournaments(), preset), self._open_tournament)

    def _open_tournament(self, cup: Tournament | None) -> None:
        if cup is not None:
            self.app.open_tournament(cup)  # type: ignore[attr-defined]  # our own app

    def action_take(self) -> None:
        """Plays the line under the cursor."""
        self.rows.action_select()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Says more about the line under the cursor."""
        preset = self.entries[event.option_index].preset if event.option_index < len(self.entries) else None
        self.note.show("" if preset is None else preset.note)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Opens the table, or the games of a family."""
        entry = self.entries[event.option_index]
        if entry.kind == "tournament":
            self.action_tournament()
            return
        if entry.kind in ("replays", "stats"):
            self._look_back(entry.kind)
            return
        if entry.kind == "settings":
            self.app.open_settings()  # type: ignore[attr-defined]  # our own app
            return
        if entry.kind == "family":
            self.family = entry.family
            self._list(0)
            return
        table = None
        why = self.words.say("That match cannot be continued.")
        try:
            table = self._open(entry)
        except (OSError, ValueError) as wrong:
            # A full disk, a damaged record, a record that another window has open.
            why = self.words.text(told(wrong), ())
        if table is None:
            self.note.show(why)
            return
        self.app.sit_down(table)  # type: ignore[attr-defined]  # our own app

    def _look_back(self, kind: Literal["replays", "stats"]) -> None:
        """Opens the records, or the statistics."""
        from cardtable.tui.archive import ArchiveScreen
        from cardtable.tui.stats_screen import StatsScreen

        try:
            archive = self.app.settings.archive  # type: ignore[attr-defined]  # our own app
            if kind == "replays" and archive is not None:
                self.app.push_screen(ArchiveScreen(self.words, archive))
            elif kind == "stats" and self.home.stats is not None:
                self.app.push_screen(StatsScreen(self.words, *self.home.stats()))
        except (OSError, ValueError) as wrong:
            self.note.show(self.words.text(told(wrong), ()))

    def _open(self, entry: Entry) -> Table | None:
        """The table that a line stands for. Raises OSError and ValueError."""
        home = self.home
        if entry.saved is not None:
            return home.open_agreed(entry.saved) if home.open_agreed is not None else None
        if entry.preset is not None:
            return home.open_table(entry.preset.id, self.seats_for(entry.preset))
        if entry.kind == "same":
            return home.same_table() if home.same_table is not None else None
        return home.resume_last() if home.resume_last is not None else None

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """A click on the key line."""
        await self.run_action(message.action)
