"""Two-player endings of Durak in which every card is known: the winner is proven, not guessed (D-90).

Every question has a yes-or-no answer: can the attacker get at least this result? With every card in sight it is never
better to play several cards at once than one after another, except for cards added to a bout that is taken. The tests
check this against every line of `legal` and `play`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from cardtable.bots.search.thoughts import TooDeep
from cardtable.cards import ONE, RANK_MATES, SUIT_CARDS, Card, Cards, bits
from cardtable.engine.moves import Move, Seat
from cardtable.engine.options import only_changes
from cardtable.games.durak.options import HAND
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import GUARD, DurakState

WIN: Final = 1
DRAW: Final = 0
LOSS: Final = -1
"""The result of an ending for a player."""

HARMLESS: Final = frozenset(
    {
        "deck",
        "turn_up",
        "trump_source",
        "spade_turn_up",
        "spades_only_by_spades",
        "redeal_ace",
        "redeal_five",
        "redeal_no_trump",
        "low_trump_over_ace",
        "queen_rule",
        "jokers",
        "next_first_attacker",
        "next_dealer",
        "opening_cards",
        "who_throws",
        "throw_order",
        "throw_pass",
        "throw_batch",
        "draws",
        "last_card",
        "max_attack",
        "first_limit",
        "teams",
        "team_vacant_seat",
        "epaulettes",
        "winner_rule",
        "match",
        "match_length",
    }
)
"""The house rules under which a two-player bout is still the one solved here."""


def is_plain(rules: DurakRules) -> bool:
    """Whether endings under these rules can be solved here."""
    return only_changes(rules.options, HARMLESS)


class EndingSolver:
    """Solves the endings that can arise from one full state, and caches the results."""

    SLICE: ClassVar[int] = 2_000

    def __init__(self, rules: DurakRules, state: DurakState, most: int) -> None:
        self.left = most
        """The number of positions that may still be visited."""
        self._rules = rules
        self._limit = rules.max_attack
        self._draws = rules.options.draws == "on"
        self._beaters = {card: rules.beaters_of(state, card) for card in rules.deck}
        self._trumps = SUIT_CARDS[state.trump] if state.trump >= 0 else 0
        self._stock = state.stock
        self._ordered: dict[Cards, list[Card]] = {}
        self._known: dict[tuple[Cards, Cards, int, int], bool] = {}
        self._drawn = 0
        """The number of cards drawn from the stock at the point being solved."""

    def reached(self, state: DurakState, table: Cards, least: int) -> bool:
        """Whether the attacker gets at least `least` in a full state; `table` holds the cards of the bout."""
        attacker, defender = state.places[state.attacker], state.places[state.defender]
        ranks, room = state.ranks, state.room
        self._drawn = len(self._stock) - len(state.stock)
        if not state.attacks:
            return self._lead(attacker, defender, least)
        if state.taking:
            return self._add(attacker, defender | table, ranks, room, least)
        if state.uncovered:
            return self._defend(attacker, defender, table, state.uncovered, ranks, room, least)
        return self._throw(attacker, defender, table, ranks, room, least)

    def best(self, state: DurakState, seat: Seat, moves: Sequence[Move]) -> list[Move]:
        """The best moves for the seat to act in a full state. Raises TooDeep."""
        return self.weighed(state, seat, moves)[1]

    def weighed(self, state: DurakState, seat: Seat, moves: Sequence[Move]) -> tuple[int, list[Move]]:
        """The seat's best result in a full state, and the moves that reach it. Raises TooDeep."""
        if state.idle_takes + len(self._rules.deck) >= GUARD:
            raise TooDeep
        best, found = LOSS - 1, []
        for move in moves:
            after = state.copy()
            self._rules.play(after, seat, move)
            value = self._value(after, seat, best)
            if value > best:
                best, found = value, [move]
            elif value == best:
                found.append(move)
        return best, found

    def _value(self, state: DurakState, seat: Seat, enough: int) -> int:
        """The seat's result. If nothing less than a win matters (`enough`), a draw counts as a loss, which is quicker
        to find out.
        """
        if not state.to_act:
            return DRAW if state.fool < 0 else LOSS if state.losers >> seat & 1 else WIN
        table, attacks = state.places[self._rules.table], state.attacker == seat
        if enough == WIN:
            return WIN if self.reached(state, table, WIN if attacks else DRAW) == attacks else LOSS
        value = next((least for least in (WIN, DRAW) if self.reached(state, table, least)), LOSS)
        return value if attacks else -value

    def _cheapest_first(self, cards: Cards) -> list[Card]:
        found = self._ordered.get(cards)
        if found is None:
            found = self._ordered[cards] = bits(cards & ~self._trumps) + bits(cards & self._trumps)
        return found

    def _lead(self, attacker: Cards, defender: Cards, least: int) -> bool:
        """Whether the attacker gets at least `least` from the start of a bout."""
        key = attacker, defender, self._drawn, least
        found = self._known.get(key)
        if found is None:
            room = min(defender.bit_count(), self._limit) - 1
            found = False
            for card in self._cheapest_first(attacker):
                one = ONE[card]
                if self._defend(attacker ^ one, defender, one, one, RANK_MATES[card], room, least):
                    found = True
                    break
            self._known[key] = found
        return found

    def _defend(
        self, attacker: Cards, defender: Cards, table: Cards, uncovered: Cards, ranks: Cards, room: int, least: int
    ) -> bool:
        """The same with open cards on the table: the defender covers the highest of them, or takes."""
        self.left -= 1
        if self.left < 0:
            raise TooDeep
        attack = uncovered.bit_length() - 1
        covers = defender & self._beaters[attack]
        if covers:
            rest = uncovered ^ ONE[attack]
            for cover in self._ordered.get(covers) or self._cheapest_first(covers):
                one = ONE[cover]
                known = ranks | RANK_MATES[cover]
                if rest:
                    reached = self._defend(attacker, defender ^ one, table | one, rest, known, room, least)
                else:
                    reached = self._throw(attacker, defender ^ one, table | one, known, room, least)
                if not reached:
                    return False
        return self._add(attacker, defender | table, ranks, room, least)

    def _throw(self, attacker: Cards, defender: Cards, table: Cards, ranks: Cards, room: int, least: int) -> bool:
        """The same with every card covered: the attacker throws one in, or lets the cards be beaten."""
        fits = attacker & ranks
        if fits and room > 0 and defender:
            for card in self._ordered.get(fits) or self._cheapest_first(fits):
                one = ONE[card]
                if self._defend(attacker ^ one, defender, table | one, one, ranks | RANK_MATES[card], room - 1, least):
                    return True
        return self._after(attacker, defender, least, beaten=True)

    def _add(self, attacker: Cards, defender: Cards, ranks: Cards, room: int, least: int) -> bool:
        """The same after a take: the attacker may add any cards that fit."""
        added = fits = attacker & ranks if room > 0 else 0
        while True:
            if (not added or added.bit_count() <= room) and self._after(attacker ^ added, defender | added, least):
                return True
            if not added:
                return False
            added = (added - 1) & fits

    def _after(self, attacker: Cards, defender: Cards, least: int, *, beaten: bool = False) -> bool:
        """The same after a bout: both draw, and the next attacker leads."""
        before = drawn = self._drawn
        stock, size = self._stock, len(self._stock)
        if drawn < size:
            until = min(size, drawn + max(0, HAND - attacker.bit_count()))
            for card in stock[drawn:until]:
                attacker |= ONE[card]
            drawn = min(size, until + max(0, HAND - defender.bit_count()))
            for card in stock[until:drawn]:
                defender |= ONE[card]
        if drawn == size and not (attacker and defender):
            # With both hands empty the defender covered last: a draw, or the defender loses the deal (D-36, D-84).
            return bool(defender) or (not attacker and (least == DRAW or not self._draws))
        if beaten:
            # After a change of sides, reaching `least` means keeping the other player from at least `1 - least`.
            attacker, defender, least = defender, attacker, 1 - least
        reached = self._known.get((attacker, defender, drawn, least))
        if reached is None:
            self._drawn = drawn
            reached = self._lead(attacker, defender, least)
            self._drawn = before
        return reached != beaten


def ending_of(rules: DurakRules, state: DurakState, most: int) -> EndingSolver | None:
    """Creates a solver for a full state.

    None if anyone besides attacker and defender is involved: a player who went out in this bout may have attacked, and
    a third may still throw in.
    """
    two = 1 << state.attacker | 1 << state.defender
    return None if not is_plain(rules) or state.active & ~two else EndingSolver(rules, state, most)


def best_moves(
    rules: DurakRules, state: DurakState, seat: Seat, moves: Sequence[Move], most: int
) -> tuple[int, list[Move]] | None:
    """The seat's best result in a full state and the moves that reach it; None if that is unknown or takes too long."""
    ending = ending_of(rules, state, most)
    if ending is None:
        return None
    try:
        return ending.weighed(state, seat, moves)
    except TooDeep:
        return None
