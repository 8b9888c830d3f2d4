"""Who has a place at the door: however many connections strangers hold, friends come and go.

Whoever has proved who they are needs no place any more. Where there is none left, one of those who have proved nothing
goes instead of the newcomer: who says nothing for long, or is slow with a code, and else one by lot, so that nobody
can hold the places for long.
"""

from __future__ import annotations

import ipaddress
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from random import Random, SystemRandom
from time import monotonic

from cardtable.web import is_loopback

PLACES = 128
"""Connections that have proved nothing, at a time."""
OF_ONE = 16
"""Those of one address; a relay comes from the loopback, and is everybody's."""
GUESTS = 128
"""Connections with the code of the hall, which is not one friend's."""
SILENT, SLOW = 2.0, 25.0
"""Seconds after which a stranger goes first: without a word that can be understood; without a code."""
OF_NAME = 8
"""Connections of one friend: with one more the oldest ends. They may sit at several tables; most will be dead ones."""
COMINGS, COMINGS_FOR = 30, 60.0
"""Connections of one address, and the seconds in which they may be so many."""
ADDRESSES = 4096
"""Addresses that are remembered."""
KEPT_FILES = 256
"""Files that strangers leave to seats."""


def place_of(address: str) -> str:
    """What counts as one address: of IPv6 the network of one household."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None and not found.is_loopback:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(getattr(found, "ipv4_mapped", None) or found)


def files_for_strangers() -> int:
    """Takes all files that the system gives to one process; how many of them may be open when strangers come."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows
        return sys.maxsize
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 1 << 16 if hard == resource.RLIM_INFINITY else min(hard, 1 << 16)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (ValueError, OSError):  # macOS allows fewer than it says.
            pass
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft - min(KEPT_FILES, soft // 2)


class Often:
    """Counts what each address does, for so many seconds; addresses that did nothing lately are forgotten first."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._clock = clock
        self._when: OrderedDict[str, deque[float]] = OrderedDict()

    def count(self, place: str) -> int:
        """How often it was lately."""
        when = self._when.get(place)
        if when is None:
            return 0
        while when and when[0] <= self._clock() - self._seconds:
            when.popleft()
        return len(when)

    def add(self, place: str, most: int) -> None:
        """Once more; more than `most` need not be told apart."""
        when = self._when.setdefault(place, deque(maxlen=most))
        when.append(self._clock())
        self._when.move_to_end(place)
        if len(self._when) > ADDRESSES:
            self._when.popitem(last=False)


class Coming:
    """A connection of somebody: a stranger, until they have proved who they are."""

    def __init__(self, places: Places, place: str, leave: Callable[[], object]) -> None:
        self.place = place
        self.leave = leave
        """Ends it at once."""
        self.since = places.clock()
        self.has_greeted = False
        """Whether it can be understood."""
        self.name: str | None = None
        """Who has proved to be at its other end."""
        self._places = places

    def proved(self, name: str) -> bool:
        """Somebody has proved who they are; whether there is room for one more who goes by the code of the hall."""
        return self._places.prove(self, name)

    def gone(self) -> None:
        """The connection has ended."""
        self._places.forget(self)


class Places:
    """The connections there are."""

    def __init__(self, clock: Callable[[], float] = monotonic, lot: Random | None = None) -> None:
        self.clock = clock
        self.most_files = sys.maxsize
        """Files that may be open when a stranger comes."""
        self._lot = lot or SystemRandom()
        self._strangers: dict[Coming, None] = {}
        """Who has proved nothing, who came first before the others."""
        self._known: dict[str, dict[Coming, None]] = {}
        """By name who has."""
        self._friendly: OrderedDict[str, None] = OrderedDict()
        """Addresses from which a friend has come."""
        self._comings = Often(COMINGS_FOR, clock)

    def come(self, address: str, leave: Callable[[], object], file: int = 0) -> Coming | None:
        """Somebody comes from this address; None where they may not stay. `file` is the number of what they come by.

        `leave` may be called at any time: it ends the connection.
        """
        place = place_of(address)
        if not is_loopback(place):
            self._comings.add(place, COMINGS + 1)
            if self._comings.count(place) > COMINGS and place not in self._friendly:
                return None
            own = [one for one in self._strangers if one.place == place]
            if len(own) >= OF_ONE:
                self._send_one_away(own)
        if len(self._strangers) >= PLACES:
            self._send_one_away(list(self._strangers))
        if file > self.most_files:  # The system gives the lowest number that is free.
            if not self._strangers:
                return None
            self._send_one_away(list(self._strangers))
        coming = Coming(self, place, leave)
        self._strangers[coming] = None
        return coming

    def welcome(self, name: str, address: str, leave: Callable[[], object]) -> Coming | None:
        """Somebody who has proved who they are, elsewhere than here; None where there is no room for them."""
        coming = Coming(self, place_of(address), leave)
        return coming if coming.proved(name) else None

    def _send_one_away(self, among: Sequence[Coming]) -> None:
        """One of these goes: of those from where no friend has ever come, if there are any."""
        among = [one for one in among if one.place not in self._friendly] or among
        now = self.clock()
        silent = [one for one in among if not one.has_greeted and now - one.since > SILENT]
        slow = [one for one in among if now - one.since > SLOW]
        goes = next(iter(silent or slow), None) or self._lot.choice(among)
        self.forget(goes)
        goes.leave()

    def prove(self, coming: Coming, name: str) -> bool:
        """Notes whose connection this is; False where too many have come with the code of the hall."""
        if not name:
            guests = Counter(one.place for one in self._known.get(name, ()))
            of_one = 0 if is_loopback(coming.place) else guests[coming.place]
            if of_one >= OF_ONE or guests.total() >= GUESTS:
                return False
        self.forget(coming)
        coming.name = name
        known = self._known.setdefault(name, {})
        known[coming] = None
        if not is_loopback(coming.place):  # From there everybody comes, by a relay.
            self._friendly[coming.place] = None
            self._friendly.move_to_end(coming.place)
            if len(self._friendly) > ADDRESSES:
                self._friendly.popitem(last=False)
        if name and len(known) > OF_NAME:
            oldest = next(iter(known))
            self.forget(oldest)
            oldest.leave()
        return True

    def forget(self, coming: Coming) -> None:
        """This connection has ended, or is about to."""
        self._strangers.pop(coming, None)
        known = self._known.get(coming.name, {}) if coming.name is not None else {}
        known.pop(coming, None)
        if coming.name is not None and not known:
            self._known.pop(coming.name, None)

    def is_here(self, name: str) -> bool:
        """Whether somebody who lives has proved to be this friend."""
        return name in self._known

    def __len__(self) -> int:
        """How many connections there are."""
        return len(self._strangers) + sum(map(len, self._known.values()))
