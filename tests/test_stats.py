"""Statistics follow from the records, whatever happened to the database."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from cardtable.cli import cli
from cardtable.engine.text import plain
from cardtable.games import FAMILIES, family, find_preset
from cardtable.match.record import make_header, read_record
from cardtable.match.table import Table
from cardtable.player.played import Agreed, replayed_with_care
from cardtable.player.stats import VERSION, Results, Stats
from cardtable.puzzles.glicko import GlickoRating
from cardtable.puzzles.kept import KeptPuzzles, save
from tests.test_golden import stored
from tests.test_records import rows_of, written


def record(
    folder: Path,
    name: str,
    preset: str,
    names: tuple[str, ...],
    kinds: tuple[str, ...],
    deals: int = 1,
    seed: int = 3,
    *,
    helped: bool = False,
) -> None:
    """A record of at most so many deals of a match in which all move at random.

    Where a player is `helped`, moves are taken back now and then.
    """
    game, found = find_preset(preset)
    folder.mkdir(parents=True, exist_ok=True)
    header = make_header(game, preset, found.options, names, kinds, seed)
    table = Table.begin(game.rules(found.options, len(names)), header, folder / f"{name}.jsonl", durable=False)
    chance = Random(seed)
    while True:
        while table.to_act:
            table.submit(table.to_act[0], chance.choice(table.legal(table.to_act[0])))
            if helped and len(table.people) == 1 and not table.deal_over and chance.random() < 0.05:
                table.take_back(0)
        if table.match_over or table.deals >= deals:
            break
        table.next_deal()
    table.close()


@pytest.fixture
def folder(own_home: Path) -> Path:
    """Three records: Anna against a bot twice in October, Anna and Boris in November."""
    records = own_home / "data" / "records"
    record(records, "2026-10-02-200000-throw_in", "throw_in", ("Anna", "Bot"), ("person", "bot:steady"))
    record(records, "2026-10-03-200000-simple", "simple", ("Anna", "Bot"), ("person", "bot:steady"))
    record(records, "2026-11-05-200000-throw_in", "throw_in", ("Anna", "Boris"), ("person", "person"))
    return records


def test_results_are_counted_by_what_was_played(folder: Path, tmp_path: Path) -> None:
    stats = Stats(tmp_path / "stats.sqlite")
    assert stats.read(folder) == []
    assert [(row.what, row.deals) for row in stats.people()] == [("Anna", 3), ("Boris", 1)]
    assert [(row.what, row.deals) for row in stats.results("preset", "Anna")] == [("throw_in", 2), ("simple", 1)]
    assert [(row.what, row.deals) for row in stats.results("opponents", "Anna")] == [
        ('["bot:steady"]', 2),
        ('["Boris"]', 1),
    ]
    assert [(row.what, row.deals) for row in stats.results("month")] == [("2026-10", 2), ("2026-11", 2)]
    both = {row.what: row for row in stats.results("opponents")}
    assert both['["Anna"]'].score + both['["Boris"]'].score == 1
    assert sorted(stats.run()) == sorted([*stats.run("Anna"), *stats.run("Boris")])
    assert isinstance(stats.people()[0], Results)


def test_a_record_is_read_again_when_it_grows_and_forgotten_when_it_goes(folder: Path, tmp_path: Path) -> None:
    stats = Stats(tmp_path / "stats.sqlite")
    whole = {path: path.read_bytes() for path in folder.iterdir()}
    newest = max(folder.iterdir())
    newest.write_bytes(b"".join(whole[newest].splitlines(keepends=True)[:-1]))
    stats.read(folder)
    assert [(row.what, row.deals) for row in stats.people()] == [("Anna", 2)]
    newest.write_bytes(whole[newest])
    stats.read(folder)
    assert [(row.what, row.deals) for row in stats.people()] == [("Anna", 3), ("Boris", 1)]
    newest.unlink()
    stats.read(folder)
    assert [(row.what, row.deals) for row in stats.people()] == [("Anna", 2)]


def test_a_damaged_record_is_named_and_the_rest_counted(folder: Path, tmp_path: Path) -> None:
    newest = max(folder.iterdir())
    newest.write_bytes(newest.read_bytes().replace(b"attack", b"attaxk", 1))
    before = newest.read_bytes()
    stats = Stats(tmp_path / "stats.sqlite")
    (trouble,) = stats.read(folder)
    assert newest.name in plain(trouble)
    assert "line" in plain(trouble)
    assert newest.read_bytes() == before
    assert stats.people()[0].deals == 2


@pytest.mark.parametrize("scores", [[], [1.0], [1.0, 0.0, 0.5]])
def test_results_of_other_players_than_there_are_are_named(folder: Path, tmp_path: Path, scores: list[float]) -> None:
    newest = max(folder.iterdir())
    rows = rows_of(newest.read_bytes())
    next(row for row in rows if "scores" in row)["scores"] = scores
    newest.write_bytes(written(rows))
    (trouble,) = Stats(tmp_path / "stats.sqlite").read(folder)
    assert f"{len(scores)} results of 2 players" in plain(trouble)


def test_a_result_before_any_deal_is_named(folder: Path, tmp_path: Path) -> None:
    newest = max(folder.iterdir())
    rows = rows_of(newest.read_bytes())
    newest.write_bytes(written([rows[0], next(row for row in rows if "scores" in row)]))
    (trouble,) = Stats(tmp_path / "stats.sqlite").read(folder)
    assert "no deal has just ended" in plain(trouble)


@pytest.mark.parametrize("damage", [b"no database", None])
def test_the_database_may_be_deleted_or_damaged(folder: Path, tmp_path: Path, damage: bytes | None) -> None:
    path = tmp_path / "stats.sqlite"
    stats = Stats(path)
    stats.read(folder)
    people = stats.people()
    stats.close()
    if damage is None:
        path.unlink()
    else:
        path.write_bytes(damage * 100)
    again = Stats(path)
    again.read(folder)
    assert again.people() == people


def test_the_command_tells_and_names_the_closest_player(folder: Path, own_home: Path) -> None:
    told = CliRunner().invoke(cli, ["stats"])
    assert told.exit_code == 0
    assert "Throw-in Fool" in told.output
    assert "throw_in" not in told.output, "a game is called by its name, not by the word that chooses it"
    assert "2026-11" in told.output
    stats = Stats(own_home / "data" / "stats.sqlite")
    stats._db.execute("INSERT INTO earned VALUES ('one', '2026-11-05', 'Anna', 'eggs')")
    stats._db.commit()
    stats.close()
    assert "A nest of eggs: A deal ended sixty to sixty. 2026-11-05" in CliRunner().invoke(cli, ["stats"]).output
    found = json.loads(CliRunner().invoke(cli, ["stats", "--player", "Anna", "--json"]).output)
    assert [row["what"] for row in found["by_month"]] == ["2026-10", "2026-11"]
    assert len(found["last"]) == 3
    wrong = CliRunner().invoke(cli, ["stats", "--player", "Ana"])
    assert wrong.exit_code == 1
    assert "did you mean Anna?" in wrong.output


def test_results_of_several_people_are_those_of_one_who_is_named(own_home: Path) -> None:
    """A deal of two people at one keyboard counts once for each, never twice."""
    folder, two = own_home / "data" / "records", ("person", "person")
    record(folder, "2026-10-02-200000-throw_in", "throw_in", ("Anna", "Boris"), two, 2)
    record(folder, "2026-10-03-200000-throw_in", "throw_in", ("Boris", "C"), ("person", "bot:steady"), 1)
    found = json.loads(CliRunner().invoke(cli, ["stats", "--json"]).output)
    assert {row["what"]: row["deals"] for row in found["players"]} == {"Anna": 1, "Boris": 2}
    assert (found["player"], found["by_family"][0]["deals"], len(found["last"])) == ("Boris", 2, 2)
    told = CliRunner().invoke(cli, ["stats"]).output
    assert "Deals of Boris; --player" in told
    config = own_home / "config"
    config.mkdir(exist_ok=True)
    (config / "settings.toml").write_text('name = "Anna"\n', encoding="utf-8")
    assert "Deals of Anna; --player" in CliRunner().invoke(cli, ["stats"]).output
    found = json.loads(CliRunner().invoke(cli, ["stats", "--json"]).output)
    assert (found["player"], found["by_family"][0]["deals"]) == ("Anna", 1)
    assert "Deals of" not in CliRunner().invoke(cli, ["stats", "--player", "Boris"]).output


def test_puzzles_and_days_are_told_in_lines_and_as_json(own_home: Path) -> None:
    assert json.loads(CliRunner().invoke(cli, ["stats", "--json"]).output)["puzzles"]["tried"] == 0
    path = own_home / "data" / "puzzles.json"
    kept = KeptPuzzles(GlickoRating(1612.4, 80.2), {"101-001": True, "101-002": False, "durak-007": True})
    for day in ("2026-11-02", "2026-11-03"):
        kept.days[day] = {"score": 1.0, "in_turn": True}
    save(path, kept)
    told = CliRunner().invoke(cli, ["stats"]).output
    assert "Puzzles: rating 1612 ± 80, 2 of 3 solved at the first try\n  101: 1 of 2\n  Durak: 1 of 1\n" in told
    assert "Days played: 2; in a row 0 now, 2 at best" in told
    found = json.loads(CliRunner().invoke(cli, ["stats", "--json"]).output)["puzzles"]
    assert (found["rating"], found["tried"], found["solved"]) == (1612, 3, 2)
    assert found["by_family"]["one_oh_one"] == {"tried": 2, "solved": 1}
    assert found["days"] == {"played": 2, "in_a_row": 0, "best": 2}
    path.write_text('{"rating": [1500.0, 350.0, 0.06], "done": {}, "days": {"yesterday": {}}}')
    assert json.loads(CliRunner().invoke(cli, ["stats", "--json"]).stdout)["puzzles"] is None
    assert f"{path}: it does not say what was solved" in CliRunner().invoke(cli, ["stats"]).output


def test_without_records_it_says_so(own_home: Path) -> None:
    assert CliRunner().invoke(cli, ["stats"]).output == "No deal of a match has been finished yet.\n"


def test_a_hand_in_which_nothing_is_played_is_no_deal(tmp_path: Path) -> None:
    """G-51, G-67: the first hand of the palace ladder only gives the places."""
    names, kinds = ("Anna", "A", "B", "C", "D"), ("person", *["bot:steady"] * 4)
    record(tmp_path, "2026-10-02-200000-palace_ladder", "palace_ladder", names, kinds)
    stats = Stats(tmp_path / "stats.sqlite")
    assert stats.read(tmp_path) == []
    assert stats.people() == []
    record(tmp_path, "2026-10-03-200000-palace_ladder", "palace_ladder", names, kinds, deals=2)
    assert stats.read(tmp_path) == []
    (anna,) = stats.people()
    assert (anna.deals, anna.drawn) == (1, 0)


def test_a_row_of_victories_ends_with_the_first_deal_that_is_none(tmp_path: Path) -> None:
    for day in range(1, 10):
        record(tmp_path, f"2026-10-0{day}-200000-throw_in", "throw_in", ("Anna", "B"), ("person", "bot:steady"), 1, day)
    stats = Stats(tmp_path / "stats.sqlite")
    stats.read(tmp_path)
    won = [score == 1 for score in stats.run("Anna")]
    rows = stats.rows("Anna")
    text = "".join("x" if one else " " for one in won)
    assert rows.best == max(map(len, text.split(" ")))
    assert rows.now == len(text) - len(text.rstrip("x"))


@pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.slow, id="all presets"), 5])
def test_a_record_taken_on_trust_says_what_it_says_when_every_move_is_checked(
    step: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agreed, trusted = Agreed(), set[str]()
    presets = [preset for name in FAMILIES for preset in list(family(name).presets)[::step]]
    for nth, preset in enumerate(presets):
        seats = find_preset(preset)[1].players
        names = tuple(f"P{seat}" for seat in range(seats))
        kinds = ("person", *["bot:steady" if nth % 2 else "person"] * (seats - 1))
        record(tmp_path, f"{nth:02}-{preset}", preset, names, kinds, 1 + nth % 2, nth, helped=True)
    for path in (*sorted(tmp_path.glob("*.jsonl")), *stored()):
        read = read_record(path)
        careful = replayed_with_care(read)
        with monkeypatch.context() as alone:
            alone.setattr("cardtable.player.played.replayed_with_care", lambda record: None)
            quick = agreed.replayed(read)
        if read.header.rules == family(read.header.family).version:
            trusted.add(read.header.family)
            assert quick == careful, path
        else:
            assert quick is None, "other rules may have allowed other moves"
    assert trusted == set(FAMILIES)


def test_a_record_that_says_what_never_was_is_followed_with_care(folder: Path, tmp_path: Path) -> None:
    """Every line is intact, but some moves are impossible: only a cheat writes such a record."""
    for path in folder.glob("*.jsonl"):
        rows = rows_of(path.read_bytes())
        moves = [at for at, row in enumerate(rows) if "move" in row]
        changes: tuple[Callable[[list[Any], int], object], ...] = (
            lambda rows, at: rows[at].update(move="take"),
            lambda rows, at: rows[at].update(seat=1 - rows[at]["seat"]),
            lambda rows, at: rows[at].update(move="play 2c"),
            lambda rows, at: rows.insert(at, {"undo": 99}),
            lambda rows, at: rows[-1].update(scores=[0.25, 0.75]),
            lambda rows, at: rows.pop(at),
        )
        for change in changes:
            for at in moves[:: max(1, len(moves) // 4)]:
                forged = [dict(row) for row in rows]
                change(forged, at)
                (tmp_path / "forged.jsonl").write_bytes(written(forged))
                read = read_record(tmp_path / "forged.jsonl")
                assert Agreed().replayed(read) == replayed_with_care(read)


def test_what_ended_last_is_the_last_whatever_began_when_and_in_which_zone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found with a match that began first, was lost, and ended last: "won in a row" missed the defeat."""
    clock = [1_800_000_000.0]
    monkeypatch.setattr("cardtable.match.table.time", lambda: clock[0])

    def ends(name: str, seed: int) -> None:
        clock[0] += 100
        record(tmp_path, name, "throw_in", ("Anna", "B"), ("person", "bot:steady"), 1, seed)

    def score(seed: int) -> float:
        folder = tmp_path / f"{seed}"
        record(folder, "x", "throw_in", ("Anna", "B"), ("person", "bot:steady"), 1, seed)
        stats = Stats(folder / "stats.sqlite")
        stats.read(folder)
        return stats.run("Anna")[0]

    scores = [score(seed) for seed in range(20)]
    won, lost = scores.index(1), scores.index(0)
    ends("2026-10-09-200000-throw_in", won)
    ends("2026-10-03-200000-throw_in", won)
    ends("2026-10-02-200000-throw_in", lost)
    stats = Stats(tmp_path / "stats.sqlite")
    stats.read(tmp_path)
    assert stats.run("Anna") == [1, 1, 0]
    assert (stats.rows("Anna").now, stats.rows("Anna").best) == (0, 2)
    ends("2026-09-30-200000-throw_in", won)
    stats.read(tmp_path)
    assert stats.rows("Anna").now == 1


def test_a_deal_of_an_earlier_program_ended_when_its_record_was_written(tmp_path: Path) -> None:
    for day, seed in ((3, 1), (2, 2), (1, 3)):
        record(tmp_path, f"2026-10-0{day}-x", "throw_in", ("Anna", "B"), ("person", "bot:steady"), 1, seed)
        path = tmp_path / f"2026-10-0{day}-x.jsonl"
        rows = rows_of(path.read_bytes())
        assert rows[-1].pop("ended") > 1_700_000_000
        path.write_bytes(written(rows))
        os.utime(path, (seed * 1000, seed * 1000))
    stats = Stats(tmp_path / "stats.sqlite")
    assert stats.read(tmp_path) == []
    ended = stats._db.execute("SELECT record, ended FROM results ORDER BY ended").fetchall()
    assert ended == [("2026-10-03-x.jsonl", 1000), ("2026-10-02-x.jsonl", 2000), ("2026-10-01-x.jsonl", 3000)]


def test_a_match_of_bots_alone_says_nothing_of_the_time(tmp_path: Path) -> None:
    """The same seed gives the same record, byte for byte."""
    record(tmp_path, "x", "throw_in", ("A", "B"), ("bot:steady", "bot:steady"))
    assert b"ended" not in (tmp_path / "x.jsonl").read_bytes()


def test_bots_are_counted_by_style_and_partners_apart(tmp_path: Path) -> None:
    names, kinds = ("Anna", "A", "Boris", "C"), ("person", "bot:steady", "person", "bot:lowest")
    record(tmp_path, "2026-10-02-200000-throw_in", "throw_in", names, kinds)
    stats = Stats(tmp_path / "stats.sqlite")
    stats.read(tmp_path)
    assert [(row.what, row.deals) for row in stats.against("Anna")] == [("bot:lowest", 1), ("bot:steady", 1)]
    assert stats.with_partners("Anna") == []


def test_a_name_with_a_comma_is_one_person(own_home: Path) -> None:
    names, program = ("Anna", "C", "Lee, Bob", "D"), "bot:cmd:./bot 1, 2"
    folder = own_home / "data" / "records"
    record(folder, "2026-10-02-200000-nizhny", "nizhny", names, ("person", "bot:steady", "person", "bot:steady"))
    (path,) = folder.iterdir()
    path.write_bytes(written(rows_of(path.read_bytes().replace(b"bot:steady", program.encode()))))
    stats = Stats(own_home / "data" / "stats.sqlite")
    stats.read(folder)
    assert [(row.what, row.deals) for row in stats.with_partners("Anna")] == [("Lee, Bob", 1)]
    assert [(row.what, row.deals) for row in stats.against("Anna")] == [(program, 1)]
    stats.close()
    (row,) = json.loads(CliRunner().invoke(cli, ["stats", "--player", "Anna", "--json"]).output)["by_opponents"]
    assert row["what"] == f"Lee, Bob, {program}"
    assert "Lee, Bob, cmd:./bot 1, 2 " in CliRunner().invoke(cli, ["stats", "--player", "Anna"]).output


def test_what_an_older_version_has_counted_is_counted_anew(folder: Path, tmp_path: Path) -> None:
    """Version 4 wrote names in one string, with commas."""
    stats = Stats(tmp_path / "stats.sqlite")
    stats.read(folder)
    stats._db.executescript("UPDATE results SET opponents = 'A, B', foes = 'A, B'; PRAGMA user_version = 4;")
    stats.close()
    again = Stats(tmp_path / "stats.sqlite")
    assert again.people() == []
    assert again.read(folder) == []
    assert [row.what for row in again.results("opponents", "Anna")] == ['["bot:steady"]', '["Boris"]']
    assert [row.what for row in again.against("Anna")] == ["bot:steady"]


def test_what_was_earned_is_kept_with_its_first_day_unless_somebody_was_helped(tmp_path: Path) -> None:
    """Found by searching random deals for an achievement; a move taken back rules it out."""
    for seed in range(40):
        record(
            tmp_path, f"2026-10-{seed // 2 + 10}-2{seed % 2}0000", "cheaters", ("Anna", "B"), ("person",) * 2, 1, seed
        )
    stats = Stats(tmp_path / "stats.sqlite")
    stats.read(tmp_path)
    earned = stats.earned("Anna")
    assert earned
    for path in tmp_path.glob("*.jsonl"):
        rows = rows_of(path.read_bytes())
        end = next(nth for nth, row in enumerate(rows) if "scores" in row)
        rows.insert(end - 1, {"help": 0})
        path.write_bytes(written(rows))
    stats.read(tmp_path)
    assert stats.earned("Anna") == {}
    assert stats.people()[0].deals == 40, "the deals are counted all the same"


def test_a_database_of_this_version_with_other_tables_is_made_anew_in_its_file(tmp_path: Path) -> None:
    """It used to be left as it was, and every record was read again each time."""
    record(tmp_path, "2026-10-01-x", "throw_in", ("Anna", "B"), ("person", "bot:steady"))
    path = tmp_path / "stats.sqlite"
    for tables in ("CREATE TABLE records (a);", "CREATE TABLE others (a);", ""):
        path.unlink(missing_ok=True)
        with closing(sqlite3.connect(path)) as db:
            db.executescript(f"{tables} PRAGMA user_version = {VERSION};")
        for _ in range(2):
            with closing(Stats(path)) as stats:
                assert stats.read(tmp_path) == []
                assert [one.what for one in stats.people()] == ["Anna"]
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("SELECT count(*) FROM records").fetchone() == (1,)
