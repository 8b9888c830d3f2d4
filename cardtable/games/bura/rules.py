"""Bura: dealing, tricks, claims, combinations and drawing, by the rule ids of the catalogue."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from cardtable.cards import ONE, RANKS, Card, Cards, cards_of, rank_of, suit_of
from cardtable.engine.draft import Draft, FactReader, Facts
from cardtable.engine.moves import Event, Form, Forms, Log, Move, Seat, Seats, set_moves
from cardtable.engine.rounds import Rounds
from cardtable.engine.rules import Result, RuleBroken, Rules, SheetRow, Standing
from cardtable.engine.scene import Scene
from cardtable.engine.state import EVERYBODY, STOCK, Observation, all_see, show
from cardtable.engine.text import Text, mark
from cardtable.games.bura import drawing, positions, refusals, scene, words
from cardtable.games.bura.beating import (
    ACES,
    BEATERS,
    CALLING,
    DECK,
    FULL_SUITS,
    ONE_SUIT,
    ORDER,
    PRIME,
    THREE_ACES,
    beats_each,
    beats_uniformly,
    points_of,
)
from cardtable.games.bura.laying import leads, replies
from cardtable.games.bura.options import COMBINATIONS, FOUR_ENDS, HAND, MOLODKA, MOSCOW, BuraOptions
from cardtable.games.bura.state import (
    BURA,
    CALLS,
    CLAIMS,
    LEAD,
    ONE_TRICK,
    OVER,
    POINTS,
    REPLIES,
    SEAT_BITS,
    BuraStanding,
    BuraState,
)

CLAIM, SAY_BURA, SILENT = Move("claim"), Move("bura"), Move("silent")
ANNOUNCE: Final = tuple(Move("announce", 0, kind) for kind in range(len(COMBINATIONS)))
_ASKED_CLAIM = (CLAIM, SILENT)


class BuraRules(Rules[BuraState]):
    """Bura as agreed at this table."""

    verbs = ("lead", "reply", "claim", "bura", "announce", "silent", "draw", "pretend_draw", "wait", "begin")
    forms: ClassVar[Forms] = {"announce": Form("announce {word}", words=COMBINATIONS)}
    rounds = Rounds(
        mark("The last trick"), lays=frozenset(["lead", "reply"]), ends=frozenset(["trick"]), shut_by="B-22"
    )
    place_names = ("table", "taken", "stock")
    filled_hand = HAND
    options: BuraOptions

    def __init__(self, options: BuraOptions, seats: int) -> None:
        options.check(seats)
        super().__init__(options, seats)
        self.deck = DECK
        drawn = () if options.manual_draw else ("draw", "pretend_draw", "wait", "begin")
        self.unused = frozenset((*drawn, *(() if options.pretend_draw else ("pretend_draw",))))
        self._pack = cards_of(DECK)
        self.table = seats
        self.taken = seats + 1
        self.claims = options.win_detection == "claim"
        self._trump_last = options.trump_place == "bottom"
        self._uniform = options.multi_beat == "uniform"
        self.whole_lead = options.combo_lead == "whole_combo"
        self._turn = tuple((seat,) for seat in range(seats))
        self._next_turn = (*self._turn[1:], *self._turn[:1])
        self._zeros = (0,) * seats
        self._no_cards = (0,) * (seats + len(self.place_names))
        self._start = BuraStanding(wins=self._zeros, faults=self._zeros, points=self._zeros)
        self.rings = tuple(tuple((first + step) % seats for step in range(seats)) for first in range(seats))
        """By seat all seats clockwise from it."""
        self._dealing_rings = (*self.rings[1:], self.rings[0])
        self.dealing_order = tuple(tuple(ring * count for count in range(HAND + 1)) for ring in self.rings)
        """By seat that gets the first card, and how many everybody gets: who gets which (B-04, B-13)."""
        order = options.combo_order.split(">")
        self.ranking = tuple(-order.index(name) for name in COMBINATIONS)
        """By combination how high it stands (B-16)."""
        everybody = tuple(range(seats))
        self.open_seats = {"all": everybody, "none": ()}.get(str(options.open_hands)) or tuple(
            seat for seat in everybody if seat == options.open_hands
        )
        """Whose cards lie face up (B-20)."""
        self.bonus = tuple(options.open_bonus if seat == options.open_hands else 0 for seat in everybody)
        """Points that are added to a seat's count (B-20)."""
        self._enough = tuple([options.target - bonus for bonus in self.bonus])
        """By seat the card points in tricks with which it has won (B-14, B-20)."""
        others_win = options.fault_result == "others_win"
        self._credited = tuple((1 << seats) - 1 ^ 1 << seat if others_win else 0 for seat in everybody)
        """By culprit who is credited with the deal (B-17)."""
        self._speak: dict[str, Callable[[BuraState, Seat, Move, Log], None]] = {
            "claim": self._claim,
            "bura": self._say_bura,
            "announce": self._announce,
            # No event tells it: the others must not know that there was a right (B-15, B-16).
            "silent": self._ask_next,
            "draw": lambda state, seat, move, log: drawing.draw_card(self, state, seat, log),
            "pretend_draw": lambda state, seat, move, log: drawing.pretend(state, seat, log),
            "wait": lambda state, seat, move, log: None,
            "begin": lambda state, seat, move, log: self.open_calls(state, log),
        }

    def height(self, card: Card, trump: int | None) -> int:
        """How high a card stands while this suit is trumps: the ten above the king (B-01)."""
        return ORDER.index(RANKS[rank_of(card)]) + len(ORDER) * (suit_of(card) == trump)

    # Dealing

    def start(self) -> BuraStanding:
        """Nobody has won a deal yet."""
        return self._start

    def standing_before(self, state: BuraState) -> BuraStanding:
        """The standing before this deal."""
        return state.match

    def deal(self, deck: Sequence[Card], dealer: Seat, standing: Standing, log: Log = None) -> BuraState:
        """Four cards to each, the trump card shown, and W2 opened (B-04 to B-07)."""
        assert isinstance(standing, BuraStanding)
        seats = self.seats
        dealt = HAND * seats
        trump_card = deck[dealt]
        shown = ONE[trump_card]
        places, known = [*self._no_cards], [*self._zeros]
        ring = self._dealing_rings[dealer]
        for step, seat in enumerate(ring):
            one, two, three, four = deck[step:dealt:seats]
            hand = places[seat] = ONE[one] + ONE[two] + ONE[three] + ONE[four]
            known[seat] = hand + shown
        places[STOCK] = self._pack - sum(places)
        stock = (*deck[dealt + 1 :], trump_card) if self._trump_last else tuple(deck[dealt:])
        trump = trump_card % 4  # There is one pack, and it has no jokers.
        leader = ring[0] if standing.leader is None else standing.leader
        state = self.new_state(standing, dealer, leader, places, known, stock, trump, trump_card)
        if log is not None:
            log.append(Event("deal", dealer, arg=seats))
            log.append(Event("trump", dealer, shown, 1, EVERYBODY))
        for seat in self.open_seats:
            show(state, places[seat], seat, log, "open")
        self.open_calls(state, log)
        return state

    def new_state(
        self,
        match: BuraStanding,
        dealer: Seat,
        leader: Seat,
        places: list[Cards],
        known: list[Cards],
        stock: tuple[Card, ...],
        trump: int,
        trump_card: Card,
    ) -> BuraState:
        """A deal in which nothing has happened, not even W2."""
        state = BuraState()
        state.places = places
        state.stock = stock
        state.known = known
        state.lacks = [*self._zeros]
        state.hidden = None
        state.match = match
        state.dealer = dealer
        state.leader = leader
        state.trump = trump
        state.trump_card = trump_card
        state.plays = state.asked = state.announced = ()
        state.starter = state.owner = state.best = state.bought = state.marks = state.tally = state.won = 0
        state.winner = state.culprit = -1
        state.pretended = False
        state.ended = ""
        return state

    # Legal moves

    def legal(self, state: BuraState, seat: Seat) -> Sequence[Move]:
        """Every legal move of this seat, unique; empty when it may not act."""
        if seat not in state.to_act:
            return ()
        moment = state.moment
        if moment == REPLIES:
            return replies(state.places[seat], state.best)
        if moment == LEAD:
            if self.whole_lead and state.announced:
                return self.whole_leads(state, state.places[seat])
            return leads(state.places[seat])
        if moment == CLAIMS:
            return _ASKED_CLAIM
        if moment == BURA:
            return SAY_BURA, SILENT
        if moment == CALLS:
            return *[ANNOUNCE[kind] for kind in self.held(state, seat)], SILENT
        return drawing.moves(self, state, seat)

    def is_aside(self, state: BuraState) -> bool:
        """Whether a trick has been taken or a lead is due: then come W1 and W2 (B-07)."""
        return state.moment in (CLAIMS, BURA, CALLS, LEAD)

    def silence(self, state: BuraState) -> Move | None:
        """Whoever does not claim, or keeps what he holds to himself, is not noticed (B-14 to B-16)."""
        return SILENT if state.moment in (CLAIMS, BURA, CALLS) else None

    def whole_leads(self, state: BuraState, hand: Cards) -> tuple[Move, ...]:
        """The leads of the whole combination that was called highest (B-16)."""
        kind = self.called(state)
        if kind == MOLODKA:
            return set_moves("lead", hand, HAND, HAND)
        size = HAND if kind == FOUR_ENDS else 3
        return set_moves("lead", hand & ACES, size, size)

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

    def wins_over(self, state: BuraState, best: Cards, reply: Cards) -> bool:
        """Whether a reply beats the best play (B-11)."""
        if self._uniform:
            return beats_uniformly(best, reply, state.trump)
        return beats_each(best, reply, BEATERS[state.trump])

    def count(self, state: BuraState, seat: Seat) -> int:
        """What a seat's card points count for B-14 and B-19, the bonus of an open hand included (B-20)."""
        return (state.tally >> SEAT_BITS * seat & POINTS) + self.bonus[seat]

    def why_not(self, state: BuraState, seat: Seat, move: Move) -> RuleBroken | None:
        """Why this seat may not make this move; None exactly when it is legal."""
        return refusals.why_not(self, state, seat, move)

    def parse_move(self, text: str) -> Move:
        """The move that a text names; cards laid together may stand in braces, as in `lead {9h Jh}`."""
        return super().parse_move(re.sub("[{}]", " ", text))

    # Play

    def play(self, state: BuraState, seat: Seat, move: Move, log: Log = None) -> None:
        """Changes the state given by a legal move."""
        cards = move[1]
        if not cards:
            self._speak[move[0]](state, seat, move, log)
            return
        places = state.places
        places[seat] ^= cards
        if log is not None or state.known is not None:
            all_see(state, cards, self.table, log, move[0], seat, cards & state.bought)
        if state.moment == LEAD:
            # A trick is opened (B-08).
            places[self.table] = cards
            state.plays = (cards,)
            state.best = cards
            state.marks = state.bought
            state.starter = state.owner = seat
            state.moment = REPLIES
            state.to_act = self._next_turn[seat]
            return
        # As many cards are laid; they may become the best play (B-09, B-11). A single card needs no matching.
        best = state.best
        if (
            BEATERS[state.trump][best.bit_length() - 1] & cards
            if best.bit_count() == 1
            else self.wins_over(state, best, cards)
        ):
            state.best = cards
            state.owner = seat
        state.plays += (cards,)
        if len(state.plays) < self.seats:
            places[self.table] |= cards
            state.to_act = self._next_turn[seat]
        else:
            self.take_trick(state, places[self.table] | cards, log)

    def take_trick(self, state: BuraState, cards: Cards, log: Log) -> None:
        """The owner of the best play takes these cards, all that were laid, and gets R; then comes W1 (B-12, B-14)."""
        places = state.places
        winner = state.owner
        places[self.table] = 0
        places[self.taken] |= cards
        if log is not None:
            # Everybody has seen these cards, so that nobody learns anything.
            log.append(Event("trick", winner, cards, cards.bit_count(), EVERYBODY))
        state.leader = state.winner = winner
        state.announced = ()
        place = SEAT_BITS * winner
        tally = state.tally = state.tally + (ONE_TRICK + points_of(cards) << place)
        if self.claims:
            state.moment = CLAIMS
            state.asked = self.rings[winner]
            state.to_act = self._turn[winner]
        elif tally >> place & POINTS >= self._enough[winner]:
            self._end(state, "count", 1 << winner, log)
        else:
            drawing.fill_hands(self, state, log)

    # W1 and W2

    def _claim(self, state: BuraState, seat: Seat, move: Move, log: Log) -> None:
        """Somebody says that he has won (B-14)."""
        if state.tally >> SEAT_BITS * seat & POINTS >= self._enough[seat]:
            self._end(state, "claim", 1 << seat, log)
        else:
            self.fault(state, seat, "false_claim", log)

    def _say_bura(self, state: BuraState, seat: Seat, move: Move, log: Log) -> None:
        """Four trumps win at once (B-15)."""
        self._win_by_bura(state, seat, log)

    def _win_by_bura(self, state: BuraState, seat: Seat, log: Log) -> None:
        show(state, state.places[seat], seat, log, "show_bura")
        self._end(state, "bura", 1 << seat, log)

    def _announce(self, state: BuraState, seat: Seat, move: Move, log: Log) -> None:
        """A combination is shown; the highest one so far has the lead (B-16)."""
        kind = move.arg
        hand = state.places[seat]
        show(state, hand if kind == MOLODKA else hand & ACES, seat, log, "announce", kind)
        best = self.called(state) if state.announced else -1
        state.announced += ((seat, kind),)
        if best < 0 or self.ranking[kind] > self.ranking[best]:
            state.leader = seat
        self._ask_next(state, seat, move, log)

    def _ask_next(self, state: BuraState, seat: Seat, move: Move, log: Log) -> None:
        """This seat has spoken, or made no use of a right; after the last one of W1 or W2 the round goes on (B-07)."""
        asked = state.asked = state.asked[1:]
        if asked:
            state.to_act = self._turn[asked[0]]
        elif state.moment == CLAIMS:
            drawing.fill_hands(self, state, log)
        elif state.moment == BURA:
            self.call_combinations(state)
        else:
            self.call_leader(state)

    def open_calls(self, state: BuraState, log: Log) -> None:
        """W2: whoever holds something is asked; nearly always that is nobody, and the leader leads (B-07)."""
        for hand in state.places[: self.seats]:
            if hand % PRIME in CALLING:
                self._call_bura(state, log)
                return
        self.call_leader(state)

    def _call_bura(self, state: BuraState, log: Log) -> None:
        """Whoever holds bura is asked first, or wins where the table says it for him (B-15)."""
        asked = tuple(seat for seat in self.rings[state.leader] if self.holds_bura(state, seat))
        if asked and not self.claims:
            self._win_by_bura(state, asked[0], log)
        elif asked:
            state.moment = BURA
            state.asked = asked
            state.to_act = self._turn[asked[0]]
        else:
            self.call_combinations(state)

    def call_combinations(self, state: BuraState) -> None:
        """W2 goes on: whoever holds a combination is asked (B-16)."""
        asked = tuple(seat for seat in self.rings[state.leader] if self.held(state, seat))
        if asked:
            state.moment = CALLS
            state.asked = asked
            state.to_act = self._turn[asked[0]]
        else:
            self.call_leader(state)

    def call_leader(self, state: BuraState) -> None:
        """W2 is over: the leader leads (B-08)."""
        state.moment = LEAD
        state.to_act = self._turn[state.leader]

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
        self._end(state, "count" if won else "dead", won, log)

    def fault(self, state: BuraState, seat: Seat, ended: str, log: Log, how: int = 0) -> None:
        """The culprit has lost; the others have won, or nobody has (B-17)."""
        state.culprit = seat
        self._end(state, ended, self._credited[seat], log, how)

    def _end(self, state: BuraState, ended: str, won: Seats, log: Log, how: int = 0) -> None:
        state.moment = OVER
        state.ended = ended
        state.won = won
        state.asked = state.to_act = ()
        if log is not None:
            who = state.culprit if state.culprit >= 0 else won.bit_length() - 1
            log.append(Event(ended, who, arg=how))

    def next_leader(self, state: BuraState) -> Seat:
        """Who leads first in the next deal (B-06)."""
        if self.options.next_deal_lead == "last_trick_winner" and state.winner >= 0:
            return state.winner
        return (state.dealer + 2) % self.seats

    def result(self, state: BuraState) -> Result:
        """Who has won the deal scores 1, the others 0. Without a winner one half, but nothing for a culprit."""
        if state.won:
            scores = tuple(float(state.won >> seat & 1) for seat in range(self.seats))
        else:
            scores = tuple(0.0 if seat == state.culprit else 0.5 for seat in range(self.seats))
        return Result(scores, tuple(words.result_lines(self, state)))

    def settle(self, standing: Standing, state: BuraState) -> BuraStanding:
        """Deals won, faults and card points counted; the next dealer and leader (B-03, B-06, B-21)."""
        assert isinstance(standing, BuraStanding)
        wins = tuple(count + (state.won >> seat & 1) for seat, count in enumerate(standing.wins))
        goal = self.options.target_wins
        return dataclasses.replace(
            standing,
            deals=standing.deals + 1,
            dealer=(state.dealer + 1) % self.seats,
            over=max(wins) >= goal,
            winners=tuple(seat for seat, count in enumerate(wins) if count >= goal),
            wins=wins,
            faults=tuple(count + (seat == state.culprit) for seat, count in enumerate(standing.faults)),
            points=tuple(map(sum, zip(standing.points, state.points, strict=True))),
            leader=self.next_leader(state),
            sheet=(*standing.sheet, SheetRow(words.ending(state), state.points)),
        )

    def totals(self, standing: Standing) -> list[tuple[Text, tuple[int, ...]]]:
        """Deals won, faults and card points (B-21)."""
        assert isinstance(standing, BuraStanding)
        return words.totals(standing)

    def sheet_notes(self, standing: Standing) -> list[Text]:
        """How many deals win the match; once it is over, the final order (B-21)."""
        assert isinstance(standing, BuraStanding)
        return words.sheet_notes(standing, self.options.target_wins)

    # What is shown and put down

    def scene(self, seen: Observation) -> Scene:
        """What this seat's player sees."""
        return scene.scene(self, seen)

    def tell(self, event: Event) -> Text | None:
        """The line of the log for an event."""
        return words.tell(event)

    def facts(self, state: BuraState) -> Facts:
        """The public facts under the names that position files use."""
        return positions.facts(self, state)

    def put_down(self, draft: Draft, facts: FactReader) -> BuraState:
        """The state that a position file describes."""
        return positions.put_down(self, draft, facts)
