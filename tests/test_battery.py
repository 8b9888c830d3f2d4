"""The battery: laws that hold in every game, tested in random play.

Nothing here names a family, so a new one is covered as soon as it is in `cardtable.games.FAMILIES`: every preset with
every legal number of seats, and some mixtures of options that no preset has. Seeds are fixed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest

from cardtable.cards import ALL_CARDS, HIDDEN, PACK, SUITS, Card, Cards, bits, card_text, cards_of, parse_card, shuffled
from cardtable.engine.moves import DEALER, Event, Log, Move, Notation, Seat
from cardtable.engine.options import BadOption, make_options, specs
from cardtable.engine.rules import BY_DEALER, AnyRules, RuleBroken, Standing, attempt, run_chance
from cardtable.engine.state import STOCK, Observation, State, guess, observe
from cardtable.engine.text import plain
from cardtable.games import FAMILIES, agree, family

MOST_MOVES = 2_000
"""With more legal moves than this, no player could look through them and no bot try them out."""
MOST_DECISIONS = 10_000
"""A random deal that is still going on after this many decisions is taken as endless."""
MIXTURES = 12
ENOUGH = 300
"""After this many decisions a law tested on several deals of a game begins no further one."""
FEWEST_LOOKS = 4
"""An expensive law is tested at this many moments of a deal at least, and at fewer than twice as many."""
EVERY = 5
"""The interval in decisions for laws that need the deal to be played twice anyway."""


class Game(NamedTuple):
    """A game to be tested: a preset or a mixture of options, with a number of seats."""

    name: str
    family: str
    options: Any
    seats: int


def presets(family_id: str) -> Iterator[Game]:
    """Every preset with every number of seats."""
    for name, preset in family(family_id).presets.items():
        for seats in preset.seats:
            yield Game(f"{name}-{seats}", family_id, preset.options, seats)


def mixtures(family_id: str) -> Iterator[Game]:
    """Presets with some of their options changed at random, as far as they are allowed together."""
    game = family(family_id)
    rng = Random(family_id)
    known = specs(game.options)
    made = 0
    while made < MIXTURES:
        preset = rng.choice(list(game.presets.values()))
        seats = rng.choice(preset.seats)
        given = {}
        for name in rng.sample(sorted(known), min(6, len(known))):
            spec = known[name]
            given[name] = rng.choice(spec.values) if spec.range is None else rng.randint(*sorted((*spec.range,)))
        try:
            options = make_options(preset.options, given)
            options.check(seats)
        except BadOption:
            continue
        made += 1
        yield Game(f"mixture{made}-{seats}", family_id, options, seats)


ONCE_WRONG = {
    "reserved-hearts": (
        "king_simple",
        {
            "programme": "single",
            "single_contract": "praise",
            "trump_scope": "praise",
            "trump_lead_privilege": True,
            "heart_lead_ban": "praise",
        },
    ),
}
"""Tables at which a law of this battery was once broken, by name: preset and house rules."""


def once_wrong(family_id: str) -> Iterator[Game]:
    """The tables of a family that once broke a law."""
    for name, (preset_id, given) in ONCE_WRONG.items():
        preset = family(family_id).presets.get(preset_id)
        if preset is not None:
            yield Game(name, family_id, agree(preset_id, given, preset.players)[1], preset.players)


GAMES = [game for name in FAMILIES for kind in (presets, mixtures, once_wrong) for game in kind(name)]
OTHERS = "-others"
"""The suffix of tests for numbers of seats other than the usual and the largest."""
Law = Callable[[Game], None]


def for_every(games: Sequence[Game]) -> Callable[[Law], Callable[[Sequence[Game]], None]]:
    """Tests a law on these games: one test for each preset's usual and largest table, one for a family's mixtures.

    The other numbers of seats are tested in the long run.
    """
    alike: dict[str, list[Game]] = {}
    for game in games:
        name = "mixtures" if game.name.startswith("mixture") else game.name.rpartition("-")[0]
        preset = family(game.family).presets.get(name)
        if preset is not None and game.seats not in (preset.players, max(preset.seats)):
            name += OTHERS
        alike.setdefault(f"{game.family}-{name}", []).append(game)
    cases = [
        pytest.param(found, id=name, marks=pytest.mark.slow if name.endswith(OTHERS) else ())
        for name, found in alike.items()
    ]

    def tried(law: Law) -> Callable[[Sequence[Game]], None]:
        def test(games: Sequence[Game]) -> None:
            for game in games:
                try:
                    law(game)
                except BaseException as error:  # `pytest.fail` raises a BaseException
                    error.add_note(f"at the table {game.family}-{game.name}")
                    raise

        test.__name__, test.__doc__ = law.__name__, law.__doc__
        test.pytestmark = [*getattr(law, "pytestmark", [])]  # type: ignore[attr-defined]  # what pytest looks for
        found: Callable[[Sequence[Game]], None] = pytest.mark.parametrize("games", cases)(test)
        return found

    return tried


every_game = for_every(GAMES)


@cache
def rules_of(game: Game) -> AnyRules:
    """The rules of this game; they hold no position, so all tests can share them."""
    return family(game.family).rules(game.options, game.seats)


RASH = frozenset({"claim"})
"""Verbs that mostly end a deal at once, so that a random player rarely uses them."""


def _after_the_places(rules: AnyRules) -> Standing:
    """The standing after a first hand that gives the places of the court (G-51), with identical votes."""
    standing: Standing = rules.start()
    state = rules.deal(shuffled(rules.deck, 1), 0, standing)
    chance(rules, state)
    while state.to_act:
        play(rules, state, state.to_act[0], rules.legal(state, state.to_act[0])[0])
    after: Standing = rules.settle(standing, state)
    return after


LATER: dict[str, tuple[Callable[[Any], bool], Callable[[AnyRules], Standing]]] = {
    "palace": (lambda options: not options.first_hand_played, _after_the_places)
}
"""Families whose first deal is hardly a game: for which options, and the standing after it."""


def holds(where: Mapping[str, Callable[[Any], bool]], game: Game) -> bool:
    """Whether the condition for the game's family, if there is one, holds for its options."""
    return where.get(game.family, lambda options: False)(game.options)


def hardly_begins(game: Game) -> bool:
    """Whether the first deal of a match is hardly a game."""
    return game.family in LATER and LATER[game.family][0](game.options)


@cache
def start(game: Game) -> Standing:
    """The standing before the deals to test; for mixtures always that of a new match."""
    rules = rules_of(game)
    if hardly_begins(game) and not game.name.startswith("mixture"):
        return LATER[game.family][1](rules)
    first: Standing = rules.start()
    return first


class RandomPlayer:
    """Plays any legal move. A bold one rarely declines, so that bouts and hands grow and rare cases come up."""

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)
        self._bold = self._rng.random() < 0.5

    def __call__(self, moves: Sequence[Move]) -> Move:
        calm = [move for move in moves if move.verb not in RASH]
        if calm and len(calm) < len(moves) and self._rng.random() < 0.95:
            moves = calm
        with_cards = [move for move in moves if move.cards]
        if self._bold and with_cards and self._rng.random() < 0.8:
            return self._rng.choice(with_cards)
        return self._rng.choice(moves)


def play(rules: AnyRules, state: State, seat: Seat, move: Move, log: Log = None) -> None:
    """Plays a move, and the dealer's shuffle if one follows, always with the same seed."""
    rules.play(state, seat, move, log)
    chance(rules, state, log)


def chance(rules: AnyRules, state: State, log: Log = None) -> None:
    """Lets the dealer shuffle if the deal waits for it; a generator is expensive, so only then."""
    if state.to_act == BY_DEALER:
        run_chance(rules, state, Random(7), log)


def begin(game: Game, seed: int, standing: Standing | None = None, log: list[Event] | None = None) -> State:
    """A new deal of this game."""
    rules = rules_of(game)
    state: State = rules.deal(shuffled(rules.deck, seed), seed % game.seats, standing or start(game), log)
    chance(rules, state, log)
    return state


def walk(game: Game, seed: int) -> Iterator[State]:
    """The state before every decision of a random deal, and the final one, in which no seat is to act."""
    rules = rules_of(game)
    choose = RandomPlayer(f"{game.name} {seed}")
    state = begin(game, seed)
    for _ in range(MOST_DECISIONS):
        yield state
        if not state.to_act:
            return
        seat = state.to_act[0]
        play(rules, state, seat, choose(rules.legal(state, seat)))
    pytest.fail(f"the deal has not ended after {MOST_DECISIONS} decisions")


def walks(game: Game, seeds: Sequence[int]) -> Iterator[Iterator[State]]:
    """Deals of a game, one after the other, until enough decisions were seen."""
    seen = 0
    for seed in seeds:
        if seen > ENOUGH:
            return

        def counted(states: Iterator[State]) -> Iterator[State]:
            nonlocal seen
            for state in states:
                seen += 1
                yield state

        yield counted(walk(game, seed))


def looks(game: Game, seed: int) -> list[State]:
    """Moments of a deal, evenly spread, and the last one: for laws that cost much more to check than a move.

    A long deal has no more of them than a short one. The first moment differs by game.
    """
    kept: list[State] = []
    every = 1
    for number, state in enumerate(walk(game, seed)):
        if number < len(game.name) % FEWEST_LOOKS:
            continue
        if len(kept) == 2 * FEWEST_LOOKS:
            del kept[1::2]
            every *= 2
        if (number - len(game.name) % FEWEST_LOOKS) % every == 0:
            kept.append(state.copy())
    return [*kept, state]


def ends_of_stock(game: Game, seed: int) -> list[State]:
    """The last moments of a deal with one card in the stock, and with more: evenly spread ones mostly miss them."""
    last: dict[bool, State] = {}
    for state in walk(game, seed):
        if state.stock:
            last[len(state.stock) > 1] = state.copy()
    return [*last.values()]


@cache
def slots_of(kind: type) -> tuple[str, ...]:
    """The slots of a class and of its base classes."""
    return tuple(slot for base in kind.__mro__ for slot in getattr(base, "__slots__", ()))


PLAIN = {int, str, bool, float, type(None)}
"""Types that refer to nothing else."""


def reachable(thing: Any) -> Any:
    """Everything reachable from an object by slots, attributes and elements, as plain nested tuples."""
    kind: Any = type(thing)
    if kind in PLAIN:
        return thing
    name = kind.__name__
    if isinstance(thing, (tuple, list)):
        return (name, *[part if type(part) in PLAIN else reachable(part) for part in thing])
    if isinstance(thing, Mapping):
        return (name, *((reachable(key), reachable(value)) for key, value in thing.items()))
    if isinstance(thing, set | frozenset):
        return (name, *sorted(map(reachable, thing)))
    names = [*slots_of(kind), *getattr(thing, "__dict__", ())]
    assert names, f"a {name} is no value that a state or an observation may hold"
    return (name, *[(slot, reachable(getattr(thing, slot, None))) for slot in names])


def assert_every_card_lies_once(rules: AnyRules, state: State) -> None:
    """Each card of the deck is in exactly one place, and the order of the stock has exactly the stock's cards."""
    assert len(state.places) == rules.seats + len(rules.place_names)
    assert sum(cards.bit_count() for cards in state.places) == len(rules.deck)
    together = 0
    for cards in state.places:
        together |= cards
    assert together == rules.all_cards
    assert cards_of(state.stock) == state.places[STOCK]
    assert len(state.stock) == state.places[STOCK].bit_count()


def assert_knowledge_is_true(rules: AnyRules, state: State) -> None:
    """All know their own hand, and nobody holds a card that all believe they lack."""
    assert state.known is not None
    assert state.lacks is not None
    others = ~rules.all_cards
    for seat in range(rules.seats):
        assert not state.places[seat] & ~state.known[seat]
        assert not state.places[seat] & state.lacks[seat]
        assert not state.known[seat] & others


# Cards, moves, and the end of a deal


@every_game
@pytest.mark.every(8)
def test_every_card_lies_in_one_place_and_somebody_can_move(game: Game) -> None:
    """Every deal ends, with scores that add up."""
    rules = rules_of(game)
    decisions = 0
    for deal in walks(game, range(4)):
        for state in deal:
            decisions += bool(state.to_act)
            assert_every_card_lies_once(rules, state)
            assert_knowledge_is_true(rules, state)
            assert len(set(state.to_act)) == len(state.to_act)
            if state.to_act:
                assert rules.legal(state, state.to_act[0])
            for seat in range(game.seats):
                moves = rules.legal(state, seat)
                assert not moves or seat in state.to_act
                assert len(moves) <= MOST_MOVES
                assert len(set(moves)) == len(moves)
        scores = rules.scores(state)
        assert len(scores) == game.seats
        assert all(0 <= score <= 1 for score in scores)
        if game.family in ADDS_UP:
            ADDS_UP[game.family](rules, scores)
        places = rules.places(state)
        for one, other in product(range(game.seats), repeat=2):
            assert scores[one] <= scores[other] or places[one] < places[other], "a better score, a better place"
        for seat in (None, *range(game.seats)):
            verdict = rules.verdict(state, seat)
            assert all(plain(text) for text in (verdict.headline, *verdict.story))
    assert decisions or hardly_begins(game), "nobody is ever to act"


def _one_fool_or_a_draw(rules: AnyRules, scores: tuple[float, ...]) -> None:
    """D-35, D-36, D-55: one player, or one team, scores nothing and all others one; or all score one half."""
    sides = {"none": len(scores), "2x2x2": 3}.get(rules.options.teams, 2)
    lost = {seat % sides for seat, score in enumerate(scores) if score == 0}
    assert set(scores) == {0.5} or (
        len(lost) == 1 and scores == tuple(float(seat % sides not in lost) for seat in range(len(scores)))
    )


def _one_side_or_a_draw(rules: AnyRules, scores: tuple[float, ...]) -> None:
    """K-02, K-19: partners share a score, and the sides' scores average one half."""
    sides = 2 if rules.options.partners else rules.seats
    assert all(scores[seat] == scores[seat % sides] for seat in range(rules.seats))
    assert sum(scores) == pytest.approx(rules.seats / 2)


ADDS_UP: dict[str, Callable[[AnyRules, tuple[float, ...]], None]] = {
    "durak": _one_fool_or_a_draw,
    "kozel": _one_side_or_a_draw,
}
"""The sum of a deal's scores, in families that promise more than numbers from 0 to 1."""


@every_game
@pytest.mark.every(8)
def test_texts_of_moves_are_unique_and_read_back(game: Game) -> None:
    rules = rules_of(game)
    for deal in walks(game, range(4, 6)):
        for state in deal:
            for seat in state.to_act:
                moves = rules.legal(state, seat)
                texts = [rules.move_text(move) for move in moves]
                assert len(set(texts)) == len(texts)
                assert [rules.parse_move(text) for text in texts] == list(moves)


# Checked moves


def arbitrary_moves(rules: AnyRules, state: State, seat: Seat, rng: Random, *, many: bool) -> Iterator[Move]:
    """Moves that a person, a file or a socket might send: mostly nonsense, some of them nearly legal."""
    hand = state.places[seat]
    held = bits(hand)
    args = (0, -1, -2, 1, PACK - 1, PACK, PACK * 4, 10**30, rng.choice(rules.deck), *bits(rules.all_cards & ~hand)[:1])
    sets = [0, hand, rules.all_cards, ALL_CARDS, 1 << PACK * 3, cards_of(rng.sample(rules.deck, 3))]
    if held:
        sets += [1 << rng.choice(held), cards_of(rng.sample(held, rng.randint(1, min(4, len(held)))))]
    for verb in (*rules.verbs, "", "dance"):
        for cards in sets if many else rng.sample(sets, 2):
            yield Move(verb, cards, rng.choice(args))
        if many:
            for card in (*rng.sample(held, min(6, len(held))), *rng.sample(rules.deck, 6)):
                yield Move(verb, 1 << card)
    legal = rules.legal(state, seat)
    for move in legal if len(legal) <= 8 else rng.sample(list(legal), 8):
        yield move
        yield move._replace(cards=move.cards ^ 1 << rng.choice(rules.deck))
        yield move._replace(cards=move.cards & (move.cards - 1))
        yield move._replace(arg=rng.choice(args))
        yield move._replace(verb=rng.choice(tuple(rules.verbs)))


def listed_one_by_one(moves: Collection[Move], move: Move) -> bool:
    """Whether a set may be unlisted: each of its cards can be played alone, by the same verb and by another."""
    verbs = {other.verb for other in moves}
    if move.cards.bit_count() < 2 or move.verb not in verbs:
        return False
    singles = [1 << card for card in bits(move.cards)]
    return all(Move(move.verb, card, move.arg) in moves for card in singles) and any(
        all(Move(verb, card, move.arg) in moves for card in singles) for verb in verbs - {move.verb}
    )


@every_game
@pytest.mark.every(8)
def test_a_move_is_legal_exactly_when_no_rule_refuses_it(game: Game) -> None:
    """The state and the seat's observation of it agree: the same moves, the same refusals in the same words."""
    rules = rules_of(game)
    rng = Random(game.name)
    for state in looks(game, 10):
        before = reachable(state)
        for seat in {*state.to_act, rng.randrange(game.seats)}:
            seen = observe(state, seat).state
            legal = rules.legal(state, seat)
            assert legal == rules.legal(seen, seat)
            moves = set(legal)
            assert all(rules.why_not(state, seat, move) is None for move in moves)
            assert rules.unused.isdisjoint(move.verb for move in moves), "`?` would not tell its key"
            for move in arbitrary_moves(rules, state, seat, rng, many=seat in state.to_act):
                broken = rules.why_not(state, seat, move)
                listed = move in moves or (broken is None and listed_one_by_one(moves, move))
                assert (broken is None) == listed, f"P{seat} {move}: {broken}"
                seen_broken = rules.why_not(seen, seat, move)
                if broken is None:
                    assert seen_broken is None
                else:
                    assert seen_broken is not None
                    assert (seen_broken.rule, seen_broken.text) == (broken.rule, broken.text)
                    assert re.fullmatch(r"[A-Z]+-\d\d", broken.rule) or move.verb not in rules.verbs
        assert reachable(state) == before, "looking changed the state"


@every_game
@pytest.mark.every(4)
def test_a_card_with_a_move_that_takes_none_is_refused_as_that(game: Game) -> None:
    rules = rules_of(game)
    for state in looks(game, 12):
        for seat in state.to_act:
            moves = rules.legal(state, seat)
            hand = bits(state.places[seat])[:1]
            for move in [move._replace(cards=1 << card) for move in moves if not move.cards for card in hand]:
                if move not in moves:
                    broken = rules.why_not(state, seat, move)
                    assert broken is not None
                    assert broken.text.source == "No card goes with this move.", rules.move_text(move)


@every_game
@pytest.mark.every(4)
def test_no_rule_is_blamed_for_a_verb_that_the_game_does_not_have(game: Game) -> None:
    rules = rules_of(game)
    assert rules.unused < set(rules.verbs)
    for state in walk(game, 1):
        for seat in state.to_act:
            broken = rules.why_not(state, seat, Move("fly"))
            assert broken is not None
            assert str(broken) == "There is no such move in this game."


@every_game
@pytest.mark.every(8)
def test_an_illegal_attempt_never_changes_the_state(game: Game) -> None:
    rules = rules_of(game)
    rng = Random(game.name)
    refused = 0
    for state in looks(game, 11):
        before = reachable(state)
        for seat in {-1, game.seats, rng.randrange(game.seats), *state.to_act[:1]}:
            legal = set(rules.legal(state, seat))
            for move in arbitrary_moves(rules, state, seat % game.seats, rng, many=False):
                if move in legal or (listed_one_by_one(legal, move) and rules.why_not(state, seat, move) is None):
                    continue
                log: list[Event] = []
                try:
                    attempt(rules, state, seat, move, log)
                except RuleBroken:
                    refused += 1
                else:
                    pytest.fail(f"P{seat} may {move}, which is not legal")
                assert log == []
        assert reachable(state) == before
    assert refused > 30 or hardly_begins(game)


# Knowledge


@every_game
@pytest.mark.every(8)
def test_a_guess_looks_the_same_and_can_be_played_on(game: Game) -> None:
    rules = rules_of(game)
    rng = Random(game.name)
    for state in (*looks(game, 20), *ends_of_stock(game, 20)):
        before = reachable(state)
        playing = rng.randrange(game.seats)
        for seat in range(game.seats):
            seen = observe(state, seat)
            view = reachable(seen)
            guessed = guess(rules.all_cards, seen, rng)
            assert reachable(seen) == view, "guessing changed the observation"
            assert_every_card_lies_once(rules, guessed)
            assert_knowledge_is_true(rules, guessed)
            assert guessed.hidden is None
            assert HIDDEN not in guessed.stock
            assert reachable(observe(guessed, seat)) == view
            if seat == playing:
                for _ in range(5):
                    if guessed.to_act:
                        play(rules, guessed, guessed.to_act[0], rng.choice(rules.legal(guessed, guessed.to_act[0])))
                        assert_every_card_lies_once(rules, guessed)
                        assert_knowledge_is_true(rules, guessed)
        assert reachable(state) == before


def test_a_guess_that_drops_a_card_of_a_short_stock_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sharpness of the law above: how many games catch a fault that shows only at the end of a stock."""

    honest = guess

    def dropping(deck: Cards, seen: Observation, rng: Random) -> State:
        state = honest(deck, seen, rng)
        if 0 < len(state.stock) <= 3:
            state.places[STOCK] &= ~(1 << state.stock[0])
            state.stock = state.stock[1:]
        return state

    monkeypatch.setitem(globals(), "guess", dropping)
    caught = 0
    for game in GAMES[::10]:
        try:
            test_a_guess_looks_the_same_and_can_be_played_on([game])
        except AssertionError:
            caught += 1
    assert caught >= len(GAMES[::10]) // 3


ALL_OPEN: dict[str, Callable[[Any], bool]] = {"bura": lambda options: bool(options.open_hands == "all")}
"""Options with which every hand is open to all (B-20)."""


some_hidden = for_every([game for game in GAMES if not holds(ALL_OPEN, game)])


@some_hidden
@pytest.mark.every(4)
def test_a_guess_is_not_the_truth(game: Game) -> None:
    """Two guesses of a fresh deal differ, and the hands are redealt: guessing uses nothing but the observation."""
    rules = rules_of(game)
    state = begin(game, 21)
    guesses = [guess(rules.all_cards, observe(state, 0), Random(seed)) for seed in range(5)]
    assert len({(*guessed.places, guessed.stock) for guessed in guesses}) == 5
    assert (state.places, state.stock) not in [(guessed.places, guessed.stock) for guessed in guesses]


@every_game
@pytest.mark.every(8)
def test_events_name_only_cards_that_their_reader_knows(game: Game) -> None:
    """And an event has told a seat everything that it comes to know (D-07)."""
    rules = rules_of(game)
    for seed in range(30, 32):
        choose = RandomPlayer(f"{game.name} {seed}")
        log: list[Event] = []
        state = begin(game, seed, log=log)
        assert state.known is not None
        before = state.places[: game.seats]  # A hand is picked up without an event.
        while True:
            assert state.known is not None
            for event in log:
                assert event.cards.bit_count() == event.size or not event.cards
            for seat in range(game.seats):
                told = 0
                for event in log:
                    read = event.for_seat(seat)
                    assert read._replace(cards=event.cards) == event
                    told |= read.cards
                assert not told & ~(before[seat] | state.known[seat]), "an event tells too much"
                assert not state.known[seat] & ~(before[seat] | told), "something is known that no event told"
            if not state.to_act:
                break
            before = state.known[:]
            log = []
            seat = state.to_act[0]
            if seat == DEALER:
                chance(rules, state, log)
            else:
                rules.play(state, seat, choose(rules.legal(state, seat)), log)


class Played(NamedTuple):
    """A step of a deal, to be played again with other cards where the seat cannot see them."""

    seat: Seat
    move: Move
    places: list[Cards]
    known: list[Cards]
    lacks: list[Cards]


def swapped(cards: Cards, one: Card, other: Card) -> Cards:
    """The set with the two cards swapped."""
    if (cards >> one & 1) != (cards >> other & 1):
        cards ^= 1 << one | 1 << other
    return cards


def may_be_swapped(played: Sequence[Played], seat: Seat, one: Card, other: Card) -> bool:
    """Whether this seat's knowledge never ruled out, at any of these decisions, that the two cards were swapped."""
    for step in played:
        if (step.known[seat] >> one | step.known[seat] >> other) & 1:
            return False
        for cards, lacks in zip(step.places, step.lacks, strict=False):
            if swapped(cards, one, other) & lacks:
                return False
    return True


@every_game
@pytest.mark.every(8)
def test_cards_that_a_seat_does_not_know_leave_no_trace(game: Game) -> None:
    """Two cards that a seat has never placed are swapped from the deal on, and the same moves are played.

    Everything that the seat can reach must be the same in both deals: observation, scene, moves, events, who is asked.
    """
    rules = rules_of(game)
    rng = Random(game.name)
    deck = shuffled(rules.deck, 40)
    played: list[Played] = []
    for state in walk(game, 40):
        assert state.known is not None
        assert state.lacks is not None
        played.append(Played(-1, Move(""), state.places[:], state.known[:], state.lacks[:]))
    choose = RandomPlayer(f"{game.name} 40")
    state = begin(game, 40)
    for number in range(len(played) - 1):
        seat = state.to_act[0]
        move = choose(rules.legal(state, seat))
        played[number] = played[number]._replace(seat=seat, move=move)
        play(rules, state, seat, move)
    compared = 0
    for seat in rng.sample(range(game.seats), min(2, game.seats)):
        for until in (len(played) // 8, len(played) // 2):
            unknown = bits(rules.all_cards & ~played[until].known[seat])
            pairs = [rng.sample(unknown, 2) for _ in range(20) if len(unknown) > 1]
            # Swapping a pair in one place only changes its order; the other pairs are better tests.
            pairs.sort(key=lambda pair: any(not cards_of(pair) & ~cards for cards in played[until].places))
            for one, other in pairs:
                if may_be_swapped(played[: until + 1], seat, one, other):
                    found = same_for(game, seat, deck, one, other, played[:until])
                    compared += found
                    if found:
                        break
    # Where hands go round, a small table soon knows every card, except those that players are known to lack.
    assert compared or holds(ALL_SOON_KNOWN, game)


ALL_SOON_KNOWN: dict[str, Callable[[Any], bool]] = {
    "durak": lambda options: bool(options.pass_hands == "clockwise"),
    "bura": lambda options: bool(options.open_hands != "none"),
}
"""Options that show so much that no two cards may remain which a seat could not tell apart (D-70, B-20)."""


def same_for(game: Game, seat: Seat, deck: Sequence[Card], one: Card, other: Card, played: Sequence[Played]) -> int:
    """Plays both deals side by side and returns the number of moments compared."""
    rules = rules_of(game)
    exchange = {one: other, other: one}
    other_deck = tuple(exchange.get(card, card) for card in deck)
    logs: tuple[list[Event], list[Event]] = ([], [])
    read = 0
    dealer = 40 % game.seats
    states: list[State] = [
        rules.deal(cards, dealer, start(game), log) for cards, log in zip((deck, other_deck), logs, strict=True)
    ]
    compared = 0
    for state, log in zip(states, logs, strict=True):
        chance(rules, state, log)
    for number, step in enumerate((*played, None)):
        if states[0].to_act != states[1].to_act and seat in (*states[0].to_act, *states[1].to_act):
            break  # Players whom a rule asks because of their cards, or makes wait for it, can tell (B-15, K-08, K-09).
        assert states[1].known is not None
        if (states[1].known[seat] >> one | states[1].known[seat] >> other) & 1:
            break  # With the other card a player had to show their hand (B-15).
        if step is None or number % EVERY == len(game.name) % EVERY:
            real, changed = (observe(state, seat) for state in states)
            assert reachable(real) == reachable(changed)
            assert rules.scene(real) == rules.scene(changed)
        assert [event.for_seat(seat) for event in logs[0][read:]] == [event.for_seat(seat) for event in logs[1][read:]]
        read = len(logs[0])
        compared += any(state.places != states[0].places or state.stock != states[0].stock for state in states)
        if step is None:
            break
        move = step.move._replace(cards=swapped(step.move.cards, one, other))
        if rules.why_not(states[1], step.seat, move) is not None:
            break  # With the other card this opponent would have had to play something else.
        for state, moved, log in ((states[0], step.move, logs[0]), (states[1], move, logs[1])):
            rules.play(state, step.seat, moved, log)
        if (states[1].known[seat] >> one | states[1].known[seat] >> other) & 1:
            break  # One of them was shown, and chance may take it out of sight again (G-23, G-24).
        for state, log in zip(states, logs, strict=True):
            chance(rules, state, log)
        told = [[(event.kind, event.seat, event.size) for event in log[read:]] for log in logs]
        if told[0] != told[1]:
            break  # With the other card a player would openly have drawn more cards, or fewer.
    return compared


# Copies, and rules that hold no position


@every_game
@pytest.mark.every(8)
def test_a_copy_is_equal_and_stays_untouched(game: Game) -> None:
    rules = rules_of(game)
    rng = Random(game.name)
    kept: list[tuple[State, Any]] = []
    for number, state in enumerate(walk(game, 50)):
        # The walk has moved on from the state that was copied last.
        for copy, was in kept:
            assert reachable(copy) == was
        kept = []
        if number % EVERY != len(game.name) % EVERY:
            continue
        now = reachable(state)
        copy = state.copy()
        assert copy == state
        assert reachable(copy) == now
        if copy.to_act:
            play(rules, copy, copy.to_act[0], rng.choice(rules.legal(copy, copy.to_act[0])))
            assert copy != state
            assert reachable(state) == now
        kept = [(state.copy(), now)]


@every_game
def test_a_state_is_compared_by_everything_it_holds(game: Game) -> None:
    state = begin(game, 51)
    assert set(type(state).FACTS) == set(type(state).__slots__)
    for base in type(state).__mro__:
        for slot in getattr(base, "__slots__", ()):
            other = state.copy()
            setattr(other, slot, "something else")
            assert other != state, f"{slot} makes no difference"


@every_game
@pytest.mark.every(8)
def test_a_bare_state_plays_the_same_game(game: Game) -> None:
    rules = rules_of(game)
    choose = RandomPlayer(game.name)
    state = begin(game, 52)
    bare = state.bare()
    assert bare.known is None
    assert bare.lacks is None
    while state.to_act:
        seat = state.to_act[0]
        moves = rules.legal(state, seat)
        assert rules.legal(bare, seat) == moves
        move = choose(moves)
        log: list[Event] = []
        bare_log: list[Event] = []
        play(rules, state, seat, move, log)
        play(rules, bare, seat, move, bare_log)
        assert (bare.places, bare.stock, bare.to_act) == (state.places, state.stock, state.to_act)
        assert [event.kind for event in bare_log if event.kind != "draw"] == [
            event.kind for event in log if event.kind != "draw"
        ]
        assert bare == state.bare()
    assert rules.scores(bare) == rules.scores(state)
    assert rules.result_lines(bare) == rules.result_lines(state)


@every_game
@pytest.mark.every(8)
def test_one_rules_object_serves_several_deals_at_once(game: Game) -> None:
    """Rules hold no position: deals played in alternation end as each does alone, with its own rules object."""
    together = [walk(game, seed) for seed in (53, 54)]
    last: list[State] = [next(deal) for deal in together]
    going = {0, 1}
    while going:
        for number in sorted(going):
            try:
                last[number] = next(together[number])
            except StopIteration:
                going.discard(number)
    for seed, end in zip((53, 54), last, strict=True):
        fresh = family(game.family).rules(game.options, game.seats)
        choose = RandomPlayer(f"{game.name} {seed}")
        state = fresh.deal(shuffled(fresh.deck, seed), seed % game.seats, start(game))
        chance(fresh, state)
        while state.to_act:
            play(fresh, state, state.to_act[0], choose(fresh.legal(state, state.to_act[0])))
        assert state == end


# The same game in a mirror


SAME: Mapping[Card, Card] = {card: card for card in bits(ALL_CARDS)}
"""Every card stays itself."""


class Mirror:
    """A relabelling of the same game: every card stands for another, and every player sits `turn` seats on."""

    def __init__(self, rules: AnyRules, faces: Mapping[Card, Card], turn: int) -> None:
        self.rules = rules
        self.faces = faces
        self.turn = turn
        # From move to move most sets of cards and most facts are unchanged.
        self.cards = cache(self._cards)
        self.told = cache(self._told)

    def _cards(self, cards: Cards) -> Cards:
        """These cards in the mirror."""
        return cards_of(self.faces[card] for card in bits(cards))

    def seat(self, seat: Seat) -> Seat:
        """This seat in the mirror."""
        return (seat + self.turn) % self.rules.seats if seat >= 0 else seat

    def move(self, move: Move) -> Move:
        """This move in the mirror; its argument is a card, a suit or a seat, as its form says."""
        form = self.rules.forms.get(move.verb, Notation("")).template
        arg = move.arg
        if "{card}" in form or "{ordered}" in form:
            arg = self.faces[arg]
        elif "{suit}" in form and arg:
            arg = self.faces[arg - 1] % len(SUITS) + 1
        elif "{seat}" in form:
            arg = self.seat(arg)
        return Move(move.verb, self.cards(move.cards), arg)

    def by_seat(self, values: Sequence[Any]) -> list[Any]:
        """A list with one entry per seat, and perhaps more after them, in the mirror's order."""
        seats = self.rules.seats
        return [values[(seat - self.turn) % seats] for seat in range(seats)] + list(values[seats:])

    def places(self, places: Sequence[Cards]) -> list[Cards]:
        """The places in the mirror's order: hands, and face-down cards in each seat's tricks (B-27)."""
        found, names, seats = self.by_seat(places), self.rules.place_names, self.rules.seats
        if "face_down0" in names:
            first = seats + names.index("face_down0")
            found[first : first + seats] = self.by_seat(found[first : first + seats])
        return found

    def fact(self, fact: Any) -> Any:
        """A public fact in the mirror; the order of several cards or seats in one fact is ignored."""
        if isinstance(fact, list):
            return sorted(map(self.fact, fact), key=str)
        return self.told(fact) if isinstance(fact, str) else fact

    def _told(self, fact: str) -> str | list[str]:
        if re.fullmatch(f"[{SUITS}]", fact):
            return card_text(self.faces[parse_card(f"A{fact}")])[1]
        fact = re.sub(r"\bP(\d+)\b", lambda match: f"P{self.seat(int(match[1]))}", fact)
        fact = re.sub(rf"\b\w[{SUITS}]\b", lambda match: card_text(self.faces[parse_card(match[0])]), fact)
        return sorted(fact.split())

    def assert_same(self, state: State, other: State, plain: Mirror) -> None:
        """Asserts that `other` is `state` in the mirror; `plain` gives this game's facts unchanged."""
        rules = self.rules
        assert state.known is not None
        assert state.lacks is not None
        assert self.places([self.cards(cards) for cards in state.places]) == other.places
        assert tuple(self.faces[card] for card in state.stock) == other.stock
        assert self.by_seat([self.cards(cards) for cards in state.known]) == other.known
        assert self.by_seat([self.cards(cards) for cards in state.lacks]) == other.lacks
        assert tuple(map(self.seat, state.to_act)) == other.to_act
        for seat in state.to_act:
            moves = rules.legal(state, seat)
            assert {self.move(move) for move in moves} == set(rules.legal(other, self.seat(seat)))
        told = {name: self.fact(fact) for name, fact in rules.facts(state).items()}
        assert told == {name: plain.fact(fact) for name, fact in rules.facts(other).items()}


def play_in_the_mirror(
    game: Game, mirror: Mirror, deck_of: Callable[[Sequence[Card], Seat, Standing], Sequence[Card]]
) -> None:
    """Plays two deals of a match, move by move, both as they are and in the mirror."""
    rules = mirror.rules
    plain = Mirror(rules, SAME, 0)
    choose = RandomPlayer(game.name)
    standing, other_standing = rules.start(), rules.start()
    decisions = len(game.name)
    for number in range(2):
        deck = shuffled(rules.deck, 60 + number)
        dealer = standing.dealer if standing.dealer is not None else 60 % game.seats
        state = rules.deal(deck, dealer, standing)
        other = rules.deal(deck_of(deck, dealer, standing), mirror.seat(dealer), other_standing)
        for begun in (state, other):
            chance(rules, begun)
        mirror.assert_same(state, other, plain)
        while state.to_act:
            seat = state.to_act[0]
            move = choose(rules.legal(state, seat))
            play(rules, state, seat, move)
            play(rules, other, mirror.seat(seat), mirror.move(move))
            decisions += 1
            if not state.to_act or not other.to_act or decisions % EVERY == 0:
                mirror.assert_same(state, other, plain)
        assert mirror.by_seat(rules.scores(state)) == list(rules.scores(other))
        standing, other_standing = rules.settle(standing, state), rules.settle(other_standing, other)
        for (_, counts), (_, other_counts) in zip(rules.totals(standing), rules.totals(other_standing), strict=True):
            assert mirror.by_seat(counts) == list(other_counts)


def _suits_differ(options: Any) -> bool:
    """D-62, D-65, D-66: jokers by colour, and the Japanese games, in which spades or diamonds are special."""
    return bool(
        (options.deck == 54 and options.jokers == "by_colour")
        or options.spades_only_by_spades
        or options.trump_source == "diamonds"
        or options.spade_turn_up == "no_trump"
        or options.queen_rule == "top_of_spades"
    )


def _kings_or_queens_differ(options: Any) -> bool:
    """O-19, O-28: two of the kings are special, and so is the queen of spades."""
    return bool(
        options.king_spades_draw
        or options.king_hearts_draw
        or options.queen_out_bonus != options.queen_spades_out_bonus
    )


SUITS_DIFFER: dict[str, Callable[[Any], bool]] = {
    "durak": _suits_differ,
    "one_oh_one": _kings_or_queens_differ,
    "kozel": lambda options: True,  # K-06: the jacks, and mostly the queens, rank by suit.
    "king": lambda options: True,  # G-11 to G-14: hearts are special.
    "palace": lambda options: True,  # G-51: ties of the vote go s c d h.
}
"""Families whose rules treat one suit differently from another."""


SEATS_DIFFER: dict[str, Callable[[Any], bool]] = {
    "bura": lambda options: options.open_hands not in ("none", "all"),
}
"""Families with an option that names a seat (B-20)."""


def other_suits(rng: Random) -> Mapping[Card, Card]:
    """Maps every suit to another."""
    to = list(range(4))
    while any(suit == to[suit] for suit in range(4)):
        rng.shuffle(to)
    return {card: card if card % PACK >= 52 else card - card % PACK % 4 + to[card % PACK % 4] for card in SAME}


@every_game
@pytest.mark.every(8)
def test_neither_names_of_suits_nor_of_seats_nor_the_order_of_a_hand_mean_anything(game: Game) -> None:
    """A deal with suits, seats and order of cards relabelled is the same game.

    No rule prefers a suit for its own sake. All players, the dealer too, may sit some seats further on (D-01). The
    order in which a player got their cards means nothing (D-04).
    """
    rules = rules_of(game)
    rng = Random(game.name)
    faces = SAME if holds(SUITS_DIFFER, game) else other_suits(rng)
    turn = 0 if holds(SEATS_DIFFER, game) else rng.randrange(1, game.seats)

    def reordered(deck: Sequence[Card], dealer: Seat, standing: Standing) -> Sequence[Card]:
        if holds(ALL_OPEN, game):
            return [faces[card] for card in deck]
        state = rules.deal(deck, dealer, standing)
        chance(rules, state)
        mixed = list(deck)
        for seat in range(game.seats):
            # A card that is turned up or shown may matter because of where it was dealt (D-06).
            common = cards_of(deck)
            for known in state.known:
                common &= known
            where = [index for index, card in enumerate(deck) if (state.places[seat] & ~common) >> card & 1]
            to = rng.sample(where, len(where))
            for index, other in zip(where, to, strict=True):
                mixed[index] = deck[other]
        # Before a cut no player holds a card, and two or three suits may come out as they were.
        assert mixed != list(deck) or max(cards.bit_count() for cards in state.places[: game.seats]) <= 3
        return [faces[card] for card in mixed]

    try:
        play_in_the_mirror(game, Mirror(rules, faces, turn), reordered)
    except AssertionError as error:
        error.add_note(
            "where a rule treats a suit or a seat unlike others, SUITS_DIFFER or SEATS_DIFFER says so, above"
        )
        raise
