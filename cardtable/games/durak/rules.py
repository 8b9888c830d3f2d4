"""Durak: dealing, bouts, transfers and the end of a deal, by the rule ids of the catalogue."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from functools import cache
from types import MappingProxyType

from cardtable.cards import (
    DIAMONDS,
    PACK,
    RANK_MATES,
    SPADES,
    SUIT_CARDS,
    Card,
    Cards,
    bits,
    cards_of,
    only_card,
    suit_of,
)
from cardtable.engine.draft import Draft, FactReader, Facts
from cardtable.engine.moves import Event, Form, Log, Move, Seat, rank_moves, set_moves
from cardtable.engine.rules import Result, RuleBroken, Rules, Standing
from cardtable.engine.scene import NO_CARD, Scene
from cardtable.engine.state import EVERYBODY, STOCK, Observation, draw, hand_round, move_cards, show
from cardtable.engine.text import Text
from cardtable.games.durak import cheating, positions, refusals, scene, words
from cardtable.games.durak.options import HAND, DurakOptions
from cardtable.games.durak.ranking import JOKERS, Beaters, deck_of, first_step, ladder_top, lowest, step_rank
from cardtable.games.durak.seating import Place, Seating
from cardtable.games.durak.state import GUARD, NO_LIMIT, DurakStanding, DurakState, Transfer

TAKE = Move("take")
PASS = Move("pass")
HOLD = Move("hold")
_throws = rank_moves("throw")
_transfers = rank_moves("transfer")
_shows = rank_moves("show")
_covers = tuple(rank_moves("cover", arg=attack) for attack in range(2 * PACK))
_NO_COVER = (NO_CARD,)
TURN = Move("turn")
_ONLY_PASS, _ONLY_HOLD, _ONLY_TAKE = (PASS,), (HOLD,), (TAKE,)


@cache
def _opening_moves(most: int) -> Callable[[Cards], tuple[Move, ...]]:
    return rank_moves("attack", most)


class DurakRules(Rules[DurakState]):
    """Durak as agreed at this table."""

    verbs = (
        "attack",
        "cover",
        "throw",
        "transfer",
        "show",
        "take",
        "pass",
        "hold",
        "turn",
        "cheat_cover",
        "cheat_transfer",
        "accuse",
    )
    forms = MappingProxyType(
        {"cover": Form("cover {card} with {cards}"), "cheat_cover": Form("cheat_cover {card} with {cards}")}
    )
    place_names = ("table", "discard", "stock")
    options: DurakOptions

    def __init__(self, options: DurakOptions, seats: int) -> None:
        options.check(seats)
        super().__init__(options, seats)
        self.deck = deck_of(options)
        self.seating = Seating(options, seats)
        self.table = seats
        self.discard = seats + 1
        self.max_attack = options.max_attack or NO_LIMIT
        self._lifts = options.limit_when_stock_empty == "lift"
        self._first_limit = options.first_limit or NO_LIMIT
        self._shown_per_bout = options.travel_scope == "bout"
        self._first_until_discard = options.first_limit_scope == "until_first_discard"
        self.opening_most = {"one": 1, "one_or_two": 2, "any_same_rank": NO_LIMIT}[options.opening_cards]
        self._full_room = 4 * options.packs
        self._openings = [_opening_moves(min(room, self.opening_most)) for room in range(self._full_room)]
        self._all_openings = _opening_moves(min(self._full_room, self.opening_most))
        self.throw_most = 1 if options.throw_batch == "one" else NO_LIMIT
        self._beaters = Beaters(options)
        self.banned_attacks = JOKERS if options.joker_attack == "cover_only" else 0
        self._turn = tuple((seat,) for seat in range(seats))
        self._rings = [
            [[self.seating.ring(attacker, Place(player, seat)) for player in range(seats)] for seat in range(seats)]
            for attacker in range(seats)
        ]
        self._draw_orders = [
            [self._draw_order(anchor, defender) for defender in range(seats)] for anchor in range(seats)
        ]
        self._timing = options.throw_timing if options.throw_in else "all_covered"
        self._hands_go_round = options.pass_hands == "clockwise"
        self._leave_at_once = options.leave_when == "hand_empty"
        self._cheating = options.cheating
        self._all_throw = options.who_throws == "all"
        self._windows = self._timing != "all_covered"
        self._play = {
            "attack": self._open,
            "cover": self._cover,
            "throw": self._throw,
            "transfer": self._transfer,
            "show": self._show,
            "take": self._take,
            "pass": self._pass,
            "hold": self._hold,
            "turn": self._turn_up,
            "cheat_cover": self._cover,
            "cheat_transfer": self._transfer,
            "accuse": self._accuse,
        }

    # Dealing

    def start(self) -> DurakStanding:
        """Nobody has been the fool yet."""
        nothing = (0,) * self.seats
        return DurakStanding(fools=nothing, firsts=nothing, epaulettes=nothing)

    def deal(self, deck: Sequence[Card], dealer: Seat, standing: Standing, log: Log = None) -> DurakState:
        """Six cards to each, the trump suit fixed, the first attacker found (D-04 to D-06, D-09 to D-11)."""
        assert isinstance(standing, DurakStanding)
        places = [0] * (self.seats + len(self.place_names))
        for index in range(self.seats * HAND):
            places[(dealer + 1 + index) % self.seats] |= 1 << deck[index]
        stock = list(deck[self.seats * HAND :])
        if stock and self.options.turn_up == "top" and self.options.trump_source == "turn_up":
            stock.append(stock.pop(0))
        turn_up = stock[-1] if stock else deck[-1]
        state = self.new_state(places, tuple(stock), dealer)
        state.first_deal = standing.deals == 0
        state.needs = standing.epaulettes
        if log is not None:
            log.append(Event("deal", dealer, arg=self.seats))
        if self.options.trump_source == "diamonds":
            state.trump = DIAMONDS
        else:
            self.set_trump(state, turn_up, log)
        self.choose_opener(state, standing, log)
        self._begin_bout(state, log)
        return state

    def new_state(self, places: list[Cards], stock: tuple[Card, ...], dealer: Seat) -> DurakState:
        """A deal in which no bout has begun and trumps are not fixed."""
        state = DurakState()
        state.places = places
        state.stock = stock
        places[STOCK] = sum(1 << card for card in stock)
        state.known = places[: self.seats]
        state.lacks = [0] * self.seats
        state.hidden = None
        state.dealer = dealer
        state.first_deal = True
        state.trump = state.turn_up = -1
        state.bout = 0
        state.attacker = state.defender = state.opener = dealer
        state.attacker_seat = state.defender_seat = dealer
        state.shown = ()
        state.beaten_once = False
        state.idle_takes = 0
        state.active = (1 << self.seats) - 1
        state.out = ()
        state.fool = state.awarded = -1
        state.losers = state.epaulettes = 0
        state.needs = state.cheated = (0,) * self.seats
        self._clear_table(state)
        return state

    def set_trump(self, state: DurakState, turn_up: Card, log: Log) -> None:
        """This card, which everybody sees, fixes the trump suit (D-05, D-06)."""
        state.turn_up = turn_up
        state.trump = self.trump_of(turn_up)
        show(state, 1 << turn_up, state.dealer, log, "turn_up", int(state.trump < 0))

    def trump_of(self, turn_up: Card) -> int:
        """The trump suit that a turn-up fixes, -1 for no trumps (D-05, D-64, D-65)."""
        suit = suit_of(turn_up)
        if suit is None or (suit == SPADES and self.options.spade_turn_up == "no_trump"):
            return -1
        return suit

    def choose_opener(self, state: DurakState, standing: DurakStanding, log: Log) -> None:
        """The first attacker: by lot of the cards, or by how the deal before ended (D-09 to D-11)."""
        rule = self.options.next_first_attacker
        fool, first = standing.fool, standing.first
        if fool is None or rule == "lowest_trump" or (rule == "winner" and first is None):
            self._lowest_opens(state, log)
        elif rule == "winner":
            assert first is not None
            state.attacker = first
        else:
            state.attacker = (fool + (1 if rule == "left_of_fool" else -1)) % self.seats
        state.attacker_seat = state.attacker

    def _lowest_opens(self, state: DurakState, log: Log) -> None:
        """The holder of the lowest trump attacks first, without trumps the holder of the lowest card (D-09, D-10).

        He shows that card, as at a real table, so everybody knows it and knows that nobody holds a lower one.
        """
        hands = state.places[: self.seats]
        trumps = SUIT_CARDS[state.trump] if state.trump >= 0 else 0
        held = 0
        for hand in hands:
            held |= hand
        if held & trumps:
            wanted, nobody_has = lowest(self.options, held & trumps, trumps)
            kind = "lowest_trump"
        else:
            wanted, nobody_has = lowest(self.options, held & ~JOKERS, ~JOKERS)
            nobody_has |= trumps
            kind = "lowest_card"
        lacks = [nobody_has] * self.seats
        for step in range(1, self.seats + 1):
            seat = (state.dealer + step) % self.seats
            if hands[seat] & wanted:
                break
            lacks[seat] |= wanted
        if state.lacks is not None:
            state.lacks = lacks
        state.attacker = seat
        found = hands[seat] & wanted
        show(state, found & -found, seat, log, kind)

    # Who sits where

    def throwers(self, state: DurakState) -> list[Seat]:
        """E: who may throw in, in ring order (D-21, D-53)."""
        attacker = state.attacker
        ring: Sequence[Seat] = self._rings[attacker][state.defender_seat][state.defender]
        if not self._all_throw:
            who = self.options.who_throws
            if who == "attacking_team":
                ring = [seat for seat in ring if self.seating.side[attacker] >> seat & 1]
            elif who == "attacker_only":
                ring = ring[:1]
            else:
                neighbour = self.seating.neighbour(
                    state.active, self.seating.places[state.defender][state.defender_seat]
                )
                ring = ring[:1] if neighbour in (attacker, -1) else (attacker, neighbour)
        # Who has left holds no cards, so asking for cards is enough.
        places, hidden = state.places, state.hidden
        if state.barred:
            ring = [seat for seat in ring if not state.barred >> seat & 1]
        if hidden is not None:
            return [seat for seat in ring if places[seat] or hidden[seat]]
        return [seat for seat in ring if places[seat]]

    def set_room(self, state: DurakState) -> None:
        """`cap` = min(L - A, H - U), not below 0 (D-13).

        A cover takes one from H and from U, so that within a bout only added cards, a transfer or a new L change it.
        """
        left = state.limit - len(state.attacks)
        room = state.places[state.defender].bit_count() - state.uncovered.bit_count()
        if left < room:
            room = left
        state.room = room if room > 0 else 0

    def transfer_target(self, state: DurakState) -> Place | None:
        """Who would defend after a transfer, and from which seat (D-43, D-54); None when nobody is left."""
        return self.seating.target(state.active, self.seating.places[state.defender][state.defender_seat])

    # Legal moves

    def legal(self, state: DurakState, seat: Seat) -> Sequence[Move]:
        """Every legal move of this seat, unique; empty when it may not act."""
        if seat not in state.to_act:
            return ()
        if self._cheating:
            own = self._own_moves(state, seat) if seat == state.to_act[0] else ()
            return (*own, *cheating.accusations(self, state, seat)) if self.options.catching else own
        return self._own_moves(state, seat)

    def _own_moves(self, state: DurakState, seat: Seat) -> Sequence[Move]:
        """The moves of the seat whose turn it is; accusations apart."""
        hand = state.places[seat]
        asking = state.asking
        uncovered = state.uncovered
        if uncovered and not asking:
            table = self._beaters[state.trump]
            moves: tuple[Move, ...] = ()
            while uncovered:
                attack = uncovered.bit_length() - 1
                uncovered ^= 1 << attack
                cards = hand & table[attack]
                if cards:
                    moves += _covers[attack](cards)
            if self.options.transfer and self.transfer_ban(state) is None:
                laid, shown = self.transfer_cards(state, seat)
                moves += _transfers(laid) + _shows(shown)
            if self._cheating and cheating.may_cheat(self, state, seat):
                moves += cheating.fakes(self, state, seat)
            return moves + _ONLY_TAKE
        if state.calling:
            return _ONLY_PASS
        room = state.room
        if not state.attacks:
            if self.banned_attacks:
                # Who holds nothing but jokers may lead one (D-63).
                hand = hand & ~self.banned_attacks or hand
                room = room if hand & ~self.banned_attacks else 1
            openings = self._openings[room](hand) if room < self._full_room else self._all_openings(hand)
            return (*openings, TURN) if self.options.lead_from_stock and state.stock else openings
        if state.self_asked:
            return _throws(hand & state.ranks & ~self.banned_attacks) + _ONLY_PASS
        decline = _ONLY_HOLD if asking and not state.taking else _ONLY_PASS
        cards = hand & state.ranks & ~self.banned_attacks
        if not cards or not room:
            return decline
        if room > self.throw_most and not state.taking:
            room = self.throw_most
        if room == 1 or not cards & (cards - 1):
            return _throws(cards) + decline
        return set_moves("throw", cards, room) + decline

    def transfer_ban(self, state: DurakState, ranks_matter: bool = True) -> str | None:
        """The rule that forbids every transfer now, None when the cards alone decide (D-40, D-42, D-43, D-45).

        A false transfer does not care for ranks (D-73).
        """
        options = self.options
        uncovered = state.uncovered
        if state.self_thrown:
            return "D-75"
        if not options.late_transfer and any(cover != NO_CARD for cover in state.covers):
            return "D-40"
        if ranks_matter and uncovered & ~RANK_MATES[uncovered.bit_length() - 1]:
            return "D-46" if options.late_transfer else "D-40"
        first = options.transfer_first_bout
        if state.bout == 1 and (first == "banned" or (first == "banned_first_deal" and state.first_deal)):
            return "D-42"
        if self.transfer_target(state) is None:
            return "D-43"
        trumps = SUIT_CARDS[state.trump] if state.trump >= 0 else 0
        if options.transfer_over_trump == "banned" and state.places[self.table] & trumps:
            return "D-45"
        return None

    def transfer_cards(self, state: DurakState, seat: Seat) -> tuple[Cards, Cards]:
        """The cards that the defender may lay to transfer, and those he may show (D-40, D-44, D-47, D-48)."""
        options = self.options
        target = self.transfer_target(state)
        assert target is not None
        mates = state.places[seat] & RANK_MATES[only_card(state.uncovered)]
        uncovered = state.uncovered.bit_count()
        target_hand = state.size(target.player)
        laid = mates & ~self.never_transfers(state, seat)
        if uncovered + 1 > target_hand or len(state.attacks) + 1 > state.limit:
            laid = 0
        shown = 0
        if (
            options.travel_card
            and state.trump >= 0
            and uncovered <= target_hand
            and not self.has_travelled(state, seat)
        ):
            shown = mates & SUIT_CARDS[state.trump]
        return laid, shown

    def never_transfers(self, state: DurakState, seat: Seat) -> Cards:
        """Cards that this seat may not lay to transfer: travel cards it has shown, where that is played (D-48)."""
        if self.options.travel_again != "no_transfer":
            return self.banned_attacks
        return self.banned_attacks | cards_of(card for shower, card in state.shown if shower == seat)

    def has_travelled(self, state: DurakState, seat: Seat) -> bool:
        """Whether the seat has shown a travel card in its scope (D-47)."""
        return any(shower == seat for shower, _ in state.shown)

    def beats(self, trump: int, card: Card, attack: Card) -> bool:
        """Whether the card covers the attack card, with this trump suit, -1 for none (D-15)."""
        return bool(self._beaters[trump][attack] >> card & 1)

    def why_not(self, state: DurakState, seat: Seat, move: Move) -> RuleBroken | None:
        """Why this seat may not make this move; None exactly when it is legal."""
        return refusals.why_not(self, state, seat, move)

    # Play

    def play(self, state: DurakState, seat: Seat, move: Move, log: Log = None) -> None:
        """Changes the state given by a legal move."""
        self._play[move[0]](state, seat, move, log)
        if self._cheating:
            cheating.call_accusers(self, state)

    def _open(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """The attacker opens the bout (D-14)."""
        cards = move[1]
        move_cards(state, cards, seat, self.table, EVERYBODY, log, "attack", seat)
        self._lay(state, cards)
        if not state.places[seat]:
            self._note_empty(state, seat, log)
        self._face_opening(state, log)

    def _turn_up(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """The top card of the stock opens the bout (D-76)."""
        card = state.stock[0]
        state.stock = state.stock[1:]
        move_cards(state, 1 << card, STOCK, self.table, EVERYBODY, log, "turn", seat)
        self._lay(state, 1 << card)
        self._face_opening(state, log)

    def _cover(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """The defender beats one attack card (D-16)."""
        verb, cards, attack = move
        move_cards(state, cards, seat, self.table, EVERYBODY, log, "cover", seat, attack)
        card = cards.bit_length() - 1
        covers = state.covers
        if len(covers) == 1:
            state.covers = (card,)
        else:
            index = state.attacks.index(attack)
            state.covers = (*covers[:index], card, *covers[index + 1 :])
        state.uncovered ^= 1 << attack
        state.ranks |= RANK_MATES[card]
        if self._cheating:
            index = state.attacks.index(attack)
            state.covered_by = (*state.covered_by[:index], seat, *state.covered_by[index + 1 :])
            state.handed = None
            if verb == "cheat_cover":
                state.cheated = cheating.spent(state.cheated, seat)
        if not state.uncovered:
            # With cards still open (after a caught cheat there may be too many) an empty hand can only take.
            if not state.places[seat]:
                self._note_empty(state, seat, log)
            state.self_thrown = False
            self._all_covered(state, log)
        elif self._windows:
            self._face(state, log, after_cover=True)

    def _throw(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """Somebody adds cards of ranks on the table (D-19): with the word, in a window or after a take."""
        cards = move[1]
        move_cards(state, cards, seat, self.table, EVERYBODY, log, "throw", seat)
        self._lay(state, cards)
        if not state.places[seat]:
            self._note_empty(state, seat, log)
        if state.self_asked:
            state.self_asked = False
            state.self_thrown = True
            self.set_room(state)
            state.to_act = self._turn[seat]
            return
        if state.taking:
            self._ask_next(state, log)
            return
        state.thrower = seat
        if self.options.throw_pass == "until_new_card":
            state.passed = 0
        if state.asking:
            self._ask_next(state, log)
        else:
            state.to_act = self._turn[state.defender]

    def _transfer(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """The defender passes the attack on by laying a card of its rank (D-41)."""
        cards = move[1]
        target = self.transfer_target(state)
        assert target is not None
        before, attacker, place = state.uncovered, state.attacker, state.attacker_seat
        move_cards(state, cards, seat, self.table, EVERYBODY, log, "transfer", seat, target.player)
        self._lay(state, cards)
        if self._cheating:
            state.handed = Transfer(seat, only_card(cards), before, attacker, place, state.defender_seat)
            if move.verb == "cheat_transfer":
                state.cheated = cheating.spent(state.cheated, seat)
        self._hand_on(state, target)
        if not state.places[seat]:
            self._note_empty(state, seat, log)
        self._face_opening(state, log)

    def _show(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """The defender passes the attack on by showing the trump of its rank, the travel card (D-47)."""
        cards = move[1]
        target = self.transfer_target(state)
        assert target is not None
        show(state, cards, seat, log, "show", target.player)
        state.handed = None
        state.shown += ((seat, only_card(cards)),)
        self._hand_on(state, target)
        self._face_opening(state, log)

    def _take(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """The defender gives up; the others may still add cards (D-24)."""
        options = self.options
        state.taking = True
        state.handed = None
        if log is not None:
            log.append(Event("take", seat))
        if not (options.throw_in and options.throw_after_take):
            self.end_bout(state, log)
            return
        if options.first_limit_on_take == "lift":
            state.limit = state.most
            self.set_room(state)
        state.asking = tuple(self.throwers(state))
        self.ask(state, log)

    def _pass(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """Adds nothing, with the word (D-22) or after a take (D-24)."""
        if log is not None:
            log.append(Event("pass", seat))
        if state.calling:
            state.calling = state.calling[1:]
            self.call_next(state, log)
        elif state.self_asked:
            state.self_asked = False
            self.give_word(state, log)
        elif state.taking:
            self._ask_next(state, log)
        else:
            state.passed |= 1 << seat
            self.pass_word(state, seat, log)

    def _hold(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """Throws nothing before the defender goes on (D-25)."""
        if log is not None:
            log.append(Event("hold", seat))
        self._ask_next(state, log)

    # The course of a bout

    def _lay(self, state: DurakState, cards: Cards) -> None:
        """These attack cards are on the table now, uncovered."""
        state.uncovered |= cards
        card = cards.bit_length() - 1
        state.ranks |= RANK_MATES[card]
        if cards == 1 << card:
            state.attacks += (card,)
            state.covers += _NO_COVER
            state.room -= 1
            if self._cheating:
                state.covered_by += (-1,)
        else:
            found = bits(cards)
            state.attacks += tuple(found)
            state.covers += _NO_COVER * len(found)
            if self._cheating:
                state.covered_by += (-1,) * len(found)
            state.room -= len(found)
            for card in found:
                state.ranks |= RANK_MATES[card]

    def _hand_on(self, state: DurakState, target: Place) -> None:
        """The transferrer becomes the attacker, the target the defender (D-41)."""
        state.attacker, state.attacker_seat = state.defender, state.defender_seat
        state.defender, state.defender_seat = target
        state.passed = 0
        state.thrower = -1
        self.set_room(state)

    def _note_empty(self, state: DurakState, seat: Seat, log: Log) -> None:
        """A hand that ran out leaves the deal at once, or waits for the refill (D-08)."""
        if state.stock and self.options.leave_when == "stock_empty":
            state.emptied += (seat,)
        else:
            self._leave(state, seat, log)

    def _leave(self, state: DurakState, seat: Seat, log: Log) -> None:
        state.active &= ~(1 << seat)
        state.out += (seat,)
        if log is not None:
            log.append(Event("out", seat))

    def _face_opening(self, state: DurakState, log: Log) -> None:
        """The defender's turn after an opening or a transfer."""
        if self._windows:
            self._face(state, log, after_cover=False)
        else:
            state.to_act = self._turn[state.defender]

    def _face(self, state: DurakState, log: Log, after_cover: bool) -> None:
        """The defender's turn, but first the others' chance to throw where the option gives it (D-25)."""
        if after_cover or self._timing == "any_time":
            barred = state.passed if self.options.throw_pass == "final" else 0
            state.asking = tuple([seat for seat in self.throwers(state) if not barred >> seat & 1])
        self.ask(state, log)

    def _ask_next(self, state: DurakState, log: Log) -> None:
        """The next seat of the round that is being asked (D-24, D-25)."""
        state.asking = state.asking[1:]
        self.ask(state, log)

    def ask(self, state: DurakState, log: Log) -> None:
        """Asks the first of `asking`; when there is nobody, or no room for a card, the bout goes on (D-24, D-25)."""
        if state.asking and not state.room:
            state.asking = ()
        if state.asking:
            state.to_act = self._turn[state.asking[0]]
        elif state.taking:
            self.end_bout(state, log)
        else:
            state.to_act = self._turn[state.defender]

    def _all_covered(self, state: DurakState, log: Log) -> None:
        """First the defender may add a card against himself, where that is played (D-75); then the word is given."""
        hand = state.places[state.defender]
        if self.options.self_throw and len(state.attacks) < state.limit and hand & (hand - 1):
            state.self_asked = True
            state.to_act = self._turn[state.defender]
        else:
            self.give_word(state, log)

    def give_word(self, state: DurakState, log: Log) -> None:
        """Everything is covered: somebody has the word, or the bout is beaten (D-22, D-23)."""
        if not (state.room and self.options.throw_in):
            self._beaten(state, log)
            return
        thrower = state.thrower
        stays = thrower >= 0 and self.options.throw_order != "attacker_first" and not state.passed >> thrower & 1
        if stays and thrower in self.throwers(state):
            state.to_act = self._turn[thrower]
        else:
            self.pass_word(state, thrower, log)

    def pass_word(self, state: DurakState, after: Seat, log: Log) -> None:
        """The word goes to the next of E who has not passed; when there is none the bout is beaten (D-22, D-23).

        In a ring it goes on from the seat after `after`, otherwise, and when that is -1, from the attacker.
        """
        throwers = self.throwers(state)
        passed = state.passed
        if after >= 0 and len(throwers) > 1 and self.options.throw_order == "ring":
            ring = self._rings[state.attacker][state.defender_seat][state.defender]
            start = ring.index(after) + 1
            throwers = [seat for seat in ring[start:] + ring[:start] if seat in throwers]
        for seat in throwers:
            if not passed >> seat & 1:
                state.to_act = self._turn[seat]
                return
        self._beaten(state, log)

    def _beaten(self, state: DurakState, log: Log) -> None:
        """The bout is beaten (D-23), but for the last call of accusers (D-74)."""
        if self._cheating and cheating.last_call(self, state):
            self.call_next(state, log)
        else:
            self.end_bout(state, log)

    def call_next(self, state: DurakState, log: Log) -> None:
        """The next seat of the last call; after the last one the bout closes (D-74)."""
        if state.calling:
            state.to_act = self._turn[state.calling[0]]
        else:
            self.end_bout(state, log)

    def _accuse(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """Somebody says that a cover or transfer was no honest one (D-74)."""
        cheating.accuse(self, state, seat, move, log)

    def beaters_of(self, state: DurakState, attack: Card) -> Cards:
        """The cards that beat an attack card in this deal (D-15)."""
        return self._beaters[state.trump][attack]

    # The end of a bout and of the deal

    def end_bout(self, state: DurakState, log: Log) -> None:
        """The table is cleared, hands are filled, players leave, and the next bout begins (D-26)."""
        defender = state.defender
        cards = state.places[self.table]
        taken = state.taking
        if taken:
            move_cards(state, cards, self.table, defender, EVERYBODY, log, "taken", defender)
        else:
            move_cards(state, cards, self.table, self.discard, EVERYBODY, log, "beaten", defender)
            state.beaten_once = True
        drew = self._refill(state, log) if state.stock else False
        if state.emptied:
            for seat in state.emptied:
                if not state.places[seat]:
                    self._leave(state, seat, log)
        state.idle_takes = state.idle_takes + 1 if taken and not drew else 0
        self._settle_bout(state, taken, log)

    def _settle_bout(self, state: DurakState, taken: bool, log: Log) -> None:
        """Tests for the end of the deal; else hands go round and the next bout begins (D-26, steps 4 to 6)."""
        active = state.active
        if (not state.stock or self._leave_at_once) and self.seating.decided(active):
            self._end_deal(state, taken, log)
            return
        if self.options.overload_limit is not None:
            fool = self._overloaded(state)
            if fool >= 0:
                self._lose(state, fool, taken, log)
                return
        if state.idle_takes >= GUARD:
            self._end_deal(state, taken, log)
            return
        if self._hands_go_round:
            hand_round(state, [seat for seat in range(self.seats) if active >> seat & 1], log)
        defender = self.seating.places[state.defender][state.defender_seat]
        state.attacker, state.attacker_seat = self.seating.opens_next(active, defender, taken)
        self._clear_table(state)
        self._begin_bout(state, log)

    def _overloaded(self, state: DurakState) -> Seat:
        """The fool's seat of the side with a player who holds too many cards; -1 nobody does (D-56, D-67)."""
        limit = self.options.overload_limit
        assert limit is not None
        heavy = sum(1 << seat for seat in range(self.seats) if state.places[seat].bit_count() >= limit)
        player = self.seating.nearest_of(heavy, state.defender)
        return self.seating.nearest_of(state.active & self.seating.side[player], state.defender) if heavy else -1

    def _clear_table(self, state: DurakState) -> None:
        state.attacks = state.covers = state.asking = state.emptied = ()
        state.uncovered = state.ranks = state.passed = 0
        state.thrower = -1
        state.taking = state.self_asked = state.self_thrown = False
        state.covered_by = state.calling = ()
        state.handed = None
        state.caught = state.barred = 0
        if self._shown_per_bout:
            state.shown = ()

    def _begin_bout(self, state: DurakState, log: Log) -> None:
        """The attacker, who is set, opens against the next seat clockwise (D-12)."""
        attacker = state.attacker
        state.bout += 1
        state.opener = attacker
        defender, state.defender_seat = self.seating.defender(
            state.active, self.seating.places[attacker][state.attacker_seat]
        )
        state.defender = defender
        self.set_limit(state)
        room = state.places[defender].bit_count()
        state.room = room if room < state.limit else state.limit
        state.to_act = self._turn[attacker]
        if log is not None:
            log.append(Event("bout", attacker, size=state.bout, arg=defender))

    def set_limit(self, state: DurakState) -> None:
        """L of this bout, which is about to begin (D-13)."""
        limit = self.max_attack
        if self._lifts and not state.stock:
            limit = NO_LIMIT
        state.most = state.limit = limit
        if state.bout == 1 or self._first_until_discard:
            first = self._first_limit
            if first < limit and not (self._first_until_discard and state.beaten_once):
                state.limit = first

    def draw_order(self, state: DurakState) -> list[Seat]:
        """Who fills his hand after a bout, in order (D-30). Only seats still in the deal."""
        defender = state.defender
        anchor = state.opener if self.options.draw_anchor == "opener" else state.attacker
        if anchor == defender:
            anchor = state.attacker
        active = state.active
        return [seat for seat in self._draw_orders[anchor][defender] if active >> seat & 1]

    def _draw_order(self, anchor: Seat, defender: Seat) -> tuple[Seat, ...]:
        order = [(anchor + step) % self.seats for step in range(self.seats)]
        if self.options.draw_order != "clockwise_from_attacker":
            order.remove(defender)
            order.insert(0 if self.options.draw_order == "defender_first" else len(order), defender)
        return tuple(order)

    def _refill(self, state: DurakState, log: Log) -> bool:
        """Hands are filled up to six from the stock (D-29 to D-31); whether anybody drew."""
        places = state.places
        drew = False
        if self.options.scarce_stock == "equal":
            needs = [max(0, HAND - places[seat].bit_count()) for seat in range(self.seats)]
            if sum(needs[seat] for seat in self.draw_order(state)) > len(state.stock):
                while state.stock:
                    for seat in self.draw_order(state):
                        if state.stock and places[seat].bit_count() < HAND:
                            draw(state, seat, 1, log)
                return True
        for seat in self.draw_order(state):
            need = HAND - places[seat].bit_count()
            if need > 0 and state.stock:
                draw(state, seat, need, log)
                drew = True
        return drew

    def _end_deal(self, state: DurakState, taken: bool, log: Log) -> None:
        """The side that still holds cards has lost; else, or when it never ends, a draw (D-35 to D-37, D-55)."""
        active = state.active
        if active and self.seating.decided(active):
            self._lose(state, self.seating.nearest_of(active, state.defender), taken, log)
            return
        self._clear_table(state)
        state.to_act = ()
        if log is not None:
            log.append(Event("drawn", -1))

    def _lose(self, state: DurakState, fool: Seat, taken: bool, log: Log) -> None:
        """This player is the fool, with his team; he may have earned epaulettes (D-55, D-56, D-67, D-71, D-72)."""
        unbeaten, taker = state.uncovered if taken else 0, state.defender
        self._clear_table(state)
        state.to_act = ()
        state.fool = fool
        state.losers = self.seating.side[fool]
        if log is not None:
            log.append(Event("fool", fool))
        if self.options.epaulettes == "off" or not state.losers >> taker & 1:
            return
        if self.options.epaulettes == "sixes":
            state.epaulettes = min(2, (unbeaten & step_rank(self.options, 0)).bit_count())
        else:
            plain = unbeaten & ~(SUIT_CARDS[state.trump] if state.trump >= 0 else 0)
            if plain and unbeaten & step_rank(self.options, state.needs[taker]):
                state.awarded = taker
        if log is not None and (state.epaulettes or state.awarded >= 0):
            kind = "epaulettes" if state.awarded < 0 else "step"
            rank = first_step(self.options) + state.needs[taker]
            log.append(Event(kind, taker, size=state.epaulettes, arg=rank))

    def result(self, state: DurakState) -> Result:
        """The fool, or his whole team, scores 0, everybody else 1; a drawn deal one half each."""
        return Result(
            tuple(0.5 if state.fool < 0 else float(not state.losers >> seat & 1) for seat in range(self.seats)),
            tuple(words.result_lines(self, state)),
        )

    def first_finisher(self, state: DurakState) -> Seat | None:
        """Who finished first among the winners; of several teams, in the one that was out first (D-56, D-81)."""
        side = self.seating.side
        if self.options.teams == "2x2x2":
            gone = 0
            for seat in state.out:
                gone |= 1 << seat
                if side[seat] & ~gone == 0:
                    return next(mate for mate in state.out if side[seat] >> mate & 1)
            return None
        return next((seat for seat in state.out if not state.losers >> seat & 1), None)

    def settle(self, standing: Standing, state: DurakState) -> DurakStanding:
        """Fools, first finishers and draws counted; the next dealer and opener (D-80 to D-82, D-03, D-11)."""
        assert isinstance(standing, DurakStanding)
        options = self.options
        drawn = state.fool < 0
        first = self.first_finisher(state)
        fools = tuple(count + (state.losers >> seat & 1) for seat, count in enumerate(standing.fools))
        winners = 0 if drawn or first is None else self.seating.side[first]
        firsts = tuple(count + (winners >> seat & 1) for seat, count in enumerate(standing.firsts))
        worn = list(standing.epaulettes)
        if state.epaulettes:
            worn[state.defender] += state.epaulettes
        if state.awarded >= 0:
            for seat in bits(self.seating.side[state.awarded]):
                worn[seat] += 1
        dealer = state.dealer
        if not drawn:
            dealer = state.fool if options.next_dealer == "loser" else (dealer + 1) % self.seats
        deals = standing.deals + 1
        over = (
            options.match == "single"
            or (options.match == "deals" and deals >= options.match_length)
            or (options.match == "fools" and max(fools) >= options.match_length)
            or (options.match == "ladder" and max(worn) > ladder_top(options))
        )
        counts = worn if options.match == "ladder" else list(fools)
        bar = min(counts) if options.match in ("single", "deals") else max(counts) - 1
        return dataclasses.replace(
            standing,
            deals=deals,
            dealer=dealer,
            over=over,
            winners=tuple(seat for seat in range(self.seats) if counts[seat] <= bar) if over else (),
            fools=fools,
            firsts=firsts,
            draws=standing.draws + drawn,
            fool=None if drawn else state.fool,
            first=None if drawn else first,
            epaulettes=tuple(worn),
        )

    def totals(self, standing: Standing) -> list[tuple[Text, tuple[int, ...]]]:
        """Fools, and where the option names winners the first finishes too (D-80, D-81)."""
        assert isinstance(standing, DurakStanding)
        return words.totals(self, standing)

    # What is shown and put down

    def scene(self, seen: Observation) -> Scene:
        """What this seat's player sees."""
        return scene.scene(self, seen)

    def tell(self, event: Event) -> Text | None:
        """The line of the log for an event."""
        return words.tell(event)

    def facts(self, state: DurakState) -> Facts:
        """The public facts under the names that position files use."""
        return positions.facts(self, state)

    def put_down(self, draft: Draft, facts: FactReader) -> DurakState:
        """The state that a position file describes."""
        return positions.put_down(self, draft, facts)
