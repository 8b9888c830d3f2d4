"""The consequences of a move with two players left: the deal is played out, in a simple model of the game or exactly.

The model knows bouts, throw-ins, refills and passing hands round; it knows transfers, travel cards and cheating only as
the move being weighed. It weighs moves but does not decide whether they are legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random
from typing import Final, NamedTuple

from cardtable.bots.search.thoughts import TooDeep, course
from cardtable.bots.styles.durak.ending import HARMLESS
from cardtable.bots.styles.durak.hand import LOW, DurakLook, unseen
from cardtable.cards import HIDDEN, RANK_MATES, Cards, bits, shuffle
from cardtable.engine.moves import Move
from cardtable.games.durak.dealing import new_state
from cardtable.games.durak.options import HAND
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState


class Start(NamedTuple):
    """A bout after the move. The hands are `mine` and the opponent's, which is dealt later."""

    mine: Cards
    attacking: bool
    table: Cards
    ranks: Cards
    uncovered: Cards
    """The cards the defender must answer now."""
    left: int
    """How many more attack cards the limit of the bout allows."""
    taken: bool = False
    """Whether the defender takes."""


Held = tuple[Cards, bool, Cards, Cards, Cards, int, bool]
"""A `Start` with its cards in the model's order."""


def after(look: DurakLook, move: Move) -> Start | None:
    """The table after this move as the model sees it; None for moves the model does not know."""
    state, hand = look.state, look.hand
    verb, cards, attack = move
    table = state.places[look.rules.table]
    left = state.limit - len(state.attacks)
    size = cards.bit_count()
    ranks = state.ranks
    for card in bits(cards):
        ranks |= RANK_MATES[card]
    if verb == "attack":
        return Start(hand ^ cards, True, cards, ranks, cards, left - size)
    if verb == "cover":
        return Start(hand ^ cards, False, table | cards, ranks, state.uncovered ^ 1 << attack, left)
    if verb == "take":
        return Start(hand, False, table, ranks, 0, left, True)
    if verb in ("transfer", "show"):
        laid = cards if verb == "transfer" else 0
        return Start(hand ^ laid, True, table | laid, ranks, state.uncovered | laid, left - laid.bit_count())
    if verb in ("throw", "add"):
        if state.self_asked:
            return Start(hand ^ cards, False, table | cards, ranks, cards, left - size)
        if state.taking:
            return Start(hand ^ cards, True, table | cards, ranks, 0, 0, True)
        return Start(hand ^ cards, True, table | cards, ranks, state.uncovered | cards, left - size)
    if verb == "pass":
        if state.self_asked:
            return Start(hand, False, table, ranks, 0, left)
        return Start(hand, True, table, ranks, 0, 0, state.taking)
    if verb == "hold":
        return Start(hand, True, table, ranks, state.uncovered, left)
    return None


class World(NamedTuple):
    """One possible deal of the hidden cards, in the model's order."""

    theirs: Cards
    drawn: tuple[Cards, ...]
    """By the number of cards drawn from the stock so far, the set of these cards."""


MODELLED: Final = HARMLESS | {
    "packs",
    "overload_limit",
    "joker_attack",
    "throw_in",
    "throw_timing",
    "throw_after_take",
    "first_limit_scope",
    "first_limit_on_take",
    "limit_when_stock_empty",
    "draw_order",
    "draw_anchor",
    "scarce_stock",
    "leave_when",
    "pass_hands",
    "self_throw",
    "lead_from_stock",
}
"""The house rules under which the model may play a deal out: what it ignores in them is rare."""
FEW: Final = 3
"""With fewer cards than this in the stock, only one order is played."""
KEPT = 20_000
"""The most sets of cards cached in the model's order."""
PIECE = 13
"""Sets of cards are converted in pieces of this many cards."""
IN_PIECE = (1 << PIECE) - 1


class Turned(dict[Cards, Cards]):
    """Maps a set of cards to the model's order. Computed on demand: a search asks for the same sets again and again."""

    def __init__(self, places: dict[int, Cards], deck: Cards) -> None:
        super().__init__()
        self._pieces = [TurnedPiece(places, start) for start in range(0, deck.bit_length(), PIECE)]

    def __missing__(self, cards: Cards) -> Cards:
        if len(self) >= KEPT:
            self.clear()
        turned, left = 0, cards
        for piece in self._pieces:
            turned |= piece[left & IN_PIECE]
            left >>= PIECE
        self[cards] = turned
        return turned


class TurnedPiece(dict[int, Cards]):
    """Maps a piece of a set of cards, starting at card `start`, to the model's order."""

    def __init__(self, places: dict[int, Cards], start: int) -> None:
        super().__init__()
        self._places = places
        self._start = start

    def __missing__(self, part: int) -> Cards:
        turned = self[part] = sum([self._places[self._start + card] for card in bits(part)])
        return turned


class Model:
    """Two players who play by habit, under these rules and with this trump suit.

    Its sets of cards are in reverse order, with the lowest card at the highest bit, which is found at once: the
    `bit_length` of a set is the *place* of its lowest card, 1 for the highest card of the deck, and 0 for an empty set.
    """

    def __init__(self, rules: DurakRules, trump: int, trumps: Cards) -> None:
        self.deck = rules.all_cards
        deck = sorted(rules.deck, reverse=True)
        self.bits = {card: 1 << place for place, card in enumerate(deck)}
        """Maps each card to its bit."""
        self.turned = Turned(self.bits, self.deck)
        """Maps a set of cards to the same set in the model's order."""
        self.by_place = (0, *self.bits.values())
        """Maps each place to its bit."""
        state = new_state(rules, [0] * (rules.seats + len(rules.place_names)), (), 0)
        state.trump = trump
        turned = self.turned
        self.beaters = (0, *(turned[rules.beaters_of(state, card)] for card in deck))
        self.mates = (0, *(turned[RANK_MATES[card] & self.deck] for card in deck))
        """Maps each place to all cards of that rank."""
        self.plain = turned[self.deck & ~trumps]
        self.low = turned[self.deck & LOW]
        self.leads = turned[self.deck & ~rules.banned_attacks]
        """The cards that may be led if there is a choice."""
        self.throws = self.leads if rules.options.throw_in else 0
        """The cards that may be thrown in."""
        self.adds = rules.options.throw_after_take
        self.limit = rules.max_attack
        self.table = rules.table
        self.most = rules.opening_most
        self.goes_round = rules.options.pass_hands != "none"
        self.draws = rules.options.draws == "on"

    def held(self, start: Start) -> Held:
        """The start in the model's order."""
        mine, attacking, table, ranks, uncovered, left, taken = start
        turned = self.turned
        return turned[mine], attacking, turned[table], turned[ranks & self.deck], turned[uncovered], left, taken

    def play_on(self, state: DurakState, orders: int = 1) -> float:
        """Seat 0's score in a full state with two players in mid-bout: the mean over so many orders of the stock.

        Only the last card of the stock is known, so any other order says as much about a move as the first.
        """
        places, turned, stock = state.places, self.turned, [*map(self.bits.__getitem__, state.stock)]
        start = (
            turned[places[0]],
            state.parts.attacker == 0,
            turned[places[self.table]],
            turned[state.ranks & self.deck],
            turned[state.uncovered],
            state.limit - len(state.attacks),
            state.taking,
        )
        theirs = turned[places[1]]
        value = self.play(theirs, [*accumulate(stock, initial=0)], start)
        if orders == 1 or len(stock) < FEW:
            return value
        last = stock.pop()
        for number in range(1, orders):
            if number & 1:
                stock.reverse()
            else:
                cut = len(stock) * number // orders
                stock = stock[cut:] + stock[:cut]
            value += self.play(theirs, [*accumulate([*stock, last], initial=0)], start)
        return value / orders

    def play(self, theirs: Cards, drawn: Sequence[Cards], start: Held) -> float:
        """The result for the observing player: 1 won, 0.5 drawn, 0 lost.

        Takes the hidden cards as in a `World`, and a `Start` as `held` returns it.
        """
        mine, attacking, table, ranks, open_cards, left, taken = start
        by_place, beaters, mates, plain = self.by_place, self.beaters, self.mates, self.plain
        top, end = 0, len(drawn) - 1
        late = not end
        may_throw = self.throws if late else self.throws & plain
        a, d = (mine, theirs) if attacking else (theirs, mine)
        in_play = a | d | table
        for _ in range(80):
            while True:
                while open_cards:
                    attack = open_cards.bit_length()
                    ways = d & beaters[attack]
                    if not ways:
                        taken = True
                        break
                    cover = (ways & plain or ways).bit_length()
                    open_cards ^= by_place[attack]
                    d ^= by_place[cover]
                    ranks |= mates[cover]
                fits = a & ranks & may_throw
                if not fits or (taken and not self.adds):
                    break
                answers = d.bit_count()
                room = left if left < answers else answers
                if room <= 0:
                    break
                size = fits.bit_count()
                while size > room:
                    # The highest cards stay in hand.
                    fits &= fits - 1
                    size -= 1
                a ^= fits
                if taken:
                    break
                left -= size
                open_cards = fits
            if taken:
                d = in_play ^ a
            if not late:
                short = HAND - a.bit_count()
                if short > 0:
                    bottom, top = top, top + short
                    if top > end:
                        top = end
                    a |= drawn[top] ^ drawn[bottom]
                short = HAND - d.bit_count()
                if short > 0:
                    bottom, top = top, top + short
                    if top > end:
                        top = end
                    d |= drawn[top] ^ drawn[bottom]
                if top == end:
                    late = True
                    may_throw = self.throws
            if late and not (a and d):
                if not a and not d:
                    return 0.5 if self.draws else float(attacking)
                return 1.0 if (not a) == attacking else 0.0
            if taken:
                taken = False
                if self.goes_round:
                    a, d = d, a
            else:
                attacking = not attacking
                if not self.goes_round:
                    a, d = d, a
            # The next bout: lead the lowest plain card, with its mates if they are low or the stock is gone.
            in_play = a | d
            cards = a & plain or a & self.leads or a
            lowest = cards.bit_length()
            open_cards = by_place[lowest]
            ranks = mates[lowest]
            left = self.limit - 1
            cards &= ranks
            if cards != open_cards and (late or open_cards & self.low):
                size = cards.bit_count()
                if size <= self.most and size <= d.bit_count() and size <= self.limit:
                    open_cards = cards
                    left = self.limit - size
            a ^= open_cards
        return 0.5


def worlds(look: DurakLook, model: Model, count: int, rng: Random) -> list[World]:
    """Deals of the hidden cards that this player cannot tell from the real one."""
    state = look.state
    other = look.opponent
    assert other is not None
    assert state.hidden is not None
    assert state.lacks is not None
    known = model.turned[state.places[other]]
    need = state.hidden[other]
    pool = [model.bits[card] for card in bits(unseen(look.rules, look.seen))]
    # A card the opponent lacks is in the stock or the discard pile.
    lacking = model.turned[state.lacks[other] & look.rules.all_cards]
    stock = [0 if card == HIDDEN else model.bits[card] for card in state.stock]
    found = []
    # If the opponent holds all the hidden cards, there is only one way to deal them.
    for _ in range(count if len(pool) > need else 1):
        shuffle(pool, rng)
        theirs = sum([card for card in pool if not card & lacking][:need])
        rest = iter([card for card in pool if not card & theirs])
        drawn = accumulate([card or next(rest, 0) for card in stock], initial=0)
        found.append(World(known | theirs, tuple(drawn)))
    return found


def best(model: Model, starts: Sequence[Start], margin: float, found: Sequence[World]) -> int:
    """The index of the best start over the same worlds; a later one must beat the first by this margin."""
    first, *others = [model.held(start) for start in starts]
    results = [model.play(*world, first) for world in found]
    value, chosen = sum(results) / len(found) + margin, 0
    # Worlds in which the first start loses are mostly lost by the others too: tried first, they expose a worse start
    # soon.
    order = [found[index] for index in sorted(range(len(found)), key=results.__getitem__)]
    for number, start in enumerate(others, 1):
        total, left = 0.0, len(found)
        for world in order:
            if (total + left) / len(found) <= value:
                break
            total += model.play(*world, start)
            left -= 1
        if not left and total / len(found) > value:
            value, chosen = total / len(found), number
    return chosen


HISTORY: Final = ("bout",)
"""Facts that are only for display: from a new bout on, nothing depends on them."""
STEP = 0.25
"""Less than the difference between a draw and a win or a loss."""


class DuelSolver:
    """The exact value of a two-player ending with all cards known: the stock is gone, and nobody cheats."""

    def __init__(self, rules: DurakRules, seat: int, most: int) -> None:
        self.rules = rules
        self.seat = seat
        self.left = most
        self._values: dict[tuple[object, ...], float] = {}

    def value(self, state: DurakState, alpha: float, beta: float) -> float:
        """The seat's score, exact between the bounds. Raises TooDeep."""
        if not state.to_act:
            return self.rules.scores(state)[self.seat]
        self.left -= 1
        if self.left < 0:
            raise TooDeep
        key = None
        if not state.attacks:
            key = (*state.places, state.to_act, course(state, HISTORY))
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
        """The legal moves, those with the most cards first."""
        return sorted(self.rules.legal(state, actor), key=lambda move: -move.cards.bit_count())


class DuelValue(NamedTuple):
    """The value of an ending, and the moves that reach it."""

    value: float
    moves: tuple[Move, ...]


def solve(look: DurakLook, most: int) -> DuelValue | None:
    """The value of an ending in which every card is known; None if more than `most` positions would be visited."""
    ending = DuelSolver(look.rules, look.seat, most)
    state = look.state.bare()
    state.hidden = None
    assert look.opponent is not None
    state.places[look.opponent] |= unseen(look.rules, look.seen)
    best, found = -1.0, []
    try:
        for move in ending.moves(state, look.seat):
            after = state.copy()
            look.rules.play(after, look.seat, move)
            # The window opens just below the best value, so that equal moves are told apart from worse ones.
            value = ending.value(after, best - STEP, 1 + STEP)
            if value > best:
                best, found = value, [move]
            elif value == best:
                found.append(move)
    except TooDeep:
        return None
    return DuelValue(best, tuple(found))


def knows_all(look: DurakLook) -> bool:
    """Whether the opponent's hand is known: the stock is gone and all other cards are in sight (D-90)."""
    hidden = look.state.hidden
    assert hidden is not None
    return look.late and not any(hidden[look.rules.seats :])
