"""The hall: the tables, their seating, the people present, and the host's actions on all this.

Everybody goes by a name. Codes and keys (`door`, `friends`) identify the name somebody comes under; a table assigns its
seats to names. A match starts once no seat of its table is open: its record then has all the players' names.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, count

import asyncssh

from cardtable.bots.finding import guests_styles, usual
from cardtable.bots.people import names_for
from cardtable.bots.search.unwaited import Unwaited
from cardtable.engine.faults import told
from cardtable.engine.moves import Seat
from cardtable.engine.text import LONGEST_NAME, Text, are_alike, is_name, say
from cardtable.games import find_preset
from cardtable.host.door import Door
from cardtable.host.friends import BadFriends, Friends
from cardtable.host.guest_screen import GuestScreen
from cardtable.host.tables import OPEN, HallTable, NotNow, Opener
from cardtable.host.turns import Turns
from cardtable.match.chat import WATCHERS_ARE_SILENT, WATCHERS_SPEAK
from cardtable.match.seat import SeatTable, WatchTable
from cardtable.match.shared import News
from cardtable.player.saved import SavedTable
from cardtable.tui.menus.hall_screen import HallRow, PersonRow
from cardtable.words import Words


class Hall:
    """All tables of one host."""

    def __init__(
        self, door: Door, friends: Friends, words: Words, say: Callable[[str], None], begin: Opener, *, most: int = 0
    ) -> None:
        self.door = door
        door.tell = self.tell
        self.friends = friends
        self._words = words
        self._say = say
        """Shows a line to the host."""
        self.tables: list[HallTable] = []
        self._numbers = count()
        self.guests: list[Guest] = []
        self.codes: dict[str, str] = {}
        """By name: the codes made since the program started; of older ones only the hashes are known."""
        self.most = most
        """Maximum number of tables opened by guests."""
        self.remembered: dict[str, dict[str, bool]] = {}
        """By name: a guest's preferences, remembered until the program ends."""
        self.hears_watchers = False
        """Whether spectators may speak at the tables they watch."""
        self.how: tuple[Text, ...] = ()
        self.message: Callable[[str], str] = lambda name: ""
        """Returns the message on how to join, by name."""
        self.page = ""
        """The start of links to seats in the browser, to be followed by a code; empty if there are no pages."""
        self.relayed = self.relayed_page = 0
        """The ports assigned by a relay, if friends come through one: for `ssh`, and for browsers."""
        self.keep: Callable[[], None] = lambda: None
        """Saves the matches and the codes."""
        self._begin = begin
        self.thoughts = Unwaited()
        """The thread in which the bots of all guests' tables think, one at a time."""
        self.turns = Turns()
        """The turns in which guests are told about events at their tables."""
        self._changed = asyncio.Event()

    def tell(self, line: Text) -> None:
        """Shows a message to the host, on their screen if they have one."""
        app = next((guest.app for guest in self.guests if guest.is_host and guest.app is not None), None)
        (self._say if app is None else app.tell)(self._words.text(line))

    async def run(self) -> None:
        """Runs until the host's matches are over and everybody has left. Raises the error of a failed match."""
        while True:
            self._changed.clear()
            for table in self.tables:
                if table.going is not None and table.going.done():
                    table.going.result()
            if all(table.is_over for table in self.tables) and not self.guests:
                return
            await self._changed.wait()

    def close(self) -> None:
        """Stops all matches."""
        for table in self.tables:
            if table.going is not None:
                table.going.cancel()
            if table.shared is not None:
                table.shared.close()

    def changed(self) -> None:
        """Updates everybody's view of the hall."""
        self._changed.set()
        for guest in self.guests:
            if guest.app is not None:
                guest.app.hall_changed()

    # Tables

    def add(self, table: HallTable) -> None:
        """Adds a table and starts or resumes its match if nobody is missing. Raises ValueError and OSError."""
        self.put(table)
        try:
            self.begin(table)
        except (ValueError, OSError):
            self.tables.remove(table)
            raise
        self.changed()

    def put(self, table: HallTable) -> None:
        """Adds a table whose match is started later."""
        table.number = next(self._numbers)
        self.tables.append(table)

    def begin(self, table: HallTable) -> None:
        """Starts or resumes a match if nobody is missing; seats the players who wait for it in the hall."""
        if OPEN in table.agreed.names or table.going is not None:
            return
        if table.shared is None:
            table.shared = self._begin(table.agreed, None if table.owner == OPEN else self.thoughts)
        table.shared.let_watchers_speak(self.hears_watchers)
        table.going = asyncio.get_running_loop().create_task(table.shared.run())
        table.going.add_done_callback(lambda going: self.changed())
        self.note()
        for guest in self.guests:
            if guest.app is not None and table.seat_of(guest.name) is not None:
                guest.app.called_to(partial(guest.sit_at, table))

    def note(self) -> None:
        """Saves the matches and the codes; tells the host if that fails."""
        try:
            self.keep()
        except (OSError, ValueError) as error:
            self.tell(told(error))

    def seats_of(self, name: str) -> Iterator[tuple[HallTable, Seat]]:
        """Yields a person's tables and seats."""
        for table in self.tables:
            seat = table.seat_of(name)
            if seat is not None:
                yield table, seat

    # Arrivals

    def whose(self, key: asyncssh.SSHKey) -> str | None:
        """Returns the friend with this key; None if there is none, or the file of keys is damaged."""
        try:
            return self.friends.name_of(key)
        except BadFriends as error:
            self.tell(told(error))
            return None

    def keep_key(self, name: str, key: asyncssh.SSHKey) -> bool:
        """Remembers a friend's key; returns whether the key now identifies them."""
        try:
            if self.friends.keep(name, key):
                self.tell(say("{name} is known by their key from now on.", name=name))
            return self.friends.name_of(key) == name
        except BadFriends as error:
            self.tell(told(error))
            return False

    def new_code(self, name: str) -> str:
        """Returns a new code for this name, replacing the old one."""
        code = self.codes[name] = self.door.new_code(name)
        return code

    def name_for(self, wish: str) -> str:
        """Returns a free name for a newcomer, as close as possible to the one they ask for."""
        wish = wish.strip()[: LONGEST_NAME - 3].strip()
        wish = wish[:1].upper() + wish[1:] if is_name(wish) else "Guest"
        taken = set(self.names()) | {name for table in self.tables for name in table.agreed.names}
        try:
            taken |= {known.name for known in self.friends.known()}
        except BadFriends as error:
            self.tell(told(error))
        numbered = (f"{wish} {nth}" for nth in count(2))
        return next(name for name in chain([wish], numbered) if not any(are_alike(name, one) for one in taken))

    def names(self) -> list[str]:
        """Returns the names of everybody who has a code or a seat, or is present."""
        people = chain.from_iterable(table.people for table in self.tables)
        here = (guest.name for guest in self.guests)
        return list(dict.fromkeys(name for name in chain(self.door.digests, people, here) if name != OPEN))

    def is_here(self, name: str) -> bool:
        """Returns whether this friend is present."""
        return self.door.places.is_here(name) or any(guest.name == name for guest in self.guests)

    def plays_here(self, name: str) -> bool:
        """Returns whether this is the host, at the terminal of this process."""
        return any(guest.is_host and guest.name == name for guest in self.guests)

    def come(self, name: str, wish: str = "", key: asyncssh.SSHKey | None = None, *, is_host: bool = False) -> Guest:
        """Adds a guest, under their own name or admitted by the code of the hall."""
        guest = Guest(self, name or self.name_for(wish), key, is_new=name == OPEN, is_host=is_host)
        self.guests.append(guest)
        return guest

    # The host's actions

    def people(self) -> list[PersonRow]:
        """Returns everybody who has a seat or is present, and the code for everybody else."""
        rows = [
            PersonRow(
                OPEN, Text(""), say("may watch, and sit where a seat is open"), self._code_of(OPEN), self.message(OPEN)
            )
        ]
        named = dict.fromkeys(name for table in self.tables for name in table.people)
        for name in dict.fromkeys([*named, *(guest.name for guest in self.guests)]):
            guest = next((guest for guest in self.guests if guest.name == name), None)
            titles = [table.title for table, _ in self.seats_of(name)]
            where = Text("{what}", {"what": titles[0]}) if titles else say("in the hall")
            rows.append(PersonRow(name, where, self._state_of(name, guest), self._code_of(name), self.message(name)))
        return rows

    def _code_of(self, name: str) -> str:
        return self.codes.get(name, "") if name in self.door.digests else ""

    def _state_of(self, name: str, guest: Guest | None) -> Text:
        if guest is not None:
            tables = [(table.shared, seat) for table, seat in self.seats_of(name) if table.shared is not None]
            waited = any(seat in shared.reading and shared.reading != shared.present for shared, seat in tables)
            return say("here, the next deal waits for them") if waited else say("here")
        bots = (seat in table.shared.played_by_bots for table, seat in self.seats_of(name) if table.shared is not None)
        if any(bots):
            return say("a bot plays")
        return say("away") if name in self.door.digests else say("away, without a code")

    def act(self, name: str, what: str) -> Text:
        """Acts on a person; returns a message saying what was done. Raises ValueError."""
        match what:
            case "code":
                code = self.new_code(name)
                self.note()
                self._forget_keys(name)
                self.changed()
                if name == OPEN:
                    return say("A new code for everybody else:  {code}", code=code)
                return say("The code of {name}:  {code}", name=name, code=code)
            case "away":
                if not any(guest.name == name for guest in self.guests):
                    raise NotNow("choose somebody who is here")
                self._send_away(name)
                return say("{name} was sent away, and may come back.", name=name)
            case "bot":
                return self._let_bot_play(name)
            case "watchers":
                return self._let_watchers_speak()
            case "close":
                self._send_away(name)
                self.door.digests.pop(name, None)
                self.note()
                self._forget_keys(name)
                self.changed()
                if name == OPEN:
                    return say("Nobody comes without a code or a key of their own any more.")
                return say("{name} cannot come back, unless they are given a new code.", name=name)
        raise ValueError(f"nobody does {what!r} with anybody")

    def _let_watchers_speak(self) -> Text:
        """Switches whether spectators may speak, at every table."""
        self.hears_watchers = not self.hears_watchers
        for table in self.tables:
            if table.shared is not None:
                table.shared.let_watchers_speak(self.hears_watchers)
        self.note()
        return WATCHERS_SPEAK if self.hears_watchers else WATCHERS_ARE_SILENT

    def _forget_keys(self, name: str) -> None:
        if name != OPEN:
            self.friends.forget(name)

    def _send_away(self, name: str) -> None:
        for guest in [guest for guest in self.guests if guest.name == name and guest.app is not None]:
            if guest.is_host:
                raise NotNow("this is you")
            guest.send_away()

    def _let_bot_play(self, name: str) -> Text:
        if name == OPEN:
            for table in self.tables:
                while OPEN in table.agreed.names:
                    bot = next(iter(names_for(1, self._words.language, table.agreed.names)))
                    table.give(table.agreed.names.index(OPEN), bot, usual(find_preset(table.agreed.preset)[0].id))
                self.begin(table)
            self.changed()
            return say("Bots have taken the open seats.")
        if not any(table.shared is not None for table, _ in self.seats_of(name)):
            raise NotNow("choose somebody who plays")
        self._send_away(name)
        for table, seat in self.seats_of(name):
            if table.shared is not None:
                table.shared.let_bot_play(seat, usual(table.shared.table.header.family))
        self.changed()
        return say("A bot plays for {name} until they come back.", name=name)


class Guest:
    """A person who has come: their view of the hall, and the table they play at or watch."""

    def __init__(self, hall: Hall, name: str, key: asyncssh.SSHKey | None, *, is_new: bool, is_host: bool) -> None:
        self.name = name
        self.is_host = is_host
        self.app: GuestScreen | None = None
        self.table: SeatTable | None = None
        self.remembered = hall.remembered.setdefault(name, {})
        """Their preferences, remembered for when they come back."""
        self._hall = hall
        self._key = key
        self._is_new = is_new
        """Whether only the code of the hall has admitted them."""
        self._waits: tuple[HallTable, Seat] | None = None
        """The open seat they last took; it becomes theirs for good when the match starts."""

    def hear(self, news: News) -> None:
        """Passes on an event at their table: each guest there draws it in a turn of their own, as the end of a deal
        takes long enough for one.
        """
        if news == "closed":
            self._tell(news)
        else:
            self._hall.turns.add(partial(self._tell, news))

    def _tell(self, news: News) -> None:
        if self.app is not None:
            self.app.hear(news)

    def first(self) -> SeatTable | None:
        """Returns their only seat; None if they have none or several."""
        found = [table for table, _ in self._hall.seats_of(self.name) if table.shared is not None]
        return self.sit_at(found[0]) if len(found) == 1 else None

    def sit_at(self, table: HallTable) -> SeatTable:
        """Returns their seat at a match in progress; the same object if they are already there."""
        seat = table.seat_of(self.name)
        assert seat is not None, "somebody else's seat"
        assert table.shared is not None, "nobody plays yet"
        if self.table is not None and self.table.shared is table.shared:
            return self.table  # A second one would take the seat away from their own screen.
        self.table = SeatTable(table.shared, seat, self.hear)
        return self.table

    def send_away(self) -> None:
        """Closes their screen."""
        assert self.app is not None
        self.app.why_closed = self.app.words.say("The host has closed your screen.")
        self.app.exit(0)

    def rise(self) -> None:
        """Leaves the table."""
        self.table = None

    def leave(self) -> None:
        """Removes the guest; if their match has not started, their seat is open again."""
        if self.table is not None:
            self.table.close()
        self.app = self.table = None
        self._give_back()
        hall = self._hall
        hall.guests.remove(self)
        for table in hall.tables[:]:
            if table.owner != OPEN and self._is_deserted(table):
                hall.tables.remove(table)
                if table.shared is not None:
                    table.shared.close()
        hall.changed()

    def _is_deserted(self, table: HallTable) -> bool:
        """Returns whether a guest's table has nobody left."""
        if table.shared is None:
            return not any(guest.name in table.people for guest in self._hall.guests)
        return table.is_over and not table.shared.present

    def _give_back(self) -> None:
        if self._waits is not None:
            table, seat = self._waits
            self._waits = None
            if table.shared is None:
                table.give(seat, OPEN)

    # The hall as the guest sees it

    @property
    def own_code(self) -> str:
        """Their own code for coming back, if they need one."""
        return self._hall.codes.get(self.name, "") if self._is_new else ""

    @property
    def may_open(self) -> bool:
        """Whether they may open a table of their own."""
        return sum(table.owner != OPEN for table in self._hall.tables) < self._hall.most

    @property
    def is_alone(self) -> bool:
        """Whether the hall has nothing but the table they are at."""
        return len(self._hall.tables) == 1 and self._hall.most == 0 and not self.is_host

    def here(self) -> int:
        """Returns the number of people present."""
        return len(self._hall.guests)

    def notes(self) -> Sequence[Text]:
        """Returns, for the host, how others join; and their own code."""
        code = self.own_code
        own = [say("Your own code, for coming back:  {code}", code=code)] if code else []
        return [*own, *(self._hall.how if self.is_host else ())]

    def tables(self) -> Sequence[HallRow]:
        return [table.row_for(self.name) for table in self._hall.tables]

    def _table(self, number: int) -> HallTable:
        found = next((table for table in self._hall.tables if table.number == number), None)
        if found is None:
            raise NotNow("this table is gone")
        return found

    def sit(self, number: int) -> SeatTable | None:
        """Takes their own seat or an open one; returns None while others are missing at the table."""
        table = self._table(number)
        if table.seat_of(self.name) is None:
            self._take(table)
        return None if table.shared is None else self.sit_at(table)

    def _take(self, table: HallTable) -> None:
        """Takes an open seat; a guest known only by the code of the hall gets a code of their own."""
        if table.shared is not None or OPEN not in table.agreed.names:
            raise NotNow("no seat is open at this table")
        self._give_back()
        seat = table.agreed.names.index(OPEN)
        table.give(seat, self.name)
        self._waits = table, seat
        self._become_known()
        try:
            self._hall.begin(table)
        except (OSError, ValueError):
            self._give_back()
            raise
        finally:
            self._hall.changed()

    def _become_known(self) -> None:
        """Makes sure a guest with a seat can come back to it: by their key, or else by a code of their own."""
        known = not self._is_new or self.name in self._hall.codes
        if not known and (self._key is None or not self._hall.keep_key(self.name, self._key)):
            self._hall.new_code(self.name)
            self._hall.note()

    def watch(self, number: int) -> SeatTable:
        """Watches a match; raises NotNow if they play in it."""
        table = self._table(number)
        if table.shared is None:
            raise NotNow("there is nothing to watch yet")
        if table.seat_of(self.name) is not None:
            raise NotNow("you have a seat at this table")
        self.table = WatchTable(table.shared, self.hear, self.name)
        return self.table

    def open_own(self, agreed: SavedTable) -> None:
        """Opens a table of their own with a seat for them; seats for names unknown to the hall are open.

        Raises ValueError and OSError.
        """
        if not self.may_open:
            raise NotNow("no more tables may be opened")
        me = next((seat for seat, style in enumerate(agreed.styles) if style is None), None)
        if me is None:
            raise NotNow("keep a seat for yourself")
        known = self._hall.door.digests.keys() | {guest.name for guest in self._hall.guests}
        names = [
            self.name if seat == me else OPEN if agreed.styles[seat] is None and name not in known else name
            for seat, name in enumerate(agreed.names)
        ]
        offered = {entry.style for entry in guests_styles(find_preset(agreed.preset)[0].id)}
        if not offered.issuperset(filter(None, agreed.styles)):
            raise NotNow("no bot that thinks for so long sits at this table")
        # Whoever chose the cards would know them.
        table = HallTable(agreed._replace(names=tuple(names), name="", seed=None), self.name)
        self._give_back()
        self._become_known()
        self._hall.add(table)

    def people(self) -> Sequence[PersonRow]:
        """Returns the host's list of people."""
        return self._hall.people() if self.is_host else ()

    def act(self, name: str, what: str) -> Text:
        """Acts on a person; only for the host."""
        if not self.is_host:
            raise NotNow("only the host may do that")
        return self._hall.act(name, what)
