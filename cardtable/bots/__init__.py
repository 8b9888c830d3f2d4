"""Computer players. `BOTS` is the only list of them. They know observations, never a state or a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, NamedTuple, Protocol

from cardtable.engine.moves import Move
from cardtable.engine.options import closest
from cardtable.engine.rules import Rules
from cardtable.engine.state import Observation
from cardtable.engine.text import Text, mark


class Decision(NamedTuple):
    """What a bot does, and why."""

    move: Move
    why: Text


class Bot(Protocol):
    """One computer player at one table."""

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Chooses one of the legal moves from what its seat knows. Uses no other source of chance than `rng`."""
        ...


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A style of play as it is offered."""

    style: str
    families: tuple[str, ...]
    """The families it plays; empty for all."""
    module: str
    """Where its players are made: a module with `make(rules) -> Bot`, or `module:name` for another function of it."""
    about: str
    """How it plays, in a line."""
    beat: str = ""
    """How to beat it, in a line."""


BOTS = (
    BotEntry("steady", ("durak",), "cardtable.bots.durak_steady", mark("plays low cards first and keeps its trumps")),
    BotEntry(
        "steady",
        ("one_oh_one",),
        "cardtable.bots.one_oh_one_steady",
        mark("gets rid of points, and strikes who is about to go out"),
    ),
    BotEntry(
        "steady",
        ("bura",),
        "cardtable.bots.bura_steady",
        mark("takes what is worth its cards and counts its own points"),
    ),
    BotEntry(
        "steady",
        ("kozel",),
        "cardtable.bots.kozel_steady",
        mark("feeds its partner and gives opponents nothing"),
        mark("lead ten points early: it spends a high trump on them, and the end of the hand is yours"),
    ),
    BotEntry(
        "steady", ("king",), "cardtable.bots.king_steady", mark("ducks and sheds danger, and tries where tricks pay")
    ),
    BotEntry("uniform", (), "cardtable.bots.uniform", mark("makes any legal move")),
)


class UnknownBot(ValueError):
    """A style that does not exist, or does not play this family; the message says which do."""


def styles(family: str) -> list[BotEntry]:
    """The styles that play a family, best known first."""
    return [entry for entry in BOTS if not entry.families or family in entry.families]


def make_bot(style: str, family: str, rules: Rules[Any]) -> Bot:
    """A player of this style. Raises UnknownBot."""
    offered = {entry.style: entry for entry in styles(family)}
    if style not in offered:
        near = closest(style, offered)
        raise UnknownBot(f"bot {style}: no such style plays {family}{near}; there are {', '.join(offered)}")
    module, _, name = offered[style].module.partition(":")
    bot: Bot = getattr(import_module(module), name or "make")(rules)
    return bot
