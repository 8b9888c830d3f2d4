"""The scene that a player of 101 sees."""

from __future__ import annotations

from cardtable.cards import HIDDEN, RANKS, bits, suit_of
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import BY_DEALER
from cardtable.engine.scene import Chair, Choice, Pile, Scene
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, Ranks, Suit, Text, Who, faces, labelled, mark, say, say_as, say_count
from cardtable.games.beside import holding
from cardtable.games.one_oh_one import beside, scoring
from cardtable.games.one_oh_one.options import GUARD
from cardtable.games.one_oh_one.rules import OneOhOneRules
from cardtable.games.one_oh_one.state import ANSWER, CHAIN, COVER, MAY, NAME, OneOhOneState
from cardtable.games.one_oh_one.tables import SIXES

WARNED = 50
"""The table shows how many actions are left when this few remain before the guard of O-26."""
SUIT_NAMES = (mark("spades"), mark("hearts"), mark("diamonds"), mark("clubs"))
"""An ordered suit is spelled out in commands, and shown by its sign elsewhere."""

_LABELS = {
    "play": mark("lay {cards}"),
    "cover": mark("cover with {cards}"),
    "order": mark("order {suit}"),
    "draw": mark("draw"),
    "pass": mark("pass"),
    "skip": mark("miss the turn"),
    "take": mark("take the cards"),
    "decline": mark("leave the ace open"),
    "dump": mark("lay the whole hand"),
}
"""For each verb, the label of the move; "order" is the dealer's naming of a suit (O-05)."""
_NAMING = {"play": mark("lay {cards} and order {suit}"), "cover": mark("cover with {cards} and order {suit}")}
"""The labels for moves that also name a suit."""


def scene(rules: OneOhOneRules, seen: Observation) -> Scene:
    """The table as seen by this seat's player."""
    viewer, state = seen
    assert isinstance(state, OneOhOneState)
    acting = viewer in state.to_act
    lays = acting and state.step != NAME and bool(state.places[viewer] & state.fits)
    chairs = tuple(_chair(rules, state, viewer, seat) for seat in rules.clockwise_from[viewer])
    return Scene(
        viewer=viewer,
        title=say("101"),
        chairs=chairs,
        piles=_piles(rules, state, viewer),
        facts=_facts(rules, state),
        choices=tuple(_choice(state, viewer, move) for move in rules.legal(state, viewer)),
        prompt=_prompt(rules, state, viewer),
        verb=("cover" if state.step == COVER else "play") if lays else "",
        badge=beside.badge(rules, state),
        goal=rules.options.limit,
        low_is_good=True,
        sections=beside.sections(rules, state, chairs),
        own=_own(rules, state, viewer),
    )


def _piles(rules: OneOhOneRules, state: OneOhOneState, viewer: Seat) -> tuple[Pile, ...]:
    hand = state.places[viewer]
    # Suits together, because a suit is followed most often; cards that order a suit are on the right.
    order = sorted(bits(hand & ~rules.order_cards), key=lambda card: (suit_of(card), card))
    return (
        Pile("hand", viewer, (*order, *bits(hand & rules.order_cards)), "fan", hand.bit_count()),
        # A pile that was turned over is known card by card: everybody has seen its order.
        Pile("stock", None, state.stock[::-1], "stack", len(state.stock), _stock_label(state)),
        Pile("pile", None, state.pile, "stack", len(state.pile), _pile_label(state)),
    )


def _stock_label(state: OneOhOneState) -> Text:
    """Labels a face-up stock, so that it does not look like a second pile."""
    if state.stock and state.stock[0] != HIDDEN:
        return say("stock {count}, turned over", count=len(state.stock))
    return say("stock")


def _pile_label(state: OneOhOneState) -> Text:
    if state.ordered < 0:
        return say("pile")
    return say("pile {count}, ordered {suit}", count=len(state.pile), suit=Suit(state.ordered))


def _chair(rules: OneOhOneRules, state: OneOhOneState, viewer: Seat, seat: Seat) -> Chair:
    out = not state.active >> seat & 1
    roles = []
    if state.to_act and not out:
        if seat == state.turn:
            if state.again:
                roles.append(say("moves again"))
            elif state.drawn:
                roles.append(say("has drawn"))
        if seat == state.dealer:
            roles.append(say_as("a player", "deals"))
    marks = []
    if out:
        marks.append(say("out"))
    elif seat == state.winner:
        marks.append(say("won the deal"))
    total = state.totals[seat]
    if not state.to_act and not out:
        # Hands are open once the deal is over.
        total = scoring.score(rules.options, state).totals[seat]
    return Chair(
        seat=seat,
        roles=tuple(roles),
        cards=state.size(seat),
        points=say("{count} of {limit}", count=total, limit=rules.options.limit),
        marks=tuple(marks),
        known=0 if seat == viewer else state.places[seat],
        acting=seat in state.to_act,
        out=out,
        score=total,
    )


def _facts(rules: OneOhOneRules, state: OneOhOneState) -> tuple[Text, ...]:
    facts = []
    if state.ordered >= 0:
        facts.append(say("ordered {suit}", suit=Suit(state.ordered)))
    elif rules.ace_is_open(state):
        facts.append(say("open ace {suit}", suit=Suit(rules.ace_suit(state))))
    elif state.pile:
        facts.append(say("top {card}", card=Faces(state.pile[-1:])))
    facts.append(say("limit {limit}", limit=rules.options.limit))
    if state.to_act and state.actions >= GUARD - WARNED:
        facts.append(say("moves left {count}", count=GUARD - state.actions))
    return tuple(facts)


def _own(rules: OneOhOneRules, state: OneOhOneState, viewer: Seat) -> tuple[Text, ...]:
    if not state.to_act:
        return ()
    points = scoring.card_points(rules.options, state.places[viewer])
    return (say_count("{count} point in hand", "{count} points in hand", points),)


def _choice(state: OneOhOneState, viewer: Seat, move: Move) -> Choice:
    verb = "order" if move.verb == "play" and state.step == NAME else move.verb
    source = _NAMING.get(verb, _LABELS[verb]) if move.arg else _LABELS[verb]
    suit = move.arg - 1
    label = labelled(source, cards=faces(move.cards), suit=Suit(suit))
    own = 0 if verb == "order" else move.cards
    if not move.arg:
        return Choice(move, label, own)
    worth = holding(state.places[viewer] & ~move.cards, suit)
    return Choice(move, label, own, suit=suit, worth=worth)


def _prompt(rules: OneOhOneRules, state: OneOhOneState, viewer: Seat) -> Text:
    if not state.to_act:
        return say("The deal is over.")
    if state.to_act == BY_DEALER:
        return say("The pile is being shuffled.")
    who = Who(state.turn)
    mine = state.turn == viewer
    if state.step == NAME:
        opened = Faces(state.pile)
        if not mine:
            return say("{who} names a suit for {cards}.", who=who, cards=opened)
        return say("Your last card, {cards}, is your first move: order a suit.", cards=opened)
    if state.step == ANSWER:
        if not mine:
            return say("{who} needs an ace, or misses the turn.", who=who)
        if state.places[viewer] & state.fits:
            return say("Lay an ace: no other card goes now.")
        return say("You hold no ace and miss the turn.")
    if state.step == CHAIN:
        return _chain(rules, state, viewer)
    if state.step == COVER:
        suit = Suit(rules.ace_suit(state))
        if not mine:
            return say("{who} may cover the ace with a card of {suit}.", who=who, suit=suit)
        return say("Cover the ace with a card of {suit} and order another suit, or leave it open.", suit=suit)
    if not state.pile:
        if not mine:
            return say("{who} leads.", who=who)
        return say("You lead: lay any card.")
    if not mine:
        return _other_turn(state, who)
    return _own_turn(rules, state, viewer)


def _chain(rules: OneOhOneRules, state: OneOhOneState, viewer: Seat) -> Text:
    """The prompt after a seven; only the player asked is told whether they hold one."""
    count = beside.chain_draws(rules, state)
    if state.turn != viewer:
        return say_count(
            "{who} lays a seven, or takes {count} card.",
            "{who} lays a seven, or takes {count} cards.",
            count,
            who=Who(state.turn),
        )
    if state.places[viewer] & state.fits:
        return say_count("Lay a seven, or take {count} card.", "Lay a seven, or take {count} cards.", count)
    return say_count("You hold no seven: take {count} card.", "You hold no seven: take {count} cards.", count)


def _other_turn(state: OneOhOneState, who: Who) -> Text:
    if state.ordered >= 0:
        return say("{who} has to follow the suit ordered: {name}.", who=who, name=Text(SUIT_NAMES[state.ordered]))
    if state.again:
        return say("{who} moves again on their own {card}.", who=who, card=Faces(state.pile[-1:]))
    return say("{who} plays on {card}.", who=who, card=Faces(state.pile[-1:]))


def _own_turn(rules: OneOhOneRules, state: OneOhOneState, viewer: Seat) -> Text:
    if not state.places[viewer] & state.fits:
        if state.drawn:
            return say("What you have drawn does not fit: pass.")
        if not rules.can_draw(state):
            return say("Nothing fits and nothing can be drawn: pass.")
        if not state.places[viewer]:
            if SIXES >> state.pile[-1] & 1:
                return say("A six may not be your last card: draw.")
            return say("A nine may not be your last card: draw.")
        return say("Nothing fits: draw.")
    if state.drawn:
        return say("Lay a card that fits, or pass.") if state.drawn == MAY else say("Lay the card that you have drawn.")
    if state.ordered >= 0:
        rank = Ranks((RANKS.index(rules.options.order_rank),))
        name = Text(SUIT_NAMES[state.ordered])
        return say("The suit ordered is {name}: lay one of it, or a {rank}.", name=name, rank=rank)
    if rules.ace_is_open(state):
        suit = Suit(rules.ace_suit(state))
        return say("Lay a card on the open ace; one of {suit} orders another suit.", suit=suit)
    top = Faces(state.pile[-1:])
    if state.again:
        return say("Move again, on your own {card}.", card=top)
    if any(move.verb == "draw" for move in rules.legal(state, viewer)):
        return say("Lay a card that fits on {card}, or draw one.", card=top)
    return say("Lay a card that fits on {card}.", card=top)
