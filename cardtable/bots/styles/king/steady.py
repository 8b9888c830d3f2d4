"""The baseline of King by contracts: ducks and sheds danger where tricks cost, goes for tricks where they pay (section
8).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cardtable.bots import Bot, Decision
from cardtable.cards import SUIT_CARDS, Card, Cards, bits, only_card, suit_of
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, Suit, Text, faces, say
from cardtable.games.king.contracts import CONTRACTS, JOKERS
from cardtable.games.king.dealing import LAST_CARD, NO_TRUMP, read_order
from cardtable.games.king.rules import KingRules
from cardtable.games.king.state import KingState

WINS = (0.85, 0.6, 0.4, 0.25, 0.12, 0.06)
"""How often a card takes a trick, by the number of higher cards in its suit; with more above it, never."""
CATCHES = 0.4
"""The danger of a high card, as a share of the cost of the worst lower card still out."""
HIGH = 9
"""The position of a jack: at the third card it names a trump suit only with a card this high."""
MOST_BID = 6


class Steady:
    """Ducks, sheds, goes for tricks; orders the contract that suits its hand; bids what it expects to save."""

    def __init__(self, rules: KingRules) -> None:
        self._rules = rules
        self._deck = rules.all_cards

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Decides by rule, never at random."""
        seat, state = seen
        assert isinstance(state, KingState)
        hand = state.places[seat]
        match state.moment:
            case "order":
                return self._order(hand, choices)
            case "trump":
                return self._trump(state, hand, choices)
            case "bid":
                return self._bid(state, hand, choices)
            case "name":
                return self._name(hand, choices)
            case "lay_out":
                return self._lay_out(state, hand, choices)
        if choices[0].verb == "draw":
            return Decision(choices[0], say("cannot follow"))
        pays = CONTRACTS[state.contract].sign > 0
        return self._try(state, seat, choices) if pays else self._avoid(state, seat, choices)

    # Evaluating a hand

    def _wins(self, hand: Cards, trump: int = -1) -> float:
        """The number of tricks this hand can expect."""
        found = 0.0
        for suit in range(4):
            own = bits(hand & SUIT_CARDS[suit])
            for index, card in enumerate(reversed(own)):
                above = (SUIT_CARDS[suit] & self._deck & ~hand) >> (card + 1)
                found += _chance(above.bit_count())
                if suit == trump and index > 1:
                    found += 0.5
        return found + 0.5 * (hand & JOKERS).bit_count()

    def share(self, contract: str, hand: Cards, trump: int) -> float:
        """The share of everything counted in this contract that the hand can expect to take."""
        count = self._rules.count_of(contract)
        tricks = self._wins(hand, trump) / max(1, hand.bit_count())
        if not count.cards:
            return tricks
        caught = total = 0.0
        for card in bits(count.cards & self._deck):
            suit = SUIT_CARDS[suit_of(card) or 0]
            over = (hand & suit) >> (card + 1)
            held = hand >> card & 1
            # Higher cards catch a card; one's own is caught only if its suit is too long to get rid of it.
            long = (hand & suit).bit_count() > self._rules.filled_hand // 3
            caught += min(1.0, 0.3 * over.bit_count() + (0.35 if held and long else 0.1 if held else 0.0))
            total += 1
        return (tricks + caught / total) / 2

    def gain(self, contract: str, hand: Cards, trump: int) -> float:
        """How much better than average this hand does in a contract, in points."""
        total = self._rules.worth(contract)
        return total * (self.share(contract, hand, trump) - 1 / self._rules.seats)

    def _danger(self, state: KingState, hand: Cards, card: Card) -> float:
        """How urgently to get rid of a card where tricks cost."""
        count = self._rules.count(state)
        length = (hand & _suit_cards(card)).bit_count()
        danger = _height(card) / 10 + length / 100
        if count.cards:
            unseen = self._unseen(state, hand)
            danger += self._cost(state, card)
            below = _suit_cards(card) & unseen & ((1 << card) - 1)
            danger += CATCHES * max([self._cost(state, other) for other in bits(below)], default=0)
        return danger

    def _cost(self, state: KingState, card: Card) -> float:
        """The cost of capturing this card; negative if it pays."""
        groups = self._rules.count(state).groups
        return -sum(worth for cards, worth in groups if cards >> card & 1)

    def _unseen(self, state: KingState, hand: Cards) -> Cards:
        """The cards that other hands may hold."""
        rules = self._rules
        gone = state.places[rules.table] | state.places[rules.captured] | state.places[rules.laid_out]
        return self._deck & ~(hand | gone)

    def _has_higher(self, card: Card, unseen: Cards) -> bool:
        return bool((_suit_cards(card) & unseen) >> (card + 1))

    # Orders, bids and laying out

    def _order(self, hand: Cards, choices: Sequence[Move]) -> Decision:
        def gain(move: Move) -> float:
            contract, trump = read_order(move.arg)
            return self.gain(contract, hand, -1 if trump in (None, NO_TRUMP) else trump or 0)

        return Decision(max(choices, key=gain), say("suits this hand best"))

    def _trump(self, state: KingState, hand: Cards, choices: Sequence[Move]) -> Decision:
        words = {move.arg: move for move in choices}
        suit = max(range(4), key=lambda suit: self._length_and_height(hand, suit))
        held = bits(hand & SUIT_CARDS[suit])
        if LAST_CARD in words and not (len(held) > 1 and _height(held[-1]) >= HIGH):
            return Decision(words[LAST_CARD], say("its first cards are too weak to name trumps"))
        return Decision(words[suit], say("its best suit is {suit}", suit=Suit(suit)))

    def _length_and_height(self, hand: Cards, suit: int) -> tuple[int, int]:
        held = bits(hand & SUIT_CARDS[suit])
        return len(held), sum(map(_height, held))

    def suit_cost(self, hand: Cards, suit: int) -> float:
        """The number of cards of a penalty suit that this hand can expect to take."""
        own = SUIT_CARDS[suit] & self._deck
        caught = sum(_chance(((own & ~hand) >> (card + 1)).bit_count()) for card in bits(hand & own))
        return 2 * caught + 0.2 * (hand & own).bit_count()

    def _bid(self, state: KingState, hand: Cards, choices: Sequence[Move]) -> Decision:
        costs = [self.suit_cost(hand, suit) for suit in range(4)]
        saving = min(MOST_BID, int(max(costs) - min(costs)))
        offered = {move.arg: move for move in choices if move.verb == "bid"}
        least = state.highest_bid[1] + 1
        if saving < least or least not in offered:
            return Decision(Move("pass"), say("naming the suit is worth no more than that"))
        said = least if self._rules.options.bid_rounds == "until_passes" else saving
        return Decision(offered.get(said, offered[least]), say("expects to save that much by naming the suit"))

    def _name(self, hand: Cards, choices: Sequence[Move]) -> Decision:
        move = min(choices, key=lambda move: sum(1 + _height(card) for card in bits(hand & SUIT_CARDS[move.arg])))
        return Decision(move, say("{suit} is its shortest or lowest suit", suit=Suit(move.arg)))

    def _lay_out(self, state: KingState, hand: Cards, choices: Sequence[Move]) -> Decision:
        if CONTRACTS[state.contract].sign > 0:
            trumps = SUIT_CARDS[state.trump] if state.trump >= 0 else 0

            def worth(move: Move) -> float:
                return sum(_height(card) + 20 * (trumps >> card & 1) for card in bits(move.cards))

            move = min(choices, key=worth)
            return Decision(
                move, say("lays out what is least likely to take a trick, {cards}", cards=faces(move.cards))
            )

        def feared(move: Move) -> float:
            return sum(self._danger(state, hand, card) for card in bits(move.cards))

        move = max(choices, key=feared)
        return Decision(move, say("lays out what it fears most, {cards}", cards=faces(move.cards)))

    # Contracts in which tricks cost

    def _avoid(self, state: KingState, seat: Seat, choices: Sequence[Move]) -> Decision:
        hand = state.places[seat]
        plays = {only_card(move.cards): move for move in reversed(choices)}
        if not state.trick:
            return self._lead_low(state, hand, plays)
        if state.led >= 0 and not any(_follows(card, state.led) for card in plays):
            card = max(plays, key=lambda card: self._danger(state, hand, card))
            return _decide(plays, card, say("sheds the most dangerous card, {card}", card=Faces((card,))))
        under = [card for card in plays if not self._would_win(state, card)]
        if self._rules.count(state).last_two and not self._rules.count(state).trick and hand.bit_count() > 3:
            card = max(plays, key=_height)
            return _decide(plays, card, say("spends a high card while tricks cost nothing"))
        if under:
            card = max(under, key=lambda card: (self._cost(state, card) > 0, _height(card)))
            return _decide(plays, card, say("plays under the trick with {card}", card=Faces((card,))))
        harmless = [card for card in plays if self._cost(state, card) <= 0] or list(plays)
        if len(state.trick) + 1 == len(state.players):
            card = max(harmless, key=_height)
            return _decide(plays, card, say("must take the trick, and does it with its highest card"))
        card = min(harmless, key=_height)
        return _decide(plays, card, say("cannot play under the trick, and hopes with {card}", card=Faces((card,))))

    def _lead_low(self, state: KingState, hand: Cards, plays: dict[Card, Move]) -> Decision:
        unseen = self._unseen(state, hand)
        count = self._rules.count(state)
        if count.last_two and not count.trick and hand.bit_count() > 3:
            card = max(plays, key=_height)
            return _decide(plays, card, say("spends a high card while tricks cost nothing"))

        def place(card: Card) -> tuple[bool, bool, int, int]:
            length = (hand & _suit_cards(card)).bit_count()
            return (not self._has_higher(card, unseen), self._cost(state, card) > 0, length, _height(card))

        card = min(plays, key=place)
        return _decide(plays, card, say("leads low from a short suit, {card}", card=Faces((card,))))

    # Contracts in which tricks pay

    def _try(self, state: KingState, seat: Seat, choices: Sequence[Move]) -> Decision:
        hand = state.places[seat]
        plays = {only_card(move.cards): move for move in reversed(choices)}
        unseen = self._unseen(state, hand)
        trumps = SUIT_CARDS[state.trump] if state.trump >= 0 else 0
        if not state.trick:
            tops = [card for card in plays if not self._has_higher(card, unseen)]
            if tops:
                # Trumps first, as long as others may ruff.
                card = max(
                    tops, key=lambda card: (bool(trumps >> card & 1 and trumps & unseen), -self._length(hand, card))
                )
                return _decide(plays, card, say("leads {card}, which nothing beats", card=Faces((card,))))
            card = min(plays, key=lambda card: (self._gives(state, card), trumps >> card & 1, _height(card)))
            return _decide(plays, card, say("has no sure trick to lead, and leads {card}", card=Faces((card,))))
        winning = [card for card in plays if self._would_win(state, card)]
        last = len(state.trick) + 1 == len(state.players)
        sure = winning if last else [card for card in winning if not self._has_higher(card, unseen)]
        if sure and self._wants(state, last):
            card = min(sure, key=lambda card: (trumps >> card & 1, -self._gives(state, card), _height(card)))
            return _decide(plays, card, say("takes the trick with {card}", card=Faces((card,))))
        losing = [card for card in plays if card not in winning] or list(plays)
        card = min(losing, key=lambda card: (self._gives(state, card), trumps >> card & 1, _height(card)))
        return _decide(plays, card, say("keeps what pays, and plays {card}", card=Faces((card,))))

    def _length(self, hand: Cards, card: Card) -> int:
        return (hand & _suit_cards(card)).bit_count()

    def _gives(self, state: KingState, card: Card) -> float:
        """The points that this card brings the winner of its trick."""
        return -self._cost(state, card)

    def _wants(self, state: KingState, last: bool) -> bool:
        """Whether this trick is worth taking: it pays, or a paying card may still fall into it."""
        count = self._rules.count(state)
        if count.trick or not count.cards:
            return not count.last_two or bool(count.trick) or len(state.winners) >= self._rules.filled_hand - 3
        return not last or any(self._gives(state, card) for card in state.trick)

    def _would_win(self, state: KingState, card: Card) -> bool:
        """Whether this card would be the best of the trick so far."""
        trick = (*state.trick, card)
        led = state.led if state.led >= 0 else suit_of(card)
        return self._rules.winner_of(trick, state.trump, -1 if led is None else led) == len(state.trick)


def _decide(plays: dict[Card, Move], card: Card, why: Text) -> Decision:
    return Decision(plays[card], why)


def _suit_cards(card: Card) -> Cards:
    """All cards of its suit; a joker belongs to hearts."""
    suit = suit_of(card)
    return SUIT_CARDS[1 if suit is None else suit]


def _height(card: Card) -> int:
    """The position of a card in its suit, 0 for a two; a joker ranks between ten and jack."""
    return HIGH if JOKERS >> card & 1 else card // 4


def _follows(card: Card, led: int) -> bool:
    suit = suit_of(card)
    return suit == led or suit is None


def _chance(above: int) -> float:
    """How often a card takes a trick when this many cards of its suit are higher."""
    return WINS[above] if above < len(WINS) else 0.0


def make(rules: AnyRules) -> Bot:
    """Creates a neutral player of King by contracts."""
    assert isinstance(rules, KingRules)
    return Steady(rules)
