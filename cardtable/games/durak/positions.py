"""Positions of Durak: sets a deal up from its cards and facts."""

from __future__ import annotations

import dataclasses
import re

from cardtable.cards import (
    DIAMONDS,
    HIDDEN,
    RANK_MATES,
    RANKS,
    SUITS,
    BadCard,
    Card,
    Cards,
    card_text,
    cards_of,
    cards_text,
    parse_card,
    parse_cards,
    suit_of,
)
from cardtable.engine.draft import BadPosition, Draft, FactReader, parse_seat, seat_text
from cardtable.engine.fact_texts import read_bout
from cardtable.engine.moves import Seat
from cardtable.engine.scene import NO_CARD
from cardtable.games.durak import cheating, dealing
from cardtable.games.durak.ranking import first_step
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.seating import NOBODY, Place
from cardtable.games.durak.state import GUARD, NO_LIMIT, DurakStanding, DurakState, Transfer


def put_down(rules: DurakRules, draft: Draft, facts: FactReader) -> DurakState:
    """Sets up the deal that these cards and facts describe. Raises BadPosition."""
    seats = rules.seats
    attacks, covers = read_bout(facts, "table")
    on_table = (*attacks, *(card for card in covers if card != NO_CARD))
    draft.use(cards_of(on_table), "table")
    discard = cards_of(facts.cards("discard"))
    draft.use(discard, "discard")
    out = facts.seat_list("out") or ()
    for seat in out:
        if draft.hands[seat] or draft.unknown[seat]:
            raise BadPosition("out: {seat} is out, but holds cards", seat=seat_text(seat))
        draft.unknown[seat] = 0
    trump, turn_up = _trump(rules, draft, facts)
    hands, stock = draft.fill()

    standing = _previous(rules, facts)
    dealer = seats - 1 if standing.dealer is None else standing.dealer
    state = dealing.new_state(rules, [*hands, 0, 0, cards_of(stock)], stock, facts.seat("dealer", dealer))
    assert state.known is not None
    state.places[rules.table] = cards_of(on_table)
    state.places[rules.discard] = discard | draft.left_over
    state.trump, state.turn_up = trump, turn_up
    public = cards_of(on_table) | state.places[rules.discard] | facts.held("open", sum(hands))
    if turn_up >= 0:
        public |= 1 << turn_up
    state.first_deal = facts.flag("first_deal", True)
    state.beaten_once = facts.flag("beaten_once", False)
    state.idle_takes = facts.number("idle_takes", 0, 0, GUARD - 1)
    state.shown = tuple(_shown(rules, state, text) for text in facts.texts("shown"))
    public |= cards_of(card for _, card in state.shown)
    state.known = [known | public for known in state.known]
    _note_cheats(rules, state, facts)
    _empty_hands(rules, state, facts, out, covers)
    state.bout = facts.number("bout", 2, 1, 999)
    _seat_players(rules, state, facts, standing, bool(attacks))
    _set_limit(rules, state, facts)
    _lay_table(rules, state, attacks, covers)
    rules.set_room(state)
    _note_marks(rules, state, facts)
    state.needs = _needs(rules, facts)
    state.to_act = state.parts.to_defend
    _call_on(rules, state, facts)
    if rules.options.cheating:
        cheating.call_accusers(rules, state)
    return state


def _empty_hands(
    rules: DurakRules, state: DurakState, facts: FactReader, out: tuple[Seat, ...], covers: tuple[Card, ...]
) -> None:
    """Sets which players are out, and which may still draw (D-08, D-33)."""
    # An undone transfer can leave more uncovered cards than the defender holds; they then take, even with none (D-74).
    open_to = state.caught if NO_CARD in covers else 0
    if NO_CARD in covers and rules.options.hand_limit == "off":
        # Nor does a defender leave before the end of the bout if the hand sets no limit (D-89).
        open_to |= 1 << _attacked(rules, facts, out)
    empty = tuple(
        seat for seat in range(rules.seats) if not state.places[seat] and seat not in out and not open_to >> seat & 1
    )
    waits = bool(state.stock) and rules.options.leave_when == "stock_empty"
    emptied = facts.seat_list("emptied") or ()
    for seat in emptied:
        if seat not in empty or not waits:
            raise BadPosition("emptied: {seat} has no empty hand that the stock may fill", seat=seat_text(seat))
    emptied += tuple(seat for seat in empty if seat not in emptied)
    state.emptied, state.out = (emptied, out) if waits else ((), out + emptied)
    state.active = sum(1 << seat for seat in range(rules.seats) if seat not in state.out)
    if not state.active:
        raise BadPosition("hands: nobody holds a card")


def _attacked(rules: DurakRules, facts: FactReader, out: tuple[Seat, ...]) -> Seat:
    """The defender, found before it is known who else has left in this bout."""
    attacker = facts.seat("attacker", 0)
    place = Place(attacker, facts.seat("attacker_seat", attacker))
    active = sum(1 << seat for seat in range(rules.seats) if seat not in out)
    defender = facts.seat("defender", rules.seating.defender(active, place).player)
    return defender if defender >= 0 else attacker


def _set_limit(rules: DurakRules, state: DurakState, facts: FactReader) -> None:
    """Sets L of this bout as it was at the start of the bout, or as it is after a take (D-13, D-24)."""
    state.taking = facts.flag("taking", False)
    found = []
    # If the bout was opened with the last card of the stock, it began with a stock of one (D-76).
    for stock in (state.stock, (HIDDEN,)):
        state.stock, kept = stock, state.stock
        rules.set_limit(state)
        state.stock = kept
        if state.taking and rules.options.first_limit_on_take == "lift":
            state.limit = state.most
        found.append((state.limit, state.most))
    limits = {str(limit) if limit < NO_LIMIT else "none": (limit, most) for limit, most in reversed(found)}
    usual = next(text for text, both in limits.items() if both == found[0])
    state.limit, state.most = limits[facts.text("limit", usual, tuple(limits))]


def _trump(rules: DurakRules, draft: Draft, facts: FactReader) -> tuple[int, Card]:
    """The trump suit and the turn-up, which is put at the end of the stock."""
    diamonds = rules.options.trump_source == "diamonds"
    suit_name = facts.text("trump", "", ("d",) if diamonds else (*SUITS, "none"))
    named = facts.card("turn_up")
    if diamonds:
        # No card is turned up: the last card of the stock is face down (D-66).
        if named >= 0:
            raise BadPosition("turn_up: no card is turned up in this game, in which diamonds are always trumps")
        return DIAMONDS, -1
    stock = draft.stock
    last = stock[-1] if stock and stock[-1] != HIDDEN else None
    turn_up: Card = named if named >= 0 or last is None else last
    if stock and last is not None and turn_up != last:
        raise BadPosition(
            "turn_up: {turn_up} should be the last card of the stock, which is {last}",
            turn_up=card_text(turn_up),
            last=card_text(last),
        )
    if not suit_name and turn_up < 0:
        raise BadPosition('trump: there must be a trump suit, such as trump = "h", or "none"')
    fixed = rules.trump_of(turn_up) if turn_up >= 0 else None
    trump = fixed if not suit_name else SUITS.index(suit_name) if suit_name != "none" else -1
    assert trump is not None
    if fixed is not None and trump != fixed:
        raise BadPosition(
            "trump: {suit_name} does not go with the turn-up {turn_up}", suit_name=suit_name, turn_up=card_text(turn_up)
        )
    if stock == []:
        return trump, turn_up
    if turn_up < 0:
        if not any(rules.trump_of(card) == trump for card in rules.deck):
            return trump, turn_up
        turn_up = draft.take(lambda card: rules.trump_of(card) == trump, "turn_up")
    elif not draft.used >> turn_up & 1:
        draft.use(1 << turn_up, "turn_up")
    elif last != turn_up:
        # It has been drawn: some hand or the table holds it, so the stock must be gone.
        raise BadPosition("turn_up: {turn_up} lies elsewhere, so stock must be 0", turn_up=card_text(turn_up))
    if stock is None:
        draft.last = turn_up
    else:
        stock[-1] = turn_up
    return trump, turn_up


def _shown(rules: DurakRules, state: DurakState, text: str) -> tuple[Seat, Card]:
    name, _, word = text.partition(" ")
    seat = parse_seat(name, rules.seats, "shown")
    try:
        card = parse_card(word)
    except BadCard:
        raise BadPosition('shown: {text!r} is no seat and card such as "P1 8h"', text=text) from None
    if suit_of(card) != state.trump:
        raise BadPosition("shown: {card} is no trump", card=card_text(card))
    if rules.options.travel_scope == "bout" and not (state.places[seat] | state.places[rules.table]) >> card & 1:
        raise BadPosition("shown: {seat} does not hold {card}", seat=seat_text(seat), card=card_text(card))
    return seat, card


def _seat_players(
    rules: DurakRules, state: DurakState, facts: FactReader, standing: DurakStanding, table_laid: bool
) -> None:
    """Sets attacker, defender and opener, as given or by D-09 to D-12."""
    by_lot = state.bout == 1 and not table_laid and not facts.has("attacker")
    if by_lot and not any(state.places[: rules.seats]):
        raise BadPosition("hands: nobody holds a card, so nobody can open the first bout")
    player = facts.seat("attacker", dealing.choose_opener(rules, state, standing, None) if by_lot else 0)
    if not state.active >> player & 1 and not table_laid:
        raise BadPosition("attacker: {attacker} is out and cannot open", attacker=seat_text(player))
    # A defender who beat everything with their last card has left, but a false cover may still come back (D-74).
    left = 0 if table_laid and state.calling else ~state.active
    if not ~left & ~rules.seating.side[player] & (1 << rules.seats) - 1:
        raise BadPosition("hands: nobody holds cards against {attacker}", attacker=seat_text(player))
    seating = rules.seating
    attacker = Place(player, facts.seat("attacker_seat", player))
    found = seating.defender(state.active, attacker)
    player = facts.seat("defender", found.player)
    defender = Place(player, facts.seat("defender_seat", found.seat if player == found.player else player))
    for (player, seat), name in ((attacker, "attacker_seat"), (defender, "defender_seat")):
        if player != seat and (state.active >> seat & 1 or not seating.side[player] >> seat & 1):
            raise BadPosition(
                "{name}: {player} cannot act from {seat}", name=name, player=seat_text(player), seat=seat_text(seat)
            )
    if defender == NOBODY or (seating.side[attacker.player] | left) >> defender.player & 1:
        raise BadPosition(
            "defender: {defender} cannot defend against {attacker}",
            defender=seat_text(defender.player),
            attacker=seat_text(attacker.player),
        )
    if not table_laid:
        for player, name in ((attacker.player, "attacker"), (defender.player, "defender")):
            if not state.places[player]:
                raise BadPosition(
                    "{name}: {seat} holds no cards, and a bout is about to begin", name=name, seat=seat_text(player)
                )
    state.parts = rules.parts(attacker, defender, facts.seat("opener", attacker.player))


def _previous(rules: DurakRules, facts: FactReader) -> DurakStanding:
    """The standing after the previous deal, given as `previous = "fool P2, first P0"` or `"drawn"`."""
    standing = rules.start()
    if not facts.has("previous"):
        return standing
    text = " ".join(facts.words("previous", "fool P2, first P0"))
    found: dict[str, Seat | None] = {"fool": None, "first": None}
    for part in [] if text == "drawn" else text.split(","):
        name, _, seat = part.strip().partition(" ")
        if name not in found:
            raise BadPosition('previous: {text!r} is neither "drawn" nor such as "fool P2, first P0"', text=text)
        found[name] = parse_seat(seat, rules.seats, "previous")
    dealer = found["fool"] if rules.options.next_dealer == "loser" else None
    return dataclasses.replace(standing, deals=1, dealer=dealer, fool=found["fool"], first=found["first"])


def _needs(rules: DurakRules, facts: FactReader) -> tuple[int, ...]:
    """Reads `needs = "6 7 6"`: the rank of the epaulette each player needs next (D-72)."""
    words = facts.words("needs", "6 7")
    if not words:
        return (0,) * rules.seats
    first = first_step(rules.options)
    if len(words) != rules.seats or any(word not in RANKS[first:] for word in words):
        raise BadPosition(
            "needs: {given!r} is not possible; allowed: {seats} ranks of {ranks}",
            given=" ".join(words),
            seats=rules.seats,
            ranks=RANKS[first:],
        )
    return tuple(RANKS.index(word) - first for word in words)


def _note_cheats(rules: DurakRules, state: DurakState, facts: FactReader) -> None:
    """Sets cheats used, players caught or barred in this bout, and the last call (D-73, D-74, D-75)."""
    spent = facts.has("cheated")
    state.cheated = facts.numbers("cheated", 0, 0, 999)
    state.caught = sum(1 << seat for seat in facts.seat_list("caught") or ())
    state.barred = sum(1 << seat for seat in facts.seat_list("barred") or ())
    state.calling = facts.seat_list("calling") or ()
    if not rules.options.cheating and (spent or state.caught or state.barred or state.calling):
        raise BadPosition("cheated: nobody cheats in this game; cheating=true is needed")


def _lay_table(rules: DurakRules, state: DurakState, attacks: tuple[Card, ...], covers: tuple[Card, ...]) -> None:
    for attack, cover in zip(attacks, covers, strict=True):
        state.ranks |= RANK_MATES[attack]
        if cover == NO_CARD:
            state.uncovered |= 1 << attack
            continue
        state.ranks |= RANK_MATES[cover]
        if not rules.beats(state.trump, cover, attack) and not rules.options.cheating:
            raise BadPosition("table: {cover} does not beat {attack}", cover=card_text(cover), attack=card_text(attack))
    state.attacks = attacks
    pairs = zip(attacks, covers, strict=True)
    state.covered = tuple((attack, 1 << cover) for attack, cover in pairs if cover != NO_CARD)
    if len(attacks) > state.limit:
        raise BadPosition(
            "table: {count} attack cards, but a bout has {limit} here at most", count=len(attacks), limit=state.limit
        )
    open_cards, hand = state.uncovered.bit_count(), state.places[state.defender].bit_count()
    limited = rules.options.hand_limit == "on"
    if limited and open_cards > hand and not state.caught >> state.defender & 1:
        raise BadPosition(
            "table: {open_cards} open attack cards, but the defender {defender} holds {hand} cards",
            open_cards=open_cards,
            defender=seat_text(state.defender),
            hand=hand,
        )


def _note_marks(rules: DurakRules, state: DurakState, facts: FactReader) -> None:
    """Sets the cards added by the defender, and which cards can still be accused (D-74, D-75)."""
    attacks = cards_of(state.attacks)
    state.self_thrown = _some_of(facts, "self_thrown", attacks)
    state.settled = _some_of(facts, "settled", cheating.covers_on(state))
    text = " ".join(facts.words("handed", "Jc over 9s from P0"))
    if text in ("", "none"):
        return
    match = re.fullmatch(r"(\S+) over (.+) from (\S+)(?: at (\S+))?", text)
    try:
        card = parse_card(match[1]) if match else -1
        uncovered = parse_cards(match[2]) if match else 0
    except BadCard as error:
        raise BadPosition("handed: {why}", why=error) from None
    if (
        match is None
        or not rules.options.cheating
        or (1 << card | uncovered) & ~state.uncovered
        or uncovered >> card & 1
    ):
        raise BadPosition(
            "handed: {text!r} is not possible; allowed where people cheat: an open card, those that were open "
            'before it, and who attacked, such as "Jc over 9s from P0"',
            text=text,
        )
    attacker = parse_seat(match[3], rules.seats, "handed")
    parts = state.parts
    before = rules.parts(
        Place(attacker, parse_seat(match[4], rules.seats, "handed") if match[4] else attacker),
        Place(parts.attacker, parts.attacker_seat),
        parts.opener,
    )
    state.handed = Transfer(parts.attacker, card, uncovered, before, state.settled)
    state.settled = cheating.covers_on(state)


def _some_of(facts: FactReader, name: str, allowed: Cards) -> Cards:
    """The cards of a fact, all of which must be among those allowed."""
    cards = cards_of(facts.cards(name))
    if cards & ~allowed:
        raise BadPosition("{name}: {cards} do not lie there", name=name, cards=cards_text(cards & ~allowed))
    return cards


def _call_on(rules: DurakRules, state: DurakState, facts: FactReader) -> None:
    """Sets whose turn it is from the facts of the bout."""
    throwers = rules.throwers(state)

    def may_throw(seats: tuple[Seat, ...], name: str) -> tuple[Seat, ...]:
        for seat in seats:
            if seat not in throwers:
                allowed = ", ".join(map(seat_text, throwers)) or "nobody"
                raise BadPosition(
                    "{name}: {seat} may not throw in; allowed: {allowed}",
                    name=name,
                    seat=seat_text(seat),
                    allowed=allowed,
                )
        return seats

    state.passed = sum(1 << seat for seat in facts.seat_list("passed") or ())
    if state.passed >> state.defender & 1:
        raise BadPosition("passed: {defender} defends and has no word to pass", defender=seat_text(state.defender))
    state.thrower = facts.seat_or_none("thrower")
    if state.thrower >= 0 and state.thrower not in state.parts.ring:
        may_throw((state.thrower,), "thrower")
    asking = facts.seat_list("asking")
    word = facts.seat_or_none("word")
    if not state.attacks:
        if state.taking or asking or word >= 0:
            raise BadPosition("table: it is empty, so nobody takes or throws in")
        state.to_act = (state.attacker,)
    elif state.calling:
        if state.uncovered:
            raise BadPosition("calling: nobody is called while an attack card is open")
        for seat in state.calling:
            if not (state.active & ~rules.seating.side[state.defender]) >> seat & 1:
                raise BadPosition(
                    "calling: {seat} is no opponent of {defender} who is still in the deal",
                    seat=seat_text(seat),
                    defender=seat_text(state.defender),
                )
        state.to_act = (state.calling[0],)
    elif facts.flag("self_asked", False):
        if state.uncovered or not rules.options.self_throw:
            raise BadPosition("self_asked: the defender is asked only with self_throw and everything covered")
        state.self_asked = True
        state.to_act = (state.defender,)
    elif state.taking or asking:
        rules.ask(state, throwers if asking is None else may_throw(asking, "asking"), None)
    elif word >= 0:
        if state.uncovered:
            raise BadPosition("word: nobody has it while an attack card is open")
        state.to_act = may_throw((word,), "word")
    elif state.uncovered:
        state.to_act = (state.defender,)
    else:
        rules.give_word(state, None)
