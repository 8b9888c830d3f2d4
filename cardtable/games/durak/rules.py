"""Durak as agreed at a table: legal moves and public knowledge. Moves are applied in bouts.py."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from functools import cache
from math import comb
from types import MappingProxyType
from typing import ClassVar

from cardtable.cards import MAX_PACKS, ONE, RANK_MATES, SUIT_CARDS, Card, Cards, bits, cards_of, only_card, suit_of
from cardtable.engine.moves import Move, Notation, Seat, one_card_moves, rank_moves, set_moves, single_moves
from cardtable.engine.rounds import Rounds
from cardtable.engine.text import Text, mark, say
from cardtable.games.durak import dealing, match
from cardtable.games.durak.bouts import Bouts
from cardtable.games.durak.options import HAND, DurakOptions
from cardtable.games.durak.ranking import JOKERS, value
from cardtable.games.durak.state import NO_LIMIT, DurakStanding, DurakState

TAKE = Move("take")
PASS = Move("pass")
HOLD = Move("hold")
TURN = Move("turn")
EXCHANGE = Move("exchange")
_ONLY_PASS, _ONLY_TAKE, _ONLY_TURN, _ONLY_EXCHANGE = (PASS,), (TAKE,), (TURN,), (EXCHANGE,)
_HIGHEST = (0, *ONE)
"""The highest card of a set, as a set; the index is the `bit_length` of the set."""
# For each set of at most one card: its throw-in, if any, and the move that adds nothing.
_throw_or_pass = {
    cards: (*throw, PASS) for cards, throw in zip(_HIGHEST, one_card_moves("throw", MAX_PACKS), strict=True)
}
_throw_or_hold = {cards: (*throw[:-1], HOLD) for cards, throw in _throw_or_pass.items()}
MOST_SETS = 1_500
"""Above this number of sets nobody can choose from a list: the cards are then thrown in one by one."""


@cache
def _count_sets(cards: int, most: int) -> int:
    """The number of subsets of at most `most` cards."""
    return sum(comb(cards, size) for size in range(1, min(most, cards) + 1))


_Covers = list[tuple[Move, ...]]
"""For each `bit_length` of a set, the moves that cover a particular attack card with the set's highest card."""


@cache
def _covers(attack: Card, packs: int) -> _Covers:
    return one_card_moves("cover", packs, attack)


_Answers = tuple[tuple[Cards, _Covers], ...]
"""For each uncovered attack card, the cards that beat it, and the moves that cover it."""


class DurakRules(Bouts):
    """Durak as agreed at this table; the variant with cheating is in cheating.py."""

    CHEATS: ClassVar[bool] = False
    """Whether cheating may be tried under these rules (D-73)."""
    ends_by = "D-35"
    shame: ClassVar[Text | None] = say("The fool of the evening")
    asks_everybody = True
    forms = MappingProxyType(
        {"cover": Notation("cover {card} with {cards}"), "cheat_cover": Notation("cheat_cover {card} with {cards}")}
    )
    rounds = Rounds(
        mark("The last bout"),
        lays=frozenset(["attack", "turn", "throw", "transfer", "cover"]),
        ends=frozenset(["taken", "beaten"]),
        begins=frozenset(["deal", "bout"]),
        covers=frozenset(["cover"]),
        returns=frozenset(["taken_back"]),
        tells=frozenset(["transfer", "show"]),
    )
    misdeal = dealing.misdeal
    deal = dealing.deal
    start = match.start
    standing_after = match.standing_after
    match_places = match.match_places
    again = match.again
    tally = match.tally
    __slots__ = (
        "_answers",
        "_exchanges",
        "_leads_from_stock",
        "_only_covers",
        "_openings",
        "aims",
        "lays_several",
        "opening_most",
        "throw_most",
    )

    def __init__(self, options: DurakOptions, seats: int) -> None:
        assert options.cheating is self.CHEATS
        super().__init__(options, seats)
        self.opening_most = {"one": 1, "one_or_two": 2, "any_same_rank": NO_LIMIT}[options.opening_cards]
        self._openings: list[Callable[[Cards], tuple[Move, ...]] | None] = [None] * (len(self.deck) + 1)
        self.throw_most = 1 if options.throw_batch == "one" else NO_LIMIT
        self._answers: dict[int, dict[Cards, _Answers]] = {}
        self._leads_from_stock = options.lead_from_stock
        # If everything is dealt, no card is turned up.
        self._exchanges = options.trump_exchange == "opener" and seats * HAND < len(self.deck)
        played = {
            ("throw", "hold"): options.throw_in,
            ("pass",): options.throw_in or options.cheating,
            ("transfer",): options.transfer,
            ("show",): options.transfer and options.travel_card,
            ("turn",): options.lead_from_stock,
            ("exchange",): self._exchanges,
            ("cheat_cover", "cheat_transfer", "accuse"): options.cheating,
        }
        self.unused = frozenset(verb for verbs, here in played.items() if not here for verb in verbs)
        if options.max_attack != 1:
            throws_several = options.throw_in and self.throw_most > 1
            waits = not options.throw_in or options.throw_timing == "all_covered"
            self.aims = self.opening_most > 1 or throws_several or options.transfer or not waits
            adds_several = options.throw_in and options.throw_after_take
            self.lays_several = self.opening_most > 1 or throws_several or adds_several
        self._only_covers = not options.transfer and not options.cheating

    def height(self, card: Card, trump: int | None) -> int:
        """The rank of a card under this trump suit, if any: jokers are above all, then trumps (D-15, D-65)."""
        above = 2 if JOKERS >> card & 1 else trump is not None and suit_of(card) == trump
        return value(self.options, card) + len(self.deck) * above

    # Legal moves

    def blanks(self, state: DurakState, seat: Seat) -> bool:
        """With cheating, nobody knows how many cheats the others have left (D-73)."""
        return self.options.cheating

    def legal(self, state: DurakState, seat: Seat) -> Sequence[Move]:
        """Every legal move of this seat, without duplicates; empty if it may not act."""
        to_act = state.to_act
        if not to_act or seat != to_act[0]:
            return ()
        hand = state.places[seat]
        uncovered = state.uncovered
        moves: tuple[Move, ...]
        if uncovered and not state.asking:
            # The defender covers, passes the attack on or takes (D-16, D-24); built from the back, where the take is.
            moves = _ONLY_TAKE if self._only_covers else self.handing_on(state, seat) + _ONLY_TAKE
            try:
                answers = self._answers[state.trump][uncovered]
            except KeyError:
                answers = self._answers_to(uncovered, state.trump)
            for beaters, covers in answers:
                fits = hand & beaters
                while fits:
                    highest = fits.bit_length()
                    moves = covers[highest] + moves
                    fits -= _HIGHEST[highest]
        elif not state.attacks:
            # The attacker opens the bout (D-14, D-76, D-87).
            may_exchange = self._exchanges and self.exchange_ban(state, hand) is None
            room = state.room
            if self.banned_attacks:
                # A player with nothing but jokers may lead one (D-63).
                hand = hand & ~self.banned_attacks or hand
                room = room if hand & ~self.banned_attacks else 1
            moves = (self._openings[room] or self._opening(room))(hand)
            if self._leads_from_stock and state.stock:
                moves += _ONLY_TURN
            if may_exchange:
                moves += _ONLY_EXCHANGE
        elif state.calling:
            moves = _ONLY_PASS
        else:
            # Cards may be added, or none (D-19, D-22, D-24, D-25, D-75).
            cards = hand & state.ranks if state.room else 0
            if self.banned_attacks:
                cards &= ~self.banned_attacks
            adding = _throw_or_hold if state.asking and not state.taking else _throw_or_pass
            moves = adding.get(cards) or self._sets_to_throw(state, cards) + adding[0]
        return moves

    def _opening(self, room: int) -> Callable[[Cards], tuple[Move, ...]]:
        """A function from the attacker's hand to its openings of at most this many cards, built on first use."""
        most = min(room, 4 * self.options.packs, self.opening_most)
        found = self._openings[room] = rank_moves("attack", most, self.all_cards)
        return found

    def _sets_to_throw(self, state: DurakState, cards: Cards) -> tuple[Move, ...]:
        """The ways to throw in some of several fitting cards, as many at once as is played (D-19, D-24, D-75).

        If there are too many sets to choose from, one card is thrown in, or added with more to follow. A player who
        adds one is asked again before anybody else acts, so every set can still be thrown in.
        """
        most = self._most_thrown(state)
        if _count_sets(cards.bit_count(), most) > MOST_SETS:
            return single_moves("throw", cards) + single_moves("add", cards)
        return set_moves("throw", cards, most)

    def _most_thrown(self, state: DurakState) -> int:
        """The number of cards that may be thrown in together now (D-13, D-22, D-24, D-75)."""
        return 1 if state.self_asked else state.room if state.taking else min(state.room, self.throw_most)

    def throws_one_by_one(self, state: DurakState, seat: Seat) -> bool:
        """Whether this seat, which may throw in, has too many sets to choose from."""
        cards = state.places[seat] & state.ranks & ~self.banned_attacks
        return _count_sets(cards.bit_count(), self._most_thrown(state)) > MOST_SETS

    def allows(self, state: DurakState, seat: Seat, move: Move) -> bool:
        """Whether a move is legal, including a set to throw in that is not listed because there are too many (D-19)."""
        moves = self.legal(state, seat)
        if move in moves:
            return True
        if move.verb != "throw" or move.arg or not moves or moves[0].verb != "throw":
            return False
        fitting = state.places[seat] & state.ranks & ~self.banned_attacks
        fits = bool(move.cards) and not move.cards & ~fitting and move.cards.bit_count() <= self._most_thrown(state)
        return fits and self.throws_one_by_one(state, seat)

    def _answers_to(self, attacks: Cards, trump: int) -> _Answers:
        """The cards that beat each of these attack cards, and the moves that cover it, lowest first (D-15, D-16)."""
        known = self._answers.setdefault(trump, {})
        if attacks in known:
            return known[attacks]
        first, *others = bits(attacks)
        answers: _Answers = ((self._beaters[trump][first], _covers(first, self.options.packs)),)
        for attack in others:
            answers += self._answers_to(ONE[attack], trump)
        if len(others) < 2:
            # Three uncovered cards are rare, and rarely the same three.
            known[attacks] = answers
        return answers

    def handing_on(self, state: DurakState, seat: Seat) -> tuple[Move, ...]:
        """The defender's ways to pass the attack on (D-40, D-47)."""
        # Looks for a card of the rank first: usually there is none, and the check is quick.
        mates = state.places[seat] & RANK_MATES[state.uncovered.bit_length() - 1]
        if mates and self.options.transfer and self.transfer_ban(state) is None:
            laid, shown = self.transfer_cards(state, seat)
            if self.options.transfer_cards == "several" and laid:
                transfers = set_moves("transfer", laid, min(self.transfer_room(state), laid.bit_count()))
            else:
                transfers = single_moves("transfer", laid)
            return transfers + single_moves("show", shown)
        return ()

    def exchange_ban(self, state: DurakState, hand: Cards) -> str | None:
        """The reason why a player opening with this hand may not exchange the lowest trump; None if they may (D-87).

        "bout": it is the first of the deal; "stock": the turn-up has been drawn, or there was none; "rank": the turn-up
        is a lowest trump, or not a trump; "hand": the hand holds no lowest trump.
        """
        if state.bout == 1:
            return "bout"
        if not state.stock or state.turn_up < 0:
            return "stock"
        if state.trump < 0 or self.lowest_trumps[state.trump] >> state.turn_up & 1:
            return "rank"
        return None if hand & self.lowest_trumps[state.trump] else "hand"

    def transfer_ban(self, state: DurakState, ranks_matter: bool = True) -> str | None:
        """The rule that forbids every transfer now; None if the cards alone decide (D-40, D-42, D-43, D-45).

        A false transfer ignores ranks (D-73).
        """
        options = self.options
        uncovered = state.uncovered
        if state.self_thrown & uncovered:
            return "D-75"
        if not options.late_transfer and state.covered:
            return "D-40"
        if ranks_matter and uncovered & ~RANK_MATES[uncovered.bit_length() - 1]:
            return "D-46" if options.late_transfer else "D-40"
        first = options.transfer_first_bout
        if state.bout == 1 and (first == "banned" or (first == "banned_first_deal" and state.first_deal)):
            return "D-42"
        if self.transfer_target(state) is None:
            return "D-43"
        trumps = SUIT_CARDS[state.trump] if state.trump >= 0 else 0
        if options.transfer_over_trump == "banned" and state.places[self.table] & trumps:
            return "D-45"
        return None

    def transfer_cards(self, state: DurakState, seat: Seat) -> tuple[Cards, Cards]:
        """The cards the defender may transfer with, and those they may show (D-40, D-44, D-47, D-48)."""
        mates = state.places[seat] & RANK_MATES[only_card(state.uncovered)]
        room = self.transfer_room(state)
        laid = mates & ~self.never_transfers(state, seat) if room > 0 else 0
        shown = 0
        if self.options.travel_card and state.trump >= 0 and room >= 0 and not self.has_travelled(state, seat):
            shown = mates & SUIT_CARDS[state.trump]
        return laid, shown

    def never_transfers(self, state: DurakState, seat: Seat) -> Cards:
        """The cards this seat may not transfer with: travel cards it has shown, if that is played (D-48)."""
        if self.options.travel_again != "no_transfer":
            return self.banned_attacks
        return self.banned_attacks | cards_of(card for shower, card in state.shown if shower == seat)

    def has_travelled(self, state: DurakState, seat: Seat) -> bool:
        """Whether the seat has shown a travel card in its scope (D-47)."""
        return any(shower == seat for shower, _ in state.shown)

    # Results

    @property
    def one_deal(self) -> bool:
        """Whether nothing beyond a single deal was agreed (D-80)."""
        return self.options.match == "single"

    def scores(self, state: DurakState) -> tuple[float, ...]:
        """The fool, or their whole team, scores 0, everybody else 1; in a drawn deal everybody scores 0.5."""
        return tuple(0.5 if state.fool < 0 else float(not state.losers >> seat & 1) for seat in range(self.seats))

    def standing_before(self, state: DurakState) -> DurakStanding:
        """The standing before this deal, as far as it is public: the ladder steps of every player (D-72)."""
        begun: DurakStanding = self.start()
        return dataclasses.replace(begun, dealer=state.dealer, epaulettes=state.needs)
