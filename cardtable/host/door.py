"""Who may come in: a code for each friend, and no address may try, or come, too often."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from time import monotonic

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of codes: none that looks like another one."""
GROUPS, GROUP = 4, 4
"""Of a code: sixteen letters are some 79 bits."""
TRIES, TRIES_FOR = 8, 600.0
"""Wrong codes of one address, and the seconds after which they are forgotten."""
ALL_TRIES = 200
"""Wrong codes of all addresses together in the same time."""
COMINGS, COMINGS_FOR = 30, 60.0
"""Connections of one address, and the seconds in which they may be so many."""
AT_ONCE = 16
"""Connections of one address at a time."""
ALL_AT_ONCE = 256
ADDRESSES = 4096
"""Addresses that are remembered."""


def new_code() -> str:
    """An invitation that nobody guesses."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))


def digest(code: str) -> str:
    """What is kept of a code. People may type it with spaces and capitals."""
    plain = "".join(sign for sign in code.lower() if sign in LETTERS)
    return hashlib.sha256(plain.encode()).hexdigest()


def place_of(address: str) -> str:
    """What counts as one address: of IPv6 the network of one household."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


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


class Door:
    """Lets in whoever has a code, and knows by it who that is."""

    def __init__(self, digests: Mapping[str, str], clock: Callable[[], float] = monotonic) -> None:
        self.digests = dict(digests)
        """By name what is kept of a friend's code."""
        self._inside: dict[str, int] = {}
        self._comings = Often(COMINGS_FOR, clock)
        self._wrong = Often(TRIES_FOR, clock)
        self._all_wrong = Often(TRIES_FOR, clock)

    def new_code(self, name: str) -> str:
        """A code for this friend, instead of the one they had."""
        code = new_code()
        self.digests[name] = digest(code)
        return code

    def come(self, address: str) -> bool:
        """Whether a connection from this address may stay; then `go` is called when it ends."""
        place = place_of(address)
        self._comings.add(place, COMINGS + 1)
        inside = self._inside.get(place, 0)
        if self._comings.count(place) > COMINGS or inside >= AT_ONCE or sum(self._inside.values()) >= ALL_AT_ONCE:
            return False
        self._inside[place] = inside + 1
        return True

    def go(self, address: str) -> None:
        """A connection that was let stay has ended."""
        place = place_of(address)
        self._inside[place] -= 1
        if not self._inside[place]:
            del self._inside[place]

    def name_for(self, code: str, address: str) -> str | None:
        """Whose code this is; None for a wrong one, and for an address that has tried too often.

        Takes the same time whoever it is, and whether it is anybody's.
        """
        place = place_of(address)
        tried = self._wrong.count(place) >= TRIES or self._all_wrong.count("") >= ALL_TRIES
        given, found = digest(code), None
        for name, kept in self.digests.items():
            if hmac.compare_digest(given, kept):
                found = name
        if tried:
            return None
        if found is None:
            self._wrong.add(place, TRIES)
            self._all_wrong.add("", ALL_TRIES)
        return found
