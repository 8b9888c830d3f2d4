"""Refusals of 101 moves: the rule that the move breaks, and a sentence saying how."""

from __future__ import annotations

from typing import Final

from cardtable.cards import RANKS, SUIT_CARDS, bits, only_card, rank_of, suit_of
from cardtable.engine.moves import Move, Seat
from cardtable.engine.refusals import aimed, not_held, nothing_chosen, other_turn, several, with_cards
from cardtable.engine.rules import BY_DEALER, Reason
from cardtable.engine.text import Faces, Ranks, Suit, faces, listed, say
from cardtable.games.one_oh_one.rules import OneOhOneRules
from cardtable.games.one_oh_one.state import ANSWER, CHAIN, COVER, MAY, NAME, OneOhOneState
from cardtable.games.one_oh_one.tables import QUEENS

_CALLED: Final = {
    "2": say("a two"),
    "3": say("a three"),
    "4": say("a four"),
    "5": say("a five"),
    "6": say("a six"),
    "7": say("a seven"),
    "8": say("an eight"),
    "9": say("a nine"),
    "T": say("a ten"),
    "J": say("a jack"),
    "Q": say("a queen"),
    "K": say("a king"),
    "A": say("an ace"),
}
"""A card of each rank, as named in a request."""


def reason(rules: OneOhOneRules, state: OneOhOneState, seat: Seat, move: Move) -> Reason:
    """The rule and the sentence for refusing an illegal move."""
    verb = move.verb
    if state.to_act == BY_DEALER:
        return "O-11", say("The pile is being shuffled.")
    if seat != state.to_act[0]:
        return other_turn("O-06", state.to_act[0])
    if verb in ("play", "cover"):
        return _wrong_verb(state, verb) or _lay(rules, state, seat, move)
    if bare := with_cards("O-08", move) or aimed("O-08", move):
        return bare
    match verb:
        case "draw":
            return _draw(rules, state)
        case "pass":
            return _pass(state, seat)
        case "dump":
            return _dump(rules, state, seat)
        case "skip" if state.step == ANSWER:
            return "O-18", say("You hold an ace and must lay it.")
        case "skip":
            return "O-18", say("A turn is missed only because of an ace.")
        case "take":
            return "O-34", say("Nothing is to be taken: there is no seven for you to answer.")
        case _:
            return "O-21", say("There is no ace of yours to leave open.")


def _wrong_verb(state: OneOhOneState, verb: str) -> Reason | None:
    """Refuses the wrong verb: only playing on one's own English ace is called covering (O-21)."""
    if verb == "cover" and state.step != COVER:
        return "O-21", say("Only who has just laid an ace may cover it so; lay a card instead.")
    if verb == "play" and state.step == COVER:
        return "O-21", say("Cover your ace with a card of its suit, or leave it open.")
    return None


def _lay(rules: OneOhOneRules, state: OneOhOneState, seat: Seat, move: Move) -> Reason:
    """Refuses these cards, or the suit named with them."""
    hand = state.places[seat]
    return (
        nothing_chosen("O-08", move)
        or _name_a_suit(state)
        or not_held("O-08", hand, move)
        or several("O-08", move)
        or (_wrong_suit(rules, state, hand, move) if move.cards & state.fits else _does_not_fit(rules, state, move))
    )


def _name_a_suit(state: OneOhOneState) -> Reason | None:
    """Refuses a card when the dealer only has to name a suit for the one already on the pile (O-05)."""
    if state.step != NAME:
        return None
    return "O-05", say("Name a suit for {cards}, which you have opened.", cards=Faces(state.pile))


def _does_not_fit(rules: OneOhOneRules, state: OneOhOneState, move: Move) -> Reason:
    cards = faces(move.cards)
    top = state.pile[-1]
    suit = suit_of(top)
    assert suit is not None
    on = Faces((top,))
    order = _order_rank(rules)
    if state.step == ANSWER:
        return "O-18", say("Only an ace answers {top}.", top=on)
    if state.step == CHAIN:
        return "O-34", say("Only a seven answers {top}; or take the cards for it.", top=on)
    if state.step == COVER:
        return "O-21", say("{cards} is no card of {suit}, the suit of the ace.", cards=cards, suit=Suit(suit))
    if state.ordered >= 0:
        ordered = Suit(state.ordered)
        return "O-08", say(
            "{cards} does not fit: {suit} is ordered; lay that suit or a {rank}.", cards=cards, suit=ordered, rank=order
        )
    if QUEENS >> top & 1 and rules.options.queen_follow == "king_or_jack":
        return "O-22", say("On a queen goes the king of its suit or a jack; {cards} is neither.", cards=cards)
    if not state.fits & ~SUIT_CARDS[suit]:
        return "O-08", say("{cards} does not fit on {top}: lay {suit}.", cards=cards, top=on, suit=Suit(suit))
    other = state.fits & ~SUIT_CARDS[suit]
    *some, last = [_CALLED[RANKS[rank]] for rank in sorted({rank_of(card) for card in bits(other)})]
    fits = listed([say("a card of {suit}", suit=Suit(suit)), *some])
    return "O-08", say(
        "{cards} does not fit on {top}: lay {fits} or {last}.", cards=cards, top=on, fits=fits, last=last
    )


def _order_rank(rules: OneOhOneRules) -> Ranks:
    return Ranks((RANKS.index(rules.options.order_rank),))


def _wrong_suit(rules: OneOhOneRules, state: OneOhOneState, hand: int, move: Move) -> Reason:
    """Refuses a fitting card because its suit is missing, not needed, or the wrong one (O-13, O-20, O-21)."""
    card = only_card(move.cards)
    cards = faces(move.cards)
    orders = bool(rules.order_cards & move.cards)
    covers = state.step == COVER or (rules.ace_is_open(state) and suit_of(card) == rules.ace_suit(state))
    rule = "O-21" if covers and not orders else "O-13"
    if hand == move.cards:
        return rule, say("With the last card no suit is named.")
    if not orders and not covers:
        return "O-13", say("{cards} orders no suit.", cards=cards)
    if 1 <= move.arg <= len(SUIT_CARDS):
        return rule, say("With {cards} another suit than that of the ace is ordered.", cards=cards)
    return rule, say("Say which suit {cards} orders.", cards=cards)


def _other_moment(state: OneOhOneState) -> Reason | None:
    """Refuses drawing and passing at moments that allow neither."""
    if state.step == NAME:
        return "O-05", say("Name the suit for the card that you have opened.")
    if state.step == ANSWER:
        return "O-18", say("An ace is answered by an ace, or the turn is missed.")
    if state.step == CHAIN:
        return "O-34", say("A seven is answered by a seven, or its cards are taken.")
    if state.step == COVER:
        return "O-21", say("Cover your ace or leave it open.")
    return None


def _draw(rules: OneOhOneRules, state: OneOhOneState) -> Reason:
    other = _other_moment(state)
    if other is not None:
        return other
    if state.drawn:
        return "O-09" if state.drawn == MAY else "O-10", say("You have drawn: lay what fits, or pass.")
    if not rules.can_draw(state):
        if rules.options.recycle == "none":
            return "O-11", say("The stock is empty, and the pile stays where it is.")
        return "O-10", say("There is nothing to draw.")
    if not state.pile:
        return "O-09", say("You lead: lay any card.")
    if rules.options.draw_when_able:
        return "O-09", say("You have drawn by choice in this turn already: lay a card that fits.")
    return "O-09", say("You hold a card that fits and must lay one.")


def _pass(state: OneOhOneState, seat: Seat) -> Reason:
    other = _other_moment(state)
    if other is not None:
        return other
    if not state.places[seat] & state.fits:
        return "O-12", say("Draw first.")
    if not state.pile:
        return "O-12", say("You lead: lay any card.")
    if state.drawn:
        return "O-12", say("The card that you have drawn fits and must be laid.")
    return "O-12", say("You hold a card that fits and must lay one.")


def _dump(rules: OneOhOneRules, state: OneOhOneState, seat: Seat) -> Reason:
    hand, rank = state.places[seat], _order_rank(rules)
    if not rules.options.queens_together:
        return "O-23", say("At this table cards are laid one by one.")
    if state.step == ANSWER:
        return "O-23", say("Not in answer to an ace.")
    if state.step == CHAIN:
        return "O-23", say("Not in answer to a seven.")
    other = _other_moment(state)
    if other is not None:
        return other
    if hand & ~rules.order_cards or not hand & (hand - 1):
        return "O-23", say("Only two or more cards of {rank}, and no others, may be laid at once.", rank=rank)
    if state.drew:
        return "O-23", say("You have drawn in this turn: cards are laid one by one.")
    return "O-23", say("None of these cards fits.")
