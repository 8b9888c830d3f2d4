"""The bracket of a tournament on the screen, its setup, and going from the menu to a table and back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from textual.pilot import Pilot

from cardtable.bots.finding import make_bot
from cardtable.desk.cups import agreed_for, begun, entrant_plans
from cardtable.desk.screen import home, settings_for
from cardtable.match.table import Table
from cardtable.match.tournament import Advance, Tournament
from cardtable.match.tournament.bracket import Bracket, course
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Read
from cardtable.tui.draw.canvas import RIMMED
from cardtable.tui.keys import BRACKET_KEYS, SETUP_KEYS, bindings
from cardtable.tui.menus.bracket import BracketScreen
from cardtable.tui.menus.home import HomeScreen
from cardtable.tui.menus.tournament_setup import TournamentSetup
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid

Test = Pilot[int]


pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def cups() -> Iterator[list[Tournament]]:
    """The tournaments of a test, closed at its end."""
    found: list[Tournament] = []
    yield found
    for cup in found:
        cup.close()


def cup_of(cups: list[Tournament], people: int, bots: int, *terms: str, preset: str = "throw_in") -> Tournament:
    names = ("Anna", "Boris", "Vera")[:people]
    plans = entrant_plans("throw_in", (*names, *["bot:steady"] * bots), 7)
    cups.append(begun(agreed_for(preset, terms, plans, 7)))
    return cups[-1]


def shown(cup: Tournament, words: Words | None = None) -> CardtableApp:
    return CardtableApp(None, words or Words("en"), Settings(delay=0), None, cup)


async def until(pilot: Test, what: str) -> str:
    """Waits until the screen shows this text, once the bots have played their tables."""
    await pilot.pause()
    assert what in grid(pilot.app), f"{what!r} never came:\n{grid(pilot.app)}"
    return grid(pilot.app)


def play_the_table(app: CardtableApp) -> None:
    """Lets bots play the open table to its end for the people."""
    assert isinstance(app.table, Table)
    table = app.table
    bot = make_bot("steady", "durak", table.rules)
    while not table.match_over:
        while table.to_act:
            seat = table.to_act[0]
            seen = table.observe(seat)
            table.submit(seat, bot.choose(seen, table.legal(seat), Random(1)).move)
        if not table.match_over:
            table.next_deal()


def test_the_keys_have_actions_and_twins() -> None:
    for table, screen in ((BRACKET_KEYS, BracketScreen), (SETUP_KEYS, TournamentSetup)):
        for row in table:
            for _, action in row.binds:
                assert hasattr(screen, "action_" + action.partition("(")[0])
        keys = [key for binding in bindings(table) for key in binding.key.split(",")]
        assert len(keys) == len(set(keys))
        assert {"q", "й", "Q", "Й"} <= set(keys)


async def test_the_first_draw_is_shown_with_who_sits_down_next(cups: list[Tournament]) -> None:
    cup = cup_of(cups, 1, 7)
    app = shown(cup)
    async with app.run_test(size=(80, 24)) as pilot:
        text = await until(pilot, "Anna")
        assert "Tournament: Throw-in Fool" in text
        assert "8 entrants · pool: 8 points" in text
        assert "Stage 1: 8 players" in text
        table = next(draw for draw in cup.bracket.undecided if cup.for_people(draw))
        assert f"┏━ Table {table.number} ━" in text
        assert f"Next at table {table.number}: Anna. Enter sits down." in text
        assert all(plan.name in text for plan in cup.agreed.entrants)


async def test_the_style_of_a_bot_is_said_in_the_readers_language(cups: list[Tournament]) -> None:
    async with shown(cup_of(cups, 1, 7), Words("ru")).run_test(size=(200, 50)) as pilot:
        told = await until(pilot, "надёжный")
        assert "steady" not in told


async def test_a_table_alone_in_its_stage_has_no_number(cups: list[Tournament]) -> None:
    cup = cup_of(cups, 1, 3)
    async with shown(cup).run_test(size=(80, 24)) as pilot:
        text = await until(pilot, "Anna")
        assert "Next at the table: Anna. Enter sits down." in text
        assert "sit down at the table" in text
        assert "table 1" not in text.lower()


async def test_enter_lets_the_bots_play_and_sits_down(cups: list[Tournament]) -> None:
    cup = cup_of(cups, 1, 7)
    app = shown(cup)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, "Anna")
        await pilot.press("enter")
        await until(pilot, "(you)")
        assert isinstance(app.screen, TableScreen)
        assert [cup.for_people(draw) for draw in cup.bracket.undecided] == [True]
        # Left half way: the bracket is back, and the table waits.
        app.leave_table()
        text = await until(pilot, "Next at table")
        assert "× " in text
        assert "✓ " in text
        await pilot.press("space")
        await until(pilot, "(you)")
        play_the_table(app)
        app.leave_table()
        text = await until(pilot, "Stage 2: 6 players")
        assert text.count("× ") == 2


async def test_who_is_out_watches_the_bots_to_the_champion(cups: list[Tournament]) -> None:
    cup = cup_of(cups, 0, 5, "table_size=2")
    app = shown(cup)
    async with app.run_test(size=(80, 24)) as pilot:
        text = await until(pilot, "only bots are left")
        assert "─ bye ─" in text
        for heading in ("Stage 2: 3 players", "Stage 3: 2 players", "Champion"):
            await pilot.press("enter")
            text = await until(pilot, heading)
        champion = cup.bracket.champion
        assert champion is not None
        assert f"★ {cup.name(champion)}" in text
        assert f"{cup.name(champion)} is the champion and takes the pool of 5 points." in text
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, Read)
        text = grid(app)
        assert re.search(rf"1  {cup.name(champion)} +\+4  champion", text)
        assert "2  " in text
        assert "−1  out in stage 3" in text
        assert "Points" in text
        await pilot.press("escape", "enter")
        await pilot.pause()
    assert app.tournament is None


async def test_sixty_four_entrants_are_read_by_scrolling(cups: list[Tournament]) -> None:
    cup = cup_of(cups, 1, 63, "table_size=6")
    for _ in range(2):
        for draw in [draw for draw in cup.bracket.undecided if not cup.for_people(draw)]:
            cup.play(draw)
    app = shown(cup)
    seen = ""
    async with app.run_test(size=(80, 24)) as pilot:
        text = await until(pilot, "Anna")
        # It opens on the person's table, wherever that is, under the headings of the rounds.
        assert "Stage 1: 64 players" in text
        await pilot.press(*["pageup"] * 10)
        for _ in range(12):
            await pilot.pause()
            seen += grid(app)
            await pilot.press("pagedown")
        assert all(plan.name in seen for plan in cup.agreed.entrants)
        await pilot.press("end")
        await pilot.pause()
        assert "Anna" in grid(app)


async def test_headings_move_sideways_with_their_stages(cups: list[Tournament]) -> None:
    cup = cup_of(cups, 0, 9, "table_size=3")
    while cup.bracket.champion is None:
        for draw in cup.bracket.undecided:
            cup.play(draw)
    app = shown(cup)
    async with app.run_test(size=(80, 24)) as pilot:
        text = await until(pilot, "★")
        assert "Stage 1" not in text
        for key in ("р", "h", "left"):
            await pilot.press(*[key] * 4)
            await pilot.pause()
        assert "Stage 1: 9 players" in grid(app)
        await pilot.press(*["д"] * 12)
        await pilot.pause()
        text = grid(app)
        assert "★" in text
        heading = next(line for line in text.splitlines() if "Champion" in line)
        box = next(line for line in text.splitlines() if "★" in line)
        assert heading.index("Champion") == box.index("┃")


async def test_it_can_be_read_in_ascii_and_without_colour(
    cups: list[Tournament], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    cup = cup_of(cups, 0, 4, "table_size=2")
    app = shown(cup, Words("en", glyphs="ascii"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, "only bots")
        await pilot.press("enter")
        text = await until(pilot, "Stage 2")
        assert text.isascii()
        names = [plan.name for plan in cup.agreed.entrants]
        assert [sum(text.count(f"{sign} {name}") for name in names) for sign in "x*"] == [2, 2]


async def test_a_table_that_cannot_be_opened_is_told_and_tried_again(
    cups: list[Tournament], monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = cup_of(cups, 1, 2)

    def full(self: Tournament, draw: object) -> None:
        raise OSError(28, "No space left on device")

    app = shown(cup)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, "Anna")
        with monkeypatch.context() as patched:
            patched.setattr(Tournament, "table", full)
            await pilot.press("enter")
            await until(pilot, "No space left on device. Enter tries again.")
        await pilot.press("enter")
        await until(pilot, "stage 1, table 1")


async def test_two_people_at_one_table_take_turns_at_the_keyboard(cups: list[Tournament]) -> None:
    app = shown(cup_of(cups, 2, 1))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, "Enter sits down")
        await pilot.press("enter")
        await until(pilot, "Pass the keyboard")


async def test_from_the_menu_through_the_setup_to_a_table_and_back() -> None:
    words = Words("en")
    app = CardtableApp(None, words, settings_for(words), home(words))
    async with app.run_test(size=(80, 24)) as pilot:
        text = await until(pilot, "Durak")
        assert "t tournament" in text
        await pilot.press("down", "down", "enter")
        await until(pilot, "Throw-in Fool")
        await pilot.press("down", "down", "down", "е")  # t on the Russian layout
        text = await until(pilot, "Who goes on")
        assert "◄ Simple Fool ►" in text
        assert "entrants: 8" in text
        await pilot.press("left")
        await until(pilot, "◄ Throw-in Fool ►")
        # Two people, the first called Ada; three to a table; only the first to finish goes on.
        await pilot.press("down", "right", "down", *["backspace"] * 20, "A", "d", "a")
        await pilot.press("down", "down", "left", "left", "down", "left", "down", "right")
        text = await until(pilot, "only the first to finish")
        assert "Ada" in text
        assert "5 (entrants: 7)" in text
        await pilot.press("enter")
        text = await until(pilot, "7 entrants")
        assert "Ada" in text
        assert "Player 2" in text
        assert isinstance(app.screen, BracketScreen)
        assert app.screen.cup.agreed.table_size == 3
        assert app.screen.cup.agreed.advance == "winner_only"
        folder = app.screen.cup.folder
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("t")
        text = await until(pilot, "Continue")
        assert "Throw-in Fool, 7 entrants, Ada, Player 2" in text
        await pilot.press("enter")
        await until(pilot, "7 entrants")
        assert isinstance(app.screen, BracketScreen)
        assert app.screen.cup.folder == folder
        await pilot.press("enter")
        await until(pilot, "stage 1, table")
        app.leave_table()
        await until(pilot, "7 entrants")
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_the_tournament_is_a_line_of_the_menu() -> None:
    words = Words("en")
    app = CardtableApp(None, words, settings_for(words), home(words))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("up")
        while "Tournament: people and bots" not in grid(app):
            await pilot.press("right")
        await pilot.press("enter")
        await until(pilot, "Who goes on")
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_what_the_setup_refuses_is_told_in_its_note() -> None:
    words = Words("en")
    app = CardtableApp(None, words, settings_for(words), home(words))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await until(pilot, "Who goes on")
        await pilot.press("down", "down", *["backspace"] * 20, "enter")
        await until(pilot, "1 to 20 printable letters")
        assert isinstance(app.screen, TournamentSetup)


async def test_the_setup_answers_to_the_mouse() -> None:
    words = Words("en")
    app = CardtableApp(None, words, settings_for(words), home(words))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        rows = (await until(pilot, "7 (entrants: 8)")).splitlines()
        at = next(nth for nth, row in enumerate(rows) if "entrants: 8" in row)
        await pilot.click(offset=(5, at))
        rows = (await until(pilot, "◄ 7 (entrants: 8) ►")).splitlines()
        await pilot.click(offset=(rows[at].index("◄"), at))
        await until(pilot, "◄ 6 (entrants: 7) ►")
        await pilot.click(offset=(rows[at].rindex("►"), at))
        await until(pilot, "◄ 7 (entrants: 8) ►")
        await pilot.click(offset=(5, at + 1))
        text = await until(pilot, "►  Most players at a table")
        foot = text.splitlines()[-1]
        await pilot.click(offset=(foot.index("begin"), 23))
        await until(pilot, "8 entrants")


@pytest.mark.parametrize("advance", ["fool_out", "winner_only"])
@pytest.mark.parametrize("size", [2, 3, 4, 6])
def test_the_course_that_is_told_before_a_tournament_is_the_one_it_takes(advance: Advance, size: int) -> None:
    for entrants in range(3, 65):
        bracket = Bracket(entrants, size, 7)
        while bracket.champion is None:
            for draw in bracket.undecided:
                seats = len(draw.entrants)
                bracket.feed(draw, draw.entrants[: max(1, seats - 1) if advance == "fool_out" else 1])
        taken = [tuple((len(draw.entrants), len(draw.through or ())) for draw in stage) for stage in bracket.stages]
        assert [stage.tables for stage in course(entrants, size, advance)] == taken


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_the_setup_of_a_tournament_draws_its_stages(size: tuple[int, int]) -> None:
    words = Words("en")
    app = CardtableApp(None, words, settings_for(words), home(words))
    async with app.run_test(size=size) as pilot:
        assert isinstance(app.screen, HomeScreen)
        app.screen.action_tournament()
        await pilot.pause()
        assert isinstance(app.screen, TournamentSetup)
        if size[0] == 80:
            assert "Stage 1: 8 players   ● ● ● ○   ● ● ● ○" in grid(app)
            assert "Stage 5: 2 players   ● ○" in grid(app)
        else:
            (heads,) = [row for row in grid(app).splitlines() if "Stage 1: 8 players" in row]
            assert "Stage 5: 2 players" in heads, "the stages stand beside each other"
            assert "Champion" in grid(app)
            assert grid(app).count("○") == 1 + 7, "all but the champion are out, and one sign is explained"
        app.screen.bots = 63
        app.screen.show()
        await pilot.pause()
        rows = grid(app).splitlines()
        first = next(row for row in rows if "Stage 1: 64 players   " in row)
        assert (first.count("○"), "16 tables" in first) == ((0, True) if size[0] == 80 else (16, False))
        assert ("    and 2 more stages" in rows) == (size[1] == 24)
        assert any("2 players   ●○" in row for row in rows) == (size[1] == 40)
        assert "Every table plays one deal" in rows[-2 if size[1] == 24 else -3]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.every(2)
async def test_a_tournament_to_continue_leaves_the_lines_of_the_setup_as_they_are(
    cups: list[Tournament], language: str
) -> None:
    """However long its name is, the other values stay beside their headings, and the rounds stay apart."""
    cup_of(cups, 3, 7).close()
    words = Words(language)
    app = CardtableApp(None, words, settings_for(words), home(words))
    async with app.run_test(size=(80, 24)) as pilot:
        assert isinstance(app.screen, HomeScreen)
        app.screen.action_tournament()
        await pilot.pause()
        rows = grid(app).splitlines()
        assert words.say("Continue") in rows[1]
        assert any(row.startswith(f"    {words.say('Most players at a table')}  ") for row in rows)
        assert rows[next(nth for nth, row in enumerate(rows) if words.say("How it goes") in row) - 1] == ""


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40), (200, 50)])
@pytest.mark.parametrize("terms", [("table_size=4",), ("table_size=2", "advance=winner_only")])
@pytest.mark.every(3)
async def test_the_bracket_fills_the_screen_with_what_is_to_come(
    cups: list[Tournament], size: tuple[int, int], terms: tuple[str, ...]
) -> None:
    cup = cup_of(cups, 1, 7, *terms)
    app = shown(cup)
    async with app.run_test(size=size) as pilot:
        text = await until(pilot, "Anna")
        assert isinstance(app.screen, BracketScreen)
        picture = app.screen.picture
        rim = 2 if size[1] >= RIMMED else 0
        room = size[0] - rim, size[1] - 4 - rim
        assert (picture.region.width, picture.region.height) == room, "nothing has to be scrolled"
        assert ("▙" in text) == bool(rim)
        drawn = [[spot.seats for spot in stage] for stage in picture.stages]
        expected = [
            [seats for seats, _ in stage.tables] for stage in course(8, cup.agreed.table_size, cup.agreed.advance)
        ]
        assert drawn == expected[: len(drawn)]
        assert len(drawn) + picture.skipped == len(expected)
        assert (f"after {picture.skipped} more stage" in text) == bool(picture.skipped)
        assert all(plan.name in text for plan in cup.agreed.entrants)
        assert "Champion" in text
        regions = [spot.region for spot in picture.spots]
        assert not any(one.overlaps(other) for one in regions for other in regions if one is not other)
        assert all(region.bottom <= picture.region.height and region.right <= size[0] for region in regions)


async def test_a_bracket_that_is_too_wide_or_high_is_scrolled_and_is_whole_again_on_a_larger_screen(
    cups: list[Tournament],
) -> None:
    cup = cup_of(cups, 1, 31, "table_size=4")
    app = shown(cup)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, "Anna")
        assert isinstance(app.screen, BracketScreen)
        assert app.screen.picture.region.height > 20
        await pilot.resize_terminal(200, 62)
        await pilot.pause()
        assert app.screen.picture.region.width == 198
        assert all(plan.name in grid(app) for plan in cup.agreed.entrants)
