"""King by contracts in sentences: the log, the columns and the notes of the score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardtable.cards import Cards
from cardtable.engine.moves import Event, Seat
from cardtable.engine.rules import SheetRow
from cardtable.engine.text import Suit, Text, Who, faces, listed, number, say, say_count
from cardtable.engine.verdict import DealVerdict, SoFar, headline_by, places_by
from cardtable.games.king.contracts import CONTRACTS, contract_text, short_text
from cardtable.games.king.counting import LAST
from cardtable.games.king.dealing import LAST_CARD, NO_TRUMP, read_order
from cardtable.games.king.rules import KingRules
from cardtable.games.king.scoring import is_passed_out, points, signed
from cardtable.games.king.state import KingStanding, KingState


def tell(event: Event) -> Text | None:
    """The log line for an event."""
    who = Who(event.seat)
    cards = faces(event.cards)
    match event.kind:
        case "deal":
            return say("{who} deals.", who=who)
        case "hand":
            # Each player sees their own hand; there is no need to report that the others got theirs.
            return say("{who} is dealt {cards}.", who=who, cards=cards) if event.cards else None
        case "set_aside":
            return say_count("{count} card is set aside.", "{count} cards are set aside.", event.size)
        case "order":
            contract, trump = read_order(event.arg)
            if trump == NO_TRUMP:
                return say("{who} orders: {contract}, no trumps.", who=who, contract=contract_text(contract))
            return say(
                "{who} orders: {contract}.", who=who, contract=contract_text(contract, -1 if trump is None else trump)
            )
        case "trump":
            if event.arg == LAST_CARD:
                return say("{who}: the last card names trumps.", who=who)
            if event.arg == NO_TRUMP:
                return say("{who} names no trumps.", who=who)
            return say("{who} names trumps: {suit}.", who=who, suit=Suit(event.arg))
        case "last_card":
            return say("The last card of {who} is {cards}; its suit is trump.", who=who, cards=cards)
        case "bid":
            return say("{who} bids {bid}.", who=who, bid=event.arg)
        case "pass":
            return say("{who} passes.", who=who)
        case "passed_out":
            return say("Everybody passed: the deal is not played.")
        case "name":
            return say("{who} names the penalty suit: {suit}.", who=who, suit=Suit(event.arg))
        case "widow":
            if event.cards:
                return say("{who} takes the widow: {cards}.", who=who, cards=cards)
            return say("{who} takes the widow.", who=who)
        case "lay_out":
            if event.cards:
                return say("{who} lays out {cards}.", who=who, cards=cards)
            return say("{who} lays out two cards.", who=who)
        case "begin":
            return say("{who} leads first.", who=who)
        case "lead" if event.arg:
            return say("{who} leads {cards} and names {suit}.", who=who, cards=cards, suit=Suit(event.arg - 1))
        case "lead":
            return say("{who} leads {cards}.", who=who, cards=cards)
        case "play":
            return say("{who} plays {cards}.", who=who, cards=cards)
        case "draw" if event.cards:
            return say("{who} draws {cards}.", who=who, cards=cards)
        case "draw":
            return say_count("{who} draws {count} card.", "{who} draws {count} cards.", event.size, who=who)
        case "trick":
            return say("{who} takes the trick.", who=who)
        case "odd_card":
            return say("The card that was set aside, {cards}, goes to {who}.", who=who, cards=cards)
        case "leftover":
            return say("{who} keeps the cards that are left: {cards}.", who=who, cards=cards)
        case "kept_back":
            return say("{who} keeps {cards} back, and pays for it.", who=who, cards=cards)
        case "short":
            return say("{who} laid out {cards} for want of others; that counts.", who=who, cards=cards)
    raise ValueError(f"King has no event {event.kind}")


MOST_TAKEN: Final = 8
"""If more cards than this count, the cards taken are not shown."""


def totals(standing: KingStanding) -> list[tuple[Text, tuple[Any, ...]]]:
    """The columns of the score sheet."""
    return [(say("Points"), standing.totals)]


def sheet_notes(rules: KingRules, standing: KingStanding) -> list[Text]:
    """How long the match lasts, and what everybody still has to order."""
    programme = rules.programme
    notes = []
    if programme.deals is not None:
        notes.append(say("Deal {number} of {deals}", number=standing.deals, deals=programme.deals))
    if to_come := programme.to_come(standing.deals):
        notes.append(say("To come: {contracts}", contracts=listed(map(contract_text, to_come))))
    if programme.low is not None:
        notes.append(say("The match ends when somebody has {points} points.", points=number(programme.low)))
    if programme.high is not None:
        notes.append(say("It also ends at {points} points.", points=f"+{programme.high}"))
    if programme.ordered:
        for seat, ordered in enumerate(standing.ordered):
            left = programme.still(ordered)
            # Lists the shorter of the two: there is little room under a score sheet.
            if len(set(ordered)) < len(set(left)):
                notes.append(say("{who} has ordered: {contracts}", who=Who(seat), contracts=_counted(ordered)))
            else:
                notes.append(say("{who} still orders: {contracts}", who=Who(seat), contracts=_counted(left)))
    return notes


def _counted(contracts: tuple[str, ...]) -> Text:
    """A list of contracts without repeats, each with its number."""
    if not contracts:
        return say("nothing")
    return listed(short_text(name, contracts.count(name)) for name in dict.fromkeys(contracts))


def result_lines(rules: KingRules, state: KingState) -> list[Text]:
    """The points everybody scores (G-20)."""
    if is_passed_out(state):
        return [say("Everybody passed: nothing is written down.")]
    found = points(rules, state)
    return [say("{who}: {points}", who=Who(seat), points=signed(amount)) for seat, amount in enumerate(found)]


def verdict(rules: KingRules, state: KingState, seat: Seat | None) -> DealVerdict:
    """The best player in the contract, or that everybody passed (G-20, G-30)."""
    if is_passed_out(state):
        return DealVerdict(say("Everybody passed"), (say("Nothing is written down."),))
    story = (_how(rules.scores(state), seat), *_ordered(rules, state), *_notes(state))
    return DealVerdict(played(state), story, shown=_took(rules, state), shown_as=say("taken"))


def _how(scores: Sequence[float], seat: Seat | None) -> Text:
    """How the deal went for the seat. It says "in this deal", because a whole match may just have ended as well."""
    if seat is not None and len(set(scores)) > 2 and scores[seat] < max(scores):
        return say("Place {place} of {seats} in this deal.", place=places_by(scores)[seat], seats=len(scores))
    return say("{headline}.", headline=headline_by(scores, seat))


def so_far(rules: KingRules, state: KingState) -> SoFar | None:
    """The points for the tricks so far (G-14); None if cards that count were laid out."""
    count = rules.count(state)
    if is_passed_out(state) or state.places[rules.laid_out] & count.cards:
        return None
    written = list(points(rules, state))
    if count.last_two and state.moment != "over":
        left = sum(hand.bit_count() for hand in state.places[: rules.seats]) + len(state.stock)
        first = len(state.winners) + left // rules.seats - LAST
        for winner in state.winners[first:]:
            written[winner] += count.last_two
    return SoFar(say("points, trick by trick"), tuple(written))


def _took(rules: KingRules, state: KingState) -> tuple[Cards, ...]:
    """The counting cards captured by each seat, if there are few enough to show (G-10)."""
    counted = rules.count(state).cards & rules.all_cards
    if not 0 < counted.bit_count() <= MOST_TAKEN:
        return ()
    took = tuple([cards & counted for cards in state.captured])
    return took if any(took) else ()


def sheet_row(rules: KingRules, standing: KingStanding, state: KingState) -> SheetRow:
    """The points of a deal, with its contract."""
    return SheetRow(_label(rules, state), points(rules, state), _notes(state))


def _label(rules: KingRules, state: KingState) -> Text:
    """The label of a deal on the score sheet: contract, trumps, and orderer."""
    if is_passed_out(state):
        return say("passed out")
    bidder, amount = state.highest_bid
    if state.penalty >= 0:
        suit = Suit(state.penalty)
        if bidder < 0:
            return say("{suit}", suit=suit)
        return say("{suit}, {bid} {who}", suit=suit, bid=amount, who=Who(bidder))
    if not rules.programme.ordered and not rules.has_trump(state.contract):
        return Text(CONTRACTS[state.contract].title)
    contract = short_text(state.contract)
    if state.trump < 0:
        return say("{contract} {who}", contract=contract, who=Who(state.orderer))
    return say("{contract} {suit} {who}", contract=contract, suit=Suit(state.trump), who=Who(state.orderer))


def played(state: KingState) -> Text:
    """The contract of the deal, or the penalty suit."""
    return say("penalty suit {suit}", suit=Suit(state.penalty)) if state.penalty >= 0 else contract_text(state.contract)


def _ordered(rules: KingRules, state: KingState) -> tuple[Text, ...]:
    """The player who ordered the contract and trumps, or bid for the penalty suit, if there is one."""
    bidder, amount = state.highest_bid
    if state.penalty >= 0:
        return () if bidder < 0 else (say("{who} had bid {bid}.", who=Who(bidder), bid=amount),)
    if not (rules.programme.ordered or rules.has_trump(state.contract)):
        return ()
    contract = contract_text(state.contract, state.trump)
    return (say("{who} orders: {contract}.", who=Who(state.orderer), contract=contract),)


def _notes(state: KingState) -> tuple[Text, ...]:
    """Other remarks on the deal."""
    return (say("the King was kept back"),) if state.fined else ()
