"""Refusals of moves in the four titles: the rule that the move breaks, and a sentence saying how."""

from __future__ import annotations

from cardtable.cards import SUIT_CARDS, only_card
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.refusals import aimed, not_held, nothing_chosen, other_turn, several, with_cards
from cardtable.engine.rules import Reason
from cardtable.engine.text import Faces, Suit, Who, faces, say
from cardtable.games.titles import words
from cardtable.games.titles.rules import GOOD, TitlesRules
from cardtable.games.titles.state import NOT_GIVEN, PEASANT, SOLDIER, TITLES, TitlesState


def reason(rules: TitlesRules, state: TitlesState, seat: Seat, move: Move) -> Reason:
    """The rule and the sentence for refusing an illegal move, using only what the seat may know."""
    if seat != state.to_act[0] or seat == DEALER:
        return _whose_turn(state)
    if state.exchange != "none":
        wanted = "return" if state.exchange.endswith("gets") else "give"
    elif NOT_GIVEN in state.titles:
        return _title(rules, state, move)
    else:
        wanted = "play"
    if move.verb != wanted:
        return _due(state)
    rule = "G-42" if wanted == "play" else "G-48"
    return (
        aimed(rule, move)
        or nothing_chosen(rule, move)
        or not_held(rule, state.places[seat], move)
        or several(rule, move)
        or (_play(state, seat) if wanted == "play" else _exchange(rules, state, seat, move))
    )


def _whose_turn(state: TitlesState) -> Reason:
    who = state.to_act[0]
    if who == DEALER:
        return "G-41", say("The titles are drawn at random.")
    if state.exchange != "none":
        return "G-48", say("It is the turn of {who} to exchange a card.", who=Who(who))
    if NOT_GIVEN in state.titles:
        return "G-41", say("The dealer {who} gives the titles.", who=Who(who))
    return other_turn("G-42", who)


def _due(state: TitlesState) -> Reason:
    """What has to be done at this moment instead."""
    if state.exchange == "none":
        return "G-42", say("Play a card now.")
    if state.exchange.endswith("gets"):
        to = Who(state.seat_of(state.partner_title()))
        return "G-48", say("Return a card to {who} now.", who=to)
    return "G-48", say("Give the king a card now.")


def _title(rules: TitlesRules, state: TitlesState, move: Move) -> Reason:
    title = rules.next_title(state)
    name = words.TITLE[title]
    if move.verb not in TITLES:
        return ("G-41", say("Say first who is {title}.", title=name))
    if move.verb != TITLES[title]:
        return ("G-41", say("The titles are given from the king down: who is {title}?", title=name))
    if too_much := with_cards("G-41", move):
        return too_much
    if not 0 <= move.arg < rules.seats:
        return ("G-41", say("There is no such player."))
    had = words.TITLE[state.titles[move.arg]]
    return ("G-41", say("{who} is {title} already.", who=Who(move.arg), title=had))


def _play(state: TitlesState, seat: Seat) -> Reason:
    led = state.trick[0] % 4
    if state.places[seat] & SUIT_CARDS[led]:
        return ("G-43", say("You hold {suit} and must follow suit.", suit=Suit(led)))
    return ("G-43", say("You cannot follow suit and must play a trump, {suit}.", suit=Suit(state.trump)))


def _exchange(rules: TitlesRules, state: TitlesState, seat: Seat, move: Move) -> Reason:
    fitting = rules.to_give(state, seat)
    if state.exchange == "soldier_gives":
        if state.places[seat] & SUIT_CARDS[state.trump]:
            return ("G-48", say("Your highest trump goes to the king: {cards}.", cards=faces(fitting)))
        return (
            "G-48",
            say("Without trumps a card of your highest rank goes to the king: {cards}.", cards=faces(fitting)),
        )
    if state.exchange == "peasant_gives":
        return ("G-48", say("A trump goes to the king: {cards}.", cards=faces(fitting)))
    if only_card(move.cards) == state.received:
        title = words.TITLE[SOLDIER if state.exchange == "soldier_gets" else PEASANT]
        card = Faces((state.received,))
        return ("G-48", say("{card} came from the {title}: return another card.", card=card, title=title))
    if fitting & GOOD:
        return ("G-48", say("A good card is returned to the soldier: {cards}.", cards=faces(fitting)))
    return (
        "G-48",
        say("Without another good card one of your highest rank goes to the soldier: {cards}.", cards=faces(fitting)),
    )
