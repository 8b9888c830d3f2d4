"""The table of Durak and what may be done with it, for the slow second implementation.

Seats, teams and roles (3.3, 3.7), the limits (D-13), covering (D-15), who throws (D-21, D-22), transfers (3.6),
cheating and accusing (D-73, D-74).  Nothing here changes the deal; that is in ``durak.py``.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.reference.durak_options import (
    JOKER,
    LOWEST_RANK,
    RANKS,
    TEAM_COUNT,
    DurakOptions,
    is_joker,
    rank_of,
    suit_of,
)


class LaidTransfer(NamedTuple):
    """D-74: a laid transfer that the new D has not answered yet, and the roles as they were before it."""

    card: str
    attacker: int
    attacker_seat: int
    defender: int  # who transferred
    defender_seat: int
    settled: frozenset[str]  # the covers that could not be accused any more before it


class DurakTable(DurakOptions):
    """The state of one deal, and the questions about it that the rules ask."""

    def __init__(self, options: dict[str, object], seats: int) -> None:
        """Section 4: the options; then an empty table."""
        super().__init__(options, seats)
        self.dealer = 0
        self.first_deal = True
        self._clear()

    def _clear(self) -> None:
        """Forget the last deal and reset everything that the rules of one deal refer to."""
        # What all players know about the deal.
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.stock: list[str] = []  # index 0 is drawn first, the turn-up last (D-05)
        self.turn_up: str | None = None  # D-05; after an exchange L0 of D-87
        self.discard: list[str] = []
        self.trump: str = ""  # "" = no trump suit (D-64, D-65)
        self.out: list[int] = []  # finishing order (D-33)
        self.over: bool = False
        self.fool: int | None = None  # in teams: the fool's seat (D-56)
        self.losers: list[int] = []  # all seats of the losing side; none in a drawn deal
        self.winner: int | None = None  # D-56; none in a drawn deal or if nobody of the winners has finished
        self.no_epaulettes: bool = False  # D-84 a, b: nobody has lost by taking
        self.epaulettes: int = 0  # D-71, D-72: how many were hung on the fool in this deal
        self.epaulettes_on: int | None = None  # D-71: on whom; in teams it is D himself
        self.needs: list[int] = [0] * self.sides()  # D-72: per side, how many steps it has been awarded
        self.ladder_step: str | None = None  # D-72: the rank awarded in this deal
        self.match_loser: int | None = None  # D-72: the side that has been awarded an ace
        self.bout: int = 0  # 1 in the first bout of the deal
        self.one_was_beaten: bool = False  # a bout of this deal has been beaten (first_limit_scope)
        self.idle_takes: int = 0  # D-37
        self.cheats_used: list[int] = [0] * self.seats  # D-73
        # The bout.
        self.table: list[tuple[str, str | None]] = []
        self.attacker: int = 0  # P
        self.attacker_seat: int = 0  # the seat P acts from (D-51)
        self.defender: int = 0  # D
        self.defender_seat: int = 0  # the seat D acts from (D-51)
        self.opener: int = 0  # who opened the bout; differs from P after a transfer
        self.no_stock_at_start: bool = False  # the stock was empty when the bout began (limit_when_stock_empty)
        self.emptied: list[int] = []  # hands emptied in this bout while stock is left, in order
        self.showed: list[tuple[int, str]] = []  # travel cards shown in this travel_scope (D-47)
        self.self_thrown: list[str] = []  # D-75: what D has laid against himself in this bout
        self.covered_by: dict[str, int] = {}  # D-74: who laid each cover
        self.settled: frozenset[str] = frozenset()  # D-74: covers whose owner has transferred since
        self.fakes: list[str] = []  # D-73: covers and transfers of this bout that were marked as cheats
        self.laid: LaidTransfer | None = None  # D-74
        self.barred: set[int] = set()  # D-74: false accusers
        self.caught_this_bout: set[int] = set()  # D-74
        # Whose turn it is: "open", "defend", "own" (D-75), "word" (D-22), "window" (D-25), "after" (D-24)
        # or "call" (the last call of D-74).
        self.phase: str = "open"
        self.word: int = 0  # who has the word (D-22)
        self.passed: list[int] = []  # D-22
        self.last_thrower: int | None = None  # D-22
        self.queue: list[int] = []  # who is still to be asked, in a window, after a take or in the last call

    # ---------------------------------------------------------------- seats and teams (3.7)

    def _left_of(self, seat: int) -> int:
        """D-01: the next seat clockwise."""
        return (seat + 1) % self.seats

    def _clockwise_from(self, seat: int) -> list[int]:
        """D-01: all seats clockwise, this one first."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    def _active(self) -> list[int]:
        """D-08: the players who are still in the deal."""
        return [seat for seat in range(self.seats) if seat not in self.out]

    def sides(self) -> int:
        """D-50: how many teams there are; without teams everybody is a side by himself."""
        teams = self.options["teams"]
        return self.seats if teams is None else TEAM_COUNT[str(teams)]

    def team_of(self, seat: int) -> int:
        """D-50: the team of a player (0, 1, 2 by the lowest seat in it); without teams his seat."""
        return seat % self.sides()

    def _same_side(self, one: int, other: int) -> bool:
        """D-52: a player and himself, or a player and his team-mate."""
        return self.team_of(one) == self.team_of(other)

    def _owner(self, seat: int) -> int | None:
        """D-51, team_vacant_seat: the owner of this seat; nobody if it is to be skipped."""
        for player in self._clockwise_from(seat):
            if player in self.out:
                continue
            if player == seat:
                return player
            if self._same_side(player, seat) and self._is("team_vacant_seat", "partner_plays"):
                return player
        return None

    def _next_owned(self, seat: int) -> tuple[int, int] | None:
        """D-12, D-27, D-28: the next seat clockwise that has an owner: (the owner, the seat)."""
        for other in self._clockwise_from(self._left_of(seat)):
            player = self._owner(other)
            if player is not None:
                return (player, other)
        return None

    def _next_opponent(self, seat: int, of: int) -> int | None:
        """team_vacant_seat = skip, who_throws: the nearest active opponent of a player, clockwise after a seat."""
        for other in self._clockwise_from(self._left_of(seat)):
            if other not in self.out and not self._same_side(other, of):
                return other
        return None

    def _target_of(self, player: int, seat: int) -> tuple[int, int] | None:
        """D-12, D-43, D-54, skip: against whom P plays, or to whom D transfers: (the player, his seat).

        None if the next seat with an owner belongs to his own side: everybody else has left (D-43).
        """
        if self._is("team_vacant_seat", "skip"):
            other = self._next_opponent(player, player)
            return None if other is None else (other, other)
        found = self._next_owned(seat)
        if found is None or self._same_side(found[0], player):
            return None
        return found

    # ---------------------------------------------------------------- counting the bout

    def _uncovered(self) -> list[str]:
        """D-12: the attack cards that are not covered; U of them."""
        return [attack for attack, cover in self.table if cover is None]

    def _table_cards(self) -> list[str]:
        """D-17, D-19: every card on the table, attack cards and covers."""
        cards: list[str] = []
        for attack, cover in self.table:
            cards.append(attack)
            if cover is not None:
                cards.append(cover)
        return cards

    def _under_first_limit(self) -> bool:
        """D-13, first_limit_scope: does first_limit hold in this bout?"""
        if self.first_limit is None:
            return False
        if self._is("first_limit_scope", "first_bout"):
            return self.bout == 1
        return not self.one_was_beaten

    def _limit(self) -> int | None:
        """D-13: L, the most attack cards on the table; None = no limit.

        limit_when_stock_empty = lift drops max_attack; a bout under first_limit keeps that limit.
        first_limit_on_take = lift drops first_limit once D has said take.
        """
        most = self.max_attack
        if self._is("limit_when_stock_empty", "lift") and self.no_stock_at_start:
            most = None
        if not self._under_first_limit():
            return most
        if self.phase == "after" and self._is("first_limit_on_take", "lift"):
            return most
        if most is None or self.first_limit is None:
            return self.first_limit
        return min(most, self.first_limit)

    def _below_limit(self, added: int) -> bool:
        """D-44, D-75: is A at most L with so many more attack cards?"""
        limit = self._limit()
        return limit is None or len(self.table) + added <= limit

    def _cap(self) -> int:
        """D-13: how many attack cards may be added now: min(L - A, H - U), never below 0."""
        cap = len(self.hands[self.defender]) - len(self._uncovered())
        limit = self._limit()
        if self._is("hand_limit", "off"):
            # D-89
            cap = len(self.whole_deck)
        if limit is not None:
            cap = min(cap, limit - len(self.table))
        return max(cap, 0)

    # ---------------------------------------------------------------- ranks and covering

    def _height(self, card: str) -> int:
        """D-02, D-60, queue_rule: how high a card is within its suit.

        Reading: where queen_rule lifts a queen she counts as one above the ace, and every other rank keeps
        its place; by these heights D-10 compares cards of different suits too.
        """
        everywhere = self._is("queen_rule", "top_of_every_suit")
        here = self._is("queen_rule", "top_of_spades") and suit_of(card) == "s"
        if rank_of(card) == "Q" and (everywhere or here):
            return len(RANKS)
        return RANKS.index(rank_of(card))

    def _beats(self, cover: str, attack: str) -> bool:
        """D-15, in its order (1) to (6)."""
        if is_joker(attack):
            return False
        if is_joker(cover):
            # D-62
            if self._is("jokers", "any"):
                return True
            return suit_of(attack) in ("sc" if suit_of(cover) == "b" else "hd")
        if self._on("spades_only_by_spades") and suit_of(attack) == "s" and suit_of(cover) != "s":
            return False
        if self._on("low_trump_over_ace") and suit_of(cover) == suit_of(attack) == self.trump:
            # D-88: L0 of D-87 against the ace of trumps, by rank and not by height.
            lowest = LOWEST_RANK[self.deck_size]
            if rank_of(cover) == lowest and rank_of(attack) == "A":
                return True
        if suit_of(cover) == suit_of(attack):
            return self._height(cover) > self._height(attack)
        return suit_of(cover) == self.trump

    def _lowest_trumps(self) -> list[str]:
        """D-87: L0, the lowest-ranked trump of the pack by rank, and its twin; none in a deal without trumps."""
        lowest = LOWEST_RANK[self.deck_size]
        return [card for card in self.whole_deck if card[:2] == lowest + self.trump]

    def _may_exchange(self) -> bool:
        """D-87: whether P, who is about to open, may exchange L0 for the turn-up."""
        if not self._is("trump_exchange", "opener") or self.bout == 1 or not self.trump:
            return False
        if self.turn_up is None or self.turn_up not in self.stock or self.turn_up in self._lowest_trumps():
            return False
        return any(card in self.hands[self.attacker] for card in self._lowest_trumps())

    def _attack_cards(self, cards: list[str]) -> list[str]:
        """D-63, joker_attack: those cards that may be led, thrown in or laid to transfer."""
        if self._is("joker_attack", "allowed"):
            return list(cards)
        return [card for card in cards if not is_joker(card)]

    # ---------------------------------------------------------------- who throws

    def _ring(self) -> list[int]:
        """D-21: R = P, then everybody else clockwise from the seat D acts from (D himself left out)."""
        others = self._clockwise_from(self.defender_seat)
        return [self.attacker] + [s for s in others if s not in (self.attacker, self.defender)]

    def _throwers(self) -> list[int]:
        """D-21, D-53, D-74, who_throws: E, those of the ring who are active, hold cards and are admitted.

        Readings: attacking_team goes by P's team also when P himself has left.  A false accuser (D-74) is no
        member of E any more; with `neighbours` nobody moves up into his place.
        """
        admitted = [seat for seat in self._ring() if not self._same_side(seat, self.defender)]
        if self._is("who_throws", "attacker_only"):
            admitted = [self.attacker]
        elif self._is("who_throws", "neighbours"):
            neighbour = self._next_opponent(self.defender_seat, self.defender)
            admitted = [seat for seat in admitted if seat in (self.attacker, neighbour)]
        elif self._is("who_throws", "attacking_team"):
            admitted = [seat for seat in admitted if self._same_side(seat, self.attacker)]
        return [seat for seat in admitted if seat not in self.out and self.hands[seat] and seat not in self.barred]

    def _throwable(self, seat: int) -> list[str]:
        """D-19, D-63: the cards of a hand whose rank lies on the table."""
        ranks = [rank_of(card) for card in self._table_cards()]
        return [card for card in self._attack_cards(self.hands[seat]) if rank_of(card) in ranks]

    def _first_not_passed(self) -> int | None:
        """D-22, throw_order: the first of E who has not passed."""
        for seat in self._throwers():
            if seat not in self.passed:
                return seat
        return None

    def _next_not_passed(self, seat: int) -> int | None:
        """D-22: the next of E after this player in ring order, cyclically, who has not passed."""
        ring = self._ring()
        place = ring.index(seat)
        throwers = self._throwers()
        for other in ring[place + 1 :] + ring[: place + 1]:
            if other in throwers and other not in self.passed:
                return other
        return None

    def _word_when_covered(self) -> int | None:
        """D-22, throw_order: who has the word when everything has become covered."""
        thrower = self.last_thrower
        if thrower is None or self._is("throw_order", "attacker_first"):
            return self._first_not_passed()
        if thrower in self._throwers() and thrower not in self.passed:
            return thrower
        if self._is("throw_order", "last_thrower_first"):
            return self._first_not_passed()
        return self._next_not_passed(thrower)

    def _word_after(self, seat: int) -> int | None:
        """D-22, throw_order: who has the word after this player has passed (or lost it, D-74)."""
        if self._is("throw_order", "ring"):
            return self._next_not_passed(seat)
        return self._first_not_passed()

    def _may_throw_at_himself(self) -> bool:
        """D-75: is D asked? From public facts only: A + 1 <= L and at least two cards in his hand.

        Reading: a D who has lost his rights by a false accusation (D-74) is asked all the same.
        """
        return self._on("self_throw") and self._below_limit(1) and len(self.hands[self.defender]) >= 2

    # ---------------------------------------------------------------- transfers (3.6)

    def _may_transfer_at_all(self) -> bool:
        """D-42, D-43, D-45, D-46, D-75: what laid, shown and faked transfers need, ranks and sizes apart."""
        if not self._on("transfer"):
            return False
        # D-42
        if self.bout == 1:
            if self._is("transfer_first_bout", "banned"):
                return False
            if self._is("transfer_first_bout", "banned_first_deal") and self.first_deal:
                return False
        # D-40, D-46: nothing covered yet, unless late transfers are allowed.
        uncovered = self._uncovered()
        if len(uncovered) < len(self.table) and not self._on("late_transfer"):
            return False
        # D-75, "he must then cover it or take".  Reading: while a card that D has laid against himself is
        # uncovered he may not transfer, neither by laying nor by showing.
        if any(card in uncovered for card in self.self_thrown):
            return False
        # D-43: there is somebody to transfer to.
        if self._target_of(self.defender, self.defender_seat) is None:
            return False
        # D-45.  A joker is no trump here.
        trump_lies = any(suit_of(card) == self.trump for card in self._table_cards())
        return not (trump_lies and self._is("transfer_over_trump", "banned"))

    def _transfer_rank(self) -> str | None:
        """D-40: r, the one rank of all uncovered attack cards; None if there are several."""
        ranks = {rank_of(card) for card in self._uncovered()}
        return ranks.pop() if len(ranks) == 1 else None

    def _transfer_fits(self, added: int) -> bool:
        """D-44: after the transfer U is at most the target's hand, and A at most L."""
        target = self._target_of(self.defender, self.defender_seat)
        if target is None:
            return False
        if self._is("hand_limit", "off"):
            # D-89: the target only needs one card at least.
            return bool(self.hands[target[0]]) and self._below_limit(added)
        if len(self._uncovered()) + added > len(self.hands[target[0]]):
            return False
        return self._below_limit(added)

    def _may_lay(self) -> list[str]:
        """D-42 to D-46, D-48, D-63: the cards D might lay to transfer if ranks did not matter.

        Reading: D-48 bars the very card that was shown, for the player who showed it; its twin of a second
        pack is another card, and so is the same card in another hand (`pass_hands`).
        """
        if not self._may_transfer_at_all() or not self._transfer_fits(1):
            return []
        cards = self._attack_cards(self.hands[self.defender])
        if self._is("travel_again", "no_transfer"):
            cards = [card for card in cards if (self.defender, card) not in self.showed]
        return cards

    def _transfers(self) -> list[str]:
        """D-40, D-86: the cards D may lay to transfer."""
        rank = self._transfer_rank()
        return [card for card in self._may_lay() if rank_of(card) == rank]

    def _most_laid(self) -> int:
        """D-86, D-44: how many cards D may lay at once to transfer."""
        if self._is("transfer_cards", "one"):
            return 1
        return max(count for count in range(len(self.whole_deck)) if count == 0 or self._transfer_fits(count))

    def _shows(self) -> list[str]:
        """D-47 to D-49: the trumps D may show as a travel card, once per travel_scope; two with two packs."""
        rank = self._transfer_rank()
        if not self._on("travel_card") or rank is None or rank == JOKER or not self.trump:
            return []
        if not self._may_transfer_at_all() or not self._transfer_fits(0):
            return []
        if any(seat == self.defender for seat, _ in self.showed):
            return []
        return [card for card in self.hands[self.defender] if card[:2] == rank + self.trump]

    # ---------------------------------------------------------------- cheating (D-73, D-74)

    def _may_cheat(self) -> bool:
        """D-73, D-74: D has cheats left in this deal and was not caught in this bout."""
        if not self._on("cheating") or self.defender in self.caught_this_bout:
            return False
        return self.cheats_used[self.defender] < self.cheats_per_deal

    def _fake_covers(self) -> list[tuple[str, str]]:
        """D-73: the covers that only a cheat can make, as (attack, cover)."""
        if not self._may_cheat():
            return []
        hand = self.hands[self.defender]
        return [(attack, card) for attack in self._uncovered() for card in hand if not self._beats(card, attack)]

    def _fake_transfers(self) -> list[str]:
        """D-73: the transfers that only a cheat can make; "everything else stays required".

        Reading: that includes D-48 (no_transfer) and D-63 (cover_only), which are not rank conditions.
        """
        if not self._may_cheat():
            return []
        legal = self._transfers()
        return [card for card in self._may_lay() if card not in legal]

    def _accusations(self, seat: int) -> list[str]:
        """D-74: the cards whose cover or laid transfer this player may accuse now; from public facts only.

        Every active opponent of the one who laid it, not barred; never after D said take.  What has been faked,
        what is plainly legal, and who has already been caught do not matter.  Of the covers those that are not
        settled: a cover is settled for good once its owner has transferred (D-46), also when the attack comes back
        to him.  Reading: a transfer that is undone has settled nothing.
        """
        if not self._on("cheating") or not self._on("catching") or self.phase in ("open", "after"):
            return []
        if seat in self.out or seat in self.barred:
            return []
        cards: list[str] = []
        if self.laid is not None and not self._same_side(seat, self.laid.defender):
            cards.append(self.laid.card)
        if not self._same_side(seat, self.defender):
            for _, cover in self.table:
                if cover is not None and cover not in self.settled:
                    cards.append(cover)
        return cards
