"""The lines of a record: one JSON object each, with its number first and a CRC-32 last.

A record is a header, then for every deal its deck and dealer, its moves, and its result as a cross-check; an evening
has match after match, and a final line in which the last player leaves. A last line without a newline is a move that
was being written when the program was killed: it was never shown, and is dropped. Anything else that differs from what
was written is refused with its line number.
"""

# Without `from __future__ import annotations`: NamedTuple compiles each annotation that is a text, at every start.

import json
import re
import zlib
from collections.abc import Callable
from functools import cache, lru_cache
from io import BytesIO
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from cardtable.engine.faults import Fault, sentence
from cardtable.engine.text import mark, say
from cardtable.files import Unreadable, parse_json
from cardtable.games.former import split_king
from cardtable.match.memory import MEMORIES, Memory


def _from_1(header: dict[str, Any]) -> dict[str, Any]:
    """Upgrades format 1, in which King, the titles and the ladder were one family."""
    match header:
        case {"family": "king", "preset": str(preset), "options": dict(options)}:
            family, preset, options = split_king(preset, options)
            return {**header, "family": family, "preset": preset, "options": options}
    return header


def _from_2(header: dict[str, Any]) -> dict[str, Any]:
    """Upgrades format 2, which allowed only one match per record, at a table that remembers everything."""
    return {name: value for name, value in header.items() if name not in ("evening", "memory")}


STEPS: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = (_from_1, _from_2)
"""For each format from the first, the function that upgrades its header to the next format."""
FORMAT = len(STEPS) + 1
"""The newest format."""
ONE_MATCH = 2
"""The format of a record with a single match, which is still written the old way."""
BEGINNING = b'{"n":0,"cardtable":'
"""The first bytes of every record."""
LAST_SECOND = 1 << 40
"""The latest possible end of a deal, in seconds since 1970."""
LONGEST = 1 << 16
"""The longest line, in bytes."""
_WHOLE = re.compile(rb',"crc":".{9}\}.', re.DOTALL)
"""The end of a line followed by anything else."""
_NUMBER = "(-1|0|[1-9][0-9]?)"
_SIGNS = r"[ -!#-[\]-~]{0,999}(?:→[a-z])?"
_SCORE = r"[01]\.[0-9]{1,17}"
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class BadRecord(Fault):
    """A record that is damaged or breaks the rules; the message says where and how."""

    def __init__(self, line: int, source: str | Exception, /, **facts: Any) -> None:
        self.line = line
        self.what = sentence(source, facts)
        super().__init__(say("line {line}: {what}", line=line, what=self.what))


class Header(NamedTuple):
    """The terms agreed before the first deal."""

    family: str
    preset: str
    rules: int
    """The version of the family's rules under which the moves were made."""
    options: dict[str, Any]
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    """`person` or `bot:STYLE`, by seat."""
    seed: int
    version: str
    """The program version that wrote it."""
    evening: bool = False
    """Whether matches may follow one another until a line says that nobody stays."""
    memory: Memory = "all"
    """What the table remembers for its players."""
    copied: int = 0
    """The number of lines copied from another record, which this one continues for practice."""

    @property
    def agreed(self) -> str:
        """Everything the rules depend on: equal keys mean equal rules."""
        return f"{self.family} {self.rules} {len(self.names)} {self.options}"

    @property
    def goes_on(self) -> bool:
        """Whether another match follows a finished one: in an evening, but not in practice branched off from one."""
        return self.evening and not self.copied


class DealLine(NamedTuple):
    """A new deal: its dealer and its deck, top card first."""

    dealer: int
    deck: str
    seed: int
    misdeals: tuple[str, ...] = ()
    """The misdeals before it, in order: a reason, followed by the seat if it concerns one hand."""


class MoveLine(NamedTuple):
    """A move as text."""

    seat: int
    move: str
    by_clock: bool = False
    """Whether a bot made it: the player's time was up, or they had given up the deal or left the table."""


class EndLine(NamedTuple):
    """The result of a deal, derived from the moves and stored only as a cross-check; `over` ends the match."""

    scores: tuple[float, ...]
    over: bool
    ended: int | None = None
    """The Unix time at which the deal ended; only in games with people, and missing in old records."""


class UndoLine(NamedTuple):
    """The number of moves of the current deal that are taken back, including the dealer's."""

    moves: int


class HelpLine(NamedTuple):
    """The player in this seat was helped during the deal: they asked for the bots' reasons, or the tutor spoke."""

    seat: int


class RiseLine(NamedTuple):
    """The end of the evening: this seat's player left last, or for everybody at one keyboard."""

    seat: int


class UpLine(NamedTuple):
    """The player in this seat left while others stay: a bot plays for them until they come back."""

    seat: int


class ResignLine(NamedTuple):
    """The player in this seat gave up the deal: bots play it to its end."""

    seat: int


Line = DealLine | MoveLine | EndLine | UndoLine | HelpLine | RiseLine | UpLine | ResignLine


def encode(number: int, fields: dict[str, Any]) -> bytes:
    """The bytes of line `number`, including the newline."""
    body = _JSON.encode({"n": number, **fields})[:-1]
    crc = zlib.crc32(body.encode())
    return f'{body},"crc":"{crc:08x}"}}\n'.encode()


def header_fields(header: Header) -> dict[str, Any]:
    """The header in the form in which it is written."""
    return {
        "cardtable": FORMAT if header.evening or header.memory != "all" else ONE_MATCH,
        "version": header.version,
        "family": header.family,
        "rules": header.rules,
        "preset": header.preset,
        "options": header.options,
        "seats": [{"name": name, "kind": kind} for name, kind in zip(header.names, header.kinds, strict=True)],
        "seed": header.seed,
        **({"evening": True} if header.evening else {}),
        **({"memory": header.memory} if header.memory != "all" else {}),
        **({"copied": header.copied} if header.copied else {}),
    }


def line_fields(line: Line) -> dict[str, Any]:
    """Any line after the header in the form in which it is written."""
    match line:
        case DealLine():
            again = {"misdeals": list(line.misdeals)} if line.misdeals else {}
            return {"deal": {"dealer": line.dealer, "deck": line.deck, "seed": line.seed, **again}}
        case MoveLine():
            return {"seat": line.seat, "move": line.move, **({"clock": True} if line.by_clock else {})}
        case EndLine():
            when = {} if line.ended is None else {"ended": line.ended}
            return {"scores": list(line.scores), **when, "over": line.over}  # `is_closed` looks for "over" at the end.
        case UndoLine():
            return {"undo": line.moves}
        case HelpLine():
            return {"help": line.seat}
        case RiseLine():
            return {"rise": line.seat}
        case UpLine():
            return {"up": line.seat}
        case ResignLine():
            return {"resign": line.seat}


def decode(data: bytes) -> tuple[Header, list[Line], int]:
    """Parses the header and the lines after it; also returns the number of bytes they take.

    Any remaining bytes are a torn last line. Raises BadRecord.
    """
    complete = data.rfind(b"\n") + 1
    count = data.count(b"\n")
    _check_tail(data[complete:], count)
    if not count:
        raise BadRecord(1, "there is no header")
    # Row by row: splitting a long evening at once would double the memory it takes.
    rows = (row[:-1] for row in islice(BytesIO(data), count))
    header_row = _object(next(rows), 0)
    # Damage is reported before lines that are merely not understood.
    found = [_plain(row, number) or _object(row, number) for number, row in enumerate(rows, 1)]
    header = _header(header_row)
    lines = [_line(one, number) if isinstance(one, dict) else one for number, one in enumerate(found, 2)]
    return header, lines, complete


def _check_tail(tail: bytes, number: int) -> None:
    """Raises BadRecord if the tail is more than a torn line: text after a complete line is damage."""
    if _WHOLE.search(tail):
        raise BadRecord(number + 1, "something follows the line")


@cache
def _usual() -> re.Pattern[bytes]:
    """Matches the common form of a move, deal or result, with nothing unusually encoded."""
    # Compiled on first use, so that a new table can be drawn sooner.
    return re.compile(
        (
            r'(\{"n":([1-9][0-9]{0,8}),(?:'
            rf'"seat":({_NUMBER},"move":"{_SIGNS})"'
            rf'|"deal":\{{"dealer":{_NUMBER},"deck":"({_SIGNS})","seed":(0|[1-9][0-9]{{0,16}})\}}'
            rf'|"scores":\[({_SCORE}(?:,{_SCORE}){{0,99}})\](?:,"ended":(0|[1-9][0-9]{{0,11}}))?,"over":(true|false)'
            r')),"crc":"([0-9a-f]{8})"\}'
        ).encode()
    )


def _plain(row: bytes, number: int) -> Line | None:
    """Quickly parses a move, deal or result written exactly as by `encode`.

    None for any other line, even if it is valid.
    """
    found = _usual().fullmatch(row)
    if found is None:
        return None
    body, written, told, _, dealer, deck, seed, scored, ended, over, crc = found.groups()
    if int(written) != number or int(crc, 16) != zlib.crc32(body):
        return None
    if told is not None:
        return _move_line(told)
    if deck is not None:
        return DealLine(int(dealer), deck.decode(), int(seed))
    scores = tuple(map(float, scored.split(b",")))
    if ",".join(map(repr, scores)).encode() != scored:
        return None
    return EndLine(scores, over == b"true", None if ended is None else int(ended))


@lru_cache(maxsize=2_000)
def _move_line(told: bytes) -> MoveLine:
    """Builds the line from the text between seat and end of move; cached, because people often make the same moves."""
    seat, _, move = told.partition(b',"move":"')
    return MoveLine(int(seat), move.decode())


_FOREIGN = mark("this is no record of cardtable")


def _object(row: bytes, number: int) -> dict[str, Any]:
    if len(row) > LONGEST:
        raise BadRecord(number + 1, "it is longer than {most} bytes; the line was damaged", most=LONGEST)
    try:
        fields = parse_json(row)
    except Unreadable:
        raise BadRecord(number + 1, "this is no JSON object; the line was damaged") from None
    if not isinstance(fields, dict):
        raise BadRecord(number + 1, "this is no JSON object; the line was damaged")
    if number == 0 and "n" not in fields:
        raise BadRecord(1, _FOREIGN)
    if fields.get("n") != number:
        raise BadRecord(number + 1, "it should be numbered {number}; a line is missing or doubled", number=number)
    plain = {name: value for name, value in fields.items() if name not in ("n", "crc")}
    if encode(number, plain) != row + b"\n":
        raise BadRecord(number + 1, "its check sum does not fit; the line was damaged")
    return plain


def _header(fields: dict[str, Any]) -> Header:
    number = fields.get("cardtable")
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise BadRecord(1, _FOREIGN)
    if number > FORMAT:
        raise BadRecord(
            1,
            "it has format {number}, from a newer cardtable; this one reads up to {format}",
            number=number,
            format=FORMAT,
        )
    for step in STEPS[number - 1 :]:
        fields = step(fields)
    try:
        seats = field_of(list, fields, "seats")
        return Header(
            family=field_of(str, fields, "family"),
            preset=field_of(str, fields, "preset"),
            rules=field_of(int, fields, "rules"),
            options=field_of(dict, fields, "options"),
            names=tuple(field_of(str, seat, "name") for seat in seats),
            kinds=tuple(field_of(str, seat, "kind") for seat in seats),
            seed=field_of(int, fields, "seed"),
            version=field_of(str, fields, "version"),
            evening=field_of(bool, fields, "evening") if "evening" in fields else False,
            memory=_memory(fields) if "memory" in fields else "all",
            copied=field_of(int, fields, "copied") if "copied" in fields else 0,
        )
    except KeyError as error:
        raise BadRecord(1, "the header is incomplete: {why}", why=error.args[0]) from None


def _memory(fields: dict[str, Any]) -> Memory:
    """The table's memory setting. Raises KeyError."""
    written = field_of(str, fields, "memory")
    found = next((memory for memory in MEMORIES if memory == written), None)
    if found is None:
        raise KeyError("memory")
    return found


ValueT = TypeVar("ValueT", str, int, bool, dict[str, Any], list[Any])


def field_of(kind: type[ValueT], fields: Any, name: str) -> ValueT:
    """A field of exactly this type. Raises KeyError with its name."""
    value = fields.get(name) if isinstance(fields, dict) else None
    if type(value) is not kind:
        raise KeyError(name)
    return value


def _line(fields: dict[str, Any], number: int) -> Line:
    try:
        if "move" in fields:
            by_clock = field_of(bool, fields, "clock") if "clock" in fields else False
            return MoveLine(field_of(int, fields, "seat"), str(fields["move"]), by_clock)
        if "deal" in fields:
            deal = field_of(dict, fields, "deal")
            misdeals = field_of(list, deal, "misdeals") if "misdeals" in deal else []
            if not all(type(misdeal) is str for misdeal in misdeals):
                raise KeyError("misdeals")
            dealer, deck = field_of(int, deal, "dealer"), field_of(str, deal, "deck")
            return DealLine(dealer, deck, field_of(int, deal, "seed"), tuple(misdeals))
        if "scores" in fields:
            scores = field_of(list, fields, "scores")
            if not all(type(score) in (int, float) for score in scores):
                raise KeyError("scores")
            ended = field_of(int, fields, "ended") if "ended" in fields else None
            if ended is not None and not 0 <= ended < LAST_SECOND:
                raise KeyError("ended")
            return EndLine(tuple(map(float, scores)), field_of(bool, fields, "over"), ended)
        if "undo" in fields:
            return UndoLine(field_of(int, fields, "undo"))
        if "help" in fields:
            return HelpLine(field_of(int, fields, "help"))
        if "rise" in fields:
            return RiseLine(field_of(int, fields, "rise"))
        if "up" in fields:
            return UpLine(field_of(int, fields, "up"))
        if "resign" in fields:
            return ResignLine(field_of(int, fields, "resign"))
    except KeyError as error:
        raise BadRecord(number, "something is missing or wrong: {why}", why=error.args[0]) from None
    raise BadRecord(number, "it is neither a deal nor a move nor a result, nor anything else that a record holds")
