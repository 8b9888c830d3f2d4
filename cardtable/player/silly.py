"""A bot's move that a player finds silly: a folder with all that is needed to examine it, to be sent by hand.

`move.jsonl` is the record up to and including the move (the beginning of a record is a record), with other names;
`position.toml` is the position before it; `note.txt` says in words what was played, why, and what the player would have
played. The program sends nothing.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from cardtable.engine.faults import Fault
from cardtable.files import create_whole, make_folder, parse_json, replace
from cardtable.match.record import MoveLine, Record, read_record
from cardtable.match.record.lines import encode, header_fields
from cardtable.match.snapshot import position_text
from cardtable.match.terms import PERSON

FILES: Final = ("move.jsonl", "position.toml", "note.txt")


class NoSuchMove(Fault):
    """There is no bot's move at that place."""


class Marked(NamedTuple):
    """A bot's move that a player wants to report."""

    line: int
    """Its index among the lines after the header, from 0."""
    better: str = ""
    """The move the player would have made, in their own words."""
    why: str = ""
    """The bot's reason; empty if it was not asked."""


def waiting(record: Path, folder: Path) -> list[Marked]:
    """The marks in this record's unfinished deal; empty if the file cannot be read."""
    with suppress(OSError, ValueError, TypeError):
        return [
            Marked(int(line), str(better), str(why))
            for line, better, why in parse_json(_waits(record, folder).read_bytes())
        ]
    return []


def let_wait(record: Path, folder: Path, marked: Sequence[Marked]) -> None:
    """Stores the marks until the deal is over, so that they outlive the program. Raises OSError."""
    if marked:
        make_folder(folder)
        replace(_waits(record, folder), json.dumps(marked, ensure_ascii=False) + "\n")
    else:
        _waits(record, folder).unlink(missing_ok=True)


def _waits(record: Path, folder: Path) -> Path:
    """The file of pending marks; it reveals no hands."""
    return folder / f"{record.stem}.waits.json"


def last_of_bots(record: Record) -> int:
    """The index of the last bot's move among the lines of a record. Raises NoSuchMove."""
    for at in range(len(record.lines) - 1, -1, -1):
        if is_of_bot(record, at):
            return at
    raise NoSuchMove("No bot has moved yet.")


def is_of_bot(record: Record, at: int) -> bool:
    """Whether this line is a bot's move."""
    line = record.lines[at] if 0 <= at < len(record.lines) else None
    return isinstance(line, MoveLine) and line.seat >= 0 and record.header.kinds[line.seat] != PERSON


def write(path: Path, folder: Path, marked: Marked) -> Path:
    """Writes the folder for a move of this record, whose deal must be over or open to the caller.

    Returns the folder. Raises NoSuchMove, BadRecord, BadPosition, Unreadable and OSError.
    """
    record = read_record(path)
    if not is_of_bot(record, marked.line):
        raise NoSuchMove("No bot has moved there.")
    line = record.lines[marked.line]
    assert isinstance(line, MoveLine)
    match = record.match()
    lost: list[str] = []
    position = ""
    for at, _ in enumerate(record.replay(match)):
        if at == marked.line - 1:
            position, lost = position_text(path.stem, record.header.preset, match.rules, match.state)
            break
    own = folder / f"{path.stem}-{marked.line + 2}"
    make_folder(own)
    rows = path.read_bytes().splitlines(keepends=True)
    header = record.header._replace(names=_names(record))
    texts = (
        b"".join([encode(0, header_fields(header)), *rows[1 : marked.line + 2]]),
        position.encode(),
        _note(record, line, marked, lost).encode(),
    )
    for name, text in zip(FILES, texts, strict=True):
        (own / name).unlink(missing_ok=True)
        create_whole(own / name, text)
    return own


def _names(record: Record) -> tuple[str, ...]:
    """Anonymous names by seat: `You`, `Person 2`, `Bot 3`."""
    people = [seat for seat, kind in enumerate(record.header.kinds) if kind == PERSON]
    return tuple(
        ("You" if len(people) == 1 else f"Person {seat + 1}") if kind == PERSON else f"Bot {seat + 1}"
        for seat, kind in enumerate(record.header.kinds)
    )


def _note(record: Record, line: MoveLine, marked: Marked, lost: list[str]) -> str:
    header = record.header
    rules = record.rules()
    default = dataclasses.asdict(type(rules.options)())
    changed = [f"{name}={value}" for name, value in header.options.items() if default.get(name) != value]
    rows = [
        f"game: {header.preset}, {len(header.names)} players",
        f"options: {', '.join(changed) or 'as by default'}",
        f"program: cardtable {header.version}",
        f"move: {line.move}, by P{line.seat} ({header.kinds[line.seat]})",
        f"the bot said: {marked.why or 'nothing'}",
        f"better: {marked.better or 'nothing was said'}",
        *([f"the position cannot put down: {', '.join(lost)}"] if lost else []),
        "",
        f"To report it, attach {', '.join(FILES)}.",
    ]
    return "\n".join(rows) + "\n"


def folders(folder: Path) -> list[Path]:
    """The folders written so far, the oldest first; empty if there are none. Raises OSError."""
    if not folder.exists():
        return []
    return sorted(one for one in folder.iterdir() if one.is_dir() and all((one / name).is_file() for name in FILES))
