"""What positions of Bura cannot show: laws of random deals, secrecy, matches, the screen, and the bot."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from cardtable.bots.finding import make_bot
from cardtable.cards import Card, bits, card_text, cards_of, cards_text, parse_card, parse_cards, shuffled, suit_of
from cardtable.cli.positions import rules_of
from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.options import BadOption, BadSeats, make_options
from cardtable.engine.position import put_down
from cardtable.engine.rules import Misdeal, attempt
from cardtable.engine.scene import Scene
from cardtable.engine.state import STOCK, observe
from cardtable.engine.text import Text, plain
from cardtable.games.bura import FAMILY
from cardtable.games.bura.beating import BEATERS, DECK, beats_each, beats_uniformly
from cardtable.games.bura.game import Bura
from cardtable.games.bura.options import MOST_CARDS, BuraOptions
from cardtable.games.bura.state import DRAWING, LEAD, REPLIES, BuraState
from cardtable.games.tricks import points_of
from cardtable.match.match import Match
from cardtable.words import Words

TABLES = [(name, seats) for name, preset in FAMILY.presets.items() for seats in preset.seats]
every_table = pytest.mark.parametrize(("preset", "seats"), TABLES)


def rules_for(preset: str, seats: int, **changes: Any) -> Bura:
    """The rules of a preset with some options changed."""
    return Bura(make_options(FAMILY.presets[preset].options, changes), seats)


def put(**keys: Any) -> tuple[Bura, BuraState]:
    """A deal in progress, set up as position files describe it."""
    rules, state = put_down(keys, rules_of)
    assert isinstance(rules, Bura)
    return rules, state


def do(rules: Bura, state: BuraState, *texts: str) -> list[Event]:
    """Plays checked moves such as `"P1 silent"` and returns the events."""
    log: list[Event] = []
    for text in texts:
        seat, _, move = text.partition(" ")
        attempt(rules, state, int(seat[1]), rules.parse_move(move), log)
    return log


def walk(rules: Bura, seed: int) -> Iterator[tuple[BuraState, Seat, Move]]:
    """A random deal with no claim and no bura; yields each move before it is played."""
    rng = Random(seed)
    state = rules.deal(shuffled(rules.deck, seed), seed % rules.seats, rules.start())
    while state.to_act:
        seat = state.to_act[0]
        moves = rules.legal(state, seat)
        wanted = [move for move in moves if move.cards or move.verb in ("silent", "announce", "begin", "pretend_draw")]
        move = rng.choice(wanted or list(moves))
        yield state, seat, move
        rules.play(state, seat, move)
    yield state, -1, Move("")


# Laws of random deals (section 6 of the catalogue)


@every_table
@pytest.mark.every(4)
def test_cards_points_and_hands_add_up(preset: str, seats: int) -> None:
    """B-01, B-04, B-09, B-13: no card is lost, hands are equal before a lead, and the stock is dealt round in turn."""
    rules = rules_for(preset, seats)
    for seed in range(8):
        for state, _, _ in walk(rules, seed):
            assert sum(cards.bit_count() for cards in state.places) == 36
            assert cards_of(bits(sum(state.places))) == rules.all_cards
            assert sum(state.points) == points_of(sum(state.places[rules.taken : STOCK]))
            sizes = {state.size(seat) for seat in range(seats)}
            if state.moment == LEAD:
                assert len(sizes) == 1
                assert seats == 5 or len(state.stock) % seats == 0
                assert sizes == {rules.filled_hand} or len(state.stock) < seats
            elif state.moment == REPLIES:
                assert {play.bit_count() for play in state.plays} == {state.best.bit_count()}
                assert 1 <= state.best.bit_count() <= rules.filled_hand
        if state.ended in ("count", "dead") and not any(state.places[:seats]):
            assert sum(state.points) == 120 - points_of(state.places[STOCK])
            assert len(state.stock) == (1 if seats == 5 else 0)


@every_table
def test_everybody_gets_four_cards_one_by_one_and_the_next_one_is_trump(preset: str, seats: int) -> None:
    """B-04, B-05, B-06."""
    rules = rules_for(preset, seats)
    deck = shuffled(rules.deck, 5)
    for dealer in range(seats):
        state = rules.deal(deck, dealer, rules.start())
        for step in range(seats):
            assert state.places[(dealer + 1 + step) % seats] == cards_of(deck[step : rules.filled_hand * seats : seats])
        assert state.trump_card == deck[rules.filled_hand * seats] == state.stock[-1]
        assert state.trump == suit_of(state.trump_card)
        assert state.leader == (dealer + 1) % seats


def test_the_trump_card_may_be_the_first_to_be_drawn() -> None:
    """B-05 with `trump_place=top`."""
    rules = rules_for("burkozel", 3, trump_place="top")
    state = rules.deal(shuffled(rules.deck, 5), 0, rules.start())
    assert state.stock[0] == state.trump_card


def points_seen(state: BuraState, seat: int) -> tuple[int, ...]:
    """For each seat, the card points in its tricks, as far as another seat knows them."""
    seen = observe(state, seat).state
    assert isinstance(seen, BuraState)
    return seen.points


def test_what_lies_face_down_is_known_to_who_laid_it_alone() -> None:
    """B-22, B-27, invariant (k): all others see and are told the same until the deal ends, whichever card it was."""
    worlds = []
    for hidden in ("7d", "Td"):
        rules, state = put(
            preset="bura_11",
            seats=3,
            trump="h",
            trump_card="6h",
            trick=["P0 Ks"],
            hands={"P0": "7s 8d", "P1": "7d Td 9c", "P2": "As 8c Jd"},
        )
        log: list[Event] = []
        for seat, text in ((1, f"reply {hidden}"), (2, "reply As"), (2, "silent"), (0, "silent"), (1, "silent")):
            attempt(rules, state, seat, rules.parse_move(text), log)
        worlds.append((rules, state, log))
    for seat in (0, 2):
        first, second = (observe(state, seat) for _, state, _ in worlds)
        assert first.state == second.state
        assert {points_seen(state, seat) for _, state, _ in worlds} == {(0, 0, 15)}
        scenes = [rules.scene(observe(state, seat)) for rules, state, _ in worlds]
        assert scenes[0] == scenes[1]
        told = [[rules.tell(event.for_seat(seat)) for event in log] for rules, _, log in worlds]
        assert told[0] == told[1]
        assert "face down" in " ".join(plain(text) for text in told[0] if text)
    for (rules, state, log), points in zip(worlds, (15, 25), strict=True):
        assert points_seen(state, 1) == (0, 0, points)
        assert rules.count(state, 2) == points
        attempt(rules, state, 2, Move("lead", state.places[2] & -state.places[2]), log)
        size = 1
        attempt(rules, state, 0, next(m for m in rules.legal(state, 0) if m.cards.bit_count() == size), log)
        attempt(rules, state, 1, next(m for m in rules.legal(state, 1) if m.cards.bit_count() == size), log)
        attempt(rules, state, state.to_act[0], Move("claim"), log)
        assert all(points_seen(state, seat) == state.points for seat in range(3))
        assert any(event.kind == "turned_up" for event in log)


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        pytest.param("7c 8c 9c Tc", "molodka", id="molodka"),
        pytest.param("6h 9h Kh Th", "bura", id="bura"),
        pytest.param("7c 8c 9c Th", None, id="three of a suit"),
        pytest.param("As Ah Ac 6d", "moscow", id="Moscow"),
        pytest.param("As Ah Ac Ad", "four_ends", id="four ends, which are higher than Moscow"),
    ],
)
def test_a_combination_that_was_dealt_is_dealt_again(hand: str, reason: str | None) -> None:
    """B-26: position B-P39 of the catalogue; all are told which combination it was, but not whose."""
    rules = rules_for("burkozel", 2, combo_redeal=True)
    for seat in range(2):
        deck = laid(rules, {seat: hand}, "Jh")
        found = rules.misdeal(deck, 1)
        assert found == (None if reason is None else Misdeal(reason))
        assert rules_for("burkozel", 2).misdeal(deck, 1) is None
        assert found is None or rules.tell(Event(f"misdeal_{found.reason}", found.seat))


@pytest.mark.parametrize(
    ("options", "hand", "turned", "reason"),
    [
        pytest.param({"moscow": "trump_ace"}, "As Ah Ac 6d", "Jd", None, id="no ace of trumps"),
        pytest.param({}, "As Ah Ac 6d", "Jd", "moscow", id="any aces"),
        pytest.param({"hand_size": 3}, "7c 9c Kc", "Jh", "molodka", id="three of a suit"),
        pytest.param({"hand_size": 3}, "7c 9c Kd", "Jh", None, id="nothing"),
    ],
)
def test_what_is_dealt_again_goes_by_what_is_a_combination(
    options: dict[str, Any], hand: str, turned: str, reason: str | None
) -> None:
    """B-23, B-25, B-26: positions B-P40 and B-P41 of the catalogue."""
    rules = rules_for("burkozel", 2, combo_redeal=True, **options)
    found = rules.misdeal(laid(rules, {0: hand}, turned), 1)
    assert (found and found.reason) == reason


def laid(rules: Bura, hands: dict[int, str], turned: str) -> list[Card]:
    """A pack for a two-player deal by P1 with these hands and turn-up; a hand not given holds no combination."""
    named = {parse_card(word) for words in (*hands.values(), turned) for word in words.split()}
    nothing = [parse_card(word) for word in ("6s", "7h", "8d", "Qc", "9s", "Ks")]
    rest = [card for card in nothing if card not in named][: rules.filled_hand]
    dealt = [list(map(parse_card, hands[seat].split())) if seat in hands else rest for seat in range(2)]
    deck = [hand[step] for step in range(rules.filled_hand) for hand in dealt] + [parse_card(turned)]
    return deck + [card for card in rules.deck if card not in deck]


@pytest.mark.parametrize(("seats", "after_deal", "rounds", "left"), [(5, 21, 4, 1), (4, 24, 6, 0), (2, 30, 15, 0)])
def test_hands_of_three_draw_from_a_longer_stock(seats: int, after_deal: int, rounds: int, left: int) -> None:
    """B-13, B-23: position B-P32 of the catalogue; every trick is a single card."""
    rules = rules_for("bura_31", seats)
    state = rules.deal(shuffled(rules.deck, 1), 0, rules.start())
    assert len(state.stock) == after_deal
    drawn = 0
    while state.to_act:
        seat, stock = state.to_act[0], len(state.stock)
        moves = rules.legal(state, seat)
        speaks = ("claim", "bura", "announce")
        rules.play(state, seat, min(moves, key=lambda move: (move.verb in speaks, move.cards.bit_count(), move)))
        drawn += len(state.stock) < stock
    assert not any(state.places[:seats])
    assert drawn == rounds
    assert len(state.stock) == left


def test_every_card_counts_by_its_rank_alone_and_beside_any_other() -> None:
    """B-01."""
    worth = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}
    counts = {card: worth.get(card_text(card)[0], 0) for card in DECK}
    assert sum(counts.values()) == points_of(cards_of(DECK)) == 120
    for one, other in combinations(DECK, 2):
        assert points_of(1 << one | 1 << other) == counts[one] + counts[other]


def test_the_ace_of_trumps_is_never_beaten() -> None:
    """B-11: whatever is played with it. And a reply that wins uniformly also wins card by card."""
    rng = Random(1)
    rules = rules_for("burkozel", 2)
    uniform = 0
    for _ in range(3000):
        size = rng.randint(1, MOST_CARDS)
        chosen = rng.sample(rules.deck, 2 * size)
        best, reply, trump = cards_of(chosen[:size]), cards_of(chosen[size:]), rng.randrange(4)
        wins = beats_each(best, reply, BEATERS[trump])
        if beats_uniformly(best, reply, trump):
            uniform += 1
            assert wins
        if best & parse_cards("As Ah Ad Ac") & cards_of(card for card in rules.deck if card % 4 == trump):
            assert not wins
    assert uniform > 100


@pytest.mark.parametrize("preset", ["burkozel_casual", "burkozel_strict"])
def test_what_is_only_shown_changes_no_move(preset: str) -> None:
    """B-22: `show_bought` and `show_counts`."""
    plain_rules = rules_for(preset, 3, show_bought=False, show_counts=False)
    shown_rules = rules_for(preset, 3, show_bought=True, show_counts=True)
    for seed in range(5):
        for (state, seat, move), (other, *same) in zip(walk(plain_rules, seed), walk(shown_rules, seed), strict=True):
            assert [seat, move] == same
            assert plain_rules.legal(state, seat) == shown_rules.legal(other, seat)
            assert state.bought == 0


ONLY_EXPECTED = ("due", "counts", "best", "won", "written", "ended", "culprit", "next_leader", "match_over", "ranking")


@pytest.mark.parametrize("preset", ["burkozel", "burkozel_casual", "burkozel_strict", "burkozel_handicap"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.every(12)
def test_every_moment_can_be_written_down_and_put_down_again(preset: str, seats: int) -> None:
    """A written position holds everything on which the rest of the deal depends."""
    rules = rules_for(preset, seats, combo_lead="whole_combo")
    moments = set()
    for seed in range(5):
        for state, _, _ in walk(rules, seed):
            if not state.to_act:
                break
            told = rules.facts(state)
            again = put(
                preset=preset,
                seats=seats,
                options={"combo_lead": "whole_combo"},
                hands={f"P{seat}": cards_text(state.places[seat]) for seat in range(seats)},
                stock=" ".join(map(card_text, state.stock)),
                **{
                    name: fact
                    for name, fact in told.items()
                    if name not in ONLY_EXPECTED and (fact or name not in ("asked", "announced"))
                },
            )[1]
            assert {**rules.facts(again), "best": ""} == {**told, "best": ""}
            assert again.to_act == state.to_act
            assert [rules.legal(again, seat) for seat in range(seats)] == [
                rules.legal(state, seat) for seat in range(seats)
            ]
            moments.add(state.moment)
    assert {LEAD, REPLIES} <= moments


# Secrecy


SPEAKERS: dict[str, Any] = {
    "preset": "burkozel",
    "seats": 4,
    "trump_card": "Th",
    "hands": {"P0": "9s Td 6c Kc", "P1": "9d Js Qc 7s", "P2": "6d 7d 8d Kd", "P3": "As Ad Ac 6h"},
}
"""P0 has R; P2 holds molodka and P3 Moscow."""


def views(rules: Bura, state: BuraState, seats: tuple[Seat, ...]) -> list[tuple[Any, Scene]]:
    """What these seats know and see."""
    seen = [observe(state, seat) for seat in seats]
    return [(look, rules.scene(look)) for look in seen]


def test_who_was_asked_and_kept_silent_leaves_no_trace() -> None:
    """B-15, B-16: after W2 the state is for all players as if nobody had been asked."""
    rules, asked = put(**SPEAKERS, moment="bura")
    assert asked.to_act == (2,)
    assert do(rules, asked, "P2 silent") == []
    assert asked.to_act == (3,)
    assert do(rules, asked, "P3 silent") == []
    _, never_asked = put(**SPEAKERS, moment="lead")
    assert asked == never_asked


def test_where_the_table_counts_nobody_says_bura() -> None:
    """B-15 with win_detection=auto: the event says it when bura is declared."""
    rules, state = put(**(SPEAKERS | {"options": {"win_detection": "auto"}}), moment="lead")
    broken = rules.why_not(state, state.to_act[0], Move("bura"))
    assert broken is not None
    assert (broken.rule, plain(broken.text)) == ("B-15", "Nobody says bura here: the table sees it.")


def test_who_has_won_by_bura_is_named_by_it() -> None:
    """B-15: the word that all players at the table hear, and who said it."""
    hands = SPEAKERS["hands"] | {"P0": "6h 7h 8h 9h"}
    rules, state = put(**SPEAKERS | {"hands": hands | {"P3": "As Ad Ac 9s"}}, moment="bura")
    (speaker,) = state.to_act
    do(rules, state, f"P{speaker} bura")
    assert state.won == 1 << speaker
    assert plain(rules.verdict(state, speaker).headline) == "Bura"
    assert {plain(rules.verdict(state, seat).headline) for seat in range(4) if seat != speaker} == {f"P{speaker}: bura"}


def test_while_somebody_is_asked_the_others_see_the_leader_about_to_lead() -> None:
    """B-15, B-16: they see neither who is asked nor that anybody is."""
    _, leading = put(**SPEAKERS, moment="lead")
    rules, state = put(**SPEAKERS, moment="bura")
    assert views(rules, state, (1, 3)) == views(rules, leading, (1, 3))
    do(rules, state, "P2 silent")
    assert views(rules, state, (1, 2)) == views(rules, leading, (1, 2))
    for seat in (1, 2):
        assert plain(_refusal(rules, state, seat)) == plain(_refusal(rules, leading, seat))


def _refusal(rules: Bura, state: BuraState, seat: Seat) -> Text:
    move = Move("lead", state.places[seat] & -state.places[seat])
    broken = rules.why_not(state, seat, move)
    assert broken is not None
    return broken.text


def test_the_leader_does_not_learn_who_is_asked_or_for_what() -> None:
    """B-15, B-16: only that it is not their turn yet; their table looks as it will afterwards."""
    rules, first = put(**SPEAKERS, moment="bura")
    rules, second = put(**SPEAKERS, moment="combinations", asked=["P3"])
    four_trumps = {**SPEAKERS["hands"], "P1": "7h 8h Qh Kh"}
    _, bura = put(**{**SPEAKERS, "hands": four_trumps}, moment="bura")
    assert bura.moment == "bura"
    assert bura.to_act == (1,)
    assert views(rules, first, (0,)) == views(rules, second, (0,)) == views(rules, bura, (0,))
    scene = views(rules, first, (0,))[0][1]
    lead = views(rules, put(**SPEAKERS, moment="lead")[1], (0,))[0][1]
    assert scene.choices == ()
    assert scene._replace(choices=lead.choices) == lead


def test_who_is_asked_learns_nothing_of_the_others() -> None:
    """B-15: a later seat knows the announcements, but not who was silent or who is still to be asked."""
    rules, state = put(**SPEAKERS, moment="bura")
    seen = observe(state, 2).state
    assert isinstance(seen, BuraState)
    assert seen.asked == seen.to_act == (2,)
    do(rules, state, "P2 silent")
    _, alone = put(**SPEAKERS, moment="combinations", asked=["P3"])
    assert views(rules, state, (3,)) == views(rules, alone, (3,))


def test_an_announcement_is_seen_at_once_by_everybody() -> None:
    """B-16: the cards are shown, and the highest caller is seen to lead, while others are still asked."""
    rules, state = put(**SPEAKERS, moment="bura")
    log = do(rules, state, "P2 announce molodka")
    assert [(event.kind, event.cards) for event in log] == [("announce", parse_cards("6d 7d 8d Kd"))]
    assert state.to_act == (3,)
    for seat in (0, 1):
        seen = observe(state, seat).state
        assert isinstance(seen, BuraState)
        assert seen.places[2] == parse_cards("6d 7d 8d Kd")
        assert (seen.moment, seen.leader, seen.to_act) == (LEAD, 2, (2,))
    do(rules, state, "P3 silent")
    assert state.to_act == (2,)


def test_everybody_is_asked_whether_he_claims() -> None:
    """B-14: even without the points, so that the question gives nothing away; silence is no event."""
    rules, state = put(
        preset="burkozel", seats=3, trump="h", trick=["P0 6s", "P1 As", "P2 7s"], points="0 10 90", stock=12
    )
    assert state.to_act == (1,)
    assert [rules.legal(state, seat) for seat in (1, 2, 0)] == [(Move("claim"), Move("silent")), (), ()]
    log = do(rules, state, "P1 silent", "P2 silent")
    assert log == []
    assert state.to_act == (0,)


DRAWN: dict[str, Any] = {
    "preset": "burkozel_strict",
    "trump": "h",
    "moment": "drawing",
    "leader": "P1",
    "hands": {"P0": "6s 7s 8s", "P1": "6d 7d 8d"},
    "stock": 8,
}


def test_nobody_claims_by_enter_alone() -> None:
    """Silence is first in the list of moves, because a wrong claim is a fault (B-17)."""
    rules, state = put(preset="burkozel", hands={"P0": "9s 9h 9d 9c", "P1": "6s 6h 6d 6c"}, trump="s", stock=10)
    do(rules, state, "P0 lead 9h", "P1 reply 6d")
    seat = state.to_act[0]
    assert [choice.move.verb for choice in rules.scene(observe(state, seat)).choices] == ["silent", "claim"]


def test_a_pretended_draw_is_told_like_a_real_one() -> None:
    """B-18: the event lies, the hand sizes do not; nothing else gives it away to the others."""
    rules, pretended = put(**DRAWN)
    _, drawn = put(**DRAWN)
    lie = do(rules, pretended, "P1 pretend_draw")
    truth = do(rules, drawn, "P1 draw")
    assert [event.for_seat(0) for event in lie] == [event.for_seat(0) for event in truth]
    assert plain(rules.tell(lie[0]) or Text("")) == "P1 draws 1 card."
    seen = observe(pretended, 0).state
    _, before = put(**DRAWN)
    assert seen == observe(before, 0).state
    assert seen.size(1) == 3
    assert observe(drawn, 0).state.size(1) == 4
    own = observe(pretended, 1).state
    assert isinstance(own, BuraState)
    assert own.pretended


def test_the_table_does_not_say_who_is_due_to_draw() -> None:
    """B-18: the players must watch each other themselves."""
    rules, state = put(**DRAWN)
    assert state.moment == DRAWING
    theirs = rules.scene(observe(state, 0))
    assert not any(chair.acting for chair in theirs.chairs)
    assert rules.scene(observe(state, 1)).chairs[0].acting


def test_drawn_cards_are_seen_by_who_draws_them_only() -> None:
    """B-13, B-20: except that all see those of an open hand, and the turned-up trump card."""
    trick: dict[str, Any] = {"trump": "h", "trick": ["P0 6s", "P1 As"], "stock": "9d 6h", "hands": {"P0": "7c 8c 9c"}}
    _, state = put(preset="burkozel_casual", **trick)
    assert state.known is not None
    nine, six = parse_cards("9d"), parse_cards("6h")
    assert [bool(known & nine) for known in state.known] == [False, True]
    assert [bool(known & six) for known in state.known] == [True, True]
    _, state = put(preset="burkozel_casual", options={"open_hands": 1}, **trick)
    assert state.known is not None
    assert [bool(known & nine) for known in state.known] == [True, True]
    assert not state.known[1] & parse_cards("7c")


def test_marks_of_drawn_cards_are_seen_once_they_are_played() -> None:
    """B-22: in a hidden hand only its owner knows which cards are new."""
    rules, state = put(preset="burkozel", trump="s", hands={"P0": "7h 8h 9c Td"}, just_bought="8h Td", stock=8)
    theirs, own = observe(state, 1).state, observe(state, 0).state
    assert isinstance(theirs, BuraState)
    assert isinstance(own, BuraState)
    assert theirs.bought == 0
    assert own.bought == parse_cards("8h Td")
    log = do(rules, state, "P0 lead 7h 8h")
    assert plain(rules.tell(log[0]) or Text("")) == "P0 leads 7h 8h, just drawn: 8h."
    theirs = observe(state, 1).state
    assert isinstance(theirs, BuraState)
    assert theirs.fresh == parse_cards("8h")
    played = next(pile for pile in rules.scene(observe(state, 1)).piles if pile.key == "play0")
    assert played.label is not None
    assert plain(played.label) == "P0: drawn 8h"


def test_a_card_that_is_only_shown_does_not_tell_when_it_was_drawn() -> None:
    """B-22: after a trick its cards keep their marks; cards that their owner shows in W2 do not."""
    rules = rules_for("burkozel_moscow_high", 3)
    told = 0
    for seed in range(200):
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        rng = Random(seed)
        while state.to_act:
            seat = state.to_act[0]
            rules.play(state, seat, rng.choice([move for move in rules.legal(state, seat) if move.verb != "claim"]))
            if state.moment == "lead":
                forgetful = state.copy()
                forgetful.marks &= sum(state.plays)
                for viewer in range(3):
                    assert state.known is not None
                    others = state.known[viewer] & ~state.places[viewer]
                    told += bool(state.marks & others & sum(state.places[:3]))
                    assert observe(state, viewer) == observe(forgetful, viewer)
    assert told, "nobody showed a card of a drawing before"


def test_counts_are_shown_only_where_the_table_counts() -> None:
    """B-22: `show_counts`."""
    for preset, points in (("burkozel", [None, None]), ("burkozel_casual", ["13 points", "20 points"])):
        rules, state = put(preset=preset, trump="s", points="20 13", tricks="2 1", stock=8, hands={"P0": "6h"})
        chairs = rules.scene(observe(state, 1)).chairs
        assert [None if chair.points is None else plain(chair.points) for chair in chairs] == points


# Matches


def test_the_deal_goes_round_and_the_last_trick_leads() -> None:
    """B-03, B-06, B-21: the first dealer at random, then clockwise, until a player has won enough deals."""
    rules = rules_for("burkozel_casual", 3, target_wins=3)
    dealers = {Match(rules, seed).next_cards()[1] for seed in range(40)}
    assert dealers == {0, 1, 2}
    match = Match(rules, 3)
    rng = Random(3)
    leader = None
    while not match.over:
        _, dealer, deck = match.next_cards()
        match.deal(deck, dealer)
        state = match.state
        assert isinstance(state, BuraState)
        first = (dealer + 1) % 3 if leader is None else leader
        if state.to_act and state.moment == LEAD:
            assert state.leader == first
        while not match.deal_over:
            seat = match.state.to_act[0]
            match.play(seat, rng.choice(rules.legal(state, seat)))
        assert match.standing.dealer == (dealer + 1) % 3
        leader = state.winner if state.winner >= 0 else (dealer + 2) % 3
        assert rules.standing_before(state).deals == match.deals - 1
    wins = {plain(name): counts for name, counts in match.rules.totals(match.standing)}["Deals won"]
    assert max(wins) == 3
    assert match.standing.winners == (wins.index(3),)
    assert len(match.standing.sheet) == match.deals
    notes = [plain(note) for note in match.rules.sheet_notes(match.standing)]
    assert notes[0] == f"1. P{wins.index(3)}"
    assert [plain(note) for note in rules.sheet_notes(rules.start())] == ["3 deals won win the match."]


def test_places_go_by_deals_won_then_faults_then_card_points() -> None:
    """B-21 and section 6."""
    rules = rules_for("burkozel", 4)
    standing = dataclasses.replace(
        rules.start(), over=True, wins=(0, 1, 0, 0), faults=(0, 0, 0, 1), points=(20, 30, 40, 99)
    )
    assert [plain(note) for note in rules.sheet_notes(standing)] == ["1. P1", "2. P2", "3. P0", "4. P3"]


def test_a_fault_may_win_the_match_for_several() -> None:
    """B-17, B-21: they share the win; with `loss_only` nobody wins."""
    for result, winners in (("others_win", (0, 1)), ("loss_only", ())):
        rules, state = put(
            preset="burkozel",
            seats=3,
            trump="h",
            moment="claims",
            leader="P2",
            options={"fault_result": result, "target_wins": 3},
            wins="2 2 1",
            points="0 0 58",
        )
        do(rules, state, "P2 claim")
        after = rules.settle(rules.standing_before(state), state)
        assert after.winners == winners
        assert after.over == bool(winners)
        assert after.faults == (0, 0, 1)
        assert after.points == (0, 0, 58)


def test_a_dead_deal_goes_on_to_the_next_one() -> None:
    """B-19, B-21: a deal without a winner counts for no player."""
    rules, state = put(
        preset="burkozel", trump="h", trick=["P0 6s"], hands={"P0": "", "P1": "7s"}, stock=0, points="60 60"
    )
    do(rules, state, "P1 reply 7s", "P1 silent", "P0 silent")
    assert state.ended == "dead"
    assert rules.scores(state) == (0.5, 0.5)
    after = rules.settle(rules.start(), state)
    assert not after.over
    assert after.wins == (0, 0)


@every_table
def test_a_legal_move_with_something_too_much_is_told_just_that(preset: str, seats: int) -> None:
    """B-07: never about whose turn it is, which the player knows, nor about the number of cards, which is right."""
    rules = rules_for(preset, seats)
    for state, seat, _ in walk(rules, 4):
        for move in rules.legal(state, seat) if seat >= 0 else ():
            wrong = (
                [(move._replace(cards=1 << rules.deck[0]), "No card goes with this move.")] if not move.cards else []
            )
            if move.verb != "announce":
                wrong.append((move._replace(arg=1), "This move is not aimed at anything."))
            for odd, told in wrong:
                refused = rules.why_not(state, seat, odd)
                assert refused is not None
                assert plain(refused.text) == told


@pytest.mark.parametrize("ended", ["claim", "false_claim", "bura", "count", "dead"])
def test_how_a_deal_ended_is_told_in_one_way(ended: str) -> None:
    """Players who follow in plain lines would otherwise hear it twice."""
    rules = rules_for("burkozel", 2)
    state, log = rules.deal(rules.deck, 0, rules.start()), list[Event]()
    if ended == "false_claim":
        rules.fault(state, 1, ended, log)
    else:
        rules.end(state, ended, 0 if ended == "dead" else 0b10, log)
    assert rules.result_lines(state)[0] == rules.tell(log[-1])


def test_options_that_do_not_go_together_are_refused() -> None:
    """B-02, B-18, B-20."""
    for seats in (1, 7):
        with pytest.raises(BadSeats):
            BuraOptions().check(seats)
    for given in ({"pretend_draw": True}, {"open_hands": 3}):
        with pytest.raises(BadOption):
            make_options(BuraOptions(), given).check(3)
    allowed: list[dict[str, object]] = [
        {"open_hands": 2, "open_bonus": 7},
        {"open_hands": "all", "open_bonus": 0},
        {"open_bonus": 20},
    ]
    for changes in allowed:
        make_options(BuraOptions(), changes).check(3)


# The bot


@pytest.mark.parametrize(("preset", "seats"), [("burkozel", 2), ("burkozel_strict", 3), ("burkozel_moscow_high", 4)])
def test_the_steady_bot_claims_when_it_has_the_points_and_makes_no_fault(preset: str, seats: int) -> None:
    """Section 8: it claims in the first W1 with a count of 61, and at no other time; every decision has a reason."""
    rules = rules_for(preset, seats)
    bot = make_bot("steady", "bura", rules)
    rng = Random(1)
    for seed in range(12):
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        while state.to_act:
            seat = state.to_act[0]
            choices = rules.legal(state, seat)
            decision = bot.choose(observe(state, seat), choices, rng)
            assert decision.move in choices
            assert plain(decision.why)
            if Move("claim") in choices:
                assert (decision.move.verb == "claim") == (rules.count(state, seat) >= 61)
            rules.play(state, seat, decision.move)
        assert state.culprit == -1
        assert state.ended in ("claim", "bura", "count", "dead")


def test_the_steady_bot_waits_when_it_is_not_due() -> None:
    """B-18: it counts the hands, so that no pretence deceives it."""
    rules, state = put(**DRAWN)
    do(rules, state, "P1 pretend_draw")
    bot = make_bot("steady", "bura", rules)
    assert bot.choose(observe(state, 0), rules.legal(state, 0), Random(1)).move == Move("wait")
    assert bot.choose(observe(state, 1), rules.legal(state, 1), Random(1)).move == Move("draw")


def test_the_steady_bot_takes_what_is_worth_taking() -> None:
    """It takes a ten with a low trump; a trick worth nothing gets the cheapest card."""
    rules, state = put(preset="burkozel", trump="h", trick=["P0 Ts Ks"], hands={"P1": "6h 7h As Jd"}, stock=8)
    bot = make_bot("steady", "bura", rules)
    decision = bot.choose(observe(state, 1), rules.legal(state, 1), Random(1))
    assert rules.wins_over(state, state.best, decision.move.cards)
    rules, state = put(preset="burkozel", trump="h", trick=["P0 6s"], hands={"P1": "6h Ad Td 7c"}, stock=8)
    decision = bot.choose(observe(state, 1), rules.legal(state, 1), Random(1))
    assert decision.move.cards == 1 << parse_card("7c")


def test_open_hands_lie_on_the_table_for_everybody() -> None:
    """B-20: open hands need no key to show them; closed hands stay closed."""
    rules, state = put(preset="burkozel_open", seats=2, trump="h", hands={"P0": "6s 7h 8d 9c", "P1": "Ts Jh Qd Kc"})
    chairs = {chair.seat: chair for chair in rules.scene(observe(state, 0)).chairs}
    assert chairs[1].open == parse_cards("Ts Jh Qd Kc")
    rules, state = put(preset="burkozel", seats=2, trump="h", hands={"P0": "6s 7h 8d 9c", "P1": "Ts Jh Qd Kc"})
    assert not any(chair.open for chair in rules.scene(observe(state, 0)).chairs)


def test_a_deal_that_nobody_won_is_called_a_deal_in_russian_too() -> None:
    """The sheet called it a match there, and that had no winner then."""
    assert Words("ru").say("A dead deal: nobody won.") == "В сдаче очков не хватило никому."
