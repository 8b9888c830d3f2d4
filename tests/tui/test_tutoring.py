"""The tutor at the table: asks once, says what a move cost, and is silent where it may not speak."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from textual.pilot import Pilot

from cardtable.bots.search.thoughts import AnyThoughts
from cardtable.coach import tutor
from cardtable.coach.verdicts import Verdict
from cardtable.engine.text import say
from cardtable.games import find_preset
from cardtable.match.match import Decided
from cardtable.match.record import HelpLine, make_header, read_record
from cardtable.match.table import Kind, Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Choose, Read
from cardtable.tui.protocol import Settings
from cardtable.words import Words
from tests.tui.helpers import grid, seat
from tests.tui.tables import seated


def recorded(path: Path, preset: str = "throw_in") -> Table:
    """A recorded table of a person against a bot, at the person's turn with a choice."""
    game, found = find_preset(preset)
    header = make_header(game, preset, found.options, ("Anna", "Vera"), ("person", "bot:steady"), 3)
    table = Table.begin(game.rules(found.options, 2), header, path, durable=False)
    while table.to_act[0] != 0 or len(table.legal(0)) < 2:
        table.submit(table.to_act[0], table.legal(table.to_act[0])[0])
    return table


def always_lost(thoughts: AnyThoughts, decided: Decided, *given: object) -> Verdict | None:
    """A tutor who finds that every move turns a win into a draw."""
    legal = thoughts.rules.legal(decided.seen.state, decided.seen.seat)
    better = next(move for move in legal if move != decided.move)
    return Verdict(decided.seen.seat, decided.move, "blunder", 0.5, 1.0, 0.5, 0.5, better, exact=True)


def never_lost(*given: object) -> None:
    """A tutor who finds no move lost."""


def all_dear(thoughts: AnyThoughts, decided: Decided, **given: object) -> Verdict:
    """A tutor who finds every move dear."""
    legal = thoughts.rules.legal(decided.seen.state, decided.seen.seat)
    better = next(move for move in legal if move != decided.move)
    return Verdict(decided.seen.seat, decided.move, "blunder", 0.2, 0.6, 0.3, 0.5, better, tried=9)


def app_with(table: Table, mode: str) -> CardtableApp:
    return CardtableApp(table, Words("en"), Settings(delay=60, tutor=mode))


async def judged(app: CardtableApp, pilot: Pilot[int]) -> None:
    """Waits until the tutor has finished everything it was asked."""
    await pilot.pause()
    for worker in [worker for worker in app.workers if worker.group == "tutor"]:
        await worker.wait()
    await pilot.pause()


def test_a_match_that_goes_on_still_knows_of_the_help_that_its_record_tells(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    recorded(path, "classic").close()
    for deal in (1, 2):
        for _ in range(2):
            table = Table.resume(path)
            assert table.deals == deal
            table.note_help(0)
            table.close()
            assert sum(isinstance(line, HelpLine) for line in read_record(path).lines) == deal
        table = Table.resume(path)
        while not table.deal_over:
            table.submit(table.to_act[0], table.legal(table.to_act[0])[0])
        table.next_deal()
        table.close()


async def test_before_a_certain_loss_it_asks_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tutor, "certainly_lost", always_lost)
    table = recorded(tmp_path / "match.jsonl")
    app = app_with(table, "before")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen, made = seat(app), len(table.events(0))
        move = table.legal(0)[0]
        screen.flow.make(0, move)
        await judged(app, pilot)
        assert isinstance(app.screen, Choose)
        assert " – a win → a draw, proven. Play it all the same?" in " ".join(grid(app).split())
        assert len(table.events(0)) == made, "nothing is made before the answer"
        await pilot.press("escape")
        await pilot.pause()
        assert len(table.events(0)) == made
        screen.flow.make(0, move)
        await judged(app, pilot)
        assert not isinstance(app.screen, Choose)
        assert len(table.events(0)) > made
    table.close()
    assert sum(isinstance(line, HelpLine) for line in read_record(tmp_path / "match.jsonl").lines) == 1


async def test_who_plays_it_all_the_same_plays_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tutor, "certainly_lost", always_lost)
    table = recorded(tmp_path / "match.jsonl")
    app = app_with(table, "before")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        made = len(table.events(0))
        seat(app).flow.make(0, table.legal(0)[0])
        await judged(app, pilot)
        await pilot.press("1")
        await pilot.pause()
        assert len(table.events(0)) > made
    table.close()


@pytest.mark.parametrize("lost", [False, True])
async def test_a_move_waits_for_whoever_reads_something_over_the_table(
    lost: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is played, or asked about, once no box is open over the table."""
    monkeypatch.setattr(tutor, "certainly_lost", always_lost if lost else never_lost)
    table = recorded(tmp_path / "match.jsonl")
    app = app_with(table, "before")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        made = len(table.events(0))
        seat(app).flow.make(0, table.legal(0)[0])
        app.open_help()
        await judged(app, pilot)
        assert isinstance(app.screen, Read)
        assert len(table.events(0)) == made, "nothing happens behind a box"
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, Choose) == lost
        assert (len(table.events(0)) > made) != lost
    table.close()


async def test_a_move_that_waits_is_not_made_once_nobody_wants_it_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tutor, "certainly_lost", never_lost)
    table = recorded(tmp_path / "match.jsonl")
    app = app_with(table, "before")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        flow = seat(app).flow
        flow.make(0, table.legal(0)[0])
        app.open_help()
        await judged(app, pilot)
        flow.tutoring.forget()
        made = len(table.events(0))
        await pilot.press("escape")
        await pilot.pause()
        assert len(table.events(0)) == made
    table.close()


async def test_after_a_dear_move_it_says_what_it_cost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tutor, "cost_much", all_dear)
    table = recorded(tmp_path / "match.jsonl")
    app = app_with(table, "after")
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        seat(app).flow.make(0, table.legal(0)[0])
        await judged(app, pilot)
        assert "Cost: chances 60 → 20 of 100 (−40 ± 10). Better: " in grid(app)
    table.close()
    lines = read_record(tmp_path / "match.jsonl").lines
    assert isinstance(lines[-2], HelpLine), "the record says so before the move is made"


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)])
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.every(2)
async def test_what_a_move_cost_is_never_cut_off(
    size: tuple[int, int], language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is no room for all of it, it is said in fewer words."""
    monkeypatch.setattr(tutor, "cost_much", all_dear)
    monkeypatch.setattr(tutor, "why_better", lambda *given: say("there was a card to lay"))
    table = recorded(tmp_path / "match.jsonl")
    app = CardtableApp(table, Words(language), Settings(delay=60, tutor="after"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        seat(app).flow.make(0, table.legal(0)[0])
        await judged(app, pilot)
        said = seat(app).picture.reason.left
        assert "−40 ± 10" in said
        assert said.endswith(".")
        assert said in grid(app)
        assert size[0] < 140 or "60 → 20" in said
    table.close()


async def test_an_answer_that_comes_too_late_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tutor, "cost_much", all_dear)
    table = recorded(tmp_path / "match.jsonl")
    app = app_with(table, "after")
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        flow = seat(app).flow
        flow.make(0, table.legal(0)[0])
        flow.take_back(0)
        await judged(app, pilot)
        assert "That cost" not in grid(app)
    table.close()


@pytest.mark.parametrize("mode", ["after", "before"])
async def test_it_is_silent_where_other_people_play(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*given: object, **more: object) -> None:
        raise AssertionError("it must not even look")

    monkeypatch.setattr(tutor, "certainly_lost", nobody)
    monkeypatch.setattr(tutor, "cost_much", nobody)
    table = seated("throw_in", 2, (0, 1))
    app = app_with(table, mode)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert seat_flow_decision(app, table) is None


@pytest.mark.parametrize("kind", get_args(Kind))
@pytest.mark.every(2)
async def test_it_judges_matches_and_days_and_nothing_that_somebody_is_to_find(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = recorded(tmp_path / "match.jsonl")
    app = app_with(table, "after")
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        monkeypatch.setattr(Table, "kind", kind)
        assert (seat_flow_decision(app, table) is None) == (kind not in ("match", "day"))
    table.close()


def seat_flow_decision(app: CardtableApp, table: Table) -> Decided | None:
    """The tutor's verdict at this table on the move that is due."""
    screen = app.table_screen()
    assert screen is not None
    who = table.to_act[0]
    return screen.flow.tutoring.decision(who, table.legal(who)[0])
