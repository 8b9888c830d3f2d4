"""101 in sentences: the log, the result and the score sheet."""

from __future__ import annotations

from cardtable.cards import bits, parse_card, rank_of
from cardtable.engine.moves import Event, Seat
from cardtable.engine.rules import SheetRow
from cardtable.engine.text import Faces, Ranks, Suit, Text, Who, faces, say, say_count
from cardtable.engine.verdict import DealVerdict, SoFar, headline_by
from cardtable.games.one_oh_one.options import GUARD, OneOhOneOptions
from cardtable.games.one_oh_one.rules import OneOhOneRules
from cardtable.games.one_oh_one.scoring import DealScore, bonus, score
from cardtable.games.one_oh_one.state import OneOhOneStanding, OneOhOneState

QUEEN_OF_SPADES = parse_card("Qs")


def tell(event: Event) -> Text | None:
    """The log line for an event; cards drawn one by one get a single line at the end."""
    who = Who(event.seat)
    cards = faces(event.cards)
    ordered = Suit(event.arg - 1)
    match event.kind:
        case "deal":
            return say_count(
                "{who} deals {count} card to everybody.", "{who} deals {count} cards to everybody.", event.size, who=who
            )
        case "opened":
            return say("{who} opens {cards}, the last card dealt.", who=who, cards=cards)
        case "names":
            return say("{who} orders {suit}.", who=who, suit=ordered)
        case "play":
            if event.arg:
                return say("{who} lays {cards} and orders {suit}.", who=who, cards=cards, suit=ordered)
            return say("{who} lays {cards}.", who=who, cards=cards)
        case "cover":
            if event.arg:
                return say("{who} covers with {cards} and orders {suit}.", who=who, cards=cards, suit=ordered)
            return say("{who} covers with {cards}.", who=who, cards=cards)
        case "again":
            return say("{who} moves again.", who=who)
        case "draw":
            return None
        case "drew":
            if event.cards:
                return say("{who} draws {cards}.", who=who, cards=cards)
            return say_count("{who} draws {count} card.", "{who} draws {count} cards.", event.size, who=who)
        case "takes":
            if event.cards:
                return say("{who} takes {cards}.", who=who, cards=cards)
            return say_count("{who} takes {count} card.", "{who} takes {count} cards.", event.size, who=who)
        case "misses":
            return say("{who} misses the turn.", who=who)
        case "skip":
            return say("{who} has no ace and misses the turn.", who=who)
        case "open":
            return say("The ace stays open: a card of {suit} covers it.", suit=Suit(event.arg))
        case "pass":
            return say("{who} passes.", who=who)
        case "turned":
            return say_count(
                "The pile is turned over: {count} card is the new stock.",
                "The pile is turned over: {count} cards are the new stock.",
                event.size,
            )
        case "shuffled":
            return say_count(
                "The pile is shuffled: {count} card is the new stock.",
                "The pile is shuffled: {count} cards are the new stock.",
                event.size,
            )
        case "dump":
            return say("{who} lays the whole hand: {cards}.", who=who, cards=cards)
        case "out":
            return say("{who} has no cards left and wins the deal.", who=who)
        case "blocked":
            return _blocked(event.arg)
        case "left":
            return say_count(
                "{who} is left with {cards}: {count} point.",
                "{who} is left with {cards}: {count} points.",
                event.arg,
                who=who,
                cards=cards,
            )
    raise ValueError(f"101 has no event {event.kind}")


def _blocked(actions: int) -> Text:
    if actions >= GUARD:
        return say("{limit} moves have been made: the deal ends without a winner.", limit=GUARD)
    return say("Nobody can lay or draw a card: the deal ends without a winner.")


def result_lines(rules: OneOhOneRules, state: OneOhOneState) -> list[Text]:
    """The winner of the deal, everybody's points, resets and eliminations (O-26 to O-33)."""
    deal = score(rules.options, state)
    points = [
        say_count(
            "{who}: {count} point, now {total}.",
            "{who}: {count} points, now {total}.",
            deal.points[seat] or 0,
            who=Who(seat),
            total=deal.totals[seat],
        )
        for seat in bits(state.active)
    ]
    return [*_ended(rules.options, state), *points, *_notes(rules.options, state, deal)]


def verdict(rules: OneOhOneRules, state: OneOhOneState, seat: Seat | None) -> DealVerdict:
    """The winner of the deal and their last cards, resets and eliminations (O-26 to O-32)."""
    deal = score(rules.options, state)
    story = (*_ended(rules.options, state), *_notes(rules.options, state, deal))
    if state.winner < 0:
        return DealVerdict(say("Nobody wins the deal"), story)
    if seat is not None and deal.points[seat] is None:  # Out of the match earlier: it was not their deal to lose.
        seat = None
    if seat is not None and seat != state.winner:
        return DealVerdict(say("You lose the deal"), story)
    return DealVerdict(headline_by(rules.scores(state), seat), story)


def so_far(rules: OneOhOneRules, state: OneOhOneState) -> SoFar:
    """The number of cards each player holds."""
    held = tuple([hand.bit_count() for hand in state.places[: rules.seats]])
    return SoFar(say("cards left, turn by turn"), held, scored=False)


def _ended(options: OneOhOneOptions, state: OneOhOneState) -> list[Text]:
    """The cards the winner went out with and their value, or the reason why nobody won (O-26 to O-28)."""
    if state.winner < 0:
        return [_blocked(state.actions)]
    off = bonus(options, state.went_out_with)
    if off:
        return [
            say_count(
                "{who} went out with {cards}: {count} point off.",
                "{who} went out with {cards}: {count} points off.",
                off,
                who=Who(state.winner),
                cards=faces(state.went_out_with),
            )
        ]
    if state.went_out_with:
        return [say("{who} went out with {cards}.", who=Who(state.winner), cards=faces(state.went_out_with))]
    return []


def _notes(options: OneOhOneOptions, state: OneOhOneState, deal: DealScore) -> list[Text]:
    """Resets and eliminations (O-30 to O-32)."""
    notes = []
    for seat in deal.resets:
        exact = state.totals[seat] + (deal.points[seat] or 0)
        notes.append(say("{who} stood at exactly {total}, which becomes nothing.", who=Who(seat), total=exact))
    for seat in bits(deal.eliminated):
        total = deal.totals[seat]
        if total > options.limit or (total == options.limit and options.bust_rule == "reach"):
            notes.append(say("{who} is out with {total}.", who=Who(seat), total=total))
        else:
            notes.append(say("{who} was left with a jack and is out with {total}.", who=Who(seat), total=total))
    return notes


def sheet_row(rules: OneOhOneRules, standing: OneOhOneStanding, state: OneOhOneState) -> SheetRow:
    """The row of a deal in the score sheet: points, totals, resets and eliminations."""
    deal = score(rules.options, state)
    totals = tuple(None if points is None else total for points, total in zip(deal.points, deal.totals, strict=True))
    label = say("{who} wins", who=Who(state.winner)) if state.winner >= 0 else say("no winner")
    return SheetRow(label, deal.points, tuple(_notes(rules.options, state, deal)), totals)


def totals(rules: OneOhOneRules, standing: OneOhOneStanding) -> list[tuple[Text, tuple[int, ...]]]:
    """Points, deals won, and times gone out with queens if that earns something."""
    options = rules.options
    columns = [(say("Points"), standing.totals), (say("Deals won"), standing.wins)]
    if options.queen_out_bonus:
        columns.append((say("Out with a {rank}", rank=Ranks((rank_of(QUEEN_OF_SPADES),))), standing.queens_out))
    if options.queen_spades_out_bonus:
        columns.append((say("Out with {card}", card=Faces((QUEEN_OF_SPADES,))), standing.spades_out))
    return columns


def sheet_notes(rules: OneOhOneRules, standing: OneOhOneStanding) -> list[Text]:
    """The limit and its meaning, eliminated players, and the final order (O-31 to O-33)."""
    options = rules.options
    limit = options.limit
    if options.bust_rule == "reach":
        notes = [say("Who reaches {limit} is out.", limit=limit)]
    else:
        notes = [say("Who passes {limit} is out.", limit=limit)]
    if options.exact_resets:
        notes.append(say("Exactly {limit} becomes nothing.", limit=limit))
    if options.minus_exact_resets:
        notes.append(say("Exactly {limit} becomes nothing.", limit=-limit))
    seats = range(len(standing.totals))
    for seat in sorted(seats, key=lambda seat: standing.gone[seat]):
        if standing.gone[seat]:
            notes.append(say("{who} is out since deal {number}.", who=Who(seat), number=standing.gone[seat]))
    if standing.over:
        for seat in sorted(seats, key=lambda seat: standing.places[seat]):
            notes.append(say("{place}. {who}", place=standing.places[seat], who=Who(seat)))
    return notes
