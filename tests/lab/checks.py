"""What must hold of numbered actions and of what seats are told, checked in random play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from cardtable.cards import Card, Cards, bits
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.games import FAMILIES, family
from cardtable.lab.actions import Actions, Spelling
from cardtable.lab.episode import Environment, Episode

LAST = 3
"""The number of deals of a match in which worlds are compared."""


def tables() -> list[tuple[str, int]]:
    """Every preset with its fewest, usual and most seats."""
    return [
        (preset, seats)
        for name in FAMILIES
        for preset, found in family(name).presets.items()
        for seats in sorted({found.seats[0], found.players, found.seats[-1]})
    ]


# Every move is the end of one path


def ends(
    space: Actions, seat: Seat, moves: Sequence[Move], quiet: bool, taken: tuple[int, ...] = ()
) -> Iterator[Move | None]:
    """The move at the end of each path of actions."""
    question = Spelling(space, seat, moves, may_be_quiet=quiet)
    for action in taken:
        question.take(action)
    if not question.actions:
        yield question.move
    for action in question.actions:
        yield from ends(space, seat, moves, quiet, (*taken, action))


def check_paths(game: Environment, deals: int, most: int) -> int:
    """Each legal move ends exactly one path, and no other move ends any; returns the number of decisions checked."""
    rng, points = Random(5), 0
    for seed in range(deals):
        episode = game.begin(seed, history=False)
        while not episode.over and points < most:
            question, state = episode.question, episode._match.state
            assert question is not None
            if not question.taken:
                points += 1
                legal, quiet = list(game.rules.legal(state, question.seat)), bool(episode._waiting)
                found = list(ends(game.space, question.seat, legal, quiet))
                assert len(found) == len(set(found)) == len(legal) + quiet
                assert set(found) == {*legal, *([None] if quiet else [])}
                assert all(game.rules.why_not(state, question.seat, move) is None for move in found if move is not None)
            episode.step(rng.choice(question.actions))
    return points


# While a player chooses, the others see nothing of it


def check_privacy(game: Environment, deals: int, most: int) -> int:
    """The others' texts and numbers stay the same; returns how many looks were taken in the middle of a move."""
    rng, looks, points = Random(6), 0, 0

    def others(episode: Episode) -> list[object]:
        return [
            (episode.information_state(seat), episode.observation(seat).tobytes())
            for seat in range(game.seats)
            if seat != episode.seat
        ]

    for seed in range(deals):
        episode = game.begin(seed)
        before: list[object] = []
        while not episode.over and points < most:
            question = episode.question
            assert question is not None
            points += 1
            if not question.taken:
                before = others(episode)
            else:
                looks += 1
                assert others(episode) == before
            episode.step(rng.choice(question.actions))
    return looks


# Two deals read the same exactly where a seat cannot tell them apart


class Swapped(Episode):
    """The same match with two cards of one deal swapped."""

    pair: tuple[Card, Card]
    at: int
    trace: list[str]

    def __init__(self, game: Environment, seed: int, pair: tuple[Card, Card], at: int) -> None:
        self.pair, self.at = pair, at
        super().__init__(game, seed)

    def _deck(self) -> tuple[Card, ...]:
        deck = super()._deck()
        if self._match.deals + 1 != self.at:
            return deck
        one, other = self.pair
        change = {one: other, other: one}
        return tuple(change.get(card, card) for card in deck)


def swapped(cards: Cards, pair: tuple[Card, Card]) -> Cards:
    """A set of cards with the two swapped."""
    one, other = pair
    return cards if cards >> one & 1 == cards >> other & 1 else cards ^ 1 << one ^ 1 << other


def swapped_move(rules: AnyRules, move: Move, pair: tuple[Card, Card]) -> Move:
    """A move of one world as it is played in the other."""
    form, arg = rules.forms.get(move.verb), move.arg
    if form is not None and ("{card}" in form.template or "{ordered}" in form.template) and arg in pair:
        arg = sum(pair) - arg
    return Move(move.verb, swapped(move.cards, pair), arg)


def look(episode: Episode, viewer: Seat) -> str:
    """Everything that the rules themselves let the seat see now."""
    seen = episode.seen(viewer).state
    assert seen.known is not None
    shown = [bits(cards) for cards in seen.places], seen.hidden, seen.lacks, seen.stock, bits(seen.known[viewer])
    return repr((shown, [getattr(seen, name) for name in seen.FACTS]))


def is_secret(episode: Episode, viewer: Seat) -> bool:
    """Whether another player is being asked in secret, when nothing is promised about what others see."""
    return episode.seat != viewer and episode.game.rules.silence(episode._match.state) is not None


def note(trace: list[str], episode: Episode, viewer: Seat) -> None:
    """Records what the seat sees, if it has changed."""
    if not is_secret(episode, viewer) and trace[-1] != (now := look(episode, viewer)):
        trace.append(now)


def replayed(
    game: Environment,
    seed: int,
    pair: tuple[Card, Card],
    at: int,
    made: Sequence[tuple[Seat, Move | None]],
    viewer: Seat,
) -> Swapped | None:
    """The other world after the same moves; None if they are not all possible there."""
    rules, world = game.rules, Swapped(game, seed, pair, at)
    world.trace = [look(world, viewer)]

    def same(move: Move) -> Move:
        return swapped_move(rules, move, pair) if world._match.deals == at else move

    def decide(move: Move | None) -> bool:
        world._decide(move)
        if world.over or world._match.deals > at:
            return False
        note(world.trace, world, viewer)
        return True

    for seat, move in made:
        while not world.over and (silence := rules.silence(world._match.state)) is not None:
            # A player who holds nothing is not asked: one may keep silent in one world and not be asked in the other.
            if world.seat == seat and move is not None and same(move) in rules.legal(world._match.state, seat):
                break
            if not decide(silence):
                return None
        if world.over:
            return None
        if move is None:
            if world._waiting and world.seat == seat:
                world._decide(None)
            continue
        other = same(move)
        keeps_silent = other.verb in ("silent", "no_call", "keep")
        if keeps_silent and (world.seat != seat or rules.silence(world._match.state) != other):
            continue
        while world._waiting and world.seat != seat:
            world._decide(None)
        if world.seat != seat or other not in rules.legal(world._match.state, seat) or not decide(other):
            return None
    return world


def quieten(world: Swapped, viewer: Seat) -> Swapped:
    """Keeps every player silent who is asked in secret before the viewer."""
    while world.seat != viewer and (silence := world.game.rules.silence(world._match.state)) is not None:
        before, trace = world.copy(), world.trace[:]
        world._decide(silence)
        if world.over or world._match.deals > world.at:
            world.__dict__.update(before.__dict__)
            world.trace = trace
            return world
        note(world.trace, world, viewer)
    return world


class Compared(NamedTuple):
    """The number of pairs of worlds compared."""

    alike: int
    apart: int


def check_worlds(game: Environment, deals: int, most: int) -> Compared:
    """Texts are equal exactly where all looks were; then numbers, the seat asked and legal actions are equal too."""
    rules, rng, tried, alike, apart = game.rules, Random(7), 0, 0, 0
    for seed in range(deals):
        episode = game.begin(seed)
        made: list[tuple[Seat, Move | None]] = []
        ever, deal = [0] * game.seats, 1
        traces = [[look(episode, seat)] for seat in range(game.seats)]
        while not episode.over and episode._match.deals <= LAST and tried < most:
            if episode._match.deals != deal:
                ever, deal = [0] * game.seats, episode._match.deals
            # A shuffle would put other cards into another order: that is other luck, not another world.
            mixed = episode._match._shuffles and game.family in ("one_oh_one", "kozel")
            state, question = episode._match.state, episode.question
            assert state.known is not None
            assert question is not None
            for seat in range(game.seats):
                ever[seat] |= state.known[seat]
            viewer = rng.randrange(game.seats)
            unknown = [card for card in rules.deck if not ever[viewer] >> card & 1]
            if not mixed and not question.taken and len(unknown) > 1 and rng.random() < 0.5:
                tried += 1
                one, other = rng.sample(unknown, 2)
                world = replayed(game, seed, (one, other), deal, made, viewer)
                if world is not None and question.seat == viewer:
                    world = quieten(world, viewer)
                if world is not None and not is_secret(episode, viewer) and not is_secret(world, viewer):
                    same = world.trace == traces[viewer]
                    assert (episode.information_state(viewer) == world.information_state(viewer)) == same, (
                        seed,
                        viewer,
                    )
                    if same:
                        alike += 1
                        assert episode.observation(viewer).tobytes() == world.observation(viewer).tobytes()
                        assert (world.seat == viewer) == (question.seat == viewer)
                        assert viewer != question.seat or world.legal() == question.actions
                    else:
                        apart += 1
            if question.take(rng.choice(question.actions)):
                made.append((question.seat, question.move))
                episode._decide(question.move)
                for seat in range(game.seats):
                    if not episode.over:
                        note(traces[seat], episode, seat)
    return Compared(alike, apart)
