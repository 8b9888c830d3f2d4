"""Commands that read records."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtable.desk.speech import Failure, Usage, say_json, words

if TYPE_CHECKING:
    from cardtable.match.match import Match
    from cardtable.match.record import Record, ReplayStep


@click.command(epilog="Example: cardtable replay --json match.jsonl")
@click.argument("record", metavar="RECORD", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a decision, with all cards and legal moves.")
@click.option("--screen", is_flag=True, help="Look at it on the screen, step by step.")
@click.option("--open", "open_hands", is_flag=True, help="Show a deal too that several people still play.")
def replay(record: Path, as_json: bool, screen: bool, open_hands: bool) -> None:
    """Go through RECORD move by move, with open cards.

    A deal that several people still play is told only with --open. `cardtable help json` names the fields of --json.
    """
    if screen:
        if as_json:
            raise Usage("--json: it cannot be had together with --screen")
        _show(record, secret=not open_hands)
        return
    from cardtable.desk.reading import record_at

    found = record_at(record)
    _play_through(found, _tell_json if as_json else _tell_text, secret=not open_hands)


@click.command(epilog="Example: cardtable check match.jsonl")
@click.argument("records", nargs=-1, required=True, metavar="RECORDS...", type=click.Path(path_type=Path))
def check(records: tuple[Path, ...]) -> None:
    """Check that RECORDS are whole, that every move is legal and that every result fits.

    Exit status 1 where one is damaged.
    """
    from cardtable.desk.reading import record_at
    from cardtable.engine.text import say, say_count
    from cardtable.match.record import is_closed

    speech = words()
    failed = 0
    for path in records:
        try:
            record = record_at(path)
            steps = _play_through(record, None)
        except Failure as error:
            click.echo(f"cardtable: {error.message}", err=True)
            failed += 1
            continue
        deals = sum(step.kind == "deal" for step in steps)
        moves = sum(step.kind == "move" for step in steps)
        counts = {
            "deals": say_count("{count} deal", "{count} deals", deals),
            "moves": say_count("{count} move", "{count} moves", moves),
        }
        notes = [say("{path} ok: {deals}, {moves}", path=str(path), **counts)]
        if record.complete < path.stat().st_size:
            notes.append(say("a last line that was being written is dropped"))
        if not is_closed(path, record.header):
            notes.append(say("the match is not over"))
        click.echo("; ".join(map(speech.text, notes)))
    if failed:
        click.get_current_context().exit(1)


def _show(path: Path, *, secret: bool) -> None:
    """Shows a record on the screen until the player leaves. Raises Failure."""
    from cardtable.desk.reading import replay_at
    from cardtable.desk.replays import archive
    from cardtable.desk.screen import need_terminal, settings_for
    from cardtable.tui import run
    from cardtable.tui.table.replay_screen import ReplayScreen

    need_terminal()
    speech = words()
    screen = ReplayScreen(replay_at(path, secret=secret), speech, archive())
    sys.exit(run(None, speech, settings_for(speech), first=screen))


def _play_through(record: Record, tell: Any, *, secret: bool = False) -> list[ReplayStep]:
    """Replays a record and passes every step to `tell`: the match after it, the step, and the snapshot before it.

    With `secret`, stops before an unfinished deal among several people. Raises Failure.
    """
    from cardtable.match.record import BadRecord, SecretDeal

    steps: list[ReplayStep] = []
    try:
        match = record.match()
        before: dict[str, Any] = {}
        closed = record.secret_from() if secret else None
        for step in record.replay(match):
            if step.line == closed:
                raise SecretDeal(step.line)
            if tell is not None:
                tell(record, match, step, before)
                before = {} if match.deal_over else _snapshot(match)
            steps.append(step)
    except BadRecord as error:
        raise Failure("{path}: {why}", path=record.path, why=error) from None
    return steps


def _tell_text(record: Record, match: Match, step: ReplayStep, before: dict[str, Any]) -> None:
    from cardtable.engine.text import Who, capital, clean, say, say_count
    from cardtable.match.record import tell

    speech = words()
    names = tuple(map(clean, record.header.names))
    if step.kind == "undo":
        count = say_count("{count} move is taken back.", "{count} moves are taken back.", step.undone)
        click.echo(f"  {speech.text(count)}")
        return
    if step.kind == "help":
        asked = say("{who} asked why the bots had moved as they did.", who=Who(step.seat))
        click.echo(f"  {speech.text(asked, names)}")
        return
    if step.kind == "rise":
        risen = say("That was the evening: {who} got up.", who=Who(step.seat))
        click.echo(f"  {speech.text(risen, names)}")
        return
    if step.kind == "deal":
        heading = capital(speech.text(match.deal_name))
        click.secho(f"\n{heading}", bold=True)
    for event in step.events:
        line = tell(match.rules, event)
        if line is not None:
            click.echo(f"  {speech.text(line, names)}")
    if step.kind == "deal":
        for seat, name in enumerate(names):
            cards = sorted(_bits(match.state.places[seat]), reverse=True)
            click.echo(f"    {name}: {' '.join(map(speech.card, cards))}")
    if step.kind == "end":
        for title, counts in match.rules.totals(match.standing):
            row = ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))
            click.echo(f"  {speech.text(title)}: {row}")


def _bits(cards: int) -> list[int]:
    from cardtable.cards import bits

    return bits(cards)


def _snapshot(match: Match) -> dict[str, Any]:
    """Everything about the deal before a decision, with all cards open."""
    from cardtable.cards import card_text, cards_text

    rules, state = match.rules, match.state
    places = {f"P{seat}": cards_text(state.places[seat]) for seat in range(rules.seats)}
    for index, name in enumerate(rules.place_names):
        places[name] = cards_text(state.places[rules.seats + index])
    places["stock"] = " ".join(map(card_text, state.stock))
    return {
        "to_act": list(state.to_act),
        "places": places,
        "facts": rules.facts(state),
        "legal": [rules.move_text(move) for move in rules.legal(state, state.to_act[0])],
    }


def _tell_json(record: Record, match: Match, step: ReplayStep, before: dict[str, Any]) -> None:
    from cardtable.cards import cards_text
    from cardtable.engine.text import plain

    row: dict[str, Any] = {"deal": match.deals, "line": step.line, "kind": step.kind}
    if step.kind == "end":
        row["scores"] = list(match.rules.scores(match.state))
        row["points"] = {plain(title): list(counts) for title, counts in match.rules.totals(match.standing)}
        standing = match.standing
        row["standing"] = dataclasses.asdict(dataclasses.replace(standing, sheet=()))
        del row["standing"]["sheet"]
        if standing.sheet:
            row["written"] = {"label": plain(standing.sheet[-1].label), "points": list(standing.sheet[-1].points)}
    elif step.kind == "undo":
        row["undone"] = step.undone
    elif step.kind in ("help", "resign", "up", "rise"):
        row["seat"] = step.seat
    else:
        row["seat"] = step.seat
        if step.move is not None:
            row.update(before, move=match.rules.move_text(step.move))
        row["events"] = [
            {
                "kind": event.kind,
                "seat": event.seat,
                "cards": cards_text(event.cards),
                "size": event.size,
                "to": [seat for seat in range(match.rules.seats) if event.to >> seat & 1],
                "arg": event.arg,
            }
            for event in step.events
        ]
    say_json(row)
