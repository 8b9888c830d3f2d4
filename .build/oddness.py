"""Counts odd moves, the kind that make people at the table laugh, in the records of an arena.

    cardtable arena throw_in --bots expert,counter_player --deals 60 --records FOLDER
    python .build/oddness.py FOLDER [--show 5] [--of expert]

For each bot and kind: the decisions of that kind, the odd moves among them (raw), and the odd moves without any excuse
(bare). The verdict uses plain facts only, cards as texts ("Th") and the legal moves, and shares no code with
`Thoughts.is_odd` of the bots, so that a mistake in one does not hide in the other.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT))

from cardtable.cards import SUIT_CARDS, bits, card_text, cards_of  # noqa: E402
from cardtable.desk.reading import replay_at  # noqa: E402
from cardtable.engine.moves import Move  # noqa: E402
from cardtable.engine.state import Observation  # noqa: E402
from cardtable.games.king.contracts import CONTRACTS  # noqa: E402
from cardtable.games.tricks import points_of  # noqa: E402

RANKS = "23456789TJQKA"
EARLY = 8
"""With at least this many cards in the stock, a deal of Durak counts as early."""


class Found(NamedTuple):
    """A question that a move has answered."""

    kind: str
    odd: bool
    bare: bool
    """Odd, with nothing to excuse it."""


def rank(card: str) -> int:
    """The rank of a card of a single pack."""
    return RANKS.index(card[0])


class Bout(NamedTuple):
    """A decision of Durak."""

    hand: frozenset[str]
    trump: str
    """The letter of the trump suit; "-" for none."""
    stock: int
    open: tuple[str, ...]
    """Uncovered attack cards."""
    table: frozenset[str]
    gone: frozenset[str]
    """The cards that the seat knows to be out of play, or holds."""
    verb: str
    cards: tuple[str, ...]
    target: str
    """The card being covered."""
    leads: frozenset[str]
    """The cards that might open the bout."""
    throws: bool
    """Whether a card could have been thrown in."""

    def is_trump(self, card: str) -> bool:
        """Whether a card is of the trump suit."""
        return card[1] == self.trump

    def beats(self, card: str, other: str) -> bool:
        """Whether a card may cover the other one (D-16)."""
        return rank(card) > rank(other) if card[1] == other[1] else self.is_trump(card)

    def has_mate(self, card: str) -> bool:
        """Whether the hand holds another plain card of its rank."""
        return any(one[0] == card[0] and one != card and not self.is_trump(one) for one in self.hand)


def durak(at: Bout) -> Iterator[Found]:
    """Judges moves early in a deal: covers, takes, leads, cards thrown in."""
    if at.stock < EARLY:
        return
    if at.verb == "cover":
        yield from _cover(at)
    elif at.verb == "take" and len(at.open) == 1:
        cheap = any(not at.is_trump(one) and at.beats(one, at.open[0]) and rank(one) <= rank("J") for one in at.hand)
        yield Found("take: plain card covers", cheap, cheap and len(at.table) < 2)
    elif at.verb == "attack":
        plain = [one for one in at.leads if not at.is_trump(one)]
        if plain:
            trump = any(map(at.is_trump, at.cards))
            yield Found("lead: trump", trump, trump)
            high = not trump and rank(at.cards[0]) - min(map(rank, plain)) >= 4
            yield Found("lead: four ranks too high", high, high and len(at.cards) == 1 and not at.has_mate(at.cards[0]))
    elif at.verb in ("throw", "add") or (at.verb in ("pass", "hold") and at.throws):
        trump = any(map(at.is_trump, at.cards))
        yield Found("throw in: trump", trump, trump)
        high = any(not at.is_trump(one) and rank(one) >= rank("K") for one in at.cards)
        yield Found("throw in: king or ace", high, high)


def _cover(at: Bout) -> Iterator[Found]:
    card, others = at.cards[0], [one for one in at.open if one != at.target]
    if len(others) > 1:
        return
    free = [
        one
        for one in at.hand - {card}
        if at.beats(one, at.target) and all(any(at.beats(x, y) for x in at.hand - {one}) for y in others)
    ]
    lies_there = card[0] in {one[0] for one in at.table}
    excused = bool(others) or lies_there or sum(one[0] == card[0] for one in at.gone) >= 4
    if at.is_trump(card):
        if not at.is_trump(at.target):
            plain = any(not at.is_trump(one) for one in free)
            yield Found("cover: trump though plain", plain, plain and not excused)
        lower = [one for one in free if at.is_trump(one) and rank(one) < rank(card)]
        yield Found("cover: trump too high", bool(lower), bool(lower) and not excused)
    else:
        lower = [one for one in free if not at.is_trump(one) and rank(one) < rank(card)]
        keeps = all(map(at.has_mate, lower)) and not at.has_mate(card)
        yield Found("cover: plain too high", bool(lower), bool(lower) and not excused and not keeps)


class Card(NamedTuple):
    """The cards that a move plays to a trick."""

    points: int
    """Card points; in King, 1 if it counts in the contract."""
    takes: bool
    height: int
    trump: bool


class Trick(NamedTuple):
    """A decision of the last player to a trick."""

    ours: bool
    """Whether the partner is winning it."""
    wanted: bool
    """Whether tricks, or their points, are good."""
    lying: int
    costs: bool
    """Whether taking the trick now costs something."""
    made: Card
    others: tuple[Card, ...]
    """The other legal moves with as many cards."""


def trick(at: Trick) -> Iterator[Found]:
    """Judges the last player's move, which decides who takes the trick, and with what."""
    made, others = at.made, at.others
    if not at.wanted:
        if made.takes:
            duck = any(not one.takes for one in others)
            if at.costs:
                yield Found("takes though it could duck", duck, duck)
            higher = any(one.takes and one.height > made.height and one.points <= made.points for one in others)
            yield Found("must take, not with the highest", not duck and higher, not duck and higher)
        return
    ducks = [one for one in others if not one.takes]
    if made.takes:
        cheaper = made.trump and any(
            one.trump and one.takes and one.height < made.height and one.points >= made.points for one in others
        )
        yield Found("a lower trump would take it", cheaper, cheaper)
        wasted = made.trump and at.lying + made.points < 4 and any(not one.trump and one.points == 0 for one in ducks)
        yield Found("a trump on an empty trick", wasted, wasted)
    elif at.ours:
        kept = made.points <= 4 and any(one.points >= 10 and not one.trump for one in ducks)
        yield Found("partner's trick, ten kept", kept, kept)
    else:
        given = made.points >= 10 and any(one.points <= 4 for one in ducks)
        yield Found("ten under a lost trick", given, given)


class Shed(NamedTuple):
    """A decision of 101."""

    verb: str
    orders: bool
    fits: int
    """The number of plain cards that fit."""
    held: int
    lacks: bool | None
    """Whether the suit ordered is not held though another is; None if none was ordered."""
    close: bool
    """Whether another player is about to go out."""


def one_oh_one(at: Shed) -> Iterator[Found]:
    """Judges order cards, the suit ordered, and fitting cards not played."""
    if at.orders and at.held > 2:
        if not at.close:
            yield Found("orders though a plain card fits", at.fits > 0, at.fits > 0)
        if at.lacks is not None:
            yield Found("orders a suit that it lacks", at.lacks, at.lacks)
    if at.fits and not at.orders:
        idle = at.verb in ("draw", "pass")
        yield Found("draws or passes though a card fits", idle, idle)


# The rest of this file uses the program.


def _names(cards: int) -> tuple[str, ...]:
    return tuple(card_text(card) for card in bits(cards))


def bout_at(rules: Any, seen: Observation, legal: Sequence[Move], move: Move) -> Bout:
    """A Durak decision, as the seat sees it."""
    state: Any = seen.state
    gone = state.places[seen.seat]
    for place in state.places[rules.seats :]:
        gone |= place
    leads = 0
    for one in legal:
        leads |= one.cards if one.verb == "attack" else 0
    trump = card_text(bits(SUIT_CARDS[state.trump])[0])[1] if state.trump >= 0 else "-"
    return Bout(
        frozenset(_names(state.places[seen.seat])),
        trump,
        len(state.stock),
        _names(state.uncovered),
        frozenset(_names(state.places[rules.table])),
        frozenset(_names(gone)),
        move.verb,
        _names(move.cards),
        card_text(move.arg) if move.verb == "cover" else "",
        frozenset(_names(leads)),
        any(one.verb in ("throw", "add") for one in legal),
    )


def trick_at(family: str, rules: Any, seen: Observation, legal: Sequence[Move], move: Move) -> Trick | None:
    """The decision of the last player to a trick; None for every other decision."""
    state: Any = seen.state
    moment = {"kozel": "stage", "bura": "moment", "king": "moment"}[family]
    if getattr(state, moment) != {"kozel": "play", "bura": "replies", "king": "play"}[family] or not move.cards:
        return None
    lying = list(state.plays) if family == "bura" else [1 << card for card in state.trick]
    players = len(state.players) if family == "king" else rules.seats
    if len(lying) != players - 1:
        return None
    wanted, costs, counted, trumps = True, False, 0, SUIT_CARDS[state.trump] if state.trump >= 0 else 0

    def takes(one: Move) -> bool:
        card = bits(one.cards)[0]
        if family == "bura":
            return bool(rules.wins_over(state, state.best, one.cards))
        if family == "king":
            return bool(rules.winner_of((*state.trick, card), state.trump, state.led) == len(state.trick))
        return bool(rules.by_trump[state.trump].beaters[state.best] >> card & 1)

    if family == "kozel":
        trumps = rules.by_trump[state.trump].trumps
    if family == "king":
        wanted = CONTRACTS[state.contract].sign > 0
        count = rules.count(state)
        counted = count.cards
        on_table = cards_of(state.trick) | move.cards
        last = count.last_two and state.places[seen.seat].bit_count() <= 2
        costs = bool(count.trick or counted & on_table or last)

    def laid(one: Move) -> Card:
        points = int(bool(one.cards & counted)) if family == "king" else points_of(one.cards)
        height = max(rules.height(card, state.trump if state.trump >= 0 else None) for card in bits(one.cards))
        return Card(points, takes(one), height, bool(one.cards & trumps))

    size = move.cards.bit_count()
    others = tuple(laid(one) for one in legal if one != move and one.cards.bit_count() == size)
    ours = family == "kozel" and rules.seats == 4 and state.winning % 2 == seen.seat % 2
    points = 0 if family == "king" else sum(map(points_of, lying))
    return Trick(ours, wanted, points, costs, laid(move), others)


def shed_at(rules: Any, seen: Observation, legal: Sequence[Move], move: Move) -> Shed:
    """A decision of 101, as the seat sees it."""
    state: Any = seen.state
    hand, orders = state.places[seen.seat], bool(move.cards & rules.order_cards)
    rest = hand & ~move.cards & ~rules.order_cards
    named = orders and 0 < move.arg <= len(SUIT_CARDS)
    others = [seat for seat in range(rules.seats) if seat != seen.seat and state.active >> seat & 1]
    return Shed(
        move.verb,
        orders,
        sum(1 for one in legal if one.cards and not one.cards & rules.order_cards),
        hand.bit_count(),
        bool(rest) and not rest & SUIT_CARDS[move.arg - 1] if named else None,
        any(state.size(seat) <= 2 for seat in others),
    )


def found_in(family: str, rules: Any, seen: Observation, legal: Sequence[Move], move: Move) -> list[Found]:
    """The answers of a move to all questions; empty if it was the only one."""
    if len(legal) < 2:
        return []
    if family == "durak":
        return list(durak(bout_at(rules, seen, legal, move)))
    if family == "one_oh_one":
        return list(one_oh_one(shed_at(rules, seen, legal, move)))
    at = trick_at(family, rules, seen, legal, move) if family in ("kozel", "bura", "king") else None
    return [] if at is None else list(trick(at))


def main() -> None:
    """Prints a row for every bot and kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", help="folders of records")
    parser.add_argument("--show", type=int, default=0, help="so many odd moves are printed")
    parser.add_argument("--of", default="", help="only bots whose names begin so")
    given = parser.parse_args()
    asked, odd, bare, decisions, laughed = Counter(), Counter(), Counter(), Counter(), Counter()  # type: ignore[var-annotated]
    for path in sorted(one for folder in given.folders for one in folder.rglob("*.jsonl")):
        replay = replay_at(path, secret=True)
        rules, header, left = replay.rules, replay.header, given.show
        for begin in replay.deals:
            for at in replay.decisions(begin, set(range(rules.seats))):
                seen, move, _ = replay.decided(at)
                who = header.names[seen.seat].rsplit(" ", 1)[0]
                legal = rules.legal(seen.state, seen.seat)
                found = found_in(header.family, rules, seen, legal, move) if who.startswith(given.of) else []
                decisions[who] += bool(found)
                laughed[who] += any(one.bare for one in found)
                for one in found:
                    key = who, one.kind
                    asked[key] += 1
                    odd[key] += one.odd
                    bare[key] += one.bare
                    if one.bare and left > 0:
                        left -= 1
                        print(f"{path.name} {at}: {one.kind}, {rules.move_text(move)}")
    for (who, kind), count in sorted(asked.items()):
        key = who, kind
        print(f"{who:24} {kind:36} {count:6}  raw {odd[key] / count:6.1%}  bare {bare[key] / count:6.1%}")
    for who, count in sorted(decisions.items()):
        if count:
            print(f"{who:24} {'any of them, by decision':36} {count:6}  {'':10}  bare {laughed[who] / count:6.1%}")


if __name__ == "__main__":
    main()
