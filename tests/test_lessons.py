"""Every lesson is played in every way that it accepts; other moves are answered; errors are named."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from cardtable.cards import card_text, cards_text
from cardtable.desk.lessons import next_of, open_lesson
from cardtable.engine.moves import Move
from cardtable.engine.position import put_down
from cardtable.engine.rules import BY_DEALER, RuleBroken
from cardtable.engine.text import Text
from cardtable.files import Unreadable
from cardtable.games import GROUPS
from cardtable.lessons import BadLesson, Lesson, LessonStep, UnknownLesson, find, id_of, load, paths, rules_of
from cardtable.lessons.progress import Reached, keep
from cardtable.lessons.progress import load as reached
from cardtable.lessons.table import LEARNER, LessonKeyboard, LessonTable, all_of, check
from cardtable.match.practice import NotMade
from cardtable.match.snapshot import read_position
from cardtable.tui.felt.table_keys import KEYS
from cardtable.words import Words
from tests.tui.tables import POSITIONS

FILES = [path for group in GROUPS for path in paths(group)]
every_lesson = pytest.mark.parametrize("path", FILES, ids=id_of)


def ways(lesson: Lesson, made: tuple[Move | None, ...] = ()) -> Iterator[LessonTable]:
    """The tables of a lesson before each of its steps and after the last, for every accepted way."""
    table = at(lesson, made)
    yield table
    step = table.step
    if step is None or step.free:
        return
    moves = table.legal(LEARNER) if step.anything else step.accept or (None,)
    for move in moves:
        yield from ways(lesson, (*made, move))


def at(lesson: Lesson, made: tuple[Move | None, ...]) -> LessonTable:
    """The table of a lesson after these steps."""
    table = LessonTable(lesson, "Anna")
    for move in made:
        table.play_step(move)
    return table


@every_lesson
@pytest.mark.every(8)
def test_a_lesson_can_be_played_in_every_way_that_it_accepts(path: Path) -> None:
    lesson = load(path)
    check(lesson)
    assert any(table.done or table.told.free for table in ways(lesson))
    assert {table.at for table in ways(lesson)} >= set(range(len(lesson.steps)))


@every_lesson
@pytest.mark.every(4)
def test_what_is_legal_but_not_meant_is_answered_and_what_is_illegal_refused_by_its_rule(path: Path) -> None:
    for table in ways(load(path)):
        step = table.step
        if step is None or step.reads or step.anything or step.free:
            continue
        before = table.observe(LEARNER)
        for move in table.legal(LEARNER):
            if not step.takes(move):
                with pytest.raises(NotMade) as said:
                    table.submit(LEARNER, move)
                assert said.value.text == (step.other or {}).get(move, said.value.text)
        with pytest.raises(RuleBroken) as refused:
            table.submit(LEARNER, Move("nonsense"))
        assert not isinstance(refused.value, NotMade)
        assert table.observe(LEARNER) == before
        assert table.hint(LEARNER).move in step.accept


@every_lesson
@pytest.mark.every(4)
def test_what_is_said_of_other_moves_is_said_of_moves_that_can_be_tried(path: Path) -> None:
    lesson = load(path)
    come_to = [(table.at, set(table.legal(LEARNER))) for table in ways(lesson)]
    for nth, step in enumerate(lesson.steps):
        legal = [moves - set(step.accept) for at, moves in come_to if at == nth]
        for move in step.other or {}:
            assert any(moves if move is None else move in moves for moves in legal), (nth, move)


@every_lesson
@pytest.mark.every(3)
def test_the_cards_pointed_at_lie_in_sight_of_the_learner(path: Path) -> None:
    for table in ways(load(path)):
        if table.step is not None:
            seen = {card for pile in table.scene(LEARNER).piles for card in pile.cards}
            hidden = [card_text(card) for card in range(54) if table.step.cards >> card & 1 and card not in seen]
            assert not hidden, (table.at, cards_text(table.step.cards))


@every_lesson
@pytest.mark.every(4)
def test_a_lesson_is_left_and_gone_on_with_where_it_was_left(path: Path) -> None:
    lesson, kept = load(path), []
    for nth in range(len(lesson.steps)):
        table = LessonTable(lesson, "Anna", keep=lambda step, done: kept.append((step, done)))
        table.go_to(nth)
        assert (table.at, kept) == (nth, [])
        if not table.told.free:
            table.play_step()
            last = nth == len(lesson.steps) - 1
            assert kept.pop() == (0 if last else nth + 1, last)


@every_lesson
def test_keys_in_its_texts_are_keys_of_the_table_and_it_has_eight_to_fourteen_steps(path: Path) -> None:
    lesson = load(path)
    texts = [text for step in lesson.steps for text in (step.say, step.task, *(step.other or {}).values()) if text]
    named = [str(value) for text in texts for name, value in text.facts.items() if name.startswith("key ")]
    assert not [name for name in named if name not in KEYS]
    assert 8 <= len(lesson.steps) <= 14
    assert 3 <= lesson.minutes <= 8
    for text in texts:
        assert Words("ru").text(text, ["Аня", "Вера", "Боря", "Галя", "Дима", "Егор"])


HEAD = """\
title = "A lesson"
minutes = 4
preset = "throw_in"
seats = 2
trump = "h"
attacker = "P0"
stock = ""
hands = { P0 = "6s Qc", P1 = "9s 7d" }

"""
GOOD = HEAD + '[[step]]\nsay = "Lay {6s}."\ntask = "Do."\naccept = ["attack 6s"]\n\n[[step]]\nsay = "Done."\n'
FREE = '\n[[step]]\nsay = "Go on."\ntask = "Play."\naccept = "free"\n'

ANEW = """
[[step]]
say = "Other cards."
task = "Do."
accept = ["attack 7s"]
[step.position]
trump = "d"
attacker = "P0"
stock = ""
hands = { P0 = "7s Jc", P1 = "Tc 8h" }

[[step]]
say = "Done again."
"""

# What every family may need


def lesson_of(text: str) -> Lesson:
    """The lesson in this text."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "1.toml"
        path.write_text(text, encoding="utf-8")
        return load(path)


def made_up(position: Mapping[str, Any], moves: int, rng: Random) -> Lesson:
    """A lesson of random moves from a position, with silence whenever a player is asked in secret."""
    rules, state = put_down(position, rules_of)
    steps = [LessonStep(1, Text("Look."), None)]
    for _ in range(moves):
        while (silence := rules.silence(state)) is not None and rng.random() < 0.8:
            rules.play(state, state.to_act[0], silence)
        if not state.to_act or state.to_act == BY_DEALER:
            break
        seat = state.to_act[0]
        move = rng.choice(list(rules.legal(state, seat)))
        rules.play(state, seat, move)
        if move == silence:
            continue
        if seat == LEARNER:
            steps.append(LessonStep(1, Text("Do."), Text("Do."), (move,)))
        else:
            steps[-1] = dataclasses.replace(steps[-1], then=(*steps[-1].then, (seat, move)))
    steps.append(LessonStep(1, Text("Done."), None))
    return Lesson("chance-1", Path("1.toml"), Text("Chance"), 4, position["preset"], position, tuple(steps))


@pytest.mark.parametrize("folder", sorted(path.name for path in POSITIONS.iterdir()))
@pytest.mark.every(4)
def test_lessons_of_every_family_go_through_to_their_end(folder: str) -> None:
    played = 0
    for nth, path in enumerate(sorted((POSITIONS / folder).glob("*.toml"))):
        keys = read_position(path)
        if "variant" in keys:
            continue
        position = {key: value for key, value in keys.items() if key not in ("expect", "then")}
        lesson = made_up(position, 12, Random(nth))
        table = LessonTable(lesson, "Anna")
        while not table.done:
            table.play_step()
        played += len(table.lesson.steps) > 3
    assert played


def test_others_answer_one_move_or_another_as_the_lesson_says() -> None:
    text = GOOD.replace('accept = ["attack 6s"]', 'accept = ["attack 6s", "attack Qc"]\nthen = ["P1 cover 6s with 9s"]')
    text = text.replace("then =", 'after = { "attack Qc" = ["P1 take"] }\nthen =')
    ends = {table.events(LEARNER)[-1].kind for table in ways(lesson_of(text)) if table.done}
    assert len(ends) == 2


def test_in_free_play_the_rest_of_the_deal_is_played_with_bots() -> None:
    kept: list[tuple[int, bool]] = []
    head, _, _ = GOOD.rpartition("\n[[step]]")
    table = LessonTable(lesson_of(head + FREE), "Anna", keep=lambda step, done: kept.append((step, done)))
    table.play_step()
    assert (table.at, table.holds, table.done) == (1, False, False)
    while not table.deal_over:
        seat = table.to_act[0]
        table.submit(seat, table.bot_move(seat) if seat else table.hint(seat).move)
    assert table.done
    assert kept == [(1, False), (0, True)]


def test_a_step_may_put_down_other_cards_in_which_nothing_has_happened() -> None:
    table = LessonTable(lesson_of(GOOD + ANEW), "Anna")
    before = table.deals
    table.go_to(2)
    assert list(map(card_text, table.scene(LEARNER).piles[0].cards)) == ["7s", "Jc"]
    assert (table.events(LEARNER), table.public_events(), table.deals) == ([], [], before + 1)
    table.play_step()
    table.play_step()
    assert table.done


def test_a_silence_that_is_not_meant_is_answered_as_any_other_move() -> None:
    table = LessonTable(find("bura-2"), "Anna")
    at = next(nth for nth, step in enumerate(table.lesson.steps) if "announce" in str(step.accept))
    table.go_to(at)
    silence = table.silence
    assert silence is not None
    with pytest.raises(NotMade):
        table.submit(LEARNER, silence)
    assert table.at == at
    assert table.silence == silence


def test_passes_that_the_script_names_are_made_before_something_is_read_the_learners_too() -> None:
    table = LessonTable(find("king-3"), "Anna")
    nth = next(nth for nth, step in enumerate(table.lesson.steps) if (LEARNER, Move("pass")) in step.then)
    table.go_to(nth)
    step = table.step
    assert step is not None
    table.submit(LEARNER, step.accept[0])
    keyboard, made = LessonKeyboard(table), []
    while table.follows:
        following = keyboard.next()
        assert following.kind in ("bot", "kept")
        move = following.move or table.bot_move(following.seat)
        made.append((following.seat, move))
        table.submit(following.seat, move)
    assert made == list(step.then)
    assert keyboard.next().kind == "person"


# Files


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("seats = 2", "seats = ", 4, "not valid TOML"),
        ('trump = "h"', 'trump = "x"', 5, "trump"),
        ("minutes = 4", "minutes = 400", 2, "minutes: 400 is no number of minutes"),
        ('title = "A lesson"\n', "", 1, "title: there must be a text"),
        ('["attack 6s"]', '["attack 6x"]', 13, "no card"),
        ('["attack 6s"]', '["attack 7s"]', 10, "attack 7s is refused"),
        ('["attack 6s"]', '"free"', 13, 'only the last step can be "free"'),
        ('task = "Do."\n', "", 10, "task: a step has one where there are moves to accept"),
        ("{6s}", "{6x}", 11, "{6x} is no card, player or key"),
        ("{6s}", "{6s", 11, "a brace stands alone"),
        ("accept =", "acept =", 13, "acept: a step has no such key"),
        ('say = "Done."', 'say = "Done."\ncards = "6s 1s"', 17, "cards"),
        ('say = "Done."', 'say = "Done."\nthen = ["P1 nonsense"]', 17, "nonsense"),
        ('say = "Done."', 'say = "Done."\n[step.position]\ntrump = "h"', 17, "the step before it is one to be read"),
        ('say = "Done."', 'say = "Done."\n[step.position]\nseats = 3', 18, "seats is the same through the lesson"),
        ('say = "Done."', 'say = "Done."\n[step.position]\ntrump = "x"', 18, "trump"),
        ('say = "Done."', 'say = "Done."\nposition = 3', 17, "position: 3 is no table"),
        ('accept = ["attack 6s"]', 'accept = ["attack 6s"]\nthen = ["P1 cover 6s with 7d"]', 10, "neither of the suit"),
    ],
)
def test_an_error_in_a_lesson_is_named_with_its_line(old: str, new: str, line: int, said: str, tmp_path: Path) -> None:
    assert GOOD.count(old) == 1
    path = tmp_path / "1.toml"
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(BadLesson) as wrong:
        check(load(path))
    assert said in str(wrong.value)
    assert wrong.value.line == line


def test_a_lesson_with_an_error_is_passed_over_with_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "durak").mkdir()
    (tmp_path / "durak" / "1.toml").write_text("title = 1\n", encoding="utf-8")
    (tmp_path / "durak" / "2.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "durak" / "3.toml").write_text(GOOD.replace('["attack 6s"]', '["attack 7s"]'), encoding="utf-8")
    monkeypatch.setattr("cardtable.lessons.FOLDER", tmp_path)
    lessons, troubles = all_of("durak")
    assert [lesson.id for lesson in lessons] == ["durak-2"]
    told = [Words("en").text(line) for line in troubles]
    assert ["1.toml, line 1: " in told[0], "3.toml, line 10: " in told[1], len(told)] == [True, True, 2]
    with pytest.raises(BadLesson, match=r"3\.toml, line 10: "):
        open_lesson("durak-3")
    with pytest.raises(UnknownLesson, match="durak-2"):
        find("durak-22")


def test_a_lesson_is_found_by_the_title_of_its_family_too() -> None:
    assert next_of("101-2") == "one_oh_one-2"
    assert next_of("Durak") == next_of("дурак") == "durak-1"
    assert next_of("козёл-2") == "kozel-2"


def test_how_far_a_learner_is_is_kept_and_a_lesson_once_done_stays_done(tmp_path: Path) -> None:
    path = tmp_path / "data" / "lessons.json"
    assert reached(path) == {}
    keep(path, "durak-1", 3, False)
    keep(path, "durak-2", 0, True)
    keep(path, "durak-2", 4, False)
    assert reached(path) == {"durak-1": Reached(3, False), "durak-2": Reached(4, True)}
    for damaged in ("[", "[]", '{"durak-1": 3}', '{"durak-1": {"step": -1, "done": false}}'):
        path.write_text(damaged)
        with pytest.raises(Unreadable):
            keep(path, "durak-1", 1, False)
        assert path.read_text() == damaged
