"""Building blocks for the inputs of `fuzz.py`: odd texts, valid files, and damaged ones."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import tomlkit
from fuzz_steps import Step, quick_judge
from hypothesis import strategies as st

from cardtable.games import FAMILIES, family, find_preset
from cardtable.match.record.lines import encode

TOP = Path(__file__).resolve().parent.parent
Draw = Callable[[st.SearchStrategy[Any]], Any]
RECORD = "data/records/2026-01-02-030405-x.jsonl"
CUP = "data/tournaments/x"


def each(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


PRESETS = [name for game in map(family, FAMILIES) for name in game.presets]
NASTY = (
    *each("{0} {who} %s ../x /../../../x ~ - -- = : bot: bot:x person bot:steady bot:uniform none A[/] [b]"),
    *("Ё", "日本", "e\u0301", "\u200b", "\u202e", "\x07", "\x7f", "1e400", "nan", "99999999999999999999"),
    *each("0 0001-01-01 9999-12-31 2026-11-22 1:0"),
    *("", " ", "A\nB", "\x00", "\x1b[2J", "\x1b]0;x\x07", "\x9b2J", "\u2028", "A" * 300, "9" * 5000),
)
BYTES = ("\udcff", "\udcc0\udcee", "A\udce9", "\ufeff")
FRAGMENTS = (
    *("\n", "\r", "\x00", *each(r"""" ' \ [ ] { } , : = # \ud800 \u001b[2J Infinity NaN -1 1e999 null""")),
    *("[" * 3000, '{"a":' * 3000, "9" * 5000, "a." * 2000 + "b=1", *BYTES),
)
TEXTS = st.one_of(st.sampled_from(NASTY), st.text(max_size=12), st.sampled_from(PRESETS))
TYPED_TEXTS = st.one_of(TEXTS, st.sampled_from(BYTES)).map(lambda text: text.replace("\x00", ""))
NUMBERS = st.one_of(
    *(st.integers(-2, 12), st.integers(), st.floats()),
    st.sampled_from((1 << 31, 1 << 63, 1 << 200, 10**30, -(1 << 63), float("inf"), float("nan"))),
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=4,
)
CARDS = st.builds(lambda rank, suit: rank + suit, st.sampled_from("6789TJQKA2"), st.sampled_from("shdc"))


def altered(draw: Draw, thing: Any) -> Any:
    """A copy with one value somewhere inside removed or replaced."""
    if isinstance(thing, dict | list) and thing and draw(st.integers(0, 9)):
        key = draw(st.sampled_from(sorted(thing) if isinstance(thing, dict) else range(len(thing))))
        changed = thing.copy()
        match draw(st.integers(0, 6)):
            case 0:
                del changed[key]
            case 1 if isinstance(thing, dict):
                changed[draw(TEXTS)] = changed.pop(key)
            case _:
                changed[key] = altered(draw, thing[key])
        return changed
    if isinstance(thing, str) and draw(st.integers(0, 2)) == 0:
        return damaged(draw, list(thing), sep="").encode("utf-8", "ignore").decode()
    alike = TEXTS if isinstance(thing, str) else NUMBERS if type(thing) in (int, float) else VALUES
    return draw(st.one_of(alike, VALUES))


def damaged(draw: Draw, parts: Sequence[Any], other: Sequence[Any] = FRAGMENTS, sep: str | None = None) -> Any:
    """The parts with some dropped, doubled, moved, cut off, or replaced by others."""
    parts = [*parts]
    for _ in range(draw(st.integers(1, 3))):
        at, to = (draw(st.integers(0, max(0, len(parts) - 1))) for _ in range(2))
        match draw(st.sampled_from(("drop", "cut", "double", "move", "other", "insert"))):
            case "drop":
                del parts[at : at + 1]
            case "cut":
                del parts[at:]
            case "double":
                parts[at:at] = parts[at : at + 2]
            case "move" if parts:
                parts.insert(to, parts.pop(at))
            case "other":
                parts[at : at + 1] = other[to : to + 3]
            case _:
                parts.insert(at, draw(st.sampled_from(other or FRAGMENTS)))
    return parts if sep is None else sep.join(parts)


def spoiled(draw: Draw, lines: Sequence[str], other: Sequence[str]) -> list[str]:
    """The lines of a file with one damaged, or with some missing, moved or from another file."""
    if not lines or draw(st.booleans()):
        return [*damaged(draw, lines, other)]
    at = draw(st.integers(0, len(lines) - 1))
    return [*lines[:at], damaged(draw, lines[at], sep=""), *lines[at + 1 :]]


def as_toml(given: Any) -> list[str]:
    """These values as the lines of a TOML file, as far as TOML allows."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(one) for key, one in value.items()}
        return [plain(one) for one in value] if isinstance(value, list) else "none" if value is None else value

    return (tomlkit.dumps(plain(given)) if isinstance(given, dict) else repr(given)).splitlines(keepends=True)


def bad_toml(draw: Draw, lines: Sequence[str], other: Sequence[str] = FRAGMENTS) -> list[str]:
    """A TOML file that differs from this one, or is not valid TOML."""
    if draw(st.integers(0, 2)) == 0:
        return spoiled(draw, lines, other)
    found = tomlkit.parse("".join(lines)).unwrap()
    for _ in range(draw(st.integers(1, 3))):
        found = altered(draw, found)
    return as_toml(found)


def bad_json(draw: Draw, said: Any) -> list[str]:
    """A JSON file that differs from this value, or is not valid JSON."""
    if draw(st.integers(0, 2)) == 0:
        return spoiled(draw, json.dumps(said, indent=1).splitlines(keepends=True), FRAGMENTS)
    for _ in range(draw(st.integers(1, 3))):
        said = altered(draw, said)
    return [json.dumps(said)]


def sealed(rows: Sequence[Any]) -> list[str]:
    """The lines of a record with these rows, with correct numbers and checksums."""
    rows = [{key: row[key] for key in row if key not in ("n", "crc")} for row in rows if isinstance(row, dict)]
    return [encode(number, row).decode() for number, row in enumerate(rows)]


def bad_record(draw: Draw, lines: Sequence[str], other: Sequence[str] = FRAGMENTS) -> list[str]:
    """A record that is damaged, or altered with correct checksums."""
    if draw(st.booleans()):
        return spoiled(draw, lines, other)
    rows = [json.loads(line) for line in lines]
    for _ in range(draw(st.integers(1, 3))):
        # Half of the time the first line, which holds the whole agreement.
        at = 0 if draw(st.booleans()) else draw(st.integers(0, len(rows) - 1))
        rows[at] = altered(draw, rows[at])
    return sealed(rows)


@cache
def examples(pattern: str) -> list[list[str]]:
    """The lines of valid files."""
    return [path.read_text(encoding="utf-8").splitlines(keepends=True) for path in sorted(TOP.glob(pattern))]


def a_record(draw: Draw) -> list[str]:
    """A record of any family, possibly of people, with any names, possibly unfinished."""
    lines = draw(st.sampled_from(examples("tests/records/*/*.jsonl")))
    rows = [json.loads(line) for line in lines[: draw(st.integers(1, len(lines))) if draw(st.booleans()) else None]]
    for seat in rows[0]["seats"] if draw(st.booleans()) else ():
        seat["kind"] = draw(st.sampled_from(("person", "bot:uniform", seat["kind"])))
        seat["name"] = draw(st.one_of(st.just(seat["name"]), TEXTS))
    return sealed(rows)


@cache
def a_cup() -> list[Step]:
    """The files of a tournament played by bots; the last one is the agreement."""
    from cardtable.desk.cups import agreed_for, begun, entrant_plans

    with tempfile.TemporaryDirectory() as folder:
        plans = entrant_plans("throw_in", tuple(f"{name}=bot:uniform" for name in ("Anna", "Boris", "Vera", "Gleb")))
        played = begun(agreed_for("throw_in", ("table_size=3",), plans, 7), Path(folder) / "cup")
        while played.bracket.champion is None:
            for draw in played.bracket.undecided:
                played.play(draw)
        played.close()
        paths = sorted(played.folder.iterdir())
        return [["file", f"{CUP}/{path.name}", *path.read_text().splitlines(keepends=True)] for path in paths]


REVIEWED = "burkozel classic english_fool four_ranks goat32_stock king_minsk nizhny"
"""The families whose records are reviewed: short ones of every family."""


@cache
def a_review(name: str) -> tuple[list[str], list[str]]:
    """A record of Anna's, and the review of her decisions in its first deal, all called costly."""
    from cardtable.coach.kept import KeptReviews
    from cardtable.match.record import read_record
    from cardtable.match.replay import Replay

    rows = [json.loads(line) for line in (TOP / f"tests/records/v1/{name}.jsonl").read_text().splitlines()]
    rows[0]["seats"][0]["name"] = "Anna"
    lines = sealed(rows)
    with tempfile.TemporaryDirectory() as folder, quick_judge():
        path = Path(folder, "x.jsonl")
        path.write_text("".join(lines), encoding="utf-8")
        kept = KeptReviews(Replay(read_record(path)))
        review = kept.review(1, 0)
        for _ in review.go_on():
            pass
        kept.keep(review)
        return lines, kept.path.read_text(encoding="utf-8").splitlines(keepends=True)


@cache
def a_day(today: date) -> tuple[str, list[str]]:
    """The puzzle of a day, and the record of its deal, played by bots except for the last moves."""
    from cardtable.puzzles.daily import day_of, open_day, puzzle_of

    day = day_of(today, today)
    puzzle = puzzle_of(day)
    assert puzzle is not None
    with tempfile.TemporaryDirectory() as folder:
        table = open_day(day, "Anna", "en", Path(folder, "x.json"), Path(folder))
        for _ in range(12):
            table.submit(table.to_act[0], table.hint(table.to_act[0], "steady").move)
        table.close()
        return puzzle.id, Path(folder, f"{day.name}.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)


@cache
def a_day_line(today: date) -> str:
    """The line of a day's deal played to its end."""
    from cardtable.puzzles.daily import day_of, line_of, open_day

    day = day_of(today, today)
    with tempfile.TemporaryDirectory() as folder:
        open_day(day, "Anna", "en", Path(folder, "x.json"), Path(folder)).close()
        table = open_day(day, "Anna", "en", Path(folder, "x.json"), Path(folder))
        while table.to_act:
            seat = table.to_act[0]
            table.submit(seat, table.hint(seat, "steady").move)
        table.close()
        return str(line_of(day, Path(folder, day.file)))


@cache
def an_evening(preset: str) -> tuple[str, ...]:
    """The record of an evening of three deals that ends with somebody leaving."""
    from cardtable.match.record import make_header
    from cardtable.match.table import Table

    game, found = find_preset(preset)
    seats = found.players
    kinds = ("person", *["bot:lowest"] * (seats - 1))
    header = make_header(game, preset, found.options, ("Anna", "Boris", "Vera", "Gleb")[:seats], kinds, 7, evening=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.jsonl")
        table = Table.begin(game.rules(found.options, seats), header, path, durable=False)
        for nth in range(3):
            while table.to_act:
                seat = table.to_act[0]
                table.submit(seat, table.hint(seat, "lowest").move)
            if nth < 2:
                table.next_deal()
        table.rise(0)
        table.close()
        return tuple(path.read_text(encoding="utf-8").splitlines(keepends=True))


def own_presets(game: str) -> tuple[list[str], str]:
    """A file of a player's own presets for a family, and the name of one of them."""
    of = PRESETS[0] if game == "durak" else next(iter(family(game).presets))
    rows = {f"{game}_own": {"from": of, "title": "Ours"}, f"{game}_too": {"from": f"{game}_own", "title": "{who}"}}
    rows[f"{game}_too"]["players"] = str(min(find_preset(of)[1].seats))
    return as_toml(rows), f"{game}_own"


@cache
def results() -> dict[str, list[tuple[Any, ...]]]:
    """The rows of a file of arena results, by table."""
    from cardtable.arena import Arena, Store, by_processes, run
    from cardtable.engine.options import as_dict

    options = as_dict(find_preset("throw_in")[1].options)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x")
        with closing(Store(path)) as store:
            run(Arena("durak", "throw_in", options, 1), ("steady", "uniform"), 2, 4, by_processes(1), store=store)
        with closing(sqlite3.connect(path)) as db:
            return {name: db.execute(f"select * from {name}").fetchall() for name in ("setting", "lineup", "deck")}
