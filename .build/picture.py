"""Draws the pictures of the README: `python .build/picture.py` plays without a terminal and keeps some screens."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

from cardtable.bots import make_bot
from cardtable.engine.scene import Scene
from cardtable.games import find_preset
from cardtable.record import make_header
from cardtable.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.protocol import Settings
from cardtable.words import Words

FOLDER = Path(__file__).parent.parent / "tests" / "pictures"
STEADY = "bot:steady"
NAMES = {"en": ("Anna", "Steady", "Steady 2", "Steady 3"), "ru": ("Анна", "Надёжный", "Надёжный 2", "Надёжный 3")}
"""By language: the only person, and the bots as they are called at a table."""


def table_to_show(preset: str, seats: int, wanted: Callable[[Scene], bool], language: str) -> Table:
    """A table at which it is the turn of Anna, the only person, at the first moment that is wanted."""
    game, found = find_preset(preset)
    rules = game.rules(found.options, seats)
    names = NAMES[language][:seats]
    for seed in range(1000):
        table = Table.begin(
            rules, make_header(game, preset, found.options, names, ("person", *[STEADY] * 3)[:seats], seed)
        )
        stand_in = make_bot("steady", game.id, rules)
        while table.to_act:
            seat = table.to_act[0]
            if seat == 0 and wanted(table.scene(0)):
                return table
            seen = table.observe(seat)
            move = stand_in.choose(seen, table.legal(seat), Random(1)).move if seat == 0 else table.bot_move(seat)
            table.submit(seat, move)
    raise LookupError("no such moment")


def covering(scene: Scene) -> bool:
    """Something is covered already, one card is open, and there is a stock."""
    size = {pile.key: pile.size for pile in scene.piles}
    return len(scene.targets) == 1 and size["table"] >= 5 and size["stock"] >= 6


def last_to_follow(scene: Scene) -> bool:
    """The others have played to the trick."""
    return any(pile.layout == "trick" and len(pile.cards) == 3 for pile in scene.piles)


def ordered(scene: Scene) -> bool:
    """A suit is ordered."""
    return any("order" in fact.source for fact in scene.facts) and len(scene.choices) > 2


PICTURES: dict[str, tuple[str, int, Callable[[Scene], bool], str]] = {
    "table": ("transfer", 4, covering, "en"),
    "king": ("king_simple", 4, last_to_follow, "en"),
    "one_oh_one": ("classic", 3, ordered, "ru"),
}
"""By file: the preset, the players, the moment, and the language."""


async def draw(table: Table, language: str) -> str:
    """The screen at this moment, as SVG."""
    app = CardtableApp(table, Words(language), Settings(delay=0, theme="felt"))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause(0.5)
        return app.export_screenshot(title="cardtable")


def main() -> None:
    """Writes the pictures, without the web font that Textual names: looking at them asks nobody for anything."""
    for name, (preset, seats, wanted, language) in PICTURES.items():
        drawn = asyncio.run(draw(table_to_show(preset, seats, wanted, language), language))
        svg = re.sub(r"@font-face \{.*?\}\n", "", drawn, flags=re.DOTALL)
        path = FOLDER / f"{name}.svg"
        path.write_text(svg.replace("Fira Code", "monospace"), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
