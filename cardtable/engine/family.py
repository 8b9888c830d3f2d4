"""A family of games: its options, its presets, its rules and their explanation."""

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


@dataclass(frozen=True, eq=False)
class Family:
    """A family of games: its options, its presets and its rules.

    Its folder holds `presets.toml`, `rulebook.txt`, `card.txt` and `positions.txt`, each read on demand.
    """

    id: str
    title: str
    package: str
    """The package of its modules: `options` with OPTIONS, `game` with RULES, and `rulebook` with the values its texts
    use.

    They are imported on demand: a menu of all games does not play any of them.
    """
    default: str
    """The preset that the menu offers first, which is also the one to learn first."""
    about: str = ""
    """What players do in its games, in a few words; empty if it is listed under another family."""
    emblem: str = ""
    """A few cards that represent its games; a card after a / covers the one before it."""
    worth: tuple[tuple[str, int], ...] = ()
    """The cards that count in every game of the family, one of each kind, with their points; empty if none do."""
    note: str = ""
    """One line about games of the same name that are not played here."""
    length: Callable[[int], Mapping[str, Any]] | None = None
    """The options for a match of a given number of deals; None if its length is not a number of deals."""
    version: int = 1
    """Incremented when the same moves would give a different deal; older records are replayed as far as their moves are
    legal."""

    @property
    def folder(self) -> Path:
        """The folder of its files."""
        return Path(str(import_module(self.package).__file__)).parent

    own: ClassVar[Callable[[Family], Mapping[str, Preset]]] = lambda game: {}
    """A function that returns the player's own presets of a family."""

    @cached_property
    def options(self) -> type[Options]:
        """The class of its options."""
        options: type[Options] = self._module("options").OPTIONS
        return options

    @property
    def presets(self) -> Mapping[str, Preset]:
        """Its presets by id in listing order, followed by the player's own."""
        own = Family.own(self)
        return {**self.listed, **own} if own else self.listed

    def recorded(self, preset: str) -> str:
        """The id recorded for a match of this preset: for a player's own, the preset it is based on.

        The record can then be read even without the player's preset file.
        """
        own = Family.own(self).get(preset)
        return preset if own is None else own.made_from

    @cached_property
    def listed(self) -> Mapping[str, Preset]:
        """The presets of the family itself, by id."""
        path = self.folder / "presets.toml"
        book = Book(f"{self.id}/{path.name}", path.read_text(encoding="utf-8"))
        return read_presets(book, self._defaults)

    def _defaults(self) -> Options:
        return self.options()

    @property
    def position_form(self) -> Path:
        """The file describing the keys of this family's positions besides the shared ones (`position.form_texts`)."""
        return self.folder / "positions.txt"

    def rules(self, options: Any, seats: int, *, agreed: bool = False) -> AnyRules:
        """Creates the rules for a table. Raises BadOption for options that do not go together.

        If they are `agreed`, that has been checked already.
        """
        if not agreed:
            options.check(seats)
        rules: AnyRules = self._module("game").RULES(options, seats)
        return rules

    def explain(self, options: Any, seats: int) -> Chapters:
        """The rules under exactly these options, by chapter."""
        return self._rulebook.explain(options, seats)

    def card(self, options: Any, seats: int) -> Chapters:
        """The same on one page: the essentials for playing, by heading."""
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
