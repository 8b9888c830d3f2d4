"""Puzzles: positions in which exactly one move is best, nearly all with open hands, found by `.build/puzzles.py`.

`puzzles/<family>.jsonl` has a JSON object per line: `id`; `position`, the keys of a position file; `seat`, the seat to
move; `best`, the only move that is worth `worth`, while every other one is worth at most `else`, in the units of
`Solver.outcome`; `plain`, whether that move can be guessed; `margin`, in 101 the minimum number of points to win the
deal by; `themes`; `depth`, the number of decisions the solver makes to the end; `rating`, the difficulty, on the scale
of the players' own ratings.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cardtable.engine.draft import BadPosition
from cardtable.engine.faults import Fault
from cardtable.engine.options import closest
from cardtable.engine.position import put_down
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import Text, mark, say
from cardtable.files import Unreadable, read
from cardtable.games import GROUPS, family

FOLDER: Final = Path(__file__).parent
MOST: Final = 1 << 20
"""The maximum size of a puzzle file in bytes."""
THEMES: Final[Mapping[str, str]] = {
    "throw_in": mark("throw in"),
    "throw_trump": mark("throw a trump in"),
    "after_take": mark("add after a take"),
    "let_go": mark("let the bout go"),
    "take": mark("take on purpose"),
    "dear_cover": mark("cover dearer than you must"),
    "trump_cover": mark("trump where a plain card covers"),
    "not_lowest": mark("not the lowest card"),
    "lead_trump": mark("lead a trump"),
    "break_pair": mark("break a pair"),
    "save_draw": mark("save the draw"),
    "duck": mark("leave the trick to others"),
    "win": mark("take the trick"),
    "dear": mark("spend a high card"),
    "discard": mark("discard"),
    "lead": mark("the right lead"),
    "several": mark("several cards at once"),
    "trump": mark("use a trump"),
    "order": mark("order the right suit"),
    "make_draw": mark("make the other draw"),
    "skip": mark("cost the other the turn"),
    "replay": mark("move twice"),
    "keep": mark("keep the special card"),
    "points": mark("go out for more points"),
    "hidden": mark("right however the hidden cards lie"),
}
"""The possible themes of a puzzle, by the name used with `--theme`."""


class BadPuzzle(Fault):
    """A puzzle that cannot be played; the message names it and says why."""


class UnknownPuzzle(Fault):
    """A family, theme or puzzle that does not exist."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one move is best."""

    id: str
    family: str
    """The family it is listed under."""
    position: Mapping[str, Any]
    seat: int
    best: str
    worth: int
    otherwise: int
    """The value of the best of the other moves."""
    themes: tuple[str, ...]
    depth: int
    rating: int
    margin: int = 0
    """In 101, the number of points to win the deal by; 0 for any win."""
    plain: bool = False
    """Whether its first move is one of two, or in 101 the obvious one, so that guesses are right too often. Such a
    puzzle is only used as a puzzle of the day, and does not affect ratings."""

    @property
    def preset(self) -> str:
        """The preset of the game."""
        name: str = self.position["preset"]
        return name

    def put_down(self) -> tuple[AnyRules, Any]:
        """Sets up the rules and the state. Raises BadPuzzle."""
        try:
            return put_down(self.position, self._rules_of)
        except (BadPosition, Fault) as why:
            raise BadPuzzle("{puzzle}: {why}", puzzle=self.id, why=why) from None

    def _rules_of(self, preset: str, options: Mapping[str, Any], seats: int) -> AnyRules:
        # The family is known, and searching all of them for the preset would delay the first picture too long.
        game = family(self.family)
        if preset not in game.presets or options:
            raise BadPuzzle("{family} has no preset {preset} for puzzles", family=self.family, preset=preset)
        return game.rules(game.presets[preset].options, seats or game.presets[preset].players)


def file_of(name: str) -> Path:
    """The file with the puzzles of a family."""
    return FOLDER / f"{name}.jsonl"


def families() -> list[str]:
    """The families with puzzles."""
    return [name for name in GROUPS if file_of(name).exists()]


def parse(family: str, line: str) -> Puzzle:
    """Parses a line into a puzzle. Raises BadPuzzle."""
    try:
        keys = json.loads(line)
        puzzle = Puzzle(
            keys["id"],
            family,
            keys["position"],
            keys["seat"],
            keys["best"],
            keys["worth"],
            keys["else"],
            tuple(keys["themes"]),
            keys["depth"],
            keys["rating"],
            keys.get("margin", 0),
            keys.get("plain", False),
        )
    except KeyError as error:
        raise BadPuzzle("no puzzle: it has no {key}", key=error.args[0]) from None
    except (ValueError, TypeError, RecursionError):
        raise BadPuzzle("no puzzle: not a JSON object") from None
    kinds = (
        isinstance(puzzle.id, str) and isinstance(puzzle.best, str) and isinstance(puzzle.position, dict),
        isinstance(puzzle.plain, bool),
        all(
            type(number) is int
            for number in (puzzle.seat, puzzle.worth, puzzle.otherwise, puzzle.depth, puzzle.rating, puzzle.margin)
        ),
        isinstance(puzzle.position, dict) and isinstance(puzzle.position.get("preset"), str),
        all(theme in THEMES for theme in puzzle.themes),
    )
    if not all(kinds):
        raise BadPuzzle("no puzzle: a value is of the wrong kind")
    return puzzle


def load(family: str) -> tuple[list[Puzzle], list[Text]]:
    """The puzzles of a family, and a line for everything that is wrong with its file."""
    path = file_of(family)
    try:
        lines = read(path, MOST).decode().splitlines()
    except (OSError, Unreadable, UnicodeDecodeError) as error:
        return [], [say("{path}: {why}", path=str(path), why=str(error))]
    found, troubles = [], []
    for number, line in enumerate(lines, 1):
        try:
            found.append(parse(family, line))
        except BadPuzzle as error:
            troubles.append(say("{path}, line {line}: {why}", path=str(path), line=number, why=error.text))
    return found, troubles


def chosen(family: str | None, theme: str | None) -> tuple[list[Puzzle], list[Text]]:
    """The puzzles of one family or all that can be rated, with this theme if there is one. Raises UnknownPuzzle."""
    there = families()
    if family is not None and family not in there:
        allowed = ", ".join(there)
        raise UnknownPuzzle(
            "{name}: there are no puzzles of it{near}; there are those of {allowed}",
            name=family,
            near=closest(family, there),
            allowed=allowed,
        )
    found: list[Puzzle] = []
    troubles: list[Text] = []
    for name in there if family is None else [family]:
        puzzles, wrong = load(name)
        found += [puzzle for puzzle in puzzles if not puzzle.plain]
        troubles += wrong
    if theme is not None:
        here = [name for name in THEMES if any(name in puzzle.themes for puzzle in found)]
        if theme not in here:
            raise UnknownPuzzle(
                "--theme {name}: no puzzle here has this theme{near}; there are {allowed}",
                name=theme,
                near=closest(theme, here),
                allowed=", ".join(here),
            )
        found = [puzzle for puzzle in found if theme in puzzle.themes]
    if not found:
        raise UnknownPuzzle("there are no puzzles here")
    return found, troubles


def titles(themes: Sequence[str]) -> list[Text]:
    return [Text(THEMES[theme]) for theme in themes]
