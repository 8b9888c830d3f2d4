"""101: the deal, playing and drawing, special cards and the end of a deal, with the rule ids of the catalogue."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from cardtable.cards import ONE, SUIT_CARDS, Card, Cards, bits, shuffled
from cardtable.engine.moves import Event, Log, Move, Notation, Seat
from cardtable.engine.rounds import Rounds
from cardtable.engine.state import EVERYBODY, STOCK, all_see, move_cards
from cardtable.engine.text import mark
from cardtable.games.one_oh_one import drawing, english, scoring
from cardtable.games.one_oh_one.options import GUARD, OneOhOneOptions
from cardtable.games.one_oh_one.state import (
    ANSWER,
    CHAIN,
    COVER,
    HAD_TO,
    LAY,
    MAY,
    MUST,
    NAME,
    NOT_DRAWN,
    OneOhOneStanding,
    OneOhOneState,
)
from cardtable.games.one_oh_one.tables import (
    ACES,
    ADDS,
    ASKS_ACE,
    NINES,
    NOTHING,
    REPLAYS,
    SEVENS,
    SIXES,
    STRIKES,
    layings,
)
from cardtable.games.one_oh_one.turns import OneOhOneTurns

DRAW = Move("draw")
PASS = Move("pass")
SKIP = Move("skip")
TAKE = Move("take")
DECLINE = Move("decline")
DUMP = Move("dump")
_ONLY_DRAW, _ONLY_PASS, _ONLY_SKIP, _DECLINE, _DUMP, _TAKE = (DRAW,), (PASS,), (SKIP,), (DECLINE,), (DUMP,), (TAKE,)


class OneOhOneRules(OneOhOneTurns):
    """101 as agreed at this table."""

    ends_by = "O-24"
    forms = MappingProxyType({"play": Notation("play {cards}→{suit}"), "cover": Notation("cover {cards}→{suit}")})
    rounds = Rounds(mark("The last turns"), lays=frozenset(["opened", "play", "cover", "dump"]))

    def __init__(self, options: OneOhOneOptions, seats: int) -> None:
        super().__init__(options, seats)
        self._kinds = tuple(effect.kind for effect in self.effects)
        nines = NINES if options.nine_as_last == "must_cover" and options.nine_effect == "replay" else 0
        self.must_cover = nines | (SIXES if options.six_as_last == "must_cover" else 0)
        """Cards that cannot be played as the last card (O-24, O-35)."""
        played = {
            ("dump",): options.queens_together,
            ("skip",): ASKS_ACE in self._kinds,
            ("take",): ADDS in self._kinds,
            ("cover", "decline"): self.english,
        }
        self.unused = frozenset(verb for verbs, here in played.items() if not here for verb in verbs)
        self._plain = not (self.english or options.draw_when_able or options.queens_together)
        self._lay = layings("play", self.order_cards)
        self._lay_last = layings("play", 0)
        self._lay_on_ace = [layings("play", self.order_cards, suit) for suit in SUIT_CARDS]
        self._cover = [layings("cover", self.order_cards, suit) for suit in SUIT_CARDS]
        self._cover_last = layings("cover", 0)
        self._other_moves: Mapping[str, Callable[[OneOhOneState, Seat, Move, Log], None]] = {
            "cover": partial(english.cover, self),
            "draw": self._draw,
            "pass": self._pass,
            "skip": self._skip,
            "take": self._take,
            "decline": partial(english.decline, self),
            "dump": self._dump,
            "shuffle": self._shuffle,
        }

    # Dealing

    def start(self) -> OneOhOneStanding:
        """The standing of a new match."""
        nothing = (0,) * self.seats
        return OneOhOneStanding(
            totals=nothing,
            gone=nothing,
            wins=nothing,
            queens_out=nothing,
            spades_out=nothing,
            places=nothing,
        )

    def deal(self, deck: Sequence[Card], dealer: Seat, standing: OneOhOneStanding, log: Log = None) -> OneOhOneState:
        """Deals cards to the players still in the match, and opens (O-03 to O-05).

        The first dealer is random, so the left neighbour, who leads, is random too.
        """
        active = sum(1 << seat for seat in range(self.seats) if not standing.gone[seat])
        after = self.after[active]
        places = [0] * (self.seats + len(self.place_names))
        seat = dealer
        dealt = self.options.hand_size * active.bit_count()
        for card in deck[:dealt]:
            seat = after[seat]
            places[seat] |= ONE[card]
        places[STOCK] = self.all_cards - sum(places)
        state = self.new_state(places, tuple(deck[dealt:]), dealer, active)
        state.totals = standing.totals
        state.gone = standing.gone
        if log is not None:
            log.append(Event("deal", dealer, size=self.options.hand_size))
        if self.options.opening == "dealer_card":
            self._open_for_dealer(state, deck[dealt - 1], log)
        else:
            state.turn = after[dealer] if standing.leader is None else standing.leader
            state.to_act = self.turns[state.turn]
        return state

    def new_state(self, places: list[Cards], stock: tuple[Card, ...], dealer: Seat, active: int) -> OneOhOneState:
        """A deal before the first card is played, without a player to move."""
        nothing = (0,) * self.seats
        return OneOhOneState(
            places,
            stock,
            places[: self.seats],
            [0] * self.seats,
            dealer=dealer,
            active=active,
            totals=nothing,
            gone=nothing,
            fits=self.all_cards,
            turn=dealer,
        )

    def _open_for_dealer(self, state: OneOhOneState, card: Card, log: Log) -> None:
        """Opens with the card dealt last as the dealer's own move; an order card still needs its suit (O-05)."""
        dealer = state.dealer
        if self.order_cards >> card & 1:
            move_cards(state, 1 << card, dealer, self.pile, EVERYBODY, log, "opened", dealer)
            state.pile = (card,)
            self.count(state)
            self.ask_name(state)
        else:
            # Not a verb of players: the log must not say that the dealer chose this card.
            self.play(state, dealer, Move("opened", 1 << card), log)

    def ask_name(self, state: OneOhOneState) -> None:
        """Asks the dealer to name a suit for the card that was opened (O-05)."""
        state.step = NAME
        state.fits = 0
        state.turn = state.dealer
        state.to_act = self.turns[state.dealer]

    # Legal moves

    def blanks(self, state: OneOhOneState, seat: Seat) -> bool:
        """During another player's turn, the kind of draw they made is hidden."""
        return state.turn != seat

    def legal(self, state: OneOhOneState, seat: Seat) -> Sequence[Move]:
        """Every legal move of this seat, without duplicates; empty if it may not act."""
        to_act = state.to_act
        if not to_act or to_act[0] != seat or seat < 0:
            return ()
        hand = state.places[seat]
        cards = hand & state.fits
        if state.step != LAY:
            return self._special_moves(state, hand, cards)
        if not cards:
            if state.drawn or not (state.stock or self.can_draw(state)):
                return _ONLY_PASS
            return _ONLY_DRAW
        moves: Sequence[Move] = self._lay[cards] if hand & (hand - 1) else self._lay_last[cards]
        return moves if self._plain else self._more_moves(state, hand, cards, moves)

    def _special_moves(self, state: OneOhOneState, hand: Cards, cards: Cards) -> Sequence[Move]:
        """The moves in special cases: answering an ace or sevens, covering an ace, naming a suit."""
        if state.step == NAME:
            return self._lay[1 << state.pile[-1]]
        last = not hand & (hand - 1)
        if state.step == COVER:
            return (self._cover_last if last else self._cover[self.ace_suit(state)])[cards] + _DECLINE
        if state.step == ANSWER and not cards:
            return _ONLY_SKIP
        answers: Sequence[Move] = (self._lay_last if last else self._lay)[cards]
        return (*answers, TAKE) if state.step == CHAIN else answers

    def _more_moves(self, state: OneOhOneState, hand: Cards, cards: Cards, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves that options add to fitting cards: naming on an open ace, `dump`, and drawing by choice."""
        if self.ace_is_open(state) and hand & (hand - 1):
            moves = self._lay_on_ace[self.ace_suit(state)][cards]
        found = (*moves,)
        if self.options.queens_together and not hand & ~self.order_cards and hand & (hand - 1) and not state.drew:
            found += _DUMP
        if self.options.draw_when_able and state.pile:
            if state.drawn:
                found += _ONLY_PASS if state.drawn == MAY else ()
            elif state.drew != MAY and self.can_draw(state):
                found += _ONLY_DRAW
        return found

    # Moves

    def play(self, state: OneOhOneState, seat: Seat, move: Move, log: Log = None) -> None:
        """Applies a legal move; usually a card is played and takes its effect (O-13 to O-21, O-34)."""
        verb = move[0]
        if verb in self._other_moves:
            self._other_moves[verb](state, seat, move, log)
            return
        if state.step == NAME:
            self._name(state, seat, move, log)
            return
        bit, arg = move[1], move[2]
        card = bit.bit_length() - 1
        places = state.places
        kind = self._kinds[card]
        if self.english and self.ace_is_open(state) and self.ace_suit(state) == card & 3:
            kind = NOTHING
        places[seat] ^= bit
        places[self.pile] |= bit
        if state.known is not None or log is not None:
            all_see(state, bit, self.pile, log, verb, seat, arg)
            # After an obligatory draw no other card of the hand fitted (O-10), unless a guess at the hand gave it one.
            if state.drawn == MUST and state.lacks is not None and not places[seat] & state.fits:
                state.lacks[seat] |= state.fits
        state.pile += (card,)
        state.actions += 1
        state.passes = 0
        state.step = LAY
        state.drawn = NOT_DRAWN
        state.again = False
        if arg:
            state.ordered = arg - 1
            state.fits = self.obeying[arg - 1]
        else:
            state.ordered = -1
            state.fits = self.fitting[card]
        if not places[seat] and not (kind and bit & self.must_cover):
            if kind in (STRIKES, ADDS) and self.options.last_card_effect:
                self._strike(state, card, log)
            else:
                self.win(state, seat, bit, log)
            return
        if not kind:
            self.pass_turn(state, self.after[state.active][seat])
        elif kind == STRIKES:
            self._strike(state, card, log)
        elif kind == REPLAYS:
            self._replay(state, seat, log)
        elif kind == ADDS:
            self._add(state, seat)
        elif kind == ASKS_ACE:
            self.pass_turn(state, self.after[state.active][seat])
            state.step = ANSWER
            state.fits = ACES & self.all_cards
        else:
            english.open_ace(self, state, seat, log)
        if state.actions >= GUARD:
            self.guard(state, log)

    def _name(self, state: OneOhOneState, seat: Seat, move: Move, log: Log) -> None:
        """Names the suit for the card the dealer opened, which then acts as any order card (O-05, O-13)."""
        if log is not None:
            log.append(Event("names", seat, arg=move.arg))
        state.step = LAY
        state.ordered = move.arg - 1
        state.fits = self.obeying[state.ordered]
        self._strike(state, state.pile[-1], log)

    def _replay(self, state: OneOhOneState, seat: Seat, log: Log) -> None:
        """Lets the player move again on their nine or six (O-17, O-35); with no cards left they draw if they can."""
        if not state.places[seat] and not self.can_draw(state):
            self.win(state, seat, 1 << state.pile[-1], log)
            return
        state.again = True
        state.to_act = self.turns[seat]
        if log is not None:
            log.append(Event("again", seat))

    def _strike(self, state: OneOhOneState, card: Card, log: Log) -> None:
        """Makes the next player take cards for the top card, then play on or miss the turn (O-06, O-13 to O-19)."""
        state.owed = self.effects[card].draws * (1 + state.chain)
        state.chain = 0
        if not state.owed or drawing.take_owed(self, state, log):
            self._end_strike(state, log)

    def _add(self, state: OneOhOneState, seat: Seat) -> None:
        """Makes the next player answer with a seven, or take cards for all sevens of the chain (O-34)."""
        self.pass_turn(state, self.after[state.active][seat])
        state.chain += 1
        state.step = CHAIN
        state.fits = SEVENS

    def _end_strike(self, state: OneOhOneState, log: Log) -> None:
        """Passes the turn once nothing is owed, or ends the deal after its last card (O-20, O-25)."""
        card = state.pile[-1]
        if not state.places[state.turn]:
            self.win(state, state.turn, 1 << card, log)
            return
        next_seat = self.after[state.active][state.turn]
        if self.effects[card].skips:
            if log is not None:
                log.append(Event("misses", next_seat))
            next_seat = self.after[state.active][next_seat]
        self.pass_turn(state, next_seat)

    # Other moves

    def _skip(self, state: OneOhOneState, seat: Seat, move: Move, log: Log) -> None:
        """Makes a player without an ace miss the turn (O-18)."""
        if log is not None:
            log.append(Event("skip", seat))
        if state.lacks is not None:
            state.lacks[seat] |= state.fits
        self.count(state)
        self.follow_ace(state)
        self.guard(state, log)

    def _take(self, state: OneOhOneState, seat: Seat, move: Move, log: Log) -> None:
        """Takes the cards for all sevens of the chain, which proves nothing about the hand (O-34)."""
        state.owed = self.effects[state.pile[-1]].draws * state.chain
        if drawing.take_owed(self, state, log):
            self._end_chain(state, log)

    def _end_chain(self, state: OneOhOneState, log: Log) -> None:
        """Lets the player who took cards for the sevens play on the top one, or passes to the next player (O-34)."""
        state.step = LAY
        state.chain = 0
        top = state.pile[-1]
        state.fits = self.fitting[top]
        if self.effects[top].skips:
            if log is not None:
                log.append(Event("misses", state.turn))
            self.pass_turn(state, self.after[state.active][state.turn])

    def _dump(self, state: OneOhOneState, seat: Seat, move: Move, log: Log) -> None:
        """Plays the whole hand at once, when it consists only of cards that order a suit (O-23)."""
        cards = state.places[seat]
        move_cards(state, cards, seat, self.pile, EVERYBODY, log, "dump", seat)
        state.pile += tuple(bits(cards))
        self.count(state)
        self.win(state, seat, cards, log)

    def _pass(self, state: OneOhOneState, seat: Seat, move: Move, log: Log) -> None:
        """Passes with no card to play or draw; if nobody could draw, the deal is blocked (O-12, O-26)."""
        if log is not None:
            log.append(Event("pass", seat))
        if state.lacks is not None and state.drawn in (NOT_DRAWN, MUST):
            state.lacks[seat] |= state.fits
        state.passes = 0 if state.drawn else state.passes + 1
        self.pass_turn(state, self.after[state.active][seat])
        if state.passes >= state.active.bit_count():
            self._block(state, log)

    # Drawing

    def _draw(self, state: OneOhOneState, seat: Seat, move: Move, log: Log) -> None:
        """Draws cards because none fits, or one by choice (O-10, `draw_when_able`)."""
        self.count(state)
        if state.places[seat] & state.fits:
            state.drawn = MAY
        else:
            state.drawn = HAD_TO if self.options.draw_when_able else MUST
        if state.drew != MAY:
            state.drew = state.drawn
        drawing.go_on_drawing(self, state, log)
        if state.actions >= GUARD:
            self.guard(state, log)

    def _shuffle(self, state: OneOhOneState, seat: Seat, move: Move, log: Log) -> None:
        """Shuffles the pile except its top card, and continues the draw that was waiting (O-11)."""
        drawing.renew_stock(self, state, shuffled(state.pile[:-1], move.arg))
        if state.known is not None:
            mixed = state.places[STOCK]
            state.known = [known & ~mixed for known in state.known]
        if log is not None:
            log.append(Event("shuffled", -1, size=len(state.stock)))
        state.to_act = self.turns[state.turn]
        if state.owed:
            drawing.take_owed(self, state, log)
            (self._end_chain if state.step == CHAIN else self._end_strike)(state, log)
        elif state.step == COVER:
            english.draw_for_ace(self, state, log)
        else:
            drawing.go_on_drawing(self, state, log)
        self.guard(state, log)

    # The match

    def scores(self, state: OneOhOneState) -> tuple[float, ...]:
        """The winner of the deal scores 1; the others between 0 and 0.5, less the more points they have.

        A loser scores 0.5 with no points and 0 with 100 or more, linearly in between; in a blocked deal everybody is a
        loser. A player who was already out of the match scores 0.
        """
        deal = scoring.score(self.options, state)
        return tuple(
            1.0 if seat == state.winner else 0.0 if points is None else max(0, 100 - points) / 200
            for seat, points in enumerate(deal.points)
        )

    def standing_before(self, state: OneOhOneState) -> OneOhOneStanding:
        """Totals and eliminations before this deal; the number of deals won is not in the state."""
        return dataclasses.replace(self.start(), deals=max(state.gone), totals=state.totals, gone=state.gone)

    def match_places(self, standing: OneOhOneStanding) -> tuple[int, ...]:
        """The final order: players who stayed in longer come first, then the lower total (O-33)."""
        return standing.places

    def standing_after(self, standing: OneOhOneStanding, state: OneOhOneState) -> OneOhOneStanding:
        """Sets totals, resets and eliminations; the next dealer and leader, or the end of the match (O-31 to O-33)."""
        deal = scoring.score(self.options, state)
        return scoring.settle(self.options, standing, state, deal)
