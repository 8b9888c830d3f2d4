"""The command as a host types it, and a friend with the usual `ssh` program; the host is killed once."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")
import asyncssh

from tests import programs
from tests.ports import kept_port
from tests.waiting import PATIENCE

pytestmark = pytest.mark.posix

SSH = shutil.which("ssh")


class Hosted:
    """The host's program and its output."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.said = folder / f"said{len(list(folder.iterdir()))}"
        with self.said.open("wb") as said:
            self.process = programs.begin(
                [sys.executable, "-X", "utf8", "-m", "cardtable", "--lang", "en", "host", *args],
                stdout=said,
                stderr=said,
                env={**os.environ, "CARDTABLE_HOME": str(folder), "PYTHONUNBUFFERED": "1"},
            )
        self.says("Ctrl+C closes the table")

    @property
    def text(self) -> str:
        """All its output."""
        return self.said.read_text("utf-8")

    def says(self, line: str) -> None:
        """Waits until it has printed this."""
        wait_for(lambda: line in self.text or self.process.poll() is not None)
        assert line in self.text, self.text

    def end(self, number: int) -> int:
        """Ends it with this signal and returns its status."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


class Friend:
    """A friend at a terminal who has typed the line."""

    def __init__(self, port: int, code: str, key: Path) -> None:
        """Connects with this key, and types the code, if there is one."""
        assert SSH is not None
        known = (
            "StrictHostKeyChecking=no",
            "UserKnownHostsFile=/dev/null",
            "LogLevel=ERROR",
            "IdentitiesOnly=yes",
        )
        line = [
            SSH,
            "-F",
            "none",
            "-i",
            str(key),
            "-p",
            str(port),
            *(word for name in known for word in ("-o", name)),
            "anna@127.0.0.1",
        ]
        self.process, self.terminal = programs.at_terminal(line, {**os.environ, "TERM": "xterm-256color"})
        import fcntl
        import struct
        import termios

        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        os.set_blocking(self.terminal, False)
        self.shown = b""
        if code:
            self.sees("Код: ")
            self.types(code + "\n")

    def sees(self, text: str) -> None:
        """Waits until the terminal shows this."""

        def shown() -> bool:
            self._read()
            return text.encode() in self.shown

        wait_for(shown)
        assert text.encode() in self.shown, self.shown

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError, OSError):
            self.shown += os.read(self.terminal, 1 << 16)

    def types(self, keys: str) -> None:
        """Types this."""
        os.write(self.terminal, keys.encode())

    def status(self) -> int:
        """The exit status of `ssh`; its remaining output is read, or it might wait for that."""
        ended: list[int] = []

        def has_ended() -> bool:
            self._read()
            ended[:] = [status for pid, status in [os.waitpid(self.process, os.WNOHANG)] if pid]
            return bool(ended)

        wait_for(has_ended)
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(ended[0])


def wait_for(holds: Callable[[], bool]) -> None:
    """Waits until the condition holds, or for too long."""
    end = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)


@pytest.mark.skipif(SSH is None, reason="there is no ssh here")
def test_a_friend_comes_with_ssh_and_comes_back_after_the_host_was_killed(tmp_path: Path) -> None:
    with kept_port() as port:
        come_and_come_back(tmp_path, port)


def come_and_come_back(tmp_path: Path, port: int) -> None:
    """The same port is served before and after."""
    host = Hosted(tmp_path, "throw_in", "--seat", "Anna", "--seat", "bot:steady", "--port", str(port))
    found = re.search(r"The code of Anna: +(\S+)", host.text)
    assert found is not None
    key = tmp_path / "id"
    pair = asyncssh.generate_private_key("ssh-ed25519")
    pair.write_private_key(str(key))
    key.chmod(0o600)
    anna = Friend(port, found[1], key)
    anna.sees("\x1b[?1049h")
    host.says("Anna has come.")
    assert "Anna is known by their key from now on." in host.text
    host.end(signal.SIGKILL)
    assert anna.status() != 0

    host = Hosted(tmp_path, "--resume", "--port", str(port))
    assert "The code of" not in host.text
    again = Friend(port, "", key)  # Their key is known by now.
    again.sees("\x1b[?1049h")
    assert "Код" not in again.shown.decode("utf-8", "replace")
    host.says("Anna has come.")
    again.types("\x11")  # Ctrl+Q
    again.sees("\x1b[?1049l")
    assert again.status() == 0
    host.says("Anna has gone.")
    assert host.end(signal.SIGINT) == 0
    assert "cardtable host --resume" in host.text
    assert (tmp_path / "config" / "host_key").stat().st_mode & 0o777 == 0o600
