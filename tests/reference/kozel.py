"""Kozel, the slow second implementation: plain lists of card strings, one method per rule.

Written from the rules catalogue alone (rule ids ``K-nn``); it shares nothing with the engine it is compared with.
What the catalogue leaves open is marked "Reading". Moves: ``cut 12``, ``deal_uncut``, ``lay Ks``, ``lay 7h Kd`` (the
first card on column 1), ``call_redeal``, ``no_call``, ``repraise``, ``keep_praise``, ``offer 9d``, ``keep``,
``return Ks``, ``name h``, ``play Th``.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.reference.kozel_cards import points_of
from tests.reference.kozel_score import KozelScore

DEALER = -1
MOST_PAIRS = 4
EXECUTED_CALLS = 2


class Kozel(KozelScore):
    """One hand of Kozel at a time, and its entries on the score sheet."""

    def deal(self, deck: list[str], dealer: int, standing: dict[str, Any]) -> None:
        """K-04: begins a hand with this deck, after the hands scored so far."""
        if sorted(deck) != sorted(self.whole_deck):
            raise ValueError("this is not the deck of the game")
        self.standing = deepcopy(standing)
        self.dealer = dealer
        self.next_dealer = dealer
        self.over = False
        self.ended_by = ""
        self.calls = 0
        self.to_shuffle: list[str] = []
        self.keeping = False
        self._clear()
        self.stock = list(deck)
        if self.given["cut_step"] == "manual":
            self.phase = "cut"
            return
        self._begin()

    def _clear(self) -> None:
        """Resets everything dealt, laid or taken."""
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.stock = []
        self.packet: list[str] = []
        self.trick: list[tuple[int, str]] = []
        self.taken: list[list[str]] = [[] for _ in range(self.sides())]
        self.tricks: list[int] = [0] * self.sides()
        self.half_points: list[int] = [0] * self.sides()
        self.columns: list[list[tuple[int, str]]] = []
        self.pairs: list[int] = [0] * self.seats
        self.revealed = False
        self.half = 1
        self.trump = None
        self.turned: str | None = None
        self.leader: int | None = None
        self.tricks_played = 0
        self.queue: list[int] = []
        self.received: str | None = None
        self.namer: int | None = None

    # ---------------------------------------------------------------- who may do what

    def to_act(self) -> list[int]:
        """The seat to act: [] when the hand is over, [-1] when the dealer must shuffle `to_shuffle`."""
        if self.over:
            return []
        if self.phase == "shuffle":
            return [DEALER]
        if self.phase == "cut":
            return self.clockwise_from((self.dealer - 1) % self.seats)
        return [self.actor]

    def legal(self, seat: int) -> set[str]:
        """All legal moves of a seat."""
        if seat not in self.to_act() or seat == DEALER:
            return set()
        hand = self.hands[seat]
        if self.phase == "cut":
            cuts = {f"cut {number}" for number in range(1, len(self.stock))}
            return cuts | {"deal_uncut"} if seat == self.dealer else cuts
        if self.phase == "lay":
            return self._lays(seat)
        if self.phase == "call":
            return {"call_redeal", "no_call"}
        if self.phase == "choose":
            return {"repraise", "keep_praise"}
        if self.phase == "offer":
            return {"keep"} | {f"offer {card}" for card in hand if self.is_trump(card)}
        if self.phase == "return":
            return {f"return {card}" for card in hand if card != self.received}
        if self.phase == "name":
            return {"name s", "name h", "name d", "name c"}
        return {f"play {card}" for card in (self._follows(hand) if self.trick else self._leads(hand))}

    def play(self, seat: int, text: str) -> None:
        """Make a legal move."""
        if text not in self.legal(seat):
            raise ValueError(f"P{seat} may not {text}")
        word, *rest = text.split()
        if word == "cut":
            self._cut(seat, int(rest[0]))
        elif word == "deal_uncut":
            self.penalty(self.side_of(seat), self.given["cut_penalty"], "uncut")
        elif word == "lay":
            self._lay(seat, rest)
        elif word == "call_redeal":
            self._call_redeal()
        elif word == "no_call":
            self._begin_exchange()
        elif word in ("repraise", "keep_praise"):
            self._shuffle_for(keeping=word == "keep_praise")
        elif word in ("offer", "keep"):
            self._offer(seat, rest)
        elif word == "return":
            self._give(seat, rest[0], (seat + 2) % self.seats)
            self.received = None
            self._next_offer()
        elif word == "name":
            self.trump = rest[0]
            self.phase = "play"
        else:
            self._lay_to_trick(seat, rest[0])

    # ---------------------------------------------------------------- cut and shuffle (K-04, K-09)

    def _cut(self, seat: int, number: int) -> None:
        """K-04: the right neighbour cuts; any other seat that does is punished."""
        if seat != (self.dealer - 1) % self.seats:
            self.penalty(self.side_of(seat), self.given["cut_penalty"], "wrong cut")
            return
        self.stock = self.stock[number:] + self.stock[:number]
        self._begin()

    def _must_shuffle(self, cards: list[str]) -> None:
        """The same dealer shuffles these cards (K-07, K-09, K-10 g); `reshuffle` gives their order."""
        self.phase = "shuffle"
        self.to_shuffle = list(cards)

    def reshuffle(self, order: list[str]) -> None:
        """The dealer's shuffle: exactly the cards of `to_shuffle`, top card first."""
        if self.to_act() != [DEALER] or sorted(order) != sorted(self.to_shuffle):
            raise ValueError("these are not the cards to be shuffled")
        self.to_shuffle = []
        if self.keeping:
            # K-09: the praise tricks stay; all other cards are dealt from the left of the dealer.
            self.keeping = False
            self.hands = [[] for _ in range(self.seats)]
            self.stock = list(order)
            self._deal_rest(9 - len(self.columns))
            self._begin_calls()
            return
        self._clear()
        self.stock = list(order)
        self._begin()

    # ---------------------------------------------------------------- the deal (K-05, K-07)

    def _begin(self) -> None:
        """The deck is ready: a praise follows, or the deal."""
        mode = self.given["deal_mode"]
        if self._praises():
            self._begin_praise()
        elif mode == "all":
            self._deal_rest(len(self.whole_deck) // self.seats)
            if self.given["trump_system"] == "named_jacks":
                self._begin_naming()
            else:
                self._begin_calls()
        elif mode == "stock4":
            self._deal_rest(4)
            self.turned = self.stock.pop(0)
            self.stock.append(self.turned)
            self.trump = self.turned[1]
            self._begin_calls()
        elif mode == "open_first":
            self._deal_open_first()
        else:
            self.packet = self.stock[16:]
            self.stock = self.stock[:16]
            self.turned = self._deal_packet()
            self.trump = self.turned[1]
            self._begin_calls()

    def _begin_naming(self) -> None:
        """K-29: the holder of 6c names trumps and leads."""
        self.namer = self.actor = next(seat for seat in range(self.seats) if "6c" in self.hands[seat])
        self.phase = "name"

    def _deal_rest(self, size: int) -> None:
        """Deals one card at a time, clockwise from the dealer's left, skipping seats that hold this many."""
        while any(len(hand) < size for hand in self.hands):
            for seat in self.clockwise_from(self.left_of(self.dealer)):
                if len(self.hands[seat]) < size:
                    self.hands[seat].append(self.stock.pop(0))

    def _deal_packet(self) -> str:
        """K-05: deals sixteen cards, four to each; returns the last card dealt."""
        seat = self.dealer if self.given["deal_mode"] == "halves_left" else self.left_of(self.dealer)
        step = -1 if self.given["deal_mode"] == "halves_left" else 1
        for _ in range(16):
            card = self.stock.pop(0)
            self.hands[seat].append(card)
            seat = (seat + step) % self.seats
        return card

    def _deal_open_first(self) -> None:
        """K-07: the first ordinary card of the left neighbour fixes trumps."""
        first = self.left_of(self.dealer)
        for number in range(1, 9):
            card = self.stock.pop(0)
            self.hands[first].append(card)
            if card == "7c" or card[0] in "JQ":
                continue
            self.trump = card[1]
            self.turned = card
            for seat in self.clockwise_from(first)[1:]:
                self.hands[seat] += self.stock[:number]
                self.stock = self.stock[number:]
            self._deal_rest(8)
            self._begin_calls()
            return
        self._must_shuffle(self.whole_deck)

    # ---------------------------------------------------------------- the praise (K-10)

    def _praises(self) -> bool:
        """K-10: from hand 2 on, with hands counted as in K-03."""
        return bool(self.given["praise"] == "pants" and self.standing["hands_done"] > 0)

    def _begin_praise(self) -> None:
        """K-10 a: the boaster draws pairs."""
        self._draw_pairs(self.left_of(self.dealer), 1)

    def _draw_pairs(self, seat: int, needed: int) -> None:
        """K-10 a, b, g: bottom card, then top card, until there are enough plain cards."""
        while len(self.plain_cards(self.hands[seat])) < needed:
            if self.pairs[seat] == MOST_PAIRS:
                self._must_shuffle(self.whole_deck)
                return
            self.pairs[seat] += 1
            self.hands[seat].append(self.stock.pop())
            self.hands[seat].append(self.stock.pop(0))
        self.phase = "lay"
        self.actor = seat

    def _lays(self, seat: int) -> set[str]:
        """K-10 a, b: one or two of the boaster's cards, as many from each other player."""
        plain = self.plain_cards(self.hands[seat])
        ones = {f"lay {card}" for card in plain}
        twos = {f"lay {one} {other}" for one in plain for other in plain if one != other}
        if not self.columns:
            return ones | twos
        return ones if len(self.columns) == 1 else twos

    def _lay(self, seat: int, cards: list[str]) -> None:
        """K-10 a, b: cards go onto the columns, the first card on column 1."""
        if not self.columns:
            self.columns = [[] for _ in cards]
        for column, card in zip(self.columns, cards, strict=True):
            self.hands[seat].remove(card)
            column.append((seat, card))
        if seat != self.dealer:
            self._draw_pairs(self.left_of(seat), len(self.columns))
        else:
            self._reveal()

    def _reveal(self) -> None:
        """K-10 c, d, e: the columns are tricks; the rest is dealt; the larger column gives the lead."""
        self.revealed = True
        best = -1
        for seat in self.clockwise_from(self.left_of(self.dealer)):
            for column in self.columns:
                worth = points_of([card for _, card in column])
                if self.winner_of(column) == seat and worth > best:
                    best = worth
                    self.leader = seat
        for column in self.columns:
            if self._take(self.winner_of(column), column):
                # Reading: a column is a trick, so that `at_once` may end the match with it, column 1 first.
                return
        self._deal_rest(9 - len(self.columns))
        self._begin_calls()

    # ---------------------------------------------------------------- redeal for want of queens (K-09)

    def _begin_calls(self) -> None:
        """K-09: a team without a queen, or with Qd alone, may call a redeal."""
        if self.given["redeal_no_queens"]:
            for seat in self.clockwise_from(self.left_of(self.dealer)):
                team = [card for one in self.players_of(self.side_of(seat)) for card in self.hands[one]]
                if [card for card in team if card[0] == "Q" and card != "Qd"] == []:
                    self.phase = "call"
                    self.actor = seat
                    return
        self._begin_exchange()

    def _call_redeal(self) -> None:
        """K-09: a third call is punished, unless there is no penalty."""
        self.calls += 1
        if self.calls > EXECUTED_CALLS and self.given["redeal_penalty"] > 0:
            self.penalty(self.side_of(self.dealer), self.given["redeal_penalty"], "redeal")
        elif self.columns:
            assert self.leader is not None
            self.phase = "choose"
            self.actor = self.leader
        else:
            self._must_shuffle(self.whole_deck)

    def _shuffle_for(self, keeping: bool) -> None:
        """K-09: everything is shuffled, or everything but the praise tricks."""
        self.keeping = keeping
        laid = [card for column in self.columns for _, card in column] if keeping else []
        self._must_shuffle([card for card in self.whole_deck if card not in laid])

    # ---------------------------------------------------------------- single-trump exchange (K-08)

    def _begin_exchange(self) -> None:
        """K-08: seat by seat from the left of the dealer. Reading: once a hand, before the first lead."""
        self.queue = self.clockwise_from(self.left_of(self.dealer)) if self.given["single_trump_exchange"] else []
        self._next_offer()

    def _next_offer(self) -> None:
        """K-08: the next player who holds exactly one trump when asked."""
        while self.queue:
            seat = self.queue.pop(0)
            if len([card for card in self.hands[seat] if self.is_trump(card)]) == 1:
                self.phase = "offer"
                self.actor = seat
                return
        self._first_lead()

    def _offer(self, seat: int, rest: list[str]) -> None:
        """K-08: the trump goes to the partner, who must give another card back."""
        if not rest:
            self._next_offer()
            return
        partner = (seat + 2) % self.seats
        self._give(seat, rest[0], partner)
        self.received = rest[0]
        self.phase = "return"
        self.actor = partner

    def _give(self, giver: int, card: str, receiver: int) -> None:
        self.hands[giver].remove(card)
        self.hands[receiver].append(card)

    # ---------------------------------------------------------------- play (K-11 to K-17)

    def _first_lead(self) -> None:
        """K-10 e, K-11: the seat that leads the first trick."""
        self.phase = "play"
        if self.leader is None:
            self.leader = self.left_of(self.dealer)
            if self._opens_with_ace():
                self.leader = next(seat for seat in range(self.seats) if "Ad" in self.hands[seat])
        self.actor = self.leader

    def _is_first_hand(self) -> bool:
        """K-26: no hand of the match has been completed."""
        return bool(self.standing["hands_done"] == 0)

    def _opens_with_ace(self) -> bool:
        """K-11, K-27: the holder of Ad leads it."""
        if self.given["first_lead"] == "ace_once":
            return self._is_first_hand()
        return bool(self.given["first_lead"] == "ace_of_diamonds")

    def _leads(self, hand: list[str]) -> list[str]:
        """K-10 f, K-11, K-12: the cards that may be led."""
        first = self.tricks_played == 0
        if first and self.namer is not None:
            # K-29: any card, so that K-12 does not bind this lead.
            return hand
        if first and not self.columns and self._opens_with_ace():
            return ["Ad"]
        if first and self.columns and self.given["praise_leader_may_lead_trump"]:
            return hand
        # K-26
        dealers = self.given["trump_lead_who"] == "everybody" or self.side_of(self.actor) == self.side_of(self.dealer)
        if self.given["trump_lead_restricted"] and (dealers or self._is_first_hand()):
            return self.plain_cards(hand) or hand
        return hand

    def _follows(self, hand: list[str]) -> list[str]:
        """K-13: a card of the suit led, if it must be followed and can be."""
        if self.given["follow_suit"] == "free":
            return hand
        led = self.suit_of(self.trick[0][1])
        following = [card for card in hand if self.suit_of(card) == led]
        if not following and self.given["must_trump"]:
            # K-30
            following = [card for card in hand if self.is_trump(card)]
        return following or hand

    def _lay_to_trick(self, seat: int, card: str) -> None:
        """K-14, K-17: one card of a trick."""
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if self._captured():
            return
        self.actor = self.left_of(seat)
        if len(self.trick) == self.seats:
            self._end_trick()

    def _captured(self) -> bool:
        """K-17: the Shamka and the Shamok of different sides in one trick end the hand."""
        laid = {card: self.side_of(seat) for seat, card in self.trick}
        shamok = "7c" if self.given["trump_system"] == "clubs_seven" else "6c"
        if not self.given["shamka_capture"] or "Qc" not in laid or shamok not in laid or laid["Qc"] == laid[shamok]:
            return False
        if self.given["first_capture"] == "match" and self._is_first_hand():
            # K-27
            self.standing["game_points"][laid["Qc"]] = self.given["match_points"]
            self.standing["eggs"] = 1
        else:
            self.ladder_result(laid["Qc"], 4)
        self.complete("capture")
        return True

    def _end_trick(self) -> None:
        """K-14 to K-16, K-18: the trick is taken, cards are drawn, a half or the hand ends."""
        winner = self.winner_of(self.trick)
        trick, self.trick = self.trick, []
        self.tricks_played += 1
        if self._take(winner, trick):
            return
        self.actor = winner
        if self.given["deal_mode"] == "stock4" and len(self.stock) >= self.seats:
            for seat in self.clockwise_from(winner):
                self.hands[seat].append(self.stock.pop(0))
        if any(self.hands):
            return
        if self.half == 1 and self.packet:
            if self.given["count_span"] == "each_half":
                self.count_accounts()
                if self.standing["over"]:
                    self.complete("count")
                    return
            self.half = 2
            self.half_points = [0] * self.sides()
            self.stock, self.packet = self.packet, []
            self._deal_packet()
            if self.given["second_half_lead"] == "left_of_dealer":
                self.actor = self.left_of(self.dealer)
            return
        self.count()

    def _take(self, winner: int, trick: list[tuple[int, str]]) -> bool:
        """K-18, K-21: gives a trick to the winner's side, and checks whether that ends the match at once."""
        side = self.side_of(winner)
        cards = [card for _, card in trick]
        self.taken[side] += cards
        self.tricks[side] += 1
        self.half_points[side] += points_of(cards)
        total = self.standing["totals"][side] + points_of(self.taken[side])
        if self.given["scoring"] != "sixty" or self.given["target_check"] != "at_once" or total < self.given["target"]:
            return False
        self.add_totals()
        self.win(side)
        self.complete("count")
        return True
