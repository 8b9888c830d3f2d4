"""Bura, the slow second implementation: plain lists of card strings, one method per rule.

Written from the rules catalogue alone (rule ids ``B-nn``); it shares nothing with the engine it is compared with.
What the catalogue leaves open is marked "Reading".

Moves, the cards in them sorted suit by suit (spades, hearts, diamonds, clubs), then 6 7 8 9 T J Q K A:
``lead 9h Jh``, ``reply Qh 6d``, ``claim``, ``bura``, ``announce molodka`` (``moscow``, ``four_ends``), ``silent``,
and with `manual_draw` ``draw``, ``pretend_draw``, ``wait``, ``begin``.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations

RANKS = "6789JQKTA"  # B-01, low to high
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
SUITS = "shdc"
WRITTEN = "6789TJQKA"


def writing_order(card: str) -> tuple[int, int]:
    """Sort key of a card in the text of a move."""
    return (SUITS.index(card[1]), WRITTEN.index(card[0]))


def written(verb: str, cards: list[str]) -> str:
    """The text of a move with cards."""
    return " ".join([verb, *sorted(cards, key=writing_order)])


def points_of(cards: list[str]) -> int:
    """B-01: the card points of some cards."""
    return sum(POINTS.get(card[0], 0) for card in cards)


class Bura:
    """One deal of Bura at a time."""

    def __init__(self, given: dict[str, object], seats: int) -> None:
        """`given` has the value of every option of section 4; `seats` is the number of players."""
        self.given = given
        self.seats = seats
        self.target = int(str(given["target"]))
        self.hand_size = int(str(given["hand_size"]))  # B-23
        self.whole_deck = [rank + suit for suit in SUITS for rank in RANKS]

    def _is(self, name: str, value: str) -> bool:
        return self.given[name] == value

    def _clockwise_from(self, seat: int) -> list[int]:
        """All seats, beginning with this one."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    # ---------------------------------------------------------------- setup (B-03 to B-06)

    def deal(self, deck: list[str], dealer: int, previous: int | None = None) -> None:
        """Deals this deck and opens W2; `previous` took the last trick of the deal before (None: no player did)."""
        if sorted(deck) != sorted(self.whole_deck):
            raise ValueError("this is not the deck of the game")
        self.dealer = dealer
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.taken: list[list[str]] = [[] for _ in range(self.seats)]
        self.bought: list[list[str]] = [[] for _ in range(self.seats)]  # B-22: the cards of the latest drawing
        self.trick: list[tuple[int, list[str]]] = []
        self.face_down: list[tuple[int, list[str]]] = []  # B-27: by who laid them, in this trick and in all before
        self.last_taker: int | None = None
        self.announced: list[tuple[int, str]] = []  # the announcements of this W2, in the order in which they came
        self.pretended: list[int] = []  # who has pretended to draw the card due to them
        self.phase = ""  # "buras", "combinations", "lead", "reply", "claims", "draw" or "over"
        self.queue: list[int] = []  # who is still to be asked in a window, or still to reply
        self.over = False
        self.winners: list[int] = []
        self.loser: int | None = None
        self.fault: str | None = None  # "claim", "turn" or "extra"
        self.ending: str | None = None  # section 6: "claim", "false_claim", "bura", "count", "fault", "dead"
        # B-04, B-23: one card at a time, clockwise from the left of the dealer, until everyone has a full hand.
        cards = list(deck)
        for _ in range(self.hand_size):
            for seat in self._clockwise_from((dealer + 1) % self.seats):
                self.hands[seat].append(cards.pop(0))
        # B-05
        self.trump_card = cards.pop(0)
        self.trump = self.trump_card[1]
        if self._is("trump_place", "top"):
            cards.insert(0, self.trump_card)
        else:
            cards.append(self.trump_card)
        self.stock = cards
        # B-06.  Reading: "left of the dealer", where no trick was taken in the deal before, is left of the dealer of
        # this deal.
        self.R = (dealer + 1) % self.seats
        if previous is not None and self._is("next_deal_lead", "last_trick_winner"):
            self.R = previous
        self.leader = self.R
        self._open_second_window()

    # ---------------------------------------------------------------- who may act, and what

    def to_act(self) -> list[int]:
        """The seats that may act, first the one for whom the table waits; empty when the deal is over.

        Reading: while cards are drawn by hand the others follow clockwise from the seat that is waited for.
        """
        if self.over:
            return []
        if self.phase == "draw":
            due = self.due()
            return self._clockwise_from(self.R if due is None else due)
        if self.phase == "lead":
            return [self.leader]
        return [self.queue[0]]

    def legal(self, seat: int) -> set[str]:
        """The texts of all legal moves of a seat."""
        if seat not in self.to_act():
            return set()
        if self.phase == "claims":
            return {"claim", "silent"}
        if self.phase == "buras":
            return {"bura", "silent"}
        if self.phase == "combinations":
            return {"silent"} | {f"announce {kind}" for kind in self._combinations(seat)}
        if self.phase == "lead":
            return {written("lead", cards) for cards in self._leads(seat)}
        if self.phase == "reply":
            size = len(self.trick[0][1])
            return {written("reply", list(cards)) for cards in combinations(self.hands[seat], size)}
        return self._drawing_moves(seat)

    def _leads(self, seat: int) -> list[list[str]]:
        """B-08, and B-16 for a leader who owes the lead to a combination."""
        hand = self.hands[seat]
        if self.announced and self._is("combo_lead", "whole_combo"):
            kind = dict(self.announced)[seat]
            aces = [card for card in hand if card[0] == "A"]
            if kind == "moscow":
                return [list(cards) for cards in combinations(aces, 3) if self._is_moscow(cards)]
            return [list(hand)]
        groups = [list(cards) for size in (1, 2, 3, 4) for cards in combinations(hand, size)]
        return [cards for cards in groups if len({card[1] for card in cards}) == 1]

    def _drawing_moves(self, seat: int) -> set[str]:
        """B-18; this phase is open only while the stock is not empty."""
        due = self.due()
        if seat == due:
            if self.given["pretend_draw"] and seat not in self.pretended:
                return {"draw", "pretend_draw"}
            return {"draw"}
        if due is None and seat == self.R:
            return {"draw", "begin"}
        return {"draw", "wait"}

    def play(self, seat: int, text: str) -> None:
        """Makes a legal move."""
        if text not in self.legal(seat):
            raise ValueError(f"P{seat} may not {text}")
        verb, *words = text.split()
        if self.phase == "draw":
            self._play_drawing(seat, verb)
        elif verb == "lead":
            self._lay(seat, words)
            self.queue = self._clockwise_from(seat)[1:]
            self.phase = "reply"
        elif verb == "reply":
            _, best = self.best()
            if self.given["hide_losing_replies"] and not self.wins(best, words):
                self.face_down.append((seat, words))
            self._lay(seat, words)
            self.queue.pop(0)
            if not self.queue:
                self._take_trick()
        elif verb == "claim":
            self._claim(seat)
        elif verb == "bura":
            self._end("bura", [seat])
        else:
            if verb == "announce":
                self.announced.append((seat, words[0]))
            self.queue.pop(0)
            self._go_on()

    def _go_on(self) -> None:
        """B-07: a window closes when every seat in it has been asked."""
        if self.queue:
            return
        if self.phase == "claims":
            self._draw_or_count()
        elif self.phase == "buras":
            self._ask_for_combinations()
        else:
            self._settle_lead()

    # ---------------------------------------------------------------- W2 (B-15, B-16)

    def _open_second_window(self) -> None:
        """B-15: the seats holding Bura are asked first; with `auto` the first of them declares automatically."""
        self.announced = []
        holders = [seat for seat in self._clockwise_from(self.R) if self._holds_bura(seat)]
        # Reading: where penalties are written the catalogue gives no difference between the values of `win_detection`
        # (B-28).
        if holders and self._is("win_detection", "auto") and self._is("scoring", "wins"):
            self._end("bura", [holders[0]])
            return
        self.phase = "buras"
        self.queue = holders
        self._go_on()

    def _ask_for_combinations(self) -> None:
        """B-16: next, the seats holding a combination are asked."""
        self.phase = "combinations"
        self.queue = [seat for seat in self._clockwise_from(self.R) if self._combinations(seat)]
        self._go_on()

    def _holds_bura(self, seat: int) -> bool:
        """B-15, B-23: a full hand, all of it trumps."""
        hand = self.hands[seat]
        return len(hand) == self.hand_size and all(card[1] == self.trump for card in hand)

    def _combinations(self, seat: int) -> list[str]:
        """B-16: the kinds that a seat may announce."""
        return self._kinds(self.hands[seat])

    def _kinds(self, hand: list[str]) -> list[str]:
        """B-16, B-23, B-25."""
        kinds = []
        suits = {card[1] for card in hand}
        if len(hand) == self.hand_size and len(suits) == 1 and self.trump not in suits:
            kinds.append("molodka")
        if self._is_moscow(hand):
            kinds.append("moscow")
        if self._is_four_ends(hand):
            kinds.append("four_ends")
        return kinds

    def _is_moscow(self, cards: Iterable[str]) -> bool:
        """B-25: three aces or more, with `trump_ace` that of trumps among them."""
        aces = [card for card in cards if card[0] == "A"]
        return len(aces) >= 3 and (self._is("moscow", "any_aces") or "A" + self.trump in aces)

    def _is_four_ends(self, hand: list[str]) -> bool:
        """B-25."""
        ranks = "".join(card[0] for card in hand)
        if self._is("four_ends", "aces_and_tens"):
            return len(hand) == 4 and set(ranks) <= {"A", "T"} and any(card[1] == self.trump for card in hand)
        return ranks == "AAAA" or (ranks == "TTTT" and self._is("four_ends", "aces_or_tens"))

    def misdeal(self, deck: list[str]) -> set[str]:
        """B-26: the hands for which this deck is redealt: bura and combinations; empty where nothing is redealt."""
        if not self.given["combo_redeal"]:
            return set()
        dealt = self.hand_size * self.seats
        self.trump = deck[dealt][1]
        found = set()
        for seat in range(self.seats):
            hand = deck[seat : dealt : self.seats]
            found.update(self._kinds(hand))
            if {card[1] for card in hand} == {self.trump}:
                found.add("bura")
        return found

    def _settle_lead(self) -> None:
        """B-16: the highest announcement leads, the first of equal ones; without any, the seat with R."""
        self.phase = "lead"
        self.leader = self.R
        order = str(self.given["combo_order"]).split(">")
        best: str | None = None
        for seat, kind in self.announced:
            if best is None or order.index(kind) < order.index(best):
                best = kind
                self.leader = seat

    # ---------------------------------------------------------------- the trick (B-08 to B-12)

    def _lay(self, seat: int, cards: list[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        self.trick.append((seat, cards))

    def _beats(self, card: str, other: str) -> bool:
        """B-10."""
        if card[1] == other[1]:
            return RANKS.index(card[0]) > RANKS.index(other[0])
        return card[1] == self.trump

    def wins(self, best: list[str], reply: list[str]) -> bool:
        """B-11: some order of the reply beats the best play card by card."""
        for order in permutations(reply):
            pairs = list(zip(order, best, strict=True))
            if not all(self._beats(card, other) for card, other in pairs):
                continue
            kinds = {card[1] == other[1] for card, other in pairs}
            if self._is("multi_beat", "each_card") or len(kinds) == 1:
                return True
        return False

    def hidden_from(self, seat: int) -> set[str]:
        """B-27: the cards laid face down by others."""
        return {card for other, cards in self.face_down if other != seat for card in cards}

    def best(self) -> tuple[int, list[str]]:
        """B-11: the best play so far, and its seat."""
        owner, best = self.trick[0]
        for seat, cards in self.trick[1:]:
            if self.wins(best, cards):
                owner, best = seat, cards
        return owner, best

    def _take_trick(self) -> None:
        """B-12, B-14: the owner of the best play takes everything; then claims, or the count with `auto`."""
        owner, _ = self.best()
        for _, cards in self.trick:
            self.taken[owner] += cards
        self.trick = []
        self.R = owner
        self.last_taker = owner
        if self._is("scoring", "penalties"):
            self._draw_or_count()
            return
        if self._is("win_detection", "auto"):
            reached = [seat for seat in range(self.seats) if self.count(seat) >= self.target]
            if reached:
                self._end("count", reached)
            else:
                self._draw_or_count()
            return
        self.phase = "claims"
        self.queue = self._clockwise_from(owner)

    # ---------------------------------------------------------------- counting and claims (B-14, B-17, B-19, B-20)

    def points(self, seat: int) -> int:
        """B-01: the points in the tricks of a seat."""
        return points_of(self.taken[seat])

    def count(self, seat: int) -> int:
        """B-20: the points of a seat, raised for the one open hand."""
        bonus = int(str(self.given["open_bonus"])) if str(self.given["open_hands"]) == str(seat) else 0
        return self.points(seat) + bonus

    def _claim(self, seat: int) -> None:
        """B-14, B-17."""
        if self.count(seat) >= self.target:
            self._end("claim", [seat])
        else:
            self._fault(seat, "claim")

    def _fault(self, seat: int, fault: str) -> None:
        """B-17: the culprit has lost."""
        self.loser = seat
        self.fault = fault
        others = [other for other in range(self.seats) if other != seat]
        credited = self._is("fault_result", "others_win") or self._is("scoring", "penalties")
        self._end("false_claim" if fault == "claim" else "fault", others if credited else [])

    def _count_all(self) -> None:
        """B-19: the hands are played out."""
        counts = [self.count(seat) for seat in range(self.seats)]
        highest = max(counts)
        if self._is("scoring", "penalties"):
            self._end("count", [seat for seat in range(self.seats) if counts[seat] == highest])
            return
        if counts.count(highest) > 1 or (highest < self.target and self._is("nobody_61", "dead")):
            self._end("dead", [])
        else:
            self._end("count", [counts.index(highest)])

    def penalties(self) -> list[int]:
        """B-28: the penalty that each seat writes for a finished deal."""
        if self.loser is not None:
            return [6 if seat == self.loser else 0 for seat in range(self.seats)]
        written = []
        for seat in range(self.seats):
            if seat in self.winners:
                written.append(0)
            elif self.count(seat) >= 31:
                written.append(2)
            elif self.taken[seat]:
                written.append(4)
            else:
                written.append(6)
        return written

    def _end(self, ending: str, winners: list[int]) -> None:
        self.over = True
        self.phase = "over"
        self.ending = ending
        self.winners = winners

    # ---------------------------------------------------------------- drawing (B-13, B-18)

    def due(self) -> int | None:
        """B-13: the seat that draws the next card; None when all hands are full.

        A round goes clockwise from the winner of the trick, and only if the stock holds a card for every player.  As no
        one may draw out of this order, the hand sizes show how far the round has come.
        """
        least = min(len(hand) for hand in self.hands)
        if least == self.hand_size or not self.stock:
            return None
        ring = self._clockwise_from(self.R)
        waiting = [seat for seat in ring if len(self.hands[seat]) == least]
        if len(waiting) == self.seats and len(self.stock) < self.seats:
            return None
        return waiting[0]

    def _draw_or_count(self) -> None:
        """B-07, B-13, B-18, B-19: after W1.

        Reading: "played out" also covers a card left in the stock with five players: nobody is asked to `begin` then.
        """
        due = self.due()
        if due is None and not any(self.hands):
            self._count_all()
            return
        if due is not None:
            self.bought = [[] for _ in range(self.seats)]
        if self.given["manual_draw"] and self.stock:
            self.phase = "draw"
            return
        while due is not None:
            self._draw_card(due)
            due = self.due()
        self._open_second_window()

    def _draw_card(self, seat: int) -> None:
        card = self.stock.pop(0)
        self.hands[seat].append(card)
        self.bought[seat].append(card)

    def _play_drawing(self, seat: int, verb: str) -> None:
        """B-18."""
        due = self.due()
        if verb == "pretend_draw":
            self.pretended.append(seat)
        elif verb == "begin":
            self._open_second_window()
        elif verb == "draw" and seat == due:
            self.pretended = []
            self._draw_card(seat)
            if not self.stock:
                self._open_second_window()
        elif verb == "draw":
            # The wrong card is not moved: the deal is over, and no rule says where it would go.
            extra = due is None or len(self.hands[seat]) == self.hand_size
            self._fault(seat, "extra" if extra else "turn")

    # ---------------------------------------------------------------- the next deal (B-03, B-06)

    def next_dealer(self) -> int:
        """B-03."""
        return (self.dealer + 1) % self.seats

    def next_leader(self) -> int:
        """B-06: the seat with R when the next deal begins."""
        if self.last_taker is not None and self._is("next_deal_lead", "last_trick_winner"):
            return self.last_taker
        return (self.next_dealer() + 1) % self.seats


class BuraMatch:
    """B-21, B-28: the standing of a match."""

    def __init__(self, given: dict[str, object], seats: int) -> None:
        self.target_wins = int(str(given["target_wins"]))
        self.wins = [0] * seats
        self.faults = [0] * seats
        self.points = [0] * seats
        self.penalties = [0] * seats
        self.penalty_limit = int(str(given["penalty_limit"])) if given["scoring"] == "penalties" else None
        self.over = False
        self.winners: list[int] = []

    def settle(self, deal: Bura) -> None:
        """Adds a finished deal."""
        for seat in range(deal.seats):
            self.wins[seat] += seat in deal.winners
            self.faults[seat] += seat == deal.loser
            self.points[seat] += deal.points(seat)
        self.winners = [seat for seat, wins in enumerate(self.wins) if wins >= self.target_wins]
        if self.penalty_limit is not None:
            self.penalties = [old + new for old, new in zip(self.penalties, deal.penalties(), strict=True)]
            fewest = min(self.penalties)
            lost = max(self.penalties) >= self.penalty_limit
            self.winners = [seat for seat, count in enumerate(self.penalties) if lost and count == fewest]
        self.over = bool(self.winners)
