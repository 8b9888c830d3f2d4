"""Durak: the course of a bout, from the opening to the refill."""

from __future__ import annotations

from typing import Final

from cardtable.cards import RANK_MATES, Card, Cards, bits, only_card
from cardtable.engine.moves import Event, Log, Move, Seat
from cardtable.engine.scene import NO_CARD
from cardtable.engine.state import EVERYBODY, STOCK, all_see, draw, hand_round, show
from cardtable.games.durak import cheating
from cardtable.games.durak.ending import Ending
from cardtable.games.durak.options import HAND, DurakOptions
from cardtable.games.durak.seating import Parts, Place
from cardtable.games.durak.state import GUARD, DurakState

_Laid = tuple[tuple[Card, ...], tuple[Card, ...], Cards]
"""Cards laid to attack, what covers each of them, which is nothing yet, and all cards of their ranks."""


class _LaidAtOnce(dict[Cards, _Laid]):
    """Attack cards as they come to the table, by their set. Made when first asked for."""

    MOST: Final = 20_000

    def __missing__(self, cards: Cards) -> _Laid:
        laid, ranks = tuple(bits(cards)), 0
        for card in laid:
            ranks |= RANK_MATES[card]
        if len(self) >= self.MOST:
            self.clear()
        found = self[cards] = laid, (NO_CARD,) * len(laid), ranks
        return found


_laid = _LaidAtOnce()


class Bouts(Ending):
    """What a move does to the deal."""

    __slots__ = (
        "_adds_after_take",
        "_all_covered",
        "_equal_shares",
        "_hands_go_round",
        "_leave_after_draw",
        "_lifts_on_take",
        "_marks_cleared",
        "_pass_is_final",
        "_play",
        "_throw_in",
        "_timing",
        "_windows",
    )

    def __init__(self, options: DurakOptions, seats: int) -> None:
        super().__init__(options, seats)
        self._timing = options.throw_timing if options.throw_in else "all_covered"
        self._windows = self._timing != "all_covered"
        self._hands_go_round = options.pass_hands == "clockwise"
        self._equal_shares = options.scarce_stock == "equal"
        self._leave_after_draw = options.leave_when == "stock_empty"
        self._all_covered = self._ask_defender if options.self_throw else self.give_word
        self._throw_in = options.throw_in
        self._adds_after_take = options.throw_in and options.throw_after_take
        self._lifts_on_take = options.first_limit_on_take == "lift"
        self._pass_is_final = options.throw_pass == "final"
        self._marks_cleared = options.cheating or options.self_throw or options.travel_card
        self._play: dict[str, cheating.Play] = {
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
        if options.cheating:
            self._play = {verb: cheating.watched(self, play) for verb, play in self._play.items()}

    def play(self, state: DurakState, seat: Seat, move: Move, log: Log = None) -> None:
        """Changes the state given by a legal move."""
        self._play[move[0]](state, seat, move, log)

    def _open(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """The attacker opens the bout (D-14); the table is empty."""
        cards = move[1]
        places = state.places
        hand = places[seat] = places[seat] - cards
        places[self.table] = state.uncovered = cards
        state.attacks, state.covers, state.ranks = _laid[cards]
        state.room -= len(state.attacks)
        if state.known is not None or log is not None:
            all_see(state, cards, self.table, log, "attack", seat)
        if not hand:
            self._note_empty(state, seat, log)
        state.to_act = state.parts.to_defend
        if self._windows:
            self._face(state, log, after_cover=False)

    def _turn_up(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """The top card of the stock opens the bout (D-76)."""
        card = state.stock[0]
        state.stock = state.stock[1:]
        self._lay(state, 1 << card, STOCK, log, "turn", seat)
        state.to_act = state.parts.to_defend
        if self._windows:
            self._face(state, log, after_cover=False)

    def _cover(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """The defender beats one attack card (D-16)."""
        cards, attack = move[1], move[2]
        places = state.places
        hand = places[seat] = places[seat] - cards
        places[self.table] |= cards
        if state.known is not None or log is not None:
            all_see(state, cards, self.table, log, "cover", seat, attack)
        card = cards.bit_length() - 1
        state.ranks |= RANK_MATES[card]
        covers = list(state.covers)
        covers[state.attacks.index(attack)] = card
        state.covers = tuple(covers)
        uncovered = state.uncovered = state.uncovered ^ 1 << attack
        if not uncovered:
            # With cards still open (after a caught cheat there may be too many) an empty hand can only take.
            if not hand:
                self._note_empty(state, seat, log)
            self._all_covered(state, log)
        elif self._windows:
            self._face(state, log, after_cover=True)

    def _throw(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """Somebody adds cards of ranks on the table (D-19): with the word, in a window or after a take."""
        self._lay(state, move[1], seat, log, "throw", seat)
        if not state.places[seat]:
            self._note_empty(state, seat, log)
        if state.self_asked:
            state.self_asked = False
            state.self_thrown = True
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

    def _transfer(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """The defender passes the attack on by laying a card of its rank (D-41)."""
        cards = move[1]
        target = self.transfer_target(state)
        assert target is not None
        self._lay(state, cards, seat, log, "transfer", seat, target.player)
        self._hand_on(state, target)
        if not state.places[seat]:
            self._note_empty(state, seat, log)
        state.to_act = state.parts.to_defend
        if self._windows:
            self._face(state, log, after_cover=False)

    def _show(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """The defender passes the attack on by showing the trump of its rank, the travel card (D-47)."""
        cards = move[1]
        target = self.transfer_target(state)
        assert target is not None
        show(state, cards, seat, log, "show", target.player)
        state.shown += ((seat, only_card(cards)),)
        self._hand_on(state, target)
        state.to_act = state.parts.to_defend
        if self._windows:
            self._face(state, log, after_cover=False)

    def _take(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """The defender gives up; the others may still add cards (D-24)."""
        state.taking = True
        if log is not None:
            log.append(Event("take", seat))
        if not self._adds_after_take:
            self.end_bout(state, log)
            return
        if self._lifts_on_take:
            state.limit = state.most
            self.set_room(state)
        asking = self.throwers(state) if state.room else ()
        if asking:
            state.asking = asking
            state.to_act = (asking[0],)
        else:
            self.end_bout(state, log)

    def _pass(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """Adds nothing, with the word (D-22) or after a take (D-24)."""
        if log is not None:
            log.append(Event("pass", seat))
        if state.taking:
            if len(state.asking) > 1:
                self.ask(state, state.asking[1:], log)
            else:
                self.end_bout(state, log)
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
        """Throws nothing before the defender goes on (D-25)."""
        if log is not None:
            log.append(Event("hold", seat))
        self.ask(state, state.asking[1:], log)

    def _accuse(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """Somebody says that a cover or transfer was no honest one (D-74)."""
        cheating.accuse(self, state, seat, move, log)

    # The course of a bout

    def _lay(self, state: DurakState, cards: Cards, src: int, log: Log, kind: str, seat: Seat, arg: int = 0) -> None:
        """Attack cards, all of one rank unless thrown in, come open to the table from a hand or the stock."""
        places = state.places
        places[src] ^= cards
        places[self.table] |= cards
        if state.known is not None or log is not None:
            all_see(state, cards, self.table, log, kind, seat, arg)
        laid, covers, ranks = _laid[cards]
        state.attacks += laid
        state.covers += covers
        state.uncovered |= cards
        state.ranks |= ranks
        state.room -= len(laid)

    def _hand_on(self, state: DurakState, target: Place) -> None:
        """The transferrer becomes the attacker, the target the defender (D-41)."""
        parts = state.parts
        state.parts = self.parts(Place(parts.defender, parts.defender_seat), target, parts.opener)
        state.passed = 0
        state.thrower = -1
        self.set_room(state)

    def _note_empty(self, state: DurakState, seat: Seat, log: Log) -> None:
        """A hand that ran out leaves the deal at once, or waits for the refill (D-08)."""
        if state.stock and self._leave_after_draw:
            state.emptied += (seat,)
        else:
            self._leave(state, seat, log)

    def _leave(self, state: DurakState, seat: Seat, log: Log) -> None:
        state.active &= ~(1 << seat)
        state.out += (seat,)
        if log is not None:
            log.append(Event("out", seat))

    def _face(self, state: DurakState, log: Log, after_cover: bool) -> None:
        """The defender's turn, but first the others' chance to throw where the option gives it (D-25)."""
        if after_cover or self._timing == "any_time":
            barred = state.passed if self._pass_is_final else 0
            throwers = self.throwers(state)
            self.ask(state, tuple([seat for seat in throwers if not barred >> seat & 1]), log)
        else:
            self.ask(state, state.asking, log)

    def ask(self, state: DurakState, asking: tuple[Seat, ...], log: Log) -> None:
        """Asks the first of these seats; when there is none, or no room for a card, the bout goes on (D-24, D-25)."""
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
        """Where that is played, the defender may first add a card against himself; then the word is given (D-75)."""
        state.self_thrown = False
        hand = state.places[state.defender]
        if len(state.attacks) < state.limit and hand & (hand - 1):
            state.self_asked = True
            state.to_act = state.parts.to_defend
        else:
            self.give_word(state, log)

    def give_word(self, state: DurakState, log: Log, passer: Seat = -1) -> None:
        """The word goes to the next of E who has not passed; when there is none the bout is beaten (D-22, D-23).

        `passer` has just passed; -1 means that everything has just been covered.
        """
        if state.room and self._throw_in:
            ring = self._neighbours_of(state) if self._neighbours else state.parts.ring
            if len(ring) > 1:
                ring = self._in_turn(state, ring, passer)
            places, silent = state.places, state.passed | state.barred
            for seat in ring:
                if places[seat] and not silent >> seat & 1:
                    state.to_act = (seat,)
                    return
        if self._catching and cheating.last_call(self, state):
            self.call_next(state, log)
        else:
            self.end_bout(state, log)

    def _in_turn(self, state: DurakState, asked: tuple[Seat, ...], passer: Seat) -> tuple[Seat, ...]:
        """E in the order in which the word goes round (D-22).

        It goes on from who passed or threw in last: in a ring from his place, otherwise from the attacker.
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
        """The next seat of the last call; after the last one the bout closes (D-74)."""
        if state.calling:
            state.to_act = (state.calling[0],)
        else:
            self.end_bout(state, log)

    # From bout to bout

    def end_bout(self, state: DurakState, log: Log) -> None:
        """The table is cleared, hands are filled, players leave, and the next bout begins (D-26)."""
        parts, places, unbeaten = state.parts, state.places, state.uncovered
        defender = parts.defender
        cards = places[self.table]
        places[self.table] = 0
        taken = state.taking
        if taken:
            places[defender] |= cards
            state.taking = False
            # Everybody knows the cards on the table already.
            if state.lacks is not None:
                state.lacks[defender] &= ~cards
        else:
            places[self.discard] |= cards
            state.beaten_once = True
        if log is not None:
            kind = "taken" if taken else "beaten"
            log.append(Event(kind, defender, cards, cards.bit_count(), EVERYBODY))
        state.attacks = state.covers = state.asking = ()
        state.uncovered = state.ranks = state.passed = 0
        state.thrower = -1
        if self._marks_cleared:
            self._clear_marks(state)
        drew = self._refill(state, log) if state.stock else False
        if state.emptied:
            for seat in state.emptied:
                if not state.places[seat]:
                    self._leave(state, seat, log)
            state.emptied = ()
        idle_takes = state.idle_takes = state.idle_takes + 1 if taken and not drew else 0
        if state.out or idle_takes >= GUARD or self._overload_limit is not None:
            self._test_end(state, unbeaten, log)
            if not state.to_act:
                return
        if self._hands_go_round:
            hand_round(state, [seat for seat in range(self.seats) if state.active >> seat & 1], log)
        self._begin_bout(state, self._next_bouts[state.active, defender, parts.defender_seat, taken], log)

    def _clear_marks(self, state: DurakState) -> None:
        """What some tables note during a bout is forgotten with it."""
        state.self_thrown = False
        state.covered_by = state.calling = ()
        state.handed = None
        state.caught = state.barred = 0
        if self.options.travel_scope == "bout":
            state.shown = ()

    def _begin_bout(self, state: DurakState, parts: Parts, log: Log) -> None:
        """The attacker opens against the defender (D-12)."""
        state.parts = parts
        state.to_act = parts.to_open
        state.bout += 1
        # From the second bout on the limit stays as it is, unless it depends on more than the bout (D-13).
        if state.bout <= 2 or self._limit_changes:
            self.set_limit(state)
        room, limit = state.places[parts.defender].bit_count(), state.limit
        state.room = room if room < limit else limit
        if log is not None:
            log.append(Event("bout", parts.attacker, size=state.bout, arg=parts.defender))

    def _refill(self, state: DurakState, log: Log) -> bool:
        """Hands are filled up to six from the stock (D-29 to D-31); whether anybody drew."""
        places = state.places
        drew = False
        if self._equal_shares:
            needs = [max(0, HAND - places[seat].bit_count()) for seat in range(self.seats)]
            if sum(needs[seat] for seat in self.draw_order(state)) > len(state.stock):
                while state.stock:
                    for seat in self.draw_order(state):
                        if state.stock and places[seat].bit_count() < HAND:
                            draw(state, seat, 1, log)
                return True
        for seat in self.draw_order(state) if state.out else state.parts.draw_order:
            need = HAND - places[seat].bit_count()
            if need > 0:
                draw(state, seat, need, log)
                drew = True
                if not state.stock:
                    break
        return drew
