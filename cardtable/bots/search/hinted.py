"""Hints: the move a bot would make, why, how sure that is, and the figures last.

Moves as good as the advised one share its row and its figure, so that advice never ranks below another move. If no true
reason is known for a move, none is given, and never a number instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from cardtable.bots import Bot, Decision
from cardtable.bots.finding import make_bot
from cardtable.bots.hints import Hint
from cardtable.bots.reasons import reasons_against, reasons_among
from cardtable.bots.search.expert import Expert
from cardtable.bots.search.explained import labels_of
from cardtable.bots.search.natural import FEWEST, KNOWN, NATURAL, SELDOM, Ahead, Looked, Settled, ahead_by, plain_order
from cardtable.bots.search.search import Tree, Weighed
from cardtable.cards import ONE, Cards, only_card
from cardtable.engine.moves import Event, Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import CannotGuess, Observation
from cardtable.engine.text import Faces, Text, faces, listed, say
from cardtable.engine.verbs import Gesture

SAME: Final = 0.02
"""Values no farther apart than this count as equal."""
NEAR: Final = 0.05
"""A plain move no farther below the best one, and possibly as good, is advised instead."""
CLEAR: Final = 0.10
"""A move certainly this far ahead has no rival."""
SPENT: Final = 0.03
"""If all values are below this, or as close to 1, there is little to decide."""


class EqualMoves(NamedTuple):
    """Moves as good as one another."""

    value: float
    """Their average score, from 0 to 1."""
    moves: tuple[Move, ...]


def hint_of(
    rules: AnyRules, seen: Observation, choices: Sequence[Move], decision: Decision, bot: Bot, events: Sequence[Event]
) -> Hint:
    """Turns a bot's decision into a hint for the player to move; `events` are those the seat has seen."""
    if len(choices) == 1:
        return Hint(choices[0], MoveNames(rules, seen, choices)[choices[0]], (say("there is no other move"),))
    move = plainest(bot, seen, choices, decision.move) if isinstance(bot, Expert) else decision.move
    rows = rows_of(bot, move) if isinstance(bot, Expert) else []
    close = [other for other in rows[0].moves if other != move] if rows else []
    why = tuple(one.text for one in reasons_among(rules, seen, choices, move, close))
    names = MoveNames(rules, seen, choices)
    sure = how_sure(bot, move, rows, names) if isinstance(bot, Expert) else None
    if not why and sure is None:
        why = (decision.why,)
    return Hint(
        move,
        names[move],
        why,
        sure,
        tuple((row.value, tuple(names[one] for one in row.moves)) for row in rows),
        like_others(rules, seen, choices, move, events) if isinstance(bot, Expert) else (0, 0),
    )


def plainest(expert: Expert, seen: Observation, choices: Sequence[Move], move: Move) -> Move:
    """The move to advise instead of the expert's: the one a person would play, unless it is worse.

    A plain move within `NEAR` is advised at once. One that may be just as good, or that the search dropped after a few
    tries, is compared with the expert's move, which has to prove itself better; the hint then says so. A short search
    overrates moves that only begin something, such as covering one card of several.
    """
    tree = expert.tree
    if tree is None or expert.counted is not None or expert.settled is None:
        return move
    weighed = {one.move: one for one in tree.weighed()}
    if (straight := _at_once(expert, tree, move)) != move:
        expert.settled = Settled(straight)
        move = straight
    if expert.settled.plain is not None:
        return move
    plain = _at_once(expert, tree, next(iter(plain_order(expert.thoughts, seen, choices)), move))
    if plain == move or not {move, plain} <= weighed.keys() or expert.thoughts.is_odd(seen, choices, plain):
        return move
    if tree.leads_on(plain) and not tree.leads_on(move):
        return move
    one, made = weighed[plain], weighed[move]
    is_known = one.visits >= max(KNOWN, SELDOM * made.visits)
    if is_known and not _is_alike(expert, one, made):
        return move
    if is_known and made.value - one.value <= NEAR:
        return plain
    ahead = _looked_at(ahead_by(Looked.at(tree, expert.odds, expert.most_work), move, plain, Random(f"{move} {plain}")))
    if ahead is None:
        return move
    if ahead.by > min(NATURAL.enough, max(NEAR, NATURAL.errors * ahead.error)):
        expert.settled = Settled(move, plain, ahead, odd=False)
        return move
    return plain


def _at_once(expert: Expert, tree: Tree, move: Move) -> Move:
    """The move itself, or taking at once if that would follow anyway: covering first only shows the others a rank."""
    then = tree.then(move)
    return then if then in tree.moves and expert.rules.verbs[then.verb].gesture is Gesture.TAKE else move


def _looked_at(look: Iterator[None]) -> Ahead | None:
    """Runs a comparison of two moves to its end; None if no deal fits."""
    try:
        while True:
            next(look)
    except CannotGuess:
        return None
    except StopIteration as end:
        found: Ahead = end.value
        return found


def meant(rules: AnyRules, seen: Observation, choices: Sequence[Move], move: Move) -> Hint:
    """A hint for the move to be found, with the reasons for it."""
    why = tuple(one.text for one in reasons_against(rules, seen, choices, move, ()))
    return Hint(move, MoveNames(rules, seen, choices)[move], why or (say("that is meant here"),))


class MoveNames(dict[Move, Text]):
    """The names of moves within a sentence: the cards if they identify the move, the attack and its cover, or the label
    in quotes.
    """

    def __init__(self, rules: AnyRules, seen: Observation, choices: Sequence[Move]) -> None:
        super().__init__()
        self._often = Counter(one.cards for one in choices)
        self._label = partial(labels_of, rules, seen)
        self._open: Cards = getattr(seen.state, "uncovered", 0)
        """The attack cards still to be covered, in a game that has them."""

    def __missing__(self, move: Move) -> Text:
        cards = move.cards
        if move.verb == "cover" and ONE[move.arg] & self._open and not cards & (cards - 1):
            attack, card = Faces((move.arg,)), Faces((only_card(cards),))
            name = Text("{attack} ← {card}", {"attack": attack, "card": card})
        elif cards and self._often[cards] == 1:
            name = Text("{cards}", {"cards": faces(cards)})
        else:
            name = say("“{label}”", label=self._label()[move])
        self[move] = name
        return name


def rows_of(expert: Expert, move: Move) -> list[EqualMoves]:
    """The weighed moves in rows of equals, starting with the row of the advised move; empty if nothing was searched."""
    if expert.tree is None:
        return []
    weighed = expert.tree.weighed()
    least = max(FEWEST, SELDOM * weighed[0].visits)
    known = [one for one in weighed if one.move == move or one.visits >= least]
    made = next((one for one in known if one.move == move), None)
    if made is None:
        return []
    settled = expert.settled
    # A move that lost a direct comparison shares the row of the plain move played instead.
    alike = [one for one in known if one is made or _is_alike(expert, one, made)]
    while higher := [one for one in known if one not in alike and one.value >= _mean(alike)]:
        alike += higher
    proven = settled is not None and settled.plain is not None and settled.move == move
    if proven:
        alike = [one for one in alike if settled is None or one.move != settled.plain]
    rows = [EqualMoves(_mean(alike), (move, *(one.move for one in alike if one is not made)))]
    others = [one for one in known if one not in alike]
    if proven and settled is not None and settled.ahead is not None:
        # Its figure comes from the direct comparison, which the words of the hint mention.
        beaten = max(0.0, rows[0].value - settled.ahead.by)
        others = [one._replace(value=beaten) if one.move == settled.plain else one for one in others]
    others.sort(key=lambda one: -one.value)
    while others:
        first, *rest = others
        same = [first, *(one for one in rest if first.value - one.value <= SAME)]
        rows.append(EqualMoves(_mean(same), tuple(one.move for one in same)))
        others = [one for one in others if one not in same]
    return rows


def _is_alike(expert: Expert, one: Weighed, made: Weighed) -> bool:
    apart = abs(made.value - one.value)
    return apart <= max(SAME, 2 * _error(expert, one, made))


def _error(expert: Expert, one: Weighed, other: Weighed) -> float:
    """The standard error of the difference between two moves."""
    assert expert.tree is not None
    return expert.tree.spread * sqrt(1 / one.visits + 1 / other.visits)


def _mean(rows: Sequence[Weighed]) -> float:
    """The average value of these moves, weighted by tries."""
    return sum(one.value * one.visits for one in rows) / sum(one.visits for one in rows)


def how_sure(expert: Expert, move: Move, rows: Sequence[EqualMoves], names: MoveNames) -> Text | None:
    """How sure the advice is, in words: the first sentence that holds."""
    counted, settled = expert.counted, expert.settled
    if counted is not None:
        if counted.value == 1:
            return say("Counted: this wins.")
        if counted.value == 0:
            return say("Counted: lost, unless they slip.")
        if counted.value == 0.5:
            return say("Counted: a draw at least.")
        return say("Counted: {value} of 100.", value=round(100 * counted.value))
    if not rows:
        return say("Nothing else comes near.") if expert.is_certain else None
    if settled is not None and settled.plain is not None and settled.ahead is not None and settled.move == move:
        plain, count = names[settled.plain], round(100 * settled.ahead.by)
        if settled.odd:
            return say("Unusual, but looked at twice: better than {plain} by {count} of 100.", plain=plain, count=count)
        return say("Looked at twice: better than {plain} by {count} of 100.", plain=plain, count=count)
    if all(row.value < SPENT for row in rows):
        return say("There is little left to lose.")
    if all(row.value > 1 - SPENT for row in rows):
        return say("It is as good as won.")
    if len(rows) == 1:
        return say("It hardly matters here.") if len(rows[0].moves) > 2 else _as_good(rows[0], names)
    if len(rows[0].moves) > 1:
        return _as_good(rows[0], names)
    assert expert.tree is not None
    known = {one.move: one for one in expert.tree.weighed()}
    other = rows[1].moves[0]
    ahead, error = rows[0].value - rows[1].value, _error(expert, known[move], known[other])
    if ahead - 2 * error > CLEAR:
        return say("Nothing else comes near.")
    if ahead - 2 * error > SAME:
        return say("Clearly better than {move}.", move=names[other])
    return say("A little better than {move}, as far as one can see.", move=names[other])


def _as_good(row: EqualMoves, names: MoveNames) -> Text:
    others = [names[one] for one in row.moves[1:]]
    if not others:  # The search dropped all others after a few tries.
        return say("Nothing else comes near.")
    if len(others) > 1:
        return say("{moves} are as good.", moves=listed(others[:3]))
    return say("{move} is as good.", move=others[0])


def like_others(
    rules: AnyRules, seen: Observation, choices: Sequence[Move], move: Move, events: Sequence[Event]
) -> tuple[int, int]:
    """The number of voting styles that would make the same move, and the number of voters."""
    from cardtable.bots.search.thoughts import family_of
    from cardtable.bots.voters import voters

    family = family_of(rules)
    same = count = 0
    for style in voters(family):
        bot = make_bot(style, family, rules)
        if hasattr(bot, "watch"):
            bot.watch(events)
        same += bot.choose(seen, choices, Random(f"{style} {len(events)}")).move == move
        count += 1
    return same, count
