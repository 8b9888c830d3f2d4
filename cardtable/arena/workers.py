"""Processes that play deals. A bot that hangs or kills its process costs one deal; no process outlives the program.

Bots play in separate processes even if there is only one: nothing else can end a decision that never returns, whatever
code it is stuck in, and anything a bot prints or breaks stays there.
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
"""Deals sent to a process at once, so that it need not wait for the next."""
TICK = 0.1
"""Seconds between checks for a stop request or a hanging bot."""

Played = tuple[DeckSeating, Deal]
Stopped = Callable[[], object]
"""Polled to find out whether to stop."""
Hands = Callable[[Arena, int, Iterator[DeckSeating], Stopped], Iterator[Played]]
"""Plays deals: takes the arena, the number of seats and the deals due, and yields the results as they come."""


class WorkerLost(Fault):
    """A process ended while no bot was thinking, so no bot is to blame."""


def play(arena: Arena, seats: int, seatings: Iterator[DeckSeating], stopped: Stopped, jobs: int) -> Iterator[Played]:
    """Plays everything in this many processes and yields results as they come; ends early when asked to stop.

    Raises OSError and WorkerLost. However it ends, no process is left running.
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
    """A process that plays deals, its remaining deals, and the seat thinking in it."""

    def __init__(self, arena: Arena, seats: int) -> None:
        self._arena, self._seats = arena, seats
        self.left: list[DeckSeating] = []
        self._begin()

    def _begin(self) -> None:
        """Starts the process."""
        self._thinking: Thinking = multiprocessing.RawArray("d", 2)
        self._stuck = 0.0
        """The start of the decision for which the process was killed."""
        self.pipe, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.Process(
            target=_work, args=(self._arena, self._seats, theirs, self._thinking), daemon=True
        )
        self._process.start()
        theirs.close()  # Otherwise the end of the process would go unnoticed here.

    def give(self, batch: list[DeckSeating]) -> None:
        """Sends it these deals."""
        self.left = batch
        with suppress(BrokenPipeError):  # It has ended: `received` will notice.
            self.pipe.send(batch)

    def received(self) -> Iterator[Played]:
        """Yields the results since the last call; if the process has ended, starts another one for the rest.

        Raises WorkerLost, and OSError if a record could not be written.
        """
        self._end_if_stuck()
        gone = not self._process.is_alive()  # Checked before reading, so that all answers are in the pipe.
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
        """Kills the process if a decision takes a tick longer than the limit; that bot loses by timeout."""
        since = self._thinking[SINCE]
        if since and monotonic() - since > self._arena.limit + TICK:
            self.end()
            self._stuck = since

    def end(self) -> None:
        """Kills the process at once."""
        self._process.kill()
        self._process.join()

    def _lost(self) -> Iterator[Played]:
        """Yields the deal lost by the bot that was thinking when the process ended. Raises WorkerLost if none was."""
        since = self._thinking[SINCE]
        if self._stuck:
            if since != self._stuck:
                return  # It answered at the last moment.
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
    """The body of a process: plays what it is sent until it is killed."""
    # Both signals may reach all processes at once, as with Ctrl+C; the first one decides what to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(OSError):
        # Standard output carries results, and the terminal carries the user's answers; bots must not touch either.
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
    except Exception:  # A fault of the program, not of a bot: the process that sent the work raises it.
        pipe.send(RuntimeError(traceback.format_exc()))


def _end_with_parent() -> None:
    """Waits for the parent process to end in any way, then exits."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
