"""The meaning of an event's number, for external programs: a seat, a card, a suit."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from cardtable.cards import RANKS, SUITS, card_text, cards_text
from cardtable.engine.moves import Event


@cache
def kinds(family: str) -> Mapping[str, str]:
    """Maps each kind of event to the meaning of its `arg`; for a kind not listed, `arg` is 0.

    `seat`: a player's seat; `card`: a card; `cards`: several; `suit`: 0 to 3 as in `SUITS`; `named`: the suit plus 1,
    or 0 if none was named; `trump`: a suit, or 4 for none and 5 for the last card dealt; `rank`: the rank of a card;
    `number`: points, a place or a count, as the log line says.
    """
    found: Mapping[str, Mapping[str, str]] = tomllib.loads(
        (Path(__file__).parent / "events.toml").read_text(encoding="utf-8")
    )
    return found[family]


def about(kind: str, event: Event) -> str:
    """The event's number as programs write it: `P2`, `Qs`, `h`; empty for a plain number or where nothing was named.

    >>> about("seat", Event("bout", 0, arg=2)), about("card", Event("cover", 1, arg=41))
    ('P2', 'Qh')
    """
    arg = event.arg
    match kind:
        case "seat":
            return f"P{arg}"
        case "card":
            return card_text(arg)
        case "cards":
            return cards_text(arg)
        case "suit":
            return SUITS[arg]
        case "named":
            return SUITS[arg - 1] if arg else ""
        case "trump":
            return SUITS[arg] if arg < len(SUITS) else ""
        case "rank":
            return RANKS[arg]
    return ""
