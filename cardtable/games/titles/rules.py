"""King, Prince, Soldier, Peasant: tricks for the quotas of four titles, and the reign (G-40 to G-49)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from cardtable.cards import (
    RANK_CARDS,
    RANKS,
    SUIT_CARDS,
    Card,
    Cards,
    bits,
    cards_of,
    only_card,
    pack,
    rank_of,
    shuffled,
    suit_of,
)
from cardtable.engine.moves import DEALER, SHUFFLE, Event, Log, Move, Notation, Seat, rank_moves, single_moves
from cardtable.engine.rounds import Rounds
from cardtable.engine.rules import BY_DEALER, Rules
from cardtable.engine.state import EVERYBODY, move_cards, show
from cardtable.engine.text import mark
from cardtable.engine.verdict import places_by
from cardtable.games.titles.options import TitlesOptions
from cardtable.games.titles.state import (
    HAND,
    KING,
    NO_TITLES,
    NOT_GIVEN,
    PEASANT,
    PLAYERS,
    SOLDIER,
    TITLES,
    Exchange,
    TitlesStanding,
    TitlesState,
)
from cardtable.games.tricks import suits_of_cards

GOOD: Final = sum(RANK_CARDS[RANKS.index("T") : RANKS.index("A") + 1])
"""The cards that are good for `king_return=good`: ten and higher (G-48)."""
_NEXT: Final[dict[Exchange, Exchange]] = {
    "soldier_gives": "soldier_gets",
    "soldier_gets": "peasant_gives",
    "peasant_gives": "peasant_gets",
    "peasant_gets": "none",
}


class TitlesRules(Rules[TitlesState, TitlesStanding]):
    """The four titles as agreed at this table."""

    ends_by = "G-46"
    forms = MappingProxyType({title: Notation(f"{title} {{seat}}") for title in TITLES[:PEASANT]})
    rounds = Rounds(mark("The last trick"), lays=frozenset(["play"]), ends=frozenset(["trick"]))
    place_names: tuple[str, ...] = ("trick", "taken", "aside", "stock")
    filled_hand = HAND
    deals_differ = True
    options: TitlesOptions

    def __init__(self, options: TitlesOptions, seats: int) -> None:
        super().__init__(options, seats, pack(36))
        self._plays = rank_moves("play", 1, self.all_cards)
        self.trick = seats
        self.taken = seats + 1
        self.aside = seats + 2
        self.quotas = (options.quota_king, options.quota_prince, options.quota_soldier, options.quota_peasant)
        self._suits = tuple(
            suits_of_cards(tuple(self.deck), tuple(card for card in self.deck if suit_of(card) == trump))
            for trump in range(len(SUIT_CARDS))
        )
        self._strict = options.rank_follow == "strict"
        self._must_trump = options.rank_must_trump

    # Dealing

    def start(self) -> TitlesStanding:
        """The standing of a new game, without titles."""
        return TitlesStanding()

    def deal(self, deck: Sequence[Card], dealer: Seat, standing: TitlesStanding, log: Log = None) -> TitlesState:
        """Deals nine cards to everybody who takes part, and turns up the last one (G-40, G-45, G-47)."""
        titles = standing.titles or NO_TITLES
        order = tuple(range(self.seats))
        if standing.reign:
            order = tuple(titles.index(title) for title in range(self.seats))
        turn = order.index(dealer) + 1
        seats = [seat for seat in order[turn:] + order[:turn] if self.takes_part(standing, seat)]
        places = [0] * (self.seats + len(self.place_names))
        dealt = len(seats) * HAND
        for step, seat in enumerate(seats):
            places[seat] = cards_of(deck[step : dealt : len(seats)])
        places[self.aside] = cards_of(deck[dealt:])
        state = self.new_state(places, dealer)
        state.reign = standing.reign
        state.order = order
        state.titles = titles
        state.before = standing.tricks
        state.staying = sum(1 << seat for seat in seats)
        state.leader = seats[0]
        if log is not None:
            log.append(Event("deal", dealer, size=len(seats), arg=int(standing.reign)))
        state.turn_up = deck[dealt - 1]
        state.trump = state.turn_up % 54 % 4
        show(state, 1 << state.turn_up, dealer, log, "turn_up")
        if standing.reign:
            self.exchange(state, "soldier_gives", log)
        elif NOT_GIVEN in titles:
            self._begin_titles(state, log)
        else:
            state.to_act = self.turns[state.leader]
        return state

    def takes_part(self, standing: TitlesStanding, seat: Seat) -> bool:
        """Whether a seat is still short of its quota, or plays in the reign (G-45)."""
        return standing.reign or not standing.titles or standing.tricks[seat] < self.quotas[standing.titles[seat]]

    def new_state(self, places: list[Cards], dealer: Seat) -> TitlesState:
        """A deal of stage one before anything has happened, without trumps."""
        nothing = (0,) * self.seats
        return TitlesState(
            places,
            (),
            places[: self.seats],
            [0] * self.seats,
            dealer=dealer,
            order=tuple(range(self.seats)),
            before=nothing,
            tricks=nothing,
            staying=(1 << self.seats) - 1,
            leader=dealer,
        )

    # Titles

    def _begin_titles(self, state: TitlesState, log: Log) -> None:
        """Starts assigning the titles of stage one: by the dealer, at random or by seat (G-41)."""
        rule = self.options.role_assignment
        if rule == "dealer_chooses":
            state.to_act = self.turns[state.dealer]
        elif rule == "random":
            state.to_act = BY_DEALER
        else:
            self._give_titles(state, range(self.seats), log)

    def _give_titles(self, state: TitlesState, titles: Sequence[int], log: Log) -> None:
        """Gives these titles in order from eldest on; then eldest leads (G-41, G-42)."""
        for seat, title in zip(self.from_left[state.dealer], titles, strict=True):
            self._give_title(state, seat, title, log)
        state.to_act = self.turns[state.leader]

    def _give_title(self, state: TitlesState, seat: Seat, title: int, log: Log) -> None:
        state.titles = tuple(title if other == seat else had for other, had in enumerate(state.titles))
        if log is not None:
            log.append(Event("title", seat, size=self.quotas[title], arg=title))

    def _name(self, state: TitlesState, seat: Seat, title: int, log: Log) -> None:
        """Gives one title chosen by the dealer; the last one is then settled as well (G-41)."""
        self._give_title(state, seat, title, log)
        if state.titles.count(NOT_GIVEN) == 1:
            self._give_title(state, state.titles.index(NOT_GIVEN), PEASANT, log)
            state.to_act = self.turns[state.leader]

    def next_title(self, state: TitlesState) -> int:
        """The next title for the dealer to give."""
        return next(title for title in range(PLAYERS) if title not in state.titles)

    # Exchanges

    def exchange(self, state: TitlesState, due: Exchange, log: Log) -> None:
        """Starts this exchange of the reign; a soldier without trumps may skip it (G-48)."""
        trumps = SUIT_CARDS[state.trump]
        if due == "soldier_gives" and self.options.soldier_no_trump == "skip":
            # Only then does everybody learn of it: any other card goes to the king face down, as a trump would.
            soldier = state.seat_of(SOLDIER)
            if not state.places[soldier] & trumps:
                if state.lacks is not None:
                    state.lacks[soldier] |= trumps
                if log is not None:
                    log.append(Event("no_trump", soldier, arg=state.trump))
                due = "peasant_gives"
        state.exchange = due
        if due == "none":
            self.open_reign(state, log)
        else:
            state.to_act = self.turns[state.seat_of(KING if due.endswith("gets") else state.partner_title())]

    def open_reign(self, state: TitlesState, log: Log) -> None:
        """Gives the lead to the holder of the highest trump, known to all because every card is dealt (G-49)."""
        highest = 1 << max(bits(SUIT_CARDS[state.trump] & self.all_cards))
        for seat in range(self.seats):
            if state.places[seat] & highest:
                state.leader = seat
                show(state, highest, seat, log, "highest_trump")
        state.to_act = self.turns[state.leader]

    def to_give(self, state: TitlesState, seat: Seat) -> Cards:
        """The cards that may be given to or returned by the king now (G-48); none from an unseen hand."""
        hand = state.places[seat]
        trumps = hand & SUIT_CARDS[state.trump]
        if state.exchange == "soldier_gives":
            return 1 << max(bits(trumps)) if trumps else hand & _top_rank(hand)
        if state.exchange == "peasant_gives":
            return trumps
        if state.received >= 0:
            hand &= ~(1 << state.received)
        if state.exchange == "soldier_gets" and self.options.king_return == "good":
            return hand & GOOD or hand & _top_rank(hand)
        return hand

    # Legal moves

    def blanks(self, state: TitlesState, seat: Seat) -> bool:
        """While cards are exchanged, the card that the king may not return is hidden."""
        return state.exchange != "none"

    def legal(self, state: TitlesState, seat: Seat) -> Sequence[Move]:
        """Every legal move of this seat, without duplicates; empty if it may not act."""
        if seat not in state.to_act or seat == DEALER:
            return ()
        if state.exchange != "none":
            verb = "return" if state.exchange.endswith("gets") else "give"
            return single_moves(verb, self.to_give(state, seat))
        if NOT_GIVEN in state.titles:
            verb = TITLES[self.next_title(state)]
            return [Move(verb, 0, other) for other in range(self.seats) if state.titles[other] == NOT_GIVEN]
        return self._plays(self.playable(state, seat))

    def playable(self, state: TitlesState, seat: Seat) -> Cards:
        """The cards that the seat may play to the trick (G-42, G-43)."""
        hand = state.places[seat]
        if not state.trick:
            return hand
        follow = hand & SUIT_CARDS[state.trick[0] % 4]
        if follow:
            return follow if self._strict else hand
        return (self._must_trump and hand & SUIT_CARDS[state.trump]) or hand

    def beaters(self, state: TitlesState, card: Card) -> Cards:
        """The cards that would beat this one, which is winning the trick (G-43)."""
        return self._suits[state.trump].beaters[card]

    # Playing

    def play(self, state: TitlesState, seat: Seat, move: Move, log: Log = None) -> None:
        """Applies a legal move to the state."""
        verb = move.verb
        if verb == "play":
            self._play(state, seat, move.cards, log)
        elif verb == SHUFFLE:
            self._give_titles(state, shuffled(range(self.seats), move.arg), log)
        elif verb in TITLES:
            self._name(state, move.arg, TITLES.index(verb), log)
        else:
            king, partner = state.seat_of(KING), state.seat_of(state.partner_title())
            to = partner if seat == king else king
            state.received = only_card(move.cards) if to == king else -1
            move_cards(state, move.cards, seat, to, 1 << seat | 1 << to, log, verb, seat, to)
            self.exchange(state, _NEXT[state.exchange], log)

    def _play(self, state: TitlesState, seat: Seat, card: Cards, log: Log) -> None:
        move_cards(state, card, seat, self.trick, EVERYBODY, log, "play", seat)
        if state.lacks is not None and state.trick and self._strict:
            led, trumps = SUIT_CARDS[state.trick[0] % 4], SUIT_CARDS[state.trump]
            if not card & led:
                state.lacks[seat] |= led
                if self._must_trump and not card & trumps:
                    state.lacks[seat] |= trumps
        state.trick += (only_card(card),)
        if len(state.trick) < state.staying.bit_count():
            state.to_act = self.turns[self.left_of(state, seat)]
        else:
            self._end_trick(state, log)

    def left_of(self, state: TitlesState, seat: Seat) -> Seat:
        """The next seat clockwise that is still playing."""
        order = state.order
        at = order.index(seat)
        for step in range(1, self.seats):
            other = order[(at + step) % self.seats]
            if state.staying >> other & 1:
                return other
        return seat

    def players(self, state: TitlesState) -> list[Seat]:
        """The seats that play to this trick, the leader first."""
        at = state.order.index(state.leader)
        return [seat for seat in state.order[at:] + state.order[:at] if state.staying >> seat & 1]

    def _end_trick(self, state: TitlesState, log: Log) -> None:
        """Gives the trick to its winner, who leads, or has reached the quota and leaves (G-42 to G-44)."""
        winner = self.players(state)[self._suits[state.trump].winner(state.trick)]
        cards = state.places[self.trick]
        move_cards(state, cards, self.trick, self.taken, EVERYBODY, log, "trick", winner)
        state.trick = ()
        tricks = list(state.tricks)
        tricks[winner] += 1
        state.tricks = tuple(tricks)
        state.leader = winner
        over = not state.places[winner]
        if not state.reign and tricks[winner] + state.before[winner] >= self.quotas[state.titles[winner]]:
            state.leader = self.left_of(state, winner)
            state.staying &= ~(1 << winner)
            if log is not None:
                log.append(Event("out", winner, arg=tricks[winner] + state.before[winner]))
            hand = state.places[winner]
            if hand:
                move_cards(state, hand, winner, self.aside, 1 << winner, log, "aside", winner)
            over = over or not state.staying & (state.staying - 1)
        if over:
            self._end_deal(state, log)
        else:
            state.to_act = self.turns[state.leader]

    def _end_deal(self, state: TitlesState, log: Log) -> None:
        """Ends the deal, and perhaps stage one or the game (G-45, G-46, G-49)."""
        state.to_act = ()
        if state.reign:
            # In a tie, the lowest title wins.
            state.winner = max(range(self.seats), key=lambda seat: (state.tricks[seat], state.titles[seat]))
            if log is not None:
                log.append(Event("wins", state.winner, arg=state.tricks[state.winner]))
        elif not state.staying & (state.staying - 1) or self.options.quota_mode == "single_deal":
            total = self.total(state)
            state.successors = tuple(
                sorted(range(self.seats), key=lambda seat: (total[seat], state.titles[seat]), reverse=True)
            )
            if log is not None:
                log += [
                    Event("rises", seat, size=total[seat], arg=title) for title, seat in enumerate(state.successors)
                ]
        elif log is not None:
            log.append(Event("again", self.next_dealer(state)))

    def total(self, state: TitlesState) -> tuple[int, ...]:
        """The tricks of stage one so far, by seat; in the reign, the tricks of the reign (G-44, G-49)."""
        if state.reign:
            return state.tricks
        return tuple(now + before for now, before in zip(state.tricks, state.before, strict=True))

    def next_dealer(self, state: TitlesState) -> Seat:
        """The dealer of the next deal of stage one: the remaining player with most tricks in this deal (G-45)."""
        left = self.from_left[state.dealer]
        return max((seat for seat in left if state.staying >> seat & 1), key=lambda seat: state.tricks[seat])

    # Results

    def scores(self, state: TitlesState) -> tuple[float, ...]:
        """The winner of the reign scores 1, the others 0; in stage one, the share of opponents with fewer tricks."""
        if state.reign:
            return tuple(float(seat == state.winner) for seat in range(self.seats))
        total = self.total(state)
        return tuple(
            sum((own > other) + (own == other) / 2 for other in total) / (self.seats - 1) - 0.5 / (self.seats - 1)
            for own in total
        )

    def match_places(self, standing: TitlesStanding) -> tuple[int, ...]:
        """The final order: the winner of the reign, then the others by their tricks in it (G-49)."""
        return places_by([tricks + (seat in standing.winners) / 2 for seat, tricks in enumerate(standing.reign_tricks)])

    def standing_after(self, standing: TitlesStanding, state: TitlesState) -> TitlesStanding:
        """Adds up the tricks, and sets what is dealt next (G-45 to G-49)."""
        total = self.total(state)
        after = dataclasses.replace(standing, deals=standing.deals + 1)
        if state.reign:
            return dataclasses.replace(after, over=True, winners=(state.winner,), reign_tricks=state.tricks)
        if not state.successors:
            return dataclasses.replace(after, dealer=self.next_dealer(state), titles=state.titles, tricks=total)
        titles = tuple(state.successors.index(seat) for seat in range(self.seats))
        peasant = state.successors[PEASANT]
        return dataclasses.replace(after, dealer=peasant, titles=titles, tricks=total, reign=True)

    def standing_before(self, state: TitlesState) -> TitlesStanding:
        """The titles and tricks of stage one at the start of this deal."""
        if state.reign:
            return TitlesStanding(1, state.dealer, titles=state.titles, tricks=state.before, reign=True)
        if not any(state.before):
            return self.start()
        return TitlesStanding(deals=1, dealer=state.dealer, titles=state.titles, tricks=state.before)


def _top_rank(hand: Cards) -> Cards:
    """All cards of the highest rank in a hand; none if the hand is unseen."""
    return RANK_CARDS[max(map(rank_of, bits(hand)))] if hand else 0
