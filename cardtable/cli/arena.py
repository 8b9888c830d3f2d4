"""The command that lets computer players play each other."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import Any

import click

from cardtable.cli import Failure, Usage, say_json, words
from cardtable.cli.about import options_of, preset_of, warn_of_idle


@click.command(epilog="Example: cardtable arena throw_in --bots steady,uniform --deals 2000 --seed 1 --jobs 2")
@click.argument("preset", metavar="PRESET")
@click.option("--bots", required=True, metavar="A,B[,C...]", help="The styles that play; see `cardtable bots`.")
@click.option(
    "--deals", type=click.IntRange(1), metavar="NUMBER", default=200, show_default=True, help="Deals of every line-up."
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
@click.option("--json", "as_json", is_flag=True, help="One JSON object, described in the README.")
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
    the mean result between 0 and 1, with its 95 % interval. Exit status 1 when a bot failed.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from cardtable import arena as games
    from cardtable.bots import UnknownBot, make_bot
    from cardtable.engine.options import as_dict
    from cardtable.engine.text import say

    styles = [style.strip() for style in bots.split(",") if style.strip()]
    if len(styles) < 2 or len(set(styles)) < len(styles):
        raise Usage("--bots {bots}: name two styles or more, each once, such as steady,uniform", bots=bots)
    allowed = preset_of(preset)[1].seats
    number = seats or (
        2 if 2 in allowed else min((size for size in allowed if size >= len(styles)), default=allowed[-1])
    )
    game, options = options_of(preset, given, number)
    warn_of_idle(game, preset, options, number)
    try:
        for style in styles:
            make_bot(style, game.id, game.rules(options, number))
    except UnknownBot as error:
        raise Usage(error) from None
    if records is not None and records.exists() and any(records.iterdir()):
        raise Failure("--records {records}: the folder is not empty", records=records)
    setting = games.Arena(game.id, preset, as_dict(options), seed, records, limit, matches)
    decks = sum(-(-deals // (len(up) if len(set(up)) > 1 else 1)) for up in games.line_ups(styles, number))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = as_json or not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), disable=hidden, transient=True) as bar:
        task = bar.add_task(preset, total=decks)
        report = games.run(setting, styles, number, deals, jobs, lambda count: bar.advance(task, count))

    def row(**names: str) -> dict[str, object]:
        decks = report.by_bot[names["bot"]] if "bot" in names else report.by_pair[names["a"], names["b"]]
        return {**names, **dataclasses.asdict(games.summary(decks))}

    rated = games.ratings(report)
    ranked = [row(bot=style) for style in styles if style in report.by_bot]
    for entry in ranked:
        style = str(entry["bot"])
        ends = report.ends[style]
        entry.update({f"{end}": ends[end] / ends.total() for end in ("won", "drawn", "lost")})
        if style in rated:
            entry.update(elo=round(rated[style].elo, 1), elo_error=round(rated[style].error, 1))
    ranked.sort(key=lambda entry: float(str(entry["score"])), reverse=True)
    pairs = [row(a=a, b=b) for a, b in sorted(report.by_pair)]
    if as_json:
        result = {"preset": preset, "deals": deals, "seed": seed, "bots": ranked, "pairs": pairs}
        say_json({**result, "failures": report.failures})
    else:
        _show(ranked, pairs)
    for failure in report.failures:
        line = say("bot {bot} failed: {what}", bot=str(failure["bot"]), what=str(failure["what"]))
        click.echo(f"cardtable: {words().text(line)}", err=True)
    if report.failures:
        click.get_current_context().exit(1)


def _show(ranked: list[dict[str, Any]], pairs: list[dict[str, Any]]) -> None:
    """The styles in order, and how each pair fared at one table."""
    from rich.console import Console
    from rich.table import Table

    say = words().say
    console = Console()
    table = Table(say("bot"), box=None, pad_edge=False)
    for heading in (say("won"), say("drawn"), say("mean"), say("95 % interval"), say("deals"), say("rating")):
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
        for heading in (say("first scores"), say("95 % interval"), say("deals")):
            table.add_column(heading, justify="right")
        for entry in pairs:
            interval = f"{entry['low']:.3f} - {entry['high']:.3f}"
            table.add_row(f"{entry['a']} - {entry['b']}", f"{entry['score']:.3f}", interval, str(entry["deals"]))
        console.print(table)
