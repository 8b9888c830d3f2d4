"""The list of the player's records; Enter opens one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtable.engine.faults import told
from cardtable.engine.text import Text, clean, say, say_count
from cardtable.engine.verdict import joined
from cardtable.games import family
from cardtable.match.evening import said_tally
from cardtable.match.record import BadRecord, agreed_rules
from cardtable.match.replay import RecordStanding, SavedRecord
from cardtable.match.terms import PERSON
from cardtable.tui.draw.canvas import RIMMED
from cardtable.tui.draw.cells import ASCII, width_of
from cardtable.tui.draw.empty_table import EmptyTable
from cardtable.tui.draw.keyline import KeyHint, KeyLine
from cardtable.tui.draw.lines import Line
from cardtable.tui.draw.menu import Menu
from cardtable.tui.keys import TWINS, quiet
from cardtable.tui.menus.record_picture import COLUMNS, FROM, RecordPicture
from cardtable.tui.program import program
from cardtable.tui.protocol import Archive
from cardtable.tui.table.replay_screen import ReplayScreen
from cardtable.words import Words

RESTED = 0.06
"""Seconds the cursor must rest on a record before its picture is drawn: held-down keys do not wait for it."""


class ArchiveScreen(Screen[None]):
    """A line for each record: date, game, players, and whether the match can be resumed."""

    DEFAULT_CSS = """
    ArchiveScreen { background: $table; }
    ArchiveScreen > Vertical, ArchiveScreen Horizontal { height: 1fr; }
    ArchiveScreen.-rimmed > Vertical { border: outer $rim; }
    ArchiveScreen.-ascii.-rimmed > Vertical { border: ascii $rim; }
    ArchiveScreen RecordPicture { display: none; height: 1fr; }
    ArchiveScreen.-pictured RecordPicture { display: block; }
    ArchiveScreen OptionList { height: 1fr; border: none; background: $table; padding: 0 1; scrollbar-size: 1 1; }
    ArchiveScreen OptionList:focus { border: none; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-low"), (RIMMED, "-rimmed")]  # noqa: RUF012  (Textual declares it so)
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("down,j", "step(1)", priority=True),
        quiet("up,k", "step(-1)", priority=True),
        quiet("g", "go_on"),
        quiet("v", "review"),
        quiet("enter", "to_games"),
        quiet("escape,q", "leave"),
    ]

    def __init__(self, words: Words, archive: Archive) -> None:
        super().__init__()
        self.words = words
        self.set_class(words.glyphs == "ascii", "-ascii")
        self.archive = archive
        self.kept = list(archive.kept())
        self.heading = Line(words, "bar", id="heading")
        self.note = Line(words, "dim", id="note")
        self.rows = Menu(markup=False)
        self.picture = RecordPicture(words)
        self._soon: Timer | None = None
        """Draws the current record once the cursor rests on it."""
        self.keys = KeyLine(words)

    @property
    def _russian(self) -> bool:
        return self.words.language.startswith("ru")

    def compose(self) -> ComposeResult:
        yield self.heading
        with Vertical():
            with Horizontal() as beside:
                yield self.rows
                self.picture.styles.width = COLUMNS
                yield self.picture
            if not self.kept:
                self.rows.can_focus = False
                beside.display = False
                missing = say("No match has been recorded yet.")
                how = say(
                    "Every match is kept by itself, move by move: here it can be seen again, gone on with, reviewed."
                )
                yield EmptyTable(self.words, missing, how)
            self.note.styles.height = 2
            yield self.note
        yield self.keys

    def on_mount(self) -> None:
        """Puts the cursor on the newest record."""
        self.show(0)
        self.rows.focus()

    def on_new_words(self) -> None:
        self.show(self.rows.highlighted or 0)

    def on_resize(self, event: events.Resize) -> None:
        """Shows the picture of the record beside the list if both fit."""
        self.set_class(event.size.width >= FROM[0] and event.size.height >= FROM[1], "-pictured")
        if self.kept:
            self.call_after_refresh(self.show, self.rows.highlighted or 0)

    @property
    def _is_pictured(self) -> bool:
        return self.has_class("-pictured")

    def _draw(self) -> None:
        """Draws the current record, if it can be read."""
        if self.rows.highlighted is None or not self._is_pictured:
            return
        record = self.kept[self.rows.highlighted]
        try:
            deal = None if record.outcome is None else record.outcome.deals
            self.picture.show(self.archive.read(record.path, deal))
        except (OSError, ValueError):
            self.picture.show(None)

    def show(self, at: int) -> None:
        """Shows all records, with the cursor on this one."""
        count = self.words.text(say_count("{count} match", "{count} matches", len(self.kept)), ())
        self.heading.show(self.words.say("Replays"), [count] if self.kept else [])
        self.rows.clear_options()
        self.rows.add_options(map(Option, self._rows()))
        if self.kept:
            self.rows.highlighted = at
        self._show_keys(self.kept[at] if self.kept else None)

    def _show_keys(self, record: SavedRecord | None) -> None:
        """Shows the keys for this record."""
        go_on = KeyHint(f"g/{TWINS['g']}" if self._russian else "g", self.words.say("go on"), "go_on")
        of_a_match = [
            KeyHint("↑↓", self.words.say("record"), "step(1)"),
            KeyHint("⏎", self.words.say("look"), "take"),
            *([] if record is None or record.over else [go_on]),
            KeyHint(f"v/{TWINS['v']}" if self._russian else "v", self.words.say("review"), "review"),
        ]
        games = None if self.kept else KeyHint("⏎", self.words.say("to the games"), "leave", 0)
        self.keys.show([*(of_a_match if self.kept else []), KeyHint("Esc", self.words.say("back"), "leave")], games)

    def _title(self, record: SavedRecord) -> str:
        try:
            return clean(self.words.say(family(record.header.family).presets[record.header.preset].title))
        except (ValueError, KeyError):
            return clean(record.header.preset)

    def _evening(self, record: SavedRecord, outcome: RecordStanding) -> str:
        """Returns the tally of an evening."""
        assert outcome.tally is not None, "this was no evening"
        title, counts = outcome.tally
        names = [clean(name) for name in record.header.names]
        told = said_tally(title, list(zip(names, counts, strict=True)))
        return self._said(told if outcome.over else say("{standing}, goes on", standing=told))

    def _result(self, record: SavedRecord) -> str:
        """Returns how the match ended for its only human player, who won it, or how far it has got."""
        outcome, names = record.outcome, record.header.names
        if outcome is None:
            return ""
        if outcome.tally is not None and (outcome.over or any(outcome.tally[1])):
            return self._evening(record, outcome)
        if not outcome.over:
            try:
                rules = agreed_rules(record.header)
            except BadRecord:
                return ""  # Recorded by a later version: it cannot be resumed here.
            return self._said(say("{deal}, goes on", deal=rules.deal_name(outcome.deals)))
        if not outcome.winners:
            return self.words.say("a draw")
        people = [seat for seat, kind in enumerate(record.header.kinds) if kind == PERSON]
        if len(people) != 1:
            return self._said(say("won: {names}", names=joined(outcome.winners)), names)
        (me,) = people
        won = me in outcome.winners
        if not outcome.places:
            return self.words.say("victory") if won else self.words.say("defeat")
        place, seats = outcome.places[me], len(names)
        if len(set(outcome.places)) == 1:
            return self.words.say("a draw")
        if won:
            return self._said(say("won, place {place} of {seats}", place=place, seats=seats))
        return self._said(say("lost, place {place} of {seats}", place=place, seats=seats))

    def _said(self, text: Text, names: Sequence[str] = ()) -> str:
        return clean(self.words.text(text, names))

    def _rows(self) -> list[str]:
        """Returns a row per record: date, game, result, and players if they fit. Columns are as wide as needed."""
        titles = [self._title(record) for record in self.kept]
        results = [self._result(record) for record in self.kept]
        title, result = (max(map(width_of, column), default=0) for column in (titles, results))
        columns, rows = self.app.size
        room = columns - 4 - (2 if rows >= RIMMED else 0) - (COLUMNS if self._is_pictured else 0)
        year = datetime.now().year
        found = []
        for record, game, ended in zip(self.kept, titles, results, strict=True):
            this_year = record.changed.year == year
            if self._russian:
                day = f"{record.changed:%d.%m %H:%M}" if this_year else f"{record.changed:%d.%m.%Y} "
            else:
                day = f"{record.changed:%m-%d %H:%M}" if this_year else f"{record.changed:%Y-%m-%d} "
            row = f"{day}  {game}{' ' * (title + 2 - width_of(game))}{ended}{' ' * (result + 2 - width_of(ended))}"
            names = clean(", ".join(record.header.names))
            row = row + names if width_of(row + names) <= room else row.rstrip()
            found.append(row.translate(ASCII) if self.words.glyphs == "ascii" else row)
        return found

    def action_step(self, by: int) -> None:
        """Moves the cursor a line up or down."""
        self.rows.step(by)

    def action_to_games(self) -> None:
        """Goes back to choosing a game if there are no records."""
        if not self.kept:
            self.action_leave()

    def action_take(self) -> None:
        """Opens the current record."""
        self.rows.action_select()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Shows where the record is, and whether the match can be resumed."""
        record = self.kept[event.option_index]
        if self._soon is not None:
            self._soon.stop()
        self._soon = self.set_timer(RESTED, self._draw)
        self._show_keys(record)
        notes = [clean(", ".join(record.header.names)) + "."]
        if not record.over:
            notes.append(self.words.say("The match is not over: g goes on with it."))
        if record.header.copied:
            notes.append(self.words.say("Played on from another record, for practice."))
        self.note.show(" ".join([*notes, str(record.path)]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Opens the record, or says what is wrong with it."""
        path = self.kept[event.option_index].path
        try:
            replay = self.archive.read(path)
        except (OSError, ValueError) as wrong:
            self.note.show(self.words.text(told(wrong), ()))
            return
        self.app.push_screen(ReplayScreen(replay, self.words, self.archive))

    def action_review(self) -> None:
        """Opens the review of the last finished deal in this record."""
        if self.rows.highlighted is None:
            return
        from cardtable.coach.review import reviewed_deals

        try:
            replay = self.archive.read(self.kept[self.rows.highlighted].path)
        except (OSError, ValueError) as wrong:
            self.note.show(self.words.text(told(wrong), ()))
            return
        deals = reviewed_deals(replay)
        if not deals:
            self.note.show(self.words.say("No deal of this match is over yet."))
            return
        seat = replay.people[0] if replay.people else 0
        program(self).open_review(replay, deals[-1], seat)

    def action_go_on(self) -> None:
        """Resumes the current match."""
        if self.rows.highlighted is None:
            return
        record = self.kept[self.rows.highlighted]
        if record.over:
            self.note.show(self.words.say("This match is over; Enter looks at it."))
            return
        try:
            table = self.archive.go_on(record.path)
        except (OSError, ValueError) as wrong:
            self.note.show(self.words.text(told(wrong), ()))
            return
        self.app.pop_screen()
        program(self).sit_down(table)

    def action_leave(self) -> None:
        """Goes back to the menu."""
        self.app.pop_screen()
