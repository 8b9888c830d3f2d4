"""What the games declare about their verbs holds in play, and no other module mentions them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import cardtable
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules, run_chance
from cardtable.engine.scene import Scene
from cardtable.engine.state import observe
from cardtable.games import FAMILIES, family

PRESETS = [(name, preset) for name in FAMILIES for preset in family(name).presets]
ORDINARY = frozenset(("begin", "choose", "deal", "joker", "keep", "look", "name", "order", "play", "take"))
"""Verbs that are words of the screen too: for boxes, for sorting the hand, for lines and cards."""


RARE = frozenset(("add", "bura", "hold", "joker_cover"))
"""Verbs that random play hardly ever reaches; the worked positions do."""


def rules_of(name: str, preset: str, seats: Seat = 0) -> AnyRules:
    found = family(name).presets[preset]
    return family(name).rules(found.options, seats or found.seats[-1])


FEWEST, MOST = 4, 60
"""The deals played in any case, and the most deals played in search of rare verbs."""


def strayed(rules: AnyRules) -> Iterator[tuple[int, Scene, list[Move]]]:
    """What each seat sees and may do in random matches, with the number of finished deals."""
    rng = Random(1)
    standing = rules.start()
    for over in range(MOST):
        deck = list(rules.deck)
        rng.shuffle(deck)
        state = rules.deal(deck, rng.randrange(rules.seats) if standing.dealer is None else standing.dealer, standing)
        run_chance(rules, state, rng)
        while state.to_act:
            for seat in state.to_act:
                yield over, rules.scene(observe(state, seat)), list(rules.legal(state, seat))
            seat = state.to_act[0]
            rules.play(state, seat, rng.choice(list(rules.legal(state, seat))))
            run_chance(rules, state, rng)
        standing = rules.settle(standing, state)
        assert bool(standing.sheet) == rules.keeps_sheet
        if standing.over:
            standing = rules.start()


@pytest.mark.parametrize(("name", "preset"), PRESETS)
@pytest.mark.every(15)
def test_a_game_says_of_its_moves_what_they_are(name: str, preset: str) -> None:
    """Every verb that the game uses is declared, and no other; more deals are played in search of rare ones."""
    rules = rules_of(name, preset)
    useful = set(rules.verbs) - rules.unused - RARE
    said = set[str]()
    aims = lays_several = False
    for over, scene, moves in strayed(rules):
        if over >= FEWEST and said >= useful and (aims, lays_several) == (rules.aims, rules.lays_several):
            break
        said |= {move.verb for move in moves}
        for choice in scene.choices:
            assert choice.quiet or not rules.verbs[choice.move.verb].quiet
            lays_several |= choice.cards.bit_count() > 1
        aims |= len(scene.targets) > 1
    assert said - RARE == useful
    assert said <= set(rules.verbs)
    assert (aims, lays_several) == (rules.aims, rules.lays_several)


def modules() -> Iterator[tuple[str, ast.AST]]:
    """The modules of the screen and of the table in lines, by name."""
    top = Path(cardtable.__file__).parent
    for path in sorted((*(top / "tui").rglob("*.py"), *(top / "plain").rglob("*.py"))):
        yield path.name, ast.parse(path.read_text(encoding="utf-8"))


def words(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The strings in a piece of code with their lines, apart from empty ones and from labels, which are for people."""
    labels = {
        id(argument)
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "mark"
        for argument in call.args
    }
    for part in ast.walk(node):
        if id(part) not in labels and isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value:
            yield part.lineno, part.value


def test_the_screen_and_the_plain_table_know_no_verb_of_any_game() -> None:
    verbs = {verb for name, preset in PRESETS for verb in rules_of(name, preset).verbs}
    known = [(name, line, word) for name, code in modules() for line, word in words(code) if word in verbs - ORDINARY]
    assert not known


def test_the_screen_and_the_plain_table_compare_no_verb_with_a_word() -> None:
    for name, code in modules():
        for node in ast.walk(code):
            if isinstance(node, ast.Compare):
                asks = any(isinstance(part, ast.Attribute) and part.attr == "verb" for part in ast.walk(node))
                assert not (asks and list(words(node))), f"{name}:{node.lineno}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Move":
                assert not list(words(node)), f"{name}:{node.lineno}"
