"""Bots from other packages that never answer: they block neither keys nor the program's end, and do not pile up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

import pytest

from cardtable.bots.search.unwaited import Unwaited
from cardtable.coach.advice import of_replay
from cardtable.desk.cups import agreed_for, begun, entrant_plans
from cardtable.desk.replays import archive
from cardtable.match.replay import Replay
from cardtable.match.shared import SharedTable
from cardtable.match.tournament import Tournament
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.advice import AdviceList
from cardtable.tui.menus.bracket import BracketScreen
from tests.host.helpers import new_table
from tests.test_replay import play
from tests.tui.helpers import grid
from tests.tui.screens import WORDS, on_nothing
from tests.tui.strangers import Stranger, thoughts
from tests.waiting import PATIENCE, drawn

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def cup(stranger: type[Stranger]) -> Tournament:
    """Three such bots play for a championship."""
    return begun(agreed_for("throw_in", ("table_size=3",), entrant_plans("throw_in", ("bot:stranger",) * 3, 7), 7))


@pytest.fixture
def replay(own_home: Path) -> Replay:
    """A match that a person has played."""
    path = own_home / "data" / "records" / "2026-11-14-120000-throw_in.jsonl"
    path.parent.mkdir(parents=True)
    play(path, deals=1).close()
    return archive().read(path)


def advice_list(replay: Replay) -> AdviceList:
    return AdviceList(WORDS, replay.names, of_replay(replay, 0, {0}))


@asynccontextmanager
async def asked(app: CardtableApp, begin: Callable[[], object]) -> AsyncIterator[None]:
    """The program as soon as the bot has been asked."""
    async with app.run_test(size=(80, 24)):
        await drawn(app)
        begin()
        await Stranger.is_asked()
        await drawn(app)
        yield


def ends(app: CardtableApp, begin: Callable[[], object]) -> None:
    """Ends the program while a bot that it has asked still thinks."""
    before = thoughts()

    async def go() -> None:
        async with asked(app, begin):
            app.exit(0)

    asyncio.run(go())
    assert thoughts() - before, "it was waited for"


def bracket(app: CardtableApp) -> BracketScreen:
    assert isinstance(app.screen, BracketScreen)
    return app.screen


def test_the_end_of_the_program_waits_for_no_bot_of_a_tournament(cup: Tournament) -> None:
    app = CardtableApp(None, WORDS, tournament=cup)
    ends(app, lambda: bracket(app).action_go_on())


@pytest.mark.usefixtures("stranger")
def test_the_end_of_a_host_waits_for_no_bot_at_its_table() -> None:
    before = thoughts()

    async def go() -> None:
        table = new_table("throw_in", "bot:stranger", "bot:stranger")
        going = asyncio.create_task(SharedTable(table, delay=0).run())
        await Stranger.is_asked()
        going.cancel()
        table.close()

    asyncio.run(go())
    assert thoughts() - before, "it was waited for"


async def test_a_bracket_is_left_while_a_bot_thinks_and_nothing_comes_of_that(
    cup: Tournament, stranger: type[Stranger]
) -> None:
    before = thoughts()
    app = CardtableApp(None, WORDS, tournament=cup)
    async with asked(app, lambda: bracket(app).action_go_on()):
        (thought,) = thoughts() - before
        bracket(app).action_leave()
    assert app.return_code == 0
    again = Tournament.resume(cup.folder)
    (draw,) = again.bracket.undecided
    (path,) = again.records(draw)
    table, record = again.table(draw), path.read_bytes()
    stranger.let_go.set()
    await asyncio.to_thread(thought.join, PATIENCE)
    assert stranger.asked == 1, "it was asked for another move"
    assert path.read_bytes() == record
    table.close()
    again.close()


@pytest.mark.usefixtures("stranger")
def test_the_end_of_the_program_waits_for_nobody_who_was_asked_for_advice(replay: Replay) -> None:
    app = on_nothing()
    ends(app, lambda: app.push_screen(advice_list(replay)))


async def test_a_list_that_is_opened_again_keeps_one_thread_and_is_filled_when_it_answers(
    replay: Replay, stranger: type[Stranger]
) -> None:
    app, before = on_nothing(), thoughts()
    async with asked(app, lambda: app.push_screen(advice_list(replay))):
        for _ in range(3):
            app.pop_screen()
            await drawn(app)
            app.push_screen(advice_list(replay))
            await drawn(app)
        assert len(thoughts() - before) == 1
        stranger.let_go.set()
        await app.workers.wait_for_complete([worker for worker in app.workers if not worker.is_finished])
        await drawn(app)
        assert "because strangers do" in grid(app)


async def test_who_does_not_answer_in_a_list_is_told(
    replay: Replay, stranger: type[Stranger], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtable.tui.boxes.advice.LIMIT", 0.05)
    app = on_nothing()
    async with asked(app, lambda: app.push_screen(advice_list(replay))):
        await app.workers.wait_for_complete()
        await drawn(app)
        assert "One of the bots has not answered in 0.05 s." in grid(app)


def test_thoughts_wait_for_each_other_in_one_thread_and_one_that_is_given_up_is_not_begun() -> None:
    before, gate, thought = thoughts(), Event(), Unwaited()
    begun: list[int] = []

    def think(number: int) -> int:
        begun.append(number)
        assert gate.wait(PATIENCE)
        return number

    coming = [thought.submit(think, number) for number in range(4)]
    assert len(thoughts() - before) == 1
    assert coming[2].cancel()
    gate.set()
    assert [coming[number].result(PATIENCE) for number in (3, 1, 0)] == [3, 1, 0]
    assert begun == [0, 1, 3]
