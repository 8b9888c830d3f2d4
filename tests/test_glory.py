"""Stories to tell of an evening, and the league of a kitchen table: counted from records."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardtable.cli import cli
from cardtable.cli.positions import rules_of
from cardtable.engine.moves import Event, Seat
from cardtable.engine.position import put_down
from cardtable.engine.rules import attempt
from cardtable.engine.text import plain
from cardtable.games import agree
from cardtable.match.record import EndLine, make_header, read_record
from cardtable.match.record.lines import encode
from cardtable.match.table import Table
from cardtable.player import league
from cardtable.player.achievements import FinishedDeal
from cardtable.player.evenings import told_of
from cardtable.player.glory import Glory, fooled_in
from cardtable.player.played import Agreed, replayed_with_care
from cardtable.player.stats import Stats


def called(what: str) -> str:
    """Calls all players by their own names."""
    return what


# One deal


def ended(hands: dict[str, str], moves: Sequence[tuple[Seat, str]], **more: object) -> FinishedDeal:
    """A deal of Durak from a position without a stock, played to its end with these moves."""
    position = {"preset": "throw_in", "seats": len(hands), "trump": "h", "stock": 0, "attacker": "P0", "defender": "P1"}
    rules, state = put_down({**position, **more, "hands": hands}, rules_of)
    events = [Event("bout", 0, arg=1)]
    for seat, move in moves:
        attempt(rules, state, seat, rules.parse_move(move), events)
    assert not state.to_act, "the deal goes on"
    return FinishedDeal(rules, state, None, None, events, (3,) * len(hands))


def test_whoever_led_the_last_bout_against_the_fool_has_left_them() -> None:
    deal = ended({"P0": "9s", "P1": "8d 7c"}, [(0, "attack 9s"), (1, "take")])
    fool = next(one for one in fooled_in(deal) if one.fool)
    assert (fool.seat, fool.left_by) == (1, 0)


def test_whoever_beat_the_fools_last_attack_has_left_them() -> None:
    deal = ended({"P0": "9s 7c", "P1": "Ts"}, [(0, "attack 9s"), (1, "cover 9s with Ts")])
    fool = next(one for one in fooled_in(deal) if one.fool)
    assert (fool.seat, fool.left_by) == (0, 1)


def test_epaulettes_are_hung_by_whoever_laid_the_sixes() -> None:
    deal = ended({"P0": "6s 6c", "P1": "8d 7d"}, [(0, "attack 6s 6c"), (1, "take")], preset="epaulettes")
    told = {one.seat: one for one in fooled_in(deal)}
    assert (told[1].worn, told[0].hung) == (2, 2)


def test_a_draw_has_no_fool() -> None:
    deal = ended({"P0": "9s", "P1": "Ts"}, [(0, "attack 9s"), (1, "cover 9s with Ts")])
    assert fooled_in(deal) == []


# Many deals


def test_rows_and_the_longest_time_without_are_counted_in_order() -> None:
    glory = Glory()
    for fool in (False, False, True, True, False, True, True, True):
        glory.add(fool, "Boris" if fool else None, 0, 0, 14 if not fool else 20)
    assert (glory.deals, glory.fool, glory.now, glory.worst, glory.longest) == (8, 5, 3, 3, 2)
    assert glory.armful == 14, "who was the fool with twenty cards has not come through"
    told = [plain(line) for line in glory.told(called)]
    assert told[:3] == ["the fool 5 of 8", "3 in a row at worst", "most often left by Boris: 5"]
    assert Glory().told(called) == []


def kitchen(folder: Path, names: tuple[str, ...] = ("Anna", "Boris"), deals: int = 6, seed: int = 3) -> Path:
    """A record of an evening of these people and one bot; steady bots move for all of them."""
    game, options = agree("throw_in", {}, len(names) + 1)
    kinds = (*("person",) * len(names), "bot:steady")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"2026-11-2{seed % 10}-200000-throw_in.jsonl"
    header = make_header(game, "throw_in", options, (*names, "Stepan"), kinds, seed, evening=True)
    table = Table.begin(game.rules(options, len(names) + 1), header, path, durable=False)
    for deal in range(deals):
        while not table.deal_over:
            table.submit(table.to_act[0], table.hint(table.to_act[0], "steady").move)
        if deal + 1 < deals:
            table.next_deal()
    table.rise(0)
    table.close()
    return path


def scores_of(path: Path) -> list[tuple[float, ...]]:
    """The scores of a record's first two seats in each deal."""
    return [line.scores[:2] for line in read_record(path).lines if isinstance(line, EndLine)]


def fools_of(path: Path) -> list[Seat]:
    """The fool of every deal, found independently: the player with cards at its end."""
    record = read_record(path)
    match = record.match()
    found = []
    for step in record.replay(match):
        if step.kind == "end":
            holding = [seat for seat in range(match.rules.seats) if match.state.places[seat]]
            found += holding if len(holding) == 1 else []
    return found


def test_statistics_tell_who_was_the_fool_and_who_did_better(own_home: Path) -> None:
    records = own_home / "data" / "records"
    paths = [kitchen(records, seed=seed) for seed in (1, 2, 3)]
    stats = Stats(own_home / "data" / "stats.sqlite")
    assert stats.read(records) == []
    fools = [seat for path in paths for seat in fools_of(path)]
    for seat, name in enumerate(("Anna", "Boris")):
        glory = stats.glory(name)
        assert glory.fool == fools.count(seat)
        assert glory.deals == len(fools)
        assert sum(glory.left_by.values()) == glory.fool
        assert set(glory.left_by) <= {"Anna", "Boris", "bot:steady"}
    ((one, other, better, worse),) = stats.duels()
    assert (one, other) == ("Anna", "Boris")
    assert better >= fools.count(1)
    assert worse >= fools.count(0)
    evenings = stats.evenings()["Anna", "Boris"]
    ahead = [sum(one - other for one, other in scores_of(path)) for path in paths]
    assert evenings == (sum(by > 1e-9 for by in ahead), sum(by < -1e-9 for by in ahead))
    stats.close()
    told = CliRunner().invoke(cli, ["stats", "--people"]).output
    assert f"Anna: The fool {fools.count(0)} of" in told or f"Anna: the fool {fools.count(0)} of" in told
    assert f"Anna {better} : {worse} Boris; evenings {evenings[0]} : {evenings[1]}" in told
    found = json.loads(CliRunner().invoke(cli, ["stats", "--json"]).output)
    assert found["people"]["Anna"]["fool"] == fools.count(0)
    assert found["duels"] == [["Anna", "Boris", better, worse]]
    assert found["evenings"] == [["Anna", "Boris", *evenings]]


def test_a_record_replayed_with_care_tells_the_same(tmp_path: Path) -> None:
    record = read_record(kitchen(tmp_path))
    quick, careful = Agreed().replayed(record)[0], replayed_with_care(record)[0]
    assert [one.fooled for one in quick] == [one.fooled for one in careful]
    assert any(one.fooled for one in quick)


def test_the_end_of_an_evening_tells_who_was_left_by_whom(tmp_path: Path) -> None:
    path = kitchen(tmp_path, deals=9)
    told = [plain(line) for line in told_of(path, None)]
    assert any(line.startswith("most often ") for line in told)


def test_how_long_an_evening_was_is_told_unless_people_went_home_meanwhile(tmp_path: Path) -> None:
    ended = [line.ended for line in read_record(kitchen(tmp_path)).lines if isinstance(line, EndLine)][-1]
    assert ended is not None
    for minutes, told in ((41, ["41 minutes"]), (1, ["1 minute"]), (0, []), (26 * 60, [])):
        folder = tmp_path / str(minutes)
        begun = datetime.fromtimestamp(ended - 60 * minutes)
        path = kitchen(folder).rename(folder / f"{begun:%Y-%m-%d-%H%M%S}-throw_in.jsonl")
        assert [plain(line) for line in told_of(path, None) if "minute" in plain(line)] == told


def test_the_time_in_which_nobody_played_is_no_part_of_the_evening(tmp_path: Path) -> None:
    """Kept overnight, or idle: the time between two deals' ends counts only if it could be a deal."""
    path = kitchen(tmp_path)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    ends = [line for line in lines if "ended" in line]
    assert len(ends) > 2
    begun = datetime(2026, 1, 2, 20, 0)
    at = int(begun.timestamp())
    for nth, line in enumerate(ends):
        at += 10 * 3600 if nth == 1 else 5 * 60
        line["ended"] = at
    edited = tmp_path / f"{begun:%Y-%m-%d-%H%M%S}-throw_in.jsonl"
    edited.write_bytes(b"".join(encode(line.pop("n"), line) for line in lines if line.pop("crc")))
    assert f"{5 * (len(ends) - 1)} minutes" in [plain(line) for line in told_of(edited, None)]


# The league


def test_the_league_counts_people_alone_and_each_deal_once(own_home: Path) -> None:
    records = own_home / "data" / "records"
    paths = [kitchen(records, seed=seed) for seed in (1, 2)]
    told = CliRunner().invoke(cli, ["league"])
    assert told.exit_code == 0
    assert "Anna" in told.output
    assert "Stepan" not in told.output
    assert "A score is told" not in told.output, "everybody has played enough"
    own = own_home / "data" / league.FILE
    before = own.read_text("utf-8")
    assert len(before.splitlines()) == 12
    CliRunner().invoke(cli, ["league"])
    assert own.read_text("utf-8") == before, "nothing is counted twice"
    deals = list(league.load(own).values())
    fools = [seat for path in paths for seat in fools_of(path)]
    assert {row.name: row.fool for row in league.table(deals)} == {"Anna": fools.count(0), "Boris": fools.count(1)}


def test_two_kitchens_become_one_in_either_order(own_home: Path, tmp_path: Path) -> None:
    kitchen(own_home / "data" / "records", seed=1)
    away = tmp_path / "away"
    theirs = {(deal.id, deal.deal): deal for deal in league.deals_of(kitchen(away, ("Boris", "Vera"), seed=2))}
    file = tmp_path / "vera.jsonl"
    league.save(file, theirs)
    assert CliRunner().invoke(cli, ["league", str(file)]).exit_code == 0
    own = own_home / "data" / league.FILE
    together = league.load(own)
    assert len(together) == 12
    told = CliRunner().invoke(cli, ["league", str(file)])
    assert "A score is told from 10 deals on." in told.output, "Vera has none yet"
    assert league.load(own) == together
    assert {row.name for row in league.table(together.values())} == {"Anna", "Boris", "Vera"}


WRONG = {
    "id": 5,
    "deal": 0,
    "day": "2026-13-01",
    "preset": "no_game",
    "names": ["Anna"],
    "score": [2, 0],
    "fool": 7,
}


@pytest.mark.parametrize("name", list(WRONG))
@pytest.mark.every(3)
def test_a_wrong_line_is_named_and_the_own_league_stays(own_home: Path, tmp_path: Path, name: str) -> None:
    kitchen(own_home / "data" / "records", seed=1)
    CliRunner().invoke(cli, ["league"])
    own = own_home / "data" / league.FILE
    before = own.read_text("utf-8")
    lines = before.splitlines()
    fields = json.loads(lines[1])
    for wrong in ({**fields, name: WRONG[name]}, {other: value for other, value in fields.items() if other != name}):
        lines[1] = json.dumps(wrong)
        file = tmp_path / "wrong.jsonl"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        told = CliRunner().invoke(cli, ["league", str(file)])
        assert told.exit_code == 1
        assert "line 2" in told.output
        assert name in told.output
        assert own.read_text("utf-8") == before


def test_who_has_few_deals_stands_below_and_a_month_has_one_fool() -> None:
    def deal(number: int, score: tuple[float, float], fool: int | None, day: str = "2026-11-05") -> league.LeagueDeal:
        return league.LeagueDeal(day, "a" * 12, number, "throw_in", ("Anna", "Boris"), score, fool)

    many = [deal(number, (1, 0), 1) for number in range(1, 11)]
    guest = league.LeagueDeal("2026-11-06", "b" * 12, 1, "throw_in", ("Anna", "Vera"), (0, 1), 0)
    assert [row.name for row in league.table([*many, guest])] == ["Anna", "Boris", "Vera"]
    assert league.fool_of("2026-11", [*many, guest]) == ("Boris", 10)
    assert league.fool_of("2026-12", many) is None
    assert league.fool_of("2026-11", [deal(1, (0, 1), 0), deal(2, (1, 0), 1)]) is None
    assert league.duels([*many, guest]) == [("Anna", "Boris", 10, 0), ("Anna", "Vera", 0, 1)]


@pytest.mark.parametrize("month", ["2026", "2026-13", "x"])
def test_a_month_is_asked_for_as_it_is_written(month: str) -> None:
    told = CliRunner().invoke(cli, ["league", "--month", month])
    assert told.exit_code == 2
    assert month in told.output
