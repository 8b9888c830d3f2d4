"""The command line with bots that misbehave: `python -m tests.misbehaving arena throw_in --bots hangs,steady`."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

from cardtable.bots import Decision, entries
from cardtable.bots.entries import BotEntry
from cardtable.engine.moves import Move
from cardtable.engine.state import Observation
from cardtable.engine.text import say

OFTEN = 0.02
"""The share of decisions in which a bot misbehaves."""


class Misbehaves:
    """Plays any legal move, and now and then does something worse; its random generator makes a seed repeat it."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Chooses any of the moves, if it returns at all."""
        if rng.random() < OFTEN:
            self.misbehave()
        return Decision(choices[int(rng.random() * len(choices))], say("chosen at random"))

    def misbehave(self) -> None:
        """Misbehaves in its own way."""


class Hangs(Misbehaves):
    """Never returns, and ignores being interrupted."""

    def misbehave(self) -> None:
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass


class Sleeps(Misbehaves):
    """Waits for its standard input, and then for ever."""

    def misbehave(self) -> None:
        sys.stdin.read()
        signal.pause()


class Raises(Misbehaves):
    def misbehave(self) -> None:
        raise RuntimeError("\x1b[31mnine of spades\nin two lines")


class Unspeakable(Misbehaves):
    """Raises an exception that cannot even be printed."""

    class Silence(Exception):
        def __str__(self) -> str:
            raise SystemExit(self)

    def misbehave(self) -> None:
        raise self.Silence


class Unshown(Misbehaves):
    """Returns an answer that cannot even be shown."""

    def __repr__(self) -> str:
        raise SystemExit

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Returns itself now and then."""
        return super().choose(seen, choices, rng) if rng.random() >= OFTEN else self  # type: ignore[return-value]


class Unmade(Misbehaves):
    """Fails while it is being made."""

    def __init__(self, rules: Any) -> None:
        raise LookupError("no such file")


class Leaves(Misbehaves):
    def misbehave(self) -> None:
        sys.exit(0)


class Interrupts(Misbehaves):
    def misbehave(self) -> None:
        raise KeyboardInterrupt


class Dies(Misbehaves):
    def misbehave(self) -> None:
        os._exit(3)


class Crashes(Misbehaves):
    def misbehave(self) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)


class Cheats(Misbehaves):
    """Returns something that is no move at all."""

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        if rng.random() < OFTEN:
            return None  # type: ignore[return-value]
        return super().choose(seen, choices, rng)


class Prints(Misbehaves):
    def misbehave(self) -> None:
        print("I print")
        os.write(1, b"I write\n")


class Announces(Misbehaves):
    """Prints its process id as soon as it plays, and then plays properly."""

    told = False

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Chooses any of the moves."""
        if not Announces.told:
            Announces.told = True
            os.write(2, f"{os.getpid()}\n".encode())
        return super().choose(seen, choices, rng)


TROUBLES = {
    kind.__name__.lower(): kind
    for kind in (
        Hangs,
        Sleeps,
        Raises,
        Unspeakable,
        Unshown,
        Unmade,
        Leaves,
        Interrupts,
        Dies,
        Crashes,
        Cheats,
        Prints,
        Announces,
    )
}

# Not when a test imports this: the tests of the bots would try them all.
if __name__ in ("__main__", "__mp_main__"):
    troubles = [
        BotEntry(style=style, module=f"tests.misbehaving:{kind.__name__}", strength="", about="")
        for style, kind in TROUBLES.items()
    ]
    offered = (*entries.bots(), *troubles)
    entries.bots = lambda: offered

if __name__ == "__main__":
    from cardtable.cli import main

    main()
