"""The scene that a player of the Palace Ladder sees."""

from __future__ import annotations

from cardtable.cards import HIDDEN, PACK, SUIT_CARDS, SUITS, Card, bits
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.scene import NO_CARD, Chair, Choice, Pile, Scene
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, Suit, Text, Who, faces, labelled, mark, say, say_as, say_count
from cardtable.games.beside import holding
from cardtable.games.card_facts import by_rank, descending
from cardtable.games.palace import beside, course
from cardtable.games.palace.refusals import table_ranks
from cardtable.games.palace.rules import PalaceRules
from cardtable.games.palace.state import IN_BOUT, JOKERS, PalaceState
from cardtable.games.palace.words import CHORE

_LABELS = {
    "vote": mark("say {suit}"),
    "trump": mark("name {suit}"),
    "choose": mark("attack {who}"),
    "attack": mark("attack with {cards}"),
    "cover": mark("cover {target} with {cards}"),
    "joker": mark("play {cards}: {suit} are trumps"),
    "joker_cover": mark("cover {target} with the joker"),
    "take": mark("take"),
    "throw": mark("throw in {cards}"),
    "pass": mark("pass"),
    "ask": mark("ask the king for leave"),
    "allow": mark("allow it"),
    "refuse": mark("refuse it"),
    "show": mark("show {cards} to {who}"),
}


def scene(rules: PalaceRules, seen: Observation) -> Scene:
    """The table as seen by this seat's player, with the seats in ladder order (G-53)."""
    viewer, state = seen
    assert isinstance(state, PalaceState)
    order = state.ladder or tuple(range(rules.seats))
    at = order.index(viewer)
    verb = _verb(rules, state, viewer) if viewer in state.to_act[:1] else ""
    return Scene(
        viewer=viewer,
        title=say("Palace Ladder"),
        chairs=tuple(_chair(rules, state, viewer, seat) for seat in order[at:] + order[:at]),
        piles=_piles(rules, state, viewer),
        facts=_facts(rules, state),
        choices=tuple(_choice(rules, state, viewer, move) for move in rules.legal(state, viewer)),
        prompt=_full_prompt(rules, state, viewer),
        verb=verb,
        targets=tuple(card for card in state.attacks if state.uncovered >> card & 1) if verb == "cover" else (),
        trump=state.trump if state.trump >= 0 else None,
        arrows=beside.arrows(state),
        badge=beside.badge(rules, state),
        order=descending(rules, state.trump if state.trump >= 0 else None),
        sections=beside.sections(rules, state),
    )


def _verb(rules: PalaceRules, state: PalaceState, viewer: Seat) -> str:
    """The meaning of playing a card for the seat that is asked; empty for a seat that has to ask for leave."""
    if state.moment == "throw" and rules.must_ask(state, viewer):
        return ""
    return {"attack": "attack", "defend": "cover", "throw": "throw"}.get(state.moment, "")


def _piles(rules: PalaceRules, state: PalaceState, viewer: Seat) -> tuple[Pile, ...]:
    hand = state.places[viewer]
    trumps = SUIT_CARDS[state.trump] if state.trump >= 0 else 0
    in_order = sorted(bits(hand & ~trumps), key=_twins_together) + sorted(bits(hand & trumps), key=_twins_together)
    table = [card for pair in zip(state.attacks, state.covers, strict=True) for card in pair]
    piles = [
        Pile("hand", viewer, tuple(in_order), "fan", hand.bit_count()),
        Pile("table", None, tuple(table), "pairs", len(table) - table.count(NO_CARD), say("table")),
    ]
    if state.jokers:
        piles.append(Pile("jokers", None, state.jokers, "row", len(state.jokers), say("jokers")))
    if state.stock:
        label = say("not taken up") if state.owners else say("pack")
        piles.append(Pile("stock", None, (HIDDEN,), "stack", len(state.stock), label))
    piles.append(Pile("discard", None, (), "stack", state.size(rules.discard), say("beaten")))
    return tuple(piles)


def _twins_together(card: Card) -> tuple[int, Card]:
    """Sorts hands from several packs by face."""
    return card % PACK, card


def _chair(rules: PalaceRules, state: PalaceState, viewer: Seat, seat: Seat) -> Chair:
    roles = [rules.place_titles[state.ladder.index(seat)]] if state.ladder else []
    in_bout = state.to_act and state.bout
    if in_bout and seat == state.attacker:
        roles.append(say("attacks"))
    elif in_bout and seat == state.defender:
        roles.append(say("takes") if state.taking else say("defends"))
    elif state.moment in IN_BOUT and state.leave >> seat & 1:
        roles.append(say("has leave"))
    elif state.moment in IN_BOUT and state.no_leave >> seat & 1:
        roles.append(say("refused"))
    if not state.ladder and seat == state.dealer:
        roles.append(say_as("a player", "deals"))
    marks = []
    if state.moment == "vote" and state.votes[seat] >= 0:
        marks.append(say("says {suit}", suit=Suit(state.votes[seat])))
    cards = state.size(seat) + state.owners.count(seat)
    out = state.bout > 0 and not cards
    if out:
        marks.append(say("out"))
    if state.fell == seat:
        marks.append(say("falls"))
    return Chair(
        seat=seat,
        roles=tuple(roles),
        cards=cards,
        marks=tuple(marks),
        known=0 if seat == viewer else state.places[seat],
        acting=seat in state.to_act[:1],
        out=out,
        titled=bool(state.ladder),
    )


def _facts(rules: PalaceRules, state: PalaceState) -> tuple[Text, ...]:
    if state.trump < 0:
        facts = [say("no trumps yet")]
    else:
        facts = [say("trumps {suit}", suit=Suit(state.trump))]
    if state.attacks:
        facts.append(say("attack cards {count}", count=len(state.attacks)))
        if state.room:
            facts.append(say("room for {room} more", room=state.room))
    if state.bout:
        facts.append(say("bout {bout}", bout=state.bout))
    before = 0 if state.first_hand else rules.hands_before
    return (*facts, rules.deal_name(before + state.played + 1))


def _choice(rules: PalaceRules, state: PalaceState, viewer: Seat, move: Move) -> Choice:
    """A move as it is offered; offences (G-63) and secret shows (G-66) are hidden until looked for."""
    verb = move.verb
    if verb in course.CHORES:
        chore = CHORE[course.CHORES.index(verb)]
        if viewer == state.to_act[0] and verb == state.moment:
            return Choice(move, chore)
        return Choice(move, say("{chore}, without a right to it", chore=chore), quiet=True)
    if verb == "pass" and not state.taking:
        return Choice(move, say_as("all beaten", "pass"))
    label = _LABELS[verb]
    suit = move.arg - (verb == "joker")
    said = labelled(label, cards=faces(move.cards), target=Faces((move.arg,)), who=Who(move.arg), suit=Suit(suit))
    named = suit if "{suit}" in label and 0 <= suit < len(SUITS) else None
    hand = state.places[viewer]
    # The suit of the first hand is named before any card is dealt (G-51).
    worth = holding(hand, named) if named is not None and hand else None
    if verb == "choose":
        worth = rules.place_titles[state.ladder.index(move.arg)]
    target = move.arg if verb == "cover" else None
    return Choice(move, said, move.cards, target, named, quiet=verb == "show", worth=worth)


def _full_prompt(rules: PalaceRules, state: PalaceState, viewer: Seat) -> Text:
    """The prompt; it does not suggest offences, which are only in the list of moves (G-63)."""
    if not state.to_act:
        return say("The deal is over.")
    who = state.to_act[0]
    if who == DEALER:
        return say("The suit of the first hand is drawn at random.")
    return _own_prompt(rules, state, viewer) if who == viewer else _other_prompt(state, who)


def _other_prompt(state: PalaceState, seat: Seat) -> Text:
    who, moment = Who(seat), state.moment
    if moment in course.CHORES:
        return say("{who} has to do this: {chore}.", who=who, chore=CHORE[course.CHORES.index(moment)])
    target = Who(max(state.defender, 0))
    match moment:
        case "vote":
            return say("{who} says a suit for the first hand.", who=who)
        case "trump":
            return say("The king {who} looks at the cards and names trumps.", who=who)
        case "choose":
            return say("{who} chooses whom to attack.", who=who)
        case "attack":
            return say("{who} attacks {target}.", who=who, target=target)
        case "defend" | "joker":
            return say("{who} has to beat {cards}.", who=who, cards=faces(state.uncovered))
        case "leave":
            return say("The king {who} may allow {target} to throw in.", who=who, target=Who(state.asking[0]))
    if state.taking:
        return say("{target} takes. {who} may add cards.", who=who, target=target)
    return say("{who} may throw in.", who=who)


def _own_prompt(rules: PalaceRules, state: PalaceState, viewer: Seat) -> Text:
    moment = state.moment
    if moment in course.CHORES:
        return say("It is for you to do: {chore}.", chore=CHORE[course.CHORES.index(moment)])
    target = Who(max(state.defender, 0))
    match moment:
        case "vote":
            return say("Say a suit: its cards give the places of the court.")
        case "trump":
            return say("You are king: name the trump suit.")
        case "choose":
            return say("Whom do you attack?")
        case "attack" if rules.options.multi_card_attack:
            return say("Attack {target} with a card, or with several of one rank.", target=target)
        case "attack":
            return say("Attack {target} with one card.", target=target)
        case "defend" if state.places[viewer] & JOKERS:
            return say("Beat {cards}, name new trumps by a joker, or take.", cards=faces(state.uncovered))
        case "defend" if not any(move.cards for move in rules.legal(state, viewer)):
            return say("Nothing of yours beats {cards}: take.", cards=faces(state.uncovered))
        case "defend":
            return say("Beat {cards}, or take.", cards=faces(state.uncovered))
        case "joker":
            return say("Which card does your joker cover?")
        case "leave":
            return say("{who} asks for leave to throw in.", who=Who(state.asking[0]))
    return _throw_prompt(rules, state, viewer)


def _throw_prompt(rules: PalaceRules, state: PalaceState, viewer: Seat) -> Text:
    ranks, target = by_rank(table_ranks(state).ranks), Who(state.defender)
    if not rules.throwable(state, viewer):
        if not state.taking:
            return say_as("all beaten", "You have nothing of {ranks} to throw in: pass.", ranks=ranks)
        return say("You have nothing of {ranks} to throw in: pass.", ranks=ranks)
    if rules.must_ask(state, viewer) and state.no_leave >> viewer & 1:
        if not state.taking:
            return say_as("all beaten", "The king has refused you: pass.")
        return say("The king has refused you: pass.")
    if rules.must_ask(state, viewer):
        if not state.taking:
            return say_as("all beaten", "Ask the king for leave to throw in a card of {ranks}, or pass.", ranks=ranks)
        return say("Ask the king for leave to throw in a card of {ranks}, or pass.", ranks=ranks)
    if state.taking:
        return say("{target} takes. Add a card of {ranks}, or pass.", target=target, ranks=ranks)
    return say_count(
        "All beaten. Throw in a card of {ranks}, or pass: there is room for {count}.",
        "All beaten. Throw in a card of {ranks}, or pass: there is room for {count}.",
        state.room,
        ranks=ranks,
    )
