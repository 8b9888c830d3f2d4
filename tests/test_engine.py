"""The engine without any game: cards, moves as text, options, and who knows where each card is."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtable.cards import (
    HIDDEN,
    JOKER_RANK,
    MAX_PACKS,
    PACK,
    BadCard,
    Cards,
    bits,
    card_text,
    cards_of,
    cards_text,
    only_card,
    pack,
    parse_card,
    parse_cards,
    rank_of,
    shuffled,
    suit_of,
)
from cardtable.engine.moves import (
    BadMove,
    Event,
    Move,
    Notation,
    move_text,
    one_card_moves,
    parse_move,
    rank_moves,
    set_moves,
)
from cardtable.engine.options import BadOption, Options, Range, as_dict, changed, make_options, option_class
from cardtable.engine.state import (
    EVERYBODY,
    NOBODY,
    STOCK,
    CannotGuess,
    Observation,
    State,
    all_see,
    common_knowledge,
    draw,
    guess,
    move_cards,
    observe,
    show,
)

repeatable = settings(max_examples=150)
cards_sets = st.sets(st.integers(0, PACK * MAX_PACKS - 1), max_size=12)

# Cards


@given(cards_sets)
@repeatable
def test_cards_read_back_from_their_text(cards: set[int]) -> None:
    assert parse_cards(cards_text(cards_of(cards))) == cards_of(cards)
    assert bits(cards_of(cards)) == sorted(cards)


def test_every_card_has_a_text_of_its_own() -> None:
    texts = [card_text(card) for card in range(PACK * MAX_PACKS)]
    assert len(set(texts)) == len(texts)
    assert [parse_card(text) for text in texts] == list(range(PACK * MAX_PACKS))


@pytest.mark.parametrize(
    ("text", "card"),
    [("Th", "Th"), ("th", "Th"), ("TH", "Th"), ("10h", "Th"), (" 6s ", "6s"), ("XR", "Xr")],
)
def test_a_card_may_be_written_loosely(text: str, card: str) -> None:
    assert card_text(parse_card(text)) == card


@pytest.mark.parametrize(
    "text", ["", "h", "T", "1h", "11h", "Tx", "Thh", "X", "Xs", "?", "6s 7s", "'", "6s'''''", "10"]
)
def test_what_is_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(BadCard) as refused:
        parse_card(text)
    assert repr(text) in str(refused.value)


def test_a_card_named_twice_is_refused() -> None:
    with pytest.raises(BadCard, match="'9h' is named twice"):
        parse_cards("9h Td 9h")
    assert bits(parse_cards("9h 9h'")) == [parse_card("9h"), parse_card("9h'")]


def test_ranks_and_suits() -> None:
    """D-02: six the lowest, ace the highest of a suit; the jokers have a rank and no suit (D-61)."""
    assert [rank_of(parse_card(f"{rank}d")) for rank in "23456789TJQKA"] == list(range(13))
    assert [suit_of(parse_card(f"6{suit}")) for suit in "shdc"] == [0, 1, 2, 3]
    assert [rank_of(parse_card(joker)) for joker in ("Xb", "Xr", "Xr'")] == [JOKER_RANK] * 3
    assert [suit_of(parse_card(joker)) for joker in ("Xb", "Xr", "Xr'")] == [None] * 3


def test_a_second_pack_is_other_cards_with_the_same_faces() -> None:
    twin = parse_card("9s'")
    assert twin == parse_card("9s") + PACK
    assert (rank_of(twin), suit_of(twin)) == (rank_of(parse_card("9s")), suit_of(parse_card("9s")))
    assert card_text(HIDDEN) == "?"


@pytest.mark.parametrize(
    ("size", "lowest", "count"), [(24, "9s", 24), (32, "7s", 32), (36, "6s", 36), (52, "2s", 52), (54, "2s", 54)]
)
def test_packs(size: int, lowest: str, count: int) -> None:
    """D-02, D-60: 36 cards from the six, 24 from the nine, 52 from the two."""
    cards = pack(size)
    assert len(set(cards)) == count
    assert card_text(cards[0]) == lowest
    assert parse_card("Ac") in cards
    assert (parse_card("Xr") in cards) == (size == 54)


def test_only_card_is_the_card_of_a_set_of_one() -> None:
    assert all(only_card(1 << card) == card for card in range(PACK * MAX_PACKS))


def test_a_seed_gives_this_order_for_ever() -> None:
    """Old records and reports refer to seeds. This order was written down once; changing it breaks them all."""
    assert cards_text_in_order(shuffled(pack(36), 1)) == (
        "8c 7d Qs Ah 7h 9d 7c 6c 6h Js 9s Qc Ad Kd As Jc Ks Ts Th Ac Kc 8h Qd Td 8d Jh 6s 6d Jd Tc 9h 9c 8s Qh Kh 7s"
    )
    assert cards_text_in_order(shuffled(pack(24), 2**40)) == (
        "Ts As Kd Tc Qd Ah Td Jd Qh Ac 9s Ad Kh 9c Ks Th Jc Kc 9h Qs Js Jh Qc 9d"
    )


def cards_text_in_order(cards: Sequence[int]) -> str:
    """The cards in their given order."""
    return " ".join(map(card_text, cards))


@given(st.integers(0, 2**64))
@repeatable
def test_shuffling_loses_no_card(seed: int) -> None:
    assert sorted(shuffled(pack(54), seed)) == list(pack(54))


# Moves as text

VERBS = ("attack", "cover", "take", "play", "bid", "serve", "order", "lay")
FORMS = {
    "cover": Notation("cover {card} with {cards}"),
    "play": Notation("play {cards}→{suit}"),
    "bid": Notation("bid {number}"),
    "serve": Notation("serve {seat}"),
    "order": Notation("order {word}", ("no_tricks", "take_all h")),
    "lay": Notation("lay {ordered}"),
}


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("take", Move("take")),
        ("attack 7s 7h", Move("attack", parse_cards("7s 7h"))),
        ("cover 9s with Ts", Move("cover", parse_cards("Ts"), parse_card("9s"))),
        ("play Qs", Move("play", parse_cards("Qs"))),
        ("play Qs→s", Move("play", parse_cards("Qs"), 1)),
        ("play Qs→c", Move("play", parse_cards("Qs"), 4)),
        ("bid 12", Move("bid", arg=12)),
        ("serve P3", Move("serve", arg=3)),
        ("order take_all h", Move("order", arg=1)),
        ("lay Kd 7h", Move("lay", parse_cards("7h Kd"), parse_card("Kd"))),
        ("lay 7h", Move("lay", parse_cards("7h"), parse_card("7h"))),
        ("shuffle 281474976710655", Move("shuffle", arg=281474976710655)),
    ],
)
def test_a_move_has_one_text(text: str, move: Move) -> None:
    assert move_text(move, FORMS) == text
    assert parse_move(text, VERBS, FORMS) == move
    assert parse_move(f"  {text.replace(' ', '  ')} ", VERBS, FORMS) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "dance",
        "Take",
        "cover 9s",
        "cover with Ts",
        "cover 9s Ts",
        "coverage 9s with Ts",
        "play Qs→x",
        "bid four",
        "order take_all",
        "serve 3",
        "shuffle",
    ],
)
def test_what_is_no_move_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadMove, match="is no move"):
        parse_move(text, VERBS, FORMS)


@pytest.mark.parametrize(
    "text", ["attack 1s", "attack 7s 7s", "play Q→s", "lay 7h 7h", "cover 9x with Ts", "cover 9s with Ts and Js"]
)
def test_a_move_of_strange_cards_is_refused(text: str) -> None:
    with pytest.raises(BadCard):
        parse_move(text, VERBS, FORMS)


@pytest.mark.parametrize("deck", [pack(36), pack(52), pack(54), range(2 * PACK)], ids=["36", "52", "54", "two packs"])
@given(st.sets(st.integers(0, PACK * 2 - 1), max_size=12), st.integers(1, 4))
@repeatable
@pytest.mark.every(2)
def test_rank_moves_are_the_sets_of_one_rank(deck: Sequence[int], cards: set[int], most: int) -> None:
    """The table of shared moves against the plain definition."""
    held = sorted(cards.intersection(deck))
    moves = rank_moves("attack", most, cards_of(deck))(cards_of(held))
    wanted = [
        Move("attack", cards_of(chosen))
        for size in range(1, most + 1)
        for chosen in combinations(held, size)
        if len({rank_of(card) for card in chosen}) == 1
    ]
    assert len(moves) == len(wanted)
    assert set(moves) == set(wanted)


def test_one_card_moves_are_found_by_the_bit_length_of_a_set() -> None:
    moves = one_card_moves("cover", 2, arg=5)
    assert moves[0] == ()
    assert [moves[(1 << card).bit_length()] for card in range(2 * PACK)] == [
        (Move("cover", 1 << card, 5),) for card in range(2 * PACK)
    ]


@given(cards_sets, st.integers(0, 2), st.integers(0, 3))
@repeatable
def test_what_all_see_is_what_a_move_of_open_cards_tells(cards: set[int], src: int, dst: int) -> None:
    """Rules that move the bits of open cards themselves must reveal no more and no less than `move_cards`."""
    moved = cards_of(cards)
    one, other = laid(["", "", ""]), laid(["", "", ""])
    log: list[Event] = []
    other_log: list[Event] = []
    for state in (one, other):
        state.places[src] |= moved
    move_cards(one, moved, src, dst, EVERYBODY, log, "laid", 1, 7)
    other.places[src] ^= moved
    other.places[dst] |= moved
    all_see(other, moved, dst, other_log, "laid", 1, 7)
    assert one == other
    assert log == other_log


@given(st.sets(st.integers(0, 51), max_size=7), st.integers(1, 5), st.integers(1, 2))
@repeatable
def test_set_moves_are_all_sets_of_a_size(cards: set[int], most: int, least: int) -> None:
    moves = set_moves("throw", cards_of(cards), most, least)
    sizes = [move.cards.bit_count() for move in moves]
    assert sizes == sorted(sizes), "smaller sets come first"
    wanted = {part for part in map(cards_of, subsets(sorted(cards))) if least <= part.bit_count() <= most}
    assert sorted(move.cards for move in moves) == sorted(wanted)


def subsets(cards: list[int]) -> list[list[int]]:
    """Every subset."""
    if not cards:
        return [[]]
    rest = subsets(cards[1:])
    return rest + [[cards[0], *part] for part in rest]


def test_an_event_is_redacted_for_those_who_are_not_told() -> None:
    event = Event("draw", 1, parse_cards("6s 7s"), 2, to=1 << 1)
    assert event.for_seat(1) == event
    assert event.for_seat(0) == event._replace(cards=0)
    assert event.for_seat(0).size == 2


# Options


@option_class
class SomeOptions(Options):
    """One option of every type."""

    trumps: bool = True
    deck: Literal[36, 24, 52] = 36
    dealer: Literal["loser", "rotate"] = "loser"
    most: Annotated[int, Range(1, 9)] | None = 6
    goal: Annotated[int, Range(-10, 100)] = 10


def test_options_are_values() -> None:
    some, same = SomeOptions(deck=24), make_options(SomeOptions(), {"deck": "24"})
    assert some == same
    assert hash(some) == hash(same)
    assert some != SomeOptions()
    assert repr(some) == "SomeOptions(trumps=True, deck=24, dealer='loser', most=6, goal=10)"
    assert pickle.loads(pickle.dumps(some)) == some
    with pytest.raises(dataclasses.FrozenInstanceError):
        some.deck = 36  # type: ignore[misc]
    with pytest.raises(TypeError, match="dek"):
        SomeOptions(dek=24)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("trumps", "false", False),
        ("trumps", "TRUE", True),
        ("trumps", False, False),
        ("deck", "24", 24),
        ("deck", 52, 52),
        ("dealer", " rotate ", "rotate"),
        ("most", "none", None),
        ("most", None, None),
        ("most", "9", 9),
        ("most", 1, 1),
        ("goal", "-10", -10),
        ("goal", 100, 100),
    ],
)
def test_an_option_is_read_from_a_text_or_a_value(name: str, text: Any, value: Any) -> None:
    made = make_options(SomeOptions(), {name: text})
    assert getattr(made, name) == value
    assert type(getattr(made, name)) is type(value)
    assert changed(made, SomeOptions()) == ({} if value == getattr(SomeOptions(), name) else {name: value})
    assert make_options(SomeOptions(), as_dict(made)) == made


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("trumps", "yes", "trumps=yes is not possible; allowed: false, true"),
        ("trumps", "flase", "trumps=flase is not possible (did you mean false?); allowed: false, true"),
        ("trumps", 1, "trumps=1 is not possible; allowed: false, true"),
        ("deck", "35", "deck=35 is not possible; allowed: 36, 24, 52"),
        ("deck", None, "deck=none is not possible; allowed: 36, 24, 52"),
        ("dealer", "rotates", "dealer=rotates is not possible (did you mean rotate?); allowed: loser, rotate"),
        ("most", "0", "most=0 is not possible; allowed: 1 to 9, none"),
        ("most", "10", "most=10 is not possible; allowed: 1 to 9, none"),
        ("most", "6.0", "most=6.0 is not possible; allowed: 1 to 9, none"),
        ("most", "", "most= is not possible; allowed: 1 to 9, none"),
        ("goal", "none", "goal=none is not possible; allowed: -10 to 100"),
        ("goal", "-11", "goal=-11 is not possible; allowed: -10 to 100"),
        ("goal", True, "goal=true is not possible; allowed: -10 to 100"),
        pytest.param(
            *("goal", "--5", "goal=--5 is not possible; allowed: -10 to 100"),
        ),
        ("goal", "9" * 5_000, f"goal={'9' * 80} is not possible; allowed: -10 to 100"),
        ("deck", "9" * 5_000, f"deck={'9' * 80} is not possible; allowed: 36, 24, 52"),
        ("most", ["9" * 5_000], f"most={'9' * 80} is not possible: it takes one value; allowed: 1 to 9, none"),
        ("goal", "5-", "goal=5- is not possible; allowed: -10 to 100"),
        ("trump", "true", "trump is no option (did you mean trumps?); see `cardtable options`"),
        ("xyz", "1", "xyz is no option; see `cardtable options`"),
    ],
)
def test_a_wrong_option_is_refused_with_what_is_allowed(name: str, text: Any, message: str) -> None:
    with pytest.raises(BadOption) as refused:
        make_options(SomeOptions(), {name: text})
    assert str(refused.value) == message


# Places and knowledge


def laid(hands: Sequence[str], table: str = "", stock: str = "", open_cards: str = "") -> State:
    """A state with these hands, then a table and a stock; all know `open_cards`."""
    drawn = tuple(parse_card(word) for word in stock.split())
    return State(
        [*map(parse_cards, hands), parse_cards(table), cards_of(drawn)],
        drawn,
        known=[parse_cards(hand) | parse_cards(table) | parse_cards(open_cards) for hand in hands],
        lacks=[0] * len(hands),
        to_act=(0,),
    )


def know(state: State, seat: int) -> str:
    """The cards that this seat can place."""
    assert state.known is not None
    return cards_text(state.known[seat])


TABLE = 3
"""The place of the table in a state of three hands."""


def test_a_card_laid_openly_is_known_to_everybody() -> None:
    state = laid(["6s 7s", "8s", "9s"])
    log: list[Event] = []
    move_cards(state, parse_cards("6s"), 0, TABLE, EVERYBODY, log, "attack", 0, 5)
    assert [cards_text(cards) for cards in state.places[:4]] == ["7s", "8s", "9s", "6s"]
    assert [know(state, seat) for seat in range(3)] == ["6s 7s", "6s 8s", "6s 9s"]
    assert log == [Event("attack", 0, parse_cards("6s"), 1, EVERYBODY, 5)]


def test_a_card_passed_on_unseen_takes_the_knowledge_of_its_place_along() -> None:
    """P2 has seen 6s in P0's hand. Once P0 gives P1 one of two cards face down, P2 can no longer place 6s."""
    state = laid(["6s 7s", "8s", "9s"], open_cards="6s")
    move_cards(state, parse_cards("7s"), 0, 1, 0b011, None, "give", 0)
    assert know(state, 2) == "9s"
    assert know(state, 1) == "6s 7s 8s"
    assert know(state, 0) == "6s 7s"
    assert state.lacks == [0, 0, parse_cards("6s")], "it lies with one of those two"


def test_a_whole_place_moved_unseen_stays_known() -> None:
    """P2 knows one of the two cards; both are given away, so P2 still knows where it is."""
    state = laid(["6s 7s", "8s", "9s"], open_cards="6s")
    move_cards(state, parse_cards("6s 7s"), 0, 1, 0b011, None, "give", 0)
    assert know(state, 2) == "6s 9s"
    seen = observe(state, 2).state
    assert cards_text(seen.places[1]) == "6s"
    assert seen.hidden is not None
    assert seen.hidden[1] == 2


def test_what_a_hand_lacks_is_forgotten_when_unseen_cards_come_in() -> None:
    state = laid(["6s 7s", "8s", "9s"])
    state.lacks = [0, parse_cards("6s 7s Th"), 0]
    move_cards(state, parse_cards("6s"), 0, 1, EVERYBODY, None, "give", 0)
    assert [cards_text(cards) for cards in state.lacks] == ["", "7s Th", ""]
    move_cards(state, parse_cards("7s"), 0, 1, 0b011, None, "give", 0)
    assert state.lacks == [0, 0, 0]


def test_a_draw_is_told_to_the_drawer_alone_but_the_turn_up_to_everybody() -> None:
    """D-05, D-07: the others see how many cards are drawn; all have seen the turn-up."""
    state = laid(["", "8s", "9s"], stock="6h 7h Ah", open_cards="Ah")
    state.lacks = [parse_cards("6h"), 0, 0]
    log: list[Event] = []
    draw(state, 0, 3, log)
    assert state.stock == ()
    assert state.places[STOCK] == 0
    assert cards_text(state.places[0]) == "6h 7h Ah"
    assert [know(state, seat) for seat in range(3)] == ["6h 7h Ah", "8s Ah", "9s Ah"]
    assert log == [
        Event("draw", 0, parse_cards("6h 7h"), 2, 1 << 0),
        Event("draw", 0, parse_cards("Ah"), 1, EVERYBODY),
    ]
    assert cards_text(observe(state, 1).state.places[0]) == "Ah"
    assert state.lacks[0] == 0


def test_a_draw_takes_the_top_of_the_stock() -> None:
    state = laid(["", ""], stock="6h 7h Ah", open_cards="Ah")
    log: list[Event] = []
    draw(state, 1, 2, log)
    assert cards_text_in_order(state.stock) == "Ah"
    assert log == [Event("draw", 1, parse_cards("6h 7h"), 2, 1 << 1)]
    draw(state, 0, 5, log)
    assert log[1:] == [Event("draw", 0, parse_cards("Ah"), 1, EVERYBODY)]
    draw(state, 0, 1, log)
    assert len(log) == 2, "nothing is left to draw"


def test_showing_cards_tells_everybody_and_moves_nothing() -> None:
    state = laid(["6s 7s", "8s", "9s"])
    places = state.places[:]
    log: list[Event] = []
    show(state, parse_cards("7s"), 0, log, "show")
    assert state.places == places
    assert cards_text(common_knowledge(state)) == "7s"
    assert log == [Event("show", 0, parse_cards("7s"), 1, EVERYBODY)]


def test_a_bare_state_moves_cards_and_keeps_no_knowledge() -> None:
    bare = laid(["6s 7s", "8s", "9s"], stock="6h 7h").bare()
    move_cards(bare, parse_cards("6s"), 0, TABLE, NOBODY, None, "discard", 0)
    draw(bare, 0, 1, None)
    assert cards_text(bare.places[0]) == "6h 7s"
    assert (bare.known, bare.lacks) == (None, None)
    assert common_knowledge(bare) == 0


# Observations


def test_an_observation_shows_what_a_seat_can_place_and_counts_the_rest() -> None:
    state = laid(["6s 7s", "8s", "9s Ts"], table="Js", stock="6h 7h Ah", open_cards="Ah Ts")
    seat, seen = observe(state, 0)
    assert seat == 0
    assert [cards_text(cards) for cards in seen.places] == ["6s 7s", "", "Ts", "Js", "Ah"]
    assert seen.hidden == (0, 1, 1, 0, 2)
    assert seen.stock == (HIDDEN, HIDDEN, parse_card("Ah"))
    assert [seen.size(place) for place in range(5)] == [2, 1, 2, 1, 3]
    assert [know(seen, other) for other in range(3)] == ["6s 7s Ts Js Ah", "Ts Js Ah", "Ts Js Ah"]


def test_a_bare_state_cannot_be_observed() -> None:
    with pytest.raises(ValueError, match="bare state cannot be observed"):
        observe(laid(["6s", "7s"]).bare(), 0)


def test_only_an_observation_can_be_guessed_from() -> None:
    with pytest.raises(ValueError, match="only an observation"):
        guess(parse_cards("6s 7s"), Observation(0, laid(["6s", "7s"])), Random(1))


def test_a_state_tells_no_cards_in_a_traceback() -> None:
    state = laid(["6s 7s", "8s", "9s"])
    assert repr(state) == "<State to_act=(0,) stock=0>"


# Guessing


def seen_with(lacks: Sequence[str], sizes: Sequence[int], stock: int, deck: Cards) -> Observation:
    """The observation of a seat without cards or knowledge: the sizes of the others' hands, and what they lack."""
    cards = bits(deck)
    hands = [0]
    start = 0
    for size in sizes:
        hands.append(cards_of(cards[start : start + size]))
        start += size
    drawn = tuple(cards[start : start + stock])
    state = State([*hands, 0, cards_of(drawn)], drawn, known=[*hands], lacks=[0, *map(parse_cards, lacks)], to_act=(0,))
    return observe(state, 0)


@pytest.mark.parametrize("seed", range(20))
def test_a_guess_finds_the_only_deal_there_is(seed: int) -> None:
    """Each hand can hold only one card, so that wrongly dealt cards must be passed on through several hands."""
    deck = parse_cards("6s 7s 8s 9s Ts")
    lacks = ["7s 8s 9s Ts", "8s 9s Ts", "9s Ts", "Ts"]
    guessed = guess(deck, seen_with(lacks, [1, 1, 1, 1], 1, deck), Random(seed))
    assert [cards_text(cards) for cards in guessed.places] == ["", "6s", "7s", "8s", "9s", "", "Ts"]
    assert cards_text_in_order(guessed.stock) == "Ts"


def test_what_no_deal_explains_cannot_be_guessed() -> None:
    deck = parse_cards("6s 7s 8s")
    with pytest.raises(CannotGuess, match="cannot be dealt"):
        guess(deck, seen_with(["6s 7s", "6s 7s"], [1, 1], 1, deck), Random(1))
    with pytest.raises(CannotGuess, match="4 cards are out of sight, but 3"):
        guess(parse_cards("6s 7s 8s 9s"), seen_with(["", ""], [1, 1], 1, deck), Random(1))


@given(
    st.lists(st.sets(st.integers(0, 5), max_size=5), min_size=3, max_size=3),
    st.sampled_from([(1, 1, 1, 3), (2, 1, 1, 2), (2, 2, 2, 0), (3, 1, 0, 2)]),
    st.integers(0, 100),
)
@repeatable
def test_a_guess_is_found_exactly_when_there_is_one(lacks: list[set[int]], sizes: tuple[int, ...], seed: int) -> None:
    """Compared with trying all deals of six cards to three hands and a stock."""
    deck = cards_of(range(6))
    owner = [hand for hand, size in enumerate(sizes) for _ in range(size)]
    possible = any(
        all(hand == 3 or card not in lacks[hand] for card, hand in zip(order, owner, strict=True))
        for order in permutations(range(6))
    )
    seen = seen_with([cards_text(cards_of(cards)) for cards in lacks], sizes[:3], sizes[3], deck)
    if not possible:
        with pytest.raises(CannotGuess):
            guess(deck, seen, Random(seed))
        return
    guessed = guess(deck, seen, Random(seed))
    assert [cards.bit_count() for cards in guessed.places] == [0, *sizes[:3], 0, sizes[3]]
    assert sum(guessed.places) == deck
    assert cards_of(guessed.stock) == guessed.places[STOCK]
    for hand in range(3):
        assert not guessed.places[hand + 1] & cards_of(lacks[hand])


def test_every_deal_may_be_guessed() -> None:
    """With two cards for each of two hands and two in the stock, all twelve deals come up about equally often."""
    deck = parse_cards("6s 7s 8s 9s")
    rng = Random(1)
    seen = seen_with(["", ""], [1, 1], 2, deck)
    counts: dict[tuple[Cards, ...], int] = {}
    for _ in range(2400):
        deal = tuple(guess(deck, seen, rng).places[1:3])
        counts[deal] = counts.get(deal, 0) + 1
    assert len(counts) == 12
    assert all(120 < count < 280 for count in counts.values())
