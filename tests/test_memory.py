"""Tables played from memory: they show nothing that people at a real table would have to remember."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardtable.engine.moves import Event
from cardtable.engine.rounds import Rounds
from cardtable.engine.text import plain
from cardtable.games import FAMILIES, agree, family
from cardtable.match.memory import MEMORIES, Memory, is_between, memory_at, remembered_from, told_memory
from cardtable.match.record import BadRecord, make_header, read_header, read_record
from cardtable.match.record.lines import encode, header_fields
from cardtable.match.table import Table
from cardtable.match.view import View
from tests.lots import sampled

PRESETS = [(name, preset) for name in FAMILIES for preset in family(name).presets]
GAMES = ["throw_in", "classic", "nizhny_plain", "burkozel", "king_simple"]


def table_of(preset: str, memory: Memory, path: Path | None = None) -> Table:
    """A table of this game, with a person in the first seat."""
    seats = next(family(name).presets[preset].players for name, known in PRESETS if known == preset)
    game, options = agree(preset, {}, seats)
    names = tuple(f"P{seat}" for seat in range(seats))
    kinds = ("person", *("bot:steady",) * (seats - 1))
    header = make_header(game, preset, options, names, kinds, 3, memory=memory)
    return Table.begin(game.rules(options, seats), header, path, durable=False)


def played(table: Table, look: Callable[[View], None]) -> None:
    """Plays a deal and yields the person's view before each move."""
    while not table.deal_over:
        look(table.view(0))
        look(table.public_view())
        seat = table.to_act[0]
        table.submit(seat, table.hint(seat, "steady").move)


@pytest.mark.parametrize("preset", sampled([preset for _, preset in PRESETS], 3))
@pytest.mark.every(5)
def test_from_memory_nothing_tells_what_is_out_until_the_deal_is_over(preset: str) -> None:
    table = table_of(preset, "none")

    def look(view: View) -> None:
        assert not any(section.memory for section in view.scene.sections)
        assert not any(chair.known & ~chair.open for chair in view.scene.chairs)
        assert len(view.rounds) <= 1

    played(table, look)
    open_now = table.view(0)
    assert open_now.told_from == 0, "after the deal everything may be read"


@pytest.mark.parametrize("preset", GAMES)
def test_the_log_tells_the_round_that_goes_on_and_the_last(preset: str) -> None:
    table = table_of(preset, "after_bout")
    rounds = table.rules.rounds
    shortened = []

    def look(view: View) -> None:
        told = view.events[view.told_from :]
        if rounds.ends:
            assert sum(event.kind in rounds.ends for event in told) <= 2
        shortened.append(view.told_from > 0)

    played(table, look)
    assert any(shortened)


def test_after_a_bout_one_may_look_until_the_next_card_lies() -> None:
    table = table_of("throw_in", "after_bout")
    seen: set[tuple[bool, bool]] = set()

    def look(view: View) -> None:
        between = is_between(view.events, table.rules.rounds)
        seen.add((between, any(section.memory for section in view.scene.sections)))

    played(table, look)
    assert seen == {(True, True), (False, False)}


def test_bots_and_hints_know_what_they_knew() -> None:
    whole, bare = table_of("throw_in", "all"), table_of("throw_in", "none")
    while not whole.deal_over:
        seat = whole.to_act[0]
        move = whole.hint(seat, "steady").move
        assert bare.hint(seat, "steady").move == move
        assert bare.observe(seat).state.places == whole.observe(seat).state.places
        whole.submit(seat, move)
        bare.submit(seat, move)


@pytest.mark.parametrize("memory", MEMORIES)
def test_a_record_keeps_it_and_is_as_it_was_where_the_table_helps(tmp_path: Path, memory: Memory) -> None:
    path = tmp_path / "record.jsonl"
    table = table_of("throw_in", memory, path)
    table.close()
    assert read_record(path).header.memory == memory
    written = path.read_bytes()
    assert (b'"memory"' in written) == (memory != "all")
    assert written.startswith(b'{"n":0,"cardtable":2,' if memory == "all" else b'{"n":0,"cardtable":3,')
    again = Table.resume(path)
    assert again.header.memory == memory
    again.close()


def test_another_memory_is_refused_and_named(tmp_path: Path) -> None:
    header = table_of("throw_in", "none").header
    path = tmp_path / "record.jsonl"
    path.write_bytes(encode(0, {**header_fields(header), "memory": "some"}))
    with pytest.raises(BadRecord, match="memory"):
        read_header(path)
    old = {**header_fields(header._replace(memory="all")), "memory": "some"}
    path.write_bytes(encode(0, old))
    assert read_header(path).memory == "all", "format 2 knows nothing of it"


@pytest.mark.parametrize(
    ("wanted", "people", "expected"),
    [
        ("auto", 0, "all"),
        ("auto", 1, "all"),
        ("auto", 3, "after_bout"),
        ("all", 3, "all"),
        ("none", 1, "none"),
    ],
)
def test_what_a_table_remembers_by_itself(wanted: str, people: int, expected: Memory) -> None:
    assert memory_at(wanted, people) == expected


def test_it_is_said_where_the_table_does_not_help() -> None:
    told = {memory: told_memory(memory) for memory in MEMORIES}
    assert told.pop("all") is None
    assert len({plain(text) for text in told.values() if text is not None}) == 2


ROUNDS = Rounds("trick", frozenset({"lay"}), frozenset({"trick"}))
TURNS = Rounds("turn", frozenset({"lay"}))


def events(text: str) -> list[Event]:
    """Events: L for a card played, T for the end of a trick, X for anything else."""
    kinds = {"L": "lay", "T": "trick", "X": "draw"}
    return [Event(kinds[sign], 0) for sign in text]


@pytest.mark.parametrize(
    ("told", "between"),
    [("", True), ("X", True), ("L", False), ("LX", False), ("LT", True), ("LTXX", True), ("LTL", False)],
)
def test_between_two_tricks_no_card_lies(told: str, between: bool) -> None:
    assert is_between(events(told), ROUNDS) == between


@pytest.mark.parametrize(
    ("told", "rounds", "expected"),
    [
        ("LLT", ROUNDS, 0),
        ("LTLT", ROUNDS, 2),
        ("LTLTL", ROUNDS, 2),
        ("LTLTLTX", ROUNDS, 4),
        ("LLLLL", TURNS, 1),
        ("LLL", TURNS, 0),
    ],
)
def test_two_rounds_are_remembered(told: str, rounds: Rounds, expected: int) -> None:
    assert remembered_from(events(told), rounds, 2) == expected
