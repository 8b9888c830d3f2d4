"""Writes how strong the styles of a family are into the file of ratings that the program shows.

    cardtable arena throw_in --bots steady,lowest,... --deals 400 --json > styles.json
    cardtable arena throw_in --bots expert,steady --deals 2000 --json > expert.json
    python .build/ratings.py durak styles.json expert.json

Every pair that any of the files has played counts, so that all styles come on one scale; what the family had before is
replaced. The errors are found by drawing the results of the pairs anew within their intervals.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import stdev
from typing import Any

import tomlkit

from cardtable.arena.report import DRAWS, elo
from cardtable.bots import styles
from cardtable.bots.ratings import SURE
from cardtable.games import family, find_preset

FILE = Path(__file__).parent.parent / "cardtable" / "bots" / "ratings.toml"
Pair = tuple[str, str]


def joined(reports: Sequence[Mapping[str, Any]]) -> dict[Pair, tuple[float, float, int]]:
    """By pair the mean result of the first, its standard error, and the deals, over all reports."""
    found: dict[Pair, list[tuple[float, float, int]]] = {}
    for report in reports:
        for row in report["pairs"]:
            error = max(row["score"] - row["low"], row["high"] - row["score"]) / SURE
            found.setdefault((row["a"], row["b"]), []).append((row["score"], error, row["deals"]))
    pairs = {}
    for pair, rows in found.items():
        deals = sum(count for _, _, count in rows)
        mean = sum(score * count for score, _, count in rows) / deals
        pairs[pair] = mean, sqrt(sum((error * count) ** 2 for _, error, count in rows)) / deals, deals
    return pairs


def rated(pairs: Mapping[Pair, tuple[float, float, int]]) -> dict[str, dict[str, int]]:
    """By style its rating, the rating's standard error, and the deals it has played; the strongest first."""
    names = sorted({style for pair in pairs for style in pair})
    rng = Random(1)
    found = elo(names, {pair: (score * deals, deals) for pair, (score, _, deals) in pairs.items()})
    drawn = [
        elo(
            names,
            {
                pair: (min(1.0, max(0.0, rng.gauss(score, error))) * deals, deals)
                for pair, (score, error, deals) in pairs.items()
            },
        )
        for _ in range(DRAWS)
    ]
    return {
        style: {
            "elo": round(found[style]),
            "error": max(1, round(stdev(one[style] for one in drawn))),
            "deals": sum(deals for pair, (_, _, deals) in pairs.items() if style in pair),
        }
        for style in sorted(names, key=found.__getitem__, reverse=True)
    }


def main() -> None:
    name, *paths = sys.argv[1:]
    reports = [json.loads(Path(path).read_text(encoding="utf-8")) for path in paths]
    offered = {entry.style for entry in styles(family(name).id)}
    for path, report in zip(paths, reports, strict=True):
        if find_preset(report["preset"])[0].id != name:
            sys.exit(f"{path}: {report['preset']} is no preset of {name}")
        if unknown := {row["bot"] for row in report["bots"]} - offered:
            sys.exit(f"{path}: {', '.join(sorted(unknown))}: no such style plays {name}")
    document = tomlkit.parse(FILE.read_text(encoding="utf-8"))
    document[name] = {
        "presets": sorted({report["preset"] for report in reports}),
        "seeds": sorted({report["seed"] for report in reports}),
        "styles": rated(joined(reports)),
    }
    FILE.write_text(tomlkit.dumps(document), encoding="utf-8")


if __name__ == "__main__":
    main()
