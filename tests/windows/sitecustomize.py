"""Hides from cardtable's modules and tests what Windows lacks: put this folder first on PYTHONPATH.

Python reads it as it starts, and so do the programs that it starts. They see no POSIX modules, no signals beyond those
of Windows, loops that take no signal handlers, folders that cannot be opened, and a user who reads Russian. Everything
else is unchanged: this finds what keeps the program from starting, not how a real console looks.
"""

from __future__ import annotations

import asyncio
import builtins
import ctypes
import errno
import fcntl
import os
import select
import signal
import stat
import sys
import types
from typing import Any

GONE = {"fcntl", "termios", "pty", "tty", "resource", "pwd", "grp", "curses", "readline"}
NO_OS = {
    *("fork", "forkpty", "openpty", "killpg", "setsid", "getuid", "geteuid", "getgid", "getpgid", "mkfifo", "nice"),
    *("sched_getaffinity", "getloadavg", "uname", "chown", "fchmod", "statvfs", "O_NOFOLLOW", "O_DIRECTORY"),
    *("O_NONBLOCK", "O_CLOEXEC", "pipe2", "posix_spawn", "sysconf", "set_blocking", "pidfd_open", "WNOHANG"),
}
SIGNALS = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM"}


class Lesser(types.ModuleType):
    """A module without some of its names, and with others of its own."""

    def __init__(self, whole: types.ModuleType, lacks: set[str], **own: Any) -> None:
        super().__init__(whole.__name__)
        self.__dict__.update(own, _whole=whole, _lacks=lacks)

    def __getattr__(self, name: str) -> Any:
        if name in self.__dict__["_lacks"]:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return getattr(self.__dict__["_whole"], name)


def _open(path: Any, flags: int, mode: int = 0o777, **where: Any) -> int:
    if isinstance(path, str | bytes | os.PathLike) and os.path.isdir(path):
        raise PermissionError(errno.EACCES, "Permission denied", os.fsdecode(path))
    return os.open(path, flags, mode, **where)


def _locking(handle: int, mode: int, count: int) -> None:
    try:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, count, 0, os.SEEK_CUR)
    except BlockingIOError as error:
        raise PermissionError(errno.EACCES, "Permission denied") from error


def _language(name: Any, room: int) -> int:
    name.value = "ru-RU"
    return len(name.value) + 1


_kernel = types.SimpleNamespace(GetUserDefaultLocaleName=_language)
_signals = {name for name in dir(signal) if name.startswith("SIG") and name[3] != "_"}
SEEN: dict[str, types.ModuleType] = {
    "sys": Lesser(sys, set(), platform="win32"),
    "os": Lesser(os, NO_OS, name="nt", open=_open),
    "signal": Lesser(signal, _signals - SIGNALS, SIGBREAK=signal.SIGTTIN),
    "select": Lesser(select, {"poll", "epoll", "kqueue"}),
    "ctypes": Lesser(ctypes, set(), windll=types.SimpleNamespace(kernel32=_kernel)),
    "msvcrt": Lesser(stat, set(), LK_NBLCK=2, locking=_locking),
}
_import = builtins.__import__


def _come(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> types.ModuleType:
    if level or (globals or {}).get("__name__", "").partition(".")[0] not in ("cardtable", "tests"):
        return _import(name, globals, locals, fromlist, level)
    if name.partition(".")[0] in GONE:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return SEEN[name] if name in SEEN else _import(name, globals, locals, fromlist, level)


def _no_signals(self: Any, *given: Any) -> None:
    if sys._getframe(1).f_globals.get("__name__", "").startswith("cardtable"):
        raise NotImplementedError
    _add(self, *given)


builtins.__import__ = _come
_add = asyncio.SelectorEventLoop.add_signal_handler
asyncio.SelectorEventLoop.add_signal_handler = _no_signals  # type: ignore[method-assign,assignment]
