"""The table's own rules, the rule behind a refusal, and the card under the cursor, explained on the screen."""

from __future__ import annotations

import pytest

from cardtable.engine.text import plain
from cardtable.games import agree, family
from cardtable.match.record import make_header
from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.rules_reader import BROKEN, HOUSE, GameCard, RulesReader
from cardtable.tui.protocol import Settings, booklet_of
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid
from tests.tui.tables import seated

WORDS = Words("en")


def table_with(**given: str) -> Table:
    """A table of Throw-in Fool for three with some options changed."""
    game, options = agree("throw_in", given, 3)
    names, kinds = ("Anna", "Boris", "Vera"), ("person", "bot:steady", "bot:steady")
    return Table.begin(game.rules(options, 3), make_header(game, "throw_in", options, names, kinds, 1))


def test_the_title_counts_the_house_rules() -> None:
    assert plain(table_with().title) == "Throw-in Fool"
    assert plain(table_with(first_limit="4").title) == "Throw-in Fool +1 rule"
    assert plain(table_with(first_limit="4", deck="52").title) == "Throw-in Fool +2 rules"


def test_what_a_house_rule_changes_is_marked_and_nothing_else() -> None:
    assert booklet_of(table_with()).house == ()
    house = booklet_of(table_with(deck="52")).house
    assert house
    usual = family("durak").explain(family("durak").presets["throw_in"].options, 3)
    assert not any(part in house for _, parts in usual for part in parts)


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
@pytest.mark.every(2)
async def test_house_rules_and_the_rule_that_refused_have_their_signs(size: tuple[int, int]) -> None:
    booklet = booklet_of(table_with(deck="52"))
    app = CardtableApp(seated("throw_in", 3), WORDS, Settings(delay=60))
    async with app.run_test(size=size) as pilot:
        app.push_screen(GameCard(WORDS, booklet, "D-19"))
        await pilot.pause()
        assert f"{HOUSE} " in grid(app)
        reader = RulesReader(WORDS, booklet, "D-19")
        app.push_screen(reader)
        await pilot.pause()
        assert f"{BROKEN} D-19" in grid(app)
        kinds = {page.kind for page in reader.lines}
        assert kinds == {"", "house", "broken"}
        assert all(page.tail.startswith(HOUSE) for page in reader.lines if page.kind == "house" and page.tail)


async def test_the_card_under_the_cursor_is_named_where_nothing_else_is_said() -> None:
    table = seated("throw_in", 3, people=(0,), seed=1)
    table.held_back.clear()
    app = CardtableApp(table, WORDS, Settings(delay=60))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        picture = screen.picture
        assert not picture.acting
        await pilot.press("right")
        await pilot.pause()
        assert WORDS.named(picture.cards[picture.cursor]) in grid(app)
        picture.hide_cards()
        picture.say_nothing()
        await pilot.pause()
        assert WORDS.named(picture.cards[picture.cursor]) not in grid(app), "hidden cards are not named"
        table.held_back.set()
