"""Positions of King by contracts: writes the facts of a deal as text, and sets a deal up from them."""

from __future__ import annotations

from cardtable.cards import HEARTS, HIDDEN, SUITS, Card, Cards, card_text, cards_of, cards_text, suit_of
from cardtable.engine.draft import AnyOrder, BadPosition, Draft, FactReader, Facts, parse_seat, parse_some, seat_text
from cardtable.engine.fact_texts import seat_or_none, seat_texts
from cardtable.engine.moves import Seat
from cardtable.engine.rules import BY_DEALER
from cardtable.engine.state import STOCK, common_knowledge
from cardtable.games.king import dealing
from cardtable.games.king.contracts import CONTRACTS, JOKERS
from cardtable.games.king.counting import as_number
from cardtable.games.king.rules import KingRules
from cardtable.games.king.scoring import still_counts
from cardtable.games.king.state import KingState


def _numbers_text(amounts: tuple[float, ...]) -> str:
    return " ".join([f"{amount:g}" for amount in amounts])


def facts(rules: KingRules, state: KingState) -> Facts:
    """The public facts of a deal, by their names in positions.txt."""
    bidder, bid = state.highest_bid
    leader = state.players[0] if state.players else rules.first_leader(state)
    sat_out = [seat for seat in range(rules.seats) if state.players and seat not in state.players]
    aside = state.places[rules.aside]
    hands = sum(state.places[: rules.seats])
    return {
        "contract": state.contract or "none",
        "trump": SUITS[state.trump] if state.trump >= 0 else "none",
        "deal": state.deal,
        "dealer": seat_text(state.dealer),
        "orderer": seat_text(state.orderer),
        "moment": state.moment,
        "leader": seat_text(leader),
        "trick": " ".join(map(card_text, state.trick)),
        "led": SUITS[state.led] if state.led >= 0 else "none",
        "sat_out": seat_texts(sat_out),
        "winners": " ".join(map(seat_text, state.winners)),
        "captured": [
            AnyOrder(f"{seat_text(seat)} {cards_text(cards)}") for seat, cards in enumerate(state.captured) if cards
        ],
        "charged": _numbers_text(state.charged),
        "totals": _numbers_text(state.totals),
        "ordered": [" ".join([seat_text(seat), *names]) for seat, names in enumerate(state.ordered) if names],
        "passed_out": state.passed_out,
        "bids": [f"{seat_text(seat)} {said or 'pass'}" for seat, said in state.bids],
        "penalty_suit": SUITS[state.penalty] if state.penalty >= 0 else "none",
        "laid_out": AnyOrder(cards_text(state.places[rules.laid_out])),
        "widow": AnyOrder(cards_text(aside) if rules.options.widow_size else ""),
        "odd_card": "" if rules.options.widow_size else cards_text(aside),
        "open": AnyOrder(cards_text(common_knowledge(state) & hands)),
        "drew": state.drew,
        "points": _numbers_text(rules.points(state)),
        "bidder": seat_or_none(bidder),
        "bid": bid,
        "still_counts": AnyOrder(cards_text(still_counts(rules, state))),
    }


def put_down(rules: KingRules, draft: Draft, reader: FactReader) -> KingState:
    """Sets up the state that a position describes. Raises BadPosition."""
    state = rules.new_state(reader.seat("dealer", 0))
    state.orderer = reader.seat("orderer", state.orderer)
    contract = reader.text("contract", "", ("none", *CONTRACTS))
    _read_match(rules, state, reader, contract)
    _read_contract(rules, state, reader, contract or rules.programme.contract(state.deal) or "none")
    _read_bids(rules, state, reader)
    _read_moment(rules, state, reader)
    _read_trick(rules, state, draft, reader)
    _read_piles(rules, state, draft, reader)
    _size_hands(rules, state, draft)
    _fill(rules, state, draft, reader)
    _call_on(rules, state)
    return state


def _numbers(rules: KingRules, reader: FactReader, name: str) -> tuple[float, ...]:
    words = reader.words(name, "0 -16 0 0")
    if not words:
        return (0,) * rules.seats
    try:
        amounts = tuple([as_number(float(word.replace("\N{MINUS SIGN}", "-"))) for word in words])
    except (ValueError, OverflowError):
        amounts = ()
    if len(amounts) != rules.seats:
        raise BadPosition(
            "{name}: {given!r} is not possible; allowed: {seats} numbers, by seat",
            name=name,
            given=" ".join(words),
            seats=rules.seats,
        )
    return amounts


def _by_seat(rules: KingRules, reader: FactReader, name: str) -> list[tuple[Seat, list[str]]]:
    """The seat in front of each text of a list, and the words after it."""
    found = []
    for text in reader.texts(name):
        seat, *words = text.split() or [""]
        found.append((parse_seat(seat, rules.seats, name), words))
    return found


def _read_match(rules: KingRules, state: KingState, reader: FactReader, contract: str) -> None:
    state.totals = _numbers(rules, reader, "totals")
    state.passed_out = reader.number("passed_out", 0, 0, 1_000)
    ordered = [list(names) for names in state.ordered]
    for seat, names in _by_seat(rules, reader, "ordered"):
        ordered[seat] += names
        for name in names:
            if name not in rules.programme.contracts:
                raise BadPosition(
                    "ordered: {name} is no contract of this game; allowed: {allowed}",
                    name=name,
                    allowed=", ".join(dict.fromkeys(rules.programme.contracts)),
                )
            if ordered[seat].count(name) > rules.programme.contracts.count(name):
                raise BadPosition("ordered: {seat} may not order {name} so often", seat=seat_text(seat), name=name)
    if any(ordered) and not rules.programme.ordered:
        raise BadPosition("ordered: nobody orders contracts in this game; programme=ordered is needed")
    state.ordered = tuple([tuple(names) for names in ordered])
    contracts = rules.programme.contracts
    usual = 1 + sum(map(len, ordered))
    if not rules.programme.ordered and contract in contracts:
        usual = 1 + contracts.index(contract)
    state.deal = reader.number("deal", usual, 1, 10_000)


def _read_contract(rules: KingRules, state: KingState, reader: FactReader, contract: str) -> None:
    if contract == "none" and not rules.programme.ordered:
        raise BadPosition("contract: it is fixed in this game, so it may not be none")
    if contract != "none" and contract not in rules.programme.contracts:
        raise BadPosition(
            "contract: {contract} is not played here; there are {allowed}",
            contract=contract,
            allowed=", ".join(rules.programme.contracts),
        )
    state.contract = "" if contract == "none" else contract
    trump = reader.text("trump", "none", (*SUITS, "none"))
    if trump != "none" and not (state.contract and rules.has_trump(state.contract)):
        raise BadPosition("trump: there are no trumps in contract {contract}", contract=contract)
    state.trump = SUITS.index(trump) if trump != "none" else -1


def _read_bids(rules: KingRules, state: KingState, reader: FactReader) -> None:
    for seat, words in _by_seat(rules, reader, "bids"):
        said = words[0] if len(words) == 1 else ""
        if said != "pass" and not (said.isdecimal() and len(said) < 4 and 0 < int(said) <= rules.options.bid_max):
            raise BadPosition('bids: {given!r} is neither "pass" nor a number that may be bid', given=" ".join(words))
        if said != "pass" and int(said) <= state.highest_bid[1]:
            raise BadPosition("bids: {said} is no more than was bid before it", said=said)
        if seat not in dealing.bidders(rules, state)[:1]:
            raise BadPosition("bids: it is not for {seat} to bid then", seat=seat_text(seat))
        state.bids = (*state.bids, (seat, 0 if said == "pass" else int(said)))
    suit = reader.text("penalty_suit", "none", (*SUITS, "none"))
    state.penalty = SUITS.index(suit) if suit != "none" else -1
    if (state.bids or state.penalty >= 0) and state.contract != "trade_suit":
        raise BadPosition("bids, penalty_suit: nobody bids in contract {why}", why=state.contract or "none")


def _read_moment(rules: KingRules, state: KingState, reader: FactReader) -> None:
    default = "play"
    if not state.contract:
        default = "order"
    elif state.contract == "trade_suit" and state.penalty < 0:
        default = "name" if state.bids and not dealing.bidders(rules, state) else "bid"
    moment = reader.text("moment", default, ("order", "trump", "bid", "name", "lay_out", "play"))
    possible = {
        "order": not state.contract,
        "trump": bool(state.contract) and rules.has_trump(state.contract) and state.trump < 0,
        "bid": state.contract == "trade_suit" and state.penalty < 0,
        "name": state.contract == "trade_suit" and state.penalty < 0,
        "lay_out": bool(state.contract) and rules.options.widow_size > 0,
        "play": bool(state.contract) and (state.contract != "trade_suit" or state.penalty >= 0),
    }
    if not possible[moment]:
        raise BadPosition(
            "moment: {moment} does not go with the contract, trump and penalty_suit of this position", moment=moment
        )
    needs_trump = moment in ("play", "lay_out") and rules.has_trump(state.contract)
    if needs_trump and state.trump < 0 and not rules.options.allow_no_trump:
        raise BadPosition('trump: there must be a trump suit, such as trump = "h"')
    if moment == "order" and not rules.programme.still(state.ordered[state.orderer]):
        raise BadPosition("ordered: {seat} has nothing left to order", seat=seat_text(state.orderer))
    # Every moment that a position can name is a moment of a deal.
    for known in ("order", "trump", "bid", "name", "lay_out", "play"):
        if moment == known:
            state.moment = known
    charged = _numbers(rules, reader, "charged") if reader.has("charged") else None
    bidder, bid = state.highest_bid
    if charged is None:
        paid = bid if rules.options.bid_effect == "gain" else -bid
        settled = moment in ("name", "play") and bidder >= 0
        charged = tuple([paid if settled and seat == bidder else 0 for seat in range(rules.seats)])
    state.charged = charged
    state.fined = rules.options.forced_king_mode == "penalty" and any(charged) and state.contract != "trade_suit"


def _read_trick(rules: KingRules, state: KingState, draft: Draft, reader: FactReader) -> None:
    state.winners = tuple([parse_seat(word, rules.seats, "winners") for word in reader.words("winners", "P1 P1")])
    trick = reader.cards("trick")
    draft.use(cards_of(trick), "trick")
    leader = reader.seat("leader", state.winners[-1] if state.winners else rules.first_leader(state))
    sat_out = reader.seat_list("sat_out")
    if sat_out and not rules.domino:
        raise BadPosition("sat_out: everybody plays to every trick in this game")
    around = rules.clockwise_from[leader]
    if sat_out is None and rules.domino:
        empty = [seat for seat in around[len(trick) :] if draft.unknown[seat] == 0 and not draft.hands[seat]]
        sat_out = tuple(empty)
    players = tuple([seat for seat in around if seat not in (sat_out or ())])
    if len(trick) > len(players):
        raise BadPosition(
            "trick: {count} cards, but only {count_2} seats play to it", count=len(trick), count_2=len(players)
        )
    if state.moment != "play":
        if trick:
            raise BadPosition("trick: nobody plays a card yet")
        return
    state.trick, state.players = tuple(trick), players
    suits = [suit_of(card) for card in trick]
    default = "none"
    if trick and not (JOKERS >> trick[0] & 1):
        default = SUITS[suits[0] or 0]
    elif trick and rules.options.joker_play == "as_heart":
        default = SUITS[HEARTS]
    elif trick and rules.options.joker_play == "void_only":
        default = next((SUITS[suit] for suit in suits if suit is not None), "none")
    elif trick and not reader.has("led"):
        raise BadPosition("led: a joker was led, so the suit to be followed must be named")
    led = reader.text("led", default, (*SUITS, "none"))
    if led != default and default != "none":
        raise BadPosition(
            "led: the trick begins with {trick}, so {default} is to be followed",
            trick=card_text(trick[0]),
            default=default,
        )
    state.led = SUITS.index(led) if led != "none" else -1


def _some(draft: Draft, reader: FactReader, name: str) -> list[Card]:
    """The cards of a fact; some may be left open (HIDDEN)."""
    cards = parse_some(" ".join(reader.words(name, "9s Ts")), name)
    draft.use(cards_of(card for card in cards if card != HIDDEN), name)
    return cards


def _take(draft: Draft, cards: list[Card], avoided: Cards, name: str) -> Cards:
    """These cards, with the open ones filled in."""
    found = cards_of(card for card in cards if card != HIDDEN)
    for _ in range(cards.count(HIDDEN)):
        found |= 1 << draft.take(lambda card: not avoided >> card & 1, name)
    return found


def _read_piles(rules: KingRules, state: KingState, draft: Draft, reader: FactReader) -> None:
    captured = list(state.captured)
    for seat, words in _by_seat(rules, reader, "captured"):
        cards = [card for card in parse_some(" ".join(words), "captured") if card != HIDDEN]
        draft.use(cards_of(cards), "captured")
        captured[seat] |= cards_of(cards)
    state.captured = tuple(captured)
    state.places[rules.table] = cards_of(state.trick)
    state.drew = reader.number("drew", 0, 0, 52)
    widow, laid_out, odd = (_some(draft, reader, name) for name in ("widow", "laid_out", "odd_card"))
    undealt = state.moment == "order" and not rules.orders_seeing
    waiting = state.moment in ("order", "trump") and rules.options.widow_size and not undealt
    if widow and not waiting:
        raise BadPosition("widow: it lies there only until the orderer takes it")
    if laid_out and not (rules.options.widow_size and state.moment == "play"):
        raise BadPosition("laid_out: nothing is laid out yet, or there is no widow in this game")
    if len(laid_out) not in (0, dealing.LAID_OUT) or len(widow) not in (0, rules.options.widow_size):
        raise BadPosition("widow, laid_out: there are two cards")
    two_jokers = len(rules.dealing) + rules.options.widow_size < len(rules.deck) and not rules.domino
    if odd and not (two_jokers and len(odd) == 1 and not state.winners):
        raise BadPosition("odd_card: one card is set aside only with two jokers, until the first trick is taken")
    if waiting:
        state.places[rules.aside] = _take(draft, widow or [HIDDEN] * rules.options.widow_size, 0, "widow")
    elif two_jokers and not state.winners:
        state.places[rules.aside] = _take(draft, odd or [HIDDEN], 0, "odd_card")
    state.places[rules.laid_out] = _take(draft, laid_out, rules.not_laid_out(state), "laid_out")


def _size_hands(rules: KingRules, state: KingState, draft: Draft) -> None:
    """Gives hands that are not named the size that matches the named ones."""
    if state.moment == "order" and not rules.orders_seeing:
        draft.unknown = [0 if unknown is None else unknown for unknown in draft.unknown]
        return
    if rules.waits_for_third(state):
        for seat in range(rules.seats):
            dealt = rules.dealing[: rules.third_card].count((seat - rules.eldest(state)) % rules.seats)
            if draft.size(seat, dealt) != dealt:
                raise BadPosition(
                    "hands.{seat}: {dealt} cards are dealt at the third card", seat=seat_text(seat), dealt=dealt
                )
        return
    if rules.domino:
        return
    less = [0] * rules.seats
    for seat in state.players[: len(state.trick)]:
        less[seat] = 1
    if state.moment == "lay_out":
        less[state.orderer] = -dealing.LAID_OUT
    named = [size + less[seat] for seat, size in enumerate(draft.sizes) if size is not None]
    full = max(named, default=rules.filled_hand - len(state.winners))
    for seat in range(rules.seats):
        if (size := draft.size(seat, full - less[seat])) != full - less[seat]:
            raise BadPosition(
                "hands.{seat}: {sizes} cards do not go with the other hands, which hold {full} before this trick",
                seat=seat_text(seat),
                sizes=size,
                full=full,
            )


def _fill(rules: KingRules, state: KingState, draft: Draft, reader: FactReader) -> None:
    undealt = (state.moment == "order" and not rules.orders_seeing) or rules.waits_for_third(state)
    if not (rules.domino or undealt):
        if draft.stock:
            raise BadPosition("stock: all cards are dealt in this game")
        draft.stock = []
    hands, stock = draft.fill()
    state.places[: rules.seats] = hands
    state.stock = stock
    state.places[STOCK] = cards_of(stock)
    state.places[rules.captured] = draft.left_over | sum(state.captured)
    public = state.places[rules.table] | state.places[rules.captured]
    public |= reader.held("open", sum(hands))
    state.known = [public | hand for hand in hands]
    state.known[state.orderer] |= state.places[rules.laid_out]


def _call_on(rules: KingRules, state: KingState) -> None:
    """Sets the seat to act from the moment of the deal."""
    match state.moment:
        case "order" | "lay_out":
            state.to_act = (state.orderer,)
            if state.moment == "lay_out" and rules.options.discard_mode == "random":
                state.moment = "draw_out"
                state.to_act = BY_DEALER
        case "trump":
            state.to_act = (rules.eldest(state) if rules.waits_for_third(state) else state.orderer,)
        case "bid":
            waiting = dealing.bidders(rules, state)
            if not waiting:
                raise BadPosition("bids: everybody has spoken; the moment is name")
            state.to_act = waiting[:1]
        case "name":
            bidder = state.highest_bid[0]
            state.to_act = (bidder if bidder >= 0 else rules.eldest(state),)
        case "play":
            if not state.trick:
                holders = [seat for seat in state.players if state.places[seat]]
                if not holders:
                    raise BadPosition("hands: nobody holds a card")
                rules.begin_trick(state, holders[0])
                return
            if len(state.trick) == len(state.players):
                rules.end_trick(state, None)
                return
            state.to_act = (state.players[len(state.trick)],)
            if not state.places[state.to_act[0]]:
                raise BadPosition(
                    "hands.{to_act}: the player who is to play must hold a card", to_act=seat_text(state.to_act[0])
                )
