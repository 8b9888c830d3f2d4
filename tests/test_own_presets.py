"""A player's own presets: found in their folder, played like the others, refused with one line if wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardtable.bots.finding import usual
from cardtable.cli import cli
from cardtable.desk.cups import agreed_for, entrant_plans
from cardtable.engine.text import plain
from cardtable.games import FAMILIES, family, find_preset, games_of
from cardtable.games.own import forget, trouble
from cardtable.match.record import make_header, read_record
from cardtable.match.table import Table

KITCHEN = """\
# At home.
[durak_kitchen]
from = "throw_in"
title = "Kitchen fool"
options = { first_limit = 4 }

[durak_attic]
from = "durak_kitchen"
title = "Attic fool"
players = "2-3"
usual = 3
"""


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    forget()
    yield
    forget()


@pytest.fixture
def file(own_home: Path) -> Path:
    """The file of the player's own presets for Durak."""
    path = own_home / "config" / "presets" / "durak.toml"
    path.parent.mkdir(parents=True)
    path.write_text(KITCHEN, encoding="utf-8")
    return path


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, args)


def test_they_are_listed_and_say_what_they_change(file: Path) -> None:
    assert [game.id for game in games_of("durak")][-2:] == ["durak_kitchen", "durak_attic"]
    game, attic = find_preset("durak_attic")
    assert (game.id, attic.title, attic.seats, attic.players) == ("durak", "Attic fool", (2, 3), 3)
    assert attic.options.first_limit == 4
    assert attic.aim == find_preset("throw_in")[1].aim
    listed = run("games", "durak").stdout
    assert "durak_attic" in listed
    assert "first_limit=4" in listed
    assert run("rules", "attic fool").stdout.startswith("Durak: Attic fool")


def test_a_record_names_the_preset_that_theirs_is_made_from(file: Path, tmp_path: Path) -> None:
    game, attic = find_preset("durak_attic")
    header = make_header(game, "durak_attic", attic.options, ("Anna", "B"), ("person", "bot:steady"), 1)
    table = Table.begin(game.rules(attic.options, 2), header, tmp_path / "x.jsonl")
    while table.to_act:
        table.submit(table.to_act[0], table.hint(table.to_act[0], "lowest").move)
    table.close()
    file.unlink()
    forget()
    record = read_record(tmp_path / "x.jsonl")
    assert (record.header.preset, record.header.options["first_limit"]) == ("throw_in", 4)
    assert run("check", str(tmp_path / "x.jsonl")).exit_code == 0
    assert "durak_attic" not in family("durak").presets


def test_they_are_played_in_lines_in_the_arena_and_in_tournaments(file: Path, own_home: Path) -> None:
    played = CliRunner().invoke(cli, ["play", "durak_attic", "--plain"], input="")
    assert played.exit_code == 0, played.output
    (path,) = (own_home / "data" / "records").glob("*durak_attic*.jsonl")
    header = read_record(path).header
    assert (header.preset, len(header.names)) == ("throw_in", 3)
    assert header.kinds[1] == f"bot:{usual('durak')}"
    arena = run("arena", "durak_kitchen", "--bots", "lowest,uniform", "--deals", "2", "--json")
    assert json.loads(arena.stdout)["options"]["first_limit"] == 4
    cup = agreed_for("durak_kitchen", (), entrant_plans("durak_kitchen", ("bot:lowest", *["bot:uniform"] * 3), 1), 1)
    assert (cup.preset, cup.options["first_limit"]) == ("throw_in", 4)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("first_limit = 4", "first_limit = 99", "line 5: first_limit=99 is not possible; allowed: 1 to 52, none"),
        ('from = "throw_in"', 'from = "burkozel"', "line 3: from: there is no preset burkozel above"),
        ('from = "throw_in"', 'aim = "Win."', "line 2: from is missing"),
        ("[durak_kitchen]", "[kitchen]", "line 2: kitchen: call it durak_NAME, in at most 30 small letters"),
        ("[durak_kitchen]", '["durak_\\u001b[31m"]', "call it durak_NAME"),
        ("[durak_kitchen]", "[throw_in]", "line 2: throw_in: call it durak_NAME, in at most 30 small letters"),
        ('players = "2-3"', 'players = "2-30"', "line 10: players must be a number from 2 to 12"),
        ("usual = 3", "usual = 3\nminuets = 5", "line 12: minuets is none of from, title"),
        ("usual = 3", "usual =", "not valid TOML"),
        ('title = "Attic fool"', 'title = "Attic {fool}"', "line 9: title must have no braces"),
    ],
)
def test_one_that_cannot_be_is_named_with_its_line_and_nothing_else_is_lost(
    file: Path, right: str, wrong: str, said: str
) -> None:
    assert KITCHEN.count(right) == 1
    file.write_text(KITCHEN.replace(right, wrong), encoding="utf-8")
    told = trouble(family("durak"))
    assert told is not None
    assert str(file) in plain(told)
    assert said in plain(told)
    assert "\x1b" not in plain(told)
    assert "durak_kitchen" not in family("durak").presets
    listed = run("games", "durak")
    assert listed.exit_code == 0
    assert said in listed.stderr
    refused = run("play", "durak_kitchen", "--plain")
    assert (refused.exit_code, said in refused.stderr) == (2, True)
    assert file.read_text(encoding="utf-8") == KITCHEN.replace(right, wrong)


def test_a_folder_in_its_place_is_told(file: Path) -> None:
    file.unlink()
    file.mkdir()
    told = trouble(family("durak"))
    assert told is not None
    assert plain(told) == f"{file}: it is a folder"


def test_no_preset_of_ours_is_called_as_one_of_theirs_may_be() -> None:
    """Theirs begin with the family's id, so that no name can mean another game than it says."""
    for name in FAMILIES:
        for other in FAMILIES:
            if name != other:
                assert not [preset for preset in family(name).listed if preset.startswith(f"{other}_")]
    assert not any(one.startswith(f"{other}_") for one in FAMILIES for other in FAMILIES)
