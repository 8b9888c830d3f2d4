"""A bot's move that somebody finds silly: a folder with what is needed to look at it again, to be sent on by hand.

`move.jsonl` is the record up to and with the move (the beginning of a record is one), with other names; `position.toml`
the moment before it; `note.txt` says in words what was played, why, and what the player would have played. Nothing is
sent by the program.
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
    """No bot has moved there."""


class Marked(NamedTuple):
    """A bot's move that somebody wants to show."""

    line: int
    """Its place among the lines after the header, 0 for the first."""
    better: str = ""
    """What the player would have played, in their own words."""
    why: str = ""
    """What the bot said of it; empty where it was not asked."""


def waiting(record: Path, folder: Path) -> list[Marked]:
    """What was marked in the deal of this record that is not over yet; nothing where a file of it cannot be read."""
    with suppress(OSError, ValueError, TypeError):
        return [
            Marked(int(line), str(better), str(why))
            for line, better, why in parse_json(_waits(record, folder).read_bytes())
        ]
    return []


def let_wait(record: Path, folder: Path, marked: Sequence[Marked]) -> None:
    """Keeps what was marked until the deal is over: it must outlive the program. Raises OSError."""
    if marked:
        make_folder(folder)
        replace(_waits(record, folder), json.dumps(marked, ensure_ascii=False) + "\n")
    else:
        _waits(record, folder).unlink(missing_ok=True)


def _waits(record: Path, folder: Path) -> Path:
    """Where marks wait: no hand can be read there."""
    return folder / f"{record.stem}.waits.json"


def last_of_bots(record: Record) -> int:
    """The place of the last move of a bot among the lines of a record. Raises NoSuchMove."""
    for at in range(len(record.lines) - 1, -1, -1):
        if is_of_bot(record, at):
            return at
    raise NoSuchMove("No bot has moved yet.")


def is_of_bot(record: Record, at: int) -> bool:
    """Whether this line is a bot's move."""
    line = record.lines[at] if 0 <= at < len(record.lines) else None
    return isinstance(line, MoveLine) and line.seat >= 0 and record.header.kinds[line.seat] != PERSON


def write(path: Path, folder: Path, marked: Marked) -> Path:
    """Writes a folder of its own for a move of this record, whose deal is over or open to whoever asks.

    Gives the folder. Raises NoSuchMove, BadRecord, BadPosition, Unreadable and OSError.
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
    header = dataclasses.replace(record.header, names=_names(record))
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
    """Names that tell of nobody: `You`, `Person 2`, `Bot 3`, by seat."""
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
    """What was written so far, the oldest first; empty where nothing was. Raises OSError."""
    if not folder.exists():
        return []
    return sorted(one for one in folder.iterdir() if one.is_dir() and all((one / name).is_file() for name in FILES))
