"""The documented styles of Durak: four ways in which people play it, from section 8 of the catalogue."""

from __future__ import annotations

from typing import ClassVar

from cardtable.bots import Decision
from cardtable.bots.styles.durak.hand import COURT, SMALL, TRUMP_PRICE, DurakLook, has_mate, ranks_held_twice
from cardtable.bots.styles.durak.player import Player, plain_cards
from cardtable.cards import RANK_CARDS, RANKS, Card, Cards, bits, cards_of, only_card
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import Text, faces, say
from cardtable.games.durak.options import HAND
from cardtable.games.durak.rules import DurakRules

TO_JACK: Cards = sum(RANK_CARDS[: RANKS.index("Q")])
"""Twos to jacks: the cards to attack with early."""
SMALL_TABLE = 2
"""The most cards that are soon shed again: a collector takes these rather than spend what they collect."""
HEAVY_HAND = 7
"""With more cards in hand than this, nobody takes by choice."""


class Documented(Player):
    """The common part of the four styles: they may cheat, look closely, and play for their partners."""

    cheats = True
    watchful: ClassVar[float] = 0.7

    def spare(self, look: DurakLook) -> Cards:
        """In teams, all plain cards, and trumps too when the stock runs low: whatever an opponent is left holding helps
        the partner.

        What matters is that the team gets rid of its cards, not who goes out first (D-94). Without teams, the cards the
        style spares on its own.
        """
        if self.rules.seating.alone:
            return self.spare_alone(look)
        return ~0 if look.stock <= HAND else ~look.trumps

    def spare_alone(self, look: DurakLook) -> Cards:
        """The cards it throws in if everybody plays for themselves."""
        return super().spare(look)

    def add_against_itself(self, look: DurakLook) -> Decision:
        """With the stock gone, it sheds a card that it can cover with a plain one."""
        if look.late:
            for move in sorted(look.of("throw"), key=lambda move: look.cost(move.cards)):
                rest = plain_cards(look) & ~move.cards
                attack = bits(move.cards)[0]
                if rest & self.rules.beaters_of(look.state, attack) and not move.cards & look.trumps:
                    return Decision(move, say("sheds {cards} at its own cost", cards=faces(move.cards)))
        return super().add_against_itself(look)

    def small_take(self, look: DurakLook) -> bool:
        """Whether taking costs little: few cards on the table, no large hand, and a stock left to shed them in."""
        table = look.state.places[self.rules.table]
        return not look.late and table.bit_count() <= SMALL_TABLE and look.hand.bit_count() <= HEAVY_HAND


class TrumpCollector(Documented):
    """Keeps its trumps for the end: takes a small table rather than spend one on a plain card."""

    def rather_takes(self, look: DurakLook, covers: dict[Card, Card]) -> Text | None:
        """Does not spend a trump on a plain card while taking costs little."""
        spent = [card for attack, card in covers.items() if look.trumps >> card & 1 and not look.trumps >> attack & 1]
        if spent and self.small_take(look):
            return say("takes: {cards} is worth more than the turn", cards=faces(cards_of(spent)))
        return None


class HighCardCollector(Documented):
    """Keeps queens, kings and aces for the end, takes them when it can, and leads them once the stock is gone."""

    def lead(self, look: DurakLook) -> Decision:
        """Leads low cards while there is a stock, then the highest."""
        cards = self.leadable(look)
        if look.late:
            plain = cards & ~look.trumps or cards
            card = max(bits(plain), key=lambda card: (look.prices[card], card))
            return Decision(Move("attack", 1 << card), say("leads the highest, {cards}", cards=faces(1 << card)))
        return super().lead(look)

    def dearer(self, look: DurakLook, card: Card) -> int:
        """While there is a stock, even trumps are spent before court cards."""
        return 0 if look.late else TRUMP_PRICE * 3 // 2 * (COURT >> card & 1)

    def rather_takes(self, look: DurakLook, covers: dict[Card, Card]) -> Text | None:
        """Takes a small table with court cards gladly, and never spends a court card on one small card."""
        if not self.small_take(look):
            return None
        table = look.state.places[self.rules.table]
        if table & COURT & ~look.trumps:
            return say("takes {cards} with pleasure", cards=faces(table & COURT & ~look.trumps))
        spent = cards_of(covers.values()) & COURT
        if spent and len(covers) == 1 and look.state.uncovered & SMALL:
            return say("takes: {cards} is too good for a small card", cards=faces(spent))
        return None


class SmallCardAttacker(Documented):
    """Attacks with pairs of small cards, throws in all that fits, and defends so as to attack next."""

    watchful = 0.4

    def lead(self, look: DurakLook) -> Decision:
        """The largest set of plain cards up to the jack (the lowest of equal ones), else the lowest card.

        Over 1,200 deals this scored .492 [.477, .507] against leading the lowest set first.
        """
        if look.state.stock:
            sets = ranks_held_twice(self.leadable(look) & TO_JACK & ~look.trumps)
            if sets:
                mates = max(sets, key=lambda one: one.bit_count())
                if Move("attack", mates) in look.choices:
                    return Decision(Move("attack", mates), say("attacks with {cards} at once", cards=faces(mates)))
                return self.lead_with(look, _lowest(mates, 2), say("attacks with a pair of small cards"))
        return super().lead(look)

    def spare_alone(self, look: DurakLook) -> Cards:
        """All cards but trumps, whatever they are worth."""
        return ~0 if look.late else ~look.trumps


class PairCollector(Documented):
    """Keeps pairs together: leads, throws in and covers with single cards first, then attacks with the lower pair."""

    watchful = 0.9

    def lead(self, look: DurakLook) -> Decision:
        """The lower of two pairs, or its pair once the stock is gone; else the lowest single card."""
        cards = self.leadable(look) & ~look.trumps
        pairs = ranks_held_twice(cards)
        if pairs and (len(pairs) > 1 or look.late):
            return self.lead_with(look, pairs[0], say("attacks with its lower pair, {cards}", cards=faces(pairs[0])))
        singles = cards_of(card for card in bits(cards) if not has_mate(card, cards))
        if singles:
            card = look.cheapest(singles)
            why = say("leads a single, {cards}, and keeps its pair", cards=faces(1 << card))
            return self.lead_with(
                look, 1 << card, why if pairs else say("leads its lowest, {cards}", cards=faces(1 << card))
            )
        return super().lead(look)

    def rather_takes(self, look: DurakLook, covers: dict[Card, Card]) -> Text | None:
        """Takes a single card from the nine up that makes a pair, while taking costs little.

        Over 1,200 deals this scored .486 [.468, .505] against covering it.
        """
        attack = look.state.uncovered
        alone = look.state.places[self.rules.table] == attack and not attack & (attack - 1)
        pairs = alone and has_mate(only_card(attack), plain_cards(look) | attack)
        if pairs and self.small_take(look) and not attack & (look.trumps | SMALL):
            return say("takes {cards} for its pair", cards=faces(attack))
        return super().rather_takes(look, covers)

    def dearer(self, look: DurakLook, card: Card) -> int:
        """Cards of a pair cover only after the other plain ones."""
        return TRUMP_PRICE // 2 if has_mate(card, plain_cards(look)) else 0

    def spare_alone(self, look: DurakLook) -> Cards:
        """Any plain single card, and pairs only whole; all plain cards once the defender takes, and everything once the
        stock is gone.
        """
        if look.late:
            return ~0
        if look.state.taking:
            return ~look.trumps
        plain = plain_cards(look)
        fits = plain & look.state.ranks
        broken = cards_of(card for card in bits(fits) if has_mate(card, plain) and not has_mate(card, fits))
        return ~look.trumps & ~broken


def _lowest(cards: Cards, count: int) -> Cards:
    return cards_of(bits(cards)[:count])


def _rules(rules: AnyRules) -> DurakRules:
    assert isinstance(rules, DurakRules)
    return rules


def trump_collector(rules: AnyRules) -> TrumpCollector:
    """Creates a player of Durak that hoards trumps."""
    return TrumpCollector(_rules(rules))


def high_card_collector(rules: AnyRules) -> HighCardCollector:
    """Creates a player of Durak that saves court cards."""
    return HighCardCollector(_rules(rules))


def small_card_attacker(rules: AnyRules) -> SmallCardAttacker:
    """Creates a player of Durak that attacks with small pairs."""
    return SmallCardAttacker(_rules(rules))


def pair_collector(rules: AnyRules) -> PairCollector:
    """Creates a player of Durak that keeps pairs."""
    return PairCollector(_rules(rules))
