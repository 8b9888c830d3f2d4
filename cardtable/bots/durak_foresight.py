"""What comes of a move where two are left to play: the deal is played on, in a simple model of the game or exactly.

The model knows bouts, throw-ins, refills and hands that go round; transfers, travel cards and cheats happen in it only
as the move that is weighed. It weighs moves, it does not decide what is legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from cardtable.bots.durak_hand import LOW, Look, unseen
from cardtable.cards import PACK, RANK_MATES, Cards, bits
from cardtable.engine.moves import Move
from cardtable.games.durak.options import HAND
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState

ANSWER, WORD, TAKEN = range(3)
"""In the model the defender answers, the attacker has the word, or the defender takes."""


class Start(NamedTuple):
    """A bout as it stands once the move is made. The hands are `mine` and, dealt later, the opponent's."""

    mine: Cards
    attacking: bool
    table: Cards
    ranks: Cards
    uncovered: Cards
    left: int
    """How many attack cards the limit of the bout still allows."""
    phase: int


def after(look: Look, move: Move) -> Start | None:
    """The model's picture of the table after this move; None for moves that it does not know."""
    state, hand = look.state, look.hand
    verb, cards, attack = move
    table = state.places[look.rules.table]
    left = state.limit - len(state.attacks)
    size = cards.bit_count()
    ranks = state.ranks
    for card in bits(cards):
        ranks |= RANK_MATES[card]
    if verb == "attack":
        return Start(hand ^ cards, True, cards, ranks, cards, left - size, ANSWER)
    if verb == "cover":
        rest = state.uncovered ^ 1 << attack
        return Start(hand ^ cards, False, table | cards, ranks, rest, left, ANSWER if rest else WORD)
    if verb == "take":
        return Start(hand, False, table, ranks, state.uncovered, left, TAKEN)
    if verb in ("transfer", "show"):
        laid = cards if verb == "transfer" else 0
        return Start(hand ^ laid, True, table | laid, ranks, state.uncovered | laid, left - laid.bit_count(), ANSWER)
    if verb == "throw":
        if state.self_asked:
            return Start(hand ^ cards, False, table | cards, ranks, cards, left - size, ANSWER)
        if state.taking:
            return Start(hand ^ cards, True, table | cards, ranks, 0, 0, TAKEN)
        return Start(hand ^ cards, True, table | cards, ranks, state.uncovered | cards, left - size, ANSWER)
    if verb == "pass":
        if state.self_asked:
            return Start(hand, False, table, ranks, 0, left, WORD)
        return Start(hand, True, table, ranks, 0, 0, TAKEN if state.taking else WORD)
    if verb == "hold":
        return Start(hand, True, table, ranks, state.uncovered, left, ANSWER)
    return None


class World(NamedTuple):
    """The cards that cannot be seen, dealt in one way that fits."""

    theirs: Cards
    stock: tuple[Cards, ...]
    """One set with a single card each, in the order they are drawn."""


def worlds(look: Look, count: int, rng: Random) -> list[World]:
    """Deals of the hidden cards that this player cannot tell from the real one."""
    state = look.state
    other = look.opponent
    assert other is not None
    known = state.places[other]
    assert state.hidden is not None
    assert state.lacks is not None
    need = state.hidden[other]
    pool = bits(unseen(look.rules, look.seen))
    # A card the opponent lacks is in the stock or the discard pile.
    lacking = state.lacks[other]
    found = []
    random = rng.random
    for _ in range(count):
        for last in range(len(pool) - 1, 0, -1):
            place = int(random() * (last + 1))
            pool[last], pool[place] = pool[place], pool[last]
        theirs, rest = known, []
        short = need
        for card in pool:
            if short and not lacking >> card & 1:
                theirs |= 1 << card
                short -= 1
            else:
                rest.append(1 << card)
        fill = iter(rest)
        stock = tuple([1 << card if card >= 0 else next(fill, 0) for card in state.stock])
        found.append(World(theirs, stock))
    return found


class Model:
    """Two players of habit, at a table with these rules and this trump suit."""

    def __init__(self, rules: DurakRules, trump: int, trumps: Cards) -> None:
        self.beaters = [0] * (2 * PACK)
        state = DurakState()
        state.trump = trump
        for card in rules.deck:
            self.beaters[card] = rules.beaters_of(state, card)
        self.trumps = trumps
        self.throws = ~0 if rules.options.throw_in else 0
        self.adds = self.throws if rules.options.throw_after_take else 0
        self.limit = rules.max_attack
        self.most = rules.opening_most
        self.goes_round = rules.options.pass_hands != "none"

    def play(self, start: Start, world: World) -> float:
        """The result for the player who looks: 1 won, 0.5 drawn, 0 lost."""
        beaters, trumps, most = self.beaters, self.trumps, self.most
        attacking, table, ranks, open_cards, left, phase = start[1:]
        stock = world.stock
        top, end = 0, len(stock)
        if attacking:
            a, d = start.mine, world.theirs
        else:
            a, d = world.theirs, start.mine
        plain_only = ~trumps
        for _ in range(80):
            while True:
                if phase == ANSWER:
                    phase = WORD
                    while open_cards:
                        low = open_cards & -open_cards
                        open_cards ^= low
                        ways = d & beaters[low.bit_length() - 1]
                        if not ways:
                            phase = TAKEN
                            break
                        ways = ways & plain_only or ways
                        low = ways & -ways
                        d ^= low
                        table |= low
                        ranks |= RANK_MATES[low.bit_length() - 1]
                fits = a & ranks & (self.throws if phase == WORD else self.adds)
                if top < end:
                    fits &= plain_only
                held = d.bit_count()
                room = left if left < held else held
                if not fits or room <= 0:
                    break
                while fits and room:
                    low = fits & -fits
                    fits ^= low
                    a ^= low
                    table |= low
                    open_cards |= low
                    room -= 1
                    left -= 1
                if phase == TAKEN:
                    break
                phase = ANSWER
            taken = phase == TAKEN
            if taken:
                d |= table
            if top < end:
                for _ in range(HAND - a.bit_count()):
                    if top == end:
                        break
                    a |= stock[top]
                    top += 1
                for _ in range(HAND - d.bit_count()):
                    if top == end:
                        break
                    d |= stock[top]
                    top += 1
            if top == end and not (a and d):
                if not a and not d:
                    return 0.5
                return 1.0 if (not a) == attacking else 0.0
            if not taken:
                attacking = not attacking
            if taken == self.goes_round:
                a, d = d, a
            # The next bout: the lowest plain card, its mates with it where they are low or the stock is gone.
            cards = a & plain_only or a
            cards &= RANK_MATES[(cards & -cards).bit_length() - 1]
            held = d.bit_count()
            left = self.limit
            size = cards.bit_count()
            if size > 1 and (size > most or size > held or size > left or (top < end and not cards & LOW)):
                cards &= -cards
                size = 1
            a ^= cards
            table = open_cards = cards
            ranks = RANK_MATES[cards.bit_length() - 1]
            left -= size
            phase = ANSWER
        return 0.5


def expected(model: Model, starts: Sequence[Start], found: Sequence[World]) -> list[float]:
    """The mean result of every start over the same worlds."""
    return [sum([model.play(start, world) for world in found]) / len(found) for start in starts]


STEP = 0.25
"""Less than lies between a draw and a deal lost or won."""


class TooDeep(Exception):
    """An ending with more positions than may be looked at."""


class Ending:
    """The exact value of an ending of two players who know each other's cards: the stock is gone, and nobody cheats."""

    def __init__(self, rules: DurakRules, seat: int, most: int) -> None:
        self.rules = rules
        self.seat = seat
        self.left = most
        self._values: dict[tuple[object, ...], float] = {}

    def value(self, state: DurakState, alpha: float, beta: float) -> float:
        """The result for the seat, exact between the bounds. Raises TooDeep."""
        if not state.to_act:
            return self.rules.result(state).scores[self.seat]
        self.left -= 1
        if self.left < 0:
            raise TooDeep
        key = None
        if not state.attacks:
            key = (
                *state.places[: self.rules.seats],
                state.attacker_seat,
                state.idle_takes,
                state.beaten_once,
                state.shown,
            )
            known = self._values.get(key)
            if known is not None:
                return known
        actor = state.to_act[0]
        mine = actor == self.seat
        best = -1.0 if mine else 2.0
        low, high = alpha, beta
        for move in self.moves(state, actor):
            after = state.copy()
            self.rules.play(after, actor, move)
            value = self.value(after, low, high)
            if mine:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        if key is not None and alpha < best < beta:
            self._values[key] = best
        return best

    def moves(self, state: DurakState, actor: int) -> list[Move]:
        """The legal moves, those first that lay most cards."""
        return sorted(self.rules.legal(state, actor), key=lambda move: -move.cards.bit_count())


class Verdict(NamedTuple):
    """What an ending comes to, and the moves that bring it there."""

    value: float
    moves: tuple[Move, ...]


def solve(look: Look, most: int) -> Verdict | None:
    """The value of an ending in which every card is known; None when more than `most` positions would be looked at."""
    ending = Ending(look.rules, look.seat, most)
    state = look.state.bare()
    state.hidden = None
    assert look.opponent is not None
    state.places[look.opponent] |= unseen(look.rules, look.seen)
    best, found = -1.0, []
    try:
        for move in ending.moves(state, look.seat):
            after = state.copy()
            look.rules.play(after, look.seat, move)
            # Open below the best by less than a step of the scores, so that equal moves are told apart from worse ones.
            value = ending.value(after, best - STEP, 1 + STEP)
            if value > best:
                best, found = value, [move]
            elif value == best:
                found.append(move)
    except TooDeep:
        return None
    return Verdict(best, tuple(found))


def knows_all(look: Look) -> bool:
    """No stock, and nothing is out of sight but the one opponent's hand: so that is known too (D-90)."""
    hidden = look.state.hidden
    assert hidden is not None
    return look.late and not any(hidden[look.rules.seats :])
