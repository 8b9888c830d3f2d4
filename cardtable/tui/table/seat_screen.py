"""The screen of a player in a match with people elsewhere: the usual table, and a match that goes on without it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from math import ceil
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input

from cardtable.engine.faults import told
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import RuleBroken
from cardtable.engine.text import mark, say, say_count
from cardtable.engine.verdict import joined
from cardtable.match.chat import SAID
from cardtable.match.seat import SeatTable
from cardtable.match.shared import News, SharedTable
from cardtable.tui.boxes.dialogs import Box
from cardtable.tui.boxes.looking_back import LookBack
from cardtable.tui.boxes.offer import Offer
from cardtable.tui.boxes.sheet import ScoreSheet
from cardtable.tui.draw.keyline import KeyHint, hint_of
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.ends.enough import Enough
from cardtable.tui.felt.look import TableLook
from cardtable.tui.felt.table_picture import TablePicture
from cardtable.tui.keys import SAY_KEY, Key, bindings, quiet
from cardtable.tui.program import program
from cardtable.tui.protocol import Settings
from cardtable.tui.table.match_flow import MatchFlow, Phase
from cardtable.tui.table.silly import Silly, written_of
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words

if TYPE_CHECKING:
    from cardtable.match.table import Table
    from cardtable.player.silly import Marked


SILENT = 60
"""Seconds after which the host is told what to do about players the next deal is waiting for."""
LAST = 10
"""The number of last seconds on the clock that are counted down."""
WATCHED = ("last", "rules", "known", "sheet", "log", "menu", "help")
"""The keys for spectators; all others need cards."""
PHRASES = {
    "1": mark("Well, well!"),
    "2": mark("Your turn."),
    "3": mark("Let me think."),
    "4": mark("Well played."),
    "5": mark("One more?"),
}
"""Ready-made remarks by digit, in the player's own language."""
OF_A_DEAL = (DealResult, Enough, LookBack, Offer, ScoreSheet)
"""The boxes that close when the next deal begins."""


class SeatSilly(Silly):
    """Marked moves at a seat whose record the host has: the files go there too, and no guest is told where."""

    promise: ClassVar[str] = mark("Marked: once the deal is over the host has it in a file.")

    @property
    def shared(self) -> SharedTable:
        """The table that all players share."""
        return cast(SeatTable, self.picture.table).shared

    @property
    def place(self) -> tuple[Path, Path] | None:
        """The record and folder on the host's computer; guests are not told about it."""
        shared = self.shared
        return None if shared.path is None or shared.silly is None else (shared.path, shared.silly)

    def ask(self) -> None:
        """Asks as usual, but not while a player may be asked in secret: then the last mover is a secret."""
        if self.shared.is_secret:
            self.picture.remark(self.picture.line(self.picture.view.scene.prompt))
        else:
            super().ask()

    def write(self) -> None:
        """Writes in a thread: the others at this host play on meanwhile."""
        if self.place is not None and (marked := self.marked):
            self.screen.run_worker(self._write_beside(*self.place, marked))

    async def _write_beside(self, path: Path, folder: Path, marked: Sequence[Marked]) -> None:
        found = await asyncio.to_thread(written_of, path, folder, marked)
        if any(isinstance(written, Exception) for written in found):
            self.shared.announce(say("A move that was marked cannot be written down."))
        elif found:
            self.shared.announce(
                say_count(
                    "{count} marked move lies with the host: `cardtable silly` lists it.",
                    "{count} marked moves lie with the host: `cardtable silly` lists them.",
                    len(found),
                )
            )


class SeatFlow(MatchFlow):
    """Shows a match driven by others; makes the moves of one seat."""

    _seen = -1
    """The number of the last view: the player's choices relate to it."""
    _read = 0
    """The last deal whose result this player has read."""
    _waits_since = 0.0
    """When they had read it."""
    _ended = 0
    """The last deal whose result was shown."""
    _heard = 0
    """The number of the last remark shown."""
    _clock: Timer | None = None
    """Runs while the remaining time is counted."""

    picture: SeatPicture

    def __init__(self, screen: Screen[None], picture: TablePicture, show_result: Callable[[], None]) -> None:
        super().__init__(screen, picture, show_result)
        self.silly = SeatSilly(screen, picture)

    @property
    def seat_table(self) -> SeatTable:
        return self.picture.seat_table

    def let_talk(self) -> None:
        """Does nothing: the host decides how talkative the bots are."""

    def advance(self) -> None:
        """Shows the current state of the table."""
        if not self._begin_turn():
            return
        screen, picture, table = self.screen, self.picture, self.seat_table
        self._keep_promises()
        self._count_down()
        before, self._seen = self._seen, table.shared.number
        self.look()
        self._tell_said()
        if before < 0:
            self._tell_news()
        if table.shared.trouble is not None:
            picture.remark(picture.line(say("Nothing was done, it cannot be saved: {why}.", why=table.shared.trouble)))
        if picture.view.deal_over:
            if self._read == table.deals:
                picture.remark(self._waited_for())
            else:
                self._ended = table.deals
                self.silly.write()
                self.that_was_it() if picture.gets_up else self._show_result()
        elif picture.view.is_turn:
            move = None if picture.view.aside else self._pass_of(picture.viewer)
            if move is not None:
                self.make(picture.viewer, move)
            else:
                if picture.settings.bell and before != self._seen:
                    screen.app.bell()
                self.asking.open_list()

    def _still_waits(self) -> None:
        if self.phase is not Phase.LEFT and self._read == self.table.deals and self.picture.view.deal_over:
            self.picture.remark(self._waited_for())

    def _waited_for(self) -> str:
        """Returns whom the next deal is waiting for; after a minute the host is told how to help."""
        waited = sorted(self.seat_table.shared.reading)
        if not waited:
            return self.picture.words.say("The next deal comes when everybody has read this.")
        if program(self.screen).is_host and monotonic() - self._waits_since >= SILENT:
            told = say(
                "Silent for a minute: {names}. Who is here (in the menu): b, and a bot plays.", names=joined(waited)
            )
        else:
            told = say("The next deal waits for {names}.", names=joined(waited))
        return self.picture.line(told)

    def _count_down(self) -> None:
        """Waits until the time for a move is running out, then counts the seconds."""
        if self._clock is not None:
            self._clock.stop()
            self._clock = None
        left = self.seat_table.left
        if left is not None:
            self._clock = self.screen.set_timer(left - LAST if left > LAST else left % 1 or 1, self._tell_time)

    def _tell_time(self) -> None:
        left = self.seat_table.left
        if left is not None and self.phase is not Phase.LEFT:
            self.picture.remark(self.picture.line(say_count("{count} second left", "{count} seconds left", ceil(left))))
            self._count_down()

    def _tell_news(self) -> None:
        """Shows the end of what has happened since this player's last move, as much as fits, and the time left.

        The log has all of it.
        """
        picture, table = self.picture, self.seat_table
        events = picture.view.events
        told = [table.tell(event) for event in events[table.since_own_move() :]]
        lines = [picture.line(line) for line in (*told, table.days_left) if line is not None]
        for nth in range(len(lines)):
            news = picture.line(say("Since your last move: {news}", news=" ".join(lines[nth:])))
            if picture.has_room_for(news):
                picture.remark(news, "dim")
                break

    def look(self) -> None:
        """Draws the player's current view."""
        self.picture.look(self.table.view(self.picture.viewer))

    def hear(self, news: set[News]) -> None:
        """Handles events at the table."""
        if self.phase is Phase.LEFT:
            return
        self._tell_said()
        if news == {"said"}:
            if self.seat_table.watches:
                self.look()  # The spectators' key for speaking may have come or gone.
            return
        if "deal" in news:
            self._clear_away()
            self.picture.forget()
            self.picture.deal()
            self._noticed = 0
        self.advance()

    def _clear_away(self) -> None:
        """Closes the boxes about the last deal; not those of other kinds, nor the ones below them."""
        app = self.screen.app
        over = app.screen_stack[app.screen_stack.index(self.screen) + 1 :]
        if all(isinstance(screen, OF_A_DEAL) for screen in over):
            for _ in over:
                app.pop_screen()

    def _tell_said(self) -> None:
        """Adds new remarks to the log, and to the line under the hand if the log is hidden."""
        picture = self.picture
        for said in self.seat_table.said(self._heard):
            self._heard = said.number
            line = picture.line(said.whole)
            picture.history.add([line])
            picture.history.repaint()
            if isinstance(self.screen.app.screen, DealResult):  # The box covers both.
                self.screen.app.notify(line, markup=False)
            elif not picture.history.display:
                picture.remark(line, "dim")

    def make(self, seat: Seat, move: Move) -> None:
        """Makes this player's move, if the table is unchanged since they chose it."""
        table, picture = self.seat_table, self.picture
        if self.phase is Phase.LEFT:
            return
        if self._seen != table.shared.number:
            self.advance()
            picture.remark(picture.words.say("Too late: the table has moved on."))
            return
        try:
            table.submit(seat, move)
        except RuleBroken as broken:
            picture.refuse(broken)
        except OSError as wrong:
            picture.remark(picture.line(say("Nothing was done, it cannot be saved: {why}.", why=told(wrong))))
        else:
            if self._seen == table.shared.number:  # It was declared in secret.
                self.advance()

    def hurry(self) -> None:
        """Does nothing: others are watching, so nobody may hurry the bots."""

    def get_up_later(self) -> None:
        """Also tells the others, so that nobody is left waiting."""
        super().get_up_later()
        self.seat_table.say_leaving(self.picture.gets_up)

    def rise(self) -> None:
        """Records that this player gets up; the others may stay."""
        self.seat_table.get_up()

    def go_on(self, on: bool | None) -> None:
        """Goes on after a deal: ready for the next one, or away after the last."""
        app = program(self.screen)
        if self.phase is Phase.LEFT:
            return
        if not on:
            plays_on = self.table.evening is not None and not self.seat_table.watches
            self.that_was_it() if plays_on else app.open_menu()
        elif self._ended != self.table.deals:  # A box covered this result when the next deal began.
            self.advance()
        elif self.table.is_closed:
            app.leave_table()
        else:
            self._read = self.table.deals
            self._waits_since = monotonic()
            self.screen.set_timer(SILENT, self._still_waits)
            self.seat_table.ready()
            self.advance()


class SeatPicture(TablePicture):
    """The view of one seat, or of a spectator, including who is away."""

    hurries = False

    def __init__(self, table: Table, words: Words, settings: Settings, *, open_hands: bool) -> None:
        super().__init__(table, words, settings, open_hands=open_hands)
        self.seated = True  # A spectator sees the table from a seat, too.

    @property
    def seat_table(self) -> SeatTable:
        return cast(SeatTable, self.table)

    @property
    def may_ask(self) -> bool:
        """Whether the table allows hints."""
        return self.seat_table.shared.hints

    @property
    def rows(self) -> Sequence[Key]:
        """The rows of the key table for a player or a spectator."""
        rows = super().rows
        return [key for key in rows if key.id in WATCHED] if self.seat_table.watches else rows

    @property
    def is_shared(self) -> bool:
        """False: the others have screens of their own."""
        return False

    @property
    def has_cursor(self) -> bool:
        """Whether the viewer has cards to choose from; a spectator has none."""
        return not self.seat_table.watches

    def hints(self, look: TableLook) -> list[KeyHint]:
        """Returns the keys that work now, including the one for speaking if they may speak."""
        if not self.seat_table.may_speak:
            return super().hints(look)
        return [*super().hints(look), hint_of(SAY_KEY, self.words)]

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat; marked if they are away, leaving, or replaced by a bot."""
        table = self.seat_table
        said = dict.fromkeys(table.away, self.words.say("away"))
        said |= dict.fromkeys(table.shared.leaving, self.words.say("last deal"))
        said |= dict.fromkeys(table.shared.played_by_bots, self.words.say("bot"))
        return self._called(said)


class Saying(Box[str]):
    """A field for a remark; returns None if the player backs out."""

    DEFAULT_CSS = "Saying Input { width: 60; max-width: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [quiet("escape", "dismiss")]

    def __init__(self, words: Words) -> None:
        super().__init__(words, words.say("To everybody at this table"))
        self.field = Input(compact=True, max_length=SAID)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.line(self.heading)
            yield self.field
            yield self.line("\n".join(f"{key} {self.words.say(phrase)}" for key, phrase in PHRASES.items()))
            yield self.line(self.words.say("⏎ say it  Esc say nothing"))

    def on_mount(self) -> None:
        self.field.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Says a phrase if the only input is its digit."""
        phrase = PHRASES.get(event.value)
        if phrase is not None:
            self.dismiss(self.words.say(phrase))

    def on_input_submitted(self) -> None:
        self.dismiss(self.field.value)


class SeatScreen(TableScreen):
    """One seat of a table."""

    PICTURE: ClassVar[type[TablePicture]] = SeatPicture
    FLOW: ClassVar[type[MatchFlow]] = SeatFlow
    picture: SeatPicture
    flow: SeatFlow
    BINDINGS: ClassVar[list[BindingType]] = [*bindings((SAY_KEY,))]

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys that work here: no hurrying of bots, and hints only if the table allows them."""
        idle = {"hint"} if not self.picture.may_ask else set()
        if not self.table.rules.lays_several:
            idle.add("mark")
        table = self.picture.seat_table
        keys = [key for key in super().keys if (key.id in WATCHED if table.watches else key.id not in idle)]
        return (*keys, SAY_KEY) if table.may_speak else tuple(keys)

    def offered(self) -> Sequence[tuple[Key, bool, Callable[[], None]]]:
        """Adds the key for speaking: after a deal there is most to say."""
        return (*super().offered(), (SAY_KEY, self.picture.seat_table.may_speak, self.action_say))

    def action_say(self) -> None:
        """Lets the player type a remark to everybody."""
        if not self.picture.seat_table.may_speak:
            self.picture.remark(self.words.say("Those who watch are not heard at this table."))
            return

        def said(line: str | None) -> None:
            if line and not self.picture.seat_table.say(line):
                self.picture.remark(self.words.say("Not so fast: give the others time to read."))

        self.app.push_screen(Saying(self.words), said)

    def action_hint(self) -> None:
        """Asks the adviser, if this table allows it."""
        if self.picture.may_ask:
            super().action_hint()
        else:
            self.picture.remark(self.words.say("There are no hints at this table."))
