"""Processes that play deals. A bot that hangs, or ends its process, costs one deal; no process outlives the program.

Bots play in processes of their own even where there is only one of these: nothing else ends a decision that never
comes back, in whatever code it is stuck, and what a bot prints or breaks stays there.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from threading import Thread
from time import monotonic

from cardtable.arena.deals import SEAT, SINCE, Arena, Deal, DeckSeating, Thinking, too_slow
from cardtable.bots.program import kept_running
from cardtable.engine.faults import Fault

BATCH = 20
"""Deals that a process is given at once, so that it need not wait for the next."""
TICK = 0.1
"""Seconds between two looks at whether somebody wants to stop, or a bot hangs."""

Played = tuple[DeckSeating, Deal]
Stopped = Callable[[], object]
"""Says again and again whether to stop."""
Hands = Callable[[Arena, int, Iterator[DeckSeating], Stopped], Iterator[Played]]
"""Whoever plays: is given the arena, the number of seats, and the deals as they are due; gives them as they come."""


class WorkerLost(Fault):
    """A process ended while no bot was thinking, so that it is nobody's doing."""


def play(arena: Arena, seats: int, seatings: Iterator[DeckSeating], stopped: Stopped, jobs: int) -> Iterator[Played]:
    """Plays everything in so many processes, and tells what is done as it comes; ends early once it is to stop.

    Raises OSError and WorkerLost. However it ends, no process is left.
    """
    workers: list[Worker] = []
    try:
        while not stopped():
            while len(workers) < jobs and (batch := list(islice(seatings, BATCH))):
                workers.append(Worker(arena, seats))
                workers[-1].give(batch)
            if not workers:
                break
            wait([worker.pipe for worker in workers], TICK)
            for worker in workers:
                yield from worker.received()
                if not worker.left:
                    worker.give(list(islice(seatings, BATCH)))
            for worker in [worker for worker in workers if not worker.left]:
                worker.end()
                workers.remove(worker)
    finally:
        for worker in workers:
            worker.end()


class Worker:
    """A process that plays deals, what it has still to play, and who thinks in it."""

    def __init__(self, arena: Arena, seats: int) -> None:
        self._arena, self._seats = arena, seats
        self.left: list[DeckSeating] = []
        self._begin()

    def _begin(self) -> None:
        """Starts the process."""
        self._thinking: Thinking = multiprocessing.RawArray("d", 2)
        self._stuck = 0.0
        """Since when somebody was thinking for whom the process was ended."""
        self.pipe, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.Process(
            target=_work, args=(self._arena, self._seats, theirs, self._thinking), daemon=True
        )
        self._process.start()
        theirs.close()  # else nobody would notice here that the process has ended

    def give(self, batch: list[DeckSeating]) -> None:
        """Lets it play these."""
        self.left = batch
        with suppress(BrokenPipeError):  # It has ended: `received` notices.
            self.pipe.send(batch)

    def received(self) -> Iterator[Played]:
        """What it has played since; where its process has ended, another one goes on.

        Raises OSError where a record could not be written, and WorkerLost.
        """
        self._end_if_stuck()
        gone = not self._process.is_alive()  # asked before its answers are read, so that all of them are there
        try:
            while self.left and self.pipe.poll():
                answer = self.pipe.recv()
                if isinstance(answer, BaseException):
                    raise answer
                yield self.left.pop(0), answer
        except (EOFError, ConnectionResetError):
            pass
        if gone:
            yield from self._lost()
            self._begin()
            self.give(self.left)

    def _end_if_stuck(self) -> None:
        """Ends the process where a decision takes a tick more than its limit; that bot loses by being late."""
        since = self._thinking[SINCE]
        if since and monotonic() - since > self._arena.limit + TICK:
            self.end()
            self._stuck = since

    def end(self) -> None:
        """Ends the process at once."""
        self._process.kill()
        self._process.join()

    def _lost(self) -> Iterator[Played]:
        """The deal in which a bot thought when the process ended. Raises WorkerLost if none did."""
        since = self._thinking[SINCE]
        if self._stuck:
            if since != self._stuck:
                return  # It came back at the last moment.
            what = too_slow(self._arena.limit)
        else:
            code = self._process.exitcode or 0
            how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
            what = f"its process {how}"
            if not since:
                raise WorkerLost("a process {how} while no bot was thinking", how=how)
        seating = self.left.pop(0)
        yield seating, Deal.lost(seating, int(self._thinking[SEAT]), what, late=bool(self._stuck))


def _work(arena: Arena, seats: int, pipe: Connection, thinking: Thinking) -> None:
    """What a process does: it plays what it is given until it is ended."""
    # Both may reach all processes at once, as Ctrl+C does; what comes of it is for the first one to decide.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(OSError):
        # Results go to the standard output and answers come from the terminal; neither is a bot's.
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
    try:
        rules = arena.rules(seats)
        with kept_running():
            while True:
                for seating in pipe.recv():
                    pipe.send(arena.play(rules, seating, thinking))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except OSError as error:
        pipe.send(error)
    except Exception:  # A fault of the program, not of a bot: the process that gave the work raises it.
        pipe.send(RuntimeError(traceback.format_exc()))


def _end_with_parent() -> None:
    """Waits for the end of the program, however it comes, and follows it."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
