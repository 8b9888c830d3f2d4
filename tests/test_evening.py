"""An evening: match after match at one table, until the players leave."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardtable.engine.text import Who, plain
from cardtable.games import FAMILIES, agree, family, find_preset
from cardtable.match.keyboard import Keyboard
from cardtable.match.record import (
    BadRecord,
    DealLine,
    EndLine,
    Journal,
    Line,
    RiseLine,
    UpLine,
    is_closed,
    make_header,
    read_header,
    read_record,
)
from cardtable.match.replay import Replay
from cardtable.match.shared import SharedTable
from cardtable.match.table import Table
from cardtable.plain import PlainTable
from cardtable.player.league import deals_of
from cardtable.player.played import Agreed, players_of, replayed_with_care
from cardtable.words import Words
from tests.lots import sampled

PRESETS = [(name, preset) for name in FAMILIES for preset in family(name).presets]
MOST = 40
"""The number of deals after which a test's evening is long enough."""


def begun(
    preset: str, path: Path | None = None, *, people: int = 1, seed: int = 7, evening: bool = True, **options: Any
) -> Table:
    """A table of a preset, with bots in the other seats."""
    game, found = find_preset(preset)
    _, agreed = agree(preset, options, found.players)
    names = tuple(f"P{seat}" for seat in range(found.players))
    kinds = tuple("person" if seat < people else "bot:lowest" for seat in range(found.players))
    header = make_header(game, preset, agreed, names, kinds, seed, evening=evening)
    return Table.begin(game.rules(agreed, found.players), header, path, durable=False)


def play_deal(table: Table, lot: Random) -> None:
    """Plays the deal to its end, half of the moves at random."""
    while table.to_act:
        seat = table.to_act[0]
        legal = table.legal(seat)
        table.submit(seat, table.hint(seat, "lowest").move if lot.random() < 0.5 else lot.choice(list(legal)))


def play_matches(table: Table, matches: int, lot: Random, after: Callable[[], None] = lambda: None) -> None:
    """Plays until so many matches are over, or the evening is long enough."""
    while True:
        play_deal(table, lot)
        standing = table.evening
        assert standing is not None
        if len(standing.ended) >= matches or table.deals >= MOST:
            return
        after()
        table.next_deal()


@pytest.mark.parametrize(("name", "preset"), sampled(PRESETS, 4))
@pytest.mark.every(10)
def test_an_evening_is_kept_read_back_and_gone_on_with(name: str, preset: str, tmp_path: Path) -> None:
    path, lot = tmp_path / "evening.jsonl", Random(preset)
    table = begun(preset, path)
    play_matches(table, 3 if table.rules.one_deal else 2, lot)
    before, deals = table.evening, table.deals
    assert before is not None
    table.close()
    assert not is_closed(path)

    # As after a kill: the record has no end.
    table = Table.resume(path)
    assert table.evening == before
    assert not table.is_closed
    table.rise(0)
    assert table.is_closed
    table.close()
    assert is_closed(path)

    record = read_record(path)
    match = record.match()
    steps = list(record.replay(match))
    assert steps[-1].kind == "rise"
    assert match.is_closed
    assert match.deals == deals
    replay = Replay(record)
    assert len(replay.deals) == deals
    played, standing = Agreed().replayed(record)
    careful, again = replayed_with_care(record)
    assert [one.counts for one in played] == [one.counts for one in careful]
    assert standing == again
    assert standing.over
    assert standing.tally == (before.title, before.counts)
    assert len(played) == deals


def test_after_the_fool_the_fool_deals_and_one_leads_from_under_the_fool() -> None:
    """D-03 and D-11 carry over from match to match, and D-42 applies only to the first deal of the evening."""
    for preset in ("throw_in", "transfer", "simple"):
        table, lot = begun(preset), Random(preset)
        opened = 0
        for _ in range(12):
            play_deal(table, lot)
            fool = table._match.standing.fool  # type: ignore[attr-defined]  # Durak's standing
            table.next_deal()
            state: Any = table._match.state
            assert not state.first_deal
            if fool is None:
                continue
            if table.rules.options.next_dealer == "loser":
                assert state.dealer == fool
            if table.rules.options.next_first_attacker == "left_of_fool":
                opener = next(event.seat for event in table.public_events() if event.kind == "bout")
                assert opener == (fool + 1) % table.rules.seats
                told = [table.tell(event) for event in table.public_events() if event.kind == "from_under"]
                assert [line and line.facts for line in told] == [{"fool": Who(fool), "who": Who(opener)}]
                opened += 1
        assert opened or table.rules.options.next_first_attacker != "left_of_fool"


def test_the_winner_of_the_last_trick_leads_the_next_deal_of_an_evening_of_burkozel() -> None:
    """B-06 applies to later deals even where each deal is a match."""
    table, lot = begun("burkozel", target_wins=1), Random(1)
    assert table.rules.one_deal
    led = 0
    for _ in range(8):
        play_deal(table, lot)
        leader = table._match.standing.leader  # type: ignore[attr-defined]  # Bura's standing
        table.next_deal()
        state: Any = table._match.state
        if leader is not None:
            assert state.leader == leader
            led += 1
    assert led


def test_without_an_evening_a_record_is_written_as_it_was(tmp_path: Path) -> None:
    for evening, number in ((False, b'"cardtable":2'), (True, b'"cardtable":3')):
        path = tmp_path / f"{evening}.jsonl"
        table = begun("throw_in", path, evening=evening)
        play_deal(table, Random(1))
        assert table.match_over
        assert table.is_closed is not evening
        assert (table.evening is not None) is evening
        table.close()
        first = path.read_bytes().splitlines()[0]
        assert number in first
        assert (b"evening" in first) is evening
        assert is_closed(path) is not evening


def refused(tmp_path: Path, lines: list[Line], *, evening: bool = True) -> str:
    """The reader's error for a record with these lines."""
    table = begun("throw_in", evening=evening)
    path = tmp_path / "forged.jsonl"
    path.unlink(missing_ok=True)
    journal = Journal.create(path, table.header, durable=False)
    for line in lines:
        journal.write(line)
    journal.close()
    record = read_record(path)
    with pytest.raises(BadRecord) as told:
        list(record.replay(record.match()))
    return str(told.value)


def lines_of(tmp_path: Path, *, evening: bool = True) -> list[Line]:
    """The lines of a finished deal."""
    path = tmp_path / "source.jsonl"
    path.unlink(missing_ok=True)
    table = begun("throw_in", path, evening=evening)
    play_deal(table, Random(1))
    table.close()
    return read_record(path).lines


def test_nobody_gets_up_where_that_cannot_be(tmp_path: Path) -> None:
    lines = lines_of(tmp_path)
    assert isinstance(lines[-1], EndLine)
    assert "nobody can get up here" in refused(tmp_path, [RiseLine(0)])
    assert "nobody can get up here" in refused(tmp_path, [*lines[:4], RiseLine(0)])
    assert "nobody can get up here" in refused(tmp_path, [*lines[:-1], RiseLine(0)])
    assert "nobody can get up here" in refused(tmp_path, [*lines, RiseLine(0), RiseLine(0)])
    assert "P9" in refused(tmp_path, [*lines, RiseLine(9)])
    (deal,) = [line for line in lines if isinstance(line, DealLine)]
    assert "is not over" in refused(tmp_path, [*lines, RiseLine(0), deal])
    single = lines_of(tmp_path, evening=False)
    assert "nobody can get up here" in refused(tmp_path, [*single, RiseLine(0)], evening=False)
    assert "is not over" in refused(tmp_path, [*single, deal], evening=False)


def play_with_bots(table: Table, lot: Random) -> None:
    """Plays a deal as the keyboard is passed round: people at random, and bots for players who have left."""
    keyboard = Keyboard(table)
    while table.to_act:
        step = keyboard.next()
        if step.kind == "aside":
            keyboard.take()
        elif step.kind == "kept":
            keyboard.make_kept(step)
        else:
            is_bot = step.kind == "bot"
            assert is_bot == (step.seat not in table.here)
            table.submit(step.seat, table.bot_move(step.seat) if is_bot else lot.choice(table.legal(step.seat)))


@pytest.mark.parametrize("preset", ["throw_in", "bura_31", "nizhny", "king_simple"])
def test_at_one_keyboard_a_bot_plays_for_whoever_gets_up_while_others_stay(preset: str, tmp_path: Path) -> None:
    path, lot = tmp_path / "evening.jsonl", Random(3)
    table = begun(preset, path, people=2)
    play_with_bots(table, lot)
    table.get_up(1)
    assert table.here == {0}
    table.next_deal()
    play_with_bots(table, lot)
    said = [plain(line) for event in table.public_events() if (line := table.tell(event)) is not None]
    assert not any("time is over" in line for line in said)
    table.come_back(1)
    table.next_deal()
    play_with_bots(table, lot)
    table.close()

    record = read_record(path)
    assert [line for line in record.lines if isinstance(line, UpLine)] == [UpLine(1)]
    assert players_of(record) == [{0, 1}, {0}, {0, 1}]
    replay = Replay(record)
    assert replay.decisions(replay.deals[1], {1}) == [], "it was not they who decided"
    assert replay.decisions(replay.deals[2], {1})
    assert any("gets up; a bot plays" in plain(line) for line in replay.told(replay.deals[1] - 1, None))
    assert not any("time is over" in plain(line) for at in range(len(replay.moments)) for line in replay.told(at, None))
    assert 2 not in {deal.deal for deal in deals_of(path)}, "one person is no league"
    carefully = replayed_with_care(record)
    assert Agreed().replayed(record)[0] == carefully[0]
    resumed = Table.resume(path)
    assert resumed.here == {0, 1}, "whoever goes on later sits down again"
    assert resumed.evening is not None
    resumed.get_up(0)
    resumed.close()
    list(read_record(path).replay(read_record(path).match()))


def test_nobody_gets_up_for_a_bot_where_that_cannot_be(tmp_path: Path) -> None:
    lines = lines_of(tmp_path)
    assert "P0 cannot get up here and others stay" in refused(tmp_path, [*lines, UpLine(0)])
    assert "nobody can get up here" in refused(tmp_path, [*lines[:4], UpLine(0)])
    assert "nobody can get up here" in refused(tmp_path, [*lines, RiseLine(0), UpLine(0)])
    assert "P9" in refused(tmp_path, [*lines, UpLine(9)])


def test_practice_from_an_evening_is_one_match_and_no_evening(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    table, lot = begun("throw_in", path), Random(3)
    play_matches(table, 3, lot)
    table.close()
    replay = Replay(read_record(path))
    copied = replay.play_on(replay.deals[1], 0, "lowest", tmp_path / "copy.jsonl")
    table = Table.resume(copied)
    assert table.deals == 2
    assert table.evening is None
    play_deal(table, lot)
    assert table.is_closed
    table.close()
    assert is_closed(copied)


def test_the_tally_counts_fools_matches_and_goats(tmp_path: Path) -> None:
    table, lot = begun("throw_in"), Random(5)
    fools = [0] * table.rules.seats
    for _ in range(9):
        play_deal(table, lot)
        fool = table._match.standing.fool  # type: ignore[attr-defined]  # Durak's standing
        if fool is not None:
            fools[fool] += 1
        assert table.evening is not None
        assert table.evening.counts == tuple(fools)
        assert sum(map(sum, table.evening.ended)) == sum(fools)
        table.next_deal()
        assert table.evening.counts == tuple(fools)
    evening = table.evening
    assert evening is not None
    said = plain(evening.told(table.names, 0) or evening.title)
    assert said.startswith("fool: ")
    most = max(fools)
    assert f" {most}" in said

    table = begun("nizhny", match_points=4)
    play_matches(table, 2, Random(2))
    evening = table.evening
    assert evening is not None
    assert len(evening.ended) == 2
    assert plain(evening.title) == "goats"
    ours, theirs = evening.counts[0], evening.counts[1]
    assert evening.counts[2:] == (ours, theirs)
    assert ours + theirs == 2
    side = "we" if ours > theirs else "they"
    assert plain(evening.told(table.names, 0) or evening.title).startswith(f"goats: {side} {max(ours, theirs)}")


def test_a_deal_of_a_later_match_says_which_match_it_is() -> None:
    table, lot = begun("nizhny", match_points=4), Random(2)
    assert plain(table.deal_name) == "deal 1"
    play_matches(table, 1, lot)
    table.next_deal()
    assert plain(table.deal_name) == "match 2, deal 1"
    assert table.deals_of_match == 1
    table = begun("throw_in")
    play_deal(table, lot)
    table.next_deal()
    assert plain(table.deal_name) == "deal 2"


async def test_over_the_network_who_gets_up_is_replaced_and_the_last_one_closes_it(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    table = begun("throw_in", path, people=2)
    shared = SharedTable(table, delay=0)
    heard: list[str] = []
    own: list[str] = []
    shared.sit(0, own.append)
    shared.sit(1, heard.append)
    shared.say_leaving(0, leaves=True)
    assert heard[-1] == "people", "everybody sees whose last deal it is"
    assert shared.leaving == {0}
    play_deal(table, Random(4))
    for _ in range(2):
        shared.get_up(0)
    assert shared.played_by_bots == {0}
    assert shared.present == {1}
    assert "closed" not in own, "nobody has taken the seat over"
    assert heard[-1] == "people"
    assert not shared.is_closed
    shared.sit(0, own.append)
    assert not shared.played_by_bots
    shared.get_up(1)
    assert not shared.is_closed
    shared.get_up(0)
    assert shared.is_closed
    await shared.run()
    shared.close()
    assert is_closed(path)
    assert isinstance(read_record(path).lines[-1], RiseLine)


def typed(table: Table, answer: str) -> str:
    """The output of a table in lines when this is typed after the deal."""
    said: list[str] = []
    lines = iter([answer, ""])
    PlainTable(table, Words("en"), lambda: next(lines) + "\n", said.append, "", lambda: None, "").play()
    return "\n".join(said)


@pytest.mark.parametrize("word", ["end", "хватит", "END"])
def test_in_lines_one_types_that_it_was_enough(tmp_path: Path, word: str) -> None:
    path = tmp_path / "evening.jsonl"
    table = begun("throw_in", path)
    play_deal(table, Random(1))
    said = typed(table, word)
    table.close()
    assert "or type `end`" in said
    assert is_closed(path)
    assert read_header(path).evening


def test_in_lines_one_of_several_gets_up_and_sits_down_again(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    said: list[str] = []
    up: list[frozenset[int]] = []
    table = begun("throw_in", path, people=2)
    play_deal(table, Random(1))

    def read() -> str:
        up.append(table.up)
        return f"{lines.pop(0)}\n"

    lines = ["p1", "P0", "P1", "end"]
    PlainTable(table, Words("en"), read, said.append, "", lambda: None, "").play()
    table.close()
    assert up == [frozenset(), {1}, {1}, frozenset()]
    told = "\n".join(said)
    for line in ("P1 gets up; a bot plays for them.", "Nobody else stays", "P1 sits down again."):
        assert line in told
    assert is_closed(path)


def test_a_full_disk_keeps_the_evening_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "evening.jsonl"
    table = begun("throw_in", path)
    play_deal(table, Random(1))

    def full(self: Journal, line: Line) -> None:
        raise OSError("no space")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "write", full)
        with pytest.raises(OSError, match="no space"):
            table.rise(0)
    assert not table.is_closed
    table.next_deal()
    table.close()
