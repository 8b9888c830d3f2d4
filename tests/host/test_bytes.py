"""Two worlds that differ only in hidden cards send the same bytes at the same times to all who may not know them.

The loop has its own clock, which moves on only when nothing is left to do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pytest

from cardtable.engine.moves import Event, Seat
from cardtable.engine.state import guess, observe
from cardtable.host.turns import Turns
from cardtable.match.seat import SeatTable, WatchTable
from cardtable.match.shared import News, SharedTable
from cardtable.match.table import Table
from cardtable.match.view import ONLOOKER
from cardtable.tui.guests import environ_of, settings_for_guest, words_for
from cardtable.tui.seat_app import SeatApp
from cardtable.tui.terminal.link import Link
from tests.host.time import AtOnce
from tests.test_keyboard import beside
from tests.tui.tables import seated

LONG = 8.0
"""The seconds observed: more than the time allowed for answers in secret."""
KEYS = ("\r", "\x1b[C", "m", "\x1b", "i", "\x1b[17~", "o", "\x1b", "d", "\t")
"""The keys pressed in turn on the observed screen."""


class Loop(asyncio.SelectorEventLoop):
    """An event loop that never waits: when nothing is left to do, its clock jumps to the next timer."""

    now = 1000.0

    def time(self) -> float:
        """The time of its own clock."""
        return self.now

    def _run_once(self) -> None:
        mine: Any = self
        if not mine._ready and mine._scheduled:
            self.now = max(self.now, mine._scheduled[0]._when)
        super()._run_once()  # type: ignore[misc]


class Sent(NamedTuple):
    """Data sent to a terminal, when it was sent, and what its player could know of the deal by then."""

    when: float
    known: tuple[Event, ...]
    data: bytes


class Wire:
    """Records what is sent."""

    def __init__(self, loop: Loop, table: Table, seat: Seat) -> None:
        self.sent: list[Sent] = []
        self._loop = loop
        self._known = table.public_events if seat == ONLOOKER else partial(table.events, seat)

    def send(self, data: bytes) -> None:
        """Records the data."""
        self.sent.append(Sent(self._loop.now, tuple(self._known()), data))

    def unread(self) -> int:
        """Always nothing: everything is read at once."""
        return 0

    def cut(self) -> None:
        """Fails: nobody is cut off here."""
        raise AssertionError("cut off")


class Person:
    """A person at a screen, with or without a seat. Like the guests of a hall, they get news one after the other."""

    def __init__(self, loop: Loop, shared: SharedTable, table: Table, seat: Seat, turns: Turns) -> None:
        self._turns = turns
        self.wire = Wire(loop, table, seat)
        known = environ_of("xterm-256color", {"LANG": "en_US.UTF-8"})
        self.link = Link(self.wire, (90, 28), known)
        self.app: SeatApp | None = None
        place: SeatTable = (
            WatchTable(shared, self._hear, "Olga") if seat == ONLOOKER else SeatTable(shared, seat, self._hear)
        )
        words = words_for(known)
        self.app = SeatApp(self.link, place, words, settings_for_guest(words, known))

    def _hear(self, news: News) -> None:
        if self.app is not None:
            self._turns.add(partial(self.app.hear, news))


async def evening(loop: Loop, table: Table, viewer: Seat) -> tuple[list[Sent], bool]:
    """What the viewer's terminal is sent while they press keys, and whether any of the others was asked."""
    shared = SharedTable(table, executor=AtOnce())
    turns = Turns()
    people = {seat: Person(loop, shared, table, seat, turns) for seat in sorted({*table.people, viewer})}
    tasks = [asyncio.create_task(one.app.run_async(size=(90, 28))) for one in people.values() if one.app is not None]
    going, asked = asyncio.create_task(shared.run()), False
    for nth in range(int(LONG * 2)):
        await asyncio.sleep(0.5)
        asked |= table.silence is not None and table.to_act[0] != viewer
        people[viewer].link.feed(KEYS[nth % len(KEYS)].encode())
        for seat, person in people.items():
            if seat != viewer and nth % 5 == seat + 1:
                person.link.feed(b"\r")
    going.cancel()
    for person in people.values():
        if person.app is not None:
            assert person.app.failure is None
            person.app.exit(0)
    await asyncio.gather(*tasks)
    return people[viewer].wire.sent, asked


def run(doing: Callable[[Loop], Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs a coroutine on a clock of its own."""
    loop = Loop()
    for name in ("textual._time.get_time", "textual._parser.get_time", "cardtable.tui.app.monotonic"):
        monkeypatch.setattr(name, loop.time)
    try:
        return loop.run_until_complete(doing(loop))
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


@pytest.mark.parametrize(
    ("preset", "seats", "moves", "viewer"),
    [
        ("throw_in", 2, 4, 0),
        ("burkozel", 2, 6, 0),
        ("burkozel", 2, 6, ONLOOKER),
        ("nizhny_plain", 4, 0, 1),
        pytest.param("nizhny_plain", 4, 3, ONLOOKER, marks=pytest.mark.slow),
    ],
)
@pytest.mark.every(4)
def test_the_same_bytes_go_out_at_the_same_times(
    preset: str, seats: int, moves: int, viewer: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = tuple(range(seats))
    table = seated(preset, seats, people, seed=3)
    for _ in range(moves):
        seat = table.to_act[0]
        table.submit(seat, table.silence or Random(seat).choice(list(table.legal(seat))))
    state = table._match.state
    other = guess(table.rules.all_cards, observe(state, max(viewer, 0)), Random(5))
    assert other.places != state.places
    found = []
    for world in (state.copy(), other):
        shown = beside(table, preset, people, world)
        found.append(run(lambda loop, shown=shown: evening(loop, shown, viewer), monkeypatch)[0])  # type: ignore[misc]
    # Once they know of different moves or draw different cards, they may see different things.
    alike = [left == right for left, right in zip(*found, strict=False)]
    until = alike.index(False) if False in alike else len(alike)
    assert sum(len(sent.data) for sent in found[0][:until]) > 5_000
    if until < len(alike):
        left, right = found[0][until], found[1][until]
        assert left.known != right.known, until
