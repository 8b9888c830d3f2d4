"""What a table remembers for its players: everything, only the current bout or trick, or nothing until the end.

This is agreed for a table, as an evening is, and is not a rule of any game. Cards on the table and facts from the rule
book are always shown; cards still out, hands seen earlier and past rounds are for people to remember. Bots, hints and
the coach are not affected.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, get_args

from cardtable.engine.moves import Event
from cardtable.engine.rounds import Rounds
from cardtable.engine.scene import Scene
from cardtable.engine.text import Text, say

Memory = Literal["all", "after_bout", "none"]
MEMORIES: Final[tuple[Memory, ...]] = get_args(Memory)
TOLD: Final = 2
"""Rounds shown in the log if people have to remember: the current one and the last."""


def memory_at(wanted: str, people: int) -> Memory:
    """Resolves the setting `wanted`: `auto` remembers everything for one person with bots.

    If several people play, `auto` stops helping after each bout.

    >>> memory_at("auto", 1), memory_at("auto", 2), memory_at("none", 1)
    ('all', 'after_bout', 'none')
    """
    if wanted in MEMORIES:
        return next(one for one in MEMORIES if one == wanted)
    return "all" if people < 2 else "after_bout"


def told_memory(memory: Memory) -> Text | None:
    """The note about it at the head of the table; None if the table remembers everything."""
    match memory:
        case "all":
            return None
        case "after_bout":
            return say("memory: after each bout")
        case "none":
            return say("from memory")


def is_between(events: Sequence[Event], rounds: Rounds) -> bool:
    """Whether a bout or trick is over and no card of the next has been played, so that its players may look at it."""
    for event in reversed(events):
        if event.kind in rounds.ends:
            return True
        if event.kind in rounds.lays:
            return False
    return True


def from_memory(scene: Scene) -> Scene:
    """The scene without what players have to remember themselves."""
    chairs = tuple(chair._replace(known=chair.known & chair.open) for chair in scene.chairs)
    sections = tuple(section for section in scene.sections if not section.memory)
    return scene._replace(chairs=chairs, sections=sections)


def remembered_from(events: Sequence[Event], rounds: Rounds, seats: int) -> int:
    """The index of the first event still shown when people have to remember: the start of the previous round.

    In games without round ends, it covers two turns of every player.
    """
    if not rounds.ends:
        laid = [at for at, event in enumerate(events) if event.kind in rounds.lays]
        return laid[-TOLD * seats] if len(laid) >= TOLD * seats else 0
    ends = [at for at, event in enumerate(events) if event.kind in rounds.ends]
    return ends[-TOLD] + 1 if len(ends) >= TOLD else 0
