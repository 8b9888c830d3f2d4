"""Writes the strength of a family's styles into the file of ratings that the program shows.

    cardtable arena throw_in --bots steady,lowest,... --deals 4000 --store results.sqlite
    cardtable arena throw_in --bots expert,steady --deals 800 --store results.sqlite
    python .build/ratings.py results.sqlite [FAMILY ...] [--only expert,expert_deep]

Where partners play, a pair is `--bots miser,feeder --seats 4`; at other tables of four, four styles meet at once. The
present figures were played with `--seed 9200`: throw_in for Durak, classic for 101, nizhny for Kozel, burkozel for Bura
and four_ranks for the titles, every pair of styles 2,000 decks (`--deals 4000`) and the expert 400 with each (`--deals
800`); `expert_deep` met the expert for 400 decks, in the titles steady and quota_runner too. Later the experts of Durak
and Kozel were rated anew with `--only`: in throw_in the expert with counter_player and steady (400 decks each), lowest
and pair_collector (200), `expert_deep` with the expert and counter_player (150); in nizhny the expert with
shamok_hunter and steady (400), `expert_deep` with the expert (80). King's ten styles all met for 2,000 decks of
king_trade and as many of king_simple, at nine tables of four (`--deals 8000`); the expert met each of them for 400
decks of king_trade, `expert_deep` the expert, steady and careful_bidder. The Palace's figures come from single deals,
`palace_ladder --set palace_deals=1`: its seven styles at one table, `--deals 14000`, all with the expert (also with
seed 9300), and `expert_deep` at a table of five with the expert, usurper, steady and suspicious_king (also with seed
29200).

Every deck in the file that our own styles have played counts, on one scale per family; the file's families replace
their old figures, and other families keep theirs. With `--only` the other styles keep theirs too: those named are rated
against them, which is enough after a change of the search. Without it, `cardtable ratings results.sqlite` shows the
same figures.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import tomlkit

from cardtable.arena import BadStore, Store, rate
from cardtable.arena.store import Setting
from cardtable.bots.entries import bots
from cardtable.bots.finding import USUAL

FILE = Path(__file__).parent.parent / "cardtable" / "bots" / "ratings.toml"
OURS = {entry.style for entry in bots()}


def main() -> None:
    """Rates the results in the file, and writes the ratings."""
    parser = argparse.ArgumentParser(description="Write how strong the styles are into bots/ratings.toml.")
    parser.add_argument("file", type=Path, metavar="FILE", help="results of `cardtable arena --store FILE`")
    parser.add_argument("--scores", action="store_true", help="only what each got against steady; the rest stays")
    parser.add_argument("--only", metavar="STYLES", help="only these, by commas; all others keep their ratings")
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="all in the file unless named")
    given = parser.parse_args()
    path, wanted, anew = given.file, given.families, given.only.split(",") if given.only else []
    try:
        with closing(Store(path, must_exist=True)) as store:
            settings = [setting for setting in map(ours, store.settings()) if setting.outcomes]
    except BadStore as error:
        sys.exit(str(error))
    families = sorted({setting.family for setting in settings})
    if unknown := [name for name in wanted if name not in families]:
        sys.exit(f"{path}: nothing of {', '.join(unknown)} was played; there are {', '.join(families)}")
    document = tomlkit.parse(FILE.read_text(encoding="utf-8"))
    for name in wanted or families:
        found = [setting for setting in settings if setting.family == name]
        if given.scores:
            for style, figures in document[name]["styles"].items():
                figures.update(against_usual(style, found))
            continue
        nothing: dict[str, Any] = {"codes": [], "styles": {}}
        old = document.get(name, nothing) if anew else nothing
        kept = {style: row for style, row in old["styles"].items() if style not in anew}
        held = {style: figures["elo"] for style, figures in kept.items()}
        scale = rate(sum((setting.outcomes for setting in found), Counter[Any]()), held)
        if missing := [style for style in anew if style not in scale.ratings]:
            sys.exit(f"{name}: {', '.join(missing)} has not played")
        line_ups = sum((setting.deals for setting in found), Counter[tuple[str, ...]]())
        if scale.unconnected():
            sys.exit(f"{name}: some styles have met none of the others; play {scale.unconnected()} too")
        fitted = {
            style: {
                "elo": round(rating.elo),
                "error": max(1, round(rating.error)),
                "deals": sum(deals for line_up, deals in line_ups.items() if style in line_up),
                **against_usual(style, found),
            }
            for style, rating in scale.ratings.items()
        }
        document[name] = {
            "presets": sorted({setting.preset for setting in found}),
            "codes": sorted({*old["codes"], *(setting.code for setting in found)}),
            "styles": dict(sorted({**fitted, **kept}.items(), key=lambda entry: -entry[1]["elo"])),
        }
    FILE.write_text(tomlkit.dumps(document), encoding="utf-8")


def against_usual(style: str, settings: Sequence[Setting]) -> dict[str, float]:
    """A style's score against the usual one on the same decks; empty if they have not met."""
    total = decks = 0.0
    for setting in settings:
        for outcome, count in setting.outcomes.items():
            for (one, other), share in outcome:
                if {one, other} == {style, USUAL}:
                    total += count * (share if one == style else 1 - share)
                    decks += count
    return {"score": round(total / decks, 3)} if decks else {}


def ours(setting: Setting) -> Setting:
    """The results of games among our own styles only."""
    return setting._replace(
        outcomes=Counter(
            {each: count for each, count in setting.outcomes.items() if all(OURS.issuperset(pair) for pair, _ in each)}
        ),
        deals=Counter({line_up: deals for line_up, deals in setting.deals.items() if OURS.issuperset(line_up)}),
    )


if __name__ == "__main__":
    main()
