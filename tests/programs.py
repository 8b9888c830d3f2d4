"""Programs that tests start: each leads a process group of its own, which is ended with its test, however that ends.

A test that stops in the middle need not tidy up: `conftest.py` ends what it has begun. Should the tests themselves be
killed, a watcher does it, so that no program plays on for ever. Windows has neither groups nor a watcher: there a
program is ended by itself.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import IO, Any

from tests.waiting import PATIENCE

Command = Sequence[str] | Sequence[bytes]
WATCHER = 'exec 3<&0; (while read -r line; do groups=$line; done; [ -z "$groups" ] || kill -9 $groups) <&3 &'
"""Is told which groups there are whenever that changes; when its pipe ends, with the tests, it ends those groups."""
_groups: set[int] = set()
UNIX = os.name != "nt"


def hear_all_signals() -> None:
    """Signals that these tests were started to ignore, as by a shell in the background, reach their programs.

    To be ignored is handed on to a program, a handler is not: this one does nothing.
    """
    for name in ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGTSTP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def begin(command: Command, **how: Any) -> subprocess.Popen[Any]:
    """Starts a program; `how` is what Popen takes."""
    if UNIX:
        _watcher()  # It stands before there is anything to watch: the first program may outrun its start.
    program = subprocess.Popen(command, start_new_session=True, **how)
    lead(program.pid)
    return program


@contextmanager
def running(command: Command, **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """A program for some lines of a test; what it says is read, unless `how` says otherwise."""
    with begin(command, **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **how}) as program:
        try:
            yield program
        finally:
            end(program.pid)


def run(
    command: Command, given: str | bytes | None = None, *, check: bool = False, **how: Any
) -> subprocess.CompletedProcess[Any]:
    """Waits for a program: its status, and what it said; in bytes where it was given bytes."""
    pipe = None if given is None else subprocess.PIPE
    with running(command, stdin=pipe, text=not isinstance(given, bytes), **how) as program:
        out, err = program.communicate(given, PATIENCE)
    assert not check or program.returncode == 0, err
    return subprocess.CompletedProcess(command, program.returncode, out, err)


def at_terminal(command: Sequence[str], environ: Mapping[str, str]) -> tuple[int, int]:
    """Starts a program at a terminal of its own: its number, and our end of the terminal."""
    import pty

    number, ours = pty.fork()
    if number == 0:
        os.execve(command[0], list(command), dict(environ))
    lead(number)
    return number, ours


def lead(number: int) -> None:
    """Takes up the leader of a group that nothing here has begun."""
    _groups.add(number)
    _tell_watcher()


def end(number: int) -> None:
    """Ends this program and its group at once."""
    if number in _groups:
        with suppress(ProcessLookupError, PermissionError):  # the latter on Windows, where it has ended
            if UNIX:
                os.killpg(number, signal.SIGKILL)
            else:
                os.kill(number, signal.SIGTERM)
        _groups.remove(number)
        _tell_watcher()


def end_all() -> None:
    """Ends whatever still runs."""
    for number in [*_groups]:
        end(number)


def _tell_watcher() -> None:
    if UNIX:
        _watcher().write(f"{' '.join(f'-{number}' for number in _groups)}\n".encode())


@cache
def _watcher() -> IO[bytes]:
    """Its pipe. No child of ours: who waits for any child need not wait for it."""
    nowhere = subprocess.DEVNULL
    command = ["/bin/sh", "-c", WATCHER]
    started = subprocess.Popen(
        command, bufsize=0, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, start_new_session=True
    )
    started.wait()
    assert started.stdin is not None
    return started.stdin
