"""The calls before every lead of Bura, and the end of a deal, shared by tricks and drawing (B-07, B-15 to B-20)."""

from __future__ import annotations

from cardtable.cards import SUIT_CARDS, Cards
from cardtable.engine.moves import Event, Log, Seat, Seats
from cardtable.engine.rules import Rules
from cardtable.engine.state import show
from cardtable.games.bura.beating import ACES, DECK, FOUR_ENDS_OF, PRIME, THREE_ACES, calling, one_suit
from cardtable.games.bura.options import FOUR_ENDS, MOLODKA, MOSCOW, BuraOptions
from cardtable.games.bura.state import BURA, CALLS, LEAD, OVER, POINTS, SEAT_BITS, BuraStanding, BuraState
from cardtable.games.tricks import points_of


class BuraCalls(Rules[BuraState, BuraStanding]):
    """Bura at this table without its moves: the agreed options as lookup tables, W2, and the end of a deal."""

    __slots__ = (
        "_buras",
        "_calling",
        "_four_ends",
        "_molodkas",
        "by_penalties",
        "hides",
        "moscows",
        "says_bura",
        "under",
    )

    place_names: tuple[str, ...] = ("table", "taken", "stock")
    options: BuraOptions

    def __init__(self, options: BuraOptions, seats: int) -> None:
        super().__init__(options, seats, DECK)
        self.table = seats
        self.taken = seats + 1
        self.under = seats + 2
        """The first of the places, one per seat, for cards face down in the seat's tricks, if that is played (B-27)."""
        self.hides = options.hide_losing_replies
        if self.hides:
            self.place_names = ("table", "taken", *[f"face_down{seat}" for seat in range(seats)], "stock")
        self.filled_hand = options.hand_size
        self.by_penalties = options.scoring == "penalties"
        self.says_bura = options.win_detection == "claim" or self.by_penalties
        """Whether players call bura themselves; otherwise the table detects it (B-15, B-28)."""
        self.claims = self.says_bura and not self.by_penalties
        self._zeros = (0,) * seats
        self.dealing_order = tuple(
            tuple(ring * count for count in range(options.hand_size + 1)) for ring in self.clockwise_from
        )
        """`dealing_order[first][count]` is the seat of each card when everybody gets `count` cards (B-04, B-13)."""
        everybody = tuple(range(seats))
        self.open_seats = {"all": everybody, "none": ()}.get(str(options.open_hands)) or tuple(
            seat for seat in everybody if seat == options.open_hands
        )
        """The seats that play with their cards face up (B-20)."""
        self.bonus = tuple(options.open_bonus if seat == options.open_hands else 0 for seat in everybody)
        """Bonus points added to each seat's count (B-20)."""
        others_win = options.fault_result == "others_win" or self.by_penalties
        self._credited = tuple((1 << seats) - 1 ^ 1 << seat if others_win else 0 for seat in everybody)
        """For each culprit, the seats credited with the deal (B-17)."""
        self._buras = one_suit(options.hand_size)
        """For each trump suit, the hands that are bura (B-15, B-23)."""
        self._molodkas = tuple([frozenset().union(*self._buras) - bura for bura in self._buras])
        """For each trump suit, the hands that are molodka (B-16, B-23)."""
        trump_ace = options.moscow == "trump_ace"
        self.moscows = tuple([{aces for aces in THREE_ACES if aces & suit or not trump_ace} for suit in SUIT_CARDS])
        """For each trump suit, the sets of aces that make Moscow (B-16, B-25)."""
        ends, mixed = FOUR_ENDS_OF[options.four_ends], options.four_ends == "aces_and_tens"
        self._four_ends = tuple([{hand for hand in ends if hand & suit or not mixed} for suit in SUIT_CARDS])
        """For each trump suit, the hands that are four ends (B-16, B-25)."""
        self._calling = calling(options.hand_size, options.four_ends)

    def called(self, state: BuraState) -> int:
        """The combination that the leader announced; -1 for none."""
        return next((kind for seat, kind in reversed(state.announced) if seat == state.leader), -1)

    def held(self, state: BuraState, seat: Seat) -> list[int]:
        """The combinations in this hand (B-16)."""
        return self.combinations(state.places[seat], state.trump)

    def combinations(self, hand: Cards, trump: int) -> list[int]:
        """The combinations that a hand makes under this trump suit (B-16, B-23, B-25)."""
        found = []
        if hand in self._molodkas[trump]:
            found.append(MOLODKA)
        if hand & ACES in self.moscows[trump]:
            found.append(MOSCOW)
        if hand in self._four_ends[trump]:
            found.append(FOUR_ENDS)
        return found

    def is_bura(self, hand: Cards, trump: int) -> bool:
        """Whether a full hand is all trumps (B-15, B-23)."""
        return hand in self._buras[trump]

    def count(self, state: BuraState, seat: Seat) -> int:
        """A seat's card points for B-14 and B-19, including the bonus for an open hand (B-20)."""
        points = self.known_count(state, seat)
        return points + points_of(state.places[self.under + seat]) if self.hides else points

    def known_count(self, state: BuraState, seat: Seat) -> int:
        """The part of the count that is public: without the replies face down in its tricks (B-27)."""
        return (state.tally >> SEAT_BITS * seat & POINTS) + self.bonus[seat]

    # W2

    def open_calls(self, state: BuraState, log: Log) -> None:
        """Opens W2: asks the seats that have something to call; usually there are none, and the leader leads (B-07)."""
        calling = self._calling
        for hand in state.places[: self.seats]:
            if hand % PRIME in calling:
                self._call_bura(state, log)
                return
        self.call_leader(state)

    def _call_bura(self, state: BuraState, log: Log) -> None:
        """Asks the holders of bura first; if the table detects it, the first of them wins (B-15)."""
        asked = tuple(
            seat for seat in self.clockwise_from[state.leader] if self.is_bura(state.places[seat], state.trump)
        )
        if asked and not self.says_bura:
            self.win_by_bura(state, asked[0], log)
        elif asked:
            state.moment = BURA
            state.asked = asked
            state.to_act = self.turns[asked[0]]
        else:
            self.call_combinations(state)

    def call_combinations(self, state: BuraState) -> None:
        """Goes on with W2: asks the holders of a combination (B-16)."""
        asked = tuple(seat for seat in self.clockwise_from[state.leader] if self.held(state, seat))
        if asked:
            state.moment = CALLS
            state.asked = asked
            state.to_act = self.turns[asked[0]]
        else:
            self.call_leader(state)

    def call_leader(self, state: BuraState) -> None:
        """Ends W2: it is the leader's turn to lead (B-08)."""
        state.moment = LEAD
        state.to_act = self.turns[state.leader]

    def win_by_bura(self, state: BuraState, seat: Seat, log: Log) -> None:
        """Ends the deal at once with a win by a hand of trumps (B-15)."""
        show(state, state.places[seat], seat, log, "show_bura")
        self.end(state, "bura", 1 << seat, log)

    # The end of a deal

    def count_up(self, state: BuraState, log: Log) -> None:
        """Counts everybody's tricks when all cards are played (B-19)."""
        counts = [self.count(state, seat) for seat in range(self.seats)]
        best = max(counts)
        won = sum(1 << seat for seat, count in enumerate(counts) if count == best)
        if self.by_penalties:
            self.end(state, "count", won, log, how=1)
            return
        if best < self.options.target and self.options.nobody_61 == "dead":
            won = 0
        if won & (won - 1):
            won = 0
        self.end(state, "count" if won else "dead", won, log)

    def fault(self, state: BuraState, seat: Seat, ended: str, log: Log, how: int = 0) -> None:
        """Ends the deal with a fault: the culprit loses, and the others win or nobody does (B-17)."""
        state.culprit = seat
        self.end(state, ended, self._credited[seat], log, how)

    def end(self, state: BuraState, ended: str, won: Seats, log: Log, how: int = 0) -> None:
        """Ends the deal for this reason, one of the values of `BuraState.ended`, with these winners."""
        state.moment = OVER
        state.ended = ended
        state.won = won
        state.asked = state.to_act = ()
        if self.hides:
            for seat in range(self.seats):
                cards = state.places[self.under + seat]
                if cards:
                    show(state, cards, seat, log, "turned_up")
        if log is not None:
            who = state.culprit if state.culprit >= 0 else won.bit_length() - 1
            log.append(Event(ended, who, arg=how))
