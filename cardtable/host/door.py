"""Who may come in: a code for each friend. The right one lets in whatever others try; a wrong one is answered late."""

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
"""Of codes: none that looks like another one."""
GROUPS, GROUP = 4, 4
"""Of a code: sixteen letters are some 79 bits, which nobody guesses however often they try."""
WRONG_TAKES = 1.0
"""Seconds until a wrong code is answered."""
MANY, COUNTED_FOR = 5, 600
"""Wrong codes that are worth a line to the host, and the seconds in which they are counted."""
TOLD_AFTER = 60
"""Seconds in which the host is told once at most."""


def new_code() -> str:
    """An invitation that nobody guesses."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))


def digest(code: str) -> str:
    """What is kept of a code. People may type it with spaces and capitals."""
    plain = "".join(sign for sign in code.lower() if sign in LETTERS)
    return hashlib.sha256(plain.encode()).hexdigest()


class Door:
    """Lets in whoever has a code, and knows by it who that is."""

    def __init__(self, digests: Mapping[str, str], clock: Callable[[], float] = monotonic) -> None:
        self.digests = dict(digests)
        """By name what is kept of a friend's code."""
        self.named: set[str] = set()
        """Whom the host has named; others have called themselves what they are called."""
        self.places = Places(clock)
        self.tell: Callable[[Text], object] = lambda line: None
        """Tells the host."""
        self.sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
        self._clock = clock
        self._wrong: deque[float] = deque(maxlen=9_999)
        """When wrong codes were said."""
        self._told: float | None = None

    def new_code(self, name: str) -> str:
        """A code for this friend, instead of the one they had."""
        code = new_code()
        self.digests[name] = digest(code)
        return code

    def name_for(self, code: str) -> str | None:
        """Whose code this is. Takes the same time whoever it is, and whether it is anybody's."""
        given, found = digest(code), None
        for name, kept in self.digests.items():
            if hmac.compare_digest(given, kept):
                found = name
        return found

    async def hear(self, code: str, address: str) -> str | None:
        """Whose code somebody has said; what is nobody's is counted, and answered late."""
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
