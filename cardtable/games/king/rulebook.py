"""The rules of King and its kin as played with given options, by chapter."""

from __future__ import annotations

from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Text
from cardtable.games.king.options import KingOptions


def explain(options: KingOptions, seats: int) -> list[tuple[Text, list[RulePart]]]:
    """The rules of exactly these options; those of the other engines need not be read for that."""
    match options.engine:
        case "ranks":
            from cardtable.games.king.rulebook_ranks import explain_ranks

            return explain_ranks(options, seats)
        case "ladder":
            from cardtable.games.king.rulebook_ladder import explain_ladder

            return explain_ladder(options, seats)
    from cardtable.games.king.rulebook_contracts import explain_contracts

    return explain_contracts(options, seats)
