"""Refusals of moves in King by contracts: the rule and a sentence."""

from __future__ import annotations

from cardtable.cards import HEARTS, SUIT_CARDS, Cards, only_card, suit_of
from cardtable.engine.moves import Move, Seat
from cardtable.engine.refusals import aimed, not_held, nothing_chosen, other_turn, several, with_cards
from cardtable.engine.rules import BY_DEALER, Reason
from cardtable.engine.text import Suit, Who, faces, say
from cardtable.games.king.contracts import JOKERS, KING
from cardtable.games.king.dealing import (
    LAID_OUT,
    LAST_CARD,
    NO_TRUMP,
    ORDER_WORDS,
    TRUMP_WORDS,
    read_order,
)
from cardtable.games.king.rules import KingRules
from cardtable.games.king.state import KingState

VERBS = {
    "order": ("order",),
    "trump": ("trump",),
    "bid": ("bid", "pass"),
    "name": ("name",),
    "lay_out": ("lay_out",),
    "play": ("play", "draw"),
}
"""The verbs allowed at each moment."""
_RULE_OF = {"order": "G-22", "trump": "G-25", "bid": "G-30", "pass": "G-30", "name": "G-30", "draw": "G-28"}
"""For verbs without cards, the rule that defines each."""


def reason(rules: KingRules, state: KingState, seat: Seat, move: Move) -> Reason:
    """Why an illegal move is refused, using only what the seat may know."""
    if state.to_act == BY_DEALER:
        return "G-05", say("The cards are being dealt.")
    if state.to_act[0] != seat:
        return other_turn("G-06", state.to_act[0])
    if move.verb not in VERBS[state.moment]:
        return _wrong_moment(state)
    match move.verb:
        case "play":
            return _play(rules, state, seat, move)
        case "lay_out":
            return _lay_out(rules, state, seat, move)
    rule = _RULE_OF[move.verb]
    if bare := with_cards(rule, move):
        return bare
    match move.verb:
        case "order":
            return _order(rules, state, seat, move)
        case "trump":
            return _trump(move)
        case "bid":
            return _bid(rules, state, move)
        case "name":
            return rule, say("That is no suit.")
    # Only an argument can make a pass illegal.
    return aimed(rule, move) or _draw(rules, state, seat)


def _wrong_moment(state: KingState) -> Reason:
    reasons: dict[str, Reason] = {
        "order": ("G-22", say("First a contract is ordered.")),
        "trump": ("G-25", say("First trumps are named.")),
        "bid": ("G-30", say("Bid a number, or pass.")),
        "name": ("G-30", say("First the penalty suit is named.")),
        "lay_out": ("G-24", say("First two cards are laid out.")),
        "play": ("G-06", say("Play a card.")),
    }
    return reasons[state.moment]


def _order(rules: KingRules, state: KingState, seat: Seat, move: Move) -> Reason:
    if not 0 <= move.arg < len(ORDER_WORDS):
        return "G-22", say("That is no contract.")
    contract, trump = read_order(move.arg)
    if contract not in rules.programme.contracts:
        return "G-22", say("This contract is not played here.")
    left = rules.programme.left(state.ordered[seat], rules.options.order_sequence == "listed")
    if contract not in left:
        if rules.options.order_sequence == "listed":
            return "G-22", say("The contracts are ordered in the order of the list.")
        return "G-22", say("You have ordered this contract as often as you may.")
    if trump is None:
        return "G-25", say("Name the trump suit with this contract.")
    if trump == NO_TRUMP and rules.has_trump(contract) and rules.orders_seeing:
        return "G-25", say("There must be a trump suit.")
    if not rules.orders_seeing:
        return "G-22", say("The contract is ordered before the deal, without trumps.")
    return "G-25", say("No trumps are named in this contract.")


def _trump(move: Move) -> Reason:
    if not 0 <= move.arg < len(TRUMP_WORDS):
        return "G-25", say("That is no trump suit.")
    if move.arg == LAST_CARD:
        return "G-26", say("The last card names trumps only in a praise, at the third card.")
    return "G-25", say("There must be a trump suit.")


def _bid(rules: KingRules, state: KingState, move: Move) -> Reason:
    if move.arg > rules.options.bid_max:
        return "G-30", say("The highest bid is {most}.", most=rules.options.bid_max)
    return "G-30", say("Bid more than {bid}, or pass.", bid=state.highest_bid[1])


def _lay_out(rules: KingRules, state: KingState, seat: Seat, move: Move) -> Reason:
    hand = state.places[seat]
    counting = hand & rules.not_laid_out(state)
    if wrong := not_held("G-24", hand, move) or aimed("G-24", move):
        return wrong
    if move.cards.bit_count() != LAID_OUT:
        return "G-24", say("Lay out two of your cards.")
    if (hand & ~counting).bit_count() >= LAID_OUT:
        return "G-24", say("{cards} may not be laid out: that counts.", cards=faces(move.cards & counting))
    return "G-24", say("First lay out what does not count: {cards}.", cards=faces(hand & ~counting))


def _draw(rules: KingRules, state: KingState, seat: Seat) -> Reason:
    if not rules.domino:
        return "G-28", say("Nobody draws in this game.")
    if not state.trick:
        return "G-28", say("Nobody draws to lead.")
    if state.places[seat] & rules.tricks.follow[state.led]:
        return "G-28", say("You can follow suit, so you may not draw.")
    return "G-28", say("The stock is empty.")


def _play(rules: KingRules, state: KingState, seat: Seat, move: Move) -> Reason:
    hand = state.places[seat]
    cards = move.cards
    if wrong := nothing_chosen("G-06", move) or not_held("G-06", hand, move) or several("G-06", move):
        return wrong
    if cards & rules.playable(state, seat):
        return _suit_of_joker(rules, state, cards)
    if not state.trick:
        return _lead(rules, state, seat, cards)
    following = hand & rules.tricks.follow[state.led]
    if following:
        return "G-07", say("Follow suit: {cards}.", cards=faces(following))
    if rules.domino and state.stock:
        return "G-28", say("You cannot follow: draw from the stock.")
    trumps_first = not rules.options.king_before_trump and rules.tricks.owed_trumps(state, hand)
    if rules.playable(state, seat) == 1 << KING and rules.count(state).forced and not trumps_first:
        return "G-12", say("You cannot follow, so you must play the king of hearts.")
    trumps = hand & SUIT_CARDS[state.trump]
    if rules.options.must_overtrump and cards & trumps:
        return "G-15", say("Play a trump that is higher than the one in the trick.")
    return "G-15", say("You cannot follow, so you must play a trump.")


def _suit_of_joker(rules: KingRules, state: KingState, cards: Cards) -> Reason:
    """Refuses a playable card because it names a suit needlessly, or fails to name one."""
    if rules.options.joker_play == "free" and not state.trick and cards & JOKERS:
        return "G-29", say("Name the suit that is to be followed.")
    return "G-29", say("Only a joker that is led names a suit.")


def _lead(rules: KingRules, state: KingState, seat: Seat, cards: Cards) -> Reason:
    reserved = rules.tricks.reserved(state, seat)
    if cards & JOKERS and rules.options.joker_play == "void_only":
        return "G-29", say("A joker may be led only from a hand of jokers.")
    if cards & reserved:
        return "G-27", say("Only {who} may lead trumps.", who=Who(state.orderer))
    led = suit_of(only_card(cards))
    suit = HEARTS if led is None else led  # A joker is banned along with the hearts.
    return "G-11", say("{suit} may not be led while you hold another suit.", suit=Suit(suit))
