"""Before the first lead: the leader, calls for a redeal, and the exchange of single trumps (K-08 to K-11)."""

from __future__ import annotations

from cardtable.cards import ALL_CARDS, Cards
from cardtable.engine.moves import Event, Log, Move, Seat
from cardtable.engine.rules import BY_DEALER
from cardtable.engine.state import move_cards, show
from cardtable.games.kozel import scoring
from cardtable.games.kozel.cards import ACE_OF_DIAMONDS, QUEENS, SHAMOK
from cardtable.games.kozel.dealing import shuffle_again
from cardtable.games.kozel.state import EXCHANGE, NAME, PLAY, REDEAL, REPRAISE, RETURN, SHUFFLING, KozelState
from cardtable.games.kozel.table import KozelTable

_ACE = 1 << ACE_OF_DIAMONDS
EXECUTED_CALLS = 2
"""The number of redeal calls that take effect; the next one costs the dealer's team (K-09)."""


def after_deal(rules: KozelTable, state: KozelState, log: Log) -> None:
    """Finds the leader; then a redeal may be called, trumps exchanged, and play begins (K-08 to K-11).

    If trumps are named, the holder of the six of clubs names them and leads (K-29).
    """
    if rules.options.trump_system == "named_jacks":
        ask_name(rules, state, log)
        return
    find_leader(rules, state, log)
    if not ask_redeal(rules, state):
        ask_exchange(rules, state, 0)


def ask_name(rules: KozelTable, state: KozelState, log: Log) -> None:
    """Asks the holder of the six of clubs, who shows it, to name trumps and lead (K-29)."""
    namer = next(seat for seat in range(rules.seats) if state.places[seat] >> SHAMOK & 1)
    state.namer = state.leader = namer
    state.stage = NAME
    rules.call_on(state, namer)
    show(state, 1 << SHAMOK, namer, log, "has_six")


def name(rules: KozelTable, state: KozelState, seat: Seat, move: Move, log: Log) -> None:
    """Makes this suit trumps; the player who named it may lead any card (K-29)."""
    state.trump = move.arg
    state.stage = PLAY
    state.prefer = ALL_CARDS
    if log is not None:
        log.append(Event("name", seat, arg=move.arg))


def opener(rules: KozelTable, state: KozelState) -> Seat | None:
    """The first leader: praise winner, holder of the ace of diamonds or six of clubs, or the dealer's left.

    None if a position has set that card aside (K-10, K-11, K-27, K-29).
    """
    if state.praise_winner >= 0:
        return state.praise_winner
    if rules.options.trump_system == "named_jacks":
        return state.namer if state.namer >= 0 else None
    if not ace_leads(rules, state):
        return rules.left_of(state.dealer)
    for seat in range(rules.seats):
        if state.places[seat] & _ACE:
            return seat
    return None


def ace_leads(rules: KozelTable, state: KozelState) -> bool:
    """Whether this hand, if it has no praise, is opened with the ace of diamonds (K-11, K-27)."""
    first_lead = rules.options.first_lead
    return first_lead == "ace_of_diamonds" or (first_lead == "ace_once" and state.hand == 1)


def find_leader(rules: KozelTable, state: KozelState, log: Log) -> None:
    """Sets the first leader and the cards to lead; the holder of the ace of diamonds shows it (K-10 to K-12)."""
    leader = opener(rules, state)
    assert leader is not None
    state.leader = leader
    state.prefer = rules.leadable(state)
    if state.namer >= 0:
        state.prefer = ALL_CARDS
    elif state.praise_winner >= 0:
        if rules.options.praise_leader_may_lead_trump:
            state.prefer = ALL_CARDS
    elif ace_leads(rules, state):
        state.prefer = _ACE
        show(state, state.prefer, leader, log, "has_ace")


def ask_redeal(rules: KozelTable, state: KozelState) -> bool:
    """Asks the team that may call a redeal, if any, through its first player after the dealer (K-09)."""
    if not rules.options.redeal_no_queens:
        return False
    for seat in rules.from_left[state.dealer][:2]:
        if not (state.places[seat] | state.places[(seat + 2) % 4]) & QUEENS:
            state.stage = REDEAL
            rules.call_on(state, seat)
            return True
    return False


def ask_exchange(rules: KozelTable, state: KozelState, asked: int) -> None:
    """Asks the next player with a single trump, after this many turns; after the last one play begins (K-08)."""
    state.offered = -1
    if rules.options.single_trump_exchange:
        trumps = rules.suits(state).trumps
        for seat in rules.from_left[state.dealer][asked:]:
            if (state.places[seat] & trumps).bit_count() == 1:
                state.stage = EXCHANGE
                rules.call_on(state, seat)
                return
    state.stage = PLAY
    rules.call_on(state, state.leader)


def turn_in_exchange(rules: KozelTable, state: KozelState, seat: Seat) -> int:
    """A seat's place in the order of offers, 1 for the dealer's left."""
    return (seat - state.dealer - 1) % rules.seats + 1


def single_trump(rules: KozelTable, state: KozelState, seat: Seat) -> Cards:
    """The only trump of a hand; empty if it has none or several (K-08)."""
    trumps = state.places[seat] & rules.suits(state).trumps
    return trumps if trumps.bit_count() == 1 else 0


def returnable(state: KozelState, seat: Seat) -> Cards:
    """The cards that may be given back: all but the one just received (K-08)."""
    hand = state.places[seat]
    return hand & ~(1 << state.offered) if state.offered >= 0 else hand


def call_redeal(rules: KozelTable, state: KozelState, seat: Seat, move: Move, log: Log) -> None:
    """Calls a redeal for a team without queens; the third call of a hand costs the dealer's team (K-09)."""
    state.calls += 1
    punished = state.calls > EXECUTED_CALLS and rules.options.redeal_penalty
    if log is not None:
        at_once = not punished and state.praise_winner < 0
        log.append(Event("call_redeal", seat, arg=int(at_once), size=state.calls))
    if punished:
        scoring.punish(rules, state, rules.side[state.dealer], rules.options.redeal_penalty, "redeal")
    elif state.praise_winner >= 0:
        state.stage = REPRAISE
        rules.call_on(state, state.praise_winner)
    else:
        state.stage = SHUFFLING
        state.to_act = BY_DEALER


def no_call(rules: KozelTable, state: KozelState, seat: Seat, move: Move, log: Log) -> None:
    """Makes no call, without an event, so that nobody learns of the chance (K-09)."""
    ask_exchange(rules, state, 0)


def choose_deal(rules: KozelTable, state: KozelState, seat: Seat, move: Move, log: Log) -> None:
    """Repeats the praise, or keeps its tricks and deals the rest again (K-09)."""
    state.keeping = move.verb == "keep_praise"
    shuffle_again(state, log, move.verb, seat)


def offer(rules: KozelTable, state: KozelState, seat: Seat, move: Move, log: Log) -> None:
    """Gives the only trump to the partner; only the two of them see it (K-08)."""
    partner = (seat + 2) % 4
    _pass_card(state, seat, partner, move, log)
    state.offered = move.cards.bit_length() - 1
    state.stage = RETURN
    rules.call_on(state, partner)


def give_back(rules: KozelTable, state: KozelState, seat: Seat, move: Move, log: Log) -> None:
    """Gives a card back to the partner, and goes on to the next player (K-08)."""
    giver = (seat + 2) % 4
    _pass_card(state, seat, giver, move, log)
    if state.opening:
        # The ace of diamonds may have changed hands, and the others can no longer be sure where it is (K-11).
        find_leader(rules, state, log)
    ask_exchange(rules, state, turn_in_exchange(rules, state, giver))


def _pass_card(state: KozelState, seat: Seat, partner: Seat, move: Move, log: Log) -> None:
    move_cards(state, move.cards, seat, partner, 1 << seat | 1 << partner, log, move.verb, seat, partner)


def keep(rules: KozelTable, state: KozelState, seat: Seat, move: Move, log: Log) -> None:
    """Keeps the trump, without an event, so that nobody learns of the chance (K-08)."""
    ask_exchange(rules, state, turn_in_exchange(rules, state, seat))
