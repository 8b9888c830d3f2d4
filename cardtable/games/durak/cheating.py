"""Cheating and catching (D-73, D-74).

A cheat looks like any cover or transfer. Whether it was one follows from the cards, which everybody sees, so the only
secret in the deal is how many cheats each player has used.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.cards import RANK_MATES, Card, Cards, bits, only_card
from cardtable.engine.moves import Event, Log, Move, Seat, single_moves
from cardtable.engine.scene import NO_CARD
from cardtable.engine.state import EVERYBODY, move_cards
from cardtable.games.durak.options import DurakOptions
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState, Transfer


def is_rank_transfer(uncovered: Cards, card: Card) -> bool:
    """Whether the card is an honest transfer of these uncovered attack cards: all have its rank (D-40)."""
    return not uncovered & ~RANK_MATES[card]


def may_cheat(rules: DurakRules, state: DurakState, seat: Seat) -> bool:
    """Whether the seat has cheats left and was not caught in this bout."""
    options = rules.options
    return options.cheating and state.cheated[seat] < options.cheats_per_deal and not state.caught >> seat & 1


def covers_on(state: DurakState) -> Cards:
    """The covers on the table, as a set."""
    cards = 0
    for _, cover in state.covered:
        cards |= cover
    return cards


def accusable(rules: DurakRules, state: DurakState, seat: Seat) -> Cards:
    """The covers and the transfer card on the table that this seat may accuse (D-74).

    Only the defender's covers since the last transfer count: earlier ones are settled, even if the attack comes back.
    """
    if state.taking or not state.active >> seat & 1 or state.barred >> seat & 1:
        return 0
    side = rules.seating.side[seat]
    cards = 0 if side >> state.defender & 1 else covers_on(state) & ~state.settled
    if state.handed is not None and not side >> state.handed.player & 1:
        cards |= 1 << state.handed.card
    return cards


def call_accusers(rules: DurakRules, state: DurakState) -> None:
    """Lets every seat with something to accuse act, after the seat whose turn it is (D-74)."""
    if not state.to_act or not rules.options.catching:
        return
    first = state.to_act[0]
    left = rules.from_left[state.defender_seat]
    state.to_act = (first, *[seat for seat in left if seat != first and accusable(rules, state, seat)])


def _note(state: DurakState, seat: Seat, move: Move) -> None:
    """Records what can still be accused, and any cheat; only the last transfer can be undone (D-74)."""
    match move.verb:
        case "cover" | "cheat_cover" | "take":
            state.handed = None
        case "transfer" | "cheat_transfer":
            # Only a transfer of a single card can be false (D-86), so several cards together cannot be accused.
            single = not move.cards & (move.cards - 1)
            before = state.uncovered, state.parts, state.settled
            state.handed = Transfer(seat, only_card(move.cards), *before) if single else None
            state.settled = covers_on(state)
        case "show":
            state.handed = None
            state.settled = covers_on(state)
    if move.verb in ("cheat_cover", "cheat_transfer"):
        state.cheated = tuple(count + (other == seat) for other, count in enumerate(state.cheated))


def _bring_back(state: DurakState, player: Seat) -> None:
    """Brings a player back into the deal when their last card is returned."""
    state.active |= 1 << player
    state.out = tuple(seat for seat in state.out if seat != player)
    state.emptied = tuple(seat for seat in state.emptied if seat != player)


def _undo_transfer(state: DurakState, handed: Transfer) -> None:
    index = state.attacks.index(handed.card)
    state.attacks = (*state.attacks[:index], *state.attacks[index + 1 :])
    state.uncovered &= ~(1 << handed.card)
    state.parts = handed.parts
    state.settled = handed.settled
    state.handed = None
    state.passed = 0
    state.thrower = -1


class CheatersRules(DurakRules):
    """Durak with false covers and transfers, and with accusations, even out of turn."""

    CHEATS = True
    __slots__ = ("_catching",)

    def __init__(self, options: DurakOptions, seats: int) -> None:
        super().__init__(options, seats)
        self._catching = options.catching
        self._by_verb["accuse"] = self._accuse

    def legal(self, state: DurakState, seat: Seat) -> Sequence[Move]:
        """Every legal move of this seat; out of turn it can only accuse (D-74)."""
        moves = super().legal(state, seat)
        if not self._catching or seat not in state.to_act:
            return moves
        return (*moves, *single_moves("accuse", accusable(self, state, seat)))

    def handing_on(self, state: DurakState, seat: Seat) -> tuple[Move, ...]:
        """The defender's ways to pass the attack on, honest and false (D-40, D-47, D-73)."""
        moves = super().handing_on(state, seat)
        if not may_cheat(self, state, seat):
            return moves
        hand = state.places[seat]
        for attack in bits(state.uncovered):
            moves += single_moves("cheat_cover", hand & ~self.beaters_of(state, attack), attack)
        return moves + single_moves("cheat_transfer", self._fake_transfers(state, seat))

    def _fake_transfers(self, state: DurakState, seat: Seat) -> Cards:
        """The cards the defender may use as a false transfer: everything except the rank must be in order (D-73)."""
        if not self.options.transfer or self.transfer_ban(state, ranks_matter=False) is not None:
            return 0
        if self.transfer_room(state) < 1:
            return 0
        mates = RANK_MATES[only_card(state.uncovered)]
        honest = mates if not state.uncovered & ~mates else 0
        return state.places[seat] & ~honest & ~self.never_transfers(state, seat)

    def play(self, state: DurakState, seat: Seat, move: Move, log: Log = None) -> None:
        """Applies a legal move and records it; then every seat with something to accuse may act."""
        _note(state, seat, move)
        # A cheat is played like any cover or transfer.
        super().play(state, seat, move._replace(verb=move.verb.removeprefix("cheat_")), log)
        call_accusers(self, state)

    def close(self, state: DurakState, log: Log) -> None:
        """Asks every opponent once more before a beaten bout closes (D-74)."""
        if self._catching:
            opponents = state.active & ~self.seating.side[state.defender] & ~state.barred
            left = self.from_left[state.defender_seat]
            state.calling = tuple(seat for seat in left if opponents >> seat & 1)
        self.call_next(state, log)

    def _accuse(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """Handles an accusation: if true, the card goes back; if false, the accuser is barred for the bout (D-74)."""
        card = only_card(move.cards)
        handed = state.handed if state.handed is not None and state.handed.card == card else None
        index = -1 if handed is not None else state.covers.index(card)
        player = handed.player if handed is not None else state.defender
        if handed is not None:
            fake = not is_rank_transfer(handed.uncovered, card)
        else:
            fake = not self.beats(state.trump, card, state.attacks[index])
        if log is not None:
            log.append(Event("accuse", seat, move.cards, 1, EVERYBODY, player))
            log.append(Event("caught" if fake else "unfounded", player if fake else seat))
        if not fake:
            self._bar(state, seat, log)
            return
        move_cards(state, move.cards, self.table, player, EVERYBODY, log, "taken_back", player)
        _bring_back(state, player)
        state.caught |= 1 << player
        if handed is not None:
            _undo_transfer(state, handed)
        else:
            state.covered = tuple(pair for pair in state.covered if pair[1] != move.cards)
            state.uncovered |= 1 << state.attacks[index]
        state.asking = state.calling = ()
        state.self_asked = False
        state.ranks = 0
        for laid in (*state.attacks, *state.covers):
            if laid != NO_CARD:
                state.ranks |= RANK_MATES[laid]
        self.set_room(state)
        state.to_act = (state.defender,)
        if self.options.caught_penalty == "take_all":
            state.taking = True
            self.end_bout(state, log)

    def _bar(self, state: DurakState, seat: Seat, log: Log) -> None:
        """Bars a false accuser from throwing in and accusing for this bout, and passes their turn on."""
        state.barred |= 1 << seat
        was_asked = state.to_act[0] == seat
        if seat in state.calling:
            state.calling = tuple(other for other in state.calling if other != seat)
            if was_asked:
                self.call_next(state, log)
        elif seat in state.asking:
            state.asking = tuple(other for other in state.asking if other != seat)
            if was_asked:
                self.ask(state, state.asking, log)
        elif was_asked and seat != state.defender:
            self.give_word(state, log, seat)
