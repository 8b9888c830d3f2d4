"""The command that lets computer players play each other."""

from __future__ import annotations

import dataclasses
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtable.cli.about import game_meant, options_of, preset_of, warn_of_idle
from cardtable.cli.speech import Failure, Usage, say_json, words

if TYPE_CHECKING:
    from types import FrameType

    from cardtable.arena import Report


@click.command(epilog="Example: cardtable arena throw_in --bots steady,uniform --deals 2000 --seed 1 --jobs 2")
@click.argument("preset", metavar="PRESET", callback=game_meant)
@click.option("--bots", required=True, metavar="A,B[,C...]", help="The styles that play; see `cardtable bots`.")
@click.option(
    "--deals",
    type=click.IntRange(1),
    metavar="NUMBER",
    default=200,
    show_default=True,
    help="Deals of every line-up, or matches.",
)
@click.option(
    "--seats",
    type=click.IntRange(2, 12),
    metavar="NUMBER",
    help="Players at a table; as many as bots, or the preset's least, unless given.",
)
@click.option("--set", "given", multiple=True, metavar="OPTION=VALUE", help="Change a house rule; may be repeated.")
@click.option(
    "--seed", type=int, metavar="NUMBER", default=1, show_default=True, help="Decides the cards and every bot's lots."
)
@click.option("--jobs", type=click.IntRange(1, 64), metavar="NUMBER", default=1, show_default=True, help="Processes.")
@click.option(
    "--limit",
    type=click.FloatRange(0.001),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="A bot that takes longer over one decision has lost the deal.",
)
@click.option(
    "--matches", is_flag=True, help="Play whole matches instead of single deals; the winners share one point."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object; `cardtable help json` describes it.")
@click.option(
    "--records", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Keep every deal's record here."
)
def arena(
    preset: str,
    bots: str,
    deals: int,
    seats: int | None,
    given: tuple[str, ...],
    seed: int,
    jobs: int,
    limit: float,
    matches: bool,
    as_json: bool,
    records: Path | None,
) -> None:
    """Play many deals of PRESET between bots, each deck from every seat, and tell the mean results.

    At a table of two every bot meets every other; at a larger one all sit together, seated again in turn. A score is
    the mean result between 0 and 1, with its 95 % interval. Where a deal is only a part of the game, as in King, whole
    matches are played, and the mean of their deals counts. Exit status 1 when a bot failed; stopped by Ctrl+C, 130.
    """
    from cardtable import arena as games
    from cardtable.bots import UnknownBot, find_bot, name_program
    from cardtable.engine.options import as_dict

    styles = [style.strip() for style in bots.split(",") if style.strip()]
    if len(styles) < 2 or len(set(styles)) < len(styles):
        raise Usage("--bots {bots}: name two styles or more, each once, such as steady,uniform", bots=bots)
    if isnan(limit):
        raise Usage("--limit {limit}: a number of seconds is needed", limit=str(limit))
    allowed = preset_of(preset)[1].seats
    number = seats or (
        2 if 2 in allowed else min((size for size in allowed if size >= len(styles)), default=allowed[-1])
    )
    game, options = options_of(preset, given, number)
    warn_of_idle(game, preset, options, number)
    rules = game.rules(options, number)
    try:
        for style in styles:
            name_program(style)
            find_bot(style, game.id)
    except UnknownBot as error:
        raise Usage(error) from None
    if 2 < number < len(styles):
        raise Usage("--bots {bots}: only {seats} sit at this table", bots=bots, seats=number)
    setting = games.Arena(game.id, preset, as_dict(options), seed, records, limit, matches)
    ups = games.line_ups(styles, number)
    decks = games.decks(ups, deals) * len(ups)
    with _stoppable() as stopped:
        try:
            if records is not None:
                _make_empty(records)
            with _progress(preset, decks, hidden=as_json) as advance:
                report = games.run(setting, styles, number, deals, jobs, advance, stopped)
        except games.WorkerLost as error:
            raise Failure(error) from None
        except OSError as error:
            raise Failure("--records {records}: {why}", records=records, why=error) from None
        came = stopped()
    unit = "match" if matches or rules.deals_differ else "deal"
    ranked, pairs = _ranked(report, styles), _pairs(report)
    if as_json:
        result = {"preset": preset, "deals": deals, "seed": seed, "bots": ranked, "pairs": pairs}
        result |= {"failures": report.failures, "unit": unit, "stopped": bool(came)}
        say_json(result)
    elif ranked:
        _show(ranked, pairs, unit)
    _tell_troubles(report, decks, came)


def _ranked(report: Report, styles: list[str]) -> list[dict[str, Any]]:
    """What is known of every style, best first."""
    from cardtable import arena as games

    rated = games.ratings(report)
    ranked = []
    for style in styles:
        if style not in report.by_bot:
            continue
        ends = report.ends[style]
        entry = {"bot": style, **dataclasses.asdict(games.summary(report.by_bot[style]))}
        entry.update({end: ends[end] / ends.total() for end in ("won", "drawn", "lost")})
        if style in rated:
            entry.update(elo=round(rated[style].elo, 1), elo_error=round(rated[style].error, 1))
        ranked.append(entry)
    return sorted(ranked, key=lambda entry: float(entry["score"]), reverse=True)


def _pairs(report: Report) -> list[dict[str, Any]]:
    """How often one came out ahead of the other."""
    from cardtable.arena import summary

    return [{"a": a, "b": b, **dataclasses.asdict(summary(report.by_pair[a, b]))} for a, b in sorted(report.by_pair)]


def _tell_troubles(report: Report, decks: int, came: int) -> None:
    """Which bots failed, and that it was stopped; ends the command with the status that says so."""
    from cardtable.engine.text import say

    lines = [say("bot {bot} failed: {what}", bot=failure["bot"], what=failure["what"]) for failure in report.failures]
    if came:
        lines.append(say("stopped after {played} of {all} decks", played=report.decks, all=decks))
    speech = words()
    for line in lines:
        click.echo(f"cardtable: {speech.text(line)}", err=True)
    if came or report.failures:
        click.get_current_context().exit(128 + came if came else 1)


def _make_empty(folder: Path) -> None:
    """A folder for the records. Raises Failure where there is something in it, and OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise Failure("--records {records}: the folder is not empty", records=folder)


@contextmanager
def _stoppable() -> Iterator[Callable[[], int]]:
    """While it lasts, Ctrl+C and SIGTERM end nothing by themselves: what is yielded says which has come, 0 for none.

    An exception that may come anywhere could be swallowed, or leave a deck half counted.
    """
    came = 0

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal came
        came = came or number

    # What the program was started to ignore, as by a shell in the background, it goes on to ignore.
    heard = [each for each in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(each) != signal.SIG_IGN]
    before = {each: signal.signal(each, note) for each in heard}
    try:
        yield lambda: came
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@contextmanager
def _progress(what: str, decks: int, *, hidden: bool) -> Iterator[Callable[[], None]]:
    """A bar at the terminal; what is yielded moves it on by a deck."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = hidden or not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), disable=hidden, transient=True) as bar:
        task = bar.add_task(what, total=decks)
        yield lambda: bar.advance(task)


def _show(ranked: list[dict[str, Any]], pairs: list[dict[str, Any]], unit: str) -> None:
    """The styles in order, and how each pair did at one table."""
    from rich.console import Console
    from rich.table import Table

    say = words().say
    console = Console()
    played = say("matches") if unit == "match" else say("deals")
    table = Table(say("bot"), box=None, pad_edge=False)
    for heading in (say("won"), say("drawn"), say("mean"), say("95 % interval"), played, say("rating")):
        table.add_column(heading, justify="right")
    for entry in ranked:
        rating = f"{entry['elo']:.0f} ± {entry['elo_error']:.0f}" if "elo" in entry else ""
        table.add_row(
            entry["bot"],
            f"{entry['won']:.1%}",
            f"{entry['drawn']:.1%}",
            f"{entry['score']:.3f}",
            f"{entry['low']:.3f} - {entry['high']:.3f}",
            str(entry["deals"]),
            rating,
        )
    console.print(table)
    if len(pairs) > 1:
        table = Table(say("pair"), box=None, pad_edge=False)
        for heading in (say("first scores"), say("95 % interval"), played):
            table.add_column(heading, justify="right")
        for entry in pairs:
            interval = f"{entry['low']:.3f} - {entry['high']:.3f}"
            table.add_row(f"{entry['a']} - {entry['b']}", f"{entry['score']:.3f}", interval, str(entry["deals"]))
        console.print(table)
