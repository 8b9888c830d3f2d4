"""Dealing in King by contracts, and the calls before the first card (G-05, G-22 to G-26, G-28, G-30)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from cardtable.cards import SUITS, Cards, bits, cards_of, shuffled, suit_of
from cardtable.engine.moves import Event, Log, Move, Notation, Seat, set_moves
from cardtable.engine.rules import BY_DEALER
from cardtable.engine.state import EVERYBODY, STOCK, draw, move_cards, show
from cardtable.games.king.contracts import ORDERABLE
from cardtable.games.king.state import KingState
from cardtable.games.king.table import KingTable

TRUMP_WORDS: Final = (*SUITS, "none", "last")
NO_TRUMP, LAST_CARD = 4, 5
_SAID: Final = TRUMP_WORDS[:5]
ORDER_WORDS: Final = (*ORDERABLE, *(f"{name} {word}" for name in ORDERABLE for word in _SAID))
FORMS: Final[dict[str, Notation]] = {
    "play": Notation("play {cards}→{suit}"),
    "order": Notation("order {word}", ORDER_WORDS),
    "trump": Notation("trump {word}", TRUMP_WORDS),
    "name": Notation("name {word}", tuple(SUITS)),
    "bid": Notation("bid {number}"),
}
PASS: Final = Move("pass")
DRAW: Final[Move] = Move("draw")
LAID_OUT: Final = 2
"""The number of cards laid out in exchange for the widow (G-24)."""


def order_move(contract: str, trump: int | None = None) -> Move:
    """The move that orders a contract, with a trump suit (4 for none) if it is named at the same time."""
    index = ORDERABLE.index(contract)
    return Move("order", 0, index if trump is None else len(ORDERABLE) + index * len(_SAID) + trump)


def read_order(arg: int) -> tuple[str, int | None]:
    """The contract and the trump suit (4 for none) in an order."""
    if arg < len(ORDERABLE):
        return ORDERABLE[arg], None
    index, trump = divmod(arg - len(ORDERABLE), len(_SAID))
    return ORDERABLE[index], trump


# Legal calls


def legal_calls(table: KingTable, state: KingState, seat: Seat) -> Sequence[Move]:
    """The calls and lay-outs open to the seat that is asked."""
    match state.moment:
        case "order":
            return order_moves(table, state, seat)
        case "trump":
            return [Move("trump", 0, word) for word in trump_words(table, state)]
        case "bid":
            return [PASS, *(Move("bid", 0, bid) for bid in range(state.highest_bid[1] + 1, table.options.bid_max + 1))]
        case "name":
            return [Move("name", 0, suit) for suit in range(len(SUITS))]
        case "lay_out":
            return lay_outs(table, state, seat)
    return ()


def order_moves(table: KingTable, state: KingState, seat: Seat) -> list[Move]:
    """Every contract that this seat may order, with every trump suit if it is named with the order (G-22, G-25)."""
    moves = []
    for name in table.programme.left(state.ordered[seat], table.options.order_sequence == "listed"):
        if table.orders_seeing and table.has_trump(name):
            moves += [order_move(name, trump) for trump in range(4 + table.options.allow_no_trump)]
        else:
            moves.append(order_move(name))
    return moves


def trump_words(table: KingTable, state: KingState) -> list[int]:
    """The trump calls: suits, no trump, and at the third card "the last card" (G-25, G-26)."""
    words = [0, 1, 2, 3]
    if table.options.allow_no_trump:
        words.append(NO_TRUMP)
    if table.waits_for_third(state):
        words.append(LAST_CARD)
    return words


def lay_outs(table: KingTable, state: KingState, seat: Seat) -> tuple[Move, ...]:
    """Every pair of cards that may be laid out; cards that count only if there are too few others (G-24)."""
    hand = state.places[seat]
    counting = hand & table.not_laid_out(state)
    allowed = hand & ~counting
    short = LAID_OUT - allowed.bit_count()
    if short <= 0:
        return set_moves("lay_out", allowed, LAID_OUT, LAID_OUT)
    return tuple([Move("lay_out", allowed | more.cards) for more in set_moves("lay_out", counting, short, short)])


# Dealing


def begin(table: KingTable, state: KingState, log: Log) -> None:
    """Sets the widow aside, or deals (G-05, G-23)."""
    if table.options.widow_size:
        state.moment = "deal"
        state.to_act = BY_DEALER
    else:
        deal_cards(table, state, log)


def set_widow_aside(table: KingTable, state: KingState, seed: int, log: Log) -> None:
    """Sets two cards of the pack aside, neither the first nor the last (G-23), and deals the rest."""
    size = len(state.stock)
    first, last = (1, size - 1) if table.options.widow_position == "not_first_or_last" else (0, size)
    positions = shuffled(range(first, last), seed)[: table.options.widow_size]
    widow = cards_of(state.stock[position] for position in positions)
    move_cards(state, widow, STOCK, table.aside, 0, log, "set_aside", state.dealer)
    state.stock = tuple([card for card in state.stock if not widow >> card & 1])
    deal_cards(table, state, log)


def deal_cards(table: KingTable, state: KingState, log: Log) -> None:
    """Deals all cards, or only up to eldest's third card if eldest names trumps at that point (G-05, G-26)."""
    if table.asks_at_third(state):
        deal_until(table, state, table.third_card, log)
        state.moment = "trump"
        state.to_act = (table.eldest(state),)
        return
    deal_rest(table, state, log)


def deal_until(table: KingTable, state: KingState, end: int, log: Log) -> None:
    """Goes on dealing until this many cards of the pack have been dealt."""
    dealt = sum(state.size(seat) for seat in range(table.seats))
    eldest = table.eldest(state)
    hands = [0] * table.seats
    for turn, card in zip(table.dealing[dealt:end], state.stock, strict=False):
        hands[(eldest + turn) % table.seats] |= 1 << card
    state.stock = state.stock[end - dealt :]
    for seat, cards in enumerate(hands):
        if cards:
            move_cards(state, cards, STOCK, seat, 1 << seat, log, "hand", seat)


def deal_rest(table: KingTable, state: KingState, log: Log) -> None:
    """Deals the rest, and starts the calls before play."""
    deal_until(table, state, len(table.dealing), log)
    finish_dealing(table, state, log)


def finish_dealing(table: KingTable, state: KingState, log: Log) -> None:
    """Sets an odd card aside once everything is dealt, and starts the calls before play."""
    if state.stock and not table.domino:
        # With two jokers one card is left over, which goes to the winner of the first trick (G-29).
        move_cards(state, state.places[STOCK], STOCK, table.aside, 0, log, "set_aside", state.dealer)
        state.stock = ()
    after_dealing(table, state, log)


def after_dealing(table: KingTable, state: KingState, log: Log) -> None:
    """Starts the calls once all hands are dealt: ordering, naming trumps, or bidding for the penalty suit."""
    if not state.contract:
        ask_orderer(state, "order")
    elif state.contract == "trade_suit":
        state.moment = "bid"
        state.to_act = (table.eldest(state),)
    elif table.has_trump(state.contract) and not table.asks_at_third(state):
        ask_orderer(state, "trump")
    else:
        take_widow(table, state, log)


def ask_orderer(state: KingState, moment: Literal["order", "trump"]) -> None:
    state.moment = moment
    state.to_act = (state.orderer,)


# Making a call


def order(table: KingTable, state: KingState, seat: Seat, move: Move, log: Log) -> None:
    """Orders the contract of this deal, with trumps if they are named at the same time (G-22, G-25)."""
    contract, trump = read_order(move.arg)
    state.contract = contract
    state.trump = -1 if trump is None or trump == NO_TRUMP else trump
    if log is not None:
        log.append(Event("order", seat, arg=move.arg))
    if not table.orders_seeing:
        begin(table, state, log)
    else:
        take_widow(table, state, log)


def name_trump(table: KingTable, state: KingState, seat: Seat, move: Move, log: Log) -> None:
    """Names trumps; at the third card the deal then goes on, and may leave trumps to its last card (G-25, G-26)."""
    if log is not None:
        log.append(Event("trump", seat, arg=move.arg))
    state.trump = move.arg if move.arg < NO_TRUMP else -1
    if not table.waits_for_third(state):
        take_widow(table, state, log)
        return
    if move.arg == LAST_CARD:
        dealt = sum(state.size(other) for other in range(table.seats))
        last = state.stock[table.last_of_eldest - dealt]
        deal_until(table, state, len(table.dealing), log)
        state.trump = suit_of(last) or 0
        show(state, 1 << last, seat, log, "last_card")
    deal_rest(table, state, log)


def bid(table: KingTable, state: KingState, seat: Seat, move: Move, log: Log) -> None:
    """Makes a bid or a pass; the next seat speaks, or the highest bidder pays and names the suit (G-30)."""
    if log is not None:
        log.append(Event(move.verb, seat, arg=move.arg))
    state.bids = (*state.bids, (seat, move.arg))
    waiting = bidders(table, state)
    if waiting:
        state.to_act = waiting[:1]
        return
    winner, amount = state.highest_bid
    if winner >= 0:
        paid = amount if table.options.bid_effect == "gain" else -amount
        state.charged = tuple([paid if other == winner else 0 for other in range(table.seats)])
    elif table.options.all_pass == "redeal":
        if log is not None:
            log.append(Event("passed_out", seat))
        state.moment = "over"
        state.to_act = ()
        return
    state.moment = "name"
    state.to_act = (winner if winner >= 0 else table.eldest(state),)


def bidders(table: KingTable, state: KingState) -> tuple[Seat, ...]:
    """The seats that may still speak, the next one first; empty when the bidding is over (G-30)."""
    winner, amount = state.highest_bid
    if amount >= table.options.bid_max:
        return ()
    round_table = table.from_left[state.bids[-1][0] if state.bids else state.dealer]
    spoken = {seat for seat, _ in state.bids}
    passed = {seat for seat, said in state.bids if not said}
    out = spoken if table.options.bid_rounds == "single" else passed
    return tuple([seat for seat in round_table if seat not in out and seat != winner])


def name_suit(table: KingTable, state: KingState, seat: Seat, move: Move, log: Log) -> None:
    """Names the suit that costs points (G-30)."""
    state.penalty = move.arg
    if log is not None:
        log.append(Event("name", seat, arg=move.arg))
    table.begin_play(state, log)


# The widow


def take_widow(table: KingTable, state: KingState, log: Log) -> None:
    """Gives the orderer the widow and asks for a lay-out (G-23, G-24); without a widow, play begins."""
    widow = state.places[table.aside]
    if not table.options.widow_size:
        table.begin_play(state, log)
        return
    seat = state.orderer
    seen_by = EVERYBODY if table.options.widow_shown else 1 << seat
    move_cards(state, widow, table.aside, seat, seen_by, log, "widow", seat)
    if table.options.discard_mode == "random":
        state.moment = "draw_out"
        state.to_act = BY_DEALER
    else:
        state.moment = "lay_out"
        state.to_act = (seat,)


def draw_out(table: KingTable, state: KingState, seed: int, log: Log) -> None:
    """Lays out two random cards of the orderer; cards that count only if there are too few others (G-24)."""
    hand = state.places[state.orderer]
    counting = hand & table.not_laid_out(state)
    drawn = [*shuffled(bits(hand & ~counting), seed), *shuffled(bits(counting), seed)]
    lay_out(table, state, state.orderer, Move("lay_out", cards_of(drawn[:LAID_OUT])), log)


def lay_out(table: KingTable, state: KingState, seat: Seat, move: Move, log: Log) -> None:
    """Lays two cards face down out of the game (G-24)."""
    move_cards(state, move.cards, seat, table.laid_out, 1 << seat, log, "lay_out", seat)
    table.begin_play(state, log)


# Domino


def draw_to_follow(table: KingTable, state: KingState, seat: Seat, move: Move, log: Log) -> None:
    """Draws until a card of the suit led comes up, or the stock is empty (G-28).

    The others learn only from the card then played whether the last card of the stock was of that suit.
    """
    follow: Cards = table.tricks.follow[state.led]
    count = 0
    for card in state.stock:
        count += 1
        if follow >> card & 1:
            break
    draw(state, seat, count, log)
    state.drew = count
