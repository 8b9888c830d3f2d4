"""Refusals of Kozel moves: the rule that the move breaks, and a sentence saying how."""

from __future__ import annotations

from cardtable.cards import only_card
from cardtable.engine.moves import Move, Seat
from cardtable.engine.refusals import aimed, not_held, nothing_chosen, other_turn, several, with_cards
from cardtable.engine.rules import BY_DEALER, Reason
from cardtable.engine.text import Text, Who, faces, say, say_count
from cardtable.games.kozel import praise
from cardtable.games.kozel.cards import ACE_OF_DIAMONDS
from cardtable.games.kozel.rules import KozelRules
from cardtable.games.kozel.state import ASKING, CUT, EXCHANGE, NAME, PRAISE, REDEAL, REPRAISE, RETURN, KozelState

_RULE_OF = {
    "cut": "K-04",
    "deal_uncut": "K-04",
    "lay": "K-10",
    "call_redeal": "K-09",
    "no_call": "K-09",
    "repraise": "K-09",
    "keep_praise": "K-09",
    "offer": "K-08",
    "keep": "K-08",
    "return": "K-08",
    "name": "K-29",
    "play": "K-13",
}
"""For each verb, the rule that defines it."""
_WITH_CARDS = ("lay", "offer", "return", "play")
_VERBS = {
    CUT: ("cut", "deal_uncut"),
    PRAISE: ("lay",),
    REDEAL: ("call_redeal", "no_call"),
    REPRAISE: ("repraise", "keep_praise"),
    EXCHANGE: ("offer", "keep"),
    RETURN: ("return",),
    NAME: ("name",),
}
"""The verbs of each stage; in all other stages cards are played."""


def reason(rules: KozelRules, state: KozelState, seat: Seat, move: Move) -> Reason:
    """Why an illegal move is refused, using only what the seat may know."""
    verb = move.verb
    if seat not in state.to_act:
        return _whose_turn(state, seat, verb)
    if verb not in _VERBS.get(state.stage, ("play",)):
        return _wrong_time(state, verb)
    rule = _RULE_OF[verb]
    wrong = None if verb in _WITH_CARDS else with_cards(rule, move)
    wrong = wrong or (None if verb in ("cut", "lay", "name") else aimed(rule, move))
    if wrong:
        return wrong
    if verb in _WITH_CARDS:
        return _cards(rules, state, seat, move, rule)
    if verb == "cut":
        return rule, say("Cut off at least one card, and leave at least one.")
    if verb == "name":
        return rule, say("Name one of the four suits.")
    return rule, say("Only the dealer can deal without a cut.")


def _cards(rules: KozelRules, state: KozelState, seat: Seat, move: Move, rule: str) -> Reason:
    """The refusal of a move that plays cards at the right moment."""
    wrong = nothing_chosen(rule, move) or not_held(rule, state.places[seat], move)
    if wrong:
        return wrong
    if move.verb == "lay":
        return _lay(rules, state, seat, move)
    wrong = several(rule, move)
    if wrong:
        return wrong
    match move.verb:
        case "offer":
            return rule, say("Only the one trump of a hand may be offered.")
        case "return":
            return rule, say("Give another card back than the one you have just got.")
    return _play(rules, state, seat, move)


def _whose_turn(state: KozelState, seat: Seat, verb: str) -> Reason:
    """Whose turn it is, worded so as not to reveal whether a player is being asked in secret (K-08, K-09)."""
    if state.to_act == BY_DEALER:
        return "K-09", say("The cards are being shuffled.")
    secret = state.stage in ASKING
    if verb != "play" and (secret or verb not in _VERBS.get(state.stage, ())):
        return (_RULE_OF[verb], say("You are not asked for that now."))
    if secret and seat == state.leader:
        return "K-08" if state.stage == EXCHANGE else "K-09", say("Wait: the first lead is not due yet.")
    if secret or (not state.trick and state.stage not in _VERBS):
        return "K-11" if state.opening else "K-14", say("{who} leads.", who=Who(state.leader))
    who = Who(state.to_act[0])
    match state.stage:
        case "praise":
            return "K-10", say("{who} lays to the praise now.", who=who)
        case "repraise":
            return "K-09", say("{who} decides what is dealt again.", who=who)
        case "return":
            return "K-08", say("{who} gives a card back now.", who=who)
        case "name":
            return "K-29", say("{who} names trumps first.", who=who)
    return other_turn("K-13", state.to_act[0])


def _wrong_time(state: KozelState, verb: str) -> Reason:
    """The refusal of a verb that does not belong to this moment."""
    sentences = {
        CUT: ("K-04", say("Cut first.")),
        PRAISE: ("K-10", say("Lay plain cards to the praise.")),
        REDEAL: ("K-09", say("Say first whether you call for another deal.")),
        REPRAISE: ("K-09", say("Choose: the praise again, or only the other cards.")),
        EXCHANGE: ("K-08", say("Offer your only trump to your partner, or keep it.")),
        RETURN: ("K-08", say("Give a card back to your partner.")),
        NAME: ("K-29", say("Name trumps first.")),
    }
    rule, text = sentences.get(state.stage, (_RULE_OF[verb], say("Play a card.")))
    return (rule, text)


def _lay(rules: KozelRules, state: KozelState, seat: Seat, move: Move) -> Reason:
    count, columns = move.cards.bit_count(), len(state.columns)
    if move.cards & ~praise.layable(rules, state, seat):
        return "K-10", say("Only plain cards are laid to the praise, no trumps.")
    if columns and count != columns:
        text = say_count(
            "There is {count} column: lay one card.", "There are {count} columns: lay a card on each.", columns
        )
        return "K-10", text
    if count > len(rules.columns):
        return "K-10", say("A praise has one column or two.")
    return "K-10", say("Say which card goes to the first column.")


def _play(rules: KozelRules, state: KozelState, seat: Seat, move: Move) -> Reason:
    if state.trick:
        led = state.trick[0]
        suit: Text
        held = state.places[seat] & state.prefer
        if not held:
            return "K-30", say("You have no card of the suit led, and must play a trump.")
        if rules.suits(state).trumps >> led & 1:
            suit = say("Trumps were led, and you hold {cards}.", cards=faces(state.places[seat] & state.prefer))
        else:
            suit = say(
                "Follow suit: {led} was led, and you hold {cards}.",
                led=faces(1 << led),
                cards=faces(state.places[seat] & state.prefer),
            )
        return "K-13", suit
    if state.prefer == 1 << ACE_OF_DIAMONDS:
        return "K-11", say("The deal is opened with {card}.", card=faces(state.prefer))
    card = faces(1 << only_card(move.cards))
    if rules.binds_dealers and state.hand > 1:
        return "K-12", say("{card} is a trump; the dealing side leads none while it holds plain cards.", card=card)
    return "K-12", say("{card} is a trump, which is not led while you hold plain cards.", card=card)
