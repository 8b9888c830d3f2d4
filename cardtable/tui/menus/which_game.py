"""Asking for a game, family first."""

from __future__ import annotations

from collections.abc import Callable

from cardtable.games import GROUPS, ListedGame, family, games_of
from cardtable.tui.boxes.dialogs import Choose
from cardtable.tui.program import Program


def choose_game(app: Program, then: Callable[[ListedGame], None]) -> None:
    """Asks for the family, then for the game."""
    words = app.words

    def listed(nth: int | None) -> None:
        if nth is not None:
            games = games_of(GROUPS[nth])

            def preset(which: int | None) -> None:
                if which is not None:
                    then(games[which])

            titles = [words.say(game.preset.title) for game in games]
            app.push_screen(Choose(words, words.say(family(GROUPS[nth]).title), titles), preset)

    titles = [words.say(family(name).title) for name in GROUPS]
    app.push_screen(Choose(words, words.say("Which game?"), titles), listed)
