"""The command that sets up and checks positions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtable.desk.speech import Failure, words

if TYPE_CHECKING:
    from cardtable.engine.rules import AnyRules
    from cardtable.engine.text import Text


@click.command(epilog="Example: cardtable position tests/positions/durak/D-P13.toml")
@click.argument("files", nargs=-1, required=True, metavar="FILES...", type=click.Path(path_type=Path))
@click.option("--legal", is_flag=True, help="Print the legal moves of the seat to act instead of checking.")
def position(files: tuple[Path, ...], legal: bool) -> None:
    """Put the positions of FILES down, play their moves and say what does not hold.

    `cardtable help positions` describes the files. Exit status 1 where anything does not hold.
    """
    from cardtable.engine.draft import BadPosition
    from cardtable.engine.expectations import legal_texts
    from cardtable.engine.position import put_down, run
    from cardtable.engine.text import say
    from cardtable.match.snapshot import read_position

    speech = words()

    def tell(text: Text) -> None:
        click.echo(speech.text(text))

    passed = failed = 0
    for path in files:
        try:
            keys = read_position(path)
            if legal:
                rules, state = put_down(keys, rules_of)
                for text in legal_texts(rules, state):
                    click.echo(f"P{state.to_act[0]} {text}")
                continue
            outcome = run(keys, rules_of)
        except BadPosition as error:
            if legal:
                raise Failure("{path}: {why}", path=path, why=error) from None
            tell(say("{name} FAILED: {what}", name=str(path), what=error.text))
            failed += 1
            continue
        if outcome.problems:
            tell(say("{name} FAILED: {what}", name=outcome.id, what="; ".join(map(speech.text, outcome.problems))))
            failed += 1
        else:
            tell(say("{name} ok", name=outcome.id))
            passed += 1
    if not legal:
        tell(say("{passed} passed, {failed} failed", passed=passed, failed=failed))
    if failed:
        click.get_current_context().exit(1)


def rules_of(preset: str, given: Mapping[str, Any], seats: int) -> AnyRules:
    """The rules of a preset with some options changed; 0 `seats` means the usual table.

    Raises BadOption (including BadSeats) and UnknownGame.
    """
    from cardtable.engine.options import BadSeats
    from cardtable.games import agree, find_preset
    from cardtable.games.former import split_king

    if "engine" in given:
        _, preset, given = split_king(preset, given)
    if not seats:
        usual = find_preset(preset)[1].usual
        if usual is None:
            raise BadSeats("{preset} names no usual number of players", preset=preset)
        seats = usual
    game, options = agree(preset, given, seats)
    return game.rules(options, seats)
