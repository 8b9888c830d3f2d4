"""Kozel: cutting, dealing, calls and exchanges, tricks and halves, with the rule ids of the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from cardtable.cards import ALL_CARDS, CLUBS, SUITS, Card, cards_of, shuffled
from cardtable.engine.moves import Event, Log, Move, Notation, Seat, rank_moves, single_moves
from cardtable.engine.rounds import Rounds
from cardtable.engine.state import EVERYBODY, STOCK, all_see, draw
from cardtable.engine.text import mark
from cardtable.games.kozel import calls, dealing, praise, scoring
from cardtable.games.kozel.cards import SHAMKA
from cardtable.games.kozel.options import KozelOptions
from cardtable.games.kozel.state import (
    ASKING,
    CUT,
    EXCHANGE,
    NAME,
    PLAY,
    PRAISE,
    REDEAL,
    REPRAISE,
    RETURN,
    KozelStanding,
    KozelState,
)
from cardtable.games.kozel.table import KozelTable
from cardtable.games.tricks import points_of

NO_CALL, KEEP = Move("no_call"), Move("keep")
_KEPT: Final = 10_000
"""The size of the cache from sets of cards that follow suit to their moves."""
_CALLS = (Move("call_redeal"), NO_CALL)
_PRAISE_CHOICES = (Move("repraise"), Move("keep_praise"))
_DEAL_UNCUT = (Move("deal_uncut"),)
_NAMES = tuple([Move("name", 0, suit) for suit in range(len(SUITS))])


class KozelRules(KozelTable):
    """Kozel as agreed at this table."""

    ends_by = "K-18"
    forms = MappingProxyType(
        {
            "cut": Notation("cut {number}"),
            "lay": Notation("lay {ordered}"),
            "name": Notation("name {word}", words=tuple(SUITS)),
        }
    )
    rounds = Rounds(mark("The last trick"), lays=frozenset(["play"]), ends=frozenset(["trick", "captured"]))

    def __init__(self, options: KozelOptions, seats: int) -> None:
        super().__init__(options, seats)
        self._plays = rank_moves("play", 1, self.all_cards)
        # The sets of cards that follow suit are few and recur; whole hands are too many to cache.
        self._follows = lru_cache(_KEPT)(self._plays) if options.follow_suit == "must" else self._plays
        played = {
            ("cut", "deal_uncut"): options.cut_step == "manual",
            ("lay",): options.praise == "pants",
            ("call_redeal", "no_call"): options.redeal_no_queens,
            ("repraise", "keep_praise"): options.redeal_no_queens and options.praise == "pants",
            ("offer", "keep", "return"): options.single_trump_exchange,
            ("name",): options.trump_system == "named_jacks",
        }
        self.unused = frozenset(verb for verbs, here in played.items() if not here for verb in verbs)
        self.lays_several = options.praise == "pants"
        self._next = tuple(((seat + 1) % seats,) for seat in range(seats))
        every = (ALL_CARDS,) * 52
        self._follow = tuple(suits.follow if options.follow_suit == "must" else every for suits in self.by_trump)
        self._beaters = tuple(suits.beaters for suits in self.by_trump)
        self._must_trump = options.must_trump
        self._draws = options.deal_mode == "stock4"
        self.capturing = (1 << SHAMKA | 1 << self.shamok) if options.shamka_capture else 0
        """The queen of clubs and the card that captures her, if that is played (K-17, K-25)."""
        self._cuts = tuple(Move("cut", 0, number) for number in range(1, len(self.deck)))
        self._other_moves: dict[str, Callable[[KozelRules, KozelState, Seat, Move, Log], None]] = {
            "cut": KozelRules._cut,
            "deal_uncut": KozelRules._deal_uncut,
            "shuffle": KozelRules._shuffle,
            "lay": praise.lay,
            "call_redeal": calls.call_redeal,
            "no_call": calls.no_call,
            "repraise": calls.choose_deal,
            "keep_praise": calls.choose_deal,
            "offer": calls.offer,
            "keep": calls.keep,
            "return": calls.give_back,
            "name": calls.name,
        }

    def height(self, card: Card, trump: int | None) -> int:
        """The rank of a card in its suit; every trump is above the plain suits (K-06)."""
        if trump is None:
            return super().height(card, trump)
        suits = self.by_trump[trump]
        return suits.strength[card] + len(self.deck) * (suits.trumps >> card & 1)

    # Dealing

    def deal(self, deck: Sequence[Card], dealer: Seat, standing: KozelStanding, log: Log = None) -> KozelState:
        """Asks for the cut, or deals the hand from the top of this deck (K-04, K-05, K-10)."""
        places = [0] * (self.seats + len(self.place_names))
        places[STOCK] = self.all_cards
        state = self.new_state(places, tuple(deck), dealer, standing)
        if log is not None:
            log.append(Event("deal", dealer))
        if self.options.cut_step == "manual":
            self.ask_cut(state)
        else:
            self.begin(state, log)
        return state

    def _clear(self, state: KozelState) -> None:
        """Clears the facts of a hand that is dealt again."""
        state.stage = PLAY
        state.trump = CLUBS if self.options.always_clubs else -1
        state.turned = state.leader = state.best = state.winning = -1
        state.last_winner = state.praise_winner = state.offered = -1
        state.opening = True
        state.namer = -1
        state.trick = state.last = ()
        state.columns = ()
        state.prefer = ALL_CARDS
        state.won = (0,) * self.sides
        state.half = 1
        state.first_half = (0,) * self.sides
        state.keeping = False

    def ask_cut(self, state: KozelState) -> None:
        """Asks the player on the dealer's right to cut; anybody else may do so wrongly (K-04)."""
        state.stage = CUT
        state.to_act = tuple([(state.dealer + step) % self.seats for step in range(-1, self.seats - 1)])

    def praises(self, hand: int) -> bool:
        """Whether this hand of the match begins with a praise (K-10)."""
        return self.options.praise == "pants" and hand > 1

    def begin(self, state: KozelState, log: Log) -> None:
        """Starts the praise or the deal, with the whole deck in the stock."""
        if self.praises(state.hand):
            praise.begin(self, state, log)
        elif dealing.deal(self, state, log):
            calls.after_deal(self, state, log)

    def _shuffle(self, state: KozelState, seat: Seat, move: Move, log: Log) -> None:
        """Gathers all cards except kept praise tricks, shuffles and deals; there is no new cut (K-04)."""
        keeping, leader = state.keeping, state.praise_winner
        places = state.places
        kept, won = (places[self.taken], state.won) if keeping else (0, (0,) * self.sides)
        for index in range(len(places)):
            places[index] = 0
        places[self.taken] = kept
        stock = shuffled([card for card in self.deck if not kept >> card & 1], move.arg)
        state.stock = stock
        places[STOCK] = cards_of(stock)
        if state.known is not None and state.lacks is not None:
            state.known = [kept] * self.seats
            state.lacks = [0] * len(state.lacks)
        if log is not None:
            log.append(Event("shuffle", state.dealer))
        self._clear(state)
        state.won = won
        if not keeping:
            self.begin(state, log)
            return
        state.praise_winner = leader
        dealing.deal_rest(self, state, len(stock) // self.seats, log)
        calls.after_deal(self, state, log)

    # Legal moves

    def blanks(self, state: KozelState, seat: Seat) -> bool:
        """Before the play, seats may be asked secretly, and partners exchange cards (K-08, K-09)."""
        return state.stage != PLAY

    def legal(self, state: KozelState, seat: Seat) -> Sequence[Move]:
        """Every legal move of this seat, without duplicates; empty if it may not act."""
        if seat not in state.to_act:
            return ()
        stage = state.stage
        if stage == PLAY:
            hand = state.places[seat]
            cards = hand & state.prefer
            if not cards and self._must_trump and state.trick:
                cards = hand & self.by_trump[state.trump].trumps
            if not cards:
                return self._plays(hand)
            return self._follows(cards) if state.trick else self._plays(cards)
        if stage == CUT:
            return self._cuts + _DEAL_UNCUT if seat == state.dealer else self._cuts
        if stage == PRAISE:
            return praise.moves(self, state, seat)
        if stage == REDEAL:
            return _CALLS
        if stage == REPRAISE:
            return _PRAISE_CHOICES
        if stage == EXCHANGE:
            return (*single_moves("offer", calls.single_trump(self, state, seat)), KEEP)
        if stage == NAME:
            return _NAMES
        if stage == RETURN:
            return single_moves("return", calls.returnable(state, seat))
        return ()

    def is_aside(self, state: KozelState) -> bool:
        """Whether the first lead is due, in a game where a redeal or a trump exchange may come before it."""
        asks = self.options.redeal_no_queens or self.options.single_trump_exchange
        return state.stage in ASKING or (state.stage == PLAY and state.opening and asks)

    def silence(self, state: KozelState) -> Move | None:
        """The move that makes no call or keeps a single trump, which nobody notices (K-08, K-09)."""
        return {REDEAL: NO_CALL, EXCHANGE: KEEP}.get(state.stage)

    # Playing

    def play(self, state: KozelState, seat: Seat, move: Move, log: Log = None) -> None:
        """Applies a legal move, and everything that follows from it without a choice."""
        if move[0] != "play":
            self._other_moves[move[0]](self, state, seat, move, log)
            return
        cards = move[1]
        card = cards.bit_length() - 1
        places = state.places
        places[seat] -= cards
        places[self.table] += cards
        if state.known is not None or log is not None:
            if state.lacks is not None and not cards & state.prefer:
                # A player with such a card would have had to play it (K-11 to K-13).
                state.lacks[seat] |= state.prefer
                if self._must_trump and state.trick:
                    trumps = self.by_trump[state.trump].trumps
                    state.lacks[seat] |= 0 if cards & trumps else trumps
            all_see(state, cards, self.table, log, "play", seat)
        trick = state.trick
        if trick:
            if self._beaters[state.trump][state.best] & cards:
                state.best = card
                state.winning = seat
            state.trick = trick = (*trick, card)
            if cards & self.capturing and self._captures(state, log):
                return
            if len(trick) == self.seats:
                self._end_trick(state, log)
                return
        else:
            state.trick = (card,)
            state.best = card
            state.winning = seat
            state.opening = False
            state.prefer = self._follow[state.trump][card]
        state.to_act = self._next[seat]

    def _captures(self, state: KozelState, log: Log) -> bool:
        """Ends the hand if an enemy's Shamok is in a trick with the Shamka, whose player gets a chiper (K-17)."""
        victim = self.captured(state)
        if victim is None:
            return False
        if log is not None:
            log.append(Event("captured", victim, 1 << self.shamok, 1, EVERYBODY))
        side = self.side[victim]
        if self.options.first_capture == "match" and state.hand == 1:
            scoring.write_down(self, state, side, max(0, self.options.match_points - state.score[side]))
        else:
            scoring.write_down(self, state, side, scoring.CHIPER * state.eggs)
        scoring.complete(state, "captured")
        return True

    def captured(self, state: KozelState) -> Seat | None:
        """The player of the Shamka, if an enemy's Shamok is in the same trick (K-17)."""
        if not self.capturing or self.capturing & ~state.places[self.table]:
            return None
        seats = {card: (state.leader + index) % self.seats for index, card in enumerate(state.trick)}
        holder = seats[SHAMKA]
        return holder if self.side[holder] != self.side[seats[self.shamok]] else None

    def _end_trick(self, state: KozelState, log: Log) -> None:
        """Gives the trick to its winner, who leads next, after a draw or in the second half (K-14 to K-16)."""
        winner = state.winning
        state.last, state.last_winner = state.trick, winner
        state.trick = ()
        state.best = state.winning = -1
        state.leader = winner
        state.prefer = self.leadable(state) if self.binds_dealers else self.leads[state.trump]
        places = state.places
        if log is not None:
            points = points_of(places[self.table]) if self.options.open_counts else -1
            log.append(Event("trick", winner, arg=points))
        if scoring.take(self, state, self.table, winner):
            return
        if self._draws and len(state.stock) >= self.seats:
            for seat in self.clockwise_from[winner]:
                draw(state, seat, 1, log)
        state.to_act = self.turns[winner]
        if not places[winner]:
            self._end_half(state, log)

    def _end_half(self, state: KozelState, log: Log) -> None:
        """Deals the second packet when all hands are empty, or counts the hand (K-16, K-18)."""
        if self.options.halves and state.half == 1:
            if self.options.count_span == "each_half" and scoring.book_half(self, state, log):
                scoring.complete(state, "counted")
                return
            state.half = 2
            if log is not None:
                log.append(Event("second_half", state.dealer))
            dealing.deal_packet(self, state, log)
            if self.options.second_half_lead == "left_of_dealer":
                state.leader = self.left_of(state.dealer)
            state.prefer = self.leadable(state)
            self.call_on(state, state.leader)
            return
        scoring.count(self, state, log)
        scoring.complete(state, "counted")

    # Cutting

    def _cut(self, state: KozelState, seat: Seat, move: Move, log: Log) -> None:
        """The dealer's right neighbour cuts and the deal begins; anybody else is penalised (K-04)."""
        if log is not None:
            log.append(Event("cut", seat, size=move.arg))
        if seat != state.to_act[0]:
            scoring.punish(self, state, self.side[seat], self.options.cut_penalty, "cut")
            return
        state.stock = state.stock[move.arg :] + state.stock[: move.arg]
        state.stage = PLAY
        self.begin(state, log)

    def _deal_uncut(self, state: KozelState, seat: Seat, move: Move, log: Log) -> None:
        """Charges the dealer's team for a deal without a cut (K-04)."""
        if log is not None:
            log.append(Event("uncut", seat))
        scoring.punish(self, state, self.side[seat], self.options.cut_penalty, "cut")

    # The end, and the match

    scores = scoring.scores
    standing_after = scoring.settle
    standing_before = scoring.standing_before
