"""The items of the first screen, and where they lead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from cardtable.engine.text import mark
from cardtable.tui.keys import (
    AGAIN_KEY,
    HELP_KEY,
    HOME_CARD,
    HOME_DAY,
    HOME_GO_ON,
    HOME_HOST,
    HOME_MISTAKES,
    HOME_PUZZLE,
    HOME_REPLAYS,
    HOME_SEARCH,
    HOME_SETTINGS,
    HOME_SETUP,
    HOME_STATS,
    HOME_TOURNAMENT,
    Key,
)
from cardtable.tui.menus.doors import Doors

if TYPE_CHECKING:
    from cardtable.player.saved import SavedTable
    from cardtable.tui.offers import Tally, Unfinished


class Destination(NamedTuple):
    """A destination in the menu that is not a game."""

    open: Callable[[Doors], None]
    line: str
    key: Key


PLACES: dict[str, Destination] = {
    "search": Destination(Doors.action_search, mark("Search all games"), HOME_SEARCH),
    "puzzle": Destination(Doors.action_puzzle, mark("Puzzles: one move alone is best; find it"), HOME_PUZZLE),
    "day": Destination(Doors.action_day, mark("Today: a puzzle and a deal, the same for everybody"), HOME_DAY),
    "mistakes": Destination(
        Doors.action_mistakes,
        mark("Learn from your mistakes: the positions come back until you solve them"),
        HOME_MISTAKES,
    ),
    "replays": Destination(
        Doors.action_replays, mark("Replays: look at your matches again, and play on from any move"), HOME_REPLAYS
    ),
    "stats": Destination(Doors.action_stats, mark("Statistics: your results"), HOME_STATS),
    "settings": Destination(Doors.action_settings, mark("Settings: colours, letters, pace, sorting"), HOME_SETTINGS),
    "tournament": Destination(
        Doors.action_tournament, mark("Tournament: people and bots, several tables, the fool is out"), HOME_TOURNAMENT
    ),
    "host": Destination(Doors.action_host, mark("Host a table for friends elsewhere, who come by SSH"), HOME_HOST),
}
"""By name; the menu lists those available in this order."""
MENU_KEYS = (
    Key("menu-choose", (), "←→↑↓", "", mark("choose a game, or what stands beside them (also h j k l)")),
    Key("menu-take", (), "⏎", "", mark("do what the foot of the screen says")),
    HOME_GO_ON,
    AGAIN_KEY,
    HOME_SETUP,
    HOME_CARD,
    *(place.key for place in PLACES.values()),
    Key("menu-anything", (), "Ctrl+P", "", mark("find a game, a screen or a setting by its name")),
    Key("menu-back", (), "Esc", "", mark("back, and from the first screen out of the program (also q)")),
    HELP_KEY,
)
"""The help where no table is open: at a table every game has keys of its own."""
GREETINGS = (
    (5, mark("Good night")),
    (12, mark("Good morning")),
    (18, mark("Good day")),
    (23, mark("Good evening")),
    (24, mark("Good night")),
)
"""The greetings, each until this hour."""
LONGEST = 16
"""Maximum letters of a saved table's name in the row of commands."""


@dataclass(frozen=True)
class Entry:
    """An item the cursor can be on: its kind, its action, and what it stands for."""

    kind: str
    """`continue`, `same`, `learn`, `saved`, `family`, `lesson`, or one of `PLACES`."""
    do: Callable[[], object] = field(compare=False)
    family: str = ""
    saved: SavedTable | None = None
    unfinished: Unfinished | None = None


class LookedUp(NamedTuple):
    """Information read from files after the first picture."""

    lessons: Mapping[str, tuple[int, int]] = {}
    """By family: the lessons completed, and how many there are."""
    tallies: Mapping[str, Tally] = {}
    """By preset: the player's results."""
    days: int = 0
    week: Sequence[bool] = ()
