"""The cost of a seat over SSH: a host in one process and its guests in another, both on this machine."""

from __future__ import annotations

import asyncio
import dataclasses
import gc
import re
import socket
import subprocess
import sys
import tempfile
from asyncio import Handle, Task
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time, thread_time
from typing import Any, NamedTuple

PROJECT = Path(__file__).resolve().parent.parent
TABLES, PEOPLE = 25, 4
DEALS = 60
"""The number of deals in an hour, at a minute each."""
COMINGS = 60
"""How often a guest connects and disconnects, to see what memory is retained."""
F8 = b"\x1b[19~"
"""A key that always changes the picture."""
SIZE = 100, 30
PAUSE = 1 / TABLES
"""Seconds between moves, over all tables together."""
MOVES = 400
CARDS = 8
"""The number of cards tried until one may be played."""
KEYS = {"enter": b"\r", "right,enter": b"\x1b[C\r", "d": b"d", "t": b"t"}
"""What a guest's terminal sends."""


def figures(name: str, times: list[float]) -> str:
    """The median, the 95th percentile and the worst time, in milliseconds."""
    late = quantiles(times, n=20)[-1]
    return f"{name}: median {median(times) * 1e3:.0f} ms, 95 % within {late * 1e3:.0f}, at most {max(times) * 1e3:.0f}"


class Answer(NamedTuple):
    """The host's answer to a request."""

    memory: float
    """MiB that only the host has."""
    spent: float
    """Seconds of processor time."""
    moves: int
    by_keys: int
    """Those moves that guests made with their keys."""
    stood: float
    """The longest stall in milliseconds by the clock."""
    piece: float
    """The longest single piece of the event loop's work, in milliseconds of processor time."""
    garbage: float
    """The longest garbage collection in milliseconds."""
    what: str
    """The name of the longest piece."""

    def stands(self) -> str:
        """The stalls in words; on a busy machine the processor time says more."""
        return (
            f"  meanwhile nothing stood still for longer than {self.stood:.0f} ms; the longest piece of work took "
            f"{self.piece:.0f} ms ({self.what}), collecting garbage {self.garbage:.0f} ms at a time"
        )


class Longest:
    """Watches an event loop for its longest stall, its longest piece of work, and its longest garbage collection."""

    def __init__(self) -> None:
        self.stood = self.piece = self.garbage = 0.0
        self.what = "none"
        run = Handle._run
        began = 0.0

        def timed(handle: Any) -> None:
            start = thread_time()
            run(handle)
            took = thread_time() - start
            if took > self.piece:
                self.piece, self.what = took, named(handle)

        def collected(phase: str, _info: object) -> None:
            nonlocal began
            if phase == "start":
                began = thread_time()
            else:
                self.garbage = max(self.garbage, thread_time() - began)

        Handle._run = timed  # type: ignore[method-assign,assignment]
        gc.callbacks.append(collected)

    def forget(self) -> None:
        """Resets the figures."""
        self.stood = self.piece = self.garbage = 0.0
        self.what = "none"

    def told(self) -> str:
        """The figures in milliseconds; resets them."""
        found = " ".join(f"{seconds * 1e3:.0f}" for seconds in (self.stood, self.piece, self.garbage))
        told = f"{found} {self.what.replace(' ', '_')}"
        self.forget()
        return told

    async def notice(self) -> None:
        """Measures by how much a 5 ms sleep is overrun."""
        while True:
            began = perf_counter()
            await asyncio.sleep(0.005)
            self.stood = max(self.stood, perf_counter() - began - 0.005)


def named(handle: Any) -> str:
    """The name of a piece of work: a function, or the place where its task now waits."""
    task = getattr(handle._callback, "__self__", None)
    if not isinstance(task, Task):
        return getattr(handle._callback, "__qualname__", repr(handle._callback))
    names: list[str] = []
    inner: Any = task.get_coro()
    while inner is not None and hasattr(inner, "__qualname__"):
        names.append(inner.__qualname__)
        inner = getattr(inner, "cr_await", None)
    return f"{task.get_name()}: {' > '.join((names[:1] + names[-2:]) if len(names) > 2 else names)}"


def own_memory() -> float:
    """MiB that only this process has."""
    text = Path("/proc/self/smaps_rollup").read_text()
    return sum(int(found) for found in re.findall(r"Private_\w+: +(\d+) kB", text)) / 1024


def begin(agreed: object, thoughts: object) -> Any:
    """Refuses all tables that guests want to open."""
    raise ValueError(agreed)


async def serve(folder: Path) -> None:
    """Hosts the tables, prints the port and the codes, and obeys commands; records are written to the folder.

    `memory` reports the memory, `moves NUMBER` asks the guests of all tables but the last for so many moves, and `deals
    NUMBER` plays so many deals at the last. Each is answered by an `Answer`; before it, `keys TABLE SEAT KEYS` asks a
    guest for a move.
    """
    import asyncssh

    from cardtable.games import find_preset
    from cardtable.host import door
    from cardtable.host.friends import Friends
    from cardtable.host.hall import Hall
    from cardtable.host.ssh import Host
    from cardtable.host.tables import HallTable
    from cardtable.match.record import make_header
    from cardtable.match.shared import SharedTable
    from cardtable.match.table import Table
    from cardtable.player.saved import SavedTable
    from cardtable.words import Words

    sys.setswitchinterval(0.001)
    game, preset = find_preset("throw_in")
    options = dataclasses.replace(preset.options, match="deals", match_length=100)
    rules = game.rules(options, PEOPLE)
    names = ("Anna", "Boris", "Vera", "Grisha")
    hall = Hall(door.Door({}), Friends(PROJECT / "nobody"), Words(), lambda line: None, begin)
    sharing = []
    for seed in range(TABLES):
        here = tuple(f"{name} {seed + 1}" for name in names)
        header = make_header(game, "throw_in", options, here, ("person",) * PEOPLE, seed)
        sharing.append(SharedTable(Table.begin(rules, header, folder / f"{seed}.jsonl")))
        hall.add(HallTable(SavedTable("throw_in", here, (None,) * PEOPLE), shared=sharing[-1]))
    key, listener = asyncssh.generate_private_key("ssh-ed25519"), socket.create_server(("127.0.0.1", 0))
    acceptor = await Host(hall, Words(), alone=True).listen(key, listener)
    for table in hall.tables:
        print(acceptor.get_port(), *map(hall.new_code, table.people), flush=True)
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    longest = Longest()
    watch = asyncio.create_task(longest.notice())
    while (line := (await lines.readline()).decode().split()) and line[0] != "end":
        made, by_keys, began = 0, 0, process_time()
        if line[0] == "memory":
            gc.collect()
        else:
            longest.forget()
            for nth in range(int(line[1])):
                if line[0] == "moves":
                    at = nth % (TABLES - 1)
                    by_keys += await asked_for(at, sharing[at])
                    made += 1
                    await asyncio.sleep(PAUSE)
                while line[0] == "deals" and move(sharing[-1], "steady"):
                    made += 1
                    await asyncio.sleep(0.002)
                while sharing[-1].deal_over:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.5)
        told = f"{own_memory():.1f} {process_time() - began:.3f} {made} {by_keys}"
        print(told, longest.told(), flush=True)
        await asyncio.sleep(0.1)
        longest.forget()
    watch.cancel()


async def asked_for(at: int, shared: Any) -> bool:
    """Asks a guest for a move by keys, and makes it for them if it does not come; returns whether it came."""
    if shared.deal_over:
        for seat in shared.people:
            shared.ready(seat)
        return False
    seat = shared.table.to_act[0]
    verb = shared.table.hint(seat, "uniform").move.verb
    size = shared.table.path.stat().st_size
    for keys in {"pass": "d", "take": "t"}.get(verb) or ("enter", *["right,enter"] * CARDS):
        print("keys", at, seat, keys, flush=True)
        for _ in range(20):
            await asyncio.sleep(0.005)
            if shared.table.path.stat().st_size != size:
                return True
    move(shared)
    return False


def move(shared: Any, style: str = "uniform") -> bool:
    """Makes a move of a style for the seat to act; after a deal, marks everybody as ready instead."""
    if shared.deal_over:
        for seat in shared.people:
            shared.ready(seat)
        return False
    seat = shared.table.to_act[0]
    shared.submit(seat, shared.table.hint(seat, style).move)
    return True


async def measure() -> None:
    """Runs the guests."""
    import asyncssh

    folder = tempfile.TemporaryDirectory()
    command = [sys.executable, __file__, folder.name]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    questions, answers = process.stdin, process.stdout
    assert questions is not None
    assert answers is not None
    tables = [answers.readline().split() for _ in range(TABLES)]

    guests: list[tuple[Any, Any]] = []

    async def ask(line: str) -> Answer:
        print(line, file=questions, flush=True)
        while (words := (await asyncio.to_thread(answers.readline)).split())[0] == "keys":
            guests[int(words[1]) * PEOPLE + int(words[2])][1].stdin.write(KEYS[words[3]])
        memory, spent, moves, by_keys, stood, piece, garbage, what = words
        return Answer(
            *(float(memory), float(spent), int(moves), int(by_keys)),
            *(float(stood), float(piece), float(garbage)),
            what,
        )

    async def come(port: str, code: str) -> tuple[Any, Any, float]:
        class Caller(asyncssh.SSHClient):
            def kbdint_auth_requested(self) -> str:
                return ""

            def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str]:
                return [code for _ in prompts]

        began = perf_counter()
        connection = await asyncssh.connect(
            "127.0.0.1", int(port), username="x", known_hosts=None, client_factory=Caller, client_keys=None, config=None
        )
        guest = await connection.create_process(term_type="xterm-256color", term_size=SIZE, encoding=None)
        got = 0
        while got < 4000:
            got += len(await guest.stdout.read(1 << 16))
        return connection, guest, perf_counter() - began

    async def drained(guest: Any) -> int:
        got = 0
        while True:
            try:
                got += len(await asyncio.wait_for(guest.stdout.read(1 << 16), 0.3))
            except TimeoutError:
                return got

    try:
        empty = (await ask("memory")).memory
        times = []
        for port, *codes in tables:
            for code in codes:
                connection, guest, took = await come(port, code)
                guests.append((connection, guest))
                times.append(took)
        print(figures("  connect to first picture", times))
        full = (await ask("memory")).memory
        seats = TABLES * PEOPLE
        print(f"  memory: {empty:.1f} MiB before anybody came, {(full - empty) / seats:.2f} a seat of {seats}")
        await asyncio.gather(*(drained(guest) for _, guest in guests))

        async def pressed(guest: Any, pause: float) -> list[float]:
            found = []
            for _ in range(100):
                began = perf_counter()
                guest.stdin.write(F8)
                await guest.stdout.read(1 << 16)
                found.append(perf_counter() - began)
                await drained_within(guest, pause)
            return found

        last = guests[-1][1]
        print(figures("  key to bytes, at rest", await pressed(last, 0.05)))
        read = [0]
        reading = [asyncio.create_task(count(guest, read)) for _, guest in guests[:-PEOPLE]]
        moving = asyncio.create_task(ask(f"moves {MOVES}"))
        times = await pressed(last, MOVES * PAUSE / 150)
        moved = await moving
        print(figures(f"  key to bytes, {1 / PAUSE:.0f} moves a second at the other tables", times))
        print(f"  of {moved.moves} moves {moved.by_keys} by guests' keys")
        print(moved.stands())
        read[0] = 0
        moved = await ask(f"moves {MOVES}")
        looks = moved.moves * PEOPLE
        print(
            f"  a move, for each seat that sees it: {read[0] / looks / 1000:.1f} kB, "
            f"{moved.spent / looks * 1e3:.1f} ms of processor time"
        )
        reading += [asyncio.create_task(count(guest, read)) for _, guest in guests[-PEOPLE:]]
        before = await ask(f"deals {DEALS // 4}")
        after = await ask(f"deals {DEALS}")
        print(f"  growth over {DEALS} more deals ({after.moves} moves): {after.memory - before.memory:.1f} MiB")
        print(after.stands())
        for task in reading:
            task.cancel()
        for connection, _ in guests:
            connection.abort()
        await asyncio.sleep(1)
        await ask("memory")
        together = await asyncio.gather(*(come(port, code) for port, *codes in tables for code in codes))
        print(figures(f"  connect to first picture, {seats} at once", [took for *_, took in together]))
        print((await ask("memory")).stands())
        for connection, *_ in together:
            connection.abort()
        await asyncio.sleep(1)
        kept = (await ask("memory")).memory
        for _ in range(COMINGS):
            connection, guest, _ = await come(tables[0][0], tables[0][1])
            connection.abort()
            await connection.wait_closed()
        await asyncio.sleep(1)
        print(f"  kept after {COMINGS} more comings and goings: {(await ask('memory'))[0] - kept:.1f} MiB")
    finally:
        process.kill()
        process.wait()
        folder.cleanup()


async def drained_within(guest: Any, seconds: float) -> None:
    """Reads all output for this many seconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while await guest.stdout.read(1 << 16):
                pass


async def count(guest: Any, read: list[int]) -> None:
    """Counts the bytes that arrive."""
    while data := await guest.stdout.read(1 << 16):
        read[0] += len(data)


def host(_rounds: int) -> None:
    """a hundred seats over SSH: connection time, memory, delay of a key while others move, cost of a move"""
    asyncio.run(measure())


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
