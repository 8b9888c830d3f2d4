"""Palace Ladder: attack and defence for the places of a court (G-50 to G-67)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import cache
from types import MappingProxyType

from cardtable.cards import (
    RANK_CARDS,
    SUITS,
    Card,
    Cards,
    bits,
    only_card,
    shuffled,
)
from cardtable.engine.moves import DEALER, SHUFFLE, Event, Log, Move, Notation, Seat, set_moves
from cardtable.engine.rounds import Rounds
from cardtable.engine.rules import BY_DEALER
from cardtable.engine.state import EVERYBODY, move_cards, show
from cardtable.engine.text import Text, mark, say
from cardtable.games.palace import course, court
from cardtable.games.palace.options import PalaceOptions
from cardtable.games.palace.state import JOKERS, PalaceStanding, PalaceState
from cardtable.games.palace.table import PalaceTable

TAKE, PASS, ASK, ALLOW, REFUSE = Move("take"), Move("pass"), Move("ask"), Move("allow"), Move("refuse")
_SUIT_NAMES = tuple(SUITS)


class PalaceRules(PalaceTable):
    """The Palace Ladder as agreed at this table."""

    ends_by = "G-62"
    asks_everybody = True
    forms = MappingProxyType(
        {
            "vote": Notation("vote {word}", words=_SUIT_NAMES),
            "trump": Notation("trump {word}", words=_SUIT_NAMES),
            "choose": Notation("choose {seat}"),
            "cover": Notation("cover {card} with {cards}"),
            "joker": Notation("joker {cards}\N{RIGHTWARDS ARROW}{suit}"),
            "joker_cover": Notation("joker_cover {card}"),
            "show": Notation("show {cards} to {seat}"),
        }
    )
    rounds = Rounds(
        mark("The last bout"),
        lays=frozenset(["attack", "throw", "cover", "joker"]),
        ends=frozenset(["taken", "beaten"]),
        begins=frozenset(["deal", "bout"]),
        covers=frozenset(["cover"]),
        tells=frozenset(["joker_cover"]),
    )
    deals_differ = True

    def __init__(self, options: PalaceOptions, seats: int) -> None:
        super().__init__(options, seats)
        played = {
            ("vote",): options.first_trump == "vote",
            course.CHORES: options.court_chores == "manual",
            ("ask", "allow", "refuse"): options.throw_permission == "king",
            ("show",): options.secret_show,
            ("joker", "joker_cover"): bool(JOKERS & self.all_cards),
        }
        self.unused = frozenset(verb for verbs, here in played.items() if not here for verb in verbs)
        self.aims = self.lays_several = options.multi_card_attack

    # Dealing

    def deal(self, deck: Sequence[Card], dealer: Seat, standing: PalaceStanding, log: Log = None) -> PalaceState:
        """Puts the pack in place, then votes for a suit or starts the court (G-51, G-53, G-54)."""
        state = self.new_state(tuple(deck), dealer)
        state.played = standing.played
        state.ladder = state.before = standing.ladder
        if not state.ladder:
            state.first_hand = True
            if self.options.first_trump == "vote":
                state.moment = "vote"
                state.to_act = self.from_left[dealer][:1]
            else:
                state.moment = "lot"
                state.to_act = BY_DEALER
        elif self.options.court_chores == "manual":
            course.ask(self, state, "mix", state.stablehand)
        else:
            course.deal_round(self, state, log)
            course.do_chore(self, state, "look", log)
        return state

    # The first hand

    def _vote(self, state: PalaceState, seat: Seat, suit: int, log: Log) -> None:
        """One vote each, from the dealer's left; most votes win, ties in the order s c d h (G-51)."""
        state.votes = tuple(suit if other == seat else vote for other, vote in enumerate(state.votes))
        waiting = [other for other in self.from_left[state.dealer] if state.votes[other] < 0]
        if log is not None:
            log.append(Event("vote", seat, arg=suit))
        if waiting:
            state.to_act = self.turns[waiting[0]]
        else:
            self._give_places(state, max((SUITS.index(name) for name in "scdh"), key=state.votes.count), log)

    def _give_places(self, state: PalaceState, trump: int, log: Log) -> None:
        """Deals the pack and gives the places by the trumps of the chosen suit (G-51, G-52)."""
        state.trump = trump
        dealt = state.stock
        order = self.from_left[state.dealer]
        state.owners = tuple(order[index % self.seats] for index in range(len(dealt)))
        if log is not None:
            log += [Event("suit", state.dealer, arg=trump), Event("deal", state.dealer, size=len(dealt))]
        for seat in order:
            course.pick_up(state, seat, log)
        places = court.Ladder(state.places[: self.seats], dealt, trump, self.place_ranks)
        for seat, card, place in places.cards:
            show(state, 1 << card, seat, log, "place", place)
        state.ladder = places.ladder
        if log is not None:
            placed = {seat for seat, _, place in places.cards if place >= 0}
            log += [Event("place", seat, arg=at) for at, seat in enumerate(state.ladder) if seat not in placed]
        if self.options.first_hand_played:
            course.open_deal(self, state, log)
        else:
            state.moment = "over"
            state.to_act = ()

    # Legal moves

    def blanks(self, state: PalaceState, seat: Seat) -> bool:
        """If cards are shown in secret, nobody knows who else has shown one (G-66)."""
        return self.options.secret_show

    def legal(self, state: PalaceState, seat: Seat) -> Sequence[Move]:
        """Every legal move of this seat, without duplicates; empty if it may not act."""
        if seat not in state.to_act or seat == DEALER:
            return ()
        moves = self._own_moves(state, seat) if seat == state.to_act[0] else ()
        if self.options.etiquette:
            chore = course.offence(state, seat)
            if chore:
                moves = (*moves, Move(chore))
        return moves

    def _own_moves(self, state: PalaceState, seat: Seat) -> tuple[Move, ...]:
        """The moves of the seat that is asked, without offences."""
        moment = state.moment
        if moment in ("vote", "trump"):
            return tuple([Move(moment, 0, suit) for suit in range(len(SUITS))])
        if moment in course.CHORES:
            return (Move(moment),)
        if moment == "joker":
            return tuple([Move("joker_cover", 0, attack) for attack in bits(state.uncovered)])
        hand = state.places[seat]
        moves: tuple[Move, ...]
        if moment == "defend":
            moves = (*self._defences(state, hand), TAKE)
        elif moment == "throw":
            moves = (*self._throw_ins(state, seat), PASS)
        elif moment == "attack":
            moves = self._openings(hand & ~JOKERS, state.room)
        elif moment == "choose":
            moves = tuple([Move("choose", 0, other) for other in course.victims(state, seat)])
        else:
            moves = (ALLOW, REFUSE)
        if self.options.secret_show and not state.shown >> seat & 1:
            others = [other for other in range(self.seats) if other != seat]
            moves += tuple([Move("show", 1 << card, other) for card in bits(hand) for other in others])
        return moves

    def _openings(self, hand: Cards, most: int) -> tuple[Move, ...]:
        """Every attack with one of these cards, or with several of one rank (G-56)."""
        moves = [_move("attack", card) for card in bits(hand)]
        if most > 1 and self.options.multi_card_attack:
            for rank in RANK_CARDS:
                cards = hand & rank
                if cards & (cards - 1):
                    moves += set_moves("attack", cards, most, 2)
        return tuple(moves)

    def _defences(self, state: PalaceState, hand: Cards) -> list[Move]:
        """Covers, and jokers that name new trumps (G-56, G-64)."""
        beaters = self.beaters[state.trump]
        moves: list[Move] = []
        for attack in bits(state.uncovered):
            moves += [_move("cover", card, attack) for card in bits(hand & beaters[attack])]
        return moves + self.joker_moves(state, hand) if hand & JOKERS else moves

    def _throw_ins(self, state: PalaceState, seat: Seat) -> list[Move]:
        """The cards an asked seat may add, or the request for leave (G-57, G-64)."""
        fitting = self.throwable(state, seat)
        if not fitting:
            return []
        if self.must_ask(state, seat):
            return [] if state.no_leave >> seat & 1 else [ASK]
        moves = [_move("throw", card) for card in bits(fitting & ~JOKERS)]
        return moves + self.joker_moves(state, fitting) if fitting & JOKERS else moves

    def throwable(self, state: PalaceState, seat: Seat) -> Cards:
        """The cards that the seat could add when asked (G-57, G-64)."""
        wanted = state.ranks & ~JOKERS
        if self.options.joker_actor == "anyone":
            wanted |= JOKERS
        return state.places[seat] & wanted

    def must_ask(self, state: PalaceState, seat: Seat) -> bool:
        """Whether the seat still has to ask the king (G-57)."""
        return not state.leave >> seat & 1 and course.needs_leave(self, state, seat)

    def joker_moves(self, state: PalaceState, cards: Cards) -> list[Move]:
        """Every joker of these cards with each of the three other suits (G-64)."""
        return [
            Move("joker", 1 << joker, suit + 1)
            for joker in bits(cards & JOKERS)
            for suit in range(len(SUITS))
            if suit != state.trump
        ]

    # Playing

    def play(self, state: PalaceState, seat: Seat, move: Move, log: Log = None) -> None:
        """Applies a legal move to the state."""
        verb, cards = move.verb, move.cards
        if verb == "cover":
            move_cards(state, cards, seat, self.table, EVERYBODY, log, "cover", seat, move.arg)
            course.cover(self, state, move.arg, only_card(cards), log)
        elif verb in ("attack", "throw"):
            move_cards(state, cards, seat, self.table, EVERYBODY, log, verb, seat)
            course.lay_attack(state, cards)
            course.go_on(self, state, log)
        elif verb == "pass":
            _note(log, "pass", seat)
            state.asking = state.asking[1:]
            course.ask_next(self, state, log)
        elif verb == "take":
            _note(log, "take", seat)
            state.taking = True
            if not self.options.throw_after_take:
                state.room = 0
            course.go_on(self, state, log)
        elif verb in ("ask", "allow", "refuse"):
            self._leave(state, seat, verb, log)
        elif verb in ("joker", "joker_cover"):
            self._joker(state, seat, move, log)
        elif verb == "show":
            self._show(state, seat, move, log)
        elif verb == "choose":
            state.defender = move.arg
            course.set_held(self, state, state.size(move.arg))
            course.ask(self, state, "attack", seat)
            _note(log, "bout", seat, state.bout, move.arg)
        else:
            self._court(state, seat, move, log)

    def _court(self, state: PalaceState, seat: Seat, move: Move, log: Log) -> None:
        """Applies votes, trumps and chores (G-51, G-53, G-55, G-63)."""
        if move.verb == "vote":
            self._vote(state, seat, move.arg, log)
        elif move.verb == SHUFFLE:
            self._give_places(state, shuffled(range(len(SUITS)), move.arg)[0], log)
        elif move.verb == "trump":
            state.trump = move.arg
            _note(log, "trump", seat, 0, move.arg)
            course.open_deal(self, state, log)
        elif self.options.etiquette and course.offence(state, seat) == move.verb:
            course.offend(self, state, seat, move.verb, log)
        else:
            if move.verb != "deal":  # The deal has an event of its own.
                _note(log, move.verb, seat)
            course.do_chore(self, state, move.verb, log)

    def _leave(self, state: PalaceState, seat: Seat, verb: str, log: Log) -> None:
        """Applies a request for leave to throw in, or the king's answer (G-57)."""
        asker = state.asking[0]
        _note(log, verb, seat, 0, asker)
        if verb == "ask":
            course.ask(self, state, "leave", state.king)
        elif verb == "allow":
            state.leave |= 1 << asker
            course.ask(self, state, "throw", asker)
        else:
            state.no_leave |= 1 << asker
            state.asking = state.asking[1:]
            course.ask_next(self, state, log)

    def _joker(self, state: PalaceState, seat: Seat, move: Move, log: Log) -> None:
        """Plays a joker, which names new trumps; the defender's may also cover a card (G-64)."""
        if move.verb == "joker_cover":
            joker = state.jokers[-1]
            state.jokers = state.jokers[:-1]
            _note(log, "joker_cover", seat, 0, move.arg)
            course.cover(self, state, move.arg, joker, log)
            return
        move_cards(state, move.cards, seat, self.table, EVERYBODY, log, "joker", seat, move.arg - 1)
        state.trump = move.arg - 1
        state.jokers += (only_card(move.cards),)
        if seat != state.defender or not self.options.joker_covers:
            course.go_on(self, state, log)
        elif state.uncovered & (state.uncovered - 1):
            course.ask(self, state, "joker", seat)
        else:
            self._joker(state, seat, Move("joker_cover", 0, only_card(state.uncovered)), log)

    def _show(self, state: PalaceState, seat: Seat, move: Move, log: Log) -> None:
        """Shows a card to one other player, without using up the turn (G-66)."""
        state.shown |= 1 << seat
        if state.known is not None:
            state.known = [
                known | move.cards if other == move.arg else known for other, known in enumerate(state.known)
            ]
        if log is not None:
            # Without a size: nobody else may know that a card was shown, or to whom.
            log.append(Event("show", seat, move.cards, 0, 1 << seat | 1 << move.arg, move.arg))

    # Results

    def scores(self, state: PalaceState) -> tuple[float, ...]:
        """The king scores 1, the stablehand 0, the others between; 0.5 for all if the first hand was not played."""
        if state.bout:
            places = [state.ladder.index(seat) for seat in range(self.seats)]
            return tuple(1 - place / (self.seats - 1) for place in places)
        return (0.5,) * self.seats

    def counts(self, state: PalaceState) -> bool:
        """Whether the deal counts: not a first hand that only gives the places (G-51, G-67)."""
        return state.bout > 0

    @property
    def hands_before(self) -> int:
        """The number of hands before the first deal of a match: one, if it only gives the places (G-51)."""
        return int(not self.options.first_hand_played)

    def deal_name(self, number: int, deals: int | None = None) -> Text:
        """The number of a deal, counting only those that count; a first hand for the places has none (G-51, G-67)."""
        number -= self.hands_before
        return super().deal_name(number, self.options.palace_deals) if number else say("first hand")

    def match_places(self, standing: PalaceStanding) -> tuple[int, ...]:
        """The final order, which is the ladder (G-67)."""
        return tuple(standing.ladder.index(seat) + 1 for seat in range(self.seats))

    def standing_after(self, standing: PalaceStanding, state: PalaceState) -> PalaceStanding:
        """Sets the ladder, the counts of kings and stablehands, and whether the match is over (G-53, G-67)."""
        counts = self.counts(state)
        played = state.played + counts
        over = played >= self.options.palace_deals
        return dataclasses.replace(
            standing,
            deals=standing.deals + 1,
            dealer=state.stablehand,
            over=over,
            winners=(state.king,) if over else (),
            ladder=state.ladder,
            played=played,
            kings=tuple(had + (counts and seat == state.king) for seat, had in enumerate(standing.kings)),
            stablehands=tuple(
                had + (counts and seat == state.stablehand) for seat, had in enumerate(standing.stablehands)
            ),
        )

    def standing_before(self, state: PalaceState) -> PalaceStanding:
        """The number of counting deals before this one, and the ladder, except in the first hand."""
        start = self.start()
        if state.first_hand:
            return start
        return dataclasses.replace(start, deals=1, played=state.played, ladder=state.ladder, dealer=state.dealer)


@cache
def _move(verb: str, card: Card, arg: int = 0) -> Move:
    """The shared move that plays this one card."""
    return Move(verb, 1 << card, arg)


def _note(log: Log, kind: str, seat: Seat, size: int = 0, arg: int = 0) -> None:
    """Logs an event without cards."""
    if log is not None:
        log.append(Event(kind, seat, size=size, arg=arg))
