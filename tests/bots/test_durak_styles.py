"""The documented styles of Durak: their fingerprints, their memory, how they cheat, and how partners play.

The bars are those of section 8 of the catalogue, style against the baseline B0, and B0 in the same seats on the same
decks. The ordinary run takes a sample of 150 deals, `pytest -m slow` the 1,000 that the catalogue asks for.
"""

from __future__ import annotations

from collections import Counter
from statistics import fmean

import pytest

from cardtable.bots.styles.durak.hand import DurakLook, Prices
from cardtable.cards import bits, cards_of, parse_card
from cardtable.cli.positions import rules_of
from cardtable.engine.moves import Event, Move
from cardtable.engine.position import put_down
from cardtable.engine.state import STOCK, observe
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState
from tests.bots.durak_deals import BASELINE, bot, fingerprint, places_by_log, play, rules_for, score

STYLES = ("trump_collector", "high_card_collector", "small_card_attacker", "pair_collector")
SAMPLES = [pytest.param(75, id="sample"), pytest.param(500, id="full", marks=pytest.mark.slow)]


@pytest.mark.parametrize("decks", SAMPLES)
@pytest.mark.slow
def test_the_trump_collector_keeps_its_trumps(decks: int) -> None:
    found, base = fingerprint("trump_collector", decks), fingerprint(BASELINE, decks)
    assert fmean(found.trumps_left) >= fmean(base.trumps_left) + 0.4
    assert fmean(found.played) <= fmean(base.played) / 2


@pytest.mark.parametrize("decks", SAMPLES)
def test_the_high_card_collector_keeps_its_court_cards_and_leads_them_last(decks: int) -> None:
    found, base = fingerprint("high_card_collector", decks), fingerprint(BASELINE, decks)
    assert fmean(found.court_left) >= fmean(base.court_left) + 0.8
    assert fmean(found.late_ranks) >= fmean(base.late_ranks) + 1


@pytest.mark.parametrize("decks", SAMPLES)
def test_the_small_card_attacker_opens_with_pairs_and_makes_the_other_take(decks: int) -> None:
    found, base = fingerprint("small_card_attacker", decks), fingerprint(BASELINE, decks)
    assert fmean(found.openings) >= fmean(base.openings) + 0.15
    assert fmean(found.opponent_takes) >= fmean(base.opponent_takes) + 0.15


@pytest.mark.parametrize("decks", [pytest.param(150, id="sample"), SAMPLES[1]])
@pytest.mark.slow
def test_the_pair_collector_holds_pairs_and_opens_with_them(decks: int) -> None:
    found, base = fingerprint("pair_collector", decks), fingerprint(BASELINE, decks)
    assert fmean(found.ranks_twice) >= 1.04 * fmean(base.ranks_twice)
    assert fmean(found.all_openings) >= fmean(base.all_openings) + 0.05


@pytest.mark.parametrize("style", ["steady", *STYLES])
@pytest.mark.every(2)
def test_low_cards_go_first(style: str) -> None:
    """D-91."""
    found = fingerprint(style, 75)
    assert fmean(found.early_ranks) < fmean(found.dealt_ranks)


@pytest.mark.parametrize(
    ("preset", "seats"),
    [
        ("throw_in", 2),
        ("throw_in", 6),
        ("transfer", 3),
        ("double_transfer", 4),
        ("american", 2),
        ("armenian", 3),
        ("cheaters", 2),
        ("jokers_any", 4),
        ("japanese_diamonds", 3),
        ("two_packs", 2),
    ],
)
@pytest.mark.every(3)
def test_an_observation_places_what_the_table_has_seen_and_nothing_else(preset: str, seats: int) -> None:
    """D-90: the shared part of an observation is what a witness could write down from the public events."""
    rules = rules_for(preset, seats)
    bots = [bot(STYLES[seat % len(STYLES)], rules) for seat in range(seats)]
    for seed in range(4):
        log: list[Event] = []

        def watch(state: DurakState, seat: int, move: Move, log: list[Event] = log) -> None:
            where = places_by_log(log, seats * 6 < len(rules.deck))
            for viewer in range(seats):
                seen = observe(state, viewer).state
                assert seen.known is not None
                # Of what the others know, an observation holds only what all players share.
                public = seen.known[(viewer + 1) % seats]
                discarded, table, turn_up = (seen.places[at] & public for at in (rules.discard, rules.table, STOCK))
                assert discarded == cards_of(card for card, place in where.items() if place == "discard")
                assert table == cards_of(card for card, place in where.items() if place == "table")
                for other in range(seats):
                    held = cards_of(card for card, place in where.items() if place == f"P{other}")
                    assert seen.places[other] & public | turn_up == held | turn_up
                assert sum(seen.places[:seats]) & public | discarded | table | turn_up == cards_of(where)

        play(rules, bots, seed, seed % seats, watch, log)


def test_with_an_empty_stock_one_of_two_players_knows_the_other_hand() -> None:
    """D-90."""
    rules = rules_for("throw_in", 2)
    bots = [bot("pair_collector", rules), bot("steady", rules)]

    def watch(state: DurakState, seat: int, move: Move) -> None:
        if not state.stock:
            seen = observe(state, seat)
            assert seen.state.hidden is not None
            assert not any(seen.state.hidden[2:])

    for seed in range(5):
        play(rules, bots, seed, 0, watch)


def test_cheats_are_laid_and_caught_but_not_by_the_baseline() -> None:
    """D-73, D-74."""
    rules = rules_for("cheaters", 3)
    done: Counter[tuple[str, str]] = Counter()
    names = ("trump_collector", "pair_collector", "steady")
    bots = [bot(name, rules) for name in names]

    def watch(state: DurakState, seat: int, move: Move) -> None:
        done[names[seat], move.verb] += 1
        if move.verb == "accuse":
            accused = next(iter(bits(move.cards)))
            honest = state.handed is None and any(
                rules.beats(state.trump, cover, attack)
                for attack, cover in zip(state.attacks, state.covers, strict=True)
                if cover == accused
            )
            assert not honest, "accused an honest cover"

    for seed in range(30):
        play(rules, bots, seed, seed % 3, watch)
    for name in names[:2]:
        assert done[name, "cheat_cover"]
        assert done[name, "accuse"]
    assert not done["steady", "cheat_cover"]
    assert not done["steady", "cheat_transfer"]
    assert not done["steady", "accuse"]


@pytest.mark.parametrize("style", ["steady", *STYLES])
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.every(3)
def test_the_last_unknown_card_of_the_stock_is_led(style: str, seats: int) -> None:
    """D-76: where only the turn-up is under it, and never earlier or later."""
    rules = rules_for("armenian", seats)
    stocks: Counter[int] = Counter()
    chances = 0

    def watch(state: DurakState, seat: int, move: Move) -> None:
        nonlocal chances
        chances += len(state.stock) == 2 and not state.attacks
        stocks[len(state.stock)] += move.verb == "turn"

    for seed in range(12):
        play(rules, [bot(style, rules) for _ in range(seats)], seed, 0, watch)
    assert stocks[2] == chances > 0
    assert stocks.total() == stocks[2]


def test_partners_throw_in_more_readily_than_lone_players() -> None:
    """D-94: they use more of their chances to throw in while there is a stock."""
    assert throws_used("double") > throws_used("throw_in") + 0.1


def throws_used(preset: str) -> float:
    """The share of its chances to throw in that a table of four trump collectors uses while there is a stock."""
    rules = rules_for(preset, 4)
    bots = [bot("trump_collector", rules) for _ in range(4)]
    used: list[bool] = []

    def watch(state: DurakState, seat: int, move: Move) -> None:
        if state.stock and any(choice.verb == "throw" for choice in rules.legal(state, seat)):
            used.append(move.verb == "throw")

    for seed in range(30):
        play(rules, bots, seed, seed % 4, watch)
    return fmean(used)


def test_a_cover_is_found_for_every_attack_if_there_is_one() -> None:
    """The cheapest card must be kept back where only it beats another attack."""
    position = {"preset": "throw_in", "hands": {"P0": "6c", "P1": "7s Ts"}, "trump": "h", "stock": 0, "table": "6s 9s"}
    rules, state = put_down(position, rules_of)
    assert isinstance(rules, DurakRules)
    prices = Prices(rules)
    look = DurakLook(rules, prices, observe(state, 1), rules.legal(state, 1))
    wanted = {parse_card("6s"): parse_card("7s"), parse_card("9s"): parse_card("Ts")}
    assert look.covers(lambda card: look.prices[card]) == wanted
    assert look.covers(lambda card: -look.prices[card]) == wanted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "reference", "least"),
    [("steady", "lowest", 0.66), ("small_card_attacker", "lowest", 0.68), ("small_card_attacker", "steady", 0.55)],
)
def test_styles_are_as_strong_as_was_measured(style: str, reference: str, least: float) -> None:
    assert score(style, reference, 5000) >= least


def test_the_baseline_beats_the_look_at_ranks_alone() -> None:
    assert score("steady", "lowest", 60) > 0.5
