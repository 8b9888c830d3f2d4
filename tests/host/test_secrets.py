"""What a person at their own screen sees, and when, depends on nothing that they may not know."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from typing import Any, NamedTuple

import pytest

from cardtable.engine.moves import Move, Seat
from cardtable.engine.state import State, guess, observe
from cardtable.host.seat_page import SeatState
from cardtable.match.clock import Clock, may_ask_in_secret
from cardtable.match.seat import SeatTable, WatchTable
from cardtable.match.shared import News, SharedTable
from cardtable.match.table import Table
from cardtable.match.view import ONLOOKER, View
from cardtable.plain.seat import PlainSeat
from cardtable.words import Words
from tests.host.time import AtOnce, Time
from tests.test_keyboard import beside, dealt_otherwise, wandered
from tests.tui.tables import made, seated

LONG = 40
"""The number of news items after which an evening ends."""


class Seen(NamedTuple):
    """A piece of news, and what its receiver saw then."""

    when: float
    news: News
    view: View
    away: frozenset[Seat]
    to_act: tuple[Seat, ...]
    lines: tuple[str, ...]
    """What a player or spectator then heard in plain lines."""
    page: str
    """What a page of buttons was then sent."""


class Evening:
    """People at their screens: they act a second after their turn comes, but answer in secret whenever they like."""

    def __init__(self, table: Table, lot: str, viewer: Seat, clock: Clock | None) -> None:
        self.time = Time()
        self.shared = SharedTable(table, executor=AtOnce(), clock=clock)
        self.shared.time = lambda: self.time.now
        self.asked = 0
        """How often another player was asked in secret."""
        self.seen: list[Seen] = []
        self._viewer = viewer
        self._rng = {seat: Random(f"{lot} {seat}") for seat in table.people}
        self._tables: dict[Seat, SeatTable] = {}
        self._acted: dict[Seat, int] = {}
        for seat in sorted(table.people):
            self._tables[seat] = SeatTable(self.shared, seat, self._hearing(seat))
        if viewer == ONLOOKER:
            self._watched = WatchTable(self.shared, self._watch, "Olga")
        self._lines: list[str] = []
        table_of_viewer = self._watched if viewer == ONLOOKER else self._tables[viewer]
        self._plain = PlainSeat(table_of_viewer, Words("en"), self._lines.append, lambda: None)
        self._page = SeatState(table_of_viewer, "en")

    def _hearing(self, seat: Seat):  # type: ignore[no-untyped-def]  # a listener
        def heard(news: News) -> None:
            if len(self._tables) == len(self.shared.people):
                self._look(seat, news)

        return heard

    def _watch(self, news: News) -> None:
        table = self._watched
        self._note(table, table.view(0), news)
        assert table.explain(0, Move("play")) is not None
        before = self.shared.number
        table.submit(0, Move("play", 1))
        table.ready()
        assert self.shared.number == before

    def _note(self, table: SeatTable, view: View, news: News) -> None:
        self._plain.hear()
        page = json.dumps(self._page.now())
        self.seen.append(Seen(self.time.now, news, view, table.away, table.to_act, tuple(self._lines), page))
        self._lines.clear()

    def _look(self, seat: Seat, news: News) -> None:
        now = self.shared.table
        if seat != self._viewer and seat not in now.to_act and not now.deal_over:
            return  # They are asked nothing, and their screens are not compared.
        table = self._tables[seat]
        view = table.view(seat)
        if seat == self._viewer:
            self._note(table, view, news)
        if not view.is_turn or not view.scene.choices or view.deal_over:
            if view.deal_over:
                table.ready()
            return
        rng = self._rng[seat]
        if view.aside:
            self.asked += seat != self._viewer
            pause = rng.choice((0.0, 2.0, 4.9, 99.0))
        else:
            pause = 1.0
        choices = view.scene.choices
        move, number = choices[rng.randrange(len(choices))].move, self.shared.number

        def act() -> None:
            if self.shared.number == number:
                table.submit(seat, move)

        self.time.after(pause, act)

    async def go_on(self) -> None:
        """Goes on until there was news enough."""
        for seat in sorted(self._tables):
            self._look(seat, "moved")
        await self.time.go(self.shared, lambda: len(self.seen) >= LONG)
        assert self.shared.clock is None or self.shared.is_closed or len(self.seen) >= LONG, "nobody was waited for"


async def compare(
    table: Table, preset: str, people: tuple[Seat, ...], viewer: Seat, state: State, clock: Clock | None
) -> int:
    """Compares two evenings that begin alike for this seat; returns in how many of them another player was asked."""
    evenings = []
    for own in (table._match.state.copy(), state):
        evening = Evening(beside(table, preset, people, own), f"{table.header.seed}", viewer, clock)
        await evening.go_on()
        evenings.append(evening)
    one, other = evenings
    for left, right in zip(one.seen, other.seen, strict=False):
        assert (left.when, left.news) == (right.when, right.news), (table.header.seed, viewer)
        if left.view.events != right.view.events:
            break  # From here on they know of different moves.
        if left.view.aside != right.view.aside:
            break  # The rules ask them because of their partner's cards too (K-08).
        assert left == right, (table.header.seed, viewer)
    return (one.asked > 0) + (other.asked > 0)


TABLES = [
    ("burkozel", (0, 1, 2), 3, 5),
    ("burkozel_casual", (0, 2), 3, 8),
    ("nizhny_plain", (0, 1, 2, 3), 4, 3),
    ("nizhny_plain", (1, 2), 4, 5),
    ("throw_in", (0, 1, 2), 3, 4),
]
"""Preset, people, seats, and the number of deals needed to reach secret questions."""


@pytest.mark.parametrize(
    ("preset", "people", "seats", "deals", "clock"),
    [*((*table, None) for table in TABLES), *((*table, Clock(0.9, "steady")) for table in (TABLES[0], TABLES[4]))],
)
@pytest.mark.every(6)
async def test_what_is_seen_and_when_follows_from_what_the_seat_may_know(
    preset: str, people: tuple[Seat, ...], seats: int, deals: int, clock: Clock | None
) -> None:
    rng, asked = Random(preset), 0
    for seed in range(deals):
        table = seated(preset, seats, people, seed=seed)
        for viewer in people:
            state = dealt_otherwise(table, viewer, rng)
            if state is not None:
                asked += await compare(table, preset, people, viewer, state, clock)
        if preset.startswith("burkozel"):
            for nth, _ in enumerate(wandered(table, rng)):
                if nth % 4 == 0:
                    viewer = rng.choice(people)
                    state = guess(table.rules.all_cards, observe(table._match.state, viewer), rng)
                    asked += await compare(table, preset, people, viewer, state, clock)
    assert asked > 0 or not may_ask_in_secret(table.rules)


@pytest.mark.parametrize(("preset", "people", "seats", "deals"), TABLES)
@pytest.mark.every(6)
async def test_what_somebody_sees_who_watches_follows_from_what_everybody_knows(
    preset: str, people: tuple[Seat, ...], seats: int, deals: int
) -> None:
    rng, asked = Random(f"watching {preset}"), 0
    for seed in range(deals):
        table = seated(preset, seats, people, seed=seed)
        for seat in people:
            state = dealt_otherwise(table, seat, rng)
            if state is not None:
                asked += await compare(table, preset, people, ONLOOKER, state, None)
    assert asked > 0 or not preset.startswith("burkozel")


@pytest.mark.parametrize(("preset", "seats"), [("throw_in", 3), ("burkozel", 3), ("nizhny_plain", 4)])
async def test_a_bot_plays_for_somebody_who_is_away_until_they_come_back(preset: str, seats: int) -> None:
    table, time, heard = seated(preset, seats, tuple(range(seats)), seed=2), Time(), list[str]()
    shared = SharedTable(table, executor=AtOnce())
    for seat in range(seats):
        shared.sit(seat, heard.append)
        shared.let_bot_play(seat, "steady")
    assert heard.count("closed") == seats
    assert not shared.present
    assert shared.played_by_bots == frozenset(range(seats))
    made = table.deals, shared.number
    await time.go(shared, lambda: shared.number > made[1] + 10)
    back = SeatTable(shared, 0, heard.append)
    assert shared.played_by_bots == set(range(1, seats))
    assert back.away == set()
    await time.go(shared, lambda: shared.number > 10_000)
    assert table.deal_over or table.to_act[0] == 0 or shared.is_window, "they are waited for"


async def test_whoever_is_asked_in_secret_is_asked_again_when_the_answer_cannot_be_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, time = seated("nizhny_plain", 4, (0, 1, 2, 3), seed=3), Time()
    asked, silence = table.to_act[0], table.silence
    assert silence is not None, "they could call for another deal"
    call = next(move for move in table.legal(asked) if move != silence)
    shared = SharedTable(table, executor=AtOnce())
    seats = {seat: SeatTable(shared, seat, lambda news: None) for seat in table.people}
    full, saved, submit = [True], list[tuple[Seat, Move]](), table.submit

    def save(seat: Seat, move: Move) -> None:
        if full:
            full.pop()
            raise OSError(28, "No space left on device")
        submit(seat, move)
        saved.append((seat, move))

    monkeypatch.setattr(table, "submit", save)
    seats[asked].submit(asked, call)
    assert not seats[asked].view(asked).is_turn, "that was said"
    await time.go(shared, lambda: shared.trouble is not None)
    assert saved == []
    assert [seat for seat in seats if seats[seat].view(seat).scene.choices] == [asked]
    seats[asked].submit(asked, call)
    await time.go(shared, lambda: shared.trouble is None)
    assert saved[0] == (asked, call)


async def test_somebody_who_comes_back_while_their_bot_is_about_to_think_plays_on() -> None:
    class Late(AtOnce):
        """Thinks only once the player has come back."""

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            SeatTable(shared, asked, lambda news: None)
            return super().submit(fn, *args, **kwargs)

    table, time = seated("throw_in", 2, (0, 1)), Time()
    asked = table.to_act[0]
    shared = SharedTable(table, executor=Late())
    shared.let_bot_play(asked, "steady")
    await time.go(shared, lambda: False)
    assert shared.present == {asked}
    assert made(table) == [], "nobody moves for them"
