"""Why a move of the four titles is refused: the rule it breaks, and the sentence that says how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.cards import SUIT_CARDS, only_card
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.rules import RuleBroken, no_such_move
from cardtable.engine.text import Faces, Suit, Text, Who, faces, say
from cardtable.games.king import ranks_words
from cardtable.games.king.ranks_state import NOT_GIVEN, PEASANT, SOLDIER, TITLES

if TYPE_CHECKING:
    from cardtable.games.king.ranks import RanksRules
    from cardtable.games.king.ranks_state import RanksState


def why_not(rules: RanksRules, state: RanksState, seat: Seat, move: Move) -> RuleBroken | None:
    """Why this seat may not make this move, from what it may know; None exactly when the move is legal."""
    verb = move.verb
    if not state.to_act:
        return RuleBroken("G-46", say("The deal is over."))
    if verb not in rules.verbs:
        return no_such_move()
    if seat != state.to_act[0] or seat == DEALER:
        return RuleBroken(*_whose_turn(state))
    if state.exchange != "none":
        wanted = "return" if state.exchange.endswith("gets") else "give"
    elif NOT_GIVEN in state.titles:
        return _title(rules, state, move)
    else:
        wanted = "play"
    if verb != wanted:
        return RuleBroken(*_due(state))
    rule = "G-42" if wanted == "play" else "G-48"
    cards = move.cards
    if move.arg:
        return RuleBroken(rule, say("This move is not aimed at anything."))
    if not cards:
        return RuleBroken(rule, say("Choose a card first."))
    missing = cards & ~state.places[seat]
    if missing:
        return RuleBroken(rule, say("You do not hold {cards}.", cards=faces(missing)))
    if cards & (cards - 1):
        return RuleBroken(rule, say("One card at a time: it may not be {cards} at once.", cards=faces(cards)))
    if wanted == "play":
        return _play(rules, state, seat, move)
    return _exchange(rules, state, seat, move)


def _whose_turn(state: RanksState) -> tuple[str, Text]:
    who = state.to_act[0]
    if who == DEALER:
        return "G-41", say("The titles are drawn by lot.")
    if state.exchange != "none":
        return "G-48", say("It is the turn of {who} to exchange a card.", who=Who(who))
    if NOT_GIVEN in state.titles:
        return "G-41", say("The dealer {who} gives the titles.", who=Who(who))
    return "G-42", say("It is the turn of {who}.", who=Who(who))


def _due(state: RanksState) -> tuple[str, Text]:
    """What has to be done at this moment instead."""
    if state.exchange == "none":
        return "G-42", say("Play a card now.")
    if state.exchange.endswith("gets"):
        to = Who(state.seat_of(state.partner_title()))
        return "G-48", say("Return a card to {who} now.", who=to)
    return "G-48", say("Give the king a card now.")


def _title(rules: RanksRules, state: RanksState, move: Move) -> RuleBroken | None:
    title = rules.next_title(state)
    name = ranks_words.TITLE[title]
    if move.verb not in TITLES:
        return RuleBroken("G-41", say("Say first who is {title}.", title=name))
    if move.verb != TITLES[title]:
        return RuleBroken("G-41", say("The titles are given from the king down: who is {title}?", title=name))
    if move.cards:
        return RuleBroken("G-41", say("No card goes with this move."))
    if not 0 <= move.arg < rules.seats:
        return RuleBroken("G-41", say("There is no such player."))
    had = state.titles[move.arg]
    if had != NOT_GIVEN:
        return RuleBroken("G-41", say("{who} is {title} already.", who=Who(move.arg), title=ranks_words.TITLE[had]))
    return None


def _play(rules: RanksRules, state: RanksState, seat: Seat, move: Move) -> RuleBroken | None:
    if move.cards & rules.playable(state, seat):
        return None
    led = state.trick[0] % 4
    if state.places[seat] & SUIT_CARDS[led]:
        return RuleBroken("G-43", say("You hold {suit} and must follow suit.", suit=Suit(led)))
    return RuleBroken("G-43", say("You cannot follow suit and must play a trump, {suit}.", suit=Suit(state.trump)))


def _exchange(rules: RanksRules, state: RanksState, seat: Seat, move: Move) -> RuleBroken | None:
    fitting = rules.to_give(state, seat)
    if move.cards & fitting:
        return None
    if state.exchange == "soldier_gives":
        if state.places[seat] & SUIT_CARDS[state.trump]:
            return RuleBroken("G-48", say("Your highest trump goes to the king: {cards}.", cards=faces(fitting)))
        return RuleBroken(
            "G-48", say("Without trumps a card of your highest rank goes to the king: {cards}.", cards=faces(fitting))
        )
    if state.exchange == "peasant_gives":
        return RuleBroken("G-48", say("A trump goes to the king: {cards}.", cards=faces(fitting)))
    if only_card(move.cards) == state.received:
        title = ranks_words.TITLE[SOLDIER if state.exchange == "soldier_gets" else PEASANT]
        card = Faces((state.received,))
        return RuleBroken("G-48", say("{card} came from the {title}: return another card.", card=card, title=title))
    return RuleBroken("G-48", say("A good card is returned to the soldier: {cards}.", cards=faces(fitting)))
