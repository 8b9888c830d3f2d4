"""The base of all Bura players: counting, claiming, announcing and drawing, and what a seat can tell about a trick."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from cardtable.bots import Decision
from cardtable.cards import SUIT_CARDS, Cards, only_card
from cardtable.engine.moves import Move, Seat
from cardtable.engine.state import Observation
from cardtable.engine.text import say, say_count
from cardtable.games.bura.beating import BEATERS, HIGHER
from cardtable.games.bura.drawing import BEGIN, DRAW, WAIT
from cardtable.games.bura.rules import CLAIM, SAY_BURA, SILENT, BuraRules
from cardtable.games.bura.state import BURA, CALLS, CLAIMS, LEAD, REPLIES, BuraState
from cardtable.games.tricks import points_of


class BuraLook:
    """A decision about which card to play, as its player sees it."""

    def __init__(self, rules: BuraRules, state: BuraState, seat: Seat) -> None:
        self.rules = rules
        self.state = state
        self.seat = seat
        self.hand: Cards = state.places[seat]
        self.trumps: Cards = SUIT_CARDS[state.trump]
        self.laid = sum(map(points_of, state.plays)) if state.moment == REPLIES else 0
        """Card points in the open trick."""

    def takes(self, move: Move) -> bool:
        """Whether this reply would beat the best play so far (B-11)."""
        return self.rules.wins_over(self.state, self.state.best, move.cards)

    def wins_deal(self, move: Move) -> bool:
        """Whether winning the trick with these cards would bring this seat to the target."""
        return self._reaches(self.seat, move)

    def loses_deal(self, move: Move) -> bool:
        """Whether these cards would bring the trick's present owner, an opponent, to the target."""
        return self._reaches(self.state.owner, move)

    def _reaches(self, seat: Seat, move: Move) -> bool:
        """Whether winning the trick would decide the deal for this seat; never if every deal is played out (B-28)."""
        if self.rules.by_penalties:
            return False
        return self.rules.count(self.state, seat) + self.laid + points_of(move.cards) >= self.rules.options.target

    def spent(self, move: Move) -> int:
        """The number of trumps a move uses."""
        return (move.cards & self.trumps).bit_count()

    def stands(self, lead: Cards) -> bool:
        """Whether no opponent can hold a reply that beats this lead, given the cards played, shown or left in the
        stock.
        """
        state = self.state
        unseen = self.rules.all_cards
        for cards in state.places:
            unseen &= ~cards
        hidden = state.hidden
        for other in self.rules.clockwise_from[self.seat][1:]:
            pool = state.places[other] | (unseen if hidden is None or hidden[other] else 0)
            if self._beaten_from(lead, pool):
                return False
        return True

    def _beaten_from(self, lead: Cards, pool: Cards) -> bool:
        """Whether some of these cards beat the lead (B-11)."""
        if self.rules.options.multi_beat == "each_card":
            return _matched(lead, pool, BEATERS[self.state.trump])
        ruffs = not lead & self.trumps and (pool & self.trumps).bit_count() >= lead.bit_count()
        return ruffs or _matched(lead, pool, HIGHER)


def _matched(lead: Cards, pool: Cards, beaters: tuple[Cards, ...]) -> bool:
    """Whether every card of a lead can be beaten by a different card of the pool."""
    if not lead:
        return True
    card = lead & -lead
    fitting = pool & beaters[only_card(card)]
    while fitting:
        beater = fitting & -fitting
        fitting ^= beater
        if _matched(lead ^ card, pool ^ beater, beaters):
            return True
    return False


class Player(ABC):
    """Counts and claims correctly, says bura, and draws in turn. The style decides which cards to play."""

    def __init__(self, rules: BuraRules) -> None:
        self.rules = rules

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Decides by rule, never at random."""
        state, seat = seen.state, seen.seat
        assert isinstance(state, BuraState)
        if state.moment == LEAD:
            return self.lead(BuraLook(self.rules, state, seat), choices)
        if state.moment == REPLIES:
            return self.reply(BuraLook(self.rules, state, seat), choices)
        if state.moment == CLAIMS:
            return self.claim(state, seat)
        if state.moment == BURA:
            return Decision(SAY_BURA, say("holds nothing but trumps"))
        if state.moment == CALLS:
            return self._announce(state, seat, choices)
        return self.draw(state, seat, choices)

    @abstractmethod
    def lead(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Chooses a lead."""

    @abstractmethod
    def reply(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Chooses a reply."""

    def draw(self, state: BuraState, seat: Seat, choices: Sequence[Move]) -> Decision:
        """Draws in turn and never fakes a draw."""
        if BEGIN in choices:
            return Decision(BEGIN, say("everybody has drawn"))
        if WAIT in choices:
            return Decision(WAIT, say("is not due to draw"))
        return Decision(DRAW, say("is due to draw"))

    def claim(self, state: BuraState, seat: Seat) -> Decision:
        """Claims the deal as soon as its count reaches the target."""
        count = self.rules.count(state, seat)
        counted = say_count("has counted {count} point", "has counted {count} points", count)
        return Decision(CLAIM if count >= self.rules.options.target else SILENT, counted)

    def _announce(self, state: BuraState, seat: Seat, choices: Sequence[Move]) -> Decision:
        if seat == state.leader:
            return Decision(SILENT, say("leads anyway and shows nothing"))
        calls = [move for move in choices if move != SILENT]
        if not calls:
            return Decision(SILENT, say("holds nothing to announce"))
        best = max(calls, key=lambda move: self.rules.ranking[move.arg])
        return Decision(best, say("for the lead"))
