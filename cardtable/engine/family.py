"""What a family of games brings: its options, its presets, its rules and their explanation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from cardtable.engine.book import Book
from cardtable.engine.options import Options
from cardtable.engine.presets import Preset, read_presets
from cardtable.engine.text import Text

if TYPE_CHECKING:
    from cardtable.engine.rulebook import Rulebook, RulePart
    from cardtable.engine.rules import AnyRules

Chapters = list[tuple[Text, list["RulePart"]]]


@dataclass(frozen=True)
class Family:
    """A family of games: what may vary, what is named, and the rules.

    Its folder holds `presets.toml`, `rulebook.txt`, `card.txt` and `positions.txt`, each read when it is asked for.
    """

    id: str
    title: str
    options: type[Options]
    package: str
    """Where its modules are: `game` with RULES, `rulebook` with what its texts derive.

    They are imported when they are asked for: a menu of all games plays none of them.
    """
    default: str
    """The preset that the menu offers first: the one to learn first."""
    about: str = ""
    """What one does in its games, in a few words; empty where it is listed under another family."""
    emblem: str = ""
    """The few cards that say what its games are about; one that lies on another as its cover stands behind a /."""
    worth: tuple[tuple[str, int], ...] = ()
    """The cards that count in every game of the family, one of each kind, with their points; nothing where none do."""
    note: str = ""
    """One line on what bears the family's name but is not played here."""
    length: Callable[[int], Mapping[str, Any]] | None = None
    """The options that make a match of so many deals; None where its length is no number of deals."""
    version: int = 1
    """Raised when the same moves would give another deal; an older record is replayed as far as its moves are legal."""

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return Path(str(import_module(self.package).__file__)).parent

    own: ClassVar[Callable[[Family], Mapping[str, Preset]]] = lambda game: {}
    """Gives the presets of a family that are the player's own."""

    @property
    def presets(self) -> Mapping[str, Preset]:
        """Its presets by id, in the order in which they are listed, and then the player's own."""
        own = Family.own(self)
        return {**self.listed, **own} if own else self.listed

    def recorded(self, preset: str) -> str:
        """The id under which a match of this preset is recorded: of the player's own ones, that they are made from.

        A record can then be read where their file is missing.
        """
        own = Family.own(self).get(preset)
        return preset if own is None else own.made_from

    @cached_property
    def listed(self) -> Mapping[str, Preset]:
        """The presets of the family itself, by id."""
        path = self.folder / "presets.toml"
        return read_presets(Book(f"{self.id}/{path.name}", path.read_text(encoding="utf-8")), self.options())

    @property
    def position_form(self) -> Path:
        """The keys that a position of this family may have beside the shared ones (`position.form_texts`)."""
        return self.folder / "positions.txt"

    def rules(self, options: Any, seats: int) -> AnyRules:
        """The rules of a table. Raises BadOption for options that do not go together."""
        rules: AnyRules = self._module("game").RULES(options, seats)
        return rules

    def explain(self, options: Any, seats: int) -> Chapters:
        """The rules of exactly these options, by chapter."""
        return self._rulebook.explain(options, seats)

    def card(self, options: Any, seats: int) -> Chapters:
        """The same on one page: what one must know to play, by heading."""
        return self._card.explain(options, seats)

    @cached_property
    def _rulebook(self) -> Rulebook:
        return self._text("rulebook.txt")

    @cached_property
    def _card(self) -> Rulebook:
        return self._text("card.txt")

    def _text(self, name: str) -> Rulebook:
        from cardtable.engine.rulebook import Rulebook

        derived = self._module("rulebook")
        return Rulebook(self.folder / name, self.options, derived.DERIVED, getattr(derived, "EACH", {}))

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{self.package}.{name}")
