"""Durak, the slow second implementation: plain lists of card strings, one method per rule.

Written from the rules catalogue alone (rule ids ``D-nn``); it shares nothing with the engine it is
compared with.  Scope: sections 3.1-3.6 for two to six single players and one pack without jokers.
Not here: jokers, other rankings, teams, passing hands, epaulettes, cheating, two packs, throwing in
against oneself, leading from the stock.

A card is rank + suit, for instance ``Ts``.  A set of cards inside a move is written by suit (spades,
hearts, diamonds, clubs), then by rank.  Moves: ``attack 7s 7h``, ``cover 9s with Ts``, ``throw 8d Jc``,
``transfer 8d``, ``show 8h``, ``take``, ``pass`` (the word, and after a take), ``hold`` (windows of D-25).
"""

from __future__ import annotations

from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "shdc"
HAND_SIZE = 6
GUARD_BOUTS = 100

LOWEST_RANK = {24: "9", 36: "6", 52: "2"}

# Section 4: the value that counts when an option is not named.
DEFAULTS: dict[str, object] = {
    "deck": 36,
    "turn_up": "top",
    "next_first_attacker": "left_of_fool",
    "opening_cards": "any_same_rank",
    "throw_in": True,
    "who_throws": "all",
    "throw_timing": "all_covered",
    "throw_order": "ring",
    "throw_pass": "until_new_card",
    "throw_batch": "any",
    "throw_after_take": True,
    "max_attack": 6,
    "first_limit": 5,
    "first_limit_scope": "first_bout",
    "first_limit_on_take": "keep",
    "limit_when_stock_empty": "keep",
    "transfer": False,
    "transfer_first_bout": "banned",
    "transfer_over_trump": "allowed",
    "late_transfer": False,
    "travel_card": False,
    "travel_scope": "bout",
    "travel_again": "must_lay",
    "draw_order": "attacker_first_defender_last",
    "draw_anchor": "opener",
    "scarce_stock": "in_order",
    "leave_when": "stock_empty",
}

# Section 4: the values an option with named values may take.
NAMED_VALUES: dict[str, tuple[str, ...]] = {
    "turn_up": ("top", "bottom"),
    "next_first_attacker": ("left_of_fool", "right_of_fool", "winner", "lowest_trump"),
    "opening_cards": ("one", "one_or_two", "any_same_rank"),
    "who_throws": ("attacker_only", "neighbours", "all"),
    "throw_timing": ("all_covered", "after_first_cover", "any_time"),
    "throw_order": ("ring", "attacker_first", "last_thrower_first"),
    "throw_pass": ("until_new_card", "final"),
    "throw_batch": ("any", "one"),
    "first_limit_scope": ("first_bout", "until_first_discard"),
    "first_limit_on_take": ("keep", "lift"),
    "limit_when_stock_empty": ("keep", "lift"),
    "transfer_first_bout": ("banned", "banned_first_deal", "allowed"),
    "transfer_over_trump": ("allowed", "banned"),
    "travel_scope": ("bout", "deal"),
    "travel_again": ("must_lay", "no_transfer"),
    "draw_order": ("attacker_first_defender_last", "clockwise_from_attacker", "defender_first"),
    "draw_anchor": ("opener", "last_attacker"),
    "scarce_stock": ("in_order", "equal"),
    "leave_when": ("stock_empty", "hand_empty"),
}

# Section 4, "Refuse combinations": these say something only when `transfer` is true.
NEED_TRANSFER = (
    "transfer_first_bout",
    "transfer_over_trump",
    "late_transfer",
    "travel_card",
    "travel_scope",
    "travel_again",
)

# Options of the catalogue that are out of scope; any value but these is refused.
OUT_OF_SCOPE: dict[str, tuple[object, ...]] = {
    "packs": (1,),
    "overload_limit": (None, "none"),
    "trump_source": ("turn_up",),
    "spade_turn_up": ("normal",),
    "spades_only_by_spades": (False,),
    "queen_rule": ("normal",),
    "jokers": ("any",),
    "joker_attack": ("allowed",),
    "teams": (None, "none"),
    "pass_hands": (None, "none"),
    "epaulettes": ("off",),
    "cheating": (False,),
    "self_throw": (False,),
    "lead_from_stock": (False,),
}


def rank_of(card: str) -> str:
    """The rank letter of a card (catalogue, "Cards")."""
    return card[0]


def suit_of(card: str) -> str:
    """The suit letter of a card (catalogue, "Cards")."""
    return card[1]


def height(card: str) -> int:
    """D-02, D-60: how high a card is within its suit."""
    return RANKS.index(rank_of(card))


def writing_order(card: str) -> tuple[int, int]:
    """The place of a card in the text of a move: by suit, then by rank."""
    return (SUITS.index(suit_of(card)), height(card))


def full_deck(size: int) -> list[str]:
    """D-02, D-60: the cards of a deck of 24, 36 or 52."""
    lowest = RANKS.index(LOWEST_RANK[size])
    return [rank + suit for suit in SUITS for rank in RANKS[lowest:]]


class Durak:
    """One deal of Durak at a time, for two to six single players (sections 3.1-3.6)."""

    def __init__(self, options: dict[str, object], seats: int) -> None:
        """Section 4 and D-01: read the options, refuse what the catalogue refuses."""
        for name, harmless in OUT_OF_SCOPE.items():
            if name in options and options[name] not in harmless:
                raise ValueError(f"out of scope: {name} = {options[name]!r}")
        self.options: dict[str, object] = dict(DEFAULTS)
        for name in DEFAULTS:
            if name in options:
                self.options[name] = options[name]
        for name, values in NAMED_VALUES.items():
            if self.options[name] not in values:
                raise ValueError(f"{name} cannot be {self.options[name]!r}")
        if self.options["deck"] not in LOWEST_RANK:
            raise ValueError(f"deck cannot be {self.options['deck']!r}")
        self.max_attack = self._number_or_none("max_attack")
        self.first_limit = self._number_or_none("first_limit")
        if not self._on("transfer"):
            for name in NEED_TRANSFER:
                if self.options[name] != DEFAULTS[name]:
                    raise ValueError(f"{name} needs transfer")
        if self._on("late_transfer") and not self._on("throw_in"):
            raise ValueError("late_transfer needs throw_in")
        self.whole_deck = full_deck(int(str(self.options["deck"])))
        if seats < 2 or seats > 6 or seats * HAND_SIZE > len(self.whole_deck):
            raise ValueError(f"{seats} players cannot play with {len(self.whole_deck)} cards")
        self.seats = seats
        self.dealer = 0
        self.first_deal = True
        self._clear()

    # ---------------------------------------------------------------- options

    def _number_or_none(self, name: str) -> int | None:
        """Section 4: an option whose value is a positive number or none."""
        value = self.options[name]
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise ValueError(f"{name} cannot be {value!r}")
        return value

    def _on(self, name: str) -> bool:
        """Section 4: the value of a yes/no option."""
        return bool(self.options[name])

    def _is(self, name: str, value: str) -> bool:
        """Section 4: whether an option with named values has this one."""
        return self.options[name] == value

    # ---------------------------------------------------------------- setup (3.1, 3.2)

    def _clear(self) -> None:
        """Forget the last deal; everything that the rules of one deal talk about."""
        # What everybody knows about the deal.
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.stock: list[str] = []  # index 0 is drawn first, the turn-up last (D-05)
        self.discard: list[str] = []
        self.trump: str = ""
        self.out: list[int] = []  # finishing order (D-33)
        self.over: bool = False
        self.fool: int | None = None
        self.bout: int = 0  # 1 in the first bout of the deal
        self.one_was_beaten: bool = False  # a bout of this deal has been beaten (first_limit_scope)
        self.idle_takes: int = 0  # D-37
        # The bout.
        self.table: list[tuple[str, str | None]] = []
        self.attacker: int = 0  # P
        self.defender: int = 0  # D
        self.opener: int = 0  # who opened the bout; differs from P after a transfer
        self.emptied: list[int] = []  # hands emptied in this bout while stock is left, in order
        self.showed: list[tuple[int, str]] = []  # travel cards shown in this travel_scope (D-47)
        # Whose turn it is: "open", "defend", "word" (D-22), "window" (D-25) or "after" (D-24).
        self.phase: str = "open"
        self.word: int = 0  # who has the word (D-22)
        self.passed: list[int] = []  # D-22
        self.last_thrower: int | None = None  # D-22
        self.queue: list[int] = []  # who is still to be asked, in a window or after a take

    def deal(
        self,
        deck: list[str],
        dealer: int,
        first_deal: bool = True,
        previous: dict[str, int | None] | None = None,
    ) -> None:
        """D-04, D-05, D-06, D-09 to D-11: deal the given deck and open the first bout."""
        if sorted(deck) != sorted(self.whole_deck):
            raise ValueError("this is not the deck of the game")
        self._clear()
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
        if not cards:
            # D-06: the last card dealt fixes trumps and stays in the dealer's hand.
            self.trump = suit_of(last_dealt)
        else:
            # D-05: the turn-up is the last card of the stock.
            if self._is("turn_up", "top"):
                turn_up = cards.pop(0)
                cards.append(turn_up)
            self.trump = suit_of(cards[-1])
        self.stock = cards
        self._start_bout(self._first_attacker(previous))

    def _first_attacker(self, previous: dict[str, int | None] | None) -> int:
        """D-11 (next_first_attacker), and D-09/D-10 for a first deal and after a drawn deal."""
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
        """D-09: the lowest trump in hand; D-10: else the lowest card, ties from the dealer's left."""
        asked = self._clockwise_from(self._left_of(self.dealer))
        best: str | None = None
        holder = asked[0]
        for only_trumps in (True, False):
            for seat in asked:
                for card in self.hands[seat]:
                    if only_trumps and suit_of(card) != self.trump:
                        continue
                    if best is None or height(card) < height(best):
                        best = card
                        holder = seat
            if best is not None:
                break
        return holder

    # ---------------------------------------------------------------- seats

    def _left_of(self, seat: int) -> int:
        """D-01: the next seat clockwise."""
        return (seat + 1) % self.seats

    def _clockwise_from(self, seat: int) -> list[int]:
        """D-01: all seats clockwise, this one first."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    def _active(self) -> list[int]:
        """D-08: the players who are still in the deal."""
        return [seat for seat in range(self.seats) if seat not in self.out]

    def _next_active(self, seat: int) -> int:
        """D-12, D-27, D-43: the next player clockwise who is in the deal; himself if no other is."""
        for other in self._clockwise_from(self._left_of(seat)):
            if other not in self.out:
                return other
        return seat

    def _leave_if_empty(self, seat: int) -> None:
        """D-08, D-33, leave_when: whoever has played his last card leaves at once, or may yet draw."""
        if self.hands[seat]:
            return
        if not self.stock or self._is("leave_when", "hand_empty"):
            self.out.append(seat)
        else:
            self.emptied.append(seat)

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

        limit_when_stock_empty = lift drops max_attack (nobody draws during a bout, so the stock is
        empty now if it was empty at the start of the bout); a bout under first_limit keeps that limit.
        first_limit_on_take = lift drops first_limit once D has said take.
        """
        most = self.max_attack
        if self._is("limit_when_stock_empty", "lift") and not self.stock:
            most = None
        if not self._under_first_limit():
            return most
        if self.phase == "after" and self._is("first_limit_on_take", "lift"):
            return most
        if most is None or self.first_limit is None:
            return self.first_limit
        return min(most, self.first_limit)

    def _cap(self) -> int:
        """D-13: how many attack cards may be added now: min(L - A, H - U), never below 0."""
        cap = len(self.hands[self.defender]) - len(self._uncovered())
        limit = self._limit()
        if limit is not None:
            cap = min(cap, limit - len(self.table))
        return max(cap, 0)

    def _beats(self, cover: str, attack: str) -> bool:
        """D-15: the higher card of the suit, or a trump on another suit."""
        if suit_of(cover) == suit_of(attack):
            return height(cover) > height(attack)
        return suit_of(cover) == self.trump

    # ---------------------------------------------------------------- who throws

    def _ring(self) -> list[int]:
        """D-21: R = P, then everybody else clockwise from D's seat (D himself left out)."""
        others = self._clockwise_from(self.defender)
        return [self.attacker] + [s for s in others if s not in (self.attacker, self.defender)]

    def _throwers(self) -> list[int]:
        """D-21, who_throws: E, those of the ring who are active, hold cards and are admitted."""
        admitted = self._ring()
        if self._is("who_throws", "attacker_only"):
            admitted = [self.attacker]
        elif self._is("who_throws", "neighbours"):
            neighbour = self._next_active(self.defender)
            admitted = [seat for seat in admitted if seat in (self.attacker, neighbour)]
        return [seat for seat in admitted if seat not in self.out and self.hands[seat]]

    def _throwable(self, seat: int) -> list[str]:
        """D-19: the cards of a hand whose rank lies on the table."""
        ranks = [rank_of(card) for card in self._table_cards()]
        return [card for card in self.hands[seat] if rank_of(card) in ranks]

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

    def _word_after_pass(self, seat: int) -> int | None:
        """D-22, throw_order: who has the word after this player has passed."""
        if self._is("throw_order", "ring"):
            return self._next_not_passed(seat)
        return self._first_not_passed()

    # ---------------------------------------------------------------- transfers (3.6)

    def _may_transfer_at_all(self) -> bool:
        """D-40, D-42, D-43, D-45, D-46: what laying and showing have in common, sizes apart."""
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
        # D-40: the uncovered cards are all of one rank.
        if len({rank_of(card) for card in uncovered}) != 1:
            return False
        # D-43: there is somebody to transfer to.
        if self._next_active(self.defender) == self.defender:
            return False
        # D-45
        trump_lies = any(suit_of(card) == self.trump for card in self._table_cards())
        return not (trump_lies and self._is("transfer_over_trump", "banned"))

    def _transfer_fits(self, added: int) -> bool:
        """D-44: after the transfer U is at most the target's hand, and A at most L."""
        target = self._next_active(self.defender)
        if len(self._uncovered()) + added > len(self.hands[target]):
            return False
        limit = self._limit()
        return limit is None or len(self.table) + added <= limit

    def _transfers(self) -> list[str]:
        """D-40, D-44, D-48: the cards D may lay to transfer, one of them at a time."""
        if not self._may_transfer_at_all() or not self._transfer_fits(1):
            return []
        rank = rank_of(self._uncovered()[0])
        cards = [card for card in self.hands[self.defender] if rank_of(card) == rank]
        if self._is("travel_again", "no_transfer"):
            cards = [card for card in cards if (self.defender, card) not in self.showed]
        return cards

    def _shows(self) -> list[str]:
        """D-47, D-48: the trump D may show as a travel card, once per travel_scope."""
        if not self._on("travel_card") or not self._may_transfer_at_all() or not self._transfer_fits(0):
            return []
        if any(seat == self.defender for seat, _ in self.showed):
            return []
        card = rank_of(self._uncovered()[0]) + self.trump
        return [card] if card in self.hands[self.defender] else []

    # ---------------------------------------------------------------- legal moves

    def to_act(self) -> list[int]:
        """Whose turn it is: D-14 P, D-16 D, D-22 the holder of the word, D-24/D-25 the next asked."""
        if self.over:
            return []
        if self.phase == "open":
            return [self.attacker]
        if self.phase == "defend":
            return [self.defender]
        if self.phase == "word":
            return [self.word]
        return [self.queue[0]]

    def _plain_moves(self, seat: int) -> list[str]:
        """D-16, D-22, D-24, D-25: the legal moves that are not a set of cards to be chosen."""
        if self.phase == "open":
            return []
        if self.phase == "window":
            return ["hold"]
        if self.phase in ("word", "after"):
            return ["pass"]
        moves = ["take"]
        for attack in self._uncovered():
            moves += [f"cover {attack} with {card}" for card in self.hands[seat] if self._beats(card, attack)]
        moves += [f"transfer {card}" for card in self._transfers()]
        moves += [f"show {card}" for card in self._shows()]
        return moves

    def _set_moves(self, seat: int) -> tuple[str, list[list[str]], int]:
        """D-14, D-19, D-22: the word of a set move, the groups it is chosen from, the most cards.

        Any non-empty set of at most that many cards out of one group is legal.
        """
        if self.phase == "open":
            most = self._cap()
            if self._is("opening_cards", "one"):
                most = min(most, 1)
            elif self._is("opening_cards", "one_or_two"):
                most = min(most, 2)
            hand = self.hands[seat]
            groups = [[card for card in hand if rank_of(card) == rank] for rank in RANKS]
            return ("attack", groups, most)
        if self.phase == "defend":
            return ("throw", [], 0)
        most = self._cap()
        if self._is("throw_batch", "one") and self.phase != "after":
            most = min(most, 1)
        return ("throw", [self._throwable(seat)], most)

    def legal(self, seat: int) -> set[str]:
        """All legal moves of the player who is to act; nothing for anybody else."""
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
        """Whether a text is in `legal`, found out without listing every set of cards."""
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
        """Play one legal move of the player who is to act."""
        if not self.allows(seat, text):
            raise ValueError(f"P{seat} may not play {text!r}")
        words = text.split(" ")
        if words[0] == "attack":
            self._play_attack(seat, words[1:])
        elif words[0] == "cover":
            self._play_cover(seat, words[1], words[3])
        elif words[0] == "throw":
            self._play_throw(seat, words[1:])
        elif words[0] == "transfer":
            self._play_transfer(seat, words[1], laid=True)
        elif words[0] == "show":
            self._play_transfer(seat, words[1], laid=False)
        elif words[0] == "take":
            self._play_take()
        elif words[0] == "pass":
            self._play_pass(seat)
        else:
            self._play_hold()

    def _lay_attack_cards(self, seat: int, cards: list[str]) -> None:
        """D-08, D-13: attack cards go from the hand to the table, uncovered."""
        for card in cards:
            self.hands[seat].remove(card)
            self.table.append((card, None))
        self._leave_if_empty(seat)

    def _play_attack(self, seat: int, cards: list[str]) -> None:
        """D-14, D-25: P opens the bout."""
        self._lay_attack_cards(seat, cards)
        self._turn_to_defender(self._is("throw_timing", "any_time"))

    def _play_cover(self, seat: int, attack: str, card: str) -> None:
        """D-16, D-18, D-22, D-23, D-25: D covers one card."""
        self.hands[seat].remove(card)
        self.table[self.table.index((attack, None))] = (attack, card)
        self._leave_if_empty(seat)
        if self._uncovered():
            self._turn_to_defender(not self._is("throw_timing", "all_covered"))
        elif not self._on("throw_in"):
            self._finish_bout(taken=False)
        else:
            self._give_word(self._word_when_covered())

    def _play_transfer(self, seat: int, card: str, laid: bool) -> None:
        """D-41, D-43, D-47: D becomes P, the next active player defends, the word starts afresh."""
        self.attacker = seat
        self.defender = self._next_active(seat)
        self.passed = []
        self.last_thrower = None
        if laid:
            self._lay_attack_cards(seat, [card])
        else:
            self.showed.append((seat, card))
        self._turn_to_defender(self._is("throw_timing", "any_time"))

    def _play_throw(self, seat: int, cards: list[str]) -> None:
        """D-22, D-24, D-25: throw in."""
        self._lay_attack_cards(seat, cards)
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
        """D-22, D-24: pass, in the word or after a take."""
        if self.phase == "after":
            self.queue.pop(0)
            self._ask_after_take()
        else:
            self.passed.append(seat)
            self._give_word(self._word_after_pass(seat))

    def _play_hold(self) -> None:
        """D-25: hold in a window; this is not a pass."""
        self.queue.pop(0)
        self._ask_in_window()

    def _play_take(self) -> None:
        """D-18, D-24, throw_after_take: D gives up; first the others may throw in, each once."""
        if not self._on("throw_in") or not self._on("throw_after_take"):
            self._finish_bout(taken=True)
            return
        self.phase = "after"
        self.queue = self._throwers()
        self._ask_after_take()

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

    def _give_word(self, seat: int | None) -> None:
        """D-22, D-23: this player has the word; nobody left to ask, or cap = 0: the bout is beaten."""
        if seat is None or self._cap() == 0:
            self._finish_bout(taken=False)
        else:
            self.phase = "word"
            self.word = seat

    def _ask_after_take(self) -> None:
        """D-24: the next one speaks while cap >= 1, then D takes the table."""
        if not self.queue or self._cap() == 0:
            self.queue = []
            self._finish_bout(taken=True)

    # ---------------------------------------------------------------- end of a bout (3.4, 3.5)

    def _start_bout(self, seat: int) -> None:
        """D-12, D-22, D-47: this player opens a new bout against the next active player."""
        self.bout += 1
        self.table = []
        self.attacker = seat
        self.opener = seat
        self.defender = self._next_active(seat)
        self.passed = []
        self.last_thrower = None
        self.queue = []
        self.emptied = []
        if self._is("travel_scope", "bout"):
            self.showed = []
        self.phase = "open"

    def _finish_bout(self, taken: bool) -> None:
        """D-26: the book-keeping of a bout, in this order."""
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
        # (4) D-35, D-36, D-37: the end of the deal.
        if taken and not drew:
            self.idle_takes += 1
        else:
            self.idle_takes = 0
        if self._deal_is_over():
            return
        # (6) D-27, D-28: the next attacker.
        if taken or self.defender in self.out:
            self._start_bout(self._next_active(self.defender))
        else:
            self._start_bout(self.defender)

    def _draw_order(self) -> list[int]:
        """D-30, draw_order, draw_anchor: the order in which hands are filled."""
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
        """D-08, D-29: how many cards a player wants; who has left wants none."""
        if seat in self.out:
            return 0
        return max(HAND_SIZE - len(self.hands[seat]), 0)

    def _refill(self) -> None:
        """D-29 to D-31, scarce_stock: everybody draws up to six while the stock lasts."""
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

    def _deal_is_over(self) -> bool:
        """D-35, D-36, D-37, leave_when: one player left is the fool; none left, or the guard: drawn."""
        active = self._active()
        if not self.stock or self._is("leave_when", "hand_empty"):
            if len(active) == 1:
                self.fool = active[0]
                self.over = True
            elif not active:
                self.over = True
        if self.idle_takes >= GUARD_BOUTS:
            self.over = True
        return self.over
