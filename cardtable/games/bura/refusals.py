"""Refusals of Bura moves: the catalogue rule, and a sentence."""

from __future__ import annotations

from cardtable.engine.moves import Move, Seat
from cardtable.engine.refusals import aimed, not_held, with_cards
from cardtable.engine.rules import Reason
from cardtable.engine.text import Text, Who, say, say_count
from cardtable.games.bura.drawing import due
from cardtable.games.bura.options import MOST_CARDS
from cardtable.games.bura.rules import BuraRules
from cardtable.games.bura.state import CLAIMS, DRAWING, LEAD, REPLIES, BuraState

_LAID = ("lead", "reply")


def reason(rules: BuraRules, state: BuraState, seat: Seat, move: Move) -> Reason:
    """The rule and the sentence for refusing an illegal move, using only what the seat may know."""
    verb = move.verb
    if not 0 <= seat < rules.seats:
        return "B-02", say("Nobody sits there.")
    bare = Move(verb, move.cards if verb in _LAID else 0, move.arg if verb == "announce" else 0)
    too_much = aimed("B-07", move) if verb in _LAID else with_cards("B-07", move) or aimed("B-07", move)
    if too_much and bare in rules.legal(state, seat):
        return too_much
    if seat not in state.to_act:
        # The seats asked in W2 are secret, so the answer is based on what this seat is shown.
        state = state.copy()
        state.redact(seat)
    match verb:
        case "lead":
            return _lead(rules, state, seat, move)
        case "reply":
            return _reply(state, seat, move)
        case "claim":
            return _claim(rules, state)
        case "bura" if verb in rules.unused:
            return "B-15", say("Nobody says bura here: the table sees it.")
        case "bura":
            if rules.filled_hand < MOST_CARDS:
                return "B-15", say("Bura is said before a lead, with three trumps in hand.")
            return "B-15", say("Bura is said before a lead, with four trumps in hand.")
        case "announce":
            return "B-16", say("Before a lead you may announce a combination that you hold, and no other.")
        case "draw" | "pretend_draw" | "wait" | "begin":
            return _drawing(rules, state, seat, verb)
    lays = seat in state.to_act and state.moment in (LEAD, REPLIES)
    return "B-07", _CHOOSE if lays else _moment(state, seat)


def _lead(rules: BuraRules, state: BuraState, seat: Seat, move: Move) -> Reason:
    if state.moment != LEAD:
        return "B-07", _moment(state, seat)
    if seat not in state.to_act:
        return "B-06", _moment(state, seat)
    if not move.cards:
        return "B-08", _CHOOSE
    if missing := not_held("B-08", state.places[seat], move):
        return missing
    if rules.whole_lead and state.announced:
        return "B-16", say("Lead the whole combination that you have announced.")
    return "B-08", say("Cards that are led together must be of one suit.")


def _reply(state: BuraState, seat: Seat, move: Move) -> Reason:
    if state.moment != REPLIES:
        return "B-07", _moment(state, seat)
    if seat not in state.to_act:
        return "B-09", _moment(state, seat)
    return not_held("B-09", state.places[seat], move) or (
        "B-09",
        say_count(
            "Lay exactly {count} card, like the lead.",
            "Lay exactly {count} cards, like the lead.",
            state.best.bit_count(),
        ),
    )


def _claim(rules: BuraRules, state: BuraState) -> Reason:
    if rules.by_penalties:
        return "B-28", say("Nobody claims here: every deal is played to the last card.")
    if not rules.claims:
        return "B-14", say("Nobody claims here: the table counts for you.")
    if state.moment == CLAIMS:
        return "B-14", say("It is {who}'s turn to say whether to claim.", who=Who(state.asked[0]))
    return "B-14", say("You may claim when a trick has been taken, before cards are drawn.")


def _drawing(rules: BuraRules, state: BuraState, seat: Seat, verb: str) -> Reason:
    if not rules.options.manual_draw:
        return "B-18", say("Cards are drawn for you here.")
    if state.moment != DRAWING:
        return "B-18", say("Cards are drawn after a trick, once nobody claims any more.")
    next_seat = due(rules, state)
    if verb == "wait":
        if seat == next_seat:
            return "B-18", say("You are due to draw.")
        return "B-18", say("You begin the next trick.")
    if verb == "begin":
        if next_seat >= 0:
            return "B-18", say("Not everybody has drawn yet.")
        return "B-18", say("{who} begins the next trick.", who=Who(state.leader))
    if not rules.options.pretend_draw:
        return "B-18", say("Nobody pretends to draw here.")
    if seat == next_seat:
        return "B-18", say("You have pretended to draw this card already.")
    return "B-18", say("Only who is due to draw may pretend.")


_CHOOSE = say("Choose cards from your hand.")


def _moment(state: BuraState, seat: Seat) -> Text:
    """What has to be done at this moment instead."""
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
