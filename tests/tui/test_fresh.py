"""An Enter or a click meant for one decision does not make the next one; and where the cursor waits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from cardtable.cards import HIDDEN, bits, parse_card
from cardtable.engine.moves import Move, Seat
from cardtable.games import GROUPS, family, games_of
from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Pick
from cardtable.tui.boxes.handover import HandOver
from cardtable.tui.draw.cells import Sheet
from cardtable.tui.draw.fresh import PAUSE
from cardtable.tui.draw.keyline import KeyLine
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.ends.picture import EndPicture
from cardtable.tui.felt.choosing import playable
from cardtable.tui.felt.hand import Hand
from cardtable.tui.menus.family_screen import FamilyScreen
from cardtable.tui.menus.home import HomeScreen
from cardtable.tui.protocol import Home, Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.conftest import Clock
from tests.tui.helpers import grid, place_of, seat, table_app
from tests.tui.tables import WatchedTable, attacking, defending, made, seated

LAST_CARDS: dict[str, Any] = {"stock": 0, "hands": {"P1": "6h 6d 6c"}}
"""A defender with these cards takes: the next decision is the attack again."""


def leading(seats: int = 2, people: Sequence[Seat] = (0,)) -> WatchedTable:
    """Seat 0 attacks again and again."""
    return attacking("7h 9d Jc Qd Kc Ah", seats, people, preset="simple", **LAST_CARDS)


def mine(table: Table) -> int:
    return sum(by == 0 for by, _ in made(table))


async def bots_moved(pilot: Pilot[int], app: CardtableApp) -> None:
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()


async def test_a_second_enter_does_not_lead_the_next_card(clock: Clock) -> None:
    table = leading()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await bots_moved(pilot, app)
        assert table.to_act == (0,), "the next decision is there"
        clock.before_a_key = PAUSE / 2
        await pilot.press("enter")
        assert mine(table) == 1
        await pilot.press("enter")
        assert mine(table) == 2, "the time has passed"


async def test_any_other_key_says_that_the_decision_was_seen(clock: Clock) -> None:
    table = leading()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await bots_moved(pilot, app)
        clock.before_a_key = 0
        await pilot.press("enter", "right", "enter")
        assert mine(table) == 2


async def test_digits_lose_no_time(clock: Clock) -> None:
    table = leading()
    app = table_app(table)
    clock.before_a_key = 0
    async with app.run_test(size=(80, 24)) as pilot:
        for done in range(1, 4):
            await bots_moved(pilot, app)
            await pilot.press("1", "1")
            assert mine(table) == done


async def test_a_digit_of_the_last_decision_is_not_half_of_the_next() -> None:
    table = leading()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        table.submit(0, table.legal(0)[0])
        table.submit(1, Move("take"))
        seat(app).flow.advance()
        await pilot.pause()
        await pilot.press("1")
        assert mine(table) == 1


async def test_an_enter_typed_ahead_while_bots_move_lays_nothing(clock: Clock) -> None:
    table = leading(3)
    app = table_app(table, delay=60)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "1")
        await pilot.pause()
        assert not seat(app).picture.view.is_turn
        clock.before_a_key = 0
        await pilot.press("enter")
        while not seat(app).picture.view.is_turn:
            await pilot.press("space")
            await pilot.pause()
        await pilot.press("enter")
        assert mine(table) == 1


async def test_the_second_half_of_a_double_click_lays_nothing(clock: Clock) -> None:
    table = leading()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert seat(app).picture.cursor == 0
        await pilot.click(Hand, offset=place_of(app, 0))
        await bots_moved(pilot, app)
        assert mine(table) == 1
        clock.before_a_key = 0
        place = seat(app).picture.cursor
        await pilot.click(Hand, offset=place_of(app, place))
        assert mine(table) == 1
        clock.before_a_key = PAUSE
        await pilot.click(Hand, offset=place_of(app, place))
        assert mine(table) == 2


async def test_a_label_at_the_foot_is_not_clicked_twice(clock: Clock) -> None:
    """A click that was meant for one pass does not make the next one too."""
    table = attacking("7h 7d Jc Qd Kc Ah", table="7c/8c", **LAST_CARDS)
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        keyline = app.screen.query_one(KeyLine)
        place = grid(app).splitlines()[-1].index("d pass")
        clock.before_a_key = 0
        await pilot.click(keyline, offset=(place, 0))
        assert mine(table) == 0
        clock.before_a_key = PAUSE
        await pilot.click(keyline, offset=(place, 0))
        assert [move.verb for by, move in made(table) if by == 0] == ["pass"]


async def test_keys_pressed_before_the_result_came_close_it_no_more_when_a_busy_program_hears_of_them_late(
    clock: Clock,
) -> None:
    table = defending("8h", "7h", stock=0, hands={"P1": "9d 9c"})
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        ahead = [events.Key("tab", "\t"), events.Key("enter", "\r")]
        await pilot.press("enter")
        await bots_moved(pilot, app)
        assert isinstance(app.screen, DealResult)
        clock.now += 5 * PAUSE
        for event in ahead:
            app.post_message(event)
            await pilot.pause()
        assert isinstance(app.screen, DealResult)
        await pilot.press("enter")
        assert not isinstance(app.screen, DealResult)


async def test_a_result_that_is_painted_slowly_is_not_closed_before_it_was_seen(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    paint, took = EndPicture.paint, [2 * PAUSE]

    def slowly(self: EndPicture, sheet: Sheet) -> None:
        clock.now += took.pop() if took else 0
        paint(self, sheet)

    monkeypatch.setattr(EndPicture, "paint", slowly)
    table = defending("8h", "7h", stock=0, hands={"P1": "9d 9c"})
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await bots_moved(pilot, app)
        clock.before_a_key = 0
        await pilot.press("enter")
        assert not took
        assert isinstance(app.screen, DealResult)


async def test_the_enter_that_ended_the_deal_does_not_close_its_result(clock: Clock) -> None:
    table = defending("8h", "7h", stock=0, hands={"P1": "9d 9c"})
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await bots_moved(pilot, app)
        clock.before_a_key = 0
        await pilot.press("enter")
        assert isinstance(app.screen, DealResult)
        clock.before_a_key = PAUSE
        await pilot.press("enter")
        assert not isinstance(app.screen, DealResult)


async def test_the_enter_that_made_a_move_does_not_show_the_next_hand(clock: Clock) -> None:
    app = table_app(leading(2, (0, 1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert isinstance(app.screen, HandOver)
        clock.before_a_key = 0
        await pilot.press("enter")
        assert isinstance(app.screen, HandOver)
        clock.before_a_key = PAUSE
        await pilot.press("enter")
        assert seat(app).picture.viewer == 1
        clock.before_a_key = 0
        await pilot.press("enter")
        assert isinstance(app.screen, TableScreen), "nor does the Enter that showed the hand lay a card of it"


async def test_the_enter_that_opened_a_list_takes_nothing_from_it(clock: Clock) -> None:
    table = defending("Ks 6d", "7h 8c")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        seat(app).picture.target = None
        await pilot.press("enter")
        assert isinstance(app.screen, Pick)
        clock.before_a_key = 0
        await pilot.press("enter")
        assert not mine(table)
        clock.before_a_key = PAUSE
        await pilot.press("enter")
        assert mine(table) == 1


async def test_hidden_cards_are_shown_by_an_enter_that_lays_none(clock: Clock) -> None:
    table = leading()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f8", "enter")
        clock.before_a_key = 0
        await pilot.press("enter")
        assert not mine(table)


def a_menu(opened: list[str]) -> CardtableApp:
    """Two families of two games each."""
    games = [*games_of("durak"), *games_of("bura")]

    def open_table(preset: str, seats: int) -> Table:
        opened.append(preset)
        return seated("throw_in", seats)

    return CardtableApp(None, Words("en"), Settings(), Home(games, open_table))


def line_of(app: CardtableApp, title: str) -> tuple[int, int]:
    """A cell of the screen's line with this text."""
    rows = grid(app).splitlines()
    return next((row.index(title) + 1, y) for y, row in enumerate(rows) if f" {title} " in f" {row}")


async def test_in_a_menu_the_first_click_chooses_and_the_second_takes(clock: Clock) -> None:
    opened: list[str] = []
    app = a_menu(opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click(offset=line_of(app, "Bura"))
        assert isinstance(app.screen, HomeScreen)
        entry = app.screen.entry
        assert entry is not None
        assert entry.family == "bura"
        await pilot.click(offset=line_of(app, "Bura"))
        assert isinstance(app.screen, FamilyScreen)
        assert app.screen.name_of_family == "bura"


async def test_no_click_takes_a_line_of_a_list_that_has_just_come_under_the_pointer(clock: Clock) -> None:
    opened: list[str] = []
    app = a_menu(opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down")
        await pilot.click(offset=line_of(app, "Durak"))
        assert isinstance(app.screen, FamilyScreen)
        clock.before_a_key = 0
        row = app.screen.rows.region.y + app.screen.above
        await pilot.click(offset=(4, row))
        assert not opened
        clock.before_a_key = PAUSE
        await pilot.click(offset=(4, row))
        assert opened == ["throw_in"]


# Where the cursor waits


@pytest.mark.parametrize("name", GROUPS)
@pytest.mark.every(6)
async def test_at_a_new_decision_the_cursor_stands_on_the_lowest_legal_card(name: str) -> None:
    """In the preset of each family that the menu offers first."""
    preset = family(name).default
    table = seated(preset, family(name).presets[preset].players, seed=3)
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    seen = 0
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(30):
            await bots_moved(pilot, app)
            while table.to_act and 0 not in table.to_act:
                await bots_moved(pilot, app)
            if table.deal_over or not isinstance(app.screen, TableScreen):
                break
            screen = app.screen
            allowed = playable(screen.picture.scene, 0, screen.picture.scene.verb) or playable(screen.picture.scene, 0)
            fitting = [card for card in screen.picture.cards if card != HIDDEN and allowed >> card & 1]
            if fitting and screen.picture.view.is_turn:
                trump = screen.picture.scene.trump
                heights = {card: table.rules.height(card, trump) for card in fitting}
                assert heights[screen.picture.cards[screen.picture.cursor]] == min(heights.values())
                seen += len(set(heights.values())) > 1
            # The highest card is led, so that the cursor was elsewhere before.
            move = max(table.legal(0), key=lambda move: (bits(move.cards)[-1:], move.arg))
            screen.flow.make(0, move)
    assert seen > 2


@pytest.mark.parametrize(
    ("preset", "trump", "cards"),
    [
        pytest.param("throw_in", 3, "6s 7h Ad 6c Ac", id="Durak: trumps above all"),
        pytest.param("burkozel", 3, "6s Jh Kd Ts Ah 6c Tc Ac", id="B-01 the ten above the king"),
        pytest.param("nizhny", 3, "7h Kd Ts Ah 7c Ac Jd Qd 6c", id="K-06 jacks, queens and the six of clubs on top"),
        pytest.param("king_simple", None, "7h Tc Js Ad", id="King without trumps"),
    ],
)
def test_how_high_cards_stand(preset: str, trump: int | None, cards: str) -> None:
    rules = seated(preset, 4 if preset in ("nizhny", "king_simple") else 2).rules
    heights = [rules.height(parse_card(card), trump) for card in cards.split()]
    assert heights == sorted(set(heights))
