"""Long lists of decisions: one line for all of a kind, and a key for every line."""

from __future__ import annotations

import re

import pytest
from rich.segment import Segment
from textual.geometry import Region

from cardtable.cards import bits, parse_card, parse_cards, suit_of
from cardtable.engine.moves import Move, Seat
from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Pick
from cardtable.tui.boxes.offer import Offer
from cardtable.tui.felt.choosing import by_line
from cardtable.tui.felt.panel import Offered, Panel, plan
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid, seat, strips, table_app
from tests.tui.tables import attacking, defending, held, made, played_until, seated, strayed_until, who_may


def orders(preset: str) -> tuple[Table, Seat]:
    """A table at which the only person orders a contract."""
    table = seated(preset, 4, people=())
    seat = who_may(table, "order")
    assert seat is not None
    table.people = frozenset((seat,))
    return table, seat


@pytest.mark.parametrize(("order", "contract", "trump"), [("e", "a", "h"), ("у", "ф", "р")])
async def test_a_contract_and_its_trumps_are_ordered_by_two_keys(
    order: str, contract: str, trump: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty-five orders fit on fourteen lines; a line's letter leads to its suits."""
    table, seat = orders("king_custom")
    made: list[tuple[Seat, Move]] = []
    monkeypatch.setattr(table, "submit", lambda seat, move: made.append((seat, move)))
    meant = next(move for move in table.legal(seat) if table.rules.move_text(move) == "order take_queens h")
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(order)
        await pilot.pause()
        assert isinstance(app.screen, Pick)
        assert len(app.screen.lines) == 14
        assert "a take queens" in grid(app)
        assert "trumps" not in grid(app).partition("What do you do?")[2]
        await pilot.press(contract)
        await pilot.pause()
        assert "h take queens, trumps ♥" in grid(app)
        await pilot.press(trump)
        await pilot.pause()
    assert made == [(seat, meant)]


@pytest.mark.parametrize(("preset", "seats", "verb"), [("king_minsk", 3, "lay_out"), ("burkozel", 2, "reply")])
async def test_what_is_laid_only_together_says_how_many_cards_are_to_be_marked(
    preset: str, seats: int, verb: str
) -> None:
    """The line under the hand counts them down to the move itself."""
    table = next(
        table
        for seed in range(50)
        if strayed_until(
            table := seated(preset, seats, people=(), seed=seed),
            lambda table: (
                (mover := who_may(table, verb)) is not None
                and {len(bits(move.cards)) for move in table.legal(mover) if move.cards} == {2}
            ),
        )
    )
    mover = who_may(table, verb)
    assert mover is not None
    table.people = frozenset((mover,))
    for keys, shown, pressed in (({}, "Space", "space"), ({"mark": "f4"}, "f4", "f4")):
        app = CardtableApp(table, Words("en"), Settings(delay=0, keys=keys))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for said, key in ((": mark 2 cards", pressed), (": mark 1 card more", "right"), ("", pressed)):
                assert not said or f" {shown}{said}" in grid(app)
                await pilot.press(key)
                await pilot.pause()
            assert ": mark" not in grid(app)


async def test_where_no_card_can_be_laid_the_line_under_the_hand_names_a_key_that_goes_on() -> None:
    """A card that cannot be played is no dead end, whichever card the cursor is on."""
    table = defending("6c 9h", "8s", hands={"P1": "8d 8h"})
    async with table_app(table).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for key in ("right", "left"):
            await pilot.press(key)
            await pilot.pause()
            assert re.search(r"\bt: take", grid(pilot.app))


def test_a_short_list_has_a_line_for_each() -> None:
    table, seat = orders("king_custom")
    choices = table.scene(seat).choices
    assert [len(line) for line in by_line(choices)] == [1] * 7 + [4] * 7
    assert by_line(choices[7:11]) == [(choice,) for choice in choices[7:11]]
    assert by_line(choices[:9]) == [(choice,) for choice in choices[:9]]


@pytest.mark.parametrize("preset", ["king_simple", "throw_in", "classic"])
async def test_a_card_has_the_same_digit_in_the_list_of_moves_as_in_the_hand(preset: str) -> None:
    table = seated(preset, 4, people=())
    table.people = frozenset((table.to_act[0],))
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        picture = seat(app).picture
        legal = [picture.words.card(card) for card in picture.legal]
        assert len(legal) > 1
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, Pick)
        assert [re.findall(r"\S+", line)[1] for line in app.screen.lines[: len(legal)]] == legal


async def test_enter_is_called_what_it_does_where_one_thing_can_be_done() -> None:
    table = seated("classic", 3, people=())
    assert played_until(table, _draws)
    table.people = frozenset((table.to_act[0],))
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        foot = grid(app).splitlines()[-1]
        assert "⏎  draw" in foot
        assert "⏎  decide" not in foot
        assert foot.count("draw") == 1, "two keys are called the same"


def _draws(table: Table) -> bool:
    return bool(table.to_act) and [move.verb for move in table.legal(table.to_act[0])] == ["draw"]


async def test_a_transfer_that_may_not_be_is_refused_for_the_card_under_the_cursor() -> None:
    table = seated("transfer", 2, people=())
    (attacker,) = table.to_act
    table.submit(attacker, table.legal(attacker)[0])
    (defender,) = table.to_act
    table.people = frozenset((defender,))
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        await pilot.pause()
        assert "[D-42]" in grid(app), "no transfer in the first bout"
        await pilot.press("z")
        await pilot.pause()
        assert "There is no such move in this game.\n" in grid(app), "and no rule that speaks of something else"


async def test_whoever_leads_promises_no_pass_by_a_slip() -> None:
    table = seated("throw_in", 3, people=())
    (leader,) = table.to_act
    table.people = frozenset((leader,))
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await pilot.pause()
        assert "You open this bout: lay a card. [D-14]" in grid(app)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.flow.passing.move(leader, lambda: pytest.fail("they have promised")) is None


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)])
async def test_what_is_chosen_from_neither_covers_nor_dims_the_hand_it_is_about(size: tuple[int, int]) -> None:
    table, _ = orders("king_custom")
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, Pick), "it opens at once"
        await pilot.press("escape")
        picture = seat(app).picture
        own = [part.region for part in (picture.prompt, picture.hand)]
        before = {part: drawn(app, part) for part in own}
        line = drawn(app, picture.rule.region)[0]
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, Pick)
        assert {part: drawn(app, part) for part in own} == before
        # Where the list covers the order of the cards, its current line shows it, and is not dimmed.
        assert {segment.style for segment in drawn(app, picture.rule.region)[0]} >= {line[0].style}


@pytest.mark.parametrize("size", [(80, 24), (200, 50)])
@pytest.mark.every(2)
async def test_a_list_of_contracts_opens_at_once_and_leaves_the_keys_of_the_table(size: tuple[int, int]) -> None:
    """It is beside the hand; keys that are not its own go to the table, and Enter opens it again."""
    table, _ = orders("king_custom")
    before = len(table.public_events())
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, Pick)
        assert "take queens" in grid(app)
        await pilot.press("i")
        await pilot.pause()
        assert "Hint: " in grid(app)
        assert seat(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, Pick)
    assert len(table.public_events()) == before, "nothing was ordered by that"


def drawn(app: CardtableApp, part: Region) -> list[list[Segment]]:
    """The cells of a part of the screen, with their colours."""
    return [list(strip.crop(part.x, part.right)) for strip in strips(app)[part.y : part.bottom]]


def test_the_cursor_goes_round_columns_and_rows_of_a_panel() -> None:
    panel = Panel(Words("en"), [Offered(str(nth), "no hearts", "-2") for nth in range(1, 10)])
    panel.plan = plan(panel.offered, 60, 8)
    assert panel.plan.rows == 5
    panel.move(1, 0)
    assert panel.highlighted == 5
    panel.move(1, 0)
    assert panel.highlighted == 0, "from the last column to the first"
    panel.move(0, -1)
    assert panel.highlighted == 8
    panel.highlighted = 4
    panel.move(1, 0)
    assert panel.highlighted == 4, "nothing stands beside the last row"


@pytest.mark.parametrize("size", [(120, 34), (140, 40), (200, 50)])
async def test_a_list_of_contracts_covers_no_seat_where_players_sit_round_the_felt(size: tuple[int, int]) -> None:
    table, _ = orders("king_long")
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, Offer)
        shown = grid(app)
        for name in table.names:
            assert name in shown
        assert shown.count("total 0") == len(table.names)


@pytest.mark.asyncio
@pytest.mark.parametrize(("size", "drawn"), [((200, 50), True), ((140, 40), True), ((80, 24), False)])
async def test_suits_are_chosen_as_cards_where_no_hand_needs_the_room(size: tuple[int, int], drawn: bool) -> None:
    table = seated("palace_ladder", 5)
    app = table_app(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        offer = app.screen
        assert isinstance(offer, Offer)
        assert (offer.panel.card_size is not None) == drawn
        assert all(f"{key} say {suit}" in grid(app) for key, suit in zip("shdc", "♠♥♦♣", strict=True))
        assert all((f"A{suit}" in grid(app)) == drawn for suit in "♠♥♦♣")
        assert grid(app).count("┏") == drawn
        await pilot.press("right")
        await pilot.press("enter")
        await pilot.pause()
        assert any(move.verb == "vote" and move.arg == 1 for who, move in made(table) if who == 0)


@pytest.mark.asyncio
async def test_cards_for_choices_are_drawn_only_where_they_have_room() -> None:
    panel = Panel(Words("en"), [Offered(key, f"say {key}") for key in "shdc"], cards=[0, 1, 2, 3])
    assert panel.fit(60, 5)
    assert panel.card_size is None
    assert panel.fit(60, 12)
    assert panel.card_size is not None


def test_a_list_is_not_in_sight_where_it_leaves_no_gap_before_what_a_choice_is_worth() -> None:
    panel = Panel(Words("en"), [Offered("1", "lead, Leonid defends", "eight")])
    assert not panel.fit(29, 8)
    assert panel.fit(31, 8)


@pytest.mark.parametrize("size", [(100, 30), (120, 34), (140, 40), (180, 46), (200, 50)])
@pytest.mark.parametrize(("preset", "seats"), [("palace_ladder", 6), ("king_minsk", 3), ("nizhny", 4), ("throw_in", 2)])
@pytest.mark.every(10)
async def test_a_list_cuts_no_box_of_the_felt_in_two(preset: str, seats: int, size: tuple[int, int]) -> None:
    """A box in a corner, or the badge, moves to another corner while a list is open, and then comes back."""
    table = seated(preset, seats, seed=4)
    while not played_until(table, lambda table: len(table.events(0)) > 6 and table.to_act[0] == 0):
        table.next_deal()
    app = CardtableApp(table, Words("ru"), Settings(delay=60))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        picture = seat(app).picture
        board = picture.board

        def told_once() -> bool:
            """Whether the order of the cards is either on the felt or at the hand, and not in both places."""
            return bool(picture.rule.last) == (board.corners(*board.size).order is None)

        assert told_once()
        before = board.corners(*board.size)
        await pilot.press("m")
        await pilot.pause()
        offer = app.screen
        assert isinstance(offer, Offer)
        assert told_once()
        for corner in board.corners(*board.size)[:3]:
            assert corner is None or not corner.translate(board.region.offset).overlaps(offer.box.region)
        place, badge = offer.box.region, board.felt.badge
        rows = grid(app).splitlines()
        shown = [f"{row[: place.x]} {row[place.right :]}" for row in rows[place.y : place.bottom]]
        shown += rows[: place.y] + rows[place.bottom :]
        assert len({any(f"│ {line} " in row for row in shown) for line in badge}) < 2, "all of the badge or nothing"
        await pilot.press("escape")
        await pilot.pause()
        assert board.corners(*board.size) == before
        assert told_once()


@pytest.mark.parametrize(
    ("size", "across"), [((80, 24), True), ((99, 40), True), ((100, 30), False), ((200, 50), False)]
)
@pytest.mark.every(2)
async def test_a_list_cuts_no_words_at_its_sides_where_nobody_sits_beside_it(
    size: tuple[int, int], across: bool
) -> None:
    table = seated("nizhny", 4, seed=4)
    assert played_until(table, lambda table: len(table.events(0)) > 12 and table.to_act[0] == 0)
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("m")
        await pilot.pause()
        offer = app.screen
        assert isinstance(offer, Offer)
        box, felt = offer.box.region, next(room for room in offer.rooms() if room.contains_region(offer.box.region))
        assert ((box.x, box.width) == (felt.x, felt.width)) == across


@pytest.mark.parametrize(
    ("table", "move"),
    [
        (defending("6d 7h", "9c"), Move("take")),  # nothing beats it
        (attacking("6d 7h", table="9c/Tc", seats=2), Move("pass")),  # nothing may be thrown in
        (attacking("6d 9s", table="9c/Tc", seats=2), Move("pass")),  # a trump alone may be
    ],
    ids=["nothing beats", "nothing fits", "only trumps fit"],
)
async def test_where_no_card_is_worth_it_enter_lays_none(table: Table, move: Move) -> None:
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert f"  ⏎  {move.verb}" in grid(app).splitlines()[-1]
        assert "six of diamonds" not in grid(app), "no card seems to be meant"
        await pilot.press("enter")
        await pilot.pause()
    assert made(table)[0] == (0, move)


async def test_once_a_card_was_chosen_enter_means_this_card() -> None:
    """A refusal is explained, and a trump that the player wants to throw in is thrown in."""
    table = defending("6d 7h", "9c")
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "enter")
        assert not made(table)
        assert "[D-" in grid(app)
    table = attacking("6d 9s", table="9c/Tc", seats=2)
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "1")
        await pilot.pause()
    assert made(table)[0][1] == Move("throw", parse_cards("9s"))


async def test_a_card_that_enter_does_not_mean_is_no_cards_cursor() -> None:
    """An arrow shows the cursor where it waited, a click moves it to the card; then Enter means that card."""
    for click in (False, True):
        table = attacking("6d 9s", table="9c/Tc", seats=2)
        app = table_app(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "nine of spades" not in grid(app)
            if click:
                screen = app.table_screen()
                assert screen is not None
                screen.action_card(screen.picture.cursor)
                await pilot.pause()
            else:
                await pilot.press("right")
            assert not made(table)
            assert "nine of spades" in grid(app)
            assert "  ⏎  throw in 9♠" in grid(app).splitlines()[-1]
            await pilot.press("enter")
            await pilot.pause()
        assert made(table)[0][1] == Move("throw", parse_cards("9s"))


async def test_a_plain_card_that_fits_is_thrown_in_by_enter_as_ever() -> None:
    table = attacking("9d 9s", table="9c/Tc", seats=2)
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
    assert made(table)[0][1] == Move("throw", parse_cards("9d"))


@pytest.mark.parametrize(
    ("preset", "seats", "seed"), [("classic", 2, 1), ("classic", 2, 2), ("king_trade", 3, 1), ("palace_ladder", 5, 1)]
)
@pytest.mark.every(2)
async def test_the_cursor_waits_on_the_suit_that_is_held_most(preset: str, seats: int, seed: int) -> None:
    """A player who names trumps by Enter alone does not name spades with only one spade in hand."""
    table = seated(preset, seats, people=(), seed=seed)
    assert strayed_until(table, lambda table: any(_names_a_suit(table, seat) for seat in table.to_act))
    seat = next(seat for seat in table.to_act if _names_a_suit(table, seat))
    table.people = frozenset((seat,))
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, Offer)
        suits = [choice.suit for choice in table.scene(seat).choices]
        hand = [suit_of(parse_card(card)) for card in held(table, seat)]
        assert hand.count(suits[app.screen.panel.highlighted]) == max(map(hand.count, suits))


def _names_a_suit(table: Table, seat: Seat) -> bool:
    choices = table.scene(seat).choices
    return len({choice.suit for choice in choices}) == len(choices) > 1 and all(one.suit is not None for one in choices)
