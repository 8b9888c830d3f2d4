"""Votes: what the styles would have done where no verdict is possible, and when a sentence is said about it."""

from __future__ import annotations

from collections import Counter

import pytest

from cardtable.bots.reasons import reasons
from cardtable.bots.search.thoughts import thoughts_of
from cardtable.bots.voters import voters
from cardtable.coach.votes import AGREED, Voters, Votes, vote
from cardtable.engine.moves import Move
from tests.coach.deals import choices, ended, played

ONE, OTHER, THIRD = Move("one"), Move("other"), Move("third")


def agreed(**by_style: Move) -> Move | None:
    """The move that five styles of Durak agree on against a move `one`; styles not named would play the third."""
    rules = played("throw_in", 2, 1).rules
    asked = Voters(rules)
    return asked.agree_on(Votes({style: by_style.get(style, THIRD) for style in voters("durak")}), ONE)


def test_most_must_agree_by_heads_and_by_weight_and_the_strongest_among_them() -> None:
    strongest, *others = voters("durak")
    assert agreed(**dict.fromkeys([strongest, *others], OTHER)) == OTHER
    assert agreed(**{strongest: OTHER}) is None, "most of the weight, one head"
    assert agreed(**dict.fromkeys(others, OTHER)) is None, "the strongest would do something else"
    assert agreed(**{**dict.fromkeys([strongest, *others], OTHER), strongest: ONE}) is None
    assert agreed(**dict.fromkeys([strongest, *others], ONE)) is None, "that is what was done"
    few = dict.fromkeys([strongest, *others[: len(others) // 2]], OTHER)
    assert (agreed(**few) == OTHER) == (len(few) / (1 + len(others)) >= AGREED)


def test_the_other_moves_stand_by_how_many_would_have_made_them() -> None:
    votes = Votes({"a": OTHER, "b": THIRD, "c": THIRD, "d": ONE, "e": Move("last")})
    assert votes.others(ONE) == [(THIRD, 2), (OTHER, 1), (Move("last"), 1)]
    assert Votes({"a": ONE}).others(ONE) == []


def test_a_style_that_plays_the_seat_has_no_vote() -> None:
    rules = played("throw_in", 2, 1).rules
    decided = next(choices(played("throw_in", 2, 1)))
    assert "steady" in Voters(rules).ask(decided, "lot").by_style
    assert "steady" not in Voters(rules, "steady").ask(decided, "lot").by_style


@pytest.mark.parametrize(
    ("preset", "seats", "seed"),
    [
        ("goat32_stock", 3, 1),
        *(pytest.param(*table, marks=pytest.mark.slow) for table in [("transfer", 4, 1), ("burkozel", 3, 2)]),
    ],
)
def test_a_sentence_is_true_and_says_nothing_of_the_move_made(preset: str, seats: int, seed: int) -> None:
    """A reason that holds for both moves does not tell them apart; asked again, a decision gets the same votes."""
    said: Counter[bool] = Counter()
    match = played(preset, seats, seed, "lowest")
    rules, thoughts = match.rules, thoughts_of(match.rules)
    for decided in choices(match):
        votes = ended(vote(thoughts, Voters(rules), decided, "lot"))
        said[votes.agreed is not None] += 1
        assert sum(Counter(votes.by_style.values()).values()) == len(voters(thoughts_family(preset)))
        if votes.agreed is None:
            continue
        legal = rules.legal(decided.seen.state, decided.seen.seat)
        for_it = {one.key for one in reasons(rules, decided.seen, legal, votes.agreed)}
        for_made = {one.key for one in reasons(rules, decided.seen, legal, decided.move)}
        assert for_it - for_made
        assert votes.favourite == votes.agreed != decided.move
        assert votes == ended(vote(thoughts, Voters(rules), decided, "lot"))
    assert said[True], "a beginner hears something"
    assert said[False] > said[True]


def thoughts_family(preset: str) -> str:
    return {"goat32_stock": "kozel", "transfer": "durak", "burkozel": "bura"}[preset]
