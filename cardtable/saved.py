"""Tables that a player has put together and wants again: `tables.toml` among his settings."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtable.engine.faults import told
from cardtable.engine.text import Text, say
from cardtable.tomlfile import change

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

FILE = "tables.toml"


@dataclass(frozen=True, slots=True)
class Agreed:
    """What is agreed before a match: the game, who sits where, and the house rules that differ from the preset's."""

    preset: str
    names: tuple[str, ...]
    styles: tuple[str | None, ...]
    """The style of the bot in each seat; None where a person sits."""
    options: dict[str, Any] = field(default_factory=dict)
    name: str = ""
    """What the table is called, such as "our Thursday Durak"; empty for one that is not kept."""
    seed: int | None = None
    """The number of the cards for this time; it is not kept."""
    open_hands: bool = False
    """Whether the bots' hands are face up from the beginning, for practice; it is not kept."""


def load(path: Path) -> tuple[list[Agreed], list[Text]]:
    """The tables of a file, and a line for everything in it that is none."""
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("table", [])
    except FileNotFoundError:
        return [], []
    except (OSError, ValueError) as error:
        return [], [say("{path}: {why}", path=str(path), why=told(error))]
    found, troubles = [], []
    for number, row in enumerate(rows if isinstance(rows, list) else [], 1):
        try:
            styles = tuple(seat.get("bot") for seat in row["seats"])
            names = tuple(str(seat["name"]) for seat in row["seats"])
            found.append(Agreed(str(row["preset"]), names, styles, dict(row.get("options", {})), str(row["name"])))
        except (KeyError, TypeError, AttributeError) as error:
            why = str(error)
            troubles.append(say("{path}: table {number} is incomplete: {why}", path=str(path), number=number, why=why))
    return found, troubles


def save(path: Path, table: Agreed) -> None:
    """Keeps a table under its name, in place of one of the same name.

    Raises OSError, and ValueError for a file that is no TOML: it stays untouched.
    """
    row = {
        "name": table.name,
        "preset": table.preset,
        "seats": [
            {"name": name, **({} if style is None else {"bot": style})}
            for name, style in zip(table.names, table.styles, strict=True)
        ],
        "options": {name: "none" if value is None else value for name, value in table.options.items()},
    }

    def edit(document: TOMLDocument) -> None:
        kept = [other for other in document.get("table", []) if other.get("name") != table.name]
        document["table"] = [*kept, row]

    change(path, edit)
