"""The command that lets computer players compete."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack

import click

from cardtable.bots.commands import short
from cardtable.cli import completing
from cardtable.cli.commands import HOUSE_RULES
from cardtable.cli.progress import progress, telling_of_late
from cardtable.cli.waiting import stoppable
from cardtable.desk.games import game_meant, options_of, preset_of, warn_of_idle
from cardtable.desk.speech import Failure, Usage, say_json, tell_trouble, words

if TYPE_CHECKING:
    from cardtable.arena import Arena, Hands, Report, Sequential
    from cardtable.engine.text import Text

MOST_DEALS = 200_000
"""The limit on deals for a test without --deals."""


class _Asked(TypedDict):
    """The command's options and argument."""

    preset: str
    bots: tuple[str, ...]
    deals: int | None
    seats: int | None
    given: tuple[str, ...]
    seed: int
    jobs: int
    cluster: str | None
    limit: float
    matches: bool
    until: str | None
    store: Path | None
    as_json: bool
    records: Path | None


@click.command(epilog="Example: cardtable arena throw_in --bots steady,uniform --deals 2000 --seed 1 --jobs 2")
@click.argument("preset", metavar="PRESET", callback=game_meant, shell_complete=completing.presets)
@click.option(
    "--bots",
    shell_complete=completing.styles,
    required=True,
    multiple=True,
    metavar="A,B[,C...]",
    help="The styles that play; see `cardtable bots`. May be given for each alone, such as a command with a comma.",
)
@click.option(
    "--deals",
    type=click.IntRange(1, 1_000_000_000),
    metavar="NUMBER",
    help="Deals of every line-up, or matches; 200 unless given, with --until at most 200000.",
)
@click.option(
    "--seats",
    type=click.IntRange(2, 12),
    metavar="NUMBER",
    help="Players at a table; unless given, 2, or where 2 cannot play as few as seat all bots.",
)
@HOUSE_RULES
@click.option(
    "--seed",
    type=int,
    metavar="NUMBER",
    default=1,
    show_default=True,
    help="Decides the cards and every bot's lots; two seeds share no deck.",
)
@click.option("--jobs", type=click.IntRange(1, 64), metavar="NUMBER", default=1, show_default=True, help="Processes.")
@click.option(
    "--cluster",
    metavar="tcp://HOST:PORT|local:N",
    help="Let the workers of a Dask cluster play, which need this very version and the same bots (`dask "
    "scheduler`, `dask worker ADDRESS`); local:N starts N here. Needs pip install '.[cluster]'.",
)
@click.option(
    "--limit",
    type=click.FloatRange(0.001, 86_400),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="A bot that takes longer over one decision has lost the deal.",
)
@click.option(
    "--matches", is_flag=True, help="Play whole matches instead of single deals; the winners share one point."
)
@click.option(
    "--until",
    metavar="elo0=A,elo1=B",
    help="Play until it is known whether the first of two styles is stronger by A Elo points or by B.",
)
@click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep every deck's result here, and play nothing that is there already; `cardtable ratings` reads it. A bot "
    "that is not of this program plays anew once a file of its package, or one that its command names, has changed; "
    "what it imports or reads besides is not known.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object; `cardtable help json` describes it.")
@click.option(
    "--records", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Keep every deal's record here."
)
def arena(**asked: Unpack[_Asked]) -> None:
    """Play many deals of PRESET between bots, each deck from every seat, and tell the mean results.

    At a table of two every bot meets every other; at a larger one all sit together, seated again in turn. A score is
    the mean result between 0 and 1, a rating Elo points round 1500; each comes with its 95 % interval. Where a deal is
    only a part of the game, as in King, whole matches are played, and the mean of their deals counts. Exit status 1
    when a bot failed; stopped by Ctrl+C, 130.

    The test of --until is sequential, with alpha=0.05,beta=0.05 unless given: so often it says B where A holds, or A
    where B holds. If A and B lie at most 20 points apart and one of them holds, it needs on average 0.5 to 0.6 of the
    decks of a fixed test (0.65 at 30 points, 0.8 at 50), half way between them about as many, and more where they lie
    farther apart. It looks every 100 decks, so that its answer depends on the seed alone.
    """
    from cardtable.arena import Report

    wanted = _agreed(asked)
    _check_places(asked)
    report = Report()
    with stoppable() as stopped:
        failure = _play(wanted, report, asked, stopped)
        came = stopped()
    _tell(wanted, report, as_json=asked["as_json"], stopped=bool(came or failure))
    _tell_troubles(report, wanted.decks, came, failure)


@dataclasses.dataclass(frozen=True, slots=True)
class _Experiment:
    setting: Arena
    styles: list[str]
    seats: int
    deals: int
    """Deals, or matches, of every line-up."""
    test: Sequential | None
    unit: Literal["deal", "match"]

    @property
    def decks_each(self) -> int:
        """The decks of each line-up."""
        from cardtable import arena as games

        return games.decks(games.line_ups(self.styles, self.seats), self.deals)

    @property
    def decks(self) -> int:
        """The most decks it may take."""
        from cardtable import arena as games

        return self.decks_each * len(games.line_ups(self.styles, self.seats))


def _agreed(asked: _Asked) -> _Experiment:
    """Interprets the command line. Raises Usage."""
    from cardtable.arena import Arena
    from cardtable.engine.options import as_dict
    from cardtable.match.terms import BadTerms, check_seed

    bots, limit, matches = asked["bots"], asked["limit"], asked["matches"]
    styles = [style.strip() for style in (bots if len(bots) > 1 else bots[0].split(",")) if style.strip()]
    if len(styles) < 2 or len(set(map(short, styles))) < len(styles):
        named = " ".join(bots)
        raise Usage("--bots {bots}: name two styles or more, each once, such as steady,uniform", bots=named)
    if isnan(limit):
        raise Usage("--limit {limit}: a number of seconds is needed", limit=str(limit))
    preset = asked["preset"]
    allowed = preset_of(preset)[1].seats
    number = asked["seats"] or (
        2 if 2 in allowed else min((size for size in allowed if size >= len(styles)), default=allowed[-1])
    )
    game, options = options_of(preset, asked["given"], number)
    warn_of_idle(game, preset, options, number)
    _check_bots(styles, game.id, number)
    setting = Arena(game.id, preset, as_dict(options), asked["seed"], asked["records"], limit, matches)
    test = _test(asked["until"], styles, number)
    deals = asked["deals"] or (200 if test is None else MOST_DEALS)
    unit: Literal["deal", "match"] = "match" if matches or setting.rules(number).deals_differ else "deal"
    wanted = _Experiment(setting, styles, number, deals, test, unit)
    try:
        check_seed(setting.seed)
    except BadTerms as error:
        raise Usage(error) from None
    return wanted


def _play(wanted: _Experiment, report: Report, asked: _Asked, stopped: Callable[[], object]) -> Failure | None:
    """Plays and stores the results; returns what ended it early, if anything. Raises that if nothing was played."""
    from cardtable import arena as games

    setting, styles = wanted.setting, wanted.styles
    store, cluster = asked["store"], asked["cluster"]
    try:
        with _failures(setting.records), ExitStack() as open_things:
            if setting.records is not None:
                _make_empty(setting.records)
            kept = (
                open_things.enter_context(closing(games.Store(store, waits=tell_trouble)))
                if store is not None
                else None
            )
            hands = games.by_processes(asked["jobs"])
            if cluster is not None:
                hands = open_things.enter_context(_cluster(cluster, styles, setting.family))
            with progress(setting.preset, styles[0], wanted.decks, hidden=asked["as_json"]) as advance:
                more: dict[str, Any] = {"until": wanted.test, "store": kept, "report": report}
                heard = telling_of_late(advance)
                games.run(setting, styles, wanted.seats, wanted.deals, hands, heard, stopped, **more)
    except Failure as error:
        if not report.decks:
            raise
        return error  # Show the results so far first.
    return None


def _tell(wanted: _Experiment, report: Report, *, as_json: bool, stopped: bool) -> None:
    """Shows the results and the test's answer."""
    ranked, pairs, test = _ranked(report, wanted.styles), _pairs(report), wanted.test
    if as_json:
        setting = wanted.setting
        failures = [{"bot": short(bot), "what": of.first, "count": of.count} for bot, of in report.failures.items()]
        result = {"preset": setting.preset, "deals": wanted.deals, "seed": setting.seed, "bots": ranked, "pairs": pairs}
        result |= {"failures": failures, "unit": wanted.unit, "stopped": stopped}
        result |= {"seats": wanted.seats, "options": setting.options}
        if test is not None:
            told = {"llr": round(test.llr, 3), "decks": test.decks, "verdict": test.verdict}
            result["until"] = dataclasses.asdict(test.hypotheses) | told
        say_json(result)
    elif ranked:
        _show(ranked, pairs, wanted.unit)
        if test is not None:
            click.echo(words().text(_answer(test, wanted.styles)))


def _check_bots(styles: list[str], family: str, seats: int) -> None:
    """Raises Usage if one of these does not play the family, or if there are more bots than seats."""
    from cardtable.bots.finding import UnknownBot, find_bot, name_program
    from cardtable.match.terms import LONGEST_COMMAND, is_style

    try:
        for style in styles:
            name_program(style)
            find_bot(style, family)
            if not is_style(style):
                raise Usage(
                    "--bots {style!r}: a command is one line of at most {most} printable letters",
                    style=style[:30],
                    most=LONGEST_COMMAND,
                )
    except UnknownBot as error:
        raise Usage(error) from None
    if 2 < seats < len(styles):
        raise Usage("--bots {bots}: only {seats} sit at this table", bots=",".join(styles), seats=seats)


def _check_places(asked: _Asked) -> None:
    """Raises Usage if the options on where to play and what to keep conflict."""
    from cardtable.arena import BadCluster, workers_here

    records, cluster = asked["records"], asked["cluster"]
    if records is not None and asked["store"] is not None:
        raise Usage("--records and --store: a deck that is in the store is not played, and has no record; give one")
    if cluster is not None and (records is not None or asked["jobs"] > 1):
        raise Usage("--cluster {cluster}: its workers keep no records and are not counted by --jobs", cluster=cluster)
    if cluster is not None:
        try:
            workers_here(cluster)
        except BadCluster as error:
            raise Usage("--cluster {why}", why=error) from None


@contextmanager
def _failures(records: Path | None) -> Iterator[None]:
    """Converts errors of a run to a Failure."""
    from cardtable.arena import BadCluster, BadStore, WorkerLost

    try:
        yield
    except WorkerLost as error:
        raise Failure(error) from None
    except BadStore as error:
        raise Failure("--store {why}", why=error) from None
    except BadCluster as error:
        raise Failure("--cluster {why}", why=error) from None
    except OSError as error:
        if records is None:
            raise  # Not one of our files: the system lacks memory or handles for a process, for example.
        raise Failure("--records {records}: {why}", records=records, why=error) from None


@contextmanager
def _cluster(address: str, bots: list[str], family: str) -> Iterator[Hands]:
    """Connects to a cluster and shows the address of its dashboard. Raises BadCluster."""
    from cardtable.arena.cluster import connected
    from cardtable.engine.text import say

    def alone() -> None:
        tell_trouble(say("{cluster}: there is no worker; it goes on as soon as there is one", cluster=address))

    with connected(address, bots, family, alone) as cluster:
        tell_trouble(say("{cluster}: dashboard at {dashboard}", cluster=address, dashboard=cluster.dashboard))
        yield cluster.hands


def _test(until: str | None, styles: list[str], seats: int) -> Sequential | None:
    """The test given by --until. Raises Usage."""
    from cardtable.arena import BadTest, Hypotheses, Sequential

    if until is None:
        return None
    if len(styles) != 2 or seats != 2:
        raise Usage("--until {until}: it compares two styles, at a table of two", until=until)
    try:
        return Sequential(Hypotheses.read(until))
    except BadTest as error:
        raise Usage("--until {why}", why=error) from None


def _answer(test: Sequential, styles: list[str]) -> Text:
    from cardtable.engine.text import say

    asked = test.hypotheses
    facts: dict[str, Any] = {
        "a": short(styles[0]),
        "b": short(styles[1]),
        "decks": test.decks,
        "llr": f"{test.llr:.2f}",
    }
    facts |= {"elo0": f"{asked.elo0:g}", "elo1": f"{asked.elo1:g}"}
    facts |= {"low": f"{asked.bounds[0]:.2f}", "high": f"{asked.bounds[1]:.2f}"}
    if test.verdict == "elo1":
        return say("{a} - {b}: rather {elo1} Elo points than {elo0}, after {decks} decks (LLR {llr})", **facts)
    if test.verdict == "elo0":
        return say("{a} - {b}: rather {elo0} Elo points than {elo1}, after {decks} decks (LLR {llr})", **facts)
    return say("undecided after {decks} decks: LLR {llr} lies between {low} and {high}", **facts)


def _ranked(report: Report, styles: list[str]) -> list[dict[str, Any]]:
    """The results of every style, best first."""
    from cardtable import arena as games

    rated = games.rate(report.outcomes).ratings
    ranked = []
    for style in styles:
        if style not in report.by_bot:
            continue
        ends = report.ends[style]
        entry = {"bot": short(style), **dataclasses.asdict(games.summary(report.by_bot[style]))}
        entry.update({end: ends[end] / ends.total() for end in ("won", "drawn", "lost")})
        if style in rated:
            entry.update(elo=round(rated[style].elo, 1), elo_error=round(rated[style].error, 1))
        ranked.append(entry)
    return sorted(ranked, key=lambda entry: float(entry["score"]), reverse=True)


def _pairs(report: Report) -> list[dict[str, Any]]:
    """For each pair, how often one came out ahead of the other."""
    from cardtable.arena import summary

    return [
        {"a": short(a), "b": short(b), **dataclasses.asdict(summary(report.by_pair[a, b]))}
        for a, b in sorted(report.by_pair)
    ]


def _tell_troubles(report: Report, decks: int, came: int, failure: Failure | None) -> None:
    """Reports failed bots and an early end, and exits with the corresponding status."""
    from cardtable.engine.text import say

    lines = [
        say(
            "bot {bot} failed in {failed} of {deals}, first: {what}",
            bot=short(bot),
            failed=of.count,
            deals=deals,
            what=of.first,
        )
        for bot, of in report.failures.items()
        for deals in [sum(report.ends[bot].values())]
    ]
    if came or failure:
        lines.append(say("stopped after {played} of {all} decks", played=report.decks, all=decks))
    speech = words()
    for line in lines:
        click.echo(f"cardtable: {speech.text(line)}", err=True)
    if failure is not None:
        raise failure
    if came or report.failures:
        click.get_current_context().exit(128 + came if came else 1)


def _make_empty(folder: Path) -> None:
    """Creates an empty folder for the records. Raises OSError, and Failure if it is not empty."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise Failure("--records {records}: the folder is not empty", records=folder)


def _show(ranked: list[dict[str, Any]], pairs: list[dict[str, Any]], unit: str) -> None:
    """Shows the ranking of the styles, and the results of each pair at one table."""
    from rich.console import Console
    from rich.table import Table

    from cardtable.arena.report import CONFIDENCE

    say = words().say
    console = Console()
    played = say("matches") if unit == "match" else say("deals")
    table = Table(say("bot"), box=None, pad_edge=False)
    for heading in (say("won"), say("drawn"), say("mean"), say("95 % interval"), played, say("rating")):
        table.add_column(heading, justify="right")
    for entry in ranked:
        rating = f"{entry['elo']:.0f} ± {CONFIDENCE * entry['elo_error']:.0f}" if "elo" in entry else ""
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
