"""Why a move of Bura is refused: the rule of the catalogue, and a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.cards import SUIT_CARDS
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import RuleBroken, no_such_move
from cardtable.engine.text import Text, Who, faces, say, say_count
from cardtable.games.bura.drawing import due
from cardtable.games.bura.state import CLAIMS, DRAWING, LEAD, REPLIES, BuraState

if TYPE_CHECKING:
    from cardtable.games.bura.rules import BuraRules


def why_not(rules: BuraRules, state: BuraState, seat: Seat, move: Move) -> RuleBroken | None:
    """Why this seat may not make this move, from what the seat may know; None exactly when it is legal."""
    if move in rules.legal(state, seat):
        return None
    if not 0 <= seat < rules.seats:
        return RuleBroken("B-02", say("Nobody sits there."))
    if not state.to_act:
        return RuleBroken("B-07", say("The deal is over."))
    if move.verb not in rules.verbs:
        return no_such_move()
    if seat not in state.to_act:
        # Who is asked in W2 is nobody's business, so the answer goes by what this seat is shown.
        state = state.copy()
        state.redact(seat)
    match move.verb:
        case "lead":
            return _lead(rules, state, seat, move)
        case "reply":
            return _reply(state, seat, move)
        case "claim":
            return _claim(rules, state)
        case "bura":
            return RuleBroken("B-15", say("Bura is said before a lead, with four trumps in hand."))
        case "announce":
            return RuleBroken("B-16", say("Before a lead you may announce a combination that you hold, and no other."))
        case "draw" | "pretend_draw" | "wait" | "begin":
            return _drawing(rules, state, seat, move.verb)
        case _:
            lays = seat in state.to_act and state.moment in (LEAD, REPLIES)
            return RuleBroken("B-07", _not_held(0) if lays else _moment(state, seat))


def _lead(rules: BuraRules, state: BuraState, seat: Seat, move: Move) -> RuleBroken:
    if state.moment != LEAD:
        return RuleBroken("B-07", _moment(state, seat))
    if seat not in state.to_act:
        return RuleBroken("B-06", _moment(state, seat))
    lost = move.cards & ~state.places[seat]
    if not move.cards or lost:
        return RuleBroken("B-08", _not_held(lost))
    if rules.whole_lead and state.announced:
        return RuleBroken("B-16", say("Lead the whole combination that you have announced."))
    if all(move.cards & ~suit for suit in SUIT_CARDS):
        return RuleBroken("B-08", say("Cards that are led together must be of one suit."))
    return RuleBroken("B-08", say("A lead is nothing but its cards."))


def _reply(state: BuraState, seat: Seat, move: Move) -> RuleBroken:
    if state.moment != REPLIES:
        return RuleBroken("B-07", _moment(state, seat))
    if seat not in state.to_act:
        return RuleBroken("B-09", _moment(state, seat))
    count = state.best.bit_count()
    lost = move.cards & ~state.places[seat]
    if lost:
        return RuleBroken("B-09", _not_held(lost))
    return RuleBroken(
        "B-09",
        say_count("Lay exactly {count} card, like the lead.", "Lay exactly {count} cards, like the lead.", count),
    )


def _claim(rules: BuraRules, state: BuraState) -> RuleBroken:
    if not rules.claims:
        return RuleBroken("B-14", say("Nobody claims here: the table counts for you."))
    if state.moment == CLAIMS:
        return RuleBroken("B-14", say("It is {who}'s turn to say whether to claim.", who=Who(state.asked[0])))
    return RuleBroken("B-14", say("You may claim when a trick has been taken, before cards are drawn."))


def _drawing(rules: BuraRules, state: BuraState, seat: Seat, verb: str) -> RuleBroken:
    if not rules.options.manual_draw:
        return RuleBroken("B-18", say("Cards are drawn for you here."))
    if state.moment != DRAWING:
        return RuleBroken("B-18", say("Cards are drawn after a trick, once nobody claims any more."))
    next_seat = due(rules, state)
    if verb == "wait":
        if seat == next_seat:
            return RuleBroken("B-18", say("You are due to draw."))
        return RuleBroken("B-18", say("You begin the next trick."))
    if verb == "begin":
        if next_seat >= 0:
            return RuleBroken("B-18", say("Not everybody has drawn yet."))
        return RuleBroken("B-18", say("{who} begins the next trick.", who=Who(state.leader)))
    if not rules.options.pretend_draw:
        return RuleBroken("B-18", say("Nobody pretends to draw here."))
    if seat == next_seat:
        return RuleBroken("B-18", say("You have pretended to draw this card already."))
    return RuleBroken("B-18", say("Only who is due to draw may pretend."))


def _not_held(lost: int) -> Text:
    return say("You do not hold {cards}.", cards=faces(lost)) if lost else say("Choose cards from your hand.")


def _moment(state: BuraState, seat: Seat) -> Text:
    """What goes on instead."""
    who = Who(state.to_act[0])
    match state.moment:
        case "lead":
            return say("It is {who}'s turn to lead.", who=who)
        case "replies":
            return say("It is {who}'s turn to reply.", who=who)
        case "claims":
            return say("The trick has been taken: first everybody may claim.")
        case "drawing":
            return say("First cards are drawn.")
        case _ if seat in state.to_act:
            return say("Say first whether you announce what you hold.")
        case _:
            return say("The others may speak before the lead.")
