"""A bot from another package that may never answer, and the threads in which bots think."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from random import Random
from threading import Thread

from cardtable.bots import Decision
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.engine.text import Text
from tests.waiting import PATIENCE


class Stranger:
    """A style from another package that does not think in slices, and answers only when it is released."""

    asked = 0
    let_go = threading.Event()

    def __init__(self, rules: AnyRules) -> None:
        pass

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Chooses the last move."""
        Stranger.asked += 1
        if not self.let_go.wait(PATIENCE):
            self.let_go.set()  # A failing test must end too, however often the bot is asked.
        return Decision(choices[-1], Text("because strangers do"))

    @classmethod
    async def is_asked(cls) -> None:
        """Waits until the bot has been asked."""
        async with asyncio.timeout(PATIENCE):
            while not cls.asked:
                await asyncio.sleep(0.001)


def thoughts() -> set[Thread]:
    """The threads in which bots are thinking."""
    return {thread for thread in threading.enumerate() if thread.name == "thought"}
