"""Programs started by tests: each leads a process group of its own, which is ended with its test, however that ends.

A test that stops half way need not tidy up: `conftest.py` ends what it has started. If the tests themselves are killed,
a watcher ends the programs, so that none plays on for ever. Windows has neither groups nor a watcher: there only the
program itself is ended.
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
"""Gets the list of groups at every change; when its pipe closes, as the tests end, it kills those groups."""
_groups: set[int] = set()
UNIX = os.name != "nt"


def hear_all_signals() -> None:
    """Lets programs receive signals that the tests were started to ignore, as a shell does for background jobs.

    Programs inherit an ignored signal, but not a handler; so this installs one that does nothing.
    """
    for name in ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGTSTP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def begin(command: Command, **how: Any) -> subprocess.Popen[Any]:
    """Starts a program; `how` is passed to Popen."""
    if UNIX:
        _watcher()  # The watcher must be there first: the first program may be faster than its start.
    program = subprocess.Popen(command, start_new_session=True, **how)
    lead(program.pid)
    return program


@contextmanager
def running(command: Command, **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """Runs a program during the block; its output is piped unless `how` says otherwise."""
    with begin(command, **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **how}) as program:
        try:
            yield program
        finally:
            end(program.pid)


def run(
    command: Command, given: str | bytes | None = None, *, check: bool = False, **how: Any
) -> subprocess.CompletedProcess[Any]:
    """Runs a program to its end; returns its status and output, in bytes if it was given bytes."""
    pipe = None if given is None else subprocess.PIPE
    with running(command, stdin=pipe, text=not isinstance(given, bytes), **how) as program:
        out, err = program.communicate(given, PATIENCE)
    assert not check or program.returncode == 0, err
    return subprocess.CompletedProcess(command, program.returncode, out, err)


def at_terminal(command: Sequence[str], environ: Mapping[str, str]) -> tuple[int, int]:
    """Starts a program on a terminal of its own; returns its process id and our end of the terminal."""
    import pty

    number, ours = pty.fork()
    if number == 0:
        os.execve(command[0], list(command), dict(environ))
    lead(number)
    return number, ours


def lead(number: int) -> None:
    """Registers a group leader that was not started here."""
    _groups.add(number)
    _tell_watcher()


def end(number: int) -> None:
    """Kills this program and its group at once."""
    if number in _groups:
        with suppress(ProcessLookupError, PermissionError):  # PermissionError on Windows, where it has ended
            if UNIX:
                os.killpg(number, signal.SIGKILL)
            else:
                os.kill(number, signal.SIGTERM)
        _groups.remove(number)
        _tell_watcher()


def end_all() -> None:
    """Kills everything that still runs."""
    for number in [*_groups]:
        end(number)


def _tell_watcher() -> None:
    if UNIX:
        _watcher().write(f"{' '.join(f'-{number}' for number in _groups)}\n".encode())


@cache
def _watcher() -> IO[bytes]:
    """The watcher's pipe. It is no child of ours, so that waiting for any child does not wait for it."""
    nowhere = subprocess.DEVNULL
    command = ["/bin/sh", "-c", WATCHER]
    started = subprocess.Popen(
        command, bufsize=0, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, start_new_session=True
    )
    started.wait()
    assert started.stdin is not None
    return started.stdin
