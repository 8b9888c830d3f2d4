"""The arrows and the side panel of Durak: trumps, room for cards, and the sections beside the table."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.cards import SUIT_CARDS, bits, rank_of
from cardtable.engine.moves import Seat
from cardtable.engine.scene import Section
from cardtable.engine.text import Who, say
from cardtable.games import beside
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState


def side_of(rules: DurakRules, viewer: Seat, seat: Seat) -> int | None:
    """The side of a seat in the viewer's numbering, the viewer's own first; None without teams (D-50)."""
    return None if rules.seating.alone else (seat - viewer) % len(rules.seating.teams)


def arrows(state: DurakState) -> tuple[tuple[Seat, Seat], ...]:
    """The principal attacker and the defender of the current bout (D-12)."""
    return ((state.attacker, state.defender),) if state.to_act else ()


def sections(rules: DurakRules, state: DurakState, viewer: Seat) -> tuple[Section, ...]:
    """This bout, the cards of each side, and the trumps that others may still hold."""
    found = []
    if state.to_act:
        pairs = zip(state.attacks, state.covers, strict=True)
        found.append(beside.bout(state.attacker, state.defender, pairs))
    if not rules.seating.alone:
        found.append(Section(say("Cards by side"), tuple(_by_side(rules, state, viewer)), 1))
    if state.trump >= 0:
        trumps = tuple(_trumps(rules, state, viewer))
        if trumps:
            found.append(Section(say("Trumps, high to low"), trumps, 4, memory=True))
    return tuple(found)


def _by_side(rules: DurakRules, state: DurakState, viewer: Seat) -> Iterator[beside.Line]:
    teams = rules.seating.teams
    for step in range(len(teams)):
        members = bits(teams[(viewer + step) % len(teams)])
        if len(teams) > 2:
            first, second = members
            who = say("{who} and {partner}", who=Who(first), partner=Who(second))
        else:
            who = say("the others") if step else say("your side")
        yield who, beside.amount(sum(map(state.size, members)))


def _trumps(rules: DurakRules, state: DurakState, viewer: Seat) -> Iterator[beside.Line]:
    """All trumps outside the viewer's hand: those that others may hold, and those that are gone.

    The turned-up trump under the stock is left out: everybody sees where it is. A trump taken openly is shown at the
    seat that holds it, when the player asks for known cards.
    """
    trumps, places = SUIT_CARDS[state.trump] & rules.all_cards, state.places
    gone = trumps & (places[rules.discard] | places[rules.table])
    turned = 1 << state.stock[-1] if state.stock and state.stock[-1] >= 0 else 0
    for head, cards in ((beside.OUT, trumps & ~gone & ~places[viewer] & ~turned), (beside.GONE, gone)):
        yield from beside.listed(head, sorted(bits(cards), key=rank_of, reverse=True))
