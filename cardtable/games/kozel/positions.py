"""Positions of Kozel: writes the facts of a hand as text, and sets a hand up from them."""

from __future__ import annotations

import dataclasses
from typing import get_args

from cardtable.cards import ALL_CARDS, CLUBS, HIDDEN, SUITS, Card, Cards, card_text, cards_of, cards_text, suit_of
from cardtable.engine.draft import AnyOrder, BadPosition, Draft, FactReader, Facts, parse_seat, parse_some, seat_text
from cardtable.engine.fact_texts import card_or_none, seat_or_none, seat_texts
from cardtable.engine.moves import Seat
from cardtable.engine.state import STOCK
from cardtable.games.kozel import calls, filling, praise, scoring
from cardtable.games.kozel.cards import SHAMOK
from cardtable.games.kozel.rules import KozelRules
from cardtable.games.kozel.state import (
    ASKING,
    CUT,
    EXCHANGE,
    NAME,
    PLAY,
    PRAISE,
    REDEAL,
    REPRAISE,
    RETURN,
    Booked,
    KozelState,
    Stage,
)

DEAL = "deal"
"""The stage of a position in which the deck is dealt at once."""


def facts(rules: KozelRules, state: KozelState) -> Facts:
    """The public facts of a hand, by their names in positions.txt."""
    score, eggs, totals = scoring.after(rules, state)
    over = not state.to_act
    return {
        "stage": state.stage,
        "dealer": seat_text(state.dealer),
        "hand": state.hand,
        "trump": SUITS[state.trump] if state.trump >= 0 else "none",
        "turned": card_or_none(state.turned),
        "leader": seat_or_none(state.leader),
        "trick": " ".join(map(card_text, state.trick)),
        "opening": state.opening,
        "taken": [
            AnyOrder(f"{_seats(rules, side)} {cards_text(cards)}".rstrip()) for side, cards in enumerate(state.won)
        ],
        "half": state.half,
        "first_half": list(state.first_half),
        "columns": [
            " ".join(map(card_text, praise.column_cards(rules, state, column))) for column in range(len(state.columns))
        ],
        "to_lay": len(state.columns),
        "praise_winner": seat_or_none(state.praise_winner),
        "namer": seat_or_none(state.namer),
        "calls": state.calls,
        "asked": seat_or_none(state.to_act[0] if state.stage in (*ASKING, REPRAISE, RETURN) else None),
        "offered": card_or_none(state.offered),
        "score": list(state.score),
        "eggs": state.eggs,
        "totals": list(state.totals),
        "booked": [
            f"{_seats(rules, side)} from {seat_text(payer)} {amount}"
            for side, row in enumerate(state.booked)
            for payer, amount in enumerate(row)
            if amount
        ],
        "card_points": list(scoring.card_points(state)),
        "trick_winner": seat_or_none(state.winning),
        "last_winner": seat_or_none(state.last_winner),
        "ended": state.ended or "none",
        "game_points": list(state.gains),
        "loser": seat_texts(scoring.losers(rules, state)),
        "score_after": list(score) if over else [],
        "totals_after": list(totals) if over else [],
        "eggs_after": eggs if over else 0,
        "accounts": list(scoring.accounts(rules, state.booked)) if rules.options.scoring == "accounts" else [],
    }


def _seats(rules: KozelRules, side: int) -> str:
    return " ".join(map(seat_text, rules.members(side)))


def put_down(rules: KozelRules, draft: Draft, facts: FactReader) -> KozelState:
    """Sets up the hand that these cards and facts describe. Raises BadPosition."""
    options = rules.options
    stage, deals = _stage(rules, facts)
    hand = facts.number("hand", 2 if stage == PRAISE else 1, 1, 9999)
    dealer = facts.seat("dealer", rules.seats - 1)
    standing = dataclasses.replace(
        rules.start(),
        deals=hand - 1,
        score=_by_side(rules, facts, "score"),
        eggs=facts.number("eggs", 1, 1, 1 << 20),
        totals=_by_side(rules, facts, "totals"),
        booked=_booked(rules, facts),
    )
    half = facts.number("half", 1, 1, 2 if options.halves else 1)
    trick = tuple(facts.cards("trick"))
    if len(trick) >= rules.seats:
        raise BadPosition(
            "trick: {count} cards lie there, but the trick is taken with {seats}", count=len(trick), seats=rules.seats
        )
    draft.use(cards_of(trick), "trick")
    taken = _taken(rules, draft, facts)
    columns = _columns(rules, draft, facts, stage)
    trump, turned = _trump(rules, draft, facts, stage)
    praise_winner = facts.seat_or_none("praise_winner")
    leader = facts.seat("leader", 0) if facts.has("leader") else None
    opening = facts.flag("opening", True) if facts.has("opening") else None
    asked = facts.seat_or_none("asked") if facts.has("asked") else -1
    offered = facts.cards("offered")
    if trick and stage != PLAY:
        raise BadPosition("trick: no card is led in stage {stage}", stage=stage)
    if stage == PRAISE:
        filling.size_praise(rules, draft, dealer, columns)
    elif stage == CUT:
        filling.size_cut(rules, draft)
    else:
        fewer = [0] * rules.seats
        for index in range(len(trick)):
            fewer[(max(praise_winner, 0) + index if leader is None else leader + index) % rules.seats] = 1
        if stage == RETURN and asked >= 0:
            fewer[asked], fewer[(asked + 2) % rules.seats] = -1, 1
        filling.size_hands(rules, draft, half, fewer, taken)
    hands, stock = draft.fill()
    if facts.has("card_points"):
        taken = filling.take_points(rules, draft, taken, _by_side(rules, facts, "card_points"))

    places = [*hands, *[0] * len(rules.place_names)]
    places[STOCK] = cards_of(stock)
    state = rules.new_state(places, stock, dealer, standing)
    state.stage, state.half = stage, half
    state.first_half = _by_side(rules, facts, "first_half")
    state.trump, state.turned = trump, turned
    state.calls = facts.number("calls", 0, 0, 99)
    state.places[rules.table] = cards_of(trick)
    state.won = tuple(taken)
    state.places[rules.taken] = sum(taken)
    state.places[rules.aside] = draft.left_over
    _know(rules, state, facts)
    if stage in (CUT, PRAISE):
        if any(taken):
            raise BadPosition("taken: there are no tricks yet in stage {stage}", stage=stage)
        if draft.left_over:
            raise BadPosition("stock: in stage {stage} it holds every card that lies nowhere else", stage=stage)
    if deals:
        rules.begin(state, None)
    elif stage == CUT:
        rules.ask_cut(state)
    elif stage == PRAISE:
        _lay_columns(rules, state, columns)
    else:
        state.praise_winner = praise_winner
        if options.trump_system == "named_jacks":
            state.namer = _namer(rules, state, facts, leader, trick)
            if state.namer >= 0 and state.known is not None:
                six = state.places[state.namer] & 1 << SHAMOK
                state.known = [known | six for known in state.known]
        _lead(rules, state, opening, leader, trick)
        _ask(rules, state, asked if asked >= 0 else None, offered)
    return state


def _stage(rules: KozelRules, facts: FactReader) -> tuple[Stage, bool]:
    """The stage, checked against the options; and whether the deck, as before a cut, is dealt at once."""
    options = rules.options
    played = {
        CUT: options.cut_step == "manual",
        PRAISE: options.praise == "pants",
        REDEAL: options.redeal_no_queens,
        REPRAISE: options.redeal_no_queens and options.praise == "pants",
        EXCHANGE: options.single_trump_exchange,
        RETURN: options.single_trump_exchange,
        NAME: options.trump_system == "named_jacks",
        PLAY: True,
    }
    text = facts.text("stage", PLAY, [*(stage for stage, here in played.items() if here), DEAL])
    if text == DEAL:
        return CUT, True
    return next(stage for stage in get_args(Stage) if stage == text), False


def _by_side(rules: KozelRules, facts: FactReader, name: str) -> tuple[int, ...]:
    """A number per side; 0 unless the position gives it."""
    return facts.numbers(name, 0, 0, 9999, count=rules.sides)


def _booked(rules: KozelRules, facts: FactReader) -> Booked:
    """Account points by taker and payer, read from texts such as `"P1 P3 from P0 11"`."""
    booked = [[0] * rules.seats for _ in range(rules.sides)]
    for text in facts.texts("booked"):
        takers, _, rest = text.partition(" from ")
        words = rest.split()
        if not takers or len(words) != 2 or not words[1].isdecimal() or len(words[1]) > 9:
            raise BadPosition('booked: {text!r} is not possible; allowed: a text such as "P1 P3 from P0 11"', text=text)
        side = _side(rules, takers.split(), "booked")
        payer = parse_seat(words[0], rules.seats, "booked")
        if rules.side[payer] == side:
            raise BadPosition("booked: {text!r}: nobody takes from their own side", text=text)
        booked[side][payer] = int(words[1])
    return tuple(map(tuple, booked))


def _side(rules: KozelRules, words: list[str], where: str) -> int:
    """The side to which all the named seats belong."""
    sides = {rules.side[parse_seat(word, rules.seats, where)] for word in words}
    if len(sides) != 1:
        raise BadPosition(
            "{where}: {given} is no side; name one of its seats, or all", where=where, given=" ".join(words)
        )
    return sides.pop()


def _taken(rules: KozelRules, draft: Draft, facts: FactReader) -> list[Cards]:
    """The cards taken by each side, read from texts such as `"P0 P2 Ad Td 7c Jd"`."""
    taken = [0] * rules.sides
    for text in facts.texts("taken"):
        words = text.split()
        seats = [word for word in words if word[:1] in "Pp"]
        side = _side(rules, seats, "taken") if seats else None
        if side is None:
            raise BadPosition('taken: {text!r} is not possible; allowed: a text such as "P0 P2 Ad Td 7c Jd"', text=text)
        cards = parse_some(" ".join(words[len(seats) :]), "taken")
        if HIDDEN in cards:
            raise BadPosition("taken: {text!r}: tricks that were taken are open, so every card has a name", text=text)
        for card in cards:
            draft.use(1 << card, "taken")
        taken[side] |= cards_of(cards)
    return taken


def _columns(rules: KozelRules, draft: Draft, facts: FactReader, stage: Stage) -> list[list[Card]]:
    """The praise columns, the boaster's card first; cards left open are filled with plain cards."""
    columns = [parse_some(text, "columns") for text in facts.texts("columns")]
    if columns and stage != PRAISE:
        raise BadPosition("columns: they lie only in stage praise")
    if len(columns) > len(rules.columns) or len({len(column) for column in columns}) > 1:
        raise BadPosition("columns: there are one or two of them, with as many cards each")
    if columns and not 1 <= len(columns[0]) < rules.seats:
        raise BadPosition("columns: 1 to {seats} cards lie on each", seats=rules.seats - 1)
    plain = rules.by_trump[CLUBS].plain
    for column in columns:
        if HIDDEN in column[1:]:
            raise BadPosition("columns: only the boaster's card, the first, may be ?")
        for card in column:
            if card != HIDDEN:
                draft.use(1 << card, "columns")
                if not plain >> card & 1:
                    raise BadPosition("columns: {card} is a trump, and only plain cards are laid", card=card_text(card))
    for column in columns:
        if column[0] == HIDDEN:
            column[0] = draft.take(lambda card: bool(plain >> card & 1), "columns")
    return columns


def _trump(rules: KozelRules, draft: Draft, facts: FactReader, stage: Stage) -> tuple[int, Card]:
    """The trump suit and the turned-up card, which is at the end of the stock if there is one (K-05 to K-07)."""
    fixed = rules.options.always_clubs
    turned = facts.card("turned")
    if turned >= 0 and turned not in rules.deck:
        raise BadPosition(
            "turned: {turned} is not among the {count} cards of this game",
            turned=card_text(turned),
            count=len(rules.deck),
        )
    name = facts.text("trump", "", ("c",) if fixed else tuple(SUITS))
    if stage == CUT:
        return CLUBS if fixed else -1, -1
    if stage == NAME:
        return -1, -1
    if fixed:
        trump = CLUBS
    elif turned >= 0:
        suit = suit_of(turned)
        assert suit is not None
        trump = suit
        if name and SUITS.index(name) != trump:
            raise BadPosition(
                "trump: {name} does not go with the card turned up, {turned}", name=name, turned=card_text(turned)
            )
    elif name:
        trump = SUITS.index(name)
    else:
        raise BadPosition('trump: there must be a trump suit, such as trump = "h"')
    if rules.options.deal_mode == "stock4" and draft.stock != []:
        turned = _under_stock(draft, turned, trump, fixed)
    return trump, turned


def _under_stock(draft: Draft, turned: Card, trump: int, fixed: bool) -> Card:
    """Puts the turned-up card at the end of the stock."""
    stock = draft.stock
    last = stock[-1] if stock else HIDDEN
    if turned < 0 and last != HIDDEN:
        turned = last
    elif turned < 0:
        turned = draft.take(lambda card: fixed or suit_of(card) == trump, "turned")
    elif last == HIDDEN and draft.used >> turned & 1:
        raise BadPosition("turned: {turned} lies elsewhere, so stock must be 0", turned=card_text(turned))
    elif last == HIDDEN:
        draft.use(1 << turned, "turned")
    if last not in (HIDDEN, turned) or (not fixed and suit_of(turned) != trump):
        raise BadPosition(
            "turned: {turned} should be the last card of the stock, and its suit is trump", turned=card_text(turned)
        )
    if stock is None:
        draft.last = turned
    else:
        stock[-1] = turned
    return turned


def _know(rules: KozelRules, state: KozelState, facts: FactReader) -> None:
    """Makes public what was played and taken, the turned-up card, and the cards of `open`."""
    assert state.known is not None
    shown = facts.held("open", sum(state.places[: rules.seats]))
    public = state.places[rules.table] | shown | state.places[rules.aside] | state.places[rules.taken]
    if state.turned >= 0:
        public |= 1 << state.turned
    state.known = [known | public for known in state.known]


def _lay_columns(rules: KozelRules, state: KozelState, columns: list[list[Card]]) -> None:
    """Sets up the columns, and whose turn it is to lay (K-10)."""
    assert state.known is not None
    assert state.lacks is not None
    boaster = rules.left_of(state.dealer)
    suits = rules.suits(state)
    for place, column in zip(rules.columns, columns, strict=False):
        state.places[place] = cards_of(column)
        state.lacks[place] = suits.trumps
        state.known = [known | cards_of(column[1:]) for known in state.known]
        state.known[boaster] |= 1 << column[0]
    if len(columns) == len(rules.columns):
        state.lacks[boaster] = suits.plain
        if state.places[boaster] & suits.plain:
            raise BadPosition("hands: who lays two cards as boaster has no plain card left")
    state.columns = tuple([tuple(column[1:]) for column in columns])
    seat = (boaster + (len(columns[0]) if columns else 0)) % rules.seats
    praise.draw_pairs(rules, state, seat, max(1, len(columns)), None)


def _lead(
    rules: KozelRules, state: KozelState, opening: bool | None, leader: Seat | None, trick: tuple[Card, ...]
) -> None:
    """Sets the leader, and the cards to be played (K-10 to K-13)."""
    named = state.leader = max(state.praise_winner, 0) if leader is None else leader
    if state.stage == NAME:
        return
    suits = rules.suits(state)
    if trick:
        state.opening = False
        state.trick = trick
        index = suits.winner(trick)
        state.best, state.winning = trick[index], (named + index) % rules.seats
        state.prefer = suits.follow[trick[0]] if rules.options.follow_suit == "must" else ALL_CARDS
        if rules.captured(state) is not None:
            raise BadPosition("trick: the Shamka has been captured in it, so the deal is over")
        return
    opener = calls.opener(rules, state)
    fits = opener is not None and leader in (None, opener)
    tricks = state.places[rules.taken].bit_count() // rules.seats
    praised = len(rules.columns) if state.praise_winner >= 0 else 0
    first = fits and state.half == 1 and not state.places[rules.aside] and tricks <= praised
    state.opening = first if opening is None else opening
    if not state.opening:
        state.prefer = rules.leadable(state)
    elif opener is None:
        if rules.options.trump_system == "named_jacks":
            raise BadPosition("opening: nobody holds the six of clubs, whose holder leads first")
        raise BadPosition("opening: nobody holds the ace of diamonds, which is led first")
    elif not fits:
        raise BadPosition(
            "leader: {named} does not open this deal; {opener} does", named=seat_text(named), opener=seat_text(opener)
        )
    else:
        calls.find_leader(rules, state, None)


def _namer(
    rules: KozelRules, state: KozelState, facts: FactReader, leader: Seat | None, trick: tuple[Card, ...]
) -> Seat:
    """The player who names trumps: the one who holds the six of clubs, or laid it to the open trick (K-29)."""
    holds = [seat for seat in range(rules.seats) if state.places[seat] >> SHAMOK & 1]
    if SHAMOK in trick:
        holds = [((leader or 0) + trick.index(SHAMOK)) % rules.seats]
    if state.stage == NAME and not holds:
        raise BadPosition("stage: nobody holds the six of clubs, so nobody names trumps")
    named = facts.seat_or_none("namer")
    if holds and named not in (-1, holds[0]):
        raise BadPosition("namer: {holder} holds the six of clubs, or has just laid it", holder=seat_text(holds[0]))
    return holds[0] if holds else named


def _ask(rules: KozelRules, state: KozelState, asked: Seat | None, offered: list[Card]) -> None:
    """Sets whose turn it is (K-08, K-09, K-13)."""
    assert state.known is not None
    if state.stage != RETURN and offered:
        raise BadPosition("offered: a card is given back only in stage return")
    match state.stage:
        case "redeal":
            if not calls.ask_redeal(rules, state):
                raise BadPosition("stage: no team is without queens, so nobody may call a redeal")
            if asked not in (None, state.to_act[0]):
                raise BadPosition("asked: {to_act} is the one who may call", to_act=seat_text(state.to_act[0]))
        case "name":
            calls.ask_name(rules, state, None)
        case "repraise":
            if state.praise_winner < 0:
                raise BadPosition("praise_winner: somebody must have won the praise")
            rules.call_on(state, state.praise_winner)
        case "exchange":
            calls.ask_exchange(rules, state, 0 if asked is None else calls.turn_in_exchange(rules, state, asked) - 1)
        case "return":
            if asked is None or len(offered) != 1 or not state.places[asked] >> offered[0] & 1:
                raise BadPosition("offered: name the card that was given, in the hand of the seat that is asked")
            state.offered = offered[0]
            state.known[(asked + 2) % rules.seats] |= 1 << offered[0]
            rules.call_on(state, asked)
        case _:
            seat = (state.leader + len(state.trick)) % rules.seats
            if not state.places[seat]:
                raise BadPosition("hands: {seat} is to play, but holds no card", seat=seat_text(seat))
            rules.call_on(state, seat)
