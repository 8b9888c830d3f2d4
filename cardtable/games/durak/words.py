"""Durak in sentences: the log, the result and the score sheet."""

from __future__ import annotations

from cardtable.cards import bits, suit_of
from cardtable.engine.moves import Event, Seat
from cardtable.engine.text import Faces, Ranks, Suit, Text, Who, faces, say, say_as, say_count
from cardtable.engine.verdict import DealVerdict, SoFar, joined
from cardtable.games.drawn import drawn
from cardtable.games.durak import ending
from cardtable.games.durak.ranking import first_step
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakStanding, DurakState


def tell(event: Event) -> Text | None:
    """The log line for an event."""
    who = Who(event.seat)
    cards = faces(event.cards)
    match event.kind:
        case "deal":
            return say("{who} deals.", who=who)
        case "misdeal_ace":
            return say("An ace was turned up: all cards are dealt again.")
        case "misdeal_five":
            return say("{who} was dealt five cards of one suit: all cards are dealt again.", who=who)
        case "misdeal_no_trump":
            return say("Nobody was dealt a trump: all cards are dealt again.")
        case "turn_up":
            suit = suit_of(cards.cards[0])
            if suit is None or event.arg:
                return say("{cards} is turned up: no trumps.", cards=cards)
            return say("{cards} is turned up: {suit} are trumps.", cards=cards, suit=Suit(suit))
        case "lowest_trump":
            return say("{who} shows the lowest trump, {cards}, and attacks first.", who=who, cards=cards)
        case "lowest_card":
            return say("Nobody has a trump. {who} shows the lowest card, {cards}.", who=who, cards=cards)
        case "from_under":
            return say("{fool} was the fool, so {who} leads.", fool=Who(event.arg), who=who)
        case "bout":
            return say("Bout {bout}: {who} attacks {target}.", bout=event.size, who=who, target=Who(event.arg))
        case "attack":
            return say("{who} leads {cards}.", who=who, cards=cards)
        case "turn":
            return say("{who} turns {cards} up from the stock.", who=who, cards=cards)
        case "exchange":
            return say("{who} exchanges {cards} for {turn_up}.", who=who, cards=cards, turn_up=Faces((event.arg,)))
        case "cover":
            return say("{who} covers {attack} with {cards}.", who=who, attack=Faces((event.arg,)), cards=cards)
        case "throw":
            return say("{who} throws in {cards}.", who=who, cards=cards)
        case "transfer":
            return say("{who} transfers to {target} with {cards}.", who=who, target=Who(event.arg), cards=cards)
        case "show":
            return say("{who} shows {cards} and transfers to {target}.", who=who, target=Who(event.arg), cards=cards)
        case "take":
            return say("{who} takes.", who=who)
        case "accuse":
            return say("{who} accuses {target} of {cards}.", who=who, target=Who(event.arg), cards=cards)
        case "caught":
            return say("{who} was caught.", who=who)
        case "unfounded":
            return say("{who} was wrong.", who=who)
        case "taken_back":
            return say("{who} takes {cards} back.", who=who, cards=cards)
        case "pass":
            return say_as("throwing in", "{who} passes.", who=who)
        case "hold":
            return say("{who} adds nothing now.", who=who)
        case "taken":
            return say_count("{who} picks up {count} card.", "{who} picks up {count} cards.", event.size, who=who)
        case "beaten":
            return say_count("Beaten: {count} card is discarded.", "Beaten: {count} cards are discarded.", event.size)
        case "draw":
            return drawn(event)
        case "hand_on":
            return say_count(
                "{who} hands {count} card on to {target}.",
                "{who} hands {count} cards on to {target}.",
                event.size,
                who=who,
                target=Who(event.arg),
            )
        case "epaulettes":
            return say_count("{who} wears {count} epaulette.", "{who} wears {count} epaulettes.", event.size, who=who)
        case "step":
            return say("{who} climbs a step of the ladder: {rank}.", who=who, rank=Ranks((event.arg,)))
        case "out":
            return say("{who} has no cards left and is out.", who=who)
        case "overloaded":
            return _too_many(event.seat, event.size, event.arg)
        case "fool":
            return say("{who} is the fool.", who=who)
        case "drawn":
            return say("The deal is drawn: there is no fool.")
    raise ValueError(f"Durak has no event {event.kind}")


def result_lines(rules: DurakRules, state: DurakState) -> list[Text]:
    """How the deal ended, and the order in which the players were out (D-33 to D-37, D-81)."""
    places = [say("{place}. {who}", place=place, who=Who(seat)) for place, seat in enumerate(state.out, 1)]
    return [*_unusual_end(rules, state), *_losers(state), *_remarkable(rules, state), *places]


def verdict(rules: DurakRules, state: DurakState, seat: Seat | None) -> DealVerdict:
    """Whether this seat is the fool, or who the fool is (D-35, D-55, D-56, D-81)."""
    story = (*_unusual_end(rules, state), *_remarkable(rules, state))
    fools = bits(state.losers)
    if state.fool < 0:
        return DealVerdict(say("No fool"), (*_losers(state), *story))
    if seat is None:
        headline = say("{who} is the fool", who=Who(state.fool))
        if len(fools) > 1:
            headline = say("{names} are the fools", names=joined(fools))
        return DealVerdict(headline, story, emblem="fool")
    if seat in fools:
        if len(fools) > 1:
            return DealVerdict(say("Your team is the fool"), story, emblem="fool")
        return DealVerdict(say("You are the fool"), (*_left_alone(state), *story), emblem="fool")
    story = (*_losers(state), *story)
    if rules.options.winner_rule == "first_out":
        first = ending.first_finisher(rules, state)
        won = first is not None and rules.seating.side[first] >> seat & 1
        return DealVerdict(say("You win the deal") if won else say("You are not the fool"), story)
    if len(fools) > 1:
        return DealVerdict(say("Your team wins the deal"), story)
    if rules.seats == 2:
        return DealVerdict(say("You win the deal"), story)
    return DealVerdict(say("You are out first") if state.out[:1] == (seat,) else say("You are not the fool"), story)


def so_far(rules: DurakRules, state: DurakState) -> SoFar:
    """The number of cards each player holds."""
    held = tuple([hand.bit_count() for hand in state.places[: rules.seats]])
    return SoFar(say("cards left, bout by bout"), held, scored=False)


def _left_alone(state: DurakState) -> list[Text]:
    """The number of cards the fool holds when the last of the others goes out; empty if nobody holds any."""
    held = state.size(state.fool)
    if not held or not state.out:
        return []
    return [
        say_count(
            "{count} card in hand, and {who} goes out.",
            "{count} cards in hand, and {who} goes out.",
            held,
            who=Who(state.out[-1]),
        )
    ]


def places(rules: DurakRules, state: DurakState) -> tuple[int, ...]:
    """Each seat's place in finishing order: losers after all others, in each group players with cards last (D-33)."""

    def rank(seat: Seat) -> tuple[int, int]:
        return state.losers >> seat & 1, state.out.index(seat) if seat in state.out else rules.seats

    ranks = [rank(seat) for seat in range(rules.seats)]
    return tuple(1 + sum(other < own for other in ranks) for own in ranks)


def _unusual_end(rules: DurakRules, state: DurakState) -> list[Text]:
    """The reason for a fool when the deal did not end with one side holding cards (D-67, D-84)."""
    limit = rules.options.overload_limit
    if state.fool < 0:
        return []
    if not state.active:
        return [say("Nobody has cards left: who was rid of them last is the fool.")]
    if ending.is_played_out(rules, state):
        return []
    player = ending.overloaded(rules, state)
    if limit is None or player < 0:
        return [say("A hundred bouts were taken in a row: who holds most cards is the fool.")]
    return [_too_many(player, state.size(player), limit)]


def _losers(state: DurakState) -> list[Text]:
    """The fool or fools, or the reason why there is none (D-35 to D-37, D-55)."""
    if state.losers & (state.losers - 1):
        return [say("The fools are {names}.", names=joined(bits(state.losers)))]
    if state.fool >= 0:
        return [say("{who} is the fool.", who=Who(state.fool))]
    if state.active:
        return [say("A hundred bouts were taken in a row: the deal is drawn.")]
    return [say("Nobody has cards left: the deal is drawn.")]


def _remarkable(rules: DurakRules, state: DurakState) -> list[Text]:
    """The winner under the first-out rule; epaulettes and steps of the ladder (D-71, D-72, D-81)."""
    lines = []
    first = ending.first_finisher(rules, state)
    if first is not None and state.fool >= 0 and rules.options.winner_rule == "first_out":
        lines += _winner(rules, state, first)
    if state.epaulettes:
        lines.append(
            say_count(
                "{who} wears {count} epaulette.",
                "{who} wears {count} epaulettes.",
                state.epaulettes,
                who=Who(state.defender),
            )
        )
    if state.awarded >= 0:
        rank = first_step(rules.options) + state.needs[state.awarded]
        lines.append(say("{who} climbs a step of the ladder: {rank}.", who=Who(state.awarded), rank=Ranks((rank,))))
    return lines


def _too_many(player: Seat, count: int, limit: int) -> Text:
    """The line about a player with more cards than allowed (D-67)."""
    return say_count(
        "{who} holds {count} card, and with {limit} or more the deal is lost at once.",
        "{who} holds {count} cards, and with {limit} or more the deal is lost at once.",
        count,
        who=Who(player),
        limit=limit,
    )


def _winner(rules: DurakRules, state: DurakState, first: Seat) -> list[Text]:
    """The winner of the deal: the first finisher, or the first team with all its players out (D-81)."""
    team = bits(rules.seating.side[first])
    if len(team) == 1:
        return [say("{who} was out first and wins the deal.", who=Who(first))]
    if state.active & rules.seating.side[first]:
        return []
    return [say("{names} were out first and win the deal.", names=joined(team))]


def totals(rules: DurakRules, standing: DurakStanding) -> list[tuple[Text, tuple[int, ...]]]:
    """The columns of the score sheet (D-80, D-81)."""
    fools = (say("Fool"), standing.fools)
    firsts = (say("Out first"), standing.firsts)
    columns = [firsts, fools] if rules.options.winner_rule == "first_out" else [fools, firsts]
    if rules.seats == 2:
        del columns[1]  # With two players, the one who is not the fool was out first.
    if rules.options.epaulettes == "sixes":
        columns.append((say("Epaulettes"), standing.epaulettes))
    if rules.options.epaulettes == "ladder":
        columns.append((say("Steps of the ladder"), standing.epaulettes))
    return columns
