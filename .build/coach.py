"""Measures how reliable the coach is. See `python .build/coach.py --help`.

Weak styles play the deals, so that there are mistakes to find, and a review judges them as usual. Each deal adds a line
to the results file, so that an interrupted run can continue. Times are processor time.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT))

from cardtable.bots.search.search import Tree  # noqa: E402  # the tests' helpers are no part of the package
from cardtable.bots.search.thoughts import AnyThoughts, thoughts_of  # noqa: E402
from cardtable.coach import tutor  # noqa: E402
from cardtable.coach.chances import look_at_both  # noqa: E402
from cardtable.coach.proof import prove  # noqa: E402
from cardtable.coach.trust import is_trusted  # noqa: E402
from cardtable.coach.verdicts import judge  # noqa: E402
from cardtable.engine.moves import Move  # noqa: E402
from cardtable.engine.state import Observation, observe  # noqa: E402
from cardtable.match.match import Decided  # noqa: E402
from tests.coach.deals import after, best, choices, ended, played, rules_of  # noqa: E402
from tests.coach.deals import late as ends  # noqa: E402

TABLES = (("throw_in", 2), ("nizhny", 4), ("king_simple", 4), ("burkozel", 2), ("classic", 2))
"""The tables at which searches are trusted."""
STYLES = ("uniform", "lowest", "steady")
ENDINGS = (("throw_in", 2, 8), ("burkozel", 2, 6), ("nizhny", 4, 12))
"""Tables whose proofs are compared with all possible lines, with the most cards in hands and on the table."""
MISTAKE, SLIGHT = 0.10, 0.05
LONGER, MANY = 4, 5
"""The searches that check verdicts: how much longer they are than those of the second look, and how many per move,
however the first ones turn out. Together they do five times the work of the first look.
"""
FAVOURED = 7_500
"""Iterations that settle which move is better when the verdict named none."""
SAMPLE = 0.25
"""The share of decisions below a mistake that are checked again."""
DEEP = 4_800
Rows = list[dict[str, Any]]


def exact(seed: int) -> Rows:
    """Compares proofs of the endings of twenty deals, with all cards open, with the exact values of all lines."""
    preset, seats, most = ENDINGS[seed % len(ENDINGS)]
    rules = rules_of(preset, seats)
    thoughts, found, wrong = thoughts_of(rules), 0, 0
    known: list[dict[Any, float]] = [{} for _ in range(seats)]
    for state in ends(rules, range(20 * seed, 20 * seed + 20), most):
        seat = state.to_act[0]
        mine = frozenset(other for other in range(seats) if (other - seat) % 2 == 0)
        legal = rules.legal(state, seat)
        values = {move: best(rules, after(rules, state, seat, move), seat, mine, known[seat]) for move in legal}
        top = max(values.values())
        for made in legal:
            proven = ended(prove(thoughts, observe(state, seat), legal, made))
            if proven is not None:
                found += 1
                good = {move for move in legal if top - values[move] < 1e-9}
                lost = top - values[made] - (proven.better.value - proven.made.value)
                wrong += set(proven.best) != good or abs(lost) > 1e-9
    return [{"table": preset, "positions": found, "wrong": wrong}]


def shown(seed: int) -> Rows:
    """Verdicts on one player's deal, each with the result of an independent search five times as long as the first
    look.

    All verdicts of a mistake or worse are checked, and one in four of the others.
    """
    (preset, seats), rng = TABLES[seed % len(TABLES)], Random(seed)
    style = STYLES[seed // len(TABLES) % len(STYLES)]
    match = played(preset, seats, seed, style)
    thoughts, rows, seconds, decisions = thoughts_of(match.rules), Rows(), 0.0, 0
    for number, decided in enumerate(choices(match)):
        if decided.seen.seat:
            continue
        began = process_time()
        verdict = ended(judge(thoughts, decided, trusted=is_trusted(preset, seats)))
        seconds += process_time() - began
        decisions += 1
        if verdict is None or verdict.exact:
            continue
        flagged = verdict.loss >= MISTAKE
        if flagged or rng.random() < SAMPLE:
            loss = longer_loss(thoughts, decided, verdict.better, f"{seed} {number}")
            rows.append({"table": preset, "flagged": flagged, "loss": verdict.loss, "long": loss})
    return [*rows, {"table": preset, "style": style, "decisions": decisions, "seconds": round(seconds, 2)}]


def longer_loss(thoughts: AnyThoughts, decided: Decided, better: Move | None, lot: str) -> float:
    """A move's loss by the longer search, against the better move named or else the search's own favourite."""
    seen, made, _ = decided
    if better is None:
        legal = thoughts.rules.legal(seen.state, seen.seat)
        moves = thoughts.order(seen.state, seen.seat, thoughts.prune(seen.state, seen.seat, legal))
        better = favourite(thoughts, seen, moves, FAVOURED, f"{lot} long")
    if better == made:
        return 0.0
    looks = [ended(look_at_both(thoughts, seen, made, better, f"{lot} other {nth}", LONGER)) for nth in range(MANY)]
    return fmean(other.late - one.late for one, other, _ in looks)


def favourite(thoughts: AnyThoughts, seen: Observation, moves: Sequence[Move], iterations: int, lot: str) -> Move:
    """The move of a search without proofs."""
    if len(moves) == 1:
        return moves[0]
    tree = Tree(thoughts, thoughts.rules.all_cards, seen, moves)
    for _ in tree.think(iterations, Random(lot)):
        pass
    return tree.weighed()[0].move


def late(seed: int) -> Rows:
    """Whether a search without proofs finds an exactly best move where moves differ in value."""
    preset, seats, _ = ENDINGS[seed % len(ENDINGS)]
    match = played(preset, seats, seed, STYLES[seed // len(ENDINGS) % len(STYLES)])
    thoughts, rows = thoughts_of(match.rules), Rows()
    for seen, made, _ in choices(match):
        legal = match.rules.legal(seen.state, seen.seat)
        proven = ended(prove(thoughts, seen, legal, made))
        if proven is not None and len(proven.best) < len(legal):
            moves = thoughts.order(seen.state, seen.seat, legal)
            found = favourite(thoughts, seen, moves, DEEP, f"{seed} late")
            rows.append({"table": preset, "best": found in proven.best})
    return rows


def tutored(seed: int) -> Rows:
    """The tutor's alarms over a deal of expert_deep; a proven alarm is not false."""
    preset, seats = TABLES[seed % len(TABLES)]
    match = played(preset, seats, seed, "expert_deep")
    thoughts, rows = thoughts_of(match.rules), Rows()
    for decided in choices(match):
        began = process_time()
        verdict = tutor.cost_much(thoughts, decided, trusted=is_trusted(preset, seats))
        took = round(process_time() - began, 4)
        rows.append({"table": preset, "alarm": verdict is not None and not verdict.exact, "seconds": took})
    return rows


MEASURES: dict[str, Callable[[int], Rows]] = {"exact": exact, "shown": shown, "late": late, "tutored": tutored}


def told(name: str, rows: Rows) -> str:
    """The figures of a measure."""
    if name == "exact":
        tables = [f"{table} {sum(row['positions'] for row in rows if row['table'] == table)}" for table, *_ in ENDINGS]
        return f"{', '.join(tables)} positions, {sum(row['wrong'] for row in rows)} wrong"
    if name == "late":
        return f"{sum(row['best'] for row in rows)} of {len(rows)} exactly best, by a search of {DEEP} without proofs"
    if name == "tutored":
        slowest = max((row["seconds"] for row in rows), default=0)
        return f"{sum(row['alarm'] for row in rows)} false alarms of {len(rows)}; slowest {slowest:.2f} s"
    judged, deals = ([row for row in rows if key in row] for key in ("flagged", "seconds"))
    flagged = [row for row in judged if row["flagged"]]
    others = [row for row in judged if not row["flagged"]]
    false = sum(row["long"] < SLIGHT for row in flagged)
    confirmed = sum(row["long"] >= MISTAKE for row in flagged)
    # Only a sample of the others was checked.
    missed = sum(row["long"] >= MISTAKE for row in others if row["loss"] < SLIGHT) / SAMPLE
    lines = [
        f"{len(flagged)} mistakes or worse, {false} of them slight by the longer search",
        f"missed {missed:.0f} of {missed + confirmed:.0f} ({len(others)} others looked at again)",
    ]
    for table in dict.fromkeys(row["table"] for row in deals):
        took = [row["seconds"] for row in deals if row["table"] == table]
        lines.append(f"{table}: {len(took)} deals, {fmean(took):.1f} s a review in the mean, slowest {max(took):.1f} s")
    return "\n  ".join(lines)


def main() -> None:
    """Plays and judges what is missing, and prints the results so far."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, help="the file of results: what is missing in it is played")
    parser.add_argument(
        "measures", nargs="*", default=[], metavar="MEASURE", help=f"of {', '.join(MEASURES)}; else all"
    )
    parser.add_argument("--deals", type=int, default=0, help="how many deals of each; 0 only shows what is known")
    given = parser.parse_args()
    names = given.measures or list(MEASURES)
    if set(names) - set(MEASURES):
        parser.error(f"measures are {', '.join(MEASURES)}")
    if not given.deals and not given.results.exists():
        parser.error(f"{given.results}: there is no such file of results, and without --deals nothing is played")
    lines = given.results.read_text(encoding="utf-8").splitlines() if given.results.exists() else []
    known = {(row["measure"], row["seed"]): row["rows"] for row in map(json.loads, lines)}
    with given.results.open("a", encoding="utf-8") as file:
        for seed in range(given.deals):
            for name in names:
                if (name, seed) not in known:
                    known[name, seed] = MEASURES[name](seed)
                    file.write(json.dumps({"measure": name, "seed": seed, "rows": known[name, seed]}) + "\n")
                    file.flush()
    for name in names:
        print(f"{name}: {told(name, [row for (measure, _), rows in known.items() if measure == name for row in rows])}")


if __name__ == "__main__":
    main()
