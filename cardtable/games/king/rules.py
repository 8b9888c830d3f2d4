"""King by contracts: the deal, the tricks and the scoring, with the rule ids of the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import MappingProxyType

from cardtable.cards import HEARTS, ONE, Card, Cards, cards_of
from cardtable.engine.moves import DEALER, Event, Log, Move, Seat, rank_moves, single_moves
from cardtable.engine.rounds import Rounds
from cardtable.engine.state import EVERYBODY, STOCK, all_see, move_cards, show
from cardtable.engine.text import mark
from cardtable.engine.verdict import places_by
from cardtable.games.king import dealing, scoring
from cardtable.games.king.contracts import JOKERS, KING
from cardtable.games.king.options import KingOptions
from cardtable.games.king.state import KingStanding, KingState
from cardtable.games.king.table import KingTable

_ONLY_DRAW = (dealing.DRAW,)


class KingRules(KingTable):
    """King by contracts as agreed at this table."""

    ends_by = "G-13"
    forms = MappingProxyType(dealing.FORMS)
    rounds = Rounds(mark("The last trick"), lays=frozenset(["lead", "play"]), ends=frozenset(["trick"]))

    def __init__(self, options: KingOptions, seats: int) -> None:
        super().__init__(options, seats)
        self._plays = rank_moves("play", 1, self.all_cards)
        # There are not many sets of cards in one suit.
        self._follows = cache(self._plays)
        self._receivers = [tuple((dealer + 1 + turn) % seats for turn in self.dealing) for dealer in range(seats)]
        """For each dealer, the seat that each card goes to."""
        self._named_jokers = options.joker_play == "free"
        self._fines = options.forced_king_mode == "penalty"
        contracts = self.programme.contracts
        played = {
            ("draw",): self.domino,
            ("order",): self.programme.ordered,
            ("trump",): any(map(self.has_trump, contracts)) and not (self.programme.ordered and self.orders_seeing),
            ("bid", "pass", "name"): "trade_suit" in contracts,
            ("lay_out",): options.widow_size > 0,
        }
        self.unused = frozenset(verb for verbs, here in played.items() if not here for verb in verbs)
        self.lays_several = options.widow_size > 1
        self.winner_of = self.tricks.joker_winner if JOKERS & self.all_cards else self.tricks.winner

    # Dealing

    def deal(self, deck: Sequence[Card], dealer: Seat, standing: KingStanding, log: Log = None) -> KingState:
        """Deals the whole pack, or as much as the game uses, in packets starting with eldest (G-05)."""
        state = self.new_state(dealer)
        state.deal = standing.deals + 1
        state.totals = standing.totals
        state.ordered = standing.ordered
        state.passed_out = standing.passed_out
        state.contract = self.programme.contract(state.deal)
        if log is not None:
            log.append(Event("deal", dealer, arg=state.deal))
        places = state.places
        if not state.contract and not self.orders_seeing:
            state.stock = tuple(deck)
            places[STOCK] = self.all_cards
            dealing.ask_orderer(state, "order")
        elif self.options.widow_size or self.asks_at_third(state):
            state.stock = tuple(deck)
            places[STOCK] = self.all_cards
            dealing.begin(self, state, log)
        else:
            for seat, card in zip(self._receivers[dealer], deck, strict=False):
                places[seat] += ONE[card]
            state.stock = tuple(deck[len(self.dealing) :])
            places[STOCK] = cards_of(state.stock)
            state.known = places[: self.seats]
            dealing.finish_dealing(self, state, log)
        return state

    # Playing

    def legal(self, state: KingState, seat: Seat) -> Sequence[Move]:
        """The cards that may be played, or the calls that may be made (G-16)."""
        to_act = state.to_act
        if not to_act or to_act[0] != seat or seat < 0:
            return ()
        if state.moment != "play":
            return dealing.legal_calls(self, state, seat)
        hand = state.places[seat]
        if state.trick:
            if state.led >= 0 and not self.tricks.free:
                following = hand & self.tricks.follow[state.led]
                if following:
                    return self._follows(following)
                return self._plays(self._void(state, hand)) or _ONLY_DRAW
        elif self._named_jokers and hand & JOKERS:
            cards = self.playable(state, seat)
            named = [move for suit in range(4) for move in single_moves("play", cards & JOKERS, suit + 1)]
            return (*self._plays(cards & ~JOKERS), *named)
        return self._plays(self.playable(state, seat)) or _ONLY_DRAW

    def playable(self, state: KingState, seat: Seat) -> Cards:
        """The cards that this seat may play now; none if it must draw first (G-16, G-28)."""
        hand = state.places[seat]
        if not state.trick:
            return self.tricks.leads(state, seat, hand, self.count(state))
        if state.led < 0:
            return hand
        following = hand & self.tricks.follow[state.led]
        if following:
            return following | (hand & self.tricks.free)
        return self._void(state, hand)

    def _void(self, state: KingState, hand: Cards) -> Cards:
        """What a hand may play when it cannot follow; nothing in Domino, where it draws first (G-16, G-28)."""
        return 0 if self.domino and state.stock else self.tricks.discards(state, hand, self.count(state))

    def play(self, state: KingState, seat: Seat, move: Move, log: Log = None) -> None:
        """Applies a legal move; playing a card is by far the most common, and is therefore handled inline."""
        if move[0] != "play":
            self._call(state, seat, move, log)
            return
        cards = move[1]
        card = cards.bit_length() - 1
        places = state.places
        trick = state.trick
        led = state.led
        if self._fines and trick and led >= 0 and not places[seat] & self.tricks.follow[led]:
            self._fine_for_keeping(state, seat, card, log)
        places[seat] -= cards
        places[self.table] += cards
        if state.known is not None or log is not None:
            all_see(state, cards, self.table, log, "play" if trick else "lead", seat, move.arg)
            # Following suit reveals nothing about the hand, unless the player had to draw for it.
            if led < 0 or state.drew or not cards & self.tricks.follow[led]:
                self._note_lacks(state, seat, card)
        if led < 0:
            if not JOKERS & cards:
                state.led = card % 4  # There is one pack.
            elif self.options.joker_play != "void_only":
                state.led = move.arg - 1 if move.arg else HEARTS
        state.drew = 0
        trick = state.trick = (*trick, card)
        players = state.players
        if len(trick) < len(players):
            state.to_act = self.turns[players[len(trick)]]
        else:
            self.end_trick(state, log)

    def _call(self, state: KingState, seat: Seat, move: Move, log: Log) -> None:
        """Applies a call, or the dealer's shuffle, which sets the widow aside or picks the cards to lay out."""
        match move.verb:
            case "order":
                dealing.order(self, state, seat, move, log)
            case "trump":
                dealing.name_trump(self, state, seat, move, log)
            case "bid" | "pass":
                dealing.bid(self, state, seat, move, log)
            case "name":
                dealing.name_suit(self, state, seat, move, log)
            case "lay_out":
                dealing.lay_out(self, state, seat, move, log)
            case "draw":
                dealing.draw_to_follow(self, state, seat, move, log)
            case _:
                assert seat == DEALER
                if state.moment == "deal":
                    dealing.set_widow_aside(self, state, move.arg, log)
                else:
                    dealing.draw_out(self, state, move.arg, log)

    def _note_lacks(self, state: KingState, seat: Seat, card: Card) -> None:
        """Records the cards that this play shows the seat not to hold."""
        if state.lacks is None:
            return
        lacks = self.tricks.shown_lacks(state, seat, card, self.count(state))
        if state.drew:
            # They drew until they could follow, so this was their only card of the suit. In a guess at the hidden cards
            # they may hold more.
            lacks |= self.tricks.follow[state.led] & ~state.places[seat]
        state.lacks[seat] |= lacks

    def end_trick(self, state: KingState, log: Log) -> None:
        """Gives the trick to its winner, who leads to the next one unless the deal is over (G-10, G-13)."""
        trick, places = state.trick, state.places
        winner = state.players[self.winner_of(trick, state.trump, state.led)]
        table = places[self.table]
        places[self.captured] |= table
        places[self.table] = 0
        if log is not None:
            log.append(Event("trick", winner, table, table.bit_count(), EVERYBODY))
        if places[self.aside] and not state.winners:
            odd = places[self.aside]
            move_cards(state, odd, self.aside, self.captured, EVERYBODY, log, "odd_card", winner)
            table |= odd
        self._capture(state, winner, table)
        state.winners += (winner,)
        state.last = trick
        if self.domino:
            self._go_on_in_domino(state, winner, log)
            return
        if not places[winner]:
            self._finish(state, log)
            return
        count = self.count(state)
        if count.stops:
            for cards in places[: self.seats]:
                if cards & count.cards:
                    break
            else:
                self._finish(state, log)
                return
        self.begin_trick(state, winner)

    def _capture(self, state: KingState, seat: Seat, cards: Cards) -> None:
        captured = [*state.captured]
        captured[seat] |= cards
        state.captured = (*captured,)

    def _go_on_in_domino(self, state: KingState, winner: Seat, log: Log) -> None:
        """Gives the lead to the winner or the next seat with cards; the last one with cards captures them (G-28)."""
        places = state.places
        holders = [seat for seat in self.clockwise_from[winner] if places[seat]]
        if len(holders) > 1:
            self.begin_trick(state, holders[0])
            return
        for seat in holders:
            self._capture(state, seat, places[seat])
            move_cards(state, places[seat], seat, self.captured, EVERYBODY, log, "leftover", seat)
            if self.options.domino_leftover_is_trick:
                state.winners = (*state.winners, seat)
        self._finish(state, log)

    def _finish(self, state: KingState, log: Log) -> None:
        """Ends the deal when nothing is left that counts (G-13); counting cards that were laid out count now (G-24)."""
        state.moment = "over"
        state.to_act = ()
        state.trick = ()
        state.led = -1
        short = state.places[self.laid_out] & self.not_laid_out(state)
        if short:
            show(state, short, state.orderer, log, "short")

    def _fine_for_keeping(self, state: KingState, seat: Seat, card: Card, log: Log) -> None:
        """Fines a player who keeps the king back, at once; everybody then knows where it is (G-12)."""
        if self.tricks.is_fined(state, state.places[seat], card, self.count(state)):
            state.fined = True
            state.charged = tuple([charge - self.fine * (other == seat) for other, charge in enumerate(state.charged)])
            show(state, 1 << KING, seat, log, "kept_back")

    # Scoring

    points = scoring.points
    scores = scoring.scores
    standing_after = scoring.standing_after

    def match_places(self, standing: KingStanding) -> tuple[int, ...]:
        """The final order by points; equal totals share a place (G-20)."""
        return places_by(standing.totals)

    def counts(self, state: KingState) -> bool:
        """Whether the deal counts: not if everybody passed (G-30)."""
        return not scoring.is_passed_out(state)
