"""Several people at one keyboard: nobody sees another player's cards."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from textual import events

from cardtable.bots.hints import Hint
from cardtable.cards import HIDDEN, bits, parse_card
from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.text import Text, faces, say
from cardtable.match.match import Match
from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Choose
from cardtable.tui.boxes.handover import HandOver, Notice
from cardtable.tui.draw.painter import BIG, HUGE, LARGE, Size
from cardtable.tui.felt.hand import Hand
from cardtable.tui.felt.history import History
from cardtable.tui.protocol import Settings
from cardtable.words import Words
from tests.tui.helpers import grid, seat, table_app
from tests.tui.screens import SCREENS, on_nothing
from tests.tui.tables import WatchedTable, attacking, put, seated

pytestmark = pytest.mark.asyncio
SUITS = "♠♥♦♣"
HAND = "7h 9d Jc Qs Ks Ah"


def cards_of(table: Table, words: Words, seat_: int) -> set[str]:
    return {words.card(card) for card in bits(table._match.state.places[seat_])}


async def test_the_screen_between_two_people_shows_no_card() -> None:
    table = attacking(HAND, 3, (0, 1, 2))
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HandOver)
        assert "Mila is here" in grid(app)
        assert not any(sign in grid(app) for sign in SUITS)
        await pilot.press("enter")
        await pilot.pause()
        assert "Attack Vera" in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, HandOver)
        assert "Vera is here" in grid(app)
        for other in range(3):
            assert not any(card in grid(app).split() for card in cards_of(table, app.words, other))
        assert "Mila leads" in grid(app), "what happened in the open is told"


async def test_the_table_below_is_blank_before_the_next_person_sits_down() -> None:
    table = attacking(HAND, 2, (0, 1))
    app = table_app(table)
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.press("enter", "enter")
        await pilot.pause()
        below = app.screen_stack[-2]
        hand = below.query_one(Hand)
        assert set(hand.cards) == {HIDDEN}
        assert not below.query_one(History).lines


async def test_nobodys_scene_is_even_asked_for_before_he_sits_down() -> None:
    table = attacking(HAND, 3, (0, 1, 2))
    app = table_app(table)
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert set(table.looked) == {0}
        await pilot.press("enter")
        await pilot.pause()
        assert set(table.looked) == {0, 1}


async def test_one_person_is_never_asked_to_hand_over() -> None:
    app = table_app(seated("throw_in", 3, (1,)))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert seat(app).picture.viewer == 1


async def test_f8_hides_and_enter_shows() -> None:
    app = table_app(seated("throw_in", 2, seed=7))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("f8")
        below = grid(app).split("Your cards are hidden")[1]
        assert not any(sign in below for sign in SUITS)
        assert "Mila gets" not in grid(app)
        await pilot.press("enter")
        assert "► Attack Vera" in grid(app)


async def test_cards_hide_when_the_window_loses_the_focus() -> None:
    app = table_app(attacking(HAND, 2, (0, 1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        app.post_message(events.AppBlur())
        await pilot.pause()
        assert seat(app).picture.hidden
        assert "Your cards are hidden" in grid(app)


@pytest.mark.parametrize("opened", ["moves", "log", "hint", "keys over moves"])
@pytest.mark.every(2)
async def test_what_tells_of_a_hand_goes_when_the_window_loses_the_focus(opened: str) -> None:
    """The list of moves, the log and the reason for a hint; and whatever was opened over the list."""
    table = seated("throw_in", 3, (0, 1, 2))
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        screen, before = seat(app), len(app.screen_stack)
        if opened == "hint":
            move = table.legal(screen.picture.viewer)[0]
            screen._show_hint(Hint(move, Text("{cards}", {"cards": faces(move.cards)}), (say("It is good. " * 20),)))
        else:
            await pilot.press(*{"moves": ["m"], "log": ["f5"], "keys over moves": ["m", "f1"]}[opened])
        await pilot.pause()
        assert len(app.screen_stack) > before
        app.post_message(events.AppBlur())
        await pilot.pause()
        assert seat(app) is screen
        assert screen.picture.hidden
        mine = cards_of(table, app.words, screen.picture.viewer)
        assert not any(card in grid(app) for card in mine)


async def test_the_menu_stays_open_when_the_window_loses_the_focus() -> None:
    """It reveals nothing."""
    app = table_app(attacking(HAND, 2, (0, 1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "escape")
        app.post_message(events.AppBlur())
        await pilot.pause()
        assert isinstance(app.screen, Choose)


async def test_a_new_deal_belongs_to_nobody_until_somebody_sits_down() -> None:
    table = attacking(HAND, 2, (0, 1), options={"match": "deals", "match_length": 3})
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        put(table, attacking("7h", stock=0, hands={"P1": "9c 8d"})._match.state)
        table.submit(0, table.legal(0)[0])
        table.submit(1, Move("take"))
        assert table.deal_over
        seat(app).flow.advance()
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, HandOver)
        for other in range(2):
            assert not any(card in grid(app).split() for card in cards_of(table, app.words, other))


async def test_the_menu_over_the_handover_shows_no_card() -> None:
    app = table_app(attacking(HAND, 2, (0, 1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape")
        await pilot.pause()
        assert "Menu" in grid(app)
        assert not any(sign in grid(app) for sign in SUITS)


async def test_the_screen_between_two_people_speaks_a_new_language_as_if_it_always_had() -> None:
    """So do the keys at its foot and the earlier events; and the keys can still be clicked."""
    shown = []
    for begun in ("ru", "en"):
        words = Words(begun)
        settings = Settings(delay=0, choose=partial(chosen, words))
        app = CardtableApp(attacking(HAND, 3, (0, 1, 2)), words, settings)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("enter", "enter")
            await pilot.pause()
            assert isinstance(app.screen, HandOver)
            app.choose("language", "ru")
            await pilot.pause()
            shown.append(grid(app))
            await pilot.click(offset=(shown[-1].splitlines()[-1].index("Esc"), 23))
            await pilot.pause()
            assert isinstance(app.screen, Choose)
    assert shown[0] == shown[1]


def chosen(words: Words, _name: str, language: object) -> Settings:
    """Settings in which another language was chosen."""
    words.change(str(language))
    return Settings(delay=0)


async def test_whoever_looks_first_speaks_when_the_leader_sits_down() -> None:
    """Mila holds four spades; Anna is to lead, and nothing on the screen shows that Mila is asked."""
    app = CardtableApp(seated("burkozel_casual", 3, (0, 1, 2), seed=7), Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = grid(app)
        assert "Anna is here" in before
        await pilot.press("l", "1")
        await pilot.pause()
        assert "Mila is here" in grid(app)
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
        assert "Mila is here" in grid(app)


async def test_every_screen_is_the_same_whether_somebody_is_asked_in_secret_or_not() -> None:
    """Mila holds four spades, or only three and a club; Anna leads in both deals."""
    shown = []
    for swapped in ({}, {parse_card("6s"): parse_card("6c"), parse_card("6c"): parse_card("6s")}):
        table = seated("burkozel_casual", 3, (0, 1, 2), seed=7)
        _, dealer, deck = Match(table.rules, table.header.seed).next_cards()
        dealt = table.rules.deal([swapped.get(card, card) for card in deck], dealer, table.rules.start())
        put(table, dealt, table._told.all)
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
    assert "Mila is here" in shown[0][-1]
    assert "Anna leads" in shown[0][-1]


async def test_all_that_happened_can_be_read_before_anybody_sits_down() -> None:
    table = attacking(HAND, 2, (0, 1))
    table._told.all += [Event("take", 0) for _ in range(40)]
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "40 / 40" in grid(app)
        await pilot.press(*["pageup"] * 4)
        assert " 1-" in grid(app)
        await pilot.press(*["pagedown"] * 4)
        assert "40 / 40" in grid(app)


class SilentBots(WatchedTable):
    """Bots that keep silent when they are asked in secret."""

    def bot_move(self, seat: Seat) -> Move:
        """The bot's move, or its silence."""
        return self.silence or super().bot_move(seat)


async def test_a_bot_that_is_asked_in_secret_makes_no_pause() -> None:
    """Mila, a bot, holds four spades and is asked before Anna leads."""
    table = seated("burkozel_casual", 3, (2,), seed=7, kind=SilentBots)
    assert table.silence is not None
    assert table.to_act[0] == 0
    app = table_app(table, delay=60)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert seat(app).picture.view.is_turn, "Anna waits for nothing that she may not know of"


async def test_what_a_covered_hand_counts_is_not_told() -> None:
    app = table_app(seated("classic", 2, (0, 1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        counted = app.words.text(seat(app).picture.scene.own[0], ())
        assert counted in grid(app)
        await pilot.press("f8")
        await pilot.pause()
        assert counted not in grid(app)


@pytest.mark.parametrize(("preset", "offered"), [("burkozel_casual", True), ("throw_in", False)])
async def test_the_help_between_two_people_lists_looking_first_where_it_is_offered(preset: str, offered: bool) -> None:
    app = CardtableApp(seated(preset, 3, (0, 1, 2), seed=7), Words("en"), Settings(delay=0))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HandOver)
        await pilot.press("question_mark")
        await pilot.pause()
        shown = grid(app)
        assert "show your cards" in shown
        assert ("somebody else looks" in shown) == offered


@pytest.mark.parametrize(("size", "drawn"), [((80, 24), BIG), ((100, 30), LARGE), ((140, 40), HUGE), ((200, 50), HUGE)])
async def test_the_backs_of_who_comes_next_are_as_large_as_the_screen_allows(
    size: tuple[int, int], drawn: Size, own_home: Path
) -> None:
    app = on_nothing()
    async with app.run_test(size=size) as pilot:
        app.push_screen(SCREENS[HandOver]())
        await pilot.pause()
        notice = app.screen.query_one(Notice)
        assert notice._parts(*notice.size)[1] is drawn
