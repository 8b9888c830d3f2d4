"""Lessons on the screen: text never hides a card, keys do what the texts say, and leaving loses nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cardtable.desk.lessons import open_lesson
from cardtable.desk.screen import home, settings_for
from cardtable.engine.text import Text
from cardtable.lessons import id_of, load
from cardtable.lessons.progress import FILE, Reached
from cardtable.lessons.progress import load as reached
from cardtable.lessons.table import LEARNER, LessonTable
from cardtable.match.snapshot import read_position
from cardtable.paths import data_dir
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Choose
from cardtable.tui.boxes.offer import Offer
from cardtable.tui.draw.cells import wrap
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.felt.look import CAPTION
from cardtable.tui.menus.commands import Commands
from cardtable.tui.menus.family_screen import FamilyScreen
from cardtable.tui.menus.home import HomeScreen
from cardtable.tui.protocol import Settings
from cardtable.tui.table.lesson_screen import LessonPicture, LessonScreen
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.test_lessons import ANEW, FILES, FREE, GOOD, lesson_of, made_up
from tests.tui.helpers import grid
from tests.tui.tables import POSITIONS

LONGEST = ("Christopher Columbus", "Константин Великий Я")


pytestmark = pytest.mark.usefixtures("own_home")


def lesson_screen(app: CardtableApp) -> LessonScreen:
    """The lesson's screen, which must be on top."""
    assert isinstance(app.screen, LessonScreen)
    return app.screen


def in_lesson(path: Path, language: str = "en", person: str = "Anna") -> CardtableApp:
    """The program at the beginning of a lesson."""
    return CardtableApp(LessonTable(load(path), person, language), Words(language), Settings(delay=0))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("path", FILES, ids=id_of)
@pytest.mark.every(30)
async def test_what_is_told_is_whole_and_covers_no_card_in_the_smallest_terminal(path: Path, language: str) -> None:
    app = in_lesson(path, language, LONGEST[language == "ru"])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = lesson_screen(app)
        table, picture = screen.table, screen.picture
        assert isinstance(picture, LessonPicture)
        while (step := table.step) is not None and not step.free:
            _check_caption(app, picture, step.say, step.cards.bit_count())
            for move in table.legal(LEARNER) if step.accept else ():
                if not step.takes(move):
                    screen.flow.make(LEARNER, move)
                    await pilot.pause()
                    assert picture.answered is not None
                    _check_caption(app, picture, picture.answered, step.cards.bit_count())
            if step.reads:
                await pilot.press("enter")
                if table.done:
                    break
            else:
                screen.flow.make(LEARNER, (step.accept or tuple(table.legal(LEARNER)))[0])
                await pilot.pause()


def _check_caption(app: CardtableApp, picture: LessonPicture, said: Text, pointed: int) -> None:
    caption = picture.caption()
    rows = [row for part in caption.told.split("\n") for row in wrap(part, 78)]
    assert len(rows) <= CAPTION, caption.told
    shown = grid(app).split("\n")
    top = picture.prompt.region.y
    assert [row.strip() for row in shown[top : top + len(rows)]] == rows
    assert caption.said == picture.lesson_line(said)
    assert sum(row.count("▼") for row in shown) >= pointed
    for part in (picture.board, picture.hand, picture.reason):
        assert not part.region.overlaps(picture.prompt.region)
    cards = [place for place, action in picture.hand._places if action.startswith("card(")]
    assert len(cards) == len(picture.cards)
    assert all(place.bottom <= picture.hand.size.height for place in cards)


@pytest.mark.parametrize("size", [(100, 24), (100, 30), (140, 40)])
async def test_the_longest_text_is_whole_where_the_log_stands_beside_it(size: tuple[int, int]) -> None:
    # Three rows of 78 columns, or four rows of 69.
    said = " ".join(["seven"] * 39)
    app = CardtableApp(LessonTable(lesson_of(GOOD.replace("Lay {6s}.", said)), "Anna"), Words("en"), Settings(delay=0))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        picture = lesson_screen(app).picture
        assert isinstance(picture, LessonPicture)
        told = picture.caption().told.split("\n")
        rows = [row for part in told for row in wrap(part, picture.prompt.size.width - 2)]
        assert len(rows) == (CAPTION + 1 if size[0] == 100 else CAPTION)
        shown = grid(app).split("\n")[picture.prompt.region.y :]
        assert all(row in line for row, line in zip(rows, shown, strict=False))
        assert len(picture.hand._places) == len(picture.cards)
        assert picture.hand.size.height >= 6
        assert not picture.hand.region.overlaps(picture.prompt.region)


async def test_the_first_lesson_is_played_with_the_keys_that_it_names() -> None:
    app = in_lesson(FILES[0])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table = lesson_screen(app).table
        keys = ["enter", "space", "enter", "d", "enter", "enter", "1", "1", "d", "enter", "t", "enter"]
        for nth, key in enumerate(keys[:6]):
            assert table.at == nth
            await pilot.press(key)
        assert table.at == 6
        await pilot.press("1", "1")
        assert table.at == 7
        for nth, key in enumerate(keys[8:], 7):
            assert table.at == nth
            await pilot.press(key)
        assert table.at == 11
        await pilot.press("enter")
        assert table.done
        assert isinstance(app.screen, Choose)


async def test_a_move_that_is_not_meant_is_answered_and_an_illegal_one_refused() -> None:
    app = in_lesson(FILES[0])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "enter", "end", "enter")
        screen = lesson_screen(app)
        assert "your only trump" in grid(app)
        assert screen.table.at == 2
        await pilot.press("t")
        assert "[D-" in grid(app)
        await pilot.press("home", "enter", "d", "enter", "right", "right", "enter")
        assert screen.table.at == 5
        assert "[D-15]" in grid(app)


async def test_a_lesson_is_begun_from_its_family_left_and_gone_on_with() -> None:
    words = Words("en")
    app = CardtableApp(None, words, settings_for(words), home(words))
    async with app.run_test(size=(80, 24)) as pilot:
        assert isinstance(app.screen, HomeScreen)
        app.screen.open_family("durak")
        await pilot.pause()
        assert isinstance(app.screen, FamilyScreen)
        assert "New to Durak? Play the lesson" in grid(app)
        await pilot.press("home", "enter")
        await pilot.press("enter")
        await pilot.press("enter", "enter")
        assert lesson_screen(app).table.at == 2
        app.leave_table()
        await pilot.pause()
        assert reached(data_dir() / FILE) == {"durak-1": Reached(2, False)}
        app.screen.open_family("durak")
        await pilot.pause()
        await pilot.press("home", "enter", "enter")
        assert lesson_screen(app).table.at == 2


async def test_the_line_for_newcomers_on_the_first_screen_opens_the_lesson_that_comes_next() -> None:
    words = Words("en")
    app = CardtableApp(None, words, settings_for(words), home(words))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "New here?  Learn Durak in a lesson" in grid(app)
        for lesson in ("durak-1", "durak-1", "durak-2"):
            assert isinstance(app.screen, HomeScreen)
            await pilot.press("home", "enter")
            table = lesson_screen(app).table
            assert table.lesson.id == lesson
            if table.at:
                table.go_to(len(table.lesson.steps) - 1)
                table.play_step()
            else:
                table.play_step()
            app.leave_table()
            await pilot.pause()


async def test_the_end_of_a_lesson_leads_to_the_next_one_to_a_deal_or_back() -> None:
    words = Words("en")
    app = CardtableApp(None, words, settings_for(words), home(words))
    async with app.run_test(size=(80, 24)) as pilot:
        for line, comes in (("Next lesson", LessonScreen), ("Play Throw-in Fool", TableScreen), ("Leave", HomeScreen)):
            table = open_lesson("durak-1")
            assert isinstance(table, LessonTable)
            table.go_to(len(table.lesson.steps) - 1)
            app.sit_down(table)
            await pilot.press("enter")
            assert isinstance(app.screen, Choose)
            at = next(nth for nth, said in enumerate(app.screen.lines, 1) if said.startswith(line))
            await pilot.press(str(at))
            assert isinstance(app.screen, comes)
            assert len(app.screen_stack) == (1 if comes is HomeScreen else 2)
            if isinstance(app.screen, LessonScreen):
                assert app.screen.table.lesson.id == "durak-2"
            if isinstance(app.screen, TableScreen):
                app.leave_table()
        assert reached(data_dir() / FILE)["durak-1"] == Reached(0, True)


async def test_a_lesson_that_the_command_began_leads_to_a_deal_too() -> None:
    table, words = open_lesson("durak-1"), Words("en")
    assert isinstance(table, LessonTable)
    table.go_to(len(table.lesson.steps) - 1)
    app = CardtableApp(table, words, settings_for(words))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "2")
        assert type(app.screen) is TableScreen
        assert app.screen.table.header.preset == table.lesson.preset
        app.leave_table()
        await pilot.pause()
        assert not app.is_running


async def test_free_play_ends_with_the_result_of_the_deal_and_the_lesson() -> None:
    head, _, _ = GOOD.rpartition("\n[[step]]")
    table, words = LessonTable(lesson_of(head + FREE), "Anna"), Words("en")
    # With the advice offered at the end of a deal.
    app = CardtableApp(table, words, settings_for(words)._replace(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        for _ in range(20):
            await pilot.pause()
            if table.deal_over:
                break
            if table.to_act[0] == LEARNER:
                lesson_screen(app).flow.make(LEARNER, table.hint(LEARNER).move)
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        assert "⏎  go on" in grid(app)
        await pilot.press("a", "escape")
        await pilot.press("escape")
        assert "Leave the table" in grid(app), "Escape leads to the menu, and the menu back"
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        await pilot.press("enter")
        assert isinstance(app.screen, Choose)
        assert "You have done the lesson" in grid(app)


async def test_other_cards_are_shown_from_their_beginning() -> None:
    app = CardtableApp(LessonTable(lesson_of(GOOD + ANEW), "Anna"), Words("en"), Settings(delay=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("home", "enter")
        assert "Anna leads 6♠" in grid(app)
        await pilot.press("enter")
        shown = grid(app)
        assert "Other cards." in shown
        assert "Anna leads 6♠" not in shown
        table = lesson_screen(app).table
        await pilot.press("home", "enter", "enter")
        assert table.done


async def test_the_family_tells_what_is_wrong_with_a_lesson_and_the_palette_has_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "lessons" / "durak"
    folder.mkdir(parents=True)
    (folder / "1.toml").write_text("title = 1\n", encoding="utf-8")
    (folder / "2.toml").write_text(GOOD, encoding="utf-8")
    monkeypatch.setattr("cardtable.lessons.FOLDER", folder.parent)
    words = Words("en")
    app = CardtableApp(None, words, settings_for(words), home(words))
    async with app.run_test(size=(80, 24)) as pilot:
        assert isinstance(app.screen, HomeScreen)
        titles = [str(command.title) for command in Commands(app.screen).commands()]
        assert [title for title in titles if title.startswith("Lesson")] == ["Lesson: A lesson"]
        app.screen.open_family("durak")
        await pilot.pause()
        assert ["1.toml, line 1: " in note.message for note in app._notifications] == [True]
        await pilot.press("home", "enter")
        assert lesson_screen(app).table.lesson.id == "durak-2"


async def test_where_it_cannot_be_kept_how_far_one_is_the_lesson_goes_on_and_says_so() -> None:
    data_dir().mkdir(parents=True)
    (data_dir() / FILE).write_text("[")
    opened = open_lesson("durak-1")
    app = CardtableApp(opened, Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        assert lesson_screen(app).table.at == 1
        assert [note.message for note in app._notifications]
        assert (data_dir() / FILE).read_text() == "["


@pytest.mark.parametrize("family", ["bura", "kozel", "king", "one_oh_one", "palace"])
@pytest.mark.every(6)
async def test_a_lesson_of_any_family_goes_on_by_itself_between_the_steps(family: str) -> None:
    position = read_position(sorted((POSITIONS / family).glob("*.toml"))[0])
    lesson = made_up(
        {key: position[key] for key in position if key not in ("expect", "then", "variant")}, 10, Random(1)
    )
    table = LessonTable(lesson, "Anna")
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(100, 30)) as pilot:
        for _ in range(60):
            await pilot.pause()
            if table.done:
                break
            step = table.step
            assert step is not None
            if isinstance(app.screen, Offer):
                await pilot.press("escape")
            if table.holds:
                await pilot.press("enter")
            elif table.to_act[0] == LEARNER:
                silence = table.silence
                legal = table.explain(LEARNER, step.accept[0]) is None
                lesson_screen(app).flow.make(LEARNER, step.accept[0] if legal or silence is None else silence)
        assert table.done
        assert table.at == len(lesson.steps)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("family", ["durak", "one_oh_one", "kozel", "bura", "king"])
async def test_the_lesson_on_the_plate_is_named_whole_beside_the_list(family: str, language: str) -> None:
    """At 140 columns "match, draw, get rid of cards" used to lose its last letter."""
    words = Words(language)
    app = CardtableApp(None, words, settings_for(words), home(words), first=FamilyScreen(words, home(words), family))
    async with app.run_test(size=(140, 40)) as pilot:
        for _ in range(3):
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, FamilyScreen)
            title = words.text(screen.plate.row.title, ())
            place = screen.panel.region
            beside = [row[place.x : place.right] for row in grid(app).splitlines()]
            assert all(any(line in row for row in beside) for line in wrap(title, place.width - 4))
            await pilot.press("right")
