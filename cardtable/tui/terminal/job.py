"""The program as a job of the shell: Ctrl+Z stops it, `fg` lets it go on. Not on Windows."""

from __future__ import annotations

import errno
import os
import signal
import sys
import termios


def stop() -> None:
    """Stops the job, all of its processes as Ctrl+Z elsewhere; returns when it goes on in the foreground.

    The system does not stop a job that no shell could go on with. Leave the terminal before.
    """
    # The loop's own handlers would wait for a loop that is stopped.
    handlers = {number: signal.signal(number, signal.SIG_DFL) for number in (signal.SIGTSTP, signal.SIGCONT)}
    try:
        os.kill(0, signal.SIGTSTP)
        forget_typed()
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def forget_typed() -> None:
    """Drops what was typed for somebody else; a job that goes on in the background is stopped here once more."""
    while True:
        try:
            termios.tcflush(sys.__stdin__.fileno(), termios.TCIFLUSH)  # type: ignore[union-attr]  # we have a terminal
        except termios.error as wrong:
            if wrong.args[0] == errno.EINTR:
                continue
        return
