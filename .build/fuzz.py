"""Feeds the program damaged files, odd command lines, random keys and messages. `python .build/fuzz.py --help`.

The inputs are generated in `fuzz_kinds.py` and `fuzz_friends.py`, from `fuzz_parts.py`; `fuzz_steps.py` and
`fuzz_screens.py` apply them. Hypothesis generates; the same seed gives the same inputs. A failure is written to a file
with the fewest steps that still show it: `--again FILE` repeats them.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as drawn_by

sys.path.insert(0, str(Path(__file__).parent))

from fuzz_friends import WITH_FRIENDS
from fuzz_kinds import EACH, KINDS
from fuzz_screens import AT_SCREENS
from fuzz_steps import STEPS, Step, watched
from fuzz_terminal import AT_TERMINALS

STEPS.update(AT_SCREENS | AT_TERMINALS | WITH_FRIENDS)
LIMIT = 20.0
"""Seconds of processor time per input, or three times as many by the clock for one that only waits."""
MEMORY = 1 << 30
"""Bytes that the program may allocate beyond its initial size."""
CHECKS = list(HealthCheck)
"""Hypothesis's health checks, all suppressed."""
TRIES = 200
"""Attempts to shorten the steps of a failure."""


@dataclass
class Finding:
    """A failure: what went wrong, its details, the steps that show it, and how often it occurred."""

    what: str
    detail: str
    steps: list[Step]
    times: int = 0


@dataclass
class Tally:
    """The results for one kind of input."""

    kind: str
    findings: dict[str, Finding]
    inputs: int = 0
    seconds: float = 0


def an_input(name: str, number: str) -> list[Step]:
    """The input of a kind that this seed generates."""
    drawn: list[list[Step]] = []

    def keep(steps: list[Step]) -> None:
        drawn.append(steps)

    # Hypothesis generates the simplest input first, and later ones vary earlier ones, so take the second.
    two = drawn_by(max_examples=2, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=CHECKS)
    seed(number)(two(given(KINDS[name])(keep)))()
    return drawn[-1]


def tried(name: str, count: int, number: int, home: Path, limit: float = 0) -> Tally:
    """Feeds the program at least this many inputs of a kind; `number` is the seed, `limit` the time per input."""
    tally = Tally(name, {})
    began = time.process_time()

    nth = 0
    while tally.inputs < count:
        steps = an_input(name, f"{name} {number} {nth}")
        watch = watched(steps, home, limit)
        tally.inputs += max(1, watch.done) if name in EACH else 1
        for what, detail in watch.wrong:
            tally.findings.setdefault(what, Finding(what, detail, steps)).times += 1
        nth += 1
    tally.seconds = time.process_time() - began
    return tally


def shortened(finding: Finding, home: Path, limit: float) -> None:
    """Removes from the steps whatever the failure does not need."""
    tries = TRIES

    def without(whole: list[Any], head: int, put: Callable[[list[Any]], list[Step]]) -> list[Any]:
        """The list with fewer parts after its head; `put` turns it into steps."""
        nonlocal tries
        size = len(whole) - head
        while size and tries:
            for start in range(head, len(whole), size):
                less = [*whole[:start], *whole[start + size :]]
                tries -= tries > 0
                if tries and any(what == finding.what for what, _ in watched(put(less), home, limit).wrong):
                    whole = less
                    break
            else:
                size //= 2
        return whole

    steps = without(finding.steps, 0, lambda less: less)
    for nth, (verb, *texts) in enumerate(steps):
        before, after = steps[:nth], steps[nth + 1 :]
        put = partial(lambda before, verb, after, less: [*before, [verb, *less], *after], before, verb, after)
        steps = [*before, [verb, *without(texts, STEPS[verb].head, put)], *after]
    finding.steps = steps


def written(tally: Tally, folder: Path) -> Iterator[str]:
    """Writes each finding to a file and yields a line about it."""
    for nth, finding in enumerate(tally.findings.values(), 1):
        path = folder / f"{tally.kind}-{nth}.json"
        found = {
            "kind": tally.kind,
            "what": finding.what,
            "steps": finding.steps,
            "detail": finding.detail.splitlines(),
        }
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found, indent=1), encoding="ascii")
        yield f"  {finding.what} ({finding.times} times): {path}"


def main() -> None:
    """Runs the kinds asked for; exit status 1 if anything failed."""
    parser = argparse.ArgumentParser(
        description="Put damaged files, odd command lines, random keys and messages to the program.",
        epilog=f"Kinds: {', '.join(KINDS)}; all unless named.",
    )
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--count", type=int, default=1000, help="inputs of each kind (1000 unless given)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same inputs (1 unless given)")
    parser.add_argument("--limit", type=float, default=LIMIT, help=f"seconds of the processor for an input ({LIMIT:g})")
    parser.add_argument("--findings", type=Path, default=Path("findings"), help="the folder for what goes wrong")
    parser.add_argument("--again", type=Path, metavar="FILE", help="do the steps of a finding once more")
    asked = parser.parse_args()
    if wrong := [name for name in asked.kinds if name not in KINDS]:
        parser.error(f"{wrong[0]}: no such kind; there are {', '.join(KINDS)}")
    size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, resource.RLIM_INFINITY))
    sys.setswitchinterval(0.001)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder).resolve() / "home"
        if asked.again is not None:
            for what, detail in watched(json.loads(asked.again.read_text())["steps"], home, asked.limit).wrong:
                failed = True
                print(f"{what}\n{detail}")
        for name in asked.kinds or KINDS if asked.again is None else ():
            tally = tried(name, asked.count, asked.seed, home, asked.limit)
            print(f"{name}: {tally.inputs} inputs, {len(tally.findings)} findings, {tally.seconds:.0f} s", flush=True)
            for finding in tally.findings.values():
                failed = True
                shortened(finding, home, asked.limit)
            for line in written(tally, asked.findings):
                print(line.encode("ascii", "backslashreplace").decode(), flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
