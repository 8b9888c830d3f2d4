"""What the arena makes of results: wins, draws, ratings with their errors, and bots that fail."""

from __future__ import annotations

import pytest

from cardtable.arena import Arena, Deal, Report, ratings, summary
from cardtable.bots import uniform
from cardtable.engine.options import as_dict
from cardtable.games import find_preset


def report(*pairs: tuple[str, str, int, int]) -> Report:
    """A report of so many deals that the first and the second of a pair have won."""
    found = Report()
    for first, second, won, lost in pairs:
        for scores, count in (((1.0, 0.0), won), ((0.0, 1.0), lost)):
            for _ in range(count):
                found.add([Deal((first, second), scores)])
    return found


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


def test_wins_and_draws_are_counted_from_the_best_at_the_table() -> None:
    found = Report()
    found.add([Deal(("a", "b", "a"), (0.2, 0.7, 0.7)), Deal(("a", "b", "a"), (0.5, 0.5, 0.5))])
    assert found.ends["a"] == {"won": 1, "drawn": 1}
    assert found.ends["b"] == {"won": 1, "drawn": 1}
    assert summary(found.by_bot["b"]).score == pytest.approx(0.6)


def test_a_match_is_played_to_its_end_and_its_winners_share_a_point() -> None:
    options = as_dict(find_preset("king_simple")[1].options)
    arena = Arena("king", "king_simple", options, 1, matches=True)
    (deals,) = arena.play(("steady", "uniform", "steady", "uniform"), [0])
    for deal in deals:
        assert sum(deal.scores) == pytest.approx(1)
        assert not deal.failed


def test_a_first_deal_that_only_gives_out_places_is_none() -> None:
    """In the palace ladder the trump suit is voted for, and nobody lays a card."""
    options = as_dict(find_preset("palace_ladder")[1].options)
    for deck in Arena("king", "palace_ladder", options, 1).play(("usurper", *["steady"] * 4), [0, 1]):
        assert all(sorted(deal.scores) == [0, 0.25, 0.5, 0.75, 1] for deal in deck)


@pytest.mark.parametrize("trouble", ["raises", "dawdles"])
def test_a_bot_that_fails_loses_the_deal_by_name(trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if trouble == "raises":
        monkeypatch.setattr(uniform.Uniform, "choose", lambda *args: 1 / 0)
    options = as_dict(find_preset("throw_in")[1].options)
    arena = Arena("durak", "throw_in", options, 1, limit=60 if trouble == "raises" else 0.0)
    (deals,) = arena.play(("uniform", "uniform", "steady"), [0])
    assert len(deals) == 3
    failed = {deal.failed for deal in deals}
    assert failed <= {"uniform", "steady"}
    for deal in deals:
        assert deal.scores == tuple(float(style != deal.failed) for style in deal.styles)
        assert "deck 0" in deal.what
