"""Taking moves back against bots: the deal is restored, the record says so, and the others keep their knowledge."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.bots import entries, finding
from cardtable.engine.moves import Move
from cardtable.games import FAMILIES, family, find_preset
from cardtable.match.record import BadRecord, UndoLine, make_header, read_record
from cardtable.match.record.lines import encode, line_fields
from cardtable.match.table import Table


def begin(path: Path | None, kinds: tuple[str, ...] = ("person", "bot:steady", "bot:uniform")) -> Table:
    """A table of `throw_in`."""
    game, preset = find_preset("throw_in")
    names = ("Anna", "Boris", "Vera")[: len(kinds)]
    header = make_header(game, "throw_in", preset.options, names, kinds, 5)
    return Table.begin(game.rules(preset.options, len(kinds)), header, path)


def play(table: Table, own: int) -> None:
    """Plays until the person has made so many decisions, always the first legal move."""
    while own and table.to_act:
        seat = table.to_act[0]
        if seat in table.people:
            own -= 1
            table.submit(seat, table.legal(seat)[0])
        else:
            table.submit(seat, table.bot_move(seat))


def to_the_person(table: Table) -> None:
    """Lets the bots act until it is the person's turn."""
    while table.to_act[0] not in table.people:
        table.submit(table.to_act[0], table.bot_move(table.to_act[0]))


def test_the_deal_is_as_it_was_before_the_last_own_decision(tmp_path: Path) -> None:
    table = begin(tmp_path / "record.jsonl")
    play(table, 2)
    to_the_person(table)
    scene, events, legal = table.scene(0), table.events(0), list(table.legal(0))
    play(table, 1)
    to_the_person(table)
    assert table.scene(0) != scene
    table.take_back(0)
    assert table.scene(0) == scene
    assert table.events(0) == events
    assert list(table.legal(0)) == legal


def test_a_record_with_moves_taken_back_is_read_as_it_was_played(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    table = begin(path)
    play(table, 3)
    table.take_back(0)
    table.take_back(0)
    play(table, 2)
    scene, events = table.scene(0), table.events(0)
    table.close()
    assert sum(isinstance(line, UndoLine) for line in read_record(path).lines) == 2
    again = Table.resume(path)
    assert again.scene(0) == scene
    assert again.events(0) == events
    play(again, 200)
    assert again.deal_over
    again.close()
    record = read_record(path)
    assert [step.kind for step in record.replay(record.match())].count("undo") == 2


@pytest.mark.parametrize("resumed", [False, True])
@pytest.mark.parametrize("taken_back", [False, True])
def test_what_a_clock_has_decided_is_nobodys_decision_until_it_is_taken_back(
    tmp_path: Path, taken_back: bool, resumed: bool
) -> None:
    table = begin(tmp_path / "record.jsonl")
    play(table, 2)
    to_the_person(table)
    table.submit_late(0, table.legal(0)[0])
    if taken_back:
        to_the_person(table)
        table.take_back(0)
    if resumed:
        table.close()
        table = Table.resume(tmp_path / "record.jsonl")
    play(table, 1000)
    own = sum(seat == 0 for seat, _ in table._match.made)
    assert own > 4
    assert len(table.decided()) == own - (not taken_back)
    table.close()


def test_only_who_plays_alone_against_bots_takes_back() -> None:
    table = begin(None, ("person", "person", "bot:uniform"))
    play(table, 4)
    assert table.to_take_back(0) == 0
    alone = begin(None)
    to_the_person(alone)
    assert alone.to_take_back(0) == 0, "nothing has been decided yet"
    assert alone.to_take_back(1) == 0
    play(alone, 500)
    assert alone.deal_over
    assert alone.to_take_back(0) == 0


@pytest.mark.parametrize("count", [0, -1, 99])
def test_a_record_that_takes_back_what_was_not_made_is_refused(tmp_path: Path, count: int) -> None:
    path = tmp_path / "record.jsonl"
    table = begin(path)
    play(table, 1)
    table.close()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, encode(len(lines), line_fields(UndoLine(count)))]))
    record = read_record(path)
    with pytest.raises(BadRecord, match=f"line {len(lines) + 1}: {count} moves cannot be taken back"):
        list(record.replay(record.match()))


def test_the_best_known_style_of_a_family_gives_the_hints_whatever_it_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    renamed = tuple(entry._replace(style=f"old_{entry.style}") for entry in entries.bots())
    monkeypatch.setattr(entries, "bots", lambda: renamed)
    for name in FAMILIES:
        game = family(name)
        rules = game.rules(game.presets[game.default].options, game.presets[game.default].players)
        kinds = ("person",) * rules.seats
        table = Table.begin(
            rules,
            make_header(game, game.default, rules.options, tuple(f"P{seat}" for seat in range(rules.seats)), kinds, 5),
        )
        seat = table.to_act[0]
        assert table.hint(seat).move in table.legal(seat)
        assert finding.adviser(name) == "old_steady"


def test_a_hint_is_what_the_bot_would_do_from_what_the_seat_knows() -> None:
    table = begin(None)
    to_the_person(table)
    hint = table.hint(0, "steady")
    assert hint.move in table.legal(0)
    assert isinstance(hint.move, Move)
    assert hint.why[0].source
