"""The hall: tables to sit at, to watch, to open; who comes by what name; and what the host may do."""

from __future__ import annotations

import itertools

import pytest

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")

import asyncssh

from cardtable.host.hall import Guest as Visitor
from cardtable.host.hall import Hall, HallTable
from cardtable.saved import SavedTable
from tests.host.helpers import Way, listening, new_hall, until

OPEN = ""
KEY = asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody presses Enter before they have seen what is asked."""
    seconds = itertools.count(1000)
    monkeypatch.setattr("cardtable.tui.app.monotonic", lambda: float(next(seconds)))


def agreed(*names: str, preset: str = "throw_in") -> SavedTable:
    """A table of these people; without a name a seat is open."""
    return SavedTable(preset, names, (None,) * len(names))


def failure_of(hall: Hall) -> list[BaseException]:
    """What screens have failed by."""
    return [guest.app.failure for guest in hall.guests if guest.app is not None and guest.app.failure is not None]


def visitor(hall: Hall, name: str) -> Visitor:
    """Who is here under this name."""
    return next(guest for guest in hall.guests if guest.name == name)


async def test_a_match_begins_when_the_open_seats_are_taken_and_those_who_came_come_back() -> None:
    said: list[str] = []
    hall = new_hall(said)
    hall.add(HallTable(agreed("Anna", OPEN)))
    hall.new_code("Anna")
    async with listening(hall) as (_, port):
        way = Way(hall, port)
        anna = await way.enter(hall.codes["Anna"])
        await anna.sees("waits for players")
        stranger = await way.enter(hall.codes[OPEN], username="masha")
        assert [guest.name for guest in hall.guests] == ["Anna", "Masha"]
        stranger.press("\r")
        await until(lambda: hall.tables[0].shared is not None)
        shared = hall.tables[0].shared
        assert shared is not None
        await until(lambda: shared.present == {0, 1})
        assert list(shared.names) == ["Anna", "Masha"]
        assert failure_of(hall) == []
        await stranger.sees(hall.codes["Masha"])
        stranger.connection.abort()
        await until(lambda: shared.present == {0})
        again = await way.enter(hall.codes["Masha"], username="nobody")
        await until(lambda: shared.present == {0, 1})
        assert failure_of(hall) == []
        again.connection.abort()
