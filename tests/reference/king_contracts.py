"""King, contract tricks, the slow second implementation: plain lists of card strings, one method per rule.

Written from the rules catalogue alone (rule ids ``G-nn``); it shares nothing with the engine it is compared with.
Cards, packs and lists of contracts are in ``king_contracts_options.py``, tricks and counting in
``king_contracts_play.py``; this file deals, orders, bids, lays out, and keeps the match.

Moves: ``play 9s``, ``play Xr→h``, ``draw``, ``order no_king``, ``order praise s``, ``order praise none``, ``trump s``,
``trump none``, ``trump last``, ``lay_out 7c 8c`` (suit by suit, then by rank), ``bid 4``, ``pass``, ``name d``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.reference.king_contracts_options import (
    PASSED_OUT_LIMIT,
    SUITS,
    fixed_contracts,
    height,
    is_domino,
    is_joker,
    orders_of_each,
    pack_cards,
    scores,
)
from tests.reference.king_contracts_play import KingTricks

CHANCE = -1


@dataclass
class KingStanding:
    """Where a match stands: G-20, G-22, G-M02."""

    totals: list[float]
    ordered: list[list[str]]
    deals: int = 0
    passed_out: int = 0
    dealer: int | None = None
    over: bool = False
    winners: list[int] = field(default_factory=list)


def writing_order(cards: list[str]) -> str:
    """Cards in a move: suit by suit, then by rank, jokers last."""
    return " ".join(sorted(cards, key=lambda card: (4, 0) if is_joker(card) else (SUITS.index(card[1]), height(card))))


class KingContracts(KingTricks):
    """One deal at a time."""

    def __init__(self, given: dict[str, Any], seats: int) -> None:
        self.given = given
        self.seats = seats
        self.whole_deck = pack_cards(given["pack"])
        self._clear()

    def start(self) -> KingStanding:
        """The standing before the first deal."""
        return KingStanding([0] * self.seats, [[] for _ in range(self.seats)])

    # ---------------------------------------------------------------- the deal (G-04, G-05, G-23, G-26)

    def deal(self, deck: list[str], dealer: int, standing: KingStanding) -> None:
        """Begins a deal with this deck."""
        if sorted(deck) != sorted(self.whole_deck):
            raise ValueError("this is not the deck of the game")
        self._clear()
        self.standing = standing
        self.dealer = dealer
        self.eldest = (dealer + 1) % self.seats
        self.orderer = self.eldest if self.given["orderer"] == "eldest" else (dealer - 1) % self.seats
        self.deck = list(deck)
        self.stock = list(deck)
        self.bids: list[tuple[int, int | None]] = []
        self.bidder: int | None = None
        self.trump_shown = ""
        self.last_card_decides = False
        self.points: list[float] = [0] * self.seats
        if self.given["programme"] == "ordered":
            if self.given["order_timing"] == "before_deal":
                self.phase = "order"
                self.turn = self.orderer
                return
        elif self.given["programme"] == "single":
            self.contract = self.given["single_contract"]
        else:
            names = fixed_contracts(self.given, self.seats)
            self.contract = names[standing.deals % len(names)]
        self._take_up_pack()

    def _take_up_pack(self) -> None:
        if self.given["widow_size"]:
            self.phase = "widow"
        else:
            self._deal_out(self.deck)

    def _hand_size(self) -> int:
        if is_domino(self.given):
            return int(self.given["hand_size"])
        kept: int = self.given["widow_size"]
        return (len(self.deck) - kept) // self.seats

    def _deal_out(self, cards: list[str]) -> None:
        """G-05: packets from eldest on; what is left is the stock, or the card set aside with two jokers."""
        size = self._hand_size()
        self.stock = list(cards)
        self.still_to_deal: list[int] = []
        wanted = [size] * self.seats
        while any(wanted):
            for seat in self._clockwise(self.eldest):
                packet = min(self.given["deal_packet"], wanted[seat])
                wanted[seat] -= packet
                self.still_to_deal += [seat] * packet
        if self._third_card():
            # G-26: the deal pauses when eldest has exactly three cards.
            while len(self.hands[self.eldest]) < 3:
                self._deal_one()
            self.phase = "trump"
            self.turn = self.eldest
        else:
            self._deal_rest()

    def _deal_one(self) -> None:
        seat = self.still_to_deal.pop(0)
        card = self.stock.pop(0)
        self.hands[seat].append(card)
        if seat == self.eldest:
            self.last_of_eldest = card

    def _deal_rest(self) -> None:
        while self.still_to_deal:
            self._deal_one()
        if self.stock and not is_domino(self.given):
            # G-29: with joker_count=2 the last card of the pack stays face down.
            self.set_aside = self.stock
            self.stock = []
        if self.last_card_decides:
            self.trump = self.last_of_eldest[1]
            self.trump_shown = self.last_of_eldest
        self._after_look()

    def _after_look(self) -> None:
        """Every hand is full: what is to be said before play."""
        if not self.contract:
            self.phase = "order"
            self.turn = self.orderer
        elif self.contract == "trade_suit":
            self.phase = "bid"
            self.turn = self.eldest
        elif self._with_trump(self.contract) and not self._third_card():
            self.phase = "trump"
            self.turn = self.orderer
        else:
            self._all_said()

    def _third_card(self) -> bool:
        return (
            self.contract == "praise" and self._with_trump("praise") and self.given["praise_trump_mode"] == "third_card"
        )

    def _with_trump(self, contract: str) -> bool:
        """G-25: whether a trump suit is named in this contract."""
        scope = self.given["trump_scope"]
        if scope == "all":
            return True
        if scope == "positive":
            return contract == "praise" or contract.startswith("take_")
        return bool(scope == "praise" and contract == "praise")

    def _all_said(self) -> None:
        """Contract and trump are known: the widow is picked up, or the first trick begins (G-23)."""
        if not self.given["widow_size"]:
            self._first_trick()
            return
        self.hands[self.orderer] += self.widow
        self.turn = self.orderer
        self.phase = "draw_out" if self.given["discard_mode"] == "random" else "lay_out"

    def _first_trick(self) -> None:
        """G-06 and first_leader."""
        leader = self.eldest
        if self.given["first_leader"] == "orderer":
            leader = self.orderer
        if self.given["first_leader"] == "bid_winner" and self.bidder is not None:
            leader = self.bidder
        self.phase = "play"
        self._begin_trick(leader)

    # ---------------------------------------------------------------- the dealer's chance (G-23, G-24)

    def reshuffle(self, outcome: list[str]) -> None:
        """What chance brought: the two cards of the widow, or the two that were drawn from the taker's hand."""
        if self.phase == "widow":
            positions = sorted(self.deck.index(card) for card in outcome)
            first, last = 0, len(self.deck) - 1
            if len(set(positions)) != self.given["widow_size"]:
                raise ValueError("two distinct positions")
            if self.given["widow_position"] == "not_first_or_last" and (first in positions or last in positions):
                raise ValueError("neither the first nor the last card of the pack")
            self.widow = [self.deck[position] for position in positions]
            self._deal_out([card for card in self.deck if card not in self.widow])
        elif self.phase == "draw_out":
            if sorted(outcome) not in [sorted(pair) for pair in self._pairs_to_lay_out()]:
                raise ValueError("these two cannot be drawn")
            self._put_out(outcome)
        else:
            raise ValueError("nothing to shuffle")

    # ---------------------------------------------------------------- orders (G-22, G-25)

    def _orders_left(self, seat: int) -> list[str]:
        """G-22: what this seat may order, each contract once."""
        left = orders_of_each(self.given)
        for name in self.standing.ordered[seat]:
            left.remove(name)
        if self.given["order_sequence"] == "listed":
            return left[:1]
        return sorted(set(left))

    def _trump_words(self) -> list[str]:
        return [*SUITS, "none"] if self.given["allow_no_trump"] else list(SUITS)

    def _order_texts(self) -> set[str]:
        texts = set()
        for name in self._orders_left(self.turn):
            if self.given["order_timing"] == "after_look" and self._with_trump(name):
                texts |= {f"order {name} {word}" for word in self._trump_words()}
            else:
                texts.add(f"order {name}")
        return texts

    # ---------------------------------------------------------------- laying out (G-24)

    def _banned_to_lay_out(self, card: str) -> bool:
        return bool(self.given["discard_ban"]) and scores(self.given, self.contract, self.penalty_suit, card)

    def _pairs_to_lay_out(self) -> list[list[str]]:
        hand = self.hands[self.turn]
        permitted = [card for card in hand if not self._banned_to_lay_out(card)]
        if len(permitted) >= 2:
            return [list(pair) for pair in combinations(permitted, 2)]
        banned = [card for card in hand if self._banned_to_lay_out(card)]
        missing = 2 - len(permitted)
        return [permitted + list(rest) for rest in combinations(banned, missing)]

    def _put_out(self, cards: list[str]) -> None:
        for card in cards:
            self.hands[self.turn].remove(card)
        self.laid_out = list(cards)
        self._first_trick()

    def _counting_cards(self) -> list[str]:
        """G-24: banned cards of a shortage are charged or credited to the taker as captured."""
        return [card for card in self.laid_out if self._banned_to_lay_out(card)]

    # ---------------------------------------------------------------- bidding (G-30)

    def _bid_texts(self) -> set[str]:
        highest = max([number for _, number in self.bids if number is not None], default=0)
        return {"pass", *(f"bid {number}" for number in range(highest + 1, self.given["bid_max"] + 1))}

    def _after_bid(self) -> None:
        made = [(number, seat) for seat, number in self.bids if number is not None]
        passed = [seat for seat, number in self.bids if number is None]
        best = max(made, default=None)
        if best is not None and best[0] == self.given["bid_max"]:
            self._bidding_over()
        elif self.given["bid_rounds"] == "single":
            if len(self.bids) == self.seats:
                self._bidding_over()
            else:
                self.turn = (self.turn + 1) % self.seats
        else:
            # G-30: a pass is final; it goes round until everyone but the highest bidder has passed.
            others = [
                seat
                for seat in self._clockwise((self.turn + 1) % self.seats)
                if seat not in passed and (best is None or seat != best[1])
            ]
            if others:
                self.turn = others[0]
            else:
                self._bidding_over()

    def _bidding_over(self) -> None:
        made = [(number, seat) for seat, number in self.bids if number is not None]
        if made:
            number, self.bidder = max(made)
            # G-30: charged, or credited, at once.
            self.charges[self.bidder] += number if self.given["bid_effect"] == "gain" else -number
            self.turn = self.bidder
            self.phase = "name"
        elif self.given["all_pass"] == "eldest_names":
            self.turn = self.eldest
            self.phase = "name"
        else:
            self._end()

    # ---------------------------------------------------------------- moves

    def to_act(self) -> list[int]:
        """Who may move: one seat, the dealer's chance (-1), or nobody when the deal is over."""
        if self.over:
            return []
        return [CHANCE] if self.phase in ("widow", "draw_out") else [self.turn]

    def legal(self, seat: int) -> set[str]:
        """The texts of every legal move of this seat."""
        if self.to_act() != [seat] or seat == CHANCE:
            return set()
        if self.phase == "order":
            return self._order_texts()
        if self.phase == "trump":
            words = self._trump_words() + (["last"] if self._third_card() else [])
            return {f"trump {word}" for word in words}
        if self.phase == "bid":
            return self._bid_texts()
        if self.phase == "name":
            return {f"name {suit}" for suit in SUITS}
        if self.phase == "lay_out":
            return {f"lay_out {writing_order(pair)}" for pair in self._pairs_to_lay_out()}
        return self._play_texts(seat)

    def play(self, seat: int, text: str) -> None:
        """Makes a legal move."""
        if text not in self.legal(seat):
            raise ValueError(f"{text!r} is not legal")
        words = text.split()
        if words[0] == "order":
            self.contract = words[1]
            if self.given["order_timing"] == "before_deal":
                self._take_up_pack()
            else:
                self.trump = words[2] if len(words) > 2 and words[2] != "none" else ""
                self._all_said()
        elif words[0] == "trump":
            self._name_trump(words[1])
        elif words[0] == "bid":
            self.bids.append((seat, int(words[1])))
            self._after_bid()
        elif words[0] == "pass":
            self.bids.append((seat, None))
            self._after_bid()
        elif words[0] == "name":
            self.penalty_suit = words[1]
            self._first_trick()
        elif words[0] == "lay_out":
            self._put_out(words[1:])
        elif words[0] == "draw":
            self._draw(seat)
        else:
            card, _, named = words[1].partition("→")
            self._lay(seat, card, named)

    def _name_trump(self, word: str) -> None:
        if word in SUITS:
            self.trump = word
        if self._third_card():
            self.last_card_decides = word == "last"
            self._deal_rest()
        else:
            self._all_said()

    # ---------------------------------------------------------------- the match (G-20, G-M01 to G-M14)

    def _end(self) -> None:
        self.over = True
        self.points = list(self.charges)
        if self.trick_winners:
            for seat in range(self.seats):
                self.points[seat] += self._contract_points(seat)

    def after(self) -> KingStanding:
        """The standing after this deal."""
        before = self.standing
        totals = [before.totals[seat] + self.points[seat] for seat in range(self.seats)]
        ordered = [list(names) for names in before.ordered]
        if self.given["programme"] == "ordered":
            ordered[self.orderer].append(self.contract)
        deals = before.deals + 1
        passed_out = 0 if self.trick_winners else before.passed_out + 1
        over = self._match_over(deals, totals, passed_out)
        winners = [seat for seat in range(self.seats) if totals[seat] == max(totals)] if over else []
        # G-01: the deal passes to the left after every deal, a passed-out one too.
        return KingStanding(totals, ordered, deals, passed_out, (self.dealer + 1) % self.seats, over, winners)

    def _match_over(self, deals: int, totals: list[float], passed_out: int) -> bool:
        """G-M02: a fixed number of deals, or a limit that is checked after a complete deal."""
        if passed_out >= PASSED_OUT_LIMIT:
            return True
        if self.contract == "trade_suit":
            limit: int = self.given["trade_limit"]
            if self.given["bid_effect"] == "gain" and max(totals) >= limit:
                return True
            return min(totals) <= -limit
        if self.contract == "omnibus":
            return bool(min(totals) <= -self.given["omnibus_limit"])
        if self.given["programme"] == "single":
            # G-M10; reading: so it is with any other single contract that has no limit of its own.
            return bool(deals >= self.given["jokers_deals"])
        if self.given["programme"] == "ordered":
            return deals >= self.seats * len(orders_of_each(self.given))
        if is_domino(self.given) and min(totals) <= -self.given["domino_limit"]:
            return True
        if is_domino(self.given) and self.given["domino_after_cycle"] == "repeat":
            return False
        return deals >= len(fixed_contracts(self.given, self.seats))
