"""Tables that a player has set up and saved: `tables.toml` beside the settings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cardtable.bots.finding import UnknownBot, find_bot
from cardtable.engine.faults import Fault, told
from cardtable.engine.options import BadOption, changed, closest, make_options
from cardtable.engine.text import LONGEST_NAME, Text, is_name, say
from cardtable.files import Unreadable, read_toml
from cardtable.games import UnknownGame, agree, find_preset
from cardtable.games.former import split_king
from cardtable.match.terms import PERSON, check_players
from cardtable.player.toml import change

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

    from cardtable.match.record import Header

FILE = "tables.toml"


class SavedTable(NamedTuple):
    """The terms of a table: the game, the seats, and the house rules that differ from the preset's."""

    preset: str
    names: tuple[str, ...]
    styles: tuple[str | None, ...]
    """The style of the bot in each seat; None for a person."""
    options: Mapping[str, Any] = {}
    name: str = ""
    """The name of the table, such as "our Thursday Durak"; empty if it is not saved."""
    seed: int | None = None
    """The seed of the next match; not saved."""
    open_hands: bool = False
    """Whether the bots' hands are open from the start, for practice; not saved."""
    once: bool = False
    """Whether the table closes after one match."""


def table_of(header: Header) -> SavedTable:
    """The table of a record, to be set up again. Raises UnknownGame and BadOption."""
    game, preset = find_preset(header.preset)
    options = changed(make_options(game.options(), header.options), preset.options)
    styles = tuple(None if kind == PERSON else kind.removeprefix("bot:") for kind in header.kinds)
    return SavedTable(header.preset, header.names, styles, options)


def load(path: Path) -> tuple[list[SavedTable], list[Text]]:
    """Loads the tables of a file, with a message for each entry that is invalid."""
    try:
        rows = _rows(read_toml(path)[1])
    except FileNotFoundError:
        return [], []
    except (OSError, Unreadable, BadTable) as error:
        return [], [say("{path}: {why}", path=str(path), why=told(error))]
    found, troubles = [], []
    for number, row in enumerate(rows, 1):
        try:
            found.append(_table(row))
        except (BadTable, UnknownGame, UnknownBot, BadOption) as error:
            why = told(error)
            troubles.append(say("{path}: table {number}: {why}", path=str(path), number=number, why=why))
    return found, troubles


class BadTable(Fault):
    """An invalid saved table; the message says what is wrong."""


def _rows(given: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The tables in a file. Raises BadTable."""
    for name in given:
        if name != "table":
            raise BadTable("{name} is none of its parts{near}", name=name[:30], near=closest(name, ["table"]))
    rows = given.get("table", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadTable("tables are written as [[table]]")
    return rows


def _table(row: Mapping[str, Any]) -> SavedTable:
    """Parses a table, checking it like a newly set up one. Raises UnknownGame, UnknownBot, BadOption."""
    seats = row.get("seats")
    if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        raise BadTable("seats: write each as [[table.seats]]")
    names = tuple(_text(seat, "name") for seat in seats)
    styles = tuple(_text(seat, "bot") if "bot" in seat else None for seat in seats)
    check_players(names, [PERSON if style is None else f"bot:{style}" for style in styles])
    if None not in styles:
        raise BadTable("seats: at least one person plays")
    options, name, preset = row.get("options", {}), _text(row, "name"), _text(row, "preset")
    if not isinstance(options, dict):
        raise BadTable("options: write them as [table.options]")
    if not is_name(name):
        raise BadTable("name = {name!r}: a name has 1 to {most} printable letters", name=name[:30], most=LONGEST_NAME)
    if "engine" in options:
        _, preset, options = split_king(preset, options)
    game, _ = agree(preset, options, len(names))
    for style in styles:
        if style is not None:
            find_bot(style, game.id)
    once = row.get("once", False)
    if not isinstance(once, bool):
        raise BadTable("once: write true or false")
    return SavedTable(preset, names, styles, options, name, once=once)


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str):
        raise BadTable("{name}: there must be one, in quotation marks", name=name)
    return value


def save(path: Path, table: SavedTable) -> None:
    """Saves a table under its name, replacing any of the same name.

    Raises OSError, and ValueError if the file is not TOML; it is then unchanged.
    """
    row = {
        "name": table.name,
        "preset": table.preset,
        "seats": [
            {"name": name, **({} if style is None else {"bot": style})}
            for name, style in zip(table.names, table.styles, strict=True)
        ],
        "options": {name: "none" if value is None else value for name, value in table.options.items()},
        **({"once": True} if table.once else {}),
    }

    def edit(document: TOMLDocument) -> None:
        try:
            _rows(document)
        except BadTable as error:
            raise Fault("{name} is not changed: {why}", name=path.name, why=error) from None
        kept = [other for other in document.get("table", []) if other.get("name") != table.name]
        document["table"] = [*kept, row]

    change(path, edit)
