"""Names, open cards and offences at a narrow table: nothing is cut so that it could be mistaken for another."""

from __future__ import annotations

import re

import pytest

from cardtable.cards import Cards, parse_cards
from cardtable.engine.moves import Move, Seat
from cardtable.engine.scene import Choice, Scene
from cardtable.engine.text import say
from cardtable.tui.boxes.offer import Offer
from cardtable.tui.draw.cells import in_ascii, short_names
from cardtable.tui.felt.chairs import SIDES
from cardtable.tui.felt.choosing import by_verb, lay, open_choices, playable
from cardtable.words import Words
from tests.tui.helpers import grid, table_app
from tests.tui.tables import WatchedTable, seated

STEADY = ("Ann", "Steady", *(f"Steady {number}" for number in range(2, 12)))


class OpenTable(WatchedTable):
    """A table at which seat 1 has some open cards."""

    opened: Cards = 0

    def scene(self, seat: Seat) -> Scene:
        """The scene with open cards at the chair."""
        scene = super().scene(seat)
        chairs = [chair._replace(open=self.opened) if chair.seat == 1 else chair for chair in scene.chairs]
        return scene._replace(chairs=tuple(chairs))


def in_a_trick(laid: int, opened: Cards = 0) -> OpenTable:
    """King: so many cards of the first trick are on the table, and the trick stops there; the log is empty."""
    table = seated("king_simple", 4, names=STEADY, kind=OpenTable)
    assert isinstance(table, OpenTable)
    table.opened = opened
    while table.silence is not None or len(table._match.made) < laid:
        seat = table.to_act[0]
        table.submit(seat, table.legal(seat)[0])
    table._begin_log()
    table.held_back.clear()
    return table


@pytest.mark.parametrize("width", range(3, 12))
def test_shortened_names_stay_different(width: int) -> None:
    found = short_names(STEADY[:10], width)
    assert len(set(found)) == len(found)
    assert max(map(len, found)) <= width


def test_names_that_are_the_same_stay_so() -> None:
    assert short_names(["Ann", "Ann"], 8) == ["Ann", "Ann"]
    assert len(short_names(["Alexandra", "Alexandra"], 5)) == 2


@pytest.mark.asyncio
@pytest.mark.parametrize("laid", [1, 2, 3])
async def test_the_names_under_a_trick_neither_meet_nor_look_alike(laid: int) -> None:
    table = in_a_trick(laid)
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows = grid(app).splitlines()
        row = next(row for row in rows[4:] if "Stead" in row)
        names = row.replace("Steady 2", "Steady_2").replace("Steady 3", "Steady_3").split()
        labels = [name for name in names if name.startswith(("Stead", "Ann"))][:laid]
        assert len(set(labels)) == laid
        assert all(name.startswith(("Steady", "Stead…", "Ann")) and name.count("Stead") <= 1 for name in labels)
        table.held_back.set()


@pytest.mark.asyncio
async def test_a_card_of_a_trick_stays_where_it_was_laid() -> None:
    begun = []
    for laid in (1, 3):
        table = in_a_trick(laid)
        app = table_app(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            rows = grid(app).splitlines()[4:12]
            begun.append([found.start() for found in map(re.compile("[╭┏][─━]{5,}[╮┓]").search, rows) if found])
            table.held_back.set()
    assert begun[0] == begun[1] != []


@pytest.mark.asyncio
async def test_many_known_cards_are_counted_where_they_have_no_room() -> None:
    table = in_a_trick(3, parse_cards("6c 7c 8c 9c Tc Jc Qc Kc 6d 7d 8d 9d Td Jd Qd Kd 6h 7h 8h 9h"))
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = re.search(r"6♥ 7♥ 8♥ .*\+(\d+)", grid(app).replace("\n", " "))
        assert shown is not None
        assert 0 < int(shown[1]) < 20


@pytest.mark.asyncio
async def test_twelve_chairs_have_twelve_names() -> None:
    app = table_app(seated("palace_packs", 12, names=STEADY))
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        if isinstance(app.screen, Offer):  # The list of suits opens by itself, and may not be drawn yet.
            await pilot.press("escape")
        names = re.findall(r"[╭┏][─━]? (Steady(?: \d+)?) ", grid(app))
        assert len(names) == 11
        assert len(set(names)) == 11


@pytest.mark.asyncio
async def test_a_hand_that_lies_open_needs_no_key() -> None:
    table = in_a_trick(3, parse_cards("6c As"))
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        strip = "\n".join(grid(app).splitlines()[1:4])
        assert "6♣" in strip
        assert "A♠" in strip
        assert "F6" not in grid(app), "there is nothing more to be known"


def test_what_is_quiet_is_never_proposed() -> None:
    card = 1 << 5
    offence = Choice(Move("clear"), say("clear the table, without a right to it"), quiet=True)
    shown = Choice(Move("show", card, 2), say("show it"), card, quiet=True)
    take = Choice(Move("take"), say("take"))
    scene = seated("throw_in", 2).scene(0)._replace(choices=(take, shown, offence), verb="cover")
    assert open_choices(scene) == (take,)
    assert not playable(scene, 0)
    assert lay(scene, card, None).play is None
    meant = by_verb(scene, ("show",), card, None)
    assert meant is not None
    assert meant.play == shown


@pytest.mark.asyncio
async def test_brackets_behind_a_title_give_way_to_facts() -> None:
    class Long(WatchedTable):
        def scene(self, seat: Seat) -> Scene:
            facts = (say("no hearts"), say("still out: many cards"), say("deal 3 of 12"))
            return super().scene(seat)._replace(title=say("Twelve-Deal Sham (A Pleasure)"), facts=facts)

    app = table_app(seated("throw_in", 2, kind=Long))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        head = grid(app).splitlines()[0]
        assert "Twelve-Deal Sham " in head
        assert "Pleasure" not in head
        assert "still out: many cards" in head


@pytest.mark.asyncio
@pytest.mark.parametrize(("people", "label"), [((0,), "Ann (you)"), ((0, 1), "Ann")])
async def test_who_plays_with_bots_alone_is_you_at_their_seat(people: tuple[Seat, ...], label: str) -> None:
    app = table_app(seated("throw_in", 3, people, names=("Ann", "Bo", "Cy")))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if len(people) > 1:
            await pilot.press("enter")
        row = next(row for row in grid(app).splitlines() if "cards in hand" in row)
        assert row.startswith(f"─── {label} · ")


@pytest.mark.asyncio
async def test_in_ascii_a_row_of_backs_has_as_many_as_there_are_cards() -> None:
    app = table_app(seated("king_long", 3, names=STEADY), Words("en", glyphs="ascii"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows = re.findall(r"((?:\[\])+) (\d+)", grid(app))
        assert len(rows) == 2
        assert all(len(backs) == 2 * int(cards) for backs, cards in rows)


@pytest.mark.parametrize("signs", [SIDES, "▲▼", "►◄"])
def test_in_ascii_signs_that_tell_something_apart_stay_different(signs: str) -> None:
    assert len(set(in_ascii(signs))) == len(signs)
