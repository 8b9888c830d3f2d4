"""Records the speed of the rules, once per release: `python .build/bench_history.py 0.2` adds a line to bench.jsonl.

A line holds the version, the day, the processor, Python, and for each preset and kind the moves per second at its usual
table. Figures of two machines cannot be compared; on one machine, only differences far above a tenth mean anything.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from datetime import date
from pathlib import Path

from cardtable.games import FAMILIES, family

HISTORY = Path(__file__).with_name("bench.jsonl")
SECONDS = "1"


def measured() -> dict[str, dict[str, int]]:
    """Moves per second by preset and kind, for each family's default preset at its usual table."""
    found: dict[str, dict[str, int]] = {}
    for game in map(family, FAMILIES):
        seats = str(game.presets[game.default].players)
        command = ["-m", "cardtable", "bench", game.default, "--seats", seats, "--seconds", SECONDS, "--json"]
        said = subprocess.run([sys.executable, *command], check=True, capture_output=True, text=True).stdout
        for line in map(json.loads, said.splitlines()):
            found.setdefault(line["preset"], {})[line["kind"]] = round(line["moves_per_s"])
    return found


def main() -> None:
    """Measures, and appends the line."""
    parser = argparse.ArgumentParser(description="Note the speed of the rules in bench.jsonl, once a release.")
    parser.add_argument("version", metavar="VERSION", help="of the release, such as 0.2")
    row = {
        "version": parser.parse_args().version,
        "date": date.today().isoformat(),
        "processor": platform.machine(),
        "python": platform.python_version(),
        "moves_per_s": measured(),
    }
    with HISTORY.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
