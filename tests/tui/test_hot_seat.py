"""Several people at one keyboard: nobody sees another's cards."""

from __future__ import annotations

import pytest
from textual import events

from cardtable.cards import HIDDEN, parse_card
from cardtable.engine.moves import Event, Move, Seat
from cardtable.match import Match
from cardtable.tui.app import CardtableApp
from cardtable.tui.hand import Hand
from cardtable.tui.handover import HandOver
from cardtable.tui.history import History
from cardtable.tui.protocol import Settings, WordsLike
from cardtable.words import Words
from tests.tui.fakes import FakeTable
from tests.tui.helpers import grid, seat, table_app
from tests.tui.tables import seated

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
        seat(app).course.advance()
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


async def test_whoever_looks_first_speaks_when_the_leader_sits_down() -> None:
    """Mila holds four spades; Anna is to lead, and nothing on the screen tells that Mila is asked."""
    app = CardtableApp(seated("burkozel_casual", 3, (0, 1, 2), seed=7), Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = grid(app)
        assert "A N N A" in before
        await pilot.press("l", "1")
        await pilot.pause()
        assert "M I L A" in grid(app)
        await pilot.press("enter", "c")
        await pilot.pause()
        assert grid(app) == before, "what she has said nobody sees before Anna goes on"
        await pilot.press("l", "2", "enter")
        await pilot.pause()
        assert "You have nothing to say now." in grid(app)
        assert "give back" in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        assert grid(app) == before
        await pilot.press("enter")
        await pilot.pause()
        assert "Mila announces molodka" in grid(app)
        assert "M I L A" in grid(app)


async def test_every_screen_is_the_same_whether_somebody_is_asked_in_secret_or_not() -> None:
    """Mila holds four spades, or a club among three of them; Anna leads in both deals."""
    shown = []
    for swapped in ({}, {parse_card("6s"): parse_card("6c"), parse_card("6c"): parse_card("6s")}):
        table = seated("burkozel_casual", 3, (0, 1, 2), seed=7)
        _, dealer, deck = Match(table.rules, table.header.seed).next_cards()
        dealt = table.rules.deal([swapped.get(card, card) for card in deck], dealer, table.rules.start())
        table._match._state = dealt
        assert table.turn == 2
        assert (table.silence is None) == bool(swapped)
        app = CardtableApp(table, Words("en"), Settings(delay=0))
        screens = []
        async with app.run_test(size=(120, 30)) as pilot:
            for key in ("f1", "escape", "l", "escape", "enter", "1", "1"):
                await pilot.pause()
                screens.append(grid(app))
                await pilot.press(key)
            await pilot.pause()
            screens.append(grid(app))
        shown.append(screens)
    assert shown[0] == shown[1]
    assert "M I L A" in shown[0][-1]
    assert "Anna leads" in shown[0][-1]


async def test_all_that_happened_can_be_read_before_anybody_sits_down() -> None:
    table = FakeTable(2, [0, 1])
    table.log = [Event("take", 0, size=nth, arg=nth) for nth in range(40)]
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "40 / 40" in grid(app)
        await pilot.press("pageup", "pageup", "pageup")
        assert " 1-" in grid(app)
        await pilot.press("pagedown", "pagedown", "pagedown")
        assert "40 / 40" in grid(app)


class HushTable(FakeTable):
    """A bot is asked in secret before the only person attacks."""

    asked = True

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (1,) if self.asked else super().to_act

    @property
    def turn(self) -> Seat:
        return super().to_act[0]

    @property
    def silence(self) -> Move | None:  # type: ignore[override]
        return Move("silent") if self.asked else None

    def bot_move(self, seat: Seat) -> Move:
        return Move("silent") if self.asked else super().bot_move(seat)

    def submit(self, seat: Seat, move: Move) -> None:
        if self.asked:
            self.asked = False
        else:
            super().submit(seat, move)


async def test_a_bot_that_is_asked_in_secret_makes_no_pause() -> None:
    table = HushTable(2, [0])
    app = table_app(table, delay=60)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Your attack" in grid(app)
