"""King and its kin: contracts of tricks, the game of four titles, the ladder of the court."""

from __future__ import annotations

from cardtable.engine.family import Family
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import mark
from cardtable.games.king.options import KingOptions
from cardtable.games.king.positions import FORM
from cardtable.games.king.presets import PRESETS
from cardtable.games.king.rulebook import explain


def _rules(options: KingOptions, seats: int) -> AnyRules:
    """The rules of the engine that the options name; the others need not be read for that."""
    match options.engine:
        case "ranks":
            from cardtable.games.king.ranks_game import Titles

            return Titles(options, seats)
        case "ladder":
            from cardtable.games.king.ladder_game import Palace

            return Palace(options, seats)
    from cardtable.games.king.contracts_game import Contracts

    return Contracts(options, seats)


FAMILY = Family(
    id="king",
    title=mark("King"),
    options=KingOptions,
    presets=PRESETS,
    rules=_rules,
    explain=explain,
    position_form=FORM,
    default="king_simple",
)
