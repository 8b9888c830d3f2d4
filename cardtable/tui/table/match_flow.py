"""The flow of a match: bots' moves at their pace, passing the keyboard, the next deal.

It handles no keys: it makes moves, and gives the picture the view after each.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from enum import Enum, auto
from functools import partial
from time import monotonic

from textual.screen import Screen

from cardtable.bots import LIMIT
from cardtable.bots.finding import is_own
from cardtable.bots.hints import Hint
from cardtable.bots.seated import Overtaken
from cardtable.engine.faults import told
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import RuleBroken
from cardtable.engine.text import say, say_count
from cardtable.match.keyboard import Keyboard, KeyboardStep
from cardtable.tui.boxes.thinking import Thinking, adviser_thread
from cardtable.tui.felt.choosing import open_choices
from cardtable.tui.felt.table_picture import TablePicture
from cardtable.tui.program import program
from cardtable.tui.table import afterwards
from cardtable.tui.table.asking import Asking
from cardtable.tui.table.forced import Forced
from cardtable.tui.table.passing import Passing
from cardtable.tui.table.rising import Rising
from cardtable.tui.table.silly import Silly
from cardtable.tui.table.training import Training
from cardtable.tui.table.tutoring import Tutoring

RING_AFTER = 10.0
"""Seconds after which a waiting player may be looking elsewhere."""
PATIENCE = 4
"""How many times longer a bot waits while people at the keyboard could act out of turn."""


class Phase(Enum):
    """The state of a match on its screen."""

    GOING = auto()
    COVERED = auto()
    """It has stopped because something covers the table."""
    STUCK = auto()
    """It has stopped because a move could not be saved."""
    LEFT = auto()
    """The table has been left: its record is closed, and anything still to come is cancelled."""


class MatchFlow:
    """One match from move to move, on the screen of its table."""

    def __init__(
        self,
        screen: Screen[None],
        picture: TablePicture,
        show_result: Callable[[], None],
    ) -> None:
        self.screen = screen
        self.picture = picture
        self.table = picture.table
        self.keyboard = Keyboard(self.table)
        self.passing = Passing(self.table.rules)
        self.forced = Forced(screen, picture, lambda seat: self._made(lambda: self.table.submit_only(seat)))
        self.tutoring = Tutoring(screen, picture, self.advance)
        self.asking = Asking(screen, picture, self.make)
        self.silly = Silly(screen, picture)
        self.training = Training(screen, picture)
        self.rising = Rising(picture)
        self.phase = Phase.GOING
        self._show_result = show_result
        """Called at the end of a deal; `go_on` follows."""
        self._here: Seat | None = None
        """The player who has said they are here, while others are asked in secret before they see their cards."""
        self._turn = 0
        """Counts moves made and taken back: a thought that began at another count is discarded."""
        self._noticed = 0
        self._waits_since: float | None = None
        """When the people at this keyboard began to wait for others, by the app's clock."""
        self._hurry = asyncio.Event()
        self._thinking = Thinking()
        self._hint_wanted: object = None
        """The current request for a hint; None if it was cancelled."""

    def let_talk(self) -> None:
        """Makes the bots as talkative as the player likes; they stay silent if the record cannot be read.

        Guests have no say in this.
        """
        with contextlib.suppress(OSError, ValueError):
            self.table.begin_talk(self.picture.settings.talk)

    def advance(self) -> None:
        """Goes on with the next seat to act."""
        if not self._begin_turn():
            return
        screen, table = self.screen, self.table
        if table.deal_over and self.picture.settings.forced != "asked" and self.passing.is_offer_due:
            self._offer_passing()
            return
        self._keep_promises()
        now = program(screen).clock()
        if self._waits_since is None:
            self._waits_since = now
        if table.deal_over:
            self.look()
            self.silly.write()
            self.training.tell()
            self.that_was_it() if self.picture.gets_up else self._show_result()
            return
        step, here = self.keyboard.next(), self._here
        if not step.secret:
            self._here = None
        if step.is_open:
            self.look()
        match step.kind:
            case "aside":
                self.lay_down(step.seat)
            case "bot":
                # Passed uncalled: the worker calls it when it runs, so a program ending earlier leaves no coroutine
                # behind.
                act = partial(self._let_bots_act, self._turn)
                screen.run_worker(act, group="bots")  # type: ignore[arg-type]  # mypy finds no type for its result
            case "kept":
                self._made(lambda: self.keyboard.make_kept(step))
            case "person":
                # A bell would tell others that a player is being asked in secret.
                if self.picture.settings.bell and not step.secret and now - self._waits_since >= RING_AFTER:
                    screen.app.bell()
                self._waits_since = None
                self._call(step.seat, step.seat == here)

    def _begin_turn(self) -> bool:
        """Returns whether the match goes on: discards earlier thoughts, and stops while the table is covered."""
        if self.phase is Phase.LEFT:
            return False
        self._turn += 1
        self.phase = Phase.GOING if self.screen.app.screen is self.screen else Phase.COVERED
        return self.phase is Phase.GOING

    def look(self) -> None:
        """Draws the viewer's current view."""
        picture = self.picture
        picture.look(self.keyboard.view(picture.viewer, open_hands=picture.open_hands))
        self.tutoring.remind()

    def sit_down(self, seat: Seat) -> None:
        """Gives the screen to the player who is here."""
        self.picture.sit_down(self.keyboard.view(seat))
        self.asking.open_list()

    def _call(self, seat: Seat, is_here: bool) -> None:
        """Asks a person at this keyboard to act."""
        move = self.table.plain_pass(seat) or self._pass_of(seat)
        if move is not None:
            self._made(lambda: self.table.submit(seat, move))
        elif is_here:
            self.sit_down(seat)
        elif not self.picture.seated or seat != self.picture.viewer:
            self.hand_over(seat)
        else:
            self.asking.open_list()
            self.forced.meet(seat)
            self.training.meet(seat)

    def _pass_of(self, seat: Seat) -> Move | None:
        """Returns the pass made for this person by agreement; None if there is none."""
        return self.passing.move(seat, lambda: self.table.view(seat).scene)

    def _offer_passing(self) -> None:
        """Offers several people, between two deals, to pass for anyone who cannot do anything else.

        During a deal the box would reveal that the player who has just passed had no choice.
        """
        from cardtable.tui.boxes.dialogs import Choose

        words = self.picture.words
        self.passing.is_offered, self.phase = True, Phase.COVERED
        self.look()

        def settle(nth: int | None) -> None:
            self.passing.when_i_cannot = nth == 1

        heading = words.say(
            "You have often been asked where you could only pass.\n"
            "The table can pass for you; the others then see at once that you hold nothing that fits."
        )
        lines = [words.say("Go on asking me"), words.say("Pass for me where I can do nothing else")]
        self.screen.app.push_screen(Choose(words, heading, lines), settle)

    def _keep_promises(self) -> None:
        """Cancels promises to pass when a bout is over."""
        events = self.table.public_events(self._noticed)
        self.passing.notice(events)
        self._noticed += len(events)

    def make(self, seat: Seat, move: Move) -> None:
        """Makes the move of a person at this keyboard; keeps it for later if they declare it aside."""
        if self.keyboard.looker is not None:
            self.keyboard.say_aside(seat, move)
            self.look()
            if not self.picture.scene.choices:
                self.give_back()
        elif seat in self.table.to_act:
            self.tutoring.watch(seat, move, lambda: self._make(seat, move))

    def _make(self, seat: Seat, move: Move) -> None:
        if len(self.table.people) > 1:
            self.passing.count(move, lambda: self.table.view(seat).scene)
        self._made(lambda: self.table.submit(seat, move))

    def _made(self, move: Callable[[], None]) -> None:
        """Makes a move and goes on, or says why it cannot be made."""
        if self.phase is Phase.LEFT:
            return
        try:
            move()
        except RuleBroken as broken:
            self.picture.refuse(broken)
        except OSError as wrong:
            self._not_saved(wrong)
        else:
            self._break_off()
            self.phase = Phase.GOING
            self.screen.call_next(self.advance)

    def take_back(self, seat: Seat) -> None:
        """Takes back the seat's last decision, and the bots' moves after it."""
        if self.phase is Phase.LEFT:
            return
        self._break_off()
        self.tutoring.forget()
        try:
            self.table.take_back(seat)
            self.passing.notice(self.table.events(seat))
            while (self.forced.does(seat) or self._pass_of(seat) is not None) and self.table.to_take_back(seat):
                # A move made automatically is no decision.
                self.table.take_back(seat)
        except OSError as wrong:
            self._not_saved(wrong)
            return
        self._noticed = 0
        self.picture.forget()
        self.screen.call_next(self.advance)

    def hurry(self) -> None:
        """Makes the next move come at once; retries a move that could not be saved."""
        if self.phase is Phase.STUCK:
            self.advance()
        else:
            self._hurry.set()

    def _break_off(self) -> None:
        self._turn += 1
        self._hurry.set()

    def leave(self) -> None:
        """Leaves the table: stops the bots, and cancels everything still waiting."""
        self.phase = Phase.LEFT
        self.tutoring.forget()
        self._break_off()
        self.table.leave()

    def _not_saved(self, wrong: OSError) -> None:
        """Reports that a move was not made because it cannot be saved; the table is unchanged."""
        self.phase = Phase.STUCK
        self.picture.remark(
            self.picture.line(say("Nothing was done, it cannot be saved: {why}. Space tries again.", why=told(wrong)))
        )

    # Bots

    async def _let_bots_act(self, turn: int) -> None:
        """Makes bots' moves, thought out in a thread, at a pace that can be followed."""
        screen, table, picture = self.screen, self.table, self.picture
        step, began = self.keyboard.next(), monotonic()
        while turn == self._turn and step.kind == "bot":
            self._hurry.clear()
            move = await self._think(step, turn)
            patience = PATIENCE if picture.others or open_choices(picture.scene) else 1
            left = picture.settings.delay * patience - (monotonic() - began)
            left = max(left, picture.board.solemn) if picture.settings.delay else left
            # A pause would betray that a player is being asked in secret.
            if left > 0 and turn == self._turn and not step.secret:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._hurry.wait(), left)
            if turn != self._turn or move is None:
                # A player has acted out of turn: discard the thought.
                return
            if screen.app.screen is not screen:
                # Nothing happens on the table behind a box: a choice made there relates to what the player saw.
                self.phase = Phase.COVERED
                return
            try:
                table.submit(step.seat, move)
            except OSError as wrong:
                self._not_saved(wrong)
                return
            if not step.secret:
                began = monotonic()
            if table.deal_over:
                break
            step = self.keyboard.next()
            # Anything else that comes next is drawn by `advance`.
            if step.kind == "bot" and step.is_open:
                self.look()
        if turn == self._turn:
            screen.call_next(self.advance)

    async def _think(self, step: KeyboardStep, turn: int) -> Move | None:
        """Returns a bot's move; None if the table has changed meanwhile."""
        board = self.picture.board

        def tell(long: bool) -> None:
            # It must not betray that a player is being asked in secret.
            board.show_thinking(step.seat if long and not step.secret else None)

        return await self._thinking.of(lambda: self.table.bot_move(step.seat), lambda: turn == self._turn, tell)

    async def hint(self, style: str) -> Hint | None:
        """Returns the move of this style of bot in the viewer's place; None if the hint is no longer wanted.

        A move, another table, a cancelled or a new request make it unwanted. For a style that is not ours there is the
        time limit of bot programs, after which the player is told.
        """
        picture, seat, turn = self.picture, self.picture.viewer, self._turn
        wish = self._hint_wanted = object()

        def is_wanted() -> bool:
            return wish is self._hint_wanted and turn == self._turn

        def tell(long: bool) -> None:
            if long:
                picture.remark(picture.words.say("Your adviser is thinking. Esc stops it."), "dim")

        limit = None if is_own(style) else LIMIT
        try:
            async with asyncio.timeout(limit):
                advising = Thinking(adviser_thread(style))
                return await advising.of(lambda: self.table.hint(seat, style, is_wanted), is_wanted, tell)
        except Overtaken:  # A player elsewhere has moved, and this screen has not been told yet.
            return None
        except TimeoutError:
            if is_wanted():
                picture.remark(picture.line(say("Your adviser has not answered in {limit} s.", limit=f"{limit:g}")))
            return None
        finally:
            if wish is self._hint_wanted:
                self._hint_wanted = None

    @property
    def is_advising(self) -> bool:
        """Whether a hint is being worked out."""
        return self._hint_wanted is not None

    def stop_hint(self) -> bool:
        """Cancels the request for a hint; returns whether there was one."""
        wish, self._hint_wanted = self._hint_wanted, None
        return wish is not None

    # Passing the keyboard

    def hand_over(self, seat: Seat) -> None:
        """Blanks the screen until the next player says they are here."""
        self._blank(seat, lambda here: self.sit_down(seat))

    def lay_down(self, seat: Seat) -> None:
        """Lays the keyboard on the table for the player whose turn it is; others may look at their cards first."""

        def take(taker: Seat | None) -> None:
            if taker == seat:
                self.keyboard.take()
                self._here = seat
                self.advance()
            elif taker is not None:
                self._blank(taker, lambda here: self._look_aside(taker))

        self._blank(seat, take, tuple(sorted(self.table.here - {seat})))

    def _look_aside(self, seat: Seat) -> None:
        self.keyboard.look(seat)
        self.sit_down(seat)

    def give_back(self) -> None:
        """Takes the keyboard back from a player who has looked at their cards."""
        self.keyboard.give_back()
        self.advance()

    def _blank(self, seat: Seat, then: Callable[[Seat | None], None], lookers: tuple[Seat, ...] = ()) -> None:
        """Blanks the screen except for public information until a player says they are here."""
        from cardtable.tui.boxes.handover import HandOver, NextPlayer

        picture, table = self.picture, self.table
        picture.stand_up()
        news = table.public_events(picture.read.get(seat, 0))
        lines = [line for line in map(table.tell, news) if line is not None]
        chairs = table.view(picture.viewer).scene.chairs
        cards = next(chair.cards for chair in chairs if chair.seat == seat)
        count = say_count("{count} person at this keyboard", "{count} people at this keyboard", len(table.here))
        coming = NextPlayer(seat, table.names[seat], cards, lines, seat not in table.here, lookers)
        self.screen.app.push_screen(HandOver(picture.words, picture.scene.title, count, coming, table.names), then)

    # From deal to deal

    def instead(self, go: Callable[[], object]) -> None:
        """Goes to another table, only once: the key may have been pressed twice before the box was gone."""

        def leave_for() -> None:
            if self.phase is not Phase.LEFT:
                go()

        self.screen.app.call_next(leave_for)

    def go_on(self, on: bool | None) -> None:
        """Goes on after a deal: to the next one, or away after the last; otherwise to the menu or the evening's end."""
        app = program(self.screen)
        if self.phase is Phase.LEFT:
            return
        if not on:
            self.that_was_it() if self.table.evening is not None else app.open_menu()
        elif self.table.is_closed:
            app.leave_table()
        else:
            gave_up = self.table.resigned
            try:
                self.rising.keep_word()
                self.table.next_deal()
            except OSError as wrong:
                self._not_saved(wrong)
                return
            self.tutoring.forget()
            self.picture.open_hands &= not gave_up
            # A new deal belongs to nobody until its first player sits down.
            self.picture.seated = self.table.here == {self.picture.viewer}
            self.begin_anew()
            self.picture.deal()
            self.screen.call_next(self.advance)

    def get_up_later(self) -> None:
        """Switches whether the evening ends for a player after the current deal."""
        self.rising.after_deal()

    def that_was_it(self) -> None:
        """Opens the screen for the end of the evening; nothing is recorded until Enter is pressed there."""
        from cardtable.tui.ends.enough import Enough

        evening, table = self.table.evening, self.table
        assert evening is not None, "there is no evening"
        me = self.picture.viewer if table.here == {self.picture.viewer} else None
        game = self.picture.line(say("{game} · the evening", game=table.title))
        more = afterwards.told_of_evening(self.picture, me)
        self.picture.gets_up = False
        again = afterwards.may_begin_anew(program(self.screen))
        shared = self.picture.is_shared
        enough = Enough(self.picture.words, game, evening, table.names, me, again=again, shared=shared, more=more)
        self.screen.app.push_screen(enough, self._get_up)

    def _get_up(self, how: str | None) -> None:
        """Gets up; if several people share the keyboard, one may do so while the others stay."""
        if how == "rise" and self.phase is not Phase.LEFT:
            self.rising.now(self._leave_evening)
        else:
            self._leave_evening(how)

    def _leave_evening(self, how: str | None) -> None:
        app = program(self.screen)
        if self.phase is Phase.LEFT:
            return
        if how is None or not self.table.deal_over:
            self.advance()
        elif how == "new":
            self.instead(partial(afterwards.another_evening, app, self._has_risen))
        elif how == "keep" or self._has_risen():
            self.instead(app.leave_table)

    def _has_risen(self) -> bool:
        """Records that nobody stays; returns whether it could."""
        try:
            self.rise()
        except OSError as wrong:
            self._not_saved(wrong)
            return False
        return True

    def rise(self) -> None:
        """Records that nobody stays. Raises OSError."""
        self.table.rise(self.picture.viewer)

    def begin_anew(self) -> None:
        """Forgets what was seen of the deal before."""
        self.picture.forget()
        self.picture.read.clear()
        self._noticed = 0
