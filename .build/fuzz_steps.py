"""The ways into the program that `fuzz.py` tries, and the failures it looks for.

An input is a list of steps, each a verb with texts: files are put into a player's home, then something is done there.
An invalid UTF-8 byte appears in a text as Python's surrogate for it. STEPS carry out the steps, and `Watch` looks for
failures: an unhandled error, a time-out, a write outside the home, a refused file that was changed, characters that a
terminal obeys. Only Linux has what it needs.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import sys
import traceback
import unicodedata
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, chdir, contextmanager, suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple
from unittest import mock

from click.testing import CliRunner

from cardtable import cli
from cardtable.cli.commands import COMMANDS
from cardtable.desk.speech import words

Step = list[str]
"""A verb and its texts."""


# Failures to look for


class TooLong(BaseException):
    """An input has used up its time."""


class Watch:
    """A player's home, and all failures seen while it was in use."""

    now: Watch | None = None
    """The current watch; global, because an audit hook cannot be removed."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.given: dict[Path, bytes] = {}
        """The files that an input has put there."""
        self.named: tuple[Path, ...] = ()
        """Paths that the player named: writing there is intended."""
        self.wrong: list[tuple[str, str]] = []
        """Each failure and its details."""
        self.may_reach = False
        """Whether the player named a program or another computer; even so, none is started or contacted."""
        self.done = 0
        """The number of lines, keys and messages accepted."""

    def saw(self, what: str, detail: str = "") -> None:
        """Records a failure."""
        self.wrong.append((what, detail or what))

    def failed(self, error: BaseException) -> None:
        """Records an unhandled error, by its kind and the function of ours where it arose."""
        frames = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in frames if "/cardtable/" in frame.filename] or frames
        place = f"{ours[-1].filename.rpartition('/cardtable/')[2]}: {ours[-1].name}" if ours else "nowhere"
        self.saw(f"{type(error).__name__} in {place}", "".join(traceback.format_exception(error))[-6000:])

    def unchanged(self, why: str) -> None:
        """Checks that the files put there are unchanged."""
        for path, data in self.given.items():
            if not path.is_file() or path.read_bytes() != data:
                self.saw(f"{why}: {path.name.rpartition('-')[2]} was changed")

    def said(self, who: str, text: str) -> None:
        """Looks for characters that a terminal obeys. Colours are the program's own."""
        for sign in re.sub(r"\x1b\[[0-9;]*m", "", text):
            if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign not in "\n\t":
                self.saw(f"{who}: says control characters", f"{sign!r} in {text[:2000]!r}")
                return

    def refused(self, who: str, text: str) -> None:
        """Checks that every error message takes one line."""
        if any(not line.startswith(("cardtable: ", "Warning: ")) for line in text.splitlines()):
            self.saw(f"{who}: an error in several lines", text)

    def writes(self, target: Any) -> None:
        """Forbids writing outside the home."""
        if isinstance(target, int):
            return
        path = Path(os.path.realpath(os.fsdecode(target)))
        if not path.is_relative_to(self.home) and not path.is_char_device():
            if not any(path.is_relative_to(named) for named in self.named):
                self.saw(f"writes outside its folder: {path.name}", str(path))
            raise PermissionError(13, "Permission denied", str(path))


WRITING = {"os.mkdir": 1, "os.remove": 1, "os.rmdir": 1, "os.rename": 2, "os.truncate": 1, "os.chmod": 1, "os.utime": 1}
"""For each audit event, how many of its first arguments are paths written to."""
REACHING = ("subprocess.Popen", "os.system", "os.exec", "socket.connect", "socket.bind")


def _audit(event: str, args: tuple[Any, ...]) -> None:
    watch = Watch.now
    if watch is None:
        return
    if event == "open" and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        watch.writes(args[0])
    for target in args[: WRITING.get(event, 0)]:
        watch.writes(target)
    if event in REACHING:
        if not watch.may_reach:
            watch.saw(f"does {event}")
        raise PermissionError(13, "Permission denied")


def _rested() -> float:
    """The clock minus the time in which this thread ran or waited for a processor, if the system tells."""
    with suppress(OSError, ValueError):
        worked, stood, _ = map(int, Path("/proc/thread-self/schedstat").read_text().split())
        return monotonic() - (worked + stood) / 1e9
    return monotonic()


@contextmanager
def _in_time(limit: float) -> Iterator[None]:
    """Raises TooLong in code that takes longer than this; 0 means no limit."""

    began = _rested()

    def late(number: int, _: Any) -> None:
        if number == signal.SIGALRM and _rested() - began < limit * 3:
            return  # It is not waiting; others have the processors.
        raise TooLong("it waits" if number == signal.SIGALRM else "it works")

    clocks = ((signal.SIGPROF, signal.ITIMER_PROF, limit), (signal.SIGALRM, signal.ITIMER_REAL, limit * 3))
    before = [(number, signal.signal(number, late)) for number, _, _ in clocks] if limit else []
    try:
        for _, clock, seconds in clocks if limit else ():
            signal.setitimer(clock, seconds, 1)  # Repeats every second, in case the first exception was caught.
        yield
    finally:
        for _, clock, _ in clocks if limit else ():
            signal.setitimer(clock, 0)
        for number, handler in before:
            signal.signal(number, handler)


@cache
def _listen() -> None:
    import_module("cardtable.host.ssh")  # Its imports run programs to find libraries.
    sys.addaudithook(_audit)


@contextmanager
def quick_judge() -> Iterator[None]:
    """Makes reviews call every real choice a mistake, because searches would take too long."""
    from cardtable.coach.verdicts import Verdict

    def judge(thoughts: Any, decided: Any, *, trusted: bool = True) -> Generator[None, None, Any]:
        seen, made, _ = decided
        yield
        others = [move for move in thoughts.rules.legal(seen.state, seen.seat) if move != made]
        return Verdict(seen.seat, made, "mistake", 0.4, 0.52, 0.06, 0.18, others[0], tried=9) if others else None

    with (
        mock.patch("cardtable.coach.review.judge", judge),
        mock.patch("cardtable.tui.table.exercise_screen.judge", judge),
    ):
        yield


@contextmanager
def _no_network() -> Iterator[None]:
    """Lets a table be hosted without a network: addresses are parsed, but nothing listens."""
    asked = socket.getaddrinfo

    def read(address: Any, port: Any, family: int = 0, type: int = 0, proto: int = 0, flags: int = 0) -> Any:
        return asked(address, port, family, type, proto, flags | socket.AI_NUMERICHOST)

    async def hosted(hall: Any, *_: Any) -> None:
        import_module("cardtable.desk.hosting")._tell(hall)

    host = import_module("cardtable.cli.host")
    with (
        mock.patch("socket.getaddrinfo", read),
        mock.patch("socket.create_server", mock.MagicMock()),
        mock.patch.object(host, "serve_hall", hosted),
    ):
        yield


def watched(steps: Sequence[Step], home: Path, limit: float = 0) -> Watch:
    """Carries out the steps in a new home, and returns what was seen."""
    _listen()
    shutil.rmtree(home, ignore_errors=True)
    (home / "here").mkdir(parents=True)
    watch = Watch(home)
    environment = {"CARDTABLE_HOME": str(home), "LC_ALL": "C.UTF-8", "LANGUAGE": "", "TERM": "xterm", "USER": "anna"}
    with ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, environment))
        stack.enter_context(mock.patch("sys.dont_write_bytecode", True))
        stack.enter_context(mock.patch("os.fsync"))  # Durability is a separate question.
        stack.enter_context(mock.patch("secrets.randbelow", Random(1).randrange))
        stack.enter_context(quick_judge())
        stack.enter_context(_no_network())
        stack.enter_context(chdir(home / "here"))
        try:
            with _in_time(limit), mock.patch.object(Watch, "now", watch):
                for verb, *texts in steps:
                    STEPS[verb].do(watch, *texts)
        except (Exception, TooLong, SystemExit) as error:
            watch.failed(error)
    return watch


# Steps


def raw(text: str) -> bytes:
    """The bytes that a text stands for."""
    return text.encode("utf-8", "surrogateescape")


def lay(watch: Watch, where: str, *lines: str) -> None:
    """Writes a file of the player's."""
    path = watch.home / where
    path.parent.mkdir(parents=True, exist_ok=True)
    watch.given[path] = raw("".join(lines))
    path.write_bytes(watch.given[path])


def odd(watch: Watch, where: str, what: str) -> None:
    """Puts something that is not a regular file in a file's place: a folder, a pipe, or a link."""
    path = watch.home / where
    path.parent.mkdir(parents=True, exist_ok=True)
    if what == "folder":
        path.mkdir(exist_ok=True)
    elif what == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(what)


READING = (
    "learn",
    "ratings",
    "check",
    "replay",
    "stats",
    "position",
    "settings",
    "themes",
    "games",
    "rules",
    "options",
    "bots",
)
"""Commands that change none of the player's files. Others do so only if they succeed, except for arena results."""


def run(watch: Watch, *args: str, typed: bytes = b"") -> None:
    """Runs a command line."""
    command = next((arg for arg in args if arg in COMMANDS), "no command")
    parts = [part for arg in args for part in (arg, arg.partition("=")[2]) if part and "\0" not in part]
    watch.named = tuple(Path(os.path.realpath(part)) for part in parts)
    watch.may_reach = any(part.startswith(("cmd:", "tcp:", "local:")) for arg in args for part in arg.split(","))
    status: object = None
    with CliRunner().isolation(input=typed, color=True) as (out, err, _):
        sys.argv, argv = ["cardtable", *args], sys.argv
        try:
            cli.main()
        except SystemExit as end:
            status = end.code
        except OSError as error:  # `main` has no terminal to close here; the real error is the context.
            raise error.__context__ or error from None
        finally:
            with suppress(ValueError):  # In case of a byte that is not text.
                watch.done += typed.count(b"\n") - sys.stdin.read().count("\n")
            sys.argv = argv
            sys.stdout.flush()
            sys.stderr.flush()
            said, wrong = (stream.getvalue().decode("utf-8", "surrogateescape") for stream in (out, err))
    watch.said(command, said + wrong)
    crash = next(watch.home.glob("data/crash-*"), None)  # The program caught a failure of its own.
    if crash is not None:
        watch.saw(wrong.partition("\n")[0], crash.read_text(encoding="utf-8", errors="replace")[-6000:])
        crash.unlink()
    else:
        watch.refused(command, wrong)
    if status not in (0, 1, 2, 130):
        watch.saw(f"{command}: exit status {status}")
    if command in READING or (status != 0 and command != "arena"):
        watch.unchanged(command)


def type_in(watch: Watch, command: str, *lines: str) -> None:
    """Runs a command line with typed input, line by line."""
    run(watch, *shlex.split(command), typed=raw("".join(f"{line}\n" for line in lines)))


def choose(watch: Watch, name: str, value: str) -> None:
    """Changes a setting as on the screen."""
    from cardtable.desk.screen import settings_for

    if chosen := settings_for(words()).choose:
        try:
            chosen(name, value)
        except (OSError, ValueError):
            watch.unchanged("settings")


def be(watch: Watch, name: str) -> None:
    """Sets the name of the user."""
    os.environ["LOGNAME"] = name


def menu(watch: Watch) -> None:
    """Opens everything that the menu offers, without the screen."""
    from cardtable.desk.replays import archive
    from cardtable.desk.screen import home
    from cardtable.desk.speech import or_value_error
    from cardtable.desk.tables import open_agreed

    found, store = home(words()), archive()
    cups = found.tournaments() if found.tournaments else None
    ways: list[Callable[[], Any]] = [partial(or_value_error(open_agreed), table) for table in found.saved]
    ways += [partial(found.resume, match.path) for match in found.unfinished if found.resume]
    ways += [way for way in (found.same_table, found.stats, found.tallies) if way is not None]
    ways += [cups.resume_last] if cups is not None and cups.resume_last is not None else []
    for kept in store.kept():
        ways.append(partial(store.read, kept.path))
        with suppress(OSError, ValueError):
            replay = store.read(kept.path)
            ways += [
                partial(store.play_on, replay, len(replay.moments) // 2, 0),
                partial(store.save_position, replay, 0),
            ]
    for way in ways:
        with suppress(OSError, ValueError):
            opened = way()
            for one in opened if isinstance(opened, tuple) else (opened,):
                getattr(one, "close", lambda: None)()


class Way(NamedTuple):
    """How to carry out a step, and how many of its texts cannot be left out one by one."""

    do: Callable[..., None]
    head: int


STEPS = {
    "file": Way(lay, 1),
    "odd": Way(odd, 2),
    "run": Way(run, 0),
    "type": Way(type_in, 1),
    "choose": Way(choose, 2),
    "be": Way(be, 1),
    "menu": Way(menu, 0),
}
