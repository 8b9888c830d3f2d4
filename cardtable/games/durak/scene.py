"""The scene that a player of Durak sees."""

from __future__ import annotations

from functools import reduce
from operator import or_

from cardtable.cards import HIDDEN, SUIT_CARDS, bits, only_card, rank_of
from cardtable.engine.moves import Move, Seat
from cardtable.engine.scene import NO_CARD, Chair, Choice, Pile, Scene
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, Ranks, Suit, Text, Who, faces, labelled, mark, say, say_as, say_count
from cardtable.games.card_facts import by_rank, descending
from cardtable.games.durak import beside
from cardtable.games.durak.cheating import accusable
from cardtable.games.durak.ranking import first_step
from cardtable.games.durak.rules import EXCHANGE, DurakRules
from cardtable.games.durak.state import NO_LIMIT, DurakState
from cardtable.games.durak.verbs import VERBS

_LABELS = {
    "attack": mark("lead {cards}"),
    "cover": mark("cover {target} with {cards}"),
    "throw": mark("throw in {cards}"),
    "add": mark("throw in {cards} and go on"),
    "transfer": mark("transfer with {cards}"),
    "show": mark("show {cards} and transfer"),
    "cheat_cover": mark("cheat: cover {target} with {cards}"),
    "cheat_transfer": mark("cheat: transfer with {cards}"),
    "accuse": mark("accuse {cards}"),
    "turn": mark("turn up the top card of the stock"),
    "exchange": mark("exchange the lowest trump for the card turned up"),
    "take": mark("take"),
    "hold": mark("not now"),
}
"""For each verb, the label of the move; a pass has two wordings."""


def scene(rules: DurakRules, seen: Observation) -> Scene:
    """The table as seen by this seat's player."""
    viewer, state = seen
    assert isinstance(state, DurakState)
    acting = viewer in state.to_act[:1]
    verb = _verb(rules, state, viewer) if acting else ""
    return Scene(
        viewer=viewer,
        title=say("Durak"),
        chairs=tuple(_chair(rules, state, viewer, seat) for seat in rules.clockwise_from[viewer]),
        piles=_piles(rules, state, viewer),
        facts=_facts(rules, state),
        choices=tuple(_choice(state, move) for move in rules.legal(state, viewer)),
        prompt=_full_prompt(rules, state, viewer),
        verb=verb,
        targets=tuple(card for card in state.attacks if state.uncovered >> card & 1) if verb == "cover" else (),
        trump=state.trump if state.trump >= 0 else None,
        arrows=beside.arrows(state),
        order=_order(rules, state),
        sections=beside.sections(rules, state, viewer),
        own=_own(rules, state, viewer),
    )


def _order(rules: DurakRules, state: DurakState) -> Text:
    """The order of the cards, trumps first, unless there is a suit that trumps do not beat (D-15)."""
    trump = state.trump if state.trump >= 0 and not rules.options.spades_only_by_spades else None
    return descending(rules, trump)


def _verb(rules: DurakRules, state: DurakState, viewer: Seat) -> str:
    if not state.attacks:
        return "attack"
    if viewer == state.defender and state.uncovered:
        return "cover"
    return "add" if rules.throws_one_by_one(state, viewer) else "throw"


def _piles(rules: DurakRules, state: DurakState, viewer: Seat) -> tuple[Pile, ...]:
    hand = state.places[viewer]
    trumps = SUIT_CARDS[state.trump] if state.trump >= 0 else 0
    table = [card for pair in zip(state.attacks, state.covers, strict=True) for card in pair]
    stock = len(state.stock)
    return (
        # Trumps are on the right, where most players hold them.
        Pile("hand", viewer, tuple(bits(hand & ~trumps) + bits(hand & trumps)), "fan", hand.bit_count()),
        Pile(
            "table",
            None,
            tuple(table),
            "pairs",
            len(table) - table.count(NO_CARD),
            say("table"),
            note=_room(rules, state),
            room=state.room if state.to_act and rules.limits(state) else 0,
        ),
        Pile(
            "stock",
            None,
            tuple([state.stock[-1], *[HIDDEN] * (stock > 1)] if stock else ()),
            "stack",
            stock,
            say("stock"),
            note=_trumps(state),
        ),
        Pile("discard", None, (), "stack", state.size(rules.discard), say("beaten")),
    )


def _chair(rules: DurakRules, state: DurakState, viewer: Seat, seat: Seat) -> Chair:
    roles = []
    if state.to_act:
        if seat == state.attacker:
            roles.append(say("attacks"))
            if state.attacker_seat != seat:
                roles.append(say("for {who}", who=Who(state.attacker_seat)))
        elif seat == state.defender:
            roles.append(say("takes") if state.taking else say("defends"))
            if state.defender_seat != seat:
                roles.append(say("for {who}", who=Who(state.defender_seat)))
        elif state.attacks and state.passed >> seat & 1:
            roles.append(say("passed"))
    marks = []
    if seat != viewer and rules.seating.side[viewer] >> seat & 1:
        marks.append(say("partner"))
    out = not state.active >> seat & 1
    if out:
        marks.append(say("out"))
    if state.losers >> seat & 1:
        marks.append(say("fool"))
    if state.caught >> seat & 1:
        marks.append(say("caught"))
    if state.barred >> seat & 1:
        marks.append(say("accused wrongly"))
    if rules.options.epaulettes == "ladder":
        marks.append(say("needs {rank}", rank=Ranks((first_step(rules.options) + state.needs[seat],))))
    return Chair(
        seat=seat,
        roles=tuple(roles),
        cards=state.size(seat),
        marks=tuple(marks),
        known=0 if seat == viewer else state.places[seat],
        acting=seat in state.to_act[:1],
        out=out,
        side=beside.side_of(rules, viewer, seat),
    )


def _facts(rules: DurakRules, state: DurakState) -> tuple[Text, ...]:
    facts = [_trumps(state)]
    room = _room(rules, state)
    if room is not None:
        facts.append(room)
    elif state.attacks and state.limit < NO_LIMIT:
        facts.append(say("attack cards {count} of {limit}", count=len(state.attacks), limit=state.limit))
    elif state.attacks:
        facts.append(say("attack cards {count}", count=len(state.attacks)))
    facts.append(say("bout {bout}", bout=state.bout))
    return tuple(facts)


def _trumps(state: DurakState) -> Text:
    return say("trumps {suit}", suit=Suit(state.trump)) if state.trump >= 0 else say("no trumps")


def _room(rules: DurakRules, state: DurakState) -> Text | None:
    """The number of cards that may still be thrown in; None if none may, or if nothing limits them."""
    if state.attacks and state.room and rules.limits(state):
        return say("room for {room} more", room=state.room)
    return None


def _own(rules: DurakRules, state: DurakState, viewer: Seat) -> tuple[Text, ...]:
    if not rules.options.cheating:
        return ()
    return (say("cheats left {count}", count=rules.options.cheats_per_deal - state.cheated[viewer]),)


def _choice(state: DurakState, move: Move) -> Choice:
    if move.verb == "pass":
        beaten = not (state.taking or state.calling or state.self_asked)
        return Choice(move, say_as("all beaten", "pass") if beaten else say("pass"))
    label = labelled(_LABELS[move.verb], cards=faces(move.cards), target=Faces((move.arg,)))
    own = 0 if move.verb == "accuse" else move.cards
    aimed = move.verb in ("cover", "cheat_cover")
    quiet = VERBS[move.verb].quiet
    return Choice(move, label, own, move.arg if aimed else None, quiet=quiet)


def _full_prompt(rules: DurakRules, state: DurakState, viewer: Seat) -> Text:
    """The prompt, with anything else this seat may do: exchange a trump (D-87), accuse out of turn (D-74)."""
    prompt = _prompt(rules, state, viewer)
    if EXCHANGE in rules.legal(state, viewer):
        return say("{prompt} You may exchange the lowest trump first.", prompt=prompt)
    if viewer in state.to_act[1:]:
        return say("{prompt} You may accuse {cards}.", prompt=prompt, cards=faces(accusable(rules, state, viewer)))
    return prompt


def _prompt(rules: DurakRules, state: DurakState, viewer: Seat) -> Text:
    if not state.to_act:
        return say("The deal is over.")
    who = state.to_act[0]
    mine = who == viewer
    defender = Who(state.defender)
    if not state.attacks:
        if not mine:
            return say("{who} attacks {target}.", who=Who(who), target=defender)
        if rules.options.lead_from_stock and state.stock:
            return say("Attack {target} from your hand, or turn up the top card of the stock.", target=defender)
        if rules.opening_most == 1:
            return say("Attack {target} with one card.", target=defender)
        if rules.opening_most == 2:
            return say("Attack {target} with a card, or with two of one rank.", target=defender)
        return say("Attack {target} with a card, or with several of one rank.", target=defender)
    ranks = by_rank(state.table_ranks)
    if state.calling:
        if not mine:
            return say("{who} may still accuse.", who=Who(who))
        return say("The bout is beaten. Accuse a card, or pass.")
    if state.self_asked:
        if not mine:
            return say("{who} may add a card against themselves.", who=Who(who))
        return say("Add a card of {ranks} against yourself, or pass.", ranks=ranks)
    if who == state.defender:
        open_cards = faces(state.uncovered)
        if not mine:
            return say("{who} has to beat {cards}.", who=Who(who), cards=open_cards)
        if rules.options.transfer and rules.transfer_ban(state) is None:
            laid, shown = rules.transfer_cards(state, viewer)
            if laid | shown:
                rank = Ranks((rank_of(only_card(state.uncovered)),))
                return say("Beat {cards}, transfer with the rank {rank}, or take.", cards=open_cards, rank=rank)
        if not any(move.cards for move in rules.legal(state, viewer)):
            return say("Nothing of yours beats {cards}: take.", cards=open_cards)
        return say("Beat {cards}, or take.", cards=open_cards)
    if not mine:
        if state.taking:
            return say("{target} takes. {who} may add cards.", who=Who(who), target=defender)
        return say("{who} may throw in.", who=Who(who))
    fitting = reduce(or_, (move.cards for move in rules.legal(state, viewer) if move.verb == "throw"), 0)
    room = min(state.room, fitting.bit_count())
    if not fitting:
        if not state.taking:
            return say_as("all beaten", "You have nothing of {ranks} to throw in: pass.", ranks=ranks)
        return say("You have nothing of {ranks} to throw in: pass.", ranks=ranks)
    if state.taking and not rules.limits(state):
        return say("{target} takes. Add cards of {ranks}, or pass.", target=defender, ranks=ranks)
    if state.taking and room == 1:
        return say("{target} takes. Add one card of {ranks}, or pass.", target=defender, ranks=ranks)
    if state.taking:
        return say_count(
            "{target} takes. Add up to {count} card of {ranks}, or pass.",
            "{target} takes. Add up to {count} cards of {ranks}, or pass.",
            room,
            target=defender,
            ranks=ranks,
        )
    if state.asking:
        return say("Throw in a card of {ranks} now, or let {target} go on.", ranks=ranks, target=defender)
    if rules.throw_most == 1 or (rules.limits(state) and room == 1):
        return say("All beaten. Throw in one card of {ranks}, or pass.", ranks=ranks)
    if not rules.limits(state):
        return say("All beaten. Throw in cards of {ranks}, or pass.", ranks=ranks)
    return say_count(
        "All beaten. Throw in up to {count} card of {ranks}, or pass.",
        "All beaten. Throw in up to {count} cards of {ranks}, or pass.",
        room,
        ranks=ranks,
    )
