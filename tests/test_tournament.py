"""The knock-out tournament (D-83): its bracket, and its folder that survives whatever ends the program."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from cardtable.cli.positions import rules_of
from cardtable.engine.options import BadOption, Options, make_options
from cardtable.games import find_preset
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakStanding, DurakState
from cardtable.match.match import Match
from cardtable.match.record import DealLine, InUse, read_header, read_record
from cardtable.match.record.lines import encode, header_fields
from cardtable.match.terms import SeatPlan
from cardtable.match.tournament import (
    FILE,
    Advance,
    Agreement,
    BadTournament,
    Bracket,
    Draw,
    Tournament,
    TournamentOptions,
    agree,
    goes_on,
    table_sizes,
)


def sizes(bracket: Bracket) -> list[list[int]]:
    return [[len(draw.entrants) for draw in stage] for stage in bracket.stages]


def play_out(bracket: Bracket, rng: Random, advance: Advance = "fool_out") -> None:
    """Enters random results until there is a champion."""
    while bracket.champion is None:
        for draw in bracket.undecided:
            seats = range(len(draw.entrants))
            fool, first = rng.sample(seats, 2)
            through = goes_on(advance, len(seats), [seat for seat in seats if seat != fool], first)
            bracket.feed(draw, [draw.entrants[seat] for seat in through])


# The bracket


def test_seven_entrants_at_tables_of_three() -> None:
    """The position D-P40 of the catalogue (D-83)."""
    bracket = Bracket(entrants=7, table_size=3, seed=1)
    play_out(bracket, Random(1))
    assert sizes(bracket) == [[3, 2, 2], [2, 2], [2]]
    assert bracket.pool == 7
    best, second, *others = bracket.places()
    assert (best.entrant, best.place, best.stage, best.points) == (bracket.champion, 1, None, 7 - 1)
    assert (second.place, second.stage, second.points) == (2, 3, -1)
    assert [place.place for place in others] == [3, 3, 5, 5, 5]


@pytest.mark.parametrize("advance", ["fool_out", "winner_only"])
@pytest.mark.parametrize("table_size", range(2, 7))
@pytest.mark.every(3)
def test_every_number_of_entrants_comes_down_to_one_champion(table_size: int, advance: Advance) -> None:
    for entrants in range(3, 65):
        bracket = Bracket(entrants, table_size, seed=entrants)
        play_out(bracket, Random(entrants), advance)
        left = set(range(entrants))
        for stage in bracket.stages:
            seated = [one for draw in stage for one in draw.entrants]
            assert sorted(seated) == sorted(left)
            counts = [len(draw.entrants) for draw in stage]
            assert max(counts) <= table_size
            assert max(counts) - min(counts) <= 1
            assert len(counts) == -(-len(left) // table_size)
            for draw in stage:
                assert draw.bye == (draw.through == draw.entrants)
                if not draw.bye:
                    assert len(draw.out) == (1 if advance == "fool_out" else len(draw.entrants) - 1)
            left -= {one for draw in stage for one in draw.out}
        assert left == {bracket.champion}
        places = bracket.places()
        assert sum(place.points for place in places) == 0
        assert [place.place for place in places] == sorted(place.place for place in places)
        assert sorted(place.entrant for place in places) == list(range(entrants))


@pytest.mark.parametrize(
    ("players", "table_size", "expected"),
    [
        pytest.param(7, 3, [3, 2, 2], id="D-P40"),
        pytest.param(4, 3, [2, 2], id="D-P40 second stage"),
        pytest.param(3, 2, [2, 1], id="a table of one is a bye"),
        pytest.param(5, 4, [3, 2], id="as even as possible"),
        pytest.param(64, 6, [6] * 9 + [5] * 2, id="many"),
        pytest.param(2, 6, [2], id="the final"),
    ],
)
def test_how_many_sit_at_each_table(players: int, table_size: int, expected: list[int]) -> None:
    assert table_sizes(players, table_size) == expected


@pytest.mark.parametrize(
    ("advance", "seats", "winners", "first", "expected"),
    [
        pytest.param("fool_out", 4, [0, 1, 3], 3, (0, 1, 3), id="all but the fool"),
        pytest.param("winner_only", 4, [0, 1, 3], 3, (3,), id="the first to finish"),
        pytest.param("winner_only", 2, [1], None, (1,), id="at a table of two the fool decides"),
        pytest.param("fool_out", 3, [0, 1, 2], None, (), id="a drawn deal that everybody wins"),
        pytest.param("fool_out", 3, [], None, (), id="a drawn deal that nobody wins"),
        pytest.param("winner_only", 3, [0, 2], None, (), id="the deal ended before anybody had finished"),
    ],
)
def test_who_goes_on(
    advance: Advance, seats: int, winners: list[int], first: int | None, expected: tuple[int, ...]
) -> None:
    assert goes_on(advance, seats, winners, first) == expected


def test_lots_follow_from_the_seed_and_the_results() -> None:
    brackets = [Bracket(23, 4, seed) for seed in (5, 5, 6)]
    for bracket in brackets:
        play_out(bracket, Random(9))
    first, same, other = ([[draw.entrants for draw in stage] for stage in one.stages] for one in brackets)
    assert first == same != other


def test_the_bye_falls_to_anybody() -> None:
    lucky = {Bracket(3, 2, seed).stages[0][1].entrants[0] for seed in range(40)}
    assert lucky == {0, 1, 2}


# Terms


def agreed(
    preset: str = "throw_in",
    entrants: int = 7,
    terms: TournamentOptions | None = None,
    seed: int = 5,
    house: Mapping[str, object] | None = None,
) -> Agreement:
    game, found = find_preset(preset)
    options: Options = make_options(found.options, house or {})
    plans = [SeatPlan(f"Bot {nth}", "steady") for nth in range(entrants)]
    return agree(game, preset, options, terms or TournamentOptions(table_size=3), plans, seed)


@pytest.mark.parametrize(
    ("preset", "entrants", "house", "part"),
    [
        ("throw_in", 2, {}, "3 to 64 entrants, not for 2"),
        ("throw_in", 65, {}, "not for 65"),
        ("double", 8, {}, "needs tables of 2, 3"),
        ("double", 8, {"first_limit": None}, "teams=2x2 is for 4 players, not for 2"),
        ("epaulettes_ladder", 8, {}, "match=ladder"),
        ("throw_in", 8, {"match": "deals"}, "match=deals"),
    ],
)
def test_what_cannot_be_a_tournament_is_refused(
    preset: str, entrants: int, house: dict[str, object], part: str
) -> None:
    with pytest.raises(BadOption, match=part) as refused:
        agreed(preset, entrants, house=house)
    assert "D-83" in str(refused.value) or "teams=2x2" in str(refused.value)


def test_changed_options_decide_who_may_sit() -> None:
    assert agreed("double", 5, house={"teams": "none"}).options["teams"] == "none"
    assert agreed("armenian", 12, TournamentOptions(table_size=6), house={"deck": 52}).table_size == 6
    with pytest.raises(BadOption, match="needs tables of 2, 3, 4, 5, 6"):
        agreed("armenian", 12, TournamentOptions(table_size=6))


def test_two_entrants_of_one_name_are_refused() -> None:
    game, preset = find_preset("throw_in")
    plans = [SeatPlan("Anna"), SeatPlan("Boris", "steady"), SeatPlan("Anna", "steady")]
    with pytest.raises(BadOption, match="Anna: two players"):
        agree(game, "throw_in", preset.options, TournamentOptions(), plans, 1)


# The folder


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[list[Tournament]]:
    """The tournaments opened by a test, closed at its end."""
    found: list[Tournament] = []
    yield found
    for cup in found:
        cup.close()


def play_all(cup: Tournament) -> Tournament:
    """Plays until there is a champion, and closes the folder."""
    while cup.bracket.champion is None:
        for draw in cup.bracket.undecided:
            cup.play(draw)
    cup.close()
    return cup


def replayed(path: Path) -> tuple[Match, list[str]]:
    """The final match of a record and its players."""
    record = read_record(path)
    match = record.match()
    for _ in record.replay(match):
        pass
    return match, list(record.header.names)


def outcome(cup: Tournament) -> list[list[Draw]]:
    return cup.bracket.stages


def test_bots_play_to_a_champion_and_the_same_seed_does_the_same_again(tmp_path: Path) -> None:
    one, same = (play_all(Tournament.create(tmp_path / name, agreed())) for name in ("one", "same"))
    assert sizes(one.bracket) == [[3, 2, 2], [2, 2], [2]]
    assert outcome(one) == outcome(same)
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert files == [
        "stage-01-table-01.jsonl",
        "stage-01-table-02.jsonl",
        "stage-01-table-03.jsonl",
        "stage-02-table-01.jsonl",
        "stage-02-table-02.jsonl",
        "stage-03-table-01.jsonl",
        FILE,
    ]
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "same" / name).read_bytes()


def seeds(cup: Tournament) -> list[int]:
    """The seeds of every match begun."""
    return [read_record(path).header.seed for path in sorted(cup.folder.glob("*.jsonl"))]


def test_a_tournament_agreed_in_format_1_is_dealt_the_cards_that_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    cup = Tournament.create(folder, dataclasses.replace(agreed(entrants=3), format=1))
    cup.play(cup.bracket.undecided[0])
    cup.close()
    before = (folder / FILE).read_bytes()
    assert b'"cardtable_tournament":1,' in before
    again = play_all(Tournament.resume(folder))
    assert again.bracket.champion is not None
    # Dealt as in the program that wrote this format.
    assert seeds(again) == [1584586955, 3163113331]
    assert (folder / FILE).read_bytes() == before


def test_the_cards_of_a_table_are_those_of_one_of_2_63_matches(tmp_path: Path) -> None:
    """With 2^32, a player could try all and compare their own cards."""
    cup = play_all(Tournament.create(tmp_path / "cup", agreed()))
    assert all(1 << 32 <= seed < 1 << 63 for seed in seeds(cup))


def test_another_seed_draws_others(tmp_path: Path) -> None:
    cups = [Tournament.create(tmp_path / str(seed), agreed(seed=seed)) for seed in (1, 2)]
    for cup in cups:
        cup.close()
    assert outcome(cups[0]) != outcome(cups[1])


def test_the_fool_of_every_record_is_out(tmp_path: Path) -> None:
    cup = play_all(Tournament.create(tmp_path / "cup", agreed(entrants=5, terms=TournamentOptions(table_size=2))))
    assert sizes(cup.bracket) == [[2, 2, 1], [2, 1], [2]]
    for draw in (draw for stage in cup.bracket.stages for draw in stage if not draw.bye):
        match, names = replayed(cup.records(draw)[0])
        assert cup.names(draw.entrants) == names
        assert isinstance(match.standing, DurakStanding)
        fools = [one for one, count in zip(draw.entrants, match.standing.fools, strict=True) if count]
        assert fools == list(draw.out)


def test_with_winner_only_the_first_finisher_of_every_record_goes_on(tmp_path: Path) -> None:
    cup = play_all(
        Tournament.create(
            tmp_path / "cup", agreed(entrants=9, terms=TournamentOptions(table_size=4, advance="winner_only"))
        )
    )
    assert sizes(cup.bracket) == [[3, 3, 3], [3]]
    for draw in (draw for stage in cup.bracket.stages for draw in stage):
        match, _ = replayed(cup.records(draw)[-1])
        assert isinstance(match.standing, DurakStanding)
        assert match.standing.first is not None
        assert draw.through == (draw.entrants[match.standing.first],)


def test_a_drawn_deal_is_replayed_by_the_same_dealer(tmp_path: Path) -> None:
    """D-83 and D-11: tries seeds until a table has had a drawn deal."""
    for seed in range(40):
        cup = play_all(Tournament.create(tmp_path / str(seed), agreed(entrants=3, seed=seed)))
        again = [draw for stage in cup.bracket.stages for draw in stage if draw.deals > 1]
        if again:
            break
    assert again
    (path,) = cup.records(again[0])
    dealers = [line.dealer for line in read_record(path).lines if isinstance(line, DealLine)]
    assert len(dealers) == again[0].deals
    assert len(set(dealers)) == 1
    resumed = Tournament.resume(cup.folder)
    resumed.close()
    assert outcome(resumed) == outcome(cup)


def test_a_deal_without_a_first_finisher_is_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """D-67 may end a deal before any player is out; with winner_only the table then plays another, recorded match."""
    settle = DurakRules.settle
    spoiled: list[bool] = []

    def nobody_is_first_at_first(rules: DurakRules, standing: DurakStanding, state: DurakState) -> DurakStanding:
        after = settle(rules, standing, state)
        if spoiled:
            return after
        spoiled.append(True)
        return dataclasses.replace(after, first=None)

    terms = TournamentOptions(table_size=3, advance="winner_only")
    cup = Tournament.create(tmp_path / "cup", agreed(entrants=3, terms=terms))
    (draw,) = cup.bracket.undecided
    table = cup.table(draw)
    while table.to_act:
        table.submit(table.to_act[0], table.bot_move(table.to_act[0]))
    table.close()
    monkeypatch.setattr(DurakRules, "settle", nobody_is_first_at_first)
    assert not cup.settle(draw)
    assert cup.bracket.champion is None
    cup.play(draw)
    cup.close()
    assert [path.name for path in cup.records(draw)] == ["stage-01-table-01.jsonl", "stage-01-table-01-again-1.jsonl"]
    assert cup.bracket.champion is not None
    assert draw.deals == 2


def copies_cut_short(folder: Path, name: str, to: Path) -> Iterator[Path]:
    """The folder as a kill leaves it during the writing of this record: complete lines, and the next one cut off."""
    data = (folder / name).read_bytes()
    lines = data.splitlines(keepends=True)
    end = 0
    for line in lines:
        for torn in (0, len(line) // 2):
            shutil.rmtree(to, ignore_errors=True)
            shutil.copytree(folder, to)
            for path in to.glob("stage-*.jsonl"):
                if path.name > name:
                    path.unlink()
            (to / name).write_bytes(data[: end + torn])
            yield to
        end += len(line)


@pytest.mark.parametrize("name", ["stage-01-table-02.jsonl", "stage-02-table-01.jsonl"])
@pytest.mark.slow
def test_a_tournament_cut_at_any_line_goes_on_to_the_same_end(tmp_path: Path, name: str) -> None:
    whole = play_all(Tournament.create(tmp_path / "whole", agreed(entrants=5)))
    assert sizes(whole.bracket) == [[3, 2], [3], [2]]
    cuts = 0
    for folder in copies_cut_short(whole.folder, name, tmp_path / "cut"):
        again = Tournament.resume(folder)
        if cuts % 40 == 0:  # the bots play on: the rest of one table, and every table after it
            assert outcome(play_all(again)) == outcome(whole)
            assert (folder / name).read_bytes() == (whole.folder / name).read_bytes()
        again.close()
        cuts += 1
    assert cuts > 40


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    cup = Tournament.create(tmp_path / "cup", agreed())
    cup.play(cup.bracket.undecided[1])
    table = cup.table(cup.bracket.undecided[0])
    for _ in range(5):
        table.submit(table.to_act[0], table.bot_move(table.to_act[0]))
    moves = table.events(0)
    table.close()
    cup.close()
    again = Tournament.resume(tmp_path / "cup")
    assert [draw.number for draw in again.bracket.undecided] == [1, 3]
    table = again.table(again.bracket.undecided[0])
    assert table.events(0) == moves
    table.close()
    again.close()


def test_one_program_at_a_time(tmp_path: Path, opened: list[Tournament]) -> None:
    opened.append(Tournament.create(tmp_path / "cup", agreed()))
    with pytest.raises(InUse):
        Tournament.resume(tmp_path / "cup")


def test_a_damaged_agreement_is_refused_and_left_alone(tmp_path: Path) -> None:
    Tournament.create(tmp_path / "cup", agreed(entrants=3)).close()
    path = tmp_path / "cup" / FILE
    data = path.read_bytes()
    rng = Random(1)
    damaged = [data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :] for at in range(0, len(data), 3)]
    for bad in [*damaged, b"", data[:-1], data + b"\n", b"[]", b"null\n", b'{"n":0}\n']:
        path.write_bytes(bad)
        with pytest.raises(BadTournament, match=FILE):
            Tournament.resume(tmp_path / "cup")
        assert path.read_bytes() == bad


def test_a_record_of_another_table_is_refused(tmp_path: Path) -> None:
    folder = play_all(Tournament.create(tmp_path / "cup", agreed())).folder
    shutil.copy(folder / "stage-01-table-02.jsonl", folder / "stage-01-table-03.jsonl")
    with pytest.raises(BadTournament, match=r"stage-01-table-03\.jsonl: line 1: .*names"):
        Tournament.resume(folder)
    # Refused, not locked.
    shutil.copy(folder / "stage-01-table-02.jsonl", tmp_path / "kept")
    (folder / "stage-01-table-03.jsonl").unlink()
    again = Tournament.resume(folder)
    assert [draw.number for draw in again.bracket.undecided] == [3]
    again.close()


@pytest.mark.parametrize("bad", [-4.9e16, {}, [], "none", None, True])
@pytest.mark.every(2)
def test_a_record_whose_options_nobody_could_agree_is_refused(tmp_path: Path, bad: object) -> None:
    folder = play_all(Tournament.create(tmp_path / "cup", agreed())).folder
    path = folder / "stage-01-table-02.jsonl"
    header = read_header(path)
    rest = path.read_bytes().split(b"\n", 1)[1]
    odd = header._replace(options={**header.options, "deck": bad})
    path.write_bytes(encode(0, header_fields(odd)) + rest)
    with pytest.raises(BadTournament, match=r"stage-01-table-02\.jsonl: line 1: .*deck"):
        Tournament.resume(folder)


def test_a_table_plays_one_deal_of_the_preset() -> None:
    plan = agreed("transfer_strict")
    rules = rules_of("transfer_strict", {"match": "fools", "match_length": 1}, 3)
    assert make_options(rules.options, plan.options) == rules.options
