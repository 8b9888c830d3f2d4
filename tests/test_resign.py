"""Resigning a deal: only when it is proven lost, only alone against bots, and it counts as lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.bots.search.thoughts import thoughts_of
from cardtable.cli.positions import rules_of
from cardtable.coach.tutor import is_lost
from cardtable.engine.position import put_down
from cardtable.engine.state import observe
from cardtable.engine.text import plain
from cardtable.games import agree
from cardtable.match.keyboard import Keyboard
from cardtable.match.record import BadRecord, ResignLine, make_header, read_record
from cardtable.match.record.lines import decode, encode
from cardtable.match.replay import Replay
from cardtable.match.table import ASIDE, Table
from cardtable.player.played import replayed_with_care
from cardtable.player.stats import Stats

ENDING = {"preset": "throw_in", "seats": 2, "trump": "h", "stock": 0, "attacker": "P1", "defender": "P0"}


@pytest.mark.parametrize(
    ("hands", "lost"),
    [
        ({"P0": "6s 7s 8s", "P1": "As Ah"}, True),
        ({"P0": "Kh Qh", "P1": "6s 7d 8c"}, False),
        ({"P0": "6s 7s 8s 9s", "P1": "6d Ah"}, True),
    ],
)
def test_a_deal_is_lost_where_nothing_helps_against_best_play(hands: dict[str, str], lost: bool) -> None:
    rules, state = put_down({**ENDING, "hands": hands}, rules_of)
    state.to_act = state.to_act[:1]
    seat = state.to_act[0]
    assert seat == 1
    seen = observe(state, 1)
    if lost:
        assert not is_lost(thoughts_of(rules), seen), "whoever wins has nothing to give up"
    rules.play(state, 1, rules.parse_move(f"attack {hands['P1'].split()[-1]}"))
    assert is_lost(thoughts_of(rules), observe(state, 0)) == lost


def test_what_cannot_be_proven_is_not_lost() -> None:
    table = begun()
    assert not is_lost(thoughts_of(table.rules), table.observe(table.to_act[0]))


def begun(path: Path | None = None, people: tuple[int, ...] = (0,), *, evening: bool = True) -> Table:
    """A two-player table with the first player to act."""
    game, options = agree("throw_in", {}, 2)
    kinds = tuple("person" if seat in people else "bot:steady" for seat in range(2))
    for seed in range(20):
        header = make_header(game, "throw_in", options, ("Anna", "Boris"), kinds, seed, evening=evening)
        table = Table.begin(game.rules(options, 2), header, path, durable=False)
        if table.to_act[0] == 0:
            return table
        table.close()
        if path is not None:
            path.unlink()
    raise AssertionError("the first player never begins")


def played_to_its_end(table: Table) -> None:
    """A bot plays for all seats."""
    keyboard = Keyboard(table)
    while not table.deal_over:
        step = keyboard.next()
        assert step.kind == "bot", "nobody is asked any more"
        table.submit(step.seat, table.bot_move(step.seat))


def test_who_gives_up_is_asked_nothing_more_and_the_record_says_so(tmp_path: Path) -> None:
    path = tmp_path / "2026-11-27-throw_in.jsonl"
    table = begun(path)
    assert table.may_resign(0)
    table.resign(0)
    assert not table.may_resign(0)
    view = table.view(0)
    assert not view.is_turn
    assert not view.scene.choices
    assert not table.to_take_back(0)
    played_to_its_end(table)
    told = [plain(line) for event in table.events(0) if (line := table.tell(event)) is not None]
    assert sum("gives up" in line for line in told) == 1
    assert not any("time is over" in line for line in told)
    assert table.decided() == [], "nothing of that was their decision"
    table.next_deal()
    assert not table.resigned
    table.close()
    record = read_record(path)
    assert [line for line in record.lines if isinstance(line, ResignLine)] == [ResignLine(0)]
    replay = Replay(record)
    assert replay.decisions(0, {0}) == []
    assert any("gives up" in plain(line) for line in replay.log(1, 0) + replay.log(len(replay.deal_at(0)) - 1, 0))
    assert replayed_with_care(record)[1].deals == 2


def test_a_program_that_is_killed_then_goes_on_for_whoever_gave_up(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    table = begun(path)
    table.resign(0)
    for _ in range(3):
        seat = table.to_act[0]
        table.submit(seat, table.bot_move(seat))
    table.close()
    again = Table.resume(path)
    assert again.resigned
    played_to_its_end(again)
    again.close()


def test_such_a_deal_counts_as_lost_however_a_bot_plays_it_to_its_end(tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.mkdir()
    path = records / "2026-11-27-120000-throw_in.jsonl"
    table = begun(path)
    while True:
        table.resign(0)
        played_to_its_end(table)
        if table.scores()[0] == 1:
            break
        table.next_deal()
        while not table.may_resign(0):
            table.submit(table.to_act[0], table.bot_move(table.to_act[0]))
    table.close()
    stats = Stats(tmp_path / "stats.sqlite")
    assert stats.read(records) == []
    assert set(stats.run("Anna")) == {0.0}
    (anna,) = stats.people()
    assert anna.won == 0
    stats.close()


@pytest.mark.parametrize(("people", "evening"), [((0, 1), True), ((), True), ((0,), False)])
def test_only_one_person_in_an_evening_with_bots_may_give_up(people: tuple[int, ...], evening: bool) -> None:
    table = begun(people=people, evening=evening)
    assert not table.may_resign(0)


def test_a_record_in_which_nobody_could_give_up_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    table = begun(path)
    table.close()
    header, lines, _ = decode(path.read_bytes())
    number = len(lines) + 1
    path.write_bytes(path.read_bytes() + encode(number, {"resign": 1}))
    with pytest.raises(BadRecord, match="cannot give up"):
        list(read_record(path).replay(read_record(path).match()))
    assert header.evening


def test_bots_hear_nothing_of_it() -> None:
    table = begun()
    table.resign(0)
    assert not any(event.kind in ASIDE for event in table._ask(1).events())
