"""101, the slow second implementation: plain lists of card strings, one method per rule.

Written from the rules catalogue alone (rule ids ``O-nn``); it shares nothing with the engine it is compared with.
This file deals, lists the legal moves and plays them; counting and the match are in ``one_oh_one_count.py``.
What the catalogue leaves open is marked "Reading".

Moves: ``play 7h``, ``play Qs→d`` (a suit is named), ``draw``, ``pass``, ``skip``, ``cover 6d→s``, ``cover 6d`` (as the
last card), ``decline``, ``take``, ``dump``.  Where the dealer must shuffle in the middle of a deal `to_act` is [-1],
and `reshuffle` says in which order the cards come.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.reference.one_oh_one_count import SUITS, OneOhOneCount, rank_of, suit_of

RANKS_OF_DECK = {36: "6789TJQKA", 32: "789TJQKA", 52: "23456789TJQKA"}
MOST_ACTIONS = 500
LEAST_LEFT = 6


class OneOhOne(OneOhOneCount):
    """One deal of 101 at a time."""

    def __init__(self, given: dict[str, Any], seats: int) -> None:
        """`given` maps every option name of the catalogue to its value."""
        super().__init__(given, seats)
        ranks = RANKS_OF_DECK[given["deck"]]
        self.whole_deck = [rank + suit for rank in ranks for suit in SUITS]
        # O-02
        if not 2 <= seats <= 6 or len(self.whole_deck) - seats * given["hand_size"] < LEAST_LEFT:
            raise ValueError("this many players do not fit the deck")
        self._clear()

    def _clear(self) -> None:
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.stock: list[str] = []
        self.pile: list[str] = []
        self.ordered = ""  # the suit that is in force
        self.ace_is_open = False  # O-21 d
        self.chain = 0  # O-34: the sevens that have been added up
        self.turn = 0
        # The stage of the turn: "move"; "must" play the card drawn; "failed", after a draw that did not help; "free",
        # after an optional draw; "ace" or "seven", the victim of one; "cover" (O-21 a); "name" (O-05).
        self.step = "move"
        self.drawn = ""
        self.drew = False  # in this turn, not as a penalty
        self.drew_freely = False
        self.actions = 0
        self.idle_passes = 0
        self.todo: list[tuple[str, int, int]] = []
        self.shuffling = False
        self.over = False
        self.winner: int | None = None
        self.last_cards: list[str] = []

    # ---------------------------------------------------------------- setup

    def deal(
        self,
        deck: list[str],
        dealer: int,
        leader: int | None = None,
        totals: list[int] | None = None,
        out: Sequence[Sequence[int]] = (),
    ) -> None:
        """O-03 to O-05: deals to every active player.

        `leader` opens with `winner_leads`; `totals` are the current ones; `out` are the players who were eliminated,
        those of one deal together, the earliest deal first.
        """
        if sorted(deck) != sorted(self.whole_deck):
            raise ValueError("this is not the deck of the game")
        self._clear()
        self.dealer = dealer
        self.totals = list(totals) if totals is not None else [0] * self.seats
        self.out = [list(group) for group in out]
        gone = [seat for group in self.out for seat in group]
        self.active = [seat for seat in range(self.seats) if seat not in gone]
        # O-03
        self.stock = list(deck)
        seat = dealer
        for _ in range(self.options["hand_size"] * len(self.active)):
            seat = self._after(seat)
            self.hands[seat].append(self.stock.pop(0))
        # O-05
        if self.options["opening"] == "winner_leads":
            if leader is None:
                raise ValueError("somebody must lead")
            self._start_turn(leader)
            return
        card = self.hands[dealer].pop()
        self.pile.append(card)
        self.turn = dealer
        self._count_action()
        if self._is_order_card(card):
            self.step = "name"
        else:
            self._carry_out(dealer, card, "")

    def _after(self, seat: int, steps: int = 1) -> int:
        """O-06: the active seat this many steps clockwise."""
        while steps:
            seat = (seat + 1) % self.seats
            if seat in self.active:
                steps -= 1
        return seat

    def _is_order_card(self, card: str) -> bool:
        return rank_of(card) == str(self.options["order_rank"])

    # ---------------------------------------------------------------- legal moves

    def to_act(self) -> list[int]:
        """The seat to act; [-1] where the dealer must shuffle (O-11)."""
        if self.over:
            return []
        return [-1] if self.shuffling else [self.turn]

    def is_playable(self, card: str) -> bool:
        """O-08, O-22: the first line that applies."""
        order_rank = self.options["order_rank"]
        if not self.pile:
            return True
        top = self.pile[-1]
        if self.ordered:
            return suit_of(card) == self.ordered or rank_of(card) == order_rank
        if self.options["queen_follow"] == "king_or_jack" and rank_of(top) == "Q":
            return rank_of(card) == "J" or (rank_of(card) == "K" and suit_of(card) == suit_of(top))
        if suit_of(card) == suit_of(top):
            return True
        if rank_of(card) == order_rank and self.options["order_card_anywhere"]:
            return True
        if rank_of(card) == rank_of(top):
            return self.options["match_rule"] == "suit_or_rank" or rank_of(top) == "6"
        return False

    def can_draw(self) -> bool:
        """O-10, O-11: there is a card in the stock, or will be after recycling."""
        return bool(self.stock) or self._can_recycle()

    def _can_recycle(self) -> bool:
        return self.options["recycle"] != "none" and len(self.pile) > 1

    def _gains_the_right(self, card: str) -> bool:
        """O-21 d: whether this is a card of an open ace's suit."""
        return self.ace_is_open and suit_of(card) == suit_of(self.pile[-1])

    def _plays(self, seat: int, card: str) -> list[str]:
        """O-13, O-20, O-21 d: the moves that lay a card, one for each suit that may be named."""
        if len(self.hands[seat]) == 1:
            return [f"play {card}"]
        if self._is_order_card(card):
            return [f"play {card}→{suit}" for suit in SUITS]
        if self._gains_the_right(card):
            return [f"play {card}→{suit}" for suit in SUITS if suit != suit_of(card)]
        return [f"play {card}"]

    def _covers(self, seat: int) -> list[str]:
        """O-21 a: the covers of the ace on top."""
        moves = []
        for card in self.hands[seat]:
            if suit_of(card) != suit_of(self.pile[-1]):
                continue
            if len(self.hands[seat]) == 1:
                moves.append(f"cover {card}")
                continue
            suits = [suit for suit in SUITS if suit != suit_of(card) or self._is_order_card(card)]
            moves += [f"cover {card}→{suit}" for suit in suits]
        return moves

    def legal(self, seat: int) -> set[str]:
        """All legal moves of a player in `to_act`; none for any other."""
        if seat < 0 or seat not in self.to_act():
            return set()
        hand = self.hands[seat]
        if self.step == "name":
            return {f"play {self.pile[-1]}→{suit}" for suit in SUITS}
        if self.step == "cover":
            return {*self._covers(seat), "decline"}
        if self.step == "ace":
            aces = [card for card in hand if rank_of(card) == "A"]
            return {f"play {card}" for card in aces} or {"skip"}
        if self.step == "seven":
            return {"take", *(f"play {card}" for card in hand if rank_of(card) == "7")}
        if self.step == "failed":
            return {"pass"}
        if self.step == "must":
            return set(self._plays(seat, self.drawn))
        playable = [card for card in hand if self.is_playable(card)]
        moves = {move for card in playable for move in self._plays(seat, card)}
        if self.step == "free":
            return {*moves, "pass"}
        if not playable:
            return {"draw"} if self.can_draw() else {"pass"}
        if self._may_dump(seat):
            moves.add("dump")
        # Reading of draw_when_able: a draw required by O-10 earlier in the turn does not use it up.
        if self.options["draw_when_able"] and self.pile and not self.drew_freely and self.can_draw():
            moves.add("draw")
        return moves

    def _may_dump(self, seat: int) -> bool:
        """O-23: only order cards, two or more, in a turn without a draw; the caller knows that one is playable."""
        hand = self.hands[seat]
        if not self.options["queens_together"] or self.drew or len(hand) < 2:
            return False
        return all(self._is_order_card(card) for card in hand)

    # ---------------------------------------------------------------- playing a move

    def play(self, seat: int, text: str) -> None:
        """Plays one legal move of a player in `to_act`."""
        if text not in self.legal(seat):
            raise ValueError(f"P{seat} may not play {text!r}")
        word, _, rest = text.partition(" ")
        card, _, suit = rest.partition("→")
        # O-26: passes are not counted, and only passes with nothing to draw block a deal.
        if word == "pass":
            self._play_pass(seat)
            return
        if word == "take":
            self._play_take(seat)
            return
        if self.step != "name":
            # The dealer's card was counted when it was opened.
            self._count_action()
        if word == "play":
            self._play_card(seat, card, suit)
        elif word == "cover":
            self._play_cover(seat, card, suit)
        elif word == "decline":
            self.ace_is_open = True
            self._carry_on([("turn", self._after(seat), 0)])
        elif word == "skip":
            self._carry_on([("turn", self._after(seat), 0)])
        elif word == "dump":
            self.last_cards = self.hands[seat]
            self.pile += self.last_cards
            self.hands[seat] = []
            self.ordered = ""
            self.ace_is_open = False
            self._go_out(seat)
        else:
            self._play_draw(seat)

    def _count_action(self) -> None:
        self.actions += 1
        self.idle_passes = 0

    def _play_pass(self, seat: int) -> None:
        """O-12, O-26: the turn ends; once all have passed with nothing to draw, the deal is blocked."""
        if self.step == "move":
            self.idle_passes += 1
        else:
            self.idle_passes = 0
        if self.idle_passes == len(self.active):
            self._end(None)
            return
        self._carry_on([("turn", self._after(seat), 0)])

    def _play_take(self, seat: int) -> None:
        """O-34 b: a penalty draw, which is no action.  Under `stack` a normal turn follows."""
        skipped = self.options["seven_effect"] == "stack_skip"
        count = 2 * self.chain
        self.chain = 0
        self._carry_on([("penalty", seat, count), ("turn", self._after(seat) if skipped else seat, 0)])

    def _play_card(self, seat: int, card: str, suit: str) -> None:
        """O-20."""
        if self.step == "name":
            # O-05: the dealer's card is already on the pile.
            self._carry_out(seat, card, suit)
            return
        by_right = self._gains_the_right(card)
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.ordered = ""
        self.ace_is_open = False
        if not self.hands[seat] and (by_right or not self._must_go_on(card)):
            self.last_cards = [card]
            self._go_out(seat, [] if by_right else self._last_effect(seat, card))
        elif by_right:
            self.ordered = suit
            self._carry_on([("turn", self._after(seat), 0)])
        else:
            self._carry_out(seat, card, suit)

    def _must_go_on(self, card: str) -> bool:
        """O-24, O-35: a nine or a six cannot end a hand.  Reading: with nothing to draw the player is out at once."""
        for rank, name in (("9", "nine"), ("6", "six")):
            if rank_of(card) == rank and self.options[f"{name}_as_last"] == "must_cover":
                return self.options[f"{name}_effect"] == "replay" and self.can_draw()
        return False

    def _play_cover(self, seat: int, card: str, suit: str) -> None:
        """O-21 c."""
        self.hands[seat].remove(card)
        self.pile.append(card)
        if not self.hands[seat]:
            self.last_cards = [card]
            self._go_out(seat)
            return
        self.ordered = suit
        self._carry_on([("turn", self._after(seat), 0)])

    def _play_draw(self, seat: int) -> None:
        """O-10, draw_when_able."""
        if any(self.is_playable(card) for card in self.hands[seat]):
            self._carry_on([("draw freely", seat, 0)])
            return
        until = self.options["draw_rule"] == "until"
        if self.options["six_keeps_until"] and rank_of(self.pile[-1]) == "6":
            until = True
        if not self.stock and until:
            # O-11 comes first; it does not count as crossing.
            self._carry_on([("recycle", seat, 0), ("draw until", seat, 0)])
        else:
            self._carry_on([("draw until" if until else "draw one", seat, 0)])

    # ---------------------------------------------------------------- effects

    def _penalty(self, card: str) -> tuple[int, bool]:
        """O-14 to O-17, O-19: how many cards the victim draws, and whether they are skipped."""
        if card == "Ks" and self.options["king_spades_draw"]:
            return (self.options["king_spades_draw"], True)
        if card == "Kh" and self.options["king_hearts_draw"]:
            return (self.options["king_hearts_draw"], True)
        names = {"6": "six_effect", "7": "seven_effect", "8": "eight_effect", "9": "nine_effect"}
        if rank_of(card) not in names:
            return (0, False)
        effect = self.options[names[rank_of(card)]]
        return {
            "none": (0, False),
            "replay": (0, False),
            "stack": (2 * (self.chain + 1), False),
            "stack_skip": (2 * (self.chain + 1), True),
            "draw1": (1, False),
            "draw2": (2, False),
            "draw1_skip": (1, True),
            "draw2_skip": (2, True),
            "skip": (0, True),
        }[effect]

    def _carry_out(self, seat: int, card: str, suit: str) -> None:
        """O-13 to O-19, O-21: the effect of a card that is not the last one."""
        victim = self._after(seat)
        if self._is_order_card(card):
            self.ordered = suit
            steps = 2 if self.options["order_skips_next"] else 1
            self._carry_on([("turn", self._after(seat, steps), 0)])
            return
        if rank_of(card) == "A":
            effect = self.options["ace_effect"]
            if effect == "skip_unless_ace":
                self._carry_on([("answer ace", victim, 0)])
            elif effect == "skip":
                self._carry_on([("turn", self._after(victim), 0)])
            elif effect == "english":
                self._start_english_ace(seat, card)
            else:
                self._carry_on([("turn", victim, 0)])
            return
        if rank_of(card) == "7" and self.options["seven_effect"] in ("stack", "stack_skip"):
            self.chain += 1
            self._carry_on([("answer seven", victim, 0)])
            return
        again = {"9": "nine_effect", "6": "six_effect"}
        if rank_of(card) in again and self.options[again[rank_of(card)]] == "replay":
            self.step = "move"
            self._carry_on([])
            return
        draws, skipped = self._penalty(card)
        following = self._after(victim) if skipped else victim
        self._carry_on([("penalty", victim, draws), ("turn", following, 0)])

    def _start_english_ace(self, seat: int, ace: str) -> None:
        """O-21 a, b; the draw is an action, if a card can be taken (O-26)."""
        if any(suit_of(card) == suit_of(ace) for card in self.hands[seat]):
            self.step = "cover"
            self._carry_on([])
        else:
            if self.can_draw():
                self._count_action()
            self._carry_on([("draw for ace", seat, 0)])

    def _last_effect(self, seat: int, card: str) -> list[tuple[str, int, int]]:
        """O-25: the penalty draw of the winning card, where it is carried out."""
        if not self.options["last_card_effect"]:
            return []
        draws, _ = self._penalty(card)
        return [("penalty", self._after(seat), draws)] if draws else []

    def _go_out(self, seat: int, first: Sequence[tuple[str, int, int]] = ()) -> None:
        """O-24: the deal ends, after the draw of O-25."""
        self._carry_on([*first, ("out", seat, 0)])

    # ---------------------------------------------------------------- carrying out, with recycling in the middle

    def _start_turn(self, seat: int) -> None:
        self.turn = seat
        self.step = "move"
        self.drawn = ""
        self.drew = False
        self.drew_freely = False

    def _carry_on(self, jobs: Sequence[tuple[str, int, int]]) -> None:
        """Does these jobs in turn, until the dealer must shuffle; then O-26, the most actions."""
        self.todo += jobs
        while self.todo:
            name, seat, count = self.todo.pop(0)
            wants_card = name in ("draw freely", "draw one", "draw for ace", "recycle") or (name == "penalty" and count)
            if name == "draw until" and self.options["until_crosses_recycle"]:
                wants_card = True
            if wants_card and not self.stock and self._can_recycle():
                if self.options["recycle"] == "shuffle":
                    self.todo.insert(0, (name, seat, count))
                    self.shuffling = True
                    return
                # O-11: turned over, so that the oldest card comes first.
                self.stock = self.pile[:-1]
                self.pile = self.pile[-1:]
            self._do(name, seat, count)
        if not self.over and self.actions >= MOST_ACTIONS:
            self._end(None)

    def reshuffle(self, order: list[str]) -> None:
        """O-11, `shuffle`: the dealer has shuffled, and the cards come in this order."""
        if not self.shuffling or sorted(order) != sorted(self.pile[:-1]):
            raise ValueError("these are not the cards to be shuffled")
        self.stock = list(order)
        self.pile = self.pile[-1:]
        self.shuffling = False
        self._carry_on([])

    def _draw_card(self, seat: int) -> str:
        card = self.stock.pop(0)
        self.hands[seat].append(card)
        return card

    def _do(self, name: str, seat: int, count: int) -> None:
        """Does one job; if it needs a card, the stock has been recycled as far as possible."""
        if name == "turn":
            self._start_turn(seat)
        elif name == "answer ace":
            self._start_turn(seat)
            self.step = "ace"
        elif name == "answer seven":
            self._start_turn(seat)
            self.step = "seven"
        elif name == "out":
            self._end(seat)
        elif name == "penalty":
            # O-11: if nothing is left, the rest is dropped.
            if count and self.stock:
                self._draw_card(seat)
                self.todo.insert(0, (name, seat, count - 1))
        elif name == "draw freely":
            self._draw_card(seat)
            self.drew = True
            self.drew_freely = True
            self.step = "free"
        elif name in ("draw one", "draw until"):
            self._draw_for_move(name, seat)
        elif name == "draw for ace":
            self._draw_for_ace(seat)

    def _draw_for_move(self, name: str, seat: int) -> None:
        """O-10."""
        self.drew = True
        self.step = "failed"
        if not self.stock:
            return
        card = self._draw_card(seat)
        if self.is_playable(card):
            self.drawn = card
            self.step = "must"
        elif name == "draw until":
            self.todo.insert(0, (name, seat, 0))

    def _draw_for_ace(self, seat: int) -> None:
        """O-21 b: draws one card; one of the ace's suit may cover, otherwise the ace is open."""
        if self.stock:
            self.drew = True
            card = self._draw_card(seat)
            if suit_of(card) == suit_of(self.pile[-1]):
                self.step = "cover"
                return
        self.ace_is_open = True
        self.todo.append(("turn", self._after(seat), 0))
