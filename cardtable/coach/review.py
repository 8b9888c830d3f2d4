"""A review: the verdicts on what one seat decided in a deal that is over, made decision by decision.

    review = SeatReview(replay, deal=3, seat=0)
    for found in review.go_on():    # None after every slice of some milliseconds
        ...                         # stop whenever you like: `go_on` goes on from there, and `coach.kept` keeps it

A review has the same result for the same record, whoever makes it and however often it was stopped.
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
"""Judged decisions, all deals together, from which on an accuracy is shown, and a bar."""
FEW: Final = 5
"""Decisions on which the styles were asked, below which nobody is said to play like one of them."""
SHOWN: Final = 3
"""So many of them are named."""
STEEPNESS: Final = 0.04354
"""How fast the accuracy of a decision falls with the points of 100 that it lost; the curve is that of lichess."""


class Judged(NamedTuple):
    """A decision of a deal with its verdict."""

    number: int
    """Which decision of the seat in this deal, 1 for the first; what was forced is counted too."""
    moment: int
    """The moment of the replay at which it was made; the one before is the table as it was."""
    verdict: Verdict
    open_cards: Move | None = None
    """What would have been best for one who saw every card: hindsight, no verdict. None where nobody asked."""


class Unjudged(NamedTuple):
    """A decision of which nothing could be judged, and what the styles would have done."""

    number: int
    moment: int
    move: Move
    """What was done."""
    votes: Votes


class Likest(NamedTuple):
    """How the decisions on which the styles were asked compare with those of the styles that are most like them."""

    styles: tuple[tuple[str, int], ...]
    """Up to three, with on how many decisions they would have done the same; the likest first."""
    asked: int

    @property
    def first(self) -> tuple[str, ...]:
        """The likest; several where they are alike in that."""
        return tuple([style for style, same in self.styles if same == self.styles[0][1]])


class SeatReview:
    """What one seat decided in one deal that is over, as far as it has been judged."""

    def __init__(self, replay: Replay, deal: int, seat: Seat) -> None:
        self.replay = replay
        self.deal = deal
        self.seat = seat
        begin = replay.deals[deal - 1]
        assert replay.over(replay.deal_at(begin)[-1]), "hands are still secret"
        copied = replay.header.copied
        moments = enumerate(replay.decisions(begin, {seat}), 1)
        self.decisions = [(number, at) for number, at in moments if replay.moments[at].lines > copied]
        """The decisions that are judged, each with its number and its moment. What another record holds is none."""
        self.done = 0
        """How many of them have been gone through."""
        self.found: list[Judged] = []
        """Those of them about which there is something to say, in order."""
        self.asked: list[Unjudged] = []
        """Those on which the styles were asked, as nothing of them could be judged, in order."""
        self.trusted = is_trusted(replay.header.preset, replay.rules.seats)

    @property
    def total(self) -> int:
        """How many decisions there are."""
        return len(self.decisions)

    @property
    def is_whole(self) -> bool:
        """Whether every decision has been gone through."""
        return self.done == self.total

    @property
    def dearest(self) -> list[Judged]:
        """What cost something, the costliest first."""
        dear = (one for one in self.found if one.verdict.is_dear)
        return sorted(dear, key=lambda one: (-one.verdict.loss, one.number))

    @property
    def told(self) -> list[Unjudged]:
        """Where most would rather have done something else, and with reason: what most agreed on first, three at most.

        These are no mistakes, and nothing of them is counted.
        """
        found = [one for one in self.asked if one.votes.agreed is not None]
        agreed = {one.number: one.votes.alike(one.votes.favourite) for one in found}
        return sorted(found, key=lambda one: (-agreed[one.number], one.number))[:MOST_TOLD]

    @property
    def as_most(self) -> int:
        """On how many of them most would have done the same."""
        return sum(one.votes.favourite == one.move for one in self.asked)

    @property
    def likest(self) -> Likest | None:
        """The styles that would have done the same most often.

        None where the votes do not say: where few decisions were asked about, where nobody would have done the same on
        more than half of them, and where too many styles did so equally often.
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
        """How well the seat decided, from 0 to 1; None where nothing could be judged. Of fewer than `ENOUGH` decisions
        it says nothing to anybody.
        """
        return accuracy([one.verdict for one in self.found])

    @property
    def chances(self) -> list[tuple[int, float]]:
        """For a graph: the number of each decision, and what the seat could expect, from 0 to 1.

        One that was costly stands there twice: what could be had before it, and what it left. What lies between two
        decisions is what the others did, and the cards that came.
        """
        both = ((one.number, one.verdict.best, one.verdict.value) for one in self.found)
        return [(number, value) for number, *values in both for value in dict.fromkeys(values)]

    def go_on(self) -> Iterator[Judged | None]:
        """Judges what is left: None after slices, and each verdict when it is found. May be stopped after any of them.

        A slice takes some milliseconds.
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
        """The style that played the seat; empty where a person did."""
        return self.replay.header.kinds[self.seat].removeprefix("bot:")

    def open_up(self, *, dear_only: bool = False) -> Iterator[Judged | None]:
        """Works out what would have been best for one who saw every card, where that has not been done yet.

        In slices, as `go_on`; gives each decision again when it is done. With `dear_only` only of those that cost.
        """
        thoughts = thoughts_of(self.replay.rules)
        for nth, one in enumerate(self.found):
            if one.open_cards is None and (one.verdict.is_dear or not dear_only):
                self.found[nth] = one._replace(
                    open_cards=(yield from with_open_cards(thoughts, self.replay, one.moment))
                )
                yield self.found[nth]


def accuracy(verdicts: Sequence[Verdict]) -> float | None:
    """The mean accuracy of decisions: 1 where nothing was lost for certain, and the less the more was."""
    if not verdicts:
        return None
    each = [min(1.0, max(0.0, 1.031668 * exp(-STEEPNESS * 100 * one.loss) - 0.031668)) for one in verdicts]
    return sum(each) / len(each)


def with_open_cards(thoughts: AnyThoughts, replay: Replay, moment: int) -> Generator[None, None, Move | None]:
    """What would have been best at a decision for one who saw every card, in a deal that is over; in slices.

    Nobody could know that: it is no verdict.
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
    """The numbers of the deals that are over, and can be reviewed."""
    ends = [*replay.deals[1:], len(replay.moments)]
    return [deal for deal, end in enumerate(ends, 1) if replay.over(end - 1)]


def left_out(replay: Replay, reviews: Iterable[SeatReview], *, voted: bool = True) -> list[Text]:
    """What of a record these reviews leave out, or could not know, a line each; and that only styles were asked."""
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
    """Which styles it was most like; nothing where the votes do not say."""
    likest = review.likest
    if likest is None:
        return []
    styles = listed([Text(name_of(style)) for style in likest.first])
    same = likest.styles[0][1]
    return [say("Most like: {styles}, alike in {same} of {all}.", styles=styles, same=same, all=likest.asked)]


def told_of_styles(same: int, count: int) -> Text:
    """How many of so many styles would have done what was done."""
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
    """How these decisions compare with what the styles would have done: sentences, none where none was asked."""
    reviews = list(reviews)
    count = sum(len(review.asked) for review in reviews)
    if not count:
        return []
    as_all = all(set(one.votes.by_style.values()) == {one.move} for review in reviews for one in review.asked)
    if as_all and not any(review.dearest for review in reviews):
        return [say("No style would have played it differently where it mattered.")]
    as_most = sum(review.as_most for review in reviews)
    return [say("Most would have done the same in {same} of {all} decisions.", same=as_most, all=count)]
