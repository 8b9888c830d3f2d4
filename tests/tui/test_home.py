"""The first screen, the games of a family, search, the palette, and the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.command import CommandList, Hit
from textual.screen import Screen
from textual.widgets import Input

from cardtable.desk.replays import archive
from cardtable.desk.screen import home, open_preset, settings_for
from cardtable.engine.text import Text, say
from cardtable.games import GROUPS, ListedGame, family, games_of
from cardtable.games.tricks import POINTS
from cardtable.lessons import find
from cardtable.lessons.progress import FILE, keep
from cardtable.lessons.table import LessonTable
from cardtable.match.table import Table
from cardtable.paths import data_dir
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Choose
from cardtable.tui.boxes.rules_reader import WIDEST, GameCard, RulesReader, card_lines, ordered
from cardtable.tui.felt.miniature import moment
from cardtable.tui.menus.archive import ArchiveScreen
from cardtable.tui.menus.commands import Anything, Commands
from cardtable.tui.menus.family_screen import FamilyScreen
from cardtable.tui.menus.finding import NAME, Finder, Index
from cardtable.tui.menus.game_panel import GamePanel
from cardtable.tui.menus.home import HomeScreen
from cardtable.tui.menus.places import PLACES
from cardtable.tui.offers import LessonRow, Unfinished
from cardtable.tui.protocol import Home, Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import booklet, grid
from tests.tui.tables import played_until, seated
from tests.tui.test_leaving import moved

SIZES = (
    *((80, 24), (120, 34)),
    *(pytest.param(size, marks=pytest.mark.slow) for size in ((100, 30), (140, 40), (180, 46), (200, 50))),
)
LANGUAGES = ("en", "ru")
ALL = [game for name in GROUPS for game in games_of(name)]


pytestmark = pytest.mark.usefixtures("own_home")


def menu(words: Words | None = None) -> CardtableApp:
    """The program started without arguments."""
    words = words or Words("en")
    return CardtableApp(None, words, settings_for(words), home(words))


def panel(app: CardtableApp) -> str:
    """The text of the panel, with its lines joined."""
    region = app.screen.query_one(GamePanel).region
    rows = grid(app).splitlines()[region.y : region.bottom]
    return " ".join(row[region.x : region.right].strip(" │─╭╮╰╯") for row in rows)


async def test_the_line_for_newcomers_goes_once_they_have_played() -> None:
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "New here?" in grid(app)
        open_preset("throw_in", 3).close()
        assert isinstance(app.screen, HomeScreen)
        app.screen.renew(home(app.words))
        await pilot.pause()
        assert "New here?" not in grid(app)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", GROUPS)
@pytest.mark.every(11)
async def test_nothing_is_cut_in_the_menus(name: str, size: tuple[int, int], language: str) -> None:
    words = Words(language)
    app = menu(words)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        shown = [grid(app)]
        app.push_screen(FamilyScreen(words, home(words), name))
        await pilot.pause()
        shown.append(grid(app))
        app.pop_screen()
        app.push_screen(FamilyScreen(words, home(words), name, at=games_of(name)[0].id))
        await pilot.pause()
        for game in games_of(name):
            shown.append(grid(app))
            assert words.say(game.preset.title) in shown[-1]
            for text in (game.preset.aim, game.preset.special):
                assert words.say(text) in panel(app)
            await pilot.press("down")
        app.pop_screen()
        app.push_screen(Finder(words, home(words)))
        await pilot.pause()
        shown.append(grid(app))
        for text in shown:
            assert "…" not in text.replace("Кинг…", "")
            assert "_" not in text


async def test_what_was_begun_is_gone_on_with_and_told_with_its_standing() -> None:
    app = menu()
    async with app.run_test(size=(100, 30)) as pilot:
        for _ in range(2):
            assert isinstance(app.screen, HomeScreen)
            app.screen.play(next(game for game in ALL if game.id == "king_simple"))
            await pilot.pause()
            assert isinstance(app.screen, TableScreen)
            moved(app.screen)
            app.leave_table()
            await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert grid(app).count("Go on (2)") == 1
        assert "Simple King, deal 1" in grid(app)
        *rows, foot = grid(app).rstrip().splitlines()
        assert "set up" not in foot, "a match that was begun is set up already"
        assert "choose among 2 matches" in foot
        assert rows
        last = app.screen.home.unfinished[0].path
        await pilot.press("enter")
        await pilot.pause()
        assert "Go on with" in grid(app)
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.table.path == last
        app.leave_table()
        await pilot.pause()
        while app.screen.game is None:
            await pilot.press("down")
        assert "e set up" in grid(app).rstrip().splitlines()[-1]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_first_screen_tells_each_players_standing(language: str) -> None:
    words = Words(language)
    at_home = home(words)
    title = next(game.preset.title for game in ALL if game.id == "king_simple")
    counted = say("Points"), (-6, -4, 10, 0)
    begun = Unfinished(Path("none"), title, ("Anna", "Vera", "Boris", "Galya"), say("deal {number}", number=3), counted)
    app = CardtableApp(
        None, words, settings_for(words), at_home._replace(unfinished=[begun] * 3, same="-", same_game=("transfer", 3))
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Anna −6, Vera −4, Boris 10, Gal" in " ".join(grid(app).split())  # The Russian title is longer.
        for size in ((100, 30), (140, 40), (200, 50)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert "Anna −6, Vera −4, Boris 10, Galya 0" in re.sub(r"[\s│┃▐▌]+", " ", grid(app)) or size[0] == 100
            assert "Galya 0" in grid(app)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
@pytest.mark.every(2)
async def test_the_foot_says_what_enter_does_with_everything(size: tuple[int, int], language: str) -> None:
    words = Words(language)
    app = CardtableApp(None, words, settings_for(words), home(words))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        await app.workers.wait_for_complete()
        told = set()
        for spot, entry in app.screen.entries.items():
            app.screen._point(spot)
            await pilot.pause()
            said = app.screen.keys.next
            assert said is not None
            assert said.label in grid(app).splitlines()[-1], "what Enter does is told whole"
            told.add(said.label)
            assert (app.screen._told_of is not None) == (entry.kind not in PLACES)
        assert len(told) >= len(app.screen.entries) - 1, "what newcomers do best is a lesson too"


async def test_arrows_go_round_the_first_screen_in_two_dimensions() -> None:
    app = menu()
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        seen = set()
        for key in ("down", "left", "down", "right", "down", "down", "up", "up", "up", "right"):
            await pilot.press(key)
            seen.add(app.screen.window.cursor)
        assert {part for part, _ in seen} == {"family", "lesson", "command", "begun"}
        await pilot.press("home")
        assert app.screen.window.cursor == ("begun", 0)
        for size in ((100, 30), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            window = app.screen.window
            reached, left = {window.cursor}, [window.cursor]
            while left:
                window.cursor = left.pop()
                for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    spot = window.beside(across, down)
                    if spot not in reached:
                        reached.add(spot)
                        left.append(spot)
            assert reached == set(window._spots), "there is a way to everything that is seen"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_first_screen_is_whole_at_every_size(language: str) -> None:
    words = Words(language)
    app = menu(words)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        for size in ((80, 24), (100, 30), (120, 34), (130, 36), (120, 60), (140, 40), (200, 50)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            shown = grid(app)
            assert "…" not in shown
            assert isinstance(app.screen, HomeScreen)
            parts = {part for part, _ in app.screen.window._spots}
            assert parts == {"begun", "family", "lesson", "command"}
            for game in map(family, GROUPS):
                said = " ".join(words.say(game.about).split())
                assert all(word in shown for word in said.split())


async def test_what_was_begun_is_seen_beside_however_many_games() -> None:
    app = menu()
    async with app.run_test(size=(100, 30)) as pilot:
        await app.workers.wait_for_complete()
        assert isinstance(app.screen, HomeScreen)
        window = app.screen.window
        tiles = window.shown.tiles
        for count in range(1, 9):
            window.show(window.shown._replace(tiles=(tiles * 2)[:count]), window.cursor)
            await pilot.pause()
            assert {part for part, _ in window._spots} == {"begun", "family", "lesson", "command"}


async def test_the_card_of_the_game_that_the_panel_shows_is_opened_from_a_match_that_was_begun() -> None:
    app = menu()
    async with app.run_test(size=(100, 30)) as pilot:
        assert isinstance(app.screen, HomeScreen)
        app.screen.play(next(game for game in ALL if game.id == "king_simple"))
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        moved(app.screen)
        app.leave_table()
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.entries["begun", 0].kind == "continue"
        await pilot.press("o")
        await pilot.pause()
        assert isinstance(app.screen, GameCard)
        assert app.screen.booklet.title == "Simple King"


@pytest.mark.parametrize("opened", ["", "king"])
async def test_the_menus_are_written_in_ascii_alone_where_the_terminal_has_no_more(opened: str) -> None:
    words = Words("en", glyphs="ascii")
    app = CardtableApp(None, words, Settings(), home(words))
    async with app.run_test(size=(140, 40)) as pilot:
        if opened:
            assert isinstance(app.screen, HomeScreen)
            app.screen.open_family(opened)
        await pilot.pause()
        assert not {sign for sign in grid(app) if not sign.isascii()}
        assert "oo. medium" in grid(app)


async def test_a_family_lists_its_games_with_what_each_is() -> None:
    opened: list[tuple[str, int]] = []

    def open_table(preset: str, seats: int) -> Table:
        opened.append((preset, seats))
        return seated("throw_in", seats)

    app = CardtableApp(None, Words("en"), Settings(delay=0), Home(ALL, open_table))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "enter", "down")
        assert "Nothing is thrown in: one card or a pair attacks" in grid(app)
        await pilot.press("right", "right", "right", "right", "right", "left")
        assert "◄ 5 players ►" in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        assert opened == [("simple", 5)]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_next_lesson_lies_on_a_plate_until_all_are_done(language: str) -> None:
    words = Words(language)
    lessons = ("kozel-1", "kozel-2", "kozel-3")
    steps = {lesson: len(find(lesson).steps) for lesson in lessons}
    app = menu(words)
    async with app.run_test(size=(140, 40)) as pilot:
        app.push_screen(FamilyScreen(words, home(words), "kozel"))
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, FamilyScreen)
        foot = grid(app).rstrip().splitlines()[-1]
        for lesson in lessons:
            assert screen.plate.display
            assert screen.plate.lit, "whoever has never played is led to it"
            assert f"► {words.text(find(lesson).title, ())}" in grid(app)
            assert grid(app).count("○") == steps[lesson] + 1
            await pilot.press("right")
        assert grid(app).rstrip().splitlines()[-1] == foot, "it goes round"
        await pilot.press("down")
        assert not screen.plate.lit
        await pilot.press("up", "enter")
        await pilot.pause()
        assert isinstance(app.table, LessonTable)
        assert app.table.lesson.id == "kozel-1"
    for lesson in lessons:
        keep(data_dir() / FILE, lesson, 0, True)
    async with (app := menu(words)).run_test(size=(140, 40)) as pilot:
        app.push_screen(FamilyScreen(words, home(words), "kozel"))
        await pilot.pause()
        assert isinstance(app.screen, FamilyScreen)
        assert not app.screen.plate.display
        assert app.screen.game is not None, "nobody is led to what they have done"
        await pilot.press("up", "up", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Choose)


@pytest.mark.parametrize("name", ["kozel", "bura", "durak"])
async def test_what_the_cards_are_worth_is_drawn_where_room_is_left(name: str) -> None:
    worth = family(name).worth
    told = {card[0].replace("1", "T"): points for card, points in worth}
    assert told == (POINTS if name != "durak" else {}), "as the rules count"
    app = menu()
    async with app.run_test(size=(140, 40)) as pilot:
        app.push_screen(FamilyScreen(app.words, home(app.words), name))
        await pilot.pause()
        assert isinstance(app.screen, FamilyScreen)
        assert ("What the cards are worth" in grid(app)) == bool(worth)
        if worth:
            titles = [app.words.say(game.preset.title) for game in games_of(name)]
            assert all(title in grid(app) for title in titles), "it takes no game's row"
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "What the cards are worth" not in grid(app)


async def test_tab_offers_a_short_evening_of_a_long_match() -> None:
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(FamilyScreen(app.words, home(Words("en")), "kozel", at="nizhny"))
        await pilot.pause()
        assert "short evening" in grid(app)
        await pilot.press("tab", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        rules: Any = app.screen.table.rules
        assert rules.options.match_points == 6


@pytest.mark.parametrize(
    ("sought", "first", "among"),
    [
        ("joker", "jokers_any", "king_jokers"),
        ("джокер", "jokers_any", "palace_jokers"),
        ("pairs", "double", "three_pairs"),
        ("козел", "nizhny", "goat_sixes"),
        ("transfer trump", "transfer_strict", "transfer"),
        ("КИНГ втро", "king_three", "king_atomic"),
        ("burkozle", "burkozel_casual", "burkozel"),
    ],
)
def test_games_are_found_in_both_languages_by_name_and_by_what_is_special(sought: str, first: str, among: str) -> None:
    found = [one.game.id for one in Index(ALL).search(sought)]
    assert first in found[:4]
    assert among in found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_found_by_its_name(language: str) -> None:
    index, words = Index(ALL), Words(language)
    for game in ALL:
        found = index.search(words.say(game.preset.title))
        assert (NAME, game) in found


async def test_the_search_is_typed_and_enter_plays() -> None:
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash", *"omnib")
        assert isinstance(app.screen, Finder)
        assert "1 game" in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


async def commands(app: CardtableApp, under: Screen[Any]) -> list[str]:
    return [str(command.title) for command in Commands(under).commands()]


async def test_the_palette_holds_every_game_and_every_screen() -> None:
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        titles = await commands(app, app.screen)
        for game in ALL:
            assert f"Play {game.preset.title}" in titles
            assert f"Rules of {game.preset.title}" in titles
            assert f"Set up {game.preset.title}" in titles
        for part in ("Search all", "Tournament", "Replays", "Statistics", "Settings", "Theme: ", "Language: ", "Quit"):
            assert any(title.startswith(part) for title in titles), part
        await pilot.press("ctrl+p", *"play burk", "enter")
        await pilot.pause()
        assert isinstance(app.screen, (TableScreen, Anything))


@pytest.mark.parametrize(
    ("typed", "first", "most"),
    [
        ("nizhny", "Play Goat, Nizhny Novgorod", 6),
        ("replay", "Replays: look at your matches again, and play on from any move", 3),
        ("puzzle", "Puzzles: one move alone is best; find it", 3),
        ("ptf", "Play Throw-in Fool", 30),
        ("rul burk", "Rules of Burkozel", 6),
        ("burk rul", "Rules of Burkozel", 6),
        ("stat", "Statistics: your results", 1),
        ("cheat", "Play Cheating and catching", 3),
        ("zzzz", "", 0),
    ],
)
@pytest.mark.every(2)
async def test_the_palette_finds_what_is_called_so_and_no_letters_strewn_over_a_title(
    typed: str, first: str, most: int
) -> None:
    app = menu()
    async with app.run_test(size=(80, 24)):
        hits = [hit async for hit in Commands(app.screen).search(typed) if isinstance(hit, Hit)]
        hits.sort(key=lambda hit: -hit.score)
        titles = [str(hit.match_display) for hit in hits if hit.score > 1]
        assert titles[:1] == ([first] if first else [])
        assert len(titles) <= most


async def test_the_palette_looks_lessons_up_once_however_much_is_typed() -> None:
    app = menu()
    ours, asked = app.settings.lessons, []
    assert ours is not None
    lessons = ours()

    def counted(group: str) -> tuple[Sequence[LessonRow], Sequence[Text]]:
        asked.append(group)
        return lessons.of(group)

    app.settings = app.settings._replace(lessons=lambda: lessons._replace(of=counted))
    async with app.run_test(size=(80, 24)):
        palette = Commands(app.screen)
        assert [hit async for hit in palette.discover()]
        for typed in ("l", "le", "lesson"):
            assert any(["Lesson: " in str(hit.prompt) async for hit in palette.search(typed)])
    assert asked == list(GROUPS)


async def test_the_first_menu_is_left_by_two_escapes_or_one_q() -> None:
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape")
        assert "once more" in grid(app)
        await pilot.press("down")
        await pilot.pause()
        assert "once more" not in grid(app)
        await pilot.press("escape", "slash", "escape", "escape")
        await pilot.pause()
        assert app.is_running
        assert "once more" in grid(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.return_code == 0
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert app.return_code == 0


async def test_the_palette_of_a_table_holds_what_its_keys_do() -> None:
    table = seated("throw_in", 3)
    own = {"take": "b", "last": "f4"}
    app = CardtableApp(table, Words("en"), Settings(delay=0, rules=lambda _: booklet(), keys=own))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        titles = await commands(app, app.screen)
        (take,) = [one for one in Commands(app.screen).commands() if one.title == "take the cards"]
        assert take.about == "b", "the player's own key"
        assert "transfer with the chosen card" not in titles
        assert not any(title.startswith("Play ") for title in titles)
        await pilot.press("ctrl+p")
        await pilot.pause()
        assert isinstance(app.screen, Anything)
        assert app.screen.query_one(CommandList).option_count
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


async def test_no_other_language_is_chosen_over_a_box_that_would_not_speak_it() -> None:
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()

        def offered() -> str:
            return " ".join(one.title for one in Commands(app.screen).commands())

        assert "Language: " in offered()
        app.open_help()
        await pilot.pause()
        assert "Theme: " in offered()
        assert not any(part in offered() for part in ("Language: ", "Settings: "))


async def test_a_setting_that_cannot_be_kept_is_said_and_nothing_fails(own_home: Path) -> None:
    app = menu()
    (own_home / "config").mkdir(parents=True)
    (own_home / "config" / "settings.toml").write_text("this is = no TOML [", encoding="utf-8")
    async with app.run_test(size=(80, 24)) as pilot:
        (russian,) = [one for one in Commands(app.screen).commands() if one.title == "Language: Русский"]
        app.clear_notifications()
        russian.do()
        await pilot.pause()
        (said,) = app._notifications
        assert "settings.toml" in said.message


def at_the_end_of_the_opening() -> CardtableApp:
    """Where a card that was to be thrown in does not fit."""
    table = seated("throw_in", 3)
    assert played_until(table, lambda table: table.to_act[:1] == (0,) and table.scene(0).verb == "cover")
    return CardtableApp(table, Words("en"), Settings(delay=0, rules=lambda _: booklet()))


async def test_enter_on_a_refusal_opens_the_rule_that_it_names() -> None:
    app = at_the_end_of_the_opening()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        picture = screen.picture
        for place in range(len(picture.cards)):
            screen.action_cursor(place - picture.cursor)
            if picture.cards[place] not in picture.legal:
                break
        await pilot.press("enter")
        assert isinstance(app.screen, TableScreen)
        rule = picture.broken
        assert f"[{rule}]" in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, RulesReader)
        assert rule in grid(app)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("o", "o")
        await pilot.pause()
        assert isinstance(app.screen, RulesReader)
        assert rule in grid(app)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.every(2)
async def test_the_card_of_a_game_draws_which_card_is_higher(language: str) -> None:
    """On a large screen in a frame, complete, from the highest; on a small one as text alone."""
    words = Words(language)
    app = CardtableApp(None, words, Settings(), Home((), lambda *_: pytest.fail("no table")))
    async with app.run_test(size=(80, 24)) as pilot:
        for size in ((80, 24), (140, 40), (200, 50)):
            await pilot.resize_terminal(*size)
            for preset, seats in (
                ("throw_in", 2),
                ("classic", 2),
                ("nizhny", 4),
                ("king_long", 4),
                ("palace_ladder", 5),
            ):
                card = GameCard(words, booklet(preset, seats))
                await app.push_screen(card)
                await pilot.pause()
                assert card.has_class("-framed") == (size[0] > 80)
                assert card.order.display == (size[0] > 80 and preset != "classic"), "no card is higher in 101"
                assert card.scrolled.max_scroll_y == 0
                shown = grid(app)
                assert all(line.text in shown for line in card_lines(card.booklet, words, min(size[0] - 3, WIDEST)))
                if card.order.display:
                    rows = shown.splitlines()
                    for _, cards in card.order.rows:
                        assert len(cards) > 5
                        faces = ".*".join(re.escape(words.card(one)) for one in cards)
                        assert any(re.search(faces, row) for row in rows)
                app.pop_screen()


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)
@pytest.mark.every(4)
def test_the_drawn_order_of_the_cards_is_the_one_in_words(game: ListedGame) -> None:
    """Highest card on the left, as the drawn sentence says; and every such sentence is drawn."""
    words = Words("en")
    page = booklet(game.id, game.preset.seats[0])
    told = [words.text(part.text, ()) for _, parts in page.card for part in parts]
    for title, cards in ordered(page):
        whole = words.text(title, ()) == "Trumps"
        in_words = " ".join(words.card(card) if whole else words.card(card)[:-1] for card in cards)
        assert any(re.search(f"(highest( to the lowest)?|In spades): {in_words}[.]", text) for text in told)
    assert len(ordered(page)) == sum(bool(re.search("highest( to the lowest)?:|In spades:", text)) for text in told)


async def test_the_rules_are_searched() -> None:
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(GameCard(app.words, booklet()))
        await pilot.pause()
        await pilot.press("o")
        await pilot.pause()
        assert isinstance(app.screen, RulesReader)
        assert "n N" not in grid(app), "nothing is looked for"
        await pilot.press("slash", *"epaulette")
        assert "0 found" in grid(app)
        assert "/ search" not in grid(app), "it is a letter"
        assert "Esc end the search" in grid(app)
        await pilot.press(*["backspace"] * 9, *"STOCK", "enter")
        await pilot.pause()
        assert "n N" in grid(app)
        assert "0 found" not in grid(app)
        assert "stock" in grid(app)
        before = grid(app)
        await pilot.press("n")
        assert grid(app) != before
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert not isinstance(app.screen, RulesReader)


@pytest.mark.parametrize("kind", [RulesReader, Finder])
async def test_a_line_to_type_into_takes_no_columns_from_what_stands_above_it(kind: type[Screen[Any]]) -> None:
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        words = app.words
        app.push_screen(RulesReader(words, booklet()) if kind is RulesReader else Finder(words, home(words)))
        await pilot.pause()
        await pilot.press("slash", "x")
        await pilot.pause()
        assert app.screen.query_one(Input).display
        assert all(child.region.width == 80 for child in app.screen.children if child.display)


async def test_where_no_match_is_kept_the_replays_say_so_and_name_no_key_that_does_nothing() -> None:
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(ArchiveScreen(app.words, archive()))
        await pilot.pause()
        rows = grid(app).splitlines()
        assert rows[0].strip() == "Replays"
        assert any("No match has been recorded yet." in row for row in rows)
        assert rows[-1].split() == ["⏎", "to", "the", "games", "Esc", "back"]
        await pilot.press("down", "g", "v")
        assert isinstance(app.screen, ArchiveScreen)
        assert app.screen.rows.styles.background_tint.a == 0, "the cloth is the same under every list"
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)


async def test_the_first_menu_stays_where_something_was_opened_after_an_escape() -> None:
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape", "ctrl+p")
        await pilot.pause()
        assert isinstance(app.screen, Anything)
        await pilot.press("escape")
        await pilot.pause()
        assert "once more" not in grid(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.is_running
        assert "once more" in grid(app)


async def test_only_the_last_line_of_a_paragraph_is_short() -> None:
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        reader = RulesReader(app.words, booklet())
        app.push_screen(reader)
        await pilot.pause()
        paragraphs: list[list[str]] = [[]]
        for page in reader.lines:
            if page.text:
                paragraphs[-1].append(page.text)
            elif paragraphs[-1]:
                paragraphs.append([])
        for lines in paragraphs:
            assert all(len(line) > 35 for line in lines[:-2])


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)
@pytest.mark.every(4)
def test_the_picture_of_a_game_shows_a_table(game: Any) -> None:
    scene = moment(game.id, game.preset.players)
    assert len(scene.chairs) == game.preset.players
    assert any(pile.owner == scene.viewer and pile.cards for pile in scene.piles)


@pytest.mark.parametrize("reviewed", [True, False])
async def test_the_palette_leads_where_the_menu_does_and_nowhere_else(own_home: Path, reviewed: bool) -> None:
    if reviewed:
        records = own_home / "data" / "records"
        records.mkdir(parents=True)
        (records / "2026-11-14-120000-throw_in.review.json").write_text("{}", encoding="utf-8")
    app = menu()
    async with app.run_test(size=(100, 40)):
        screen = app.screen
        assert isinstance(screen, HomeScreen)
        titles = await commands(app, screen)
        for place, told in PLACES.items():
            assert (told.line in titles) == any(entry.kind == place for entry in screen.entries.values()), place
            assert hasattr(screen, f"action_{place}")
        assert (PLACES["mistakes"].line in titles) == reviewed


async def test_the_help_of_the_first_screen_tells_its_own_keys() -> None:
    app = menu()
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        told = grid(app)
        assert "Statistics: your results" in told
        assert "another match of the same game" in told
        assert "move the cursor over your hand" not in told


@pytest.mark.parametrize("width", [80, 100])
async def test_where_not_every_command_has_room_the_settings_stay(width: int) -> None:
    """The last table is still reached by its key, which the help shows."""
    words = Words("en")
    begun = Unfinished(Path("none"), "Sham", ("Anna", "Vera"), say("deal {number}", number=3))
    at_home = home(words)._replace(unfinished=[begun], same="-", same_table=lambda: seated("throw_in", 2))
    at_home = at_home._replace(host=lambda: lambda agreed, everybody: None)
    app = CardtableApp(None, words, settings_for(words), at_home)
    async with app.run_test(size=(width, 24 if width == 80 else 30)) as pilot:
        await pilot.pause()
        assert ", settings" in grid(app)
        assert ("n again" in grid(app)) is (width == 100)
        await pilot.press("n")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


async def test_everybody_stands_on_the_plate_of_the_match_that_goes_on() -> None:
    """The game's name took two of its three lines, and the last player was cut off after a comma."""
    words = Words("ru")
    names = ("Анна", "Вера", "Борис")
    begun = Unfinished(
        Path("none"), "101 (Czech fool)", names, say("deal {number}", number=1), (say("Points"), (0, 49, 17))
    )
    menu = home(words)._replace(unfinished=[begun])
    app = CardtableApp(None, words, settings_for(words), menu)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert "Борис 17" in grid(app)
        assert "Вера 49" in grid(app)
