"""Strangers who come at the same instant: between what each of them costs everybody else has a turn."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import asyncssh
import pytest

from cardtable.host import arriving
from cardtable.host.arriving import Arrival
from cardtable.host.turns import Turns
from tests.host.helpers import new_table, served, until
from tests.host.test_bad_guests import opened


class Taken:
    """What the connections of strangers were given, and in which turn of the loop."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.turn = 0
        self.pieces: list[tuple[int, int]] = []
        """The turn of each piece, and its bytes."""
        take = asyncssh.SSHServerConnection.data_received

        def noted(connection: asyncssh.SSHServerConnection, data: bytes, datatype: Any = None) -> None:
            assert isinstance(connection, Arrival)
            if not connection.is_known:
                self.pieces.append((self.turn, len(data)))
            take(connection, data, datatype)

        monkeypatch.setattr(asyncssh.SSHServerConnection, "data_received", noted)

    async def count(self) -> None:
        """Counts the turns."""
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
        await until(lambda: not host.hall.door._inside)
        connection = await host.connection(host.codes[1])
        connection.abort()


async def test_a_crowd_at_the_door_is_not_let_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arriving, "MOST_WAITING", 3)
    waited: list[int] = []
    add = Turns.add

    def noted(turns: Turns, work: Callable[[], object]) -> None:
        add(turns, work)
        waited.append(len(turns))

    monkeypatch.setattr(Turns, "add", noted)
    async with served(new_table("throw_in", "person", "person")) as host:
        come = await asyncio.gather(*(opened(host) for _ in range(12)))
        for _, writer in come:
            writer.transport.abort()
        await until(lambda: not host.hall.door._inside)
        connection = await host.connection(host.codes[1])
        connection.abort()
    assert 0 < max(waited) <= 3
