"""The tutor: it judges from the seat's own knowledge, by counted work, and is silent where nothing is settled."""

from __future__ import annotations

import pytest

from cardtable.bots.search.thoughts import thoughts_of
from cardtable.coach import told, tutor
from cardtable.coach.proof import prove
from cardtable.engine.state import only_world
from cardtable.engine.text import plain
from tests.coach.deals import choices, ended, played


@pytest.mark.slow
def test_what_certainly_loses_is_what_a_proof_says() -> None:
    match, asked = played("throw_in", 2, 3), 0
    thoughts = thoughts_of(match.rules)
    for decided in choices(match):
        if only_world(match.rules.all_cards, decided.seen) is None:
            continue
        lost = tutor.certainly_lost(thoughts, decided)
        if lost is not None:
            asked += 1
            legal = match.rules.legal(decided.seen.state, decided.seen.seat)
            proven = ended(prove(thoughts, decided.seen, legal, decided.move))
            assert proven is not None
            assert lost.loss == pytest.approx(proven.better.value - proven.made.value)
            move = plain(told.move_name(match.rules, decided.seen, decided.move))
            question = plain(tutor.asked(match.rules, decided, lost))
            assert question == f"{move} – a win → a defeat, proven. Play it all the same?"
            assert decided.move not in proven.best
    assert asked


@pytest.mark.slow
def test_what_was_dear_is_told_with_what_was_better_and_what_was_good_is_not() -> None:
    match = played("throw_in", 2, 3)
    thoughts, told = thoughts_of(match.rules), 0
    for decided in choices(match):
        verdict = tutor.cost_much(thoughts, decided, trusted=False)
        if verdict is not None:
            told += 1
            assert verdict.exact
            lines = list(map(plain, tutor.told(match.rules, decided, verdict)))
            assert all(line.startswith("Cost: ") for line in lines)
            assert min(lines, key=len) == lines[-1]
            better = decided._replace(move=verdict.better)  # type: ignore[arg-type]  # it is dear
            assert tutor.cost_much(thoughts, better, trusted=False) is None
    assert told


def test_what_is_not_settled_by_so_much_work_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("throw_in", 2, 3)
    thoughts = thoughts_of(match.rules)
    early = next(choices(match))
    monkeypatch.setattr(tutor, "SLICES", 1)
    assert tutor.cost_much(thoughts, early, trusted=True) is None


def test_nobody_who_is_not_wanted_any_more_thinks_on() -> None:
    match = played("throw_in", 2, 3)
    thoughts = thoughts_of(match.rules)
    before = thoughts.work
    assert tutor.cost_much(thoughts, next(choices(match)), trusted=True, is_wanted=lambda: False) is None
    assert thoughts.work == before
