"""From a move to the screen: a seat's view is built once after every move, and drawn once."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from cardtable.games import FAMILIES, family
from cardtable.match.table import Table
from cardtable.tui.felt.picture import Picture
from tests.tui.helpers import seat, table_app
from tests.tui.tables import attacking, seated


def made_anew(table: Table, seat_: int) -> tuple[object, ...]:
    """The parts of a view, computed one by one."""
    return (
        table.scene(seat_),
        [event.for_seat(seat_) for event in table._told.all],
        table.to_act[:1] == (seat_,),
        table.to_take_back(seat_) > 0,
        table.deal_over,
        table.match_over,
        table.view(0).sheet,
    )


def kept(table: Table, seat_: int) -> tuple[object, ...]:
    """The same as the view gives it."""
    view = table.view(seat_)
    assert table.view(seat_) is view, "it is made once"
    return (
        view.scene,
        list(view.events),
        view.is_turn,
        view.may_take_back,
        view.deal_over,
        view.match_over,
        view.sheet,
    )


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.every(9)
def test_a_view_is_never_older_than_the_last_move(name: str) -> None:
    """In a random deal, with decisions taken back on the way, and into the next deal."""
    game = family(name)
    table = seated(game.default, game.presets[game.default].players, (0,), seed=2)
    rng, back = Random(name), 0
    for _ in range(400):
        for seat_ in range(len(table.names)):
            assert kept(table, seat_) == made_anew(table, seat_)
        if table.deal_over:
            if table.match_over or table.deals == 2:
                break
            table.next_deal()
        elif table.to_take_back(0) and rng.random() < 0.05:
            table.take_back(0)
            back += 1
        else:
            acting = rng.choice(table.to_act)
            table.submit(acting, rng.choice(list(table.legal(acting))))
    assert back


@pytest.mark.parametrize("name", FAMILIES)
def test_what_is_told_aloud_holds_no_card_that_somebody_was_not_told(name: str) -> None:
    game = family(name)
    table = seated(game.default, game.presets[game.default].players, (0,), seed=4)
    rng, seats, read = Random(name), range(len(table.names)), 0
    for _ in range(60):
        if table.deal_over:
            break
        aloud = table.public_events(read)
        told = [table.events(seat_, read) for seat_ in seats]
        for nth, event in enumerate(aloud):
            everybody = all(events[nth].cards for events in told)
            assert event == told[0][nth]._replace(cards=told[0][nth].cards if everybody else 0)
        read += len(aloud)
        table.submit(table.to_act[0], rng.choice(list(table.legal(table.to_act[0]))))
    assert read


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The numbers of scenes built and pictures drawn."""
    counts: Counter[str] = Counter()

    def counting(kind: type[Any], name: str) -> None:
        usual = getattr(kind, name)

        def noted(self: Any, *given: Any) -> Any:
            counts[name] += 1
            return usual(self, *given)

        monkeypatch.setattr(kind, name, noted)

    counting(Picture, "draw")
    counting(type(seated("throw_in", 2).rules), "scene")
    return counts


@pytest.mark.asyncio
async def test_a_card_that_is_played_and_the_answer_to_it_are_each_drawn_once(counted: Counter[str]) -> None:
    app = table_app(attacking("7h 9d Jc Qd Kc Ah", hands={"P1": "6h 6d 6c"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        counted.clear()
        await pilot.press("right")
        assert counted == {"draw": 1}, "nothing has happened at the table"
        counted.clear()
        await pilot.press("enter")
        await pilot.pause()
        assert len(seat(app).table.public_events()) == 2
        assert counted == {"scene": 2, "draw": 2}, "one for each of the two moves"
