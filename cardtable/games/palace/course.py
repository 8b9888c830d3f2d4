"""The course of a Palace deal: turns, throw-ins, the end of a bout and of the deal (G-55 to G-64, G-67)."""

from __future__ import annotations

from cardtable.cards import RANK_MATES, Card, Cards, bits
from cardtable.engine.moves import Event, Log, Seat
from cardtable.engine.scene import NO_CARD
from cardtable.engine.state import EVERYBODY, STOCK, move_cards
from cardtable.games.palace.state import IN_BOUT, JOKERS, MOST_ATTACKS, Moment, PalaceState
from cardtable.games.palace.table import PalaceTable

CHORES = ("mix", "cut", "deal", "look", "word", "clear")
"""The chores of the court, in order (G-53, G-55)."""

# Asking for a move


def ask(rules: PalaceTable, state: PalaceState, moment: Moment, seat: Seat) -> None:
    """Asks this seat for a move; with etiquette the others can commit offences meanwhile (G-63)."""
    state.moment = moment
    state.to_act = rules.turns[seat]
    if rules.options.etiquette:
        state.to_act += tuple(other for other in state.ladder if other != seat and offence(state, other))


def offence(state: PalaceState, seat: Seat) -> str:
    """The chore that this seat could offend with now; empty if there is none (G-63)."""
    moment = state.moment
    if moment in IN_BOUT:
        return "" if state.offended >> seat & 1 else "clear"
    if moment in ("look", "trump"):
        return "look" if seat != state.king and seat in state.owners else ""
    if moment == "word":
        return "clear"
    if moment in ("mix", "cut", "deal", "clear"):
        return moment if seat != state.to_act[0] else ""
    return ""


def active(state: PalaceState, seat: Seat) -> bool:
    """Whether this seat holds cards (G-58)."""
    return bool(state.places[seat]) or (state.hidden is not None and state.hidden[seat] > 0)


def next_up(state: PalaceState, seat: Seat) -> Seat:
    """The nearest seat with cards above this one; -1 if there is none (G-58)."""
    ladder = state.ladder
    for place in range(ladder.index(seat) - 1, -1, -1):
        if active(state, ladder[place]):
            return ladder[place]
    return -1


def above(state: PalaceState, seat: Seat) -> Seat:
    """The next seat when the turn passes upwards from this one; at the top, the highest with cards (G-61)."""
    found = next_up(state, seat)
    return found if found >= 0 else next(other for other in state.ladder if active(state, other))


def victims(state: PalaceState, seat: Seat) -> list[Seat]:
    """The seats that a king, or a player leading instead, may attack (G-60, G-61)."""
    return [other for other in state.ladder if other != seat and active(state, other)]


def climbing(state: PalaceState, seat: Seat) -> bool:
    """Whether the seat with the turn attacks upwards rather than like a king (G-59 to G-61)."""
    return seat != state.king and next_up(state, seat) >= 0


# Before the first attack


def pick_up(state: PalaceState, seat: Seat, log: Log) -> None:
    """Gives the seat the cards of its packet (G-54, G-55)."""
    cards = 0
    for card, owner in zip(state.stock, state.owners, strict=True):
        if owner == seat and card >= 0:
            cards |= 1 << card
    left = [(card, owner) for card, owner in zip(state.stock, state.owners, strict=True) if owner != seat]
    state.stock = tuple([card for card, _ in left])
    state.owners = tuple([owner for _, owner in left])
    if cards:
        move_cards(state, cards, STOCK, seat, 1 << seat, log, "picks_up", seat)


def deal_round(rules: PalaceTable, state: PalaceState, log: Log) -> None:
    """Deals the whole pack in packets, from the king down or from the other end (G-54)."""
    order = state.ladder if rules.options.extra_cards_to == "king" else state.ladder[::-1]
    state.owners = tuple([order[index % rules.seats] for index in range(len(state.stock))])
    if log is not None:
        log.append(Event("deal", state.stablehand, size=len(state.stock)))


def open_deal(rules: PalaceTable, state: PalaceState, log: Log) -> None:
    """Opens play once trumps are named: players pick up cards, and the king attacks the stablehand (G-55, G-58)."""
    for seat in state.ladder:
        if seat in state.owners:
            pick_up(state, seat, log)
    state.attacker, state.defender, state.climbs = state.king, state.stablehand, False
    begin_bout(rules, state, log)


# Bouts


def clear_table(state: PalaceState) -> None:
    """Clears the table and the facts of the bout."""
    state.attacks = state.covers = state.jokers = state.asking = ()
    state.uncovered = state.ranks = state.leave = state.no_leave = state.offended = state.shown = 0
    state.held = state.room = 0
    state.taking = False


def begin_bout(rules: PalaceTable, state: PalaceState, log: Log) -> None:
    """Lets the attacker attack, or first choose whom to attack (G-58 to G-61)."""
    state.bout += 1
    if state.defender < 0:
        ask(rules, state, "choose", state.attacker)
        return
    set_held(rules, state, state.size(state.defender))
    ask(rules, state, "attack", state.attacker)
    if log is not None:
        log.append(Event("bout", state.attacker, size=state.bout, arg=state.defender))


def set_held(rules: PalaceTable, state: PalaceState, held: int) -> None:
    """Sets the size of the defender's hand at the start of the bout, and the room for attack cards (G-57)."""
    state.held = held
    most = held if rules.options.throw_limit == "hand" else min(MOST_ATTACKS, held)
    state.room = max(0, most - len(state.attacks))


def give_turn(rules: PalaceTable, state: PalaceState, seat: Seat, log: Log) -> None:
    """Gives the turn to the seat; without cards it passes upwards (G-59 to G-61)."""
    if not active(state, seat):
        seat = above(state, seat)
    state.attacker = seat
    state.climbs = climbing(state, seat)
    if state.climbs:
        state.defender = next_up(state, seat)
    else:
        others = victims(state, seat)
        state.defender = others[0] if len(others) == 1 else -1
    begin_bout(rules, state, log)


def lay_attack(state: PalaceState, cards: Cards) -> None:
    """Adds uncovered attack cards to the table."""
    added = tuple(bits(cards))
    state.attacks += added
    state.covers += (NO_CARD,) * len(added)
    state.uncovered |= cards
    state.room -= len(added)
    for card in added:
        state.ranks |= RANK_MATES[card]


def cover(rules: PalaceTable, state: PalaceState, attack: Card, card: Card, log: Log) -> None:
    """Covers this attack card; when all are covered the others are asked (G-56, G-57)."""
    at = state.attacks.index(attack)
    state.covers = (*state.covers[:at], card, *state.covers[at + 1 :])
    state.uncovered ^= 1 << attack
    state.ranks |= RANK_MATES[card] & ~JOKERS
    go_on(rules, state, log)


def go_on(rules: PalaceTable, state: PalaceState, log: Log) -> None:
    """Asks the defender, or the others (G-57)."""
    if state.uncovered and not state.taking:
        state.asking = ()
        ask(rules, state, "defend", state.defender)
    else:
        state.asking = asked(state) if state.room else ()
        ask_next(rules, state, log)


def needs_leave(rules: PalaceTable, state: PalaceState, seat: Seat) -> bool:
    """Whether this seat needs the king's leave to throw in, whatever the king has answered so far (G-57)."""
    if state.bout == 1 or seat in (state.attacker, state.ladder[-1], state.ladder[0]):
        return False
    return rules.options.throw_permission == "king"


def asked(state: PalaceState) -> tuple[Seat, ...]:
    """The seats to ask for throw-ins, in order: attacker, stablehand, king, the others from the top (G-57)."""
    first = (state.attacker, state.stablehand, state.king)
    order = dict.fromkeys((*first, *state.ladder))
    return tuple([seat for seat in order if seat != state.defender and active(state, seat)])


def ask_next(rules: PalaceTable, state: PalaceState, log: Log) -> None:
    """Asks the first of `asking`; when there is none left, the bout closes (G-57).

    Seats that were refused leave are skipped. Their need for leave is checked only when their turn comes, because
    places can change while others are asked (G-63).
    """
    if state.no_leave:
        while state.asking and state.no_leave >> state.asking[0] & 1 and needs_leave(rules, state, state.asking[0]):
            state.asking = state.asking[1:]
    if state.asking:
        ask(rules, state, "throw", state.asking[0])
    elif state.taking:
        end_bout(rules, state, log)
    elif rules.options.court_chores == "manual":
        ask(rules, state, "word", state.king)
    else:
        end_bout(rules, state, log)


def end_bout(rules: PalaceTable, state: PalaceState, log: Log) -> None:
    """Takes or clears the cards, swaps places, discards lone jokers, and starts the next turn (G-58 to G-64)."""
    defender = state.defender
    taken = state.taking
    table = state.places[rules.table]
    if taken:
        jokers = table & JOKERS
        move_cards(state, table ^ jokers, rules.table, defender, EVERYBODY, log, "taken", defender)
        if jokers:
            move_cards(state, jokers, rules.table, rules.discard, EVERYBODY, log, "jokers_gone", defender)
    else:
        move_cards(state, table, rules.table, rules.discard, EVERYBODY, log, "beaten", defender)
    swaps = taken and state.climbs
    if swaps:
        swap(state, state.attacker, defender, log)
    clear_table(state)
    for seat in range(rules.seats):
        hand = state.places[seat]
        if hand and not hand & ~JOKERS:
            move_cards(state, hand, seat, rules.discard, EVERYBODY, log, "lone_jokers", seat)
    if _ended(rules, state, log):
        return
    if not taken:
        give_turn(rules, state, defender, log)
    elif swaps:
        give_turn(rules, state, state.attacker, log)
    else:
        give_turn(rules, state, above(state, defender), log)


def swap(state: PalaceState, climber: Seat, defender: Seat, log: Log) -> None:
    """Attacker and defender change places (G-59)."""
    exchange = {climber: defender, defender: climber}
    state.ladder = tuple(exchange.get(seat, seat) for seat in state.ladder)
    if log is not None:
        place = state.ladder.index(climber)
        log.append(Event("swap", climber, size=place, arg=defender))


def sink(state: PalaceState, seat: Seat) -> None:
    """Makes the seat the stablehand; the seats below it rise (G-62, G-63)."""
    state.ladder = (*[other for other in state.ladder if other != seat], seat)


def _ended(rules: PalaceTable, state: PalaceState, log: Log) -> bool:
    """Whether the deal is over: at most one player holds cards, or it has lasted too long (G-62, G-67)."""
    holding = [seat for seat in state.ladder if state.places[seat]]
    stuck = state.bout >= rules.options.palace_bout_cap and len(holding) > 1
    if len(holding) > 1 and not stuck:
        return False
    if holding:
        # The last seat down the ladder with the most cards: in a tie the lower place falls.
        state.fell = max(reversed(holding), key=lambda seat: state.places[seat].bit_count())
        sink(state, state.fell)
    if log is not None:
        log.append(Event("falls" if holding else "all_out", state.fell, size=int(stuck)))
    state.moment = "over"
    state.to_act = ()
    state.attacker = state.defender = -1
    state.climbs = False
    return True


# Offences


def offend(rules: PalaceTable, state: PalaceState, seat: Seat, chore: str, log: Log) -> None:
    """Makes the seat the stablehand for doing another seat's chore, or its own too early (G-63).

    The chore still gets done, except that a bout already begun is left as it is.
    """
    first = state.to_act[0]
    sink(state, seat)
    if state.climbs and state.ladder.index(state.attacker) < state.ladder.index(state.defender):
        state.climbs = False  # From now on the bout ends as a king's bout does (G-60).
    if log is not None:
        log.append(Event("offence", seat, arg=CHORES.index(chore)))
    if state.moment in IN_BOUT:
        state.offended |= 1 << seat
        if state.moment == "leave":
            asker = state.asking[0]
            if needs_leave(rules, state, asker):
                ask(rules, state, "leave", state.king)
            else:
                ask(rules, state, "throw", asker)
        elif state.moment == "throw":
            ask_next(rules, state, log)
        else:
            ask(rules, state, state.moment, first)
    elif chore == "look":
        pick_up(state, seat, log)
        ask(rules, state, state.moment, state.king)
    else:
        do_chore(rules, state, chore, log)


def do_chore(rules: PalaceTable, state: PalaceState, chore: str, log: Log) -> None:
    """Completes the chore, by whoever did it, and asks for the next one (G-53)."""
    if chore == "mix":
        ask(rules, state, "cut", state.king)
    elif chore == "cut":
        ask(rules, state, "deal", state.stablehand)
    elif chore == "deal":
        deal_round(rules, state, log)
        ask(rules, state, "look", state.king)
    elif chore == "look":
        pick_up(state, state.king, log)
        ask(rules, state, "trump", state.king)
    elif chore == "word":
        ask(rules, state, "clear", state.stablehand)
    else:
        end_bout(rules, state, log)
