"""Positions of the Palace Ladder: writes the facts of a deal as text, and sets a deal up from them."""

from __future__ import annotations

from typing import Final

from cardtable.cards import PACK, RANK_MATES, SUITS, Card, bits, card_text, cards_of
from cardtable.engine.draft import BadPosition, Draft, FactReader, Facts, seat_text
from cardtable.engine.fact_texts import bout_text, numbers_text, read_bout, seat_or_none, seat_texts
from cardtable.engine.moves import Seat, Seats
from cardtable.engine.rules import BY_DEALER
from cardtable.engine.scene import NO_CARD
from cardtable.engine.text import plain
from cardtable.games.palace import course
from cardtable.games.palace.rules import PalaceRules
from cardtable.games.palace.state import JOKERS, MOMENTS, Moment, PalaceState

FIRST: Final = ("vote", "lot")
"""The beginning of a first hand, by the option first_trump: with votes, or a random suit."""
BEFORE: Final = (*FIRST, "mix", "cut", "deal", "look", "trump")
"""The moments before trumps are named, when only players who have picked up their packet hold cards."""


def facts(rules: PalaceRules, state: PalaceState) -> Facts:
    """The public facts of a deal, by their names in positions.txt."""
    return {
        "ladder": " ".join(seat_texts(state.ladder)),
        "trump": SUITS[state.trump] if state.trump >= 0 else "none",
        "moment": state.moment,
        "first_hand": state.first_hand,
        "dealer": seat_text(state.dealer),
        "votes": " ".join(SUITS[suit] if suit >= 0 else "-" for suit in state.votes),
        "bout": state.bout,
        "attacker": seat_or_none(state.attacker),
        "defender": seat_or_none(state.defender),
        "climbs": state.climbs,
        "table": bout_text(state.attacks, state.covers),
        "jokers": " ".join(map(card_text, state.jokers)),
        "held": state.held,
        "taking": state.taking,
        "asking": seat_texts(state.asking),
        "leave": seat_texts(bits(state.leave)),
        "no_leave": seat_texts(bits(state.no_leave)),
        "offended": seat_texts(bits(state.offended)),
        "played": state.played,
        "court": [
            f"{seat_text(seat)} {plain(place)}" for seat, place in zip(state.ladder, rules.place_titles, strict=False)
        ],
        "room": state.room,
        "packets": numbers_text(map(state.owners.count, range(rules.seats))),
        "fell": seat_or_none(state.fell),
    }


def put_down(rules: PalaceRules, draft: Draft, facts: FactReader) -> PalaceState:
    """Sets up the deal that these cards and facts describe. Raises BadPosition."""
    wish = facts.text("moment", "", MOMENTS[:-1]) if facts.has("moment") else ""
    first_hand = facts.flag("first_hand", wish in FIRST)
    if first_hand and not wish and not facts.has("trump"):
        wish = FIRST[rules.options.first_trump == "random"]
    ladder = _ladder(rules, facts)
    dealer = facts.seat("dealer", 0 if first_hand else ladder[-1])
    if wish in FIRST and (not first_hand or wish != FIRST[rules.options.first_trump == "random"]):
        raise BadPosition("moment: {wish!r} is no moment of this deal", wish=wish)
    state = _before(rules, draft, facts, wish, ladder, dealer) if wish in BEFORE else None
    if state is None:
        state = _in_play(rules, draft, facts, wish, ladder, dealer)
    state.first_hand = first_hand
    state.played = facts.number("played", 0, 0, rules.options.palace_deals - 1)
    return state


def _ladder(rules: PalaceRules, facts: FactReader) -> tuple[Seat, ...]:
    words = facts.words("ladder", "P0 P1 P2 P3 P4")
    known = {seat_text(seat): seat for seat in range(rules.seats)}
    if not words:
        return tuple(range(rules.seats))
    if sorted(words) != sorted(known):
        raise BadPosition(
            "ladder: {given!r} must name each of {allowed} once",
            given=" ".join(words),
            allowed=", ".join(known),
        )
    return tuple(known[word] for word in words)


# Before trumps are named


def _before(
    rules: PalaceRules, draft: Draft, facts: FactReader, moment: str, ladder: tuple[Seat, ...], dealer: Seat
) -> PalaceState:
    """A deal with the pack ready or in packets, and perhaps with the king's cards picked up."""
    if moment in FIRST:
        return _first_hand(rules, draft, facts, moment, dealer)
    holders = [seat for seat in range(rules.seats) if draft.hands[seat] or draft.unknown[seat]]
    if moment == "trump" and not draft.hands[ladder[0]] and draft.unknown[ladder[0]] is None:
        holders.append(ladder[0])
    if holders and moment not in ("look", "trump"):
        raise BadPosition("hands: nobody holds cards at {moment!r}", moment=moment)
    order = ladder if rules.options.extra_cards_to == "king" else ladder[::-1]
    owners = [order[index % rules.seats] for index in range(len(rules.deck))]
    for seat in range(rules.seats):
        wanted = owners.count(seat) if seat in holders else 0
        if draft.size(seat, wanted) != wanted or draft.hands[seat].bit_count() > wanted:
            raise BadPosition("hands.{seat}: there should be {wanted} cards", seat=seat_text(seat), wanted=wanted)
    hands, stock = draft.fill()
    if sum(map(int.bit_count, hands)) + len(stock) != len(rules.deck):
        raise BadPosition(
            "stock: all {count} cards lie in hands and in the stock before trumps are named", count=len(rules.deck)
        )
    state = rules.new_state(stock, dealer)
    assert state.known is not None
    state.places[: rules.seats] = hands
    state.known = list(hands)
    state.ladder = ladder
    if moment in ("look", "trump"):
        state.owners = tuple(owner for owner in owners if owner not in holders)
    if facts.text("trump", "none", ("none",)) != "none" or (moment == "trump") != (ladder[0] in holders):
        if moment == "trump":
            raise BadPosition("moment: at {moment!r} the king holds cards", moment=moment)
        raise BadPosition("moment: at {moment!r} the king holds no cards yet", moment=moment)
    asked = ladder[-1] if moment in ("mix", "deal") else ladder[0]
    if moment != "trump" and rules.options.court_chores != "manual":
        raise BadPosition("moment: {moment!r} needs court_chores=manual", moment=moment)
    course.ask(rules, state, MOMENTS[MOMENTS.index(moment)], asked)
    return state


def _first_hand(rules: PalaceRules, draft: Draft, facts: FactReader, moment: str, dealer: Seat) -> PalaceState:
    """The first hand before its suit is known; named hands are the packets to be dealt (G-51)."""
    order = rules.from_left[dealer]
    owners = [order[index % rules.seats] for index in range(len(rules.deck))]
    named = draft.stock is None and any(draft.hands)
    for seat in range(rules.seats):
        held, unknown = draft.hands[seat], draft.unknown[seat]
        missing = owners.count(seat) - held.bit_count() if named else 0
        if not named and (held or unknown):
            raise BadPosition("hands.{seat}: the cards to be dealt are named by the stock", seat=seat_text(seat))
        if missing < 0 or (held and unknown not in (missing, None)) or (unknown or missing) != missing:
            raise BadPosition(
                "hands.{seat}: {count} cards will be dealt to this seat, not {named}",
                seat=seat_text(seat),
                count=owners.count(seat),
                named=held.bit_count() + (unknown or 0),
            )
        draft.unknown[seat] = missing
    hands, stock = draft.fill()
    if named:
        packets = [bits(hand) for hand in hands]
        stock = tuple([packets[owner].pop() for owner in owners])
    if len(stock) != len(rules.deck):
        raise BadPosition("stock: all {count} cards lie in it before the first hand is dealt", count=len(rules.deck))
    state = rules.new_state(stock, dealer)
    if moment == "vote":
        _votes(rules, state, facts)
    else:
        state.moment = "lot"
        state.to_act = BY_DEALER
    return state


def _votes(rules: PalaceRules, state: PalaceState, facts: FactReader) -> None:
    """Reads `votes = "s - h - -"`: the votes cast, starting on the dealer's left."""
    words = facts.words("votes", "s - h - -") or ["-"] * rules.seats
    if len(words) != rules.seats or any(word not in (*SUITS, "-") for word in words):
        raise BadPosition(
            "votes: {given!r} is not possible; allowed: {seats} suits, or -",
            given=" ".join(words),
            seats=rules.seats,
        )
    state.votes = tuple(SUITS.index(word) if word != "-" else -1 for word in words)
    order = rules.from_left[state.dealer]
    waiting = tuple([seat for seat in order if state.votes[seat] < 0])
    if not waiting or waiting != order[-len(waiting) :]:
        raise BadPosition("votes: the seats from the dealer's left on vote first, and somebody has still to vote")
    state.moment = "vote"
    state.to_act = waiting[:1]


# The game at the table


def _in_play(
    rules: PalaceRules, draft: Draft, facts: FactReader, wish: str, ladder: tuple[Seat, ...], dealer: Seat
) -> PalaceState:
    """A deal after trumps are named, during a bout or before one."""
    seats = rules.seats
    if draft.stock:
        raise BadPosition("stock: it is empty once trumps are named; what lies nowhere else is beaten")
    draft.stock = []
    attacks, covers = read_bout(facts, "table")
    jokers = facts.cards("jokers")
    if cards_of(jokers) & ~JOKERS:
        raise BadPosition("jokers: only jokers lie there")
    on_table = cards_of([*attacks, *(card for card in covers if card != NO_CARD), *jokers])
    draft.use(on_table, "table")
    trump = facts.text("trump", "", tuple(SUITS))
    if not trump:
        raise BadPosition('trump: there must be a trump suit, such as trump = "s"')
    hands, _ = draft.fill()
    state = rules.new_state((), dealer)
    state.places[:seats] = hands
    state.places[rules.table] = on_table
    state.places[rules.discard] = draft.left_over
    public = on_table | draft.left_over | facts.held("open", sum(hands))
    state.known = [hand | public for hand in hands]
    state.ladder, state.trump = ladder, SUITS.index(trump)
    state.jokers = tuple(jokers)
    state.bout = facts.number("bout", 2, 1, rules.options.palace_bout_cap)
    _lay_table(rules, state, attacks, covers)
    _seat_players(rules, state, facts)
    _throwing(rules, state, facts, wish)
    return state


def _lay_table(rules: PalaceRules, state: PalaceState, attacks: tuple[Card, ...], covers: tuple[Card, ...]) -> None:
    """Sets up the cards of the bout, including a joker; trumps may have changed since a card was covered."""
    for attack, cover in zip(attacks, covers, strict=True):
        if JOKERS >> attack & 1:
            raise BadPosition("table: nobody attacks with a joker; those that cover nothing are `jokers`")
        state.ranks |= RANK_MATES[attack]
        if cover == NO_CARD:
            state.uncovered |= 1 << attack
        elif not JOKERS >> cover & 1:
            state.ranks |= RANK_MATES[cover]
            if not any(beaters[attack] >> cover & 1 for beaters in rules.beaters):
                raise BadPosition(
                    "table: {cover} does not beat {attack}", cover=card_text(cover), attack=card_text(attack)
                )
        elif not rules.options.joker_covers:
            raise BadPosition("table: a joker covers a card only with joker_covers=true")
    state.attacks, state.covers = attacks, covers


def _seat_players(rules: PalaceRules, state: PalaceState, facts: FactReader) -> None:
    """Sets attacker and defender, and how many cards the defender held (G-57 to G-61)."""
    holding = [seat for seat in state.ladder if state.places[seat]]
    if len(holding) + bool(state.attacks) < 2:
        raise BadPosition("hands: two players at least hold cards, or the deal is over")
    lowest = state.king if state.bout == 1 else (holding or [state.stablehand])[-1]
    attacker = facts.seat("attacker", lowest)
    if not state.attacks and not state.places[attacker] & ~JOKERS:
        raise BadPosition("attacker: {attacker} holds nothing to attack with", attacker=seat_text(attacker))
    state.attacker = attacker
    climbs = state.bout > 1 and course.climbing(state, attacker)
    if state.bout == 1:
        defender = state.stablehand
    elif climbs:
        defender = course.next_up(state, attacker)
    else:
        others = course.victims(state, attacker)
        defender = others[0] if len(others) == 1 else -1
    named = facts.has("defender")
    state.defender = facts.seat_or_none("defender") if named else defender
    if state.defender == attacker or (state.attacks and state.defender < 0):
        raise BadPosition("defender: somebody else than the attacker has to be named")
    if state.defender >= 0 and not state.attacks and not state.places[state.defender]:
        raise BadPosition("defender: {defender} holds no cards", defender=seat_text(state.defender))
    if state.defender < 0 and (climbs or state.bout == 1):
        raise BadPosition("defender: {attacker} has no choice whom to attack", attacker=seat_text(attacker))
    at = state.ladder.index
    upwards = state.defender >= 0 and at(attacker) > at(state.defender)
    state.climbs = facts.flag("climbs", climbs and upwards)
    if state.climbs and not upwards:
        raise BadPosition(
            "climbs: {attacker} stands above the defender, so nobody swaps places", attacker=seat_text(attacker)
        )
    if state.defender >= 0:
        laid = [card for card in state.covers if card != NO_CARD] + list(state.jokers)
        now = state.places[state.defender].bit_count() + len(laid)
        course.set_held(rules, state, facts.number("held", now, 1, 4 * PACK))
        most = len(state.attacks) + state.room
        if len(state.attacks) > most or (rules.options.throw_limit == "six" and len(state.attacks) > 6):
            raise BadPosition("table: {count} attack cards are too many for this bout", count=len(state.attacks))


def _throwing(rules: PalaceRules, state: PalaceState, facts: FactReader, wish: str) -> None:
    """Sets whose turn it is from the facts of the bout."""

    def mask(name: str) -> Seats:
        return sum(1 << seat for seat in facts.seat_list(name) or ())

    state.taking = facts.flag("taking", False)
    state.leave, state.no_leave = mask("leave"), mask("no_leave")
    state.offended = mask("offended")
    state.shown = mask("shown")
    if state.leave & state.no_leave:
        raise BadPosition("leave: nobody is both allowed and refused")
    asking = facts.seat_list("asking")
    if not state.attacks:
        if state.taking or asking or state.jokers or wish not in ("", "attack", "choose"):
            raise BadPosition("table: it is empty, so nobody takes, throws in or clears")
        moment: Moment = "attack" if state.defender >= 0 else "choose"
        if wish not in ("", moment):
            raise BadPosition("moment: it follows that it is {moment!r}", moment=moment)
        course.ask(rules, state, moment, state.attacker)
        return
    if wish == "joker":
        if state.taking or not state.jokers or not rules.options.joker_covers or not state.uncovered:
            raise BadPosition("moment: 'joker' needs joker_covers, an open card and the joker among `jokers`")
        course.ask(rules, state, "joker", state.defender)
        return
    if state.uncovered and not state.taking:
        if asking or wish not in ("", "defend"):
            raise BadPosition("moment: while a card lies open the defender is asked")
        course.ask(rules, state, "defend", state.defender)
        return
    if wish in ("word", "clear"):
        if state.taking or rules.options.court_chores != "manual":
            raise BadPosition("moment: {wish!r} needs a beaten bout and court_chores=manual", wish=wish)
        course.ask(
            rules, state, "word" if wish == "word" else "clear", state.king if wish == "word" else state.stablehand
        )
        return
    allowed = course.asked(state)
    for seat in asking or ():
        if seat == state.defender or not state.places[seat]:
            raise BadPosition(
                "asking: {seat} is not asked; allowed: {allowed}",
                seat=seat_text(seat),
                allowed=", ".join(map(seat_text, allowed)),
            )
    state.asking = allowed if asking is None else asking
    if wish == "leave":
        if not state.asking or not rules.must_ask(state, state.asking[0]):
            raise BadPosition("moment: the first of `asking` needs no leave")
        if state.no_leave >> state.asking[0] & 1:
            raise BadPosition("moment: {seat} was refused leave in this bout", seat=seat_text(state.asking[0]))
        course.ask(rules, state, "leave", state.king)
    elif wish not in ("", "throw"):
        raise BadPosition("moment: throw-ins are asked when every card is covered, or is taken")
    else:
        if not state.room:
            state.asking = ()
        course.ask_next(rules, state, None)
