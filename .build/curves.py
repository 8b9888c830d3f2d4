"""Measures how cost grows with the size of a game, and draws it: `python .build/curves.py` writes
tests/pictures/cost.svg.

It measures moves and guesses, the statistics of many deals, resuming a long record, and the arena with several
processes. Times are processor times, which other programs hardly affect; only the arena's are given by the clock too.
The picture also contains the figures, so that `--redraw` can draw it again without measuring.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import re
import resource
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import partial
from html import escape, unescape
from math import ceil, log10
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple

from cardtable import is_compiled
from cardtable.cards import shuffled
from cardtable.cli.bench import random_deals
from cardtable.engine.rules import AnyRules, run_chance
from cardtable.engine.state import guess, observe
from cardtable.games import agree, find_preset
from cardtable.match.record import make_header
from cardtable.match.table import Table
from cardtable.player.stats import Stats

PICTURE = Path(__file__).parent.parent / "tests" / "pictures" / "cost.svg"
Points = list[tuple[float, float]]
Lines = dict[str, Points]
"""The points of each line, by name."""


class Chart(NamedTuple):
    """The labels of a chart; on a `log` chart both axes are logarithmic."""

    title: str
    across: str
    log: bool = False


CHARTS = {
    "moves": Chart("Moves a second (bare)", "players"),
    "guess": Chart("A guess of the hidden cards, \N{MICRO SIGN}s", "cards out of sight"),
    "stats": Chart("Statistics of short deals, seconds", "deals on record", log=True),
    "resume": Chart("Taking up a record, seconds", "lines of the record", log=True),
    "arena": Chart("The arena, ms a deal", "processes"),
}

# Measuring

DEALS = 10
"""The number of deals in each record of the statistics."""


def rules_of(preset: str, seats: int) -> AnyRules:
    """The rules of a preset, even at tables larger than it is meant for."""
    game, found = find_preset(preset)
    return game.rules(found.options, seats)


def moves(seconds: float) -> Lines:
    """Moves per second in random deals without knowledge, by number of players."""
    tables: dict[str, tuple[str, Iterable[int]]] = {
        "Durak 52": ("full_deck", range(2, 9)),
        "Durak 2 \N{MULTIPLICATION SIGN} 36": ("two_packs", range(2, 13)),
        "101": ("classic", range(2, 7)),
        "Bura": ("burkozel_casual", range(2, 7)),
    }
    return {
        name: [(seats, _fastest(rules_of(preset, seats), seconds)) for seats in every]
        for name, (preset, every) in tables.items()
    }


def _fastest(rules: AnyRules, seconds: float, times: int = 3) -> int:
    """The best moves per second of several measurements, as other programs may disturb some."""
    return max(random_deals(rules, True, seconds)[1] for _ in range(times))


def guesses(deals: int) -> Lines:
    """Microseconds per guess during random deals, by the number of cards a player cannot place."""
    tables = {
        "Durak 52": ("full_deck", 2),
        "Durak 2 \N{MULTIPLICATION SIGN} 36": ("two_packs", 6),
        "King": ("king_simple", 4),
    }
    return {name: sorted(_guesses(rules_of(preset, seats), deals)) for name, (preset, seats) in tables.items()}


def _guesses(rules: AnyRules, deals: int, step: int = 4, times: int = 50) -> Iterator[tuple[float, float]]:
    found: dict[int, list[float]] = defaultdict(list)
    for number in range(deals):
        rng = Random(number)
        state = rules.deal(shuffled(rules.deck, number), 0, rules.start())
        while state.to_act:
            run_chance(rules, state, rng)
            if not state.to_act:
                break
            seen = observe(state, 0)
            unseen = sum(seen.state.hidden or ())
            if unseen and unseen % step == 0 and len(found[unseen]) < 3 * deals:
                start = process_time()
                for _ in range(times):
                    guess(rules.all_cards, seen, rng)
                found[unseen].append((process_time() - start) / times * 1e6)
            seat = state.to_act[0]
            rules.play(state, seat, rng.choice(rules.legal(state, seat)))
    for unseen, took in found.items():
        if len(took) >= deals:
            yield unseen, fmean(took)


def record(path: Path, preset: str, changes: dict[str, Any], *, lines: int, deals: int) -> None:
    """Writes a match of two people playing at random, with so many lines or deals."""
    game, options = agree(preset, changes, 2)
    header = make_header(game, preset, options, ("Anna", "Boris"), ("person", "person"), 1)
    table, rng = Table.begin(game.rules(options, 2), header, path, durable=False), Random(1)
    made = 2
    while made < lines and not table.match_over:
        if table.deal_over and table.deals == deals:
            break
        if table.deal_over:
            table.next_deal()
        else:
            seat = table.to_act[0]
            table.submit(seat, rng.choice(table.legal(seat)))
        made += 1
    table.close()


def _took(call: Callable[[], object]) -> float:
    """The processor time of a call, in seconds."""
    gc.collect()
    start = process_time()
    call()
    return process_time() - start


def statistics(folder: Path, most: int) -> Lines:
    """Seconds to read the deals on record, to look for new ones, and to evaluate them, by number of deals."""
    path = folder / "0.jsonl"
    record(path, "burkozel", {"target_wins": 11}, lines=sys.maxsize, deals=DEALS)
    found: Lines = {"read once": [], "looked through again": [], "told": []}
    stats, records, reading, deals = Stats(folder / "stats.db"), 1, 0.0, 100
    while deals <= most:
        for number in range(records, deals // DEALS):
            os.link(path, folder / f"{number}.jsonl")
        records = deals // DEALS
        reading += _took(lambda: stats.read(folder))
        again = min(_took(lambda: stats.read(folder)) for _ in range(3))
        told = min(_took(lambda: (stats.people(), stats.results("family"))) for _ in range(3))
        if sum(results.deals for results in stats.results("family")) != 2 * deals:
            raise RuntimeError(f"{deals} deals are not all counted")
        for line, took in zip(found.values(), (reading, again, told), strict=True):
            line.append((deals, took))
        deals *= 10
    stats.close()
    return found


def _take_up(path: Path) -> None:
    Table.resume(path).close()


def resuming(folder: Path) -> Lines:
    """Seconds until a match can continue, by number of lines in its record."""
    line: Points = []
    for lines in (100, 300, 1_000, 3_000, 10_000):
        path = folder / f"{lines}.jsonl"
        record(path, "throw_in", {"match": "deals", "match_length": 100}, lines=lines, deals=100)
        line.append((lines, min(_took(partial(_take_up, path)) for _ in range(5))))
    return {"Durak": line}


def arena(deals: int) -> Lines:
    """Time per deal between bots, by number of processes: of all processors together, and by the clock."""
    found: Lines = {"of all processors": [], "by the clock": []}
    for jobs in range(1, 9):
        command = [sys.executable, "-m", "cardtable", "arena", "throw_in", "--bots", "steady,uniform"]
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = perf_counter()
        subprocess.run([*command, "--deals", str(deals), "--jobs", str(jobs)], check=True, capture_output=True)
        clock = perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processors = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
        for line, took in zip(found.values(), (processors, clock), strict=True):
            line.append((jobs, took / deals * 1e3))
    return found


# Drawing

FONT = 'font-family="DejaVu Sans, sans-serif" font-size="12"'
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#a0569a")
WIDTH, HEIGHT = 360, 280
LEFT, TOP, RIGHT, BOTTOM = 56, 52, 20, 44
"""The margins of a chart."""


class Axis:
    """Maps values along one side of a chart to 0..1, and chooses the labelled ones."""

    def __init__(self, values: Iterable[float], log: bool, zero: bool = False) -> None:
        found = [*values]
        self._log = log
        if log:
            low, high = (round_(log10(value)) for round_, value in ((_floor, min(found)), (ceil, max(found))))
            self.named = [10.0**power for power in range(low, max(high, low + 1) + 1)]
        else:
            least, most = 0.0 if zero else min(found), max(found)
            step = _step(most - least, 5)
            self.named = [step * number for number in range(_floor(least / step), ceil(most / step) + 1)]

    def at(self, value: float) -> float:
        """The position of a value, from 0 to 1."""
        low, high = self.named[0], self.named[-1]
        if self._log:
            low, high, value = log10(low), log10(high), log10(value)
        return (value - low) / (high - low)


def _floor(value: float) -> int:
    return int(value // 1)


def _step(span: float, most: int) -> float:
    """The smallest round step that divides the span into at most so many parts."""
    power = 10.0 ** _floor(log10(span / most))
    return next(power * factor for factor in (1, 2, 5, 10) if span / (power * factor) <= most)


def _number(value: float) -> str:
    if value >= 1_000_000:
        return f"{value / 1_000_000:g} M"
    return f"{value / 1_000:g} k" if value >= 10_000 else f"{value:,g}"


def _text(x: float, y: float, text: str, anchor: str = "start", look: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {look}>{escape(text)}</text>'


def chart(about: Chart, lines: Lines) -> Iterator[str]:
    """The SVG elements of a chart, with its origin at the upper left corner."""
    points = [point for line in lines.values() for point in line]
    across = Axis((x for x, _ in points), about.log)
    up = Axis((y for _, y in points), about.log, zero=True)
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def place(x: float, y: float) -> tuple[float, float]:
        return LEFT + width * across.at(x), TOP + height * (1 - up.at(y))

    yield _text(LEFT, 20, about.title, look='font-weight="bold"')
    for value in up.named:
        y = place(across.named[0], value)[1]
        yield f'<path d="M{LEFT} {y:.1f}h{width}" stroke="#ddd"/>'
        yield _text(LEFT - 6, y + 4, _number(value), "end")
    for value in across.named:
        yield _text(place(value, up.named[0])[0], TOP + height + 16, _number(value), "middle")
    yield _text(LEFT + width / 2, HEIGHT - 10, about.across, "middle", 'fill="#555"')
    names: list[str] = []
    for colour, (name, line) in zip(COLOURS, lines.items(), strict=False):
        places = [place(x, y) for x, y in line]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in places)
        names.append(f'<tspan fill="{colour}" dx="{14 if names else 0}">{escape(name)}</tspan>')
    yield f'<text x="{LEFT}" y="40">{"".join(names)}</text>'


def picture(found: dict[str, Lines], notes: list[str]) -> str:
    """The picture with three charts per row, the notes in the last place and the figures embedded."""
    parts = []
    for index, (name, lines) in enumerate(found.items()):
        inside = "\n".join(chart(CHARTS[name], lines))
        parts.append(f'<g transform="translate({index % 3 * WIDTH} {index // 3 * HEIGHT})">\n{inside}\n</g>')
    x, y = len(found) % 3 * WIDTH + LEFT, len(found) // 3 * HEIGHT + TOP
    parts += [_text(x, y + 18 * row, note, look='fill="#555"') for row, note in enumerate(notes)]
    size = f'width="{3 * WIDTH}" height="{2 * HEIGHT}"'
    box = f'viewBox="0 0 {3 * WIDTH} {2 * HEIGHT}"'
    figures = escape(json.dumps({"found": found, "notes": notes}), quote=False)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} {FONT}>',
            f"<metadata>{figures}</metadata>",
            f'<rect {size} fill="#fff"/>',
            *parts,
            "</svg>\n",
        ]
    )


def main() -> None:
    """Measures, or takes the previous figures with `--redraw`, and draws."""
    parser = argparse.ArgumentParser(description="Measure how cost grows, and draw it.")
    parser.add_argument("--redraw", action="store_true", help="draw the figures of the last time anew")
    parser.add_argument("--only", choices=CHARTS, help="measure this alone, and leave the rest as it was")
    parser.add_argument("--deals", type=int, default=100_000, help="how many the statistics count at most")
    given = parser.parse_args()
    found: dict[str, Lines] = {}
    notes: list[str] = []
    if given.redraw or given.only:
        figures = re.search("<metadata>(.*)</metadata>", PICTURE.read_text(encoding="utf-8"))
        assert figures is not None
        found, notes = json.loads(unescape(figures[1])).values()
    if not given.redraw:
        notes = [
            f"Python {platform.python_version()}, {platform.machine()}{', compiled' * is_compiled()}",
            f"{os.cpu_count()} processors, {os.getloadavg()[0]:.0f} programs at work",
            f"processor time, {date.today().isoformat()}",
        ]
        measured: dict[str, Callable[[Path], Lines]] = {
            "moves": lambda folder: moves(0.5),
            "guess": lambda folder: guesses(20),
            "stats": lambda folder: statistics(folder, given.deals),
            "resume": resuming,
            "arena": lambda folder: arena(1_000),
        }
        for name, measure in measured.items():
            if given.only in (None, name):
                with TemporaryDirectory() as folder:
                    found[name] = measure(Path(folder))
                print(name, json.dumps(found[name]), flush=True)
    PICTURE.write_text(picture(found, notes), encoding="utf-8")


if __name__ == "__main__":
    main()
