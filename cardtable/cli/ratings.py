"""The command that rates everything played into a file of results."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtable.desk.speech import Failure, Usage, say_json, tell_trouble, terminal_signs, words

if TYPE_CHECKING:
    from cardtable.arena import Scale
    from cardtable.arena.ratings import Outcome
    from cardtable.arena.store import Setting

PICTURE = 40
"""The width of the chart in columns."""
NEXT = 3
"""The number of pairs suggested to play next."""


@click.command(epilog="Example: cardtable ratings results.sqlite")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--family", metavar="FAMILY", help="Only this family.")
@click.option("--code", metavar="TEXT", help="Only what was played by this version of the program.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a family; `cardtable help json` describes it.")
def ratings(file: Path, family: str | None, code: str | None, as_json: bool) -> None:
    """Rate the styles by all that `cardtable arena --store FILE` has played: one scale over all presets of a family.

    Ratings are Elo points round 1500, with their 95 % interval; only differences mean something. Which pairs should
    play next is said too: where so many more decks tell neighbours in the list apart best.
    """
    from cardtable.arena import BadStore, Store, rate
    from cardtable.games import group_called

    try:
        with closing(Store(file, must_exist=True, waits=tell_trouble)) as store:
            settings = store.settings()
    except BadStore as error:
        raise Failure(error) from None
    played = [setting for setting in settings if setting.outcomes]
    if not played:
        raise Failure("{file}: nothing was played yet", file=file)
    codes = list(dict.fromkeys(setting.code for setting in played))
    if code is not None and code not in codes:
        raise Usage("--code {code}: {file} holds {allowed}", code=code, file=file, allowed=", ".join(codes))
    played = [setting for setting in played if code in (None, setting.code)]
    families = list(dict.fromkeys(setting.family for setting in played))
    family = family and group_called(family)
    if family is not None and family not in families:
        raise Usage("--family {family}: {file} holds {allowed}", family=family, file=file, allowed=", ".join(families))
    for name in [family] if family is not None else families:
        found = [setting for setting in played if setting.family == name]
        outcomes = sum((each.outcomes for each in found), Counter[Any]())
        scale, decks = rate(outcomes), _decks(outcomes)
        if as_json:
            say_json(_row(name, found, scale, decks))
        else:
            _show(name, found, scale, decks)


def _row(family: str, settings: list[Setting], scale: Scale, decks: Counter[str]) -> dict[str, Any]:
    """The ratings of a family as JSON."""
    return {
        "family": family,
        "presets": sorted({setting.preset for setting in settings}),
        "codes": sorted({setting.code for setting in settings}),
        "decks": sum(setting.outcomes.total() for setting in settings),
        "ratings": [
            {
                "bot": style,
                "elo": round(rating.elo, 1),
                "elo_error": round(rating.error, 2),
                "decks": decks[style],
            }
            for style, rating in _best_first(scale)
        ],
        "next": [list(pair) for pair in scale.next_pairs(NEXT)],
    }


def _best_first(scale: Scale) -> list[tuple[str, Any]]:
    return sorted(scale.ratings.items(), key=lambda entry: -entry[1].elo)


def _decks(outcomes: Counter[Outcome]) -> Counter[str]:
    """The number of decks each style has played; a deck against several others counts once."""
    found: Counter[str] = Counter()
    for pairs, count in outcomes.items():
        for style in {style for pair, _ in pairs for style in pair}:
            found[style] += count
    return found


def _show(family: str, settings: list[Setting], scale: Scale, decks: Counter[str]) -> None:
    """Shows a family's ratings with a chart, and the pairs to play next."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from cardtable.arena.report import CONFIDENCE
    from cardtable.engine.text import clean, say
    from cardtable.games import family as game_of

    speech = words()
    presets = ", ".join(sorted({setting.preset for setting in settings}))
    click.secho(f"{speech.say(game_of(family).title)}: {clean(presets)}", bold=True)
    codes = {setting.code for setting in settings}
    if len(codes) > 1:
        several = say("Versions counted as one: {codes}. --code chooses one.", codes=", ".join(sorted(codes)))
        click.secho(speech.text(several), dim=True)
    rows = [(style, one.elo, CONFIDENCE * one.error) for style, one in _best_first(scale)]
    low = min(elo - error for _, elo, error in rows)
    high = max(elo + error for _, elo, error in rows)
    table = Table(speech.say("bot"), box=None, pad_edge=False)
    table.add_column(speech.say("rating"), justify="right")
    table.add_column(speech.say("decks"), justify="right")
    table.add_column(f"{low:.0f}{high:{PICTURE - len(f'{low:.0f}')}.0f}", no_wrap=True)
    for style, elo, error in rows:
        # As Text: a command may contain characters that rich takes for markup.
        picture = _picture(elo, error, low, high, plain=terminal_signs() == "ascii")
        table.add_row(Text(clean(style)), f"{elo:.0f} ± {error:.0f}", str(decks[style]), picture)
    Console().print(table)
    if scale.unconnected():
        click.echo(speech.say("Some have met none of the others: where they stand among them is not known."))
    if len(rows) > 1:
        pairs = "; ".join(" - ".join(pair) for pair in scale.next_pairs(NEXT))
        click.echo(speech.text(say("Play next: {pairs}", pairs=pairs)))
    click.echo()


def _picture(elo: float, error: float, low: float, high: float, *, plain: bool) -> str:
    """A rating with its interval on a line from the lowest to the highest."""

    def column(value: float) -> int:
        return round((value - low) / max(1e-9, high - low) * (PICTURE - 1))

    line = [" "] * PICTURE
    first, last = column(elo - error), column(elo + error)
    line[first : last + 1] = ("-" if plain else "─") * (last + 1 - first)
    line[column(elo)] = "o" if plain else "●"
    return "".join(line)
