"""What a search knows about Durak: the value of cards, playouts in the two-player model, exact endings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from cardtable.bots.search.thoughts import Counted, Thoughts
from cardtable.bots.styles.durak import natural
from cardtable.bots.styles.durak.clues import READABLE, Clues
from cardtable.bots.styles.durak.ending import LOSS, WIN, EndingSolver, best_moves, ending_of
from cardtable.bots.styles.durak.foresight import MODELLED, Model
from cardtable.bots.styles.durak.hand import JOKER_PRICE, LOW, TRUMP_PRICE, Prices
from cardtable.cards import SUIT_CARDS, Cards, bits
from cardtable.engine.moves import Event, Move, Seat, Seats
from cardtable.engine.options import only_changes
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation, Odds
from cardtable.games.durak.ranking import JOKERS
from cardtable.games.durak.rules import PASS, TAKE, DurakRules
from cardtable.games.durak.state import DurakState

POSITIONS: Final = 100_000
"""Positions visited in an ending before falling back to a search."""
SPARED: Final = 10
"""Cards up to this price, a jack's, are thrown in rather than kept."""
TAKING: Final = 40
"""The price of taking: more than any plain card, less than a trump."""
KEPT: Final = 20_000
"""The most moves whose cost is cached."""
UNUSUAL: Final = ("accuse", "cheat_cover", "cheat_transfer", "show")
"""Moves that a habitual playout never makes unforced."""


class Costs(dict[Move, float]):
    """Maps each move to its cost. Computed on demand: a search asks for the same moves again and again."""

    def __init__(self, prices: list[int]) -> None:
        super().__init__()
        self._prices = prices

    def __missing__(self, move: Move) -> float:
        if len(self) >= KEPT:
            self.clear()
        cost = self[move] = self._worked_out(move)
        return cost

    def _worked_out(self, move: Move) -> float:
        verb, cards, _ = move
        if verb in UNUSUAL:
            return JOKER_PRICE * 2
        if not cards:
            return TAKING if verb == "take" else 0
        prices = self._prices
        cost = sum([prices[card] for card in bits(cards)])
        if verb == "attack":
            return cost / cards.bit_count() ** 2  # Leading mates together sheds more cards, at less cost for each.
        if verb == "cover":
            # Any trump costs more than any plain card; only the lowest trump is cheaper than taking.
            return cost if cost < TRUMP_PRICE else TAKING - 1 + (cost - TRUMP_PRICE) / 8
        return cost - SPARED * cards.bit_count()


LAST: Final = 10_000
"""The cost of moves that habit makes only as a last resort."""
EACH: Final = 1_000
"""The habitual value of throwing in one more card."""


class Habits(Costs):
    """Maps each move to its cost by habit: plays like the two-player model, but with any number of players.

    Leads low, with the mates of a low card; transfers with plain cards, covers what it can, throws in all plain cards.
    """

    def __init__(self, prices: list[int], spared: Cards, pairs: Cards) -> None:
        super().__init__(prices)
        self._spared = spared
        """The cards to throw in and to transfer with."""
        self._pairs = pairs
        """The cards to lead together with their mates."""

    def _worked_out(self, move: Move) -> float:
        verb, cards, _ = move
        size = cards.bit_count()
        cost = sum([self._prices[card] for card in bits(cards)])
        spared = not cards & ~self._spared
        match verb:
            case "attack":
                alone = size == 1 or cards & ~(self._pairs & self._spared)
                return cost if alone else cost / size - (size - 1) / 8
            case "cover":
                return cost
            case "transfer" if spared:
                return cost - LAST
            case "show" | "exchange":
                return -LAST
            case "throw" | "add":
                return cost - EACH * size if spared else LAST
            case "pass" | "hold":
                return 0
            case "take":
                return LAST
        return 2 * LAST


EARLY: Final = 12
"""The least number of cards in the stock that counts as early in a deal."""
EARLY_SHARE, LATER_SHARE = 0.5, 1.25
"""The shares of iterations early and later: early playouts average several stock orders, later tries decide more."""


class DurakThoughts(Thoughts[DurakRules]):
    """Cheap cards first, trumps last."""

    def __init__(self, rules: DurakRules) -> None:
        super().__init__(rules)
        self.prices = Prices(rules)
        self._costs: dict[int, Costs] = {}
        self._habits: dict[tuple[int, bool], Habits] = {}
        self._models: dict[int, Model] = {}
        self._has_model = rules.seats == 2 and only_changes(rules.options, MODELLED)

    def exact(self, seen: Observation, moves: Sequence[Move]) -> Counted | None:
        """The best moves once two players are left and together hold all unseen cards (D-90).

        With a stock of two or three, solving eight sampled deals took seven times as long as the search, and in none of
        the 48 decisions in which half of them could be solved did it find a better move.
        """
        observed = seen.state
        assert isinstance(observed, DurakState)
        if observed.active.bit_count() > 2 or len(observed.stock) > 1 or seen.seat != observed.to_act[0]:
            return None
        state = self.rules.only_world(seen)
        if state is None:
            return None
        found = best_moves(self.rules, state, seen.seat, moves, POSITIONS)
        return None if found is None else Counted((found[0] - LOSS) / (WIN - LOSS), found[1])

    def is_odd(self, seen: Observation, moves: Sequence[Move], move: Move) -> bool:
        """Whether a move spends a trump or court card early where a plain card would do."""
        return natural.is_odd(self.rules, self.prices, seen, moves, move)

    def plain_first(self, seen: Observation, moves: Sequence[Move]) -> Sequence[Move]:
        """The cheapest moves first."""
        return natural.by_price(self.prices, seen, moves)

    def share(self, seen: Observation) -> float:
        """Fewer iterations early in a two-player deal, where the order of the stock matters more than moves."""
        if not self._has_model or self.orders == 1:
            return 1.0
        return EARLY_SHARE if len(seen.state.stock) >= EARLY else LATER_SHARE

    def odds(self, seen: Observation, events: Sequence[Event]) -> Odds | None:
        """From the opponent's leads, covers, takes and missed throw-ins, under house rules where these are clues.

        With more than two players this was no better, although play reveals as much of the hands there: over 211 decks
        with three players, at 120 iterations, it scored 0.506 ± 0.027 against the same search without it, and with four
        players, against counter_player, 0.004 ± 0.027 less than without it over 76 decks.
        """
        if self.rules.seats > 2 or not only_changes(self.rules.options, READABLE):
            return None
        return Clues(self.rules, self.prices, seen).read(events)

    def endings(self, state: DurakState, seat: Seat, friends: Seats) -> EndingSolver | None:
        """A solver for endings with two players left (D-90)."""
        return ending_of(self.rules, state, 0) if len(state.stock) <= 1 and seat == state.to_act[0] else None

    def order(self, state: DurakState, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """Sorts by cost; by habit where the model does not apply."""
        return sorted(moves, key=self._cost(state.trump) if self._has_model else self._habit(state))

    def pick(self, state: DurakState, seat: Seat, moves: Sequence[Move], rng: Random) -> Move:
        """The cheapest move by habit; a player who cannot cover everything takes, and none throws in against
        themselves.
        """
        if state.uncovered & (state.uncovered - 1) and moves[-1] == TAKE:
            if len({move.arg for move in moves if move.verb == "cover"}) < state.uncovered.bit_count():
                moves = [move for move in moves if move.verb != "cover"]
        elif state.self_asked:
            return PASS
        return min(moves, key=self._habit(state))

    def _habit(self, state: DurakState) -> Callable[[Move], float]:
        key = state.trump, not state.stock
        habits = self._habits.get(key)
        if habits is None:
            trump, late = key
            plain = ~((SUIT_CARDS[trump] if trump >= 0 else 0) | JOKERS)
            habits = Habits(self.prices[trump], ~0 if late else plain, plain if late else plain & LOW)
            self._habits[key] = habits
        return habits.__getitem__

    def _cost(self, trump: int) -> Callable[[Move], float]:
        costs = self._costs.get(trump)
        if costs is None:
            costs = self._costs[trump] = Costs(self.prices[trump])
        return costs.__getitem__

    def finish(self, state: DurakState, rng: Random) -> Sequence[float]:
        """Plays out in the two-player model, which is ten times as fast; elsewhere move by move."""
        if not self._has_model or not state.to_act or state.active.bit_count() != 2:
            return super().finish(state, rng)
        rules = self.rules
        if not state.attacks:
            seat = state.to_act[0]
            # By price: leading and ordering moves by habit was no better over 60 two-player decks.
            rules.play(state, seat, min(rules.legal(state, seat), key=self._cost(state.trump)))
        value = self._model(state.trump).play_on(state, self.orders)
        return (value, 1 - value)

    def _model(self, trump: int) -> Model:
        model = self._models.get(trump)
        if model is None:
            trumps = (SUIT_CARDS[trump] if trump >= 0 else 0) | JOKERS
            model = self._models[trump] = Model(self.rules, trump, trumps)
        return model


def make(rules: AnyRules) -> DurakThoughts:
    assert isinstance(rules, DurakRules)
    return DurakThoughts(rules)
