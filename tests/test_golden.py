"""Golden playthroughs: stored records of every format, with the words that described each when it was stored.

They catch a record that no longer replays, or is described differently. `python -m tests.test_golden PRESET SEATS`
plays and stores one more; existing records are never rewritten, and their words only on purpose, by `pytest
tests/test_golden.py --write`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from cardtable.cli import cli
from cardtable.games import FAMILIES, find_preset
from cardtable.match.record import make_header, read_record
from cardtable.match.record.lines import FORMAT
from cardtable.match.table import Table

RECORDS = Path(__file__).parent / "records"
"""For each format its folder."""
NAMES = ("Anna", "Boris", "Vera", "Gleb", "Zoya", "Olga", "Ivan", "Yury", "Mila", "Nina", "Lev", "Petr")
DEALS = 2


def told(path: Path) -> str:
    """A record described line by line, in English."""
    result = CliRunner().invoke(cli, ["replay", str(path)], env={"LANGUAGE": "en", "LC_ALL": "C.UTF-8"})
    assert result.exit_code == 0, result.output
    return result.stdout


def stored() -> list[Path]:
    """All stored records."""
    return sorted(RECORDS.glob("*/*.jsonl"))


@pytest.mark.parametrize("path", stored(), ids=lambda path: path.stem)
@pytest.mark.every(3)
def test_a_stored_record_is_told_as_ever(path: Path, same_as_kept: Callable[[str, Path], None]) -> None:
    before = path.read_bytes()
    found = told(path)
    assert path.read_bytes() == before
    same_as_kept(found, path.with_suffix(".txt"))


def test_every_family_has_a_stored_record() -> None:
    assert {read_record(path).header.family for path in stored()} == set(FAMILIES)


def play(preset: str, seats: int) -> Path:
    """Plays two deals at random, out of turn too, and stores the record."""
    game, named = find_preset(preset)
    kinds = ("person", *["bot:uniform"] * (seats - 1))
    path = RECORDS / f"v{FORMAT}" / f"{preset}.jsonl"
    header = make_header(game, preset, named.options, NAMES[:seats], kinds, 7)
    table = Table.begin(game.rules(named.options, seats), header, path)
    rng = Random(3)
    for deal in range(DEALS):
        if deal and not table.match_over:
            table.next_deal()
        while table.to_act:
            seat = table.to_act[0] if rng.random() < 0.8 else rng.choice(table.to_act)
            table.submit(seat, rng.choice(table.legal(seat)))
    table.close()
    return path


if __name__ == "__main__":
    record = play(sys.argv[1], int(sys.argv[2]))
    record.with_suffix(".txt").write_text(told(record), encoding="utf-8")
