"""The house-rules questionnaire: a few plain questions that lead to the nearest game and the changes it needs.

The questions are in `questions.toml`, in the folder of the family that gives a group of games its name:

    [[question]]
    ask = "May a deal end in a draw?"
    [[question.answer]]
    say = "yes"
    options = { draws = "on" }

`options` are the values wanted; where a list is given, any of them will do. `games` are the ids of the games still in
question, `players` is the number of players at the table. With `last = true` the remaining questions are skipped.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtable.engine.option_words import value_text
from cardtable.engine.options import BadOption, Options, changed, make_options, specs
from cardtable.games import ListedGame, family, games_of

FILE: Final = "questions.toml"
UNFIT, CHANGED, EXTRA = 100, 3, 1
"""The distance of a game from the answers: for each wish it cannot meet, each option to change, and each rule of its
own that no question asked about."""


class Answer(NamedTuple):
    """A possible answer, and what it asks of the game."""

    say: str
    options: Mapping[str, Any] = {}
    games: Sequence[str] = ()
    players: int = 0
    last: bool = False

    def wishes(self) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """The acceptable values of each option, the preferred one first."""
        for name, value in self.options.items():
            yield name, tuple(value) if isinstance(value, list) else (value,)


class Question(NamedTuple):
    ask: str
    answers: tuple[Answer, ...]


class Nearest(NamedTuple):
    """The game that fits best."""

    game: ListedGame
    seats: int
    options: Mapping[str, Any]
    """The options to change in it."""
    unfit: tuple[str, ...]
    """The options whose wish conflicts with the other wishes."""


def questions_of(group: str) -> tuple[Question, ...]:
    """The questions about the games listed under this id."""
    return _read(family(group).folder / FILE)


def source_texts(file: Path) -> Iterator[str]:
    """The texts of a questions file, for translation."""
    for question in _read(file):
        yield question.ask
        yield from (answer.say for answer in question.answers)


def _read(file: Path) -> tuple[Question, ...]:
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["question"]
    return tuple(Question(row["ask"], tuple(Answer(**answer) for answer in row["answer"])) for row in rows)


def nearest(group: str, answers: Sequence[Answer]) -> Nearest:
    """The game that needs the fewest changes, and has the fewest other rules that no question asked about."""
    games = [game for game in games_of(group) if all(game.id in answer.games for answer in answers if answer.games)]
    players = next((answer.players for answer in reversed(answers) if answer.players), 0)
    seated = [game for game in games if not players or players in game.preset.seats] or games
    wanted = dict(wish for answer in answers for wish in answer.wishes())
    return min((_fitted(game, wanted, players) for game in seated), key=lambda found: _distance(found, wanted))


def _fitted(game: ListedGame, wanted: Mapping[str, tuple[Any, ...]], players: int) -> Nearest:
    """Fits this game to as many wishes as can be combined; the latest wish is given up first."""
    seats = players if players in game.preset.seats else game.preset.players
    known = specs(game.family.options)
    names = [name for name in wanted if name in known]
    for count in range(len(names) + 1):
        for unfit in combinations(reversed(names), count):
            given = {
                name: wanted[name][0]
                for name in names
                if name not in unfit and not _has(game.preset.options, name, wanted[name])
            }
            try:
                options = make_options(game.preset.options, given)
                options.check(seats)
                options.check_new(seats)
            except BadOption:
                continue
            return Nearest(game, seats, {name: getattr(options, name) for name in given}, unfit)
    return Nearest(game, seats, {}, tuple(names))


def _has(options: Options, name: str, values: tuple[Any, ...]) -> bool:
    """Whether the option already has one of these values, with `none` standing for None."""
    return value_text(getattr(options, name)) in map(value_text, values)


def _distance(found: Nearest, wanted: Mapping[str, tuple[Any, ...]]) -> int:
    own = changed(found.game.preset.options, found.game.family.options())
    extra = sum(name not in wanted for name in own)
    return UNFIT * len(found.unfit) + CHANGED * len(found.options) + EXTRA * extra
