"""Cheats, accusations out of turn, the top card of the stock, and tables with many seats."""

from __future__ import annotations

import asyncio

import pytest

from cardtable.cards import bits, parse_card, parse_cards
from cardtable.engine.moves import Move, Seat
from cardtable.engine.scene import Scene
from cardtable.engine.text import Who, say
from cardtable.tui.boxes.dialogs import Pick
from cardtable.tui.boxes.handover import HandOver
from cardtable.tui.boxes.too_small import needed_size
from tests.tui.helpers import grid, seat, table_app
from tests.tui.tables import WatchedTable, attacking, defending, made, offering, placed, seated
from tests.waiting import PATIENCE

pytestmark = pytest.mark.asyncio


def sly(hand: str, open_cards: str) -> WatchedTable:
    """Seat 0 defends with this hand, and may cheat with any of its cards."""
    return defending(hand, open_cards, preset="cheaters", options={"transfer": False})


def covered(people: tuple[Seat, ...], attacker: Seat, pairs: str, seats: int = 3) -> WatchedTable:
    """Some pairs are covered; the attacker may go on, and all but the defender may accuse any cover."""
    return attacking("8c", seats, people, preset="cheaters", attacker=f"P{attacker}", table=pairs)


async def test_enter_never_cheats_and_no_card_is_raised_for_a_cheat() -> None:
    table = sly("6d 8h 7c", "9h")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "[1]" not in grid(app)
        assert "f cheat" in grid(app)
        assert "say why not" in grid(app).splitlines()[-1]
        await pilot.press("enter", "1", "1")
        assert not made(table)
        assert "D-15" in grid(app)


@pytest.mark.parametrize("key", ["f", "а", "F"])
async def test_the_cheat_key_cheats_with_the_card_and_the_target(key: str) -> None:
    table = sly("6d 8h 7c", "9h Jd")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "end")
        assert "f: cheat: cover J♦ with 8♥" in grid(app)
        await pilot.press(key)
        assert made(table)[0] == (0, Move("cheat_cover", parse_cards("8h"), parse_card("Jd")))


async def test_a_cheat_on_another_card_is_asked_first() -> None:
    table = sly("Th 7c", "9h Jd")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f")
        await pilot.pause()
        assert not made(table)
        assert isinstance(app.screen, Pick)
        assert "cheat: cover J♦ with 10♥" in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        assert made(table)[0][1] == Move("cheat_cover", parse_cards("Th"), parse_card("Jd"))


async def test_keys_of_verbs_that_are_not_offered_are_not_shown() -> None:
    app = table_app(seated("throw_in", 2))
    async with app.run_test(size=(160, 30)) as pilot:
        await pilot.pause()
        foot = grid(app).splitlines()[-1]
        assert not any(label in foot for label in ("cheat", "accuse", "turn up"))


@pytest.mark.parametrize("key", ["n", "т"])
@pytest.mark.every(2)
async def test_the_top_card_of_the_stock_is_turned_up(key: str) -> None:
    table = offering("turn")
    assert table is not None
    table.people = frozenset((table.to_act[0],))
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "n turn up" in grid(app)
        await pilot.press(key)
        assert (seat(app).picture.viewer, Move("turn")) in made(table)


async def test_somebody_accuses_while_a_bot_is_to_act_and_its_move_is_dropped() -> None:
    table = covered((0,), 1, "9d/6h")
    table.held_back.clear()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "a accuse" in grid(app)
        assert "Space  do not wait" in grid(app)
        await pilot.press("enter")
        assert not made(table), "it is not their turn"
        async with asyncio.timeout(PATIENCE):
            while not table.asked:  # Its thread may be slow to begin.
                await pilot.pause(0.001)
        await pilot.press("a")
        await pilot.pause()
        assert made(table)[0] == (0, Move("accuse", parse_cards("6h")))
        thought = list(table.asked)
        assert thought == [1]
        table.held_back.set()
        await pilot.pause()
        # The attacker's move was dropped; the defender, whose cover came back, is asked again.
        assert made(table)[1][0] == 2
        assert table.asked[1] == 2


async def test_no_bot_moves_behind_the_box_in_which_somebody_chooses() -> None:
    table = covered((0,), 1, "9d/6h Jd/7h")
    table.held_back.clear()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("a")
        await pilot.pause()
        assert isinstance(app.screen, Pick)
        table.held_back.set()
        await pilot.pause()
        assert not made(table)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert made(table)[0] == (0, Move("accuse", parse_cards("7h")))


async def test_bots_go_on_when_the_box_is_left() -> None:
    table = covered((0,), 1, "9d/6h Jd/7h")
    table.held_back.clear()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("a")
        await pilot.pause()
        table.held_back.set()
        await pilot.press("escape")
        await pilot.pause()
        assert made(table)[0][0] == 1


async def test_another_person_accuses_without_seeing_a_hand() -> None:
    table = covered((0, 3), 0, "9d/6h", seats=4)
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HandOver), "only who has the turn takes the keyboard"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("a")
        await pilot.pause()
        assert "Who accuses?" in grid(app)
        assert app.screen_stack[-2].picture.hidden  # type: ignore[attr-defined]
        box = app.screen
        assert isinstance(box, Pick)
        assert list(box.lines) == ["Mila", "Boris"]
        await pilot.press("down", "enter")
        await pilot.pause()
        assert "Boris: what do you do?" in grid(app)
        hands = table._match.state.places[0] | table._match.state.places[3]
        assert not any(app.words.card(card) in grid(app).split() for card in bits(hands))
        await pilot.press("enter")
        await pilot.pause()
        assert made(table)[0] == (3, Move("accuse", parse_cards("6h")))


async def test_leaving_the_box_shows_the_cards_again_only_when_asked() -> None:
    table = covered((0, 3), 0, "9d/6h", seats=4)
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("a")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert seat(app).picture.hidden
        assert not made(table)
        await pilot.press("enter")
        assert not seat(app).picture.hidden


class NotedTable(WatchedTable):
    """A table with a role and marks at seat 1."""

    marks: tuple[str, ...] = ()

    def scene(self, seat: Seat) -> Scene:
        """The scene with a role and marks at the chair."""
        scene = super().scene(seat)
        roles = (say("defends"), say("for {who}", who=Who(0)))
        noted = [
            chair._replace(roles=roles, marks=tuple(map(say, self.marks))) if chair.seat == 1 else chair
            for chair in scene.chairs
        ]
        return scene._replace(chairs=tuple(noted))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("marks", [("partner",), ("needs 7",)])
@pytest.mark.every(3)
async def test_roles_and_marks_are_seen_at_80_columns(seats: int, marks: tuple[str, ...]) -> None:
    position = {"preset": "throw_in", "seats": seats, "trump": "s", "attacker": "P0", "table": "9d"}
    table = placed(position, kind=NotedTable)
    assert isinstance(table, NotedTable)
    table.marks = marks
    table.held_back.clear()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert all(text in grid(app) for text in ("defends", "for Mila", *marks))
        table.held_back.set()


@pytest.mark.parametrize(("preset", "seats"), [("big_teams", 8), ("palace_packs", 9)])
async def test_many_seats_sit_in_two_rows(preset: str, seats: int) -> None:
    width, height = needed_size(seats)
    table = seated(preset, seats)
    app = table_app(table)
    async with app.run_test(size=(width, height)) as pilot:
        await pilot.pause()
        rows = grid(app).splitlines()
        assert all(name in grid(app) for name in ("(you)", *table.names[1:]))
        at = [next(y for y, row in enumerate(rows) if name in row) for name in table.names[1:]]
        assert len(set(at)) == 2
        assert "cards in hand" in grid(app)


async def test_a_table_of_eight_says_what_it_needs() -> None:
    app = table_app(seated("big_teams", 8))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "80 × 26" in " ".join(grid(app).split())


async def test_the_table_can_be_left_while_bots_wait_behind_the_menu() -> None:
    table = covered((0,), 1, "9d/6h")
    table.held_back.clear()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("escape")
        table.held_back.set()
        await pilot.pause()
        assert not made(table)
        await pilot.press("down", "down", "down", "enter")
        await pilot.pause()
        assert table.closed
        assert app.return_value == 0
