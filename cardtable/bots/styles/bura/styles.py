"""The documented styles of Bura: keeping trumps, hunting the keeper, counting, watching, taking, collecting.

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
    """Of replies the one that spends the fewest trumps, then the fewest points, then the lowest cards."""
    return min(moves, key=lambda move: (look.spent(move), points_of(move.cards), move.cards))


def _emptiest(look: BuraLook, moves: Sequence[Move]) -> Move:
    """Of replies the one with the fewest points, then the fewest trumps, then the lowest cards."""
    return min(moves, key=lambda move: (points_of(move.cards), look.spent(move), move.cards))


class PointTaker(Player):
    """Beats whatever it can beat, and leads whatever counts most."""

    MARGIN: Final = 3
    """Card points beyond the target that it wants where it has to guess."""

    def lead(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Leads its most valuable group of one suit, with the fewest trumps and the fewest cards."""
        move = max(choices, key=lambda move: (points_of(move.cards), -look.spent(move), -move.cards.bit_count()))
        return Decision(move, say("leads what counts most, {cards}", cards=faces(move.cards)))

    def reply(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Takes the trick as cheaply as it can, else throws the fewest points."""
        winners = [move for move in choices if look.takes(move)]
        if winners:
            move = _cheapest(look, winners)
            return Decision(move, taken(look.laid + points_of(move.cards)))
        move = _emptiest(look, choices)
        return Decision(move, say("cannot take and gives little, {cards}", cards=faces(move.cards)))

    def claim(self, state: BuraState, seat: Seat) -> Decision:
        """Where replies lie face down it trusts its luck: what it has not seen of its tricks counts half of what unseen
        cards do in the mean, because others throw their emptiest, and three points are left for a mistake (B-27).
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
        """With so many trumps it begins to keep them."""

    def lead(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Leads plain cards while it collects, the most it can, so that it draws the more."""
        plain = self._plain(look, choices)
        if plain is choices:
            return super().lead(look, choices)
        for move in choices:
            if look.wins_deal(move) and look.stands(move.cards):
                return Decision(move, say("leads {cards}, which wins the deal", cards=faces(move.cards)))
        move = max(plain, key=lambda move: (move.cards.bit_count(), -points_of(move.cards), -move.cards))
        return Decision(move, say("leads {cards} and keeps its trumps", cards=faces(move.cards)))

    def reply(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Replies with plain cards while it collects."""
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
        """Says what it knows, and trusts no luck."""
        return Player.claim(self, state, seat)

    def _plain(self, look: BuraLook, choices: Sequence[Move]) -> Sequence[Move]:
        """The moves without a trump, where it wants to keep trumps and can; else all."""
        if not look.state.stock or (look.hand & look.trumps).bit_count() < self._kept:
            return choices
        return [move for move in choices if not move.cards & look.trumps] or choices


class Interceptor(Player):
    """Waits with single cards until somebody seems to collect trumps, then takes the lead and attacks with several.

    A player who twice running plays only cards just bought is thought to sit on three trumps.
    """

    WORTH_TAKING: Final = 10
    """Card points in a trick, its own among them, for which it beats before it suspects anybody."""

    def __init__(self, rules: BuraRules) -> None:
        super().__init__(rules)
        self._fresh: list[list[bool]] = [[] for _ in range(rules.seats)]
        """By seat, for each of its plays whether all cards in it had just been bought."""

    def watch(self, events: Sequence[Event]) -> None:
        """Reads the marks of all that was laid in this deal (B-22)."""
        self._fresh = [[] for _ in range(self.rules.seats)]
        for event in events:
            if event.kind in ("lead", "reply"):
                self._fresh[event.seat].append(not event.cards & ~event.arg)

    def suspects(self, seat: Seat) -> bool:
        """Whether somebody else has played nothing but just bought cards in their last two tricks."""
        others = (self._fresh[other] for other in self.rules.clockwise_from[seat][1:])
        return any(len(plays) > 1 and all(plays[-2:]) for plays in others)

    def lead(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Leads its emptiest plain card; against a collector three cards, else two."""
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
        """Takes what is worth it; against a collector everything."""
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
    """Counts the cards: risks no ace or ten, gives no point that it need not, and plays the last tricks exactly."""

    def __init__(self, rules: BuraRules) -> None:
        super().__init__(rules)
        self._endgame = Endgame(rules)

    def lead(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Leads what cannot be beaten, if that wins the deal; else weighs as the baseline, but risks no ace or ten."""
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
        """Weighs as the baseline, but loses a trick only with the fewest points, and never the trick that decides."""
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
    """Plays as the baseline; where cards are drawn by hand, it trusts the size of the hands and nothing else."""

    def draw(self, state: BuraState, seat: Seat, choices: Sequence[Move]) -> Decision:
        """Draws when everybody before it has really drawn (B-18)."""
        turn = due(self.rules, state)
        if turn == seat:
            return Decision(DRAW, say("has seen everybody before it draw"))
        if BEGIN in choices:
            return Decision(BEGIN, say("everybody has drawn"))
        return Decision(WAIT, say("waits: not every hand has grown"))


# Found by trial. Trumps are what pays; plain suits and aces hardly do, and with more for them the player loses more.
SUIT_PROMISE: Final = {4: (0, 0, 1, 3, 6), 3: (0, 0, 3, 6)}
"""What so many cards of a plain suit are worth together while there are cards to draw, beside their points.

By the cards of a full hand, as the two after it."""
ACES_PROMISE: Final = {4: (0, 0, 2, 5, 6), 3: (0, 0, 2, 5)}
"""The same for aces, three of which may lead out of turn (B-16)."""
TRUMP_PROMISE: Final = {4: (0, 10, 22, 40, ENOUGH), 3: (0, 15, 40, ENOUGH)}
"""The same for trumps: a hand of them wins."""


class Combiner(Steady):
    """Collects one suit, or aces, and announces what it has collected to lead out of turn."""

    def worth(self, look: BuraLook, cards: Cards) -> float:
        """What a hand loses with these cards: its longest suit, its trumps, its aces, and a little for rank."""
        if not look.state.stock:
            return super().worth(look, cards)
        rest = look.hand & ~cards
        return self._promise(look, look.hand) - self._promise(look, rest) + height(cards) / 10

    def _promise(self, look: BuraLook, hand: Cards) -> int:
        longest = max((hand & suit & ~look.trumps).bit_count() for suit in SUIT_CARDS)
        trumps, aces = (hand & look.trumps).bit_count(), (hand & ACES).bit_count()
        full = self.rules.filled_hand
        return SUIT_PROMISE[full][longest] + TRUMP_PROMISE[full][trumps] + ACES_PROMISE[full][aces]
