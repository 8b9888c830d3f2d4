"""Every screen and box that the program opens, for the tests of what holds for all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.screen import Screen

from cardtable.cards import parse_card
from cardtable.cli.cups import agreed_for, begun, entrant_plans
from cardtable.cli.replays import archive
from cardtable.cli.screen import home, settings_for
from cardtable.engine.rounds import last_round
from cardtable.engine.rules import SheetRow
from cardtable.engine.text import say
from cardtable.tui.advice import AdviceList
from cardtable.tui.app import CardtableApp
from cardtable.tui.archive import ArchiveScreen
from cardtable.tui.bracket import BracketScreen
from cardtable.tui.dialogs import Choose, DealResult, Read, Way
from cardtable.tui.handover import HandOver, NextPlayer
from cardtable.tui.home import HomeScreen
from cardtable.tui.looking_back import LookBack
from cardtable.tui.offer import Offer
from cardtable.tui.replay_screen import ReplayScreen
from cardtable.tui.settings_screen import SettingsScreen
from cardtable.tui.sheet import ScoreSheet
from cardtable.tui.stats_screen import StatsScreen
from cardtable.tui.table_screen import TableScreen
from cardtable.tui.table_setup import TableSetup
from cardtable.tui.too_small import TooSmall
from cardtable.tui.tournament_setup import TournamentSetup
from cardtable.words import Words
from tests.test_replay import play
from tests.tui.fakes import FakeTable
from tests.tui.tables import played_until, seated

WORDS = Words("en")
NAMES = ("Mila", "Vera", "Anna")


def record_a_match(folder: Path) -> None:
    """The files of a player, in this folder, who has a match of Durak behind him."""
    records = folder / "data" / "records"
    records.mkdir(parents=True)
    play(records / "2026-11-14-120000-throw_in.jsonl", deals=1).close()


def at_menu() -> CardtableApp:
    """The program as it is begun without a word."""
    return CardtableApp(None, WORDS, settings_for(WORDS), home(WORDS))


def _looking_back() -> Screen[Any]:
    table = seated("throw_in", 3)
    assert played_until(table, lambda table: _past(table) is not None)
    past = _past(table)
    assert past is not None
    return LookBack(WORDS, "The last bout", past, NAMES, ["Mila takes."], ["b"])


def _past(table: Any) -> Any:
    return last_round(table.events(0), table.rules.rounds)


def _replay() -> Screen[Any]:
    store = archive()
    return ReplayScreen(store.read(store.kept()[0].path), WORDS, store, -1)


def _bracket() -> Screen[Any]:
    return BracketScreen(begun(agreed_for("throw_in", (), entrant_plans(("Anna", *["bot:steady"] * 3)), 7)), WORDS)


def _stats() -> Screen[Any]:
    menu = home(WORDS)
    assert menu.stats is not None
    return StatsScreen(WORDS, *menu.stats())


def _tournament() -> Screen[Any]:
    menu = home(WORDS)
    assert menu.tournaments is not None
    return TournamentSetup(WORDS, menu.tournaments(), "throw_in")


def _result() -> Screen[Any]:
    ways = (Way("r", "r same cards", lambda: None),)
    return DealResult(
        WORDS, say("The deal is over."), NAMES, [say("So it ended.")], [(say("lost"), (0, 1, 2))], (0,), ways
    )


def _table() -> Screen[Any]:
    table = FakeTable(3)
    table.trump, table.attacker = 0, 2
    table.hands[0] = [parse_card(card) for card in ("8h", "9d", "Qs", "Kc")]
    table.pairs = [[parse_card("7h"), parse_card("Ah")], [parse_card("7d"), -2]]
    return TableScreen(table, WORDS, settings_for(WORDS))


SCREENS: dict[type[Screen[Any]], Callable[[], Screen[Any]]] = {
    AdviceList: lambda: AdviceList(WORDS, NAMES, iter(())),
    ArchiveScreen: lambda: ArchiveScreen(WORDS, archive()),
    BracketScreen: _bracket,
    Choose: lambda: Choose(WORDS, "What do you do?", ["take", "pass"], first=1),
    DealResult: _result,
    HandOver: lambda: HandOver(
        WORDS, "Durak", "3 people", NextPlayer(1, "Vera", 6, ["Mila passes."], False, (2,)), NAMES
    ),
    HomeScreen: lambda: HomeScreen(WORDS, home(WORDS)),
    LookBack: _looking_back,
    Offer: lambda: Offer(WORDS, "What do you do?", ["take", "pass"], ["-5", ""], lambda: (1, 0, 11, 0)),
    Read: lambda: Read(WORDS, "Rules", "A rule.\n" * 40, at_end=True),
    ReplayScreen: _replay,
    ScoreSheet: lambda: ScoreSheet(WORDS, NAMES, [SheetRow(say("a deal"), (1, 2, 3))], [say("That is all.")]),
    SettingsScreen: lambda: SettingsScreen(WORDS, ["auto", "felt"]),
    StatsScreen: _stats,
    TableScreen: _table,
    TableSetup: lambda: TableSetup(WORDS, "throw_in", 3, "Mila"),
    TooSmall: lambda: TooSmall(WORDS, (80, 24)),
    TournamentSetup: _tournament,
}
"""By its class a way to make each."""
