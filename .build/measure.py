"""Measures what a player feels: start-up, first picture, keys, memory. See `python .build/measure.py --help`.

Everything is measured from outside, from the bytes at a pseudo-terminal (Linux). On a busy machine, trust the best
times and the processor times.
"""

from __future__ import annotations

import argparse
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

from measure_host import host
from measure_pages import pages
from measure_programs import programs

PYTHON = sys.executable
PROJECT = Path(__file__).resolve().parent.parent
TABLE = ["-m", "cardtable", "play", "throw_in", "--seed", "7"]
"""A deal in which the person leads."""
LONG_MATCH = ["--seat", "Anna", *(["--seat", "bot:uniform"] * 3), "--set", "match=fools", "--set", "match_length=100"]
"""Plays until somebody has been the fool a hundred times: well over 200 deals."""
DRAWN = b"menu"
"""A word in the last row of the table: once it is there, the table is drawn."""
MENU_DRAWN = b"quit"
"""A word in the last row of the menu."""
MINIMAL = f"""
from textual.app import App
from textual.widgets import Static
class Minimal(App):
    def compose(self):
        yield Static({DRAWN.decode()!r})
Minimal().run()
"""
THINKING = """
import sys
from time import monotonic
from cardtable import cli
from cardtable.match.table import Table
choose = Table.bot_move
def think(self, seat):
    end = monotonic() + 600
    while monotonic() < end:
        for _ in range(1000):
            pass
    return choose(self, seat)
Table.bot_move = think
sys.argv = ["cardtable", *sys.argv[1:]]
cli.main()
"""
"""A bot that keeps Python busy all the time: the worst neighbour that a bot can be."""
EXPERT = """
import sys
from cardtable import cli
from cardtable.bots.search import expert, search
expert.DEEP, search.MOST_WORK = 10**9, 10**12
sys.argv = ["cardtable", *sys.argv[1:]]
cli.main()
"""
"""The expert, thinking endlessly."""
UNREAD = """
import sys
from cardtable import cli
from cardtable.tui.draw import fresh
fresh.PAUSE = 0
sys.argv = ["cardtable", *sys.argv[1:]]
cli.main()
"""
"""Accepts an answer to a new decision immediately, before anybody could have read it."""
RIGHT, LEFT, ENTER, TAB = b"\x1b[C", b"\x1b[D", b"\r", b"\t"
ASKS_SYNC, HAS_SYNC, FRAME = b"\x1b[?2026$p", b"\x1b[?2026;2$y", b"\x1b[?2026h"
"""Textual asks whether frames may be bracketed. This terminal says yes, and counts frames by their brackets."""
QUIET = 0.04
"""Seconds of silence after which a frame is complete."""


class Terminal:
    """A program at a pseudo-terminal."""

    columns, rows = 80, 24

    def __init__(self, *args: str) -> None:
        self.program = " ".join(args)
        self.began = time.perf_counter()
        self.pid, self._end = pty.fork()
        if self.pid == 0:
            termios.tcsetwinsize(0, (self.rows, self.columns))
            os.execv(PYTHON, [PYTHON, *args])
        self.frames = self.size = 0
        self._last = b""

    def read(self, patience: float) -> bytes:
        """The output within that time, or nothing."""
        if not select.select([self._end], [], [], patience)[0]:
            return b""
        try:
            data = os.read(self._end, 1 << 16)
        except OSError:  # On Linux, reading fails with EIO after the program has ended.
            raise EOFError(f"{self.program} has ended: {self._last.decode(errors='replace')}") from None
        if ASKS_SYNC in self._last[-len(ASKS_SYNC) + 1 :] + data:
            os.write(self._end, HAS_SYNC)
        self.frames += data.count(FRAME)
        self.size += len(data)
        self._last = (self._last + data)[-2000:]
        return data

    def until(self, text: bytes, patience: float = 60) -> float:
        """Waits for a text; returns the seconds since the start."""
        seen = b""
        while text not in seen:
            if time.perf_counter() > self.began + patience:
                raise TimeoutError(seen[-2000:])
            seen += self.read(1)
        return time.perf_counter() - self.began

    def settle(self, quiet: float = 0.3) -> None:
        """Waits until the output stops."""
        while self.read(quiet):
            pass

    def press(self, key: bytes) -> None:
        """Types a key."""
        os.write(self._end, key)

    def cpu(self) -> float:
        """The processor time so far, in seconds."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> tuple[float, float]:
        """The memory in MiB: resident in total, and the part not shared with other programs."""
        rows = [line.split() for line in Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines()[1:]]
        kib = {row[0].rstrip(":"): int(row[1]) for row in rows}
        return kib["Rss"] / 1024, (kib["Private_Clean"] + kib["Private_Dirty"]) / 1024

    def kill(self) -> float:
        """Kills the program; returns its processor time."""
        os.kill(self.pid, signal.SIGKILL)
        usage = os.wait4(self.pid, 0)[2]
        os.close(self._end)
        return usage.ru_utime + usage.ru_stime


def spread(name: str, times: list[float]) -> None:
    """Prints the best, the median and the 95th percentile in milliseconds."""
    late = quantiles(times, n=20)[-1]
    print(f"{name}: best {min(times) * 1e3:.1f} ms, median {median(times) * 1e3:.1f}, 95 % within {late * 1e3:.1f}")


def _settings(lines: str) -> None:
    """Writes the player's settings."""
    config = Path(os.environ["CARDTABLE_HOME"]) / "config"
    config.mkdir(parents=True, exist_ok=True)
    (config / "settings.toml").write_text(f"{lines}\n", encoding="utf-8")


def start(rounds: int) -> None:
    """run time of `cardtable --version` and `--help`, and of an empty Python program"""
    for name, args in (
        ("python -c pass", ["-c", "pass"]),
        *((f"cardtable {o}", ["-m", "cardtable", o]) for o in HELPS),
    ):
        walls, cpus = [], []
        for _ in range(rounds):
            began = time.perf_counter()
            with subprocess.Popen([PYTHON, *args], stdout=subprocess.DEVNULL) as program:
                usage = os.wait4(program.pid, 0)[2]
                walls.append(time.perf_counter() - began)
                program.returncode = 0
            cpus.append(usage.ru_utime + usage.ru_stime)
        spread(name, walls)
        spread(f"{name}, processor", cpus)


HELPS = ("--version", "--help")


def paint(rounds: int) -> None:
    """time from the start to the first picture of table and menu, compared with a minimal Textual program"""
    # A player without a name is asked for it before the menu.
    _settings('name = "Anna"')
    programs = {"minimal": (["-c", MINIMAL], DRAWN), "table": (TABLE, DRAWN), "menu": (["-m", "cardtable"], MENU_DRAWN)}
    times: dict[str, list[float]] = {name: [] for name in programs}
    cpus: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(rounds):
        for name, (args, drawn) in programs.items():
            terminal = Terminal(*args)
            times[name].append(terminal.until(drawn))
            cpus[name].append(terminal.kill())
    for what, found in (("first picture", times), ("first picture, processor", cpus)):
        for name, values in found.items():
            spread(f"{what}, {name}", values)
        for name in ("table", "menu"):
            best = min(found[name]) / min(found["minimal"])
            middle = median(found[name]) / median(found["minimal"])
            print(f"{what}, {name} to minimal: best {best:.2f}, median {middle:.2f}")


def _keys(terminal: Terminal, name: str, count: int) -> None:
    first, last = [], []
    for number in range(count):
        began = time.perf_counter()
        terminal.press((RIGHT, LEFT)[number % 2])
        if not terminal.read(2):
            raise TimeoutError(f"{name}: key {number} drew nothing")
        first.append(time.perf_counter() - began)
        last.append(first[-1])
        while terminal.read(QUIET):
            last[-1] = time.perf_counter() - began
    spread(f"{name}, to the first byte", first)
    spread(f"{name}, to the last byte", last)


def keys(rounds: int) -> None:
    """time from an arrow key to its picture, with nothing else running"""
    terminal = Terminal(*TABLE)
    terminal.until(DRAWN)
    terminal.settle()
    _keys(terminal, "key at rest", rounds * 10)
    terminal.size = 0
    terminal.press(ENTER)
    terminal.settle()
    print(f"a card laid, and what the others then do: {terminal.size / 1024:.1f} KiB")
    terminal.kill()


def thinking(rounds: int) -> None:
    """delay of an arrow key while a bot thinks without a pause: an expert, and a bot without time slices"""
    # Blinking dots at a chair would be mistaken for the effect of a key.
    _settings("motion = false")
    expert = (*TABLE[2:], "--seat", "Anna", "--seat", "bot:expert_deep")
    for name, program, table in (("an expert", EXPERT, expert), ("a bot", THINKING, TABLE[2:])):
        terminal = Terminal("-c", program, *table)
        terminal.until(DRAWN)
        terminal.settle()
        # The digit twice, because Enter is not accepted so soon.
        terminal.press(b"11")
        terminal.settle()
        before = terminal.cpu()
        time.sleep(0.5)
        if terminal.cpu() - before < 0.1:
            raise RuntimeError("no bot is thinking")
        _keys(terminal, f"key while {name} thinks", rounds * 10)
        terminal.kill()


def held(rounds: int) -> None:
    """Tab held down at 30 presses a second: the number of pictures, and the delay of the last one"""
    terminal = Terminal(*TABLE)
    terminal.until(DRAWN)
    terminal.settle()
    terminal.frames = terminal.size = 0
    cpu, began, sent, last = terminal.cpu(), time.perf_counter(), 0, 0.0
    while sent < rounds * 10:
        if time.perf_counter() >= began + sent / 30:
            terminal.press(TAB)
            sent += 1
        terminal.read(max(0, began + sent / 30 - time.perf_counter()))
    ended = time.perf_counter()
    while terminal.read(0.3):
        last = time.perf_counter() - ended
    frames, work = terminal.frames, terminal.cpu() - cpu
    print(f"held key: {sent} keys at 30 a second, {frames} frames, the last {last * 1e3:.0f} ms after the last key")
    print(f"held key: {terminal.size / frames:.0f} bytes and {work / frames * 1e3:.1f} ms of the processor a frame")
    terminal.kill()


def memory(_rounds: int) -> None:
    """memory after 1, 20, 50, 100 and 200 deals at the screen, one person against three bots"""
    _settings('pace = "instant"\nadviser = "steady"')
    terminal = Terminal("-c", UNREAD, *TABLE[2:], *LONG_MATCH)
    terminal.until(DRAWN)
    terminal.settle()
    rss, own = terminal.memory()
    print(f"memory, first picture: {rss:.1f} MiB, its own {own:.1f}")
    records = Path(os.environ["CARDTABLE_HOME"]) / "data" / "records"
    due, over = [1, 20, 50, 100, 200], 0
    # Follow the hint, else pass or take: one of them is always possible. Enter also continues after a deal.
    moves = (*(b"i", ENTER) * 4, b"d", *(b"i", ENTER) * 4, b"t")
    for number in range(100_000):
        terminal.press(moves[number % len(moves)])
        terminal.settle(0.01)
        if number % 50 == 0:
            over = sum(record.read_bytes().count(b'"scores"') for record in records.glob("*.jsonl"))
        if over >= due[0]:
            rss, own = terminal.memory()
            print(f"memory, after {over} deals: {rss:.1f} MiB, its own {own:.1f}", flush=True)
            due = [deals for deals in due if deals > over]
        if not due:
            terminal.kill()
            return
    raise TimeoutError(f"memory: {over} deals are over")


MEASURES: dict[str, Callable[[int], None]] = {
    "start": start,
    "paint": paint,
    "keys": keys,
    "thinking": thinking,
    "held": held,
    "memory": memory,
    "host": host,
    "pages": pages,
    "programs": programs,
}


def main() -> None:
    """Runs the measures asked for, in a temporary home."""
    parser = argparse.ArgumentParser(
        description="Measure start, first picture, keys and memory at a pseudo-terminal.",
        epilog="; ".join(f"{name}: {function.__doc__}" for name, function in MEASURES.items()),
    )
    parser.add_argument("what", nargs="*", metavar="MEASURE", help=f"{', '.join(MEASURES)}; all unless named")
    parser.add_argument("--rounds", type=int, default=20, help="how often; ten keys each (20 unless given)")
    parser.add_argument("--size", default="80x24", metavar="COLUMNSxROWS", help="of the terminal (80x24 unless given)")
    asked = parser.parse_args()
    try:
        Terminal.columns, Terminal.rows = map(int, asked.size.split("x"))
    except ValueError:
        parser.error(f"--size {asked.size}: two numbers such as 80x24")
    if wrong := [name for name in asked.what if name not in MEASURES]:
        parser.error(f"{wrong[0]}: no such measure; there are {', '.join(MEASURES)}")
    if asked.rounds < 2:
        parser.error(f"--rounds {asked.rounds}: at least 2")
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {
            "CARDTABLE_HOME": home,
            "PYTHONPATH": str(PROJECT),
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LC_ALL": "C.UTF-8",
        }
        # As when installed: compiled once, by a first run that is not measured.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = f"{home}/compiled"
        for args in (["-m", "cardtable", "--help"], ["-c", MINIMAL], TABLE):
            terminal = Terminal(*args)
            terminal.until(b"Example" if "--help" in args else DRAWN)
            terminal.kill()
        for name in asked.what or MEASURES:
            print(f"{name} (load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors)", flush=True)
            MEASURES[name](asked.rounds)


if __name__ == "__main__":
    main()
