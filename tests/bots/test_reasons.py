"""Reasons are true: every sentence for every legal move of random deals, beside the cards as they really lie.

`TRUE` says of each sentence, in other words than `bots/reasons`, when it is true in the full state: what others hold is
looked up, and where a sentence tells how a trick goes on, the trick is played out in every way with the real hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from cardtable.bots.finding import make_bot
from cardtable.bots.reasons import reasons
from cardtable.bots.reasons.said import Said
from cardtable.cards import RANK_CARDS, RANKS, SUIT_CARDS, Card, Cards, bits, only_card, rank_of, shuffled, suit_of
from cardtable.engine.moves import DEALER, Move
from cardtable.engine.rules import AnyRules, run_chance
from cardtable.engine.state import Observation, observe
from cardtable.games import FAMILIES, family
from cardtable.games.king.contracts import CONTRACTS
from cardtable.games.one_oh_one.scoring import card_points
from cardtable.games.titles.state import PEASANT, TitlesStanding
from cardtable.games.tricks import points_of
from tests.lots import odd

LONGEST: Final = 400
"""Moves after which a random deal is left."""
MOST_MOVES: Final = 40
"""Of so many legal moves of a decision the reasons are looked at."""


class At(NamedTuple):
    """A decision with a reason for one of its moves, and the state that its seat does not see."""

    rules: Any
    full: Any
    seat: int
    legal: Sequence[Move]
    move: Move
    said: Said

    @property
    def card(self) -> Card:
        return only_card(self.move.cards)

    @property
    def hand(self) -> Cards:
        cards: Cards = self.full.places[self.seat]
        return cards

    @property
    def others(self) -> Cards:
        """What other hands hold."""
        cards = 0
        for seat in range(self.rules.seats):
            cards |= 0 if seat == self.seat else self.full.places[seat]
        return cards

    @property
    def stock(self) -> Cards:
        cards: Cards = self.full.places[-1]
        return cards

    @property
    def after(self) -> Any:
        """The full state after the move."""
        state = self.full.copy()
        self.rules.play(state, self.seat, self.move)
        return state

    @property
    def trumps(self) -> Cards:
        """The trumps of the suit."""
        return SUIT_CARDS[self.full.trump] if self.full.trump >= 0 else 0

    def number(self) -> int:
        """The number that the sentence tells."""
        (found,) = [fact for fact in self.said.text.facts.values() if isinstance(fact, int)]
        return found


Truth = Callable[[At], bool]


def who_takes(at: At) -> set[int]:
    """Who may take the trick after the move, however the others play the cards that they hold."""
    rules, name = at.rules, family_of(at.rules)
    lying: Callable[[Any], int] = {
        "bura": lambda state: len(state.plays) if state.moment == "replies" else 0,
    }.get(name, lambda state: len(state.trick))
    taker: Callable[[Any], int] = {
        "kozel": lambda state: state.last_winner,
        "king": lambda state: state.winners[len(at.full.winners)],
        "bura": lambda state: state.winner,
        "titles": lambda state: next(who for who in range(rules.seats) if state.tricks[who] > at.full.tricks[who]),
    }[name]

    def ends(state: Any, before: int) -> Iterator[int]:
        if not state.to_act or lying(state) < before or state.to_act[0] == DEALER:
            yield taker(state)
            return
        for one in rules.legal(state, state.to_act[0]):
            following = state.copy()
            rules.play(following, state.to_act[0], one)
            yield from ends(following, lying(state) + (not lying(state)))

    return set(ends(at.after, 1))


def family_of(rules: AnyRules) -> str:
    return type(rules).__module__.split(".")[2]


def is_mine(at: At) -> bool:
    return who_takes(at) == {at.seat}


def is_not_mine(at: At) -> bool:
    return at.seat not in who_takes(at)


def is_ours(at: At) -> bool:
    return {at.rules.side[seat] for seat in who_takes(at)} == {at.rules.side[at.seat]}


def nobody_would_take(at: At) -> bool:
    """None of the legal moves takes the trick as it lies."""
    return all(
        is_not_mine(at._replace(move=one)) for one in at.legal if one.cards.bit_count() == at.move.cards.bit_count()
    )


def least(at: At, worth: Callable[[Move], float], among: Sequence[Move] | None = None) -> bool:
    return worth(at.move) == min(map(worth, at.legal if among is None else among))


def points(move: Move) -> int:
    """Card points, counted card by card."""
    return sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(RANKS[rank_of(card)], 0) for card in bits(move.cards))


# Durak, and the bouts of the ladder


def mates(at: At) -> Cards:
    return RANK_CARDS[rank_of(at.card)]


def covers(at: At) -> list[Move]:
    return [one for one in at.legal if one.verb == "cover" and one.arg == at.move.arg]


def is_plain(at: At, move: Move) -> bool:
    return not move.cards & at.trumps and all(suit_of(card) is not None for card in bits(move.cards))


def is_smallest(at: At) -> bool:
    """No cover of the same attack is plain where this is a trump, or lower where both are of one kind."""
    height = at.rules.height
    trump = at.full.trump if at.full.trump >= 0 else None
    return all(height(at.card, trump) <= height(only_card(one.cards), trump) for one in covers(at))


def leads(at: At) -> list[Move]:
    return [one for one in at.legal if one.verb == "attack" and one.cards.bit_count() == 1]


def thrown(at: At) -> list[Move]:
    return [one for one in at.legal if one.verb in ("throw", "add")]


def is_high(card: Card) -> bool:
    return suit_of(card) is None or RANKS[rank_of(card)] in "QKA"


def all_beaten(at: At) -> bool:
    """Whether the hand covers all that lies open, gone through one way after the other."""

    def goes(open_cards: list[Card], hand: Cards) -> bool:
        if not open_cards:
            return True
        beaters = beats(at, open_cards[0]) & hand
        return any(goes(open_cards[1:], hand & ~(1 << card)) for card in bits(beaters))

    return goes(bits(at.full.uncovered), at.hand)


def beats(at: At, attack: Card) -> Cards:
    if family_of(at.rules) == "palace":
        cards: Cards = at.rules.beaters[at.full.trump][attack]
    else:
        cards = at.rules.beaters_of(at.full, attack)
    return cards


def is_only_for_trumps(at: At) -> bool:
    covering = [one for one in at.legal if one.verb == "cover"]
    return (
        bool(covering)
        and bool(at.full.stock)
        and all(is_plain(at, Move("", 1 << card)) for card in bits(at.full.uncovered))
        and all(not is_plain(at, one) for one in covering)
        and len(bits(at.full.places[at.rules.table])) <= 2
    )


def cannot_be_beaten(at: At) -> bool:
    """The defender has no move but to take; with two players the lead then comes back."""
    after = at.after
    while after.to_act and after.to_act[0] != at.full.defender_seat:
        passing = next((one for one in at.rules.legal(after, after.to_act[0]) if one.verb in ("pass", "hold")), None)
        if passing is None:
            return False
        at.rules.play(after, after.to_act[0], passing)
    verbs = {one.verb for one in at.rules.legal(after, at.full.defender_seat)}
    if (
        "take" not in verbs
        or "transfer" in verbs
        or after.uncovered.bit_count()
        <= len({one.arg for one in at.rules.legal(after, at.full.defender_seat) if one.verb == "cover"})
    ):
        return False
    if at.full.active.bit_count() > 2:
        return True
    at.rules.play(after, at.full.defender_seat, Move("take"))
    while after.to_act and after.attacks:
        at.rules.play(
            after,
            after.to_act[0],
            next(one for one in at.rules.legal(after, after.to_act[0]) if one.verb in ("pass", "hold")),
        )
    return bool(after.to_act) and after.to_act[0] == at.seat


def pair_stays(at: At) -> bool:
    pair = [card for card in bits(at.hand) if card in at.said.text.facts["cards"].cards]  # type: ignore[union-attr]
    lower = [one for one in covers(at) if not is_smallest_than(at, one)]
    return (
        len({rank_of(card) for card in pair}) == 1 < len(pair)
        and any(one.cards & sum(1 << card for card in pair) for one in lower)
        and at.card not in pair
        and not any(
            is_plain(at, at.move) and mate != at.card
            for mate in bits(at.hand & mates(at))
            if is_plain(at, Move("", 1 << mate))
        )
        and all(is_plain(at, Move("", 1 << card)) for card in pair)
    )


def is_smallest_than(at: At, other: Move) -> bool:
    return is_smallest(at._replace(legal=(at.move, other)))


def cannot_hand_on(at: At) -> bool:
    return not {"transfer", "show"} & {one.verb for one in at.legal}


def may_be_thrown_in(at: At) -> bool:
    """Cards can be thrown in to a cover, and nobody lays one that does not fit."""
    options = at.rules.options
    return family_of(at.rules) == "palace" or bool(options.throw_in and not options.cheating)


DURAK: Final[dict[str, Truth]] = {
    "known rank": lambda at: (
        rank_of(at.card) in {rank_of(card) for card in bits(at.full.places[at.rules.table])} and may_be_thrown_in(at)
    ),
    "closed": lambda at: not mates(at) & at.others and may_be_thrown_in(at) and len(bits(at.full.uncovered)) == 1,
    "plain does": lambda at: is_plain(at, at.move) and any(not is_plain(at, one) for one in covers(at)),
    "smallest": is_smallest,
    "pair stays": pair_stays,
    "not all": lambda at: not all_beaten(at) and len(bits(at.full.uncovered)) > 1 and cannot_hand_on(at),
    "cannot": lambda at: (
        all(one.verb != "cover" for one in at.legal) and len(bits(at.full.uncovered)) == 1 and cannot_hand_on(at)
    ),
    "too dear": is_only_for_trumps,
    "cannot be beaten": cannot_be_beaten,
    "lowest lead": lambda at: (
        is_plain(at, at.move)
        and least(
            at, lambda one: at.rules.height(only_card(one.cards), None), [x for x in leads(at) if is_plain(at, x)]
        )
    ),
    "only plain": lambda at: (
        is_plain(at, at.move)
        and [one for one in leads(at) if is_plain(at, one)] == [at.move]
        and any(not is_plain(at, Move("", 1 << card)) for card in bits(at.hand))
    ),
    "trumps only": lambda at: (
        not any(is_plain(at, one) for one in leads(at)) and is_lowest_lead(at) and len(bits(at.move.cards)) == 1
    ),
    "together": lambda at: at.move.cards.bit_count() > 1 and is_plain(at, at.move),
    "takes anyway": lambda at: at.full.taking and is_plain(at, at.move),
    "spare": lambda at: is_plain(at, at.move) and not any(map(is_high, bits(at.move.cards))),
    "only trumps fit": lambda at: bool(thrown(at)) and not any(is_plain(at, one) for one in thrown(at)),
    "only high fit": lambda at: (
        bool(at.full.stock) and all(any(map(is_high, bits(one.cards))) or not is_plain(at, one) for one in thrown(at))
    ),
    "hands on": lambda at: at.after.defender != at.full.defender or at.after.attacker != at.full.attacker,
    "shown only": lambda at: at.after.places[at.seat] == at.hand and at.after.defender != at.full.defender,
    "nothing beats it": lambda at: all(
        not beats(at, card) & at.full.places[at.full.defender] for card in bits(at.move.cards)
    ),
    "no stock": lambda at: not at.full.stock and is_plain(at, at.move),
    "last of hand": lambda at: not at.after.places[at.seat],
    "invites less": lambda at: (
        may_be_thrown_in(at)
        and any(not is_smallest_than(at, one) for one in covers(at))
        and all(
            (mates(at) & out_of_sight(at)).bit_count() < (mates(at._replace(move=one)) & out_of_sight(at)).bit_count()
            for one in covers(at)
            if not is_smallest_than(at, one)
        )
    ),
    "every card": lambda at: (
        not at.full.taking and len(bits(at.after.uncovered)) == len(bits(at.full.places[at.full.defender]))
    ),
    "exchange": lambda at: at.full.turn_up in bits(at.after.places[at.seat]),
}


def is_lowest_lead(at: At) -> bool:
    return least(at, lambda one: at.rules.height(only_card(one.cards), at.full.trump), leads(at))


def beats_any(at: At) -> Cards:
    """What beats one of the cards that lie open."""
    cards = 0
    for attack in bits(at.full.uncovered):
        cards |= beats(at, attack)
    return cards


PALACE: Final[dict[str, Truth]] = {
    **{
        key: DURAK[key]
        for key in (
            "known rank",
            "closed",
            "plain does",
            "takes anyway",
            "spare",
            "only trumps fit",
        )
    },
    "not all": lambda at: not all_beaten(at) and len(bits(at.full.uncovered)) > 1,
    "too dear": lambda at: (
        len(bits(at.full.places[at.rules.table])) <= 2
        and all(is_plain(at, Move("", 1 << card)) for card in bits(at.full.uncovered))
        and not any(is_plain(at, Move("", 1 << card)) for card in bits(at.hand & beats_any(at)))
    ),
    "cannot": lambda at: not any(beats(at, card) & at.hand for card in bits(at.full.uncovered)),
    "smallest": lambda at: all(
        (at.trumps >> at.card & 1, rank_of(at.card)) <= (at.trumps >> card & 1, rank_of(card))
        for card in bits(at.hand & beats(at, at.move.arg))
        if suit_of(card) is not None
    ),
    "at the king": lambda at: at.full.defender == at.full.ladder[0],
    "stands": lambda at: all(not beats(at, card) & at.others for card in bits(at.move.cards)),
    "lowest lead": lambda at: (
        is_plain(at, at.move)
        and least(at, lambda one: rank_of(only_card(one.cards)), [x for x in leads(at) if is_plain(at, x)])
    ),
    "several": lambda at: at.move.cards.bit_count() > 1,
    "gone": lambda at: (
        is_plain(at, at.move)
        and any(map(is_high, bits(at.move.cards)))
        and not at.full.taking
        and not at.stock
        and not at.move.cards & at.after.places[at.seat]
    ),
    "only high fit": lambda at: (
        bool(thrown(at))
        and any(is_plain(at, one) for one in thrown(at))
        and all(any(map(is_high, bits(one.cards))) or not is_plain(at, one) for one in thrown(at))
    ),
}

# Games of tricks


def stands(at: At, beaters: Cards) -> bool:
    return not beaters & (at.others | at.stock)


def kozel_beaters(at: At) -> Cards:
    cards: Cards = at.rules.by_trump[at.full.trump].beaters[at.card]
    return cards


def taking(at: At) -> list[Move]:
    """The legal moves that beat what lies there."""
    if family_of(at.rules) == "bura":
        return [
            one
            for one in at.legal
            if one.cards.bit_count() == at.move.cards.bit_count()
            and at.rules.wins_over(at.full, at.full.best, one.cards)
        ]
    beaters = at.rules.by_trump[at.full.trump].beaters[at.full.best]
    return [one for one in at.legal if one.cards & beaters]


def kozel_trumps(at: At) -> Cards:
    cards: Cards = at.rules.by_trump[at.full.trump].trumps
    return cards


def not_worth(at: At, trumps: Cards) -> bool:
    lying = at.full.trick if family_of(at.rules) == "kozel" else [card for play in at.full.plays for card in bits(play)]
    points_lying = sum(points(Move("", 1 << card)) for card in lying)
    told = at.number() if at.said.text.facts else 0
    return (
        told == points_lying < 4
        and bool(taking(at))
        and all(one.cards & trumps for one in taking(at))
        and is_not_mine(at)
    )


def won_now(at: At) -> int:
    return points_of(at.after.places[-2])


def is_last(at: At) -> bool:
    return bool(len(at.full.trick) == at.rules.seats - 1)


def is_held_by_ours(at: At) -> bool:
    """The partner's card takes the trick so far."""
    return bool(at.rules.seats > at.rules.sides and at.rules.side[at.full.winning] == at.rules.side[at.seat])


def out_of_sight(at: At) -> Cards:
    """The cards that the seat cannot place, and those that it has seen in other hands."""
    seen = observe(at.full, at.seat).state
    known: Cards = at.hand
    for cards in seen.places[at.rules.seats :]:
        known |= cards
    out: Cards = at.rules.all_cards & ~known
    return out


def beatable(at: At) -> bool:
    """Some card out of sight would beat what takes the trick so far."""
    return bool(at.rules.by_trump[at.full.trump].beaters[at.full.best] & out_of_sight(at))


def after_it(at: At) -> Cards:
    """What those hold who play to the trick after the move."""
    after, cards = at.after, 0
    while len(after.trick) > len(at.full.trick):
        seat = after.to_act[0]
        cards |= at.full.places[seat]
        at.rules.play(after, seat, at.rules.legal(after, seat)[0])
        if not after.to_act:
            break
    return cards


def is_highest_taking(at: At, takers: Sequence[Move], beaters: Callable[[Card], Cards]) -> bool:
    """Each of the others that take the trick is beaten by it, and by a card out of sight that does not beat it."""
    others = [only_card(one.cards) for one in takers if one != at.move]
    return (
        at.move in takers
        and bool(others)
        and all(
            beaters(other) >> at.card & 1 and beaters(other) & ~beaters(at.card) & out_of_sight(at) for other in others
        )
    )


def is_lower(at: At, other: Move) -> bool:
    """Whether another card stands below that of the move: a plain one below a trump, and a lower one of their kind."""
    trumps = kozel_trumps(at)
    if bool(other.cards & trumps) != bool(at.move.cards & trumps):
        return bool(at.move.cards & trumps)
    strength = at.rules.by_trump[at.full.trump].strength
    return bool(strength[only_card(other.cards)] < strength[at.card])


KOZEL: Final[dict[str, Truth]] = {
    "stands": lambda at: stands(at, kozel_beaters(at)),
    "only trump": lambda at: (
        not kozel_beaters(at) & ~kozel_trumps(at) & after_it(at)
        if at.full.trick
        else stands(at, kozel_beaters(at) & ~kozel_trumps(at))
    ),
    "higher trump": lambda at: (
        at.move in taking(at)
        and bool(at.move.cards & kozel_trumps(at))
        and not is_last(at)
        and bool(kozel_beaters(at) & out_of_sight(at))
    ),
    "only taker": lambda at: [at.move] == taking(at),
    "highest": lambda at: is_highest_taking(at, taking(at), at.rules.by_trump[at.full.trump].beaters.__getitem__),
    "keeps high": lambda at: (
        (not at.full.trick or at.move not in taking(at))
        and not any(is_lower(at, one) for one in at.legal)
        and any(is_lower(at._replace(move=one), at.move) for one in at.legal)
    ),
    "makes sure": lambda at: is_mine(at) and is_held_by_ours(at) and beatable(at),
    "partner stands": lambda at: (
        is_held_by_ours(at)
        and at.move not in taking(at)
        and at.number() == points(at.move) > 0
        and beatable(at)
        and not at.rules.by_trump[at.full.trump].beaters[at.full.best] & ~kozel_trumps(at) & after_it(at)
    ),
    "fewest of losers": lambda at: (
        not is_held_by_ours(at)
        and least(at, points, [one for one in at.legal if one not in taking(at)])
        and at.move not in taking(at)
        and 0 < len(taking(at)) < len(at.legal) - 1
    ),
    "risks little": lambda at: (
        least(at, points)
        and points(at.move) <= 4
        and not at.move.cards & kozel_trumps(at)
        and (points(at.move) == 0) == ("no points" in at.said.text.source)
    ),
    "partner's": lambda at: (
        is_ours(at)
        and is_held_by_ours(at)
        and at.number() == points(at.move) > 0
        and all(
            points(one) <= points(at.move) or (one.cards & kozel_trumps(at) and not at.move.cards & kozel_trumps(at))
            for one in at.legal
            if one not in taking(at)
        )
    ),
    "last takes": lambda at: (
        is_mine(at)
        and (at.number() if at.said.text.facts else 0)
        == sum(points(Move("", 1 << card)) for card in (*at.full.trick, at.card))
    ),
    "has enough": lambda at: (
        is_mine(at)
        and at.number() >= 61
        and (
            at.after.won[at.rules.side[at.seat]].bit_count() == 0
            or points_of(at.after.won[at.rules.side[at.seat]]) == at.number()
        )
    ),
    "safe": is_mine,
    "lowest trump": lambda at: (
        at.move in taking(at)
        and len(taking(at)) > 1
        and all(kozel_beaters(at) & one.cards or one == at.move for one in taking(at) if one.cards & kozel_trumps(at))
    ),
    "cannot take": lambda at: nobody_would_take(at) and least(at, points) and not is_held_by_ours(at),
    "not worth it": lambda at: not_worth(at, kozel_trumps(at)) and not is_held_by_ours(at) and points(at.move) == 0,
    "rich": lambda at: (
        at.move in taking(at)
        and not is_last(at)
        and at.number() == sum(points(Move("", 1 << card)) for card in at.full.trick) >= 10
    ),
    "plain does": lambda at: (
        at.move in taking(at)
        and not at.move.cards & kozel_trumps(at)
        and any(one.cards & kozel_trumps(at) for one in taking(at))
    ),
    "not yet": lambda at: (
        is_held_by_ours(at) and least(at, points) and not is_last(at) and at.move not in taking(at) and beatable(at)
    ),
    "fewest": lambda at: (
        least(at, points) and at.move not in taking(at) and bool(taking(at)) and not is_held_by_ours(at)
    ),
    "only one": lambda at: (
        not at.rules.by_trump[at.full.trump].follow[at.card] & at.after.places[at.seat]
        and not at.move.cards & kozel_trumps(at)
        and bool(at.hand & kozel_trumps(at))
        and at.rules.options.follow_suit == "must"
    ),
    "draws trumps": lambda at: (
        at.number() >= (at.others & kozel_trumps(at)).bit_count()
        and bool(at.number())
        and bool(at.move.cards & kozel_trumps(at))
        and at.rules.options.follow_suit == "must"
    ),
    "catches": lambda at: (
        at.rules.captured(at.after) is not None
        or at.after.ended == "captured"
        or len(at.full.trick) < at.rules.seats - 1
    ),
}
BURA: Final[dict[str, Truth]] = {
    "enough": lambda at: at.rules.count(at.full, at.seat) >= at.rules.options.target,
    "too few": lambda at: at.rules.count(at.full, at.seat) == at.number() < at.rules.options.target,
    "stands": is_mine,
    "one stands": is_mine,
    "several empty": lambda at: at.move.cards.bit_count() > 1 and points(at.move) == 0,
    "several": lambda at: at.move.cards.bit_count() > 1 and not at.move.cards & at.trumps,
    "empty": lambda at: points(at.move) == 0 and not at.move.cards & at.trumps and len(bits(at.move.cards)) == 1,
    "least": lambda at: points(at.move) == min(points(Move("", 1 << card)) for card in bits(at.hand)),
    "reaches": lambda at: is_mine(at) and at.rules.count(at.after, at.seat) == at.number() >= at.rules.options.target,
    "last takes": lambda at: (
        is_mine(at)
        and (
            at.full.down
            if not at.said.text.facts and at.rules.count(at.after, at.seat) > at.rules.count(at.full, at.seat)
            else not at.said.text.facts
            or 0 < at.number() == at.rules.count(at.after, at.seat) - at.rules.count(at.full, at.seat)
        )
    ),
    "plain does": lambda at: (
        at.move in taking(at) and not at.move.cards & at.trumps and any(one.cards & at.trumps for one in taking(at))
    ),
    "cannot take": lambda at: (
        nobody_would_take(at)
        and least(at, points, [one for one in at.legal if one.cards.bit_count() == at.move.cards.bit_count()])
    ),
    "not worth it": lambda at: (
        not_worth(at, at.trumps) and points(at.move) == 0 and not at.move.cards & at.trumps and not at.full.down
    ),
    "stops": lambda at: (
        at.move in taking(at)
        and at.rules.count(at.full, at.full.owner) + sum(map(points_of, at.full.plays)) >= at.rules.options.target
    ),
}


def suit_cards(at: At) -> Cards:
    return next(suit for suit in SUIT_CARDS if suit >> at.card & 1)


def higher(at: At) -> Cards:
    return sum(1 << card for card in bits(suit_cards(at)) if card > at.card)


def is_void(at: At) -> bool:
    return not at.hand & SUIT_CARDS[at.full.led]


def is_now(at: At, move: Move) -> bool:
    """Whether the move takes the trick as it lies."""
    trick = (*at.full.trick, only_card(move.cards))
    return bool(at.rules.winner_of(trick, at.full.trump, at.full.led) == len(trick) - 1)


def is_lowest(at: At) -> bool:
    trump = at.full.trump if at.full.trump >= 0 else None
    return least(at, lambda one: at.rules.height(only_card(one.cards), trump), [one for one in at.legal if one.cards])


def is_highest(at: At) -> bool:
    trump = at.full.trump if at.full.trump >= 0 else None
    return least(at, lambda one: -at.rules.height(only_card(one.cards), trump), [one for one in at.legal if one.cards])


def is_longest(at: At, suit: Cards) -> bool:
    """Of every other suit the hand has fewer cards."""
    return all((at.hand & other).bit_count() < (at.hand & suit).bit_count() for other in SUIT_CARDS if other != suit)


def counts_for(at: At) -> bool:
    """Whether tricks are good in this contract."""
    return bool(CONTRACTS[at.full.contract].sign > 0)


def mostly_above(at: At) -> bool:
    """No more higher cards than are told lie in other hands, no more lower ones, and the higher ones are more."""
    told = [fact for fact in at.said.text.facts.values() if isinstance(fact, int)]
    lie = [(at.others & cards).bit_count() for cards in (higher(at), suit_cards(at) & ~higher(at))]
    return told[0] > told[1] and told[0] >= lie[0] and told[1] >= lie[1]


KING: Final[dict[str, Truth]] = {
    "stands": lambda at: (
        not at.others & higher(at) and (at.full.trump < 0 or at.trumps == suit_cards(at) or not at.others & at.trumps)
    ),
    "only trump": lambda at: not at.others & higher(at),
    "lowest of all": lambda at: not at.others & suit_cards(at) & ~higher(at),
    "gone suit": lambda at: not at.after.places[at.seat] & suit_cards(at),
    "safe": is_mine,
    "long suit": lambda at: at.full.trick == () and is_longest(at, suit_cards(at)) and counts_for(at),
    "keeps high": lambda at: is_lowest(at) and not is_highest(at) and counts_for(at) and not at.full.trick,
    "lowest of suit": lambda at: (
        [card for card in bits(at.hand & suit_cards(at)) if card <= at.card] == [at.card]
        and len(bits(at.hand & suit_cards(at))) > 1
        and not counts_for(at)
        and bool(out_of_sight(at) & higher(at))
    ),
    "stays whole": lambda at: (
        is_void(at)
        and is_not_mine(at)
        and any(
            is_longest(at, suit) and suit & at.after.places[at.seat] == suit & at.hand and counts_for(at)
            for suit in SUIT_CARDS
        )
    ),
    "lowest taking": lambda at: all(is_now(at, one) for one in at.legal if one.cards) and is_lowest(at),
    "mostly above": mostly_above,
    "last takes": is_mine,
    "cannot take": nobody_would_take,
    "yours anyway": lambda at: (
        is_mine(at) and is_highest(at) and all(is_mine(at._replace(move=one)) for one in at.legal if one.cards)
    ),
    "costs nothing yet": lambda at: is_high(at.card) and len(bits(at.hand)) > 2 and at.full.contract == "no_last_two",
    "costs nothing": lambda at: at.rules.scores is not None and is_mine(at) and is_highest(at),
    "highest under": lambda at: is_not_mine(at) and not is_void(at),
    "under": is_not_mine,
    "rid": lambda at: is_not_mine(at) and is_void(at) and bool(at.rules.count(at.full).cards & at.move.cards),
    "rid high": lambda at: is_not_mine(at) and is_void(at) and is_highest(at),
}


def beating(at: At) -> list[Move]:
    """The legal moves that beat all that lie in the trick."""
    return [
        one
        for one in at.legal
        if at.rules._suits[at.full.trump].winner((*at.full.trick, only_card(one.cards))) == len(at.full.trick)
    ]


TITLES: Final[dict[str, Truth]] = {
    "stands": lambda at: stands(at, at.rules.beaters(at.full, at.card)),
    "only trump": lambda at: (
        not at.rules.beaters(at.full, at.card) & ~at.trumps & after_it(at)
        if at.full.trick
        else stands(at, at.rules.beaters(at.full, at.card) & ~at.trumps)
    ),
    "higher trump": lambda at: (
        at.move in beating(at)
        and bool(at.move.cards & at.trumps)
        and bool(at.rules.beaters(at.full, at.card) & out_of_sight(at))
    ),
    "only taker": lambda at: [at.move] == beating(at),
    "highest": lambda at: is_highest_taking(at, beating(at), lambda card: at.rules.beaters(at.full, card)),
    "fills": lambda at: (
        is_mine(at)
        and not at.full.reign
        and at.full.before[at.seat] + at.full.tricks[at.seat] == at.rules.quotas[at.full.titles[at.seat]] - 1
    ),
    "draws trumps": lambda at: (
        bool(at.move.cards & at.trumps)
        and bool(at.number())
        and at.number() >= (at.others & at.trumps).bit_count()
        and not at.full.trick
        and at.rules.options.rank_follow == "strict"
    ),
    "lowest given": lambda at: (
        least(at, lambda one: 99 * bool(one.cards & at.trumps) + rank_of(only_card(one.cards)))
        and len({rank_of(only_card(one.cards)) for one in at.legal}) > 1
    ),
    "last takes": is_mine,
    "safe": is_mine,
    "cheapest": lambda at: (
        is_mine(at)
        and all(
            is_not_mine(at._replace(move=one))
            or at.rules.height(at.card, at.full.trump) <= at.rules.height(only_card(one.cards), at.full.trump)
            for one in at.legal
        )
    ),
    "lowest beating": lambda at: (
        at.move in beating(at)
        and len(beating(at)) > 1
        and len(at.full.trick) < at.full.staying.bit_count() - 1
        and least(at, lambda one: at.rules.height(only_card(one.cards), at.full.trump), beating(at))
    ),
    "plain does": lambda at: not at.move.cards & at.trumps and any(one.cards & at.trumps for one in at.legal),
    "cannot take": lambda at: (
        nobody_would_take(at)
        and (
            not at.said.text.facts or {suit_of(at.full.trick[0]), at.full.trump}.isdisjoint(map(suit_of, bits(at.hand)))
        )
        and (not at.said.text.facts or suit_of(at.full.trick[0]) != at.full.trump)
    ),
    "gone suit": lambda at: not at.after.places[at.seat] & suit_cards(at),
    "long suit": lambda at: all(
        (at.hand & suit).bit_count() < (at.hand & suit_cards(at)).bit_count() or suit == suit_cards(at)
        for suit in SUIT_CARDS
    ),
    "keeps high": lambda at: (
        (not at.full.trick or is_not_mine(at))
        and least(at, lambda one: at.rules.height(only_card(one.cards), at.full.trump))
        and not least(at, lambda one: -at.rules.height(only_card(one.cards), at.full.trump))
    ),
}

# 101


def laid(at: At) -> list[Move]:
    return [one for one in at.legal if one.cards]


def is_near(at: At, seat: int) -> bool:
    return bool(at.full.active >> seat & 1) and at.full.places[seat].bit_count() <= 2


def next_seat(at: At) -> int:
    seats: list[int] = [(at.seat + step) % at.rules.seats for step in range(1, at.rules.seats + 1)]
    return next(seat for seat in seats if at.full.active >> seat & 1)


ONE_OH_ONE: Final[dict[str, Truth]] = {
    "all at once": lambda at: not at.after.places[at.seat],
    "goes out": lambda at: (
        at.after.winner == at.seat or at.full.places[at.seat].bit_count() == at.move.cards.bit_count()
    ),
    "dearest": lambda at: (
        at.number()
        == card_points(at.rules.options, at.move.cards)
        == max(card_points(at.rules.options, one.cards) for one in laid(at))
    ),
    "order waits": lambda at: (
        any(one.cards & at.rules.order_cards for one in laid(at)) and not at.move.cards & at.rules.order_cards
    ),
    "only one": lambda at: len(laid(at)) == 1,
    "must order": lambda at: all(one.cards & at.rules.order_cards for one in laid(at)),
    "more of it": lambda at: (
        bool(at.number())
        and (at.number() == (at.after.places[at.seat] & suit_cards(at) & ~at.rules.order_cards).bit_count())
    ),
    "draws": lambda at: (
        at.after.places[next_seat(at)].bit_count() == at.full.places[next_seat(at)].bit_count() + at.number()
    ),
    "asks ace": lambda at: at.after.step == 1 and at.after.to_act[:1] == (next_seat(at),),
    "before it counts": lambda at: any(is_near(at, seat) for seat in range(at.rules.seats) if seat != at.seat),
    "own suit": lambda at: (
        0
        < max((at.after.places[at.seat] & ~at.rules.order_cards & suit).bit_count() for suit in SUIT_CARDS)
        == (at.after.places[at.seat] & ~at.rules.order_cards & SUIT_CARDS[at.move.arg - 1]).bit_count()
    ),
    "longest": lambda at: (
        at.number() == max((at.after.places[at.seat] & ~at.rules.order_cards & suit).bit_count() for suit in SUIT_CARDS)
    ),
    "follows itself": lambda at: (
        at.after.to_act[:1] != (at.seat,) or any(one.cards for one in at.rules.legal(at.after, at.seat))
    ),
    "strikes": lambda at: (
        (
            is_near(at, next_seat(at))
            and at.after.places[next_seat(at)].bit_count() > at.full.places[next_seat(at)].bit_count()
        )
        or at.after.to_act[:1] == (DEALER,)
    ),
    "skips": lambda at: (
        (is_near(at, next_seat(at)) and at.after.to_act[:1] != (next_seat(at),))
        or at.rules.seats == 2
        or at.after.step != 0
    ),
}
TRUE: Final = {
    "durak": DURAK,
    "palace": PALACE,
    "kozel": KOZEL,
    "bura": BURA,
    "king": KING,
    "titles": TITLES,
    "one_oh_one": ONE_OH_ONE,
}


def decisions(name: str, number: int) -> Iterator[tuple[Any, Any, Observation, Sequence[Move]]]:
    """Every decision of a random deal, at a table by lot, among players by lot: rules, full state, what is seen."""
    rng = Random(f"{name} {number}")
    table = odd(name, rng) if number % 2 else None
    game = family(name)
    preset = game.presets[rng.choice(sorted(game.presets))]
    rules: Any = (
        game.rules(table.options, table.seats) if table else game.rules(preset.options, rng.choice(preset.seats))
    )
    bots = [make_bot(rng.choice(("uniform", "lowest", "steady", "steady")), name, rules) for _ in range(rules.seats)]
    deck, dealer = shuffled(rules.deck, rng.randrange(10**9)), rng.randrange(rules.seats)
    standing = rules.start()
    if name == "titles" and not number % 3:
        # Of a match only its last deal has exchanges, and no quota.
        standing = TitlesStanding(deals=1, titles=tuple(shuffled(range(rules.seats), number)), reign=True)
        dealer = standing.titles.index(PEASANT)
    if name == "king" and rules.programme.deals and not rules.programme.ordered:
        standing = replace(standing, deals=number % rules.programme.deals)  # Each deal has its contract.
    state = rules.deal(deck, dealer, standing)
    run_chance(rules, state, rng)
    for _ in range(LONGEST):
        if not state.to_act:
            return
        seat = state.to_act[0]
        legal = rules.legal(state, seat)
        seen = observe(state, seat)
        if len(legal) > 1:
            yield rules, state, seen, legal
        rules.play(state, seat, bots[seat].choose(seen, legal, rng).move if len(legal) > 1 else legal[0])
        run_chance(rules, state, rng)


def false_ones(name: str, numbers: Sequence[int], met: Counter[str]) -> list[str]:
    """What is said and not true."""
    found = []
    for number in numbers:
        for rules, full, seen, legal in decisions(name, number):
            moves = legal if len(legal) <= MOST_MOVES else Random(number).sample(list(legal), MOST_MOVES)
            for move in moves:
                for said in reasons(rules, seen, legal, move):
                    met[said.key] += 1
                    if not TRUE[name][said.key](At(rules, full, seen.seat, legal, move, said)):
                        found.append(f"deal {number}: {rules.move_text(move)}: {said.key}")
    return found


@pytest.mark.parametrize(
    ("name", "deals"),
    [(name, range(24)) for name in FAMILIES]
    + [pytest.param(name, range(24, 300), marks=pytest.mark.slow) for name in FAMILIES],
)
@pytest.mark.every(3)
def test_no_reason_is_false(name: str, deals: Sequence[int]) -> None:
    met: Counter[str] = Counter()
    assert not false_ones(name, deals, met)
    assert sum(met.values()) > 100
