"""The yardsticks still play as they were made, so that what is measured against them keeps its meaning."""

from __future__ import annotations

from zlib import crc32

import pytest

from cardtable.bots import entries
from cardtable.engine.moves import Move
from cardtable.games.durak.state import DurakState
from tests.bots import yardsticks
from tests.bots.durak_deals import BASELINE, bot, play, rules_for

FROZEN = {"habit": 3711966506, "flat": 1967324584}
"""For each yardstick, the checksum of all its moves in three deals against the baseline."""


@pytest.mark.parametrize("style", FROZEN)
def test_a_yardstick_plays_as_it_always_did(style: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "bots", entries.bots)
    monkeypatch.setattr(yardsticks, "PLAYOUTS", 200)
    yardsticks.offer()
    rules = rules_for("throw_in", 2)
    made: list[str] = []

    def watch(state: DurakState, seat: int, move: Move) -> None:
        made.append(f"{seat} {rules.move_text(move)}")

    for seed in range(3):
        play(rules, [bot(style, rules), bot(BASELINE, rules)], seed, seed % 2, watch)
    assert crc32(repr(made).encode()) == FROZEN[style]


def test_nobody_is_offered_a_yardstick() -> None:
    assert not {"flat", "habit"} & {entry.style for entry in entries.bots()}


@pytest.mark.slow
def test_the_price_table_alone_is_beaten_by_flat_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yardsticks, "PLAYOUTS", 100)
    rules = rules_for("throw_in", 2)
    won = 0.0
    for seed in range(6):
        for seat in (0, 1):
            pair = [yardsticks.Habit(rules), yardsticks.Habit(rules)]
            pair[seat] = yardsticks.Flat(rules)
            won += play(rules, pair, seed, seed % 2)[1][seat]
    assert won > 7
