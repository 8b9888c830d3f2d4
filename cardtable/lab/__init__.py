"""The rules as environments for research: numbered actions, masks, and observations of exactly what a seat knows.

    from cardtable import lab
    game = lab.make("throw_in", seats=2)             # house rules too: deck=24, transfer=True
    episode = game.begin(seed=1)
    while not episode.over:
        seen = episode.observation(episode.seat)     # numbers; game.legend() says what they are
        episode.step(episode.legal()[0])             # game.actions names them
    print(episode.returns())                         # -1 lost ... 1 won

`game.batch(64)` plays many at once; `game.pettingzoo()`, `game.gymnasium()` and, after `register_openspiel()`,
OpenSpiel's `load_game("python_cardtable")` are the same game. Only the numeric observations need numpy.

An episode is one deal that counts, or the whole match if its deals differ (King, titles, Palace). Seats that may act
out of turn are asked first, one after another, and may be `quiet`. While a seat is asked in secret (Bura, Kozel), the
others can tell that somebody is asked, but not what they hold: give a policy only its own observation, when its own
seat is asked.

Guaranteed within a major version: the names here; names and numbers of actions, and the layout of observations, to
which items are only appended; that a seed gives the cards of the match with that seed; that `information_state` is
equal exactly for deals that a seat cannot tell apart, and only grows. Not guaranteed: its wording, speed, the behaviour
of bots, and everything outside this module. Fixing a rule may change deals: `Game.version` is the version of the rules.
"""

from __future__ import annotations

from typing import Any

from cardtable.bots import Bot
from cardtable.games import FAMILIES, family
from cardtable.lab.episode import Episode, Span, usual_seats
from cardtable.lab.game import Game, made
from cardtable.lab.score import Policy, Score
from cardtable.lab.view import Part

__all__ = ["Episode", "Game", "Part", "Score", "bot", "compare", "make", "presets", "register_openspiel"]


def presets() -> tuple[str, ...]:
    """All presets, family by family."""
    return tuple(preset for name in FAMILIES for preset in family(name).presets)


def make(
    preset: str, seats: int | None = None, *, episode: Span | None = None, short: int = 0, hand: int = 0, **options: Any
) -> Game:
    """A game with this number of seats (by default the usual one) and these house rules; equal arguments give the same
    object.

    `episode` is "deal" or "match", to override the usual choice. In Durak and Bura, `short` limits the pack and `hand`
    the cards dealt to each, as if late in a real deal; in Kozel and King, `hand` cards are dealt to each and no others
    are played. Raises ValueError with the message a player would get.
    """
    if episode not in (None, "deal", "match"):
        raise ValueError(f"episode={episode}: deal or match")
    return made(preset, seats or usual_seats(preset), episode, short, hand, tuple(sorted(options.items())))


def bot(style: str, game: Game) -> Bot:
    """A computer player for one seat, ours or from a package. Raises ValueError if there is none."""
    from cardtable.bots.finding import make_bot

    return make_bot(style, game.family, game.rules)


def compare(game: Game, policy: Policy, against: str | Policy, deals: int) -> Score:
    """The mean return of a policy over this many deals, each played once from every seat.

    The others are played by one of our styles or by another policy. `expert` takes seconds per deal.
    """
    from cardtable.lab.score import scored

    return scored(game, policy, against, deals)


def register_openspiel() -> None:
    """Registers the games with OpenSpiel: `pyspiel.load_game("python_cardtable", {"preset": "throw_in", "seats": 2})`.

    Further parameters are `short` and `hand`, as in `make`. Raises ValueError if OpenSpiel is not installed.
    """
    from cardtable.lab import spiel

    spiel.register()
