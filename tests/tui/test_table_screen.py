"""Playing at the table: tests press keys and check the drawn screen."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cardtable.cards import card_text, pack, parse_card, parse_cards
from cardtable.engine.moves import Move
from cardtable.tui.app import CardtableApp
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.protocol import Settings
from cardtable.words import Words
from tests.tui.helpers import booklet, grid, seat, table_app
from tests.tui.tables import attacking, defending, made, put, seated

pytestmark = pytest.mark.asyncio


async def test_legal_cards_are_raised_and_numbered() -> None:
    app = table_app(defending("6d 8h 6s", "7h"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows = grid(app).splitlines()
        eight = next(y for y, row in enumerate(rows) if "8♥   " in row)
        six = next(y for y, row in enumerate(rows) if "│6♦   " in row)
        assert eight == six - 1
        assert "[1]" in grid(app)
        assert "[2]" in grid(app)
        assert "[3]" not in grid(app)
        assert "┃8♥   ┃" in grid(app), "the cursor waits on a legal card"


async def test_enter_plays_the_card_under_the_cursor() -> None:
    table = defending("6d 8h 6s", "7h")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("tab", "enter")
        assert made(table)[0] == (0, Move("cover", parse_cards("6s"), parse_card("7h")))


async def test_a_digit_twice_plays_but_two_digits_do_not() -> None:
    table = defending("6d 8h 6s", "7h")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "2")
        assert not made(table)
        await pilot.press("2")
        assert made(table)[0][1].cards == parse_cards("6s")


async def test_an_illegal_card_is_answered_with_the_rule() -> None:
    table = defending("6d 8h 6s", "7h")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("home", "enter")
        assert not made(table)
        assert "6♦ is neither of the suit of 7♥ nor a trump. [D-15]" in grid(app)
        await pilot.press("right")
        assert "D-15" not in grid(app)


async def test_the_target_is_chosen_and_a_card_that_fits_only_the_other_goes_there() -> None:
    table = defending("8h 9c 6d", "7h 8c")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert seat(app).picture.target == parse_card("7h")
        await pilot.press("down")
        assert "┃8" in grid(app)
        assert seat(app).picture.target == parse_card("8c")
        await pilot.press("1", "enter")
        assert made(table)[0][1].arg == parse_card("7h")


async def test_a_transfer_is_never_played_by_enter() -> None:
    table = defending("7d 8h", "7h", preset="transfer", hands={"P1": "Kc Qd Jd"})
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("home", "enter")
        assert not made(table)
        assert "x: transfer with 7♦" in grid(app)
        await pilot.press("x")
        assert made(table)[0][1].verb == "transfer"


async def test_the_transfer_key_first_goes_to_the_card() -> None:
    table = defending("7d 8h", "7h", preset="transfer", hands={"P1": "Kc Qd Jd"})
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end", "x")
        assert not made(table)
        assert seat(app).picture.cursor == 0
        await pilot.press("x")
        assert made(table)


@pytest.mark.parametrize(("language", "own"), [("en", "b: "), ("ru", "b/и: ")])
async def test_remarks_name_the_keys_that_the_player_has_chosen(language: str, own: str) -> None:
    keys = {"transfer": "b", "last": "f4"}
    table = defending("7d 8h", "7h", preset="transfer", hands={"P1": "Kc Qd Jd"})
    app = CardtableApp(table, Words(language), Settings(delay=0, keys=keys))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("home", "enter")
        assert own in grid(app), "the other thing that can be done with this card"
        await pilot.press("end")
        assert own not in grid(app)
        await pilot.press("b")
        assert own in grid(app), "the first time only the card is raised"
    app = CardtableApp(defending("6d", "7h"), Words(language), Settings(delay=0, keys={"take": "b", "last": "f4"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right")
        assert own in grid(app), "no card can be laid"


async def test_hidden_cards_are_shown_by_the_key_that_stands_at_the_foot() -> None:
    app = CardtableApp(defending("6d", "7h"), Words("en"), Settings(delay=0, keys={"play": "f4"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f8")
        assert "f4  show my cards" in grid(app)
        await pilot.press("f4")
        assert not seat(app).picture.hidden


@pytest.mark.parametrize("key", ["t", "T", "е", "Е"])
async def test_take_works_on_both_layouts(key: str) -> None:
    table = defending("6d", "7h")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        assert made(table)[0] == (0, Move("take"))


async def test_marked_cards_are_laid_together_and_escape_clears() -> None:
    table = attacking("7h 7d 9c", hands={"P1": "Kc Qd Jd"})
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("space", "right", "space")
        assert grid(app).count("✓") == 2
        await pilot.press("escape")
        assert "✓" not in grid(app)
        await pilot.press("home", "space", "right", "space", "end", "enter")
        assert made(table)[0][1].cards == parse_cards("7h 7d")


async def test_keys_are_offered_only_while_they_do_something() -> None:
    app = table_app(defending("6d", "7h"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        foot = grid(app).splitlines()[-1]
        assert "⏎  take" in foot
        assert "transfer" not in foot
        assert "pass" not in foot


async def test_clicks_are_cursor_play_and_target() -> None:
    table = defending("8h 9c 6d", "7h 8c")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows = grid(app).splitlines()
        nine = next((row.index("│9♣   ") + 2, y) for y, row in enumerate(rows) if "│9♣   " in row)
        attack = next((row.index("│8♣   ") + 2, y) for y, row in enumerate(rows) if "│8♣   " in row)
        await pilot.click(offset=attack)
        assert seat(app).picture.target == parse_card("8c")
        await pilot.click(offset=nine)
        assert seat(app).picture.cursor == 2
        assert not made(table)
        await pilot.click(offset=nine)
        assert made(table)[0][1] == Move("cover", parse_cards("9c"), parse_card("8c"))


async def test_a_click_on_the_foot_is_the_key() -> None:
    table = defending("6d", "7h")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        foot = grid(app).splitlines()[-1]
        await pilot.click(offset=(foot.index("take"), 23))
        assert made(table)


async def test_space_lets_a_bot_play_at_once() -> None:
    table = attacking("7h 7d 9c", hands={"P1": "Kc Qd Jd"})
    app = table_app(table, delay=60)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert len(made(table)) == 1
        await pilot.press("space")
        await app.workers.wait_for_complete()
        assert len(made(table)) == 2


async def test_six_players_and_six_pairs_fit_80_columns() -> None:
    # All six have covers, so that the most attack cards possible are on the table.
    table = defending("6d", "7h/8s 7c/Jc 8c/Qc 9c/Ac Th/Js Kc", seats=6, hands={"P0": "6d"}, preset="full_deck")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = grid(app)
        for name in ("Vera", "Anna", "Boris", "Gleb", "Zoya"):
            assert name in shown
        for card in ("7♥", "7♣", "8♣", "9♣", "10♥", "K♣", "J♣", "Q♣", "A♣", "J♠"):
            assert re.search(f"{card[:-1]} *{card[-1]}", shown), card
        assert re.search(r"│ *\? *│", shown), "the place of the card that is to be beaten"


async def test_a_long_prompt_takes_a_second_line() -> None:
    table = attacking("6d 8h")
    table.names = ("Mila", "Vera Konstantinovna Rimskaya-Korsakova")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert f"Attack {table.names[1]} with a card, or with several of one rank." in " ".join(grid(app).split())


@pytest.mark.parametrize("count", [1, 6, 13, 20, 26, 36])
@pytest.mark.every(2)
async def test_every_card_of_a_hand_is_seen(count: int) -> None:
    held = pack(52)[:count]
    table = attacking(" ".join(map(card_text, held)), stock=0, preset="full_deck", hands={"P1": "?1"})
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        hand = "\n".join(grid(app).splitlines()[-9:])
        for card in held:
            assert app.words.card(card)[:-1] in hand
        assert max(map(len, hand.splitlines())) <= 80


async def test_the_log_has_its_place_on_a_wide_screen_and_f5_takes_it_away() -> None:
    app = table_app(seated("throw_in", 3))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert "─ Log ─" in grid(app)
        await pilot.press("f5")
        await pilot.pause()
        assert "─ Log ─" not in grid(app)


async def test_too_small_says_the_sizes_and_recovers() -> None:
    app = table_app(attacking("7h 7d 9c"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "60 × 20" in grid(app)
        assert "80 × 24" in grid(app).replace("\n", "")
        await pilot.resize_terminal(1, 1)
        await pilot.pause()
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert "Attack Vera" in grid(app)


@pytest.mark.parametrize("width", [1, 2, 3, 4, 5, 6, 8, 12])
@pytest.mark.every(9)
async def test_a_box_outlives_a_terminal_of_any_width(width: int) -> None:
    app = table_app(attacking("7h 7d 9c"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape")
        await pilot.pause()
        assert "Go on" in grid(app)
        await pilot.resize_terminal(width, 49)
        await pilot.pause()
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Go on" in grid(app)


async def test_the_end_of_a_deal_leads_to_the_next_and_the_last_one_out() -> None:
    last_bout: dict[str, Any] = {"stock": 0, "hands": {"P1": "9c 8d"}, "options": {"match": "deals", "match_length": 2}}
    table = attacking("7h", **last_bout)
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        assert all(row.strip() in grid(app) for row in app.screen.picture.large)
        await pilot.press("enter")
        await pilot.pause()
        assert table.deals == 2
        assert "bout 1" in grid(app), "a new one is dealt"
        put(table, attacking("7h", **last_bout)._match.state)
        seat(app).flow.advance()
        await pilot.press("enter")
        await pilot.pause()
        assert "leave the table" in grid(app)
        await pilot.press("enter")
        await pilot.pause()
    assert table.closed
    assert app.return_value == 0


async def test_ascii_signs_only_where_asked() -> None:
    app = table_app(defending("6d 8h 6s", "7h"), Words("en", glyphs="ascii"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert grid(app).isascii()
        assert ">=====<" in grid(app)
        await pilot.press("escape")
        await pilot.pause()
        assert grid(app).isascii()


async def test_help_tells_every_key() -> None:
    app = table_app(attacking("7h 7d 9c"))
    async with app.run_test(size=(100, 50)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        for shown in ("←→", "Tab", "Space", "F8", "Ctrl+Q"):
            assert shown in grid(app)


@pytest.mark.asyncio
@pytest.mark.parametrize(("label", "width"), [("m moves", 120), ("Esc menu", 120), ("? help", 120)])
@pytest.mark.every(2)
async def test_a_double_click_on_a_key_opens_one_box(label: str, width: int) -> None:
    app = CardtableApp(seated("throw_in", 2), Words("en"), Settings(delay=0, rules=lambda _: booklet()))
    async with app.run_test(size=(width, 28)) as pilot:
        await pilot.pause()
        at = grid(app).splitlines()[-1].index(label)
        await pilot.click(offset=(at, 27), times=2)
        await pilot.pause()
        assert len(app.screen_stack) == 2


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)], ids=str)
@pytest.mark.parametrize(
    "hand", ["8h 9c", "6c 7c 8c 9c Tc Jc Qc 6s 7s 8s 9s Ts Js 8h 9h", "6c 7c 8c 9c Tc Jc 6s 9h 7d 8d"]
)
@pytest.mark.every(5)
async def test_the_number_of_a_legal_card_stands_on_it_or_below_it_and_on_no_neighbour(
    hand: str, size: tuple[int, int]
) -> None:
    app = table_app(defending(hand, "7h"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        lying = seat(app).picture.hand
        places = {action: place for place, action in lying._places}
        cards = [places[f"card({nth})"] for nth in range(len(lying.cards))]
        rows = [row.ljust(size[0]) for row in grid(app).splitlines()]
        for number, card in enumerate(lying.legal, 1):
            place = cards[lying.cards.index(card)]
            x, y = lying.region.x + place.x, lying.region.y + place.y
            on_it, below = rows[y][x : x + place.width], rows[y + place.height][x : x + place.width]
            assert (str(number) in on_it) != (f"[{number}]" in below)
            assert on_it[0] in "┏╭"
            assert not set(below) & set("╰─╯") or str(number) in on_it
