"""The scene that a player of King by contracts sees."""

from __future__ import annotations

from cardtable.cards import HEARTS, HIDDEN, SUIT_CARDS, Card, Cards, bits, suit_of
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.scene import Chair, Choice, Layout, Pile, Scene
from cardtable.engine.state import Observation
from cardtable.engine.text import Suit, Text, Who, faces, say, say_as, say_count
from cardtable.games.beside import holding
from cardtable.games.card_facts import descending
from cardtable.games.king import beside
from cardtable.games.king.contracts import contract_text
from cardtable.games.king.dealing import LAST_CARD, NO_TRUMP, read_order
from cardtable.games.king.rules import KingRules
from cardtable.games.king.scoring import signed, still_counts
from cardtable.games.king.state import KingState
from cardtable.games.tricks import asked

_SUIT_ORDER = (0, 1, 3, 2)
"""Alternates black and red suits, so that a hand is easy to read."""
SHOWN = 8
"""Up to this many cards that still count are named; more are only counted."""


def scene(rules: KingRules, seen: Observation) -> Scene:
    """The table as seen by this seat's player."""
    viewer, state = seen
    assert isinstance(state, KingState)
    acting = viewer in state.to_act[:1]
    now = rules.points(state) if state.moment in ("play", "over") else ()
    chairs = tuple([_chair(rules, state, viewer, seat, now) for seat in rules.clockwise_from[viewer]])
    trick = _trick(rules, state)
    return Scene(
        viewer=viewer,
        title=say("King"),
        chairs=chairs,
        piles=_piles(rules, state, viewer, trick),
        facts=_facts(rules, state),
        choices=tuple([_choice(rules, state, viewer, move) for move in rules.legal(state, viewer)]),
        prompt=_prompt(rules, state, viewer),
        verb={"lay_out": "lay_out", "play": "play"}.get(state.moment, "") if acting else "",
        trump=state.trump if state.trump >= 0 else None,
        badge=beside.badge(rules, state),
        goal=rules.programme.low,
        order=descending(rules, state.trump if state.trump >= 0 else None),
        sections=beside.sections(rules, state, viewer, trick, now),
        announced=beside.announced(rules, state),
    )


def _in_order(state: KingState, cards: Cards) -> tuple[Card, ...]:
    """A hand in display order: by suit, low to high, trumps on the right."""

    def place(card: Card) -> tuple[bool, int, Card]:
        suit = suit_of(card)
        return (suit == state.trump, _SUIT_ORDER[HEARTS if suit is None else suit], card)

    return tuple(sorted(bits(cards), key=place))


def _piles(rules: KingRules, state: KingState, viewer: Seat, trick: Pile) -> tuple[Pile, ...]:
    hand = state.places[viewer]
    piles = [Pile("hand", viewer, _in_order(state, hand), "fan", hand.bit_count())]
    if rules.domino or state.stock:
        label = say("stock") if rules.domino else say("pack")
        piles.append(Pile("stock", None, (HIDDEN,) if state.stock else (), "stack", len(state.stock), label))
    widow = state.size(rules.aside)
    if widow:
        label = say("widow") if rules.options.widow_size else say("set aside")
        piles.append(Pile("aside", None, (HIDDEN,), "stack", widow, label))
    piles.append(trick)
    if laid_out := state.size(rules.laid_out):
        own = state.places[rules.laid_out]
        piles.append(Pile("laid_out", state.orderer, tuple(bits(own)), "stack", laid_out, say("laid out")))
    return tuple(piles)


def _trick(rules: KingRules, state: KingState) -> Pile:
    """The cards of this trick, or of the last one if the table is empty."""
    # In Domino a seat may be skipped, so the usual names under a trick would be wrong.
    layout: Layout = "row" if len(state.players) < rules.seats else "trick"
    if state.trick or not state.last:
        trick, players = state.trick, state.players
        winning = trick[rules.winner_of(trick, state.trump, state.led)] if trick else None
        return Pile(
            "trick",
            players[0] if players else None,
            trick,
            layout,
            len(trick),
            say("trick"),
            players[: len(trick)],
            winning,
        )
    last, winner = state.last, state.winners[-1]
    leader = state.winners[-2] if len(state.winners) > 1 else rules.first_leader(state)
    by = rules.clockwise_from[leader]
    if len(last) < rules.seats:
        by = tuple([seat for seat in by if state.size(seat)])
    # In Domino, if a hand ran out in that trick, it is no longer known who played which card.
    known = len(by) == len(last) and winner in by
    label = say("last trick, taken by {who}", who=Who(winner))
    return Pile(
        "last",
        leader,
        last,
        layout,
        len(last),
        label,
        by if known else (),
        last[by.index(winner)] if known else None,
    )


def _chair(rules: KingRules, state: KingState, viewer: Seat, seat: Seat, now: tuple[float, ...]) -> Chair:
    roles = []
    if seat == state.dealer:
        roles.append(say_as("a player", "deals"))
    if seat == state.orderer and (rules.programme.ordered or rules.has_trump(state.contract)):
        roles.append(say("orders"))
    # The points of this deal are a mark of their own: a narrow chair cannot fit both numbers on one line.
    marks = [say("now {points}", points=signed(now[seat]))] if now else []
    said = dict(state.bids).get(seat)
    if said is not None and state.moment in ("bid", "name"):
        marks.append(say("bids {bid}", bid=said) if said else say("passes"))
    tricks = state.winners.count(seat)
    if tricks:
        marks.append(say_count("{count} trick", "{count} tricks", tricks))
    return Chair(
        seat=seat,
        roles=tuple(roles),
        cards=state.size(seat),
        points=say("total {total}", total=signed(state.totals[seat])),
        marks=tuple(marks),
        known=0 if seat == viewer else state.places[seat],
        acting=seat in state.to_act[:1],
        out=rules.domino and state.moment == "play" and not state.size(seat),
        score=state.totals[seat],
    )


def _facts(rules: KingRules, state: KingState) -> tuple[Text, ...]:
    facts = []
    if state.penalty >= 0:
        facts.append(say("penalty suit {suit}", suit=Suit(state.penalty)))
    elif state.contract:
        facts.append(say("contract: {contract}", contract=contract_text(state.contract, state.trump)))
        if state.trump < 0 and state.moment == "play" and rules.has_trump(state.contract):
            facts.append(say("no trumps"))
    bidder, bid = state.highest_bid
    if bidder >= 0:
        facts.append(say("{who} bid {bid}", who=Who(bidder), bid=bid))
    facts += what_counts(rules, state)
    deals = rules.programme.deals
    if deals is None:
        facts.append(say("deal {number}", number=state.deal))
    else:
        facts.append(say("deal {number} of {deals}", number=state.deal, deals=deals))
    return tuple(facts)


def what_counts(rules: KingRules, state: KingState) -> list[Text]:
    """What is still to be won or lost in this deal."""
    count = rules.count(state)
    texts = []
    cards = still_counts(rules, state)
    if cards and state.moment == "play":
        if cards.bit_count() <= SHOWN:
            texts.append(say("still out: {cards}", cards=faces(cards)))
        else:
            texts.append(say_count("{count} card still counts", "{count} cards still count", cards.bit_count()))
    if count.trick:
        texts.append(say("{points} a trick", points=signed(count.trick)))
    if count.last_two:
        texts.append(say("{points} each of the last two", points=signed(count.last_two)))
    return texts


def _choice(rules: KingRules, state: KingState, viewer: Seat, move: Move) -> Choice:
    arg, hand = move.arg, state.places[viewer]
    match move.verb:
        case "play" if arg:
            label = say("lead {cards}, {suit} to be followed", cards=faces(move.cards), suit=Suit(arg - 1))
            return Choice(move, label, move.cards, suit=arg - 1, worth=holding(hand, arg - 1))
        case "play":
            return Choice(move, say("play {cards}", cards=faces(move.cards)), move.cards)
        case "lay_out":
            return Choice(move, say("lay out {cards}", cards=faces(move.cards)), move.cards)
        case "draw":
            return Choice(move, say("draw from the stock"))
        case "bid":
            paid = arg if rules.options.bid_effect == "gain" else -arg
            return Choice(move, say("bid {bid}", bid=arg), worth=beside.points(paid))
        case "name":
            return Choice(move, Text("{suit}", {"suit": Suit(arg)}), suit=arg, worth=holding(hand, arg))
        case "trump" if arg == LAST_CARD:
            return Choice(move, say("the last card"))
        case "trump" if arg == NO_TRUMP:
            return Choice(move, say("no trumps"))
        case "trump":
            return Choice(move, say("trumps {suit}", suit=Suit(arg)), suit=arg, worth=holding(hand, arg))
        case "order":
            contract, trump = read_order(arg)
            kind, worth = contract_text(contract), beside.cost(rules, contract)
            if trump == NO_TRUMP:
                return Choice(move, say("{contract}, no trumps", contract=kind), kind=kind, worth=worth)
            label = contract_text(contract, -1 if trump is None else trump)
            return Choice(move, label, suit=trump, kind=kind, worth=worth)
    return Choice(move, say("pass"))


def _prompt(rules: KingRules, state: KingState, viewer: Seat) -> Text:
    if not state.to_act:
        return say("The deal is over.")
    seat = state.to_act[0]
    if seat == DEALER:
        return say("The cards are being dealt.")
    mine = seat == viewer
    who = Who(seat)
    match state.moment:
        case "order":
            return say("Order a contract.") if mine else say("{who} orders a contract.", who=who)
        case "trump":
            if not mine:
                return say("{who} names trumps.", who=who)
            if rules.waits_for_third(state):
                return say("Name trumps by these three cards, or leave them to your last one.")
            return say("Name trumps.")
        case "bid":
            if not mine:
                return say("{who} bids or passes.", who=who)
            return say("Bid more than {bid} for naming the penalty suit, or pass.", bid=state.highest_bid[1])
        case "name":
            return say("Name the penalty suit.") if mine else say("{who} names the penalty suit.", who=who)
        case "lay_out":
            return say("Lay out two cards.") if mine else say("{who} lays out two cards.", who=who)
    if not state.trick:
        return say("Lead a card.") if mine else say("{who} leads.", who=who)
    if not mine:
        return say("{who} plays.", who=who)
    if not rules.playable(state, viewer):
        return say("You cannot follow: draw from the stock.")
    if state.led < 0:
        return say("Play any card.")
    hand = state.places[viewer]
    trumps = SUIT_CARDS[state.trump] if state.trump >= 0 else 0
    return asked(state.led, hand & rules.tricks.follow[state.led], rules.playable(state, viewer), hand, trumps)
