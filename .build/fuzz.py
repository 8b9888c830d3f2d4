"""Puts damaged files, odd command lines, random keys and messages to the program. `python .build/fuzz.py --help`.

What is drawn stands in `fuzz_kinds.py` and `fuzz_friends.py`, of `fuzz_parts.py`; what is done with it in
`fuzz_steps.py` and `fuzz_screens.py`. Hypothesis draws; the same seed draws the same inputs again. What goes wrong is
written as a file with the fewest steps that still show it: `--again FILE` does them once more.
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
"""Seconds of processor time for an input, and three times as many by the clock for one that only waits."""
MEMORY = 1 << 30
"""Bytes that the program may ask for beyond what it has at the beginning."""
CHECKS = list(HealthCheck)
"""What Hypothesis would say of its own work."""
TRIES = 200
"""How often something that went wrong is tried again in shorter forms."""


@dataclass
class Finding:
    """Something that went wrong: what, how it came, the steps that show it, and how often it came."""

    what: str
    detail: str
    steps: list[Step]
    times: int = 0


@dataclass
class Tally:
    """What came of the inputs of a kind."""

    kind: str
    findings: dict[str, Finding]
    inputs: int = 0
    seconds: float = 0


def an_input(name: str, number: str) -> list[Step]:
    """The input of a kind that this seed draws."""
    drawn: list[list[Step]] = []

    def keep(steps: list[Step]) -> None:
        drawn.append(steps)

    # The first that Hypothesis draws is the plainest there is, and later ones vary what was drawn: the second is it.
    two = drawn_by(max_examples=2, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=CHECKS)
    seed(number)(two(given(KINDS[name])(keep)))()
    return drawn[-1]


def tried(name: str, count: int, number: int, home: Path, limit: float = 0) -> Tally:
    """Puts at least so many inputs of a kind to the program; `number` is the seed, `limit` the time of an input."""
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
    """Leaves out of the steps whatever is not needed for the same to go wrong."""
    tries = TRIES

    def without(whole: list[Any], head: int, put: Callable[[list[Any]], list[Step]]) -> list[Any]:
        """The whole with fewer parts after its head; `put` makes steps of it."""
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
    """A line for each finding, which is written as a file."""
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
    """Tries the kinds that are asked for; exit status 1 when something went wrong."""
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
