"""The parts a position of Kozel leaves open: sizes of hands and stock, and the cards behind points taken."""

from __future__ import annotations

from cardtable.cards import HIDDEN, Card, Cards, bits
from cardtable.engine.draft import BadPosition, Draft, seat_text
from cardtable.engine.moves import Seat
from cardtable.games.kozel.praise import MOST_PAIRS
from cardtable.games.kozel.table import KozelTable
from cardtable.games.tricks import points_of


def size_hands(rules: KozelTable, draft: Draft, half: int, fewer: list[int], taken: list[Cards]) -> None:
    """Sets the sizes of hands and stock that the position does not give.

    All hands are equal, less the number in `fewer` for each seat: cards it has played to this trick or given away.
    """
    named = draft.sizes
    sizes = {count + fewer[seat] for seat, count in enumerate(named) if count is not None}
    if len(sizes) > 1:
        counts = ", ".join(f"{seat_text(seat)} {count}" for seat, count in enumerate(named) if count is not None)
        raise BadPosition("hands: that is no moment of a trick, for they hold {counts} cards", counts=counts)
    if sizes:
        size = sizes.pop()
    else:
        tricks = sum(cards.bit_count() for cards in taken) // rules.seats
        played_out = 0 if rules.options.deal_mode == "stock4" else tricks - (half - 1) * rules.full_hand
        size = min(rules.full_hand, max(1, rules.full_hand - played_out))
    for seat, less in enumerate(fewer):
        draft.size(seat, max(0, size - less))
    waiting = rules.full_hand * rules.seats if rules.options.halves and half == 1 else 0
    if draft.stock is None and rules.options.deal_mode != "stock4":
        draft.stock = [HIDDEN] * waiting
    if waiting and draft.stock is not None and len(draft.stock) != waiting:
        raise BadPosition(
            "stock: the second packet has {waiting} cards, not {count}", waiting=waiting, count=len(draft.stock)
        )


def size_cut(rules: KozelTable, draft: Draft) -> None:
    """Sets empty hands, as before the cut."""
    if any(draft.sizes):
        raise BadPosition("hands: nobody holds cards before the cut")
    draft.unknown = [0] * rules.seats


def size_praise(rules: KozelTable, draft: Draft, dealer: Seat, columns: list[list[Card]]) -> None:
    """Sets hands during the praise: what is left of a player's pairs, nothing before their turn (K-10)."""
    laid = len(columns[0]) if columns else 0
    named = draft.sizes
    for distance, seat in enumerate(rules.from_left[dealer]):
        on_columns = len(columns) if distance < laid else 0
        count = named[seat]
        if count is None:
            draft.unknown[seat] = 2 - on_columns if on_columns else 0
        elif distance > laid and count:
            raise BadPosition("hands: {seat} has not drawn yet, so they hold nothing", seat=seat_text(seat))
        elif count + on_columns > 2 * MOST_PAIRS:
            raise BadPosition(
                "hands: {seat} has drawn {most} pairs at most, hand and laid cards together",
                seat=seat_text(seat),
                most=MOST_PAIRS,
            )
        elif (count + on_columns) % 2:
            raise BadPosition(
                "hands: {seat} has drawn pairs, so hand and laid cards are even in number", seat=seat_text(seat)
            )


def take_points(rules: KozelTable, draft: Draft, taken: list[Cards], wanted: tuple[int, ...]) -> list[Cards]:
    """The cards taken by each side, if possible in complete tricks, with the points that the position gives.

    They are made up from cards that are nowhere else. Raises BadPosition if these cannot be divided like that.
    """
    found = list(taken)
    for side, points in enumerate(wanted):
        missing = points - points_of(taken[side])
        cards = _worth(draft.left_over, missing, taken[side].bit_count(), rules.seats)
        if cards is None:
            raise BadPosition(
                "card_points: the cards that lie nowhere else do not give {missing} points to {allowed}",
                missing=missing,
                allowed=" ".join(map(seat_text, rules.members(side))),
            )
        draft.left_over &= ~cards
        found[side] |= cards
    return found


def _worth(cards: Cards, points: int, held: int, seats: int) -> Cards | None:
    """Some of these cards with exactly these points, making complete tricks with the `held` ones if possible."""
    reached: dict[tuple[int, int], Cards] = {(0, held % seats): 0}
    for card in bits(cards):
        worth = points_of(1 << card)
        for (total, odd), chosen in list(reached.items()):
            reached.setdefault((total + worth, (odd + 1) % seats), chosen | 1 << card)
    whole = reached.get((points, 0))
    if whole is not None:
        return whole
    return next((chosen for (total, _), chosen in reached.items() if total == points), None)
