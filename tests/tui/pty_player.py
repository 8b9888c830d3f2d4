"""The program on a pseudo-terminal: its output is kept, and drawn on a grid of cells as a terminal would."""

from __future__ import annotations

import os
import re
import select
import struct
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tests import programs
from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent.parent
_SEQUENCE = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[([0-9;:?<>=]*)[ -/]*([@-~])|\x1b[P_^].*?\x1b\\|\x1b[()].|\x1b[=>78c]"
)


class Cells:
    """The part of a terminal that the program uses: it moves the cursor, and writes."""

    def __init__(self, width: int, height: int) -> None:
        self.rows = [[" "] * width for _ in range(height)]
        self.x = self.y = 0
        self._left = ""

    def feed(self, text: str) -> None:
        """Processes output; an incomplete sequence waits for the rest."""
        text, self._left = self._left + text, ""
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                found = _SEQUENCE.match(text, at)
                if found is None:
                    self._left = text[at:]
                    return
                self._obey(found.group(1) or "", found.group(2) or "")
                at = found.end()
                continue
            self._write(text[at])
            at += 1

    def _obey(self, given: str, what: str) -> None:
        if what in ("H", "f"):
            y, _, x = given.partition(";")
            self.x, self.y = int(x or 1) - 1, int(y or 1) - 1
        elif what == "C":
            self.x += int(given or 1)
        elif what == "J" and given in ("2", "3"):
            for row in self.rows:
                row[:] = [" "] * len(row)

    def _write(self, sign: str) -> None:
        if sign == "\r":
            self.x = 0
        elif sign == "\n":
            self.x, self.y = 0, self.y + 1
        elif sign >= " ":
            if 0 <= self.y < len(self.rows) and 0 <= self.x < len(self.rows[0]):
                self.rows[self.y][self.x] = sign
            self.x += 1

    @property
    def text(self) -> str:
        """The text on the grid, row by row."""
        return "\n".join("".join(row).rstrip() for row in self.rows)


def told(text: str) -> str:
    """The text in the output: colours are dropped, and every other sequence separates the text around it.

    Window titles and text for the clipboard are kept.
    """
    return _SEQUENCE.sub(lambda found: {"m": "", None: found.group()}.get(found.group(2), "\n"), text)


def rests(pid: int) -> bool:
    """Whether a program is waiting for something other than its turn on a busy machine; True where unknown."""
    with suppress(FileNotFoundError, ProcessLookupError):  # A thread has ended meanwhile.
        tasks = Path(f"/proc/{pid}/task").glob("*/stat")
        return not any(task.read_text().rpartition(")")[2].split()[0] in "RD" for task in tasks)
    return False


class Player:
    """A player at a pseudo-terminal in which a program runs."""

    def __init__(self, command: Sequence[str], environ: Mapping[str, str], size: tuple[int, int] = (80, 24)) -> None:
        self.cells = Cells(*size)
        self.looks: list[str] = []
        """The screen at every pause in the output; a reader that has searched the list empties it."""
        self._decoded = b""
        self.pid, self._master = programs.at_terminal(command, {**os.environ, "PYTHONPATH": str(ROOT), **environ})
        self.say_size(*size)

    def say_size(self, width: int, height: int) -> None:
        """Tells the program that the terminal has this size."""
        import fcntl
        import termios

        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def press(self, keys: str) -> None:
        """Types these keys."""
        os.write(self._master, keys.encode())

    def listen(self, done: Callable[[str], bool], quiet: float = 0.12) -> str:
        """Returns the output until the screen is as wanted and no more comes for a while. Raises TimeoutError."""
        heard, last, begun = "", time.monotonic(), time.monotonic()
        while True:
            now = time.monotonic()
            if not rests(self.pid):
                last = now
            if now - last > quiet and done(self.cells.text):
                return heard
            if now - begun > PATIENCE:
                raise TimeoutError(f"not as wanted after {PATIENCE} seconds:\n{self.cells.text}")
            if select.select([self._master], [], [], 0.05)[0]:
                try:
                    sent = os.read(self._master, 1 << 16)
                except OSError:
                    raise EOFError(f"the program has ended:\n{self.cells.text}") from None
                text = self._decode(sent)
                self.cells.feed(text)
                heard += text
                last = time.monotonic()
            elif self.looks[-1:] != [self.cells.text]:
                self.looks.append(self.cells.text)

    def _decode(self, sent: bytes) -> str:
        sent = self._decoded + sent
        for cut in range(len(sent), max(len(sent) - 4, -1), -1):
            with suppress(UnicodeDecodeError):
                self._decoded = sent[cut:]
                return sent[:cut].decode()
        self._decoded = b""
        return sent.decode(errors="replace")

    def leave(self) -> None:
        """Ends the program."""
        programs.end(self.pid)
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        os.close(self._master)


def cardtable(*arguments: str) -> list[str]:
    """The command line that starts the program."""
    return [sys.executable, "-m", "cardtable", *arguments]
