"""The table in a web page: `server` serves it; this module has what a program inside a page needs to know."""

from __future__ import annotations

import ipaddress
import os
import select
import signal
import sys
import threading

HEADER = 5
"""Bytes before every packet between the server and a page's program: its type, and its length in four bytes."""

SINCE = "CARDTABLE_PAGES_SINCE"
"""The variable in which the server tells its pages' programs when it started."""


def is_loopback(host: str) -> bool:
    """Returns whether the host can only be reached from this computer."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def in_page() -> bool:
    """Returns whether this program runs in a page: the page is its terminal, although it reads and writes pipes."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")


def page_since() -> float | None:
    """Returns when this page's server started, in seconds since 1970; None if not in a page of ours."""
    return float(os.environ[SINCE]) if in_page() and SINCE in os.environ else None


def leave_with_server() -> None:
    """Ends this program, as on a hang-up, when its server is gone, so that no orphaned page keeps a match locked."""
    if not hasattr(select, "poll"):  # Windows
        return
    gone = select.poll()
    gone.register(sys.stdin.fileno(), 0)  # 0: not interested in input, only in its end

    def leave() -> None:
        gone.poll()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=leave, name="server-gone", daemon=True).start()


def tell_page(line: str) -> None:
    """Shows why no table was opened, and waits until a key is pressed or the page is closed."""
    data = f"{line}\r\n\r\nPress a key.\r\n".encode()
    page = sys.stdout.buffer
    # Textual's server takes this first line as the sign that a program for pages has started.
    page.write(b"__GANGLION__\n" + b"D" + len(data).to_bytes(4, "big") + data)
    page.flush()
    keys = sys.stdin.buffer
    while len(header := keys.read(HEADER)) == HEADER:
        content = keys.read(int.from_bytes(header[1:], "big"))
        if header[:1] == b"D" or b'"quit"' in content:
            break
