"""King, contract tricks, the slow second implementation: playing a card, winning a trick and its value.

Rule ids ``G-nn`` are those of the catalogue; where it leaves a point open, the choice is marked "Reading".
"""

from __future__ import annotations

from typing import Any

from tests.reference.king_contracts_options import (
    FACE_VALUE,
    HIGH_HEARTS,
    THE_KING,
    amounts,
    height,
    is_domino,
    is_joker,
    pack_cards,
    scores,
    suit_of,
)


class KingTricks:
    """The tricks of one deal; the deal itself, orders and bids are in `king_contracts.py`."""

    given: dict[str, Any]
    seats: int

    def _clear(self) -> None:
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.stock: list[str] = []
        self.widow: list[str] = []
        self.laid_out: list[str] = []
        self.set_aside: list[str] = []
        self.contract = ""
        self.trump = ""
        self.penalty_suit = ""
        self.orderer = 0
        self.trick: list[tuple[int, str]] = []
        self.named = ""
        self.in_trick: list[int] = []
        self.captures: list[list[str]] = [[] for _ in range(self.seats)]
        self.trick_winners: list[int] = []
        self.charged: list[int] = []
        self.charges: list[float] = [0] * self.seats
        self.drawn: list[int] = [0] * self.seats
        self.turn = 0
        self.over = False

    @property
    def tricks_won(self) -> list[int]:
        """How many tricks each seat took."""
        return [self.trick_winners.count(seat) for seat in range(self.seats)]

    # ---------------------------------------------------------------- whose turn

    def _begin_trick(self, leader: int) -> None:
        self.trick = []
        self.named = ""
        # G-28: one card from every player who had cards when it began.
        self.in_trick = [seat for seat in self._clockwise(leader) if self.hands[seat]]
        self.turn = leader

    def _clockwise(self, first: int) -> list[int]:
        return [(first + step) % self.seats for step in range(self.seats)]

    def _suit_led(self) -> str:
        """G-07, G-29: the suit that must be followed; empty while there is none."""
        for _, card in self.trick:
            if not is_joker(card):
                return suit_of(card)
            if self.given["joker_play"] == "as_heart":
                return "h"
            if self.given["joker_play"] == "free":
                if self.named:
                    return self.named
                continue
        return ""

    def _suit_for_following(self, card: str) -> str:
        """G-29: with as_heart a joker belongs to hearts, otherwise to no suit."""
        if is_joker(card):
            return "h" if self.given["joker_play"] == "as_heart" else ""
        return suit_of(card)

    # ---------------------------------------------------------------- legal cards (G-16)

    def _leads(self, seat: int) -> list[str]:
        """G-16, leader: three filters, one after the other; a filter that would leave nothing is skipped."""
        cards = list(self.hands[seat])
        if self.given["joker_play"] == "void_only":
            plain = [card for card in cards if not is_joker(card)]
            cards = plain or cards
        # G-27: in a praise with trumps only the orderer may lead a trump while holding another suit.
        if self.given["trump_lead_privilege"] and self.contract == "praise" and self.trump and seat != self.orderer:
            others = [card for card in cards if self._suit_for_following(card) != self.trump]
            cards = others or cards
        # G-11, and G-30 for the penalty suit.
        banned = ""
        if self.contract in self.given["heart_lead_ban"]:
            banned = "h"
        if self.contract == "trade_suit":
            banned = self.penalty_suit if self.given["penalty_lead_ban"] else ""
        if banned:
            others = [card for card in cards if self._suit_for_following(card) != banned]
            cards = others or cards
        return cards

    def _followers(self, seat: int) -> list[str]:
        """The cards of the suit led that a seat holds."""
        led = self._suit_led()
        return [card for card in self.hands[seat] if led and self._suit_for_following(card) == led]

    def _must_draw(self, seat: int) -> bool:
        """G-28: a player who cannot follow draws while there is a stock; nobody draws in order to lead."""
        return bool(self.trick and self.stock and not self._followers(seat))

    def _owed_trumps(self, seat: int) -> list[str]:
        """G-15: the trumps of which a void seat must play one; none when it owes none."""
        trumps = [card for card in self.hands[seat] if self.trump and card[1] == self.trump]
        if not trumps or not self.given["must_trump"]:
            return []
        if self.given["must_overtrump"]:
            laid = [height(card) for _, card in self.trick if card[1] == self.trump]
            better = [card for card in trumps if not laid or height(card) > max(laid)]
            return better or trumps
        return trumps

    def _owes_the_king(self, seat: int) -> bool:
        """G-12, G-16: a void seat with Kh in a contract of forced_king, unless the trump duty goes first."""
        if self.contract not in self.given["forced_king"] or THE_KING not in self.hands[seat]:
            return False
        if not self._suit_led() or self._followers(seat):
            return False
        return self.given["king_before_trump"] or not self._owed_trumps(seat)

    def _answers(self, seat: int) -> list[str]:
        """G-16, follower: the first step that applies decides alone."""
        hand = self.hands[seat]
        if not self._suit_led():
            return list(hand)
        following = self._followers(seat)
        if following:
            jokers = [card for card in hand if is_joker(card) and self.given["joker_play"] == "free"]
            return following + [card for card in jokers if card not in following]
        rest = self._owed_trumps(seat) or list(hand)
        if self._owes_the_king(seat):
            if self.given["forced_king_mode"] == "enforce":
                return [THE_KING]
            return rest if THE_KING in rest else [THE_KING, *rest]
        return rest

    def _play_texts(self, seat: int) -> set[str]:
        if self._must_draw(seat):
            return {"draw"}
        cards = self._answers(seat) if self.trick else self._leads(seat)
        texts = set()
        for card in cards:
            if is_joker(card) and not self.trick and self.given["joker_play"] == "free":
                texts |= {f"play {card}→{suit}" for suit in "shdc"}
            else:
                texts.add(f"play {card}")
        return texts

    # ---------------------------------------------------------------- playing

    def _draw(self, seat: int) -> None:
        """G-28: draws one card at a time until it is of the suit led, or the stock has run out."""
        while self._must_draw(seat):
            self.hands[seat].append(self.stock.pop(0))
            self.drawn[seat] += 1

    def _lay(self, seat: int, card: str, named: str) -> None:
        if (
            self.trick
            and card != THE_KING
            and seat not in self.charged
            and self.given["forced_king_mode"] == "penalty"
            and self._owes_the_king(seat)
        ):
            # G-12: charged at once, one time per deal.
            self.charged.append(seat)
            self.charges[seat] -= amounts(self.given)["forced_king_penalty"]
        self.hands[seat].remove(card)
        if not self.trick:
            self.named = named
        self.trick.append((seat, card))
        if len(self.trick) == len(self.in_trick):
            self._close_trick()
        else:
            self.turn = self.in_trick[len(self.trick)]

    def _winner(self) -> int:
        """G-09, G-29."""
        led = self._suit_led()
        jokers = [seat for seat, card in self.trick if is_joker(card)]
        plain = [(height(card), seat, card) for seat, card in self.trick if not is_joker(card)]
        hearts = [entry for entry in plain if suit_of(entry[2]) == "h"]
        followers = [entry for entry in plain if suit_of(entry[2]) == led]
        if jokers:
            sunk = any(card in HIGH_HEARTS for _, card in self.trick)
            if not sunk or not followers:
                return jokers[0] if self.given["joker_tie"] == "first" else jokers[-1]
            if self.given["joker_sunk_winner"] == "top_heart":
                return max(hearts)[1]
        trumps = [entry for entry in plain if suit_of(entry[2]) == self.trump]
        return max(trumps or followers)[1]

    def _close_trick(self) -> None:
        winner = self._winner()
        self.captures[winner] += [card for _, card in self.trick]
        self.trick_winners.append(winner)
        self.trick = []
        self.named = ""
        if self.set_aside:
            # G-29, joker_count=2: the last card of the pack goes to the winner of trick 1.
            self.captures[winner] += self.set_aside
            self.set_aside = []
        holders = [seat for seat in self._clockwise(winner) if self.hands[seat]]
        if not holders:
            self._end()
        elif is_domino(self.given) and len(holders) == 1:
            # G-28: these cards join the winner's captures; they count as a trick only with domino_leftover_is_trick.
            left = holders[0]
            self.captures[left] += self.hands[left]
            self.hands[left] = []
            if self.given["domino_leftover_is_trick"]:
                self.trick_winners.append(left)
            self._end()
        elif self._ends_early():
            self._end()
        else:
            # G-06; G-28: a winner without cards is followed by the next to the left who has some.
            self._begin_trick(holders[0])

    def _ends_early(self) -> bool:
        """G-13: no card in a hand scores, nor do the tricks; Domino never."""
        if not self.given["early_end"] or is_domino(self.given):
            return False
        if self.contract.endswith(("_tricks", "_last_two", "_all")) or self.contract == "praise":
            return False
        return not any(
            scores(self.given, self.contract, self.penalty_suit, card) for hand in self.hands for card in hand
        )

    def _end(self) -> None:
        self.over = True

    # ---------------------------------------------------------------- counting

    def _counting_cards(self) -> list[str]:
        """G-24, last sentences: laid-out cards count only where a shortage forced banned ones out."""
        raise NotImplementedError

    def _elements(self, seat: int) -> dict[str, float]:
        """G-14, G-17, G-18: the six elements of a seat's captures and tricks, as amounts without a sign."""
        worth = amounts(self.given)
        cards = self.captures[seat] + (self._counting_cards() if seat == self.orderer else [])
        jacks = [card for card in cards if card[0] == "J"]
        boys_worth = worth["jack_value"]
        if self.given["kings_as_boys"]:
            jacks += [card for card in cards if card[0] == "K"]
            boys_worth = boys_worth / 2
        return {
            "tricks": worth["trick_value"] * self.trick_winners.count(seat),
            "jacks": boys_worth * len(jacks),
            "queens": worth["queen_value"] * len([card for card in cards if card[0] == "Q"]),
            "hearts": worth["heart_value"] * len([card for card in cards if card[1] == "h"]),
            "king": worth["king_value"] * cards.count(THE_KING),
            "last_two": worth["last_two_value"] * self.trick_winners[-2:].count(seat),
        }

    def _contract_points(self, seat: int) -> float:
        cards = self.captures[seat]
        if self.contract == "praise":
            # G-19.
            return float(self.given["praise_value"] * self.trick_winners.count(seat))
        if self.contract == "spot_hearts":
            # G-29: hearts at face value, jokers at joker_value.
            found = 0
            for card in cards:
                if is_joker(card):
                    found -= self.given["joker_value"]
                elif suit_of(card) == "h":
                    found -= FACE_VALUE.get(card[0]) or int(card[0])
            return found
        if self.contract == "trade_suit":
            return -len([card for card in cards if card[1] == self.penalty_suit])
        if self.contract == "omnibus":
            return self._omnibus(cards)
        sign, kind = self.contract.split("_", 1)
        elements = self._elements(seat)
        amount = sum(elements.values()) if kind == "all" else elements[kind]
        return -amount if sign == "no" else amount

    def _omnibus(self, cards: list[str]) -> float:
        """G-31."""
        hearts = len([card for card in cards if card[1] == "h"])
        bonus = self.given["omnibus_bonus_card"]
        # "All 13 hearts"; reading: all hearts of a smaller pack.
        all_hearts = len([card for card in pack_cards(self.given["pack"]) if card[1] == "h"])
        if hearts == all_hearts and "Qs" in cards and bonus in cards:
            return float(self.given["slam_bonus"])
        found = -hearts
        if "Qs" in cards:
            found -= self.given["queen_spades_value"]
        if bonus in cards:
            found += self.given["omnibus_bonus"]
        return found
