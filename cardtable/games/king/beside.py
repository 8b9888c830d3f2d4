"""The badge and the side panel of King by contracts."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.cards import HEARTS, HIDDEN, RANK_CARDS, SUIT_CARDS, Card, Cards, bits, suit_of
from cardtable.engine.moves import Seat
from cardtable.engine.scene import Announcement, Pile, Section
from cardtable.engine.text import Ranks, Suit, Text, Who, faces, say, say_count
from cardtable.games import beside
from cardtable.games.king.contracts import CONTRACTS
from cardtable.games.king.counting import Count
from cardtable.games.king.rules import KingRules
from cardtable.games.king.scoring import signed, still_counts
from cardtable.games.king.state import KingState
from cardtable.games.king.words import played

NAMED = 3
"""The badge names this many cards still out; a larger number is only counted."""
MOST_SHOWN = 5
"""The number of cards shown when a contract is announced."""
MOST_GROUPS = 4
"""Above this number of groups, every card of a suit has a value of its own."""


def cost(rules: KingRules, contract: str) -> Text:
    """The gain or cost of a contract, in a word or two."""
    count = rules.count_of(contract)
    each = [*[worth for _, worth in count.groups], *[worth for worth in (count.trick, count.last_two) if worth]]
    if len(each) != 1:
        # House rules can give a contract a total of zero.
        return say("{points} in all", points=signed(rules.worth(contract)))
    if (count.cards & rules.all_cards).bit_count() == 1:
        return Text("{points}", {"points": signed(each[0])})
    return say("{points} each", points=signed(each[0]))


def badge(rules: KingRules, state: KingState) -> tuple[Text, ...]:
    """The contract, its trumps, its cost, and the cards still out: three lines at most."""
    if not state.contract:
        return ()
    lines = [played(state)]
    if state.trump >= 0:
        lines.append(say("trumps {suit}", suit=Suit(state.trump)))
    if state.contract != "trade_suit":
        lines.append(cost(rules, state.contract))
    left = still_counts(rules, state)
    if state.moment == "play" and len(lines) < 3:
        if not rules.count(state).cards:
            if not rules.domino:
                number = min(len(state.winners) + 1, rules.filled_hand)
                lines.append(say("trick {number} of {tricks}", number=number, tricks=rules.filled_hand))
        elif 0 < left.bit_count() <= NAMED:
            lines.append(say("to come: {cards}", cards=faces(left)))
        else:
            lines.append(say_count("{count} still out", "{count} still out", left.bit_count()))
    return tuple(lines)


def announced(rules: KingRules, state: KingState) -> Announcement | None:
    """The contract of this deal, its cost, the cards it concerns, and the leader; None before it is named."""
    if state.moment not in ("play", "over") or not state.contract:
        return None
    lines = [_price(rules, state)]
    if state.trump >= 0:
        lines.append(say("trumps {suit}", suit=Suit(state.trump)))
    lines.append(say("{who} leads first.", who=Who(rules.first_leader(state))))
    return Announcement(played(state), tuple(lines), _about(rules, state), state.deal, rules.programme.deals or 0)


def _price(rules: KingRules, state: KingState) -> Text:
    """The gain or cost of a contract, as the end of a sentence; the total if it counts several things."""
    count = rules.count(state)
    groups = [(cards & rules.all_cards, worth) for cards, worth in count.groups if cards & rules.all_cards]
    if count.trick and not groups and not count.last_two:
        return say("{points} a trick", points=signed(count.trick))
    if count.last_two and not groups and not count.trick:
        return say("{points} each of the last two", points=signed(count.last_two))
    if len(groups) == 1 and not count.trick and not count.last_two:
        cards, worth = groups[0]
        if cards & (cards - 1):
            return say("{points} for each of them", points=signed(worth))
        return say("{points} for this card", points=signed(worth))
    return say("{points} in all", points=signed(count.worth(rules.all_cards, rules.filled_hand)))


def _about(rules: KingRules, state: KingState) -> tuple[Card, ...]:
    """Cards to picture a contract: the highest ones that count; else aces with trumps first, or card backs."""
    count = rules.count(state)
    counted = count.cards & rules.all_cards
    if counted:
        suits = {suit_of(card) for card in bits(counted)}
        if counted.bit_count() <= MOST_SHOWN or len(suits) == 1:
            return tuple(reversed(bits(counted)))[:MOST_SHOWN]
        # Everything counts: one card represents each kind.
        each = [cards & rules.all_cards for cards, _ in count.groups]
        kinds = [bits(cards)[-1] for cards in each if cards]
        return tuple(dict.fromkeys(kinds))[:MOST_SHOWN]
    if state.trump >= 0:
        aces = bits(RANK_CARDS[-1] & rules.all_cards)
        return tuple(sorted(aces, key=lambda card: suit_of(card) != state.trump))[:MOST_SHOWN]
    return (HIDDEN,) * (2 if count.last_two else 4)


def sections(
    rules: KingRules, state: KingState, viewer: Seat, trick: Pile, now: tuple[float, ...]
) -> tuple[Section, ...]:
    """This trick, the points (`now` for this deal so far), what counts, the cards still out, and known voids."""
    found = []
    if state.trick:
        found.append(beside.trick(zip(trick.by, trick.cards, strict=True), trick.winning))
    found.append(Section(say("Points"), tuple(_points(state, now)), 2))
    if state.contract:
        counting = tuple(_counting(rules, state))
        if len(counting) > 1:
            found.append(Section(say("What counts"), counting, 3))
    if state.moment == "play":
        left = still_counts(rules, state)
        out = [line for cards in SUIT_CARDS for line in beside.rows(bits(left & cards))]
        if out:
            found.append(Section(say("Still out"), tuple(out), 4, memory=True))
        lacks = beside.lacking(rules.all_cards, state.lacks or (), viewer)
        if lacks:
            found.append(Section(say("Has none of"), tuple(lacks), 4, memory=True))
    return tuple(found)


def _points(state: KingState, now: tuple[float, ...]) -> Iterator[beside.Line]:
    for seat, total in enumerate(state.totals):
        if now:
            yield beside.name(seat), points(total), say("now {points}", points=signed(now[seat]))
        else:
            yield beside.name(seat), points(total)


def _counting(rules: KingRules, state: KingState) -> Iterator[beside.Line]:
    """What counts in this deal: a line for each kind of cards, and the points for one of them."""
    count: Count = rules.count(state)
    groups = [(cards & rules.all_cards, worth) for cards, worth in count.groups if cards & rules.all_cards]
    if len(groups) > MOST_GROUPS:
        # Hearts by face value: the lowest and the highest stand for all of them.
        hearts = [group for group in groups if group[0] & SUIT_CARDS[HEARTS]]
        groups = [hearts[0], hearts[-1], *[group for group in groups if group not in hearts]]
    for cards, worth in groups:
        yield _kind(cards), points(worth)
    if count.trick:
        yield say("every trick"), points(count.trick)
    if count.last_two:
        yield Text(CONTRACTS["no_last_two"].short), say("{points} each", points=signed(count.last_two))


def points(amount: float) -> Text:
    return Text("{points}", {"points": signed(amount)})


def _kind(cards: Cards) -> Text:
    """Cards that count alike: one card by its face, a suit by its sign, ranks by their letters."""
    if not cards & (cards - 1):
        return Text("{cards}", {"cards": faces(cards)})
    suits = {suit_of(card) for card in bits(cards)}
    if len(suits) == 1:
        return Text("{suit}", {"suit": Suit(suits.pop() or 0)})
    ranks = tuple(rank for rank, mates in enumerate(RANK_CARDS) if mates & cards)
    return Text("{ranks}", {"ranks": Ranks(ranks)})
