"""The command that shows people's results."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING

import click

from cardtable.desk.results import accuracy_of, opened
from cardtable.desk.speech import Failure, say_json, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardtable.engine.text import Text
    from cardtable.player.stats import Results, Stats

FEW = 20
"""With fewer deals or decisions, no share is shown."""
GROUPS = ("family", "preset", "opponents", "month")


@click.command(epilog="Example: cardtable stats --player Anna")
@click.option("--player", metavar="NAME", help="Only the deals of this person.")
@click.option("--people", is_flag=True, help="Who was the fool how often, left by whom; how people do with each other.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object; `cardtable help json` describes it.")
def stats(player: str | None, people: bool, as_json: bool) -> None:
    """Show a person's results by family, preset, opponents and month, from the records.

    Whose: yours, or of who has played most.
    """
    from cardtable.desk.tables import user

    found, troubles = opened()
    try:
        names = [row.what for row in found.people()]
        if player is not None and player not in names:
            from cardtable.engine.options import closest

            raise Failure(
                "--player {player}: nobody of this name has finished a deal{near}",
                player=player,
                near=closest(player, names),
            )
        if people and not as_json:
            _tell_people(found, [player] if player is not None else names)
            return
        # Deals of several people must not be added up: each would count once per person.
        whose = player or next((name for name in (user(), *names) if name in names), None)
        if as_json:
            say_json({**as_object(found, player, whose), "puzzles": _puzzles()})
        else:
            _tell(found, whose, names if player is None else [])
            _tell_puzzles()
    finally:
        found.close()
    for trouble in troubles:
        click.echo(f"cardtable: {words().text(trouble)}", err=True)


def as_object(found: Stats, player: str | None, whose: str | None) -> dict[str, object]:
    """Everything as JSON: results of one person, and relations between all people unless one is selected."""

    def rows(results: list[Results]) -> list[dict[str, object]]:
        return [dataclasses.asdict(row) for row in results]

    people = found.people()
    by = {f"by_{group}": rows(found.results(group, whose)) for group in GROUPS}
    for row in by["by_opponents"]:
        row["what"] = ", ".join(json.loads(str(row["what"])))
    return {
        "players": rows(people),
        "player": whose,
        **by,
        "people": {
            name: found.glory(name).figures() for name in ([player] if player else [row.what for row in people])
        },
        "duels": [list(duel) for duel in found.duels() if player is None or player in duel[:2]],
        "evenings": [[*two, *count] for two, count in found.evenings().items() if player is None or player in two],
        "last": found.run(whose),
        "accuracy": [row._asdict() for row in accuracy_of(whose)],
    }


def _tell(found: Stats, whose: str | None, names: Sequence[str]) -> None:
    """Shows the results of one person; if there are several people, first everybody's number of deals."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text as RichText

    from cardtable.engine.text import clean
    from cardtable.player.stats import titled

    say = words().say
    if whose is None:
        click.echo(say("No deal of a match has been finished yet."))
        return
    headings = {
        "family": say("game"),
        "preset": say("preset"),
        "opponents": say("against"),
        "month": say("month"),
    }
    groups = [("player", say("player"), found.people())] if len(names) > 1 else []
    groups += [(group, headings[group], found.results(group, whose)) for group in GROUPS]
    console = Console()
    for nth, (group, heading, results) in enumerate(groups):
        if nth == 1 and len(names) > 1:
            click.echo(f"{words().text(_of_whom(clean(whose)))}\n")
        table = Table(heading, box=None, pad_edge=False)
        for column in (say("deals"), say("won"), say("drawn"), say("score of 100")):
            table.add_column(column, justify="right")
        for row in results:
            # Not a string: rich interprets brackets in strings.
            what = RichText(clean(titled(group, row.what, say)))
            shares = [f"{share:.0%}" if row.deals >= FEW else str(row.count(share)) for share in (row.won, row.drawn)]
            table.add_row(what, str(row.deals), *shares, f"{row.score * 100:.0f}" if row.deals >= FEW else "")
        console.print(table)
        console.print()
    reviewed = accuracy_of(whose)
    if reviewed:
        table = Table(say("game"), say("month"), box=None, pad_edge=False)
        for column in (say("decisions reviewed"), say("accuracy")):
            table.add_column(column, justify="right")
        for one in reviewed:
            share = f"{one.accuracy:.0%}" if one.decisions >= FEW else ""
            table.add_row(titled("family", one.family, say), one.month, str(one.decisions), share)
        console.print(table)
        console.print()
    _tell_earned(found.earned(whose))


def _of_whom(name: str) -> Text:
    """Says whose results follow if several people have some."""
    from cardtable.engine.text import say

    return say("Deals of {name}; --player shows another person's, --people how people do with each other.", name=name)


def _tell_people(found: Stats, names: Sequence[str]) -> None:
    """Shows these people's stories about each other."""
    from cardtable.engine.text import capital
    from cardtable.player.stats import people_told

    nothing = words().say("nobody has been the fool yet, and no two people have met")
    for line in people_told(found, names, words()) or [capital(nothing)]:
        click.echo(line)


def _puzzles() -> dict[str, object] | None:
    """The puzzles solved and days played; None, with a message, if they cannot be read."""
    from cardtable.desk.puzzles import figures, kept_at
    from cardtable.engine.faults import told
    from cardtable.files import Unreadable
    from cardtable.puzzles.kept import load

    try:
        return figures(load(kept_at()))
    except (OSError, Unreadable) as error:
        click.echo(f"cardtable: {kept_at()}: {words().text(told(error))}", err=True)
        return None


def _tell_puzzles() -> None:
    """Shows the puzzle rating and the run of days, if there are any."""
    from cardtable.desk.puzzles import figures_told

    for line in figures_told():
        click.echo(words().text(line))


def _tell_earned(earned: dict[str, str]) -> None:
    """Shows the achievements with their days."""
    from cardtable.engine.text import say
    from cardtable.player.achievements import ACHIEVEMENTS

    speech = words()
    if earned:
        count = say("Achievements: {count} of {total}", count=len(earned), total=len(ACHIEVEMENTS))
        click.echo(speech.text(count))
    for one in ACHIEVEMENTS:
        if one.id in earned:
            click.echo(f"  {speech.say(one.title)}: {speech.say(one.sentence)} {earned[one.id]}".rstrip())
