"""What a family of games brings: its options, its presets, its rules and their explanation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardtable.engine.options import Options
from cardtable.engine.rulebook import RulePart
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import Text


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options, as people know the game."""

    title: str
    options: Any
    seats: tuple[int, ...]
    usual: int | None = None
    """How many play as a rule; the fewest unless given."""

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
    rules: Callable[[Any, int], AnyRules]
    explain: Callable[[Any, int], list[tuple[Text, list[RulePart]]]]
    """The rules of exactly these options, by chapter."""
    position_form: Path
    """The keys that a position of this family may have beside the shared ones (`position.form_texts`)."""
    default: str
    """The preset that the menu offers first."""
    note: str = ""
    """One line on what bears the family's name but is not played here."""
    length: Callable[[int], Mapping[str, Any]] | None = None
    """The options that make a match of so many deals; None where its length is no number of deals."""
    version: int = 1
    """Raised when the same moves would give another deal; an older record is replayed as far as its moves are legal."""
