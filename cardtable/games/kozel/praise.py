"""The praise called "pants": drawing pairs, laying cards to one or two columns, and winning them (K-10)."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.cards import Card, Cards, bits, only_card
from cardtable.engine.moves import Event, Log, Move, Seat
from cardtable.engine.state import EVERYBODY, STOCK, move_cards, show
from cardtable.games.kozel import scoring
from cardtable.games.kozel.calls import after_deal
from cardtable.games.kozel.dealing import deal_rest, shuffle_again
from cardtable.games.kozel.state import PRAISE, KozelState
from cardtable.games.kozel.table import KozelTable
from cardtable.games.tricks import points_of

MOST_PAIRS = 4
"""If a player would need one more pair than this, the praise is void (K-10 g)."""
FULL_HAND = 9
"""The number of cards in a hand, including those laid to the columns (K-10 d)."""


def begin(rules: KozelTable, state: KozelState, log: Log) -> None:
    """Gives the boaster, left of the dealer, their pairs (K-10 a)."""
    state.stage = PRAISE
    boaster = rules.left_of(state.dealer)
    if log is not None:
        log.append(Event("praise", boaster))
    draw_pairs(rules, state, boaster, 1, log)


def draw_pairs(rules: KozelTable, state: KozelState, seat: Seat, needed: int, log: Log) -> None:
    """Draws the bottom and the top card until the player has enough plain cards to lay (K-10 a, b, g)."""
    places, plain = state.places, rules.suits(state).plain
    while (places[seat] & plain).bit_count() < needed:
        if pairs_drawn(state, seat) == MOST_PAIRS:
            shuffle_again(state, log, "void", seat)
            return
        pair = 1 << state.stock[-1] | 1 << state.stock[0]
        state.stock = state.stock[1:-1]
        move_cards(state, pair, STOCK, seat, 1 << seat, log, "draw", seat)
    rules.call_on(state, seat)


def pairs_drawn(state: KozelState, seat: Seat) -> int:
    """The number of pairs drawn by a player who has not laid yet; everybody sees it (K-24)."""
    return state.size(seat) // 2


def moves(rules: KozelTable, state: KozelState, seat: Seat) -> Sequence[Move]:
    """The legal cards to lay: one or two plain cards for the boaster, the same number for the others (K-10 a, b)."""
    cards = bits(layable(rules, state, seat))
    found = []
    if len(state.columns) != 2:
        found += [Move("lay", 1 << card, card) for card in cards]
    if len(state.columns) != 1:
        found += [Move("lay", 1 << one | 1 << other, one) for one in cards for other in cards if one != other]
    return found


def layable(rules: KozelTable, state: KozelState, seat: Seat) -> Cards:
    """The plain cards of a hand, if it has as many as are needed.

    A guess at the hidden cards may have too few, since it ignores why the player stopped drawing; then any card.
    """
    plain = state.places[seat] & rules.suits(state).plain
    return plain if plain.bit_count() >= max(1, len(state.columns)) else state.places[seat]


def lay(rules: KozelTable, state: KozelState, seat: Seat, move: Move, log: Log) -> None:
    """Lays cards to the columns, the boaster's face down; the next player gets pairs, or all is revealed (K-10)."""
    first = move.arg
    rest = move.cards ^ 1 << first
    cards = (first, only_card(rest)) if rest else (first,)
    boasts = not state.columns
    for column, card in enumerate(cards):
        place = rules.columns[column]
        kind, seen_by = ("lay_down", 1 << seat) if boasts else ("lay", EVERYBODY)
        move_cards(state, 1 << card, seat, place, seen_by, log, kind, seat, column + 1)
    if boasts:
        state.columns = ((),) * len(cards)
        if state.lacks is not None:
            # The boaster lays only plain cards; laying two means that their other cards are all trumps (K-10 a).
            trumps, plain = rules.suits(state).trumps, rules.suits(state).plain
            for column in range(len(cards)):
                state.lacks[rules.columns[column]] = trumps
            if len(cards) == 2:
                state.lacks[seat] = plain
    else:
        state.columns = tuple([(*column, card) for column, card in zip(state.columns, cards, strict=True)])
    if seat == state.dealer:
        _reveal(rules, state, log)
    else:
        draw_pairs(rules, state, rules.left_of(seat), len(cards), log)


def column_cards(rules: KozelTable, state: KozelState, column: int) -> tuple[Card, ...]:
    """The cards of a column in playing order; without the boaster's card if it is not known."""
    hidden = state.places[rules.columns[column]]
    for card in state.columns[column]:
        hidden &= ~(1 << card)
    return (*bits(hidden), *state.columns[column])


def _reveal(rules: KozelTable, state: KozelState, log: Log) -> None:
    """Scores the columns as tricks led by the boaster; the larger one gives the lead; deals the rest (K-10 c to e)."""
    boaster = rules.left_of(state.dealer)
    best = (-1, 0)
    tricks = [column_cards(rules, state, column) for column in range(len(state.columns))]
    for number, trick in enumerate(tricks):
        show(state, 1 << trick[0], boaster, log, "reveal", number + 1)
        distance = rules.suits(state).winner(trick)
        winner = (boaster + distance) % rules.seats
        place = rules.columns[number]
        points = points_of(state.places[place])
        # Of equal columns, the one whose winner comes first after the boaster counts.
        best = max(best, (points, -distance))
        if log is not None:
            log.append(Event("column", winner, size=number + 1, arg=points))
        if scoring.take(rules, state, place, winner):
            state.columns = ()
            return
    state.columns = ()
    state.praise_winner = (boaster - best[1]) % rules.seats
    if log is not None:
        log.append(Event("praise_won", state.praise_winner))
    deal_rest(rules, state, FULL_HAND - len(tricks), log)
    after_deal(rules, state, log)
