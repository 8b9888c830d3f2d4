"""Admission by codes, one for each friend. The right one always gets in; answers to wrong ones are delayed."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic

from cardtable.engine.text import Text, say
from cardtable.host.places import Places

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The letters of codes: no two look alike."""
GROUPS, GROUP = 4, 4
"""The shape of a code: sixteen letters are about 79 bits, which nobody guesses with any number of tries."""
WRONG_TAKES = 1.0
"""Seconds before a wrong code is answered."""
MANY, COUNTED_FOR = 5, 600
"""The number of wrong codes that is reported to the host, and the seconds over which they are counted."""
TOLD_AFTER = 60
"""Minimum seconds between two such reports."""


def new_code() -> str:
    """Returns a code that nobody can guess."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))


def digest(code: str) -> str:
    """Returns the hash that is stored of a code. People may type codes with spaces and capitals."""
    plain = "".join(sign for sign in code.lower() if sign in LETTERS)
    return hashlib.sha256(plain.encode()).hexdigest()


class Door:
    """Admits everyone with a code, and knows from it who they are."""

    def __init__(self, digests: Mapping[str, str], clock: Callable[[], float] = monotonic) -> None:
        self.digests = dict(digests)
        """By name: the hash of a friend's code."""
        self.named: set[str] = set()
        """The names given by the host; everybody else chose their own."""
        self.places = Places(clock)
        self.tell: Callable[[Text], object] = lambda line: None
        """Sends a message to the host."""
        self.sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
        self._clock = clock
        self._wrong: deque[float] = deque(maxlen=9_999)
        """The times of wrong codes."""
        self._told: float | None = None

    def new_code(self, name: str) -> str:
        """Returns a new code for this friend, replacing the old one."""
        code = new_code()
        self.digests[name] = digest(code)
        return code

    def name_for(self, code: str) -> str | None:
        """Returns the owner of a code. Takes the same time for every code, right or wrong."""
        given, found = digest(code), None
        for name, kept in self.digests.items():
            if hmac.compare_digest(given, kept):
                found = name
        return found

    async def hear(self, code: str, address: str) -> str | None:
        """Returns the owner of a code; a wrong one is counted and answered late."""
        name = self.name_for(code)
        if name is None:
            self._count(address)
            await self.sleep(WRONG_TAKES)
        return name

    def _count(self, address: str) -> None:
        now = self._clock()
        self._wrong.append(now)
        while self._wrong[0] <= now - COUNTED_FOR:
            self._wrong.popleft()
        if len(self._wrong) >= MANY and (self._told is None or now - self._told >= TOLD_AFTER):
            self._told = now
            self.tell(
                say(
                    "Somebody tries codes: {count} in ten minutes, the last from {address}.",
                    count=len(self._wrong),
                    address=address,
                )
            )
