"""The player's matches: their seating, starting or repeating them, and the records of those played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import combinations, islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cardtable.bots.commands import command_of
from cardtable.bots.finding import UnknownBot, find_bot, name_program, usual
from cardtable.bots.people import names_for
from cardtable.desk import lately
from cardtable.desk.games import options_of, preset_of
from cardtable.desk.speech import Failure, Usage, words
from cardtable.engine.faults import told
from cardtable.engine.option_words import value_text
from cardtable.engine.options import BadOption
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import LONGEST_NAME, Text, are_alike, is_name, say
from cardtable.files import Unreadable
from cardtable.games import UnknownGame, find_preset
from cardtable.match.match import Match
from cardtable.match.memory import memory_at
from cardtable.match.record import (
    BadRecord,
    Header,
    InUse,
    agreed_options,
    is_closed,
    make_header,
    never_begun,
    read_header,
    read_record,
)
from cardtable.match.terms import PERSON, SEEDS, SeatPlan, check_players, check_seed
from cardtable.paths import config_dir, records_dir
from cardtable.player import saved, settings
from cardtable.player.saved import SavedTable
from cardtable.words import Words

if TYPE_CHECKING:
    from cardtable.match.table import Table
    from cardtable.tui.offers import Unfinished

LATELY = 500
"""Records the menu searches for matches to resume."""


def seat_plans(
    seats: Sequence[str | SeatPlan], preset: str, *, players: int | None = None, seed: int | None = None
) -> list[SeatPlan]:
    """Returns the seating: the players given, or else this user, and bots in the other seats. Raises Usage.

    Without `players`, the table has the usual size if nobody is given, and otherwise no further seats. A plan among the
    seats is a person whose name was chosen elsewhere, and may even be called `bot`. The bots get people's names, the
    same ones for the same seed.
    """
    game, found = preset_of(preset)
    wanted = players if players is not None else len(seats) or found.players
    if len(seats) > wanted:
        raise Usage("--players {players}: --seat names {seats} players", players=wanted, seats=len(seats))
    given = [
        seat if isinstance(seat, SeatPlan) else SeatPlan(seat.strip(), bot_style(seat.strip(), game.id))
        for seat in seats or (SeatPlan(user()),)
    ]
    people = [plan.name for plan in given if plan.bot is None]
    for name in people:
        if not is_name(name):
            raise Usage(
                "--seat {text!r}: a name has 1 to {most} printable letters, or is bot:STYLE",
                text=name[:30],
                most=LONGEST_NAME,
            )
        if people.count(name) > 1:
            raise Usage("--seat {name}: two people cannot have one name", name=name)
    for name, other in combinations(people, 2):
        if are_alike(name, other):
            raise Usage("--seat {name}: nobody could tell this name from {other}", name=other, other=name)
    if not people:
        raise Usage("--seat: at least one person plays; `cardtable arena` lets bots play alone")
    bots = iter(names_for(wanted - len(people), words().language, people, seed))
    given += [SeatPlan("", usual(game.id))] * (wanted - len(given))
    return [plan if plan.bot is None else SeatPlan(next(bots), plan.bot) for plan in given]


def bot_style(text: str, family: str) -> str | None:
    """Returns the style of bot for `bot`, `bot:STYLE` or `[NAME=]cmd:COMMAND` in this family; None for a person."""
    if command_of(text) is not None:
        name_program(text)
        return text
    kind, colon, style = text.partition(":")
    return (style.strip() if colon else usual(family)) if kind.strip().lower() == "bot" else None


def user() -> str:
    """Returns this user's name at the table: the one chosen in the settings, or else their login."""
    chosen = settings.load(config_dir() / settings.FILE)[0].name
    if chosen:
        return chosen
    import getpass

    try:
        name = getpass.getuser().strip().capitalize()[:LONGEST_NAME]
    except (OSError, KeyError):
        name = ""
    return name if is_name(name) else "Player"


def any_seed() -> int:
    """Returns a random seed.

    All deals of a match follow from it. If it were shorter, a player could use their own cards to search all seeds.
    """
    import secrets

    return secrets.randbelow(SEEDS.most + 1)


def open_table(
    preset: str,
    plans: list[SeatPlan],
    given: tuple[str, ...],
    seed: int | None,
    *,
    left_since: float | None = None,
    once: bool = False,
) -> Table:
    """Opens a new evening, or one match if `once`, recorded in the player's files. Raises Usage and Failure.

    A page that is reloaded gets back the match it has left since `left_since`.
    """
    from cardtable.match.table import Table

    game, options = options_of(preset, given, len(plans))
    rules = game.rules(options, len(plans), agreed=True)
    number = any_seed() if seed is None else seed
    try:
        check_players([plan.name for plan in plans], [plan.kind for plan in plans])
        check_seed(number)
        for plan in plans:
            if plan.bot is not None:
                find_bot(plan.bot, game.id)
    except (BadOption, UnknownBot) as error:
        raise Usage(error) from None
    names, kinds = tuple(plan.name for plan in plans), tuple(plan.kind for plan in plans)
    memory = memory_at(settings.load(config_dir() / settings.FILE)[0].memory, kinds.count(PERSON))
    header = make_header(game, preset, options, names, kinds, number, evening=not once, memory=memory)
    if left_since is not None and (left := _left(header, left_since, any_cards=seed is None)) is not None:
        return left
    folder = records_dir()
    try:
        table = first_free(record_paths(preset), lambda path: Table.begin(rules, header, path))
    except OSError as error:
        raise Failure("the record cannot be written in {folder}: {why}", folder=folder, why=error) from None
    assert table.path is not None
    lately.note(table.path)
    return table


def saved_tables() -> list[SavedTable]:
    """Returns the player's saved tables; errors in their file are reported when the table opens."""
    return saved.load(config_dir() / saved.FILE)[0]


def open_agreed(table: SavedTable) -> Table:
    """Opens a new match at a table; a named table is saved first. Raises Usage, Failure, OSError and ValueError."""
    if table.name:
        saved.save(config_dir() / saved.FILE, table)
    plans = [SeatPlan(name, style) for name, style in zip(table.names, table.styles, strict=True)]
    given = tuple(f"{name}={value_text(value)}" for name, value in table.options.items())
    return open_table(table.preset, plans, given, table.seed, once=table.once)


def open_again(path: Path) -> Table:
    """Opens a new match with the game, house rules and players of a record. Raises Usage and Failure."""
    try:
        table = saved.table_of(read_header(path))
    except (BadRecord, UnknownGame, BadOption, Unreadable, OSError) as error:
        raise Failure("{path}: {why}", path=path, why=error) from None
    return open_agreed(table)


def _left(agreed: Header, since: float, *, any_cards: bool) -> Table | None:
    """Returns the match a page has left since then, with the same people, rules and kinds of players.

    None if there is none, or if another page has it open.
    """
    for path in records_by_age():
        try:
            if path.stat().st_mtime < since:
                return None
            header = read_header(path)
            if (
                not is_closed(path, header)
                and (any_cards or header.seed == agreed.seed)
                and _people(header) == _people(agreed)
                and (header.preset, header.kinds) == (agreed.preset, agreed.kinds)
                and agreed_options(header) == agreed_options(agreed)
            ):
                return reopen(path)
        except (BadRecord, Unreadable, OSError, Failure):
            continue
    return None


def _people(header: Header) -> list[str]:
    return [name for name, kind in zip(header.names, header.kinds, strict=True) if kind == PERSON]


def reopen(path: Path, *, programs: bool = False) -> Table:
    """Opens the match of a record to resume it; `programs` starts those it names. Raises Failure."""
    from cardtable.match.table import Table

    try:
        kinds = read_header(path).kinds
        if programs:
            for kind in kinds:
                name_program(kind.removeprefix("bot:"))
        if PERSON not in kinds:
            raise Failure("{path}: only bots play this match; `cardtable replay` shows it", path=path)
        table = Table.resume(path)
    except InUse as error:
        raise Failure(error) from error
    except (BadRecord, UnknownBot, Unreadable, OSError) as error:
        raise Failure("{path}: {why}", path=path, why=error) from None
    if path.parent == records_dir():
        lately.note(path)
    return table


def record_paths(preset: str) -> Iterator[Path]:
    """Yields the possible paths of the next record, in order."""
    stamp = f"{datetime.now():%Y-%m-%d-%H%M%S}-{preset}"
    yield records_dir() / f"{stamp}.jsonl"
    yield from (records_dir() / f"{stamp}-{attempt}.jsonl" for attempt in range(2, 100))


MadeT = TypeVar("MadeT")


def first_free(paths: Iterator[Path], make: Callable[[Path], MadeT]) -> MadeT:
    """Calls `make` with the first unused path, safely even if others do so at the same time; returns its result.

    Raises OSError, and FileExistsError if all paths are taken.
    """
    for path in paths:
        try:
            return make(path)
        except FileExistsError as error:
            taken = error
    raise taken


def records_by_age() -> Iterator[Path]:
    """Yields the player's records, last played first."""
    return lately.records_in(records_dir())


def last_unfinished(tell: Callable[[Text], None] = lambda trouble: None) -> Path | None:
    """Returns the record last played whose match can be resumed.

    `tell` is called with the error of each one skipped; a record whose match never began does not count.
    """
    for path in records_by_age():
        try:
            if not is_closed(path) and _to_go_on(path, {}) is not None:
                return path
        except (BadRecord, UnknownBot, Unreadable, OSError) as error:
            tell(say("{path}: {why}", path=str(path), why=told(error)))
    return None


def unfinished(most: int) -> list[Unfinished]:
    """Returns the matches last played that can be resumed, at most `most`, each with its current state.

    Searches only the last `LATELY` records, since the menu waits for this.
    """
    found, made = list["Unfinished"](), dict[str, AnyRules]()
    for path in islice(records_by_age(), LATELY):
        try:
            match = None if is_closed(path) else _to_go_on(path, made)
        except (BadRecord, UnknownBot, Unreadable, OSError):
            continue
        header = read_header(path) if match is not None else None
        if match is not None and header is not None and _has_moved(match, header):
            from cardtable.tui.offers import Unfinished

            totals = next(iter(match.rules.totals(match.standing)), None) if match.standing.deals else None
            if header.goes_on and (match.past or match.rules.one_deal):
                totals = match.rules.tally(match.ended, match.standing)
                totals = totals if any(totals[1]) else None
            title = find_preset(header.preset)[1].title
            deal = match.deal_name if match.deals else None
            found.append(Unfinished(path, title, tuple(header.names), deal, totals))
        if len(found) == most:
            break
    return found


def _has_moved(match: Match, header: Header) -> bool:
    """Returns whether a person has moved in this match: before that there is nothing to resume."""
    people = [seat for seat, kind in enumerate(header.kinds) if kind == PERSON]
    return match.deals > 1 or match.deal_over or any(seat in people for seat, _ in match.made)


def _to_go_on(path: Path, made: dict[str, AnyRules]) -> Match | None:
    """Returns the current match of this record; None if no person plays in it. Rules are cached in `made`.

    Raises BadRecord, UnknownBot, Unreadable and OSError.
    """
    if never_begun(path):
        return None
    header = read_header(path)
    if PERSON not in header.kinds:
        return None
    for kind in header.kinds:
        # Whether a program starts is decided when the match is opened.
        if kind != PERSON and command_of(kind.removeprefix("bot:")) is None:
            find_bot(kind.removeprefix("bot:"), header.family)
    record = read_record(path)
    match = record.match(made)
    for _ in record.replay(match):
        pass
    return match


def last_agreed() -> Path | None:
    """Returns the record last played whose game, players and house rules can be read."""
    for path in records_by_age():
        try:
            if PERSON in read_header(path).kinds:
                return path
        except (BadRecord, Unreadable, OSError):
            continue
    return None


def played_at(path: Path) -> tuple[str, int]:
    """Returns a record's preset and number of players."""
    header = read_header(path)
    return header.preset, len(header.names)


def called(path: Path, speech: Words) -> str:
    """Returns the game and the players of a record, for the menu."""
    header = read_header(path)
    return f"{speech.say(find_preset(header.preset)[1].title)} ({', '.join(header.names)})"
