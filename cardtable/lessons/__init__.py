"""Lessons: a position with fixed cards, and steps with something to do in it.

A lesson is a file `lessons/<family>/<number>.toml` with the id `<family>-<number>`. It is a position file (see
`engine/positions.txt` and the family's `positions.txt` for the format) that names all cards, with the learner in seat
P0, and with

    title = "..."              what it teaches, for the lists of lessons
    minutes = 4                how long it takes
    [[step]]                   and so on, in order:
    say = "..."                the explanation: with the task, at most four rows of 78 columns, in every language
    task = "..."               what to do, in a row of its own; a step that is only read has none
    accept = ["attack 6s"]     the moves of P0 that are accepted, as in positions; `"anything"`: all legal ones, and
                               `"free"`, in the last step: the rest of the deal, with bots. A step without it is only
                               read, and Enter continues; unless it ends with `"free"`, a lesson ends with such a step
    then = ["P1 cover 6s with 7s"]   the replies of the others, and moves made for the learner, such as "P0 pass"
    after = { "attack 6d" = [...] }  replies that replace `then` after this one of several accepted moves
    other = { "attack Ac" = "..." }  the answer to this move, which is legal but not accepted; "*": any other move
    cards = "6s 7h"            the cards to point at, in the hand or on the table
    [step.position]            new cards set up for this step: the keys of a position, without preset, options and
                               seats. The step before it is only read

Between scripted moves, seats asked in secret stay silent; before a step that is only read, this happens only where the
script says so ("P1 pass"). A deal may end in a step; steps to be read after it are still shown.

In texts, `{6s Th}` stands for cards drawn as the player has chosen, `{P1}` for a player's name, `{key take}` for the
key with that id in `tui/felt/table_keys.py`. An illegal move is refused with the usual sentence of the rules.

The texts are translated in the language files like all others. `tests/test_lessons.py` plays every lesson in every
possible way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardtable.cards import BadCard, Cards, parse_card, parse_cards
from cardtable.engine.draft import BadPosition
from cardtable.engine.expectations import parse_play, texts_of
from cardtable.engine.faults import Fault, told
from cardtable.engine.moves import BadMove, Move, Seat
from cardtable.engine.options import closest
from cardtable.engine.position import put_down
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import Faces, Text, Who, say
from cardtable.files import Unreadable, parse_toml, read
from cardtable.games import GROUPS, agree, find_preset

FOLDER = Path(__file__).parent
MOST = 1 << 16
"""The maximum size of a lesson file in bytes."""
STEP_KEYS = ("say", "task", "accept", "then", "after", "other", "cards", "position")
OF_THE_TABLE = ("preset", "options", "seats")
"""The keys of a position that stay the same throughout a lesson."""
_IN_BRACES = re.compile(r"\{([^{}]*)\}")


class BadLesson(Fault):
    """A lesson that cannot be played; the message says why, and `line` is the line in its file."""

    def __init__(self, line: int, source: str | Text | Exception, /, **facts: Any) -> None:
        self.line = line
        super().__init__(source, **facts)


class UnknownLesson(Fault):
    """A name that is neither a lesson nor a family."""


Said = tuple[Seat, Move]


@dataclass(frozen=True, slots=True)
class LessonStep:
    """An explanation, a task, and what follows it."""

    line: int
    """The line in the file where it begins."""
    say: Text
    task: Text | None
    accept: tuple[Move, ...] = ()
    anything: bool = False
    """Whether every legal move is accepted."""
    free: bool = False
    """Whether the learner plays the rest of the deal freely."""
    then: tuple[Said, ...] = ()
    after: Mapping[Move, tuple[Said, ...]] | None = None
    other: Mapping[Move | None, Text] | None = None
    """The answers to legal moves that are not accepted; the one under None is for all others."""
    cards: Cards = 0
    position: Mapping[str, Any] | None = None
    """New cards set up for this step."""

    @property
    def reads(self) -> bool:
        """Whether the step is only read."""
        return not (self.accept or self.anything or self.free)

    def following(self, move: Move | None) -> tuple[Said, ...]:
        """The replies of the others after this move."""
        return (self.after or {}).get(move, self.then) if move is not None else self.then

    def takes(self, move: Move) -> bool:
        """Whether this legal move is accepted."""
        return self.anything or self.free or move in self.accept


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position and its steps."""

    id: str
    path: Path
    title: Text
    minutes: int
    preset: str
    position: Mapping[str, Any]
    steps: tuple[LessonStep, ...]

    @property
    def group(self) -> str:
        """The family it is listed under."""
        return self.id.rpartition("-")[0]


def rules_of(preset: str, options: Mapping[str, Any], seats: int) -> AnyRules:
    """The rules of a preset with some options changed; with `seats` 0, for its usual number of players."""
    players = seats or find_preset(preset)[1].players
    game, agreed = agree(preset, options, players)
    return game.rules(agreed, players)


def paths(group: str) -> list[Path]:
    """The files of a family's lessons, in order."""
    return sorted((FOLDER / group).glob("*.toml"))


def ids() -> list[str]:
    """The ids of all lessons, family by family."""
    return [id_of(path) for group in GROUPS for path in paths(group)]


def id_of(path: Path) -> str:
    """The id of the lesson in a file."""
    return f"{path.parent.name}-{path.stem}"


def find(name: str) -> Lesson:
    """Returns the lesson with this id. Raises UnknownLesson and BadLesson."""
    return load(path_of(name))


def path_of(name: str) -> Path:
    """The file of the lesson with this id. Raises UnknownLesson."""
    for group in GROUPS:
        for path in paths(group):
            if id_of(path) == name:
                return path
    if name in GROUPS:
        raise UnknownLesson("there are no lessons of {name}", name=name)
    groups = [group for group in GROUPS if paths(group)]
    raise UnknownLesson(
        "there is no lesson {name!r}{near}; there are those of {groups}, which `cardtable learn` lists",
        name=name,
        near=closest(name, (*ids(), *groups)),
        groups=", ".join(groups),
    )


def load(path: Path) -> Lesson:
    """Loads the lesson in a file. Raises BadLesson."""
    try:
        text = read(path, MOST).decode()
        keys = parse_toml(text)
    except (OSError, Unreadable, UnicodeDecodeError) as error:
        raise BadLesson(_line_of(error), error) from None
    reader = _Reader(text, keys)
    return reader.lesson(path)


def source_texts(path: Path) -> list[str]:
    """The texts of a lesson's file, to be translated one by one."""
    lesson = load(path)
    found = [lesson.title]
    for step in lesson.steps:
        found += [step.say, *([step.task] if step.task else []), *(step.other or {}).values()]
    return [text.source for text in found]


def _line_of(error: Exception) -> int:
    place = re.search(r"line (\d+)", str(error))
    return int(place[1]) if place else 1


class _Reader:
    """Reads the keys of a lesson, keeping track of their lines."""

    def __init__(self, text: str, keys: dict[str, Any]) -> None:
        self.rows = text.split("\n")
        self.keys = keys
        self.begins = [nth for nth, row in enumerate(self.rows, 1) if re.match(r"\s*\[\[\s*step\s*\]\]", row)]

    def line(self, step: int | None, key: str = "") -> int:
        """The line of a key of a step, or of the position above the steps."""
        begins = (*self.begins, len(self.rows) + 1)
        first, end = (1, begins[0]) if step is None else begins[step : step + 2]
        for nth in range(first, end):
            if re.match(rf"\s*(\[+\s*(step\.)?)?{re.escape(key)}\b", self.rows[nth - 1]) and key:
                return nth
        return first

    def lesson(self, path: Path) -> Lesson:
        keys = self.keys
        position = {key: value for key, value in keys.items() if key not in ("title", "minutes", "step")}
        try:
            rules, _ = put_down(position, rules_of)
        except (BadPosition, Fault) as error:
            raise BadLesson(self.line(None, str(error).partition(":")[0].partition(".")[0]), error) from None
        steps = keys.get("step")
        if not isinstance(steps, list) or not steps or len(steps) != len(self.begins):
            raise BadLesson(self.line(None, "step"), "step: write each step as [[step]], one at least")
        minutes = keys.get("minutes")
        if type(minutes) is not int or not 0 < minutes < 60:
            raise BadLesson(self.line(None, "minutes"), "minutes: {minutes!r} is no number of minutes", minutes=minutes)
        title = self._text(None, keys, "title", rules)
        read_steps = tuple(self._step(nth, step, rules) for nth, step in enumerate(steps))
        for nth, step in enumerate(read_steps):
            last = nth == len(steps) - 1
            if step.position is not None and not (nth and read_steps[nth - 1].reads):
                raise BadLesson(self.line(nth, "position"), "position: the step before it is one to be read")
            if step.free and not last:
                raise BadLesson(self.line(nth, "accept"), 'accept: only the last step can be "free"')
            if last and not (step.reads or step.free):
                raise BadLesson(self.line(nth, "accept"), 'accept: the last step is read, or "free"')
        return Lesson(id_of(path), path, title, minutes, position["preset"], position, read_steps)

    def _step(self, nth: int, given: Mapping[str, Any], rules: AnyRules) -> LessonStep:
        for key in given:
            if key not in STEP_KEYS:
                near = closest(key, STEP_KEYS)
                raise BadLesson(self.line(nth, key), "{key}: a step has no such key{near}", key=key, near=near)
        accept = given.get("accept", [])
        word = accept if accept in ("anything", "free") else ""
        reads = not accept
        if reads == ("task" in given):
            raise BadLesson(self.line(nth, "task"), "task: a step has one where there are moves to accept")
        after, other = (given.get(key, {}) for key in ("after", "other"))
        for key, table in (("after", after), ("other", other)):
            if not isinstance(table, dict):
                raise BadLesson(self.line(nth, key), "{key}: {value!r} is no table of moves", key=key, value=table)
        return LessonStep(
            self.begins[nth],
            self._text(nth, given, "say", rules),
            None if reads else self._text(nth, given, "task", rules),
            () if word else self._moves(nth, "accept", accept, rules),
            word == "anything",
            word == "free",
            self._plays(nth, "then", given.get("then", []), rules),
            {
                self._moves(nth, "after", [move], rules)[0]: self._plays(nth, "after", plays, rules)
                for move, plays in after.items()
            },
            {
                None if move == "*" else self._moves(nth, "other", [move], rules)[0]: self._text(
                    nth, other, move, rules, "other"
                )
                for move in other
            },
            self._cards(nth, given.get("cards", "")),
            self._position(nth, given["position"]) if "position" in given else None,
        )

    def _position(self, nth: int, given: Any) -> Mapping[str, Any]:
        """The new cards of a step, with the game of the lesson."""
        if not isinstance(given, dict):
            raise BadLesson(self.line(nth, "position"), "{key}: {value!r} is no table", key="position", value=given)
        for key in given:
            if key in OF_THE_TABLE:
                raise BadLesson(self.line(nth, key), "position: {key} is the same through the lesson", key=key)
        position = {**{key: self.keys[key] for key in OF_THE_TABLE if key in self.keys}, **given}
        try:
            put_down(position, rules_of)
        except (BadPosition, Fault) as error:
            raise BadLesson(self.line(nth, str(error).partition(":")[0].partition(".")[0]), error) from None
        return position

    def _moves(self, nth: int, key: str, given: Any, rules: AnyRules) -> tuple[Move, ...]:
        try:
            return tuple(rules.parse_move(text) for text in texts_of(given, key))
        except (BadPosition, BadMove, BadCard) as error:
            raise BadLesson(self.line(nth, key), "{key}: {why}", key=key, why=error) from None

    def _plays(self, nth: int, key: str, given: Any, rules: AnyRules) -> tuple[Said, ...]:
        try:
            return tuple(parse_play(rules, text, key) for text in texts_of(given, key))
        except BadPosition as error:
            raise BadLesson(self.line(nth, key), error) from None

    def _cards(self, nth: int, given: Any) -> Cards:
        try:
            if isinstance(given, str):
                return parse_cards(given)
        except BadCard as error:
            raise BadLesson(self.line(nth, "cards"), "cards: {why}", why=error) from None
        raise BadLesson(self.line(nth, "cards"), 'cards: {cards!r} is no text such as "6s Th"', cards=given)

    def _text(self, nth: int | None, given: Mapping[str, Any], key: str, rules: AnyRules, of: str = "") -> Text:
        """A text with its placeholders filled in."""
        source, where = given.get(key), of or key
        if not isinstance(source, str) or not source.strip():
            raise BadLesson(self.line(nth, where), "{key}: there must be a text", key=key)
        facts: dict[str, Faces | Who | str] = {}
        for name in _IN_BRACES.findall(source):
            if name.startswith("key "):
                facts[name] = name.removeprefix("key ")
            elif re.fullmatch(r"P\d+", name) and int(name[1:]) < rules.seats:
                facts[name] = Who(int(name[1:]))
            else:
                try:
                    cards = [parse_card(word) for word in name.split()]
                except BadCard:
                    cards = []
                if not cards or name != name.strip():
                    raise BadLesson(
                        self.line(nth, where), "{key}: {name} is no card, player or key", key=key, name=f"{{{name}}}"
                    )
                facts[name] = Faces(tuple(cards))
        if "{" in _IN_BRACES.sub("", source) or "}" in _IN_BRACES.sub("", source):
            raise BadLesson(self.line(nth, where), "{key}: a brace stands alone", key=key)
        return Text(source, facts)


def trouble(path: Path, error: BadLesson) -> Text:
    """The line reporting what is wrong with a lesson's file."""
    return say("{path}, line {line}: {why}", path=str(path), line=error.line, why=told(error))
