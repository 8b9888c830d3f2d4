"""The Palace Ladder in sentences: the log, the result and the score sheet."""

from __future__ import annotations

from cardtable.engine.moves import Event, Seat
from cardtable.engine.rules import SheetRow
from cardtable.engine.text import Faces, Suit, Text, Who, faces, say, say_as, say_count
from cardtable.engine.verdict import DealVerdict, SoFar
from cardtable.games.palace.rules import PalaceRules
from cardtable.games.palace.state import PalaceStanding, PalaceState

CHORE = (
    say("shuffle the pack"),
    say("cut the pack"),
    say("deal the cards"),
    say("look at the own cards"),
    say("give the word to clear the table"),
    say("clear the table"),
)
"""The names of the chores, in the order of the deal."""


def so_far(rules: PalaceRules, state: PalaceState) -> SoFar:
    """The number of cards each player holds."""
    held = tuple([hand.bit_count() for hand in state.places[: rules.seats]])
    return SoFar(say("cards left, bout by bout"), held, scored=False)


def tell(rules: PalaceRules, event: Event) -> Text | None:
    """The log line for an event; a card shown secretly is known only to the two players involved."""
    who = Who(event.seat)
    cards = faces(event.cards)
    match event.kind:
        case "vote":
            return say("{who} says {suit}.", who=who, suit=Suit(event.arg))
        case "suit":
            return say("{suit} give the places.", suit=Suit(event.arg))
        case "deal":
            return say("{who} deals the whole pack.", who=who)
        case "mix":
            return say("{who} shuffles.", who=who)
        case "cut":
            return say("{who} cuts.", who=who)
        case "look":
            return say("{who} looks at the cards.", who=who)
        case "word":
            return say("The king {who} gives the word: clear the table.", who=who)
        case "clear":
            return say("{who} clears the table.", who=who)
        case "picks_up":
            return say_count("{who} takes up {count} card.", "{who} takes up {count} cards.", event.size, who=who)
        case "place":
            return _place(rules, event)
        case "trump":
            return say("The king {who} names trumps: {suit}.", who=who, suit=Suit(event.arg))
        case "offence":
            what = CHORE[event.arg]
            return say("{who} had no right to this: {chore}. {who} is stablehand now.", who=who, chore=what)
        case "show":
            return say("{who} secretly shows {cards} to {target}.", who=who, cards=cards, target=Who(event.arg))
        case "bout":
            return say("Bout {bout}: {who} attacks {target}.", bout=event.size, who=who, target=Who(event.arg))
        case "swap":
            place, other = rules.place_titles[event.size], Who(event.arg)
            return say("{who} and {target} swap places: {who} is {place} now.", who=who, target=other, place=place)
        case "falls":
            if event.size:
                return say("The deal has no end: {who} has most cards and becomes stablehand.", who=who)
            return say("{who} alone holds cards and becomes stablehand.", who=who)
        case "all_out":
            return say("Nobody holds cards: the ladder stays.")
    return _tell_cards(event)


def _place(rules: PalaceRules, event: Event) -> Text:
    who, cards = Who(event.seat), faces(event.cards)
    if event.arg < 0:
        return say("{who} shows {cards}.", who=who, cards=cards)
    place = rules.place_titles[event.arg]
    if event.cards:
        return say("{who} shows {cards} and is {place}.", who=who, cards=cards, place=place)
    return say("{who} is {place}.", who=who, place=place)


def _tell_cards(event: Event) -> Text | None:
    """The log line for cards played and cleared, and for requests, in a bout."""
    who = Who(event.seat)
    cards = faces(event.cards)
    match event.kind:
        case "attack":
            return say("{who} attacks with {cards}.", who=who, cards=cards)
        case "cover":
            return say("{who} covers {attack} with {cards}.", who=who, attack=Faces((event.arg,)), cards=cards)
        case "joker":
            return say("{who} plays {cards}: {suit} are trumps now.", who=who, cards=cards, suit=Suit(event.arg))
        case "joker_cover":
            return say("The joker of {who} covers {attack}.", who=who, attack=Faces((event.arg,)))
        case "throw":
            return say("{who} throws in {cards}.", who=who, cards=cards)
        case "take":
            return say("{who} takes.", who=who)
        case "pass":
            return say_as("throwing in", "{who} passes.", who=who)
        case "ask":
            return say("{who} asks the king for leave to throw in.", who=who)
        case "allow":
            return say("The king {who} allows {target} to throw in.", who=who, target=Who(event.arg))
        case "refuse":
            return say("The king {who} refuses {target}.", who=who, target=Who(event.arg))
        case "taken":
            return say_count("{who} picks up {count} card.", "{who} picks up {count} cards.", event.size, who=who)
        case "beaten":
            return say_count("Beaten: {count} card is discarded.", "Beaten: {count} cards are discarded.", event.size)
        case "jokers_gone":
            return say("{cards} leaves the game.", cards=cards)
        case "lone_jokers":
            return say("{who} holds nothing but {cards}, which leaves the game.", who=who, cards=cards)
    raise ValueError(f"the ladder game has no event {event.kind}")


def result_lines(rules: PalaceRules, state: PalaceState) -> list[Text]:
    """The court from the king down, and the player who fell (G-52, G-62)."""
    return [_moved(state), *_court(rules, state)]


def verdict(rules: PalaceRules, state: PalaceState, seat: Seat | None) -> DealVerdict:
    """This seat's place at court, new or kept, or who is king; and the player who fell (G-52, G-62)."""
    story = (_moved(state),)
    titles = tuple(rules.place_titles[state.ladder.index(other)] for other in range(len(state.ladder)))
    if seat is None:
        return DealVerdict(say("{who} is king", who=Who(state.king)), story, titles)
    if state.before and state.before.index(seat) == state.ladder.index(seat):
        return DealVerdict(say("You stay: {place}", place=titles[seat]), story, titles)
    return DealVerdict(say("You are now: {place}", place=titles[seat]), story, titles)


def places(rules: PalaceRules, state: PalaceState) -> tuple[int, ...]:
    """Each seat's place at court, 1 for the king."""
    return tuple(state.ladder.index(seat) + 1 for seat in range(rules.seats))


def _moved(state: PalaceState) -> Text:
    """The player who fell, if there is one (G-52, G-62)."""
    if state.fell >= 0:
        return say("{who} falls to the bottom of the ladder.", who=Who(state.fell))
    if state.bout:
        return say("Nobody holds cards: the ladder stays.")
    return say("The first hand has given the places.")


def _court(rules: PalaceRules, state: PalaceState) -> list[Text]:
    """Every player with their place, from the king down."""
    return [
        say("{who}: {place}", who=Who(seat), place=place)
        for seat, place in zip(state.ladder, rules.place_titles, strict=True)
    ]


def row_label(state: PalaceState) -> Text:
    """The label of a row on the score sheet."""
    if not state.bout:
        return say("first hand, {suit}", suit=Suit(state.trump))
    return say("trumps {suit}", suit=Suit(state.trump))


def row_notes(state: PalaceState) -> list[Text]:
    """The king, and the player who fell."""
    notes = [say("{who} is king", who=Who(state.king))]
    if state.fell >= 0:
        notes.append(say("{who} falls", who=Who(state.fell)))
    return notes


def totals(standing: PalaceStanding) -> list[tuple[Text, tuple[int, ...]]]:
    """The columns of the score sheet (G-M16)."""
    ladder = standing.ladder
    places = tuple(ladder.index(seat) + 1 if ladder else 0 for seat in range(len(standing.kings)))
    return [
        (say("Place"), places),
        (say("Deals as king"), standing.kings),
        (say("Deals as stablehand"), standing.stablehands),
    ]


def sheet_notes(rules: PalaceRules, standing: PalaceStanding) -> list[Text]:
    """The court, and the number of deals left (G-67)."""
    left = rules.options.palace_deals - standing.played
    notes = [say_count("{count} deal is left", "{count} deals are left", left)] if left else []
    return notes + [
        say("{who}: {place}", who=Who(seat), place=place)
        for seat, place in zip(standing.ladder, rules.place_titles, strict=False)
    ]


def sheet_row(rules: PalaceRules, standing: PalaceStanding, state: PalaceState) -> SheetRow:
    """The places after a deal."""
    places = tuple(state.ladder.index(seat) + 1 for seat in range(rules.seats))
    return SheetRow(row_label(state), places, tuple(row_notes(state)), places, is_deal=rules.counts(state))
