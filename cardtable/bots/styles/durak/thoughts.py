"""What a search is told of Durak: what cards are worth keeping, playouts in the model of two players, exact endings."""

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
"""Positions of an ending that are looked at before a search has to do."""
SPARED: Final = 10
"""Up to this price a card is thrown in rather than kept: that of a jack."""
TAKING: Final = 40
"""What it costs to take: more than any plain card, less than a trump."""
KEPT: Final = 20_000
"""Of so many moves it is remembered what they cost."""
UNUSUAL: Final = ("accuse", "cheat_cover", "cheat_transfer", "show")
"""What a playout by habit does not do of itself."""


class Costs(dict[Move, float]):
    """By move what it costs. Worked out when first asked for: a search asks for the same again and again."""

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
            return cost / cards.bit_count() ** 2  # With its mates a card is got rid of, and costs less for each.
        if verb == "cover":
            # Any trump is costlier than any plain card; with the lowest one rather covers than takes, with others not.
            return cost if cost < TRUMP_PRICE else TAKING - 1 + (cost - TRUMP_PRICE) / 8
        return cost - SPARED * cards.bit_count()


LAST: Final = 10_000
"""More than anything else costs that habit does of itself."""
EACH: Final = 1_000
"""What it is worth by habit to throw in one card more."""


class Habits(Costs):
    """By move what it costs by habit: as the model of two players lays its cards, for any number of them.

    Leads low, with the mates of a low card; hands on what is plain, covers what it can, throws in all plain cards.
    """

    def __init__(self, prices: list[int], spared: Cards, pairs: Cards) -> None:
        super().__init__(prices)
        self._spared = spared
        """What is thrown in and handed on."""
        self._pairs = pairs
        """What is led with its mates."""

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


EARLY, SHARE = 12, 0.5
"""With so many cards in the stock half of the iterations do, where each is the mean of several orders of it."""


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
        """The best moves once two are left who hold everything that is out of sight (D-90).

        With two or three in the stock eight sampled deals took seven times as long as the search, and in none of the 48
        decisions in which half of them could be worked out did they know a better move than it.
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
        """Spends trumps and court cards early, where plain cards would do."""
        return natural.is_odd(self.rules, self.prices, seen, moves, move)

    def plain_first(self, seen: Observation, moves: Sequence[Move]) -> Sequence[Move]:
        """What is cheapest."""
        return natural.by_price(self.prices, seen, moves)

    def share(self, seen: Observation) -> float:
        """Half of them early in a deal of two, where the order of the stock says more than all that is done."""
        return SHARE if self._has_model and self.orders > 1 and len(seen.state.stock) >= EARLY else 1.0

    def odds(self, seen: Observation, events: Sequence[Event]) -> Odds | None:
        """From what the other led, laid, took and did not throw in, where the house rules let it be read.

        With more than two players it was not better, though styles tell as much of their hands there: over 211 decks of
        three, at 120 iterations, it scored 0.506 against the same without it, give or take 0.027.
        """
        if self.rules.seats > 2 or not only_changes(self.rules.options, READABLE):
            return None
        return Clues(self.rules, self.prices, seen).read(events)

    def endings(self, state: DurakState, seat: Seat, friends: Seats) -> EndingSolver | None:
        """What works out who wins where two are left (D-90)."""
        return ending_of(self.rules, state, 0) if len(state.stock) <= 1 and seat == state.to_act[0] else None

    def order(self, state: DurakState, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """By what they cost; with more players than the model knows by habit."""
        return sorted(moves, key=self._cost(state.trump) if self._has_model else self._habit(state))

    def pick(self, state: DurakState, seat: Seat, moves: Sequence[Move], rng: Random) -> Move:
        """What costs least by habit; whoever cannot cover everything takes, and nobody throws in against themselves."""
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
        """In the model of two players, which is ten times as quick; else move by move."""
        if not self._has_model or not state.to_act or state.active.bit_count() != 2:
            return super().finish(state, rng)
        rules = self.rules
        if not state.attacks:
            seat = state.to_act[0]
            # By prices: to lead by habit here, and to order moves by it, was not better over 60 decks of two.
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
