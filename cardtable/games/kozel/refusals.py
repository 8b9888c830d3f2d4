"""Why a move of Kozel is refused: the rule it breaks, and the sentence that says how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.cards import only_card
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import BY_DEALER, RuleBroken, no_such_move
from cardtable.engine.text import Text, Who, faces, say, say_count
from cardtable.games.kozel import calls, praise
from cardtable.games.kozel.cards import ACE_OF_DIAMONDS
from cardtable.games.kozel.state import ASKING, CUT, EXCHANGE, PRAISE, REDEAL, REPRAISE, RETURN, KozelState

if TYPE_CHECKING:
    from cardtable.games.kozel.rules import KozelRules

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
    "play": "K-13",
}
"""By verb the rule that says what it is."""
_WITH_CARDS = ("lay", "offer", "return", "play")
_VERBS = {
    CUT: ("cut", "deal_uncut"),
    PRAISE: ("lay",),
    REDEAL: ("call_redeal", "no_call"),
    REPRAISE: ("repraise", "keep_praise"),
    EXCHANGE: ("offer", "keep"),
    RETURN: ("return",),
}
"""By stage the verbs that belong to it; any other stage has cards played."""


def why_not(rules: KozelRules, state: KozelState, seat: Seat, move: Move) -> RuleBroken | None:
    """Why this seat may not make this move, from what it may know; None exactly when the move is legal."""
    verb = move.verb
    if not state.to_act:
        return RuleBroken("K-18", say("The hand is over."))
    if verb not in rules.verbs:
        return no_such_move()
    if seat not in state.to_act:
        return _whose_turn(state, seat, verb)
    if verb not in _VERBS.get(state.stage, ("play",)):
        return _wrong_time(state, verb)
    rule = _RULE_OF[verb]
    if verb not in _WITH_CARDS and move.cards:
        return RuleBroken(rule, say("No card goes with this move."))
    if verb not in ("cut", "lay") and move.arg:
        return RuleBroken(rule, say("This move is not aimed at anything."))
    if verb == "cut" and not 1 <= move.arg < len(rules.deck):
        return RuleBroken(rule, say("Cut off at least one card, and leave at least one."))
    if verb == "deal_uncut" and seat != state.dealer:
        return RuleBroken(rule, say("Only the dealer can deal without a cut."))
    if verb in _WITH_CARDS:
        return _cards(rules, state, seat, move, rule)
    return None


def _cards(rules: KozelRules, state: KozelState, seat: Seat, move: Move, rule: str) -> RuleBroken | None:
    """The refusal of a move that lays cards, at the right time."""
    if not move.cards:
        return RuleBroken(rule, say("Choose a card first."))
    missing = move.cards & ~state.places[seat]
    if missing:
        return RuleBroken(rule, say("You do not hold {cards}.", cards=faces(missing)))
    if move.verb == "lay":
        return _lay(rules, state, seat, move)
    if move.cards & (move.cards - 1):
        return RuleBroken(rule, say("One card at a time."))
    if move.verb == "offer" and move.cards != calls.single_trump(rules, state, seat):
        return RuleBroken(rule, say("Only the one trump of a hand may be offered."))
    if move.verb == "return" and not move.cards & calls.returnable(state, seat):
        return RuleBroken(rule, say("Give another card back than the one you have just got."))
    return _play(rules, state, seat, move) if move.verb == "play" else None


def _whose_turn(state: KozelState, seat: Seat, verb: str) -> RuleBroken:
    """Says the same whether or not somebody is asked in secret (K-08, K-09)."""
    if state.to_act == BY_DEALER:
        return RuleBroken("K-09", say("The cards are being shuffled."))
    secret = state.stage in ASKING
    if verb != "play" and (secret or verb not in _VERBS.get(state.stage, ())):
        return RuleBroken(_RULE_OF[verb], say("You are not asked for that now."))
    if secret and seat == state.leader:
        return RuleBroken("K-08" if state.stage == EXCHANGE else "K-09", say("Wait: the first lead is not due yet."))
    if secret or (not state.trick and state.stage not in _VERBS):
        return RuleBroken("K-11" if state.opening else "K-14", say("{who} leads.", who=Who(state.leader)))
    who = Who(state.to_act[0])
    match state.stage:
        case "praise":
            return RuleBroken("K-10", say("{who} lays to the praise now.", who=who))
        case "repraise":
            return RuleBroken("K-09", say("{who} decides what is dealt again.", who=who))
        case "return":
            return RuleBroken("K-08", say("{who} gives a card back now.", who=who))
    return RuleBroken("K-13", say("It is the turn of {who}.", who=who))


def _wrong_time(state: KozelState, verb: str) -> RuleBroken:
    """The refusal of a verb that does not belong to this moment."""
    sentences = {
        CUT: ("K-04", say("Cut first.")),
        PRAISE: ("K-10", say("Lay plain cards to the praise.")),
        REDEAL: ("K-09", say("Say first whether you call for another deal.")),
        REPRAISE: ("K-09", say("Choose: the praise again, or only the other cards.")),
        EXCHANGE: ("K-08", say("Offer your only trump to your partner, or keep it.")),
        RETURN: ("K-08", say("Give a card back to your partner.")),
    }
    rule, text = sentences.get(state.stage, (_RULE_OF[verb], say("Play a card.")))
    return RuleBroken(rule, text)


def _lay(rules: KozelRules, state: KozelState, seat: Seat, move: Move) -> RuleBroken | None:
    count, columns = move.cards.bit_count(), len(state.columns)
    if move.cards & ~praise.layable(rules, state, seat):
        return RuleBroken("K-10", say("Only plain cards are laid to the praise, no trumps."))
    if columns and count != columns:
        text = say_count(
            "There is {count} column: lay one card.", "There are {count} columns: lay a card on each.", columns
        )
        return RuleBroken("K-10", text)
    if count > len(rules.columns):
        return RuleBroken("K-10", say("A praise has one column or two."))
    if move.arg < 0 or not move.cards >> move.arg & 1:
        return RuleBroken("K-10", say("Say which card goes to the first column."))
    return None


def _play(rules: KozelRules, state: KozelState, seat: Seat, move: Move) -> RuleBroken | None:
    if move.cards & state.prefer or not state.places[seat] & state.prefer:
        return None
    if state.trick:
        led = state.trick[0]
        suit: Text
        if rules.suits(state).trumps >> led & 1:
            suit = say("Trumps were led, and you hold {cards}.", cards=faces(state.places[seat] & state.prefer))
        else:
            suit = say(
                "Follow suit: {led} was led, and you hold {cards}.",
                led=faces(1 << led),
                cards=faces(state.places[seat] & state.prefer),
            )
        return RuleBroken("K-13", suit)
    if state.prefer == 1 << ACE_OF_DIAMONDS:
        return RuleBroken("K-11", say("The hand is opened with {card}.", card=faces(state.prefer)))
    return RuleBroken(
        "K-12",
        say("{card} is a trump, which is not led while you hold plain cards.", card=faces(1 << only_card(move.cards))),
    )
