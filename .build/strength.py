"""Measures how strong the experts are. See `python .build/strength.py --help`.

Every bar is a line-up at a preset: each deck is played from every seat, and the score of the first style against the
others is given from 0 to 1 with its 95 % interval. Each deck adds a line to the results file, so that an interrupted
run can continue; the bars take turns, so that each has a figure early on. Times are processor time.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from random import Random
from statistics import fmean, quantiles
from time import process_time
from typing import Any, NamedTuple

import tomlkit

PROJECT = Path(__file__).resolve().parent.parent
RATINGS = PROJECT / "cardtable" / "bots" / "ratings.toml"
sys.path.insert(0, str(PROJECT))

from cardtable.arena import Arena, seatings, summary  # noqa: E402  # the tests' yardsticks are no part of the package
from cardtable.arena.deals import SEAT, SINCE, LineUp  # noqa: E402
from cardtable.bots.finding import make_bot  # noqa: E402
from cardtable.bots.search import expert  # noqa: E402
from cardtable.bots.search.search import Tree  # noqa: E402
from cardtable.bots.search.thoughts import thoughts_of  # noqa: E402
from cardtable.bots.styles.durak.ending import best_moves  # noqa: E402
from cardtable.bots.styles.durak.thoughts import POSITIONS  # noqa: E402
from cardtable.cards import shuffled  # noqa: E402
from cardtable.engine.rules import AnyRules  # noqa: E402
from cardtable.engine.state import Observation, observe, only_world  # noqa: E402
from cardtable.games import FAMILIES, family, find_preset  # noqa: E402
from tests.bots.yardsticks import offer  # noqa: E402

SEED = 7000
SHALLOW = expert.SHALLOW
LIMIT = 30.0
"""Seconds after which a decision fails, on a busy machine."""
FEWEST = 20
"""The least number of decks before reviews may rely on the result of a game."""
SLOWEST = 2.0
"""The most processor time allowed for a decision, in seconds."""
STRONGEST = {
    "durak": "counter_player",
    "one_oh_one": "harasser",
    "kozel": "shamok_hunter",
    "bura": "combiner",
    "king": "steady",
    "titles": "steady",
    "palace": "usurper",
}
"""Each family's best style without search."""


class Bar(NamedTuple):
    """A requirement: the line-up to play, and the least lower end of its interval."""

    preset: str
    line_up: LineUp
    decks: int
    least: float | None
    """None: the upper end must reach one half, so that the first style is not proven weaker."""
    most_ms: float = 1000 * SLOWEST
    """The most milliseconds that its decisions may take on average."""
    iterations: int = SHALLOW

    @property
    def name(self) -> str:
        """Its name in the file of results."""
        hero, other, *_ = self.line_up
        partners = ", in teams" if self.line_up.count(hero) > 1 else ""
        searched = "" if self.iterations == SHALLOW else f" at {self.iterations}"
        return f"{self.preset} of {len(self.line_up)}{partners}: {hero}{searched} v {other}"


def against(other: str, players: int = 2, hero: str = "expert") -> LineUp:
    """A line-up of one style against identical others."""
    return (hero, *[other] * (players - 1))


BARS = [
    Bar("throw_in", against("counter_player"), 1000, 0.56, 60),
    Bar("throw_in", against("steady"), 1000, 0.78, 60),
    Bar("throw_in", against("lowest"), 1000, 0.94, 60),
    Bar("throw_in", against("counter_player", hero="expert_deep"), 400, 0.70, 250),
    Bar("throw_in", against("expert", hero="expert_deep"), 400, 0.55, 250),
    Bar("throw_in", against("flat", hero="expert_deep"), 400, 0.60, 250),
    Bar("throw_in", against("habit", hero="expert_deep"), 400, 0.90, 250),
    Bar("throw_in", against("hoarder"), 400, 0.72, 60),
    *(
        Bar(preset, line_up, 300, 0.5)
        for style in ("counter_player", "steady")
        for preset, line_up in (
            ("throw_in", against(style, 3)),
            ("throw_in", against(style, 4)),
            ("transfer", against(style, 3)),
            ("double", ("expert", style) * 2),
        )
    ),
    Bar("classic", against("harasser"), 1000, 0.62),
    Bar("classic", against("steady"), 1000, 0.62),
    Bar("classic", against("harasser", 4), 500, 0.5),
    Bar("nizhny", ("expert", "shamok_hunter") * 2, 1000, 0.60),
    Bar("burkozel", against("combiner"), 1000, 0.52, iterations=500),
    Bar("burkozel", against("combiner"), 1000, 0.55, iterations=2_000),
    *(
        Bar(preset, against(STRONGEST[family_id], family(family_id).presets[preset].players), decks, 0.5)
        for family_id, preset, decks in (
            ("king", "king_simple", 40),
            ("king", "king_long", 40),
            ("king", "king_trade", 40),
            ("titles", "four_ranks", 500),
            ("palace", "palace_ladder", 100),
        )
    ),
    *(
        Bar(preset, against(STRONGEST[family_id]), 400, None)
        for family_id, presets in (
            ("durak", ("no_draws", "house_transfer")),
            ("one_oh_one", ("stack_sevens", "six_covered")),
            ("bura", ("bura_31", "bura_11", "burkozel_penalties")),
        )
        for preset in presets
    ),
    Bar("goat32_clubs", ("expert", "shamok_hunter") * 2, 400, None),
    Bar("shama", ("expert", "shamok_hunter") * 2, 400, None),
]
"""The bars listed individually."""


def other_bars() -> Iterator[Bar]:
    """A bar for every other preset: 200 deals against the strongest style of its family."""
    named = {bar.preset for bar in BARS}
    for family_id in FAMILIES:
        game, best = family(family_id), STRONGEST[family_id]
        for preset, found in game.presets.items():
            if preset in named:
                continue
            seats = found.players
            teams = getattr(found.options, "teams", "2x2" if family_id == "kozel" and seats == 4 else "none")
            sides = seats if teams == "none" else len(teams.split("x"))
            if teams != "none" and "x2x2" not in teams:
                sides = 2
            line_up = against(best, sides) * (seats // sides)
            rotations = len({seating.styles for seating in seatings(line_up, 0)})
            deals = 10 if game.rules(found.options, seats).deals_differ else 1
            yield Bar(preset, line_up, -(-200 // (rotations * deals)), None)


class Stopwatch(list[float]):
    """Takes the arena's place for noting who thinks, and measures processor time by seat."""

    def __init__(self) -> None:
        super().__init__((0.0, 0.0))
        self.took: defaultdict[int, list[float]] = defaultdict(list)

    def __setitem__(self, index: Any, value: Any) -> None:
        if index == SINCE and value:
            self._began = process_time()
        elif index == SINCE:
            self.took[int(self[SEAT])].append(process_time() - self._began)
        super().__setitem__(index, value)


def play_deck(bar: Bar, deck: int) -> dict[str, Any]:
    """Plays a deck from every seat: the first style's score against the others, and its thinking time."""
    offer()
    expert.SHALLOW = bar.iterations  # A bar may ask for fewer or more.
    game, preset = find_preset(bar.preset)
    arena = Arena(game.id, bar.preset, asdict(preset.options), SEED, limit=LIMIT)
    rules = game.rules(preset.options, len(bar.line_up))
    hero, scores, took, failed = bar.line_up[0], [], [], ""
    # If a style sits twice, some rotations are identical.
    for seating in {seating.styles: seating for seating in seatings(bar.line_up, deck)}.values():
        watch = Stopwatch()
        deal = arena.play(rules, seating, watch)
        failed = failed or (deal.what if deal.failed == hero else "")
        mine = [score for style, score in zip(deal.styles, deal.scores, strict=True) if style == hero]
        others = [score for style, score in zip(deal.styles, deal.scores, strict=True) if style != hero]
        scores.append((fmean(mine) - fmean(others) + 1) / 2)
        took += [time for seat, times in watch.took.items() if seating.styles[seat] == hero for time in times]
    return {
        "bar": bar.name,
        "deck": deck,
        "scores": scores,
        "decisions": len(took),
        "seconds": round(sum(took), 4),
        "slowest": round(max(took, default=0), 4),
        "failed": failed,
    }


def read(path: Path) -> dict[str, dict[int, dict[str, Any]]]:
    """The results played so far, by bar and deck."""
    found: dict[str, dict[int, dict[str, Any]]] = defaultdict(dict)
    if path.exists():
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            found[row["bar"]][row["deck"]] = row
    return found


def play_all(bars: Sequence[Bar], path: Path, jobs: int) -> None:
    """Plays what is missing, all bars in parallel; every deck is written as soon as it is finished."""
    describe = ["git", "-C", str(PROJECT), "describe", "--always", "--dirty"]
    tree = subprocess.run(describe, check=True, capture_output=True, text=True).stdout.strip()
    played = read(path)
    due = [(deck / bar.decks, bar, deck) for bar in bars for deck in range(bar.decks) if deck not in played[bar.name]]
    due.sort(key=lambda one: one[0])
    with ProcessPoolExecutor(jobs) as pool, path.open("a", encoding="utf-8") as file:
        decks = [pool.submit(play_deck, bar, deck) for _, bar, deck in due]
        try:
            for done in as_completed(decks):
                row = {**done.result(), "tree": tree}
                file.write(json.dumps(row) + "\n")
                file.flush()
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)


def table(bars: Sequence[Bar], path: Path) -> None:
    """Prints the results of every bar so far."""
    played = read(path)
    print(f"{'bar':56} {'deals':>6}  score [95 %]          at least  ms (slowest)  verdict")
    for bar in bars:
        rows = list(played[bar.name].values())
        if not rows:
            print(f"{bar.name:56} {0:6}")
            continue
        score = summary([row["scores"] for row in rows])
        ms = 1000 * sum(row["seconds"] for row in rows) / max(1, sum(row["decisions"] for row in rows))
        slowest = max(row["slowest"] for row in rows)
        failures = [row for row in rows if row["failed"]]
        holds = score.low > bar.least if bar.least is not None else score.high >= 0.5
        wrong = [f"{len(failures)} failed"] if failures else []
        wrong += ["too slow"] if ms > bar.most_ms or slowest > SLOWEST else []
        wrong += [] if holds else ["not reached" if bar.least is None or score.high < bar.least else "not proven"]
        least = "not weaker" if bar.least is None else f"{bar.least:.2f}"
        interval = f"{score.score:.3f} [{score.low:.3f}, {score.high:.3f}]"
        verdict = ", ".join(wrong) or ("holds" if len(rows) >= bar.decks else "holds so far")
        print(f"{bar.name:56} {score.deals:6}  {interval}  {least:>10}  {ms:4.0f} ({1000 * slowest:.0f})  {verdict}")
    trees = sorted({row["tree"] for bar in bars for row in played[bar.name].values()})
    print(f"seed {SEED}; measured with {', '.join(trees)}")


def write(bars: Sequence[Bar], path: Path) -> None:
    """Writes the expert's results against the strongest style, game by game, to the file of ratings.

    Reviews judge by searches where it is proven better. Games missing in the file of results keep their rows.
    """
    played = read(path)
    best = {preset: style for name, style in STRONGEST.items() for preset in family(name).presets}
    document = tomlkit.parse(RATINGS.read_text(encoding="utf-8"))
    rows = {(row["preset"], row["seats"]): dict(row) for row in document.pop("paired", [])}
    for bar in bars:
        preset, seats, (hero, other, *_) = bar.preset, len(bar.line_up), bar.line_up
        found = played[bar.name].values()
        if (hero, other, bar.iterations) != ("expert", best[preset], SHALLOW) or len(found) < FEWEST:
            continue
        score = summary([row["scores"] for row in found])
        figures = {"score": score.score, "low": score.low, "high": score.high}
        rows[preset, seats] = {"preset": preset, "seats": seats, "against": other} | {
            name: round(figure, 3) for name, figure in figures.items()
        }
    document["paired"] = [rows[key] for key in sorted(rows)]
    RATINGS.write_text(tomlkit.dumps(document), encoding="utf-8")


def decisions(rules: AnyRules, deals: int) -> Iterator[tuple[int, Observation]]:
    """The observations at all decisions with a choice, by deal, in deals of the steady style."""
    bot = make_bot("steady", "durak", rules)
    for seed in range(SEED, SEED + deals):
        state = rules.deal(shuffled(rules.deck, seed), seed % rules.seats, rules.start())
        while state.to_act:
            seen = observe(state, state.to_act[0])
            moves = rules.legal(seen.state, seen.seat)
            if len(moves) > 1:
                yield seed, seen
            rules.play(state, seen.seat, bot.choose(seen, moves, Random(seed)).move)


def speed(rules: AnyRules, deals: int = 6) -> None:
    """Prints iterations per second, at both depths, before anything can be proven."""
    thoughts = thoughts_of(rules)
    for iterations in (expert.SHALLOW, expert.DEEP):
        done, began = 0, process_time()
        for number, (_, seen) in enumerate(decisions(rules, deals)):
            if not number % 4 and len(seen.state.stock) > 1:
                moves = thoughts.order(seen.state, seen.seat, rules.legal(seen.state, seen.seat))
                tree = Tree(thoughts, rules.all_cards, seen, moves)
                list(tree.think(iterations, Random(number)))
                done += tree.iterations
        print(f"throw_in, trees of {iterations}: {done / (process_time() - began):.0f} iterations a second")


def endings(rules: AnyRules, deals: int = 500) -> None:
    """Prints the time for the first decision that can be solved, with no stock left."""
    took, unsolved, met = [], 0, set()
    for seed, seen in decisions(rules, deals):
        if seed in met or seen.state.stock:
            continue
        world = only_world(rules.all_cards, seen)
        assert world is not None
        met.add(seed)
        began = process_time()
        solved = best_moves(rules, world, seen.seat, rules.legal(world, seen.seat), POSITIONS)  # type: ignore[arg-type]
        took.append(1000 * (process_time() - began))
        unsolved += solved is None
    half, late, most = quantiles(took, n=2)[0], quantiles(took, n=20)[-1], max(took)
    print(f"throw_in, first late decision of {len(took)} deals: {unsolved} not solved", end="; ")
    print(f"p50 {half:.1f} ms, p95 {late:.1f} ms, slowest {most:.0f} ms")


def main() -> None:
    """Plays what is missing, and prints the results of every bar so far."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, help="the file of results: what is missing in it is played")
    parser.add_argument("--jobs", type=int, default=1, help="processes; 0 only shows what is known")
    parser.add_argument("--only", default="", metavar="WORDS", help="only bars in whose names these words stand")
    parser.add_argument("--decks", type=int, default=0, help="no more decks than these of every bar")
    parser.add_argument("--write", action="store_true", help="write into bots/ratings.toml where reviews may search")
    parser.add_argument("--speed", action="store_true", help="also the speed of trees and of endings in Durak")
    given = parser.parse_args()
    if not given.jobs and not given.results.exists():
        parser.error(f"{given.results}: there is no such file of results, and with --jobs 0 nothing is played")
    bars = [bar for bar in (*BARS, *other_bars()) if given.only in bar.name]
    if not bars:
        parser.error(f"--only {given.only}: no bar has these words in its name, such as {BARS[0].name}")
    if given.decks:
        bars = [bar._replace(decks=min(bar.decks, given.decks)) for bar in bars]
    if given.jobs:
        play_all(bars, given.results, given.jobs)
    table(bars, given.results)
    if given.write:
        write(bars, given.results)
    if given.speed:
        game, preset = find_preset("throw_in")
        rules = game.rules(preset.options, 2)
        speed(rules)
        endings(rules)


if __name__ == "__main__":
    main()
