"""Positions of Bura: writes the facts of a deal as text, and sets a deal up from them."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.cards import (
    ALL_CARDS,
    HIDDEN,
    SUIT_CARDS,
    SUITS,
    BadCard,
    Card,
    Cards,
    bits,
    card_text,
    cards_of,
    cards_text,
    parse_cards,
    suit_of,
)
from cardtable.engine.draft import AnyOrder, BadPosition, Draft, FactReader, Facts, parse_seat, seat_text
from cardtable.engine.fact_texts import card_or_none, numbers_text, ranking, seat_or_none, seat_texts
from cardtable.engine.moves import Seat
from cardtable.games.bura import drawing
from cardtable.games.bura.beating import ACES
from cardtable.games.bura.counting import penalties
from cardtable.games.bura.options import COMBINATIONS, MOSCOW
from cardtable.games.bura.rules import BuraRules
from cardtable.games.bura.state import (
    BURA,
    CALLS,
    CLAIMS,
    DRAWING,
    LEAD,
    MOMENTS,
    OVER,
    REPLIES,
    BuraStanding,
    BuraState,
    tallied,
)
from cardtable.games.tricks import points_of


def facts(rules: BuraRules, state: BuraState) -> Facts:
    """The public facts of a deal, by their names in positions.txt."""
    over = not state.to_act
    held = sum(state.places[: rules.seats])
    return {
        "trump": SUITS[state.trump],
        "trump_card": card_or_none(state.trump_card),
        "moment": state.moment,
        "leader": seat_text(state.leader),
        "trick": _play_texts(rules, state) if state.moment == REPLIES else [],
        "face_down": _face_down_texts(rules, state),
        "points": numbers_text(state.points),
        "tricks": numbers_text(state.tricks),
        "winner": seat_or_none(state.winner),
        "asked": seat_texts(state.asked),
        "announced": [f"{seat_text(seat)} {COMBINATIONS[kind]}" for seat, kind in state.announced],
        "pretended": state.pretended,
        "just_bought": AnyOrder(cards_text(state.bought & held | (state.fresh if state.moment == REPLIES else 0))),
        "dealer": seat_text(state.dealer),
        "wins": numbers_text(state.match.wins),
        "faults": numbers_text(state.match.faults),
        "match_points": numbers_text(state.match.points),
        "penalties": numbers_text(state.match.penalties),
        "deals": state.match.deals,
        "due": seat_texts(_due_order(rules, state)),
        "counts": numbers_text([rules.count(state, seat) for seat in range(rules.seats)]),
        "best": AnyOrder(f"{seat_text(state.owner)} {cards_text(state.best)}") if state.plays else "none",
        "won": seat_texts(bits(state.won)),
        "written": numbers_text(penalties(rules, state)) if over and rules.by_penalties else "none",
        "ended": state.ended or "none",
        "culprit": seat_or_none(state.culprit),
        "next_leader": seat_or_none(rules.next_leader(state) if over else None),
        **_match(rules, state),
    }


def _match(rules: BuraRules, state: BuraState) -> Facts:
    """Whether this deal decided the match, and the final order (B-21)."""
    if state.to_act or not (after := rules.settle(rules.standing_before(state), state)).over:
        return {"match_over": False, "ranking": []}
    return {"match_over": True, "ranking": ranking(after.places())}


def _play_texts(rules: BuraRules, state: BuraState) -> list[str]:
    unseen = f"?{state.best.bit_count()}"
    return [AnyOrder(f"{seat_text(seat)} {cards_text(cards) or unseen}") for seat, cards in state.laid()]


def _face_down_texts(rules: BuraRules, state: BuraState) -> list[str]:
    """The known cards face down in each seat's tricks (B-27)."""
    if not rules.hides:
        return []
    under = [state.places[rules.under + seat] for seat in range(rules.seats)]
    return [AnyOrder(f"{seat_text(seat)} {cards_text(cards)}") for seat, cards in enumerate(under) if cards]


def _due_order(rules: BuraRules, state: BuraState) -> list[Seat]:
    """The seats still to draw in the current drawing, in order (B-13)."""
    if state.moment != DRAWING:
        return []
    ring = rules.clockwise_from[state.leader]
    sizes = [state.size(seat) for seat in ring]
    # A round already begun is finished; a further round needs a card for everybody.
    order = [seat for seat, size in zip(ring, sizes, strict=True) if size < sizes[0]]
    rounds = min(rules.filled_hand - sizes[0], (len(state.stock) - len(order)) // rules.seats)
    return order + list(ring) * rounds


def put_down(rules: BuraRules, draft: Draft, facts: FactReader) -> BuraState:
    """Sets up the deal that these cards and facts describe. Raises BadPosition."""
    seats = rules.seats
    trick = _read_plays(rules, facts)
    on_table = sum(cards for _, cards in trick)
    draft.use(on_table, "trick")
    taken = _read_taken(rules, draft, facts, "taken")
    under = _read_taken(rules, draft, facts, "face_down")
    if any(under) and not rules.hides:
        raise BadPosition("face_down: nothing lies so; hide_losing_replies=true is needed")
    moment = facts.text("moment", REPLIES if trick else LEAD, tuple(name for name in MOMENTS if name != OVER))
    if bool(trick) != (moment == REPLIES):
        if trick:
            raise BadPosition("moment: {moment!r} does not go with an open trick", moment=moment)
        raise BadPosition("moment: {moment!r} does not go without an open trick", moment=moment)
    trump, trump_card = _trump(rules, draft, facts)
    _size_hands(rules, draft, moment, dict(trick))
    hands, stock = draft.fill()
    if trump_card >= 0 and rules.options.trump_place == "top" and stock[-1:] == (trump_card,):
        stock = (trump_card, *stock[:-1])
    gone = rules.all_cards & ~(sum(hands) | on_table | sum(under) | cards_of(stock))
    places = [*hands, on_table, gone, *(under if rules.hides else ()), cards_of(stock)]
    winner = facts.seat_or_none("winner")
    leader = facts.seat("leader", trick[0][0] if trick else max(winner, 0))
    dealer = facts.seat("dealer", seats - 1)
    match = BuraStanding(
        deals=facts.number("deals", 0, 0, 999),
        dealer=dealer,
        wins=facts.numbers("wins", 0, 0, 9999),
        faults=facts.numbers("faults", 0, 0, 9999),
        points=facts.numbers("match_points", 0, 0, 9999),
        penalties=_penalties(rules, facts),
        by_penalties=rules.by_penalties,
    )
    state = BuraState(
        places,
        stock,
        list(hands),
        [0] * seats,
        match=match,
        dealer=dealer,
        leader=leader,
        trump=trump,
        trump_card=trump_card,
    )
    hidden = tuple(map(points_of, under))
    points = facts.numbers("points", tuple(map(sum, zip(map(points_of, taken), hidden, strict=True))), 0, 9999)
    for seat in range(seats):
        if points[seat] < hidden[seat]:
            raise BadPosition(
                "points: {seat} has more in the cards that lie face down, {count}",
                seat=seat_text(seat),
                count=hidden[seat],
            )
    up = [count - down for count, down in zip(points, hidden, strict=True)]
    state.tally = tallied(up, facts.numbers("tricks", 0, 0, 9999))
    state.winner = state.leader if winner < 0 and moment in (CLAIMS, DRAWING) else winner
    state.announced = _read_announced(rules, state, facts, moment)
    if moment == REPLIES:
        _lay_trick(rules, state, trick)
    _make_known(rules, state, facts)
    asked, pretended = facts.seat_list("asked"), facts.flag("pretended", False)
    if pretended and not (moment == DRAWING and rules.options.pretend_draw):
        raise BadPosition('pretended: nobody can have pretended; it goes with moment = "drawing" and pretend_draw=true')
    if asked is not None and moment not in (CLAIMS, BURA, CALLS):
        raise BadPosition("asked: nobody is asked at {moment!r}", moment=moment)
    if moment == REPLIES:
        if len(trick) == seats:
            rules.take_trick(state, state.places[rules.table], None)
    elif moment == LEAD:
        _call_highest(rules, state)
        rules.call_leader(state)
    elif moment == CLAIMS:
        _ask_claims(rules, state, asked)
    elif moment == DRAWING:
        _draw_on(rules, state, pretended)
    else:
        _ask_calls(rules, state, moment, asked)
    return state


def _penalties(rules: BuraRules, facts: FactReader) -> tuple[int, ...]:
    """The penalty points before this deal; refuses any that would already have lost the match (B-28)."""
    written = facts.numbers("penalties", 0, 0, 9999)
    limit = rules.options.penalty_limit
    if any(written) and not rules.by_penalties:
        raise BadPosition("penalties: there are none; scoring=penalties is needed")
    if max(written) >= limit:
        raise BadPosition("penalties: the match is over for who has {limit} of them", limit=limit)
    return written


def _read_plays(rules: BuraRules, facts: FactReader) -> list[tuple[Seat, Cards]]:
    """The plays of `trick`, in order."""
    plays: list[tuple[Seat, Cards]] = []
    for text in facts.texts("trick"):
        seat, cards = _seat_and_cards(rules, text, "trick")
        if plays and seat != rules.clockwise_from[plays[-1][0]][1]:
            raise BadPosition("trick: {text!r} is out of turn; plays are named clockwise from the lead", text=text)
        if not 1 <= cards.bit_count() <= rules.filled_hand or (plays and cards.bit_count() != plays[0][1].bit_count()):
            raise BadPosition(
                "trick: {text!r} must have as many cards as the lead, 1 to {hand}", text=text, hand=rules.filled_hand
            )
        plays.append((seat, cards))
    if len(plays) > rules.seats:
        raise BadPosition("trick: {count} plays are too many for {seats} players", count=len(plays), seats=rules.seats)
    if plays and not rules.whole_lead and all(plays[0][1] & ~suit for suit in SUIT_CARDS):
        raise BadPosition("trick: the lead {plays} is not of one suit", plays=cards_text(plays[0][1]))
    return plays


def _seat_and_cards(rules: BuraRules, text: str, name: str) -> tuple[Seat, Cards]:
    first, _, rest = text.partition(" ")
    seat = parse_seat(first, rules.seats, name)
    try:
        return seat, parse_cards(rest)
    except BadCard as error:
        raise BadPosition("{name}: {why}", name=name, why=error) from None


def _read_taken(rules: BuraRules, draft: Draft, facts: FactReader, name: str) -> list[Cards]:
    """The cards of `taken` or of `face_down`, by seat."""
    taken = [0] * rules.seats
    for text in facts.texts(name):
        seat, cards = _seat_and_cards(rules, text, name)
        draft.use(cards, name)
        taken[seat] |= cards
    return taken


def _trump(rules: BuraRules, draft: Draft, facts: FactReader) -> tuple[int, Card]:
    """The trump suit and the trump card, which is put at the end of the stock if it has not been drawn."""
    suit_name = facts.text("trump", "", tuple(SUITS))
    named, card = facts.has("trump_card"), facts.card("trump_card")
    stock = draft.stock
    bottom = rules.options.trump_place == "bottom"
    if not named and bottom and stock and stock[-1] != HIDDEN:
        card = stock[-1]
    if not suit_name and card < 0:
        raise BadPosition('trump: there must be a trump suit, such as trump = "h"')
    trump = SUITS.index(suit_name) if suit_name else suit_of(card)
    if trump is None:
        raise BadPosition("trump_card: {card} fixes no trump suit", card=card_text(card))
    if card >= 0 and suit_of(card) != trump:
        if named:
            raise BadPosition(
                "trump: {suit} does not go with the trump card {card}", suit=suit_name, card=card_text(card)
            )
        raise BadPosition(
            "trump: {suit} does not go with the trump card {card}, which is the last card of the stock",
            suit=suit_name,
            card=card_text(card),
        )
    if not named and card < 0 and bottom and stock != []:
        card = draft.take(lambda free: suit_of(free) == trump, "trump_card")
    elif card < 0:
        return trump, card
    elif not draft.used >> card & 1:
        draft.use(1 << card, "trump_card")
        if stock == [] or (not bottom and stock is not None and stock[0] != HIDDEN):
            # It has been drawn and played: it is among the cards taken.
            return trump, card
    else:
        lies = stock is not None and card in stock
        if lies and stock is not None and stock[-1 if bottom else 0] != card:
            raise _misplaced(card, bottom)
        if not lies and bottom and stock != []:
            raise BadPosition("trump_card: {card} lies elsewhere, so stock must be 0", card=card_text(card))
        return trump, card
    if stock is None:
        draft.last = card
    else:
        at = -1 if bottom else 0
        if stock[at] != HIDDEN:
            raise _misplaced(card, bottom)
        stock[at] = card
    return trump, card


def _size_hands(rules: BuraRules, draft: Draft, moment: str, laid: dict[Seat, Cards]) -> None:
    """Sets the size of hands that are not named, and refuses sizes that no deal can have (B-09, B-13)."""
    gone = [laid.get(seat, 0).bit_count() for seat in range(rules.seats)]
    named = [size + gone[seat] for seat, size in enumerate(draft.sizes) if size is not None]
    usual = max(named, default=rules.filled_hand - (moment in (CLAIMS, DRAWING)))
    for seat in range(rules.seats):
        size = draft.size(seat, usual - gone[seat])
        if size < 0 or size + gone[seat] > rules.filled_hand:
            raise BadPosition(
                "hands.{seat}: nobody can have held more than {hand} cards before this trick",
                seat=seat_text(seat),
                hand=rules.filled_hand,
            )
    by_hand = moment == DRAWING and rules.options.manual_draw
    if named and max(named) - min(named) > by_hand:
        if by_hand:
            raise BadPosition("hands: they are not equally long, but for one card that is due in this round")
        raise BadPosition("hands: they are not equally long, with the cards laid in the open trick")


def _misplaced(card: Card, bottom: bool) -> BadPosition:
    if bottom:
        return BadPosition("trump_card: {card} must be the last card of the stock", card=card_text(card))
    return BadPosition("trump_card: {card} must be the first card of the stock", card=card_text(card))


def _make_known(rules: BuraRules, state: BuraState, facts: FactReader) -> None:
    """Marks what everybody has seen: cards played and taken, the trump card, open hands, combinations, and `open`."""
    assert state.known is not None
    held = sum(state.places[: rules.seats])
    shown = facts.held("open", held)
    bought = facts.held("just_bought", held | state.places[rules.table])
    public = shown | state.open_plays() | state.places[rules.taken]
    if state.trump_card >= 0:
        public |= 1 << state.trump_card
    for seat in rules.open_seats:
        public |= state.places[seat]
    for seat, kind in state.announced:
        public |= state.places[seat] & (ACES if kind == MOSCOW else ALL_CARDS)
    state.known = [known | public for known in state.known]
    for seat, cards in state.laid():
        state.known[seat] |= cards
    if rules.hides and rules.seats == 2:
        # With two players, each knows the cards they laid face down to the other's tricks.
        for seat in range(2):
            state.known[1 - seat] |= state.places[rules.under + seat]
    if rules.options.show_bought:
        state.bought = state.marks = bought


def _read_announced(rules: BuraRules, state: BuraState, facts: FactReader, moment: str) -> tuple[tuple[Seat, int], ...]:
    """The announcements of this W2; unless a trick is open already, the seats must hold them."""
    found: list[tuple[Seat, int]] = []
    if facts.has("announced") and moment in (CLAIMS, DRAWING):
        raise BadPosition("announced: the trick that was announced for is over at {moment!r}", moment=moment)
    for text in facts.texts("announced"):
        name, _, word = text.partition(" ")
        seat = parse_seat(name, rules.seats, "announced")
        if word not in COMBINATIONS:
            raise BadPosition("announced: {text!r} names none of {allowed}", text=text, allowed=", ".join(COMBINATIONS))
        kind = COMBINATIONS.index(word)
        if moment != REPLIES and kind not in rules.held(state, seat):
            raise BadPosition("announced: {seat} does not hold {word}", seat=seat_text(seat), word=word)
        if any(caller == seat for caller, _ in found):
            raise BadPosition("announced: {seat} announces once", seat=seat_text(seat))
        found.append((seat, kind))
    return tuple(found)


def _call_highest(rules: BuraRules, state: BuraState) -> None:
    """Gives the lead to the highest announcement, the first of equal ones (B-16)."""
    if state.announced:
        state.leader = max(state.announced, key=lambda call: rules.ranking[call[1]])[0]


def _lay_trick(rules: BuraRules, state: BuraState, trick: list[tuple[Seat, Cards]]) -> None:
    """Lays out the open trick as far as it has been played."""
    if state.leader != trick[0][0]:
        raise BadPosition("leader: {trick} has led this trick", trick=seat_text(trick[0][0]))
    state.moment = REPLIES
    state.starter = state.owner = state.leader
    state.best = trick[0][1]
    state.plays = tuple(cards for _, cards in trick)
    for seat, cards in trick[1:]:
        if rules.wins_over(state, state.best, cards):
            state.best, state.owner = cards, seat
        elif rules.hides:
            state.down |= 1 << seat
    if len(trick) < rules.seats:
        state.to_act = (rules.clockwise_from[trick[-1][0]][1],)


def _ask_claims(rules: BuraRules, state: BuraState, asked: tuple[Seat, ...] | None) -> None:
    if not rules.claims:
        raise BadPosition("moment: there are no claims with win_detection=auto")
    state.asked = _in_order(rules.clockwise_from[state.leader], asked)
    state.moment = CLAIMS
    state.to_act = state.asked[:1]
    if not state.asked:
        drawing.fill_hands(rules, state, None)


def _in_order(due: Sequence[Seat], asked: tuple[Seat, ...] | None) -> tuple[Seat, ...]:
    """The asked seats that still have to answer."""
    if asked is None:
        return tuple(due)
    if list(asked) != [seat for seat in due if seat in asked]:
        allowed = " ".join(map(seat_text, due)) or "nobody"
        raise BadPosition(
            "asked: {given} is not possible; asked are, in order: {allowed}",
            given=" ".join(map(seat_text, asked)),
            allowed=allowed,
        )
    return asked


def _draw_on(rules: BuraRules, state: BuraState, pretended: bool) -> None:
    """Draws cards; when drawing by hand, waits for the player who is due (B-13, B-18)."""
    next_seat = drawing.due(rules, state)
    if not rules.options.manual_draw or not (state.places[state.leader] or next_seat >= 0):
        drawing.fill_hands(rules, state, None)
        return
    ring = rules.clockwise_from[state.leader]
    sizes = [state.size(seat) for seat in ring]
    if sizes != sorted(sizes, reverse=True):
        raise BadPosition("hands: {leader} draws first, then the others clockwise", leader=seat_text(state.leader))
    if sizes[-1] < sizes[0] and sizes.count(sizes[-1]) > len(state.stock):
        raise BadPosition("stock: there are too few cards to end the round that has begun")
    drawing.go_on(rules, state, None)
    if pretended and next_seat < 0:
        raise BadPosition("pretended: nobody is due to draw")
    state.pretended = pretended


def _ask_calls(rules: BuraRules, state: BuraState, moment: str, asked: tuple[Seat, ...] | None) -> None:
    """Starts W2, at the beginning or after the calls of bura (B-15, B-16)."""
    if moment == BURA and state.announced:
        raise BadPosition("announced: bura goes before combinations, so nobody can have announced yet")
    announced = state.announced
    if moment == BURA:
        rules.open_calls(state, None)
    else:
        rules.call_combinations(state)
    if state.moment in (BURA, CALLS):
        callers = {seat for seat, _ in announced}
        due = [seat for seat in state.asked if seat not in callers]
        state.asked = _in_order(due, asked)
        state.to_act = state.asked[:1]
        _call_highest(rules, state)
        if not state.asked and state.moment == BURA:
            rules.call_combinations(state)
        elif not state.asked:
            rules.call_leader(state)
