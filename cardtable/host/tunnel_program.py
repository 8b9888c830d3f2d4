"""A tunnel through a program that forwards connections, such as `bore` or `cloudflared`.

The program prints its public address, which is looked for in its first lines. Friends who connect this way have this
computer's own address: limits by address apply to all of them together.
"""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import signal
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from cardtable.engine.faults import told
from cardtable.engine.text import Text, clean, say
from cardtable.host.tunnel import WAITS, BadTunnel, WayIn

LINES, SECONDS = 60, 30
"""The number of lines searched for the address, and the seconds."""
LONGEST: Final = 400
"""Maximum letters read of a line."""
TERM: Final = 3.0
"""Seconds a program gets to end when asked to."""
_NAME: Final = r"(?P<host>(?:[a-z0-9-]+\.)+[a-z]{2,})"
_PAGE: Final = re.compile(rf"https://{_NAME}(?::(?P<port>\d{{1,5}}))?", re.IGNORECASE)
_DOOR: Final = re.compile(rf"(?:tcp://|\bat |\bon |=|->|→)\s*{_NAME}:(?P<port>\d{{1,5}})", re.IGNORECASE)
OWN: Final = {"cloudflared": re.compile(r"https://(?P<host>[a-z0-9-]+\.trycloudflare\.com)(?P<port>)")}
"""By program: the pattern of its address, for those that print other addresses first."""


class Address(NamedTuple):
    """The address printed by a program."""

    host: str
    port: int
    is_page: bool
    """Whether it is for browsers, by HTTPS; otherwise it is for `ssh`."""


class ProgramTunnel(NamedTuple):
    """A command, and the pattern of its address if that is not known here."""

    command: str
    says: re.Pattern[str] | None = None

    def words(self, port: int, web: int) -> list[str]:
        """Returns the command with the ports filled in, to be started without a shell."""
        return shlex.split(self.command.replace("{port}", str(port)).replace("{web}", str(web)))

    def address(self, line: str) -> Address | None:
        """Returns the address in a line; None if there is none."""
        name = shlex.split(self.command)[0].rpartition("/")[2]
        own = self.says or OWN.get(name)
        match = own.search(line) if own is not None else _PAGE.search(line) or _DOOR.search(line)
        if match is None:
            return None
        parts = match.groupdict()
        port = int(parts.get("port") or 0)
        is_page = match.group().startswith("https://") if own is None or self.says is None else not port
        return Address(parts["host"], port, is_page) if port <= 65_535 else None


def program_of(given: str, says: str = "", *, web: bool = True) -> ProgramTunnel:
    """Parses `--tunnel 'command: ...'` and `--tunnel-says`. Raises BadTunnel.

    >>> program_of("command:bore local {port} --to bore.pub").address("listening at bore.pub:41234")
    Address(host='bore.pub', port=41234, is_page=False)
    """
    command = given.removeprefix("command:").strip()
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words or not ("{port}" in command or "{web}" in command):
        raise BadTunnel("{given}: a command that names {{port}} or {{web}}", given=clean(given)[:60])
    if "{web}" in command and not web:
        raise BadTunnel("{given}: there are no pages without --web PORT", given=clean(given)[:60])
    pattern = None
    if says:
        try:
            pattern = re.compile(says)
        except re.error as error:
            raise BadTunnel("says {says}: {why}", says=clean(says)[:60], why=str(error)) from None
        if "host" not in pattern.groupindex:
            raise BadTunnel("says {says}: it must have a group (?P<host>...)", says=clean(says)[:60])
    return ProgramTunnel(command, pattern)


class Running:
    """Keeps a program running; `told` is called after every change, `paged` with an address for browsers."""

    def __init__(
        self,
        program: ProgramTunnel,
        ports: tuple[int, int],
        told: Callable[[WayIn], None],
        paged: Callable[[str], None],
        waits: Sequence[float] = WAITS,
    ) -> None:
        self._program, self._ports, self._waits = program, ports, waits
        self._told, self._paged = told, paged
        self._name = program.words(*ports)[0]
        self._was_up = False

    async def keep(self) -> None:
        """Starts the program, and restarts it whenever it has ended. Stops it when cancelled."""
        tries = 0
        while True:
            self._was_up = False
            why = await self._once()
            self._told(WayIn(self._name, 0, why))
            tries = 0 if self._was_up else tries
            await asyncio.sleep(self._waits[min(tries, len(self._waits) - 1)])
            tries += 1

    async def _once(self) -> Text:
        """Runs the program to its end; returns the reason it ended."""
        try:
            process = await asyncio.create_subprocess_exec(
                *self._program.words(*self._ports), stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, start_new_session=True
            )
        except OSError as error:
            return told(error)
        try:
            return await self._listen(process)
        finally:
            await _end(process)

    async def _listen(self, process: Process) -> Text:
        last = ""
        try:
            async with asyncio.timeout(SECONDS):
                for _ in range(LINES):
                    line = await _line(process)
                    if line is None:
                        break
                    last = line or last
                    found = self._program.address(line)
                    if found is not None:
                        self._up(found)
                        break
        except TimeoutError:
            pass
        if not self._was_up:
            return say("it named no address: {line}", line=last) if last else say("it named no address")
        while (line := await _line(process)) is not None:  # A pipe that nobody reads would block it.
            last = line or last
        return say("it has ended: {line}", line=last) if last else say("it has ended")

    def _up(self, found: Address) -> None:
        self._was_up = True
        if found.is_page:
            self._paged(f"https://{found.host}{f':{found.port}' if found.port else ''}/")
        else:
            self._told(WayIn(found.host, found.port))


async def _line(process: Process) -> str | None:
    """Returns the next line of output; None at its end."""
    assert process.stdout is not None
    try:
        data = await process.stdout.readline()
    except ValueError:  # The line is longer than anything a person would read.
        return ""
    return clean(data.decode("utf-8", "replace").strip())[:LONGEST] if data else None


async def _end(process: Process) -> None:
    """Ends the program: asks first, then kills it."""
    if process.returncode is None:
        _signal(process, "SIGTERM")
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(process.wait()), TERM)
    if process.returncode is None:
        _signal(process, "SIGKILL")
        await process.wait()


def _signal(process: Process, name: str) -> None:
    """Signals the program and all its children: its session is its own. On Windows it is killed at once."""
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, getattr(signal, name))
