"""Draws pictures of everything the program shows, and measures how full each is: `screens_seen.py FOLDER`.

For every screen it writes a PNG at four sizes, by default in both languages and three themes; then a table of its
*ink*: the percentage of cells with a character, or with a background other than the cloth. Screens that are emptier
than designed, or cut (…), are named. The situations are real: deals of bots, their ends, stored results; all other
screens are opened as in the tests (`tests/tui/screens.py`). Needs what `picture.py` needs.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from textual import constants
from textual.screen import Screen
from textual.strip import Strip

from cardtable.bots.finding import make_bot
from cardtable.coach import chances
from cardtable.desk.replays import archive
from cardtable.desk.screen import home, settings_for
from cardtable.engine.options import make_options
from cardtable.games import GROUPS, find_preset
from cardtable.match.record import make_header
from cardtable.match.table import Table
from cardtable.paths import data_dir
from cardtable.puzzles import families, load
from cardtable.puzzles.table import PuzzleTable
from cardtable.tui.app import CardtableApp
from cardtable.tui.menus.archive import ArchiveScreen
from cardtable.tui.menus.family_screen import FamilyScreen
from cardtable.tui.menus.home import HomeScreen
from cardtable.tui.menus.stats_screen import StatsScreen
from cardtable.tui.table.review_screen import ReviewScreen
from cardtable.tui.table.table_screen import TableScreen
from cardtable.tui.terminal import themes
from cardtable.words import Words

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import pixels
from PIL import Image

from tests.tui import screens
from tests.tui.helpers import strips
from tests.tui.test_grids import TABLES, opened

SIZES = ((80, 24), (100, 30), (140, 40), (200, 50))
LANGUAGES, THEMES = ("en", "ru"), ("felt", "paper", "signal")
NAMES = {"en": ("Anna", "Vera", "Boris", "Galya", "Oleg"), "ru": ("Анна", "Вера", "Борис", "Галя", "Олег")}
FAR = 40
"""The difference, out of 255, from which a background differs from the cloth."""
EVENING = 5
"""Deals of the evening shown."""
SLACK = 3
CUT = re.compile(r"…(?!\S)")
"""A text cut at its end; in the middle of a text, an ellipsis is intended."""
DRAWN: dict[str, tuple[int, int, int, int]] = {
    "home": (38, 55, 52, 38),
    "family kozel": (46, 33, 40, 27),
    "table throw_in": (57, 49, 40, 29),
    "dealt throw_in": (44, 38, 28, 20),
    "dealt king_simple": (42, 37, 33, 26),
    "end throw_in": (51, 52, 39, 29),
    "end classic": (39, 39, 37, 25),
    "end nizhny": (41, 33, 32, 21),
    "end burkozel_casual": (37, 30, 30, 19),
    "end king_simple": (42, 36, 28, 20),
    "match nizhny": (37, 26, 26, 19),
    "match king_simple": (56, 42, 35, 25),
    "review throw_in": (32, 37, 34, 22),
    "review nizhny": (31, 37, 32, 21),
    "HandOver": (34, 33, 24, 15),
    "puzzle king": (48, 36, 31, 22),
    "DayResult": (40, 39, 32, 20),
    "statistics": (28, 30, 28, 18),
    "BracketScreen": (41, 36, 26, 19),
}
"""The ink of the designs at the four sizes; the real screen may have slightly less."""
MATCHES = {
    "throw_in": 2,
    "transfer": 4,
    "classic": 3,
    "nizhny": 4,
    "burkozel_casual": 2,
    "king_simple": 4,
    "four_ranks": 4,
    "palace_ladder": 5,
}
"""The games whose ends of deals and matches are shown, with numbers of players."""


class Ink(NamedTuple):
    """How full a screen is."""

    share: int
    """The percentage of cells."""
    cut: list[str]
    """The rows with cut texts."""


def ink(rows: Sequence[Strip], cloth: tuple[int, int, int]) -> Ink:
    """Counts the cells drawn."""
    cells = drawn = 0
    for row in rows:
        for text, style, _ in row:
            ground = cloth if style is None else pixels.colours(style)[1]
            other = max(abs(one - two) for one, two in zip(ground, cloth, strict=True)) > FAR
            cells += len(text)
            drawn += len(text) if other else sum(not sign.isspace() for sign in text)
    return Ink(round(100 * drawn / cells), [row.text.strip() for row in rows if CUT.search(row.text)])


def played(preset: str, words: Words, whole: bool = False, person: str = "steady", seed: int = 5) -> Table:
    """A table at which a deal, or the whole match, has just ended, with its record."""
    game, found = find_preset(preset)
    options = make_options(found.options, {"match": "deals", "match_length": 3} if game.id == "durak" else {})
    seats = MATCHES[preset]
    kinds = ("person", *["bot:steady"] * (seats - 1))
    header = make_header(game, preset, options, NAMES[words.language][:seats], kinds, seed)
    folder = data_dir() / "records"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"2026-11-{14 + len(list(folder.iterdir()))}-120000-{preset}.jsonl"
    table = Table.begin(game.rules(options, seats), header, path, durable=False)
    bot = make_bot(person, game.id, table.rules)
    while not (table.match_over or (table.deal_over and not whole)):
        if table.deal_over:
            table.next_deal()
            continue
        seat = table.to_act[0]
        seen = table.observe(seat)
        move = bot.choose(seen, table.legal(seat), Random(1)).move if seat == 0 else table.bot_move(seat)
        table.submit(seat, move)
    return table


def evening(words: Words) -> Table:
    """A table of an evening of Durak after its fifth deal."""
    game, found = find_preset("throw_in")
    kinds = ("person", *["bot:steady"] * 3)
    header = make_header(game, "throw_in", found.options, NAMES[words.language][:4], kinds, 5, evening=True)
    table = Table.begin(game.rules(found.options, 4), header)
    bot = make_bot("steady", game.id, table.rules)
    while not (table.deal_over and table.deals == EVENING):
        if table.deal_over:
            table.next_deal()
            continue
        seat = table.to_act[0]
        seen = table.observe(seat)
        table.submit(seat, bot.choose(seen, table.legal(seat), Random(1)).move)
    return table


def dealt(preset: str, words: Words) -> Table:
    """A table whose first deal has just been dealt."""
    game, found = find_preset(preset)
    seats = MATCHES[preset]
    kinds = ("person", *["bot:steady"] * (seats - 1))
    header = make_header(game, preset, found.options, NAMES[words.language][:seats], kinds, 5)
    return Table.begin(game.rules(found.options, seats), header)


def reviewed(preset: str, words: Words) -> Screen[Any]:
    """The review of a careless player's deal."""
    table = played(preset, words, person="lowest")
    table.close()
    assert table.path is not None
    return ReviewScreen(archive().read(table.path), words, archive(), 1, 0)


def well_known(words: Words) -> Screen[Any]:
    """The home screen of a player who has played everything and left a deal unfinished."""
    for preset in MATCHES:
        played(preset, words, whole=preset != "classic").close()
    return HomeScreen(words, home(words))


def statistics(words: Words) -> Screen[Any]:
    """The statistics of a player who has played everything twice."""
    for preset in (*MATCHES, *MATCHES):
        played(preset, words, whole=True).close()
    stats = home(words).stats
    assert stats is not None
    return StatsScreen(words, *stats())


def replays(words: Words) -> Screen[Any]:
    """The records of a player who has played everything."""
    for preset in MATCHES:
        played(preset, words, whole=preset != "king_simple").close()
    return ArchiveScreen(words, archive())


def puzzle(family: str, words: Words) -> Table:
    """The first puzzle of a family."""
    return PuzzleTable(load(family)[0][0], NAMES[words.language][0])


def of_the_tests(kind: type[Screen[Any]], words: Words) -> Screen[Any]:
    """A screen as the tests open it."""
    screens.WORDS = words
    screens.record_a_match(data_dir().parent)
    return screens.SCREENS[kind]()


Made = Table | Screen[Any]
MADE: dict[str, Callable[[Words], Made]] = {
    "home": lambda words: HomeScreen(words, home(words)),
    "home known": well_known,
    **{f"family {name}": partial(lambda name, words: FamilyScreen(words, home(words), name), name) for name in GROUPS},
    **{f"dealt {preset}": partial(dealt, preset) for preset in MATCHES},
    **{f"table {kept.preset}": partial(lambda kept, _: opened(kept), kept) for kept in TABLES},
    **{f"end {preset}": partial(played, preset) for preset in MATCHES},
    **{f"lost {preset}": partial(played, preset, person="lowest", seed=8) for preset in MATCHES},
    "evening": evening,
    **{f"match {preset}": partial(played, preset, whole=True) for preset in MATCHES},
    **{f"review {preset}": partial(reviewed, preset) for preset in MATCHES},
    **{f"puzzle {family}": partial(puzzle, family) for family in families()},
    "statistics": statistics,
    "replays": replays,
    **{
        kind.__name__: partial(of_the_tests, kind)
        for kind in screens.SCREENS
        if kind not in (ArchiveScreen, FamilyScreen, HomeScreen, ReviewScreen, TableScreen)
    },
}
"""The functions that create each screen, by name."""


async def seen(make: Callable[[Words], Made], language: str, theme: str) -> list[tuple[Image.Image, Ink]]:
    """One situation at every size: its picture, and how full it is."""
    words, found = Words(language), []
    app = CardtableApp(None, words, settings_for(words)._replace(delay=0, motion=False), home(words), first=Screen())
    async with app.run_test(size=SIZES[0]) as pilot:
        app.settings = app.settings._replace(theme=theme)
        app._wear()
        made = make(words)
        if isinstance(made, Table):
            app.sit_down(made)
        else:
            app.push_screen(made)
        await pilot.pause()
        await app.workers.wait_for_complete()
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause(0.1)
            rows = strips(app)
            assert app.palette.table.bgcolor is not None
            red, green, blue = app.palette.table.bgcolor.get_truecolor()
            found.append((pixels.draw(rows), ink(rows, (red, green, blue))))
    if isinstance(made, Table):
        made.close()
    return found


def sheet(pictures: Sequence[Image.Image]) -> Image.Image:
    """The two small sizes side by side, the others below."""
    first, second, *others = pictures
    gap = 8
    width = max(first.width + gap + second.width, *(picture.width for picture in others))
    height = second.height + sum(gap + picture.height for picture in others)
    whole = Image.new("RGB", (width, height), pixels.GROUND)
    whole.paste(first, (0, 0))
    whole.paste(second, (first.width + gap, 0))
    below = second.height + gap
    for picture in others:
        whole.paste(picture, (0, below))
        below += picture.height + gap
    return whole


def main() -> int:
    """Draws the pictures asked for, and names what is too empty or cut; returns 1 if anything is."""
    parser = argparse.ArgumentParser(description="Draw every screen at four sizes, and say how full each is.")
    parser.add_argument("folder", type=Path, help="where the pictures are written")
    parser.add_argument(
        "name", nargs="*", help=f"the beginning of a screen's name; all unless named: {', '.join(MADE)}"
    )
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--theme", choices=[theme.name for theme in themes.load()[0]], action="append")
    chosen = parser.parse_args()
    # Independent of the terminal; and reviews search only a little, as the verdicts do not matter here.
    constants.COLOR_SYSTEM = "truecolor"  # type: ignore[misc]  # read whenever an app is made
    os.environ.pop("NO_COLOR", None)
    chances.ITERATIONS = chances.CLOSER = 100  # type: ignore[misc]
    chosen.folder.mkdir(parents=True, exist_ok=True)
    faults = []
    print("ink in %", *(f"{width}x{height}" for width, height in SIZES), sep="\t")
    for name, make in MADE.items():
        if chosen.name and not name.startswith(tuple(chosen.name)):
            continue
        for language, theme in product(chosen.language or LANGUAGES, chosen.theme or THEMES):
            with TemporaryDirectory() as folder:
                os.environ["CARDTABLE_HOME"] = folder
                found = asyncio.run(seen(make, language, theme))
            sheet([picture for picture, _ in found]).save(chosen.folder / f"{name}-{language}-{theme}.png")
            print(f"{name}-{language}-{theme}", *(one.share for _, one in found), sep="\t", flush=True)
            for size, (_, one), drawn in zip(SIZES, found, DRAWN.get(name, (0,) * len(SIZES)), strict=True):
                where = f"{name} at {size[0]}x{size[1]} in {language}, {theme}"
                if one.share < drawn - SLACK:
                    faults.append(f"{where}: ink {one.share}, drawn with {drawn}")
                faults += [f"{where} is cut: {row}" for row in one.cut]
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
