"""The decisions of a Durak player: the frame shared by all styles, and the points where a style may differ.

As it is, this is the neutral baseline, B0 of section 8 of the catalogue; a style overrides what it does differently.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from cardtable.bots import Decision
from cardtable.bots.styles.durak.hand import HIGH, DurakLook, Prices
from cardtable.cards import RANKS, SUIT_CARDS, Card, Cards, bits, only_card, rank_of, suit_of
from cardtable.engine.moves import Move
from cardtable.engine.scene import NO_CARD
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, Text, faces, say
from cardtable.games.durak.cheating import accusable, is_rank_transfer
from cardtable.games.durak.rules import DurakRules

RED = SUIT_CARDS[1] | SUIT_CARDS[2]
TEN = RANKS.index("T")
LAST_PAIR = 2
"""The turn-up, and the only card above it."""


class Player:
    """Leads low, covers all or takes, throws in cheap cards, and transfers whenever it can."""

    cheats: ClassVar[bool] = False
    """Whether it lays false cards where the game allows them (D-73)."""
    watchful: ClassVar[float] = 0.0
    """The chance that it notices a false card in time (D-74)."""

    def __init__(self, rules: DurakRules) -> None:
        self.rules = rules
        self.prices = Prices(rules)

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Decides from what its seat knows."""
        return self.decide(DurakLook(self.rules, self.prices, seen, choices), rng)

    def decide(self, look: DurakLook, rng: Random) -> Decision:
        """Passes the decision to the method for the situation at hand."""
        state = look.state
        if "accuse" in look.verbs:
            accusation = self.accuse(look, rng)
            if accusation is not None:
                return accusation
        if not state.attacks:
            return self.exchange(look) or self.turn_up(look) or self.lead(look)
        if "take" in look.verbs:
            return self.defend(look)
        if state.calling:
            return Decision(Move("pass"), say("accuses nobody"))
        if state.self_asked:
            return self.add_against_itself(look)
        return self.throw(look)

    # Attack

    def exchange(self, look: DurakLook) -> Decision | None:
        """Swaps its lowest trump for the turn-up (D-87), unless that trump beats the ace and the turn-up would gain
        little.
        """
        exchange = Move("exchange")
        if exchange not in look.choices:
            return None
        turn_up = look.state.turn_up
        if look.rules.options.low_trump_over_ace and rank_of(turn_up) < TEN:
            return None
        return Decision(exchange, say("exchanges its lowest trump for {card}", card=Faces((turn_up,))))

    def turn_up(self, look: DurakLook) -> Decision | None:
        """Opens with the top card of the stock (D-76) if only the turn-up is below it, so as to keep its own cards.

        A baseline with this move scored 0.505 ± 0.005 against one without, in 11,000 deals of two. With more cards in
        the stock, or to save a court card, the move gained nothing or lost: a low card led from the hand is replaced by
        a better one.
        """
        turn = Move("turn")
        if look.stock == LAST_PAIR and turn in look.choices:
            return Decision(turn, say("leads the last card that is not known, and keeps its own"))
        return None

    def lead(self, look: DurakLook) -> Decision:
        """Opens a bout; the baseline leads its lowest card."""
        card = look.cheapest(self.leadable(look))
        return self.lead_with(look, 1 << card, say("leads its lowest card, {cards}", cards=faces(1 << card)))

    def lead_with(self, look: DurakLook, cards: Cards, why: Text) -> Decision:
        """Opens with these cards, or with the cheapest of them if they may not be led together."""
        move = Move("attack", cards)
        if move not in look.choices:
            cards = 1 << look.cheapest(cards)
            return Decision(Move("attack", cards), say("leads {cards}", cards=faces(cards)))
        return Decision(move, why)

    def leadable(self, look: DurakLook) -> Cards:
        """The cards that may open a bout."""
        cards = 0
        for move in look.choices:
            if move.verb == "attack":
                cards |= move.cards
        return cards

    def spare(self, look: DurakLook) -> Cards:
        """The cards it is willing to throw in: plain ones up to the jack, or any once the stock is gone."""
        return ~0 if look.late else ~(look.trumps | HIGH)

    def throw(self, look: DurakLook) -> Decision:
        """Throws in as many cards as it can spare and as fit, or passes."""
        spare = self.spare(look)
        # If very many cards fit, they are offered one by one.
        offered = look.of("add") or look.of("throw")
        fitting = [move for move in offered if not move.cards & ~spare]
        if fitting:
            move = min(fitting, key=lambda move: (-move.cards.bit_count(), look.cost(move.cards), move.cards))
            return Decision(move, say("adds what it can spare, {cards}", cards=faces(move.cards)))
        decline = next(move for move in look.choices if move.verb in ("pass", "hold"))
        if "throw" in look.verbs:
            return Decision(decline, say("keeps its cards"))
        return Decision(decline, say("has nothing that fits"))

    # Defence

    def defend(self, look: DurakLook) -> Decision:
        """Transfers, covers or takes."""
        handed = self.hand_on(look)
        if handed is not None:
            return handed
        covers = look.covers(lambda card: look.prices[card] + self.dearer(look, card))
        if covers is None:
            return self.fake(look) or Decision(Move("take"), say("cannot cover everything"))
        refusal = self.rather_takes(look, covers)
        if refusal is not None:
            return self.fake(look) or Decision(Move("take"), refusal)
        attack, card = min(covers.items(), key=lambda pair: (look.prices[pair[1]], pair))
        return Decision(Move("cover", 1 << card, attack), say("covers with its cheapest, {card}", card=Faces((card,))))

    def hand_on(self, look: DurakLook) -> Decision | None:
        """Shows a travel card, or transfers with a plain card; with several where that is allowed (D-86)."""

        def price(move: Move) -> tuple[int, int, Cards]:
            cards = bits(move.cards)
            return -len(cards), sum(self.transfer_price(look, card) for card in cards), move.cards

        for verb, unwanted in (("show", ~look.trumps), ("transfer", look.trumps)):
            moves = [move for move in look.of(verb) if not move.cards & unwanted]
            if moves:
                move = min(moves, key=price)
                return Decision(move, say("hands the attack on with {cards}", cards=faces(move.cards)))
        return None

    def transfer_price(self, look: DurakLook, card: Card) -> int:
        """The price by which the cheapest transfer card of a rank is chosen."""
        return look.prices[card]

    def dearer(self, look: DurakLook, card: Card) -> int:
        """The extra price of a card as a cover for this style."""
        return 0

    def rather_takes(self, look: DurakLook, covers: dict[Card, Card]) -> Text | None:
        """The reason to take although it could cover; None if it covers."""
        return None

    def add_against_itself(self, look: DurakLook) -> Decision:
        """Decides whether to add a card against itself as the defender (D-75); the baseline never does."""
        return Decision(Move("pass"), say("adds nothing against itself"))

    # Cheating and catching

    def fake(self, look: DurakLook) -> Decision | None:
        """Lays a false card rather than take: the least conspicuous and least valuable one (D-73)."""
        moves = look.of("cheat_cover") if self.cheats else []
        moves = [move for move in moves if not move.cards & look.trumps]
        if not moves or look.state.uncovered.bit_count() > 2:
            return None
        move = min(moves, key=lambda move: (not _looks_right(only_card(move.cards), move.arg), look.cost(move.cards)))
        return Decision(move, say("would rather cheat than take: {cards}", cards=faces(move.cards)))

    def accuse(self, look: DurakLook, rng: Random) -> Decision | None:
        """Accuses a false card if it notices one.

        It names false covers in the last call, when nothing more can be thrown in, and false transfers at once, while
        they can be undone.
        """
        state = look.state
        own = any(move.verb != "accuse" for move in look.choices)
        handed = state.handed
        false = 0
        for attack, cover in zip(state.attacks, state.covers, strict=True):
            if cover != NO_CARD and (state.calling or not own) and not self.rules.beats(state.trump, cover, attack):
                false |= 1 << cover
        if handed is not None and not is_rank_transfer(handed.uncovered, handed.card):
            false |= 1 << handed.card
        false &= accusable(self.rules, state, look.seat)
        if false and (rng.random() < self.watchful or not own):
            card = false & -false
            return Decision(Move("accuse", card), say("has seen that {cards} does not fit", cards=faces(card)))
        return None if own else Decision(look.choices[0], say("has nothing else to say"))


def _looks_right(card: Card, attack: Card) -> bool:
    """Whether a false cover is easily overlooked: a card of the same colour."""
    if suit_of(card) is None or suit_of(attack) is None:
        return False
    return bool(RED >> card & 1) == bool(RED >> attack & 1)


def plain_cards(look: DurakLook) -> Cards:
    """The cards in hand that are neither trumps nor jokers."""
    return look.hand & ~look.trumps
