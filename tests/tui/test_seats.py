"""What a seat and the trick in the middle show besides names and cards: styles, colours, who takes the trick."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from textual.geometry import Region

from cardtable.cards import HIDDEN, parse_card
from cardtable.engine.scene import NO_CARD, Chair, Pile
from cardtable.engine.text import say
from cardtable.tui.boxes.offer import Offer
from cardtable.tui.draw.cells import Sheet, width_of
from cardtable.tui.draw.painter import BIG, LARGE, Size
from cardtable.tui.felt.chairs import ChairView, SeatPainter, own_line, shared
from cardtable.tui.felt.layout import Shape, seats_round
from cardtable.tui.felt.lying import LaidOut
from cardtable.tui.felt.middle import compass, lay_out
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid, seat, table_app
from tests.tui.tables import attacking, seated
from tests.tui.test_grids import TABLES, opened


@pytest.mark.asyncio
@pytest.mark.parametrize(("width", "height", "said"), [(140, 40, 2), (80, 24, 0)])
@pytest.mark.parametrize(("language", "style"), [("en", "steady"), ("ru", "надёжный")])
@pytest.mark.every(2)
async def test_a_tall_seat_says_how_its_bot_plays_and_says_nothing_of_a_person(
    width: int, height: int, said: int, language: str, style: str
) -> None:
    app = table_app(seated("king_simple", 4, (0, 2)), Words(language))
    async with app.run_test(size=(width, height)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert grid(app).count(f"· {style} ") == said


@pytest.mark.asyncio
async def test_frames_have_the_colours_of_who_acts_who_is_attacked_and_who_is_a_partner() -> None:
    app = table_app(attacking("7h 9d Jc Qs Ks Ah", 4, options={"teams": "2x2"}))
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        board = seat(app).picture.board
        sheet, look = board._painted(board.size), board.palette
        seats, _, _ = board.laid_out(sheet.width, sheet.height)
        corners = {
            chair.seat: sheet.styles[place.y][place.x]
            for chair, place in zip(board.felt.chairs, seats.places, strict=True)
        }
        assert corners == {1: look.danger, 2: look.partner, 3: look.edge}


@pytest.mark.parametrize("size", [BIG, LARGE])
@pytest.mark.parametrize("winner", range(4))
def test_the_card_that_takes_the_trick_lies_nearer_to_the_middle_and_covers_nothing(winner: int, size: Size) -> None:
    cards = tuple(map(parse_card, ("7h", "8h", "9h", "Ah")))
    pile = Pile("trick", 0, cards, "trick", 4, by=(0, 1, 2, 3), winning=cards[winner])
    told = LaidOut((pile,), ("",), (0, 1, 2, 3), ("own", "left", "top", "right"), ("A", "B", "C", "D"), ("no tricks",))
    found, plainly = compass(told, pile, size, air=True), compass(told, pile._replace(winning=None), size, air=True)
    assert (found.width, found.height) == (plainly.width, plainly.height)
    places = [Region(spot.x, spot.y, spot.size.width + 1, spot.size.height) for spot in found.spots]
    assert found.badge is not None
    assert not any(one.overlaps(other) for one in (*places, found.badge) for other in places if one is not other)
    moved = [
        spot
        for spot, before in zip(found.spots, plainly.spots, strict=True)
        if (spot.x, spot.y) != (before.x, before.y)
    ]
    assert [spot.card for spot in moved] == [cards[winner]]
    assert moved[0].wins


@pytest.mark.parametrize(
    ("said", "widths", "lines"),
    [
        (["17 points", "leads", "takes so far"], (32, 20, 12, 32), ["17 points · leads", "takes so far", "", ""]),
        (["0 of 5 tricks", "soldier"], (22, 12, 3, 22), ["0 of 5 tricks", "soldier", "", ""]),
        (["0 of 5 tricks", "soldier"], (23, 0, 3), ["0 of 5 tricks · soldier", "", ""]),
    ],
)
def test_words_in_the_frame_touch_its_corners_only_where_no_other_line_has_room(
    said: list[str], widths: tuple[int, ...], lines: list[str]
) -> None:
    assert shared(said, widths) == lines


@pytest.mark.asyncio
async def test_a_felt_without_cards_shows_the_ladder_until_the_first_hand_is_dealt() -> None:
    table = seated("palace_ladder", 5)
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        while isinstance(app.screen, TableScreen):  # The list of possible moves opens by itself.
            await pilot.pause()
        await pilot.press("escape")
        while not isinstance(app.screen, TableScreen):
            await pilot.pause()
        assert "─ The ladder ─" in grid(app)
        for nth, title in enumerate(("king", "jack", "ten", "nine", "stablehand"), 1):
            assert f"│ {nth}  {title}" in grid(app)
        await pilot.press("f8")
        await pilot.pause()
        assert "The ladder" not in grid(app), "what one may read is covered with the cards"


@pytest.mark.asyncio
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(
    ("preset", "seats"), [("throw_in", 2), ("throw_in", 6), ("king_simple", 4), ("palace_packs", 12)]
)
@pytest.mark.parametrize("size", [(80, 26), (140, 40)])
@pytest.mark.every(8)
async def test_who_thinks_says_so_in_the_frame_and_nothing_else_moves(
    preset: str, seats: int, size: tuple[int, int], language: str
) -> None:
    table = seated(preset, seats)
    app = table_app(table, Words(language))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        if isinstance(app.screen, Offer):
            await pilot.press("escape")
        board = seat(app).picture.board
        places = dict(
            zip((chair.seat for chair in board.felt.chairs), board.laid_out(*board.size)[0].places, strict=True)
        )
        for who, place in places.items():
            before = grid(app).splitlines()
            board.show_thinking(who)
            await pilot.pause()
            after = grid(app).splitlines()
            changed = {
                (x - board.region.x, y - board.region.y)
                for y, (old, new) in enumerate(zip(before, after, strict=True))
                for x, (one, other) in enumerate(zip(old.ljust(size[0]), new.ljust(size[0]), strict=True))
                if one != other
            }
            assert changed
            assert {y for _, y in changed} <= {place.y, place.bottom - 1}
            assert all(place.x < x < place.right for x, _ in changed)
            assert all(before[board.region.y + y][board.region.x + x] in "━─┓╮" for x, y in changed)
            board.show_thinking(None)
            await pilot.pause()
            assert grid(app).splitlines() == before


@pytest.mark.parametrize(
    ("cards", "width", "under"), [(24, 200, 2), (24, 120, 2), (2, 80, 1), (1, 200, 0), (9, 17, 2), (9, 13, 0)]
)
def test_of_a_closed_stack_three_backs_are_seen_at_most(cards: int, width: int, under: int) -> None:
    stock = Pile("stock", None, (HIDDEN,), "stack", cards)
    table = Pile("table", None, (parse_card("7h"), NO_CARD), "pairs", 1)
    told = LaidOut((stock, table), ("", ""), (0, 1), ("own", "top"), ("A", "B"), roomy=True)
    spot = next(spot for spot in lay_out(told, Region(0, 0, width, 7), BIG).spots if spot.stays)
    assert spot.under == under
    assert spot.step == (-1 if under else 0)
    assert spot.place.x >= 0, "nothing of it lies beyond the felt"


def test_the_bout_lies_in_the_middle_of_the_felt_with_places_for_what_may_come() -> None:
    """Stock and pile at the edges, under the seats at the sides; a place stays where it is during the bout."""
    shape = Shape((5, 5, 5), 6, rims=True)
    seats = seats_round(104, 26, shape, wide=True)
    assert seats.rims is not None
    stock = Pile("stock", None, (parse_card("6h"), HIDDEN), "stack", 12)
    pile = Pile("discard", None, (), "stack", 8)
    places = []
    for laid in range(1, 5):
        cards = tuple(card for nth in range(laid) for card in (4 * nth, NO_CARD))
        table = Pile("table", None, cards, "pairs", laid, room=6 - laid)
        told = LaidOut(
            (stock, table, pile), ("trumps\nstock 12", "room", "beaten 8"), (), (), (), roomy=True, rims=seats.rims
        )
        middle = lay_out(told, seats.middle, LARGE)
        places.append([(spot.x, spot.y) for spot in middle.spots if spot.on is None and not spot.stays])
        left, right = (min(spot.x for spot in middle.spots), max(spot.x + spot.size.width for spot in middle.spots))
        assert left < seats.rims[0].right, "the stock lies under the seat at the left"
        assert right > seats.rims[1].x
        assert all(spot.size == LARGE for spot in middle.spots)
    assert all(found == places[0] for found in places)
    assert len(places[0]) == 6


def test_cards_that_a_side_has_not_taken_yet_need_no_room_beside_a_trick() -> None:
    trick = Pile("trick", None, (parse_card("7h"),), "trick", 1, by=(0,))
    taken = [Pile(f"taken{side}", None, (), "stack", size) for side, size in ((0, 0), (1, 4))]
    area = Region(0, 0, 40, 10)
    told = LaidOut((*taken, trick), ("taken0 0", "taken1 4", "trick 1"), (0, 1), ("own", "top"), ("A", "B"))
    found = lay_out(told, area, LARGE)
    assert [spot.card for spot in found.spots if spot.card != NO_CARD] == [parse_card("7h")]
    assert [line.text for line in found.words if line.by is None] == ["taken1 4"]


async def test_a_seat_of_which_nothing_new_is_said_is_not_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[str] = []
    paint = SeatPainter._paint

    def noted(painter: SeatPainter, sheet: Sheet, seated: ChairView, said: Sequence[str], title: str) -> None:
        painted.append(painter.names[seated.chair.seat])
        paint(painter, sheet, seated, said, title)

    monkeypatch.setattr(SeatPainter, "_paint", noted)
    app = table_app(attacking("7h 9d Jc Qs Ks Ah", 4))
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        board = seat(app).picture.board
        painted.clear()
        before = board._painted(board.size)
        assert painted == []
        last = board.felt.chairs[-1]
        board.felt = board.felt._replace(chairs=(*board.felt.chairs[:-1], last._replace(cards=last.cards - 1)))
        now = board._painted(board.size)
        assert painted == [board.felt.names[last.seat]]
        assert now.signs != before.signs


def test_hands_that_lie_open_have_rows_for_cards_on_a_small_screen() -> None:
    """Ten rows stay for felt and seats under a puzzle's question of two lines, which used to hide the open hands."""
    seats = seats_round(80, 10, Shape((20,), 4, seat_rows=5), wide=False)
    assert [place.height for place in seats.places] == [5]
    assert seats_round(80, 10, Shape((20,), 4), wide=False).places[0].height == 3


def test_what_is_drawn_from_and_what_is_beaten_lie_clear_of_the_bout() -> None:
    """In the Palace at 100x30 "beaten 0" was half under the covering card."""
    cards = (parse_card("7h"), parse_card("Ah"))
    bout = Pile("table", None, cards, "pairs", 1, room=5)
    beaten = Pile("discard", None, (), "stack", 0)
    told = LaidOut((bout, beaten), ("", "beaten 0"), (), (), (), roomy=True)
    for width in range(30, 60):
        middle = lay_out(told, Region(0, 0, width, 14), LARGE)
        played = max(spot.place.right for spot in middle.spots if not spot.stays and spot.card != NO_CARD)
        pile = next((spot for spot in middle.spots if spot.stays), None)
        if pile is not None:
            assert pile.x > played, width
            assert all(line.x > played for line in middle.words)


def test_a_pack_from_which_nothing_is_dealt_lies_on_the_felt_once() -> None:
    """With seats at both sides it was under one of them, too."""
    seats = seats_round(104, 26, Shape((5, 5, 5), 0, rims=True), wide=True)
    assert seats.rims is not None
    piles = (Pile("stock", None, (HIDDEN,), "stack", 36), Pile("table", None, (), "pairs", 0, room=6))
    beaten = Pile("discard", None, (), "stack", 0)
    told = LaidOut((*piles, beaten), ("stock 36", "", "beaten 0"), (), (), (), roomy=True, rims=seats.rims)
    stays = [spot for spot in lay_out(told, seats.middle, LARGE).spots if spot.stays]
    assert len(stays) == 1
    assert stays[0].under > 2, "it lies spread"


@pytest.mark.parametrize("rows", [15, 16, 18])
def test_no_place_of_a_trick_lies_on_the_rim_of_the_cloth(rows: int) -> None:
    seats, names = (0, 1, 2, 3), ("A", "B", "C", "D")
    trick = Pile("trick", 1, (parse_card("Js"), parse_card("10s")), "trick", 2, by=(2, 3), winning=parse_card("Js"))
    badge = ("no tricks", "-2 each", "trick 1 of 8")
    told = LaidOut((trick,), ("",), seats, ("own", "left", "top", "right"), names, badge, roomy=True)
    area = Region(0, 3, 68, rows)
    middle = lay_out(told, area, BIG)
    assert {spot.size for spot in middle.spots} == {BIG}
    assert all(spot.place.bottom < area.bottom for spot in middle.spots)


async def test_a_title_stands_beside_every_name() -> None:
    """With a longer note on the score one of four used to be below."""
    table = next(kept for kept in TABLES if kept.preset == "four_ranks")
    for size in ((80, 24), (100, 30), (140, 40), (200, 50)):
        app = table_app(opened(table))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            rows = grid(app).splitlines()
            for name, title in (("Vera", "king"), ("Anna", "prince"), ("Boris", "soldier")):
                assert any(re.search(rf" {name} ─+ {title} ", row) for row in rows), (size, name)


@pytest.mark.parametrize(("language", "titles"), [("en", ("jack", "stablehand")), ("ru", ("валет", "конюх"))])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40), (200, 50)])
async def test_titles_stand_beside_every_name_or_beside_none(
    language: str, titles: tuple[str, str], size: tuple[int, int]
) -> None:
    table = next(kept for kept in TABLES if kept.preset == "palace_ladder")
    app = table_app(opened(table), Words(language))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        rows = grid(app).splitlines()
        beside = [
            any(re.search(rf" {name} ─+ {title} ", row) for row in rows)
            for name, title in zip(("Vera", "Boris"), titles, strict=True)
        ]
        assert len(set(beside)) == 1


def test_a_trick_in_a_row_shows_who_has_yet_to_lay_a_card() -> None:
    trick = Pile("trick", 1, (parse_card("Ks"),), "trick", 1, by=(1,))
    told = LaidOut((trick,), ("",), (0, 1, 2), ("own", "top", "right"), ("Anna", "Vera", "Boris"))
    middle = lay_out(told, Region(0, 0, 60, 6), BIG)
    assert [(spot.card == NO_CARD, spot.by) for spot in middle.spots] == [(False, 1), (True, 2), (True, 0)]
    assert [line.by for line in middle.words] == [1, 2, 0]


def test_the_longest_name_leaves_its_own_line_room_for_all_roles() -> None:
    """With 107 points in hand, the line in Russian was longer than the felt at 100 columns."""
    chair = Chair(0, (say("draws"), say("deals")), 5, say("0 of 501"))
    name, held = "Aleksandra-Viktorova", (say("107 points in hand"),)
    for width in range(48, 110):
        line = own_line(chair, Words("en"), [name], f"{name} (you)", width, held)
        assert width_of(line) <= width
        assert all(part in line for part in ("draws", "deals", "0 of 501", "107 points in hand"))
