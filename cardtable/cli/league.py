"""The command that shows the league of a kitchen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtable.desk.speech import Failure, Usage, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardtable.player.league import LeagueDeal


@click.command(epilog="Example: cardtable league, or cardtable league boris.jsonl")
@click.argument("file", required=False, metavar="[FILE]", type=click.Path(path_type=Path))
@click.option("--month", metavar="YYYY-MM", help="Only the deals of this month.")
def league(file: Path | None, month: str | None) -> None:
    """Show the league of the people who play here, at one keyboard or at tables that were hosted, counted from records.

    A friend's FILE is taken in: your league and theirs become one. Yours lies beside your records, to be sent to them.
    Only deals count that two people at least have finished.
    """
    from cardtable.desk.tables import records_by_age
    from cardtable.engine.faults import told
    from cardtable.files import Unreadable, alone
    from cardtable.match.record import BadRecord
    from cardtable.paths import data_dir
    from cardtable.player.league import FILE, BadLeague, deals_of, load, save

    if month is not None and not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", month):
        raise Usage("--month {month}: this is no month such as 2026-11", month=month)
    own = data_dir() / FILE
    at = own if file is None else file
    try:
        # Read the friend's file before writing anything: an invalid one then changes nothing.
        theirs = {} if file is None else load(file, must_exist=True)
        at = own
        with alone(own):
            known = load(own)
            deals = {**theirs, **known}
            for path in records_by_age():
                try:
                    deals |= {(deal.id, deal.deal): deal for deal in deals_of(path)}
                except (BadRecord, Unreadable, OSError) as error:
                    click.echo(f"cardtable: {path}: {words().text(told(error))}", err=True)
            if deals != known:
                save(own, deals)
    except (BadLeague, Unreadable, OSError) as error:
        raise Failure("{path}: {why}", path=at, why=told(error)) from None
    _tell([deal for deal in deals.values() if month is None or deal.day.startswith(month)], own)


def _tell(deals: Sequence[LeagueDeal], own: Path) -> None:
    """Shows the table, the results between players, and the fool of every month."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text as RichText

    from cardtable.engine.text import clean, say, say_count
    from cardtable.player.league import ENOUGH, duels, fool_of, table

    speech = words()
    if not deals:
        click.echo(speech.say("No two people have finished a deal yet."))
        return
    shown = Table(speech.say("player"), box=None, pad_edge=False)
    for column in (speech.say("deals"), speech.say("score of 100"), speech.say("the fool")):
        shown.add_column(column, justify="right")
    for row in table(deals):
        score = f"{row.score * 100:.0f}" if row.deals >= ENOUGH else ""
        # Not a string: rich interprets brackets in strings.
        shown.add_row(RichText(clean(row.name)), str(row.deals), score, str(row.fool))
    Console().print(shown)
    if any(row.deals < ENOUGH for row in table(deals)):
        click.echo(
            speech.text(
                say_count("A score is told from {count} deal on.", "A score is told from {count} deals on.", ENOUGH)
            )
        )
    click.echo()
    for one, other, better, worse in duels(deals):
        click.echo(f"{clean(one)} {better} : {worse} {clean(other)}")
    for month in sorted({deal.day[:7] for deal in deals}):
        fool = fool_of(month, deals)
        if fool is not None:
            line = say("The fool of {month}: {name}, {count}", month=month, name=fool[0], count=fool[1])
            click.echo(speech.text(line))
    click.echo()
    click.echo(speech.text(say("{path} is your league: friends take it in by `cardtable league FILE`.", path=str(own))))
