"""Reasons in King by contracts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cardtable.bots.reasons.said import (
    HIGHER_TRUMP,
    HIGHEST,
    ONLY_TAKER,
    Said,
    cannot_take,
    draws_trumps,
    elsewhere,
    equals,
    fewest_beat,
    keeps_high,
    longest,
)
from cardtable.cards import HEARTS, RANK_CARDS, RANKS, SUIT_CARDS, Card, Cards, bits, cards_of, only_card, rank_of
from cardtable.engine.moves import Move
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, Suit, say
from cardtable.games.king.contracts import CONTRACTS, JOKERS, LAST_TWO
from cardtable.games.king.counting import Count
from cardtable.games.king.dealing import read_order
from cardtable.games.king.rules import KingRules
from cardtable.games.king.state import KingState

HIGH: Final[Cards] = sum(RANK_CARDS[RANKS.index("Q") : RANKS.index("A") + 1])
"""Queens, kings and aces."""
HIGHEST_TWO: Final[Cards] = sum(RANK_CARDS[RANKS.index("K") : RANKS.index("A") + 1])
"""Kings and aces."""
LOW: Final[Cards] = sum(RANK_CARDS[: RANKS.index("T")])
"""Cards below the ten."""
MANY_HIGH: Final = 3
"""More kings and aces than this in ten cards are a reason to take tricks."""


def told(rules: KingRules, seen: Observation, legal: Sequence[Move], move: Move) -> Iterator[Said]:
    """The reasons for an order, a bid or a card; none for a good trick in contracts where the other tricks are bad."""
    state = seen.state
    assert isinstance(state, KingState)
    if move.verb in ("order", "trump"):
        yield from _ordered(rules, seen, move)
    yield from _bid(seen, move)
    if move.verb == "lay_out":
        yield from _laid_out(seen, state, move)
    contract = CONTRACTS.get(state.contract)
    if state.moment != "play" or not move.cards or contract is None or move.cards & JOKERS:
        return
    count, good = rules.count(state), contract.sign > 0
    if good and len({each > 0 for _, each in count.groups}) > 1:
        return
    if not good and _pays(count) & (cards_of(state.trick) | move.cards):
        return
    if good and JOKERS & rules.all_cards:
        return  # A joker can beat cards that nothing else beats.
    late = count.last_two and not (count.trick or count.cards)
    if late and not good and state.places[seen.seat].bit_count() > LAST_TWO and move.cards & HIGH:
        yield Said(
            "costs nothing yet",
            72,
            say("tricks cost nothing yet: be rid of a high card"),
            say("tricks cost nothing yet: a high card goes"),
        )
    if not state.trick:
        yield from _lead(rules, seen, state, legal, move, good=good)
    elif good:
        yield from _wanted(rules, seen, state, legal, move)
    elif not JOKERS & cards_of(state.trick):  # With a joker in the trick any card may win it.
        yield from _unwanted(rules, seen, state, legal, move)
    if not count.cards:
        between = elsewhere(rules, seen) | cards_of(state.trick)
        yield from equals(only_card(move.cards), sum(one.cards & ~JOKERS for one in legal), between)


def _lead(
    rules: KingRules, seen: Observation, state: KingState, legal: Sequence[Move], move: Move, *, good: bool
) -> Iterator[Said]:
    out, card = elsewhere(rules, seen), only_card(move.cards)
    suit = _suit_of(card)
    above, below = suit & out & ~((2 << card) - 1), suit & out & ((1 << card) - 1)
    trumps = SUIT_CARDS[state.trump] & out if state.trump >= 0 and suit != SUIT_CARDS[state.trump] else 0
    named = Suit(SUIT_CARDS.index(suit))
    if good:
        if not above and not trumps:
            yield Said("stands", 90, say("nothing that is out beats it any more"))
        elif not above:
            yield Said("only trump", 70, say("only a trump beats it"))
        if state.trump >= 0 and suit & out and suit == SUIT_CARDS[state.trump]:
            yield draws_trumps(suit & out)
        if suit == _longest(seen):
            yield Said("long suit", 50, say("from your longest suit"), say("from the longest suit"))
        trump = state.trump if state.trump >= 0 else None
        heights = [rules.height(only_card(one.cards), trump) for one in legal if one.cards]
        yield from keeps_high(heights, rules.height(card, trump))
        return
    yield from _last_of_suit(seen, move)
    yield from _shortest(seen, move)
    counting = rules.count(state)
    if counting.cards and not (counting.trick or counting.last_two or suit & counting.cards & (out | move.cards)):
        yield Said("none counts", 55, say("no {suit} that counts is out", suit=named))
    held = state.places[seen.seat] & suit
    early = counting.cards and not (counting.trick or counting.last_two or counting.cards & (suit & out | move.cards))
    if early and not above and below.bit_count() >= len(state.players) - 1 and not held & ~((2 << card) - 1):
        yield Said(
            "early",
            54,
            say("{count} lower {suit} are still out: be rid of your highest", count=below.bit_count(), suit=named),
            say("{count} lower {suit} are still out: the highest goes", count=below.bit_count(), suit=named),
        )
    if above and not below:
        yield Said("lowest of all", 90, say("every {suit} still out is higher", suit=named))
    elif above.bit_count() > below.bit_count():
        yield Said(
            "mostly above",
            50,
            say("{above} higher ones are out, {below} lower", above=above.bit_count(), below=below.bit_count()),
        )
    if above and below and held != move.cards and not held & ((1 << card) - 1):
        yield Said(
            "lowest of suit", 40, say("your lowest {suit}", suit=named), say("the lowest {suit} in hand", suit=named)
        )


def _ordered(rules: KingRules, seen: Observation, move: Move) -> Iterator[Said]:
    """The reasons to order this contract or these trumps: a long suit, or no cards in hand that would cost points."""
    hand = seen.state.places[seen.seat]
    name, trump = read_order(move.arg) if move.verb == "order" else ("", move.arg)
    if trump is not None and trump < len(SUIT_CARDS):
        yield from longest(Suit(trump), [(hand & suit).bit_count() for suit in SUIT_CARDS])
    if not name:
        return
    high, low = (hand & HIGHEST_TWO).bit_count(), (hand & LOW).bit_count()
    if CONTRACTS[name].sign > 0:
        if 10 * high > MANY_HIGH * hand.bit_count():
            told = say("you hold {count} aces and kings", count=high)
            yield Said("high hand", 45, told, say("{count} aces and kings are in hand", count=high))
        yield from _holds(rules, name, hand)
        return
    if 2 * low > hand.bit_count():
        told = say("{count} of your cards are below ten", count=low)
        yield Said("low hand", 42, told, say("{count} cards in hand are below ten", count=low))
    count = rules.count_of(name)
    if count.cards and not (count.trick or count.last_two or count.cards & hand):
        yield Said("holds none", 75, say("you hold nothing that counts in it"), say("nothing in hand counts in it"))


def _holds(rules: KingRules, name: str, hand: Cards) -> Iterator[Said]:
    """The reason to order a contract in which cards bring points: the hand holds at least half of them."""
    count = rules.count_of(name)
    every, own = (count.cards & rules.all_cards).bit_count(), (count.cards & hand).bit_count()
    if count.trick or count.last_two or not every or 2 * own < every:
        return
    if every == 1:
        yield Said("holds some", 72, say("you hold the card that counts"), say("the card that counts is in hand"))
    else:
        yield Said(
            "holds some",
            72,
            say("you hold {count} of the {every} cards that count", count=own, every=every),
            say("{count} of the {every} cards that count are in hand", count=own, every=every),
        )


def _bid(seen: Observation, move: Move) -> Iterator[Said]:
    """The reasons not to bid for the suit that costs, and for the suit to name: the shortest in hand."""
    lengths = [(seen.state.places[seen.seat] & suit).bit_count() for suit in SUIT_CARDS]
    if move.verb == "pass" and all(lengths):
        yield Said(
            "every suit",
            45,
            say("you hold every suit: whichever is named may cost you"),
            say("every suit is held: whichever is named may cost"),
        )
    elif move.verb == "name" and lengths[move.arg] == min(lengths):
        named, count = Suit(move.arg), min(lengths)
        if not count:
            yield Said("few of it", 60, say("you hold no {suit}", suit=named), say("no {suit} is held", suit=named))
        elif lengths.count(count) == 1:
            yield Said(
                "few of it",
                60,
                say("you hold fewest of {suit}: {count}", suit=named, count=count),
                say("{suit} is held least: {count}", suit=named, count=count),
            )


def _laid_out(seen: Observation, state: KingState, move: Move) -> Iterator[Said]:
    """The reasons to lay out these cards: they void a plain suit, or no trump goes."""
    hand = state.places[seen.seat]
    for nth, suit in enumerate(SUIT_CARDS):
        if hand & suit and not hand & suit & ~move.cards and nth != state.trump:
            named = Suit(nth)
            if state.trump >= 0:
                told = say("no {suit} is left to you: you can trump it", suit=named)
            else:
                told = say("no {suit} is left to you", suit=named)
            yield Said("lays suit", 60, told, say("no {suit} is left in hand", suit=named))
            break
    kept, laid = [rank_of(card) for card in bits(hand & ~move.cards)], [rank_of(card) for card in bits(move.cards)]
    if state.trump < 0 and CONTRACTS[state.contract].sign > 0 and max(laid) <= min(kept):
        yield Said("lays lowest", 45, say("your lowest cards go"), say("the lowest cards go"))
    if state.trump >= 0 and hand & SUIT_CARDS[state.trump] and not move.cards & SUIT_CARDS[state.trump]:
        yield Said("keeps trumps", 40, say("your trumps all stay"), say("all trumps stay"))


def _shortest(seen: Observation, move: Move) -> Iterator[Said]:
    """The reason for a card of the shortest suit in hand, where others remain."""
    hand = seen.state.places[seen.seat]
    own = (hand & _suit_of(only_card(move.cards))).bit_count()
    lengths = [(hand & suit).bit_count() for suit in SUIT_CARDS if hand & suit]
    if len(lengths) > 1 and 1 < own == min(lengths) and lengths.count(own) == 1:
        yield Said(
            "short suit",
            43,
            say("your shortest suit: once it is gone you can discard"),
            say("the shortest suit: without it one can discard"),
        )


def _longest(seen: Observation) -> Cards:
    """The longest suit in hand; 0 if several are equally long."""
    hand = seen.state.places[seen.seat]
    lengths = [(hand & suit).bit_count() for suit in SUIT_CARDS]
    return SUIT_CARDS[lengths.index(max(lengths))] if lengths.count(max(lengths)) == 1 else 0


def _wanted(rules: KingRules, seen: Observation, state: KingState, legal: Sequence[Move], move: Move) -> Iterator[Said]:
    cards = [only_card(one.cards) for one in legal if one.cards]
    takes = {one: _takes(rules, state, one) for one in cards}
    card, trump = only_card(move.cards), state.trump if state.trump >= 0 else None
    trumps = SUIT_CARDS[state.trump] if state.trump >= 0 else 0
    last = len(state.trick) == len(state.players) - 1
    out = elsewhere(rules, seen)
    winners = [one for one in cards if takes[one]]
    height = {one: rules.height(one, trump) for one in cards}
    beaters = _beaters(rules, state, card) & out
    if takes[card]:
        if last:
            yield Said(
                "last takes", 85, say("you are the last: the trick is yours"), say("the last to play takes the trick")
            )
        elif not beaters:
            yield Said("safe", 80, say("nobody after you can beat it"), say("nobody after can beat it"))
        elif move.cards & trumps:
            yield HIGHER_TRUMP
        elif not beaters & ~trumps:
            yield Said("only trump", 65, say("only a trump beats it"))
        elif fewest_beat(beaters, [_beaters(rules, state, one) & out for one in winners if one != card]):
            yield HIGHEST
        if len(winners) == 1 < len(cards):
            yield ONLY_TAKER
        elif height[card] == min(height[one] for one in winners):
            yield Said(
                "lowest beating",
                42,
                say("the lowest of yours that beats what lies there"),
                say("the lowest that beats what lies there"),
            )
    elif not winners:
        if height[card] == min(height.values()):
            yield cannot_take(state.places[seen.seat], SUIT_CARDS[state.led], trumps, _best(rules, state))
    else:
        yield from keeps_high(height.values(), height[card])
    longest = _longest(seen)
    follows = state.led >= 0 and rules.tricks.follow[state.led] >> card & 1
    if longest and not takes[card] and not follows and not move.cards & longest:
        named = Suit(SUIT_CARDS.index(longest))
        yield Said(
            "stays whole",
            45,
            say("your longest suit stays whole: {suit}", suit=named),
            say("the longest suit stays whole: {suit}", suit=named),
        )


def _unwanted(
    rules: KingRules, seen: Observation, state: KingState, legal: Sequence[Move], move: Move
) -> Iterator[Said]:
    cards = [only_card(one.cards) for one in legal if one.cards]
    card, trump = only_card(move.cards), state.trump if state.trump >= 0 else None
    takes = {one: _takes(rules, state, one) for one in cards}
    count, best = rules.count(state), Faces((_best(rules, state),))
    high = {one: rules.height(one, trump) for one in cards}
    follows = state.led >= 0 and rules.tricks.follow[state.led] >> card & 1
    if takes[card]:
        yield from _takes_it(rules, seen, state, move, takes, high)
        return
    led = Suit(state.led)
    if follows:
        under = [one for one in cards if not takes[one]]
        if len(under) > 1 and high[card] == max(high[one] for one in under):
            yield Said("highest under", 80, say("the highest that stays under {card}", card=best))
        else:
            yield Said("under", 70, say("it stays under {card}", card=best))
        return
    top_heart = rules.options.joker_sunk_winner == "top_heart"
    if top_heart and JOKERS & rules.all_cards and _suit_of(card) == SUIT_CARDS[HEARTS]:
        return  # A joker may still give the trick to the highest heart.
    highest = high[card] == max(high.values())
    if count.cards >> card & 1:
        yield Said(
            "rid",
            85,
            say("you have no {suit}: be rid of it", suit=led),
            say("without {suit} it can go", suit=led),
        )
        if highest:
            yield Said("rid highest", 63, say("be rid of your highest"), say("the highest in hand goes"))
    elif highest:
        yield Said(
            "rid high",
            65,
            say("you have no {suit}: be rid of your highest", suit=led),
            say("without {suit}, the highest goes", suit=led),
        )
    if not _suit_of(card) & elsewhere(rules, seen) & ~((2 << card) - 1):
        bare, rid = say("nothing of its suit that is out is higher"), count.cards >> card & 1 or highest
        told = bare if rid else say("be rid of it: nothing of its suit that is out is higher")
        yield Said("tops", 62, told, bare)
    yield from _last_of_suit(seen, move)
    yield from _shortest(seen, move)


def _takes_it(
    rules: KingRules,
    seen: Observation,
    state: KingState,
    move: Move,
    takes: dict[Card, bool],
    high: dict[Card, int],
) -> Iterator[Said]:
    """The reasons for a card that takes the trick so far, where tricks or cards in them cost points."""
    count, card = rules.count(state), only_card(move.cards)
    last, highest = len(state.trick) == len(state.players) - 1, high[card] == max(high.values())
    ends = count.last_two and state.places[seen.seat].bit_count() <= LAST_TWO
    costs = count.trick or ends or count.cards & (cards_of(state.trick) | move.cards)
    if last and all(takes.values()) and highest:
        yield Said(
            "yours anyway",
            90,
            say("the trick is yours anyway: take it with the highest"),
            say("the trick has to be taken: with the highest"),
        )
    elif last and not costs and highest:
        yield Said(
            "costs nothing",
            80,
            say("this trick costs nothing: play the highest you can"),
            say("this trick costs nothing: the highest that can goes"),
        )
    elif last and not costs and (high[card] > min(high.values()) or any(count.cards >> one & 1 for one in high)):
        yield Said("free trick", 60, say("this trick costs nothing: it may be yours"), say("this trick costs nothing"))
    elif not costs and highest and count.cards:
        yield Said(
            "nothing yet",
            61,
            say("nothing that counts lies there yet: be rid of your highest"),
            say("nothing that counts lies there yet: the highest goes"),
        )
    beatable = not last and _beaters(rules, state, card) & elsewhere(rules, seen)
    if beatable and all(takes.values()) and _is_lowest(rules, state, card, takes):
        yield Said(
            "lowest taking",
            75,
            say("all of yours take it so far: the lowest may still be beaten"),
            say("any card takes it so far: the lowest may still be beaten"),
        )


def _pays(count: Count) -> Cards:
    """The cards that bring points."""
    pays = 0
    for cards, each in count.groups:
        pays |= cards if each > 0 else 0
    return pays


def _last_of_suit(seen: Observation, move: Move) -> Iterator[Said]:
    """The reason for playing the last card of a suit."""
    suit = _suit_of(only_card(move.cards))
    if seen.state.places[seen.seat] & suit == move.cards:
        named = Suit(SUIT_CARDS.index(suit))
        yield Said(
            "gone suit",
            60,
            say("with it your last {suit} goes", suit=named),
            say("with it the last {suit} goes", suit=named),
        )


def _beaters(rules: KingRules, state: KingState, card: Card) -> Cards:
    """The cards that beat `card` under the trump suit."""
    beaters: Cards = rules.tricks.beaters[state.trump][card]
    return beaters


def _suit_of(card: Card) -> int:
    return next(suit for suit in SUIT_CARDS if suit >> card & 1)


def _best(rules: KingRules, state: KingState) -> Card:
    """The card now winning the trick."""
    card: Card = state.trick[rules.winner_of(state.trick, state.trump, state.led)]
    return card


def _takes(rules: KingRules, state: KingState, card: Card) -> bool:
    """Whether the card would win the trick as it is now."""
    return rules.winner_of((*state.trick, card), state.trump, state.led) == len(state.trick)


def _is_lowest(rules: KingRules, state: KingState, card: Card, among: dict[Card, bool]) -> bool:
    trump = state.trump if state.trump >= 0 else None
    return rules.height(card, trump) == min(rules.height(one, trump) for one in among)
