"""A review: the verdicts on one seat's decisions in a finished deal, made one decision at a time.

    review = SeatReview(replay, deal=3, seat=0)
    for found in review.go_on():    # None after every slice of a few milliseconds
        ...                         # stop at any time: `go_on` continues from there, and `coach.kept` stores it

The same record always gets the same review, whoever makes it and however often it is interrupted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import pairwise
from math import exp
from random import Random
from typing import Final, NamedTuple

from cardtable.bots.entries import name_of
from cardtable.bots.search.search import Tree
from cardtable.bots.search.thoughts import AnyThoughts, thoughts_of
from cardtable.cards import ALL_CARDS
from cardtable.coach import chances
from cardtable.coach.proof import prove
from cardtable.coach.trust import is_trusted
from cardtable.coach.verdicts import Verdict, is_choice, judge, lot_of
from cardtable.coach.votes import MOST as MOST_TOLD
from cardtable.coach.votes import Voters, Votes, vote
from cardtable.engine.moves import Move, Seat
from cardtable.engine.state import CannotGuess, observe
from cardtable.engine.text import Text, listed, say, say_count
from cardtable.match.record import HelpLine, UndoLine
from cardtable.match.replay import Replay

ENOUGH: Final = 20
"""The number of judged decisions, over all deals, from which an accuracy and a bar are shown."""
FEW: Final = 5
"""With fewer decisions put to the styles, no similarity to a style is reported."""
SHOWN: Final = 3
"""The most similar styles named."""
STEEPNESS: Final = 0.04354
"""How fast the accuracy of a decision falls with the points out of 100 it lost; the curve is lichess's."""


class Judged(NamedTuple):
    """A decision of a deal with its verdict."""

    number: int
    """The number of the decision in this deal, from 1; forced ones count too."""
    moment: int
    """The moment of the replay at which it was made; the previous one shows the table before it."""
    verdict: Verdict
    open_cards: Move | None = None
    """The best move for a player who sees every card: hindsight, not a verdict. None if not worked out."""


class Unjudged(NamedTuple):
    """A decision that could not be judged, with the styles' votes."""

    number: int
    moment: int
    move: Move
    """The move made."""
    votes: Votes


class Likest(NamedTuple):
    """The styles most similar to a player, over the decisions put to the styles."""

    styles: tuple[tuple[str, int], ...]
    """Up to three styles, with the number of decisions they would have made the same way; the most similar first."""
    asked: int

    @property
    def first(self) -> tuple[str, ...]:
        """The most similar style, or several if tied."""
        return tuple([style for style, same in self.styles if same == self.styles[0][1]])


class SeatReview:
    """One seat's decisions in a finished deal, as far as they have been judged."""

    def __init__(self, replay: Replay, deal: int, seat: Seat) -> None:
        self.replay = replay
        self.deal = deal
        self.seat = seat
        begin = replay.deals[deal - 1]
        assert replay.over(replay.deal_at(begin)[-1]), "hands are still secret"
        copied = replay.header.copied
        moments = enumerate(replay.decisions(begin, {seat}), 1)
        self.decisions = [(number, at) for number, at in moments if replay.moments[at].lines > copied]
        """The decisions to judge, as (number, moment). Leaves out those copied from another record."""
        self.done = 0
        """The number of decisions processed so far."""
        self.found: list[Judged] = []
        """Those with a verdict, in order."""
        self.asked: list[Unjudged] = []
        """Those put to the styles, because they could not be judged, in order."""
        self.trusted = is_trusted(replay.header.preset, replay.rules.seats)

    @property
    def total(self) -> int:
        """The number of decisions."""
        return len(self.decisions)

    @property
    def is_whole(self) -> bool:
        """Whether every decision has been processed."""
        return self.done == self.total

    @property
    def dearest(self) -> list[Judged]:
        """The costly decisions, the costliest first."""
        dear = (one for one in self.found if one.verdict.is_dear)
        return sorted(dear, key=lambda one: (-one.verdict.loss, one.number))

    @property
    def told(self) -> list[Unjudged]:
        """Where most styles preferred another move, for a reason: the clearest majority first, three at most.

        These are not mistakes, and they are not counted.
        """
        found = [one for one in self.asked if one.votes.agreed is not None]
        agreed = {one.number: one.votes.alike(one.votes.favourite) for one in found}
        return sorted(found, key=lambda one: (-agreed[one.number], one.number))[:MOST_TOLD]

    @property
    def as_most(self) -> int:
        """The number of decisions put to the styles that agree with the most popular move."""
        return sum(one.votes.favourite == one.move for one in self.asked)

    @property
    def likest(self) -> Likest | None:
        """The styles that would most often have made the same move.

        None if the votes are inconclusive: too few decisions, no style that agrees on more than half of them, or too
        many styles that agree equally often.
        """
        same: Counter[str] = Counter()
        for one in self.asked:
            same.update({style: int(move == one.move) for style, move in one.votes.by_style.items()})
        if len(self.asked) < FEW:
            return None
        best = same.most_common()
        alike = sum(count == best[0][1] for _, count in best)
        if 2 * best[0][1] <= len(self.asked) or alike > SHOWN or alike == len(best):
            return None
        return Likest(tuple(best[:SHOWN]), len(self.asked))

    @property
    def accuracy(self) -> float | None:
        """How accurately the seat played, from 0 to 1; None if nothing could be judged. With fewer than `ENOUGH`
        decisions it is not shown.
        """
        return accuracy([one.verdict for one in self.found])

    @property
    def chances(self) -> list[tuple[int, float]]:
        """The points of a graph: each decision's number and the score the seat could expect, from 0 to 1.

        A costly decision appears twice: with the score available before it and the score it left. Changes between two
        decisions are due to the others' moves and to the cards drawn.
        """
        both = ((one.number, one.verdict.best, one.verdict.value) for one in self.found)
        return [(number, value) for number, *values in both for value in dict.fromkeys(values)]

    def go_on(self) -> Iterator[Judged | None]:
        """Judges the remaining decisions: yields None after slices, and each verdict when it is found. It may be
        stopped at any yield.

        A slice takes a few milliseconds.
        """
        rules = self.replay.rules
        thoughts, voters = thoughts_of(rules), Voters(rules, self._own_style)
        for number, moment in self.decisions[self.done :]:
            decided = self.replay.decided(moment)
            verdict = yield from judge(thoughts, decided, trusted=self.trusted)
            if verdict is None:
                if voters and is_choice(rules, decided):
                    votes = yield from vote(thoughts, voters, decided, lot_of(rules, decided))
                    self.asked.append(Unjudged(number, moment, decided.move, votes))
                self.done += 1
                continue
            found = Judged(number, moment, verdict)
            self.found.append(found)
            self.done += 1
            yield found

    @property
    def _own_style(self) -> str:
        """The style that played the seat; empty for a person."""
        return self.replay.header.kinds[self.seat].removeprefix("bot:")

    def open_up(self, *, dear_only: bool = False) -> Iterator[Judged | None]:
        """Works out the best move for a player who sees every card, for each decision that still lacks it.

        Runs in slices, like `go_on`; yields each decision again when done. With `dear_only`, only the costly ones.
        """
        thoughts = thoughts_of(self.replay.rules)
        for nth, one in enumerate(self.found):
            if one.open_cards is None and (one.verdict.is_dear or not dear_only):
                self.found[nth] = one._replace(
                    open_cards=(yield from with_open_cards(thoughts, self.replay, one.moment))
                )
                yield self.found[nth]


def accuracy(verdicts: Sequence[Verdict]) -> float | None:
    """The mean accuracy of these decisions: 1 if nothing was certainly lost, less the more was."""
    if not verdicts:
        return None
    each = [min(1.0, max(0.0, 1.031668 * exp(-STEEPNESS * 100 * one.loss) - 0.031668)) for one in verdicts]
    return sum(each) / len(each)


def with_open_cards(thoughts: AnyThoughts, replay: Replay, moment: int) -> Generator[None, None, Move | None]:
    """The best move at a decision for a player who sees every card, in a finished deal; in slices.

    Nobody could know that, so it is no verdict.
    """
    assert replay.over(replay.deal_at(moment)[-1]), "hands are still secret"
    rules, seat, made = replay.rules, replay.moments[moment].seat, replay.moments[moment].move
    assert made is not None, "a decision without a move"
    state = replay.moments[moment - 1].state.copy()
    state.known = [ALL_CARDS] * rules.seats
    seen = observe(state, seat)
    legal = rules.legal(seen.state, seat)
    proven = yield from prove(thoughts, seen, legal, made)
    if proven is not None:
        return made if made in proven.best else proven.best[0]
    moves = thoughts.order(seen.state, seat, thoughts.prune(seen.state, seat, legal))
    if len(moves) == 1:
        return moves[0]
    tree = Tree(thoughts, rules.all_cards, seen, moves)
    try:
        yield from tree.think(chances.ITERATIONS, Random(f"{moment} open"))
    except CannotGuess:
        return None
    return tree.weighed()[0].move


def reviewed_deals(replay: Replay) -> list[int]:
    """The numbers of the finished deals, which can be reviewed."""
    ends = [*replay.deals[1:], len(replay.moments)]
    return [deal for deal, end in enumerate(ends, 1) if replay.over(end - 1)]


def left_out(replay: Replay, reviews: Iterable[SeatReview], *, voted: bool = True) -> list[Text]:
    """What these reviews left out of a record or could not know, one line each; `voted` adds that styles were asked."""
    lines = []
    reviews = list(reviews)
    deals = {review.deal for review in reviews}
    unfinished = len(replay.deals) - len(reviewed_deals(replay))
    if unfinished:
        lines.append(say("The last deal is not over; it is left out."))
    if replay.ends is not None:
        lines.append(say("What follows is left out: {why}", why=replay.ends))
    if replay.header.copied:
        lines.append(say("What was decided in the record from which this one is played on is left out."))
    begins = [replay.moments[at].lines for at in replay.deals] + [len(replay.record.lines) + 1]
    undone, helped = 0, False
    for deal, (begin, end) in enumerate(pairwise(begins), 1):
        if deal in deals:
            within = replay.record.lines[begin - 1 : end - 1]
            undone += sum(line.moves for line in within if isinstance(line, UndoLine))
            helped = helped or any(isinstance(line, HelpLine) for line in within)
    if undone:
        taken = say_count(
            "{count} move that was taken back is left out.", "{count} moves that were taken back are left out.", undone
        )
        lines.append(taken)
    if helped:
        lines.append(say("The player was helped; a verdict goes by the cards that could be seen."))
    asked = [one for review in reviews if not review.trusted for one in review.asked]
    if asked and voted:
        lines.append(
            say_count(
                "No bot is sure enough to judge this game. Here is what its best style would have done.",
                "No bot is sure enough to judge this game. Here is what its {count} best styles would have done.",
                max(len(one.votes.by_style) for one in asked),
            )
        )
    return lines


def told_of_likest(review: SeatReview) -> list[Text]:
    """The styles it was most similar to; empty if the votes are inconclusive."""
    likest = review.likest
    if likest is None:
        return []
    styles = listed([Text(name_of(style)) for style in likest.first])
    same = likest.styles[0][1]
    return [say("Most like: {styles}, alike in {same} of {all}.", styles=styles, same=same, all=likest.asked)]


def told_of_styles(same: int, count: int) -> Text:
    """How many of the styles would have made the same move."""
    if not same:
        return say("None of {all} styles would have done the same.", all=count)
    if same == count:
        return say_count(
            "The only style would have done the same.", "All {count} styles would have done the same.", count
        )
    return say_count(
        "{count} of {all} styles would have done the same.",
        "{count} of {all} styles would have done the same.",
        same,
        all=count,
    )


def told_of_votes(reviews: Iterable[SeatReview]) -> list[Text]:
    """How these decisions compare with the styles' votes, in sentences; empty if no style was asked."""
    reviews = list(reviews)
    count = sum(len(review.asked) for review in reviews)
    if not count:
        return []
    as_all = all(set(one.votes.by_style.values()) == {one.move} for review in reviews for one in review.asked)
    if as_all and not any(review.dearest for review in reviews):
        return [say("No style would have played it differently where it mattered.")]
    as_most = sum(review.as_most for review in reviews)
    return [say("Most would have done the same in {same} of {all} decisions.", same=as_most, all=count)]
