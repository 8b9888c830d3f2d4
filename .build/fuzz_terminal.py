"""The step of `fuzz.py` at a real pseudo-terminal: the whole program, and keys with or without pauses."""

from __future__ import annotations

import faulthandler
import fcntl
import os
import pty
import re
import select
import shlex
import signal
import struct
import sys
import termios
import traceback
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

from fuzz_steps import Watch, Way

from cardtable import cli

PATIENCE = 60.0
"""Seconds after which a program that should end counts as hanging, on a busy machine."""
ENDING = ("enter", "down", "ctrl+p", "pagedown")
"""Keys sent in the same write after the last one: a player who quits may still be typing."""
NAMED = {
    "enter": "\r",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "space": " ",
    "backspace": "\x7f",
    "delete": "\x1b[3~",
    "esc": "\x1b",
    "escape": "\x1b[27u",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "question_mark": "?",
    "click": "\x1b[<0;40;12M\x1b[<0;40;12m",
    "paste": "\x1b[200~a\n\x1b[201~",
    **{f"f{nth}": f"\x1bO{sign}" for nth, sign in enumerate("PQRS", 1)},
    **{f"f{nth}": f"\x1b[{code}~" for nth, code in zip(range(5, 10), (15, 17, 18, 19, 20), strict=True)},
    **{f"ctrl+{sign}": chr(ord(sign) - 96) for sign in "cpqz"},
}
"""What a terminal sends for named keys. A lone escape byte may be the start of another key, so the program waits: `esc`
sends it alone, `escape` in the unambiguous form of newer terminals.
"""
SEQUENCE = re.compile(r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-9;:?<>=]*[ -/]*[@-~]|\x1b[()].|\x1b[=>78c]")


def sent_for(key: str) -> bytes:
    """What a terminal sends for a key; a click includes its position."""
    word, *numbers = key.split(" ")
    if word == "click" and numbers:
        x, y = numbers
        return f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m".encode()
    return NAMED.get(key, key).encode()


def terminal(watch: Watch, how: str, *keys: str) -> None:
    """Sends keys, with a pause in milliseconds after each, to the program that `how` names after the pause.

    If a key ends the program, it is started again for the rest; a program that prints something and exits takes none.
    `sigterm` and `sighup` are signals.
    """
    pause, *arguments = shlex.split(how)
    while keys:
        session = Session(watch, float(pause) / 1000, arguments)
        taken = session.taken(keys)
        keys = keys[taken:]
        if watch.wrong or not taken:
            return


class Session:
    """One run of the program, from start to exit."""

    def __init__(self, watch: Watch, pause: float, arguments: Sequence[str]) -> None:
        self.watch, self.pause = watch, pause
        self.heard = b""
        self.trace = watch.home / "stacks"
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            _run(arguments, str(self.trace))
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.set_blocking(self.master, False)

    def taken(self, keys: Sequence[str]) -> int:
        """Sends keys and returns how many were sent before the program ended; then quits it and checks its end."""
        count = 0
        try:
            began = monotonic()
            while self._reads_lines and monotonic() - began < PATIENCE:
                self._listen(0.002)
            rest = b""
            for key in keys:
                count += 1
                if key.startswith("sig"):
                    self._send(rest)
                    rest = b""
                    os.kill(self.pid, signal.Signals[key.upper()])
                    continue
                rest += sent_for(key)
                if self.pause or len(rest) > 200:
                    self._send(rest)
                    rest = b""
                    self._listen(self.pause)
            for key in ("ctrl+q", *ENDING):
                rest += sent_for(key)
            self._send(rest)
            began = monotonic()
            while monotonic() - began < PATIENCE:
                self._listen(1)
            self._hangs()
        except EOFError:
            self._ended()
        finally:
            os.close(self.master)
        self.watch.done += count
        return count

    @property
    def _reads_lines(self) -> bool:
        """Whether the terminal is in line mode, as for a shell, not in the screen's raw mode."""
        return bool(termios.tcgetattr(self.master)[3] & termios.ICANON)

    def _send(self, rest: bytes) -> None:
        while rest:
            if select.select([], [self.master], [], 0)[1]:
                with suppress(BlockingIOError):
                    rest = rest[os.write(self.master, rest[:256]) :]
            self._listen(0)

    def _listen(self, seconds: float) -> None:
        """Collects the program's output for this time. Raises EOFError if it has ended."""
        until = monotonic() + seconds
        while True:
            left = until - monotonic()
            if select.select([self.master], [], [], max(0, left))[0]:
                try:
                    self.heard = self.heard[-50_000:] + os.read(self.master, 1 << 16)
                except OSError:
                    raise EOFError from None
            if left <= 0:
                return

    def _hangs(self) -> None:
        os.kill(self.pid, signal.SIGUSR1)
        with suppress(EOFError):
            self._listen(1)
        self.watch.saw("terminal: hangs", self.trace.read_text())
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)

    def _ended(self) -> None:
        """Checks how the program ended, and the state of the terminal."""
        status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        said = SEQUENCE.sub("", self.heard.decode(errors="replace"))[-2000:]
        crash = next(self.watch.home.glob("data/crash-*"), None)
        if crash is not None or "has failed" in said or "Traceback" in said:
            detail = crash.read_text(encoding="utf-8", errors="replace") if crash is not None else said
            self.watch.saw(f"terminal: {_last(detail)}", detail[-8000:])
        elif status not in (0, 128 + signal.SIGTERM, 128 + signal.SIGHUP, -signal.SIGTERM, -signal.SIGHUP):
            self.watch.saw(f"terminal: exit status {status}", said)
        if self._reads_lines is False:
            self.watch.saw("terminal: it is left raw", said)


def _last(text: str) -> str:
    """The line that names the failure."""
    named = [line for line in text.splitlines() if re.match(r"[\w.]+(: |$)", line)]
    return named[-1][:200] if named else text.strip()[-200:]


def _run(arguments: Sequence[str], trace: str) -> None:
    """Runs the program in a child process that owns this terminal."""
    status = 1
    try:
        Watch.now = None
        for number in (signal.SIGALRM, signal.SIGPROF, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        faulthandler.register(signal.SIGUSR1, open(trace, "w"), all_threads=True)  # noqa: SIM115
        # The old streams refer to other files.
        sys.stdin = sys.__stdin__ = open(0, closefd=False)  # type: ignore[misc]  # noqa: SIM115
        sys.stdout, sys.stderr = (open(fd, "w", buffering=1, closefd=False) for fd in (1, 2))  # noqa: SIM115
        sys.__stdout__, sys.__stderr__ = sys.stdout, sys.stderr  # type: ignore[misc]
        os.environ["TERM"] = "xterm-256color"
        sys.argv = ["cardtable", *arguments]
        try:
            cli.main()
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


AT_TERMINALS = {"terminal": Way(terminal, 1)}
