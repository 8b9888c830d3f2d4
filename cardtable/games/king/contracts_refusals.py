"""Why a move of King by contracts is refused: the rule and the sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.cards import PACK, SUIT_CARDS, Cards
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import BY_DEALER, RuleBroken, no_such_move
from cardtable.engine.text import Suit, Text, Who, faces, say
from cardtable.games.king.contracts import JOKERS, KING
from cardtable.games.king.contracts_dealing import (
    LAID_OUT,
    LAST_CARD,
    NO_TRUMP,
    ORDER_WORDS,
    TRUMP_WORDS,
    highest,
    read_order,
)

if TYPE_CHECKING:
    from cardtable.games.king.contracts_rules import KingContracts
    from cardtable.games.king.contracts_state import ContractsState

VERBS = {
    "order": ("order",),
    "trump": ("trump",),
    "bid": ("bid", "pass"),
    "name": ("name",),
    "lay_out": ("lay_out",),
    "play": ("play", "draw"),
}
"""By moment what may be done."""


def why_not(rules: KingContracts, state: ContractsState, seat: Seat, move: Move) -> RuleBroken | None:
    """Why this seat may not make this move; None exactly when it is legal."""
    if not state.to_act:
        return RuleBroken("G-13", say("The deal is over."))
    if move.verb not in rules.verbs:
        return no_such_move()
    if state.to_act == BY_DEALER:
        return RuleBroken("G-05", say("The cards are being dealt."))
    if state.to_act[0] != seat:
        return RuleBroken("G-06", say("It is {who}'s turn.", who=Who(state.to_act[0])))
    if move in rules.legal(state, seat):
        return None
    if move.verb not in VERBS[state.moment]:
        return _wrong_moment(state)
    match move.verb:
        case "order":
            return _order(rules, state, seat, move)
        case "trump":
            return _trump(move)
        case "bid":
            return _bid(rules, state, move)
        case "lay_out":
            return _lay_out(rules, state, seat, move)
        case "draw":
            return _draw(rules, state, seat)
        case "play":
            return _play(rules, state, seat, move)
    return RuleBroken("G-30", say("Say that without cards."))


def _wrong_moment(state: ContractsState) -> RuleBroken:
    told: dict[str, tuple[str, Text]] = {
        "order": ("G-22", say("First a contract is ordered.")),
        "trump": ("G-25", say("First trumps are named.")),
        "bid": ("G-30", say("Bid a number, or pass.")),
        "name": ("G-30", say("First the penalty suit is named.")),
        "lay_out": ("G-24", say("First two cards are laid out.")),
        "play": ("G-06", say("Play a card.")),
    }
    return RuleBroken(*told[state.moment])


def _order(rules: KingContracts, state: ContractsState, seat: Seat, move: Move) -> RuleBroken:
    if move.cards or not 0 <= move.arg < len(ORDER_WORDS):
        return RuleBroken("G-22", say("That is no contract."))
    contract, trump = read_order(move.arg)
    if contract not in rules.programme.contracts:
        return RuleBroken("G-22", say("This contract is not played here."))
    left = rules.programme.left(state.ordered[seat], rules.options.order_sequence == "listed")
    if contract not in left:
        if rules.options.order_sequence == "listed":
            return RuleBroken("G-22", say("The contracts are ordered in the order of the list."))
        return RuleBroken("G-22", say("You have ordered this contract as often as you may."))
    if trump is None:
        return RuleBroken("G-25", say("Name the trump suit with this contract."))
    if trump == NO_TRUMP and rules.has_trump(contract) and rules.orders_seeing:
        return RuleBroken("G-25", say("There must be a trump suit."))
    if not rules.orders_seeing:
        return RuleBroken("G-22", say("The contract is ordered before the deal, without trumps."))
    return RuleBroken("G-25", say("No trumps are named in this contract."))


def _trump(move: Move) -> RuleBroken:
    if move.cards or not 0 <= move.arg < len(TRUMP_WORDS):
        return RuleBroken("G-25", say("That is no trump suit."))
    if move.arg == LAST_CARD:
        return RuleBroken("G-26", say("The last card names trumps only in a praise, at the third card."))
    return RuleBroken("G-25", say("There must be a trump suit."))


def _bid(rules: KingContracts, state: ContractsState, move: Move) -> RuleBroken:
    if move.cards:
        return RuleBroken("G-30", say("Say that without cards."))
    if move.arg > rules.options.bid_max:
        return RuleBroken("G-30", say("The highest bid is {most}.", most=rules.options.bid_max))
    return RuleBroken("G-30", say("Bid more than {bid}, or pass.", bid=highest(state)[1]))


def _lay_out(rules: KingContracts, state: ContractsState, seat: Seat, move: Move) -> RuleBroken:
    hand = state.places[seat]
    counting = hand & rules.not_laid_out(state)
    if move.arg or move.cards & ~hand or move.cards.bit_count() != LAID_OUT:
        return RuleBroken("G-24", say("Lay out two of your cards."))
    if (hand & ~counting).bit_count() >= LAID_OUT:
        return RuleBroken("G-24", say("{cards} may not be laid out: that counts.", cards=faces(move.cards & counting)))
    return RuleBroken("G-24", say("First lay out what does not count: {cards}.", cards=faces(hand & ~counting)))


def _draw(rules: KingContracts, state: ContractsState, seat: Seat) -> RuleBroken:
    if not rules.domino:
        return RuleBroken("G-28", say("Nobody draws in this game."))
    if not state.trick:
        return RuleBroken("G-28", say("Nobody draws to lead."))
    if state.places[seat] & rules.tricks.follow[state.led]:
        return RuleBroken("G-28", say("You can follow suit, so you may not draw."))
    if not state.stock:
        return RuleBroken("G-28", say("The stock is empty."))
    return RuleBroken("G-28", say("Draw without laying a card."))


def _play(rules: KingContracts, state: ContractsState, seat: Seat, move: Move) -> RuleBroken:
    hand = state.places[seat]
    cards = move.cards
    if not cards or cards & (cards - 1):
        return RuleBroken("G-06", say("Play one card."))
    if cards & ~hand or cards >> PACK:
        return RuleBroken("G-06", say("You do not hold {cards}.", cards=faces(cards & rules.all_cards)))
    if cards & rules.playable(state, seat):
        return _suit_of_joker(rules, state, cards)
    if not state.trick:
        return _lead(rules, state, seat, hand, cards)
    following = hand & rules.tricks.follow[state.led]
    if following:
        return RuleBroken("G-07", say("Follow suit: {cards}.", cards=faces(following)))
    if rules.domino and state.stock:
        return RuleBroken("G-28", say("You cannot follow: draw from the stock."))
    trumps_first = not rules.options.king_before_trump and rules.tricks.owed_trumps(state, hand)
    if rules.playable(state, seat) == 1 << KING and rules.count(state).forced and not trumps_first:
        return RuleBroken("G-12", say("You cannot follow, so you must play the king of hearts."))
    trumps = hand & SUIT_CARDS[state.trump]
    if rules.options.must_overtrump and cards & trumps:
        return RuleBroken("G-15", say("Play a trump that is higher than the one in the trick."))
    return RuleBroken("G-15", say("You cannot follow, so you must play a trump."))


def _suit_of_joker(rules: KingContracts, state: ContractsState, cards: Cards) -> RuleBroken:
    """The card may be played, but not so: with a suit that it does not need, or without one."""
    if rules.options.joker_play == "free" and not state.trick and cards & JOKERS:
        return RuleBroken("G-29", say("Name the suit that is to be followed."))
    return RuleBroken("G-29", say("Only a joker that is led names a suit."))


def _lead(rules: KingContracts, state: ContractsState, seat: Seat, hand: Cards, cards: Cards) -> RuleBroken:
    reserved = rules.tricks.reserved(state, seat)
    if cards & JOKERS and rules.options.joker_play == "void_only":
        return RuleBroken("G-29", say("A joker may be led only from a hand of jokers."))
    if cards & reserved:
        return RuleBroken("G-27", say("Only {who} may lead trumps.", who=Who(state.orderer)))
    suit = state.penalty if state.penalty >= 0 else 1
    return RuleBroken("G-11", say("{suit} may not be led while you hold another suit.", suit=Suit(suit)))
