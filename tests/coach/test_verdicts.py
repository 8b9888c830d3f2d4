"""Verdicts: reproducible, from the seat's own knowledge, and silent where nothing is certain."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import cycle
from random import Random

import pytest

from cardtable.bots import Decision
from cardtable.bots.search.search import MOST_WORK, Tree, Weighed
from cardtable.bots.search.thoughts import thoughts_of
from cardtable.coach import chances, told, verdicts
from cardtable.coach.chances import FirstLook, Loss, SecondLook
from cardtable.coach.verdicts import Verdict, judge
from cardtable.coach.votes import Votes
from cardtable.engine.moves import Move
from cardtable.engine.state import Unseen, guess, observe, only_world
from cardtable.engine.text import Text, plain
from cardtable.match.match import Decided
from tests.coach.deals import choices, ended, played


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short searches: these tests do not depend on their quality."""
    monkeypatch.setattr("cardtable.coach.chances.ITERATIONS", 60)
    monkeypatch.setattr("cardtable.coach.chances.CLOSER", 60)


@pytest.mark.parametrize(("preset", "seats"), [("throw_in", 2), ("nizhny", 4), ("burkozel", 2), ("king_simple", 4)])
@pytest.mark.every(2)
def test_a_verdict_follows_from_what_the_seat_knew(preset: str, seats: int) -> None:
    """It comes out the same again, and the same in another deal that the seat could not have told apart."""
    match = played(preset, seats, 5, "steady")
    rules, judged = match.rules, 0
    for number, decided in enumerate(list(choices(match))[:5]):
        seen = decided.seen
        other = observe(guess(rules.all_cards, seen, Random(number)), seen.seat)
        verdict = ended(judge(thoughts_of(rules), decided))
        assert verdict == ended(judge(thoughts_of(rules), decided))
        assert verdict == ended(judge(thoughts_of(rules), Decided(other, decided.move, decided.events)))
        judged += verdict is not None
    assert judged


@pytest.mark.slow
def test_what_cost_something_has_an_interval_above_nothing_and_a_better_move() -> None:
    dear = 0
    for seed in range(2):
        match = played("throw_in", 2, seed, "lowest")
        for decided in choices(match):
            verdict = ended(judge(thoughts_of(match.rules), decided))
            if verdict is None:
                continue
            assert verdict.is_dear == (verdict.word in dict(verdicts.DEAR))
            assert verdict.is_dear == (verdict.loss > 0)
            if verdict.is_dear:
                dear += 1
                assert 0 < verdict.low <= verdict.loss <= verdict.high
                assert verdict.better != verdict.move
                assert bool(verdict.line) == verdict.exact
                assert verdict.loss >= verdicts.DEAR[-1][1]
            if verdict.exact:
                assert verdict.low == verdict.high == verdict.loss
    assert dear


def looked(low: float, loss: float, high: float, agreed: float | None = None) -> SecondLook:
    """A second look with this loss and interval; `agreed` is its lower end before unsettled searches widen it."""
    return SecondLook(Loss(0.5, 0.5 + loss, low, high), low if agreed is None else agreed, 400)


class Voting:
    """Styles of which this share would have made the same move."""

    def __init__(self, alike: float) -> None:
        self.alike = alike

    def ask(self, decided: Decided, lot: str) -> Votes:
        made, other = decided.move, Move("something else")
        return Votes({str(nth): made if nth < 6 * self.alike else other for nth in range(6)})


def a_look(
    decided: Decided, first: float, second: SecondLook, deep: float | None, share: float = 1, alike: float = 0
) -> Verdict | None:
    """The verdict on a decision when the first look finds this loss and the second look follows.

    A search that looks further ahead finds the loss `deep`; None where it is not to be asked. The share `alike` of the
    styles would have made the move too.
    """
    match = played("throw_in", 2, 1)
    rules = match.rules
    other = next(move for move in rules.legal(decided.seen.state, decided.seen.seat) if move != decided.move)

    def look(*given: object) -> Generator[None, None, FirstLook]:
        yield
        rows = Weighed(other, 100, 0.5 + first), Weighed(decided.move, 100, 0.5)
        return FirstLook(other, Loss(0.5, 0.5 + first, first - 0.01, first + 0.01), 100, rows, 0.4)

    def again(*given: object) -> Generator[None, None, SecondLook]:
        yield
        return second

    def both(*given: object) -> Generator[None, None, tuple[chances.Halves, chances.Halves, int]]:
        yield
        assert deep is not None
        return chances.Halves(0.5, 0.5), chances.Halves(0.5, 0.5 + deep), 100

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verdicts, "Voters", lambda rules: Voting(alike))
        patch.setattr(verdicts, "first_look", look)
        # Whether people would laugh at a move is not tested here.
        patch.setattr(type(thoughts_of(rules)), "is_odd", lambda *given: False)
        patch.setattr(verdicts, "second_look", again)
        patch.setattr(chances, "look_at_both", both)
        return ended(judge(thoughts_of(rules), decided, share=share))


@pytest.mark.parametrize(
    ("first", "second", "deep", "word"),
    [
        pytest.param(0.2, looked(0.1, 0.2, 0.3), 0.2, "blunder", id="dear in all looks"),
        pytest.param(0.2, looked(0.05, 0.12, 0.2), 0.14, "mistake", id="the second look says how dear"),
        pytest.param(0.2, looked(0.1, 0.2, 0.3), 0.06, "mistake", id="and the third, which counts as much"),
        pytest.param(0.2, looked(0.05, 0.12, 0.2), 0.02, "inaccuracy", id="less from further ahead"),
        pytest.param(0.3, looked(0.1, 0.3, 0.5), -0.1, "fine", id="nothing lost from further ahead"),
        pytest.param(0.2, looked(0.11, 0.2, 0.3), None, "blunder", id="all of the interval is a mistake"),
        pytest.param(0.2, looked(0.03, 0.06, 0.11), None, "inaccuracy", id="an inaccuracy"),
        pytest.param(0.2, looked(0.01, 0.06, 0.11), None, "fine", id="slight, and it may be next to nothing"),
        pytest.param(0.2, looked(-0.01, 0.2, 0.41), None, "fine", id="the interval holds nothing lost"),
        pytest.param(0.2, looked(-0.01, 0.12, 0.3, 0.05), 0.1, "mistake", id="what was not settled is borne out"),
        pytest.param(0.2, looked(-0.01, 0.12, 0.3, 0.05), -0.01, "fine", id="what was not settled is not borne out"),
        pytest.param(
            0.2, looked(-0.01, 0.04, 0.1, 0.02), None, "fine", id="not settled, and too little to ask further"
        ),
        pytest.param(0.2, looked(0.01, 0.03, 0.05), None, "fine", id="too little to be said"),
        pytest.param(0.02, looked(0.1, 0.2, 0.3), None, "fine", id="the first look saw nothing"),
    ],
)
def test_a_word_needs_looks_that_agree(first: float, second: SecondLook, deep: float | None, word: str) -> None:
    verdict = a_look(next(choices(played("throw_in", 2, 1))), first, second, deep)
    assert verdict is not None
    assert verdict.word == word
    if deep is not None and verdict.is_dear:
        assert verdict.low - 1e-9 <= deep <= verdict.high + 1e-9


@pytest.mark.parametrize(
    ("loss", "alike", "word"),
    [(0.2, 0.5, "mistake"), (0.2, 0.3, "blunder"), (0.12, 0.5, "inaccuracy"), (0.06, 1, "fine")],
)
def test_what_half_of_the_styles_would_have_done_too_is_called_by_a_milder_word(
    loss: float, alike: float, word: str
) -> None:
    second = looked(loss - 0.02, loss, loss + 0.02)
    verdict = a_look(next(choices(played("throw_in", 2, 1))), loss, second, loss, alike=alike)
    assert verdict is not None
    assert verdict.word == word
    assert verdict.is_dear == (word != "fine")


def test_the_tutor_does_not_wait_for_a_look_further_ahead() -> None:
    verdict = a_look(next(choices(played("throw_in", 2, 1))), 0.2, looked(0.1, 0.2, 0.3), None, share=0.2)
    assert verdict is not None
    assert verdict.word == "blunder"


def test_where_searches_are_not_trusted_only_what_is_proven_is_said() -> None:
    match = played("throw_in", 2, 2, "steady")
    found = [ended(judge(thoughts_of(match.rules), decided, trusted=False)) for decided in choices(match)]
    assert any(found)
    assert None in found
    assert all(verdict.exact for verdict in found if verdict is not None)


def test_a_search_that_has_not_settled_is_not_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    """All searches agree to the last digit, but each changed its mind half way: that is no certainty."""
    drawn = iter([chances.Halves(0.5, 0.4), chances.Halves(0.5, 0.6)] * chances.PAIRS)

    def halves(*given: object) -> Generator[None, None, chances.Halves]:
        yield
        return next(drawn)

    match = played("throw_in", 2, 1)
    decided = next(choices(match))
    legal = match.rules.legal(decided.seen.state, decided.seen.seat)
    monkeypatch.setattr(chances, "_halves", halves)
    look = ended(chances.second_look(thoughts_of(match.rules), decided.seen, legal[0], legal[1], "lot"))
    assert look.made.loss == pytest.approx(0.2)
    assert look.made.low == pytest.approx(0.0)
    assert look.made.high == pytest.approx(0.4)
    assert look.agreed == pytest.approx(0.2), "that is left to a look further ahead"


def test_an_interval_that_holds_nothing_lost_is_never_told_as_if_it_did() -> None:
    """A loss of five of 100 with a margin of 4.6, which rounding would turn into five."""
    made, better = Move("pass"), Move("take")
    verdict = Verdict(0, made, "inaccuracy", 0.55, 0.6, 0.004, 0.096, better, tried=9)
    assert plain(told.loss(verdict)) == "−5 ± 4"
    assert plain(told.cost(verdict)) == "chances 60 → 55 of 100 (−5 ± 4)"


def test_searches_that_are_copies_of_one_another_know_no_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every card is known and nothing is left to chance, so all agree: without a proof nothing is said."""
    match = played("throw_in", 2, 15)
    thoughts, known = thoughts_of(match.rules), 0
    monkeypatch.setattr(verdicts, "prove", lambda *given: iter_none())
    for decided in choices(match):
        if only_world(match.rules.all_cards, decided.seen) is not None:
            known += 1
            assert ended(judge(thoughts, decided)) is None
    assert known


def iter_none() -> Generator[None, None, None]:
    """A proof that finds nothing."""
    yield


def test_each_try_of_a_move_counts_alike_in_the_first_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that tried the move made only once, and won, knows little of it; the mean over all tries shows it."""
    match = played("throw_in", 2, 1)
    decided = next(choices(match))
    made, better, *_ = match.rules.legal(decided.seen.state, decided.seen.seat)
    found = cycle(
        [[Weighed(better, 500, 0.6), Weighed(made, 499, 0.5)], [Weighed(better, 999, 0.6), Weighed(made, 1, 1.0)]]
    )

    class Searched(Tree):
        def weighed(self) -> list[Weighed]:
            return next(found)

    monkeypatch.setattr(chances, "Tree", Searched)
    look = ended(chances.first_look(thoughts_of(match.rules), decided.seen, [made, better], made, "lot"))
    assert look.best == better
    assert look.made.loss == pytest.approx(0.099, abs=1e-4)


@pytest.mark.parametrize(
    ("made", "other", "is_known", "searches"),
    [
        pytest.param((300, 0.5), (700, 0.51), False, 1, id="as good as any"),
        pytest.param((900, 0.5), (7, 0.1), False, 1, id="all others were left after a few tries"),
        pytest.param((300, 0.5), (700, 0.55), False, 4, id="another may be better"),
        pytest.param((300, 0.5), (700, 0.6), False, 2, id="another surely is: the second look says how much"),
        pytest.param((700, 0.7), (300, 0.5), False, 4, id="it may be the only one"),
        pytest.param((300, 0.5), (700, 0.51), True, 2, id="every card is known: are all searches the same?"),
    ],
)
def test_the_first_look_ends_when_another_search_could_say_nothing_new(
    monkeypatch: pytest.MonkeyPatch, made: tuple[int, float], other: tuple[int, float], is_known: bool, searches: int
) -> None:
    match = played("throw_in", 2, 1)
    decided = next(choices(match))
    one, two, *_ = match.rules.legal(decided.seen.state, decided.seen.seat)
    begun = []

    class Searched(Tree):
        def think(self, iterations: int, rng: Random, most_work: int = MOST_WORK) -> Iterator[None]:
            begun.append(rng)
            return super().think(iterations, rng, most_work)

        def weighed(self) -> list[Weighed]:
            found = Weighed(one, *made), Weighed(two, *other)
            return sorted(found, key=lambda row: -row.visits)

    monkeypatch.setattr(chances, "Tree", Searched)
    monkeypatch.setattr(chances, "SOON", 10)
    monkeypatch.setattr(type(match.rules), "only_world", lambda *given: decided.seen.state if is_known else None)
    ended(chances.first_look(thoughts_of(match.rules), decided.seen, [one, two], one, "lot"))
    assert len(begun) == searches
    monkeypatch.setattr(chances, "SOON", 10**6)
    begun.clear()
    ended(chances.first_look(thoughts_of(match.rules), decided.seen, [one, two], one, "lot"))
    assert len(begun) == max(2, searches), "after so few tries one search ends nothing"


def test_two_searches_that_agree_settle_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three do: they seldom agree by chance."""
    made, better = chances.Halves(0.5, 0.5), chances.Halves(0.7, 0.7)
    drawn, looks = cycle((made, better)), 0

    def halves(*given: object) -> Generator[None, None, chances.Halves]:
        nonlocal looks
        looks += 1
        yield
        return next(drawn)

    match = played("throw_in", 2, 1)
    decided = next(choices(match))
    legal = match.rules.legal(decided.seen.state, decided.seen.seat)
    monkeypatch.setattr(chances, "_halves", halves)
    look = ended(chances.second_look(thoughts_of(match.rules), decided.seen, legal[0], legal[1], "lot"))
    assert looks == 2 * chances.FEWEST
    assert look.made.low == pytest.approx(0.2)


def test_a_search_of_one_move_does_not_end_half_way() -> None:
    """A choosing search may stop once its favourite is clear; this one has only to say what the move brings."""
    match = played("throw_in", 2, 1)
    rules = match.rules
    for decided in list(choices(match))[:4]:
        legal = rules.legal(decided.seen.state, decided.seen.seat)
        both = chances.look_at_both(thoughts_of(rules), decided.seen, legal[0], legal[1], "lot", 5)
        assert ended(both)[2] >= 2 * 5 * chances.CLOSER


def test_both_moves_are_looked_at_in_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("throw_in", 2, 1)
    rules, decided = match.rules, next(choices(match))
    legal = rules.legal(decided.seen.state, decided.seen.seat)
    one = Tree(thoughts_of(rules), rules.all_cards, decided.seen, legal[:1])
    list(one.think(50, Random(1)))
    monkeypatch.setattr(Unseen, "deal", None)
    other = Tree(thoughts_of(rules), rules.all_cards, decided.seen, legal[1:2], beside=one)
    list(other.think(50, Random(2)))
    assert other.iterations == 50


def test_brilliant_is_the_only_move_that_nobody_else_would_have_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once any style or a shorter search finds it too, it is only the only move."""
    match = played("throw_in", 2, 11)
    thoughts, decided = thoughts_of(match.rules), list(choices(match))[56]
    verdict = ended(judge(thoughts, decided, trusted=False))
    assert verdict is not None
    assert (verdict.word, verdict.exact, verdict.loss) == ("brilliant", True, 0)

    class Finds:
        def choose(self, *given: object) -> Decision:
            return Decision(decided.move, Text("found"))

    with monkeypatch.context() as patch:
        patch.setattr(verdicts, "make_bot", lambda *given: Finds())
        found = ended(judge(thoughts, decided, trusted=False))
        assert found is not None
        assert found.word == "only"
    monkeypatch.setattr(Tree, "weighed", lambda tree: [Weighed(decided.move, 1, 1.0)])
    searched = ended(judge(thoughts, decided, trusted=False))
    assert searched is not None
    assert searched.word == "only"
