"""The table of keys: every row works, on both layouts, and fits the foot of the screen."""

from __future__ import annotations

import pytest
from textual.binding import Binding

from cardtable.games import FAMILIES, family
from cardtable.tui.app import CardtableApp
from cardtable.tui.canvas import width_of
from cardtable.tui.dialogs import Read
from cardtable.tui.keyline import Hint, that_fit
from cardtable.tui.keys import (
    ANYWHERE_KEYS,
    TABLE_KEYS,
    TWINS,
    VERB_KEYS,
    VERB_LABELS,
    Key,
    bindings,
    changeable,
    shown_key,
    twins,
    used_by,
)
from cardtable.tui.own_keys import taken_by
from cardtable.tui.protocol import Settings
from cardtable.tui.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.tables import seated


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
    hints = [
        Hint(shown_key(row, language == "ru"), words.say(row.label), "", row.rank) for row in TABLE_KEYS if row.label
    ]
    kept = that_fit(hints, 78)
    assert sum(width_of(hint.key) + 1 + width_of(hint.label) for hint in kept) + 2 * (len(kept) - 1) <= 78
    assert {"?", "⏎"} <= {hint.key for hint in kept}


def test_every_verb_with_a_key_has_a_label() -> None:
    assert {verb for row in TABLE_KEYS for verb in row.verbs} == set(VERB_LABELS)


@pytest.mark.parametrize("name", FAMILIES)
def test_every_verb_that_lays_no_card_has_a_key(name: str) -> None:
    """What is not done with a card under the cursor needs another key than that of the list of moves."""
    laid = {"attack", "cover", "throw", "add", "lay", "lead", "reply", "play", "give", "return", "lay_out", "offer"}
    for preset in family(name).presets.values():
        rules = family(name).rules(preset.options, preset.seats[0])
        assert set(rules.verbs) <= laid | set(VERB_KEYS)


def test_help_lists_what_the_game_can_use() -> None:
    preset = family("one_oh_one").presets["classic"]
    keys = {key.id for key in used_by(family("one_oh_one").rules(preset.options, 3).verbs)}
    assert {"draw", "pass", "rules", "help"} <= keys
    assert keys.isdisjoint({"take", "transfer", "accuse", "allow", "joker"})


@pytest.mark.parametrize(
    ("preset", "seats", "needless"),
    [
        ("throw_in", 3, "x v a f n w z c"),
        ("simple", 2, "x v a f n p d"),
        ("transfer", 3, "a f n"),
        ("burkozel", 3, "w z p x"),
        ("classic", 3, "g t"),
        ("nizhny", 4, "w p t g"),
        ("king_simple", 4, "w e p d"),
        ("palace_ladder", 6, "v x a"),
    ],
)
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


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("verbs", [("allow", "refuse", "show"), ("ask", "pass", "show"), ("joker", "take", "show")])
def test_the_palace_keys_fit_80_columns(language: str, verbs: tuple[str, ...]) -> None:
    words = Words(language)
    hints = [
        Hint(shown_key(row, language == "ru"), words.say(row.label), "", row.rank)
        for row in used_by(verbs)
        if row.label
    ]
    kept = {hint.key for hint in that_fit(hints, 78)}
    assert {shown_key(VERB_KEYS[verb], language == "ru") for verb in verbs} <= kept


@pytest.mark.parametrize("name", changeable())
def test_no_two_actions_have_one_key(name: str) -> None:
    for other in (*TABLE_KEYS, *ANYWHERE_KEYS):
        for keys, _ in other.binds:
            holder = taken_by(name, keys, {})
            assert (holder is None) == (other.id == name)
            assert holder is None or holder.id == other.id
