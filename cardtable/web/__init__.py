"""The table in a web page: `server` shows it, and here is what the program inside a page needs to know."""

from __future__ import annotations

import ipaddress
import os
import select
import signal
import sys
import threading

HEADER = 5
"""Bytes before every packet between the server and the program in a page: its type, and its length in four bytes."""

SINCE = "CARDTABLE_PAGES_SINCE"
"""The variable in which the server tells the programs of its pages when it began."""


def is_loopback(host: str) -> bool:
    """Whether only this computer reaches the host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def in_page() -> bool:
    """Whether this program runs in a page: the page is its terminal, though its input and output are pipes."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")


def page_since() -> float | None:
    """Where this program runs in a page of ours, the second since 1970 in which its server began."""
    return float(os.environ[SINCE]) if in_page() and SINCE in os.environ else None


def leave_with_server() -> None:
    """Lets this program end as on a hang-up when its server is gone, so that no match stays locked by nobody's page."""
    if not hasattr(select, "poll"):  # Windows
        return
    gone = select.poll()
    gone.register(sys.stdin.fileno(), 0)  # 0: not what comes in, only that nothing will come any more

    def leave() -> None:
        gone.poll()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=leave, name="server-gone", daemon=True).start()


def tell_page(line: str) -> None:
    """Shows why no table was opened, and waits until a key is pressed or the page is closed."""
    data = f"{line}\r\n\r\nPress a key.\r\n".encode()
    page = sys.stdout.buffer
    # Textual's server takes the first line for the sign that a program for pages has started.
    page.write(b"__GANGLION__\n" + b"D" + len(data).to_bytes(4, "big") + data)
    page.flush()
    keys = sys.stdin.buffer
    while len(header := keys.read(HEADER)) == HEADER:
        content = keys.read(int.from_bytes(header[1:], "big"))
        if header[:1] == b"D" or b'"quit"' in content:
            break
