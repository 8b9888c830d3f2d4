"""The sequential test: its error rate, the decks it needs, and that it depends on the seed alone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import exp, log, sqrt
from random import Random
from statistics import NormalDist

import pytest
from click.testing import CliRunner

from cardtable.arena.sequential import EVERY, BadTest, Hypotheses, Sequential, expected
from cardtable.cli import cli

VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)
DECKS = (0.2759, 0.0319, 0.3848, 0.0319, 0.2755)
"""The shares of a deck that two nearly equal styles got in `throw_in`: a real run, made symmetric."""


def tilted(elo: float) -> list[float]:
    """The same decks for a difference of so many Elo points: tilted exponentially, by bisection."""
    low, high = -10.0, 10.0
    for _ in range(100):
        tilt = (low + high) / 2
        weights = [share * exp(tilt * value) for share, value in zip(DECKS, VALUES, strict=True)]
        mean = sum(map(float.__mul__, weights, VALUES)) / sum(weights)
        low, high = (tilt, high) if mean < expected(elo) else (low, tilt)
    return weights


def fixed_length(asked: Hypotheses) -> float:
    """The decks that a test with the same errors and a fixed length needs."""
    weights = tilted(0)
    deviation = sqrt(
        sum(weight * (value - 0.5) ** 2 for weight, value in zip(weights, VALUES, strict=True)) / sum(weights)
    )
    errors = sum(NormalDist().inv_cdf(1 - wrong) for wrong in (asked.alpha, asked.beta))
    return float((errors * deviation / (expected(asked.elo1) - expected(asked.elo0))) ** 2)


def experiments(asked: Hypotheses, elo: float, count: int) -> list[Sequential]:
    rng, weights, found = Random(17), tilted(elo), []
    for _ in range(count):
        test = Sequential(asked)
        while test.verdict == "undecided":
            for mean in rng.choices(VALUES, weights, k=EVERY):
                test.add(mean)
        found.append(test)
    return found


def check_errors(asked: Hypotheses, count: int) -> list[float]:
    """Returns the share of a fixed test's decks that it needs under either hypothesis."""
    needed = []
    for elo, truth in ((asked.elo0, "elo0"), (asked.elo1, "elo1")):
        found = experiments(asked, elo, count)
        assert sum(test.verdict != truth for test in found) <= 0.05 * count
        needed.append(sum(test.decks for test in found) / count / fixed_length(asked))
    return needed


def test_it_errs_no_more_often_than_it_says_and_needs_fewer_decks() -> None:
    assert max(check_errors(Hypotheses(0, 10), 200)) <= 0.6


@pytest.mark.parametrize(("apart", "least", "most"), [(20, 0.55, 0.64), (30, 0.6, 0.7), (50, 0.75, 0.85)])
@pytest.mark.slow
def test_hypotheses_that_lie_far_apart_save_less_as_the_help_says(apart: float, least: float, most: float) -> None:
    for needed in check_errors(Hypotheses(0, apart), 1000):
        assert least <= needed <= most
    told = " ".join(CliRunner().invoke(cli, ["arena", "--help"]).output.split())
    assert "at most 20 points apart and one of them holds, it needs on average 0.5 to 0.6 of the decks" in told
    assert "(0.65 at 30 points, 0.8 at 50)" in told


@pytest.mark.slow
def test_a_thousand_experiments_err_no_more_often_than_it_says() -> None:
    assert max(check_errors(Hypotheses(0, 10), 1000)) <= 0.6


def likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution with this mean that is closest to these shares in likelihood."""
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(200):
        x = (low + high) / 2
        off = sum(
            share * (value - mean) / (1 + x * (value - mean)) for share, value in zip(shares, VALUES, strict=True)
        )
        low, high = (x, high) if off > 0 else (low, x)
    return [share / (1 + x * (value - mean)) for share, value in zip(shares, VALUES, strict=True)]


@pytest.mark.parametrize("elo", [-20, 0, 5, 10, 40])
def test_the_normal_form_agrees_with_the_five_results_of_a_deck(elo: float) -> None:
    """The reference is the likelihood of the pentanomial itself."""
    asked, decks = Hypotheses(0, 10), 2000
    rng = Random(elo)
    drawn = rng.choices(VALUES, tilted(elo), k=decks)
    shares = [(drawn.count(value) + 0.001) / (decks + 0.005) for value in VALUES]
    null, other = (likeliest(shares, expected(each)) for each in (asked.elo0, asked.elo1))
    reference = decks * sum(share * log(q1 / q0) for share, q0, q1 in zip(shares, null, other, strict=True))
    test = Sequential(asked)
    for mean in drawn:
        test.add(mean)
    mean = sum(drawn) / decks
    found = asked.llr(decks, mean, sum(value * value for value in drawn) / decks - mean * mean)
    assert found == pytest.approx(reference, rel=0.05, abs=0.1)


def test_decks_that_are_all_alike_are_an_answer_too() -> None:
    for mean, verdict in ((1.0, "elo1"), (0.5, "elo0"), (0.0, "elo0")):
        test = Sequential(Hypotheses(0, 10))
        assert [test.add(mean) for _ in range(EVERY)] == [False] * (EVERY - 1) + [True]
        assert test.verdict == verdict


@pytest.mark.parametrize(
    ("text", "named"),
    [
        pytest.param("elo0=5,elo1=5", "elo0=5 must be less than elo1=5", id="equal"),
        pytest.param("elo0=10,elo1=0", "elo0=10 must be less than elo1=0", id="the wrong way round"),
        pytest.param("elo0=0", "both needed", id="one only"),
        pytest.param("elo0=0,elo1=nan", "'elo1=nan'", id="no number"),
        pytest.param("elo0=0,elo1=10,elo1=20", "'elo1=20'", id="twice"),
        pytest.param("elo0=0,elo1=10,gamma=1", "'gamma=1'", id="no such name"),
        pytest.param("elo0=0,elo1=10,alpha=0.7", "alpha=0.7 must be between", id="a coin is better"),
        pytest.param("elo0=0,elo1=1e9", "elo1=1e+09", id="out of range"),
        pytest.param("", "''", id="empty"),
    ],
)
def test_a_contradictory_test_is_one_line(text: str, named: str) -> None:
    with pytest.raises(BadTest) as refused:
        Hypotheses.read(text)
    assert named in str(refused.value)
    done = CliRunner().invoke(cli, ["arena", "throw_in", "--bots", "steady,lowest", "--until", text])
    assert done.exit_code == 2
    assert named in done.output


def test_it_compares_two_styles_at_a_table_of_two() -> None:
    done = CliRunner().invoke(cli, ["arena", "throw_in", "--bots", "steady,lowest,uniform", "--until", "elo0=0,elo1=9"])
    assert done.exit_code == 2
    assert "it compares two styles" in done.output


@pytest.mark.slow
def test_it_stops_at_the_same_deck_whatever_plays_and_says_so_at_the_bound() -> None:
    def asked(*more: str) -> dict[str, object]:
        terms = ["arena", "throw_in", "--bots", "steady,lowest", "--until", "elo0=0,elo1=100", "--json", *more]
        done = CliRunner().invoke(cli, terms)
        assert done.exit_code == 0, done.output
        found: dict[str, object] = json.loads(done.output)
        return found

    one = asked()
    assert one == asked("--jobs", "3")
    assert one["until"]["verdict"] == "elo1"  # type: ignore[index]
    assert one["until"]["decks"] == one["bots"][0]["deals"] / 2 == EVERY  # type: ignore[index]
    assert asked("--deals", "40")["until"]["verdict"] == "undecided"  # type: ignore[index]
