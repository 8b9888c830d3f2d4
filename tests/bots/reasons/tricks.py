"""The conditions under which the reasons of Kozel and Bura are true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cardtable.cards import RANKS, Card, Cards, bits, only_card, rank_of, suit_of
from cardtable.engine.moves import Move
from cardtable.engine.state import STOCK, observe
from cardtable.games.tricks import points_of
from tests.bots.reasons.at import At, Truth, family_of, is_mine, is_not_mine, is_ours, least, nobody_would_take, points

# Trick-taking games


def stands(at: At, beaters: Cards) -> bool:
    return not beaters & (at.others | at.stock)


def kozel_beaters(at: At) -> Cards:
    cards: Cards = at.rules.by_trump[at.full.trump].beaters[at.card]
    return cards


def taking(at: At) -> list[Move]:
    """The legal moves that beat the trick so far."""
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
    """The partner is winning the trick so far."""
    return bool(at.rules.seats > at.rules.sides and at.rules.side[at.full.winning] == at.rules.side[at.seat])


def out_of_sight(at: At) -> Cards:
    """The cards that the seat cannot place, and those it has seen in other hands."""
    seen = observe(at.full, at.seat).state
    known: Cards = at.hand
    for cards in seen.places[at.rules.seats :]:
        known |= cards
    out: Cards = at.rules.all_cards & ~known
    return out


def beatable(at: At) -> bool:
    """Some card out of sight would beat the card that is winning the trick."""
    return bool(at.rules.by_trump[at.full.trump].beaters[at.full.best] & out_of_sight(at))


def after_it(at: At) -> Cards:
    """The cards of the players who play to the trick after the move."""
    after, cards = at.after, 0
    while len(after.trick) > len(at.full.trick):
        seat = after.to_act[0]
        cards |= at.full.places[seat]
        at.rules.play(after, seat, at.rules.legal(after, seat)[0])
        if not after.to_act:
            break
    return cards


def is_highest_taking(at: At, takers: Sequence[Move], beaters: Callable[[Card], Cards]) -> bool:
    """It beats every other card that takes the trick, and so does a card out of sight that does not beat it."""
    others = [only_card(one.cards) for one in takers if one != at.move]
    return (
        at.move in takers
        and bool(others)
        and all(
            beaters(other) >> at.card & 1 and beaters(other) & ~beaters(at.card) & out_of_sight(at) for other in others
        )
    )


def is_lower(at: At, other: Move) -> bool:
    """Whether another card is lower: plain against a trump, or the lower of two trumps or two plain cards."""
    trumps = kozel_trumps(at)
    if bool(other.cards & trumps) != bool(at.move.cards & trumps):
        return bool(at.move.cards & trumps)
    strength = at.rules.by_trump[at.full.trump].strength
    return bool(strength[only_card(other.cards)] < strength[at.card])


def is_upper(at: At) -> bool:
    """There are higher trumps still to be played, and at least as many lower ones."""
    beaters, yet = kozel_beaters(at), out_of_sight(at) | observe(at.full, at.seat).state.places[STOCK]
    above = [bool(beaters >> card & 1) for card in bits(yet & kozel_trumps(at))]
    return 0 < above.count(True) <= above.count(False)


def brings_most(at: At) -> bool:
    """It takes the trick, and no other card that takes it is worth more, and some are worth less."""
    counts = [points(one) for one in taking(at)]
    return is_mine(at) and at.move in taking(at) and points(at.move) == max(counts) > min(counts)


KOZEL: Final[dict[str, Truth]] = {
    "stands": lambda at: stands(at, kozel_beaters(at)),
    "only trump": lambda at: (
        not kozel_beaters(at) & ~kozel_trumps(at) & after_it(at)
        if at.full.trick
        else stands(at, kozel_beaters(at) & ~kozel_trumps(at))
    ),
    "higher trump": lambda at: (
        bool(at.move.cards & kozel_trumps(at))
        and (
            at.move in taking(at) and not is_last(at) and bool(kozel_beaters(at) & out_of_sight(at))
            if at.full.trick
            else is_upper(at)
        )
    ),
    "brings most": brings_most,
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
        and not kozel_trumps(at) >> at.full.best & 1
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
    "cannot take": lambda at: (
        nobody_would_take(at)
        and least(at, points)
        and not is_held_by_ours(at)
        and at.said.text.facts["card"].cards == (at.full.best,)  # type: ignore[union-attr]
    ),
    "gives lowest": lambda at: (
        nobody_would_take(at)
        and least(at, points)
        and not any(is_lower(at, one) for one in at.legal)
        and any(is_lower(at._replace(move=one), at.move) for one in at.legal)
        and not is_held_by_ours(at)
        and at.said.text.facts["card"].cards == (at.full.best,)  # type: ignore[union-attr]
    ),
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
    "no queens": lambda at: not any(RANKS[rank_of(card)] == "Q" for card in bits(at.hand)),
    "trumps stay": lambda at: (
        not at.move.cards & kozel_trumps(at)
        and len(at.legal) > 1
        and all(one.cards & kozel_trumps(at) for one in at.legal if one != at.move)
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


def as_many(at: At) -> list[Move]:
    """The legal moves with the same number of cards."""
    return [one for one in at.legal if len(bits(one.cards)) == len(bits(at.move.cards))]


def unseen_pile(at: At) -> int:
    """The place of the face-down cards in the seat's own tricks."""
    return int(at.rules.under) + at.seat


def beaten_by(at: At) -> Cards:
    """All cards of the pack that beat a single card."""
    place = {card: ("6789JQKTA".index(RANKS[rank_of(card)]), suit_of(card)) for card in bits(at.rules.all_cards)}
    own, suit = place[at.card]
    trump = at.full.trump
    return sum(
        1 << card for card, (rank, other) in place.items() if (other == suit and rank > own) or (other == trump != suit)
    )


BURA: Final[dict[str, Truth]] = {
    "enough": lambda at: (
        at.rules.count(at.full, at.seat) >= at.rules.options.target
        and bool(at.rules.hides) == ("sure" in at.said.text.source)
    ),
    "too few": lambda at: (
        at.said.text.facts.get("count", 0)
        == at.rules.count(at.full, at.seat) - (points_of(at.full.places[unseen_pile(at)]) if at.rules.hides else 0)
        and bool(at.rules.hides) == ("sure" in at.said.text.source)
        and at.said.text.facts["target"] == at.rules.options.target > at.rules.known_count(at.full, at.seat)
    ),
    "spares trumps": lambda at: (
        not at.move.cards & at.trumps
        and any(one.cards & at.trumps for one in as_many(at))
        and all(points(one) >= points(at.move) for one in as_many(at) if not one.cards & at.trumps)
        and (sum(not one.cards & at.trumps for one in as_many(at)) > 1) == ("cheapest" in at.said.text.source)
        and any(points(one) < points(at.move) for one in as_many(at))
        and (at.full.moment == "lead" or at.move not in taking(at))
    ),
    "stands": lambda at: is_mine(at) and (at.move.cards.bit_count() > 1) == ("them" in at.said.text.source),
    "one stands": is_mine,
    "several empty": lambda at: (
        at.move.cards.bit_count() > 1
        and points(at.move) == 0
        and (at.move.cards.bit_count() == 2) == ("two" in at.said.text.source)
    ),
    "several": lambda at: at.move.cards.bit_count() > 1 and not at.move.cards & at.trumps,
    "only trump": lambda at: (
        at.card >= 0
        and not beaten_by(at) & ~at.trumps & at.others
        and bool(beaten_by(at) & out_of_sight(at))
        and (at.full.moment == "lead" or at.move in taking(at))
    ),
    "higher trump": lambda at: (
        bool(at.move.cards & at.trumps)
        and not beaten_by(at) & ~at.trumps
        and bool(beaten_by(at) & out_of_sight(at))
        and (at.full.moment == "lead" or at.move in taking(at))
    ),
    "fewest": lambda at: (
        at.move not in taking(at)
        and bool(taking(at))
        and least(at, points, as_many(at))
        and points(at.move) < max(map(points, as_many(at)))
    ),
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
        and set(at.said.text.facts["card"].cards) == set(bits(at.full.best))  # type: ignore[union-attr]
    ),
    "not worth it": lambda at: (
        not_worth(at, at.trumps) and points(at.move) == 0 and not at.move.cards & at.trumps and not at.full.down
    ),
    "safe": is_mine,
    "bura": lambda at: not at.hand & ~at.trumps and at.after.won == 1 << at.seat,
    "turn to draw": lambda at: at.after.culprit < 0 and len(at.after.stock) < len(at.full.stock),
    "out of turn": lambda at: at._replace(move=Move("draw")).after.culprit == at.seat,
    "all drawn": lambda at: at._replace(move=Move("draw")).after.culprit == at.seat == at.full.leader,
    "brings most": brings_most,
    "stops": lambda at: (
        at.move in taking(at)
        and at.rules.count(at.full, at.full.owner) + sum(map(points_of, at.full.plays)) >= at.rules.options.target
    ),
}
