"""Motion: it is short, a key ends it, and it shows no card that may not be seen."""

from __future__ import annotations

import pytest

from cardtable.cards import bits, parse_card
from cardtable.engine.scene import Chair, Pile
from cardtable.engine.text import Text
from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.draw.motion import STEP as USUAL_STEP
from cardtable.tui.draw.motion import bearable
from cardtable.tui.felt.board import ARRIVAL, DEPARTURE, taker
from cardtable.tui.felt.ceremony import FRAMES, TURNS
from cardtable.tui.felt.cloth import Felt
from cardtable.tui.protocol import Settings
from cardtable.tui.terminal.palette import FINE
from cardtable.words import Words
from tests.tui.helpers import grid, seat
from tests.tui.tables import attacking, seated


@pytest.fixture
def moving(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that is fast enough, and frames that only come when a test asks for them."""
    monkeypatch.setattr("cardtable.tui.app.bearable", lambda colours, environ: True)
    monkeypatch.setattr("cardtable.tui.draw.motion.STEP", 60)


def app_of(table: Table, *, motion: bool = True) -> CardtableApp:
    """The app of a player who likes motion."""
    return CardtableApp(table, Words("en"), Settings(delay=60, motion=motion))


@pytest.mark.asyncio
@pytest.mark.usefixtures("moving")
async def test_a_card_is_on_its_way_until_a_key_is_pressed_which_does_its_work() -> None:
    app = app_of(attacking("7h 9d Jc Qs Ks Ah"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        board = seat(app).picture.board
        assert board.frames_left, "the card that was laid is on its way"
        on_its_way = grid(app)
        cursor = seat(app).picture.cursor
        await pilot.press("right")
        assert not board.frames_left
        assert seat(app).picture.cursor == cursor + 1
        assert grid(app) != on_its_way


@pytest.mark.asyncio
@pytest.mark.usefixtures("moving")
async def test_cards_are_turned_over_one_after_another_and_never_while_they_are_hidden() -> None:
    table = attacking("7h 9d Jc Qs Ks Ah")
    app = app_of(table)
    async with app.run_test(size=(80, 24)) as pilot:
        hand = seat(app).picture.hand
        hand.settle()
        await pilot.press("f8")
        assert not hand.frames_left
        await pilot.press("f8")
        assert hand.frames_left
        rows = grid(app).splitlines()[-8:]
        assert FINE * 3 in "".join(rows)
        await pilot.press("f8")
        assert not hand.frames_left
        faces = [app.words.card(card) for card in bits(table.observe(0).state.places[0])]
        assert not any(f"│{face} " in row for face in faces for row in grid(app).splitlines()[-8:])


@pytest.mark.asyncio
@pytest.mark.usefixtures("moving")
async def test_nothing_moves_where_the_player_does_not_like_it(monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_of(attacking("7h 9d Jc Qs Ks Ah"), motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert not seat(app).picture.board.frames_left
        app.settings = Settings(motion=True)
        assert app.moving
        app.animation_level = "none"
        assert not app.moving


def test_old_consoles_and_lines_are_spared() -> None:
    assert bearable("truecolor", {})
    assert bearable("256", {})
    assert not bearable("standard", {})
    assert not bearable(None, {})
    assert not bearable("truecolor", {"SSH_CONNECTION": "::1 22 ::1 22"})


def felt(*cards: str, held: tuple[int, ...], winning: str | None = None) -> Felt:
    """Three others, the second with a hand of another size, around a trick of these cards."""
    laid = tuple(map(parse_card, cards))
    won = None if winning is None else parse_card(winning)
    trick = Pile("trick", 1, laid, "trick", len(laid), by=(1, 2, 3)[: len(laid)], winning=won)
    chairs = tuple(Chair(seat, (), count) for seat, count in enumerate(held, 1))
    return Felt(chairs, 0, (trick,), names=("Mila", "Vera", "Anna", "Boris"), held=4)


@pytest.mark.parametrize(
    ("before", "after", "seat"),
    [
        (felt("7h", "Ah", "8h", held=(3, 3, 3), winning="Ah"), felt(held=(3, 3, 3)), 2),
        (felt("7h", "8s", held=(3, 3, 3)), felt(held=(3, 3, 5)), 3),
        (felt("7h", "8s", held=(3, 3, 3)), felt(held=(3, 3, 3)), None),
    ],
    ids=["whose card won the trick", "who has taken the cards up", "nobody: they are laid aside"],
)
def test_cards_go_to_whoever_takes_them(before: Felt, after: Felt, seat: int | None) -> None:
    assert taker(before, after) == seat


@pytest.mark.asyncio
@pytest.mark.usefixtures("moving")
async def test_taken_cards_go_face_down_and_are_there_at_once_when_a_key_is_pressed() -> None:
    app = app_of(attacking("7h 9d Jc Qs Ks Ah"))
    async with app.run_test(size=(140, 40)) as pilot:
        board = seat(app).picture.board
        board.show(felt("7h", "Ah", "8h", held=(3, 3, 3), winning="Ah"))
        board.settle()
        board.show(felt(held=(3, 3, 3)))
        assert board.frames_left == ARRIVAL + DEPARTURE
        assert DEPARTURE + ARRIVAL <= 6, "a quarter of a second"
        begun = [row.find(FINE * 7) for row in grid(app).splitlines()]
        board.frames_left -= 1
        board.repaint()
        assert [row.find(FINE * 7) for row in grid(app).splitlines()] != begun
        await pilot.press("right")
        assert not board.frames_left
        assert not any(FINE * 7 in row[:100] and "♥" in row for row in grid(app).splitlines()[1:26])


@pytest.mark.asyncio
@pytest.mark.usefixtures("moving")
@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_a_new_deal_flies_to_everybody_and_is_there_at_once_when_a_key_is_pressed(size: tuple[int, int]) -> None:
    app = app_of(attacking("7h 9d Jc Qs Ks Ah", 3))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        picture = seat(app).picture
        board = picture.board
        picture.settle()
        await pilot.pause()
        at_rest = grid(app)
        board.deal()
        picture.redraw()
        assert board.frames_left == FRAMES
        assert FRAMES * USUAL_STEP <= 0.6
        seen = set()
        while board.frames_left > TURNS:
            board.frames_left -= 1
            board.repaint()
            await pilot.pause()
            seen.add(grid(app))
        assert len(seen) == FRAMES - TURNS, "every frame is another"
        assert at_rest not in seen, "cards are on their way, or not yet turned up"
        await pilot.press("f12")
        await pilot.pause()
        assert not board.frames_left
        assert grid(app) == at_rest
        picture.redraw()
        assert not board.frames_left, "a deal is dealt once"


@pytest.mark.asyncio
@pytest.mark.usefixtures("moving")
async def test_a_card_that_has_not_left_a_seat_is_not_painted_over_it() -> None:
    app = app_of(attacking("7h 9d Jc Qs Ks Ah", 3))
    async with app.run_test(size=(200, 50)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        board = seat(app).picture.board
        assert board.frames_left == ARRIVAL
        rows = ["".join(row) for row in board._painted(board.size).signs[-6:]]
        assert not any(FINE * 9 in row for row in rows), "nothing of the laid card stands out of the hand yet"


@pytest.mark.asyncio
@pytest.mark.usefixtures("moving")
@pytest.mark.parametrize("size", [(100, 30), (120, 34)])
@pytest.mark.every(2)
async def test_the_order_of_the_cards_stands_in_one_place_while_cards_move(size: tuple[int, int]) -> None:
    table = seated("nizhny", 4, seed=3)
    app = CardtableApp(table, Words("ru"), Settings(delay=0, motion=True))
    order = Words("ru").text(table.scene(0).order or Text(""), table.header.names)
    went = set()
    async with app.run_test(size=size) as pilot:
        board = seat(app).picture.board
        for _ in range(6):
            await pilot.press("1", "enter")
            for _ in range(4):
                await pilot.pause()
            for left in range(board.frames_left, -1, -1):
                board.frames_left = left
                board.repaint()
                await pilot.pause()
                went.add(left)
                assert grid(app).count(order) == 1
    assert max(went) > ARRIVAL, "cards were taken"


@pytest.mark.asyncio
async def test_a_hand_from_which_a_card_is_laid_lies_still_until_its_owner_is_asked_again() -> None:
    table = attacking("7h 9d Jc Ah", hands={"P1": "8h Td Qc Ks"})
    app = app_of(table, motion=False)
    async with app.run_test(size=(200, 50)) as pilot:
        await pilot.pause()
        hand = seat(app).picture.hand
        before = [region for region, _ in hand._places]
        first = min(region.x for region in before)
        sheet = hand._painted(hand.size)
        await pilot.press("enter")
        await pilot.pause()
        assert table.to_act == (1,)
        assert len(hand.cards) == 3
        now = hand._painted(hand.size)
        laid = next(region for region in before if region.x == first)
        # The cursor moves to the next card, and the numbers of the legal cards are gone.
        cursor = next(region for region, action in hand._places if action == f"card({hand.cursor})")
        changed = {
            (x, y) for y in range(sheet.height - 1) for x in range(sheet.width) if sheet.signs[y][x] != now.signs[y][x]
        }
        assert changed
        assert not [at for at in changed if not laid.grow((0, 1, 1, 0)).contains(*at) and not cursor.contains(*at)]
        table.submit(1, table.hint(1, "steady").move)
        seat(app).picture.look(table.view(0))
        assert min(region.x for region, _ in hand._places) > first, "then they lie in the middle again"
