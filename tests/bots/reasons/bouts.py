"""The conditions under which the reasons of Durak and of the ladder are true."""

from __future__ import annotations

from typing import Final

from cardtable.cards import RANK_CARDS, RANKS, SUIT_CARDS, Card, Cards, bits, only_card, rank_of, suit_of
from cardtable.engine.moves import Move
from tests.bots.reasons.at import At, Truth, family_of, least
from tests.bots.reasons.tricks import out_of_sight

# Durak, and the bouts of the ladder


def mates(at: At) -> Cards:
    return RANK_CARDS[rank_of(at.card)]


def covers(at: At) -> list[Move]:
    return [one for one in at.legal if one.verb == "cover" and one.arg == at.move.arg]


def is_plain(at: At, move: Move) -> bool:
    return not move.cards & at.trumps and all(suit_of(card) is not None for card in bits(move.cards))


def is_smallest(at: At) -> bool:
    """No plain card covers the same attack if this is a trump, and no lower card of the same kind does."""
    height = at.rules.height
    trump = at.full.trump if at.full.trump >= 0 else None
    return all(height(at.card, trump) <= height(only_card(one.cards), trump) for one in covers(at))


def leads(at: At) -> list[Move]:
    return [one for one in at.legal if one.verb == "attack" and one.cards.bit_count() == 1]


def thrown(at: At) -> list[Move]:
    return [one for one in at.legal if one.verb in ("throw", "add")]


def is_high(card: Card) -> bool:
    return suit_of(card) is None or RANKS[rank_of(card)] in "QKA"


def all_beaten(at: At) -> bool:
    """Whether the hand covers every open card; tries every way."""

    def goes(open_cards: list[Card], hand: Cards) -> bool:
        if not open_cards:
            return True
        beaters = beats(at, open_cards[0]) & hand
        return any(goes(open_cards[1:], hand & ~(1 << card)) for card in bits(beaters))

    return goes(bits(at.full.uncovered), at.hand)


def beats(at: At, attack: Card) -> Cards:
    if family_of(at.rules) == "palace":
        cards: Cards = at.rules.beaters[at.full.trump][attack]
    else:
        cards = at.rules.beaters_of(at.full, attack)
    return cards


def is_only_for_trumps(at: At) -> bool:
    covering = [one for one in at.legal if one.verb == "cover"]
    return (
        bool(covering)
        and bool(at.full.stock)
        and all(is_plain(at, Move("", 1 << card)) for card in bits(at.full.uncovered))
        and all(not is_plain(at, one) for one in covering)
        and len(bits(at.full.places[at.rules.table])) <= 2
    )


def cannot_be_beaten(at: At) -> bool:
    """The defender can only take; with two players the lead then comes back."""
    after = at.after
    while after.to_act and after.to_act[0] != at.full.defender_seat:
        passing = next((one for one in at.rules.legal(after, after.to_act[0]) if one.verb in ("pass", "hold")), None)
        if passing is None:
            return False
        at.rules.play(after, after.to_act[0], passing)
    verbs = {one.verb for one in at.rules.legal(after, at.full.defender_seat)}
    if (
        "take" not in verbs
        or "transfer" in verbs
        or after.uncovered.bit_count()
        <= len({one.arg for one in at.rules.legal(after, at.full.defender_seat) if one.verb == "cover"})
    ):
        return False
    if at.full.active.bit_count() > 2:
        return True
    at.rules.play(after, at.full.defender_seat, Move("take"))
    while after.to_act and after.attacks:
        at.rules.play(
            after,
            after.to_act[0],
            next(one for one in at.rules.legal(after, after.to_act[0]) if one.verb in ("pass", "hold")),
        )
    return bool(after.to_act) and after.to_act[0] == at.seat


def beats_alone(at: At) -> bool:
    """No other card in the defender's hand covers it."""
    (card,) = at.said.text.facts["card"].cards  # type: ignore[union-attr]
    return not at.full.taking and set(bits(beats(at, at.card) & at.full.places[at.full.defender])) <= {card}


def is_covered_by_trumps(at: At) -> bool:
    covering = bits(beats(at, at.card) & at.full.places[at.full.defender])
    return (
        is_plain(at, at.move) and not at.full.taking and not any(is_plain(at, Move("", 1 << one)) for one in covering)
    )


def can_follow(at: At) -> bool:
    """Each of the named cards may still be thrown in once this card is covered."""
    state = at.after
    named = set(at.said.text.facts["cards"].cards)  # type: ignore[union-attr]
    while state.to_act:
        seat = state.to_act[0]
        legal = at.rules.legal(state, seat)
        if seat == at.seat:
            return named <= {card for one in legal if one.verb in ("throw", "add") for card in bits(one.cards)}
        going_on = next((one for one in legal if one.verb in ("cover", "take", "pass", "hold")), legal[0])
        at.rules.play(state, seat, going_on)
    return False


def only_high(at: At, covering: list[Move]) -> bool:
    return all(not is_plain(at, one) or any(map(is_high, bits(one.cards))) for one in covering)


def without_trumps(at: At) -> At:
    """The same decision with no trumps in the hand."""
    state = at.full.copy()
    state.places[at.seat] = sum(1 << card for card in bits(at.hand) if is_plain(at, Move("", 1 << card)))
    return at._replace(full=state)


def without_high(at: At) -> At:
    """The same decision with no queens, kings or aces in the hand."""
    state = at.full.copy()
    state.places[at.seat] = sum(1 << card for card in bits(at.hand) if not is_high(card))
    return at._replace(full=state)


def pair_stays(at: At) -> bool:
    pair = [card for card in bits(at.hand) if card in at.said.text.facts["cards"].cards]  # type: ignore[union-attr]
    lower = [one for one in covers(at) if not is_smallest_than(at, one)]
    return (
        len({rank_of(card) for card in pair}) == 1 < len(pair)
        and any(one.cards & sum(1 << card for card in pair) for one in lower)
        and at.card not in pair
        and not any(
            is_plain(at, at.move) and mate != at.card
            for mate in bits(at.hand & mates(at))
            if is_plain(at, Move("", 1 << mate))
        )
        and all(is_plain(at, Move("", 1 << card)) for card in pair)
    )


def is_smallest_than(at: At, other: Move) -> bool:
    return is_smallest(at._replace(legal=(at.move, other)))


def cannot_hand_on(at: At) -> bool:
    return not {"transfer", "show"} & {one.verb for one in at.legal}


def may_be_thrown_in(at: At) -> bool:
    """Cards can be thrown in on a cover, and every card thrown in fits."""
    options = at.rules.options
    return family_of(at.rules) == "palace" or bool(options.throw_in and not options.cheating)


def is_only_plain(at: At) -> bool:
    """The hand has no other plain card that covers it, but a trump that does."""
    beating = bits(at.hand & beats(at, at.move.arg))
    plain = [card for card in beating if is_plain(at, Move("", 1 << card))]
    return plain == [at.card] and any(at.trumps >> card & 1 or suit_of(card) is None for card in beating)


def names_all_that_beats(at: At) -> bool:
    """A named card is the only one that covers; trumps are mentioned if one of them covers."""
    covering = [one for one in at.legal if one.verb == "cover"]
    told, source = at.said.text.facts.get("card"), at.said.text.source
    if told is not None:
        return [set(bits(one.cards)) for one in covering] == [set(told.cards)]  # type: ignore[union-attr]
    return len(covering) > 1 and ("trump" in source) == any(not is_plain(at, one) for one in covering)


def names_all_that_fits(at: At, fitting: list[Move]) -> bool:
    """A named card is the only one that might be thrown in; if none is named there are several."""
    cards = {card for one in fitting for card in bits(one.cards)}
    told = at.said.text.facts.get("card")
    return set(told.cards) == cards and len(cards) == 1 if told is not None else len(cards) > 1  # type: ignore[union-attr]


DURAK: Final[dict[str, Truth]] = {
    "known rank": lambda at: (
        rank_of(at.card) in {rank_of(card) for card in bits(at.full.places[at.rules.table])} and may_be_thrown_in(at)
    ),
    "closed": lambda at: not mates(at) & at.others and may_be_thrown_in(at) and len(bits(at.full.uncovered)) == 1,
    "plain does": lambda at: is_plain(at, at.move) and any(not is_plain(at, one) for one in covers(at)),
    "only plain beats": is_only_plain,
    "cheapest": lambda at: all(
        at.rules.height(at.card, at.full.trump if at.full.trump >= 0 else None)
        <= at.rules.height(card, at.full.trump if at.full.trump >= 0 else None)
        for card in bits(beats(at, at.move.arg))
        if card in at.rules.deck
    ),
    "no other beats": lambda at: bits(at.hand & beats(at, at.move.arg)) == [at.card],
    "smallest": lambda at: is_smallest(at) and len(covers(at)) > 1 and not is_only_plain(at),
    "pair stays": pair_stays,
    "not all": lambda at: not all_beaten(at) and len(bits(at.full.uncovered)) > 1 and cannot_hand_on(at),
    "cannot": lambda at: (
        all(one.verb != "cover" for one in at.legal) and len(bits(at.full.uncovered)) == 1 and cannot_hand_on(at)
    ),
    "too dear": is_only_for_trumps,
    "brings trumps": lambda at: (
        set(at.said.text.facts["cards"].cards)  # type: ignore[union-attr]
        == {card for card in at.full.attacks if not is_plain(at, Move("", 1 << card))}
        and at.said.text.facts["count"] == len(at.said.text.facts["cards"].cards) > 0  # type: ignore[union-attr]
    ),
    "not all plainly": lambda at: (
        all_beaten(at) and not all_beaten(without_trumps(at)) and len(bits(at.full.uncovered)) > 1
    ),
    "costs high": lambda at: (
        bool(at.full.stock)
        and all_beaten(without_trumps(at))
        and not all_beaten(without_high(without_trumps(at)))
        and len(bits(at.full.uncovered)) > 1
    ),
    "only trumps beat": lambda at: (
        all_beaten(at)
        and not all_beaten(without_trumps(at))
        and cannot_hand_on(at)
        and names_all_that_beats(at)
        and "trump" in at.said.text.source
    ),
    "only high beat": lambda at: (
        bool(at.full.stock)
        and any(one.verb == "cover" for one in at.legal)
        and only_high(at, [one for one in at.legal if one.verb == "cover"])
        and cannot_hand_on(at)
        and names_all_that_beats(at)
    ),
    "one beats it": beats_alone,
    "trumps beat it": is_covered_by_trumps,
    "can follow": can_follow,
    "cannot be beaten": cannot_be_beaten,
    "lowest lead": lambda at: (
        is_plain(at, at.move)
        and least(
            at, lambda one: at.rules.height(only_card(one.cards), None), [x for x in leads(at) if is_plain(at, x)]
        )
    ),
    "only plain": lambda at: (
        is_plain(at, at.move)
        and [one for one in leads(at) if is_plain(at, one)] == [at.move]
        and any(not is_plain(at, Move("", 1 << card)) for card in bits(at.hand))
    ),
    "trumps only": lambda at: (
        not any(is_plain(at, one) for one in leads(at)) and is_lowest_lead(at) and len(bits(at.move.cards)) == 1
    ),
    "together": lambda at: at.move.cards.bit_count() > 1,
    "many open": lambda at: (
        not at.full.taking
        and at.said.text.facts["count"] == len(bits(at.after.uncovered)) > 1
        and at.said.text.facts["who"].seat == at.full.defender  # type: ignore[union-attr]
        and at.said.text.facts["size"] == len(bits(at.full.places[at.full.defender]))
        and 2 * at.said.text.facts["count"] > at.said.text.facts["size"]
    ),
    "takes anyway": lambda at: at.full.taking and is_plain(at, at.move),
    "spare": lambda at: (
        is_plain(at, at.move)
        and not any(map(is_high, bits(at.move.cards)))
        and ("them" in at.said.text.source) == (len(bits(at.move.cards)) > 1)
        and ("low" in at.said.text.source) == all(RANKS[rank_of(card)] not in "TJ" for card in bits(at.move.cards))
    ),
    "only trumps fit": lambda at: (
        bool(thrown(at)) and not any(is_plain(at, one) for one in thrown(at)) and names_all_that_fits(at, thrown(at))
    ),
    "only high fit": lambda at: (
        bool(at.full.stock)
        and all(any(map(is_high, bits(one.cards))) or not is_plain(at, one) for one in thrown(at))
        and names_all_that_fits(at, thrown(at))
    ),
    "hands on": lambda at: at.after.defender != at.full.defender or at.after.attacker != at.full.attacker,
    "shown only": lambda at: at.after.places[at.seat] == at.hand and at.after.defender != at.full.defender,
    "nothing beats it": lambda at: (
        all(not beats(at, card) & at.full.places[at.full.defender] for card in bits(at.move.cards))
        and ("them" in at.said.text.source) == (len(bits(at.move.cards)) > 1)
    ),
    "no stock": lambda at: not at.full.stock and is_plain(at, at.move),
    "last of hand": lambda at: (
        not at.after.places[at.seat] and ("cards" in at.said.text.source) == (len(bits(at.move.cards)) > 1)
    ),
    "invites less": lambda at: (
        may_be_thrown_in(at)
        and any(not is_smallest_than(at, one) for one in covers(at))
        and all(
            (mates(at) & out_of_sight(at)).bit_count() < (mates(at._replace(move=one)) & out_of_sight(at)).bit_count()
            and rank_of(only_card(one.cards)) not in map(rank_of, bits(at.full.places[at.rules.table]))
            for one in covers(at)
            if not is_smallest_than(at, one)
        )
    ),
    "every card": lambda at: (
        not at.full.taking and len(bits(at.after.uncovered)) == len(bits(at.full.places[at.full.defender]))
    ),
    "exchange": lambda at: at.full.turn_up in bits(at.after.places[at.seat]),
}


def is_lowest_lead(at: At) -> bool:
    return least(at, lambda one: at.rules.height(only_card(one.cards), at.full.trump), leads(at))


def beats_any(at: At) -> Cards:
    """The cards that beat at least one of the open cards."""
    cards = 0
    for attack in bits(at.full.uncovered):
        cards |= beats(at, attack)
    return cards


def fitting(at: At) -> list[Move]:
    """The cards in hand whose rank is on the table, with or without leave; jokers where they are allowed."""
    lying = {rank_of(card) for card in bits(at.full.places[at.rules.table]) if suit_of(card) is not None}
    may = at.rules.options.joker_actor == "anyone"
    return [
        Move("", 1 << card) for card in bits(at.hand) if (rank_of(card) in lying if suit_of(card) is not None else may)
    ]


PALACE: Final[dict[str, Truth]] = {
    **{
        key: DURAK[key]
        for key in (
            "known rank",
            "closed",
            "plain does",
            "only plain beats",
            "only plain",
            "takes anyway",
            "spare",
            "last of hand",
            "every card",
        )
    },
    "not all": lambda at: not all_beaten(at) and len(bits(at.full.uncovered)) > 1,
    "too dear": lambda at: (
        len(bits(at.full.places[at.rules.table])) <= 2
        and all(is_plain(at, Move("", 1 << card)) for card in bits(at.full.uncovered))
        and not any(is_plain(at, Move("", 1 << card)) for card in bits(at.hand & beats_any(at)))
    ),
    "cannot": lambda at: not any(beats(at, card) & at.hand for card in bits(at.full.uncovered)),
    "smallest": lambda at: all(
        (at.trumps >> at.card & 1, rank_of(at.card)) <= (at.trumps >> card & 1, rank_of(card))
        for card in bits(at.hand & beats(at, at.move.arg))
        if suit_of(card) is not None
    ),
    "at the king": lambda at: at.full.defender == at.full.ladder[0],
    "stands": lambda at: not at.full.taking and all(not beats(at, card) & at.others for card in bits(at.move.cards)),
    "lowest lead": lambda at: (
        is_plain(at, at.move)
        and least(at, lambda one: rank_of(only_card(one.cards)), [x for x in leads(at) if is_plain(at, x)])
    ),
    "several": lambda at: at.move.cards.bit_count() > 1,
    "lowest fits": lambda at: (
        len(thrown(at)) > 1
        and all(
            (at.trumps >> at.card & 1, rank_of(at.card))
            <= (at.trumps >> only_card(one.cards) & 1, rank_of(only_card(one.cards)))
            for one in thrown(at)
            if suit_of(only_card(one.cards)) is not None
        )
    ),
    "unseen": lambda at: not any(at.full.places[: at.rules.seats]) and at.move.verb == "vote",
    "longest": lambda at: (
        at.number() == (at.hand & SUIT_CARDS[at.move.arg]).bit_count()
        and sum((at.hand & suit).bit_count() >= at.number() for suit in SUIT_CARDS) == 1
    ),
    "own card": lambda at: bool(at.hand & SUIT_CARDS[at.said.text.facts["suit"].suit]),  # type: ignore[union-attr]
    "own suit": lambda at: all(
        (at.hand & suit).bit_count() <= (at.hand & SUIT_CARDS[at.move.arg]).bit_count() for suit in SUIT_CARDS
    ),
    "lowest place": lambda at: (
        at.said.text.facts["who"].seat == at.move.arg  # type: ignore[union-attr]
        and max((one for one in at.legal if one.verb == "choose"), key=lambda one: at.full.ladder.index(one.arg))
        == at.move
    ),
    "attacked": lambda at: at.full.defender == at.seat,
    "attacks another": lambda at: at.full.defender != at.seat and at.said.text.facts["who"].seat == at.full.defender,  # type: ignore[union-attr]
    "asking shows": lambda at: "ask" in {one.verb for one in at.legal} and bool(fitting(at)),
    "may spare": lambda at: all(
        any(rank_of(card) == rank_of(other) for other in bits(at.full.places[at.rules.table]))
        and at.hand >> card & 1
        and is_plain(at, Move("", 1 << card))
        and not is_high(card)
        for card in at.said.text.facts["cards"].cards  # type: ignore[union-attr]
    ),
    "gone": lambda at: (
        is_plain(at, at.move)
        and any(map(is_high, bits(at.move.cards)))
        and not at.full.taking
        and not at.stock
        and not at.move.cards & at.after.places[at.seat]
    ),
    "only trumps fit": lambda at: (
        bool(fitting(at)) and not any(is_plain(at, one) for one in fitting(at)) and names_all_that_fits(at, fitting(at))
    ),
    "only high fit": lambda at: (
        any(is_plain(at, one) for one in fitting(at))
        and names_all_that_fits(at, fitting(at))
        and all(any(map(is_high, bits(one.cards))) or not is_plain(at, one) for one in fitting(at))
    ),
}
