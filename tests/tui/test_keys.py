"""The table of keys: every row works, on both layouts, and fits the foot of the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest
from textual.binding import Binding
from textual.screen import Screen

from cardtable.engine.rules import AnyRules
from cardtable.engine.verbs import Gesture
from cardtable.games import FAMILIES, family
from cardtable.match.seat import SeatTable
from cardtable.match.shared import SharedTable
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Choose, Read
from cardtable.tui.boxes.handover import HandOver
from cardtable.tui.draw.cells import width_of
from cardtable.tui.draw.keyline import KeyHint, that_fit
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.felt.table_keys import GESTURE_KEYS, KEYS, TABLE_KEYS, abouts, changeable, usable
from cardtable.tui.keys import ANYWHERE_KEYS, SAY_KEY, TWINS, Key, bindings, shown_key, twins
from cardtable.tui.menus.hall_screen import HallDoor, HallScreen
from cardtable.tui.menus.own_keys import taken_by
from cardtable.tui.protocol import Settings
from cardtable.tui.seat_app import SeatApp
from cardtable.tui.table.seat_screen import Saying
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid
from tests.tui.screens import SCREENS, WORDS, Door
from tests.tui.tables import attacking, seated


def test_every_letter_has_a_twin() -> None:
    assert set("abcdefghijklmnopqrstuvwxyz") <= set(TWINS)
    assert len(set(TWINS.values())) == len(TWINS)


@pytest.mark.parametrize("row", TABLE_KEYS, ids=lambda row: row.id)
def test_every_row_starts_an_action(row: Key) -> None:
    for _, action in row.binds:
        assert hasattr(TableScreen, "action_" + action.partition("(")[0])


def test_anywhere_rows_start_an_action() -> None:
    for row in ANYWHERE_KEYS:
        for _, action in row.binds:
            assert hasattr(CardtableApp, "action_" + action)


def test_no_key_is_used_twice() -> None:
    keys = [key for binding in bindings((*TABLE_KEYS, *ANYWHERE_KEYS)) for key in binding.key.split(",")]
    assert len(keys) == len(set(keys))


def test_bindings_hold_the_twin() -> None:
    found = {binding.key for binding in bindings(TABLE_KEYS) if isinstance(binding, Binding)}
    assert twins("t") in found
    assert twins("t") == "t,T,е,Е"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_labels_at_the_foot_fit_80_columns(language: str) -> None:
    words = Words(language)
    hints = [KeyHint(shown_key(row, words), words.say(row.label), "", row.rank) for row in TABLE_KEYS if row.label]
    kept = that_fit(hints, 78)
    assert sum(width_of(hint.key) + 1 + width_of(hint.label) for hint in kept) + 2 * (len(kept) - 1) <= 78
    assert {"?", "⏎"} <= {hint.key for hint in kept}


def presets() -> Iterator[tuple[str, AnyRules]]:
    """The rules of every preset for the fewest players."""
    for name in FAMILIES:
        for preset, found in family(name).presets.items():
            yield preset, family(name).rules(found.options, found.seats[0])


def test_every_gesture_has_one_key() -> None:
    assert set(GESTURE_KEYS) == set(Gesture) - {Gesture.LAY}
    assert {key.id for key in GESTURE_KEYS.values()} == {gesture.value for gesture in GESTURE_KEYS}


def test_every_verb_with_a_key_says_what_it_does() -> None:
    for preset, rules in presets():
        for name, verb in rules.verbs.items():
            assert (verb.gesture is Gesture.LAY) != bool(verb.about), f"{preset}: {name}"
            assert not verb.label or verb.about, f"{preset}: {name}"
        assert rules.unused <= set(rules.verbs), preset


@pytest.mark.parametrize(
    ("preset", "seats", "needless"),
    [
        ("throw_in", 3, "x v a f n w z c F7"),
        ("simple", 2, "x v a f n p d F7"),
        ("transfer", 3, "a f n F7"),
        ("burkozel", 3, "w z p x ↑↓"),
        ("classic", 3, "g t p ↑↓"),
        ("nizhny", 4, "w p t g ↑↓"),
        ("king_simple", 4, "w e p d ↑↓"),
        ("palace_ladder", 6, "v x a"),
    ],
)
@pytest.mark.every(9)
async def test_help_lists_no_key_of_a_move_that_this_preset_does_not_have(
    preset: str, seats: int, needless: str
) -> None:
    app = CardtableApp(seated(preset, seats), Words("en"), Settings(delay=60))
    async with app.run_test(size=(100, 60)) as pilot:
        await pilot.pause()
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Read)
        listed = {line.split("  ")[0].strip() for line in app.screen.text.splitlines()}
        assert {"?", "m", "Esc", "Ctrl+Z"} <= listed
        assert listed.isdisjoint(needless.split())


def test_the_keys_of_a_table_are_those_that_its_rules_have_a_use_for() -> None:
    """tests/test_verbs.py compares what the rules declare with random play."""
    for preset, rules in presets():
        keys = usable(rules, alone=True)
        ids = {key.id for key in keys}
        used = [verb for name, verb in rules.verbs.items() if name not in rules.unused]
        assert {key.gesture for key in keys} - {None} == {verb.gesture for verb in used} - {Gesture.LAY}, preset
        assert ("target" in ids) == rules.aims, preset
        assert ("sheet" in ids) == rules.keeps_sheet, preset
        assert ("pass_bout" in ids) == any(verb.for_bout for verb in used), preset
        marks = [line for key in keys for line in abouts(key, rules) if "mark" in line]
        assert bool(marks) == rules.lays_several, preset
        assert ids - {key.id for key in usable(rules, alone=False)} == {"undo", "open", "why"}


def test_help_says_what_a_key_does_in_the_words_of_the_game() -> None:
    rules = family("kozel").rules(family("kozel").presets["nizhny"].options, 4)
    assert abouts(GESTURE_KEYS[Gesture.DONE], rules) == ["play this deal", "keep the praise, deal the rest again"]
    assert abouts(KEYS["mark"], family("one_oh_one").rules(family("one_oh_one").presets["classic"].options, 3)) == [
        "while others play: do not wait"
    ]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("verbs", [("allow", "refuse", "show"), ("ask", "pass", "show"), ("joker", "take", "show")])
def test_the_palace_keys_fit_80_columns(language: str, verbs: tuple[str, ...]) -> None:
    words = Words(language)
    declared = family("palace").rules(family("palace").presets["palace_ladder"].options, 6).verbs
    labels = {GESTURE_KEYS[declared[verb].gesture]: declared[verb].label or declared[verb].about for verb in verbs}
    hints = [
        KeyHint(shown_key(row, words), words.say(labels.get(row, row.label)), "", row.rank)
        for row in TABLE_KEYS
        if row in labels or row.gesture is None
    ]
    kept = {hint.key for hint in that_fit(hints, 78)}
    assert {shown_key(row, words) for row in labels} <= kept


@pytest.mark.parametrize("name", changeable())
def test_no_two_actions_have_one_key(name: str) -> None:
    for other in (*TABLE_KEYS, SAY_KEY, *ANYWHERE_KEYS):
        for keys, _ in other.binds:
            holder = taken_by(name, keys, {})
            assert (holder is None) == (other.id == name)
            assert holder is None or holder.id == other.id


@pytest.mark.parametrize("kind", SCREENS, ids=lambda kind: kind.__name__)
def test_a_key_of_ones_own_is_one_of_the_table_alone(kind: type[Screen[Any]]) -> None:
    own = {f"{name}-0" for name in changeable()}
    for part in kind.__mro__:
        ids = {entry.id for entry in vars(part).get("BINDINGS", ()) if isinstance(entry, Binding)}
        assert own <= ids if part is TableScreen else not own & ids, part


def listed(screen: Screen[Any]) -> dict[str, str]:
    """The text of a list of keys about each."""
    assert isinstance(screen, Read)
    return dict(line.strip().split("  ", 1) for line in screen.text.splitlines() if line[:1].strip())


async def test_between_two_people_the_keys_are_those_that_stand_there() -> None:
    own = Settings(delay=0, keys={"menu": "f4", "help": "f10"})
    app = CardtableApp(attacking("7h 9d Jc Qs Ks Ah", 2, (0, 1)), Words("en"), own)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, HandOver)
        assert "Esc menu  ? help" in grid(app)
        await pilot.press("f4", "f10")
        assert app.screen is screen
        await pilot.press("question_mark")
        assert {"Esc", "?"} <= set(listed(app.screen))
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, Choose)
        await pilot.press("escape", "enter", "f4")
        assert isinstance(app.screen, Choose), "at the table it is their own"


async def test_in_the_hall_a_key_for_taking_cards_takes_no_seat() -> None:
    tried: list[int] = []

    class Watched(Door):
        def sit(self, number: int) -> SeatTable:
            tried.append(number)
            return super().sit(number)

    door = Watched(is_host=False)
    app = CardtableApp(None, WORDS, Settings(keys={"take": "z"}), first=HallScreen(WORDS, cast(HallDoor, door)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "z")
        assert not tried
        await pilot.press("enter")
        assert tried == [1]


async def test_what_answers_the_game_and_what_speaks_to_everybody_have_keys_apart() -> None:
    shared = SharedTable(seated("throw_in", 2, (0, 1)), delay=0, window=0)
    table = SeatTable(shared, 0, lambda news: None)
    app = SeatApp(None, table, Words("en"), Settings(delay=0, keys={"say": "f4"}))
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        assert "F3 say" in grid(app)
        await pilot.press("f4")
        assert isinstance(app.screen, TableScreen)
        await pilot.press("f3")
        assert isinstance(app.screen, Saying)
        assert "4 Well played." in grid(app)
        await pilot.press("4")
        assert [said.line.facts["line"] for said in shared.spoken(0)] == ["Well played."]
        await pilot.press("f3", "a", "4", "enter")
        assert [said.line.facts["line"] for said in shared.spoken(1)] == ["a4"], (
            "where something is typed, a digit is typed too"
        )


async def test_after_a_deal_too_people_speak_and_are_heard() -> None:
    shared = SharedTable(seated("throw_in", 2, (0, 1), evening=True), delay=0, window=0)
    while not shared.deal_over:
        seat = shared.table.to_act[0]
        shared.table.submit(seat, shared.table.legal(seat)[0])
    other = SeatTable(shared, 1, lambda news: None)
    app: SeatApp
    table = SeatTable(shared, 0, lambda news: app.hear(news))  # noqa: PLW0108  # there is none yet
    app = SeatApp(None, table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        assert "F3 say" in grid(app)
        await pilot.press("f3", "4")
        assert [said.line.facts["line"] for said in shared.spoken(0)] == ["Well played."]
        assert isinstance(app.screen, DealResult)
        other.say("Thank you!")
        await pilot.pause()
        assert [note.message for note in app._notifications] == [
            f"{shared.names[0]}: Well played.",
            f"{shared.names[1]}: Thank you!",
        ]
