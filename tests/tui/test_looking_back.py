"""The last trick, bout or turn shown again: who played what, in order, and no card that was drawn in secret."""

from __future__ import annotations

import pytest

from cardtable.cards import card_text, parse_card, parse_cards
from cardtable.engine.moves import Event
from cardtable.engine.rounds import LastRound, rounds_over
from cardtable.games.bura.rules import BuraRules
from cardtable.games.durak.rules import DurakRules
from cardtable.games.one_oh_one.rules import OneOhOneRules
from cardtable.tui.app import CardtableApp
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid, seat
from tests.tui.tables import played_until, seated

ALL = (1 << 32) - 1


def event(kind: str, seat: int, cards: str = "", arg: int = 0) -> Event:
    """A public event."""
    found = parse_cards(cards)
    return Event(kind, seat, found, found.bit_count(), ALL, arg)


def laid(past: LastRound | None) -> list[str]:
    """The cards with who played them, and what covered them."""
    assert past is not None
    return [
        f"P{entry.seat} {card_text(entry.card)}"
        + (f" < P{entry.coverer} {card_text(entry.cover)}" if entry.cover is not None else "")
        for entry in past.laid
    ]


def test_a_bout_with_its_covers_and_without_what_a_cheat_took_back() -> None:
    told = [
        event("attack", 2, "9s"),
        event("beaten", 0, "9s"),
        event("attack", 0, "7s 7h"),
        event("transfer", 1, "7d", 0),
        event("cover", 2, "Ts", parse_card("7s")),
        event("cover", 2, "6c", parse_card("7h")),
        event("taken_back", 2, "6c"),
        event("throw", 0, "Tc"),
        event("taken", 2, "7s 7h 7d Ts Tc"),
        event("attack", 0, "As"),
    ]
    past = next(rounds_over(told, DurakRules.rounds), None)
    assert laid(past) == ["P0 7s < P2 Ts", "P0 7h", "P1 7d", "P0 Tc"]
    assert past is not None
    assert past.taker == 2
    assert [entry.kind for entry in past.told] == ["transfer", "taken"]
    assert past.gone, "cards of the next bout lie on the table"
    assert next(rounds_over(told[:1], DurakRules.rounds), None) is None


def test_the_last_turn_of_everybody_where_nothing_is_taken_away() -> None:
    told = [
        event("play", 2, "8s"),
        event("play", 0, "9s"),
        event("again", 0),
        event("play", 0, "9c"),
        event("play", 1, "Qc", 2),
        event("drew", 2, "6h")._replace(to=1 << 2).for_everybody(3),
        event("play", 2, "Kh"),
    ]
    past = next(rounds_over(told, OneOhOneRules.rounds), None)
    assert laid(past) == ["P0 9s", "P0 9c", "P1 Qc", "P2 Kh"]
    assert past is not None
    assert [(entry.kind, entry.cards) for entry in past.told if entry.kind != "play"] == [("again", 0), ("drew", 0)]


@pytest.mark.asyncio
@pytest.mark.parametrize("key", ["b", "и"])
async def test_the_key_opens_it_and_closes_it_on_either_layout(key: str) -> None:
    table = seated("king_simple", 4)
    assert played_until(table, lambda table: table.to_act == (0,) and any(map(ended, table.events(0, 0))))
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        past = seat_of_past(app)
        shown = grid(app)
        assert "The last trick" in shown
        for entry in past.laid:
            assert table.names[entry.seat] in shown
        await pilot.press(key)
        assert "The last trick" not in grid(app)
        assert seat(app).picture.view.is_turn


def ended(told: Event) -> bool:
    """Whether this ends a trick."""
    return told.kind == "trick"


def seat_of_past(app: CardtableApp) -> LastRound:
    """The round that the table could show."""
    table = app.screen_stack[0]
    assert isinstance(table, TableScreen)
    assert table.picture.view.last_round is not None
    return table.picture.view.last_round


@pytest.mark.asyncio
async def test_in_bura_a_trick_may_be_looked_at_until_the_next_lead() -> None:
    table = seated("burkozel", 2)
    assert BuraRules.rounds.shut_by == "B-22"

    def second_trick(_: object) -> bool:
        past = next(rounds_over(table.events(0, 0), table.rules.rounds), None)
        return past is not None and past.gone and table.to_act[:1] == (0,)

    assert played_until(table, second_trick)
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b")
        assert "until the next lead. [B-22]" in grid(app)
        assert "The last trick" not in grid(app)
