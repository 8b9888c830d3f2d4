"""What comes before every lead of Bura, and how a deal ends: what tricks and drawing lead to (B-07, B-15 to B-20)."""

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
    """Bura at this table but for its moves: what was agreed as tables to look things up in, W2, and the end."""

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
        options.check(seats)
        super().__init__(options, seats, DECK)
        self.table = seats
        self.taken = seats + 1
        self.under = seats + 2
        """The first of the places, one a seat, of the cards that lie face down in its tricks, if any do (B-27)."""
        self.hides = options.hide_losing_replies
        if self.hides:
            self.place_names = ("table", "taken", *[f"face_down{seat}" for seat in range(seats)], "stock")
        self.filled_hand = options.hand_size
        self.by_penalties = options.scoring == "penalties"
        self.says_bura = options.win_detection == "claim" or self.by_penalties
        """Whether players say that they hold bura; else the table sees it (B-15, B-28)."""
        self.claims = self.says_bura and not self.by_penalties
        self._zeros = (0,) * seats
        self.dealing_order = tuple(
            tuple(ring * count for count in range(options.hand_size + 1)) for ring in self.clockwise_from
        )
        """By seat that gets the first card, and how many everybody gets: who gets which (B-04, B-13)."""
        everybody = tuple(range(seats))
        self.open_seats = {"all": everybody, "none": ()}.get(str(options.open_hands)) or tuple(
            seat for seat in everybody if seat == options.open_hands
        )
        """The seats whose cards lie face up (B-20)."""
        self.bonus = tuple(options.open_bonus if seat == options.open_hands else 0 for seat in everybody)
        """Points that are added to a seat's count (B-20)."""
        others_win = options.fault_result == "others_win" or self.by_penalties
        self._credited = tuple((1 << seats) - 1 ^ 1 << seat if others_win else 0 for seat in everybody)
        """By culprit the seats that are credited with the deal (B-17)."""
        self._buras = one_suit(options.hand_size)
        """By trump suit the hands that are bura (B-15, B-23)."""
        self._molodkas = tuple([frozenset().union(*self._buras) - bura for bura in self._buras])
        """By trump suit the hands that are molodka (B-16, B-23)."""
        trump_ace = options.moscow == "trump_ace"
        self.moscows = tuple([{aces for aces in THREE_ACES if aces & suit or not trump_ace} for suit in SUIT_CARDS])
        """By trump suit what the aces of a hand are for Moscow (B-16, B-25)."""
        ends, mixed = FOUR_ENDS_OF[options.four_ends], options.four_ends == "aces_and_tens"
        self._four_ends = tuple([{hand for hand in ends if hand & suit or not mixed} for suit in SUIT_CARDS])
        """By trump suit the hands that are four ends (B-16, B-25)."""
        self._calling = calling(options.hand_size, options.four_ends)

    def called(self, state: BuraState) -> int:
        """The combination that the leader has announced; -1 none."""
        return next((kind for seat, kind in reversed(state.announced) if seat == state.leader), -1)

    def held(self, state: BuraState, seat: Seat) -> list[int]:
        """The combinations in this hand (B-16)."""
        return self.combinations(state.places[seat], state.trump)

    def combinations(self, hand: Cards, trump: int) -> list[int]:
        """The combinations that a hand is while this suit is trumps (B-16, B-23, B-25)."""
        found = []
        if hand in self._molodkas[trump]:
            found.append(MOLODKA)
        if hand & ACES in self.moscows[trump]:
            found.append(MOSCOW)
        if hand in self._four_ends[trump]:
            found.append(FOUR_ENDS)
        return found

    def is_bura(self, hand: Cards, trump: int) -> bool:
        """Whether a full hand is nothing but trumps (B-15, B-23)."""
        return hand in self._buras[trump]

    def count(self, state: BuraState, seat: Seat) -> int:
        """What a seat's card points count for B-14 and B-19, the bonus of an open hand included (B-20)."""
        points = self.known_count(state, seat)
        return points + points_of(state.places[self.under + seat]) if self.hides else points

    def known_count(self, state: BuraState, seat: Seat) -> int:
        """What of it everybody has seen: without the replies that lie face down in its tricks (B-27)."""
        return (state.tally >> SEAT_BITS * seat & POINTS) + self.bonus[seat]

    # W2

    def open_calls(self, state: BuraState, log: Log) -> None:
        """W2: those who hold something are asked; nearly always that is nobody, and the leader leads (B-07)."""
        calling = self._calling
        for hand in state.places[: self.seats]:
            if hand % PRIME in calling:
                self._call_bura(state, log)
                return
        self.call_leader(state)

    def _call_bura(self, state: BuraState, log: Log) -> None:
        """The holders of bura are asked first; where the table counts, the first of them wins (B-15)."""
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
        """A hand of trumps wins at once (B-15)."""
        show(state, state.places[seat], seat, log, "show_bura")
        self.end(state, "bura", 1 << seat, log)

    # The end of a deal

    def count_up(self, state: BuraState, log: Log) -> None:
        """The cards are played out and everybody's tricks are counted (B-19)."""
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
        """The culprit has lost; the others have won, or nobody has (B-17)."""
        state.culprit = seat
        self.end(state, ended, self._credited[seat], log, how)

    def end(self, state: BuraState, ended: str, won: Seats, log: Log, how: int = 0) -> None:
        """The deal is over for this reason, one of `BuraState.ended`, and won by these seats."""
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
