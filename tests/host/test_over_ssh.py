"""Friends elsewhere: they come over SSH, play a match by keys alone, and nothing but the table is there for them."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from cardtable.record import read_record

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")

from tests.host.helpers import new_table, play_on, served


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody presses Enter before they have seen what is asked."""
    seconds = itertools.count(1000)
    monkeypatch.setattr("cardtable.tui.app.monotonic", lambda: float(next(seconds)))


async def test_two_people_play_a_match_over_ssh_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    async with served(new_table("throw_in", "person", "person", path=path)) as host:
        anna, boris = await host.come(0), await host.come(1, LANG="ru_RU.UTF-8")
        assert [host.screen(seat).words.language for seat in (0, 1)] == ["en", "ru"]
        await play_on(host, {0: anna, 1: boris})
        for guest in (anna, boris):
            guest.press("\r")
            assert (await guest.gone()).endswith("\x1b[?25h\x1b[?1049l")
            assert guest.process.exit_status == 0
        assert host.said == ["Anna has come.", "Boris has come.", "Anna has gone.", "Boris has gone."]
    assert read_record(path).complete
