"""Durak, the slow second implementation: plain lists of card strings, one method per rule.

Written from the rules catalogue alone (rule ids ``D-nn``); it shares nothing with the engine it is compared with.
Everything of sections 3 and 4 is here but the tournament (D-83).  The options are in ``durak_options.py``, the
questions about a state in ``durak_table.py``; this file deals, lists the legal moves, plays them and ends bouts.
What the catalogue leaves open is marked "Reading".

Moves, the cards in them sorted suit by suit (spades, hearts, diamonds, clubs), then by rank, jokers last:
``attack 7s 7h``, ``turn`` (D-76), ``cover 9s with Ts``, ``throw 8d Jc``, ``transfer 8d``, ``show 8h``, ``take``,
``pass`` (the word, after a take, D-75 declined, the last call of D-74), ``hold`` (windows of D-25),
``cheat_cover 9s with 7h``, ``cheat_transfer 7h``, ``accuse 7h``.
"""

from __future__ import annotations

from itertools import combinations

from tests.reference.durak_options import (
    GUARD_BOUTS,
    HAND_SIZE,
    JOKER,
    RANKS,
    is_joker,
    rank_of,
    suit_of,
    writing_order,
)
from tests.reference.durak_table import DurakTable, LaidTransfer


class Durak(DurakTable):
    """One deal of Durak at a time."""

    # ---------------------------------------------------------------- setup (3.1, 3.2)

    def deal(
        self,
        deck: list[str],
        dealer: int,
        first_deal: bool = True,
        previous: dict[str, int | None] | None = None,
        needs: list[int] | None = None,
    ) -> None:
        """D-04 to D-06, D-09 to D-11, D-64 to D-66, D-72: deal the given deck and open the first bout.

        `previous` is what `for_next_deal` gave after the deal before; `needs` says of every player (with teams:
        of every team) how many steps of the ladder it has been awarded (0 = it needs a six).
        """
        if sorted(deck) != sorted(self.whole_deck):
            raise ValueError("this is not the deck of the game")
        self._clear()
        if needs is not None:
            if len(needs) != self.sides():
                raise ValueError("one number for each side")
            self.needs = list(needs)
        self.dealer = dealer
        self.first_deal = first_deal
        # D-04: six cards to each, one at a time, clockwise, starting at the dealer's left.
        cards = list(deck)
        seat = dealer
        last_dealt = ""
        for _ in range(HAND_SIZE * self.seats):
            seat = self._left_of(seat)
            last_dealt = cards.pop(0)
            self.hands[seat].append(last_dealt)
        if self._is("trump_source", "diamonds"):
            # D-06, D-66: nothing is turned or shown.
            self.trump = "d"
        elif not cards:
            # D-06: the last card dealt fixes trumps and stays in the dealer's hand.
            self.trump = self._trump_by(last_dealt)
        else:
            # D-05: the turn-up is the last card of the stock.
            if self._is("turn_up", "top"):
                turn_up = cards.pop(0)
                cards.append(turn_up)
            self.trump = self._trump_by(cards[-1])
            self.turn_up = cards[-1]
        self.stock = cards
        first = self._first_attacker(previous)
        self._start_bout(first, first)

    def misdeal(self, deck: list[str], dealer: int) -> tuple[str, int] | None:
        """D-85: why this deck would be dealt again, and whose hand is named (-1: nobody's)."""
        hands: list[list[str]] = [[] for _ in range(self.seats)]
        order = self._clockwise_from(self._left_of(dealer))
        for place in range(HAND_SIZE * self.seats):
            hands[order[place % self.seats]].append(deck[place])
        rest = deck[HAND_SIZE * self.seats :]
        if not rest:
            fixes = deck[-1]
        else:
            fixes = rest[0] if self._is("turn_up", "top") else rest[-1]
        if self._on("redeal_ace") and rank_of(fixes) == "A":
            return ("ace", -1)
        if self._on("redeal_five"):
            for seat in order:
                suits = [suit_of(card) for card in hands[seat] if not is_joker(card)]
                if any(suits.count(suit) >= 5 for suit in suits):
                    return ("five", seat)
        if self._on("redeal_no_trump"):
            trump = "d" if self._is("trump_source", "diamonds") else self._trump_by(fixes)
            held = [suit_of(card) for hand in hands for card in hand if not is_joker(card)]
            if trump and trump not in held:
                return ("no_trump", -1)
        return None

    def _trump_by(self, card: str) -> str:
        """D-05, D-06, D-64, D-65: the trump suit that a card fixes; none by a joker, or by a spade (no_trump)."""
        if is_joker(card):
            return ""
        if suit_of(card) == "s" and self._is("spade_turn_up", "no_trump"):
            return ""
        return suit_of(card)

    def _first_attacker(self, previous: dict[str, int | None] | None) -> int:
        """D-11, D-56 (next_first_attacker), and D-09/D-10 for a first deal and after a drawn deal."""
        if previous is None:
            return self._lowest_trump()
        fool = previous.get("fool")
        first = previous.get("first")
        if fool is None:
            return self._lowest_trump()
        if self._is("next_first_attacker", "left_of_fool"):
            return self._left_of(fool)
        if self._is("next_first_attacker", "right_of_fool"):
            return (fool - 1) % self.seats
        if self._is("next_first_attacker", "winner") and first is not None:
            return first
        return self._lowest_trump()

    def _lowest_trump(self) -> int:
        """D-09: the lowest trump in hand; D-10: else the lowest card but jokers, ties from the dealer's left."""
        asked = self._clockwise_from(self._left_of(self.dealer))
        best: str | None = None
        holder = asked[0]
        for only_trumps in (True, False):
            for seat in asked:
                for card in self.hands[seat]:
                    if is_joker(card) or (only_trumps and suit_of(card) != self.trump):
                        continue
                    if best is None or self._height(card) < self._height(best):
                        best = card
                        holder = seat
            if best is not None:
                break
        return holder

    def for_next_deal(self) -> dict[str, int | None]:
        """D-11, D-56: what `deal` wants to know about this deal when it deals the next one."""
        return {"fool": self.fool, "first": self.winner}

    def next_dealer(self) -> int:
        """D-03, D-82, D-56, next_dealer: who deals next; the same dealer after a drawn deal."""
        if self.fool is None:
            return self.dealer
        if self._is("next_dealer", "rotate"):
            return self._left_of(self.dealer)
        return self.fool

    # ---------------------------------------------------------------- legal moves

    def to_act(self) -> list[int]:
        """Who may move: first the one whose turn it is, then those who may accuse out of turn (D-74).

        D-14 P; D-16, D-75 D; D-22 the holder of the word; D-24, D-25, D-74 the next who is asked.  The others
        stand clockwise from the left of the seat D acts from (reading: that seat, not D's own).
        """
        if self.over:
            return []
        if self.phase == "open":
            first = self.attacker
        elif self.phase in ("defend", "own"):
            first = self.defender
        elif self.phase == "word":
            first = self.word
        else:
            first = self.queue[0]
        others = self._clockwise_from(self._left_of(self.defender_seat))
        return [first] + [seat for seat in others if seat != first and self._accusations(seat)]

    def _plain_moves(self, seat: int) -> list[str]:
        """D-16, D-22, D-24, D-25, D-73 to D-76: the legal moves that are not a chosen set of cards."""
        accusations = [f"accuse {card}" for card in self._accusations(seat)]
        if seat != self.to_act()[0]:
            return accusations
        if self.phase == "open":
            # D-76.  Reading: the turn-up too may be turned, as the last card of the stock.
            moves = ["turn"] if self._on("lead_from_stock") and self.stock else []
            return [*moves, "exchange"] if self._may_exchange() else moves
        if self.phase == "window":
            return ["hold", *accusations]
        if self.phase in ("word", "after", "own", "call"):
            return ["pass", *accusations]
        moves = ["take"]
        for attack in self._uncovered():
            covers = [card for card in self.hands[seat] if self._beats(card, attack)]
            moves += [f"cover {attack} with {card}" for card in covers]
        moves += [f"show {card}" for card in self._shows()]
        moves += [f"cheat_cover {attack} with {card}" for attack, card in self._fake_covers()]
        moves += [f"cheat_transfer {card}" for card in self._fake_transfers()]
        return moves + accusations

    def _set_moves(self, seat: int) -> tuple[str, list[list[str]], int]:
        """D-14, D-19, D-22, D-75: the verb of a set move, the groups to choose from, and the most cards.

        Any non-empty set of at most that many cards out of one group is legal.
        """
        if seat != self.to_act()[0] or self.phase == "call":
            return ("throw", [], 0)
        if self.phase == "defend":
            return ("transfer", [self._transfers()], self._most_laid())
        if self.phase == "open":
            return self._openings(seat)
        if self.phase == "own":
            return ("throw", [self._throwable(seat)], 1)
        most = self._cap()
        if self._is("throw_batch", "one") and self.phase != "after":
            most = min(most, 1)
        return ("throw", [self._throwable(seat)], most)

    def _openings(self, seat: int) -> tuple[str, list[list[str]], int]:
        """D-14, D-63, opening_cards: the sets P may open with."""
        most = self._cap()
        if self._is("opening_cards", "one"):
            most = min(most, 1)
        elif self._is("opening_cards", "one_or_two"):
            most = min(most, 2)
        hand = self._attack_cards(self.hands[seat])
        if not hand:
            # D-63: P holds only jokers, which are for covering, but may lead one.
            return ("attack", [list(self.hands[seat])], 1)
        groups = [[card for card in hand if rank_of(card) == rank] for rank in RANKS + JOKER]
        return ("attack", groups, most)

    def legal(self, seat: int) -> set[str]:
        """All legal moves of a player in `to_act`; none for any other."""
        if seat not in self.to_act():
            return set()
        moves = set(self._plain_moves(seat))
        name, groups, most = self._set_moves(seat)
        for group in groups:
            cards = sorted(group, key=writing_order)
            for size in range(1, min(most, len(cards)) + 1):
                for chosen in combinations(cards, size):
                    moves.add(" ".join((name, *chosen)))
        return moves

    def allows(self, seat: int, text: str) -> bool:
        """Whether a text is in `legal`, without listing every set of cards."""
        if seat not in self.to_act():
            return False
        if text in self._plain_moves(seat):
            return True
        name, groups, most = self._set_moves(seat)
        for group in groups:
            cards = sorted((card for card in group if card in text.split(" ")[1:]), key=writing_order)
            if 1 <= len(cards) <= most and text == " ".join((name, *cards)):
                return True
        return False

    # ---------------------------------------------------------------- playing a move

    def play(self, seat: int, text: str) -> None:
        """Play one legal move of a player who is in `to_act`."""
        if not self.allows(seat, text):
            raise ValueError(f"P{seat} may not play {text!r}")
        words = text.split(" ")
        if words[0] == "attack":
            self._play_attack(seat, words[1:])
        elif words[0] == "turn":
            self._play_turn()
        elif words[0] in ("cover", "cheat_cover"):
            self._play_cover(seat, words[1], words[3], faked=words[0] == "cheat_cover")
        elif words[0] == "throw" and self.phase == "own":
            self._play_own_throw(seat, words[1])
        elif words[0] == "throw":
            self._play_throw(seat, words[1:])
        elif words[0] in ("transfer", "cheat_transfer"):
            self._play_transfer(seat, words[1:], laid=True, faked=words[0] == "cheat_transfer")
        elif words[0] == "show":
            self._play_transfer(seat, words[1:], laid=False, faked=False)
        elif words[0] == "exchange":
            self._play_exchange(seat)
        elif words[0] == "take":
            self._play_take()
        elif words[0] == "pass":
            self._play_pass(seat)
        elif words[0] == "accuse":
            self._play_accuse(seat, words[1])
        else:
            self._play_hold()

    def _leave_if_empty(self, seat: int) -> None:
        """D-08, D-33, leave_when: a player out of cards leaves at once, or may yet draw."""
        if self.hands[seat]:
            return
        if not self.stock or self._is("leave_when", "hand_empty"):
            self.out.append(seat)
        else:
            self.emptied.append(seat)

    def _lay_attack_cards(self, seat: int, cards: list[str]) -> None:
        """D-08, D-13: attack cards go from the hand to the table, uncovered."""
        for card in cards:
            self.hands[seat].remove(card)
            self.table.append((card, None))
        self._leave_if_empty(seat)
        if self._is("last_card", "at_once") and seat in self.out:
            self._win_at_once()

    def _win_at_once(self) -> None:
        """D-84 c: one side alone is left, which has lost; D counts as having said take.

        Reading: the cards stay on the table, nobody draws any more.
        """
        sides = {self.team_of(seat) for seat in self._active()}
        if len(sides) == 1:
            self._lose(sides.pop())
            self._hang_epaulettes(self._uncovered())

    def _play_attack(self, seat: int, cards: list[str]) -> None:
        """D-14, D-25: P opens the bout."""
        self._lay_attack_cards(seat, cards)
        if self.over:
            return
        self._turn_to_defender(self._is("throw_timing", "any_time"))

    def _play_turn(self) -> None:
        """D-76, D-25: P opens the bout with the top card of the stock."""
        self.table.append((self.stock.pop(0), None))
        self._turn_to_defender(self._is("throw_timing", "any_time"))

    def _fake(self, seat: int, card: str) -> None:
        """D-73: one cheat is spent, caught or not."""
        self.cheats_used[seat] += 1
        self.fakes.append(card)

    def _play_cover(self, seat: int, attack: str, card: str, faked: bool) -> None:
        """D-16, D-18, D-22, D-23, D-25, D-73: D covers one card."""
        self.laid = None
        if faked:
            self._fake(seat, card)
        self.hands[seat].remove(card)
        self.table[self.table.index((attack, None))] = (attack, card)
        self.covered_by[card] = seat
        if self._uncovered():
            # Reading: D does not leave while cards lie uncovered against him (U > H can only come from a
            # transfer undone by D-74 with cards thrown meanwhile); with an empty hand he can only take.
            self._turn_to_defender(not self._is("throw_timing", "all_covered"))
            return
        self._leave_if_empty(seat)
        self._all_is_covered()

    def _play_own_throw(self, seat: int, card: str) -> None:
        """D-75: D lays a card against himself, and must then cover it or take.

        Reading: this is no throw of D-22: it clears no passes and makes nobody the last thrower; nor does it
        open a window of D-25.
        """
        self.hands[seat].remove(card)
        self.table.append((card, None))
        self.self_thrown.append(card)
        self.phase = "defend"

    def _play_exchange(self, seat: int) -> None:
        """D-87: L0 goes under the stock in the place of the turn-up, and the turn-up into the hand."""
        lowest = next(card for card in self._lowest_trumps() if card in self.hands[seat])
        self.hands[seat].remove(lowest)
        self.hands[seat].append(self.stock[-1])
        self.stock[-1] = lowest
        self.turn_up = lowest

    def _play_transfer(self, seat: int, cards: list[str], laid: bool, faked: bool) -> None:
        """D-41, D-43, D-47, D-54, D-73, D-86: D becomes P, the target defends, the word starts afresh.

        Reading: only a transfer of one card can be faked (D-86), so that one of several cards cannot be accused.
        """
        card = cards[0]
        before = LaidTransfer(card, self.attacker, self.attacker_seat, self.defender, self.defender_seat, self.settled)
        # D-74: laid or shown, a transfer settles what its owner has covered.
        mine = {cover for _, cover in self.table if cover is not None and self.covered_by[cover] == seat}
        self.settled = self.settled | mine
        target = self._target_of(seat, self.defender_seat)
        if target is None:
            raise ValueError("nobody to transfer to")
        self.attacker, self.attacker_seat = seat, self.defender_seat
        self.defender, self.defender_seat = target
        self.passed = []
        self.last_thrower = None
        self.laid = before if laid and len(cards) == 1 else None
        if faked:
            self._fake(seat, card)
        if laid:
            self._lay_attack_cards(seat, cards)
        else:
            self.showed.append((seat, card))
        if self.over:
            return
        self._turn_to_defender(self._is("throw_timing", "any_time"))

    def _play_throw(self, seat: int, cards: list[str]) -> None:
        """D-22, D-24, D-25: throw in."""
        self._lay_attack_cards(seat, cards)
        if self.over:
            return
        if self.phase == "after":
            self.queue.pop(0)
            self._ask_after_take()
            return
        if self._is("throw_pass", "until_new_card"):
            self.passed = []
        self.last_thrower = seat
        if self.phase == "window":
            self.queue.pop(0)
            self._ask_in_window()
        else:
            self.phase = "defend"

    def _play_pass(self, seat: int) -> None:
        """D-22, D-24, D-74, D-75: pass, in the word, after a take, in the last call, or for D as declining."""
        if self.phase == "after":
            self.queue.pop(0)
            self._ask_after_take()
        elif self.phase == "call":
            self.queue.pop(0)
            self._ask_in_call()
        elif self.phase == "own":
            self._others_go_on()
        else:
            self.passed.append(seat)
            self._give_word(self._word_after(seat))

    def _play_hold(self) -> None:
        """D-25: hold in a window; this is not a pass."""
        self.queue.pop(0)
        self._ask_in_window()

    def _play_take(self) -> None:
        """D-18, D-24, throw_after_take: D gives up; first the others may throw in, each once."""
        self.laid = None
        if not self._on("throw_in") or not self._on("throw_after_take"):
            self._finish_bout(taken=True)
            return
        self.phase = "after"
        self.queue = self._throwers()
        self._ask_after_take()

    # ---------------------------------------------------------------- accusing (D-74)

    def _play_accuse(self, accuser: int, card: str) -> None:
        """D-74: a player accuses the cover or the transfer laid with this card."""
        if card not in self.fakes:
            self._false_accusation(accuser)
            return
        if self.laid is not None and self.laid.card == card:
            self._undo_transfer(self.laid)
        else:
            for place, (attack, cover) in enumerate(self.table):
                if cover == card:
                    self.table[place] = (attack, None)
            del self.covered_by[card]
        # The cheater is D now, again if he had transferred.
        cheater = self.defender
        self.fakes.remove(card)
        self.hands[cheater].append(card)
        if cheater in self.out:
            self.out.remove(cheater)
        if cheater in self.emptied:
            self.emptied.remove(cheater)
        self.caught_this_bout.add(cheater)
        # D answers at once.  Reading: who was still to be asked, in a window or in the last call, is not asked
        # any more; passes and the last thrower stay as they are.
        self.queue = []
        self.phase = "defend"
        if self._is("caught_penalty", "take_all"):
            # Reading: "at once" leaves no time for D-24.
            self._finish_bout(taken=True)

    def _undo_transfer(self, laid: LaidTransfer) -> None:
        """D-74: the transferred card is off the table and everybody has his role and seat back.

        Reading: nobody has passed and there is no last thrower, as after every transfer; what they were before
        the transfer is not restored.  Nor can an earlier transfer be accused: its new D has acted already.
        """
        self.table.remove((laid.card, None))
        self.attacker, self.attacker_seat = laid.attacker, laid.attacker_seat
        self.defender, self.defender_seat = laid.defender, laid.defender_seat
        self.passed = []
        self.last_thrower = None
        self.settled = laid.settled
        self.laid = None

    def _false_accusation(self, accuser: int) -> None:
        """D-74: the accuser may neither accuse nor throw in for the rest of the bout.

        Reading: if it was his turn to speak, it is over: the word goes on as if he had passed, a window or the
        last call goes on with the next.  If he was still to be asked, he is left out.
        """
        self.barred.add(accuser)
        if self.phase == "word" and self.word == accuser:
            self._give_word(self._word_after(accuser))
        elif self.phase in ("window", "call"):
            self.queue = [seat for seat in self.queue if seat != accuser]
            if self.phase == "window":
                self._ask_in_window()
            else:
                self._ask_in_call()

    # ---------------------------------------------------------------- whose turn comes next

    def _turn_to_defender(self, window: bool) -> None:
        """D-16, D-25: D is to act, after a window if throw_timing opens one here."""
        self.queue = []
        if window and self._on("throw_in"):
            self.queue = self._throwers()
            if self._is("throw_pass", "final"):
                self.queue = [seat for seat in self.queue if seat not in self.passed]
        self._ask_in_window()

    def _ask_in_window(self) -> None:
        """D-25: the next of the window is asked while cap >= 1, then D goes on."""
        if self.queue and self._cap() >= 1:
            self.phase = "window"
        else:
            self.queue = []
            self.phase = "defend"

    def _all_is_covered(self) -> None:
        """D-75, D-18, D-22: U has become 0; first D may lay a card against himself."""
        if self._may_throw_at_himself():
            self.phase = "own"
        else:
            self._others_go_on()

    def _others_go_on(self) -> None:
        """D-18, D-22: U = 0 and D has nothing to add; the word, or without throw-ins the end of the bout."""
        if self._on("throw_in"):
            self._give_word(self._word_when_covered())
        else:
            self._last_call()

    def _give_word(self, seat: int | None) -> None:
        """D-22, D-23: this player has the word; nobody left to ask, or cap = 0: the bout is beaten."""
        # D-89: without the hand's limit also when D has no card left.
        if seat is None or self._cap() == 0 or (self._is("hand_limit", "off") and not self.hands[self.defender]):
            self._last_call()
        else:
            self.phase = "word"
            self.word = seat

    def _last_call(self) -> None:
        """D-74: before a beaten bout closes every opponent who is not barred is asked once more.

        Reading: once more every time the bout is about to close, so again after a proved accusation.
        """
        self.queue = []
        if self._on("cheating") and self._on("catching"):
            for seat in self._clockwise_from(self._left_of(self.defender_seat)):
                if seat not in self.out and seat not in self.barred and not self._same_side(seat, self.defender):
                    self.queue.append(seat)
        self.phase = "call"
        self._ask_in_call()

    def _ask_in_call(self) -> None:
        """D-74, D-23: the next one of the last call; when all have been asked the bout is beaten."""
        if not self.queue:
            self._finish_bout(taken=False)

    def _ask_after_take(self) -> None:
        """D-24: the next one speaks while cap >= 1, then D takes the table."""
        if not self.queue or self._cap() == 0:
            self.queue = []
            self._finish_bout(taken=True)

    # ---------------------------------------------------------------- end of a bout (3.4, 3.5)

    def _start_bout(self, player: int, seat: int) -> None:
        """D-12, D-22, D-47, D-51, D-73, D-74: this player opens a new bout from this seat."""
        target = self._target_of(player, seat)
        if target is None:
            raise ValueError("nobody to attack")
        self.bout += 1
        self.table = []
        self.attacker, self.attacker_seat = player, seat
        self.defender, self.defender_seat = target
        self.opener = player
        self.no_stock_at_start = not self.stock
        self.passed = []
        self.last_thrower = None
        self.queue = []
        self.emptied = []
        self.self_thrown = []
        self.covered_by = {}
        self.settled = frozenset()
        self.fakes = []
        self.laid = None
        self.barred = set()
        self.caught_this_bout = set()
        if self._is("travel_scope", "bout"):
            self.showed = []
        self.phase = "open"

    def _finish_bout(self, taken: bool) -> None:
        """D-26: the book-keeping of a bout, in this order."""
        # D-71: F, the attack cards uncovered when D said take and those thrown after (none has been covered since).
        # Reading: with take_all, those uncovered at that moment, the one just uncovered again among them.
        fallen = self._uncovered() if taken else []
        # (1) D-23, D-24: the table.
        if taken:
            self.hands[self.defender] += self._table_cards()
        else:
            self.discard += self._table_cards()
            self.one_was_beaten = True
        self.table = []
        # (2) D-29 to D-31: refill.
        before = len(self.stock)
        self._refill()
        drew = len(self.stock) < before
        # (3) D-08, D-33: who has nothing and can draw nothing leaves, in the order of emptying.
        for seat in self.emptied:
            if not self.hands[seat]:
                self.out.append(seat)
        self.emptied = []
        # (4) D-35 to D-37, D-55, D-67: the end of the deal.
        if taken and not drew:
            self.idle_takes += 1
        else:
            self.idle_takes = 0
        if self._deal_is_over():
            self._hang_epaulettes(fallen)
            return
        # (5) D-70
        if self._is("pass_hands", "clockwise"):
            self._pass_hands()
        # (6) D-27, D-28: the next attacker.
        self._start_bout(*self._next_attacker(taken))

    def _pass_hands(self) -> None:
        """D-70: each active player gives his whole hand to the next active player on his left."""
        active = self._active()
        given = [self.hands[seat] for seat in active]
        for place, seat in enumerate(active):
            self.hands[seat] = given[place - 1]

    def _next_attacker(self, taken: bool) -> tuple[int, int]:
        """D-27, D-28, D-51, skip: who opens the next bout, and from which seat."""
        found: tuple[int, int] | None
        if not taken and self.defender not in self.out:
            return (self.defender, self.defender_seat)
        if self._is("team_vacant_seat", "skip"):
            if taken:
                player = self._next_opponent(self.defender, self.defender)
            else:
                player = self._skip_successor()
            found = None if player is None else (player, player)
        elif taken:
            found = self._next_owned(self.defender_seat)
        else:
            owner = self._owner(self.defender_seat)
            found = self._next_owned(self.defender_seat) if owner is None else (owner, self.defender_seat)
        if found is None:
            raise ValueError("nobody to open the next bout")
        return found

    def _skip_successor(self) -> int | None:
        """team_vacant_seat = skip: D has beaten all and left; his nearest team-mate, else the nearest player."""
        active = [seat for seat in self._clockwise_from(self.defender) if seat not in self.out]
        mates = [seat for seat in active if self._same_side(seat, self.defender)]
        for seat in mates + active:
            return seat
        return None

    def _draw_order(self) -> list[int]:
        """D-30, draw_order, draw_anchor: the order in which hands are filled, by own seats."""
        anchor = self.opener
        if self._is("draw_anchor", "last_attacker") or anchor == self.defender:
            anchor = self.attacker
        order = self._clockwise_from(anchor)
        others = [seat for seat in order if seat != self.defender]
        if self._is("draw_order", "clockwise_from_attacker"):
            return order
        if self._is("draw_order", "defender_first"):
            return [self.defender, *others]
        return [*others, self.defender]

    def _need(self, seat: int) -> int:
        """D-08, D-29: how many cards a player draws up to; a player who has left draws none."""
        if seat in self.out:
            return 0
        return max(HAND_SIZE - len(self.hands[seat]), 0)

    def _refill(self) -> None:
        """D-29 to D-31, scarce_stock: each player draws up to six while the stock lasts."""
        order = self._draw_order()
        wanted = sum(self._need(seat) for seat in order)
        if self._is("scarce_stock", "equal") and wanted > len(self.stock):
            while self.stock:
                for seat in order:
                    if self.stock and self._need(seat) > 0:
                        self.hands[seat].append(self.stock.pop(0))
            return
        for seat in order:
            while self.stock and self._need(seat) > 0:
                self.hands[seat].append(self.stock.pop(0))

    # ---------------------------------------------------------------- end of a deal

    def _deal_is_over(self) -> bool:
        """D-35, D-36, D-37, D-55, D-67, leave_when: does the deal end with this bout, and who has lost it?"""
        active = self._active()
        if not self.stock or self._is("leave_when", "hand_empty"):
            if not active:
                self._nobody_loses()
            elif len({self.team_of(seat) for seat in active}) == 1:
                self._lose(self.team_of(active[0]))
        # D-67, after the tests of D-35 and D-36.  Reading: before the guard of D-37.
        if not self.over and self.overload_limit is not None:
            for seat in self._clockwise_from(self.defender):
                if seat in active and len(self.hands[seat]) >= self.overload_limit:
                    self._lose(self.team_of(seat))
                    break
        if not self.over and self.idle_takes >= GUARD_BOUTS:
            self._nobody_loses()
        return self.over

    def _nobody_loses(self) -> None:
        """D-36, D-37: a drawn deal; D-84 a, b: D, who had the last card, or whoever holds most cards, has lost."""
        self.over = True
        if self._is("draws", "off"):
            active = self._active()
            most = max((len(self.hands[seat]) for seat in active), default=0)
            clockwise = self._clockwise_from(self.defender)
            fool = next((seat for seat in clockwise if seat in active and len(self.hands[seat]) == most), self.defender)
            self._lose(self.team_of(fool))
            self.fool = fool
            self.no_epaulettes = True

    def _lose(self, side: int) -> None:
        """D-35, D-55, D-56, D-67: this side has lost the deal."""
        self.over = True
        self.losers = [seat for seat in range(self.seats) if self.team_of(seat) == side]
        # D-56: the fool's seat, also where D-67 ended the deal.
        for seat in self._clockwise_from(self.defender):
            if seat in self.losers and self.hands[seat]:
                self.fool = seat
                break
        self.winner = self._first_of_winners()

    def _first_of_winners(self) -> int | None:
        """D-56: the first finisher of the winning team; of several, of the team that was first out completely."""
        winning = {self.team_of(seat) for seat in self.out if seat not in self.losers}
        if self.sides() == 3 and self.options["teams"] is not None:
            done: list[int] = []
            complete: list[int] = []
            for seat in self.out:
                done.append(seat)
                side = self.team_of(seat)
                if all(mate in done for mate in range(self.seats) if self.team_of(mate) == side):
                    complete.append(side)
            winning = set(complete[:1])
        for seat in self.out:
            if self.team_of(seat) in winning:
                return seat
        return None

    def _hang_epaulettes(self, fallen: list[str]) -> None:
        """D-71, D-72: the epaulettes of a fool who took in the last bout; in teams they are D's.

        Reading: a fool of D-67 has them too, if he is D and took in the last bout.
        """
        if self.defender not in self.losers or self.no_epaulettes:
            return
        ladder = RANKS[RANKS.index("9" if self.deck_size == 24 else "6") :]
        if self._is("epaulettes", "sixes"):
            self.epaulettes = min(2, sum(1 for card in fallen if rank_of(card) == ladder[0]))
        elif self._is("epaulettes", "ladder"):
            # Reading: in teams the need is the team's, the epaulette is D's.
            side = self.team_of(self.defender)
            plain = any(suit_of(card) != self.trump for card in fallen)
            step = self.needs[side]
            if step < len(ladder) and plain and any(rank_of(card) == ladder[step] for card in fallen):
                self.epaulettes = 1
                self.ladder_step = ladder[step]
                self.needs[side] += 1
                if self.needs[side] == len(ladder):
                    self.match_loser = side
        if self.epaulettes:
            self.epaulettes_on = self.defender
