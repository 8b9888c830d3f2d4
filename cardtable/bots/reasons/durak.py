"""Reasons in Durak."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from cardtable.bots.covering import cheapest_covers
from cardtable.bots.reasons.said import Said, at_once, elsewhere, last_of_hand, only_trumps_fit, spares
from cardtable.cards import ONE, RANK_CARDS, RANK_MATES, RANKS, SUIT_CARDS, Card, Cards, bits, only_card
from cardtable.engine.moves import Move
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, Who, faces, say, say_count
from cardtable.games.durak.ranking import JOKERS
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState

HIGH: Final[Cards] = sum(RANK_CARDS[RANKS.index("Q") :])
"""Queens, kings, aces and jokers: too good to spare while there is a stock."""
LITTLE: Final = 2
"""The most cards on the table that count as little to take."""


def told(rules: DurakRules, seen: Observation, legal: Sequence[Move], move: Move) -> Iterator[Said]:
    """The reasons for a move."""
    state = seen.state
    assert isinstance(state, DurakState)
    at = _At(rules, seen, state, legal)
    if move.verb in ("attack", "throw", "add", "cover", "transfer") and move.cards == at.hand and not state.stock:
        yield last_of_hand(move.cards)
    match move.verb:
        case "cover":
            yield from at.cover(move)
        case "take":
            yield from at.take()
        case "attack":
            yield from at.lead(move)
        case "throw" | "add":
            yield from at.throw(move)
        case "pass" | "hold":
            yield from at.keep()
        case "transfer" if not move.cards & at.trumps:
            yield Said("hands on", 70, say("it hands the attack on, and costs no cover"))
        case "show":
            yield Said(
                "shown only",
                80,
                say("it is only shown: it stays yours, and the attack goes on"),
                say("it is only shown: it stays in hand, and the attack goes on"),
            )
        case "exchange":
            card = Faces((state.turn_up,))
            yield Said(
                "exchange",
                80,
                say("your lowest trump becomes {card}", card=card),
                say("the lowest trump becomes {card}", card=card),
            )


class _At:
    """A decision with what its seat can tell from the table."""

    def __init__(self, rules: DurakRules, seen: Observation, state: DurakState, legal: Sequence[Move]) -> None:
        self.rules = rules
        self.state = state
        self.legal = legal
        self.hand = state.places[seen.seat]
        self.out = elsewhere(rules, seen)
        self.trumps: Cards = (SUIT_CARDS[state.trump] if state.trump >= 0 else 0) | JOKERS
        self.height: Callable[[Card], int] = lambda card: rules.height(card, state.trump if state.trump >= 0 else None)
        self.honest = not rules.options.cheating
        """Cheating is not allowed, so every card laid fits."""

    def cover(self, move: Move) -> Iterator[Said]:
        """The reasons to cover with this card."""
        state, hand, card = self.state, self.hand, only_card(move.cards)
        if self.rules.options.throw_in and self.honest:
            if state.ranks >> card & 1:
                yield Said("known rank", 70, say("its rank lies there already: it invites nothing new"))
            elif not RANK_MATES[card] & self.out and state.uncovered.bit_count() == 1:
                one = faces(move.cards)
                yield Said(
                    "closed",
                    90,
                    say("nothing can be thrown in to {cards}: the others are gone or yours", cards=one),
                    say("nothing can be thrown in to {cards}: the others are gone or in the same hand", cards=one),
                )
        beating = hand & self.rules.beaters_of(state, move.arg)
        attack = Faces((move.arg,))
        plain = beating & ~self.trumps
        if move.cards == plain and beating & self.trumps:
            yield Said(
                "only plain beats",
                50,
                say("your only plain card that beats {card}", card=attack),
                say("the only plain card that beats {card}", card=attack),
            )
        elif move.cards & plain and beating & self.trumps:
            yield Said("plain does", 38, say("a plain card does: the trump stays"))
        lower = [other for other in bits(beating) if self.height(other) < self.height(card)]
        if all(self.height(card) <= self.height(one) for one in bits(self.rules.beaters_of(state, move.arg))):
            yield Said("cheapest", 52, say("no cheaper card beats {card}", card=attack))
        elif beating == move.cards:
            yield Said(
                "no other beats",
                40,
                say("nothing else of yours beats {card}", card=attack),
                say("nothing else in hand beats {card}", card=attack),
            )
        elif not lower:
            if move.cards != plain:
                yield Said(
                    "smallest",
                    40,
                    say("the smallest of yours that beats {card}", card=attack),
                    say("the smallest that beats {card}", card=attack),
                )
        elif not self.mates(card) and all(self.mates(one) and not self.trumps >> one & 1 for one in lower):
            pair = ONE[lower[0]] | self.mates(lower[0])
            yield Said("pair stays", 60, say("{cards} stay together", cards=faces(pair)))
        if lower and self.rules.options.throw_in and self.honest and all(self._invites(card, one) for one in lower):
            others = faces(sum(ONE[one] for one in lower))
            told = say("fewer cards may be thrown in to it than to {cards}", cards=others)
            yield Said("invites less", 45, told)

    def _invites(self, card: Card, other: Card) -> bool:
        """Whether fewer cards can be thrown in after covering with this card than with the other."""
        less = (RANK_MATES[card] & self.out).bit_count() < (RANK_MATES[other] & self.out).bit_count()
        return less and not self.state.ranks >> other & 1

    def mates(self, card: Card) -> Cards:
        """The other plain cards of its rank in the hand."""
        return RANK_MATES[card] & self.hand & ~self.trumps & ~ONE[card]

    def take(self) -> Iterator[Said]:
        """The reasons to take."""
        state = self.state
        if any(one.verb in ("transfer", "show") for one in self.legal):
            return
        beaters = {card: bits(self.hand & self.rules.beaters_of(state, card)) for card in bits(state.uncovered)}
        brought = sum(ONE[card] for card in state.attacks) & self.trumps
        if brought:
            count, cards = brought.bit_count(), faces(brought)
            told = say_count("it brings a trump: {cards}", "it brings trumps: {cards}", count, cards=cards)
            yield Said("brings trumps", 44, told)
        if len(beaters) > 1:
            if cheapest_covers(beaters) is None:
                yield Said("not all", 80, say("not all of them can be beaten"))
            elif cheapest_covers({card: self._plain(cards) for card, cards in beaters.items()}) is None:
                yield Said("not all plainly", 42, say("they cannot all be beaten without a trump"))
            elif state.stock and cheapest_covers({card: self._low(cards) for card, cards in beaters.items()}) is None:
                yield Said("costs high", 42, say("to beat them all takes a high card, and there is a stock"))
        elif not (beating := [card for cards in beaters.values() for card in cards]):
            yield Said("cannot", 90, say("nothing of yours beats it"), say("nothing in hand beats it"))
        elif not self._plain(beating):
            table = state.places[self.rules.table].bit_count()
            if state.stock and table <= LITTLE and not state.uncovered & self.trumps:
                yield Said("too dear", 60, say("only a trump would beat it, and there is little to take"))
            elif len(beating) == 1:
                one = Faces((beating[0],))
                yield Said(
                    "only trumps beat",
                    42,
                    say("only {card} would beat it: keep the trump", card=one),
                    say("only {card} would beat it, and the trump stays", card=one),
                )
            else:
                yield Said(
                    "only trumps beat",
                    42,
                    say("only trumps beat it: keep them"),
                    say("only trumps beat it, and they stay"),
                )
        elif state.stock and all(HIGH >> card & 1 for card in self._plain(beating)):
            if len(beating) == 1:
                one = Faces((beating[0],))
                yield Said(
                    "only high beat",
                    42,
                    say("only {card} would beat it: keep it while there is a stock", card=one),
                    say("only {card} would beat it, and stays while there is a stock", card=one),
                )
            elif len(self._plain(beating)) < len(beating):
                yield Said(
                    "only high beat",
                    42,
                    say("only trumps and high cards beat it: keep them while there is a stock"),
                    say("only trumps and high cards beat it, and they stay while there is a stock"),
                )
            else:
                yield Said(
                    "only high beat",
                    42,
                    say("only high cards beat it: keep them while there is a stock"),
                    say("only high cards beat it, and they stay while there is a stock"),
                )

    def _plain(self, cards: Sequence[Card]) -> list[Card]:
        return [card for card in cards if not self.trumps >> card & 1]

    def _low(self, cards: Sequence[Card]) -> list[Card]:
        return [card for card in self._plain(cards) if not HIGH >> card & 1]

    def lead(self, move: Move) -> Iterator[Said]:
        """The reasons to open a bout with these cards."""
        state, cards = self.state, bits(move.cards)
        defender = Who(state.defender)
        if self._is_unbeatable(cards) and not move.cards & self._could_be_handed_on(cards):
            if state.active.bit_count() == 2 and self.hand & ~move.cards:
                yield Said(
                    "cannot be beaten",
                    95,
                    say("{who} has nothing to beat it with, and you lead again", who=defender),
                    say("nothing can beat it: the other takes, and the lead stays"),
                )
            elif state.active.bit_count() > 2:
                yield Said(
                    "cannot be beaten",
                    95,
                    say("{who} cannot beat it, and loses a turn", who=defender),
                    say("it cannot be beaten, and costs a turn"),
                )
        yield from self._few_beat(move)
        yield from self._can_follow(move)
        leads = 0
        for one in self.legal:
            leads |= one.cards if one.verb == "attack" else 0
        plain = leads & ~self.trumps
        low = all(self.height(cards[0]) <= self.height(one) for one in bits(plain or leads))
        if len(cards) == 1 and low and not move.cards & self.trumps:
            if move.cards == plain and leads & self.trumps:
                yield Said(
                    "only plain",
                    45,
                    say("your only plain card: the trumps stay"),
                    say("the only plain card: the trumps stay"),
                )
            else:
                yield Said("lowest lead", 40, say("your lowest plain card"), say("the lowest plain card"))
        elif len(cards) == 1 and low and not plain:
            yield Said(
                "trumps only", 45, say("you hold trumps only: the smallest"), say("there are only trumps: the smallest")
            )
        elif len(cards) > 1:
            yield Said("together", 55, at_once(len(cards)))

    def _is_unbeatable(self, cards: Sequence[Card]) -> bool:
        """Whether the defender can hold no card that beats any of these."""
        held = self._held_by_defender()
        return bool(held) and all(not held & self.rules.beaters_of(self.state, card) for card in cards)

    def _held_by_defender(self) -> Cards:
        """The cards the defender may hold; none where the house rules make that unknowable."""
        state, defender, options = self.state, self.state.defender, self.rules.options
        hidden = state.hidden is None or state.hidden[defender]
        alone = options.teams == "none" and options.pass_hands == "none" and self.honest and not options.self_throw
        return state.places[defender] | (self.out if hidden else 0) if alone else 0

    def _few_beat(self, move: Move) -> Iterator[Said]:
        """The reason for a card laid alone that only one card, or only trumps, can beat."""
        if move.cards & (move.cards - 1) or self.state.taking:
            return
        beaters = self._held_by_defender() & self.rules.beaters_of(self.state, only_card(move.cards))
        if beaters and not beaters & (beaters - 1):
            yield Said("one beats it", 44, say("only {card} can beat it", card=faces(beaters)))
        elif beaters and not move.cards & self.trumps and not beaters & ~self.trumps:
            yield Said("trumps beat it", 43, say("only a trump can beat it"))

    def _can_follow(self, move: Move) -> Iterator[Said]:
        """The reason for a card led alone with others of its rank in the hand."""
        state, options = self.state, self.rules.options
        if move.cards & (move.cards - 1) or not (options.throw_in and options.throw_after_take) or options.transfer:
            return
        mates = self.mates(only_card(move.cards))
        if mates and min(state.limit, state.size(state.defender)) > mates.bit_count():
            yield Said("can follow", 34, say("{cards} can be thrown in after it", cards=faces(mates)))

    def _could_be_handed_on(self, cards: Sequence[Card]) -> Cards:
        """Those of these cards that another player could transfer instead of taking."""
        if not self.rules.options.transfer:
            return 0
        return sum(ONE[card] for card in cards if RANK_MATES[card] & self.out)

    def throw(self, move: Move) -> Iterator[Said]:
        """The reasons to throw in."""
        yield from self._few_beat(move)
        spared = not move.cards & (self.trumps | (HIGH if self.state.stock else 0))
        if self.state.taking and spared:
            yield Said(
                "takes anyway",
                70,
                say("it is taken anyway: give what you can spare"),
                say("what is taken anyway can be spared"),
            )
        elif self._is_unbeatable(bits(move.cards)):
            defender = Who(self.state.defender)
            if move.cards & (move.cards - 1):
                beats = say("{who} has nothing to beat them with", who=defender), say("nothing can beat them")
            else:
                beats = say("{who} has nothing to beat it with", who=defender), say("nothing can beat it")
            yield Said("nothing beats it", 75, *beats)
        elif self._needs_all(move):
            yield Said(
                "every card", 45, say("{who} would need every card to beat it all", who=Who(self.state.defender))
            )
        elif not self.state.stock and not move.cards & self.trumps:
            yield Said("no stock", 35, say("there is no stock: whatever goes is gone for good"))
        elif spared and self.state.stock:
            yield spares(move.cards)
        elif not self.state.taking and 1 < (count := self._open_with(move)) < self._held() < 2 * count:
            held = self._held()
            many = say(
                "{who} has {count} to beat with {size} cards", who=Who(self.state.defender), count=count, size=held
            )
            yield Said("many open", 30, many)

    def _open_with(self, move: Move) -> int:
        """The number of open cards after the move."""
        return self.state.uncovered.bit_count() + move.cards.bit_count()

    def _needs_all(self, move: Move) -> bool:
        """Whether the defender has exactly as many cards as will be open."""
        return not self.state.taking and self._open_with(move) == self._held()

    def _held(self) -> int:
        """The number of cards the defender holds."""
        return self.state.size(self.state.defender)

    def keep(self) -> Iterator[Said]:
        """The reasons not to throw in."""
        fitting = [one.cards for one in self.legal if one.verb in ("throw", "add")]
        if not fitting:
            return
        union = 0
        for cards in fitting:
            union |= cards
        single, one = not union & (union - 1), faces(union)
        if all(cards & self.trumps for cards in fitting):
            yield only_trumps_fit(union)
        elif self.state.stock and all(cards & (self.trumps | HIGH) for cards in fitting):
            if single:
                yield Said(
                    "only high fit",
                    50,
                    say("{card} is high: keep it while there is a stock", card=one),
                    say("{card} is high, and stays while there is a stock", card=one),
                )
            else:
                yield Said(
                    "only high fit",
                    50,
                    say("only high cards fit: keep them while there is a stock"),
                    say("only high cards fit, and they stay while there is a stock"),
                )
