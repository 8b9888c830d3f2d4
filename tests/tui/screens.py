"""Every screen and box that the program opens, for tests of what holds for all of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

from textual.geometry import Region
from textual.screen import Screen

from cardtable.bots.hints import Hint
from cardtable.bots.search.explained import Considered, Explained
from cardtable.cards import parse_cards
from cardtable.coach.mistakes import ExerciseTable
from cardtable.coach.review import Judged
from cardtable.coach.verdicts import Verdict
from cardtable.desk.cups import agreed_for, begun, entrant_plans
from cardtable.desk.replays import archive
from cardtable.desk.screen import home, settings_for
from cardtable.engine.faults import Fault
from cardtable.engine.moves import Move
from cardtable.engine.rounds import rounds_over
from cardtable.engine.rules import SheetRow
from cardtable.engine.text import Text, say
from cardtable.lessons import find
from cardtable.lessons.table import LessonTable
from cardtable.match.evening import Evening
from cardtable.match.seat import SeatTable
from cardtable.match.shared import SharedTable
from cardtable.match.table import Table
from cardtable.paths import data_dir
from cardtable.puzzles import load
from cardtable.puzzles.daily import FIRST, day_of, open_day
from cardtable.puzzles.day_told import DayTold, PlayedDay
from cardtable.puzzles.table import PuzzleTable
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.advice import AdviceList
from cardtable.tui.boxes.day_result import DayResult
from cardtable.tui.boxes.day_result import Judged as DayJudged
from cardtable.tui.boxes.dialogs import Choose, Read
from cardtable.tui.boxes.full import Way
from cardtable.tui.boxes.handover import HandOver, NextPlayer
from cardtable.tui.boxes.hint_card import HintCard
from cardtable.tui.boxes.looking_back import LookBack
from cardtable.tui.boxes.memory_question import MemoryQuestion
from cardtable.tui.boxes.name_question import NameQuestion
from cardtable.tui.boxes.offer import Offer
from cardtable.tui.boxes.rules_reader import GameCard, RulesReader
from cardtable.tui.boxes.sheet import ScoreSheet
from cardtable.tui.boxes.too_small import TooSmall
from cardtable.tui.boxes.typed_line import TypedLine
from cardtable.tui.boxes.weighed import ReasonsBox, WhatWasWeighed
from cardtable.tui.ends.ended import End
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.ends.enough import Enough
from cardtable.tui.felt.table_picture import TablePicture
from cardtable.tui.menus.archive import ArchiveScreen
from cardtable.tui.menus.bracket import BracketScreen
from cardtable.tui.menus.family_screen import FamilyScreen
from cardtable.tui.menus.finding import Finder
from cardtable.tui.menus.hall_screen import HallDoor, HallRow, HallScreen, HostScreen, PersonRow
from cardtable.tui.menus.home import HomeScreen
from cardtable.tui.menus.keys_screen import KeysScreen
from cardtable.tui.menus.settings_screen import SettingsScreen
from cardtable.tui.menus.shared_setup import GuestSetup, SharedSetup
from cardtable.tui.menus.stats_screen import StatsScreen
from cardtable.tui.menus.table_setup import TableSetup
from cardtable.tui.menus.tournament_setup import TournamentSetup
from cardtable.tui.protocol import Settings
from cardtable.tui.seat_app import SharedReplay
from cardtable.tui.table.day_screen import DayScreen
from cardtable.tui.table.exercise_screen import ExerciseScreen
from cardtable.tui.table.lesson_screen import LessonScreen
from cardtable.tui.table.puzzle_screen import PuzzleScreen
from cardtable.tui.table.replay_screen import ReplayScreen
from cardtable.tui.table.review_screen import ReviewScreen
from cardtable.tui.table.seat_screen import Saying, SeatScreen
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.test_replay import play
from tests.tui.helpers import booklet
from tests.tui.tables import defending, played_until, seated

WORDS = Words("en")
NAMES = ("Mila", "Vera", "Anna")


def record_a_match(folder: Path) -> None:
    """The files of a player in this folder, with a match of Durak already played."""
    records = folder / "data" / "records"
    records.mkdir(parents=True)
    play(records / "2026-11-14-120000-throw_in.jsonl", deals=1).close()


def at_menu() -> CardtableApp:
    """The program started without arguments."""
    return CardtableApp(None, WORDS, settings_for(WORDS), home(WORDS))


def on_nothing() -> CardtableApp:
    """An app with nothing under the screens that it opens."""
    return CardtableApp(None, WORDS, settings_for(WORDS), first=Screen())


def _explained() -> Explained:
    moves = (
        ("lead 7♦", "7d", 700, 0.62, True),
        ("lead 6♠ 6♥", "6s 6h", 290, 0.55, False),
        ("pass", "", 10, 0.0, False),
    )
    weighed = tuple(
        Considered(say(label), parse_cards(cards), tried, value, made) for label, cards, tried, value, made in moves
    )
    return Explained(1, weighed[0].label, say("has no choice"), weighed)


def _looking_back() -> Screen[Any]:
    table = seated("throw_in", 3)
    assert played_until(table, lambda table: _past(table) is not None)
    past = _past(table)
    assert past is not None
    return LookBack(WORDS, "The last bout", past, NAMES, ["Mila takes."], ["b"])


def _past(table: Any) -> Any:
    return next(rounds_over(table.events(0), table.rules.rounds), None)


def _replay(kind: type[ReplayScreen]) -> Screen[Any]:
    store = archive()
    return kind(store.read(store.kept()[0].path), WORDS, store, -1)


def _review() -> Screen[Any]:
    store = archive()
    return ReviewScreen(store.read(store.kept()[0].path), WORDS, store, 1, 0)


def _bracket() -> Screen[Any]:
    return BracketScreen(
        begun(agreed_for("throw_in", (), entrant_plans("throw_in", ("Anna", *["bot:steady"] * 7)), 7)), WORDS
    )


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
    table = seated("throw_in", 3)
    assert not played_until(table, lambda table: False)
    end = End(WORDS.say("Throw-in Fool"), table.outcome(0), NAMES, ((0,), (1,), (2,)), True, me=0)
    return DealResult(WORDS, end, ways)


def _enough() -> Screen[Any]:
    ended = ((True, False, False), (False, True, False), (False, True, False))
    shame = say("The fool of the evening")
    evening = Evening(say("fool"), (1, 2, 0), ((0,), (1,), (2,)), ended, 3, say("deal 3"), True, shame)
    return Enough(WORDS, WORDS.say("Throw-in Fool"), evening, NAMES, 0)


def _day() -> Screen[Any]:
    day = day_of(FIRST, FIRST)
    folder = data_dir() / "days"
    table = open_day(day, "Mila", "en", data_dir() / "puzzles.json", folder)
    table.close()
    return DayScreen(table, WORDS, settings_for(WORDS))


def _day_result() -> Screen[Any]:
    day = day_of(FIRST, FIRST)
    game = WORDS.say("Throw-in Fool")
    lines = (f"cardtable 2026-11-01 · {game} · puzzle solved · deal: a loss", "cardtable 2026-11-01 Mila 0r1n-tges")
    puzzle = load("durak")[0][0]
    week = tuple(PlayedDay(FIRST - timedelta(days=back), back % 2 == 0, back / 6) for back in range(6, -1, -1))
    told = DayTold(day, 3, puzzle, True, 1588, 0.0, 1.0, (("Boris", 1.0),), (), lines, week)
    judged: DayJudged = ("good", "dear", "good", "good", "dearest", "good"), (4, "cover 9♦ with J♦")
    return DayResult(WORDS, told, game, (), lambda _: judged, lambda: None)


def _exercise() -> Screen[Any]:
    """The first decision with a choice in the kept match, as if it had been a mistake."""
    store = archive()
    replay = store.read(store.kept()[0].path)
    for at in replay.decisions(replay.deals[0], set(range(replay.rules.seats))):
        seen, made, _ = replay.decided(at)
        better = next((move for move in replay.rules.legal(seen.state, seen.seat) if move != made), None)
        if better is not None and seen.state.to_act[0] == seen.seat:
            verdict = Verdict(seen.seat, made, "mistake", 0.4, 0.52, 0.06, 0.18, better, tried=9)
            table = ExerciseTable(replay, Judged(1, at, verdict))
            return ExerciseScreen(table, WORDS, settings_for(WORDS), lambda right: None, lambda: None)
    raise LookupError("no decision with a choice")


def _seat() -> Screen[Any]:
    """A table of two people at their own screens, seen by one of them."""
    shared = SharedTable(seated("throw_in", 3, (0, 1)))
    return SeatScreen(cast(Table, SeatTable(shared, 0, lambda news: None)), WORDS, settings_for(WORDS))


class Door:
    """A hall with two tables, seen by its host or by a guest."""

    name, own_code, may_open, is_alone = "Mila", "abcd-efgh-jkmn", True, False

    def __init__(self, is_host: bool) -> None:
        self.is_host = is_host

    def tables(self) -> list[HallRow]:
        """One in play and one waiting."""
        seats = tuple(map(say, NAMES))
        return [
            HallRow(0, say("Throw-in Fool"), seats, say("deal 2"), False),
            HallRow(1, say("Simple King"), seats, say("waits"), True),
        ]

    def here(self) -> int:
        """Three people."""
        return 3

    def notes(self) -> list[Text]:
        """How to connect."""
        return [say("Friends type:  ssh -p 2022 localhost")] * 2

    def sit(self, number: int) -> SeatTable:
        """Does nothing."""
        raise Fault("no seat is open at this table")

    watch = sit

    def people(self) -> list[PersonRow]:
        """The players, and a visitor without a name so far."""
        return [PersonRow(name, say("in the hall"), say("here"), self.own_code) for name in ("", *NAMES)]


def _hall(kind: type[HallScreen] | type[HostScreen]) -> Screen[Any]:
    return kind(WORDS, cast(HallDoor, Door(kind is HostScreen)))


def _table() -> Screen[Any]:
    table = defending("8h 9d Qs Kc", "7h/Ah 7d", seats=3)
    return TableScreen(table, WORDS, settings_for(WORDS))


SCREENS: dict[type[Screen[Any]], Callable[[], Screen[Any]]] = {
    AdviceList: lambda: AdviceList(WORDS, NAMES, iter(())),
    ArchiveScreen: lambda: ArchiveScreen(WORDS, archive()),
    BracketScreen: _bracket,
    Choose: lambda: Choose(WORDS, "What do you do?", ["take", "pass"], first=1),
    DealResult: _result,
    HallScreen: lambda: _hall(HallScreen),
    HandOver: lambda: HandOver(
        WORDS, Text("Durak"), Text("3 people"), NextPlayer(1, "Vera", 6, [Text("Mila passes.")], False, (2,)), NAMES
    ),
    ExerciseScreen: _exercise,
    FamilyScreen: lambda: FamilyScreen(WORDS, home(WORDS), "king"),
    Finder: lambda: Finder(WORDS, home(WORDS)),
    GameCard: lambda: GameCard(WORDS, booklet()),
    HostScreen: lambda: _hall(HostScreen),
    HomeScreen: lambda: HomeScreen(WORDS, home(WORDS)),
    KeysScreen: lambda: KeysScreen(WORDS),
    PuzzleScreen: lambda: PuzzleScreen(PuzzleTable(load("durak")[0][0], "Mila"), WORDS, settings_for(WORDS)),
    DayResult: _day_result,
    DayScreen: _day,
    LessonScreen: lambda: LessonScreen(LessonTable(find("durak-1"), "Mila"), WORDS, settings_for(WORDS)),
    LookBack: _looking_back,
    Enough: _enough,
    HintCard: lambda: HintCard(
        TablePicture(seated("throw_in", 2), WORDS, Settings(), open_hands=False),
        Hint(Move("take"), say("take the cards"), (say("nothing of yours beats it"),), say("Nothing else comes near.")),
    ),
    Offer: lambda: Offer(
        WORDS, "What do you do?", ["take", "pass"], ["-5", ""], lambda: (Region(0, 1, 80, 12),), lambda _: None
    ),
    ReasonsBox: lambda: ReasonsBox(WORDS, [_explained()], NAMES),
    WhatWasWeighed: lambda: WhatWasWeighed(WORDS, [_explained(), _explained()], NAMES),
    Read: lambda: Read(WORDS, "Rules", "A rule.\n" * 40, at_end=True),
    NameQuestion: lambda: NameQuestion(WORDS, "Mila"),
    ReplayScreen: lambda: _replay(ReplayScreen),
    ReviewScreen: _review,
    RulesReader: lambda: RulesReader(WORDS, booklet(), "D-19"),
    MemoryQuestion: lambda: MemoryQuestion(WORDS, [*range(16, 52, 4)]),
    TypedLine: lambda: TypedLine(WORDS, "A line", "⏎ add it", lambda line: None),
    Saying: lambda: Saying(WORDS),
    ScoreSheet: lambda: ScoreSheet(WORDS, NAMES, [SheetRow(say("a deal"), (1, 2, 3))], [say("That is all.")]),
    SeatScreen: _seat,
    SettingsScreen: lambda: SettingsScreen(WORDS, ["auto", "felt"]),
    SharedReplay: lambda: _replay(SharedReplay),
    SharedSetup: lambda: SharedSetup(WORDS, "throw_in", 3, "Mila"),
    GuestSetup: lambda: GuestSetup(WORDS, "throw_in", 3, "Mila"),
    StatsScreen: _stats,
    TableScreen: _table,
    TableSetup: lambda: TableSetup(WORDS, "throw_in", 3, "Mila"),
    TooSmall: lambda: TooSmall(WORDS, (80, 24)),
    TournamentSetup: _tournament,
}
"""For each class a function that makes one."""
