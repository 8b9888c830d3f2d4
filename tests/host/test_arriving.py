"""Strangers who arrive at the same instant: between the pieces of work for each, everything else has a turn."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import asyncssh
import pytest

from cardtable.host import arriving, places
from cardtable.host.arriving import Arrival
from cardtable.host.turns import Turns
from tests.host.helpers import new_table, served, until
from tests.host.test_bad_guests import ended, opened


class Taken:
    """The data that strangers' connections received, and the turn of the loop for each."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.turn = 0
        self.pieces: list[tuple[int, int]] = []
        """For each piece its turn and its number of bytes."""
        take = asyncssh.SSHServerConnection.data_received

        def noted(connection: asyncssh.SSHServerConnection, data: bytes, datatype: Any = None) -> None:
            assert isinstance(connection, Arrival)
            if connection.coming is not None and connection.coming.name is None:
                self.pieces.append((self.turn, len(data)))
            take(connection, data, datatype)

        monkeypatch.setattr(asyncssh.SSHServerConnection, "data_received", noted)

    async def count(self) -> None:
        """Counts the turns of the loop."""
        while True:
            self.turn += 1
            await asyncio.sleep(0)


async def test_who_waits_is_served_in_order_and_others_go_on_between_them() -> None:
    turns = Turns()
    done: list[str] = []

    async def play() -> None:
        for _ in range(4):
            done.append("move")
            await asyncio.sleep(0)

    for name in ("Anna", "Boris", "Vera"):
        turns.add(partial(done.append, name))
    assert done == []
    await play()
    assert [one for one in done if one != "move"] == ["Anna", "Boris", "Vera"]
    assert not re.search(r"[AVB]{2}", "".join(one[0] for one in done))


async def test_one_piece_of_a_key_exchange_is_done_in_a_turn_however_many_come(monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(new_table("throw_in", "person", "person")) as host:
        taken = Taken(monkeypatch)
        counting = asyncio.create_task(taken.count())
        connections = await asyncio.gather(*(host.connection(host.codes[0]) for _ in range(8)))
        counting.cancel()
        assert len(taken.pieces) >= 8 * 4
        assert max(Counter(turn for turn, _ in taken.pieces).values()) == 1
        for connection in connections:
            connection.abort()


async def test_a_flood_before_the_login_is_taken_in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(new_table("throw_in", "person", "person")) as host:
        taken = Taken(monkeypatch)
        ignored = (12).to_bytes(4) + b"\x06\x02\x00\x00\x00\x00" + bytes(6)
        flood = b"SSH-2.0-flood\r\n" + ignored * 5_000
        _, writer = await opened(host)
        writer.write(flood)
        await until(lambda: sum(size for _, size in taken.pieces) == len(flood))
        writer.transport.abort()
        assert max(size for _, size in taken.pieces) <= arriving.PIECE
        connection = await host.connection(host.codes[0])
        connection.abort()


async def test_who_hangs_up_while_they_wait_leaves_nothing_behind() -> None:
    async with served(new_table("throw_in", "person", "person")) as host:
        for _ in range(5):
            _, writer = await opened(host)
            writer.write(b"SSH-2.0-gone\r\n" + bytes(5_000))
            writer.transport.abort()
        await until(lambda: not len(host.hall.door.places))
        connection = await host.connection(host.codes[1])
        connection.abort()


async def test_who_has_hung_up_takes_no_turn_of_those_who_wait() -> None:
    turns = Turns()
    done: list[str] = []

    def turn(name: str) -> bool:
        if name == "gone":
            return False
        done.append(name)
        return True

    for name in ("gone", "gone", "Anna", "gone", "Boris"):
        turns.add(partial(turn, name))
    for so_far in ([], ["Anna"], ["Anna", "Boris"]):
        assert done == so_far
        await asyncio.sleep(0)


async def test_a_crowd_at_the_door_is_not_let_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "PLACES", 3)
    waited: list[int] = []
    add = Turns.add

    def noted(turns: Turns, work: Callable[[], object]) -> None:
        add(turns, work)
        waited.append(len(turns._waiting))

    monkeypatch.setattr(Turns, "add", noted)
    async with served(new_table("throw_in", "person", "person")) as host:
        here = host.hall.door.places
        come = []
        for _ in range(12):
            come.append(await opened(host))
            assert len(here) <= 3
        connection = await host.connection(host.codes[1])
        assert len(here) <= 4
        connection.abort()
        for _, writer in come:
            writer.transport.abort()
        await until(lambda: not len(here))


async def test_who_exchanges_no_keys_is_gone_in_ten_seconds_and_who_has_may_look_for_their_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(arriving, "GREETING", 0.2)  # Only for those who say nothing.
    async with served(new_table("throw_in", "person", "person")) as host:
        asked = asyncio.Event()

        class Slow(asyncssh.SSHClient):
            def kbdint_auth_requested(self) -> str:
                return ""

            async def kbdint_challenge_received(self, *_asked: object) -> list[str]:
                asked.set()
                await ended(silent)
                return [host.codes[0]]

        silent, _ = await opened(host)
        connection = await host.connection("", client_factory=Slow)
        assert asked.is_set()
        connection.abort()
