"""The player's matches: who sits where, a match begun or agreed again, and the records of those that were played."""

from __future__ import annotations

import getpass
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.cli import Failure, Usage, words
from cardtable.cli.about import options_of

if TYPE_CHECKING:
    from cardtable.saved import Agreed
    from cardtable.table import SeatPlan, Table
    from cardtable.words import Words

BOT = "steady"
"""Who fills the chairs that nobody named."""


def seat_plans(seats: tuple[str, ...], players: int) -> list[SeatPlan]:
    """Who sits where; unless named, this user against bots, so many in all. Raises Usage."""
    from cardtable.bots.names import name_of
    from cardtable.engine.text import is_name
    from cardtable.table import SeatPlan

    say = words().say
    if not seats:
        seats = (user(), *[f"bot:{BOT}"] * (players - 1))
    plans: list[SeatPlan] = []
    for text in seats:
        kind, colon, style = text.strip().partition(":")
        is_bot = bool(colon) and kind.lower() == "bot"
        name = say(name_of(style))[:20] if is_bot else text.strip()
        taken = [plan.name for plan in plans]
        if name in taken:
            if not is_bot:
                raise Usage("--seat {name}: two people cannot have one name", name=name)
            name = next(free for number in range(2, 20) if (free := f"{name[:17]} {number}") not in taken)
        if not is_name(name):
            raise Usage("--seat {text!r}: a name has 1 to 20 printable letters, or is bot:STYLE", text=text[:30])
        plans.append(SeatPlan(name, style if is_bot else None))
    if all(plan.bot is not None for plan in plans):
        raise Usage("--seat: at least one person plays; `cardtable arena` lets bots play alone")
    return plans


def user() -> str:
    """What this user is called at the table."""
    from cardtable.engine.text import LONGEST_NAME, is_name

    try:
        name = getpass.getuser().strip().capitalize()[:LONGEST_NAME]
    except (OSError, KeyError):
        name = ""
    return name if is_name(name) else "Player"


def open_table(preset: str, plans: list[SeatPlan], given: tuple[str, ...], seed: int | None) -> Table:
    """A new match, recorded among the player's files. Raises Usage and Failure."""
    from cardtable.bots import UnknownBot, make_bot
    from cardtable.paths import records_dir
    from cardtable.record import make_header
    from cardtable.table import Table

    game, options = options_of(preset, given, len(plans))
    rules = game.rules(options, len(plans))
    try:
        for plan in plans:
            if plan.bot is not None:
                make_bot(plan.bot, game.id, rules)
    except UnknownBot as error:
        raise Usage(error) from None
    number = secrets.randbelow(1 << 32) if seed is None else seed
    header = make_header(
        game, preset, options, tuple(plan.name for plan in plans), tuple(plan.kind for plan in plans), number
    )
    folder = records_dir()
    try:
        return Table.begin(rules, header, new_path(preset))
    except OSError as error:
        raise Failure("the record cannot be written in {folder}: {why}", folder=folder, why=error) from None


def saved_tables() -> list[Agreed]:
    """The tables that the player has kept; what is wrong in their file is told when the table opens."""
    from cardtable.paths import config_dir
    from cardtable.saved import FILE, load

    return load(config_dir() / FILE)[0]


def open_agreed(table: Agreed) -> Table:
    """A new match as agreed; a table with a name is kept first. Raises Usage, Failure, OSError and ValueError."""
    from cardtable.engine.options import value_text
    from cardtable.paths import config_dir
    from cardtable.saved import FILE, save
    from cardtable.table import SeatPlan

    if table.name:
        save(config_dir() / FILE, table)
    plans = [SeatPlan(name, style) for name, style in zip(table.names, table.styles, strict=True)]
    given = tuple(f"{name}={value_text(value)}" for name, value in table.options.items())
    return open_table(table.preset, plans, given, table.seed)


def open_again(path: Path) -> Table:
    """A new match of the game, the house rules and the players of a record. Raises Usage and Failure."""
    from cardtable.engine.options import value_text
    from cardtable.record import BadRecord, read_record
    from cardtable.table import SeatPlan

    try:
        header = read_record(path).header
    except (BadRecord, OSError) as error:
        raise Failure("{path}: {why}", path=path, why=error) from None
    plans = [
        SeatPlan(name, kind.removeprefix("bot:") if kind.startswith("bot:") else None)
        for name, kind in zip(header.names, header.kinds, strict=True)
    ]
    given = tuple(f"{name}={value_text(value)}" for name, value in header.options.items())
    return open_table(header.preset, plans, given, None)


def reopen(path: Path) -> Table:
    """The match of a record, to be played on. Raises Failure."""
    from cardtable.bots import UnknownBot
    from cardtable.record import BadRecord, InUse
    from cardtable.table import Table

    try:
        return Table.resume(path)
    except InUse as error:
        raise Failure(error) from None
    except (BadRecord, UnknownBot, OSError) as error:
        raise Failure("{path}: {why}", path=path, why=error) from None


def new_path(preset: str) -> Path:
    """Where the next record lies. Raises OSError."""
    from datetime import datetime

    from cardtable.paths import records_dir

    stamp = f"{datetime.now():%Y-%m-%d-%H%M%S}-{preset}"
    names = [f"{stamp}.jsonl", *(f"{stamp}-{attempt}.jsonl" for attempt in range(2, 100))]
    return next((path for name in names if not (path := records_dir() / name).exists()), records_dir() / names[-1])


def records_by_age() -> list[Path]:
    """The player's records, the one that was written last first."""
    from cardtable.paths import records_dir

    return sorted(records_dir().glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)


def last_unfinished() -> Path | None:
    """The newest record of a match that is not over."""
    for path in records_by_age():
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - 300))
            tail = file.read()
        if b'"over":true,"crc"' not in tail:
            return path
    return None


def called(path: Path, speech: Words) -> str:
    """The game and the players of a record, for the menu."""
    from cardtable.games import family
    from cardtable.record import BadRecord, read_record

    try:
        header = read_record(path).header
        title = speech.say(family(header.family).presets[header.preset].title)
    except (BadRecord, OSError, ValueError, KeyError):
        return path.stem
    return f"{title} ({', '.join(header.names)})"
