"""An absent player is told once that it is their turn, and nothing that others may not know."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")

from cardtable.host.hall import Hall
from cardtable.host.notifying import AWAY_FOR, BadNotice, Notifier, command_of
from cardtable.host.tables import HallTable
from cardtable.match.clock import Clock
from cardtable.match.seat import SeatTable
from cardtable.match.shared import SharedTable
from cardtable.player.saved import SavedTable
from cardtable.words import Words
from tests.host.helpers import new_hall, new_table, styles_of

WRITES = (
    "import os, sys; open(sys.argv[1], 'a').write("
    "'|'.join(os.environ['CARDTABLE_' + name] for name in ('NAME', 'WHAT', 'LINE')) + chr(10))"
)


def at_a_table(preset: str, seats: int, said: list[str]) -> tuple[Hall, SharedTable]:
    """A hall whose people are all away."""
    table = new_table(preset, *["person"] * seats)
    shared, hall = SharedTable(table, delay=0, window=0), new_hall(said)
    hall.put(HallTable(SavedTable(preset, table.names, styles_of(table)), shared=shared))
    return hall, shared


async def test_who_is_away_is_told_once_a_turn_after_a_while(tmp_path: Path) -> None:
    said: list[str] = []
    hall, shared = at_a_table("throw_in", 2, said)
    heard, now = tmp_path / "heard", [0.0]
    notifier = Notifier(hall, [sys.executable, "-c", WRITES, str(heard)], Words("en"), lambda: now[0])
    name = shared.names[shared.table.to_act[0]]
    for seconds in (0, AWAY_FOR - 1):
        now[0] = seconds
        await notifier.look()
        assert not heard.exists(), "they may come"
    for seconds in (AWAY_FOR, 2 * AWAY_FOR, 9 * AWAY_FOR):
        now[0] = seconds
        await notifier.look()
    assert heard.read_text() == f"{name}|turn|{name}, it is your turn: Throw-in Fool.\n", "once"
    seat = shared.table.to_act[0]
    own = SeatTable(shared, seat, lambda news: None)
    own.submit(seat, own.view(seat).scene.choices[0].move)
    other = shared.table.to_act[0]
    for seconds in (10 * AWAY_FOR, 11 * AWAY_FOR):
        now[0] = seconds
        await notifier.look()
    assert len(heard.read_text().splitlines()) == (1 if other == seat else 2)
    assert said == []


@pytest.mark.parametrize(("clock", "left"), [(Clock(3 * 86_400), "172799"), (None, "-")])
async def test_the_command_is_told_how_long_they_have(
    clock: Clock | None, left: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDTABLE_LEFT", "what another host says")
    writes = "import os, sys; open(sys.argv[1], 'a').write(os.environ.get('CARDTABLE_LEFT', '-'))"
    table, heard, now = new_table("classic", "person", "person"), tmp_path / "heard", [0.0]
    shared, hall = SharedTable(table, delay=0, clock=clock), new_hall([])
    begun = shared._since
    shared.time = lambda: begun + 86_400 + 0.5
    hall.put(HallTable(SavedTable("classic", table.names, styles_of(table)), shared=shared))
    notifier = Notifier(hall, [sys.executable, "-c", writes, str(heard)], Words("en"), lambda: now[0])
    for now[0] in (0.0, AWAY_FOR):
        await notifier.look()
    assert heard.read_text() == left


async def test_nobody_is_told_while_somebody_may_be_asked_in_secret(tmp_path: Path) -> None:
    hall, shared = at_a_table("nizhny_plain", 4, [])
    assert shared.is_secret, "they could call for another deal"
    heard, now = tmp_path / "heard", [0.0]
    notifier = Notifier(hall, [sys.executable, "-c", WRITES, str(heard)], Words("en"), lambda: now[0])
    for seconds in (0, AWAY_FOR, 5 * AWAY_FOR):
        now[0] = seconds
        await notifier.look()
    assert not heard.exists()


async def test_a_command_that_fails_or_is_gone_is_told_to_the_host() -> None:
    for command in ([sys.executable, "-c", "raise SystemExit(3)"], ["/no/such/program"]):
        said: list[str] = []
        hall, _ = at_a_table("throw_in", 2, said)
        now = [0.0]
        notifier = Notifier(hall, command, Words("en"), lambda now=now: now[0])  # type: ignore[misc]  # of this turn
        for seconds in (0, AWAY_FOR):
            now[0] = seconds
            await notifier.look()
        assert len(said) == 1
        assert "was not told" in said[0]


@pytest.mark.parametrize("given", ["", "'", "no-such-program-at-all"])
def test_what_is_no_command_is_refused_in_a_line(given: str) -> None:
    with pytest.raises(BadNotice):
        command_of(given)
