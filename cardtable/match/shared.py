"""One match among people with a screen each: who may do what and when, and what each of them may see.

`SharedTable` runs the match, and holds the table, which alone owns the full state. Each screen holds a `SeatTable`
(`seat_table`): its own seat, with what `observe` gives that seat, and no access to anyone else's cards.

In some games players are asked in secret, because of the cards they hold. At a moment when anybody may be asked
(everybody can tell) the match pauses for a fixed time, whether anybody is asked or not. A player who is asked answers
on their own screen meanwhile; the answers are kept. At the end all are made in one step, with silence for those who
have not answered; then everybody sees the new table, at a time that depends on nothing hidden.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic, time
from typing import Literal

from cardtable.bots.finding import find_bot, takes_time, usual
from cardtable.bots.search.unwaited import Unwaited
from cardtable.bots.seated import Overtaken
from cardtable.engine.faults import Fault, told
from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.text import Text, say
from cardtable.match.chat import WATCHERS_ARE_SILENT, WATCHERS_SPEAK, Chat, ChatLine
from cardtable.match.clock import LOOK, Clock, may_ask_in_secret
from cardtable.match.record import read_record
from cardtable.match.replay import Replay
from cardtable.match.table import Table
from cardtable.match.view import ONLOOKER, View

WINDOW = 5.0
"""Seconds for players who are asked in secret to answer."""
REVEAL = 0.2
"""Further seconds until the answers are shown: more than it takes to make them all."""
DELAY = 0.7
"""Seconds before a bot's move; thinking counts."""
PATIENCE = 4
"""The factor by which a bot waits longer while people may act out of turn."""
AGAIN = 5.0
"""Seconds before retrying a move that could not be saved."""

News = Literal["moved", "deal", "people", "said", "closed"]
"""A move or reveal; a new deal; somebody came, left or is ready; a line was said; the host has ended."""
Heard = Callable[[News], None]


class SecretsTakeNoThought(Fault):
    """A slow style cannot sit where it may be asked in secret: its thinking time would give that away."""


class SharedTable:
    """The match of a table whose people each sit at a remote screen."""

    def __init__(
        self,
        table: Table,
        *,
        window: float = WINDOW,
        delay: float = DELAY,
        executor: Executor | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Raises SecretsTakeNoThought, BadClock, and UnknownBot for the clock's bot."""
        if clock is not None:
            clock.check(table.rules)
            clock = clock._replace(style=clock.style or usual(table.header.family))
            find_bot(clock.style, table.header.family)
        self.clock = clock
        self.hints = False
        """Whether people may ask for hints."""
        self.silly: Path | None = None
        """The file in which moves of bots that players mark as silly are collected."""
        self.open_after = False
        """Whether everybody may look back with open cards after a deal."""
        self.hears_watchers = False
        """Whether viewers may speak."""
        self.number = 0
        """Counts every change that anybody could notice."""
        self.trouble: Text | None = None
        """The reason why the last move could not be saved."""
        self.sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
        self.time: Callable[[], float] = monotonic
        self._since = 0.0
        """The time when the clock started."""
        if clock is not None and clock.is_of_days:
            self.time, self._since = time, time()
            # If the record is inaccessible, the turn starts now.
            with suppress(OSError):
                self._since = self._since if table.path is None else table.path.stat().st_mtime
        self._met: set[Seat] = set()
        """The people who have ever been present."""
        self.table = table
        """Never handed to a screen."""
        self._window = window
        self._delay = delay
        self._executor = executor or Unwaited()
        self._screens: dict[Seat, Heard] = {}
        self._onlookers: list[Heard] = []
        self._bots: dict[Seat, str] = {}
        """The seats of absent people for whom bots play, with the bots' styles."""
        self._chat = Chat()
        self.leaving: set[Seat] = set()
        """The players who announced that this deal is their last."""
        self._ready: set[Seat] = set()
        self._said: dict[Seat, list[Move]] = {}
        self._passed = (0, 0)
        """The moment for which the time for secret answers is up."""
        self._shown: tuple[dict[Seat, View], int] | None = None
        """While answers are being made: the views shown until all are made, and the number of public events in them."""
        self._changed = asyncio.Event()
        for kind in table.header.kinds:
            if (style := kind.removeprefix("bot:")) != kind:
                self._check_style(style)

    def _check_style(self, style: str) -> None:
        rules = self.table.rules
        if may_ask_in_secret(rules) and takes_time(style, self.table.header.family, rules):
            raise SecretsTakeNoThought(
                "bot:{style} thinks for long, and would betray itself where players are asked in secret", style=style
            )

    # Seating

    @property
    def people(self) -> frozenset[Seat]:
        return self.table.people

    @property
    def names(self) -> Sequence[str]:
        """The players' names by seat."""
        return self.table.names

    @property
    def present(self) -> frozenset[Seat]:
        """The people who have a screen now."""
        return frozenset(self._screens)

    @property
    def is_closed(self) -> bool:
        """Whether no more deals will follow."""
        return self.table.is_closed

    @property
    def deals(self) -> int:
        return self.table.deals

    @property
    def path(self) -> Path | None:
        """The path of the record."""
        return self.table.path

    def close(self) -> None:
        """Closes the record; everything is already on disk."""
        self.table.close()

    def sit(self, seat: Seat, heard: Heard) -> None:
        """Gives a seat to a screen, which gets all news; a screen that had it before gets `closed`."""
        assert seat in self.people, "a bot sits there"
        if (before := self._screens.pop(seat, None)) is not None:
            before("closed")
        ran = self._clock_runs
        self._screens[seat] = heard
        self._bots.pop(seat, None)
        if seat in self.table.up:
            self.table.come_back(seat)
        self._met.add(seat)
        if not ran:
            self._since = self.time()
        self._tell("people", besides=seat)
        self._changed.set()

    def rise(self, seat: Seat, heard: Heard) -> None:
        """Handles a screen that is gone; does nothing if another one has taken the seat."""
        if self._screens.get(seat) == heard:
            del self._screens[seat]
            self._ready.discard(seat)
            self._tell("people")
            self._changed.set()

    def watch(self, heard: Heard) -> None:
        """Adds a viewer, who gets all news."""
        self._onlookers.append(heard)

    def watch_no_more(self, heard: Heard) -> None:
        """Removes a viewer."""
        if heard in self._onlookers:
            self._onlookers.remove(heard)

    def send_away(self, seat: Seat) -> None:
        """Closes the screen of this seat, if any; its player may come back."""
        if (heard := self._screens.get(seat)) is not None:
            heard("closed")
            self.rise(seat, heard)

    def let_bot_play(self, seat: Seat, style: str) -> None:
        """Removes a player's screen and lets a bot of this style play for them until they come back.

        Raises UnknownBot and SecretsTakeNoThought.
        """
        find_bot(style, self.table.header.family)
        self._check_style(style)
        self.send_away(seat)
        self._bots[seat] = style
        self._tell("people")
        self._changed.set()

    def get_up(self, seat: Seat) -> None:
        """Ends this player's evening: a bot takes the seat until they come back; the last player closes the table.

        Their screen closes by itself; repeated calls do nothing. Call it only between two deals. Raises OSError.
        """
        if seat in self.table.up:
            return
        if self.table.up | {seat} >= self.people:
            self.table.rise(seat)
        else:
            self.table.get_up(seat)
            self._bots[seat] = usual(self.table.header.family)
        self._screens.pop(seat, None)
        self._ready.discard(seat)
        self._tell("people")
        self._changed.set()

    def say_leaving(self, seat: Seat, *, leaves: bool) -> None:
        """Announces to everybody whether a player leaves after this deal."""
        (self.leaving.add if leaves else self.leaving.discard)(seat)
        self._tell("people")

    @property
    def played_by_bots(self) -> frozenset[Seat]:
        """The seats of people for whom bots play until they come back."""
        return frozenset(self._bots)

    def _tell(self, news: News, besides: Seat | None = None) -> None:
        """Notifies every screen, in order of seats, so that the order reveals nothing."""
        for seat in sorted(self._screens):
            if seat != besides:
                self._screens[seat](news)
        for heard in self._onlookers[:]:
            heard(news)

    def _noticed(self, news: News = "moved") -> None:
        self.number += 1
        self._since = self.time()
        self._tell(news)
        self._changed.set()

    # Running the match

    async def run(self) -> None:
        """Runs the match until no more deals follow; waits for absent people."""
        while not self.table.is_closed:
            self._changed.clear()
            try:
                await self._go_on()
                self.trouble = None
            except OSError as wrong:
                self.trouble = told(wrong)
                self._noticed()
                await self.sleep(AGAIN)

    async def _go_on(self) -> None:
        table = self.table
        if table.deal_over:
            await self._next_deal()
        elif self.is_window:
            await self._let_speak()
        elif table.to_act[0] not in self.people or table.to_act[0] in self._bots:
            await self._let_bot_act(table.to_act[0])
        elif (passing := table.plain_pass(table.to_act[0])) is not None:
            table.submit(table.to_act[0], passing)
            self._noticed()
        elif not await self._in_time():
            await self._move_by_clock(table.to_act[0])

    # The clock

    @property
    def _clock_runs(self) -> bool:
        """Whether the clock runs; one in seconds only once everybody has come, and never while nobody is present."""
        if self.clock is None or self.clock.is_of_days:
            return self.clock is not None
        return bool(self._screens) and self.people <= self._met | self._bots.keys()

    @property
    def left(self) -> float | None:
        """Seconds until a bot makes the move that is due; None if the clock is not running."""
        if self.clock is None or not self._clock_runs:
            return None
        return max(0.0, self.clock.ends(self._since) - self.time())

    async def _in_time(self) -> bool:
        """Waits for a change or the next look at the clock; False if the time ran out first."""
        left = self.left
        looks = left is not None and left > LOOK and self.clock is not None and self.clock.is_of_days
        if looks:
            left = LOOK
        changed = asyncio.ensure_future(self._changed.wait())
        over = None if left is None else asyncio.ensure_future(self.sleep(left))
        try:
            await asyncio.wait([changed] if over is None else [changed, over], return_when=asyncio.FIRST_COMPLETED)
            return self._changed.is_set() or over is None or looks
        finally:
            changed.cancel()
            if over is not None:
                over.cancel()

    async def _move_by_clock(self, seat: Seat) -> None:
        """Lets a bot move for a player whose time is up, unless they move while it thinks."""
        table, number = self.table, self.number
        assert self.clock is not None, "no clock runs"
        think = partial(table.hint, seat, self.clock.style, lambda: number == self.number)
        try:
            hint = await asyncio.get_running_loop().run_in_executor(self._executor, think)
        except Exception:  # A failure while thinking about an outdated table does not matter.
            if number == self.number:
                raise
            return
        if number == self.number:
            table.submit_late(seat, hint.move)
            self._noticed()

    async def _next_deal(self) -> None:
        """Starts the next deal once everybody present has seen the result of the last one, or has had the time to."""
        if (not self._screens or not self._ready.issuperset(self._screens)) and await self._in_time():
            return
        self.table.next_deal()
        self._ready.clear()
        self.leaving.clear()
        self._noticed("deal")

    async def _let_bot_act(self, seat: Seat) -> None:
        """Lets a bot move: it thinks in a thread, and its moves come slowly enough to follow."""
        table, number = self.table, self.number
        loop = asyncio.get_running_loop()
        others = self.people.intersection(table.to_act) - self._bots.keys()
        pause = asyncio.ensure_future(self.sleep(self._delay * (PATIENCE if others else 1)))
        try:
            # Look up the style now: a player who comes back while the bot thinks no longer has one.
            move = await loop.run_in_executor(self._executor, self._bot_move, seat, self._bots.get(seat))
            await pause
        except Exception:  # A failure while thinking about an outdated table does not matter.
            if number == self.number:
                raise
            return
        finally:
            pause.cancel()
        if number == self.number and (seat not in self.people or seat in self._bots):
            with suppress(Overtaken):
                if seat in self._bots and seat not in table.up:
                    table.note_help(seat)
                table.submit(seat, move)
                self._noticed()

    def _bot_move(self, seat: Seat, style: str | None) -> Move:
        """The move of a seat's bot, or for a person, of the bot that plays until they come back."""
        return self.table.bot_move(seat) if style is None else self.table.hint(seat, style).move

    # Secret questions

    @property
    def is_window(self) -> bool:
        """Whether somebody may be asked in secret now, and answers are still awaited."""
        table = self.table
        return not table.deal_over and table.aside and self._passed != self._moment

    @property
    def is_secret(self) -> bool:
        """Whether nobody may see now who acts."""
        table = self.table
        asked = not table.deal_over and table.silence is not None
        return self._shown is not None or self.is_window or asked

    @property
    def deal_over(self) -> bool:
        """Whether the deal has ended and everybody may see that."""
        return self._shown is None and self.table.deal_over

    @property
    def _moment(self) -> tuple[int, int]:
        return self.table.deals, self.table.spoken

    async def _let_speak(self) -> None:
        """Waits for the fixed time, then makes the answers."""
        table, moment = self.table, self._moment
        if self.people - self._screens.keys() - self._bots.keys() and await self._in_time():
            # Everybody is waited for: an absent player could not answer, and their absence is public.
            return
        await self.sleep(self._window)
        reveal = asyncio.ensure_future(self.sleep(REVEAL))
        self._shown = {seat: self._quiet_view(seat) for seat in (*self.people, ONLOOKER)}, len(table.public_events())
        try:
            # No other task runs in between, so nobody can see who is asked.
            while (silence := table.silence) is not None and self._moment == moment:
                seat = table.to_act[0]
                table.submit(seat, self._answer(seat, silence))
            self._passed = moment  # Not earlier: if saving failed, players still being asked may answer again.
        finally:
            self._said.clear()
            await reveal
            self._shown = None
        self._noticed()

    def _answer(self, seat: Seat, silence: Move) -> Move:
        if seat not in self.people or seat in self._bots:
            return self._bot_move(seat, self._bots.get(seat))
        said = self._said.get(seat, [])
        answer = said.pop(0) if said else silence
        return silence if self.table.explain(seat, answer) is not None else answer

    # The interface for screens

    def view_of(self, seat: Seat) -> View:
        """The current view of a seat, or of ONLOOKER."""
        if self._shown is not None:
            return self._shown[0][seat]
        if not self.is_secret:
            return self.table.public_view() if seat == ONLOOKER else self.table.view(seat)
        view = self._quiet_view(seat)
        scene = None if seat == ONLOOKER else self.table.asked_aside(seat, self._said.get(seat, ()))
        return view if scene is None else view._replace(scene=scene, is_turn=True, aside=True)

    def _quiet_view(self, seat: Seat) -> View:
        """The view of a seat that is not asked, or of a viewer, while others may be."""
        view = self.table.public_view() if seat == ONLOOKER else self.table.quiet_view(seat)
        prompt = say("Players may have a word to say; it goes on in a moment.")
        chairs = tuple(chair._replace(acting=False) for chair in view.scene.chairs)
        scene = view.scene._replace(chairs=chairs, choices=(), prompt=prompt, verb="", targets=())
        return view._replace(scene=scene, is_turn=False)

    def submit(self, seat: Seat, move: Move) -> None:
        """Makes a move, or keeps a secret answer. Raises RuleBroken and OSError without changing anything."""
        table = self.table
        if self._shown is not None:
            return
        if self.is_window:
            if table.asked_aside(seat, self._said.get(seat, ())) is not None:
                self._said.setdefault(seat, []).append(move)
        elif table.silence is None and seat in table.to_act:
            table.submit(seat, move)
            self._noticed()

    def public_events(self, since: int) -> list[Event]:
        """The events that everybody may already know."""
        return self.table.public_events(since)[: None if self._shown is None else max(0, self._shown[1] - since)]

    @property
    def may_look_back(self) -> bool:
        """Whether there is a finished deal that everybody may look at with open cards."""
        return self.open_after and self.deal_over and self.path is not None

    def look_back(self) -> Replay | None:
        """The finished deals with open cards; None if that is not allowed. May be called from another thread.

        Raises BadRecord, Unreadable and OSError.
        """
        if not self.may_look_back or self.path is None:
            return None
        return Replay(read_record(self.path), secret=True)

    def speak(self, by: Seat | str, text: str) -> bool:
        """Says a line for a seat or a viewer's name; False if the speaker is over the limit or muted."""
        if isinstance(by, str) and not self.hears_watchers:
            return False
        spoke = self._chat.say(by, text, self.time())
        if spoke:
            self._tell("said")
        return spoke is not False

    def let_watchers_speak(self, speak: bool) -> None:
        """Lets viewers speak, or mutes them; announces the change, also to people who come later."""
        if speak != self.hears_watchers:
            self.hears_watchers = speak
            self.announce(WATCHERS_SPEAK if speak else WATCHERS_ARE_SILENT)

    def announce(self, line: Text) -> None:
        """Announces something about the table to everybody."""
        self._chat.tell(line)
        self._tell("said")

    def spoken(self, since: int) -> list[ChatLine]:
        """The lines after this number."""
        return self._chat.since(since)

    def ready(self, seat: Seat) -> None:
        """Marks this seat's player as having seen the result of the deal."""
        if self.deal_over and seat in self._screens and seat not in self._ready:
            self._ready.add(seat)
            self._tell("people", besides=seat)
            self._changed.set()

    @property
    def reading(self) -> frozenset[Seat]:
        """The present players who still look at the result; the next deal waits for them."""
        return frozenset(self._screens.keys() - self._ready) if self.deal_over else frozenset()
