"""King, Prince, Soldier, Peasant, the slow second implementation: plain lists of card strings, one method per rule.

Written from the rules catalogue alone (G-40 to G-49, G-M15); it shares nothing with the engine it is compared with.
One deal at a time; `after` gives the standing that the next `deal` wants.  What the catalogue leaves open is marked
"Reading".

Moves: ``king P2``, ``prince P0``, ``soldier P3`` (the last seat is the peasant), ``give Qd``, ``return 7c``,
``play 9s``.  `to_act` is [-1] while the titles are drawn by lot; `draw` then says what came of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SUITS = "shdc"
RANKS = "6789TJQKA"
TITLES = ["king", "prince", "soldier", "peasant"]
SEATS = 4
HAND_SIZE = 9
CHANCE = -1


@dataclass
class RanksStanding:
    """The standing of a game between two deals: G-44 to G-47."""

    titles: list[str | None]
    tricks: list[int]
    """Tricks of stage one so far, by seat."""
    reign: list[int]
    """King to peasant of the reign, once stage one has ended."""
    dealer: int | None = None
    winner: int | None = None

    @property
    def over(self) -> bool:
        """G-M15: a game is stage one and the reign."""
        return self.winner is not None


def height(card: str) -> int:
    """Six low, ace high."""
    return RANKS.index(card[0])


class KingRanks:
    """One deal of stage one, or the reign."""

    def __init__(self, given: dict[str, Any], seats: int) -> None:
        if seats != SEATS:
            raise ValueError("a game for four")
        self.given = given
        self.whole_deck = [rank + suit for suit in SUITS for rank in RANKS]

    def start(self) -> RanksStanding:
        """The standing before the first deal; G-02: the first dealer is drawn by lot."""
        return RanksStanding([None] * SEATS, [0] * SEATS, [])

    def quota(self, seat: int) -> int:
        """G-41: the tricks that a title asks for."""
        title = self.titles[seat]
        if title is None:
            raise ValueError("no title yet")
        number: int = self.given[f"quota_{title}"]
        return number

    # ---------------------------------------------------------------- the deal (G-40, G-45, G-47)

    def deal(self, deck: list[str], dealer: int, standing: RanksStanding) -> None:
        """Begins a deal with this deck."""
        if sorted(deck) != sorted(self.whole_deck):
            raise ValueError("this is not the deck of the game")
        self.dealer = dealer
        self.before = list(standing.tricks)
        self.is_reign = bool(standing.reign)
        self.titles = list(standing.titles)
        self.reign: list[int] = list(standing.reign)
        self.tricks = [0] * SEATS
        self.trick: list[tuple[int, str]] = []
        self.hands: list[list[str]] = [[] for _ in range(SEATS)]
        self.winner: int | None = None
        self.received: str | None = None
        self.exchange = "none"
        if self.is_reign:
            # G-47: seats in the order of titles.
            self.order = list(standing.reign)
            self.titles = [TITLES[standing.reign.index(seat)] for seat in range(SEATS)]
        else:
            self.order = list(range(SEATS))
        # G-45: only those still in receive cards.
        self.staying = [seat for seat in range(SEATS) if self.is_reign or not self._has_quota(seat)]
        receivers = self._remaining_after(dealer)
        cards = list(deck)
        last_dealt = ""
        for _ in range(HAND_SIZE):
            for seat in receivers:
                last_dealt = cards.pop(0)
                self.hands[seat].append(last_dealt)
        self.aside = cards
        self.turn_up = last_dealt
        self.trump = last_dealt[1]
        self.leader = receivers[0]
        self.turn: int | None = self.leader
        if self.is_reign:
            self.phase = "exchange"
            self._soldier_gives()
        elif None in self.titles:
            self._give_titles()
        else:
            self.phase = "play"

    def _has_quota(self, seat: int) -> bool:
        return self.titles[seat] is not None and self.before[seat] >= self.quota(seat)

    def _remaining_after(self, seat: int) -> list[int]:
        """The players still in, clockwise from the left of this seat; the seat itself comes last."""
        where = self.order.index(seat)
        return [other for other in self.order[where + 1 :] + self.order[: where + 1] if other in self.staying]

    # ---------------------------------------------------------------- titles (G-41)

    def _give_titles(self) -> None:
        self.phase = "titles"
        if self.given["role_assignment"] == "seats":
            # Eldest king, then prince, soldier, and the dealer peasant.
            self._entitle([(self.dealer + 1 + number) % SEATS for number in range(SEATS)])
        elif self.given["role_assignment"] == "random":
            self.turn = CHANCE
        else:
            self.turn = self.dealer

    def _entitle(self, holders: list[int]) -> None:
        for title, seat in zip(TITLES, holders, strict=True):
            self.titles[seat] = title
        self.phase = "play"
        self.turn = self.leader

    def draw(self, titles: list[str]) -> None:
        """Sets the titles drawn by lot, by seat."""
        if self.turn != CHANCE or sorted(titles) != sorted(TITLES):
            raise ValueError("no lot is drawn now, or not this way")
        self._entitle([titles.index(title) for title in TITLES])

    # ---------------------------------------------------------------- legal moves

    def to_act(self) -> list[int]:
        """The seat that is asked: none when the deal is over, -1 for the lot."""
        return [] if self.turn is None else [self.turn]

    def legal(self, seat: int) -> set[str]:
        """All legal moves of this seat."""
        if seat != self.turn or seat == CHANCE:
            return set()
        if self.phase == "titles":
            title = next(title for title in TITLES if title not in self.titles)
            return {f"{title} P{other}" for other in range(SEATS) if self.titles[other] is None}
        if self.exchange in ("soldier_gives", "peasant_gives"):
            return {f"give {card}" for card in self._gifts(seat)}
        if self.exchange in ("soldier_gets", "peasant_gets"):
            return {f"return {card}" for card in self._returns(seat)}
        return {f"play {card}" for card in self._playable(seat)}

    def _trumps(self, seat: int) -> list[str]:
        return [card for card in self.hands[seat] if card[1] == self.trump]

    def _gifts(self, seat: int) -> list[str]:
        """G-48: the soldier's highest trump; any trump of the peasant's; without trumps as `soldier_no_trump` says."""
        trumps = self._trumps(seat)
        if self.exchange == "peasant_gives":
            return trumps
        if trumps:
            return [max(trumps, key=height)]
        highest = max(height(card) for card in self.hands[seat])
        return [card for card in self.hands[seat] if height(card) == highest]

    def _returns(self, seat: int) -> list[str]:
        """G-48: any card but the one received; `king_return=good` concerns the soldier only."""
        others = [card for card in self.hands[seat] if card != self.received]
        if self.exchange == "peasant_gets" or self.given["king_return"] == "free":
            return others
        good = [card for card in others if card[0] in "TJQKA"]
        if good:
            return good
        highest = max(height(card) for card in others)
        return [card for card in others if height(card) == highest]

    def _playable(self, seat: int) -> list[str]:
        """G-42, G-43: any card when leading; the suit led; trumps when void, with `rank_must_trump`.

        Reading: with `rank_follow=free` and `rank_must_trump` a player who could follow may play anything.
        """
        hand = self.hands[seat]
        if not self.trick:
            return hand
        led = self.trick[0][1][1]
        following = [card for card in hand if card[1] == led]
        if following:
            return following if self.given["rank_follow"] == "strict" else hand
        if self.given["rank_must_trump"] and self._trumps(seat):
            return self._trumps(seat)
        return hand

    # ---------------------------------------------------------------- playing a move

    def play(self, seat: int, text: str) -> None:
        """Plays a legal move."""
        if text not in self.legal(seat):
            raise ValueError(f"P{seat} may not play {text!r}")
        verb, what = text.split(" ")
        if verb in TITLES:
            self.titles[int(what[1:])] = verb
            if verb == "soldier":
                self.titles[self.titles.index(None)] = "peasant"
                self.phase = "play"
                self.turn = self.leader
        elif verb == "give":
            self._give(seat, what)
        elif verb == "return":
            self._return(what)
        else:
            self._play_card(seat, what)

    def _titled(self, title: str) -> int:
        return self.titles.index(title)

    def _soldier_gives(self) -> None:
        """G-48: the soldier first; without trumps they skip, or give their highest card."""
        soldier = self._titled("soldier")
        if not self._trumps(soldier) and self.given["soldier_no_trump"] == "skip":
            self._peasant_gives()
            return
        self.exchange = "soldier_gives"
        self.turn = soldier

    def _peasant_gives(self) -> None:
        self.exchange = "peasant_gives"
        self.turn = self._titled("peasant")

    def _give(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.hands[self._titled("king")].append(card)
        self.received = card
        self.exchange = "soldier_gets" if self.exchange == "soldier_gives" else "peasant_gets"
        self.turn = self._titled("king")

    def _return(self, card: str) -> None:
        self.hands[self._titled("king")].remove(card)
        self.received = None
        if self.exchange == "soldier_gets":
            self.hands[self._titled("soldier")].append(card)
            self._peasant_gives()
            return
        self.hands[self._titled("peasant")].append(card)
        # G-49: the holder of the highest trump leads.
        self.exchange = "none"
        self.phase = "play"
        self.leader = next(seat for seat in range(SEATS) if "A" + self.trump in self.hands[seat])
        self.turn = self.leader

    def _play_card(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        played = [player for player, _ in self.trick]
        missing = [other for other in self._remaining_after(seat) if other not in played]
        if missing:
            self.turn = missing[0]
            return
        # G-43: the highest trump, else the highest card of the suit led.
        led = self.trick[0][1][1]
        suit = self.trump if any(card[1] == self.trump for _, card in self.trick) else led
        _, taker = max((height(card), player) for player, card in self.trick if card[1] == suit)
        self.trick = []
        self.tricks[taker] += 1
        self._after_trick(taker)

    def stage_tricks(self, seat: int) -> int:
        """G-44: tricks add up over stage one."""
        return self.before[seat] + self.tricks[seat]

    def _after_trick(self, taker: int) -> None:
        self.leader = taker
        if not self.is_reign and self.stage_tricks(taker) >= self.quota(taker):
            # G-44: the player leaves; the next remaining player to the left leads.
            self.leader = self._remaining_after(taker)[0]
            self.staying.remove(taker)
            self.aside += self.hands[taker]
            self.hands[taker] = []
        self.turn = self.leader
        out_of_cards = sum(self.tricks) == HAND_SIZE
        if self.is_reign:
            if out_of_cards:
                self._end_reign()
        elif len(self.staying) == 1 or (out_of_cards and self.given["quota_mode"] == "single_deal"):
            self._end_stage()
        elif out_of_cards:
            self.turn = None

    def _end_stage(self) -> None:
        """G-46: the most tricks make the king; in a tie the lower title of stage one ranks higher."""
        self.turn = None
        self.reign = sorted(
            range(SEATS), key=lambda seat: (-self.stage_tricks(seat), -TITLES.index(str(self.titles[seat])))
        )

    def _end_reign(self) -> None:
        """G-49: most tricks, ties: the lowest title."""
        self.turn = None
        self.winner = max(range(SEATS), key=lambda seat: (self.tricks[seat], TITLES.index(str(self.titles[seat]))))

    # ---------------------------------------------------------------- the match

    def after(self) -> RanksStanding:
        """The standing after this deal, and who deals next (G-45, G-47)."""
        if self.turn is not None:
            raise ValueError("the deal is not over")
        if self.is_reign:
            return RanksStanding(self.titles, self.before, self.reign, self.dealer, self.winner)
        totals = [self.stage_tricks(seat) for seat in range(SEATS)]
        if self.reign:
            return RanksStanding(self.titles, totals, self.reign, self.reign[-1])
        # G-45: most tricks in this deal among those still in; ties: the first to the left of the last dealer.
        candidates = self._remaining_after(self.dealer)
        most = max(self.tricks[seat] for seat in candidates)
        dealer = next(seat for seat in candidates if self.tricks[seat] == most)
        return RanksStanding(self.titles, totals, [], dealer)
