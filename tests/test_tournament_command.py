"""`cardtable tournament` as a user meets it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardtable.bots import Decision
from cardtable.bots.styles import uniform
from cardtable.cli import cli, main
from cardtable.desk.cups import kept_in, last_unfinished, reopened
from cardtable.engine.moves import Move
from cardtable.match.table import Table

BOT = ("--entrant", "bot:steady")
SEVEN = (*BOT * 3, "--entrant", "Deep=bot:uniform", *BOT * 3)


pytestmark = pytest.mark.usefixtures("own_home")


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, ["tournament", *args], catch_exceptions=False)


def test_bots_play_to_the_champion_and_the_bracket_is_told() -> None:
    result = run("throw_in", *SEVEN, "--set", "table_size=3", "--seed", "7")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        *("Stage 1", "  Table 1", "  Table 2", "  Table 3"),
        *("Stage 2", "  Table 1", "  Table 2"),
        *("Stage 3", "  Table 1"),
        "Champion",
    ]
    assert lines[0] == "Stage 1: 7 players"
    assert lines[-1].endswith("who takes the pool of 7 points")
    assert result.output.count("(out)") == 6
    assert "Deep" in result.output


def test_json_names_everything_and_is_the_same_for_the_same_seed() -> None:
    args = ("throw_in", *SEVEN, "--set", "table_size=2", "--seed", "7", "--json")
    one, same = run(*args).output, run(*args).output
    assert one == same
    found = json.loads(one)
    assert set(found) == {
        *("form", "preset", "seed", "table_size", "advance", "entrants", "pool", "stages", "champion", "standings"),
    }
    assert found["pool"] == 7
    assert [[len(table["seats"]) for table in stage] for stage in found["stages"]] == [[2, 2, 2, 1], [2, 2], [2]]
    bye = found["stages"][0][3]
    assert bye["bye"]
    assert bye["through"] == bye["seats"]
    assert bye["records"] == []
    final = found["stages"][-1][0]
    assert final["through"] == [found["champion"]]
    assert found["standings"][0] == {"place": 1, "name": found["champion"], "out_in": None, "points": 6}
    assert sum(row["points"] for row in found["standings"]) == 0


def test_records_lie_where_they_are_wanted_and_follow_the_rules(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    result = run("transfer", *BOT * 4, "--seed", "1", "--set", "advance=winner_only", "--records", str(folder))
    assert result.exit_code == 0
    records = sorted(folder.glob("*.jsonl"))
    assert records
    assert CliRunner().invoke(cli, ["check", *map(str, records)]).exit_code == 0
    again = run("--resume", str(folder))
    assert again.exit_code == 0
    assert again.output == result.output


def test_a_bot_that_fails_is_named_and_the_tournament_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another bot moves for it, and its output disturbs nothing."""

    def fails(*args: object) -> Decision:
        print("I fail")
        sys.exit(1)

    monkeypatch.setattr(uniform.Uniform, "choose", fails)
    result = run("throw_in", *SEVEN, "--seed", "7", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["champion"]
    assert "cardtable: Deep: the bot has failed, another one made its moves." in result.stderr.splitlines()


def test_ctrl_c_tells_how_far_it_came_and_it_can_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = tmp_path / "cup"
    bot_move = Table.bot_move
    calls: list[int] = []

    def interrupted(table: Table, seat: int) -> Move:
        calls.append(seat)
        if len(calls) == 120:
            raise KeyboardInterrupt
        return bot_move(table, seat)

    with monkeypatch.context() as patched:
        patched.setattr(Table, "bot_move", interrupted)
        result = run("throw_in", *SEVEN, "--seed", "7", "--records", str(cup))
        assert result.exit_code == 130
        assert result.output.startswith("Stage 1: 7 players")
        assert "(out)" in result.output
        assert f"cardtable tournament --resume {cup}" in result.output
        calls[:] = [0] * 110
        again = run("--resume", str(cup), "--json")
        assert again.exit_code == 130
        assert json.loads(again.stdout)["champion"] is None
    assert run("--resume", str(cup)).output.splitlines()[-1].startswith("Champion: ")


def test_a_tournament_that_was_cut_short_is_the_one_to_go_on_with() -> None:
    assert last_unfinished() is None
    args = ("throw_in", *BOT * 5, "--seed", "3")
    whole = run(*args).output
    assert last_unfinished() is None
    (folder,) = kept_in().iterdir()
    for record in folder.glob("stage-0[2-9]*"):
        record.unlink()
    assert last_unfinished() == folder
    assert CliRunner().invoke(cli, ["resume", "--plain"]).output == whole
    assert last_unfinished() is None


@pytest.mark.parametrize(
    ("args", "status", "parts"),
    [
        ([], 2, ["PRESET", "--resume DIR"]),
        (["thrwo_in"], 2, ["thrwo_in", "did you mean throw_in?"]),
        (["throw_in"], 2, ["3 to 64 entrants, not for 0"]),
        (["throw_in", *BOT * 65], 2, ["not for 65"]),
        (["double", *BOT * 4], 2, ["double is a game for 4 players", "D-83"]),
        (["epaulettes_ladder", *BOT * 4], 2, ["match=ladder", "one deal"]),
        (["throw_in", *BOT * 3, "--set", "tabel_size=3"], 2, ["tabel_size", "did you mean table_size?"]),
        (["throw_in", *BOT * 3, "--set", "table_size=7"], 2, ["table_size=7", "2 to 6"]),
        (["throw_in", *BOT * 3, "--set", "advance=winner"], 2, ["advance=winner", "did you mean winner_only?"]),
        (["throw_in", *BOT * 3, "--set", "first_limit=x"], 2, ["first_limit=x", "1 to 52, none"]),
        (["throw_in", *BOT * 3, "--set", "deck"], 2, ["deck", "OPTION=VALUE"]),
        (["throw_in", *BOT * 2, "--entrant", "Deep=bot:stedy"], 2, ["stedy", "did you mean steady?"]),
        (["throw_in", *BOT * 2, "--entrant", "Deep=steady"], 2, ["'Deep=steady'", "NAME=bot:STYLE"]),
        (["throw_in", *BOT * 2, "--entrant", "x" * 21], 2, ["1 to 20 printable letters"]),
        (["throw_in", *BOT * 2, "--entrant", " "], 2, ["1 to 20 printable letters"]),
        (["throw_in", *BOT, "--entrant", "Anna", "--entrant", "Anna"], 2, ["Anna: two players"]),
        (["throw_in", *BOT * 2, "--entrant", "Anna"], 1, ["terminal"]),
        (["--resume", "nowhere"], 1, ["nowhere", "no tournament"]),
        (["throw_in", "--resume", "nowhere"], 2, ["--resume", "PRESET"]),
    ],
)
def test_a_mistake_is_answered_in_one_line(
    args: list[str],
    status: int,
    parts: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["cardtable", "tournament", *args])
    with pytest.raises(SystemExit) as stopped:
        main()
    out, err = capsys.readouterr()
    assert out == ""
    assert stopped.value.code == status
    (line,) = err.strip().splitlines()
    assert all(part in line for part in parts), line
    assert not kept_in().exists()


def test_folders_that_do_not_fit_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cup"
    run("throw_in", *BOT * 3, "--seed", "1", "--records", str(folder))
    blocked = tmp_path / "file"
    blocked.write_text("")
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / "tournament.json").write_text("{}")
    kept = reopened(folder)
    for args, part in [
        (["throw_in", *BOT * 3, "--records", str(folder)], "not empty"),
        (["throw_in", *BOT * 3, "--records", str(blocked / "cup")], str(blocked)),
        (["--resume", str(damaged)], "no tournament of cardtable"),
        (["--resume", str(folder)], "open in another cardtable"),
    ]:
        monkeypatch.setattr(sys, "argv", ["cardtable", "tournament", *args])
        with pytest.raises(SystemExit) as stopped:
            main()
        assert stopped.value.code == 1
        (line,) = capsys.readouterr().err.strip().splitlines()
        assert part in line
    kept.close()
