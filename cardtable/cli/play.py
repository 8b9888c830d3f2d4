"""Commands that play a match, on the screen or line by line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtable.cli import completing
from cardtable.cli.commands import DEALS, HOUSE_RULES, PLAIN
from cardtable.desk.games import game_meant, of_deals, preset_of, warn_of_idle
from cardtable.desk.speech import Failure, tell_trouble, words

if TYPE_CHECKING:
    from cardtable.match.table import Table


@click.command(
    epilog="Example: cardtable play transfer --seat Anna --seat Boris --seat bot:steady --set first_limit=none"
)
@click.argument("preset", metavar="PRESET", callback=game_meant, shell_complete=completing.presets)
@click.option(
    "--seat",
    "seats",
    shell_complete=completing.seats,
    multiple=True,
    metavar="NAME|bot|bot:STYLE|[NAME=]cmd:COMMAND",
    help="A player, clockwise; may be repeated.",
)
@click.option(
    "--players",
    type=click.IntRange(2, 12),
    metavar="NUMBER",
    help="How many play; bots take the seats that --seat leaves free.",
)
@HOUSE_RULES
@click.option(
    "--seed", type=int, metavar="NUMBER", help="Deal the cards of this number; the same number deals the same again."
)
@DEALS
@click.option("--once", is_flag=True, help="Play one match; the program ends with it.")
@PLAIN
def play(
    preset: str,
    seats: tuple[str, ...],
    players: int | None,
    given: tuple[str, ...],
    seed: int | None,
    deals: int | None,
    once: bool,
    plain: bool,
) -> None:
    """Play PRESET: you against bots, or the players named by --seat. A game such as durak is its first preset.

    People at one keyboard take turns; the hand is covered while the keyboard changes hands. With --plain the terminal
    is told to clear its screen and what it keeps above it. A terminal that cannot, and whatever writes down what the
    terminal shows, keep every hand: play on the screen there.
    """
    from cardtable.desk.screen import need_terminal
    from cardtable.desk.tables import open_table, seat_plans
    from cardtable.web import page_since

    plans = seat_plans(seats, preset, players=players, seed=seed)
    if not plain:
        need_terminal()
    given = of_deals(preset, given, deals)
    table = open_table(preset, plans, given, seed, left_since=page_since(), once=once)
    warn_of_idle(preset_of(preset)[0], preset, table.rules.options, len(plans))
    _run(table, plain=plain)


@click.command(epilog="Example: cardtable resume")
@click.argument("record", required=False, metavar="[RECORD]", type=click.Path(path_type=Path))
@PLAIN
@click.option("--programs", is_flag=True, help="Start the programs that the record names as bots.")
def resume(record: Path | None, plain: bool, programs: bool) -> None:
    """Play on: the last match or tournament that is not over, or the match of RECORD."""
    from cardtable.cli import tournament
    from cardtable.desk import cups, lately
    from cardtable.desk.screen import need_terminal
    from cardtable.desk.tables import last_unfinished, reopen

    if not plain:
        need_terminal("cardtable resume --plain")
    path, cup = record or last_unfinished(tell_trouble), None if record else cups.last_unfinished()
    if cup is not None and (path is None or lately.newest_first([path, cup])[0] == cup):
        tournament.play(cups.reopened(cup), plain=plain)
        return
    if path is None:
        raise Failure("there is no match to go on with; `cardtable play throw_in` begins one")
    _run(reopen(path, programs=programs), plain=plain)


def _run(table: Table, *, plain: bool) -> None:
    """Plays on the screen, or line by line, until the player leaves; then reports that the match is saved."""
    speech = words()
    status = 0

    def tell_kept() -> None:
        if not table.is_closed and table.path is not None:
            click.echo(speech.say("The match is kept; `cardtable resume` goes on with it."))

    try:
        if plain:
            from cardtable.desk import lines

            lines.play(table)
        else:
            from cardtable.desk.screen import settings_for
            from cardtable.tui import run

            status = run(table, speech, settings_for(speech))
    except (KeyboardInterrupt, OSError) as error:
        if isinstance(error, KeyboardInterrupt):
            click.echo()  # The terminal has echoed ^C in the input line.
        if not isinstance(error, BrokenPipeError):
            tell_kept()
        raise
    finally:
        table.close()
    tell_kept()
    sys.exit(status)
