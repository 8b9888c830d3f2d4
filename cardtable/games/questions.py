"""The rules of your table: a few plain questions that lead to the nearest game, with what is changed in it.

They stand in `questions.toml`, in the folder of the family after which a group of games is called:

    [[question]]
    ask = "May a deal end in a draw?"
    [[question.answer]]
    say = "yes"
    options = { draws = "on" }

`options` are the values that are wanted, of a list any of them; `games` the ids of the games that are still meant,
`players` how many sit at the table. `last = true` says that the questions after it are not asked.
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
"""How far off a game is for each wish that does not go with it, each option to be changed, and each of its own rules
that nobody has asked for."""


class Answer(NamedTuple):
    """What may be answered, and what it asks of the game."""

    say: str
    options: Mapping[str, Any] = {}
    games: Sequence[str] = ()
    players: int = 0
    last: bool = False

    def wishes(self) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """By option the values that would do, the one to be taken first."""
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
    """What is to be changed in it."""
    unfit: tuple[str, ...]
    """The options about which a wish does not go together with the others."""


def questions_of(group: str) -> tuple[Question, ...]:
    """The questions about the games that are listed under this id."""
    return _read(family(group).folder / FILE)


def source_texts(file: Path) -> Iterator[str]:
    """The texts of such a file for translation."""
    for question in _read(file):
        yield question.ask
        yield from (answer.say for answer in question.answers)


def _read(file: Path) -> tuple[Question, ...]:
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["question"]
    return tuple(Question(row["ask"], tuple(Answer(**answer) for answer in row["answer"])) for row in rows)


def nearest(group: str, answers: Sequence[Answer]) -> Nearest:
    """The game that needs the fewest changes, and has the fewest rules beside that nobody has asked for."""
    games = [game for game in games_of(group) if all(game.id in answer.games for answer in answers if answer.games)]
    players = next((answer.players for answer in reversed(answers) if answer.players), 0)
    seated = [game for game in games if not players or players in game.preset.seats] or games
    wanted = dict(wish for answer in answers for wish in answer.wishes())
    return min((_fitted(game, wanted, players) for game in seated), key=lambda found: _distance(found, wanted))


def _fitted(game: ListedGame, wanted: Mapping[str, tuple[Any, ...]], players: int) -> Nearest:
    """This game with as much of what is wanted as goes together; what was wished for last is given up first."""
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
    """Whether the option has one of these values already, `none` for None among them."""
    return value_text(getattr(options, name)) in map(value_text, values)


def _distance(found: Nearest, wanted: Mapping[str, tuple[Any, ...]]) -> int:
    own = changed(found.game.preset.options, found.game.family.options())
    extra = sum(name not in wanted for name in own)
    return UNFIT * len(found.unfit) + CHANGED * len(found.options) + EXTRA * extra
