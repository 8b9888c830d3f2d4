"""Compares the speed of the rules with OpenSpiel and RLCard, all driven from Python as in `cardtable bench`.

Those two live in an environment of their own (`build/peers`), created when missing. All play in turn in one run, with
uniform random legal moves, deals included; time is processor time. A ratio is computed within a round, so that anything
slowing the whole machine affects both sides; shown are the median of the rounds and their extremes. Dealing is chance
as in their own examples: one card after another, uniform over those left.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent
HISTORY = Path(__file__).with_name("bench.jsonl")
PEERS = PROJECT / "build" / "peers"
NEEDS = ["open_spiel", "rlcard"]
YARDSTICK = "hearts"
SPIEL = ["hearts", "spades", "skat", "crazy_eights", "euchre"]
"""Games of OpenSpiel, all in C++; it has no Durak."""
RLCARD = ["uno"]
OURS = ["throw_in:2", "classic:2", "nizhny:4", "king_simple:4", "burkozel:2", "burkozel_casual:2"]
"""Presets and numbers of players."""
Play = Callable[[int], int]
"""Plays this many deals and returns the number of moves."""


def spiel(name: str) -> Play:
    """Plays a game of OpenSpiel."""
    import pyspiel

    game, random = pyspiel.load_game(name), Random(1).random

    def play(deals: int) -> int:
        moves = 0
        for _ in range(deals):
            state = game.new_initial_state()
            while not state.is_terminal():
                moves += not state.is_chance_node()
                choices = state.legal_actions()
                state.apply_action(choices[int(random() * len(choices))])
        return moves

    return play


def rlcard_game(name: str) -> Play:
    """Plays an environment of RLCard."""
    import rlcard

    table, random = rlcard.make(name, config={"seed": 1}), Random(1).random

    def play(deals: int) -> int:
        moves = 0
        for _ in range(deals):
            state, _ = table.reset()
            while not table.is_over():
                choices = list(state["legal_actions"])
                state, _ = table.step(choices[int(random() * len(choices))])
                moves += 1
        return moves

    return play


def fastest(play: Play, seconds: float) -> float:
    """Moves per second in the fastest of several rounds of a tenth of a second, as in `cardtable bench`."""

    def rate(deals: int) -> tuple[float, float]:
        start = process_time()
        moves = play(deals)
        took = process_time() - start
        return took, moves / took

    deals = 10
    while rate(deals)[0] < 0.1:
        deals *= 2
    gc.collect()
    gc.freeze()
    end = process_time() + seconds
    best = 0.0
    while process_time() < end:
        best = max(best, rate(deals)[1])
    gc.unfreeze()
    return best


def ours(name: str, seconds: float) -> dict[str, float]:
    """Moves per second of a preset of cardtable, by kind; the names say whether the rules are compiled."""
    from cardtable import is_compiled
    from cardtable.cli.bench import random_deals
    from cardtable.games import find_preset

    preset, seats = name.split(":")
    game, found = find_preset(preset)
    rules = game.rules(found.options, int(seats))
    made = " compiled" * is_compiled()
    return {f"{name} {kind}{made}": random_deals(rules, kind == "bare", seconds)[1] for kind in ("full", "bare")}


def work() -> None:
    """Runs in a worker process: measures what each line asks for, and answers with one line."""
    sys.stdout, answers = sys.stderr, sys.stdout
    known: dict[str, Play] = {}
    for line in sys.stdin:
        kind, name, seconds = json.loads(line)
        if kind == "ours":
            found = ours(name, seconds)
        else:
            if name not in known:
                known[name] = {"spiel": spiel, "rlcard": rlcard_game}[kind](name)
            found = {name: fastest(known[name], seconds)}
        answers.write(json.dumps(found) + "\n")
        answers.flush()


class Worker:
    """A process that measures with this Python."""

    def __init__(self, python: str) -> None:
        command = [python, __file__, "--work"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *question: Any) -> dict[str, float]:
        """Asks for a measurement: its kind, its name, and its duration in seconds."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(question), file=self._process.stdin, flush=True)
        found: dict[str, float] = json.loads(self._process.stdout.readline())
        return found

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()


def rounds(python: str, number: int, seconds: float) -> Iterator[dict[str, float]]:
    """Yields the moves per second of all of them, round by round: first theirs, then ours."""
    others = PEERS / "bin" / "python"
    if not others.exists():
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
        subprocess.run([str(others), "-m", "pip", "install", "-q", *NEEDS], check=True)
    theirs, mine = Worker(str(others)), Worker(python)
    for _ in range(number):
        found: dict[str, float] = {}
        for worker, kind, names in ((theirs, "spiel", SPIEL), (theirs, "rlcard", RLCARD), (mine, "ours", OURS)):
            for name in names:
                found |= worker.ask(kind, name, seconds)
        yield found
    theirs.close()
    mine.close()


def main() -> None:
    """Measures and prints; with `--keep`, adds a line to bench.jsonl."""
    parser = argparse.ArgumentParser(description="Measure the rules beside OpenSpiel and RLCard, in one run.")
    parser.add_argument("--python", default=sys.executable, help="whose cardtable is measured, such as a compiled one")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="a measurement")
    parser.add_argument("--keep", metavar="VERSION", help="note the ratios of this release in bench.jsonl")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        work()
        return
    measured = list(rounds(given.python, given.rounds, given.seconds))
    kept: dict[str, dict[str, float]] = {}
    for name in measured[0]:
        rates = [found[name] for found in measured]
        ratios = [found[name] / found[YARDSTICK] for found in measured]
        kept[name] = {"moves_per_s": round(median(rates)), "over": round(median(ratios), 2)}
        spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
        print(f"{name:32} {median(rates):>10,.0f} moves/s   {median(ratios):5.2f} of {YARDSTICK}   {spread}")
    if given.keep:
        row = {"version": given.keep, "date": date.today().isoformat(), "processor": platform.machine()}
        with HISTORY.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**row, "python": platform.python_version(), f"over_{YARDSTICK}": kept}) + "\n")


if __name__ == "__main__":
    main()
