"""The command that plays a knock-out tournament."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtable.cli import Failure, Usage, words
from cardtable.cli.about import options_of, preset_of

if TYPE_CHECKING:
    from cardtable.table import SeatPlan
    from cardtable.tournament import Agreement, Draw, Tournament
    from cardtable.tui.protocol import Tournaments, Wish
    from cardtable.words import Words

RECENT = 3
"""Tournaments that the menu looks at for one to go on with; reading a long one takes some tenths of a second."""


@click.command(
    epilog="Example: cardtable tournament throw_in --entrant Anna --entrant Boris --entrant Deep=bot:steady "
    "--entrant bot:steady --entrant bot:uniform --set table_size=3 --seed 7"
)
@click.argument("preset", required=False, metavar="[PRESET]")
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
@click.option("--json", "as_json", is_flag=True, help="One JSON object, described in the README.")
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
    kept: Path | None,
) -> None:
    """Play a tournament of PRESET to its champion, stage after stage at several tables drawn by lot.

    Every table plays one deal, a drawn one again; the fool is out. Who is left at the end takes the pool. Bots' tables
    are played at once; people sit down at theirs on the screen, with the bracket between the tables. Every table has
    its record, so whatever ends the program, --resume goes on.
    """
    from cardtable.cli.play import _need_terminal

    if kept is not None:
        if preset or entrants or given or seed is not None or records:
            raise Usage("--resume goes on as was agreed: it takes no PRESET, --entrant, --set, --seed or --records")
        cup = reopened(kept)
    else:
        if preset is None:
            raise Usage("name a PRESET, such as throw_in, or --resume DIR")
        agreed = agreed_for(preset, given, entrant_plans(entrants), seed)
        if any(plan.bot is None for plan in agreed.entrants):
            _need_terminal()
        cup = begun(agreed, records)
    play(cup, as_json=as_json)


def play(cup: Tournament, *, as_json: bool = False) -> None:
    """Plays a tournament to its champion or until somebody leaves, tells how it stands, and closes it."""
    from cardtable.cli.play import _need_terminal

    try:
        with_people = any(plan.bot is None for plan in cup.agreed.entrants)
        if with_people and cup.bracket.champion is None:
            _need_terminal()
            _show(cup)
        else:
            _play_all(cup, quiet=as_json)
        speech = words()
        if as_json:
            click.echo(json.dumps(as_object(cup), ensure_ascii=False))
        elif cup.bracket.champion is not None:
            click.echo("\n".join(told(cup, speech)))
        else:
            click.echo(
                speech.say("The tournament is kept; go on with it by:")
                + f"\n  cardtable tournament --resume {cup.folder}"
            )
    finally:
        cup.close()


# What is agreed


def entrant_plans(entrants: tuple[str, ...]) -> list[SeatPlan]:
    """Who takes part; bots without a name are numbered. Raises Usage."""
    from cardtable.bots.names import name_of
    from cardtable.table import SeatPlan

    say = words().say
    plans: list[SeatPlan] = []
    named = {text.rpartition("=bot:")[0].strip() or text.strip() for text in entrants}
    for text in entrants:
        name, sign, style = text.rpartition("=bot:")
        if sign:
            plans.append(SeatPlan(name.strip(), style.strip()))
        elif text.strip().lower().startswith("bot:"):
            style = text.strip()[4:]
            title = say(name_of(style))[:17]
            taken = {*named, *(plan.name for plan in plans)}
            free = next(name for nth in range(1, 99) if (name := f"{title} {nth}") not in taken)
            plans.append(SeatPlan(free, style))
        elif "=" in text:
            raise Usage("--entrant {text!r}: write it as NAME, NAME=bot:STYLE or bot:STYLE", text=text[:40])
        else:
            plans.append(SeatPlan(text.strip()))
    return plans


def agreed_for(preset: str, given: tuple[str, ...], plans: list[SeatPlan], seed: int | None) -> Agreement:
    """What is agreed by the command line. Raises Usage."""
    from cardtable.bots import UnknownBot
    from cardtable.engine.options import BadOption, closest, make_options, specs
    from cardtable.tournament import TournamentOptions, agree, largest_table

    game, found = preset_of(preset)
    own, theirs = specs(TournamentOptions), specs(game.options)
    terms: dict[str, Any] = {}
    house = []
    most = largest_table(found.seats)
    if 1 < most < own["table_size"].default:
        terms["table_size"] = most
    for text in given:
        name, sign, value = text.partition("=")
        name = name.strip()
        if name in own and sign:
            terms[name] = value
        elif name in theirs or not sign:
            house.append(text)
        else:
            raise Usage(
                "{name} is no option{near}; see `cardtable options {preset}`",
                name=name,
                near=closest(name, [*own, *theirs]),
                preset=preset,
            )
    _, options = options_of(preset, tuple(house))
    number = secrets.randbelow(1 << 32) if seed is None else seed
    try:
        return agree(game, preset, options, make_options(TournamentOptions(), terms), plans, number)
    except (BadOption, UnknownBot) as error:
        raise Usage(error) from None


def begun(agreed: Agreement, folder: Path | None = None) -> Tournament:
    """A new tournament, in the player's own files unless a folder is named. Raises Failure."""
    from datetime import datetime

    from cardtable.tournament import Tournament

    if folder is None:
        stamp = f"{datetime.now():%Y-%m-%d-%H%M%S}-{agreed.preset}"
        places = [kept_in() / (stamp if nth == 1 else f"{stamp}-{nth}") for nth in range(1, 100)]
        folder = next((place for place in places if not place.exists()), places[-1])
    elif folder.exists() and any(folder.iterdir()):
        raise Failure("--records {folder}: the folder is not empty", folder=folder)
    try:
        return Tournament.create(folder, agreed)
    except OSError as error:
        raise Failure("the tournament cannot be kept in {folder}: {why}", folder=folder, why=error) from None


def reopened(folder: Path) -> Tournament:
    """The tournament of a folder, to be played on. Raises Failure."""
    from cardtable.record import InUse
    from cardtable.tournament import FILE, BadTournament, Tournament

    try:
        return Tournament.resume(folder)
    except (BadTournament, InUse) as error:
        raise Failure(error) from None
    except FileNotFoundError:
        raise Failure("{folder}: there is no tournament in it (no {file})", folder=folder, file=FILE) from None
    except OSError as error:
        raise Failure("{folder}: {why}", folder=folder, why=error) from None


def kept_in() -> Path:
    """Where tournaments lie whose folder nobody named."""
    from cardtable.paths import data_dir

    return data_dir() / "tournaments"


# The menu


def offered(speech: Words) -> Tournaments:
    """What the menu offers: the games that can be played as a knock-out, and the last tournament that is not over."""
    from cardtable.cli.play import BOT, _user
    from cardtable.engine.options import BadOption
    from cardtable.games import FAMILIES, family
    from cardtable.tournament import decisive, largest_table
    from cardtable.tui.protocol import PresetRow, Tournaments

    rows = []
    for game in map(family, FAMILIES):
        for name, preset in game.presets.items():
            most = largest_table(preset.seats)
            try:
                decisive(preset.options)
            except BadOption:
                continue
            if most > 1:
                rows.append(PresetRow(name, speech.say(preset.title), "", tuple(range(2, most + 1))))
    last = last_unfinished()

    def begin(wish: Wish) -> Tournament:
        plans = entrant_plans((*wish.people, *[f"bot:{BOT}"] * wish.bots))
        terms = (f"table_size={wish.table_size}", f"advance={wish.advance}")
        return begun(agreed_for(wish.preset, terms, plans, None))

    return Tournaments(
        presets=rows,
        begin=lambda wish: _or_line(lambda: begin(wish)),
        person=_user(),
        last=None if last is None else called(last, speech),
        resume_last=None if last is None else lambda: _or_line(lambda: reopened(last)),
    )


def last_unfinished() -> Path | None:
    """The newest tournament among the player's own that has no champion yet."""
    from cardtable.tournament import FILE, BadTournament, Tournament

    folders = [file.parent for file in kept_in().glob(f"*/{FILE}")]
    for folder in sorted(folders, key=last_played, reverse=True)[:RECENT]:
        try:
            cup = Tournament.resume(folder)
        except (BadTournament, OSError):
            continue
        cup.close()
        if cup.bracket.champion is None:
            return folder
    return None


def last_played(folder: Path) -> float:
    """When something was written in the folder of a tournament."""
    return max(file.stat().st_mtime for file in folder.iterdir())


def called(folder: Path, speech: Words) -> str:
    """The game of a tournament and who takes part, people first, for the menu."""
    from cardtable.engine.text import say, say_count
    from cardtable.games import find_preset
    from cardtable.tournament import read_agreement

    agreed = read_agreement(folder)
    people = [plan.name for plan in agreed.entrants if plan.bot is None]
    game = speech.say(find_preset(agreed.preset)[1].title)
    entrants = say_count("{count} entrant", "{count} entrants", len(agreed.entrants))
    return ", ".join([speech.text(say("{game}, {entrants}", game=game, entrants=entrants)), *people])


def _or_line(opened: Callable[[], Tournament]) -> Tournament:
    """The tournament, or the error that the menu shows in a line."""
    try:
        return opened()
    except click.ClickException as error:
        raise ValueError(error.message) from None


# How it is played


@contextmanager
def _in_one_line(cup: Tournament) -> Iterator[None]:
    """A table that cannot be read or written, or a bot that fails, ends the command in words."""
    from cardtable.record import InUse
    from cardtable.tournament import BadTournament, BotFailed

    try:
        yield
    except (BadTournament, InUse) as error:
        raise Failure(error) from None
    except BotFailed as error:
        raise Failure(
            "{error}; it is kept so far, go on by: cardtable tournament --resume {folder}",
            error=error,
            folder=cup.folder,
        ) from None


def _play_all(cup: Tournament, *, quiet: bool) -> None:
    """Plays to the champion; only bots take part."""
    from rich.console import Console
    from rich.progress import Progress

    bracket = cup.bracket
    with (
        _in_one_line(cup),
        Progress(console=Console(stderr=True), disable=quiet or not sys.stderr.isatty(), transient=True) as bar,
    ):
        task = bar.add_task(cup.agreed.preset, total=bracket.entrants - 1)
        while bracket.champion is None:
            for draw in bracket.undecided:
                cup.play(draw)
                out = sum(len(table.out) for stage in bracket.stages for table in stage)
                bar.update(task, completed=out, description=f"{cup.agreed.preset}, stage {draw.stage}")


def _show(cup: Tournament) -> None:
    """The bracket and the tables on the screen, until the champion or until the player leaves."""
    from cardtable.cli.play import _settings
    from cardtable.tui import run

    speech = words()
    status = run(None, speech, _settings(speech), tournament=cup)
    if status:
        sys.exit(status)


# How it is told


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
    """The tournament as JSON, as the README describes it."""
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
