"""Cheats, accusations out of turn, the stock's top card, and tables of many seats."""

from __future__ import annotations

import threading

import pytest

from cardtable.cards import Card, parse_card, parse_cards
from cardtable.engine.moves import Move, Seat
from cardtable.engine.scene import NO_CARD, Choice, Scene
from cardtable.engine.text import Faces, Text, Who, say
from cardtable.tui.app import needed_size
from cardtable.tui.dialogs import Pick
from cardtable.tui.handover import HandOver
from tests.tui.fakes import FakeTable
from tests.tui.helpers import grid, seat, table_app

pytestmark = pytest.mark.asyncio


class SlyTable(FakeTable):
    """The defender may cover with anything, and everybody else may accuse any cover; the stock may be turned up."""

    def __init__(self, seats: int = 2, people: tuple[Seat, ...] = (0,), attacker: Seat | None = None) -> None:
        super().__init__(seats, people)
        self.trump = 0
        self.attacker = seats - 1 if attacker is None else attacker
        self.held_back = threading.Event()
        self.held_back.set()
        self.asked: list[Seat] = []
        self.chair_notes: dict[Seat, tuple[tuple[Text, ...], tuple[Text, ...]]] = {}

    @property
    def covers(self) -> list[Card]:
        return [cover for _, cover in self.pairs if cover != NO_CARD]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        first = super().to_act
        if not first or not self.covers:
            return first
        return (*first, *[at for at in range(len(self.names)) if at not in (*first, self.defender)])

    def choices(self, seat: Seat) -> list[Choice]:
        if seat not in self.to_act:
            return []
        mine = seat == self.to_act[0]
        found = super().choices(seat) if mine else []
        if mine and self.open:
            for attack in self.open:
                found += [
                    Choice(
                        Move("cheat_cover", 1 << card, attack),
                        say("cheat: {other} with {cards}", other=Faces((attack,)), cards=Faces((card,))),
                        1 << card,
                        attack,
                    )
                    for card in self.hands[seat]
                    if not self.beats(card, attack)
                ]
        elif mine and not self.pairs:
            found.append(Choice(Move("turn"), say("turn up the top card")))
        if seat != self.defender:
            found += [
                Choice(Move("accuse", 1 << card), say("accuse {cards}", cards=Faces((card,)))) for card in self.covers
            ]
        return found

    def scene(self, seat: Seat) -> Scene:
        scene = super().scene(seat)
        chairs = [
            chair._replace(
                roles=self.chair_notes.get(chair.seat, (chair.roles, ()))[0],
                marks=self.chair_notes.get(chair.seat, ((), ()))[1],
                acting=chair.seat in self.to_act[:1],
            )
            for chair in scene.chairs
        ]
        return scene._replace(chairs=tuple(chairs), verb=scene.verb if self.to_act[:1] == (seat,) else "")

    def submit(self, seat: Seat, move: Move) -> None:
        if move.verb == "cheat_cover":
            broken = self.explain(seat, move)
            if broken is not None:
                raise broken
            self.submitted.append((seat, move))
            self.hands[seat].remove(move.cards.bit_length() - 1)
            next(pair for pair in self.pairs if pair[0] == move.arg)[1] = move.cards.bit_length() - 1
        elif move.verb in ("accuse", "turn"):
            broken = self.explain(seat, move)
            if broken is not None:
                raise broken
            self.submitted.append((seat, move))
            if move.verb == "accuse":
                for pair in self.pairs:
                    if move.cards >> max(pair[1], 0) & 1:
                        pair[1] = NO_CARD
        else:
            super().submit(seat, move)

    def bot_move(self, seat: Seat) -> Move:
        self.asked.append(seat)
        assert seat == self.to_act[0], "bots out of turn are never asked"
        move = super().bot_move(seat)
        self.held_back.wait(5)
        return move


def defending(hand: str, attacks: str) -> SlyTable:
    table = SlyTable()
    table.hands[0] = [parse_card(card) for card in hand.split()]
    table.pairs = [[parse_card(card), NO_CARD] for card in attacks.split()]
    return table


def covered(people: tuple[Seat, ...], attacker: Seat, pairs: str, seats: int = 3) -> SlyTable:
    """Some pairs lie covered; the attacker has the word."""
    table = SlyTable(seats, people, attacker)
    cards = [parse_card(card) for card in pairs.split()]
    table.pairs = [[attack, cover] for attack, cover in zip(cards[::2], cards[1::2], strict=True)]
    return table


async def test_enter_never_cheats_and_no_card_is_raised_for_a_cheat() -> None:
    table = defending("6d 8h 7c", "9h")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "[1]" not in grid(app)
        assert "f cheat" in grid(app)
        assert "⏎ play" not in grid(app)
        await pilot.press("enter", "1", "1")
        assert not table.submitted
        assert "S-07" in grid(app)


@pytest.mark.parametrize("key", ["f", "а", "F"])
async def test_the_cheat_key_cheats_with_the_card_and_the_target(key: str) -> None:
    table = defending("6d 8h 7c", "9h Jd")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "right")
        assert "f: cheat: J♦ with 8♥" in grid(app)
        await pilot.press(key)
        assert table.submitted[0] == (0, Move("cheat_cover", parse_cards("8h"), parse_card("Jd")))


async def test_a_cheat_on_another_card_is_asked_first() -> None:
    table = defending("Th 7c", "9h Jd")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f")
        await pilot.pause()
        assert not table.submitted
        assert isinstance(app.screen, Pick)
        assert "cheat: J♦ with 10♥" in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        assert table.submitted[0][1] == Move("cheat_cover", parse_cards("Th"), parse_card("Jd"))


async def test_keys_of_verbs_that_are_not_offered_are_not_shown() -> None:
    app = table_app(FakeTable(2, [0]))
    async with app.run_test(size=(160, 30)) as pilot:
        await pilot.pause()
        foot = grid(app).splitlines()[-1]
        assert not any(label in foot for label in ("cheat", "accuse", "turn up"))


@pytest.mark.parametrize("key", ["n", "т"])
async def test_the_top_card_of_the_stock_is_turned_up(key: str) -> None:
    table = SlyTable(2, (0,), 0)
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "n turn up" in grid(app)
        await pilot.press(key)
        assert table.submitted[0] == (0, Move("turn"))


async def test_somebody_accuses_while_a_bot_is_to_act_and_its_move_is_dropped() -> None:
    table = covered((0,), 1, "9d 6h")
    table.held_back.clear()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "a accuse" in grid(app)
        assert "Space do not wait" in grid(app)
        await pilot.press("enter")
        assert not table.submitted, "it is not his turn"
        await pilot.press("a")
        await pilot.pause()
        assert table.submitted[0] == (0, Move("accuse", parse_cards("6h")))
        thought = list(table.asked)
        assert thought == [1]
        table.held_back.set()
        await pilot.pause()
        # The attacker's move was dropped; the defender, whose cover came back, is asked anew.
        assert table.submitted[1][0] == 2
        assert table.asked[1] == 2


async def test_no_bot_moves_behind_the_box_in_which_somebody_chooses() -> None:
    table = covered((0,), 1, "9d 6h Jd 7h")
    table.held_back.clear()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("a")
        await pilot.pause()
        assert isinstance(app.screen, Pick)
        table.held_back.set()
        await pilot.pause()
        assert not table.submitted
        await pilot.press("down", "enter")
        await pilot.pause()
        assert table.submitted[0] == (0, Move("accuse", parse_cards("7h")))


async def test_bots_go_on_when_the_box_is_left() -> None:
    table = covered((0,), 1, "9d 6h Jd 7h")
    table.held_back.clear()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("a")
        await pilot.pause()
        table.held_back.set()
        await pilot.press("escape")
        await pilot.pause()
        assert table.submitted[0][0] == 1


async def test_another_person_accuses_without_seeing_a_hand() -> None:
    table = covered((0, 1), 0, "9d 6h", seats=4)
    table.attacker = 0
    table.people = frozenset((0, 3))
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HandOver), "only who has the turn takes the keyboard"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("a")
        await pilot.pause()
        assert "Who accuses?" in grid(app)
        assert app.screen_stack[-2].hidden  # type: ignore[attr-defined]
        box = app.screen
        assert isinstance(box, Pick)
        assert list(box.lines) == ["Mila", "Boris"]
        await pilot.press("down", "enter")
        await pilot.pause()
        assert "Boris: what do you do?" in grid(app)
        assert not any(app.words.card(card) in grid(app).split() for card in (*table.hands[3], *table.hands[0]))
        await pilot.press("enter")
        await pilot.pause()
        assert table.submitted[0] == (3, Move("accuse", parse_cards("6h")))


async def test_leaving_the_box_shows_the_cards_again_only_when_asked() -> None:
    table = covered((0, 2), 0, "9d 6h", seats=4)
    table.people = frozenset((0, 3))
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("a")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert seat(app).hidden
        assert not table.submitted
        await pilot.press("enter")
        assert not seat(app).hidden


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("marks", [("partner",), ("needs 7",)])
async def test_roles_and_marks_are_seen_at_80_columns(seats: int, marks: tuple[str, ...]) -> None:
    table = SlyTable(seats, attacker=0)
    table.people = frozenset((0,))
    table.chair_notes = {1: ((say("defends"), say("for {who}", who=Who(0))), tuple(say(mark) for mark in marks))}
    table.pairs = [[parse_card("9d"), NO_CARD]]
    table.held_back.clear()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert all(text in grid(app) for text in ("defends", "for Mila", *marks))
        table.held_back.set()


@pytest.mark.parametrize("seats", [8, 9])
async def test_many_seats_sit_in_two_rows(seats: int) -> None:
    width, height = needed_size(seats)
    table = SlyTable(seats)
    app = table_app(table)
    async with app.run_test(size=(width, height)) as pilot:
        await pilot.pause()
        rows = grid(app).splitlines()
        assert all(name in grid(app) for name in table.names)
        at = [next(y for y, row in enumerate(rows) if name in row) for name in table.names[1:]]
        assert len(set(at)) == 2
        assert "Beat" in grid(app)


async def test_a_table_of_eight_says_what_it_needs() -> None:
    app = table_app(SlyTable(8))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "80 × 26" in " ".join(grid(app).split())


async def test_the_table_can_be_left_while_bots_wait_behind_the_menu() -> None:
    table = covered((0,), 1, "9d 6h")
    table.held_back.clear()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("escape")
        table.held_back.set()
        await pilot.pause()
        assert not table.submitted
        await pilot.press("down", "down", "down", "enter")
        await pilot.pause()
        assert table.closed
        assert app.return_value == 0
