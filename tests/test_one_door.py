"""A table's terms from a file are checked like those that a person types, and nothing gets past the check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from cardtable.desk.cups import agreed_for, begun, entrant_plans
from cardtable.desk.replays import kept
from cardtable.desk.screen import home, settings_for
from cardtable.desk.tables import last_agreed, open_table, saved_tables, seat_plans
from cardtable.engine.text import plain
from cardtable.match.record import read_record
from cardtable.match.record.lines import encode
from cardtable.match.terms import BadTerms, check_players, check_seed
from cardtable.match.tournament import FILE, Tournament, read_agreement
from cardtable.paths import config_dir, records_dir
from cardtable.words import Words
from tests.test_odd_files import Run, match, run
from tests.test_records import rows_of, written
from tests.test_tournament import agreed

__all__ = ["run"]

pytestmark = pytest.mark.usefixtures("own_home")

Fields = dict[str, Any]


@pytest.fixture
def deep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder deep below the test's own, with the player's files: paths that lead out of it are still found."""
    folder = tmp_path / "far" / "below"
    monkeypatch.setenv("CARDTABLE_HOME", str(folder / "home"))
    return folder


NAMES = {
    "no name": "",
    "a blank": " ",
    "21 letters": "x" * 21,
    "a command for the terminal": "\x1b[2J",
    "a bell": "A\x07",
    "two lines": "A\nBoris plays the king",
    "another command": "A\x9b31m",
    "a line of Unicode's": "A\u2028B",
    "another direction": "A\u202eB",
    "nothing to be seen": "A\u200b",
    "a list": ["Anna"],
    "a number": 5,
    "nothing": None,
}
"""Names that nobody can have."""

SEEDS = {
    "a text": "5",
    "half": 1.5,
    "true": True,
    "nothing": None,
    "a list": [5],
    "too much": 1 << 63,
    "too little": -(1 << 80),
}

HEADERS: dict[str, Fields] = {
    "a preset that is a path": {"preset": "/../../../../x"},
    "a preset that goes up": {"preset": "../../x"},
    "an unknown preset": {"preset": "whist"},
    "another family's preset": {"preset": "king_minsk"},
    "a preset that is a number": {"preset": 5},
    "no family": {"family": None},
    "an unknown option": {"options": {"../x": 1}},
    "an unknown value": {"options": {"deck": "../x"}},
    "a value in brackets": {"options": {"deck": {"deck": 36}}},
    "options that are a list": {"options": ["deck"]},
    "nobody": {"seats": []},
    "one player": {"seats": [{"name": "Anna", "kind": "person"}]},
    "13 players": {"seats": [{"name": f"P{nth}", "kind": "person"} for nth in range(13)]},
    "seats that are a text": {"seats": "Anna"},
    "seats that are texts": {"seats": ["Anna", "Bot"]},
    "two of one name": {"seats": [{"name": "Anna", "kind": "person"}] * 2},
    "no bot and no person": {"seats": [{"name": "Anna", "kind": "robot"}, {"name": "Bot", "kind": "bot:steady"}]},
    "a bot without a style": {"seats": [{"name": "Anna", "kind": "person"}, {"name": "Bot", "kind": "bot:"}]},
    **{
        f"a name that is {what}": {"seats": [{"name": name, "kind": "person"}, {"name": "Bot", "kind": "bot:steady"}]}
        for what, name in NAMES.items()
    },
    **{f"a seed that is {what}": {"seed": seed} for what, seed in SEEDS.items()},
}
"""For each fault, the fields of a header with a correct checksum."""


def tree(folder: Path) -> set[Path]:
    """Everything in a folder."""
    return set(folder.rglob("*"))


def header_over(path: Path, fields: Fields) -> None:
    """Puts other fields into the header of a record."""
    rows = rows_of(path.read_bytes())
    rows[0].update(fields)
    path.write_bytes(written(rows))


@pytest.mark.parametrize("fields", HEADERS.values(), ids=HEADERS)
@pytest.mark.every(5)
def test_a_header_that_nobody_could_have_typed_is_refused_everywhere(
    fields: Fields, run: Run, tmp_path: Path, deep: Path
) -> None:
    bad = match(records_dir() / "a.jsonl", over=False)
    header_over(bad, fields)
    data, before = bad.read_bytes(), tree(tmp_path)
    for command in (["check"], ["replay"], ["replay", "--json"], ["resume", "--plain"]):
        status, out, errors = run(*command, str(bad))
        assert (status, out, len(errors)) == (1, "", 1), command
        assert errors[0].startswith(f"cardtable: {bad}: line 1: ")
        assert errors[0].isprintable()
    status, out, errors = run("resume", "--plain")
    assert (status, out, len(errors)) == (1, "", 2)
    assert str(bad) in errors[0]
    assert "there is no match to go on with" in errors[1]
    menu = home(Words())
    assert not menu.unfinished
    if menu.same_table is not None:  # The names of the players can be read, but not the play.
        assert "options" in fields
        with pytest.raises(ValueError, match=r"option|possible"):
            menu.same_table()
    assert bad.read_bytes() == data
    assert tree(tmp_path) - before <= {bad.parent.parent / "stats.sqlite"}


def test_a_style_that_no_bot_has_is_told_before_the_match_goes_on(run: Run) -> None:
    bad = match(records_dir() / "a.jsonl", over=False)
    header_over(bad, {"seats": [{"name": "Anna", "kind": "person"}, {"name": "Bot", "kind": "bot:nobody"}]})
    data = bad.read_bytes()
    status, out, (error,) = run("resume", "--plain", str(bad))
    assert (status, out) == (1, "")
    assert "bot nobody: no such style plays durak" in error
    assert bad.read_bytes() == data
    assert not home(Words()).unfinished


def test_a_match_of_bots_alone_cannot_be_played_on(run: Run) -> None:
    path = match(records_dir() / "a.jsonl", over=False)
    header_over(path, {"seats": [{"name": "A", "kind": "bot:steady"}, {"name": "B", "kind": "bot:steady"}]})
    data = path.read_bytes()
    status, out, errors = run("resume", "--plain", str(path))
    assert (status, out) == (1, "")
    assert errors == [f"cardtable: {path}: only bots play this match; `cardtable replay` shows it"]
    assert last_agreed() is None
    assert len(kept()) == 1
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seat", "A\u202eB", "--seat", "bot:steady"], "1 to 20 printable letters"),
        (["--seat", "A\x9b", "--seat", "bot:steady"], "1 to 20 printable letters"),
        (["--seat", "\u200b", "--seat", "bot:steady"], "1 to 20 printable letters"),
        (["--seat", "x" * 21, "--seat", "bot:steady"], "1 to 20 printable letters"),
        (["--seed", str(1 << 63)], "seed: 9223372036854775808 is not between"),
        (["--seed", "9" * 5000], "--seed"),
    ],
)
def test_what_is_typed_is_refused_by_the_same_door(arguments: list[str], said: str, run: Run) -> None:
    status, out, errors = run("play", "throw_in", "--plain", *arguments)
    assert (status, out) == (2, "")
    assert said in errors[-1]
    assert not records_dir().exists()


@given(st.lists(st.text(max_size=25), max_size=14, unique=True))
def test_a_name_that_passes_is_written_in_one_line_as_it_is(names: list[str]) -> None:
    try:
        check_players(names)
    except BadTerms:
        return
    assert 2 <= len(names) <= 12
    for name in names:
        assert 1 <= len(name) <= 20
        assert f"{name} plays".splitlines() == [f"{name} plays"]
        assert name.encode().decode() == name
        assert json.loads(encode(0, {"name": name}))["name"] == name


@given(st.integers())
def test_a_seed_that_passes_is_a_number_of_64_bits(seed: int) -> None:
    if -(1 << 63) <= seed < 1 << 63:
        check_seed(seed)
    else:
        with pytest.raises(BadTerms, match="seed"):
            check_seed(seed)


@pytest.mark.parametrize("drawn", [0, 1 << 40, (1 << 63) - 1])
def test_cards_that_nobody_chose_are_one_of_2_63_matches_and_kept(drawn: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 2^32, a player could try all, compare their own cards, and learn the others'."""
    bounds: list[int] = []

    def draw(below: int) -> int:
        bounds.append(below)
        return drawn

    monkeypatch.setattr("secrets.randbelow", draw)
    table = open_table("throw_in", seat_plans(("Anna", "bot:uniform"), "throw_in"), (), None)
    table.close()
    assert table.path is not None
    assert read_record(table.path).header.seed == drawn
    cup = begun(agreed_for("throw_in", (), entrant_plans("throw_in", ("bot:uniform",) * 3), None))
    cup.close()
    assert read_agreement(cup.folder).seed == drawn
    assert bounds == [1 << 63] * 2


# Tournaments

AGREEMENTS: dict[str, Fields] = {
    **{what: fields for what, fields in HEADERS.items() if "seats" not in fields},
    "the rules of tomorrow": {"rules": 99},
    "rules that are a text": {"rules": "1"},
    "a table of one": {"table_size": 1},
    "a table without end": {"table_size": 10**9},
    "a table that is a text": {"table_size": "4"},
    "another way to go on": {"advance": "all"},
    "a way that is a list": {"advance": ["fool_out"]},
    "a format that is a text": {"cardtable_tournament": "1"},
    "a format that is a list": {"cardtable_tournament": [1]},
    "another format": {"cardtable_tournament": 3},
    "no entrants": {"entrants": []},
    "two entrants": {"entrants": [{"name": name, "kind": "bot:steady"} for name in "AB"]},
    "65 entrants": {"entrants": [{"name": f"P{nth}", "kind": "bot:steady"} for nth in range(65)]},
    "entrants that are a number": {"entrants": 5},
    "entrants that are texts": {"entrants": ["Anna", "Boris", "Vera"]},
    "a bot that nobody made": {"entrants": [{"name": name, "kind": "bot:nobody"} for name in "ABC"]},
    "two of one name": {"entrants": [{"name": name, "kind": "bot:steady"} for name in "ABA"]},
    **{
        f"a name that is {what}": {
            "entrants": [
                {"name": "A", "kind": "bot:steady"},
                {"name": "B", "kind": "bot:steady"},
                # The arena's name for a bot may be longer.
                {"name": name, "kind": "person"},
            ]
        }
        for what, name in NAMES.items()
    },
}


@pytest.mark.parametrize("fields", AGREEMENTS.values(), ids=AGREEMENTS)
@pytest.mark.every(4)
def test_an_agreement_that_nobody_could_have_typed_is_one_line(
    fields: Fields, run: Run, tmp_path: Path, deep: Path
) -> None:
    cup = deep / "cup"
    Tournament.create(cup, agreed()).close()
    (row,) = rows_of((cup / FILE).read_bytes())
    data = encode(0, {**row, **fields})
    (cup / FILE).write_bytes(data)
    before = tree(tmp_path)
    status, out, errors = run("tournament", "--resume", str(cup))
    assert (status, out, len(errors)) == (1, "", 1)
    assert str(cup) in errors[0]
    assert errors[0].isprintable()
    assert (cup / FILE).read_bytes() == data
    assert tree(tmp_path) == before


# Kept tables

TABLE: Fields = {
    "name": "ours",
    "preset": "throw_in",
    "seats": [{"name": "Anna"}, {"name": "Bot", "bot": "steady"}],
    "options": {"deck": 24},
}


TABLES: dict[str, Fields] = {
    **{
        f"no {name}": {other: value for other, value in TABLE.items() if other != name}
        for name in ("name", "preset", "seats")
    },
    **{
        f"{name} that is {what}": {**TABLE, name: value}
        for name in TABLE
        for what, value in {"a number": 5, "a text of its own": "\x1b", "a list": [1, "x"], "a truth": True}.items()
    },
    "an unknown preset": {**TABLE, "preset": "../x"},
    "an unknown option": {**TABLE, "options": {"decks": 24}},
    "an unknown value": {**TABLE, "options": {"deck": 5}},
    "a value in brackets": {**TABLE, "options": {"deck": {"deck": 24}}},
    "nobody": {**TABLE, "seats": []},
    "one player": {**TABLE, "seats": [{"name": "Anna"}]},
    "bots alone": {**TABLE, "seats": [{"name": "A", "bot": "steady"}, {"name": "B", "bot": "steady"}]},
    "a bot that nobody made": {**TABLE, "seats": [{"name": "A"}, {"name": "B", "bot": "nobody"}]},
    "a bot that is a number": {**TABLE, "seats": [{"name": "A"}, {"name": "B", "bot": 5}]},
    "a bot that is a list": {**TABLE, "seats": [{"name": "A"}, {"name": "B", "bot": ["steady"]}]},
    "two of one name": {**TABLE, "seats": [{"name": "Anna"}, {"name": "Anna", "bot": "steady"}]},
    "too many": {**TABLE, "seats": [{"name": f"P{nth}"} for nth in range(12)]},
    **{
        f"a player's name that is {what}": {**TABLE, "seats": [{"name": name}, {"name": "Bot", "bot": "steady"}]}
        for what, name in NAMES.items()
        if name is not None
    },
}


@pytest.mark.parametrize("row", TABLES.values(), ids=TABLES)
@pytest.mark.every(4)
def test_a_kept_table_that_nobody_could_have_put_together_is_one_line_and_the_others_stay(row: Fields) -> None:
    config_dir().mkdir(parents=True)
    path = config_dir() / "tables.toml"
    path.write_text(tomlkit.dumps({"table": [row, TABLE]}), encoding="utf-8")
    (found,) = saved_tables()
    assert (found.name, found.names, found.styles) == ("ours", ("Anna", "Bot"), (None, "steady"))
    (trouble,) = settings_for(Words()).troubles
    assert plain(trouble).startswith(f"{path}: table 1: ")
