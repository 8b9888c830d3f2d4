"""What a table remembers for its players: everything, what is over after each bout or trick, or nothing before the end.

It is agreed for the table, like the evening, and no rule of a game. What lies on the table and what stands in the rule
book is always shown; cards that are out, hands that were seen and earlier rounds are what people remember themselves.
Bots, hints and the coach are untouched.
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
"""Rounds that the log tells where people remember themselves: the one that goes on and the last."""


def memory_at(wanted: str, people: int) -> Memory:
    """What a table remembers where this is `wanted`: by itself (`auto`) everything for one person with bots.

    Where several people play, what is over after each bout.

    >>> memory_at("auto", 1), memory_at("auto", 2), memory_at("none", 1)
    ('all', 'after_bout', 'none')
    """
    if wanted in MEMORIES:
        return next(one for one in MEMORIES if one == wanted)
    return "all" if people < 2 else "after_bout"


def told_memory(memory: Memory) -> Text | None:
    """What is said of it at the head of a table; nothing where the table helps."""
    match memory:
        case "all":
            return None
        case "after_bout":
            return say("memory: after each bout")
        case "none":
            return say("from memory")


def is_between(events: Sequence[Event], rounds: Rounds) -> bool:
    """Whether a bout or trick is over and no card of the next lies yet, so that who played it may look."""
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
    """The first event that is still told where people remember themselves: that of the round before this one.

    Of turns without an end, two of everybody's.
    """
    if not rounds.ends:
        laid = [at for at, event in enumerate(events) if event.kind in rounds.lays]
        return laid[-TOLD * seats] if len(laid) >= TOLD * seats else 0
    ends = [at for at, event in enumerate(events) if event.kind in rounds.ends]
    return ends[-TOLD] + 1 if len(ends) >= TOLD else 0
