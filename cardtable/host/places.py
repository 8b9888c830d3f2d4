"""The connections at the door: however many of them strangers hold, friends can come and go.

A connection whose owner has been identified needs no place any more. If all places are taken, an unidentified one gives
way to the newcomer: one silent for long, or slow with a code, or else one at random, so that nobody can hold the places
for long.
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
"""Maximum unidentified connections at a time."""
OF_ONE = 16
"""Maximum of those from one address; a relay comes from the loopback address, which all share."""
GUESTS = 128
"""Maximum connections with the code of the hall, which belongs to no single friend."""
SILENT, SLOW = 2.0, 25.0
"""Seconds after which an unidentified connection is first to go: without a valid greeting; without a code."""
OF_NAME = 8
"""Maximum connections of one friend; one more ends the oldest. They may be at several tables; most will be dead."""
COMINGS, COMINGS_FOR = 30, 60.0
"""Maximum new connections of one address, and the seconds over which they are counted."""
ADDRESSES = 4096
"""Maximum addresses remembered."""
KEPT_FILES = 256
"""File descriptors reserved for seats."""


def place_of(address: str) -> str:
    """Returns what counts as one address: for IPv6, the network of a household."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None and not found.is_loopback:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(getattr(found, "ipv4_mapped", None) or found)


def files_for_strangers() -> int:
    """Increases the process's file limit as far as allowed; returns how many may be open when a stranger comes."""
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
        except (ValueError, OSError):  # macOS allows fewer than it claims.
            pass
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft - min(KEPT_FILES, soft // 2)


class Often:
    """Counts the actions of each address over some seconds; the least recently active addresses are forgotten first."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._clock = clock
        self._when: OrderedDict[str, deque[float]] = OrderedDict()

    def count(self, place: str) -> int:
        """Returns the recent count."""
        when = self._when.get(place)
        if when is None:
            return 0
        while when and when[0] <= self._clock() - self._seconds:
            when.popleft()
        return len(when)

    def add(self, place: str, most: int) -> None:
        """Counts one more; beyond `most` the exact number does not matter."""
        when = self._when.setdefault(place, deque(maxlen=most))
        when.append(self._clock())
        self._when.move_to_end(place)
        if len(self._when) > ADDRESSES:
            self._when.popitem(last=False)


class Coming:
    """A connection, unidentified until its owner has proved who they are."""

    def __init__(self, places: Places, place: str, leave: Callable[[], object]) -> None:
        self.place = place
        self.leave = leave
        """Closes it at once."""
        self.since = places.clock()
        self.has_greeted = False
        """Whether it has made a valid greeting."""
        self.name: str | None = None
        """The name its owner has proved."""
        self._places = places

    def proved(self, name: str) -> bool:
        """Identifies the owner; returns whether there is space for one more with the code of the hall."""
        return self._places.prove(self, name)

    def gone(self) -> None:
        """Removes the connection, which has ended."""
        self._places.forget(self)


class Places:
    """The current connections."""

    def __init__(self, clock: Callable[[], float] = monotonic, lot: Random | None = None) -> None:
        self.clock = clock
        self.most_files = sys.maxsize
        """Files that may be open when a stranger comes."""
        self._lot = lot or SystemRandom()
        self._strangers: dict[Coming, None] = {}
        """The unidentified connections, in order of arrival."""
        self._known: dict[str, dict[Coming, None]] = {}
        """By name: the identified connections."""
        self._friendly: OrderedDict[str, None] = OrderedDict()
        """Addresses friends have come from."""
        self._comings = Often(COMINGS_FOR, clock)

    def come(self, address: str, leave: Callable[[], object], file: int = 0) -> Coming | None:
        """Adds a connection from this address; returns None if it may not stay. `file` is its file number.

        `leave` closes the connection, and may be called at any time.
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
        if file > self.most_files:  # The system assigns the lowest free number.
            if not self._strangers:
                return None
            self._send_one_away(list(self._strangers))
        coming = Coming(self, place, leave)
        self._strangers[coming] = None
        return coming

    def welcome(self, name: str, address: str, leave: Callable[[], object]) -> Coming | None:
        """Adds a connection already identified elsewhere; returns None if there is no space for it."""
        coming = Coming(self, place_of(address), leave)
        return coming if coming.proved(name) else None

    def _send_one_away(self, among: Sequence[Coming]) -> None:
        """Closes one of these, preferably from an address no friend has ever come from."""
        among = [one for one in among if one.place not in self._friendly] or among
        now = self.clock()
        silent = [one for one in among if not one.has_greeted and now - one.since > SILENT]
        slow = [one for one in among if now - one.since > SLOW]
        goes = next(iter(silent or slow), None) or self._lot.choice(among)
        self.forget(goes)
        goes.leave()

    def prove(self, coming: Coming, name: str) -> bool:
        """Notes the owner of a connection; returns False if too many have come with the code of the hall."""
        if not name:
            guests = Counter(one.place for one in self._known.get(name, ()))
            of_one = 0 if is_loopback(coming.place) else guests[coming.place]
            if of_one >= OF_ONE or guests.total() >= GUESTS:
                return False
        self.forget(coming)
        coming.name = name
        known = self._known.setdefault(name, {})
        known[coming] = None
        if not is_loopback(coming.place):  # Through a relay everybody comes from there.
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
        """Removes a connection that has ended or is about to."""
        self._strangers.pop(coming, None)
        known = self._known.get(coming.name, {}) if coming.name is not None else {}
        known.pop(coming, None)
        if coming.name is not None and not known:
            self._known.pop(coming.name, None)

    def is_here(self, name: str) -> bool:
        """Returns whether this friend has an open connection."""
        return name in self._known

    def __len__(self) -> int:
        """Returns the number of connections."""
        return len(self._strangers) + sum(map(len, self._known.values()))
