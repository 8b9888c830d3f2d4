"""The engine against the slow second implementation, step by step in random matches; and the dealing."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from random import Random

import pytest

from cardtable.cards import Card, bits, card_text, parse_card, parse_cards, rank_of, shuffled, suit_of
from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.options import BadOption, as_dict, make_options, specs
from cardtable.engine.state import observe
from cardtable.games.bura import FAMILY, game
from cardtable.games.bura.options import BuraOptions
from cardtable.games.bura.state import BuraState
from tests.lots import blocks
from tests.reference.bura import Bura, BuraMatch
from tests.reference.texts import by_suit

SEATS = range(2, 7)
ACE, TEN = rank_of(parse_card("As")), rank_of(parse_card("Ts"))
HAND = 4
MOMENTS = {
    "buras": "bura",
    "combinations": "combinations",
    "lead": "lead",
    "reply": "replies",
    "claims": "claims",
    "draw": "drawing",
    "over": "over",
}
"""The reference's phases, by their names in position files."""


def text_of(rules: game.Bura, move: Move) -> str:
    """The move in the reference's notation."""
    return rules.move_text(move) if move.verb == "announce" else by_suit(move)


def same(rules: game.Bura, fast: BuraState, slow: Bura) -> None:
    """Asserts that both agree on the deal."""
    for seat in range(rules.seats):
        assert fast.places[seat] == parse_cards(" ".join(slow.hands[seat]))
    assert [card_text(card) for card in fast.stock] == slow.stock
    assert list(fast.to_act) == slow.to_act()
    told = rules.facts(fast)
    assert told["moment"] == MOMENTS[slow.phase]
    assert told["trump"] == slow.trump
    assert told["points"] == " ".join(str(slow.points(seat)) for seat in range(rules.seats))
    assert told["counts"] == " ".join(str(slow.count(seat)) for seat in range(rules.seats))
    assert told["winner"] == ("none" if slow.last_taker is None else f"P{slow.last_taker}")
    assert told["won"] == [f"P{seat}" for seat in slow.winners]
    assert told["ended"] == ("none" if slow.ending is None else slow.ending)
    assert told["culprit"] == ("none" if slow.loser is None else f"P{slow.loser}")
    if slow.over:
        assert told["next_leader"] == f"P{slow.next_leader()}"
        return
    if slow.phase != "combinations":
        assert told["leader"] == f"P{slow.leader if slow.phase in ('lead', 'reply') else slow.R}"
    trick = [(f"P{seat}", parse_cards(" ".join(cards))) for seat, cards in slow.trick]
    assert [(text[:2], parse_cards(text[2:])) for text in told["trick"]] == trick
    if slow.trick:
        owner, best = slow.best()
        assert (told["best"][:2], parse_cards(told["best"][2:])) == (f"P{owner}", parse_cards(" ".join(best)))
    # The trick just taken keeps its marks while it may be looked at. A card played face down is not marked (B-27).
    down = {card for _, cards in slow.face_down for card in cards}
    laid = [card for _, cards in slow.trick for card in cards if card not in down]
    in_play = parse_cards(" ".join([card for hand in slow.hands for card in hand] + laid))
    bought = parse_cards(" ".join(card for cards in slow.bought for card in cards))
    assert parse_cards(told["just_bought"]) & in_play == (bought & in_play if rules.options.show_bought else 0)
    if slow.face_down:
        for seat in range(rules.seats):
            # Face-down cards are on the table or among the tricks, and only the player who laid them knows which
            # (B-27).
            places = observe(fast, seat).state.places[rules.seats : -1]
            assert parse_cards(" ".join(slow.hidden_from(seat))) & sum(places) == 0
    if slow.phase == "draw":
        due = slow.due()
        assert told["due"][:1] == ([] if due is None else [f"P{due}"])


def grouped(cards: Sequence[Card], seats: int, size: int, rng: Random) -> list[Card]:
    """A deck that deals some players one suit, or three or four aces or tens, so that windows open.

    The suit of its first card comes often, and is often trumps.
    """
    left = list(cards)
    often = suit_of(cards[0])
    hands: list[list[Card]] = []
    for _ in range(seats):
        kind = rng.choice(("any", "often", "suit", "aces", "ends"))
        suit = often if kind == "often" else suit_of(left[0])
        if kind == "aces":
            wanted = [card for card in left if rank_of(card) == ACE]
        elif kind == "ends":
            wanted = [card for card in left if rank_of(card) in (ACE, TEN)]
        else:
            wanted = [card for card in left if kind == "any" or suit_of(card) == suit]
        hand = (wanted + [card for card in left if card not in wanted])[:size]
        left = [card for card in left if card not in hand]
        hands.append(hand)
    if rng.random() < 0.5:
        left.sort(key=lambda card: suit_of(card) != often)
        left[1:] = shuffled(left[1:], rng.randrange(1000))
    return [hand[place] for place in range(size) for hand in hands] + left


def concentrated(hand: int, move: Move) -> int:
    """The most cards of one suit, or the aces, left to a player after this move."""
    kept = bits(hand & ~move.cards)
    suits = [suit_of(card) for card in kept]
    return max([suits.count(suit) for suit in suits] + [sum(rank_of(card) == ACE for card in kept)] + [0])


def choose(rng: Random, rules: game.Bura, fast: BuraState, slow: Bura, collects: bool) -> tuple[Seat, Move]:
    """A random move, with fewer faults than chance would make, so that most deals last long."""
    seat = fast.to_act[0] if rng.random() < 0.8 else rng.choice(fast.to_act)
    moves = {move.verb: move for move in rules.legal(fast, seat)}
    if "claim" in moves:
        likely = 0.4 if slow.count(seat) >= slow.target else 0.004
        return seat, moves["claim" if rng.random() < likely else "silent"]
    if "bura" in moves:
        return seat, moves[rng.choice(("bura", "silent", "silent"))]
    if "draw" in moves and len(moves) > 1 and seat != slow.due():
        return seat, moves["draw"] if rng.random() < 0.03 else moves.get("begin", moves.get("wait", moves["draw"]))
    size = rng.choice(sorted({move.cards.bit_count() for move in rules.legal(fast, seat)}))
    fitting = [move for move in rules.legal(fast, seat) if move.cards.bit_count() == size]
    if collects and size:
        return seat, max(fitting, key=lambda move: (concentrated(fast.places[seat], move), rng.random()))
    return seat, rng.choice(fitting)


def compare(options: BuraOptions, seats: int, seed: int) -> None:
    """Plays up to three deals of a match in both implementations."""
    rng = Random(seed)
    rules = game.Bura(options, seats)
    given = as_dict(options)
    standing = rules.start()
    match = BuraMatch(given, seats)
    dealer: Seat = rng.randrange(seats)
    previous: Seat | None = None
    for number in range(3):
        deck: Sequence[Card] = shuffled(rules.deck, seed * 10 + number)
        if rng.random() < 0.6:
            deck = grouped(deck, seats, options.hand_size, rng)
        slow = Bura(given, seats)
        again, wanted = rules.misdeal(deck, dealer), slow.misdeal([card_text(card) for card in deck])
        assert (again.reason in wanted) if again else not wanted
        fast = rules.deal(deck, dealer, standing)
        slow.deal([card_text(card) for card in deck], dealer, previous)
        collects = rng.random() < 0.5
        while True:
            same(rules, fast, slow)
            if not fast.to_act:
                break
            for seat in range(seats):
                assert {text_of(rules, move) for move in rules.legal(fast, seat)} == slow.legal(seat)
            seat, move = choose(rng, rules, fast, slow, collects)
            log: list[Event] | None = [] if move.verb == "draw" else None
            rules.play(fast, seat, move, log)
            slow.play(seat, text_of(rules, move))
            if log and slow.fault is not None:
                assert (log[-1].kind, bool(log[-1].arg)) == ("fault", slow.fault == "extra")
        standing = rules.settle(standing, fast)
        match.settle(slow)
        assert list(standing.wins) == match.wins
        assert list(standing.faults) == match.faults
        assert list(standing.points) == match.points
        assert list(standing.penalties) == match.penalties
        assert standing.over == match.over
        assert list(standing.winners) == match.winners
        if standing.over:
            break
        dealer, previous = slow.next_dealer(), slow.last_taker
        assert standing.dealer == dealer


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("preset", FAMILY.presets)
@pytest.mark.every(10)
def test_every_preset_agrees(preset: str, seats: int) -> None:
    options = FAMILY.presets[preset].options
    for seed in range(6):
        compare(options if seed % 2 else dataclasses.replace(options, target_wins=3), seats, seed)


def any_options(rng: Random, seats: int) -> BuraOptions:
    """A random set of options that are allowed together."""
    while True:
        given = {
            name: rng.randint(spec.range.least, spec.range.most) if spec.range else rng.choice(spec.values)
            for name, spec in specs(BuraOptions).items()
        }
        try:
            options = make_options(BuraOptions(), given)
            options.check(seats)
        except BadOption:
            continue
        return options


@pytest.mark.parametrize("block", blocks(4, 8))
@pytest.mark.every(2)
def test_any_mixture_of_options_agrees(block: int) -> None:
    rng = Random(block)
    for seed in range(25):
        seats = rng.choice(SEATS)
        compare(any_options(rng, seats), seats, 1000 * block + seed)


# Beyond positions: the start of a deal, and the table shown


ORDER = "6s 7s 8s 9s Ts Js Qs Ks As 6h 7h 8h 9h Th Jh Qh Kh Ah 6d 7d 8d 9d Td Jd Qd Kd Ad 6c 7c 8c 9c Tc Jc Qc Kc Ac"
"""A pack in an order that is easy to follow."""


def dealt(seats: int, dealer: Seat, **options: object) -> tuple[game.Bura, BuraState]:
    """The first deal of a match, with the cards of `ORDER`."""
    rules = game.Bura(make_options(BuraOptions(), options), seats)
    return rules, rules.deal([parse_card(word) for word in ORDER.split()], dealer, rules.start())


@pytest.mark.parametrize("seats", SEATS)
def test_four_cards_are_dealt_one_at_a_time_from_the_dealers_left(seats: int) -> None:
    """B-01, B-02, B-04: 36 cards; the dealer's left neighbour gets the first card, and the first of every round."""
    rules, state = dealt(seats, dealer=1)
    words = ORDER.split()
    for turn in range(seats):
        hand = parse_cards(" ".join(words[turn : HAND * seats : seats]))
        assert state.places[(2 + turn) % seats] == hand
    assert len(rules.deck) == 36
    assert len(state.stock) == 36 - HAND * seats


@pytest.mark.parametrize(
    ("place", "first", "last"),
    [pytest.param("bottom", "Th", "9h", id="bottom"), pytest.param("top", "9h", "Ac", id="top")],
)
def test_the_next_card_fixes_trumps(place: str, first: str, last: str) -> None:
    """B-05: all players see it, under the stock or on top of it."""
    _, state = dealt(3, dealer=0, trump_place=place)
    assert (card_text(state.stock[0]), card_text(state.stock[-1])) == (first, last)
    assert state.known is not None
    assert all(known >> parse_card("9h") & 1 for known in state.known)


@pytest.mark.parametrize("seats", SEATS)
def test_the_first_lead_is_on_the_dealers_left(seats: int) -> None:
    """B-03, B-06: with two players that is the dealer's opponent."""
    for dealer in range(seats):
        rules, state = dealt(seats, dealer)
        assert rules.facts(state)["leader"] == f"P{(dealer + 1) % seats}"


def test_where_later_deals_are_led_from() -> None:
    """B-06: three players, dealer P1, P1 takes the last trick: P1 leads the next deal, or P0, left of its dealer."""
    for lead, leader in (("last_trick_winner", "P1"), ("left_of_dealer", "P0")):
        options = make_options(BuraOptions(), {"target_wins": 3, "next_deal_lead": lead})
        rules = game.Bura(options, 3)
        standing = rules.start()
        state = rules.deal([parse_card(word) for word in ORDER.split()], 1, standing)
        while rules.facts(state)["winner"] != "P1":
            seat = state.to_act[0]
            rules.play(
                state,
                seat,
                Move("silent") if Move("silent") in rules.legal(state, seat) else rules.legal(state, seat)[-1],
            )
        while state.to_act[0] != 2:
            rules.play(state, state.to_act[0], Move("silent"))
        rules.play(state, 2, Move("claim"))
        standing = rules.settle(standing, state)
        assert standing.dealer == 2
        assert rules.facts(rules.deal(shuffled(rules.deck, 5), 2, standing))["leader"] == leader


@pytest.mark.parametrize("opened", ["all", 0])
def test_open_hands_are_seen_by_everybody(opened: str | int) -> None:
    """B-20: as dealt and as drawn."""
    rules, state = dealt(3, dealer=2, open_hands=opened)
    rng = Random(str(opened))
    shown = range(3) if opened == "all" else [0]
    while state.to_act:
        for seat in range(3):
            seen = observe(state, seat).state
            assert all(seen.places[other] == state.places[other] for other in shown)
        seat = state.to_act[0]
        rules.play(state, seat, rng.choice([move for move in rules.legal(state, seat) if move != Move("claim")]))


def test_marks_and_counts_change_no_move() -> None:
    """B-22: the same cards and choices give the same moves, whatever the table displays."""
    for seats in SEATS:
        rng = Random(seats)
        tables = [
            dealt(seats, 0, show_bought=bought, show_counts=counts)
            for bought in (True, False)
            for counts in (True, False)
        ]
        while tables[0][1].to_act:
            seat = tables[0][1].to_act[0]
            moves = tables[0][0].legal(tables[0][1], seat)
            assert all(rules.legal(state, seat) == moves for rules, state in tables)
            move = rng.choice(moves)
            for rules, state in tables:
                rules.play(state, seat, move)
