"""Durak as agreed at a table: which moves are legal, and what is shown. The play is in bouts.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import MappingProxyType

from cardtable.cards import MAX_PACKS, PACK, RANK_MATES, SUIT_CARDS, Cards, cards_of, only_card
from cardtable.engine.draft import Draft, FactReader, Facts
from cardtable.engine.moves import Event, Form, Move, Seat, one_card_moves, rank_moves, set_moves
from cardtable.engine.rounds import Rounds
from cardtable.engine.rules import Result, RuleBroken, Standing
from cardtable.engine.scene import NO_CARD, Scene
from cardtable.engine.state import Observation
from cardtable.engine.text import Text, mark
from cardtable.games.durak import cheating, positions, refusals, scene, words
from cardtable.games.durak.dealing import Dealing
from cardtable.games.durak.options import DurakOptions
from cardtable.games.durak.state import NO_LIMIT, DurakStanding, DurakState

TAKE = Move("take")
PASS = Move("pass")
HOLD = Move("hold")
TURN = Move("turn")
_throws = one_card_moves("throw", MAX_PACKS)
_transfers = rank_moves("transfer")
_shows = rank_moves("show")
_ONLY_PASS, _ONLY_HOLD, _ONLY_TAKE, _ONLY_TURN = (PASS,), (HOLD,), (TAKE,), (TURN,)


@cache
def _cover_moves(packs: int) -> list[list[tuple[Move, ...]]]:
    return [one_card_moves("cover", packs, attack) for attack in range(PACK * packs)]


@cache
def _opening_moves(most: int) -> Callable[[Cards], tuple[Move, ...]]:
    return rank_moves("attack", most)


class DurakRules(Dealing):
    """Durak as agreed at this table."""

    verbs = (
        "attack",
        "cover",
        "throw",
        "transfer",
        "show",
        "take",
        "pass",
        "hold",
        "turn",
        "cheat_cover",
        "cheat_transfer",
        "accuse",
    )
    forms = MappingProxyType(
        {"cover": Form("cover {card} with {cards}"), "cheat_cover": Form("cheat_cover {card} with {cards}")}
    )
    rounds = Rounds(
        mark("The last bout"),
        lays=frozenset(["attack", "turn", "throw", "transfer", "cover"]),
        ends=frozenset(["taken", "beaten"]),
        covers=frozenset(["cover"]),
        returns=frozenset(["taken_back"]),
        tells=frozenset(["transfer", "show"]),
    )
    __slots__ = (
        "_cover_moves",
        "_leads_from_stock",
        "_may_attack",
        "_openings",
        "_transfers",
        "opening_most",
        "throw_most",
    )

    def __init__(self, options: DurakOptions, seats: int) -> None:
        super().__init__(options, seats)
        self.opening_most = {"one": 1, "one_or_two": 2, "any_same_rank": NO_LIMIT}[options.opening_cards]
        most_of_rank = 4 * options.packs
        self._openings = [
            _opening_moves(min(room, most_of_rank, self.opening_most)) for room in range(len(self.deck) + 1)
        ]
        self.throw_most = 1 if options.throw_batch == "one" else NO_LIMIT
        self._cover_moves = _cover_moves(options.packs)
        self._may_attack = self.all_cards & ~self.banned_attacks
        self._leads_from_stock = options.lead_from_stock
        self._transfers = options.transfer

    # Legal moves

    def legal(self, state: DurakState, seat: Seat) -> Sequence[Move]:
        """Every legal move of this seat, unique; empty when it may not act."""
        to_act = state.to_act
        if not to_act or seat != to_act[0]:
            # Out of turn there is at most something to accuse (D-74).
            return cheating.accusations(self, state, seat) if self._catching and seat in to_act else ()
        hand = state.places[seat]
        moves: tuple[Move, ...]
        if state.uncovered and not state.asking:
            # The defender covers, passes the attack on or takes (D-16, D-24, D-40, D-47, D-73).
            uncovered, beaters = state.uncovered, self._beaters[state.trump]
            moves = ()
            while uncovered:
                attack = uncovered.bit_length() - 1
                uncovered ^= 1 << attack
                covers, fits = self._cover_moves[attack], hand & beaters[attack]
                while fits:
                    others = fits & (fits - 1)
                    moves += covers[(fits ^ others).bit_length()]
                    fits = others
            if self._transfers and self.transfer_ban(state) is None:
                laid, shown = self.transfer_cards(state, seat)
                moves += _transfers(laid) + _shows(shown)
            if self._cheating:
                moves += cheating.fakes(self, state, seat)
            moves += _ONLY_TAKE
        elif not state.attacks:
            # The attacker opens the bout (D-14, D-76).
            room = state.room
            if self.banned_attacks:
                # Who holds nothing but jokers may lead one (D-63).
                hand = hand & ~self.banned_attacks or hand
                room = room if hand & ~self.banned_attacks else 1
            moves = self._openings[room](hand)
            if self._leads_from_stock and state.stock:
                moves += _ONLY_TURN
        elif state.calling:
            moves = _ONLY_PASS
        else:
            # Cards may be added, or none (D-19, D-22, D-24, D-25, D-75).
            cards = hand & state.ranks & self._may_attack if state.room else 0
            decline = _ONLY_HOLD if state.asking and not state.taking else _ONLY_PASS
            if not cards & (cards - 1):
                moves = _throws[cards.bit_length()] + decline
            else:
                most = 1 if state.self_asked else state.room if state.taking else min(state.room, self.throw_most)
                moves = set_moves("throw", cards, most) + decline
        return moves + cheating.accusations(self, state, seat) if self._catching else moves

    def transfer_ban(self, state: DurakState, ranks_matter: bool = True) -> str | None:
        """The rule that forbids every transfer now, None when the cards alone decide (D-40, D-42, D-43, D-45).

        A false transfer does not care for ranks (D-73).
        """
        options = self.options
        uncovered = state.uncovered
        if state.self_thrown:
            return "D-75"
        if not options.late_transfer and any(cover != NO_CARD for cover in state.covers):
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
        """The cards that the defender may lay to transfer, and those he may show (D-40, D-44, D-47, D-48)."""
        options = self.options
        target = self.transfer_target(state)
        assert target is not None
        mates = state.places[seat] & RANK_MATES[only_card(state.uncovered)]
        uncovered = state.uncovered.bit_count()
        target_hand = state.size(target.player)
        laid = mates & ~self.never_transfers(state, seat)
        if uncovered + 1 > target_hand or len(state.attacks) + 1 > state.limit:
            laid = 0
        shown = 0
        if (
            options.travel_card
            and state.trump >= 0
            and uncovered <= target_hand
            and not self.has_travelled(state, seat)
        ):
            shown = mates & SUIT_CARDS[state.trump]
        return laid, shown

    def never_transfers(self, state: DurakState, seat: Seat) -> Cards:
        """Cards that this seat may not lay to transfer: travel cards it has shown, where that is played (D-48)."""
        if self.options.travel_again != "no_transfer":
            return self.banned_attacks
        return self.banned_attacks | cards_of(card for shower, card in state.shown if shower == seat)

    def has_travelled(self, state: DurakState, seat: Seat) -> bool:
        """Whether the seat has shown a travel card in its scope (D-47)."""
        return any(shower == seat for shower, _ in state.shown)

    def why_not(self, state: DurakState, seat: Seat, move: Move) -> RuleBroken | None:
        """Why this seat may not make this move; None exactly when it is legal."""
        return refusals.why_not(self, state, seat, move)

    # Results

    def result(self, state: DurakState) -> Result:
        """The fool, or his whole team, scores 0, everybody else 1; a drawn deal one half each."""
        return Result(
            tuple(0.5 if state.fool < 0 else float(not state.losers >> seat & 1) for seat in range(self.seats)),
            tuple(words.result_lines(self, state)),
        )

    def totals(self, standing: Standing) -> list[tuple[Text, tuple[int, ...]]]:
        """Fools, and where the option names winners the first finishes too (D-80, D-81)."""
        assert isinstance(standing, DurakStanding)
        return words.totals(self, standing)

    # What is shown and put down

    def scene(self, seen: Observation) -> Scene:
        """What this seat's player sees."""
        return scene.scene(self, seen)

    def tell(self, event: Event) -> Text | None:
        """The line of the log for an event."""
        return words.tell(event)

    def facts(self, state: DurakState) -> Facts:
        """The public facts under the names that position files use."""
        return positions.facts(self, state)

    def put_down(self, draft: Draft, facts: FactReader) -> DurakState:
        """The state that a position file describes."""
        return positions.put_down(self, draft, facts)
