"""The rules of a game in words, by chapter and paragraph."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.engine.text import Text


@dataclass(frozen=True, slots=True)
class RulePart:
    """A paragraph of the rules as played with certain options: its rule ids, and its text."""

    ids: tuple[str, ...]
    text: Text
