"""Records outlive the rules: a new option, or a new version of a family, costs players none of their records."""

from __future__ import annotations

import dataclasses
import shutil
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from click.testing import CliRunner

from cardtable.cli import cli
from cardtable.engine.options import Range, changed, specs
from cardtable.games import FAMILIES, family
from cardtable.match.record import BadRecord, OtherRules, read_record
from cardtable.match.replay import Replay
from cardtable.match.table import Table
from cardtable.match.tournament import Tournament
from cardtable.player.saved import load
from cardtable.player.stats import Stats
from tests.test_golden import stored, told
from tests.test_records import rows_of, written
from tests.test_tournament import agreed, play_all

NEW_FIELDS: list[tuple[str, Any, Any]] = [
    ("added_switch", bool, False),
    ("added_choice", Literal["as_it_was", "otherwise"], "as_it_was"),
    ("added_number", Annotated[int, Range(1, 9)], 3),
]


pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def _grown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives every family three more options."""
    for name in FAMILIES:
        game = family(name)
        assert game.options.BOOK is not None
        words = [f'[{field}]\nabout = "came later"\nrules = "X-01"' for field, _, _ in NEW_FIELDS]
        book = tmp_path / f"{name}.toml"
        book.write_text("\n".join([game.options.BOOK.read_text(encoding="utf-8"), *words]), encoding="utf-8")
        grown = dataclasses.make_dataclass(
            f"Grown_{name}", NEW_FIELDS, bases=(game.options,), namespace={"BOOK": book}, frozen=True, slots=True
        )
        monkeypatch.setattr(import_module(f"cardtable.games.{name}.options"), "OPTIONS", grown)
        # A copy has not looked the options up yet.
        monkeypatch.setattr(import_module(f"cardtable.games.{name}"), "FAMILY", dataclasses.replace(game))


def newer(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Makes the rules of a family another version."""
    game = family(name)
    monkeypatch.setattr(
        import_module(f"cardtable.games.{name}"), "FAMILY", dataclasses.replace(game, version=game.version + 1)
    )


@pytest.mark.usefixtures("_grown")
@pytest.mark.parametrize("path", stored(), ids=lambda path: path.stem)
@pytest.mark.every(4)
def test_a_record_made_before_an_option_is_told_and_played_on(path: Path, tmp_path: Path) -> None:
    """The default of the new option is the game as it was."""
    assert "added_switch" not in read_record(path).header.options
    assert told(path) == path.with_suffix(".txt").read_text(encoding="utf-8")
    copy = Path(shutil.copy(path, tmp_path))
    # Without its last lines it is a match to continue.
    copy.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-5]))
    table = Table.resume(copy)
    assert table.rules.options.added_choice == "as_it_was"
    table.close()
    assert Replay(read_record(copy)).ends is None


@pytest.mark.parametrize("path", stored(), ids=lambda path: path.stem)
@pytest.mark.every(4)
def test_a_record_of_an_older_version_is_told_and_played_on_while_its_moves_are_legal(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(monkeypatch, read_record(path).header.family)
    assert told(path) == path.with_suffix(".txt").read_text(encoding="utf-8")
    copy = Path(shutil.copy(path, tmp_path))
    Table.resume(copy).close()
    assert Replay(read_record(copy)).ends is None


@pytest.mark.parametrize("path", stored(), ids=lambda path: path.stem)
@pytest.mark.every(4)
def test_where_an_older_record_cannot_be_followed_is_said(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Suppose that a move near the end was legal once; here it is another seat's."""
    rows = rows_of(path.read_bytes())
    at = max(nth for nth, row in enumerate(rows) if "move" in row and row["seat"] >= 0)
    rows[at]["seat"] = 11
    copy = tmp_path / path.name
    copy.write_bytes(written(rows))
    with pytest.raises(BadRecord, match=f"line {at + 1}: P11 .* not legal") as refused:
        Replay(read_record(copy))
    assert not isinstance(refused.value, OtherRules), "by its own version it is simply wrong"
    newer(monkeypatch, read_record(path).header.family)
    replay = Replay(read_record(copy))
    assert replay.ends is not None
    assert len(replay.moments) >= 3
    result = CliRunner().invoke(cli, ["replay", str(copy)])
    # The text up to there is that of the whole record.
    assert path.with_suffix(".txt").read_text(encoding="utf-8").startswith(result.stdout)
    assert result.stdout.count("\n") > 3
    said = f"line {at + 1}: P11 "
    for command in ("replay", "check", "resume"):
        extra = ["--plain"] if command == "resume" else []
        result = CliRunner().invoke(cli, [command, str(copy), *extra])
        assert result.exit_code == 1
        assert said in result.stderr
        assert "it was played by version 1 of these rules, and 2 follows it only so far" in result.stderr
    assert copy.read_bytes() == written(rows)


def test_a_record_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    rows = rows_of(stored()[0].read_bytes())
    rows[0]["rules"] = 9
    copy = tmp_path / "match.jsonl"
    copy.write_bytes(written(rows))
    with pytest.raises(BadRecord, match="version 9 of these rules; this is 1"):
        Table.resume(copy)


def test_a_tournament_agreed_before_an_option_or_by_an_older_version_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    cup = Tournament.create(tmp_path / "cup", agreed())
    cup.play(cup.bracket.undecided[0])
    cup.close()
    request.getfixturevalue("_grown")
    newer(monkeypatch, "durak")
    again = Tournament.resume(tmp_path / "cup")
    assert again.agreed.options["added_choice"] == "as_it_was"
    play_all(again)
    assert again.bracket.champion is not None


# King was one family with an option `engine` in format 1


ONCE_KING = [
    ("four_ranks", "four_ranks", "titles", {}),
    ("palace_ladder", "palace_ladder", "palace", {}),
    # Any preset of King could be changed to another engine, as long as all else was at its defaults.
    ("palace_ladder", "king_simple", "palace", {}),
    ("palace_ladder", "king_minsk", "palace", {"palace_deals": 3}),
    ("four_ranks", "palace_ladder", "titles", {"quota_king": 8}),
]


@pytest.mark.parametrize(("stem", "preset", "now", "options"), ONCE_KING)
def test_a_record_made_when_king_was_one_family_is_of_the_family_that_it_is_now(
    stem: str, preset: str, now: str, options: dict[str, Any], tmp_path: Path
) -> None:
    path = next(path for path in stored() if path.stem == stem)
    rows = rows_of(path.read_bytes())
    assert (rows[0]["cardtable"], rows[0]["family"]) == (1, "king")
    rows[0]["preset"] = preset
    rows[0]["options"].update(options)
    copy = tmp_path / "match.jsonl"
    copy.write_bytes(written(rows))
    record = read_record(copy)
    assert (record.header.family, record.header.preset) == (now, stem)
    assert set(record.header.options) == set(specs(family(now).options))
    assert changed(record.rules().options, family(now).options()) == options
    # Everything played was counted as King, and still is; a first hand of the palace counts for nothing (G-51).
    played = 1 if now == "palace" else 2
    stats = Stats(tmp_path / "stats.sqlite")
    assert stats.read(tmp_path) == []
    assert [(each.what, each.deals) for each in stats.results("family")] == [("king", played)]
    stats.close()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"engine": "whist"}, "none of king"),
        ({"engine": ["ladder"]}, "none of king"),
        ({"bogus": 1}, "bogus is no option"),
        ({"engine": "ranks", "preset": 1}, "preset is no option"),
    ],
)
def test_a_record_of_an_engine_or_an_option_that_never_was_is_refused(
    options: dict[str, Any], said: str, tmp_path: Path
) -> None:
    rows = rows_of(next(path for path in stored() if path.stem == "palace_ladder").read_bytes())
    rows[0]["options"].update(options)
    copy = tmp_path / "match.jsonl"
    copy.write_bytes(written(rows))
    with pytest.raises(BadRecord, match=said):
        read_record(copy).rules()


def test_a_record_of_today_is_not_read_as_one_of_format_1(tmp_path: Path) -> None:
    rows = rows_of(next(path for path in stored() if path.stem == "palace_ladder").read_bytes())
    rows[0]["cardtable"] = 2
    copy = tmp_path / "match.jsonl"
    copy.write_bytes(written(rows))
    with pytest.raises(BadRecord, match="preset palace_ladder: it is none of king"):
        read_record(copy)


def test_a_table_kept_when_king_was_one_family_is_read(tmp_path: Path) -> None:
    path = tmp_path / "tables.toml"
    path.write_text(
        """
[[table]]
name = "our court"
preset = "king_long"
seats = [{ name = "Anna" }, { name = "B", bot = "usurper" }, { name = "C", bot = "ducker" }, { name = "D", bot = "steady" }, { name = "E", bot = "uniform" }]
options = { engine = "ladder", programme = "simple14", palace_deals = 3 }
"""  # noqa: E501
    )
    (table,), troubles = load(path)
    assert troubles == []
    assert (table.preset, table.options) == ("palace_ladder", {"palace_deals": 3})


def test_a_position_written_when_king_was_one_family_is_read(tmp_path: Path) -> None:
    path = tmp_path / "position.toml"
    now = Path(__file__).parent / "positions" / "titles" / "G-P59.toml"
    path.write_text(
        now.read_text().replace('preset = "four_ranks"', 'preset = "king_simple"\noptions.engine = "ranks"')
    )
    result = CliRunner().invoke(cli, ["position", str(path)])
    assert result.output.endswith("1 passed, 0 failed\n"), result.output
