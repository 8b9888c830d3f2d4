"""The command that lets computer players play each other."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

import click

from cardtable.cli import Failure, Usage
from cardtable.cli.about import options_of, preset_of


@click.command(epilog="Example: cardtable arena throw_in --bots steady,uniform --deals 2000 --seed 1 --jobs 2")
@click.argument("preset")
@click.option("--bots", required=True, metavar="A,B[,C...]", help="The styles that play; see `cardtable bots`.")
@click.option("--deals", type=click.IntRange(1), default=200, show_default=True, help="Deals of every line-up.")
@click.option(
    "--seats",
    type=click.IntRange(2, 12),
    help="Players at a table; as many as bots, or the preset's least, unless given.",
)
@click.option("--set", "given", multiple=True, metavar="OPTION=VALUE", help="Change a house rule; may be repeated.")
@click.option("--seed", type=int, default=1, show_default=True, help="Decides the cards and every bot's lots.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, described in the README.")
@click.option("--records", type=click.Path(file_okay=False, path_type=Path), help="Keep every deal's record here.")
def arena(
    preset: str,
    bots: str,
    deals: int,
    seats: int | None,
    given: tuple[str, ...],
    seed: int,
    jobs: int,
    as_json: bool,
    records: Path | None,
) -> None:
    """Play many deals of PRESET between bots, each deck from every seat, and tell the mean results.

    At a table of two every bot meets every other; at a larger one all sit together, seated again in turn. A score is
    the mean result between 0 and 1, with its 95 % interval. Exit status 1 when a bot failed.
    """
    from rich.console import Console
    from rich.progress import Progress

    from cardtable import arena as games
    from cardtable.bots import UnknownBot, make_bot
    from cardtable.engine.options import as_dict

    styles = [style.strip() for style in bots.split(",") if style.strip()]
    if len(styles) < 2 or len(set(styles)) < len(styles):
        raise Usage(f"--bots {bots}: name two styles or more, each once, such as steady,uniform")
    allowed = preset_of(preset)[1].seats
    number = seats or (
        2 if 2 in allowed else min((size for size in allowed if size >= len(styles)), default=allowed[-1])
    )
    game, options = options_of(preset, given, number)
    try:
        for style in styles:
            make_bot(style, game.id, game.rules(options, number))
    except UnknownBot as error:
        raise Usage(str(error)) from None
    if records is not None and records.exists() and any(records.iterdir()):
        raise Failure(f"--records {records}: the folder is not empty")
    setting = games.Arena(game.id, preset, as_dict(options), seed, records)
    decks = sum(-(-deals // (len(up) if len(set(up)) > 1 else 1)) for up in games.line_ups(styles, number))
    with Progress(console=Console(stderr=True), disable=as_json or not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task(preset, total=decks)
        report = games.run(setting, styles, number, deals, jobs, lambda count: bar.advance(task, count))

    def row(**names: str) -> dict[str, object]:
        decks = report.by_bot[names["bot"]] if "bot" in names else report.by_pair[names["a"], names["b"]]
        return {**names, **dataclasses.asdict(games.summary(decks))}

    ranked = [row(bot=style) for style in styles if style in report.by_bot]
    ranked.sort(key=lambda entry: str(entry["score"]), reverse=True)
    pairs = [row(a=a, b=b) for a, b in sorted(report.by_pair)]
    if as_json:
        result = {"preset": preset, "deals": deals, "seed": seed, "bots": ranked, "pairs": pairs}
        click.echo(json.dumps({**result, "failures": report.failures}, ensure_ascii=False))
    else:
        for entry in ranked:
            click.echo(f"{entry['bot']:14}{_told(entry)}")
        if len(pairs) > 1:
            for entry in pairs:
                click.echo(f"{entry['a']} v {entry['b']}: {_told(entry)}")
    for failure in report.failures:
        click.echo(f"cardtable: bot {failure['bot']} failed: {failure['what']}", err=True)
    if report.failures:
        click.get_current_context().exit(1)


def _told(entry: dict[str, object]) -> str:
    return f"{entry['score']:.3f} ({entry['low']:.3f} to {entry['high']:.3f}) in {entry['deals']} deals"
