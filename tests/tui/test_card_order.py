"""Which card is higher can be read from the table itself, in every game in which cards beat each other."""

from __future__ import annotations

import pytest

from cardtable.cards import rank_of, suit_of
from cardtable.engine.text import Ranks, Text
from cardtable.games import FAMILIES, family
from cardtable.match.table import Table
from cardtable.words import Words
from tests.tui.helpers import grid, table_app
from tests.tui.tables import played_until, seated

GAMES = (("nizhny", 4), ("king_simple", 4), ("burkozel", 3), ("burkozel_casual", 2), ("palace_ladder", 5))
WORDS = Words("en")


def at_the_first_decision(preset: str, seats: int) -> Table:
    """The person is to play a card."""
    table = seated(preset, seats, seed=3)
    while not played_until(table, lambda table: table.to_act[0] == 0 and bool(table.scene(0).verb)):
        table.next_deal()
    return table


@pytest.mark.parametrize(("preset", "seats"), GAMES)
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (200, 50)])
@pytest.mark.every(8)
async def test_a_newcomer_reads_what_to_do_and_which_card_is_higher(
    preset: str, seats: int, size: tuple[int, int]
) -> None:
    table = at_the_first_decision(preset, seats)
    app = table_app(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        scene, shown = table.scene(0), grid(app)
        assert scene.order is not None
        assert WORDS.text(scene.order, table.header.names) in shown
        assert "► " in shown
        # Nobody needs the order of cards that they cannot see.
        await pilot.press("f8")
        assert WORDS.text(scene.order, table.header.names) not in grid(app)


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.every(3)
def test_the_order_that_a_table_tells_is_that_of_the_rules(name: str) -> None:
    for preset, found in family(name).presets.items():
        table = seated(preset, found.players, seed=1)
        if not played_until(table, lambda table: table.to_act[0] == 0 and table.scene(0).order is not None):
            continue
        scene, rules = table.scene(0), table.rules
        assert scene.order is not None
        told = ranks_of(scene.order)
        plain = {suit_of(card) for card in rules.deck} - {scene.trump, None}
        by_rank = {
            rank: [card for card in rules.deck if rank_of(card) == rank and suit_of(card) in plain] for rank in told
        }
        fits = [
            [rules.height(card, scene.trump) for rank in told for card in by_rank[rank] if suit_of(card) == suit]
            for suit in plain
        ]
        assert any(heights and heights == sorted(heights, reverse=True) for heights in fits), preset


def ranks_of(order: Text) -> tuple[int, ...]:
    """The ranks at the end of such a line."""
    last = order.facts.get("next", order)
    ranks = last.facts["ranks"] if isinstance(last, Text) else last
    assert isinstance(ranks, Ranks)
    return ranks.ranks
