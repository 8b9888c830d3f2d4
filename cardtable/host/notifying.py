"""Tells people who are away that it is their turn, by running a command of the host's: a mail, a message, a sound.

The command gets the player, the game, the time left if a clock is running, and one sentence; no card, no code, and
nothing while a player may be asked in secret.
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
"""Seconds an absent player is waited for before they are told."""
LOOK: Final = 5.0
"""Seconds between two checks of the tables."""
PATIENCE: Final = 10.0
"""Time limit in seconds for the command."""


class BadNotice(Fault):
    """A value that is not a command."""


def command_of(given: str) -> list[str]:
    """Splits the command given to `--notify` into words; no shell reads it. Raises BadNotice."""
    try:
        words = shlex.split(given)
    except ValueError:
        words = []
    if not words or shutil.which(words[0]) is None:
        raise BadNotice("{given}: there is no such program that can be run", given=clean(given)[:60])
    return words


class Notifier:
    """Runs the command once per turn for an absent player who is waited for."""

    def __init__(self, hall: Hall, command: list[str], words: Words, clock: Callable[[], float] = monotonic) -> None:
        self._hall = hall
        self._command = command
        self._words = words
        self._clock = clock
        self._since: dict[int, tuple[object, float]] = {}
        """By table: the turn waited for, and since when."""
        self._told: dict[int, object] = {}
        """By table: the last turn told."""

    async def run(self) -> None:
        """Checks the tables repeatedly."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        """Tells every player who has been waited for long enough."""
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
        # The environment may contain another host's message: this program may itself be such a command.
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
    """Returns the absent player to act, as far as that is public; None if there is none."""
    shared = table.shared
    if shared is None or shared.is_secret or shared.deal_over or not shared.table.to_act:
        return None
    seat = shared.table.to_act[0]
    away = seat in shared.people and seat not in shared.present and seat not in shared.played_by_bots
    return seat if away else None
