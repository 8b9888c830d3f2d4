"""Several people at one keyboard: what the others see of a question reveals nothing that they may not know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from random import Random

import pytest

from cardtable.cli.positions import rules_of
from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.position import put_down
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import State, guess, observe
from cardtable.games import FAMILIES, family
from cardtable.match.keyboard import Keyboard, KeyboardStep
from cardtable.match.match import Match
from cardtable.match.table import Table
from cardtable.plain import Left, PlainTable
from cardtable.words import Words
from tests.tui.tables import seated

Seen = Event | tuple[str, Seat]
"""A public event, or the player who is called."""
MOVES = 60


def wandered(table: Table, rng: Random) -> Iterator[Seat]:
    """Plays the first deal at random; before each move yields its player, where that is public."""
    for _ in range(MOVES):
        if table.deal_over:
            return
        seat = table.to_act[0]
        if table.silence is None:
            yield seat
        table.submit(seat, rng.choice(list(table.legal(seat))))


def put(table: Table, state: State) -> None:
    """Puts a state at a table, which otherwise deals its own cards."""
    table._match._state = state


def beside(table: Table, preset: str, people: tuple[Seat, ...], state: State) -> Table:
    """A table with the same history but other cards."""
    other = seated(preset, len(table.names), people, seed=table.header.seed)
    other._told.all = list(table._told.all)
    put(other, state)
    return other


def public(events: list[Event], seats: int) -> list[Event]:
    """The public part of these events."""
    return [event.for_everybody(seats) for event in events]


def dealt_otherwise(table: Table, viewer: Seat, rng: Random) -> State | None:
    """The same deal with other cards wherever this seat could not tell; None if all would see a difference."""
    state = table._match.state
    assert state.known is not None
    _seed, dealer, deck = Match(table.rules, table.header.seed).next_cards()
    unknown = [card for card in deck if not state.known[viewer] >> card & 1]
    rng.shuffle(unknown)
    cards = iter(unknown)
    anew = tuple(card if state.known[viewer] >> card & 1 else next(cards) for card in deck)
    rules: AnyRules = table.rules
    log: list[Event] = []
    dealt = rules.deal(anew, dealer, rules.start(), log)
    return dealt if public(log, rules.seats) == public(table._told.all, rules.seats) else None


def seen_by_all(table: Table, since: int) -> list[Seen]:
    """What all notice until a player is called openly: events and calls. Nobody looks when asked aside."""
    keyboard = Keyboard(table)
    seen: list[Seen] = [*public(table._told.all[since:], len(table.names))]
    while not table.deal_over:
        told = len(table._told.all)
        step = keyboard.next()
        if step.is_open:
            call = (step.kind, step.seat)
            seen += [] if call in seen else [call]
            if table.silence is None:
                break
            table.submit(step.seat, table.silence)
        elif step.kind == "aside":
            seen.append((step.kind, step.seat))
            keyboard.take()
        elif step.kind == "kept":
            keyboard.make_kept(step)
        else:
            table.submit(step.seat, table.bot_move(step.seat))
        seen += public(table._told.all[told:], len(table.names))
    return seen


def first_difference(one: list[Seen], other: list[Seen]) -> tuple[Seen | None, Seen | None] | None:
    """The first point at which two tables look different to all."""
    return next(((left, right) for left, right in zip_longest(one, other) if left != right), None)


TABLES = [
    ("burkozel", (0, 1, 2), 3, 12),
    ("burkozel_casual", (0, 1), 2, 40),
    ("burkozel_casual", (0, 2), 3, 20),
    ("nizhny_plain", (0, 1, 2, 3), 4, 8),
    ("nizhny_plain", (1, 2), 4, 8),
    ("goat_sixes", (0, 1, 2), 4, 8),
]
"""Preset, people, seats, and the number of deals needed to reach secret questions."""


@pytest.mark.parametrize(("preset", "people", "seats", "deals"), TABLES)
@pytest.mark.every(2)
def test_who_is_called_follows_from_what_everybody_knows(
    preset: str, people: tuple[Seat, ...], seats: int, deals: int
) -> None:
    rng = Random(preset)
    asked = 0

    def compare(table: Table, viewer: Seat, state: State, move: Move | None = None) -> None:
        nonlocal asked
        worlds = [beside(table, preset, people, own) for own in (table._match.state.copy(), state)]
        for world in worlds:
            if move is not None:
                world.submit(viewer, move)
        asked += worlds[0].to_act != worlds[1].to_act
        found = [seen_by_all(world, len(table._told.all)) for world in worlds]
        differ = first_difference(*found)
        assert differ is None or any(isinstance(seen, Event) for seen in differ), (table.header.seed, viewer, found)

    for seed in range(deals):
        table = seated(preset, seats, people, seed=seed)
        for viewer in range(seats):
            for _ in range(2):
                state = dealt_otherwise(table, viewer, rng)
                if state is not None:
                    compare(table, viewer, state)
        if preset.startswith("burkozel"):
            for viewer in wandered(table, rng):
                state = guess(table.rules.all_cards, observe(table._match.state, viewer), rng)
                compare(table, viewer, state, rng.choice(list(table.legal(viewer))))
    assert asked > 1, "in some worlds somebody is asked who is not in the others"


@pytest.mark.parametrize(("preset", "people", "seats", "deals"), TABLES)
def test_an_evening_at_which_people_look_and_speak_comes_to_its_end(
    preset: str, people: tuple[Seat, ...], seats: int, deals: int
) -> None:
    table = seated(preset, seats, people, seed=deals)
    keyboard, rng = Keyboard(table), Random(deals)
    for _ in range(3):
        while not table.deal_over:
            step = keyboard.next()
            match step.kind:
                case "aside":
                    for seat in table.people - {step.seat}:
                        keyboard.look(seat)
                        while choices := keyboard.view(seat).scene.choices:
                            keyboard.say_aside(seat, rng.choice(choices).move)
                    keyboard.take()
                case "kept":
                    keyboard.make_kept(step)
                case "person":
                    table.submit(step.seat, rng.choice(list(table.legal(step.seat))))
                case "bot":
                    table.submit(step.seat, table.bot_move(step.seat))
        if table.match_over:
            break
        table.next_deal()
    assert table.match_over or table.deals == 4


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.every(2)
def test_everybody_sees_who_acts_unless_the_rules_say_that_it_is_secret(name: str) -> None:
    for preset, found in family(name).presets.items():
        table = seated(preset, found.players, (), seed=3)
        rules = table.rules
        for _ in wandered(table, Random(preset)):
            state = table._match.state
            views = [observe(state, seat).state for seat in range(found.players)]
            assert {view.to_act for view in views} == {state.to_act}
            assert {rules.is_aside(view) for view in views} == {rules.is_aside(state)}


ANNOUNCING = {
    "preset": "burkozel",
    "seats": 3,
    "trump": "h",
    "moment": "combinations",
    "leader": "P0",
    "hands": {"P0": "6s 8s Jc Qh", "P1": "As Ad Ac 7h", "P2": "6d 7d 9d Td"},
}
SILENT, MOLODKA, MOSCOW = Move("silent"), Move("announce", 0, 0), Move("announce", 0, 1)


def announcing(people: tuple[Seat, ...] = (0, 1, 2)) -> tuple[Table, Keyboard]:
    """P0 is to lead; P1 holds three aces, P2 four diamonds."""
    _, state = put_down(ANNOUNCING, rules_of)
    table = seated("burkozel", 3, people)
    put(table, state)
    return table, Keyboard(table)


def made(table: Table, keyboard: Keyboard) -> KeyboardStep:
    """Plays what needs nobody at the keyboard and returns the step after it."""
    while (step := keyboard.next()).kind == "kept":
        keyboard.make_kept(step)
    return step


def test_whoever_has_not_looked_keeps_silent() -> None:
    table, keyboard = announcing()
    assert keyboard.next() == KeyboardStep("aside", 0)
    assert keyboard.next() == KeyboardStep("aside", 0), "it lies there until somebody takes it"
    keyboard.take()
    assert made(table, keyboard) == KeyboardStep("person", 0)
    assert table._match.made == [(1, SILENT), (2, SILENT)]


def test_what_is_said_aside_is_done_when_the_leader_takes_the_keyboard() -> None:
    table, keyboard = announcing()
    keyboard.look(2)
    assert [choice.move for choice in keyboard.view(2).scene.choices] == [MOLODKA, SILENT]
    keyboard.say_aside(2, MOLODKA)
    assert not keyboard.view(2).scene.choices
    assert not table._match.made
    keyboard.take()
    assert made(table, keyboard) == KeyboardStep("aside", 2), "they have the lead, and others may have a word before it"
    assert table._match.made == [(1, SILENT), (2, MOLODKA)]


def test_after_somebody_has_spoken_the_others_are_free_to_say_something_else() -> None:
    table, keyboard = announcing()
    for seat, move in ((2, MOLODKA), (1, MOSCOW)):
        keyboard.look(seat)
        keyboard.say_aside(seat, move)
    keyboard.take()
    assert made(table, keyboard) == KeyboardStep("aside", 1)
    assert table._match.made == [(1, MOSCOW)]
    keyboard.take()
    assert made(table, keyboard) == KeyboardStep("person", 1)
    assert table._match.made == [(1, MOSCOW), (2, SILENT)]


def test_whoever_looks_again_may_change_his_mind() -> None:
    table, keyboard = announcing()
    keyboard.look(1)
    keyboard.say_aside(1, MOSCOW)
    keyboard.look(1)
    assert keyboard.view(1).scene.choices
    keyboard.take()
    made(table, keyboard)
    assert (1, SILENT) in table._match.made


def test_looking_shows_whoever_holds_nothing_his_cards_and_no_choice() -> None:
    table, keyboard = announcing()
    keyboard.look(0)
    scene = keyboard.view(0).scene
    assert not scene.choices
    assert scene.piles == table.scene(0).piles


def test_one_person_alone_is_asked_at_once() -> None:
    table, keyboard = announcing((1,))
    assert keyboard.next() == KeyboardStep("person", 1)
    table.submit(1, SILENT)
    assert keyboard.next() == KeyboardStep("bot", 2, secret=True)


def test_in_lines_what_is_said_aside_is_told_when_the_leader_goes_on() -> None:
    table, _ = announcing()
    said: list[str] = []
    lines = iter(["vera", "", "claim", "announce moscow", "anna", "", "1", "", ""])
    plain = PlainTable(table, Words("en"), lambda: next(lines, "quit") + "\n", said.append, "", lambda: None)
    with pytest.raises(Left):
        plain.play()
    told = [" ".join(line.split()[:2]) for line in said if line.startswith(table.names)]
    assert [line for line in told if line.split()[1] in ("plays", "looks", "announces")] == [
        "Mila plays",
        "Vera looks",
        "Mila plays",
        "Anna looks",
        "Mila plays",
        "Vera plays",
        "Vera announces",
    ]
    assert table._match.made == [(1, MOSCOW), (2, SILENT)]


CLAIM = Move("claim")


def claiming(winner: Seat) -> tuple[Table, Keyboard]:
    """A table with one person, in seat 0, where this seat has just taken a trick of Burkozel."""
    table = seated("burkozel", 3, (0,))
    given = {"moment": "claims", "leader": f"P{winner}", "trump": "s", "hands": {"P0": "6h 7h 8h"}}
    put(table, put_down({"preset": "burkozel", "seats": 3, **given}, rules_of)[1])
    return table, Keyboard(table)


def to_the_person(table: Table, keyboard: Keyboard) -> KeyboardStep:
    """Lets bots keep silent and plays kept moves; returns the person's step, or the first that moves the game on."""
    while (step := keyboard.next()).kind in ("bot", "kept") and table.silence is not None:
        if step.kind == "kept":
            keyboard.make_kept(step)
        else:
            table.submit(step.seat, SILENT)
    return step


def test_a_lone_player_may_claim_after_a_trick_of_their_own_and_is_not_asked_after_the_others() -> None:
    table, keyboard = claiming(winner=0)
    assert to_the_person(table, keyboard) == KeyboardStep("person", 0)
    table, keyboard = claiming(winner=1)
    assert to_the_person(table, keyboard) == KeyboardStep("bot", 1)
    assert [(seat, move) for seat, move in table._match.made if seat == 0] == [(0, SILENT)]


def test_who_tried_to_claim_too_early_is_asked_after_any_trick_of_the_deal() -> None:
    table, keyboard = claiming(winner=1)
    keyboard.listen()
    assert to_the_person(table, keyboard) == KeyboardStep("person", 0)
    table.submit(0, SILENT)
    assert to_the_person(table, keyboard) == KeyboardStep("bot", 1)


def test_taking_back_passes_over_the_silence_that_nobody_decided() -> None:
    table, keyboard = claiming(winner=1)
    to_the_person(table, keyboard)
    assert table.to_take_back(0) == 0
    table, keyboard = claiming(winner=0)
    assert to_the_person(table, keyboard).seat == 0
    table.submit(0, SILENT)
    assert table.to_take_back(0) == 1


@pytest.mark.parametrize("people", [(0,), (0, 1)])
def test_nobody_is_asked_to_claim_who_has_taken_nothing(people: tuple[Seat, ...]) -> None:
    for seed in range(6):
        table = seated("burkozel", 3, people, seed=seed)
        keyboard, rng = Keyboard(table), Random(seed)
        while not table.deal_over:
            step = keyboard.next()
            if step.kind == "aside":
                keyboard.take()
            elif step.kind == "kept":
                keyboard.make_kept(step)
            else:
                moves = table.legal(step.seat)
                if step.kind == "person" and CLAIM in moves:
                    assert table.observe(step.seat).state.tricks[step.seat]  # type: ignore[attr-defined]
                table.submit(step.seat, SILENT if SILENT in moves else rng.choice(list(moves)))


def test_a_claim_is_never_what_enter_does() -> None:
    table, _ = claiming(winner=0)
    choices = {choice.move: choice.quiet for choice in table.scene(0).choices}
    assert choices == {SILENT: False, CLAIM: True}
