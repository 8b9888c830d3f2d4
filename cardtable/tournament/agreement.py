"""What is agreed before the first draw: the game, who takes part, how large the tables are; and the file with it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Protocol, runtime_checkable

from cardtable import __version__
from cardtable.bots import make_bot
from cardtable.engine.faults import Fault
from cardtable.engine.moves import Seat
from cardtable.engine.options import (
    BadOption,
    Options,
    Range,
    as_dict,
    changed,
    make_options,
    option,
    specs,
    value_text,
)
from cardtable.engine.rules import Family
from cardtable.engine.text import is_name, mark
from cardtable.games import UnknownGame, family
from cardtable.record.lines import encode
from cardtable.table import PERSON, SeatPlan
from cardtable.tournament.bracket import Advance

LEAST, MOST = 3, 64
"""Entrants of a tournament (D-83)."""
TABLE_SIZE = Range(2, 6)
FORMAT = 1
"""The number of the format of the file."""
FILE = "tournament.json"


@dataclass(frozen=True, slots=True)
class TournamentOptions(Options):
    """What may vary in a tournament beside the house rules of its game."""

    # The catalogue names no default; four fit every preset that can be played as a knock-out.
    table_size: Annotated[int, TABLE_SIZE] = option(4, "D-83", mark("most players at a table"))
    advance: Advance = option("fool_out", "D-83", mark("who goes on: all but the fool, or only the first to finish"))


@dataclass(frozen=True, slots=True)
class Agreement:
    """What is agreed before the first draw."""

    family: str
    preset: str
    rules: int
    """The version of the family's rules."""
    options: dict[str, Any]
    """Of the game, all of them."""
    table_size: int
    advance: Advance
    entrants: tuple[SeatPlan, ...]
    seed: int
    version: str = __version__
    """The program that wrote it."""


@runtime_checkable
class Finishers(Protocol):
    """A standing that knows who was the first to finish the last deal."""

    @property
    def first(self) -> Seat | None:
        """Nobody after a draw."""


def largest_table(seats: Sequence[int]) -> int:
    """The largest table of a game whose smaller ones down to two can be played too; 1 where two cannot play it."""
    return next(size for size in range(1, TABLE_SIZE.most + 1) if size == TABLE_SIZE.most or size + 1 not in seats)


def agree(
    game: Family,
    preset: str,
    options: Options,
    terms: TournamentOptions,
    entrants: Sequence[SeatPlan],
    seed: int,
) -> Agreement:
    """An agreement that can be played. Raises BadOption and UnknownBot."""
    if not LEAST <= len(entrants) <= MOST:
        raise BadOption(
            "a tournament is for {least} to {most} entrants, not for {count} (D-83)",
            least=LEAST,
            most=MOST,
            count=len(entrants),
        )
    names = [plan.name for plan in entrants]
    for name in names:
        if not is_name(name):
            raise BadOption("{name!r}: a name has 1 to 20 printable letters", name=name[:30])
        if names.count(name) > 1:
            raise BadOption("{name}: two entrants cannot have one name", name=name)
    # Towards the end fewer sit at a table, down to two in the final.
    sizes = range(2, min(terms.table_size, len(entrants)) + 1)
    found = game.presets[preset]
    # As at a single table: changed options decide themselves who may sit.
    if not changed(options, found.options) and not set(sizes) <= set(found.seats):
        can = ", ".join(map(str, found.seats))
        raise BadOption(
            "{preset} is a game for {can} players; a tournament with table_size={table_size} needs tables of "
            "{allowed} (D-83)",
            preset=preset,
            can=can,
            table_size=terms.table_size,
            allowed=", ".join(map(str, sizes)),
        )
    played = decisive(options)
    for size in sizes:
        options.check(size)
        played.check(size)
        rules = game.rules(played, size)
        for style in {plan.bot for plan in entrants if plan.bot is not None}:
            make_bot(style, game.id, rules)
        if terms.advance == "winner_only" and size > 2 and not isinstance(rules.start(), Finishers):
            raise BadOption("advance=winner_only: nobody finishes before the others in {preset} (D-83)", preset=preset)
    return Agreement(
        game.id, preset, game.version, as_dict(played), terms.table_size, terms.advance, tuple(entrants), seed
    )


def decisive(options: Options) -> Options:
    """The options of one table: a match until somebody has lost a deal, so that drawn ones are replayed (D-83, D-11).

    A family without such a match plays the match that it has. Raises BadOption where another one was chosen.
    """
    spec = specs(type(options)).get("match")
    if spec is None or "fools" not in spec.values:
        return options
    chosen = as_dict(options)["match"]
    if chosen != spec.default:
        raise BadOption("match={chosen}: in a tournament every table plays one deal (D-83)", chosen=value_text(chosen))
    return make_options(options, {"match": "fools", "match_length": 1})


# The file


class BadTournament(Fault):
    """A folder that holds no tournament, or one that is damaged; the message says where and how."""


def agreement_line(agreed: Agreement) -> bytes:
    """What the file holds: one line like those of a record."""
    fields = {
        "cardtable_tournament": FORMAT,
        "version": agreed.version,
        "family": agreed.family,
        "rules": agreed.rules,
        "preset": agreed.preset,
        "options": agreed.options,
        "table_size": agreed.table_size,
        "advance": agreed.advance,
        "entrants": [{"name": plan.name, "kind": plan.kind} for plan in agreed.entrants],
        "seed": agreed.seed,
    }
    return encode(0, fields)


def read_agreement(folder: Path) -> Agreement:
    """What was agreed for the tournament in this folder. Raises BadTournament, and OSError when it cannot be read."""
    path = folder / FILE
    data = path.read_bytes()
    try:
        given = json.loads(data)
        fields = {name: value for name, value in given.items() if name not in ("n", "crc")}
        number = fields["cardtable_tournament"]
        if encode(0, fields) != data:
            raise BadTournament("{path}: its check sum does not fit; it was damaged", path=path)
        if number > FORMAT:
            raise BadTournament(
                "{path}: it has format {number}, from a newer cardtable; this one reads up to {format}",
                path=path,
                number=number,
                format=FORMAT,
            )
        game = family(fields["family"])
        if fields["rules"] != game.version:
            raise BadTournament(
                "{path}: it is played by version {rules} of the rules; this is {version}",
                path=path,
                rules=fields["rules"],
                version=game.version,
            )
        make_options(game.options(), fields["options"])
        terms = make_options(TournamentOptions(), {"table_size": fields["table_size"], "advance": fields["advance"]})
        plans = tuple(
            SeatPlan(one["name"], None if one["kind"] == PERSON else one["kind"].removeprefix("bot:"))
            for one in fields["entrants"]
        )
        return Agreement(
            game.id,
            str(fields["preset"]),
            game.version,
            dict(fields["options"]),
            terms.table_size,
            terms.advance,
            plans,
            int(fields["seed"]),
            str(fields["version"]),
        )
    except (UnknownGame, BadOption) as error:
        raise BadTournament("{path}: {why}", path=path, why=error) from None
    except BadTournament:
        raise
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadTournament("{path}: this is no tournament of cardtable, or it was damaged", path=path) from None
