"""Positions of the four titles: writes the facts of a deal as text, and sets a deal up from them."""

from __future__ import annotations

from cardtable.cards import HIDDEN, SUIT_CARDS, SUITS, Card, card_text, cards_of, suit_of
from cardtable.engine.draft import BadPosition, Draft, FactReader, Facts, parse_some, seat_text
from cardtable.engine.fact_texts import card_or_none, numbers_text, seat_or_none, seat_texts
from cardtable.engine.moves import Seat
from cardtable.games.titles.rules import TitlesRules
from cardtable.games.titles.state import EXCHANGES, HAND, KING, NOT_GIVEN, PEASANT, TITLES, Exchange, TitlesState


def facts(rules: TitlesRules, state: TitlesState) -> Facts:
    """The public facts of a deal, by their names in positions.txt."""
    return {
        "stage": "reign" if state.reign else "first",
        "trump": SUITS[state.trump],
        "turn_up": card_or_none(state.turn_up),
        "dealer": seat_text(state.dealer),
        "titles": " ".join(TITLES[title] if title != NOT_GIVEN else "-" for title in state.titles),
        "before": numbers_text(state.before),
        "tricks": numbers_text(state.tricks),
        "exchange": state.exchange,
        "leader": seat_text(state.leader),
        "trick": " ".join(map(card_text, state.trick)),
        "left": seat_texts(seat for seat in range(rules.seats) if not state.staying >> seat & 1),
        "order": seat_texts(state.order),
        "reign": seat_texts(state.successors),
        "winner": seat_or_none(state.winner),
    }


def put_down(rules: TitlesRules, draft: Draft, facts: FactReader) -> TitlesState:
    """Sets up the deal that these cards and facts describe. Raises BadPosition."""
    seats = rules.seats
    reign = facts.text("stage", "first", ("first", "reign")) == "reign"
    before = facts.numbers("before", 0, 0, 99)
    tricks = facts.numbers("tricks", 0, 0, 99)
    dealer, titles = _titles(rules, facts, reign)
    if draft.stock:
        raise BadPosition("stock: all cards of this game are dealt or set aside")
    draft.stock = []
    trick = facts.cards("trick")
    draft.use(cards_of(trick), "trick")
    trump, turn_up = _trump(facts)
    staying = 0
    for seat, title in enumerate(titles):
        if reign or title == NOT_GIVEN or before[seat] + tricks[seat] < rules.quotas[title]:
            staying |= 1 << seat
    if staying & (staying - 1) == 0:
        raise BadPosition("tricks: stage one has ended when only one is short of the quota")
    order = tuple(titles.index(title) for title in range(seats)) if reign else tuple(range(seats))

    state = rules.new_state([0] * (seats + len(rules.place_names)), dealer)
    state.reign, state.order, state.titles = reign, order, titles
    state.before, state.tricks = before, tricks
    state.staying, state.trump, state.turn_up = staying, trump, turn_up
    exchange = EXCHANGES[EXCHANGES.index(facts.text("exchange", "none", EXCHANGES))]
    if exchange != "none" and (not reign or any(tricks) or trick):
        raise BadPosition("exchange: cards are exchanged in the reign only, before the first trick")
    state.exchange = exchange
    _deal_out(rules, state, draft, facts, trick)
    received = _received(state, facts, exchange)
    _call_on(rules, state, facts, trick, exchange, received)
    return state


def _titles(rules: TitlesRules, facts: FactReader, reign: bool) -> tuple[Seat, tuple[int, ...]]:
    """The dealer, and the titles by seat; unless given, they go round in order starting with eldest."""
    seats = rules.seats
    words = facts.words("titles", "king prince soldier peasant")
    dealer = facts.seat("dealer", 0)
    if not words:
        return dealer, tuple((seat - dealer - 1) % seats for seat in range(seats))
    given = [word for word in words if word != "-"]
    if len(words) != seats or any(word not in TITLES for word in given) or len(set(given)) < len(given):
        raise BadPosition(
            "titles: {given!r} is not possible; allowed: {allowed} once each, or -",
            given=" ".join(words),
            allowed=", ".join(TITLES),
        )
    titles = tuple(TITLES.index(word) if word != "-" else NOT_GIVEN for word in words)
    if sorted(given, key=TITLES.index) != list(TITLES[: len(given)]) or len(given) == PEASANT:
        raise BadPosition("titles: they are given from the king down, and the last one follows")
    if reign:
        if NOT_GIVEN in titles:
            raise BadPosition("titles: in the reign everybody has one")
        if not facts.has("dealer") and dealer != titles.index(PEASANT):
            dealer = titles.index(PEASANT)
    return dealer, titles


def _trump(facts: FactReader) -> tuple[int, Card]:
    turn_up = facts.card("turn_up")
    suit = facts.text("trump", "", tuple(SUITS))
    if not suit and turn_up < 0:
        raise BadPosition('trump: there must be a trump suit, such as trump = "h"')
    trump = SUITS.index(suit) if suit else suit_of(turn_up)
    if trump is None:
        raise BadPosition("turn_up: {turn_up} fixes no trump suit", turn_up=card_text(turn_up))
    if turn_up >= 0 and suit_of(turn_up) != trump:
        raise BadPosition("trump: {suit} does not go with the turn-up {turn_up}", suit=suit, turn_up=card_text(turn_up))
    return trump, turn_up


def _deal_out(rules: TitlesRules, state: TitlesState, draft: Draft, facts: FactReader, trick: list[Card]) -> None:
    """Fills the hands, sets cards aside and plays others; everybody knows what was played."""
    leader = facts.seat("leader", rules.left_of(state, state.dealer))
    if not state.staying >> leader & 1:
        raise BadPosition("leader: {leader} has left", leader=seat_text(leader))
    state.leader = leader
    players = rules.players(state)
    if len(trick) >= len(players):
        raise BadPosition(
            "trick: {count} players play to it, so it is over with {count_2} cards",
            count=len(players),
            count_2=len(trick),
        )
    size = HAND - sum(state.tricks)
    if size < 1:
        raise BadPosition("tricks: {sum} were won, but a deal has {hand}", sum=sum(state.tricks), hand=HAND)
    wanted = [0] * rules.seats
    for seat in players:
        wanted[seat] = size - (seat in players[: len(trick)])
    if state.exchange.endswith("gets"):
        # The king has been given a card and has not returned one yet.
        wanted[state.seat_of(KING)] += 1
        wanted[state.seat_of(state.partner_title())] -= 1
    if state.reign and state.turn_up >= 0 and sum(state.tricks) == 0 and not trick:
        _put_turn_up(state, draft)
    for seat, count in enumerate(wanted):
        if (named := draft.size(seat, count)) != count:
            raise BadPosition(
                "hands.{seat}: {named} cards, but there should be {count}",
                seat=seat_text(seat),
                named=named,
                count=count,
            )
    aside = parse_some(" ".join(facts.words("aside", "7c ?2")), "aside")
    set_aside = [card for card in aside if card != HIDDEN]
    draft.use(cards_of(set_aside), "aside")
    hands, _ = draft.fill()
    left_over = [card for card in rules.deck if draft.left_over >> card & 1]
    hidden = aside.count(HIDDEN)
    if hidden > len(left_over):
        raise BadPosition("aside: only {count} cards are left over", count=len(left_over))
    hidden = max(hidden, len(left_over) - rules.seats * sum(state.tricks))
    assert state.known is not None
    state.places[: rules.seats] = hands
    state.places[rules.trick] = cards_of(trick)
    state.places[rules.aside] = cards_of(set_aside) | cards_of(left_over[:hidden])
    state.places[rules.taken] = cards_of(left_over[hidden:])
    public = cards_of(trick) | state.places[rules.taken] | facts.held("open", sum(hands))
    if state.turn_up >= 0:
        public |= 1 << state.turn_up
    state.known = [hand | public for hand in hands]


def _put_turn_up(state: TitlesState, draft: Draft) -> None:
    """Puts an unnamed turn-up in the dealer's hand, where it is until the exchanges are over (G-47)."""
    if not draft.used >> state.turn_up & 1 and draft.unknown[state.dealer] != 0:
        draft.use(1 << state.turn_up, "turn_up")
        draft.hands[state.dealer] |= 1 << state.turn_up
        unknown = draft.unknown[state.dealer]
        if unknown is not None:
            draft.unknown[state.dealer] = unknown - 1


def _received(state: TitlesState, facts: FactReader, exchange: str) -> Card:
    """Reads `received = "Qd"`: the card that the king was just given, and holds."""
    named = facts.cards("received")
    if exchange.endswith("gets"):
        if len(named) != 1:
            raise BadPosition('received: the card that the king was given is needed, such as received = "Qd"')
        if not state.places[state.seat_of(KING)] >> named[0] & 1:
            raise BadPosition("received: the king does not hold {named}", named=card_text(named[0]))
        return named[0]
    if named:
        raise BadPosition("received: the king is to return nothing")
    return -1


def _call_on(
    rules: TitlesRules, state: TitlesState, facts: FactReader, trick: list[Card], exchange: Exchange, received: Card
) -> None:
    """Sets whose turn it is."""
    state.trick = tuple(trick)
    if NOT_GIVEN in state.titles:
        if any(state.tricks) or trick:
            raise BadPosition("titles: they are given before the first trick")
        state.to_act = (state.dealer,)
    elif exchange != "none":
        peasant = state.seat_of(PEASANT)
        if exchange in ("soldier_gives", "peasant_gives") and not state.places[peasant] & SUIT_CARDS[state.trump]:
            raise BadPosition("hands.{peasant}: the peasant turned up a trump and holds it", peasant=seat_text(peasant))
        rules.exchange(state, exchange, None)
        if received >= 0:
            state.received = received
            partner = state.seat_of(state.partner_title())
            assert state.known is not None
            state.known[partner] |= 1 << received
    elif state.reign and not sum(state.tricks) and not trick and not facts.has("leader"):
        rules.open_reign(state, None)
    else:
        players = rules.players(state)
        state.to_act = (players[len(trick)],)
