"""The questions that lead to the nearest game of a group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from cardtable.engine.options import BadOption, Options, make_options, specs
from cardtable.games import GROUPS, games_of, group
from cardtable.games.questions import Answer, nearest, questions_of


def ways(group_id: str, before: tuple[Answer, ...] = ()) -> Iterator[tuple[Answer, ...]]:
    """Every way to answer the questions; a final answer ends them."""
    asked = questions_of(group_id)
    if len(before) == len(asked) or (before and before[-1].last):
        yield before
        return
    for answer in asked[len(before)].answers:
        yield from ways(group_id, (*before, answer))


def has(options: Options, answers: Sequence[Answer], but: Sequence[str] = ()) -> bool:
    """Whether a game has the options of these answers, with exceptions; an option it lacks does not count."""
    wanted = {name: values for answer in answers for name, values in answer.wishes()}
    return all(
        getattr(options, name, values[0]) in [None if value == "none" else value for value in values] + list(values)
        for name, values in wanted.items()
        if name not in but
    )


def check(options: Options, seats: int) -> None:
    """Raises BadOption for options that a new table may not have."""
    options.check(seats)
    options.check_new(seats)


@pytest.mark.parametrize("group_id", GROUPS)
def test_every_answer_asks_for_what_there_is(group_id: str) -> None:
    games = {game.id for game in games_of(group_id)}
    for question in questions_of(group_id):
        assert len(question.answers) > 1, question.ask
        for answer in question.answers:
            assert set(answer.games) <= games
            for name, values in answer.wishes():
                family = next(one for one in group(group_id) if name in specs(one.options))
                for value in values:
                    make_options(family.options(), {name: value})


@pytest.mark.parametrize("group_id", GROUPS)
@pytest.mark.every(2)
def test_the_nearest_game_is_what_was_answered_and_may_be_played(group_id: str) -> None:
    for answers in ways(group_id):
        found = nearest(group_id, answers)
        base = found.game.preset.options
        options = make_options(base, found.options)
        check(options, found.seats)
        assert has(options, answers, found.unfit), answers
        assert all(getattr(base, name) != value for name, value in found.options.items())
        for answer in answers:
            assert not answer.games or found.game.id in answer.games
            assert not answer.players or found.seats == answer.players


@pytest.mark.parametrize(
    ("group_id", "numbers", "game", "changed", "unfit"),
    [
        pytest.param("durak", "11111", "throw_in", {}, (), id="the plain game"),
        pytest.param("durak", "21111", "transfer", {}, (), id="one answer is another game"),
        pytest.param("durak", "11121", "no_draws", {}, (), id="a game made of one rule"),
        pytest.param("durak", "11211", "throw_in", {"first_limit": None}, (), id="the plain game with a rule changed"),
        pytest.param("one_oh_one", "12311", "six_covered", {}, (), id="two answers, one game"),
        pytest.param("bura", "12111", "burkozel", {"hand_size": 3}, (), id="another number of cards"),
        pytest.param("kozel", "14111", "shama", {}, (), id="trumps that are named"),
        pytest.param("kozel", "24111", "shama", {}, ("deck",), id="trumps that are named, of a pack that has no sixes"),
        pytest.param("king", "2", "four_ranks", {}, (), id="an answer after which nothing is asked"),
    ],
)
def test_answers_lead_to(
    group_id: str, numbers: str, game: str, changed: dict[str, object], unfit: tuple[str, ...]
) -> None:
    answers = [question.answers[int(nth) - 1] for question, nth in zip(questions_of(group_id), numbers, strict=False)]
    found = nearest(group_id, answers)
    assert (found.game.id, dict(found.options), found.unfit) == (game, changed, unfit)


@pytest.mark.slow
def test_two_answers_that_do_not_go_together_are_told() -> None:
    for group_id in GROUPS:
        for answers in ways(group_id):
            found = nearest(group_id, answers)
            for name in found.unfit:
                given = {**found.options, name: next(dict(a.wishes())[name][0] for a in answers if name in a.options)}
                with pytest.raises(BadOption):
                    check(make_options(found.game.preset.options, given), found.seats)
