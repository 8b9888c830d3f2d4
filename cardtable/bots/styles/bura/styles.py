"""The documented styles of Bura: hoarding trumps, intercepting hoarders, counting, watching draws, taking, collecting.

They follow section 8 of the catalogue; `tests/bots/test_bura_styles.py` measures that they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtable.bots import Decision
from cardtable.bots.styles.bura.endgame import Endgame
from cardtable.bots.styles.bura.player import BuraLook, Player
from cardtable.bots.styles.bura.steady import ENOUGH, Steady, height, taken
from cardtable.cards import SUIT_CARDS, Cards
from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.text import faces, say
from cardtable.games.bura.beating import ACES, TENS
from cardtable.games.bura.drawing import BEGIN, DRAW, WAIT, due
from cardtable.games.bura.rules import CLAIM, BuraRules
from cardtable.games.bura.state import BuraState
from cardtable.games.tricks import points_of


def _cheapest(look: BuraLook, moves: Sequence[Move]) -> Move:
    """The reply that spends the fewest trumps, then the fewest points, then the lowest cards."""
    return min(moves, key=lambda move: (look.spent(move), points_of(move.cards), move.cards))


def _emptiest(look: BuraLook, moves: Sequence[Move]) -> Move:
    """The reply with the fewest points, then the fewest trumps, then the lowest cards."""
    return min(moves, key=lambda move: (points_of(move.cards), look.spent(move), move.cards))


class PointTaker(Player):
    """Beats whatever it can, and leads the cards that count most."""

    MARGIN: Final = 3
    """Card points beyond the target that it wants when it has to guess."""

    def lead(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Leads its most valuable group of one suit, with the fewest trumps and the fewest cards."""
        move = max(choices, key=lambda move: (points_of(move.cards), -look.spent(move), -move.cards.bit_count()))
        return Decision(move, say("leads what counts most, {cards}", cards=faces(move.cards)))

    def reply(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Takes the trick as cheaply as possible, else throws the fewest points."""
        winners = [move for move in choices if look.takes(move)]
        if winners:
            move = _cheapest(look, winners)
            return Decision(move, taken(look.laid + points_of(move.cards)))
        move = _emptiest(look, choices)
        return Decision(move, say("cannot take and gives little, {cards}", cards=faces(move.cards)))

    def claim(self, state: BuraState, seat: Seat) -> Decision:
        """Takes a chance where replies are face down: the unseen cards of its tricks count as half the average unseen
        card, since others throw their emptiest, and three points are left as a margin of error (B-27).
        """
        known, place = self.rules.count(state, seat), self.rules.under + seat
        if self.rules.hides and state.hidden is not None and state.hidden[place]:
            unseen = self.rules.all_cards
            for cards in state.places:
                unseen &= ~cards
            likely = known + state.hidden[place] * points_of(unseen) / unseen.bit_count() / 2
            if known < self.rules.options.target and likely >= self.rules.options.target + self.MARGIN:
                return Decision(CLAIM, say("has not seen all of its cards and trusts that they are enough"))
        return super().claim(state, seat)


class TrumpKeeper(PointTaker):
    """Keeps its trumps until it holds nothing else, unless a trump decides the deal."""

    def __init__(self, rules: BuraRules) -> None:
        super().__init__(rules)
        self._kept = rules.filled_hand - 2
        """The number of trumps at which it starts to keep them."""

    def lead(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """While it collects, leads as many plain cards as possible, so as to draw more."""
        plain = self._plain(look, choices)
        if plain is choices:
            return super().lead(look, choices)
        for move in choices:
            if look.wins_deal(move) and look.stands(move.cards):
                return Decision(move, say("leads {cards}, which wins the deal", cards=faces(move.cards)))
        move = max(plain, key=lambda move: (move.cards.bit_count(), -points_of(move.cards), -move.cards))
        return Decision(move, say("leads {cards} and keeps its trumps", cards=faces(move.cards)))

    def reply(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """While it collects, replies with plain cards."""
        plain = self._plain(look, choices)
        if plain is choices:
            return super().reply(look, choices)
        winners = [move for move in choices if look.takes(move)]
        if any(look.wins_deal(move) for move in winners):
            move = _cheapest(look, [move for move in winners if look.wins_deal(move)])
            return Decision(move, say("takes enough to win the deal"))
        if winners and look.loses_deal(_emptiest(look, choices)):
            move = _cheapest(look, winners)
            return Decision(move, say("takes the trick that would win the deal for its opponent"))
        move = super().reply(look, plain).move
        return Decision(move, say("lays {cards} and keeps its trumps", cards=faces(move.cards)))

    def claim(self, state: BuraState, seat: Seat) -> Decision:
        """Claims only what it knows, without taking chances."""
        return Player.claim(self, state, seat)

    def _plain(self, look: BuraLook, choices: Sequence[Move]) -> Sequence[Move]:
        """The moves without a trump if it is keeping trumps and has such moves; else all."""
        if not look.state.stock or (look.hand & look.trumps).bit_count() < self._kept:
            return choices
        return [move for move in choices if not move.cards & look.trumps] or choices


class Interceptor(Player):
    """Waits with single cards until another player seems to collect trumps, then takes the lead and attacks with
    several.

    A player who plays only freshly drawn cards twice in a row is suspected of holding three trumps.
    """

    WORTH_TAKING: Final = 10
    """Card points in a trick, including its own, that make it worth beating before it suspects anyone."""

    def __init__(self, rules: BuraRules) -> None:
        super().__init__(rules)
        self._fresh: list[list[bool]] = [[] for _ in range(rules.seats)]
        """By seat, for each of its plays, whether all its cards had just been drawn."""

    def watch(self, events: Sequence[Event]) -> None:
        """Reads which cards laid in this deal were marked as just drawn (B-22)."""
        self._fresh = [[] for _ in range(self.rules.seats)]
        for event in events:
            if event.kind in ("lead", "reply"):
                self._fresh[event.seat].append(not event.cards & ~event.arg)

    def suspects(self, seat: Seat) -> bool:
        """Whether another player used only freshly drawn cards in their last two tricks."""
        others = (self._fresh[other] for other in self.rules.clockwise_from[seat][1:])
        return any(len(plays) > 1 and all(plays[-2:]) for plays in others)

    def lead(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Leads its emptiest plain card; against a collector three cards, or failing that two."""
        if self.suspects(look.seat):
            for size in (3, 2):
                several = [move for move in choices if move.cards.bit_count() == size]
                if several:
                    move = max(several, key=lambda move: (-look.spent(move), points_of(move.cards), move.cards))
                    return Decision(move, say("leads {cards} to force the trumps out", cards=faces(move.cards)))
        fewest = min(move.cards.bit_count() for move in choices)
        moves = [move for move in choices if move.cards.bit_count() == fewest]
        move = min(moves, key=lambda move: (look.spent(move), points_of(move.cards), move.cards))
        return Decision(move, say("leads {cards} and waits", cards=faces(move.cards)))

    def reply(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Takes tricks that are worth it; against a collector, every trick."""
        winners = [move for move in choices if look.takes(move)]
        if winners:
            move = _cheapest(look, winners)
            if self.suspects(look.seat):
                return Decision(move, say("takes the lead from a collector of trumps"))
            worth = [move for move in winners if look.laid + points_of(move.cards) >= self.WORTH_TAKING]
            if worth:
                move = _cheapest(look, worth)
                return Decision(move, taken(look.laid + points_of(move.cards)))
        losers = [move for move in choices if move not in winners]
        move = _emptiest(look, losers or choices)
        return Decision(move, say("gives little, {cards}", cards=faces(move.cards)))


class PointCounter(Steady):
    """Counts the cards: risks no ace or ten, gives away no avoidable point, and plays the last tricks exactly."""

    def __init__(self, rules: BuraRules) -> None:
        super().__init__(rules)
        self._endgame = Endgame(rules)

    def lead(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Leads unbeatable cards if that wins the deal; else weighs like the baseline, but risks no ace or ten."""
        for move in choices:
            if look.wins_deal(move) and look.stands(move.cards):
                return Decision(move, say("leads {cards}, which wins the deal", cards=faces(move.cards)))
        allowed = [move for move in choices if not move.cards & (ACES | TENS) or look.stands(move.cards)] or choices
        other = self._endgame.other_hand(look)
        if other is not None:
            move = max(allowed, key=lambda move: (self._endgame.lead(look, other, move), -move.cards))
            return Decision(move, say("knows every card: {cards} brings most", cards=faces(move.cards)))
        return super().lead(look, allowed)

    def reply(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Weighs like the baseline, but loses tricks only with the fewest points, and never the decisive one."""
        fewest = min(points_of(move.cards) for move in choices)
        winners = [move for move in choices if look.takes(move)]
        losers = [move for move in choices if move not in winners and points_of(move.cards) == fewest]
        other = self._endgame.other_hand(look)
        if other is not None:
            move = max(winners + losers, key=lambda move: (self._endgame.reply(look, other, move), -move.cards))
            return Decision(move, say("knows every card: {cards} brings most", cards=faces(move.cards)))
        if winners and losers and look.loses_deal(losers[0]):
            move = _cheapest(look, winners)
            return Decision(move, say("takes the trick that would win the deal for its opponent"))
        return super().reply(look, winners + losers)


class PurchaseWatcher(Steady):
    """Plays like the baseline; where players draw by hand, it goes by the size of the hands and nothing else."""

    def draw(self, state: BuraState, seat: Seat, choices: Sequence[Move]) -> Decision:
        """Draws once everybody before it has really drawn (B-18)."""
        turn = due(self.rules, state)
        if turn == seat:
            return Decision(DRAW, say("has seen everybody before it draw"))
        if BEGIN in choices:
            return Decision(BEGIN, say("everybody has drawn"))
        return Decision(WAIT, say("waits: not every hand has grown"))


# Found by trial. Trumps pay off; plain suits and aces hardly do, and higher values for them make the player lose more.
SUIT_PROMISE: Final = {4: (0, 0, 1, 3, 6), 3: (0, 0, 3, 6)}
"""The value of holding so many cards of a plain suit while there are cards to draw, besides their points.

Keyed by the size of a full hand, like the two tables below.
"""
ACES_PROMISE: Final = {4: (0, 0, 2, 5, 6), 3: (0, 0, 2, 5)}
"""The same for aces; three of them may lead out of turn (B-16)."""
TRUMP_PROMISE: Final = {4: (0, 10, 22, 40, ENOUGH), 3: (0, 15, 40, ENOUGH)}
"""The same for trumps: a hand full of them wins."""


class Combiner(Steady):
    """Collects one suit, or aces, and announces the set to lead out of turn."""

    def worth(self, look: BuraLook, cards: Cards) -> float:
        """The value a hand loses with these cards: its longest suit, trumps and aces, and a little for rank."""
        if not look.state.stock:
            return super().worth(look, cards)
        rest = look.hand & ~cards
        return self._promise(look, look.hand) - self._promise(look, rest) + height(cards) / 10

    def _promise(self, look: BuraLook, hand: Cards) -> int:
        longest = max((hand & suit & ~look.trumps).bit_count() for suit in SUIT_CARDS)
        trumps, aces = (hand & look.trumps).bit_count(), (hand & ACES).bit_count()
        full = self.rules.filled_hand
        return SUIT_PROMISE[full][longest] + TRUMP_PROMISE[full][trumps] + ACES_PROMISE[full][aces]
