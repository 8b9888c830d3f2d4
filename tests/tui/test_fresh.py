"""An Enter or a click that was meant for one decision does not decide the next; and where the cursor waits."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.cards import HIDDEN, bits, parse_card
from cardtable.engine.scene import NO_CARD
from cardtable.games import GROUPS, family
from cardtable.tui.app import CardtableApp
from cardtable.tui.choosing import playable
from cardtable.tui.dialogs import DealResult, Pick
from cardtable.tui.fresh import PAUSE
from cardtable.tui.hand import Hand
from cardtable.tui.handover import HandOver
from cardtable.tui.home import HomeScreen
from cardtable.tui.keyline import KeyLine
from cardtable.tui.menu import Menu
from cardtable.tui.protocol import Home, PresetRow, Settings
from cardtable.tui.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.conftest import Clock
from tests.tui.fakes import FakeTable
from tests.tui.helpers import grid, place_of, seat, table_app
from tests.tui.tables import seated


def attacking(table: FakeTable) -> FakeTable:
    """Seat 0 attacks, and whoever defends takes: the next decision is its attack again."""
    table.trump, table.stock = 0, []
    table.hands[0] = [parse_card(card) for card in ("7h", "9d", "Jc", "Qd", "Kc", "Ah")]
    table.hands[1] = [parse_card(card) for card in ("6h", "6d", "6c")]
    return table


def mine(table: FakeTable) -> int:
    return sum(by == 0 for by, _ in table.submitted)


async def bots_moved(pilot: Pilot[int], app: CardtableApp) -> None:
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()


async def test_a_second_enter_does_not_lead_the_next_card(clock: Clock) -> None:
    table = attacking(FakeTable())
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
    table = attacking(FakeTable())
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await bots_moved(pilot, app)
        clock.before_a_key = 0
        await pilot.press("enter", "right", "enter")
        assert mine(table) == 2


async def test_digits_lose_no_time(clock: Clock) -> None:
    table = attacking(FakeTable())
    app = table_app(table)
    clock.before_a_key = 0
    async with app.run_test(size=(80, 24)) as pilot:
        for done in range(1, 4):
            await bots_moved(pilot, app)
            await pilot.press("1", "1")
            assert mine(table) == done


async def test_a_digit_of_the_last_decision_is_not_half_of_the_next() -> None:
    table = attacking(FakeTable())
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        table.submit(0, table.bot_move(0))
        table.submit(1, table.choices(1)[-1].move)
        seat(app).course.advance()
        await pilot.pause()
        await pilot.press("1")
        assert mine(table) == 1


async def test_an_enter_typed_ahead_while_bots_move_lays_nothing(clock: Clock) -> None:
    table = attacking(FakeTable(3))
    app = table_app(table, delay=60)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "1")
        await pilot.pause()
        assert not seat(app).turn
        clock.before_a_key = 0
        await pilot.press("enter")
        while not seat(app).turn:
            await pilot.press("space")
            await pilot.pause()
        await pilot.press("enter")
        assert mine(table) == 1


async def test_the_second_half_of_a_double_click_lays_nothing(clock: Clock) -> None:
    table = attacking(FakeTable())
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert seat(app).cursor == 0
        await pilot.click(Hand, offset=place_of(app, 0))
        await bots_moved(pilot, app)
        assert mine(table) == 1
        clock.before_a_key = 0
        place = seat(app).cursor
        await pilot.click(Hand, offset=place_of(app, place))
        assert mine(table) == 1
        clock.before_a_key = PAUSE
        await pilot.click(Hand, offset=place_of(app, place))
        assert mine(table) == 2


async def test_a_label_at_the_foot_is_not_clicked_twice(clock: Clock) -> None:
    """What passes once does not pass the next time too."""
    table = attacking(FakeTable())
    table.hands[0][1] = parse_card("7d")
    table.pairs = [[parse_card("7c"), parse_card("8c")]]
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        keyline = app.screen.query_one(KeyLine)
        place = grid(app).splitlines()[-1].index("d add nothing")
        clock.before_a_key = 0
        await pilot.click(keyline, offset=(place, 0))
        assert mine(table) == 0
        clock.before_a_key = PAUSE
        await pilot.click(keyline, offset=(place, 0))
        assert [move.verb for by, move in table.submitted if by == 0] == ["pass"]


async def test_the_enter_that_ended_the_deal_does_not_close_its_result(clock: Clock) -> None:
    table = FakeTable()
    table.trump, table.stock = 0, []
    table.hands[0], table.hands[1] = [parse_card("8h")], [parse_card("9d"), parse_card("9c")]
    table.attacker, table.pairs = 1, [[parse_card("7h"), NO_CARD]]
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
    app = table_app(attacking(FakeTable(2, [0, 1])))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert isinstance(app.screen, HandOver)
        clock.before_a_key = 0
        await pilot.press("enter")
        assert isinstance(app.screen, HandOver)
        clock.before_a_key = PAUSE
        await pilot.press("enter")
        assert seat(app).viewer == 1
        clock.before_a_key = 0
        await pilot.press("enter")
        assert isinstance(app.screen, TableScreen), "nor does the Enter that showed the hand lay a card of it"


async def test_the_enter_that_opened_a_list_takes_nothing_from_it(clock: Clock) -> None:
    table = FakeTable()
    table.trump, table.attacker = 0, 1
    table.hands[0] = [parse_card("Ks")]
    table.pairs = [[parse_card("7h"), NO_CARD], [parse_card("8c"), NO_CARD]]
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        seat(app).target = None
        await pilot.press("enter")
        assert isinstance(app.screen, Pick)
        clock.before_a_key = 0
        await pilot.press("enter")
        assert not mine(table)
        clock.before_a_key = PAUSE
        await pilot.press("enter")
        assert mine(table) == 1


async def test_hidden_cards_are_shown_by_an_enter_that_lays_none(clock: Clock) -> None:
    table = attacking(FakeTable())
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f8", "enter")
        clock.before_a_key = 0
        await pilot.press("enter")
        assert not mine(table)


def a_menu(opened: list[str]) -> CardtableApp:
    """Two families of two games each."""
    presets = [
        PresetRow(f"{family_}{nth}", f"game {nth} of {family_}", "", (2,), family_)
        for family_ in "AB"
        for nth in (1, 2)
    ]

    def open_table(preset: str, seats: int) -> FakeTable:
        opened.append(preset)
        return FakeTable(seats)

    return CardtableApp(None, Words("en"), Settings(), Home(presets, open_table))


async def test_in_a_menu_the_first_click_chooses_and_the_second_takes(clock: Clock) -> None:
    opened: list[str] = []
    app = a_menu(opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click(Menu, offset=(4, 1))
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.family is None
        assert app.screen.query_one(Menu).highlighted == 1
        await pilot.click(Menu, offset=(4, 1))
        assert app.screen.family == "B"


async def test_no_click_takes_a_line_of_a_list_that_has_just_come_under_the_pointer(clock: Clock) -> None:
    opened: list[str] = []
    app = a_menu(opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click(Menu, offset=(4, 0))
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.family == "A"
        clock.before_a_key = 0
        await pilot.click(Menu, offset=(4, 0))
        assert not opened
        clock.before_a_key = PAUSE
        await pilot.click(Menu, offset=(4, 0))
        assert opened == ["A1"]


# Where the cursor waits


@pytest.mark.parametrize("name", GROUPS)
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
            allowed = playable(screen.view, 0, screen.view.verb) or playable(screen.view, 0)
            fitting = [card for card in screen.cards if card != HIDDEN and allowed >> card & 1]
            if fitting and screen.turn:
                trump = screen.view.trump
                heights = {card: table.rules.height(card, trump) for card in fitting}
                assert heights[screen.cards[screen.cursor]] == min(heights.values())
                seen += len(set(heights.values())) > 1
            # The highest one is led, so that the cursor was elsewhere before.
            move = max(table.legal(0), key=lambda move: (bits(move.cards)[-1:], move.arg))
            screen.course.make(0, move)
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
