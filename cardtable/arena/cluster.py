"""Deals played by the workers of a Dask cluster: `tcp://host:8786` is a running one, `local:N` starts N workers here.

Results arrive in the order in which the deals are due, whoever plays them, so the numbers are those of a single
process. A worker that dies costs only time: the scheduler gives its work to another. Each worker plays in a separate
process, as the arena does here, so that a bot that hangs or kills its process costs one deal there too.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import re
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import wait
from threading import Event
from time import monotonic
from typing import Any, NamedTuple

from cardtable.arena.deals import Arena, DeckSeating
from cardtable.arena.identity import code, identity
from cardtable.arena.workers import Hands, Played, Stopped, Worker, WorkerLost
from cardtable.bots.finding import UnknownBot, find_bot, name_program
from cardtable.engine.faults import Fault
from cardtable.engine.text import Text, clean

FIRST, MOST = 20, 2000
"""The size of a batch: of the first ones, and at most."""
LASTS = 0.4
"""The target duration of a batch in seconds: below it, the scheduler costs more than a tenth."""
AHEAD = 4
"""Batches queued or being played per worker."""
TICK = 0.1
IDLE = 10.0
"""Seconds without work after which a bot's process ends, and its programs with it."""
PATIENCE = 5.0
"""Seconds within which a cluster has to answer."""
Plays = tuple[str, dict[str, str | Text]]
"""The code that plays somewhere: the program, and for each bot its identity for the store or the reason why it cannot
play there.
"""


class BadCluster(Fault):
    """Raised for a cluster that cannot play."""


def workers_here(address: str) -> int:
    """The number of workers to start here; 0 for a cluster running elsewhere. Raises BadCluster."""
    kind, _, rest = address.partition(":")
    if kind == "local":
        if not re.fullmatch(r"[0-9]{1,9}", rest) or not 1 <= int(rest) <= 64:
            raise BadCluster("{address}: write it as local:N, N workers from 1 to 64", address=address[:30])
        return int(rest)
    if kind not in ("tcp", "tls"):
        raise BadCluster("{address}: write it as tcp://HOST:PORT or local:N", address=address)
    return 0


class Cluster(NamedTuple):
    """A connected cluster."""

    hands: Hands
    dashboard: str
    """The address of its dashboard."""


@contextmanager
def connected(address: str, bots: Sequence[str], family: str, tell: Callable[[], None]) -> Iterator[Cluster]:
    """Connects to a cluster for these bots; calls `tell` when there are no workers. Raises BadCluster.

    The bots here are identified only once: a bot that changes during the run is a different one.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise BadCluster("{address}: this needs pip install '.[cluster]'", address=address) from None
    # Problems are raised as errors here; log lines of a third party would only disturb our output.
    for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    number, local = workers_here(address), None
    try:
        if number:
            # Ctrl+C also reaches our workers; they ignore it, as inherited from this setting, and leave it to this
            # process.
            before = signal.signal(signal.SIGINT, signal.SIG_IGN)
            try:
                local = LocalCluster(
                    n_workers=number, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
                )
            finally:
                signal.signal(signal.SIGINT, before)
        else:
            _ask_for_scheduler(address)
        client = Client(local if local is not None else address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        if local is not None:
            local.close()
        if isinstance(error, BadCluster):
            raise
        why = clean(str(error).splitlines()[0] if str(error) else type(error).__name__)
        raise BadCluster("{address}: no scheduler answers: {why}", address=address, why=why) from None
    try:
        ours = _plays(bots, family)
        _check(client, ours, family)
        yield Cluster(lambda *given: _play(client, ours, tell, *given), client.dashboard_link)
    finally:
        client.close()
        if local is not None:
            local.close()


def _ask_for_scheduler(address: str) -> None:
    """Raises BadCluster if something else listens there, and OSError or ValueError if nothing does."""
    import distributed

    dask: Any = distributed  # Mostly without types.

    async def kind() -> object:
        secured = dask.Security().get_connection_args("client")
        async with asyncio.timeout(2 * PATIENCE), dask.rpc(address, timeout=PATIENCE, connection_args=secured) as there:
            return (await there.identity())["type"]

    # Dask itself waits forever for the first message of anything that accepts a connection.
    try:
        found = asyncio.run(kind())
    except (TimeoutError, dask.comm.CommClosedError):
        found = None
    except (OSError, ValueError):
        raise
    except Exception as error:  # Anything else than Dask, or missing certificates, may cause any error.
        raise ValueError(f"{type(error).__name__}: {error}") from None
    if found != "Scheduler":
        raise BadCluster("{address}: what listens there is no scheduler of Dask", address=address)


def _plays(bots: Sequence[str], family: str) -> Plays:
    found: dict[str, str | Text] = {}
    for style in bots:
        name_program(style)  # The user named it in the process that started this one.
        try:
            find_bot(style, family)
            found[style] = identity(style)
        except UnknownBot as error:
            found[style] = error.text
    return code(), found


def _check(client: Any, ours: Plays, family: str) -> None:
    """Raises BadCluster unless every worker runs the same code and bots."""
    # A worker of another version may know only `code`.
    for worker, theirs in client.run(code, on_error="return").items():
        if theirs != ours[0]:
            raise _other_code(worker, theirs)
    for worker, theirs in client.run(_plays, [*ours[1]], family, on_error="return").items():
        if theirs != ours:
            raise _refused(worker, theirs, ours)


def _refused(worker: str, theirs: object, ours: Plays) -> BadCluster:
    """The reason for refusing a worker whose code or bots differ."""
    if not isinstance(theirs, tuple) or theirs[0] != ours[0]:
        return _other_code(worker, theirs[0] if isinstance(theirs, tuple) else theirs)
    has, here = next((theirs[1][style], one) for style, one in ours[1].items() if theirs[1][style] != one)
    if isinstance(has, Text):
        return BadCluster("the worker {worker} cannot play: {why}", worker=worker, why=has)
    return BadCluster(
        "the worker {worker} has another bot than this program: it has {theirs}, here is {ours}",
        worker=worker,
        theirs=clean(has),
        ours=clean(str(here)),
    )


def _other_code(worker: str, theirs: object) -> BadCluster:
    has = theirs if isinstance(theirs, str) else f"{type(theirs).__name__}: {theirs}"
    return BadCluster(
        "the worker {worker} does not play as this program does: it has {theirs}, here is {ours}",
        worker=worker,
        theirs=clean(has)[:200],
        ours=code(),
    )


_players: list[subprocess.Popen[bytes]] = []
"""In a worker process: idle subprocesses waiting for deals."""


def _batch(
    wanted: Plays, arena: Arena, seats: int, seatings: list[DeckSeating]
) -> tuple[tuple[str, Plays] | None, float, list[Played]]:
    """Runs in a worker: returns the time taken and the deals or, on a mismatch, the worker's address and identity."""
    if (found := _plays([*wanted[1]], arena.family)) != wanted:
        from distributed import get_worker

        return (get_worker().address, found), 0.0, []
    began = monotonic()
    # Not in the worker itself: it has threads, and a process forked from it may wait forever for one of their locks.
    player = _players.pop() if _players else _begun()
    assert player.stdin is not None
    assert player.stdout is not None
    try:
        pickle.dump((arena, seats, seatings), player.stdin)
        player.stdin.flush()
        results = pickle.load(player.stdout)
    except BaseException:  # A process interrupted half-way is useless. The error is raised again.
        player.kill()
        player.wait()
        raise
    _players.append(player)
    if isinstance(results, BaseException):
        raise results
    return None, monotonic() - began, results


def _begun() -> subprocess.Popen[bytes]:
    command = "from cardtable.arena.cluster import serve; serve()"
    return subprocess.Popen([sys.executable, "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def serve() -> None:
    """Plays the batches from standard input, until it ends."""
    # Ctrl+C may reach all processes; the first one decides what to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Kept as long as the game stays the same: its imports and tables cost more than a batch.
    worker: Worker | None = None
    plays: object = None
    try:
        while True:
            if worker is not None and not wait([sys.stdin.fileno()], IDLE):
                worker.end()
                worker = None
            arena, seats, seatings = pickle.load(sys.stdin.buffer)
            if worker is not None and plays != (arena, seats):
                worker.end()
                worker = None
            try:
                if worker is None:
                    worker, plays = Worker(arena, seats), (arena, seats)
                worker.give(seatings)
                results: list[Played] = []
                while worker.left:
                    wait([worker.pipe], TICK)
                    results += worker.received()
                answer: object = results
            except Exception as error:  # The process that sent the work raises it.
                answer = RuntimeError(str(error))
                plays = None
            pickle.dump(answer, sys.stdout.buffer)
            sys.stdout.buffer.flush()
    except (EOFError, BrokenPipeError):
        pass
    finally:
        if worker is not None:
            worker.end()


def _play(
    client: Any,
    ours: Plays,
    tell: Callable[[], None],
    arena: Arena,
    seats: int,
    due: Iterator[DeckSeating],
    stopped: Stopped,
) -> Iterator[Played]:
    """Yields the deals in order. Raises BadCluster and WorkerLost."""
    waiting: deque[Any] = deque()
    size, alone = FIRST, _Alone(client, tell)
    try:
        while not stopped():
            while len(waiting) < AHEAD * alone.workers and (batch := list(islice(due, size))):
                waiting.append(client.submit(_batch, ours, arena, seats, batch, pure=False))
            if not waiting:
                return
            result = _result(waiting[0])
            if result is None:
                alone.look()
                continue
            waiting.popleft()
            other, took, played = result
            if isinstance(other, str):  # An old version, which does not compare bots, returns its name and code.
                raise _other_code(*other.split(" ", 1))
            if other is not None:
                raise _refused(*other, ours)
            size = max(1, min(MOST, 2 * size, int(len(played) * LASTS / max(took, 1e-3))))
            yield from played
    finally:
        client.cancel([*waiting], force=True)


def _result(future: Any) -> tuple[tuple[str, Plays] | str | None, float, list[Played]] | None:
    """Returns a result, or None if it takes longer than a tick. Raises WorkerLost."""
    # Dask's own time-out may fail with an internal error if the result arrives at that moment.
    ready = Event()
    future.add_done_callback(lambda _: ready.set())
    if not ready.wait(TICK):
        return None
    try:
        found: tuple[tuple[str, Plays] | str | None, float, list[Played]] = future.result()
        return found
    except Fault:
        raise
    except CancelledError:  # Nothing here cancels it, so the connection is gone.
        raise WorkerLost("the cluster's scheduler is gone") from None
    except Exception as error:  # A task may fail in any way, and so may the connection.
        why = f"{type(error).__name__}: {error}".strip()
        if "Traceback (most" in why:  # A fault of the program in a worker; the last line names it.
            why = why.splitlines()[-1]
        why = clean(why)[:300]
        raise WorkerLost("the cluster has failed: {why}", why=why) from None


class _Alone:
    """Tracks the number of workers, and reports once if there have been none for a while."""

    def __init__(self, client: Any, tell: Callable[[], None]) -> None:
        self._client, self._tell = client, tell
        self._looked = self._since = monotonic()
        self.workers = max(1, len(client.nthreads()))

    def look(self) -> None:
        """Raises WorkerLost if the scheduler is gone."""
        now = monotonic()
        if now - self._looked < 1:
            return
        self._looked = now
        if self._client.status != "running":
            raise WorkerLost("the cluster's scheduler is gone")
        try:
            found = len(self._client.nthreads())
        except Exception:  # It has just gone.
            raise WorkerLost("the cluster's scheduler is gone") from None
        self.workers = max(1, found)
        if found:
            self._since = now
        elif now - self._since > PATIENCE:
            self._tell()
            self._since = float("inf")
