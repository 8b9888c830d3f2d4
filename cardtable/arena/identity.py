"""What results depend on besides the deal: this program and the bots, each with a digest of its files.

Stored results are keyed by it, and the workers of a cluster must have the same. A digest depends on the content of
files, not on where they are: an installed package and the folder it was built from are one bot.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

import cardtable
from cardtable.bots.commands import command_of, short
from cardtable.bots.entries import BotEntry
from cardtable.bots.finding import brought
from cardtable.bots.ratings import FILE as RATINGS

PLAYED_BY = ("cards.py", "match/match.py", "match/table.py", "engine", "games", "bots", "arena/deals.py")
"""The parts of the program that a result depends on."""
SAID_IN = (".py", ".toml")
"""The suffixes of files that results may depend on: presets and some data of the options are not Python.

The file of ratings is left out, as it is measured from results.
"""
RUN = (*SOURCE_SUFFIXES, *EXTENSION_SUFFIXES)
"""The suffixes of files that Python can run."""


@cache
def code() -> str:
    """The identity of this program: its version and a digest of the sources that results depend on."""
    top, digest = Path(cardtable.__file__).parent, hashlib.sha256()
    for part in PLAYED_BY:
        inside = (path for ending in SAID_IN for path in (top / part).rglob(f"*{ending}") if path.name != RATINGS)
        for path in sorted(inside) if (top / part).is_dir() else [top / part]:
            digest.update(path.relative_to(top).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{cardtable.__version__}+{digest.hexdigest()[:10]}"


def identity(style: str) -> str:
    """A style's key in the store; for third-party styles it includes a digest of the code that runs.

    For a program, the digest covers the file named by the first word (looked up on PATH too) and all other words that
    are files. For a style of another package, it covers the Python code of that package, since the version stays the
    same during development.
    """
    command = command_of(style)
    if command is not None:
        words = shlex.split(command)
        paths = [shutil.which(word) or word if nth == 0 else word for nth, word in enumerate(words)]
        files = {f"{nth}": Path(path) for nth, path in enumerate(paths) if os.path.isfile(path)}
        return f"{short(style)}#{_digest(files, '' if short(style) == style else command)}"
    entry = next((entry for entry in brought()[0] if entry.style == style), None)
    return style if entry is None else f"{style}@{entry.package}#{_digest(dict(_files(entry)))}"


def _digest(files: Mapping[str, Path], said: str = "") -> str:
    """A digest of these files, each under its name, and of an additional text."""
    digest = hashlib.sha256(said.encode())
    for name, path in sorted(files.items()):
        digest.update(f"{name}\0{_said(path)}\0".encode())
    return digest.hexdigest()[:8]


def _said(path: Path) -> str:
    """A file's digest, or its size and time if it may be run but not read."""
    try:
        found = path.stat()
    except OSError:
        return ""
    try:
        return _read(path, found.st_mtime_ns, found.st_size, found.st_ino)
    except OSError:
        return f"{found.st_size} {found.st_mtime_ns}"


@lru_cache(maxsize=4096)
def _read(path: Path, *seen: int) -> str:
    """The digest of a file; cached, because it is needed often and an interpreter is large."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _files(entry: BotEntry) -> Iterator[tuple[str, Path]]:
    """The files of a style from another package, by their import paths.

    It covers the files of its distribution and of its class's package: in an editable install, the distribution
    contains only a pointer to them.
    """
    try:
        listed = distribution(entry.package.rpartition(" ")[0]).files or []
    except PackageNotFoundError:
        listed = []
    for path in listed:
        # Editable-install files contain paths of this machine.
        if path.name.endswith(RUN) and path.parts[0] != ".." and not path.name.startswith("__editable__"):
            yield path.as_posix(), Path(str(path.locate()))
    yield from _of_module(entry.module.partition(":")[0])


def _of_module(module: str) -> Iterator[tuple[str, Path]]:
    """The files of a module's outermost package, but not of a namespace package shared by several distributions."""
    names = module.split(".")
    for depth in range(1, len(names) + 1):
        try:
            spec = find_spec(".".join(names[:depth]))
        except (ImportError, ValueError):
            return
        if spec is None or spec.origin is None:
            continue
        above = "/".join(names[: depth - 1])
        top = Path(spec.origin) if spec.submodule_search_locations is None else Path(spec.origin).parent
        for path in top.rglob("*") if top.is_dir() else [top]:
            if path.name.endswith(RUN):
                yield (Path(above) / path.relative_to(top.parent)).as_posix(), path
        return
