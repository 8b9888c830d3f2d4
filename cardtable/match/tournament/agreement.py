"""The terms agreed before the first draw (game, entrants, table size), and the file that stores them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Protocol, cast, runtime_checkable

from cardtable import __version__, files
from cardtable.bots.finding import UnknownBot, find_bot
from cardtable.engine.family import Family
from cardtable.engine.faults import Fault
from cardtable.engine.moves import Seat
from cardtable.engine.option_words import value_text
from cardtable.engine.options import BadOption, Options, Range, as_dict, changed, make_options, option_class, specs
from cardtable.games import UnknownGame, find_preset
from cardtable.match.record.lines import encode, field_of
from cardtable.match.terms import PERSON, SeatPlan, check_players, check_seed
from cardtable.match.tournament.bracket import Advance

ENTRANTS = Range(3, 64)
"""The number of entrants (D-83)."""
TABLE_SIZE = Range(2, 6)
FORMAT = 2
"""The format of the file. In format 1 the seed of a table had only 32 bits."""
FILE = "tournament.json"


@option_class
class TournamentOptions(Options):
    """The options of a tournament besides the house rules of its game."""

    BOOK: ClassVar[Path] = Path(__file__).with_name("options.toml")

    # The catalogue names no default; four suits every preset that can be played as a knock-out.
    table_size: Annotated[int, TABLE_SIZE] = 4
    advance: Advance = "fool_out"


@dataclass(frozen=True, slots=True)
class Agreement:
    """The terms agreed before the first draw."""

    family: str
    preset: str
    rules: int
    """The version of the family's rules."""
    options: dict[str, Any]
    """All options of the game."""
    table_size: int
    advance: Advance
    entrants: tuple[SeatPlan, ...]
    seed: int
    version: str = __version__
    """The program version that wrote it."""
    format: int = FORMAT
    """The format of its file."""


@runtime_checkable
class Finishers(Protocol):
    """A standing that records who finished first in the last deal."""

    @property
    def first(self) -> Seat | None:
        """None after a draw."""


def largest_table(seats: Sequence[int]) -> int:
    """The largest table size such that all sizes from two up to it can be played; 1 if two cannot play the game."""
    return next(size for size in range(1, TABLE_SIZE.most + 1) if size == TABLE_SIZE.most or size + 1 not in seats)


def agree(
    game: Family,
    preset: str,
    options: Options,
    terms: TournamentOptions,
    entrants: Sequence[SeatPlan],
    seed: int,
) -> Agreement:
    """Makes an agreement that can be played. Raises BadOption (including BadTerms) and UnknownBot."""
    _check_entrants(entrants)
    sizes = _sizes(terms, entrants)
    found = game.presets[preset]
    # As at a single table, changed options determine the number of players themselves.
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
    for size in sizes:
        options.check(size)
        options.check_new(size)
    agreed = Agreement(
        game.id,
        game.recorded(preset),
        game.version,
        as_dict(decisive(options)),
        terms.table_size,
        terms.advance,
        tuple(entrants),
        seed,
    )
    check_agreement(agreed)
    return agreed


def check_agreement(agreed: Agreement) -> None:
    """Raises UnknownGame, BadOption or UnknownBot for an agreement that cannot be played, wherever it comes from."""
    game, _ = find_preset(agreed.preset)
    if agreed.family != game.id:
        raise UnknownGame("preset {preset}: it is none of {family}", preset=agreed.preset, family=agreed.family)
    terms = make_options(TournamentOptions(), {"table_size": agreed.table_size, "advance": agreed.advance})
    _check_entrants(agreed.entrants)
    check_seed(agreed.seed)
    played = make_options(game.options(), agreed.options)
    for size in _sizes(terms, agreed.entrants):
        played.check(size)
        rules = game.rules(played, size)
        for style in {plan.bot for plan in agreed.entrants if plan.bot is not None}:
            find_bot(style, game.id)
        if terms.advance == "winner_only" and size > 2 and not isinstance(rules.start(), Finishers):
            raise BadOption(
                "advance=winner_only: nobody finishes before the others in {preset} (D-83)", preset=agreed.preset
            )


def _check_entrants(entrants: Sequence[SeatPlan]) -> None:
    if not ENTRANTS.least <= len(entrants) <= ENTRANTS.most:
        raise BadOption(
            "a tournament is for {least} to {most} entrants, not for {count} (D-83)",
            least=ENTRANTS.least,
            most=ENTRANTS.most,
            count=len(entrants),
        )
    check_players([plan.name for plan in entrants], [plan.kind for plan in entrants], ENTRANTS)


def _sizes(terms: TournamentOptions, entrants: Sequence[SeatPlan]) -> range:
    """The table sizes that may occur: they shrink towards the end, down to two in the final."""
    return range(2, min(terms.table_size, len(entrants)) + 1)


def decisive(options: Options) -> Options:
    """The options of one table: a match until somebody has lost a deal, so that drawn deals are replayed (D-83, D-11).

    Families without such a match play their usual one. Raises BadOption if another match was chosen.
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
    """A folder without a tournament, or with a damaged one; the message says where and how."""


def agreement_line(agreed: Agreement) -> bytes:
    """The content of the file: one line like those of a record."""
    fields = {
        "cardtable_tournament": agreed.format,
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
    """Reads the agreed terms of the tournament in this folder. Raises BadTournament, and OSError if unreadable."""
    path = folder / FILE
    try:
        data = files.read(path, files.SMALL)
        fields = _fields(data)
        if encode(0, fields) != data:
            raise BadTournament("{path}: its check sum does not fit; it was damaged", path=path)
        if fields["cardtable_tournament"] > FORMAT:
            raise BadTournament(
                "{path}: it has format {number}, from a newer cardtable; this one reads up to {format}",
                path=path,
                number=fields["cardtable_tournament"],
                format=FORMAT,
            )
        agreed = _agreement(fields)
        check_agreement(agreed)
        game, _ = find_preset(agreed.preset)
        if agreed.rules > game.version:
            raise BadTournament(
                "{path}: it is played by version {rules} of the rules; this is {version}",
                path=path,
                rules=agreed.rules,
                version=game.version,
            )
        # An option added later gets its default, which is how the game was played before.
        return replace(agreed, options=as_dict(make_options(game.options(), agreed.options)))
    except (UnknownGame, UnknownBot, BadOption) as error:
        raise BadTournament("{path}: {why}", path=path, why=error) from None
    except (KeyError, TypeError, AttributeError, files.Unreadable):
        raise BadTournament("{path}: this is no tournament of cardtable, or it was damaged", path=path) from None


def _fields(data: bytes) -> dict[str, Any]:
    given = files.parse_json(data)
    fields = {name: value for name, value in given.items() if name not in ("n", "crc")}
    field_of(int, fields, "cardtable_tournament")
    return fields


def _agreement(fields: dict[str, Any]) -> Agreement:
    """Parses the fields of the file. Raises KeyError if they are missing or wrong."""
    entrants = field_of(list, fields, "entrants")
    kinds = [field_of(str, one, "kind") for one in entrants]
    check_players([field_of(str, one, "name") for one in entrants], kinds, ENTRANTS)
    return Agreement(
        field_of(str, fields, "family"),
        field_of(str, fields, "preset"),
        field_of(int, fields, "rules"),
        field_of(dict, fields, "options"),
        field_of(int, fields, "table_size"),
        cast(Advance, field_of(str, fields, "advance")),
        tuple(
            SeatPlan(one["name"], None if kind == PERSON else kind.removeprefix("bot:"))
            for one, kind in zip(entrants, kinds, strict=True)
        ),
        field_of(int, fields, "seed"),
        field_of(str, fields, "version"),
        field_of(int, fields, "cardtable_tournament"),
    )
