"""The styles of King by contracts (section 8 of the catalogue).

Mean results over whole programmes of `king_simple`, 400 decks from every seat a table, ± 0.003:

    steady 0.511, counter 0.511, shedder 0.493, ducker 0.486     --bots steady,ducker,shedder,counter
    steady 0.529, saver 0.529, hoarder 0.516, gambler 0.427      --bots steady,gambler,saver,hoarder

These come from `cardtable arena king_simple --bots ... --deals 1600 --seed 7000`. Nothing is ordered or bid there, so
saver and careful_bidder play like counter.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from cardtable.bots import Bot, Decision
from cardtable.bots.styles.king import steady as king_steady
from cardtable.bots.styles.king.hand import KingLook, height
from cardtable.cards import HEARTS, RANK_CARDS, SUIT_CARDS, Card, Cards, bits, cards_of, rank_of
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, Suit, Text, faces, say
from cardtable.games.king.contracts import CONTRACTS, JOKERS, KING, contract_text
from cardtable.games.king.dealing import NO_TRUMP, read_order
from cardtable.games.king.rules import KingRules
from cardtable.games.king.state import KingState

ACES_AND_KINGS: Final = RANK_CARDS[12] | RANK_CARDS[11]
GAMBLES: Final = 3
"""With this many aces and kings the gambler orders a positive contract."""
LONG_SUIT: Final = 5
"""With this many cards of a suit it does so too."""
HOPE: Final = 1.0
"""What the gambler adds to a positive contract, as a multiple of the contract's average worth to a player."""
SIXTH: Final = 6
"""The saver orders a yeralash only if it expects to lose less than one part in this many of its points."""
MOST_BID: Final = 6
SLAM_HEARTS: Final = 9
"""With this many hearts, the top ones included, the hoarder tries to take everything in Omnibus."""

SAFE: Final = 2
"""A card that this many others beat is a safe lead later."""
TOP_HEARTS: Final = cards_of((KING, KING + 4))


class Style:
    """The common base of King's styles: wherever a style has no move of its own, it plays like `steady`."""

    def __init__(self, rules: AnyRules) -> None:
        assert isinstance(rules, KingRules)
        self._steady: Bot = king_steady.make(rules)
        self._rules = rules

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Decides by rule, never at random."""
        seat, state = seen
        rules = self._rules
        assert isinstance(state, KingState)
        decision = None
        match state.moment:
            case "order":
                decision = self.order(rules, state.places[seat], choices)
            case "bid":
                decision = self.bid(rules, state, state.places[seat], choices)
            case "name":
                decision = self.name(rules, state.places[seat], choices)
            case "lay_out":
                view = KingLook(rules, state, seat, choices)
                decision = None if view.pays else self.lay_out(view, choices)
            case "play" if choices[0].verb == "play":
                view = KingLook(rules, state, seat, choices)
                decision = self.take(view) if view.pays else self.avoid(view)
        return decision or self._steady.choose(seen, choices, rng)

    def order(self, rules: KingRules, hand: Cards, choices: Sequence[Move]) -> Decision | None:
        return None

    def bid(self, rules: KingRules, state: KingState, hand: Cards, choices: Sequence[Move]) -> Decision | None:
        """Bids for the right to name the penalty suit, or passes."""
        return None

    def name(self, rules: KingRules, hand: Cards, choices: Sequence[Move]) -> Decision | None:
        """Names the penalty suit."""
        return None

    def lay_out(self, view: KingLook, choices: Sequence[Move]) -> Decision | None:
        """Lays out two cards where tricks cost."""
        return None

    def avoid(self, view: KingLook) -> Decision | None:
        """Plays a card where tricks cost."""
        return None

    def take(self, view: KingLook) -> Decision | None:
        """Plays a card where tricks pay."""
        return None


class Ducker(Style):
    """Plays as high as possible below the best card of the trick."""

    def avoid(self, view: KingLook) -> Decision:
        if view.leads:
            return self.lead(view)
        return self.discard(view) if view.void else self.follow(view)

    def follow(self, view: KingLook) -> Decision:
        """The highest card that does not win now; if there is none, the highest in last position, else the lowest."""
        under = [card for card in view.plays if not view.wins_now(card)]
        if under:
            card = max(under, key=height)
            return _play(view, card, say("plays under the trick with {card}", card=Faces((card,))))
        if view.last:
            card = max(view.plays, key=height)
            return _play(view, card, say("must take the trick, and gets rid of {card} with it", card=Faces((card,))))
        card = min(view.plays, key=height)
        return _play(view, card, say("cannot play under the trick, and hopes with {card}", card=Faces((card,))))

    def discard(self, view: KingLook) -> Decision:
        """Its highest card, whatever that costs."""
        under = [card for card in view.plays if not view.wins_now(card)] or list(view.plays)
        card = max(under, key=height)
        return _play(view, card, say("throws off its highest card, {card}", card=Faces((card,))))

    def lead(self, view: KingLook) -> Decision:
        """The lowest card of the shortest suit; hearts only if nothing else may be led."""
        plain = [card for card in view.plays if not (SUIT_CARDS[HEARTS] | JOKERS) >> card & 1]
        card = min(plain or view.plays, key=lambda card: (view.length(card), height(card)))
        return _play(view, card, say("leads the lowest card of its shortest suit, {card}", card=Faces((card,))))


class Shedder(Ducker):
    """Ducks, discards in order of danger, and empties short suits."""

    def discard(self, view: KingLook) -> Decision:
        """The most dangerous card."""
        card = max(view.plays, key=view.danger)
        return _play(view, card, say("sheds the most dangerous card, {card}", card=Faces((card,))))

    def lead(self, view: KingLook) -> Decision:
        """The lowest card of the shortest suit, hearts included."""
        card = min(view.plays, key=lambda card: (view.length(card), height(card)))
        return _play(view, card, say("leads {card} to be void soon", card=Faces((card,))))

    def lay_out(self, view: KingLook, choices: Sequence[Move]) -> Decision:
        """The two most dangerous cards that may be laid out."""
        dangers = {card: view.danger(card) for card in bits(view.hand)}
        move = max(choices, key=lambda move: sorted([dangers[card] for card in bits(move.cards)], reverse=True))
        return Decision(move, say("lays out what it fears most, {cards}", cards=faces(move.cards)))


class Counter(Shedder):
    """Sheds, and leads by the cards still out: losers where tricks cost, winners where they pay."""

    def avoid(self, view: KingLook) -> Decision:
        if not view.is_free():
            return super().avoid(view)
        card = max(view.plays, key=lambda card: (height(card), view.length(card)))
        return _play(view, card, say("spends {card} while tricks cost nothing", card=Faces((card,))))

    def discard(self, view: KingLook) -> Decision:
        """The most dangerous card; if every trick costs, simply the highest, which measured better."""
        if view.count.cards:
            return super().discard(view)
        card = max(view.plays, key=lambda card: (height(card), view.length(card)))
        return _play(view, card, say("throws off its highest card, {card}", card=Faces((card,))))

    def lead(self, view: KingLook) -> Decision:
        """A low card of a short suit that can still be beaten."""
        losers = [card for card in view.plays if view.above(card)]
        if not losers:
            card = min(view.plays, key=lambda card: (view.cost(card) > 0, view.length(card), height(card)))
            return _play(view, card, say("has nothing left that can be beaten, and leads {card}", card=Faces((card,))))
        card = min(losers, key=lambda card: (view.cost(card) > 0, view.length(card), height(card)))
        return _play(view, card, say("leads {card}: higher ones are still out", card=Faces((card,))))

    def follow(self, view: KingLook) -> Decision:
        """Like the ducker, but takes a free or unavoidable trick with a high card."""
        high = max((card for card in view.plays if view.cost(card) <= 0), default=-1, key=height)
        if high < 0 or not view.wins_now(high):
            return super().follow(view)
        if view.last and view.count.cards and not view.count.trick and view.trick_cost() <= 0:
            rest = bits(view.hand & ~(1 << high))
            if any(view.above(card).bit_count() >= SAFE and view.cost(card) <= 0 for card in rest):
                return _play(view, high, say("takes a trick that costs nothing, {card}", card=Faces((high,))))
        low = min(view.plays, key=height)
        if not view.last and view.wins_now(low) and not view.beaten_by_later(low):
            return _play(view, high, say("cannot escape the trick, and takes it with {card}", card=Faces((high,))))
        return super().follow(view)

    def take(self, view: KingLook) -> Decision | None:
        """Leads cards that nothing beats, and avoids cards that are known to be ruffed."""
        if not view.leads:
            return None
        tops = [card for card in view.plays if not view.above(card)]
        good = [card for card in tops if not view.ruffed_by_later(card)]
        if good:
            card = max(
                good, key=lambda card: (bool(view.trumps >> card & 1 and view.trumps & view.unseen), -view.length(card))
            )
            return _play(view, card, say("leads {card}, which nothing beats", card=Faces((card,))))
        rest = [card for card in view.plays if not view.ruffed_by_later(card)] or list(view.plays)
        card = min(rest, key=lambda card: (-view.cost(card), view.trumps >> card & 1, height(card)))
        return _play(view, card, say("has no sure trick to lead, and leads {card}", card=Faces((card,))))


class Gambler(Ducker):
    """Orders contracts that pay first, and plays high early where tricks cost, so as to lose the lead later."""

    def order(self, rules: KingRules, hand: Cards, choices: Sequence[Move]) -> Decision:
        pays = [move for move in choices if CONTRACTS[read_order(move.arg)[0]].sign > 0]
        strong = (hand & ACES_AND_KINGS).bit_count() >= GAMBLES
        strong = strong or any((hand & suit).bit_count() >= LONG_SUIT for suit in SUIT_CARDS)
        values = _values(rules, hand, choices)
        if strong and pays:
            move = max(pays, key=values.__getitem__)
            contract, _ = read_order(move.arg)
            return Decision(move, say("gambles on {contract}", contract=contract_text(contract)))
        for move in pays:
            values[move] += HOPE * rules.worth(read_order(move.arg)[0]) / rules.seats
        move = max(choices, key=values.__getitem__)
        contract, _ = read_order(move.arg)
        return Decision(move, say("likes {contract} best", contract=contract_text(contract)))

    def avoid(self, view: KingLook) -> Decision:
        if view.void or len(view.state.winners) * 2 >= len(view.state.winners) + view.hand.bit_count():
            return super().avoid(view)
        harmless = [card for card in view.plays if view.cost(card) <= 0] or list(view.plays)
        card = max(harmless, key=height)
        return _play(view, card, say("plays {card} early, to be rid of the lead later", card=Faces((card,))))


class Saver(Counter):
    """Orders by an estimate, and puts off a yeralash as long as it can."""

    def estimates(self, rules: KingRules, hand: Cards, choices: Sequence[Move]) -> dict[Move, float]:
        """For each order, how much better than average this hand should do in it, in points."""
        return _values(rules, hand, choices)

    def order(self, rules: KingRules, hand: Cards, choices: Sequence[Move]) -> Decision:
        values = self.estimates(rules, hand, choices)
        open_to_it = [move for move in choices if self._bearable(rules, move, values[move])] or choices
        move = max(open_to_it, key=values.__getitem__)
        contract, _ = read_order(move.arg)
        return Decision(move, say("{contract} promises most", contract=contract_text(contract)))

    def _bearable(self, rules: KingRules, move: Move, value: float) -> bool:
        """Whether the order is not a yeralash expected to cost a sixth of all its points."""
        contract, _ = read_order(move.arg)
        worth = rules.worth(contract)
        return contract != "no_all" or value + worth / rules.seats > worth / SIXTH


class CarefulBidder(Counter):
    """Bids no more than it expects to save, and names the suit in which its cards are lowest."""

    def bid(self, rules: KingRules, state: KingState, hand: Cards, choices: Sequence[Move]) -> Decision:
        costs = [_expected(hand & suit) for suit in SUIT_CARDS]
        saving = min(MOST_BID, int(max(costs) - min(costs)))
        offered = {move.arg: move for move in choices if move.verb == "bid"}
        least = state.highest_bid[1] + 1
        if saving < least or least not in offered:
            return Decision(Move("pass"), say("expects to save less than that"))
        said = least if rules.options.bid_rounds == "until_passes" else saving
        return Decision(offered.get(said, offered[least]), say("expects to save {points}", points=saving))

    def name(self, rules: KingRules, hand: Cards, choices: Sequence[Move]) -> Decision:
        def lowness(move: Move) -> int:
            return sum(2 + rank_of(card) for card in bits(hand & SUIT_CARDS[move.arg]))

        move = min(choices, key=lowness)
        return Decision(move, say("{suit} is its shortest or lowest suit", suit=Suit(move.arg)))


class Hoarder(Shedder):
    """Keeps cards that pay until it can win them."""

    def take(self, view: KingLook) -> Decision | None:
        if not view.count.cards:
            return None
        if view.leads:
            # Where a void player must play the King, every sure trick may catch it.
            return None if view.count.forced else self._lead_for(view)
        sure = [card for card in view.plays if view.wins_now(card) and (view.last or not view.beaten_by_later(card))]
        if sure and (view.count.trick or -view.trick_cost() - min(map(view.cost, sure)) > 0):
            card = min(sure, key=lambda card: (view.cost(card), view.trumps >> card & 1, height(card)))
            return _play(view, card, say("wins, with {card}, what pays", card=Faces((card,))))
        card = min(view.plays, key=lambda card: (-view.cost(card), view.trumps >> card & 1, height(card)))
        return _play(view, card, say("keeps what pays, and plays {card}", card=Faces((card,))))

    def _lead_for(self, view: KingLook) -> Decision:
        tops = [card for card in view.plays if not view.above(card)]
        if tops:
            card = min(tops, key=lambda card: (view.cost(card), -self._hunted(view, card), height(card)))
            if view.cost(card) < 0 or self._hunted(view, card) or view.count.trick:
                return _play(view, card, say("leads {card}, which nothing beats", card=Faces((card,))))
        card = min(view.plays, key=lambda card: (-view.cost(card), view.trumps >> card & 1, height(card)))
        return _play(view, card, say("waits for what pays, and leads {card}", card=Faces((card,))))

    def _hunted(self, view: KingLook, card: Card) -> int:
        """The number of paying cards that may fall under this one."""
        return sum(view.cost(other) < 0 for other in bits(view.below(card)))

    def avoid(self, view: KingLook) -> Decision:
        if view.state.contract != "omnibus":
            return super().avoid(view)
        if self._tries_slam(view):
            return self._slam(view)
        bonus = sum(cards for cards, worth in view.count.groups if worth > 0)
        if bonus & (view.hand | view.unseen | sum(1 << card for card in view.state.trick)):
            found = self._bonus(view, bonus)
            if found is not None:
                return found
        return super().avoid(view)

    def _tries_slam(self, view: KingLook) -> bool:
        """Whether it may still take everything with its hearts."""
        captured = view.state.captured
        mine = (view.hand | captured[view.seat]) & SUIT_CARDS[HEARTS]
        others = sum(cards & view.count.cards for seat, cards in enumerate(captured) if seat != view.seat)
        return mine.bit_count() >= SLAM_HEARTS and mine & TOP_HEARTS == TOP_HEARTS and not others

    def _slam(self, view: KingLook) -> Decision:
        card = max(view.plays, key=lambda card: (view.wins_now(card), height(card)))
        return _play(view, card, say("tries to take everything, and plays {card}", card=Faces((card,))))

    def _bonus(self, view: KingLook, bonus: Cards) -> Decision | None:
        """Wins the card that pays, or keeps it for later; None if the choice does not matter for it."""
        sure = [card for card in view.plays if view.wins_now(card) and (view.last or not view.beaten_by_later(card))]
        if view.leads:
            hunting = [
                card
                for card in sure
                if bonus >> card & 1 or any(view.below(card) >> other & 1 for other in bits(bonus))
            ]
            if hunting:
                card = min(hunting, key=lambda card: (view.cost(card), height(card)))
                return _play(view, card, say("leads {card} for the card that pays", card=Faces((card,))))
        else:
            gains = {card: -view.trick_cost() - view.cost(card) for card in sure}
            there = any(bonus >> card & 1 for card in view.state.trick)
            worth = [card for card in sure if gains[card] > 0 and (there or bonus >> card & 1)]
            if worth:
                card = max(worth, key=lambda card: (gains[card], height(card)))
                return _play(view, card, say("wins, with {card}, the card that pays", card=Faces((card,))))
        kept = [card for card in view.plays if bonus >> card & 1]
        if kept and len(view.plays) > len(kept):
            for card in kept:
                del view.plays[card]
        return None


def _values(rules: KingRules, hand: Cards, choices: Sequence[Move]) -> dict[Move, float]:
    """For each order, the hand's worth in it above the average."""
    steady = king_steady.Steady(rules)
    found = {}
    for move in choices:
        contract, trump = read_order(move.arg)
        found[move] = steady.gain(contract, hand, -1 if trump is None or trump == NO_TRUMP else trump)
    return found


def _expected(held: Cards) -> float:
    """The average number of penalty-suit cards that the holder of these takes, up to a constant.

    Fitted to 1,500 deals of four counters. High cards take most, above all without a low one beside them; but a long
    holding takes fewer, because then the others run short and discard theirs.
    """
    heights = [rank_of(card) for card in bits(held)]
    return 0.08 * sum(heights) + 0.24 * min(heights, default=0) - 0.76 * len(heights)


def _play(view: KingLook, card: Card, why: Text) -> Decision:
    return Decision(view.plays[card], why)
