"""The rules as environments for research: numbered actions, masks, observations that hold what a seat knows, no more.

    from cardtable import lab
    game = lab.make("throw_in", seats=2)             # house rules too: deck=24, transfer=True
    episode = game.begin(seed=1)
    while not episode.over:
        seen = episode.observation(episode.seat)     # numbers; game.legend() says what they are
        episode.step(episode.legal()[0])             # game.actions names them
    print(episode.returns())                         # -1 lost ... 1 won

`game.batch(64)` plays many at once; `game.pettingzoo()`, `game.gymnasium()` and, after `register_openspiel()`,
OpenSpiel's `load_game("python_cardtable")` are the same game. Without numpy all but the numbers works.

An episode is one deal that counts, or the whole match where deals differ (King, titles, Palace). Whoever may act out of
turn is asked first, one after the other, and may be `quiet`. While a seat is asked in secret (Bura, Kozel) others can
tell that somebody is asked, not what they hold: give a policy only its own observation, when its own seat is asked.

Promised within a major version: the names here; names and numbers of actions, and the layout of observations, which
are only appended to; that a seed has the cards of the match of that seed; that `information_state` is equal exactly
for deals that a seat cannot tell apart, and only grows. Not promised: its wording, speed, what bots do, everything
beside this module. A rule that is put right may change deals: `PresetEnvironment.version` is that of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardtable.bots import Bot
from cardtable.games import FAMILIES, family
from cardtable.lab.episode import Episode, Span, usual_seats
from cardtable.lab.game import PresetEnvironment, made
from cardtable.lab.score import MeanReturn
from cardtable.lab.view import Part

__all__ = [
    "Episode",
    "MeanReturn",
    "Part",
    "PresetEnvironment",
    "bot",
    "compare",
    "make",
    "presets",
    "register_openspiel",
]


def presets() -> tuple[str, ...]:
    """Every preset that can be played, family by family."""
    return tuple(preset for name in FAMILIES for preset in family(name).presets)


def make(
    preset: str, seats: int | None = None, *, episode: Span | None = None, short: int = 0, hand: int = 0, **options: Any
) -> PresetEnvironment:
    """A game at a table of so many, as many as usual unless given, with these house rules; the same for the same table.

    `episode` is "deal" or "match", where the usual one is not wanted. In Durak and Bura `short` cards alone are played,
    `hand` of them dealt to each, as late in a real deal; in Kozel and King `hand` are dealt to each and no others are
    played. Raises ValueError, with the sentence a player would get.
    """
    if episode not in (None, "deal", "match"):
        raise ValueError(f"episode={episode}: deal or match")
    return made(preset, seats or usual_seats(preset), episode, short, hand, tuple(sorted(options.items())))


def bot(style: str, game: PresetEnvironment) -> Bot:
    """A computer player of ours, or of a package, for one seat. Raises ValueError where there is none."""
    from cardtable.bots.finding import make_bot

    return make_bot(style, game.family, game.rules)


Policy = Callable[[Any, Sequence[int]], int]
"""Gives one of the legal actions for an observation."""


def compare(game: PresetEnvironment, policy: Policy, against: str, deals: int) -> MeanReturn:
    """The mean return of a policy in one seat, the others played by a style of ours, over so many seeds a seat."""
    from cardtable.lab.score import scored

    return scored(game, policy, against, deals)


def register_openspiel() -> None:
    """Makes the games known to OpenSpiel: `pyspiel.load_game("python_cardtable", {"preset": "throw_in", "seats": 2})`.

    Its parameters are also `short` and `hand`, as those of `make`. Raises ValueError where OpenSpiel is not installed.
    """
    from cardtable.lab import spiel

    spiel.register()
