"""Several people at one keyboard: nobody sees another's cards."""

from __future__ import annotations

import pytest
from textual import events

from cardtable.cards import HIDDEN
from cardtable.tui.hand import Hand
from cardtable.tui.handover import HandOver
from cardtable.tui.history import History
from cardtable.tui.protocol import WordsLike
from tests.tui.fakes import FakeTable
from tests.tui.helpers import grid, seat, table_app

pytestmark = pytest.mark.asyncio
SUITS = "♠♥♦♣"


def cards_of(table: FakeTable, words: WordsLike, seat_: int) -> set[str]:
    return {words.card(card) for card in table.hands[seat_]}


async def test_the_screen_between_two_people_shows_no_card() -> None:
    table = FakeTable(3, [0, 1, 2])
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HandOver)
        assert "M I L A" in grid(app)
        assert not any(sign in grid(app) for sign in SUITS)
        await pilot.press("enter")
        await pilot.pause()
        assert "your attack" in grid(app).lower()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, HandOver)
        assert "V E R A" in grid(app)
        for other in range(3):
            assert not any(card in grid(app).split() for card in cards_of(table, app.words, other))
        assert "Mila: attack" in grid(app), "what happened in the open is told"


async def test_the_table_below_is_blank_before_the_next_person_sits_down() -> None:
    table = FakeTable(2, [0, 1])
    app = table_app(table)
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.press("enter", "enter")
        await pilot.pause()
        below = app.screen_stack[-2]
        hand = below.query_one(Hand)
        assert set(hand.cards) == {HIDDEN}
        assert not below.query_one(History).lines


async def test_nobodys_scene_is_even_asked_for_before_he_sits_down() -> None:
    table = FakeTable(3, [0, 1, 2])
    app = table_app(table)
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert set(table.looked) == {0}
        await pilot.press("enter")
        await pilot.pause()
        assert set(table.looked) == {0, 1}


async def test_one_person_is_never_asked_to_hand_over() -> None:
    app = table_app(FakeTable(3, [1]))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert seat(app).viewer == 1


async def test_f8_hides_and_enter_shows() -> None:
    app = table_app(FakeTable(2, [0]))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("f8")
        below = grid(app).split("Your cards are hidden")[1]
        assert not any(sign in below for sign in SUITS)
        assert "Mila gets" not in grid(app)
        await pilot.press("enter")
        assert "Your attack" in grid(app)


async def test_cards_hide_when_the_window_loses_the_focus() -> None:
    app = table_app(FakeTable(2, [0, 1]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        app.post_message(events.AppBlur())
        await pilot.pause()
        assert seat(app).hidden
        assert "Your cards are hidden" in grid(app)


async def test_a_new_deal_belongs_to_nobody_until_somebody_sits_down() -> None:
    table = FakeTable(2, [0, 1])
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        table.hands[0], table.pairs = [], []
        seat(app).advance()
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, HandOver)
        assert not any(sign in grid(app) for sign in SUITS)


async def test_the_menu_over_the_handover_shows_no_card() -> None:
    app = table_app(FakeTable(2, [0, 1]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape")
        await pilot.pause()
        assert "Menu" in grid(app)
        assert not any(sign in grid(app) for sign in SUITS)
