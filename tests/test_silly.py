"""A bot's move that a player finds silly: its file can be read by the program, and names nobody."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardtable.cli import cli
from cardtable.games import FAMILIES, agree, family
from cardtable.match.record import make_header, read_record
from cardtable.match.table import Table
from cardtable.paths import silly_dir
from cardtable.player.silly import FILES, Marked, NoSuchMove, folders, is_of_bot, last_of_bots, write
from tests.lots import sampled

PRESETS = [(name, preset) for name in FAMILIES for preset in family(name).presets]


def record(path: Path, preset: str, *, moves: int = 0) -> Path:
    """A record of a deal between Anna and bots, or of its first moves."""
    seats = next(family(name).presets[one].players for name, one in PRESETS if one == preset)
    game, options = agree(preset, {}, seats)
    names = ("Anna", *(f"Friend{seat}" for seat in range(1, seats)))
    header = make_header(game, preset, options, names, ("person", *("bot:steady",) * (seats - 1)), 5)
    table = Table.begin(game.rules(options, seats), header._replace(evening=True), path, durable=False)
    while not table.deal_over and (not moves or len(table._match.made) < moves):
        seat = table.to_act[0]
        table.submit(seat, table.hint(seat, "steady").move if seat in table.people else table.bot_move(seat))
    table.close()
    return path


@pytest.mark.parametrize("preset", sampled([preset for _, preset in PRESETS], 4))
@pytest.mark.every(10)
def test_what_is_written_can_be_read_again_and_names_nobody(tmp_path: Path, preset: str) -> None:
    path = record(tmp_path / "2026-11-27-200000-evening.jsonl", preset)
    read = read_record(path)
    of_bots = [at for at in range(len(read.lines)) if is_of_bot(read, at)]
    for line in {of_bots[0], of_bots[len(of_bots) // 2], of_bots[-1]}:
        folder = write(path, tmp_path / "silly", Marked(line, "a trump", "it is low"))
        part = read_record(folder / "move.jsonl")
        assert part.lines == read.lines[: line + 1]
        for _ in part.replay(part.match()):
            pass
        told = CliRunner().invoke(cli, ["position", str(folder / "position.toml")])
        assert told.exit_code == 0, told.output
        texts = [(folder / name).read_text("utf-8") for name in FILES]
        assert not any("Anna" in text or "Friend" in text for text in texts)
        note = (folder / "note.txt").read_text("utf-8")
        assert "better: a trump" in note
        assert "the bot said: it is low" in note
        assert f"game: {preset}" in note


def test_only_a_bots_move_is_written(tmp_path: Path) -> None:
    path = record(tmp_path / "one.jsonl", "throw_in")
    read = read_record(path)
    own = next(at for at, line in enumerate(read.lines) if not is_of_bot(read, at))
    with pytest.raises(NoSuchMove):
        write(path, tmp_path / "silly", Marked(own))
    with pytest.raises(NoSuchMove):
        write(path, tmp_path / "silly", Marked(len(read.lines) + 5))
    assert folders(tmp_path / "silly") == []
    assert is_of_bot(read, last_of_bots(read))


def test_the_command_lists_and_packs_them(own_home: Path, tmp_path: Path) -> None:
    runner = CliRunner()
    assert "No bot's move" in runner.invoke(cli, ["silly"]).output
    path = record(tmp_path / "2026-11-27-200000-throw_in.jsonl", "throw_in")
    written = write(path, silly_dir(), Marked(last_of_bots(read_record(path))))
    archive = tmp_path / "moves.zip"
    told = runner.invoke(cli, ["silly", "--zip", str(archive)])
    assert told.exit_code == 0
    assert str(written) in told.output
    with zipfile.ZipFile(archive) as packed:
        assert sorted(packed.namelist()) == sorted(f"{written.name}/{name}" for name in FILES)
    again = runner.invoke(cli, ["silly", "--zip", str(archive)])
    assert again.exit_code == 1
    assert str(archive) in again.output, "a file that is there is not written over"
