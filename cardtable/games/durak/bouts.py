"""Durak: a bout from the opening to the refill."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardtable.cards import ONE, RANK_MATES, Card, Cards, bits, only_card
from cardtable.engine.moves import Event, Log, Move, Seat
from cardtable.engine.state import EVERYBODY, STOCK, all_see, draw, hand_round, show
from cardtable.games.durak.ending import end_if_decided, wins_at_once
from cardtable.games.durak.options import HAND, DurakOptions
from cardtable.games.durak.seating import Place
from cardtable.games.durak.state import GUARD, DurakState
from cardtable.games.durak.table import DurakTable

_Laid = tuple[tuple[Card, ...], Cards, int]
"""Attack cards, all cards of their ranks, and how many were played."""


_laid: Final[dict[Cards, _Laid]] = {}
"""Attack cards in table order, by set, filled in as they come up."""
_LAID_MOST: Final = 4_000


def _lay_out(cards: Cards) -> _Laid:
    """Computes the entry of `_laid` for a set of attack cards."""
    laid, ranks = tuple(bits(cards)), 0
    for card in laid:
        ranks |= RANK_MATES[card]
    if len(_laid) >= _LAID_MOST:
        _laid.clear()
    found = _laid[cards] = laid, ranks, len(laid)
    return found


_MATES: Final = {ONE[card]: mates for card, mates in enumerate(RANK_MATES)}
"""For each set of a single card, all cards of its rank."""


class Bouts(DurakTable):
    """Applies moves to a deal."""

    __slots__ = (
        "_adds_after_take",
        "_all_covered",
        "_by_verb",
        "_duel",
        "_equal_shares",
        "_hands_go_round",
        "_last_card_wins",
        "_leave_after_draw",
        "_lifts_on_take",
        "_marks_cleared",
        "_pass_is_final",
        "_timing",
        "_windows",
    )

    def __init__(self, options: DurakOptions, seats: int) -> None:
        super().__init__(options, seats)
        self._timing = options.throw_timing if options.throw_in else "all_covered"
        self._windows = self._timing != "all_covered"
        self._hands_go_round = options.pass_hands == "clockwise"
        self._last_card_wins = options.last_card == "at_once"
        self._equal_shares = options.scarce_stock == "equal"
        self._leave_after_draw = options.leave_when == "stock_empty"
        self._all_covered = self._ask_defender if options.self_throw else self.give_word
        self._adds_after_take = options.throw_in and options.throw_after_take
        self._lifts_on_take = options.first_limit_on_take == "lift"
        self._pass_is_final = options.throw_pass == "final"
        # With two players only the attacker is ever asked to add a card, and is asked again only after adding one.
        self._duel = seats == 2 and not options.self_throw and not options.cheating
        self._marks_cleared = options.cheating or options.self_throw or options.travel_card
        # The verbs that `play` does not handle inline.
        self._by_verb: dict[str, Callable[[DurakState, Seat, Move, Log], None]] = {
            "pass": self._pass,
            "throw": self._throw,
            "add": self._add,
            "transfer": self._transfer,
            "show": self._show,
            "hold": self._hold,
            "turn": self._turn_up,
            "exchange": self._exchange,
        }

    def play(self, state: DurakState, seat: Seat, move: Move, log: Log = None) -> None:
        """Applies a legal move to the state.

        The most common moves are handled inline, because every function call slows a search down.
        """
        verb = move[0]
        if verb == "attack":
            # The attacker opens the bout (D-14); the table is empty.
            cards, places = move[1], state.places
            hand = places[seat] = places[seat] - cards
            places[self.table] = state.uncovered = cards
            state.attacks, state.ranks, count = _laid.get(cards) or _lay_out(cards)
            state.room = state.room - count if self.throws_in else 0
            if state.known is not None or log is not None:
                all_see(state, cards, self.table, log, "attack", seat)
            if not hand and self._ends_by_emptying(state, seat, log):
                return
            state.to_act = state.parts.to_defend
            if self._windows:
                self._face(state, log, after_cover=False)
        elif verb == "pass" and self._duel:
            # Nobody else is asked: the bout is over.
            if log is not None:
                log.append(Event("pass", seat))
            self.end_bout(state, log)
        elif verb == "cover":
            # The defender beats one attack card (D-16).
            cards, attack, places = move[1], move[2], state.places
            hand = places[seat] = places[seat] - cards
            places[self.table] += cards
            if state.known is not None or log is not None:
                all_see(state, cards, self.table, log, "cover", seat, attack)
            state.ranks |= _MATES[cards]
            state.covered += ((attack, cards),)
            state.uncovered -= ONE[attack]
            if state.uncovered:
                if self._windows:
                    self._face(state, log, after_cover=True)
                return
            # With cards still uncovered (a caught cheat can leave too many) an empty hand can only take.
            if not hand:
                self._note_empty(state, seat, log)
            self._all_covered(state, log)
        elif verb == "take":
            # The defender gives up; the others may still add cards (D-24).
            state.taking = True
            if log is not None:
                log.append(Event("take", seat))
            if not self._adds_after_take:
                self.end_bout(state, log)
                return
            if self._lifts_on_take:
                state.limit = state.most
                self.set_room(state)
            asking: tuple[Seat, ...] = ()
            if state.room:
                parts = state.parts
                asking = self.throwers(state) if not self._duel else parts.ring if state.places[parts.attacker] else ()
            if asking:
                state.asking = asking
                state.to_act = (asking[0],)
            else:
                self.end_bout(state, log)
        else:
            self._by_verb[verb](state, seat, move, log)

    def _exchange(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """Swaps the lowest trump for the card turned up under the stock, before the opening (D-87)."""
        lowest = state.places[seat] & self.lowest_trumps[state.trump]
        lowest &= -lowest
        turn_up = state.turn_up
        state.places[seat] += ONE[turn_up] - lowest
        state.places[STOCK] += lowest - ONE[turn_up]
        state.turn_up = only_card(lowest)
        state.stock = (*state.stock[:-1], state.turn_up)
        all_see(state, lowest, STOCK, log, "exchange", seat, turn_up)
        if state.lacks is not None:
            state.lacks[seat] &= ~ONE[turn_up]

    def _turn_up(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """Opens the bout with the top card of the stock (D-76)."""
        card = state.stock[0]
        state.stock = state.stock[1:]
        self._lay(state, 1 << card, STOCK, log, "turn", seat)
        self._call_defender(state, log)

    def _throw(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """Adds cards of ranks on the table (D-19): with the word, in a window or after a take."""
        self._lay(state, move[1], seat, log, "throw", seat)
        if not state.places[seat] and self._ends_by_emptying(state, seat, log):
            return
        if state.self_asked:
            state.self_asked = False
            state.self_thrown |= move[1]
            self.set_room(state)
            state.to_act = (seat,)
            return
        if state.taking:
            self.ask(state, state.asking[1:], log)
            return
        state.thrower = seat
        if not self._pass_is_final:
            state.passed = 0
        if state.asking:
            self.ask(state, state.asking[1:], log)
        else:
            state.to_act = state.parts.to_defend

    def _add(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """Throws in one of several cards that go one by one; the seat is asked for the next before anybody acts."""
        self._lay(state, move[1], seat, log, "throw", seat)
        if not state.taking:
            state.thrower = seat
            if not self._pass_is_final:
                state.passed = 0
        # With this many fitting cards, neither the hand nor the room for cards can have run out.
        state.asking = state.asking or (seat,)
        state.to_act = (seat,)

    def _transfer(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """The defender passes the attack on with a card of its rank, or several (D-41, D-86)."""
        cards = move[1]
        target = self.transfer_target(state)
        assert target is not None
        self._lay(state, cards, seat, log, "transfer", seat, target.player)
        self._hand_on(state, target)
        if not state.places[seat] and self._ends_by_emptying(state, seat, log):
            return
        self._call_defender(state, log)

    def _show(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """The defender passes the attack on by showing the trump of its rank, the travel card (D-47)."""
        cards = move[1]
        target = self.transfer_target(state)
        assert target is not None
        show(state, cards, seat, log, "show", target.player)
        state.shown += ((seat, only_card(cards)),)
        self._hand_on(state, target)
        self._call_defender(state, log)

    def _pass(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """Adds nothing, either with the word (D-22) or after a take (D-24)."""
        if log is not None:
            log.append(Event("pass", seat))
        if state.taking:
            self.ask(state, state.asking[1:], log)
        elif state.calling:
            state.calling = state.calling[1:]
            self.call_next(state, log)
        elif state.self_asked:
            state.self_asked = False
            self.give_word(state, log)
        else:
            state.passed |= 1 << seat
            self.give_word(state, log, seat)

    def _hold(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """Declines to throw in before the defender continues (D-25)."""
        if log is not None:
            log.append(Event("hold", seat))
        self.ask(state, state.asking[1:], log)

    # The course of a bout

    def _lay(self, state: DurakState, cards: Cards, src: int, log: Log, kind: str, seat: Seat, arg: int = 0) -> None:
        """Puts attack cards on the table from a hand or the stock; they share one rank unless thrown in."""
        places = state.places
        places[src] -= cards
        places[self.table] += cards
        if state.known is not None or log is not None:
            all_see(state, cards, self.table, log, kind, seat, arg)
        laid, ranks, count = _laid.get(cards) or _lay_out(cards)
        state.attacks += laid
        state.uncovered += cards
        state.ranks |= ranks
        state.room = state.room - count if self.throws_in else 0

    def _hand_on(self, state: DurakState, target: Place) -> None:
        """Makes the player who transferred the attacker, and the target the defender (D-41)."""
        parts = state.parts
        state.parts = self.parts(Place(parts.defender, parts.defender_seat), target, parts.opener)
        state.passed = 0
        state.thrower = -1
        self.set_room(state)

    def _note_empty(self, state: DurakState, seat: Seat, log: Log) -> None:
        """Records an empty hand: its player leaves the deal at once, or waits for the refill (D-08)."""
        if state.stock and self._leave_after_draw:
            state.emptied += (seat,)
        else:
            self._leave(state, seat, log)

    def _ends_by_emptying(self, state: DurakState, seat: Seat, log: Log) -> bool:
        """Records that a hand ran out by attacking; returns whether that ends the deal at once (D-84)."""
        self._note_empty(state, seat, log)
        return self._last_card_wins and wins_at_once(self, state, log)

    def _leave(self, state: DurakState, seat: Seat, log: Log) -> None:
        state.active &= ~(1 << seat)
        state.out += (seat,)
        if log is not None:
            log.append(Event("out", seat))

    def _call_defender(self, state: DurakState, log: Log) -> None:
        """Gives the turn to the defender after cards were played to attack."""
        state.to_act = state.parts.to_defend
        if self._windows:
            self._face(state, log, after_cover=False)

    def _face(self, state: DurakState, log: Log, after_cover: bool) -> None:
        """Gives the turn to the defender, after any chance to throw in that the options give the others (D-25)."""
        if after_cover or self._timing == "any_time":
            barred = state.passed if self._pass_is_final else 0
            throwers = self.throwers(state)
            self.ask(state, tuple([seat for seat in throwers if not barred >> seat & 1]), log)
        else:
            self.ask(state, state.asking, log)

    def ask(self, state: DurakState, asking: tuple[Seat, ...], log: Log) -> None:
        """Asks the first of these seats; if there is none, or no room for a card, the bout goes on (D-24, D-25)."""
        if asking and state.room:
            state.asking = asking
            state.to_act = (asking[0],)
            return
        if state.taking:
            self.end_bout(state, log)
        else:
            state.asking = ()
            state.to_act = state.parts.to_defend

    def _ask_defender(self, state: DurakState, log: Log) -> None:
        """Lets the defender add a card against themselves, if that is played, before the word is given (D-75)."""
        hand = state.places[state.defender]
        if len(state.attacks) < state.limit and hand & (hand - 1):
            state.self_asked = True
            state.to_act = state.parts.to_defend
        else:
            self.give_word(state, log)

    def give_word(self, state: DurakState, log: Log, passer: Seat = -1) -> None:
        """Gives the word to the next of E who has not passed; if there is none, the bout is beaten (D-22, D-23).

        `passer` has just passed; -1 means that everything has just been covered.
        """
        # If the hand sets no limit, a defender without cards has beaten everything there is to beat (D-89).
        if state.room and (self._hand_limits or state.places[state.defender]):
            parts, places = state.parts, state.places
            if self._duel:
                if places[parts.attacker] and not state.passed:
                    state.to_act = parts.to_open
                    return
            else:
                ring = self._neighbours_of(state) if self._neighbours else parts.ring
                silent = state.passed | state.barred
                for seat in self._in_turn(state, ring, passer):
                    if places[seat] and not silent >> seat & 1:
                        state.to_act = (seat,)
                        return
        self.close(state, log)

    def close(self, state: DurakState, log: Log) -> None:
        """Closes the bout as beaten: no more cards are added (D-23)."""
        self.end_bout(state, log)

    def _in_turn(self, state: DurakState, asked: tuple[Seat, ...], passer: Seat) -> tuple[Seat, ...]:
        """E in the order in which the word goes round (D-22).

        It starts from the seat that last passed or threw in: in a ring from its place, otherwise from the attacker.
        """
        last = state.thrower if passer < 0 else passer
        if last < 0:
            return asked
        stays = passer < 0 and self.options.throw_order != "attacker_first"
        if self.options.throw_order == "ring":
            ring = state.parts.ring
            start = ring.index(last) + (not stays)
            return tuple([seat for seat in ring[start:] + ring[:start] if seat in asked])
        return (last, *asked) if stays and last in asked else asked

    def call_next(self, state: DurakState, log: Log) -> None:
        """Goes to the next seat of the last call; after the last one the bout closes (D-74)."""
        if state.calling:
            state.to_act = (state.calling[0],)
        else:
            self.end_bout(state, log)

    # From bout to bout

    def end_bout(self, state: DurakState, log: Log) -> None:
        """Clears the table, fills the hands, lets players leave, and starts the next bout (D-26)."""
        parts, places, unbeaten, taken = state.parts, state.places, state.uncovered, state.taking
        cards = places[self.table]
        places[self.table] = 0
        if taken:
            places[parts.defender] += cards
            state.taking = False
            # Everybody already knows the cards on the table.
            if state.lacks is not None:
                state.lacks[parts.defender] &= ~cards
        else:
            places[self.discard] += cards
            state.beaten_once = True
        if log is not None:
            kind = "taken" if taken else "beaten"
            log.append(Event(kind, parts.defender, cards, cards.bit_count(), EVERYBODY))
        state.attacks = state.covered = state.asking = ()
        state.uncovered = state.ranks = state.passed = 0
        state.thrower = -1
        if self._marks_cleared:
            self._clear_marks(state)
        drew = False
        if state.stock:
            drew = self._equal_shares and self._share_out(state, log)
            if not drew:
                # Fills hands up to six cards (D-29 to D-31).
                for seat in self.draw_order(state) if state.out else parts.draw_order:
                    need = HAND - places[seat].bit_count()
                    if need > 0:
                        draw(state, seat, need, log)
                        drew = True
                        if not state.stock:
                            break
        if state.emptied:
            for seat in state.emptied:
                if not places[seat]:
                    self._leave(state, seat, log)
            state.emptied = ()
        idle_takes = state.idle_takes = state.idle_takes + 1 if taken and not drew else 0
        if state.out or idle_takes >= GUARD or self.overload_limit is not None:
            end_if_decided(self, state, unbeaten, log)
            if not state.to_act:
                return
        if self._hands_go_round:
            hand_round(state, [seat for seat in range(self.seats) if state.active >> seat & 1], log)
        following = (self._after_take if taken else self._after_beat)[parts.place]
        parts = state.parts = following.get(state.active) or self.parts_after(parts, state.active, taken)
        state.to_act = parts.to_open
        bout = state.bout = state.bout + 1
        # From the second bout on the limit is constant, unless it depends on more than the bout (D-13).
        if bout == 2 or self._limit_changes:
            self.set_limit(state)
        room, limit = places[parts.defender].bit_count() if self._hand_limits else len(self.deck), state.limit
        state.room = room if room < limit else limit
        if log is not None:
            log.append(Event("bout", parts.attacker, size=bout, arg=parts.defender))

    def _clear_marks(self, state: DurakState) -> None:
        """Clears what some options record during a bout."""
        state.self_thrown = state.settled = 0
        state.calling = ()
        state.handed = None
        state.caught = state.barred = 0
        if self.options.travel_scope == "bout":
            state.shown = ()

    def _share_out(self, state: DurakState, log: Log) -> bool:
        """Deals a stock too small to fill every hand round card by card (D-31); returns whether it was too small."""
        places, order = state.places, self.draw_order(state)
        if sum(max(0, HAND - places[seat].bit_count()) for seat in order) <= len(state.stock):
            return False
        while state.stock:
            for seat in order:
                if state.stock and places[seat].bit_count() < HAND:
                    draw(state, seat, 1, log)
        return True
