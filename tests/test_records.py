"""Records: what was shown is on the disk, reads back the same, and damage is refused in words."""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import cardtable
import cardtable.match.table
from cardtable.cli.records import check
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.options import make_options
from cardtable.engine.rules import BY_DEALER, RuleBroken
from cardtable.engine.state import State
from cardtable.games import FAMILIES, family, find_preset
from cardtable.match.match import Match
from cardtable.match.record import BadRecord, InUse, Journal, Record, make_header, read_record
from cardtable.match.record.lines import FORMAT, LONGEST, ONE_MATCH, Header, decode, encode
from cardtable.match.table import Table
from tests import programs

BOTS = ("bot:steady", "bot:uniform")
SHORT = (406, 1)
"""The seed and the number of deals of a match with one very short deal."""
LONG = (7, 2)

NAMES = ("Anna", "Борис")


def begin(path: Path | None, match: tuple[int, int], *, durable: bool = False) -> Table:
    """A new table of two bots: the simple game with 24 cards."""
    game, preset = find_preset("simple")
    seed, deals = match
    given = {"match": "deals", "match_length": deals} if deals > 1 else {}
    options = make_options(preset.options, {"deck": 24, **given})
    header = make_header(game, "simple", options, NAMES, BOTS, seed)
    return Table.begin(game.rules(options, 2), header, path, durable=durable)


def turn(table: Table) -> tuple[Seat, Move]:
    """The bot's move that is due, with its seat."""
    seat = table.to_act[0]
    return seat, table.bot_move(seat)


def play_out(table: Table) -> Table:
    """Lets the bots finish the match."""
    while not table.match_over:
        if table.deal_over:
            table.next_deal()
        else:
            table.submit(*turn(table))
    return table


@cache
def recorded(match: tuple[int, int]) -> bytes:
    """The complete record of a match, as written without interruption."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "record.jsonl"
        play_out(begin(path, match)).close()
        return path.read_bytes()


def replayed(record: Record) -> Match:
    """The match replayed from the record. Raises BadRecord."""
    match = record.match()
    for _ in record.replay(match):
        pass
    return match


def load(data: bytes) -> Match:
    """The match from a record's bytes. Raises BadRecord."""
    header, lines, complete = decode(data)
    return replayed(Record(Path("record.jsonl"), header, lines, complete))


@cache
def states(match: tuple[int, int]) -> list[State | None]:
    """The state after every line of the record; None before the first deal."""
    header, lines, complete = decode(recorded(match))
    record = Record(Path("record.jsonl"), header, lines, complete)
    going = record.match()
    return [None, *(going.state.copy() for _ in record.replay(going))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A place for a record."""
    return tmp_path / "record.jsonl"


# Reading back


@pytest.mark.parametrize(
    ("preset", "seats"),
    [
        pytest.param(name, seats, marks=() if seats == found.seats[nth % len(found.seats)] else pytest.mark.slow)
        for game in FAMILIES
        for nth, (name, found) in enumerate(family(game).presets.items())
        for seats in found.seats
    ],
)
@pytest.mark.every(15)
def test_a_replay_gives_the_deal_that_was_played(path: Path, preset: str, seats: int) -> None:
    game, found = find_preset(preset)
    rules = game.rules(found.options, seats)
    names = tuple(f"P{seat}" for seat in range(seats))
    header = make_header(game, preset, found.options, names, ("bot:uniform",) * seats, 5)
    table = Table.begin(rules, header, path, durable=False)
    lived = []
    while not table.deal_over:
        lived.append(table._match.state.copy())
        table.submit(*turn(table))
    lived.append(table._match.state.copy())
    table.close()
    record = read_record(path)
    match = record.match()
    steps = list(record.replay(match))
    told = [step.kind for step in steps if step.kind != "move" or step.seat != DEALER]
    assert told == ["deal", *["move"] * (len(lived) - 1), "end"]
    assert record.header == header
    match = record.match()
    relived = [match.state.copy() for step in record.replay(match) if step.kind != "end"]
    # No player is asked anything between a move and the dealer's shuffle.
    assert [state for state in relived if state.to_act != BY_DEALER] == lived
    assert match.standing == table._match.standing


@pytest.mark.parametrize("match", [SHORT, LONG])
def test_a_record_holds_one_json_object_a_line(match: tuple[int, int]) -> None:
    rows = [json.loads(row) for row in recorded(match).splitlines()]
    assert [row["n"] for row in rows] == list(range(len(rows)))
    assert rows[0]["cardtable"] == ONE_MATCH
    assert [seat["name"] for seat in rows[0]["seats"]] == list(NAMES)
    assert sum("deal" in row for row in rows) == sum("scores" in row for row in rows) == match[1]
    assert rows[-1]["over"] is True


# Cut off


def whole_lines(data: bytes, size: int) -> int:
    """How many lines after the header are complete in the first `size` bytes; -1 if the header is not."""
    return data[:size].count(b"\n") - 1


@pytest.mark.parametrize("match", [SHORT, LONG])
@pytest.mark.every(2)
def test_a_record_cut_at_any_byte_reads_as_far_as_it_goes(match: tuple[int, int]) -> None:
    """An incomplete line was never shown, so it is dropped; without a header there is no record."""
    data = recorded(match)
    header, lines, _ = decode(data)
    for size in range(len(data)):
        whole = whole_lines(data, size)
        if whole < 0:
            with pytest.raises(BadRecord, match="line 1: ") as refused:
                decode(data[:size])
            assert refused.value.line == 1
        else:
            assert decode(data[:size]) == (header, lines[:whole], data[:size].rfind(b"\n") + 1)


@pytest.mark.parametrize("match", [SHORT, LONG])
def test_a_record_cut_after_any_line_gives_the_state_of_that_moment(match: tuple[int, int]) -> None:
    data = recorded(match)
    header, lines, complete = decode(data)
    for whole, state in enumerate(states(match)):
        going = replayed(Record(Path("record.jsonl"), header, lines[:whole], complete))
        assert going._state == state


@pytest.mark.parametrize("torn", [0, 1, 20, -1], ids=["whole", "one byte", "twenty bytes", "all but the newline"])
@pytest.mark.every(4)
def test_resume_goes_on_as_if_nothing_had_happened(path: Path, monkeypatch: pytest.MonkeyPatch, torn: int) -> None:
    """Cut after any line or within the next one: the bots then choose as they would have, to the last byte."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)  # Only for speed; another test covers the disk.
    data = recorded(LONG)
    ends = [index + 1 for index, byte in enumerate(data) if byte == ord("\n")]
    for end, following in zip(ends, [*ends[1:], None], strict=True):
        if following is None and torn:
            continue
        size = end if not torn else following - 1 if torn < 0 and following else min(end + torn, following or end)
        path.write_bytes(data[:size])
        table = Table.resume(path)
        play_out(table).close()
        assert path.read_bytes() == data


def test_resume_tells_the_events_of_the_deal_that_goes_on(path: Path) -> None:
    table = begin(path, LONG)
    for _ in range(5):
        table.submit(*turn(table))
    told = [table.events(seat) for seat in range(2)]
    scenes = [table.scene(seat) for seat in range(2)]
    table.close()
    again = Table.resume(path)
    assert [again.events(seat) for seat in range(2)] == told
    assert [again.scene(seat) for seat in range(2)] == scenes
    assert (again.deals, again.to_act, again.names) == (table.deals, table.to_act, table.names)
    again.close()


# Damaged


@pytest.mark.parametrize("bit", range(8))
@pytest.mark.every(9)
def test_every_flipped_bit_is_refused(bit: int) -> None:
    """Every line has a checksum, so no bit can change unseen; the newlines are guarded too."""
    data = recorded(SHORT)
    for index in range(len(data)):
        damaged = bytearray(data)
        damaged[index] ^= 1 << bit
        line = data[:index].count(b"\n") + 1
        with pytest.raises(BadRecord) as refused:
            load(bytes(damaged))
        # A missing newline joins two lines.
        assert refused.value.line in (line, line + 1), f"byte {index}"


def crc_of(body: bytes) -> bytes:
    """The line with this body, whatever it says, and a matching checksum."""
    return b'%s,"crc":"%08x"}' % (body, zlib.crc32(body))


ODD_ROWS = [
    crc_of(b'{"n":01,"seat":0,"move":"pass"'),
    crc_of(b'{"n":1,"seat":00,"move":"pass"'),
    crc_of(b'{"n":1,"seat":-0,"move":"pass"'),
    crc_of(b'{"n":1,"seat":-2,"move":"pass"'),
    crc_of(b'{"n":1,"seat":100,"move":"pass"'),
    crc_of(b'{"n":1, "seat":0,"move":"pass"'),
    crc_of(b'{"n":2,"seat":0,"move":"pass"'),
    crc_of(b'{"n":1,"seat":0,"move":"pa\\u0073s"'),
    crc_of(b'{"n":1,"seat":0,"move":"pa"ss"'),
    crc_of(b'{"n":1,"seat":0,"move":"pa\\"ss"'),
    crc_of(b'{"n":1,"seat":0,"move":"pa\tss"'),
    crc_of(b'{"n":1,"seat":0,"move":"pa\x7fss"'),
    crc_of(b'{"n":1,"seat":0,"move":"pa\xffss"'),
    crc_of(b'{"n":1,"seat":0,"move":"%s"' % ("дама" * 9).encode()),
    crc_of(b'{"n":1,"seat":0,"move":"%s"' % (b"x" * LONGEST)),
    crc_of(b'{"n":1,"seat":0,"seat":0,"move":"pass"'),
    crc_of(b'{"n":1,"seat":0,"move":"pass","clock":true'),
    crc_of(b'{"n":1,"move":"pass","seat":0'),
    crc_of(b'{"n":1,"seat":0,"move":"pass"').upper(),
    crc_of(b'{"n":1,"seat":0,"move":"pass"') + b" ",
    crc_of(b'{"n":1,"seat":0,"move":"pass"')[:-2] + b'x"}',
    crc_of('{"n":1,"seat":0,"move":"play Qh→c"'.encode()),
    crc_of('{"n":1,"seat":0,"move":"play Qh→→"'.encode()),
    crc_of(b'{"n":1,"seat":0,"move":"play Qh\xe2\x86"'),
    *(
        crc_of(b'{"n":1,"deal":{"dealer":%s,"deck":"%s","seed":%s}' % deal)
        for deal in (
            (b"0", b"6s 7s", b"5"),
            (b"-1", b"", b"0"),
            (b"01", b"6s", b"5"),
            (b"0", b"6s", b"05"),
            (b"0", b"6s", b"-5"),
            (b"0", b"6s", b"1" * 17),
            (b"0", b"6s", b"1" * 18),
            (b"0", b"6s", b"1" * 30),
            (b"0", b"\\u0041", b"5"),
            (b"0", b"x" * 2000, b"5"),
            (b"0", b"6s", b'5,"misdeals":["ace"]'),
        )
    ),
    *(
        crc_of(b'{"n":1,"scores":[%s]%s,"over":%s' % result)
        for result in (
            (b"0.0,1.0", b"", b"true"),
            (b"0.5", b',"ended":1764400000', b"false"),
            (b"0.3333333333333333,0.6666666666666666", b"", b"false"),
            (b"0.33333333333333330", b"", b"false"),
            (b"1.50", b"", b"false"),
            (b"1", b"", b"false"),
            (b"2.0,-0.5", b"", b"false"),
            (b"1.0e0", b"", b"false"),
            (b"0.0, 1.0", b"", b"false"),
            (b"", b"", b"false"),
            (b"1.0", b',"ended":' + b"9" * 12, b"false"),
            (b"1.0", b',"ended":' + b"9" * 13, b"false"),
            (b"1.0", b',"ended":01', b"false"),
            (b"1.0", b',"ended":null', b"false"),
            (b"1.0", b"", b"1"),
            (b",".join([b"1.0"] * 30_000), b"", b"true"),
        )
    ),
]


def test_a_line_is_read_at_a_glance_only_where_json_would_read_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move, a deal and a result are not parsed: what is taken for one must match what was written to the byte."""
    header, *rows = recorded(LONG).splitlines()
    inputs = [b"\n".join([header, *found, b""]) for found in (rows, *([row] for row in ODD_ROWS))]

    def results() -> list[object]:
        found: list[object] = []
        for data in inputs:
            try:
                found.append(decode(data))
            except BadRecord as error:
                found.append(str(error))
        return found

    glanced = results()
    monkeypatch.setattr("cardtable.match.record.lines._plain", lambda row, number: None)
    assert glanced == results()


Rows = list[dict[str, Any]]


def rows_of(data: bytes) -> Rows:
    """The lines as objects, without number and checksum."""
    rows = [json.loads(row) for row in data.splitlines()]
    return [{name: value for name, value in row.items() if name not in ("n", "crc")} for row in rows]


def written(rows: Rows) -> bytes:
    """Such objects as a record with correct numbers and checksums: the work of another program, or of a cheat."""
    return b"".join(encode(number, row) for number, row in enumerate(rows))


def header_with(**changes: Any) -> Callable[[Rows], None]:
    """Changes the header."""

    def change(rows: Rows) -> None:
        rows[0].update(changes)

    return change


def options_with(**changes: Any) -> Callable[[Rows], None]:
    """Changes options in the header."""

    def change(rows: Rows) -> None:
        rows[0]["options"].update(changes)

    return change


def deal_with(**changes: Any) -> Callable[[Rows], None]:
    """Changes the deal's line."""

    def change(rows: Rows) -> None:
        rows[1]["deal"].update(changes)

    return change


def line_with(index: int, **changes: Any) -> Callable[[Rows], None]:
    """Changes a line, counted from 0 and from the end as in a list."""

    def change(rows: Rows) -> None:
        rows[index].update(changes)

    return change


def without_seed(rows: Rows) -> None:
    """Leaves a field out of the header."""
    del rows[0]["seed"]


def first_card_twice(rows: Rows) -> None:
    """The deck has one card twice, and lacks another."""
    words = rows[1]["deal"]["deck"].split()
    rows[1]["deal"]["deck"] = " ".join([words[0], *words[:-1]])


def one_card_less(rows: Rows) -> None:
    """The deck lacks its last card."""
    rows[1]["deal"]["deck"] = rows[1]["deal"]["deck"].rpartition(" ")[0]


def a_seat_more(rows: Rows) -> None:
    """More players than there are cards for."""
    rows[0]["seats"] += [{"name": name, "kind": "person"} for name in ("Vera", "Gleb", "Zoya", "Olga")]


def one_seat(rows: Rows) -> None:
    """A game for one player."""
    del rows[0]["seats"][1]


def dealt_twice(rows: Rows) -> None:
    """A deal begins during another deal."""
    rows.insert(3, rows[1])


def move_after_the_end(rows: Rows) -> None:
    """A move is played after the deal is over."""
    rows.append(rows[2])


def deal_after_the_end(rows: Rows) -> None:
    """A deal begins after the match is over."""
    rows.append(rows[1])


def early_result(rows: Rows) -> None:
    """A result is given before the deal is over."""
    rows.insert(4, rows[-1])


def result_before_any_deal(rows: Rows) -> None:
    """A result is given before the first deal."""
    rows.insert(1, rows[-1])


def result_twice(rows: Rows) -> None:
    """The result is given twice."""
    rows.append(rows[-1])


def move_before_any_deal(rows: Rows) -> None:
    """A move is played before the first deal."""
    rows.insert(1, rows[2])


def other_seat(rows: Rows) -> None:
    """The first move is played by the wrong player."""
    rows[2]["seat"] = 1 - rows[2]["seat"]


END = len(recorded(SHORT).splitlines())
"""The line number of the short record's result, which is its last line."""

FORGED = [
    pytest.param(header_with(cardtable=FORMAT + 1), 1, "newer cardtable", id="a newer format"),
    pytest.param(header_with(cardtable=None), 1, "no record of cardtable", id="no format"),
    pytest.param(header_with(family="whist"), 1, "family whist: there is none", id="another family"),
    pytest.param(header_with(rules=2), 1, "version 2 of these rules", id="other rules"),
    pytest.param(header_with(seats=[]), 1, "there are 0 players; 2 to 12", id="no seats"),
    pytest.param(header_with(seats=[{"name": "Anna"}]), 1, "incomplete", id="seats without kinds"),
    pytest.param(header_with(seats="x"), 1, "incomplete: seats", id="seats that are no list"),
    pytest.param(header_with(seats=[7]), 1, "incomplete: name", id="a seat without fields"),
    pytest.param(header_with(options=7), 1, "incomplete: options", id="no options"),
    pytest.param(a_seat_more, 1, "4 players at most", id="too many seats"),
    pytest.param(one_seat, 1, "players", id="one seat"),
    pytest.param(without_seed, 1, "seed", id="no seed"),
    pytest.param(options_with(decks=36), 1, "decks is no option", id="an unknown option"),
    pytest.param(options_with(deck=30), 1, "deck=30 is not possible", id="an unknown value"),
    pytest.param(
        *(options_with(first_limit="--5"), 1, "first_limit=--5"),
        id="no number",
    ),
    pytest.param(options_with(match_length="9" * 5_000), 1, f"match_length={'9' * 80} is not", id="very many digits"),
    pytest.param(options_with(deck=[24]), 1, "is not possible", id="a list for a value"),
    pytest.param(
        options_with(transfer_first_bout="allowed"), 1, "needs transfer", id="options that do not go together"
    ),
    pytest.param(first_card_twice, 2, "deck", id="a card twice"),
    pytest.param(one_card_less, 2, "these are not the 24 cards", id="a card missing"),
    pytest.param(deal_with(deck="6s 7x"), 2, "'7x' is no card", id="no card"),
    pytest.param(deal_with(deck=""), 2, "these are not the 24 cards", id="no deck"),
    pytest.param(deal_with(dealer=2), 2, "there is no seat 2", id="no such dealer"),
    pytest.param(deal_with(dealer=-1), 2, "there is no seat -1", id="no dealer"),
    pytest.param(deal_with(dealer=None), 2, "missing or wrong", id="a dealer that is no number"),
    pytest.param(line_with(1, deal=[]), 2, "missing or wrong: deal", id="a deal that is a list"),
    pytest.param(line_with(2, move="take"), 3, "'take' is not legal (D-14)", id="an illegal move"),
    pytest.param(line_with(2, move="dance"), 3, "'dance' is no move", id="no move"),
    pytest.param(line_with(2, move="attack 2s"), 3, "not legal", id="a card of no hand"),
    pytest.param(line_with(2, move="attack  9s"), 3, "should be written 'attack 9s'", id="a move written loosely"),
    pytest.param(line_with(2, seat=7), 3, "not legal", id="no such seat"),
    pytest.param(line_with(2, seat="x"), 3, "missing or wrong", id="a seat that is no number"),
    pytest.param(other_seat, 3, "not legal (D-12)", id="another player's move"),
    pytest.param(line_with(2, move=None), 3, "no move", id="a move that is no text"),
    pytest.param(lambda rows: rows.insert(2, {"note": "hello"}), 3, "neither a deal nor", id="an unknown line"),
    pytest.param(dealt_twice, 4, "the one before is not over", id="a deal within a deal"),
    pytest.param(move_before_any_deal, 2, "no deal goes on", id="a move before any deal"),
    pytest.param(result_before_any_deal, 2, "no deal has just ended", id="a result before any deal"),
    pytest.param(early_result, 5, "no deal has just ended", id="a result before the end"),
    pytest.param(move_after_the_end, END + 1, "no deal goes on", id="a move after the end"),
    pytest.param(deal_after_the_end, END + 1, "a deal begins", id="a deal after the match"),
    pytest.param(line_with(-1, scores=[0.5, 0.5]), END, "the result should be", id="a wrong result"),
    pytest.param(line_with(-1, scores=[1.0]), END, "the result should be", id="a result of one"),
    pytest.param(line_with(-1, scores=None), END, "missing or wrong: scores", id="no scores"),
    pytest.param(line_with(-1, scores=["x"]), END, "missing or wrong: scores", id="a score that is no number"),
    pytest.param(line_with(-1, scores=[True, 1]), END, "missing or wrong: scores", id="a score that is true"),
    pytest.param(line_with(-1, over=False), END, "the result should be", id="a match said to go on"),
    pytest.param(result_twice, END + 1, "result", id="a result twice"),
]

DAMAGED = [
    pytest.param(lambda rows: [], 1, "there is no header", id="an empty file"),
    pytest.param(lambda rows: [b"hello\n"], 1, "no JSON object", id="a text"),
    pytest.param(lambda rows: [b"\x00\xff\xfe\n"], 1, "no JSON object", id="no text"),
    pytest.param(lambda rows: [b"[]\n"], 1, "no JSON object", id="a list"),
    pytest.param(lambda rows: [b'{"a":1}\n'], 1, "this is no record of cardtable", id="lines of another program"),
    pytest.param(lambda rows: [*rows[:3], b"\n", *rows[3:]], 4, "no JSON object", id="an empty line"),
    pytest.param(lambda rows: [*rows[:3], rows[2], *rows[3:]], 4, "numbered 3", id="a line twice"),
    pytest.param(lambda rows: [*rows[:3], *rows[4:]], 4, "numbered 3", id="a line missing"),
    pytest.param(lambda rows: [*rows[:3], rows[4], rows[3], *rows[5:]], 4, "numbered 3", id="two lines swapped"),
    pytest.param(lambda rows: rows[1:], 1, "numbered 0", id="no header"),
    pytest.param(lambda rows: [*rows, rows[-1]], END + 1, f"numbered {END}", id="the last line twice"),
    pytest.param(lambda rows: [row.replace(b"\n", b"\r\n") for row in rows], 1, "check sum", id="other line ends"),
    pytest.param(lambda rows: [*rows[:2], b" " + rows[2], *rows[3:]], 3, "check sum", id="a blank more"),
]


def assert_refused(path: Path, data: bytes, line: int, words: str) -> None:
    """Replay, resume and the command refuse the file at this line in these words, and leave it unchanged."""
    path.write_bytes(data)
    with pytest.raises(BadRecord) as refused:
        replayed(read_record(path))
    assert refused.value.line == line
    assert str(refused.value).startswith(f"line {line}: ")
    assert words in str(refused.value)
    with pytest.raises(BadRecord) as refused_again:
        Table.resume(path)
    assert str(refused_again.value) == str(refused.value)
    result = CliRunner().invoke(check, [str(path)])
    assert result.exit_code == 1
    assert result.stderr == f"cardtable: {path}: {refused.value}\n"
    assert path.read_bytes() == data
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize(("forge", "line", "words"), FORGED)
@pytest.mark.every(4)
def test_what_does_not_follow_the_rules_is_refused(
    path: Path, forge: Callable[[Rows], None], line: int, words: str
) -> None:
    rows = rows_of(recorded(SHORT))
    forge(rows)
    assert_refused(path, written(rows), line, words)


@pytest.mark.parametrize(("damage", "line", "words"), DAMAGED)
def test_what_was_not_written_so_is_refused(
    path: Path, damage: Callable[[list[bytes]], list[bytes]], line: int, words: str
) -> None:
    assert_refused(path, b"".join(damage(recorded(SHORT).splitlines(keepends=True))), line, words)


def test_what_is_rewritten_unchanged_is_the_same_record() -> None:
    """So the forgeries above are refused for what they forge."""
    assert written(rows_of(recorded(SHORT))) == recorded(SHORT)
    assert load(recorded(SHORT)).over


def test_reading_and_checking_leave_a_record_alone(path: Path) -> None:
    data = recorded(LONG)[:-10]
    path.write_bytes(data)
    before = path.stat()
    replayed(read_record(path))
    result = CliRunner().invoke(check, [str(path)])
    assert result.exit_code == 0
    assert "ok: 2 deals" in result.output
    assert path.read_bytes() == data
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def test_a_record_that_is_not_there_is_no_bad_record(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_record(path)
    with pytest.raises(FileNotFoundError):
        Table.resume(path)
    assert not path.exists()


# One program at a time


def test_two_programs_cannot_play_one_match(path: Path) -> None:
    table = begin(path, LONG)
    table.submit(*turn(table))
    data = path.read_bytes()
    with pytest.raises(InUse, match="open in another cardtable"):
        Table.resume(path)
    assert path.read_bytes() == data
    table.submit(*turn(table))
    table.close()
    again = Table.resume(path)
    with pytest.raises(InUse):
        Table.resume(path)
    again.close()
    assert path.read_bytes().startswith(data)


def test_a_new_match_never_overwrites_a_record(path: Path) -> None:
    path.write_bytes(b"precious")
    with pytest.raises(FileExistsError):
        begin(path, LONG)
    assert path.read_bytes() == b"precious"


def test_a_move_made_elsewhere_while_a_record_is_being_read_is_not_lost(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = begin(path, LONG)
    longest = [path.read_bytes()]

    def read_while_the_other_plays(where: Path) -> Record:
        record = read_record(where)
        other.submit(*turn(other))
        longest.append(path.read_bytes())
        other.close()
        return record

    monkeypatch.setattr(cardtable.match.table, "read_record", read_while_the_other_plays)
    with suppress(InUse, BadRecord):
        Table.resume(path).close()
    assert path.read_bytes().startswith(longest[-1]), "the other program's move is gone"


# On the disk before it is shown


def test_a_move_is_on_the_disk_before_it_is_played(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Flushed and synced; `play` and everything that shows the move come after."""
    synced = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(path.read_bytes()))
    play = Match.play

    def play_and_look(match: Match, seat: Seat, move: Move, log: Any = None) -> None:
        assert synced[-1] == path.read_bytes()
        last = json.loads(path.read_bytes().splitlines()[-1])
        assert (last["seat"], last["move"]) == (seat, match.rules.move_text(move))
        play(match, seat, move, log)

    monkeypatch.setattr(Match, "play", play_and_look)
    table = begin(path, SHORT, durable=True)
    moves = 0
    while not table.deal_over:
        table.submit(*turn(table))
        moves += 1
    assert synced[-1] == path.read_bytes() == recorded(SHORT)
    assert len(synced) >= moves + 3
    table.close()


def test_a_refused_move_is_not_written(path: Path) -> None:
    table = begin(path, SHORT)
    data = path.read_bytes()
    with pytest.raises(RuleBroken):
        table.submit(table.to_act[0], Move("take"))
    with pytest.raises(RuleBroken):
        table.submit(1 - table.to_act[0], turn(table)[1])
    assert path.read_bytes() == data
    table.close()


DISK_FULL = "File too large|No space left on device"
"""The system's error message in the two cases below."""


@contextmanager
def full_disk(path: Path, room: int) -> Iterator[None]:
    """Limits the file to `room` more bytes: the system writes that many and refuses the rest."""
    import resource

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + room, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@contextmanager
def failing_sync(path: Path, room: int) -> Iterator[None]:
    """The line is written, but syncing it to the disk fails."""

    def fail(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        yield


@pytest.mark.parametrize("broken", [pytest.param(full_disk, marks=pytest.mark.posix), failing_sync])
@pytest.mark.parametrize("room", [0, 1, 30])
def test_a_move_that_cannot_be_written_is_not_made(path: Path, broken: Any, room: int) -> None:
    """And the next attempt works as if the first had not been made."""
    table = begin(path, SHORT, durable=True)
    while not table.deal_over:
        seat, move = turn(table)
        data, state, told = path.read_bytes(), table._match.state.copy(), table.events(0)
        before_last = len(data.splitlines()) < END - 2
        if before_last:
            for _ in range(2):
                with broken(path, room), pytest.raises(OSError, match=DISK_FULL):
                    table.submit(seat, move)
                assert path.read_bytes() == data
                assert table._match.state == state
                assert table.events(0) == told
                with pytest.raises(InUse):
                    Table.resume(path)
        table.submit(seat, move)
    table.close()
    assert path.read_bytes() == recorded(SHORT)


@pytest.mark.posix
def test_a_record_whose_drive_is_gone_is_written_on_once_it_is_back(path: Path) -> None:
    """Every attempt in between reports it, and none leaves anything behind."""
    table = begin(path, SHORT, durable=True)
    seat, move = turn(table)
    data, away = path.read_bytes(), path.with_suffix(".away")
    with failing_sync(path, 0):
        path.rename(away)
        for _ in range(3):
            with pytest.raises(OSError, match=r"No space left on device|No such file"):
                table.submit(seat, move)
        away.rename(path)
    assert turn(table) == (seat, move)
    play_out(table).close()
    assert path.read_bytes().startswith(data)
    assert path.read_bytes() == recorded(SHORT)


@pytest.mark.parametrize("broken", [full_disk, failing_sync])
def test_a_deal_that_cannot_be_written_is_not_dealt(path: Path, broken: Any) -> None:
    table = begin(path, LONG, durable=True)
    while not table.deal_over:
        table.submit(*turn(table))
    data = path.read_bytes()
    with broken(path, 10), pytest.raises(OSError, match=DISK_FULL):
        table.next_deal()
    assert path.read_bytes() == data
    assert table.deal_over
    assert table.deals == 1
    play_out(table).close()
    assert path.read_bytes() == recorded(LONG)


def test_a_result_that_cannot_be_written_does_not_undo_the_move(path: Path) -> None:
    """The last move of a deal is on the disk; the missing result is no reason to report the move as failed."""
    table = begin(path, SHORT, durable=True)
    while len(path.read_bytes().splitlines()) < END - 2:
        table.submit(*turn(table))
    seat, move = turn(table)
    state = table._match.state.copy()
    sync, calls = os.fsync, []

    def fail_second(handle: int) -> None:
        calls.append(handle)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(handle)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", fail_second)
        try:
            table.submit(seat, move)
        except OSError:
            assert table._match.state == state, "submit failed, and yet the move is made"
            table.submit(seat, move)
    assert table.deal_over
    table.close()
    load(path.read_bytes())


PLAYER = """
import sys
from pathlib import Path
from tests.test_records import begin, turn
table = begin(Path(sys.argv[1]), (3, 40), durable=True)
while not table.match_over:
    if table.deal_over:
        table.next_deal()
    seat, move = turn(table)
    table.submit(seat, move)
    print(seat, table.rules.move_text(move), flush=True)
"""


@pytest.mark.posix
@pytest.mark.parametrize("shown", [1, 2, 37, 150])
@pytest.mark.every(4)
def test_a_killed_program_loses_nothing_that_it_has_shown(path: Path, shown: int) -> None:
    """SIGKILL, which no program can catch, at some point after so many moves."""
    root = Path(cardtable.__file__).parents[1]
    with programs.running(
        [sys.executable, "-c", PLAYER, str(path)], cwd=root, env={**os.environ, "PYTHONPATH": str(root)}
    ) as program:
        assert program.stdout is not None
        printed = [program.stdout.readline() for _ in range(shown)]
        program.send_signal(signal.SIGKILL)
        # Anything still in the pipe had been shown as well.
        printed += [line for line in program.stdout.readlines() if line.endswith("\n")]
    assert program.returncode == -signal.SIGKILL
    record = read_record(path)
    match = record.match()
    moves = [
        f"{step.seat} {match.rules.move_text(step.move)}\n" for step in record.replay(match) if step.move is not None
    ]
    assert len(printed) >= shown
    assert moves[: len(printed)] == printed
    table = Table.resume(path)
    play_out(table).close()
    assert load(path.read_bytes()).over


def test_a_header_says_everything_that_was_agreed(path: Path) -> None:
    """Even options left at their defaults: a default may change in a later version."""
    table = begin(path, SHORT)
    table.close()
    header = read_record(path).header
    assert isinstance(header, Header)
    assert set(header.options) == set(rows_of(recorded(SHORT))[0]["options"])
    assert header.options["deck"] == 24
    assert (header.names, header.kinds, header.seed) == (NAMES, BOTS, SHORT[0])
    assert header.version == cardtable.__version__


def test_a_journal_counts_its_lines(path: Path) -> None:
    """Two journals in succession write one record."""
    header, lines, _ = decode(recorded(SHORT))
    journal = Journal.create(path, header, durable=False)
    for line in lines[:4]:
        journal.write(line)
    journal.close()
    journal = Journal.reopen(path)
    journal.go_on(5, path.stat().st_size)
    for line in lines[4:]:
        journal.write(line)
    journal.close()
    assert path.read_bytes() == recorded(SHORT)
