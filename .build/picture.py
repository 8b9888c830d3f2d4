"""Draws the pictures of the README from the program itself: `python .build/picture.py [NAME ...]`, by default all.

Tables are played to a certain moment without a terminal, and the cells of the screen are drawn (`pixels.py`). `lesson`
shows a step of a lesson, `puzzle` a puzzle, `themes` one table in every theme, `play` an animation of some moves,
`page` a deal as a page, together with the page itself. Needs Pillow (`pip install -e '.[dev]'`), a monospaced font with
suit signs, and Chromium for the page.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import time
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import ViewportSize, sync_playwright
from textual import constants
from textual._context import visible_screen_stack
from textual.pilot import Pilot
from textual.strip import Strip

from cardtable.bots.finding import make_bot
from cardtable.cards import bits
from cardtable.coach.review import SeatReview
from cardtable.desk.replays import archive
from cardtable.desk.screen import home, lessons, puzzles
from cardtable.engine.scene import Scene
from cardtable.engine.verbs import Gesture
from cardtable.film import film_of
from cardtable.film.page import page
from cardtable.games import find_preset
from cardtable.lessons import find
from cardtable.lessons.table import LessonTable
from cardtable.match.record import make_header, read_record
from cardtable.match.replay import Replay
from cardtable.match.table import Table
from cardtable.puzzles import load
from cardtable.puzzles.table import PuzzleTable
from cardtable.tui.app import CardtableApp
from cardtable.tui.felt.table_keys import GESTURE_KEYS
from cardtable.tui.protocol import Settings
from cardtable.tui.table.review_screen import ReviewScreen
from cardtable.tui.table.table_screen import TableScreen
from cardtable.tui.terminal import themes
from cardtable.words import Words

try:
    import pixels
    from PIL import Image, ImageDraw
except ModuleNotFoundError as missing:
    sys.exit(f"picture.py: {missing.name} is not installed: pip install -e '.[dev]'")

FOLDER = Path(__file__).parent.parent / "tests" / "pictures"
STEADY = "bot:steady"
NAMES = {"en": ("Anna", "Vera", "Boris", "Galya"), "ru": ("Анна", "Вера", "Борис", "Галя")}
"""By language, the name of the only person and the names of the bots."""
WINDOW = 140, 40
"""Columns and rows of the first screen."""
COLUMNS = 3
"""Themes per row of the gallery, each at half its size."""
SECONDS, MOST_BYTES = 18, 1_500_000
"""The length in seconds and the largest size of the animation."""
LOOK, GLIDE = 1.0, 0.12
"""Seconds for which the player in the animation looks at the table before acting, and at a card."""


class Shot(NamedTuple):
    """The settings of a picture of a table."""

    preset: str
    seats: int
    wanted: Callable[[Scene], bool]
    size: tuple[int, int]
    language: str = "en"
    theme: str = "felt"


def table_to_show(shot: Shot) -> Table:
    """A table with Anna, the only person, to move, at the first moment that matches."""
    game, found = find_preset(shot.preset)
    rules = game.rules(found.options, shot.seats)
    names = NAMES[shot.language][: shot.seats]
    kinds = ("person", *[STEADY] * 3)[: shot.seats]
    for seed in range(1000):
        table = Table.begin(rules, make_header(game, shot.preset, found.options, names, kinds, seed))
        stand_in = make_bot("steady", game.id, rules)
        while table.to_act:
            seat = table.to_act[0]
            if seat == 0 and shot.wanted(table.scene(0)):
                return table
            seen = table.observe(seat)
            move = stand_in.choose(seen, table.legal(seat), Random(1)).move if seat == 0 else table.bot_move(seat)
            table.submit(seat, move)
    raise LookupError("no such moment")


def covering(scene: Scene) -> bool:
    """Something is covered, one card is open, and there is a stock."""
    size = {pile.key: pile.size for pile in scene.piles}
    return len(scene.targets) == 1 and size["table"] >= 5 and size["stock"] >= 6


def last_to_follow(scene: Scene) -> bool:
    """The others have played to the trick, early in the deal."""
    played = any(pile.layout == "trick" and len(pile.cards) == 3 for pile in scene.piles)
    return played and any(pile.key == "hand" and pile.size >= 6 for pile in scene.piles)


def ordered(scene: Scene) -> bool:
    """A suit has been ordered."""
    return any("order" in fact.source for fact in scene.facts) and len(scene.choices) > 2


def at_once(_scene: Scene) -> bool:
    """The first decision."""
    return True


SHOTS = {
    "durak": Shot("transfer", 4, covering, (140, 40)),
    "king": Shot("king_simple", 4, last_to_follow, (140, 40), theme="blue"),
    "one_oh_one": Shot("classic", 3, ordered, (100, 30), "ru", "wine"),
}
SCRIPTED = Shot("", 2, at_once, (100, 30))
LESSON, STEP = "durak-1", 5
"""The lesson shown, and its step."""
PUZZLE = "durak"
"""The family whose first puzzle is shown."""


def lesson_to_show() -> Table:
    """A lesson in which the reader has to beat a card."""
    table = LessonTable(find(LESSON), NAMES["en"][0])
    table.go_to(STEP)
    return table


def puzzle_to_show() -> Table:
    """A puzzle before its first move."""
    return PuzzleTable(load(PUZZLE)[0][0], NAMES["en"][0])


SCRIPTS: dict[str, Callable[[], Table]] = {"lesson": lesson_to_show, "puzzle": puzzle_to_show}
GALLERY = Shot("king_simple", 4, last_to_follow, (140, 40))
FILM = Shot("throw_in", 3, at_once, (120, 34))
REVIEW = Shot("throw_in", 2, at_once, (140, 40))
CARELESS = "lowest"
"""The style of the person whose deal is reviewed."""
PAGE: ViewportSize = {"width": 1120, "height": 700}
"""The size of the window for a page."""


def rows_of(app: CardtableApp) -> list[Strip]:
    """The cells of the screen, as a terminal would show them."""
    visible_screen_stack.set(app._background_screens)
    return [Strip(list(row)) for row in app.screen._compositor.render_strips()]


async def drawn(shot: Shot, table: Table, theme: str) -> Image.Image:
    """The screen with this table."""
    app = CardtableApp(table, Words(shot.language), Settings(delay=0, theme=theme))
    async with app.run_test(size=shot.size) as pilot:
        await pilot.pause(0.5)
        return pixels.draw(rows_of(app))


def save(picture: Image.Image, name: str) -> None:
    """Writes a picture with its own colours, or 256 of them."""
    path = FOLDER / f"{name}.png"
    picture.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path} {path.stat().st_size:,} bytes")


async def gallery() -> Image.Image:
    """The same table in every theme, reduced, with the names below."""
    table = table_to_show(GALLERY)
    names = [theme.name for theme in themes.load()[0]]
    pictures = [await drawn(GALLERY, table, name) for name in names]
    _, letter = pixels.cell()
    wide, high = pictures[0].width // 2, pictures[0].height // 2
    gap = letter // 2
    size = (COLUMNS * (wide + gap) + gap, -(-len(names) // COLUMNS) * (high + 2 * letter) + gap)
    sheet = Image.new("RGB", size, pixels.GROUND)
    pen = ImageDraw.Draw(sheet)
    for nth, (name, picture) in enumerate(zip(names, pictures, strict=True)):
        row, column = divmod(nth, COLUMNS)
        x, y = gap + column * (wide + gap), gap + row * (high + 2 * letter)
        sheet.paste(picture.resize((wide, high), Image.Resampling.LANCZOS), (x, y))
        pen.text((x, y + high + letter // 4), name, pixels.FORE, font=pixels.font(bold=False))
    return sheet


async def first_screen() -> Image.Image:
    """The start screen without arguments, for a player who has not played yet."""
    with TemporaryDirectory() as folder:
        os.environ["CARDTABLE_HOME"] = folder
        words, settings = Words("en"), Settings(delay=0, lessons=lessons, puzzles=puzzles)
        app = CardtableApp(None, words, settings, home(words)._replace(person="Anna"))
        async with app.run_test(size=WINDOW) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause(0.5)
            await pilot.press("down", "right", "right")
            return pixels.draw(rows_of(app))


def careless_deal(folder: str) -> Table:
    """A finished deal of a careless player, recorded in this folder."""
    path = Path(folder) / "match.jsonl"
    begun = table_to_show(REVIEW)
    table = Table.begin(begun.rules, begun.header, path, durable=False)
    careless = make_bot(CARELESS, table.header.family, table.rules)
    while table.to_act:
        seat = table.to_act[0]
        seen = table.observe(seat)
        move = careless.choose(seen, table.legal(seat), Random(1)).move if seat == 0 else table.bot_move(seat)
        table.submit(seat, move)
    return table


def careless_record(folder: str) -> Path:
    """The record of a careless player's deal."""
    table = careless_deal(folder)
    table.close()
    assert table.path is not None
    return table.path


async def end() -> Image.Image:
    """The end of a careless player's deal, after the look back."""
    with TemporaryDirectory() as folder:
        settings = Settings(delay=0, theme=REVIEW.theme, archive=archive())
        app = CardtableApp(careless_deal(folder), Words(REVIEW.language), settings)
        async with app.run_test(size=WINDOW) as pilot:
            await pilot.pause(0.5)
            await app.workers.wait_for_complete()
            await pilot.pause(2)
            return pixels.draw(rows_of(app))


async def review() -> Image.Image:
    """The review of a careless player's deal."""
    with TemporaryDirectory() as folder:
        store, words = archive(), Words(REVIEW.language)
        screen = ReviewScreen(store.read(careless_record(folder)), words, store, 1, 0)
        app = CardtableApp(None, words, Settings(delay=0, theme=REVIEW.theme, archive=store), first=screen)
        async with app.run_test(size=REVIEW.size) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause(0.5)
            return pixels.draw(rows_of(app))


def page_with_picture() -> None:
    """Writes a careless player's deal as a page, and a picture of it before the costliest decision."""
    with TemporaryDirectory() as folder, sync_playwright() as driver:
        replay = Replay(read_record(careless_record(folder)))
        judged = SeatReview(replay, 1, 0)
        for _ in judged.go_on():
            pass
        path = FOLDER / "deal.html"
        path.write_text(page(film_of(replay, [1], 0, reviews={1: judged}), "en"), "utf-8")
        print(f"{path} {path.stat().st_size:,} bytes")
        at = replay.standing(1).index(judged.dearest[0].moment) - 1
        # As root, which is common in containers, Chromium refuses its own sandbox.
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        shown = browser.new_page(viewport=PAGE, color_scheme="dark", reduced_motion="reduce")
        shown.goto(f"{path.as_uri()}#1.{at}")
        shown.keyboard.press("q")
        shown.keyboard.press("1")
        picture = Image.open(BytesIO(shown.screenshot())).convert("RGB")
        browser.close()
    save(picture, "page")


class Film:
    """The screen during a game: every change, with its time."""

    def __init__(self, app: CardtableApp, pilot: Pilot[int]) -> None:
        self.app = app
        self.pilot = pilot
        self.frames: list[tuple[float, list[Strip]]] = []
        self.begun = time.monotonic()

    @property
    def length(self) -> float:
        """Seconds so far."""
        return time.monotonic() - self.begun

    async def run(self, seconds: float) -> None:
        """Records for this many seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            rows = rows_of(self.app)
            if not self.frames or rows != self.frames[-1][1]:
                self.frames.append((self.length, rows))
            await asyncio.sleep(0.02)

    async def press(self, key: str) -> None:
        """Presses a key and records the effect."""
        await self.pilot.press(key)
        await self.run(GLIDE)

    async def play(self, table: Table) -> None:
        """Plays like a steady player, with the keys of the table."""
        while self.length < SECONDS and not table.deal_over:
            screen = self.app.screen
            if not isinstance(screen, TableScreen) or table.to_act[:1] != (0,):
                await self.run(GLIDE)
                continue
            await self.run(LOOK)
            move = table.hint(0, "steady").move
            picture = screen.picture
            if move.cards:
                place = picture.cards.index(bits(move.cards)[0])
                while picture.cursor != place:
                    await self.press("right" if picture.cursor < place else "left")
                await self.run(LOOK / 2)
            gesture = table.rules.verbs[move.verb].gesture
            await self.press("enter" if gesture is Gesture.LAY else GESTURE_KEYS[gesture].shown)

    def save(self, name: str) -> None:
        """Writes the animation with one palette for all frames. Raises ValueError if it is too large."""
        kept = [(at, rows) for at, rows in self.frames if at < SECONDS]
        pictures = [pixels.draw(rows) for _, rows in kept]
        times = [*(at for at, _ in kept), SECONDS]
        spans = [max(round(1000 * (end - at)), 20) for at, end in pairwise(times)]
        height = pictures[0].height
        tall = Image.new("RGB", (pictures[0].width, height * 3))
        for nth, picture in enumerate((pictures[0], pictures[len(pictures) // 2], pictures[-1])):
            tall.paste(picture, (0, nth * height))
        colours = tall.quantize(128, dither=Image.Dither.NONE)
        frames = [picture.quantize(palette=colours, dither=Image.Dither.NONE) for picture in pictures]
        path = FOLDER / f"{name}.gif"
        frames[0].save(path, save_all=True, append_images=frames[1:], duration=spans, loop=0, optimize=True, disposal=1)
        size = path.stat().st_size
        print(f"{path} {size:,} bytes, {len(frames)} frames, {sum(spans) / 1000:.1f} s")
        if size > MOST_BYTES:
            raise ValueError(f"{path} has {size:,} bytes, {MOST_BYTES:,} are allowed")


async def film() -> Film:
    """Records some moves of a game."""
    table = table_to_show(FILM)
    app = CardtableApp(table, Words(FILM.language), Settings(delay=0.7, theme=FILM.theme, motion=True))
    async with app.run_test(size=FILM.size) as pilot:
        await pilot.pause(0.5)
        found = Film(app, pilot)
        await found.play(table)
        return found


WHOLE = {"home": first_screen, "review": review, "end": end, "themes": gallery}
"""Pictures that show more than a table."""


def main() -> int:
    """Writes the pictures."""
    names = [*SHOTS, *SCRIPTS, *WHOLE, "play", "page"]
    parser = argparse.ArgumentParser(description="Draw the pictures of the README.")
    parser.add_argument("name", nargs="*", metavar="NAME", help=f"{', '.join(names)}; all unless named")
    chosen = parser.parse_args().name or names
    if unknown := [name for name in chosen if name not in names]:
        parser.error(f"{unknown[0]!r} is no picture; there are {', '.join(names)}")
    # Independent of the terminal it is run in.
    constants.COLOR_SYSTEM = "truecolor"  # type: ignore[misc]  # read whenever an app is made
    os.environ.pop("NO_COLOR", None)
    try:
        pixels.cell()
        FOLDER.mkdir(exist_ok=True)
        for name in chosen:
            if name == "play":
                asyncio.run(film()).save(name)
            elif name == "page":
                page_with_picture()
            elif name in WHOLE:
                save(asyncio.run(WHOLE[name]()), name)
            elif name in SCRIPTS:
                save(asyncio.run(drawn(SCRIPTED, SCRIPTS[name](), SCRIPTED.theme)), name)
            else:
                save(asyncio.run(drawn(SHOTS[name], table_to_show(SHOTS[name]), SHOTS[name].theme)), name)
    except (pixels.NoFont, OSError, ValueError) as wrong:
        print(f"picture.py: {wrong}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
