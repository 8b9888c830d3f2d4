"""The trainer: it asks which trumps are gone, before a lead where the table does not show it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.cards import bits
from cardtable.engine.state import observe
from cardtable.games.beside import out_and_gone
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState
from cardtable.match.memory import Memory
from cardtable.match.table import Table
from cardtable.player import trainer
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.memory_question import MemoryQuestion, TrumpCards
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid
from tests.tui.tables import WatchedTable, played_until, seated


def gone(table: Table, seat: int) -> list[int]:
    """The trumps out of play, counted from what the seat has seen and not from what is shown."""
    rules, state = table.rules, observe(table._match.state, seat).state
    assert isinstance(rules, DurakRules)
    assert isinstance(state, DurakState)
    return [card for card in bits(state.places[rules.discard]) if card % 4 == state.trump]


def before_a_lead(memory: Memory) -> WatchedTable:
    """A table at which the person leads, with some trumps gone."""

    def found(table: Table) -> bool:
        seat = table.to_act[0]
        state = table._match.state
        assert isinstance(state, DurakState)
        return seat == 0 and state.attacker == 0 and not state.attacks and 3 <= len(gone(table, 0)) <= 6

    for seed in range(60):
        table = seated("throw_in", 2, people=(), seed=seed)
        if played_until(table, found):
            table.people = frozenset((0,))
            table.header = table.header._replace(memory=memory)
            table._views.clear()
            return table
    raise AssertionError("nobody leads then")


@pytest.mark.parametrize("memory", ["none", "after_bout"])
async def test_it_asks_once_a_deal_and_says_only_how_many_are_right(memory: Memory) -> None:
    table = before_a_lead(memory)
    kept: list[tuple[int, int]] = []
    settings = Settings(delay=60, trainer=True, remember=lambda cards, right: kept.append((cards, right)))
    app = CardtableApp(table, Words("en"), settings)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        box = app.screen
        assert isinstance(box, MemoryQuestion)
        assert "Which trumps are gone?" in grid(app)
        truth = set(gone(table, 0))
        assert truth <= set(box.trumps.cards)
        wrong = next(card for card in box.trumps.cards if card not in truth)
        before = grid(app).count("gone")
        for nth, card in enumerate(box.trumps.cards, 1):
            if card in truth or card == wrong:
                await pilot.press(str(nth))
        assert grid(app).count("gone") == before + len(truth) + 1
        first = box.trumps.cards[0]
        for left in range(2):
            await pilot.click(TrumpCards, offset=(1, 1))
            assert bool(box.trumps.marked >> first & 1) == (first in truth or first == wrong) ^ (not left)
        await pilot.press("enter")
        await pilot.pause()
        assert kept == [(len(box.trumps.cards), len(box.trumps.cards) - 1)]
        assert f"{len(box.trumps.cards) - 1} of {len(box.trumps.cards)} right" in grid(app)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.flow.advance()
        await pilot.pause()
        assert isinstance(app.screen, TableScreen), "once a deal"


@pytest.mark.parametrize(("memory", "on"), [("all", True), ("none", False)])
async def test_it_asks_nothing_where_the_table_tells_or_nobody_wants_it(memory: Memory, on: bool) -> None:
    table = before_a_lead(memory)
    app = CardtableApp(table, Words("en"), Settings(delay=60, trainer=on, remember=lambda cards, right: None))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


@pytest.mark.parametrize(("memory", "deal", "told"), [("none", 3, True), ("none", 2, False), ("all", 3, False)])
async def test_whoever_plays_from_memory_hears_of_it_after_the_third_deal(
    memory: Memory, deal: int, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = before_a_lead(memory)
    app = CardtableApp(table, Words("en"), Settings(delay=60, remember=lambda cards, right: None))
    said: list[str] = []
    monkeypatch.setattr(app, "notify", said.append)
    async with app.run_test(size=(80, 24)):
        table._match.deals = deal
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.flow.training.tell()
    assert ("the trainer, in the settings" in " ".join(said)) is told


async def test_escape_is_no_answer() -> None:
    table = before_a_lead("none")
    kept: list[tuple[int, int]] = []
    settings = Settings(delay=60, trainer=True, remember=lambda cards, right: kept.append((cards, right)))
    app = CardtableApp(table, Words("en"), settings)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert kept == []


@pytest.mark.parametrize(("preset", "seats"), [("throw_in", 3), ("nizhny_plain", 4)])
def test_what_is_asked_is_what_the_table_would_tell(preset: str, seats: int) -> None:
    table = seated(preset, seats, people=())
    played_until(table, lambda table: len(table._match.made) > 30)
    (section,) = [one for one in table.rules.scene(table.observe(0)).sections if one.memory]
    out, gone_now = out_and_gone(section)
    assert out or gone_now
    assert not set(out) & set(gone_now)
    assert not set(out) & set(bits(table.observe(0).state.places[0])), "one's own are not asked for"


def test_answers_are_added_up_and_a_damaged_file_stays(tmp_path: Path) -> None:
    path = tmp_path / trainer.FILE
    trainer.keep(path, 9, 7)
    trainer.keep(path, 9, 9)
    assert trainer.load(path) == trainer.Remembered(2, 18, 16)
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(ValueError, match="remembered"):
        trainer.keep(path, 9, 9)
    assert path.read_text("utf-8") == "{}"


@pytest.mark.parametrize("memory", ["all", "after_bout"])
async def test_the_one_bout_that_is_told_from_memory_has_no_number_of_its_own(memory: Memory) -> None:
    table = before_a_lead(memory)
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        earlier = screen.picture.history.earlier
        assert earlier
        if memory == "all":
            assert [line.split()[0] for line in earlier] == [str(nth) for nth in range(1, len(earlier) + 1)]
            assert len(earlier) > 1
        else:
            assert len(earlier) == 1
            assert not earlier[0][0].isdecimal()
