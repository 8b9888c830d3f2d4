"""Deals played by the workers of a Dask cluster: `tcp://host:8786` is one that runs, `local:N` starts N workers here.

Results come in the order in which the deals are due, whoever plays them, so that the numbers are those of one process.
A worker that dies costs time: the scheduler gives what it had to another one. Each plays in a process of its own, as
the arena does here, so that a bot that hangs or kills its process costs one deal there too.
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
"""Deals of a batch: of the first ones, and of any."""
LASTS = 0.4
"""Seconds that a batch should last: less, and the scheduler costs more than a tenth."""
AHEAD = 4
"""Batches for each worker that wait or are played."""
TICK = 0.1
IDLE = 10.0
"""Seconds without work after which a bot's process ends, and its programs with it."""
PATIENCE = 5.0
"""Seconds until a cluster has to answer."""
Plays = tuple[str, dict[str, str | Text]]
"""What plays somewhere: the program, and each bot as results are kept under it, or why it cannot play there."""


class BadCluster(Fault):
    """A cluster that cannot play."""


def workers_here(address: str) -> int:
    """How many workers are to be started here; 0 for a cluster that runs somewhere. Raises BadCluster."""
    kind, _, rest = address.partition(":")
    if kind == "local":
        if not re.fullmatch(r"[0-9]{1,9}", rest) or not 1 <= int(rest) <= 64:
            raise BadCluster("{address}: write it as local:N, N workers from 1 to 64", address=address[:30])
        return int(rest)
    if kind not in ("tcp", "tls"):
        raise BadCluster("{address}: write it as tcp://HOST:PORT or local:N", address=address)
    return 0


class Cluster(NamedTuple):
    """A cluster to which there is a connection."""

    hands: Hands
    dashboard: str
    """Its address."""


@contextmanager
def connected(address: str, bots: Sequence[str], family: str, tell: Callable[[], None]) -> Iterator[Cluster]:
    """A cluster for these bots as long as it lasts; `tell` is called when nobody is there to play. Raises BadCluster.

    What plays here is looked at once: a bot that changes while it plays is another one.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise BadCluster("{address}: this needs pip install '.[cluster]'", address=address) from None
    # What goes wrong comes as errors here; the rest are lines of somebody else's in the middle of ours.
    for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    number, local = workers_here(address), None
    try:
        if number:
            # Ctrl+C reaches our workers too; they leave it to this process, as what they are started with says.
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
    """Raises BadCluster where somebody else listens there, and OSError and ValueError where nobody does."""
    import distributed

    dask: Any = distributed  # mostly without types

    async def kind() -> object:
        secured = dask.Security().get_connection_args("client")
        async with asyncio.timeout(2 * PATIENCE), dask.rpc(address, timeout=PATIENCE, connection_args=secured) as there:
            return (await there.identity())["type"]

    # Dask itself waits for ever for the first words of whoever accepts a connection.
    try:
        found = asyncio.run(kind())
    except (TimeoutError, dask.comm.CommClosedError):
        found = None
    except (OSError, ValueError):
        raise
    except Exception as error:  # What is not Dask may be read as anything; so may certificates that are missing.
        raise ValueError(f"{type(error).__name__}: {error}") from None
    if found != "Scheduler":
        raise BadCluster("{address}: what listens there is no scheduler of Dask", address=address)


def _plays(bots: Sequence[str], family: str) -> Plays:
    found: dict[str, str | Text] = {}
    for style in bots:
        name_program(style)  # by the user, in the process that has started this one
        try:
            find_bot(style, family)
            found[style] = identity(style)
        except UnknownBot as error:
            found[style] = error.text
    return code(), found


def _check(client: Any, ours: Plays, family: str) -> None:
    """Raises BadCluster unless every worker plays as we do."""
    # A worker of another version may know no more than its code.
    for worker, theirs in client.run(code, on_error="return").items():
        if theirs != ours[0]:
            raise _other_code(worker, theirs)
    for worker, theirs in client.run(_plays, [*ours[1]], family, on_error="return").items():
        if theirs != ours:
            raise _refused(worker, theirs, ours)


def _refused(worker: str, theirs: object, ours: Plays) -> BadCluster:
    """Why a worker that has something else than we have cannot play."""
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
"""In a worker, the programs that wait for deals to play."""


def _batch(
    wanted: Plays, arena: Arena, seats: int, seatings: list[DeckSeating]
) -> tuple[tuple[str, Plays] | None, float, list[Played]]:
    """What a worker does: how long it took, and the deals; else who it is and what it has instead of what is wanted."""
    if (found := _plays([*wanted[1]], arena.family)) != wanted:
        from distributed import get_worker

        return (get_worker().address, found), 0.0, []
    began = monotonic()
    # Not in the worker itself: it has threads, and what is forked from those may wait for ever for a lock of theirs.
    player = _players.pop() if _players else _begun()
    assert player.stdin is not None
    assert player.stdout is not None
    try:
        pickle.dump((arena, seats, seatings), player.stdin)
        player.stdin.flush()
        results = pickle.load(player.stdout)
    except BaseException:  # Whatever it was, a process that is half way is of no more use; it is raised again.
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
    """Plays what comes by the standard input, until it ends."""
    # Ctrl+C may reach all processes; what comes of it is for the first one to decide.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # It stays as long as the same is played: what it has imported and worked out costs more than a batch.
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
            except Exception as error:  # The one who gave the work raises it.
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
    """The deals in their order. Raises BadCluster and WorkerLost."""
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
            if isinstance(other, str):  # A version that knows nothing of bots says who it is and what it has.
                raise _other_code(*other.split(" ", 1))
            if other is not None:
                raise _refused(*other, ours)
            size = max(1, min(MOST, 2 * size, int(len(played) * LASTS / max(took, 1e-3))))
            yield from played
    finally:
        client.cancel([*waiting], force=True)


def _result(future: Any) -> tuple[tuple[str, Plays] | str | None, float, list[Played]] | None:
    """A result; None if it is not there before the next look at whether to stop. Raises WorkerLost."""
    # Dask's own time-out may end in an error of its own where the result comes at that moment.
    ready = Event()
    future.add_done_callback(lambda _: ready.set())
    if not ready.wait(TICK):
        return None
    try:
        found: tuple[tuple[str, Plays] | str | None, float, list[Played]] = future.result()
        return found
    except Fault:
        raise
    except CancelledError:  # Nobody here has cancelled it: there is no connection any more.
        raise WorkerLost("the cluster's scheduler is gone") from None
    except Exception as error:  # A task may fail in any way, and the connection too.
        why = f"{type(error).__name__}: {error}".strip()
        if "Traceback (most" in why:  # a fault of the program in a worker; the last line says which
            why = why.splitlines()[-1]
        why = clean(why)[:300]
        raise WorkerLost("the cluster has failed: {why}", why=why) from None


class _Alone:
    """How many workers there are, looked at now and then; says once if there have been none for a while."""

    def __init__(self, client: Any, tell: Callable[[], None]) -> None:
        self._client, self._tell = client, tell
        self._looked = self._since = monotonic()
        self.workers = max(1, len(client.nthreads()))

    def look(self) -> None:
        """Raises WorkerLost where the scheduler is gone."""
        now = monotonic()
        if now - self._looked < 1:
            return
        self._looked = now
        if self._client.status != "running":
            raise WorkerLost("the cluster's scheduler is gone")
        try:
            found = len(self._client.nthreads())
        except Exception:  # it went in this moment
            raise WorkerLost("the cluster's scheduler is gone") from None
        self.workers = max(1, found)
        if found:
            self._since = now
        elif now - self._since > PATIENCE:
            self._tell()
            self._since = float("inf")
