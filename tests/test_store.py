"""The results file: nothing is played twice, runs add up, all of it is rated, and nothing in it is lost."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cardtable import arena
from cardtable.arena import Arena, Deal, DeckSeating, Rating, Store, line_ups, rate, seatings
from cardtable.arena.deals import deck_seed
from cardtable.arena.identity import code, identity
from cardtable.arena.ratings import Outcome, Pair, outcome
from cardtable.arena.store import FORMAT, BadStore
from cardtable.arena.workers import Played, Stopped, play
from cardtable.bots.installed import installed
from cardtable.cli import cli
from cardtable.engine.options import as_dict
from cardtable.engine.text import Text, plain
from cardtable.games import find_preset

FIRST = """
from cardtable.bots import Decision

class Last:
    def __init__(self, rules): pass
    def choose(self, seen, choices, rng): return Decision(choices[-1])
"""
TWO = ("arena", "throw_in", "--bots", "steady,uniform", "--json")


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def numbers(*args: str) -> dict[str, Any]:
    done = run(*args)
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.output)
    return found


def rows(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("select * from deck order by lineup, seed").fetchall()


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The decks actually played during a test, one entry for each deal."""
    found: list[int] = []

    def noted(of: Arena, seats: int, due: Any, stopped: Any, jobs: int) -> Any:
        for seating, deal in play(of, seats, due, stopped, jobs):
            found.append(seating.deck)
            yield seating, deal

    monkeypatch.setattr("cardtable.arena.play", noted)
    return found


def test_nothing_is_played_twice_and_the_numbers_are_the_same(tmp_path: Path, played: list[int]) -> None:
    path = str(tmp_path / "results")
    alone = numbers(*TWO, "--deals", "40")
    played.clear()
    first = numbers(*TWO, "--deals", "20", "--store", path)
    assert sorted(set(played)) == list(range(10))
    played.clear()
    both = numbers(*TWO, "--deals", "40", "--store", path, "--jobs", "2")
    assert sorted(set(played)) == list(range(10, 20)), "it goes on where the first run was"
    assert both == alone
    played.clear()
    assert numbers(*TWO, "--deals", "20", "--store", path) == first
    assert not played
    assert len(rows(Path(path))) == 20


def test_two_seeds_share_no_deck(tmp_path: Path, played: list[int]) -> None:
    path = str(tmp_path / "results")
    for seed in ("1", "2", "-1"):
        numbers(*TWO, "--deals", "20", "--seed", seed, "--store", path)
        assert sorted(set(played)) == list(range(10)), "all of them are another sample"
        played.clear()
    assert len(rows(Path(path))) == 30
    seeds = [deck_seed(seed, deck) for seed in range(-20, 20) for deck in range(500)]
    assert len(set(seeds)) == len(seeds)
    assert min(seeds) >= 0
    assert max(seeds) < 1 << 63


def test_the_cards_are_those_of_seed_and_number(tmp_path: Path) -> None:
    numbers(*TWO, "--deals", "4", "--seed", "7", "--records", str(tmp_path / "kept"))
    found = {json.loads(path.read_text().splitlines()[0])["seed"] for path in (tmp_path / "kept").iterdir()}
    assert found == {deck_seed(7, 0), deck_seed(7, 1)}


@pytest.mark.parametrize(
    ("preset", "bots", "seats"), [("throw_in", "steady,uniform,lowest", 3), ("nizhny", "steady,uniform", 4)]
)
def test_a_larger_table_is_kept_and_read_seat_by_seat(
    preset: str, bots: str, seats: int, tmp_path: Path, played: list[int]
) -> None:
    terms = ("arena", preset, "--bots", bots, "--seats", str(seats), "--deals", "12", "--json")
    first = numbers(*terms, "--store", str(tmp_path / "results"))
    played.clear()
    assert numbers(*terms, "--store", str(tmp_path / "results")) == first
    assert not played
    assert numbers(*terms) == first, "as without a file"
    assert len(rows(tmp_path / "results")) == 12 // len(seatings(line_ups(bots.split(","), seats)[0], 0))


def test_what_decides_a_result_is_a_part_of_the_key(
    tmp_path: Path, played: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "results")
    terms = (*TWO, "--deals", "4", "--store", path)
    numbers(*terms)
    for more in (("--set", "first_limit=none"), ("--matches",), ("--seats", "3")):
        played.clear()
        numbers(*terms, *more)
        assert played, more
    monkeypatch.setattr("cardtable.arena.store.code", lambda: "another")
    played.clear()
    numbers(*terms)
    assert played


def test_a_program_is_kept_by_what_its_files_say(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    bot.write_text("one")
    first = identity(f"cmd:{bot} --level 3")
    assert first.startswith(f"cmd:{bot} --level 3#")
    bot.write_text("two")
    assert identity(f"cmd:{bot} --level 3") != first
    assert identity("steady") == "steady"
    assert code() == code()


@pytest.mark.posix
def test_a_program_on_the_path_is_kept_by_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    bot = tmp_path / "mybot"
    bot.write_text("#!/bin/sh\n")
    bot.chmod(0o755)
    first = identity("cmd:mybot --level 3")
    assert identity("cmd:mybot --level 3") == first
    bot.write_text("#!/bin/sh\nexit 1\n")
    assert identity("cmd:mybot --level 3") != first
    args = [tmp_path / "one", tmp_path / "two"]
    for path, text in zip(args, ("ab", "c"), strict=True):
        path.write_text(text)
    joined = identity(f"cmd:mybot {args[0]} {args[1]}")
    args[0].write_text("a")
    args[1].write_text("bc")
    assert identity(f"cmd:mybot {args[0]} {args[1]}") != joined, "which file says what counts too"


def brings(folder: Path, points: str, files: str) -> None:
    """Writes the metadata that an installed package of version 1.0 leaves beside its files."""
    info = folder / "strangers-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[cardtable.bots]\n{points}\n")
    (info / "RECORD").write_text("".join(f"{name},,\n" for name in files.split()))


@pytest.fixture
def found_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """The name under which the style `last` is stored when Python looks for packages in these folders."""

    def asked(*folders: Path) -> str:
        installed.cache_clear()
        sys.modules.pop("strangers", None)
        with monkeypatch.context() as patch:
            for folder in folders:
                patch.syspath_prepend(str(folder))
            return identity("last")

    yield asked
    installed.cache_clear()


def test_a_style_of_a_package_is_kept_by_what_its_files_say(tmp_path: Path, found_in: Callable[..., str]) -> None:
    """Its version does not change while its author works on it, and its folder does not matter."""
    here, there = tmp_path / "site", tmp_path / "work"
    brings(here, "last = strangers.play:Last", "strangers/__init__.py strangers/play.py __editable___finder.py")
    brings(there / "info", "last = strangers.play:Last", "__editable__.strangers.pth __editable___finder.py")
    for folder in (here, there):
        (folder / "strangers" / "deep").mkdir(parents=True)
        (folder / "strangers" / "__init__.py").touch()
        (folder / "strangers" / "play.py").write_text("class Last: pass")
        (folder / "strangers" / "notes.txt").write_text(str(folder))
    (here / "__editable___finder.py").write_text(str(here))
    installed_one = found_in(here)
    assert installed_one.startswith("last@strangers 1.0#")
    assert found_in(there, there / "info") == installed_one
    (there / "strangers" / "deep" / "more.py").write_text("number = 1")
    changed = found_in(there, there / "info")
    assert changed not in (installed_one, "last")
    (there / "strangers" / "deep" / "more.py").write_text("number = 2")
    assert found_in(there, there / "info") not in (installed_one, changed)
    assert found_in(here) == installed_one


def test_a_style_that_lies_among_those_of_others_is_kept_by_its_own_package(
    tmp_path: Path, found_in: Callable[..., str]
) -> None:
    brings(tmp_path, "last = shared.strangers.play:Last", "")
    for name in ("strangers", "others"):
        (tmp_path / "shared" / name).mkdir(parents=True)
        (tmp_path / "shared" / name / "__init__.py").touch()
    first = found_in(tmp_path)
    (tmp_path / "shared" / "others" / "play.py").touch()
    assert found_in(tmp_path) == first
    (tmp_path / "shared" / "strangers" / "play.py").touch()
    assert found_in(tmp_path) != first


def test_a_style_is_played_anew_when_a_file_of_its_package_has_changed(
    tmp_path: Path, played: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    brings(tmp_path, "last = strangers:Last", "strangers.py")
    monkeypatch.syspath_prepend(str(tmp_path))
    installed.cache_clear()
    terms = ("arena", "throw_in", "--bots", "last,steady", "--deals", "4", "--store", str(tmp_path / "results"))
    for text, again in ((FIRST, True), (FIRST, False), (f"{FIRST}\n# another one", True)):
        (tmp_path / "strangers.py").write_text(text)
        played.clear()
        done = run(*terms)
        assert done.exit_code == 0, done.output
        assert bool(played) == again
    sys.modules.pop("strangers")
    installed.cache_clear()


def test_what_a_bot_plays_after_it_has_changed_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program restarted in the middle of a run is whatever its file says by then."""
    monkeypatch.setattr("cardtable.arena.store.PAUSE", 0)
    bot, path = tmp_path / "bot", tmp_path / "results"
    bot.write_text("one")
    game, found = find_preset("throw_in")
    of = Arena(game.id, "throw_in", as_dict(found.options), 1)

    def hands(of: Arena, seats: int, due: Iterator[DeckSeating], stopped: Stopped) -> Iterator[Played]:
        for seating in due:
            if seating.deck == 3:
                bot.write_text("two")
            yield seating, Deal(seating.styles, (1.0, 0.0))

    with closing(Store(path)) as store, pytest.raises(BadStore) as refused:
        arena.run(of, [f"cmd:{bot}", "steady"], 2, 20, hands, store=store)
    assert str(refused.value) == (
        f"{path}: the bot cmd:{bot} has changed while it was playing; what was played since is not kept"
    )
    assert len(rows(path)) == 3


def shelved(path: Path, deals: list[Deal]) -> list[Deal] | None:
    game, found = find_preset("throw_in")
    of = Arena(game.id, "throw_in", as_dict(found.options), 1)
    up = ("steady", "uniform")
    deck = seatings(up, 0, 1)
    with closing(Store(path)) as store:
        store.shelf(of, 2, [up]).keep(up, deck, deals)
    with closing(Store(path)) as store:
        return store.shelf(of, 2, [up]).deck(up, deck)


def test_a_failure_is_kept_by_name_but_not_one_by_time(tmp_path: Path) -> None:
    first, second = seatings(("steady", "uniform"), 0, 1)
    fine = Deal(first.styles, (1.0, 0.0))
    failed = Deal.lost(second, 0, "RuntimeError: no idea")
    assert shelved(tmp_path / "one", [fine, failed]) == [fine, failed]
    assert shelved(tmp_path / "two", [fine, Deal.lost(second, 0, "late", late=True)]) is None


def broken(path: Path, how: str) -> None:
    match how:
        case "no database":
            path.write_text("hello " * 1000)
        case "somebody else's":
            with closing(sqlite3.connect(path)) as db:
                db.execute("create table deck(name text)")
        case "another format":
            Store(path).close()
            with closing(sqlite3.connect(path)) as db:
                db.execute(f"pragma user_version = {FORMAT + 1}")
        case "cut":
            numbers(*TWO, "--deals", "400", "--store", str(path))
            path.write_bytes(path.read_bytes()[:5000])
        case "a folder":
            path.mkdir()


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("no database", "this is no file of the arena's results"),
        ("somebody else's", "this is no file of the arena's results"),
        ("another format", f"its format is {FORMAT + 1}, this program reads {FORMAT}"),
        ("cut", "the file is damaged"),
        ("a folder", "it is a folder"),
    ],
)
@pytest.mark.every(2)
def test_a_file_that_is_no_store_is_one_line_and_stays_as_it_is(how: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    broken(path, how)
    before = path.read_bytes() if path.is_file() else None
    for args in ((*TWO, "--store", str(path)), ("ratings", str(path))):
        done = run(*args)
        assert done.exit_code in (1, 2)
        assert str(path) in done.output or "--store" in done.output
        assert len(done.output.strip().splitlines()) <= 4
        assert "Traceback" not in done.output
        assert isinstance(done.exception, SystemExit)
    assert why in done.output
    if before is not None:
        assert path.read_bytes() == before


@pytest.mark.posix
@pytest.mark.timeout(20)
def test_what_is_no_file_to_read_is_told_as_that(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for args in ((*TWO, "--store", str(tmp_path / "pipe")), ("ratings", str(tmp_path / "pipe"))):
        done = run(*args)
        assert done.exit_code == 1
        assert done.output.strip().endswith(f"{tmp_path / 'pipe'}: it is no regular file")


def test_a_file_whose_own_texts_are_damaged_is_told_as_that(tmp_path: Path) -> None:
    path = tmp_path / "results"
    Store(path).close()
    whole, told = path.read_bytes(), set[str]()
    for word in (b"setting", b"lineup", b"deck", b"integer primary"):
        for at in (found.start() for found in re.finditer(word, whole)):
            path.write_bytes(whole[:at] + b"\xff\xfe" + whole[at + 2 :])
            for args in ((*TWO, "--deals", "2", "--store", str(path)), ("ratings", str(path))):
                done = run(*args)
                assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
                assert "Traceback" not in done.output
                told.add(done.output.strip())
    assert f"Error: {path}: the file is damaged" in told


def test_a_file_that_another_program_keeps_locked_is_waited_for_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtable.arena.store.SILENT", 0.0)
    path, told = tmp_path / "results", list[str]()
    Store(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:

        def waits(text: Text) -> None:
            told.append(plain(text))
            other.execute("commit")

        other.execute("begin exclusive")
        Store(path, waits=waits).close()
        assert told == [f"{path}: another program keeps it locked; waiting for it"]
        monkeypatch.setattr("cardtable.arena.store.PATIENCE", 0.0)
        other.execute("begin exclusive")
        done = run("ratings", str(path))
        assert done.exit_code == 1
        assert done.output.strip() == f"Error: {path}: another program keeps it locked"


def test_two_runs_may_begin_a_file_at_the_same_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, connect = tmp_path / "results", sqlite3.connect

    def late(*args: Any, **named: Any) -> sqlite3.Connection:
        monkeypatch.setattr(sqlite3, "connect", connect)
        Store(path).close()
        db: sqlite3.Connection = connect(*args, **named)
        return db

    monkeypatch.setattr(sqlite3, "connect", late)
    Store(path).close()
    assert shelved(path, [Deal(one.styles, (1.0, 0.0)) for one in seatings(("steady", "uniform"), 0, 1)])


def test_two_runs_at_a_time_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "results"
    with closing(Store(path)) as one, closing(Store(path)) as other:
        game, found = find_preset("throw_in")
        up = ("steady", "uniform")
        for store, number in ((one, 0), (other, 1), (other, 0)):
            of = Arena(game.id, "throw_in", as_dict(found.options), 1)
            deck = seatings(up, number, 1)
            store.shelf(of, 2, [up]).keep(up, deck, [Deal(each.styles, (1.0, 0.0)) for each in deck])
            store._commit()
    assert len(rows(path)) == 2


def test_while_a_long_deck_is_played_others_write_into_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By then the decks played before it are on the disk, too."""
    path, clock, seen = tmp_path / "results", [100.0], list[int]()
    game, found = find_preset("throw_in")
    of = Arena(game.id, "throw_in", as_dict(found.options), 1)
    up = ("steady", "uniform")

    def slow(of: Arena, seats: int, due: Iterator[DeckSeating], stopped: Stopped) -> Iterator[Played]:
        for seating in due:
            if seating.turn == 0 and seating.deck:
                clock[0] += 60
                assert not stopped()
                seen.append(len(rows(path)))
                with closing(sqlite3.connect(path, timeout=0)) as other, other:
                    other.execute("insert into setting(code) values ('x')")
            yield seating, Deal(seating.styles, (1.0, 0.0))

    monkeypatch.setattr("cardtable.arena.store.monotonic", lambda: clock[0])
    with closing(Store(path)) as store:
        arena.run(of, up, 2, 6, slow, store=store)
    assert seen == [1, 2]
    assert len(rows(path)) == 3


@pytest.mark.slow
@pytest.mark.slow
def test_ratings_of_all_that_was_played(tmp_path: Path) -> None:
    path = tmp_path / "results"
    numbers("arena", "throw_in", "--bots", "steady,lowest,uniform", "--deals", "60", "--json", "--store", str(path))
    numbers(
        "arena", "transfer", "--bots", "steady,lowest", "--seats", "2", "--deals", "40", "--json", "--store", str(path)
    )
    found = numbers("ratings", str(path), "--json")
    assert found["family"] == "durak"
    assert found["presets"] == ["throw_in", "transfer"]
    assert found["decks"] == 110
    assert [row["bot"] for row in found["ratings"]] == ["steady", "lowest", "uniform"]
    assert [row["decks"] for row in found["ratings"]] == [80, 80, 60]
    assert sum(row["elo"] for row in found["ratings"]) == pytest.approx(4500, abs=1)
    assert all(0 < row["elo_error"] < 60 for row in found["ratings"])
    assert len(found["next"]) == 3
    shown = run("ratings", str(path)).output
    assert "●" in shown or "o" in shown
    assert "Play next: " in shown


def test_a_deck_that_brings_several_styles_together_counts_once_for_each(tmp_path: Path) -> None:
    path = tmp_path / "results"
    styles = "steady,lowest,uniform,shamok_hunter"
    numbers("arena", "nizhny", "--bots", styles, "--deals", "8", "--json", "--store", str(path))
    found = numbers("ratings", str(path), "--json")
    assert found["decks"] == 2
    assert [row["decks"] for row in found["ratings"]] == [2] * 4
    assert len(re.findall(r" ± \d+ +2 ", run("ratings", str(path)).output)) == 4


def test_a_file_in_which_nothing_was_played_is_told(tmp_path: Path) -> None:
    Store(tmp_path / "empty").close()
    for more in ((), ("--family", "durak"), ("--code", "x")):
        assert "nothing was played yet" in run("ratings", str(tmp_path / "empty"), *more).output
    assert "no such file" in run("ratings", str(tmp_path / "none")).output
    assert not (tmp_path / "none").exists()


def test_what_a_version_has_not_played_is_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "results")
    numbers(*TWO, "--deals", "2", "--store", path)
    monkeypatch.setattr("cardtable.arena.store.code", lambda: "another")
    numbers("arena", "burkozel", "--bots", "steady,uniform", "--deals", "2", "--json", "--store", path)
    assert numbers("ratings", path, "--code", "another", "--json")["family"] == "bura"
    done = run("ratings", path, "--code", "another", "--family", "durak")
    assert done.exit_code == 2
    assert f"--family durak: {path} holds bura" in done.output


def decks_of(strength: dict[str, float], pairs: list[Pair], count: int, seed: int) -> dict[Outcome, int]:
    """Random decks between styles of known strengths in Elo points; each deck has two correlated deals."""
    rng = Random(seed)
    found: dict[Outcome, int] = {}
    for a, b in pairs:
        even = 1 / (1 + 10 ** ((strength[b] - strength[a]) / 400))
        for _ in range(count):
            first = float(rng.random() < even)
            second = first if rng.random() < 0.5 else float(rng.random() < even)
            key = outcome({(a, b): [first, second]})
            found[key] = found.get(key, 0) + 1
    return found


def test_errors_of_ratings_are_as_large_as_the_ratings_scatter() -> None:
    """Over experiments with known strengths: 90 to 100 % of the 95 % intervals contain the true value."""
    strength = {"a": 1600.0, "b": 1500.0, "c": 1400.0}
    hits = total = 0
    for seed in range(60):
        found = rate(decks_of(strength, [("a", "b"), ("b", "c")], 400, seed)).ratings
        for style, rating in found.items():
            hits += abs(rating.elo - strength[style]) < 1.96 * rating.error
            total += 1
    assert 0.9 < hits / total < 0.99


def test_the_next_pair_connects_those_who_never_met_and_then_tells_neighbours_apart() -> None:
    strength = {"a": 1600.0, "b": 1590.0, "c": 1300.0, "d": 1200.0}
    apart = rate(decks_of(strength, [("a", "b"), ("c", "d")], 200, 1))
    assert len(apart.unconnected()) == 1
    assert set(apart.next_pairs(1)[0]) & {"a", "b"}
    assert set(apart.next_pairs(1)[0]) & {"c", "d"}
    found = rate(decks_of(strength, [("a", "c"), ("b", "c"), ("c", "d"), ("c", "d")], 400, 1))
    assert not found.unconnected()
    assert found.next_pairs(1) == [("a", "b")]
    assert len(found.next_pairs(9)) == len(set(found.next_pairs(9))) == 6
    nobody = rate({})  # As a damaged store may say.
    assert nobody.ratings == {}
    assert nobody.next_pairs(3) == []
    assert isinstance(found.ratings["a"], Rating)


@pytest.mark.slow
def test_a_million_decks_are_rated_in_ten_seconds(tmp_path: Path) -> None:
    path = tmp_path / "results"
    Store(path).close()
    rng, styles = Random(1), "abcdefgh"
    results = [f"[[{a},{1 - a}],[{b},{1 - b}]]" for a in (0, 0.5, 1) for b in (0, 0.5, 1)]
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("insert into setting values (1, 'x', 'durak', 'throw_in', '{}', 2, 0)")
        pairs = [(a, b) for a in styles for b in styles if a < b]
        db.executemany(
            "insert into lineup values (?, 1, ?)", [(nth, json.dumps(pair)) for nth, pair in enumerate(pairs)]
        )
        db.executemany(
            "insert into deck values (?, ?, ?, null)",
            ((nth % len(pairs), nth, rng.choice(results)) for nth in range(1_000_000)),
        )
    began = process_time()
    assert numbers("ratings", str(path), "--json")["decks"] == 1_000_000
    assert process_time() - began < 10


@pytest.mark.parametrize(
    "scores", ["[[1", "[[1.0,0.0],[1e300,0.0]]", "[[NaN,0],[1,0]]", "[" * 100_000, "{}", "[[[],0]]"]
)
@pytest.mark.every(2)
def test_a_damaged_row_is_one_line(scores: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    numbers(*TWO, "--deals", "4", "--store", str(path))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("update deck set scores = ?", (scores,))
    for args in (("ratings", str(path)), (*TWO, "--deals", "4", "--store", str(path))):
        done = run(*args)
        assert done.exit_code == 1
        assert "a row of it is damaged" in done.output
    with pytest.raises(BadStore), closing(Store(path)) as store:
        store.settings()


@pytest.mark.parametrize(
    "change", ["setting set family = 'dur'", "setting set preset = x'00'", "lineup set styles = '[1, \"uniform\"]'"]
)
def test_a_row_that_names_nothing_is_one_line(change: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    numbers(*TWO, "--deals", "4", "--store", str(path))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"update {change}")
    done = run("ratings", str(path))
    assert done.exit_code == 1
    assert "a row of it is damaged" in done.output


def test_nothing_that_a_terminal_obeys_comes_out_of_a_file_of_results(tmp_path: Path) -> None:
    path = tmp_path / "results"
    numbers(*TWO, "--deals", "4", "--store", str(path))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("update setting set preset = 'x\x9b2J'")
        db.execute("update lineup set styles = ?", (json.dumps(["a\x1b[2J", "\x9b"]),))
    done = run("ratings", str(path))
    assert done.exit_code == 0
    assert not {"\x1b", "\x9b"} & set(done.output)
