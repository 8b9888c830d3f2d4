"""Replays: every moment as it was, nothing that a seat did not know, and play continued from any of them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from cardtable.bots.finding import make_bot
from cardtable.cards import HIDDEN, bits
from cardtable.cli.positions import position
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.options import make_options
from cardtable.engine.state import observe
from cardtable.games import FAMILIES, family, find_preset
from cardtable.match.record import BadRecord, make_header, read_record
from cardtable.match.record.lines import MoveLine, decode
from cardtable.match.replay import Replay, kept
from cardtable.match.snapshot import save_position
from cardtable.match.table import Table
from cardtable.player.stats import Stats

RECORDS = sorted((Path(__file__).parent / "records").glob("*/*.jsonl"))


def play(
    path: Path, preset: str = "throw_in", seats: int = 3, deals: int = 2, undo: bool = False, person: str = "Anna"
) -> Table:
    """A recorded, unfinished match of a person, who plays as the steady bot would, against steady bots."""
    game, found = find_preset(preset)
    options = make_options(found.options, {"match": "deals", "match_length": 3} if game.id == "durak" else {})
    kinds = ("person", *["bot:steady"] * (seats - 1))
    header = make_header(game, preset, options, (person, "Boris", "Vera", "Gleb", "Zoya")[:seats], kinds, 5)
    table = Table.begin(game.rules(options, seats), header, path, durable=False)
    bot = make_bot("steady", game.id, table.rules)
    while not (table.deal_over and table.deals == deals):
        if table.deal_over:
            table.next_deal()
            continue
        seat = table.to_act[0]
        if seat in table.people:
            seen = table.observe(seat)
            table.submit(seat, bot.choose(seen, table.rules.legal(seen.state, seat), Random(1)).move)
        else:
            table.submit(seat, table.bot_move(seat))
        if undo and table.deals == 1 and table.to_take_back(0) > 2:
            undo = False
            table.take_back(0)
    return table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A record of two deals; a move in the first one was taken back."""
    file = tmp_path / "2026-11-14-120000-throw_in.jsonl"
    play(file, undo=True).close()
    return file


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_every_moment_is_as_it_was(record: Path) -> None:
    """The moments of old records of every family have the states that a fresh replay passes through."""
    found = read_record(record)
    replay = Replay(found)
    by_lines = {moment.lines: moment for moment in replay.moments}
    match = found.match()
    for number, step in enumerate(found.replay(match), 1):
        if step.kind != "end" and number in by_lines:
            assert by_lines[number].state == match.state
    assert [replay.moments[at].kind for at in replay.deals] == ["deal"] * len(replay.deals)
    assert replay.moments[-1].lines <= len(found.lines)
    assert all(moment.seat != DEALER for moment in replay.moments if moment.kind == "move")


def test_of_a_long_match_one_deal_can_be_held_alone(tmp_path: Path) -> None:
    """The screen looks back after every deal; keeping all earlier deals took more memory each time."""
    path = tmp_path / "x.jsonl"
    play(path, deals=3).close()
    whole = Replay(read_record(path))
    for deal, begins in enumerate(whole.deals, 1):
        one = Replay(read_record(path), only=deal)
        assert one.deals == whole.deals
        assert len(one.moments) == len(whole.moments)
        asked = whole.deal_at(begins)
        assert list(one.deal_at(begins)) == list(asked)
        assert [one.moments[at] for at in asked] == [whole.moments[at] for at in asked]
        assert one.decisions(begins, {0}) == whole.decisions(begins, {0})
        others = {id(moment) for moment in one.moments} - {id(one.moments[at]) for at in asked}
        assert len(others) == 2, "one moment of each of the other deals"


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
@pytest.mark.every(3)
def test_a_seat_sees_what_it_knew(record: Path) -> None:
    """The scene is that of the observation, and the news is what the seat was told."""
    replay = Replay(read_record(record))
    step = max(1, len(replay.moments) // 20)
    for at in range(0, len(replay.moments), step):
        state = replay.moments[at].state
        for seat in range(len(replay.names)):
            scene = replay.scene(at, seat)
            mine = observe(state, seat).state
            seen = 0
            for place in mine.places:
                seen |= place
            shown = {card for pile in scene.piles for card in pile.cards if card >= 0}
            assert shown <= set(bits(seen)) | {HIDDEN}
            assert not scene.choices
            for chair in scene.chairs:
                assert not chair.known & ~mine.places[chair.seat]
            everything = replay.scene(at, seat, open_hands=True)
            assert [chair.known for chair in everything.chairs] == [
                state.places[chair.seat] for chair in everything.chairs
            ]


def test_decisions_are_those_that_stand(path: Path) -> None:
    replay = Replay(read_record(path))
    assert "undo" in {moment.kind for moment in replay.moments}
    for deal in replay.deals:
        match = read_record(path).match()
        steps = [step for step in read_record(path).replay(match) if match.deals == replay.moments[deal].deal]
        made: list[tuple[Seat, Move | None]] = []
        for step in steps:
            if step.kind == "undo":
                del made[-step.undone :]
            elif step.kind == "move" and step.seat != DEALER:
                made.append((step.seat, step.move))
        found = [
            (replay.moments[at].seat, replay.moments[at].move)
            for at in replay.decisions(deal, range(len(replay.names)))
        ]
        assert found == made
        for at in replay.decisions(deal, range(len(replay.names))):
            move, seen = replay.moments[at].move, replay.before(at)
            assert move in replay.rules.legal(seen.state, seen.seat)


def test_the_log_begins_anew_with_a_deal_and_after_taking_back(path: Path) -> None:
    replay = Replay(read_record(path))
    undo = next(at for at, moment in enumerate(replay.moments) if moment.kind == "undo")
    assert len(replay.log(undo, 0)) < len(replay.log(undo - 1, 0))
    assert replay.log(undo + 1, 0)[: len(replay.log(undo, 0))] == replay.log(undo, 0)
    last = replay.deals[-1]
    assert replay.log(last, 0) == replay.told(last, 0)


@pytest.mark.parametrize("where", [0.0, 0.3, 0.9])
def test_play_on_from_a_moment(path: Path, tmp_path: Path, where: float) -> None:
    """The new table is exactly at that moment; the old record is unchanged; practice does not count."""
    replay = Replay(read_record(path))
    before = path.read_bytes()
    at = int(where * (len(replay.moments) - 1))
    new = tmp_path / "new" / "2026-11-15-120000-throw_in.jsonl"
    replay.play_on(at, 1, "steady", new)
    assert path.read_bytes() == before
    table = Table.resume(new)
    assert table.people == {1}
    assert table.names == replay.names
    moment = replay.moments[at]
    if moment.state.to_act:
        assert table.observe(1) == observe(moment.state, 1)
    seat = table.to_act[0] if table.to_act else -1
    if seat >= 0:
        table.submit(seat, table.legal(seat)[0])
    table.close()
    header, lines, _ = decode(new.read_bytes())
    assert header.copied == moment.lines
    assert lines[: moment.lines] == replay.record.lines[: moment.lines]
    stats = Stats(tmp_path / "stats.sqlite")
    assert stats.read(new.parent) == []
    assert stats.people() == []
    stats.close()


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
@pytest.mark.every(3)
def test_every_family_is_played_on(record: Path, tmp_path: Path) -> None:
    """From moments all over old records, some of them right after a shuffle by the dealer."""
    replay = Replay(read_record(record))
    last = len(replay.moments) - 1
    for part in range(6):
        at = last * part // 5
        moment = replay.moments[at]
        path = tmp_path / f"{part}.jsonl"
        replay.play_on(at, 0, "steady", path)
        table = Table.resume(path)
        assert (table.people, table.deals, table.to_act) == (
            frozenset({0}),
            moment.deal,
            moment.state.to_act,
        )
        assert table.observe(0) == observe(moment.state, 0)
        assert table.totals() == replay.rules.totals(moment.standing)
        table.close()


def test_a_record_played_on_from_is_played_on_from(path: Path, tmp_path: Path) -> None:
    replay = Replay(read_record(path))
    replay.play_on(3, 0, "steady", tmp_path / "one.jsonl")
    again = Replay(read_record(tmp_path / "one.jsonl"))
    assert len(again.moments) == 4
    again.play_on(2, 2, "steady", tmp_path / "two.jsonl")
    assert Replay(read_record(tmp_path / "two.jsonl")).people == (2,)


def test_the_list_leaves_out_what_is_no_record(path: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("nothing\n", encoding="utf-8")
    found = kept([path, bad, tmp_path / "gone.jsonl"])
    assert [(record.path, record.header.names, record.over) for record in found] == [
        (path, ("Anna", "Boris", "Vera"), False)
    ]


def test_nothing_dealt_is_nothing_to_look_at(path: Path) -> None:
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    with pytest.raises(BadRecord, match="nothing was dealt"):
        Replay(read_record(path))


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.every(3)
def test_a_position_of_every_family_is_read_back(name: str, tmp_path: Path) -> None:
    """`cardtable position` reads what was written: the same hands, stock, turn and facts."""
    game = family(name)
    path = tmp_path / "record.jsonl"
    play(path, game.default, game.presets[game.default].seats[0], deals=1).close()
    replay = Replay(read_record(path))
    for part in (0.2, 0.5, 0.8):
        moment = replay.moments[int(part * len(replay.moments))]
        file = tmp_path / "positions" / f"{name}-{part}.toml"
        wrong = save_position(file, f"{name}-{part}", game.default, replay.rules, moment.state)
        assert not {"to_act", "over", "hands", "stock"} & set(wrong)
        result = CliRunner().invoke(position, [str(file)])
        assert result.output.endswith("1 passed, 0 failed\n"), result.output


def test_a_move_of_a_record_stands_in_one_moment(path: Path) -> None:
    record = read_record(path)
    moves = sum(isinstance(line, MoveLine) and line.seat != DEALER for line in record.lines)
    assert moves == sum(moment.kind == "move" for moment in Replay(record).moments)


def test_a_deal_that_several_people_still_play_stays_secret(tmp_path: Path) -> None:
    """From the menu only finished deals are shown; a person alone against bots sees all."""
    game, preset = find_preset("throw_in")
    options = make_options(preset.options, {"match": "deals", "match_length": 3})
    path = tmp_path / "record.jsonl"
    header = make_header(game, "throw_in", options, ("Anna", "Boris"), ("person", "person"), 5)
    table = Table.begin(game.rules(options, 2), header, path, durable=False)
    with pytest.raises(BadRecord, match="several people play it"):
        Replay(read_record(path), secret=True)
    while not table.deal_over:
        seat = table.to_act[0]
        table.submit(seat, table.legal(seat)[0])
    table.next_deal()
    table.close()
    assert len(Replay(read_record(path)).deals) == 2
    seen = Replay(read_record(path), secret=True)
    assert len(seen.deals) == 1
    assert seen.over(-1)
    play(tmp_path / "alone.jsonl", deals=1).close()
    alone = Replay(read_record(tmp_path / "alone.jsonl"), secret=True)
    assert len(alone.deals) == 1
