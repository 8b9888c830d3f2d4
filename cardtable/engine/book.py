"""TOML files that belong to a family; errors in them are reported with file and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from cardtable.engine.faults import Fault
from cardtable.engine.text import Text, say

_HEADER = re.compile(r"\s*\[")


class BadBook(Fault):
    """A file of options, presets or rules in words that cannot be used; the message names file and line.

    In one of the program's own files, this is a mistake of its author.
    """


class Book:
    """A TOML file of tables, with the line numbers of its entries. Raises BadBook if it is not TOML."""

    def __init__(self, name: str, text: str, tables: Mapping[str, Any] | None = None) -> None:
        """`tables` is the parsed text, if the caller already has it."""
        self.name = name
        self._lines = text.splitlines()
        try:
            self.tables = tomllib.loads(text) if tables is None else tables
        except tomllib.TOMLDecodeError as error:
            raise BadBook("{name}: {why}", name=name, why=error) from None

    def line(self, *path: str) -> int:
        """The line of a table, or of a key in it: the last part of the path that can be found in the file."""
        table, *keys = path
        header = re.compile(rf"""\s*\[+\s*["']?{re.escape(table)}["']?\s*[].]""")
        first = at = next((nth for nth, line in enumerate(self._lines) if header.match(line)), 0)
        end = next((nth for nth in range(first + 1, len(self._lines)) if _HEADER.match(self._lines[nth])), None)
        for key in keys:
            named = re.compile(rf"""(?:^|[\s.{{,\[])["']?{re.escape(key)}["']?\s*[=.\]]""")
            section = range(at, len(self._lines) if end is None else end)
            at = next((nth for nth in section if named.search(self._lines[nth])), at)
        return at + 1

    def error(self, what: Text | str | Exception, *path: str) -> BadBook:
        """An error about this place in the file."""
        return BadBook("{name}, line {line}: {what}", name=self.name, line=self.line(*path), what=what)

    def check_keys(self, path: tuple[str, ...], table: Any, known: Iterable[str]) -> None:
        """Raises BadBook if this is not a table, or if it has an unknown key."""
        if not isinstance(table, dict):
            raise self.error(say("{key} must be a table", key=path[-1]), *path)
        for key in table:
            if key not in known:
                raise self.error(say("{key} is none of {known}", key=key, known=", ".join(known)), *path, key)
