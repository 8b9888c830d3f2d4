"""Job control: Ctrl+Z stops the program, `fg` resumes it. Not on Windows."""

from __future__ import annotations

import errno
import os
import signal
import sys
import termios


def stop() -> None:
    """Stops the job with all its processes, as Ctrl+Z usually does; returns once it is back in the foreground.

    The system does not stop a job that no shell could resume. Restore the terminal before calling this.
    """
    # The event loop's own handlers would wait for a loop that is stopped.
    handlers = {number: signal.signal(number, signal.SIG_DFL) for number in (signal.SIGTSTP, signal.SIGCONT)}
    try:
        os.kill(0, signal.SIGTSTP)
        forget_typed()
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def forget_typed() -> None:
    """Drops input typed for other programs; a job resumed in the background is stopped here once more."""
    while True:
        try:
            termios.tcflush(sys.__stdin__.fileno(), termios.TCIFLUSH)  # type: ignore[union-attr]  # we have a terminal
        except termios.error as wrong:
            if wrong.args[0] == errno.EINTR:
                continue
        return
