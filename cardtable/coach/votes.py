"""The styles' votes where a search must not judge: votes, not verdicts, and no blame.

A decision gets a sentence only if hardly any style agrees with it; if most, by number and by weight and including the
strongest, agree on another move; if a reason holds for that move and not for the move made; and if a search, which is
not trusted to judge alone, does not disagree. Without the last condition half of the sentences would be doubtful.
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
"""The most weight that may agree with the move made."""
AGREED: Final = 0.60
"""The least weight, and the least share of voters, that must agree on another move."""
ITERATIONS: Final = 1_000
"""Iterations of the search that may object."""
FEWEST: Final = 30
"""With fewer tries, the search says nothing about a move."""
AHEAD: Final = 0.02
"""The least lead that the search must find."""
MOST: Final = 3
"""The most sentences about one deal."""


class Votes(NamedTuple):
    """The move of each voter."""

    by_style: Mapping[str, Move]
    agreed: Move | None = None
    """The move that most preferred, for a reason; None if there is nothing to report."""

    def alike(self, made: Move) -> int:
        """The number of votes for this move."""
        return sum(move == made for move in self.by_style.values())

    def others(self, made: Move) -> list[tuple[Move, int]]:
        """The other moves with their numbers of votes, the most votes first; ties in order of the voters' strength."""
        return Counter(move for move in self.by_style.values() if move != made).most_common()

    @property
    def favourite(self) -> Move:
        """The move with the most votes; of several, the strongest voter's."""
        often = Counter(self.by_style.values())
        return max(often, key=lambda move: often[move])  # Ties stay in the order of the voters.


class Voters:
    """The voting styles at one seat of one deal: none may remember what another seat knew."""

    def __init__(self, rules: AnyRules, own: str = "") -> None:
        """`own` is the style that plays the seat itself: it has no vote."""
        self._family = family_of(rules)
        self._rules = rules
        self._weights = {style: weight for style, weight in voters(self._family).items() if style != own}
        self._bots: dict[str, Bot] = {}

    def __bool__(self) -> bool:
        return bool(self._weights)

    def ask(self, decided: Decided, lot: str) -> Votes:
        """The vote of each style, the strongest first."""
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
        """The other move they agree on; None if there is none, or if too many agree with the move made."""
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
    """The votes on a decision, with the move to report if any; in slices of a few milliseconds."""
    votes = asked.ask(decided, lot)
    yield
    top = asked.agree_on(votes, decided.move)
    if top is None or not against(thoughts.rules, decided, top):
        return votes
    return votes._replace(agreed=top) if (yield from _is_ahead(thoughts, decided, top, lot)) else votes


def against(rules: AnyRules, decided: Decided, better: Move) -> list[Text]:
    """The reasons for a move that do not apply to the move made, worded for the player who made it."""
    seen, made, _ = decided
    return [one.text for one in reasons_against(rules, seen, rules.legal(seen.state, seen.seat), better, (made,))]


def _is_ahead(thoughts: AnyThoughts, decided: Decided, better: Move, lot: str) -> Generator[None, None, bool]:
    """Whether a search also finds it better."""
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
