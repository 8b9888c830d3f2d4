"""Bura: dealing, tricks, claims, combinations and drawing, with the rule ids of the catalogue."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from cardtable.cards import ONE, RANKS, Card, Cards, cards_of, rank_of, suit_of
from cardtable.engine.moves import Event, Forms, Log, Move, Notation, Seat, set_moves
from cardtable.engine.rounds import Rounds
from cardtable.engine.rules import Misdeal
from cardtable.engine.state import EVERYBODY, STOCK, all_see, common_knowledge, move_cards, show
from cardtable.engine.text import mark
from cardtable.games.bura import drawing
from cardtable.games.bura.beating import (
    ACES,
    BEATERS,
    ORDER,
    beats_each,
    beats_uniformly,
)
from cardtable.games.bura.calls import BuraCalls
from cardtable.games.bura.counting import penalties
from cardtable.games.bura.laying import leads, replies
from cardtable.games.bura.options import COMBINATIONS, MOSCOW, BuraOptions
from cardtable.games.bura.state import (
    BURA,
    CALLS,
    CLAIMS,
    DRAWING,
    LEAD,
    ONE_TRICK,
    POINTS,
    REPLIES,
    SEAT_BITS,
    BuraStanding,
    BuraState,
)
from cardtable.games.tricks import points_of

CLAIM, SAY_BURA, SILENT = Move("claim"), Move("bura"), Move("silent")
ANNOUNCE: Final = tuple(Move("announce", 0, kind) for kind in range(len(COMBINATIONS)))
_ASKED_CLAIM = (CLAIM, SILENT)
NEVER: Final = 1_000
"""More card points than the pack has: nobody can win a deal with them (B-28)."""


class BuraRules(BuraCalls):
    """Bura as agreed at this table."""

    ends_by = "B-07"
    lays_several = True
    forms: ClassVar[Forms] = {"announce": Notation("announce {word}", words=COMBINATIONS)}
    rounds = Rounds(
        mark("The last trick"),
        lays=frozenset(["lead", "reply"]),
        ends=frozenset(["trick"]),
        tells=frozenset(["reply_down"]),
        shut_by="B-22",
    )

    def __init__(self, options: BuraOptions, seats: int) -> None:
        super().__init__(options, seats)
        played = {
            ("claim",): self.claims,
            ("bura",): self.says_bura,
            ("draw", "wait", "begin"): options.manual_draw,
            ("pretend_draw",): options.manual_draw and options.pretend_draw,
        }
        self.unused = frozenset(verb for verbs, here in played.items() if not here for verb in verbs)
        self._trump_last = options.trump_place == "bottom"
        self._uniform = options.multi_beat == "uniform"
        self.whole_lead = options.combo_lead == "whole_combo"
        self._next_turn = (*self.turns[1:], *self.turns[:1])
        self._no_cards = (0,) * (seats + len(self.place_names))
        self._start = BuraStanding(
            wins=self._zeros,
            faults=self._zeros,
            points=self._zeros,
            penalties=self._zeros,
            by_penalties=self.by_penalties,
        )
        self._fresh = BuraState([], (), None, None, match=self._start, dealer=0, leader=0, trump=0, trump_card=-1)
        order = options.combo_order.split(">")
        self.ranking = tuple(-order.index(name) for name in COMBINATIONS)
        """The height of each combination (B-16)."""
        if options.combo_redeal:
            self.misdeals = dict.fromkeys(("bura", *COMBINATIONS), False)
        target = NEVER if self.by_penalties else options.target
        self._enough = tuple([target - bonus for bonus in self.bonus])
        """The card points in tricks with which each seat wins (B-14, B-20)."""
        self._speak: dict[str, Callable[[BuraState, Seat, Move, Log], None]] = {
            "claim": self._claim,
            "bura": lambda state, seat, move, log: self.win_by_bura(state, seat, log),
            "announce": self._announce,
            # Without an event: the others must not learn that the player could have spoken (B-15, B-16).
            "silent": self._ask_next,
            "draw": lambda state, seat, move, log: drawing.draw_card(self, state, seat, log),
            "pretend_draw": lambda state, seat, move, log: drawing.pretend(state, seat, log),
            "wait": lambda state, seat, move, log: None,
            "begin": lambda state, seat, move, log: self.open_calls(state, log),
        }

    def height(self, card: Card, trump: int | None) -> int:
        """The rank of a card under this trump suit: the ten is above the king (B-01)."""
        return ORDER.index(RANKS[rank_of(card)]) + len(ORDER) * (suit_of(card) == trump)

    # Dealing

    def start(self) -> BuraStanding:
        """The standing of a new match."""
        return self._start

    @property
    def one_deal(self) -> bool:
        """Whether a single won deal ends the match (B-21)."""
        return not self.by_penalties and self.options.target_wins == 1

    def again(self, standing: BuraStanding) -> BuraStanding:
        """If one deal is a match, the next one is led as any later deal would be (B-06)."""
        begun = super().again(standing)
        return dataclasses.replace(begun, leader=standing.leader) if self.one_deal else begun

    def standing_before(self, state: BuraState) -> BuraStanding:
        return state.match

    def deal(self, deck: Sequence[Card], dealer: Seat, standing: BuraStanding, log: Log = None) -> BuraState:
        """Deals the hands, shows the trump card and opens W2 (B-04 to B-07)."""
        seats = self.seats
        dealt = self.filled_hand * seats
        trump_card = deck[dealt]
        shown = ONE[trump_card]
        places, known = [*self._no_cards], [*self._zeros]
        rest = self.all_cards
        ring = self.from_left[dealer]
        for step, seat in enumerate(ring):
            hand = 0
            for card in deck[step:dealt:seats]:
                hand += ONE[card]
            places[seat] = hand
            known[seat] = hand + shown
            rest -= hand
        places[STOCK] = rest
        stock = (*deck[dealt + 1 :], trump_card) if self._trump_last else tuple(deck[dealt:])
        trump = trump_card % 4  # There is one pack, without jokers.
        leader = ring[0] if standing.leader is None else standing.leader
        # A copy is quicker than a new state, and deals are short in random play, where a player soon claims.
        state = self._fresh.copy()
        state.places = places
        state.stock = stock
        state.known = known
        state.lacks = [*self._zeros]
        state.match = standing
        state.dealer = dealer
        state.leader = leader
        state.trump = trump
        state.trump_card = trump_card
        if log is not None:
            log.append(Event("deal", dealer, arg=seats))
            log.append(Event("trump", dealer, shown, 1, EVERYBODY))
        for seat in self.open_seats:
            show(state, places[seat], seat, log, "open")
        self.open_calls(state, log)
        return state

    def misdeal(self, deck: Sequence[Card], dealer: Seat) -> Misdeal | None:
        """The highest call in any hand of this deal, with bura above every combination (B-26)."""
        if not self.misdeals:
            return None
        dealt = self.filled_hand * self.seats
        trump = deck[dealt] % 4
        hands = [cards_of(deck[step : dealt : self.seats]) for step in range(self.seats)]
        if any(self.is_bura(hand, trump) for hand in hands):
            return Misdeal("bura")
        found = {kind for hand in hands for kind in self.combinations(hand, trump)}
        return Misdeal(COMBINATIONS[max(found, key=self.ranking.__getitem__)]) if found else None

    # Legal moves

    def blanks(self, state: BuraState, seat: Seat) -> bool:
        """Other seats may be asked secretly before a lead, and a draw may be a pretence (B-16, B-18)."""
        return state.moment in (BURA, CALLS, DRAWING)

    def legal(self, state: BuraState, seat: Seat) -> Sequence[Move]:
        """Every legal move of this seat, without duplicates; empty if it may not act."""
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
        """Whether a trick was just taken or a lead is due, when W1 and W2 take place (B-07)."""
        return state.moment in (CLAIMS, BURA, CALLS, LEAD)

    def silence(self, state: BuraState) -> Move | None:
        """The move of a player who makes no claim or announcement, which nobody notices (B-14 to B-16)."""
        return SILENT if state.moment in (CLAIMS, BURA, CALLS) else None

    def has_news(self, state: BuraState, seat: Seat) -> bool:
        """Whether the seat may have something new to claim: only the winner of this trick has more points (B-14)."""
        return state.moment != CLAIMS or seat == state.winner

    def whole_leads(self, state: BuraState, hand: Cards) -> tuple[Move, ...]:
        """The leads of the complete combination with the highest call (B-16)."""
        if self.called(state) != MOSCOW:
            return (Move("lead", hand),)
        moscows = self.moscows[state.trump]
        return tuple([move for move in set_moves("lead", hand & ACES, 3, 3) if move.cards in moscows])

    def wins_over(self, state: BuraState, best: Cards, reply: Cards) -> bool:
        """Whether a reply beats the best play (B-11)."""
        if self._uniform:
            return beats_uniformly(best, reply, state.trump)
        return beats_each(best, reply, BEATERS[state.trump])

    def parse_move(self, text: str) -> Move:
        """Parses a move; cards laid together may be in braces, as in `lead {9h Jh}`."""
        return super().parse_move(re.sub("[{}]", " ", text))

    # Play

    def play(self, state: BuraState, seat: Seat, move: Move, log: Log = None) -> None:
        """Applies a legal move to the state."""
        cards = move[1]
        if not cards:
            self._speak[move[0]](state, seat, move, log)
            return
        places = state.places
        if self.hides and state.moment == REPLIES:
            self._reply(state, seat, cards, log)
            return
        places[seat] -= cards
        if log is not None or state.known is not None:
            all_see(state, cards, self.table, log, move[0], seat, cards & state.bought)
        if state.moment == LEAD:
            # The lead of a trick (B-08).
            places[self.table] = cards
            state.plays = (cards,)
            state.best = cards
            state.marks = state.bought
            state.starter = state.owner = seat
            state.down = 0
            state.moment = REPLIES
            state.to_act = self._next_turn[seat]
            return
        # A reply of the same length; it may become the best play (B-09, B-11). A single card needs no pairing off.
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
            places[self.table] += cards
            state.to_act = self._next_turn[seat]
        else:
            self.take_trick(state, places[self.table] + cards, log)

    def _reply(self, state: BuraState, seat: Seat, cards: Cards, log: Log) -> None:
        """Plays a reply face down if it does not become the best play (B-27)."""
        if self.wins_over(state, state.best, cards):
            state.best = cards
            state.owner = seat
            move_cards(state, cards, seat, self.table, EVERYBODY, log, "reply", seat, cards & state.bought)
        else:
            state.down |= 1 << seat
            self._lay_down(state, seat, cards, log)
        state.plays += (cards,)
        if len(state.plays) < self.seats:
            state.to_act = self._next_turn[seat]
        else:
            self.take_trick(state, state.places[self.table], log)

    def _lay_down(self, state: BuraState, seat: Seat, cards: Cards, log: Log) -> None:
        """Lays cards that nobody else knows any longer, even if the whole hand was known (B-27)."""
        was = common_knowledge(state) & state.places[seat]
        move_cards(state, cards, seat, self.table, 1 << seat, log, "reply_down", seat)
        if state.known is not None:
            state.known = [known if other == seat else known & ~cards for other, known in enumerate(state.known)]
        if state.lacks is not None:
            state.lacks = [lacked if other == seat else lacked | was for other, lacked in enumerate(state.lacks)]

    def take_trick(self, state: BuraState, cards: Cards, log: Log) -> None:
        """Gives all cards of the trick to the owner of the best play, with R; then W1 follows (B-12, B-14)."""
        places = state.places
        winner = state.owner
        places[self.table] = 0
        up = cards
        if state.down:
            # The player who takes them may not look at them (B-27).
            up = state.open_plays()
            places[self.under + winner] |= cards ^ up
        places[self.taken] += up
        if log is not None:
            # Everybody has seen these cards, so the event reveals nothing.
            log.append(Event("trick", winner, 0 if state.down else cards, cards.bit_count(), EVERYBODY))
        state.leader = state.winner = winner
        state.announced = ()
        place = SEAT_BITS * winner
        state.tally += ONE_TRICK + points_of(up) << place
        if self.claims:
            state.moment = CLAIMS
            state.asked = self.clockwise_from[winner]
            state.to_act = self.turns[winner]
        elif self._has_enough(state, winner) if self.hides else state.tally >> place & POINTS >= self._enough[winner]:
            self.end(state, "count", 1 << winner, log)
        else:
            drawing.fill_hands(self, state, log)

    # W1 and W2

    def _claim(self, state: BuraState, seat: Seat, move: Move, log: Log) -> None:
        """A player claims to have won (B-14)."""
        if self._has_enough(state, seat):
            self.end(state, "claim", 1 << seat, log)
        else:
            self.fault(state, seat, "false_claim", log)

    def _has_enough(self, state: BuraState, seat: Seat) -> bool:
        """Whether a seat's count wins the deal (B-14, B-20, B-24)."""
        if self.hides:
            return self.count(state, seat) - self.bonus[seat] >= self._enough[seat]
        return state.tally >> SEAT_BITS * seat & POINTS >= self._enough[seat]

    def _announce(self, state: BuraState, seat: Seat, move: Move, log: Log) -> None:
        """Shows a combination; the highest one so far gets the lead (B-16)."""
        kind = move.arg
        hand = state.places[seat]
        show(state, hand & ACES if kind == MOSCOW else hand, seat, log, "announce", kind)
        best = self.called(state) if state.announced else -1
        state.announced += ((seat, kind),)
        if best < 0 or self.ranking[kind] > self.ranking[best]:
            state.leader = seat
        self._ask_next(state, seat, move, log)

    def _ask_next(self, state: BuraState, seat: Seat, move: Move, log: Log) -> None:
        """Goes on after a seat has spoken or stayed silent; after the last one of W1 or W2 the round goes on (B-07)."""
        asked = state.asked = state.asked[1:]
        if asked:
            state.to_act = self.turns[asked[0]]
        elif state.moment == CLAIMS:
            drawing.fill_hands(self, state, log)
        elif state.moment == BURA:
            self.call_combinations(state)
        else:
            self.call_leader(state)

    # The end of a deal

    def next_leader(self, state: BuraState) -> Seat:
        """The seat that leads first in the next deal (B-06)."""
        if self.options.next_deal_lead == "last_trick_winner" and state.winner >= 0:
            return state.winner
        return (state.dealer + 2) % self.seats

    def scores(self, state: BuraState) -> tuple[float, ...]:
        """A winner of the deal scores 1, the others 0. Without a winner everybody scores 0.5, but a culprit 0.

        With penalty points: 0.5, plus a twelfth for each point by which the others' average exceeds the seat's own
        (B-28).
        """
        if self.by_penalties:
            written = penalties(self, state)
            others = self.seats - 1
            return tuple(0.5 + ((sum(written) - own) / others - own) / 12 for own in written)
        if state.won:
            return tuple(float(state.won >> seat & 1) for seat in range(self.seats))
        return tuple(0.0 if seat == state.culprit else 0.5 for seat in range(self.seats))

    def match_places(self, standing: BuraStanding) -> tuple[int, ...]:
        """The final order: deals won, then fewer faults, then card points; or penalty points (B-21, B-28)."""
        return standing.places()

    def standing_after(self, standing: BuraStanding, state: BuraState) -> BuraStanding:
        """Adds deals won, faults, card and penalty points; sets the next dealer and leader (B-03, B-06, B-21, B-28)."""
        wins = tuple(count + (state.won >> seat & 1) for seat, count in enumerate(standing.wins))
        goal = self.options.target_wins
        winners = tuple(seat for seat, count in enumerate(wins) if count >= goal)
        over = max(wins) >= goal
        written = standing.penalties
        if self.by_penalties:
            written = tuple(map(sum, zip(written, penalties(self, state), strict=True)))
            over = max(written) >= self.options.penalty_limit
            winners = tuple(seat for seat, count in enumerate(written) if over and count == min(written))
        return dataclasses.replace(
            standing,
            deals=standing.deals + 1,
            dealer=(state.dealer + 1) % self.seats,
            over=over,
            winners=winners,
            wins=wins,
            penalties=written,
            faults=tuple(count + (seat == state.culprit) for seat, count in enumerate(standing.faults)),
            points=tuple(map(sum, zip(standing.points, state.points, strict=True))),
            leader=self.next_leader(state),
        )
