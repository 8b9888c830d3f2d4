"""The conditions under which the reasons of King and of the four titles are true."""

from __future__ import annotations

from typing import Final

from cardtable.cards import PACK, RANKS, SUIT_CARDS, Card, Cards, bits, only_card, rank_of, suit_of
from cardtable.engine.moves import Move
from cardtable.games.king.contracts import CONTRACTS
from tests.bots.reasons.at import At, Truth, family_of, is_mine, is_not_mine, least, nobody_would_take
from tests.bots.reasons.bouts import is_high
from tests.bots.reasons.tricks import after_it, is_highest_taking, out_of_sight, stands

PACK_CARDS: Final = range(PACK)


def suit_cards(at: At) -> Cards:
    return next(suit for suit in SUIT_CARDS if suit >> at.card & 1)


def higher(at: At) -> Cards:
    return sum(1 << card for card in bits(suit_cards(at)) if card > at.card)


def is_void(at: At) -> bool:
    return not at.hand & SUIT_CARDS[at.full.led]


def is_now(at: At, move: Move) -> bool:
    """Whether the move takes the trick so far."""
    trick = (*at.full.trick, only_card(move.cards))
    return bool(at.rules.winner_of(trick, at.full.trump, at.full.led) == len(trick) - 1)


def is_lowest(at: At) -> bool:
    trump = at.full.trump if at.full.trump >= 0 else None
    return least(at, lambda one: at.rules.height(only_card(one.cards), trump), [one for one in at.legal if one.cards])


def is_highest(at: At) -> bool:
    trump = at.full.trump if at.full.trump >= 0 else None
    return least(at, lambda one: -at.rules.height(only_card(one.cards), trump), [one for one in at.legal if one.cards])


def is_longest(at: At, suit: Cards) -> bool:
    """The hand has fewer cards of every other suit."""
    return all((at.hand & other).bit_count() < (at.hand & suit).bit_count() for other in SUIT_CARDS if other != suit)


def counts_for(at: At) -> bool:
    """Whether tricks are good in this contract."""
    return bool(CONTRACTS[at.full.contract].sign > 0)


def mostly_above(at: At) -> bool:
    """Other hands hold at most as many higher and lower cards as the sentence says, and more higher ones."""
    told = [fact for fact in at.said.text.facts.values() if isinstance(fact, int)]
    lie = [(at.others & cards).bit_count() for cards in (higher(at), suit_cards(at) & ~higher(at))]
    return told[0] > told[1] and told[0] >= lie[0] and told[1] >= lie[1]


def best_card(at: At) -> Card:
    """The card that is winning the trick so far."""
    trick = at.full.trick
    if family_of(at.rules) == "titles":
        return Card(trick[at.rules._suits[at.full.trump].winner(trick)])
    return Card(trick[at.rules.winner_of(trick, at.full.trump, at.full.led)])


def names_best(at: At) -> bool:
    """The card that the sentence names is the one winning the trick."""
    told = at.said.text.facts.get("card")
    return told is None or told.cards == (best_card(at),)  # type: ignore[union-attr]


def follows_no_more(at: At) -> bool:
    """If the sentence names a suit, the hand has no card of it and no trump."""
    return not at.said.text.facts.get("suit") or {suit_of(at.full.trick[0]), at.full.trump}.isdisjoint(
        map(suit_of, bits(at.hand))
    )


def are_equal(at: At) -> bool:
    """The cards are of one suit, all legal, and no card in another hand or in the trick ranks between them."""
    cards = [card for card in PACK_CARDS if card in at.said.text.facts["cards"].cards]  # type: ignore[union-attr]
    between = [card for card in PACK_CARDS if cards[0] < card < cards[-1] and suit_of(card) == suit_of(at.card)]
    return (
        {suit_of(card) for card in cards} == {suit_of(at.card)}
        and at.card in cards
        and len(cards) > 1
        and {1 << card for card in cards} <= {one.cards for one in at.legal}
        and not any((at.others | at.stock) >> card & 1 or card in at.full.trick for card in between)
        and (family_of(at.rules) == "titles" or not at.rules.count(at.full).cards)
    )


def is_shortest(at: At) -> bool:
    """The hand has several cards of this suit, and more of every other suit that it holds."""
    lengths = {suit: (at.hand & suit).bit_count() for suit in SUIT_CARDS if at.hand & suit}
    own = lengths.pop(suit_cards(at))
    return 1 < own < min(lengths.values(), default=0)


def counting(at: At) -> Cards:
    """The cards that cost points."""
    cards: Cards = at.rules.count(at.full).cards
    return cards


def costs_by_cards(at: At, name: str) -> bool:
    """Only cards cost points in this contract."""
    return not {"tricks", "last_two", "praise"} & set(CONTRACTS[name].counts) and CONTRACTS[name].sign < 0


def costs_nothing(at: At) -> bool:
    """The trick, once complete, has no card that costs points, and is not one that costs points in itself."""
    counts = CONTRACTS[at.full.contract].counts
    lying = at.move.cards | sum(1 << card for card in at.full.trick)
    return "tricks" not in counts and not lying & counting(at) and ("last_two" not in counts or len(bits(at.hand)) > 2)


def told_suit(at: At) -> Cards:
    return SUIT_CARDS[at.said.text.facts["suit"].suit]  # type: ignore[union-attr]


KING: Final[dict[str, Truth]] = {
    "stands": lambda at: (
        not at.others & higher(at) and (at.full.trump < 0 or at.trumps == suit_cards(at) or not at.others & at.trumps)
    ),
    "only trump": lambda at: not at.others & higher(at),
    "lowest of all": lambda at: not at.others & suit_cards(at) & ~higher(at),
    "gone suit": lambda at: not at.after.places[at.seat] & suit_cards(at),
    "safe": is_mine,
    "long suit": lambda at: at.full.trick == () and is_longest(at, suit_cards(at)) and counts_for(at),
    "keeps high": lambda at: (
        is_lowest(at) and not is_highest(at) and counts_for(at) and (not at.full.trick or not is_now(at, at.move))
    ),
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
    "cannot take": lambda at: nobody_would_take(at) and is_lowest(at) and names_best(at) and follows_no_more(at),
    "higher trump": lambda at: is_now(at, at.move) and bool(at.move.cards & at.trumps),
    "only taker": lambda at: [one for one in at.legal if is_now(at, one)] == [at.move] != list(at.legal),
    "lowest beating": lambda at: (
        is_now(at, at.move) and is_lowest(at._replace(legal=[x for x in at.legal if is_now(at, x)]))
    ),
    "highest": lambda at: is_highest_taking(
        at, [one for one in at.legal if is_now(at, one)], at.rules.tricks.beaters[at.full.trump].__getitem__
    ),
    "equals": are_equal,
    "short suit": is_shortest,
    "none counts": lambda at: (
        costs_by_cards(at, at.full.contract)
        and bool(counting(at))
        and not counting(at) & suit_cards(at) & (at.others | at.hand & at.move.cards)
    ),
    "free trick": lambda at: (
        is_mine(at)
        and costs_nothing(at)
        and (not is_lowest(at) or any(counting(at) & one.cards for one in at.legal if one != at.move))
    ),
    "nothing yet": lambda at: (
        is_now(at, at.move)
        and is_highest(at)
        and len(at.full.trick) < len(at.full.players) - 1
        and costs_nothing(at)
        and bool(counting(at))
        and not counts_for(at)
    ),
    "early": lambda at: (
        not at.full.trick
        and not counts_for(at)
        and costs_by_cards(at, at.full.contract)
        and not counting(at) & (at.move.cards | suit_cards(at) & at.others)
        and not higher(at) & (at.others | at.hand)
        and at.number() >= (suit_cards(at) & at.others).bit_count()
        and at.number() >= len(at.full.players) - 1
    ),
    "draws trumps": lambda at: (
        counts_for(at)
        and suit_cards(at) == at.trumps
        and at.number() >= (at.others & at.trumps).bit_count()
        and at.number() > 0
    ),
    "holds some": lambda at: (
        2 * (at.hand & at.rules.count_of(at.after.contract).cards).bit_count()
        >= (at.rules.all_cards & at.rules.count_of(at.after.contract).cards).bit_count()
        == at.said.text.facts.get("every", 1)
        and (at.hand & at.rules.count_of(at.after.contract).cards).bit_count() == at.said.text.facts.get("count", 1)
        and CONTRACTS[at.after.contract].sign > 0
        and not {"tricks", "last_two", "praise"} & set(CONTRACTS[at.after.contract].counts)
    ),
    "every suit": lambda at: at.full.moment == "bid" and all(at.hand & suit for suit in SUIT_CARDS),
    "few of it": lambda at: (
        at.full.moment == "name"
        and [(at.hand & told_suit(at)).bit_count()]
        == ([fact for fact in at.said.text.facts.values() if isinstance(fact, int)] or [0])
        and all(
            (at.hand & suit).bit_count() > (at.hand & told_suit(at)).bit_count() or not at.hand & told_suit(at)
            for suit in SUIT_CARDS
            if suit != told_suit(at)
        )
    ),
    "high hand": lambda at: (
        at.number() == sum(RANKS[rank_of(card)] in "KA" for card in bits(at.hand)) > 0.3 * at.hand.bit_count()
        and CONTRACTS[at.after.contract].sign > 0
    ),
    "low hand": lambda at: (
        at.number() == sum(RANKS[rank_of(card)] in "23456789" for card in bits(at.hand)) > at.hand.bit_count() / 2
        and CONTRACTS[at.after.contract].sign < 0
    ),
    "lays lowest": lambda at: (
        counts_for(at)
        and at.full.trump < 0
        and all(
            rank_of(card) <= rank_of(other)
            for card in bits(at.move.cards)
            for other in bits(at.after.places[at.seat] & ~at.move.cards)
        )
    ),
    "keeps trumps": lambda at: (
        bool(at.hand & at.trumps) and at.hand & at.trumps == at.after.places[at.seat] & at.trumps
    ),
    "tops": lambda at: is_not_mine(at) and is_void(at) and not at.others & higher(at),
    "rid highest": lambda at: is_void(at) and is_highest(at) and bool(counting(at) & at.move.cards),
    "longest": lambda at: is_longest(at, told_suit(at)) and at.number() == (at.hand & told_suit(at)).bit_count(),
    "own card": lambda at: bool(at.hand & SUIT_CARDS[at.said.text.facts["suit"].suit]),  # type: ignore[union-attr]
    "own suit": lambda at: (
        max((at.hand & suit).bit_count() for suit in SUIT_CARDS) == (at.hand & told_suit(at)).bit_count()
    ),
    "holds none": lambda at: (
        at.after.contract != ""
        and costs_by_cards(at, at.after.contract)
        and not at.hand & at.rules.count_of(at.after.contract).cards
    ),
    "lays suit": lambda at: (
        bool(at.hand & told_suit(at))
        and not at.hand & told_suit(at) & ~at.move.cards
        and ((at.full.trump >= 0 and at.trumps != told_suit(at)) or "trump" not in at.said.text.source)
    ),
    "yours anyway": lambda at: (
        is_mine(at) and is_highest(at) and all(is_mine(at._replace(move=one)) for one in at.legal if one.cards)
    ),
    "costs nothing yet": lambda at: is_high(at.card) and len(bits(at.hand)) > 2 and at.full.contract == "no_last_two",
    "costs nothing": lambda at: at.rules.scores is not None and is_mine(at) and is_highest(at),
    "highest under": lambda at: is_not_mine(at) and not is_void(at) and names_best(at),
    "under": lambda at: is_not_mine(at) and names_best(at),
    "rid": lambda at: is_not_mine(at) and is_void(at) and bool(at.rules.count(at.full).cards & at.move.cards),
    "rid high": lambda at: is_not_mine(at) and is_void(at) and is_highest(at),
}


def king_needs_most(at: At) -> bool:
    options = at.rules.options
    return at.move.verb == "king" and options.quota_king > max(
        options.quota_prince, options.quota_soldier, options.quota_peasant
    )


def beating(at: At) -> list[Move]:
    """The legal moves that beat every card in the trick."""
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
        and names_best(at)
        and follows_no_more(at)
        and (not at.said.text.facts.get("suit") or suit_of(at.full.trick[0]) != at.full.trump)
    ),
    "equals": are_equal,
    "many trumps": lambda at: (
        at.number() == (at.hand & at.trumps).bit_count() > 2 and king_needs_most(at) and at.move.arg == at.seat
    ),
    "few trumps": lambda at: (at.hand & at.trumps).bit_count() <= 2 and king_needs_most(at) and at.move.arg != at.seat,
    "unknown": lambda at: at.move.arg != at.seat and not any(at.full.tricks),
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
