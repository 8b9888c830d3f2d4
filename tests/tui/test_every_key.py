"""Every key of every key table is pressed once at a real table, on either layout; and no label at the foot is cut."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from functools import cache, wraps
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen
from textual.widget import Widget

from cardtable.desk.cups import agreed_for, begun, entrant_plans
from cardtable.desk.replays import advice_on, archive
from cardtable.desk.screen import home, settings_for
from cardtable.engine.moves import Move, Seat
from cardtable.engine.verbs import Gesture, made_by
from cardtable.games import FAMILIES, family
from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Pick, Read
from cardtable.tui.boxes.form import SetupScreen
from cardtable.tui.boxes.handover import HANDOVER_KEYS, HandOver
from cardtable.tui.boxes.rules_reader import RulesReader
from cardtable.tui.boxes.too_small import needed_size
from cardtable.tui.draw.keyline import APART, KeyHint, KeyLine, that_fit
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.felt.table_keys import GESTURE_KEYS, TABLE_KEYS
from cardtable.tui.keys import (
    ANYWHERE_KEYS,
    BRACKET_KEYS,
    HOME_KEYS,
    REPLAY_KEYS,
    REVIEW_KEYS,
    SETUP_KEYS,
    STATS_KEYS,
    TABLE_SETUP_KEYS,
    TWINS,
    Key,
)
from cardtable.tui.menus.bracket import BracketScreen
from cardtable.tui.menus.family_screen import FamilyScreen
from cardtable.tui.menus.home import HomeScreen
from cardtable.tui.menus.stats_screen import StatsScreen
from cardtable.tui.menus.table_setup import TableSetup
from cardtable.tui.menus.tournament_setup import TournamentSetup
from cardtable.tui.protocol import Settings
from cardtable.tui.table.replay_screen import ReplayScreen
from cardtable.tui.table.review_screen import ReviewScreen
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.test_replay import play
from tests.tui.helpers import booklet, grid
from tests.tui.screens import SCREENS, at_menu
from tests.tui.tables import offering, played_until, seated

SIZE = (80, 24)
LANGUAGES = ("en", "ru")
"""Half of a screen's keys are pressed on each language's layout; the labels are checked in both."""


@pytest.fixture(autouse=True)
def record(own_home: Path) -> Path:
    """The files of a player who has played a match of Durak."""
    records = own_home / "data" / "records"
    records.mkdir(parents=True)
    record = records / "2026-11-14-120000-throw_in.jsonl"
    play(record, deals=1).close()
    return record


def shared_out(keys: list[tuple[str, str]], language: str) -> list[tuple[str, str]]:
    """Every other key for this layout; test_keys.py shows that both layouts start the same actions."""
    return keys[LANGUAGES.index(language) :: len(LANGUAGES)]


def on_layout(key: str, language: str) -> str:
    """The key in this place on a language's layout."""
    return TWINS.get(key, key) if language == "ru" else key


def row_of_keys(app: CardtableApp) -> list[KeyHint]:
    """The hints at the foot, each of them whole; hints left out for lack of room are not among them."""
    keyline = app.screen.query_one(KeyLine)
    shown = that_fit(keyline.hints, keyline.size.width - 2)
    row, lead = grid(app).splitlines()[-1], keyline.next
    if lead is not None:
        begins = f"  {lead.key}  {lead.label}"
        assert row.startswith(begins), "what the next key does is whole"
        shown = that_fit(keyline.hints, keyline.size.width - 1 - len(begins) - APART)
        row = " " + row[len(begins) :].strip()
    assert row.strip() == "  ".join(f"{hint.key} {hint.label}" for hint in shown)
    return shown


# Where the keys of each table belong


def at_table(words: Words) -> CardtableApp:
    """A throw-in bout in which the person has made a decision already."""
    table = seated("throw_in", 3)
    assert played_until(table, lambda table: table.to_act[0] == 0 and table.to_take_back(0) > 0)
    return CardtableApp(table, words, Settings(delay=0, rules=lambda table: booklet(), archive=archive()))


def at_hand_over(words: Words) -> CardtableApp:
    """Before a lead in Bura: another player may look at their cards first."""
    return CardtableApp(seated("burkozel", 3, (0, 1, 2)), words, Settings(delay=0))


def at_home(words: Words) -> CardtableApp:
    """The menu of the command line."""
    return CardtableApp(None, words, settings_for(words), home(words))


def at_bracket(words: Words) -> CardtableApp:
    """A tournament of a person and three bots."""
    cup = begun(agreed_for("throw_in", (), entrant_plans("throw_in", ("Anna", *["bot:steady"] * 3)), 7))
    return CardtableApp(None, words, Settings(delay=0), None, cup)


def at_replay(words: Words) -> CardtableApp:
    """The record of the match that was played."""
    store = archive()
    screen = ReplayScreen(store.read(store.kept()[-1].path), words, store)  # Playing on from it makes newer ones.
    return CardtableApp(None, words, Settings(delay=0, archive=store), first=screen)


PLACES: tuple[tuple[str, type[Screen[Any]], Callable[[Words], CardtableApp], tuple[str, ...], tuple[Key, ...]], ...] = (
    ("table", TableScreen, at_table, (), (*(key for key in TABLE_KEYS if key.gesture is None), *ANYWHERE_KEYS)),
    ("hand-over", HandOver, at_hand_over, (), (*HANDOVER_KEYS, *ANYWHERE_KEYS)),
    ("home", HomeScreen, at_home, ("down", "down", "down"), (*HOME_KEYS, *ANYWHERE_KEYS)),
    ("family", FamilyScreen, at_home, ("slash", "tab"), (*HOME_KEYS, *ANYWHERE_KEYS)),
    ("setup", TableSetup, at_home, ("slash", "tab", "e"), (*SETUP_KEYS, *TABLE_SETUP_KEYS)),
    ("tournament setup", TournamentSetup, at_home, ("slash", "tab", "t"), SETUP_KEYS),
    ("bracket", BracketScreen, at_bracket, (), BRACKET_KEYS),
    ("replay", ReplayScreen, at_replay, (), REPLAY_KEYS),
    ("review", ReviewScreen, at_replay, ("v",), REVIEW_KEYS),
)
"""For each name its screen, the app that reaches it after these keys, and the keys that it has."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place[0])
@pytest.mark.every(16)
async def test_every_key_of_a_screen(
    place: tuple[str, type[Screen[Any]], Callable[[Words], CardtableApp], tuple[str, ...], tuple[Key, ...]],
    language: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, kind, opened, way, rows = place
    called = watch(monkeypatch, (kind, CardtableApp), rows)
    left = shared_out(
        [(key, action) for row in rows for keys, action in row.binds for key in keys.split(",")], language
    )
    while left:
        app = opened(Words(language))
        async with app.run_test(size=SIZE) as pilot:
            await pilot.press(*way)
            await pilot.pause()
            assert isinstance(app.screen, kind), f"{way} lead to {app.screen}"
            while left and app.return_value is None and type(app.screen) is kind:
                row_of_keys(app)
                while isinstance(app.screen, SetupScreen) and app.screen.takes_letters:
                    # Outside the lines for typing a name.
                    await pilot.press("up")
                key, action = left.pop(0)
                called.clear()
                await pilot.press(on_layout(key, language))
                assert action.partition("(")[0] in called, f"{key} did not start {action}"
                for _ in range(2):
                    if app.return_value is None and type(app.screen) is not kind:
                        await pilot.press("escape")


def watch(monkeypatch: pytest.MonkeyPatch, kinds: Iterable[type], rows: Iterable[Key]) -> list[str]:
    """The names of these keys' actions, as they are started."""
    called: list[str] = []

    def watched(name: str, action: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(action)
        def start(*given: Any) -> Any:
            called.append(name)
            return action(*given)

        return start

    for name in {action.partition("(")[0] for row in rows for _, action in row.binds}:
        for kind in kinds:
            if hasattr(kind, f"action_{name}"):
                monkeypatch.setattr(kind, f"action_{name}", watched(name, getattr(kind, f"action_{name}")))
    return called


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_key_of_the_statistics(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    called = watch(monkeypatch, (StatsScreen,), STATS_KEYS)
    words = Words(language)
    menu = home(words)
    assert menu.stats is not None
    binds = [(key, action) for row in STATS_KEYS for keys, action in row.binds for key in keys.split(",")]
    app = CardtableApp(None, words, Settings(delay=0), menu)
    async with app.run_test(size=SIZE) as pilot:
        for key, action in shared_out(binds, language):
            if not isinstance(app.screen, StatsScreen):
                app.push_screen(StatsScreen(words, *menu.stats()))
                await pilot.pause()
            row_of_keys(app)
            await pilot.press(on_layout(key, language))
            assert called.pop() == action.partition("(")[0]


# Keys for a game's own verbs


WITH_KEYS = {
    name: None
    for game in map(family, FAMILIES)
    for name, verb in game.rules(game.presets[game.default].options, game.presets[game.default].players).verbs.items()
    if verb.gesture is not Gesture.LAY
}
"""The verbs of all families that need more than playing cards."""


@cache
def _offering(verb: str) -> Table | None:
    return offering(verb)


@pytest.mark.parametrize("verb", WITH_KEYS)
@pytest.mark.every(20)
async def test_the_key_of_a_verb(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key does what the verb says, or asks which; its label is whole at the foot while it is possible.

    Pressed on the Russian layout; test_keys.py shows that both layouts start the same actions.
    """
    table = copy.deepcopy(_offering(verb))
    assert table is not None, f"no table was found at which somebody may say {verb}"
    declared = table.rules.verbs
    row, words = GESTURE_KEYS[declared[verb].gesture], Words("en")
    verbs = made_by(declared, declared[verb].gesture)
    made: list[tuple[Seat, Move]] = []
    submit = table.submit

    def submitted(seat: Seat, move: Move) -> None:
        submit(seat, move)
        made.append((seat, move))

    monkeypatch.setattr(table, "submit", submitted)
    (person,) = table.people
    now = next(other for other in verbs if any(move.verb == other for move in table.legal(person)))
    # The pause before a bot's move is long, so that there is time to act out of turn.
    app = CardtableApp(table, words, Settings(delay=60, rules=lambda table: booklet()))
    async with app.run_test(size=needed_size(len(table.names))) as pilot:
        await pilot.pause()
        if isinstance(app.screen, Pick):
            # A list that opened by itself.
            await pilot.press("escape")
        for language in LANGUAGES:
            words.change(language)
            assert isinstance(app.screen, TableScreen)
            app.screen.on_new_words()
            await pilot.pause()
            lead = app.screen.query_one(KeyLine).next
            labels = [hint.label for hint in (*row_of_keys(app), *([] if lead is None else [lead]))]
            # The label of a key with a rank may give way to more important ones: it is in the list of moves too.
            said = next(choice.label for choice in table.scene(person).choices if choice.move.verb == now)
            assert row.rank > 1 or (words.say(declared[now].label) or words.text(said, table.names)) in labels
        key = on_layout(row.binds[0][0], "ru")
        await pilot.press(key)
        if not made and isinstance(app.screen, TableScreen):
            # The first press led to a card that is possible.
            await pilot.press(key)
        if isinstance(app.screen, Pick):
            await pilot.press("enter")
        assert made, "nothing was done"
        assert made[0][0] == person
        assert made[0][1].verb in verbs


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.every(6)
async def test_any_key_may_follow_a_move_before_its_picture_is_there(name: str) -> None:
    """Two keys at once: the second finds a table that has moved on while the picture has not."""
    game, seed = family(name), 0
    left = [
        action for key in TABLE_KEYS for _, action in key.binds[:1] if key.id not in ("card", "pick", "hide", "menu")
    ]
    while left:
        seed += 1
        table = seated(game.default, game.presets[game.default].players, seed=seed)
        app = CardtableApp(table, Words("en"), Settings(delay=0, adviser="steady", rules=lambda table: booklet()))
        async with app.run_test(size=needed_size(len(table.names))) as pilot:
            screen = next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
            while left and not table.match_over:
                await pilot.pause()
                if isinstance(app.screen, DealResult):
                    app.screen.dismiss(True)
                elif app.screen is not screen:
                    app.pop_screen()
                elif screen.picture.acting and 0 in table.to_act:
                    screen.flow.make(0, table.hint(0, "steady").move)
                    await screen.run_action(left.pop(0))
            assert app.is_running


# Labels in boxes


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("people", [(0,), (0, 1)])
@pytest.mark.every(4)
async def test_the_feet_of_boxes_are_whole(people: tuple[Seat, ...], language: str) -> None:
    words = Words(language)
    table = seated("king_simple", 4, people)
    played_until(table, lambda table: False)
    assert table.deal_over
    app = CardtableApp(table, words, Settings(delay=0, advice=advice_on, archive=archive()))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        for key in ("⏎", "?", "Esc"):
            assert key in grid(app).splitlines()[-1]
        await pilot.press("question_mark")
        assert "F7 " in grid(app), "what has no room at the foot is told in the help"
        await pilot.press("escape")
        assert not any(row.rstrip(" │").endswith("…") for row in grid(app).splitlines())
        for key in ("f7", "a"):
            await pilot.press(key)
            assert "Esc" in grid(app)
            assert not any(row.rstrip(" │").endswith("…") for row in grid(app).splitlines()[-4:])
            await pilot.press("escape")
        await pilot.press("enter")
        if len(people) > 1:
            assert isinstance(app.screen, HandOver)
            assert [hint.action for hint in row_of_keys(app)] == ["menu", "help"]
            lead = app.screen.keyline.next
            assert lead is not None
            assert lead.action == "here"


@pytest.mark.parametrize("screen", [Read, RulesReader, StatsScreen])
@pytest.mark.every(2)
async def test_home_and_end_go_to_both_ends_of_what_is_read(screen: type[Screen[Any]]) -> None:
    app = at_menu()
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(SCREENS[screen]())
        await pilot.pause()
        scrolled: Widget = app.screen.scrolled  # type: ignore[attr-defined]  # each of them has it
        assert scrolled.max_scroll_y > 0
        for key, at in (("home", 0), ("end", scrolled.max_scroll_y), ("home", 0)):
            await pilot.press(key)
            await pilot.pause()
            assert scrolled.scroll_y == at
