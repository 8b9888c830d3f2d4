"""Measures the returns of styles against `steady` for `cardtable/lab/baselines.toml`, which `cardtable help lab` shows.

Each style plays every deck once from each seat, with `steady` in the other seats. A figure is the style's mean return,
from -1 for a loss to 1 for a win, with the standard error over the decks. The return of `steady` itself is 0 only in
zero-sum games. `python .build/baselines.py [PRESET ...]` keeps existing lines; delete a line to measure it again.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

import tomlkit

PROJECT = Path(__file__).resolve().parent.parent
FILE = PROJECT / "cardtable" / "lab" / "baselines.toml"
SEED = 4300
AGAINST = "steady"
sys.path.insert(0, str(PROJECT))

from cardtable.arena import Arena, seatings  # noqa: E402
from cardtable.games import find_preset  # noqa: E402


class Row(NamedTuple):
    """A preset, its strongest style without search, and the numbers of decks for styles and for the expert."""

    preset: str
    best: str
    decks: int
    searched: int


ROWS = (
    Row("throw_in", "counter_player", 1000, 120),
    Row("classic", "harasser", 1000, 60),
    Row("burkozel", "combiner", 1000, 100),
    Row("nizhny", "shamok_hunter", 500, 16),
    Row("transfer", "counter_player", 500, 30),
    Row("king_simple", "counter", 60, 3),
)


def deck(preset: str, style: str, number: int) -> float:
    """The mean return of a style over all seats of a deck."""
    game, found = find_preset(preset)
    seats = found.players
    rules = game.rules(found.options, seats)
    arena = Arena(game.id, preset, asdict(found.options), SEED, limit=60.0)
    scores = []
    for seating in seatings((style, *[AGAINST] * (seats - 1)), number):
        deal = arena.play(rules, seating, [0.0, 0.0])
        if deal.failed:
            sys.exit(f"{preset}: {deal.failed} failed, {deal.what}")
        scores += [score for one, score in zip(seating.styles, deal.scores, strict=True) if one == style]
    return 2 * fmean(scores) - 1


def main() -> None:
    """Plays, and writes every result as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("presets", nargs="*", metavar="PRESET", help=f"of {', '.join(row.preset for row in ROWS)}")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    document = tomlkit.parse(FILE.read_text(encoding="utf-8")) if FILE.exists() else tomlkit.document()
    if not FILE.exists():
        document.add(tomlkit.comment("Mean returns against steady, and standard errors: `python .build/baselines.py`."))
    with ProcessPoolExecutor(given.jobs) as pool:
        for row in ROWS:
            if given.presets and row.preset not in given.presets:
                continue
            table = document.setdefault(row.preset, tomlkit.table())
            for style in ("uniform", "lowest", AGAINST, row.best, "expert"):
                if style in table:
                    continue
                count = row.searched if style == "expert" else row.decks
                found = list(pool.map(deck, [row.preset] * count, [style] * count, range(count), chunksize=4))
                mean, error = fmean(found), stdev(found) / sqrt(len(found))
                table[style] = [round(mean, 3) + 0.0, round(error, 3)]  # avoids -0.0
                print(f"{row.preset} {style}: {mean:+.3f} +- {error:.3f}, {count} decks", flush=True)
                FILE.write_text(tomlkit.dumps(document), encoding="utf-8")


if __name__ == "__main__":
    main()
