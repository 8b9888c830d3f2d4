"""The cost of a seat on a page of buttons: a host in one process and its pages in another, both on this machine."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from measure_host import PAUSE, PEOPLE, PROJECT, TABLES, Longest, begin, figures, own_memory

MOVES = 600
DEAL = 150
"""Moves within which a deal certainly ends."""
PATIENCE = 5.0
"""Seconds after which an answer counts as missing."""


async def serve(folder: Path) -> None:
    """Hosts the tables for pages only, and prints the port and the codes; `figures` reports memory and time."""
    import socket

    from cardtable.games import find_preset
    from cardtable.host import door
    from cardtable.host.friends import Friends
    from cardtable.host.hall import Hall
    from cardtable.host.page import SeatPages
    from cardtable.host.ssh import Host
    from cardtable.host.tables import HallTable
    from cardtable.match.record import make_header
    from cardtable.match.shared import SharedTable
    from cardtable.match.table import Table
    from cardtable.player.saved import SavedTable
    from cardtable.words import Words

    sys.setswitchinterval(0.001)
    game, preset = find_preset("throw_in")
    rules = game.rules(preset.options, PEOPLE)
    hall = Hall(door.Door({}), Friends(PROJECT / "nobody"), Words(), lambda line: None, begin)
    for seed in range(TABLES):
        here = tuple(f"{name} {seed + 1}" for name in ("Anna", "Boris", "Vera", "Grisha"))
        header = make_header(game, "throw_in", preset.options, here, ("person",) * PEOPLE, seed, evening=True)
        shared = SharedTable(Table.begin(rules, header, folder / f"{seed}.jsonl"))
        hall.add(HallTable(SavedTable("throw_in", here, (None,) * PEOPLE), shared=shared))
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    texts = dict.fromkeys(("opening", "closed", "again", "anew", "here", "others", "full", "buttons"), "")
    async with SeatPages(Host(hall, Words(), alone=True), "127.0.0.1", port, texts).listening(sock=listener):
        for table in hall.tables:
            print(port, *map(hall.new_code, table.people), flush=True)
        lines = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
        longest = Longest()
        watch = asyncio.create_task(longest.notice())
        while await lines.readline():
            print(own_memory(), process_time(), longest.told(), flush=True)
        watch.cancel()


class Page:
    """A page at a seat, and the last state it received."""

    def __init__(self, line: Any) -> None:
        self.line = line
        self.state: dict[str, Any] = {"number": 0}
        self.bytes = 0
        self.largest = 0
        self.came = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.line:
            size = len(message.data.encode())
            self.bytes += size
            kind, *rest = json.loads(message.data)
            if kind == "state":
                self.state = rest[0]
                self.largest = max(self.largest, size)
                self.came.set()

    async def newer(self) -> float:
        """Waits for the next state; returns the time of its arrival."""
        self.came.clear()
        async with asyncio.timeout(PATIENCE):
            await self.came.wait()
        return perf_counter()


async def measure() -> None:
    """Runs the pages."""
    import aiohttp

    from cardtable.host.seat_page import FORM

    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, folder]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        questions, answers = process.stdin, process.stdout
        assert questions is not None
        assert answers is not None

        async def ask() -> tuple[float, float, str]:
            print("figures", file=questions, flush=True)
            memory, spent, stood, piece, _, what = (await asyncio.to_thread(answers.readline)).split()
            stands = (
                f"nothing stood still for longer than {stood} ms; the longest piece of work took {piece} ms ({what})"
            )
            return float(memory), float(spent), stands

        try:
            tables = [answers.readline().split() for _ in range(TABLES)]
            empty, *_ = await ask()
            async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
                seated: list[list[Page]] = []
                times = []

                async def come(port: str, code: str) -> tuple[Page, float]:
                    began = perf_counter()
                    page = Page(await session.ws_connect(f"http://127.0.0.1:{port}/seat/ws", compress=15))
                    await page.line.send_json(["code", code, FORM])
                    return page, await page.newer() - began

                for port, *codes in tables:
                    seated.append([])
                    for code in codes:
                        page, took = await come(port, code)
                        times.append(took)
                        seated[-1].append(page)
                pages = TABLES * PEOPLE
                full, before, _ = await ask()
                print(figures("  page to first state", times))
                print(f"  memory: {empty:.1f} MiB before anybody came, {(full - empty) / pages:.2f} a page of {pages}")
                sent = sum(page.bytes for here in seated for page in here)
                own: list[float] = []
                others: list[float] = []
                lost = 0
                waiting: set[asyncio.Task[None]] = set()

                async def play(here: list[Page]) -> None:
                    """Makes the move due at this table; measures how long until its player and the others see it."""
                    nonlocal lost
                    for page in here:
                        if page.state.get("goes_on"):
                            await page.line.send_json(["ready"])
                    mine = next((page for page in here if page.state.get("turn")), None)
                    if mine is None:
                        return
                    began = perf_counter()
                    looks = [asyncio.create_task(page.newer()) for page in here]
                    await mine.line.send_json(["move", mine.state["number"], 0])
                    for page, look in zip(here, looks, strict=True):
                        try:
                            (own if page is mine else others).append(await look - began)
                        except TimeoutError:
                            lost += 1

                for nth in range(MOVES):
                    task = asyncio.create_task(play(seated[nth % TABLES]))
                    waiting.add(task)
                    task.add_done_callback(waiting.discard)
                    await asyncio.sleep(PAUSE)
                await asyncio.gather(*waiting)
                after, spent, stands = await ask()
                read = sum(page.bytes for here in seated for page in here) - sent
                for _ in range(DEAL):
                    await play(seated[0])
                *_, stands_at_end = await ask()
                for page in (page for here in seated for page in here):
                    await page.line.close()
                *_, stands_leaving = await ask()
                together = await asyncio.gather(*(come(port, code) for port, *codes in tables for code in codes))
                *_, stands_coming = await ask()
            print(figures(f"  move to own state, {1 / PAUSE:.0f} moves a second, {len(own)} moves", own))
            print(figures(f"  and until the others see it, {len(others)} times", others))
            print(f"  never within {PATIENCE:.0f} s: {lost}")
            print(f"  meanwhile {stands}")
            print(f"  at a table that plays as fast as it can, {DEAL} moves: {stands_at_end}")
            print(f"  while all leave: {stands_leaving}")
            print(figures("  page to first state, all at once", [took for _, took in together]))
            print(f"  meanwhile {stands_coming}")
            largest = max(page.largest for here in seated for page in here)
            print(f"  the largest state: {largest / 1000:.1f} kB")
            print(f"  a state: {read / max(1, len(own) + len(others)) / 1000:.1f} kB", end=", ")
            print(f"{(spent - before) / max(1, len(own) + len(others)) * 1e3:.1f} ms of processor time; ", end="")
            print(f"memory afterwards {after - full:+.1f} MiB")
        finally:
            process.kill()
            process.wait()


def pages(_rounds: int) -> None:
    """a hundred seats on pages of buttons: connection time, memory, delay of a move, size of a state"""
    asyncio.run(measure())


if __name__ == "__main__":
    sys.path.insert(0, str(PROJECT))
    asyncio.run(serve(Path(sys.argv[1])))
