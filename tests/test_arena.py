"""The arena and its results: wins, draws, ratings with their errors, and bots that fail."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from math import comb
from statistics import fmean
from typing import Any

import pytest
from click.testing import CliRunner

from cardtable.arena import Arena, Deal, Rating, Report, rate, seatings, summary
from cardtable.arena.deals import what_failed
from cardtable.arena.ratings import outcome
from cardtable.arena.report import CONFIDENCE, Failures
from cardtable.bots import Decision
from cardtable.bots.program import ProgramFailed
from cardtable.bots.styles import uniform
from cardtable.cli import cli
from cardtable.cli.progress import progress
from cardtable.engine.moves import Move
from cardtable.engine.options import as_dict
from cardtable.games import find_preset
from cardtable.games.king.contracts import CONTRACTS
from cardtable.match.table import Table


def ratings(found: Report) -> Mapping[str, Rating]:
    return rate(found.outcomes).ratings


def report(*pairs: tuple[str, str, int, int]) -> Report:
    """A report in which the first and the second of a pair have each won so many deals."""
    found = Report()
    for first, second, won, lost in pairs:
        for scores, count in (((1.0, 0.0), won), ((0.0, 1.0), lost)):
            for _ in range(count):
                found.add([Deal((first, second), scores)])
    return found


def deck(preset: str, *line_up: str, number: int = 0, **terms: Any) -> list[Deal]:
    """Plays a deck from every seat, in this process."""
    game, found = find_preset(preset)
    arena = Arena(game.id, preset, as_dict(found.options), 1, **terms)
    return [arena.play(arena.rules(len(line_up)), seating, [0.0, 0.0]) for seating in seatings(line_up, number)]


def test_a_rating_says_how_often_the_one_beats_the_other() -> None:
    rated = ratings(report(("a", "b", 3000, 1000)))
    odds = 10 ** ((rated["a"].elo - rated["b"].elo) / 400)
    assert odds == pytest.approx(3, rel=0.01)
    assert rated["a"].elo + rated["b"].elo == pytest.approx(3000)
    assert 0 < rated["a"].error < 15


def test_ratings_join_those_who_never_met() -> None:
    rated = ratings(report(("a", "b", 300, 100), ("b", "c", 300, 100)))
    assert rated["a"].elo - rated["c"].elo == pytest.approx(2 * (rated["a"].elo - rated["b"].elo), rel=0.05)


def test_who_wins_everything_is_not_infinitely_strong() -> None:
    rated = ratings(report(("a", "b", 50, 0)))
    assert 1500 < rated["a"].elo < 2500


@pytest.mark.parametrize("decks", [1, 2, 5, 10, 100])
@pytest.mark.every(2)
def test_of_equal_players_few_decks_prove_no_more_than_many(decks: int) -> None:
    """At least nearly 19 of 20 intervals contain the truth, over all results of so many decks of two deals."""
    covered = 0.0
    for won, lost in product(range(decks + 1), repeat=2):
        drawn = decks - won - lost
        if drawn >= 0:
            came = Counter({outcome({("a", "b"): [score]}): n for score, n in ((1, won), (0.5, drawn), (0, lost)) if n})
            rating = rate(came).ratings["a"]
            if abs(rating.elo - 1500) < CONFIDENCE * rating.error:
                covered += comb(decks, won) * comb(decks - won, lost) * 2**drawn / 4**decks
    assert covered > 0.94


def test_a_few_decks_that_agree_are_no_certainty() -> None:
    drawn, won = Report(), Report()
    drawn.add([Deal(("a", "b"), (1.0, 0.0)), Deal(("b", "a"), (1.0, 0.0))])
    assert ratings(drawn)["a"].elo == pytest.approx(1500)
    assert CONFIDENCE * ratings(drawn)["a"].error > 100
    won.add([Deal(("a", "b"), (1.0, 0.0)), Deal(("b", "a"), (0.0, 1.0))])
    rated = ratings(won)
    low, high = (rated[one].elo + sign * CONFIDENCE * rated[one].error for one, sign in (("a", -1), ("b", 1)))
    assert low < high, "not proven apart"
    for decks, width in ((1, 0.8), (2, 0.49), (400, 0.01)):
        score = summary([[0.0, 0.0]] * decks)
        assert (score.score, score.low) == (0, 0)
        assert score.high == pytest.approx(width, abs=0.01)
    apart = ratings(report(("a", "b", 50, 50), ("c", "d", 50, 50)))
    assert all(rating.error > 50 for rating in apart.values()), "nothing is known of one pair against the other"


def test_wins_and_draws_are_counted_from_the_best_at_the_table() -> None:
    found = Report()
    found.add([Deal(("a", "b", "a"), (0.2, 0.7, 0.7)), Deal(("a", "b", "a"), (0.5, 0.5, 0.5))])
    assert found.ends["a"] == {"won": 1, "drawn": 1}
    assert found.ends["b"] == {"won": 1, "drawn": 1}
    assert summary(found.by_bot["b"]).score == pytest.approx(0.6)


def test_of_a_failure_is_told_how_often_it_came_and_whether_one_is_late_again_and_again() -> None:
    found, pair = Report(), ("a", "b")

    def deal(failed: str = "", *, late: bool = False) -> None:
        found.add([Deal(pair, (0.0, 1.0), failed, f"deck {found.decks}: why" if failed else "", late)])

    for _ in range(2):
        deal("a", late=True)
    deal("a")
    assert found.failures["a"] == Failures("deck 0: why", 3, 0)
    for _ in range(3):
        deal("a", late=True)
    found.add([Deal(("b", "c"), (1.0, 0.0), "c", "deck 6: why", late=True)])
    assert found.failures["a"] == Failures("deck 0: why", 6, 3), "where it does not sit it cannot be in time"
    deal()
    assert found.failures["a"] == Failures("deck 0: why", 6, 0)
    assert found.failures["c"] == Failures("deck 6: why", 1, 1)


def test_a_match_is_played_to_its_end_and_its_winners_share_a_point() -> None:
    for deal in deck("king_simple", "steady", "uniform", "steady", "uniform", matches=True):
        assert sum(deal.scores) == pytest.approx(1)
        assert not deal.failed


@pytest.mark.parametrize(
    ("preset", "seats", "whole"),
    [
        pytest.param("king_simple", 4, True, id="fourteen contracts"),
        pytest.param("king_long", 3, True, id="contracts that are ordered"),
        pytest.param("king_jokers", 3, False, id="one contract"),
        pytest.param("king_trade", 3, False, id="bidding"),
        pytest.param("four_ranks", 4, True, id="titles"),
        pytest.param("palace_ladder", 5, True, id="places"),
        pytest.param("classic", 2, False, id="points that are summed"),
        pytest.param("throw_in", 2, False, id="deals by themselves"),
    ],
)
@pytest.mark.every(3)
def test_where_a_deal_is_only_a_part_a_whole_match_is_played(
    preset: str, seats: int, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = []
    begin = Table.begin

    def noted(*args: Any, **terms: Any) -> Table:
        tables.append(begin(*args, **terms))
        return tables[-1]

    monkeypatch.setattr(Table, "begin", noted)
    deals = deck(preset, "steady", *["uniform"] * (seats - 1))
    assert len(tables) == len(deals) == seats
    if whole:
        assert all(table.match_over and table.deals > 1 for table in tables)
    else:
        assert all(table.deals == 1 for table in tables)


def test_every_contract_of_a_programme_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The score is the mean of the deals, each with a different contract (G-20)."""
    of_deals: list[tuple[float, ...]] = []
    contracts: list[str] = []
    scores = Table.scores

    def noted(table: Table) -> tuple[float, ...]:
        found = scores(table)
        if not of_deals or len(of_deals) < table.deals:
            of_deals.append(found)
            contracts.append(getattr(table.observe(0).state, "contract", ""))
        return found

    monkeypatch.setattr(Table, "scores", noted)
    (deal,) = deck("king_simple", *["steady"] * 4)
    assert contracts == [*CONTRACTS][:14]
    assert deal.scores == pytest.approx([fmean(own) for own in zip(*of_deals, strict=True)])


def test_nobody_always_has_the_same_neighbour() -> None:
    """Every style has every seat of a deck, and over the decks each of the others equally often on its left."""
    styles = ("a", "b", "c", "d")
    left: Counter[str] = Counter()
    for number in range(300):
        seated = seatings(styles, number)
        assert [seating.styles.index("a") for seating in seated] == [0, 3, 2, 1]
        assert all(sorted(seating.styles) == list(styles) for seating in seated)
        assert seated == seatings(styles, number)
        left[seated[0].styles[1]] += 1
    assert min(left.values()) > 70
    # Two seats on, partners sit as before: the same deal again.
    assert [seating.styles for seating in seatings(("a", "b") * 2, 5)] == [("a", "b") * 2, ("b", "a") * 2]


def test_a_first_deal_that_only_gives_out_places_is_none() -> None:
    """The palace ladder votes for trumps there, and no card is played: the deal would make all styles look alike."""
    game, found = find_preset("palace_ladder")
    arena = Arena(game.id, "palace_ladder", as_dict(replace(found.options, palace_deals=1)), 1)
    for seating in seatings(("usurper", *["steady"] * 4), 0):
        deal = arena.play(arena.rules(5), seating, [0.0, 0.0])
        assert sorted(deal.scores) == [0, 0.25, 0.5, 0.75, 1]


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        pytest.param(None, "it answered None, which is no decision", id="nothing"),
        pytest.param(Decision("take"), "'take' is no move", id="a text"),  # type: ignore[arg-type]
        pytest.param(Decision(Move("attack", "7s")), "Move(verb='attack', cards='7s', arg=0) is no move", id="parts"),  # type: ignore[arg-type]
        pytest.param(Move("take"), "it answered Move(verb='take', cards=0, arg=0), which is no decision", id="bare"),
        pytest.param(Decision(Move("lay")), "no legal move: There is no such move in this game.", id="another game's"),
        pytest.param(Decision(Move("pass")), "no legal move: ", id="not legal"),
        pytest.param(Decision(Move("attack", 0, 1 << 70)), "no legal move: ", id="out of all bounds"),
    ],
)
def test_what_is_no_legal_move_is_told_in_words(answer: Decision, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uniform.Uniform, "choose", lambda *args: answer)
    told = {deal.what for deal in deck("throw_in", "uniform", "steady")}
    assert all(line.startswith("deck 0: ") and what in line for line in told), told
    assert not re.search("RuleBroken|[A-Z][a-z]+Error", " ".join(told))


def test_a_move_that_no_rule_can_read_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {0: Decision(Move("attack", -1)), 1: Decision(Move("take"))}
    monkeypatch.setattr(uniform.Uniform, "choose", lambda bot, seen, *args: answers[bool(seen.state.attacks)])
    told = {deal.what for deal in deck("throw_in", "uniform", "uniform")}
    assert told == {"deck 0: Move(verb='attack', cards=-1, arg=0) is no move"}


def test_an_error_of_a_bot_keeps_its_class_for_its_author_and_a_fault_is_words() -> None:
    assert what_failed(KeyError(3)) == "KeyError: 3"
    assert what_failed(ProgramFailed("{what!r} is no move", what="x")) == "'x' is no move"


def test_a_thought_that_ends_without_a_decision_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uniform.Uniform, "think", lambda *args: iter([None]), raising=False)
    deals = deck("throw_in", "uniform", "steady")
    assert {deal.what for deal in deals} == {"deck 0: its thought came to an end without a decision"}


def test_a_rating_is_shown_with_its_95_percent_interval_as_elsewhere() -> None:
    terms = ["arena", "throw_in", "--bots", "steady,uniform", "--deals", "40"]
    (shown, *_) = re.findall(r"steady .* (\d+) ± (\d+)$", CliRunner().invoke(cli, terms).output, re.MULTILINE)
    found = json.loads(CliRunner().invoke(cli, [*terms, "--json"]).output)["bots"][0]
    assert found["bot"] == "steady"
    assert shown == (f"{found['elo']:.0f}", f"{1.96 * found['elo_error']:.0f}")
    assert found["elo_error"] > 2, "or a standard error would look the same"


@pytest.mark.parametrize("trouble", ["raises", "talks", "dawdles"])
def test_a_bot_that_fails_loses_the_deal_by_name(trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if trouble == "raises":
        monkeypatch.setattr(uniform.Uniform, "choose", lambda *args: 1 / 0)
    if trouble == "talks":
        monkeypatch.setattr(uniform.Uniform, "choose", lambda *args: Decision("nonsense"))  # type: ignore[arg-type]
    deals = deck("throw_in", "uniform", "uniform", "steady", limit=0.0 if trouble == "dawdles" else 60)
    assert len(deals) == 3
    assert {deal.failed for deal in deals} <= {"uniform", "steady"}
    for deal in deals:
        assert deal.scores == tuple(float(style != deal.failed) for style in deal.styles)
        assert "deck 0" in deal.what
        assert trouble != "talks" or "'nonsense' is no move" in deal.what


def test_the_bar_counts_every_deck_of_a_style_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even when decks follow in which it does not play."""
    told: list[str] = []
    monkeypatch.setattr("rich.progress.Progress.update", lambda bar, task, **given: told.append(given["description"]))
    found = Report()
    with progress("throw_in", "a", 3, hidden=True) as advance:
        for pair, scores in ((("a", "b"), (1.0, 0.0)), (("a", "c"), (0.0, 1.0)), (("b", "c"), (1.0, 0.0))):
            found.add([Deal(pair, scores)])
            advance(found)
    assert [line.split(" ± ")[0] for line in told] == ["throw_in  a 1.000", *["throw_in  a 0.500"] * 2]
    assert [line.split(" ± ")[1] for line in told] == ["0.800", *["0.693"] * 2], "one deck is no certainty"
