"""Turns in 101, which cards fit, and the end of a deal: the basis for drawing and for every move."""

from __future__ import annotations

from cardtable.cards import Cards, bits, pack
from cardtable.engine.moves import Event, Log, Seat
from cardtable.engine.rules import BY_DEALER, Rules
from cardtable.engine.state import show
from cardtable.games.one_oh_one import scoring
from cardtable.games.one_oh_one.options import GUARD, OneOhOneOptions
from cardtable.games.one_oh_one.state import LAY, NOT_DRAWN, OneOhOneStanding, OneOhOneState
from cardtable.games.one_oh_one.tables import ACES, SIXES, effects, fitting, obeying, order_cards


class OneOhOneTurns(Rules[OneOhOneState, OneOhOneStanding]):
    """101 at this table without its moves: the agreed options as lookup tables, turns, and the end of a deal."""

    place_names: tuple[str, ...] = ("pile", "aside", "stock")
    options: OneOhOneOptions

    def __init__(self, options: OneOhOneOptions, seats: int) -> None:
        super().__init__(options, seats, pack(options.deck))
        self.filled_hand = options.hand_size
        self.pile = seats
        self.aside = seats + 1
        self.order_cards = order_cards(options)
        self.effects = effects(options)
        self.fitting = fitting(options)
        self.obeying = obeying(options)
        self.english = options.ace_effect == "english"
        self._recycles = options.recycle != "none"
        self.shuffles = options.recycle == "shuffle"
        self.until = options.draw_rule == "until"
        self.crosses = options.until_crosses_recycle
        self.keeps_until = SIXES if options.six_keeps_until else 0
        self.after = tuple(
            tuple(
                next((seat + step) % seats for step in range(1, seats + 1) if active >> (seat + step) % seats & 1)
                if active
                else 0
                for seat in range(seats)
            )
            for active in range(1 << seats)
        )
        """`after[active][seat]` is the next active seat after `seat` (O-06)."""

    def can_draw(self, state: OneOhOneState) -> bool:
        """Whether a card can be drawn, from the recycled pile if necessary (O-10, O-11)."""
        return bool(state.stock) or (self._recycles and len(state.pile) > 1)

    def ace_is_open(self, state: OneOhOneState) -> bool:
        """Whether an English ace is open for everybody to cover (O-21 d)."""
        return self.english and bool(state.pile) and bool(ACES >> state.pile[-1] & 1) and state.step == LAY

    def ace_suit(self, state: OneOhOneState) -> int:
        return state.pile[-1] & 3

    # The turn

    def pass_turn(self, state: OneOhOneState, seat: Seat) -> None:
        """Gives the turn to this seat, and clears the facts of the last turn."""
        state.turn = seat
        state.to_act = self.turns[seat]
        state.again = False
        state.drew = state.drawn = NOT_DRAWN

    def follow_ace(self, state: OneOhOneState) -> None:
        """Lets the next player play on the ace as on any other card (O-18, O-21 d)."""
        state.step = LAY
        state.fits = self.fitting[state.pile[-1]]
        self.pass_turn(state, self.after[state.active][state.turn])

    def count(self, state: OneOhOneState) -> None:
        """Counts an action that is not a pass (O-26)."""
        state.actions += 1
        state.passes = 0

    def guard(self, state: OneOhOneState, log: Log) -> None:
        """Blocks the deal after too many actions, once the effect of the last one is complete (O-26)."""
        if state.actions >= GUARD and state.to_act and state.to_act != BY_DEALER:
            self._block(state, log)

    # The end of the deal

    def win(self, state: OneOhOneState, seat: Seat, cards: Cards, log: Log) -> None:
        """Ends the deal, won by the first player without cards (O-24)."""
        state.winner = seat
        state.went_out_with = cards
        if log is not None:
            log.append(Event("out", seat))
        self._end(state, log)

    def _block(self, state: OneOhOneState, log: Log) -> None:
        """Ends the deal without a winner (O-26)."""
        if log is not None:
            log.append(Event("blocked", -1, arg=state.actions))
        self._end(state, log)

    def _end(self, state: OneOhOneState, log: Log) -> None:
        """Shows the cards left in every hand, and counts them (O-27)."""
        state.to_act = ()
        state.step = LAY
        state.chain = 0
        if log is None and state.known is None:
            return
        for seat in bits(state.active):
            hand = state.places[seat]
            if hand:
                points = 0 if log is None else scoring.deal_points(self.options, state, seat)
                show(state, hand, seat, log, "left", points)
