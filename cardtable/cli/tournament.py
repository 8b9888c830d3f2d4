"""The command that plays a knock-out tournament."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtable.cli import completing
from cardtable.cli.commands import PLAIN
from cardtable.desk.games import game_meant
from cardtable.desk.speech import Failure, Usage, say_json, words

if TYPE_CHECKING:
    from cardtable.match.tournament import Draw, Tournament
    from cardtable.words import Words


@click.command(
    epilog="Example: cardtable tournament throw_in --entrant Anna --entrant Boris --entrant Deep=bot:steady "
    "--entrant bot:steady --entrant bot:uniform --set table_size=3 --seed 7"
)
@click.argument("preset", required=False, metavar="[PRESET]", callback=game_meant, shell_complete=completing.presets)
@click.option(
    "--entrant",
    "entrants",
    multiple=True,
    metavar="NAME|NAME=bot:STYLE|bot:STYLE",
    help="Who takes part, 3 to 64 of them; repeated for each.",
)
@click.option(
    "--set",
    "given",
    multiple=True,
    metavar="OPTION=VALUE",
    help="Change a house rule, or table_size (2 to 6, else 4), or advance (fool_out, or winner_only where only the "
    "first to finish goes on); may be repeated.",
)
@click.option(
    "--seed", type=int, metavar="NUMBER", help="Draw and deal by this number; the same number does the same again."
)
@click.option(
    "--records", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Keep the tournament here."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object; `cardtable help json` describes it.")
@PLAIN
@click.option(
    "--resume",
    "kept",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Go on with the tournament in this folder.",
)
def tournament(
    preset: str | None,
    entrants: tuple[str, ...],
    given: tuple[str, ...],
    seed: int | None,
    records: Path | None,
    as_json: bool,
    plain: bool,
    kept: Path | None,
) -> None:
    """Play a tournament of PRESET to its champion, stage after stage at several tables drawn at random.

    Every table plays one deal, a drawn one again; the fool is out. Who is left at the end takes the pool. Bots' tables
    are played at once; people sit down at theirs on the screen, with the bracket between the tables. Every table has
    its record, so whatever ends the program, --resume goes on.
    """
    from cardtable.desk.cups import agreed_for, begun, entrant_plans, reopened
    from cardtable.desk.screen import need_terminal

    if kept is not None:
        if preset or entrants or given or seed is not None or records:
            raise Usage("--resume goes on as was agreed: it takes no PRESET, --entrant, --set, --seed or --records")
        cup = reopened(kept)
    else:
        if preset is None:
            raise Usage("name a PRESET, such as throw_in, or --resume DIR")
        agreed = agreed_for(preset, given, entrant_plans(preset, entrants, seed), seed)
        if not plain and any(plan.bot is None for plan in agreed.entrants):
            need_terminal("cardtable tournament --plain")
        cup = begun(agreed, records)
    play(cup, as_json=as_json, plain=plain)


def play(cup: Tournament, *, as_json: bool = False, plain: bool = False) -> None:
    """Plays a tournament until its champion is known or somebody leaves, shows the standings, and closes it.

    Ctrl+C while bots play also stops it, with exit status 130.
    """
    from cardtable.desk.cups import reopened
    from cardtable.desk.screen import need_terminal
    from cardtable.engine.text import clean, say

    stopped = False
    try:
        with_people = any(plan.bot is None for plan in cup.agreed.entrants)
        if with_people and cup.bracket.champion is None:
            if plain:
                _play_in_lines(cup)
            else:
                need_terminal("cardtable tournament --plain")
                _show(cup)
        else:
            try:
                _play_all(cup, quiet=as_json)
            except KeyboardInterrupt:
                stopped = True
                # It may have struck at any point, but what is on disk is complete.
                cup.close()
                cup = reopened(cup.folder)
        speech = words()
        for entrant in sorted(cup.stood_in):
            line = speech.text(say("{name}: the bot has failed, another one made its moves.", name=cup.name(entrant)))
            click.echo(f"cardtable: {line}", err=True)
        if as_json:
            say_json(as_object(cup))
        elif cup.bracket.champion is not None or stopped:
            click.echo("\n".join(told(cup, speech)))
        if cup.bracket.champion is None and not as_json:
            click.echo(
                speech.say("The tournament is kept; go on with it by:")
                + f"\n  cardtable tournament --resume {clean(str(cup.folder))}"
            )
    finally:
        cup.close()
    if stopped:
        click.get_current_context().exit(130)


# Playing


@contextmanager
def _in_one_line(cup: Tournament) -> Iterator[None]:
    """Turns errors of reading a table into a Failure."""
    from cardtable.match.record import InUse
    from cardtable.match.tournament import BadTournament

    try:
        yield
    except (BadTournament, InUse) as error:
        raise Failure(error) from None


def _play_all(cup: Tournament, *, quiet: bool) -> None:
    """Plays to the champion, with bots only."""
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    bracket, preset = cup.bracket, escape(cup.agreed.preset)
    with (
        _in_one_line(cup),
        redirect_stdout(sys.stderr),  # A bot's output does not belong to the result.
        Progress(console=Console(stderr=True), disable=quiet or not sys.stderr.isatty(), transient=True) as bar,
    ):
        task = bar.add_task(preset, total=bracket.entrants - 1)
        while bracket.champion is None:
            for draw in bracket.undecided:
                cup.play(draw)
                out = sum(len(table.out) for stage in bracket.stages for table in stage)
                bar.update(task, completed=out, description=f"{preset}, stage {draw.stage}")


def _show(cup: Tournament) -> None:
    """Shows the bracket and the tables on the screen until there is a champion or the player leaves."""
    from cardtable.desk.screen import settings_for
    from cardtable.tui import run

    speech = words()
    status = run(None, speech, settings_for(speech), tournament=cup)
    if status:
        sys.exit(status)


def _play_in_lines(cup: Tournament) -> None:
    """Plays until there is a champion or a person leaves: bots' tables at once, people's tables line by line."""
    from cardtable.desk import lines

    with _in_one_line(cup):
        for draw in _to_play(cup):
            if not cup.for_people(draw):
                with redirect_stdout(sys.stderr):
                    cup.play(draw)
                continue
            click.echo(_table_told(cup, draw, words()))
            table = cup.table(draw)
            try:
                if not lines.play(table):
                    return
            finally:
                table.close()
            cup.settle(draw)


def _to_play(cup: Tournament) -> Iterator[Draw]:
    """Yields the tables to play, stage after stage; a table without a decision comes again."""
    stages = 0
    while cup.bracket.champion is None:
        if len(cup.bracket.stages) > stages:
            stages = len(cup.bracket.stages)
            click.echo("\n".join(told(cup, words())))
        yield cup.bracket.undecided[0]


# Output


def told(cup: Tournament, speech: Words) -> list[str]:
    """The bracket in words, stage by stage."""
    from cardtable.engine.text import say, say_count

    lines = []
    for nth, stage in enumerate(cup.bracket.stages, 1):
        players = sum(len(draw.entrants) for draw in stage)
        count = say_count("{count} player", "{count} players", players)
        lines.append(speech.text(say("Stage {stage}: {players}", stage=nth, players=count)))
        lines += [f"  {_table_told(cup, draw, speech)}" for draw in stage]
    champion = cup.bracket.champion
    if champion is not None:
        prize = say_count("{count} point", "{count} points", cup.bracket.pool)
        lines.append(
            speech.text(say("Champion: {name}, who takes the pool of {prize}", name=cup.name(champion), prize=prize))
        )
    return lines


def _table_told(cup: Tournament, draw: Draw, speech: Words) -> str:
    from cardtable.engine.text import say, say_count

    names = ", ".join(
        speech.text(say("{name} (out)", name=cup.name(one))) if one in draw.out else cup.name(one)
        for one in draw.entrants
    )
    if draw.bye:
        return speech.text(say("Bye: {name}", name=names))
    line = speech.text(say("Table {table}: {names}", table=draw.number, names=names))
    if draw.deals > 1:
        line += "; " + speech.text(say_count("{count} deal", "{count} deals", draw.deals))
    return line


def as_object(cup: Tournament) -> dict[str, Any]:
    """The tournament as JSON, as `cardtable help json` describes it."""
    agreed, bracket = cup.agreed, cup.bracket

    def table(draw: Draw) -> dict[str, Any]:
        return {
            "table": draw.number,
            "seats": cup.names(draw.entrants),
            "bye": draw.bye,
            "out": cup.names(draw.out),
            "through": None if draw.through is None else cup.names(draw.through),
            "deals": draw.deals,
            "records": [path.name for path in cup.records(draw)],
        }

    return {
        "preset": agreed.preset,
        "seed": agreed.seed,
        "table_size": agreed.table_size,
        "advance": agreed.advance,
        "entrants": [{"name": plan.name, "kind": plan.kind} for plan in agreed.entrants],
        "pool": bracket.pool,
        "stages": [[table(draw) for draw in stage] for stage in bracket.stages],
        "champion": None if bracket.champion is None else cup.name(bracket.champion),
        "standings": [
            {"place": place.place, "name": cup.name(place.entrant), "out_in": place.stage, "points": place.points}
            for place in bracket.places()
        ],
    }
