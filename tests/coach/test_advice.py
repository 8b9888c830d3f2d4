"""What the styles would have done: each is asked about every decision of people, from what the seat knew then."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from cardtable.bots import Decision, entries, finding
from cardtable.coach import advice as coach
from cardtable.engine.moves import DEALER, Event, Move
from cardtable.engine.state import Observation, observe
from cardtable.engine.text import plain, say
from cardtable.games import find_preset
from cardtable.match.match import Match
from cardtable.match.record import read_record
from cardtable.match.replay import Replay
from tests.test_replay import play


@pytest.mark.parametrize(("preset", "seats"), [("throw_in", 3), ("classic", 2), ("nizhny", 4)])
def test_table_and_replay_are_told_the_same(preset: str, seats: int, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    table = play(path, preset, seats, deals=1)
    of_table = list(coach.of_table(table))
    table.close()
    replay = Replay(read_record(path))
    assert of_table == list(coach.of_replay(replay, 0, {0}))
    assert [advice.number for advice in of_table] == list(range(1, len(of_table) + 1))
    assert {advice.total for advice in of_table} == {len(of_table)}
    assert {advice.seat for advice in of_table} == {0}


def test_who_played_as_the_bot_hears_that_it_agrees(tmp_path: Path) -> None:
    table = play(tmp_path / "record.jsonl", deals=1)
    opinions = [opinion for advice in coach.of_table(table) for opinion in advice.opinions if opinion.style == "steady"]
    assert opinions
    assert all(opinion.same for opinion in opinions)
    assert all(plain(opinion.why) for opinion in opinions)
    table.close()


def test_a_decision_without_a_choice_is_told_without_opinions(tmp_path: Path) -> None:
    table = play(tmp_path / "record.jsonl", deals=1)
    forced = [seen for seen, _, _ in table.decided() if len(table.rules.legal(seen.state, 0)) == 1]
    assert sum(not advice.opinions for advice in coach.of_table(table)) == len(forced)
    table.close()


def test_bots_are_asked_about_observations_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each style gets what the seat could place at the time, and nothing of the other cards."""
    path = tmp_path / "record.jsonl"
    play(path, deals=1).close()
    replay = Replay(read_record(path))
    given: list[Observation] = []

    class Listener:
        def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
            given.append(seen)
            return Decision(choices[0], say("listens"))

    monkeypatch.setattr(coach, "make_bot", lambda style, family, rules: Listener())
    monkeypatch.setattr(coach, "asked", lambda family: ["listener"])
    list(coach.of_replay(replay, 0, {0}))
    assert given == [observe(replay.moments[at - 1].state, 0) for at in replay.decisions(0, {0})]
    assert all(seen.state.hidden is not None for seen in given)


def test_styles_made_for_a_family_are_asked() -> None:
    assert "uniform" not in coach.asked("durak")
    assert set(coach.asked("durak")) == {entry.style for entry in entries.bots() if "durak" in entry.families}


def test_a_style_that_watches_says_of_its_own_decisions_what_it_did() -> None:
    """It is told about the deal what it would have been told at the table."""
    style, family_id = "interceptor", "bura"
    game, found = find_preset("burkozel")
    rules = game.rules(found.options, 2)
    same = total = 0
    for seed in range(12):
        match = Match(rules, seed)
        _, dealer, deck = match.next_cards()
        events: list[Event] = []
        match.deal(deck, dealer, events)
        players = [finding.make_bot(one, family_id, rules) for one in (style, "steady")]
        while not match.deal_over:
            seat = match.state.to_act[0]
            if seat == DEALER:
                match.play(DEALER, match.next_shuffle(), events)
                continue
            seen, player = observe(match.state, seat), players[seat]
            if hasattr(player, "watch"):
                player.watch([event.for_seat(seat) for event in events])
            legal = rules.legal(seen.state, seat)
            match.play(seat, player.choose(seen, legal, Random(f"{seed} {len(match.made)}")).move, events)
        decided = [one for one in match.decided() if one.seen.seat == 0]
        for advice in coach.advise(rules, family_id, decided, seed):
            for opinion in advice.opinions:
                if opinion.style == style:
                    total += 1
                    same += opinion.same
    assert total > 100
    assert same == total
