"""Hostile guests and broken terminals: they are cut off, while another table goes on."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncssh
import pytest

from cardtable.host import places, ssh
from tests.host.helpers import Guest, Served, new_table, play_once, served, until
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody presses Enter before they have seen the question."""
    seconds = itertools.count(1000)
    monkeypatch.setattr("cardtable.tui.app.monotonic", lambda: float(next(seconds)))


class Others:
    """Two people at another table in the same process."""

    def __init__(self, host: Served, guests: dict[int, Guest]) -> None:
        self._host = host
        self._guests = guests

    async def go_on(self) -> None:
        """Plays a move, within a time limit."""
        async with asyncio.timeout(PATIENCE):
            await play_once(self._host, self._guests)


@asynccontextmanager
async def beside(*kinds: str) -> AsyncIterator[tuple[Served, Others]]:
    """A table, and another one that goes on beside it."""
    async with (
        served(new_table("throw_in", *kinds)) as host,
        served(new_table("nizhny_plain", *["person"] * 4)) as good,
    ):
        yield host, Others(good, {seat: await good.come(seat, size=(80, 24)) for seat in range(4)})


async def opened(host: Served) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A plain connection, before SSH begins on it."""
    return await asyncio.open_connection("127.0.0.1", host.port)


async def ended(reader: asyncio.StreamReader) -> bytes:
    """The data sent before the connection ended."""
    got = b""
    with suppress(ConnectionError):
        async with asyncio.timeout(PATIENCE):
            while data := await reader.read(1 << 16):
                got += data
    return got


async def test_a_terminal_too_small_says_so_and_a_larger_one_shows_the_table() -> None:
    async with beside("person", "person") as (host, others):
        connection = await host.connection(host.codes[0])
        process = await connection.create_process(term_type="xterm", term_size=(20, 5), encoding=None)
        guest = Guest(connection, process)
        host.guests.append(guest)
        await guest.sees("20")
        await others.go_on()
        process.change_terminal_size(100, 30)
        await guest.sees("Throw-in")


@pytest.mark.parametrize(
    "answer",
    [
        "\x1b[?2026;9999999999$y",
        pytest.param("\x1b[" + "9;" * 4000 + "R", marks=pytest.mark.slow),
        "\x1b]" + "x" * 9000,
        "\x1bP\x1b\\\x1b[<1;2",
        "\x00\x9b\x80" * 99,
    ],
    ids=["mode", "place", "title", "torn", "control"],
)
@pytest.mark.every(4)
async def test_a_terminal_that_answers_nonsense_holds_nobody_up(answer: str) -> None:
    async with beside("person", "person") as (host, others):
        guest = await host.come(0)
        guest.process.stdin.write(answer.encode("utf-8", "replace"))
        await others.go_on()
        guest.process.stdin.write(b"\x1b\\")
        guest.shown.clear()
        guest.press("\x1b[19~")
        await until(lambda: bool(guest.shown) or host.shared.present == set())


@pytest.mark.slow
async def test_ten_mebibytes_of_keys_end_one_connection() -> None:
    async with beside("person", "person") as (host, others):
        anna, _ = await host.come(0), await host.come(1)
        anna.press("\x1b[C" * (10 * (1 << 20) // 3))
        await others.go_on()
        await until(lambda: host.shared.present == {1})
        await others.go_on()


@pytest.mark.slow
async def test_who_never_says_a_code_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    async with beside("person", "person") as (_, others):
        monkeypatch.setattr(ssh, "LOGIN", 0.3)  # Only for those who say nothing.
        async with served(new_table("throw_in", "person", "person")) as host:
            silent, _ = await opened(host)
            rude, writer = await opened(host)
            writer.write(b"GET / HTTP/1.1\r\n\r\n" * 5000)
            assert (await ended(silent)).startswith(b"SSH-2.0-cardtable")
            await ended(rude)
            await others.go_on()
            await until(lambda: not len(host.hall.door.places))


async def test_hundreds_of_half_connections_leave_the_table_alone_and_the_door_open() -> None:
    async with beside("person", "person") as (host, others):
        anna = await host.come(0)
        held = []
        for nth in range(3 * places.PLACES):
            held.append(await opened(host))
            if nth % 2:
                held[-1][1].write(b"SSH-2.0-half")
            if nth % 100 == 0:
                await others.go_on()
                assert len(host.hall.door.places) <= places.PLACES + 1
        boris = await host.come(1)
        assert host.shared.present == {0, 1}
        boris.connection.abort()
        anna.shown.clear()
        anna.press("\x1b[19~")
        await until(lambda: bool(anna.shown))
        for _, writer in held:
            writer.transport.abort()
        await until(lambda: len(host.hall.door.places) == 1)


@pytest.mark.slow
@pytest.mark.slow
@pytest.mark.slow
async def test_a_size_that_changes_every_millisecond_is_drawn_in_the_end() -> None:
    async with beside("person", "person") as (host, others):
        anna = await host.come(0)
        for nth in range(200):
            anna.process.change_terminal_size(40 + nth % 150, 10 + nth % 60)
            await asyncio.sleep(0.001)
            if nth % 100 == 0:
                await others.go_on()
        anna.process.change_terminal_size(90, 28)
        await until(lambda: host.screen(0).size == (90, 28))
        await others.go_on()


@pytest.mark.slow
@pytest.mark.slow
async def test_who_reads_nothing_is_cut_off() -> None:
    async with beside("person", "person") as (host, others):
        connection: Any = await host.connection(host.codes[0])
        try:
            process: asyncssh.SSHClientProcess[bytes] = await connection.create_process(
                term_type="xterm-256color", term_size=(100, 30), encoding=None, window=1 << 15
            )
            await until(lambda: host.shared.present == {0})
            process.channel.pause_reading()
            for nth in range(2000):
                if host.shared.present == set():
                    break
                process.change_terminal_size(200 + nth % 2, 60)
                await asyncio.sleep(0.01)
                if nth == 5:
                    await others.go_on()
            assert host.shared.present == set()
            await others.go_on()
        finally:
            connection.abort()
