"""The badge and the side panel of Kozel: the trumps, and the sections beside the table."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.cards import HIDDEN, RANK_CARDS, RANKS, SUIT_CARDS, bits, cards_of, rank_of, suit_of
from cardtable.engine.moves import Seat
from cardtable.engine.scene import Announcement, Pile, Section
from cardtable.engine.text import Faces, Ranks, Suit, Text, faces, say
from cardtable.games import beside
from cardtable.games.card_facts import above
from cardtable.games.kozel import scoring, words
from cardtable.games.kozel.cards import ALL_POINTS
from cardtable.games.kozel.rules import KozelRules
from cardtable.games.kozel.state import PRAISE, KozelState
from cardtable.games.tricks import POINTS, points_of

_POINTS = Section(
    say("Cards and their points"),
    (
        tuple([Text("{ranks}", {"ranks": Ranks((RANKS.index(rank),))}) for rank in POINTS]),
        tuple(map(beside.amount, POINTS.values())),
    ),
    4,
)
"""The points of the ranks that count (K-01)."""


def side_of(rules: KozelRules, viewer: Seat, seat: Seat) -> int | None:
    """The side of a seat in the viewer's numbering, the viewer's own first; None if there are no partners (K-02)."""
    return (rules.side[seat] - rules.side[viewer]) % rules.sides if rules.options.partners else None


def score(rules: KozelRules, state: KozelState) -> tuple[int, ...]:
    """The number that decides the match before this hand, by seat (K-19, K-21, K-22)."""
    if rules.options.scoring == "accounts":
        return scoring.accounts(rules, state.booked)
    by_side = state.score if rules.options.game_points else state.totals
    return tuple([by_side[side] for side in rules.side])


def goal(rules: KozelRules) -> int | None:
    """The number at which the match ends; None if the end depends on who took from whom (K-22, K-23)."""
    options = rules.options
    if options.scoring == "accounts":
        return 0 if options.account_rule == "pool" else None
    return options.match_points if options.game_points else options.target


def other_trumps(rules: KozelRules, state: KozelState) -> tuple[Ranks, Faces]:
    """The trumps outside the trump suit: complete ranks by their letters, highest first, and single cards (K-06)."""
    trumps = rules.suits(state).trumps
    others = trumps & ~SUIT_CARDS[state.trump]
    deck = cards_of(rules.deck)
    whole = [rank for rank, cards in enumerate(RANK_CARDS) if cards & others and not cards & deck & ~trumps]
    return Ranks(tuple(reversed(whole))), faces(others & ~sum(RANK_CARDS[rank] for rank in whole))


def order(rules: KozelRules, state: KozelState) -> Text | None:
    """The trumps, then the ranks of a plain suit, from high to low (K-06); None before trumps are known."""
    if state.trump < 0:
        return None
    suits = rules.suits(state)
    plain = max((suits.plain & suit for suit in SUIT_CARDS), key=int.bit_count)
    ranks = sorted(bits(plain), key=suits.strength.__getitem__, reverse=True)
    trumps = sorted(bits(suits.trumps), key=suits.strength.__getitem__, reverse=True)
    others = [nth for nth, card in enumerate(trumps) if suit_of(card) != state.trump]
    parts: list[Ranks | Suit | Faces] = []
    for nth, card in enumerate(trumps):
        mates = RANK_CARDS[rank_of(card)] & rules.all_cards
        if not mates & ~suits.trumps:
            parts.append(Ranks((rank_of(card),)))
        else:
            parts.append(Suit(state.trump) if nth > max(others, default=-1) else Faces((card,)))
    return above(dict.fromkeys(parts), tuple(map(rank_of, ranks)))


def badge(rules: KozelRules, state: KozelState, viewer: Seat) -> tuple[Text, ...]:
    """The trump suit, the other trumps, and the factor of the result or the card points so far."""
    if state.trump < 0:
        return ()
    ranks, single = other_trumps(rules, state)
    lines = [say("trumps {suit}", suit=Suit(state.trump))]
    if not single.cards:
        lines.append(say("and {ranks}", ranks=ranks))
    elif not ranks.ranks:
        lines.append(say("and {cards}", cards=single))
    else:
        lines.append(say("and {ranks}, {cards}", ranks=ranks, cards=single))
    if state.eggs > 1:
        lines.append(say("counts times {factor}", factor=state.eggs))
    elif rules.options.open_counts and rules.sides == 2:
        own, counts = rules.side[viewer], scoring.card_points(state)
        lines.append(say("card points {own} : {other}", own=counts[own], other=counts[1 - own]))
    return tuple(lines)


def announced(rules: KozelRules, state: KozelState) -> Announcement | None:
    """The announcement that this deal counts double after eggs, once trumps are known (K-09); None if it does not."""
    if state.eggs == 1 or state.trump < 0:
        return None
    headline = say("counts times {factor}", factor=state.eggs)
    trumps = say("trumps {suit}", suit=Suit(state.trump))
    return Announcement(headline, (say("The deal before ended in eggs."), trumps))


def sections(rules: KozelRules, state: KozelState, viewer: Seat, piles: tuple[Pile, ...]) -> tuple[Section, ...]:
    """The praise or this trick, cards taken, the match, the trumps from high to low, and the points of cards."""
    found = []
    trick = next((pile for pile in piles if pile.key == "trick"), None)
    if state.stage == PRAISE and state.columns:
        columns = [pile for pile in piles if pile.key.startswith("column")]
        found.append(Section(say("Praise"), tuple(_columns(columns)), 1, laid=True))
    elif trick is not None and trick.cards:
        more = [(say("points in it"), beside.amount(points_of(cards_of(trick.cards))))]
        found.append(beside.trick(zip(trick.by, trick.cards, strict=True), trick.winning, more))
    if state.praise_winner >= 0 and not state.last:
        # Nothing else has been taken yet, and the points of the columns were announced (K-10).
        praised = [(words.names(rules, side), beside.amount(points_of(won))) for side, won in enumerate(state.won)]
        found.append(Section(say("Points of the praise"), tuple(praised), 1))
    taken = say("Card points taken") if rules.options.open_counts else say("Cards taken")
    found.append(Section(taken, tuple(_taken(rules, state)), 1))
    found.append(Section(_match_title(rules), tuple(_match(rules, state)), 3))
    if state.trump >= 0:
        found.append(_trumps(rules, state, viewer))
    found.append(_POINTS)
    return tuple(found)


def _columns(columns: list[Pile]) -> Iterator[beside.Line]:
    """The cards of each column with their players; the boaster's cards are face down (K-10)."""
    for nth, seat in enumerate(columns[0].by):
        cells = [column.cards[nth] for column in columns]
        yield beside.name(seat), *[say("face down") if card == HIDDEN else beside.shown((card,)) for card in cells]


def _taken(rules: KozelRules, state: KozelState) -> Iterator[beside.Line]:
    """Card points by side if they are counted openly, otherwise the number of cards, which everybody sees (K-24)."""
    if rules.options.open_counts:
        counts = scoring.card_points(state)
        for side, points in enumerate(counts):
            yield words.names(rules, side), beside.amount(points)
        yield say("still out"), beside.amount(ALL_POINTS - sum(counts))
    else:
        for side, won in enumerate(state.won):
            yield words.names(rules, side), beside.amount(won.bit_count())


def _match_title(rules: KozelRules) -> Text:
    options = rules.options
    if options.game_points:
        return say("Game points, {limit} lose", limit=options.match_points)
    if options.scoring == "sixty":
        return say("Card points, {limit} win", limit=options.target)
    return say("Accounts")


def _match(rules: KozelRules, state: KozelState) -> Iterator[beside.Line]:
    counts = score(rules, state)
    if rules.options.scoring == "accounts":
        for seat, count in enumerate(counts):
            yield beside.name(seat), beside.amount(count)
    else:
        for side in range(rules.sides):
            yield words.names(rules, side), beside.amount(counts[rules.members(side)[0]])


def _trumps(rules: KozelRules, state: KozelState, viewer: Seat) -> Section:
    """All trumps outside the viewer's hand: those others may hold, and those that are gone; both are public (K-24)."""
    suits, places = rules.suits(state), state.places
    gone = suits.trumps & (places[rules.table] | places[rules.taken])
    out = suits.trumps & ~gone & ~places[viewer]
    lines = []
    for head, cards in ((beside.OUT, out), (beside.GONE, gone)):
        lines += beside.listed(head, sorted(bits(cards), key=suits.strength.__getitem__, reverse=True))
    return Section(say("Trumps, high to low"), tuple(lines), 4, memory=True)
