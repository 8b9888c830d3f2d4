"""The menu that opens when no game was named."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtable.engine.text import say, say_count
from cardtable.tui.canvas import ASCII, Canvas, Line, clean, cut, width_of
from cardtable.tui.keyline import Hint, KeyLine
from cardtable.tui.keys import HOME_TOURNAMENT, bindings, shown_key
from cardtable.tui.protocol import Home, WordsLike

if TYPE_CHECKING:
    from cardtable.tournament import Tournament


class HomeScreen(Screen[None]):
    """Every game by name; Enter plays, left and right change the number of players."""

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
        Binding("escape,q,Q,й,Й", "app.leave", show=False),
        *bindings((HOME_TOURNAMENT,)),
    ]

    def __init__(self, words: WordsLike, home: Home) -> None:
        super().__init__()
        self.words = words
        self.home = home
        self.wanted: int | None = None
        """The number of players that was chosen by hand."""

    @property
    def continues(self) -> int:
        """1 when the first line continues the last match."""
        return 1 if self.home.resume_last is not None and self.home.last is not None else 0

    def compose(self) -> ComposeResult:
        """Heading, the list, a note and keys."""
        heading = Line(self.words, "bar", id="heading")
        heading.show("cardtable", [self.words.say("Enter plays; ? at the table tells the keys")])
        yield heading
        yield OptionList(*(Option(self._row(nth)) for nth in range(self._count())), markup=False)
        yield Line(self.words, "dim", id="note")
        keys = KeyLine(self.words)
        hints = [
            Hint("↑↓", self.words.say("game"), "step(1)"),
            Hint("←→", self.words.say("players"), "seats(1)"),
            Hint("⏎", self.words.say("play"), "take"),
            Hint("Esc", self.words.say("quit"), "app.leave"),
        ]
        if self.home.tournaments is not None:
            russian = str(getattr(self.words, "language", "en")).startswith("ru")
            hints.insert(3, Hint(shown_key(HOME_TOURNAMENT, russian), self.words.say("tournament"), "tournament"))
        keys.show(hints)
        yield keys

    def on_mount(self) -> None:
        """The first line is the one most wanted."""
        rows = self.query_one(OptionList)
        rows.highlighted = 0
        rows.focus()

    def renew(self, home: Home) -> None:
        """The menu as it is after a table was left, the cursor on its first line."""
        self.home = home
        rows = self.query_one(OptionList)
        rows.clear_options()
        rows.add_options(Option(self._row(nth)) for nth in range(self._count()))
        rows.highlighted = 0
        rows.focus()

    def _count(self) -> int:
        return len(self.home.presets) + self.continues + (self.home.tournaments is not None)

    def _is_tournament(self, nth: int) -> bool:
        return nth - self.continues == len(self.home.presets)

    def seats_for(self, nth: int) -> int:
        """The players that line would seat."""
        seats = self.home.presets[nth - self.continues].seats
        wanted = self.wanted if self.wanted is not None else seats[0]
        return min(seats, key=lambda count: abs(count - wanted))

    def _row(self, nth: int) -> str:
        if nth < self.continues:
            text = self.words.text(say("Continue: {match}", match=clean(self.home.last or "")), ())
        elif self._is_tournament(nth):
            text = self.words.say("Tournament: people and bots, several tables, the fool is out")
        else:
            row = self.home.presets[nth - self.continues]
            title = cut(clean(row.title), 40)
            players = self.words.text(say_count("{count} player", "{count} players", self.seats_for(nth)), ())
            text = title + " " * (42 - width_of(title)) + f"◄ {players} ►"
        return text.translate(ASCII) if getattr(self.words, "glyphs", "suits") == "ascii" else text

    def action_step(self, by: int) -> None:
        """The line above or below."""
        rows = self.query_one(OptionList)
        if by > 0:
            rows.action_cursor_down()
        else:
            rows.action_cursor_up()

    def action_seats(self, by: int) -> None:
        """One player more or fewer, where the game allows it."""
        rows = self.query_one(OptionList)
        nth = rows.highlighted or 0
        if nth < self.continues or self._is_tournament(nth):
            return
        seats = sorted(self.home.presets[nth - self.continues].seats)
        at = seats.index(self.seats_for(nth)) + by
        self.wanted = seats[max(0, min(at, len(seats) - 1))]
        for line in range(self.continues, self.continues + len(self.home.presets)):
            rows.replace_option_prompt_at_index(line, self._row(line))

    def action_tournament(self) -> None:
        """Sets a tournament up."""
        if self.home.tournaments is None:
            return
        from cardtable.tui.tournament_setup import TournamentSetup

        nth = (self.query_one(OptionList).highlighted or 0) - self.continues
        preset = self.home.presets[nth].id if 0 <= nth < len(self.home.presets) else ""
        self.app.push_screen(TournamentSetup(self.words, self.home.tournaments(), preset), self._open_tournament)

    def _open_tournament(self, cup: Tournament | None) -> None:
        if cup is not None:
            self.app.open_tournament(cup)  # type: ignore[attr-defined]  # our own app

    def action_take(self) -> None:
        """Plays the line under the cursor."""
        self.query_one(OptionList).action_select()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Says more about the line under the cursor."""
        nth = event.option_index
        named = nth < self.continues or self._is_tournament(nth)
        note = "" if named else self.home.presets[nth - self.continues].note
        self.query_one("#note", Line).show(note)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Opens the table."""
        nth = event.option_index
        if self._is_tournament(nth):
            self.action_tournament()
            return
        table = None
        why = self.words.say("That match cannot be continued.")
        try:
            if nth >= self.continues:
                table = self.home.open_table(self.home.presets[nth - self.continues].id, self.seats_for(nth))
            elif self.home.resume_last is not None:
                table = self.home.resume_last()
        except (OSError, ValueError) as wrong:
            # A full disk, a damaged record, a record that another window has open.
            why = str(wrong)
        if table is None:
            self.query_one("#note", Line).show(why)
            return
        self.app.sit_down(table)  # type: ignore[attr-defined]  # our own app

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """A click on the key line."""
        await self.run_action(message.action)
