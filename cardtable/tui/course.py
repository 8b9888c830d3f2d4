"""How a match goes on: a bot's move at its pace, the keyboard for the next person, the end of a deal.

It never draws and answers no key: it makes moves, and tells the screen of the table when to look anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable
from itertools import takewhile
from time import monotonic
from typing import TYPE_CHECKING

from cardtable.engine.faults import told
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import RuleBroken
from cardtable.engine.scene import Scene
from cardtable.engine.text import say, say_count
from cardtable.keyboard import Keyboard
from cardtable.tui.choosing import open_choices
from cardtable.tui.keys import ADVICE_KEY, AGAIN_KEY, KEYS, SAME_KEY, shown_key, twins
from cardtable.tui.passing import Passing

if TYPE_CHECKING:
    from pathlib import Path

    from cardtable.replay import Replay
    from cardtable.tui.ending import Again, End
    from cardtable.tui.table_screen import TableScreen

SWITCH_INTERVAL = 0.001
"""While a bot thinks in its thread, keys must not wait for it (Python's default is 5 ms)."""
LOOK_BACK = 5.0
"""Seconds in which a decision is looked for that is worth another look."""
PATIENCE = 4
"""So many times longer a bot waits while people at the keyboard may do something out of turn."""


class Course:
    """One match from move to move, at the screen of its table."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.table = screen.table
        self.keyboard = Keyboard(screen.table)
        self.passing = Passing(when_i_cannot=screen.settings.pass_when_i_cannot)
        self.waiting = False
        """Whether the match stands still because something covers the table."""
        self.stuck = False
        """Whether it stands still because a move could not be saved."""
        self.looks_aside = False
        """Whether the viewer looks at their cards while the keyboard lies on the table for another player's turn."""
        self._left = False
        """Whether the table was left: its record is closed, and whatever was still to come is for nothing."""
        self._here: Seat | None = None
        """Who has said that they are here, while others are asked in secret before they see their cards."""
        self._turn = 0
        """Counts the moves made and taken back: what was thought out for another number is for nothing."""
        self._noticed = 0
        self._hurry = asyncio.Event()
        self._thinking = asyncio.Lock()

    def advance(self) -> None:
        """Goes on with the seat that acts next."""
        if self._left:
            return
        screen, table = self.screen, self.table
        self._turn += 1
        self.waiting = screen.app.screen is not screen
        if self.waiting:
            return
        self._keep_promises()
        if table.deal_over:
            screen.look()
            self._end_deal()
            return
        step, here = self.keyboard.next(), self._here
        if not step.secret:
            self._here = None
        if step.is_open:
            screen.look()
        match step.kind:
            case "aside":
                self.lay_down(step.seat)
            case "bot":
                screen.run_worker(self._let_bots_act(self._turn), group="bots")
            case "kept":
                self._made(lambda: self.keyboard.make_kept(step))
            case "person":
                self._call(step.seat, step.seat == here)

    def _call(self, seat: Seat, is_here: bool) -> None:
        """Somebody at this keyboard is to act."""
        screen = self.screen
        move = self.passing.move(seat, lambda: self.table.scene(seat))
        if move is not None:
            self.make(seat, move)
        elif is_here:
            screen.sit_down(seat)
        elif not screen.seated or seat != screen.viewer:
            self.hand_over(seat)

    def _keep_promises(self) -> None:
        """Promises to pass end with the bout."""
        events = self.table.events(self.screen.viewer, 0)
        self.passing.notice(events[self._noticed :])
        self._noticed = len(events)

    def make(self, seat: Seat, move: Move) -> None:
        """Makes the move of a person at this keyboard, or keeps it where they say it aside."""
        if self.looks_aside:
            self.keyboard.say_aside(seat, move)
            self.screen.look()
            if not self.screen.view.choices:
                self.give_back()
        elif seat in self.table.to_act:
            self._made(lambda: self.table.submit(seat, move))

    def _made(self, move: Callable[[], None]) -> None:
        """Makes a move and goes on, or says why it cannot be made."""
        if self._left:
            return
        try:
            move()
        except RuleBroken as broken:
            self.screen.refuse(broken)
        except OSError as wrong:
            self._not_saved(wrong)
        else:
            self._break_off()
            self.waiting = False
            self.screen.call_next(self.advance)

    def take_back(self, seat: Seat) -> None:
        """Takes the seat's last decision back, and what the bots did after it."""
        if self._left:
            return
        self._break_off()
        try:
            self.table.take_back(seat)
        except OSError as wrong:
            self._not_saved(wrong)
            return
        self._noticed = 0
        self.screen.forget()
        self.screen.call_next(self.advance)

    def hurry(self) -> None:
        """Lets the next move come at once; tries again where it could not be saved."""
        if self.stuck:
            self.stuck = False
            self.advance()
        else:
            self._hurry.set()

    def _break_off(self) -> None:
        self._turn += 1
        self._hurry.set()

    def leave(self) -> None:
        """Leaves the table: no bot moves any more, and nothing that waits for its turn is done."""
        self._left = True
        self._break_off()
        self.table.close()

    def _not_saved(self, wrong: OSError) -> None:
        """A move that is not on the disk is not made; the table stands as it was."""
        self.stuck = True
        self.screen.remark(
            self.screen.line(say("Nothing was done, it cannot be saved: {why}. Space tries again.", why=told(wrong)))
        )

    # Bots

    async def _let_bots_act(self, turn: int) -> None:
        """Bots think in a thread; their moves come at a pace that can be followed."""
        screen, table = self.screen, self.table
        step, began = self.keyboard.next(), monotonic()
        while turn == self._turn and step.kind == "bot":
            self._hurry.clear()
            move = await self._think(step.seat, turn)
            patience = PATIENCE if screen.others or open_choices(screen.view) else 1
            left = screen.settings.delay * patience - (monotonic() - began)
            # Somebody who is asked in secret must not be betrayed by a pause.
            if left > 0 and turn == self._turn and not step.secret:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._hurry.wait(), left)
            if turn != self._turn or move is None:
                # Somebody did something out of turn: what was thought out is for nothing.
                return
            if screen.app.screen is not screen:
                # Nothing happens on the table behind a box: who chooses there chooses for what they saw.
                self.waiting = True
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
            if step.is_open:
                screen.look()
        if turn == self._turn:
            screen.call_next(self.advance)

    async def _think(self, seat: Seat, turn: int) -> Move | None:
        """A bot's move, one bot at a time; None when the table has changed meanwhile."""
        async with self._thinking:
            if turn != self._turn:
                return None
            usual = sys.getswitchinterval()
            sys.setswitchinterval(SWITCH_INTERVAL)
            try:
                return await asyncio.to_thread(self.table.bot_move, seat)
            except Exception:  # Thinking about a table that has changed may fail in any way, and matters to nobody.
                if turn == self._turn:
                    raise
                return None
            finally:
                sys.setswitchinterval(usual)

    # From person to person

    def hand_over(self, seat: Seat) -> None:
        """Blanks the screen until the next person says that they are here."""
        self._blank(seat, lambda here: self.screen.sit_down(seat))

    def lay_down(self, seat: Seat) -> None:
        """The keyboard lies on the table until whose turn it is goes on; the others may look at their cards before."""

        def take(taker: Seat | None) -> None:
            if taker == seat:
                self.keyboard.take()
                self._here = seat
                self.advance()
            elif taker is not None:
                self._blank(taker, lambda here: self._look_aside(taker))

        self._blank(seat, take, tuple(sorted(self.table.people - {seat})))

    def _look_aside(self, seat: Seat) -> None:
        self.keyboard.look(seat)
        self.looks_aside = True
        self.screen.sit_down(seat)

    def give_back(self) -> None:
        """Who has looked at their cards aside gives the keyboard back."""
        self.looks_aside = False
        self.advance()

    def scene(self, seat: Seat) -> Scene:
        """What the player at the keyboard sees."""
        return self.keyboard.scene(seat) if self.looks_aside else self.table.scene(seat)

    def _blank(self, seat: Seat, then: Callable[[Seat | None], None], lookers: tuple[Seat, ...] = ()) -> None:
        """Nothing but what everybody may know is on the screen until somebody says that they are here."""
        from cardtable.tui.handover import HandOver, NextPlayer

        screen, table = self.screen, self.table
        screen.stand_up()
        news = [event.for_everybody(len(table.names)) for event in table.events(seat, screen.read.get(seat, 0))]
        lines = [line for line in (screen.line(table.tell(event)) for event in news) if line]
        chairs = table.scene(screen.viewer).chairs
        cards = next(chair.cards for chair in chairs if chair.seat == seat)
        count = say_count("{count} person at this keyboard", "{count} people at this keyboard", len(table.people))
        coming = NextPlayer(seat, table.names[seat], cards, lines, seat not in table.people, lookers)
        blank = HandOver(screen.words, screen.line(screen.view.title), screen.line(count), coming, table.names)
        screen.app.push_screen(blank, then)

    # From deal to deal

    def _end_deal(self) -> None:
        from cardtable.tui.ending import DealResult, Way

        screen, table, settings, words = self.screen, self.table, self.screen.settings, self.screen.words
        russian = str(getattr(words, "language", "en")).startswith("ru")
        ways = []
        for key, offered, act in (
            (AGAIN_KEY, table.match_over and screen.app.may_play_again, self._play_again),  # type: ignore[attr-defined]  # our own app
            (SAME_KEY, screen.app.may_deal_again, self._deal_again),  # type: ignore[attr-defined]  # our own app
            (KEYS["sheet"], bool(table.sheet()), screen.action_sheet),
            (KEYS["last"], screen.past is not None, screen.action_last),
            (KEYS["rules"], settings.rules is not None, screen.action_rules),
            (KEYS["log"], not screen.closed, screen.read_log),
            (ADVICE_KEY, settings.advice is not None, screen.action_advice),
        ):
            if offered:
                own = settings.keys.get(key.id, key.binds[0][0])
                label = f"{shown_key(key, russian, settings.keys)} {words.say(key.label)}"
                ways.append(Way(twins(own), label, act))
        result = DealResult(words, self._end(), ways, self._look_back())
        screen.app.push_screen(result, self._after_deal)

    def _end(self) -> End:
        """What there is to tell: to the only person here, or to the whole table."""
        from cardtable.tui.ending import End

        screen, table = self.screen, self.table
        me = screen.viewer if table.people == {screen.viewer} else None
        scene = table.scene(screen.viewer)
        sides: dict[int, list[Seat]] = {}
        for chair in sorted(scene.chairs, key=lambda chair: chair.seat):
            sides.setdefault(-1 - chair.seat if chair.side is None else chair.side, []).append(chair.seat)
        return End(
            f"{screen.line(scene.title)} · {screen.line(say('deal {number}', number=table.deals))}",
            table.ending(me),
            table.names,
            tuple(map(tuple, sides.values())),
            table.totals(),
            scene.low_is_good,
            scene.goal,
            me,
            table.deals,
            table.winners if table.match_over else None,
        )

    def _look_back(self) -> Callable[[Callable[[], bool]], Again | None] | None:
        """Finds the decision of the only person here that most bots would have made otherwise; it takes a while."""
        advice, table = self.screen.settings.advice, self.table
        if advice is None or len(table.people) != 1:
            return None
        from cardtable.coach import most_doubted
        from cardtable.tui.ending import Again

        def find(is_enough: Callable[[], bool]) -> Again | None:
            doubted = most_doubted(takewhile(in_time(LOOK_BACK, is_enough), advice(table)))
            if doubted is None:
                return None
            path = table.path if self.screen.settings.archive is not None else None
            look = None if path is None else lambda: self._look_at(path, doubted.number)
            return Again(doubted.said, look)

        return find

    def _look_at(self, path: Path, number: int) -> None:
        """Opens the record before this decision of the deal that is over."""

        def find(replay: Replay) -> int:
            deal = replay.deals[self.table.deals - 1]
            return max(deal, replay.decisions(deal, replay.people)[number - 1] - 1)

        self.screen.app.open_record(path, find)  # type: ignore[attr-defined]  # our own app

    def _play_again(self) -> None:
        """Leaves the match, which is over, for a new one at the same table."""
        self.screen.app.call_next(self._instead, self.screen.app.play_again)  # type: ignore[attr-defined]  # our own app

    def _deal_again(self) -> None:
        """Leaves the table for one at which the deal that is over is dealt once more."""
        self.screen.app.call_next(self._instead, self.screen.app.deal_again)  # type: ignore[attr-defined]  # our own app

    def _instead(self, go: Callable[[], None]) -> None:
        """Goes to another table, once: the key may have been pressed twice before the box was gone."""
        if not self._left:
            go()

    def _after_deal(self, on: bool | None) -> None:
        screen, table = self.screen, self.table
        if self._left:
            return
        if not on:
            screen.action_menu()
        elif table.match_over:
            screen.app.leave_table()  # type: ignore[attr-defined]  # our own app
        else:
            try:
                table.next_deal()
            except OSError as wrong:
                self._not_saved(wrong)
                return
            # A new deal is nobody's until its first player sits down.
            screen.seated = len(table.people) == 1
            screen.forget()
            screen.read.clear()
            self._noticed = 0
            screen.call_next(self.advance)


def in_time(seconds: float, is_enough: Callable[[], bool]) -> Callable[[object], bool]:
    """Whether so many seconds from now have not passed, and nobody says that it is enough."""
    until = monotonic() + seconds
    return lambda _: monotonic() < until and not is_enough()
