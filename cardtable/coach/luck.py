"""Cards or play: what the cards of a match were worth, and how well they were played.

Experts in every seat replay the same deals. Their average score is the worth of the cards; the difference to a player's
own score is play, and the luck of that one run. The error tells how reliable both are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean
from typing import Final

from cardtable.bots.ratings import error_of_mean
from cardtable.bots.search.expert import Expert
from cardtable.bots.search.thoughts import thoughts_of
from cardtable.cards import parse_card
from cardtable.engine.moves import DEALER, Seat
from cardtable.engine.rules import shuffle_move
from cardtable.engine.state import observe
from cardtable.match.record import DealLine
from cardtable.match.replay import Replay

TIMES: Final = 4
"""The number of replays of each deal."""
ITERATIONS: Final = 400
"""Iterations of its experts: all seats have the same, so the number of replays matters more than depth."""
LONGEST: Final = 5_000
"""Moves after which a replayed deal counts as drawn."""

Scores = tuple[float, ...]
"""The result of a deal by seat, from 0 to 1."""


def worth_of(replay: Replay, deal: int) -> Iterator[Scores | None]:
    """Yields None after slices, and TIMES results: the scores of experts in every seat with the cards of a finished
    deal.
    """
    moments = replay.deal_at(replay.deals[deal - 1])
    assert replay.over(moments[-1]), "hands are still secret"
    rules = replay.rules
    line = _deal_line(replay, deal)
    deck = tuple(map(parse_card, line.deck.split()))
    standing = replay.moments[moments[0] - 1].standing if moments[0] else rules.start()
    for time in range(TIMES):
        rng = Random(f"{replay.header.seed} luck {deal} {time}")
        experts = [Expert(rules, thoughts_of(rules), ITERATIONS) for _ in range(rules.seats)]
        state = rules.deal(deck, line.dealer, standing)
        for _ in range(LONGEST):
            if not state.to_act:
                break
            seat = state.to_act[0]
            if seat == DEALER:
                rules.play(state, DEALER, shuffle_move(rng))
                continue
            seen = observe(state, seat)
            for decision in experts[seat].think(seen, rules.legal(seen.state, seat), rng):
                if decision is None:
                    yield None
                else:
                    rules.play(state, seat, decision.move)
        yield rules.scores(state) if not state.to_act else (0.5,) * rules.seats


def _deal_line(replay: Replay, deal: int) -> DealLine:
    lines = [line for line in replay.record.lines if isinstance(line, DealLine)]
    return lines[deal - 1]


class CardsOrPlay:
    """The results so far for the deals of a match."""

    def __init__(self) -> None:
        self._worths: dict[int, list[Scores]] = defaultdict(list)
        self._scores: dict[int, Scores] = {}

    def add(self, replay: Replay, deal: int, worth: Scores) -> None:
        """Adds one result of the experts for a deal."""
        last = replay.deal_at(replay.deals[deal - 1])[-1]
        self._scores[deal] = replay.rules.scores(replay.moments[last].state)
        self._worths[deal].append(worth)

    def shares(self, seat: Seat) -> tuple[float, float, float]:
        """The seat's surplus over the table's mean, in scores per deal: from cards, from play, and the error of each.

        The two add up to the seat's actual surplus. The error is half of a 95 % interval.
        """
        cards, play, variance = [], [], 0.0
        for deal, worths in self._worths.items():
            above = [worth[seat] - fmean(worth) for worth in worths]
            cards.append(fmean(above))
            play.append(self._scores[deal][seat] - fmean(self._scores[deal]) - cards[-1])
            variance += error_of_mean(len(above), sum((one - cards[-1]) ** 2 for one in above)) ** 2
        return fmean(cards), fmean(play), 1.96 * sqrt(variance) / len(cards)
