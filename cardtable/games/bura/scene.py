"""The scene that a player of Bura sees."""

from __future__ import annotations

from cardtable.cards import HIDDEN, SUIT_CARDS, Cards, bits
from cardtable.engine.moves import Move, Seat
from cardtable.engine.scene import Chair, Choice, Pile, Scene
from cardtable.engine.state import Observation
from cardtable.engine.text import Suit, Text, Who, faces, mark, say, say_count
from cardtable.games.bura import beside
from cardtable.games.bura.beating import ACES
from cardtable.games.bura.drawing import due
from cardtable.games.bura.options import FOUR_ENDS, MOLODKA, MOSCOW
from cardtable.games.bura.rules import BuraRules
from cardtable.games.bura.state import BURA, CALLS, CLAIMS, DRAWING, LEAD, OVER, REPLIES, BuraState
from cardtable.games.bura.verbs import VERBS
from cardtable.games.bura.words import NAMES
from cardtable.games.card_facts import descending

LAYS = {LEAD: "lead", REPLIES: "reply"}
"""The meaning of laying cards at each moment."""
LABELS = {
    "lead": mark("lead {cards}"),
    "reply": mark("lay {cards}"),
    "claim": mark("claim {target} points"),
    "bura": mark("say bura"),
    "silent": mark("say nothing"),
    "draw": mark("draw a card"),
    "pretend_draw": mark("pretend to draw"),
    "wait": mark("wait"),
    "begin": mark("begin the next trick"),
}
ANNOUNCEMENTS = {
    MOLODKA: mark("announce molodka: {cards}"),
    MOSCOW: mark("announce Moscow: {cards}"),
    FOUR_ENDS: mark("announce four ends: {cards}"),
}


def scene(rules: BuraRules, seen: Observation) -> Scene:
    """The table as seen by this seat's player."""
    viewer, state = seen
    assert isinstance(state, BuraState)
    # A claim is last in the list of moves, so that pressing Enter never makes one: a wrong claim is a fault (B-17).
    moves = sorted(rules.legal(state, viewer), key=lambda move: move.verb == "claim")
    choices = tuple(_choice(rules, state.places[viewer], move) for move in moves)
    if state.moment == CALLS and viewer == state.leader and viewer not in state.to_act:
        # W2 is asking a seat. To the others the table looks as if it were the leader's turn already (B-15, B-16).
        state = state.copy()
        state.moment, state.to_act = LEAD, (viewer,)
    return Scene(
        viewer=viewer,
        title=say("Bura"),
        chairs=tuple(_chair(rules, state, viewer, seat) for seat in rules.clockwise_from[viewer]),
        piles=_piles(rules, state, viewer),
        facts=_facts(rules, state),
        choices=choices,
        prompt=_prompt(rules, state, viewer),
        verb=LAYS.get(state.moment, "") if viewer in state.to_act else "",
        trump=state.trump,
        badge=beside.badge(rules, state),
        goal=beside.goal(rules),
        low_is_good=rules.by_penalties,
        order=descending(rules, state.trump),
        sections=beside.sections(rules, state),
    )


def _chair(rules: BuraRules, state: BuraState, viewer: Seat, seat: Seat) -> Chair:
    roles = []
    if state.moment != OVER and seat == state.leader:
        roles.append(say("leads"))
    if state.moment == REPLIES and seat == state.owner:
        roles.append(say("takes so far"))
    marks = []
    if state.tricks[seat]:
        marks.append(say_count("{count} trick", "{count} tricks", state.tricks[seat]))
    marks += [NAMES[kind] for caller, kind in state.announced if caller == seat]
    if seat in rules.open_seats:
        marks.append(say("open cards"))
    score = beside.score(rules, state, seat)
    if rules.by_penalties:
        marks.append(say_count("{count} penalty point", "{count} penalty points", score or 0))
    elif score is not None:
        marks.append(say_count("{count} deal won", "{count} deals won", score))
    points = rules.count(state, seat) if rules.options.show_counts or state.moment == OVER else None
    # Players check for themselves who is due to draw: a player may only have pretended to draw.
    acting = seat in state.to_act[:1] and (state.moment != DRAWING or seat == viewer)
    return Chair(
        seat=seat,
        roles=tuple(roles),
        cards=state.size(seat),
        points=None if points is None else say_count("{count} point", "{count} points", points),
        marks=tuple(marks),
        known=0 if seat == viewer else state.places[seat],
        open=state.places[seat] if seat in rules.open_seats else 0,
        acting=acting,
        score=score,
    )


def _piles(rules: BuraRules, state: BuraState, viewer: Seat) -> tuple[Pile, ...]:
    hand = state.places[viewer]
    trumps = SUIT_CARDS[state.trump]
    stock = state.stock
    return (
        # Sorted by suit, since leads are of one suit; trumps are on the right.
        Pile("hand", viewer, tuple(_by_suit(hand & ~trumps) + bits(hand & trumps)), "fan", hand.bit_count()),
        *(_play(rules, state, step, cards) for step, cards in enumerate(state.plays)),
        Pile("stock", None, (stock[-1], stock[0])[: len(stock)] if stock else (), "stack", len(stock), say("stock")),
        Pile("taken", None, (), "stack", _taken(rules, state), say("taken by all")),
    )


def _taken(rules: BuraRules, state: BuraState) -> int:
    """The number of cards in all tricks, face-down cards included (B-27)."""
    places = range(rules.taken, rules.under + rules.seats if rules.hides else rules.under)
    return sum(map(state.size, places))


def _by_suit(cards: Cards) -> list[int]:
    return [card for suit in SUIT_CARDS for card in bits(cards & suit)]


def _play(rules: BuraRules, state: BuraState, step: int, cards: Cards) -> Pile:
    """One player's cards in the current or last trick, marked if they were just drawn (B-22)."""
    seat = rules.clockwise_from[state.starter][step]
    fresh = cards & state.fresh
    who = Who(seat)
    if state.down >> seat & 1:
        label = say("{who}: face down", who=who)
        size = state.best.bit_count()
        laid = tuple(_by_suit(cards)) if cards.bit_count() == size else (HIDDEN,) * size
        return Pile(f"play{step}", seat, laid, "row", size, label, (seat,) * size)
    if not fresh:
        label = say("{who}", who=who)
    elif fresh == cards:
        label = say("{who}: drawn", who=who)
    else:
        label = say("{who}: drawn {cards}", who=who, cards=faces(fresh))
    laid, by = tuple(_by_suit(cards)), (seat,) * cards.bit_count()
    return Pile(f"play{step}", seat, laid, "row", len(laid), label, by, beside.winning(rules, state, seat))


def _facts(rules: BuraRules, state: BuraState) -> tuple[Text, ...]:
    facts = [say("trumps {suit}", suit=Suit(state.trump))]
    if state.moment == REPLIES:
        facts.append(say("to beat {cards}", cards=faces(state.best)))
    elif state.plays and state.winner >= 0:
        facts.append(say("last trick: {who}", who=Who(state.winner)))
    if rules.by_penalties:
        facts.append(say("{limit} penalty points lose", limit=rules.options.penalty_limit))
    else:
        facts.append(say("{target} points win", target=rules.options.target))
    return tuple(facts)


def _choice(rules: BuraRules, hand: Cards, move: Move) -> Choice:
    if move.verb == "announce":
        shown = hand & ACES if move.arg == MOSCOW else hand
        return Choice(move, Text(ANNOUNCEMENTS[move.arg], {"cards": faces(shown)}))
    label = LABELS[move.verb]
    if move.cards:
        return Choice(move, Text(label, {"cards": faces(move.cards)}), move.cards)
    facts = {"target": rules.options.target} if move.verb == "claim" else {}
    # The right to claim exists after every trick, so it is not asked for: claiming has a key, and Enter goes on (B-14).
    return Choice(move, Text(label, facts), quiet=VERBS[move.verb].quiet)


def _prompt(rules: BuraRules, state: BuraState, viewer: Seat) -> Text:
    if state.moment == OVER:
        return say("The deal is over.")
    who = Who(state.to_act[0])
    if state.moment == DRAWING:
        return _drawing_prompt(rules, state, viewer)
    if viewer not in state.to_act:
        match state.moment:
            case "lead":
                return say("{who} leads.", who=who)
            case "replies":
                return say("{who} has to beat {cards}.", who=who, cards=faces(state.best))
            case "claims":
                return say("{who} may claim.", who=who)
            case _:
                return say("The others may speak before the lead.")
    if state.moment == CLAIMS:
        return say("Go on, or claim that you have {target} points.", target=rules.options.target)
    if state.moment == BURA:
        return say("You hold {cards}: say bura, or say nothing.", cards=faces(state.places[viewer]))
    if state.moment == CALLS:
        return say("Announce what you hold and lead, or say nothing.")
    if state.moment == LEAD:
        if rules.whole_lead and state.announced:
            return say("Lead the whole combination.")
        return say("Lead a card, or several of one suit.")
    return say_count(
        "Beat {cards}, or throw any card.",
        "Beat {cards} one by one, or throw any {count} cards.",
        state.best.bit_count(),
        cards=faces(state.best),
    )


def _drawing_prompt(rules: BuraRules, state: BuraState, viewer: Seat) -> Text:
    next_seat = due(rules, state)
    if viewer == next_seat:
        return say("It is your turn to draw.")
    if next_seat < 0 and viewer == state.leader:
        return say("Begin the next trick; drawing now would be a fault.")
    return say("Cards are drawn: draw only in your turn.")
