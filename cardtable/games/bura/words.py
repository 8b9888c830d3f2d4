"""Bura in sentences: the log, the result and the score sheet."""

from __future__ import annotations

from cardtable.cards import Cards, bits, suit_of
from cardtable.engine.moves import Event, Seat
from cardtable.engine.rules import SheetRow
from cardtable.engine.text import Suit, Text, Who, faces, mark, say, say_count
from cardtable.engine.verdict import DealVerdict, SharedPoints, SoFar, headline_by
from cardtable.games.bura.counting import penalties
from cardtable.games.bura.options import COMBINATIONS, FOUR_ENDS, MOLODKA, MOSCOW
from cardtable.games.bura.rules import BuraRules
from cardtable.games.bura.state import BuraStanding, BuraState
from cardtable.games.drawn import drawn
from cardtable.games.tricks import points_of

NAMES = {
    MOLODKA: Text(mark("molodka")),
    MOSCOW: Text(mark("Moscow")),
    FOUR_ENDS: Text(mark("four ends")),
}
"""The names of the combinations (B-16)."""


def tell(event: Event) -> Text | None:
    """The log line for an event."""
    who = Who(event.seat)
    cards = faces(event.cards)
    match event.kind:
        case "misdeal_bura":
            return say("Bura was dealt: all cards are dealt again.")
        case "misdeal_molodka" | "misdeal_moscow" | "misdeal_four_ends":
            name = NAMES[COMBINATIONS.index(event.kind.removeprefix("misdeal_"))]
            return say("A hand was dealt that gains the lead, {name}: all cards are dealt again.", name=name)
        case "deal":
            return say("{who} deals.", who=who)
        case "trump":
            suit = suit_of(cards.cards[0])
            assert suit is not None
            return say("{cards} is turned up: {suit} are trumps.", cards=cards, suit=Suit(suit))
        case "open":
            return say("{who} plays with open cards: {cards}.", who=who, cards=cards)
        case "lead" | "reply":
            return _laid(event)
        case "reply_down":
            if event.cards:
                return say("{who} lays {cards} face down.", who=who, cards=cards)
            return say_count(
                "{who} lays {count} card face down.", "{who} lays {count} cards face down.", event.size, who=who
            )
        case "turned_up":
            return say("Face down in the tricks of {who} lay {cards}.", who=who, cards=cards)
        case "trick":
            return say_count(
                "{who} takes the trick: {count} card.", "{who} takes the trick: {count} cards.", event.size, who=who
            )
        case "draw":
            return drawn(event)
        case "announce":
            return say("{who} announces {name}: {cards}.", who=who, name=NAMES[event.arg], cards=cards)
        case "show_bura":
            return say("{who} says bura and shows {cards}.", who=who, cards=cards)
        case "claim":
            return say("{who} claims, and is right.", who=who)
        case "false_claim":
            return say("{who} claims, and is wrong.", who=who)
        case "fault":
            if event.arg:
                return say("{who} draws a card too many: a fault.", who=who)
            return say("{who} draws out of turn: a fault.", who=who)
        case "bura":
            return say("{who} wins the deal by bura.", who=who)
        case "count":
            if event.arg:
                return say("The cards are played out and counted.")
            return say("{who} wins the deal by count.", who=who)
        case "dead":
            return say("The cards are counted: nobody wins the deal.")
    raise ValueError(f"Bura has no event {event.kind}")


def _laid(event: Event) -> Text:
    """The log line for a lead or reply; `arg` holds those of its cards that were just drawn (B-22)."""
    who, cards, fresh = Who(event.seat), faces(event.cards), faces(event.arg)
    lead = event.kind == "lead"
    if event.arg == event.cards:
        return (
            say("{who} leads {cards}, just drawn.", who=who, cards=cards)
            if lead
            else say("{who} lays {cards}, just drawn.", who=who, cards=cards)
        )
    if not event.arg:
        return (
            say("{who} leads {cards}.", who=who, cards=cards)
            if lead
            else say("{who} lays {cards}.", who=who, cards=cards)
        )
    if lead:
        return say("{who} leads {cards}, just drawn: {fresh}.", who=who, cards=cards, fresh=fresh)
    return say("{who} lays {cards}, just drawn: {fresh}.", who=who, cards=cards, fresh=fresh)


def ending(rules: BuraRules, state: BuraState) -> Text:
    """How the deal ended (section 6)."""
    if rules.by_penalties and state.ended == "count":
        return say("Played out and counted.")
    culprit = Who(state.culprit)
    match state.ended:
        case "claim":
            return say("{who} claimed rightly.", who=Who(state.won.bit_length() - 1))
        case "false_claim":
            return say("{who} claimed wrongly.", who=culprit)
        case "fault":
            return say("{who} made a fault in drawing.", who=culprit)
        case "bura":
            return say("{who} held bura.", who=Who(state.won.bit_length() - 1))
        case "count":
            return say("{who} won by count.", who=Who(state.won.bit_length() - 1))
        case _:
            return say("A dead deal: nobody won.")


def _as_told(rules: BuraRules, state: BuraState) -> Text:
    """How the deal ended, in the words of the log, so that the result is not worded in two ways."""
    if state.ended == "fault":
        return ending(rules, state)
    who = state.culprit if state.culprit >= 0 else state.won.bit_length() - 1
    return tell(Event(state.ended, who, arg=int(rules.by_penalties))) or ending(rules, state)


def result_lines(rules: BuraRules, state: BuraState) -> list[Text]:
    """How the deal ended, who won it, and everybody's card points."""
    lines = [_as_told(rules, state)]
    if state.culprit >= 0 and not rules.by_penalties:
        lines += [say("{who} wins the deal.", who=Who(seat)) for seat in bits(state.won)]
    for seat, points in enumerate(state.points):
        if rules.bonus[seat]:
            lines.append(
                say_count(
                    "{who}: {count} card point, and {bonus} for the open hand.",
                    "{who}: {count} card points, and {bonus} for the open hand.",
                    points,
                    who=Who(seat),
                    bonus=rules.bonus[seat],
                )
            )
        else:
            lines.append(say_count("{who}: {count} card point.", "{who}: {count} card points.", points, who=Who(seat)))
    if rules.by_penalties:
        for seat, count in enumerate(penalties(rules, state)):
            lines.append(
                say_count(
                    "{who} writes {count} penalty point, {total} now.",
                    "{who} writes {count} penalty points, {total} now.",
                    count,
                    who=Who(seat),
                    total=state.match.penalties[seat] + count,
                )
            )
    return lines


def verdict(rules: BuraRules, state: BuraState, seat: Seat | None) -> DealVerdict:
    """The winner of the deal, and the reason (section 6)."""
    if not state.won and state.culprit < 0:
        return DealVerdict(say("Nobody wins the deal"), (ending(rules, state),))
    headline = headline_by(rules.scores(state), seat)
    if state.ended == "bura":
        winner = state.won.bit_length() - 1
        headline = say("Bura") if seat == winner else say("{who}: bura", who=Who(winner))
    return DealVerdict(headline, (ending(rules, state),), (), True, _tally(rules, state), *_bura(state))


def so_far(rules: BuraRules, state: BuraState) -> SoFar:
    """Everybody's card points (B-19, B-20)."""
    counts = tuple([rules.count(state, seat) for seat in range(rules.seats)])
    return SoFar(say("card points, trick by trick"), counts)


def _bura(state: BuraState) -> tuple[tuple[Cards, ...], Text | None]:
    """The winning bura by seat, and its caption; nothing if the deal was not won by bura."""
    if state.ended != "bura":
        return (), None
    hands = [state.places[seat] if state.won >> seat & 1 else 0 for seat in range(len(state.points))]
    return tuple(hands), say("bura")


def _tally(rules: BuraRules, state: BuraState) -> SharedPoints | None:
    """The card points of two players, with the number that wins; None if the deal ended without a count."""
    if rules.seats != 2 or rules.by_penalties or any(rules.bonus) or state.ended not in ("count", "claim"):
        return None
    target = rules.options.target
    return SharedPoints(state.points, points_of(rules.all_cards), target, say("{target} win", target=target))


def sheet_notes(rules: BuraRules, standing: BuraStanding) -> list[Text]:
    """The lines under the score sheet: the deals needed to win the match, or the final order."""
    goal = rules.options.target_wins
    if not standing.over:
        if rules.by_penalties:
            limit = rules.options.penalty_limit
            return [say("Who has {limit} penalty points has lost the match.", limit=limit)]
        return [say_count("{count} deal won wins the match.", "{count} deals won win the match.", goal)]
    found = standing.places()
    order = sorted(range(len(found)), key=lambda seat: found[seat])
    return [say("{place}. {who}", place=found[seat], who=Who(seat)) for seat in order]


def totals(rules: BuraRules, standing: BuraStanding) -> list[tuple[Text, tuple[int, ...]]]:
    """The columns of the score sheet, in the order that decides the match (B-21)."""
    first = (say("Penalty points"), standing.penalties) if rules.by_penalties else (say("Deals won"), standing.wins)
    return [
        first,
        (say("Faults"), standing.faults),
        (say("Card points"), standing.points),
    ]


def sheet_row(rules: BuraRules, standing: BuraStanding, state: BuraState) -> SheetRow:
    """The card or penalty points of a deal, and how it ended."""
    return SheetRow(ending(rules, state), penalties(rules, state) if rules.by_penalties else state.points)
