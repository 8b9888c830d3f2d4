"""Bugs that players and maintainers reported in other programs, tested on this one.

Each test says where the bug was seen. The rules are those of the catalogue, not of that program.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from cardtable.bots.finding import make_bot, styles
from cardtable.cards import bits, cards_of, cards_text, parse_cards, shuffled
from cardtable.cli.positions import rules_of
from cardtable.engine.moves import Event, Move
from cardtable.engine.position import put_down
from cardtable.engine.rules import RuleBroken, attempt
from cardtable.engine.state import observe
from cardtable.games.durak import FAMILY
from cardtable.games.durak.game import durak
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import GUARD, DurakState

TABLES = [
    (name, seats) for name, preset in FAMILY.presets.items() for seats in (2, 3, 4, 6, 8, 10) if seats in preset.seats
]


def position(preset: str, hands: Mapping[str, str], **facts: Any) -> tuple[DurakRules, DurakState]:
    """A position as in a position file."""
    rules, state = put_down({"preset": preset, "hands": hands, **facts}, rules_of)
    assert isinstance(rules, DurakRules)
    assert isinstance(state, DurakState)
    return rules, state


def play(rules: DurakRules, state: DurakState, *texts: str, log: list[Event] | None = None) -> None:
    """Plays moves such as `"P1 take"` after checking them."""
    for text in texts:
        seat, _, move = text.partition(" ")
        attempt(rules, state, int(seat[1:]), rules.parse_move(move), log)


def legal_texts(rules: DurakRules, state: DurakState) -> list[str]:
    """The legal moves of the seat to act."""
    return [rules.move_text(move) for move in rules.legal(state, state.to_act[0])]


def refused(rules: DurakRules, state: DurakState, text: str) -> str:
    """The rule that refuses a move."""
    with pytest.raises(RuleBroken) as broken:
        play(rules, state, text)
    return broken.value.rule


# Seen in durakengine, issue 1: the card that transfers stays in the hand, or need not be owned.


def test_a_card_laid_to_transfer_leaves_the_hand() -> None:
    """D-41."""
    hands = {"P0": "6s Kd", "P1": "8d 8h Ts", "P2": "9s Js Qs"}
    rules, state = position("transfer_plain", hands, trump="h", table="8s", stock=6)
    play(rules, state, "P1 transfer 8d")
    assert cards_text(state.places[1]) == "8h Ts"
    assert cards_text(state.places[rules.table]) == "8s 8d"
    assert refused(rules, state, "P2 transfer 8d") == "D-40"


@pytest.mark.parametrize("move", ["transfer 8c", "show 8h", "transfer 8h"])
def test_a_card_that_is_not_held_cannot_transfer(move: str) -> None:
    """D-40, D-47: whether it is with another player, in the stock or nowhere."""
    hands = {"P0": "6s Kd", "P1": "8d Ts Jc", "P2": "8h Js Qs"}
    rules, state = position("transfer", hands, trump="h", table="8s", stock=6)
    before = state.copy()
    assert refused(rules, state, f"P1 {move}") in ("D-40", "D-47")
    assert state == before
    assert "transfer 8d" in legal_texts(rules, state)


def test_a_travel_card_stays_in_the_hand_and_off_the_table() -> None:
    """D-47: it may still cover later."""
    hands = {"P0": "6s Kd", "P1": "8d 8h Ts", "P2": "9s Js Qs"}
    rules, state = position("transfer", hands, trump="h", table="8s", stock=6)
    play(rules, state, "P1 show 8h")
    assert state.places[1] == parse_cards("8d 8h Ts")
    assert cards_text(state.places[rules.table]) == "8s"
    assert state.attacks == tuple(bits(parse_cards("8s")))


# Seen in durakengine, issue 4: one card is played twice.


def test_a_card_cannot_be_played_twice() -> None:
    """D-19: not again in the same bout, nor twice in one move."""
    hands = {"P0": "9s 9d Kd Qc", "P1": "Ts Td Jc As"}
    rules, state = position("throw_in", hands, trump="h", stock=6)
    play(rules, state, "P0 attack 9s")
    assert refused(rules, state, "P1 cover 9s with 9s") == "D-16"
    play(rules, state, "P1 cover 9s with Ts")
    assert refused(rules, state, "P0 throw 9s") == "D-19"
    play(rules, state, "P0 throw 9d")
    assert refused(rules, state, "P1 cover 9d with Ts") == "D-16"
    assert refused(rules, state, "P1 cover 9s with As") == "D-16"
    with pytest.raises(ValueError, match="named twice"):
        rules.parse_move("throw 9d 9d")


# Seen in OpenFool, issues 17 and 24, and in the Durak of an OpenSpiel fork (one random game in five): more cards are
# thrown in than the defender can answer, above all when the defender has said that they take.


@pytest.mark.parametrize(("preset", "seats"), TABLES)
@pytest.mark.every(15)
def test_the_attack_never_outgrows_the_hand_that_began_to_defend(preset: str, seats: int) -> None:
    """D-13, D-24, D-44: nor the limit of the bout; checked at every step, with players who throw in all they can."""
    options = FAMILY.presets[preset].options
    rules = durak(options, seats)
    pressed = 0
    for seed in range(8):
        rng = Random(seed)
        state = rules.deal(shuffled(rules.deck, seed), seed % seats, rules.start())
        while state.to_act:
            before = (state.defender, state.bout)
            hand = state.places[state.defender].bit_count() + sum(cover >= 0 for cover in state.covers)
            seat = state.to_act[0]
            moves = rules.legal(state, seat)
            most = max(moves, key=lambda move: move.cards.bit_count() if move.verb in ("attack", "throw") else 0)
            move = most if rng.random() < 0.8 else rng.choice(moves)
            rules.play(state, seat, move)
            if (state.defender, state.bout) == before and state.attacks:
                assert len(state.attacks) <= hand
                pressed += len(state.attacks) == hand
            if state.attacks:
                spare = state.places[state.defender].bit_count() - state.uncovered.bit_count()
                assert spare >= 0
                assert state.room == max(0, min(state.limit - len(state.attacks), spare))
                first = state.bout == 1 and options.first_limit is not None
                lifted = state.taking and options.first_limit_on_take == "lift"
                endless = options.limit_when_stock_empty == "lift" and not state.stock
                if first and not lifted:
                    assert len(state.attacks) <= 5
                elif not endless:
                    assert len(state.attacks) <= 6
    assert pressed, "the limit was never reached"


def test_nothing_is_added_to_a_take_beyond_the_hand() -> None:
    """D-24: P1 holds two cards and takes 7s, so only one more may be added, whoever adds it."""
    hands = {"P0": "7d 7c Qs", "P1": "9c Kd", "P2": "7h 8s"}
    rules, state = position("throw_in", hands, trump="h", stock=0, table="7s")
    play(rules, state, "P1 take")
    assert set(legal_texts(rules, state)) == {"throw 7d", "throw 7c", "pass"}
    assert refused(rules, state, "P0 throw 7d 7c") == "D-13"
    play(rules, state, "P0 throw 7d")
    assert cards_text(state.places[1]) == "7s 7d 9c Kd"
    assert state.to_act == (2,)
    assert state.attacks == ()


def test_without_a_limit_every_set_can_be_thrown() -> None:
    """D-13 without a limit, D-22: 14 cards fit and 12 may be added; so many sets are not listed, but are legal."""
    hands = {"P0": "6h 7d 7h 8h 8c 9s 9d 9h Ts Td Th Jd Jh Jc", "P1": "Qs Qd Qh Qc Ks Kd Kh Kc As Ad Ah Ac"}
    table = "6s/7s 6d/8d 6c/9c 7c/Tc 8s/Js"
    rules, state = position("throw_in_folding", hands, trump="h", stock=0, table=table, word="P0")
    assert len(rules.legal(state, 0)) == 2 * 14 + 1
    cards = bits(state.places[0])
    for size in (2, 11, 12):
        assert rules.why_not(state, 0, Move("throw", cards_of(cards[:size]))) is None
    assert refused(rules, state, f"P0 throw {cards_text(cards_of(cards[:13]))}") == "D-13"


# Seen in OpenFool, issues 17 and 24: the limit of the first bout is forgotten.


@pytest.mark.parametrize(("bout", "most"), [(1, 5), (2, 6)])
def test_the_first_bout_has_five_attack_cards(bout: int, most: int) -> None:
    """D-13: four are on the table; one may be added in the first bout, two in a later one."""
    hands = {"P0": "6h 8h 7c", "P1": "Ac Kc Qc"}
    facts = {"trump": "c", "stock": 6, "table": "6s/8s 6d/8d 7s/9s 7d/9d"}
    rules, state = position("throw_in", hands, **facts, bout=bout, word="P0")
    assert len(state.attacks) + max(len(text.split()) - 1 for text in legal_texts(rules, state)) == most
    if bout == 1:
        assert refused(rules, state, "P0 throw 6h 8h") == "D-13"
    play(rules, state, "P0 throw 6h" if bout == 1 else "P0 throw 6h 8h")
    assert len(state.attacks) == most


# Seen in OpenFool, issue 24: hands are filled in the wrong order.


def test_hands_are_filled_attacker_first_defender_last() -> None:
    """D-29, D-30: P1 attacked P2; then P3 and P0 follow clockwise, and the defender gets what is left."""
    hands = {"P0": "6d 7d 8d 9d", "P1": "6s Kd Ks", "P2": "7s Qh Qd Qs", "P3": "Jd Jc Js Jh Td"}
    rules, state = position("throw_in", hands, trump="h", attacker="P1", stock="8c 9c Tc Kc Ah")
    log: list[Event] = []
    play(rules, state, "P1 attack 6s", "P2 cover 6s with 7s", log=log)
    while state.to_act and state.attacks:
        play(rules, state, f"P{state.to_act[0]} pass", log=log)
    draws = [(event.seat, cards_text(event.cards)) for event in log if event.kind == "draw"]
    assert draws == [(1, "8c 9c Tc Kc"), (3, "Ah")]
    assert [state.size(seat) for seat in range(4)] == [4, 6, 3, 6]


# Seen in OpenFool, issue 9: all players are out at once, and the program names a fool or waits for ever.


@pytest.mark.parametrize("seats", [2, 3])
def test_when_everybody_runs_out_at_once_the_deal_is_drawn(seats: int) -> None:
    """D-36."""
    out = {"out": ["P2"]} if seats == 3 else {}
    rules, state = position("throw_in", {"P0": "9s", "P1": "Ts"}, trump="h", stock=0, seats=seats, **out)
    play(rules, state, "P0 attack 9s", "P1 cover 9s with Ts")
    assert state.to_act == ()
    assert state.fool == -1
    assert rules.scores(state) == (0.5,) * seats


def test_a_last_card_that_is_taken_makes_a_fool() -> None:
    """D-35: the same cards, but the defender takes."""
    rules, state = position("throw_in", {"P0": "9s", "P1": "Ts"}, trump="h", stock=0)
    play(rules, state, "P0 attack 9s", "P1 take")
    assert state.to_act == ()
    assert rules.scores(state) == (1.0, 0.0)


# Listed in engine_notes.md, D 10: an attack is transferred to the player who transfers it.


@pytest.mark.parametrize("seats", [2, 3])
def test_nobody_transfers_to_himself(seats: int) -> None:
    """D-43: when all others have left, there is no target."""
    out = {"out": ["P2", "P0"] if seats == 3 else ["P0"]}
    facts = {"trump": "h", "stock": 0, "seats": seats, "table": "8s", "bout": 3}
    rules, state = position("transfer", {"P1": "8d 8h 9s"}, **facts, **out)
    assert set(legal_texts(rules, state)) == {"cover 8s with 9s", "cover 8s with 8h", "take"}
    assert refused(rules, state, "P1 transfer 8d") == "D-43"
    assert refused(rules, state, "P1 show 8h") == "D-43"


@pytest.mark.parametrize(
    ("preset", "seats"), [(name, seats) for name, seats in TABLES if FAMILY.presets[name].options.transfer]
)
@pytest.mark.every(5)
def test_attacker_and_defender_are_always_two_players(preset: str, seats: int) -> None:
    """D-12, D-41, D-43: also after chains of transfers that come round."""
    rules = durak(FAMILY.presets[preset].options, seats)
    handed_on = 0
    for seed in range(25):
        rng = Random(seed)
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        while state.to_act:
            assert state.attacker != state.defender
            assert state.active >> state.defender & 1 or not state.places[state.defender]
            moves = rules.legal(state, state.to_act[0])
            eager = [move for move in moves if move.verb in ("transfer", "show")]
            handed_on += bool(eager)
            rules.play(state, state.to_act[0], rng.choice(eager or moves))
    assert handed_on > 10


# Listed in engine_notes.md, D 10: no player holds a trump, and the first attacker is not found.


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_a_deal_without_a_trump_in_hand_begins_with_the_lowest_card(dealer: int) -> None:
    """D-09, D-10: of equal ranks the first clockwise from the dealer's left; here P0 and P1 hold a six."""
    facts = {"turn_up": "6c", "bout": 1, "dealer": f"P{dealer}"}
    hands = {"P0": "6s 7h 8h 9h Th Jh", "P1": "6h 7d 8d 9d Td Jd", "P2": "7s 8s 9s Ts Js Qs"}
    rules, state = position("throw_in", hands, **facts)
    assert state.to_act == ((1,) if dealer == 0 else (0,))
    assert rules.legal(state, state.to_act[0])


# Seen in durakengine, issue 5: the cards of players who have left are counted again.


@pytest.mark.parametrize(("preset", "seats"), TABLES)
@pytest.mark.every(5)
def test_who_has_left_holds_nothing_and_gets_nothing(preset: str, seats: int) -> None:
    """D-08, D-33: they are never asked, draw no cards, are never attacked, and the cards still add up."""
    rules = durak(FAMILY.presets[preset].options, seats)
    left = 0
    for seed in range(5):
        rng = Random(seed)
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        while state.to_act:
            seat = state.to_act[0]
            rules.play(state, seat, rng.choice(rules.legal(state, seat)))
            assert sum(cards.bit_count() for cards in state.places) == len(rules.deck)
            assert len(set(state.out)) == len(state.out)
            for seat in state.out:
                assert not state.places[seat]
                assert not state.active >> seat & 1
                assert seat not in state.to_act
                assert seat not in rules.throwers(state)
            left += bool(state.out) and bool(state.to_act)
    assert left or seats == 2


# Seen in OpenFool, issue 26: bots repeat a position for ever (about one all-bot game in a thousand).


def test_a_hundred_takes_in_a_row_end_the_deal() -> None:
    """D-37: no player draws, each takes; the deal is drawn, and not one bout earlier."""
    hands = {
        "P0": "6s 6d 6h 6c 7s 7d 7h 7c 8s 8d 8h",
        "P1": "9s 9d 9h 9c Ts Td Th Tc Js Jd Jh",
        "P2": "As Ad Ah Ac Ks Kd",
    }
    rules, state = position("simple", hands, trump="c", stock=0)
    bouts = 0
    held = state.places[: rules.seats]
    while state.to_act:
        bout = state.bout
        seat = state.to_act[0]
        # The same card is led again and again, and every defender takes.
        moves = rules.legal(state, seat)
        rules.play(state, seat, moves[-1] if moves[-1].verb == "take" else moves[0])
        bouts += state.bout > bout or not state.to_act
        assert bouts <= GUARD
        if state.to_act:
            assert state.idle_takes == bouts
    assert bouts == GUARD
    assert state.fool == -1
    assert sum(cards.bit_count() for cards in state.places[: rules.seats]) == sum(map(int.bit_count, held))
    assert rules.scores(state) == (0.5, 0.5, 0.5)


def test_a_beaten_bout_begins_the_count_anew() -> None:
    """D-37: only takes in a row count."""
    hands = {"P0": "6s 7s 8s 9s Js Qs", "P1": "Ts Td Th As Ad Ah"}
    rules, state = position("simple", hands, trump="c", stock=0, idle_takes=GUARD - 1)
    play(rules, state, "P0 attack 9s", "P1 cover 9s with Ts")
    assert state.to_act
    assert state.idle_takes == 0


# Seen in bsd-games, issue 8: the computer plays illegally at a boundary. And in OpenFool, issue 26, again.


STYLES = [
    # An expert takes a second for a decision among ten; tests/bots/test_expert.py gives it less, in every preset.
    pytest.param(entry.style, marks=pytest.mark.slow if entry.style.startswith("expert") else ())
    for entry in styles("durak")
]


@pytest.mark.parametrize("preset", FAMILY.presets)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.every(20)
def test_bots_play_legally_to_the_end(style: str, preset: str) -> None:
    """Moves are checked, bots see only their observations; every fourth time they are asked again.

    Each style plays a preset at one table, with another number of seats than the style before it.
    """
    tables = [seats for name, seats in TABLES if name == preset]
    seats = tables[[entry.style for entry in styles("durak")].index(style) % len(tables)]
    rules = durak(FAMILY.presets[preset].options, seats)
    bot = make_bot(style, "durak", rules)
    state = rules.deal(shuffled(rules.deck, seats), seats // 2, rules.start())
    for number in range(5_000):
        if not state.to_act:
            break
        seat = state.to_act[0]
        choices = rules.legal(state, seat)
        seen = observe(state, seat)
        decision = bot.choose(seen, choices, Random(number))
        assert seen == observe(state, seat), "the bot changed what it was shown"
        if number % 4 == 0:
            assert bot.choose(seen, choices, Random(number)).move == decision.move
        assert decision.move in choices
        attempt(rules, state, seat, decision.move)
    assert not state.to_act, "the deal does not end"


@pytest.mark.parametrize("style", [entry.style for entry in styles("durak")])
@pytest.mark.parametrize(
    ("hands", "facts"),
    [
        pytest.param({"P0": "Ac", "P1": "6s"}, {"stock": 0}, id="last cards"),
        pytest.param({"P0": "6c 7c", "P1": "6s ?3"}, {"stock": 0, "table": "6d"}, id="nothing covers"),
        pytest.param({"P0": "6c 7c 8c", "P1": "Ac"}, {"stock": 1, "table": "6d/Kd", "word": "P0"}, id="one more card"),
        pytest.param(
            {"P0": "Ac Kc", "P1": "6s"}, {"stock": 0, "table": "As", "taking": True}, id="no room after a take"
        ),
    ],
)
@pytest.mark.every(4)
def test_bots_play_legally_where_little_is_left(style: str, hands: dict[str, str], facts: dict[str, Any]) -> None:
    rules, state = position("throw_in", hands, trump="c", **facts)
    bot = make_bot(style, "durak", rules)
    while state.to_act:
        seat = state.to_act[0]
        attempt(rules, state, seat, bot.choose(observe(state, seat), rules.legal(state, seat), Random(1)).move)


def test_hands_never_share_a_card_when_a_bout_is_taken() -> None:
    """D-17, D-26: taking moves the cards, it does not copy them (OpenFool, issue 24; durakengine, issue 5)."""
    hands = {"P0": "7d 7c Qs", "P1": "9s Kd Ah", "P2": "7h 8s"}
    rules, state = position("throw_in", hands, trump="h", stock=0, table="7s")
    play(rules, state, "P1 cover 7s with 9s", "P0 throw 7d", "P1 take", "P0 throw 7c")
    assert cards_text(state.places[1]) == cards_text(parse_cards("7s 9s 7d 7c Kd Ah"))
    assert state.places[rules.table] == 0
    everywhere = [card for cards in state.places for card in bits(cards)]
    assert len(everywhere) == len(set(everywhere)) == len(rules.deck)
    assert cards_of(everywhere) == rules.all_cards
    assert rules.why_not(state, 1, Move("take")) is not None
