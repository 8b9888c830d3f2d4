"""Commands that play a match, on the screen or in lines."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtable.cli.about import rules_text
from cardtable.desk.games import game_meant, preset_of, warn_of_idle
from cardtable.desk.speech import Failure, Usage, tell_trouble, words

if TYPE_CHECKING:
    from cardtable.match.table import Table
    from cardtable.words import Words


@click.command(
    epilog="Example: cardtable play transfer --seat Anna --seat Boris --seat bot:steady --set first_limit=none"
)
@click.argument("preset", metavar="PRESET", callback=game_meant)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="NAME|bot|bot:STYLE|cmd:PROGRAM",
    help="A player, clockwise; may be repeated.",
)
@click.option(
    "--players",
    type=click.IntRange(2, 12),
    metavar="NUMBER",
    help="How many play; bots take the seats that --seat leaves free.",
)
@click.option("--set", "given", multiple=True, metavar="OPTION=VALUE", help="Change a house rule; may be repeated.")
@click.option(
    "--seed", type=int, metavar="NUMBER", help="Deal the cards of this number; the same number deals the same again."
)
@click.option("--deals", type=click.IntRange(1, 100), metavar="NUMBER", help="Play a match of so many deals.")
@click.option("--plain", is_flag=True, help="Say everything in lines and type the moves; works in a pipe too.")
def play(
    preset: str,
    seats: tuple[str, ...],
    players: int | None,
    given: tuple[str, ...],
    seed: int | None,
    deals: int | None,
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
    if deals is not None:
        length = preset_of(preset)[0].length
        if length is None:
            raise Usage(
                "--deals {deals}: {preset} ends by its score; see `cardtable options {preset}`",
                deals=deals,
                preset=preset,
            )
        given = (*given, *(f"{name}={value}" for name, value in length(deals).items()))
    table = open_table(preset, plans, given, seed, left_since=page_since())
    warn_of_idle(preset_of(preset)[0], preset, table.rules.options, len(plans))
    _run(table, plain=plain)


@click.command(epilog="Example: cardtable resume")
@click.argument("record", required=False, metavar="[RECORD]", type=click.Path(path_type=Path))
@click.option("--plain", is_flag=True, help="Say everything in lines and type the moves; works in a pipe too.")
@click.option("--programs", is_flag=True, help="Start the programs that the record names as bots.")
def resume(record: Path | None, plain: bool, programs: bool) -> None:
    """Play on: the last match or tournament that is not over, or the match of RECORD."""
    from cardtable.cli import tournament
    from cardtable.desk import cups, lately
    from cardtable.desk.screen import need_terminal
    from cardtable.desk.tables import last_unfinished, reopen

    if not plain:
        need_terminal()
    path, cup = record or last_unfinished(tell_trouble), None if record else cups.last_unfinished()
    if cup is not None and (path is None or lately.newest_first([path, cup])[0] == cup):
        if not plain:
            tournament.play(cups.reopened(cup))
            return
        if path is None:
            raise Failure(
                "only a tournament can be gone on with, on the screen: cardtable tournament --resume {cup}", cup=cup
            )
    if path is None:
        raise Failure("there is no match to go on with; `cardtable play throw_in` begins one")
    _run(reopen(path, programs=programs), plain=plain)


def _run(table: Table, *, plain: bool) -> None:
    """Plays at the screen, or in lines, until the player leaves, and says that the match is kept."""
    speech = words()
    status = 0

    def tell_kept() -> None:
        if not table.match_over and table.path is not None:
            click.echo(speech.say("The match is kept; `cardtable resume` goes on with it."))

    try:
        if plain:
            _play_in_lines(table, speech)
        else:
            from cardtable.desk.screen import settings_for
            from cardtable.tui import run

            status = run(table, speech, settings_for(speech))
    except (KeyboardInterrupt, OSError) as error:
        if isinstance(error, KeyboardInterrupt):
            click.echo()  # The terminal has shown it in the line that was typed.
        if not isinstance(error, BrokenPipeError):
            tell_kept()
        raise
    finally:
        table.close()
    tell_kept()
    sys.exit(status)


def _play_in_lines(table: Table, speech: Words) -> None:
    """Plays line by line until the match is over or the player leaves."""
    from contextlib import suppress

    from cardtable.games import family
    from cardtable.paths import config_dir
    from cardtable.plain import Left, PlainTable
    from cardtable.player.settings import FILE, load

    header = table.header
    rules = rules_text(speech, family(header.family), header.preset, table.rules.options, table.rules.seats)
    adviser = load(config_dir() / FILE)[0].adviser
    with suppress(Left):
        PlainTable(table, speech, sys.stdin.readline, click.echo, click.unstyle(rules), _cover, adviser).play()


def _cover() -> None:
    """Takes what was said out of sight: off the terminal and out of its history; where that cannot be, up and away."""
    from cardtable.desk.screen import NO_CURSOR

    if sys.stdout.isatty() and (os.name == "nt" or os.environ.get("TERM", "") not in NO_CURSOR):
        click.echo("\x1b[H\x1b[2J\x1b[3J", nl=False)
    else:
        click.echo("\n" * max(map(_rows, (0, 1, 2))))


def _rows(stream: int) -> int:
    """Rows of the terminal behind a stream; as many as most have where there is none."""
    try:
        return os.get_terminal_size(stream).lines
    except OSError:
        return 50
