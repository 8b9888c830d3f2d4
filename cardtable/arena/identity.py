"""What results follow from beside the deal: this program and the bots, each with a digest of the files that it is.

Results are kept under it, and the workers of a cluster have to have the same. A digest goes by what the files say, not
by where they lie: an installed package and the folder that it was built from are one bot.
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
"""The parts of the program that a result follows from."""
SAID_IN = (".py", ".toml")
"""How the names of files end that results may follow from: presets, and what options need, are no Python.

What was measured by results (RATINGS) is not among them.
"""
RUN = (*SOURCE_SUFFIXES, *EXTENSION_SUFFIXES)
"""How the names of files end that Python runs as they are."""


@cache
def code() -> str:
    """What plays here: the version, and a digest of the sources that results follow from."""
    top, digest = Path(cardtable.__file__).parent, hashlib.sha256()
    for part in PLAYED_BY:
        inside = (path for ending in SAID_IN for path in (top / part).rglob(f"*{ending}") if path.name != RATINGS)
        for path in sorted(inside) if (top / part).is_dir() else [top / part]:
            digest.update(path.relative_to(top).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{cardtable.__version__}+{digest.hexdigest()[:10]}"


def identity(style: str) -> str:
    """A style as results are kept under it: one that is not ours with a digest of what is run for it.

    For a program that is the file which its first word names, on PATH too, and every other word that is a file. For a
    style of another package it is what that brings for Python to run; the version stays while somebody works on it.
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
    """What these files say, each under its name, and what else is said."""
    digest = hashlib.sha256(said.encode())
    for name, path in sorted(files.items()):
        digest.update(f"{name}\0{_said(path)}\0".encode())
    return digest.hexdigest()[:8]


def _said(path: Path) -> str:
    """What a file says, or at least how long it is and of when, where it may be run but not read."""
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
    """The digest of a file; it is asked for again and again, and an interpreter is large."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _files(entry: BotEntry) -> Iterator[tuple[str, Path]]:
    """The files that a style of another package brings, by their names as Python looks for them.

    Those of its distribution, and those of the package of its class: where somebody works on it, the distribution has
    nothing but a sign where that lies.
    """
    try:
        listed = distribution(entry.package.rpartition(" ")[0]).files or []
    except PackageNotFoundError:
        listed = []
    for path in listed:
        # What tells Python where the files lie says so by a path of this machine.
        if path.name.endswith(RUN) and path.parts[0] != ".." and not path.name.startswith("__editable__"):
            yield path.as_posix(), Path(str(path.locate()))
    yield from _of_module(entry.module.partition(":")[0])


def _of_module(module: str) -> Iterator[tuple[str, Path]]:
    """The files of the outermost package that a module belongs to, but not of one that several packages share."""
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
