"""Positions of Durak: the facts of a deal as texts, and a deal put down from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.cards import HIDDEN, RANK_MATES, SUITS, BadCard, Card, Cards, card_text, cards_of, parse_card, suit_of
from cardtable.engine.draft import BadPosition, Draft, FactReader, parse_seat, seat_text
from cardtable.engine.moves import Seat
from cardtable.engine.rules import Facts
from cardtable.engine.scene import NO_CARD
from cardtable.games.durak.state import NO_LIMIT, DurakStanding, DurakState

if TYPE_CHECKING:
    from cardtable.games.durak.rules import DurakRules

FORM = """\
Durak (every fact but the last three may be expected too):
  trump = "h"                the trump suit; "none": no trumps; needed unless turn_up is given
  turn_up = "6h"             the card that fixed trumps; with a stock it lies at its end (some trump unless given)
  table = "8s/9s 9d"         8s covered by 9s, and 9d open
  attacker = "P0"            P, the principal attacker; P0 unless given - but in bout 1 with an empty table he is
                             found by D-09 to D-11
  defender = "P1"            follows from the attacker
  opener = "P0"              who opened the bout, when the attack was transferred since
  bout = 2                   1 is the first bout of the deal; 2 unless given
  first_deal = true          the first deal of the match
  beaten_once = false        a bout of this deal has been beaten
  taking = false             the defender has said that he takes
  asking = ["P2", "P3"]      who is still asked after a take, or in a window of throw_timing
  word = "P2"                who has the word when everything is covered
  passed = ["P0"]            who has passed in this bout
  thrower = "P2"             who threw in last in this bout
  shown = ["P1 8h"]          travel cards shown in their scope
  out = ["P2"]               who has left, in finishing order
  dealer = "P2"              the last seat unless given
  idle_takes = 0             bouts taken in a row without a draw (D-37)
only expected: limit (L of D-13 in this bout), room (cap), throwers (E), draw_order, fool, drawn
only put down:
  previous = "fool P2, first P0"   how the deal before ended, for the first attacker of this one (or "drawn")
  open = "8h 9c"             cards in hands that everybody has seen
  discard = "6s 6d"          cards known to be beaten off; what lies nowhere else is added when the stock is given
"""


def facts(rules: DurakRules, state: DurakState) -> Facts:
    """The public facts of a deal, under the names of `FORM`."""

    def seats(numbers: tuple[Seat, ...] | list[Seat]) -> list[str]:
        return [seat_text(seat) for seat in numbers]

    def seat_or_none(seat: Seat) -> str:
        return seat_text(seat) if seat >= 0 else "none"

    word = not state.taking and not state.asking and not state.uncovered and state.attacks and state.to_act
    return {
        "trump": SUITS[state.trump] if state.trump >= 0 else "none",
        "turn_up": card_text(state.turn_up) if state.turn_up >= 0 else "none",
        "table": table_text(state),
        "attacker": seat_text(state.attacker),
        "defender": seat_text(state.defender),
        "opener": seat_text(state.opener),
        "bout": state.bout,
        "first_deal": state.first_deal,
        "beaten_once": state.beaten_once,
        "taking": state.taking,
        "asking": seats(state.asking),
        "word": seat_text(state.to_act[0]) if word else "none",
        "passed": [seat_text(seat) for seat in range(rules.seats) if state.passed >> seat & 1],
        "thrower": seat_or_none(state.thrower),
        "shown": [f"{seat_text(seat)} {card_text(card)}" for seat, card in state.shown],
        "out": seats(state.out),
        "dealer": seat_text(state.dealer),
        "idle_takes": state.idle_takes,
        "limit": state.limit if state.limit < NO_LIMIT else "none",
        "room": state.room,
        "throwers": seats(rules.throwers(state)),
        "draw_order": seats(rules.draw_order(state)),
        "fool": seat_or_none(state.fool),
        "drawn": not state.to_act and state.fool < 0,
    }


def table_text(state: DurakState) -> str:
    """`"8s/9s 9d"`: 8s covered by 9s, and 9d open."""
    return " ".join(
        card_text(attack) if cover == NO_CARD else f"{card_text(attack)}/{card_text(cover)}"
        for attack, cover in zip(state.attacks, state.covers, strict=True)
    )


def _parse_table(text: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    attacks, covers = [], []
    for word in text.split():
        attack, _, cover = word.partition("/")
        try:
            attacks.append(parse_card(attack))
            covers.append(parse_card(cover) if cover else NO_CARD)
        except BadCard as error:
            raise BadPosition(f"table: {error}") from None
    return tuple(attacks), tuple(covers)


def _parse_cards(text: str, where: str) -> Cards:
    try:
        return cards_of(parse_card(word) for word in text.split())
    except BadCard as error:
        raise BadPosition(f"{where}: {error}") from None


def put_down(rules: DurakRules, draft: Draft, facts: FactReader) -> DurakState:
    """The deal that these cards and facts describe. Raises BadPosition."""
    seats = rules.seats
    attacks, covers = _parse_table(facts.text("table", ""))
    on_table = (*attacks, *(card for card in covers if card != NO_CARD))
    if len(set(on_table)) < len(on_table):
        raise BadPosition("table: a card is named twice")
    draft.use(cards_of(on_table), "table")
    discard = _parse_cards(facts.text("discard", ""), "discard")
    draft.use(discard, "discard")
    out = facts.seat_list("out") or ()
    for seat in out:
        if draft.hands[seat] or draft.unknown[seat]:
            raise BadPosition(f"out: {seat_text(seat)} is out, but holds cards")
        draft.unknown[seat] = 0
    trump, turn_up = _trump(rules, draft, facts)
    hands, stock = draft.fill()

    state = rules.new_state([*hands, 0, 0, 0], stock, facts.seat("dealer", seats - 1))
    assert state.known is not None
    state.places[rules.table] = cards_of(on_table)
    state.places[rules.discard] = discard | draft.left_over
    state.trump, state.turn_up = trump, turn_up
    public = cards_of(on_table) | state.places[rules.discard] | _parse_cards(facts.text("open", ""), "open")
    if turn_up >= 0:
        public |= 1 << turn_up
    state.first_deal = facts.flag("first_deal", True)
    state.beaten_once = facts.flag("beaten_once", False)
    state.idle_takes = facts.number("idle_takes", 0)
    state.shown = tuple(_shown(text, seats) for text in facts.texts("shown"))
    public |= cards_of(card for _, card in state.shown)
    state.known = [known | public for known in state.known]
    empty = tuple(seat for seat in range(seats) if not hands[seat] and seat not in out)
    state.out = out
    if not stock or rules.options.leave_when == "hand_empty":
        state.out += empty
    state.active = sum(1 << seat for seat in range(seats) if seat not in state.out)
    if not state.active:
        raise BadPosition("hands: nobody holds a card")
    state.bout = facts.number("bout", 2, least=1)
    _seat_players(rules, state, facts, bool(attacks))
    rules.set_limit(state)
    _lay_table(rules, state, attacks, covers)
    rules.set_room(state)
    _call_on(rules, state, facts)
    return state


def _trump(rules: DurakRules, draft: Draft, facts: FactReader) -> tuple[int, Card]:
    """The trump suit and the turn-up, which is put at the end of the stock."""
    suit_name = facts.text("trump", "", (*SUITS, "none"))
    name = facts.text("turn_up", "")
    turn_up: Card = -1
    stock = draft.stock
    if name and name != "none":
        turn_up = next(iter([parse_card(name)])) if _is_card(name) else -1
        if turn_up < 0:
            raise BadPosition(f"turn_up: {name!r} is no card")
    elif stock and stock[-1] != HIDDEN:
        turn_up = stock[-1]
    trump = SUITS.index(suit_name) if suit_name not in ("", "none") else -1
    if not suit_name:
        if turn_up < 0:
            raise BadPosition('trump: there must be a trump suit, such as trump = "h", or "none"')
        trump = -1 if (suit := suit_of(turn_up)) is None else suit
    elif turn_up >= 0 and trump >= 0 and suit_of(turn_up) != trump:
        raise BadPosition(f"turn_up: {card_text(turn_up)} is no trump, trump is {suit_name}")
    if stock == [] or trump < 0:
        return trump, turn_up
    if turn_up < 0:
        turn_up = draft.take(lambda card: suit_of(card) == trump, "turn_up")
    elif not draft.used >> turn_up & 1:
        draft.use(1 << turn_up, "turn_up")
    elif not (stock and stock[-1] == turn_up):
        # It has been drawn: some hand or the table holds it, so the stock must be gone.
        raise BadPosition(f"turn_up: {card_text(turn_up)} lies elsewhere, so stock must be 0")
    if stock is None:
        draft.last = turn_up
    else:
        stock[-1] = turn_up
    return trump, turn_up


def _is_card(name: str) -> bool:
    try:
        parse_card(name)
    except BadCard:
        return False
    return True


def _shown(text: str, seats: int) -> tuple[Seat, Card]:
    name, _, card = text.partition(" ")
    if not _is_card(card):
        raise BadPosition(f'shown: {text!r} is no seat and card such as "P1 8h"')
    return parse_seat(name, seats, "shown"), parse_card(card)


def _seat_players(rules: DurakRules, state: DurakState, facts: FactReader, table_laid: bool) -> None:
    """Attacker, defender and opener, given or found by D-09 to D-12."""
    previous = facts.text("previous", "")
    if facts.has("attacker"):
        state.attacker = facts.seat("attacker", 0)
    elif state.bout == 1 and not table_laid:
        standing = _previous(rules, previous)
        facts.seat("attacker", 0)
        rules.choose_opener(state, standing, None)
    else:
        state.attacker = facts.seat("attacker", 0)
    if not state.active >> state.attacker & 1 and not table_laid:
        raise BadPosition(f"attacker: {seat_text(state.attacker)} is out and cannot open")
    state.defender = facts.seat("defender", rules.next_seat(state, state.attacker))
    if state.defender == state.attacker:
        raise BadPosition(f"defender: {seat_text(state.defender)} cannot attack himself")
    state.opener = facts.seat("opener", state.attacker)


def _previous(rules: DurakRules, text: str) -> DurakStanding:
    """The standing after a deal that ended as `"fool P2, first P0"` or `"drawn"` says."""
    standing = rules.start()
    if not text:
        return standing
    found: dict[str, Seat] = {}
    if text != "drawn":
        for part in text.split(","):
            name, _, seat = part.strip().partition(" ")
            if name not in ("fool", "first"):
                raise BadPosition(f'previous: {text!r} is neither "drawn" nor such as "fool P2, first P0"')
            found[name] = parse_seat(seat, rules.seats, "previous")
    return DurakStanding(
        deals=1, fools=standing.fools, firsts=standing.firsts, fool=found.get("fool"), first=found.get("first")
    )


def _lay_table(rules: DurakRules, state: DurakState, attacks: tuple[Card, ...], covers: tuple[Card, ...]) -> None:
    for attack, cover in zip(attacks, covers, strict=True):
        state.ranks |= RANK_MATES[attack]
        if cover == NO_CARD:
            state.uncovered |= 1 << attack
            continue
        state.ranks |= RANK_MATES[cover]
        if not rules.beats(state.trump, cover, attack):
            raise BadPosition(f"table: {card_text(cover)} does not beat {card_text(attack)}")
    state.attacks, state.covers = attacks, covers
    open_cards, hand = state.uncovered.bit_count(), state.places[state.defender].bit_count()
    if open_cards > hand:
        raise BadPosition(
            f"table: {open_cards} open attack cards, but the defender {seat_text(state.defender)} holds {hand} cards"
        )


def _call_on(rules: DurakRules, state: DurakState, facts: FactReader) -> None:
    """Whose turn it is, by the facts of the bout."""
    state.taking = facts.flag("taking", False)
    state.passed = sum(1 << seat for seat in facts.seat_list("passed") or ())
    state.thrower = facts.seat("thrower", -1)
    asking = facts.seat_list("asking")
    word = facts.seat("word", -1)
    if not state.attacks:
        if state.taking or asking or word >= 0:
            raise BadPosition("table: it is empty, so nobody takes or throws in")
        state.to_act = (state.attacker,)
    elif state.taking or asking:
        state.asking = tuple(rules.throwers(state)) if asking is None else asking
        rules.ask(state, None)
    elif word >= 0:
        if state.uncovered:
            raise BadPosition("word: nobody has it while an attack card is open")
        state.to_act = (word,)
    elif state.uncovered:
        state.to_act = (state.defender,)
    else:
        rules.give_word(state, None)
