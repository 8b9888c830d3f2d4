"""Commands that open the table on the screen."""

from __future__ import annotations

import dataclasses
import getpass
import os
import re
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtable.cli import Failure, Usage, follow_settings, terminal_signs, words
from cardtable.cli.about import options_of, preset_of, rules_text
from cardtable.web import in_page, leave_with_server

if TYPE_CHECKING:
    from cardtable.saved import Agreed
    from cardtable.table import SeatPlan, Table
    from cardtable.tui.protocol import Home, Settings
    from cardtable.words import Glyphs, Words

BOT = "steady"
"""Who fills the chairs that nobody named."""


@click.command(
    epilog="Example: cardtable play transfer --seat Anna --seat Boris --seat bot:steady --set first_limit=none"
)
@click.argument("preset", metavar="PRESET")
@click.option("--seat", "seats", multiple=True, metavar="NAME|bot:STYLE", help="A player, clockwise; may be repeated.")
@click.option("--set", "given", multiple=True, metavar="OPTION=VALUE", help="Change a house rule; may be repeated.")
@click.option(
    "--seed", type=int, metavar="NUMBER", help="Deal the cards of this number; the same number deals the same again."
)
@click.option("--deals", type=click.IntRange(1, 100), metavar="NUMBER", help="Play a match of so many deals.")
@click.option("--plain", is_flag=True, help="Say everything in lines and type the moves; works in a pipe too.")
def play(
    preset: str, seats: tuple[str, ...], given: tuple[str, ...], seed: int | None, deals: int | None, plain: bool
) -> None:
    """Play PRESET: you against a bot, or whoever is named by --seat.

    People at one keyboard take turns; the hand is covered while the keyboard changes hands.
    """
    plans = seat_plans(seats, preset_of(preset)[1].players)
    if not plain:
        _need_terminal()
    if deals is not None:
        length = preset_of(preset)[0].length
        if length is None:
            raise Usage(
                "--deals {deals}: {preset} ends by its score; see `cardtable options {preset}`",
                deals=deals,
                preset=preset,
            )
        given = (*given, *(f"{name}={value}" for name, value in length(deals).items()))
    table = open_table(preset, plans, given, seed)
    _run(table, plain=plain)


@click.command(epilog="Example: cardtable resume")
@click.argument("record", required=False, metavar="[RECORD]", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--plain", is_flag=True, help="Say everything in lines and type the moves; works in a pipe too.")
def resume(record: Path | None, plain: bool) -> None:
    """Play on: the last match or tournament that is not over, or the match of RECORD."""
    from cardtable.cli import tournament

    if not plain:
        _need_terminal()
    path, cup = record or last_unfinished(), None if record else tournament.last_unfinished()
    if cup is not None and (path is None or tournament.last_played(cup) > path.stat().st_mtime):
        if not plain:
            tournament.play(tournament.reopened(cup))
            return
        if path is None:
            raise Failure(
                "only a tournament can be gone on with, on the screen: cardtable tournament --resume {cup}", cup=cup
            )
    if path is None:
        raise Failure("there is no match to go on with; `cardtable play throw_in` begins one")
    _run(reopen(path), plain=plain)


def menu() -> None:
    """The table with its menu, the last game first."""
    from cardtable.tui import run

    _need_terminal()
    speech = words()
    sys.exit(run(None, speech, _settings(speech), _home(speech)))


def _home(speech: Words) -> Home:
    """The menu as it is now: every preset, and the last match that is not over."""
    from cardtable.cli.replays import or_value_error
    from cardtable.cli.stats import opened
    from cardtable.cli.tournament import offered
    from cardtable.engine.options import changed, value_text
    from cardtable.games import FAMILIES, family
    from cardtable.tui.protocol import Home, PresetRow

    rows = []
    for game in map(family, FAMILIES):
        family_title = speech.say(game.title)
        # The friendliest to a newcomer first.
        for name in sorted(game.presets, key=lambda name: name != game.default):
            preset = game.presets[name]
            differs = changed(preset.options, game.options())
            note = ", ".join(f"{option}={value_text(value)}" for option, value in differs.items())
            rows.append(PresetRow(name, speech.say(preset.title), note, preset.seats, family_title, preset.players))
    last, newest = last_unfinished(), next(iter(records_by_age()), None)

    def open_preset(preset: str, seats: int) -> Table:
        return _or_line(
            lambda: open_table(preset, seat_plans((_user(), *[f"bot:{BOT}"] * (seats - 1)), seats), (), None)
        )

    return Home(
        presets=rows,
        open_table=open_preset,
        resume_last=None if last is None else lambda: _or_line(lambda: reopen(last)),
        last=None if last is None else _called(last, speech),
        person=_user(),
        open_agreed=lambda table: _or_line(lambda: open_agreed(table)),
        saved=saved_tables(),
        same=None if newest is None else _called(newest, speech),
        same_table=None if newest is None else lambda: _or_line(lambda: open_again(newest)),
        again=lambda: _home(speech),
        tournaments=lambda: offered(speech),
        stats=or_value_error(opened),
    )


def _or_line(opened: Callable[[], Table]) -> Table:
    """The table, or the error that the menu shows in a line."""
    try:
        return opened()
    except click.ClickException as error:
        raise ValueError(error.message) from None


def seat_plans(seats: tuple[str, ...], players: int) -> list[SeatPlan]:
    """Who sits where; unless named, this user against bots, so many in all. Raises Usage."""
    from cardtable.bots.names import name_of
    from cardtable.table import SeatPlan

    say = words().say
    if not seats:
        seats = (_user(), *[f"bot:{BOT}"] * (players - 1))
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
        if not re.fullmatch(r"[^\x00-\x1f\x7f]{1,20}", name):
            raise Usage("--seat {text!r}: a name has 1 to 20 letters, or is bot:STYLE", text=text[:30])
        plans.append(SeatPlan(name, style if is_bot else None))
    if all(plan.bot is not None for plan in plans):
        raise Usage("--seat: at least one person plays; `cardtable arena` lets bots play alone")
    return plans


def _user() -> str:
    try:
        return getpass.getuser().capitalize()[:20]
    except (OSError, KeyError):
        return "Player"


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
    return open_table(table.preset, plans, given, None)


def new_path(preset: str) -> Path:
    """Where the next record lies. Raises OSError."""
    from datetime import datetime

    from cardtable.paths import records_dir

    stamp = f"{datetime.now():%Y-%m-%d-%H%M%S}-{preset}"
    names = [f"{stamp}.jsonl", *(f"{stamp}-{attempt}.jsonl" for attempt in range(2, 100))]
    return next((path for name in names if not (path := records_dir() / name).exists()), records_dir() / names[-1])


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


def _called(path: Path, speech: Words) -> str:
    """The game and the players of a record, for the menu."""
    from cardtable.games import family
    from cardtable.record import BadRecord, read_record

    try:
        header = read_record(path).header
        title = speech.say(family(header.family).presets[header.preset].title)
    except (BadRecord, OSError, ValueError, KeyError):
        return path.stem
    return f"{title} ({', '.join(header.names)})"


def _need_terminal() -> None:
    if in_page():
        leave_with_server()
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failure("the table needs a terminal; here input or output is a file or a pipe (--plain plays in lines)")
    if (term := os.environ.get("TERM", "")) in ("", "dumb", "unknown"):
        raise Failure(
            "TERM={term}: the table needs a terminal that can move its cursor (--plain plays in lines)", term=term
        )


def _settings(speech: Words) -> Settings:
    """The table as the player likes it, with what was wrong in his files."""
    from cardtable.cli.replays import advice_on, archive
    from cardtable.tui.protocol import Settings

    def rules_of(table: Any) -> str:
        from cardtable.games import family

        header = table.header
        return click.unstyle(
            rules_text(speech, family(header.family), header.preset, table.rules.options, table.rules.seats, width=None)
        )

    return settings_from(Settings(rules=rules_of, advice=advice_on, archive=archive()), speech, terminal_signs())


def _play_in_lines(table: Table, speech: Words) -> None:
    """Plays line by line until the match is over or the player leaves."""
    from contextlib import suppress

    from cardtable.games import family
    from cardtable.plain import Left, PlainTable

    header = table.header
    rules = rules_text(speech, family(header.family), header.preset, table.rules.options, table.rules.seats)
    with suppress(Left):
        PlainTable(table, speech, sys.stdin.readline, click.echo, click.unstyle(rules)).play()


def _can_write(speech: Words) -> bool:
    """Whether the screen, which Textual writes as errors are written, has the letters of the language."""
    try:
        speech.say("Menu").encode(getattr(sys.__stderr__, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def settings_from(base: Settings, speech: Words, signs: Glyphs) -> Settings:
    """These settings with the player's preferences as they stand in his file; what he chooses changes the words.

    `signs` are those of a terminal for which he has chosen none.
    """
    from cardtable import settings as own
    from cardtable.engine.text import say
    from cardtable.paths import config_dir
    from cardtable.tui.keys import changeable

    path = config_dir() / own.FILE
    found, troubles = own.load(path, changeable())

    if not _can_write(speech):
        speech.change("en", letters="latin", glyphs="ascii")
        troubles.append(
            say("The encoding of this terminal has no Russian letters, so the table speaks English; UTF-8 has them.")
        )

    def choose(name: str, value: object) -> Settings:
        own.save(path, {name: value})
        if name == "language" and (context := click.get_current_context(silent=True)) is not None:
            # What he chooses now goes before what was asked for when the program was started.
            context.find_root().params["lang"] = None
        follow_settings(speech, signs)
        return settings_from(base, speech, signs)

    def write_letters() -> Settings:
        follow_settings(speech, "ascii")
        return settings_from(base, speech, "ascii")

    return dataclasses.replace(
        base,
        delay=own.PACES[found.pace],
        theme="" if found.theme == "auto" else found.theme,
        order=found.order,
        small=found.cards == "small",
        suits=found.suits,
        pass_when_i_cannot=found.passes == "when_i_cannot",
        motion=found.motion,
        log=found.log,
        keys=found.keys,
        troubles=tuple(troubles),
        themes=config_dir() / "themes",
        preferences=found,
        choose=choose,
        write_letters=write_letters if found.signs == "auto" and signs == "suits" else None,
    )


def _run(table: Table, *, plain: bool) -> None:
    """Plays at the screen, or in lines, until the player leaves, and says where the match is kept."""
    speech = words()
    status = 0
    try:
        if plain:
            _play_in_lines(table, speech)
        else:
            from cardtable.tui import run

            status = run(table, speech, _settings(speech))
    finally:
        table.close()
    if not table.match_over and table.path is not None:
        click.echo(speech.say("The match is kept; `cardtable resume` goes on with it."))
    sys.exit(status)
