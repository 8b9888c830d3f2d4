"""Hints: what is said about a move, and that the advised move is never below another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest

from cardtable.bots.hints import Hint
from cardtable.bots.search.expert import Expert, make
from cardtable.bots.search.hinted import hint_of, plainest
from cardtable.bots.search.thoughts import thoughts_of
from cardtable.bots.voters import voters
from cardtable.cli import positions
from cardtable.engine.moves import Move
from cardtable.engine.position import put_down
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation, observe
from cardtable.engine.text import Text, plain, say
from cardtable.games import FAMILIES, family
from cardtable.match.record.lines import Header
from cardtable.match.table import Table
from tests.bots.test_expert import decisions, rules_of


def test_a_hint_has_ever_shorter_lines() -> None:
    what, why, sure = Text("K"), (Text("it is high"), Text("it is red")), Text("Sure.")
    lines = [plain(line) for line in Hint(Move("attack"), what, why, sure).lines()]
    assert lines == ["Hint: K – it is high. Sure.", "Hint: K – it is high.", "Hint: K. Sure.", "Hint: K"]
    assert [plain(line) for line in Hint(Move("attack"), what).lines()] == ["Hint: K"]


@pytest.mark.parametrize(
    ("like", "told"),
    [
        ((0, 8), None),
        ((1, 8), "1 of 8 styles does so."),
        ((7, 8), "7 of 8 styles do so."),
        ((8, 8), "All 8 styles do so."),
    ],
)
def test_it_is_told_how_many_styles_do_so(like: tuple[int, int], told: str | None) -> None:
    said = Hint(Move("attack"), Text("K"), like=like).styles
    assert (said and plain(said)) == told


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.every(3)
def test_advice_never_stands_below_another_move(name: str) -> None:
    """Equally good moves share a row, the advised one first; rows go from best to worst, and no move is in two."""
    rules = rules_of(name, family(name).default)
    told = 0
    for seed in range(3):
        for state in islice(decisions(rules, seed, 5), 4):
            seen = observe(state, state.to_act[0])
            legal = rules.legal(seen.state, seen.seat)
            expert = Expert(rules, thoughts_of(rules), 200)
            decision = expert.choose(seen, legal, Random(seed))
            hint = hint_of(rules, seen, legal, decision, expert, ())
            assert hint.move == decision.move or hint.rows
            values = [value for value, _ in hint.rows]
            assert values == sorted(values, reverse=True)
            assert all(one - other > 0 for one, other in pairwise(values))
            moves = [plain(move) for _, row in hint.rows for move in row]
            assert len(moves) == len(set(moves))
            if hint.rows:
                assert hint.rows[0][1][0] == hint.what
                assert hint.sure is not None
                told += 1
            assert hint.why or hint.sure
            assert hint.like[0] <= hint.like[1] == len(voters(name))
    assert told


def test_voters_are_styles_that_hold_their_own_against_the_usual_one() -> None:
    """The strongest first; none of them searches, and none loses to the usual style far more often than it wins."""
    weights = voters("durak")
    assert next(iter(weights)) == "counter_player"
    assert not {"expert", "expert_deep", "lowest", "uniform", "high_card_collector"} & set(weights)
    assert weights["steady"] == 1
    assert list(weights.values()) == sorted(weights.values(), reverse=True)


def first_hint(seed: int) -> Hint:
    """The hint at the first decision of a two-player deal of Durak."""
    game = family("durak")
    rules = game.rules(game.presets[game.default].options, 2)
    header = Header("durak", game.default, 1, {}, ("A", "B"), ("person", "bot:steady"), seed, "test")
    table = Table.begin(rules, header)
    while table.to_act != (0,):
        table.submit(1, table.bot_move(1))
    return table.hint(0, "expert")


def test_a_hint_costs_less_than_a_move_where_deals_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player is waiting for it: at a table of four its search stops after so many moves, whatever is left to try."""
    game = family("durak")
    rules = game.rules(game.presets[game.default].options, 4)
    header = Header("durak", game.default, 1, {}, tuple("ABCD"), ("person", *["bot:steady"] * 3), 3, "test")
    table = Table.begin(rules, header)
    while table.to_act != (0,):
        table.submit(table.to_act[0], table.bot_move(table.to_act[0]))
    advised = []

    def note(rules: AnyRules, seen: Observation, choices: Sequence[Move], *rest: Any) -> Hint:
        advised.append(rest[1])
        return hint_of(rules, seen, choices, *rest)

    monkeypatch.setattr("cardtable.bots.search.hinted.hint_of", note)
    table.hint(0, "expert")
    (expert,) = advised
    whole = make(rules)
    whole.choose(table.observe(0), rules.legal(table.observe(0).state, 0), Random(0))
    assert whole.tree is not None
    assert expert.tree.iterations < whole.tree.iterations


@pytest.mark.parametrize("hand", ["6s 7s As Kc 6c 6d", "As Ks Kc 6c 6d 7d", "Js Kd 6c 6d 7d 7h"])
def test_nobody_is_told_to_cover_one_card_and_then_to_take(hand: str) -> None:
    """Two eights to beat: covering only one seems better in a short search than it is, and shows a rank for nothing."""
    table = {"preset": "throw_in", "seats": 4, "trump": "s", "stock": 6, "attacker": "P3", "table": "8d 8h"}
    rules, state = put_down({**table, "hands": {"P0": hand}}, positions.rules_of)
    seen = observe(state, 0)
    legal = rules.legal(seen.state, 0)
    advised = []
    for seed in range(8):
        expert = make(rules)
        expert.iterations, expert.most_work = 300, 8_000
        decision = expert.choose(seen, legal, Random(seed))
        move = plainest(expert, seen, legal, decision.move)
        assert expert.tree is not None
        advised.append((move, expert.tree.then(move)))
        # Where the search would take, no cover is advised instead.
        assert decision.move != Move("take") or move == decision.move
    assert not [move for move, then in advised if then == Move("take")]


def test_the_plain_move_is_advised_unless_it_is_proven_worse() -> None:
    """The search leads an ace here and says that it hardly matters; a person would lead the six."""
    hint = first_hint(7)
    assert plain(hint.what) == "6s"
    assert hint.sure == say("It hardly matters here.")


def test_what_was_looked_at_twice_has_the_figure_of_that_look() -> None:
    hint = first_hint(388)
    assert hint.sure is not None
    assert plain(hint.sure) == "Looked at twice: better than 6h by 6 of 100."
    (beaten,) = [value for value, moves in hint.rows if "6h" in map(plain, moves)]
    assert round(100 * (hint.rows[0][0] - beaten)) == 6
