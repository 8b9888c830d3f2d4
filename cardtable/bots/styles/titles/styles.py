"""The style of King, Prince, Soldier, Peasant (section 8 of the catalogue)."""

from __future__ import annotations

from cardtable.bots import Bot, Decision
from cardtable.bots.styles.titles.steady import Steady
from cardtable.cards import Cards, bits, rank_of, suit_of
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import Faces, say
from cardtable.games.titles.rules import TitlesRules
from cardtable.games.titles.state import TitlesState


class QuotaRunner(Steady):
    """Wins tricks until one short of its quota, then waits with the last one until only one rival is left."""

    def lead(self, state: TitlesState, seat: Seat, legal: Cards) -> Decision:
        if not self.waits(state, seat):
            return super().lead(state, seat, legal)
        unseen = self.rules.all_cards & ~(state.places[self.rules.taken] | state.places[seat])

        def loses(card: int) -> tuple[int, int]:
            return (self.rules.beaters(state, card) & unseen).bit_count(), -rank_of(card)

        plain = [card for card in bits(legal) if suit_of(card) != state.trump] or bits(legal)
        card = max(plain, key=loses)
        return Decision(Move("play", 1 << card), say("waits, and leads {card}", card=Faces((card,))))

    def follow(self, state: TitlesState, seat: Seat, legal: Cards) -> Decision:
        if not self.waits(state, seat):
            return super().follow(state, seat, legal)
        losing = legal & ~self.rules.beaters(state, self.best(state))
        if not losing:
            return super().follow(state, seat, legal)
        card = max(bits(losing), key=lambda card: self.worth(state, card))
        return Decision(Move("play", 1 << card), say("one trick short, it waits with {card}", card=Faces((card,))))

    def waits(self, state: TitlesState, seat: Seat) -> bool:
        """Whether it is one trick short while at least two rivals still have quotas to fill."""
        if state.reign:
            return False
        short = self.rules.quotas[state.titles[seat]] - self.rules.total(state)[seat]
        return short == 1 and state.staying.bit_count() > 2


def quota_runner(rules: AnyRules) -> Bot:
    """Creates a player that leaves stage one last but one."""
    assert isinstance(rules, TitlesRules)
    return QuotaRunner(rules)
