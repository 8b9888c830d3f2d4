"""What the experts know about a game; facts are never searched."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from cardtable.bots.finding import make_bot
from cardtable.bots.search.thoughts import Thoughts, thoughts_of
from cardtable.cards import SUIT_CARDS, bits, only_card, shuffled
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules, run_chance
from cardtable.engine.state import observe
from cardtable.games import FAMILIES, agree, family, find_preset
from cardtable.games.king.contracts import CONTRACTS
from cardtable.games.one_oh_one.scoring import card_points
from cardtable.games.palace.course import CHORES
from cardtable.games.tricks import points_of


def test_at_court_no_playout_offends_and_no_card_is_shown() -> None:
    """Only proper moves of the game are tried, and all of those (G-53, G-63, G-66)."""
    agreed = {"court_chores": "manual", "etiquette": True, "secret_show": True, "first_hand_played": True}
    game, options = agree("palace_ladder", agreed, 5)
    rules: AnyRules = game.rules(options, 5)
    thoughts = thoughts_of(rules)
    rng = Random(3)
    dropped = 0
    for seed in range(3):
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        run_chance(rules, state, rng)
        while state.to_act:
            seat = state.to_act[0]
            moves = rules.legal(state, seat)
            kept = thoughts.prune(state, seat, moves)
            assert kept == thoughts.prune(observe(state, seat).state, seat, moves)
            for move in set(moves) - set(kept):
                assert move.verb == "show" or (move.verb in CHORES and move.verb != state.moment)
                dropped += 1
            assert not [move for move in kept if move.verb == "show"]
            assert all(move.verb not in CHORES or move.verb == state.moment for move in kept)
            rules.play(state, seat, rng.choice(kept))
            run_chance(rules, state, rng)
    assert dropped > 100


def test_at_court_playouts_save_trumps_for_the_king_and_cover_where_everything_can_be_beaten() -> None:
    game, options = agree("palace_ladder", {"palace_pack": 54, "first_hand_played": True}, 5)
    rules: Any = game.rules(options, 5)
    thoughts, usurper = thoughts_of(rules), make_bot("usurper", "palace", rules)
    rng = Random(4)
    met: Counter[str] = Counter()
    for seed in range(12):
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        run_chance(rules, state, rng)
        while state.to_act:
            seat = state.to_act[0]
            seen, moves = observe(state, seat), rules.legal(state, seat)
            pick = thoughts.pick(state, seat, moves, rng)
            assert pick in moves
            assert pick == thoughts.pick(seen.state, seat, moves, rng)
            order = thoughts.order(state, seat, moves)
            assert order[0] == pick
            assert sorted(order) == sorted(moves)
            usual = usurper.choose(seen, moves, rng).move
            met[pick.verb] += len(moves) > 1
            if state.moment == "throw":
                assert pick == usual
            elif state.moment == "defend":
                hand, beaters = state.places[seat], rules.beaters[state.trump]
                beaten = all(hand & beaters[attack] for attack in bits(state.uncovered))
                assert pick.verb == ("cover" if beaten else "take")
                trumps = SUIT_CARDS[state.trump]
                if beaten and not pick.cards & ~trumps:
                    assert not [move for move in moves if move.verb == "cover" and move.cards & ~trumps]
            rules.play(state, seat, usual)
            run_chance(rules, state, rng)
    assert all(met[verb] > 10 for verb in ("attack", "cover", "take", "throw", "ask", "pass")), met


def test_at_larger_tables_of_101_playouts_lay_what_counts_most_and_keep_what_orders() -> None:
    """At tables of two the general habit measured better, so they have no other."""
    game, found = find_preset("classic")
    assert type(thoughts_of(game.rules(found.options, 2))).pick is Thoughts.pick
    rules: Any = game.rules(found.options, 4)
    thoughts = thoughts_of(rules)
    rng = Random(5)
    chosen = 0
    for seed in range(20):
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        run_chance(rules, state, rng)
        while state.to_act:
            seat = state.to_act[0]
            moves = rules.legal(state, seat)
            move = thoughts.pick(state, seat, moves, rng)
            plain = [other.cards for other in moves if other.verb == "play" and not other.cards & rules.order_cards]
            if len(plain) > 1 and not move.cards & rules.order_cards:
                most = max(card_points(rules.options, cards) for cards in plain)
                assert card_points(rules.options, move.cards) == most
                chosen += 1
            assert not move.cards & rules.order_cards or not plain
            rules.play(state, seat, move)
            run_chance(rules, state, rng)
    assert chosen > 50


class Habitual(Random):
    """A random generator with which a playout always follows habit."""

    def random(self) -> float:
        return 0.0


def test_in_kozel_playouts_feed_partners_and_spend_trumps_on_points_alone() -> None:
    game, found = find_preset("nizhny")
    rules: Any = game.rules(found.options, 4)
    thoughts, rng = thoughts_of(rules), Random(5)
    met: Counter[str] = Counter()
    for seed in range(60):
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        run_chance(rules, state, rng)
        while state.to_act:
            seat = state.to_act[0]
            moves = rules.legal(state, seat)
            if state.stage == "play" and len(moves) > 1 and len(state.trick) == rules.seats - 1:
                suits = rules.by_trump[state.trump]
                beaters = suits.beaters[state.best]
                move = thoughts.pick(state, seat, moves, rng)
                losing = [other for other in moves if not other.cards & beaters]
                if rules.side[state.winning] == rules.side[seat]:
                    if losing:
                        assert points_of(move.cards) == max(points_of(other.cards) for other in losing)
                        met["feeds"] += 1
                elif move.cards & beaters & suits.trumps and losing:
                    if points_of(state.places[rules.table]) < 4:
                        assert points_of(move.cards) < min(points_of(other.cards) for other in losing)
                    met["trumps"] += 1
                elif not move.cards & beaters:
                    assert points_of(move.cards) == min(points_of(other.cards) for other in losing)
                    assert not [other for other in moves if other.cards & beaters & ~suits.trumps]
                    met["gives little"] += 1
            rules.play(state, seat, rng.choice(moves))
            run_chance(rules, state, rng)
    assert all(met[what] > 15 for what in ("feeds", "trumps", "gives little")), met


def is_taken_by(rules: Any, state: Any, move: Move) -> bool:
    """Whether this card wins the trick of King for this player so far."""
    trick = (*state.trick, only_card(move.cards))
    return bool(rules.winner_of(trick, state.trump, state.led) == len(state.trick))


def test_in_king_playouts_duck_where_tricks_cost_and_take_where_they_pay() -> None:
    game, found = find_preset("king_simple")
    rules: Any = game.rules(found.options, 4)
    thoughts, rng, lots = thoughts_of(rules), Random(5), Habitual()
    standing = rules.start()
    met: Counter[str] = Counter()
    for seed in range(28):
        state = rules.deal(shuffled(rules.deck, seed), 0, standing)
        while state.to_act:
            seat = state.to_act[0]
            moves = rules.legal(state, seat)
            if state.trick and len(moves) > 1:
                takes = {move: is_taken_by(rules, state, move) for move in moves}
                move = thoughts.pick(state, seat, moves, lots)
                if CONTRACTS[state.contract].sign > 0:
                    assert takes[move] == any(takes.values())
                    met["takes"] += takes[move]
                else:
                    assert takes[move] == all(takes.values())
                    met["ducks"] += any(takes.values()) and not takes[move]
            rules.play(state, seat, rng.choice(moves))
            run_chance(rules, state, rng)
        standing = rules.settle(standing, state)
        standing = rules.start() if standing.over else standing
    assert met["takes"] > 30, met
    assert met["ducks"] > 30, met


@pytest.mark.parametrize("preset", [name for one in FAMILIES for name in family(one).presets])
@pytest.mark.every(15)
def test_what_is_worth_trying_does_not_lean_on_what_a_guess_alone_knows(preset: str) -> None:
    """A guess knows every card; its players decide by what they would know at the table.

    As in B-14, where replies are face down (B-27).
    """
    game, found = find_preset(preset)
    rules: Any = game.rules(found.options, found.players)
    thoughts: Thoughts[AnyRules] = thoughts_of(rules)
    asked, standing = 0, rules.start()
    for seed in range(12):
        rng, dealer = Random(seed), 0 if standing.dealer is None else standing.dealer
        state = rules.deal(shuffled(rules.deck, seed), dealer, standing)
        while asked < 120 * (seed + 1):
            run_chance(rules, state, rng)
            if not state.to_act:
                break
            seat = state.to_act[0]
            moves = rules.legal(state, seat)
            kept = thoughts.prune(state, seat, moves)
            assert kept == thoughts.prune(observe(state, seat).state, seat, moves)
            rules.play(state, seat, rng.choice(kept))
            asked += 1
        if not state.to_act:
            standing = rules.settle(standing, state)
            standing = rules.start() if standing.over else standing
    assert asked > 100
