"""Finds the smallest terminal at which each preset is playable. See `python .build/sizes.py --help`.

A table is played through a whole deal at random, headless, with the usual and the largest number of players. Every
picture of that deal is then drawn at growing sizes until nothing essential is cut: rank and suit of every card in the
hand and on the table, the labels of the piles, the facts of the heading, the roles of all chairs, the prompt, the
effect of every choice, and the keys that answer. How much of the screen is filled is measured on a deal played
normally, with a bot in every seat: at random, many deals are over after one trick.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

from textual.pilot import Pilot

from cardtable.cards import HIDDEN, Card
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import clean
from cardtable.games import FAMILIES, family, find_preset
from cardtable.match.record import Header, make_header
from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes import too_small
from cardtable.tui.boxes.dialogs import Pick
from cardtable.tui.draw import cells
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, width_of
from cardtable.tui.draw.keyline import that_fit
from cardtable.tui.draw.lines import Line
from cardtable.tui.draw.painter import Painter, Size
from cardtable.tui.felt import board, chairs, cloth
from cardtable.tui.felt.look import TableLook
from cardtable.tui.felt.picture import Picture
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words

NAMES = ("Anna", "Steady", *(f"Steady {number}" for number in range(2, 16)))
"""Names as the program gives them to bots."""
ROOM = (160, 50)
"""The terminal in which the deal is played."""
COLUMNS, LINES = range(40, ROOM[0] + 1, 2), range(14, ROOM[1] + 1)
SIZES = ((80, 24), (100, 30), (120, 34), (140, 40), (180, 46), (200, 50))
"""The terminals for which the filled share is measured."""
NEEDED = too_small.needed_size
"""The program's own answer to this question."""
PLAYER = "steady"
"""The style that plays the deal used to measure how much of the screen is filled."""
ANSWERS = 4
"""Keys up to this rank answer the question; the others are conveniences, and `?` lists them."""


class Moment(NamedTuple):
    """A picture of the deal: the look, the lines of the log, and the finished rounds."""

    look: TableLook
    lines: tuple[str, ...]
    earlier: tuple[str, ...]
    past: tuple[cloth.Past, ...]


class Watch:
    """Collects what was lost while a sheet was painted."""

    def __init__(self) -> None:
        self.lost: list[str] = []
        self.cards: list[tuple[int, int, Card]] = []

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Hooks into the painters."""
        put, card, cut, names = Sheet.put, Painter.card, cells.cut, cells.short_names

        def watched_put(sheet: Sheet, x: int, y: int, text: str, style: Any) -> int:
            end = put(sheet, x, y, text, style)
            if text.strip() and (not 0 <= y < sheet.height or x < 0 or end > sheet.width):
                self.lost.append(f"beyond the edge: {text.strip()}")
            return end

        def watched_card(painter: Painter, sheet: Sheet, x: int, y: int, what: Card, size: Size, **kind: bool) -> None:
            self.cards.append((x, y, what))
            if x < 0 or y < 0 or x + size.width > sheet.width or y + size.height > sheet.height:
                self.lost.append(f"beyond the edge: {painter.words.card(what)}")
            card(painter, sheet, x, y, what, size, **kind)

        def watched_cut(text: str, width: int) -> str:
            if width_of(text) > width:
                self.lost.append(f"cut: {text}")
            return cut(text, width)

        def unwatched_names(names_: Any, width: int) -> list[str]:
            # Names may be shortened as long as they stay different.
            before = len(self.lost)
            found = names(names_, width)
            del self.lost[before:]
            if len(set(found)) < len(set(names_)):
                self.lost.append("names alike")
            return found

        Sheet.put, Painter.card = watched_put, watched_card  # type: ignore[method-assign,assignment]
        for module in (cells, board, chairs):
            module.cut, module.short_names = watched_cut, unwatched_names  # type: ignore[attr-defined]
        try:
            yield
        finally:
            Sheet.put, Painter.card = put, card  # type: ignore[method-assign]
            for module in (cells, board, chairs):
                module.cut, module.short_names = cut, names  # type: ignore[attr-defined]

    def painted(self, part: Canvas) -> list[str]:
        """What this part of the picture loses; compares its rows with what they must contain."""
        self.lost, self.cards = [], []
        sheet = part._painted(part.size)
        rows = ["".join(signs) for signs in sheet.signs]
        for x, y, card in self.cards:
            if card != HIDDEN and not _seen(sheet, part, x, y, card):
                self.lost.append(f"hidden: {part.words.card(card)}")
        if isinstance(part, Line) and part.right:
            # The title gives way to the facts.
            self.lost = [lost for lost in self.lost if not lost.startswith("cut: ")]
            # The second-last entry is the number of the bout or deal, which is not essential; the last one is the help.
            needed = [*part.right[:1], *part.right[1:-2], *part.right[-1:]]
            self.lost += [f"no room: {clean(fact)}" for fact in needed if clean(fact) not in rows[0]]
        if isinstance(part, board.Board):
            labels = [
                part._label(pile, noted=False) for pile in part.felt.piles if pile.layout == "stack" and pile.size
            ]
            # Beside the table, a label may be broken at spaces.
            signs = " ".join(rows)
            self.lost += [f"no room: {label}" for label in labels if not all(word in signs for word in label.split())]
        return [f"{type(part).__name__} {part.id or ''}: {lost}" for lost in self.lost]


def _seen(sheet: Sheet, part: Canvas, x: int, y: int, card: Card) -> bool:
    """Whether the index of a card is still visible after everything was painted."""
    index = part.words.card(card)
    return 0 <= y + 1 < sheet.height and "".join(sheet.signs[y + 1][x + 1 : x + 1 + len(index)]) == index


def losses(picture: Picture, moment: Moment, words: Words, columns: int, watch: Watch) -> list[str]:
    """What this picture loses at the current size of the terminal."""
    look = moment.look
    picture.history.lines.clear()
    picture.history.lines.extend(moment.lines)
    picture.history.earlier = moment.earlier
    picture.past = moment.past
    picture.draw(look)
    parts = (picture.heading, picture.board, picture.rule, picture.prompt, picture.hand)
    with watch.watching():
        found = [lost for part in parts for lost in watch.painted(part)]
    hints = picture.hints(look)
    kept = that_fit(hints, columns - 2)
    found += [f"key: {hint.label}" for hint in hints if hint.rank <= ANSWERS and hint not in kept]
    labels = [words.text(choice.label, look.names) for choice in look.choices]
    return found + [f"choice: {label}" for label in labels if width_of(label) > columns - 2]


def begun(rules: AnyRules, header: Header) -> Table:
    """The match at the first deal in which cards are played; the first deal of the ladder only assigns places."""
    table = Table.begin(rules, header)
    while not table.deal_over:
        table.submit(table.to_act[0], table.hint(table.to_act[0], PLAYER).move)
    if any(event.kind in rules.rounds.lays for event in table.public_events()):
        return Table.begin(rules, header)
    table.next_deal()
    return table


async def played(pilot: Pilot[int], table: Table, rng: Random, player: str) -> list[Moment]:
    """Plays the deal to its end, with this bot in the person's seat, or at random from the list of all moves.

    Returns every picture of it.
    """
    app = pilot.app
    screen = next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
    picture = screen.picture
    moments: list[Moment] = []
    draw = picture.draw

    def kept(look: TableLook) -> None:
        if not moments or moments[-1].look != look:
            moments.append(Moment(look, tuple(picture.history.lines), picture.history.earlier, picture.past))
        draw(look)

    picture.draw = kept  # type: ignore[method-assign]
    picture.redraw()
    while not table.deal_over:
        if player:
            while isinstance(app.screen, Pick):
                app.screen.dismiss(None)
                await pilot.pause()
            if 0 in table.to_act:
                screen.flow.make(0, table.hint(0, player).move)
            await pilot.pause()
            continue
        await pilot.press("m")
        while isinstance(app.screen, Pick):
            app.screen.dismiss(rng.randrange(len(app.screen.lines)))
            await pilot.pause()
    while app.screen is not screen:
        app.pop_screen()
    await pilot.pause()
    picture.draw = draw  # type: ignore[method-assign]
    return moments


async def filled(pilot: Pilot[int], picture: Picture, moments: list[Moment]) -> str:
    """The share of non-blank cells at each size, averaged over the deal."""
    told = []
    for columns, lines in SIZES:
        await pilot.resize_terminal(columns, lines)
        await pilot.pause()
        cells = 0
        for moment in moments:
            picture.history.lines.clear()
            picture.history.lines.extend(moment.lines)
            picture.history.earlier = moment.earlier
            picture.past = moment.past
            picture.draw(moment.look)
            await pilot.pause()
            rows = picture.screen._compositor.render_strips()
            cells += sum(sign != " " for strip in rows for sign in strip.text)
        told.append(f"{columns}x{lines} {100 * cells / (columns * lines * len(moments)):.1f} %")
    return ", ".join(told)


async def measure(preset: str, seats: int, asked: argparse.Namespace) -> str:
    """The smallest terminal for this preset, or what is lost at a size that the program accepts."""
    game, found = find_preset(preset)
    player = PLAYER if asked.filled else ""
    kinds = ("person", *[f"bot:{player or 'uniform'}"] * (seats - 1))
    header = make_header(game, preset, found.options, NAMES[:seats], kinds, asked.seed)
    rules = game.rules(found.options, seats)
    table = begun(rules, header) if asked.filled else Table.begin(rules, header)
    words, watch = Words(asked.lang), Watch()
    needed = NEEDED(seats)
    async with CardtableApp(table, words, Settings(delay=0)).run_test(size=ROOM) as pilot:
        moments = await played(pilot, table, Random(asked.seed), player)
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)

        async def lost(columns: int, lines: int) -> Iterator[tuple[Moment, str]]:
            await pilot.resize_terminal(columns, lines)
            await pilot.pause()
            return (
                (moment, what) for moment in moments for what in losses(screen.picture, moment, words, columns, watch)
            )

        async def smallest(sizes: Iterable[tuple[int, int]]) -> tuple[int, int]:
            for size in sizes:
                first = next(await lost(*size), None)
                if first is None:
                    return size
                # A picture with losses at this size will most likely have some at the next, too, so try it first.
                moments.remove(first[0])
                moments.insert(0, first[0])
            raise ValueError("" if first is None else first[1])

        if asked.filled:
            return await filled(pilot, screen.picture, moments[:: max(1, len(moments) // 40)])
        if asked.lost:
            found_lost = Counter(what for _, what in await lost(*needed))
            return "".join(f"\n    {count:4} {what}" for what, count in found_lost.most_common()) or "nothing"
        try:
            columns, _ = await smallest((columns, ROOM[1]) for columns in COLUMNS)
            _, lines = await smallest((max(columns, needed[0]), lines) for lines in LINES)
        except ValueError as lost_always:
            return f"even {ROOM[0]} x {ROOM[1]} is too small: {lost_always}"
    return f"{columns} columns; {lines} lines where there are {max(columns, needed[0])} columns"


def main() -> None:
    """Measures the presets asked for, or all."""
    parser = argparse.ArgumentParser(description="Find the smallest terminal at which each preset is playable.")
    parser.add_argument("presets", nargs="*", metavar="PRESET", help="all unless named")
    parser.add_argument("--seed", type=int, default=7, help="of the deal (7 unless given)")
    parser.add_argument("--lang", default="en", choices=("en", "ru"))
    parser.add_argument("--lost", action="store_true", help="tell what is lost at the size that the program asks for")
    parser.add_argument("--filled", action="store_true", help="tell how much of the screen is filled at six sizes")
    asked = parser.parse_args()
    too_small.needed_size = lambda players: (1, 1)
    for name in FAMILIES:
        for preset, found in family(name).presets.items():
            if asked.presets and preset not in asked.presets:
                continue
            for seats in sorted({found.players, found.seats[-1]}):
                told = asyncio.run(measure(preset, seats, asked))
                print(f"{name} {preset}, {seats} players: {told}", flush=True)


if __name__ == "__main__":
    main()
