"""Positions of 101: writes the facts of a deal as text, and sets a deal up from them."""

from __future__ import annotations

from cardtable.cards import HIDDEN, SUIT_CARDS, SUITS, Card, bits, card_text, cards_of, cards_text, parse_card
from cardtable.engine.draft import AnyOrder, BadPosition, Draft, FactReader, Facts, parse_seat, seat_text
from cardtable.engine.fact_texts import card_or_none, ranking, seat_or_none, seat_texts
from cardtable.engine.rules import BY_DEALER
from cardtable.engine.state import common_knowledge
from cardtable.games.one_oh_one import scoring
from cardtable.games.one_oh_one.options import GUARD
from cardtable.games.one_oh_one.rules import OneOhOneRules
from cardtable.games.one_oh_one.state import (
    ANSWER,
    CHAIN,
    COVER,
    HAD_TO,
    LAY,
    MAY,
    MUST,
    NAME,
    NOT_DRAWN,
    OneOhOneState,
)
from cardtable.games.one_oh_one.tables import ACES, ADDS, NINES, REPLAYS, SEVENS, SIXES

DRAWS = ("no", "must", "may")


def _draw_text(drawn: int) -> str:
    return DRAWS[MUST if drawn == HAD_TO else drawn]


def _ace_text(rules: OneOhOneRules, state: OneOhOneState) -> str:
    if rules.ace_is_open(state):
        return "open"
    return {ANSWER: "pending", COVER: "cover"}.get(state.step, "none")


def _is_seen(state: OneOhOneState) -> bool:
    """Whether everybody has seen every card in the stock."""
    return HIDDEN not in state.stock and not cards_of(state.stock) & ~common_knowledge(state)


def facts(rules: OneOhOneRules, state: OneOhOneState) -> Facts:
    """The public facts of a deal, by their names in positions.txt."""
    return {
        "pile": " ".join(map(card_text, state.pile)),
        "turn": seat_text(state.turn),
        "order": SUITS[state.ordered] if state.ordered >= 0 else "none",
        "ace": _ace_text(rules, state),
        "own_nine": state.again and bool(NINES >> state.pile[-1] & 1),
        "own_six": state.again and bool(SIXES >> state.pile[-1] & 1),
        "drew": _draw_text(state.drew),
        "drawn": _draw_text(state.drawn),
        "chain": state.chain,
        "opened": card_or_none(state.pile[-1] if state.step == NAME else -1),
        "actions": state.actions,
        "passes": state.passes,
        "dealer": seat_text(state.dealer),
        "turned": bool(state.stock) and _is_seen(state),
        "shuffle": state.to_act == BY_DEALER,
        "owed": state.owed,
        "totals": list(state.totals),
        "out": ranking(state.gone),
        "top": card_or_none(state.pile[-1] if state.pile else -1),
        "open_ace": rules.ace_is_open(state),
        "can_draw": rules.can_draw(state),
        **_ended(rules, state),
    }


def _ended(rules: OneOhOneRules, state: OneOhOneState) -> Facts:
    """The facts known only after the deal."""
    over = not state.to_act
    deal = scoring.score(rules.options, state)
    after = scoring.settle(rules.options, rules.standing_before(state), state, deal)
    return {
        "points": [points or 0 for points in deal.points] if over else [],
        "winner": seat_or_none(state.winner),
        "blocked": over and state.winner < 0,
        "went_out_with": AnyOrder(cards_text(state.went_out_with) or "none"),
        "totals_after": list(deal.totals) if over else [],
        "resets": seat_texts(deal.resets) if over else [],
        "eliminated": seat_texts(bits(deal.eliminated)) if over else [],
        "match_over": over and after.over,
        "ranking": ranking(after.places) if over else [],
        "next_leader": seat_or_none(after.leader if over else None),
        "next_dealer": seat_or_none(after.dealer if over else None),
    }


def put_down(rules: OneOhOneRules, draft: Draft, facts: FactReader) -> OneOhOneState:
    """Sets up the deal that these cards and facts describe. Raises BadPosition."""
    seats = rules.seats
    gone = _gone(rules, draft, facts)
    active = sum(1 << seat for seat in range(seats) if not gone[seat])
    dealer = facts.seat("dealer", active.bit_length() - 1)
    if not active >> dealer & 1:
        raise BadPosition("dealer: {dealer} is out of the match", dealer=seat_text(dealer))
    opened = facts.text("opened", "none", (*map(card_text, rules.deck), "none"))
    pile = _pile(rules, facts, opened)
    draft.use(cards_of(pile), "pile")
    hands, stock = draft.fill()

    state = rules.new_state([*hands, 0, 0, cards_of(stock)], stock, dealer, active)
    assert state.known is not None
    state.places[rules.pile] = cards_of(pile)
    state.places[rules.aside] = draft.left_over
    state.pile = tuple(pile)
    state.gone = gone
    state.totals = facts.numbers("totals", 0, -9999, 9999)
    public = state.places[rules.pile] | state.places[rules.aside] | facts.held("open", sum(hands))
    if facts.flag("turned", False):
        public |= cards_of(stock)
    state.known = [known | public for known in state.known]
    state.actions = facts.number("actions", 0, 0, GUARD + 1)
    state.passes = facts.number("passes", 0, 0, active.bit_count() - 1)
    first = dealer if opened != "none" else 0 if active & 1 else rules.after[active][0]
    state.turn = facts.seat("turn", first)
    if not active >> state.turn & 1:
        raise BadPosition("turn: {turn} is out of the match", turn=seat_text(state.turn))
    state.to_act = (state.turn,)
    _order(rules, state, facts)
    if opened != "none":
        if state.turn != dealer or state.ordered >= 0:
            raise BadPosition("opened: {dealer}, who deals, has yet to name a suit", dealer=seat_text(dealer))
        rules.ask_name(state)
    _ace(rules, state, facts)
    _chain(rules, state, facts)
    _draws(rules, state, facts)
    _waiting(rules, state, facts)
    if state.actions >= GUARD and state.to_act != BY_DEALER:
        raise BadPosition("actions: after {guard} of them the deal is over", guard=GUARD)
    _refuse_empty_hands(rules, state)
    return state


def _gone(rules: OneOhOneRules, draft: Draft, facts: FactReader) -> tuple[int, ...]:
    """The deal that eliminated each seat, read from `out = ["P3", "P1 P4"]`."""
    gone = [0] * rules.seats
    for number, text in enumerate(facts.texts("out"), 1):
        for name in text.split():
            seat = parse_seat(name, rules.seats, "out")
            if gone[seat]:
                raise BadPosition("out: {name} is named twice", name=name)
            if draft.hands[seat] or draft.unknown[seat]:
                raise BadPosition("out: {name} is out of the match, but holds cards", name=name)
            gone[seat] = number
            draft.unknown[seat] = 0
    if gone.count(0) < 2:
        raise BadPosition("out: two players at least must be left")
    return tuple(gone)


def _pile(rules: OneOhOneRules, facts: FactReader, opened: str) -> list[Card]:
    """The pile, which consists of the card the dealer opened, if there is one (O-05)."""
    pile = facts.cards("pile")
    if opened == "none":
        return pile
    card = parse_card(opened)
    if rules.options.opening != "dealer_card" or not rules.order_cards >> card & 1:
        raise BadPosition(
            "opened: {opened} is no card for which a suit is named; opening=dealer_card is needed", opened=opened
        )
    if pile not in ([], [card]):
        raise BadPosition("pile: nothing lies there but the card that was opened, {opened}", opened=opened)
    return [card]


def _order(rules: OneOhOneRules, state: OneOhOneState, facts: FactReader) -> None:
    """Sets the suit ordered, if any, and the cards that fit it (O-08, O-13, O-21)."""
    named = facts.text("order", "none", (*SUITS, "none"))
    if state.pile:
        state.fits = rules.fitting[state.pile[-1]]
    if named == "none":
        return
    orders = ~ACES if rules.english else rules.order_cards
    if not state.pile or not orders >> state.pile[-1] & 1:
        raise BadPosition("order: the card on top of the pile cannot have ordered a suit")
    state.ordered = SUITS.index(named)
    state.fits = rules.obeying[state.ordered]


def _ace(rules: OneOhOneRules, state: OneOhOneState, facts: FactReader) -> None:
    """Sets what the ace on top asks of the player (O-18, O-21)."""
    on_top = bool(state.pile) and bool(ACES >> state.pile[-1] & 1)
    effect = rules.options.ace_effect
    open_or_none = "open" if on_top and rules.english else "none"
    asked = facts.text("ace", open_or_none, ("pending", "cover", "open", "none"))
    if asked == "pending" and on_top and effect == "skip_unless_ace":
        state.step = ANSWER
        state.fits = ACES & rules.all_cards
    elif asked == "cover" and on_top and rules.english:
        state.step = COVER
        state.fits = SUIT_CARDS[rules.ace_suit(state)] & rules.all_cards
    elif asked != open_or_none:
        raise BadPosition(
            "ace: {asked} does not go with ace_effect={effect} and the card on top of the pile",
            asked=asked,
            effect=effect,
        )


def _chain(rules: OneOhOneRules, state: OneOhOneState, facts: FactReader) -> None:
    """Sets the chain of sevens that the player has to answer (O-34)."""
    state.chain = facts.number("chain", 0, 0, 4)
    if not state.chain:
        return
    added = state.pile[-state.chain :]
    if len(added) < state.chain or cards_of(added) & ~SEVENS or rules.effects[added[-1]].kind != ADDS:
        raise BadPosition(
            "chain: {chain} does not go with the top of the pile; so many sevens must lie there, and seven_effect be "
            "stack or stack_skip",
            chain=state.chain,
        )
    state.step = CHAIN
    state.fits = SEVENS


def _draws(rules: OneOhOneRules, state: OneOhOneState, facts: FactReader) -> None:
    """Sets how the player has drawn in this turn, and whether they play again on their own card (O-10, O-17, O-35)."""
    able = rules.options.draw_when_able
    values = {"no": NOT_DRAWN, "must": HAD_TO if able else MUST, "may": MAY}
    drawn = facts.text("drawn", "no", DRAWS)
    drew = facts.text("drew", drawn, DRAWS)
    for name, value in ("drawn", drawn), ("drew", drew):
        if value == "may" and not able:
            raise BadPosition("{name}: nobody draws by choice; draw_when_able=true is needed", name=name)
    if drawn != "no" and (state.step != LAY or not state.pile):
        raise BadPosition("drawn: there is no draw in this moment of the game")
    if drawn != "no" and drew == "no":
        raise BadPosition("drew: a draw just made is a draw of this turn, so it is {drawn!r} at least", drawn=drawn)
    fitting = state.places[state.turn] & state.fits
    if drawn == "must" and fitting & (fitting - 1):
        raise BadPosition(
            "drawn: {fitting} fit, but of this hand only the card just drawn may", fitting=cards_text(fitting)
        )
    state.drawn, state.drew = values[drawn], values[drew]
    top = state.pile[-1] if state.pile else -1
    own_nine, own_six = facts.flag("own_nine", False), facts.flag("own_six", False)
    replays = top >= 0 and rules.effects[top].kind == REPLAYS
    if own_nine and not (replays and NINES >> top & 1):
        raise BadPosition("own_nine: no nine that calls for another move lies on top of the pile")
    if own_six and not (replays and SIXES >> top & 1):
        raise BadPosition("own_six: no six that calls for another move lies on top of the pile")
    state.again = own_nine or own_six


def _waiting(rules: OneOhOneRules, state: OneOhOneState, facts: FactReader) -> None:
    """Sets a draw that waits for a shuffle (O-11)."""
    state.owed = facts.number("owed", 0, 0, 8)
    if not facts.flag("shuffle", False):
        if state.owed:
            raise BadPosition("owed: cards are owed only while the pile is shuffled; shuffle=true is needed")
        if state.step == COVER and not state.places[state.turn] & state.fits:
            raise BadPosition(
                "ace: {turn} holds no card of the ace's suit to cover it with", turn=seat_text(state.turn)
            )
        return
    if rules.options.recycle != "shuffle" or state.stock or len(state.pile) < 2:
        raise BadPosition("shuffle: it needs recycle=shuffle, stock = 0 and at least two cards in the pile")
    if not (state.owed or state.drawn or state.step == COVER):
        raise BadPosition('shuffle: somebody draws; say who by owed, drawn or ace = "cover"')
    state.to_act = BY_DEALER


def _refuse_empty_hands(rules: OneOhOneRules, state: OneOhOneState) -> None:
    """Refuses empty hands, which would have ended the deal, with two exceptions (O-24, O-25)."""
    for seat in range(rules.seats):
        waits = seat == state.turn and (
            (state.owed and state.step != CHAIN) or (state.again and rules.must_cover >> state.pile[-1] & 1)
        )
        if state.active >> seat & 1 and not state.places[seat] and not waits:
            raise BadPosition("hands: {seat} has no cards, so the deal is over", seat=seat_text(seat))
