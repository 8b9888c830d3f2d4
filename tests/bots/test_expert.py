"""The expert plays every game from what its seat knows, measured in iterations and never by the clock."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from cardtable.bots import entries
from cardtable.bots.finding import SPARE, adviser, make_bot
from cardtable.bots.search.expert import DEEP, Expert
from cardtable.bots.search.natural import LOOKS
from cardtable.bots.search.search import MOST_WORK, SLICE, SLICE_WORK, WORK, Tree
from cardtable.bots.search.thoughts import LONGEST, thoughts_of
from cardtable.cards import shuffled
from cardtable.engine.rules import AnyRules, run_chance
from cardtable.engine.state import STOCK, CannotGuess, Observation, State, guess, observe, only_world
from cardtable.games import FAMILIES, family
from tests.lots import odd

PRESETS = [(name, preset) for name in FAMILIES for preset in family(name).presets]
every_preset = pytest.mark.parametrize(("family_id", "preset"), PRESETS)


def rules_of(family_id: str, preset: str) -> AnyRules:
    """The rules of a preset at its usual table."""
    game = family(family_id)
    return game.rules(game.presets[preset].options, game.presets[preset].players)


def decisions(rules: AnyRules, seed: int, every: int) -> Iterator[State]:
    """Every n-th state of a random deal in which a player has a choice."""
    rng = Random(seed)
    state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
    run_chance(rules, state, rng)
    number = 0
    while state.to_act:
        moves = rules.legal(state, state.to_act[0])
        if len(moves) > 1:
            number += 1
            if not number % every:
                yield state.copy()
        rules.play(state, state.to_act[0], rng.choice(moves))
        run_chance(rules, state, rng)


def decided(rules: AnyRules, seen: Observation, iterations: int = 2 * SLICE) -> Any:
    """The decision of a new expert, with its reason."""
    expert = Expert(rules, thoughts_of(rules), iterations)
    return expert.choose(seen, rules.legal(seen.state, seen.seat), Random(7))


@every_preset
@pytest.mark.every(15)
def test_what_it_cannot_know_changes_nothing(family_id: str, preset: str) -> None:
    """Its choice is legal, and choice and reason are the same in two deals that the seat cannot tell apart."""
    rules = rules_of(family_id, preset)
    for state in islice(decisions(rules, 3, 6), 1):
        seen = observe(state, state.to_act[0])
        other = observe(guess(rules.all_cards, seen, Random(1)), seen.seat)
        decision = decided(rules, seen)
        assert decision == decided(rules, other)
        assert decision.move in rules.legal(state, seen.seat)


@every_preset
@pytest.mark.every(30)
def test_a_decision_ends_after_so_many_moves(family_id: str, preset: str) -> None:
    """The first decision of a deal has most to play out; its moves are counted, at the smallest or largest table."""
    game = family(family_id)
    seats = game.presets[preset].seats
    rules = game.rules(game.presets[preset].options, (min(seats), max(seats))[len(preset) % 2])
    state = next(decisions(rules, 3, 1))
    seen = observe(state, state.to_act[0])
    made = count_moves(rules)
    decided(rules, seen)
    # A move that people would laugh at is compared with the plain one, each in a search of its own.
    searches = (2 * SLICE, 2 * LOOKS, 2 * LOOKS)
    assert sum(made) <= sum(iterations * WORK + SLICE_WORK + LONGEST for iterations in searches)


def test_a_deep_search_makes_no_more_moves_than_people_wait_for() -> None:
    """Where deals are long, it tries fewer playouts than it was told to."""
    rules = rules_of("one_oh_one", "pentagon")
    state = next(decisions(rules, 3, 1))
    made = count_moves(rules)
    seen = observe(state, state.to_act[0])
    expert = Expert(rules, thoughts_of(rules), DEEP)
    assert sum(1 for _ in expert.think(seen, rules.legal(seen.state, seen.seat), Random(7))) > MOST_WORK / 4000
    searches = (DEEP, 2 * LOOKS, 2 * LOOKS)
    most = sum(min(MOST_WORK, iterations * WORK) + SLICE_WORK + LONGEST for iterations in searches)
    assert MOST_WORK / 2 <= sum(made) <= most


def count_moves(rules: Any) -> list[int]:
    """Counts every move that these rules play from now on; each adds a 1 to the list."""
    made: list[int] = []
    play = rules.play

    def counted(*given: Any) -> None:
        made.append(1)
        play(*given)

    rules.play = counted
    return made


@pytest.mark.parametrize("family_id", FAMILIES)
@pytest.mark.every(9)
def test_it_plays_whatever_may_be_agreed(family_id: str) -> None:
    """Under random house rules, with up to twelve players, it finds a legal move within the limit of counted moves."""
    for number in range(6):
        table = odd(family_id, Random(f"{family_id} {number}"))
        rules = family(family_id).rules(table.options, table.seats)
        for state in islice(decisions(rules, number, 4), 2):
            seen = observe(state, state.to_act[0])
            assert rules.allows(state, seen.seat, decided(rules, seen).move), table.agreed


def inexplicable(rules: AnyRules) -> Observation:
    """An observation from a deal with one card too many."""
    state = next(decisions(rules, 2, 2))
    seen = observe(state, state.to_act[0])
    hidden = seen.state.hidden
    assert hidden is not None
    seen.state.hidden = (*hidden[:STOCK], hidden[STOCK] + 1)
    with pytest.raises(CannotGuess):
        guess(rules.all_cards, seen, Random(1))
    return seen


@pytest.mark.parametrize("family_id", FAMILIES)
def test_where_no_deal_explains_what_it_sees_it_goes_by_habit(family_id: str) -> None:
    """The family's best-known style makes the move, and the reason says why."""
    rules = rules_of(family_id, family(family_id).default)
    seen = inexplicable(rules)
    choices = rules.legal(seen.state, seen.seat)
    usual = make_bot(adviser(family_id), family_id, rules).choose(seen, choices, Random(7))
    decision = decided(rules, seen)
    assert decision.move == usual.move
    assert decision.why.source.startswith("finds no deal that fits what it has seen")
    assert decision.why.facts == {"why": usual.why}


def test_a_family_without_styles_of_its_own_has_a_habit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """In such a family the expert itself is the adviser."""
    for_all = tuple(entry for entry in entries.bots() if not entry.families)
    monkeypatch.setattr(entries, "bots", lambda: for_all)
    rules = rules_of("durak", "throw_in")
    seen = inexplicable(rules)
    choices = rules.legal(seen.state, seen.seat)
    assert adviser("durak") == "expert"
    assert decided(rules, seen).move == make_bot(SPARE, "durak", rules).choose(seen, choices, Random(7)).move


def test_the_same_seed_gives_the_same_tree_however_it_is_sliced() -> None:
    rules = rules_of("durak", "throw_in")
    state = next(decisions(rules, 4, 2))
    seen = observe(state, state.to_act[0])
    trees = []
    for _ in range(2):
        tree = Tree(thoughts_of(rules), rules.all_cards, seen, rules.legal(seen.state, seen.seat))
        assert sum(1 for _ in tree.think(12 * SLICE, Random(5))) >= 2
        trees.append(tree.weighed())
    assert trees[0] == trees[1]
    assert sum(one.visits for one in trees[0]) == tree.iterations <= 12 * SLICE


def test_a_search_asks_for_no_moves_behind_a_new_leaf(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("durak", "throw_in")
    state = next(decisions(rules, 4, 2))
    seen = observe(state, state.to_act[0])
    moves = rules.legal(seen.state, seen.seat)
    thoughts = thoughts_of(rules)
    monkeypatch.setattr(thoughts, "finish", lambda state, rng: (0.5, 0.5))
    monkeypatch.setattr(type(rules), "legal", lambda self, state, seat: pytest.fail("nobody needs them"))
    tree = Tree(thoughts, rules.all_cards, seen, moves)
    list(tree.think(1, Random(5)))
    assert tree.iterations == 1 < len(moves)


@pytest.mark.parametrize("family_id", FAMILIES)
@pytest.mark.every(3)
def test_a_search_that_is_decided_ends_early_with_the_same_move(
    family_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The moves left to try could not overtake the favourite: with them, the same move is made."""
    rules = rules_of(family_id, family(family_id).default)
    trees = []
    for state in islice(decisions(rules, 5, 4), 3):
        seen = observe(state, state.to_act[0])
        thoughts = thoughts_of(rules)
        moves = thoughts.prune(seen.state, seen.seat, rules.legal(seen.state, seen.seat))
        if len(moves) == 1:
            continue
        short = Tree(thoughts, rules.all_cards, seen, moves)
        list(short.think(8 * SLICE, Random(1)))
        with monkeypatch.context() as whole:
            whole.setattr(Tree, "_lead", lambda _: 0)
            long = Tree(thoughts, rules.all_cards, seen, moves)
            list(long.think(8 * SLICE, Random(1)))
        assert short.weighed()[0].move == long.weighed()[0].move
        trees.append((short.iterations, long.iterations))
    assert trees
    assert all(short <= long for short, long in trees)


USUAL = [(name, family(name).default) for name in FAMILIES]


@pytest.mark.parametrize(
    ("family_id", "preset"), [*USUAL, *(pytest.param(*pair, marks=pytest.mark.slow) for pair in PRESETS)]
)
def test_the_only_world_is_the_real_one(family_id: str, preset: str) -> None:
    """Where the cards out of sight can be in only one arrangement, that is where they are."""
    rules = rules_of(family_id, preset)
    for seed in range(4):
        for state in decisions(rules, seed, 1):
            for seat in range(rules.seats):
                world = only_world(rules.all_cards, observe(state, seat))
                if world is not None:
                    assert world.hidden is None
                    assert (world.places, world.stock) == (state.places, state.stock)


def test_what_others_lack_tells_where_every_card_lies() -> None:
    """With several hands out of sight, each card may have only one possible place."""
    rules = rules_of("king", "king_three")
    found = 0
    for seed in range(20):
        for state in decisions(rules, seed, 1):
            seen = observe(state, state.to_act[0])
            assert seen.state.hidden is not None
            open_hands = sum(map(bool, seen.state.hidden))
            if open_hands > 1 and only_world(rules.all_cards, seen) is not None:
                found += 1
                for lot in range(5):
                    assert guess(rules.all_cards, seen, Random(lot)).places == state.places
    assert found > 5


def test_the_only_world_is_found_as_soon_as_there_is_only_one() -> None:
    """Two players who together hold every unseen card know each other's hands."""
    rules = rules_of("durak", "throw_in")
    found = 0
    for seed in range(8):
        for state in decisions(rules, seed, 1):
            seen = observe(state, state.to_act[0])
            assert seen.state.hidden is not None
            if len(state.stock) <= 1 and not any(seen.state.hidden[rules.seats :]):
                assert only_world(rules.all_cards, seen) is not None
                found += 1
    assert found > 20


def test_a_family_without_styles_of_its_own_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its usual style is the expert itself."""
    monkeypatch.setattr("cardtable.bots.search.natural.usual", lambda family: "expert")
    rules = rules_of("durak", "throw_in")
    state = next(decisions(rules, 3, 2))
    seen = observe(state, state.to_act[0])
    assert decided(rules, seen, SLICE).move in rules.legal(seen.state, seen.seat)
