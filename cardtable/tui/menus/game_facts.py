"""How hard a game is to learn, how long it takes and how many play it, as the menus show it."""

from __future__ import annotations

from cardtable.engine.presets import Level
from cardtable.engine.text import Text, mark, say
from cardtable.games import ListedGame

LEVELS: dict[Level, tuple[str, str]] = {
    "easy": ("●○○", mark("easy")),
    "medium": ("●●○", mark("medium")),
    "hard": ("●●●", mark("hard")),
}
"""How hard a game is to learn, as dots and as a word."""
EVENING = 180
"""Minutes that nobody plays in one go."""


def length(minutes: int) -> Text:
    """Returns the length of a match: `8 min`. Games that take weeks get no number: nobody knows it."""
    if minutes >= EVENING:
        return say("evenings")
    return say("{count} min", count=minutes)


def players(game: ListedGame) -> str:
    """Returns the number of players of a game: `2–6`, `4`.

    >>> from cardtable.games import ListedGame, find_preset
    >>> players(ListedGame("transfer", *find_preset("transfer")))
    '2–6'
    """
    seats = game.preset.seats
    return f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else str(seats[0])
