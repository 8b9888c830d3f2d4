"""Tells people who are away that it is their turn, by a command of the host's own: a mail, a message, a sound.

It is told who, at which game, how long they have where a clock runs, and one sentence; no card, no code, and nothing
while anybody may be asked in secret.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

from cardtable.engine.faults import Fault, told
from cardtable.engine.moves import Seat
from cardtable.engine.text import clean, say
from cardtable.host.hall import Hall
from cardtable.host.tables import HallTable
from cardtable.words import Words

AWAY_FOR: Final = 60.0
"""Seconds for which somebody who is away is waited for before they are told."""
LOOK: Final = 5.0
"""Seconds between two looks at the tables."""
PATIENCE: Final = 10.0
"""Seconds after which the command is ended."""


class BadNotice(Fault):
    """What is no command."""


def command_of(given: str) -> list[str]:
    """The command that `--notify` names, word by word; no shell reads it. Raises BadNotice."""
    try:
        words = shlex.split(given)
    except ValueError:
        words = []
    if not words or shutil.which(words[0]) is None:
        raise BadNotice("{given}: there is no such program that can be run", given=clean(given)[:60])
    return words


class Notifier:
    """Runs the command once a turn for whoever is away and is waited for."""

    def __init__(self, hall: Hall, command: list[str], words: Words, clock: Callable[[], float] = monotonic) -> None:
        self._hall = hall
        self._command = command
        self._words = words
        self._clock = clock
        self._since: dict[int, tuple[object, float]] = {}
        """By table what is waited for, and since when."""
        self._told: dict[int, object] = {}
        """By table what was told last."""

    async def run(self) -> None:
        """Looks again and again."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        """Tells everybody who has been waited for long enough."""
        for table in list(self._hall.tables):
            seat = _waited_for(table)
            turn = (
                None if table.shared is None or seat is None else (table.shared.deals, table.shared.table.spoken, seat)
            )
            waits, since = self._since.get(table.number, (None, 0.0))
            if turn is None or turn != waits:
                self._since[table.number] = turn, self._clock()
            elif self._clock() - since >= AWAY_FOR and self._told.get(table.number) != turn and seat is not None:
                self._told[table.number] = turn
                await self._tell(table, table.agreed.names[seat])

    async def _tell(self, table: HallTable, name: str) -> None:
        game = self._words.text(table.title)
        line = self._words.text(say("{name}, it is your turn: {game}.", name=name, game=game))
        told_it = {"CARDTABLE_NAME": name, "CARDTABLE_GAME": game, "CARDTABLE_WHAT": "turn", "CARDTABLE_LINE": line}
        left = None if table.shared is None else table.shared.left
        if left is not None:
            told_it["CARDTABLE_LEFT"] = str(int(left))
        # The environment may hold what another host has told: this one may be a command of it.
        inherited = {name: value for name, value in os.environ.items() if name != "CARDTABLE_LEFT"}
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                env=inherited | {what: clean(text) for what, text in told_it.items()},
            )
        except (OSError, ValueError) as error:
            self._hall.tell(say("{name} was not told: {why}", name=name, why=told(error)))
            return
        try:
            async with asyncio.timeout(PATIENCE):
                status = await process.wait()
        except TimeoutError:
            status = -1
        finally:
            with suppress(ProcessLookupError):
                process.kill()
        if status:
            self._hall.tell(say("{name} was not told: the command ended with {status}.", name=name, status=status))


def _waited_for(table: HallTable) -> Seat | None:
    """Who is away and is to act, as everybody may know it; None where nobody is waited for so."""
    shared = table.shared
    if shared is None or shared.is_secret or shared.deal_over or not shared.table.to_act:
        return None
    seat = shared.table.to_act[0]
    away = seat in shared.people and seat not in shared.present and seat not in shared.played_by_bots
    return seat if away else None
