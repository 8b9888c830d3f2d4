"""The ways into the program that `fuzz.py` tries, and what must not happen on them.

An input is a list of steps, each a verb and texts: files are laid into a player's home, then something is done there.
A byte that is no UTF-8 stands in a text as Python's surrogate of it. STEPS do what a step says, and `Watch` sees what
must not happen: an error that is not told in words, time without end, a write outside the home, a file changed that
was refused, signs that a terminal obeys. Linux alone has what it needs.
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


# What must not happen


class TooLong(BaseException):
    """An input has used up its time."""


class Watch:
    """A player's home, and everything wrong that was seen while somebody played there."""

    now: Watch | None = None
    """The watch that is kept; an audit hook is never taken off."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.given: dict[Path, bytes] = {}
        """The files that an input has laid down."""
        self.named: tuple[Path, ...] = ()
        """Paths that the player has named: what is written there is meant."""
        self.wrong: list[tuple[str, str]] = []
        """What was wrong, and how it came."""
        self.may_reach = False
        """Whether the player has named a program or another computer; nothing is begun there all the same."""
        self.done = 0
        """How many lines, keys and messages have been taken."""

    def saw(self, what: str, detail: str = "") -> None:
        """Notes something wrong."""
        self.wrong.append((what, detail or what))

    def failed(self, error: BaseException) -> None:
        """Notes an error that nobody has put into words, by its kind and by the function of ours that it came from."""
        frames = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in frames if "/cardtable/" in frame.filename] or frames
        place = f"{ours[-1].filename.rpartition('/cardtable/')[2]}: {ours[-1].name}" if ours else "nowhere"
        self.saw(f"{type(error).__name__} in {place}", "".join(traceback.format_exception(error))[-6000:])

    def unchanged(self, why: str) -> None:
        """Looks whether the files that were laid down are as they were."""
        for path, data in self.given.items():
            if not path.is_file() or path.read_bytes() != data:
                self.saw(f"{why}: {path.name.rpartition('-')[2]} was changed")

    def said(self, who: str, text: str) -> None:
        """Looks for what a terminal would obey. Colours are the program's own."""
        for sign in re.sub(r"\x1b\[[0-9;]*m", "", text):
            if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign not in "\n\t":
                self.saw(f"{who}: says control characters", f"{sign!r} in {text[:2000]!r}")
                return

    def refused(self, who: str, text: str) -> None:
        """Looks whether everything that is said to be wrong is one line."""
        if any(not line.startswith(("cardtable: ", "Warning: ")) for line in text.splitlines()):
            self.saw(f"{who}: an error in several lines", text)

    def writes(self, target: Any) -> None:
        """Lets nothing be written outside the home."""
        if isinstance(target, int):
            return
        path = Path(os.path.realpath(os.fsdecode(target)))
        if not path.is_relative_to(self.home) and not path.is_char_device():
            if not any(path.is_relative_to(named) for named in self.named):
                self.saw(f"writes outside its folder: {path.name}", str(path))
            raise PermissionError(13, "Permission denied", str(path))


WRITING = {"os.mkdir": 1, "os.remove": 1, "os.rmdir": 1, "os.rename": 2, "os.truncate": 1, "os.chmod": 1, "os.utime": 1}
"""By audit event how many of its first arguments are paths that are written to."""
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
    """The clock less the time in which this thread worked or stood in line to, where the system tells that."""
    with suppress(OSError, ValueError):
        worked, stood, _ = map(int, Path("/proc/thread-self/schedstat").read_text().split())
        return monotonic() - (worked + stood) / 1e9
    return monotonic()


@contextmanager
def _in_time(limit: float) -> Iterator[None]:
    """Raises TooLong inside what takes longer; 0 is no limit."""

    began = _rested()

    def late(number: int, _: Any) -> None:
        if number == signal.SIGALRM and _rested() - began < limit * 3:
            return  # Not it waits: others have the processors.
        raise TooLong("it waits" if number == signal.SIGALRM else "it works")

    clocks = ((signal.SIGPROF, signal.ITIMER_PROF, limit), (signal.SIGALRM, signal.ITIMER_REAL, limit * 3))
    before = [(number, signal.signal(number, late)) for number, _, _ in clocks] if limit else []
    try:
        for _, clock, seconds in clocks if limit else ():
            signal.setitimer(clock, seconds, 1)  # Again every second: somebody may have caught the first one.
        yield
    finally:
        for _, clock, _ in clocks if limit else ():
            signal.setitimer(clock, 0)
        for number, handler in before:
            signal.signal(number, handler)


@cache
def _listen() -> None:
    import_module("cardtable.host.ssh")  # What it imports asks programs where libraries lie.
    sys.addaudithook(_audit)


@contextmanager
def quick_judge() -> Iterator[None]:
    """Lets whoever reviews call every decision a mistake where there was a choice: searches would take too long."""
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
    """Lets a table be hosted where nobody can come: addresses are read, and nothing listens at them."""
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
    """Does the steps in a new home, and gives what was seen there."""
    _listen()
    shutil.rmtree(home, ignore_errors=True)
    (home / "here").mkdir(parents=True)
    watch = Watch(home)
    environment = {"CARDTABLE_HOME": str(home), "LC_ALL": "C.UTF-8", "LANGUAGE": "", "TERM": "xterm", "USER": "anna"}
    with ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, environment))
        stack.enter_context(mock.patch("sys.dont_write_bytecode", True))
        stack.enter_context(mock.patch("os.fsync"))  # Whether the disk has it is another question.
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
    """A file of the player's."""
    path = watch.home / where
    path.parent.mkdir(parents=True, exist_ok=True)
    watch.given[path] = raw("".join(lines))
    path.write_bytes(watch.given[path])


def odd(watch: Watch, where: str, what: str) -> None:
    """Something that is no file, under the name of one: a folder, a pipe, or a link."""
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
"""Commands that change nothing of the player's. Others do so only if nothing is wrong, but for the arena's results."""


def run(watch: Watch, *args: str, typed: bytes = b"") -> None:
    """A command line."""
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
        except OSError as error:  # In `main` there is no terminal to be closed: what it could not name is underneath.
            raise error.__context__ or error from None
        finally:
            with suppress(ValueError):  # where a byte is no text
                watch.done += typed.count(b"\n") - sys.stdin.read().count("\n")
            sys.argv = argv
            sys.stdout.flush()
            sys.stderr.flush()
            said, wrong = (stream.getvalue().decode("utf-8", "surrogateescape") for stream in (out, err))
    watch.said(command, said + wrong)
    crash = next(watch.home.glob("data/crash-*"), None)  # The program has caught its own failure.
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
    """A command line, and what is typed then, line by line."""
    run(watch, *shlex.split(command), typed=raw("".join(f"{line}\n" for line in lines)))


def choose(watch: Watch, name: str, value: str) -> None:
    """A setting chosen on the screen."""
    from cardtable.desk.screen import settings_for

    if chosen := settings_for(words()).choose:
        try:
            chosen(name, value)
        except (OSError, ValueError):
            watch.unchanged("settings")


def be(watch: Watch, name: str) -> None:
    """A user of this name."""
    os.environ["LOGNAME"] = name


def menu(watch: Watch) -> None:
    """Everything that the menu opens, without the screen."""
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
    """A step: what it does, and how many of its texts cannot be left out one by one."""

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
