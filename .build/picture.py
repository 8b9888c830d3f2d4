"""Draws the picture of the README: `python .build/picture.py` plays some moves without a terminal, keeps the screen."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random

from cardtable.bots import make_bot
from cardtable.games import family
from cardtable.record import make_header
from cardtable.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.protocol import Settings
from cardtable.words import Words

PICTURE = Path(__file__).parent.parent / "tests" / "pictures" / "table.svg"


def table_to_show() -> Table:
    """Four players of whom the first, a person, is about to cover: something is covered already, something open."""
    game = family("durak")
    options = game.presets["transfer"].options
    rules = game.rules(options, 4)
    kinds = ("person", "bot:steady", "bot:uniform", "bot:steady")
    for seed in range(1000):
        header = make_header(game, "transfer", options, ("Anna", "Steady", "Uniform", "Steady 2"), kinds, seed)
        table = Table.begin(rules, header)
        stand_in = make_bot("steady", game.id, rules)
        while table.to_act:
            seat = table.to_act[0]
            seen = table.observe(seat)
            if seat == 0 and len(table.scene(0).targets) == 1:
                shown = next(pile for pile in table.scene(0).piles if pile.layout == "pairs")
                if shown.size >= 5 and len(seen.state.stock) >= 6:
                    return table
            move = stand_in.choose(seen, table.legal(seat), Random(1)).move if seat == 0 else table.bot_move(seat)
            table.submit(seat, move)
    raise LookupError("no such moment")


async def draw() -> str:
    """The screen at that moment, as SVG."""
    app = CardtableApp(table_to_show(), Words("en"), Settings(delay=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause(0.5)
        return app.export_screenshot(title="cardtable")


def main() -> None:
    """Writes the picture; without the web font that Textual names, so that looking at it asks nobody for anything."""
    svg = re.sub(r"@font-face \{.*?\}\n", "", asyncio.run(draw()), flags=re.DOTALL)
    PICTURE.write_text(svg.replace("Fira Code", "monospace"), encoding="utf-8")
    print(PICTURE)


if __name__ == "__main__":
    main()
