"""One match with people who each have a screen of their own: who may do what when, and what each of them may see.

`SharedTable` lets the match go on, and holds the table, which alone owns the full state. Each screen holds a
`SeatTable` (`seat_table`): its own seat, with what `observe` gives that seat, and no way to anybody else's cards.

In some games players are asked in secret, because of the cards they hold. At a moment at which anybody may be asked
(everybody can tell) the match stands still for a while of fixed length, whether anybody is asked or not. Who is asked
answers on their own screen meanwhile; the answers are kept. At the end all are made in one step, and silence for those
who have not answered; then everybody sees what is now on the table, at a time on which nothing hidden has a bearing.
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
"""Seconds in which players who are asked in secret may answer."""
REVEAL = 0.2
"""Seconds after that until everybody sees what was said: longer than it takes to make all answers."""
DELAY = 0.7
"""Seconds that the table stands still before a bot's move; thinking counts."""
PATIENCE = 4
"""So many times longer a bot waits while people may do something out of turn."""
AGAIN = 5.0
"""Seconds until a move is tried again that could not be saved."""

News = Literal["moved", "deal", "people", "said", "closed"]
"""Something was done or shown; a new deal has begun; somebody has come, gone or said something; the host has ended."""
Heard = Callable[[News], None]


class SecretsTakeNoThought(Fault):
    """A style that thinks for long cannot sit where it may be asked in secret: its thinking would tell that it was."""


class SharedTable:
    """The match of a table whose people sit elsewhere, each at a screen of their own."""

    def __init__(
        self,
        table: Table,
        *,
        window: float = WINDOW,
        delay: float = DELAY,
        executor: Executor | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Raises SecretsTakeNoThought, BadClock, and UnknownBot for the bot of the clock."""
        if clock is not None:
            clock.check(table.rules)
            clock = clock._replace(style=clock.style or usual(table.header.family))
            find_bot(clock.style, table.header.family)
        self.clock = clock
        self.hints = False
        """Whether people may ask an adviser."""
        self.silly: Path | None = None
        """Where bots' moves are written down that somebody finds silly."""
        self.open_after = False
        """Whether everybody may look back with open cards after a deal."""
        self.hears_watchers = False
        """Whether those who watch may speak."""
        self.number = 0
        """Counts what everybody could notice."""
        self.trouble: Text | None = None
        """Why the last move could not be saved."""
        self.sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
        self.time: Callable[[], float] = monotonic
        self._since = 0.0
        """Since when the clock runs."""
        if clock is not None and clock.is_of_days:
            self.time, self._since = time, time()
            # Where the record cannot be looked at the turn begins now.
            with suppress(OSError):
                self._since = self._since if table.path is None else table.path.stat().st_mtime
        self._met: set[Seat] = set()
        """The people who have ever been here."""
        self.table = table
        """No screen has it."""
        self._window = window
        self._delay = delay
        self._executor = executor or Unwaited()
        self._screens: dict[Seat, Heard] = {}
        self._onlookers: list[Heard] = []
        self._bots: dict[Seat, str] = {}
        """The seats of people who are away for which a bot plays, with its style."""
        self._chat = Chat()
        self.leaving: set[Seat] = set()
        """Who has said that this deal is their last."""
        self._ready: set[Seat] = set()
        self._said: dict[Seat, list[Move]] = {}
        self._passed = (0, 0)
        """The moment at which everybody had the time to speak in secret."""
        self._shown: tuple[dict[Seat, View], int] | None = None
        """While answers are made: what people see until all are, and how many events they know of."""
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

    # Who sits there

    @property
    def people(self) -> frozenset[Seat]:
        return self.table.people

    @property
    def names(self) -> Sequence[str]:
        """The players by seat."""
        return self.table.names

    @property
    def present(self) -> frozenset[Seat]:
        """The people who have a screen now."""
        return frozenset(self._screens)

    @property
    def is_closed(self) -> bool:
        """Nothing is dealt here any more."""
        return self.table.is_closed

    @property
    def deals(self) -> int:
        return self.table.deals

    @property
    def path(self) -> Path | None:
        """Where the record lies."""
        return self.table.path

    def close(self) -> None:
        """Lets go of the record; everything is on the disk already."""
        self.table.close()

    def sit(self, seat: Seat, heard: Heard) -> None:
        """Gives a seat to a screen, which is told of all that happens; a screen that had it before is told `closed`."""
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
        """A screen is gone; nothing if another one has the seat by now."""
        if self._screens.get(seat) == heard:
            del self._screens[seat]
            self._ready.discard(seat)
            self._tell("people")
            self._changed.set()

    def watch(self, heard: Heard) -> None:
        """Shows the table to somebody who has no seat, and tells them of all that happens."""
        self._onlookers.append(heard)

    def watch_no_more(self, heard: Heard) -> None:
        """Somebody who watched is gone."""
        if heard in self._onlookers:
            self._onlookers.remove(heard)

    def send_away(self, seat: Seat) -> None:
        """Closes the screen of this seat, if there is one; whoever has the seat may come back."""
        if (heard := self._screens.get(seat)) is not None:
            heard("closed")
            self.rise(seat, heard)

    def let_bot_play(self, seat: Seat, style: str) -> None:
        """A bot of this style plays for a person, who is sent away, until they come back.

        Raises UnknownBot and SecretsTakeNoThought.
        """
        find_bot(style, self.table.header.family)
        self._check_style(style)
        self.send_away(seat)
        self._bots[seat] = style
        self._tell("people")
        self._changed.set()

    def get_up(self, seat: Seat) -> None:
        """That was the evening for this player: a bot takes the seat until they come back; the last one closes it.

        Their screen leaves by itself; said twice, it is said once. Only between two deals. Raises OSError.
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
        """A player gets up after this deal, or stays after all; everybody sees it."""
        (self.leaving.add if leaves else self.leaving.discard)(seat)
        self._tell("people")

    @property
    def played_by_bots(self) -> frozenset[Seat]:
        """The seats of people for whom bots play until they come back."""
        return frozenset(self._bots)

    def _tell(self, news: News, besides: Seat | None = None) -> None:
        """Tells every screen; in the order of seats, so that the order says nothing."""
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

    # How it goes on

    async def run(self) -> None:
        """Lets it go on until nothing is dealt any more; people who are away are waited for."""
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
        """Not before everybody has come for the first time, and not while nobody is there, unless it is of days."""
        if self.clock is None or self.clock.is_of_days:
            return self.clock is not None
        return bool(self._screens) and self.people <= self._met | self._bots.keys()

    @property
    def left(self) -> float | None:
        """Seconds until a bot makes the move that is due; None where the clock does not run."""
        if self.clock is None or not self._clock_runs:
            return None
        return max(0.0, self.clock.ends(self._since) - self.time())

    async def _in_time(self) -> bool:
        """Waits until something has changed, or it is time to look again; False when the time was over before."""
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
        """A bot makes the move of a player whose time is over, unless they make it while the bot thinks."""
        table, number = self.table, self.number
        assert self.clock is not None, "no clock runs"
        think = partial(table.hint, seat, self.clock.style, lambda: number == self.number)
        try:
            hint = await asyncio.get_running_loop().run_in_executor(self._executor, think)
        except Exception:  # Thinking about a table that has changed may fail in any way, and matters to nobody.
            if number == self.number:
                raise
            return
        if number == self.number:
            table.submit_late(seat, hint.move)
            self._noticed()

    async def _next_deal(self) -> None:
        """The next deal, once everybody who is there has seen how this one ended, or has had the time to."""
        if (not self._screens or not self._ready.issuperset(self._screens)) and await self._in_time():
            return
        self.table.next_deal()
        self._ready.clear()
        self.leaving.clear()
        self._noticed("deal")

    async def _let_bot_act(self, seat: Seat) -> None:
        """Bots think in a thread; their moves come at a pace that can be followed."""
        table, number = self.table, self.number
        loop = asyncio.get_running_loop()
        others = self.people.intersection(table.to_act) - self._bots.keys()
        pause = asyncio.ensure_future(self.sleep(self._delay * (PATIENCE if others else 1)))
        try:
            # The style is looked up here: whoever comes back while the bot thinks has no bot any more.
            move = await loop.run_in_executor(self._executor, self._bot_move, seat, self._bots.get(seat))
            await pause
        except Exception:  # Thinking about a table that has changed may fail in any way, and matters to nobody.
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
        """What the bot of a seat does; for a person, the bot of this style that plays until they come back."""
        return self.table.bot_move(seat) if style is None else self.table.hint(seat, style).move

    # What is asked in secret

    @property
    def is_window(self) -> bool:
        """Whether somebody may be asked in secret now, and answers are still waited for."""
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
        """The deal has ended, and everybody may see it."""
        return self._shown is None and self.table.deal_over

    @property
    def _moment(self) -> tuple[int, int]:
        return self.table.deals, self.table.spoken

    async def _let_speak(self) -> None:
        """Waits as long as at any such moment, then makes what was said."""
        table, moment = self.table, self._moment
        if self.people - self._screens.keys() - self._bots.keys() and await self._in_time():
            # Everybody is waited for: who is away could not answer, and everybody sees that they are away.
            return
        await self.sleep(self._window)
        reveal = asyncio.ensure_future(self.sleep(REVEAL))
        self._shown = {seat: self._quiet_view(seat) for seat in (*self.people, ONLOOKER)}, len(table.public_events())
        try:
            # No other task comes in between: nobody can see who is asked.
            while (silence := table.silence) is not None and self._moment == moment:
                seat = table.to_act[0]
                table.submit(seat, self._answer(seat, silence))
            self._passed = moment  # Not before: whoever is asked still, as nothing could be saved, may answer again.
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

    # What a screen sees and does

    def view_of(self, seat: Seat) -> View:
        """What a seat sees now, or ONLOOKER, who has none."""
        if self._shown is not None:
            return self._shown[0][seat]
        if not self.is_secret:
            return self.table.public_view() if seat == ONLOOKER else self.table.view(seat)
        view = self._quiet_view(seat)
        scene = None if seat == ONLOOKER else self.table.asked_aside(seat, self._said.get(seat, ()))
        return view if scene is None else view._replace(scene=scene, is_turn=True, aside=True)

    def _quiet_view(self, seat: Seat) -> View:
        """What a seat, or somebody who watches, sees that is not asked, while others may be."""
        view = self.table.public_view() if seat == ONLOOKER else self.table.quiet_view(seat)
        prompt = say("Players may have a word to say; it goes on in a moment.")
        chairs = tuple(chair._replace(acting=False) for chair in view.scene.chairs)
        scene = view.scene._replace(chairs=chairs, choices=(), prompt=prompt, verb="", targets=())
        return view._replace(scene=scene, is_turn=False)

    def submit(self, seat: Seat, move: Move) -> None:
        """Makes a move, or keeps what is said in secret. Raises RuleBroken and OSError; nothing has then changed."""
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
        """What everybody may know of already."""
        return self.table.public_events(since)[: None if self._shown is None else max(0, self._shown[1] - since)]

    @property
    def may_look_back(self) -> bool:
        """Whether a deal is over that everybody may look at with open cards."""
        return self.open_after and self.deal_over and self.path is not None

    def look_back(self) -> Replay | None:
        """The deals that are over, with open cards; None where that is not allowed. May be called in another thread.

        Raises BadRecord, Unreadable and OSError.
        """
        if not self.may_look_back or self.path is None:
            return None
        return Replay(read_record(self.path), secret=True)

    def speak(self, by: Seat | str, text: str) -> bool:
        """Says a line by a seat or the name of somebody who watches; False where that is too much, or is not heard."""
        if isinstance(by, str) and not self.hears_watchers:
            return False
        spoke = self._chat.say(by, text, self.time())
        if spoke:
            self._tell("said")
        return spoke is not False

    def let_watchers_speak(self, speak: bool) -> None:
        """Lets those who watch say lines, or not; everybody is told, those too who come later."""
        if speak != self.hears_watchers:
            self.hears_watchers = speak
            self.announce(WATCHERS_SPEAK if speak else WATCHERS_ARE_SILENT)

    def announce(self, line: Text) -> None:
        """Tells everybody something about the table."""
        self._chat.tell(line)
        self._tell("said")

    def spoken(self, since: int) -> list[ChatLine]:
        """What was said after the line of this number."""
        return self._chat.since(since)

    def ready(self, seat: Seat) -> None:
        """Whoever has this seat has seen how the deal ended."""
        if self.deal_over and seat in self._screens and seat not in self._ready:
            self._ready.add(seat)
            self._tell("people", besides=seat)
            self._changed.set()

    @property
    def reading(self) -> frozenset[Seat]:
        """Who is here and has not gone on from the deal that is over, which the next one waits for."""
        return frozenset(self._screens.keys() - self._ready) if self.deal_over else frozenset()
