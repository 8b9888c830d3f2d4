"""Plays deals of Durak between styles, and what the tests measure in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from random import Random
from statistics import fmean
from typing import Final, Self

from cardtable.bots import Bot
from cardtable.bots.finding import make_bot
from cardtable.bots.styles.durak.hand import COURT, ranks_held_twice
from cardtable.bots.styles.durak.player import Player
from cardtable.cards import SUIT_CARDS, bits, rank_of, shuffled, suit_of
from cardtable.engine.moves import Event, Log, Move
from cardtable.engine.state import EVERYBODY, observe
from cardtable.games.durak import FAMILY
from cardtable.games.durak.game import durak
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState

Watch = Callable[[DurakState, int, Move], None]
"""A callback that sees every move before it is played."""


def rules_for(preset: str, seats: int) -> DurakRules:
    return durak(FAMILY.presets[preset].options, seats)


BASELINE: Final = "B0"
"""The neutral baseline of section 8 of the catalogue. It is no longer a style of ours: `steady` has a habit."""


def bot(style: str, rules: DurakRules) -> Bot:
    return Player(rules) if style == BASELINE else make_bot(style, "durak", rules)


def play(
    rules: DurakRules, bots: Sequence[Bot], seed: int, dealer: int, watch: Watch | None = None, log: Log = None
) -> tuple[DurakState, tuple[float, ...]]:
    """Plays a deal to its end and returns the last state and the scores."""
    state = rules.deal(shuffled(rules.deck, seed), dealer, rules.start(), log)
    number = 0
    while state.to_act:
        seat = state.to_act[0]
        rng = Random(seed * 1000 + number)
        move = bots[seat].choose(observe(state, seat), rules.legal(state, seat), rng).move
        if watch is not None:
            watch(state, seat, move)
        rules.play(state, seat, move, log)
        number += 1
    return state, rules.scores(state)


@dataclass
class Fingerprint:
    """What one player, and its opponent, did over many two-player deals."""

    trumps_left: list[int] = field(default_factory=list)
    """Trumps in hand when the stock ran out."""
    court_left: list[int] = field(default_factory=list)
    """Queens, kings and aces in hand at that moment."""
    played: list[bool] = field(default_factory=list)
    """For each card played before that, whether it was a trump."""
    openings: list[bool] = field(default_factory=list)
    """For each opening attack before the stock ran out, whether it was of two cards or more."""
    all_openings: list[bool] = field(default_factory=list)
    late_ranks: list[float] = field(default_factory=list)
    """The ranks of the opening attacks after that."""
    ranks_twice: list[int] = field(default_factory=list)
    """At each opening attack, the number of ranks held at least twice."""
    early_ranks: list[int] = field(default_factory=list)
    """The ranks of the cards played in the first four bouts."""
    dealt_ranks: list[int] = field(default_factory=list)
    opponent_takes: list[int] = field(default_factory=list)
    """For each deal, how often the opponent took while there was a stock."""
    faced: list[int] = field(default_factory=list)
    """For each bout defended, the number of attack cards."""
    weak_openings: list[bool] = field(default_factory=list)
    """For each opening attack with a stock, whether it was in the suit that the opponent took or trumped most."""
    scores: list[float] = field(default_factory=list)

    def __iadd__(self, other: Self) -> Self:
        for one in fields(self):
            getattr(self, one.name).extend(getattr(other, one.name))
        return self


def measure(rules: DurakRules, bots: Sequence[Bot], seed: int, dealer: int) -> list[Fingerprint]:
    """Measures one two-player deal for each of the two players."""
    sides = [watching(me) for me in (0, 1)]

    def watch(state: DurakState, seat: int, move: Move) -> None:
        for _, look, _ in sides:
            look(state, seat, move)

    _, scores = play(rules, bots, seed, dealer, watch)
    for (found, _, faced), score in zip(sides, scores, strict=True):
        found.faced += faced.values()
        found.scores.append(score)
    return [found for found, _, _ in sides]


def watching(me: int) -> tuple[Fingerprint, Watch, dict[int, int]]:
    """A player's fingerprint, the callback that fills it in a deal, and the attack cards faced in each bout."""
    found = Fingerprint(opponent_takes=[0])
    weak: Counter[int] = Counter()
    faced: dict[int, int] = {}
    drawn_out = False

    def watch(state: DurakState, seat: int, move: Move) -> None:
        nonlocal drawn_out
        trumps = SUIT_CARDS[state.trump]
        if not found.dealt_ranks:
            found.dealt_ranks += map(rank_of, bits(state.places[me]))
        if not state.stock and not drawn_out:
            drawn_out = True
            found.trumps_left.append((state.places[me] & trumps).bit_count())
            found.court_left.append((state.places[me] & COURT).bit_count())
        if state.defender == me and state.attacks:
            faced[state.bout] = len(state.attacks)
        if state.defender == me and move.verb in ("attack", "throw"):
            faced[state.bout] = len(state.attacks) + move.cards.bit_count()
        if seat == me and move.cards:
            if not drawn_out:
                found.played += [bool(trumps >> card & 1) for card in bits(move.cards)]
            if state.bout <= 4:
                found.early_ranks += map(rank_of, bits(move.cards))
        if seat == me and move.verb == "attack":
            several = move.cards.bit_count() > 1
            found.ranks_twice.append(len(ranks_held_twice(state.places[me])))
            found.all_openings.append(several)
            if drawn_out:
                found.late_ranks.append(fmean(map(rank_of, bits(move.cards))))
            else:
                found.openings.append(several)
                if weak:
                    most = max(weak.values())
                    suits = [suit for suit in weak if weak[suit] == most]
                    found.weak_openings.append(any(move.cards & SUIT_CARDS[suit] for suit in suits))
        if seat != me and move.verb == "take":
            found.opponent_takes[0] += not drawn_out
            weak.update(card % 4 for card in bits(state.uncovered & ~trumps))
        if seat != me and move.verb == "cover" and move.cards & trumps and not trumps >> move.arg & 1:
            suit = suit_of(move.arg)
            assert suit is not None
            weak[suit] += 1

    return found, watch, faced


@cache
def fingerprint(style: str, decks: int, against: str = BASELINE) -> Fingerprint:
    """Plays every deck from both seats with fresh players each time, as section 8 of the catalogue asks."""
    rules = rules_for("throw_in", 2)
    found = Fingerprint()
    for seed in range(1, decks + 1):
        for me in (0, 1):
            bots = [bot(against, rules), bot(against, rules)]
            bots[me] = bot(style, rules)
            found += measure(rules, bots, seed, seed % 2)[me]
    return found


@cache
def match_fingerprint(style: str, decks: int, against: str) -> tuple[Fingerprint, Fingerprint]:
    """The fingerprints of both players over one long match, in which a player who watches gets to know the other."""
    rules = rules_for("throw_in", 2)
    bots = (bot(style, rules), bot(against, rules))
    first, second = Fingerprint(), Fingerprint()
    for seed in range(1, decks + 1):
        for dealer in (0, 1):
            one, other = measure(rules, bots, seed, dealer)
            first += one
            second += other
    return first, second


def score(a: str, b: str, decks: int, preset: str = "throw_in", seats: int = 2) -> float:
    """The score of `a` against `b` in alternate seats, every deck twice with the seats exchanged."""
    rules = rules_for(preset, seats)
    total = 0.0
    for seed in range(1, decks + 1):
        for turn in (0, 1):
            mine = [(seat + turn) % 2 == 0 for seat in range(seats)]
            _, scores = play(rules, [bot(a if is_a else b, rules) for is_a in mine], seed, seed % seats)
            ahead = sum(value if is_a else -value for value, is_a in zip(scores, mine, strict=True)) / (seats / 2)
            total += (ahead + 1) / 2
    return total / (2 * decks)


def places_by_log(events: Sequence[Event], stock: bool) -> dict[int, str]:
    """The place of every card that the table has seen, from the public events alone.

    `"P1"` for a hand. Without a `stock` the turn-up was the dealer's last card (D-06).
    """
    where: dict[int, str] = {}
    for event in events:
        for card in bits(event.cards) if event.to == EVERYBODY else ():
            match event.kind:
                case "attack" | "cover" | "throw" | "transfer" | "turn":
                    where[card] = "table"
                case "beaten":
                    where[card] = "discard"
                case "turn_up" if stock:
                    where[card] = "stock"
                case "accuse":
                    pass
                case _:
                    where[card] = f"P{event.seat}"
    return where
