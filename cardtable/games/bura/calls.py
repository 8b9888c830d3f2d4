"""What comes before every lead of Bura, and how a deal ends: what tricks and drawing lead to (B-07, B-15 to B-20)."""

from __future__ import annotations

from cardtable.engine.moves import Event, Log, Seat, Seats
from cardtable.engine.rules import Rules
from cardtable.engine.state import show
from cardtable.games.bura.beating import ACES, CALLING, DECK, FULL_SUITS, ONE_SUIT, PRIME, THREE_ACES
from cardtable.games.bura.options import FOUR_ENDS, HAND, MOLODKA, MOSCOW, BuraOptions
from cardtable.games.bura.state import BURA, CALLS, LEAD, OVER, POINTS, SEAT_BITS, BuraStanding, BuraState


class BuraCalls(Rules[BuraState, BuraStanding]):
    """Bura at this table but for its moves: what was agreed as tables to look things up in, W2, and the end."""

    place_names: tuple[str, ...] = ("table", "taken", "stock")
    filled_hand = HAND
    options: BuraOptions

    def __init__(self, options: BuraOptions, seats: int) -> None:
        options.check(seats)
        super().__init__(options, seats, DECK)
        self.table = seats
        self.taken = seats + 1
        self.claims = options.win_detection == "claim"
        self._zeros = (0,) * seats
        self.dealing_order = tuple(tuple(ring * count for count in range(HAND + 1)) for ring in self.clockwise_from)
        """By seat that gets the first card, and how many everybody gets: who gets which (B-04, B-13)."""
        everybody = tuple(range(seats))
        self.open_seats = {"all": everybody, "none": ()}.get(str(options.open_hands)) or tuple(
            seat for seat in everybody if seat == options.open_hands
        )
        """The seats whose cards lie face up (B-20)."""
        self.bonus = tuple(options.open_bonus if seat == options.open_hands else 0 for seat in everybody)
        """Points that are added to a seat's count (B-20)."""
        others_win = options.fault_result == "others_win"
        self._credited = tuple((1 << seats) - 1 ^ 1 << seat if others_win else 0 for seat in everybody)
        """By culprit the seats that are credited with the deal (B-17)."""

    def called(self, state: BuraState) -> int:
        """The combination that the leader has announced; -1 none."""
        return next((kind for seat, kind in reversed(state.announced) if seat == state.leader), -1)

    def held(self, state: BuraState, seat: Seat) -> list[int]:
        """The combinations in this hand (B-16)."""
        hand = state.places[seat]
        found = []
        if hand in FULL_SUITS and hand not in ONE_SUIT[state.trump]:
            found.append(MOLODKA)
        aces = hand & ACES
        if aces in THREE_ACES:
            found.append(MOSCOW)
            if aces.bit_count() == HAND:
                found.append(FOUR_ENDS)
        return found

    def holds_bura(self, state: BuraState, seat: Seat) -> bool:
        """Whether this hand is four trumps (B-15)."""
        return state.places[seat] in ONE_SUIT[state.trump]

    def count(self, state: BuraState, seat: Seat) -> int:
        """What a seat's card points count for B-14 and B-19, the bonus of an open hand included (B-20)."""
        return (state.tally >> SEAT_BITS * seat & POINTS) + self.bonus[seat]

    # W2

    def open_calls(self, state: BuraState, log: Log) -> None:
        """W2: those who hold something are asked; nearly always that is nobody, and the leader leads (B-07)."""
        for hand in state.places[: self.seats]:
            if hand % PRIME in CALLING:
                self._call_bura(state, log)
                return
        self.call_leader(state)

    def _call_bura(self, state: BuraState, log: Log) -> None:
        """The holders of bura are asked first; where the table counts, the first of them wins (B-15)."""
        asked = tuple(seat for seat in self.clockwise_from[state.leader] if self.holds_bura(state, seat))
        if asked and not self.claims:
            self.win_by_bura(state, asked[0], log)
        elif asked:
            state.moment = BURA
            state.asked = asked
            state.to_act = self.turns[asked[0]]
        else:
            self.call_combinations(state)

    def call_combinations(self, state: BuraState) -> None:
        """W2 goes on: those who hold a combination are asked (B-16)."""
        asked = tuple(seat for seat in self.clockwise_from[state.leader] if self.held(state, seat))
        if asked:
            state.moment = CALLS
            state.asked = asked
            state.to_act = self.turns[asked[0]]
        else:
            self.call_leader(state)

    def call_leader(self, state: BuraState) -> None:
        """W2 is over: the leader leads (B-08)."""
        state.moment = LEAD
        state.to_act = self.turns[state.leader]

    def win_by_bura(self, state: BuraState, seat: Seat, log: Log) -> None:
        """Four trumps win at once (B-15)."""
        show(state, state.places[seat], seat, log, "show_bura")
        self.end(state, "bura", 1 << seat, log)

    # The end of a deal

    def count_up(self, state: BuraState, log: Log) -> None:
        """The cards are played out and everybody's tricks are counted (B-19)."""
        counts = [self.count(state, seat) for seat in range(self.seats)]
        best = max(counts)
        won = sum(1 << seat for seat, count in enumerate(counts) if count == best)
        if best < self.options.target and self.options.nobody_61 == "dead":
            won = 0
        if won & (won - 1):
            won = 0
        self.end(state, "count" if won else "dead", won, log)

    def fault(self, state: BuraState, seat: Seat, ended: str, log: Log, how: int = 0) -> None:
        """The culprit has lost; the others have won, or nobody has (B-17)."""
        state.culprit = seat
        self.end(state, ended, self._credited[seat], log, how)

    def end(self, state: BuraState, ended: str, won: Seats, log: Log, how: int = 0) -> None:
        """The deal is over for this reason, one of `BuraState.ended`, and won by these seats."""
        state.moment = OVER
        state.ended = ended
        state.won = won
        state.asked = state.to_act = ()
        if log is not None:
            who = state.culprit if state.culprit >= 0 else won.bit_length() - 1
            log.append(Event(ended, who, arg=how))
