"""Under any house rules, whatever is claimed as counted out agrees with every line of `legal` and `play`.

A solver may use its own model of a game, or leave facts out of account. A house rule that it forgets gives wrong proofs
that nobody doubts, so every option of every family is tried at two of its values. Run the long version by hand: `pytest
-m slow tests/bots/test_proofs_by_house_rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest

from cardtable.bots.search.thoughts import AnyThoughts, thoughts_of
from cardtable.bots.styles.bura.endgame import Endgame
from cardtable.bots.styles.bura.player import BuraLook
from cardtable.bots.styles.durak.foresight import knows_all, solve
from cardtable.bots.styles.durak.hand import DurakLook, Prices
from cardtable.cards import ALL_CARDS, cards_of, shuffled
from cardtable.coach.proof import prove
from cardtable.engine.draft import BadPosition
from cardtable.engine.faults import Fault
from cardtable.engine.moves import DEALER, Move, Seat, Seats
from cardtable.engine.options import OptionSpec, specs
from cardtable.engine.position import put_down
from cardtable.engine.rules import AnyRules, Standing, run_chance
from cardtable.engine.state import EVERYBODY, Observation, observe
from cardtable.games import FAMILIES, agree, family
from cardtable.games.bura.rules import BuraRules
from cardtable.games.bura.state import LEAD, REPLIES, BuraState
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState
from cardtable.puzzles import load
from cardtable.puzzles.solving import Solver, Unsolved
from tests.coach.deals import after, ended

NEAR = 1e-9
MOST_LINES, LONGEST = 600, 150
"""The limits of positions and of moves in a line; a state that exceeds them has too many lines to search."""
DEALS = 8
"""The number of deals searched for states."""
FEW = 4
"""Durak's hands are redealt from this many cards of each half of the pack."""
CARDS = {"durak": 6, "bura": 8, "titles": 8, "kozel": 8, "king": 8, "palace": 7}
"""The most cards in the hands and on the table. In 101 no player knows enough to count, except in puzzles."""
HORIZON = 4
"""The number of moves that 101 is searched ahead."""


class TooMany(Exception):
    """Raised when there are more lines than the limits allow, or when chance is still to come."""


class Lines:
    """The worth of a full state to a seat when its friends help it and all others oppose it, over every line."""

    def __init__(self, rules: AnyRules, seat: Seat, friends: Seats, playing: Seats) -> None:
        self._rules = rules
        self._seat = seat
        self._friends = friends
        self._playing = playing
        self._known: dict[Any, float] = {}
        self._depth = 0
        self._of_friends: set[float] = set()
        self._of_both: set[float] = set()

    @property
    def is_shared(self) -> bool:
        """Whether friends score the same at every end, and seat and enemy always share one fixed sum."""
        return not self._of_friends - {0.0} and len(self._of_both) < 2

    def worth(self, state: Any) -> float:
        """What the seat gets. Raises TooMany."""
        if not state.to_act:
            return self._end(self._rules.scores(state))
        mover = state.to_act[0]
        facts = [getattr(state, name) for name in state.FACTS if name != "bout"]
        key = (state.to_act, *state.places, state.stock, *[fact for fact in facts if not isinstance(fact, Standing)])
        if key not in self._known:
            if mover == DEALER or len(self._known) > MOST_LINES or self._depth > LONGEST:
                raise TooMany
            self._depth += 1
            self._known[key] = self._best_of(state, mover)
            self._depth -= 1
        return self._known[key]

    def _best_of(self, state: Any, mover: Seat) -> float:
        best, wanted = (max, 1.0) if self._friends >> mover & 1 else (min, 0.0)
        value = 1.0 - wanted
        for move in self._rules.legal(state, mover):
            value = best(value, self.worth(after(self._rules, state, mover, move)))
            if value == wanted:
                break
        return value

    def worths(self, state: Any) -> dict[Move, float]:
        """What each legal move is worth to its seat. Raises TooMany."""
        mover = state.to_act[0]
        return {move: self.worth(after(self._rules, state, mover, move)) for move in self._rules.legal(state, mover)}

    def _end(self, scores: Sequence[float]) -> float:
        mine = scores[self._seat]
        for seat, score in enumerate(scores):
            if self._friends >> seat & 1:
                self._of_friends.add(round(score - mine, 6))
            elif self._playing >> seat & 1:
                self._of_both.add(round(score + mine, 6))
        return mine


class Counted(NamedTuple):
    """A decision with all cards open, with every line searched."""

    seen: Observation
    legal: tuple[Move, ...]
    worths: dict[Move, float]
    """The result of each move against everything that the others can do."""
    helped: dict[Move, float]
    """The result of each move with everybody's help; empty where two sides play for a fixed sum."""

    @property
    def best(self) -> set[Move]:
        """The moves with the best result against all others."""
        most = max(self.worths.values())
        return {move for move, worth in self.worths.items() if worth > most - NEAR}


def counted(rules: AnyRules, state: Any) -> Counted:
    """Searches all lines of a state that its observer sees whole. Raises TooMany."""
    seen = observe(state, state.to_act[0])
    playing = [chair for chair in rules.scene(seen).chairs if not chair.out]
    others = {chair.seat for chair in playing} - {seen.seat}
    in_two = len(others) == 1 or {chair.side for chair in playing} == {0, 1}
    mine = {chair.seat for chair in playing if chair.side == 0} if len(others) > 1 and in_two else {seen.seat}
    friends, seats = (sum(1 << seat for seat in some) for some in (mine, others | mine))
    lines = Lines(rules, seen.seat, friends, seats)
    bare = state.bare()
    worths, helped = lines.worths(bare), {}
    if not (in_two and lines.is_shared):
        helped = Lines(rules, seen.seat, EVERYBODY, 0).worths(bare)
    return Counted(seen, tuple(worths), worths, helped)


def tables(name: str) -> Iterator[tuple[OptionSpec, Any, AnyRules]]:
    """The rules with each option of a family at two of its values, in the first presets that allow them."""
    game = family(name)
    for spec in specs(game.options).values():
        found = 0
        ends = () if spec.range is None else (spec.range.least, min(spec.range.most, spec.range.least + 3))
        for value in (*spec.values, *ends):
            for preset, one in game.presets.items():
                seats = min(one.seats)
                try:
                    _, options = agree(preset, {spec.name: value}, seats)
                except Fault:
                    continue
                yield spec, value, game.rules(options, seats)
                found += 1
                break
            if found == 2:
                break


def posed(rules: AnyRules) -> Iterator[Any]:
    """The puzzle positions of 101 under other house rules; random deals hardly ever reach an end to count."""
    for puzzle in load("one_oh_one")[0]:
        try:
            _, state = put_down(puzzle.position, lambda *_: rules)
        except (BadPosition, Fault):
            continue
        state.known = [ALL_CARDS] * rules.seats
        if state.to_act and len(rules.legal(state, state.to_act[0])) > 1:
            yield state


def late(name: str, rules: AnyRules, seed: int) -> Iterator[Any]:
    """Late decisions of random deals, with a choice and all cards open."""
    rng = Random(seed)
    standing: Standing = rules.start()
    for _ in range(DEALS):
        state = rules.deal(shuffled(rules.deck, rng.randrange(10**9)), 0, standing)
        yield from played_on(name, rules, state, rng)
        standing = rules.settle(standing, state)
        if standing.over:
            standing = rules.start()


def played_on(name: str, rules: AnyRules, state: Any, rng: Random, *, dealt_anew: bool = False) -> Iterator[Any]:
    """Plays a deal out at random and yields its late decisions; in Durak many of them with other cards."""
    run_chance(rules, state, rng)
    while state.to_act:
        seat = state.to_act[0]
        legal = rules.legal(state, seat)
        if sum(cards.bit_count() for cards in state.places[: rules.seats + 1]) <= CARDS[name] and len(state.stock) < 2:
            if isinstance(state, DurakState) and not (dealt_anew or state.attacks or state.stock):
                dealt_anew = True
                for _ in range(DEALS):
                    other = state.copy()
                    other_cards(rules, other, rng)
                    yield from played_on(name, rules, other, rng, dealt_anew=True)
            # Players can never see the cards face down in their tricks, so they cannot count whether they have enough
            # (B-27).
            hides = isinstance(rules, BuraRules) and rules.hides and rules.silence(state) is not None
            if len(legal) > 1 and not hides:
                shown = state.copy()
                shown.known = [ALL_CARDS] * rules.seats
                yield shown
        # Random claims of having enough would end most deals early.
        quiet = rules.silence(state)
        rules.play(state, seat, rng.choice(legal) if quiet is None else quiet)
        run_chance(rules, state, rng)


def other_cards(rules: AnyRules, state: DurakState, rng: Random) -> None:
    """Deals the hands any cards; the last of the pack, such as jokers, come up more often than in real deals."""
    deck = sorted(rules.deck)
    sizes = [cards.bit_count() for cards in state.places[: rules.seats]]
    chosen = iter(rng.sample([*deck[-FEW:], *rng.sample(deck[:-FEW], FEW)], sum(sizes)))
    hands = [cards_of(islice(chosen, size)) for size in sizes]
    state.places[: len(hands)] = hands
    state.places[rules.place_names.index("discard") + rules.seats] = rules.all_cards & ~sum(hands)


def assert_only_the_best(one: Counted, best: Iterable[Move], made: Move | None = None) -> None:
    """Asserts that these moves bring the most; with more than two sides, whatever the others do."""
    assert set(best) == one.best
    most = max(one.worths.values())
    for move, helped in one.helped.items():
        if made in one.best if made is not None else move not in one.best:
            assert helped <= most + NEAR or move == made
    if made is not None and made not in one.best and one.helped:
        assert one.helped[made] < most


def assert_counted_rightly(rules: AnyRules, one: Counted, thoughts: AnyThoughts) -> int:
    """Asserts that every count and proof here is right; returns how many there were."""
    seen, legal = one.seen, one.legal
    told = 0
    if not one.helped:
        assert one.best & set(thoughts.prune(seen.state, seen.seat, legal))
    exact = thoughts.exact(seen, legal)
    if exact is not None:
        assert_only_the_best(one, exact.moves)
        assert exact.value == pytest.approx(max(one.worths.values()))
        told += 1
    made = legal[-1]
    proven = ended(prove(thoughts, seen, legal, made))
    if proven is not None:
        assert proven.whatever or not one.helped
        assert_only_the_best(one, proven.best, made)
        value = one.helped.get(made, 0.0) if one.helped and made not in one.best else one.worths[made]
        assert proven.made.value == pytest.approx(value)
        told += 1
    if isinstance(rules, DurakRules):
        told += durak_is_counted_rightly(rules, one)
    if isinstance(rules, BuraRules):
        told += bura_is_counted_rightly(rules, one)
    return told


def durak_is_counted_rightly(rules: DurakRules, one: Counted) -> bool:
    """Checks the counter-player's endings."""
    look = DurakLook(rules, Prices(rules), one.seen, one.legal)
    if rules.options.cheating or look.opponent is None or not knows_all(look):
        return False
    verdict = solve(look, MOST_LINES)
    if verdict is None:
        return False
    assert verdict.value == max(one.worths.values())
    assert set(verdict.moves) == one.best
    return True


def bura_is_counted_rightly(rules: BuraRules, one: Counted) -> bool:
    """Checks the point counter's last tricks: playing for the most points wins wherever the deal can be won."""
    state = one.seen.state
    assert isinstance(state, BuraState)
    if state.moment not in (LEAD, REPLIES):
        return False
    look, endgame = BuraLook(rules, state, one.seen.seat), Endgame(rules)
    other = endgame.other_hand(look)
    if other is None:
        return False
    points = {move: (endgame.lead if state.moment == LEAD else endgame.reply)(look, other, move) for move in one.legal}
    assert {move for move in one.legal if points[move] == max(points.values())} <= one.best or one.helped
    return True


def assert_raced_rightly(rules: AnyRules, state: Any) -> None:
    """Compares the wins, losses and open results of the puzzles of 101 with every line of so many moves."""
    solver = Solver("one_oh_one", rules, state.to_act[0])

    def race(state: Any, moves: int) -> int:
        if not state.to_act:
            return solver.outcome(state)
        if state.to_act[0] == DEALER:
            raise TooMany
        actor = state.to_act[0]
        legal = rules.legal(state, actor) if moves else ()
        found = {race(after(rules, state, actor, move), moves - 1) for move in legal}
        wanted = 1 if actor == solver.seat else -1
        return wanted if wanted in found else 0 if 0 in found or not found else -wanted

    for move in rules.legal(state, state.to_act[0]):
        made = after(rules, state.bare(), state.to_act[0], move)
        try:
            assert race(made, HORIZON) == solver._race(made, HORIZON)
        except (TooMany, Unsolved):
            continue


@pytest.mark.parametrize("count", [1, pytest.param(20, marks=pytest.mark.slow)])
def test_what_a_puzzle_of_101_counts_is_so_whatever_is_agreed(count: int) -> None:
    for spec, value, rules in tables("one_oh_one"):
        for state in islice(posed(rules), count):
            try:
                assert_raced_rightly(rules, state)
            except AssertionError as error:
                error.add_note(f"{spec.name}={value}")
                raise


@pytest.mark.parametrize(
    ("name", "count"),
    [
        *[(name, 12 if name == "durak" else 3) for name in CARDS],
        *[pytest.param(name, 60, marks=pytest.mark.slow) for name in CARDS],
    ],
)
@pytest.mark.every(6)
def test_what_is_told_as_counted_out_is_so_whatever_is_agreed(name: str, count: int) -> None:
    told = 0
    for spec, value, rules in tables(name):
        thoughts = thoughts_of(rules)
        for state in islice(late(name, rules, 5), count):
            try:
                one = counted(rules, state)
            except TooMany:
                continue
            try:
                told += assert_counted_rightly(rules, one, thoughts)
            except AssertionError as error:
                error.add_note(f"{name}: {spec.name}={value}, {one.worths}")
                raise
    assert told


def test_every_family_is_gone_through() -> None:
    """Every family is tested here or named as one where nobody can count; a new one must be added."""
    assert {*CARDS, "one_oh_one"} == set(FAMILIES)
