"""A bot that fails at a table: another one moves for it, the log says so, and a report without cards is kept."""

from __future__ import annotations

import asyncio
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardtable.bots import Decision
from cardtable.bots.finding import adviser, make_bot
from cardtable.bots.search.expert import Expert
from cardtable.bots.seated import Overtaken
from cardtable.bots.styles import uniform
from cardtable.bots.styles.bura.styles import Interceptor
from cardtable.coach import advice as coach
from cardtable.engine.moves import DEALER, Event, Move
from cardtable.engine.text import plain, say
from cardtable.games import FAMILIES, family
from cardtable.match.record import make_header
from cardtable.match.seen import STAND_IN
from cardtable.match.table import Table
from cardtable.paths import data_dir
from cardtable.plain import Left, PlainTable
from cardtable.tui.app import CardtableApp
from cardtable.tui.protocol import Settings
from cardtable.words import Words
from tests.tui.helpers import grid, seat
from tests.waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("own_home")


def table_of(preset: str, kinds: Sequence[str], path: Path | None = None) -> Table:
    game = next(family(name) for name in FAMILIES if preset in family(name).presets)
    options = game.presets[preset].options
    header = make_header(game, preset, options, tuple("ABCDEF"[: len(kinds)]), tuple(kinds), 4)
    return Table.begin(game.rules(options, len(kinds)), header, path)


def raises(*args: Any) -> Decision:
    raise RuntimeError("it holds the nine of spades")


def exits(*args: Any) -> Decision:
    sys.exit(3)


def is_no_exception(*args: Any) -> Decision:
    raise GeneratorExit


FAILS: list[Any] = [
    pytest.param(raises, id="raises"),
    pytest.param(exits, id="exits"),
    pytest.param(is_no_exception, id="raises what is no Exception"),
    pytest.param(lambda *args: None, id="says nothing"),
    pytest.param(lambda *args: Decision(Move("fly"), say("why not")), id="moves illegally"),
    pytest.param(lambda bot, seen, choices, rng: choices[0], id="gives no reason"),
]


@pytest.mark.parametrize("choose", FAILS)
@pytest.mark.every(2)
def test_a_deal_goes_on_whatever_a_bot_does(
    choose: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The adviser makes the moves; after `resume` as well."""
    monkeypatch.setattr(uniform.Uniform, "choose", choose)
    path = tmp_path / "match.jsonl"
    table = table_of("throw_in", ("bot:uniform", "bot:uniform"), path)
    for moves in range(10_000):
        if table.deal_over:
            break
        if moves == 4:
            table.close()
            table = Table.resume(path)
        at = table.to_act[0]
        move = table.bot_move(at)
        assert table.explain(at, move) is None
        table.submit(at, move)
    assert table.deal_over
    assert table.stood_in == {0, 1}
    for seat_ in (0, 1):
        told = [event for event in table.events(seat_) if event.kind == STAND_IN]
        assert told
        assert (
            plain(table.tell(told[0]) or say(""))
            == f"P{told[0].seat}: the bot has failed, another one makes this move."
        )
    table.close()


@pytest.mark.posix
def test_the_report_says_where_and_names_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uniform.Uniform, "choose", raises)
    table = table_of("throw_in", ("bot:uniform", "bot:uniform"))
    table.bot_move(table.to_act[0])
    (report,) = (data_dir() / "reports").iterdir()
    assert stat.S_IMODE(report.stat().st_mode) == 0o600
    text = report.read_text()
    assert text.startswith("builtins.RuntimeError")
    assert "in raises" in text
    assert "it holds the nine of spades\n" not in text


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.every(2)
def test_where_the_adviser_fails_somebody_moves_by_lot(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = family(name)
    seats = game.presets[game.default].seats[0]
    table = table_of(game.default, [f"bot:{adviser(name)}"] * seats)
    monkeypatch.setattr(type(make_bot(adviser(name), name, table.rules)), "choose", raises)
    while not table.deal_over:
        assert table.hint(table.to_act[0], adviser(name)).move in table.legal(table.to_act[0])
        table.submit(table.to_act[0], table.bot_move(table.to_act[0]))
    assert table.stood_in


def test_an_interrupt_is_no_failure_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: Any) -> Decision:
        raise KeyboardInterrupt

    monkeypatch.setattr(uniform.Uniform, "choose", interrupted)
    table = table_of("throw_in", ("bot:uniform", "bot:uniform"))
    with pytest.raises(KeyboardInterrupt):
        table.bot_move(table.to_act[0])


def test_nobody_learns_by_it_who_is_asked_in_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a player holds something to announce is their own business."""
    table = table_of("burkozel", ("bot:uniform", "bot:uniform"))
    monkeypatch.setattr(uniform.Uniform, "choose", raises)
    asked = 0
    for _ in range(300):
        if table.match_over:
            break
        if table.deal_over:
            table.next_deal()
            continue
        silence, before = table.silence, len(table.events(0))
        at = table.to_act[0]
        table.submit(at, table.bot_move(at))
        if silence is not None:
            asked += 1
            assert all(event.kind != STAND_IN for event in table.events(0)[before:])
    assert asked


def test_players_who_watch_are_told_of_moves_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds: set[str] = set()
    watch = Interceptor.watch

    def noted(bot: Interceptor, events: Sequence[Event]) -> None:
        kinds.update(event.kind for event in events)
        watch(bot, events)

    monkeypatch.setattr(Interceptor, "watch", noted)
    monkeypatch.setattr(uniform.Uniform, "choose", raises)
    table = table_of("burkozel", ("bot:uniform", "bot:interceptor"))
    while not table.deal_over:
        table.submit(table.to_act[0], table.bot_move(table.to_act[0]))
    assert any(event.kind == STAND_IN for event in table.events(1))
    assert kinds
    assert STAND_IN not in kinds


def test_it_can_be_taken_back_and_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uniform.Uniform, "choose", raises)
    table = table_of("throw_in", ("person", "bot:uniform"))
    rng = Random(1)
    backs = 0
    while not table.deal_over:
        at = table.to_act[0]
        assert at != DEALER
        if at == 0 and table.to_take_back(0) and rng.random() < 0.3 and backs < 10:
            table.take_back(0)
            backs += 1
        table.submit(table.to_act[0], table.bot_move(1) if table.to_act[0] == 1 else table.legal(0)[0])
    assert backs


def test_who_fails_has_no_opinion(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of("throw_in", ("person", "bot:steady"))
    while not table.deal_over:
        at = table.to_act[0]
        table.submit(at, table.bot_move(at) if at else table.legal(0)[0])
    monkeypatch.setattr(uniform.Uniform, "choose", exits)
    monkeypatch.setattr(coach, "asked", lambda name: ["uniform", "steady"])
    asked = [advice for advice in coach.of_table(table) if advice.opinions]
    assert asked
    assert all([opinion.style for opinion in advice.opinions] == ["steady"] for advice in asked)


def test_a_bot_that_cannot_even_be_made_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uniform.Uniform, "__init__", raises)
    table = table_of("throw_in", ("person", "bot:uniform"))
    while not table.deal_over:
        seat = table.to_act[0]
        table.submit(seat, table.bot_move(seat) if seat == 1 else table.legal(seat)[0])
    assert table.stood_in == {1}


def test_the_table_in_lines_says_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def prints_and_raises(*args: Any) -> Decision:
        print("my cards")
        return raises()

    monkeypatch.setattr(uniform.Uniform, "choose", prints_and_raises)
    said: list[str] = []
    lines = iter(["1\n"] * 3)
    table = table_of("throw_in", ("person", "bot:uniform"))
    with pytest.raises(Left):
        PlainTable(table, Words("en"), lambda: next(lines, ""), said.append, "", lambda: None).play()
    assert "B: the bot has failed, another one makes this move." in said
    assert capsys.readouterr().out == ""


@pytest.mark.asyncio
async def test_the_screen_says_it_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uniform.Uniform, "choose", exits)
    table = table_of("throw_in", ("person", "bot:uniform"))
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        async with asyncio.timeout(PATIENCE):
            while "the bot has failed" not in grid(app) or table.to_act[:1] != (0,):
                if not table.stood_in and table.to_act[:1] == (0,):
                    table.submit(0, table.legal(0)[0])
                    seat(app).flow.advance()
                await pilot.pause(0.02)
        assert table.stood_in


@pytest.mark.parametrize(
    "moves_on",
    [
        pytest.param(lambda table: table.take_back(0), id="taken back"),
        pytest.param(lambda table: table.submit(1, table.legal(1)[0]), id="moved"),
        pytest.param(lambda table: table.close(), id="left"),
    ],
)
def test_a_thought_ends_when_the_table_has_moved_on(
    moves_on: Callable[[Table], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that thinks in slices gets no further one; that is no failure, and no other bot moves for it."""
    table = table_of("throw_in", ("person", "bot:expert"))
    while table.to_act[0] == 0 or not table.to_take_back(0):
        table.submit(table.to_act[0], table.bot_move(1) if table.to_act[0] == 1 else table.legal(0)[0])
    slices = []

    def forever(*args: Any) -> Iterator[Decision | None]:
        while True:
            slices.append(1)
            if len(slices) == 3:
                moves_on(table)
            yield None

    monkeypatch.setattr(Expert, "think", forever)
    with pytest.raises(Overtaken):
        table.bot_move(1)
    assert len(slices) == 3
    assert not table.stood_in
    assert not (data_dir() / "reports").exists()


def test_a_thought_that_comes_to_nothing_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of("throw_in", ("bot:expert", "bot:expert"))
    monkeypatch.setattr(Expert, "think", lambda *args: iter((None, None)))
    at = table.to_act[0]
    table.submit(at, table.bot_move(at))
    assert table.stood_in == {at}
