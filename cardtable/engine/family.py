"""What a family of games brings: its options, its presets, its rules and their explanation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from cardtable.engine.options import Options
from cardtable.engine.text import Text

if TYPE_CHECKING:
    from cardtable.engine.rulebook import RulePart
    from cardtable.engine.rules import AnyRules

Level = Literal["easy", "medium", "hard"]
Chapters = list[tuple[Text, list["RulePart"]]]


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options, as people know the game, and what makes a newcomer want to play it."""

    title: str
    options: Any
    seats: tuple[int, ...]
    usual: int | None = None
    """How many play as a rule; the fewest unless given."""
    _: KW_ONLY
    aim: str
    """One sentence: what everybody tries to do."""
    special: str
    """One sentence: what sets it apart from the plainest game of its family."""
    level: Level
    """How hard it is to learn."""
    minutes: int
    """How long a match takes against bots with as many players as sit down when nobody says how many.

    Measured on matches of bots at the usual pace by a test of the presets: four seconds for a decision, one where there
    is no choice, half a second for a bot's move, five from deal to deal. The mean, in fives from ten minutes on.
    """
    short: Mapping[str, Any] = field(default_factory=dict)
    """The options that make a short evening of a long match; empty where there are none."""

    @property
    def players(self) -> int:
        """How many sit down when nobody says how many."""
        return self.seats[0] if self.usual is None else self.usual


@dataclass(frozen=True, slots=True)
class Family:
    """A family of games: what may vary, what is named, and the rules."""

    id: str
    title: str
    options: type[Options]
    presets: Mapping[str, Preset]
    package: str
    """Where its modules are: `game` with RULES, `rulebook` with `explain`, `card` with `card`.

    They are imported when they are asked for: a menu of all games plays none of them.
    """
    position_form: Path
    """The keys that a position of this family may have beside the shared ones (`position.form_texts`)."""
    default: str
    """The preset that the menu offers first: the one to learn first."""
    about: str = ""
    """What one does in its games, in one short sentence; empty where it is listed under another family."""
    note: str = ""
    """One line on what bears the family's name but is not played here."""
    length: Callable[[int], Mapping[str, Any]] | None = None
    """The options that make a match of so many deals; None where its length is no number of deals."""
    version: int = 1
    """Raised when the same moves would give another deal; an older record is replayed as far as its moves are legal."""

    def rules(self, options: Any, seats: int) -> AnyRules:
        """The rules of a table. Raises BadOption for options that do not go together."""
        rules: AnyRules = self._module("game").RULES(options, seats)
        return rules

    def explain(self, options: Any, seats: int) -> Chapters:
        """The rules of exactly these options, by chapter."""
        chapters: Chapters = self._module("rulebook").explain(options, seats)
        return chapters

    def card(self, options: Any, seats: int) -> Chapters:
        """The same on one page: what one must know to play, by heading."""
        headings: Chapters = self._module("card").card(options, seats)
        return headings

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{self.package}.{name}")
