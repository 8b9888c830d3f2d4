"""The hand that only gives the places of a court: it is never counted among the deals of its match."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cardtable.cli.records import replay
from cardtable.cli.review import review
from cardtable.desk.replays import archive
from cardtable.desk.tables import unfinished
from cardtable.engine.text import capital, plain
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.sheet import labels
from cardtable.tui.menus.archive import ArchiveScreen
from cardtable.tui.protocol import Settings
from cardtable.tui.table.replay_screen import ReplayScreen
from cardtable.tui.table.review_screen import ReviewScreen
from cardtable.words import Words
from tests.test_plain import played
from tests.test_stats import record as recorded
from tests.tui.helpers import grid
from tests.tui.test_ending import ended

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Zoya")


@pytest.fixture(params=[(1, "first hand"), (2, "deal 1 of 10"), (3, "deal 2 of 10")], ids=lambda case: case[1])
def called(own_home: Path, request: pytest.FixtureRequest) -> str:
    """The heading of the last deal in the only record, a match of the ladder of the court."""
    deals, name = request.param
    recorded(own_home / "data" / "records", "match", "palace_ladder", NAMES, ("person", *["bot:steady"] * 4), deals)
    return str(name)


def app_on(screen: ArchiveScreen | ReplayScreen | ReviewScreen) -> CardtableApp:
    return CardtableApp(None, screen.words, Settings(delay=0, archive=archive()), first=screen)


def test_the_menu_offers_to_go_on_with_it(called: str) -> None:
    (match,) = unfinished(3)
    assert match.deal is not None
    assert plain(match.deal) == called


@pytest.mark.asyncio
async def test_the_list_of_replays_names_it(called: str) -> None:
    app = app_on(ArchiveScreen(Words("en"), archive()))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert f"  {called}, goes on" in grid(app)


@pytest.mark.asyncio
@pytest.mark.every(3)
async def test_the_replay_and_the_review_name_it(called: str, own_home: Path) -> None:
    record = archive().read(own_home / "data" / "records" / "match.jsonl")
    app = app_on(ReplayScreen(record, Words("en"), archive()))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("end")
        await pilot.pause()
        assert f"{capital(called)} · move " in grid(app)
    app = app_on(ReviewScreen(record, Words("en"), archive(), deal=len(record.deals), seat=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert f", {called} " in grid(app)


def test_the_score_sheet_numbers_the_deals_after_it() -> None:
    table = ended("palace_ladder", 3, deals=3)
    first, *others = labels(table.view(0).sheet, Words("en"), table.names)
    assert first.startswith("first hand, ")
    assert [label.split(" ")[0] for label in others] == ["1", "2"]


def test_it_is_named_in_lines() -> None:
    table = ended("palace_ladder", 3, deals=1)
    table.next_deal()
    assert "Deal 1 of 10." in played(table, iter(["quit"]))


def test_the_commands_name_it(called: str, own_home: Path) -> None:
    path = str(own_home / "data" / "records" / "match.jsonl")
    told = CliRunner().invoke(replay, [path, "--open"])
    assert told.exit_code == 0, told.output
    assert [line for line in told.stdout.splitlines() if line == capital(called)]


def test_the_review_of_it_names_it(own_home: Path) -> None:
    path = own_home / "data" / "records" / "match.jsonl"
    recorded(path.parent, "match", "palace_ladder", NAMES, ("person", *["bot:steady"] * 4), 2)
    assert CliRunner().invoke(review, [str(path), "--deal", "1"]).stdout.startswith("First hand, Anna: ")
