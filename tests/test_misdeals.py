"""Misdeals that are thrown in and redealt (D-85): in the record, in messages, and with the cards unseen by all."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardtable.cards import card_text, shuffled
from cardtable.engine.rules import MOST_MISDEALS
from cardtable.games import find_preset
from cardtable.match.match import Match
from cardtable.match.record import BadRecord, make_header, read_record
from cardtable.match.record.lines import encode
from cardtable.match.table import Table

SEATS = 4
Rows = list[dict[str, Any]]


def begin(path: Path, seed: int) -> Table:
    """A table of four bots with house rules that have bad deals redealt."""
    game, preset = find_preset("house_transfer")
    names, kinds = ("Anna", "Boris", "Vera", "Gleb"), ("bot:steady",) * SEATS
    header = make_header(game, "house_transfer", preset.options, names, kinds, seed)
    return Table.begin(game.rules(preset.options, SEATS), header, path, durable=False)


def seed_with(reason: str) -> int:
    """A match whose first deal is redealt for this reason."""
    game, preset = find_preset("house_transfer")
    rules = game.rules(preset.options, SEATS)
    return next(seed for seed in range(2_000) if any(found.reason == reason for found in Match(rules, seed).misdeals()))


@pytest.mark.parametrize("reason", ["ace", "five"])
def test_everybody_is_told_why_it_was_dealt_again_also_by_the_record(tmp_path: Path, reason: str) -> None:
    path = tmp_path / "match.jsonl"
    table = begin(path, seed_with(reason))
    table.submit(table.to_act[0], table.bot_move(table.to_act[0]))
    told = [table.events(seat) for seat in range(SEATS)]
    assert all(events[0].kind.startswith("misdeal_") for events in told)
    assert any(event.kind == f"misdeal_{reason}" for event in told[0])
    assert all(table.rules.tell(event) is not None for event in told[0])
    table.close()
    again = Table.resume(path)
    assert [again.events(seat) for seat in range(SEATS)] == told
    again.close()
    kept = json.loads(path.read_bytes().splitlines()[1])["deal"]
    assert [misdeal.split()[0] for misdeal in kept["misdeals"]].count(reason) >= 1
    # The deck is that of the deal that stands; nothing is kept of the others.
    assert kept["deck"].split() == list(map(card_text, shuffled(table.rules.deck, kept["seed"])))


def test_a_deal_that_stands_at_once_is_written_as_ever(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    game, preset = find_preset("house_transfer")
    rules = game.rules(preset.options, SEATS)
    begin(path, next(seed for seed in range(100) if not Match(rules, seed).misdeals())).close()
    assert sorted(json.loads(path.read_bytes().splitlines()[1])["deal"]) == ["dealer", "deck", "seed"]


def a_bad_deck(rows: Rows) -> None:
    """Replaces the deck with one that would have been redealt."""
    game, preset = find_preset("house_transfer")
    rules = game.rules(preset.options, SEATS)
    decks = (shuffled(rules.deck, seed) for seed in range(1_000))
    deck = next(deck for deck in decks if rules.misdeal(deck, rows[1]["deal"]["dealer"]) is not None)
    rows[1]["deal"]["deck"] = " ".join(map(card_text, deck))


def these(misdeals: Any) -> Callable[[Rows], None]:
    """Writes these misdeals into the deal."""
    return lambda rows: rows[1]["deal"].update(misdeals=misdeals)


@pytest.mark.parametrize(
    ("forge", "words"),
    [
        (a_bad_deck, "would have been dealt again"),
        (these("ace"), "missing or wrong: misdeals"),
        (these([1]), "missing or wrong: misdeals"),
        (these(["king"]), "'king' is not possible"),
        (these(["no_trump"]), "'no_trump' is not possible"),
        (these(["ace P1"]), "'ace P1' is not possible"),
        (these(["five"]), "'five' is not possible"),
        (these(["five P4"]), "'five P4' is not possible"),
        (these(["ace "]), "'ace ' is not possible"),
        (these(["five  P1"]), "'five  P1' is not possible"),
        (these(["ace"] * (MOST_MISDEALS + 1)), "at most 100"),
    ],
)
def test_what_no_match_has_written_is_refused(tmp_path: Path, forge: Callable[[Rows], None], words: str) -> None:
    path = tmp_path / "match.jsonl"
    begin(path, 1).close()
    rows = [json.loads(row) for row in path.read_bytes().splitlines()]
    rows = [{name: value for name, value in row.items() if name not in ("n", "crc")} for row in rows]
    forge(rows)
    path.write_bytes(b"".join(encode(number, row) for number, row in enumerate(rows)))
    with pytest.raises(BadRecord, match="line 2: ") as refused:
        list(read_record(path).replay(Match(begin(tmp_path / "other.jsonl", 1).rules, 1)))
    assert words in str(refused.value)


def test_after_a_hundred_misdeals_the_next_deal_stands(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    begin(path, 1).close()
    rows = [json.loads(row) for row in path.read_bytes().splitlines()]
    rows = [{name: value for name, value in row.items() if name not in ("n", "crc")} for row in rows]
    a_bad_deck(rows)
    these(["ace"] * MOST_MISDEALS)(rows)
    path.write_bytes(b"".join(encode(number, row) for number, row in enumerate(rows)))
    table = Table.resume(path)
    assert sum(event.kind == "misdeal_ace" for event in table.events(0)) == MOST_MISDEALS
    table.close()
