"""The badge and the side panel of Bura: trumps, the current trick, and the sections beside the table."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.cards import RANK_CARDS, RANKS, SUIT_CARDS, Card, bits, cards_of
from cardtable.engine.moves import Seat
from cardtable.engine.scene import Section
from cardtable.engine.text import Ranks, Suit, Text, Who, say, say_as, say_count
from cardtable.games import beside
from cardtable.games.bura.beating import DECK, ORDER
from cardtable.games.bura.counting import penalties
from cardtable.games.bura.rules import BuraRules
from cardtable.games.bura.state import REPLIES, BuraState
from cardtable.games.tricks import points_of

_HIGH_TO_LOW = tuple([RANKS.index(rank) for rank in reversed(ORDER)])
_WORTH = tuple([points_of(RANK_CARDS[rank] & SUIT_CARDS[0] & cards_of(DECK)) for rank in _HIGH_TO_LOW])
_COUNTING = tuple([rank for rank, worth in zip(_HIGH_TO_LOW, _WORTH, strict=True) if worth])
_NOTHING = {"first": Ranks((_HIGH_TO_LOW[len(_COUNTING)],)), "last": Ranks((_HIGH_TO_LOW[-1],))}
_ORDER = Section(
    say("Cards and their points"),
    (
        (*[Text("{ranks}", {"ranks": Ranks((rank,))}) for rank in _COUNTING], Text("{first}–{last}", _NOTHING)),
        (*[beside.amount(worth) for worth in _WORTH[: len(_COUNTING)]], beside.amount(0)),
    ),
    3,
)
"""The ranks from high to low, and the points of each (B-01)."""


def badge(rules: BuraRules, state: BuraState) -> tuple[Text, ...]:
    """The trumps, and during a trick who is winning it and the points in it."""
    lines = [say("trumps {suit}", suit=Suit(state.trump))]
    if state.moment == REPLIES:
        lines.append(say("{who} takes", who=Who(state.owner)))
        if not state.down:
            lines.append(say_count("{count} point in it", "{count} points in it", sum(map(points_of, state.plays))))
    return tuple(lines)


def winning(rules: BuraRules, state: BuraState, seat: Seat) -> Card | None:
    """The highest card of the seat's play if it is winning the trick, or won the last one; otherwise None."""
    if not state.plays or seat != state.owner:
        return None
    return max(bits(state.best), key=lambda card: rules.height(card, state.trump))


def sections(rules: BuraRules, state: BuraState) -> tuple[Section, ...]:
    """This trick, the points taken as far as they are public, deals won, and the order of the cards."""
    found = []
    if state.moment == REPLIES:
        found.append(Section(say("This trick"), tuple(_plays(rules, state)), 1, laid=True))
    seats = range(rules.seats)
    if rules.options.show_counts:
        title = say("Card points")
        if not rules.by_penalties:
            title = say("Card points, {target} win", target=rules.options.target)
        lines = [(beside.name(seat), beside.amount(rules.count(state, seat))) for seat in seats]
    else:
        title = say("Tricks taken")
        lines = [(beside.name(seat), beside.amount(count)) for seat, count in enumerate(state.tricks)]
    found.append(Section(title, tuple(lines), 1))
    limit = goal(rules)
    if limit is not None:
        title = say("Deals won, {limit} win", limit=limit)
        if rules.by_penalties:
            title = say("Penalty points, {limit} lose", limit=limit)
        scores = [(beside.name(seat), beside.amount(score(rules, state, seat) or 0)) for seat in seats]
        found.append(Section(title, tuple(scores), 3))
    return (*found, _ORDER)


def goal(rules: BuraRules) -> int | None:
    """The deals that win the match, or the penalty points that lose it; None if one deal is the match (B-21, B-28)."""
    if rules.by_penalties:
        return rules.options.penalty_limit
    return rules.options.target_wins if rules.options.target_wins > 1 else None


def score(rules: BuraRules, state: BuraState, seat: Seat) -> int | None:
    """A seat's won deals or penalty points in the match, this deal included; None in the same case as `goal`."""
    if rules.by_penalties:
        return state.match.penalties[seat] + (0 if state.to_act else penalties(rules, state)[seat])
    return None if goal(rules) is None else state.match.wins[seat] + (state.won >> seat & 1)


def _plays(rules: BuraRules, state: BuraState) -> Iterator[beside.Line]:
    for seat, cards in state.laid():
        shown = say_as("a reply", "face down") if state.down >> seat & 1 and not cards else beside.shown(bits(cards))
        yield (beside.name(seat), shown, beside.WINS) if seat == state.owner else (beside.name(seat), shown)
