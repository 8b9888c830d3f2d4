"""Setting up a table on the screen, and keeping it for another evening."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.events import Paste

from cardtable.bots.finding import own_styles
from cardtable.bots.people import NAMES
from cardtable.bots.ratings import strength
from cardtable.desk.screen import home, settings_from
from cardtable.desk.tables import open_agreed
from cardtable.engine.conditions import Names
from cardtable.engine.faults import told
from cardtable.engine.options import BadOption, Options, make_options
from cardtable.engine.text import plain
from cardtable.games import FAMILIES, family
from cardtable.match.record import read_record
from cardtable.player.saved import FILE, SavedTable, load, save
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.explanation import BESIDE, width_beside
from cardtable.tui.boxes.form import INDENT, NOTE
from cardtable.tui.draw.cells import width_of, wrap
from cardtable.tui.menus.home import HomeScreen
from cardtable.tui.menus.house_rules import HouseRules
from cardtable.tui.menus.table_setup import TableSetup
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid


@pytest.fixture
def file(own_home: Path) -> Path:
    """The file of kept tables."""
    return own_home / "config" / FILE


def opened() -> CardtableApp:
    words = Words("en")
    return CardtableApp(
        None, words, settings_from(Settings(delay=0, open_agreed=open_agreed), words, "suits"), home(words)
    )


@pytest.mark.usefixtures("own_home")
async def test_a_line_in_which_nothing_is_typed_says_what_holds() -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableSetup)
        assert all(row.value or row.empty for row in screen.form.rows if not row.group)
        assert re.search(r"Cards by number +by chance", grid(app))
        screen.go("keep")
        assert screen.field.placeholder == "not kept"
        screen.go("name-0")
        assert screen.field.placeholder == ""


async def test_a_table_is_put_together_kept_and_played(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableSetup)
        assert re.search(r"Seat 1 +a person", grid(app))
        # Three players: a person called Ada, another person called Bo, a bot.
        await pilot.press("right", "down", "down", "A", "d", "a")
        await pilot.press("down", "left", "down", "B", "o")
        lines = screen.lines()
        bot = screen.row("seat-2").heading.split()[-1]
        assert bot in [name.latin for name in NAMES]
        assert lines[:6] == ["players", "seat-0", "name-0", "seat-1", "name-1", "seat-2"]
        await pilot.press("down", "down", "T", "h", "u")
        await pilot.press(*["down"] * (lines.index("option-first_limit") - lines.index("keep")), "right")
        await pilot.pause()
        assert "* Most attack cards in the first bout" in grid(app)
        assert [screen.group(line) for line in screen.lines() if line.startswith("changed-")] == ["Changed by you: 1"]
        await pilot.press("enter")
        await pilot.pause()
        found, troubles = load(file)
        assert troubles == []
        assert [(table.name, table.names[:2], table.styles[:2]) for table in found] == [
            ("Thu", ("Ada", "Bo"), (None, None))
        ]
        assert found[0].names[2] == bot
        assert set(found[0].options) == {"first_limit"}
        app.leave_table()
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert "Thu" in grid(app)


async def test_what_cannot_be_played_is_explained_at_once(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableSetup)
        await pilot.press(*["down"] * screen.lines().index("option-teams"), "right", "enter")
        await pilot.pause()
        assert app.screen is screen
        assert '"Who plays together: two pairs"' in "".join(grid(app).splitlines()[-3 - NOTE :])


async def test_cards_by_number_pace_adviser_and_open_hands_are_agreed(file: Path) -> None:
    agreed: list[SavedTable | None] = []
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = TableSetup(Words("en"), "throw_in", 2, "Anna")
        app.push_screen(screen, agreed.append)
        await pilot.pause()
        await pilot.press(*["down"] * screen.lines().index("cards"), "7", "x", "enter")
        await pilot.pause()
        assert app.screen is screen, "a number has digits only"
        keys = ("right", "right", "right", "left", "right")  # once, pace, memory, adviser, hands
        await pilot.press("backspace", "7", *(key for by in keys for key in ("down", by)), "enter")
        await pilot.pause()
        assert app.settings.preferences is not None
        assert app.settings.preferences.pace == "human"
        assert app.settings.preferences.memory == "all"
        assert app.settings.preferences.adviser == list(screen.bots)[-1]
    (table,) = agreed
    assert table is not None
    assert (table.seed, table.open_hands, table.once) == (77, True, True)
    decks = []
    for _ in range(2):
        again = open_agreed(table)
        assert again.path is not None
        decks.append(read_record(again.path).lines[0])
        again.close()
    assert decks[0] == decks[1]


async def test_a_kept_table_is_played_from_the_menu(file: Path) -> None:
    save(file, SavedTable("transfer", ("Ada", "Bot"), (None, "steady"), {"first_limit": None}, "Our Thursday"))
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Our Thursday" in grid(app)
        await pilot.press("up", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.table.names == ("Ada", "Bot")


@pytest.mark.parametrize("text", ["[[table]]\nname = 'x'", "[[table]]\nname = 3\npreset = 'a'\nseats = 5", "table = "])
async def test_a_wrong_file_is_told_in_a_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / FILE
    path.write_text(text, encoding="utf-8")
    found, troubles = load(path)
    assert found == []
    assert len(troubles) == 1
    assert str(path) in plain(troubles[0])


SIZES = ((80, 24), (100, 30), (120, 34), (140, 40), (180, 46), (200, 50))
LANGUAGES = ("en", "ru")


def setups(language: str) -> Iterator[TableSetup]:
    """The setup forms of some presets of each family, with every style of bot in turn."""
    for game in map(family, FAMILIES):
        for name, preset in list(game.presets.items())[::8]:
            screen = TableSetup(Words(language), name, preset.players, "Anna")
            styles = [entry.style for entry in own_styles(game.id)]
            screen.chosen[1:] = [styles[seat % len(styles)] for seat in range(1, screen.most)]
            yield screen


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.every(2)
def test_what_is_said_of_a_line_fits_below_or_beside_the_lines(language: str) -> None:
    for screen in setups(language):
        for line in screen.lines():
            assert len(wrap(screen.about(line), 78)) <= NOTE, line
            for width, height in SIZES:
                if width >= BESIDE:
                    screen.beside.parts = screen.parts(line)
                    assert len(screen.beside.lines(width_beside(width))) <= height - 8, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_cut_at_any_size(language: str) -> None:
    for screen in setups(language):
        screen.form.rows = [screen.row(line) for line in screen.lines()]
        for width, _ in SIZES:
            room = width if width < BESIDE else width - width_beside(width)
            for row, place in zip(screen.form.rows, screen.form.places(room), strict=True):
                assert place.x + width_of(row.value) + 2 <= room
                assert place.value > place.heading or INDENT + width_of(row.heading) + 3 <= place.x


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_begin_in_one_column_unless_they_are_too_long_for_it(language: str) -> None:
    for screen in setups(language):
        screen.form.rows = [screen.row(line) for line in screen.lines()]
        for width, _ in SIZES:
            room = width if width < BESIDE else width - width_beside(width)
            places = [(place.x, row) for row, place in zip(screen.form.rows, screen.form.places(room), strict=True)]
            column = screen.form._column(room)
            assert {x for x, row in places if row.value and column + row.takes <= room} == {column}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.every(12)
async def test_the_form_is_whole_at_every_size(language: str, size: tuple[int, int], file: Path) -> None:
    words = Words(language)
    app = CardtableApp(
        None, words, settings_from(Settings(delay=0, open_agreed=open_agreed), words, "suits"), home(words)
    )
    async with app.run_test(size=size) as pilot:
        app.push_screen(TableSetup(words, "king_simple", 4, "Anna"))
        await pilot.pause()
        seen = []
        for _ in range(14):
            seen.append(grid(app))
            await pilot.press("tab")
        assert not [text for text in seen if "…" in text or ID.search(text)]
        assert len(set(seen)) == len(seen) - seen[1:].count(seen[0])


ID = re.compile(r"[a-z0-9]_[a-z0-9]|[a-z0-9]=[a-z0-9]")
"""An id as in code, or a setting as on the command line."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.every(2)
def test_nobody_reads_an_id(language: str) -> None:
    for screen in setups(language):
        screen.changed = {name: other(screen, name) for name in list(screen.rules.specs)[:3]}
        screen.options = make_options(screen.found.options, screen.changed)
        told = [screen.rules.summary(screen.options, screen.seats, 80, 3)]
        for line in screen.lines():
            row = screen.row(line)
            told += [screen.group(line), row.heading, row.value, row.remark, screen.about(line)]
            told += [part.text + part.why for part in screen.parts(line)]
        assert not [text for text in told if ID.search(text)]


def other(screen: TableSetup, name: str) -> Any:
    """Another value of a house rule than its current one."""
    spec, now = screen.rules.specs[name], getattr(screen.options, name)
    return next((value for value in spec.values or spec.range or () if value != now), now)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.every(3)
def test_a_refusal_names_house_rules_in_words(name: str, language: str) -> None:
    game, chance, heard = family(name), Random(4), 0
    rules = HouseRules(Words(language), game.options, ["Anna"] * 12)
    for _ in range(400):
        given = {}
        for spec in chance.sample(list(rules.specs.values()), 2):
            given[spec.name] = chance.choice(spec.values or spec.range or ())
        preset = chance.choice(list(game.presets.values()))
        wrong = refused(preset.options, given, chance.randint(2, 12))
        if wrong is not None:
            heard += 1
            assert not ID.search(rules.told(told(wrong)))
    assert heard


def refused(options: Options, given: dict[str, Any], seats: int) -> BadOption | None:
    """The reason why these options do not go together."""
    try:
        make_options(options, given).check(seats)
    except BadOption as wrong:
        return wrong
    return None


@pytest.mark.parametrize("name", FAMILIES)
def test_what_a_house_rule_lacks_greys_it_and_says_what(name: str) -> None:
    preset, found = next(iter(family(name).presets.items()))
    screen = TableSetup(Words("en"), preset, found.players, "Anna")
    for spec in (screen.rules.specs[line[7:]] for line in screen.lines() if line.startswith("option-")):
        row, before = screen.row(f"option-{spec.name}"), getattr(screen.options, spec.name)
        screen.change(f"option-{spec.name}", 1)
        after = getattr(screen.options, spec.name)
        assert row.idle == (after == before), spec.name
        assert not row.idle or row.remark.startswith("needs ")
        names = Names(screen.options, screen.seats, {})
        assert spec.unmet(after, names) is None or after == before, "nothing is offered that lacks something"
        screen.changed.clear()
        screen.options = found.options


async def test_house_rules_are_found_by_their_words(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = TableSetup(Words("en"), "throw_in", 2, "Anna")
        app.push_screen(screen)
        await pilot.press("slash", *"joker")
        assert {line.partition("-")[2] for line in screen.lines()} == {"deck", "jokers", "joker_attack"}
        await pilot.press("enter", "right")
        assert screen.row("option-deck").value == "24"
        assert app.screen is screen, "Enter ends the looking, and begins nothing"
        await pilot.press("escape")
        assert len(screen.lines()) > 50
        await pilot.press("d")
        assert screen.changed == {}
        await pilot.press("escape")
        assert app.screen is not screen


async def test_every_whole_number_can_be_typed(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        for name, base, seats in (("max_attack", "throw_in", 2), ("palace_bout_cap", "palace_ladder", 5)):
            screen = TableSetup(Words("en"), base, seats, "Anna")
            app.push_screen(screen)
            await pilot.pause()
            screen.go(f"option-{name}")
            least, most = screen.rules.specs[name].range or (0, 0)
            for number in {least, least + 7, most // 2, most}:
                await pilot.press(*str(number))
                assert getattr(screen.options, name) == number
                await pilot.press("up", "down")
            await pilot.press(*str(most), "9")
            assert least <= getattr(screen.options, name) <= most


async def test_names_are_pasted_and_corrected_in_the_middle(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = TableSetup(Words("en"), "throw_in", 2, "Anna")
        app.push_screen(screen)
        await pilot.press("down", "down", "home", "delete")
        app.post_message(Paste("Ж"))
        await pilot.pause()
        assert screen.texts["name-0"] == "Жnna"
        assert screen.row("name-0").value == "Жnna"
        await pilot.press("down")
        assert app.focused is None


def test_no_bot_is_called_as_a_person_who_is_typed() -> None:
    screen = TableSetup(Words("en"), "throw_in", 4, "Anna")
    for both in NAMES:
        for name in both:
            screen.texts["name-0"] = name.upper()
            assert both.latin not in [screen.row(f"seat-{seat}").heading.split()[-1] for seat in (1, 2, 3)]


async def test_a_name_that_could_not_be_read_again_is_refused(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        for line in ("name-0", "keep"):
            screen = TableSetup(Words("en"), "throw_in", 2, "Anna")
            app.push_screen(screen)
            await pilot.pause()
            screen.go(line)
            app.post_message(Paste("Th\u200b"))
            await pilot.press("enter")
            assert app.screen is screen
            assert "a name has 1 to 20 printable letters" in grid(app)
    assert not file.exists()


async def test_a_pace_that_cannot_be_kept_is_told(file: Path) -> None:
    app = opened()
    file.parent.mkdir(parents=True)
    (file.parent / "settings.toml").write_text("pace = brisk", encoding="utf-8")
    async with app.run_test(size=(100, 30)) as pilot:
        screen = TableSetup(Words("en"), "throw_in", 2, "Anna")
        app.push_screen(screen)
        await pilot.pause()
        screen.go("pace")
        await pilot.press("right")
        assert ["settings.toml is not changed" in told.message for told in app._notifications] == [True]
        assert app.screen is screen


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_house_rule_without_effect_says_so_on_its_line_at_80_columns(language: str) -> None:
    options = {"heart_lead_ban": "omnibus", "forced_king": "praise"}
    agreed = SavedTable("king_simple", ("Anna", "B", "C", "D"), (None, "steady", "steady", "steady"), options)
    screen = TableSetup(Words(language), "king_simple", 4, "Anna", agreed)
    for name in options:
        about = screen.about(f"option-{name}")
        assert about.count(screen.rules.title(screen.rules.specs[name])) == 2, "this value, and what it comes to"
        assert len(wrap(about, 78)) <= NOTE
    assert '"' not in screen.about("option-early_end")


async def test_what_is_typed_stays_over_its_line_in_any_terminal(file: Path) -> None:
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = TableSetup(Words("en"), "throw_in", 6, "Anna")
        app.push_screen(screen)
        await pilot.press("down", "down")
        for width, height in ((140, 40), (1, 1), (400, 120), (30, 5), (80, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
        for _ in range(30):
            if screen.typed:
                x, y = screen.form.field()
                assert screen.field.region.offset == (screen.form.region.x + x, screen.form.region.y + y)
                assert screen.form.region.contains_region(screen.field.region)
            await pilot.press("down")


async def test_it_can_be_read_in_ascii_and_without_colour(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    words = Words("en", glyphs="ascii")
    app = CardtableApp(
        None, words, settings_from(Settings(delay=0, open_agreed=open_agreed), Words("en"), "ascii"), home(words)
    )
    async with app.run_test(size=(140, 40)) as pilot:
        screen = TableSetup(words, "throw_in", 3, "Anna")
        app.push_screen(screen)
        for _ in range(12):
            await pilot.press("tab")
            assert grid(app).isascii()
        screen.go("option-jokers")
        assert "> - A joker beats" in grid(app) or ">- A joker beats" in grid(app), "greyed by a sign too"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_says_how_strong_its_bot_is(language: str) -> None:
    """In its line, and in the text beside it."""
    for screen in setups(language):
        for seat, style in enumerate(screen.chosen):
            if style is not None:
                told = screen.words.text(strength(screen.bots[style], screen.game.id))
                assert screen.row(f"seat-{seat}").remark.startswith(f"{told}; ")
                assert screen.about(f"seat-{seat}").casefold().startswith(f"{told}; ")
