"""The four titles in sentences: the log, the result and the score sheet."""

from __future__ import annotations

from cardtable.engine.moves import Event, Seat
from cardtable.engine.rules import SheetRow
from cardtable.engine.text import Suit, Text, Who, faces, say, say_count
from cardtable.engine.verdict import DealVerdict, SoFar, headline_by
from cardtable.games.titles.rules import TitlesRules
from cardtable.games.titles.state import NO_TITLES, NOT_GIVEN, TitlesStanding, TitlesState

TITLE = (say("king"), say("prince"), say("soldier"), say("peasant"))
"""The names of the titles."""


def so_far(rules: TitlesRules, state: TitlesState) -> SoFar:
    """The tricks of each player; tricks beyond the quota are no better, so nobody is shown as leading (G-45)."""
    return SoFar(say("tricks, one by one"), state.tricks, scored=False)


def tell(event: Event) -> Text | None:
    """The log line for an event."""
    who = Who(event.seat)
    cards = faces(event.cards)
    match event.kind:
        case "deal":
            return say("The peasant {who} deals the reign.", who=who) if event.arg else say("{who} deals.", who=who)
        case "turn_up":
            suit = Suit(cards.cards[0] % 4)
            return say("{cards} is turned up: {suit} are trumps.", cards=cards, suit=suit)
        case "title":
            return say_count(
                "{who} is {title} and needs {count} trick.",
                "{who} is {title} and needs {count} tricks.",
                event.size,
                who=who,
                title=TITLE[event.arg],
            )
        case "no_trump":
            return say("The soldier {who} has no trumps.", who=who)
        case "give":
            if event.cards:
                return say("{who} gives the king {target} {cards}.", who=who, target=Who(event.arg), cards=cards)
            return say("{who} gives the king {target} a card.", who=who, target=Who(event.arg))
        case "return":
            if event.cards:
                return say("The king {who} returns {cards} to {target}.", who=who, target=Who(event.arg), cards=cards)
            return say("The king {who} returns a card to {target}.", who=who, target=Who(event.arg))
        case "highest_trump":
            return say("{who} holds the highest trump, {cards}, and leads.", who=who, cards=cards)
        case "play":
            return say("{who} plays {cards}.", who=who, cards=cards)
        case "trick":
            return say("{who} takes the trick.", who=who)
        case "out":
            return say_count(
                "{who} has {count} trick, the quota, and leaves.",
                "{who} has {count} tricks, the quota, and leaves.",
                event.arg,
                who=who,
            )
        case "aside":
            return say_count(
                "{count} card of {who} is set aside.", "{count} cards of {who} are set aside.", event.size, who=who
            )
        case "again":
            return say("Several are short of their quota: another deal, by {who}.", who=who)
        case "rises":
            return say_count(
                "{who} has {count} trick and is {title} of the reign.",
                "{who} has {count} tricks and is {title} of the reign.",
                event.size,
                who=who,
                title=TITLE[event.arg],
            )
        case "wins":
            return say_count(
                "{who} wins the reign with {count} trick.",
                "{who} wins the reign with {count} tricks.",
                event.arg,
                who=who,
            )
    raise ValueError(f"the four titles have no event {event.kind}")


def result_lines(rules: TitlesRules, state: TitlesState) -> list[Text]:
    """How the deal ended: winner of the reign, its titles, or tricks towards the quotas (G-45, G-46, G-49)."""
    if state.reign:
        return [
            say("{who} has won most tricks of the reign and the game.", who=Who(state.winner)),
            *(_tricks(seat, state.tricks[seat]) for seat in state.order),
        ]
    total = rules.total(state)
    if state.successors:
        found = [say("Stage one is over.")]
        return found + [
            say("{who} reigns as {title}.", who=Who(seat), title=TITLE[title])
            for title, seat in enumerate(state.successors)
        ]
    quota = {seat: rules.quotas[state.titles[seat]] for seat in range(rules.seats)}
    found = [say("Another deal follows: some are short of their quota.")]
    return found + [
        say("{who}: {count} of {quota} tricks", who=Who(seat), count=total[seat], quota=quota[seat])
        for seat in range(rules.seats)
    ]


def verdict(rules: TitlesRules, state: TitlesState, seat: Seat | None) -> DealVerdict:
    """The winner of the reign, the titles for it, or that another deal follows (G-45, G-46, G-49)."""
    if state.reign:
        return DealVerdict(headline_by(rules.scores(state), seat))
    told = tuple(result_lines(rules, state))
    if not state.successors:
        return DealVerdict(say("Another deal follows"), told[1:], decides=False)
    titles = tuple(TITLE[state.successors.index(other)] for other in range(rules.seats))
    if seat is None:
        return DealVerdict(say("Stage one is over"), (), titles)
    if state.successors.index(seat) == state.titles[seat]:
        return DealVerdict(say("You stay: {place}", place=titles[seat]), told[:1], titles)
    return DealVerdict(say("You are now: {place}", place=titles[seat]), told[:1], titles)


def _tricks(seat: int, count: int) -> Text:
    return say_count("{who}: {count} trick", "{who}: {count} tricks", count, who=Who(seat))


def row_label(state: TitlesState) -> Text:
    """The label of a row on the score sheet."""
    if state.reign:
        return say("reign, trumps {suit}", suit=Suit(state.trump))
    return say("{who} deals, trumps {suit}", who=Who(state.dealer), suit=Suit(state.trump))


def row_notes(rules: TitlesRules, state: TitlesState) -> list[Text]:
    """Notes for a row: players who left with their quota, and the winner."""
    if state.reign:
        return [say("{who} wins", who=Who(state.winner))]
    total = rules.total(state)
    return [
        say("{who} has the quota as {title}", who=Who(seat), title=TITLE[title])
        for seat, title in enumerate(state.titles)
        if state.before[seat] < rules.quotas[title] <= total[seat]
    ]


def totals(standing: TitlesStanding) -> list[tuple[Text, tuple[int, ...]]]:
    """The columns of the score sheet."""
    columns = [(say("Tricks for the titles"), standing.tricks)]
    if standing.reign:
        columns.insert(0, (say("Tricks of the reign"), standing.reign_tricks))
    return columns


def sheet_notes(rules: TitlesRules, standing: TitlesStanding) -> list[Text]:
    """The player with each title, and the tricks they still need in stage one."""
    titles = standing.titles or NO_TITLES
    notes = []
    for seat, title in sorted(enumerate(titles), key=lambda pair: pair[1]):
        if title == NOT_GIVEN:
            continue
        who, name = Who(seat), TITLE[title]
        missing = rules.quotas[title] - standing.tricks[seat]
        if standing.reign:
            notes.append(say("{who} is {title} of the reign", who=who, title=name))
        elif missing > 0:
            notes.append(
                say_count(
                    "{who} is {title} and needs {count} trick more",
                    "{who} is {title} and needs {count} tricks more",
                    missing,
                    who=who,
                    title=name,
                )
            )
        else:
            notes.append(say("{who} is {title} and has the quota", who=who, title=name))
    return notes


def sheet_row(rules: TitlesRules, standing: TitlesStanding, state: TitlesState) -> SheetRow:
    """The tricks of a deal for the players who took part, and the totals."""
    dealt = [rules.takes_part(standing, seat) for seat in range(rules.seats)]
    return SheetRow(
        row_label(state),
        tuple(tricks if dealt[seat] else None for seat, tricks in enumerate(state.tricks)),
        tuple(row_notes(rules, state)),
        tuple(rules.total(state)),
    )
