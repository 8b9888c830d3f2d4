"""What the styles of a family would have done where a search may not judge: votes, no verdicts, and nobody is blamed.

A decision gets a sentence only where hardly anybody agrees with it, most agree on another move, by heads and by weight,
the strongest among them; where a reason holds of that move and not of the move made; and where a search, which is not
trusted to judge alone, does not speak against it either. Without the last condition half of the sentences would be
doubtful.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from cardtable.bots import Bot
from cardtable.bots.finding import make_bot
from cardtable.bots.reasons import reasons_against
from cardtable.bots.search.natural import Looked, ahead_by
from cardtable.bots.search.search import Tree
from cardtable.bots.search.thoughts import AnyThoughts, family_of
from cardtable.bots.voters import voters
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import CannotGuess
from cardtable.engine.text import Text
from cardtable.match.match import Decided

ALONE: Final = 0.15
"""So much of the weight may agree with the move made at most."""
AGREED: Final = 0.60
"""So much of the weight, and of the heads, must agree on another one."""
ITERATIONS: Final = 1_000
"""Tries of the search that may speak against it."""
FEWEST: Final = 30
"""Tries below which the search says nothing of a move."""
AHEAD: Final = 0.02
"""By so much must the search find it better at least."""
MOST: Final = 3
"""So many sentences are said of a deal."""


class Votes(NamedTuple):
    """What each of the voters would have done."""

    by_style: Mapping[str, Move]
    agreed: Move | None = None
    """What most would rather have done, and with reason; None where that is not to be said."""

    def alike(self, made: Move) -> int:
        """How many would have made this move."""
        return sum(move == made for move in self.by_style.values())

    def others(self, made: Move) -> list[tuple[Move, int]]:
        """The other moves with how many would have made each, most first; of several the strongest's."""
        return Counter(move for move in self.by_style.values() if move != made).most_common()

    @property
    def favourite(self) -> Move:
        """The move that most would have made; of several the strongest's."""
        often = Counter(self.by_style.values())
        return max(often, key=lambda move: often[move])  # Those that are alike stand in the order of the voters.


class Voters:
    """The styles at one seat of one deal: none may remember what another seat knew."""

    def __init__(self, rules: AnyRules, own: str = "") -> None:
        """`own` is the style that plays the seat itself: it has no vote."""
        self._family = family_of(rules)
        self._rules = rules
        self._weights = {style: weight for style, weight in voters(self._family).items() if style != own}
        self._bots: dict[str, Bot] = {}

    def __bool__(self) -> bool:
        return bool(self._weights)

    def ask(self, decided: Decided, lot: str) -> Votes:
        """What each would have done, the strongest first."""
        legal = self._rules.legal(decided.seen.state, decided.seen.seat)
        found = {}
        for style in self._weights:
            bot = self._bots.get(style)
            if bot is None:
                bot = self._bots[style] = make_bot(style, self._family, self._rules)
            if hasattr(bot, "watch"):
                bot.watch(decided.events)
            found[style] = bot.choose(decided.seen, legal, Random(f"{lot} {style}")).move
        return Votes(found)

    def agree_on(self, votes: Votes, made: Move) -> Move | None:
        """The other move on which they agree; None where they do not, or hardly anybody is against the move made."""
        all_weight = sum(self._weights.values())
        share: dict[Move, float] = {made: 0.0}
        for style, move in votes.by_style.items():
            share[move] = share.get(move, 0.0) + self._weights[style] / all_weight
        top = max(share, key=lambda move: share[move])
        heads = votes.alike(top) / len(votes.by_style)
        strongest = next(iter(votes.by_style.values()))
        if top == made or share[made] > ALONE or min(share[top], heads) < AGREED or strongest != top:
            return None
        return top


def vote(thoughts: AnyThoughts, asked: Voters, decided: Decided, lot: str) -> Generator[None, None, Votes]:
    """The votes on a decision, after slices of some milliseconds, and what is to be said of it."""
    votes = asked.ask(decided, lot)
    yield
    top = asked.agree_on(votes, decided.move)
    if top is None or not against(thoughts.rules, decided, top):
        return votes
    return votes._replace(agreed=top) if (yield from _is_ahead(thoughts, decided, top, lot)) else votes


def against(rules: AnyRules, decided: Decided, better: Move) -> list[Text]:
    """What speaks for a move and not for the one that was made, as told to who made it."""
    seen, made, _ = decided
    return [one.text for one in reasons_against(rules, seen, rules.legal(seen.state, seen.seat), better, (made,))]


def _is_ahead(thoughts: AnyThoughts, decided: Decided, better: Move, lot: str) -> Generator[None, None, bool]:
    """Whether a search finds it better too."""
    seen, made, events = decided
    moves: Sequence[Move] = thoughts.prune(seen.state, seen.seat, thoughts.rules.legal(seen.state, seen.seat))
    if better not in moves:
        return False
    moves = thoughts.order(seen.state, seen.seat, moves if made in moves else (*moves, made))
    odds, rng = thoughts.odds(seen, events), Random(f"{lot} votes")
    tree = Tree(thoughts, thoughts.rules.all_cards, seen, moves, odds=odds)
    try:
        yield from tree.think(ITERATIONS, rng)
        known = {one.move: one for one in tree.weighed()}
        if better not in known or known[better].visits < FEWEST:
            return False
        ahead = yield from ahead_by(Looked.at(tree, odds), better, made, rng)
    except CannotGuess:
        return False
    return ahead.by >= AHEAD
